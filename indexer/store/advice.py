"""What to do where a database cannot be used, by what it says."""

from __future__ import annotations

_AGAIN = "what came before is kept, and the same command goes on then"
_ADVICE = {
    "locked": f"another process has kept it for a minute: let it end; {_AGAIN}",
    "full": f"make room on its disk; {_AGAIN}",
    "no space left": f"make room on its disk; {_AGAIN}",
    "readonly": "its file and folder must be writable for this user",
    "unable to open": "its folder must be there, and writable for this user",
    "not a database": "put a back-up in its place, or move it away and crawl anew; the archive stays",
    "malformed": "put a back-up in its place, or move it away and crawl anew; the archive stays",
    "already exists": "it is not Winnow's, or damaged: put a back-up in its place, or move it away and crawl anew; the archive stays",
    "no such table": "it is not Winnow's, or damaged: put a back-up in its place, or move it away and crawl anew; the archive stays",
    "password": "name user and password in WINNOW_DATABASE, as postgresql://user:password@host/name",
    "does not exist": "make it (createdb, createuser), or name another in WINNOW_DATABASE, then winnow store upgrade",
    "permission denied": "its user needs the rights to its tables: make it their owner",
    "read-only": "name the server that takes changes, no copy of it",
    "too many c": "raise max_connections, or start fewer workers: each process has one or two",
    "connection": "is the server running, and is WINNOW_DATABASE its address?",
    "resolve": "is the server running, and is WINNOW_DATABASE its address?",
}
"""Words of SQLite and PostgreSQL, the first that is found counts, to what helps."""
DENIED = "42501"
"""SQLSTATE of a missing right, which the driver calls a programming error."""


def advice(said: str) -> str:
    """A sentence that goes behind what a database said; "" where nobody knows.

    >>> advice("database disk image is malformed").partition(",")[0]
    ': put a back-up in its place'
    """
    lower = said.lower()
    return next((f": {help_}" for words, help_ in _ADVICE.items() if words in lower), "")
