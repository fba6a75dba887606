"""Experiments: definitions, and the rankings of their runs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Upgrade."""
    op.create_table(
        "experiment",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("run", _NUMBER, nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("part", "key", "content")),
        sa.PrimaryKeyConstraint("id", name="pk_experiment"),
        sa.UniqueConstraint("name", "run", "part", "key", name="uq_experiment_name_run_part_key"),
    )


def downgrade() -> None:
    """Downgrade."""
    op.drop_table("experiment")
