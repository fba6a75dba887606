"""Documents that an engine did not take, kept in a file until they are sent again."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from indexer.errors import InputError
from indexer.index.arm import Arm
from indexer.index.document import Document
from indexer.index.engine import Refusal
from indexer.index.weights import part

_BLOCK = 1 << 16


class RefusedDocuments:
    """A file of JSON Lines, one a document with the arm it belongs to and the reason; the latest of each counts.

    Parameters
    ----------
    path : Path
        Made when something is first kept.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def keep(self, refusals: Iterable[Refusal]) -> None:
        """Add documents, and see to it that they are on the disk; several processes may do so at once."""
        lines = [_encode(refusal) for refusal in refusals]
        if lines:
            with self._alone():
                self._append(lines)

    def settle(self, sent: Iterable[Refusal], refused: Iterable[Refusal]) -> None:
        """Drop documents that were sent again, but keep those refused once more, and what others have kept meanwhile."""
        done = {_encode(refusal) for refusal in sent}
        with self._alone():
            left = [_encode(refusal) for refusal in self]
            lines = [line for line in left if line not in done] + [_encode(refusal) for refusal in refused]
            unfinished = RefusedDocuments(self.path.with_suffix(".part"))
            unfinished.path.unlink(missing_ok=True)
            unfinished._append(lines)
            unfinished.path.replace(self.path)
            if not lines:
                self.path.unlink()

    def __iter__(self) -> Iterator[Refusal]:
        """The documents kept, each once.

        Raises
        ------
        InputError
            Names a line that cannot be read; the last one, torn by a kill, is passed over.
        """
        latest: dict[tuple[Arm, str], Refusal] = {}
        for refusal in self._read():
            latest[refusal.arm, refusal.document.id] = refusal
        return iter(latest.values())

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """No other process adds or drops meanwhile; one that is killed holds nothing."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _append(self, lines: Iterable[bytes]) -> None:
        with self.path.open("ab+") as file:
            file.truncate(_whole_lines(file))
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())

    def _read(self) -> Iterator[Refusal]:
        try:
            lines = self.path.read_text("utf-8").split("\n")
        except FileNotFoundError:
            return
        for number, line in enumerate(lines[:-1], 1):
            try:
                yield _decode(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                msg = f"{self.path}, line {number} is no kept document ({error}): remove the line, and index its page again"
                raise InputError(msg) from error


def _whole_lines(file: BinaryIO) -> int:
    """The length of a file without a last line that a kill has torn."""
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
    record = {
        "arm": refusal.arm.value,
        "reason": refusal.reason,
        "id": document.id,
        "pageUrl": document.page_url,
        "site": document.site,
        "language": document.language,
        "published": document.published.isoformat() if document.published else None,
        "fingerprint": document.fingerprint,
        "fields": dict(document.fields),
        "parts": [[each.kind, each.text, each.weight] for each in document.parts],
    }
    return json.dumps(record).encode() + b"\n"


def _decode(record: dict[str, Any]) -> Refusal:
    language = str(record["language"])
    published = record["published"]
    document = Document(
        id=str(record["id"]),
        page_url=str(record["pageUrl"]),
        site=str(record["site"]),
        language=language,
        published=datetime.fromisoformat(published) if published else None,
        parts=tuple(
            replace(part(kind, text, language), weight=max(1, int(weight))) for kind, text, weight in record["parts"]
        ),
        fields=dict(record["fields"]),
        fingerprint=str(record["fingerprint"]),
    )
    return Refusal(Arm(record["arm"]), document, str(record["reason"]))
