"""Conversion between the counts of a SiteModel and JSON values: agreement, drift, and the sample of recent stories in base 64."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from typing import Any

from indexer.site.agreement import Agreement
from indexer.site.drift import Drift
from indexer.site.json_types import boolean, integer, rows, table, text
from indexer.site.recent_texts import MARK_BYTES, RecentTexts, StoryTexts
from indexer.site.since import Since


def decode_agreement(value: object) -> Agreement:
    """Return an Agreement from the result of its `dataclasses.asdict`.

    Raises
    ------
    KeyError, TypeError, ValueError
        If a value is missing, has another type, or is inconsistent; so do all functions here.
    """
    stored = table(value)
    numbers = {f.name: _count(stored[f.name]) for f in fields(Agreement) if f.name != "asked"}
    read = Agreement(**numbers, asked=boolean(stored["asked"]))
    parts = (
        (read.articles, read.pages),
        (read.covered, read.articles),
        (read.fuller, read.articles),
        (read.wanted_kept, read.wanted),
        (read.kept_backed, read.kept),
        (read.kept, read.visible),
        (read.common, read.either),
    )
    if any(part > whole_ for part, whole_ in parts):
        raise ValueError("an agreement whose parts are larger than their whole")
    return read


def decode_drift(value: object) -> Drift:
    """Return a Drift from the result of its `dataclasses.asdict`."""
    stored = table(value)
    read = Drift(**{f.name: _count(stored[f.name]) for f in fields(Drift)})
    if read.misfits > read.articles or read.articles > read.pages or read.unknown > read.letters or read.kept > read.shown:
        raise ValueError("counts of pages whose parts are larger than their whole")
    return read


def encode_since(since: Since) -> dict[str, Any]:
    """Return the counts, and per recent story the fingerprints of the story, of its page and of its texts in three groups."""
    return {
        "seen": asdict(since.seen),
        "pending": asdict(since.pending),
        "stories": [
            " ".join((_packed([mark, told.url]), *map(_packed, (told.seen, told.unwanted, told.wanted))))
            for mark, told in sorted(since.recent.stories.items())
        ],
        "names": {_packed([mark]): name for mark, name in sorted(since.recent.names.items())},
    }


def decode_since(value: object) -> Since:
    """Return the counts that `encode_since` wrote."""
    stored = table(value)
    stories: dict[int, StoryTexts] = {}
    for row in rows(stored["stories"]):
        head, *groups = text(row).split(" ")
        mark, url = _unpacked(head)
        stories[mark] = StoryTexts(url, *map(_unpacked, groups))
    names: Mapping[str, Any] = table(stored["names"])
    return Since(
        seen=decode_drift(stored["seen"]),
        pending=decode_drift(stored["pending"]),
        recent=RecentTexts(stories, {mark: text(name) for packed, name in names.items() for mark in _unpacked(packed)}),
    )


def _count(value: object) -> int:
    number = integer(value)
    if number < 0:
        raise ValueError(f"a count of {number}")
    return number


def _packed(marks: Iterable[int]) -> str:
    """Return fingerprints in base 64, eight characters each; "-" for none.

    >>> _packed([1, 2]), _unpacked(_packed([1, 2])), _unpacked(_packed([]))
    ('AAAAAAABAAAAAAAC', (1, 2), ())
    """
    return base64.b64encode(b"".join(mark.to_bytes(MARK_BYTES, "big") for mark in marks)).decode("ascii") or "-"


def _unpacked(packed: str) -> tuple[int, ...]:
    try:
        raw = b"" if packed == "-" else base64.b64decode(packed.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error) as error:
        raise ValueError(f"no fingerprints ({error})") from error
    if len(raw) % MARK_BYTES:
        raise ValueError("fingerprints that are cut short")
    return tuple(int.from_bytes(raw[i : i + MARK_BYTES], "big") for i in range(0, len(raw), MARK_BYTES))
