"""Short boxes amid a lone page's text that end in a link to the site are offers; entries of a list and boxes that lead elsewhere are text."""

from __future__ import annotations

import numpy as np
import pytest

from indexer.page.parse import parse
from indexer.page.score import ScoreParams, gather
from indexer.site.parts.offers import offers

URL = "https://bode.example/harbour/crane"
WORDS = "<h4>Help us</h4><p>We live on those who read us.</p>"
BOX = f"<div class=box>{WORDS}<a href=/join>Join</a></div>"


def offered(inner: str, before: str = "<p>It rains on the quay.</p>", after: str = "<p>It stops at noon.</p>") -> list[str]:
    e = gather(parse(f"<article>{before}{inner}{after}</article>", URL), ScoreParams())
    found = offers(e, e.link_share < 0.8)
    return [e.tree.text[k] for k in sorted(found)]


@pytest.mark.parametrize(
    "box",
    [BOX, BOX * 2, f"<section>{WORDS}<div class=button><a href=/join>Join</a></div></section>", f"<div>{WORDS}<p><a href=/join>Join</a></p></div>"],
    ids=["bare link", "twice", "button", "paragraph"],
)
def test_offers_amid_the_text(box: str) -> None:
    assert set(offered(box)) == {"Help us", "We live on those who read us."}


@pytest.mark.parametrize(
    "box",
    [BOX * 3, BOX.replace("/join", "https://elsewhere.example/join"), BOX.replace("We live on", "We live on what we are told by " * 9), WORDS, f"<div>{WORDS}<a href=/join>Join</a><p>Or not.</p></div>"],
    ids=["entries of a list", "leads elsewhere", "a section", "no link", "text below the link"],
)
def test_parts_of_the_story(box: str) -> None:
    assert offered(box) == []


@pytest.mark.parametrize(("before", "after"), [("", "<p>It rains.</p>"), ("<p>It rains.</p>", "")])
def test_boxes_at_an_end_of_the_text_are_not_judged(before: str, after: str) -> None:
    assert offered(BOX, before, after) == []


def test_nothing_is_offered_of_nothing() -> None:
    e = gather(parse("<p>It rains.</p>", URL), ScoreParams())
    assert offers(e, np.zeros(len(e.key), bool)) == set()
