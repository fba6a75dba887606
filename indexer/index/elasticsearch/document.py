"""Conversion of documents to and from the sources of an Elasticsearch index.

This module respects the limits of Elasticsearch, so that no document is refused for its size: ids are hashes (the limit is 512 bytes),
keywords above 8,191 characters are stored and not indexed (`ignore_above` in the mapping; a term has at most 32,766 bytes), the server
highlights no long texts (its limit is 1,000,000 characters), and requests stay below 100 MB. The document's field `shortened` and the
page's outcome name the shortened fields.
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
"""The fields of a hit with their default values."""

MOST_TEXT = 8 << 20
"""Limit of one document's text in bytes; a long book has 2 MB."""
MOST_REPEATED = 8 << 20
"""Limit of the field `w` with repeated terms, in bytes. Beyond it, all frequencies are scaled down by one factor: in so long a document
the factor cancels against its length in BM25, so that its score stays the same."""
MOST_FIELD = 100_000
"""Limit of a displayed text in characters."""

_SHOWN_TEXTS = ("headline", "alternativeHeadline", "description")


@dataclass(frozen=True, slots=True)
class Written:
    """A document ready to send.

    Parameters
    ----------
    source : mapping
        Its fields, by the names in `mappings/fields.json`.
    shortened : tuple of str
        Names of fields cut to a limit.
    """

    source: Mapping[str, Any]
    shortened: tuple[str, ...]


def written(document: Document, encoding: Encoding, *, cleaned: bool) -> Written:
    """Convert a document for an index with this encoding of `w`; in a cleaned arm its text is the article body, else the page text."""
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
    """Return the fields of a hit, by their schema.org names."""
    return {name: source.get(name, list(empty) if empty == () else empty) for name, empty in EMPTY.items()}


def stored_of(source: Mapping[str, Any]) -> Stored:
    """Convert a source to a stored document."""
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
    """Return the weight of each term in thousandths, from the stored parts: the values of `w` before rounding and scaling."""
    language = str(source.get("language", ""))
    return vector(part(kind, text, language, weight / UNIT) for kind, text, weight in texts_of(source))


def fingerprint_of(value: str, name: str) -> str:
    """Return the fingerprint in a document's field; a document without one has its id there, so that clients do not collapse it.

    >>> fingerprint_of("AbC=", "0e22"), fingerprint_of("0e22", "0e22")
    ('AbC=', '')
    """
    return "" if value == name else value


def texts_of(source: Mapping[str, Any]) -> Iterable[tuple[str, str, int]]:
    r"""Yield kind, text, and weight in thousandths of each part.

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
    """Return the parts within the limit, and whether some were dropped."""
    room = MOST_TEXT
    for number, each in enumerate(parts):
        room -= len(each.text.encode("utf-8", "replace"))
        if room < 0:
            return parts[:number], True
    return parts, False


def _w(weights: Mapping[str, int], encoding: Encoding) -> tuple[str, bool]:
    """Return the field `w`, and whether frequencies were scaled down; every term of the document keeps at least 1."""
    frequencies = {term: max(1, (weight * encoding.scale + UNIT // 2) // UNIT) for term, weight in sorted(weights.items())}
    if encoding.delimited:
        return " ".join(f"{term}|{frequency}" for term, frequency in evened(frequencies).items()), False
    size = sum((len(term.encode()) + 1) * frequency for term, frequency in frequencies.items())
    scale = min(1.0, MOST_REPEATED / size) if size else 1.0
    repeated = (" ".join([term] * max(1, round(frequency * scale))) for term, frequency in frequencies.items())
    return " ".join(repeated), scale < 1


def _fields(fields: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return the displayed fields, and the names of those cut."""
    long = [name for name in _SHOWN_TEXTS if len(fields[name]) > MOST_FIELD]
    return {**fields, **{name: fields[name][:MOST_FIELD] for name in long}}, long


def _sound(value: Any) -> Any:
    """Replace lone surrogates, which JSON parsers reject, without changing the length."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [_sound(each) for each in value]
    return value
