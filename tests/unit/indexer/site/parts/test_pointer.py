"""Lines that point to other stories."""

from __future__ import annotations

from dataclasses import replace

import pytest

from harness.strategies import articles, evidence, members, page, paragraphs, prose
from indexer.page.blocks import key
from indexer.site.parts.pointer import PointerParams, find_lead_ins, index_headlines, is_pointer, lead_in, site_headlines

PARAMS = PointerParams()
TITLE = "The crane in the harbour is gone"
HEADLINES = index_headlines(frozenset({key(TITLE), key("A ferry sank at night")}))


def test_headlines_name_one_story_only() -> None:
    pages = [f"<title>Headline number {word} | The Example Courier</title><h1>Headline number {word}</h1>x" for word in ("one", "two")]
    assert site_headlines(members(pages), PARAMS) == {
        "headlinenumberone", "headlinenumbertwo", "headlinenumberonetheexamplecourier", "headlinenumbertwotheexamplecourier",
    }  # fmt: skip
    short = ["<h1>Sport</h1>x", "<h1>A crane</h1>x"]
    assert site_headlines(members(short), PARAMS) == frozenset()


@pytest.mark.parametrize(
    ("html", "points"),
    [
        (f"<p><a href=/1>{TITLE}</a></p>", True),
        (f"<p>Read also: <a href=/1>{TITLE}</a></p>", True),
        (f"<p><a href=/1>{TITLE}</a> (video)</p>", True),
        (f"<p>{TITLE}</p>", False),
        (f"<p>As we said when <a href=/1>{TITLE}</a>, the council had other plans for the quay and for all that stands on it.</p>", False),
        ("<p><a href=/1>Another headline of some length</a></p>", False),
        (f"<p><a href=/1>{TITLE}{' and more of it' * 20}</a></p>", False),
        (f"<title>{TITLE}</title><p><a href=/1>{TITLE}</a></p>", False),
    ],
)
def test_pointers(html: str, points: bool) -> None:
    assert is_pointer(evidence(html), 0, HEADLINES, PARAMS) is points


def test_headlines_are_found_at_both_ends_of_a_line_as_by_trying_all() -> None:
    lines = [f"read{h}" for h in HEADLINES.all] + [f"{h}photos" for h in HEADLINES.all] + ["nothing", *HEADLINES.all]
    for line in lines:
        tried = sorted(h for h in HEADLINES.all if h != line and (line.startswith(h) or line.endswith(h)))
        assert sorted(set(HEADLINES.at_an_end(line))) == tried


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("<p>Read also: <a href=/1>A headline of some length</a></p>", "readalso"),
        ("<p>Read also: <a href=/1>A headline of some length</a>.</p>", "readalso"),
        ("<p>相关报道：<a href=/1>起重机被更换了</a></p>", "相关报道"),
        ("<p><a href=/1>A headline of some length</a></p>", ""),
        ("<p>Read also: <a href=/1>A headline</a> and what we wrote of it on the day after that</p>", ""),
        ("<p>A sentence that goes on for more than forty letters before <a href=/1>it ends in a link that is long as well</a></p>", ""),
        ("<p>Read also: a headline</p>", "readalso"),
        ("<p>A sentence that goes on for more than forty letters: and then ends</p>", ""),
        ("<p>It is 10:30 in the harbour.</p>", ""),
    ],
)
def test_lead_ins_of_one_line(html: str, words: str) -> None:
    assert lead_in(evidence(html), 0, PARAMS) == words


def linked(lead: str, number: int, *, own: bool = True) -> list[str]:
    """Stories that link each other after a lead-in."""
    titles = [f"The headline of story {'abcdefghij'[i] * 3}" for i in range(8)]
    targets = titles if own else [f"A page elsewhere of {t}" for t in "qrstuvwxyz"]
    lines = [f"<p>{lead}: <a href=/{i}>{targets[(i + 1) % 8]}</a></p>" if i < number else "" for i in range(8)]
    return [page(f"<h1>{t}</h1>{paragraphs(prose(i))}{lines[i]}", title=t) for i, t in enumerate(titles)]


@pytest.mark.parametrize(
    ("pages", "expected"),
    [(linked("Read also", 3), {"readalso"}), (linked("Read also", 2), set()), (linked("Source", 6, own=False), set())],
)
def test_lead_ins_of_a_site(pages: list[str], expected: set[str]) -> None:
    sample = articles(pages)
    headlines = index_headlines(site_headlines([p.member for p in sample.pages], PARAMS))
    assert find_lead_ins(sample, headlines, PARAMS) == expected
    assert find_lead_ins(sample, headlines, replace(PARAMS, lead_ins=False)) == frozenset()


@pytest.mark.parametrize(("at_end", "number", "found"), [(True, 10, True), (False, 10, False), (True, 3, False)])
def test_lines_behind_the_text_with_one_beginning_are_pointers_without_links(at_end: bool, number: int, found: bool) -> None:
    pages = []
    for i in range(10):
        line = f"<p>More on it: the tram of the {'abcdefghij'[i] * 3} · the quay</p>" if i < number else ""
        text = paragraphs(prose(i))
        pages.append(page(f"<h1>Story {i}</h1>{text}{line}" if at_end else f"<h1>Story {i}</h1>{text}{line}{paragraphs(prose(i + 50))}"))
    sample = articles(pages)
    assert (find_lead_ins(sample, index_headlines(frozenset()), PARAMS) == {"moreonit"}) is found
