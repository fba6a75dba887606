"""Derived: cache of values computed from a page, which lives as long as the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

_T = TypeVar("_T")


class Derived:
    """Values computed from one page, by name and by the other inputs of the computation.

    A value must not refer to the page; otherwise the page is not freed at its last outside reference.

    >>> derived = Derived()
    >>> derived.once("double", (2,), lambda: 4), derived.once("double", (2,), lambda: 5), derived.once("double", (3,), lambda: 6)
    (4, 4, 6)
    """

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[str, tuple[tuple[object, ...], Any]] = {}

    def once(self, name: str, of: tuple[object, ...], make: Callable[[], _T]) -> _T:
        """Return the value of this name; compute it if it is missing or was computed from inputs other than `of`."""
        known = self._made.get(name)
        if known is None or known[0] != of:
            known = self._made[name] = (of, make())
        return cast(_T, known[1])
