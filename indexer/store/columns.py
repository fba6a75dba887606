"""Common base of the tables: metadata, names of constraints, and column types for both databases.

Times are UTC seconds since 1970 as doubles, because SQLite has no time type, delays are added to them, and indexes can order them. JSON
is stored as text.
"""

from __future__ import annotations

from typing import Annotated

from sqlalchemy import BigInteger, Double, ForeignKey, Integer, MetaData, Text
from sqlalchemy.orm import DeclarativeBase, mapped_column

_NAMES = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Table(DeclarativeBase):
    """The base of all tables; statements are written against their columns, no session is used."""

    metadata = MetaData(naming_convention=_NAMES)


_NUMBER = BigInteger().with_variant(Integer(), "sqlite")
"""SQLite assigns row ids only if the type is spelled INTEGER; its integers have 64 bits."""

Id = Annotated[int, mapped_column(_NUMBER, primary_key=True, autoincrement=True)]
Moment = Annotated[float, mapped_column(Double())]
Line = Annotated[str, mapped_column(Text())]
SiteId = Annotated[int, mapped_column(_NUMBER, ForeignKey("site.id"))]
HostId = Annotated[int, mapped_column(_NUMBER, ForeignKey("host.id"))]
UrlId = Annotated[int, mapped_column(_NUMBER, ForeignKey("url.id", ondelete="CASCADE"))]
Number = Annotated[int, mapped_column(_NUMBER)]
