"""Many small news sites in one server process: every loopback address is a separate host, and every request is logged."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from random import Random

_WORDS = "river council bridge harvest winter school market road light stone garden evening letter village weather music".split()
_MENU = "<nav><ul>" + "".join(f"<li><a href='/s/{n}'>Section {n}</a></li>" for n in range(3)) + "</ul></nav>"
_FOOT = "<footer><p>Published by the paper, all rights reserved, and printed on every single page.</p></footer>"


class NewsHosts:
    """The sites.

    Parameters
    ----------
    articles : int
        Articles per site, in addition to its front page and three sections.
    """

    def __init__(self, articles: int) -> None:
        self.articles = articles
        self.log: dict[str, list[tuple[str, float, float]]] = defaultdict(list)
        self.lock = threading.Lock()
        self.port = 0

    @property
    def pages(self) -> int:
        """Number of pages per site."""
        return self.articles + 4

    def start(self, number: int) -> str:
        """Return the URL of a site's front page."""
        return f"http://127.0.1.{number}:{self.port}/"

    def body(self, host: str, path: str) -> str | None:
        """Return a page; None if it does not exist."""
        if path == "/robots.txt":
            return "User-agent: *\nDisallow: /private/\n"
        if path == "/":
            return self._list("Front", range(0, self.articles, 3))
        kind, _, number = path.strip("/").partition("/")
        if kind == "s" and number in {"0", "1", "2"}:
            return self._list(f"Section {number}", range(int(number), self.articles, 3))
        if kind == "a" and number.isdigit() and int(number) < self.articles:
            return self._article(host, int(number))
        return None

    def _list(self, title: str, numbers: range) -> str:
        teasers = "".join(f"<div class=teaser><h3><a href='/a/{n}'>{self._headline(n)}</a></h3><p>Read on.</p></div>" for n in numbers)
        return f"<html><head><title>{title}</title></head><body>{_MENU}<div id=list>{teasers}</div>{_FOOT}</body></html>"

    def _article(self, host: str, number: int) -> str:
        rng = Random(f"{host} {number}")
        text = (" ".join(rng.choices(_WORDS, k=22)).capitalize() + ", and it goes on, with commas, to its end." for _ in range(5))
        paragraphs = "".join(f"<p>{line}</p>" for line in text)
        headline = self._headline(number)
        return (
            f"<html><head><title>{headline}</title></head><body>{_MENU}<div id=story><h1>{headline}</h1>{paragraphs}</div>{_FOOT}</body></html>"
        )

    @staticmethod
    def _headline(number: int) -> str:
        return f"The {_WORDS[number % 16]} and the {_WORDS[(number // 16 + 5) % 16]} of day {number}"

    def shortest_gap(self) -> float:
        """Return the minimum seconds between the end of a response and the next request to the same host."""
        return min(
            after - before
            for requests in self.log.values()
            for (_, _, before), (_, after, _) in pairwise(sorted(requests, key=lambda request: request[1]))
        )

    def counts(self) -> dict[str, int]:
        """Return the number of requests by URL."""
        found: dict[str, int] = defaultdict(int)
        for host, requests in self.log.items():
            for path, _, _ in requests:
                found[f"{host}{path}"] += 1
        return found


@contextmanager
def news_hosts(articles: int) -> Iterator[NewsHosts]:
    """Serve the sites until the block ends."""
    sites = NewsHosts(articles)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        wbufsize = -1

        def log_message(self, *args: object) -> None:
            return

        def do_GET(self) -> None:
            begun, host = time.time(), self.headers["Host"]
            text = sites.body(host, self.path)
            content = (text or "<p>gone").encode()
            self.send_response(200 if text else 404)
            self.send_header("Content-Type", "text/plain" if self.path == "/robots.txt" else "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
            with sites.lock:  # before the response is sent, so that load cannot make a measured delay too short
                sites.log[host].append((self.path, begun, time.time()))
            self.wfile.flush()

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128

    server = Server(("0.0.0.0", 0), Handler)
    sites.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield sites
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
