"""RefusedDocuments: documents that an engine refused to write or remove, kept in a file for a retry."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from indexer.errors import EngineLockedError, InputError
from indexer.index.arm import Arm
from indexer.index.document import Document
from indexer.index.engine import Gone, Refusal
from indexer.index.weights import part

T = TypeVar("T")

_BLOCK = 1 << 16


class RefusedDocuments:
    """A JSON Lines file with one document per line, its arm and the reason; the last line of each document counts.

    Memory holds only the line numbers, so the file may be large.

    Parameters
    ----------
    path : Path
        Created with the first refused document.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._taken = path.with_suffix(".retry")

    def keep(self, refusals: Iterable[Refusal]) -> None:
        """Append documents and sync them to disk; several processes may do so concurrently."""
        lines = [_encode(refusal) for refusal in refusals]
        if lines:
            with self._alone():
                _append(self.path, lines)

    @contextmanager
    def sending(self) -> Iterator[Iterator[Refusal]]:
        """Yield the latest refusal of each document, and drop them if the block succeeds; documents added meanwhile stay.

        Documents of a killed retry are included.

        Raises
        ------
        EngineLockedError
            If another process is retrying.
        InputError
            If a line cannot be parsed; nothing is dropped.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.with_suffix(".sending").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise EngineLockedError(f"another process is retrying the documents in {self.path}: wait for it to end") from error
            with self._alone():
                self._take()
            yield _latest(self._taken)
            self._taken.unlink(missing_ok=True)

    def __iter__(self) -> Iterator[Refusal]:
        """Yield the refused documents, each once per file: during a retry there are two files.

        Raises
        ------
        InputError
            If a line cannot be parsed; an incomplete last line, from a killed process, is skipped.
        """
        yield from _latest(self._taken)
        yield from _latest(self.path)

    def _take(self) -> None:
        """Move the file away from concurrent writers, or append it to the file of a killed retry."""
        if not self.path.exists():
            return
        if not self._taken.exists():
            self.path.replace(self._taken)
            return
        with self.path.open("rb") as new, self._taken.open("ab+") as taken:
            taken.truncate(_whole_lines(taken))
            shutil.copyfileobj(new, taken)
            taken.flush()
            os.fsync(taken.fileno())
        self.path.unlink()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold an exclusive lock between processes; the system releases that of a killed process."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def _append(path: Path, lines: Iterable[bytes]) -> None:
    with path.open("ab+") as file:
        file.truncate(_whole_lines(file))
        file.writelines(lines)
        file.flush()
        os.fsync(file.fileno())


def _latest(path: Path) -> Iterator[Refusal]:
    """Yield the last line of each document, in file order."""
    places = set({key: place for place, key in _read(path, _key)}.values())
    yield from (refusal for _, refusal in _read(path, _decode, places))


def _read(path: Path, take: Callable[[dict[str, Any]], T], places: Container[int] | None = None) -> Iterator[tuple[int, T]]:
    """Yield the number of each complete line, or of those in `places`, and what `take` returns for it."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return
    with file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            if places is not None and number not in places:
                continue
            try:
                yield number, take(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                msg = f"{path}, line {number} is not a refused document ({error}): remove the line and index its page again"
                raise InputError(msg) from error


def _whole_lines(file: BinaryIO) -> int:
    """Return the length of a file without an incomplete last line."""
    end = file.seek(0, os.SEEK_END)
    while end:
        start = max(0, end - _BLOCK)
        file.seek(start)
        newline = file.read(end - start).rfind(b"\n")
        if newline >= 0:
            return start + newline + 1
        end = start
    return 0


def _encode(refusal: Refusal) -> bytes:
    document = refusal.document
    about: dict[str, Any] = {"id": document.id, "pageUrl": document.page_url}
    about |= {"gone": document.version} if isinstance(document, Gone) else _content(document)
    return json.dumps({"arm": refusal.arm.value, "reason": refusal.reason, **about}).encode() + b"\n"


def _content(document: Document) -> dict[str, Any]:
    return {
        "site": document.site,
        "language": document.language,
        "published": document.published.isoformat() if document.published else None,
        "fingerprint": document.fingerprint,
        "fields": dict(document.fields),
        "parts": [[each.kind, each.text, each.weight] for each in document.parts],
    }


def _key(record: Mapping[str, Any]) -> tuple[Arm, str]:
    return Arm(record["arm"]), str(record["id"])


def _decode(record: Mapping[str, Any]) -> Refusal:
    name, page_url = str(record["id"]), str(record["pageUrl"])
    document = Gone(name, page_url, int(record["gone"])) if "gone" in record else _document(name, page_url, record)
    return Refusal(Arm(record["arm"]), document, str(record["reason"]))


def _document(name: str, page_url: str, record: Mapping[str, Any]) -> Document:
    language, published = str(record["language"]), record["published"]
    parts = (replace(part(kind, text, language), weight=max(1, int(weight))) for kind, text, weight in record["parts"])
    return Document(
        id=name,
        page_url=page_url,
        site=str(record["site"]),
        language=language,
        published=datetime.fromisoformat(published) if published else None,
        parts=tuple(parts),
        fields=dict(record["fields"]),
        fingerprint=str(record["fingerprint"]),
    )
