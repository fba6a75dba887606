"""SizeBoard: how large the arms are, measured once in the background and kept while the website runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock, Thread

from indexer.errors import WinnowError
from indexer.index.arm import Arm
from indexer.index.engine import Engine
from indexer.index.size import Size, measure, saved


@dataclass(frozen=True, slots=True)
class SizeRow:
    """One arm of one site, and what it saves against the raw arm in percent; None where nothing was measured."""

    size: Size
    tokens_saved: float | None
    inverted_saved: float | None
    total_saved: float | None


@dataclass(frozen=True, slots=True)
class SizeState:
    """What is known so far.

    Parameters
    ----------
    counts : tuple of int
        Documents of each arm when the measurement began.
    sizes : tuple of Size
        Of the arms measured so far.
    measuring : Arm or None
        The arm that is being measured.
    failure : str
        Why there is no more; "" where all went well.
    """

    counts: tuple[int, ...] = ()
    sizes: tuple[Size, ...] = ()
    measuring: Arm | None = None
    failure: str = ""


class SizeBoard:
    """Measures in one thread at a time; a page asked for meanwhile shows the arms that are done.

    Parameters
    ----------
    measure_arm : callable
        Engine and arm to sizes.
    """

    def __init__(self, measure_arm: Callable[[Engine, list[Arm]], list[Size]] = measure) -> None:
        self._measure_arm = measure_arm
        self._lock = Lock()
        self._state = SizeState()

    def look(self, engine: Engine) -> SizeState:
        """What is known; the first time, and after documents came or went, this starts a measurement."""
        counts = tuple(engine.count(arm) for arm in Arm)
        with self._lock:
            if self._state.measuring is None and self._state.counts != counts:
                self._begin(engine, counts)
            return self._state

    def again(self, engine: Engine) -> None:
        """Measure anew, unless that is being done."""
        counts = tuple(engine.count(arm) for arm in Arm)
        with self._lock:
            if self._state.measuring is None:
                self._begin(engine, counts)

    def _begin(self, engine: Engine, counts: tuple[int, ...]) -> None:
        self._state = SizeState(counts=counts, measuring=Arm.RAW)
        Thread(target=self._run, args=(engine,), name="size", daemon=True).start()

    def _run(self, engine: Engine) -> None:
        failure = ""
        try:
            for arm in Arm:
                self._set(measuring=arm)
                found = self._measure_arm(engine, [arm])
                self._set(sizes=(*self._state.sizes, *found))
        except WinnowError as error:
            failure = str(error)
        except (OSError, ValueError) as error:  # a full disk; tantivy's own errors are ValueErrors
            failure = f"the measurement ended early: {error}. It needs free space on the temporary disk."
        finally:
            self._set(measuring=None, failure=failure)

    def _set(self, **values: object) -> None:
        with self._lock:
            self._state = replace(self._state, **values)  # type: ignore[arg-type]  # names and types as in SizeState


def table(sizes: tuple[Size, ...]) -> tuple[tuple[str, tuple[SizeRow, ...]], ...]:
    """The rows by site, all sites together ("") first, arms in their order.

    >>> rows = table((Size("", Arm.WEIGHTED, 1, 25, 50, 80), Size("", Arm.RAW, 2, 100, 100, 100)))
    >>> [(row.size.arm.value, row.tokens_saved) for row in rows[0][1]]
    [('raw', None), ('weighted', 75.0)]
    """
    order = list(Arm)
    sites = sorted({size.site for size in sizes})
    grouped = []
    for site in sites:
        of_site = sorted((size for size in sizes if size.site == site), key=lambda size: order.index(size.arm))
        base = next((size for size in of_site if size.arm is Arm.RAW), None)
        grouped.append((site, tuple(_row(size, base) for size in of_site)))
    return tuple(grouped)


def _row(size: Size, base: Size | None) -> SizeRow:
    if base is None or base is size:
        return SizeRow(size, None, None, None)
    totals = size.total_bytes is not None and base.total_bytes is not None
    return SizeRow(
        size,
        saved(size.tokens, base.tokens),
        saved(size.inverted_bytes, base.inverted_bytes),
        saved(size.total_bytes or 0, base.total_bytes or 0) if totals else None,
    )
