"""Tables and quotations in a story keep what comes again from story to story: heads of columns, how a writer is named."""

from __future__ import annotations

from dataclasses import replace

from harness.strategies import page, prose, sampled
from indexer.article.learned import LearnedSite, learn
from indexer.page.score import gather
from indexer.site.model import Sampled, apply
from indexer.site.params import SiteParams
from indexer.site.parts.whole_boxes import complete_boxes

NAMES = "Ann Miller,Bo Berg,Cy Cole,Di Dorn,Ed Eck,Flo Fink,Gus Gold,Hal Hill".split(",")


def _learned(pages: list[str]) -> tuple[LearnedSite, list[Sampled]]:
    sample = [replace(one, extracted="\n".join(one.page.tree.text)) for one in sampled(pages)]
    return learn("example.org", sample), sample


def _kept(learned: LearnedSite, one: Sampled) -> list[str]:
    weight = apply(learned.model, one.page, one.url).clean.weight.tolist()
    return [text for text, w in zip(one.page.tree.text, weight, strict=True) if w > 0]


def test_the_heads_of_a_result_table_stay_on_every_story() -> None:
    def results(i: int) -> str:
        rows = "".join(f"<tr><td>{name} {prose(i).headline()}</td><td>{7 * i + k}:{10 + k}</td></tr>" for k, name in enumerate(NAMES))
        return f"<table><tr><th>Runner</th><th>Time</th></tr>{rows}</table>"

    pages = [page(f"<p>{prose(i).paragraph()}</p>{results(i)}<p>{prose(50 + i).paragraph()}</p>") for i in range(12)]
    learned, sample = _learned(pages)
    for one in sample:
        assert [text for text in _kept(learned, one) if text in ("Runner", "Time")] == ["Runner", "Time"], one.url


def test_a_box_of_which_little_is_kept_and_the_pages_layout_stay_as_they_are() -> None:
    long = prose(7).paragraph()
    layout = f"<table><tr><td>{long}</td><td>{prose(8).paragraph(1)}</td></tr></table>"
    data = "<table><tr><td>Year: 2004</td></tr><tr><td>Built in Hamburg</td></tr><tr><td>It has gone</td></tr></table>"
    for html, kept in ((layout, [0]), (data, [2])):
        e = gather(sampled([f"<body>{html}</body>"])[0].page, SiteParams().score)
        assert complete_boxes(e, 0, kept) == kept
