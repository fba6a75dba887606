"""The front door: one program, `winnow`, with the command groups of the three packages.

A command's module is imported only when the command runs, so that `winnow --help` answers at once.
"""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from collections.abc import Mapping
from contextlib import redirect_stderr, suppress
from io import TextIOWrapper
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click

from indexer.configuration import apply_configuration
from indexer.errors import NothingToDoError, WinnowError, fault
from indexer.interrupts import raise_interrupts
from indexer.process import prepare, restrict_umask

if TYPE_CHECKING:
    from indexer.preprocessor import Preprocessor

__version__ = "1.0.0"
__all__ = ["Preprocessor", "__version__", "cli", "main"]

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType({
    "clean": ("workers.cli.clean", "pages in, one JSON object a page out: body, weights, metadata, outcome"),
    "learn": ("indexer.cli.learn", "fit the model of each site in the input and store it"),
    "model": ("indexer.cli.model", "what stored models know, how far they are to be believed, and what has changed"),
    "skeleton": ("indexer.cli.skeleton", "the tree of pages by which a site is navigated"),
    "index": ("indexer.cli.index", "clean the input and write the documents of all arms"),
    "search": ("indexer.cli.search", "search one arm"),
    "size": ("indexer.cli.size", "tokens and bytes of each arm, and what was saved"),
    "compare": ("indexer.cli.compare", "one query, or a set with judgements, on two arms"),
    "links": ("indexer.cli.links", "rank the pages of a site as hubs and authorities of its links"),
    "evaluate": ("indexer.cli.evaluate", "measure bodies, page types and retrieval against labels"),
    "experiment": ("indexer.cli.experiment", "whether cleaning pays on your own index: queries, blind judgements, a report to recompute"),
    "engine": ("indexer.cli.engine", "a search server on this machine, for tests and for trying"),
    "store": ("indexer.cli.store", "look after the database: upgrade its schema, forget what is old"),
    "archive": ("indexer.cli.archive", "what the archive has of a URL"),
    "frontier": ("workers.cli.frontier", "what waits to be fetched, by site, and how the rest ended"),
    "aliases": ("indexer.cli.aliases", "which indexes of an Elasticsearch are searched and written to; roll back"),
    "worker": ("workers.cli.worker", "work for the frontier through a broker, beside any number of others"),
    "crawl": ("workers.cli.crawl", "fetch a site politely into WARC files"),
    "recrawl": ("workers.cli.recrawl", "visit crawled sites again where news is to be expected"),
    "schedule": ("workers.cli.recrawl", "what a recrawl would ask for now, and why"),
    "audit": ("workers.cli.audit", "compare archive, database and every arm, and repair what differs"),
    "config": ("workers.cli.config", "show or check the settings, and where each comes from"),
    "doctor": ("workers.cli.doctor", "try every part that the settings name, and say what to do where one fails"),
    "ui": ("search_ui.cli", "serve the comparison website"),
})
"""Command name to the module that holds it and the line that `--help` shows."""


def __getattr__(name: str) -> Any:
    """`winnow.Preprocessor`, imported when it is asked for, so that the commands need not wait for it (PEP 562)."""
    if name == "Preprocessor":
        return importlib.import_module("indexer.preprocessor").Preprocessor
    raise AttributeError(f"module 'winnow' has no attribute {name!r}")


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

    def invoke(self, ctx: click.Context) -> Any:
        """As click's, but for two ends that click would tell in its own way."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise click.Abort from None
        except BrokenPipeError:
            _abandon_output()
            sys.exit(_CLOSED_PIPE)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False,
              callback=lambda *given: _show_versions(*given),
              help="Show the versions of the program, its data and its engines, and exit.")  # fmt: skip
@click.option("-q", "--quiet", is_flag=True,
              help="Leave standard error to errors: no progress, notes and lost pages, which the exit code still tells.")  # fmt: skip
@click.pass_context
def cli(context: click.Context, *, quiet: bool) -> None:
    """Index only what the news articles say.

    Exit codes: 0 done, 1 some pages lost (each is listed with its outcome), 2 usage, 3 nothing to do.

    Example: winnow --quiet index pages.warc.gz
    """
    context.obj = apply_configuration()
    if os.environ.get("WINNOW_LOG"):
        from indexer.events import start  # here, as the commands are

        start(os.environ["WINNOW_LOG"])
    if quiet:
        nowhere = context.with_resource(open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - the context closes it
        context.with_resource(redirect_stderr(nowhere))  # until the command ends: what ended it is said after that


def _show_versions(context: click.Context, _: click.Parameter, asked: bool) -> None:  # noqa: FBT001 - click's signature
    """Print one version a line, the program's first, and exit."""
    if not asked:
        return
    from importlib.metadata import PackageNotFoundError, version

    from indexer.article.cleaned import RECORD_VERSION
    from indexer.site.codec import VERSION
    from indexer.store.migrate import HEAD

    click.echo(f"winnow {__version__}\nrecord {RECORD_VERSION}, model file {VERSION}, database {HEAD}")
    for package in ("tantivy", "elasticsearch", "opensearch-py"):
        try:
            click.echo(f"{package} {version(package)}")
        except PackageNotFoundError:
            click.echo(f"{package}: not installed")
    click.echo(f"Python {sys.version.split()[0]}")
    context.exit()


def main() -> None:
    """Run the program; what ends it early becomes one line on stderr and an exit code, never a traceback.

    A reader that closes the pipe (`winnow clean … | head -1`) ends it in silence, with the code of SIGPIPE.
    """
    prepare()
    if sys.argv[1:2] != ["engine"]:  # a search server may run as another user
        restrict_umask()
    _fill_closed()
    raise_interrupts()
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # JSON is UTF-8 (RFC 8259), whatever the locale says
    try:
        code = _run()
    except Exception as error:  # noqa: BLE001 - the front door: a traceback says nothing to whoever stands there
        _abandon_output()
        trace = traceback.format_exc() if os.environ.get("WINNOW_LOG") else ""
        code = _fail(f"{trace}a fault of the program ({fault(error)}): what came before is kept; {_REPORT_IT}", _FAULT)
    sys.exit(code)


def _run() -> int:
    """The exit code of a command."""
    try:
        status = cli.main(standalone_mode=False)
        sys.stdout.flush()  # while a failure to write can still be told
    except BrokenPipeError:
        _abandon_output()
        return _CLOSED_PIPE
    except click.Abort:
        return _fail("interrupted", _INTERRUPTED)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except NothingToDoError as error:
        return _fail(str(error), 3)
    except WinnowError as error:
        return _fail(str(error), 2)
    except OSError as error:  # a full disk, a lost mount: nothing that any command could make good
        name = _unwritable(error)
        _abandon_output()
        return _fail(f"{name}: {error.strerror or error}", 2)
    return status if isinstance(status, int) else 0


def _unwritable(error: OSError) -> str:
    """What could not be read or written; an error of writing names no file."""
    if error.filename:
        return str(error.filename)
    where = Path(traceback.extract_tb(error.__traceback__)[-1].filename)
    if where.name == "winnow.py" or not {"click", "cli"}.isdisjoint(where.parts):
        return "standard output"
    return "a file of the home directory or of the folder of temporary ones (TMPDIR)"


def _fill_closed() -> None:
    """A stream that was closed (`>&-`) becomes one that goes nowhere: else a file that is opened would take its number."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    for number, name in ((1, "stdout"), (2, "stderr")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, "w", encoding="utf-8"))  # noqa: SIM115 - for as long as the program runs


_FAULT = 70
"""EX_SOFTWARE of sysexits.h: no code that means pages or usage."""
_REPORT_IT = "report it with this line, or with all lines that WINNOW_LOG=text shows"
_INTERRUPTED, _CLOSED_PIPE = 130, 141
"""What a shell reports of programs ended by SIGINT and SIGPIPE."""


def _fail(reason: str, code: int) -> int:
    with suppress(OSError):  # nobody there to be told
        click.echo(f"winnow: {reason}", err=True)
    return code


def _abandon_output() -> None:
    """What is still buffered cannot be written; let the interpreter's last flush go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
