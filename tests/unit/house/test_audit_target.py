"""`make audit`: vulnerabilities without a valid exception are named, and exceptions end."""

from __future__ import annotations

import importlib.util
import json
from datetime import date
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from harness.paths import ROOT

FILE = ROOT / ".ci" / "audit.py"
TODAY = date(2026, 6, 1)
REPORT: dict[str, Any] = {
    "dependencies": [
        {"name": "sound", "version": "1", "vulns": []},
        {"name": "ill", "version": "2", "vulns": [{"id": "PYSEC-1", "aliases": ["CVE-1"], "fix_versions": ["3"]}]},
        {"name": "unknown", "version": "1", "skip_reason": "not found"},
    ]
}


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", ["ill 2: PYSEC-1, fixed in 3"]),
        ("PYSEC-1 2026-06-01 its parser is not used", []),
        ("CVE-1 2026-12-31 its parser is not used", []),
        ("CVE-1 2026-05-31 its parser was not used", ["ill 2: PYSEC-1, fixed in 3", "audit_exceptions.txt: CVE-1 ended on 2026-05-31"]),
        ("PYSEC-1 2026-06-02 x\nPYSEC-9 2026-06-02 y", ["audit_exceptions.txt: PYSEC-9 is no vulnerability of these versions"]),
    ],
)
def test_what_is_to_do(audit: ModuleType, line: str, expected: list[str]) -> None:
    assert audit.faults(REPORT, audit.exceptions(line.split("\n")), TODAY) == expected


def test_nothing_is_said_of_exceptions_where_nothing_was_looked_up(audit: ModuleType) -> None:
    report = {"dependencies": [{"name": "ill", "version": "2", "skip_reason": "not found"}]}
    assert audit.faults(report, {"PYSEC-1": TODAY}, TODAY) == []


def test_an_index_without_advisories_is_no_clean_bill(
    audit: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report = {"dependencies": [{"name": "ill", "version": "2", "skip_reason": "not found"}]}
    monkeypatch.setattr(audit.subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=json.dumps(report), stderr="", returncode=0))
    assert audit.main() == audit.UNCHECKED
    assert "NOTHING WAS CHECKED" in capsys.readouterr().out


def test_the_exceptions_have_dates_and_reasons(audit: ModuleType) -> None:
    audit.exceptions(audit.EXCEPTIONS.read_text("utf-8").splitlines())
    with pytest.raises(ValueError, match="not enough values"):
        audit.exceptions(["PYSEC-1 2026-06-01"])
