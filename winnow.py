"""The front door: one program, `winnow`, with the command groups of the three packages.

A command's module is imported only when the command runs, so that `winnow --help` answers at once.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from types import MappingProxyType

import click

from indexer.errors import NothingToDoError, WinnowError

__version__ = "0.1.0"

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType({
    "clean": ("indexer.cli.clean", "pages in, one JSON object a page out: body, weights, metadata, outcome"),
    "learn": ("indexer.cli.learn", "fit the model of each site in the input and store it"),
    "index": ("indexer.cli.index", "clean the input and write the documents of all arms"),
    "search": ("indexer.cli.search", "search one arm"),
    "size": ("indexer.cli.size", "tokens and bytes of each arm, and what was saved"),
    "compare": ("indexer.cli.compare", "one query, or a set with judgements, on two arms"),
    "evaluate": ("indexer.cli.evaluate", "measure bodies, page types and retrieval against labels"),
    "crawl": ("workers.cli", "fetch a site politely into WARC files"),
    "ui": ("search_ui.cli", "serve the comparison website"),
})
"""Command name to the module that holds it and the line that `--help` shows."""


class LazyGroup(click.Group):
    """A click group whose commands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(COMMANDS[cmd_name][0])
        command = getattr(module, cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="winnow")
def cli() -> None:
    """Index only what the news articles say.

    Exit codes: 0 done, 1 some pages lost (each is listed with its outcome), 2 usage, 3 nothing to do.
    """


def main() -> None:
    """Run the program; an expected error becomes one line on stderr and its exit code."""
    try:
        cli(standalone_mode=True)
    except NothingToDoError as error:
        click.echo(f"winnow: {error}", err=True)
        sys.exit(3)
    except WinnowError as error:
        click.echo(f"winnow: {error}", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
