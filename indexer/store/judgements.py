"""JudgementLog: append-only relevance judgements."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import func, insert, select

from indexer.store.database import Database
from indexer.store.judgement_tables import JudgementRow


@dataclass(frozen=True, slots=True)
class Judgement:
    """One judgement; fields as in `indexer.store.judgement_tables.JudgementRow`."""

    judge: str
    query: str
    url: str
    value: str
    left: str = ""
    right: str = ""
    question: str = ""


class JudgementLog:
    """The judgements of a database.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as home, Database.open(Path(home)) as database:
    ...     log = JudgementLog(database)
    ...     for value in ("1", "2", ""):
    ...         log.append([Judgement("ada", "ferry", "https://a.example/1", value)], at=0.0)
    ...         [judgement.value for judgement in log.standing()]
    ['1']
    ['2']
    []
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def append(self, judgements: list[Judgement], at: float) -> None:
        """Store judgements, all or none."""
        rows = [{"at": at, **asdict(each)} for each in judgements]
        if rows:
            with self._database.writing() as connection:
                connection.execute(insert(JudgementRow), rows)

    def standing(self) -> list[Judgement]:
        """Return the last judgement of each judge, query, URL and question, without withdrawn ones, ordered by query, URL and judge."""
        row = JudgementRow
        last = select(func.max(row.id)).group_by(row.judge, row.query, row.url, row.question)
        columns = (row.judge, row.query, row.url, row.value, row.left, row.right, row.question)
        wanted = select(*columns).where(row.id.in_(last), row.value != "").order_by(row.query, row.url, row.judge, row.question)
        with self._database.reading() as connection:
            return [Judgement(*each) for each in connection.execute(wanted)]
