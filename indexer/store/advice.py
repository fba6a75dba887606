"""Advice for database errors, selected by their messages."""

from __future__ import annotations

_AGAIN = "earlier work is kept, and the same command continues it"
_ADVICE = {
    "locked": f"another process has held it for a minute: let it end; {_AGAIN}",
    "full": f"make room on its disk; {_AGAIN}",
    "no space left": f"make room on its disk; {_AGAIN}",
    "readonly": "its file and folder must be writable for this user",
    "unable to open": "its folder must exist and be writable for this user",
    "not a database": "restore a back-up, or move the file away and crawl again; the archive stays",
    "malformed": "restore a back-up, or move the file away and crawl again; the archive stays",
    "already exists": "it is not Winnow's, or damaged: restore a back-up, or move the file away and crawl again; the archive stays",
    "no such table": "it is not Winnow's, or damaged: restore a back-up, or move the file away and crawl again; the archive stays",
    "password": "name user and password in WINNOW_DATABASE, as postgresql://user:password@host/name",
    "does not exist": "create it (createdb, createuser), or name another in WINNOW_DATABASE, then winnow store upgrade",
    "permission denied": "its user needs the rights to its tables: make it their owner",
    "read-only": "name the primary server, not a replica",
    "too many c": "raise max_connections, or start fewer workers: each process has one or two connections",
    "connection": "is the server running, and is WINNOW_DATABASE its address?",
    "resolve": "is the server running, and is WINNOW_DATABASE its address?",
}
"""Words in messages of SQLite and PostgreSQL to advice; the first match counts."""
DENIED = "42501"
"""SQLSTATE of insufficient privilege, which the driver reports as a programming error."""


def advice(message: str) -> str:
    """Return advice to append to a database's message, or "".

    >>> advice("database disk image is malformed").partition(",")[0]
    ': restore a back-up'
    """
    lower = message.lower()
    return next((f": {help_}" for words, help_ in _ADVICE.items() if words in lower), "")
