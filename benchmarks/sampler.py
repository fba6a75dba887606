"""Where a process spends its CPU time, by part: a look at the stack every few milliseconds of it."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType

_EVERY = 0.004
"""Seconds of CPU between two looks."""


class Sampler:
    """Counts looks by part.

    Parameters
    ----------
    parts : mapping of str to sequence of str
        What a part's frames look like, as ends of `file:function` or parts of the file's path; the first part of which any frame is found
        on the stack gets the time, whatever it called.
    """

    def __init__(self, parts: Mapping[str, Sequence[str]]) -> None:
        self._parts = parts
        self._known: dict[tuple[str, str], frozenset[str]] = {}
        self.looks: Counter[str] = Counter()

    @property
    def seconds(self) -> dict[str, float]:
        """CPU seconds by part."""
        return {part: looks * _EVERY for part, looks in self.looks.items()}

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Look as long as the block runs; the main thread only."""
        before = signal.signal(signal.SIGPROF, self._look)
        signal.setitimer(signal.ITIMER_PROF, _EVERY, _EVERY)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0.0)
            signal.signal(signal.SIGPROF, before)

    def _look(self, _signal: int, frame: FrameType | None) -> None:
        seen: set[str] = set()
        while frame is not None:
            seen |= self._of(frame.f_code.co_filename, frame.f_code.co_name)
            frame = frame.f_back
        self.looks[next((part for part in self._parts if part in seen), "other")] += 1

    def _of(self, file: str, function: str) -> frozenset[str]:
        """The parts to which a frame belongs."""
        found = self._known.get((file, function))
        if found is None:
            place = f"{file}:{function}"
            found = frozenset(part for part, signs in self._parts.items() if any(place.endswith(sign) or sign in file for sign in signs))
            self._known[file, function] = found
        return found
