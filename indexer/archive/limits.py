"""How much one page, one record and one input may take."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes that a hostile or broken input may cost.

    Parameters
    ----------
    page : int
        Bytes of one page, as stored and after content decoding; 16 MiB is ten times the longest news page seen.
    headers : int
        Bytes of one record's WARC headers, and of its HTTP headers.
    spool : int
        Bytes written to a temporary file for standard input and for archives that cannot be read in place.
    kept : int
        Bytes of pages that a scan keeps in memory, so that a small archive is not read and expanded twice.

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
