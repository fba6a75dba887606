"""Sampling profiler: CPU time of a process by part, from a stack sample every few milliseconds."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType

_EVERY = 0.004
"""Seconds of CPU time between two samples."""


class Sampler:
    """Counts stack samples by part.

    Parameters
    ----------
    parts : mapping of str to sequence of str
        Patterns of each part's frames: ends of `file:function` or parts of the file's path. A sample counts for the first part with a frame
        anywhere on the stack.
    """

    def __init__(self, parts: Mapping[str, Sequence[str]]) -> None:
        self._parts = parts
        self._known: dict[tuple[str, str], frozenset[str]] = {}
        self.samples: Counter[str] = Counter()

    @property
    def seconds(self) -> dict[str, float]:
        """CPU seconds by part."""
        return {part: samples * _EVERY for part, samples in self.samples.items()}

    @contextmanager
    def sampling(self) -> Iterator[None]:
        """Sample the main thread while the block runs."""
        before = signal.signal(signal.SIGPROF, self._record)
        signal.setitimer(signal.ITIMER_PROF, _EVERY, _EVERY)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0.0)
            signal.signal(signal.SIGPROF, before)

    def _record(self, _signal: int, frame: FrameType | None) -> None:
        seen: set[str] = set()
        while frame is not None:
            seen |= self._of(frame.f_code.co_filename, frame.f_code.co_name)
            frame = frame.f_back
        self.samples[next((part for part in self._parts if part in seen), "other")] += 1

    def _of(self, file: str, function: str) -> frozenset[str]:
        """Return the parts to which a frame belongs."""
        found = self._known.get((file, function))
        if found is None:
            place = f"{file}:{function}"
            found = frozenset(part for part, ends in self._parts.items() if any(place.endswith(end) or end in file for end in ends))
            self._known[file, function] = found
        return found
