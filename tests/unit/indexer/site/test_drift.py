"""Drift and updates: counts that do not depend on batches, redesigns that are noticed, ordinary pages that are not; a stored form that holds."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import reduce
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from demo.archive import Capture
from harness.strategies import Layout, build, prose
from indexer.archive.entry import Entry
from indexer.archive.load import load
from indexer.archive.scan import scan
from indexer.article.clean import read_page
from indexer.article.learned import Action, LearnedSite, decode, encode, learn, update
from indexer.errors import ModelError, PageError
from indexer.page.blocks import key
from indexer.page.parse import parse
from indexer.site.drift import Drift, DriftParams, drifted, wilson
from indexer.site.model import Sampled, SiteModel, apply, fit, watch
from indexer.site.parts.repetition import template_texts
from indexer.site.recent_texts import MOST_STORIES, NewStory, RecentTexts, add, text_mark
from indexer.site.statistics_codec import decode_since, encode_since
from indexer.site.update import ENOUGH
from indexer.site.update import update as count

OLD = Layout(seed=4, articles=30)
NEW = replace(OLD, container=5, seed=9)
SHARED_SITES = (
    *("dpp_tw", "globaloffensive", "linuxgazette", "newsliteracy", "partitopirata", "starbound_fr", "ucf_news", "wyofile"),
    *("carpenoctem_pl", "freepressokc", "revisionpath", "serbianblog_ru"),
)


@pytest.fixture(scope="module")
def model() -> SiteModel:
    return fit(build(OLD).sample()[:15])


# -- whether a site has drifted ------------------------------------------------------------------------------------------


def test_ordinary_new_pages_fit(model: SiteModel) -> None:
    seen = watch(model, build(OLD).sample()[15:])
    assert seen.articles >= 14
    assert seen.misfits == 0
    assert drifted(model.expected, seen, DriftParams()) == ""


@pytest.mark.parametrize("pages", [6, 10, 30])
def test_a_redesign_is_noticed(model: SiteModel, pages: int) -> None:
    """By pages that show a story of their own; a short one beside a long menu is none."""
    seen = watch(model, build(NEW).sample()[:pages])
    assert seen.misfits == seen.articles >= 0.6 * pages
    found = drifted(model.expected, seen, DriftParams())
    assert found.startswith(f"{seen.articles} of {seen.articles} article pages do not fit")


def test_new_places_in_an_old_container_are_noticed(model: SiteModel) -> None:
    pages = [parse(p.html.replace("<p>", "<section><div>").replace("</p>", "</div></section>"), p.url) for p in build(OLD).articles]
    seen = watch(model, [Sampled(page, page.url) for page in pages])
    assert seen.misfits == seen.articles >= 25
    assert drifted(model.expected, seen, DriftParams())


@settings(max_examples=200)
@given(st.integers(0, 60), st.integers(1, 60), st.integers(0, 60), st.integers(1, 60))
def test_more_misfits_never_speak_for_the_model(a: int, of: int, b: int, among: int) -> None:
    expected, params = Drift(pages=of, articles=of, uncovered=min(a, of)), DriftParams()
    seen = Drift(pages=among, articles=among, uncovered=min(b, among))
    if drifted(expected, seen, params):
        assert seen.misfits / seen.articles > expected.misfits / expected.articles
        assert seen.misfits == among or drifted(expected, replace(seen, uncovered=seen.misfits + 1), params)


def test_wilson_bounds_against_their_definition() -> None:
    """The bounds are the shares p at which the count lies z standard deviations of p from its mean."""
    for of in (1, 4, 30):
        for found in range(of + 1):
            for bound in wilson(found, of, 1.64):
                assert abs(found / of - bound) == pytest.approx(1.64 * (bound * (1 - bound) / of) ** 0.5, abs=1e-6)


@pytest.mark.parametrize("wrong", [{"least": 0}, {"z": -1.0}, {"unknown": 1.0}, {"share": 0.0}])
def test_limits_are_checked(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=min(wrong)):
        DriftParams(**wrong)  # type: ignore[arg-type]


# -- counts -----------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=15)
@given(st.lists(st.integers(0, 15), max_size=4), st.integers(0, 99), st.booleans())
def test_batches_count_what_all_pages_at_once_count(model: SiteModel, cuts: list[int], seed: int, redesigned: bool) -> None:
    """Whatever the batches, their order and the pages' order; for pages that fit and for pages that do not."""
    pages = [*build(OLD).sample()[15:], *(build(NEW).sample()[:8] if redesigned else [])]
    at_once = count(model, pages).model
    random.Random(seed).shuffle(pages)
    bounds = [0, *sorted(cuts), len(pages)]
    batches = [pages[a:b] for a, b in pairwise(bounds)]
    batched = reduce(lambda m, batch: count(m, batch).model, batches, model)
    assert batched.since.seen == at_once.since.seen
    assert batched.since.recent == at_once.since.recent
    assert batched.current == at_once.current
    assert batched.body == model.body
    assert sum((watch(model, batch) for batch in batches), Drift()) == at_once.since.seen


def test_pages_wait_until_they_are_enough(model: SiteModel) -> None:
    pages = build(replace(OLD, articles=60)).sample()[15:]
    first = count(model, pages[:5]).model
    assert first.since.pending.articles == 5
    enough = count(first, pages[5 : ENOUGH + 5]).model
    assert enough.since.pending == Drift()
    assert enough.since.seen.articles == ENOUGH + 5


def test_a_few_pages_at_a_time_show_a_redesign_together(model: SiteModel) -> None:
    pages = [one for one in build(NEW).sample() if watch(model, [one]).misfits]
    reasons, now = [], model
    for i in range(0, 6, 2):
        updated = count(now, pages[i : i + 2])
        reasons.append(updated.reason)
        now = updated.model
    assert reasons[0] == ""
    assert reasons[1].startswith("4 of 4")
    assert reasons[2].startswith("6 of 6")


# -- the sample of recent stories ---------------------------------------------------------------------------------------------


def stories() -> st.SearchStrategy[list[NewStory]]:
    texts = st.lists(st.sampled_from([f"text {i}" for i in range(9)]), max_size=5)
    one = st.builds(NewStory, st.integers(0, 200).map(str), st.integers(0, 9).map(str), texts, texts, texts)
    return st.lists(one, max_size=120, unique_by=lambda s: (s.name, s.url))


@pytest.mark.slow
@settings(max_examples=60)
@given(stories(), st.integers(0, 120), st.randoms(use_true_random=False))
def test_any_division_gives_the_same_sample(told: list[NewStory], cut: int, rng: random.Random) -> None:
    at_once = add(RecentTexts(), told)
    rng.shuffle(told)
    assert add(add(RecentTexts(), told[:cut]), told[cut:]) == at_once
    assert add(at_once, told) == at_once, "what comes again counts once"
    assert decode_since(json.loads(json.dumps(encode_since(replace(fit([]).since, recent=at_once))))).recent == at_once


@pytest.mark.slow
@settings(max_examples=60)
@given(stories())
def test_the_sample_against_its_slow_twin(told: list[NewStory]) -> None:
    """All stories kept, then the smallest chosen and their texts counted."""
    by_name: dict[int, NewStory] = {}
    for one in sorted(told, key=lambda s: text_mark(s.url)):
        by_name.setdefault(text_mark(one.name), one)
    chosen = [by_name[mark] for mark in sorted(by_name)[:MOST_STORIES]]
    frequency = Counter(text for one in chosen for text in {*one.seen, *one.unwanted, *one.wanted})
    votes: dict[str, list[bool]] = defaultdict(list)
    for one in chosen:
        for text in {*one.unwanted, *one.wanted}:
            votes[text].append(text in one.wanted)
    recent = add(RecentTexts(), told)
    assert len(recent.stories) == len(chosen)
    assert set(recent.names.values()) == {text for text, n in frequency.items() if n > 1}
    if len(chosen) >= 8:
        assert recent.template() == template_texts(frequency, len(chosen))
        for text in recent.unwanted(0.2):
            assert sum(votes[text]) < len(votes[text]) / 2
            assert len(votes[text]) >= 0.2 * len(chosen)


@pytest.mark.slow
def test_the_sample_is_bounded() -> None:
    told = [NewStory(f"story {i}", f"u{i}", [f"t {i} {j}" for j in range(2000)], ["pitch", "x" * 10_000]) for i in range(200)]
    recent = add(RecentTexts(), told)
    assert len(recent.stories) == MOST_STORIES
    assert len(json.dumps(encode_since(replace(fit([]).since, recent=recent)))) < 200_000
    assert recent.unwanted(0.2) <= {"pitch"}
    assert "x" * 10_000 not in recent.names.values()


def test_a_new_pitch_goes_and_a_new_sub_heading_stays() -> None:
    """The second extractor drops the first and wants the other; both came after the fit."""
    site = build(replace(OLD, articles=40))
    text = prose(77)
    pitch, heading = text.paragraph(2), "What is known"

    def sampled(html: str, url: str) -> Sampled:
        page = parse(html, url)
        return Sampled(page, url, "\n".join(t for t in page.tree.text if t != pitch))

    def changed(html: str) -> str:
        head, _, tail = html.rpartition('<ul class=more>')
        return f"{head}<h3>{heading}</h3><p>{text.paragraph()}</p><p>{pitch}</p><ul class=more>{tail}"

    model = fit([sampled(p.html, p.url) for p in site.articles[:20]])
    new = [sampled(changed(p.html), p.url) for p in site.articles[20:]]
    before = apply(model, new[0].page, new[0].url).clean
    now = count(model, new).model
    after = apply(now, new[0].page, new[0].url).clean
    weights = {t: (a, b) for t, a, b in zip(new[0].page.tree.text, before.weight.tolist(), after.weight.tolist(), strict=True)}
    assert weights[pitch][0] > 0
    assert weights[pitch][1] == 0
    assert weights[heading][1] > 0
    assert key(pitch) in now.current.template
    assert key(pitch) not in now.body.template


# -- learning again ------------------------------------------------------------------------------------------------------------


def test_a_site_that_fits_is_updated_and_keeps_its_version(model: SiteModel) -> None:
    known = learn("example.org", build(OLD).sample()[:15])
    change = update(known, build(OLD).sample()[15:])
    assert change.action is Action.UPDATED
    assert change.learned.previous is None
    assert change.learned.model.since.seen.articles >= 14
    assert change.learned.model.body == known.model.body
    if change.learned.model.current == known.model.current:
        assert change.learned.version == known.version


@pytest.mark.slow
def test_a_redesigned_site_is_learned_again_and_the_old_model_kept() -> None:
    known = learn("example.org", build(OLD).sample()[:15])
    change = update(known, build(NEW).sample())
    assert change.action is Action.LEARNED_AGAIN
    assert change.learned.previous == known
    assert change.learned == replace(learn("example.org", build(NEW).sample()), previous=known)
    again = update(change.learned, build(OLD).sample())
    assert again.learned.previous is not None
    assert again.learned.previous.previous == known


@pytest.mark.slow
def test_a_page_is_cleaned_by_the_model_of_its_time() -> None:
    """Of the designs OLD, NEW, OLD each page takes the model that was learned for it; a page without a time takes the present one."""
    known = learn("example.org", fetched_in(2020, OLD))
    second = update(known, fetched_in(2022, NEW)).learned
    third = update(second, fetched_in(2024, OLD)).learned
    assert third.at("2021-12-31T23:59:59Z") == known
    assert third.at("2022-01-01T00:00:00Z").version == third.at("2023-06-01T00:00:00.5Z").version == second.version
    assert third.at("2024-01-01T00:00:00Z") is third.at("") is third
    assert decode(json.loads(json.dumps(encode(third)))) == third


@pytest.mark.slow
def test_the_models_of_few_designs_are_kept() -> None:
    known = learn("example.org", fetched_in(2000, OLD))
    for year in range(2001, 2010):
        known = update(known, fetched_in(year, NEW if year % 2 else OLD)).learned
    models = [known]
    while models[-1].previous is not None:
        models.append(models[-1].previous)
    assert [model.since[:4] for model in models] == ["2009", "2008", "2007", "2006", ""]
    assert decode(json.loads(json.dumps(encode(known)))) == known


def fetched_in(year: int, design: Layout) -> list[Sampled]:
    """The pages of a design, fetched at the begin of a year."""
    return [replace(one, fetched=f"{year}-01-01T00:00:00Z") for one in build(design).sample()]


@pytest.mark.slow
def test_too_few_pages_for_a_new_model_keep_the_old() -> None:
    known = learn("example.org", build(OLD).sample())
    change = update(known, build(NEW).sample()[:6])
    assert change.action is Action.KEPT
    assert "too few" in change.reason
    assert change.learned.model.body == known.model.body
    assert update(change.learned, build(NEW).sample()[6:]).action is Action.LEARNED_AGAIN


@pytest.mark.slow
def test_a_site_of_few_pages_is_learned_when_there_are_more() -> None:
    lone, few = (learn("example.org", build(OLD).sample()[:pages]) for pages in (1, 4))
    assert update(lone, build(OLD).sample()[1:2]).action is Action.KEPT
    assert update(lone, build(OLD).sample()[1:]).action is Action.LEARNED_AGAIN
    assert update(few, build(OLD).sample()[4:8]).action is Action.UPDATED
    change = update(few, build(OLD).sample()[4:])
    assert change.action is Action.LEARNED_AGAIN
    assert "learned from 4 pages" in change.reason


# -- stored form ----------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stored() -> dict[str, Any]:
    known = update(learn("example.org", build(OLD).sample()[:15]), build(NEW).sample()).learned
    return encode(update(known, build(NEW).sample()).learned)


def test_a_learned_site_comes_back_as_it_was(stored: dict[str, Any]) -> None:
    read = decode(json.loads(json.dumps(stored)))
    assert encode(read) == stored
    assert read.previous is not None
    assert read.model.since.recent.stories


def _set(inner: Any, path: Sequence[Any], value: Any) -> None:
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value


HOSTILE = [
    (("model", "since", "seen", "pages"), -1), (("model", "since", "seen", "pages"), 1.5), (("model", "since", "seen", "articles"), 10**6),
    (("model", "since", "stories"), ["x"]), (("model", "since", "stories"), ["- - - -"]), (("model", "since", "stories"), [5]),
    (("model", "since", "stories"), ["AAAAAAABAAAAAAAC - - - -"]), (("model", "since", "stories"), ["AAAAAAABAAAAAAAC AAAA - -"]),
    (("model", "since", "stories"), ["ÄÄÄÄ - - -"]), (("model", "since", "names"), {"!": "x"}), (("model", "since", "names"), {"AAAAAAAB": 1}),
    (("model", "agreement", "kept"), 10**12), (("model", "agreement", "asked"), 1), (("model", "agreement", "pages"), None),
    (("model", "agreement"), {}), (("model", "expected"), []), (("model", "version"), 1), (("previous",), None), (("previous",), {}),
    (("previous", "previous"), {"site": "a"}), (("previous", "model", "version"), 1), (("hints",), None), (("site",), 7),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value"), HOSTILE)
def test_a_damaged_file_is_refused(stored: dict[str, Any], path: Sequence[str], value: object) -> None:
    damaged = copy.deepcopy(stored)
    _set(damaged, path, value)
    with pytest.raises(ModelError, match="learn the site again"):
        decode(damaged)


def test_every_figure_is_needed(stored: dict[str, Any]) -> None:
    for part in ("agreement", "expected", "since"):
        for name in stored["model"][part]:
            damaged = copy.deepcopy(stored)
            del damaged["model"][part][name]
            with pytest.raises(ModelError, match="incomplete"):
                decode(damaged)


# -- sites that are not built for the test ---------------------------------------------------------------------------------------


def test_the_redesigned_demo_site_is_noticed(demo_pages: list[Capture]) -> None:
    """Its older half is in another design; its pages come as they were published."""
    pages = [capture for capture in demo_pages if "courier" in capture.url and b"<html" in capture.body.lower()]
    is_old = [b"<font" in capture.body.lower() for capture in pages]
    old = [_sampled(capture) for capture, older in zip(pages, is_old, strict=True) if older]
    new = [_sampled(capture) for capture, older in zip(pages, is_old, strict=True) if not older]
    model = fit(old)
    assert drifted(model.expected, watch(model, new[:30]), DriftParams())
    assert not drifted(model.expected, watch(model, old), DriftParams())


def _sampled(capture: Capture) -> Sampled:
    return Sampled(parse(capture.body.decode("utf-8", "replace"), capture.url), capture.url)


@pytest.mark.shared
@pytest.mark.parametrize("name", SHARED_SITES)
def test_other_pages_of_a_real_site_fit(shared: Path, name: str, tmp_path: Path) -> None:
    """Learned from a random half, watched on the other."""
    folder = "sites" if (shared / "sites" / name).is_dir() else "sites_hard"
    entries = [entry for entry in scan([str(shared / folder / name / "site.warc.gz")], tmp_path) if isinstance(entry, Entry)]
    random.Random(5).shuffle(entries)
    pages = list(islice(_read(entries), 120))
    half = len(pages) // 2
    model = fit(pages[:half])
    seen = watch(model, pages[half : 2 * half])
    assert drifted(model.expected, seen, DriftParams()) == ""
    assert seen.articles >= 8


@pytest.mark.shared
def test_the_redesign_among_the_cases_is_noticed(shared: Path, tmp_path: Path) -> None:
    case = shared / "cases" / "template-redesign"
    model = fit(_pages(case / "v1", tmp_path))
    assert drifted(model.expected, watch(model, _pages(case / "v2", tmp_path)), DriftParams())
    assert not drifted(model.expected, watch(model, _pages(case / "v1", tmp_path)), DriftParams())


def _pages(source: Path, folder: Path) -> list[Sampled]:
    return list(_read(entry for entry in scan([str(source)], folder) if isinstance(entry, Entry)))


def _read(entries: Iterable[Entry]) -> Iterator[Sampled]:
    for entry in entries:
        with suppress(PageError):
            page = read_page(load(entry))
            yield Sampled(page, page.url)


def test_counts_are_written_as_they_are(model: SiteModel) -> None:
    learned = LearnedSite("example.org", model, learn("x", []).hints)
    written = encode(learned)["model"]
    assert written["expected"] == asdict(model.expected)
    assert written["agreement"] == asdict(model.agreement)
