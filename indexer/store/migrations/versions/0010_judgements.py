"""What people said of the hits of queries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """To this version."""
    op.create_table(
        "judgement",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("judge", "query", "url", "value", "left", "right")),
        sa.PrimaryKeyConstraint("id", name="pk_judgement"),
    )


def downgrade() -> None:
    """Back."""
    op.drop_table("judgement")
