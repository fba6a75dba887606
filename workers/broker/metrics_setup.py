"""Sets the directory of a worker's counters; must run before prometheus_client is imported, which reads it on import."""

from __future__ import annotations

import os
from pathlib import Path

DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"


def prepare(directory: Path) -> None:
    """Keep the counters of this process and its forks in `directory`; the counters of an earlier run are deleted."""
    directory.mkdir(parents=True, exist_ok=True)
    for left in directory.glob("*.db"):
        left.unlink()
    os.environ[DIRECTORY] = str(directory)
