"""The questions of somebody new lead from docs/ARCHITECTURE.md to the line that answers them."""

from __future__ import annotations

import re

import pytest

from harness.paths import ROOT

ANSWERS = re.findall(r"\[`(\w+)`\]\(\.\./([\w/]+\.py)#L(\d+)\)", (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8"))
NEAR = 25
"""Lines that an answer may have moved before the document has to follow."""


@pytest.mark.parametrize(("name", "file", "line"), ANSWERS)
def test_an_answer_stands_where_the_document_says(name: str, file: str, line: str) -> None:
    lines = (ROOT / file).read_text("utf-8").splitlines()
    (place,) = (number for number, text in enumerate(lines, 1) if re.match(rf"(?:def|class) {name}\b|{name}\b\s*[:=]", text))
    assert abs(place - int(line)) <= NEAR


def test_there_are_a_dozen_questions() -> None:
    assert len(ANSWERS) >= 12
