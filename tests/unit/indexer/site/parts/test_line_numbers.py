"""Line numbers beside program text go; numbers that say something stay."""

from __future__ import annotations

import pytest

from harness.strategies import evidence
from indexer.site.clean_page import own_lines
from indexer.site.params import SiteParams
from indexer.site.parts.line_numbers import without_line_numbers

CODE = "<pre>a = b</pre>"


def left(html: str) -> list[str]:
    e = evidence(html)
    return [e.tree.text[k] for k in without_line_numbers(e, range(len(e.key)))]


@pytest.mark.parametrize("tag", ["pre", "code", "div", "span"])
def test_numbers_that_count_go_in_any_cell(tag: str) -> None:
    assert left(f"<div><{tag}>8<br>9<br>10</{tag}></div><div>{CODE}</div>") == ["a = b"]
    assert left(f"<div><{tag}>1 2 3</{tag}></div><div>{CODE}</div>") == ["a = b"]


@pytest.mark.parametrize("tag", ["td", "th"])
def test_numbers_that_count_go_in_tables(tag: str) -> None:
    assert left(f"<table><tr><{tag}>1<br>2</{tag}><td>{CODE}</td></tr></table>") == ["a = b"]
    assert left(f"<table><tr><{tag}>1 2<br>3 4<br>5</{tag}><td>{CODE}</td></tr></table>") == ["a = b"]


@pytest.mark.parametrize("tag", ["p", "li", "h2", "blockquote"])
def test_numbers_in_running_text_stay(tag: str) -> None:
    assert left(f"<{tag}>1<br>2<br>3</{tag}>{CODE}") == ["1", "2", "3", "a = b"]


@pytest.mark.parametrize(
    "numbers", [["1", "3"], ["3", "2"], ["5", "5"], ["2", "4", "8"], ["1.5", "2.5"], ["1a", "2a"], ["1000000", "1000001"]]
)
def test_numbers_that_do_not_count_stay(numbers: list[str]) -> None:
    assert left(f"<div>{'<br>'.join(numbers)}</div>") == numbers


@pytest.mark.parametrize("numbers", ["3<br>2", "2024", "2<br>4"])
def test_nor_do_they_go_beside_program_text(numbers: str) -> None:
    assert left(f"<div>{numbers}</div>{CODE}") == [*numbers.split("<br>"), "a = b"]


@pytest.mark.parametrize(
    "cell", ["<td>2023<br>2024</td>", "<td>2023 2024</td>", "<th>7<br>8<br>9</th>", "<td>1<br>2</td>", "<td>0<br>1<br>2</td>"]
)
def test_numbers_that_count_stay_where_no_program_text_is_beside_them(cell: str) -> None:
    """Years of a table, its ranks, the score of a match."""
    e = evidence(f"<table><tr>{cell}<td>North and south</td></tr></table>{'<p>Text</p>' * 2}{CODE}")
    assert without_line_numbers(e, range(len(e.key))) == list(range(len(e.key)))


@pytest.mark.parametrize("cell", ["1<br>2<br>3", "1 2 3", "1<br>2 3"])
def test_three_numbers_from_one_on_are_line_numbers_without_a_listing(cell: str) -> None:
    """Highlighters write program text in elements of every kind."""
    assert left(f"<table><tr><td>{cell}</td><td><div>a = b</div></td></tr></table>") == ["a = b"]


def test_program_text_stands_beside_them_on_either_side_in_a_place_of_its_own() -> None:
    assert left(f"{CODE}<div>8<br>9</div>") == ["a = b"]
    assert left(f"{CODE}<p>Text</p><div>8<br>9</div>") == ["a = b", "Text", "8", "9"]
    assert left("<pre>8<br>9<br>Text</pre>") == ["8", "9", "Text"]  # the listing is its own neighbour only


def test_numbers_may_count_from_one_in_lines_beside_each_other() -> None:
    lines = "".join(f"<div class=line>{i}</div>" for i in (1, 2, 3))
    assert left(f"<table><tr><td>{lines}</td><td><div>a = b</div></td></tr></table>") == ["a = b"]
    innings = "".join(f"<td>{i}</td>" for i in (1, 2, 3))
    assert left(f"<table><tr>{innings}</tr></table>") == ["1", "2", "3"]


def test_a_run_ends_where_it_stops_counting() -> None:
    assert left("<div>1<br>2<br>3<br>7<br>Text<br>1<br>2<br>3</div>") == ["7", "Text"]
    assert left("<div>1<br>2 people</div>") == ["1", "2 people"]
    assert left(f"{CODE}<div>4</div><div>5</div>") == ["a = b", "4", "5"]  # two places: results of a match


def test_a_lone_one_goes_beside_a_listing_only() -> None:
    assert left(f"<pre>1</pre>{CODE}") == ["a = b"]
    assert left(f"<pre>2</pre>{CODE}") == ["2", "a = b"]
    assert left("<pre>1</pre><p>Text</p>") == ["1", "Text"]
    assert left(f"<div>1</div>{CODE}") == ["1", "a = b"]
    assert left("<pre>1</pre>") == ["1"]


def test_only_kept_blocks_are_looked_at_and_the_switch_keeps_all() -> None:
    e = evidence("<div>1<br>2<br>3</div>")
    assert without_line_numbers(e, [0, 2]) == [0, 2]  # 1, 3
    assert without_line_numbers(e, []) == []
    assert own_lines(e, 0, [0, 1, 2], SiteParams()) == []
    assert own_lines(e, 0, [0, 1, 2], SiteParams(line_numbers=False)) == [0, 1, 2]
