"""Site: which links stay in a site, and when two of them lead to the same page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from indexer.page.page import Page
from indexer.site.addresses import address
from indexer.urls import host, resolve


@dataclass(frozen=True, slots=True)
class Site:
    """The hosts of a site.

    Parameters
    ----------
    hosts : frozenset of str
        Without `www.`; links to other hosts leave the site.
    other_names : mapping of str to str
        Further hosts, each with the one of `hosts` whose pages it names.
    """

    hosts: frozenset[str]
    other_names: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, urls: Iterable[str]) -> Site:
        """The site of these pages.

        >>> Site.of(["https://www.example.org/a", "https://sport.example.org/"]).hosts == {"example.org", "sport.example.org"}
        True
        """
        return cls(frozenset(map(_bare_host, urls)))

    def resolve(self, base: str, href: str) -> str:
        """Where a link leads, "" where it leads to no page; one to a place on the same page leads to none."""
        return _resolve(base, href)

    def place(self, url: str) -> str:
        """A page's name within the site, equal for its spellings; "" outside of it.

        >>> site = Site.of(["https://www.example.org/"])
        >>> site.place("http://example.org/news/index.html"), site.place("https://example.com/")
        ('example.org/news', '')
        """
        name = _bare_host(url)
        name = self.other_names.get(name, name)
        return name + address(url) if name in self.hosts else ""

    def named_by(self, pages: Iterable[Page]) -> Site:
        """The site with the host that most of its pages give themselves (canonical address, `base`), where they lie on another: a copy.

        >>> from indexer.page.parse import parse
        >>> pages = [parse(f'<link rel=canonical href="https://real.example/{x}"><p>Text', f"https://copy.example/{x}") for x in "abc"]
        >>> site = Site.of(page.url for page in pages).named_by(pages)
        >>> site.place("https://www.real.example/a"), site.place("https://copy.example/a")
        ('copy.example/a', 'copy.example/a')
        """
        named: Counter[tuple[str, str]] = Counter()
        total: Counter[str] = Counter()
        for page in pages:
            own = _bare_host(page.url)
            total[own] += 1
            named.update({(name, own) for name in map(_bare_host, _declared(page)) if name and name not in self.hosts})
        likely = sorted(((name, own) for (name, own), n in named.items() if 2 * n > total[own] and n >= 2), reverse=True)
        return Site(self.hosts, {**self.other_names, **dict(likely)})


def _declared(page: Page) -> Iterable[str]:
    """The addresses that a page gives itself, if they are spelled as its own."""
    metadata, own = page.metadata, address(page.url)
    found = [resolve(page.url, url) or "" for url in (*metadata.canonical, *metadata.all("og:url"))]
    base = resolve(page.url, metadata.base) if metadata.base else None
    return [url for url in found if address(url) == own] + [url for url in (base,) if url]


@lru_cache(maxsize=1 << 16)
def _resolve(base: str, href: str) -> str:
    return resolve(base, href) or ""


@lru_cache(maxsize=1 << 16)
def _bare_host(url: str) -> str:
    return host(url).removeprefix("www.")
