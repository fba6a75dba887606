"""Generated sites with a known template, and damaged pages: nothing raised, nothing lost, the template goes and the stories stay.

`python -m benchmarks.fuzz` judges the same properties on as many examples as asked.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from demo.archive import Capture
from harness.inputs import pages as captures
from harness.invented_text import LETTERS, TextGenerator
from harness.mutations import KINDS, mutate
from harness.page_damage import Corruption, corrupt, corruptions
from harness.shared_sites import load
from harness.site_properties import ENOUGH, archive_failures, site_failures
from harness.site_strategies import Plan, plans, write
from indexer.page.blocks import key


class Weakness(NamedTuple):
    """A kind of site that is known to be misjudged, and the simplest one of it."""

    reason: str
    of: Callable[[Plan], bool]
    simplest: Plan


WEAKNESSES = (
    Weakness(
        "with comments in lists too, stories told in list items go where a second extractor drops lists",
        lambda plan: plan.form == "li" and plan.voted and plan.comments > 0,
        Plan(form="li", consent=True, voted=True, comments=3),
    ),
    Weakness(
        "comments and excerpts, which no other page repeats, beside stories of some pages",
        lambda plan: plan.teasers == "excerpts" and plan.comments > 0,
        Plan(
            seed=22311, articles=25, fronts=1, script="chinese", names="none", container="article", form="p", sentences=6, headline="h1",
            footer=True, dated=True, teasers="excerpts", comments=3,
        ),
    ),
    Weakness(
        "class names outvote repetition where a notice and a date line stand beside a story that is named like a sidebar",
        lambda plan: plan.names == "misleading" and plan.consent and plan.dated,
        Plan(names="misleading", depth=2, headline="h2", consent=True, dated=True),
    ),
)


def known(plan: Plan) -> bool:
    return any(weakness.of(plan) for weakness in WEAKNESSES)


@settings(max_examples=50, deadline=None)
@given(plans())
def test_weights_are_shares_and_the_order_of_pages_does_not_matter(plan: Plan) -> None:
    failures = site_failures(write(plan))
    assert not [f for f in failures if f.kind in ("weights are not in [0, 1] per block", "the order of pages matters")]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(plans(least=ENOUGH))
def test_the_template_goes_and_the_stories_stay(plan: Plan) -> None:
    assume(not known(plan))
    assert not site_failures(write(plan))


@pytest.mark.parametrize(
    "weakness", [pytest.param(w, marks=pytest.mark.xfail(reason=w.reason, strict=True), id=w.reason[:40]) for w in WEAKNESSES]
)
def test_known_weaknesses(weakness: Weakness) -> None:
    assert weakness.of(weakness.simplest)
    assert not site_failures(write(weakness.simplest))


# -- damaged pages ---------------------------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(plans(), st.lists(st.lists(corruptions(), max_size=3), min_size=10, max_size=10), st.integers(0, 99))
def test_damaged_pages_end_in_their_outcomes(tmp_path: Path, plan: Plan, damage: list[list[Corruption]], seed: int) -> None:
    pages = write(replace(plan, articles=10, fronts=0)).pages
    broken = [(page.url, corrupt(page.html.encode(), found)) for page, found in zip(pages, damage, strict=True)]
    assert not archive_failures(broken, tmp_path, seed)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 10**6))
def test_damaged_pages_of_the_demo(tmp_path: Path, demo_pages: list[Capture], seed: int) -> None:
    assert not archive_failures(damaged(demo_pages, seed), tmp_path, seed)


@pytest.mark.shared
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(["wyofile", "dpp_tw"]), st.integers(0, 10**6))
@example(name="wyofile", seed=0)  # a page without a date is first to need the patterns of dates
def test_damaged_pages_of_real_sites(tmp_path: Path, shared: Path, name: str, seed: int) -> None:
    pages = captures(shared / "sites" / name / "site.warc.gz")
    assert not archive_failures(damaged(pages, seed), tmp_path, seed)


def damaged(pages: list[Capture], seed: int) -> list[tuple[str, bytes]]:
    """Some of the pages, most of them damaged."""
    rng = random.Random(seed)
    chosen = rng.sample(sorted(pages), 8)
    return [(page.url, corrupt(page.body, [Corruption.drawn(rng) for _ in range(rng.randint(0, 3))])) for page in chosen]


# -- the generators themselves ---------------------------------------------------------------------------------------------


@given(plans())
def test_every_text_of_a_plan_is_on_its_page(plan: Plan) -> None:
    site = write(replace(plan, voted=False))
    assert len({page.url for page in site.pages}) == plan.articles + plan.fronts
    assert not set(map(key, site.template)) & {key(text) for page in site.pages for text in page.paragraphs}
    for page, one in zip(site.pages, site.sample(), strict=True):
        shown = [key(text) for text in one.page.tree.text]
        assert all(key(text) in shown for text in page.paragraphs)
        assert len(set(page.paragraphs)) == len(page.paragraphs)


@pytest.mark.parametrize("script", LETTERS)
def test_invented_sentences_differ(script: str) -> None:
    ink = TextGenerator(random.Random(1), script)
    assert len({ink.sentence() for _ in range(500)}) == 500


@pytest.mark.shared
def test_what_is_planted_is_the_same_every_time_and_only_the_storys_own_is_true(shared: Path) -> None:
    site = load(shared / "sites" / "wyofile")
    for kind in KINDS:
        other, planted = mutate(site, (kind,), seed=3)
        again, _ = mutate(site, (kind,), seed=3)
        changed = [url for url in site.urls if site.texts[url] != other.texts[url]]
        assert (other.texts, other.labels) == (again.texts, again.labels)
        assert len(changed) == planted[kind] > 0
        longer = [url for url in site.labels if len(other.labels[url]) > len(site.labels[url])]
        if kind in {"headings", "quoted_posts", "tables"}:
            assert longer == [url for url in site.labels if url in changed]
        else:  # of quotations beside read-also lines some are the story's
            assert not longer or (kind == "read_also_quotes" and set(longer) < set(changed))
        for url in changed:
            old, new = site.pages[url].tree.text, other.pages[url].tree.text
            assert len(new) > len(old) or (kind == "spoken" and len(new) == len(old))  # within its lines
            assert not set(old) - set(new), "nothing of the page is lost"
