"""Measures against trec_eval, statistics against scipy and by hand, files with all their flaws."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import pytrec_eval
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.errors import InputError
from indexer.evaluate.match_precision import read_labels
from indexer.evaluate.retrieval_metrics import average_precision, bpref, ndcg, precision, r_precision, recall, reciprocal_rank
from indexer.evaluate.significance import compare, compare_all, holm
from indexer.evaluate.trec import read_judgements, read_queries

NAMES = [f"d{i}" for i in range(15)]


@pytest.mark.slow
@settings(max_examples=1000)
@given(
    st.permutations(NAMES), st.integers(0, 15), st.dictionaries(st.sampled_from(NAMES), st.integers(0, 3), min_size=1)
)
def test_measures_are_those_of_trec_eval(names: list[str], found: int, grades: dict[str, int]) -> None:
    ranking = names[:found]
    run = {"q": {name: float(len(names) - rank) for rank, name in enumerate(ranking)}}
    oracle = pytrec_eval.RelevanceEvaluator({"q": grades}, {"ndcg_cut.10", "P.10", "recip_rank", "map", "Rprec", "recall.100", "bpref"})
    expected = oracle.evaluate(run).get("q") if ranking else None
    expected = expected or dict.fromkeys(("ndcg_cut_10", "P_10", "recip_rank", "map", "Rprec", "recall_100", "bpref"), 0.0)
    assert ndcg(ranking, grades) == pytest.approx(expected["ndcg_cut_10"])
    assert precision(ranking, grades) == pytest.approx(expected["P_10"])
    assert reciprocal_rank(ranking, grades) == pytest.approx(expected["recip_rank"])
    assert average_precision(ranking, grades) == pytest.approx(expected["map"])
    assert r_precision(ranking, grades) == pytest.approx(expected["Rprec"])
    assert recall(ranking, grades) == pytest.approx(expected["recall_100"])
    assert bpref(ranking, grades) == pytest.approx(expected["bpref"])


@pytest.mark.parametrize("n", [8, 40])
def test_p_is_that_of_scipys_permutation_test(n: int) -> None:
    generator = np.random.default_rng(5)
    first = generator.random(n)
    second = first + generator.normal(0.05, 0.15, n)
    expected = scipy.stats.permutation_test(
        (second - first,), np.mean, permutation_type="samples", n_resamples=20_000, rng=generator
    )
    difference = compare(list(first), list(second))
    assert difference.p == pytest.approx(expected.pvalue, abs=0.015)
    assert difference.low < difference.mean < difference.high


def test_the_interval_is_that_of_scipys_bootstrap() -> None:
    generator = np.random.default_rng(7)
    difference = generator.normal(0.1, 0.3, 60)
    expected = scipy.stats.bootstrap((difference,), np.mean, method="percentile", rng=generator).confidence_interval
    found = compare([0.0] * 60, list(difference))
    assert (found.low, found.high) == pytest.approx(tuple(expected), abs=0.01)


def test_equal_systems_differ_significantly_as_often_as_chance_has_it() -> None:
    generator = np.random.default_rng(11)
    draws = [compare(list(generator.random(10)), list(generator.random(10))).p < 0.05 for _ in range(100)]
    assert 0.0 < np.mean(draws) < 0.12


def test_wins_ties_and_losses() -> None:
    difference = compare([0.5, 0.5, 0.5, 0.1 + 0.2], [1.0, 0.5, 0.0, 0.3])
    assert (difference.wins, difference.ties, difference.losses) == (1, 2, 1)
    assert compare([0.2, 0.4], [0.3, 0.4]) == compare([0.2, 0.4], [0.3, 0.4])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_is_at_least_the_p_value_and_keeps_the_order(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(p <= a <= 1 for p, a in zip(p_values, adjusted, strict=True))
    order = np.argsort(p_values, kind="stable")
    assert list(np.sort(adjusted)) == [adjusted[i] for i in order]


def written(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


def test_queries_with_and_without_a_type(tmp_path: Path) -> None:
    queries = read_queries(written(tmp_path / "q.tsv", '\ufeffq1\tknown-item\tferry, "night"\r\n\nq2\teel weir\n'))
    assert [(q.id, q.type, q.text) for q in queries] == [("q1", "known-item", 'ferry, "night"'), ("q2", "", "eel weir")]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("q1\ta\nq1\tb\n", "line 2: query id q1"), ("q1\ta\n\nq2\n", "line 3: expected id"), ("q\tt\t \n", "line 1")],
)
def test_a_bad_query_file_names_its_line(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        read_queries(written(tmp_path / "q.tsv", text))


def test_judgements_repeated_and_in_conflict(tmp_path: Path) -> None:
    text = "q1 0 007 1\nq1 0 007 1\nq1 0 7 0\nq2 0 d5 2\nq2 0 d6 1\nq2 0 d6 3\n"
    judgements = read_judgements(written(tmp_path / "qrels", text))
    assert judgements.grades == {"q1": {"007": 1, "7": 0}}
    assert judgements.conflicts == ("q2",)


@pytest.mark.parametrize("line", ["q1 0 url", "q1 0 url high", "q1 0 two words 1"])
def test_a_bad_judgement_names_its_line(tmp_path: Path, line: str) -> None:
    with pytest.raises(InputError, match="line 2"):
        read_judgements(written(tmp_path / "qrels", f"q1 0 u 1\n{line}\n"))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    latin = tmp_path / "latin"
    latin.write_bytes("q1\tFähre\n".encode("latin-1"))
    with pytest.raises(InputError, match="not UTF-8"):
        read_queries(latin)
    with pytest.raises(InputError, match="cannot read"):
        read_judgements(tmp_path / "missing")


def test_labels(tmp_path: Path) -> None:
    good = json.dumps({"url": "u", "body": "b", "title": "t"})
    assert read_labels(written(tmp_path / "l", good + "\n"))["u"].headline == "t"
    with pytest.raises(InputError, match="line 2"):
        read_labels(written(tmp_path / "l", good + "\n[1]\n"))


def test_each_query_a_cluster_of_its_own_is_no_clustering() -> None:
    values = np.random.default_rng(1).random((2, 40))
    assert compare_all([(values[0], values[1])], clusters=[f"q{n}" for n in range(40)])[0].p == compare(values[0], values[1]).p


def test_queries_said_three_times_show_no_more_than_once() -> None:
    values = np.random.default_rng(2).random((2, 30))
    once = compare(values[0], values[1])
    (thrice,) = compare_all([(np.repeat(values[0], 3), np.repeat(values[1], 3))], clusters=[f"q{n // 3}" for n in range(90)])
    assert (thrice.p, thrice.mean) == (once.p, pytest.approx(once.mean))
    assert (thrice.low, thrice.high) == pytest.approx((once.low, once.high), abs=0.02)
    assert thrice.deviation / 90**0.5 == pytest.approx(once.deviation / 30**0.5)
    assert thrice.detectable == pytest.approx(once.detectable)


@pytest.mark.slow
def test_alike_systems_on_sites_that_differ_are_called_different_one_time_in_twenty() -> None:
    """What moves a whole site is one observation a site, however many queries it has."""
    random, sites = np.random.default_rng(3), np.repeat(np.arange(20), 10)
    labels = [f"site{site}" for site in sites]
    by_site = by_query = inside = 0
    for _ in range(200):
        values = random.normal(0, 1, 20)[sites] + random.normal(0, 1, 200)
        (found,) = compare_all([(np.zeros(200), values)], clusters=labels)
        by_site += found.p < 0.05
        inside += found.low <= 0 <= found.high
        by_query += compare(np.zeros(200), values).p < 0.05
    assert by_site <= 20
    assert inside >= 176
    assert by_query >= 60, "queries taken for independent observations find what is not there"
