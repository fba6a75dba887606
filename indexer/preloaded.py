"""What each child process needs, loaded by its import: the server that children are forked from imports it once for all."""

from __future__ import annotations

import indexer.clean_site as clean_site
from indexer.article import language
from indexer.page import peer

__all__ = ["clean_site"]

language.load()
peer.load()
