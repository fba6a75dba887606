"""Resource limits of one page, one record and one input."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits in bytes against hostile or broken inputs.

    Parameters
    ----------
    page : int
        Size of one page, as stored and after content decoding; 16 MiB is ten times the longest news page seen.
    headers : int
        Size of one record's WARC headers, and of its HTTP headers.
    spool : int
        Size of a temporary file for standard input and for archives that cannot be read in place.
    kept : int
        Memory of a scan for pages, so that a small archive is not read and expanded twice.

    Examples
    --------
    >>> Limits(page=0)
    Traceback (most recent call last):
    ValueError: limits are positive numbers of bytes
    """

    page: int = 16 * MIB
    headers: int = MIB
    spool: int = 64 * 1024 * MIB
    kept: int = 32 * MIB

    def __post_init__(self) -> None:
        if min(self.page, self.headers, self.spool) <= 0:
            raise ValueError("limits are positive numbers of bytes")
