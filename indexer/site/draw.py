"""The order by chance in which pages are taken for a sample: the same in every run, and for any order of the input."""

from __future__ import annotations

from hashlib import blake2b


def drawn(url: str) -> tuple[bytes, str]:
    """A key that sorts pages into an order that says nothing about them: alike addresses are no neighbours in it.

    >>> sorted(["/a/1", "/a/2", "/a/3", "/b/1"], key=drawn)
    ['/a/1', '/a/2', '/b/1', '/a/3']
    """
    return blake2b(url.encode("utf-8", "surrogatepass"), digest_size=8).digest(), url
