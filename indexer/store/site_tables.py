"""What is known of sites: names, redesigns, models and skeletons with their history."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from indexer.store.columns import Id, Line, Moment, SiteId, Table


class Site(Table):
    """A site, named by the registered domain (`indexer.urls.site_key`) under which it was met first."""

    __tablename__ = "site"
    id: Mapped[Id]
    key: Mapped[Line] = mapped_column(unique=True)
    since: Mapped[Moment]


class Alias(Table):
    """Another registered domain under which the same site answers."""

    __tablename__ = "alias"
    key: Mapped[Line] = mapped_column(primary_key=True)
    site_id: Mapped[SiteId] = mapped_column(index=True)
    since: Mapped[Moment]


class Redesign(Table):
    """A moment at which the site's pages stopped fitting what was learned."""

    __tablename__ = "redesign"
    id: Mapped[Id]
    site_id: Mapped[SiteId] = mapped_column(index=True)
    at: Mapped[Moment]
    reason: Mapped[Line]


class SiteModelRow(Table):
    """One fitted model; the latest version is the one in use."""

    __tablename__ = "site_model"
    __table_args__ = (UniqueConstraint("site_id", "version"),)
    id: Mapped[Id]
    site_id: Mapped[SiteId]
    version: Mapped[int]
    at: Mapped[Moment]
    model: Mapped[Line]
    fitted_on: Mapped[Line]


class SkeletonRow(Table):
    """The navigation tree as it was from one moment on."""

    __tablename__ = "skeleton"
    __table_args__ = (UniqueConstraint("site_id", "version"),)
    id: Mapped[Id]
    site_id: Mapped[SiteId]
    version: Mapped[int]
    at: Mapped[Moment]
    tree: Mapped[Line]
