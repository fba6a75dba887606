"""Names of a page's site and publisher, which are neither headlines nor authors, and the comparison of names."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import normalize
from urllib.parse import urlsplit

from indexer.page.cache_limit import LONGEST
from indexer.page.metadata import Metadata

_NOT_A_LETTER = re.compile(r"[\W_]+")


def key(text: str) -> str:
    """Return a text's letters and digits in lower case; two texts with equal keys count as equal.

    >>> key("Tram – off the rails!") == key("tram off the Rails")
    True
    """
    return (_known_key if len(text) <= LONGEST else _key)(text)


def _key(text: str) -> str:
    if not text.isascii():
        text = normalize("NFC", text)  # without it a combining accent counts as a non-letter
    return _NOT_A_LETTER.sub("", text).casefold()


_known_key = lru_cache(maxsize=4096)(_key)  # a page's titles, headings and names are compared many times


def site_names(metadata: Metadata) -> frozenset[str]:
    """Return the keys of the site's and publisher's names on the page, and of its host.

    >>> sorted(site_names(Metadata(meta={"og:site_name": ("The Courier",)}, canonical=("https://www.courier.example/a",))))
    ['courier', 'courierexample', 'thecourier']
    """
    item = metadata.linked.item
    names = {key(name) for name in metadata.all("application-name")} - {key(title) for title in metadata.titles}
    names |= {key(name) for name in metadata.all("og:site_name", "publisher", "dc.publisher")}
    names |= {key(metadata.linked.site_name), key(item.publisher if item else "")}
    for url in (*metadata.canonical[:1], metadata.first("og:url")):
        host = _host(url).removeprefix("www.")
        names |= {key(host), key(host.rpartition(".")[0])}
    return frozenset(names - {""})


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:  # "Invalid IPv6 URL" and the like: a URL without a host
        return ""
