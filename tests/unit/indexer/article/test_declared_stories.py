"""Pages that say of themselves what they are: JSON-LD's article decides over what a page looks like, and has the rest of a cut text."""

from __future__ import annotations

import json

import pytest

from indexer.article.body import fuller_lines
from indexer.page.parse import parse
from indexer.page.score import ScoreParams, gather
from indexer.site.model import Sampled, fit, type_of
from indexer.site.params import SiteParams

HEADLINES = [f"The crane of the {name} harbour comes" for name in "north south west east upper lower".split()]
TEASERS = "".join(
    f"<div><h3><a href='/{i}'>{name}</a></h3><p>It lifts ninety tonnes, twice as much as the old one, says {name}.</p></div>"
    for i, name in enumerate(HEADLINES)
)


def kind(head: str, title: str = "Six cranes at a glance", url: str = "https://example.org/six") -> str:
    page = parse(f"<title>{title} | Post</title>{head}<main><h1>{title}</h1>{TEASERS}</main>", url)
    model = fit([Sampled(page, url)], SiteParams())
    return type_of(model, gather(page, ScoreParams()), url)


def declared(headline: str) -> str:
    return "<script type='application/ld+json'>" + json.dumps({"@type": "NewsArticle", "headline": headline}) + "</script>"


def test_stories_under_linked_headlines_are_an_article_where_the_page_declares_it() -> None:
    assert kind("") == "toc"
    assert kind(declared("Six cranes at a glance")) == "article"


@pytest.mark.parametrize("url", ["https://example.org/", "https://example.org/index.html"])
def test_a_front_page_is_no_article_whatever_it_declares(url: str) -> None:
    assert kind(declared("Six cranes at a glance"), url=url) == "toc"


def test_an_article_that_is_another_page_s_declares_nothing() -> None:
    assert kind(declared(HEADLINES[0])) == "toc"


def test_a_text_below_the_page_s_own_headline_is_a_story_beside_many_links() -> None:
    told = "".join(f"<p>The harbour master, part {i}, has to know that the crane is old and goes to the museum.</p>" for i in range(9))
    url = "https://example.org/crane"
    page = parse(f"<title>Crane comes</title><main><h1>Crane comes</h1>{told}</main><div>{TEASERS}</div>", url)
    assert type_of(fit([Sampled(page, url)]), gather(page, ScoreParams()), url) == "article"


SHOWN = "The crane is old, says the harbour master, who has to know."


@pytest.mark.parametrize(
    ("declared_body", "more"),
    [
        (SHOWN + "\n" + SHOWN.replace("crane", "tram"), True),
        (SHOWN, False),
        (SHOWN.replace("crane", "tram") * 3, False),
        ("", False),
    ],
)
def test_a_declared_body_counts_where_it_goes_on(declared_body: str, more: bool) -> None:
    assert bool(fuller_lines(declared_body, [SHOWN])) is more
