"""Pseudo-random order of pages for samples: the same in every run, for any input order."""

from __future__ import annotations

from hashlib import blake2b


def drawn(url: str) -> tuple[bytes, str]:
    """Return a sort key that is independent of a URL's meaning, so that similar URLs are not neighbours.

    >>> sorted(["/a/1", "/a/2", "/a/3", "/b/1"], key=drawn)
    ['/a/1', '/a/2', '/b/1', '/a/3']
    """
    return blake2b(url.encode("utf-8", "surrogatepass"), digest_size=8).digest(), url
