"""Trafilatura: the page-level extractor for single pages, a voter in the fit, and the peer that everything is measured against."""

from __future__ import annotations

from collections.abc import Collection

from indexer.page.blocks import key

_MOST_TAGS = 20_000
_MOST_ATTRIBUTES = 40_000
"""Trafilatura's time grows faster than the page: 4 s for 40,000 paragraphs, 7 s for 50,000 attributes. News pages have 3,000 tags."""
_LEAST_SHARE = 0.5
"""The precise output is taken unless it loses half of the default one."""


def extract(text: str, *, precise: bool = False) -> str:
    """Trafilatura's body of a page, lines parted by newlines; "" where it finds none, and for pages beyond any newspaper's size.

    Parameters
    ----------
    text : str
        The page's decoded text.
    precise : bool
        Its `favor_precision`.

    >>> "A story" in extract("<html><body><article><p>" + "A story is told here. " * 20 + "</p></article></body></html>")
    True
    """
    if text.count("<") > 2 * _MOST_TAGS or text.count("=") > _MOST_ATTRIBUTES:
        return ""
    import trafilatura

    return trafilatura.extract(text, include_comments=False, favor_precision=precise) or ""


def single_page_lines(text: str, titles: Collection[str]) -> list[str]:
    """The body of a page that comes without others of its site, as lines.

    Trafilatura's precise output, unless it loses half of its default one, without lines that only repeat the page's title.

    Parameters
    ----------
    text : str
        The page's decoded text.
    titles : collection of str
        Keys of its titles (`indexer.page.titles`).
    """
    default, precise = extract(text), extract(text, precise=True)
    chosen = precise if len(precise) >= _LEAST_SHARE * len(default) else default
    return [line for line in chosen.split("\n") if line.strip() and key(line) not in titles]
