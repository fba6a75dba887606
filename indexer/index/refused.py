"""Documents that an engine did not take, kept in a file until they are sent again."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from indexer.errors import InputError
from indexer.index.arm import Arm
from indexer.index.document import Document
from indexer.index.engine import Refusal
from indexer.index.weights import part


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
        """Add documents, and see to it that they are on the disk."""
        lines = [_encode(refusal) for refusal in refusals]
        if not lines:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())

    def replace(self, refusals: Iterable[Refusal]) -> None:
        """Keep these and no others."""
        unfinished = RefusedDocuments(self.path.with_suffix(f".{os.getpid()}"))
        unfinished.keep(refusals)
        if unfinished.path.exists():
            unfinished.path.replace(self.path)
        else:
            self.path.unlink(missing_ok=True)

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


def _encode(refusal: Refusal) -> str:
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
    return json.dumps(record) + "\n"


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
