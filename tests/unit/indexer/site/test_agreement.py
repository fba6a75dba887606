"""Agreement: what a fit measures of itself, against a count by hand, on sites that are easy and on sites that are not."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.strategies import BuiltSite, Layout, build, sites
from indexer.archive.entry import Entry
from indexer.archive.load import load
from indexer.archive.scan import scan
from indexer.article.clean import read_page
from indexer.errors import PageError
from indexer.page.page_level import page_level
from indexer.page.peer import extracted
from indexer.page.score import gather
from indexer.site.agreement import Agreement, AgreementParams, Compared, Witnessed, agreement_of
from indexer.site.codec import encode
from indexer.site.difference import figures
from indexer.site.model import Sampled, body_of, fit
from indexer.site.params import SiteParams
from indexer.site.sample import vote

SITE = build(Layout(seed=4, articles=30))


@pytest.mark.slow
@settings(max_examples=25)
@given(sites())
def test_the_figures_add_up(site: BuiltSite) -> None:
    a = fit(site.sample()).agreement
    assert a.pages == len(site.pages) >= a.articles >= a.covered >= 0
    assert 0 <= a.wanted_kept <= a.wanted
    assert 0 <= a.kept_backed <= a.kept <= a.visible
    assert 0 <= a.common <= a.either
    for share in (a.coverage, a.recall, a.precision, a.kept_share, a.stability):
        assert share is None or 0 <= share <= 1


def test_a_site_with_a_plain_template_agrees() -> None:
    a = fit(SITE.sample()).agreement
    assert (a.coverage, a.precision) == (1, 1)
    assert a.recall is not None
    assert a.recall > 0.9
    assert a.halves >= AgreementParams().least_half
    assert a.stability is not None
    assert a.stability > 0.9
    assert not a.asked


def test_counts_by_hand() -> None:
    """The same sums, block by block."""
    sample = [replace(one, extracted="\n".join(one.page.tree.text[::2])) for one in SITE.sample()]
    model, params = fit(sample), SiteParams()
    compared = []
    wanted = wanted_kept = kept = backed = visible = 0
    for one in sample:
        e = gather(one.page, params.score)
        clean, own = body_of(model, e), page_level(e, model.body.template, params.score)
        second = vote(e, one.vote() or "")
        compared.append(Compared(Witnessed(e, one.url, 0, one.vote(), toc=False), clean, own))
        for k, text in enumerate(e.key):
            letters = int(e.page.weight[k])
            visible += letters
            if own[k] and second[k] and text not in model.body.template:
                wanted += letters
                wanted_kept += letters * bool(clean.weight[k] > 0)
            if clean.weight[k] > 0:
                kept += letters
                backed += letters * bool(own[k] or second[k])
    a = agreement_of(model.body, [], compared, params, AgreementParams())
    assert (a.wanted, a.wanted_kept, a.kept, a.kept_backed, a.visible) == (wanted, wanted_kept, kept, backed, visible)
    assert a.asked
    assert a.halves == 0
    assert a.stability is None
    assert a.articles == len(sample)


def test_a_second_extractor_that_finds_no_story_is_no_witness() -> None:
    sample = [replace(one, extracted=SITE.template[0]) for one in SITE.sample()]
    assert not fit(sample).agreement.asked


def test_a_model_that_keeps_the_wrong_text_disagrees() -> None:
    """All rules turned round: what was dropped is kept, and the other way."""
    params = SiteParams()
    model = fit(SITE.sample())
    pages = []
    for one in SITE.sample():
        e = gather(one.page, params.score)
        clean = body_of(model, e)
        wrong = replace(clean, weight=np.where(clean.weight > 0, 0.0, 1.0))
        pages.append(Compared(Witnessed(e, one.url, 0, None, toc=False), wrong, page_level(e, model.body.template, params.score)))
    a = agreement_of(model.body, [], pages, params, AgreementParams())
    assert a.recall is not None
    assert a.recall < 0.1
    assert a.precision is not None
    assert a.precision < 0.2


def test_nothing_to_measure() -> None:
    assert fit([]).agreement == Agreement()
    a = fit(SITE.sample()[:2]).agreement
    assert a.pages == 2
    assert a.halves == 0
    assert a.stability is None
    assert set(figures(fit([])).values()) == {None}


@pytest.mark.slow
@settings(max_examples=8)
@given(st.integers(0, 99))
def test_the_order_of_pages_does_not_matter(seed: int) -> None:
    shuffled = SITE.sample()
    random.Random(seed).shuffle(shuffled)
    one, other = fit(shuffled), fit(SITE.sample())
    assert (one.agreement, one.expected) == (other.agreement, other.expected)
    assert encode(one) == encode(other)


@pytest.mark.parametrize("wrong", [{"pages": 0}, {"half": 2}, {"least_half": 2}, {"least_half": 99}, {"share": 2.0}])
def test_limits_are_checked(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="half"):
        AgreementParams(**wrong)  # type: ignore[arg-type]


@pytest.mark.shared
@pytest.mark.parametrize("name", ["sites/wyofile", "sites/dpp_tw", "sites_hard/serbianblog_ru"])
def test_real_sites_agree(shared: Path, name: str, tmp_path: Path) -> None:
    a = fit(real_sample(shared / name / "site.warc.gz", tmp_path, 60)).agreement
    assert a.asked
    assert a.coverage is not None
    assert a.coverage > 0.9
    assert a.recall is not None
    assert a.recall > 0.85
    assert a.precision is not None
    assert a.precision > 0.95
    assert a.stability is not None
    assert a.stability > 0.9


def real_sample(warc: Path, folder: Path, most: int) -> list[Sampled]:
    """The first pages of a WARC file, with the second extractor."""
    out: list[Sampled] = []
    for entry in scan([str(warc)], folder):
        if isinstance(entry, Entry) and len(out) < most:
            try:
                page = read_page(load(entry))
            except PageError:
                continue
            out.append(Sampled(page, page.url, partial(extracted, page)))
    return out
