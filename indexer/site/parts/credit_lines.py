"""Lines that name who took a picture or wrote a text, and for whom: "Photo Ada Berg / Harbour Press"."""

from __future__ import annotations

import re
from collections import defaultdict

from indexer.page.blocks import SENTENCE_ENDS
from indexer.site.parts.article_page import ArticlePage, ArticleSample

_STORIES = 3
_LONGEST = 60
_LINKED = 0.5
_NAMED = re.compile(r"(\S+?)[:：]?(?: [^\W\d_]{2,3})? ([^/|]{2,40}) ?[/|] ?([^/|]{2,40})")
"""The lead word (with "by"), the name, and the agency behind a slash or a bar."""


def credit_texts(sample: ArticleSample) -> frozenset[str]:
    """Return the lines (keys) of a word, a name and an agency whose word begins such lines of several stories, with various names."""
    keys: dict[str, set[str]] = defaultdict(set)
    stories: dict[str, set[int]] = defaultdict(set)
    for page in sample.pages:
        for k in page.blocks.tolist():
            if lead := _credit_word(page, k):
                keys[lead].add(page.key[k])
                stories[lead].add(page.story)
    least = max(_STORIES, sample.repeated_from)
    return frozenset(key for lead, on in stories.items() if len(on) >= least and len(keys[lead]) > 1 for key in keys[lead])


def _credit_word(page: ArticlePage, k: int) -> str:
    text = page.tree.text[k]
    if "/" not in text and "|" not in text:  # most blocks
        return ""
    if page.weight[k] >= _LONGEST or page.link_share[k] >= _LINKED or page.tag(k) == "li" or text.endswith(SENTENCE_ENDS):
        return ""
    return credit_word(text)


def credit_word(line: str) -> str:
    """Return the word that begins a line of a word, a name and an agency; else "". No word of a name begins with a small letter.

    >>> credit_word("Photo: Ada Berg / Harbour Press"), credit_word("Photo by Ada Berg/AFP"), credit_word("Added the map / the mode")
    ('Photo', 'Photo', '')
    """
    found = _NAMED.fullmatch(line)
    names = f"{found[2]} {found[3]}".split() if found else []
    return found[1] if found and all(name[0].isalpha() and not name[0].islower() for name in names) else ""
