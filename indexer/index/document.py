"""Document: one page or article in an index, built from its `Cleaned`."""

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
from indexer.urls import has_authority_over

INDEXABLE = frozenset({Kind.CLEANED, Kind.INDEXED, Kind.NOT_ARTICLE, Kind.DUPLICATE})
"""Outcomes of pages that are readable and may be indexed; the raw arm holds all of them."""

_TIE_BITS = 20  # orders a million documents of the same second; 64 bits also hold the seconds of the years 1 to 9999
_UNDATED = -(1 << 62)
_LONGEST_HOST = 253  # RFC 1035, 2.3.4
_DETECTED_CHARACTERS = 4000  # enough for reliable detection, and bounded for huge pages


@dataclass(frozen=True, slots=True)
class Document:
    """One document of one arm.

    Parameters
    ----------
    id : str
        Hash of the canonical URL in a cleaned arm, of the page's own URL in a raw arm.
    page_url : str
        URL of the source page.
    site : str
        Key of the page's site.
    language : str
        ISO 639-1 code used to analyse the parts, or "".
    published : datetime or None
    parts : tuple of Part
    fields : mapping
        Fields of a hit, by their schema.org names (`url`, `canonicalUrl`, `additionalUrls`, `headline` …).
    fingerprint : str
        Fingerprint of the article's kept blocks, in every arm, so that a shared template does not make stories similar; "" without one.
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
        """The canonical URL shared by all variants of the story."""
        return str(self.fields["canonicalUrl"])

    @property
    def urls(self) -> tuple[str, ...]:
        """All distinct URLs of this document."""
        fields = self.fields
        return tuple(dict.fromkeys([str(fields["url"]), self.canonical_url, *fields["additionalUrls"], self.page_url]))

    def with_additional(self, urls: tuple[str, ...]) -> Document:
        """Return the same document with more additional URLs (sorted and distinct)."""
        more = sorted({*self.fields["additionalUrls"], *urls} - {self.fields["url"]})
        return replace(self, fields={**self.fields, "additionalUrls": more})


def document_id(url: str) -> str:
    """Return the id of a document in every engine: the 128-bit BLAKE2b hash of its URL, in hex.

    >>> document_id("https://example.org/")
    '3eeedd5061369734a07f3f84d4a2a757'
    """
    return hashlib.blake2b(url.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def canonical_of(cleaned: Cleaned) -> str:
    """Return the canonical URL of the page's story; for a duplicate, that of the kept page."""
    declared = cleaned.article.canonical_url if cleaned.article else ""
    own = cleaned.outcome.url
    return cleaned.outcome.ending.duplicate_of or (declared if has_authority_over(own, declared) else own)


def documents(cleaned: Cleaned) -> Mapping[Arm, Document]:
    """Return the page's document in each arm that includes the page.

    `raw` includes every page that is readable and may be indexed, `articles` every article page including duplicates,
    `body` and `weighted` each story once. Words are analysed once and shared between the arms.
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
    """Return the stored fields, without the body, whose text is in the parts."""
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
    except ValueError:  # a page can declare any URL, also http://[
        return ""


def with_parents(host: str) -> list[str]:
    """Return a host and its parent domains, so that `site:example.org` finds www.example.org; [] if it is too long for a host.

    >>> with_parents("www.example.org"), with_parents("a." * 500)
    (['www.example.org', 'example.org', 'org'], [])
    """
    labels = host.split(".") if len(host) <= _LONGEST_HOST else []
    return [".".join(labels[number:]) for number in range(len(labels))]


def _language(cleaned: Cleaned) -> str:
    """Return the article's declared language, or that detected in the page's text; it is the same for all arms."""
    declared = language_code(cleaned.article.in_language) if cleaned.article else ""
    if declared or not cleaned.visible_text.strip():
        return declared
    import py3langid  # imported here because loading its model takes longer than a search

    return str(py3langid.classify(cleaned.visible_text[:_DETECTED_CHARACTERS])[0])


def published_time(date: str) -> datetime | None:
    """Parse an ISO 8601 date or time into UTC; a missing zone means UTC, an invalid date gives None.

    >>> published_time("2026-03-04T07:30:00+01:00").isoformat(), published_time("2026-03").isoformat()
    ('2026-03-04T06:30:00+00:00', '2026-03-01T00:00:00+00:00')
    >>> published_time("yesterday"), published_time("")
    (None, None)
    """
    complete = date.strip() + {4: "-01-01", 7: "-01"}.get(len(date.strip()), "")
    try:
        parsed = datetime.fromisoformat(complete)
        return parsed.replace(tzinfo=UTC) if parsed.tzinfo is None else parsed.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def published_key(published: datetime | None, identifier: str) -> int:
    """Return the sort key of a date: its second, with ties broken by the document's id; undated documents sort lowest.

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
    """Return the second encoded in a sort key.

    >>> published_of_key(published_key(datetime(2026, 3, 4, tzinfo=UTC), "a")).isoformat(), published_of_key(published_key(None, "a"))
    ('2026-03-04T00:00:00+00:00', None)
    """
    return None if key < _UNDATED >> 1 else datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=key >> _TIE_BITS)
