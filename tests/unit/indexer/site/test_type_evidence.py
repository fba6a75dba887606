"""What a page's own text and links say about its type: text under other pages' headlines, beginnings, records."""

from __future__ import annotations

from dataclasses import replace

import pytest

from harness.strategies import evidence, prose
from indexer.page.score import ScoreParams
from indexer.site.types.evidence import TypeFacts, facts, own_logit
from indexer.site.types.params import TypeParams
from indexer.site.types.site_links import SiteLinks

URL = "https://example.org/tag/harbour"
TEXT = prose(5).paragraph()


def of(html: str) -> TypeFacts:
    return facts(evidence(f"<title>Harbour</title><body>{html}", URL), URL, SiteLinks(), ScoreParams(), TypeParams())


def headline(name: str, level: int = 2) -> str:
    return f"<h{level}><a href=/news/{name}>The whole story of the {name}</a></h{level}>"


def test_text_under_another_page_s_headline_is_not_the_page_s_own() -> None:
    found = of(f"<h1>Harbour</h1><div>{headline('crane')}<p>{TEXT}</p></div><div>{headline('ferry')}<p>{TEXT}</p></div>")
    assert found.own == 0
    assert found.shown > 2 * len(TEXT) * 0.7


@pytest.mark.parametrize(
    "html",
    [
        f"<div>{headline('crane', 3)}<h1>Another headline</h1><p>{TEXT}</p></div>",
        f"<div>{headline('crane', 2)}<h2>Harbour</h2><p>{TEXT}</p></div>",
        f"<div><p>{TEXT}</p>{headline('crane')}</div>",
        f"<div><h2>The whole story of the crane</h2><p>{TEXT}</p></div>",
        f"<div><h2><a href=https://example.com/>The whole story of the crane</a></h2><p>{TEXT}</p></div>",
        f"<div><h2><a href={URL}>The whole story of the crane</a></h2><p>{TEXT}</p></div>",
        f"<div><h2><a href=/a/b>Harbour</a></h2><p>{TEXT}</p></div>",
    ],
    ids=["a section over the headline", "over the page's own", "text before it", "no link", "of another site", "of the page itself", "its title"],
)
def test_text_that_is_the_page_s_own(html: str) -> None:
    found = of(html)
    assert found.shown == 0
    assert found.own > 60


def test_one_headline_says_little() -> None:
    """A tag's only story, or a story whose headline leads to where it was first told."""
    one = of(f"<h1>Harbour</h1><div>{headline('crane')}<p>{TEXT}</p><p>{TEXT} Again.</p></div>")
    assert (one.own, one.shown) == (0, 60)


def test_subheadings_of_a_whole_story_do_not_end_it() -> None:
    found = of(f"<h1>Harbour</h1><div>{headline('crane')}<h3>Prologue</h3><p>{TEXT}</p><h3>The end</h3><p>{TEXT} Again.</p></div>")
    assert found.own == 0


@pytest.mark.parametrize(("wording", "number", "told"), [("Continue reading", 3, False), ("Continue reading", 2, True), ("", 3, True)])
def test_beginnings_end_in_one_wording(wording: str, number: int, *, told: bool) -> None:
    found = of("".join(f"<p>{prose(k).paragraph()} <a href=/news/{k}>{wording or f'part {k}'}</a></p>" for k in range(number)))
    assert (found.own > 0) == told
    assert (found.shown > 0) != told


def test_a_page_that_lists_nothing_is_no_list_for_having_no_text() -> None:
    nothing = TypeFacts(items=0, quoted=0, records=0, own=0, pager=False, front=False)
    assert own_logit(nothing, TypeParams()) < own_logit(replace(nothing, items=3), TypeParams())


@pytest.mark.parametrize("wrong", [{"boilerplate": 1.5}, {"shown": -0.1}, {"prior": 0}, {"ridge": 0.0}, {"most_other": 2.0}])
def test_constants_out_of_range(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must"):
        TypeParams(**wrong)  # type: ignore[arg-type]
