"""Plots have the figures of the tables in docs/results, and equal tables give equal files."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.plots import draw, effects, quality, sizes
from benchmarks.results import FILES, FOLDER

TEXT = "".join(file.read_text("utf-8") for file in FILES)


def test_figures_are_those_of_the_tables() -> None:
    kinds, systems = quality(TEXT)
    assert kinds == ["known-item", "section"]
    for name, values in systems.items():
        assert f"\n{name} " in TEXT
        assert all(f"{value:.4f}" in TEXT for value in values)
    assert {"raw", "weighted"} <= systems.keys()
    found = effects(TEXT)
    assert [each.step for each in found][:2] == ["index pages left out", "template and copies left out"]
    assert all(each.low <= each.mean <= each.high for each in found)
    assert all(by_arm["weighted"] <= by_arm["raw"] for by_arm in sizes(TEXT).values())


def test_plots_are_drawn_alike_each_time(tmp_path: Path) -> None:
    for folder in (tmp_path / "one", tmp_path / "other"):
        draw(TEXT, folder)
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert names == ["quality.svg", "sizes.svg", "steps.svg"]
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()
        assert (FOLDER / name).exists()
    assert "all of it" in (tmp_path / "one" / "steps.svg").read_text("utf-8")


def test_a_missing_table_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no table that begins with nDCG@10"):
        draw("# Results\n", tmp_path)
