"""Pages of docs/reference repeat what the code says; the record follows its JSON Schema; the site builds."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from demo.archive import Capture
from harness.paths import ROOT
from indexer.configuration import SETTINGS
from indexer.outcome import Kind
from indexer.preprocessor import Preprocessor
from indexer.site.doubt import Doubt
from tests.unit.house.test_house import ALL

REFERENCE = ROOT / "docs" / "reference"


SCHEMA: dict[str, Any] = json.loads((REFERENCE / "record.schema.json").read_text("utf-8"))
PAGES = ("api", "commands", "metrics", "python", "record", "settings")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages as another process writes them: click remembers how it was asked for help before."""
    folder = tmp_path_factory.mktemp("reference")
    subprocess.run([sys.executable, ROOT / ".ci" / "reference.py", folder], check=True, cwd=ROOT, timeout=60)
    assert sorted(path.stem for path in folder.iterdir()) == list(PAGES)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_what_the_code_says(written: Path, page: str) -> None:
    assert (REFERENCE / f"{page}.md").read_text("utf-8") == (written / f"{page}.md").read_text("utf-8"), "`make reference` writes it anew"


def test_every_command_and_setting_is_in_the_reference_and_no_other() -> None:
    headings = re.findall(r"^###? (winnow .*)$", (REFERENCE / "commands.md").read_text("utf-8"), re.MULTILINE)
    assert headings == [f"winnow {' '.join(words)}" for words in ALL]
    named = re.findall(r"^\| `[a-z_]+`[^|]*\| `(WINNOW_[A-Z_]+)`", (REFERENCE / "settings.md").read_text("utf-8"), re.MULTILINE)
    assert named == list(SETTINGS)


def test_the_schema_has_the_code_s_values() -> None:
    import jsonschema  # here, because it compiles a grammar for a second

    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    properties = SCHEMA["properties"]
    assert properties["outcome"]["enum"] == [kind.value for kind in Kind]
    assert properties["modelDoubts"]["items"]["enum"] == [doubt.value for doubt in Doubt]


def test_records_follow_the_schema(demo_pages: list[Capture]) -> None:
    import jsonschema  # here, because it compiles a grammar for a second

    preprocessor = Preprocessor.learn((page.url, page.body) for page in demo_pages[:20])
    records = [json.loads(json.dumps(preprocessor.clean(page.url, page.body).record())) for page in demo_pages[:12]]
    records.append(json.loads(json.dumps(preprocessor.clean("https://a.example/", b"").record())))
    for record in records:
        jsonschema.validate(record, SCHEMA)
    assert set().union(*records) == set(SCHEMA["properties"]), "each key is in some record"


@pytest.mark.slow
def test_the_site_builds(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(tmp_path / "site")]
    ended = subprocess.run(command, cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert len(list((tmp_path / "site").rglob("index.html"))) > 25
