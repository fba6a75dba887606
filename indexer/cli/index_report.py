"""The report of `winnow index`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import click

from indexer.cause import Cause
from indexer.cli.job import dated_ahead
from indexer.cli.terminal import print_json, printable, table
from indexer.index.arm import Arm
from indexer.outcome import Ending, Kind, Outcome, count

if TYPE_CHECKING:
    from indexer.index.engine import Committed, Engine
    from indexer.index.refused import RefusedDocuments


class Sent(NamedTuple):
    """A refused document that was sent again."""

    arm: Arm
    id: str
    page_url: str


@dataclass(slots=True)
class Report:
    """The outcomes of pages, and the documents that the engine refused.

    Parameters
    ----------
    kept : RefusedDocuments
        The store of refused documents.
    ended : list of Outcome
    retried : Counter
        Repeated operations, by the response of the engine.
    shortened : Counter
        Documents with a field shortened to a limit of the engine, by field.
    ahead : int
        The number of pages with a fetch time in the future.
    """

    kept: RefusedDocuments
    ended: list[Outcome] = field(default_factory=list)
    retried: Counter[str] = field(default_factory=Counter)
    shortened: Counter[str] = field(default_factory=Counter)
    ahead: int = 0

    def take(self, committed: Committed) -> None:
        """Record a commit; refused documents are stored at once."""
        self.kept.keep(committed.refused)
        self.retried.update(committed.retried)
        self.shortened.update(committed.shortened)
        self.ahead += committed.ahead

    def sent_again(self, sent: Sequence[Sent], committed: Committed) -> None:
        """Record the outcomes of documents that were sent again."""
        self.take(committed)
        refused = {(each.arm, each.document.id): each.reason for each in committed.refused}
        for each in sent:
            reason = refused.get((each.arm, each.id))
            ending = Ending(Kind.INDEXED) if reason is None else Ending(Kind.REFUSED, Cause.ENGINE, detail=reason)
            self.ended.append(Outcome(each.page_url, each.arm.value, ending))

    @property
    def lost(self) -> list[Outcome]:
        """Pages that could not be processed."""
        return [outcome for outcome in self.ended if outcome.kind.lost]


def print_report(report: Report, engine: Engine, *, as_json: bool) -> None:
    """Print the counts of outcomes and documents, and every lost page."""
    if as_json:
        print_json(_record(report, engine))
        return
    ended, counts = report.ended, count(report.ended)
    click.echo(table([["outcome", "pages"], *([k, str(n)] for k, n in counts.items()), ["all", str(len(ended))]]))
    click.echo()
    click.echo(table([["arm", "documents"], *([arm.value, str(engine.count(arm))] for arm in Arm)]))
    for reason, number in sorted(report.retried.items()):
        click.echo(f"sent again: {number} operations ({printable(reason)})", err=True)
    for name, number in sorted(report.shortened.items()):
        click.echo(f"shortened: {name} of {number} documents, to a limit of the engine", err=True)
    if report.ahead:
        click.echo(dated_ahead(report.ahead, len(ended)), err=True)
    for outcome in report.lost:
        why = f"{outcome.kind.value} {printable(outcome.reason)}".rstrip()
        click.echo(f"lost: {printable(outcome.url)}: {why}", err=True)
    if Kind.REFUSED.value in counts:
        click.echo(f"refused documents are kept in {report.kept.path}: `winnow index --retry` sends them again", err=True)


def _record(report: Report, engine: Engine) -> dict[str, object]:
    return {
        "pages": len(report.ended),
        "outcomes": count(report.ended),
        "documents": {arm.value: engine.count(arm) for arm in Arm},
        "retried": dict(sorted(report.retried.items())),
        "shortened": dict(sorted(report.shortened.items())),
        "datedAhead": report.ahead,
        "lost": [outcome.record() for outcome in report.lost],
    }
