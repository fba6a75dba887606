"""Temporary indexes of measurements, each labelled with its process, so that those of killed processes can be removed."""

from __future__ import annotations

import os
import socket
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from indexer.index.arm import Arm
from indexer.index.elasticsearch.aliases import Names
from indexer.index.elasticsearch.client_library import Client

LONGEST_MEASUREMENT = 86_400.0
"""Seconds after which any temporary index counts as left over, because processes of other machines are not visible."""
_META = "measurement"


@contextmanager
def temporary(client: Client, beginning: str, meta: Mapping[str, Any], index_settings: Mapping[str, Any], **mappings: Any) -> Iterator[str]:
    """Create an index that is removed when the block ends; its write alias ends in `-write`.

    Parameters
    ----------
    client : Client
    beginning : str
        Start of its name; with an arm's alias, the arm's templates apply.
    meta, mappings : mapping
        Parts of its mapping.
    index_settings : mapping
    """
    index = f"{beginning}-size-{uuid.uuid4().hex[:12]}"
    maker = {"host": socket.gethostname(), "process": os.getpid(), "at": time.time()}
    client.indices.create(
        index=index,
        aliases={f"{index}-write": {}},
        mappings={**mappings, "_meta": {**meta, _META: maker}},
        settings={"index": {"refresh_interval": "-1", "number_of_replicas": 0, "auto_expand_replicas": "false", **index_settings}},
    )
    try:
        yield index
    finally:
        client.options(ignore_status=404).indices.delete(index=index)


def left_over(client: Client, names: Names, now: float | None = None) -> list[str]:
    """Return the temporary indexes of killed processes, sorted; for processes of other machines, those older than a day.

    Parameters
    ----------
    client : Client
    names : Names
    now : float or None
        Seconds since 1970; by default the current time.
    """
    patterns = [f"{beginning}-size-*" for beginning in (names.prefix, *map(names.read, Arm))]
    found = client.indices.get_mapping(index=",".join(patterns)).body
    moment = time.time() if now is None else now
    return sorted(name for name, each in found.items() if _is_left_over(each, moment))


def _is_left_over(index: Mapping[str, Any], now: float) -> bool:
    maker = index["mappings"].get("_meta", {}).get(_META, {})
    if not maker:
        return False
    killed = maker["host"] == socket.gethostname() and not _lives(int(maker["process"]))
    return killed or now - float(maker["at"]) > LONGEST_MEASUREMENT


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # another user's
        return True
    return True
