"""Input pages of benchmarks: the given WARC files, or real sites beside the checkout and the demo's invented sites.

Real sites differ from invented ones in length, markup and encodings, so results on real sites are more meaningful.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
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


def repeated(some: Sequence[Capture], count: int, sites: int = 1) -> Iterator[Capture]:
    """Yield `count` pages by repeating the given ones on as many sites, each time with other URLs and the words of each long text in another order.

    The template stays, the stories differ: shuffled words have no shingle in common.
    """
    host = some[0].url.split("/")[2]
    for number in range(count):
        copy, index = divmod(number, len(some))
        site = copy % sites
        page = some[index]
        url, body = page.url, page.body
        if copy:
            draw = Random(number)
            body = _LONG_TEXT.sub(lambda found, draw=draw: _shuffled(found[0], draw), body)
        if turn := copy // sites:
            url = f"{url}{'&' if '?' in url else '?'}turn={turn}"
        if site:
            named = f"{host.partition('.')[0]}-{site}.{host.partition('.')[2]}"
            url, body = url.replace(host, named, 1), body.replace(host.encode(), named.encode())
        yield Capture(url, body, page.content_type)


_LONG_TEXT = re.compile(rb"(?<=>)[^<>{}]{80,}(?=<)")


def _shuffled(text: bytes, draw: Random) -> bytes:
    words = text.split(b" ")
    draw.shuffle(words)
    return b" ".join(words)


def megabytes(archive: Path) -> float:
    """Return the decompressed size of an archive in 10^6 bytes."""
    with gzip.open(archive) as handle:
        return sum(map(len, iter(lambda: handle.read(1 << 20), b""))) / 1e6
