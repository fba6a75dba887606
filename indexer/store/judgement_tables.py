"""Table of relevance judgements in immutable rows."""

from __future__ import annotations

from sqlalchemy.orm import Mapped, mapped_column

from indexer.store.columns import Id, Line, Moment, Table


class JudgementRow(Table):
    """A judge's grade of a story (`url`), preference between two lists (`url` is empty), or answer to a `question` about a story; the last
    row of a judge, query, URL and question counts.

    `value` is a grade from 0 to 3, or the preferred side (`left`, `right`, `tie`, `bad`), or an answer (`yes`, `no`), or empty for a
    withdrawal. `left` and `right` are the arms drawn for the sides; with an answer, the arms that found the story, empty if not.
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
    question: Mapped[Line] = mapped_column(server_default="")
