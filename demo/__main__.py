"""python -m demo: generates three news sites, serves them, and runs Winnow's commands on them.

Every step is printed as a command, so that it can be repeated with other sites. The sites are invented; README shows the
same reports of real ones.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path

import click

from demo.examples import most_changed
from demo.generate import Scale, generate
from demo.server import free_bases, serve
from demo.sites import SITES
from indexer.evaluate.trec import read_queries
from indexer.home import Home
from winnow import COMMANDS, cli

_SEED = 20240229
_MARK = ".winnow-demo"
_RUN_FILES = ("sites", "archive", "index", "refused", "sizes", "winnow.sqlite3", "winnow.sqlite3-wal", "winnow.sqlite3-shm", "winnow.lock",
         "winnow-index.lock")  # fmt: skip
"""Files and folders of a run in its home; the next run removes them."""


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--home", type=click.Path(file_okay=False, path_type=Path), default=Path("demo-home"), show_default=True,
              help="Folder for sites, archive and indexes; those of the last run are replaced.")  # fmt: skip
@click.option("--seed", type=int, default=_SEED, show_default=True, help="Seed of the generated stories.")
@click.option("--articles", type=click.IntRange(min=24), default=Scale().articles, show_default=True,
              help="Articles per site.")  # fmt: skip
@click.option("--serve/--no-serve", "stay", default=lambda: os.environ.get("SERVE", "1") != "0",
              help="Serve the website at the end [unless SERVE=0 in the environment].")  # fmt: skip
def main(home: Path, seed: int, articles: int, *, stay: bool) -> None:
    """Run all of Winnow on three small invented news sites."""
    begun = time.monotonic()
    _reset_home(home)
    sites = home / "sites"
    generate(seed, sites, free_bases(len(SITES)), Scale(articles=articles))
    with serve(sites) as server:
        _print_heading(f"{len(server.urls)} invented news sites are served at {', '.join(server.urls)}")
        _crawl_and_index(home, server.urls, articles)
        _report(home, sites)
        _print_heading(f"Done in {time.monotonic() - begun:.0f} s. The same on your own pages:")
        winnow = program()
        click.echo(f"  {winnow} index FILE.warc.gz                      or a folder of HTML files")
        click.echo(f"  {winnow} crawl https://YOUR-SITE/ --contact YOUR-MAIL")
        click.echo(f"  {winnow} size; {winnow} compare QUERY; {winnow} ui")
        if stay:
            _website(home)


def program() -> str:
    """Return the command that calls this environment's `winnow` from the working directory."""
    installed = Path(sys.executable).with_name("winnow")
    if not installed.exists():
        return f"{sys.executable} -m winnow"
    if shutil.which("winnow") == str(installed):
        return "winnow"
    return str(installed.relative_to(Path.cwd()) if installed.is_relative_to(Path.cwd()) else installed)


def _reset_home(home: Path) -> None:
    """Remove the files of the last run; a folder that was not created by the demo is not changed.

    Raises
    ------
    click.UsageError
        If the folder contains other files.
    """
    if home.exists() and any(home.iterdir()) and not (home / _MARK).exists():
        raise click.UsageError(f"{home} contains files that do not belong to the demo: choose another --home")
    home.mkdir(parents=True, exist_ok=True)
    (home / _MARK).touch()
    for name in _RUN_FILES:
        if (home / name).is_dir():
            shutil.rmtree(home / name)
        else:
            (home / name).unlink(missing_ok=True)


def _crawl_and_index(home: Path, urls: list[str], articles: int) -> None:
    limit = str(len(urls) * articles * 4)  # lists, copies and static pages are fewer than three times the articles
    _run("crawl", *urls, "--home", str(home), "--delay", "0", "--allow-private", "--no-index", "--max-pages", limit)
    _run("index", str(home / "archive"), "--home", str(home))


def _report(home: Path, sites: Path) -> None:
    _run("audit", "--home", str(home))
    _run("size", "--home", str(home))
    truth = ["--queries", str(sites / "queries.tsv"), "--qrels", str(sites / "qrels.txt")]
    arms = ["--arms", "raw,articles,body,weighted"]
    _run("compare", *arms, *truth, "--bodies", str(sites / "bodies.jsonl"), "--home", str(home))
    engine = Home.of(home).engine()
    try:
        examples = most_changed(engine, read_queries(sites / "queries.tsv"))
    finally:
        engine.close()
    _print_heading(f"{len(examples)} queries whose results change most")
    for example in examples:
        _run("compare", example.query.text, "--limit", "5", "--home", str(home))


def _website(home: Path) -> None:
    _print_heading("The website; Ctrl-C ends it")
    _run("ui", "--home", str(home))


def _print_heading(line: str) -> None:
    click.secho(f"\n{line}", bold=True)


def _run(command: str, *arguments: str) -> None:
    """Print a command and run it in this process; exit code 1 (lost pages) is accepted, others end the demo."""
    shown = " ".join(f"'{each}'" if " " in each else each for each in arguments)
    _print_heading(f"$ {program()} {command} {shown}")
    assert command in COMMANDS
    try:
        cli.main([command, *arguments], prog_name="winnow", standalone_mode=False)
    except SystemExit as ended:
        if ended.code not in (0, 1, None):
            raise


if __name__ == "__main__":
    sys.exit(main())
