"""Constants of the skeleton, measured on whole sites (`benchmarks/skeleton.py`)."""

from __future__ import annotations

from dataclasses import dataclass

from indexer.ranges import within


@dataclass(frozen=True, slots=True)
class RowParams:
    """When the links of one page form a row.

    Parameters
    ----------
    least : int
        Minimum number of links of a row, to different pages.
    internal : int
        Minimum number of those within the site.
    linked : float
        Minimum share of the row's letters that is linked; the rest is labels.
    loose : float
        Maximum share of a row's links in parts that are no entries (a second row beside the first).
    widest : float
        Maximum share of a row's links in its largest part: beyond it, that part is the row.
    label : int
        Maximum weight of an unlinked text that names the entries after it.
    deepest : int
        Maximum level of entries; deeper ones are added to the last level.
    running : int
        Minimum weight of a block of running text: menus come before the first.
    names : int
        Number of nodes, from the row upwards, whose classes and ids are examined.
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
        A target belongs to a menu if rows of this share of the pages, and of at least this number of pages, lead to it.
    alike : float
        Minimum Jaccard similarity of the targets of two rows of one menu.
    most : int
        Maximum number of distinct rows that are compared, the most frequent ones.
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
    """The choice of a site's navigation: terms of a menu's merit, and conditions for companions of the best one.

    Parameters
    ----------
    share : float
        Merit of a menu on all pages; proportionally less on fewer.
    start : float
        Merit of one on the start page.
    toc : float
        Merit of one that leads only to TOC pages; half of it if no type is known.
    front, early : float
        Merit of one at the very beginning of its pages' text, and of one before their first running text.
    tags : float
        Merit of a `nav` in a `header`; the same as a penalty in a `footer`, and inside `main` or `article`.
    names : float
        Merit of a class or id that suggests a menu; twice that as a penalty for other suggestions.
    size, largest : float, int
        Merit per doubling of its targets, up to this number.
    nested : float
        Merit of one with several levels.
    long, anchor : float, int
        Penalty of one whose median anchor weighs more than `anchor`.
    flat : int
        Number of targets without levels above which one unit of merit is lost.
    alphabet : float
        Penalty of alphabetical order: tag clouds and lists of categories.
    numbers : float
        Penalty if most anchors contain a digit: archives, page numbers.
    home, languages : float
        Merit of a link to one front page, and penalty if most links lead to other front pages: the site's languages.
    jumps : float
        Penalty of links into the middle of pages: comments.
    least : float
        Minimum merit of a navigation.
    beside : float
        Maximum difference of a second menu's merit from the best one's.
    overlap, often, near : float
        A second menu shares at most `overlap` of its targets with the first, is on `often` as many pages, and is `near` the first, in
        shares of the page's text.
    tocs, items : float, int
        Share of a second menu's available target pages (of a fuller one: of its additional ones) that must be TOC pages; each of a second
        one's must link to at least `items` pages that are in no menu.
    fuller : float
        A menu that contains the best one is also chosen if it is at most this many times as large.
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
    """Which entries of a menu are navigation.

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
    """All parameters of the production path."""

    row: RowParams = RowParams()
    menu: MenuParams = MenuParams()
    choice: ChoiceParams = ChoiceParams()
    tree: TreeParams = TreeParams()
