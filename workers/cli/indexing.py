"""The end of a crawl or recrawl: what came is indexed, and the report is printed also where the index cannot be written."""

from __future__ import annotations

from collections.abc import Collection

import click

from indexer.errors import EngineError
from workers.crawl.session import CrawlSession


def index_or_why(session: CrawlSession, hosts: Collection[str]) -> tuple[dict[str, int], EngineError | None]:
    """Pages by outcome, and the error that kept some from the index: they wait in the archive, and lose nothing by it."""
    try:
        return session.index(hosts, lambda line: click.echo(line, err=True)), None
    except EngineError as error:
        return {}, EngineError(f"{error}; the pages wait in the archive, and the same command indexes them")
