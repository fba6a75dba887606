"""The output formats of `winnow clean` for people and spreadsheets."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from io import StringIO

from indexer.article.cleaned import Cleaned
from indexer.outcome import Kind

_COLUMNS = ("url", "canonicalUrl", "outcome", "pageType", "headline", "author", "datePublished", "inLanguage", "articleBody")
CSV_HEAD = ",".join(_COLUMNS)
_MARKUP = re.compile(r"([\\`*_\[\]<>])")
_BLOCK = re.compile(r"(#{1,6} |[-+] |\d+[.)] |={3,}|-{3,})")
"""The beginning of a heading, a list item or a rule (CommonMark, 4 and 5)."""


def as_text(cleaned: Cleaned) -> Iterable[str]:
    """Headline and paragraphs, one line each, and an empty line after the article; no lines for a page without an article."""
    article = cleaned.article
    if article is None or cleaned.outcome.kind is not Kind.CLEANED:
        return ()
    return (*filter(None, (article.headline, article.article_body)), "")


def as_markdown(cleaned: Cleaned) -> Iterable[str]:
    """The same in CommonMark, with author, day and URL below the headline."""
    article = cleaned.article
    if article is None or cleaned.outcome.kind is not Kind.CLEANED:
        return ()
    about = " · ".join(filter(None, (_escaped(", ".join(article.author)), article.date_published[:10], f"<{cleaned.outcome.url}>")))
    paragraphs = (_paragraph(block.text) for block in article.blocks if block.kept)
    return ("\n\n".join((f"# {_escaped(article.headline)}".rstrip(), about, *paragraphs)), "")


def as_csv(cleaned: Cleaned) -> Iterable[str]:
    """One row per page (RFC 4180), with the columns of `CSV_HEAD`."""
    record = cleaned.record()
    values = (record.get(name, "") for name in _COLUMNS)
    out = StringIO()
    csv.writer(out, lineterminator="").writerow(["; ".join(value) if isinstance(value, list) else value for value in values])
    return (out.getvalue(),)


def _escaped(text: str) -> str:
    r"""Escape a text for Markdown.

    >>> _escaped("a *b* [c]")
    'a \\*b\\* \\[c\\]'
    """
    return _MARKUP.sub(r"\\\1", text)


def _paragraph(text: str) -> str:
    r"""Escape a text at the beginning of a line.

    >>> _paragraph("1. No list"), _paragraph("# no heading")
    ('1\\. No list', '\\# no heading')
    """
    escaped = _escaped(text)
    begin = _BLOCK.match(escaped)
    if begin is None:
        return escaped
    mark = begin[0].rstrip()
    return f"{mark[:-1]}\\{mark[-1]}{escaped[len(mark) :]}" if mark[0].isdigit() else f"\\{escaped}"
