"""Paths of the repository and of the real sites beside it."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
"""The root of the checkout."""
SHARED = ROOT.parent / "shared"
"""Real sites, pages and cases, which are not part of the repository."""
