"""Where the processes of a worker keep their counters: decided before prometheus_client is imported, which looks for it only then."""

from __future__ import annotations

import os
from pathlib import Path

DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"


def prepare(directory: Path) -> None:
    """Let this process and those forked from it keep their counters in `directory`, emptied of those of an earlier run."""
    directory.mkdir(parents=True, exist_ok=True)
    for left in directory.glob("*.db"):
        left.unlink()
    os.environ[DIRECTORY] = str(directory)
