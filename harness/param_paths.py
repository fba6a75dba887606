"""The switches and thresholds of params classes, found by their types: so a table over "every part" cannot leave out a new one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from indexer.site.params import SiteParams

NOT_TUNED = frozenset({"most_pages", "weights.floor"})
"""Numbers that bound work or weights: no choice of theirs changes which text is kept."""


def leaves(params: Any, before: str = "") -> Iterator[tuple[str, object]]:
    """Every value of a params class and of those in it, with its path.

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
    """Paths of the parts that are on and can be turned off."""
    return [path for path, value in leaves(params) if value is True]


def thresholds(params: Any, factors: Sequence[float]) -> dict[str, tuple[float, ...]]:
    """Path of each number, with the values to choose from: itself first, then itself times each factor, as far as that is allowed."""
    found = {}
    for path, value in leaves(params):
        if isinstance(value, bool) or not isinstance(value, int | float) or path in NOT_TUNED:
            continue
        others = dict.fromkeys(_scaled(value, factor) for factor in factors)
        found[path] = (value, *(other for other in others if other != value and _allowed(params, path, other)))
    return {path: values for path, values in found.items() if len(values) > 1}


def _scaled(value: float, factor: float) -> float:
    """A share stays one, a count stays a count and changes by one at least.

    >>> _scaled(0.8, 1.5), _scaled(2, 1.5), _scaled(1, 0.67), _scaled(60, 0.67)
    (0.9, 3, 0, 40)
    """
    if isinstance(value, int):
        return round(value * factor) if round(value * factor) != value else value + (1 if factor > 1 else -1)
    scaled = value * factor
    if 0 < value < 1 <= scaled:
        scaled = (1 + value) / 2  # as far towards 1 as there is room
    return round(scaled, 6)


def _allowed(params: Any, path: str, value: float) -> bool:
    try:
        with_value(params, path, value)
    except ValueError:
        return False
    return True


def with_value(params: Any, path: str, value: object) -> Any:
    """The same params with one value changed.

    Raises
    ------
    ValueError
        Where the params class does not take it.

    Examples
    --------
    >>> with_value(SiteParams(), "containers.search", False).containers.search
    False
    """
    name, _, rest = path.partition(".")
    return replace(params, **{name: with_value(getattr(params, name), rest, value) if rest else value})
