"""All parameters of the site model, one frozen class per part; every part has a switch for ablation."""

from __future__ import annotations

from dataclasses import dataclass, field

from indexer.page.score import ScoreParams
from indexer.ranges import within
from indexer.site.parts.author_boxes import AuthorBoxParams
from indexer.site.parts.boxes import BoxParams
from indexer.site.parts.container import ContainerParams
from indexer.site.parts.guard import GuardParams
from indexer.site.parts.labelled_boxes import LabelledBoxParams
from indexer.site.parts.pointer import PointerParams
from indexer.site.parts.pruning import PruningParams
from indexer.site.parts.recurring import RecurringParams
from indexer.site.parts.slots import SlotParams
from indexer.site.parts.weights import WeightParams
from indexer.site.sample import CopyParams


@dataclass(frozen=True, slots=True)
class SiteParams:
    """Parameters of all parts and of their combination.

    Parameters
    ----------
    votes : bool
        True if the fit uses a second extractor.
    most_votes : int
        It reads one page each of at most this many stories (`indexer.site.votes.ENOUGH`),
    least_alike : float
        and all if the two agree on less than this share (Dice's coefficient, in letters).
    least_vote : float
        It is ignored if all that it wants, apart from template, is less than this share of what the page-level scorer wants.
    template : bool
        True if texts on a quarter of the stories count as template in the page-level score.
    texts, text_share : bool, float
        True if repeated texts on this share of the article pages are dropped when the second extractor mostly drops them.
    own_text : bool
        True if slots drop only their node's own text (off: their subtree).
    standfirst, line_numbers, link_lists : bool
        True to drop copies of the text's beginning at its head, line numbers, and link lists under a dropped heading.
    least_kept : float
        Page-level evidence decides a page if the rules keep a smaller share than this of its page-level story.
    by_type : bool
        True if places are learned from single-story pages, without TOC pages,
    least_articles, least_article_share : int, float
        provided that at least this many stories, and this share of all, remain.
    least_stories : int
        Sites with fewer stories are left to the page-level extractor,
    least_recall : float
        and so are those whose model keeps less than this share of the unrepeated text that both voters want.
    most_pages : int
        Maximum size of the sample.
    """

    score: ScoreParams = field(default_factory=ScoreParams)
    copies: CopyParams = field(default_factory=CopyParams)
    containers: ContainerParams = field(default_factory=ContainerParams)
    recurring: RecurringParams = field(default_factory=RecurringParams)
    pointers: PointerParams = field(default_factory=PointerParams)
    pruning: PruningParams = field(default_factory=PruningParams)
    slots: SlotParams = field(default_factory=SlotParams)
    boxes: BoxParams = field(default_factory=BoxParams)
    author_boxes: AuthorBoxParams = field(default_factory=AuthorBoxParams)
    labelled_boxes: LabelledBoxParams = field(default_factory=LabelledBoxParams)
    guard: GuardParams = field(default_factory=GuardParams)
    weights: WeightParams = field(default_factory=WeightParams)
    votes: bool = True
    most_votes: int = 60
    least_alike: float = 0.92
    least_vote: float = 0.1
    template: bool = True
    texts: bool = True
    text_share: float = 0.2
    own_text: bool = True
    standfirst: bool = True
    line_numbers: bool = True
    link_lists: bool = True
    least_kept: float = 0.1
    by_type: bool = True
    least_articles: int = 3
    least_article_share: float = 0.1
    least_stories: int = 2
    least_recall: float = 0.7
    most_pages: int = 300

    def __post_init__(self) -> None:
        if not 1 <= self.least_stories <= self.most_pages:
            raise ValueError("a sample holds at least `least_stories` pages")
        if not 0 < self.text_share <= 1:
            raise ValueError("text_share lies in (0, 1]")
        within(0, 1, least_alike=self.least_alike)
        within(0, most_votes=self.most_votes)
        within(0, 1, least_vote=self.least_vote, least_kept=self.least_kept, least_recall=self.least_recall)
        within(0, 1, least_article_share=self.least_article_share)
        within(0, least_articles=self.least_articles)
