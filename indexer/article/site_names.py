"""What a page calls its site and publisher, and when two names are one: no headline, and no author."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import normalize
from urllib.parse import urlsplit

from indexer.page.cache_limit import LONGEST
from indexer.page.metadata import Metadata

_NOT_A_LETTER = re.compile(r"[\W_]+")


def key(text: str) -> str:
    """A text's letters and digits in lower case: two texts with one key say the same.

    >>> key("Tram – off the rails!") == key("tram off the Rails")
    True
    """
    return (_known_key if len(text) <= LONGEST else _key)(text)


def _key(text: str) -> str:
    if not text.isascii():
        text = normalize("NFC", text)  # else a combining accent is no part of its letter
    return _NOT_A_LETTER.sub("", text).casefold()


_known_key = lru_cache(maxsize=4096)(_key)  # a page's titles, headings and names are compared many times over


def site_names(metadata: Metadata) -> frozenset[str]:
    """Keys of the names that the page gives to its site and publisher, and of its host.

    >>> sorted(site_names(Metadata(meta={"og:site_name": ("The Courier",)}, canonical=("https://www.courier.example/a",))))
    ['courier', 'courierexample', 'thecourier']
    """
    item = metadata.linked.item
    names = {key(name) for name in metadata.all("og:site_name", "application-name", "publisher", "dc.publisher")}
    names |= {key(metadata.linked.site_name), key(item.publisher if item else "")}
    for url in (*metadata.canonical[:1], metadata.first("og:url")):
        host = _host(url).removeprefix("www.")
        names |= {key(host), key(host.rpartition(".")[0])}
    return frozenset(names - {""})


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:  # "Invalid IPv6 URL" and the like: an address that names no host
        return ""
