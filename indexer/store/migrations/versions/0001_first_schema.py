"""First schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_QUEUED, _PLANNED = sa.text("state = 'queued'"), sa.text("state = 'planned'")
_PENDING = sa.text("pending")


def upgrade() -> None:
    """Upgrade."""
    op.create_table(
        "robots",
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("origin", name="pk_robots"),
    )
    op.create_table(
        "site",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_site"),
        sa.UniqueConstraint("key", name="uq_site_key"),
    )
    op.create_table(
        "alias",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("site_id", _NUMBER, nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["site_id"], ["site.id"], name="fk_alias_site_id"),
        sa.PrimaryKeyConstraint("key", name="pk_alias"),
    )
    op.create_index("ix_alias_site_id", "alias", ["site_id"])

    op.create_table(
        "host",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("site_id", _NUMBER, nullable=False),
        sa.Column("delay", sa.Double(), nullable=False),
        sa.Column("next_at", sa.Double(), nullable=False),
        sa.Column("blocked_until", sa.Double(), nullable=False),
        sa.Column("blocked_reason", sa.Text(), nullable=False),
        sa.Column("ready_at", sa.Double(), nullable=True),
        sa.Column("leased_url_id", _NUMBER, nullable=True),
        sa.Column("lease_until", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["site_id"], ["site.id"], name="fk_host_site_id"),
        sa.PrimaryKeyConstraint("id", name="pk_host"),
        sa.UniqueConstraint("key", name="uq_host_key"),
    )
    op.create_index("ix_host_ready_at", "host", ["ready_at", "id"])
    op.create_index("ix_host_site_id", "host", ["site_id"])

    op.create_table(
        "redesign",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("site_id", _NUMBER, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["site_id"], ["site.id"], name="fk_redesign_site_id"),
        sa.PrimaryKeyConstraint("id", name="pk_redesign"),
    )
    op.create_index("ix_redesign_site_id", "redesign", ["site_id"])

    op.create_table(
        "site_model",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("site_id", _NUMBER, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("fitted_on", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["site_id"], ["site.id"], name="fk_site_model_site_id"),
        sa.PrimaryKeyConstraint("id", name="pk_site_model"),
        sa.UniqueConstraint("site_id", "version", name="uq_site_model_site_id_version"),
    )
    op.create_table(
        "skeleton",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("site_id", _NUMBER, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("tree", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["site_id"], ["site.id"], name="fk_skeleton_site_id"),
        sa.PrimaryKeyConstraint("id", name="pk_skeleton"),
        sa.UniqueConstraint("site_id", "version", name="uq_skeleton_site_id_version"),
    )
    op.create_table(
        "url",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("key", sa.LargeBinary(length=16), nullable=False),
        sa.Column("host_id", _NUMBER, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("due", sa.Double(), nullable=False),
        sa.Column("depth", sa.Integer(), nullable=False),
        sa.Column("carry", sa.Text(), nullable=True),
        sa.Column("claims", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("visits", sa.Integer(), nullable=False),
        sa.Column("etag", sa.Text(), nullable=True),
        sa.Column("last_modified", sa.Text(), nullable=True),
        sa.Column("content_hash", sa.Text(), nullable=True),
        sa.Column("record", sa.Text(), nullable=True),
        sa.Column("pending", sa.Boolean(), nullable=False),
        sa.Column("found_at", sa.Double(), nullable=False),
        sa.Column("ended_at", sa.Double(), nullable=True),
        sa.Column("outcome", sa.String(length=16), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["host_id"], ["host.id"], name="fk_url_host_id"),
        sa.PrimaryKeyConstraint("id", name="pk_url"),
        sa.UniqueConstraint("key", name="uq_url_key"),
    )
    op.create_index("ix_url_host_id", "url", ["host_id"])
    op.create_index("ix_url_pending", "url", ["host_id", "id"], sqlite_where=_PENDING, postgresql_where=_PENDING)
    op.create_index("ix_url_planned", "url", ["host_id", "due"], sqlite_where=_PLANNED, postgresql_where=_PLANNED)
    op.create_index("ix_url_queued", "url", ["host_id", "priority", "due", "id"], sqlite_where=_QUEUED, postgresql_where=_QUEUED)

    op.create_table(
        "visit",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("url_id", _NUMBER, nullable=False),
        sa.Column("visit", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("changed", sa.Boolean(), nullable=True),
        sa.Column("new_links", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["url_id"], ["url.id"], name="fk_visit_url_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_visit"),
        sa.UniqueConstraint("url_id", "visit", name="uq_visit_url_id_visit"),
    )
    op.create_index("ix_visit_at", "visit", ["at"])



def downgrade() -> None:
    """Downgrade."""
    for table in ("visit", "url", "skeleton", "site_model", "redesign", "host", "alias", "site", "robots"):
        op.drop_table(table)
