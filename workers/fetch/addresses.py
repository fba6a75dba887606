"""Connects to permitted IP addresses only, as a defence against server-side request forgery.

Pages choose their links, and DNS chooses the addresses of names. The resolved address is therefore checked, and the connection uses this
address, because a second look-up could return another one.
"""

from __future__ import annotations

import ipaddress
import queue
import socket
import threading
import time
from collections.abc import Sequence
from typing import Any

from indexer.cause import Cause
from indexer.errors import PageError
from indexer.outcome import Ending, Kind

_TRANSLATED = ipaddress.IPv6Network("::ffff:0:0:0/96")
_NAT64 = (ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("64:ff9b:1::/48"), ipaddress.ip_network("::/96"))
"""Networks whose addresses end with an IPv4 address: NAT64, and the deprecated IPv4-compatible addresses."""
_MAX_ADDRESSES = 6
"""Maximum number of addresses of one name that are tried."""
_OTHER_SERVICES = frozenset(
    (1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113,
     115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556,
     563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667,
     6668, 6669, 6679, 6697, 10080)
)  # fmt: skip
"""Ports of other services (mail, shells, files …), which browsers block too (Fetch standard, "port blocking")."""


class RefusedAddressError(PageError):
    """The host has an address to which the crawler must not connect."""


def is_public(address: str) -> bool:
    """Return whether an IP address belongs to the public internet; an embedded IPv4 address decides for the address.

    IPv4-mapped and IPv4-translated addresses (`::ffff:0:0/96`, `::ffff:0:0:0/96`; RFC 6890, RFC 2765) are refused, because no public name
    has them.

    >>> is_public("93.184.216.34"), is_public("10.0.0.1"), is_public("::ffff:93.184.216.34"), is_public("169.254.169.254")
    (True, False, False, False)
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped or ip in _TRANSLATED:
            return False
        nat64 = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF) if any(ip in network for network in _NAT64) else None
        inner = ip.sixtofour or nat64
        if inner is not None:
            return is_public(str(inner))
    return ip.is_global and not ip.is_multicast


def is_loopback(host: str) -> bool:
    """Return whether a host name or address is that of this machine.

    >>> is_loopback("localhost"), is_loopback("127.0.0.2"), is_loopback("example.org")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def connect(host: str, port: int, timeout: float, *, allow_private: bool) -> socket.socket:
    """Connect to the first permitted address of a host that accepts the connection; the name is looked up once.

    Parameters
    ----------
    timeout : float
        Seconds for the look-up, and again for all addresses together.
    allow_private : bool
        Whether loopback, private and link-local addresses are permitted.

    Raises
    ------
    RefusedAddressError
        If the host has addresses but none is permitted, or the port belongs to another service.
    OSError
        If the name cannot be resolved or no address accepts the connection.
    """
    if port in _OTHER_SERVICES:
        raise RefusedAddressError(Ending(Kind.FETCH_FAILED, Cause.FORBIDDEN_PORT, detail=f"port {port} of {host}"))
    found = _resolve(host, port, timeout)
    permitted = [item for item in found if allow_private or is_public(str(item[4][0]))][:_MAX_ADDRESSES]
    if not permitted:
        what = f"{host} is at the private address {found[0][4][0]}"
        raise RefusedAddressError(Ending(Kind.FETCH_FAILED, Cause.PRIVATE_ADDRESS, detail=what))
    until = time.monotonic() + timeout
    failure: OSError | None = None
    for number, (family, kind, protocol, _, address) in enumerate(permitted):
        share = max(until - time.monotonic(), 0.01) / (len(permitted) - number)
        sock = socket.socket(family, kind, protocol)
        try:
            sock.settimeout(share)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            sock.connect(address)
            sock.settimeout(timeout)
        except OSError as error:
            sock.close()
            failure = error
        else:
            return sock
    assert failure is not None
    raise failure


def private_address(host: str, port: int, timeout: float) -> str:
    """Return an address of a host that has private addresses only; "" for other hosts, and for unknown names."""
    try:
        found = [str(item[4][0]) for item in _resolve(host, port, timeout)]
    except OSError:
        return ""
    return "" if any(map(is_public, found)) else next(iter(found), "")


def _resolve(host: str, port: int, timeout: float) -> Sequence[Any]:
    """Return the host's addresses.

    The look-up runs in a thread of its own, so that an unresponsive name server delays the caller by at most `timeout`.

    Raises
    ------
    OSError
    """
    if is_address(host):
        return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
    answers: queue.SimpleQueue[Sequence[Any] | OSError] = queue.SimpleQueue()

    def resolve() -> None:
        try:
            answers.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except OSError as error:
            answers.put(error)
        except UnicodeError as error:
            answers.put(OSError(f"{host} is not a host name: {error}"))

    threading.Thread(target=resolve, daemon=True).start()
    try:
        found = answers.get(timeout=timeout)
    except queue.Empty:
        raise TimeoutError(f"no address of {host} within {timeout:g} s") from None
    if isinstance(found, OSError):
        raise found
    return found


def is_address(host: str) -> bool:
    """Return whether a host is written as an IP address.

    >>> is_address("[::1]"), is_address("192.168.0.1"), is_address("example.org")
    (True, True, False)
    """
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
