"""Range checks for params classes, at construction, so that a wrong number is reported by name."""

from __future__ import annotations

from math import inf


def within(low: float, high: float = inf, **values: float) -> None:
    """Check that values, given by the names of their parameters, are in a closed range.

    Raises
    ------
    ValueError
        Names the first value outside the range; NaN always is.

    Examples
    --------
    >>> within(0, 1, share=0.2, linked=1.0)
    >>> within(0, 1, share=2)
    Traceback (most recent call last):
    ValueError: share must lie in [0, 1], not 2
    """
    for name, value in values.items():
        if not low <= value <= high:
            raise ValueError(f"{name} must lie in [{low:g}, {high:g}], not {value:g}")
