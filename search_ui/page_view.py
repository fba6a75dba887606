"""PageView: one page as the index holds it, each of its blocks with the weight that its words have."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from indexer.index.arm import Arm
from indexer.index.engine import Engine
from indexer.index.stored import Stored
from indexer.index.weights import UNIT
from indexer.urls import normalise
from search_ui.alignment import align

LEVELS = 5
"""Steps of colour; more cannot be told apart beside each other."""

LONGEST_URL = 8_192
"""As long as a link may be that the indexer takes."""

MOST_BLOCKS = 3_000
"""Blocks shown; a browser takes seconds for more, and no article has as many."""

_TEXT = "text"


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A block of the page.

    Parameters
    ----------
    text : str
    weight : float
        0 for a block that is not in the cleaned index.
    """

    text: str
    weight: float

    @property
    def kept(self) -> bool:
        """Whether the block's words can be found in the arms `body` and `weighted`."""
        return self.weight > 0

    @property
    def level(self) -> int:
        """The step of colour: 0 dropped, 1 the lightest to 5 the heaviest.

        >>> [ShownBlock("", weight).level for weight in (0, 0.001, 0.2, 0.21, 1)]
        [0, 1, 1, 2, 5]
        """
        return min(LEVELS, math.ceil(round(self.weight * LEVELS, 3)))


@dataclass(frozen=True, slots=True)
class PageView:
    """A page.

    Parameters
    ----------
    url : str
        The page's own URL.
    story_url : str
        The URL under which the article is known; "" where the page has none.
    headline, language : str
    outcome : str
        What became of the page, in one sentence.
    cleaned_by : str
        The site model, or the fallback with its reason; "" where the index does not say.
    facts : tuple of (str, str)
        The fields that are known: name and value.
    named : tuple of ShownBlock
        Headline and labels, which are indexed beside the body.
    blocks : tuple of ShownBlock
        In document order.
    left_out : int
        Blocks beyond the number that is shown.
    """

    url: str
    story_url: str
    headline: str
    language: str
    outcome: str
    cleaned_by: str
    facts: tuple[tuple[str, str], ...]
    named: tuple[ShownBlock, ...]
    blocks: tuple[ShownBlock, ...]
    left_out: int

    @property
    def runs(self) -> tuple[tuple[bool, tuple[ShownBlock, ...]], ...]:
        """The shown blocks as runs of kept and of dropped ones: whether kept, and the blocks.

        A page has many more dropped blocks than kept ones, and of a menu the run says as much as its lines.
        """
        return tuple((kept, tuple(run)) for kept, run in groupby(self.blocks, key=lambda block: block.kept))

    @property
    def kept(self) -> int:
        """Number of kept blocks among those shown."""
        return sum(block.kept for block in self.blocks)

    @property
    def kept_share(self) -> float:
        """Share of the shown characters that are kept, in [0, 1]."""
        whole = sum(len(block.text) for block in self.blocks)
        return sum(len(block.text) for block in self.blocks if block.kept) / whole if whole else 0.0


def look_up(engine: Engine, url: str) -> PageView | None:
    """The page that a URL leads to, None where the index has none.

    A copy of a story is shown as the page that the story was taken from.

    Raises
    ------
    EngineError
        Where the engine cannot answer.
    """
    if not url or len(url) > LONGEST_URL:
        return None
    for spelling in dict.fromkeys((url, normalise(url))):
        story, page = engine.read(Arm.WEIGHTED, spelling), engine.read(Arm.RAW, spelling)
        if story is not None:
            return _view(spelling, engine.read(Arm.RAW, story.page_url) or story, story)
        if page is not None:
            return _view(spelling, page, None)
    return None


def _view(asked: str, page: Stored, story: Stored | None) -> PageView:
    shown = story or page
    blocks = _blocks(page, story)
    return PageView(
        url=page.page_url,
        story_url=shown.canonical_url if story else "",
        headline=str(shown.fields["headline"]),
        language=shown.language,
        outcome=_outcome(asked, page, story),
        cleaned_by=str(shown.fields.get("siteModel", "")),
        facts=tuple(_facts(shown)),
        named=tuple(ShownBlock(text, weight / UNIT) for kind, text, weight in story.texts if kind != _TEXT)
        if story
        else (),
        blocks=blocks[:MOST_BLOCKS],
        left_out=max(0, len(blocks) - MOST_BLOCKS),
    )


def _blocks(page: Stored, story: Stored | None) -> tuple[ShownBlock, ...]:
    lines = _texts(page)
    kept = _texts(story) if story else []
    found = align([text for text, _ in lines], [text for text, _ in kept]) if page is not story else ()
    if not found:
        return tuple(ShownBlock(text, weight) for text, weight in kept)
    return tuple(ShownBlock(line.text, 0.0 if line.kept is None else kept[line.kept][1]) for line in found)


def _texts(stored: Stored) -> Sequence[tuple[str, float]]:
    return [(text, weight / UNIT) for kind, text, weight in stored.texts if kind == _TEXT]


def _outcome(asked: str, page: Stored, story: Stored | None) -> str:
    if story is None:
        kind = {"toc": "a table of contents", "other": "a page about the site, or with next to no text of its own"}
        what = kind.get(str(page.fields["pageType"]), "no story of its own")
        return f"Not indexed as an article: {what}. It can be found in the raw arm only."
    if asked not in {page.page_url, story.canonical_url} and asked in story.fields["additionalUrls"]:
        return f"Indexed once: {asked} tells the same story as this page."
    return "Indexed as an article."


def _facts(shown: Stored) -> Iterable[tuple[str, str]]:
    fields = shown.fields
    listed = (
        ("Author", ", ".join(fields["author"])),
        ("Published", str(fields["datePublished"])),
        ("Modified", str(fields["dateModified"])),
        ("Section", ", ".join(fields["articleSection"])),
        ("Keywords", ", ".join(fields["keywords"])),
        ("Language", str(fields["inLanguage"]) or shown.language),
        ("Publisher", str(fields["publisher"])),
        ("Site", shown.site),
        ("Crawled", str(fields["lastCrawled"])),
    )
    return (fact for fact in listed if fact[1])
