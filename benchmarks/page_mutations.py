"""Real sites whose pages are changed so that their types stay known: what other systems, editors and languages would have made of them.

Each mutation takes a `Scene` and gives the pages that differ, with the types of those that it adds. The words of what is added are the
site's own.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from lxml import html as lxml_html
from lxml.html import HtmlElement

from benchmarks.shared_sites import Site
from benchmarks.site_words import Words
from indexer.page.blocks import key
from indexer.site.addresses import address
from indexer.urls import document_base, resolve

_UTF8 = lxml_html.HTMLParser(encoding="utf-8")
_SENTENCE = re.compile(r".*?[.!?。！？؟](?=\s|$|[^\x00-\x7f])", re.DOTALL)
_INLINE = frozenset("a b strong em i u span small font img br sup sub abbr time mark code q cite".split())
_UNREAD = frozenset({"script", "style", "noscript", "template", "textarea", "svg"})
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
"""Characters that XML, and lxml with it, has no way to write."""
_MOST_ADDED = 30
"""Pages that one mutation adds to a site."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """The pages of a changed site that differ, and the types of those that are new, by URL."""

    texts: Mapping[str, str]
    types: Mapping[str, str]


class Scene:
    """A labelled site, and what its mutations need of it.

    Parameters
    ----------
    site : Site
    types : mapping of str to str
        The label of each page.
    """

    def __init__(self, site: Site, types: Mapping[str, str]) -> None:
        self.site, self.types = site, types
        self.words = Words(body for _, body in sorted(site.labels.items()))
        self.stories = {address(url): url for url, kind in types.items() if kind == "article"}

    def of_type(self, kind: str) -> list[str]:
        return sorted(url for url, label in self.types.items() if label == kind and url in self.site.texts)

    def chance(self, *parts: object) -> random.Random:
        return random.Random("|".join(map(str, (self.site.name, *parts))))

    def paragraph(self, chance: random.Random, sentences: int = 3) -> str:
        return (" " if self.words.spaced else "").join(self.words.sentence(chance) for _ in range(sentences))

    def dom(self, url: str) -> HtmlElement:
        return lxml_html.document_fromstring(self.site.texts[url].encode("utf-8", "replace"), parser=_UTF8)


def written(root: HtmlElement) -> str:
    return "<!DOCTYPE html>" + str(lxml_html.tostring(root, encoding="unicode"))


def element(markup: str) -> HtmlElement:
    return lxml_html.fragment_fromstring(_UNWRITABLE.sub("", markup), create_parent="div")


# -- places in a page ------------------------------------------------------------------------------------------------


def body_blocks(scene: Scene, url: str, root: HtmlElement) -> list[HtmlElement]:
    """The innermost elements that hold a line of the labelled body."""
    lines = {key(line) for line in scene.site.labels.get(url, "").split("\n")} - {""}
    found = []
    for one in root.iter(lxml_html.etree.Element):
        leaf = one.tag not in _INLINE | _UNREAD and all(child.tag in _INLINE for child in one.iterdescendants())
        if leaf and key(one.text_content()) in lines:
            found.append(one)
    return found


def teasers(scene: Scene, url: str, root: HtmlElement, template: Collection[str]) -> list[tuple[HtmlElement, str]]:
    """What a list shows of each story: the outermost elements that link to one labelled article alone, with the article's URL."""
    base = document_base(url, next((b.get("href") for b in root.iter("base")), None))
    targets: dict[HtmlElement, set[str]] = defaultdict(set)
    leads: dict[str, HtmlElement] = {}
    for link in root.iter("a"):
        target = resolve(base, link.get("href") or "")
        story = scene.stories.get(address(target), "") if target else ""
        if not story or story in template or story == url:
            continue
        leads.setdefault(story, link)
        for above in (link, *link.iterancestors()):
            targets[above].add(story)
    found = []
    for story, link in leads.items():
        place = link
        while (parent := place.getparent()) is not None and parent.tag != "body" and targets[parent] == {story}:
            place = parent
        if place.tag not in ("body", "html", "main"):
            found.append((place, story))
    return found


def in_template(scene: Scene) -> frozenset[str]:
    """Stories to which a fifth of the pages link: those of a sidebar."""
    count: Counter[str] = Counter()
    for url, page in scene.site.pages.items():
        base = document_base(url, page.metadata.base or None)
        found = {resolve(base, link.href) for link in page.links}
        count.update({story for target in found if target and (story := scene.stories.get(address(target)))})
    return frozenset(story for story, pages in count.items() if pages > 0.2 * len(scene.site.pages))


def drop(one: HtmlElement) -> None:
    if one.getparent() is not None:
        one.drop_tree()


def inside(place: HtmlElement) -> HtmlElement:
    """Where text can be added to a teaser."""
    cells = [one for one in place.iter("td", "li", "dd") if one is not place]
    return cells[-1] if place.tag in ("tr", "ul", "ol", "dl", "tbody", "table") and cells else place


def main_place(shown: Sequence[tuple[HtmlElement, str]]) -> tuple[HtmlElement, int] | None:
    """Where a page's list begins: the innermost element that holds most of its teasers, and the index of the first in it."""
    count: Counter[HtmlElement] = Counter(above for place, _ in shown for above in place.iterancestors())
    most = [one for one, n in count.items() if 2 * n > len(shown)]
    if not most:
        return None
    holder = max(most, key=lambda one: sum(1 for _ in one.iterancestors()))
    while holder.tag in ("table", "tbody", "tr", "ul", "ol", "dl", "p") and holder.getparent() is not None:
        holder = holder.getparent()
    first = next((i for i, child in enumerate(holder) if any(place in (child, *child.iterdescendants()) for place, _ in shown)), 0)
    return holder, first


# -- mutations -------------------------------------------------------------------------------------------------------


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
    first.text = _UNWRITABLE.sub("", found[0] if found else text[:120])
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
        if place.tag in _INLINE:
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
        out = re.sub(r"[^\W\d_]+", word, _UNWRITABLE.sub("", text))
        return out if space else re.sub(r"(?<=[^\x00-\x7f]) (?=[^\x00-\x7f])", "", out)

    def mutate(scene: Scene) -> Mutant:
        texts = {}
        for url in scene.site.texts:
            root = scene.dom(url)
            for one in root.iter(lxml_html.etree.Element):
                one.tail = translated(one.tail)
                if one.tag not in _UNREAD:
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
