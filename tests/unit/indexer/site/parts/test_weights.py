"""Weights from the compressed structure tree: the sample's element nodes against a slow twin, and what the weights say."""

from __future__ import annotations

import math
from collections import Counter, defaultdict

import pytest

from harness.strategies import articles, page, paragraphs, prose
from indexer.site.parts.article_page import ArticleSample
from indexer.site.parts.weights import WeightParams, build, path_weights

PARAMS = WeightParams()


def by_name(sample: ArticleSample, weights: dict[int, float]) -> dict[str, float]:
    tree = sample.pages[0].tree
    return {tree.signature[i]: weights[int(p)] for i, p in enumerate(tree.path) if int(p) in weights}


def all_blocks(sample: ArticleSample) -> list[list[int]]:
    return [p.blocks.tolist() for p in sample.pages]


def entropy(counts: list[int], base: int) -> float:
    total = sum(counts)
    return -sum(c / total * math.log(c / total, base) for c in counts) if base > 1 else 0.0


def importance(sample: ArticleSample, path: int) -> float:
    """PathImp(E)·NodeImp(leaf) of one path, averaged over its blocks, with every sum written out."""
    tags: dict[int, int] = Counter()
    styles: dict[int, Counter[str]] = defaultdict(Counter)
    words: dict[int, list[Counter[str]]] = defaultdict(list)
    for p in sample.pages:
        tree = p.tree
        for i in range(p.container, int(tree.end[p.container])):
            children = [tree.signature[j] for j in range(len(tree.tag)) if tree.parent[j] == i]
            tags[int(tree.path[i])] += 1
            styles[int(tree.path[i])]["/".join(children)] += 1
            found = Counter(" ".join(tree.text[k].lower() for k in p.blocks if tree.node[k] == i).split())
            if found:
                words[int(tree.path[i])].append(found)
    vocabulary = sorted(set().union(*words[path]))
    m = len(words[path])
    leaf = 1 - sum(entropy([c[w] for c in words[path] if c[w]], m) for w in vocabulary) / len(vocabulary) if m > 1 else 1.0
    values = []
    for p in sample.pages:
        for k in p.blocks.tolist():
            if p.path(k) == path:
                rest, i = 1 - leaf, int(p.tree.parent[p.tree.node[k]])
                while i >= p.container:
                    at = int(p.tree.path[i])
                    rest *= 1 - (entropy(list(styles[at].values()), tags[at]) if tags[at] > 1 else 1.0)
                    i = int(p.tree.parent[i])
                values.append((1 - rest) * leaf)
    return sum(values) / len(values)


def test_weights_are_equation_5_relative_to_the_main_text() -> None:
    lines = [f"<p class=line>By the staff of the paper {i}</p>" for i in range(6)]
    sample = articles([page(f"{line}<div>{paragraphs(prose(i), 2 + i % 3)}</div>") for i, line in enumerate(lines)])
    found = path_weights(sample, all_blocks(sample), WeightParams(floor=0.0001))
    main = max(found, key=lambda path: sum(float(p.weight[k]) for p in sample.pages for k in p.blocks.tolist() if p.path(k) == path))
    assert found[main] == 1
    for path, weight in found.items():
        assert weight == pytest.approx(min(1.0, importance(sample, path) / importance(sample, main)), abs=1e-4)


def test_repeated_words_weigh_less_than_the_stories_own() -> None:
    sample = articles([page(f"<p class=line>Written for you by the staff</p>{paragraphs(prose(i), 3)}") for i in range(6)])
    weights = by_name(sample, path_weights(sample, all_blocks(sample), PARAMS))
    assert weights == {"p.line": PARAMS.floor, "p": 1.0}


def test_a_site_of_one_story_weighs_all_the_same() -> None:
    sample = articles([page(f"<h2>One</h2>{paragraphs(prose(1))}")])
    assert set(path_weights(sample, all_blocks(sample), PARAMS).values()) == {1.0}


def test_weights_can_be_switched_off_and_the_floor_is_positive() -> None:
    sample = articles([page(paragraphs(prose(i))) for i in range(3)])
    assert path_weights(sample, all_blocks(sample), WeightParams(weigh=False)) == {}
    assert path_weights(sample, [[], [], []], PARAMS) == {}
    with pytest.raises(ValueError, match="floor"):
        WeightParams(floor=0.0)


def test_element_nodes_count_tag_nodes_styles_and_words() -> None:
    sample = articles([page("<p>Sea sea</p><p>Ice</p>"), page("<p>Sea</p>")])
    nodes = build(sample, all_blocks(sample))
    tree = sample.pages[0].tree
    entry, p = nodes[int(tree.path[1])], nodes[int(tree.path[2])]
    assert (entry.tags, entry.styles, entry.leaves) == (2, {("p", "p"): 1, ("p",): 1}, 0)
    assert (p.tags, p.styles, p.leaves, dict(p.words)) == (3, {(): 3}, 3, {"sea": [2, 1], "ice": [1]})
