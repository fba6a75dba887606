"""Serves archived sites on loopback, each at its own address, from a separate process.

    python -m benchmarks.replay WARC...        # prints one start URL per line; exits when standard input ends

Links to archived pages of the same site are rewritten to the served ones; all other links keep their targets, which belong to other sites
now, so that a crawler finds exactly the archived pages. All other bytes are unchanged.
"""

from __future__ import annotations

import html
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from demo.archive import Capture
from harness.inputs import pages
from indexer import urls

_LINK = re.compile(rb"""(href\s*=\s*)(["'])([^"'<>]*)\2""", re.IGNORECASE)
_MIN_PAGES = 10
_FIRST_HOST = 20
"""The first site is served at 127.0.0.20, which no other test uses."""


@dataclass(frozen=True, slots=True)
class Site:
    """A site's pages by path, and the path of its front page."""

    start: str
    pages: dict[str, Capture] = field(default_factory=dict)


def sites_of(archive: Path) -> list[list[Capture]]:
    """Return an archive's pages by host, without hosts of few pages; captures whose URLs have the same normal form count once."""
    hosts: dict[str, dict[str, Capture]] = {}
    for capture in pages(archive):
        url = urls.resolve(capture.url, capture.url)
        if url is not None:
            hosts.setdefault(urlsplit(url).netloc, {}).setdefault(url, capture._replace(url=url))
    return [list(found.values()) for found in hosts.values() if len(found) > _MIN_PAGES]


def site_of(captures: Sequence[Capture], base: str) -> Site:
    """Return the pages of one host with links rewritten to `base`."""
    paths = {capture.url: _path(capture.url) for capture in captures}
    shortest = min(paths.values(), key=lambda path: (len(path), path))
    return Site(shortest, {paths[capture.url]: capture._replace(body=_rewrite_links(capture, paths, base)) for capture in captures})


def _path(url: str) -> str:
    parts = urlsplit(url)
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _rewrite_links(capture: Capture, paths: dict[str, str], base: str) -> bytes:
    """Return the page with links to archived pages rewritten to the served ones, and all other links as absolute URLs."""

    def rewrite_link(match: re.Match[bytes]) -> bytes:
        before, quote, link = match.groups()
        url = urls.resolve(capture.url, html.unescape(link.decode("utf-8", "replace")))
        if url is None:
            return match[0]
        to = f"{base}{paths[url]}" if url in paths else url
        return before + quote + to.replace("&", "&amp;").encode() + quote

    return _LINK.sub(rewrite_link, capture.body)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    site: Site


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's signature
        """Suppress the log."""

    def do_GET(self) -> None:
        assert isinstance(self.server, _Server)
        page = self.server.site.pages.get(self.path)
        body = page.body if page else b"none"
        self.send_response(200 if page else 404)
        self.send_header("Content-Type", page.content_type if page else "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def main(archives: Sequence[Path]) -> None:
    """Serve until standard input ends."""
    from threading import Thread

    servers = []
    for number, captures in enumerate(site for archive in archives for site in sites_of(archive)):
        host = f"127.0.0.{_FIRST_HOST + number}"
        server = _Server((host, 0), _Handler)
        base = f"http://{host}:{server.server_address[1]}"
        server.site = site_of(captures, base)
        Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        print(f"{base}{server.site.start} {len(server.site.pages)}", flush=True)
    print(flush=True)
    sys.stdin.read()


@contextmanager
def replayed(archives: Sequence[Path]) -> Iterator[dict[str, int]]:
    """Serve the sites from another process while the block runs; yield the start URLs with the numbers of pages."""
    command = [sys.executable, "-m", "benchmarks.replay", *map(str, archives)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1]) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            lines = iter(lambda: server.stdout.readline().split() if server.stdout else [], [])
            yield {start: int(count) for start, count in lines}
        finally:
            server.stdin.close()


if __name__ == "__main__":
    main([Path(word) for word in sys.argv[1:]])
