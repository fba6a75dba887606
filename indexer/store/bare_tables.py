"""Table of bare pages (with hardly any content of their own), which identify a site's soft 404s."""

from __future__ import annotations

from sqlalchemy import BigInteger, ForeignKey, Index, Integer, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from indexer.store.columns import Id, SiteId, Table


class BarePageRow(Table):
    """A bare page (`indexer.site.bare_page`): hashes of its content and of its URL without digits. The row is deleted with its page's."""

    __tablename__ = "bare_page"
    id: Mapped[Id]
    site_id: Mapped[SiteId]
    page_id: Mapped[int] = mapped_column(
        BigInteger().with_variant(Integer(), "sqlite"), ForeignKey("url.id", ondelete="CASCADE"), unique=True
    )
    mark: Mapped[bytes] = mapped_column(LargeBinary(8))
    shape: Mapped[bytes] = mapped_column(LargeBinary(8))


Index("ix_bare_page_site_id_mark", BarePageRow.site_id, BarePageRow.mark)
