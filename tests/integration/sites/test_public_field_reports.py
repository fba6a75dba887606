"""Fields that users of other programs reported in public as wrong, from sixty-one threads that no other file has: invented pages of the same shapes, alone or in a little site; all were written down before one was tried (twenty-two of the first forty-three were right, and twelve of the eighteen that were written when those were mended)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import pytest

from tests.integration.sites.test_extraction_reports import H1, NAME, URL, p, told
from tests.integration.sites.test_outside_field_reports import CHINESE, FRENCH, GERMAN, SITE, THIRD
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
    linked,
    person,
    script,
    told_in,
    worded,
)

FOURTH = "Ada Berg"
KOREAN = ("<title>낡은 크레인이 항구를 떠나다</title>", "<h1>낡은 크레인이 항구를 떠나다</h1>")
RUSSIAN = ("<title>Старый кран покидает порт</title>", "<h1>Старый кран покидает порт</h1>")
JAPANESE = ("<title>古いクレーンが港を去る</title>", "<h1 itemprop=headline>古いクレーンが港を去る</h1>")


def entry(card: str, after: str = "", **found: object) -> Page:
    """An h-entry with its author's mark-up below the name."""
    return Page(f"<article class=h-entry><h1 class=p-name>{TITLE}</h1>{card}<div class=e-content>{p(A)}</div></article>{after}", found)


# -- authors ---------------------------------------------------------------------------------------------------------


def editors_of_the_paper() -> Page:
    """The paper's editors together, and a day of two digits for each part (zotero 1256)."""
    return told_in(line="<p class=byline>By <a rel=author href=/author/editors>The Editors of Bodenews</a> Posted 01/23/26 10:35 am</p>", head=f"{HEAD}<meta property=og:site_name content=Bodenews>", author=("The Editors of Bodenews",), date_published="2026-01-23T10:35")


def card_elsewhere_with_the_author_s_address() -> Page:
    """The author of the entry is an address alone, a card beside the story has it and the name (webmention.io 63)."""
    card = f"<aside><div class=h-card><a class='u-url p-name' href={HOST}/pquill>{NAME}</a><p class=p-note>Walks along harbours.</p></div></aside>"
    return entry(f"<a class=u-author href={HOST}/pquill></a>", card, author=(NAME,))


def given_and_family_name_of_a_card() -> Page:
    """A card with given name, family name and nickname instead of a name (wordpress-webmention 530)."""
    return entry("<a class='p-author h-card' href=/pquill><img class=u-photo src=/me.jpg alt=''><span class=p-given-name>Petra</span> <span class=p-family-name>Quill</span> <span class=p-nickname>pq_harbour</span></a>", author=(NAME,))


def card_of_data_elements() -> Page:
    """A card without text, its parts are the values of data elements (webpage-webmentions 44)."""
    return entry(f"<div class='p-author h-card'><data class=u-url value={HOST}></data><data class=p-name value='{NAME}'></data><data class=u-photo value=/me.jpg></data></div>", author=(NAME,))


def author_and_day_within_the_address_of_the_entry() -> Page:
    """Author and day stand within the link to the entry itself (wordpress-webmention 492)."""
    return entry(f"<a class='u-url u-uid' href={URL}>Posted <time class=dt-published datetime=2026-03-13T09:30:00-07:00>13 March 2026</time> by <span class='p-author h-card'>{NAME}</span></a>", author=(NAME,), date_published="2026-03-13T09:30")


def author_by_a_reference_of_the_item() -> Page:
    """The item names its author's element below the story by itemref (ystandard 1)."""
    head, h1 = JAPANESE
    card = "<div id=writer itemprop=author itemscope itemtype=https://schema.org/Person><p>この記事を書いた人</p><p itemprop=name>後藤大地</p><p itemprop=description>港の記事を書いています。</p></div>"
    return Page(f"<article itemscope itemtype=https://schema.org/BlogPosting itemref=writer>{h1}{p(TEXTS['ja'])}</article>{card}", {"author": ("後藤大地",)}, head, "ja")


def author_as_the_content_of_a_span() -> Page:
    """An empty span of microdata whose content attribute is the name (openattribute 30)."""
    return Page(f"<article itemscope itemtype=http://schema.org/NewsArticle>{H1}<span itemprop=author content='{NAME}'></span>{p(A)}</article>", {"author": (NAME,)})


def separators_within_the_authors_elements() -> Page:
    """Label and comma are parts of the elements of each author (readability 161)."""
    line = f"<span class=authors><span class=author>By: <a href=/profiles/pq/ rel=author><span>{NAME}</span></a></span><span class=author><span class=separator>,</span> <a href=/profiles/ob/ rel=author><span>{OTHER}</span></a></span></span>"
    return told_in(line=line, author=(NAME, OTHER))


def paper_behind_the_name_in_json_ld() -> Page:
    """JSON-LD has the paper behind a comma in the author's name (citer 28)."""
    head = linked(author=person(f"{NAME}, BODE TODAY"), publisher={"@type": "Organization", "name": "BODE TODAY"})
    return told_in(line=f"<div class=gnt_ar_by><a href=/staff/pq>{NAME}</a>|BODE TODAY</div>", head=head, author=(NAME,))


def place_and_paper_before_the_first_words() -> Page:
    """Byline and day as the first paragraph, place and paper before the text (DesdemonaIndexer 43)."""
    return Page(f"<article>{H1}<p>By {NAME}<br>2 March 2026</p><p>NEW HARBOUR (The Quay Courier) – {A[0]}</p>{p(A[1:])}</article>", {"author": (NAME,), "date_published": "2026-03-02"})


def writer_s_box_in_french() -> Page:
    """Label, linked name and post in lines of their own below the text (wallabag 8826)."""
    head, h1 = FRENCH
    return told_in("fr", "", head, h1, f"<div><img src=/pq.jpg alt=''><div><p>Écrit par</p><a href=/authors/pq>{NAME}</a><p>Ingénieure du port</p></div></div>", author=(NAME,))


def writers_reviewers_and_translators() -> Page:
    """Who wrote, reviewed and translated the story, each with a label (almanac.httparchive.org 507)."""
    line = f"<div class=byline><p>Written by <a href=/c/pq>{NAME}</a></p><p>Reviewed by <a href=/c/ob>{OTHER}</a> and <a href=/c/mo>{THIRD}</a></p><p>Translated by <a href=/c/ab>{FOURTH}</a></p></div>"
    return told_in(line=line, author=(NAME,))


def writers_and_translator_in_one_line() -> Page:
    """Chinese: writers, a semicolon, the translator, the names in bold type (kubernetes 47310)."""
    head, h1 = CHINESE
    return told_in("zh", "<div class=td-byline>作者 <b>Abigail McCarthy</b>, <b>Edith Pier</b>；译者 <b>李新</b></div>", head, h1, author=("Abigail McCarthy", "Edith Pier"))


def creator_s_personal_name() -> Page:
    """DC.Creator.PersonalName is the writer, DC.Contributor the translator (pkp-lib 3962)."""
    return told_in(head=f"{HEAD}<meta name=DC.Creator.PersonalName content='{NAME}'><meta name=DC.Contributor content='{OTHER}'>", author=(NAME,))


def family_name_first_in_dublin_core() -> Page:
    """Each DC.creator has the family name before a comma (maidr 1222)."""
    return told_in(head=f"{HEAD}<meta name=DC.creator content='Quill, Petra'><meta name=DC.creator content='Brekke, Ola'>", author=(NAME, OTHER))


def accounts_of_networks_in_the_metadata() -> Page:
    """fediverse:creator and twitter:creator are accounts, the page prints the name (mastodon 30398)."""
    return told_in(line=f"<p>By {NAME}</p>", head=f"{HEAD}<meta property=fediverse:creator content=@pquill@quay.example><meta name=twitter:creator content=@pquill>", author=(NAME,))


def mark_up_within_a_meta_element() -> Page:
    """sailthru.author has links and an account in brackets as mark-up (page-metadata-parser 37)."""
    link = f"&lt;a href=&quot;/author/pq/&quot; title=&quot;Posts by {NAME}&quot; rel=&quot;author&quot;&gt;{NAME}&lt;/a&gt; &lt;span class=&quot;handle&quot;&gt;(&lt;a href=&quot;https://net.example/pquill&quot;&gt;@pquill&lt;/a&gt;)&lt;/span&gt;"
    return told_in(head=f'{HEAD}<meta name=sailthru.date content="2026-03-10 06:08:37"><meta name=sailthru.author content="{link}">', author=(NAME,), date_published="2026-03-10T06:08")


def page_of_a_counting_service() -> Page:
    """parsely-page is an object of JSON (goose3 61)."""
    fields = {"title": TITLE, "link": URL, "type": "post", "post_id": "17", "pub_date": "2026-01-23T10:35:00Z", "section": "Harbour", "author": NAME, "tags": ["cranes"]}
    return told_in(head=f"{HEAD}<meta name=parsely-page content='{json.dumps(fields)}'>", author=(NAME,), date_published="2026-01-23T10:35", article_section=("Harbour",))


def name_of_meta_with_a_capital() -> Page:
    """Tatar: the name of the meta element has a capital (zotero 1796)."""
    return told_in("tt", head="<title>Иске кран портны ташлап китә</title><meta name=Author content='Алсу Вәлиева'>", h1="<h1>Иске кран портны ташлап китә</h1>", author=("Алсу Вәлиева",), in_language="tt")


def creators_of_a_repository() -> Page:
    """eprints.creators_name with the family name first, prism.publicationDate (openannotation 212)."""
    return told_in(head=f"{HEAD}<meta name=eprints.creators_name content='Quill, Petra'><meta name=prism.publicationDate content=2026-03-13>", author=(NAME,), date_published="2026-03-13")


def author_within_the_title() -> Page:
    """The title has the writer between headline and site, no heading has the headline (dotcom-rendering 2918)."""
    head = f"<title>{TITLE} | {NAME} | The Bode</title>{SITE}"
    return told_in(line=f"<div><a rel=author href=/profile/pq>{NAME}</a></div>", head=head, h1=f"<div class=dcr-1>{TITLE}</div>", headline=TITLE, author=(NAME,))


# -- dates -----------------------------------------------------------------------------------------------------------


def hour_and_minute_in_korean() -> Page:
    """Korean: the day with points, hour and minute with their words (dateparser 590)."""
    head, h1 = KOREAN
    return told_in("ko", "<p class=date>2026.03.14 23시 54분</p>", head, h1, date_published="2026-03-14T23:54")


def half_of_the_day_in_korean() -> Page:
    """Korean: year, month, day, half of the day, hour and minute, all in words (dateparser 1139)."""
    head, h1 = KOREAN
    return told_in("ko", "<div class=info><span>2026년 2월 10일 오후 3시 30분</span></div>", head, h1, date_published="2026-02-10T15:30")


def last_change_in_korean() -> Page:
    """Korean: labels for the entry and the last change, hours with the half of the day (just-news 321)."""
    head, h1 = KOREAN
    line = "<div class=sponsor><span class=t11>기사입력 2026.03.20 오전 9:15</span> <span class=bar></span> <span class=t11>최종수정 2026.03.20 오후 2:01</span></div>"
    return told_in("ko", line, head, h1, date_published="2026-03-20T09:15", date_modified="2026-03-20T14:01")


def digits_without_a_sign_between() -> Page:
    """meta og:regDate has fourteen digits (newspaper 861)."""
    head, h1 = KOREAN
    return told_in("ko", head=f"{head}<meta property=og:regDate content=20260307190232>", h1=h1, date_published="2026-03-07T19:02")


def first_of_the_month_in_french() -> Page:
    """French: the first day has an ordinal (chrono 151)."""
    head, h1 = FRENCH
    return told_in("fr", "<p>Publié le 1er août 2025</p>", head, h1, date_published="2025-08-01")


def lithuanian_year_before_the_month() -> Page:
    """Lithuanian: short words behind year and day (date-fns 4232)."""
    return told_in("lt", "<p class=data>2026 m. kovo 11 d. 14:30</p>", "<title>Senasis kranas palieka uostą</title>", "<h1>Senasis kranas palieka uostą</h1>", date_published="2026-03-11T14:30")


def short_month_in_hebrew() -> Page:
    """Hebrew: a preposition before a month that is cut short (dateparser 331)."""
    return told_in("he", "<p class=date>31 באוג׳ 2025</p>", "<title>המנוף הישן עוזב את הנמל</title>", "<h1>המנוף הישן עוזב את הנמל</h1>", date_published="2025-08-31")


def point_within_the_hour() -> Page:
    """Update before publication, a point between hour and minute, the month in capitals (goose3 41)."""
    return told_in(line="<div><span>Updated: Mar 14, 2026, 08.30 AM IST</span><span>Published: MARCH 13, 2026 16:09 IST</span></div>", date_published="2026-03-13T16:09", date_modified="2026-03-14T08:30")


def change_some_minutes_ago() -> Page:
    """A day of publication, the change as an age (simorgh 606)."""
    return told_in(line="<div><time>13 February 2026</time><time>Updated 25 minutes ago</time></div>", fetched=FETCHED, date_published="2026-02-13", date_modified="2026-06-15")


def stories_of_a_side_column() -> Page:
    """A side column before the story has writers and ages of others; the story has a linked name and a day without a year (just-read 365)."""
    column = "".join(f"<li><a href=/article/{i}><h5>{worded(9300 + i)}</h5></a><span class=author>{name}</span> <time class=date>{age}</time></li>" for i, (name, age) in enumerate(((OTHER, "Yesterday 4:00 pm"), (THIRD, "Yesterday 11:30 am"))))
    return Page(f"<aside><h4>Latest</h4><ul>{column}</ul></aside><article>{H1}<div><a href=/authors/petra-quill/>{NAME}</a></div><div>May 17</div>{p(A)}</article>", {"author": (NAME,), "date_published": "2026-05-17"}, fetched=FETCHED)


def about_the_author_in_russian() -> Page:
    """Russian: day and hour, a linked name, and a line on the author below the text (just-read 378)."""
    head, h1 = RUSSIAN
    about = "<p><b>Об авторе:</b> Антон Хадеев, собственный корреспондент «Боде» в Минске.</p>"
    return Page(f"<div><p>15.08.2025 18:22:00</p>{h1}<div><a href=/authors/4/>Антон Хадеев</a></div>{p(TEXTS['ru'])}{about}</div>", {"author": ("Антон Хадеев",), "date_published": "2025-08-15T18:22"}, head, "ru")


def entries_of_a_live_story() -> Page:
    """Each entry of a live story has headline, author and day in microdata, the newest first (frontend 10612)."""
    entries = "".join(f"<div itemprop=liveBlogUpdate itemscope itemtype=http://schema.org/BlogPosting><p><time itemprop=datePublished datetime=2026-03-13T1{7 - i}:05:00+0000>1{7 - i}.05</time></p><h2 itemprop=headline>{worded(9400 + i)}</h2><span itemprop=author>{OTHER}</span><div itemprop=articleBody>{p(told(9410 + 10 * i, 2))}</div></div>" for i in range(3))
    head = f"<h1 itemprop=headline>{TITLE}</h1><p>By <span itemprop=author itemscope itemtype=http://schema.org/Person><a rel=author href=/profile/pq><span itemprop=name>{NAME}</span></a></span></p><p><time itemprop=datePublished datetime=2026-03-13T08:00:00+0000>Fri 13 Mar 2026 08.00 GMT</time></p>"
    return Page(f"<article itemscope itemtype=http://schema.org/LiveBlogPosting>{head}{entries}</article>", {"headline": TITLE, "author": (NAME,), "date_published": "2026-03-13T08:00"})


def entries_of_a_live_story_in_json_ld() -> Page:
    """JSON-LD of a live story begins with its entries and has times of the coverage (times-components 2878)."""
    entries = [{"@type": "BlogPosting", "headline": worded(9500 + i), "datePublished": f"2026-03-13T1{7 - i}:05:00Z", "author": person(OTHER), "articleBody": B[i]} for i in range(3)]
    live = {"@type": "LiveBlogPosting", "liveBlogUpdate": entries, "coverageStartTime": "2026-03-13T07:00:00Z", "coverageEndTime": "2026-03-14T07:00:00Z", "headline": TITLE, "author": person(NAME), "datePublished": "2026-03-13T08:00:00Z", "dateModified": "2026-03-13T18:00:00Z"}
    return told_in(head=HEAD + script(json.dumps({"@context": "https://schema.org", **live})), headline=TITLE, author=(NAME,), date_published="2026-03-13T08:00", date_modified="2026-03-13T18:00")


def review_of_a_claim() -> Page:
    """JSON-LD is a ClaimReview, within which stand who made the claim and when (schemaorg 1828)."""
    claim = {"@type": "CreativeWork", "author": {"@type": "Person", "name": OTHER, "jobTitle": "Councillor"}, "datePublished": "2026-03-09", "name": "A meeting of the council"}
    review = {"@type": "ClaimReview", "itemReviewed": claim, "claimReviewed": "The crane was sold abroad", "url": URL, "datePublished": "2026-03-13", "author": {"@type": "Organization", "name": "The Bode"}, "reviewRating": {"@type": "Rating", "ratingValue": 1, "alternateName": "False"}}
    return told_in(line=f"<p class=byline>By {NAME}</p>", head=HEAD + SITE + script(json.dumps({"@context": "https://schema.org", **review})), headline=TITLE, author=(NAME,), date_published="2026-03-13")


# -- headlines, sites, sections, captions, standfirsts, languages ----------------------------------------------------


def title_of_a_bar_and_the_site() -> Page:
    """The title is a bar and the site's name, the headline a second-level heading (goose3 59)."""
    return told_in(h1=f"<h2>{TITLE}</h2>", head=f"<title> | The Bode</title><meta property=og:title content=' | The Bode'>{SITE}", headline=TITLE, publisher="The Bode")


def name_of_the_application() -> Page:
    """Only the names of the site as an application tell how it is called (page-metadata-parser 79)."""
    return told_in(head=f"{HEAD}<meta name=application-name content='The Bode'><meta name=apple-mobile-web-app-title content='The Bode'><link rel=alternate type=application/rss+xml title='The Bode' href=/feed>", publisher="The Bode")


def breadcrumbs_as_rdfa() -> Page:
    """A BreadcrumbList in RDFa, whose last item is the page (kuma 5853)."""
    items = "".join(f"<li property=itemListElement typeof=ListItem><a href={path} property=item typeof=WebPage><span property=name>{name}</span></a><meta property=position content={i + 1}></li>" for i, (name, path) in enumerate((("Start", "/"), ("Harbour", "/harbour"), (TITLE, URL))))
    return Page(f"<div class=crumbs><ol typeof=BreadcrumbList vocab=https://schema.org/ aria-label=breadcrumbs>{items}</ol></div><article>{H1}{p(A)}</article>", {"article_section": ("Harbour",), "headline": TITLE})


def items_in_one_list() -> Page:
    """JSON-LD is a list of site, breadcrumbs and story (readability 908)."""
    site = {"@context": "http://schema.org", "@type": "WebSite", "name": "The Bode", "alternateName": "News of the harbour", "url": HOST}
    crumbs = {"@context": "http://schema.org", "@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "position": 1, "item": {"@id": f"{HOST}/harbour", "name": "Harbour"}}]}
    story = {"@context": "http://schema.org", "@type": "NewsArticle", "headline": TITLE, "author": [person(NAME), person(OTHER)], "datePublished": "2026-03-13T09:30:00+01:00"}
    return told_in(head=HEAD + script(json.dumps([site, crumbs, story])), author=(NAME, OTHER), date_published="2026-03-13T09:30", publisher="The Bode", article_section=("Harbour",))


def caption_without_a_figure() -> Page:
    """Korean: picture and caption in a box that is no figure, the source in brackets (fundus 765)."""
    head, h1 = KOREAN
    texts = TEXTS["ko"]
    box = "<div class='thumb_area img'><div class=thumb><img src=/crane.jpg alt=''></div><span class=thum_figure_txt>예인선이 방파제를 지나 낡은 크레인을 끌고 있다. [사진 = 보데통신]</span></div>"
    return Page(f"<article>{h1}<div itemprop=articleBody><p>{texts[0]}</p>{box}<p>{texts[1]}</p></div></article>", {"captions": ("예인선이 방파제를 지나 낡은 크레인을 끌고 있다. [사진 = 보데통신]",)}, head, "ko")


def standfirst_in_a_header_of_its_own() -> Page:
    """Swedish: the standfirst is a paragraph in a second header (fundus 953)."""
    line = "Efter nittio år lämnar kranen kajen, och staden får plats för en bro som alla har väntat på."
    body = f"<article><header><h1>Den gamla kranen lämnar hamnen</h1></header><header class=article-intro><p>{line}</p></header><section class=article-body>{p(TEXTS['sv'])}</section></article>"
    return Page(body, {"standfirst": line}, "<title>Den gamla kranen lämnar hamnen</title>", "sv")


def arabic_story_of_an_english_site() -> Page:
    """Page and locale say English, the story's element says Arabic (frontend 17203)."""
    body = f"<article lang=ar dir=rtl><h1>الرافعة القديمة تغادر الميناء</h1>{p(TEXTS['ar'])}</article>"
    return Page(body, {"in_language": "ar"}, "<title>الرافعة القديمة تغادر الميناء | The Bode</title><meta property=og:locale content=en_GB>", "en")


def language_of_xml() -> Page:
    """Only xml:lang of the html element names the language (ia-web-commons 35)."""
    head, h1 = FRENCH
    return Page(f"<article>{h1}{p(TEXTS['fr'][:1])}</article>", {"in_language": "fr"}, head, "'' xml:lang=fr-ca dir=ltr")


# -- written after the first reports were mended -----------------------------------------------------------------------


def company_as_the_author() -> Page:
    """The metadata name the company by its legal name; labels stand before day, section and writer (zotero 2234)."""
    company = "Bode Post Public Company Limited"
    head = linked(author={"@type": "Organization", "name": company}, publisher={"@type": "Organization", "name": company}) + f"<meta name=author content='{company}'>"
    return told_in(line=f"<div class=article-info><p>published : 7 Mar 2026 at 04:00</p><p>newspaper section: News</p><p>writer: {NAME}</p></div>", head=head, author=(NAME,), date_published="2026-03-07T04:00")


def post_behind_a_slash() -> Page:
    """Name, slash and post in a box of the name (fundus 639)."""
    return told_in(line=f"<div class=name>By {NAME}&nbsp; /&nbsp; Staff reporter</div>", author=(NAME,))


def offset_of_one_digit() -> Page:
    """A day in words whose offset has one digit for the hour (sisyphsu 3)."""
    return told_in(head=f"{HEAD}<meta property=article:published_time content='Sat, 28 Feb 2026 01:21:19+5:30'>", date_published="2026-02-28T01:21")


def weekday_before_an_ordinal() -> Page:
    """The weekday without a comma before the day with its ordinal (parse-messy-time 9)."""
    return told_in(line="<p class=date>Saturday 26th July 2025</p>", date_published="2025-07-26")


def weekday_like_a_month() -> Page:
    """French: a weekday that is cut short to the beginning of a month (datejs 97)."""
    head, h1 = FRENCH
    return told_in("fr", "<p class=date>mar. 05 août 2025</p>", head, h1, date_published="2025-08-05")


def month_without_a_point() -> Page:
    """German: the month's short form without its point (moment 5326)."""
    head, h1 = GERMAN
    return told_in("de", "<p class=datum>07 Jan 2026</p>", head, h1, date_published="2026-01-07")


def accents_of_their_own() -> Page:
    """French: accents as characters of their own behind the letters (moment 1321)."""
    head, h1 = FRENCH
    return told_in("fr", "<p class=date>4 de\u0301cembre 2025</p>", head, h1, date_published="2025-12-04")


def ordinal_as_a_word() -> Page:
    """The day as a word (chrono 140)."""
    return told_in(line="<p class=date>Published May eighth, 2026</p>", date_published="2026-05-08")


def label_without_a_day() -> Page:
    """The template prints the label of a day without one before the writer (jenkins.io 76)."""
    return told_in(line=f"<p class=meta>Published on by <a href=/blog/authors/pq>{NAME}</a></p>", author=(NAME,), date_published="")


def author_within_the_card() -> Page:
    """The property of the author is on the name inside the card (idno 1371)."""
    return entry(f"<div class=h-card><p><small><a href=/profile/pq class='p-author p-name'>{NAME}</a>,</small></p></div>", author=(NAME,))


def day_of_a_meeting() -> Page:
    """The day of a meeting heads the page, that of posting stands below (fec-cms 1094)."""
    event = script(json.dumps({"@type": "Event", "name": TITLE, "startDate": "2026-06-20T10:00:00Z", "endDate": "2026-06-20T12:00:00Z"}))
    return told_in(line="<div class=details><p>Meeting date: June 20, 2026</p><p>Posted: June 2, 2026</p></div>", head=HEAD + event, fetched="2026-06-03T12:00:00Z", date_published="2026-06-02")


def writers_of_related_stories() -> Page:
    """German: labelled writers of related stories stand between the paragraphs and below them (fundus 477)."""
    head, h1 = GERMAN
    texts = TEXTS["de"]
    related = "".join(f"<div class=summary-item><a href=/artikel/{i}><h3>{worded(9700 + i)}</h3></a><p class=summary-item__byline>Von {name}</p></div>" for i, name in enumerate((OTHER, THIRD)))
    return Page(f"<article>{h1}<p class=byline>Von {NAME}</p><p>{texts[0]}</p><div>{related}</div><p>{texts[1]}</p></article><section><h2>Mehr Themen</h2>{related}</section>", {"author": (NAME,)}, head, "de")


def excerpt_before_the_text() -> Page:
    """German: the summary is a paragraph before the box of the text (fundus 968)."""
    head, h1 = GERMAN
    line = "Nach neunzig Jahren verlässt der Kran den Kai, und die Stadt bekommt Platz für eine Brücke, auf die alle warten."
    return Page(f"<article><header>{h1}<p class='detail__excerpt wp-block-paragraph'>{line}</p></header><div class=entry-content>{p(TEXTS['de'])}</div></article>", {"standfirst": line}, head, "de")


def first_publication_elsewhere() -> Page:
    """The day of posting, then the place and day of the first publication (forem 8761)."""
    return told_in(line="<p>Posted on Mar 5, 2026 • Originally published at <a href=https://quay.example/crane>quay.example</a> on Jan 2, 2026</p>", date_published="2026-03-05")


def zone_behind_the_afternoon() -> Page:
    """Weekday, month, hour of the afternoon and a zone (datejs 220)."""
    return told_in(line="<p class=date>Mon, Oct 6 2025 7:00pm EDT</p>", date_published="2025-10-06T19:00")


def photographer_of_a_portrait() -> Page:
    """The caption has whom the picture shows and who took it, nobody signs (wellcomecollection.org 5267)."""
    figure = f"<figure><img src=/a.jpg><figcaption>{OTHER}, crane driver, 2025. Photo: {THIRD}</figcaption></figure>"
    return Page(f"<article>{H1}{figure}{p(A)}</article>", {"author": (), "captions": (f"{OTHER}, crane driver, 2025. Photo: {THIRD}",), "date_published": ""})


def translation_of_a_post() -> Page:
    """A post with its writer's name and, behind a dot, the translator's (blog_os 749)."""
    return told_in(line=f"<p class=post-meta>by <a href=/pq>{NAME}</a> · Translation by <a href=/ob>{OTHER}</a></p>", author=(NAME,))


def month_in_french() -> Page:
    """French: a month that other software does not know (lubridate 194)."""
    head, h1 = FRENCH
    return told_in("fr", "<p>Mis en ligne le 3 juillet 2025</p>", head, h1, date_published="2025-07-03")


LATER: Sequence[Report] = (
    company_as_the_author, post_behind_a_slash, offset_of_one_digit, weekday_before_an_ordinal, weekday_like_a_month, month_without_a_point, accents_of_their_own,
    label_without_a_day, author_within_the_card, writers_of_related_stories, excerpt_before_the_text, first_publication_elsewhere,
    zone_behind_the_afternoon, photographer_of_a_portrait, translation_of_a_post, month_in_french,
)  # fmt: skip

REPORTS: Sequence[Report] = (
    editors_of_the_paper, card_elsewhere_with_the_author_s_address, given_and_family_name_of_a_card,
    card_of_data_elements, author_and_day_within_the_address_of_the_entry, author_by_a_reference_of_the_item, author_as_the_content_of_a_span,
    separators_within_the_authors_elements, paper_behind_the_name_in_json_ld,
    place_and_paper_before_the_first_words, writer_s_box_in_french, writers_reviewers_and_translators, writers_and_translator_in_one_line,
    creator_s_personal_name, family_name_first_in_dublin_core, accounts_of_networks_in_the_metadata, mark_up_within_a_meta_element, page_of_a_counting_service,
    name_of_meta_with_a_capital, creators_of_a_repository, author_within_the_title,
    hour_and_minute_in_korean, half_of_the_day_in_korean, last_change_in_korean, digits_without_a_sign_between, first_of_the_month_in_french, lithuanian_year_before_the_month,
    short_month_in_hebrew, point_within_the_hour, change_some_minutes_ago, stories_of_a_side_column, about_the_author_in_russian, entries_of_a_live_story,
    entries_of_a_live_story_in_json_ld, review_of_a_claim, title_of_a_bar_and_the_site, name_of_the_application, breadcrumbs_as_rdfa, items_in_one_list,
    standfirst_in_a_header_of_its_own, arabic_story_of_an_english_site, language_of_xml,
)  # fmt: skip
MISSED: Sequence[tuple[Report, str]] = (
    (caption_without_a_figure, "a box of a picture and a short text may be an advertisement, a quotation or a teaser, too"),
    (ordinal_as_a_word, "the words of numbers are not known"),
    (day_of_a_meeting, "archives have stories that are dated after the time of their request: it bounds no printed day"),
)


@pytest.mark.parametrize("report", [*REPORTS, *LATER, *(pytest.param(one, marks=pytest.mark.xfail(strict=True, reason=why)) for one, why in MISSED)], ids=lambda one: one.__name__)
def test_what_was_reported_elsewhere(report: Report) -> None:
    check_fields(report)


METAS: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "list in an object": (f"<meta name=parsely-page content='{json.dumps({'authors': [NAME, OTHER], 'pub_date': '2026-01-23T10:35:00Z', 'tags': ['cranes', 'tugs']})}'>",
                          {"author": (NAME, OTHER), "date_published": "2026-01-23T10:35", "keywords": ("cranes", "tugs")}),
    "no object": ("<meta name=parsely-page content='{crane'><meta name=theme content='{}'>", {"author": (), "date_published": "", "headline": TITLE}),
    "contributor alone": (f"<meta name=DC.contributor content='{NAME}'>", {"author": (NAME,)}),
    "two family names": ("<meta name=eprints.creators_name content='Halden Quill, Petra Maria'><meta name=eprints.date content=2026-03>", {"author": ("Petra Maria Halden Quill",)}),
    "minute without signs": ("<meta name=regDate content=202603071902>", {"date_published": "2026-03-07T19:02"}),
    "day without signs": ("<meta name=date content=20260307>", {"date_published": "2026-03-07"}),
    "no such minute": ("<meta name=date content=202603079999>", {"date_published": "2026-03-07"}),
    "media review": (script(json.dumps({"@type": "MediaReview", "datePublished": "2026-03-13", "itemReviewed": {"@type": "MediaObject", "datePublished": "2020-01-01", "author": person(OTHER)}})), {"author": (), "date_published": "2026-03-13"}),
    "site of the graph": (script(json.dumps({"@graph": [{"@type": "WebSite", "name": "The Bode"}, {"@type": "Article", "headline": TITLE, "publisher": {"name": "Bode Media"}}]})), {"publisher": "Bode Media"}),
}  # fmt: skip


@pytest.mark.parametrize(("head", "found"), METAS.values(), ids=METAS)
def test_what_the_head_declares(head: str, found: Mapping[str, object]) -> None:
    check_fields(lambda: told_in(head=HEAD + head, **found))


PEOPLE: Mapping[str, tuple[str, str, Sequence[str]]] = {
    "first version of cards": (f"<p class='author vcard'><a class='url fn' href=/pq>{NAME}</a> <span class=nickname>pq</span></p>", "", [NAME]),
    "address in the head": ("", f"<link rel=author href={HOST}/pquill/><aside class=h-card><a class='u-url' href={HOST}/pquill></a><b class=p-name>{NAME}</b></aside>", [NAME]),
    "card of another address": (f"<a class=u-author href={HOST}/pquill></a>", f"<aside class=h-card><a class='u-url p-name' href={HOST}/brekke>{OTHER}</a></aside>", []),
    "cards of readers": (f"<p class=byline>By {NAME}</p>", f"<ol class=comments><li class=comment><div class='comment-author vcard'><cite class=fn>{OTHER}</cite></div><p>Well.</p></li></ol>", [NAME]),
    "employer within the author": (f"<p itemprop=author itemscope itemtype=https://schema.org/Person><span itemprop=name>{NAME}</span>, <span itemprop=worksFor itemscope itemtype=https://schema.org/Organization><span itemprop=name>Quay Institute</span></span></p>", "", [NAME]),
    "comments of microdata": (f"<p itemprop=author>{NAME}</p>", f"<div itemprop=comment itemscope itemtype=https://schema.org/Comment><b itemprop=author>{OTHER}</b><p>Well.</p></div>", [NAME]),
    "RDFa": (f"<p property=author typeof=Person><span property=name>{NAME}</span></p>", "", [NAME]),
    "RDFa with a prefix": (f"<p>By <span property=schema:author>{NAME}</span></p>", f"<div property=dc:creator>{OTHER}</div>", [NAME]),
    "Spanish directory": (f"<div><a href=/autor/pq>{NAME}</a></div>", "", [NAME]),
    "directory of another host": (f"<div><a href=https://net.example/writers/pq>{NAME}</a> Harbours</div>", "", [NAME]),
    "directories below the text": ("", f"<ul><li><a href=/a>{worded(9600)}</a> <a href=/author/1>{OTHER}</a></li><li><a href=/b>{worded(9601)}</a> <a href=/author/2>{THIRD}</a></li></ul>", []),
    "story about an author": ("<div><a href=/culture/the-author-petra-quill>Petra Quill</a></div>", "", []),
    "host named for authors": ("<div><a href=https://authors.example/cranes/tugs>Tugs And Cranes</a></div>", "", []),
    "labels in boxes of their own": (f"<div class=byline><div>By {NAME}</div><div>Photos by {OTHER}</div></div>", "", [NAME]),
    "box of lines": (f"<div class=author-info><div>{NAME}</div><div>Walks along harbours for us</div></div>", "", [NAME]),
    "link to all of the editors": ("<a rel=author href=/e>The Friends of The Bode</a>", "", ["The Friends of The Bode"]),
}  # fmt: skip


@pytest.mark.parametrize(("line", "after", "authors"), PEOPLE.values(), ids=PEOPLE)
def test_whom_the_page_marks(line: str, after: str, authors: Sequence[str]) -> None:
    check_fields(lambda: told_in(line=line, after=after, head=HEAD + SITE, author=tuple(authors)))


CRUMBS: Mapping[str, tuple[str, Sequence[str]]] = {
    "microdata": ("<ol itemscope itemtype=https://schema.org/BreadcrumbList><li itemprop=itemListElement itemscope itemtype=https://schema.org/ListItem><a itemprop=item href=/><span itemprop=name>Start</span></a></li><li itemprop=itemListElement itemscope itemtype=https://schema.org/ListItem><a itemprop=item href=/harbour><span itemprop=name>Harbour</span></a></li></ol>", ["Harbour"]),
    "without the start": ("<ol typeof=BreadcrumbList><li property=itemListElement typeof=ListItem><a property=item href=/harbour><span property=name>Harbour</span></a></li></ol>", ["Harbour"]),
    "another list": ("<ol itemscope itemtype=https://schema.org/ItemList><li itemprop=itemListElement itemscope><a itemprop=item href=/x><span itemprop=name>Tugs</span></a></li></ol>", []),
}  # fmt: skip


@pytest.mark.parametrize(("crumbs", "sections"), CRUMBS.values(), ids=CRUMBS)
def test_sections_of_breadcrumbs(crumbs: str, sections: Sequence[str]) -> None:
    check_fields(lambda: Page(f"{crumbs}<article>{H1}{p(A)}</article>", {"article_section": tuple(sections), "headline": TITLE}))


CHANGES: Mapping[str, tuple[str, str, str, str]] = {
    "both as ages": ("en", "Published 3 days ago · Updated 20 minutes ago", "2026-06-12", "2026-06-15"),
    "short age": ("en", "13 February 2026 | Updated 3h ago", "2026-02-13", "2026-06-15"),
    "Chinese": ("zh", "2026年2月13日 更新于 25分钟前", "2026-02-13", "2026-06-15"),
    "day and label": ("en", "13 February 2026 updated", "2026-02-13", "2026-02-13"),
    "age of the publication": ("en", "13 June 2026, 2 days ago", "2026-06-13", ""),
    "half of the day with a point": ("en", "Published 13 February 2026 at 8.30 p.m.", "2026-02-13T20:30", ""),
    "short weekdays": ("fr", "Publié mar. 3 mars 2026, modifié mer. 4 mars 2026", "2026-03-03", "2026-03-04"),
    "two months": ("en", "March/April 2026", "2026-03", ""),
    "accents of their own": ("fr", "15 fe\u0301vrier 2026", "2026-02-15", ""),
    "number with a point": ("en", "13 February 2026, 8.30 kilometres", "2026-02-13", ""),
}  # fmt: skip


@pytest.mark.parametrize(("language", "line", "published", "modified"), CHANGES.values(), ids=CHANGES)
def test_days_and_ages_of_changes(language: str, line: str, published: str, modified: str) -> None:
    check_fields(lambda: told_in(language, f"<p class=date>{line}</p>", fetched=FETCHED, date_published=published, date_modified=modified))
