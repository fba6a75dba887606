"""A query from the command line, and a note if the query was changed."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import click

from indexer.cli.terminal import printable

if TYPE_CHECKING:
    from indexer.index.query import Query


def read_query(words: tuple[str, ...], today: date) -> Query:
    """Read a query; print on standard error how it was understood if parts of it were not."""
    from indexer.index.query_parser import parse

    query = parse(" ".join(words), today)
    for note in query.notes:
        click.echo(f"query: {printable(note.message)}", err=True)
    if query.wanted is None:
        click.echo("query: it has no word, so nothing is searched for; * matches everything", err=True)
    elif query.notes:
        click.echo(f"query: searched for {printable(query.understood)}", err=True)
    return query


def query_record(query: Query) -> dict[str, object]:
    """The JSON of a query: its understood form, and the notes."""
    notes = [{"kind": note.kind.value, "about": note.about, "message": note.message} for note in query.notes]
    return {"understood": query.understood, "notes": notes}
