"""Tables of the papers' figures beside those measured here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isnan
from typing import NamedTuple

from harness.shared_sites import means


class Row(NamedTuple):
    """An experiment with the paper's figure, "–" if it states none, and ours."""

    experiment: str
    paper: str
    here: str


def comparison(rows: Iterable[Row]) -> Iterator[str]:
    """Yield a Markdown table.

    >>> print("\\n".join(comparison([Row("Table 1: mean", ".50", ".60")])))
    | experiment | paper | here |
    |---|---|---|
    | Table 1: mean | .50 | .60 |
    """
    yield from markdown(("experiment", "paper", "here"), rows)


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield a Markdown table with these columns."""
    yield f"| {' | '.join(head)} |"
    yield "|---" * len(head) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def figure(value: float, digits: int = 3) -> str:
    """Return a figure without the zero before its point.

    >>> figure(0.25), figure(1.0), figure(-0.5, 2), figure(float("nan"))
    ('.250', '1.000', '-.50', '–')
    """
    if isnan(value):
        return "–"
    text = f"{value:.{digits}f}"
    return text.replace("0.", ".", 1) if abs(value) < 1 and not text.lstrip("-").startswith("1") else text


def both(rows: Iterable[tuple[bool, float]], digits: int = 3) -> str:
    """Return the mean of the sites that are not hard, and after a slash that of the hard ones.

    >>> both([(False, 0.5), (True, 0.25)]), both([(False, 0.5)])
    ('.500 / .250', '.500')
    """
    return " / ".join(figure(mean, digits) for mean in means(rows) if not isnan(mean)) or "–"
