"""Corruption of pages: truncation, lost and swapped tags, deep nesting, other encodings, and planted input that is hard to parse."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

Corruptor = Callable[[bytes, random.Random], bytes]


def _tags(page: bytes) -> list[tuple[int, int]]:
    """Return the start and end offsets of tags."""
    found = []
    at = page.find(b"<")
    while at >= 0:
        end = page.find(b">", at)
        if end < 0:
            break
        found.append((at, end + 1))
        at = page.find(b"<", end)
    return found


def _at(page: bytes, rng: random.Random, planted: bytes) -> bytes:
    """Insert bytes before a random tag, or at the end of a page without tags."""
    tags = _tags(page)
    at = rng.choice(tags)[0] if tags else len(page)
    return page[:at] + planted + page[at:]


def _drop_tags(page: bytes, rng: random.Random) -> bytes:
    tags = _tags(page)
    for start, end in sorted(rng.sample(tags, min(len(tags), rng.randint(1, 5))), reverse=True):
        page = page[:start] + page[end:]
    return page


def _swap_tags(page: bytes, rng: random.Random) -> bytes:
    tags = _tags(page)
    if len(tags) < 2:
        return page
    (a, b), (c, d) = sorted(rng.sample(tags, 2))
    return page[:a] + page[c:d] + page[b:c] + page[a:b] + page[d:]


def _closings(page: bytes, rng: random.Random) -> bytes:
    name = rng.choice([b"p", b"div", b"li", b"a", b"td", b"head", b"title"])
    return page.replace(b"</" + name + b">", b"")


def _recoded(page: bytes, rng: random.Random) -> bytes:
    encoding = rng.choice(["utf-16", "utf-16-be", "utf-7", "latin-1", "shift_jis", "gb18030", "koi8-r", "cp874", "utf-32"])
    return page.decode("utf-8", "replace").encode(encoding, "replace")


def _declared(page: bytes, rng: random.Random) -> bytes:
    name = rng.choice([b"utf-16", b"utf-7", b"x-user-defined", b"nonsense", b"shift_jis", b"idna", b"rot13", b"zlib", b"iso-2022-kr"])
    return page.replace(b"<head>", b"<head><meta charset=" + name + b">")


def _noise(page: bytes, rng: random.Random) -> bytes:
    raw = bytearray(page)
    for _ in range(rng.randint(1, 30) if raw else 0):
        raw[rng.randrange(len(raw))] = rng.randrange(256)
    return bytes(raw)


_PLANTED = (
    b"<div>" * 3000, b"<b>" * 3000, b"<table><tr><td>" * 300, b"</div>" * 300, b"<!--", b"<script>", b"<style>", b"<textarea>", b"<title>",
    b"<plaintext>", b"<svg><foreignObject>", b"<![CDATA[", b"<?xml version='1.0' encoding='utf-16'?>", b"<frameset>", b"<template>", b"<select>",
    b"\0" * 50, b"&#0;&#xd800;&#x110000;&bogus;&#99999999999;", b"&amp" * 2000, b"<base href='javascript:x'>", b"<base href='//[::1'>",
    b"<a href='http://[bad'>x</a>", b"<a href='data:text/html,x'>x</a>", b"<noscript>", b"<iframe>", b"<body class=again>",
    b"<!DOCTYPE html [<!ENTITY a 'b'>]>", b"<div class='" + b"x " * 20_000 + b"'>", b"<div id='" + b"y" * 100_000 + b"'>",
    b"<div " + b"a=b " * 5000 + b">", b"<" + b"z" * 50_000 + b">", b"<p hidden style='display:none'>", b"<html lang=" + b"q" * 500 + b">",
    b'<script type="application/ld+json">' + b"[" * 5000 + b"</script>", b'<script type="application/ld+json">{"@type":"NewsArticle",</script>',
    "\u202e\u2066\ufeff\u200b\u00ad".encode(), b"\xed\xa0\x80\xff\xfe", b"<p>" + b"word " * 40_000,
)  # fmt: skip

_CORRUPTORS: Mapping[str, Corruptor] = {
    "truncated": lambda page, rng: page[: rng.randint(0, len(page))],
    "tags dropped": _drop_tags,
    "tags swapped": _swap_tags,
    "tag doubled": lambda page, rng: _at(page, rng, page[slice(*rng.choice(_tags(page) or [(0, 0)]))]),
    "closing tags dropped": _closings,
    "part doubled": lambda page, rng: page[: rng.randint(0, len(page))] + page[rng.randint(0, len(page)) :],
    "recoded": _recoded,
    "declared": _declared,
    "noise": _noise,
    "planted": lambda page, rng: _at(page, rng, rng.choice(_PLANTED)),
}


@dataclass(frozen=True, slots=True)
class Corruption:
    """A kind of corruption and the seed of its random choices."""

    kind: str
    seed: int

    def on(self, page: bytes) -> bytes:
        """Return the corrupted page."""
        return _CORRUPTORS[self.kind](page, random.Random(self.seed))

    @classmethod
    def drawn(cls, rng: random.Random) -> Corruption:
        """Return a random corruption."""
        return cls(rng.choice(sorted(_CORRUPTORS)), rng.randrange(10**6))


def corruptions() -> st.SearchStrategy[Corruption]:
    """Return a strategy of all corruptions."""
    return st.builds(Corruption, st.sampled_from(sorted(_CORRUPTORS)), st.integers(0, 10**6))


def corrupt(page: bytes, found: Sequence[Corruption]) -> bytes:
    """Apply several corruptions to a page in order."""
    for corruption in found:
        page = corruption.on(page)
    return page
