"""Records: the website's contents as JSON, CSV and Atom."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from indexer.index.document import published_time
from indexer.index.query import Note
from search_ui.comparison import Column, Comparison, ShownHit
from search_ui.difference import ListedHit
from search_ui.page_view import PageView
from search_ui.reason import Reason
from search_ui.search_params import SearchParams
from search_ui.size_board import SizeState

CSV_HEAD = ("side", "rank", "other_rank", "change", "cause", "excerpt", "score", "headline", "date_published", "url", "canonical_url")
_FORMULA = re.compile(r"^[=+\-@\t\r]")
"""Start of a cell that a spreadsheet would evaluate as a formula (CWE-1236)."""
_UNDATED = datetime(1970, 1, 1, tzinfo=UTC)
_NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters outside production 2 of XML 1.0."""


def comparison_record(params: SearchParams, comparison: Comparison) -> dict[str, Any]:
    """Return a comparison in the API's format."""
    out: dict[str, Any] = {
        "query": params.query,
        "understood": comparison.query.understood,
        "notes": [_note(note) for note in comparison.query.notes],
        "verdict": comparison.verdict,
        "overlap@10": comparison.overlap.share,
        "left": _column(comparison.left),
        "right": _column(comparison.right),
    }
    if comparison.listing is not None:
        out["show"] = params.show.value
        out["hits"] = [_listed(each) for each in comparison.listing.listed]
        out["causes"] = {cause.value: number for cause, number in comparison.listing.causes.items()}
        out["after"] = comparison.listing.after
    if comparison.facets is not None:
        out["facets"] = {facet.value: dict(values) for facet, values in comparison.facets.items()}
    return out


def page_record(view: PageView) -> dict[str, Any]:
    """Return a page with its blocks in the API's format."""
    blocks = [
        {
            "text": each.text,
            "weight": each.weight,
            "role": each.role.value,
            "pages": each.pages,
            "marks": list(map(list, each.marked.marks)),
        }
        for each in view.blocks
    ]
    return {
        "url": view.url,
        "storyUrl": view.story_url,
        "headline": view.headline,
        "language": view.language,
        "outcome": view.outcome,
        "cleanedBy": view.cleaned_by,
        "facts": dict(view.facts),
        "named": [{"text": block.text, "weight": block.weight, "role": block.role.value} for block in view.named],
        "blocks": blocks,
        "leftOut": view.left_out,
    }


def size_record(state: SizeState) -> dict[str, Any]:
    """Return the latest measured sizes; `measured` is null before the first measurement."""
    sizes = state.record.sizes if state.record else ()
    return {
        "measured": state.record.measured.isoformat() if state.record else None,
        "current": state.current,
        "sizes": [
            {
                "site": size.site,
                "arm": size.arm.value,
                "documents": size.documents,
                "tokens": size.tokens,
                "invertedBytes": size.inverted_bytes,
                "totalBytes": size.total_bytes,
            }
            for size in sizes
        ],
    }


def csv_of(comparison: Comparison) -> str:
    """Return the displayed hits as CSV (RFC 4180), one per line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(CSV_HEAD)
    for side, each in _rows(comparison):
        change = each.change.kind.value if isinstance(each, ShownHit) else ""
        reason = each.reason
        cells = (
            side, each.rank, each.other_rank or "", change, reason.cause.value if reason else "", reason.excerpt.text if reason else "",
            round(each.hit.score, 6), each.hit.headline.text, each.hit.fields["datePublished"], each.hit.url, each.hit.canonical_url,
        )  # fmt: skip
        writer.writerow([_cell(cell) for cell in cells])
    return out.getvalue()


def atom_of(params: SearchParams, comparison: Comparison, url: str) -> bytes:
    """Return the hits of the right column, or of the displayed list, as an Atom feed (RFC 4287)."""
    feed = Element("feed", xmlns="http://www.w3.org/2005/Atom")
    _text(feed, "id", url)
    _text(feed, "title", f"{params.query} – {params.right.value}")
    SubElement(feed, "link", rel="self", href=_clean(url))
    hits = [each.hit for side, each in _rows(comparison) if side != "left" or comparison.listing is not None]
    dates = [str(hit.fields["datePublished"] or hit.fields["lastCrawled"]) for hit in hits]
    moments = [(published_time(date) or _UNDATED).isoformat() for date in dates]
    _text(feed, "updated", max(moments, default=_UNDATED.isoformat()))
    _text(SubElement(feed, "author"), "name", "Winnow")
    for hit, moment in zip(hits, moments, strict=True):
        entry = SubElement(feed, "entry")
        _text(entry, "id", hit.canonical_url)
        _text(entry, "title", hit.headline.text)
        _text(entry, "updated", moment)
        SubElement(entry, "link", href=_clean(hit.url))
        _text(entry, "summary", hit.snippet.text)
    return bytes(tostring(feed, "utf-8", xml_declaration=True))


def _rows(comparison: Comparison) -> Iterator[tuple[str, ShownHit | ListedHit]]:
    if comparison.listing is not None:
        yield from (("list", each) for each in comparison.listing.listed)
    for side, column in (("left", comparison.left), ("right", comparison.right)):
        yield from ((side, each) for each in column.shown)


def _column(column: Column) -> dict[str, Any]:
    return {
        "arm": column.arm.value,
        "total": column.total,
        "milliseconds": round(column.milliseconds, 3),
        "hits": [
            {"rank": each.rank, "otherRank": each.other_rank, "change": each.change.kind.value, **_reason(each.reason), **each.hit.record()}
            for each in column.shown
        ],
    }


def _listed(each: ListedHit) -> dict[str, Any]:
    return {"rank": each.rank, "otherRank": each.other_rank, **_reason(each.reason), **each.hit.record()}


def _reason(reason: Reason | None) -> Mapping[str, Any]:
    if reason is None:
        return {}
    return {"cause": reason.cause.value, "causeWords": reason.words, "excerpt": reason.excerpt.text, "copyOf": reason.url}


def _note(note: Note) -> dict[str, str]:
    return {"kind": note.kind.value, "about": note.about, "message": note.message}


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value


def _text(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = _clean(text)


def _clean(text: str) -> str:
    return _NO_XML.sub("\ufffd", text)
