"""WISDOM: the measures of a page by their definitions, both kinds of blocks, pages added later, any order and script, hostile sites."""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.invented_text import LETTERS, TextGenerator
from indexer.archive.captures import select
from indexer.archive.entry import Entry
from indexer.archive.load import load
from indexer.archive.scan import scan
from indexer.article.clean import read_page
from indexer.evaluate.block_coverage import block_nodes, significant_node_coverage
from indexer.evaluate.bodies import score
from indexer.page.page import Page
from indexer.page.parse import parse
from indexer.page.tree import HIDDEN
from indexer.site.methods.wisdom import WisdomModel, WisdomParams, apply, fit, information, merge, structures
from indexer.site.methods.wisdom_structure import ARTICLE, ARTICLES, CONTENTS, CONTENTS_BY_LENGTH, TOC, SearchParams, mine, unmatched_share
from indexer.site.methods.wisdom_terms import Reading, block_terms, link_paths, site_language, text_terms

SINGLE = WisdomParams(words=1)
HOST = "https://news.example"

WORDS = st.lists(st.sampled_from("ant bee cat dog elk fox".split()), max_size=5).map(" ".join)
PIECES = st.recursive(
    st.one_of(WORDS.map(lambda t: f"<p>{t}</p>"), st.tuples(st.integers(0, 4), WORDS).map(lambda p: f"<li><a href=/{p[0]}>{p[1]}</a></li>"), WORDS),
    lambda inner: st.tuples(st.sampled_from(["div", "section", "div hidden"]), st.lists(inner, max_size=4)).map(
        lambda p: f"<{p[0]}>{' <br>'.join(p[1])}</{p[0].split()[0]}>"
    ),
    max_leaves=8,
)
SITES = st.lists(st.lists(PIECES, max_size=4).map("".join), min_size=1, max_size=5)


def pages_of(site: Sequence[str]) -> list[Page]:
    return [parse(f"<main>{html}</main><p>!</p>", f"{HOST}/{i}") for i, html in enumerate(site)]


def news_site(script: str, stories: int, seed: int = 5) -> tuple[list[Page], list[list[bool]]]:
    """A front page with a list of all stories, then the stories, with one menu and footer; and which blocks are the stories' text."""
    ink = TextGenerator(random.Random(seed), script)
    menu = "".join(f"<li><a href=/section/{k}>{ink.words(2)}</a></li>" for k in range(6))
    footer = ink.sentence()
    headlines = [ink.words(7) for _ in range(stories)]
    told = [[ink.paragraph(3) for _ in range(5)] for _ in range(stories)]

    def page(url: str, middle: str) -> Page:
        return parse(f"<nav><ul>{menu}</ul></nav>{middle}<footer><p>{footer}</p></footer>", f"{HOST}/{url}")

    items = "".join(f"<li><a href=/{i}.html>{headline}</a></li>" for i, headline in enumerate(headlines))
    pages = [page("", f"<ol>{items}</ol>")]
    truth = [[False] * len(pages[0].tree.text)]
    for i, (headline, paragraphs) in enumerate(zip(headlines, told, strict=True)):
        pages.append(page(f"{i}.html", f"<main><h1>{headline}</h1><div>{''.join(f'<p>{p}</p>' for p in paragraphs)}</div></main>"))
        truth.append([text in paragraphs for text in pages[-1].tree.text])
    return pages, truth


def same(a: WisdomModel, b: WisdomModel) -> bool:
    return (
        (a.pages, a.reading, list(a.number.items()), a.page_terms) == (b.pages, b.reading, list(b.number.items()), b.page_terms)
        and np.array_equal(a.total, b.total)
        and np.array_equal(a.entropy, b.entropy)
    )


# -- the measures, by definition -------------------------------------------------------------------------------------------


def entropies_by_definition(pages: Sequence[Page], reading: Reading) -> dict[str, float]:
    counts = [Counter(t for block in block_terms(page, reading) for t in block) for page in pages]
    entropy = {}
    for term in {t for c in counts for t in c}:
        shares = [c[term] / sum(d[term] for d in counts) for c in counts if c[term]]
        entropy[term] = -sum(w * math.log(w, len(pages)) for w in shares) if len(pages) > 1 else 0.0
    return entropy


@pytest.mark.slow
@given(SITES, st.integers(1, 2))
@settings(max_examples=60)
def test_every_node_measures_what_it_is_defined_to(site: list[str], words: int) -> None:
    pages = pages_of(site)
    params = WisdomParams(words=words)
    model = fit(pages, params)
    entropy = entropies_by_definition(pages, model.reading)
    assert {t: model.entropy[i] for t, i in model.number.items()} == pytest.approx(entropy, abs=1e-9)
    of_page = {f"/{i}": {t for block in block_terms(page, model.reading) for t in block} for i, page in enumerate(pages)}
    for number, page in enumerate(pages):
        found, tree = information(model, page), page.tree
        assert sorted([*found.element.tolist(), *found.block.tolist()]) == list(range(len(found.parent)))
        shown = [k for k, node in enumerate(tree.node.tolist()) if tree.hidden[node] != HIDDEN]
        terms = block_terms(page, model.reading)
        for i, place in enumerate(found.element.tolist()):
            below = [k for k in shown if tree.first[i] <= k < tree.last[i]]
            held = {t for k in below for t in terms[k]}
            assert found.content[place] == pytest.approx(sum(1 - entropy[t] for t in held) / max(len(held), 1), abs=1e-8)
            assert found.text[place] == sum(len(tree.text[k]) for k in below)
            assert found.anchor[place] == sum(tree.link_length[k] for k in below)
            links = [link for link in page.links if i <= link.node < tree.end[i] and tree.hidden[link.node] != HIDDEN]
            api = 0.0
            for link in links:
                target = "" if link.href == f"/{number}" else link.href
                matching = set(text_terms(link.text, model.reading)) & of_page.get(target, set())
                api += sum(1 / entropy[t] for t in matching)
            assert found.anchors[place] == len(links)
            assert found.precision[place] == pytest.approx(api, abs=1e-4)


def test_a_page_that_was_not_fitted_on_is_the_next_one() -> None:
    """The incremental formula: the same measures as if the page were in the set."""
    pages, _ = news_site("latin", 8)
    with_it, without = fit(pages, SINGLE), fit(pages[:-1], SINGLE)
    a, b = information(with_it, pages[-1]), information(without, pages[-1])
    assert np.allclose(a.content, b.content, atol=1e-8)
    taken_for_known = replace(without, page_terms={**without.page_terms, "/7.html": frozenset()})
    assert not np.allclose(information(taken_for_known, pages[-1]).content, b.content), "without the formula it would measure something else"


@pytest.mark.slow
@given(SITES, st.integers(0, 5))
@settings(max_examples=60)
def test_pages_added_later_make_the_model_of_all_pages(site: list[str], at: int) -> None:
    pages = pages_of(site)
    whole = fit(pages, SINGLE)
    parts = merge(fit(pages[:at], SINGLE), pages[at:])
    assert (parts.pages, parts.number, parts.page_terms) == (whole.pages, whole.number, whole.page_terms)
    assert parts.total.tolist() == whole.total.tolist()
    assert np.allclose(parts.entropy, whole.entropy, atol=1e-12)


def test_adding_pages_does_not_change_the_old_model() -> None:
    pages, _ = news_site("latin", 6)
    old, twin = fit(pages[:4], SINGLE), fit(pages[:4], SINGLE)
    merge(old, pages[4:])
    assert same(old, twin)


# -- terms and links ---------------------------------------------------------------------------------------------------------


def test_terms_are_stemmed_in_the_sites_language_and_numbers_left_out() -> None:
    pages = [parse(f"<html lang={code}><p>Text", code) for code in ("en-GB", "en", "de")]
    assert site_language(pages) == "en"
    assert site_language(pages[1:]) == "de", "of equally many the first by name"
    assert site_language([]) == ""
    assert text_terms("Cranes 31 1,5 cs101 3.141", Reading("en", 1)) == ("crane", "cs101")


def test_links_lead_to_paths_of_the_site() -> None:
    html = (
        "<base href='/folder/'><a href=a.html>1</a><a href='../b?x=1#c'>2</a><a href='https://www.news.example/c/'>3</a>"
        "<a href='https://other.example/d'>4</a><a href='mailto:x@y.example'>5</a><a href='/index.html'>6</a><a href='/own'>7</a>"
    )
    assert link_paths(parse(html, f"{HOST}/own")) == ["/folder/a.html", "/b?x=1", "/c", "", "", "/", ""]


def test_an_image_counts_by_its_alternative_text_and_stands_where_it_stands() -> None:
    pages = [
        parse("<div><a href=/b><img alt='crane sinks'></a></div><p>ferry late</p><p>crane sinks</p>", f"{HOST}/a"),
        parse("<p>crane sinks</p>", f"{HOST}/b"),
    ]
    tree = information(fit(pages, SINGLE), pages[0])
    assert tree.anchors[tree.element].tolist() == [1, 1, 0, 0]
    assert tree.precision[tree.element].tolist() == [2, 2, 0, 0]
    assert tree.anchor.sum() == 0


def test_a_term_that_the_linking_page_does_not_show_is_no_match() -> None:
    """EN(term) is above 0 because it is in two documents: the paper's premise, which alternative text need not fulfil."""
    pages = [parse("<a href=/b><img alt='crane'></a>text", f"{HOST}/a"), parse("<p>crane</p>", f"{HOST}/b")]
    assert information(fit(pages, SINGLE), pages[0]).precision.tolist() == [0, 0]


# -- blocks ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("script", LETTERS)
def test_stories_are_articles_and_menus_are_not(script: str) -> None:
    pages, truth = news_site(script, 12)
    model = fit(pages, WisdomParams())
    for page, story in zip(pages[1:], truth[1:], strict=True):
        weight = apply(model, page)
        assert weight[np.array(story)].all(), "every paragraph"
        menu = page.tree.tag.index("nav")
        assert not weight[(page.tree.node >= menu) & (page.tree.node < page.tree.end[menu])].any()
        assert weight[-1] == 0, "the footer"
    unseen, truth = news_site(script, 3, seed=5)[0][1], news_site(script, 3, seed=5)[1][1:2]
    assert apply(model, replace(unseen, url=f"{HOST}/new"))[np.array(truth[0])].all()


def test_the_headline_is_merged_to_the_story() -> None:
    """3.3: DSTM and 1-CSTM merge titles, dates and reporters to the body."""
    pages, _ = news_site("latin", 12)
    alone = WisdomParams(articles=replace(ARTICLES, expand=False))
    heading = pages[1].tree.tag.index("h1")
    at = int(np.flatnonzero(pages[1].tree.node == heading)[0])
    assert apply(fit(pages, alone), pages[1])[at] == 0
    assert apply(fit(pages, WisdomParams()), pages[1])[at] == 1


@pytest.mark.parametrize("search", [CONTENTS, replace(CONTENTS_BY_LENGTH, structure_threshold=0.8)])
def test_a_list_of_headlines_is_a_table_of_contents_and_a_menu_is_not(search: SearchParams) -> None:
    pages, _ = news_site("latin", 12)
    model = fit(pages, WisdomParams(contents=search))
    tree, articles, contents = structures(model, pages[0])
    assert (articles.kind, contents.kind) == (ARTICLE, TOC)
    listed = block_nodes([int(tree.element[pages[0].tree.tag.index("ol")])], tree)
    found = significant_node_coverage(tree, listed, contents.kept)
    assert (found.both, found.missed, found.extra) == (12, 0, 0)
    assert contents.reduced[0]
    assert not contents.reduced[tree.element[pages[0].tree.tag.index("nav")]]


def test_the_reduced_tree_is_what_is_kept_and_all_above_it() -> None:
    pages, _ = news_site("latin", 12)
    for page in pages:
        tree, *found = structures(fit(pages, WisdomParams()), page)
        for structure in found:
            assert not (structure.kept & ~structure.reduced).any()
            below = np.flatnonzero(structure.reduced & (tree.parent >= 0))
            assert structure.reduced[tree.parent[below]].all()


def test_anchors_without_a_match_speak_for_their_length() -> None:
    pages, _ = news_site("latin", 6)
    model = fit(pages, WisdomParams())
    assert unmatched_share(information(model, pages[0])) == 0.5, "six links of the menu lead to pages that are not in the set"
    assert unmatched_share(information(model, parse("<p>no links"))) == 0


def test_hidden_text_is_neither_learned_nor_kept() -> None:
    pages = [parse(f"<p hidden>secret</p><p>open {t} text</p>", t) for t in ("a", "b", "c")]
    model = fit(pages, SINGLE)
    assert "secret" not in model.number
    assert apply(model, pages[0]).tolist() == [0, 1]


def test_lines_that_are_only_links_are_dummies_of_articles() -> None:
    pages = [parse(f"<main><p>{t} and more {t}one</p><p><a href=/x>{t} elsewhere</a></p><p>{t} again {t}two</p></main>", t) for t in ("aa", "bb", "cc")]
    assert apply(fit(pages, SINGLE), pages[0]).tolist() == [1, 0, 1]


# -- any order, any site -------------------------------------------------------------------------------------------------------


def test_the_order_of_pages_does_not_matter() -> None:
    pages, _ = news_site("latin", 14)
    shuffled = list(pages)
    random.Random(1).shuffle(shuffled)
    model, other = fit(pages, WisdomParams()), fit(shuffled, WisdomParams())
    assert same(model, other)
    assert all(np.array_equal(apply(model, page), apply(other, page)) for page in pages)


@pytest.mark.slow
def test_the_order_of_hashes_does_not_matter() -> None:
    program = (
        "from indexer.page.parse import parse\n"
        "from indexer.site.methods.wisdom import WisdomParams, fit, structures\n"
        "h = '<ul><li><a href=/one>crane one sinks</a><li><a href=/two>crane two sinks</a></ul><div>crane {0} sinks {0}</div>'\n"
        "pages = [parse(h.format(t), 'https://e.example/' + t) for t in ('one', 'two', 'three')]\n"
        "model = fit(pages, WisdomParams(words=1))\n"
        "print(list(model.number), model.entropy.tolist(), [s.tolist() for s in (structures(model, pages[2])[0].precision, model.total)])\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


@pytest.mark.slow
@given(SITES, SITES, st.integers(1, 3), st.sampled_from([0.0, 0.8, 1.0]), st.integers(0, 2))
@settings(max_examples=60)
def test_any_page_gets_a_weight_a_block(site: list[str], other: list[str], k: int, threshold: float, collateral: int) -> None:
    articles = replace(ARTICLES, blocks=k, structure_threshold=threshold, collateral=collateral)
    model = fit(pages_of(site), WisdomParams(articles=articles))
    for page in pages_of(other):
        weight = apply(model, page)
        assert weight.shape == (len(page.tree.text),)
        assert np.isin(weight, (0, 1)).all()
        tree, articles_found, contents = structures(model, page)
        assert np.array_equal(articles_found.kept[tree.block], weight == 1), "where links lead does not matter for articles"
        assert np.isfinite(tree.precision).all()
        assert contents.kept.shape == tree.parent.shape


@pytest.mark.parametrize("html", ["<p>!?</p>", '<p style="visibility:hidden">x</p>'])
def test_pages_without_terms(html: str) -> None:
    page = parse(html, "a")
    for pages in ([], [page], [page, page]):
        assert not apply(fit(pages, WisdomParams()), page).any()


def test_one_page_and_copies_of_one() -> None:
    """A single page's terms are in one document: all of it is informative. On copies nothing is."""
    page = parse("<p>one two three</p><p>four five six</p>", "a")
    assert apply(fit([page], SINGLE), page).all()
    assert not apply(fit([page, page, page], SINGLE), page).any()
    assert apply(fit([], SINGLE), page).all()


@pytest.mark.slow
def test_a_page_of_ten_thousand_blocks_is_quick() -> None:
    rng = random.Random(3)
    html = "".join(f"<div><p>{rng.random()} w{rng.random()} <a href=/{k}>w{k} and</a></p></div>" for k in range(10_000))
    pages = [parse(html, f"{HOST}/long"), parse("<p>one two", f"{HOST}/1"), parse("<p>w2 three", f"{HOST}/2")]
    start = time.process_time()
    model = fit(pages, replace(WisdomParams(), articles=replace(ARTICLES, blocks=5_000)))
    assert apply(model, pages[0]).shape == (10_000,)
    structures(model, pages[0])
    assert time.process_time() - start < 5


@pytest.mark.slow
def test_time_grows_with_the_pages_and_no_faster() -> None:
    pages, _ = news_site("latin", 400)

    def seconds(number: int) -> float:
        fit(pages[:number], WisdomParams())
        start = time.process_time()
        fit(pages[:number], WisdomParams())
        return time.process_time() - start

    assert seconds(400) < 0.05 + 12 * seconds(100)


def test_params_that_cannot_be_meant_are_refused() -> None:
    for wrong in (
        {"kind": "page"}, {"feature": "length"}, {"feature": "precision"}, {"blocks": 0}, {"collateral": -1},
        {"structure_threshold": 1.1}, {"structure_threshold": math.nan}, {"type_constraint": -0.1}, {"type_constraint": math.nan},
    ):  # fmt: skip
        with pytest.raises(ValueError):
            replace(ARTICLES, **wrong)
    for wrong_params in ({"words": 0}, {"articles": CONTENTS}, {"contents": ARTICLES}):
        with pytest.raises(ValueError):
            WisdomParams(**wrong_params)


def test_a_model_is_a_value() -> None:
    model = fit(pages_of(["<p>one"]), SINGLE)
    with pytest.raises(AttributeError):
        model.pages = 3  # type: ignore[misc]


# -- real sites ----------------------------------------------------------------------------------------------------------------


def read_site(folder: Path, tmp: Path) -> tuple[list[Page], dict[str, str]]:
    entries = [item for item in select(scan([str(folder / "site.warc.gz")], tmp)) if isinstance(item, Entry)]
    lines = (folder / "bodies.jsonl").read_text("utf-8").splitlines()
    return [read_page(load(entry)) for entry in entries], {row["url"]: row["body"] for row in map(json.loads, lines)}


@pytest.mark.shared
@pytest.mark.parametrize("name", ["dpp_tw", "globaloffensive", "newsliteracy"])
def test_articles_are_found_on_real_sites(shared: Path, tmp_path: Path, name: str) -> None:
    """Figure 18: very good at articles. Figure 17: merging raises recall."""
    pages, bodies = read_site(shared / "sites" / name, tmp_path)
    model = fit(pages, WisdomParams())
    found = {}
    for expand in (True, False):
        search = replace(ARTICLES, expand=expand)
        kept = {}
        for page in pages:
            if page.url in bodies:
                tree = information(model, page)
                chosen = mine(tree, search).kept[tree.block]
                kept[page.url] = "\n".join(text for text, keep in zip(page.tree.text, chosen.tolist(), strict=True) if keep)
        found[expand] = score(bodies, kept)
    assert found[True].f1 > 0.93
    assert found[True].recall > found[False].recall
