"""Document: what an index holds of one page or article, made from its `Cleaned`."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from indexer.article.article import Article
from indexer.article.cleaned import Cleaned
from indexer.index.arm import Arm
from indexer.index.fingerprint import fingerprint
from indexer.index.weights import (
    ALTERNATIVE_HEADLINE_WEIGHT,
    HEADLINE_WEIGHT,
    LABEL_WEIGHT,
    UNIT,
    Part,
    part,
)
from indexer.outcome import Kind
from indexer.text import language_code
from indexer.urls import speaks_for

INDEXABLE = frozenset({Kind.CLEANED, Kind.INDEXED, Kind.NOT_ARTICLE, Kind.DUPLICATE})
"""Outcomes of pages that could be read and may be searched; of these the raw arm has every one."""

_TIE_BITS = 20  # a million documents of one second keep their own place; seconds of years 1 to 9999 fit beside them
_UNDATED = -(1 << 62)
_LONGEST_HOST = 253  # RFC 1035, 2.3.4
_DETECTED_CHARACTERS = 4000  # enough for the detector to be sure, and a bound for huge pages


@dataclass(frozen=True, slots=True)
class Document:
    """One document of one arm.

    Parameters
    ----------
    id : str
        Of a cleaned arm: hash of the canonical URL; of a raw arm: hash of the page's own URL.
    page_url : str
        The page that it was made from.
    site : str
        The key of the site that the page was learned with.
    language : str
        ISO 639-1 code in which the parts were analysed, or "".
    published : datetime or None
    parts : tuple of Part
    fields : mapping
        What a hit shows, by the names of schema.org (`url`, `canonicalUrl`, `additionalUrls`, `headline` …).
    fingerprint : str
        Of the article's kept blocks in every arm, so that a template makes no two stories alike; "" of a page without an article.
    """

    id: str
    page_url: str
    site: str
    language: str
    published: datetime | None
    parts: tuple[Part, ...]
    fields: Mapping[str, Any]
    fingerprint: str = ""

    @property
    def canonical_url(self) -> str:
        """The URL that every variant of the story has in common."""
        return str(self.fields["canonicalUrl"])

    @property
    def urls(self) -> tuple[str, ...]:
        """Every URL that leads to this document, each once."""
        fields = self.fields
        return tuple(dict.fromkeys([str(fields["url"]), self.canonical_url, *fields["additionalUrls"], self.page_url]))

    def with_additional(self, urls: tuple[str, ...]) -> Document:
        """The same document, reachable by more URLs (sorted, each once)."""
        more = sorted({*self.fields["additionalUrls"], *urls} - {self.fields["url"]})
        return replace(self, fields={**self.fields, "additionalUrls": more})


def document_id(url: str) -> str:
    """Name of a document in every engine: 128-bit BLAKE2b of the URL, in hex.

    >>> document_id("https://example.org/")
    '3eeedd5061369734a07f3f84d4a2a757'
    """
    return hashlib.blake2b(url.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def canonical_of(cleaned: Cleaned) -> str:
    """The URL that the page's story is known by: of a repeated story, that of the page which was kept."""
    declared = cleaned.article.canonical_url if cleaned.article else ""
    own = cleaned.outcome.url
    return cleaned.outcome.ending.duplicate_of or (declared if speaks_for(own, declared) else own)


def documents(cleaned: Cleaned) -> Mapping[Arm, Document]:
    """The documents that a page has in each arm; an arm that it has no place in is left out.

    Every page that can be read and may be indexed is in `raw`; article pages, repeated ones included, in `articles`;
    each story once in `body` and `weighted`. Words are analysed once and shared between the arms.
    """
    if cleaned.outcome.kind not in INDEXABLE:
        return {}
    language = _language(cleaned)
    page = _page(cleaned, language)
    if cleaned.outcome.kind is Kind.NOT_ARTICLE or cleaned.page_type != "article" or cleaned.article is None:
        return {Arm.RAW: page}
    body = [part("text", block.text, language, block.weight) for block in cleaned.article.blocks if block.kept]
    page = replace(page, fingerprint=fingerprint(each.terms for each in body))
    made = {Arm.RAW: page, Arm.ARTICLES: page}
    if cleaned.outcome.kind is not Kind.DUPLICATE:
        weighted = replace(_story(cleaned, cleaned.article, language, body), fingerprint=page.fingerprint)
        plain = tuple(replace(each, weight=UNIT) for each in weighted.parts)
        made |= {Arm.BODY: replace(weighted, parts=plain), Arm.WEIGHTED: weighted}
    return made


def _page(cleaned: Cleaned, language: str) -> Document:
    url = cleaned.outcome.url
    return Document(
        id=document_id(url),
        page_url=url,
        site=cleaned.site,
        language=language,
        published=published_time(cleaned.article.date_published if cleaned.article else ""),
        parts=tuple(part("text", line, language) for line in cleaned.visible_text.split("\n") if line.strip()),
        fields=_fields(cleaned, url),
    )


def _story(cleaned: Cleaned, article: Article, language: str, body: Sequence[Part]) -> Document:
    canonical = canonical_of(cleaned)
    named = [
        part("headline", article.headline, language, HEADLINE_WEIGHT),
        part("headline", article.alternative_headline, language, ALTERNATIVE_HEADLINE_WEIGHT),
        *(part("label", label, language, LABEL_WEIGHT) for label in (*article.article_section, *article.keywords)),
    ]
    story = Document(
        id=document_id(canonical),
        page_url=cleaned.outcome.url,
        site=cleaned.site,
        language=language,
        published=published_time(article.date_published),
        parts=tuple(each for each in (*named, *body) if each.terms),
        fields=_fields(cleaned, canonical),
    )
    return story.with_additional((cleaned.outcome.url,))


def _fields(cleaned: Cleaned, url: str) -> dict[str, Any]:
    """The stored fields; the body is not among them, the parts hold its text."""
    article = cleaned.article or Article(url=cleaned.outcome.url, canonical_url="", headline="", blocks=())
    return {
        "url": url,
        "canonicalUrl": canonical_of(cleaned),
        "additionalUrls": [],
        "urlHost": _host(url),
        "lastCrawled": cleaned.fetched,
        "pageType": cleaned.page_type,
        "siteModel": cleaned.site_model,
        "headline": article.headline,
        "alternativeHeadline": article.alternative_headline,
        "description": article.description,
        "captions": list(article.captions),
        "author": list(article.author),
        "datePublished": article.date_published,
        "dateModified": article.date_modified,
        "inLanguage": article.in_language,
        "articleSection": list(article.article_section),
        "keywords": list(article.keywords),
        "publisher": article.publisher,
        "image": article.image,
        "isAccessibleForFree": article.is_accessible_for_free,
    }


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:  # a page may call itself anything, http://[ too
        return ""


def with_parents(host: str) -> list[str]:
    """A host and every domain above it, so that `site:example.org` finds www.example.org; none of what cannot be a host.

    >>> with_parents("www.example.org"), with_parents("a." * 500)
    (['www.example.org', 'example.org', 'org'], [])
    """
    labels = host.split(".") if len(host) <= _LONGEST_HOST else []
    return [".".join(labels[number:]) for number in range(len(labels))]


def _language(cleaned: Cleaned) -> str:
    """The article's language, or the detected one of the page's text: the same for all arms of a page."""
    declared = language_code(cleaned.article.in_language) if cleaned.article else ""
    if declared or not cleaned.visible_text.strip():
        return declared
    import py3langid  # here, because its model takes longer to load than a search takes

    return str(py3langid.classify(cleaned.visible_text[:_DETECTED_CHARACTERS])[0])


def published_time(date: str) -> datetime | None:
    """An ISO 8601 date or time as a time in UTC; a missing zone counts as UTC, what is no date as None.

    >>> published_time("2026-03-04T07:30:00+01:00").isoformat(), published_time("2026-03").isoformat()
    ('2026-03-04T06:30:00+00:00', '2026-03-01T00:00:00+00:00')
    >>> published_time("yesterday"), published_time("")
    (None, None)
    """
    whole = date.strip() + {4: "-01-01", 7: "-01"}.get(len(date.strip()), "")
    try:
        parsed = datetime.fromisoformat(whole)
        return parsed.replace(tzinfo=UTC) if parsed.tzinfo is None else parsed.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def published_key(published: datetime | None, identifier: str) -> int:
    """Sort key of a date: its second, ties broken by the document's id, documents without a date under all others.

    >>> published_key(datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC), "a") >> 20
    1
    >>> published_key(None, "a") < published_key(datetime(1, 1, 1, tzinfo=UTC), "a")
    True
    """
    tie = int.from_bytes(hashlib.blake2b(identifier.encode(), digest_size=4).digest()) >> (32 - _TIE_BITS)
    if published is None:
        return _UNDATED + tie
    return (int(published.timestamp()) << _TIE_BITS) + tie


def published_of_key(key: int) -> datetime | None:
    """The second that a sort key was made of.

    >>> published_of_key(published_key(datetime(2026, 3, 4, tzinfo=UTC), "a")).isoformat(), published_of_key(published_key(None, "a"))
    ('2026-03-04T00:00:00+00:00', None)
    """
    return None if key < _UNDATED >> 1 else datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=key >> _TIE_BITS)
