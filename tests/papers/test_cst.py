"""The compressed structure tree as published: the paper's numbers, its equations by hand, slow twins, and pages made to be slow."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness import paths
from harness.strategies import BuiltSite, documents, prose, sites
from indexer.algorithms import alike
from indexer.algorithms.alike import Table, characteristic, merge_alike, similarity
from indexer.algorithms.entropy import entropy
from indexer.algorithms.importance import WordUse, leaf_importance, node_importance, path_importance
from indexer.page.page import Page
from indexer.page.parse import parse
from indexer.site.methods import element_growth
from indexer.site.methods.compressed_tree import CstModel, CstParams, apply, feature_weights, fit, merge
from indexer.site.methods.element_node import ElementNode, Leaf
from indexer.site.methods.tag_tree import ROOT, TagTree, tag_tree

FINE = CstParams(height=0, threshold=0.0)
"""Every block-level element is a tag node: small pages by hand."""


def parsed(bodies: Sequence[str]) -> list[Page]:
    return [parse(f"<body>{body}</body>", f"https://example.org/{i}") for i, body in enumerate(bodies)]


def by_text(model: CstModel, page: Page) -> dict[str, float]:
    return dict(zip(page.tree.text, apply(model, page).tolist(), strict=True))


def named(model: CstModel, signature: str) -> list[ElementNode]:
    return [element for element in model.nodes if element.signature == signature]


# -- the paper's figure and its equations by hand ----------------------------------------------------------------------


def test_the_papers_figure_2() -> None:
    """Two pages whose bodies differ by one element: the root has one style, the body two, and all else is merged."""
    shared = "<table class=a><tr><td>Home of news</td></tr></table><p>Logo line</p><table class=b><tr><td>All rights</td></tr></table>"
    model = fit(parsed([shared + "<div>Only here</div>", shared]), FINE)
    root, body = model.nodes[0], named(model, "body")[0]
    assert (root.signature, root.tags, root.importance) == ("root", 2, 0.0)
    assert (body.tags, len(body.styles), body.importance) == (2, 2, 1.0)
    assert {(e.signature, e.tags) for e in model.nodes} == {
        ("root", 2), ("body", 2), ("table.a", 2), ("p", 2), ("table.b", 2), ("tr", 2), ("td", 2), ("div", 1),
    }  # fmt: skip
    assert named(model, "div")[0].importance == 1


def test_equation_1_in_a_tree() -> None:
    """Four bodies in styles of 2, 1 and 1: 1/2·log4 2 + 2·1/4·log4 4 = .75."""
    pages = parsed(["<p>Sea</p>", "<p>Ice</p>", "<p>Sea</p><h2>Fog</h2>", "<h2>Fog</h2>"])
    body = named(fit(pages, FINE), "body")[0]
    assert body.importance == pytest.approx(0.75)


def test_equations_2_to_5_by_hand() -> None:
    """Two pages of one style. p: `the` 1 and 1 (H = 1), `crane` 2 in one (H = 0), `sea` 3 and 1 (H = .8113).

    PathImp(p's text) = NodeImp of it = 1 - (1 + 0 + .8113)/3, for root, body and p have one style each.
    """
    pages = parsed(["<p>The crane crane sea sea sea</p>", "<p>The sea</p>"])
    model = fit(pages, FINE)
    sea = -(0.75 * math.log2(0.75) + 0.25 * math.log2(0.25))
    path = 1 - (1 + 0 + sea) / 3
    assert named(model, "p")[0].leaf.importance == pytest.approx(path)
    assert feature_weights(model, pages[0]) == pytest.approx({"crane": path * 2, "sea": path * (1 - sea) * 3, "the": 0.0})
    assert apply(model, pages[0]) == pytest.approx([(path * 2 + path * (1 - sea) * 3) / 6])
    assert apply(model, pages[1]) == pytest.approx([path * (1 - sea) / 2])


def test_equation_4_in_a_tree() -> None:
    """Three divs, two alike inside: 1 - (1 - NodeImp(div))·(1 - NodeImp(p's text)), body and root having one style."""
    pages = parsed(["<div><p>Sea ice</p></div>", "<div><p>Sea fog</p></div>", "<div><h2>Gone</h2></div>"])
    model = fit(pages, FINE)
    div = entropy([2, 1], 3)
    text = 1 - (1 + 0 + 0) / 3
    path = 1 - (1 - div) * (1 - text)
    assert feature_weights(model, pages[0]) == pytest.approx({"ice": path, "sea": 0.0})
    assert feature_weights(model, pages[2]) == {"gone": 1.0}


def test_features_of_one_page_are_added_up() -> None:
    """`sea` stands in two places of the page: in a unique heading (1) and twice in a paragraph (PathImp·1·2)."""
    pages = parsed(["<h2>Sea</h2><p>Sea sea gull</p>", "<h2>Ice</h2><p>Fog</p>"])
    assert feature_weights(fit(pages, FINE), pages[0]) == {"gull": 1.0, "sea": 3.0}


def test_the_papers_constants_are_the_defaults() -> None:
    assert (CstParams().share, CstParams().similarity, CstParams().height) == (0.85, 0.85, 2)


@pytest.mark.parametrize("wrong", [
    {"share": 0.0}, {"share": 1.1}, {"similarity": 0.0}, {"height": -1}, {"deepest": 0}, {"threshold": 1.5},
])  # fmt: skip
def test_parameters_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"lies? in|or more"):
        CstParams(**wrong)  # type: ignore[arg-type]


# -- merging -----------------------------------------------------------------------------------------------------------


def test_children_of_different_styles_merge_when_their_characteristic_words_are_alike() -> None:
    menu = "<ul><li>Home</li><li>News</li><li>Sport</li></ul>"
    pages = parsed([f"{menu}<p>Crane sinks</p>", f"<h2>Storm</h2>{menu}", f"{menu}<p>Lynx</p><p>Fog</p>"])
    model = fit(pages, FINE)
    assert [e.tags for e in named(model, "ul")] == [3]
    assert sorted(e.tags for e in named(model, "p")) == [1, 1, 1]
    assert by_text(model, pages[1]) == {"Storm": 1.0, "Home": 0.0, "News": 0.0, "Sport": 0.0}


def test_children_without_characteristic_words_never_merge() -> None:
    """Two styles, each with two paragraphs that share no word: |I| = 0."""
    pages = parsed(["<p>A1</p>", "<p>B1</p>", "<p>C1</p><h2>H</h2>", "<p>D1</p><h2>H</h2>"])
    assert sorted(e.tags for e in named(fit(pages, FINE), "p")) == [2, 2]


def test_attributes_keep_children_apart() -> None:
    pages = parsed(["<p class=a>Sea</p>", "<p class=b>Sea</p>"])
    assert {(e.signature, e.tags) for e in fit(pages, FINE).nodes} == {("root", 2), ("body", 2), ("p.a", 1), ("p.b", 1)}


def test_bodies_that_name_their_post_can_be_taken_for_one() -> None:
    pages = [parse(f"<body class=on-{n}><ul><li>Home</li></ul><p>{n}</p></body>", f"https://example.org/{n}") for n in ("sea", "ice", "fog")]
    published = fit(pages, CstParams(height=0))
    assert by_text(published, pages[0]) == {"Home": 1.0, "sea": 1.0}
    one = fit(pages, CstParams(height=0, body_attributes=False))
    assert by_text(one, pages[0]) == {"Home": 0.0, "sea": 1.0}
    other = parse("<body class=on-storm><h2>Storm</h2><ul><li>Home</li></ul></body>", "https://example.org/n")
    assert by_text(one, other) == {"Storm": 1.0, "Home": 0.0}


def test_a_word_is_characteristic_from_its_share_on() -> None:
    table = Table(20, {"home": 17, "news": 16})
    assert characteristic(table, 0.85) == {"home"}


def test_virtual_leaves_are_the_grandparents_of_the_leaves() -> None:
    page = parse("<body><div class=a><section><article><p>One</p></article>Two</section></div>Three</body>")
    tree = tag_tree(page, 2, 100)
    names = list(tree.tree.signature)
    assert [names[i] for i in range(len(names)) if tree.leaf[i]] == ["section", "article", "p"]
    assert (tree.style(ROOT), tree.style(0), tree.style(1), tree.style(2)) == (("body",), ("div.a",), ("section",), ())
    assert (tree.content(2), tree.content(1), tree.content(0)) == ({"one": 1, "two": 1}, None, {"three": 1})


def test_words_that_no_reader_sees_have_no_weight() -> None:
    pages = parsed(["<p>Crane</p><p hidden>Secret words</p>", "<p>Lynx</p><p hidden>Other words</p>"])
    assert by_text(fit(pages, FINE), pages[0]) == {"Crane": 1.0, "Secret words": 0.0}


TABLES = st.lists(
    st.integers(1, 3).flatmap(
        lambda m: st.dictionaries(st.sampled_from("abcdefghij"), st.integers(1, m), max_size=9).map(lambda f: Table(m, f))
    ),
    max_size=7,
)


def merged_slowly(tables: Sequence[Table], share: float, least: float, fixed: int) -> list[list[int]]:
    """The textbook way: compare all pairs, merge the best, begin anew."""
    groups = [([i], table) for i, table in enumerate(tables)]
    while True:
        best: tuple[float, int, int] | None = None
        for a in range(len(groups)):
            for b in range(a + 1, len(groups)):
                if groups[b][0][0] < fixed:
                    continue
                value = similarity(characteristic(groups[a][1], share), characteristic(groups[b][1], share))
                if value >= least - 1e-9 and (best is None or (-value, groups[a][0][0], groups[b][0][0]) < best):
                    best = (-value, groups[a][0][0], groups[b][0][0])
        if best is None:
            return [sorted(members) for members, _ in groups]
        a, b = (next(g for g in groups if g[0][0] == i) for i in best[1:])
        total = Counter(a[1].frequency)
        total.update(b[1].frequency)
        both = (a[0] + b[0], Table(a[1].documents + b[1].documents, dict(total)))
        groups = sorted([g for g in groups if g is not a and g is not b] + [both], key=lambda g: g[0][0])


@pytest.mark.slow
@settings(max_examples=150)
@given(TABLES, st.sampled_from([0.5, 0.85, 1.0]), st.sampled_from([0.2, 0.5, 0.85, 1.0]), st.integers(0, 3))
def test_merging_is_the_textbooks(tables: list[Table], share: float, least: float, fixed: int) -> None:
    fixed = min(fixed, len(tables))
    assert merge_alike(tables, share, least, fixed) == merged_slowly(tables, share, least, fixed)


def test_pages_made_to_be_slow_only_merge_equal_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alike, "_MOST_COMPARISONS", 0)
    tables = [Table(1, dict.fromkeys("abcdefg", 1)), Table(1, dict.fromkeys("abcdefgh", 1)), Table(1, dict.fromkeys("abcdefg", 1))]
    assert merge_alike(tables, 0.85, 0.85) == [[0, 2], [1]]


@given(st.lists(st.integers(1, 40), min_size=1, max_size=12), st.integers(0, 20))
def test_counts_that_add_up_give_the_entropy(counts: list[int], empty: int) -> None:
    use = WordUse()
    for count in counts:
        use = use.plus(count)
    assert use.entropy(len(counts) + empty) == pytest.approx(entropy(counts, len(counts) + empty), abs=1e-9)


# -- a slow twin of the whole tree -------------------------------------------------------------------------------------

TagNode = tuple[TagTree, int]
Seen = tuple[object, ...]


def twin(signature: str, tags: Sequence[TagNode], params: CstParams) -> Seen:
    """An element node and all below it, by recursion over lists of actual tag nodes, every sum written out."""
    styles: dict[tuple[str, ...], list[TagNode]] = defaultdict(list)
    for tree, node in tags:
        styles[tree.style(node)].append((tree, node))
    initial = [
        (style[i], [(tree, tree.children_of(node)[i]) for tree, node in styles[style]]) for style in sorted(styles) for i in range(len(style))
    ]
    below: list[Seen] = []
    for name in sorted({name for name, _ in initial}):
        same = [members for other, members in initial if other == name]
        tables = [Table(len(m), dict(Counter(w for tree, node in m for w in tree.features(node)))) for m in same]
        groups = merged_slowly(tables, params.share, params.similarity, 0)
        below += [twin(name, [tag for i in group for tag in same[i]], params) for group in groups]
    texts = [text for tree, node in tags if (text := tree.content(node)) is not None]
    words: dict[str, list[int]] = defaultdict(list)
    for text in texts:
        for word, count in text.items():
            words[word].append(count)
    styled = {style: len(members) for style, members in styles.items()}
    importance = (round(node_importance(styled, len(tags)), 6), round(leaf_importance(words, len(texts)), 6))
    return (signature, len(tags), tuple(sorted(styled.items())), len(texts), importance, tuple(sorted(below, key=repr)))


def seen(model: CstModel, at: int = 0) -> Seen:
    """An element node of the model in the twin's form."""
    e = model.nodes[at]
    below = [seen(model, child) for children in e.children.values() for child in children]
    styled = tuple(sorted((style, use.tags) for style, use in e.styles.items()))
    importance = (round(e.importance, 6), round(e.leaf.importance, 6))
    return (e.signature, e.tags, styled, e.leaf.tags, importance, tuple(sorted(below, key=repr)))


def twin_of(pages: Sequence[Page], params: CstParams) -> Seen:
    return twin("root", [(tag_tree(page, params.height, params.deepest), ROOT) for page in pages], params)


@pytest.mark.slow
@settings(max_examples=12)
@given(sites(), st.integers(0, 2))
def test_a_sites_tree_is_its_slow_twin(site: BuiltSite, height: int) -> None:
    pages = [s.page for s in site.sample()][:6]
    params = CstParams(height=height)
    assert seen(fit(pages, params)) == twin_of(pages, params)


@pytest.mark.slow
@settings(max_examples=60)
@given(st.lists(documents(), max_size=4), st.integers(0, 2), st.integers(1, 4))
def test_any_pages_tree_is_its_slow_twin(htmls: list[str], height: int, deepest: int) -> None:
    pages = [parse(html + "x", f"https://example.org/{i}") for i, html in enumerate(htmls)]
    params = CstParams(height=height, deepest=deepest, threshold=0.0)
    model = fit(pages, params)
    assert seen(model) == twin_of(pages, params)
    for page in pages:
        weight = apply(model, page)
        assert weight.shape == (len(page.tree.text),)
        assert ((weight >= 0) & (weight <= 1)).all()


@pytest.mark.slow
@settings(max_examples=12)
@given(sites())
def test_importance_never_falls_from_the_root_to_a_leaf(site: BuiltSite) -> None:
    """The requirement before equation 4, on the tree itself."""
    model = fit([s.page for s in site.sample()], FINE)
    waiting = [(0, 0.0)]
    while waiting:
        at, above = waiting.pop()
        here = path_importance((above, model.nodes[at].importance))
        assert 0 <= above <= here <= path_importance((here, model.nodes[at].leaf.importance)) <= 1
        waiting += [(child, here) for children in model.nodes[at].children.values() for child in children]


# -- new pages ---------------------------------------------------------------------------------------------------------


def story(number: int, words: int = 30) -> str:
    """A text of words that stand on no other page, and of some that stand on all."""
    return " ".join(f"the of word{number}x{i}" for i in range(words // 3))


def site(number: int, first: int = 0) -> list[Page]:
    menu = "<ul class=top><li>Home</li><li>News</li><li>Sport</li></ul>"
    return [
        parse(f"<body>{menu}<div class=entry><p>{story(i)}</p></div><p class=end>All rights</p></body>", f"https://example.org/{i:05}")
        for i in range(first, first + number)
    ]


def test_pages_of_known_styles_merge_as_if_they_had_been_in_the_fit() -> None:
    pages = site(9)
    for params in (CstParams(), FINE):
        assert seen(merge(merge(fit(pages[:4], params), pages[4:7]), pages[7:])) == seen(fit(pages, params))


@pytest.mark.slow
@settings(max_examples=12)
@given(sites(), st.integers(0, 2))
def test_merging_page_by_page_counts_every_tag_node_and_word_once(built: BuiltSite, height: int) -> None:
    pages = [s.page for s in built.sample()]
    params = CstParams(height=height)
    model = fit(pages[:2], params)
    for page in pages[2:]:
        before = seen(model)
        grown = merge(model, [page])
        assert seen(model) == before, "the old tree is not changed"
        model = grown
    whole = fit(pages, params)

    def totals(m: CstModel) -> tuple[Counter[str], Counter[str]]:
        tags: Counter[str] = Counter()
        words: Counter[str] = Counter()
        for element in m.nodes:
            tags[element.signature] += element.tags
            words.update({word: use.total for word, use in element.leaf.words.items()})
        return tags, words

    assert totals(model) == totals(whole)
    assert model.nodes[0].importance == whole.nodes[0].importance


LINES = st.lists(st.sampled_from(["sea ice", "sea ice fog", "sea", "fog", "fog ice", "gull"]), min_size=1, max_size=4)


@pytest.mark.slow
@settings(max_examples=100)
@given(st.lists(LINES, min_size=2, max_size=5), st.sampled_from([0.5, 0.85]))
def test_known_places_out_of_reach_may_be_left_out(pages: list[list[str]], similarity: float) -> None:
    params = CstParams(height=0, share=0.6, similarity=similarity)
    first, *others = parsed(["".join(f"<p>{line}</p>" for line in lines) for lines in pages])
    quick = merge(fit([first], params), others)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(element_growth._Growth, "_near", lambda self, known, tables: sorted(known))
        assert merge(fit([first], params), others) == quick


def test_an_unseen_page_is_weighed_by_the_places_that_it_shares() -> None:
    pages = site(6)
    model = fit(pages[:5], FINE)
    weights = by_text(model, pages[5])
    assert [weights[t] for t in ("Home", "News", "Sport", "All rights")] == [0, 0, 0, 0]
    assert weights[story(5)] == pytest.approx(1 / 3 * named(model, "p")[0].leaf.importance)


def test_an_unseen_page_of_an_unknown_style_finds_its_places_by_their_words() -> None:
    model = fit(site(5), FINE)
    other = parse("<body><h2>New kind of page</h2><ul class=top><li>Home</li><li>News</li><li>Sport</li></ul></body>", "https://example.org/n")
    assert by_text(model, other) == {"New kind of page": 1.0, "Home": 0.0, "News": 0.0, "Sport": 0.0}


def test_the_most_alike_place_is_found_as_by_comparing_all() -> None:
    rng = random.Random(4)
    sets = [frozenset(rng.sample("abcdefghijkl", rng.randint(0, 12))) for _ in range(60)]
    nodes = [ElementNode("p", Table(1, {}), words, {}, {}, Leaf(), 1.0) for words in sets]
    order = tuple(sorted(range(60), key=lambda i: (len(sets[i]), i)))
    parent = ElementNode("div", Table(1, {}), frozenset(), {}, {"p": order}, Leaf(), 1.0)
    for least in (0.3, 0.5, 0.85, 1.0):
        for words in sets[:30]:
            values = [similarity(words, other) for other in sets]
            best = max(range(60), key=lambda i: (values[i], -i))
            assert parent.most_alike(nodes, "p", words, least) == (best if values[best] >= least else None)
    assert parent.most_alike(nodes, "h2", sets[0], 0.5) is None


# -- what it comes to --------------------------------------------------------------------------------------------------


@settings(max_examples=20)
@given(st.integers(4, 12), st.integers(0, 1))
def test_stories_outweigh_the_template(number: int, height: int) -> None:
    pages = site(number)
    model = fit(pages, CstParams(height=height))
    for i, page in enumerate(pages):
        kept = {text for text, weight in by_text(model, page).items() if weight}
        assert kept == {story(i)}


def test_blocks_whose_best_word_is_below_the_threshold_are_dropped() -> None:
    """PathImp = 1/2: the + crane (H = 1, 0) weigh 0 and 1/2, their block 1/4."""
    pages = parsed(["<p>The crane</p>", "<p>The</p>"])
    for threshold, weight in ((0.0, 0.25), (0.5, 0.25), (0.51, 0.0)):
        assert apply(fit(pages, CstParams(height=0, threshold=threshold)), pages[0]) == [weight]


def test_one_page_weighs_all_and_identical_pages_nothing() -> None:
    page = site(1)[0]
    assert set(by_text(fit([page], CstParams()), page).values()) == {1.0}
    copies = [parse("<body><p>Sea</p><p>Ice fog</p></body>", f"https://example.org/{i}") for i in range(3)]
    assert not apply(fit(copies, CstParams()), copies[0]).any()


def test_a_tree_of_no_pages_calls_everything_important() -> None:
    model = fit([], CstParams())
    assert set(apply(model, site(1)[0]).tolist()) == {1.0}
    assert seen(merge(model, site(3))) == seen(fit(site(3), CstParams()))


def test_blocks_without_words_weigh_nothing() -> None:
    pages = parsed(["<p>* * *</p><p>Crane</p>", "<p>* * *</p><p>Lynx</p>"])
    assert apply(fit(pages, CstParams()), pages[0]).tolist()[0] == 0


# -- determinism, sizes, time ------------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=10)
@given(sites(), st.randoms(use_true_random=False))
def test_the_order_of_pages_does_not_count(built: BuiltSite, rng: random.Random) -> None:
    pages = [s.page for s in built.sample()]
    shuffled = pages[:]
    rng.shuffle(shuffled)
    assert fit(pages, CstParams()) == fit(shuffled, CstParams())


_SEEDED = """
from indexer.site.methods.compressed_tree import CstParams, apply, fit
from harness.strategies import Layout, build
pages = [s.page for s in build(Layout(3, related=True, comments=True)).sample()]
model = fit(pages, CstParams(height=0, threshold=0.0))
print([apply(model, page).tolist() for page in pages], [(e.signature, e.tags, e.importance, e.leaf.importance) for e in model.nodes])
"""


@pytest.mark.slow
def test_the_hash_seed_does_not_count() -> None:
    outputs = set()
    for seed in ("0", "17"):
        ended = subprocess.run(
            [sys.executable, "-c", _SEEDED], capture_output=True, text=True, check=True,
            cwd=paths.ROOT, env={**os.environ, "PYTHONHASHSEED": seed},
        )  # fmt: skip
        outputs.add(ended.stdout)
    assert len(outputs) == 1


@pytest.mark.slow
def test_a_page_of_ten_thousand_blocks_is_quick() -> None:
    rng = random.Random(1)
    words = [f"w{i}" for i in range(3000)]
    pages = [
        parse("<body>" + "".join(f"<p>{' '.join(rng.choices(words, k=8))}</p>" for _ in range(10_000)), f"https://example.org/{i}")
        for i in range(2)
    ]
    for params, number in ((CstParams(), 2), (FINE, 1)):
        start = time.process_time()
        model = fit(pages[:number], params)
        assert len(apply(model, pages[0])) == 10_000
        assert len(apply(model, parse("<body>" + "<p>w1 w2</p>" * 10_000))) == 10_000
        assert time.process_time() - start < 15


@pytest.mark.slow
def test_alike_paragraphs_in_great_number_are_quick() -> None:
    """Ten thousand sets of 13 of 20 words: nearly every pair shares the rarest of them."""
    rng = random.Random(2)
    words = [f"w{i}" for i in range(20)]
    body = "".join(f"<p>{' '.join(rng.sample(words, 13))}</p>" for _ in range(10_000))
    start = time.process_time()
    fit([parse(f"<body>{body}", "https://example.org/")], FINE)
    assert time.process_time() - start < 15


@pytest.mark.slow
def test_deep_pages_are_quick_and_no_recursion() -> None:
    text = prose(1).paragraph(2000)
    deep = "<div>" * 900 + text + "</div><div>Aside</div>" * 900
    pages = [parse(f"<body>{deep}{i}", f"https://example.org/{i}") for i in range(3)]
    start = time.process_time()
    for params in (CstParams(), FINE):
        assert len(apply(fit(pages, params), pages[0])) == len(pages[0].tree.text)
    assert time.process_time() - start < 15
