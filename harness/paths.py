"""Where the repository lies, and the real sites beside it."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
"""The checkout."""
SHARED = ROOT.parent / "shared"
"""Real sites, pages and cases, which are not part of the repository."""
