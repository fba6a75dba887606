"""Words in class names and ids, which are written `post-rating`, `post_rating`, `postRating` or `post rating`."""

from __future__ import annotations

WORD_START = r"(?-i:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z]))"
"""In a regular expression: a word begins here, by a sign, a digit or a capital letter in front.

>>> import re
>>> [bool(re.search(f"{WORD_START}rating", name, re.IGNORECASE)) for name in ("post-rating", "postRating", "celebrating")]
[True, True, False]
"""
WORD_END = r"(?-i:(?![a-z]))"
"""A word ends here: `pager` in `page-pager` and `pagerNext`, not in `pageRow`."""
