"""How a run lets time pass, and what it says meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from workers.clock import Clock


@dataclass(frozen=True, slots=True)
class Wait:
    """What a run waits for: the host that may be of use next.

    Parameters
    ----------
    host : str
        The registered domain.
    until : float
        When it may be asked, UTC seconds; where another process is at it, when that one's lease ends.
    reason : str
        Why not now; "" where only the run's own delay has to pass.
    leased : bool
        Whether another process is at it.
    seconds : float
        How long until then.
    """

    host: str
    until: float
    reason: str
    leased: bool
    seconds: float


def unheard(_wait: Wait) -> None:
    """Nobody looks on."""


@dataclass(frozen=True, slots=True)
class RunClock:
    """A run's clock.

    Parameters
    ----------
    clock : callable
    sleep : callable
        Lets so many seconds of that clock pass.
    on_wait : callable
        Told, about once a second, what a run waits for that is more than a moment away.
    """

    clock: Clock
    sleep: Callable[[float], object] = time.sleep
    on_wait: Callable[[Wait], object] = unheard
