"""Every benchmark can be imported, so that none refers to a module that has moved."""

from __future__ import annotations

import importlib

import pytest

from harness.paths import ROOT

OURS = ("indexer", "workers", "search_ui", "demo", "benchmarks", "tests", "winnow", "mappings")
FILES = (*(ROOT / "benchmarks").glob("*.py"), *(ROOT / "benchmarks" / "papers").glob("*.py"))
NAMES = sorted(".".join(file.relative_to(ROOT).with_suffix("").parts) for file in FILES)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_benchmark_imports(name: str) -> None:
    """A benchmark that needs a library that is not installed is skipped."""
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        assert (error.name or "").partition(".")[0] not in OURS
        pytest.skip(f"{error.name} is not installed")
