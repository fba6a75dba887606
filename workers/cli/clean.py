"""`winnow clean` for inputs that are URLs: fetches each page politely and cleans it like a file."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from indexer.cli.clean import clean as clean_files

_WEB = ("http://", "https://")


def _clean(inputs: tuple[str, ...], contact: str, *, allow_private: bool, **options: Any) -> None:
    """Fetch the inputs that are URLs into a temporary archive, and clean all inputs."""
    callback = clean_files.callback
    assert callback is not None
    pages = [each for each in inputs if each.lower().startswith(_WEB)]
    if not pages:
        callback(inputs=inputs, **options)
        return
    with tempfile.TemporaryDirectory(prefix="winnow-") as folder:
        fetched = _fetched(pages, Path(folder), contact, allow_private=allow_private)
        callback(inputs=tuple(fetched.get(each, each) for each in inputs), **options)


def _fetched(pages: Sequence[str], folder: Path, contact: str, *, allow_private: bool) -> dict[str, str]:
    """Fetch each page into an archive of its own; return the archives by the given URLs.

    Raises
    ------
    UsageError
        If a page may not be requested.
    InputError
        If a page cannot be fetched; the command stops, since the user named the page.
    """
    from indexer.archive.place import Place  # here: files need none of it
    from indexer.errors import InputError, PageError
    from workers.archive.page_store import PageStore
    from workers.cli.options import permits_private
    from workers.clock import make_clock, moment
    from workers.crawl.crawl_run import start_url
    from workers.fetch.settings import CrawlSettings
    from workers.fetch.single_page import fetch_single
    from workers.version import version

    clock, found = make_clock(), dict[str, str]()
    for number, written in enumerate(dict.fromkeys(pages)):
        url, place = start_url(written), Place(str(folder / str(number)))
        private = permits_private([url], given=allow_private)
        settings = CrawlSettings(version=version(), contact=contact, allow_private=private)
        try:
            response = fetch_single(url, settings)
        except PageError as error:
            raise InputError(f"{written}: {error.ending.kind.value}: {error}") from error
        with PageStore(place, settings.user_agent, lambda: moment(clock())) as store:
            store.keep(response)
        found[written] = place.folder
    return found


clean = click.Command(
    "clean",
    callback=_clean,
    params=[
        *clean_files.params,
        click.Option(["--contact"], default="", metavar="URL-OR-MAIL", envvar="WINNOW_CONTACT", show_envvar=True,
                     help="For an input that is a URL: how the site's owner can reach you; required beyond this machine."),
        click.Option(["--allow-private"], is_flag=True, help="For an input that is a URL: fetch private addresses too."),
    ],
    help=f"{clean_files.help}\n\nAn input that is a URL (https://…) is fetched if its robots.txt allows it, and cleaned on its own."
    "\n\nExample: winnow clean pages.warc.gz --out pages.jsonl",
)  # fmt: skip
