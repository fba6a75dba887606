"""Lists of links under a dropped heading: the site's own pages go, sources stay, and text ends the list."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from harness.strategies import evidence
from indexer.site.clean_page import own_lines
from indexer.site.params import SiteParams
from indexer.site.parts.link_lists import without_link_lists

HERE = "https://www.example.org/news/crane"


def listed(href: str = "/snow", text: str = "Snow on the pass") -> str:
    return f"<ul><li><a href='{href}'>{text}</a></li></ul>"


def left(html: str, dropped: Collection[str] = ("Related",), place: str = "html") -> list[str]:
    """What is left in a container, where these texts were dropped before."""
    e = evidence(html, HERE)
    kept = [k for k, text in enumerate(e.tree.text) if text not in dropped]
    container = next((i for i, s in enumerate(e.tree.signature) if s == place), 0)
    return [e.tree.text[k] for k in without_link_lists(e, container, kept)]


@pytest.mark.parametrize("href", ["/snow", "snow", "https://www.example.org/snow", "https://sport.example.org/snow"])
def test_links_to_the_site_go_under_a_dropped_heading(href: str) -> None:
    assert left(f"<p>It rains.</p><h3>Related</h3>{listed(href)}{listed('/hail', 'Hail')}") == ["It rains."]


@pytest.mark.parametrize("href", ["https://elsewhere.example/snow", "https://example.com/snow", "mailto:a@example.org", HERE, "#snow"])
def test_links_that_lead_elsewhere_stay(href: str) -> None:
    assert left(f"<p>It rains.</p><h3>Related</h3>{listed(href)}") == ["It rains.", "Snow on the pass"]


def test_sources_among_links_to_the_site_stay() -> None:
    html = f"<h3>Related</h3>{listed('/a', 'Ours')}{listed('https://elsewhere.example/b', 'Theirs')}{listed('/c', 'Ours again')}"
    assert left(html) == ["Theirs"]


def test_a_kept_heading_a_title_and_no_heading_list_nothing() -> None:
    html = f"<title>Related</title><p>It rains.</p><h3>Related</h3>{listed()}"
    assert left(html) == ["It rains.", "Snow on the pass"]  # the page's own headline was dropped, as all headlines are
    assert left(f"<h3>Related</h3>{listed()}", dropped=()) == ["Related", "Snow on the pass"]
    assert left(f"<p>Related</p>{listed()}") == ["Snow on the pass"]


def test_text_and_the_next_kept_heading_end_the_list() -> None:
    html = f"<h3>Related</h3>{listed()}<p>And on.</p>{listed('/hail', 'Hail')}"
    assert left(html) == ["And on.", "Hail"]
    assert left(f"<h3>Related</h3>{listed()}<h3>Sources</h3>{listed('/hail', 'Hail')}") == ["Sources", "Hail"]
    assert left(f"<h3>Related</h3><p>Menu</p>{listed()}", dropped=("Related", "Menu")) == []  # a dropped label does not end it


def test_a_dropped_paragraph_ends_a_list_that_has_begun() -> None:
    """What stands below it was not listed by the heading above."""
    said = "A standing note of this paper, which is dropped, and as long as a paragraph."
    assert left(f"<h3>Related</h3>{listed()}<p>{said}</p>{listed('/hail', 'Hail')}", dropped=("Related", said)) == ["Hail"]
    dropped = ("Related", said, "Snow on the pass")
    assert left(f"<h3>Related</h3>{listed()}<p>{said}</p>{listed('/hail', 'Hail')}", dropped=dropped) == ["Hail"]
    assert left(f"<h3>Related</h3><p>{said}</p>{listed()}{listed('/hail', 'Hail')}", dropped=("Related", said)) == []  # it introduces one
    short = said[:59]
    assert left(f"<h3>Related</h3>{listed()}<p>{short}</p>{listed('/hail', 'Hail')}", dropped=("Related", short)) == []  # a label
    again = f"<h3>Related</h3>{listed()}<h3>Related</h3><p>{said}</p>{listed('/hail', 'Hail')}"
    assert left(again, dropped=("Related", said)) == []  # each heading begins anew


def test_text_with_a_link_in_it_is_text() -> None:
    text = "<p>It rains, as <a href=/snow>we wrote</a>.</p>"
    assert left(f"<h3>Related</h3>{text}{listed()}") == ["It rains, as we wrote.", "Snow on the pass"]


def test_a_heading_outside_of_the_container_lists_nothing() -> None:
    html = f"<h3>Related</h3><div class=entry>{listed()}</div>"
    assert left(html, place="div.entry") == ["Snow on the pass"]
    assert left(html) == []


def test_nothing_kept_and_the_switch() -> None:
    e = evidence(f"<h3>Related</h3>{listed()}", HERE)
    assert without_link_lists(e, 0, []) == []
    assert own_lines(e, 0, [1], SiteParams()) == []
    assert own_lines(e, 0, [1], SiteParams(link_lists=False)) == [1]
