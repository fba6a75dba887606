"""Settings: where each value comes from, what is refused, and that the documents name all of them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from harness.paths import ROOT
from indexer.configuration import SETTINGS, apply_configuration, configuration
from indexer.errors import UsageError


def _winnow(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("WINNOW_")}
    command = [sys.executable, "-m", "winnow", *words]
    return subprocess.run(
        command, cwd=folder, env={**plain, "PYTHONPATH": str(ROOT), **environment}, capture_output=True, text=True, check=False
    )


def test_a_variable_wins_over_the_file_and_the_file_over_the_default(tmp_path: Path) -> None:
    file = tmp_path / "winnow.toml"
    file.write_text('engine_prefix = "daily"\ndelay = 2.5\nallow_private = true\nhome = "state"\nnow = 2026-03-04T12:00:00Z\n')
    values = configuration({"WINNOW_CONFIG": str(file), "WINNOW_ENGINE_PREFIX": "weekly", "WINNOW_DELAY": ""})
    found = {variable: (value.text, value.origin) for variable, value in values.items() if value.origin}
    assert found == {
        "WINNOW_ENGINE_PREFIX": ("weekly", "WINNOW_ENGINE_PREFIX"),
        "WINNOW_DELAY": ("2.5", str(file)),
        "WINNOW_ALLOW_PRIVATE": ("on", str(file)),
        "WINNOW_HOME": (str(tmp_path / "state"), str(file)),
        "WINNOW_NOW": ("2026-03-04 12:00:00+00:00", str(file)),
    }
    assert values["WINNOW_LEASE"].text == "300"


@pytest.mark.parametrize("secret", [setting.variable for setting in SETTINGS.values() if setting.secret])
def test_a_secret_may_be_in_a_file_of_its_own(tmp_path: Path, secret: str) -> None:
    (tmp_path / "secret").write_text("s3cret\n")
    (tmp_path / "winnow.toml").write_text(f'{SETTINGS[secret].key}_file = "secret"\n')
    file = {"WINNOW_CONFIG": str(tmp_path / "winnow.toml")}
    assert configuration(file)[secret].text == "s3cret"
    assert configuration({f"{secret}_FILE": str(tmp_path / "secret")})[secret].text == "s3cret"
    assert configuration(file | {secret: "other"})[secret].text == "other"
    with pytest.raises(UsageError, match="given twice"):
        configuration({secret: "other", f"{secret}_FILE": str(tmp_path / "secret")})
    with pytest.raises(UsageError, match="No such file"):
        configuration({f"{secret}_FILE": str(tmp_path / "absent")})


def test_a_program_started_by_another_one_finds_each_secret_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret").write_text("s3cret")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WINNOW_ENGINE_API_KEY", "")
    monkeypatch.setenv("WINNOW_ENGINE_API_KEY_FILE", str(tmp_path / "secret"))
    for _ in range(2):
        assert apply_configuration()["WINNOW_ENGINE_API_KEY"].text == os.environ["WINNOW_ENGINE_API_KEY"] == "s3cret"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("engien = 'x'", "there is no setting 'engien'; is it 'engine'\\?"),
        ("HOME = 'x'", "there is no setting 'HOME'"),
        ("home_file = 'x'", "there is no setting 'home_file'"),
        ("config = 'x'", "there is no setting 'config'"),
        ("[engine]\nurl = 'x'", "engine is a string, a number, true or false"),
        ("engine = ", "no TOML"),
        ("engine = 'a'\nengine = 'b'", "no TOML"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "winnow.toml"
    file.write_text(text)
    with pytest.raises(UsageError, match=said):
        configuration({"WINNOW_CONFIG": str(file)})


def test_a_file_that_is_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        configuration({"WINNOW_CONFIG": str(tmp_path / "absent.toml")})


@pytest.mark.slow
def test_every_command_reads_the_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("s3cret")
    (tmp_path / "winnow.toml").write_text('home = "news"\nengine_api_key_file = "key"\n')
    shown = _winnow(tmp_path, "config", "show", "--json")
    rows = {row["key"]: row for row in json.loads(shown.stdout)["settings"]}
    assert (rows["home"]["value"], rows["home"]["origin"]) == ("news", "winnow.toml")
    assert (rows["engine_api_key"]["value"], rows["delay"]["origin"]) == ("(set)", "default")
    assert _winnow(tmp_path, "config", "check").stdout == "all settings can be used (winnow.toml)\n"
    _winnow(tmp_path, "store", "upgrade")
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == ["news"]


@pytest.mark.slow
def test_check_names_what_is_wrong(tmp_path: Path) -> None:
    for said, environment in (
        ("there is no setting WINNOW_ENIGNE; is it WINNOW_ENGINE?", {"WINNOW_ENIGNE": "x"}),
        ("WINNOW_DELAY=soon is no number", {"WINNOW_DELAY": "soon"}),
        ("WINNOW_ENGINE_NATIVE=perhaps is neither on nor off", {"WINNOW_ENGINE_NATIVE": "perhaps"}),
    ):
        run = _winnow(tmp_path, "config", "check", **environment)
        assert (run.returncode, run.stdout, run.stderr) == (2, "", f"winnow: {said}\n")


WRONG = {
    "WINNOW_DATABASE": "oracle://db/news", "WINNOW_ARCHIVE": "floppy://a/news", "WINNOW_ENGINE": "node", "WINNOW_ENGINE_PREFIX": "My News",
    "WINNOW_ENGINE_CA": "absent.pem", "WINNOW_ENGINE_NATIVE": "x", "WINNOW_CONTACT": "é", "WINNOW_DELAY": "x", "WINNOW_ALLOW_PRIVATE": "x",
    "WINNOW_ALLOW": "(", "WINNOW_DENY": "(", "WINNOW_BROKER": "amqp://host", "WINNOW_BUDGET": "2/site", "WINNOW_LEASE": "0",
    "WINNOW_ENOUGH_PAGES": "x", "WINNOW_PATIENCE": "x", "WINNOW_UI_PASSWORD": "secret", "WINNOW_LOG": "xml", "WINNOW_NOW": "tomorrow",
}  # fmt: skip
"""A value of each setting that has a form."""
FREE = {"WINNOW_HOME", "WINNOW_ENGINE_API_KEY", "WINNOW_ENGINE_FINGERPRINT"}
"""Only the file system or the server knows."""


@pytest.mark.parametrize("variable", sorted(set(SETTINGS) - FREE))
def test_check_refuses_what_no_command_can_use(variable: str, tmp_path: Path) -> None:
    run = _winnow(tmp_path, "config", "check", **{"WINNOW_ENGINE": "http://127.0.0.1:9200", variable: WRONG[variable]})
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("winnow: ")
    assert "secret" not in run.stderr


def test_the_code_reads_no_other_variable() -> None:
    code = "".join(path.read_text() for package in ("indexer", "workers", "search_ui") for path in (ROOT / package).rglob("*.py"))
    scrapy = {f"WINNOW_{name}" for name in ("MODELS", "URL_FIELD", "HTML_FIELD", "KEEP_ALL", "KEEP_HTML")}
    named = set(re.findall(r"\bWINNOW_[A-Z_]+[A-Z]\b", code)) - scrapy - {"WINNOW_CONFIG", "WINNOW_X_FILE", "WINNOW_ENIGNE"}
    assert named == set(SETTINGS)
