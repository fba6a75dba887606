"""Type checks of JSON values in a model file: a file edited by hand must fail when it is read, not later."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from reprlib import repr as shortened
from typing import Any


def table(value: object) -> Mapping[str, Any]:
    """Return the value if it is an object.

    Raises
    ------
    TypeError
        If it has another type; so do all functions here.

    Examples
    --------
    >>> table([1])
    Traceback (most recent call last):
    TypeError: [1] is no object
    """
    if not isinstance(value, dict):
        raise TypeError(f"{shortened(value)} is no object")
    return value


def rows(value: object) -> Sequence[Any]:
    """Return the value if it is a list.

    >>> rows("ab")
    Traceback (most recent call last):
    TypeError: 'ab' is no list
    """
    if not isinstance(value, list):
        raise TypeError(f"{shortened(value)} is no list")
    return value


def text(value: object) -> str:
    """Return the value if it is a string.

    >>> text("ab")
    'ab'
    """
    if not isinstance(value, str):
        raise TypeError(f"{shortened(value)} is no text")
    return value


def texts(value: object) -> tuple[str, ...]:
    """Return the value as a tuple if it is a list of strings.

    >>> texts(["a", "b"])
    ('a', 'b')
    """
    return tuple(text(one) for one in rows(value))


def integer(value: object) -> int:
    """Return the value if it is an integer; `true` is none.

    >>> integer(True)
    Traceback (most recent call last):
    TypeError: True is no whole number
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{shortened(value)} is no whole number")
    return value


def integers(value: object) -> tuple[int, ...]:
    """Return the value as a tuple if it is a list of integers.

    >>> integers([1, 2])
    (1, 2)
    """
    return tuple(integer(one) for one in rows(value))


def number(value: object) -> float:
    """Return the value as a float if it is a finite number.

    >>> number(1), number(0.5)
    (1.0, 0.5)
    """
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise TypeError(f"{shortened(value)} is no finite number")
    return float(value)


def boolean(value: object) -> bool:
    """Return the value if it is `true` or `false`.

    >>> boolean(False)
    False
    """
    if not isinstance(value, bool):
        raise TypeError(f"{shortened(value)} is neither true nor false")
    return value
