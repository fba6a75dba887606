"""`winnow aliases`: shows the indexes that are searched and written to, and rolls back to earlier ones."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from indexer.cli.options import engine_option, home_option, json_option
from indexer.cli.terminal import print_json, table
from indexer.errors import UsageError
from indexer.home import Home
from indexer.index.arm import Arm

if TYPE_CHECKING:
    from indexer.index.elasticsearch.aliases import ArmIndexes
    from indexer.index.elasticsearch.engine import ElasticsearchEngine


@click.group()
def aliases() -> None:
    """Manage the indexes of Elasticsearch or OpenSearch that are searched and written to; `winnow index --rebuild` makes new ones.

    Example: winnow aliases show
    """


@aliases.command()
@engine_option
@home_option
@json_option
def show(engine: str | None, home: Path | None, *, as_json: bool) -> None:
    """Show the aliases and indexes of every arm.

    Example: winnow aliases show --engine http://127.0.0.1:9200
    """
    from indexer.index.elasticsearch.aliases import state

    with _engine(home, engine) as opened, opened.connection.ask() as client:
        _print(state(client, opened.names), as_json=as_json)


@aliases.command()
@engine_option
@home_option
@json_option
def rollback(engine: str | None, home: Path | None, *, as_json: bool) -> None:
    """Switch all aliases back to the previous indexes in one step.

    The current indexes are kept. Documents written since their introduction are only in them; index those pages again.

    Example: winnow aliases rollback --engine http://127.0.0.1:9200
    """
    from indexer.index.elasticsearch.aliases import state
    from indexer.index.elasticsearch.rebuild import roll_back

    with _engine(home, engine) as opened:
        roll_back(opened.connection, opened.names)
        with opened.connection.ask() as client:
            _print(state(client, opened.names), as_json=as_json)


def _engine(home: Path | None, engine: str | None) -> ElasticsearchEngine:
    from indexer.index.elasticsearch.connection_settings import ConnectionSettings
    from indexer.index.elasticsearch.engine import ElasticsearchEngine

    settings = Home.of(home, engine).settings
    if not settings.engine:
        raise UsageError("the embedded engine has no aliases: name an Elasticsearch or OpenSearch with --engine URL")
    return ElasticsearchEngine(ConnectionSettings.of(settings))


def _print(current: Mapping[Arm, ArmIndexes], *, as_json: bool) -> None:
    if as_json:
        print_json({arm.value: _record(indexes) for arm, indexes in current.items()})
        return
    rows = [[arm.value, i.read, i.write, i.build, " ".join(i.indexes)] for arm, i in current.items()]
    click.echo(table([["arm", "searched", "written to", "being built", "all"], *rows], left=5))


def _record(indexes: ArmIndexes) -> dict[str, object]:
    return {"read": indexes.read, "write": indexes.write, "build": indexes.build, "indexes": list(indexes.indexes)}
