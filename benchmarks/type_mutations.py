"""Page types on labelled sites after mutations that preserve the types.

    python -m benchmarks.type_mutations [--sites SITE...] [--only NAME...] [--wrong] [--jobs 2]

The table has F1 of `article` and `toc` by mutation (`MUTATIONS`), over the labelled pages and those that a mutation adds; a cell is empty
if the mutation does not change the site. `--wrong` lists the pages with wrong types. A site is a folder with `site.warc.gz`, `pages.tsv`
and, for mutations of texts, `bodies.jsonl`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from pathlib import Path
from statistics import fmean

from benchmarks.page_mutations import (
    Mutant,
    cut_to_a_sentence,
    in_script,
    long_intro,
    of_every_page,
    of_lists,
    of_some_articles,
    paginated,
    reduced_list,
    turn_into_gallery,
    turn_into_liveblog,
    whole_posts,
)
from benchmarks.page_scene import Scene
from benchmarks.page_types import types_of
from harness.shared_sites import folders, load, map_sites, options
from indexer.errors import PageError
from indexer.evaluate.labels import read_types
from indexer.evaluate.page_types import JUDGED, score
from indexer.page.parse import parse
from indexer.page.score import gather
from indexer.site.params import SiteParams

_NAMES = re.compile(r"\s(?:class|id)\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]+)", re.IGNORECASE)
_NAMED = re.compile(r"(\s(?:class|id)\s*=\s*)(\"[^\"]*\"|'[^']*'|[^\s>]+)", re.IGNORECASE)
_DECLARED = re.compile(r"<meta[^>]*\bog:type\b[^>]*>|<script[^>]*ld\+json[^>]*>.*?</script>", re.IGNORECASE | re.DOTALL)
_HEADING = re.compile(r"(</?)h[1-6]\b", re.IGNORECASE)
_PARAGRAPH = re.compile(r"<p\b[^>]*>.*?</p>", re.IGNORECASE | re.DOTALL)
_HEAD = re.compile(r"(<head\b[^>]*>)", re.IGNORECASE)
_DATE = re.compile(r"<time\b.*?</time>|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?:19|20)\d\d-\d\d-\d\d\S*", re.IGNORECASE | re.DOTALL)
_ARTICLE = r'\1<meta property="og:type" content="article">'


def _shorter(text: str) -> str:
    """Remove all but the first two paragraphs."""
    for extra in list(_PARAGRAPH.finditer(text))[:1:-1]:
        text = text[: extra.start()] + text[extra.end() :]
    return text


def _renamed(text: str) -> str:
    """Replace each class and id with another name, the same on every page."""

    def name(word: str) -> str:
        return "x" + blake2b(word.encode("utf-8", "replace"), digest_size=4).hexdigest()

    return _NAMED.sub(lambda m: m[1] + '"' + " ".join(map(name, m[2].strip("\"'").split())) + '"', text)


MUTATIONS: Mapping[str, Callable[[Scene], Mutant]] = {
    "as it is": lambda _: Mutant({}, {}),
    "no class names": of_every_page(lambda text, _: _NAMES.sub("", text)),
    "other class names": of_every_page(lambda text, _: _renamed(text)),
    "nothing declared": of_every_page(lambda text, _: _DECLARED.sub("", text)),
    "all declared articles": of_every_page(lambda text, _: _HEAD.sub(_ARTICLE, _DECLARED.sub("", text))),
    "lists declared articles": of_every_page(lambda text, kind: _HEAD.sub(_ARTICLE if kind == "toc" else r"\1", _DECLARED.sub("", text))),
    "no headings": of_every_page(lambda text, _: _HEADING.sub(r"\1div", text)),
    "no dates": of_every_page(lambda text, _: _DATE.sub("", text)),
    "two paragraphs": of_every_page(lambda text, kind: _shorter(text) if kind == "article" else text),
    "a third of one sentence": of_some_articles(3, cut_to_a_sentence),
    "all of one sentence": of_some_articles(1, cut_to_a_sentence),
    "a third galleries": of_some_articles(3, turn_into_gallery),
    "a tenth liveblogs": of_some_articles(10, turn_into_liveblog),
    "whole posts on lists": of_lists(whole_posts),
    "long intros": of_lists(long_intro),
    "archives in pages": of_lists(paginated, 6),
    "tags of two": of_lists(reduced_list(2, "tag")),
    "sections of one": of_lists(reduced_list(1, "section")),
    "authors": of_lists(reduced_list(3, "author", biography=True)),
    "Chinese": in_script("城市河流学校桥梁博物馆天气音乐火车历史花园市场医院老师学生电影铁路山谷森林海洋", "", 3),
    "Arabic": in_script("ابتجحدرسشصعغفقكلمنهوي", " ", 1),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One site's figures by mutation: F1 of article and toc, number of changed pages, and pages with wrong types."""

    site: str
    hard: bool
    f1: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    changed: Mapping[str, int] = field(default_factory=dict)
    wrong: Mapping[str, Sequence[str]] = field(default_factory=dict)


def measure(names: Sequence[str], folder: Path) -> Row:
    """Apply each mutation to a site and evaluate the types."""
    site, params = load(folder), SiteParams()
    types = {url: kind for url, kind in read_types(folder / "pages.tsv").items() if url in site.pages}
    scene, own = Scene(site, types), {url: gather(page, params.score) for url, page in site.pages.items()}
    f1, changed, wrong = {}, {}, {}
    for name in names:
        mutant = MUTATIONS[name](scene)
        evidence = dict(own)
        for url, text in mutant.texts.items():
            with suppress(PageError):  # an empty page keeps its original evidence
                evidence[url] = gather(parse(text, url), params.score)
        labels = {url: kind for url, kind in {**types, **mutant.types}.items() if kind in JUDGED and url in evidence}
        found = types_of(evidence, evidence, labels)
        figures = score(labels, found)
        if mutant.texts or name == "as it is":
            f1[name], changed[name] = (figures["article"].f1, figures["toc"].f1), len(mutant.texts)
            print(f"{site.name}, {name}: {figures['article'].f1:.3f}/{figures['toc'].f1:.3f}", file=sys.stderr, flush=True)
            wrong[name] = [f"{labels[url]} {url}" for url, kind in sorted(found.items()) if kind != labels[url]]
    return Row(site.name, site.hard, f1, changed, wrong)


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--only", nargs="+", choices=list(MUTATIONS), default=list(MUTATIONS), metavar="NAME", help="only these [all]")
    parser.add_argument("--wrong", action="store_true", help="list the pages with wrong types")
    args = parser.parse_args()
    rows = list(map_sites(partial(measure, args.only), folders(args.sites), args.jobs))
    print(f"{'':25}" + "".join(f"  {row.site[:11]:>11}" for row in rows) + "           mean  hard sites' mean")
    for name in args.only:
        cells = "".join(f"  {'{:.3f}/{:.3f}'.format(*row.f1[name]) if name in row.f1 else '':>11}" for row in rows)
        groups = ([row.f1[name] for row in rows if row.hard == hard and name in row.f1] for hard in (False, True))
        means = "".join(f"    {fmean(a for a, _ in g):.3f}/{fmean(t for _, t in g):.3f}" if g else f"{'':15}" for g in groups)
        print(f"{name:25}{cells}{means}", flush=True)
        for row in rows if args.wrong else ():
            for text in row.wrong.get(name, ()):
                print(f"    {row.site}: {text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
