"""Judgements: what people said of the hits of a query, one row a saying, none ever changed."""

from __future__ import annotations

from sqlalchemy.orm import Mapped

from indexer.store.columns import Id, Line, Moment, Table


class JudgementRow(Table):
    """What one judge said of a story (`url`), or of two lists (`url` is empty); of several rows of one judge, query and URL the last
    counts.

    `value` is a grade from 0 to 3, or the preferred side (`left`, `right`, `tie`, `bad`), or empty where it is taken back. `left` and
    `right` are the arms of the sides as they were drawn.
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
