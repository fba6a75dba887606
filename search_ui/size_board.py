"""SizeBoard: the latest measured sizes of the arms, and measurements in the background on request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock, Thread

from indexer.errors import WinnowError
from indexer.index.arm import Arm
from indexer.index.engine import Engine
from indexer.index.size import Size, measure, saved
from indexer.index.size_record import SizeRecord, read_sizes


@dataclass(frozen=True, slots=True)
class SizeRow:
    """Size of one arm of one site, and its savings against the raw arm in percent; None if there is nothing to compare."""

    size: Size
    tokens_saved: float | None
    inverted_saved: float | None
    total_saved: float | None


@dataclass(frozen=True, slots=True)
class SizeState:
    """State of the measurements.

    Parameters
    ----------
    record : SizeRecord or None
        The latest measurement.
    current : bool
        Whether the arms still hold the same number of documents.
    measuring : Arm or None
        The arm being measured.
    failure : str
        Why the last measurement started here failed; "" if it did not.
    """

    record: SizeRecord | None = None
    current: bool = False
    measuring: Arm | None = None
    failure: str = ""


class SizeBoard:
    """The latest sizes, measured by a command or here; reading them measures and writes nothing.

    Parameters
    ----------
    path : Path or None
        File of the record; None keeps it in memory.
    measure_arm : callable
        Measures some arms of an engine.
    """

    def __init__(self, path: Path | None = None, measure_arm: Callable[[Engine, list[Arm]], list[Size]] = measure) -> None:
        self._path = path
        self._measure_arm = measure_arm
        self._lock = Lock()
        self._state = SizeState()

    def current(self, engine: Engine) -> SizeState:
        """Return the state of the measurements."""
        counts = _counts(engine)
        with self._lock:
            state = self._state
        record = (read_sizes(self._path) if self._path else None) or state.record
        return replace(state, record=record, current=record is not None and record.counts == counts)

    def measure(self, engine: Engine) -> None:
        """Start a measurement in a thread unless one is running."""
        with self._lock:
            if self._state.measuring is None:
                self._state = replace(self._state, measuring=Arm.RAW, failure="")
                Thread(target=self._run, args=(engine,), name="size", daemon=True).start()

    def _run(self, engine: Engine) -> None:
        failure, record = "", None
        try:
            counts, sizes = _counts(engine), []
            for arm in Arm:
                self._set(measuring=arm)
                sizes += self._measure_arm(engine, [arm])
            record = SizeRecord(datetime.now(UTC), counts, tuple(sizes))
            self._set(record=record)
            if self._path:
                record.write(self._path)
        except WinnowError as error:
            failure = str(error)
        except (OSError, ValueError) as error:  # a full disk; tantivy's own errors are ValueErrors
            failure = f"the measurement failed: {error}. It needs free space in the temporary directory."
        finally:
            self._set(measuring=None, failure=failure)

    def _set(self, **values: object) -> None:
        with self._lock:
            self._state = replace(self._state, **values)  # type: ignore[arg-type]  # names and types as in SizeState


def age(measured: datetime, now: datetime) -> str:
    """Return how long ago a measurement was, in words.

    >>> from datetime import timedelta
    >>> now = datetime(2026, 3, 4, tzinfo=UTC)
    >>> [age(now - timedelta(seconds=seconds), now) for seconds in (5, 90, 7200, 864000)]
    ['just now', '1 minute ago', '2 hours ago', '10 days ago']
    """
    seconds = int((now - measured).total_seconds())
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= length:
            number = seconds // length
            return f"{number} {unit}{'s' if number > 1 else ''} ago"
    return "just now"


def _counts(engine: Engine) -> dict[Arm, int]:
    return {arm: engine.count(arm) for arm in Arm}


def table(sizes: tuple[Size, ...]) -> tuple[tuple[str, tuple[SizeRow, ...]], ...]:
    """Return the rows by site, with the total of all sites ("") first and the arms in their order.

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
