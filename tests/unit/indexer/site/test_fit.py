"""The whole site model: generated sites with a known template, every switch, order, and the stored form."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.strategies import BuiltSite, Layout, build, kept_texts, prose, sites
from indexer.errors import ModelError
from indexer.page.blocks import key
from indexer.site.clean_page import MODEL
from indexer.site.codec import decode, encode
from indexer.site.model import SiteModel, apply, fit
from indexer.site.params import SiteParams

SITE = build(Layout(seed=4, articles=9))


# -- known templates -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(sites())
def test_the_stories_are_kept_and_the_template_goes(site: BuiltSite) -> None:
    model = fit(site.sample())
    template = set(map(key, site.template))
    for page, one in zip(site.pages, site.sample(), strict=True):
        kept = kept_texts(model, one)
        assert all(0 < weight <= 1 for weight in kept.values())
        if page.paragraphs:
            weights = [kept.get(text, 0.0) for text in page.paragraphs]
            assert min(weights) >= 0.5, page.url
            others = {key(text) for text in kept} - set(map(key, page.paragraphs))
            assert not others & template, page.url


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(sites(), st.integers(0, 99))
def test_the_order_of_pages_does_not_matter(site: BuiltSite, seed: int) -> None:
    shuffled = site.sample()
    random.Random(seed).shuffle(shuffled)
    assert encode(fit(shuffled)) == encode(fit(site.sample()))


def test_an_extractor_that_finds_no_story_is_not_listened_to() -> None:
    """It reads nothing but the footer of each page, and would vote all stories down."""
    site = build(Layout(seed=186, articles=6, container=4, menu=False, most_read=False, consent=False, dated=False, front=False))
    sample = [replace(one, extracted=site.template[0]) for one in site.sample()]
    model = fit(sample)
    for page, one in zip(site.articles, sample, strict=True):
        assert all(text in kept_texts(model, one) for text in page.paragraphs)
    heard = fit(sample, SiteParams(least_vote=0.0))
    assert encode(heard)["containers"] != encode(model)["containers"]


def test_pages_that_the_sample_did_not_have() -> None:
    model = fit(SITE.sample()[:6])
    for page, one in list(zip(SITE.pages, SITE.sample(), strict=True))[6:9]:
        assert all(text in kept_texts(model, one) for text in page.paragraphs)


def test_a_second_extractors_vote_changes_what_is_kept() -> None:
    """A place that it never wants and that repeats a little goes."""
    extracted = {page.url: "\n".join(page.paragraphs) for page in SITE.pages}
    sample = [replace(one, extracted=extracted[one.url]) for one in SITE.sample()]
    model = fit(sample)
    for page, one in zip(SITE.articles, sample, strict=False):
        assert list(kept_texts(model, one)) == list(page.paragraphs)


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_the_smallest_sites(number: int) -> None:
    sample = SITE.sample()[:number]
    model = fit(sample)
    assert model.has_templates == (number >= 2)
    assert decode(json.loads(json.dumps(encode(model)))) == model
    page = SITE.sample()[8]
    assert apply(model, page.page, page.url).clean.weight.shape == page.page.weight.shape


# -- switches --------------------------------------------------------------------------------------------------------------


def switches(params: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Paths of all boolean parameters."""
    for field in fields(params):
        value = getattr(params, field.name)
        if isinstance(value, bool):
            yield (*path, field.name)
        elif is_dataclass(value):
            yield from switches(value, (*path, field.name))


def flipped(params: Any, path: tuple[str, ...]) -> Any:
    name, *rest = path
    value = getattr(params, name)
    return replace(params, **{name: flipped(value, tuple(rest)) if rest else not value})


@pytest.mark.parametrize("path", list(switches(SiteParams())), ids=".".join)
def test_every_switch_can_be_turned(path: tuple[str, ...]) -> None:
    params = flipped(SiteParams(), path)
    model = fit(SITE.sample(), params)
    assert decode(json.loads(json.dumps(encode(model)))) == model
    for page, one in zip(SITE.pages, SITE.sample(), strict=True):
        kept = kept_texts(model, one)
        assert all(0 < weight <= 1 for weight in kept.values())
        assert all(text in kept for text in page.paragraphs), "no part may be needed to keep plain paragraphs"


def test_there_are_switches_for_all_parts() -> None:
    found = {".".join(path) for path in switches(SiteParams())}
    assert len(found) >= 24
    assert {path.split(".")[0] for path in found} >= {"score", "copies", "containers", "pruning", "slots", "boxes", "guard", "weights"}


@pytest.mark.parametrize("wrong", [{"least_stories": 0}, {"most_pages": 1}, {"text_share": 0.0}, {"least_vote": 2.0}])
def test_params_are_checked(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"sample|text_share|least_vote"):
        SiteParams(**wrong)


# -- the stored form -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(sites())
def test_a_stored_model_is_the_model(site: BuiltSite) -> None:
    model = fit(site.sample())
    stored = decode(json.loads(json.dumps(encode(model))))
    assert encode(stored) == encode(model)
    for one in site.sample():
        fresh, read = apply(model, one.page, one.url), apply(stored, one.page, one.url)
        assert np.array_equal(fresh.clean.weight, read.clean.weight)
        assert (fresh.clean.evidence, fresh.clean.container, fresh.page_type) == (read.clean.evidence, read.clean.container, read.page_type)


@pytest.fixture(scope="module")
def model() -> SiteModel:
    return fit(SITE.sample())


def test_the_model_can_be_read_by_a_human(model: SiteModel) -> None:
    written = encode(model)
    assert written["containers"] == ["body>div.entry"]
    assert "body>div.entry>p" in written["known"]
    assert written["weights"]
    assert all(0 < weight <= 1 for weight in written["weights"].values())
    assert apply(model, SITE.sample()[0].page, SITE.pages[0].url).clean.evidence == MODEL


@pytest.mark.parametrize("value", [None, [], "x", 5, {}, {"version": 0}, {"version": 99}, {"version": 1}])
def test_what_is_no_model(value: object) -> None:
    with pytest.raises(ModelError, match="learn the site again"):
        decode(value)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Paths of all values inside a JSON value, but for what lies in lists."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield (*path, name)
            yield from places(inner, (*path, name))


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(st.data())
def test_a_damaged_model_is_refused_or_usable(model: SiteModel, data: st.DataObject) -> None:
    """Any value of it replaced by something else: an error when it is read, never one when it is used."""
    written = copy.deepcopy(encode(model))
    path = data.draw(st.sampled_from(sorted(places(written), key=str)))
    inner = written
    for name in path[:-1]:
        inner = inner[name]
    garbage = [None, True, "x", [], {}, [None], ["x", 1], {"x": "y"}, {"x": 7}, [[1]], [[["x"], "y"]], float("nan")]
    numbers = [] if "arams" in path[0] else [-1, 2.5]  # a parameter may be any number of its range
    inner[path[-1]] = data.draw(st.sampled_from([*garbage, *numbers]))
    try:
        read = decode(json.loads(json.dumps(written)))
    except ModelError:
        return
    one = SITE.sample()[0]
    weight = apply(read, one.page, one.url).clean.weight
    assert ((weight >= 0) & (weight <= 1)).all()


def test_a_model_without_a_part_is_refused(model: SiteModel) -> None:
    for name in encode(model):
        written = encode(model)
        del written[name]
        with pytest.raises(ModelError):
            decode(written)


def test_a_model_with_an_unknown_parameter_is_refused_and_a_missing_one_has_its_default(model: SiteModel) -> None:
    written = encode(model)
    written["params"]["slots"]["colour"] = 1
    with pytest.raises(ModelError, match="colour"):
        decode(written)
    written = encode(model)
    del written["params"]["slots"]["stories"]
    assert decode(written) == model


def test_prose_never_repeats_itself() -> None:
    text = prose(1)
    sentences = [text.sentence() for _ in range(500)]
    assert len(set(sentences)) == 500
