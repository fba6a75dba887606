"""What all tests share: the real sites beside the checkout, and servers that may be absent."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

SHARED = Path(__file__).parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with real sites and labelled pages; tests that need it are skipped where it is absent."""
    if not (SHARED / "sites").is_dir():
        pytest.skip(f"needs the real sites in {SHARED}, which are not part of the repository")
    return SHARED


def pytest_runtest_setup(item: pytest.Item) -> None:
    """`@pytest.mark.server("chromium", "google-chrome")`: the test needs one of these programs."""
    marker = item.get_closest_marker("server")
    if marker is None or not marker.args or any(shutil.which(program) for program in marker.args):
        return
    message = f"needs {' or '.join(marker.args)}: install it with the system's package manager"
    if os.environ.get("CI"):
        pytest.fail(message, pytrace=False)
    pytest.skip(message)
