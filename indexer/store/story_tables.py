"""Table of stories, which identify later copies."""

from __future__ import annotations

from sqlalchemy import BigInteger, ForeignKey, Index, Integer, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from indexer.store.columns import Id, Line, Number, SiteId, Table


class StoryRow(Table):
    """The story of one article page; among rows with the same story, the one with the smallest `id` came first.

    `url` identifies the story, `url_key` is its hash; `text_key` is a hash of headline and text, null for a short story.
    `blocks` has the digests of its longest blocks, eight bytes each. A row is deleted with its page's.
    """

    __tablename__ = "story"
    id: Mapped[Id]
    site_id: Mapped[SiteId]
    page_id: Mapped[Number] = mapped_column(
        BigInteger().with_variant(Integer(), "sqlite"), ForeignKey("url.id", ondelete="CASCADE"), unique=True
    )
    url: Mapped[Line]
    url_key: Mapped[bytes] = mapped_column(LargeBinary(16))
    text_key: Mapped[bytes | None] = mapped_column(LargeBinary(8))
    blocks: Mapped[bytes] = mapped_column(LargeBinary())


Index("ix_story_site_id_url_key", StoryRow.site_id, StoryRow.url_key, StoryRow.id)
Index("ix_story_site_id_text_key", StoryRow.site_id, StoryRow.text_key, StoryRow.id)
