"""Cookies of one redirect chain: sent along the chain and then forgotten."""

from __future__ import annotations

from workers.fetch.fetcher import Response

_LONGEST, _ALL = 4_096, 8_192
"""Characters of one cookie, and of all; browsers allow no more (RFC 6265, 6.1)."""


def cookies(sent: str, response: Response) -> str:
    """The Cookie header after a response: what was sent, updated with what the response sets.

    >>> cookies("a=1", Response("https://example.org/", 302, "", (("Set-Cookie", "b=2; Path=/"),), b"", "", (), 0.1))
    'a=1; b=2'
    """
    jar = dict(pair.split("=", 1) for pair in sent.split("; ") if "=" in pair)
    for name, value in response.headers:
        pair = value.partition(";")[0].strip()
        if name.lower() == "set-cookie" and "=" in pair and len(pair) < _LONGEST:
            key, _, content = pair.partition("=")
            jar[key] = content
    return "; ".join(f"{name}={value}" for name, value in sorted(jar.items()))[:_ALL]
