"""Writes the generated sites to one WARC file, as a crawl would, without serving and fetching them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from demo.generate import Scale, generate
from demo.site_tree import SiteTree
from demo.sites import SITES

BASES = tuple(f"https://{site.key}.example" for site in SITES)
"""URLs of the sites in an archive."""
_FETCHED = "2024-03-01T12:00:00Z"


class Capture(NamedTuple):
    """A page as served."""

    url: str
    body: bytes
    content_type: str


def captures(seed: int, folder: Path, scale: Scale) -> Iterator[Capture]:
    """Generate the sites into `folder` and yield all their pages, site by site."""
    generate(seed, folder, BASES, scale)
    for site in SITES:
        tree = SiteTree.read(folder / site.key)
        rows = (folder / site.key / "pages.tsv").read_text("utf-8").splitlines()[1:]
        for url in (row.partition("\t")[0] for row in rows):
            parts = urlsplit(url)
            target = parts.path + (f"?{parts.query}" if parts.query else "")
            file = tree.find(target)
            assert file is not None, url
            yield Capture(url, file.read_bytes(), tree.type_of(target))


def write_warc(path: Path, pages: Iterable[Capture], shuffle: int | None = None) -> None:
    """Write one record per page, each as a separate gzip member; record ids depend only on the URL.

    Parameters
    ----------
    path : Path
        The file, which is replaced.
    pages : iterable of Capture
    shuffle : int, optional
        Seed of a random order of records; None keeps the order.
    """
    if shuffle is not None:
        pages = list(pages)
        random.Random(shuffle).shuffle(pages)
    with path.open("wb") as out:
        writer = WARCWriter(out, gzip=True, warc_version="WARC/1.1")
        for page in pages:
            http_headers = StatusAndHeaders("200 OK", [("Content-Type", page.content_type)], protocol="HTTP/1.1")
            warc_headers = {"WARC-Date": _FETCHED, "WARC-Record-ID": f"<{page.url}>"}
            writer.write_record(
                writer.create_warc_record(
                    page.url, "response", payload=BytesIO(page.body), length=len(page.body), http_headers=http_headers,
                    warc_headers_dict=warc_headers,
                )
            )
