"""Experiments: what was asked of which systems, and what they answered; one row a part, none ever changed."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlalchemy.orm import Mapped

from indexer.store.columns import Id, Line, Moment, Number, Table


class ExperimentRow(Table):
    """A part of an experiment.

    `run` is 0 for its definition, and counts its runs from 1. `part` is `definition`, `conditions` (of a run: index, judgements, settings)
    or `rankings` (of a run: those of the query that `key` names). `content` is JSON.
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
