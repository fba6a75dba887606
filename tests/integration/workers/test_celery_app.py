"""The Celery application's settings: what the broker may carry, and which limit lies below which."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from indexer.errors import UsageError
from winnow import cli
from workers.app import HARD_LIMIT, QUEUES, SOFT_LIMIT, VISIBILITY, app, check_broker
from workers.broker.settings import WorkerSettings
from workers.fetch.fetcher import FetchLimits


@pytest.fixture(autouse=True)
def broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WINNOW_BROKER", "redis://127.0.0.1:1/0")


def test_limits_lie_below_each_other() -> None:
    fetch, lease = FetchLimits(), WorkerSettings.read("1", {}).frontier.lease
    assert 2 * fetch.total_seconds < SOFT_LIMIT < HARD_LIMIT < lease < VISIBILITY
    assert app.conf.broker_transport_options["visibility_timeout"] == VISIBILITY


def test_a_message_is_json_and_kept_until_its_task_is_done() -> None:
    conf = app.conf
    assert (conf.task_serializer, conf.accept_content) == ("json", ["json"])
    assert (conf.task_acks_late, conf.task_reject_on_worker_lost, conf.task_ignore_result) == (True, True, True)
    assert conf.worker_prefetch_multiplier == 1


def test_every_task_has_its_queue() -> None:
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if name.startswith("winnow.")}
    routes = app.conf.task_routes
    assert ours == set(routes) == {f"winnow.{name}" for name in ("dispatch", "fetch", "clean", "fit", "plan", "advance", "purge")}
    assert {route["queue"] for route in routes.values()} == set(QUEUES)
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= ours


def test_messages_hold_numbers_and_names_alone() -> None:
    app.loader.import_default_modules()
    for name, words in {"winnow.fetch": (12, 3), "winnow.clean": ("a.org",), "winnow.fit": ("a.org", 0)}.items():
        assert len(json.dumps(app.tasks[name].s(*words)["args"])) < 30


def test_without_a_broker_there_are_no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WINNOW_BROKER", "")
    with pytest.raises(UsageError, match="WINNOW_BROKER is not set"):
        check_broker()
    assert "WINNOW_BROKER" in str(CliRunner().invoke(cli, ["worker"]).exception)


def test_an_unknown_queue_is_refused() -> None:
    assert "no queue nonsense" in str(CliRunner().invoke(cli, ["worker", "--queues", "fetch,nonsense"]).exception)


@pytest.mark.parametrize(
    ("variable", "value"), [("WINNOW_DELAY", "soon"), ("WINNOW_DELAY", "-1"), ("WINNOW_LEASE", "0"), ("WINNOW_ENOUGH_PAGES", "0")]
)
def test_settings_are_checked(variable: str, value: str) -> None:
    with pytest.raises(UsageError):
        WorkerSettings.read("1", {variable: value})


def test_settings_of_a_worker() -> None:
    environment = {"WINNOW_CONTACT": "me@example.org", "WINNOW_DELAY": "2.5", "WINNOW_ALLOW_PRIVATE": "1", "WINNOW_LEASE": "400"}
    settings = WorkerSettings.read("7", environment)
    assert settings.crawl.user_agent == "winnow/7 (+me@example.org)"
    assert (settings.crawl.politeness.delay, settings.frontier.delay, settings.frontier.lease) == (2.5, 2.5, 400.0)
    assert settings.crawl.allow_private
