"""Fields that users of other extractors reported in public as wrong: invented pages of the same shapes, each cleaned alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import pytest

from tests.integration.sites.test_extraction_reports import H1, NAME, URL, Report, cleaned, p, told

A, B = told(7100), told(7200)
TITLE = "Old crane leaves the harbour"
HEAD = f"<title>{TITLE}</title>"
DATES = ("date_published", "date_modified")
ENGLISH = [
    "The old crane of the harbour was taken down on Wednesday after ninety years of work, and more than a hundred people watched from the quay.",
    "Two tugs pulled it past the mole while a small band played, and many of those who watched had worked there themselves for half of their lives.",
    "The harbour office says that the machine was no longer safe, and that the money for its repair was needed for the new bridge.",
]
SPANISH = [
    "La vieja grúa del puerto fue desmontada el miércoles después de noventa años de trabajo, y más de cien personas lo vieron desde el muelle.",
    "Dos remolcadores la llevaron más allá del espigón mientras tocaba una banda, y muchos de los que miraban habían trabajado allí media vida.",
    "La autoridad del puerto dice que la máquina ya no era segura y que el dinero para repararla hacía falta para el puente nuevo.",
]
POLISH = [
    "Stary dźwig portowy został w środę rozebrany po dziewięćdziesięciu latach pracy, a ponad sto osób patrzyło na to z nabrzeża.",
    "Dwa holowniki przeciągnęły go za falochron przy dźwiękach małej orkiestry, a wielu z patrzących pracowało tam przez pół życia.",
    "Kapitanat portu mówi, że maszyna nie była już bezpieczna, a pieniądze na remont były potrzebne na nowy most.",
]


def fields(found: dict[str, object], line: str = "", head: str = HEAD, text: Sequence[str] = A, h1: str = H1, after: str = "", language: str = "") -> Report:
    """A page with a line below its headline, or with declarations in its head, and values of its fields."""
    return Report(f"{language}<article>{h1}{line}{p(text)}</article>{after}", text, (), found, head)


def linked(**values: object) -> str:
    return HEAD + f'<script type="application/ld+json">{json.dumps({"@context": "https://schema.org", "@type": "NewsArticle", "headline": TITLE, **values})}</script>'


def only_a_day_in_the_byline() -> Report:
    """A line named byline that holds a day and no name (metascraper 408)."""
    return fields({"author": (), "date_published": "2026-02-25"}, "<div class=byline><p>February 25, 2026</p></div>")


def name_that_begins_with_by() -> Report:
    """A writer whose first name begins with the label (metascraper 352)."""
    return fields({"author": ("Byrne Halden",)}, "<div class=byline><a href=/@b>Byrne Halden</a></div>", f"{HEAD}<meta name=author content='Byrne Halden'>")


def day_as_a_title_attribute() -> Report:
    """The moment as the title of an abbr with itemprop, an hour as its text (metascraper 717)."""
    return fields({"date_published": "2026-02-24T14:24"}, after=f"<div class=post-footer><span class=post-timestamp>at <a class=timestamp-link href={URL}><abbr class=published itemprop=datePublished title=2026-02-24T14:24:00Z>2:24 pm</abbr></a></span></div>")


def initials_and_hyphens() -> Report:
    """Names in capitals with an initial, a hyphen and a particle (newspaper 132)."""
    return fields({"author": ("TYLER G. JONES", "JESSICA SILVER-GREENBERG", "LARS DE VRIES")}, "<p class=byline>By TYLER G. JONES, JESSICA SILVER-GREENBERG and LARS DE VRIES</p>")


def writer_of_an_agency_s_story() -> Report:
    """The agency in meta author, the writer in the first paragraph (newspaper4k 522)."""
    return Report(f"<article>{H1}<div class=body><p>By {NAME}</p><p>BODE (CRN) — {A[0]}</p>{p(A[1:])}</div></article>", A, (), {"author": (NAME,)}, f"{HEAD}<meta name=author content='Bode News Wire'><meta property=og:site_name content='The Bode'>")


def published_and_updated_in_one_time() -> Report:
    """A time of the last change, its text begins with that of publication (newspaper4k 153)."""
    line = "<time itemprop=dateModified datetime=2026-02-27T19:20:45.000+01:00 data-timestamp=1772216445000>27/02/2026 01:57 | Actualizado a 27/02/2026 19:20</time>"
    return fields({"date_published": "2026-02-27T01:57", "date_modified": "2026-02-27T19:20"}, line, text=SPANISH, language="<html lang=es>")


def moment_as_a_script_prints_it() -> Report:
    """A datetime as JavaScript prints it (newspaper4k 153)."""
    return fields({"date_published": "2026-02-21T15:21:41"}, "<div class=article-duration><time class=timeagofunction datetime='Sat Feb 21 2026 15:21:41 GMT+0000'>21 Feb 2026</time></div>")


def bar_before_the_day() -> Report:
    """A bar, a day and a Catalan hour in a span (newspaper4k 153)."""
    text = ["La vella grua del port ha estat desmuntada dimecres després de noranta anys de feina, i més de cent persones ho han vist des del moll.", "Dos remolcadors l'han portada més enllà de l'espigó mentre tocava una banda petita, i molts dels que miraven hi havien treballat mitja vida."]
    return fields({"date_published": "2026-02-27T10:19"}, "<span id=txtactualitzatel class=txtactualitzatel>| 27/02/2026 a les 10:19h</span>", text=text, language="<html lang=ca>")


def empty_time_with_pubdate() -> Report:
    """A time without text whose pubdate names it (newspaper 386)."""
    return fields({"date_published": "2026-02-28"}, "<time datetime=2026-02-28 pubdate=pubdate></time>")


def offset_without_its_zero() -> Report:
    """A moment to the minute whose offset lacks a digit (newspaper4k 34)."""
    return fields({"date_published": "2026-02-16"}, "<span class=pb-timestamp itemprop=datePublished content=2026-02-16T02:06-500>February 16</span>")


def days_in_hyphenated_meta_elements() -> Report:
    """publish-date, created-date and modified-date as names of meta elements (newspaper 650)."""
    head = HEAD + "<meta name=publish-date content=2026-02-09T21:55:00+05:30><meta name=created-date content=2026-02-09T16:04:41+05:30><meta name=modified-date content=2026-02-10T09:33:22+05:30>"
    return fields({"date_published": "2026-02-09T21:55", "date_modified": "2026-02-10T09:33"}, head=head)


def microdata_in_small_letters() -> Report:
    """itemprop datepublished of a meta element in small letters (newspaper4k 15)."""
    return fields({"date_published": "2026-02-09T17:02"}, head=HEAD + "<meta itemprop=datepublished content=2026-02-09T17:02:00Z>")


def day_before_a_japanese_particle() -> Report:
    """A day and a particle in spans, the days of other stories as time elements (zenn 676)."""
    text = ["港の古いクレーンは九十年の仕事を終えて水曜日に解体され、百人を超える人々が岸壁から見守った。", "二隻の曳船が小さな楽団の演奏の中で防波堤の先まで引いて行き、見守る人の多くはかつてそこで働いていた。"]
    line = "<div class=ArticleHeader_meta><span class=ArticleHeader_pubDate><span class=ArticleHeader_num>2026/03/19</span>に公開</span></div>"
    others = "".join(f"<a href=/articles/{i}><h3>別の長い記事の題名その{i}</h3><time datetime=2026-0{i}-0{i}T09:00:00+09:00>{i}日前</time></a>" for i in range(1, 5))
    return fields({"date_published": "2026-03-19", "headline": "古いクレーンが港を去る"}, line, "<title>古いクレーンが港を去る</title>", text, "<h1>古いクレーンが港を去る</h1>", f"<section>{others}</section>", "<html lang=ja>")


def day_behind_the_title() -> Report:
    """The day and the station behind the title, nowhere else (htmldate 8)."""
    text = ["Der alte Kran im Hafen ist am Mittwoch nach neunzig Jahren abgebaut worden, und mehr als hundert Menschen sahen vom Kai aus zu.", "Zwei Schlepper zogen ihn an der Mole vorbei, während eine kleine Kapelle spielte, und viele der Zuschauer hatten dort selbst gearbeitet."]
    name = "Was den Hafen schützt, wird für den Kran ein Problem"
    return fields({"headline": name, "date_published": "2026-04-20"}, head=f"<title>{name} | Hafen | BW | 20.04.2026</title><meta property=og:title content='{name} | BW | 20.04.2026'><meta property=og:site_name content='BW.COM'>", text=text, h1=f"<h1>{name}</h1>", language="<html lang=de>")


def telephone_numbers() -> Report:
    """Telephone numbers and the number of an act in the text and beside it (htmldate 8)."""
    side = "<aside><p>Redaktion: Tel. 044 204 17 80, Fax 01 02 2019</p><p>Gesetz Nr. 12/2019 vom 3. Mai 2019</p></aside>"
    return fields({"date_published": "2026-03-12"}, "<p class=lead-meta>Hafen, 12.3.26 (kran.ch)</p>", after=side, language="<html lang=de>")


def name_and_day_without_classes() -> Report:
    """Writer, day and journal as a heading and bare text, directories of months in the addresses of pictures (trafilatura 96)."""
    return fields({"author": (NAME,), "date_published": "2026-02-09"}, f"<h4>{NAME}</h4>February 9, 2026 · Ideas@TheQuay<img src=/wp-content/uploads/2025/11/crane.jpg>")


def next_event_above_the_story() -> Report:
    """The next meeting in a box before the story, with a nearer class and a day without a year (just-read 245)."""
    event = "<div class=event><h4>Next meeting</h4><span class=date>April 18</span><p>Meet us on the quay.</p></div>"
    return Report(f"{event}<article>{H1}<span class=entry-meta>March 13, 2026 by {NAME}</span>{p(A)}</article>", A, (), {"date_published": "2026-03-13", "author": (NAME,)}, HEAD)


def spanish_day_with_two_prepositions() -> Report:
    """Day, "de", month, "del" and year, then an hour of the morning (newspaper4k 234)."""
    return fields({"date_published": "2026-03-20T08:12"}, "<div class=fecha>20 de Marzo del 2026 8:12 AM</div>", text=SPANISH, language="<html lang=es>")


def day_with_an_ordinal() -> Report:
    """Writer and a day with an ordinal suffix in one line, no metadata (news-please 91)."""
    return fields({"author": (NAME,), "date_published": "2026-03-29"}, f"<div class=post-info>Written by <a href=/author/pq>{NAME}</a> | 29th March 2026</div>")


def story_by() -> Report:
    """The name behind "Story by", ages and minutes beside it (defuddle 31)."""
    return fields({"author": (NAME,)}, f"<div class=views-attribution><a href=/p>Bode Mechanics</a></div><div class=authors>Story by {NAME} <span>• 3d • 4 min read</span></div>")


def months_with_a_hyphen_in_the_title() -> Report:
    """A span of months with a hyphen in the title, the site behind a low line (GeneralNewsExtractor 102)."""
    text = ["老起重机今天离开了港口，一百多人站在码头上观看拖船把它拉走，许多人在雨中等了三个小时。", "港口管理处表示，这台机器已经不再安全，修理它的钱要用来建造新的大桥，市民对此看法不一。"]
    name = "5月20日-31日大桥封闭 老起重机将离开港口"
    return fields({"headline": name}, head=f"<title>{name}_港口日报</title>", text=text, h1=f"<h1>{name}</h1>", language="<html lang=zh>")


def bars_within_the_title() -> Report:
    """Bars and brackets that belong to the title (meteor-scrape 14)."""
    name = "13. Best of the quay | Ambient | Lounge... [Long]"
    return fields({"headline": name}, head=f"<title>{name} - BodeTube</title><meta property=og:title content='{name}'><meta property=og:site_name content=BodeTube>", h1="<h2>Up next</h2>")


def longer_title_behind_a_colon() -> Report:
    """The title goes on where the heading ends (readability 400)."""
    name = "Lifting strikes a message to the quay, more if necessary: harbour chief"
    return fields({"headline": name}, head=f"<title>{name} Bertil Rawat</title>", h1=f"<h1>{name}</h1>")


def colon_in_a_title_without_headings() -> Report:
    """A title with a colon on a page whose heading has no words (readability 174)."""
    name = "Supercranes: what they are and how you get them"
    return fields({"headline": name}, head=f"<title>{name}</title>", h1="<h1><img src=/logo.png></h1>")


def dash_before_the_journal_s_name() -> Report:
    """A dash before the journal's name, which heads the page as a link (readability 954)."""
    head = "<title>Partisan cranes and the road to the quay – Economics from the top down</title>"
    body = f"<div class=site-title><a href=/>Economics from the top down</a></div><div class=post>{p(A)}</div>"
    return Report(body, A, (), {"headline": "Partisan cranes and the road to the quay"}, head)


def chapter_of_a_story() -> Report:
    """The story's name before that of its chapter (readability 357)."""
    return fields({"headline": "Chapter 12: The fall of the jib"}, head="<title>Harbour saga » Chapter 12: The fall of the jib</title>", h1="<h1>Chapter 12: The fall of the jib</h1>")


def empty_first_heading() -> Report:
    """An empty h1 before the h2 with the headline, no title (trafilatura 400)."""
    return fields({"headline": TITLE}, head="", h1=f"<h1></h1><h2>{TITLE}</h2>")


def addresses_of_videos() -> Report:
    """One canonical address and og:url elements of the page and its videos (newspaper 198)."""
    urls = "".join(f"<meta property=og:url content=https://bode.example/video/{i}/>" for i in range(4))
    return fields({"canonical_url": URL}, head=f"{HEAD}<link rel=canonical href={URL}><meta property=og:url content={URL}>{urls}")


def address_without_a_host() -> Report:
    """A relative og:url (newspaper 227)."""
    return fields({"canonical_url": URL}, head=f"{HEAD}<meta property=og:url content=/harbour/crane>")


def address_without_a_scheme() -> Report:
    """An og:url that begins with the host (newspaper 228)."""
    return fields({"canonical_url": URL}, head=f"{HEAD}<meta property=og:url content=bode.example/harbour/crane>")


def address_without_anything() -> Report:
    """A canonical address of slashes alone (page-metadata-parser 60)."""
    return fields({"canonical_url": URL}, head=f"{HEAD}<link rel=canonical href=https:///><link rel=alternate href=/180763356>")


def polish_page_with_an_english_locale() -> Report:
    """lang says Polish, og:locale and http-equiv English (metascraper 64)."""
    return fields({"in_language": "pl"}, head="<title>Stary dźwig opuszcza port</title><meta property=og:locale content=en_US><meta http-equiv=content-language content=en>", text=POLISH, h1="<h1>Stary dźwig opuszcza port</h1>", language="<html lang=pl>")


def language_of_the_journal() -> Report:
    """An English paper in a journal whose pages say Danish (scholia 1385)."""
    return fields({"in_language": "en"}, head=HEAD + "<meta name=DC.Language scheme=ISO639-1 content=da>", text=ENGLISH, language="<html lang=da>")


def spanish_page_of_an_english_template() -> Report:
    """Spanish text in a template whose lang is en-US (mediacloud 367)."""
    return fields({"in_language": "es"}, head="<title>La vieja grúa deja el puerto</title><meta property=og:locale content=en_US>", text=SPANISH, h1="<h1>La vieja grúa deja el puerto</h1>", language="<html lang=en-US>")


def nested_list_of_authors() -> Report:
    """A list within the list of authors in JSON-LD (fundus 214, 888)."""
    return fields({"author": (NAME, "Ola Brekke")}, head=linked(author=[[{"@type": "Person", "name": NAME}, {"@type": "Person", "name": "Ola Brekke"}]]))


def names_with_semicolons() -> Report:
    """Several names in one text of JSON-LD, with semicolons between (fundus 199)."""
    return fields({"author": (NAME, "Ola Brekke", "Maren Oduya")}, head=linked(author={"@type": "Person", "name": f"{NAME}; Ola Brekke; Maren Oduya"}))


def names_with_slashes() -> Report:
    """Several names in one text of JSON-LD, with slashes between (fundus 199)."""
    return fields({"author": (NAME, "Ola Brekke")}, head=linked(author=f"{NAME} / Ola Brekke"))


def section_without_a_value() -> Report:
    """A list of sections that holds null (trafilatura 152)."""
    return fields({"article_section": ("Harbour",), "headline": TITLE}, head=linked(articleSection=[None, "Harbour"]))


def printed_breadcrumbs() -> Report:
    """Sections as a printed list of links above the headline (newspaper 685)."""
    crumbs = "<ul class=breadcrumb><li class=breadcrumb__parent><a class=logo__societe href=/societe/>Société</a></li><li class=breadcrumb__child><a class=logo__prisons href=/prisons/>Prisons</a></li></ul>"
    return Report(f"{crumbs}<article>{H1}{p(A)}</article>", A, ["Prisons"], {"article_section": ("Prisons",)}, HEAD)


def wording_for_search_engines_in_json_ld() -> Report:
    """JSON-LD words the headline for search engines, the page for readers (zotero 3071)."""
    name = "‘It was our clock’: harbour mourns its crane"
    item = '<script type="application/ld+json">{"@type":"NewsArticle","headline":"Bode harbour crane removed: when, why and what comes next"}</script>'
    return fields({"headline": name}, head=f"<title>Bode harbour crane removed: when, why and what comes next | The Bode</title>{item}", h1=f"<h1>{name}</h1>")


def meta_elements_of_a_broadcaster() -> Report:
    """OriginalPublicationDate, Section and Headline as meta elements (newspaper 69)."""
    head = HEAD + f"<meta name=Headline content='{TITLE}'><meta name=OriginalPublicationDate content='2026/01/02 15:18:30'><meta name=Section content=Africa><meta name=CPS_SECTION_PATH content='World/Africa'>"
    return fields({"headline": TITLE, "date_published": "2026-01-02T15:18", "article_section": ("Africa",)}, head=head)


def name_and_day_in_one_byline() -> Report:
    """article:author is a name; the printed byline has the day behind the name (readability 938)."""
    return fields({"author": ("Laura June Topolsky",), "date_published": "2026-01-10"}, "<div class=item-byline><a href=/users/l>Laura June Topolsky</a> January 10, 2026</div>", HEAD + "<meta property=article:author content='Laura June Topolsky'>")


def count_of_readers_in_the_author_s_line() -> Report:
    """Day, count of readers, source, comments and author with bars between (GeneralNewsExtractor 22)."""
    text = ["老起重机今天离开了港口，一百多人站在码头上观看拖船把它拉走，许多人在雨中等了三个小时。", "港口管理处表示，这台机器已经不再安全，修理它的钱要用来建造新的大桥，市民对此看法不一。"]
    line = "<div class=tit_bar>发表于<span class=ago>2026-03-14 11:34</span>| <span class=view_counts>2137次阅读</span>| 来源<span class=tag>港口网</span>| <span id=com_cou>0</span> 条评论| 作者<span class=tag>王婷婷</span></div>"
    return fields({"author": ("王婷婷",), "date_published": "2026-03-14T11:34"}, line, "<title>老起重机离开港口-港口网</title>", text, "<h1>老起重机离开港口</h1>", "", "<html lang=zh>")


def weekday_within_a_chinese_date() -> Report:
    """A Chinese date with weekday and half of the day (omnivore 2808)."""
    text = ["老起重机今天离开了港口，一百多人站在码头上观看拖船把它拉走，许多人在雨中等了三个小时。", "港口管理处表示，这台机器已经不再安全，修理它的钱要用来建造新的大桥，市民对此看法不一。"]
    return fields({"date_published": "2026-03-14T10:25"}, "<div class=time>2026年3月14日 星期六 上午10:25</div>", "<title>老起重机离开港口</title>", text, "<h1>老起重机离开港口</h1>", "", "<html lang=zh>")


def account_s_story_dated_by_a_script() -> Report:
    """A messenger's account: title, mark of an original, name, an empty place that a script dates (omnivore 1901)."""
    text = ["老起重机今天离开了港口，一百多人站在码头上观看拖船把它拉走，许多人在雨中等了三个小时。", "港口管理处表示，这台机器已经不再安全，修理它的钱要用来建造新的大桥，市民对此看法不一。"]
    line = "<div id=meta_content><span id=copyright_logo class=rich_media_meta_tip>原创</span> <span class=rich_media_meta_text>王婷婷</span> <a id=js_name href=#>港口观察</a> <em id=publish_time></em></div>"
    script = "<script>var createTime = '2026-03-11 09:30'; var ct = \"1773192600\";</script>"
    return fields({"headline": "老起重机离开港口", "author": ("王婷婷",), "date_published": "2026-03-11"}, line + script, "<title></title><meta property=og:title content=老起重机离开港口>", text, "<h1 class=rich_media_title id=activity-name> 老起重机离开港口 </h1>", "", "<html lang=zh>")


def two_names_in_one_microdata_name() -> Report:
    """By, two links and "and" within one itemprop name (newspaper4k 174)."""
    return fields({"author": (NAME, "Ola Brekke")}, f"<span itemprop=author itemscope itemtype=http://schema.org/Person><span class=pb-byline itemprop=name>By <a href=/p/q>{NAME}</a> and <a href=/p/b>Ola Brekke</a></span></span> <span class=pb-timestamp>February 13</span>")


REPORTS: Sequence[Callable[[], Report]] = (
    only_a_day_in_the_byline, name_that_begins_with_by, day_as_a_title_attribute, initials_and_hyphens, writer_of_an_agency_s_story, published_and_updated_in_one_time,
    moment_as_a_script_prints_it, bar_before_the_day, empty_time_with_pubdate, offset_without_its_zero, days_in_hyphenated_meta_elements, microdata_in_small_letters,
    day_before_a_japanese_particle, day_behind_the_title, telephone_numbers, next_event_above_the_story, spanish_day_with_two_prepositions,
    day_with_an_ordinal, story_by, months_with_a_hyphen_in_the_title, bars_within_the_title, longer_title_behind_a_colon, colon_in_a_title_without_headings,
    dash_before_the_journal_s_name, chapter_of_a_story, empty_first_heading, addresses_of_videos, address_without_a_host, address_without_a_scheme, address_without_anything,
    polish_page_with_an_english_locale, language_of_the_journal, spanish_page_of_an_english_template, nested_list_of_authors, names_with_semicolons, names_with_slashes,
    name_and_day_without_classes, section_without_a_value, printed_breadcrumbs, wording_for_search_engines_in_json_ld, meta_elements_of_a_broadcaster, name_and_day_in_one_byline,
    count_of_readers_in_the_author_s_line, weekday_within_a_chinese_date, two_names_in_one_microdata_name,
)  # fmt: skip


MISSED: Sequence[tuple[Callable[[], Report], str]] = (
    (account_s_story_dated_by_a_script, "only the page's script sets the day, and nothing labels the name"),
)


@pytest.mark.parametrize("report", [*REPORTS, *(pytest.param(one, marks=pytest.mark.xfail(strict=True, reason=why)) for one, why in MISSED)], ids=lambda one: one.__name__)
def test_what_was_reported_elsewhere(report: Callable[[], Report]) -> None:
    """Dates are compared by what the report names of them: a day, or a moment to the minute."""
    page = report()
    found = cleaned(page)
    assert [text for text in page.holds if text not in found.article_body] == []
    assert [text for text in page.lacks if text in found.article_body] == []
    read = {name: getattr(found, name) for name in page.fields}
    assert {name: value[: len(str(page.fields[name]))] if name in DATES else value for name, value in read.items()} == dict(page.fields)
