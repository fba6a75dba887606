"""Web archives of other projects: checks that every page that warcio finds is found with the same body.

    python -m benchmarks.foreign_archives FOLDER...

FOLDER contains WARC, ARC and WACZ files, for example those of the tests of warcio, jwarc or pywb. A file passes if the scan yields every
complete response of status 200 to a GET that warcio yields, with its URL and the bytes of its body. If warcio raises, the responses before
the exception count; additional responses are allowed.
The exit code is 1 if a file fails.
"""

from __future__ import annotations

import sys
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from warcio.archiveiterator import ArchiveIterator

from indexer.archive.entry import Entry
from indexer.archive.load import load
from indexer.archive.scan import RECORD_SUFFIXES, scan
from indexer.errors import InputError, NothingToDoError, PageError

Page = tuple[str, bytes]
WACZ = ".wacz"


def files(folders: Iterable[str]) -> list[Path]:
    """Return the archives in the folders."""
    return sorted(path for folder in folders for path in Path(folder).rglob("*") if path.name.lower().endswith((*RECORD_SUFFIXES, WACZ)))


def by_warcio(path: Path) -> tuple[Counter[Page], str]:
    """Return the pages that warcio yields, and the exception that ended it."""
    pages: Counter[Page] = Counter()
    try:
        for handle in _handles(path):
            with handle:
                pages.update(_responses(ArchiveIterator(handle, arc2warc=True)))
    except Exception as error:  # noqa: BLE001 - the library raises any exception on a broken file
        return pages, f"warcio: {type(error).__name__}"
    return pages, ""


def _handles(path: Path) -> Iterator[IO[bytes]]:
    """Open the file, or the archives inside a WACZ file."""
    if not path.name.lower().endswith(WACZ):
        yield BytesIO(path.read_bytes())
        return
    with zipfile.ZipFile(path) as whole:
        yield from (whole.open(name) for name in whole.namelist() if name.lower().endswith(RECORD_SUFFIXES))


def _responses(records: Iterable[Any]) -> Iterator[Page]:
    responses: dict[str, Page] = {}
    others: set[str] = set()
    for record in records:
        url, identifier = (record.rec_headers.get_header(name) or "" for name in ("WARC-Target-URI", "WARC-Record-ID"))
        if record.rec_type == "request" and record.http_headers and record.http_headers.protocol != "GET":
            others.add(record.rec_headers.get_header("WARC-Concurrent-To"))
        if record.rec_type not in ("response", "resource") or not url.startswith(("http:", "https:")):
            continue
        status = record.http_headers.get_statuscode() if record.http_headers else "200"
        body = record.content_stream().read()
        if status == "200" and body and getattr(record.raw_stream, "limit", 0) <= 0:
            responses[identifier or f"{url} {len(responses)}"] = url, body
    yield from (page for identifier, page in responses.items() if identifier not in others)


def by_winnow(path: Path) -> tuple[Counter[Page], list[str]]:
    """Return the pages that the scan yields, and the reasons of lost ones."""
    pages: Counter[Page] = Counter()
    lost = []
    with TemporaryDirectory() as folder:
        try:
            for item in scan([str(path)], Path(folder)):
                if not isinstance(item, Entry):
                    lost.append(getattr(getattr(item, "outcome", None), "reason", "revisit or segment"))
                elif item.status == 200:
                    pages[_loaded(item)] += 1
        except (InputError, NothingToDoError) as error:
            lost.append(str(error))
    return pages, lost


def _loaded(entry: Entry) -> Page:
    try:
        return entry.url, load(entry).body
    except PageError as error:
        return entry.url, f"({error})".encode()


def main() -> int:
    failed = 0
    archives = files(sys.argv[1:])
    for path in archives:
        (expected, exception), (found, lost) = by_warcio(path), by_winnow(path)
        missing = expected - found
        failed += bool(missing)
        counts = f"{found.total()} pages, {missing.total()} missing, {(found - expected).total()} additional"
        print(f"{'failed' if missing else 'passed'} {path.name}: {counts} {exception}".rstrip())
        for url, body in sorted(missing)[:3]:
            print(f"    missing {url} ({len(body):,} bytes)")
        for reason in lost[:3]:
            print(f"    {reason[:140]}")
    print(f"{failed} of {len(archives)} files failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
