"""python -m demo.serve FOLDER: serves the three invented sites, to try crawls on them.

They are served at 127.0.0.2, 127.0.0.3 and 127.0.0.4 until Ctrl-C; with --warc they are written to a WARC file instead, as by a crawl.
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import click

from demo.archive import captures, write_warc
from demo.generate import Scale, generate
from demo.server import serve
from demo.sites import SITES

_SEED = 20240229


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--port", type=click.IntRange(1, 65535), default=18000, show_default=True, metavar="N", help="Port of all three sites.")
@click.option("--articles", type=click.IntRange(min=24), default=24, show_default=True, metavar="N", help="Articles per site.")
@click.option("--warc", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write the pages to this WARC file instead of serving them.")  # fmt: skip
def main(folder: Path, port: int, articles: int, warc: Path | None) -> None:
    """Generate three invented news sites in FOLDER and serve them until Ctrl-C."""
    scale = Scale(articles=articles)
    if warc:
        pages = list(captures(_SEED, folder, scale))
        write_warc(warc, pages)
        click.echo(f"{len(pages)} pages in {warc}")
        return
    generate(_SEED, folder, [f"http://127.0.0.{number}:{port}" for number in range(2, 2 + len(SITES))], scale)
    with serve(folder) as server:
        click.echo(f"serving {', '.join(server.urls)}")
        threading.Event().wait()


if __name__ == "__main__":
    sys.exit(main())
