"""More of what users of other extractors reported in public, as `test_extraction_reports` has it; each page is cleaned alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tests.integration.sites.test_extraction_reports import H1, NAME, Report, check, p, told

A, B, C = told(1600), told(1700), told(1800)


def a_post_of_lists() -> Report:
    """A post whose text is in items of lists under headings (readability 662)."""
    parts = "".join(f"<h3>{title}</h3><ul>{''.join(f'<li>{one[:119].rstrip()}</li>' for one in texts)}</ul>" for title, texts in zip(("Cranes", "Ferries", "Fish"), (A, B, C), strict=True))
    return Report(f"<article>{H1}<p>A short note on the week.</p>{parts}</article>", ["Ferries", *(one[:119].rstrip() for one in (*A, *B, *C))])


def text_in_descriptions() -> Report:
    """An old page whose every paragraph is a dd (readability 465)."""
    return Report(f"<div>{H1}<dl>{''.join(f'<dd>&nbsp;&nbsp; {one}' for one in (*A, *B, *C))}</dl></div>", [*A, *B, *C])


def quotations_between_breaks() -> Report:
    """An essay of text and pairs of br in a font element in a table, with blockquotes (readability 498)."""
    text = f"{A[0]}<br><br>{A[1]}<br><br><blockquote>{B[0]}</blockquote>{A[2]}<br><br>{A[3]}"
    return Report(f"<table width=435><tr><td>{H1}<font size=2>March 2026<br><br>{text}</font></td></tr></table>", [*A, B[0]])


def byline_as_a_first_paragraph() -> Report:
    """The writer's name as a paragraph of the text, then place and agency (newspaper 473)."""
    first = f"WASHINGTON (AP) — {A[0]}"
    return Report(f"<article>{H1}<div class=body><p>By {NAME}</p><p>{first}</p>{p(A[1:])}</div></article>", [first, *A[1:]], [NAME], {"author": (NAME,)})


def hidden_sidebar() -> Report:
    """Long texts in a box beside the text that a style hides (newspaper4k 48)."""
    hidden = "".join(f"<div class=tab style='display: none'>{p(texts)}</div>" for texts in (B, C, told(1900, 9)))
    return Report(f"<div class=row><div class=text>{H1}{p(A)}</div><div class=side>{hidden}</div></div>", A, B)


def statement_of_the_platform() -> Report:
    """A short Chinese notice and a long statement of the platform in two languages (GeneralNewsExtractor 60)."""
    story = ["五月二十日至三十一日，跨江大桥南向北方向封闭施工，过往车辆请绕行东环路。", "施工期间，交警部门将在桥头两侧安排人员指挥交通。"]
    said = "特别声明：以上内容(如有图片或视频亦包括在内)为自媒体平台用户上传并发布，本平台仅提供信息存储服务。"
    english = "Notice: The content above (including the pictures and videos if any) is uploaded and posted by a user of a social media platform which only provides information storage services."
    body = f"<html lang=zh><div class=post_main><h1>跨江大桥将封闭施工</h1><div class=post_body>{p(story)}</div><div class=statement><p>{said}</p><p>{english}</p></div></div>"
    return Report(body, story, ["Notice:", "特别声明"], {}, "<title>跨江大桥将封闭施工</title>")


def licences_in_the_footer() -> Report:
    """A short Chinese story above a long footer of licences and telephone numbers (GeneralNewsExtractor 92)."""
    story = ["本报讯（记者李明）昨日，江滩公园迎来今年第一批候鸟，吸引众多市民前往观看。", "据公园管理处介绍，候鸟将在此停留至三月，请市民文明观鸟，不要惊扰。"]
    licences = "".join(f"<p>{one}</p>" for one in ("互联网新闻信息服务许可证 4212025003 增值电信业务经营许可证 鄂B2-20090001", "本网站常年法律顾问：某某律师事务所 张律师 电话：027-00000000", "版权为本网站所有，未经协议授权禁止下载使用，违者将依法追究责任。"))
    body = f"<html lang=zh><div class=main><h1>江滩公园迎来候鸟</h1>{p(story)}</div><div class=bottom>{licences}</div>"
    return Report(body, story, ["许可证", "版权为本网站"], {"headline": "江滩公园迎来候鸟"}, "<title>江滩公园迎来候鸟_江城网</title>")


def hidden_copy() -> Report:
    """The story a second time, with its data, in boxes that a style hides below the text, as a newsletter's template has it."""
    items = "".join(f"<li><p>{one}</p></li>" for one in B)
    data = "<p>2026-03-14T08:00:00+01:00</p><p>https://bode.example/logo.png</p><p>international</p>"
    hidden = f"<div class=feed style='display:none'>{data}<div>{' '.join((*A, *B))}</div>{data}</div>"
    return Report(f"<div class=col><div class=text>{H1}{p(A)}<ol>{items}</ol></div></div>{hidden}{hidden}", [*A, *B], ["logo.png", f"{A[0]} {A[1]}", "\n- \n"])


def bare_text_in_an_item() -> Report:
    """Chinese text bare in a div of a list's item, with breaks (GeneralNewsExtractor 91)."""
    text = "<br>".join(f"　　第{i}条　为了规范港口管理，保障船舶安全，根据有关法律，结合本市实际，制定本办法。" for i in range(1, 8))
    return Report(f"<html lang=zh><ul><li><h1>港口管理办法</h1><div class=zw-con>{text}</div></li></ul>", ["第1条", "第7条 为了规范港口管理"], (), {}, "<title>港口管理办法</title>")


def numbered_pictures() -> Report:
    """A list of pictures with numbered headings and credits (newspaper4k 106)."""
    items = [f"{i}. This crane that {text.split('.')[0].lower()[:60]}." for i, text in enumerate((*A, *B), 1)]
    shown = "".join(f"<h2>{one}</h2><figure><img src=/{i}.jpg><figcaption>Via instagram.com</figcaption></figure>" for i, one in enumerate(items))
    return Report(f"<article>{H1}<p>By <a href=/a/quill>{NAME}</a></p>{shown}</article>", items, (), {"author": (NAME,)})


def bold_headings_before_a_break() -> Report:
    """Headings in bold before a br in the paragraph they open, a bold name inside another (fundus 932)."""
    text = f"<p><b>Harbour Lifting Corp. (HLC: XNY)</b> {A[0]}</p><p><b>Plans for the Spring</b><br/>{A[1]}</p><p><strong>About the Company</strong><br>{A[2]}</p>{p(A[3:])}"
    return Report(f"<article>{H1}{text}</article>", [*A, "Plans for the Spring\n", "About the Company\n"], ["Spring" + A[1][:5]])


def paragraphs_in_inline_elements() -> Report:
    """Paragraphs whose text is all within span or strong (fundus 951)."""
    text = f"<p class=editor-p><strong>“{A[0]}”</strong></p><p class=editor-p><span>{A[1]}</span></p>{p(A[2:], 'class=editor-p')}"
    return Report(f"<div class=article>{H1}{text}</div>", A)


def summary_of_lines() -> Report:
    """A summary of lines between br: no words are joined (fundus 951)."""
    lines = ["The crane leaves on Monday", "Two tugs will tow it", "The quay stays closed"]
    return Report(f"<article>{H1}<p class=summary>{'<br>'.join(lines)}</p>{p(A)}</article>", A, ["MondayTwo", "itThe"])


def quoted_statement() -> Report:
    """A long statement in a box named for quotations (fundus 951)."""
    return Report(f"<div class=article>{H1}{p(A[:2])}<div class=module-quote>{p(B)}</div>{p(A[2:])}</div>", [*A, *B])


def call_for_a_newsletter() -> Report:
    """A paragraph that asks for a subscription, written as prose, between and after those of the text (jusText 54)."""
    call = "Sign up for our daily newsletter to get the best stories of the harbour, and never miss what the people on the quay are talking about."
    box = f"<div class=newsletter-cta><p>{call}</p><form action=/s><input type=email name=email placeholder='Your email'><button>Sign up</button></form></div>"
    return Report(f"<article>{H1}{p(A[:2])}{box}{p(A[2:])}</article>", A, ["Sign up"])


def text_in_widgets() -> Report:
    """A page builder's boxes named widget around the text (crw 375)."""
    box = f"<div class='so-panel widget widget_sow-editor'><div class='so-widget-sow-editor'><div class='siteorigin-widget-tinymce textwidget'>{p(A)}</div></div></div>"
    other = f"<div class='so-panel widget widget_sow-editor'><div class=textwidget>{p(B)}</div></div>"
    return Report(f"<div class=entry-content>{H1}<div class=panel-grid>{box}{other}</div></div>", [*A, *B])


def headline_in_a_banner() -> Report:
    """The headline, the lead and the writer in a box named hero banner (crw 375)."""
    hero = f"<div class='hero banner'>{H1}<p class=lead>{B[0]}</p><span class=by>By {NAME}</span></div>"
    return Report(f"{hero}<div class=content>{p(A)}</div>", A, (), {"headline": "Old crane leaves the harbour", "author": (NAME,)})


def sections_of_main() -> Report:
    """The text in several sections of main with advertisements between them (postlight parser 457)."""
    sections = "".join(f"<section>{p(texts)}</section><div class=ad>Advertisement</div>" for texts in (A, B, C))
    return Report(f"<main id=content><header>{H1}</header>{sections}</main>", [*A, *B, *C], ["Advertisement"])


def decodings_between_paragraphs() -> Report:
    """French questions as headings and boxes that lead to other stories (postlight parser 510)."""
    catcher = "<section class='catcher catcher--inline'><span class=catcher__label>Lire aussi</span> <a href=/pixels/autre-article>Le vieux port se prépare à un nouvel hiver</a></section>"
    body = f"<html lang=fr><article><h1>La vieille grue quitte le port</h1><section class=article__content>{p(A)}<h2 class=article__sub-title>Qu’est-ce que la grue ?</h2>{p(B[:2])}{catcher}{p(B[2:])}</section></article>"
    return Report(body, [*A, *B, "Qu’est-ce que la grue ?"], ["Lire aussi", "nouvel hiver"], {}, "<title>La vieille grue quitte le port</title>")


def player_and_also_read() -> Report:
    """A player's downloads and boxes that name another story within the text (fundus 972)."""
    player = "<div class=player><ul class=subitems><li><a href=/v/240.mp4>240p | 4.1MB</a></li><li><a href=/v/360.mp4>360p | 9.0MB</a></li><li><a href=/v/720.mp4>720p | 19.9MB</a></li></ul></div>"
    also = "<div class=also-read><h4 class=also-read__text>See Also:</h4><a href=/harbour/ferry><p>Ferry company asks for a second berth</p></a></div>"
    return Report(f"<div id=article-content>{H1}{player}{p(A)}{also}{p(B)}</div>", [*A, *B], ["240p", "second berth", "See Also"])


def points_before_the_text() -> Report:
    """Points as bold items of a list before the text (postlight parser 389)."""
    points = "".join(f"<li><strong>{one.split('.')[0]}</strong></li>" for one in B)
    text = p(A + C, "class=mol-para-with-font")
    return Report(f"<div id=js-article-text>{H1}<ul class=mol-bullets-with-font>{points}</ul><p class=author-section>By <a href=/a>{NAME}</a></p><div itemprop=articleBody>{text}</div></div>",
                  [*A, *C], (), {"author": (NAME,)})  # fmt: skip


def poster_in_json_ld() -> Report:
    """The person who posted the piece in JSON-LD, its writers printed (trafilatura 92)."""
    head = '<title>Old crane leaves the harbour</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"Old crane leaves the harbour","author":{"@type":"Organization","name":"Watermark feed"}}</script>'
    return Report(f"<article>{H1}<div class=byline>By <a rel=author href=/a/q>{NAME}</a></div>{p(A)}</article>", A, (), {"author": (NAME,)}, head)


def meta_authors() -> Report:
    """A meta element named authors, in the plural (metascraper 347)."""
    head = f"<title>Old crane leaves the harbour</title><meta name=authors content='{NAME}'><meta name=keywords content=Harbour>"
    return Report(f"<article>{H1}{p(A)}</article>", A, (), {"author": (NAME,)}, head)


def designation_below_the_name() -> Report:
    """The writer's name as a link, the function in an element with a class for authors (newspaper 856)."""
    line = f"<div class=author-card><a class=author-card__link href=/author/pq><span class=author-card__name>{NAME}</span></a><div class=author-card__microbios>Senior Reporter, Bode News</div></div>"
    return Report(f"<article>{H1}{line}{p(A)}</article>", A, ["Senior Reporter"], {"author": (NAME,)})


def words_by() -> Report:
    """Credits for words and pictures above the text (trafilatura 101)."""
    line = f"<div class=credits><span>Words by {NAME}</span> <span>Photography by Anton Berg</span></div>"
    return Report(f"<article>{H1}{line}{p(A)}</article>", A, ["Photography by"], {"author": (NAME,)})


def names_of_commenters() -> Report:
    """A page without its writer's name, comments with names below (Just-Read 248)."""
    comments = "".join(f"<li class=comment><cite class=fn>{name}</cite> <span class=says>says:</span> <a class=date href=#c{i}>May {i}, 2026 at 9:00 am</a><p>{text}</p></li>" for i, (name, text) in enumerate(zip(("Michael Thorn", "Ada Finch", "Olaf Gren"), B, strict=False), 1))
    return Report(f"<main><article>{H1}{p(A)}</article><section id=comments class=comments><h2>3 comments</h2><ol>{comments}</ol></section></main>", A, B, {"author": ()})


def meta_named_as_a_property() -> Report:
    """`article:author` as the name of a meta element (trafilatura 209)."""
    head = f"<title>Old crane leaves the harbour</title><meta name='article:author' content='{NAME}'>"
    return Report(f"<article>{H1}{p(A)}</article>", A, (), {"author": (NAME,)}, head)


def publisher_as_a_list() -> Report:
    """A publisher whose name is a list (trafilatura 374)."""
    head = f'<title>Old crane leaves the harbour</title><script type="application/ld+json">{{"@type":"Article","headline":["Old crane leaves the harbour"],"publisher":{{"@type":"Organization","name":["Bode","The Bode"]}},"author":[{{"@type":["Person"],"name":["{NAME}"]}}],"datePublished":["2026-03-14"]}}</script>'
    return Report(f"<article>{H1}{p(A)}</article>", A, (), {"author": (NAME,), "date_published": "2026-03-14"}, head)


def section_with_the_id_tags() -> Report:
    """A section of the story whose id is tags (defuddle 321)."""
    return Report(f"<article>{H1}<h2>What was there</h2>{p(A[:2])}<section id=tags><h2>What the tags say</h2>{p(A[2:])}</section>{p(B)}</article>", [*A, *B, "What the tags say"])


def figure_that_never_ends() -> Report:
    """A figure without an end tag in the middle of the text (defuddle 151)."""
    return Report(f"<article>{H1}{p(A[:2])}<figure><img src=/a.png><figcaption>The crane in 1931.</figcaption>{p(A[2:])}<h2>What comes next</h2>{p(B)}</article>", [*A, *B, "What comes next"])


def lists_at_the_end() -> Report:
    """The last parts are headings with a list of short items each (defuddle 98)."""
    lists = "".join(f"<h2>{title}</h2><ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>" for title, items in (("Safety on the quay", ("Wear a helmet", "Stay behind the line", "Never walk below a load")), ("Speed of the crane", ("Lift slowly in the wind", "Stop at six knots"))))
    return Report(f"<main>{H1}{p(A)}<h2>Style of work</h2>{p(B)}{lists}</main>", [*A, *B, "Safety on the quay", "Never walk below a load", "Speed of the crane", "Stop at six knots"])


def brand_as_og_title() -> Report:
    """The site's name as og:title and twitter:title of each page, the title in title alone (defuddle 196)."""
    head = "<title>Old crane leaves the harbour after ninety years</title><meta property=og:title content='Bode AI'><meta name=twitter:title content='Bode AI'><meta name=author content='Bode AI'>"
    return Report(f"<article><header><a href=/>Bode AI</a></header>{p(A)}</article>", A, (), {"headline": "Old crane leaves the harbour after ninety years"}, head)


def slogan_behind_the_title() -> Report:
    """The site's name and slogan behind og:title, the title alone in h1 (trafilatura 824)."""
    head = "<title>Gelo Jîyan dê li Sala 2050yan Çawa Be? - Bode Co. %100 Kurdî</title><meta property=og:title content='Gelo Jîyan dê li Sala 2050yan Çawa Be? - Bode Co. %100 Kurdî'>"
    return Report(f"<article><h1 class=post_title>Gelo Jîyan dê li Sala 2050yan Çawa Be?</h1>{p(A)}</article>", A, (), {"headline": "Gelo Jîyan dê li Sala 2050yan Çawa Be?"}, head)


def day_with_weekday_and_dash() -> Report:
    """Times as weekday, month/day/year, dash and hour in meta elements (metascraper 649)."""
    head = "<title>Old crane leaves the harbour</title><meta property=article:published_time content='Wed, 03/11/2026 - 17:57'><meta property=article:modified_time content='Fri, 03/27/2026 - 10:30'>"
    return Report(f"<article>{H1}{p(A)}</article>", A, (), {"date_published": "2026-03-11T17:57:00", "date_modified": "2026-03-27T10:30:00"}, head)


def time_in_another_zone() -> Report:
    """A time in UTC beside a printed day of another zone, the day of a shorter form without a year (omnivore 1886)."""
    return Report(f"<article>{H1}<div class=publish-context><time datetime=2026-02-22T17:00:10.593Z>Feb 23</time></div>{p(A)}</article>", A, (), {"date_published": "2026-02-22T17:00:10.593Z"})


def place_behind_the_name() -> Report:
    """The writer and, behind a space of no width, the place (fundus 684)."""
    head = f'<title>Old crane leaves the harbour</title><script type="application/ld+json">{{"@type":"NewsArticle","headline":"Old crane leaves the harbour","author":{{"@type":"Person","name":"{NAME}\\u200b Barcelona"}}}}</script>'
    return Report(f"<article>{H1}{p(A)}</article>", A, (), {"author": (NAME,)}, head)


def names_in_boxes_of_other_stories() -> Report:
    """Stories within the text, with their writers, in boxes between paragraphs (fundus 768)."""
    card = "<div class=related-card><a href=/mar/ferry><h3>Ferry company asks for a second berth</h3></a><span class=author>Agencias</span></div>"
    return Report(f"<article>{H1}<div class=author-name>{NAME}</div><div class=body>{p(A[:2])}{card}{p(A[2:])}{card.replace('Agencias', 'Olaf Gren')}{p(B)}</div></article>", [*A, *B], ["Agencias"], {"author": (NAME,)})


def post_before_the_name() -> Report:
    """The paper's own word for its writers before the name (fundus 38)."""
    head = "<title>Alter Kran verlässt den Hafen - Bote Online</title><meta name=author content='Von BOTE-online-Redakteur Thomas Sabin'><meta property=og:site_name content='BOTE online'>"
    return Report(f"<html lang=de><article><h1>Alter Kran verlässt den Hafen</h1>{p(A)}</article>", A, (), {"author": ("Thomas Sabin",)}, head)


def titles_of_pictures() -> Report:
    """Titles of svg pictures beside the page's own (open-graph-scraper 119)."""
    icon = "<svg viewBox='0 0 1 1'><title>Menu</title><path d='M0 0'/></svg>"
    return Report(f"<div class=top>{icon}</div><article>{H1}{icon.replace('Menu', 'Share')}{p(A)}</article>", A, ["Share", "Menu"], {"headline": "Old crane leaves the harbour"})


REPORTS: Sequence[Callable[[], Report]] = (
    a_post_of_lists, text_in_descriptions, quotations_between_breaks, byline_as_a_first_paragraph, hidden_sidebar, hidden_copy, bare_text_in_an_item, numbered_pictures, bold_headings_before_a_break, paragraphs_in_inline_elements, summary_of_lines,
    quoted_statement, call_for_a_newsletter, text_in_widgets, headline_in_a_banner, sections_of_main, decodings_between_paragraphs, player_and_also_read,
    points_before_the_text, poster_in_json_ld, meta_authors, designation_below_the_name, words_by, names_of_commenters, meta_named_as_a_property,
    publisher_as_a_list, section_with_the_id_tags, figure_that_never_ends, lists_at_the_end, brand_as_og_title, slogan_behind_the_title,
    day_with_weekday_and_dash, time_in_another_zone, place_behind_the_name, names_in_boxes_of_other_stories, post_before_the_name, titles_of_pictures,
)  # fmt: skip

MISSED: Sequence[Callable[[], Report]] = (statement_of_the_platform, licences_in_the_footer)
"""Notices as long as a story of two paragraphs, of a page cleaned alone: nothing but their words tells them from the story."""


@pytest.mark.parametrize("report", [*REPORTS, *(pytest.param(one, marks=pytest.mark.xfail(strict=True)) for one in MISSED)], ids=lambda one: one.__name__)
def test_what_was_reported_elsewhere(report: Callable[[], Report]) -> None:
    check(report())
