"""Blocks of a document that show a terminal or Python, run in one shell; what is printed is compared with what the document shows.

A block ```` ```console ```` has commands after `$ `, their further lines after `> `, and below each what it prints; `…` stands for anything, on
a line of its own for any lines. A command below which nothing stands is run, and its output is not compared. A block ```` ```python ```` is run
where it stands. A command ends with code 0, unless the next one is `echo $?`.

    python -m tests.support.console GUIDE.md [FOLDER]

runs a document and writes into it what its commands print now.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from harness.paths import ROOT

_BLOCK = re.compile(r"^```(console|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_END = "\x1e"
"""Ends the output of a command (record separator); its exit code follows."""
_SHOW = "echo $?"
_PYTHON = "python - <<'END_OF_PYTHON'\n{}END_OF_PYTHON"


@dataclass(frozen=True, slots=True)
class Step:
    """A command, the output that the document shows, and the number of its line."""

    command: str
    shown: str
    line: int


def steps(text: str) -> list[Step]:
    """The commands of a document, in order."""
    found: list[Step] = []
    for block in _BLOCK.finditer(text):
        line = text.count("\n", 0, block.start()) + 2
        if block[1] == "python":
            found.append(Step(_PYTHON.format(block[2]), "", line))
        else:
            found.extend(_commands(block[2], line))
    return found


def _commands(block: str, first: int) -> Iterator[Step]:
    for match in re.finditer(r"^\$ (.*\n(?:> ?.*\n)*)((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
        command = re.sub(r"^> ?", "", match[1], flags=re.MULTILINE).rstrip("\n")
        yield Step(command, match[2], first + block.count("\n", 0, match.start()))


def run(wanted: list[Step], folder: Path, environment: Mapping[str, str], seconds: float = 300) -> list[tuple[str, int]]:
    """Output and exit code of each command; all run in one shell, in `folder`."""
    script = "".join(f"{step.command}\n_code=$?; printf '{_END}%s\\n' $_code; (exit $_code)\n" for step in wanted)
    ends = "trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT\n"
    with tempfile.TemporaryFile() as out, subprocess.Popen(
        ["bash", "-c", ends + script], cwd=folder, env=dict(environment), stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:  # fmt: skip
        try:
            process.wait(seconds)
        finally:
            with suppress(ProcessLookupError):  # of a session that has ended
                os.killpg(process.pid, signal.SIGKILL)
        out.seek(0)
        text = out.read().decode()
    return [(match[1], int(match[2])) for match in re.finditer(rf"(.*?){_END}(\d+)\n", text, re.DOTALL)]


def environment_for(folder: Path) -> dict[str, str]:
    """A user's environment: `winnow` and `python` are on the path, no setting is made, the home is `folder`."""
    programs = folder / ".programs"
    programs.mkdir(exist_ok=True)
    for name, words in (("winnow", "-m winnow "), ("python", "")):
        (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {words}"$@"\n')
        (programs / name).chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("WINNOW_", "PYTEST_", "COVERAGE"))}
    path = f"{programs}:{kept.get('PATH', '/usr/bin:/bin')}"
    return {**kept, "PATH": path, "PYTHONPATH": str(ROOT), "HOME": str(folder), "LC_ALL": "C.UTF-8", "TZ": "UTC", "COLUMNS": "120"}


def agrees(shown: str, printed: str) -> bool:
    """Whether a command printed what the document shows.

    >>> agrees("64 found in … ms\\n", "64 found in 3 ms\\n"), agrees("a\\n…\\nd\\n", "a\\nb\\nc\\nd\\n"), agrees("a\\n", "b\\n")
    (True, True, False)
    """
    pattern = "\n".join(_pattern(line.rstrip()) for line in shown.rstrip("\n").split("\n"))
    return re.fullmatch(pattern, "\n".join(line.rstrip() for line in printed.rstrip("\n").split("\n"))) is not None


def _pattern(line: str) -> str:
    return r"(?s:.*)" if line == "…" else ".*".join(re.escape(part) for part in line.split("…"))


def failures(wanted: list[Step], ended: list[tuple[str, int]]) -> list[str]:
    """What is wrong with each command that printed something else, failed, or was not reached."""
    found = []
    for number, step in enumerate(wanted):
        output, code = ended[number] if number < len(ended) else ("(not reached)\n", -1)
        is_shown = number + 1 < len(wanted) and wanted[number + 1].command == _SHOW
        if (step.shown and not agrees(step.shown, output)) or (code != 0 and not is_shown):
            found.append(f"line {step.line}: {step.command}\nexit code {code}; shown:\n{step.shown}printed:\n{output}")
    return found


def _rewrite(document: Path, folder: Path) -> None:
    """Put what the commands print now below them."""
    text = document.read_text("utf-8")
    printed = iter(run(steps(text), folder, environment_for(folder)))

    def block(match: re.Match[str]) -> str:
        if match[1] == "python":
            next(printed)
            return match[0]
        parts = []
        for step in _commands(match[2], 0):
            output, _ = next(printed, ("(not reached)\n", -1))
            command = step.command.replace("\n", "\n> ")
            parts.append(f"$ {command}\n{output}")
        return "```console\n" + "".join(parts) + "```"

    document.write_text(_BLOCK.sub(block, text), "utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        _rewrite(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else Path(made))
