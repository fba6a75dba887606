"""python .ci/reference.py [FOLDER]: write the pages of docs/reference that repeat what the code says.

Commands come from click, settings from `winnow config reference`, metrics from `workers.broker.metrics`, the record from its JSON Schema, the
HTTP API from its OpenAPI document, the Python API from docstrings. tests/integration/documents/test_reference.py compares the pages with what this prints.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner

from winnow import COMMANDS, Preprocessor, cli
from workers.broker.metrics import FAMILIES

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "docs" / "reference"
_HELP_WIDTH = 100


def commands() -> str:
    """Every command with what its `--help` prints."""
    parts = [
        "# Commands\n",
        "`winnow COMMAND --help` prints the same. Exit codes: 0 done, 1 some pages lost (each is listed on standard error), 2 usage, 3 nothing to do, 70 a fault of the program, 130 interrupted, 141 the reader closed the pipe.\n",
        "Completion of commands and options: `eval \"$(_WINNOW_COMPLETE=bash_source winnow)\"` in `~/.bashrc` (`zsh_source` in `~/.zshrc`; for fish `_WINNOW_COMPLETE=fish_source winnow | source`).\n",
        "| command | |\n|---|---|",
        *(f"| [`{name}`](#winnow-{name}) | {line} |" for name, (_, line) in COMMANDS.items()),
        "",
        _help(cli, click.Context(cli, info_name="winnow", **cli.context_settings), 2),
    ]
    with click.Context(cli, info_name="winnow", **cli.context_settings) as context:
        for name in COMMANDS:
            parts.extend(_of(name, context))
    return "\n".join(parts)


def _of(name: str, parent: click.Context) -> Iterator[str]:
    group = parent.command
    assert isinstance(group, click.Group)
    command = group.get_command(parent, name)
    assert command is not None
    context = click.Context(command, info_name=name, parent=parent)
    yield _help(command, context, 2 if parent.parent is None else 3)
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            yield from _of(each, context)


def _help(command: click.Command, context: click.Context, level: int) -> str:
    context.terminal_width = context.max_content_width = _HELP_WIDTH
    for option in command.params:  # a default that depends on the machine
        if isinstance(option, click.Option) and callable(option.default):
            option.show_default = option.show_default or False
    text = "\n".join(line.rstrip() for line in command.get_help(context).splitlines())
    return f"{'#' * level} {context.command_path}\n\n```text\n{text}\n```\n"


def settings() -> str:
    """The table of settings."""
    text = (REFERENCE / "settings.md").read_text("utf-8").partition("| `winnow.toml` |")[0]
    return text + CliRunner().invoke(cli, ["config", "reference"], catch_exceptions=False).output


def metrics() -> str:
    """The table of metrics."""
    text = (REFERENCE / "metrics.md").read_text("utf-8").partition("| metric |")[0]
    return text + "\n".join(("| metric | what it counts |", "|---|---|", *(f"| `{name}` | {what} |" for name, what in FAMILIES.items()), ""))


def record() -> str:
    """The keys of a JSON record."""
    schema = json.loads((REFERENCE / "record.schema.json").read_text("utf-8"))
    text = (REFERENCE / "record.md").read_text("utf-8").partition("| key |")[0]
    rows = (f"| `{key}` | {_kind(each)} | {each['description']} |" for key, each in schema["properties"].items())
    return text + "\n".join(("| key | type | meaning |", "|---|---|---|", *rows, ""))


def _kind(schema: dict[str, Any]) -> str:
    kind = schema.get("type", "string")
    if kind == "array":
        return f"list of {schema['items'].get('type', 'string')}s"
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


def api() -> str:
    """The operations of the HTTP API."""
    described = json.loads((ROOT / "search_ui" / "openapi.json").read_text("utf-8"))
    parameters = described["components"]["parameters"]
    text = (REFERENCE / "api.md").read_text("utf-8").partition("## GET /search")[0]
    parts = []
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            parts.append(f"## {method.upper()} {path}\n\n{operation['summary']}\n")
            given = [parameters[each["$ref"].rpartition("/")[2]] for each in operation.get("parameters", ())]
            if given:
                parts.append("| parameter | values | default | |\n|---|---|---|---|")
                parts.extend(_parameter(each) for each in given)
                parts.append("")
    return text + "\n".join(parts)


def _parameter(each: dict[str, Any]) -> str:
    schema = each["schema"]
    values = ", ".join(map(str, schema.get("enum", ()))) or schema.get("type", "")
    return f"| `{each['name']}`{' (needed)' if each.get('required') else ''} | {values} | {schema.get('default', '')} | {each.get('description', '')} |"


def python() -> str:
    """The class that other programs use."""
    text = (REFERENCE / "python.md").read_text("utf-8").partition("## winnow.Preprocessor")[0]
    parts = [f"## winnow.Preprocessor\n\n```text\nPreprocessor{inspect.signature(Preprocessor)}\n\n{inspect.getdoc(Preprocessor)}\n```\n"]
    for name, member in vars(Preprocessor).items():
        if not name.startswith("_"):
            function = getattr(Preprocessor, name)
            parts.append(f"### {name}\n\n```text\n{name}{inspect.signature(function)}\n\n{inspect.getdoc(member)}\n```\n")
    return text + "\n".join(parts)


PAGES = {"commands": commands, "settings": settings, "metrics": metrics, "record": record, "api": api, "python": python}

if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else REFERENCE
    for page, made in PAGES.items():
        (folder / f"{page}.md").write_text(made(), "utf-8")
