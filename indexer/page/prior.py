"""Prior of a node from its tag and class names: weak, and overruled by evidence.

A node that contains the page's headline, or a good part of its long text, is not dropped for its name: sites put stories into
`aside`, `footer` and `div.paywall`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np

from indexer.arrays import Bools, Floats, Ints
from indexer.page.class_name import WORD_END, WORD_START
from indexer.page.tree import FOLDED, HIDDEN, VISIBLE, Tree
from indexer.ranges import within

NEUTRAL, SUSPECT, OUT_OF_SIGHT = 0, 1, 2

SUSPECT_TAGS = frozenset({"nav", "footer", "aside", "figcaption", "form", "address"})

_WEAK_WORDS = re.compile(
    r"comment|disqus|reply|replies|kommentar|footer|foot\b|sidebar|side-bar"
    r"|share|sharing|social|addtoany|addthis|sharedaddy|recommend|teaser|newsletter|subscrib|signup|paywall"
    r"|cookie|consent|gdpr|popup|pop-up|banner|advert|adsense|\bads?\b|sponsor|author-?(bio|box|info|profile)|about-author|byline"
    r"|post-?meta|entry-?meta|meta-?data|copyright|masthead|toolbar"
    r"|print-?only|most-?(?:read|popular)|trending|caption|hidden|screen-reader"
    rf"|{WORD_START}(?:respond|related|promo|modal|legal|rating|popular|credit)",
    re.IGNORECASE,
)
"""The words of the last line also end ordinary words: correspondent, correlated, compromise, illegal, celebrating, accreditation."""
_LISTS = re.compile(
    rf"\bnav|navbar|navigation|menu|breadcrumb|pagination|\btags?\b|taglist|tagcloud|{WORD_START}pager{WORD_END}", re.IGNORECASE
)
"""Equally weak, but these name lists of links: a box of running text that has such a name is none."""
_PARTS = re.compile(r"widget", re.IGNORECASE)
"""Equally weak, but page builders put everything into "widgets": see `_is_part`."""
_COMMENTS = re.compile(rf"comment|disqus|{WORD_START}respond|replies|kommentar", re.IGNORECASE)
_STRONG_WORDS = re.compile(rf"{_COMMENTS.pattern}|cookie|consent|gdpr|footer", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PriorParams:
    """Shares of the page's long text at which evidence overrules the prior.

    Parameters
    ----------
    names : bool
        True if class names and ids count (False for the ablation).
    weak, tag, strong : float
        Share of the page's long unlinked text at which a node with a weak word, a suspect tag or a strong word is not suspect.
    long : int
        Minimum weight of a block of long text.
    """

    names: bool = True
    weak: float = 0.25
    tag: float = 0.5
    strong: float = 0.9
    long: int = 60

    def __post_init__(self) -> None:
        if not 0 < self.weak <= self.tag <= self.strong <= 1:
            raise ValueError("the shares must rise from weak to strong within (0, 1]")
        within(0, long=self.long)


def _name_limit(signature: str, params: PriorParams) -> float:
    """Return the share of long text below which a signature's words make a node suspect; 0 if they never do."""
    names = re.search(r"[.#].*", _own_names(signature))
    if names is None:
        return 0.0
    if _STRONG_WORDS.search(names[0]):
        return params.strong
    return params.weak if any(words.search(names[0]) for words in (_WEAK_WORDS, _LISTS, _PARTS)) else 0.0


@lru_cache(maxsize=1 << 9)
def named_for_comments(signature: str) -> bool:
    """Return whether an element is named for readers' comments.

    >>> named_for_comments("ul.comment-list"), named_for_comments("div.article.no-comments")
    (True, False)
    """
    return _COMMENTS.search(_own_names(signature)) is not None


@lru_cache(maxsize=1 << 9)
def named_suspect(signature: str) -> bool:
    """Return whether an element's class or id, not its tag, makes it suspect.

    >>> named_suspect("aside.newsletter"), named_suspect("aside.note")
    (True, False)
    """
    return _name_limit(signature, PriorParams()) > 0


def _own_names(signature: str) -> str:
    """Return a signature without the words for what stands beside the element.

    >>> _own_names("div.row.has-sidebar"), _own_names("h2.anchorWithStickyNavbar.nobel"), _own_names("div#no-comments")
    ('div.row.', 'h2.anchor.nobel', 'div#')
    """
    return _BESIDE.sub("", signature)


_BESIDE = re.compile(rf"{WORD_START}(?:with(?:out)?|has|no)(?:[-_]|(?-i:(?=[A-Z])))[^.#]*", re.IGNORECASE)


@lru_cache(maxsize=1 << 13)
def _is_part(signature: str) -> bool:
    """Return whether only a page builder's generic word makes a node suspect; the word means nothing if most of the text has it."""
    names = _own_names(signature)
    return bool(_PARTS.search(names)) and not _is_otherwise_suspect(names) and not _LISTS.search(names)


@lru_cache(maxsize=1 << 13)
def _is_list(signature: str) -> bool:
    """Return whether only a word for a list of links makes a node suspect."""
    names = _own_names(signature)
    return bool(_LISTS.search(names)) and not _is_otherwise_suspect(names)


def _is_otherwise_suspect(signature: str) -> bool:
    tag = _TAG.match(signature)
    assert tag is not None
    return tag[0] in SUSPECT_TAGS or _WEAK_WORDS.search(signature) is not None


@lru_cache(maxsize=8)
def _limits(params: PriorParams) -> Callable[[str], float]:
    """Return `_limit` with these params, cached by signature: a site has few signatures."""
    return lru_cache(maxsize=1 << 13)(partial(_limit, params))


def _limit(params: PriorParams, signature: str) -> float:
    """Return `_name_limit` combined with the tag's limit; negative for `nav`, which is suspect even if it contains the headline."""
    tag = _TAG.match(signature)
    assert tag is not None
    by_name = _name_limit(signature, params) if params.names else 0.0
    limit = max(by_name, params.tag) if tag[0] in SUSPECT_TAGS else by_name
    return -limit if tag[0] == "nav" else limit


_TAG = re.compile(r"[^.#]+")


def prior(tree: Tree, weight: Floats, headline: Bools, params: PriorParams) -> Ints:
    """Return the prior of each node, inherited by its subtree.

    Parameters
    ----------
    weight : float array, shape (b,)
        Weight of each block.
    headline : bool array, shape (b,)
        Blocks that are the page's headline in its `h1`.

    Returns
    -------
    int array, shape (n,)
        NEUTRAL, SUSPECT or OUT_OF_SIGHT.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> page = parse("<p>" + "A long story is told here. " * 5 + "</p><div class='related'><p>More</p></div>")
    >>> prior(page.tree, page.weight, np.zeros(2, bool), PriorParams()).tolist()
    [0, 0, 1, 1]
    """
    length = np.fromiter(map(len, tree.text), np.float64, len(tree.text))
    long = (tree.link_length * 2 < length) & (weight >= params.long)
    mass = tree.subtree_sum(np.where(long, weight, 0.0))
    share = mass / (mass[0] or 1.0)
    limit = np.array(list(map(_limits(params), tree.signature)))
    named = np.flatnonzero(limit > 0).tolist()
    parts = [i for i in named if _is_part(tree.signature[i])]
    if parts and _together(tree, parts, share) >= params.tag:
        limit[parts] = 0.0
    lists = [i for i in named if _is_list(tree.signature[i])]
    if lists:
        whole = tree.subtree_sum(weight)
        limit[[i for i in lists if mass[i] >= _RUNNING * whole[i]]] = 0.0
    pictures = _pictures(tree, weight)
    if pictures and _together(tree, pictures, share) < params.weak:
        limit[pictures] = np.maximum(limit[pictures], params.tag)
    suspect = (share < np.abs(limit)) & ~_most_of_text(tree, share, limit, params)
    if headline.any():
        suspect &= (tree.subtree_sum(headline.astype(np.float64)) == 0) | (limit < 0)
        if (opening := _opening(tree, long, headline, np.abs(limit) * suspect, params)) >= 0:
            suspect[opening] = False
    own = suspect.astype(np.int64) * SUSPECT
    hidden = tree.hidden == HIDDEN
    topmost = hidden & ~hidden[tree.parent]  # one with nearly all the text waits for a script to show it
    own[topmost & (share < params.weak)] = OUT_OF_SIGHT
    own[_folded_elsewhere(tree, long, headline)] = OUT_OF_SIGHT
    own[0] = NEUTRAL
    return _inherit(tree, own)


_STORY = 3
"""Visible paragraphs that make a story; a lead above text that a script opens has one or two."""


def _folded_elsewhere(tree: Tree, long: Bools, headline: Bools) -> Bools:
    """Return the folded nodes outside the smallest element that holds the headline and a visible story, if there is one."""
    folded: Bools = tree.hidden == FOLDED
    if not (folded.any() and headline.any()):
        return np.zeros(len(folded), bool)
    shown = tree.subtree_sum((long & (tree.hidden[tree.node] == VISIBLE)).astype(np.float64))
    box = int(tree.node[headline.argmax()])
    while box and shown[box] < _STORY:
        box = int(tree.parent[box])
    folded[box : tree.end[box]] = False
    return folded


_RUNNING = 0.5
"""Share of long unlinked text from which a box is no list of links."""


def _opening(tree: Tree, long: Bools, headline: Bools, limit: Floats, params: PriorParams) -> int:
    """Return the suspect node with a weak word that contains the first paragraphs below the headline, or -1.

    They are two or more, without other text, and the next box has the same structure: the text is in two parts, and the first has a name
    like a summary's.
    """
    below = np.flatnonzero(long[(at := int(headline.argmax())) :]) + at
    if len(below) < _PART:
        return -1
    node, first = int(tree.node[below[0]]), int(below[0])
    box, chain = node, []
    while box > 0 and not 0 < limit[box] <= params.weak:
        chain.append(tree.signature[box])
        box = int(tree.parent[box])
    last = int(tree.last[box])
    if box <= 0 or tree.first[box] != first or last - first < _PART or last == len(long) or not long[first:last].all():
        return -1
    if tree.link_length[first:last].any() or int(tree.node[at]) > box:
        return -1
    other, found = int(tree.node[last]), []
    while other > 0 and tree.parent[other] != tree.parent[box]:
        found.append(tree.signature[other])
        other = int(tree.parent[other])
    return box if long[last] and found == chain and tree.tag[other] == tree.tag[box] else -1


_PART = 2
"""Number of paragraphs that are a part of the text, and no summary or appeal."""


_CAPTION = 200
"""Maximum weight of a caption."""


def _pictures(tree: Tree, weight: Floats) -> list[int]:
    """Return the tables with pictures whose only text is short: figures of pages without the element."""
    tables = (i for i, tag in enumerate(tree.tag) if tag == "table" and tree.last[i] == tree.first[i] + 1)
    return [i for i in tables if weight[tree.first[i]] <= _CAPTION and tree.images[i : tree.end[i]].any()]


def _together(tree: Tree, nodes: Sequence[int], share: Floats) -> float:
    """Return the share of the page's long text inside any of these nodes, which are in ascending order."""
    total, done = 0.0, 0
    for i in nodes:
        if i >= done:
            total, done = total + float(share[i]), int(tree.end[i])
    return total


_TEXT_TAGS = frozenset({"p", "li", "h2", "h3", "h4", "blockquote", "pre", "dd"})


def _most_of_text(tree: Tree, share: Floats, limit: Floats, params: PriorParams) -> Bools:
    """Return single lines with a suspect name that their siblings share, if together they are most of the page's long text."""
    at = [i for i in np.flatnonzero(limit > 0).tolist() if tree.tag[i] in _TEXT_TAGS]
    innocent = np.zeros(len(tree.path), bool)
    if at:
        siblings = np.bincount(tree.parent[at], share[at], len(tree.path))
        innocent[at] = siblings[tree.parent[at]] >= params.tag
    return innocent


def _inherit(tree: Tree, own: Ints) -> Ints:
    """Propagate the value of each topmost marked node to its subtree."""
    out = np.zeros(len(own), np.int64)
    done = 0
    for i in np.flatnonzero(own).tolist():
        if i >= done:
            done = int(tree.end[i])
            out[i:done] = own[i]
    return out
