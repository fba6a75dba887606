"""What a page has of its own where that is next to nothing: by this a site's "not found" page is known under any address.

Sites that answer 200 for addresses that they do not have (soft 404s) show one and the same few words there. What these words are is
nobody's business; what tells them is that pages of quite different addresses have nothing else, title and links included. What a page
repeats of its own address is no difference.
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
    """When a page has next to nothing of its own.

    Parameters
    ----------
    most : float
        Weight of its own text, in letters of an alphabet.
    """

    most: float = 600.0

    def __post_init__(self) -> None:
        if not self.most > 0:
            raise ValueError("a bare page may have some text")


@dataclass(frozen=True, slots=True)
class BarePage:
    """A page with next to nothing of its own.

    Parameters
    ----------
    mark : bytes
        Of all that it has of its own; pages with the same mark show the same.
    shape : bytes
        Of the longest part of its address, digits left out. Pages of one shape count once: a counter is no different address, and
        /print/tram-returns and /m/tram-returns are one story's.
    """

    mark: bytes
    shape: bytes


def bare_page(page: Page, url: str, model: SiteModel, params: BareParams | None = None) -> BarePage | None:
    """The page as a bare one, None where it says something.

    Parameters
    ----------
    page : Page
    url : str
        Where it was fetched, whatever it calls itself.
    model : SiteModel
        Its site's: a text of the template is nobody's own.
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
    """Whether the page states for machines when it was published, or who wrote it: it is a story, however short."""
    item = metadata.linked.item
    return bool(
        metadata.first("article:published_time", "datepublished")
        or metadata.items.get("datepublished")
        or metadata.items.get("author")
        or any(time.published for time in metadata.times)
        or (item and (item.date_published or item.authors))
        or metadata.rel_authors
    )


def _words(text: str) -> list[str]:
    return _WORD.findall(text.replace("_", " ").casefold())


def _echoes(url: str) -> list[list[str]]:
    """The words of the address as a page may repeat them: all, those of the path, those of its last part; the longest first."""
    parts = urlsplit(url)
    path, query = unquote(parts.path), unquote(parts.query)
    last = path.rstrip("/").rpartition("/")[2]
    written = (f"{path} {query}", path, last, last.rpartition(".")[0], query)
    found = {tuple(words) for text in written if (words := _words(text)) and len("".join(words)) > 1}
    return sorted((list(words) for words in found), key=lambda words: (-len(words), words))


def _without(text: str, echoes: list[list[str]]) -> str:
    """A text's words without digits and without runs of words that are the address's."""
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
