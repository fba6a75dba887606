"""The house's own rules: every name that a user meets exists, and the repository speaks of the product alone."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from harness.paths import ROOT
from winnow import COMMANDS, cli

PACKAGES = ("indexer", "workers", "search_ui", "demo", "harness", "tests", "benchmarks")
DOCUMENTS = [ROOT / "README.md", *sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def commands(group: click.Group, names: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command and subcommand with its words."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None, name
        yield (*names, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*names, name))


ALL = dict(commands(cli))


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_every_command_explains_itself_and_its_options(words: tuple[str, ...]) -> None:
    ended = CliRunner().invoke(cli, [*words, "--help"], catch_exceptions=False)
    assert ended.exit_code == 0
    command = ALL[words]
    assert (command.help or "").strip(), "it has a docstring"
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, f"{option.name} says what it is for"
            assert option.opts[0] in ended.output


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_every_command_has_an_example(words: tuple[str, ...]) -> None:
    (example,) = re.findall(r"^ *(?:Example: )?(winnow .*)$", ALL[words].help or "", re.MULTILINE)[:1]
    assert tuple(example.split()[1 : len(words) + 1]) == words
    command = ALL.get(tuple(example.split()[1:3])) or ALL[words]
    known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
    assert {word for word in example.split() if word.startswith("--")} <= known


def test_the_front_door_lists_every_command() -> None:
    listed = CliRunner().invoke(cli, ["--help"]).output
    for name, (_, line) in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(line.split()[0])}", listed, re.MULTILINE), name


def code(document: Path) -> Iterator[str]:
    """Every line of a code block, and every code span, without comments."""
    text = document.read_text("utf-8")
    for block in re.findall(r"^```[^\n]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        yield from (re.sub(r"(^|\s)#.*", "", line) for line in block.splitlines())
    yield from re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))


def calls(document: Path, program: str) -> Iterator[list[str]]:
    """The words after each call of a program."""
    for line in code(document):
        for call in re.split(r"&&|\|\||[;|]", line):
            words = call.split()
            while words and (words[0] == "$" or "=" in words[0] or words[0].endswith("bin/")):
                words.pop(0)
            if len(words) > 1 and words[0].rpartition("/")[2] == program:
                yield words[1:]


@pytest.mark.parametrize("document", dict.fromkeys(DOCUMENTS), ids=lambda path: path.name)
def test_documents_name_real_commands_and_options(document: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for words in calls(document, "make"):
        named = {word for word in words if "=" not in word and not word.startswith(("-", "#"))}
        assert named <= targets, words
    for words in calls(document, "winnow"):
        if not re.fullmatch(r"[a-z]+", words[0]):
            continue  # `winnow --help`, `winnow X`
        command = ALL.get(tuple(words[:2])) or ALL.get(tuple(words[:1]))
        assert command is not None, words
        known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)} | {"--help"}
        assert {word.partition("=")[0] for word in words if word.startswith("--")} <= known, words


def ours() -> list[Path]:
    """The repository's files, as git lists them; outside of a clone, the sources."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode == 0:
        return sorted(ROOT / name for name in listed.stdout.splitlines())
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


FOREIGN = {
    "a package registry's host": r"\b(?:pypi|pythonhosted|npmjs|crates|debian|maven|golang)\.(?:org|io|com)\b",
    "a path of one machine": r"(?<![\w.])/(?:work|root|tmp|home)/(?!\*)[\w{]",
    "a number of a tracker": r"\b[Ii]ssues? #?\d+\b",
}


@pytest.mark.slow
@pytest.mark.parametrize("what", FOREIGN)
def test_no_file_names(what: str) -> None:
    found = []
    for path in ours():
        try:
            text = path.read_text("utf-8")
        except (UnicodeDecodeError, FileNotFoundError):
            continue  # an image, or deleted and not yet committed
        for number, line in enumerate(text.splitlines(), 1):
            if path != Path(__file__) and re.search(FOREIGN[what], line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    assert not found


@pytest.mark.slow
def test_every_module_says_what_it_is() -> None:
    modules = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    silent = [
        str(path.relative_to(ROOT))
        for path in modules
        if path.stat().st_size and not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]
    assert modules
    assert not silent


def test_every_version_is_locked_and_no_address_with_it() -> None:
    lines = [line for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in lines), "NAME==VERSION, nothing else"
    locked = {re.sub(r"[-_.]+", "-", line.partition("==")[0]).lower() for line in lines}
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    asked = re.findall(r'^\s*"([\w.-]+)(?:\[[\w,]+\])?[><=~]', project, re.MULTILINE)
    assert {re.sub(r"[-_.]+", "-", name).lower() for name in asked} <= locked


@pytest.mark.parametrize(("importing", "others"), [("tests", {"benchmarks"}), ("benchmarks", {"tests"}), ("harness", {"tests", "benchmarks"})])
def test_tests_and_benchmarks_share_the_harness_alone(importing: str, others: set[str]) -> None:
    found = []
    for file in sorted((ROOT / importing).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names] if isinstance(node, ast.Import) else []
            found += [f"{file.relative_to(ROOT)}: {module}" for module in modules if module.partition(".")[0] in others]
    assert not found
