"""The measurements: parameters found by type, leave-one-site-out search of thresholds, calibration of known weights."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.calibration import bins, calibration_error, isotonic
from benchmarks.threshold_search import Setting, search
from harness.param_paths import leaves, switches, thresholds, with_value
from indexer.site.params import SiteParams

SITES = [Path(name) for name in ("north", "south", "west")]
CHOICES = {"a": (1.0, 2.0), "b": (1.0, 0.5)}


def found(measure: dict[str, dict[Setting, float]]) -> dict[str, tuple[Setting, float, float]]:
    with ThreadPoolExecutor(2) as pool:
        folds = search(SITES, CHOICES, lambda site, setting: measure[site.name].get(setting, 0.5), pool)
    return {fold.site: (fold.setting, fold.tuned, fold.chosen) for fold in folds}


def test_thresholds_are_chosen_without_the_site_that_tests_them() -> None:
    better: Setting = (("a", 2.0),)
    folds = found({"north": {better: 0.9}, "south": {}, "west": {}})
    assert folds["north"] == ((), 0.5, 0.5), "the other value is better only on the test site"
    assert folds["south"] == (better, 0.5, 0.5)
    assert folds["west"] == (better, 0.5, 0.5)


def test_a_threshold_without_effect_keeps_its_value() -> None:
    assert found({site.name: {} for site in SITES}) == {site.name: ((), 0.5, 0.5) for site in SITES}


def test_later_thresholds_are_searched_from_the_earlier_choice() -> None:
    both: Setting = (("a", 2.0), ("b", 0.5))
    everywhere = {(("a", 2.0),): 0.6, both: 0.7, (("b", 0.5),): 0.4}
    assert found({site.name: everywhere for site in SITES}) == {site.name: (both, 0.5, 0.7) for site in SITES}


def test_every_switch_and_number_of_the_params_is_found() -> None:
    params = SiteParams()
    paths = dict(leaves(params))
    assert set(switches(params)) == {path for path, value in paths.items() if isinstance(value, bool)}
    for path in switches(params):
        assert dict(leaves(with_value(params, path, value=False)))[path] is False
    choices = thresholds(params, (0.67, 1.5))
    assert len(choices) > 50
    for path, values in choices.items():
        assert values[0] == paths[path]
        assert len(set(values)) == len(values) > 1
        for value in values:
            assert dict(leaves(with_value(params, path, value)))[path] == value


def test_a_path_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(AttributeError):
        with_value(SiteParams(), "containers.nothing.else", value=1)


# -- calibration -----------------------------------------------------------------------------------------------------------

POINTS = st.lists(
    st.tuples(st.floats(0, 1), st.sampled_from([0.0, 1.0]), st.floats(0.5, 9)), min_size=1, max_size=30
)  # fmt: skip


@pytest.mark.slow
@given(POINTS)
def test_bins_contain_all_blocks_and_isotonic_regression_is_monotone_and_preserves_the_mean(points: list[tuple[float, float, float]]) -> None:
    x, y, mass = (np.array(column) for column in zip(*points, strict=True))
    rows = list(bins(x, y, mass))
    assert sum(share for _, share, _, _ in rows) == pytest.approx(1)
    assert all(0 <= number < 10 and number / 10 - 1e-9 <= mean <= (number + 1) / 10 + 1e-9 for number, _, mean, _ in rows)
    assert 0 <= calibration_error(x, y, mass) <= 1
    at, values = isotonic(x, y, mass)
    assert (np.diff(values) >= -1e-9).all()
    mapped = np.interp(x, at, values)
    assert mass @ mapped == pytest.approx(mass @ y)
    assert ((mapped - y) ** 2) @ mass <= ((x - y) ** 2) @ mass + 1e-9, "no monotone function has a smaller error, the identity included"


def test_weights_that_are_probabilities_have_no_error() -> None:
    weight = np.repeat([0.05, 0.5, 0.95], [20, 4, 20])
    true = np.concatenate([[1.0] + [0.0] * 19, [1.0, 1.0, 0.0, 0.0], [0.0] + [1.0] * 19])
    assert calibration_error(weight, true, np.ones(44)) == pytest.approx(0)
