"""One state machine for a URL: states have standard names, and one column replaces two flags for unrecorded visits and results."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_STATES = {"planned": "deferred", "leased": "fetching", "ended": "finished"}
_VISIT, _RESULT = sa.text("unobserved = 'visit'"), sa.text("unobserved = 'result'")
_OLD_PLANNED, _DEFERRED = sa.text("state = 'planned'"), sa.text("state = 'deferred'")
_UNSEEN, _JUDGED = sa.text("unseen"), sa.text("judged")


def upgrade() -> None:
    """Upgrade; an unrecorded visit includes the result of its cleaning."""
    op.add_column("url", sa.Column("unobserved", sa.String(8)))
    op.execute("UPDATE url SET unobserved = CASE WHEN unseen THEN 'visit' WHEN judged THEN 'result' END")
    for name in ("ix_url_unseen", "ix_url_judged", "ix_url_planned"):
        op.drop_index(name, "url")
    for name in ("unseen", "judged"):
        op.execute(f"ALTER TABLE url DROP COLUMN {name}")  # in place: a copy of the table would take its visits along as it is dropped
    _rename(_STATES)
    op.create_index("ix_url_deferred", "url", ["host_id", "due"], sqlite_where=_DEFERRED, postgresql_where=_DEFERRED)
    op.create_index("ix_url_unobserved_visit", "url", ["host_id", "id"], sqlite_where=_VISIT, postgresql_where=_VISIT)
    op.create_index("ix_url_unobserved_result", "url", ["host_id", "id"], sqlite_where=_RESULT, postgresql_where=_RESULT)


def downgrade() -> None:
    """Downgrade."""
    for name in ("unseen", "judged"):
        op.add_column("url", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("UPDATE url SET unseen = coalesce(unobserved = 'visit', false), judged = coalesce(unobserved = 'result', false)")
    for name in ("ix_url_unobserved_visit", "ix_url_unobserved_result", "ix_url_deferred"):
        op.drop_index(name, "url")
    op.execute("ALTER TABLE url DROP COLUMN unobserved")
    _rename({new: old for old, new in _STATES.items()})
    op.create_index("ix_url_planned", "url", ["host_id", "due"], sqlite_where=_OLD_PLANNED, postgresql_where=_OLD_PLANNED)
    op.create_index("ix_url_unseen", "url", ["host_id", "id"], sqlite_where=_UNSEEN, postgresql_where=_UNSEEN)
    op.create_index("ix_url_judged", "url", ["host_id", "id"], sqlite_where=_JUDGED, postgresql_where=_JUDGED)


def _rename(names: dict[str, str]) -> None:
    url = sa.table("url", sa.column("state", sa.String()))
    for before, after in names.items():
        op.execute(sa.update(url).where(url.c.state == before).values(state=after))
