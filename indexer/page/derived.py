"""Derived: what is computed from a page once, and kept as long as the page is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

_T = TypeVar("_T")


class Derived:
    """Values computed from one page, each by its name, with what else it was computed from.

    Values must not hold the page: a page that nothing else holds is freed at once.

    >>> derived = Derived()
    >>> derived.once("double", (2,), lambda: 4), derived.once("double", (2,), lambda: 5), derived.once("double", (3,), lambda: 6)
    (4, 4, 6)
    """

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[str, tuple[tuple[object, ...], Any]] = {}

    def once(self, name: str, of: tuple[object, ...], make: Callable[[], _T]) -> _T:
        """The value of this name, made where it is not there yet or was made of something else than `of`."""
        known = self._made.get(name)
        if known is None or known[0] != of:
            known = self._made[name] = (of, make())
        return cast(_T, known[1])
