"""One thread that watches many pieces of work."""

from __future__ import annotations

import threading
import time

import pytest

from workers.fetch.watchdog import Watchdog


@pytest.mark.slow
def test_what_is_late_is_told_and_nothing_else() -> None:
    bites: list[float] = []
    dog = Watchdog(lambda: bites.append(time.monotonic()))
    with dog.watch(60.0) as patient:
        pass
    for seconds, work in ((0.05, 0.5), (60.0, 0.0), (0.05, 0.0), (0.05, 0.5), (0.3, 0.0)):
        before = len(bites)
        with dog.watch(seconds) as late:
            late.wait(work)
        assert late.is_set() == (work > seconds) == (len(bites) > before)
    time.sleep(0.4)
    assert len(bites) == 2, "what is over is not bitten later"
    assert not patient.is_set()
    dog.close()


def test_one_thread_for_all_and_none_after_the_end() -> None:
    before = threading.active_count()
    dog = Watchdog(lambda: None)
    for _ in range(50):
        with dog.watch(5.0):
            assert threading.active_count() == before + 1
    dog.close()
    assert threading.active_count() == before
    with dog.watch(0.01) as late:
        assert late.wait(9.0)
    dog.close()


def test_a_short_watch_after_a_long_one_wakes_it_in_time() -> None:
    dog = Watchdog(lambda: None)
    with dog.watch(60.0):
        time.sleep(0.05)
    begun = time.monotonic()
    with dog.watch(0.05) as late:
        assert late.wait(9.0)
    assert time.monotonic() - begun < 5.0
    dog.close()
