"""From pages to hits, on both engines: a word of the template finds no article, and what is too large for an engine spoils nothing."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from demo.archive import Capture, write_warc
from indexer.article.article import Article, Block
from indexer.article.cleaned import Cleaned
from indexer.index.arm import Arm
from indexer.index.elasticsearch.document import MOST_FIELD
from indexer.index.engine import Engine, Request
from indexer.index.query_parser import parse
from indexer.index.writer import write
from indexer.outcome import Ending, Kind, Outcome
from indexer.pipeline import Job, clean

SITE = "https://lantern.example/"
MENU = "<nav><ul><li><a href=/>Front page</a><li><a href=/falcon>Falcon desk</a><li><a href=/regatta>Regatta</a></ul></nav>"
SUBJECTS = {
    "weir": "The weir above the paper mill was opened before dawn, when the river had risen by a metre in one night.",
    "choir": "Sixty singers rehearsed in the cold nave until the heating engineer found the valve that nobody remembered.",
    "orchard": "Early frost took most of the plum blossom, and the cooperative will press apples from two valleys instead.",
    "tramway": "Two refurbished cars returned to the hill line on Monday, painted in the green that they had in their first year.",
    "library": "Readers may borrow sewing machines from the branch in the old customs house, three weeks at a time.",
    "bakery": "The oven was lit for the last time on Saturday, and the queue reached as far as the fountain by seven.",
    "lighthouse": "Its lamp will be switched by a clock from next spring, after the keeper has moved to his sister's farm.",
    "quarry": "Surveyors with drones mapped the eastern face, from which a slab the size of a bus had come down unheard.",
}


def article(name: str, text: str) -> str:
    links = "".join(f"<li><a href=/{other}.html>{other} falcon</a></li>" for other in SUBJECTS if other != name)
    body = "".join(f"<p>{text} {extra}</p>" for extra in ("The council was told.", f"A {name} is not closed for ever, said the mayor.", "Work goes on."))
    return (
        f"<!doctype html><html lang=en><head><title>{name.title()} news - Lantern</title></head><body>"
        f"{MENU}"
        f"<main><article><h1>News of the {name}</h1><time datetime=2026-03-04>4 March</time>{body}</article></main>"
        f"<aside><h2>Most read</h2><ul>{links}</ul></aside><footer>Lantern publishing, imprint and regatta results</footer></body></html>"
    )


def front() -> str:
    teasers = "".join(f"<li><h2><a href=/{name}.html>News of the {name}</a></h2><p>{text[:50]}</p></li>" for name, text in SUBJECTS.items())
    return (
        "<!doctype html><html lang=en><head><title>Lantern</title><meta property=og:type content=article></head><body>"
        f"{MENU}<ul>{teasers}</ul>"
        "<footer>Lantern publishing, imprint and regatta results</footer></body></html>"
    )


def names(engine: Engine, query: str, arm: Arm) -> list[str]:
    hits = engine.search(arm, Request(parse(query), limit=50)).hits
    return sorted(hit.url.removeprefix(SITE).removesuffix(".html") for hit in hits)


def test_a_word_of_the_template_finds_no_article(engine: Engine, tmp_path: Path) -> None:
    pages = {SITE: front(), **{f"{SITE}{name}.html": article(name, text) for name, text in SUBJECTS.items()}}
    write_warc(tmp_path / "site.warc", [Capture(url, html.encode(), "text/html; charset=utf-8") for url, html in pages.items()])
    list(write(clean([str(tmp_path / "site.warc")], Job(now=datetime(2026, 3, 20, tzinfo=UTC))), engine))
    assert names(engine, "falcon", Arm.RAW) == sorted(["", *SUBJECTS]), "every page"
    for arm in (Arm.BODY, Arm.WEIGHTED):
        for word in ("falcon", "regatta", "imprint", "front"):
            assert names(engine, word, arm) == [], (word, arm)
        assert names(engine, "weir", arm) == ["weir"]
        assert names(engine, "slab drones", arm) == ["quarry"]
        assert names(engine, "*", arm) == sorted(SUBJECTS), "the front page is no article, whatever it says"


@pytest.mark.slow
def test_what_is_too_large_is_found_and_spoils_nothing(engine: Engine) -> None:
    long_url = SITE + "?" + "&".join(f"parameter{number}=value{number}" for number in range(400))
    whole = " ".join(f"ledger{number % 5_000}" for number in range(250_000)) + " zebrawood"
    bodies = {SITE + "book": whole, SITE + "beside": "A short one.", long_url: "An address."}
    pages = []
    for url, text in bodies.items():
        told = Article(url, url, "Ledger " + "harbour " * 20_000 if url.endswith("book") else "Ledger", (Block(text, 0.9, True),), keywords=("k" * 40_000,))
        pages.append(Cleaned(Outcome(url, "", Ending(Kind.CLEANED)), "lantern.example", "", "article", told, text))
    shortened: Counter[str] = Counter()
    ended = list(write(pages, engine, on_commit=lambda committed: shortened.update(committed.shortened)))
    assert [outcome.kind for outcome in ended] == [Kind.INDEXED] * 3
    for arm in Arm:
        assert engine.count(arm) == 3
        (hit,) = engine.search(arm, Request(parse("zebrawood"))).hits
        assert hit.url == SITE + "book"
        assert [piece for piece, bold in hit.snippet.pieces() if bold] == ["zebrawood"]
        if arm.cleaned:
            assert names(engine, "harbour", arm) == ["book"]
    found = engine.find(Arm.BODY, long_url)
    assert found is not None
    assert found["url"] == long_url
    if shortened:  # an engine without limits shortens nothing
        assert shortened == {"headline": 4, "w": shortened["w"]}
        assert len(str(engine.find(Arm.BODY, SITE + "book")["headline"])) == MOST_FIELD  # type: ignore[index]
