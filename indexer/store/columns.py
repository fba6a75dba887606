"""What all tables share: one metadata, names for every constraint, and types that mean the same on both databases.

Moments are UTC seconds since 1970 as doubles: SQLite has no type for them, arithmetic with delays is what they are for, and an index orders
them. JSON is kept as text, as it was written.
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
"""SQLite numbers rows by itself only if the type is spelled INTEGER; its integers have 64 bits all the same."""

Id = Annotated[int, mapped_column(_NUMBER, primary_key=True, autoincrement=True)]
Moment = Annotated[float, mapped_column(Double())]
Line = Annotated[str, mapped_column(Text())]
SiteId = Annotated[int, mapped_column(_NUMBER, ForeignKey("site.id"))]
HostId = Annotated[int, mapped_column(_NUMBER, ForeignKey("host.id"))]
UrlId = Annotated[int, mapped_column(_NUMBER, ForeignKey("url.id", ondelete="CASCADE"))]
Number = Annotated[int, mapped_column(_NUMBER)]
