"""Tables of sites: names, redesigns, and versioned models and skeletons."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from indexer.store.columns import Id, Line, Moment, SiteId, Table


class Site(Table):
    """A site, named by its first known registered domain (`indexer.urls.site_key`)."""

    __tablename__ = "site"
    id: Mapped[Id]
    key: Mapped[Line] = mapped_column(unique=True)
    since: Mapped[Moment]


class Alias(Table):
    """Another registered domain of the same site."""

    __tablename__ = "alias"
    key: Mapped[Line] = mapped_column(primary_key=True)
    site_id: Mapped[SiteId] = mapped_column(index=True)
    since: Mapped[Moment]


class Redesign(Table):
    """A time at which the site's pages stopped fitting the learned model."""

    __tablename__ = "redesign"
    id: Mapped[Id]
    site_id: Mapped[SiteId] = mapped_column(index=True)
    at: Mapped[Moment]
    reason: Mapped[Line]


class SiteModelRow(Table):
    """One fitted model; the latest version is the current one."""

    __tablename__ = "site_model"
    __table_args__ = (UniqueConstraint("site_id", "version"),)
    id: Mapped[Id]
    site_id: Mapped[SiteId]
    version: Mapped[int]
    at: Mapped[Moment]
    model: Mapped[Line]
    fitted_on: Mapped[Line]


class SkeletonRow(Table):
    """The navigation tree of the site since a time."""

    __tablename__ = "skeleton"
    __table_args__ = (UniqueConstraint("site_id", "version"),)
    id: Mapped[Id]
    site_id: Mapped[SiteId]
    version: Mapped[int]
    at: Mapped[Moment]
    tree: Mapped[Line]
