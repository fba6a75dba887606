"""What documents and docstrings name is there: settings, options and metrics are read, offered or counted, modules and files exist."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

import click
import pytest

from tests.unit.house.test_house import ALL, DOCUMENTS, PACKAGES, ROOT, code, ours
from workers.app import QUEUES
from workers.broker.metrics import FAMILIES

GUIDES = [*sorted((ROOT / "docs").glob("guides/*.md")), ROOT / "docs" / "reference" / "queries.md"]
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
    named = {name.removesuffix("_FILE") for name in re.findall(r"(?<!_)WINNOW_[A-Z_]+", document.read_text("utf-8"))}
    assert named <= READ | PASSED_ON


def test_every_option_named_alone_is_one_of_some_command() -> None:
    named = {word for guide in GUIDES for span in code(guide) if span.startswith("--") for word in re.findall(r"--[a-z][a-z-]*", span)}
    assert named
    assert named <= OPTIONS


def test_every_metric_named_is_counted() -> None:
    named = {name for document in DOCUMENTS for name in re.findall(r"`(winnow_[a-z_]+)`", document.read_text("utf-8"))}
    assert named == set(FAMILIES)


def test_every_queue_named_is_one() -> None:
    named = {name for document in (*GUIDES, *COMPOSE) for names in _queues(document) for name in names}
    assert named == set(QUEUES), "and each queue is worked on by what is documented"


def _queues(document: Path) -> list[list[str]]:
    return [found.split(",") for found in re.findall(r"--queues[ ,\"']+([a-z]+(?:,[a-z]+)*)", document.read_text("utf-8"))]


TEXTS = {
    path: path.read_text("utf-8")
    for path in ours()
    if path.suffix in (".py", ".md", ".toml") and path.name != "CHANGELOG.md" and path.exists()
}
"""All but the history, which names what was."""
PACKAGE = "|".join(PACKAGES)


def found(name: str) -> bool:
    """Whether a dotted name leads to a module, or to something in one."""
    module, rest = name, []
    while module:
        try:
            here: Any = importlib.import_module(module)
        except ModuleNotFoundError:
            module, _, last = module.rpartition(".")
            rest.insert(0, last)
            continue
        for part in rest:
            fields = getattr(here, "__dataclass_fields__", {})
            if part not in fields and not hasattr(here, part):
                return False
            here = getattr(here, part, None)
        return True
    return False


def test_every_dotted_name_leads_somewhere() -> None:
    names = rf"`((?:{PACKAGE})(?:\.\w+)+)(?<!\.log)`"
    named = {(name, path.name) for path, text in TEXTS.items() for name in re.findall(names, text)}
    assert len(named) > 50
    assert [(name, where) for name, where in sorted(named) if not found(name)] == []


def test_every_path_names_a_file() -> None:
    paths = rf"`((?:{PACKAGE}|docs|docker|mappings)/[\w./-]+\.\w+)(?:::\w+)?`"
    named = {(name, path.name) for path, text in TEXTS.items() for name in re.findall(paths, text)}
    assert len(named) > 20
    assert [(name, where) for name, where in sorted(named) if not _is_there(name)] == []


def _is_there(name: str) -> bool:
    """A file, or a name in a module that is written as a path."""
    module, _, attribute = name.partition(".")
    return (ROOT / name).is_file() or ((ROOT / f"{module}.py").is_file() and found(f"{module.replace('/', '.')}.{attribute}"))
