"""Results of cleaning that the site histories have not recorded yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_JUDGED = sa.text("judged")


def upgrade() -> None:
    """Upgrade; earlier results of cleaning are not recorded yet."""
    op.add_column("url", sa.Column("judged", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("UPDATE url SET judged = true WHERE record IS NOT NULL AND NOT pending")
    op.execute("DELETE FROM fact WHERE name = 'typed'")
    op.create_index("ix_url_judged", "url", ["host_id", "id"], sqlite_where=_JUDGED, postgresql_where=_JUDGED)


def downgrade() -> None:
    """Downgrade."""
    op.drop_index("ix_url_judged", "url")
    op.execute("ALTER TABLE url DROP COLUMN judged")  # in place: a copy of the table would take its visits along as it is dropped
