"""Which addresses a crawler may connect to, and connections that go to a checked address and nowhere else.

A page decides where its links lead, and a name decides where it resolves to; so the check is made on the resolved
address, and the connection uses that very address (no second look-up that could answer differently).
"""

from __future__ import annotations

import ipaddress
import socket

from indexer.errors import PageError
from indexer.outcome import Kind

_NAT64 = ipaddress.ip_network("64:ff9b::/96")


class RefusedAddressError(PageError):
    """The host lies where the crawler must not go."""


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet (also when it is an IPv4 address in an IPv6 coat).

    >>> is_public("93.184.216.34"), is_public("10.0.0.1"), is_public("::ffff:127.0.0.1"), is_public("169.254.169.254")
    (True, False, False, False)
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        nat64 = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF) if ip in _NAT64 else None
        inner = ip.ipv4_mapped or ip.sixtofour or nat64
        if inner is not None:
            return is_public(str(inner))
    return ip.is_global and not ip.is_multicast


def is_loopback(host: str) -> bool:
    """Whether a host is this machine by its very name or address.

    >>> is_loopback("localhost"), is_loopback("127.0.0.2"), is_loopback("example.org")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def connect(host: str, port: int, timeout: float, *, allow_private: bool) -> socket.socket:
    """A connection to the first permitted address of a host that answers.

    Parameters
    ----------
    host : str
    port : int
    timeout : float
        Seconds for each address.
    allow_private : bool
        Whether loopback, private and link-local addresses are permitted.

    Raises
    ------
    RefusedAddressError
        Where the host has addresses but none is permitted.
    OSError
        Where the name cannot be resolved or no address answers.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    permitted = [item for item in found if allow_private or is_public(str(item[4][0]))]
    if not permitted:
        raise RefusedAddressError(
            Kind.FETCH_FAILED, f"{host} is at the private address {found[0][4][0]}; --allow-private permits it"
        )
    failure: OSError | None = None
    for family, kind, protocol, _, address in permitted:
        sock = socket.socket(family, kind, protocol)
        try:
            sock.settimeout(timeout)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            sock.connect(address)
        except OSError as error:
            sock.close()
            failure = error
        else:
            return sock
    assert failure is not None
    raise failure
