"""Stories: detection of pages of a site that repeat the story of an earlier page.

Two pages have the same story if they name one canonical URL and share half of their text, or if headline, longest paragraph and nearly
all of the rest are equal: a template may drop a byline on one of them. A canonical URL that pages with different texts share is a
mistake of the site and is ignored.
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
from indexer.urls import has_authority_over, normalise

_LONGEST = 12
"""Number of a story's longest blocks that are stored."""
_SHARED = 0.5
"""Minimum share of these blocks that two pages with one canonical URL have in common."""
_SAME = 0.8
"""The same for two pages with one headline."""
_SHORTEST_STORY = 100
"""Stories of less weight are distinguished only by their URLs."""


@dataclass(frozen=True, slots=True)
class KnownStory:
    """A story as a page presented it.

    Parameters
    ----------
    page : str
        The page's own URL, normalised.
    url : str
        The canonical URL of the story.
    blocks : frozenset of bytes
        Digests of its longest blocks, eight bytes each.
    text : bytes
        Digest of headline and longest block; b"" for a story that is too short.
    """

    page: str
    url: str
    blocks: frozenset[bytes]
    text: bytes = b""


class StoryIndex(Protocol):
    """Storage of known stories."""

    def by_url(self, url: str) -> KnownStory | None:
        """Return the first story with this canonical URL."""

    def by_text(self, text: bytes) -> KnownStory | None:
        """Return the first story with this headline and longest block."""

    def put(self, story: KnownStory) -> None:
        """Store a story after those stored before."""

    def forget(self, page: str) -> None:
        """Remove the story of a page."""


class InMemoryStoryIndex:
    """Story index of one run."""

    def __init__(self) -> None:
        self._by_url: dict[str, KnownStory] = {}
        self._by_text: dict[bytes, KnownStory] = {}
        self._by_page: dict[str, KnownStory] = {}

    def by_url(self, url: str) -> KnownStory | None:
        """Return the first story with this canonical URL."""
        return self._by_url.get(url)

    def by_text(self, text: bytes) -> KnownStory | None:
        """Return the first story with this headline and longest block."""
        return self._by_text.get(text)

    def put(self, story: KnownStory) -> None:
        """Store a story after those stored before."""
        self._by_page[story.page] = story
        self._by_url.setdefault(story.url, story)
        if story.text:
            self._by_text.setdefault(story.text, story)

    def forget(self, page: str) -> None:
        """Remove the story of a page."""
        story = self._by_page.pop(page, None)
        if story is not None:
            self._by_url = {url: one for url, one in self._by_url.items() if one is not story}
            self._by_text = {text: one for text, one in self._by_text.items() if one is not story}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of a story: the article, with its canonical URL corrected, and the URL of the story that it duplicates."""

    article: Article
    duplicate_of: str = ""

    @property
    def is_copy(self) -> bool:
        return bool(self.duplicate_of)


class Stories:
    """Duplicate detection over a site's pages; the order of the calls decides which page is first.

    Parameters
    ----------
    index : StoryIndex or None
        Where known stories are stored; in memory by default.
    """

    def __init__(self, index: StoryIndex | None = None) -> None:
        self._index = index or InMemoryStoryIndex()

    def add(self, article: Article, own_url: str) -> Verdict:
        """Record a story and return whether another page presented it before; the same page again is no duplicate.

        >>> from indexer.article.article import Block
        >>> stories = Stories()
        >>> long = (Block("The crane is gone. " * 9, 1.0, True),)
        >>> stories.add(Article("https://a.org/1", "https://a.org/1", "H", long), "https://a.org/1").is_copy
        False
        >>> stories.add(Article("https://a.org/2", "https://a.org/2", "H", long), "https://a.org/2").duplicate_of
        'https://a.org/1'
        """
        kept = sorted((block.text for block in article.blocks if block.kept), key=lambda text: (-len(text), text))
        blocks = frozenset(map(_digest, kept[:_LONGEST]))
        story = self._index.by_url(article.canonical_url)
        if story is not None and story.page != own_url:
            if _alike(story.blocks, blocks, _SHARED):
                self._index.forget(own_url)
                return Verdict(article, story.url)
            article = replace(article, canonical_url=own_url)
        long = sum(map(weight, kept)) >= _SHORTEST_STORY
        text = _digest("\n".join((key(article.headline), kept[0]))) if long else b""
        first = self._index.by_text(text) if text else None
        known_by = article.canonical_url if has_authority_over(own_url, article.canonical_url) else own_url
        self._index.put(KnownStory(own_url, known_by, blocks, text))
        copied = (
            first is not None
            and first.page != own_url
            and first.url != known_by
            and _alike(first.blocks, blocks, _SAME)
        )  # fmt: skip
        return Verdict(article, first.url if first is not None and copied else "")

    def judge(self, cleaned: Cleaned) -> Cleaned:
        """Return a cleaned page, marked as a duplicate if its story is known; other pages than articles are unchanged."""
        if cleaned.outcome.kind is not Kind.CLEANED or cleaned.article is None:
            return cleaned
        verdict = self.add(cleaned.article, normalise(cleaned.outcome.url))
        judged = replace(cleaned, article=verdict.article)
        return judged.ended(Ending(Kind.DUPLICATE, Cause.SAME_STORY, duplicate_of=verdict.duplicate_of)) if verdict.is_copy else judged


def _alike(one: frozenset[bytes], other: frozenset[bytes], share: float) -> bool:
    smaller = min(len(one), len(other))
    return not smaller or len(one & other) >= share * smaller


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
