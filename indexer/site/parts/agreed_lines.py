"""Check of an extractor's lines against the evidence of their page; contradicted lines are dropped."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from indexer.arrays import Bools
from indexer.page.blocks import SENTENCE_ENDS, key, weight
from indexer.page.elements import HEADINGS, ROWS
from indexer.page.prior import OUT_OF_SIGHT, SUSPECT
from indexer.page.score import Evidence
from indexer.site.parts.pointer import COLONS, PointerParams, lead_in
from indexer.site.site_path import internal_links

_ONLY_LINK = 0.8
_LINES = frozenset({"p", "li", "blockquote"})
_LEAST_COMPARED = 20
"""A shorter line occurs in too many places to be evidence."""
_MOST_DAMAGED = 0.3
"""If more than this share of an answer's letters is nowhere on the page, the answer has lost words inside its lines (ruby), unless the
page-level scorer finds almost nothing: then the answer comes from text that is invisible before a script runs."""
_MOST_SUSPECT = 0.6
"""Suspect lines (in a paywall, a comment, a footer) are dropped if they are less than this share: otherwise they are the story, unless
there are no others and the page-level scorer finds more elsewhere."""

_ELSEWHERE = 0.3
"""An answer that contains nothing of the page-level scorer's text, and is shorter than this share of it, has missed the story."""
_PARAGRAPH = 60
"""Minimum weight of a paragraph."""
_MOST_ABOVE = 0.2
"""If more than this share of an answer is above the headline, the headline is not the story's beginning."""
_LABEL = 30
"""Maximum length of a label in characters."""
_BEFORE_LINK = (*COLONS, "-", "–", "—", "→", "»", "|")
"""Signs between a few words and a link to another story."""
_ENTRIES = ROWS | HEADINGS
"""Lists and tables repeat words, and sub-headings are repeated in the parts of a story."""


def agreed_lines(e: Evidence, lines: Sequence[str], own: Bools) -> list[str]:
    """Return the lines without lone links, repeated labels, and those in suspect places that the page-level scorer does not want.

    Suspect places are boxes named for what is no story, unless the page-level scorer wants text of a box of the same name, boxes out of
    sight, and whatever is above the headline.
    The result is empty if the answer is damaged or has missed the story: then the page-level scorer must decide.

    Parameters
    ----------
    own : bool array, shape (b,)
        The page-level scorer's body.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> from indexer.page.page_level import page_level
    >>> from indexer.page.score import ScoreParams, gather
    >>> e = gather(parse("<p>It rains on the harbour again.</p><div class=paywall><p>Subscribe now.</p></div>"), ScoreParams())
    >>> agreed_lines(e, ["It rains on the harbour again.", "Subscribe now."], page_level(e, (), ScoreParams()))
    ['It rains on the harbour again.']
    """
    at: dict[str, list[int]] = defaultdict(list)
    for i, k in enumerate(e.key):
        at[k].append(i)
    if (_damaged(e, lines) and not _is_poor(e, lines, own)) or _elsewhere(e, lines, own):
        return []
    aside = _above_headline(e, lines, own, at) | _repeated_labels(e, lines, at)
    kept = [line for line in lines if key(line) not in aside and not _lone_link(e, at.get(key(line), ()))]
    prior, path = e.prior[e.tree.node], e.tree.path[e.tree.node]
    if own.any() and (e.prior == OUT_OF_SIGHT).any():
        kept = _in_sight(kept, (prior == OUT_OF_SIGHT) & ~own, at)
    suspect = (prior >= SUSPECT) & ~own & ~np.isin(path, path[own])
    clean = [line for line in kept if not _all(suspect, at.get(key(line), ()))]
    if not clean and float(e.length[own].sum()) > _length(kept):
        return []
    kept = clean if _length(clean) > (1 - _MOST_SUSPECT) * _length(kept) else kept
    return [] if _elsewhere(e, kept, own) else kept


def _above_headline(e: Evidence, lines: Sequence[str], own: Bools, at: Mapping[str, Sequence[int]]) -> set[str]:
    """Return the lines (keys) that stand only above the page's headline and that the page-level scorer does not want, if they are few."""
    tree = e.tree
    headline = next((k for k, name in enumerate(e.key) if name in e.titles and tree.tag[tree.node[k]] in HEADINGS), 0)
    keys = {key(line) for line in lines}
    above = {name for name in keys if name in at and at[name][-1] < headline and not own[list(at[name])].any()}
    return above if sum(map(len, above)) < _MOST_ABOVE * sum(map(len, keys)) else set()


def _repeated_labels(e: Evidence, lines: Sequence[str], at: Mapping[str, Sequence[int]]) -> set[str]:
    """Return the short lines (keys) that the page repeats in boxes without text of the story: labels of slots ("Advertisement")."""
    parent = e.tree.parent[e.tree.node]
    places = {int(parent[k]) for line in lines if len(line) > _LABEL for k in at.get(key(line), ())}
    labels = {key(line) for line in lines if len(line) <= _LABEL and not line.endswith((*SENTENCE_ENDS, *COLONS))}
    tags = e.tree.tag
    return {
        name
        for name in labels
        if len(at.get(name, ())) > 1 and all(int(parent[k]) not in places and tags[e.tree.node[k]] not in _ENTRIES for k in at[name])
    }


def unrepeated_lines(lines: Sequence[str], template: Collection[str], *, copies: bool) -> list[str]:
    """Return the lines that are not template.

    Parameters
    ----------
    template : collection of str
        Texts (keys) that the site repeats.
    copies : bool
        True if a repeated paragraph between two lines of the page's own may be an agency's copy, which two stories share; it is then kept.

    Examples
    --------
    >>> shared = "The new crane lifts ninety tonnes, says the agency, twice as much as the old one."
    >>> [unrepeated_lines([shared, "One.", shared, "Two."], {key(shared)}, copies=copies).count(shared) for copies in (True, False)]
    [1, 0]
    """
    own = [i for i, line in enumerate(lines) if key(line) not in template]
    if not copies or not own:
        return [lines[i] for i in own]
    inside = range(own[0], own[-1])
    return [line for i, line in enumerate(lines) if key(line) not in template or (i in inside and weight(line) >= _PARAGRAPH)]


def without_pointers(e: Evidence, lines: Sequence[str]) -> list[str]:
    """Return the lines without those that consist of a few words, a colon or dash, and a link to another page of the site ("Read also: …").

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> more = "<p>Read also: <a href=/snow>Snow in May</a></p><p>More – <a href=/ice>Ice in June</a></p>"
    >>> e = gather(parse(f"<p>It rains.</p>{more}", "https://example.org/rain"), ScoreParams())
    >>> without_pointers(e, ["It rains.", "Read also: Snow in May", "More – Ice in June"])
    ['It rains.']
    """
    params = PointerParams()
    led = {k for k, lead in enumerate(e.tree.lead) if lead.rstrip().endswith(_BEFORE_LINK) and lead_in(e, k, params)}
    if led:
        led &= {link.link.block for link in internal_links(e, e.page.url)}
    pointers = {e.key[k] for k in led}
    return [line for line in lines if key(line) not in pointers]


def _length(lines: Sequence[str]) -> int:
    return sum(map(len, lines))


def _damaged(e: Evidence, lines: Sequence[str]) -> bool:
    page = "".join(e.key)
    keys = [key(line) for line in lines]
    missing = sum(len(k) for k in keys if len(k) >= _LEAST_COMPARED and k not in page)
    return missing > _MOST_DAMAGED * _length(keys)


def _is_poor(e: Evidence, lines: Sequence[str], own: Bools) -> bool:
    """Return whether the page-level scorer finds almost nothing instead of the answer: the story is invisible before a script runs."""
    return float(e.length[own].sum()) < _ELSEWHERE * _length(lines)


def _elsewhere(e: Evidence, lines: Sequence[str], own: Bools) -> bool:
    wanted = {e.key[i] for i in np.flatnonzero(own).tolist()}
    found = {key(line) for line in lines}
    short = sum(map(len, found)) < _ELSEWHERE * sum(map(len, wanted))
    return short and not any(name in line or line in name for name in wanted for line in found if line)


def _lone_link(e: Evidence, blocks: Sequence[int]) -> bool:
    """Return whether all blocks of this text are only links, outside paragraphs and lists."""
    return bool(blocks) and all(e.link_share[i] > _ONLY_LINK and e.tree.tag[int(e.tree.node[i])] not in _LINES for i in blocks)


def _in_sight(lines: Sequence[str], unseen: Bools, at: Mapping[str, Sequence[int]]) -> list[str]:
    """Return the lines without those of blocks out of sight, which may repeat what is in sight."""
    left = {name: sum(not unseen[k] for k in blocks) for name, blocks in at.items()}
    out = []
    for line in lines:
        name = key(line)
        if left.get(name, 1) > 0:
            out.append(line)
        if name in left:
            left[name] -= 1
    return out


def _all(marked: Bools, blocks: Sequence[int]) -> bool:
    return bool(blocks) and all(marked[i] for i in blocks)
