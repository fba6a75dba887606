"""All tables in one place, for migrations and for whoever wants to know them."""

from __future__ import annotations

from indexer.store.columns import Table
from indexer.store.crawl_tables import Host, RobotsRow, Url, Visit
from indexer.store.site_tables import Alias, Redesign, Site, SiteModelRow, SkeletonRow

TABLES: tuple[type[Table], ...] = (Site, Alias, Redesign, SiteModelRow, SkeletonRow, Host, RobotsRow, Url, Visit)
"""Each after those that it refers to."""
METADATA = Table.metadata
"""Of all of them; the steps in `migrations/versions` must lead to the same."""
