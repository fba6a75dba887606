"""Real sites whose pages are changed so that their types stay known: what other systems, editors and languages would have made of them.

Each mutation takes a `Scene` and gives the pages that differ, with the types of those that it adds. The words of what is added are the
site's own.
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
"""Pages that one mutation adds to a site."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """The pages of a changed site that differ, and the types of those that are new, by URL."""

    texts: Mapping[str, str]
    types: Mapping[str, str]


def of_every_page(change: Callable[[str, str], str]) -> Callable[[Scene], Mutant]:
    """A mutation of each page's source, which is told the page's type."""

    def mutate(scene: Scene) -> Mutant:
        return Mutant({url: change(text, scene.types.get(url, "")) for url, text in scene.site.texts.items()}, {})

    return mutate


def of_some_articles(part: int, change: Callable[[Scene, random.Random, Sequence[HtmlElement]], None]) -> Callable[[Scene], Mutant]:
    """A mutation of one article in so many, which is given the elements of its body."""

    def mutate(scene: Scene) -> Mutant:
        texts = {}
        for url in scene.of_type("article"):
            if int(blake2b(url.encode(), digest_size=4).hexdigest(), 16) % part:
                continue
            root = scene.dom(url)
            blocks = body_blocks(scene, url, root)
            if blocks:
                change(scene, scene.chance(url), blocks)
                texts[url] = written(root)
        return Mutant(texts, {})

    return mutate


def of_lists(
    change: Callable[[Scene, str, HtmlElement, list[tuple[HtmlElement, str]]], Iterator[tuple[str, HtmlElement]]], least: int = 3
) -> Callable[[Scene], Mutant]:
    """A mutation of every list of so many teasers, which gives pages by URL."""

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
    """The body's first sentence, and nothing else of it."""
    first, *others = blocks
    text = " ".join(first.text_content().split())
    found = _SENTENCE.match(text)
    for child in list(first):
        drop(child)
    first.text = writable(found[0] if found else text[:120])
    for one in others:
        drop(one)


def turn_into_gallery(scene: Scene, chance: random.Random, blocks: Sequence[HtmlElement]) -> None:
    """A sentence, and pictures with captions."""
    cut_to_a_sentence(scene, chance, blocks)
    captions = [scene.words.phrase(chance, chance.randint(4, 9)) for _ in range(9)]
    figures = (f"<figure><img src=/p{i}.jpg><figcaption>{caption}</figcaption></figure>" for i, caption in enumerate(captions))
    blocks[0].addnext(element("".join(figures)))


def turn_into_liveblog(scene: Scene, chance: random.Random, blocks: Sequence[HtmlElement]) -> None:
    """Twenty entries with a time, a heading and a paragraph, behind the text."""
    entries = (
        f"<div class=entry id=e{i}><a href='#e{i}'><time>{23 - i}:{i + 10}</time></a><h3>{scene.words.phrase(chance, 6)}</h3>"
        f"<p>{scene.paragraph(chance)}</p></div>"
        for i in range(20)
    )
    blocks[-1].addnext(element("".join(entries)))


def whole_posts(scene: Scene, url: str, root: HtmlElement, shown: list[tuple[HtmlElement, str]]) -> Iterator[tuple[str, HtmlElement]]:
    """The first ten teasers are followed by their stories' texts."""
    for place, story in shown[:10]:
        lines = scene.site.labels.get(story, "").split("\n")[:25]
        post = element("".join(f"<p>{line.replace('&', '&amp;').replace('<', '&lt;')}</p>" for line in lines))
        if place.tag in INLINE:
            place.addnext(post)
        else:
            inside(place).append(post)
    yield url, root


def long_intro(scene: Scene, url: str, root: HtmlElement, shown: list[tuple[HtmlElement, str]]) -> Iterator[tuple[str, HtmlElement]]:
    """Three paragraphs stand before the list."""
    place, chance = main_place(shown), scene.chance("intro", url)
    if place:
        place[0].insert(place[1], element("".join(f"<p>{scene.paragraph(chance)}</p>" for _ in range(3))))
        yield url, root


def only(number: int, folder: str, *, biography: bool = False) -> Callable[..., Iterator[tuple[str, HtmlElement]]]:
    """A further page with the first so many teasers alone, headed as a tag's, a section's or an author's."""

    def change(scene: Scene, url: str, root: HtmlElement, shown: list[tuple[HtmlElement, str]]) -> Iterator[tuple[str, HtmlElement]]:
        chance, place = scene.chance(folder, url), main_place(shown)
        for one, _ in shown[number:]:
            drop(one)
        if root.find(".//base") is None:
            root.head.insert(0, lxml_html.Element("base", href=url))  # links are relative to where the page was
        if place and biography:
            place[0].insert(place[1], element(f"<h1>{scene.words.name(chance)}</h1><p>{scene.paragraph(chance)}</p>"))
        yield f"{resolve(url, '/')}{folder}/{chance.randrange(10**6)}/", root

    return change


def in_pages(scene: Scene, url: str, _root: HtmlElement, shown: list[tuple[HtmlElement, str]]) -> Iterator[tuple[str, HtmlElement]]:
    """An archive is parted in three pages that link to one another."""
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
    """All texts in another script, word by word, so that equal texts stay equal."""

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
