"""Where a site's model is doubted: pages take the fuller answer, and records, events and reports say so."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from harness.strategies import Prose, page, paragraphs, prose, sampled
from indexer.article.body import body_of
from indexer.article.clean import clean_page
from indexer.article.cleaned import Cleaned
from indexer.article.doubted_sites import DoubtedSites
from indexer.article.learned import LearnedSite, decode, encode, learn
from indexer.cli.model_report import model_record, model_table
from indexer.outcome import Ending, Kind, Outcome
from indexer.page.parse import parse
from indexer.page.raw import RawPage
from indexer.site.agreement import Agreement
from indexer.site.doubt import Doubt
from indexer.site.model import Sampled
from indexer.site.types.page_type import ARTICLE, TOC

NOW = datetime(2024, 6, 1, tzinfo=UTC)
URL = "https://example.org/news/other"


@pytest.fixture(scope="module")
def voted() -> LearnedSite:
    pages = [page(paragraphs(prose(i), 4)) for i in range(8)]
    return learn("example.org", [replace(one, extracted="\n".join(one.page.tree.text)) for one in sampled(pages)])


def _doubts(html: str, learned: LearnedSite) -> tuple[Doubt, ...]:
    return body_of(parse(html, URL), learned).doubts


def test_each_doubt_of_a_page_is_a_value(voted: LearnedSite) -> None:
    story = paragraphs(prose(60), 3)
    own = "".join(f"<p>{prose(70 + i).paragraph()}</p>" for i in range(6))
    assert _doubts(page(story), voted) == ()
    assert _doubts(f"<main><article>{own}</article></main>", voted) == (Doubt.NO_CONTAINER,)
    told, more = (" ".join(prose(seed).paragraph() for seed in seeds) for seeds in (range(80, 83), range(90, 96)))
    declared = json.dumps({"@context": "https://schema.org", "@type": "NewsArticle", "articleBody": f"{told} {more}"})
    shown = "".join(f"<p>{prose(seed).paragraph()}</p>" for seed in range(80, 83))
    script = f"<script type='application/ld+json'>{declared}</script>"
    assert _doubts(page(shown).replace("</head>", f"{script}</head>"), voted) == (Doubt.DECLARED,)


def test_text_that_both_extractors_want_is_taken_and_said(voted: LearnedSite) -> None:
    long = [prose(100 + i).paragraph() for i in range(12)]
    html = page(paragraphs(prose(61), 8), after="".join(f"<p>{text}</p>" for text in long))
    found = body_of(parse(html, URL), voted)
    assert found.doubts == (Doubt.WITHHELD,)
    assert set(long) <= {block.text for block in found.blocks if block.kept}


@pytest.mark.parametrize(
    ("agreement", "doubted"),
    [
        (Agreement(), False),
        (Agreement(wanted=100, wanted_kept=69), True),
        (Agreement(articles=8, fuller=4), False),
        (Agreement(articles=8, fuller=5), True),
    ],
)
def test_a_doubted_model_is_reported(voted: LearnedSite, agreement: Agreement, *, doubted: bool) -> None:
    learned = replace(voted, model=replace(voted.model, agreement=agreement))
    assert learned.model.doubts == ((Doubt.LOSES_TEXT,) if doubted else ())
    assert learned.model.has_templates is not doubted
    assert model_record(learned)["doubts"] == (["loses-text"] if doubted else [])
    assert model_table([learned]).splitlines()[-1].split()[-1] == ("loses-text" if doubted else "-")
    assert _doubts(page(paragraphs(prose(60), 3)), learned) == ((Doubt.LOSES_TEXT,) if doubted else ())


def _ended(page_type: str, *doubts: Doubt) -> Cleaned:
    return Cleaned(Outcome("u", "s", Ending(Kind.CLEANED)), "example.org", doubts=doubts, page_type=page_type)


def test_a_run_counts_doubted_articles_by_site() -> None:
    results = [_ended(ARTICLE), _ended(ARTICLE, Doubt.WITHHELD, Doubt.DECLARED), _ended(ARTICLE, Doubt.WITHHELD), _ended(TOC, Doubt.LISTS_ONLY)]
    seen = DoubtedSites()
    assert list(seen.watching(results)) == results
    assert seen.counts() == {"example.org": {"articles": 3, "doubted": 2, "declared": 1, "withheld": 2}}
    assert seen.lines() == ["example.org: the model's answer was doubted on 2 of 3 articles: declared 1, withheld 2"]
    assert results[1].record()["modelDoubts"] == ["withheld", "declared"]


# -- sites of which every page declares an article ------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), number=st.sampled_from((1, 2, 3, 4, 5, 8, 12, 20)))
@example(seed=7505, number=4)  # one page has its lists outside the place of the text, but not outside the model's
@pytest.mark.slow
def test_a_site_whose_pages_all_declare_articles_never_ends_as_lists_only(seed: int, number: int) -> None:
    """Hundreds of words a page, in whatever form: records under linked headlines, teasers in plenty, next to no text of one place."""
    rng = random.Random(seed)
    sources = _declaring(rng, number)
    sample = [Sampled(parse(html, url), url) for url, html in sources.items()]
    learned = learn("example.org", sample)
    raws = [RawPage(url, html.encode(), "text/html", url) for url, html in sources.items()]
    ended = [clean_page(raw, learned, "example.org", NOW) for raw in raws]
    assert any(one.outcome.kind is Kind.CLEANED for one in ended), [one.page_type for one in ended]
    assert decode(encode(learned)) == learned


def _declaring(rng: random.Random, number: int) -> dict[str, str]:
    """Pages by URL that call themselves articles, each of four hundred words and more."""
    text, form, by = Prose(rng), rng.choice(("records", "plain", "linked")), rng.choice(("og", "ld", "ld-other"))
    urls = [f"https://example.org/{i}" for i in range(number)]
    return {url: _declared_page(rng, text, urls, form, by) for url in urls}


def _declared_page(rng: random.Random, text: Prose, urls: list[str], form: str, by: str) -> str:
    name = text.headline()
    item = {"@context": "https://schema.org", "@type": "NewsArticle", "headline": name if by == "ld" else text.headline()}
    head = "<meta property=og:type content=article>" if by == "og" else f"<script type='application/ld+json'>{json.dumps(item)}</script>"
    parts = []
    for _ in range(rng.randint(6, 12)):
        link = f"<a href='{rng.choice(urls)}?{rng.randrange(99)}'>{text.headline()}</a>"
        heading = "" if form == "plain" else f"<h2>{link}</h2>" if form == "records" else f"<p>{link}</p>"
        parts.append(f"<div>{heading}<p>{text.paragraph(rng.randint(2, 4))}</p></div>")
    teasers = "".join(f"<li><a href='/t{i}'>{text.headline()}</a></li>" for i in range(rng.choice((0, 10, 40))))
    return f"<html><head><title>{name}</title>{head}</head><body><h1>{name}</h1>{''.join(parts)}<ul>{teasers}</ul></body></html>"


def test_lists_among_declared_articles_stay_lists() -> None:
    """A site that has articles beside them is not doubted, whatever its lists say of themselves."""
    meta = "<meta property=og:type content=article>"
    stories = [page(f"<h1>Story {i}</h1>{paragraphs(prose(i), 6)}", title=f"Story {i}").replace("<head>", f"<head>{meta}") for i in range(8)]
    teasers = "".join(f"<h2><a href=/{i}>Story {i} is told at length here</a></h2><p>{prose(i).paragraph(2)}</p>" for i in range(8))
    sample = sampled([*stories, page(teasers, title="News").replace("<head>", f"<head>{meta}")])
    learned = learn("example.org", sample)
    assert not learned.model.types.lists_only
    types = [body_of(one.page, learned).judged.page_type for one in sample]
    assert types == [ARTICLE] * 8 + [TOC]
