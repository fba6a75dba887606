"""Temporary indexes of a measurement: each says which process made it, so that those of a killed one are found and removed."""

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
"""Seconds after which an index is left over whoever made it: whether a process of another machine lives cannot be seen."""
_META = "measurement"


@contextmanager
def temporary(client: Client, beginning: str, meta: Mapping[str, Any], index_settings: Mapping[str, Any], **mappings: Any) -> Iterator[str]:
    """An index that goes when the block ends; its alias for writing ends in `-write`.

    Parameters
    ----------
    client : Client
    beginning : str
        Of its name; of an arm's alias it has the arm's templates.
    meta, mappings : mapping
        Of its mapping.
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
    """Temporary indexes whose process was killed, sorted; of a process of another machine those that are a day old.

    Parameters
    ----------
    client : Client
    names : Names
    now : float or None
        Seconds since 1970; the present by default.
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
