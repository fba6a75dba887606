"""Site histories for recrawls, and the visits that they have not recorded yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_UNSEEN = sa.text("unseen")


def upgrade() -> None:
    """Upgrade; earlier visits are not recorded yet."""
    op.add_column("url", sa.Column("unseen", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("UPDATE url SET unseen = true WHERE visits > 0")
    op.create_index("ix_url_unseen", "url", ["host_id", "id"], sqlite_where=_UNSEEN, postgresql_where=_UNSEEN)

    op.create_table(
        "watch",
        sa.Column("site_id", _NUMBER, autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("since", sa.Double(), nullable=True),
        sa.Column("next_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["site_id"], ["site.id"], name="fk_watch_site_id"),
        sa.PrimaryKeyConstraint("site_id", name="pk_watch"),
    )
    op.create_index("ix_watch_next_at", "watch", ["next_at"])
    op.create_table(
        "known_page",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("site_id", _NUMBER, nullable=False),
        sa.Column("key", sa.LargeBinary(length=16), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("found", sa.Double(), nullable=False),
        sa.Column("visited", sa.Double(), nullable=False),
        sa.Column("published", sa.Double(), nullable=False),
        sa.Column("visits", sa.Integer(), nullable=False),
        sa.Column("etag", sa.Text(), nullable=False),
        sa.Column("last_modified", sa.Text(), nullable=False),
        sa.Column("blocks", sa.Text(), nullable=False),
        sa.Column("boxes", sa.Text(), nullable=False),
        sa.Column("life", sa.String(length=8), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("hint", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["site_id"], ["site.id"], name="fk_known_page_site_id"),
        sa.PrimaryKeyConstraint("id", name="pk_known_page"),
        sa.UniqueConstraint("site_id", "key", name="uq_known_page_site_id_key"),
    )
    op.create_table(
        "sighting",
        sa.Column("source_id", _NUMBER, autoincrement=False, nullable=False),
        sa.Column("key", sa.LargeBinary(length=16), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("first", sa.Double(), nullable=False),
        sa.Column("last", sa.Double(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("headline", _NUMBER, nullable=False),
        sa.Column("text", _NUMBER, nullable=False),
        sa.Column("words", _NUMBER, nullable=False),
        sa.Column("box", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["source_id"], ["known_page.id"], name="fk_sighting_source_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("source_id", "key", name="pk_sighting"),
    )
    op.create_table(
        "request",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("site_id", _NUMBER, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("why", sa.String(length=8), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("result", sa.String(length=8), nullable=False),
        sa.Column("found", sa.Integer(), nullable=False),
        sa.Column("alone", sa.Integer(), nullable=False),
        sa.Column("born", sa.Double(), nullable=False),
        sa.Column("hint", sa.Text(), nullable=False),
        sa.Column("hoped", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["site_id"], ["site.id"], name="fk_request_site_id"),
        sa.PrimaryKeyConstraint("id", name="pk_request"),
    )
    op.create_index("ix_request_site_id_at", "request", ["site_id", "at"])
    op.create_table(
        "fact",
        sa.Column("site_id", _NUMBER, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["site_id"], ["site.id"], name="fk_fact_site_id"),
        sa.PrimaryKeyConstraint("site_id", "name", name="pk_fact"),
    )


def downgrade() -> None:
    """Downgrade."""
    for table in ("fact", "request", "sighting", "known_page", "watch"):
        op.drop_table(table)
    op.drop_index("ix_url_unseen", "url")
    op.execute("ALTER TABLE url DROP COLUMN unseen")  # in place: a copy of the table would take its visits along as it is dropped
