"""Recurring lines that belong to the stories: sub-headings and speakers' names.

"What happened next" over a paragraph belongs to each of its stories, although the site repeats it; "Related" over a list of
links does not. The surrounding text distinguishes them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from indexer.page.elements import HEADINGS
from indexer.ranges import within
from indexer.site.parts.article_page import ArticlePage, ArticleSample

SUBHEADINGS = HEADINGS - {"h1"}


@dataclass(frozen=True, slots=True)
class RecurringParams:
    """When a repeated line heads a text of its story.

    Parameters
    ----------
    headings, turns : bool
        Switches for sub-headings and for other short unlinked lines (speakers).
    share : float
        Share of a line's occurrences with running text before it and a section after it,
    share_headings : float
        and share of them that are headings: some writers make them bold.
    share_turns : float
        The same for a line that occurs at least `often` times on each of its stories.
    often : int
    before, section : int
        Minimum weight of the running text before the line, and of the section after it.
    short : int
        Maximum weight of lines other than headings.
    reach : int
        Number of blocks after the line that form its section.
    linked : float
        Share of link text from which blocks are no section.
    """

    headings: bool = True
    turns: bool = True
    share: float = 0.6
    share_headings: float = 0.3
    share_turns: float = 0.4
    often: int = 4
    before: int = 100
    section: int = 60
    short: int = 60
    reach: int = 5
    linked: float = 0.3

    def __post_init__(self) -> None:
        within(0, 1, share=self.share, share_headings=self.share_headings, share_turns=self.share_turns, linked=self.linked)
        within(1, often=self.often, reach=self.reach)
        within(0, before=self.before, section=self.section, short=self.short)


@dataclass(slots=True)
class _Line:
    leading: int = 0
    count: int = 0
    headings: int = 0
    elsewhere: int = 0
    stories: set[int] = field(default_factory=set)


def find_recurring(sample: ArticleSample, params: RecurringParams) -> frozenset[str]:
    """Return the keys of repeated lines that head a text of the story."""
    if not params.headings:
        return frozenset()
    lines: dict[str, _Line] = defaultdict(_Line)
    for page in sample.pages:
        _read_page(page, page.blocks.tolist(), lines, params)
    return frozenset(key for key, line in lines.items() if _heads_texts(line, params) or _is_speaker(line, params))


def _heads_texts(line: _Line, params: RecurringParams) -> bool:
    occurrences = line.count + line.elsewhere
    return line.leading >= params.share * occurrences and line.headings >= max(1, params.share_headings * occurrences)


def _is_speaker(line: _Line, params: RecurringParams) -> bool:
    return 0 < params.share_turns * line.count <= line.leading and line.count >= params.often * len(line.stories)


def _read_page(page: ArticlePage, blocks: Sequence[int], lines: dict[str, _Line], params: RecurringParams) -> None:
    running = 0.0
    prior = page.member.evidence.prior
    for a, k in enumerate(blocks):
        heading = page.tag(k) in SUBHEADINGS
        if page.repeated[k] and (heading or _is_turn(page, k, params)):
            line = lines[page.key[k]]
            line.count += 1
            line.headings += heading
            line.stories.add(page.story)
            clean = prior[page.tree.node[k]] == 0
            line.leading += bool(running >= params.before and clean and _leads_section(page, blocks, a, params))
        elif page.repeated[k]:
            lines[page.key[k]].elsewhere += 1
        elif page.weight[k] >= params.before and page.link_share[k] < 0.5:
            running += page.weight[k]


def _is_turn(page: ArticlePage, k: int, params: RecurringParams) -> bool:
    return params.turns and page.weight[k] < params.short and page.link_share[k] == 0


def _leads_section(page: ArticlePage, blocks: Sequence[int], a: int, params: RecurringParams) -> bool:
    """Return whether text follows line `a` before the next heading; up to three further headings or repeated short lines are skipped."""
    b = a + 1
    while b < len(blocks) and b <= a + 3 and _is_line(page, blocks[b], params):
        b += 1
    weight = links = length = 0.0
    for k in blocks[b : b + params.reach]:
        node = int(page.tree.node[k])
        if (
            page.tag(k) in SUBHEADINGS
            or page.member.evidence.prior[node]
            or page.repeated[k]
            or not _same_section(page, int(page.tree.node[blocks[a]]), node)
        ):
            break
        weight += page.weight[k]
        links += page.tree.link_length[k]
        length += len(page.tree.text[k])
    return weight >= params.section and links < params.linked * length


def _is_line(page: ArticlePage, k: int, params: RecurringParams) -> bool:
    return page.tag(k) in SUBHEADINGS or bool(page.weight[k] < params.short and page.repeated[k])


def _same_section(page: ArticlePage, heading: int, node: int) -> bool:
    """Return whether the heading's parent, or its grandparent if the heading is alone, contains the node."""
    parent = int(page.tree.parent[heading])
    if parent < 0:
        return False
    if node < page.tree.end[parent]:
        return True
    above = int(page.tree.parent[parent])
    return above >= 0 and node < int(page.tree.end[above])
