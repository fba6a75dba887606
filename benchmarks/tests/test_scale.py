"""The scale model, the measurement of processor time, and the result of a soak test."""

from __future__ import annotations

import os
import time
from dataclasses import replace

import pytest

from benchmarks.sampler import Sampler
from benchmarks.scale import main, markdown
from benchmarks.scale_measured import FILE, Measured
from benchmarks.scale_model import Assumed, cost
from benchmarks.soak import Sample, excessive_growth
from harness.paths import ROOT
from harness.processor import Stopwatch, Times, process_tree

DOCUMENT = ROOT / "docs" / "SCALE.md"


@pytest.fixture
def each() -> Measured:
    return Measured.read()


def test_everything_grows_with_the_sites(each: Measured) -> None:
    small, large = cost(1_000, each, Assumed()), cost(100_000, each, Assumed())
    for name in ("cores", "rows", "bytes", "utilisation"):
        ones, hundreds = getattr(small, name), getattr(large, name)
        assert ones.keys() == hundreds.keys()
        assert {part: hundreds[part] / ones[part] for part in ones if part != "the delay of one site"} == {
            part: pytest.approx(100.0) for part in ones if part != "the delay of one site"
        }
    assert large.requests == pytest.approx(100 * small.requests)
    assert all(large.machines[part] >= small.machines[part] >= 1 for part in small.machines)


def test_figures_computed_by_hand(each: Measured) -> None:
    of = Assumed(articles=10, requests=2, start=100, years=1, peak=1, changed=0.5, copies=1)
    one = cost(86_400, replace(each, planner=0.001, kept=10.0, url=100.0, visit=50.0, site=0.0), of)
    assert one.requests == pytest.approx(20.0), "86,400 sites, twenty requests per day each"
    assert one.cores["dispatch"] == pytest.approx(0.02)
    assert one.rows["url"] == 86_400 * (100 + 3_650)
    assert one.bytes["PostgreSQL"] == pytest.approx(86_400 * (3_750 * 100 + 7_400 * 50))
    assert one.bytes["archive"] == pytest.approx(86_400 * (3_750 + 3_650 / 2) * 10)


def test_the_document_has_the_order_of_limits(each: Measured) -> None:
    text = markdown([cost(sites, each, Assumed()) for sites in (1_000, 10_000_000)])
    assert "| | 1,000 sites | 10,000,000 sites |" in text
    assert "They reach their limits in this order: " in text


def test_the_document_is_the_output_of_the_script(capsys: pytest.CaptureFixture[str]) -> None:
    main([])
    printed = capsys.readouterr().out
    assert all(f"{sites:,} sites" in printed for sites in (1_000, 100_000, 10_000_000))
    if DOCUMENT.is_file():
        assert DOCUMENT.read_text("utf-8") == printed, "python -m benchmarks.scale > docs/SCALE.md"


def test_figures_are_stored(each: Measured) -> None:
    assert FILE.is_file()
    assert min(each.fetch, each.database, each.clean, each.index, each.learn, each.url, each.visit, *each.arms.values()) > 0


@pytest.mark.parametrize("change", [{"articles": 0}, {"busy": 1.5}, {"cores": 0}])
def test_assumptions_have_ranges(change: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"site|shares"):
        replace(Assumed(), **change)  # type: ignore[arg-type]


def test_excessive_growth_is_found() -> None:
    flat = [Sample(float(n), 200.0, 9, 100 * (n + 1), 0, {"url": 150 * (n + 1), "watch": 3}) for n in range(12)]
    assert excessive_growth(flat) == []
    assert excessive_growth([replace(one, mebibytes=100 + 50 * one.day) for one in flat]) == ["memory"]
    assert excessive_growth([replace(one, files=9 + 3 * int(one.day)) for one in flat]) == ["open files"]
    assert excessive_growth([replace(one, rows={"url": 9, "watch": 4 ** int(one.day)}) for one in flat]) == ["table watch"]


def test_processor_time_is_that_of_this_process() -> None:
    spent, until = Times(), time.process_time() + 0.05
    with Stopwatch().measure(spent):
        while time.process_time() < until:
            pass
    assert 0.04 < spent.cpu < 1.0
    assert process_tree(os.getpid())[0][0] == os.getpid()


def test_a_sampler_attributes_time_to_parts() -> None:
    sampler = Sampler({"here": ("test_scale.py:burn",), "there": ("/nowhere/",)})
    with sampler.sampling():
        burn()
    assert sampler.seconds["here"] > 0.05
    assert "there" not in sampler.seconds


def burn() -> None:
    until = time.process_time() + 0.1
    while time.process_time() < until:
        pass
