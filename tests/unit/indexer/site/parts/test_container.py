"""Containers: which places of a site's templates hold its articles."""

from __future__ import annotations

from dataclasses import replace

from harness.strategies import members, page, paragraphs, prose
from indexer.page.score import ScoreParams, block_scores
from indexer.site.parts.container import ContainerParams, find_containers

MENU = "<ul>" + "".join(f"<li><a href=/{i}>{'A section of the site and what it is about' * 2}</a>" for i in range(9)) + "</ul>"
"""More letters of links than a story of three paragraphs has of text."""


def found(pages: list[str], params: ContainerParams | None = None) -> list[str]:
    sample = members(pages)
    scores = [block_scores(m.evidence, (), ScoreParams()) for m in sample]
    paths = find_containers(sample, scores, params or ContainerParams(), ScoreParams().margin)
    names = {int(p): m.evidence.tree.path_name(i) for m in sample for i, p in enumerate(m.evidence.tree.path)}
    return [names[path] for path in paths]


def entries(number: int, start: int = 0) -> list[str]:
    return [page(paragraphs(prose(start + i)), before=MENU, after=MENU) for i in range(number)]


def interviews(number: int) -> list[str]:
    return [f"<body>{MENU}<section id=talk><div>{paragraphs(prose(500 + i))}</div></section>{MENU}" for i in range(number)]


def test_one_template() -> None:
    assert found(entries(5)) == ["body>div.entry"]


def test_two_templates_the_more_frequent_first() -> None:
    assert found(entries(6) + interviews(3)) == ["body>div.entry", "section#talk>div"]
    assert found(interviews(6) + entries(3)) == ["section#talk>div", "body>div.entry"]


def test_the_deepest_of_equal_places_wins() -> None:
    pages = [f"<body><main><div class=a><div class=b>{paragraphs(prose(i))}</div></div></main>" for i in range(4)]
    assert found(pages) == ["body>main>div.a>div.b"]


def test_a_place_on_one_story_is_no_container() -> None:
    assert found(entries(5) + interviews(1)) == ["body>div.entry"]
    assert found(entries(1)) == []


def test_a_place_on_less_than_a_fiftieth_is_no_container() -> None:
    assert len(found(entries(120) + interviews(2))) == 1
    assert len(found(entries(90) + interviews(2))) == 2


def test_one_long_page_does_not_decide() -> None:
    """Twenty stories in one place outweigh a page of ten times their text in another."""
    long = [f"<body>{MENU}<div class=entry><p>x</p></div><div id=book>{paragraphs(prose(900 + i), 300)}</div>" for i in range(2)]
    assert found(entries(20) + long)[0] == "body>div.entry"


def test_places_repeated_on_a_page_share_their_vote() -> None:
    """A comment has a little more text than the story, but there are three of them, and links around them."""
    pages = []
    for i in range(5):
        comments = "".join(f"<div class=said><p>{prose(50 + 10 * i + j).paragraph(4)}</p></div>" for j in range(3))
        story = "<br>".join(prose(i).paragraph(2) for _ in range(2))[:340]
        pages.append(page(f"<p>{story}</p>", before=MENU, after=f"<div class=talk>{MENU}{comments}{MENU}</div>"))
    assert found(pages)[0] == "body>div.entry"  # a paragraph is no container


def test_copies_of_one_story_are_no_two_stories() -> None:
    sample = [replace(m, story=max(m.story, 5) if m.story < 6 else m.story) for m in members(entries(6))]
    assert len({m.story for m in sample}) == 1
    scores = [block_scores(m.evidence, (), ScoreParams()) for m in sample]
    assert find_containers(sample, scores, ContainerParams(), 0.05) == []


def test_many_templates_that_share_the_body_are_each_found() -> None:
    """The body has the largest sum, for it holds all of them, and covers no page: what stands around the stories counts against it."""
    few_links = "<ul>" + "".join(f"<li><a href=/{i}>{'A section of the site and what it is about' * 2}</a>" for i in range(4)) + "</ul>"
    pages = [f"<body>{few_links}<div id=t{'abcde'[i % 5] * 3}>{paragraphs(prose(i))}</div>" for i in range(20)]
    assert sorted(found(pages)) == [f"div#t{letter * 3}" for letter in "abcde"]


def test_the_number_is_limited_and_the_search_can_be_switched_off() -> None:
    pages = [f"<body>{MENU}<div id=t{'abcdefghij'[i % 5] * 3}>{paragraphs(prose(i))}</div>" for i in range(20)]
    assert len(found(pages)) == 5
    assert len(found(pages, ContainerParams(most=2))) == 2
    assert found(pages, ContainerParams(search=False)) == ["body"]
