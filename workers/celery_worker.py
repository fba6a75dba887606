"""Runs Celery's worker in this process: `python -P -m workers.celery_worker OPTION...`, which `winnow worker` starts and supervises.

The command `celery --app workers.app` would import a folder named `workers` in the current directory. Here the application and its tasks
are imported before Celery adds that directory to the path, and `-P` keeps Python from adding it.
"""

from __future__ import annotations

import sys

import workers.tasks  # noqa: F401 - registers the tasks
from workers.app import app


def main() -> int:
    """Run the worker until it is stopped; return its exit code."""
    return app.worker_main(["--quiet", "worker", "--without-gossip", "--without-mingle", *sys.argv[1:]]) or 0


if __name__ == "__main__":
    sys.exit(main())
