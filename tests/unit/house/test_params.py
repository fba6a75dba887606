"""Parameters: every number of every params class has a range, and what leaves it is named."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from math import nan
from typing import Any

import pytest

import indexer
from harness.param_paths import leaves, with_value
from indexer.errors import ModelError
from indexer.ranges import within
from indexer.site.codec import decode, encode
from indexer.site.model import fit


def params_classes() -> Iterator[type[Any]]:
    """Every params class that has a default."""
    for found in pkgutil.walk_packages(indexer.__path__, "indexer."):
        for name, value in vars(importlib.import_module(found.name)).items():
            own = name.endswith("Params") and is_dataclass(value) and value.__module__ == found.name
            if own and all(f.default is not MISSING or f.default_factory is not MISSING for f in fields(value)):
                yield value


CLASSES = {kind.__qualname__: kind for kind in params_classes()}
NUMBERS = [
    (name, path)
    for name, kind in sorted(CLASSES.items())
    for path, value in leaves(kind())
    if isinstance(value, int | float) and not isinstance(value, bool)
]


def test_the_classes_are_found() -> None:
    assert {"SiteParams", "TypeParams", "SkeletonParams", "ScoreParams", "LamisParams", "CstParams"} <= set(CLASSES)


@pytest.mark.parametrize(("name", "path"), NUMBERS, ids=[".".join(pair) for pair in NUMBERS])
def test_every_number_has_a_range(name: str, path: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        with_value(CLASSES[name](), path, nan)


def test_a_range_names_what_leaves_it() -> None:
    with pytest.raises(ValueError, match=r"^thin must lie in \[0, 1\], not 1\.5$"):
        within(0, 1, few=0.5, thin=1.5)
    with pytest.raises(ValueError, match="thin"):
        CLASSES["PruningParams"](thin=-0.1)


def test_a_model_file_with_such_a_number_is_refused() -> None:
    stored = encode(fit([]))
    stored["params"]["pruning"]["thin"] = 40
    with pytest.raises(ModelError, match="thin must lie in"):
        decode(stored)
