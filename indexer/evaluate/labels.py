"""Readers of label and prediction files: bodies or page types by URL in JSON Lines, page types by URL in tables."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from indexer.errors import InputError


def read_bodies(path: Path) -> dict[str, str]:
    """Read bodies by URL from JSON Lines with `url`, and `articleBody` or `body`.

    Raises
    ------
    InputError
        With the number of the line that cannot be used.
    """
    return {url: str(row.get("articleBody") or row.get("body") or "") for url, row in _rows(path)}


def read_types(path: Path) -> dict[str, str]:
    """Read page types by URL from JSON Lines (`url`, `pageType`), or from a tab-separated table with the columns `url` and `type`.

    Raises
    ------
    InputError
        With the number of the line that cannot be used.
    """
    with path.open(encoding="utf-8") as handle:
        if handle.read(1) == "{":
            return {url: str(row.get("pageType") or "") for url, row in _rows(path)}
        handle.seek(0)
        table = csv.DictReader(handle, delimiter="\t", quoting=csv.QUOTE_NONE)
        if not {"url", "type"} <= set(table.fieldnames or ()):
            raise InputError(f"{path}: neither JSON Lines nor a table with the columns url and type, parted by tabs")
        return {row["url"]: row["type"] for row in table}


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    with path.open(encoding="utf-8") as handle:
        for number, line in enumerate(handle, 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
                yield str(row["url"]), row
            except (ValueError, KeyError, TypeError) as error:
                raise InputError(f"{path}, line {number}: no JSON object with a url ({error!r})") from error
