"""What the command line decides about a run of the pipeline."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

import click

from indexer.errors import ModelError
from indexer.pipeline import Job, read_models
from indexer.settings import Settings

_EVERY = 20
"""Pages between two progress lines."""


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
    progress: Callable[[str, int, int], None], *, model: Path | None = None, page_level: bool = False
) -> Job:
    """The job of one command.

    Raises
    ------
    ModelError
        Where the model file cannot be used.
    """
    now = Settings.read().now or datetime.now(UTC)
    models = {}
    if model is not None:
        try:
            models = read_models(model.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise ModelError(f"{model}: {error}") from error
    return Job(now=now, models=models, page_level=page_level, progress=progress)
