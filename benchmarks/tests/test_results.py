"""Tables of the results are made anew from the command above them, and figures are held to their floors."""

from __future__ import annotations

import pytest

from benchmarks.results import Regenerated, commands, output_of

OUTPUT = "noise\n\nsite  f1\nnorth .98\nmean .97\n\nmore\n"
PAGE = """# Results

<!-- results: measure --all
part: ^site
floor: ^mean ([.0-9]+) {floor} -->

```
old
```

Kept.

```
untouched
```

<!-- results: measure --all -->
```
old, too
```
"""


def test_a_table_is_replaced_by_its_part_of_the_output_and_a_command_runs_once() -> None:
    ran: list[str] = []

    def run(command: str) -> str:
        ran.append(command)
        return OUTPUT

    made = Regenerated(run)
    new = made.of(PAGE.format(floor=".95"))
    assert ran == ["measure --all"] == commands(PAGE)
    assert "```\nsite  f1\nnorth .98\nmean .97\n```\n" in new
    assert f"```\n{OUTPUT.strip()}\n```" in new
    assert "untouched" in new
    assert "old" not in new
    assert made.wrong == []
    assert made.of(new) == new, "twice is once"


@pytest.mark.parametrize(
    ("page", "output", "said"),
    [
        (PAGE.format(floor=".975"), OUTPUT, ".97 is under the floor"),
        (PAGE.format(floor=".95").replace("^mean", "^median"), OUTPUT, "no figure for the floor"),
        (PAGE.format(floor=".95").replace("^site", "^place"), OUTPUT, "nothing like ^place"),
        (PAGE.format(floor=".95"), None, "it failed"),
    ],
)
def test_what_is_wrong_is_said_and_a_table_that_cannot_be_made_stays(page: str, output: str | None, said: str) -> None:
    made = Regenerated(lambda _: output)
    new = made.of(page)
    assert said in "\n".join(made.wrong)
    assert ("old" in new) == (said in {"nothing like ^place", "it failed"})


def test_commands_that_are_not_wanted_change_nothing() -> None:
    page = PAGE.format(floor=".95")
    assert Regenerated(lambda _: OUTPUT, lambda command: "other" in command).of(page) == page


def test_a_command_is_a_line_of_the_shell() -> None:
    assert output_of("echo one two | tr o 0") == "0ne tw0\n"
    assert output_of("exit 2") is None
