"""Every benchmark can be imported, so that none refers to a module that has moved."""

from __future__ import annotations

import importlib

import pytest

from harness.paths import ROOT

OURS = ("indexer", "workers", "search_ui", "demo", "benchmarks", "tests", "winnow", "mappings")


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(file.stem for file in (ROOT / "benchmarks").glob("*.py")))
def test_a_benchmark_imports(name: str) -> None:
    """A benchmark that needs a library that is not installed is skipped."""
    try:
        importlib.import_module(f"benchmarks.{name}")
    except ModuleNotFoundError as error:
        assert (error.name or "").partition(".")[0] not in OURS
        pytest.skip(f"{error.name} is not installed")
