"""Counts of crawler traps, shared by all processes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Upgrade; earlier traps are only visible in the URLs rejected because of them."""
    op.create_table(
        "trap",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("host_id", _NUMBER, nullable=False),
        sa.Column("key", sa.LargeBinary(length=16), nullable=False),
        sa.Column("shape", sa.Text(), nullable=False),
        sa.Column("repeats", sa.Integer(), nullable=False),
        sa.Column("dead_ends", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["host_id"], ["host.id"], name="fk_trap_host_id"),
        sa.PrimaryKeyConstraint("id", name="pk_trap"),
        sa.UniqueConstraint("host_id", "key", name="uq_trap_host_id_key"),
    )


def downgrade() -> None:
    """Downgrade."""
    op.drop_table("trap")
