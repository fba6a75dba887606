"""Stories: which pages of a site tell a story that another page has told before.

Two pages tell one story if they name one canonical URL and share half of their text, or if headline and longest paragraph are the same and
nearly all of the rest: a template may leave a byline on the one that it leaves out on the other. A canonical URL that pages with different
texts name is a mistake of the site's, and is not believed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Protocol

from indexer.article.article import Article
from indexer.article.cleaned import Cleaned
from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.page.blocks import key, weight
from indexer.urls import normalise, speaks_for

_LONGEST = 12
"""So many of a story's longest blocks are remembered."""
_SHARED = 0.5
"""Share of them that two pages with one canonical URL have in common."""
_SAME = 0.8
"""The same for two pages with one headline."""
_SHORTEST_STORY = 100
"""Stories of less weight are told apart by their URLs only."""


@dataclass(frozen=True, slots=True)
class KnownStory:
    """A story as a page told it.

    Parameters
    ----------
    page : str
        The page's own URL, normalised.
    url : str
        The URL that the story is known by.
    blocks : frozenset of bytes
        Digests of its longest blocks, eight bytes each.
    text : bytes
        Digest of headline and longest block; b"" for a story too short to be known by them.
    """

    page: str
    url: str
    blocks: frozenset[bytes]
    text: bytes = b""


class StoryIndex(Protocol):
    """Where told stories are kept."""

    def by_url(self, url: str) -> KnownStory | None:
        """The first story that is known by a URL."""

    def by_text(self, text: bytes) -> KnownStory | None:
        """The first story with a headline and longest block."""

    def put(self, story: KnownStory) -> None:
        """Keep a story behind those kept before."""

    def forget(self, page: str) -> None:
        """Forget what a page told."""


class InMemoryStoryIndex:
    """A shelf that is lost with the run."""

    def __init__(self) -> None:
        self._by_url: dict[str, KnownStory] = {}
        self._by_text: dict[bytes, KnownStory] = {}
        self._by_page: dict[str, KnownStory] = {}

    def by_url(self, url: str) -> KnownStory | None:
        """The first story that is known by a URL."""
        return self._by_url.get(url)

    def by_text(self, text: bytes) -> KnownStory | None:
        """The first story with a headline and longest block."""
        return self._by_text.get(text)

    def put(self, story: KnownStory) -> None:
        """Keep a story behind those kept before."""
        self._by_page[story.page] = story
        self._by_url.setdefault(story.url, story)
        if story.text:
            self._by_text.setdefault(story.text, story)

    def forget(self, page: str) -> None:
        """Forget what a page told."""
        story = self._by_page.pop(page, None)
        if story is not None:
            self._by_url = {url: one for url, one in self._by_url.items() if one is not story}
            self._by_text = {text: one for text, one in self._by_text.items() if one is not story}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of a story: the article, with its canonical URL where that is believable, and the page that told it first."""

    article: Article
    duplicate_of: str = ""

    @property
    def is_copy(self) -> bool:
        return bool(self.duplicate_of)


class Stories:
    """The stories that a site's pages have told so far; which of two came first, the order of the calls says.

    Parameters
    ----------
    shelf : StoryIndex or None
        Where they are kept; in memory without.
    """

    def __init__(self, shelf: StoryIndex | None = None) -> None:
        self._shelf = shelf or InMemoryStoryIndex()

    def tell(self, article: Article, own_url: str) -> Verdict:
        """Take note of a story, and say whether another page told it before; a page that tells it again is none.

        >>> from indexer.article.article import Block
        >>> stories = Stories()
        >>> long = (Block("The crane is gone. " * 9, 1.0, True),)
        >>> stories.tell(Article("https://a.org/1", "https://a.org/1", "H", long), "https://a.org/1").is_copy
        False
        >>> stories.tell(Article("https://a.org/2", "https://a.org/2", "H", long), "https://a.org/2").duplicate_of
        'https://a.org/1'
        """
        kept = sorted((block.text for block in article.blocks if block.kept), key=lambda text: (-len(text), text))
        blocks = frozenset(map(_digest, kept[:_LONGEST]))
        story = self._shelf.by_url(article.canonical_url)
        if story is not None and story.page != own_url:
            if _alike(story.blocks, blocks, _SHARED):
                self._shelf.forget(own_url)
                return Verdict(article, story.url)
            article = replace(article, canonical_url=own_url)
        long = sum(map(weight, kept)) >= _SHORTEST_STORY
        text = _digest("\n".join((key(article.headline), kept[0]))) if long else b""
        first = self._shelf.by_text(text) if text else None
        known_by = article.canonical_url if speaks_for(own_url, article.canonical_url) else own_url
        self._shelf.put(KnownStory(own_url, known_by, blocks, text))
        copied = (
            first is not None
            and first.page != own_url
            and first.url != known_by
            and _alike(first.blocks, blocks, _SAME)
        )  # fmt: skip
        return Verdict(article, first.url if first is not None and copied else "")

    def judge(self, cleaned: Cleaned) -> Cleaned:
        """A cleaned page, as a duplicate where its story was told before; what is no article stays as it is."""
        if cleaned.outcome.kind is not Kind.CLEANED or cleaned.article is None:
            return cleaned
        verdict = self.tell(cleaned.article, normalise(cleaned.outcome.url))
        judged = replace(cleaned, article=verdict.article)
        return judged.ended(Ending(Kind.DUPLICATE, Cause.SAME_STORY, duplicate_of=verdict.duplicate_of)) if verdict.is_copy else judged


def _alike(one: frozenset[bytes], other: frozenset[bytes], share: float) -> bool:
    smaller = min(len(one), len(other))
    return not smaller or len(one & other) >= share * smaller


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
