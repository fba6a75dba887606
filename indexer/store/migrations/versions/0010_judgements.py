"""Relevance judgements of people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Upgrade."""
    op.create_table(
        "judgement",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("judge", "query", "url", "value", "left", "right")),
        sa.PrimaryKeyConstraint("id", name="pk_judgement"),
    )


def downgrade() -> None:
    """Downgrade."""
    op.drop_table("judgement")
