"""Days, writers, headlines, sections, captions and languages of the day's papers and blogs that users and maintainers of extractors and readers reported in public: invented pages with all that stands around a story, alone or within a little site; all were written down before one was tried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.integration.sites.test_common_body_reports import (
    GERMAN_TITLES,
    H1,
    OTHERS,
    SPANISH,
    TITLE,
    A,
    B,
    Report,
    Told,
    check,
    german,
    paper,
)
from tests.integration.sites.test_common_field_reports import THIRD, linked, story
from tests.integration.sites.test_extraction_reports import NAME, p, told
from tests.integration.sites.test_stranger_body_reports import expected_to_fail
from tests.integration.sites.test_stranger_field_reports import FETCHED, OTHER, TEXTS, person

POLISH = [
    "Stary dźwig portowy rozebrano w środę po dziewięćdziesięciu latach pracy, a ponad sto osób przyszło na nabrzeże, żeby go pożegnać.",
    "Dyrektorka portu powiedziała, że maszyna nie była już bezpieczna, a jej naprawa kosztowałaby więcej niż zakup nowej.",
    "Wielu z tych, którzy stali na nabrzeżu, kiedyś tam pracowało i opowiadało o zimowych nocach, gdy świeciło się tylko na dźwigu.",
]
VIETNAMESE = [
    "Chiếc cần cẩu cũ của cảng đã được tháo dỡ hôm thứ tư sau chín mươi năm làm việc, và hơn một trăm người đã đến bến tàu để nhìn nó ra đi.",
    "Giám đốc cảng nói rằng chiếc máy không còn an toàn nữa, và việc sửa chữa sẽ tốn kém hơn nhiều so với việc mua một chiếc mới.",
    "Nhiều người đứng trên bến tàu từng làm việc ở đó, và họ kể về những đêm mùa đông chỉ có chiếc cần cẩu là còn sáng đèn.",
]


# -- days and writers of papers ----------------------------------------------------------------------------------------


def change_stated_before_the_publication_in_french() -> Told:
    """French: two writers in elements of their own, the day of the change as microdata after that of publication (ftr-site-config 23)."""
    line = (
        f"<section class=meta><span class=meta__authors>Par <a href=/signataires/a><span class=author__name>{NAME}</span></a> et <a href=/signataires/b><span class=author__name>{OTHER}</span></a></span>"
        "<p class=meta__publisher><time itemprop=datePublished datetime=2026-03-05T11:05:00+01:00>Publié le 05 mars 2026 à 11h05</time>, <time itemprop=dateModified datetime=2026-03-06T18:20:00+01:00>modifié le 06 mars 2026 à 18h20</time></p></section>"
    )
    return story(line, "<h1 class=article__title>La vieille grue quitte le port</h1>", title="La vieille grue quitte le port", language="fr", text=TEXTS["fr"], author=(NAME, OTHER), date_published="2026-03-05T11:05", date_modified="2026-03-06T18:20")


def writer_below_the_day_and_section_in_german() -> Told:
    """German: a bar with day, section and minutes to read above the headline, the writer below the standfirst (ftr-site-config 1107)."""
    above = "<div class=content__meta><span class=content__meta__date>05.03.2026</span> <span class=content__meta__type>News</span> <span>Lesedauer ca. 3 Minuten</span></div>"
    line = f"<p class=content__intro>Nach neunzig Jahren ist Schluss, und viele sind gekommen, um Abschied zu nehmen.</p><div class=content__author>von <a href=/profil/quill/12>{NAME}</a></div>"
    return story(line, f"<h1 class=content__title><span class=content__kicker>Hafenbau:</span> {GERMAN_TITLES[0]}</h1>", above=above, title=f"Hafenbau: {GERMAN_TITLES[0]}", language="de", text=german(0), author=(NAME,), date_published="2026-03-05", headline=f"Hafenbau: {GERMAN_TITLES[0]}")


def microdata_within_the_byline() -> Told:
    """Writer as microdata in nested elements, weekday and day with an hour, and a button with the day of the change (ftr-site-config 131)."""
    line = (
        f"<div class=meta__contact-wrap><p class=byline data-component=meta-byline>By <span itemscope itemtype=http://schema.org/Person itemprop=author><a rel=author class=tone-colour itemprop='sameAs url' href=/profile/q><span itemprop=name>{NAME}</span></a></span> in Bergen</p>"
        "<p class=content__dateline><time itemprop=datePublished datetime=2026-03-04T12:37:00+0000 data-timestamp=1772627820000>Wednesday 4 March 2026 <span class=content__dateline-time>12.37 GMT</span></time><time itemprop=dateModified class=content__dateline-lm datetime=2026-03-05T08:00:00+0000>Last modified on Thursday 5 March 2026 08.00 GMT</time></p></div>"
    )
    return story(line, "<h1 class=content__headline itemprop=headline>Old crane leaves the harbour</h1>", author=(NAME,), date_published="2026-03-04T12:37", date_modified="2026-03-05T08:00")


def notice_to_the_press() -> Told:
    """German: a company's notice with its day, the place and "(ots)" before the text, and a contact below (ftr-site-config 962)."""
    text = [f"Nordhafen (ots) – {german(0)[0]}", *german(0)[1:]]
    contact = f"<p class=contact-headline>Pressekontakt:</p><p class=contact-text>Hafen Nord GmbH<br>{NAME}<br>Telefon: 0431 1234<br>E-Mail: presse@hafen.example</p><p class=originator>Original-Content von: Hafen Nord GmbH, übermittelt durch das Presseportal</p>"
    line = "<p class=date>05.03.2026 – 10:00</p><p class=customer><a href=/nr/12>Hafen Nord GmbH</a></p>"
    return story(line, f"<h1>{GERMAN_TITLES[0]}</h1>", title=GERMAN_TITLES[0], language="de", text=text, after=contact, date_published="2026-03-05T10:00", headline=GERMAN_TITLES[0])


def writer_on_behalf_of_a_team() -> Told:
    """A project's weblog: short month, day and year, a point, and the writer on behalf of a team (ftr-site-config 1230)."""
    source = f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{TITLE} | Quay Project Blog</title><meta property=og:title content='{TITLE} | Quay Project Blog'></head><body><nav><a href=/>Quay Project Blog</a> <a href=/learn>Learn</a> <a href=/tools>Tools</a></nav><section class=white><div class=w-100><header><h2>{TITLE}</h2><div class=highlight></div></header><div class=post>Mar. 4, 2026 &#183; {NAME} on behalf of <a href=/teams/release>the Release Team</a></div>{p([*A, *B])}</div></section><footer><p>Maintained by the Quay team. See a typo?</p></footer></body></html>"
    return Told(source, "/2026/03/04/old-crane.html", fields={"author": (NAME,), "date_published": "2026-03-04", "headline": TITLE})


def origins_of_an_austrian_story() -> Told:
    """German: a kicker above the headline, the standfirst, then writer and day with a comma and an hour (ftr-site-config 1018)."""
    above = "<h2 class=article-kicker>Nordhafen</h2>"
    line = f"<p class=article-subtitle>Nach neunzig Jahren ist Schluss</p><div class=article-byline><div class=article-origins><address><a href=/autoren/q>{NAME}</a></address></div><p class=article-pubdate><time datetime=2026-03-04T06:00>4. März 2026, 06:00</time></p></div>"
    return story(line, f"<h1 class=article-title>{GERMAN_TITLES[1]}</h1>", above=above, title=f"Nordhafen: {GERMAN_TITLES[1]}", language="de", text=german(1), author=(NAME,), date_published="2026-03-04T06:00", headline=GERMAN_TITLES[1])


def small_lines_of_a_museum_s_weblog() -> Told:
    """German: day and category in one small line, the writer in another one after "Von" (ftr-site-config 1974)."""
    line = f"<div class=single-post-top><div class=date-cat><p class=small>4. März 2026</p><p class=small><a href=/category/sammlung/>Sammlung</a></p></div><p class=small>Von {NAME}</p></div>"
    return story(line, f"<h1>{GERMAN_TITLES[2]}</h1>", title=GERMAN_TITLES[2], language="de", text=german(2), path="/zum-stadtwald/", author=(NAME,), date_published="2026-03-04", article_section=("Sammlung",))


def writer_and_day_of_a_product_s_weblog() -> Told:
    """A product's weblog: the day, then a dash and the writer's name, in one paragraph (ftr-site-config 1987)."""
    return story(f"<p class='text-sm muted'>March 4, 2026 — {NAME}</p>", path="/blog/old-crane", author=(NAME,), date_published="2026-03-04")


def card_of_the_writer_of_a_block_theme() -> Told:
    """A block theme: category as a link, the writer's name in a card, the hour before the day with a zone (mercury-parser 34)."""
    above = "<div class='taxonomy-category wp-block-post-terms'><a href=https://bode.example/category/harbour/ rel=tag>Harbour</a></div>"
    line = f"<div class='wp-block-bode-author-card'><div class=wp-block-author-card-name><a href=/author/q/>{NAME}</a></div><div class=wp-block-post-date><time datetime=2026-03-04T06:00:00-08:00>6:00 AM PST · March 4, 2026</time></div></div>"
    return story(line, "<h1 class='article-hero__title wp-block-post-title'>Old crane leaves the harbour</h1>", above=above, path="/2026/03/04/old-crane/", author=(NAME,), date_published="2026-03-04T06:00")


def day_and_issue_of_a_magazine() -> Told:
    """German: "Ein Bericht von" before the writer, the day with an hour, and the magazine's issue (mercury-parser 38)."""
    line = f"<div class=leading-loose>Ein Bericht von <a href=/impressum/autor-1.html>{NAME}</a></div><div class=font-sansUI><time class=timeformat datetime='2026-03-05 10:30:00'>05.03.2026, 10.30 Uhr</time> <span>• aus DER BODE 10/2026</span></div>"
    return story(line, f"<h1><span class=kicker>Abschied im Norden</span> <span class=align-middle>{GERMAN_TITLES[3]}</span></h1>", title=GERMAN_TITLES[3], language="de", text=german(3), author=(NAME,), date_published="2026-03-05T10:30")


def lead_of_a_computer_magazine() -> Told:
    """German: the lead is a paragraph in the header, the day a time element with the hour before it, "Von" before the writer (mercury-parser 48)."""
    lead = "Nach neunzig Jahren ist Schluss: Am Kirchplatz verschwindet, worauf eine Stadt lange stolz war."
    line = f"<p class=a-article-header__lead>{lead}</p><div class=a-article-header__info><time datetime=2026-03-04T09:15:00+01:00>04.03.2026, 09:15 Uhr</time> <span>Lesezeit: 2 Min.</span> <span class=creator>Von <a href=/autor/q>{NAME}</a></span></div>"
    head = f"<meta name=author content='{NAME}'><meta name=date content='2026-03-04T09:15:00+01:00'><meta name=description content='{lead}'>"
    return story(line, f"<h1 class=a-article-header__title>{GERMAN_TITLES[7]}</h1>", head=head, title=GERMAN_TITLES[7], language="de", text=german(7), standfirst=lead, description=lead, author=(NAME,), date_published="2026-03-04T09:15")


def day_and_hour_in_polish() -> Told:
    """Polish: day with the year first and an hour in an element named for its zone, the writer in a box with a portrait (mercury-parser 52)."""
    line = f"<div class=article_authors_with_thumbnail><img class=article__author__croppimg src=q.jpg alt=''><span class=article_author>{NAME}</span></div><div id=timezone>2026-03-04 10:30</div>"
    return story(line, "<h1>Stary dźwig opuszcza port</h1>", title="Stary dźwig opuszcza port", language="pl", text=POLISH, author=(NAME,), date_published="2026-03-04T10:30", in_language="pl")


def posted_on_a_day_by_a_writer() -> Told:
    """"posted on" before a time element without a year in its text, then the writer in the same small line (mercury-parser 191)."""
    line = f"<small id=page-title-meta>posted on <time datetime='2026-03-04T19:15:00Z'>2026-03-04 15:15 EDT</time> by {NAME}</small>"
    return story(line, "<h1 id=page_header>Old crane leaves the harbour</h1>", path="/news/2026-03-04/old-crane/.23412", author=(NAME,), date_published="2026-03-04")


def writer_at_the_end_in_vietnamese() -> Told:
    """Vietnamese: weekday, day, hour and offset above, the writer alone at the right below the text (fundus 802)."""
    title = "Cần cẩu cũ rời cảng"
    main = f"<div class=header-content><ul class=breadcrumb><li><a href=/thoi-su>Thời sự</a></li></ul><span class=date>Thứ tư, 4/3/2026, 10:00 (GMT+7)</span></div><h1 class=title-detail>{title}</h1><p class=description>Sau chín mươi năm, thành phố mất chiếc máy được yêu mến nhất.</p><article class='fck_detail '>{p(VIETNAMESE, 'class=Normal')}<p style='text-align:right;'><strong>Lê Hoài An</strong></p></article>"
    return Told(paper(main, title, language="vi"), "/can-cau-4781.html", fields={"author": ("Lê Hoài An",), "date_published": "2026-03-04T10:00", "article_section": ("Thời sự",), "in_language": "vi"}, fetched=FETCHED)


def day_above_the_headline_of_a_broadcaster() -> Told:
    """German: the day with the hour above the headline, "Von" and the writer in a line below, the source with letters below the text (fundus 132)."""
    above = "<div class=article__header><span class=article__date>04.03.2026 05:57 Uhr</span></div>"
    after = "<p class=article__source>Quelle: bode.example, pqu/dpa</p>"
    return story(f"<p class=article__author>Von {NAME}, Nordhafen</p>", f"<h1><span class=article__kicker>Abschied</span> <span class=article__headline>{GERMAN_TITLES[4]}</span></h1>", above=above, after=after, title=GERMAN_TITLES[4], language="de", text=german(4), path="/panorama/kran-article25.html", author=(NAME,), date_published="2026-03-04T05:57")


def writer_and_hour_in_one_line_in_german() -> Told:
    """German: writer, day and hour in one line, a comma before the hour and "Aktualisiert" behind a bar (fundus 481)."""
    line = f"<div class=fp-article-heading__author>Von <b>{NAME}</b> <span class=fp-article-heading__date>04.03.2026, 10:00</span> <span>| Aktualisiert: 05.03.2026, 08:30</span></div>"
    return story(line, f"<h1>{GERMAN_TITLES[5]}</h1>", head=f"<meta name=author content='{NAME}'>", title=GERMAN_TITLES[5], language="de", text=german(5), author=(NAME,), date_published="2026-03-04T10:00", date_modified="2026-03-05T08:30")


def day_in_the_address_and_microdata_of_the_writer() -> Told:
    """French: the day stands in the address, the writer is microdata with a comma and the paper behind, the section is a breadcrumb (zotero 863)."""
    above = "<div class='fil_ariane breadcrumb'><a href=/>Le Bode</a> › <a href=/port>Port</a></div>"
    line = f"<p class=bloc_signature><time datetime=2026-03-05T11:02:41+01:00 itemprop=datePublished>05.03.2026 à 11h02</time> • <time datetime=2026-03-05T12:40:00+01:00 itemprop=dateModified>Mis à jour le 05.03.2026 à 12h40</time> | <span class=auteur itemprop=author>Par <a class=auteur href=/journaliste/q>{NAME}</a></span></p>"
    return story(line, "<h1 itemprop=Headline>La vieille grue quitte le port</h1>", above=above, title="La vieille grue quitte le port", language="fr", text=TEXTS["fr"], path="/port/article/2026/03/05/la-vieille-grue_4593_44018.html", author=(NAME,), date_published="2026-03-05T11:02", date_modified="2026-03-05T12:40", article_section=("Port",))


def day_of_a_newsletter_s_post() -> Told:
    """A newsletter's post: writer and day in boxes of generated classes, likes between, the moment in JSON-LD on the next day (obsidian-clipper 481)."""
    line = f"<h3 class=subtitle>Words for those who miss it</h3><div class='pencraft pc-display-flex byline-wrapper'><a href=https://mail.example/@quill><img src=q.jpg alt=''></a><div class='pencraft meta'><div class=pencraft><a href=https://mail.example/@quill>{NAME}</a></div><div class=pencraft>Mar 04, 2026</div></div></div><div class=post-ufi><a href=/p/old-crane/comments>12</a><button>Share</button></div>"
    return story(line, "<h1 class=post-title>Old crane leaves the harbour</h1>", head=linked(author=[person(NAME)], datePublished="2026-03-04T13:30:07+00:00", dateModified="2026-03-04T13:30:07+00:00"), path="/p/old-crane-411", author=(NAME,), date_published="2026-03-04T13:30")


def writer_within_the_header() -> Told:
    """The writer's element stands within the page's header beside the day, the story in another box (readability 165)."""
    main = f"<header class=title-group><h1>{TITLE}</h1><div class=byline-row>By <span class=author><a rel=author href=/community/staff/q>{NAME}</a></span> on <time datetime=2026-03-04>March 4, 2026</time>, 8:30 AM <a href=#comments>14 comments</a></div></header><div class=articleBody>{p([*A, *B])}</div>"
    return Told(paper(main), "/news/60382-old-crane.html", fields={"author": (NAME,), "date_published": "2026-03-04"})


def hour_in_the_afternoon_in_korean() -> Told:
    """Korean: the moment in the head with an offset, the printed lines for entry and change with points (newspaper4k 373)."""
    line = "<div class=article_info><span class=t11>기사입력 2026.03.04. 오후 1:18</span> <span class=t11>최종수정 2026.03.04. 오후 3:02</span></div><p class=byline>김하늘 기자</p>"
    return story(line, "<h1>낡은 크레인이 항구를 떠나다</h1>", head="<meta property=article:published_time content='2026-03-04 13:18:00+09:00'>", title="낡은 크레인이 항구를 떠나다", language="ko", text=TEXTS["ko"], author=("김하늘",), date_published="2026-03-04T13:18")


def slashes_within_a_time_element() -> Told:
    """Japanese: a time element without an attribute that holds year, month and day with slashes (zenn-community 127)."""
    line = f"<div class=header-meta><a href=/quill><img src=q.jpg alt=''><span>{NAME}</span></a><span>公開</span><time>2026/03/04</time></div>"
    return story(line, "<h1>古いクレーンが港を去る</h1>", title="古いクレーンが港を去る", language="ja", text=TEXTS["ja"], path="/quill/articles/3f1", date_published="2026-03-04")


def day_in_the_footer_of_the_article() -> Told:
    """The article's footer has a section of its own, headed "Published on", with the day as a time element (Rapido 117)."""
    main = f"<article>{H1}{p([*A, *B])}<footer><section><h2>Published on</h2><p><time datetime=2026-03-04>March 4, 2026</time>.</p></section><section><h2>Written by</h2><p><a rel=author href=/q>{NAME}</a></p></section></footer></article>"
    return Told(paper(main), "/old-crane", fields={"author": (NAME,), "date_published": "2026-03-04", "headline": TITLE})


def publication_behind_the_change_with_a_place() -> Told:
    """"Updated -" with day and hour stands before "Published -", which ends in a place in capitals (calibre 1454)."""
    line = f"<div class=author><a class=person-name href=/profile/q>{NAME}</a></div><p class=publish-time>Updated - March 05, 2026 10:30 am IST</p><p class=publish-time>Published - March 04, 2026 02:15 am IST - NEW DELHI</p>"
    return story(line, path="/news/cities/old-crane/article34818.ece", author=(NAME,), date_published="2026-03-04T02:15", date_modified="2026-03-05T10:30")


def caption_of_the_main_picture() -> Told:
    """The main picture has a caption and a credit in elements of their own below it (newspaper4k 201)."""
    caption = "The crane on the quay in the winter of 1961, seen from the water."
    figure = f"<div class=main-image><figure><img src=/crane.jpg alt='Crane on a quay'><figcaption><span class=caption>{caption}</span> <span class=credit>Harbour archive</span></figcaption></figure></div>"
    page = story(f"<p class=byline>By {NAME}</p>{figure}", author=(NAME,))
    return Told(page.source, page.path, fields={**page.fields, "captions": (f"{caption} Harbour archive",)})


def name_in_one_word_of_parsely() -> Told:
    """parsely-author has the writer, parsely-section the section, parsely-pub-date the moment; the page prints none of them (trafilatura 106)."""
    head = f"<meta name=parsely-title content='{TITLE}'><meta name=parsely-author content='{NAME}'><meta name=parsely-section content=Harbour><meta name=parsely-pub-date content='2026-03-04T08:10:00Z'><meta name=parsely-tags content='cranes,tugs'>"
    return story(head=head, author=(NAME,), date_published="2026-03-04T08:10", article_section=("Harbour",), keywords=("cranes", "tugs"), headline=TITLE)


def number_and_colon_in_the_headline() -> Told:
    """A headline with a number and a colon, of which a title is cut to what follows the colon (readability 164)."""
    title = "How to use a crane at school: 10 tips for pupils and teachers"
    return story(f"<div class=author>by <a rel=author href=/author/q>{NAME}</a></div>", f"<h1 class=entry-title>{title}</h1>", title=title, head=f"<meta property=og:title content='{title}'>", headline=title, author=(NAME,))


def title_of_a_personal_site() -> Sequence[Told]:
    """A personal site: each page's title element is the site's name, which is its first heading, too; posts are second-level headings (readability 553)."""
    def page(i: int) -> Told:
        body = f"<header><h1><a href=/>Quay and Me</a></h1><nav><a href=/posts>Posts</a> <a href=/about>About</a></nav></header><main><h2>{OTHERS[i]}</h2><p class=date>{i + 2} March 2026</p>{p(told(16100 + 10 * i))}</main><footer><p>Written on the quay.</p></footer>"
        return Told(f"<!doctype html><html lang=en><head><meta charset=utf-8><title>Quay and Me</title></head><body>{body}</body></html>", f"/posts/{i}", fields={"headline": OTHERS[i], "date_published": f"2026-03-0{i + 2}"})

    return [page(i) for i in range(6)]


def microdata_within_a_time_element() -> Told:
    """German: a time element holds the printed day in a span and a meta element with the same property (news 503)."""
    line = "<div class=news-meta><time datetime=2026-03-04><span>04.03.2026</span><meta itemprop=datePublished content=2026-03-04></time></div>"
    return story(line, f"<h1 itemprop=headline>{GERMAN_TITLES[6]}</h1>", title=GERMAN_TITLES[6], language="de", text=german(6), path="/aktuelles/artikel/ostbad", date_published="2026-03-04", headline=GERMAN_TITLES[6])


def day_minutes_and_topics_in_one_line() -> Told:
    """A weblog without metadata: day, minutes to read and topics as links in one line, a note on change above the text (feedback 106)."""
    line = "<div class=details><span class=detail>📅 Mar 4, 2026</span> <span class=detail>34 minute read</span> <span class=detail><a href=/tags/cranes rel=tag>#cranes</a> <a href=/tags/tugs rel=tag>#tugs</a></span></div>"
    return story(line, path="/articles/old-crane", date_published="2026-03-04", author=(), headline=TITLE)


def capitals_and_change_of_a_business_paper() -> Told:
    """"By" in a line of its own above the writer, then "Updated" with short month, day, hour and zone (zotero 1182)."""
    line = f"<div class=byline-wrap><span>By</span><div class=author><span class=name>{NAME.upper()}</span></div></div><time class=timestamp>Updated March 4, 2026 10:30 a.m. ET</time>"
    head = "<meta name=article.published content='2026-03-03T23:10:00.000Z'><meta name=article.updated content='2026-03-04T15:30:00.000Z'><meta name=article.section content=Harbour>"
    return story(line, "<h1 class=wsj-article-headline itemprop=headline>Old crane leaves the harbour</h1>", head=head, path="/articles/old-crane-1478619", author=(NAME.upper(),), date_published="2026-03-03")


def hour_behind_a_dash() -> Told:
    """Day, dash and hour with a point in a time element, "By" and two writers joined by "and" above (calibre 1657)."""
    line = f"<div class=_bylines><h5>By <a href=/by/a>{NAME}</a> and <a href=/by/b>{THIRD}</a></h5></div><p><time datetime=2026-03-04T05:00:00+11:00>March 4, 2026 — 5.00am</time></p>"
    return story(line, "<h1 itemprop=headline data-testid=headline>Old crane leaves the harbour</h1>", path="/national/old-crane-20260304-p5a.html", author=(NAME, THIRD), date_published="2026-03-04")


def card_of_a_writer_in_spanish() -> Told:
    """Spanish: three names of one writer after "Por" in a span of the class for biographies, the day in words with an hour (noticias-pr-cli 115)."""
    line = "<div class=ArticlePage-authorInfo><span class=ArticlePage-authorInfo-bio-name>Por Ana Rivas Soto</span><span class=ArticlePage-datePublished>4 de marzo de 2026 3:15pm</span></div>"
    return story(line, "<h1 class=ArticlePage-headline>La vieja grúa deja el puerto</h1>", head=linked(headline="La vieja grúa deja el puerto", author=[person("Ana Rivas Soto")], datePublished="2026-03-04T15:15:00-04:00"), title="La vieja grúa deja el puerto", language="es", text=SPANISH, author=("Ana Rivas Soto",), date_published="2026-03-04T15:15")


REPORTS: Sequence[Report] = (
    change_stated_before_the_publication_in_french, writer_below_the_day_and_section_in_german, microdata_within_the_byline, notice_to_the_press,
    origins_of_an_austrian_story, small_lines_of_a_museum_s_weblog, writer_and_day_of_a_product_s_weblog,
    card_of_the_writer_of_a_block_theme, day_and_issue_of_a_magazine, lead_of_a_computer_magazine, day_and_hour_in_polish, posted_on_a_day_by_a_writer,
    day_above_the_headline_of_a_broadcaster, writer_and_hour_in_one_line_in_german,
    day_in_the_address_and_microdata_of_the_writer, day_of_a_newsletter_s_post, writer_within_the_header, hour_in_the_afternoon_in_korean,
    slashes_within_a_time_element, day_in_the_footer_of_the_article, publication_behind_the_change_with_a_place, caption_of_the_main_picture,
    name_in_one_word_of_parsely, number_and_colon_in_the_headline, title_of_a_personal_site, microdata_within_a_time_element,
    day_minutes_and_topics_in_one_line, capitals_and_change_of_a_business_paper, hour_behind_a_dash,
    card_of_a_writer_in_spanish,
)  # fmt: skip
MISSED: Sequence[tuple[Report, str]] = (
    (writer_on_behalf_of_a_team, "the words between a name and the team for which it speaks are not known"),
    (writer_at_the_end_in_vietnamese, "a last line alone may name a person of the story, or who is to be asked about it"),
)


@pytest.mark.parametrize("report", [*REPORTS, *expected_to_fail(MISSED)], ids=lambda one: one.__name__)
def test_what_was_reported_of_daily_pages(report: Report) -> None:
    check(report)


# -- the kinds, elsewhere ----------------------------------------------------------------------------------------------

LABELS: Mapping[str, tuple[str, str, Sequence[str]]] = {
    "category above the tags": ("", "<footer><a href=/c/9 rel='category tag'>Harbour</a> <a href=/t/cranes rel=tag>cranes</a></footer>", ["Harbour"]),
    "category by the headline": ("<a rel=category href=/c/9>Harbour</a>", "<p><a rel=category href=/c/8>Sport</a></p>", ["Harbour"]),
    "folder of the address": ("<a href=/harbour/>All of the port</a>", "", ["All of the port"]),
    "folder below another": ("<a href=/>Start</a> <a href=/world>World</a> <a href=/world/europe/>Europe</a>", "", ["Europe"]),
    "accents": ("<a href=/rubrique/economie>Économie</a>", "", ["Économie"]),
    "labels of the story": ("<a href=/x/cranes>Cranes</a> <a href=/x/tugs>Tugs</a> <a href=/x/mills>Mills</a>", "", []),
    "label of the story": ("<a href=/tag/cranes>Cranes</a>", "", []),
    "writer": (f"<p>By <a href=/team/petra-quill>{NAME}</a></p>", "", []),
    "button": ("<a href=/print>Print</a> <a href=/harbour/crane-17/share>Share</a>", "", []),
    "other site": ("<a href=https://net.example/news/europe>Europe</a>", "", []),
    "archive of a month": ("<a href=/harbour/2026/03>March 2026</a>", "", []),
    "menu's row": ("<ul><li><a href=/x/sport>Sport</a></li><li><a href=/x/opinion>Opinion</a></li></ul>", "", []),
}


@pytest.mark.parametrize(("line", "after", "sections"), LABELS.values(), ids=LABELS)
def test_which_links_name_the_section(line: str, after: str, sections: Sequence[str]) -> None:
    check(lambda: story(line, after=after, article_section=tuple(sections)))


LINES: Mapping[str, tuple[str, Sequence[str]]] = {
    "name above the day": (f"<div><div>{NAME}</div><div>March 4, 2026</div></div>", [NAME]),
    "heading and bare text": (f"<div><h4>{NAME}</h4>March 4, 2026</div>", [NAME]),
    "linked rubric beside the day": ("<div><div><a href=/x>World News</a></div><div>March 4, 2026</div></div>", []),
    "name in another box": (f"<div><div>{NAME}</div></div><section><div>March 4, 2026</div></section>", []),
    "two names": (f"<div><div>{NAME}</div><div>March 4, 2026</div><div>{OTHER}</div></div>", []),
    "rubric that the page repeats": ("<div><div>Our Readers</div><div>March 4, 2026</div></div><div>Our Readers</div>", []),
    "report by": (f"<div>A report by <a href=/x/1>{NAME}</a></div>", [NAME]),
    "report of another page": (f"<div>A report on <a href=/x/1>{NAME}</a></div>", []),
    "line that goes on": (f"<div>A film by <a href=/x/1>{NAME}</a> is on the way to the harbour.</div>", []),
    "elements without a gap": (f"<div class=byline><span>By</span><span>{NAME}</span><time>March 4, 2026</time></div>", [NAME]),
}


@pytest.mark.parametrize(("line", "authors"), LINES.values(), ids=LINES)
def test_names_that_only_their_place_marks(line: str, authors: Sequence[str]) -> None:
    check(lambda: story(line, author=tuple(authors)))


CHANGES: Mapping[str, tuple[str, str, str]] = {
    "much later": ("2026-03-03T23:10:00Z", "2026-03-04T15:30:00Z", "2026-03-03T23:10:00Z"),
    "at once": ("2026-03-04T23:10:00Z", "2026-03-04T23:12:00Z", "2026-03-04T23:10:00Z"),
    "on the day that readers see": ("2026-03-03T23:10:00Z", "2026-03-03T23:12:00Z", "2026-03-04"),
    "impossible offset": ("2026-03-04T10:00-500", "", "2026-03-04"),
}


@pytest.mark.parametrize(("published", "modified", "found"), CHANGES.values(), ids=CHANGES)
def test_a_printed_day_of_a_change(published: str, modified: str, found: str) -> None:
    head = f"<meta property=article:published_time content='{published}'><meta property=article:modified_time content='{modified}'>"
    check(lambda: story("<p class=date>Updated March 4, 2026 at noon</p>", head=head, date_published=found))
