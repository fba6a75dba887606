"""Regenerates the tables of docs/results whose command is written above them, and compares figures with their floors.

    python -m benchmarks.results [--only WORD] [--list] [FILE...]

A table is a code block below a comment with its command; `part` selects the lines of the output from the first one that matches a pattern
to the next blank line, `rows` those of them that match another one, `floor` is a pattern with one group and the minimum value of the group:

    <!-- results: python -m benchmarks.page_types
    part: ^site
    floor: ^mean +([\\d.]+) .99 -->

A Markdown table below a comment takes its cells from the output's Markdown tables: those of rows and columns with the same names.
Other columns are written by hand; a row that the output lacks is kept and reported.

A command of several tables runs once. A table whose command fails is kept. The exit code is 1 if a command fails, or if a figure is missing
or below its floor; the tables are written in any case, so that a diff shows the changes.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "docs" / "results"
FILES = tuple(sorted(FOLDER.glob("*.md")))
_TABLE = re.compile(
    r"(?P<head><!-- results: (?P<about>(?:(?!-->).)*) -->\n+)(?:(?P<block>```\n.*?```)|(?P<rows>(?:\|[^\n]*\n)+))", re.DOTALL
)
_FLOOR = re.compile(r"(?P<pattern>.+) (?P<least>[\d.]+)")


@dataclass(frozen=True, slots=True)
class Table:
    """The instructions of a comment for the table below it."""

    command: str
    part: str = ""
    rows: str = ""
    floors: tuple[str, ...] = ()

    @classmethod
    def of(cls, about: str) -> Table:
        r"""Parse the comment.

        >>> Table.of("python -m benchmarks.page_types\npart: ^site\nfloor: mean (.*) .9")
        Table(command='python -m benchmarks.page_types', part='^site', rows='', floors=('mean (.*) .9',))
        """
        command, *lines = (line.strip() for line in about.split("\n"))
        settings = [line.partition(": ")[::2] for line in lines]
        one = dict(settings)
        return cls(command, one.get("part", ""), one.get("rows", ""), tuple(value for name, value in settings if name == "floor"))

    def cut(self, output: str) -> str:
        """Return the lines of the output that belong to the table; "" if there are none."""
        lines = output.strip("\n").split("\n")
        if self.part:
            start = next((number for number, line in enumerate(lines) if re.search(self.part, line)), len(lines))
            end = next((number for number, line in enumerate(lines) if number > start and not line.strip()), len(lines))
            lines = lines[start:end]
        return "".join(f"{line}\n" for line in lines if re.search(self.rows, line))

    def violations(self, text: str) -> Iterator[str]:
        """Yield a message for each figure that is missing or below its floor."""
        for floor in self.floors:
            parsed = _FLOOR.fullmatch(floor)
            found = parsed and re.search(parsed["pattern"], text, re.MULTILINE)
            if not parsed or not found:
                yield f"no figure matches the floor {floor}"
            elif float(found[1]) < float(parsed["least"]):
                yield f"{found[1]} is below the floor {floor}"


@dataclass(slots=True)
class Regenerated:
    """Replaces the tables of a text by current output.

    Parameters
    ----------
    run : callable
        Returns a command's output, or None if it fails.
    selected : callable
        Returns whether to run a command.
    """

    run: Callable[[str], str | None]
    selected: Callable[[str], bool] = lambda _: True
    problems: list[str] = field(default_factory=list)
    _outputs: dict[str, str | None] = field(default_factory=dict)

    def of(self, text: str) -> str:
        """Return the text with new tables; problems are added to `problems`."""
        return _TABLE.sub(self._table, text)

    def _table(self, found: re.Match[str]) -> str:
        table = Table.of(found["about"])
        if not self.selected(table.command):
            return found[0]
        if table.command not in self._outputs:
            self._outputs[table.command] = self.run(table.command)
        output = self._outputs[table.command]
        made = table.cut(output) if output is not None else ""
        if not made.strip():
            self.problems.append(f"{table.command}: {'the command failed' if output is None else f'no line matches {table.part}'}")
            return found[0]
        missing: list[str] = []
        if found["rows"]:
            made, missing = merged(found["rows"], made)
        self.problems += [f"{table.command}: {problem}" for problem in (*missing, *table.violations(made))]
        return found["head"] + (made if found["rows"] else f"```\n{made}```")


def merged(table: str, output: str) -> tuple[str, list[str]]:
    """Return a Markdown table with the cells that the output's Markdown tables have for it, and a message for each row that they lack.

    >>> merged("| site | f | why |\\n|---|---|---|\\n| north | .1 | large |\\n", "| site | n | f |\\n|---|---|---|\\n| north | 2 | .9 |\\n")
    ('| site | f | why |\\n|---|---|---|\\n| north | .9 | large |\\n', [])
    """
    head, rule, *rows = [_cells(line) for line in table.splitlines()]
    current: dict[str, dict[str, str]] = {}
    columns: list[str] = []
    for line in output.splitlines():
        cells = _cells(line)
        if not line.startswith("|"):
            columns = []
        elif not columns:
            columns = cells
        elif columns[0] == head[0]:
            current[cells[0]] = dict(zip(columns, cells, strict=True))
    lines = [head, rule, *([current.get(row[0], {}).get(name, old) for name, old in zip(head, row, strict=True)] for row in rows)]
    missing = [f"no row {row[0]}" for row in rows if row[0] not in current]
    return "".join("|---" * len(head) + "|\n" if line is rule else f"| {' | '.join(line)} |\n" for line in lines), missing


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def commands(text: str) -> list[str]:
    """Return the distinct commands of a text."""
    return list(dict.fromkeys(Table.of(found["about"]).command for found in _TABLE.finditer(text)))


def output_of(command: str) -> str | None:
    """Run a command with this interpreter's scripts on the path; return None unless its exit code is 0 or 1 (some pages lost)."""
    begun = time.perf_counter()
    scripts = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ.get('PATH', '')}"}
    shell = ["/bin/sh", "-c", command]
    done = subprocess.run(shell, stdout=subprocess.PIPE, text=True, check=False, env=environment, cwd=Path(__file__).parents[1])
    print(f"{time.perf_counter() - begun:6.0f} s  {command}", file=sys.stderr, flush=True)
    return done.stdout if done.returncode in (0, 1) else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, default=FILES, metavar="FILE")
    parser.add_argument("--only", default="", metavar="WORD", help="only run commands that contain WORD")
    parser.add_argument("--list", action="store_true", help="print the commands without running them")
    args = parser.parse_args()
    texts = {file: file.read_text("utf-8") for file in args.files}
    if args.list:
        print("\n".join(command for text in texts.values() for command in commands(text) if args.only in command))
        return 0
    made = Regenerated(output_of, lambda command: args.only in command)
    for file, text in texts.items():
        file.write_text(made.of(text), "utf-8")
    print("\n".join(made.problems) or "all figures are at or above their floors")
    return int(bool(made.problems))


if __name__ == "__main__":
    sys.exit(main())
