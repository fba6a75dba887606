"""The reason for an unknown robots.txt as values; the column `reason` becomes the detail of an ending."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade; a row without a reason only means that the rules are unknown."""
    op.add_column("robots", sa.Column("outcome", sa.String(16)))
    op.add_column("robots", sa.Column("cause", sa.String(24)))
    op.add_column("robots", sa.Column("limit", sa.Double()))


def downgrade() -> None:
    """Downgrade."""
    for name in ("limit", "cause", "outcome"):
        op.execute(f'ALTER TABLE robots DROP COLUMN "{name}"')
