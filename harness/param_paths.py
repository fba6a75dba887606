"""Finds the switches and thresholds of params classes by type, so that measurements over all parts include new ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from indexer.site.params import SiteParams

NOT_TUNED = frozenset({"most_pages", "weights.floor"})
"""Numbers that limit work or weights and do not change which text is kept."""


def leaves(params: Any, before: str = "") -> Iterator[tuple[str, object]]:
    """Yield every value of a params class and of nested ones, with its path.

    >>> dict(leaves(SiteParams()))["containers.search"]
    True
    """
    for field in fields(params):
        value = getattr(params, field.name)
        if is_dataclass(value):
            yield from leaves(value, f"{before}{field.name}.")
        else:
            yield before + field.name, value


def switches(params: SiteParams) -> list[str]:
    """Return the paths of the switches that are on."""
    return [path for path, value in leaves(params) if value is True]


def thresholds(params: Any, factors: Sequence[float]) -> dict[str, tuple[float, ...]]:
    """Return the path of each number with its candidate values: the current value, then its valid products with the factors."""
    found = {}
    for path, value in leaves(params):
        if isinstance(value, bool) or not isinstance(value, int | float) or path in NOT_TUNED:
            continue
        others = dict.fromkeys(_scaled(value, factor) for factor in factors)
        found[path] = (value, *(other for other in others if other != value and _allowed(params, path, other)))
    return {path: values for path, values in found.items() if len(values) > 1}


def _scaled(value: float, factor: float) -> float:
    """Scale a number; a share stays below 1, and a count stays an integer and changes by at least one.

    >>> _scaled(0.8, 1.5), _scaled(2, 1.5), _scaled(1, 0.67), _scaled(60, 0.67)
    (0.9, 3, 0, 40)
    """
    if isinstance(value, int):
        return round(value * factor) if round(value * factor) != value else value + (1 if factor > 1 else -1)
    scaled = value * factor
    if 0 < value < 1 <= scaled:
        scaled = (1 + value) / 2  # half-way to 1
    return round(scaled, 6)


def _allowed(params: Any, path: str, value: float) -> bool:
    try:
        with_value(params, path, value)
    except ValueError:
        return False
    return True


def with_value(params: Any, path: str, value: object) -> Any:
    """Return the params with one value changed.

    Raises
    ------
    ValueError
        If the params class rejects the value.

    Examples
    --------
    >>> with_value(SiteParams(), "containers.search", False).containers.search
    False
    """
    name, _, rest = path.partition(".")
    return replace(params, **{name: with_value(getattr(params, name), rest, value) if rest else value})
