"""Every cache of a function is bounded in bytes, whatever the pages hold."""

from __future__ import annotations

import pytest

from harness.caches import measure_caches

MOST = 32 << 20
"""Bytes of one cache at most, if all its entries were as large as the largest that hostile pages make."""
FEW = 100
"""Entries of caches without a limit: stemmers, patterns of this program."""


@pytest.mark.slow
@pytest.mark.parametrize("length", [240, 3_000, 20_000])
def test_caches_are_bounded(length: int) -> None:
    found = measure_caches(20, length)
    assert sum(one.entries for one in found) > 100
    assert [(one.name, one.bound >> 20) for one in found if one.bound > MOST] == []
    assert [(one.name, one.entries) for one in found if not one.max_entries and one.entries > FEW] == []
