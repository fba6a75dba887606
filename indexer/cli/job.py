"""The options and the progress of a pipeline run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import click

from indexer.cli.terminal import printable
from indexer.errors import UsageError
from indexer.process import cores
from indexer.settings import Settings
from indexer.urls import host

if TYPE_CHECKING:
    from indexer.article.learned import LearnedSite
    from indexer.pipeline import Job
    from indexer.site.methods.registry import Method

_EVERY = 20
"""Pages between two progress lines."""


model_option = click.option(
    "--model",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Use the models of `winnow learn`, or those of a home directory: what its crawls have learned.",
)
jobs_option = click.option(
    "--jobs", type=click.IntRange(min=1), default=cores, show_default="the available cores", metavar="N",
    help="Number of processes that learn and clean; the output does not depend on it.",
)  # fmt: skip


class Progress(AbstractContextManager[Callable[[str, int, int], None]]):
    """A progress line on standard error, on a terminal only."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()

    def __enter__(self) -> Callable[[str, int, int], None]:
        return self._show

    def _show(self, doing: str, done: int, total: int) -> None:
        if self._shown and (done % _EVERY == 0 or done == total):
            click.echo(f"\r\x1b[K{doing} {done:,} of {total:,}", nl=False, err=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)


def job(
    progress: Callable[[str, int, int], None],
    *,
    jobs: int = 1,
    model: Path | None = None,
    page_level: bool = False,
    method: Method | None = None,
    base_url: str = "",
    learned: Mapping[str, LearnedSite] | None = None,
) -> Job:
    """The job of one command.

    Parameters
    ----------
    learned : mapping of str to LearnedSite or None
        The models that are used where no model is given.

    Raises
    ------
    UsageError
        If a model is given with a method, which is fitted on the input; if the base URL is not an HTTP URL.
    ModelError
        If the models cannot be used.
    """
    from indexer.home import models_of
    from indexer.pipeline import Job

    if method is not None and model is not None:
        raise UsageError(f"--method {method.name} is fitted on the input, and {model} would not be used: leave one of the two out")
    if base_url and not host(base_url):
        raise UsageError(f"--base-url {base_url} is no URL: write https://example.org/")
    now = Settings.read().now or datetime.now(UTC)
    models = learned or {} if model is None else models_of(model)
    return Job(
        now=now, models=models, page_level=page_level, method=method, progress=progress, notice=notice, base_url=base_url, jobs=jobs
    )


def notice(line: str) -> None:
    """Print a line on standard error, in place of a progress line if there is one."""
    click.echo(("\r\x1b[K" if sys.stderr.isatty() else "") + printable(line), err=True)


def dated_ahead(ahead: int, pages: int) -> str:
    """The warning about pages whose fetch time is in the future.

    >>> dated_ahead(2, 9)
    'dated ahead: 2 of 9 pages, taken for fetched now: is a clock or WARC-Date wrong?'
    """
    return f"dated ahead: {ahead} of {pages} pages, taken for fetched now: is a clock or WARC-Date wrong?"
