"""Headlines, writers, days, sections and languages of common pages that users of extractors and reference managers reported in public as wrong: invented pages with all that stands around a story, alone or within a little site; all were written down before one was tried."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from tests.integration.sites.test_common_body_reports import (
    FRENCH,
    GERMAN_TITLES,
    H1,
    OTHERS,
    SPANISH,
    TITLE,
    A,
    B,
    Report,
    Told,
    blog,
    check,
    german,
    paper,
)
from tests.integration.sites.test_extraction_reports import NAME, p, told
from tests.integration.sites.test_stranger_body_reports import expected_to_fail
from tests.integration.sites.test_stranger_field_reports import FETCHED, OTHER, TEXTS, person, script

THIRD = "Maren Oduya"


def story(line: str = "", h1: str = H1, *, head: str = "", above: str = "", text: Sequence[str] = (*A, *B), after: str = "", title: str = TITLE, language: str = "en", path: str = "/harbour/crane-17", **fields: object) -> Told:
    """A paper's story with a line below its headline, and what is expected of it."""
    main = f"<article>{above}<header>{h1}{line}</header><div class=article-body>{p(text)}</div>{after}</article>"
    return Told(paper(main, title, language=language, head=head), path, fields=fields, fetched=FETCHED)


def linked(**values: object) -> str:
    return script(json.dumps({"@context": "https://schema.org", "@type": "NewsArticle", "headline": TITLE, "publisher": {"@type": "Organization", "name": "The Bode"}, **values}))


# -- days ------------------------------------------------------------------------------------------------------------


def printed_day_beside_a_later_change() -> Told:
    """The page prints the day, its metadata has only that of a change two years later (htmldate 10)."""
    line = f"<div class=article__info><span class=article__date>November 13, 2023</span> <span class=article__author>By <a href=/author/q>{NAME}</a></span> <span class=article__time>7 min read</span></div>"
    head = "<meta property=article:modified_time content='2025-11-20T14:25:10+00:00'><meta property=og:updated_time content='2025-11-20T14:25:10+00:00'>"
    return story(line, head=head, date_published="2023-11-13", author=(NAME,))


def year_of_the_footer_alone() -> Told:
    """A page of advice without a day; its footer has years (htmldate 124)."""
    source = paper(f"<article>{H1}<div class=content>{p([*A, *B])}</div></article>").replace("© 2026 The Bode. All rights reserved.", "© 2015–2024 The Bode. Prices are valid until 31.12.2024.")
    return Told(source, "/advice/old-crane", fields={"date_published": ""})


def day_twice_for_eyes_and_ears() -> Told:
    """The day stands once for readers' eyes and once for screen readers, with a label that only these get (htmldate 73)."""
    line = f"<p class=article__subhead><em>A city says goodbye.</em></p><div class=article-info-block><div class=article-author>By <a class=author-link href=/author/q>{NAME}</a></div><div class=article-dates><div class='date-simple css-yj6g3c'><span class=screen-reader-text>Published On 8 Mar 2026</span><span aria-hidden=true>8 Mar 2026</span></div></div></div>"
    return story(line, date_published="2026-03-08", author=(NAME,))


def day_and_hour_with_points() -> Told:
    """The day in words with the hour and a zone's letters; the address has other digits (newspaper 519)."""
    line = f"<div data-qa=author-byline>By <a href=/people/q rel=author><span data-qa=author-name>{NAME}</span></a></div><div class=display-date><span data-testid=display-date>March 10, 2026 at 2:56 p.m. EST</span></div>"
    return story(line, path="/national-security/f3e4c706-105f-11e8-9570-29c9830535e5_story.html", date_published="2026-03-10T14:56", author=(NAME,))


def day_below_the_title_of_an_old_theme() -> Told:
    """A weblog's line "Posted on … by … | Leave a comment", without machine-readable parts (newspaper 907)."""
    return Told(blog(p([*A, *B]), meta=f"<p class=postmeta>Posted on December 30, 2025 by <a href=/author/q>{NAME}</a> | Filed under <a href=/category/sea>Sea</a> | <a href=#respond>Leave a comment</a></p>"), "/old-crane-leaves-the-harbour/", fields={"date_published": "2025-12-30", "author": (NAME,)}, fetched=FETCHED)


def names_of_meta_with_hyphens() -> Told:
    """publish-date and modified-date as the mail's format, the line has only the change (newspaper4k 475)."""
    head = "<meta name=publish-date content='Thu, 12 Feb 2026 08:33:28 +0530'><meta name=modified-date content='Fri, 13 Feb 2026 09:10:00 +0530'>"
    return story(f"<nav class=pst-by><span>Written by <a href=/topic/q>{NAME}</a></span> <span>Updated: February 13, 2026 9:10 am IST</span></nav>", head=head, date_published="2026-02-12T08:33", date_modified="2026-02-13T09:10", author=(NAME,))


def reporter_and_time_before_the_day() -> Told:
    """Writer, post and paper in one line, in the next one the hour before the day (zotero 604)."""
    return story(f"<div class=story-byline><span class=byline>By {NAME}</span><span class=source>Bode reporter</span><p class=date>5:15 p.m. CDT, March 1, 2026</p></div>", author=(NAME,), date_published="2026-03-01T17:15")


def day_with_slashes_in_spanish() -> Told:
    """Spanish: day, month and year in digits with slashes, an hour behind a hyphen (postlight parser 148)."""
    line = f"<div class=info-nota><span class=autor>Por {NAME}</span> <span class=fecha>02/03/2026 - 10:35</span></div>"
    return story(line, "<h1>La vieja grúa deja el puerto</h1>", title="La vieja grúa deja el puerto", language="es", text=SPANISH, author=(NAME,), date_published="2026-03-02T10:35", in_language="es")


def last_update_within_a_time_element() -> Told:
    """A time element holds label, day, hour with seconds and a zone's letters (newspaper4k 485)."""
    return story("<div class=bylineBox><div class=byline><span class=ag>Bode Bureau</span></div><time class=jsdtTime data-dateformat>Last Updated: Mar 14, 2026, 08:46:00 PM IST</time></div>", date_modified="2026-03-14T20:46")


def published_and_updated_as_time_elements() -> Told:
    """Two time elements follow each other, the second one the change (pressforward 1086)."""
    line = f"<div class=css-byline><p>By <span class=last-byline itemprop=name>{NAME}</span></p></div><ul class=css-dates><li><time datetime=2026-03-08T05:00:11-04:00>Published March 8, 2026</time><time datetime=2026-03-12T09:20:00-04:00>Updated March 12, 2026</time></li></ul>"
    return story(line, author=(NAME,), date_published="2026-03-08", date_modified="2026-03-12")


def original_day_of_publication() -> Told:
    """The head has OriginalPublicationDate with slashes, the page no day (newspaper 978)."""
    return story(f"<p class=byline>By {NAME}</p>", head="<meta name=OriginalPublicationDate content='2026/03/07 19:02:32'>", author=(NAME,), date_published="2026-03-07T19:02")


def hour_below_the_name_in_german() -> Told:
    """German: names joined by "und", a day and an hour with a comma, minutes to read (fundus 416)."""
    line = "<div class=autor><span>Von</span> <a href=/autor/a>Clemens Bär</a> <span>und</span> <a href=/autor/b>Laura Ihme</a></div><div class=meta><span>03.03.2026 , 17:32 Uhr</span> <span>2 Minuten Lesezeit</span></div>"
    return story(line, f"<h1>{GERMAN_TITLES[0]}</h1>", title=GERMAN_TITLES[0], language="de", text=german(0), author=("Clemens Bär", "Laura Ihme"), date_published="2026-03-03T17:32")


# -- writers ---------------------------------------------------------------------------------------------------------


def user_of_the_feed_in_the_metadata() -> Sequence[Told]:
    """JSON-LD names the user that brings in the feed on every page, each page prints its writer (trafilatura 110)."""
    writers = (NAME, OTHER, THIRD, "Ilse Dahl", "Ada Berg", "Sefa Korkmaz")
    return [
        Told(paper(f"<article><header><h1>{OTHERS[i]}</h1><p class=meta><span class=author>{writers[i]}</span> <span class=date>March {i + 3}, 2026</span></p></header><div class=article-body>{p(told(14700 + 10 * i))}</div></article>", OTHERS[i], head=script(json.dumps({"@context": "https://schema.org", "@graph": [{"@type": "Article", "headline": OTHERS[i], "author": {"@type": "Person", "name": "Watermark feed"}}, {"@type": "Person", "name": "Watermark feed"}]}))), f"/news/story-{i}", fields={"author": (writers[i],), "date_published": f"2026-03-0{i + 3}"})
        for i in range(6)
    ]  # fmt: skip


def two_linked_writers_with_their_posts() -> Told:
    """Two linked writers joined by "and" in an element for the byline, and what one of them does (zotero 2880)."""
    line = f"<div data-qa=author-byline><span>By </span><a href=/people/q/><span data-qa=author-name>{NAME}</span></a><span> and </span><a href=/people/b/><span data-qa=author-name>{OTHER}</span></a></div><div class=bio><p>Media reporter</p></div>"
    return story(line, author=(NAME, OTHER))


def place_behind_the_writer_in_german() -> Told:
    """German: the place follows the writer's name behind a comma, the day below (zotero 1642)."""
    line = f"<div class=article-meta><span class=author>Von {NAME}, Bern</span> <span class=date>Aktualisiert am 12.03.2026</span></div>"
    return story(line, f"<h1>{GERMAN_TITLES[1]}</h1>", title=GERMAN_TITLES[1], language="de", text=german(1), author=(NAME,))


def name_and_day_in_a_company_s_weblog() -> Told:
    """No metadata: the day, and a portrait with name and post, in boxes above the text (obsidian-clipper 386)."""
    line = f"<div class=blog-hero><div class=text-size-small>March 5, 2026</div><div class=blog-author><img src=/q.jpg alt=''><div><a href=/team/petra-quill>{NAME}</a><div>Co-founder and captain</div></div></div></div>"
    return story(line, author=(NAME,), date_published="2026-03-05")


def list_of_writers_with_portraits() -> Told:
    """German: "von" as a word of its own above a list of writers with portraits (fundus 658)."""
    items = "".join(f"<li class=authors__list-item><a href=/autor/{i}><picture><img src={i}.jpg alt='{name}'></picture><span class=typo-article-info-bold>{name}</span></a></li>" for i, name in enumerate((NAME, OTHER)))
    line = f"<div class=article__info><div class=authors><span class=authors__prefix>von</span><ul class=authors__list>{items}</ul></div><time datetime=2026-03-05T16:31:00+01:00>05. März 2026, 16:31 Uhr</time></div>"
    return story(line, f"<h1>{GERMAN_TITLES[2]}</h1>", title=GERMAN_TITLES[2], language="de", text=german(2), author=(NAME, OTHER), date_published="2026-03-05T16:31")


def day_of_the_page_as_pubdate() -> Told:
    """The head has pubdate in the zone of the paper, a printed line has neither the hour nor the year (linkwarden 1090)."""
    return story(f"<p class=meta><span>{NAME}</span> | <span>12 March</span></p>", head="<meta name=pubdate content='2026-03-12T08:00:00+01:00'><meta name=lastmod content='2026-03-14T10:00:00+01:00'>", date_published="2026-03-12T08:00", date_modified="2026-03-14T10:00")


def opinion_writer_with_junior() -> Told:
    """A name with points and "Jr.", the post and the day without a year on one line (readability 218)."""
    return story("<div class=pb-byline>By <a href=/people/dionne>E.J. Quayle Jr.</a></div><div class=pb-role>Opinion writer</div><div class=pb-timestamp>May 10 at 8:04 PM</div>", author=("E.J. Quayle Jr.",), date_published="2026-05-10T20:04")


def writer_in_a_city() -> Told:
    """The writer's name is a link, "in" and a city follow it; weekday, day and hour with a point (fenix 16769)."""
    line = f"<div data-gu-name=meta><address aria-label='Contributor info'><div><a rel=author href=/profile/q>{NAME}</a> in Brussels</div></address><div><details><summary>Sun 8 Mar 2026 09.00 GMT</summary>First published on Sun 8 Mar 2026 07.15 GMT</details></div></div>"
    return story(line, author=(NAME,), date_published="2026-03-08")


def agency_of_a_paper_s_story() -> Told:
    """The paper prints its agency in the place of the writer (zotero 2557)."""
    line = "<div class=c-byline><span class=c-byline__author>The Northern Press</span><div class=c-byline__dates><time datetime=2026-03-05T14:20:00Z>Published March 5, 2026</time></div></div>"
    return story(line, author=("The Northern Press",), date_published="2026-03-05")


def photographer_behind_the_writer() -> Told:
    """Two lines in the byline's element, each with a word before a linked name (zotero 1432)."""
    def byline(word: str, name: str) -> str:
        return f"<div class=BylineWrapper-x><p class=byline itemprop=author itemtype=http://schema.org/Person><span itemprop=name class=BylineNamesWrapper-x><span data-testid=BylineName class=BylineName-x><span class=BylinePreamble-x>{word} </span><a class='byline__name-link button' href=/contributors/{name[0]}>{name}</a></span></span></p></div>"

    return story(f"<div data-testid=BylinesWrapper class=bylines>{byline('By', NAME)}{byline('Photography by', OTHER)}</div><time data-testid=ContentHeaderPublishDate>March 5, 2026</time>", author=(NAME,), date_published="2026-03-05")


def writer_with_a_sentence_about_them() -> Told:
    """A linked name, and a paragraph that says what this reporter covers (wallabagger 387)."""
    line = f"<div class=duet--article--article-byline><p>by <span><a href=/authors/q>{NAME}</a></span></p><p class=duet--article--author-bio>{NAME} is a reporter who has covered the business, culture, and communities of harbours for seven years. Previously, {NAME.split()[0]} worked for radio.</p><div><time datetime=2026-03-14T12:00:00+00:00>Mar 14, 2026, 12:00 PM UTC</time></div></div>"
    return story(line, author=(NAME,), date_published="2026-03-14T12:00")


def author_of_a_book_in_the_news() -> Told:
    """Japanese: a story about a book has a list with the book's author and its day; the story has no writer (postlight parser 374)."""
    title = "古いクレーンの物語が文庫に"
    facts = "<section class=work-info><h2>作品情報</h2><dl><dt>作品名</dt><dd>港の記憶</dd><dt>著者</dt><dd class=authors>後藤大地</dd><dt>出版社</dt><dd>波止場書房</dd><dt>配信開始日</dt><dd>2026年5月20日</dd></dl></section>"
    return story("<p class=date>2026年3月4日</p>", f"<h1>{title}</h1>", title=title, language="ja", text=TEXTS["ja"], after=facts, author=(), date_published="2026-03-04")


# -- headlines, standfirsts, sections, languages, publishers -----------------------------------------------------------


def slogan_as_the_title_for_sharing() -> Told:
    """og:title is the site's slogan, the title has the post's (omnivore 1769)."""
    return story(f"<div class=date>March 4, 2026</div><div>{NAME}</div>", head="<meta property=og:title content='Bode — words on water'>", headline=TITLE)


def headline_that_was_changed_later() -> Told:
    """The printed headline differs from that of the title and of the metadata (zotero 1070)."""
    source = paper(f"<article><header><h1 class=content-item__title>A Reckoning</h1><h2 class=content-item__dek>A historian who studies harbours faced a judge himself</h2><p class=byline>By {NAME}</p></header><div class=article-body>{p([*A, *B])}</div></article>", "A Historian’s Day in Court", head="<meta property=og:title content='A Historian’s Day in Court'><meta name=twitter:title content='A Historian’s Day in Court'>")
    return Told(source, "/article/A-Historians-Day-in-Court/236656", fields={"headline": "A Reckoning"})


def kicker_within_the_heading() -> Told:
    """German: the heading holds a kicker with a colon in a span, og:title is the site's name (linkwarden 1791)."""
    h1 = f"<h1 class=head5><span class='dh2 head4'>Hafen:</span> <span class='dh1 head5'>{GERMAN_TITLES[3]}</span></h1>"
    source = paper(f"<article><header>{h1}<p class=dach>Nach neunzig Jahren ist Schluss.</p><div class=authors><span class=authors__author>Von <a rel=author href=/autor/q>{NAME}</a></span> <time datetime=2026-03-04>4. März 2026, 9:10 Uhr</time></div></header><div class=formatted>{p(german(3))}</div></article>", f"Hafen: {GERMAN_TITLES[3]}", language="de")
    return Told(source.replace("| The Bode", "- Golem").replace("<meta property=og:site_name", "<meta property=og:title content=Golem><meta property=og:site_name").replace("content='The Bode'", "content=Golem"), "/news/hafen-2603-211884.html", fields={"headline": f"Hafen: {GERMAN_TITLES[3]}", "author": (NAME,), "date_published": "2026-03-04"})


def colon_in_the_headline() -> Told:
    """The headline has a colon, and the only heading of the first level is the paper's logo (newspaper 113)."""
    title = f"Game of the week: {TITLE}"
    source = paper(f"<article><h2 class=title>{title}</h2><p class=byline>By {NAME}</p>{p([*A, *B])}</article>", title).replace("<a class=logo href=/><img src=/logo.svg alt='The Bode'></a>", "<h1 class=logo><a href=/>The Bode</a></h1>")
    return Told(source, "/games/game-of-the-week", fields={"headline": title})


def one_title_on_every_page() -> Sequence[Told]:
    """The title element and the first heading say the site's name on every page; the headline is a third-level heading (trafilatura 502)."""
    def page(i: int) -> Told:
        head = "<title>Northern Oil and Harbour News</title><meta name=description content='News from northern harbours'>"
        body = f"<div id=header><h1><a href=/>Northern Oil and Harbour News</a></h1><ul><li><a href=/home>Home</a></li><li><a href=/archive>Archive</a></li><li><a href=/contact>Contact</a></li></ul></div><div class=col-md-8><div class=article><h3 class=title>{OTHERS[i]}</h3><p class=sub>BERGEN, {i + 4} March 2026</p>{p(told(14800 + 10 * i))}</div></div><div class=col-md-4><h3>More Stories</h3><ul>{''.join(f'<li><a href=/Article/{k}>{OTHERS[k]}</a></li>' for k in range(6) if k != i)}</ul></div><div id=footer><p>© 2026 Northern Oil and Harbour News</p></div>"
        return Told(f"<!doctype html><html lang=en><head><meta charset=utf-8>{head}</head><body>{body}</body></html>", f"/Article/{i}", fields={"headline": OTHERS[i]})

    return [page(i) for i in range(6)]


def quotation_marks_encoded_twice() -> Told:
    """Italian: the metadata's title has its quotation marks encoded twice (omnivore 1169)."""
    title = "Il dibattito sulla gru: “Non era più sicura”"
    wrong = title.replace("“", "&amp;#8220;").replace("”", "&amp;#8221;")
    text = ["La vecchia gru del porto è stata smontata mercoledì dopo novant’anni di lavoro, e più di cento persone sono andate sul molo per vederla.", "La direttrice del porto ha detto che la macchina non era più sicura, e che ripararla sarebbe costato più che comprarne una nuova."]
    source = paper(f"<article><h1>{title}</h1><p class=data>Lunedì 2 marzo 2026</p>{p(text)}</article>", wrong, language="it", head=f"<meta property=og:title content='{wrong}'>{script(json.dumps({'@type': 'NewsArticle', 'headline': title.replace('“', '&#8220;').replace('”', '&#8221;')}))}")
    return Told(source, "/2026/03/02/dibattito", fields={"headline": title, "date_published": "2026-03-02", "in_language": "it"})


def deck_below_the_headline() -> Told:
    """The second heading below the headline is the deck (readability 151)."""
    deck = "You have probably seen the film—but what happened on the quay is a lot more complicated."
    return story(f"<h2 class=standalone-deck itemprop=description>{deck}</h2><p class=byline>by <a rel=author href=/author/q>{NAME}</a> - Mar 4, 2026 9:10am EST</p>", standfirst=deck, author=(NAME,), headline=TITLE, date_published="2026-03-04T09:10")


def section_in_the_line_of_the_day() -> Told:
    """The line of the day says from which section the story is (zotero 1103)."""
    line = "<div class=with-extracted-share-icons><ul class=mini-info-list><li class=mini-info-list__item><div class='date date--v2' data-seconds=1773046800 data-datetime='9 March 2026'>9 March 2026</div></li><li class=mini-info-list__item><span class=mini-info-list__section-desc>From the section </span><a href=/news/world/europe class=mini-info-list__section data-entityid=section-label>Europe</a></li></ul></div>"
    return story(line, article_section=("Europe",), date_published="2026-03-09")


def german_text_without_a_language() -> Told:
    """The page states no language, its text is German (fundus 246)."""
    source = paper(f"<article><h1>{GERMAN_TITLES[4]}</h1>{p(german(4))}</article>", GERMAN_TITLES[4]).replace("<html lang=en>", "<html>")
    return Told(source, "/lokales/4.html", fields={"in_language": "de", "headline": GERMAN_TITLES[4]})


def french_story_of_a_frame_in_english() -> Told:
    """The site's frame says en-US on all pages, the story is in French (trafilatura 224)."""
    text = [*FRENCH, "La directrice du port a dit que la machine n’était plus sûre, et que la réparer aurait coûté plus cher que d’en acheter une neuve."]
    return story("<time datetime=2026-03-04>4 mars 2026</time>", "<h1>La vieille grue quitte le port</h1>", title="La vieille grue quitte le port", language="en-US", text=text, in_language="fr")


def publisher_of_the_graph() -> Told:
    """The paper's proper name stands only in the story's publisher in JSON-LD, the title has an abbreviation (fundus 15)."""
    source = paper(f"<article>{H1}<p class=byline>By {NAME}</p>{p([*A, *B])}</article>", head=linked(author=person(NAME), publisher={"@type": "NewsMediaOrganization", "name": "Bode Evening Standard", "logo": {"@type": "ImageObject", "url": "/logo.png"}}))
    return Told(source.replace("<meta property=og:site_name content='The Bode'>", "").replace("| The Bode</title>", "| BES</title>"), fields={"publisher": "Bode Evening Standard", "author": (NAME,)})


# -- reported of common pages, too, and written down when the first were mended -----------------------------------------


def writer_as_a_heading_above_the_headline() -> Told:
    """A linked heading above the headline is the writer's name (ftr-site-config 32)."""
    return story("<div class=lr-issue><a href=/the-paper/v48/n05>Vol. 48 No. 5 · 5 March 2026</a></div>", f"<h1 class=article-title>{TITLE}</h1>", above=f"<h2 class=article-author><a href=/contributors/petra-quill>{NAME}</a></h2>", headline=TITLE, author=(NAME,), date_published="2026-03-05")


def paper_below_the_writer_in_french() -> Told:
    """French: the writer's name and the paper's in elements of one block, the day with its label and the hour (ftr-site-config 1658)."""
    line = f"<div class=authorModule><div class=authorModule__details><a class=authorModule__name href=/auteurs/q>{NAME}</a><span class=authorModule__organisation>The Bode</span></div></div><div class=publicationsDate><span class=publicationsDate--type-publication>Publié le 5 mars 2026 à 6 h 00</span><span class=publicationsDate--type-update>Mis à jour le 5 mars 2026 à 11 h 20</span></div>"
    return story(line, "<h1>La vieille grue quitte le port</h1>", title="La vieille grue quitte le port", language="fr", text=TEXTS["fr"], author=(NAME,), date_published="2026-03-05T06:00", date_modified="2026-03-05T11:20")


def writer_and_translator_in_japanese() -> Told:
    """Japanese: labels for writer and translator before links, the day beside the time that reading takes (postlight parser 368)."""
    line = "<div class='widget article__authors'><span>作者</span> <a href=/jp/profile/a>後藤大地</a> <span>翻訳者</span> <a href=/jp/profile/b>李新</a></div><p class='article__readTime date'>2026年3月4日 読了時間 3 分</p>"
    return story(line, "<h1 class=heading>古いクレーンが港を去る</h1>", title="古いクレーンが港を去る", language="ja", text=TEXTS["ja"], author=("後藤大地",), date_published="2026-03-04")


def day_as_a_heading_of_an_old_weblog() -> Told:
    """Japanese: an old weblog whose day is a heading, and the post's title another one (postlight parser 369)."""
    text = "<br><br>".join(TEXTS["ja"])
    source = f"<!doctype html><html lang=ja><head><meta charset=utf-8><title>古いクレーンが港を去る:港のブログ</title></head><body><div id=header><h1><a href=/>港のブログ</a></h1><h2>水辺の毎日</h2></div><div id=main><h4 class=hl>2026年03月04日-</h4><h3 class=hl>古いクレーンが港を去る</h3><div class=entrybody>{text}</div><p>Posted by quay | <a href=/a/1#c>コメント (0)</a></p></div><div id=side><h4>最近の記事</h4><ul><li><a href=/a/2>フェリーの新しい岸壁</a></li><li><a href=/a/3>夜行列車が海岸に戻る</a></li></ul></div></body></html>"
    return Told(source, "/a/1.html", fields={"headline": "古いクレーンが港を去る", "date_published": "2026-03-04"})


def day_and_offset_beside_the_name() -> Told:
    """The name, then the day with hour and offset from Greenwich, in spans without gaps (postlight parser 577)."""
    line = f"<div class=wrapper_1><div class=authors_2><span class=byline_3>By<!-- --> </span><a class=link_4 href=/authors/q>{NAME}</a></div><div class=dates_5><span>Mar 6, 2026, 6:00 AM GMT+1</span></div></div>"
    return story(line, path="/posts/old-crane-leaves-the-harbour", author=(NAME,), date_published="2026-03-06T06:00")


def byline_above_the_story_of_an_amp_page() -> Told:
    """A page for telephones: byline and paper in one line, a time element without its attribute (ftr-site-config 611)."""
    line = f"<div class=abovestory><span class=abovestory_byline>{NAME}, The Bode</span><time class=abovestory_timestamp>February 5, 2026 6:00am</time></div>"
    return story(line, f"<h1 class=tg-tlc-storyheader_titlewrapper_h1>{TITLE}</h1>", author=(NAME,), date_published="2026-02-05T06:00", headline=TITLE)


def weekday_before_the_day_of_a_french_post() -> Told:
    """French: a weblog's line with the weekday, the day and the writer's first name and family name (graby-site-config 26)."""
    return Told(blog(p(TEXTS["fr"]), "La vieille grue quitte le port", language="fr", meta=f"<p class=infos>Publié le mardi 3 mars 2026 par {NAME}, dans <a href=/categorie/port>Port</a>. 3 commentaires</p>"), "/Post/la-vieille-grue", fields={"author": (NAME,), "date_published": "2026-03-03"}, fetched=FETCHED)


LATER: Sequence[Report] = (
    writer_as_a_heading_above_the_headline, paper_below_the_writer_in_french, writer_and_translator_in_japanese, day_as_a_heading_of_an_old_weblog,
    day_and_offset_beside_the_name, byline_above_the_story_of_an_amp_page, weekday_before_the_day_of_a_french_post,
)  # fmt: skip


# -- reported of common pages, too, and written down when those above were mended --------------------------------------


def post_of_an_agency_s_weblog() -> Told:
    """An agency's weblog: the writer in a link with a picture, the day in an element of its own, topics below (zotero 91)."""
    line = f"<div class=authorBlock><img src=q.jpg alt='{NAME}'><a href=/petra-quill/ title='Posts by {NAME}' rel=author>{NAME}</a></div><div class=timestamp>March 6, 2026</div><div class=topics>Tagged: <a href=/tag/x rel=tag>cranes</a></div>"
    return story(line, author=(NAME,), date_published="2026-03-06")


def names_in_parts_in_json_ld() -> Told:
    """JSON-LD has the writer's name in parts, without a middle one (trafilatura 363)."""
    return story(head=linked(author={"@type": "Person", "givenName": "Petra", "familyName": "Quill"}, datePublished="2026-03-06T08:00:00Z"), author=(NAME,), date_published="2026-03-06T08:00")


def change_before_the_publication_in_json_ld() -> Told:
    """JSON-LD states the day of the change before that of publication, as the elements of the head do (coralproject talk 2702)."""
    head = "<meta property=article:modified_time content='2026-03-09T10:00:00+00:00'><meta property=article:published_time content='2026-03-06T08:00:00+00:00'>" + linked(dateModified="2026-03-09T10:00:00Z", datePublished="2026-03-06T08:00:00Z", author=person(NAME))
    return story(f"<p>By {NAME}</p><p>Updated March 9, 2026</p>", head=head, date_published="2026-03-06T08:00", date_modified="2026-03-09T10:00", author=(NAME,))


def published_time_of_a_student_paper() -> Told:
    """A student paper prints month, day and year in capitals with points; its head has article:published_time (ubyssey.ca 1644)."""
    head = "<meta property=article:published_time content='2026-03-06T22:30:00-08:00'><meta property=article:author content='https://bode.example/authors/q/'>"
    line = f"<div class=authors>By <a href=/authors/q/>{NAME}</a> & <a href=/authors/b/>{OTHER}</a></div><div class=publish-date>MAR. 6, 2026</div><div>LAST UPDATED MAR. 7, 2026</div>"
    return story(line, head=head, date_published="2026-03-06T22:30", author=(NAME, OTHER))


def day_beside_the_name_and_time_to_read() -> Told:
    """Name, day and the time that reading takes, joined by points in the middle of the line (readability 752)."""
    return story(f"<div class=post-info><a class=avatar href=/@q><img src=q.jpg alt=''></a><span>{NAME}</span><span> · </span><span>Mar 6, 2026</span><span> · </span><span>7 min read</span></div>", author=(NAME,), date_published="2026-03-06")


def title_for_sharing_that_is_the_site_s_name() -> Told:
    """og:title and og:site_name are equal, the title element has the headline before the site's name (goose 197)."""
    return story(f"<p>By {NAME}</p>", head="<meta property=og:title content='The Bode'>", headline=TITLE, author=(NAME,), publisher="The Bode")


def agency_and_place_before_the_text_in_spanish() -> Told:
    """Spanish: an agency's name in the place of the writer, place, day and agency before the first words (superdesk-core 720)."""
    text = [f"Bergen (Noruega), 6 mar (EFE).- {SPANISH[0]}", *SPANISH[1:]]
    return story("<div class=firma><span class=author>EFE</span> <span class=lugar>Bergen</span> <time datetime=2026-03-06T12:30:00+01:00>06/03/2026 12:30</time></div>", "<h1>La vieja grúa deja el puerto</h1>", title="La vieja grúa deja el puerto", language="es", text=text, author=("EFE",), date_published="2026-03-06T12:30")


def writer_day_and_hour_of_a_portal() -> Told:
    """A portal: writer, source and day in one line, each in an element of its own, with a picture of the source (postlight parser 42)."""
    line = f"<div class=article-byline><span class=source><img src=s.png alt='Bode News'></span><span class=article-author>{NAME}, Bode News</span><span class=article-date>Mar 6th 2026 3:58PM</span></div>"
    return story(line, author=(NAME,), date_published="2026-03-06T15:58")


LAST: Sequence[Report] = (
    post_of_an_agency_s_weblog, names_in_parts_in_json_ld, change_before_the_publication_in_json_ld, published_time_of_a_student_paper,
    day_beside_the_name_and_time_to_read, title_for_sharing_that_is_the_site_s_name, agency_and_place_before_the_text_in_spanish,
)  # fmt: skip


REPORTS: Sequence[Report] = (
    printed_day_beside_a_later_change, year_of_the_footer_alone, day_twice_for_eyes_and_ears, day_and_hour_with_points, day_below_the_title_of_an_old_theme,
    names_of_meta_with_hyphens, reporter_and_time_before_the_day, day_with_slashes_in_spanish, last_update_within_a_time_element,
    published_and_updated_as_time_elements, original_day_of_publication, hour_below_the_name_in_german, user_of_the_feed_in_the_metadata,
    two_linked_writers_with_their_posts, place_behind_the_writer_in_german, name_and_day_in_a_company_s_weblog, list_of_writers_with_portraits,
    day_of_the_page_as_pubdate, opinion_writer_with_junior, writer_in_a_city, agency_of_a_paper_s_story, photographer_behind_the_writer,
    writer_with_a_sentence_about_them, slogan_as_the_title_for_sharing,
    kicker_within_the_heading, colon_in_the_headline, quotation_marks_encoded_twice, deck_below_the_headline,
    section_in_the_line_of_the_day, one_title_on_every_page, german_text_without_a_language, french_story_of_a_frame_in_english, publisher_of_the_graph,
)  # fmt: skip
MISSED: Sequence[tuple[Report, str]] = (
    (author_of_a_book_in_the_news, "a list of facts below a story names the writer of the story as often as that of a book"),
    (headline_that_was_changed_later, "a short heading that no title repeats may be a section's"),
    (writer_day_and_hour_of_a_portal, "a source behind a name may be a second writer"),
)


@pytest.mark.parametrize("report", [*REPORTS, *LATER, *LAST, *expected_to_fail(MISSED)], ids=lambda one: one.__name__)
def test_what_was_reported_of_common_pages(report: Report) -> None:
    check(report)
