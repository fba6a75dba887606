"""Whom a fit asks for a second opinion: few stories where the answers change nothing, more where they do, all where the two disagree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from harness.strategies import Layout, build, page, paragraphs, prose, sampled
from indexer.page.page_level import page_level
from indexer.page.score import Evidence, gather
from indexer.site.params import SiteParams
from indexer.site.votes import collect

SITE = build(Layout(seed=4, articles=60))
SAMPLE = SITE.sample()
PARAMS = SiteParams(most_votes=45)
EVIDENCE = [gather(one.page, PARAMS.score) for one in SAMPLE]


def asked(
    answer: Callable[[int], str],
    told: list[int],
    teaches: list[bool],
    params: SiteParams = PARAMS,
    evidence: Sequence[Evidence] = EVIDENCE,
) -> list[int]:
    """The pages that were asked about, each at most once."""
    calls: list[int] = []

    def ask(some: Sequence[int]) -> list[str]:
        calls.extend(some)
        return [answer(i) for i in some]

    found = collect(ask, evidence, [e.page.url for e in evidence], told, teaches, params, ((15, 0.995), (30, 0.983)))
    assert len(set(calls)) == len(calls)
    assert [i for i, text in enumerate(found) if text is not None] == sorted(calls)
    return calls


def story(i: int) -> str:
    """What the page-level scorer takes as well."""
    own = page_level(EVIDENCE[i], (), PARAMS.score)
    return "\n".join(text for text, takes in zip(EVIDENCE[i].tree.text, own.tolist(), strict=True) if takes)


def nearly(i: int) -> str:
    """The same without a paragraph of every other page."""
    lines = story(i).split("\n")
    return "\n".join(lines[: -(i % 2) or None])


@pytest.mark.parametrize(("answer", "most"), [(story, 15), (nearly, 15), (lambda i: SITE.template[0], 60)])
def test_few_are_asked_about_where_the_two_agree_or_their_difference_changes_nothing(answer: Callable[[int], str], most: int) -> None:
    teaches = [bool(page.paragraphs) for page in SITE.pages]
    assert len(asked(answer, list(range(len(SAMPLE))), teaches)) == most


@pytest.mark.parametrize(("length", "most"), [(10, 45), (40, 30)])
def test_more_are_asked_about_where_the_answers_change_what_is_kept(length: int, most: int) -> None:
    """The scorer takes a note with a long link, the second extractor does not: with its answers the model drops the note."""
    text = prose()
    note = "<div class=note><p>{} <a href=/{}>{}</a></p></div>"
    pages = [page(paragraphs(text, length) + note.format(text.paragraph(2), i, text.sentence())) for i in range(60)]
    evidence = [gather(one.page, PARAMS.score) for one in sampled(pages)]

    def without_note(i: int) -> str:
        return "\n".join(evidence[i].tree.text[:length])

    assert len(asked(without_note, list(range(60)), [True] * 60, evidence=evidence)) == most


@pytest.mark.parametrize(("silent_after", "most"), [(15, 30), (30, 45)])
def test_no_more_are_asked_about_where_later_answers_change_nothing(silent_after: int, most: int) -> None:
    """The first answers make the model drop the note, those behind them say nothing."""
    text = prose()
    note = "<div class=note><p>{} <a href=/{}>{}</a></p></div>"
    pages = [page(paragraphs(text, 20) + note.format(text.paragraph(2), i, text.sentence())) for i in range(60)]
    evidence = [gather(one.page, PARAMS.score) for one in sampled(pages)]
    calls: list[int] = []

    def ask(some: Sequence[int]) -> list[str | None]:
        calls.extend(some)
        return [None if len(calls) > silent_after else "\n".join(evidence[i].tree.text[:20]) for i in some]

    collect(ask, evidence, [e.page.url for e in evidence], list(range(60)), [True] * 60, PARAMS, ((15, 0.995), (30, 0.995), (45, 0.995)))
    assert len(calls) == most


def test_of_each_story_one_page_is_asked_about() -> None:
    teaches = [bool(page.paragraphs) for page in SITE.pages]
    told = [i // 5 for i in range(len(SAMPLE))]
    calls = asked(nearly, told, teaches)
    assert len(calls) == len({told[i] for i in calls}) == len({told[i] for i, may in enumerate(teaches) if may})


def test_only_pages_that_teach_are_asked_about() -> None:
    assert asked(story, list(range(len(SAMPLE))), [False] * len(SAMPLE)) == []
    assert asked(story, list(range(len(SAMPLE))), [True] * len(SAMPLE), replace(PARAMS, most_votes=0)) == []
