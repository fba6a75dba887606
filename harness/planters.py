"""Content to plant between the paragraphs of an article, one function per kind.

Each function draws the site's style (tags, classes, labels, frequency) and returns a planter for its pages. Class names are
meaningless, and some sites have none, so that planted elements have the same path as the paragraphs.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from harness.body_places import Place
from harness.site_words import Words
from indexer.page.blocks import weight

_CLASSES = "c7 q-12f el x9 zz kbd3 row2 u-4a m8 t-90".split()
_BARE = 0.4
"""Share of the sites that plant elements without a class."""
_STANDFIRST_LENGTH = 140
"""Length of a standfirst if the first sentence is too long or too short for one."""


@dataclass(frozen=True, slots=True)
class Article:
    """A labelled page as the input of planters.

    Parameters
    ----------
    url : str
    lines : sequence of str
        The lines of its body.
    places : sequence of Place
        The lines that are separate runs of the source.
    source : str
    """

    url: str
    lines: Sequence[str]
    places: Sequence[Place]
    source: str


@dataclass(frozen=True, slots=True)
class Planted:
    """Content planted at an offset of the source.

    Parameters
    ----------
    offset : int
    source : str
    line : int
        Index of the line in the true body, or -1 if it does not belong to the body.
    text : str
        The new line of the true body.
    removed : int
        Number of characters from the offset on that it replaces.
    """

    offset: int
    source: str
    line: int = -1
    text: str = ""
    removed: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """A site as the input of planters.

    Parameters
    ----------
    words : Words
    headlines : mapping of str to str
        Headlines of the site's articles by URL.
    rng : random.Random
        Generator of the site's style.
    """

    words: Words
    headlines: Mapping[str, str]
    rng: random.Random


Planter = Callable[[Article, random.Random], list[Planted]]


def _line(place: Place, inside: str, tag: str, name: str) -> str:
    """Return a separate line: an element, or text between line breaks if line breaks separate the text around it."""
    return f"<b>{inside}</b><br>\n" if place.run.breaks else f"<{tag}{name}>{inside}</{tag}>\n"


def _class(rng: random.Random) -> str:
    """Return the class attribute of a site's planted elements: a meaningless name, or none, so that their path is that of paragraphs."""
    return "" if rng.random() < _BARE else f' class="{rng.choice(_CLASSES)}"'


def _headings(scene: Scene) -> Planter:
    rng = scene.rng
    pool = [scene.words.phrase(rng, rng.randint(1, 3)) for _ in range(5)]
    tag, share = rng.choice(["h2", "h3", "h4"]), rng.uniform(0.4, 0.7)

    def plant(article: Article, page: random.Random) -> list[Planted]:
        inner = [b for a, b in zip(article.places, article.places[1:], strict=False) if b.line == a.line + 1 and b.line >= 2]
        if len(inner) < 2 or page.random() > share:
            return []
        chosen = sorted(page.sample(inner, min(len(inner), page.randint(1, 3))))
        names = page.sample(pool, len(chosen))
        out = []
        for place, name in zip(chosen, names, strict=True):
            source = f"<b>{escape(name)}</b><br>\n" if place.run.breaks else f"<{tag}>{escape(name)}</{tag}>\n"
            out.append(Planted(place.run.start, source, place.line, name))
        return out

    return plant


def _boxes(scene: Scene) -> Planter:
    rng, words = scene.rng, scene.words
    label = escape(words.phrase(rng, rng.randint(1, 3)))
    content = rng.choice(["own", "few", "links"])
    few = [words.sentence(rng) for _ in range(4)]
    tag, head, name = rng.choice(["div", "aside", "section"]), rng.choice(["h3", "h4", "p", "strong"]), _class(rng)
    share = rng.uniform(0.3, 0.6)

    def inside(article: Article, page: random.Random) -> str:
        if content == "links":
            return "<ul>" + "".join(f"<li>{link}</li>" for link in _links(scene, article, page, 3)) + "</ul>"
        text = page.choice(few) if content == "few" else " ".join(words.sentence(page) for _ in range(page.randint(1, 2)))
        return f"<p>{escape(text)}</p>"

    def plant(article: Article, page: random.Random) -> list[Planted]:
        if len(article.places) < 3 or page.random() > share:
            return []
        place = page.choice(article.places[1:-1])
        return [Planted(place.run.end, f"<{tag}{name}><{head}>{label}</{head}>{inside(article, page)}</{tag}>\n")]

    return plant


def _read_also(scene: Scene) -> Planter:
    rng = scene.rng
    lead = escape(scene.words.phrase(rng, rng.randint(1, 2))) + rng.choice([": ", " – ", " | "])
    tag, name, share = "p", _class(rng), rng.uniform(0.3, 0.6)

    def plant(article: Article, page: random.Random) -> list[Planted]:
        if len(article.places) < 3 or page.random() > share:
            return []
        chosen = page.sample(article.places[:-1], min(len(article.places) - 1, page.randint(1, 2)))
        links = _links(scene, article, page, len(chosen))
        return [Planted(p.run.end, _line(p, lead + link, tag, name)) for p, link in zip(chosen, links, strict=False)]

    return plant


def _links(scene: Scene, article: Article, page: random.Random, number: int) -> list[str]:
    others = [url for url in scene.headlines if url != article.url]
    chosen = page.sample(others, min(number, len(others)))
    return [f'<a href="{escape(url)}">{escape(scene.headlines[url])}</a>' for url in chosen]


def _standfirst(scene: Scene) -> Planter:
    rng = scene.rng
    tag, name, share = rng.choice(["p", "div", "h2"]), _class(rng), rng.uniform(0.5, 1.0)

    def plant(article: Article, page: random.Random) -> list[Planted]:
        if not article.places or article.places[0].line or page.random() > share:
            return []
        first = article.places[0]
        text = _beginning(first.run.text)
        return [Planted(first.run.start, _line(first, escape(text), tag, name))] if text else []

    return plant


def _beginning(text: str) -> str:
    """Return the first sentence or its beginning; "" if hardly any text would remain."""
    end = next((m.end() for m in re.finditer(r"[.!?](?=\s)|[。！？]", text) if weight(text[: m.end()]) >= 60), 0)
    if not end or weight(text[:end]) > 2 * _STANDFIRST_LENGTH:
        cut = _STANDFIRST_LENGTH if weight(text) == len(text) else _STANDFIRST_LENGTH // 3
        end = cut if weight(text) > len(text) else text.rfind(" ", 0, cut)
    return text[:end].strip() if 0 < end < len(text) - 20 else ""


def _credits(scene: Scene) -> Planter:
    rng, words = scene.rng, scene.words
    people = [words.name(rng) for _ in range(6)]
    agencies = [words.phrase(rng, 1) for _ in range(2)]
    lead, agency = words.phrase(rng, 1) + rng.choice([": ", " "]), rng.random() < 0.5
    at_end, name, share = rng.random() < 0.5, _class(rng), rng.uniform(0.5, 0.9)

    def plant(article: Article, page: random.Random) -> list[Planted]:
        if len(article.places) < 2 or page.random() > share:
            return []
        place = article.places[-1] if at_end else page.choice(article.places[:-1])
        line = lead + page.choice(people) + (f" / {page.choice(agencies)}" if agency else "")
        return [Planted(place.run.end, _line(place, escape(line), "p", name))]

    return plant


def _data_boxes(scene: Scene) -> Planter:
    rng, words = scene.rng, scene.words
    keys = [words.phrase(rng, rng.randint(1, 2)) for _ in range(rng.randint(4, 6))]
    form, name, share = rng.choice(["list", "table", "lines"]), _class(rng), rng.uniform(0.2, 0.5)

    def value(page: random.Random) -> str:
        day = f"{page.randint(1, 28)}.{page.randint(1, 12)}.20{page.randint(10, 24)}"
        return page.choice([str(page.randint(2, 9999)), words.name(page), day])

    def plant(article: Article, page: random.Random) -> list[Planted]:
        if len(article.places) < 3 or page.random() > share:
            return []
        rows = [(escape(k), escape(value(page))) for k in keys if page.random() < 0.85]
        place = page.choice([article.places[0], article.places[-2]])
        return [Planted(place.run.end, f"<div{name}>{_rows(form, rows)}</div>\n")]

    return plant


def _rows(form: str, rows: Iterable[tuple[str, str]]) -> str:
    if form == "table":
        return "<table>" + "".join(f"<tr><td>{k}:</td><td>{v}</td></tr>" for k, v in rows) + "</table>"
    if form == "list":
        return "<ul>" + "".join(f"<li><b>{k}:</b> {v}</li>" for k, v in rows) + "</ul>"
    return "<br>".join(f"{k}: {v}" for k, v in rows)


def _spoken(scene: Scene) -> Planter:
    """Plant text for screen readers: a copy of the paragraph's first word, the letter of a drop cap, or the purpose of a link."""
    rng = scene.rng
    note = escape(scene.words.phrase(rng, rng.randint(2, 4)))
    hidden_class = rng.choice(["sr-only", "visually-hidden", "screen-reader-text"])
    form, share = rng.choice(["copy", "letter", "note"]), rng.uniform(0.4, 0.9)

    def source(word: str) -> str:
        if form == "copy":
            return f'<span aria-hidden="true">{word}</span><span class="{hidden_class}">{word}</span>'
        if form == "letter":
            return f'<span aria-hidden="true" class="d">{word[0]}</span><span class="{hidden_class}">{word[0]}</span>{word[1:]}'
        return f'<a href="#n">{word}<span class="{hidden_class}"> ({note})</span></a>'

    def plant(article: Article, page: random.Random) -> list[Planted]:
        chosen = [place.run for place in article.places if page.random() < share][:3]
        found = [(run.start, _FIRST_WORD.match(article.source[run.start : run.end])) for run in chosen]
        return [Planted(start + word.start(1), source(word[1]), removed=len(word[1])) for start, word in found if word]

    return plant


_FIRST_WORD = re.compile(r"\s*(?:<[^>]*>\s*)*([^\W\d_]{2,})(?=[\s,.])")


def _quoted_posts(scene: Scene) -> Planter:
    """Plant quoted social media posts in the markup of embed codes, with author and linked day."""
    rng, words = scene.rng, scene.words
    name, share = rng.choice(['class="twitter-tweet"', 'class="instagram-media"', ""]), rng.uniform(0.2, 0.5)

    def plant(article: Article, page: random.Random) -> list[Planted]:
        if len(article.places) < 3 or page.random() > share:
            return []
        place = page.choice(article.places[:-1])
        text = " ".join(words.sentence(page) for _ in range(page.randint(1, 2)))
        who = words.name(page)
        day = f"{page.randint(1, 28)}.{page.randint(1, 12)}.20{page.randint(10, 24)}"
        link = f'<a href="https://social.example/{page.randint(10**8, 10**9)}">{day}</a>'
        source = f"<blockquote {name}><p>{escape(text)}</p>— {escape(who)} {link}</blockquote>\n"
        return [Planted(place.run.end, source, place.line + 1, f"{text}\n— {who} {day}")]

    return plant


def _tables(scene: Scene) -> Planter:
    """Plant tables of results, which are part of the story."""
    rng, words = scene.rng, scene.words
    head = [words.phrase(rng, 1) for _ in range(3)]
    share = rng.uniform(0.2, 0.5)

    def plant(article: Article, page: random.Random) -> list[Planted]:
        if len(article.places) < 3 or page.random() > share:
            return []
        place = page.choice(article.places[:-1])
        runners = range(page.randint(4, 9))
        rows = [[words.name(page), str(page.randint(1, 99)), f"{page.randint(1, 59)}:{page.randint(10, 59)}"] for _ in runners]
        cells = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        source = "<table><tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in head) + f"</tr>{cells}</table>\n"
        return [Planted(place.run.end, source, place.line + 1, "\n".join(" ".join(row) for row in [head, *rows]))]

    return plant


def _read_also_quotes(scene: Scene) -> Planter:
    """Plant read-also lines set as quotations, and real quotations in the same element."""
    rng, words = scene.rng, scene.words
    lead = escape(words.phrase(rng, rng.randint(1, 2))) + ": "
    name, share = _class(rng), rng.uniform(0.3, 0.6)

    def plant(article: Article, page: random.Random) -> list[Planted]:
        if len(article.places) < 4 or page.random() > share:
            return []
        first, second = sorted(page.sample(article.places[:-1], 2))
        out = [
            Planted(first.run.end, f"<blockquote{name}><p>{lead}{link}</p></blockquote>\n") for link in _links(scene, article, page, 1)
        ]
        if page.random() < 0.5:
            text = " ".join(words.sentence(page) for _ in range(page.randint(1, 2)))
            out.append(Planted(second.run.end, f"<blockquote{name}><p>{escape(text)}</p></blockquote>\n", second.line + 1, text))
        return out

    return plant


def _between(article: Article, page: random.Random, share: float, source: Callable[[], str]) -> list[Planted]:
    """Plant a box between two paragraphs of this share of the pages."""
    if len(article.places) < 3 or page.random() > share:
        return []
    return [Planted(page.choice(article.places[1:-1]).run.end, source() + "\n")]


def _sign_ups(scene: Scene) -> Planter:
    """Plant invitations to newsletters with a form; the site has three of them."""
    rng, words = scene.rng, scene.words
    texts = [escape(words.sentence(rng)) for _ in range(3)]
    button, tag, name, share = escape(words.phrase(rng, 1)), rng.choice(["div", "aside", "p"]), _class(rng), rng.uniform(0.3, 0.6)
    form = f'<form action="/letters"><input type="email" name="e"><button>{button}</button></form>'

    def plant(article: Article, page: random.Random) -> list[Planted]:
        text = page.choice(texts)
        inside = f"<p{name}>{text}</p>{form}" if tag == "p" else f"<{tag}{name}><p>{text}</p>{form}</{tag}>"
        return _between(article, page, share, lambda: inside)

    return plant


def _appeals(scene: Scene) -> Planter:
    """Plant appeals for donations: one text with an amount that varies, and a link."""
    rng, words = scene.rng, scene.words
    first, last, label = (escape(words.phrase(rng, n)) for n in (5, 4, 2))
    name, share = _class(rng), rng.uniform(0.3, 0.6)

    def plant(article: Article, page: random.Random) -> list[Planted]:
        link = f'<a href="https://give.example/">{label}</a>'
        return _between(article, page, share, lambda: f"<p{name}>{first} {page.randint(100, 9999)} {last}. {link}</p>")

    return plant


def _polls(scene: Scene) -> Planter:
    """Plant polls: a question of the page's own, and answers from a small set."""
    rng, words = scene.rng, scene.words
    answers = [escape(words.phrase(rng, rng.randint(1, 2))) for _ in range(5)]
    button, tag, name, share = escape(words.phrase(rng, 1)), rng.choice(["div", "section", "form"]), _class(rng), rng.uniform(0.2, 0.5)

    def plant(article: Article, page: random.Random) -> list[Planted]:
        def source() -> str:
            chosen = "".join(f'<li><label><input type="radio" name="a"> {a}</label></li>' for a in page.sample(answers, 3))
            return f"<{tag}{name}><p>{escape(words.sentence(page))}</p><ul>{chosen}</ul><button>{button}</button></{tag}>"

        return _between(article, page, share, source)

    return plant


def _cards(scene: Scene) -> Planter:
    """Plant a label and cards of other pages: a picture and the headline in one link."""
    rng = scene.rng
    label, head, name, share = escape(scene.words.phrase(rng, 2)), rng.choice(["h3", "h4", "p"]), _class(rng), rng.uniform(0.3, 0.6)

    def plant(article: Article, page: random.Random) -> list[Planted]:
        def source() -> str:
            links = (
                link.replace(">", '><img src="/i.jpg" alt=""><span>', 1).replace("</a>", "</span></a>")
                for link in _links(scene, article, page, 3)
            )
            return f"<div{name}><{head}>{label}</{head}>" + "".join(f"<div>{link}</div>" for link in links) + "</div>"

        return _between(article, page, share, source)

    return plant


def _writers(scene: Scene) -> Planter:
    """Plant boxes on one of a few writers, with picture, name and the same text each time."""
    rng, words = scene.rng, scene.words
    people = [(escape(words.name(rng)), escape(words.sentence(rng))) for _ in range(6)]
    tag, name, share = rng.choice(["div", "aside"]), _class(rng), rng.uniform(0.3, 0.7)

    def plant(article: Article, page: random.Random) -> list[Planted]:
        who, about = page.choice(people)
        box = f'<{tag}{name}><img src="/w.jpg" alt=""><p><b>{who}</b></p><p>{about}</p></{tag}>'
        return _between(article, page, share, lambda: box)

    return plant


PLANTERS: Mapping[str, Callable[[Scene], Planter]] = {
    "headings": _headings,
    "boxes": _boxes,
    "read_also": _read_also,
    "standfirst": _standfirst,
    "credits": _credits,
    "data_boxes": _data_boxes,
    "spoken": _spoken,
    "quoted_posts": _quoted_posts,
    "tables": _tables,
    "read_also_quotes": _read_also_quotes,
    "sign_ups": _sign_ups,
    "appeals": _appeals,
    "polls": _polls,
    "cards": _cards,
    "writers": _writers,
}
