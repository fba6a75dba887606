"""`winnow engine`: runs a search server on this machine, for tests and trials."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from indexer.cli.options import engine_option, home_option, json_option
from indexer.cli.terminal import print_json
from indexer.errors import NothingToDoError, UsageError
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.node.product import ELASTICSEARCH, PRODUCTS
from indexer.settings import Settings

if TYPE_CHECKING:
    from indexer.index.node.cluster import Cluster


@click.group()
def engine() -> None:
    """Run Elasticsearch or OpenSearch on this machine, for tests and trials.

    It listens only on loopback, without passwords, and stores everything under the home directory. Its jars are downloaded once
    from Maven; a JDK and Maven are required.

    Example: winnow engine start --plugin
    """


@engine.command()
@click.option("--product", type=click.Choice(tuple(PRODUCTS)), default=ELASTICSEARCH.name, show_default=True, help="The server.")
@click.option("--nodes", type=click.Choice(("1", "3")), default="1", show_default=True, help="Number of nodes.")
@click.option("--plugin", is_flag=True, help="Build the plugin weighted-terms and start the server with it.")
@home_option
@json_option
def start(product: str, nodes: str, home: Path | None, *, plugin: bool, as_json: bool) -> None:
    """Start the server, wait until it is ready, and print its URL; running nodes are left unchanged.

    Example: winnow engine start --product opensearch-3
    """
    from indexer.index.node.cluster import Cluster, Launch, engine_folder
    from indexer.index.node.plugin import NAME, build_plugin

    chosen, size = PRODUCTS[product], int(nodes)
    launch = Launch(plugins={NAME: build_plugin(chosen)} if plugin else {})
    cluster = Cluster(chosen, engine_folder(_home(home), chosen, size), size, launch)
    cluster.start()
    _show([cluster], as_json=as_json)


@engine.command()
@home_option
@json_option
def stop(home: Path | None, *, as_json: bool) -> None:
    """Stop every server under the home directory; the data is kept.

    Example: winnow engine stop
    """
    from indexer.index.node.cluster import clusters

    running = [cluster for cluster in clusters(_home(home)) if any(node.pid for node in cluster.nodes)]
    for cluster in running:
        cluster.stop()
    if as_json:
        print_json({"stopped": [cluster.product.name for cluster in running]})
    elif not running:
        msg = "no server runs under this home directory"
        raise NothingToDoError(msg)


@engine.command()
@home_option
@json_option
def status(home: Path | None, *, as_json: bool) -> None:
    """Show every server that was started under the home directory.

    Example: winnow engine status
    """
    from indexer.index.node.cluster import clusters

    found = list(clusters(_home(home)))
    if not found and not as_json:
        msg = "no server was started under this home directory: `winnow engine start` starts one"
        raise NothingToDoError(msg)
    _show(found, as_json=as_json)


@engine.command()
@engine_option
@home_option
@json_option
def prepare(engine: str | None, home: Path | None, *, as_json: bool) -> None:
    """Create the templates and the first indexes with their aliases, for loading the output of `winnow clean --format bulk`.

    Existing ones are kept. Prints the write alias of each arm.

    Example: winnow engine prepare --engine http://127.0.0.1:9200
    """
    from indexer.index.elasticsearch.aliases import Names, available_encoding, ensure
    from indexer.index.elasticsearch.connection import Connection
    from indexer.index.elasticsearch.connection_settings import ConnectionSettings

    settings = Home.of(home, engine).settings
    if not settings.engine:
        raise UsageError("name an Elasticsearch or OpenSearch with --engine URL: the embedded engine needs nothing prepared")
    names = Names(settings.engine_prefix)
    with closing(Connection(ConnectionSettings.of(settings))) as connection, connection.ask() as client:
        ensure(client, names, native=settings.engine_native)
        weights = available_encoding(client).name
    written = {arm.value: names.write(arm) for arm in Arm}
    if as_json:
        print_json({"aliases": written, "weights": weights})
        return
    click.echo("\n".join(f"{arm}: {alias}" for arm, alias in written.items()))


@engine.command()
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path(), help="Directory for the zips [.].")
def plugin(out: Path) -> None:
    """Build the plugin weighted-terms for the plugin installers of Elasticsearch 8 and 9 and OpenSearch 2 and 3.

    Example: winnow engine plugin --out dist
    """
    from indexer.index.node.plugin import plugin_zip

    out.mkdir(parents=True, exist_ok=True)
    for product in PRODUCTS.values():
        click.echo(shutil.copy(plugin_zip(product), out))


def _home(home: Path | None) -> Path:
    return Settings.read().home if home is None else home


def _show(found: list[Cluster], *, as_json: bool) -> None:
    """Print the URLs, one per line, or all details as JSON."""
    if as_json:
        print_json({"servers": [_record(cluster) for cluster in found]})
        return
    for cluster in found:
        health = cluster.health()
        click.echo(f"{cluster.product.name} {cluster.product.version}, {health['status'] if health else 'stopped'}", err=True)
        for node in cluster.nodes:
            if node.up:
                click.echo(node.url)


def _record(cluster: Cluster) -> dict[str, Any]:
    health = cluster.health()
    return {
        "product": cluster.product.name,
        "version": cluster.product.version,
        "status": health["status"] if health else "stopped",
        "nodes": [
            {"name": node.name, "pid": node.pid, "url": node.url if node.http else None, "folder": str(node.home)}
            for node in cluster.nodes
        ],
    }
