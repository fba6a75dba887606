"""Small sites that are hard to crawl, crawled and indexed by the way that `winnow crawl` takes, and judged by what is expected of each.

    python -m benchmarks.cases FOLDER [--case NAME …]

FOLDER holds `serve.py` and a folder a case (`benchmarks.case_sites`). Requests are counted by the server's log, pages by what the index
holds. Prints what is wrong of each case; ends with 1 if anything is.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benchmarks.case_sites import Served, by_path, by_rules, front
from indexer.archive.http import decoded_body
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.stored import Stored
from indexer.page.decode import decode
from indexer.page.parse import parse_any as page_of
from indexer.settings import Settings
from indexer.store.sites import Sites
from indexer.urls import site_key
from workers.clock import make_clock
from workers.crawl.crawl import crawl_sites
from workers.crawl.session import CrawlSession
from workers.fetch.politeness import Politeness
from workers.fetch.robots import read_robots
from workers.fetch.settings import CrawlSettings
from workers.reading.link_extractor import extract_links
from workers.recrawl.recrawl import recrawl, update_histories

Checks = Iterator[tuple[str, bool]]
"""What is expected, in words, and whether it is so."""
_SETTINGS = CrawlSettings(allow_private=True, politeness=Politeness(delay=0.0))
_TRAPS = ("/calendar", "/search", "/privacy", "/session", "/archive")


@dataclass(slots=True)
class Crawled:
    """A site of a case with a workplace of its own."""

    served: Served
    place: CrawlSession
    home: Path

    def crawl(self) -> None:
        """From the front page to the index."""
        hosts = crawl_sites(self.place, [self.served.base + "/"]).hosts
        self.place.index(hosts)
        update_histories(self.place, hosts)

    def crawl_again(self) -> None:
        """Every known page once more."""
        site = site_key(self.served.base)
        recrawl(self.place, site, everything=True)
        self.place.index({site})

    def documents(self) -> list[Stored]:
        """The articles of the index."""
        with closing(Home.of(self.home).engine()) as engine:
            return list(engine.stored(Arm.WEIGHTED))

    def paths(self) -> set[str]:
        """The paths of the pages from which the index has its articles."""
        return {urlsplit(one.page_url).path for one in self.documents()}


@contextmanager
def _crawled(served: Served) -> Iterator[Crawled]:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        os.environ["WINNOW_HOME"] = folder
        with CrawlSession.open(_SETTINGS, Home(replace(Settings(), home=home)), make_clock()) as place:
            yield Crawled(served, place, home)


def http_statuses(site: Crawled) -> Checks:
    """Two runs."""
    expected = site.served.expected["site"]
    site.crawl()
    first, found = list(site.served.log), site.paths()
    yield "run 1 indexes", set(expected["indexed_after_run1"]) <= found
    yield "nothing that never is", not found & set(expected["never_indexed"])
    yield "a redirect loop costs at most ten requests", 0 < sum("/loop" in request["path"] for request in first) <= 10
    asked = [request for request in first if request["status"] == 429]
    kept = [not any(one["t"] < other["t"] < one["t"] + (3 if n == 0 else 2) - 0.1 for other in first) for n, one in enumerate(asked)]
    yield "Retry-After is kept", bool(kept) and all(kept)
    site.crawl_again()
    second, found = site.served.log[len(first) :], site.paths()
    yield "unchanged in run 2", any(one["path"] == "/etag.html" and one["status"] == 304 for one in second)
    yield "run 2 indexes", set(expected["indexed_after_run2"]) <= found
    yield "what is gone left the index", "/gone.html" not in found


def listed(site: Crawled) -> Checks:
    """What is to be indexed, what is not, what is not to be asked for."""
    expected = site.served.expected["site"]
    site.crawl()
    found, asked = site.paths(), site.served.asked()
    wanted = set(expected.get("indexed", expected.get("articles", ())))
    yield "indexed: " + ", ".join(sorted(wanted - found)), wanted <= found
    unwanted = {path for name in ("not_indexed", "never_indexed", "not_articles") for path in expected.get(name, ())}
    yield "not indexed: " + ", ".join(sorted(unwanted & found)), not unwanted & found
    yield "not asked for", not set(asked) & set(expected.get("not_fetched", ()))
    yield "no page more than ten times", max(map(asked.count, asked)) <= 10


def traps(site: Crawled) -> Checks:
    """Requests are bounded, and no article is missed."""
    expected = site.served.expected["site"]
    site.crawl()
    asked = site.served.asked()
    yield "every article", set(expected["must_fetch"]) <= set(asked)
    yield f"{len(asked)} requests", len(asked) <= expected["max_requests"]
    for trap in _TRAPS:
        yield f"{trap} bounded", sum(path.startswith(trap) for path in asked) <= expected["per_trap_max"]


def robots_bytes(site: Crawled) -> Checks:
    """Rules as bytes."""
    robots = read_robots(site.place.fetcher, site.served.base + "/", site.served.expected["user_agent"])
    for path, allowed in site.served.expected["allowed"].items():
        yield f"{path} allowed: {allowed}", robots.allows(site.served.base + path) is allowed


def base_href(site: Crawled) -> Checks:
    """Where links lead that a base bends."""
    for name, page in site.served.expected["pages"].items():
        fetched = site.place.fetcher.get(f"{site.served.base}/{name}")
        body, _ = decoded_body(fetched.answer, 1 << 20)
        links = extract_links(page_of(decode(body, "text/html").text, page["url"])).links
        for written, target in page["links"].items():
            yield f"{name}: {written} leads to {target}", target is None or target in links


def duplicates(site: Crawled, folder: Path) -> Checks:
    """One story under nine URLs, beside pages of the same site."""
    own, served = folder / "canonical-duplicates", site.served
    names = ("https://courier.example", "http://www.courier.example")

    def local(text: bytes) -> bytes:
        for name in names:
            text = text.replace(name.encode(), served.base.encode())
        return text

    for name, url in served.expected["site"]["urls"].items():
        parts = urlsplit(url)
        served.pages[parts.path + (f"?{parts.query}" if parts.query else "")] = local((own / name).read_bytes())
    for page in sorted((folder / "nav-terms-and-index-pages").rglob("*.html")):
        served.pages[f"/sibling/{page.name}"] = local(page.read_bytes())
    served.pages["/"] = front(list(served.pages))
    site.crawl()
    story = served.expected["pages"]["bridge.html"]
    copies = [one for one in site.documents() if one.fields["headline"] == story["fields"]["headline"]]
    yield f"{len(copies)} documents of one story", len(copies) == served.expected["site"]["documents"]
    yield "its URL", bool(copies) and urlsplit(copies[0].canonical_url).path == "/local/bridge.html"
    yield "its text", bool(copies) and _right(copies[0], story)


def redesign(site: Crawled, folder: Path) -> Checks:
    """The first design is learned, then pages of another one come."""
    served = site.served
    for version in ("v1", "v2"):
        for page in sorted((folder / "template-redesign" / version).glob("*.html")):
            served.pages[f"/{version}/{page.name}"] = page.read_bytes()
        served.pages["/"] = front([path for path in served.pages if path != "/"])
        if version == "v1":
            site.crawl()
        else:
            site.crawl_again()
    found = {urlsplit(one.page_url).path: one for one in site.documents()}
    for name, page in served.expected["pages"].items():
        one = found.get(f"/{name}")
        yield f"{name}: its body", one is not None and _right(one, page)
    yield "the redesign is on record", bool(Sites(site.place.database).redesigns(site_key(served.base)))


def _right(one: Stored, page: Mapping[str, Any]) -> bool:
    """Whether a document has the texts that it must have, each once, and none that it must not."""
    text = " ".join(" ".join(words.split()) for _, words, _ in one.texts)
    return (
        all(must in text for must in page["must"])
        and not any(other in text for other in page["must_not"])
        and all(text.count(once) == 1 for once in page["once"])
    )


BY_RULES: dict[str, Callable[[Crawled], Checks]] = {
    "http-statuses": http_statuses, "robots-directives": listed, "robots-bytes": robots_bytes, "crawl-traps": traps,
    "content-type-lies": listed, "disguised-redirects": listed, "base-href": base_href,
}  # fmt: skip
BY_PATH: dict[str, Callable[[Crawled, Path], Checks]] = {"canonical-duplicates": duplicates, "template-redesign": redesign}


def judge(folder: Path, case: str) -> list[tuple[str, bool]]:
    """Crawl a case; what is expected, and whether it is so."""
    if case in BY_RULES:
        with by_rules(folder, case) as served, _crawled(served) as site:
            return list(BY_RULES[case](site))
    with by_path(folder, case) as served, _crawled(served) as site:
        return list(BY_PATH[case](site, folder))


def main(arguments: Iterable[str] | None = None) -> int:
    """Parse, crawl, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--case", action="append", choices=[*BY_RULES, *BY_PATH])
    given = parser.parse_args(arguments)
    wrong = 0
    for case in given.case or [*BY_RULES, *BY_PATH]:
        checks = judge(given.folder.absolute(), case)
        failed = [what for what, right in checks if not right]
        wrong += len(failed)
        print(f"{case:22} {len(checks) - len(failed):2} of {len(checks):2}", "".join(f"\n    wrong: {what}" for what in failed), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
