"""Stories: which pages of a site tell a story that another page has told before.

Two pages tell one story if they name one canonical URL and share most of their text, or if headline and text are the same. A
canonical URL that pages with different texts name is a mistake of the site's, and is not believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from indexer.article.article import Article
from indexer.page.blocks import key, weight

_LONGEST = 12
"""So many of a story's longest blocks are remembered."""
_SHARED = 0.5
"""Share of them that two pages with one canonical URL have in common."""
_SHORTEST_STORY = 100
"""Stories of less weight are told apart by their URLs only."""


@dataclass(frozen=True, slots=True)
class _Told:
    url: str
    blocks: frozenset[bytes]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of a story: the article, with its canonical URL where that is believable, and the page that told it first."""

    article: Article
    reason: str = ""

    @property
    def is_copy(self) -> bool:
        return bool(self.reason)


class Stories:
    """The stories that a site's pages have told so far; pages come in an order that does not depend on the input's."""

    def __init__(self) -> None:
        self._by_canonical: dict[str, _Told] = {}
        self._by_text: dict[bytes, str] = {}

    def tell(self, article: Article, own_url: str) -> Verdict:
        """Take note of a story, and say whether it was told before.

        >>> from indexer.article.article import Block
        >>> stories = Stories()
        >>> long = (Block("The crane is gone. " * 9, 1.0, True),)
        >>> stories.tell(Article("https://a.org/1", "https://a.org/1", "H", long), "https://a.org/1").is_copy
        False
        >>> stories.tell(Article("https://a.org/2", "https://a.org/2", "H", long), "https://a.org/2").reason
        'same story as https://a.org/1'
        """
        kept = [block.text for block in article.blocks if block.kept]
        blocks = frozenset(_digest(text) for text in sorted(kept, key=lambda t: (-len(t), t))[:_LONGEST])
        told = self._by_canonical.get(article.canonical_url)
        if told is not None:
            if _alike(told.blocks, blocks):
                return Verdict(article, f"same story as {told.url}")
            article = replace(article, canonical_url=own_url)
        first = self._same_text((key(article.headline), *kept), article.canonical_url)
        self._by_canonical.setdefault(article.canonical_url, _Told(article.canonical_url, blocks))
        return Verdict(article, f"same story as {first}" if first else "")

    def _same_text(self, texts: Sequence[str], url: str) -> str:
        if sum(map(weight, texts)) < _SHORTEST_STORY:
            return ""
        text = _digest("\n".join(texts))
        first = self._by_text.setdefault(text, url)
        return "" if first == url else first


def _alike(one: frozenset[bytes], other: frozenset[bytes]) -> bool:
    smaller = min(len(one), len(other))
    return not smaller or len(one & other) >= _SHARED * smaller


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
