"""What a page leads to: its links as a browser would follow them, unless the page asks robots not to."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from lxml import etree

from indexer import urls
from indexer.article.robots_directives import read_directives
from indexer.page.refresh import UNSEEN, refresh_target, sent_on

_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_ADDRESS = {"a": "href", "area": "href", "frame": "src"}
_NO_TEXT = re.compile(r"[\d\s]+")
MAX_LINKS = 5_000
"""Different links taken from one page; the fullest archive page seen has 1,900."""
MOST_FEEDS = 10
_FEED_TYPE = re.compile(r"(?:application|text)/(?:(?:x-)?(?:rss|atom|rdf|feed)\b.*|xml|json)")
"""Media types of feeds, and those that are true of feeds and of much else: what comes is known by its content."""


@dataclass(frozen=True, slots=True)
class PageLinks:
    """What a page leads to.

    Parameters
    ----------
    links : tuple of str
        Normalised URLs in the page's order, each once; none where the page says `nofollow`.
    refresh : str
        The target of a `meta` refresh outside `noscript`, or "".
    fingerprint : bytes
        Of the page's text without digits; equal for pages that differ only in a counter.
    feeds : tuple of str
        Normalised URLs of the feeds that the page names, at most `MOST_FEEDS`.
    moved : str
        The refresh's target where it leaves no time to read, which makes the page a redirect; else "".
    """

    links: tuple[str, ...]
    refresh: str
    fingerprint: bytes
    feeds: tuple[str, ...] = ()
    moved: str = ""


def extract_links(text: str, url: str, robots_header: str = "", robot: str = "winnow", encoding: str = "utf-8") -> PageLinks:
    """The links of a page.

    Parameters
    ----------
    text : str
        The page's decoded text.
    url : str
        Where it was fetched.
    robots_header : str
        All X-Robots-Tag headers, one a line.
    robot : str
        The crawler's product token.

    encoding : str
        That the page was decoded from; its links' queries are written in it.

    >>> extract_links('<base href="/en/"><a href="1.html">One</a><a href="#top">Top</a>', "https://example.org/").links
    ('https://example.org/en/1.html',)
    >>> extract_links('<meta name="robots" content="NoFollow"><a href="/1.html">One</a>', "https://example.org/").links
    ()
    """
    collector = _Collector(robot)
    parser = etree.HTMLParser(target=cast(Any, collector), no_network=True, remove_comments=True, remove_pis=True)
    text = _XML_DECLARATION.sub("", text).replace("\0", "")
    if text.strip():
        try:
            parser.feed(text)
            parser.close()
        except (etree.ParserError, etree.XMLSyntaxError):
            pass  # what was collected up to here stands; the page itself is in the archive
    base = urls.document_base(url, collector.base)
    refresh = refresh_target(collector.refresh, base)
    links: dict[str, None] = {refresh: None} if refresh else {}
    if not read_directives((*robots_header.splitlines(), *collector.directives), robot).nofollow:
        for href in collector.hrefs:
            link = urls.resolve(base, urls.query_in(href, encoding))
            if link is not None and link.startswith("http"):
                links[link] = None
            if len(links) >= MAX_LINKS:
                break
    letters = _NO_TEXT.sub("", "".join(collector.words)).encode("utf-8", "replace")
    feeds = dict.fromkeys(feed for href in collector.feeds if (feed := urls.resolve(base, href)) and feed.startswith("http"))
    moved = sent_on(collector.refresh, base, url)
    return PageLinks(tuple(links), refresh, hashlib.blake2b(letters, digest_size=8).digest(), tuple(feeds), moved)


class _Collector:
    """A parser target (lxml's protocol) that keeps links, directives and text."""

    def __init__(self, robot: str) -> None:
        self._robot = robot.lower()
        self._unseen = 0
        self.base: str | None = None
        self.hrefs: dict[str, None] = {}
        self.feeds: list[str] = []
        self.directives: list[str] = []
        self.refresh = ""
        self.words: list[str] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag in UNSEEN:
            self._unseen += 1
        elif tag in _ADDRESS:
            self._link(attributes.get(_ADDRESS[tag]), attributes)
        elif tag == "link":
            self._head_link(attributes.get("rel", "").lower().split(), attributes)
        elif tag == "base" and self.base is None:
            self.base = attributes.get("href")
        elif tag == "meta":
            self._meta(attributes)

    def end(self, tag: str) -> None:
        if tag in UNSEEN and self._unseen:
            self._unseen -= 1

    def data(self, data: str) -> None:
        if not self._unseen:
            self.words.append(data)

    def close(self) -> None:
        return None

    def _link(self, href: str | None, attributes: Mapping[str, str]) -> None:
        if href and "nofollow" not in attributes.get("rel", "").lower():
            self.hrefs[href] = None

    def _head_link(self, relations: list[str], attributes: Mapping[str, str]) -> None:
        if "next" in relations:
            self._link(attributes.get("href"), attributes)
            return
        said, href = attributes.get("type", "").partition(";")[0].strip().lower(), attributes.get("href")
        named = "feed" in relations or ("alternate" in relations and _FEED_TYPE.fullmatch(said))
        if href and named and len(self.feeds) < MOST_FEEDS:
            self.feeds.append(href)

    def _meta(self, attributes: Mapping[str, str]) -> None:
        content = attributes.get("content", "")
        if attributes.get("name", "").strip().lower() in ("robots", self._robot):
            self.directives.append(content)
        if not self._unseen and not self.refresh and attributes.get("http-equiv", "").strip().lower() == "refresh":
            self.refresh = content
