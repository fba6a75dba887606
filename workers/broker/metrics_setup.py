"""Sets the directory of a worker's counters. It must run before the import of prometheus_client, which reads the directory on import."""

from __future__ import annotations

import os
from pathlib import Path

DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"


def prepare(directory: Path) -> None:
    """Keep the counters of this process and its forks in `directory`, and delete those of an earlier run."""
    directory.mkdir(parents=True, exist_ok=True)
    for left in directory.glob("*.db"):
        left.unlink()
    os.environ[DIRECTORY] = str(directory)
