"""Table of relevance judgements in immutable rows."""

from __future__ import annotations

from sqlalchemy.orm import Mapped

from indexer.store.columns import Id, Line, Moment, Table


class JudgementRow(Table):
    """A judge's grade of a story (`url`), or preference between two lists (`url` is empty); the last row of a judge, query and URL
    counts.

    `value` is a grade from 0 to 3, or the preferred side (`left`, `right`, `tie`, `bad`), or empty for a withdrawal. `left` and
    `right` are the arms drawn for the sides.
    """

    __tablename__ = "judgement"
    id: Mapped[Id]
    at: Mapped[Moment]
    judge: Mapped[Line]
    query: Mapped[Line]
    url: Mapped[Line]
    value: Mapped[Line]
    left: Mapped[Line]
    right: Mapped[Line]
