"""Generates the sites and the truth about them in a folder.

    OUT/SITE/www/…            the pages as served
    OUT/SITE/server.json      base, content types, redirects: the configuration of demo.server
    OUT/SITE/pages.tsv        url, type (article, toc, other), encoding, title
    OUT/SITE/bodies.jsonl     url, title, body
    OUT/SITE/template.jsonl   url, lines: the visible lines as runs of [role, text]; the role is template, own or body
    OUT/SITE/tokens.jsonl     url, template (the name of the page's template), tokens: the tags and texts of the template
    OUT/SITE/skeleton.json    the menu as nested url, text, children; site.json: the same as a list
    OUT/SITE/copies.tsv       url, url of the story that it copies
    OUT/SITE/outcomes.tsv     url, expected outcome of special pages (PDF, empty, gone, redirect, robots, noindex)
    OUT/SITE/queries.tsv, qrels.txt      id, kind, query; TREC judgements by URL
    OUT/queries.tsv, qrels.txt, bodies.jsonl    the same for all sites together, copies on other sites included

Each page is written when it is built, so memory does not grow with the text. Two runs with the same arguments produce the same
bytes and modification times.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path
from typing import TextIO

from demo.edition import edition
from demo.markup import served
from demo.pages import pages
from demo.paths import file_name
from demo.press import Built, Press
from demo.questions import Questions
from demo.sites import SITES
from demo.truth import template_lines, template_tokens, visible_lines
from demo.view import Entry

_PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
    b"trailer<</Root 1 0 R>>\n%%EOF\n"
)
_EMPTY = b"<!DOCTYPE html><html><head><title></title></head><body><script>/* nothing */</script></body></html>\n"
_FORBIDDEN = b"<!DOCTYPE html><html><head><title>Staff</title></head><body><p>Staff only.</p></body></html>\n"


@dataclass(frozen=True, slots=True)
class Scale:
    """Size of each site; the number of pages is about twice that of articles, less in large editions."""

    articles: int = 54
    days: int = 60

    def __post_init__(self) -> None:
        if self.articles < 24 or self.days < 1:
            raise ValueError(f"{self.articles} articles in {self.days} days: give at least 24 articles and one day")


def generate(seed: int, out_dir: Path, bases: Sequence[str], scale: Scale = Scale()) -> None:
    """Write the three sites.

    Parameters
    ----------
    seed : int
    out_dir : Path
        Created if absent; pages of an earlier run with other arguments remain unless they are overwritten.
    bases : sequence of str
        Scheme, host and port at which each site will be served; absolute links to the site use them.
    scale : Scale

    Raises
    ------
    ValueError
        If the number of bases is not that of sites.
    """
    if len(bases) != len(SITES):
        raise ValueError(f"{len(bases)} bases for the sites {', '.join(site.key for site in SITES)}: give one each")
    editions = [edition(site, seed, scale.articles, scale.days) for site in SITES]
    presses = [
        Press(one, base.rstrip("/"), editions[0] if one.site.foreign_desk else None)
        for one, base in zip(editions, bases, strict=True)
    ]
    out_dir.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        all_sites = _AllSites(
            *(stack.enter_context(_writer(out_dir / name)) for name in ("queries.tsv", "qrels.txt", "bodies.jsonl"))
        )
        for press in presses:
            _write_site(press, _elsewhere(press, presses), out_dir / press.site.key, all_sites)


@dataclass(frozen=True, slots=True)
class _AllSites:
    """The files with the truth of all sites."""

    queries: TextIO
    qrels: TextIO
    bodies: TextIO


def _elsewhere(press: Press, presses: Sequence[Press]) -> dict[int, list[str]]:
    """Return the URLs of stories on other sites by story number."""
    urls: dict[int, list[str]] = {}
    for other in presses:
        if other.wire is press.edition:
            for number in other.desk_numbers():
                urls.setdefault(number, []).append(other.base + other.desk_path(number))
    return urls


def _write_site(press: Press, elsewhere: dict[int, list[str]], folder: Path, all_sites: _AllSites) -> None:
    (folder / "www").mkdir(parents=True, exist_ok=True)
    questions = Questions(press.edition)
    types: dict[str, str] = {}
    with ExitStack() as stack:
        truth = tuple(
            stack.enter_context(_writer(folder / name))
            for name in ("pages.tsv", "bodies.jsonl", "template.jsonl", "copies.tsv", "tokens.jsonl")
        )
        truth[0].write("url\ttype\tencoding\ttitle\n")
        for page in pages(press):
            _write_page(page, folder / "www")
            _write_truth(page, press.base, truth, all_sites)
            if page.content_type != press.site.content_type:
                types[page.path] = page.content_type
            if page.number >= 0 and not page.copy_of:
                urls = [press.base + page.path]
                if press.edition.stories[page.number].agency:
                    urls.append(press.base + press.copy_path(page.number))
                questions.add(page.number, urls, page.body)
    _write_oddities(press, folder)
    _write_map(press, folder, types)
    _write_questions(press, questions, elsewhere, folder, all_sites)


def _write_page(page: Built, www: Path) -> None:
    data = served(page.html).encode(page.encoding, "xmlcharrefreplace")
    _put(www / file_name(page.path), data, page.moment.replace(tzinfo=UTC).timestamp())


def _put(path: Path, data: bytes, modified: float) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, (modified, modified))


def _write_truth(page: Built, base: str, files: Sequence[TextIO], all_sites: _AllSites) -> None:
    types, bodies, template, copies, tokens = files
    url = base + page.path
    types.write(f"{url}\t{page.kind}\t{page.encoding}\t{page.title}\n")
    if page.body:
        line = _line({"url": url, "title": page.title, "body": "\n".join(page.body)})
        bodies.write(line)
        all_sites.bodies.write(line)
    lines = visible_lines(page.html)
    template.write(_line({"url": url, "template": template_lines(lines), "lines": lines}))
    tokens.write(_line({"url": url, "template": page.template, "tokens": template_tokens(page.html)}))
    if page.copy_of:
        copies.write(f"{url}\t{base}{page.copy_of}\n")


def _write_oddities(press: Press, folder: Path) -> None:
    site, modified = press.site, press.now.replace(tzinfo=UTC).timestamp()
    top = "/" + site.forbidden.lstrip("/").split("/")[0] + "/"
    robots = f"User-agent: *\nDisallow: {top}\nDisallow: /search\n"
    for path, data in (
        (site.pdf, _PDF), (site.empty, _EMPTY), (site.forbidden, _FORBIDDEN), ("/robots.txt", robots.encode()),
    ):
        _put(folder / "www" / file_name(path), data, modified)
    rows = [
        (site.pdf, "not-html"), (site.empty, "empty"), (site.gone, "gone"), (site.redirect, "redirect"),
        (site.forbidden, "robots"), *((page.path, "noindex") for page in site.statics if page.robots),
    ]
    with _writer(folder / "outcomes.tsv") as outcomes:
        outcomes.writelines(f"{press.base}{path}\t{outcome}\n" for path, outcome in rows)


def _write_map(press: Press, folder: Path, types: dict[str, str]) -> None:
    site, base = press.site, press.base
    tree = _node(Entry(site.name, "/", press.menu), base)
    nav = [
        {"text": entry.text, "href": entry.url, "external": False, "list_depth": depth}
        for entry, depth in _flat(press.menu, 1)
    ]
    documents = {
        "skeleton.json": tree,
        "site.json": {
            "start_url": base + "/", "base": base + "/", "aliases": [], "language": site.language, "nav": nav,
        },
        "server.json": {
            "base": base, "content_type": site.content_type, "types": types, "redirects": {site.redirect: "/"},
        },
    }
    for name, document in documents.items():
        with _writer(folder / name) as file:
            json.dump(document, file, ensure_ascii=False, indent=1)


def _node(entry: Entry, base: str) -> dict[str, object]:
    return {"url": base + entry.url, "text": entry.text, "children": [_node(child, base) for child in entry.children]}


def _flat(entries: Sequence[Entry], depth: int) -> Iterator[tuple[Entry, int]]:
    for entry in entries:
        yield entry, depth
        yield from _flat(entry.children, depth + 1)


def _write_questions(
    press: Press, questions: Questions, elsewhere: dict[int, list[str]], folder: Path, all_sites: _AllSites
) -> None:
    key = press.site.key
    also = {press.base + press.path(number): urls for number, urls in elsewhere.items()}
    with _writer(folder / "queries.tsv") as queries, _writer(folder / "qrels.txt") as qrels:
        for identifier, kind, query, relevant in questions.rows():
            queries.write(f"{identifier}\t{kind}\t{query}\n")
            all_sites.queries.write(f"{key}-{identifier}\t{kind}\t{query}\n")
            for url, grade in relevant:
                qrels.write(f"{identifier} 0 {url} {grade}\n")
                for each in (url, *also.get(url, ())):
                    all_sites.qrels.write(f"{key}-{identifier} 0 {each} {grade}\n")


def _line(document: dict[str, object]) -> str:
    return json.dumps(document, ensure_ascii=False) + "\n"


def _writer(path: Path) -> TextIO:
    return path.open("w", encoding="utf-8", newline="\n")
