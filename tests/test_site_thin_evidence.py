"""Small samples: what few stories can decide, and when the page alone has to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from indexer.article.body import body_of
from indexer.article.learned import learn
from indexer.site.agreement import Agreement
from indexer.site.body import tellers
from indexer.site.clean_page import MODEL, PAGE_LEVEL
from indexer.site.model import apply, fit
from indexer.site.params import SiteParams
from indexer.site.pruning import PathSums, PruningParams, is_dropped
from indexer.site.structure import WeightParams, repeated_weights
from tests.strategies import PROSE, Layout, articles, build, members, page, paragraphs, prose

PARAMS = PruningParams()
SITE = build(Layout(seed=3))


@pytest.mark.parametrize(
    ("figures", "goes"),
    [
        (PathSums(weight=100, wanted=0, local=100, linked=100), (False, True)),  # a list of links that one extractor never takes
        (PathSums(weight=100, wanted=0, local=60, repeated=40), (True, True)),
        (PathSums(weight=100, wanted=9, local=100, repeated=35), (False, True)),
        (PathSums(weight=100, wanted=40, local=0), (True, False)),
    ],
)
def test_few_stories_need_both_extractors(figures: PathSums, goes: tuple[bool, bool]) -> None:
    few, many = replace(figures, stories={1, 2}), replace(figures, stories=set(range(PARAMS.few)))
    assert (is_dropped(few, PARAMS), is_dropped(many, PARAMS)) == goes


def test_tables_of_contents_teach_nothing_about_stories_unless_there_is_nothing_else() -> None:
    sample = [replace(m, toc=i < 4) for i, m in enumerate(members([page(paragraphs(prose(i))) for i in range(8)]))]
    assert [m.toc for m in tellers(sample, SiteParams())] == [False] * 4
    assert tellers(sample, SiteParams(by_type=False)) == sample
    assert tellers(sample[:5], SiteParams()) == sample[:5]  # one story is left: too few


def test_repeated_texts_that_stay_weigh_by_their_entropy() -> None:
    sample = articles([page(paragraphs(prose(i)) + ("<p>We thank all readers.</p>" if i < 4 else "")) for i in range(16)], wanted=PROSE)
    blocks = [p.blocks.tolist() for p in sample.pages]
    weights = repeated_weights(sample, blocks, (), WeightParams())
    assert weights == {"wethankallreaders": 0.5}  # 1 - log 4 / log 16
    assert repeated_weights(sample, blocks, {"wethankallreaders"}, WeightParams()) == {}
    assert repeated_weights(sample, blocks, (), WeightParams(weigh=False)) == {}


def test_a_page_whose_story_the_rules_would_lose_is_left_to_its_own_evidence() -> None:
    model = fit(SITE.sample())
    one = SITE.sample()[0]
    assert apply(model, one.page, one.url).clean.evidence == MODEL
    containers = model.body.rules.containers
    place = next(int(n) for n in one.page.tree.path.tolist() if n in containers)
    inside = frozenset(int(p) for p in one.page.tree.path.tolist()) - {place}
    first = int(one.page.tree.path[one.page.tree.node[-1]])
    broken = replace(model, body=replace(model.body, rules=replace(model.body.rules, dropped=inside - {first})))
    assert apply(broken, one.page, one.url).clean.evidence == PAGE_LEVEL


def test_a_model_that_loses_what_both_extractors_want_is_not_used() -> None:
    learned = learn("example.org", SITE.sample())
    one, text = SITE.sample()[0], SITE.pages[0].html
    assert body_of(one.page, text, learned).how == f"model: {learned.name}"
    bad = replace(learned, model=replace(learned.model, agreement=Agreement(wanted=100, wanted_kept=50)))
    assert not bad.model.has_templates
    assert body_of(one.page, text, bad).how == f"page: {bad.name} loses text that both extractors want"
    repeated = set(learned.model.body.template)
    assert repeated
    assert not {b.text for b in body_of(one.page, text, learned, page_level=True).blocks if b.kept and b.text in repeated}
