"""Stored: a document read back from an engine, analysed again only on demand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from indexer.index.document import Document
from indexer.index.weights import UNIT, part


@dataclass(frozen=True, slots=True)
class Stored:
    """A document as an engine stores it.

    Parameters
    ----------
    id, page_url, site, language, published, fields, fingerprint
        As in Document.
    encoded_texts : bytes
        JSON of kind, text, and weight in thousandths of each part; decoded on demand, because most hits never need it.
    vector : bytes
        The encoded weights of its terms (see `indexer.index.weights.encode`).
    """

    id: str
    page_url: str
    site: str
    language: str
    published: datetime | None
    fields: Mapping[str, Any]
    encoded_texts: bytes
    vector: bytes
    fingerprint: str = ""

    @property
    def canonical_url(self) -> str:
        """The canonical URL shared by all variants of the story."""
        return str(self.fields["canonicalUrl"])

    @property
    def texts(self) -> tuple[tuple[str, str, int], ...]:
        """Kind, text, and weight in thousandths of each part."""
        parts = json.loads(self.encoded_texts.decode("utf-8", "surrogatepass"))
        return tuple((kind, text, weight) for kind, text, weight in parts)

    @property
    def words(self) -> frozenset[str]:
        """The distinct terms that it was indexed with."""
        return frozenset(line.split("\t", 1)[0] for line in self.vector.decode().split("\n")[1:])

    def document(self) -> Document:
        """Return the document as it was written, by analysing it again."""
        parts = tuple(part(kind, text, self.language, weight / UNIT) for kind, text, weight in self.texts)
        return Document(
            self.id, self.page_url, self.site, self.language, self.published, parts, self.fields, self.fingerprint
        )
