"""Finds the capture that a revisit record refers to, from which replay takes the content (WARC 1.1, 5.8)."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import bindparam, select

from indexer.archive.limits import Limits
from indexer.archive.place import Place
from indexer.archive.storage import is_remote, open_file
from indexer.archive.warc import block
from indexer.errors import InputError
from indexer.store.crawl_tables import Url
from indexer.store.database import Database

_RECORD = select(Url.record).where(Url.id == bindparam("number"))
_HEAD = Limits(page=1, headers=1 << 14)


@dataclass(frozen=True, slots=True)
class Original:
    """The capture to which a revisit record refers.

    Parameters
    ----------
    url, date, record : str
        WARC-Target-URI, WARC-Date and WARC-Record-ID as written in its record.
    """

    url: str
    date: str
    record: str


class Originals:
    """Looks up the stored captures of URLs."""

    def __init__(self, database: Database, place: Place) -> None:
        self._database = database
        self._place = place

    def of(self, url_id: int) -> Original | None:
        """Return the stored capture of a URL; None if there is none, or if it is on a remote storage, which would delay the fetch."""
        with self._database.reading() as connection:
            kept = connection.scalar(_RECORD, {"number": url_id})
        file, _, offset = (kept or "").rpartition(":")
        path = self._place.path(file)
        if not file or is_remote(path):
            return None
        try:
            with open_file(path) as handle:
                headers = block(handle, int(offset), _HEAD)[0].headers
            return Original(headers["warc-target-uri"], headers["warc-date"], headers["warc-record-id"])
        except (OSError, InputError, KeyError):
            return None
