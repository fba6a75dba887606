"""Hostile pages and sites, generated from a seed, and their cost in time and memory."""

from __future__ import annotations

import json
import random
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from indexer.article.article import body_text
from indexer.article.clean import clean_page
from indexer.article.cleaned import Cleaned
from indexer.article.learned import learn
from indexer.errors import PageError
from indexer.page.raw import RawPage
from indexer.pipeline import Job, clean
from indexer.site.params import SiteParams

NOW = datetime(2026, 6, 1, tzinfo=UTC)

STORY = "<h1>The crane is gone</h1>" + "<p>The old crane was taken down on Monday, in the rain, and nobody came to see it.</p>" * 5


def repeated(piece: str) -> Callable[[int], str]:
    return lambda size: piece * (size // len(piece))


def nested(tag: str) -> Callable[[int], str]:
    return lambda size: f"<{tag}>" * (size // (2 * len(tag) + 5)) + "x" + f"</{tag}>" * (size // (2 * len(tag) + 5))


def numbered(piece: str) -> Callable[[int], str]:
    return lambda size: "".join(piece.format(number) for number in range(size // len(piece)))


def _random(letters: str) -> Callable[[int], str]:
    return lambda size: "".join(random.Random(7).choices(letters, k=size))


PAGES: dict[str, Callable[[int], str]] = {
    "blanks after aria-controls": lambda size: "<a aria-controls=" + " " * size + ">",
    "letters and full stops": lambda size: "<p>" + "a." * (size // 2),
    "ignorable characters": lambda size: "<p>a" + "\u200b" * (size // 3),
    "nested div": nested("div"),
    "nested b": nested("b"),
    "nested table cells": nested("table><tr><td"),
    "nested lists": nested("ul><li"),
    "class names": lambda size: "<p class='" + " ".join(f"c{number}" for number in range(size // 7)) + "'>",
    "attributes": lambda size: "<p " + " ".join(f"a{number}=1" for number in range(size // 9)) + ">",
    "short paragraphs": numbered("<p>Line {}</p>"),
    "one long word": lambda size: "<p>" + "w" * size,
    "long words": lambda size: "".join(f"<p>{'w' * 300}{number} " for number in range(size // 310)),
    "open scripts": repeated("<script"),
    "scripts in one another": repeated("<script><!--"),
    "open comments": repeated("<!--"),
    "noscript and comments": repeated("<noscript><!--"),
    "open svg": repeated("<svg>"),
    "templates": repeated("<template>"),
    "select": repeated("<select><option>"),
    "a in a": numbered("<a href=/{}>"),
    "formatting elements": repeated("<b><i><u><font>"),
    "misnested": repeated("<b><p></b></p>"),
    "open quotation marks": repeated("<a href=\"'"),
    "lone less-than signs": repeated("< "),
    "entities": repeated("&amp;&lt;&#x200b;"),
    "entity without end": lambda size: "&" + "a" * size,
    "JSON-LD of brackets": lambda size: '<script type="application/ld+json">' + "[" * size + "</script>",
    "JSON-LD of objects": lambda size: '<script type="application/ld+json">' + '{"a":' * (size // 5) + "</script>",
    "JSON-LD list": lambda size: '<script type="application/ld+json">[' + '{"@type":"Article","name":"a"},' * (size // 31) + "{}]</script>",
    "state of quotation marks": lambda size: "<script>" + '"\\' * (size // 2) + "</script>",
    "state of hexadecimal digits": lambda size: "<script>" + "0" * size + "</script>",
    "refresh of blanks": lambda size: "<meta http-equiv=refresh content='" + " " * size + "\"'>",
    "title of blanks": lambda size: "<title>a" + " " * size + "b</title>",
    "title of separators": lambda size: "<title>" + " | a" * (size // 4) + "</title>",
    "author of blanks": lambda size: "<meta name=author content='a" + " " * size + "b'>",
    "author of brackets": lambda size: "<meta name=author content='" + "(" * size + "'>",
    "author of addresses": lambda size: "<meta name=author content='" + "a-" * (size // 2) + "'>",
    "many authors": numbered("<meta name=author content='Ada Berg {}'>"),
    "keywords": lambda size: "<meta name=keywords content='" + " ," * (size // 2) + "'>",
    "many metas": numbered("<meta property='og:title' content='Title {}'>"),
    "dates": repeated("<p>1 January 2026 "),
    "numbers like dates": repeated("1.1.1.1.1."),
    "canonical of letters": lambda size: "<link rel=canonical href='/" + "a-" * (size // 2) + "'>",
    "links of one letter": numbered("<a href='/{}'>a</a> "),
    "links of words": numbered("<a href='/a-long-story-about-{0}'>A long story {0}</a> "),
    "images": numbered("<img src=/{}.jpg alt='An image'>"),
    "ruby": repeated("<ruby>a<rt>b"),
    "headings": numbered("<h2>Heading {}</h2>"),
    "tables": repeated("<table><tr><td>a<td>b</table>"),
    "lists": repeated("<ul><li>a<li>b</ul>"),
    "definition lists": repeated("<dl><dt>a<dd>b</dl>"),
    "hidden elements": repeated("<div hidden>a</div>"),
    "style attributes": repeated("<p style='display : none; left:-9999px'>a"),
    "combining marks": lambda size: "<p>a" + "\u0301" * (size // 2),
    "Han": lambda size: "<p>" + "\u4e00" * (size // 3),
    "Thai": lambda size: "<p>" + "\u0e01" * (size // 3),
    "right to left": lambda size: "<p>" + "\u202e\u05d0" * (size // 5),
    "numbers": lambda size: "<p>" + "1," * (size // 2),
    "apostrophes": lambda size: "<p>" + "l'" * (size // 2),
    "random letters": _random("<>/='\" abc\n"),
}  # fmt: skip
"""Attack → generator of the content before the story, given its size in bytes."""

MIN_SIZE = 20_000
"""Minimum size of a mixture in bytes."""

MAX_SECONDS, MAX_MEMORY = 5.0, 300 << 20
"""Limits of a page: processor seconds, bytes of memory."""


def mixture(seed: int) -> Callable[[int], str]:
    """Return a generator of pages that interleave pieces of two to four attacks, up to the given size."""

    def made(size: int) -> str:
        rng = random.Random(seed)
        whole = int(MIN_SIZE * (size / MIN_SIZE) ** rng.random())
        chosen = rng.sample(sorted(PAGES), rng.randint(2, 4))
        pieces = [piece for name in chosen for piece in _cut(PAGES[name](whole // len(chosen)), rng)]
        rng.shuffle(pieces)
        return "".join(pieces)

    return made


def _cut(text: str, rng: random.Random) -> list[str]:
    """Cut a text into one to eight pieces at random offsets."""
    places = sorted(rng.randrange(len(text) + 1) for _ in range(rng.randrange(8)))
    return [text[start:end] for start, end in zip([0, *places], [*places, len(text)], strict=True)]


def mixtures(number: int, first: int) -> dict[str, Callable[[int], str]]:
    """Return `number` mixtures by name."""
    return {f"mixture {seed}": mixture(seed) for seed in range(first, first + number)}


@dataclass(frozen=True, slots=True)
class Result:
    name: str
    outcome: str
    seconds: float
    memory: int
    step: str
    right: bool = True


HONEST = 6
"""Number of pages of the benign site."""


def page(attack: Callable[[int], str], size: int, number: int = 0) -> str:
    story = STORY.replace("Monday", f"Monday the {number}th") if number else STORY
    return f"<html><head><title>The crane is gone</title></head><body>{attack(size)}<article>{story}</article></body></html>"


def run(attacks: Mapping[str, Callable[[int], str]], size: int) -> Iterator[Result]:
    learned = learn("a.example", [], SiteParams())
    for name, attack in attacks.items():
        body = page(attack, size).encode("utf-8", "replace")
        before, begun, step = peak_memory(), time.process_time(), ""
        try:
            outcome = clean_page(RawPage("https://a.example/1", body, "text/html"), learned, "a.example", NOW).outcome.kind.value
        except PageError as error:
            outcome, step = error.ending.kind.value, error.ending.reason
        yield Result(name, outcome, time.process_time() - begun, peak_memory() - before, step)


def run_site(name: str, attack: Callable[[int], str], size: int, pages: int) -> Result:
    """Clean a site of hostile pages beside a benign one; return the outcomes of its pages, and the seconds of both."""
    before, begun = peak_memory(), time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        lines = [("hostile", number, page(attack, size, number)) for number in range(pages)]
        lines += [("honest", number, _honest(number)) for number in range(HONEST)]
        path = Path(folder) / "pages.jsonl"
        path.write_text("\n".join(json.dumps({"url": f"https://{site}.example/{n}", "html": html}) for site, n, html in lines), "utf-8")
        ended = [(cleaned.site, cleaned.outcome.kind.value, cleaned) for cleaned in clean([str(path)], Job(now=NOW))]
    outcomes = Counter(kind for site, kind, _ in ended if site == "hostile.example")
    honest = [_text(cleaned) for site, _, cleaned in ended if site == "honest.example"]
    right = sum(any(f"number {number} " in text for text in honest) for number in range(HONEST))
    step = "" if right == HONEST else f"{HONEST - right} benign pages are wrong"
    counted = ", ".join(f"{number} {kind}" for kind, number in outcomes.most_common())
    return Result(name, counted, time.process_time() - begun, peak_memory() - before, step, right == HONEST)


def _text(cleaned: Cleaned) -> str:
    return "" if cleaned.article is None else body_text(cleaned.article.blocks)


def _honest(number: int) -> str:
    words = f"Barge number {number} came up the river at noon and left again before the rain of the evening. "
    head = f"<html><title>Barge {number}</title><nav><a href=/>Front</a></nav>"
    return f"{head}<article><h1>Barge {number}</h1><p>{words * 3}</p><p>{words}</p></article>"


def peak_memory() -> int:
    """Return the peak memory of this process in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
