"""Thin evidence: limits on few stories, pages of one paragraph, pages that the rules empty, and texts that the site repeats."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

import pytest

from harness.strategies import PROSE, Layout, articles, build, evidence, members, page, paragraphs, prose, sampled
from indexer.page.blocks import key
from indexer.page.score import ScoreParams, block_scores, gather, without_template
from indexer.site.body import learn_body, teachers
from indexer.site.clean_page import MODEL, PAGE_LEVEL, apply_body
from indexer.site.model import fit, type_of
from indexer.site.params import SiteParams
from indexer.site.parts.container import ContainerParams, find_containers
from indexer.site.parts.pruning import PathSums, PruningParams, is_dropped
from indexer.site.parts.weights import WeightParams, repeated_weights
from indexer.site.types.page_type import ARTICLE

PARAMS = PruningParams()
SCORE = ScoreParams()

# -- few stories -----------------------------------------------------------------------------------------------------------


def few(**figures: float) -> PathSums:
    """A hundred letters on one story less than makes a path well known."""
    return PathSums(weight=100, stories=set(range(PARAMS.few - 1)), **figures)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("figures", "switch"),
    [
        (few(wanted=40, local=39), "agreement"),
        (few(wanted=79, local=0), "agreement"),
        (few(wanted=50, local=49, linked=51), "links"),
        (few(wanted=100, local=100, repeated=61), "repetition"),
    ],
)
def test_what_goes_on_few_stories_and_by_which_rule(figures: PathSums, switch: str) -> None:
    assert is_dropped(figures, PARAMS)
    assert not is_dropped(figures, replace(PARAMS, **{switch: False}))


@pytest.mark.parametrize(
    "figures",
    [
        few(wanted=40, local=40),
        few(wanted=0, local=100, linked=100),
        few(wanted=49, local=49, linked=50),
        few(wanted=100, local=100, repeated=60),
        few(wanted=60, local=100, nodes=2, suspects=2),
        few(wanted=40, local=60, nodes=2, suspects=1),
    ],
)
def test_what_stays_on_few_stories(figures: PathSums) -> None:
    assert not is_dropped(figures, PARAMS)


def test_a_suspect_place_goes_on_few_stories_too() -> None:
    assert is_dropped(few(wanted=59, local=100, nodes=2, suspects=2), PARAMS)


def test_what_a_list_quotes_of_one_story_is_no_template() -> None:
    """A front page shows two stories whole; what both stories and it have is the template."""
    notice = "<p>The house is open on all days of the week, and closed at night.</p>"
    told = [paragraphs(prose(seed), 1) for seed in (1, 2)]
    pages = [page(f"{notice}{text}") for text in ("".join(told), *told)]
    model = learn_body([evidence(one) for one in pages], [0, 1, 2], [None] * 3, [True, False, False], SiteParams())
    assert model.template == {key(notice[3:-4])}


@pytest.mark.parametrize(("told", "all_pages", "left_out"), [(3, 30, True), (2, 3, False), (3, 31, False), (4, 40, True)])
def test_tables_of_contents_are_left_out_where_three_stories_and_a_tenth_remain(told: int, all_pages: int, left_out: bool) -> None:
    toc = [i >= told for i in range(all_pages)]
    assert sum(teachers(list(range(all_pages)), toc, SiteParams())) == (told if left_out else all_pages)
    assert all(teachers(list(range(all_pages)), toc, SiteParams(by_type=False)))


def test_copies_of_one_story_are_one_story_when_pages_are_left_out() -> None:
    assert all(teachers([min(i, 2) for i in range(9)], [i < 2 for i in range(9)], SiteParams()))


def test_the_second_extractor_is_asked_only_about_pages_that_teach() -> None:
    """It takes most of a fit's time, and a list of teasers is no story to find."""
    site = build(Layout(seed=3, articles=12))
    asked: list[str] = []

    def ask(url: str, text: str) -> str:
        asked.append(url)
        return text

    sample = [replace(one, extracted=partial(ask, one.url, "\n".join(one.page.tree.text))) for one in site.sample()]
    model = fit(sample)
    articles = [one.url for one in sample if type_of(model, gather(one.page, model.params.score), one.url) == ARTICLE]
    assert sorted(asked) == sorted(articles)
    assert len(articles) < len(sample)
    assert model.body.voted


# -- containers on pages of one paragraph ----------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["p", "li", "blockquote", "pre", "h2", "dd", "figcaption"])
def test_a_paragraph_is_no_container_even_where_stories_have_but_one(line: str) -> None:
    sample = members([page(f"<{line}>{prose(i).paragraph(5)}</{line}>") for i in range(5)])
    found = find_containers(sample, [m.evidence.page.weight for m in sample], ContainerParams(), SCORE.margin)
    tree = sample[0].evidence.tree
    assert [tree.path_name(tree.path.tolist().index(path)) for path in found] == ["body>div.entry"]


def test_stories_of_one_paragraph_do_not_hide_those_of_several() -> None:
    sample = members([page(paragraphs(prose(i), 1 if i < 5 else 4)) for i in range(8)])
    found = find_containers(sample, [block_scores(m.evidence, (), SCORE) for m in sample], ContainerParams(), SCORE.margin)
    tree = sample[0].evidence.tree
    assert found == [int(tree.path[tree.signature.index("div.entry")])]


# -- pages that the rules empty --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kept_paragraphs", "how"), [(2, MODEL), (1, PAGE_LEVEL)])
def test_a_page_of_which_less_than_a_tenth_is_kept_is_left_to_page_level_evidence(kept_paragraphs: int, how: str) -> None:
    """Ten long paragraphs stand in a dropped box, and as many as given outside of it, of the same length."""
    params = SiteParams()
    lines = [f"<p>{f'{i:02} cranes, and a harbour. ' * 5}</p>" for i in range(10 + kept_paragraphs)]
    boxes = [f"<div class=box><p>{prose(50 + i).paragraph()}</p></div>" for i in range(8)]
    model = fit(sampled([page(paragraphs(prose(i), 3) + box) for i, box in enumerate(boxes)])).body
    e = evidence(page(f"{''.join(lines[10:])}<div class=box>{''.join(lines[:10])}</div>"))
    box = int(e.tree.path[e.tree.signature.index("div.box")])
    dropping = replace(model, rules=replace(model.rules, dropped=model.rules.dropped | {box}, own=frozenset(), texts=frozenset()))
    clean = apply_body(dropping, e, params)
    assert clean.evidence == how
    assert int((clean.weight > 0).sum()) == (kept_paragraphs if how == MODEL else 10 + kept_paragraphs)
    assert apply_body(dropping, e, replace(params, least_kept=0.0)).evidence == MODEL


@pytest.mark.parametrize(("outside", "how"), [(4, MODEL), (3, PAGE_LEVEL)])
def test_a_page_of_short_lines_is_no_exception(outside: int, how: str) -> None:
    """Forty lines, none of which is running text: a tenth of them stands outside of the dropped box, or less."""
    params = SiteParams()
    lines = [f"<p>{i:02} cranes.</p>" for i in range(40)]
    boxes = [f"<div class=box><p>{prose(50 + i).paragraph()}</p></div>" for i in range(8)]
    model = fit(sampled([page(paragraphs(prose(i), 3) + box) for i, box in enumerate(boxes)])).body
    e = evidence(page(f"{''.join(lines[:outside])}<div class=box>{''.join(lines[outside:])}</div>"))
    box = int(e.tree.path[e.tree.signature.index("div.box")])
    dropping = replace(model, rules=replace(model.rules, dropped=model.rules.dropped | {box}, own=frozenset(), texts=frozenset()))
    clean = apply_body(dropping, e, params)
    assert clean.evidence == how
    assert int((clean.weight > 0).sum()) == (outside if how == MODEL else 40)


def test_long_text_that_the_page_itself_does_not_want_does_not_make_a_story() -> None:
    """Ten times the short story, in paragraphs that are mostly links."""
    model = fit(sampled([page(paragraphs(prose(i), 3)) for i in range(8)])).body
    story = prose(60).paragraph()
    legal = [f"<p>{prose(100 + i).paragraph(4)} <a href=/{i}>{prose(200 + i).paragraph(5)}</a></p>" for i in range(12)]
    e = evidence(page(f"<p>{story}</p>", after=f"<div class=end>{''.join(legal)}</div>"))
    assert float((e.page.weight * (1 - e.link_share))[1:].sum()) > 10 * len(story)
    clean = apply_body(model, e, SiteParams())
    assert (clean.evidence, clean.weight.tolist()) == (MODEL, [1] + [0] * 12)


# -- repeated texts that stay ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stories", [8, 16, 20])
@pytest.mark.parametrize("repeated", [3, 4, 6])
def test_repeated_texts_weigh_one_less_their_entropy(stories: int, repeated: int) -> None:
    notes = ["<p>We thank all readers.</p>" if i < repeated else "" for i in range(stories)]
    sample = articles([page(paragraphs(prose(i), 2) + note) for i, note in enumerate(notes)], wanted=PROSE)
    found = repeated_weights(sample, [p.blocks.tolist() for p in sample.pages], (), WeightParams())
    expected = {"wethankallreaders": round(1 - math.log(repeated) / math.log(stories), 4)} if repeated >= sample.repeated_from else {}
    assert found == expected


def test_a_text_of_all_stories_keeps_the_floor_and_what_is_not_kept_has_no_weight() -> None:
    sample = articles([page(f"{paragraphs(prose(i), 2)}<p>We thank all readers.</p>") for i in range(8)], wanted=PROSE)
    kept = [p.blocks.tolist() for p in sample.pages]
    assert repeated_weights(sample, kept, (), WeightParams(floor=0.2)) == {"wethankallreaders": 0.2}
    assert repeated_weights(sample, [blocks[:2] for blocks in kept], (), WeightParams()) == {}
    assert repeated_weights(sample, kept, {"wethankallreaders"}, WeightParams(floor=0.2)) == {}  # it leads a text of the story
    assert repeated_weights(sample, kept, (), WeightParams(floor=0.2, weigh=False)) == {}
    assert repeated_weights(replace(sample, stories=1), kept, (), WeightParams()) == {}


def test_the_weight_of_a_repeated_text_lowers_that_of_its_place() -> None:
    model = fit(sampled([page(paragraphs(prose(i), 3)) for i in range(8)])).body
    e = evidence(page(f"{paragraphs(prose(60), 3)}<p>We thank all readers.</p>"))
    known = replace(model, repeated={key("We thank all readers."): 0.5}, weight={})
    assert apply_body(known, e, SiteParams()).weight.tolist() == [1, 1, 1, 0.5]
    faint = replace(known, weight={int(e.tree.path[e.tree.node[0]]): 0.15})
    assert apply_body(faint, e, SiteParams()).weight.tolist() == [0.15, 0.15, 0.15, 0.1]


# -- names, judged without the template ------------------------------------------------------------------------------------

STORY, NOTICE = "s" * 100, "n" * 500
NAMED = f"<p>{NOTICE}</p><p>{'o' * 200}</p><div class=related><p>{STORY}</p></div>"


def test_a_name_is_judged_by_the_share_of_the_text_that_is_no_template() -> None:
    e = evidence(NAMED)
    place = e.tree.signature.index("div.related")
    assert e.prior[place] > 0  # an eighth of all
    assert without_template(e, {NOTICE}, SCORE).prior[place] == 0  # a third
    assert without_template(e, {"o" * 200}, SCORE).prior[place] > 0  # a sixth
    assert without_template(e, {STORY}, SCORE).prior[place] > 0
    assert without_template(e, {NOTICE, STORY}, SCORE).prior[place] > 0  # nothing of its own is left in it


def test_without_template_or_suspects_nothing_is_judged_anew_and_only_the_prior_changes() -> None:
    e, plain = evidence(NAMED), evidence(NAMED.replace("related", "story"))
    assert without_template(e, (), SCORE) is e
    assert without_template(plain, {NOTICE}, SCORE) is plain
    changed = without_template(e, {NOTICE}, SCORE)
    assert (changed.page, changed.key, changed.titles) == (e.page, e.key, e.titles)


def test_the_place_of_the_headline_stays_innocent() -> None:
    e = evidence(f"<title>Crane</title><p>{NOTICE}</p><div class=related><h1>Crane</h1></div><nav><p>Menu</p></nav>")
    place = e.tree.signature.index("div.related")
    assert e.prior[place] == without_template(e, {NOTICE}, SCORE).prior[place] == 0
