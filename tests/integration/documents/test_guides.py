"""Every command of the README and the guides is run as it stands; what is printed is what the document shows."""

from __future__ import annotations

import re
import shutil
import uuid
from collections.abc import Mapping
from pathlib import Path

import pytest

from harness.servers import Server, free_port, make_database, redis_server
from tests.integration.documents.test_readme import write_pages
from tests.support.console import ROOT, environment_for, failures, run, steps

GUIDES = ROOT / "docs" / "guides"
ALONE = ("start", "files", "crawl", "evaluate", "website")
"""Guides that need no server but those that they start."""

pytestmark = pytest.mark.slow


def test_every_guide_is_run() -> None:
    assert {path.stem for path in GUIDES.glob("*.md")} == {*ALONE, "engines", "own-crawler", "workers", "trouble"}


@pytest.mark.parametrize("message", re.findall(r"^\| `([^`]*…[^`]*|the index[^`]*)`", (GUIDES / "trouble.md").read_text("utf-8"), re.MULTILINE))
def test_a_message_of_the_guide_to_troubles_is_one_of_the_program(message: str) -> None:
    code = "".join(path.read_text("utf-8") for package in ("indexer", "workers", "search_ui") for path in (ROOT / package).rglob("*.py"))
    code += (ROOT / "winnow.py").read_text("utf-8")
    parts = [part.strip(" …:;()?'") for part in message.split("…")]
    assert [part for part in parts if part and part.lower() not in code.lower()] == []


@pytest.mark.parametrize("guide", ALONE)
def test_a_guide_prints_what_it_shows(guide: str, tmp_path: Path) -> None:
    _check(GUIDES / f"{guide}.md", tmp_path, {})


@pytest.mark.parametrize("guide", ["engines", "own-crawler"])
def test_a_guide_with_an_engine_prints_what_it_shows(guide: str, tmp_path: Path, elasticsearch_node: str) -> None:
    _check(GUIDES / f"{guide}.md", tmp_path, {"http://127.0.0.1:9200": elasticsearch_node}, prefix=f"guide{uuid.uuid4().hex[:8]}")


def test_the_guide_to_workers_prints_what_it_shows(tmp_path: Path, postgresql: Server) -> None:
    database = make_database(postgresql.url, f"guide{uuid.uuid4().hex[:8]}")
    with redis_server() as redis:
        servers = {"postgresql://winnow@127.0.0.1:5432/winnow": database, "redis://127.0.0.1:6379/0": redis.url}
        _check(GUIDES / "workers.md", tmp_path, servers)


def test_the_commands_of_the_readme_run(tmp_path: Path) -> None:
    forever = {"$ winnow ui": f"$ timeout --preserve-status --signal INT 8 winnow ui --port {free_port()} || true"}
    write_pages(tmp_path)
    _check(ROOT / "README.md", tmp_path, forever)


@pytest.fixture(autouse=True)
def programs() -> None:
    """What the guides call beside Winnow."""
    if shutil.which("curl") is None:
        pytest.skip("needs curl: install it with the system's package manager")


def _check(document: Path, folder: Path, replaced: Mapping[str, str], prefix: str = "news") -> None:
    """Run a document with ports, servers and names of this test, and compare what it prints in the document's own names."""
    replaced = {**replaced, **{port: str(free_port()) for port in ("18000", "8642", "9100")}}
    text = document.read_text("utf-8").replace("$ winnow ui >", "$ winnow ui --port 8642 >")
    text = text.replace("demo.serve sites >", "demo.serve sites --port 18000 >")
    for shown, used in replaced.items():
        text = text.replace(shown, used)
    wanted = steps(text)
    assert wanted, document
    ended = run(wanted, folder, environment_for(folder) | {"WINNOW_ENGINE_PREFIX": prefix, "CONTACT": ""})
    ended = [(re.sub(rf"\b{prefix}(?=-)", "news", output), code) for output, code in ended]
    assert not failures(wanted, ended), "\n\n".join(failures(wanted, ended))
