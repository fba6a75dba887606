"""Why a host is left alone (`indexer.outcome.Ending`), as columns of its row; all are null where nothing says why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import BindParameter, bindparam, null

from indexer.outcome import Ending
from indexer.store.crawl_tables import Host
from indexer.store.ending_columns import NAMES, values_of

_PREFIX = "block_"
_COLUMNS = {name: getattr(Host, f"blocked_{name}") for name in NAMES if name != "duplicate_of"}
"""A host has no use for `duplicate_of`: it repeats no story."""
BLOCK = tuple(_COLUMNS.get(name, null()) for name in NAMES)
"""Columns that `indexer.store.ending_columns.ending_of` reads."""
NO_BLOCK: Mapping[str, None] = dict.fromkeys(column.key for column in _COLUMNS.values())
"""The columns' values where nothing says why."""


def bound_block() -> dict[str, BindParameter[Any]]:
    """Parameters for a statement that sets the columns, by the columns' names."""
    return {column.key: bindparam(_PREFIX + name, type_=column.type) for name, column in _COLUMNS.items()}


def block_parameters(ending: Ending | None) -> dict[str, Any]:
    """An ending as the parameters of `bound_block`."""
    values = {} if ending is None else values_of(ending)
    return {_PREFIX + name: values.get(name) for name in _COLUMNS}
