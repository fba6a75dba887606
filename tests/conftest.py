"""What all tests share: the real sites beside the checkout, and servers that may be absent."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import settings

from demo.archive import Capture, captures
from demo.generate import Scale
from harness.engines import _elasticsearch, elasticsearch, engine  # noqa: F401 - fixtures
from harness.nodes import (  # noqa: F401 - pytest finds hooks and fixtures by their names
    _opensearch_cluster,
    elasticsearch_8_node,
    elasticsearch_cluster,
    elasticsearch_node,
    elasticsearch_plugin_node,
    opensearch_3_node,
    opensearch_cluster,
    opensearch_node,
    opensearch_plugin_node,
    pytest_configure,
    pytest_configure_node,
    pytest_unconfigure,
    server_run,
)
from harness.paths import ROOT, SHARED
from harness.servers import _copied_schema, _migrated, database, database_url, postgresql  # noqa: F401 - fixtures

settings.register_profile("winnow", deadline=None, derandomize=True)  # the same examples everywhere, and no clock
settings.load_profile("winnow")

signal.signal(signal.SIGINT, signal.default_int_handler)
"""A job that a shell starts in the background ignores interrupts, and so do all its children; tests that send one wait for its effect."""

for _name in ("PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT"):
    os.environ.pop(_name, None)  # of the Makefile, relative to the repository: tests install packages in folders of their own



@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with real sites and labelled pages; tests that need it are skipped where it is absent."""
    if not (SHARED / "sites").is_dir():
        pytest.skip(f"needs the real sites in {SHARED}, which are not part of the repository")
    return SHARED


SERVERS = frozenset({
    "elasticsearch", "elasticsearch_8_node", "elasticsearch_cluster", "elasticsearch_node", "elasticsearch_plugin_node",
    "opensearch", "opensearch_3_node", "opensearch_cluster", "opensearch_node", "opensearch_plugin_node", "postgresql", "server_run",
})  # fmt: skip
"""Fixtures, and parameters of fixtures, that stand for a real server."""
SLOW_FIXTURES = frozenset({"winnow", "demo_pages", "demo_archive"})
"""They start the program, or generate whole sites."""
SLOW_FOLDERS = (ROOT / "tests" / "integration", ROOT / "tests" / "relations", ROOT / "benchmarks" / "tests")
"""Whole programs, whole runs, and what benchmarks are made of."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make check` leaves out: servers, the real sites, and what takes long."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        parameters = {value for value in getattr(item, "callspec", _NO_PARAMETERS).params.values() if isinstance(value, str)}
        if SERVERS & (fixtures | parameters):
            item.add_marker("server")
        if "shared" in fixtures:
            item.add_marker("shared")
        if SLOW_FIXTURES & fixtures or any(item.path.is_relative_to(folder) for folder in SLOW_FOLDERS):
            item.add_marker("slow")


_NO_PARAMETERS = SimpleNamespace(params={})


def pytest_runtest_setup(item: pytest.Item) -> None:
    """`@pytest.mark.server("chromium", "google-chrome")`: the test needs one of these programs."""
    marker = item.get_closest_marker("server")
    if marker is None or not marker.args or any(shutil.which(program) for program in marker.args):
        return
    message = f"needs {' or '.join(marker.args)}: install it with the system's package manager"
    if os.environ.get("CI"):
        pytest.fail(message, pytrace=False)
    pytest.skip(message)


@dataclass(frozen=True, slots=True)
class Ended:
    """One run of the command: exit code, both outputs, and the most memory that it had, in bytes."""

    code: int
    out: str
    err: str
    peak: int

    def records(self) -> list[dict[str, Any]]:
        """Its JSON Lines."""
        return [json.loads(line) for line in self.out.splitlines()]


_MEASURED = """
import resource, subprocess, sys
ended = subprocess.run(sys.argv[1:], check=False)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
sys.exit(ended.returncode)
"""


def run_winnow(
    *arguments: object, prefix: Sequence[str] = (), cwd: Path | None = None, **environment: str
) -> Ended:
    """`winnow ARGUMENTS` in a process of its own, started through `prefix` if there is one."""
    command = [*prefix, sys.executable, "-m", "winnow", *map(str, arguments)]
    ended = subprocess.run(
        [sys.executable, "-c", _MEASURED, *command],
        capture_output=True, encoding="utf-8", env={**os.environ, **environment}, cwd=cwd,
        stdin=subprocess.DEVNULL, timeout=120, check=False,
    )  # fmt: skip
    err, _, peak = ended.stderr.rstrip("\n").rpartition("\n")
    return Ended(ended.returncode, ended.stdout, err, int(peak) * 1024)


@pytest.fixture(scope="session")
def winnow() -> Callable[..., Ended]:
    """Runs the command line for real: `winnow("clean", path)`."""
    return run_winnow


@pytest.fixture(scope="session")
def demo_pages(tmp_path_factory: pytest.TempPathFactory) -> list[Capture]:
    """The pages of the three invented sites, in a small edition."""
    return list(captures(11, tmp_path_factory.mktemp("sites"), Scale(articles=24, days=20)))
