"""Bylines, dates and headlines as the test pages of other extractors print them; each page is cleaned alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from tests.integration.sites.test_extraction_reports import H1, NAME, Report, check, p, told

A, B = told(2100), told(2200)
OTHER = "Ola Brekke"


def page(byline: str, authors: Sequence[str], day: str = "", after: str = "") -> Report:
    fields: dict[str, object] = {"author": tuple(authors)}
    if day:
        fields["date_published"] = day
    return Report(f"<article>{H1}{byline}{p(A)}</article>{after}", A, (), fields)


def label_set_apart_by_a_style() -> Report:
    return page(f"<div class=byline><span>By</span><a href=/q>{NAME}</a></div>", [NAME])


def label_twice() -> Report:
    return page(f"<div class=byline><span>By</span><span>by {NAME.upper()} and {OTHER.upper()}</span></div>", [NAME.upper(), OTHER.upper()])


def label_in_a_line_of_its_own() -> Report:
    return page(f"<div>By</div><div>{NAME}</div><div>10/13/16 12:34PM</div>", [NAME])


def post_behind_the_name() -> Report:
    return page(f"<div class=byline>By {NAME}<span class=author-title>Staff Writer</span></div>", [NAME])


def column_behind_the_name() -> Report:
    return page(f"<div class=author>Written by {NAME} in Harbours on 1 June 2019 at 08:34 PM EDT. 51 Comments</div>", [NAME], "2019-06-01T20:34:00")


def preposition_before_the_day() -> Report:
    return page(f"<div>By {NAME} on December 13, 2016</div>", [NAME], "2016-12-13")


def account_behind_the_name() -> Report:
    return page(f"<div class=byline>by {NAME}<a href=/t>@pquill</a> Dec 15, 2016, 1:55pm EST</div>", [NAME])


def account_without_a_label() -> Report:
    return page(f"<div><a href=/q>{NAME}</a>, @pquill</div><div>1h ago</div>", [NAME])


def minutes_to_read() -> Report:
    return page(f"<div class=byline><cite>By {NAME} </cite><span>5 minute Read</span></div>", [NAME])


def comments_behind_the_day() -> Report:
    return page(f"<div class=byline>By {NAME} Nov 29, 2016, 10:00am EST <span>203 comments / new</span></div>", [NAME])


def link_to_the_biography() -> Report:
    return page(f"<div class=byline><span class=author>{NAME}</span><a rel=author href=/q>See full bio</a></div>", [NAME])


def one_marked_name_of_three() -> Report:
    return page(f"<div>By Ada Berg, {OTHER} and <span class=byline-last>{NAME}</span></div><div>Sept. 19, 2016</div>",
                ["Ada Berg", OTHER, NAME], "2016-09-19")  # fmt: skip


def editor_behind_the_writer() -> Report:
    return page(f"<div class=byline>Written by {NAME}<br>Edited by {OTHER}</div>", [NAME])


def label_of_the_day_in_the_writer_s_place() -> Report:
    return page("<div class=author-line>Last Updated: January 7, 2025</div>", [])


def mark_of_the_editorial_office() -> Report:
    return page("<div>2019/02/22 17:23</div><div>著者：後藤大地</div>", ["後藤大地"], "2019-02-22T17:23:00")


def readers_in_microdata() -> Report:
    comments = "".join(f"<li itemprop=comment><b itemprop=author>Reader {name}</b><p>{B[0]}</p></li>" for name in ("One", "Two", "Three", "Four", "Five"))
    return page(f"<div class=meta>by <a rel=author itemprop=author href=/q>{NAME}</a></div>", [NAME], after=f"<ol class=comments>{comments}</ol>")


def photographers_in_microdata() -> Report:
    figure = "<figure><img src=/{0}.jpg><figcaption><p itemprop=author><span>{0}</span></p></figcaption></figure>"
    text = p(A[:2]) + figure.format("Greg Nilsen") + p(A[2:]) + figure.format("Paul Moss")
    return Report(f"<article>{H1}<div><a rel=author href=/q>{NAME}</a></div>{text}</article>", A, (), {"author": (NAME,)})


def account_in_json_ld() -> Report:
    head = '<title>Old crane leaves the harbour</title><script type="application/ld+json">{"@type":"NewsArticle","headline":"Old crane leaves the harbour","author":{"@type":"Person","name":"CC7567"}}</script>'
    return Report(f"<article>{H1}<div class=author-name><a href=/q>{NAME}</a></div>{p(A)}</article>", A, (), {"author": (NAME,)}, head)


def day_in_a_caption() -> Report:
    """The caption names the day before; the time of publication is in UTC."""
    head = '<title>Old crane leaves the harbour</title><meta property="article:published_time" content="2024-09-03T04:03:19Z">'
    caption = "<div>A tug pulls the old crane past the mole as people wave from the quay, Monday, Sept. 2, 2024, in the harbour of Bode. (Photo by Ola Brekke)</div>"
    return Report(f"<article>{H1}{caption}{p(A)}</article>", A, (), {"date_published": "2024-09-03T04:03:19Z"}, head)


def day_as_java_prints_it() -> Report:
    head = '<title>Old crane leaves the harbour</title><meta name="article:published_time" content="Mon Aug 03 12:45:00 EDT 2015">'
    return Report(f"<article>{H1}{p(A)}</article>", A, (), {"date_published": "2015-08-03T12:45:00-04:00"}, head)


def another_wording_for_search_engines() -> Report:
    head = "<title>Harbour news: Old crane leaves the port of Bode for good | News of the Day - The Bode</title>"
    return Report(f"<article><h1>Old crane leaves port of Bode</h1>{p(A)}</article><h2>More of the week</h2>", A, (), {"headline": "Old crane leaves port of Bode"}, head)


def headline_as_the_application_s_name() -> Report:
    head = '<title>Old crane leaves the harbour</title><meta name="application-name" content="Old crane leaves the harbour"><meta property="og:site_name" content="Bode">'
    return Report(f"<h1>back to the Bode home page</h1><article><h2>Old crane leaves the harbour</h2>{p(A)}</article>", A, (), {"headline": "Old crane leaves the harbour"}, head)


def site_s_name_behind_a_colon() -> Report:
    head = "<title>港口起重机今天离开了老码头:港口日报</title>"
    items = "".join(f"<li><a href=/n/{i}>城市里的另一条较长的新闻标题第{i}号今天</a></li>" for i in range(40))
    text = "老起重机今天离开了港口，一百多人站在码头上观看拖船把它拉走，许多人在雨中等了三个小时。" * 2
    body = f"<h1>港口起重机今天离开了老码头</h1><p>{text}</p><p>{text[::-1]}</p>"
    return Report(f"<ul>{items[: len(items) // 2]}</ul><div>{body}</div><ul>{items[len(items) // 2 :]}</ul>", [text], (), {"headline": "港口起重机今天离开了老码头"}, head)


def logos_in_headings() -> Report:
    logo = "<h1><a href=/><span>The Political Bode</span></a></h1>"
    return Report(f"{logo * 3}<h2>Old crane leaves the harbour</h2>{p(A)}", A, (), {}, "<title>As the crane leaves, the town is embarrassed</title>")


def quotation_before_a_colon() -> Report:
    name = "'Ends the debate': economists weigh in on the old crane"
    head = f'<title>Economists weigh in on the old crane | The Bode</title><meta property="og:title" content="{name}">'
    return Report(f"<article><h1>{name}</h1>{p(A)}</article>", A, (), {"headline": name}, head)


def kicker_in_a_heading_of_its_own() -> Report:
    name = "Insult and accuse: quarrel over an old crane"
    item = '<script type="application/ld+json">{"@type":"NewsArticle","headline":"Insult and accuse: quarrel over an old crane"}</script>'
    head = f'<title>Bode.example | Harbour tournament | {name}</title><meta property="og:title" content="Harbour tournament | {name}">{item}'
    return Report(f"<article><h2>Harbour tournament</h2><h1>{name}</h1>{p(A)}</article>", A, (), {"headline": name}, head)


def kicker_set_apart_by_a_style() -> Report:
    item = '<script type="application/ld+json">{"@type":"NewsArticle","headline":"Crane: It leaves the old harbour"}</script>'
    return Report(f"<article><h1><span>Crane</span> <span>It leaves the old harbour</span></h1>{p(A)}</article>", A, (),
                  {"headline": "Crane: It leaves the old harbour"}, f"<title>Crane: It leaves the old harbour</title>{item}")  # fmt: skip


def second_writer_beside_the_declared_one() -> Report:
    head = '<title>Old crane leaves the harbour</title><script type="application/ld+json">{"@type":"NewsArticle","headline":"Old crane leaves the harbour","author":{"@type":"Person","name":"Petra Quill"}}</script>'
    names = f"<div><a rel=author href=/b>{OTHER}</a></div><div><a rel=author href=/q>{NAME}</a></div>"
    return Report(f"<article>{H1}{names}{p(A)}</article>", A, (), {"author": (OTHER, NAME)}, head)


def columns_behind_the_name() -> Report:
    return page(f"<div>By {NAME}, in News, Portugal, Business · 31 Jan 2025, 20:02 · 0 Comments</div>", [NAME], "2025-01-31T20:02:00")


def column_behind_the_day() -> Report:
    return page(f"<div>By <b><a href=/q>{NAME}</a></b> on Apr 7, 2023 in <a href=/t>Natural Harbours</a></div>", [NAME], "2023-04-07")


def second_writer_behind_the_day() -> Report:
    return page(f"<div class=byline>By {NAME} on Apr 7, 2023 and {OTHER}</div>", [NAME, OTHER], "2023-04-07")


def section_behind_the_writer_whose_name_the_site_has() -> Report:
    report = page(f"<div><span class=byline><a rel=author href=/q>{NAME}</a></span> <a href=/c>Harbours</a> <time>May 4, 2023</time></div>", [NAME], "2023-05-04")
    return replace(report, head=f"<title>Old crane leaves the harbour</title><meta name=application-name content='{NAME}'>")


def icon_before_the_text_of_a_link() -> Report:
    linked = f"{A[1].split()[0]} <a href=/x><span class=icon><svg><use href='#out'></use></svg></span>says the harbour master today</a> {A[1]}"
    whole = f"{A[1].split()[0]} says the harbour master today {A[1]}"
    return Report(f"<article>{H1}{p([A[0], linked, *A[2:]])}</article>", [A[0], whole, *A[2:]], [f"{A[1].split()[0]} {A[1]}"])


def body_declared_twice() -> Report:
    story = " ".join(A)
    item = f'<script type="application/ld+json">{{"@type":"NewsArticle","headline":"Old crane leaves the harbour","articleBody":"{story} {story}"}}</script>'
    report = Report(f"<article>{H1}{p(A)}</article>", A, [f"{A[-1]} {A[0]}"], {}, f"<title>Old crane leaves the harbour</title>{item}")
    assert '"' not in story
    return report


REPORTS: Sequence[Callable[[], Report]] = (
    label_set_apart_by_a_style, label_twice, label_in_a_line_of_its_own, post_behind_the_name, column_behind_the_name,
    preposition_before_the_day, account_behind_the_name, account_without_a_label, minutes_to_read, comments_behind_the_day,
    link_to_the_biography, one_marked_name_of_three, editor_behind_the_writer, label_of_the_day_in_the_writer_s_place,
    mark_of_the_editorial_office, readers_in_microdata, photographers_in_microdata, account_in_json_ld, day_in_a_caption,
    day_as_java_prints_it, another_wording_for_search_engines, headline_as_the_application_s_name, site_s_name_behind_a_colon, logos_in_headings,
    quotation_before_a_colon, kicker_in_a_heading_of_its_own, kicker_set_apart_by_a_style, second_writer_beside_the_declared_one,
    columns_behind_the_name, column_behind_the_day, second_writer_behind_the_day, section_behind_the_writer_whose_name_the_site_has,
    icon_before_the_text_of_a_link, body_declared_twice,
)  # fmt: skip


@pytest.mark.parametrize("report", REPORTS, ids=lambda one: one.__name__)
def test_fields_as_pages_print_them(report: Callable[[], Report]) -> None:
    check(report())
