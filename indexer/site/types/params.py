"""Constants of the page types."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from indexer.ranges import within


@dataclass(frozen=True, slots=True)
class TypeParams:
    """Constants of the page types, measured on whole sites.

    Parameters
    ----------
    boilerplate : float
        A link (target and anchor) or text on this share of the pages (at least three) belongs to the template.
    own_line, leading, leading_line : float, float, int
        A link lists an item if it makes up `own_line` of its block, or begins or ends a block of less than `leading_line` characters and
        makes up `leading` of it (with a date or a label beside it).
    anchor : int
        Minimum weight of an item's anchor; a group of four links counts by its median.
    block : int
        Minimum weight of a text block that counts.
    one_source : float
        Text of which this share is quoted from one page is a copy of it, not a quotation.
    prefix : int
        Number of characters (of the key) by which a quoted block is recognised.
    item : int
        Equivalent in letters of text of an item beyond the second.
    record, shown : float, float
        Weight relative to quoted text of text in records (equal siblings of heading and text), and of text below another page's linked
        headline.
    headline : int
        Minimum weight of such a headline.
    prior : int
        Letters added on both sides of the ratio.
    bias, pager, bare, front : float
        Added to the logit: always, for page numbers, for a page with almost no text of its own, for a front page.
    rounds, ridge, own_share : int, float, float
        Self-training: rounds, penalty, and the share of the page's own logit in the sum.
    separation, cut : float
        As in `indexer.algorithms.logistic.valley`.
    least : int
        Smaller samples are not trained on: the pages' own logit decides,
    thin_bias, stated : float
        with this instead of `bias`, because menus cannot be distinguished from lists, and less `stated` for a page that declares itself an
        article.
    story, told : int, float
        If the sample is too small, or of one type, less `told` for a page most of whose text, of at least this weight, follows its
        own headline.
    sure : float
        At this logit a page is so certainly a TOC page that it has no body.
    declared, rare : float, float
        In training, a page that declares itself an article loses `declared`, unless less than `rare` of the pages do, or do not: many sites
        declare all their pages articles.
    titled : float
        In training, a page that another one links to by its own title, of at least the weight `anchor` and outside templates, counts as an
        article of this confidence: stories are announced this way, lists seldom. With `rare` as above.
    menu_share, menu_stories : float, int
        A menu's link is on this share of the stories, and on at least this many; on a site with fewer, on all, beside a link to the front
        page.
    most_other : float
        If menus lead to more than this share of the non-TOC pages, they are lists of stories.
    least_named, least_listed : int
        Minimum numbers of pages of the menu, and of listed stories, for learning tokens of the former's template.
    issues : int
        Minimum number of folders in which a department recurs.
    """

    boilerplate: float = 0.2
    own_line: float = 0.8
    leading: float = 0.25
    leading_line: int = 200
    anchor: int = 20
    block: int = 60
    one_source: float = 0.8
    prefix: int = 40
    item: int = 60
    record: float = 0.5
    shown: float = 0.5
    headline: int = 10
    prior: int = 30
    bias: float = 1.0
    pager: float = 0.7
    bare: float = 0.7
    front: float = 1.5
    rounds: int = 4
    ridge: float = 0.3
    own_share: float = 0.5
    separation: float = 3.0
    cut: float = 3.0
    least: int = 5
    thin_bias: float = -0.5
    stated: float = 2.0
    story: int = 400
    told: float = 2.0
    sure: float = 3.0
    declared: float = 1.5
    rare: float = 0.1
    titled: float = 2.0
    menu_share: float = 0.2
    menu_stories: int = 12
    most_other: float = 0.34
    least_named: int = 3
    least_listed: int = 10
    issues: int = 5

    def __post_init__(self) -> None:
        within(0, 1, boilerplate=self.boilerplate, own_line=self.own_line, leading=self.leading, one_source=self.one_source)
        within(0, 1, record=self.record, shown=self.shown, own_share=self.own_share, rare=self.rare)
        within(0, 1, menu_share=self.menu_share, most_other=self.most_other)
        within(1, prior=self.prior, prefix=self.prefix, block=self.block, rounds=self.rounds, least=self.least)
        within(1, menu_stories=self.menu_stories, least_named=self.least_named, least_listed=self.least_listed, issues=self.issues)
        within(0, leading_line=self.leading_line, anchor=self.anchor, item=self.item, headline=self.headline)
        within(0, separation=self.separation, cut=self.cut, stated=self.stated, declared=self.declared, titled=self.titled)
        within(0, story=self.story, told=self.told, sure=self.sure)
        within(-inf, bias=self.bias, pager=self.pager, bare=self.bare, front=self.front, thin_bias=self.thin_bias)
        if not self.ridge > 0:
            raise ValueError("ridge must be positive: without a penalty the regression need not converge")


def template_pages(pages: int, params: TypeParams) -> float:
    """Return the number of pages from which a link or a text belongs to the template, on a site with `pages` known pages."""
    return max(3.0, params.boilerplate * pages)
