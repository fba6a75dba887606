"""Table of experiments: definitions and runs in immutable rows, one per part."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlalchemy.orm import Mapped

from indexer.store.columns import Id, Line, Moment, Number, Table


class ExperimentRow(Table):
    """A part of an experiment.

    `run` is 0 for the definition and counts runs from 1. `part` is `definition`, `conditions` (index, judgements and settings of a run)
    or `rankings` (of a run, for the query named by `key`). `content` is JSON.
    """

    __tablename__ = "experiment"
    __table_args__ = (UniqueConstraint("name", "run", "part", "key"),)
    id: Mapped[Id]
    at: Mapped[Moment]
    name: Mapped[Line]
    run: Mapped[Number]
    part: Mapped[Line]
    key: Mapped[Line]
    content: Mapped[Line]
