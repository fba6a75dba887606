"""Constants of the skeleton, measured on whole sites (`benchmarks/skeleton.py`)."""

from __future__ import annotations

from dataclasses import dataclass

from indexer.ranges import within


@dataclass(frozen=True, slots=True)
class RowParams:
    """When the links of one page stand in a row.

    Parameters
    ----------
    least : int
        Links of a row, to different pages.
    internal : int
        Of these, links that stay in the site.
    linked : float
        Share of the row's letters that is linked; the rest is labels.
    loose : float
        Share of a row's links that may stand in parts which are no entries (a second row beside the first).
    widest : float
        Share of a row's links in its largest part: beyond it, that part is the row.
    label : int
        Largest weight of an unlinked text that names the entries after it.
    deepest : int
        Levels of entries; what is deeper counts with the last.
    running : int
        Least weight of a block of running text: menus stand before the first.
    names : int
        Nodes, from the row upwards, whose classes and ids are looked at.
    """

    least: int = 3
    internal: int = 2
    linked: float = 0.6
    loose: float = 0.25
    widest: float = 0.8
    label: int = 40
    deepest: int = 8
    running: int = 80
    names: int = 4

    def __post_init__(self) -> None:
        within(0, 1, linked=self.linked, loose=self.loose, widest=self.widest)
        within(1, 50, deepest=self.deepest)
        within(0, label=self.label, running=self.running, names=self.names)
        if not 2 <= self.internal <= self.least:
            raise ValueError("a row needs two links within the site, and not more of them than links in all")


@dataclass(frozen=True, slots=True)
class MenuParams:
    """When rows of several pages are one menu.

    Parameters
    ----------
    share, pages : float, int
        A target belongs to a menu if rows of this share of the pages, and of so many pages, lead to it.
    alike : float
        Least overlap (common targets among all of both) of two rows of one menu.
    most : int
        Different rows that are compared, the most frequent ones.
    """

    share: float = 0.2
    pages: int = 2
    alike: float = 0.6
    most: int = 200

    def __post_init__(self) -> None:
        within(0, 1, share=self.share)
        within(0.5, 1, alike=self.alike)
        within(1, pages=self.pages, most=self.most)


@dataclass(frozen=True, slots=True)
class ChoiceParams:
    """Which menus are the site's navigation: summands of a menu's merit, and what may stand beside the best one.

    Parameters
    ----------
    share : float
        For a menu on all pages; less in proportion.
    start : float
        For one on the start page.
    toc : float
        For one that leads to tables of contents alone; half of it where no type is known.
    front, early : float
        For one at the very beginning of its pages' text, and for one before their first running text.
    tags : float
        For a `nav` in a `header`; the same against one in a `footer`, and inside of `main` or `article`.
    names : float
        For a class or id that speaks of a menu; twice that against one that speaks of something else.
    size, largest : float, int
        For each doubling of its targets, up to so many.
    nested : float
        For one of several levels.
    long, anchor : float, int
        Against one whose median anchor weighs more than `anchor`.
    flat : int
        One merit against so many targets without levels.
    alphabet : float
        Against one in alphabetical order: tag clouds and lists of categories.
    numbers : float
        Against one most of whose anchors hold a digit: archives, page numbers.
    home, languages : float
        For one that leads to a front page, and against one that leads mostly to other front pages: the site's languages.
    jumps : float
        Against one whose links lead into the middle of pages: comments.
    least : float
        Merit below which a menu is no navigation.
    beside : float
        Merit that a second menu may lack of the best one's.
    overlap, often, near : float
        A second menu shares at most `overlap` of its targets with the first, stands on `often` as many pages, and is `near` the first, in
        shares of the page's text.
    tocs, items : float, int
        So many of the pages seen that a second menu leads to (a fuller one: besides) are tables of contents; each of a second one's with
        links to so many pages that are in no menu.
    fuller : float
        A menu that holds the best one is taken with it, up to so many times as large.
    """

    share: float = 2.0
    start: float = 2.0
    toc: float = 3.0
    front: float = 1.2
    early: float = 0.5
    tags: float = 1.0
    names: float = 0.25
    size: float = 0.4
    largest: int = 32
    nested: float = 0.5
    long: float = 1.5
    anchor: int = 30
    flat: int = 40
    alphabet: float = 1.5
    numbers: float = 1.5
    home: float = 0.4
    languages: float = 2.0
    jumps: float = 2.0
    least: float = 4.0
    beside: float = 4.0
    overlap: float = 0.3
    often: float = 0.7
    near: float = 0.2
    tocs: float = 0.6
    items: int = 2
    fuller: float = 2.0

    def __post_init__(self) -> None:
        within(0, 1, overlap=self.overlap, often=self.often, tocs=self.tocs, near=self.near)
        within(0, share=self.share, start=self.start, toc=self.toc, front=self.front, early=self.early, tags=self.tags, names=self.names)
        within(0, size=self.size, nested=self.nested, long=self.long, alphabet=self.alphabet, numbers=self.numbers, home=self.home)
        within(0, languages=self.languages, jumps=self.jumps, least=self.least, beside=self.beside)
        within(0, anchor=self.anchor, flat=self.flat, items=self.items)
        within(1, 10, fuller=self.fuller)
        within(2, 1_000, largest=self.largest)


@dataclass(frozen=True, slots=True)
class TreeParams:
    """What of a menu is navigation.

    Parameters
    ----------
    anchor : int
        Entries with longer anchors may be headlines, which menus show below their sections.
    """

    anchor: int = 40

    def __post_init__(self) -> None:
        within(1, anchor=self.anchor)


@dataclass(frozen=True, slots=True)
class SkeletonParams:
    """All of the production path."""

    row: RowParams = RowParams()
    menu: MenuParams = MenuParams()
    choice: ChoiceParams = ChoiceParams()
    tree: TreeParams = TreeParams()
