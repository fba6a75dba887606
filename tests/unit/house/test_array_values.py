"""Values that hold arrays are compared by identity: arrays are equal element by element, which is no answer to `==`, and have no hash."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from types import ModuleType
from typing import get_origin, get_type_hints

import numpy as np

import indexer.algorithms
import indexer.article
import indexer.page
import indexer.site


def modules() -> Iterator[ModuleType]:
    """All modules of the learning floors."""
    for floor in (indexer.algorithms, indexer.page, indexer.site, indexer.article):
        for found in pkgutil.walk_packages(floor.__path__, f"{floor.__name__}."):
            yield importlib.import_module(found.name)


def holders() -> set[type]:
    """Dataclasses with a field that is an array."""
    found: set[type] = set()
    for module in modules():
        for value in vars(module).values():
            if isinstance(value, type) and is_dataclass(value) and value.__module__ == module.__name__:
                hints = get_type_hints(value, vars(module))
                if any(get_origin(hints[field.name]) is np.ndarray for field in fields(value)):
                    found.add(value)
    return found


def test_values_with_arrays_are_compared_by_identity() -> None:
    found = holders()
    assert len(found) > 9
    assert [value.__qualname__ for value in found if "__eq__" in vars(value)] == []
