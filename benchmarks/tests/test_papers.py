"""The papers' experiments: their learners on known answers, and their tables on the demo's sites and on invented ones."""

from __future__ import annotations

import doctest
import importlib
import json
import random
from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from benchmarks.papers import alignment, cst, infodiscoverer, lamis, sew, wisdom
from benchmarks.papers.alignment_clustering import ARMS, clustered
from benchmarks.papers.alignment_templates import METHODS, demo_groups, learned, site_group
from benchmarks.papers.labels import demo_folders
from benchmarks.papers.learners import assigned_f, k_means, matrix, naive_bayes, support_vectors
from demo.archive import Capture, write_warc
from demo.generate import Scale
from harness.paths import ROOT
from indexer.site.links.lamis import LamisParams

MODULES = sorted(file.stem for file in (ROOT / "benchmarks" / "papers").glob("[a-z]*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"benchmarks.papers.{name}")).failed == 0


# -- learners --------------------------------------------------------------------------------------------------------


def test_naive_bayes_is_the_textbooks() -> None:
    """Manning and others, example 13.1: China with 3/4 · (3/7)³ · (1/14)² against 1/4 · (2/9)⁵; not so with 3/4 · (1/14)² against 1/4 · (2/9)²."""
    trained = ("chinese beijing chinese", "chinese chinese shanghai", "chinese macao", "tokyo japan chinese")
    tested = ("chinese chinese chinese tokyo japan", "tokyo tokyo")
    rows = matrix([Counter(text.split()) for text in (*trained, *tested)])
    assert naive_bayes(rows[:4], np.array([True, True, True, False]), rows[4:]).tolist() == [True, False]


def test_a_support_vector_machine_has_the_widest_margin() -> None:
    """Of the points -3, -1 on one side and 1, 5 on the other, the inner ones alone decide: w = 1, b = 0."""
    points = np.array([[-3.0], [-1.0], [1.0], [5.0]])
    found = support_vectors(points @ points.T, np.array([False, False, True, True]))
    assert (points.ravel() @ found, found.sum()) == pytest.approx((1, 0), abs=0.01)
    assert found.tolist() == pytest.approx([0, -0.5, 0.5, 0], abs=0.01)


def test_k_means_finds_groups_and_ends_where_it_may_not_improve() -> None:
    rng = np.random.default_rng(5)
    points = np.concatenate([rng.normal(centre, 0.1, (8, 2)) for centre in ((0, 0), (5, 0), (0, 5))])
    truth = np.repeat(np.arange(3), 8)
    best = max(assigned_f(truth, k_means(points @ points.T, 3, rng), 3) for _ in range(20))
    assert best == 1
    found = k_means(points @ points.T, 3, rng)
    means = np.array([points[found == i].mean(axis=0) for i in set(found.tolist())])
    nearest = np.argmin(((points[:, None] - means) ** 2).sum(axis=2), axis=1)
    assert [sorted(set(found.tolist()))[i] for i in nearest] == found.tolist(), "each point is in the cluster of the nearest mean"


def test_the_best_assignment_is_the_best_of_all() -> None:
    rng = np.random.default_rng(3)
    classes, clusters = rng.integers(0, 4, 40), rng.integers(0, 4, 40)

    def f(one: int, other: int) -> float:
        a, b = classes == one, clusters == other
        return 2 * int((a & b).sum()) / int(a.sum() + b.sum())

    expected = max(np.mean([f(i, order[i]) for i in range(4)]) for order in permutations(range(4)))
    assert assigned_f(classes, clusters, 4) == pytest.approx(expected)


# -- feature weighting across sites ------------------------------------------------------------------------------------


WORDS = {"Business": "bank market price share trade profit", "Sport": "goal match team league player coach"}


def paper(folder: Path, seed: int, names: Sequence[str]) -> Path:
    """A site of sixteen stories in two sections, in a frame of sixty words that no other site has."""
    rng = random.Random(seed)
    frame = " ".join(f"frame{seed}word{i}" for i in range(60))
    pages, bodies, qrels = [], [], []
    for number in range(16):
        url = f"https://{folder.name}.example/{number}"
        words = [*WORDS[list(WORDS)[number % 2]].split(), *(f"thing{rng.randrange(400)}" for _ in range(4))]
        body = " ".join(rng.sample(words, len(words)))
        pages.append(Capture(url, f"<html lang=en><nav><p>{frame}</p></nav><main><p>{body}</p></main>".encode(), "text/html"))
        bodies.append(json.dumps({"url": url, "body": body}))
        qrels.append(f"s{number % 2} 0 {url} 1")
    folder.mkdir()
    write_warc(folder / "site.warc.gz", pages)
    (folder / "bodies.jsonl").write_text("\n".join(bodies))
    (folder / "queries.tsv").write_text("".join(f"s{i}\tsection\t{name}\n" for i, name in enumerate(names)))
    (folder / "qrels.txt").write_text("\n".join(qrels))
    return folder


@pytest.mark.slow
def test_weighting_tells_classes_of_different_sites_apart(tmp_path: Path) -> None:
    """The frames decide before, the stories afterwards: the paper's finding."""
    names = (("Business", "Sport"), ("Business & Economy", "Sports"), ("Local business", "Sport"))
    sites = [cst.read(paper(tmp_path / f"paper{i}", i, pair)) for i, pair in enumerate(names)]
    found, own = cst.tasks(sites, 1)
    assert (len(found.names), len(found.classes), own) == (2, 48, [])
    means = {name: np.mean(cst.clustering(found, name, 30)) for name in (cst.BEFORE, cst.AFTER)}
    assert means[cst.AFTER] > 0.8 > means[cst.BEFORE] + 0.1
    crosswise = [split for _, split in cst.splits(found, crosswise=True)]
    assert len(crosswise) == 6
    for machine in (True, False):
        before, after = ([cst.classified(found, name, split, machine=machine)[1] for split in crosswise] for name in (cst.BEFORE, cst.AFTER))
        assert min(after) > 0.9
        assert max(before) < 0.5
    lines = list(cst.report(found, own, 5))
    assert any(line.startswith("| Figure 3: k-means, F, weighted | .756 |") for line in lines)
    assert [line for line in lines if line.startswith("| sport | 8 | 8 | 8 |")], "stems of the shared words"


# -- the tables on the demo's sites ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return demo_folders(tmp_path_factory.mktemp("demo"), Scale(articles=24))


@pytest.mark.slow
def test_lamis_on_the_demo(demo: list[Path]) -> None:
    lines = list(lamis.report([lamis.measure(LamisParams(), lamis.VARIANTS, 0, folder) for folder in demo]))
    assert lines[2].startswith("| out-links | .57 |")
    assert [line.split(" ")[1] for line in lines[-3:]] == ["courier", "bote", "shimpo"]


@pytest.mark.slow
def test_infodiscoverer_on_the_demo(demo: list[Path]) -> None:
    lines = list(infodiscoverer.report([infodiscoverer.measure(demo[0])]))
    assert any("| .974, .959 | 1.000, ." in line for line in lines), "recall is perfect"
    assert lines[-1].startswith("| courier | 26 |")


@pytest.mark.slow
def test_wisdom_on_the_demo(demo: list[Path]) -> None:
    measured = [wisdom.measure(folder) for folder in demo]
    lines = list(wisdom.report(measured))
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| Table 3")]
    assert len(rows) == 4
    assert all(paper == here for _, paper, here in rows), "Table 3 is the paper's"
    assert all(one.scores["article"][wisdom.DEFAULT].recall > 0.9 for one in measured)
    assert sum(line.startswith("| Figure 17") for line in lines) == 22


@pytest.mark.slow
def test_alignment_on_the_demo(demo: list[Path]) -> None:
    known = [learned(group, (2, 16)) for folder in demo[1:] for group in demo_groups(folder)]
    name = next(iter(METHODS))
    assert not alignment.below_floor(known)
    assert all(16 not in one.scores[name] or one.scores[name][16].precision > one.scores[name][2].precision for one in known)
    assert any(line.startswith("| Table 2: 16 pages, P, R, as published | .851, .911 | .9") for line in alignment.templates_report(known))


@pytest.mark.slow
def test_a_template_is_derived_from_labelled_bodies(demo: list[Path]) -> None:
    """It is nearly the true one where all articles have one design."""
    for folder in demo[1:]:
        (known,) = (group for group in demo_groups(folder) if group.name.endswith("article"))
        derived = site_group(folder)
        assert derived.pages == known.pages
        assert 2 * (derived.true & known.true).total() > 0.95 * (derived.true.total() + known.true.total())


@pytest.mark.slow
def test_clustering_on_the_demo(demo: list[Path]) -> None:
    sites = [one for folder in demo if (one := clustered(folder))]
    assert sites
    for one in sites:
        sizes = [one.arms[arm].size for arm in ARMS]
        assert sizes[0] > max(sizes[1:])
    lines = list(alignment.clustering_report(sites))
    assert any(line.startswith("| Table 4: F, t = 16 | .276 (PI), .449 (Ansa) |") for line in lines)


@pytest.mark.slow
def test_feature_weighting_on_the_demo(demo: list[Path]) -> None:
    """Papers of three languages share no class; the sections of each are told apart."""
    shared, own = cst.tasks([cst.read(folder) for folder in demo], 1)
    assert len(shared.classes) == 0
    lines = list(cst.report(shared, own, runs_within=5))
    assert lines[2].startswith("| within 3 sites: k-means, F, all words | .506 |")
    assert [line.split(" ")[1] for line in lines[-3:]] == ["courier", "bote", "shimpo"]


@pytest.mark.slow
def test_sew_on_the_demo(demo: list[Path]) -> None:
    sites = [sew.read(folder) for folder in demo]
    assert all(one.children[""] for one in sites)
    lines = list(sew.report(sites))
    assert lines[2].startswith("| Table 2: LOO1, P, R, F | 1 ± 0, 1 ± 0, 1 ± 0 |")
    assert [line.split(" ")[1] for line in lines[-3:]] == ["courier", "bote", "shimpo"]
