"""Crawls and indexes small sites that are hard to crawl, as `winnow crawl` does, and compares the results with those expected.

    python -m benchmarks.cases FOLDER [--case NAME …]

FOLDER contains `serve.py` and one folder per case (`benchmarks.case_sites`). Requests are counted in the server's log, pages in the index.
Prints the failed checks of each case; the exit code is 1 if any check fails.
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

from benchmarks.case_sites import Served, front_page, serve_by_path, serve_by_rules
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
"""Descriptions of checks, and whether each passes."""
_SETTINGS = CrawlSettings(allow_private=True, politeness=Politeness(delay=0.0))
_TRAPS = ("/calendar", "/search", "/privacy", "/session", "/archive")


@dataclass(slots=True)
class CrawledSite:
    """A case's site with its own crawl session and home."""

    served: Served
    session: CrawlSession
    home: Path

    def crawl(self) -> None:
        """Crawl from the front page and index the pages."""
        hosts = crawl_sites(self.session, [self.served.base + "/"]).hosts
        self.session.index(hosts)
        update_histories(self.session, hosts)

    def crawl_again(self) -> None:
        """Recrawl every known page and update the index."""
        site = site_key(self.served.base)
        recrawl(self.session, site, everything=True)
        self.session.index({site})

    def documents(self) -> list[Stored]:
        """Return the articles of the index."""
        with closing(Home.of(self.home).engine()) as engine:
            return list(engine.stored(Arm.WEIGHTED))

    def paths(self) -> set[str]:
        """Return the paths of the indexed articles."""
        return {urlsplit(one.page_url).path for one in self.documents()}


@contextmanager
def _crawl_session(served: Served) -> Iterator[CrawledSite]:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        os.environ["WINNOW_HOME"] = folder
        with CrawlSession.open(_SETTINGS, Home(replace(Settings(), home=home)), make_clock()) as session:
            yield CrawledSite(served, session, home)


def http_statuses(site: CrawledSite) -> Checks:
    """Check status codes, redirects, Retry-After and validators over two runs."""
    expected = site.served.expected["site"]
    site.crawl()
    first, found = list(site.served.log), site.paths()
    yield "run 1 indexes", set(expected["indexed_after_run1"]) <= found
    yield "no excluded page is indexed", not found & set(expected["never_indexed"])
    yield "a redirect loop costs at most ten requests", 0 < sum("/loop" in request["path"] for request in first) <= 10
    requested = [request for request in first if request["status"] == 429]
    respected = [
        not any(one["t"] < other["t"] < one["t"] + (3 if n == 0 else 2) - 0.1 for other in first) for n, one in enumerate(requested)
    ]
    yield "Retry-After is respected", bool(respected) and all(respected)
    site.crawl_again()
    second, found = site.served.log[len(first) :], site.paths()
    yield "unchanged in run 2", any(one["path"] == "/etag.html" and one["status"] == 304 for one in second)
    yield "run 2 indexes", set(expected["indexed_after_run2"]) <= found
    yield "gone pages are removed from the index", "/gone.html" not in found


def indexed_pages(site: CrawledSite) -> Checks:
    """Check which pages are indexed, which are not, and which are never requested."""
    expected = site.served.expected["site"]
    site.crawl()
    found, requested = site.paths(), site.served.requested_paths()
    required = set(expected.get("indexed", expected.get("articles", ())))
    yield "missing from the index: " + ", ".join(sorted(required - found)), required <= found
    excluded = {path for name in ("not_indexed", "never_indexed", "not_articles") for path in expected.get(name, ())}
    yield "wrongly indexed: " + ", ".join(sorted(excluded & found)), not excluded & found
    yield "excluded URLs are not requested", not set(requested) & set(expected.get("not_fetched", ()))
    yield "no page is requested more than ten times", max(map(requested.count, requested)) <= 10


def traps(site: CrawledSite) -> Checks:
    """Check that requests into crawler traps are bounded and no article is missed."""
    expected = site.served.expected["site"]
    site.crawl()
    requested = site.served.requested_paths()
    yield "every article is requested", set(expected["must_fetch"]) <= set(requested)
    yield f"{len(requested)} requests", len(requested) <= expected["max_requests"]
    for trap in _TRAPS:
        yield f"requests to {trap} are bounded", sum(path.startswith(trap) for path in requested) <= expected["per_trap_max"]


def robots_bytes(site: CrawledSite) -> Checks:
    """Check robots.txt rules that are given as bytes."""
    robots = read_robots(site.session.fetcher, site.served.base + "/", site.served.expected["user_agent"])
    for path, allowed in site.served.expected["allowed"].items():
        yield f"{path} allowed: {allowed}", robots.allows(site.served.base + path) is allowed


def base_href(site: CrawledSite) -> Checks:
    """Check how relative links resolve against a `base` element."""
    for name, page in site.served.expected["pages"].items():
        fetched = site.session.fetcher.get(f"{site.served.base}/{name}")
        body, _ = decoded_body(fetched.answer, 1 << 20)
        links = extract_links(page_of(decode(body, "text/html").text, page["url"])).links
        for written, target in page["links"].items():
            yield f"{name}: {written} resolves to {target}", target is None or target in links


def duplicates(site: CrawledSite, folder: Path) -> Checks:
    """Check that one story under nine URLs becomes one document, beside other pages of the site."""
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
    served.pages["/"] = front_page(list(served.pages))
    site.crawl()
    story = served.expected["pages"]["bridge.html"]
    copies = [one for one in site.documents() if one.fields["headline"] == story["fields"]["headline"]]
    yield f"number of documents of the story: {len(copies)}", len(copies) == served.expected["site"]["documents"]
    yield "the canonical URL", bool(copies) and urlsplit(copies[0].canonical_url).path == "/local/bridge.html"
    yield "the text", bool(copies) and _matches(copies[0], story)


def redesign(site: CrawledSite, folder: Path) -> Checks:
    """Check the bodies of two designs: the first one is learned before pages of the second appear."""
    served = site.served
    for version in ("v1", "v2"):
        for page in sorted((folder / "template-redesign" / version).glob("*.html")):
            served.pages[f"/{version}/{page.name}"] = page.read_bytes()
        served.pages["/"] = front_page([path for path in served.pages if path != "/"])
        if version == "v1":
            site.crawl()
        else:
            site.crawl_again()
    found = {urlsplit(one.page_url).path: one for one in site.documents()}
    for name, page in served.expected["pages"].items():
        one = found.get(f"/{name}")
        yield f"{name}: the body", one is not None and _matches(one, page)
    yield "the redesign is recorded", bool(Sites(site.session.database).redesigns(site_key(served.base)))


def _matches(one: Stored, page: Mapping[str, Any]) -> bool:
    """Return whether a document has all required texts, each once, and no excluded text."""
    text = " ".join(" ".join(words.split()) for _, words, _ in one.texts)
    return (
        all(must in text for must in page["must"])
        and not any(other in text for other in page["must_not"])
        and all(text.count(once) == 1 for once in page["once"])
    )


BY_RULES: dict[str, Callable[[CrawledSite], Checks]] = {
    "http-statuses": http_statuses, "robots-directives": indexed_pages, "robots-bytes": robots_bytes, "crawl-traps": traps,
    "content-type-lies": indexed_pages, "disguised-redirects": indexed_pages, "base-href": base_href,
}  # fmt: skip
BY_PATH: dict[str, Callable[[CrawledSite, Path], Checks]] = {"canonical-duplicates": duplicates, "template-redesign": redesign}


def run_case(folder: Path, case: str) -> list[tuple[str, bool]]:
    """Crawl a case and return its checks with their results."""
    if case in BY_RULES:
        with serve_by_rules(folder, case) as served, _crawl_session(served) as site:
            return list(BY_RULES[case](site))
    with serve_by_path(folder, case) as served, _crawl_session(served) as site:
        return list(BY_PATH[case](site, folder))


def main(arguments: Iterable[str] | None = None) -> int:
    """Parse arguments, crawl, print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--case", action="append", choices=[*BY_RULES, *BY_PATH])
    args = parser.parse_args(arguments)
    failures = 0
    for case in args.case or [*BY_RULES, *BY_PATH]:
        checks = run_case(args.folder.absolute(), case)
        failed = [what for what, right in checks if not right]
        failures += len(failed)
        passed = len(checks) - len(failed)
        print(f"{case:22} {passed:2} of {len(checks):2}", "".join(f"\n    failed: {what}" for what in failed), flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
