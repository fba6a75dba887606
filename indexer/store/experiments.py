"""ExperimentLog: append-only parts of experiments."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import case, func, insert, select
from sqlalchemy.exc import IntegrityError

from indexer.errors import UsageError
from indexer.store.database import Database
from indexer.store.experiment_tables import ExperimentRow

DEFINITION, CONDITIONS, RANKINGS = "definition", "conditions", "rankings"


class ExperimentLog:
    """The experiments of a database.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as home, Database.open(Path(home)) as database:
    ...     log = ExperimentLog(database)
    ...     log.append("spring", 0, DEFINITION, {"": {"queries": 2}}, at=5.0)
    ...     log.names(), log.part("spring", 0, DEFINITION), log.runs("spring")
    ({'spring': 5.0}, {'': {'queries': 2}}, {})
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def append(self, name: str, run: int, part: str, contents: Mapping[str, Any], at: float) -> None:
        """Store contents by key, all or none.

        Raises
        ------
        UsageError
            If one exists already.
        """
        rows = [
            {"at": at, "name": name, "run": run, "part": part, "key": key, "content": json.dumps(content, ensure_ascii=False)}
            for key, content in contents.items()
        ]
        try:
            with self._database.writing() as connection:
                connection.execute(insert(ExperimentRow), rows)
        except IntegrityError as error:
            what = "has been run by another process" if run else "exists, and never changes: choose another name"
            raise UsageError(f"the experiment {name} {what}") from error

    def names(self) -> dict[str, float]:
        """Return the experiments with their creation times, oldest first."""
        row = ExperimentRow
        wanted = select(row.name, row.at).where(row.run == 0).order_by(row.id)
        with self._database.reading() as connection:
            return {row.name: row.at for row in connection.execute(wanted)}

    def part(self, name: str, run: int, part: str) -> dict[str, Any]:
        """Return the contents of a part by key."""
        row = ExperimentRow
        wanted = select(row.key, row.content).where(row.name == name, row.run == run, row.part == part).order_by(row.id)
        with self._database.reading() as connection:
            return {key: json.loads(content) for key, content in connection.execute(wanted)}

    def runs(self, name: str) -> dict[int, int]:
        """Return the numbers of the runs, each with its number of completed queries."""
        row = ExperimentRow
        done = func.sum(case((row.part == RANKINGS, 1), else_=0))
        wanted = select(row.run, done).where(row.name == name, row.run > 0).group_by(row.run).order_by(row.run)
        with self._database.reading() as connection:
            return {run: int(number) for run, number in connection.execute(wanted)}
