"""`winnow skeleton`: prints the navigation tree of a site, learned from pages or stored."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import click

from indexer.cli.job import Progress, job, notice
from indexer.cli.options import home_option
from indexer.cli.output import whole_file
from indexer.cli.skeleton_history import latest, lines, record, site_named, stored_skeletons, versions
from indexer.errors import UsageError
from indexer.home import Home
from indexer.site.skeleton.graph import graphml
from indexer.site.skeleton.skeleton import Skeleton, nested

_METHODS = ("winnow", "sew")


@click.command()
@click.argument("inputs", nargs=-1, metavar="[INPUT...]")
@click.option("--start", default="", metavar="URL", help="The root of the tree [the front page].")
@click.option("--out", default="-", show_default=True, metavar="FILE", help="Output file; `-`: standard output.")
@click.option("--graphml", "as_graph", is_flag=True, help="Write GraphML instead of JSON, for other tools.")
@click.option("--method", type=click.Choice(_METHODS), default="winnow", show_default=True,
              help="winnow: from what the pages share; sew: as published, from page to page.")  # fmt: skip
@click.option("--model", type=click.Path(dir_okay=False, path_type=Path), metavar="MODEL",
              help="Take page types from this model of `winnow learn` instead of learning them.")  # fmt: skip
@click.option("--store", is_flag=True, help="Store the tree in the database, as a new version if it differs from the last.")
@click.option("--stored", default="", metavar="SITE", help="Print the stored tree of a site (a host, or a URL of it).")
@click.option("--history", is_flag=True, help="With --stored: all versions with their dates and changes.")
@click.option("--json", "as_json", is_flag=True, help="With --history: print JSON; a tree is always JSON.")
@home_option
def skeleton(
    inputs: tuple[str, ...], start: str, out: str, method: str, model: Path | None, stored: str, home: Path | None,
    *, as_graph: bool, store: bool, history: bool, as_json: bool,
) -> None:  # fmt: skip
    """Print the navigation tree of one site in WARC files, HTML files or folders (`-`: standard input), or the stored one.

    The JSON nests url, text (the label in the menu), pageType (article, toc, other; null if the page is not in the input) and children. A
    label without a link has no url.

    Example: winnow skeleton pages.warc.gz --start https://example.org/ --out tree.json
    """
    if method != "winnow" and model is not None:
        raise UsageError(f"--method {method} knows no page types, and {model} would not be used: leave one of the two out")
    if bool(inputs) == bool(stored):
        raise UsageError("name the pages to learn from, or a site with --stored: one of the two")
    if stored and (start or store or model is not None or method != "winnow"):
        raise UsageError("--start, --method, --model and --store apply only to a learned tree: leave them out with --stored")
    if (history and (not stored or as_graph)) or (as_json and not history):
        raise UsageError("--history goes with --stored and has no graph; --json goes with --history")
    if history:
        _write(out, _history(site_named(stored), home, as_json=as_json))
        return
    found = _stored(site_named(stored), home) if stored else _learned(inputs, start, method, model)
    _write(out, graphml(found) if as_graph else json.dumps(nested(found.root), ensure_ascii=False, indent=1) + "\n")
    if store:
        _keep(found, home)
    if not found.root.children:
        click.echo("no menu was found: the tree is the start page alone", err=True)


def _learned(inputs: tuple[str, ...], start: str, method: str, model: Path | None) -> Skeleton:
    from indexer.pipeline import standard_input
    from indexer.skeletons import learn_skeleton, published_skeleton

    learn = learn_skeleton if method == "winnow" else published_skeleton
    with Progress() as progress:
        return learn(inputs, replace(job(progress, model=model), notice=notice), start, standard_input())


def _stored(site: str, home: Path | None) -> Skeleton:
    with stored_skeletons(home) as skeletons:
        return latest(skeletons, site)


def _history(site: str, home: Path | None, *, as_json: bool) -> str:
    with stored_skeletons(home) as skeletons:
        found = versions(skeletons, site)
    return (json.dumps(record(site, found), ensure_ascii=False, indent=2) if as_json else "\n".join(lines(site, found))) + "\n"


def _keep(found: Skeleton, home: Path | None) -> None:
    """Store a tree under the site of its root."""
    from indexer.site.skeleton.codec import write
    from indexer.store.skeletons import Skeletons

    opened = Home.of(home)
    if not found.root.url.startswith("http"):
        raise UsageError(f"{found.root.url} is the URL of a file, and a skeleton is stored by its site: nothing was stored")
    site, at = site_named(found.root.url), opened.settings.now or datetime.now(UTC)
    with opened.database() as database:
        version = Skeletons(database).put(site, write(replace(found, site=site)), at.timestamp())
    click.echo(f"version {version} of the skeleton of {site} is stored", err=True)


def _write(out: str, text: str) -> None:
    if out == "-":
        sys.stdout.write(text)
        return
    with whole_file(out) as handle:
        handle.write(text)
