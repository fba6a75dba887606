"""Bodies that users of other extractors reported in public as wrong: invented pages of the same shapes, each cleaned alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from harness.strategies import prose
from tests.integration.sites.test_extraction_reports import H1, NAME, Report, check, p, told

A, B, C, D = told(4100), told(4200), told(4300), told(4400)
TITLE = "<title>Old crane leaves the harbour</title>"


def titles(seed: int, count: int) -> list[str]:
    return [prose(seed + i).headline() for i in range(count)]


def list_in_a_bare_page() -> Report:
    """Paragraphs and lists directly in the body of an old page (trafilatura 233)."""
    items = "".join(f"<li>{text}" for text in B)
    return Report(f"<h2>2026.03.04: Old crane leaves the harbour</h2>{p(A)}<ul>{items}</ul>{p(C)}", [*A, *B, *C])


def two_paragraphs_once() -> Report:
    """An article of two paragraphs is there once (trafilatura 879)."""
    return Report(f"<article>{H1}{p(A[:2])}</article>", A[:2], [f"{A[1]}\n{A[0]}", f"{A[0]}\n{A[0]}"])


def long_line_beside_a_box() -> Report:
    """A short paragraph in a box and a long one after it, each once (trafilatura 817)."""
    short = "The harbour office lists what it keeps of the crane in six parts."
    return Report(f"{H1}<div id=content><p>{short}</p></div><p>{A[0]} {A[1]}</p>", [short, f"{A[0]} {A[1]}"], [f"{short}\n{short}"])


def notice_beside_long_columns() -> Report:
    """A notice of two paragraphs beside columns with far more text (trafilatura 208)."""
    cards = "".join(f"<div class=card><a href=/n/{i}><h3>{title}</h3></a><p>{text}</p></div>" for i, (title, text) in enumerate(zip(titles(4500, 12), told(4600, 12), strict=True)))
    body = f"<div class=row><div class=left><div class=cards>{cards}</div></div><div class=mid><article>{H1}{p(A[:2])}</article></div></div>"
    return Report(body, A[:2], told(4600, 12))


def contents_in_a_table() -> Report:
    """Tables for the contents and for quotations, the text free beside them (defuddle 258)."""
    contents = "".join(f'<li><a href="#s{i}">{title}</a>' for i, title in enumerate(titles(4700, 12)))
    quote = "<table border=1 width=40% align=right><tr><td><i>The crane was our clock, and nobody asked us.</i></td></tr></table>"
    parts = "".join(f'<h2><a name="s{i}">{title}</a></h2>{p(texts)}' for i, (title, texts) in enumerate(zip(titles(4700, 3), (B, C, D), strict=True)))
    return Report(f"{H1}<p>{NAME}, March 2026</p>{p(A)}<table class=toc><tr><td><b>Contents</b><ul>{contents}</ul></td></tr></table>{quote}{parts}", [*A, *B, *C, *D])


def transcript_by_segments() -> Report:
    """A conversation: name, time as a link, and words, each in a span of a segment (defuddle 112)."""
    segments = "".join(
        f'<div class=ts-segment><span class=ts-name>{NAME if i % 2 else ""}</span> <span class=ts-timestamp><a href="https://video.example/w?t={i * 40}">(00:{i:02}:40)</a> </span><span class=ts-text>{text}</span></div>'
        for i, text in enumerate([*A, *B, *C])
    )
    return Report(f"<div class=entry-content>{H1}<p>This is a transcript of the talk on cranes.</p><h2>Table of Contents</h2><p>Here are the chapters.</p>{segments}</div>", [*A, *B, *C])


def tips_in_bordered_cards() -> Report:
    """Tips of the text in cards named for their border (defuddle 371)."""
    card = "<div class='sketch-border bg-yellow p-4'><div class=flex><span>💡</span><div><strong>Mental model</strong><p>{}</p></div></div></div>"
    return Report(f"<main><article>{H1}{p(A)}{card.format(B[0])}{p(C)}{card.format(B[1])}</article></main>", [*A, *B[:2], *C, "Mental model"])


def live_blog_without_updates_in_json_ld() -> Report:
    """A live blog whose JSON-LD names no update yet; the posts are on the page (trafilatura 192)."""
    head = TITLE + '<script type="application/ld+json">{"@type":"LiveBlogPosting","headline":"Old crane leaves the harbour","coverageStartTime":"2026-03-04T08:00:00Z","datePublished":"2026-03-04T08:00:00Z","author":[{"@type":"Person","name":"Petra Quill"}]}</script>'
    posts = "".join(f"<div class=live-post id=p{i}><time datetime=2026-03-04T{10 - i}:1{i}:00Z>{10 - i}.1{i}am</time><h2>{title}</h2>{p(texts)}<ul class=share><li><a href=#>Share</a></li></ul></div>" for i, (title, texts) in enumerate(zip(titles(4800, 3), (A, B, C), strict=True)))
    return Report(f"<main>{H1}<p>{D[0]}</p><div class=live>{posts}</div></main>", [D[0], *A, *B, *C, titles(4800, 3)[1]], ["Share"], {"date_published": "2026-03-04T08:00:00Z", "author": (NAME,)}, head)


def chapter_with_programs() -> Report:
    """A chapter of a manual with programs and links to the neighbouring chapters (web-bugs 52501)."""
    code = "\n".join(f"\tmvprintw({i}, 0, \"line {i}\");" for i in range(14))
    nav = "<div class=NAVHEADER><table width=100%><tr><th colspan=3>Crane HOWTO</th></tr><tr><td><a href=prev.html>Prev</a></td><td></td><td><a href=next.html>Next</a></td></tr></table><hr></div>"
    body = f"{nav}<div class=SECT1><h1 class=SECT1>8. Old crane leaves the harbour</h1>{p(A)}<div class=SECT2><h2 class=SECT2>8.1. The basics</h2><p>{B[0]}</p><table bgcolor=#E0E0E0><tr><td><pre class=PROGRAMLISTING>{code}</pre></td></tr></table>{p(B[1:])}</div></div>{nav.replace('HEADER', 'FOOTER')}"
    return Report(body, [*A, *B, 'mvprintw(9, 0, "line 9");'], ["Prev"])


def container_below_the_header() -> Report:
    """The text in a box whose name holds the word header, a footer with sentences (readability 1012)."""
    foot = f"<div class=footer-about><p>{D[0]}</p><p>Our journal is free to read and to print elsewhere under a licence.</p></div>"
    return Report(f"<div class=headercontainer>{H1}<p class=dek>{D[1]}</p></div><div class=belowheadercontainer><div class=col>{p(A + B)}</div></div>{foot}", [*A, *B], [D[0]])


def text_named_for_share_buttons() -> Report:
    """The text's own box has an id of a widget for sharing (readability 319)."""
    return Report(f'<div class=page>{H1}<div class=text-wrapper itemprop=articleBody id=gigya-share-btns-2_gig_containerParent>{p(A + B)}</div></div>', [*A, *B])


def dialogue_for_readers() -> Report:
    """A dialogue that a script opens, with as many words as the story (readability 278)."""
    dialogue = f"<div class='modal fade' id=welcome tabindex=-1 role=dialog><div class=modal-dialog><div class=modal-header><h4>Welcome back to The Bode</h4></div><div class=modal-body>{p(D)}<button>Close</button></div></div></div>"
    return Report(f"{dialogue}<div class=container><div class=card-box>{H1}{p(A)}</div></div>", A, [*D, "Welcome back"])


def sections_with_dividers() -> Report:
    """Five sections, each opened by a rule in a box (readability 354)."""
    parts = "".join(f"<section class='section section-{i}'><div class=section-divider><hr></div><div class=section-content><div class=section-inner>{p(texts)}</div></div></section>" for i, texts in enumerate((A[:1], B[:1], C, D[:1], A[1:])))
    return Report(f"<div class=postArticle-content>{H1}{parts}</div>", [*A, B[0], *C, D[0]])


def everything_in_a_box_for_the_menu() -> Report:
    """All of the page, the story too, in an element named for its menu (luin/readability 74)."""
    return Report(f"<div id=menu-wrap><div class=sp-menu><a href=/>Home</a></div><div class=main>{H1}{p(A + B)}</div></div>", [*A, *B])


def blog_between_columns() -> Report:
    """A post between columns with archives, categories, comments and reviews (wallabag 8768)."""
    months = "".join(f"<li><a href=/2025/{i:02}>{name} 2025</a></li>" for i, name in enumerate(("January", "February", "March", "April", "May", "June"), 1))
    recent = "".join(f"<li>{name} on <a href=/p{i}>{title}</a></li>" for i, (name, title) in enumerate(zip(("Ada", "Bert", "Cleo"), titles(4900, 3), strict=True)))
    left = f"<div id=sidebar1 class=widget-area><h3>Recent Comments</h3><ul>{recent}</ul><h3>Archives</h3><ul>{months}</ul></div>"
    right = f"<div id=sidebar2><h3>About</h3><p>{D[0]}</p><h3>Support</h3><p>If you like what you read here, become a patron of the site.</p></div>"
    return Report(f"<table width=100%><tr><td>{left}</td><td class=post>{H1}{p(A + B)}</td><td>{right}</td></tr></table>", [*A, *B], ["Recent Comments", "January 2025", D[0], "patron"])


def menu_with_descriptions() -> Report:
    """A menu with a line on each rubric, longer than the story (wallabag 8452)."""
    rubrics = "".join(f"<li><a href=/r{i}>{title}</a><span class=desc>{text.split('.')[0]}.</span></li>" for i, (title, text) in enumerate(zip(titles(5000, 14), told(5100, 14), strict=True)))
    return Report(f"<div class=offcanvas><ul>{rubrics}</ul></div><div class=wrap>{H1}<div class=txt>{p(A)}</div></div>", A, [told(5100, 14)[3].split(".")[0]])


def first_paragraphs_before_a_player() -> Report:
    """Four paragraphs, a player with a script, then the rest in another box (wallabag 8396)."""
    player = "<div class=jw-wrap><div id=player-1></div></div>"
    return Report(f"<main>{H1}<div class=entry><div class=entry-top>{p(A)}</div>{player}<div class=entry-rest>{p(B + C)}</div></div></main>", [*A, *B, *C])


def notice_beside_a_player() -> Report:
    """A notice of two sentences beside a player between the boxes of the text (wallabag 8396)."""
    page = first_paragraphs_before_a_player()
    notice = "<p>You can unsubscribe at any time. This site is protected by reCAPTCHA.</p>"
    return Report(page.body.replace("</div></div><div class=entry-rest>", f"</div>{notice}</div><div class=entry-rest>"), page.holds, ["unsubscribe"])


def review_with_measurements() -> Report:
    """A long review with tables of figures between its parts (wallabag 1744)."""
    def bars(seed: int) -> str:
        return "<table class=bars>" + "".join(f"<tr><td>{title}</td><td>{i * 17 + 40} MB/s</td><td><div style='width:{i * 9}%'></div></td></tr>" for i, title in enumerate(titles(seed, 6))) + "</table>"

    parts = "".join(f"<div id=c{i} class=csc-default><h3>{title}</h3>{p(texts)}{bars(5200 + 10 * i)}</div>" for i, (title, texts) in enumerate(zip(titles(5190, 3), (B, C, D), strict=True)))
    return Report(f"<div class=ttcl>{H1}<div class=csc-default><p><i>{A[0]}</i></p>{p(A[1:])}</div>{parts}</div>", [*A, *B, *C, *D])


def middle_in_boxes() -> Report:
    """First and last paragraphs as such, those between as text in divs with breaks (goose3 196)."""
    return Report(f"<div class=article-body>{H1}<p>{A[0]}</p><div dir=auto>{B[0]}<br><br>{B[1]}</div><div dir=auto><span>{B[2]}</span></div><div>{B[3]}<br></div><p>{A[1]}</p></div>", [*A[:2], *B])


def persian_text_with_breaks() -> Report:
    """A Persian story of text and br in a div, tags and a code below (news-please 215)."""
    text = [f"جرثقیل قدیمی بندر پس از نود سال کار صبح روز چهارشنبه اسکله را ترک کرد و مردم شهر شماره {i} برای دیدن آن کنار آب جمع شدند. مدیر بندر گفت این دستگاه دیگر ایمن نبود و هزینه تعمیر آن زیاد بود." for i in range(1, 6)]
    body = f"<html lang=fa dir=rtl><div class=news_nav><span>۱۳ اسفند ۱۴۰۴</span></div><div class=title><h1>جرثقیل قدیمی بندر را ترک کرد</h1></div><div class=lead>{text[0]}</div><div class=body>{'<br /><br />'.join(text[1:])}</div><div class=short_link>https://bode.example/n/769201</div>"
    return Report(body, text, ["n/769201"], {"headline": "جرثقیل قدیمی بندر را ترک کرد"}, "<title>جرثقیل قدیمی بندر را ترک کرد - خبر بندر</title>")


def dateline_named_timeline() -> Report:
    """A release whose dateline is a strong element named timeline, its author in a meta element (readability 869)."""
    head = TITLE + f'<meta name="og:article:author" content="{NAME}">'
    first = f"<p><strong id=timeline>BODE, HB / CRANEWIRE / May 7, 2026 / </strong>{A[0]}</p>"
    return Report(f"<div class=articlecontent>{H1}{first}{p(A[1:])}</div>", ["BODE, HB / CRANEWIRE / May 7, 2026 /", *A], (), {}, head)


def replies_longer_than_the_post() -> Report:
    """A post of three paragraphs above replies of the same markup that are longer (readability 103)."""
    replies = "".join(f"<article class='reply js_reply' data-id={i}><header><a href=/u{i}>reader{i}</a> <span>3/0{i + 1}/26 9:1{i}am</span></header><div class=reply-content>{p(texts)}</div><button>Reply</button></article>" for i, texts in enumerate((B, C, D)))
    return Report(f"<article class=post><header>{H1}</header><div class=post-content>{p(A[:3])}</div></article><section class=discussion><h3>Discussion</h3>{replies}</section>", A[:3], [*B, *C, *D])


def first_level_headings_in_the_text() -> Report:
    """Parts of the text headed by h1, with terms and their meaning (readability 464, 615)."""
    parts = "".join(f"<section><h1 id=p{i}>{title}</h1>{p(texts[:2])}<dl><dt>{titles(5310 + i, 1)[0]}</dt><dd>{texts[2]}</dd></dl></section>" for i, (title, texts) in enumerate(zip(titles(5300, 3), (A, B, C), strict=True)))
    return Report(f"<div id=maia-main>{H1}<p>{D[0]}</p>{parts}</div>", [D[0], *A[:3], *B[:3], *C[:3], *titles(5300, 3), titles(5311, 1)[0]])


def labels_of_a_chart() -> Report:
    """The labels of a drawing as paragraphs over a picture (readability 222)."""
    labels = "".join(f"<div id=g-ai0-{i} class='g-aiAbs' style='top:{i * 9}%;left:4%'><p class=g-aiPstyle{i % 3}>{text}</p></div>" for i, text in enumerate(("Change in tonnes", "Lifts", "+3.5", "%", "10", "’05", "’10", "Last lift")))
    return Report(f"<article>{H1}<div class=story-body>{p(A)}<div class=g-artboard><img class=g-aiImg src=/g.png>{labels}</div>{p(B)}</div></article>", [*A, *B], ["+3.5", "’05"])


def long_quotation_and_a_comment() -> Report:
    """A link to a story, one long quotation of it and a line on it (readability 979)."""
    return Report(f"<div class=entry><h2><a href=https://other.example/crane>Old crane leaves the harbour</a></h2><p>Thank you for this one, by {NAME}.</p><blockquote>{p(A)}</blockquote><p>I was on the quay when it left.</p></div>", [*A, "I was on the quay when it left."])


def colophon_of_lists() -> Report:
    """A page on how a site is made, most of it in lists (readability 183)."""
    items = "".join(f"<li><strong>{title}</strong> — {text}</li>" for title, text in zip(titles(5400, 4), B, strict=True))
    return Report(f"<div id=Main><div class=article>{H1}<p>{A[0]}</p><ul>{items}</ul><p>{A[1]}</p></div></div>", [*A[:2], *B])


def pull_quotations() -> Report:
    """Sentences of the text once more, set large between its paragraphs (omnivore 3787)."""
    quote = A[1].split(". ")[0] + "."
    body = f"<article>{H1}<div class=body>{p(A)}<div class=pullquote-wrap><aside class=duet--pullquote><p>{quote}</p></aside></div>{p(B)}</div></article>"
    return Report(body, [*A, *B], [f"\n{quote}\n"])


def heading_in_a_second_portlet() -> Report:
    """The text goes on in a second box of the same kind with a heading of its own (omnivore 3111)."""
    portlet = "<div class=portlet-boundary><section class=portlet><div class=portlet-content><div class=journal-content-article>{}</div></div></section></div>"
    return Report(f"<div id=main-content>{portlet.format(H1 + p(A + B))}{portlet.format(f'<h2>Other mechanisms</h2>{p(C)}')}</div>", [*A, *B, *C, "Other mechanisms"])


def related_posts_longer_than_the_post() -> Report:
    """A post by a page builder above related posts with excerpts (omnivore 3985)."""
    related = "".join(f"<div class=elementor-post><h3><a href=/r{i}>{title}</a></h3><div class=elementor-post__excerpt><p>{text}</p></div><a href=/r{i}>Read More »</a></div>" for i, (title, text) in enumerate(zip(titles(5500, 6), told(5600, 6), strict=True)))
    body = f"<div class=elementor><section class=elementor-section><div class=elementor-widget-container>{H1}</div></section><section class=elementor-section><div class=elementor-widget-theme-post-content><div class=elementor-widget-container>{p(A)}</div></div></section><section class=elementor-section><h2>Related Posts</h2>{related}</section></div>"
    return Report(body, A, [*told(5600, 6), "Read More"])


def headings_that_link_to_themselves() -> Report:
    """Headings whose words are a link to their own place (feedbin 724)."""
    parts = "".join(f'<h2 id=h{i}><a href="#h{i}">{title}</a></h2>{p(texts)}' for i, (title, texts) in enumerate(zip(titles(5700, 3), (A, B, C), strict=True)))
    return Report(f"<main><article>{H1}<p>{D[0]}</p>{parts}</article></main>", [D[0], *A, *B, *C, *titles(5700, 3)])


def sample_of_elements() -> Report:
    """A short sample page: lines, a list, a table (extractus 396)."""
    body = "<article><h1>Sample of the harbour</h1><p>This is a paragraph with some content of the sample.<br>The next line of it</p><h2>List of the cranes</h2><ul><li>Crane one is red</li><li>Crane two is blue</li></ul><h2>Table of the quays</h2><table border=1><tr><th>Quay</th><th>Depth</th></tr><tr><td>North quay</td><td>Nine metres</td></tr></table><p>This is the last paragraph of the sample page.</p></article>"
    return Report(body, ["some content of the sample", "The next line of it", "List of the cranes", "Crane two is blue", "Nine metres", "last paragraph"], (), {}, "<title>Sample of the harbour</title>")


def portrait_in_facets() -> Report:
    """A portrait in sections with a small heading and a paragraph each (haystack 6579)."""
    facets = "".join(f"<section class=species-section><div class=container><div class=row><div class=col-4><h3>{title}</h3></div><div class=col-8><p>{text}</p></div></div></div></section>" for title, text in zip(("Anatomy", "Where they are found", "What they eat", "Did you know?"), A, strict=True))
    return Report(f"<div class=hero>{H1}<p>Hydrochoerus portus</p></div>{facets}", [*A, "Anatomy", "What they eat"])


def appeal_below_a_portrait() -> Report:
    """An appeal of a heading and a short sentence, in a section like those of the portrait above (haystack 6579)."""
    page = portrait_in_facets()
    return Report(f"{page.body}<section class=donate><h3>Be a part of the alliance</h3><p>Give today.</p></section>", page.holds, ["Give today"])


def marks_within_chinese_paragraphs() -> Report:
    """Chinese paragraphs with links, bold and font elements in their midst (GeneralNewsExtractor 97)."""
    text = [prose(5800 + i, chinese=True).paragraph() for i in range(6)]
    marked = "".join(f"<p>{one[:9]}<a href=/tag/{i}><strong>{one[9:13]}</strong></a>{one[13:20]}<font color=red>{one[20:26]}</font>{one[26:]}</p><p align=center><a href=/p{i}.jpg><img src=/p{i}.jpg alt=图></a></p>" for i, one in enumerate(text))
    return Report(f"<html lang=zh><div id=thread_subject>老起重机离开港口</div><div class=news_info>{marked}</div>", text, (), {"headline": "老起重机离开港口"}, "<title>老起重机离开港口--快港口--科技改变未来</title>")


def chinese_story_above_recommendations() -> Report:
    """A Chinese story, recommended stories and the company's line (GeneralNewsExtractor 108)."""
    text = [prose(5900 + i, chinese=True).paragraph() for i in range(4)]
    others = "".join(f"<li><a href=/dy/{i}>{prose(5950 + i, chinese=True).headline()}</a><span>{i}跟贴</span></li>" for i in range(12))
    foot = "<div class=N-nav-bottom>© 1997-2026 港口公司版权所有 <a href=/a>About Bode</a> | <a href=/b>公司简介</a> | <a href=/c>联系方法</a> | <a href=/d>招聘信息</a> | <a href=/e>客户服务</a></div>"
    body = f"<html lang=zh><div class=post_main><h1 class=post_title>老起重机离开港口</h1><div class=post_body>{p(text)}</div></div><div class='post_recommends js-tab-mod'><ul>{others}</ul></div>{foot}"
    return Report(body, text, ["公司简介", "跟贴"], {}, "<title>老起重机离开港口_港口订阅</title>")


def chronology_beside_the_text() -> Report:
    """A chronology of days with a line each within the text (newspaper 105)."""
    days = "".join(f"<li><time>{1920 + 9 * i}</time><p>{text}</p></li>" for i, text in enumerate(B))
    return Report(f"<article>{H1}{p(A)}<div class=timeline><h3>Ninety years of a crane</h3><ol>{days}</ol></div>{p(C)}</article>", [*A, *B, *C])


def form_and_links_within_the_text() -> Report:
    """A form for a newsletter and related stories, both in the text's own box (FreshRSS 3046)."""
    form = "<div class=skinny-signup><form><p>Get the top stories of the harbour in your inbox</p><input type=email placeholder='Enter your email'><button>Sign up</button><p>When you subscribe we will use the information you provide to send you these newsletters.</p></form></div>"
    others = "".join(f"<li><a href=/h{i}>{title}</a></li>" for i, title in enumerate(titles(6000, 4)))
    return Report(f"<div class=content-column>{H1}<div class=article-body><p>{A[0]}</p>{form}{p(A[1:])}<aside class=read-more-links><h2>READ MORE</h2><ul>{others}</ul></aside>{p(B)}</div></div>", [*A, *B], ["in your inbox", "When you subscribe", titles(6000, 4)[1]])


def offer_within_the_text() -> Report:
    """A partner's offer as heading, picture and paragraph in a box of the text, all of it led by links abroad (FreshRSS 3598)."""
    offer = "<div class='wp-block-group alignwide bg-post p-10'><div class=wp-block-group__inner-container><h2><a href=https://go.other.example/x?source=bode rel='sponsored noopener'>Passwords safe for less than a coffee</a></h2><figure><a href=https://go.other.example/x?source=bode rel=sponsored><img src=/np.png></a></figure><p>Keep all of your passwords in one safe place. <a href=https://go.other.example/x?source=bode rel='sponsored noopener'>Try it now for thirty days.</a></p></div></div>"
    return Report(f"<article>{H1}<div class=entry-content>{p(A)}{offer}{p(B)}</div></article>", [*A, *B], ["thirty days", "less than a coffee"])


def minutes_with_repeated_phrases() -> Report:
    """Minutes in which the same short line comes back (trafilatura 81)."""
    vote = "Voting for this action: Ada Berg, Olaf Gren, and Petra Quill."
    return Report(f"<div id=article>{H1}{p(A)}<p>{vote}</p>{p(B)}<p>{vote}</p>{p(C)}<p>{vote}</p></div>", [*A, *B, *C, f"{A[-1]}\n{vote}\n{B[0]}\n", f"{B[-1]}\n{vote}\n{C[0]}", f"{C[-1]}\n{vote}"])


def loose_marks_between_paragraphs() -> Report:
    """Underlined and bold words with a link, outside of any paragraph (trafilatura 146)."""
    return Report(f"{H1}{p(A[:2])}<p>&nbsp;</p><u><strong>Write to us by the <a href=/feedback>feedback page of the harbour.</a></strong></u><p>&nbsp;</p>{p(B)}", [*A[:2], *B, "Write to us by the feedback page of the harbour."], ["Write to us by the\n", "Write to us by the Write"])


def scrolled_story() -> Report:
    """A story told in steps over pictures, a long menu before it (omnivore 1789)."""
    menu = "".join(f"<li><a href=/stories/{i}>{title}</a></li>" for i, title in enumerate(titles(6100, 20)))
    steps = "".join(f"<div class=scrolly><div class=sticky><img src=/{i}.png alt=''></div><div class=step><div class=step-inner><p>{text}</p></div></div></div>" for i, text in enumerate((*A, *B, *C)))
    return Report(f"<div class=menu-full><ul>{menu}</ul></div><div id=app><div class=cover>{H1}</div>{steps}</div>", [*A, *B, *C], [titles(6100, 20)[7]])


def interview_in_a_layout_table() -> Report:
    """An interview of the nineties: bold questions and answers between breaks in table cells (omnivore 3867)."""
    talk = "<br><br>".join(f"<b>{question}?</b><br><br>{answer}" for question, answer in zip(titles(6200, 8), (*A, *B), strict=True))
    left = "<td width=130 bgcolor=#000000><a href=home.html><img src=l.gif></a><br><a href=test.html>test</a><br><a href=tapes.html>tapes</a></td>"
    return Report(f"<table width=600 border=0><tr>{left}<td width=20></td><td width=450><font size=+2><b>{NAME}</b></font><p><font size=-1><i>Pilot of the harbour for thirty years.</i></font><p>{talk}</td></tr></table>", [*A, *B, f"{titles(6200, 8)[3]}?"])


def single_paragraph_before_a_wall() -> Report:
    """One free paragraph, then an offer to subscribe (fundus 554)."""
    wall = "<div class=article__paywall><h3>Sie möchten weiterlesen?</h3><p>Testen Sie unser digitales Angebot einen Monat lang für einen Euro und lesen Sie alle Artikel.</p><ul><li>alle Artikel lesen</li><li>monatlich kündbar</li></ul><a href=/abo>Jetzt testen</a></div>"
    text = "Der alte Kran im Hafen von Bode ist am Mittwoch nach neunzig Jahren abgebaut worden. Mehr als hundert Menschen sahen vom Kai aus zu, wie zwei Schlepper ihn an der Mole vorbei zogen, und viele von ihnen hatten dort gearbeitet."
    return Report(f"<html lang=de><article><h1>Alter Kran verlässt den Hafen</h1><div class=article__text><p>{text}</p></div>{wall}</article>", [text], ["Testen Sie", "monatlich kündbar"], {}, "<title>Alter Kran verlässt den Hafen</title>")


REPORTS: Sequence[Callable[[], Report]] = (
    list_in_a_bare_page, two_paragraphs_once, long_line_beside_a_box, contents_in_a_table, transcript_by_segments, tips_in_bordered_cards,
    live_blog_without_updates_in_json_ld, chapter_with_programs, container_below_the_header, text_named_for_share_buttons, dialogue_for_readers, sections_with_dividers,
    everything_in_a_box_for_the_menu, blog_between_columns, menu_with_descriptions, first_paragraphs_before_a_player, review_with_measurements, middle_in_boxes,
    persian_text_with_breaks, dateline_named_timeline, replies_longer_than_the_post, first_level_headings_in_the_text, long_quotation_and_a_comment,
    colophon_of_lists, pull_quotations, heading_in_a_second_portlet, related_posts_longer_than_the_post, headings_that_link_to_themselves, sample_of_elements,
    portrait_in_facets, marks_within_chinese_paragraphs, chinese_story_above_recommendations, chronology_beside_the_text, form_and_links_within_the_text,
    offer_within_the_text, minutes_with_repeated_phrases, loose_marks_between_paragraphs, scrolled_story, interview_in_a_layout_table, single_paragraph_before_a_wall,
)  # fmt: skip


MISSED: Sequence[tuple[Callable[[], Report], str]] = (
    (notice_beside_long_columns, "the cards have six times the text of the notice, and news in brief have linked headings too"),
    (notice_beside_a_player, "nothing but its words tells the notice from a short paragraph"),
    (labels_of_a_chart, "a style sheet sets the labels over a picture; in the document they are paragraphs"),
    (appeal_below_a_portrait, "nothing but its words tells the appeal from a last section"),
)


@pytest.mark.parametrize("report", [*REPORTS, *(pytest.param(one, marks=pytest.mark.xfail(strict=True, reason=why)) for one, why in MISSED)], ids=lambda one: one.__name__)
def test_what_was_reported_elsewhere(report: Callable[[], Report]) -> None:
    check(report())
