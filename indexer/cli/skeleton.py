"""`winnow skeleton`: the tree of pages by which a site is navigated."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import click

from indexer.cli.job import Progress, job, notice
from indexer.cli.output import whole_file
from indexer.errors import UsageError
from indexer.pipeline import standard_input
from indexer.site.skeleton import Skeleton, nested
from indexer.site.skeleton_graph import graphml
from indexer.skeletons import learn_skeleton, published_skeleton

_METHODS: Mapping[str, Callable[..., Skeleton]] = MappingProxyType({"winnow": learn_skeleton, "sew": published_skeleton})


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("--start", default="", metavar="URL", help="The page to begin with [the site's front page].")
@click.option("--out", default="-", show_default=True, metavar="FILE", help="Where to write the tree; `-`: standard output.")
@click.option("--graphml", "as_graph", is_flag=True, help="Write GraphML instead of JSON, for other tools.")
@click.option("--method", type=click.Choice(list(_METHODS)), default="winnow", show_default=True,
              help="What the site's pages share, or SEW as published: from each page to the next.")  # fmt: skip
@click.option("--model", type=click.Path(dir_okay=False, path_type=Path), metavar="MODEL",
              help="Take page types from this model of `winnow learn` instead of learning them.")  # fmt: skip
def skeleton(inputs: tuple[str, ...], start: str, out: str, method: str, model: Path | None, *, as_graph: bool) -> None:
    """Print the navigation tree of one site in WARC files, HTML files or folders (`-`: standard input).

    JSON: url, text (what the menu calls the page), pageType (article, toc, other; null where the page is not in the input) and children,
    nested. A label that leads to no page has no url.
    """
    if method != "winnow" and model is not None:
        raise UsageError(f"--method {method} knows no page types, and {model} would not be used: leave one of the two out")
    with Progress() as progress:
        found = _METHODS[method](inputs, replace(job(progress, model=model), notice=notice), start, standard_input())
    text = graphml(found) if as_graph else json.dumps(nested(found.root), ensure_ascii=False, indent=1) + "\n"
    if out == "-":
        sys.stdout.write(text)
    else:
        with whole_file(out) as handle:
            handle.write(text)
    if not found.root.children:
        click.echo("no menu was found: the tree is the start page alone", err=True)
