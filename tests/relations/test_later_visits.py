"""What was fetched earlier, or at no known time, replaces and removes nothing of what was fetched later: on every engine, whatever is between."""

from __future__ import annotations

from dataclasses import replace

import pytest

from indexer.article.article import Article, Block
from indexer.article.cleaned import Cleaned
from indexer.index.arm import Arm
from indexer.index.engine import Engine
from indexer.index.writer import write
from indexer.outcome import Ending, Kind, Outcome

URL = "https://courier.example/later/crane"  # of this module alone: Elasticsearch remembers deletions
EARLY, LATE, UNDATED = "2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z", ""


def visit(text: str, fetched: str, canonical: str = URL, url: str = URL) -> Cleaned:
    article = Article(url, canonical, "About the crane", (Block(text, 0.8, True),))
    return Cleaned(Outcome(url, "w", Ending(Kind.CLEANED)), "courier.example", "", "article", article, text, fetched)


def texts(engine: Engine, arm: Arm) -> list[str]:
    return sorted(" ".join(text for kind, text, _ in stored.texts if kind == "text") for stored in engine.stored(arm))


def kinds(engine: Engine, *pages: Cleaned) -> list[str]:
    return [outcome.kind.value for outcome in write(pages, engine)]


@pytest.mark.parametrize("older", [EARLY, UNDATED])
@pytest.mark.parametrize("canonical", [URL, "https://courier.example/later/crane-falls"])
@pytest.mark.parametrize("at_once", [True, False])
def test_an_earlier_visit_replaces_nothing(engine: Engine, older: str, canonical: str, *, at_once: bool) -> None:
    newer, late = visit("The crane fell", LATE), visit("The crane stands", older, canonical)
    ended = kinds(engine, newer, late) if at_once else kinds(engine, newer) + kinds(engine, late)
    assert ended[1] == "superseded"
    for arm in (Arm.BODY, Arm.WEIGHTED):
        assert texts(engine, arm) == ["The crane fell"]
    for arm in Arm:
        assert engine.count(arm) == 1


def test_a_removal_by_an_earlier_visit_removes_nothing(engine: Engine) -> None:
    kinds(engine, visit("The crane fell", LATE))
    gone = visit("", EARLY)
    kinds(engine, replace(gone, outcome=replace(gone.outcome, ending=Ending(Kind.GONE))))
    assert texts(engine, Arm.BODY) == ["The crane fell"]


def test_a_story_has_the_text_of_its_newest_visit_whichever_page_it_was(engine: Engine) -> None:
    story = "https://courier.example/later/story"
    newer, older = visit("The crane fell", LATE, story, f"{story}?m=1"), visit("The crane stands", EARLY, story, story)
    for pages in ((newer, older), (older, newer)):
        kinds(engine, *pages)
        assert texts(engine, Arm.BODY) == ["The crane fell"]
        assert engine.count(Arm.RAW) == 2


def test_the_same_visit_and_a_later_one_are_written(engine: Engine) -> None:
    first = visit("The crane stands", EARLY)
    assert kinds(engine, first, first, visit("The crane fell", LATE)) == ["indexed"] * 3
    assert texts(engine, Arm.BODY) == ["The crane fell"]
