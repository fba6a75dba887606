"""Mutations of `benchmarks.type_mutations`: each makes the described change and preserves the page types."""

from __future__ import annotations

import pytest

from benchmarks.page_mutations import Mutant
from benchmarks.page_scene import Scene
from benchmarks.type_mutations import MUTATIONS
from harness.shared_sites import Site
from harness.strategies import prose
from indexer.page.page import Page
from indexer.page.parse import parse

HOST = "https://example.org"
STORIES = [f"{HOST}/story/{i}" for i in range(12)]
LIST = f"{HOST}/section/"
BODIES = {url: "\n".join(prose(i).paragraph() for _ in range(3)) for i, url in enumerate(STORIES)}
TITLES = {url: prose(i + 50).sentence() for i, url in enumerate(STORIES)}


def story(url: str) -> str:
    text = "".join(f"<p>{line}</p>" for line in BODIES[url].split("\n"))
    return f"<html><head><title>{TITLES[url]}</title></head><body class=post><h1>{TITLES[url]}</h1><div>{text}</div></body></html>"


@pytest.fixture(scope="module")
def scene() -> Scene:
    teasers = "".join(f"<div class=teaser><h2><a href={url}>{title}</a></h2><time>3.5.2024</time></div>" for url, title in TITLES.items())
    texts = {url: story(url) for url in STORIES} | {LIST: f"<html><head><title>News</title></head><body><div>{teasers}</div></body></html>"}
    pages = {url: parse(text, url) for url, text in texts.items()}
    types = dict.fromkeys(STORIES, "article") | {LIST: "toc"}
    return Scene(Site("site", False, pages, BODIES), types)


def changed(scene: Scene, name: str) -> tuple[Mutant, dict[str, Page]]:
    mutant = MUTATIONS[name](scene)
    return mutant, {url: parse(text, url) for url, text in mutant.texts.items()}


def linked(page: Page) -> list[str]:
    return [link.href for link in page.links if link.href in STORIES]


def test_all_of_one_sentence(scene: Scene) -> None:
    mutant, pages = changed(scene, "all of one sentence")
    assert sorted(pages) == sorted(STORIES)
    assert not mutant.types
    for url, page in pages.items():
        assert page.tree.text[-1].endswith(".")
        assert BODIES[url].startswith(page.tree.text[-1])
        assert page.tree.text[-1].count(".") == 1


def test_lists_show_complete_posts(scene: Scene) -> None:
    _, pages = changed(scene, "whole posts on lists")
    assert list(pages) == [LIST]
    assert [text in pages[LIST].tree.text for url in STORIES for text in BODIES[url].split("\n")] == [True] * 30 + [False] * 6


@pytest.mark.parametrize(("name", "number"), [("sections of one", 1), ("tags of two", 2), ("authors", 3)])
def test_pages_of_a_few_teasers_are_added(scene: Scene, name: str, number: int) -> None:
    mutant, pages = changed(scene, name)
    assert list(mutant.types.values()) == ["toc"]
    (page,) = pages.values()
    assert page.url not in scene.types
    assert linked(page) == STORIES[:number]
    assert page.metadata.base == LIST


def test_an_archive_is_split_into_pages(scene: Scene) -> None:
    mutant, pages = changed(scene, "archives in pages")
    assert sorted(pages) == [LIST, f"{LIST}?page=2", f"{LIST}?page=3"]
    assert sorted(mutant.types) == sorted(pages)[1:]
    assert [linked(page) for _, page in sorted(pages.items())] == [STORIES[:4], STORIES[4:8], STORIES[8:]]
    assert [link.text for link in pages[LIST].links][-3:] == ["1", "2", "3"]


@pytest.mark.parametrize("name", ["Chinese", "Arabic"])
def test_another_script_keeps_equal_texts_equal(scene: Scene, name: str) -> None:
    _, pages = changed(scene, name)
    headlines = [link.text for link in pages[LIST].links]
    assert [pages[url].metadata.title for url in STORIES] == headlines
    assert len(set(headlines)) == len(STORIES)
    assert not any("a" <= c <= "z" for text in pages[STORIES[0]].tree.text for c in text)


@pytest.mark.parametrize("name", ["a third galleries", "long intros", "other class names", "no dates", "no headings"])
def test_the_other_mutations_keep_the_links(scene: Scene, name: str) -> None:
    _, pages = changed(scene, name)
    assert all(linked(page) == linked(scene.site.pages[url]) for url, page in pages.items())
    seen = {url: (page.tree.signature, page.tree.text) for url, page in pages.items()}
    assert any(seen[url] != (scene.site.pages[url].tree.signature, scene.site.pages[url].tree.text) for url in seen)
