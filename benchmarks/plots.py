"""Plots of the tables in docs/results, as SVG files beside them: quality by system, the effect of each step, sizes by site.

    python -m benchmarks.plots [--out docs/results]

The figures come from the tables, so run it after `python -m benchmarks.results`; equal tables give equal files.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.results import FILES, FOLDER

_NUMBER = r"([+-]?[\d,]*\.?\d+)"
_INTERVAL = re.compile(rf"{_NUMBER} \[{_NUMBER}, {_NUMBER}\]")
_MARKERS = "os^D"


class Effect(NamedTuple):
    """A step, its mean effect, and the ends of its 95 % interval."""

    step: str
    mean: float
    low: float
    high: float


def main() -> None:
    """Write the plots."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=FOLDER)
    draw("".join(file.read_text("utf-8") for file in FILES), parser.parse_args().out)


def draw(text: str, out: Path) -> None:
    """Write the plots of a text's tables.

    Raises
    ------
    ValueError
        If a table is missing.
    """
    with _saved(out / "quality.svg", 3.4) as axes:
        _quality(axes, *quality(text))
    with _saved(out / "steps.svg", 3.8) as axes:
        _steps(axes, effects(text))
    with _saved(out / "sizes.svg", 3.4) as axes:
        _sizes(axes, sizes(text))


def quality(text: str) -> tuple[list[str], dict[str, list[float]]]:
    """Return the kinds of queries, and the nDCG@10 of each system for each of them."""
    head, *rows = _table(text, r"nDCG@10 +known-item")
    kinds = [re.sub(r" \(\d+\)", "", kind) for kind in _cells(head)[1:]]
    return kinds, {name: list(map(float, cells)) for name, *cells in map(_cells, rows)}


def effects(text: str) -> list[Effect]:
    """Return the effect of each step on nDCG@10 over all queries."""
    _, *rows = _table(text, r"nDCG@10 +all \(")
    return [Effect(_cells(row)[0], *map(float, found.groups())) for row in rows if (found := _INTERVAL.search(row))]


def sizes(text: str) -> dict[str, dict[str, int]]:
    """Return the bytes of the inverted index of each arm by site."""
    head, *rows = _table(text, r"site +arm +documents")
    column = _cells(head).index("inverted")
    found: dict[str, dict[str, int]] = {}
    for site, arm, *cells in map(_cells, rows):
        if site != "all":
            found.setdefault(site, {})[arm] = int(cells[column - 2].replace(",", ""))
    return found


def _table(text: str, head: str) -> list[str]:
    """Return the lines of the first code block whose first line matches."""
    found = re.search(rf"```\n({head}.*?)```", text, re.DOTALL)
    if not found:
        raise ValueError(f"docs/results has no table that begins with {head}")
    return found[1].splitlines()


def _cells(row: str) -> list[str]:
    return re.split(r" {2,}", row.strip())


@contextmanager
def _saved(path: Path, height: float) -> Iterator[Axes]:
    """Provide axes, and write them with the same bytes each time; text stays text."""
    with mpl.rc_context({"svg.hashsalt": "winnow", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9}):
        figure = Figure(figsize=(7.5, height), layout="constrained")
        axes = figure.subplots()
        axes.spines[["top", "right"]].set_visible(False)
        yield axes
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, metadata={"Date": None, "Creator": None})


def _quality(axes: Axes, kinds: list[str], systems: dict[str, list[float]]) -> None:
    places = range(len(systems))[::-1]
    for i, kind in enumerate(kinds):
        axes.plot([values[i] for values in systems.values()], places, _MARKERS[i], label=kind)
    axes.set_yticks(places, list(systems))
    axes.set_xlim(0, 1)
    axes.set_xlabel("nDCG@10")
    axes.grid(axis="x", alpha=0.3)
    axes.legend(loc="lower left")


def _steps(axes: Axes, found: list[Effect]) -> None:
    places = range(len(found))[::-1]
    axes.axvline(0, color="black", linewidth=0.8)
    ends = [[each.mean - each.low for each in found], [each.high - each.mean for each in found]]
    axes.errorbar([each.mean for each in found], places, xerr=ends, fmt="o", capsize=3)
    axes.set_yticks(places, [each.step for each in found])
    axes.set_xlabel("difference in nDCG@10, 95 % interval")
    axes.grid(axis="x", alpha=0.3)


def _sizes(axes: Axes, found: dict[str, dict[str, int]]) -> None:
    places = range(len(found))[::-1]
    for i, arm in enumerate(next(iter(found.values()))):
        axes.plot([by_arm[arm] / 1e6 for by_arm in found.values()], places, _MARKERS[i], label=arm, fillstyle="none" if i == 0 else "full")
    axes.set_yticks(places, list(found))
    axes.set_xlim(left=0)
    axes.set_xlabel("inverted index, MB")
    axes.grid(axis="x", alpha=0.3)
    axes.legend(loc="lower right")


if __name__ == "__main__":
    main()
