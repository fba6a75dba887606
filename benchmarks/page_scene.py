"""A labelled site as the input of mutations: its pages as element trees, the elements of a body, and the teasers of a list."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from lxml import html as lxml_html
from lxml.html import HtmlElement

from harness.shared_sites import Site
from harness.site_words import Words
from indexer.page.blocks import key
from indexer.site.site_path import site_path
from indexer.urls import document_base, resolve

_UTF8 = lxml_html.HTMLParser(encoding="utf-8")
INLINE = frozenset("a b strong em i u span small font img br sup sub abbr time mark code q cite".split())
UNREAD = frozenset({"script", "style", "noscript", "template", "textarea", "svg"})
"""Elements whose text is ignored."""
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def writable(text: str) -> str:
    """Remove the characters that are not allowed in XML, which lxml cannot write."""
    return _UNWRITABLE.sub("", text)


class Scene:
    """A labelled site with helpers for mutations.

    Parameters
    ----------
    site : Site
    types : mapping of str to str
        The label of each page.
    """

    def __init__(self, site: Site, types: Mapping[str, str]) -> None:
        self.site, self.types = site, types
        self.words = Words(body for _, body in sorted(site.labels.items()))
        self.stories = {site_path(url): url for url, kind in types.items() if kind == "article"}

    def of_type(self, kind: str) -> list[str]:
        return sorted(url for url, label in self.types.items() if label == kind and url in self.site.texts)

    def rng(self, *parts: object) -> random.Random:
        return random.Random("|".join(map(str, (self.site.name, *parts))))

    def paragraph(self, rng: random.Random, sentences: int = 3) -> str:
        return (" " if self.words.spaced else "").join(self.words.sentence(rng) for _ in range(sentences))

    def dom(self, url: str) -> HtmlElement:
        return lxml_html.document_fromstring(self.site.texts[url].encode("utf-8", "replace"), parser=_UTF8)


def written(root: HtmlElement) -> str:
    return "<!DOCTYPE html>" + str(lxml_html.tostring(root, encoding="unicode"))


def element(markup: str) -> HtmlElement:
    return lxml_html.fragment_fromstring(writable(markup), create_parent="div")


def body_blocks(scene: Scene, url: str, root: HtmlElement) -> list[HtmlElement]:
    """Return the innermost elements that contain a line of the labelled body."""
    lines = {key(line) for line in scene.site.labels.get(url, "").split("\n")} - {""}
    found = []
    for one in root.iter(lxml_html.etree.Element):
        leaf = one.tag not in INLINE | UNREAD and all(child.tag in INLINE for child in one.iterdescendants())
        if leaf and key(one.text_content()) in lines:
            found.append(one)
    return found


def teasers(scene: Scene, url: str, root: HtmlElement, template: Collection[str]) -> list[tuple[HtmlElement, str]]:
    """Return the teasers of a list: the outermost elements that link to only one labelled article, with the article's URL."""
    base = document_base(url, next((b.get("href") for b in root.iter("base")), None))
    targets: dict[HtmlElement, set[str]] = defaultdict(set)
    leads: dict[str, HtmlElement] = {}
    for link in root.iter("a"):
        target = resolve(base, link.get("href") or "")
        story = scene.stories.get(site_path(target), "") if target else ""
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
    """Return the stories of sidebars: those to which more than a fifth of the pages link."""
    count: Counter[str] = Counter()
    for url, page in scene.site.pages.items():
        base = document_base(url, page.metadata.base or None)
        found = {resolve(base, link.href) for link in page.links}
        count.update({story for target in found if target and (story := scene.stories.get(site_path(target)))})
    return frozenset(story for story, pages in count.items() if pages > 0.2 * len(scene.site.pages))


def drop(one: HtmlElement) -> None:
    if one.getparent() is not None:
        one.drop_tree()


def inside(place: HtmlElement) -> HtmlElement:
    """Return the element of a teaser to which text can be added."""
    cells = [one for one in place.iter("td", "li", "dd") if one is not place]
    return cells[-1] if place.tag in ("tr", "ul", "ol", "dl", "tbody", "table") and cells else place


def main_place(shown: Sequence[tuple[HtmlElement, str]]) -> tuple[HtmlElement, int] | None:
    """Return the start of a page's list: the innermost element with most of its teasers, and the index of the first one in it."""
    count: Counter[HtmlElement] = Counter(above for place, _ in shown for above in place.iterancestors())
    most = [one for one, n in count.items() if 2 * n > len(shown)]
    if not most:
        return None
    holder = max(most, key=lambda one: sum(1 for _ in one.iterancestors()))
    while holder.tag in ("table", "tbody", "tr", "ul", "ol", "dl", "p") and holder.getparent() is not None:
        holder = holder.getparent()
    first = next((i for i, child in enumerate(holder) if any(place in (child, *child.iterdescendants()) for place, _ in shown)), 0)
    return holder, first
