"""Article: the content of one page in the terms of schema.org's NewsArticle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Block(NamedTuple):
    """A run of text between two block-level boundaries of the page.

    Parameters
    ----------
    text : str
        White space folded, no markup.
    weight : float
        In [0, 1]; 0 for a block that is not kept.
    kept : bool
        True if the block belongs to the body.
    """

    text: str
    weight: float
    kept: bool


def body_text(blocks: Iterable[Block]) -> str:
    r"""Return the kept blocks' text, separated by newlines.

    >>> body_text((Block("One.", 1.0, True), Block("Menu", 0.0, False), Block("Two.", 0.9, True)))
    'One.\nTwo.'
    """
    return "\n".join(block.text for block in blocks if block.kept)


@dataclass(frozen=True, slots=True)
class Article:
    """One page's article: fields of schema.org NewsArticle, and its blocks in document order.

    Dates are ISO 8601 with the known precision (a date, or a time with its offset). Unknown text fields are "",
    unknown lists (), and `is_accessible_for_free` is None if the page does not state it. `author_organizations` are the authors
    that are not people. `standfirst` is the text between headline and story. `sources` states where `headline`, `author` and
    `datePublished` were read.
    """

    url: str
    canonical_url: str
    headline: str
    blocks: tuple[Block, ...]
    alternative_headline: str = ""
    description: str = ""
    author: tuple[str, ...] = ()
    author_organizations: tuple[str, ...] = ()
    date_published: str = ""
    date_modified: str = ""
    in_language: str = ""
    article_section: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    publisher: str = ""
    image: str = ""
    captions: tuple[str, ...] = ()
    standfirst: str = ""
    is_accessible_for_free: bool | None = None
    sources: Mapping[str, str] = field(default_factory=dict)

    @property
    def date_precision(self) -> str:
        """Precision of the date of publication: `year`, `month`, `day`, `time`, or "" without a date.

        >>> Article("u", "u", "H", (), date_published="2026-03").date_precision
        'month'
        """
        return {0: "", 4: "year", 7: "month", 10: "day"}.get(len(self.date_published), "time")

    @property
    def article_body(self) -> str:
        r"""The kept blocks' text, separated by newlines.

        >>> Article("u", "u", "H", (Block("One.", 1.0, True), Block("Menu", 0.0, False), Block("Two.", 0.9, True))).article_body
        'One.\nTwo.'
        """
        return body_text(self.blocks)
