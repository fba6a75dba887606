"""Settings, options and metrics that the documents name: each is read, offered or counted by the code."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from tests.test_house import ALL, DOCUMENTS, ROOT, code
from workers.app import QUEUES
from workers.broker.metrics import FAMILIES

RUNNING = ROOT / "docs" / "RUNNING.md"
COMPOSE = [path for path in (ROOT / "docker").glob("*") if path.is_file()]
READ = {
    name
    for package in ("indexer", "workers", "search_ui", "demo")
    for path in (ROOT / package).rglob("*.py")
    for name in re.findall(r'"(WINNOW_[A-Z_]+)"', path.read_text("utf-8"))
}
"""Settings that the program reads."""
PASSED_ON = set(re.findall(r"\$\{(WINNOW_[A-Z_]+)", (ROOT / "docker" / "compose.yaml").read_text("utf-8")))
"""Variables of the compose file."""
OPTIONS = {
    name
    for command in ALL.values()
    for option in command.params
    if isinstance(option, click.Option)
    for name in (*option.opts, *option.secondary_opts)
} | {"--help"}


@pytest.mark.parametrize("document", [*DOCUMENTS, *COMPOSE], ids=lambda path: path.name)
def test_every_setting_named_is_read(document: Path) -> None:
    assert set(re.findall(r"WINNOW_[A-Z_]+", document.read_text("utf-8"))) <= READ | PASSED_ON


def test_every_option_named_alone_is_one_of_some_command() -> None:
    named = {word for span in code(RUNNING) if span.startswith("--") for word in re.findall(r"--[a-z][a-z-]*", span)}
    assert named
    assert named <= OPTIONS


def test_every_metric_named_is_counted() -> None:
    named = {name for document in DOCUMENTS for name in re.findall(r"`(winnow_[a-z_]+)`", document.read_text("utf-8"))}
    assert named == set(FAMILIES)


def test_every_queue_named_is_one() -> None:
    named = {name for document in (RUNNING, *COMPOSE) for names in _queues(document) for name in names}
    assert named == set(QUEUES), "and each queue is worked on by what is documented"


def _queues(document: Path) -> list[list[str]]:
    return [found.split(",") for found in re.findall(r"--queues[ ,\"']+([a-z]+(?:,[a-z]+)*)", document.read_text("utf-8"))]
