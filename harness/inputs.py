"""Input pages of benchmarks: the given WARC files, or real sites beside the checkout and the demo's invented sites.

Real sites differ from invented ones in length, markup and encodings, so results on real sites are more meaningful.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from warcio.archiveiterator import ArchiveIterator

from demo.archive import Capture, captures, write_warc
from demo.generate import Scale

SEED = 20240229
_REAL_SITES = Path(__file__).parents[2] / "shared" / "sites"


def archives(named: Sequence[Path], folder: Path) -> list[Path]:
    """Return the given WARC files, or else those of the real sites beside the checkout and of the demo."""
    if named:
        return list(named)
    demo = folder / "demo.warc.gz"
    with TemporaryDirectory() as sites:
        write_warc(demo, list(captures(SEED, Path(sites), Scale(articles=120))))
    return [*sorted(_REAL_SITES.glob("*/site.warc.gz")), demo]


def name(archive: Path) -> str:
    """Return the name of an archive in tables."""
    return archive.parent.name if archive.name == "site.warc.gz" else archive.name.partition(".")[0]


def pages(archive: Path) -> list[Capture]:
    """Return the successful responses of an archive, one per URL."""
    return list({page.url: page for page in _pages(archive)}.values())


def one_host(some: Iterable[Capture]) -> list[Capture]:
    """Return the pages of the first page's host, because a model belongs to one site."""
    some = list(some)
    host = some[0].url.split("/")[2]
    return [page for page in some if page.url.split("/")[2] == host]


def _pages(archive: Path) -> Iterator[Capture]:
    with archive.open("rb") as handle:
        records: Any = ArchiveIterator(handle)
        for record in records:
            if record.rec_type != "response" or record.http_headers.get_statuscode() != "200":
                continue
            content_type = record.http_headers.get_header("Content-Type") or "text/html"
            yield Capture(record.rec_headers.get_header("WARC-Target-URI"), record.content_stream().read(), content_type)


def repeated(some: Sequence[Capture], count: int) -> list[Capture]:
    """Return `count` pages by repeating the given ones, each time with a different URL and different words at the end."""
    out = []
    for number in range(count):
        page, turn = some[number % len(some)], number // len(some)
        joint = "&" if "?" in page.url else "?"
        mark = f"<p>Copy {turn} of page {number}</p></body>".encode()
        body = page.body.replace(b"</body>", mark, 1) if turn else page.body
        out.append(Capture(f"{page.url}{joint}turn={turn}" if turn else page.url, body, page.content_type))
    return out


def megabytes(archive: Path) -> float:
    """Return the decompressed size of an archive in 10^6 bytes."""
    with gzip.open(archive) as handle:
        return sum(map(len, iter(lambda: handle.read(1 << 20), b""))) / 1e6
