"""Pages that were taken note of before their site had the model that it has: what cleaning them has come to since says what they are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from indexer import urls
from indexer.article.clean import TOC_REASON
from indexer.outcome import Kind
from workers.memory.site_memory import PageKind, SiteMemory
from workers.notes.page_kinds import settled

_FACT = "typed"
_TYPES = frozenset({PageKind.ARTICLE, PageKind.LIST, PageKind.OTHER})
CleanedPage = tuple[str, Kind, str]
"""URL, outcome, reason."""


def is_typed(memory: SiteMemory, version: int) -> bool:
    """Whether the memory has what the model of that version says (0: there is none)."""
    return not version or memory.facts.get(_FACT) == version


def retype(memory: SiteMemory, version: int, cleaned: Iterable[CleanedPage], *, whole: bool) -> None:
    """Let pages be what cleaning took them for.

    Parameters
    ----------
    memory : SiteMemory
    version : int
        Of the model in use.
    cleaned : iterable of (str, Kind, str)
        Pages with their outcomes.
    whole : bool
        Whether none waits to be cleaned by that model; else this is done once more.

    Examples
    --------
    >>> from workers.memory.site_memory import KnownPage
    >>> memory = SiteMemory("example.org")
    >>> memory.put(KnownPage("https://example.org/a", PageKind.LIST, visits=1))
    >>> retype(memory, 1, [("https://example.org/a", Kind.INDEXED, "")], whole=True)
    >>> memory.pages["https://example.org/a"].kind.value, is_typed(memory, 1), is_typed(memory, 2)
    ('article', True, False)
    """
    for url, kind, reason in cleaned:
        page = memory.pages.get(url)
        if page is None or page.kind not in _TYPES or not page.visits or urls.is_front_page(url):
            continue
        found = _type_of(kind, reason)
        if found is not None and settled(found, page.kind) is not page.kind:
            memory.put(replace(page, kind=found))
    if whole:
        memory.facts[_FACT] = version


def _type_of(kind: Kind, reason: str) -> PageKind | None:
    if kind in (Kind.INDEXED, Kind.DUPLICATE):
        return PageKind.ARTICLE
    if kind is not Kind.NOT_ARTICLE:
        return None
    return PageKind.LIST if reason == TOC_REASON else PageKind.OTHER
