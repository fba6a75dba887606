"""Stories of pages, so that copies are recognised across batches and runs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Upgrade; stories of earlier pages are added when these are cleaned again."""
    op.create_table(
        "story",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("site_id", _NUMBER, nullable=False),
        sa.Column("page_id", _NUMBER, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("url_key", sa.LargeBinary(length=16), nullable=False),
        sa.Column("text_key", sa.LargeBinary(length=8), nullable=True),
        sa.Column("blocks", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["site_id"], ["site.id"], name="fk_story_site_id"),
        sa.ForeignKeyConstraint(["page_id"], ["url.id"], name="fk_story_page_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_story"),
        sa.UniqueConstraint("page_id", name="uq_story_page_id"),
    )
    op.create_index("ix_story_site_id_url_key", "story", ["site_id", "url_key", "id"])
    op.create_index("ix_story_site_id_text_key", "story", ["site_id", "text_key", "id"])


def downgrade() -> None:
    """Downgrade."""
    op.drop_table("story")
