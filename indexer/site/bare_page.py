"""Bare pages: the little text that a page has of its own identifies a site's "not found" page at any URL.

Sites that answer 200 for missing URLs (soft 404s) show the same few words there. The words themselves do not matter: a soft 404 is
recognised because pages at quite different URLs have nothing else, title and links included. Words that a page repeats from its own
URL are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from urllib.parse import unquote, urlsplit

from indexer.page.blocks import keys
from indexer.page.metadata import Metadata
from indexer.page.page import Page
from indexer.page.tree import HIDDEN
from indexer.site.model import SiteModel
from indexer.url_shape import story_shape

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class BareParams:
    """When a page has almost no text of its own.

    Parameters
    ----------
    most : float
        Maximum weight of its own text, in letters of an alphabet.
    """

    most: float = 600.0

    def __post_init__(self) -> None:
        if not self.most > 0:
            raise ValueError("a bare page may have some text")


@dataclass(frozen=True, slots=True)
class BarePage:
    """A page with almost no text of its own.

    Parameters
    ----------
    mark : bytes
        Digest of all its own text; pages with the same mark show the same.
    shape : bytes
        Digest of the longest part of its URL without digits. Pages of one shape count once: a counter makes no different URL, and
        /print/tram-returns and /m/tram-returns show one story.
    """

    mark: bytes
    shape: bytes


def bare_page(page: Page, url: str, model: SiteModel, params: BareParams | None = None) -> BarePage | None:
    """Return the page as a bare one, or None if it has enough text of its own.

    Parameters
    ----------
    page : Page
    url : str
        Where it was fetched, regardless of its canonical URL.
    model : SiteModel
        Its site's model; template texts are not the page's own.
    params : BareParams, optional
    """
    params = params or BareParams()
    if not model.has_templates or _is_signed(page.metadata):
        return None
    hidden = page.tree.hidden[page.tree.node] >= HIDDEN
    block_keys = keys(page.tree.text)
    template = model.current.template
    own = [k for k, key in enumerate(block_keys) if key and not hidden[k] and key not in template]
    if sum(float(page.weight[k]) for k in own) > params.most:
        return None
    echoes = _echoes(url)
    said = [_without(page.tree.text[k], echoes) for k in own]
    title = _without(" ".join(page.metadata.titles[:1]), echoes)
    if not any(said):
        return None
    return BarePage(_digest([title, *sorted(filter(None, said))]), _digest([story_shape(url)]))


def _is_signed(metadata: Metadata) -> bool:
    """Return whether the page states its date or author for machines: then it is a story, even if short."""
    item = metadata.linked.item
    return bool(
        metadata.first("article:published_time", "datepublished")
        or metadata.items.get("datepublished")
        or metadata.item_authors
        or any(time.published for time in metadata.times)
        or (item and (item.date_published or item.authors))
        or metadata.rel_authors
    )


def _words(text: str) -> list[str]:
    return _WORD.findall(text.replace("_", " ").casefold())


def _echoes(url: str) -> list[list[str]]:
    """Return the URL's words as a page may repeat them: all, those of the path, those of its last part; the longest first."""
    parts = urlsplit(url)
    path, query = unquote(parts.path), unquote(parts.query)
    last = path.rstrip("/").rpartition("/")[2]
    written = (f"{path} {query}", path, last, last.rpartition(".")[0], query)
    found = {tuple(words) for text in written if (words := _words(text)) and len("".join(words)) > 1}
    return sorted((list(words) for words in found), key=lambda words: (-len(words), words))


def _without(text: str, echoes: list[list[str]]) -> str:
    """Return a text's words without digits and without runs of words that are the address's."""
    words = _words(text)
    for echo in echoes:
        at = 0
        while at + len(echo) <= len(words):
            if words[at : at + len(echo)] == echo:
                del words[at : at + len(echo)]
            else:
                at += 1
    return " ".join(word for word in words if not word.isdigit())


def _digest(parts: Iterable[str]) -> bytes:
    return blake2b("\n".join(parts).encode("utf-8", "replace"), digest_size=8).digest()
