"""Columns of a host's block, with its reason as an ending (`indexer.outcome.Ending`); all are null without a reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import BindParameter, bindparam, null

from indexer.outcome import Ending
from indexer.store.crawl_tables import Host
from indexer.store.ending_columns import NAMES, values_of

_PREFIX = "block_"
_COLUMNS = {name: getattr(Host, f"blocked_{name}") for name in NAMES if name != "duplicate_of"}
"""Hosts have no `duplicate_of`, which applies only to pages."""
BLOCK = tuple(_COLUMNS.get(name, null()) for name in NAMES)
"""Columns for `indexer.store.ending_columns.ending_of`."""
NO_BLOCK: Mapping[str, None] = dict.fromkeys(column.key for column in _COLUMNS.values())
"""Column values without a reason."""


def bound_block() -> dict[str, BindParameter[Any]]:
    """Return bind parameters by column name for a statement that sets the columns."""
    return {column.key: bindparam(_PREFIX + name, type_=column.type) for name, column in _COLUMNS.items()}


def block_parameters(ending: Ending | None) -> dict[str, Any]:
    """Return the parameters of an ending for `bound_block`."""
    values = {} if ending is None else values_of(ending)
    return {_PREFIX + name: values.get(name) for name in _COLUMNS}
