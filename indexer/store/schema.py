"""All tables in one place, for migrations and for whoever wants to know them."""

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
"""Each after those that it refers to."""
METADATA = Table.metadata
"""Of all of them; the steps in `migrations/versions` must lead to the same."""
