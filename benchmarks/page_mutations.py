"""Mutations of real sites that preserve the known page types and imitate other content management systems, editors and languages.

Each mutation takes a `Scene` and returns the changed pages, and the types of those that it adds. Added text consists of the site's words.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from lxml import html as lxml_html
from lxml.html import HtmlElement

from benchmarks.page_scene import (
    INLINE,
    UNREAD,
    Scene,
    body_blocks,
    drop,
    element,
    in_template,
    inside,
    main_place,
    teasers,
    writable,
    written,
)
from indexer.urls import resolve

_SENTENCE = re.compile(r".*?[.!?。！？؟](?=\s|$|[^\x00-\x7f])", re.DOTALL)
_MOST_ADDED = 30
"""Maximum number of pages that one mutation adds to a site."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """The changed and new pages of a site, and the types of the new ones, by URL."""

    texts: Mapping[str, str]
    types: Mapping[str, str]


def of_every_page(change: Callable[[str, str], str]) -> Callable[[Scene], Mutant]:
    """Return a mutation that applies `change` to the source and type of each page."""

    def mutate(scene: Scene) -> Mutant:
        return Mutant({url: change(text, scene.types.get(url, "")) for url, text in scene.site.texts.items()}, {})

    return mutate


def of_some_articles(part: int, change: Callable[[Scene, random.Random, Sequence[HtmlElement]], None]) -> Callable[[Scene], Mutant]:
    """Return a mutation that applies `change` to the body elements of one in `part` articles."""

    def mutate(scene: Scene) -> Mutant:
        texts = {}
        for url in scene.of_type("article"):
            if int(blake2b(url.encode(), digest_size=4).hexdigest(), 16) % part:
                continue
            root = scene.dom(url)
            blocks = body_blocks(scene, url, root)
            if blocks:
                change(scene, scene.rng(url), blocks)
                texts[url] = written(root)
        return Mutant(texts, {})

    return mutate


def of_lists(
    change: Callable[[Scene, str, HtmlElement, list[tuple[HtmlElement, str]]], Iterator[tuple[str, HtmlElement]]], least: int = 3
) -> Callable[[Scene], Mutant]:
    """Return a mutation that applies `change` to every list of at least `least` teasers; it yields pages by URL."""

    def mutate(scene: Scene) -> Mutant:
        texts: dict[str, str] = {}
        template, added = in_template(scene), 0
        for url in scene.of_type("toc"):
            root = scene.dom(url)
            shown = teasers(scene, url, root, template)
            if len(shown) < least or added >= _MOST_ADDED:
                continue
            for name, changed in change(scene, url, root, shown):
                texts[name] = written(changed)
                added += name not in scene.site.texts
        return Mutant(texts, {url: "toc" for url in texts if url not in scene.types})

    return mutate


def cut_to_a_sentence(_scene: Scene, _chance: random.Random, blocks: Sequence[HtmlElement]) -> None:
    """Reduce the body to its first sentence."""
    first, *others = blocks
    text = " ".join(first.text_content().split())
    found = _SENTENCE.match(text)
    for child in list(first):
        drop(child)
    first.text = writable(found[0] if found else text[:120])
    for one in others:
        drop(one)


def turn_into_gallery(scene: Scene, rng: random.Random, blocks: Sequence[HtmlElement]) -> None:
    """Replace the body with one sentence and images with captions."""
    cut_to_a_sentence(scene, rng, blocks)
    captions = [scene.words.phrase(rng, rng.randint(4, 9)) for _ in range(9)]
    figures = (f"<figure><img src=/p{i}.jpg><figcaption>{caption}</figcaption></figure>" for i, caption in enumerate(captions))
    blocks[0].addnext(element("".join(figures)))


def turn_into_liveblog(scene: Scene, rng: random.Random, blocks: Sequence[HtmlElement]) -> None:
    """Add twenty entries with a time, a heading and a paragraph after the text."""
    entries = (
        f"<div class=entry id=e{i}><a href='#e{i}'><time>{23 - i}:{i + 10}</time></a><h3>{scene.words.phrase(rng, 6)}</h3>"
        f"<p>{scene.paragraph(rng)}</p></div>"
        for i in range(20)
    )
    blocks[-1].addnext(element("".join(entries)))


def whole_posts(scene: Scene, url: str, root: HtmlElement, shown: list[tuple[HtmlElement, str]]) -> Iterator[tuple[str, HtmlElement]]:
    """Add the stories' texts to the first ten teasers."""
    for place, story in shown[:10]:
        lines = scene.site.labels.get(story, "").split("\n")[:25]
        post = element("".join(f"<p>{line.replace('&', '&amp;').replace('<', '&lt;')}</p>" for line in lines))
        if place.tag in INLINE:
            place.addnext(post)
        else:
            inside(place).append(post)
    yield url, root


def long_intro(scene: Scene, url: str, root: HtmlElement, shown: list[tuple[HtmlElement, str]]) -> Iterator[tuple[str, HtmlElement]]:
    """Insert three paragraphs before the list."""
    place, rng = main_place(shown), scene.rng("intro", url)
    if place:
        place[0].insert(place[1], element("".join(f"<p>{scene.paragraph(rng)}</p>" for _ in range(3))))
        yield url, root


def reduced_list(number: int, folder: str, *, biography: bool = False) -> Callable[..., Iterator[tuple[str, HtmlElement]]]:
    """Return a mutation that adds a tag, section or author page with only the first `number` teasers."""

    def change(scene: Scene, url: str, root: HtmlElement, shown: list[tuple[HtmlElement, str]]) -> Iterator[tuple[str, HtmlElement]]:
        rng, place = scene.rng(folder, url), main_place(shown)
        for one, _ in shown[number:]:
            drop(one)
        if root.find(".//base") is None:
            root.head.insert(0, lxml_html.Element("base", href=url))  # links are relative to the original URL
        if place and biography:
            place[0].insert(place[1], element(f"<h1>{scene.words.name(rng)}</h1><p>{scene.paragraph(rng)}</p>"))
        yield f"{resolve(url, '/')}{folder}/{rng.randrange(10**6)}/", root

    return change


def paginated(scene: Scene, url: str, _root: HtmlElement, shown: list[tuple[HtmlElement, str]]) -> Iterator[tuple[str, HtmlElement]]:
    """Split an archive into three pages that link to each other."""
    mark = "&" if "?" in url else "?"
    names = [url, *(f"{url}{mark}page={i}" for i in (2, 3))]
    size = -(-len(shown) // 3)
    for i, name in enumerate(names):
        copy = scene.dom(url)
        same = teasers(scene, url, copy, frozenset())
        wanted = {story for _, story in shown[i * size : (i + 1) * size]}
        listed = {story for _, story in shown}
        for one, story in same:
            if story in listed - wanted:
                drop(one)
        copy.find(".//body").append(element("".join(f"<a href='{other}'>{k}</a> " for k, other in enumerate(names, 1))))
        yield name, copy


def in_script(letters: str, space: str, letters_a_word: int) -> Callable[[Scene], Mutant]:
    """Return a mutation that transliterates all texts into another script word by word, so that equal texts stay equal."""

    def word(found: re.Match[str]) -> str:
        text = found[0].casefold()
        digest = blake2b(text.encode(), digest_size=16).digest()
        return "".join(letters[b % len(letters)] for b in digest[: max(1, len(text) // letters_a_word)])

    def translated(text: str | None) -> str | None:
        if not text:
            return text
        out = re.sub(r"[^\W\d_]+", word, writable(text))
        return out if space else re.sub(r"(?<=[^\x00-\x7f]) (?=[^\x00-\x7f])", "", out)

    def mutate(scene: Scene) -> Mutant:
        texts = {}
        for url in scene.site.texts:
            root = scene.dom(url)
            for one in root.iter(lxml_html.etree.Element):
                one.tail = translated(one.tail)
                if one.tag not in UNREAD:
                    one.text = translated(one.text)
                    _translate_attributes(one, translated)
            texts[url] = written(root)
        return Mutant(texts, {})

    return mutate


def _translate_attributes(one: HtmlElement, translated: Callable[[str | None], str | None]) -> None:
    read = ("alt", "title") if one.tag != "meta" else ("content",) if "title" in (one.get("property") or "") else ()
    for name in read:
        if value := translated(one.get(name)):
            one.set(name, value)
