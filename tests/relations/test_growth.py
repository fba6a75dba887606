"""No step of a page grows faster than the page: work is counted, not timed."""

from __future__ import annotations

from io import BytesIO

import pytest

from harness.steps import instructions
from harness.strategies import articles
from indexer.archive.limits import Limits
from indexer.archive.member import GZIP
from indexer.archive.warc import records
from indexer.page.peer import extract
from indexer.site.parts.weights import WeightParams, path_weights
from indexer.text import LONGEST, _remembered, terms


def test_weights_of_nested_places_grow_with_their_number() -> None:
    def steps(depth: int) -> int:
        pages = []
        for number in range(8):
            nested = "".join(f"<div class='c{level}'><p>Story {number} tells of level {level} at some length, and more.</p>" for level in range(depth))
            pages.append(f"<body><article><h1>Story {number}</h1>{nested}{'</div>' * depth}</article></body>")
        sample = articles(pages, "article")
        kept = [range(len(page.key)) for page in sample.pages]
        return instructions(lambda: path_weights(sample, kept, WeightParams()), "indexer.site.parts.weights")

    assert steps(160) <= 2.4 * steps(80)


def test_a_long_word_is_not_remembered() -> None:
    _remembered.cache_clear()
    terms(" ".join("x" * (LONGEST + length) for length in range(1, 200)))
    assert _remembered.cache_info().currsize == 0
    terms("x" * LONGEST)
    assert _remembered.cache_info().currsize == 1


def test_crowded_class_attributes_are_no_page_for_trafilatura() -> None:
    story = "<p>A story is told here, at some length, and with commas.</p>" * 9
    assert "story" in extract(f"<div class='a b'>{story}</div>")
    for quote in ("'", '"'):
        assert extract(f"<div class={quote}{' '.join(map(str, range(2_000)))}{quote}>{story}</div>") == ""


@pytest.mark.parametrize(
    "piece",
    [b"WARC/1.0\r\n", b"WARC/1.0\r\n\r\n", b"WARC/1.0\r\nA: b\r\n", b"\nWARC/1.0: x\r\n", b"\r\n\r\n", b"\x1f\x8b\x08", b"\nhttp://a.example/ 1 "],
)
def test_a_damaged_archive_is_read_once_and_reported_once(piece: bytes) -> None:
    """Bytes read from the file, and gaps, whatever looks like the begin of a record."""

    class Counted(BytesIO):
        count = 0

        def read(self, size: int | None = -1, /) -> bytes:
            data = super().read(size)
            self.count += len(data)
            return data

        def readline(self, size: int | None = -1, /) -> bytes:
            line = super().readline(size)
            self.count += len(line)
            return line

    def read(times: int) -> int:
        handle = Counted(piece * times)
        assert len(list(records(handle, Limits()))) <= 1
        return handle.count

    times = (90_000 if piece.startswith(GZIP) else 12_000) // len(piece)  # a decoder reads a window ahead
    assert read(2 * times) <= 2.4 * read(times)
