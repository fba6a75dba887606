"""The place of an archive, and of its newest files until they are sent there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from indexer.archive.entry import Entry
from indexer.archive.storage import is_remote, join, local_path

_SPOOL = "archive-spool"


def is_spooled(path: str) -> bool:
    """Return whether a file waits on this machine to be sent, and may therefore disappear at any moment."""
    return Path(path).parent.name == _SPOOL


@dataclass(frozen=True, slots=True)
class Place:
    """An archive's folder.

    Parameters
    ----------
    folder : str
        A path on this machine or an fsspec URL.
    spool : Path or None
        Folder on this machine for files under construction, which are sent to `folder` when complete. None if they are written there.
    """

    folder: str
    spool: Path | None = None

    @classmethod
    def of(cls, archive: str, home: Path) -> Place:
        """Return the place that the settings name; by default the folder `archive` of the home directory.

        >>> Place.of("", Path("home")).folder
        'home/archive'
        >>> Place.of("s3://news/archive", Path("home")).spool.as_posix()
        'home/archive-spool'
        """
        if not is_remote(archive):
            return cls(str(local_path(archive)) if archive else str(home / "archive"))
        return cls(archive, home / _SPOOL)

    @property
    def written_to(self) -> Path:
        """The folder on this machine in which files are written."""
        return local_path(self.folder) if self.spool is None else self.spool

    def holds(self, name: str) -> bool:
        """Return whether an input is this folder, or a file in it.

        >>> place = Place("home/archive")
        >>> place.holds("./home/archive/"), place.holds("home/archive/one.warc.gz"), place.holds("-")
        (True, True, False)
        """
        if is_remote(self.folder) or is_remote(name):
            return f"{name}/".startswith(f"{self.folder}/")
        folder, path = Path(self.folder).resolve(), local_path(name).resolve()
        return folder in (path, path.parent)

    def path(self, file: str) -> str:
        """Return the path of a file of the archive: the spooled one, or the one that has arrived."""
        if self.spool is not None and (self.spool / file).is_file():
            return str(self.spool / file)
        return join(self.folder, file)

    def entry(self, url: str, record: str, date: str = "") -> Entry:
        """Return the entry of a page whose record the frontier stores as `file:offset`.

        >>> Place("archive").entry("https://example.org/", "a.warc.gz:99").source
        'a.warc.gz#99'
        """
        file, _, offset = record.rpartition(":")
        return Entry("", url, file, offset, self.path(file), int(offset), date)
