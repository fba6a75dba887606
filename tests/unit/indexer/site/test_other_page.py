"""Pages that are neither story nor list: what menus name, an issue's departments, and the template of both."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from harness.strategies import evidence, page, paragraphs, prose
from indexer.site.site_path import site_path
from indexer.site.types.other_page import OtherPages, StoryPage, learn_others
from indexer.site.types.params import TypeParams
from indexer.site.types.site_links import SampledPage
from indexer.site.types.tokens import tokens

SITE = "https://example.org"
MENU = "<ul>" + "".join(f"<li><a href=/{s}>{s}</a></li>" for s in ("contact", "imprint", "terms", "privacy")) + "</ul>"


def sampled(told: Sequence[tuple[str, str]]) -> list[SampledPage]:
    return [SampledPage(evidence(html, f"{SITE}{path}"), f"{SITE}{path}", i) for i, (path, html) in enumerate(told)]


def learned(told: Sequence[tuple[str, str]], listed: Sequence[str] = ()) -> OtherPages:
    sample = sampled(told)
    return learn_others(sample, [StoryPage(one, tokens(one.evidence, one.url)) for one in sample], [listed], TypeParams())


def story(i: int, menu: str = MENU, place: str = "story") -> tuple[str, str]:
    return f"/news/{i}", page(f"<h1>Story {i}</h1><div class={place}>{paragraphs(prose(i))}</div>", title=f"Story {i}", before=menu)


def about(name: str) -> tuple[str, str]:
    return f"/{name}", page(f"<h1>{name}</h1><div class=static>{paragraphs(prose(len(name) + 50))}</div>", title=name, before=MENU)


def held(others: OtherPages, path: str) -> bool:
    return others.holds(f"{SITE}{path}", frozenset())


def test_what_the_menu_names() -> None:
    others = learned([story(i) for i in range(20)] + [about("contact")])
    assert [held(others, path) for path in ("/contact", "/terms/index.html", "/news/3")] == [True, True, False]


def test_listed_stories_stay_stories() -> None:
    stories = [story(i) for i in range(20)]
    assert not held(learned(stories, ["/contact", "/news/1", "/news/2"]), "/contact")
    assert held(learned(stories, ["/news/1", "/news/2"]), "/contact")


def test_a_hub_that_lists_the_menu_is_no_list_of_stories() -> None:
    """The page about the house leads to the people, the rooms and the address, as the menu does."""
    stories = [story(i) for i in range(20)]
    assert held(learned(stories, ["/contact", "/imprint", "/news/2"]), "/contact")


@pytest.mark.parametrize("number", [3, 4])
def test_a_menu_on_few_stories_is_none(number: int) -> None:
    assert not learned([story(i) for i in range(number)]).menu


def test_headlines_in_the_menu_are_stories() -> None:
    long = MENU.replace(">imprint<", ">What the council did after the harbour<")
    mixed = f"<div><ul>{''.join(f'<li><a href=/news/{i}>A headline of some length, number {i}</a></li>' for i in range(5))}<li><a href=/news/9>Crane</a></li></ul></div>"
    others = learned([story(i, long + mixed) for i in range(20)])
    assert [held(others, path) for path in ("/imprint", "/contact", "/news/9")] == [False, True, False]


def test_template_of_the_menu_s_pages() -> None:
    names = ("contact", "imprint", "terms")
    pages = [story(i) for i in range(20)] + [about(name) for name in names]
    listed = [site_path(f"{SITE}/news/{i}") for i in range(15)]
    others = learned(pages, listed)
    one = sampled([about("the-people-of-this-house")])[0]
    other = sampled([story(99)])[0]
    assert others.holds(one.url, tokens(one.evidence, one.url))
    assert not others.holds(other.url, tokens(other.evidence, other.url))
    assert not learned(pages, listed[:5]).template, "too few stories to tell the templates apart"


def department(issue: int, name: str, title: str, parts: int) -> tuple[str, str]:
    text = "".join(f"<h2>Part {k}</h2><p>{prose(issue * 10 + k).paragraph()}</p>" for k in range(parts))
    return f"/issue{issue}/{name}", page(f"<h1>{title}</h1>{text}", title=title)


@pytest.mark.parametrize(
    ("issues", "parts", "title", "expected"),
    [
        (6, 3, lambda i: f"Mail bag, issue {i}", True),
        (4, 3, lambda i: f"Mail bag, issue {i}", False),
        (6, 1, lambda i: f"Mail bag, issue {i}", False),
        (6, 3, lambda i: f"What {prose(i).sentence()}", False),
    ],
    ids=["a department", "too few issues", "one part, as of a column", "titles of their own"],
)
def test_departments(issues: int, parts: int, title: Callable[[int], str], *, expected: bool) -> None:
    others = learned([department(i, f"mail{i}.html", title(i), parts) for i in range(60, 60 + issues)])
    assert held(others, "/issue99/mail99.html") == expected
    assert not held(others, "/issue99/story.html")
