"""Pages with hardly any content of their own, so that soft 404s are recognised across batches and runs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Upgrade; earlier pages are added when they are cleaned again."""
    op.create_table(
        "bare_page",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("site_id", _NUMBER, nullable=False),
        sa.Column("page_id", _NUMBER, nullable=False),
        sa.Column("mark", sa.LargeBinary(length=8), nullable=False),
        sa.Column("shape", sa.LargeBinary(length=8), nullable=False),
        sa.ForeignKeyConstraint(["site_id"], ["site.id"], name="fk_bare_page_site_id"),
        sa.ForeignKeyConstraint(["page_id"], ["url.id"], name="fk_bare_page_page_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_bare_page"),
        sa.UniqueConstraint("page_id", name="uq_bare_page_page_id"),
    )
    op.create_index("ix_bare_page_site_id_mark", "bare_page", ["site_id", "mark"])


def downgrade() -> None:
    """Downgrade."""
    op.drop_table("bare_page")
