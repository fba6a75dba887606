"""Schema: all tables in one place, used by migrations."""

from __future__ import annotations

from indexer.store.bare_tables import BarePageRow
from indexer.store.columns import Table
from indexer.store.crawl_tables import Host, RobotsRow, Url, Visit
from indexer.store.experiment_tables import ExperimentRow
from indexer.store.history_tables import FactRow, KnownPageRow, RequestRow, ScheduleRow, SightingRow
from indexer.store.judgement_tables import JudgementRow
from indexer.store.site_tables import Alias, Redesign, Site, SiteModelRow, SkeletonRow
from indexer.store.story_tables import StoryRow
from indexer.store.trap_tables import TrapRow

TABLES: tuple[type[Table], ...] = (
    Site, Alias, Redesign, SiteModelRow, SkeletonRow, Host, RobotsRow, Url, Visit, ScheduleRow, KnownPageRow, SightingRow, RequestRow,
    FactRow, StoryRow, BarePageRow, TrapRow, JudgementRow, ExperimentRow,
)  # fmt: skip
"""Each table after those that it references."""
METADATA = Table.metadata
"""Metadata of all tables; the migrations in `migrations/versions` must produce the same schema."""
