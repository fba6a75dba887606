"""`winnow model`: shows the models of a file or of a home, or the differences of two."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from indexer.cli.model_report import difference_lines, difference_record, model_record, model_table
from indexer.cli.options import json_option
from indexer.cli.output import whole_file
from indexer.cli.terminal import print_json, printable
from indexer.errors import UsageError

if TYPE_CHECKING:
    from indexer.article.learned import LearnedSite

_FILE = click.Path(path_type=Path)


@click.command()
@click.argument("file", metavar="MODEL", type=_FILE)
@click.argument("newer", metavar="[NEWER]", type=_FILE, required=False)
@click.option("--restore", metavar="SITE", help="Write the models to --out, with the earlier model of this site.")
@click.option("--out", metavar="FILE", help="Output file of --restore.")
@json_option
def model(file: Path, newer: Path | None, restore: str | None, out: str | None, *, as_json: bool) -> None:
    """Show the models of a file or of a home directory, or the differences between them and newer ones.

    Columns: `covered`, share of article pages with a container of the model; `recall`, kept share of the text that the page-level
    extractor and a second extractor both select; `precision`, share of the kept text that either of them selects; `kept`, kept share of
    all visible text; `stable`, agreement of two models learned from half the pages each; `fits`, share of article pages that fit; `since`
    and `misfits`, article pages since then, and those that do not fit; `fuller`, article pages on which both extractors select much text
    that the model drops; `doubted`, the reasons why other methods clean the pages of the site.

    Example: winnow model models.json newer.json
    """
    from indexer.home import models_of

    models = models_of(file)
    if restore is not None or out is not None:
        _restore(models, restore, out)
    elif newer is not None:
        _compare(models, models_of(newer), as_json=as_json)
    elif as_json:
        print_json({"models": [model_record(models[site]) for site in sorted(models)]})
    else:
        click.echo(model_table(list(models.values())))
        for site in sorted(models):
            before = models[site].previous
            if before is not None:
                click.echo("\n".join(difference_lines(before, models[site])))


def _compare(old: Mapping[str, LearnedSite], new: Mapping[str, LearnedSite], *, as_json: bool) -> None:
    both = sorted(old.keys() & new.keys())
    gone, come = sorted(old.keys() - new.keys()), sorted(new.keys() - old.keys())
    if as_json:
        print_json({"removed": gone, "added": come, "differences": [difference_record(old[site], new[site]) for site in both]})
        return
    for word, sites in (("removed", gone), ("added", come)):
        for site in sites:
            click.echo(printable(f"{site}: {word}"))
    for site in both:
        click.echo("\n".join(difference_lines(old[site], new[site])))


def _restore(models: Mapping[str, LearnedSite], site: str | None, out: str | None) -> None:
    from indexer.pipeline import write_models

    if site is None or out is None:
        raise UsageError("--restore SITE and --out FILE go together: the models are written to FILE")
    known = models.get(site)
    if known is None:
        raise UsageError(f"the file has no site {site!r}; it has {', '.join(sorted(models))}")
    if known.previous is None:
        raise UsageError(f"the file has no earlier model of {site}: it was not learned again")
    text = write_models(known.previous if name == site else models[name] for name in sorted(models))
    with whole_file(out) as handle:
        handle.write(text)
    click.echo(printable(f"{known.name} → {known.previous.name}"), err=True)
