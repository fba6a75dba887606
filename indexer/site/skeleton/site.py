"""Site: the hosts of a site, and the identity of its pages."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from indexer.page.link_resolver import LinkResolver
from indexer.page.page import Page
from indexer.site.site_path import host_path, in_site
from indexer.urls import host, resolve, site_key


@dataclass(frozen=True, slots=True)
class Site:
    """The hosts of a site.

    Parameters
    ----------
    hosts : frozenset of str
        Without `www.`; links to other hosts leave the site.
    other_names : mapping of str to str
        Alias hosts, each with the one of `hosts` that it stands for.
    """

    hosts: frozenset[str]
    other_names: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, urls: Iterable[str]) -> Site:
        """Return the site of these pages.

        >>> Site.of(["https://www.example.org/a", "https://sport.example.org/"]).hosts == {"example.org", "sport.example.org"}
        True
        """
        return cls(frozenset(map(_bare_host, urls)))

    def place(self, url: str) -> str:
        """Return a page's place, equal for all spellings of its URL; "" outside the site.

        >>> site = Site.of(["https://www.example.org/"])
        >>> site.place("http://example.org/news/index.html"), site.place("https://example.com/")
        ('example.org/news', '')
        """
        name = _bare_host(url)
        name = self.other_names.get(name, name)
        return name + host_path(url) if name in self.hosts else ""

    def named_by(self, pages: Iterable[Page], known: Collection[str] = ()) -> Site:
        """Return the site with aliases of its hosts: the names in most pages' canonical URLs and `base`, and hosts that their links
        treat as their own.

        Parameters
        ----------
        pages : iterable of Page
        known : collection of str
            Paths (`indexer.site.site_path.host_path`) of all pages of the site, by which a mirror of it is recognised.

        Examples
        --------
        >>> from indexer.page.parse import parse
        >>> pages = [parse(f'<link rel=canonical href="https://real.example/{x}"><p>Text', f"https://copy.example/{x}") for x in "abc"]
        >>> site = Site.of(page.url for page in pages).named_by(pages)
        >>> site.place("https://www.real.example/a"), site.place("https://copy.example/a")
        ('copy.example/a', 'copy.example/a')
        """
        named: Counter[tuple[str, str]] = Counter()
        total: Counter[str] = Counter()
        linked: dict[str, set[str]] = defaultdict(set)
        for page in pages:
            own = _bare_host(page.url)
            total[own] += 1
            named.update({(name, own) for name in map(_bare_host, _declared(page)) if name and name not in self.hosts})
            for url in self._abroad(page):
                linked[_bare_host(url)].add(host_path(url))
        likely = sorted(((name, own) for (name, own), n in named.items() if 2 * n > total[own] and n >= 2), reverse=True)
        main = max(sorted(total), key=lambda name: total[name], default="")
        mirrors = {name: main for name, found in sorted(linked.items()) if len(found & set(known)) > max(2, len(found) / 2)}
        return Site(self.hosts, {**self.other_names, **mirrors, **dict(likely)})

    def _abroad(self, page: Page) -> Iterable[str]:
        """Return the targets of a page's links to other hosts of the same registered domain."""
        own = site_key(page.url)
        target_of = LinkResolver(page)
        urls = (target_of(link.href) for link in page.links if "//" in link.href)
        return [url for url in urls if url and _bare_host(url) not in self.hosts and in_site(host(url), own)]


def _declared(page: Page) -> Iterable[str]:
    """Return the page's declared URLs, if their path is the page's own."""
    metadata, own = page.metadata, host_path(page.url)
    found = [resolve(page.url, url) or "" for url in (*metadata.canonical, *metadata.all("og:url"))]
    base = resolve(page.url, metadata.base) if metadata.base else None
    return [url for url in found if host_path(url) == own] + [url for url in (base,) if url]


@lru_cache(maxsize=1 << 13)
def _bare_host(url: str) -> str:
    return host(url).removeprefix("www.")
