"""Schema of a tantivy index, and conversion of documents to and from its entries."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import tantivy

from indexer.index.document import Document, document_id, published_key, with_parents
from indexer.index.facets import Facet
from indexer.index.stored import Stored
from indexer.index.weights import (
    ALTERNATIVE_HEADLINE_WEIGHT,
    HEADLINE_WEIGHT,
    LABEL_WEIGHT,
    encode,
    forms_of,
    vector,
)
from indexer.text import ANALYSER_VERSION, terms

STAMP: Mapping[str, Any] = {
    "engine": "tantivy",
    "schema": 5,
    "analyser": ANALYSER_VERSION,
    "weights": [HEADLINE_WEIGHT, ALTERNATIVE_HEADLINE_WEIGHT, LABEL_WEIGHT],
}
"""Properties that all documents of an index must share; written beside the index and compared when it is opened."""

FACETS: Mapping[Facet, str] = {Facet.SITE: "by_site", Facet.AUTHOR: "by_author", Facet.SECTION: "by_section"}
"""Columns of the facets."""

WORDS = "words"
"""Tokenizer of analysed terms separated by spaces; every process that opens the index registers it."""


def schema() -> tantivy.Schema:
    """Return the fields: hashed URLs for lookups, filters, terms with positions, and stored fields."""
    builder = tantivy.SchemaBuilder()
    for name in ("id", "page", "canonical", "urls", "site", "language"):
        builder.add_text_field(name, stored=name == "id", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("host", tokenizer_name=WORDS, index_option="basic")
    for name in ("author", "section", "title"):
        builder.add_text_field(name, tokenizer_name=WORDS, index_option="position")
    builder.add_text_field("terms", tokenizer_name=WORDS, index_option="position")
    builder.add_text_field("forms", tokenizer_name=WORDS, index_option="basic")
    for name in FACETS.values():
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic", fast=True)
    builder.add_unsigned_field("length", fast=True)
    builder.add_integer_field("published", fast=True, indexed=True)
    for name in ("vector", "written", "named"):
        builder.add_bytes_field(name, stored=True)
    builder.add_bytes_field("fingerprint", stored=True)
    builder.add_bytes_field("source", stored=True)
    builder.add_bytes_field("texts", stored=True)
    return builder.build()


def terms_schema() -> tantivy.Schema:
    """Return a schema of the terms only, which measures the inverted index of the text."""
    return tantivy.SchemaBuilder().add_text_field("terms", tokenizer_name=WORDS, index_option="position").build()


def register(index: tantivy.Index) -> tantivy.Index:
    """Register the tokenizer of the schema with an index."""
    index.register_tokenizer(WORDS, tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build())
    return index


def add_terms(entry: tantivy.Document, document: Document) -> None:
    """Add one value per part: tantivy leaves a gap between the positions of values, so that no phrase spans two parts."""
    for each in document.parts:
        for value in each.values:
            entry.add_text("terms", value)


class Derived(NamedTuple):
    """Stored data derived from a document's parts: its length, and the bytes of `ScoringData`."""

    length: int
    vector: bytes
    written: bytes
    named: bytes


def derived(document: Document) -> Derived:
    """Compute the data derived from a document's parts, which takes longer than analysing them."""
    weights = vector(document.parts)
    title = " ".join(terms(str(document.fields["headline"]), document.language))
    return Derived(sum(weights.values()), encode(weights), _lines(forms_of(document.parts)), _lines(title))


def entry_of(document: Document, known: Derived | None = None) -> tantivy.Document:
    """Convert a document to a tantivy entry; `known` is its `derived`, if an index has stored it."""
    data = known or derived(document)
    entry = tantivy.Document()
    entry.add_text("id", document.id)
    entry.add_text("page", document_id(document.page_url))
    entry.add_text("canonical", document_id(document.canonical_url))
    for url in document.urls:
        entry.add_text("urls", document_id(url))
    entry.add_text("site", _clean(document.site.lower()))
    entry.add_text("host", " ".join(with_parents(_clean(str(document.fields["urlHost"])))))
    entry.add_text("language", document.language)
    for name in document.fields["author"]:
        entry.add_text("author", " ".join(terms(name)))
    for name in document.fields["articleSection"]:
        entry.add_text("section", " ".join(terms(name)))
    entry.add_text("title", _words(data.named))
    for facet, values in _facets(document).items():
        for value in values:
            entry.add_text(FACETS[facet], _clean(value))
    add_terms(entry, document)
    entry.add_text("forms", _words(data.written))
    entry.add_bytes("written", data.written)
    entry.add_bytes("named", data.named)
    entry.add_unsigned("length", data.length)
    entry.add_integer("published", published_key(document.published, document.id))
    entry.add_bytes("vector", data.vector)
    entry.add_bytes("fingerprint", document.fingerprint.encode())
    entry.add_bytes("source", _source(document))
    entry.add_bytes("texts", _json([[each.kind, each.text, each.weight] for each in document.parts]))
    return entry


def _facets(document: Document) -> Mapping[Facet, Sequence[str]]:
    fields = document.fields
    return {Facet.SITE: [document.site], Facet.AUTHOR: fields["author"], Facet.SECTION: fields["articleSection"]}


class ScoringData(NamedTuple):
    """The data of a document that a score and a plain hit need.

    `vector` comes from `indexer.index.weights.encode`, `written` and `named` have a line per word, `source` is JSON of the stored fields.
    """

    id: str
    fingerprint: str
    vector: bytes
    written: bytes
    named: bytes
    source: bytes

    @property
    def fields(self) -> Mapping[str, Any]:
        """The stored fields, decoded on demand."""
        fields: Mapping[str, Any] = _decoded(self.source)["fields"]
        return fields

    def has_form(self, form: str) -> bool:
        """Return whether the document has a written form."""
        return f"\n{form}\n".encode() in self.written

    def has_in_title(self, term: str) -> bool:
        """Return whether the headline has a term."""
        return f"\n{term}\n".encode() in self.named


def scoring_data_of(entry: tantivy.Document) -> ScoringData:
    """Return the data of an entry that a score needs."""
    return ScoringData(id_of(entry), fingerprint_of(entry), *(_bytes(entry, name) for name in ("vector", "written", "named", "source")))


def _lines(words: str) -> bytes:
    return "\n".join(("", *words.split(" "), "")).encode()


def _words(lines: bytes) -> str:
    return lines[1:-1].decode().replace("\n", " ")


def id_of(entry: tantivy.Document) -> str:
    """Return the document's id."""
    return str(entry.get_first("id"))


def fingerprint_of(entry: tantivy.Document) -> str:
    """Return the fingerprint of its article."""
    return _bytes(entry, "fingerprint").decode()


def vector_of(entry: tantivy.Document) -> bytes:
    """Return the encoded weights of the document's terms."""
    return _bytes(entry, "vector")


def stored_of(entry: tantivy.Document) -> Stored:
    """Convert an entry to a stored document."""
    source = _decoded(_bytes(entry, "source"))
    published = source.pop("published")
    when = None if published is None else datetime.fromisoformat(published).astimezone(UTC)
    return Stored(
        **source,
        published=when,
        encoded_texts=_bytes(entry, "texts"),
        vector=vector_of(entry),
        fingerprint=fingerprint_of(entry),
    )


def _bytes(entry: tantivy.Document, field: str) -> bytes:
    value = entry.get_first(field)
    assert isinstance(value, bytes)
    return value


def _source(document: Document) -> bytes:
    source = {
        "id": document.id,
        "page_url": document.page_url,
        "site": document.site,
        "language": document.language,
        "published": document.published.isoformat() if document.published else None,
        "fields": dict(document.fields),
    }
    return _json(source)


def _decoded(source: bytes) -> dict[str, Any]:
    decoded: dict[str, Any] = json.loads(source.decode("utf-8", "surrogatepass"))
    return decoded


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _clean(text: str) -> str:
    """Replace lone surrogates, which engines reject."""
    return text.encode("utf-8", "replace").decode()
