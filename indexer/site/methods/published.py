"""The papers' methods by name, with their modules."""

from __future__ import annotations

from typing import NamedTuple


class Published(NamedTuple):
    """A method with its default parameters.

    Parameters
    ----------
    name : str
    module : str
        Name in `indexer.site.methods`.
    params : str
        Name of the class of its parameters.
    summary : str
        One line: what it keeps, and by what evidence.
    """

    name: str
    module: str
    params: str
    summary: str


PUBLISHED = tuple(Published(*row) for row in (
    ("template", "template", "TemplateParams", "drops the tags and texts that 16 pages share in sequence (Geraci, Maggini)"),
    ("cst", "compressed_tree", "CstParams", "weighs places by how differently they look and read on the site's pages (Yi, Liu)"),
    ("infodiscoverer", "infodiscoverer", "InfoParams", "keeps blocks whose phrases are on few of ten pages (Kao, Lin, Ho, Chen)"),
    ("wisdom", "wisdom", "WisdomParams", "keeps subtrees that hold much information and spread it evenly (Kao, Ho, Chen)"),
))
