"""The report on learned templates, as text and JSON; pages are grouped by their true template."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indexer.archive.entry import Entry
from indexer.cli.terminal import printable, table
from indexer.errors import NothingToDoError, PageError

if TYPE_CHECKING:
    from indexer.evaluate.template import PageTruth, TemplateReport
    from indexer.site.methods.template import TemplateParams

ALL = "all"
"""The group of all pages of a site, regardless of their template."""


def template_reports(
    inputs: Sequence[str], truth: Mapping[str, PageTruth], params: TemplateParams, sizes: Sequence[int]
) -> dict[tuple[str, str], TemplateReport]:
    """A report for each site and template, and for each site with several templates.

    Raises
    ------
    NothingToDoError
        If the inputs contain no page of the truth.
    """
    from indexer.evaluate.template import measure

    groups: dict[tuple[str, str], dict[str, tuple[str, ...]]] = defaultdict(dict)
    for site, url, tokens in _pages(inputs, truth):
        groups[site, truth[url].template][url] = tokens
        groups[site, ALL][url] = tokens
    if not groups:
        msg = "none of the truth's pages is in the input: the URLs must be those of the records"
        raise NothingToDoError(msg)
    several = {key for key in groups if key[1] != ALL or sum(site == key[0] for site, _ in groups) > 2}
    return {key: measure(groups[key], truth, params, sizes) for key in sorted(several)}


def _pages(inputs: Sequence[str], truth: Mapping[str, PageTruth]) -> list[tuple[str, str, tuple[str, ...]]]:
    """Site, URL and tokens of every readable page of the truth."""
    from indexer.archive.captures import select
    from indexer.archive.load import load
    from indexer.archive.scan import scan
    from indexer.article.clean import read_page
    from indexer.page.tokens import source_tokens

    found = []
    with tempfile.TemporaryDirectory(prefix="winnow-") as folder:
        for entry in select(scan(inputs, Path(folder))):
            if isinstance(entry, Entry) and entry.url in truth:
                try:
                    page = read_page(load(entry))
                except PageError:
                    continue  # no page to learn from
                found.append((entry.site, entry.url, source_tokens(page.html)))
    return found


def template_text(reports: Mapping[tuple[str, str], TemplateReport]) -> str:
    """Tables 1 and 2 of the paper in one."""
    head = ["site", "template", "pages", "tokens/page", "template's", "t", "precision", "recall", "tokens", "true"]
    rows = [
        [
            printable(site), printable(name), str(report.pages), f"{report.page_tokens:.0f}", f"{report.true_tokens:.0f}",
            str(each.sample), f"{each.precision:.3f}", f"{each.recall:.3f}", str(each.tokens), str(each.true),
        ]
        for (site, name), report in reports.items()
        for each in report.scores
    ]  # fmt: skip
    return table([head, *rows], left=2)


def template_record(reports: Mapping[tuple[str, str], TemplateReport]) -> list[dict[str, Any]]:
    """The reports as JSON."""
    return [
        {
            "site": site,
            "template": name,
            "pages": report.pages,
            "tokensPerPage": report.page_tokens,
            "templateTokensPerPage": report.true_tokens,
            "samples": [asdict(each) for each in report.scores],
        }
        for (site, name), report in reports.items()
    ]
