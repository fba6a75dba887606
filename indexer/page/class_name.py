"""Word boundaries in class names and ids, which are written `post-rating`, `post_rating`, `postRating` or `post rating`."""

from __future__ import annotations

WORD_START = r"(?-i:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z]))"
"""Regular expression for the start of a word: after a sign or a digit, or at a capital letter.

>>> import re
>>> [bool(re.search(f"{WORD_START}rating", name, re.IGNORECASE)) for name in ("post-rating", "postRating", "celebrating")]
[True, True, False]
"""
WORD_END = r"(?-i:(?![a-z]))"
"""Regular expression for the end of a word: `pager` in `page-pager` and `pagerNext`, not in `pageRow`."""
