"""Fields that users of other programs reported in public as wrong, from seventy further threads, and what stands beside names and days: invented pages of the same shapes; the reports were written down before one was tried."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import pytest

from tests.integration.sites.test_extraction_reports import H1, NAME, URL, p, told
from tests.integration.sites.test_stranger_field_reports import (
    FETCHED,
    HEAD,
    HOST,
    OTHER,
    TEXTS,
    TITLE,
    A,
    B,
    Page,
    Report,
    check_fields,
    cleaned,
    linked,
    person,
    script,
    told_in,
    worded,
)

THIRD = "Maren Oduya"
FRENCH = ("<title>La vieille grue quitte le port</title>", "<h1>La vieille grue quitte le port</h1>")
GERMAN = ("<title>Der alte Kran verlässt den Hafen</title>", "<h1>Der alte Kran verlässt den Hafen</h1>")
CHINESE = ("<title>老起重机离开港口</title>", "<h1>老起重机离开港口</h1>")
SITE = "<meta property=og:site_name content='The Bode'>"


def graph(*items: object) -> str:
    return HEAD + script(json.dumps({"@context": "https://schema.org", "@graph": items}))


# -- authors ---------------------------------------------------------------------------------------------------------


def label_within_a_first_name() -> Page:
    """A first name in capitals that has the label in it (newspaper 343)."""
    return told_in(line="<p class=byline>By ABBY GOODHALL, THOMAS KEEL and ROBERT PIER</p>", author=("ABBY GOODHALL", "THOMAS KEEL", "ROBERT PIER"))


def number_as_the_author() -> Page:
    """meta author is a number, the page prints only who is responsible for the edition (fundus 444)."""
    head, h1 = CHINESE
    return told_in("zh", head=f"{head}<meta name=author content=112408>", h1=h1, after="<div class=edit>（责编：林远、陈海）</div>", author=())


def post_and_firm_below_the_name() -> Page:
    """The author's post and firm in a line below the name (snacktory 60)."""
    return told_in(line=f"<div class=author-details><a class=author-name href=/profile/pq>{NAME}</a><p class=author-job>Head Geek, Solarlifts</p></div>", author=(NAME,))


def author_of_a_paper_in_the_text() -> Page:
    """An unsigned story tells of a paper and its author (postlight parser 88)."""
    study = "<p>The <a href=https://journal.example/crane>study</a> by Ola Brekke and colleagues has measured the crane. “It is heavy,” says lead author Ola Brekke, an engineer at the harbour institute.</p>"
    return Page(f"<article>{H1}<p>{A[0]}</p>{study}{p(A[1:])}</article>", {"author": ()})


def family_name_in_another_style() -> Page:
    """First name and family name in elements of their own (zotero 931)."""
    return told_in(line="<div class=byline>By <span class=first>Petra</span> <span class=last>QUILL</span></div>", author=("Petra QUILL",))


def names_as_items_of_a_list() -> Page:
    """Names without signs between, as items of a list (zotero 931)."""
    return told_in(line=f"<ul class=byline><li>{NAME}</li><li>{OTHER}</li><li>{THIRD}</li></ul>", author=(NAME, OTHER, THIRD))


def account_of_the_administrator() -> Page:
    """JSON-LD names the system's first user, the page its writer (wordpress-seo 13104)."""
    return told_in(line=f"<p class=entry-meta>Written by {NAME}</p>", head=linked(author=person("admin")), author=(NAME,))


def author_whose_name_is_null() -> Page:
    """The Person of the graph has no name (wordpress-seo 12564)."""
    items = graph({"@type": "Article", "headline": TITLE, "author": {"@id": f"{HOST}/author/#author"}}, {"@type": "Person", "@id": f"{HOST}/author/#author", "name": None, "image": {"@type": "ImageObject", "caption": None}})
    return told_in(line=f"<span class='author vcard'><a class='url fn n' href=/author/pq>{NAME}</a></span>", head=items, author=(NAME,))


def types_as_lists() -> Page:
    """@type of story and author are lists (wordpress-seo 14447)."""
    items = graph({"@type": ["Article"], "headline": TITLE, "author": {"@id": f"{HOST}/#/person/1"}}, {"@type": ["Person"], "@id": f"{HOST}/#/person/1", "name": NAME})
    return told_in(head=items, author=(NAME,))


def place_behind_the_last_name() -> Page:
    """Two linked names, the place behind the second (zotero 866)."""
    return told_in(line=f"<p class=byline><a rel=author href=/p/pq>{NAME}</a> and <a rel=author href=/p/ob>{OTHER}</a> in Caracas</p>", author=(NAME, OTHER))


def place_behind_a_plain_name() -> Page:
    """A name without a link and its place behind a linked one (zotero 866)."""
    return told_in(line=f"<p class=byline><span itemprop=author><a rel=author href=/p/pq>{NAME}</a></span> and {OTHER} in Caracas</p>", author=(NAME, OTHER))


def two_family_names() -> Page:
    """citation_author has two family names before the comma and two first names behind it (zotero 1333)."""
    return told_in(head=f"{HEAD}<meta name=citation_author content='Halden Quill, Petra Maria'>", author=("Petra Maria Halden Quill",))


def writers_of_a_hidden_list() -> Sequence[Page]:
    """A hidden list of stories that many read has their writers, before every story of a site (newspaper4k 126)."""
    writers = (NAME, OTHER, THIRD, "Ada Berg")

    def page(i: int) -> Page:
        trending = "".join(f"<li><a href=/2026/story-{k}>{worded(9100 + k)}</a><span class=trending_by_line>by <a href=/author/{k}>{writers[k]}</a></span></li>" for k in range(4) if k != i)
        title = worded(9100 + i)
        body = f"<div class=trending style='display:none'><ul>{trending}</ul></div><article><h1>{title}</h1><div class=byline>by <a href=/author/{i}>{writers[i]}</a></div>{p(told(9110 + 10 * i))}</article>"
        return Page(body, {"author": (writers[i],)}, f"<title>{title} | The Bode</title>", path=f"/2026/story-{i}")

    return [page(i) for i in range(4)]


def three_names_in_one_value() -> Page:
    """JSON-LD joins all names as in a sentence, the page has a link for each (graby-site-config 28)."""
    head, h1 = FRENCH
    links = ", ".join(f"<a class=auteur href=/auteur/{i}>{name}</a>" for i, name in enumerate((NAME, OTHER, THIRD)))
    return told_in("fr", f"<p class=signature>Par {links}</p>", head + script(json.dumps({"@type": "NewsArticle", "headline": "La vieille grue quitte le port", "author": person(f"{NAME}, {OTHER} et {THIRD}")})), h1, author=(NAME, OTHER, THIRD))


def list_of_references() -> Page:
    """The author is a list of one reference; the link has label and comma within (readability 932)."""
    items = graph({"@type": "Article", "headline": TITLE, "author": [{"@id": f"{HOST}/#/schema/person/69e7"}]}, {"@type": "Person", "@id": f"{HOST}/#/schema/person/69e7", "name": NAME})
    return told_in(line=f"<a rel=author href=/author/pq>by {NAME},</a>", head=items, author=(NAME,))


def comma_and_label_within_the_link() -> Page:
    """The same link without JSON-LD (readability 932)."""
    return told_in(line=f"<div class=header-meta><a rel=author href=/author/pq>by {NAME},</a> <span class=issue>December 2025</span></div>", author=(NAME,))


def author_as_a_property() -> Page:
    """meta has property instead of name (readability 488)."""
    return told_in(head=f"{HEAD}<meta property=author content='{NAME}'>", author=(NAME,))


def author_of_a_story_in_the_midst() -> Page:
    """A box in the midst of the text leads to another writer's story, the signature stands at the top without a class (web-bugs 141960)."""
    head, h1 = FRENCH
    texts = TEXTS["fr"]
    box = f"<aside class=lire-aussi><p>Sur le même sujet : <a href=/articles/autre>Le pont qui manque</a></p><p class=author>{OTHER}</p></aside>"
    return Page(f"<article>{h1}<p><a href=/auteurs/pq>{NAME}</a> • 21 mars 2026</p><p>{texts[0]}</p>{box}<p>{texts[1]}</p><p>{texts[0]}</p></article>", {"author": (NAME,), "date_published": "2026-03-21"}, head, "fr")


def journal_as_the_author() -> Page:
    """JSON-LD and meta author name the journal, a German byline its writer and the day (republik 189)."""
    head, h1 = GERMAN
    journal = {"@type": "Organization", "name": "Bode"}
    declared = script(json.dumps({"@type": "NewsArticle", "headline": "Der alte Kran verlässt den Hafen", "author": journal, "publisher": journal})) + "<meta name=author content=Bode>"
    return told_in("de", f"<p class=css-1>Von <a href=/~pquill>{NAME}</a>, 08.04.2026</p>", head + declared, h1, author=(NAME,), date_published="2026-04-08")


def points_and_badges() -> Page:
    """A user's name twice, one of them hidden, with points and badges (omnivore 1460)."""
    card = f"<div class=user-details itemprop=author itemscope itemtype=http://schema.org/Person><a href=/users/18>{NAME}</a><span class=d-none itemprop=name>{NAME}</span><div class=-flair><span class=reputation-score title='reputation score 139,684'>140k</span><span title='19 gold badges'><span class=badgecount>19</span></span><span class=v-visible-sr>19 gold badges</span></div></div>"
    return told_in(line=card, author=(NAME,))


def empty_author_and_the_year_one() -> Page:
    """JSON-LD has an empty author and the first of January of the year one (micrometa 45)."""
    head = linked(author={}, datePublished="0001-01-01T00:00:00Z", dateModified="0001-01-01T00:00:00Z", image={}, mainEntityOfPage={}, publisher={"@type": "Organization", "name": "The Bode"})
    return told_in(line=f"<div class=asset-metabar><span class=asset-metabar-author>{NAME}, The Bode</span> <span class=asset-metabar-time>Published 4:07 p.m. ET July 18, 2025</span></div>", head=head, author=(NAME,), date_published="2025-07-18")


def name_as_a_portrait_s_text() -> Page:
    """The author's card is a link around a portrait, whose alternative text is the name (webmention-handler 31)."""
    return Page(f"<article class=h-entry><a class='p-author h-card' href=/><img src=/me.jpg alt='{NAME}'></a><h1 class=p-name>{TITLE}</h1><div class=e-content>{p(A)}</div></article>", {"author": (NAME,)})


def desk_as_the_author() -> Page:
    """JSON-LD names the paper's desk for want of a name, the page its writer (times-components 2316)."""
    head = linked(author="Bode Editorial", publisher={"@type": "Organization", "name": "Bode"}) + "<meta property=og:site_name content=Bode>"
    return told_in(line=f"<div class=css-901><span>{NAME}</span></div><div class=byline>By {NAME}</div>", head=head, author=(NAME,))


def null_as_author_and_publisher() -> Page:
    """Author and publisher of JSON-LD are null (jekyll-seo-tag 190)."""
    return told_in(head=linked(author=None, publisher=None) + SITE + f"<meta name=author content='{NAME}'>", author=(NAME,), publisher="The Bode")


def creator_of_the_page() -> Page:
    """DC.creator is who made the page, the byline who wrote the story (newspaper 742)."""
    return told_in(line=f"<p class=byline>By {NAME}</p>", head=f"{HEAD}<meta name=DC.creator content='Bode Online Team'>{SITE}", author=(NAME,))


def only_the_first_author_in_the_metadata() -> Page:
    """citation_author names the first, the head of the story all (owid-grapher 3575)."""
    line = f"<div class=centered-article-header__byline>By: <a href=/team/1>{NAME}</a>, <a href=/team/2>{OTHER}</a> and <a href=/team/3>{THIRD}</a></div><div class=centered-article-header__dateline>March 4, 2026</div>"
    return told_in(line=line, head=f"{HEAD}<meta name=citation_author content='{NAME}'>", author=(NAME, OTHER, THIRD), date_published="2026-03-04")


# -- dates -----------------------------------------------------------------------------------------------------------


def change_in_meta_publication_in_json_ld() -> Page:
    """meta has only the last change, JSON-LD only the publication (htmldate 195)."""
    head = linked(datePublished="2026-02-03T08:00:00Z") + "<meta itemprop=dateModified content=2026-05-04T10:00:00Z>"
    return told_in(head=head, date_published="2026-02-03T08:00", date_modified="2026-05-04T10:00")


def version_in_the_address() -> Page:
    """A version in the midst of an address looks like a month (newspaper 1028)."""
    return told_in(path="/blog/harbour-linux-2026-1-release", date_published="")


def month_in_the_address() -> Page:
    """Year and month as directories, and nothing else (newspaper 1028)."""
    return told_in(path="/2025/04/crane-leaves", date_published="2025-04")


def day_of_json_ld_in_words() -> Page:
    """JSON-LD has the day in words (defuddle 251)."""
    return told_in(head=linked(datePublished="Oct 20, 2025"), date_published="2025-10-20")


def day_beside_the_box_of_the_headline() -> Page:
    """The day is in a box beside that of the headline, both outside the article (defuddle 251)."""
    hero = f"<div class=hero><div class=hero-text><div>{H1}</div></div><div class=hero-info><div><p class=agate>Published Sep 29, 2025</p></div></div></div>"
    return Page(f"{hero}<article>{p(A)}</article>", {"date_published": "2025-09-29", "headline": TITLE})


def days_of_comments_in_json_ld() -> Page:
    """JSON-LD has comments with their days and writers, but none of the story (metascraper 869)."""
    comments = [{"@type": "Comment", "dateCreated": f"2026-05-1{i}T12:29:04-07:00", "datePublished": f"2026-05-1{i}T12:29:04-07:00", "author": person("Harbour Fan"), "text": B[i]} for i in range(3)]
    return told_in(line=f"<p class=byline>By {NAME} on April 6, 2026</p>", head=linked(comment=comments, commentCount=3), date_published="2026-04-06", author=(NAME,))


def upload_of_a_video() -> Page:
    """A page of a video: its upload, days of comments within (metascraper 869)."""
    video = {"@type": "VideoObject", "name": TITLE, "uploadDate": "2026-04-06T09:59:35-07:00", "comment": [{"@type": "Comment", "dateCreated": "2026-05-11T12:29:04-07:00"}]}
    return told_in(head=HEAD + script(json.dumps(video)), date_published="2026-04-06")


def time_in_two_zones() -> Page:
    """The hour twice with its zone behind two hyphens, the change a year later in meta (metascraper 165)."""
    return told_in(line=f"<p class=meta>By <a href=/meet/pq>{NAME}</a> | <time>January 25, 2025 -- 12:31 GMT (12:31 GMT)</time></p>", head=f"{HEAD}<meta property=og:updated_time content=2026-01-15T21:45:42Z>", date_published="2025-01-25T12:31", date_modified="2026-01-15T21:45", author=(NAME,))


def microseconds_without_a_zone() -> Page:
    """A blank between day and hour, six digits of a second (metascraper 47)."""
    return told_in(head=linked(datePublished="2025-11-28 05:36:00.000000", mainEntityOfPage="True"), date_published="2025-11-28T05:36")


def milliseconds_since_the_epoch() -> Page:
    """Milliseconds since 1970 (postlight parser 637)."""
    return told_in(line="<time class=timestamp data-published=1772216445000 datetime=1772216445000>27 February</time>", date_published="2026-02-27")


def iso_day_on_a_portuguese_page() -> Page:
    """Year, month and day with hyphens where the language has the day first (dateparser 1253)."""
    return told_in("pt", "<p class=data>Publicado em 2025-10-05</p>", "<title>O velho guindaste deixa o porto</title>", "<h1>O velho guindaste deixa o porto</h1>", date_published="2025-10-05")


def day_to_display() -> Page:
    """meta DisplayDate (gander 20)."""
    return told_in(head=f"{HEAD}<meta name=DisplayDate content='2026-02-03T17:15:00Z'>", date_published="2026-02-03T17:15")


def typed_value() -> Page:
    """The day of JSON-LD is an object of type and value (schemaorg 904)."""
    return told_in(head=linked(datePublished={"@type": "xsd:date", "@value": "2026-02-03"}, headline={"@value": TITLE, "@language": "en"}), date_published="2026-02-03", headline=TITLE)


def days_of_other_things_in_the_graph() -> Page:
    """The graph has days of the foundation, of a picture and of the page (obsidian-clipper 162)."""
    items = graph({"@type": ["NGO", "Organization"], "@id": f"{HOST}/#organization", "name": "The Bode", "foundingDate": "1996-05-01"}, {"@type": "ImageObject", "uploadDate": "2025-12-01T08:00:00+10:00", "datePublished": "2025-12-01T08:00:00+10:00"},
                  {"@type": "WebPage", "@id": URL, "name": TITLE, "datePublished": "2026-03-01T16:09:45+10:00"}, {"@type": "Article", "headline": TITLE, "datePublished": "2026-03-01T16:09:45+10:00"})  # fmt: skip
    return told_in(head=items, date_published="2026-03-01T16:09")


def number_behind_the_month() -> Page:
    """The story's number follows the month in the address, the day is printed (newspaper 884)."""
    return told_in(line="<div class=submitted>Submitted on Sat, 2026-04-25 - 18:23</div>", path="/journal/2026/04/92713", date_published="2026-04-25T18:23")


def number_behind_the_month_alone() -> Page:
    """The same address, and no day (newspaper 884)."""
    return told_in(path="/journal/2026/04/92713", date_published="2026-04")


def japanese_day() -> Page:
    """A Japanese day in a box without a name for it (newspaper 891)."""
    return told_in("ja", "<div class=css-1x><div>2026年03月23日</div></div>", "<title>古いクレーンが港を去る</title>", "<h1>古いクレーンが港を去る</h1>", date_published="2026-03-23")


def last_edit_of_an_encyclopaedia() -> Page:
    """Only the last edit is dated, below the text (bibitnow 18)."""
    return told_in(after="<div id=footer><ul id=f-list><li id=footer-info-lastmod>This page was last edited on 18 April 2026, at 00:05 (UTC).</li></ul></div>", date_published="", date_modified="2026-04-18")


def yesterday_in_german() -> Page:
    """German: the day before the request and an hour (chrono 581)."""
    head, h1 = GERMAN
    return told_in("de", "<p class=date>Gestern, 11:50 Uhr</p>", head, h1, fetched=FETCHED, date_published="2026-06-14")


def month_that_is_also_a_zone() -> Page:
    """A Turkish month whose name is also a time zone (dateparser 1098)."""
    return told_in("tr", "<p class=tarih>20 Mart 2026 Cuma 14:05</p>", "<title>Eski vinç limandan ayrılıyor</title>", "<h1>Eski vinç limandan ayrılıyor</h1>", date_published="2026-03-20T14:05")


def month_with_a_digit() -> Page:
    """A Levantine month counts with a digit (dateparser 1038)."""
    return told_in("ar", "<p class=date>12 كانون 2 2026</p>", "<title>الرافعة القديمة تغادر الميناء</title>", "<h1>الرافعة القديمة تغادر الميناء</h1>", date_published="2026-01-12")


def gregorian_day_in_persian() -> Page:
    """A Gregorian month by its French name, with Persian digits (dateparser 1212)."""
    return told_in("fa", "<p class=date>۳ ژوئیهٔ ۲۰۲۵</p>", "<title>جرثقیل قدیمی بندر را ترک کرد</title>", "<h1>جرثقیل قدیمی بندر را ترک کرد</h1>", date_published="2025-07-03")


def digits_of_devanagari() -> Page:
    """Year, month and day in digits of Devanagari (dateparser 6)."""
    return told_in("hi", "<p class=date>२०२६-०४-२८</p>", "<title>पुरानी क्रेन बंदरगाह छोड़ती है</title>", "<h1>पुरानी क्रेन बंदरगाह छोड़ती है</h1>", date_published="2026-04-28")


def arabic_comma_and_marks_of_direction() -> Page:
    """An Arabic comma behind the month, marks of direction around (date-fns 1927)."""
    return told_in("ar", "<p class=date>\u202d4 سبتمبر، 2025\u202c</p>", "<title>الرافعة القديمة تغادر الميناء</title>", "<h1>الرافعة القديمة تغادر الميناء</h1>", date_published="2025-09-04")


def arabic_digits_and_half_of_the_day() -> Page:
    """Arabic digits, day first, the half of the day as a letter (any-date-parser 2)."""
    return told_in("ar", "<p class=date>٢٢/٩/٢٠٢٥, ٩:٠٥:٤٣ م</p>", "<title>الرافعة القديمة تغادر الميناء</title>", "<h1>الرافعة القديمة تغادر الميناء</h1>", date_published="2025-09-22T21:05")


def points_between_hour_and_minute() -> Page:
    """Finnish: a word before the hour, a point behind it (any-date-parser 2)."""
    return told_in("fi", "<p class=aika>22.9.2025 klo 21.05</p>", "<title>Vanha nosturi lähtee satamasta</title>", "<h1>Vanha nosturi lähtee satamasta</h1>", date_published="2025-09-22T21:05")


def point_behind_the_year() -> Page:
    """Croatian: blanks within the day and a point behind the year (any-date-parser 2)."""
    return told_in("hr", "<p class=datum>22. 09. 2025. 21:05</p>", "<title>Stara dizalica napušta luku</title>", "<h1>Stara dizalica napušta luku</h1>", date_published="2025-09-22T21:05")


def hours_with_a_letter() -> Page:
    """French of Canada: letters behind hour and minute (any-date-parser 2)."""
    head, h1 = FRENCH
    return told_in("fr", "<p class=date>2025-09-22, 21 h 05 min</p>", head, h1, date_published="2025-09-22T21:05")


def month_in_capitals_between_hyphens() -> Page:
    """A month of three capitals between hyphens (chrono 163)."""
    return told_in(line="<p class=date>09-JAN-2026</p>", date_published="2026-01-09")


def year_behind_the_offset() -> Page:
    """Weekday, month, hour, offset, and the year last (datejs 71)."""
    return told_in(head=f"{HEAD}<meta property=article:published_time content='Mon Apr 20 20:05:30 +0000 2026'>", date_published="2026-04-20T20:05")


def day_without_a_year() -> Page:
    """Month, day and hour without a year, a few days before the request (RSSHub 1205)."""
    head, h1 = CHINESE
    return told_in("zh", "<div class=article-meta><span class=time>6月11日 23:58</span></div>", head, h1, fetched=FETCHED, date_published="2026-06-11")


def beginning_of_the_epoch() -> Page:
    """meta has the beginning of the epoch for want of a day, the page prints it (JianshuRSS 1)."""
    head, h1 = CHINESE
    return told_in("zh", "<span class=publish-time>2026.03.23 14:02</span>", f"{head}<meta property=article:published_time content=1970-01-01T08:00:00+08:00>", h1, date_published="2026-03-23T14:02")


def only_month_and_year() -> Page:
    """A journal's number is of a month (zotero 980)."""
    return told_in(line="<p class=issue-date>July 2025</p>", date_published="2025-07")


def day_of_data_beside_the_story() -> Page:
    """A box beside the text has the day of its figures; the address has the month of the story (mediacloud backend 208)."""
    return told_in(path="/2026/05/crane-leaves", after="<aside class=stats><h3>Ships in port</h3><p>As of 2026-01-25: 14</p></aside>", date_published="2026-05")


def iso_moment_in_print() -> Page:
    """The page prints a moment with its offset (htmldate 194)."""
    return told_in(line="<p>Published on 2026-02-06T08:37:00+05:30</p>", date_published="2026-02-06T08:37:00+05:30")


# -- headlines -------------------------------------------------------------------------------------------------------


def site_s_name_within_the_title() -> Page:
    """The site's name is the first word of the title (goose3 123)."""
    title = "Bode harbour loses its oldest crane"
    return told_in(h1=f"<div class=title>{title}</div>", head=f"<title>{title}</title><meta property=og:title content='{title}'><meta property=og:site_name content=Bode>", headline=title)


def hyphens_within_and_behind_the_title() -> Page:
    """A dash within the title, the site's name behind another (newspaper4k 632)."""
    title = "Transharbour Highway Limited (THL) – Trade Disclosure"
    return told_in(h1=f"<h2>{title}</h2>", head=f"<title>{title} – Bode Stock Exchange</title><meta property=og:site_name content='Bode Stock Exchange'>", headline=title)


def sign_at_the_beginning() -> Page:
    """The title begins with a sign and a hyphen (newspaper4k 632)."""
    title = "+/- announce first new crane in a decade, “Further Afloat”"
    return told_in(h1=f"<h1>{title}</h1>", head=f"<title>{title} - Treblequay</title><meta property=og:title content='{title}'>", headline=title)


def word_before_a_colon() -> Page:
    """A word and a colon at the beginning, no heading (php-readability 63)."""
    title = "Guide: how to lift a crane from a quay"
    return told_in(h1="", head=f"<title>{title}</title>", headline=title)


def star_before_the_site_s_name() -> Page:
    """A star before the site's name (trafilatura 284)."""
    return told_in(h1=f"<div class=title>{TITLE}</div>", head=f"<title>{TITLE} ⋆ The Bode</title>{SITE}", headline=TITLE)


def middle_dot_before_the_site_s_name() -> Page:
    """A middle dot before the site's name (trafilatura 284)."""
    return told_in(h1=f"<div class=title>{TITLE}</div>", head=f"<title>{TITLE} · The Bode</title>{SITE}", headline=TITLE)


def quotation_mark_behind_the_site_s_name() -> Page:
    """The site's name before an angle (trafilatura 284)."""
    return told_in(h1=f"<div class=title>{TITLE}</div>", head=f"<title>The Bode › {TITLE}</title>{SITE}", headline=TITLE)


def title_cut_for_search_engines() -> Page:
    """The heading has words that the title leaves out (postlight parser 383)."""
    title = "Harbour Chief Advises Port To Rename Its Crane, Saying “But What Do I Know?”; Quay Answers"
    return told_in(h1=f"<h1>{title}</h1>", head="<title>Harbour Chief Advises Port, Saying “But What Do I Know?”; Quay Answers – Bodeline</title>", headline=title)


def angle_brackets_in_the_title() -> Page:
    """Names between angle brackets belong to the title (wallabag 8618)."""
    return told_in(h1="", head="<title>If we can have crane&lt;tug&gt;, why not quay&lt;tug&gt;? - The Old New Quay</title><meta property=og:site_name content='The Old New Quay'>", headline="If we can have crane<tug>, why not quay<tug>?")


def element_s_name_in_the_title() -> Page:
    """A name that looks like an element, in heading and title (wallabag 8316)."""
    title = "Bringing the &lt;CraneTransition&gt; to vanilla quays"
    return told_in(h1=f"<h1>{title}</h1>", head=f"<title>{title}</title>", headline="Bringing the <CraneTransition> to vanilla quays")


def entities_that_are_escaped() -> Page:
    """og:title and title have entities that are escaped again (wallabag 3565)."""
    head = "<title>La vieille grue : une amie pr&amp;eacute;cieuse du port</title><meta property=og:title content='La vieille grue : une amie pr&amp;eacute;cieuse du port'>"
    return told_in("fr", head=head, h1="", headline="La vieille grue : une amie précieuse du port")


def escaped_number_of_a_character() -> Page:
    """An apostrophe as the number of a character, escaped (wallabag 2804)."""
    return told_in(h1="", head="<title>You Wouldn&amp;#039;t Lift a Crane - Harbour Decoded</title><meta property=og:title content='You Wouldn&amp;#039;t Lift a Crane'>", headline="You Wouldn't Lift a Crane")


def picture_in_the_title() -> Page:
    """A title that begins with a pictograph (wallabag 2078)."""
    title = "🏗 Old crane leaves the harbour 🌊"
    return told_in(h1=f"<h1>{title}</h1>", head=f"<title>{title} – Bodeblog</title>", headline=title)


def name_of_a_nested_item() -> Page:
    """Microdata: the author's name stands before the story's (microdata 19)."""
    body = f"<div itemscope itemtype=http://schema.org/Article><div itemprop=author itemscope itemtype=http://schema.org/Person><span itemprop=name>{NAME}</span></div><div itemprop=name class=t>{TITLE}</div><div itemprop=articleBody>{p(A)}</div></div>"
    return Page(body, {"headline": TITLE, "author": (NAME,)}, "<title>The Bode</title>")


# -- JSON-LD, sites, addresses, languages, access --------------------------------------------------------------------


def control_characters() -> Page:
    """Tabulators and a form feed within texts of JSON-LD (extruct 84)."""
    item = f'{{"@type":"NewsArticle","headline":"{TITLE}","description":"Two\ttugs\fpull\vit","author":{{"@type":"Person","name":"{NAME}"}},"datePublished":"2026-03-13"}}'
    return told_in(head=HEAD + script(item), author=(NAME,), date_published="2026-03-13")


def escaped_apostrophe() -> Page:
    """An apostrophe that is escaped, which JSON does not allow (json-ld 47)."""
    item = f'{{"@type":"NewsArticle","headline":"The harbour\\\'s crane leaves","author":{{"@type":"Person","name":"{NAME}"}},"datePublished":"2026-03-13"}}'
    return told_in(h1="<h1>The harbour's crane leaves</h1>", head=f"<title>The harbour's crane leaves</title>{script(item)}", author=(NAME,), date_published="2026-03-13", headline="The harbour's crane leaves")


def comma_before_the_end_of_a_list() -> Page:
    """A comma behind the last author and behind the last property (schemaorg 44)."""
    item = f'{{"@type":"NewsArticle","headline":"{TITLE}","author":[{{"@type":"Person","name":"{NAME}",}},{{"@type":"Person","name":"{OTHER}"}},],"datePublished":"2026-03-13",}}'
    return told_in(head=HEAD + script(item), author=(NAME, OTHER), date_published="2026-03-13")


def several_properties_of_one_element() -> Page:
    """itemprop has several names for a day and for the publisher (web-auto-extractor 26)."""
    publisher = "<span itemprop='publisher copyrightHolder provider' itemscope itemtype=http://schema.org/NewsMediaOrganization><meta itemprop=name content='The Bode'></span>"
    head = f"{HEAD}<meta property=article:published itemprop='datePublished dateCreated' content=2026-02-21T09:00:06.000Z>"
    return Page(f"<article itemscope itemtype=http://schema.org/NewsArticle>{publisher}{H1}{p(A)}</article>", {"date_published": "2026-02-21T09:00", "publisher": "The Bode"}, head)


def address_with_the_host_twice() -> Page:
    """The canonical address has the host's address twice (typemill 192)."""
    return told_in(head=f"{HEAD}<link rel=canonical href='{HOST}{URL}'>", canonical_url=URL)


def address_behind_a_path() -> Page:
    """A path upwards directly before the canonical address (magazine.rubyist.net 43)."""
    return told_in(head=f"{HEAD}<link rel=canonical href='../..{HOST}/harbour/'>", canonical_url=URL)


def language_of_the_locale() -> Page:
    """Only og:locale names the language (newspaper4k 64)."""
    head, h1 = FRENCH
    return told_in("fr", head=f"{head}<meta property=og:locale content=fr_CA>", h1=h1, in_language="fr")


def language_as_a_property() -> Page:
    """Only a meta element of microdata names the language (newspaper 784)."""
    return Page(f"<article>{H1}{p(A)}</article>", {"in_language": "en"}, f"{HEAD}<meta itemprop=inLanguage content=en>", language="''")


def false_as_a_text() -> Page:
    """isAccessibleForFree is a text, for the story and a part of it (affresco 1393)."""
    return told_in(head=linked(isAccessibleForFree="False", hasPart={"@type": "WebPageElement", "isAccessibleForFree": "False", "cssSelector": ".premium-only"}), is_accessible_for_free=False)


REPORTS: Sequence[Report] = (
    label_within_a_first_name, number_as_the_author, post_and_firm_below_the_name, author_of_a_paper_in_the_text, family_name_in_another_style, names_as_items_of_a_list,
    account_of_the_administrator, author_whose_name_is_null, types_as_lists, place_behind_the_last_name, place_behind_a_plain_name, two_family_names, writers_of_a_hidden_list,
    three_names_in_one_value, list_of_references, comma_and_label_within_the_link, author_as_a_property, author_of_a_story_in_the_midst, journal_as_the_author,
    points_and_badges, empty_author_and_the_year_one, desk_as_the_author, null_as_author_and_publisher, creator_of_the_page,
    only_the_first_author_in_the_metadata, change_in_meta_publication_in_json_ld, version_in_the_address, month_in_the_address, day_of_json_ld_in_words,
    day_beside_the_box_of_the_headline, days_of_comments_in_json_ld, upload_of_a_video, time_in_two_zones, microseconds_without_a_zone, milliseconds_since_the_epoch,
    iso_day_on_a_portuguese_page, day_to_display, typed_value, days_of_other_things_in_the_graph, number_behind_the_month, number_behind_the_month_alone, japanese_day,
    last_edit_of_an_encyclopaedia, yesterday_in_german, month_that_is_also_a_zone, gregorian_day_in_persian, digits_of_devanagari,
    arabic_comma_and_marks_of_direction, arabic_digits_and_half_of_the_day, points_between_hour_and_minute, point_behind_the_year, hours_with_a_letter,
    month_in_capitals_between_hyphens, year_behind_the_offset, day_without_a_year, beginning_of_the_epoch, only_month_and_year, day_of_data_beside_the_story,
    site_s_name_within_the_title, hyphens_within_and_behind_the_title, sign_at_the_beginning, word_before_a_colon, star_before_the_site_s_name,
    middle_dot_before_the_site_s_name, quotation_mark_behind_the_site_s_name, title_cut_for_search_engines, angle_brackets_in_the_title, element_s_name_in_the_title,
    entities_that_are_escaped, escaped_number_of_a_character, picture_in_the_title, control_characters, escaped_apostrophe,
    comma_before_the_end_of_a_list, several_properties_of_one_element, address_with_the_host_twice, address_behind_a_path, language_of_the_locale, language_as_a_property,
    false_as_a_text,
)  # fmt: skip
MISSED: Sequence[tuple[Report, str]] = (
    (name_as_a_portrait_s_text, "an author's element without text names nobody, even if its portrait does"),
    (month_with_a_digit, "a digit for the second word of a month is the custom of a few countries"),
    (iso_moment_in_print, "an offset beside a printed date is not read: the time of day is that of the place"),
    (name_of_a_nested_item, "a title is believed before a name of microdata, which may be of any item of the page"),
)


@pytest.mark.parametrize("report", [*REPORTS, *(pytest.param(one, marks=pytest.mark.xfail(strict=True, reason=why)) for one, why in MISSED)], ids=lambda one: one.__name__)
def test_what_was_reported_elsewhere(report: Report) -> None:
    check_fields(report)


BYLINES: Mapping[str, tuple[str, Sequence[str]]] = {
    "post within the link": (f"<p><a rel=author href=/q>{NAME}, Executive Editor</a></p>", [NAME]),
    "several within the link": (f"<p><a rel=author href=/q>{NAME}, {OTHER} and {THIRD}</a></p>", [NAME, OTHER, THIRD]),
    "weekday before the day": (f"<p class=byline>By {NAME} Tuesday, March 3, 2026</p>", [NAME]),
    "weekday cut short": (f"<p class=byline>By {NAME} Tues. Mar 3, 2026 at 9:15 a.m.</p>", [NAME]),
    "family name like a weekday": ("<p class=byline>By Ada Friday March 3, 2026</p>", ["Ada Friday"]),
    "family name like the weekday": ("<p class=byline>Por Ada Domingo 8 de marzo de 2026</p>", ["Ada Domingo"]),
    "credit of a picture": ("<p class=author>© The Bode</p>", []),
    "credit with an agency": (f"<p class=author>© {OTHER}/CRN</p><p class=byline>By {NAME}</p>", [NAME]),
    "label of a field": ("<form><label class=creator-name>Last Name</label><input></form>", []),
    "word at the end": (f"<p class=byline>By {NAME.upper()} and</p>", [NAME.upper()]),
    "paragraphs of one box": (f"<div class=authors><p>{NAME}</p><p>{OTHER}</p></div>", [NAME, OTHER]),
    "names in a creator's list": (f"<ul class=article-authors><li>{NAME}</li><li>{OTHER}</li></ul>", [NAME, OTHER]),
    "points in a link's card": (f"<div itemprop=creator itemscope><b>{NAME}</b><meta itemprop=name content='{NAME}'><i>12 stories</i></div>", [NAME]),
}  # fmt: skip
MISREAD: Mapping[str, tuple[str, Sequence[str], str]] = {
    "post without a sign": (f"<p class=byline>By {NAME} Senior Washington Correspondent</p>", [NAME], "without a sign between, capitals of a post are further names"),
    "agency without a sign": (f"<p class=byline>By {NAME} Bloomberg</p>", [NAME], "without a sign between, another paper's name is a family name"),
    "site behind the name": (f"<p class=byline>By {NAME} Bode Daily News</p>", [NAME], "a desk's name ends with the site's, too"),
    "post behind a comma": (f"<p class=byline>By {NAME}, Harbour Correspondent</p>", [NAME], "two capitalised words behind a comma are another name"),
}  # fmt: skip
NAMED_SITE = HEAD + "<meta property=og:site_name content='Bode Daily News'>"


@pytest.mark.parametrize(
    ("line", "authors"),
    [*BYLINES.values(), *(pytest.param(line, authors, marks=pytest.mark.xfail(strict=True, reason=why)) for line, authors, why in MISREAD.values())],
    ids=[*BYLINES, *MISREAD],
)
def test_what_stands_beside_names(line: str, authors: Sequence[str]) -> None:
    assert cleaned([told_in(line=line, head=NAMED_SITE)])[0].author == tuple(authors)


def test_a_desk_stays_where_only_a_place_is_beside_the_day() -> None:
    head = linked(author={"@type": "Organization", "name": "Bode Bureau"}, publisher={"@type": "Organization", "name": "Bode"})
    assert cleaned([told_in(line="<p>New Harbour, 4 March 2026</p>", head=head)])[0].author == ("Bode Bureau",)


DATELINES: Mapping[str, tuple[str, str, str, str]] = {
    "English yesterday": ("en", "Yesterday at 11:50 pm", "2026-06-14", ""),
    "Chinese yesterday": ("zh", "昨天 23:58", "2026-06-14", ""),
    "French today": ("fr", "Aujourd’hui à 08h12", "2026-06-15", ""),
    "heading of today": ("en", "Today", "", ""),
    "day of this year": ("en", "Jun 11, 10:15 AM", "2026-06-11", ""),
    "day to come": ("en", "20 June", "", ""),
    "issue of a month": ("de", "März 2026", "2026-03", ""),
    "Indonesian point": ("id", "22/9/2025 21.05", "2025-09-22T21:05", ""),
    "German number behind a day": ("de", "22.9.2025 – 21.05", "2025-09-22", ""),
    "updated at the end": ("en", "", "", "<p class=foot>Last updated: 18 April 2026</p>"),
    "published at the end": ("en", "", "2026-04-18", "<p class=foot>Published: 18 April 2026</p>"),
}  # fmt: skip


@pytest.mark.parametrize(("language", "line", "day", "after"), DATELINES.values(), ids=DATELINES)
def test_days_that_are_not_written_out(language: str, line: str, day: str, after: str) -> None:
    found = cleaned([told_in(language, f"<p class=date>{line}</p>", after=after, fetched=FETCHED)])[0].date_published
    assert found[: len(day) or None] == day
