"""Sites whose links are broken, endless or none: the link graph, page types and the skeleton give an answer, the same for any order of pages."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pytest

from harness.strategies import prose
from indexer.page.page import Page
from indexer.page.parse import parse
from indexer.site.links.lamis import LamisParams, variant
from indexer.site.links.lamis import fit as fit_links
from indexer.site.model import Sampled, SiteModel, apply, fit
from indexer.site.skeleton.skeleton import Skeleton
from indexer.skeletons import skeleton_of

HOST = "https://news.example"


class Bad(NamedTuple):
    """A site by path, and what is known of it.

    Parameters
    ----------
    pages : mapping of str to str
        HTML by path, or by URL.
    types : mapping of str to str
        Types of the pages whose type is beyond dispute.
    menu : sequence of str
        What the skeleton leads to.
    """

    pages: Mapping[str, str]
    types: Mapping[str, str] = {}
    menu: Sequence[str] = ()


def page(inside: str, head: str = "") -> str:
    return f"<html><head><title>T</title>{head}</head><body>{inside}</body></html>"


def story(i: int, links: str = "") -> str:
    text = prose(i)
    return page(f"<h1>{text.sentence()}</h1>" + "".join(f"<p>{text.paragraph()}</p>" for _ in range(4)) + links)


def listing(paths: Sequence[str], head: str = "") -> str:
    text = f"<p>{prose(99).paragraph()}</p>"
    return page(text + "".join(f"<div><h2><a href='{path}'>{prose(i).sentence()}</a></h2></div>" for i, path in enumerate(paths)), head)


STORIES = [f"/story/{i}" for i in range(8)]
ARTICLES = dict.fromkeys(STORIES, "article")
MENU = "<ul>" + "".join(f"<li><a href='{path}'>{name}</a>" for path, name in (("/news", "News"), ("/film", "Film"), ("/law", "Law"))) + "</ul>"
MENU_PATHS = ("/news", "/film", "/law")

SITES: Mapping[str, Bad] = {
    "one page": Bad({"/": story(1)}),
    "one page that links to itself": Bad({"/": story(1, "<a href=/>Home</a><a href='#a'>A</a><a href=''>B</a><a href='/index.html'>C</a>")}),
    "no links": Bad({path: story(i) for i, path in enumerate(STORIES)}, ARTICLES),
    "all link to themselves": Bad({path: story(i, f"<a href={path}>This story</a>") for i, path in enumerate(STORIES)}, ARTICLES),
    "no table of contents": Bad({path: MENU + story(i) for i, path in enumerate(STORIES)}, ARTICLES, MENU_PATHS),
    "nothing but tables of contents": Bad({f"/{i}": MENU + listing([f"/s{i}-{j}" for j in range(9)]) for i in range(7)}, menu=MENU_PATHS),
    "a cycle": Bad(
        {path: story(i, f"<p>Read on: <a href={STORIES[i - 1]}>the next part</a></p>") for i, path in enumerate(STORIES)}, ARTICLES
    ),
    "a page that links to ten thousand": Bad(
        {"/map": MENU + listing([*STORIES, *(f"/s{i}" for i in range(10_000))]), **{p: MENU + story(i) for i, p in enumerate(STORIES)}},
        {"/map": "toc", **ARTICLES},
        MENU_PATHS,
    ),
    "one link ten thousand times": Bad(
        {"/": MENU + page("<a href=/story/1>Story</a> " * 10_000), **{p: MENU + story(i) for i, p in enumerate(STORIES)}}, ARTICLES, MENU_PATHS
    ),
    "broken links": Bad(
        {
            p: story(i, "<a href='http://[x'>X</a><a href='http://'>Y</a><a href='//'>Z</a><a href='mailto:a@b.example'>M</a>"
                        "<a href='javascript:1'>J</a><a href='https://news.example:99999/'>P</a><a href='http://a b/'>S</a><a href='%'>E</a>")
            for i, p in enumerate(STORIES)
        },
        ARTICLES,
    ),
    "relative links and a base": Bad(
        {
            "/lists/": listing([f"story/{i}" for i in range(8)], "<base href=/>"),
            "/lists/2": listing([f"../story/./{i}#top" for i in range(8)], "<base href='/a/b/'><base href=/ignored/>"),
            **{p: story(i) for i, p in enumerate(STORIES)},
        },
        {"/lists/": "toc", **ARTICLES},
    ),
    "a base on another site": Bad(
        {p: story(i).replace("<title>", "<base href='https://cdn.example/'><title>") + "<a href=x>X</a>" for i, p in enumerate(STORIES)}, ARTICLES
    ),
    "other scripts and punycode": Bad(
        {
            "https://xn--80aaxitdbjk.example/": listing([f"https://папироска.example/новости/{i}" for i in range(8)]),
            **{f"https://xn--80aaxitdbjk.example/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8/{i}": story(i) for i in range(8)},
        },
        {"https://xn--80aaxitdbjk.example/": "toc"},
    ),
    "sections on hosts of their own": Bad(
        {
            "https://sport.news.example/": listing([f"/{i}" for i in range(8)]),
            "https://film.news.example/": listing([f"/{i}" for i in range(8)]),
            **{f"https://{name}.news.example/{i}": story(8 * k + i) for k, name in enumerate(("sport", "film")) for i in range(8)},
        },
        {"https://sport.news.example/": "toc", "https://film.news.example/": "toc", "https://film.news.example/3": "article"},
    ),
}  # fmt: skip


def url(path: str) -> str:
    return path if path.startswith("http") else HOST + path


def parsed(bad: Bad) -> list[Page]:
    pages = [parse(html, url(path)) for path, html in bad.pages.items()]
    return random.Random(len(pages)).sample(pages, len(pages))


def learned(pages: Sequence[Page]) -> tuple[SiteModel, Skeleton]:
    model = fit([Sampled(one, one.url) for one in pages])
    return model, skeleton_of("news.example", pages, model)


@pytest.mark.slow
@pytest.mark.parametrize("name", SITES)
def test_page_types_and_the_skeleton(name: str) -> None:
    bad = SITES[name]
    pages = parsed(bad)
    model, skeleton = learned(pages)
    types = {one.url: apply(model, one, one.url).page_type for one in pages}
    assert {url(path): types[url(path)] for path in bad.types} == {url(path): kind for path, kind in bad.types.items()}
    assert skeleton.links() == [url(path) for path in bad.menu]
    again, same = learned(sorted(pages, key=lambda one: one.url))
    assert same == skeleton
    assert {one.url: apply(again, one, one.url).page_type for one in pages} == types


@pytest.mark.slow
@pytest.mark.parametrize("method", ["hits", "lamis-ln", "lamis-ln-cb-hr-tw"])
@pytest.mark.parametrize("name", SITES)
def test_the_link_graph(name: str, method: str) -> None:
    pages = parsed(SITES[name])
    ranking = fit_links(pages, variant(method))
    assert len(ranking.graph.urls) == len(pages)
    assert all(np.isfinite(values).all() for values in (ranking.hub, ranking.authority, ranking.score))
    same = fit_links(sorted(pages, key=lambda one: one.url), variant(method))
    assert ranking.order() == same.order()


def test_lists_are_the_hubs_of_relative_and_foreign_spellings() -> None:
    for name in ("relative links and a base", "other scripts and punycode", "sections on hosts of their own"):
        bad = SITES[name]
        ranking = fit_links(parsed(bad), LamisParams())
        lists = {url(path) for path, kind in bad.types.items() if kind == "toc"}
        assert lists <= {ranking.graph.urls[i] for i in ranking.order()[:2]}, name
