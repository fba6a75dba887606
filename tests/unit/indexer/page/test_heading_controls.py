"""Links that act on a heading's section are no text; what stands behind them keeps its place."""

from __future__ import annotations

from indexer.page.page import Page
from indexer.page.parse import parse

BOX = "<div><h2>{0}</h2>[<a href=/e?s={0}>edit</a> | <a href=/s?s={0}>source</a>]</div><p>{1} <a href=/{0}>more</a></p>"


def links(page: Page) -> list[tuple[str, str]]:
    return [(link.text, page.tree.text[link.block]) for link in page.links]


def test_blocks_beside_headings_are_dropped_and_links_stay_with_their_text() -> None:
    page = parse(BOX.format("Life", "Born here.") + BOX.format("Works", "Built that."))
    assert page.tree.text == ("Life", "Born here. more", "Works", "Built that. more")
    assert links(page) == [("more", "Born here. more"), ("more", "Built that. more")]


def test_marked_names_stay_with_their_text() -> None:
    page = parse(BOX.format("Life", "Born.") + BOX.format("Works", "Built.") + "<p>Text.</p><p class=author>Ada Berg</p>")
    assert [page.tree.text[mark.block] for mark in page.metadata.bylines] == ["Ada Berg"]


def test_a_link_beside_one_heading_stays() -> None:
    page = parse("<div><h2>Life</h2><a href=/ada>Ada Berg</a></div><div><h2>Works</h2><a href=/bo>Bo Dahl</a></div>")
    assert page.tree.text == ("Life", "Ada Berg", "Works", "Bo Dahl")


def test_a_recurring_name_beside_headings_leads_to_one_address_and_stays() -> None:
    page = parse("".join(f"<div><h2>{name}</h2><a href=/ada>Ada Berg</a></div>" for name in ("Life", "Works")))
    assert page.tree.text.count("Ada Berg") == 2


def test_a_heading_of_nothing_but_a_link_stays() -> None:
    page = parse("<h2><a href=/a>More</a></h2><h2><a href=/b>More</a></h2>")
    assert page.tree.text == ("More", "More")


def test_signs_at_both_ends() -> None:
    page = parse("".join(f"<h2><a href=#{k}>#</a> {name} <a href=#{k}>¶</a></h2>" for k, name in enumerate(("Why?", "How?"))))
    assert page.tree.text == ("Why?", "How?")
    assert page.tree.link_length.tolist() == [0, 0]
