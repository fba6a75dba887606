"""`winnow index` of an archive that says it was made in the future."""

from __future__ import annotations

import gzip
import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

import winnow
from demo.archive import Capture, write_warc


@pytest.mark.slow
def test_a_warc_date_in_the_future_is_told_and_taken_for_now(tmp_path: Path) -> None:
    html = f"<html lang=en><title>A crane</title><article><h1>A crane</h1><p>{'The crane was seen on the quay. ' * 9}</p></article></html>"
    archive = tmp_path / "site.warc"
    write_warc(archive, [Capture("https://e.org/a", html.encode(), "text/html")])
    archive.write_bytes(re.sub(rb"WARC-Date: \d{4}", b"WARC-Date: 2999", gzip.decompress(archive.read_bytes())))
    home = ["--home", str(tmp_path / "home")]
    told = CliRunner().invoke(winnow.cli, ["index", str(archive), *home])
    assert told.exit_code == 0, told.output
    assert "dated ahead: 1 of 1 pages" in told.stderr
    assert json.loads(CliRunner().invoke(winnow.cli, ["index", str(archive), "--json", *home]).stdout)["datedAhead"] == 1
    (hit,) = json.loads(CliRunner().invoke(winnow.cli, ["search", "crane", "--json", *home]).stdout)["hits"]
    assert datetime.fromisoformat(hit["lastCrawled"]) <= datetime.now(UTC)
