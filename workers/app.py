"""The Celery application: its queues, limits, routes and schedule.

A message contains ids and names, never a page. It is acknowledged when its task ends, and may be delivered twice or not at all: the
database stores the outstanding work, and an expired lease or a pending page causes a new message. Therefore the broker retries no task, no
task waits in a worker's memory, and a task that exceeds its time limit is killed.
"""

from __future__ import annotations

from typing import Any

from celery import Celery
from kombu import Queue

from indexer.errors import UsageError
from indexer.process import prepare
from indexer.settings import Settings

FETCH, CLEAN, FIT, PLAN = "fetch", "clean", "fit", "plan"
"""One queue per kind of work, so that fitting a site does not delay fetches."""
QUEUES = (FETCH, CLEAN, FIT, PLAN)
SOFT_LIMIT, HARD_LIMIT = 150, 180
"""Time limits of a task in seconds; a fetch takes at most a minute for robots.txt and a minute for the page."""
VISIBILITY = 600
"""Seconds after which Redis redelivers an unacknowledged message; longer than any task."""
DISPATCH_EVERY, DISPATCH_FOR = 1.0, 5.0
"""Seconds between two dispatch tasks, and the duration of one in seconds; further ones only help a dispatcher that cannot keep up."""
PLAN_EVERY = 10.0
PURGE_EVERY = 86_400.0


_NO_BROKER = "redis://winnow-broker.invalid/0"
"""The default broker: a host name that cannot exist, so that Celery fails at once if it is started by hand."""


def check_broker() -> None:
    """Check that a broker is set.

    Raises
    ------
    UsageError
    """
    if not Settings.read().broker:
        raise UsageError("WINNOW_BROKER is not set: name a Redis server, as redis://localhost:6379/0; `winnow crawl` needs none")


def configuration() -> dict[str, Any]:
    """Return Celery's settings; the application calls it on first use, not on import."""
    return {
        "broker_url": Settings.read().broker or _NO_BROKER,
        "broker_transport_options": {"visibility_timeout": VISIBILITY, "unacked_restore_interval": 10, "unacked_restore_throttle": 3},
        "broker_connection_retry_on_startup": True,
        "accept_content": ["json"],
        "task_serializer": "json",
        "task_ignore_result": True,
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "task_soft_time_limit": SOFT_LIMIT,
        "task_time_limit": HARD_LIMIT,
        "task_default_queue": FETCH,
        "task_queues": [Queue(name) for name in QUEUES],
        "task_create_missing_queues": False,
        "task_routes": {
            "winnow.fetch": {"queue": FETCH},
            "winnow.clean": {"queue": CLEAN},
            "winnow.fit": {"queue": FIT},
            "winnow.dispatch": {"queue": PLAN},
            "winnow.plan": {"queue": PLAN},
            "winnow.advance": {"queue": PLAN},
            "winnow.purge": {"queue": PLAN},
        },
        "worker_prefetch_multiplier": 1,
        "worker_max_tasks_per_child": 5_000,
        "worker_soft_shutdown_timeout": 30.0,
        "worker_hijack_root_logger": False,
        "worker_cancel_long_running_tasks_on_connection_loss": False,
        "enable_utc": True,
        "beat_schedule": {
            "dispatch": {"task": "winnow.dispatch", "schedule": DISPATCH_EVERY, "options": {"expires": DISPATCH_FOR}},
            "plan": {"task": "winnow.plan", "schedule": PLAN_EVERY, "options": {"expires": PLAN_EVERY}},
            "purge": {"task": "winnow.purge", "schedule": PURGE_EVERY, "options": {"expires": PURGE_EVERY}},
        },
    }


prepare()  # Celery imports this module first, in the process from which the pool is forked
app = Celery("winnow", include=["workers.tasks"], set_as_current=False)
app.add_defaults(configuration)
