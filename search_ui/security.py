"""Security: response headers, and the Host headers that a website on the loopback accepts."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping, Sequence
from types import MappingProxyType

HEADERS: Mapping[str, str] = MappingProxyType({
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none';"
        " frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
})
"""No page has scripts, so the policy allows none; crawled sites must not learn who views their pages."""

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
"""Any other name means that a foreign web page resolves its own host to this machine (DNS rebinding)."""


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a server bound to a host.

    >>> [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "news.example")]
    [True, True, True, False, False]
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def names_for(host: str) -> tuple[str, ...]:
    """Return the accepted Host names of a server bound to a host; () for any.

    >>> names_for("127.0.0.1"), names_for("0.0.0.0")
    (('localhost', '127.0.0.1', '[::1]'), ())
    """
    if not is_loopback(host):
        return ()
    own = f"[{host}]" if ":" in host else host
    return tuple(dict.fromkeys((*LOOPBACK_NAMES, own)))


def is_known_host(header: str, names: Sequence[str]) -> bool:
    """Return whether a Host header has one of the names, with any port; without names, every header passes.

    >>> names = ["localhost", "[::1]"]
    >>> [is_known_host(each, names) for each in ("localhost:8642", "[::1]:80", "LOCALHOST", "evil.example:80", "")]
    [True, True, True, False, False]
    """
    bare = header.lower() if header.endswith("]") else header.lower().rpartition(":")[0] or header.lower()
    return not names or bare in names
