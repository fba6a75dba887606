"""False positives of soft 404 detection (`workers.indexing.soft_404`): dissimilar URLs of a site that show only the same few words.

    python -m benchmarks.soft_404 [ARCHIVE]...

A site without "not found" pages under status 200 should have fewer than `Soft404Params.min_urls`.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.inputs import archives, name, one_host, pages
from indexer.article.clean import read_page
from indexer.article.learned import learn
from indexer.errors import PageError
from indexer.page.peer import extracted
from indexer.page.raw import RawPage
from indexer.site.bare_page import bare_page
from indexer.site.draw import drawn
from indexer.site.model import Sampled
from indexer.site.params import SiteParams
from workers.indexing.soft_404 import Soft404Params


def read(archive: Path) -> list[Sampled]:
    """Return the readable pages of an archive."""
    found = []
    for capture in one_host(pages(archive)):
        try:
            page = read_page(RawPage(capture.url, capture.body, capture.url, capture.content_type))
        except PageError:
            continue
        found.append(Sampled(page, capture.url, partial(extracted, page)))
    return found


def main() -> None:
    """Print one line per site."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archives", nargs="*", type=Path)
    with TemporaryDirectory() as folder:
        print(f"{'site':18} {'pages':>6} {'bare':>6} {'most equal':>10} {'gone':>5}")
        for archive in archives(parser.parse_args().archives, Path(folder)):
            sample = read(archive)
            model = learn(name(archive), sorted(sample, key=lambda one: drawn(one.url))[: SiteParams().most_pages]).model
            shapes: dict[bytes, list[bytes]] = defaultdict(list)
            for one in sample:
                bare = bare_page(one.page, one.url, model)
                if bare is not None:
                    shapes[bare.mark].append(bare.shape)
            equal = max((len(set(found)) for found in shapes.values()), default=0)
            gone = sum(len(found) for found in shapes.values() if len(set(found)) >= Soft404Params().min_urls)
            print(f"{name(archive):18} {len(sample):6} {sum(map(len, shapes.values())):6} {equal:10} {gone:5}")


if __name__ == "__main__":
    main()
