"""How a document lies in an Elasticsearch index: into it, and out of what it stores.

Limits of Elasticsearch are met here, so that no document is refused for its size: ids are hashes (512 bytes are allowed), keywords of
more than 8,191 characters are stored and not indexed (`ignore_above` in the mapping; a term has 32,766 bytes at most), no long text is
highlighted by the server (its limit is 1,000,000 characters), and a request stays under 100 MB. What was left out is named in the
document itself (`shortened`) and in the page's outcome.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from indexer.index.document import Document, document_id, published_key, with_parents
from indexer.index.elasticsearch.length_norm import evened
from indexer.index.elasticsearch.mapping import Encoding
from indexer.index.stored import Stored
from indexer.index.weights import UNIT, Part, encode, forms_of, part, vector
from indexer.text import terms

EMPTY: Mapping[str, Any] = MappingProxyType({
    "url": "", "canonicalUrl": "", "additionalUrls": (), "urlHost": "", "lastCrawled": "", "pageType": "", "siteModel": "",
    "headline": "", "alternativeHeadline": "", "description": "", "captions": (), "author": (), "datePublished": "", "dateModified": "",
    "inLanguage": "", "articleSection": (), "keywords": (), "publisher": "", "image": "", "isAccessibleForFree": None,
})  # fmt: skip
"""The fields that a hit shows, and what each is where the document does not say."""

MOST_TEXT = 8 << 20
"""Bytes of text of one document; a long book has 2 MB."""
MOST_REPEATED = 8 << 20
"""Bytes of the field `w` with repeated terms. Beyond, all frequencies are scaled down alike: of a document that long they cancel
against its length in BM25, so that its score stays what it was."""
MOST_FIELD = 100_000
"""Characters of one shown text."""

_SHOWN_TEXTS = ("headline", "alternativeHeadline", "description")


@dataclass(frozen=True, slots=True)
class Written:
    """A document as it is sent.

    Parameters
    ----------
    source : mapping
        By the names of `mappings/fields.json`.
    shortened : tuple of str
        Names of fields that lost something to a limit.
    """

    source: Mapping[str, Any]
    shortened: tuple[str, ...]


def written(document: Document, encoding: Encoding, *, cleaned: bool) -> Written:
    """A document for an index whose `w` has this encoding; of a cleaned arm the text is an article's body, else a page's."""
    parts, cut = _within(document.parts)
    w, scaled = _w(vector(parts), encoding)
    fields, short = _fields(document.fields)
    body_field = "articleBody" if cleaned else "text"
    shortened = tuple(sorted({*short, *([body_field] if cut else []), *(["w"] if scaled else [])}))
    source = {
        **fields,
        "id": document.id,
        "page": document_id(document.page_url),
        "canonical": document_id(document.canonical_url),
        "urls": [document_id(url) for url in document.urls],
        "site": document.site,
        "hosts": with_parents(str(document.fields["urlHost"])),
        "language": document.language,
        "names": [" ".join(terms(name)) for name in document.fields["author"]],
        "sections": [" ".join(terms(name)) for name in document.fields["articleSection"]],
        "titles": " ".join(terms(str(document.fields["headline"]), document.language)),
        "body": [value for each in parts for value in each.values],
        "forms": forms_of(parts),
        "w": w,
        "published": document.published.isoformat() if document.published else None,
        "order": published_key(document.published, document.id),
        "fingerprint": document.fingerprint or document.id,
        "parts": [[each.kind, each.weight, len(each.text) if each.kind == "text" else each.text] for each in parts],
        "shortened": list(shortened),
        "pageUrl": document.page_url,
        body_field: "\n".join(each.text for each in parts if each.kind == "text"),
    }
    return Written({name: _sound(value) for name, value in source.items() if value not in ("", [], None)}, shortened)


def fields_of(source: Mapping[str, Any]) -> dict[str, Any]:
    """What a hit shows, by the names of schema.org."""
    return {name: source.get(name, list(empty) if empty == () else empty) for name, empty in EMPTY.items()}


def stored_of(source: Mapping[str, Any]) -> Stored:
    """A document as it is stored."""
    language = str(source.get("language", ""))
    published = source.get("published")
    name = str(source["id"])
    return Stored(
        id=name,
        page_url=str(source["pageUrl"]),
        site=str(source.get("site", "")),
        language=language,
        published=datetime.fromisoformat(published).astimezone(UTC) if published else None,
        fields=fields_of(source),
        encoded_texts=json.dumps(list(texts_of(source))).encode(),
        vector=encode(weights_of(source)),
        fingerprint=fingerprint_of(str(source["fingerprint"]), name),
    )


def weights_of(source: Mapping[str, Any]) -> dict[str, int]:
    """The weight of each term in thousandths, from the stored parts: what `w` holds before it is rounded and scaled."""
    language = str(source.get("language", ""))
    return vector(part(kind, text, language, weight / UNIT) for kind, text, weight in texts_of(source))


def fingerprint_of(value: str, name: str) -> str:
    """The fingerprint in a document's field; a document without one has its id there, by which any client collapses it alone.

    >>> fingerprint_of("AbC=", "0e22"), fingerprint_of("0e22", "0e22")
    ('AbC=', '')
    """
    return "" if value == name else value


def texts_of(source: Mapping[str, Any]) -> Iterable[tuple[str, str, int]]:
    r"""Kind, text, and weight in thousandths of each part.

    >>> parts = [["headline", 5000, "Crane gone"], ["text", 1000, 4], ["text", 500, 4]]
    >>> list(texts_of({"articleBody": "One.\nTwo.", "parts": parts}))
    [('headline', 'Crane gone', 5000), ('text', 'One.', 1000), ('text', 'Two.', 500)]
    """
    body, start = str(source.get("articleBody", source.get("text", ""))), 0
    for kind, weight, text in source.get("parts", ()):
        if kind == "text":
            yield kind, body[start : start + text], weight
            start += text + 1
        else:
            yield kind, text, weight


def _within(parts: Sequence[Part]) -> tuple[Sequence[Part], bool]:
    """The parts that there is room for, and whether some were left out."""
    room = MOST_TEXT
    for number, each in enumerate(parts):
        room -= len(each.text.encode("utf-8", "replace"))
        if room < 0:
            return parts[:number], True
    return parts, False


def _w(weights: Mapping[str, int], encoding: Encoding) -> tuple[str, bool]:
    """The field `w`, and whether frequencies had to be scaled down; a term that the document holds has at least one."""
    frequencies = {term: max(1, (weight * encoding.scale + UNIT // 2) // UNIT) for term, weight in sorted(weights.items())}
    if encoding.delimited:
        return " ".join(f"{term}|{frequency}" for term, frequency in evened(frequencies).items()), False
    size = sum((len(term.encode()) + 1) * frequency for term, frequency in frequencies.items())
    scale = min(1.0, MOST_REPEATED / size) if size else 1.0
    repeated = (" ".join([term] * max(1, round(frequency * scale))) for term, frequency in frequencies.items())
    return " ".join(repeated), scale < 1


def _fields(fields: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The shown fields, and the names of those cut."""
    long = [name for name in _SHOWN_TEXTS if len(fields[name]) > MOST_FIELD]
    return {**fields, **{name: fields[name][:MOST_FIELD] for name in long}}, long


def _sound(value: Any) -> Any:
    """Without lone surrogates, which no JSON parser takes; as long as before."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [_sound(each) for each in value]
    return value
