"""The installed version of the program, which is part of the user agent."""

from __future__ import annotations

from importlib import metadata

_DISTRIBUTION = "winnow-news"


def version() -> str:
    """Return the installed version; "0" for a checkout that is not installed."""
    try:
        return metadata.version(_DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return "0"
