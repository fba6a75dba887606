"""`winnow archive`: shows the captures of a URL."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from indexer.archive.place import Place
from indexer.cli.options import home_option, json_option
from indexer.cli.terminal import printable
from indexer.errors import NothingToDoError, UsageError
from indexer.home import Home
from indexer.urls import site_key

if TYPE_CHECKING:
    from indexer.archive.cdxj import Capture

_SHOWN = 100


@click.group()
def archive() -> None:
    """Inspect the archive: the folder `archive` of the home directory, or the place that WINNOW_ARCHIVE names.

    Example: winnow archive list https://example.org/story
    """


@archive.command("list")
@click.argument("url")
@home_option
@json_option
def list_command(url: str, home: Path | None, *, as_json: bool) -> None:
    """List the captures of a URL, oldest first: time, status, media type, stored bytes, and the place of the record.

    http and https, with and without `www.`, count as the same URL. `warc/revisit` marks a page that was unchanged.

    Example: winnow archive list https://example.org/story
    """
    _, found = _captures(url, home)
    if as_json:
        click.echo(json.dumps({"url": url, "captures": [_record(capture) for capture in found]}, ensure_ascii=False))
        return
    for capture in found:
        status, mime, place = capture.status or "-", capture.mime or "-", f"{capture.file}:{capture.offset}"
        click.echo(f"{capture.timestamp}  {status:>3}  {mime:24}  {capture.length:>11,}  {place}  {capture.url}")


@archive.command("show")
@click.argument("url")
@click.option("--at", metavar="TIME", help="The latest capture until this time, as 2026-03-02 or 20260302060000 (UTC) [the last].")
@click.option("--headers", is_flag=True, help="Print status and headers before the content.")
@home_option
def show_command(url: str, at: str | None, home: Path | None, *, headers: bool) -> None:
    """Print the archived content of a URL, decompressed. For a revisit, the capture before it is printed.

    Example: winnow archive show https://example.org/story --headers
    """
    from indexer.archive.lookup import answer_of

    place, found = _captures(url, home)
    until = _digits(at) if at else "9"
    chosen = [capture for capture in found if not capture.revisit and capture.timestamp[: len(until)] <= until]
    if not chosen:
        raise NothingToDoError(f"the archive has no content of {url}" + (f" from before {at}" if at else "") + ": winnow archive list URL")
    answer = answer_of(place, chosen[-1])
    if headers:
        lines = [f"{name}: {value}" for name, values in answer.headers.items() for value in values.split("\n")]
        sys.stdout.buffer.write("\n".join([f"status: {answer.status}", *lines, "", ""]).encode("utf-8", "replace"))
    sys.stdout.buffer.write(answer.body)


def _captures(url: str, home: Path | None) -> tuple[Place, list[Capture]]:
    from indexer.archive.lookup import find

    place = Home.of(home).archive
    full = url if "://" in url else f"https://{url}"
    if not site_key(full):
        raise UsageError(f"{printable(url)[:_SHOWN]} is no URL, as https://example.org/news/1 is")
    found = find(place, full)
    if not found:
        raise NothingToDoError(f"the archive in {place.folder} has nothing of {url}")
    return place, found


def _digits(at: str) -> str:
    digits = re.sub(r"\D", "", at)
    if not 4 <= len(digits) <= 14:
        raise UsageError(f"--at {at} is no time, as 2026-03-02 or 20260302060000 is")
    return digits


def _record(capture: Capture) -> dict[str, str | int]:
    return {
        "timestamp": capture.timestamp,
        "status": capture.status,
        "mime": capture.mime,
        "digest": capture.digest,
        "file": capture.file,
        "offset": capture.offset,
        "length": capture.length,
        "url": capture.url,
    }
