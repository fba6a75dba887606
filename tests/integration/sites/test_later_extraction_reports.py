"""More of what users of other extractors reported in public, as `test_extraction_reports` has it; each page is cleaned alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from harness.strategies import prose
from indexer.article.clean import clean_page, read_page
from indexer.article.learned import learn
from indexer.outcome import Kind
from indexer.page.raw import RawPage
from indexer.site.model import Sampled
from tests.integration.sites.test_extraction_reports import H1, NAME, NOW, Report, check, p, told

A, B, C = told(600), told(700), told(800)


def inline_elements_in_a_layout_table() -> Report:
    """Unclosed paragraphs with several inline elements in a cell beside a menu (trafilatura 890)."""
    text = "If the left wheel turns at rate <i>r</i>, the middle one turns at rate -3<i>r</i> and the <b>right</b> wheel at half of it."
    cell = f"<h1>Old crane leaves the harbour</h1><p>{A[0]}<p>{text}<p>{A[1]}<p>{A[2]}"
    body = f"<table class=maintable><tr><td class=sidebar><a href=/>Home</a> <a href=/archive>Archive</a></td><td class=content>{cell}</td></tr></table>"
    return Report(body, [*A[:3], "turns at rate r, the middle one turns at rate -3r and the right wheel at half of it."], ["Archive"])


def ordered_list_under_headings() -> Report:
    """Numbered steps under h3 headings (trafilatura 10)."""
    steps = "".join(f"<li>{text}</li>" for text in B)
    return Report(f"<article>{H1}{p(A[:2])}<h3>What the harbour pays for</h3><ol>{steps}</ol><h3>What it does not</h3>{p(A[2:])}</article>",
                  [*A, *B, "What the harbour pays for", "What it does not"])  # fmt: skip


def titles_of_an_accordion() -> Report:
    """Headings of boxes that open by a click, their text and their titles (trafilatura 10)."""
    boxes = "".join(f"<div class=acc><h3><button aria-expanded=false aria-controls=b{i}>Question {i} about the crane</button></h3><div id=b{i} class=panel>{p([text])}</div></div>" for i, text in enumerate(B))
    return Report(f"<main>{H1}{p(A)}{boxes}</main>", [*A, *B, "Question 2 about the crane"])


def items_in_spans() -> Report:
    """List items whose text is in a span (trafilatura 431)."""
    items = "".join(f'<li><span class="h7" tabindex=0>{text}</span></li>' for text in B)
    return Report(f"<main>{H1}{p(A)}<ul>{items}</ul>{p(C)}</main>", [*A, *B, *C])


def tables_and_lists_once() -> Report:
    """Tables and lists as a block editor writes them are there once (trafilatura 634)."""
    table = "<figure class=wp-block-table><table><tbody><tr><td>amber</td><td>birch</td><td></td></tr><tr><td>cedar</td><td>dogwood</td><td>elder</td></tr></tbody></table></figure>"
    body = f"<article>{H1}{p(A)}<h3 class=wp-block-heading>Trees by the quay</h3>{table}<p>List below</p><ul class=wp-block-list><li>juniper</li><li>larch</li></ul>{p(B)}</article>"
    return Report(body, [*A, "cedar", "juniper", *B], [f"{A[0]}\n{A[0]}", "amber birch\namber birch", "juniper\njuniper"])


def small_capitals_after_a_drop_cap() -> Report:
    """The first letter and the first words in elements of their own (goose3 190)."""
    first = f'<p><span data-caps=initial>{A[0][0]}</span><small>{A[0][1:12]}</small>{A[0][12:]}</p>'
    return Report(f"<article>{H1}{first}{p(A[1:])}</article>", A)


def reasons_as_a_list() -> Report:
    """Reasons as a list between paragraphs, nothing put before them (goose3 217)."""
    reasons = ["Gaps in the minutes of the board", "Debts that were written off", "Pay that rises without a rule"]
    return Report(f"<article>{H1}{p(A)}<ul>{''.join(f'<li>{one}</li>' for one in reasons)}</ul>{p(B)}</article>", [*A, "\n".join(reasons), *B], ["None"])


def paragraphs_as_boxes() -> Report:
    """Each paragraph a div, some of them short (goose 71)."""
    short = ["It rained.", "Nobody spoke.", "Then it was gone."]
    lines = [line for pair in zip(A, [*short, ""], strict=True) for line in pair if line]
    return Report(f"<div class=story>{H1}{''.join(f'<div>{one}</div>' for one in [*lines, *B])}</div>", [*A, *short, *B])


def linked_paragraph() -> Report:
    """A whole paragraph of the story is a link (readability 878)."""
    linked = f"<div class=par><p><a href=/news/trial-4711 rel=nofollow><strong>{B[0]} </strong></a></p></div>"
    pars = [f"<div class=par><p>{text}</p></div>" for text in A]
    return Report(f"<article>{H1}{pars[0]}{pars[1]}{linked}{''.join(pars[2:])}</article>", [*A, B[0]])


def contents_before_quoted_text() -> Report:
    """An old page: a list of anchors, then text in blockquotes with wrong end tags (readability 574)."""
    listed = "".join(f'<LI><a href="#s{i}">Part {i} of it</a></LI>' for i in range(6))
    parts = "".join(f'<H2><a name="s{i}">Part {i} of it</H2><blockquote><P>{x}<p>{y}</blockquote>' for i, (x, y) in enumerate(zip(A + B, B + C, strict=True)))
    return Report(f"<H1>Old crane leaves the harbour</H1><H2>Contents</H2><UL>{listed}</UL>{parts}", [*A, *B, *C])


def first_letter_in_a_component() -> Report:
    """A first letter in a span, each paragraph in a component (readability 407)."""
    first = f'<div class="component-content"><p><span class="m_first-letter m_first-letter--flagged">{A[0][0]}</span>{A[0][1:]}</p></div>'
    rest = "".join(f"<div class=component><div class=component-content><p>{text}</p></div></div>" for text in A[1:] + B)
    return Report(f"<article>{H1}<div class=component>{first}</div>{rest}</article>", [*A, *B])


def first_paragraph_beside_the_rest() -> Report:
    """The first paragraph in a div, the rest nested in another, comments below (readability 437)."""
    comments = "".join(f"<div class=comment><b>reader{i}</b><p>{text}</p></div>" for i, text in enumerate(C))
    body = f"<div class=page><div class=article-text><p>{A[0]}</p></div><div class=o-grid><div class=inner><div class=article-text>{p(A[1:] + B)}</div></div></div><div id=comments class=comments><h3>Comments</h3>{comments}</div></div>"
    return Report(f"{H1}{body}", [*A, *B], C)


def short_first_paragraph() -> Report:
    """A first paragraph of a few words (readability.php 84)."""
    return Report(f"<article>{H1}<section><p>When gulls tried, it held.</p></section><section>{p(A)}</section><section>{p(B)}</section></article>", ["When gulls tried, it held.", *A, *B])


def short_sections_at_the_end() -> Report:
    """The last sections are headings with a line each (defuddle 98)."""
    names = ["Safety", "Use of the quay", "Noise", "Lights"]
    ends = "".join(f"<h2>{name}</h2><ul><li>Do not climb.</li><li>See {name.lower()} rules.</li></ul>" for name in names)
    return Report(f"<main>{H1}{p(A)}{ends}</main>", [*A, *names, "See lights rules."])


def sections_named_like_boxes() -> Report:
    """Sections of an encyclopedia whose names boxes have elsewhere, with links and notes (defuddle 343)."""
    def linked(text: str, i: int) -> str:
        words = text.split(" ")
        return " ".join(f"<a href=/wiki/{word}>{word}</a>" if k % 5 == i % 5 else word for k, word in enumerate(words)) + f'<sup class=reference><a href="#cite-{i}">[{i}]</a></sup>'

    names = ["Release", "Reception", "Legacy", "Related works", "In media"]
    sections = "".join(f"<h2 id={i}>{name}</h2><p>{linked(B[i % 4], i)}</p><p>{linked(C[i % 4], i)}</p>" for i, name in enumerate(names))
    return Report(f"<div id=mw-content-text>{H1}{p(A)}{sections}</div>", [*A, *names])


def date_above_the_title() -> Report:
    """The day above the title, a suggested post with a `time` below (defuddle 295)."""
    suggested = '<section><h2>Keep reading</h2><a href=/index/b><div>Another crane</div><time datetime="2026-01-05T00:00">Jan 5, 2026</time></a></section>'
    return Report(f"<article><div><p>March 22, 2026</p><a href=/company>Company</a></div>{H1}{p(A + B)}</article>{suggested}", [*A, *B], ["Jan 5"], {"date_published": "2026-03-22"})


def sections_with_asides() -> Report:
    """Sections of the story with figures and asides between them (defuddle 303)."""
    sections = "".join(f"<section id=S{i}><h2>{prose(i + 40).headline()}</h2>{p(told(900 + 10 * i, 3))}<section id=Sub{i}>{p(told(1900 + 10 * i, 2))}</section></section>" for i in range(4))
    return Report(f"<main><article>{H1}{p(A)}{sections}</article></main>", [*A, *(t for i in range(4) for t in (*told(900 + 10 * i, 3), *told(1900 + 10 * i, 2)))])


def admonitions() -> Report:
    """Boxes with warnings and tips in the text (defuddle 45)."""
    box = f'<div class="admonition tip"><p class="admonition-title">Info</p><p>{B[0]}</p></div><div class="admonition warning"><p class="admonition-title">Warning</p><p>{B[1]}</p></div>'
    return Report(f"<article>{H1}{p(A[:2])}{box}{p(A[2:])}</article>", [*A, *B[:2]])


def declarations_in_cells() -> Report:
    """Rows of declarations and their numbers in a table of the text (defuddle 284)."""
    rows = "".join(f"<tr class=t-dcl><td><div><span>void lift( crane& c, int tonnes{i} );</span></div></td><td>({i})</td><td>since {2000 + i}</td></tr>" for i in range(5))
    return Report(f"<div class=mw-content>{H1}{p(A[:1])}<table class=t-dcl-begin><tbody>{rows}</tbody></table>{p(A[1:])}</div>", [*A, "void lift( crane& c, int tonnes3 );"])


def text_like_a_tag() -> Report:
    """Words between escaped signs are words (defuddle 285)."""
    return Report(f"<article>{H1}{p(A)}<p>The file is named Crane&lt;video&gt; and it is long, says the man &lt;who&gt; made it.</p>{p(B)}</article>", [*A, "Crane<video> and it is long, says the man <who> made it.", *B])


def footnotes_once() -> Report:
    """Notes at the end, the chapter's text once (defuddle 280)."""
    marked = f'<p>{A[0]}<a class=footnote id=D1 href="#F1"><sup>1</sup></a></p>'
    notes = '<div class=footnotes-segment><hr><h4>Footnotes</h4><h5><a id=F1 href="#D1">(1)</a></h5><p>The captain said so in the year of the flood.</p></div>'
    return Report(f"<div class=chapter>{H1}{marked}{p(A[1:])}{p(B)}</div>{notes}", [*A, *B], [f"{A[1]}\n{A[1]}"])


def russian_blog() -> Report:
    """One author among tags and recent writers, the day by a `time` (newspaper4k 552)."""
    tags = "".join(f"<li><a rel=tag href=/tag/{i}>{name}</a></li>" for i, name in enumerate(["Дизайн", "Воплощение"]))
    recent = '<aside><h4>Новые записи</h4><a class=author href=/author/m>Миша Гончаров</a> <time datetime="2026-06-30">30 июня</time></aside>'
    line = '<div class=post-meta><a class="author url fn" rel=author href=/author/ivan>Иван Кузнецов</a> <time datetime="2026-03-05T12:00:54+00:00" class=published>5 марта 2026</time></div>'
    body = f"<html lang=ru><article><h1>Старый кран покидает порт города</h1>{line}{p(A)}<ul class=tags>{tags}</ul></article>{recent}"
    return Report(body, A, ["Новые записи"], {"author": ("Иван Кузнецов",), "date_published": "2026-03-05T12:00:54+00:00"}, "<title>Старый кран покидает порт города</title>")


def first_and_last_in_other_boxes() -> Report:
    """The first two paragraphs and the last in boxes of another depth (readability 776)."""
    body = f"<main><section><div class=RichText>{p(A[:2])}</div></section><div><section><div><div class=RichText>{p(A[2:] + B)}</div></div></section></div><section><div class=RichText>{p(C[:1])}</div></section></main>"
    return Report(f"<article><header>{H1}</header>{body}</article>", [*A, *B, C[0]])


def gallery_controls() -> Report:
    """Words of a gallery's controls are no text (readability 693)."""
    gallery = "<div class=gallery><div>Caption</div><p><a href='#'>Buy Photo</a></p><p>Wait 1 second to continue.</p><button>View photos</button><button>Autoplay</button></div>"
    return Report(f"<article>{H1}{gallery}{p(A + B)}</article>", [*A, *B], ["Wait 1 second", "Autoplay"])


def subtitle_and_empty_list() -> Report:
    """A subtitle under the headline and an empty list of related stories (readability 195)."""
    subtitle = "The harbour loses what three generations of pilots steered by, and nobody asked them."
    related = "<div class=related><h3>Related content</h3><ul></ul></div>"
    return Report(f"<article>{H1}<h2 class=subtitle>{subtitle}</h2>{p(A[:2])}{related}{p(A[2:])}</article>", [*A], ["Related content"], {"standfirst": subtitle})


def captions_of_figures() -> Report:
    """A caption in a figure is a field (readability 743)."""
    figure = "<figure><img src=/c.jpg alt=''><figcaption><p>Artist's view of the quay (not to scale).</p></figcaption></figure>"
    return Report(f"<article>{H1}{p(A[:2])}{figure}{p(A[2:])}</article>", A, [], {"captions": ("Artist's view of the quay (not to scale).",)})


def posted_and_updated() -> Report:
    """Byline, paper, day posted and day updated in one line (postlight parser 699)."""
    line = f"<div class=bylineDetails><span class=authorText>{NAME}</span> · Bode News · <time class=timeStamp>Posted: Mar 14, 2026 4:00 AM EDT | Last Updated: March 16</time></div>"
    head = "<title>Old crane leaves the harbour | Bode News</title><meta property=og:site_name content='Bode News'>"
    return Report(f"<main>{H1}{line}<div class=story>{p(A)}</div></main>", A, [], {"author": (NAME,), "date_published": "2026-03-14T04:00:00"}, head)


REPORTS: Sequence[Callable[[], Report]] = (
    inline_elements_in_a_layout_table, ordered_list_under_headings, titles_of_an_accordion, items_in_spans, tables_and_lists_once, small_capitals_after_a_drop_cap,
    reasons_as_a_list, paragraphs_as_boxes, linked_paragraph, contents_before_quoted_text, first_letter_in_a_component, first_paragraph_beside_the_rest,
    short_first_paragraph, short_sections_at_the_end, sections_named_like_boxes, date_above_the_title, sections_with_asides, admonitions, declarations_in_cells,
    text_like_a_tag, footnotes_once, russian_blog, first_and_last_in_other_boxes, gallery_controls, subtitle_and_empty_list, captions_of_figures, posted_and_updated,
)  # fmt: skip


@pytest.mark.parametrize("report", REPORTS, ids=lambda one: one.__name__)
def test_what_was_reported_elsewhere(report: Callable[[], Report]) -> None:
    check(report())


def test_snippets_of_a_list_are_no_article() -> None:
    """A section's page of teasers with days (trafilatura 811)."""
    cards = "".join(f"<div class=card><a href=/innovation/{i}><h2>{prose(i).headline()}</h2><p>{prose(i).paragraph()[:90]}</p></a><span>{i + 1} June 2026</span></div>" for i in range(14))
    source = f"<!doctype html><html lang=en><head><title>Innovation</title></head><body><main><h1>Innovation</h1>{cards}</main></body></html>"
    raw = RawPage(url="https://bode.example/innovation", body=source.encode(), content_type="text/html", source="x")
    found = clean_page(raw, learn("alone", [Sampled(read_page(raw), raw.url)]), "alone", NOW)
    assert found.outcome.kind is Kind.NOT_ARTICLE
    assert found.article is not None
    assert found.article.article_body == ""
