"""Judgements of matches: whether a story itself contains the query."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade; earlier judgements are grades and preferences."""
    op.add_column("judgement", sa.Column("question", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    """Downgrade."""
    op.execute("DELETE FROM judgement WHERE question <> ''")
    op.drop_column("judgement", "question")
