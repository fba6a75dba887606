"""Further texts and page types that users of extractors, readers of feeds, clippers and reader modes reported in public: invented pages of the same shapes, alone or within a little site."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from harness.strategies import prose
from tests.integration.sites.test_extraction_reports import H1, NAME, Report, check, p, told
from tests.integration.sites.test_further_body_reports import titles
from tests.integration.sites.test_stranger_body_reports import TITLE, Place, Wanted, check_place
from tests.integration.sites.test_themes import WRITERS, front, linked, path, texts, told_by

A, B, C, D = told(11100), told(11200), told(11300), told(11400)
CHINESE = [prose(11500 + i, chinese=True).paragraph() for i in range(6)]
GERMAN = [
    "Der alte Kran hat am Mittwoch nach neunzig Jahren den Hafen verlassen, und mehr als hundert Menschen standen am Kai, um ihn fahren zu sehen.",
    "Die Leiterin des Hafens sagte, die Maschine sei nicht mehr sicher gewesen, und eine Reparatur hätte mehr gekostet als eine neue.",
    "Viele von denen, die dort standen, hatten an ihm gearbeitet, und manche erzählten von Nächten im Winter, in denen nur der Kran Licht hatte.",
    "Im nächsten Monat wird der Kai für alle geöffnet, und wo der Kran stand, soll ein Garten mit Bänken entstehen.",
]
JAPANESE = [
    "港で九十年働いた古いクレーンが、水曜日の朝に町を離れた。岸壁には百人を超える人が集まり、船に積まれていく姿を最後まで見送った。",
    "港の所長は「機械はもう安全ではなく、直すには新しいものを買うより高くつく」と話した。",
    "集まった人の多くはかつてこのクレーンで働いた経験があり、冬の夜に明かりがともっていたのはここだけだったと振り返った。",
    "来月からは岸壁が開放され、クレーンのあった場所には、水面を眺めるベンチのある小さな庭ができる予定だ。",
]
THAI = [
    "ปั้นจั่นเก่าซึ่งทำงานอยู่ในท่าเรือมานานเก้าสิบปีได้ออกจากเมืองเมื่อเช้าวันพุธ มีผู้คนมากกว่าหนึ่งร้อยคนมายืนดูอยู่ริมท่าเรือ",
    "ผู้อำนวยการท่าเรือกล่าวว่าเครื่องจักรนี้ไม่ปลอดภัยอีกต่อไป และการซ่อมแซมจะมีราคาแพงกว่าการซื้อเครื่องใหม่",
    "หลายคนที่มายืนดูเคยทำงานกับปั้นจั่นตัวนี้ บางคนเล่าว่าในคืนฤดูหนาวมีเพียงปั้นจั่นเท่านั้นที่มีแสงไฟ",
    "เดือนหน้าท่าเรือจะเปิดให้ทุกคนเข้าชม และที่ซึ่งปั้นจั่นเคยตั้งอยู่จะกลายเป็นสวนเล็ก ๆ ที่มีม้านั่งให้มองเห็นน้ำ",
]
HINDI = [
    "नब्बे साल तक बंदरगाह में काम करने वाली पुरानी क्रेन बुधवार की सुबह शहर से चली गई, और सौ से अधिक लोग उसे जाते हुए देखने के लिए घाट पर खड़े रहे।",
    "बंदरगाह की निदेशक ने कहा कि मशीन अब सुरक्षित नहीं थी, और उसकी मरम्मत में नई मशीन से भी अधिक खर्च आता।",
    "वहाँ खड़े कई लोगों ने कभी इस क्रेन पर काम किया था, और कुछ ने सर्दियों की उन रातों को याद किया जब केवल क्रेन पर रोशनी होती थी।",
    "अगले महीने घाट सबके लिए खोल दिया जाएगा, और जहाँ क्रेन खड़ी थी वहाँ बेंचों वाला एक छोटा बगीचा बनाया जाएगा।",
]
VIETNAMESE = [
    "Chiếc cần cẩu cũ đã làm việc chín mươi năm ở cảng rời thành phố vào sáng thứ Tư, và hơn một trăm người đứng trên bến để nhìn nó ra đi.",
    "Giám đốc cảng cho biết chiếc máy không còn an toàn nữa, và việc sửa chữa sẽ tốn kém hơn so với mua một chiếc máy mới.",
    "Nhiều người đứng đó đã từng làm việc với chiếc cần cẩu, và một số người kể lại những đêm mùa đông khi chỉ có nó còn sáng đèn.",
    "Tháng tới bến cảng sẽ mở cửa cho mọi người, và nơi chiếc cần cẩu từng đứng sẽ trở thành một khu vườn nhỏ có ghế nhìn ra mặt nước.",
]
ITALIAN = [f"La vecchia gru numero {i} ha lasciato il porto mercoledì, dopo novant’anni di lavoro, e più di cento persone sono andate sul molo per vederla." for i in range(1, 6)]


def body_of(i: int) -> str:
    return f"<main><article><h1>{titles(11050 + i, 1)[0]}</h1><div class=entry-content>{p(texts(i))}</div></article></main>"


# -- pages alone -----------------------------------------------------------------------------------------------------


def two_first_posts_of_a_thread() -> Report:
    """A thread of a forum in tables, whose author split the text over the first two posts; a short answer follows (wallabag 5674)."""
    def post(i: int, name: str, text: str) -> str:
        head = f"<tr><td class=thead><a name=post{i}>{i + 3}th March 2026, 09:1{i}</a></td><td class=thead align=right><a href=showpost.php?p={i}>#{i}</a></td></tr>"
        user = f"<td class=alt2 width=175><div><a class=bigusername href=member.php?u={i}>{name}</a></div><div class=smallfont>Registered User</div><div class=smallfont>Join Date: Apr 2011<br>Posts: {i * 31}</div></td>"
        return f"<div><table class=tborder id=post{i} width=100%>{head}<tr>{user}<td class=alt1 id=td_post_{i}><div id=post_message_{i}>{text}</div></td></tr><tr><td class=alt2></td><td class=alt1 align=right><a href=newreply.php?p={i}>Reply</a></td></tr></table></div>"

    parts = post(1, NAME, "<b>Part 1</b><br><br>" + "<br><br>".join(A)) + post(2, NAME, "<b>Part 2</b><br><br>" + "<br><br>".join(B)) + post(3, "Ola", "Thanks for this, it works here as well.")
    return Report(f"<div align=center><div class=page><table class=tborder><tr><td><a href=/>Forum</a> &gt; <a href=/f1>Cranes</a></td></tr></table><h1>Old crane leaves the harbour</h1><div id=posts>{parts}</div></div></div>", [*A, *B], (), {}, TITLE)


def question_with_its_answers() -> Report:
    """A page of questions and answers: the question is short, and the answers, which are the point, are longer (wallabag 3644)."""
    def cell(i: int, kind: str, some: Sequence[str]) -> str:
        return f"<div id={kind}-{i} class={kind}><div class=post-layout><div class=votecell><button>Up vote</button><div>{i * 3}</div></div><div class=postcell><div class='s-prose js-post-body'>{p(some)}</div><div class=user-info>answered Mar {i + 3} at 9:1{i} <a href=/users/{i}>user{i}</a></div></div></div></div>"

    return Report(f"<div id=content><div id=question-header>{H1}</div><div id=mainbar>{cell(1, 'question', A[:2])}<div id=answers><h2>2 Answers</h2>{cell(2, 'answer', B)}{cell(3, 'answer', C)}</div></div></div>", [*A[:2], *B, *C])


def disclaimers_in_paragraphs_of_a_column() -> Report:
    """A column in spans of boxes; only the disclaimers around it are paragraphs (wallabag 8869)."""
    text = "".join(f"<div data-block=true><div><span data-offset-key=k{i}>{one}</span></div></div>" for i, one in enumerate([*A, *B]))
    notes = "<p>Opinions belong to the column author and do not represent this paper.</p><p>This content is not investment advice.</p><p>Image source: InfoStream. If there is any infringement, please contact the author for removal.</p>"
    return Report(f"<main><div class=article>{H1}<p>Author: InfoStream</p><div class=content>{text}</div><div class=declare>{notes}</div></div></main>", [*A, *B])


def program_with_an_element_for_each_line() -> Report:
    """A messenger's program: a list of empty points beside pre, within which each line is a code element of its own (wallabag 7880)."""
    code = ["def lift(wind):", "    if wind > 6:", "        return stop()", "    return go()"]
    lines = "".join(f"<code><span leaf=''>{one.replace('>', '&gt;')}</span></code>" for one in code)
    box = f"<section class=code-snippet__fix><ul class=code-snippet__line-index>{'<li></li>' * 4}</ul><pre class=code-snippet__js data-lang=python>{lines}</pre></section>"
    return Report(f"<html lang=zh><div id=page-content><h1>老起重机离开港口</h1><div id=js_content>{p(CHINESE[:3])}{box}{p(CHINESE[3:])}</div></div>", [*CHINESE, "\n".join(code)], (), {}, "<title>老起重机离开港口</title>")


def goods_amid_an_advice_for_pets() -> Report:
    """Goods of a shop, each with picture, name, stars and price, between the paragraphs of a German text (wallabag 8871)."""
    def ware(i: int, name: str) -> str:
        return f"<div class=affiliate-box><span class=label>Anzeige</span><a href=https://shop.example/dp/{i} rel='sponsored nofollow'><img src={i}.jpg alt=''><div class=name>{name}</div></a><div class=stars>4,{i} Sterne</div><div class=price>{i}9,99 €</div><a class=button href=https://shop.example/dp/{i} rel=sponsored>Zum Angebot</a></div>"

    text = p(GERMAN[:1]) + ware(1, "Kratzbaum Nordwind, zwei Etagen, grau") + p(GERMAN[1:3]) + ware(2, "Trinkbrunnen Leise Welle mit Filter") + p(GERMAN[3:])
    return Report(f"<html lang=de><main><article><header><h1>Der alte Kran verlässt den Hafen</h1></header><div class=article-body>{text}</div></article></main>", GERMAN, ["Kratzbaum", "Leise Welle", "Zum Angebot", "9,99"], {}, "<title>Der alte Kran verlässt den Hafen</title>")


def paragraphs_with_the_class_of_the_offer() -> Report:
    """Each paragraph has the class paywall, and so has the offer to subscribe over the page (raycast extensions 30627)."""
    offer = "<div class='paywall paywall-bar' role=dialog><h2>Get unlimited access</h2><p>Subscribe to The Bode for one krone a week, and read every story. Cancel at any time.</p><form><input type=email><button>Subscribe</button></form></div>"
    return Report(f"<main><article><header>{H1}</header><div class=body__inner-container><p class='has-dropcap'>{A[0]}</p>{p([*A[1:], *B, *C], 'class=paywall')}</div></article></main>{offer}", [*A, *B, *C], ["Subscribe to The Bode"])


def words_that_a_spell_checker_marked() -> Report:
    """Words within g elements, which a spell checker left in the text (readability.php 81)."""
    words = "<p>The office of the <g class='gr_ gr_41 gr-alert gr_spell' id=41 data-gr-id=41>harbour</g> said on Wednesday that <g class='gr_ gr_52 gr-alert gr_gramm' id=52>nobody</g> had asked for the crane<g class='gr_ gr_53' id=53>,</g> and that it is sold.</p>"
    return Report(f"<article>{H1}<div class=article__body>{p(A)}{words}{p(B)}</div></article>", [*A, *B, "The office of the harbour said on Wednesday that nobody had asked for the crane, and that it is sold."])


def letters_in_elements_of_their_own() -> Report:
    """Each letter and each space of the text is in an element of its own, which colours it (Speed-reader 5)."""
    def coloured(text: str) -> str:
        return "".join(f"<beelinespan style='color: rgb({i % 255}, 0, 0);'>{letter}</beelinespan>" for i, letter in enumerate(text))

    return Report(f"<article>{H1}{''.join(f'<p>{coloured(one)}</p>' for one in (*A, *B))}</article>", [*A, *B])


def page_of_a_manual() -> Report:
    """A page of a manual: name, synopsis, text, and options as terms with paragraphs and programs in what they mean (git-scm.com 1557)."""
    options = "".join(f"<dt class=hdlist1 id=o{i}><a class=anchor href=#o{i}></a><code>--lift-{i}</code></dt><dt class=hdlist1>-{'lmn'[i]}</dt><dd><p>{one}</p><div class=literalblock><div class=content><pre>crane --lift-{i} now</pre></div></div></dd>" for i, one in enumerate(B[:3]))
    def section(name: str, inner: str) -> str:
        return f"<div class=sect1><h2 id=_{name.lower()}><a class=anchor href=#_{name.lower()}></a>{name}</h2><div class=sectionbody>{inner}</div></div>"

    parts = section("NAME", "<div class=paragraph><p>crane-lift - Lift what stands on the quay</p></div>") + section("SYNOPSIS", "<div class=verseblock><pre class=content><em>crane lift</em> [-l] [--lift=&lt;tonnes&gt;]\n\t[--turn &lt;degrees&gt;] [&lt;ship&gt;…]</pre></div>")
    parts += section("DESCRIPTION", "".join(f"<div class=paragraph><p>{one}</p></div>" for one in A)) + section("OPTIONS", f"<div class=dlist><dl>{options}</dl></div>") + section("NOTES", "".join(f"<div class=paragraph><p>{one}</p></div>" for one in C))
    return Report(f"<div id=content><div id=reference-version><a href=/docs/crane-lift/2.1>2.1</a></div><div id=main>{parts}</div></div>", ["crane-lift - Lift what stands on the quay", *A, *B[:3], *C, "--lift-1", "crane --lift-2 now", "[--turn <degrees>] [<ship>…]"], (), {}, "<title>crane-lift Documentation</title>")


def formulas_written_twice() -> Report:
    """A formula as KaTeX writes it: for readers' programs with its source, and once more in spans for the eye (Folo 917)."""
    formula = "<span class=katex><span class=katex-mathml><math xmlns=http://www.w3.org/1998/Math/MathML><semantics><mrow><mi>F</mi><mo>=</mo><mi>m</mi><mi>a</mi></mrow><annotation encoding=application/x-tex>F = \\mathit{ma}</annotation></semantics></math></span><span class=katex-html aria-hidden=true><span class=base><span class=strut></span><span class=mord>F</span><span class=mrel>=</span><span class=mord>ma</span></span></span></span>"
    return Report(f"<article>{H1}<div class=post>{p(A)}<p>The force on the rope of the crane is {formula}, and the rope holds it.</p>{p(B)}</div></article>", [*A, *B, "The force on the rope of the crane is F=ma, and the rope holds it."], ["mathit", "F=maF=ma", "F = "])


def formula_hidden_behind_a_picture() -> Report:
    """An encyclopedia's formula: hidden markup, and a picture in the midst of the sentence (readability 561)."""
    formula = "<span class=mwe-math-element><span class='mwe-math-mathml-inline mwe-math-mathml-a11y' style='display: none;'><math><semantics><mrow><mi>A</mi><mo>=</mo><mi>B</mi></mrow><annotation encoding=application/x-tex>{\\displaystyle A=B}</annotation></semantics></math></span><img src=f.svg class=mwe-math-fallback-image-inline aria-hidden=true alt='{\\displaystyle A=B}'></span>"
    return Report(f"<div id=content>{H1}<div class=mw-parser-output>{p(A)}<p>For such a crane, the rule {formula} holds at each end of its arm.</p>{p(B)}</div></div>", [*A, *B, "For such a crane, the rule", "holds at each end of its arm."], ["displaystyle", "annotation"])


def paragraphs_that_are_mostly_links() -> Report:
    """Paragraphs on what studies say, most of whose words are links to these, each in a box of its own (obsidian-clipper 308)."""
    def study(i: int, one: str) -> str:
        words = one.split(" ")
        return f"<div data-component=text-block class=sc-18fde0d6-0><p class=sc-eb7bd5f6-0>{' '.join(words[:4])} <a href=https://journal{i}.example/{i}>{' '.join(words[4:14])}</a> {' '.join(words[14:18])} <a href=https://study{i}.example/>{' '.join(words[18:])}</a></p></div>"

    parts = "".join(f"<div data-component=text-block class=sc-18fde0d6-0><p class=sc-eb7bd5f6-0>{one}</p></div>{study(i, B[i])}" for i, one in enumerate(A))
    short = "<div data-component=text-block class=sc-18fde0d6-0><p class=sc-eb7bd5f6-0><a href=https://night.example/>Sleep on the quay is short</a> in June.</p></div>"
    return Report(f"<main><article><div data-component=headline-block>{H1}</div>{parts}{short}<div data-component=text-block><p>{C[0]}</p></div></article></main>", [*A, *B, C[0], "Sleep on the quay is short in June."])


def bold_paragraphs_in_cells() -> Report:
    """A table whose cells hold paragraphs of bold words (trafilatura 829)."""
    rows = "".join(f"<tr><td><p><b>Crane {name}</b></p></td><td><p><strong>{i}4 tonnes</strong> <em>at most</em></p></td></tr>" for i, name in enumerate(("Ada", "Bode", "Cilla"), 1))
    return Report(f"<article>{H1}<div class=content>{p(A)}<table><tbody>{rows}</tbody></table>{p(B)}</div></article>", [*A, *B, "Crane Bode", "24 tonnes at most", "Crane Cilla"])


def last_section_in_a_footer() -> Report:
    """A notice whose last section, on whom to write to, stands in a footer of the text (trafilatura 568)."""
    last = "<footer class=mzp-l-content><h2>Contact us</h2><p>Whoever wants to correct what we keep about him may ask us for it at any time, and we answer within a month.</p><p>Write to the office of the harbour, Kai 4, or bring the letter in on a Wednesday; nobody has to say why he asks.</p></footer>"
    return Report(f"<main><article>{H1}{p(A)}<section><h2>What we keep</h2>{p(B)}</section>{last}</article></main>", [*A, *B, "Contact us", "Whoever wants to correct what we keep", "bring the letter in on a Wednesday"])


def first_paragraphs_named_teaser() -> Report:
    """The first two paragraphs in a box named teaser-content, the others in one named remainder-content (trafilatura 164)."""
    return Report(f"<main><article>{H1}<div class=article-body><div class=teaser-content><section><div>{p(A[:2])}</div></section></div><div class=hide-for-print></div><div class=remainder-content><section><div>{p([*A[2:], *B])}</div></section></div></div></article></main>", [*A, *B])


def chapters_as_article_elements() -> Report:
    """A statement whose chapters are article elements within main, some of them sections without paragraphs (trafilatura 432)."""
    heads = titles(11010, 4)
    bare = "".join(f"<section>{one}</section>" for one in D)
    chapters = "".join(f"<article class='section long-form-content'><h2>{head}</h2>{p(some)}</article>" for head, some in zip(heads, (A, B, C), strict=False))
    return Report(f"<main id=Main>{H1}{chapters}<article class='section long-form-content'><h2>{heads[3]}</h2>{bare}</article></main>", [*A, *B, *C, *D, *heads])


def captions_in_tables_of_pictures() -> Report:
    """A Vietnamese story with pictures and their captions in tables of one column, and the name of a clip (trafilatura 616)."""
    def picture(caption: str) -> str:
        return f"<table class='image center' align=center><tbody><tr><td><img src=1.jpg alt=''></td></tr><tr><td class=image_desc>{caption}</td></tr></tbody></table>"

    text = p(VIETNAMESE[:1]) + picture("Cần cẩu trên bến cảng. Ảnh: Minh An") + p(VIETNAMESE[1:3]) + picture("Người dân đứng xem trên bến. Ảnh: Minh An") + p(VIETNAMESE[3:])
    return Report(f"<html lang=vi><div class=ArticleDetail><h1 class=title>Chiếc cần cẩu cũ rời cảng</h1><div id=ArticleContent class=ArticleContent>{text}</div></div>", VIETNAMESE, ["Ảnh: Minh An"], {}, "<title>Chiếc cần cẩu cũ rời cảng</title>")


def charts_as_tables() -> Report:
    """A German story that is a few sentences and three tables with places, titles and days (site config 1231)."""
    def chart(i: int) -> str:
        rows = "".join(f"<tr><td>{k}</td><td>{title}</td><td>{k + i} Tage</td></tr>" for k, title in enumerate(titles(11020 + 10 * i, 8), 1))
        return f"<h3>Die Liste des Hafens Nummer {i + 1}</h3><figure class=wp-block-table><table><thead><tr><th>Platz</th><th>Titel</th><th>In der Liste</th></tr></thead><tbody>{rows}</tbody></table></figure>"

    return Report(f"<html lang=de><article><h1>Der alte Kran verlässt den Hafen</h1><div class=td-post-content>{p(GERMAN[:2])}{''.join(map(chart, range(3)))}<p>{GERMAN[3]}</p></div></article>", [*GERMAN[:2], GERMAN[3], "Die Liste des Hafens Nummer 2", titles(11030, 8)[4], titles(11040, 8)[7], "In der Liste"], (), {}, "<title>Der alte Kran verlässt den Hafen</title>")


def words_of_a_video_player() -> Report:
    """A player within the text, with its words, the length and titles of videos (readability 162)."""
    player = "<div class='video shortcode'><div class=videoHolder><div class=controls><a class=play><span>Play</span></a><div class=info><span class=label>Now playing:</span> <span class=cta>Watch this:</span> <span class=vidTitle>Ten cranes that nobody needs</span></div><span class=duration>3:14</span><span class=autoplay>Autoplay: <b>ON</b> <b>OFF</b></span><a class=close>Close</a><a class=fullScreen>Full screen</a></div></div></div>"
    return Report(f"<article id=article-body><header>{H1}</header><div class='col-8 article-main-body'>{p(A[:2])}{player}{p([*A[2:], *B])}</div></article>", [*A, *B], ["Autoplay", "Now playing", "Full screen", "Ten cranes that nobody needs"])


def words_of_an_audio_player() -> Report:
    """A player that reads the story aloud, between headline and text (karakeep 2062)."""
    player = "<div class=audio-player><div>Listen to this story</div><button aria-label=Play>Play</button><button>Back 15 seconds</button><div class=times><span>0:00</span> / <span>12:34</span></div><div class=speeds><button>0.75x</button><button>1x</button><button>1.5x</button></div><div>This audio was made by a machine. <a href=/audio>More stories to hear</a></div></div>"
    return Report(f"<main><article>{H1}{player}<div class=article-body>{p(A + B)}</div></article></main>", [*A, *B], ["12:34", "1.5x", "Back 15 seconds", "Listen to this story"])


def newsletter_in_nested_tables() -> Report:
    """A newsletter in tables within tables: a line to read it online, sections, an advertiser, and how to end it (omnivore 401)."""
    def block(inner: str) -> str:
        return f"<tr><td class=dd align=left style='padding:0 15px'><table role=none width=100% border=0 cellspacing=0 cellpadding=0><tr><td style='font-size:16px'>{inner}</td></tr></table></td></tr>"

    heads = titles(11030, 3)
    rows = block("<p style='text-align:right'>March 4, 2026 | <a href=https://mail.example/online>Read Online</a></p>") + block(f"<h1 style='font-size:32px'>Old crane leaves the harbour</h1>{p(A)}")
    rows += "".join(block(f"<h2>{head}</h2>{p(some)}") for head, some in zip(heads, (B, C, D), strict=True))
    rows += block("<p style='font-size:12px'>Update your email preferences or unsubscribe <a href=https://mail.example/u>here</a></p><p style='font-size:12px'>© 2026 The Morning Crane</p><p style='font-size:12px'>228 Kai Street, Bode 10003</p>")
    inner = f"<table role=none width=670 border=0 class=content><tbody>{rows}</tbody></table>"
    return Report(f"<div style='display:none;max-height:0'>The crane was our clock</div><table role=none width=100% border=0 class=full><tr><td align=center>{inner}</td></tr></table>", [*A, *B, *C, *D, *heads], ["unsubscribe", "228 Kai Street"], {}, TITLE)


def campaign_of_an_archive() -> Report:
    """A campaign as an archive shows it: a bar with past issues and languages, then the text in blocks of tables (site config 1450)."""
    languages = "".join(f"<li><a href='javascript:;' onclick=\"translate('{code}')\">{name}</a></li>" for code, name in (("en", "English"), ("ar", "العربية"), ("da", "Dansk"), ("fi", "Suomi"), ("pl", "Polski"), ("sw", "Kiswahili"), ("tr", "Türkçe"), ("vi", "Việt")))
    bar = f"<div id=awesomewrap><div id=awesomebar><ul><li><a href=https://list.example/subscribe>Subscribe</a></li><li><a href=https://list.example/home>Past Issues</a></li><li><a href=https://list.example/feed>RSS</a></li><li><a href=#>Translate</a><ul>{languages}</ul></li></ul></div></div>"
    def block(inner: str) -> str:
        return f"<table border=0 cellpadding=0 cellspacing=0 width=100% class=mcnTextBlock><tbody class=mcnTextBlockOuter><tr><td valign=top class=mcnTextBlockInner><table align=left border=0 width=100% class=mcnTextContentContainer><tbody><tr><td valign=top class=mcnTextContent>{inner}</td></tr></tbody></table></td></tr></tbody></table>"

    parts = block("<h1>Old crane leaves the harbour</h1>" + "<br><br>".join(A)) + block("<h3>What comes next</h3>" + "<br><br>".join(B))
    foot = block("<em>Copyright © 2026 Harbour Office, All rights reserved.</em><br><br>Want to change how you receive these emails?<br>You can <a href=https://list.example/p>update your preferences</a> or <a href=https://list.example/u>unsubscribe from this list</a>.")
    return Report(f"{bar}<center><table id=bodyTable width=100%><tr><td id=bodyCell><table class=templateContainer><tr><td id=templateBody>{parts}</td></tr><tr><td id=templateFooter>{foot}</td></tr></table></td></tr></table></center>", [*A, *B, "What comes next"], ["Past Issues", "Suomi", "unsubscribe from this list"], {}, TITLE)


def service_whose_first_words_are_bare() -> Report:
    """An agent's page: the first paragraphs bare after the headline, the others as paragraphs in a box under headings (NReadability 16)."""
    box = "".join(f"<h2>{head}</h2>{p(some)}" for head, some in zip(titles(11060, 2), (B, C), strict=True))
    return Report(f"<form id=aspnetForm><div id=wrap><div id=ctl00_main>{H1}<span id=ctl00_lead>{A[0]}<br><br>{A[1]}</span><br><div class=services><div class=inner>{box}</div></div></div><div id=side><h4>Call us</h4><p>Call us today for a free talk.</p></div></div></form>", [*A[:2], *B, *C])


def short_status_above_answers() -> Report:
    """A Chinese status: who wrote it, one quotation of two sentences, then what others answered (formatbot1 10)."""
    answers = "".join(f"<div class=comment-item id=c{i}><a href=/people/{i}>用户{i}</a><span class=pubtime>2026-03-0{i + 1}</span><p class=reply-content>{prose(11600 + i, chinese=True).sentence()}</p></div>" for i in range(5))
    status = f"<div class=status-item><div class=hd><a href=/people/9>港口的人</a> 说：</div><div class=bd><blockquote><p>{CHINESE[0]}</p></blockquote></div><div class=actions><span>2026年3月4日</span> <a href=#>5回应</a> <a href=#>转发</a></div></div>"
    return Report(f"<html lang=zh><div id=content><div class=status-wrapper>{status}<div class=comments><h2>回应</h2>{answers}</div></div></div>", [CHINESE[0]], [prose(11600, chinese=True).sentence(), prose(11604, chinese=True).sentence()], {}, "<title>港口的人的广播</title>")


def sentence_set_very_large() -> Report:
    """A sentence set very large, in spans of a box, on which the next paragraph goes on (NetNewsWire 4680)."""
    large = "<div class='big-text' style='text-align:center'><span style='font-size: 48px; line-height: 1.2'><strong>YES, THE CRANE WORKS.</strong></span></div>"
    return Report(f"<article>{H1}<div class=entry-content>{p(A)}{large}<p>Kind of, but you think of it in the wrong way.</p>{p(B)}{large.replace('YES, THE CRANE WORKS.', 'NO, IT IS NOT FREE.')}{p(C)}</div></article>", [*A, *B, *C, "YES, THE CRANE WORKS.", "Kind of, but you think of it in the wrong way.", "NO, IT IS NOT FREE."])


def japanese_story_between_lists() -> Report:
    """A short Japanese story, marks of its subjects, a line on its sources and the list of what one may read next (readability 429)."""
    more = "".join(f"<li><a href=/articles/{i}>{name}</a></li>" for i, name in enumerate(("夜行列車が海岸に戻る", "渡し船の会社が桟橋を求める", "図書館、日曜も開館へ", "村の祭りで山羊が優勝")))
    body = f"<div class='article-body clear'>{p(JAPANESE)}<p class=credit>(c)Bode Times</p></div><div class=keywords><a href=/k/1>港</a><a href=/k/2>クレーン</a></div><div class=related><h2>関連記事</h2><ul>{more}</ul></div>"
    return Report(f"<html lang=ja><div id=main><h1>古いクレーン、港を離れる</h1><div class=date>2026年3月4日 9:10</div>{body}</div>", JAPANESE, ["夜行列車が海岸に戻る", "関連記事"], {}, "<title>古いクレーン、港を離れる</title>")


def post_of_a_plain_blog() -> Report:
    """An Italian post of a plain blog: title, day and short paragraphs, nothing else but a header with the blog's name (readability 708)."""
    return Report(f"<html lang=it><header><h1 dir=auto id=blog-title><a href=/quaderno/>quaderno</a></h1></header><article id=post-body class='norm h-entry'><h2 id=title class=p-name>Le scarpe</h2><time class=dt-published datetime=2026-03-04T09:10:00Z>4 marzo 2026</time><div class=e-content><p>Oggi ho comprato le scarpe.</p>{p(ITALIAN[:2])}<p>Poi ho camminato<br>fino al porto.</p>{p(ITALIAN[2:3])}</div></article>", [*ITALIAN[:3], "Oggi ho comprato le scarpe.", "Poi ho camminato"], (), {}, "<title>Le scarpe — quaderno</title>")


def post_of_a_site_builder_in_tables() -> Report:
    """A post by a site builder: text split by br in boxes named paragraph, in columns of tables, beside archives in a cell (openradar-mirror 19633)."""
    def words(some: Sequence[str]) -> str:
        return f"<div class=paragraph style='text-align:left;'>{'<br><br>'.join(some)}</div>"

    columns = f"<div class=wsite-multicol><div class=wsite-multicol-table-wrap><table class=wsite-multicol-table><tbody><tr><td class=wsite-multicol-col style='width:50%'>{words(B[:2])}</td><td class=wsite-multicol-col style='width:50%'>{words(B[2:])}</td></tr></tbody></table></div></div>"
    side = "<h2 class=blog-author-title>Archives</h2><p class=blog-archive-list><a class=blog-link href=/03-2026>March 2026</a><br><a class=blog-link href=/02-2026>February 2026</a></p><h2>Categories</h2><p><a href=/category/all>All</a></p>"
    post = f"<div id=blog-post-9 class=blog-post><div class=blog-header><h2 class=blog-title><a class=blog-title-link href=/harbour/crane>Old crane leaves the harbour</a></h2><p class=blog-date><span class=date-text>3/4/2026</span></p></div><div class=blog-content>{words(A)}{columns}{words(C)}</div></div>"
    return Report(f"<div id=wsite-content><table id=blogTable border=0 style='width:100%;table-layout:fixed'><tr><td valign=top><div id=wsite-com-blog>{post}</div></td><td class=blog-sidebar-separator></td><td class=blog-sidebar valign=top style='width:200px'>{side}</td></tr></table></div>", [*A, *B, *C], ["February 2026"], {}, TITLE)


def chapter_with_dialogues() -> Report:
    """A chapter of a novel on a page of a theme: long paragraphs and many lines of dialogue, related chapters beside it (ananke 162)."""
    lines = ["“Who goes there?”", "“Nobody.”", "“Then come in, Nobody.”", "The door opened.", "“Is it still raining?”", "“It is.”"]
    text = "".join(f"<p>{one}</p>" for pair in zip(A, lines[:4], strict=True) for one in pair) + p(lines[4:]) + p(B)
    side = f"<aside class='w-30-l mt6-l'><div class='bg-light-gray pa3 nested-list-reset'><p class='f5 b mb3'>Related</p><ul class='pa0 list'>{''.join(f'<li class=mb2><a href=/post/{i}>{title}</a></li>' for i, title in enumerate(titles(11070, 3)))}</ul></div></aside>"
    return Report(f"<main class=pb7 role=main><article class='flex-l flex-wrap justify-between mw8 center ph3'><header class='mt4 w-100'><p class='f6 b helvetica tracked'>POSTS</p>{H1}<time class='f6 mv4 dib tracked' datetime=2026-03-04>March 4, 2026</time></header><div class='nested-copy-line-height lh-copy serif f4 nested-links w-two-thirds-l'>{text}</div>{side}</article></main>", [*A, *B, *lines], ["Related", titles(11070, 3)[1]])


def writer_s_card_within_the_text_s_box() -> Report:
    """A post with the writer's portrait, name, a button to follow and minutes within the text's box; sub-headings of the fourth level (postlight parser 426)."""
    card = f"<div class='uiScale u-flexCenter'><div><a href=/@quill><img src=q.jpg alt='Go to the profile of {NAME}'></a></div><div><a class=ds-link href=/@quill>{NAME}</a> <button class=button>Follow</button><div class=ui-caption><time datetime=2026-03-04>Mar 4</time> · <span title='5 min read'>5 min read</span></div></div></div>"
    return Report(f"<article><div class=postArticle-content><section><div class=section-content><div class='section-inner sectionLayout--insetColumn'><h1>Old crane leaves the harbour</h1><h4 class=graf--subtitle>Ninety years on one quay</h4>{card}{p(A)}<h4>What stays</h4>{p(B)}</div></div></section></div></article>", [*A, *B, "Ninety years on one quay", "What stays"], ["Follow", "min read"])


def check_of_a_claim() -> Report:
    """A check of a claim in German: boxes with claim and verdict, text, folded questions under headings of the fifth level, and who edited it (fundus 968)."""
    verdict = "<div class=detail__claim><div class=claim__box><span class=claim__label>Behauptung</span><p>Der Kran sei aus Gold gewesen, und der Hafen habe ihn heimlich verkauft.</p></div><div class=claim__rating><span class=claim__label>Bewertung</span><div class=rating__title>Falsch</div><p>Der Kran ist aus Stahl, und der Verkauf war öffentlich.</p></div></div>"
    folded = "".join(f"<div class=accordion__item><button class=accordion__button aria-expanded=false><h5 class=accordion__title>{head}</h5></button><div class=accordion__panel hidden><p class=wp-block-paragraph>{one}</p></div></div>" for head, one in (("Wem gehörte der Kran zuletzt?", GERMAN[2]), ("Was steht im Vertrag?", GERMAN[3])))
    return Report(f"<html lang=de><article class=detail><header><h1>Nein, der Kran war nicht aus Gold</h1></header>{verdict}<div class='detail__content entry-content'>{p(GERMAN[:2], 'class=wp-block-paragraph')}{folded}<p class=wp-block-paragraph><strong>Redigatur: </strong>Ilse Dahl, Ola Brekke</p></div></article>", [*GERMAN, "Wem gehörte der Kran zuletzt?", "Was steht im Vertrag?"], (), {}, "<title>Nein, der Kran war nicht aus Gold</title>")


def news_of_a_journal() -> Report:
    """A journal's news: boxes with another story between the paragraphs, references with links to where each is (fundus 797)."""
    def other(i: int) -> str:
        return f"<article class='recommended pull pull--left u-sans-serif' data-label=Related><a href=/articles/d-{i}><img src={i}.jpg alt=''><p class=recommended__title>{titles(11080 + i, 1)[0]}</p></a></article>"

    references = "".join(f"<li class=c-article-references__item><p class=c-article-references__text>Berg, A. <i>Crane Stud.</i> <b>{i}</b>, 14{i} (2026).</p><ul class=c-article-references__links><li><a href=https://doi.example/{i}>Article</a></li><li><a href=https://pub.example/{i}>PubMed</a></li><li><a href=https://scholar.example/{i}>Google Scholar</a></li></ul></li>" for i in range(1, 6))
    text = p(A[:2]) + other(0) + p(A[2:]) + "<h2>Steel and rope</h2>" + p(B[:2]) + other(1) + p(B[2:])
    return Report(f"<main><article><header>{H1}<p class=c-article-teaser>What ninety years did to a machine.</p></header><div class=c-article-body><div class=main-content>{text}</div><div id=references><h2>References</h2><ol class=c-article-references>{references}</ol></div></div></article></main>", [*A, *B, "Steel and rope"], [titles(11080, 1)[0], titles(11081, 1)[0]])


def act_with_numbered_paragraphs() -> Report:
    """An act: articles with titles, numbered paragraphs, and lettered points in tables of two cells (legalize 19)."""
    def point(letter: str, one: str) -> str:
        return f"<table width=100% border=0 cellspacing=0 cellpadding=0><col width=4%><col width=96%><tbody><tr><td valign=top><p class=oj-normal>({letter})</p></td><td valign=top><p class=oj-normal>{one}</p></td></tr></tbody></table>"

    def article(i: int, some: Sequence[str], points: Sequence[str]) -> str:
        paragraphs = "".join(f"<div id=0{i}.00{k}><p class=oj-normal>{k}.   {one}</p></div>" for k, one in enumerate(some, 1))
        return f"<div class=eli-subdivision id=art_{i}><p id=d{i} class=oj-ti-art>Article {i}</p><div class=eli-title><p class=oj-sti-art>On cranes of kind {i}</p></div>{paragraphs}{''.join(map(point, 'abc', points))}</div>"

    act = article(24, A, []) + article(25, B[:2], C[:3]) + article(26, D, [])
    return Report(f"<div id=document1><div id=TexteOnly><div class=eli-main-title><p class=oj-doc-ti>Old crane leaves the harbour</p></div>{act}</div></div>", [*A, *B[:2], *C[:3], *D, "Article 25", "On cranes of kind 26"])


def discussion_below_a_newsletter_s_post() -> Report:
    """A newsletter's post with an offer to subscribe, numbers of likes, the discussion and newer posts below (nab 74)."""
    comments = "".join(f"<div class=comment><div class=comment-content><div class=comment-meta><a href=/@u{i}>Reader {i}</a> <span>{i}h</span></div><div class=comment-body><p>{one}</p></div><div class=comment-actions><a>Like (3)</a> <a>Reply</a> <a>Share</a></div></div></div>" for i, one in enumerate(C))
    offer = "<div class=subscription-widget-wrap><div class=subscription-widget><div class=preamble><p class=cta-caption>The Morning Crane is a reader-supported publication. To receive new posts and support my work, consider becoming a free or paid subscriber.</p></div><form><input type=email><input type=submit value=Subscribe></form></div></div>"
    newer = "".join(f"<div class=post-preview><a class=post-preview-title href=/p/{i}>{title}</a><div>{told(11700 + 10 * i, 1)[0][:80]}</div><div>Mar {i + 1} · {NAME}</div></div>" for i, title in enumerate(titles(11090, 3)))
    post = f"<article class='typography newsletter-post post'><div class=post-header><h1 class=post-title>Old crane leaves the harbour</h1><h3 class=subtitle>Ninety years on one quay</h3><div class=post-ufi><a>42</a><a>7</a><a>Share</a></div></div><div class=available-content><div class='body markup'>{p(A)}{offer}{p(B)}</div></div></article>"
    return Report(f"<div id=main><div class=single-post>{post}<div class=comments-section><h4>Discussion about this post</h4>{comments}</div><div class=portable-archive>{newer}</div><div class=footer-subscribe><h3>Ready for more?</h3></div></div></div>", [*A, *B], [*C, "reader-supported publication", "Ready for more?", titles(11090, 3)[1]])


def headings_with_buttons_to_copy_their_place() -> Report:
    """Sub-headings that hold boxes with an anchor and a button to copy the link (send-to-x4 16)."""
    def head(i: int, title: str) -> str:
        return f"<h2 class=header-anchor-post>{title}<div class='pencraft pc-display-flex' id=h{i}><div id='§{i}' class='pencraft offset'></div><button tabindex=0 type=button aria-label=Link data-href=https://bode.example/i/{i}><svg><path d='M1 1'></path></svg></button></div></h2>"

    heads = titles(11110, 3)
    return Report(f"<article><h1 class=post-title>Old crane leaves the harbour</h1><div class='body markup'>{p(D)}{''.join(head(i, title) + p(some) for i, (title, some) in enumerate(zip(heads, (A, B, C), strict=True)))}</div></article>", [*A, *B, *C, *D, *(f"\n{title}\n" for title in heads)])


def commands_as_a_list_within_pre() -> Report:
    """Commands as points of a list within pre, each with a sign that a style puts before it, under a label (readability 754)."""
    def commands(*some: str) -> str:
        return f"<pre class='code-pre custom_prefix' data-prefix='$'><code><ul class=prefixed>{''.join(f'<li class=line data-prefix=$>{one}</li>' for one in some)}</ul></code></pre>"

    return Report(f"<article>{H1}<div class='content-body tutorial-content'>{p(A[:2])}<h3>Lift the crane</h3>{commands('sudo crane --open', 'sudo crane --lift 40')}<p>Then turn it:</p>{commands('crane --turn 90')}{p(A[2:])}<h3>Close it</h3>{p(B)}{commands('crane --close', 'crane --sleep')}</div></article>", [*A, *B, "sudo crane --open\nsudo crane --lift 40", "crane --turn 90", "crane --close\ncrane --sleep", "Then turn it:"])


def thai_text_without_spaces() -> Report:
    """A Thai story in boxes with br, above linked stories (NeMo-Curator 304)."""
    more = "".join(f"<li><a href=/news/{i}>{name}</a></li>" for i, name in enumerate(("รถไฟกลางคืนกลับสู่ชายฝั่งทะเล", "บริษัทเรือข้ามฟากขอท่าเทียบเรือใหม่", "ห้องสมุดเปิดวันอาทิตย์อีกครั้ง")))
    return Report(f"<html lang=th><div class=news-detail><h1>ปั้นจั่นเก่าออกจากท่าเรือ</h1><div class=detail>{'<br><br>'.join(THAI)}</div><div class=more><h3>ข่าวที่เกี่ยวข้อง</h3><ul>{more}</ul></div></div>", THAI, ["รถไฟกลางคืนกลับสู่ชายฝั่งทะเล"], {}, "<title>ปั้นจั่นเก่าออกจากท่าเรือ</title>")


def hindi_story_with_lines_to_other_stories() -> Report:
    """A Hindi story between whose paragraphs stand lines that name another story, some with a label before the link (goose3 194)."""
    def also(i: int, name: str) -> str:
        return f"<p><strong>ये भी पढ़ें: <a href=/india/national/{i}>{name}</a></strong></p>"

    text = p(HINDI[:2]) + also(1, "रात की ट्रेन तट पर लौट आई") + p(HINDI[2:3]) + also(2, "पुस्तकालय फिर रविवार को खुलेगा") + p(HINDI[3:])
    return Report(f"<html lang=hi><div class=article-box><h1 class=arttitle>पुरानी क्रेन ने बंदरगाह छोड़ा</h1><div id=content class=content>{text}</div></div>", HINDI, ["रात की ट्रेन", "पुस्तकालय फिर"], {}, "<title>पुरानी क्रेन ने बंदरगाह छोड़ा</title>")


def two_paragraphs_below_a_gallery() -> Report:
    """A post of eight pictures in a gallery and two paragraphs (wp-calypso 93414)."""
    pictures = "".join(f"<figure class='wp-block-image size-large'><a href=/{i}.jpg><img src={i}.jpg alt=''></a></figure>" for i in range(8))
    return Report(f"<article>{H1}<div class='entry-content wp-block-post-content is-layout-constrained'><figure class='wp-block-gallery has-nested-images columns-3'>{pictures}</figure>{p(A[:2], 'class=wp-block-paragraph')}</div></article>", A[:2])


# -- sites -----------------------------------------------------------------------------------------------------------


def channels_to_follow_below_each_story() -> Place:
    """Russian stories, at the end of each of which the same paragraph asks to follow the site, before linked tags (readability.php 59)."""
    def content(i: int) -> str:
        tags = "".join(f"<a href=/tag/{name} rel=tag>{name}</a> " for name in ("порт", "кран", "море")[: 2 + i % 2])
        ask = "<p>Присоединяйтесь к нам в <a href=https://a.example/c>одной сети</a>, <a href=https://b.example/c>другой сети</a> и <a href=https://t.example/c>мессенджере</a>, чтобы быть в курсе последних новостей из мира портов.</p>"
        return f"<main><article class=post><h1>{titles(11120 + i, 1)[0]}</h1><div class=text>{p(texts(i))}{ask}<div class=tages>{tags}</div></div></article></main>"

    return Place(front(6) | told_by(6, content), {path(i): Wanted(holds=texts(i), lacks=["Присоединяйтесь", "мессенджере"]) for i in range(6)}, "ru")


def plea_in_the_midst_of_each_story() -> Place:
    """German stories of bare paragraphs, in the midst of each of which stands the same plea, a paragraph as the others (FreshRSS 7014)."""
    plea = "<p class=leistenbanner>Unsere Redaktion braucht Hilfe: Wer unsere Arbeit gut findet, kann sie mit einem kleinen Beitrag im Monat möglich machen. <a href=/hilfe>Jetzt unterstützen</a></p>"
    return Place(front(6) | told_by(6, lambda i: f"<main><div class=artikel><h1>{titles(11130 + i, 1)[0]}</h1>{p(texts(i)[:2])}{plea}{p(texts(i)[2:])}</div></main>"), {path(i): Wanted(holds=texts(i), lacks=["Unsere Redaktion braucht Hilfe"]) for i in range(6)}, "de")


def letters_and_the_writer_below_each_essay() -> Place:
    """Essays in sections; below each a request for letters and a sentence on its writer (postlight parser 475)."""
    def content(i: int) -> str:
        section = "<section class=l-article__section><div class=l-article__container>{}</div></section>"
        letters = "<div class=c-letters-cta><p class=c-letters-cta__text>We want to hear what you think about this article. <a href=/letters>Submit a letter</a> to the editor or write to letters@bode.example.</p></div>"
        writer = f"<div class=c-article-writer><img src=/w{i}.jpg class=c-article-writer__image><div class=c-article-writer__content><a href=/author/{i}>{WRITERS[i]}</a> is a staff writer at The Bode, where {('rivers', 'schools', 'ferries', 'cranes', 'choirs', 'goats')[i]} are the subject.</div></div>"
        return f"<main><article><header><h1>{titles(11140 + i, 1)[0]}</h1></header><div class=l-article__body>{section.format(p(texts(i)[:2]))}{section.format(p(texts(i)[2:]))}</div>{letters}{writer}</article></main>"

    return Place(front(6) | told_by(6, content), {path(i): Wanted(holds=texts(i), lacks=["We want to hear", "is a staff writer"]) for i in range(6)})


def marked_lines_to_other_stories() -> Place:
    """German stories between whose paragraphs lines with two signs lead to other stories, each story to another one (fundus 786)."""
    def content(i: int) -> str:
        line = f"<p class=expressive-copy-lg-body>&gt;&gt; Auch interessant: {linked((i + 2) % 6)}</p>"
        return f"<main><article><h1>{titles(11150 + i, 1)[0]}</h1><div class=article-body>{p(texts(i)[:2], 'class=expressive-copy-lg-body')}{line}{p(texts(i)[2:], 'class=expressive-copy-lg-body')}</div></article></main>"

    return Place(front(6) | told_by(6, content), {path(i): Wanted(holds=texts(i), lacks=["Auch interessant"]) for i in range(6)}, "de")


def page_of_a_person_in_the_news() -> Place:
    """A page for a person in the news: a feed of stories, each with its headline, some words and who its writer is (Voyage 6)."""
    feed = "".join(f"<div class=card><h2>{linked(i % 6)}</h2><p class=card__text>{texts(i % 6)[i // 6][:100]}</p><div class=card__author>{WRITERS[i % 6]}, contributor; writes about the harbour and has been a guest of the Jade Post for years</div></div>" for i in range(12))
    return Place(front(6) | told_by(6, body_of) | {"/news/ada-berg": ("Ada Berg news", f"<main><h1>Ada Berg</h1><div class=feed>{feed}</div></main>")}, {"/news/ada-berg": Wanted(("toc",)), path(3): Wanted(holds=texts(3))})


def sections_with_addresses_like_stories() -> Place:
    """Sections whose addresses look like the stories' ones; each lists stories with a sentence (mediacloud backend 605)."""
    def section(k: int) -> str:
        items = "".join(f"<div class=item><a href={path(i)}><h3>{('Old crane', 'Ferry company', 'Night train', 'Choir', 'Two goats', 'Library')[i]}: {titles(11160 + i, 1)[0]}</h3></a><p>{texts(i)[0][:110]}…</p></div>" for i in range(6) if i % 2 == k)
        return f"<main><h1>{('Culture', 'Sport')[k]}</h1><div class=items>{items}</div></main>"

    return Place(front(6) | told_by(6, body_of) | {"/2026/culture-6": ("Culture", section(0)), "/2026/sport-7": ("Sport", section(1))}, {"/2026/culture-6": Wanted(("toc",)), "/2026/sport-7": Wanted(("toc",)), path(5): Wanted(holds=texts(5))})


def posts_of_a_few_sentences_shown_whole() -> Place:
    """A site of short posts: its front page shows six of them whole, with programs; each has a page of its own (tilex 620)."""
    def post(i: int) -> str:
        return f"<article class=post><div class=post__content><h1><a href={path(i)}>{titles(11170 + i, 1)[0]}</a></h1><div class=copy>{p(texts(i)[:2])}<pre><code>crane.lift({i})\ncrane.turn({i}0)</code></pre></div></div><aside><ul><li><a href=/authors/{i}>{WRITERS[i]}</a></li><li><a class=post__permalink href={path(i)}>March {i + 1}, 2026</a></li><li><a href=/c{i % 2}>#crane{i % 2}</a></li></ul></aside></article>"

    pages = {path(i): (titles(11170 + i, 1)[0], f"<main><section id=post_show>{post(i)}</section></main>") for i in range(6)}
    return Place({"/": ("Today", f"<main><section id=home>{''.join(map(post, range(6)))}</section><nav class=pagination><a href='/?page=2'>older posts</a></nav></main>")} | pages, {"/": Wanted(("toc",)), **{path(i): Wanted(holds=[*texts(i)[:2], f"crane.lift({i})\ncrane.turn({i}0)"]) for i in range(6)}})


# -- reports that were written down after the first ones had been mended -------------------------------------------------

DUTCH = [
    "De oude kraan heeft woensdag na negentig jaar de haven verlaten, en meer dan honderd mensen stonden op de kade om hem te zien gaan.",
    "De directeur van de haven zei dat de machine niet meer veilig was, en dat een reparatie meer had gekost dan een nieuwe.",
    "Veel van hen die daar stonden hadden eraan gewerkt, en sommigen vertelden over nachten in de winter waarin alleen de kraan licht had.",
    "Volgende maand gaat de kade open voor iedereen, en waar de kraan stond komt een tuin met banken die uitkijken op het water.",
]


def words_of_a_list_before_its_items() -> Report:
    """A list whose own words, before its items, say what it lists (trafilatura 58)."""
    items = "".join(f"<li>{one}</li>" for one in B)
    return Report(f"<div class=content>{H1}{p(A)}<ul>What the harbour office keeps of the crane, in four parts:{items}</ul>{p(C)}</div>", [*A, *B, *C, "What the harbour office keeps of the crane, in four parts:"])


def kinds_as_items_with_headings() -> Report:
    """Kinds of a thing as items of a numbered list, each with a heading, a picture and paragraphs (trafilatura 309)."""
    heads = titles(11210, 4)
    items = "".join(f"<li class=comp><div class=mntl-sc-block-heading><span>{i} of 4</span><h2>{head}</h2></div><figure><img src={i}.jpg alt=''></figure>{p(some)}</li>" for i, (head, some) in enumerate(zip(heads, (A, B[:1], C, D[:1]), strict=True), 1))
    return Report(f"<article>{H1}<div class=structured-content><p>{told(11220, 1)[0]}</p><ol class=list-sc>{items}</ol></div></article>", [told(11220, 1)[0], *A, B[0], *C, D[0], *heads])


def summary_in_a_header_of_components() -> Report:
    """A Dutch story whose header holds a label with an explanation in a component, the summary, tools and the time it takes (einkbro 589)."""
    tip = "<dmt-toggle-tip hide-icon><div class=vlag slot=trigger>reportage</div><div slot=content><span class=tip>Een reportage beschrijft wat een journalist ter plaatse heeft gezien en gehoord.</span></div></dmt-toggle-tip>"
    tools = "<dmt-util-bar><button slot=gift><span>Geef cadeau</span></button><button aria-label='Deel artikel' slot=share><span>Deel</span></button></dmt-util-bar>"
    header = f"<header class=dmt-header><div class=dmt-headline><h1>De oude kraan verlaat de haven</h1><div>{tip}</div></div><div class=dmt-header__intro><p>{DUTCH[0]}</p></div>{tools}<div class=times><span>Leestijd</span> <span>9 - 12 minuten</span></div></header>"
    return Report(f"<html lang=nl><main><article>{header}<div class=article-body>{p(DUTCH[1:])}</div></article></main>", DUTCH, ["Geef cadeau", "Leestijd"], {}, "<title>De oude kraan verlaat de haven</title>")


def choice_of_cookies_above_an_italian_story() -> Report:
    """An Italian story below a long choice between advertisements and a subscription, with links to other stories within it (miniflux 2025)."""
    choice = "<div class=wall><h2>Se hai cambiato idea e non ti vuoi abbonare</h2><p>Puoi sempre esprimere il tuo consenso ai cookie di profilazione e tracciamento per leggere tutti i titoli del giornale, oppure scegliere uno degli abbonamenti.</p><p>Se accetti tutti i cookie, ti mostreremo pubblicità personalizzata e potrai leggere anche gli articoli recenti senza limiti di tempo.</p><a href=/abbonati>Abbonati</a></div>"
    more = "".join(f"<div class=box-link><a href=/notizie/{i}>{title}</a></div>" for i, title in enumerate(("Il treno di notte torna al mare", "La biblioteca apre di domenica")))
    return Report(f"<html lang=it>{choice}<main><article><h1>La vecchia gru lascia il porto</h1><div class=news-txt>{p(ITALIAN[:2])}{more}{p(ITALIAN[2:])}</div></article></main>", ITALIAN, ["Se hai cambiato idea", "cookie di profilazione", "Il treno di notte"], {}, "<title>La vecchia gru lascia il porto</title>")


def review_in_equal_parts() -> Report:
    """A review whose parts, each with a heading of its own, stand in equal boxes that a picture separates (readability.php 92)."""
    heads = titles(11230, 3)
    parts = "".join(f"<div class=blog-block><div class=container><div class=row><div class=col-10><h2>{head}</h2>{p(some)}</div></div></div></div><div class=image-block><img src={i}.jpg></div>" for i, (head, some) in enumerate(zip(heads, (A, B, C), strict=True)))
    return Report(f"<div class=page-blog><div class=hero><div class=container>{H1}<p class=lead>{D[0]}</p></div></div>{parts}</div>", [D[0], *A, *B, *C, *heads])


def description_of_the_blog_longer_than_the_post() -> Report:
    """A post of two short paragraphs below a blog's name with a description that is longer than the post (readability 819)."""
    described = f"<header class=header><h1 class=title><a href=/>Work aids of a harbour</a></h1><p class=description>{C[0]} {C[1]} {C[2]}</p></header>"
    return Report(f"{described}<div class=main><div class='post hentry'><h3 class='post-title entry-title'>Old crane leaves the harbour</h3><div class='post-body entry-content'>{p(A[:2])}</div><div class=post-footer>Posted by {NAME} at 9:10</div></div></div>", A[:2], [C[1]], {}, TITLE)


def life_of_the_writer_below_a_list_of_points() -> Report:
    """A post of numbered points, each a bold line and a sentence or two; the writer's life beside it is one long text (readability 808)."""
    points = "".join(f"<li><strong>{title}.</strong> {one.split('. ')[0]}.</li>" for title, one in zip(titles(11240, 8), [*A, *B], strict=True))
    life = f"<aside class=bio><h2>About {NAME}</h2><p>{C[0]} {C[1]} {C[2]} {C[3]}</p></aside>"
    return Report(f"<div class=wrap><main><article class='post type-post'><header>{H1}</header><div class=entry-content><p>{D[0]}</p><ol>{points}</ol></div></article></main>{life}</div>", [D[0], titles(11240, 8)[3], A[1].split(". ")[0]], [C[1]])


def related_stories_in_an_aside_of_the_text() -> Report:
    """An aside at the text's end, within its box, has the headline and the first sentences of stories (readability.php 53)."""
    related = "".join(f"<div><a href=/r/{i}><img src={i}.jpg></a><h3><a href=/r/{i}>{title}</a></h3><p>{told(11250 + 10 * i, 1)[0]}</p></div>" for i, title in enumerate(titles(11245, 3)))
    return Report(f"<main><article>{H1}<div class=article-text>{p([*A, *B])}<aside class=grid><h2>From around the harbour</h2>{related}</aside></div></article></main>", [*A, *B], [told(11250, 1)[0], "From around the harbour"])


def page_of_a_site_tool() -> Report:
    """A page by a site tool: table of layout, text in font and span elements with styles, and a list of sub-pages (readability 669)."""
    def words(some: Sequence[str]) -> str:
        return "".join(f"<div><font face='verdana, sans-serif'><span style='color:rgb(0,0,0)'>{one}</span></font></div><div><font face='verdana, sans-serif'><br></font></div>" for one in some)

    pages = "".join(f"<li><a href=/front/{i}>{title}</a></li>" for i, title in enumerate(titles(11260, 5)))
    return Report(f"<table id=sites-chrome-main><tr><td id=sites-chrome-sidebar-left><ul>{pages}</ul></td><td id=sites-canvas-wrapper><div id=sites-canvas><div id=goog-ws-editor-toolbar-container></div><h3><span id=sites-page-title>Old crane leaves the harbour</span></h3><div id=sites-canvas-main><table class=sites-layout-name-one-column><tbody><tr><td class=sites-tile-name-content-1><div dir=ltr>{words(A)}<h3>Where it goes</h3>{words(B)}</div></td></tr></tbody></table></div></div></td></tr></table>", [*A, *B, "Where it goes"], [titles(11260, 5)[2]], {}, TITLE)


def text_once_more_word_by_word() -> Report:
    """The whole text once more in a box that no reader sees, each word in a span, for a program that shows word after word (calibre 559)."""
    words = "".join(f"<p>{''.join(f'<span>{word}</span> ' for word in one.split(' '))}</p>" for one in (*A, *B))
    return Report(f"<article>{H1}<div id=story>{p([*A, *B])}</div><div id=speedRead style='display:none'>{words}</div></article>", [*A, *B], [f"{B[3]}\n{A[0]}"])


def paragraphs_within_captions() -> Report:
    """Figures within the text, whose captions hold two paragraphs: on the picture, and on who made it (calibre 2132)."""
    figure = "<figure><picture><img src={0}.jpg></picture><figcaption><p>The crane in winter {0}, seen from the pilots’ hotel.</p><p class=credit>Credit: Harbour Archive {0}</p></figcaption></figure>"
    return Report(f"<article>{H1}<div class=article__body>{p(A)}{figure.format(1)}{p(B)}{figure.format(2)}{p(C)}</div></article>", [*A, *B, *C], ["Harbour Archive 1", "The crane in winter 2"])


def release_beside_a_hidden_table() -> Report:
    """A release of three paragraphs beside a table that a style hides, with more text than it (python-readability 2)."""
    rows = "".join(f"<tr><td>{title}</td><td>{one}</td></tr>" for title, one in zip(titles(11270, 8), [*B, *C], strict=True))
    return Report(f"<div id=main><div class=news>{H1}<p class=date>4 March 2026</p>{p(A[:3])}</div><div id=archive style='display:none'><table>{rows}</table></div></div>", A[:3], [B[1], C[2]])


def recipe_between_a_shop_s_goods() -> Report:
    """An Italian recipe by a plugin: how many eat, what one needs, what one does, and a card with the numbers of nutrition (JoplinSafariWebClipper 18)."""
    needed = ("300 g di piselli", "una cipolla", "olio e sale")
    steps = "".join(f"<div class=step><span class=num>{i}</span><p>{one}</p></div>" for i, one in enumerate(ITALIAN[1:4], 1))
    numbers = "".join(f"<li><span>{name}</span><span>{value}</span></li>" for name, value in (("Calorie", "320"), ("Grassi", "12 g"), ("Proteine", "21 g")))
    return Report(f"<html lang=it><main><div class=recipe><h1>La vecchia gru lascia il porto</h1><div class=intro><p>{ITALIAN[0]}</p></div><div class=facts><span>4 persone</span><span>40 min</span></div><h2>Ingredienti</h2><ul class=ingredients>{''.join(f'<li><label><input type=checkbox> {one}</label></li>' for one in needed)}</ul><h2>Procedimento</h2>{steps}<div class=nutrition><h3>Valori nutrizionali</h3><ul>{numbers}</ul></div></div></main>", [*ITALIAN[:4], *needed, "Procedimento"], (), {}, "<title>La vecchia gru lascia il porto</title>")


def page_of_sections_with_a_hero() -> Report:
    """A German page of a company: a hero with a sentence and a button, then sections with one or two paragraphs in cards (pinchy 601)."""
    cards = "".join(f"<div class=card><h3>{head}</h3><p>{one}</p></div>" for head, one in (("Woher er kam", GERMAN[2]), ("Wohin er geht", GERMAN[3])))
    return Report(f"<html lang=de><main><section class=hero><div class=inner><h1>Der alte Kran verlässt den Hafen</h1><p>{GERMAN[0]}</p><a class=btn href=/kontakt>Jetzt anfragen</a></div></section><section class=text><div class=inner><h2>Was geschah</h2><p>{GERMAN[1]}</p></div></section><section class=cards><div class=inner><div class=grid>{cards}</div></div></section></main>", [*GERMAN, "Was geschah", "Woher er kam"], ["Jetzt anfragen"], {}, "<title>Der alte Kran verlässt den Hafen</title>")


def callouts_and_tables_in_wrappers() -> Report:
    """A page of notes: each element in a wrapper of its own, callouts with a title, and a table (markdownload-extension-updated 15)."""
    callout = f"<div class=el-div><div data-callout=info class=callout><div class=callout-title><div class=callout-icon></div><div class=callout-title-inner>Good to know</div></div><div class=callout-content><p>{C[0]}</p></div></div></div>"
    table = "<div class=el-table><table><thead><tr><th>Crane</th><th>Tonnes</th></tr></thead><tbody><tr><td>Ada</td><td>14 t</td></tr><tr><td>Bode</td><td>24 t</td></tr></tbody></table></div>"
    return Report(f"<div class=markdown-preview-sizer><div class=mod-header><div class=publish-article-heading>Old crane leaves the harbour</div></div>{''.join(f'<div class=el-p><p>{one}</p></div>' for one in A)}{callout}<div class=el-h2><h2>What they lift</h2></div>{table}{''.join(f'<div class=el-p><p>{one}</p></div>' for one in B)}</div>", [*A, *B, C[0], "What they lift", "24 t", "Good to know"], (), {}, TITLE)


def box_with_a_look_back_in_a_chinese_story() -> Report:
    """A Chinese agency's story with a box in its midst that links one story, its headline and a picture, and a request to follow (RSSHub 21962)."""
    box = "<div class=description-box><a href=/news/9><img src=9.jpg><div>延伸閱讀</div><div>夜行列車回到海岸</div></a></div>"
    ask = "<div class=paragraph><div class=moreArticle><div>本網站之文字、圖片及影音，非經授權，不得轉載。</div></div></div>"
    return Report(f"<html lang=zh-TW><div class=centralContent><h1>老起重机离开港口</h1><div class=paragraph>{p(CHINESE[:2])}{box}{p(CHINESE[2:])}</div>{ask}</div>", CHINESE, ["夜行列車回到海岸"], {}, "<title>老起重机离开港口</title>")


def comments_within_a_program() -> Report:
    """A program whose comments a highlighter puts into spans named for comments (obsidian-clipper 256)."""
    code = "<pre><span class=hljs-keyword>import</span> crane\n\n<span class=hljs-comment># Load the crane</span>\nload = crane.read(<span class=hljs-string>'a.csv'</span>)\n\n<span class=hljs-comment># Show it</span>\nprint(load)</pre>"
    return Report(f"<article>{H1}<div class=post>{p(A)}{code}{p(B)}</div></article>", [*A, *B, "import crane\n\n# Load the crane\nload = crane.read('a.csv')\n\n# Show it\nprint(load)"])


def post_of_a_chinese_forum() -> Report:
    """A Chinese forum's post with the subjects and the number of views above, buttons, and answers below (siyuan 12368)."""
    answers = "".join(f"<li class=list__cell><a href=/member/{i}>用户{i}</a> <span class=ft-fade>{i} 天前</span><div class=vditor-reset><p>{prose(11900 + i, chinese=True).sentence()}</p></div><span class=tooltipped>赞同</span></li>" for i in range(4))
    return Report(f"<html lang=zh><div class=article-body><div class=wrapper><h1 class=article-title><a href=/article/9>老起重机离开港口</a></h1><div class=article-info><a href=/member/q>港口的人</a> <span>192 浏览</span> <span>4 回帖</span> <a href=/tag/a>港口</a></div><div class='vditor-reset article-content'>{p(CHINESE[:3])}<ul><li>{CHINESE[3]}</li><li>{CHINESE[4]}</li></ul></div><div class=action><span>赞同</span><span>收藏</span></div></div><div id=comments class=comments><ul>{answers}</ul></div></div>", CHINESE[:5], [prose(11901, chinese=True).sentence()], {}, "<title>老起重机离开港口</title>")


def key_points_and_questions_of_an_encyclopedia() -> Report:
    """An article with its key points in a box, a figure, sections, and questions that its readers have (Just-Read 443)."""
    points = f"<div class=wp-block-group><h2>Key points</h2><ul>{''.join(f'<li>{one}</li>' for one in C)}</ul></div>"
    return Report(f"<main><article>{H1}<div class=entry-content>{points}<figure class=wp-block-image><img src=1.jpg></figure><h2>Early years</h2>{p(A)}<h2>On the quay</h2>{p(B)}<h3>Was it old?</h3><p>{D[0]}</p></div></article></main>", [*A, *B, *C, D[0], "Key points", "On the quay", "Was it old?"])


def opening_in_another_column() -> Report:
    """A story of a magazine: summary, then two paragraphs in a column, a large quotation, and sixteen paragraphs in blocks (markdownload 366)."""
    blocks = "".join(f"<div class='block block-text'><div class=prose>{p(some)}</div></div>" for some in (B, C, D))
    return Report(f"<main><article><header>{H1}<p class=dek>What ninety years did to a machine.</p></header><div class='block block-text block-lead'><div class=prose>{p(A[:2])}</div></div><div class='block block-quote'><blockquote>The crane was our clock.</blockquote></div>{blocks}</article></main>", [*A[:2], *B, *C, *D])


def fields_of_paragraphs() -> Report:
    """Paragraphs as fields of a system, each three boxes deep, with fields for pictures and links between (luin/readability 100)."""
    def field(kind: str, inner: str) -> str:
        return f"<div class='field-item even'><div class='paragraphs-item paragraphs-item-{kind}'><div class=content><div class='field field-name-field-{kind}'><div class=field-items><div class='field-item even'>{inner}</div></div></div></div></div></div>"

    text = "".join(field("text-long", f"<p>{one}</p>") + (field("image", f"<img src={i}.jpg>") if i % 2 else "") for i, one in enumerate([*A, *B]))
    more = field("link", "<a href=/r/9>RELATED: Ferry company asks for a berth</a>")
    return Report(f"<div class=node-article><div class=content><h1>Old crane leaves the harbour</h1><div class='field field-name-body'><div class=field-items>{text}{more}</div></div></div></div>", [*A, *B], ["RELATED"])


def newsletter_of_links_with_words() -> Report:
    """A weekly page of finds in sections: each a link to another site and some words on it, below an introduction (silverbullet-clipper 14)."""
    def finds(k: int) -> str:
        return "".join(f"<li><a href=https://p{k}{i}.example/><strong>{title}</strong></a> - {told(11310 + 10 * k + i, 1)[0]}</li>" for i, title in enumerate(titles(11300 + 10 * k, 3)))

    return Report(f"<main><article>{H1}<div class='gh-content post-content'>{p(A[:2])}<h2>In the news</h2><ul>{finds(0)}</ul><h2>New software</h2><ul>{finds(1)}</ul><h2>Videos</h2><ul>{finds(2)}</ul></div></article></main>", [*A[:2], told(11311, 1)[0], told(11332, 1)[0], titles(11310, 3)[1], "New software", "Videos"])


LATER: Sequence[Callable[[], Report]] = (
    words_of_a_list_before_its_items, kinds_as_items_with_headings, summary_in_a_header_of_components, choice_of_cookies_above_an_italian_story,
    review_in_equal_parts, description_of_the_blog_longer_than_the_post, life_of_the_writer_below_a_list_of_points,
    related_stories_in_an_aside_of_the_text, page_of_a_site_tool, text_once_more_word_by_word, paragraphs_within_captions,
    release_beside_a_hidden_table, recipe_between_a_shop_s_goods, page_of_sections_with_a_hero, callouts_and_tables_in_wrappers,
    box_with_a_look_back_in_a_chinese_story, comments_within_a_program, post_of_a_chinese_forum, key_points_and_questions_of_an_encyclopedia,
    opening_in_another_column, fields_of_paragraphs, newsletter_of_links_with_words,
)  # fmt: skip


# -- the same kinds in other places ------------------------------------------------------------------------------------


def katex(shown: str, source: str) -> str:
    return f"<span class=katex><span class=katex-mathml><math><semantics><mrow>{''.join(f'<mi>{letter}</mi>' for letter in shown)}</mrow><annotation encoding=application/x-tex>{source}</annotation></semantics></math></span><span class=katex-html aria-hidden=true><span class=base>{''.join(f'<span class=mord>{letter}</span>' for letter in shown)}</span></span></span>"


def formulas_at_both_ends_of_a_sentence() -> Report:
    """Two formulas in one German sentence, the second at its end."""
    return Report(f"<html lang=de><article><h1>Der alte Kran verlässt den Hafen</h1><div class=text>{p(GERMAN[:2])}<p>{katex('K=mg', 'K = mg')} gilt für jeden Kran an jedem Seil, und für zwei Seile gilt {katex('K=2mg', 'K = 2 mg')}.</p>{p(GERMAN[2:])}</div></article>", [*GERMAN, "K=mg gilt für jeden Kran an jedem Seil, und für zwei Seile gilt K=2mg."], ["K = mg"], {}, "<title>Der alte Kran verlässt den Hafen</title>")


def formula_without_a_drawing() -> Report:
    """A formula that the browser draws from its markup, with its source as an annotation, in a Chinese sentence."""
    formula = "<math><semantics><mrow><mi>F</mi><mo>=</mo><mi>m</mi><mi>a</mi></mrow><annotation encoding=application/x-tex>F = \\mathit{ma}</annotation></semantics></math>"
    return Report(f"<html lang=zh><div class=content><h1>老起重机离开港口</h1>{p(CHINESE[:3])}<p>港口的人都知道绳子上的力是{formula}，所以绳子不会断，起重机也不会倒下来。</p>{p(CHINESE[3:])}</div>", [*CHINESE, "港口的人都知道绳子上的力是F=ma，所以绳子不会断"], ["mathit"], {}, "<title>老起重机离开港口</title>")


def program_with_a_box_for_each_line() -> Report:
    """A program whose lines are boxes within pre keeps their indent."""
    code = ["def lift(wind):", "    if wind > 6:", "        return stop()"]
    return Report(f"<article>{H1}<div class=post>{p(A)}<pre class=prism-code>{''.join(f'<div class=token-line>{one.replace(chr(62), chr(38) + chr(103) + chr(116) + chr(59))}</div>' for one in code)}</pre>{p(B)}</div></article>", [*A, *B, "\n".join(code)])


def answers_behind_headings_that_are_buttons() -> Report:
    """Chinese answers that are hidden until the button in the heading above each is pressed, without ids."""
    parts = "".join(f"<div class=faq><h3><button type=button aria-expanded=false>{name}</button></h3><div class=panel hidden><p>{one}</p></div></div>" for name, one in zip(("谁有起重机？", "它在哪里？", "它多重？"), CHINESE[2:5], strict=True))
    return Report(f"<html lang=zh><div class=content><h1>老起重机离开港口</h1>{p(CHINESE[:2])}{parts}{p(CHINESE[5:])}</div>", [*CHINESE, "谁有起重机？", "它多重？"], (), {}, "<title>老起重机离开港口</title>")


def menu_behind_a_button() -> Report:
    """A menu with sentences that a button opens is none of the text."""
    menu = f"<div class=top><button aria-expanded=false>Sections</button><div hidden>{''.join(f'<div><a href=/s{i}>{title}</a><p>{told(11800 + 10 * i, 1)[0]}</p></div>' for i, title in enumerate(titles(11180, 6)))}</div></div>"
    return Report(f"{menu}<main><article>{H1}<div class=body>{p(A)}</div></article></main>", A, [told(11800, 1)[0], told(11850, 1)[0]])


def short_sections_before_long_ones() -> Report:
    """A German page whose first sections are a line each."""
    def part(head: str, some: Sequence[str]) -> str:
        return f"<section class=frame><h3>{head}</h3><div class=ce-bodytext>{p(some)}</div></section>"

    parts = part("Name", ["Kran Nummer vier, Kai 4"]) + part("Gewicht", ["Vierzig Tonnen"]) + part("Geschichte", GERMAN[:2]) + part("Abschied", GERMAN[2:])
    return Report(f"<html lang=de><main><h1>Der alte Kran</h1>{parts}</main>", [*GERMAN, "Geschichte", "Abschied", "Kran Nummer vier, Kai 4", "Vierzig Tonnen", "Gewicht"], (), {}, "<title>Der alte Kran</title>")


def footer_on_the_writer() -> Report:
    """A footer of a story with a heading and a paragraph on its writer is no section of it."""
    about = f"<footer class=bottom><h2>{NAME}</h2><p>{NAME} writes about rivers, harbours and schools, and lives on the island with two goats and a boat.</p></footer>"
    return Report(f"<main><article>{H1}{p(A)}<h2>What stays</h2>{p(B)}{about}</article></main>", [*A, *B], ["lives on the island"])


def appeal_in_the_place_of_an_opening() -> Report:
    """A box named for subscribers, with one paragraph, below the headline is no part of the text."""
    appeal = "<div class=subscribe><section><div><p>The harbour office of the paper asks all who read this page to pay a krone each week for the work of its writers.</p></div></section></div>"
    return Report(f"<main><article>{H1}<div class=article-body>{appeal}<div class=remainder><section><div>{p([*A, *B])}</div></section></div></div></article></main>", [*A, *B], ["asks all who read this page"])


def captions_in_tables_of_an_old_page() -> Report:
    """An old page in tables: Russian text between br, pictures with a line below each in tables of their own."""
    russian = [f"Старый кран номер {i} покинул порт в среду после девяноста лет работы, и более ста человек пришли на причал, чтобы увидеть его в последний раз." for i in range(1, 5)]
    def picture(caption: str) -> str:
        return f"<table align=right width=200 cellpadding=4><tr><td><img src=k.jpg width=200></td></tr><tr><td><font size=1>{caption}</font></td></tr></table>"

    text = f"<p>{russian[0]}</p>{picture('Кран на причале. Фото автора')}<p>{russian[1]}</p><p>{russian[2]}</p>{picture('Люди на причале. Фото автора')}<p>{russian[3]}</p>"
    return Report(f"<html lang=ru><table width=100%><tr><td width=150><a href=/1>Главная</a></td><td><h1>Старый кран покинул порт</h1>{text}</td></tr></table>", russian, ["Фото автора"], {}, "<title>Старый кран покинул порт</title>")


def pictures_whose_lines_are_the_story() -> Report:
    """A story in pictures: tables with a picture and some sentences each are the text."""
    def picture(text: str) -> str:
        return f"<table><tr><td><img src=1.jpg></td></tr><tr><td>{text}</td></tr></table>"

    short = [f"{one.split('. ')[0]}." for one in (*A, *B)]
    return Report(f"<article>{H1}<div class=photos><p>{C[0]}</p>{''.join(map(picture, short))}</div></article>", [C[0], *short])


def chinese_words_bare_below_the_headline() -> Report:
    """Chinese sentences between br, bare below the headline; the rest as paragraphs in a box within the same."""
    return Report(f"<html lang=zh><div class=page><div class=main><h1>老起重机离开港口</h1>{CHINESE[0]}<br><br>{CHINESE[1]}<br><div class=detail><div>{p(CHINESE[2:])}</div></div></div></div>", CHINESE, (), {}, "<title>老起重机离开港口</title>")


def lines_that_say_the_same() -> Report:
    """The same short sentence in boxes between the paragraphs is a label, no text."""
    label = "<div class=slot><span>Story continues below.</span></div>"
    return Report(f"<article>{H1}<div class=entry-content>{p(A)}{label}{p(B)}{label}{p(C)}</div></article>", [*A, *B, *C], ["Story continues"])


def posts_with_formulas_and_folded_answers() -> Place:
    """Six posts with a formula that is written twice, and an answer behind a button."""
    def content(i: int) -> str:
        answer = f"<div class=faq><button aria-expanded=false><h4>{titles(11190 + i, 1)[0]}</h4></button><div hidden><p>{texts(i + 20)[0]}</p></div></div>"
        return f"<main><article><h1>{titles(11200 + i, 1)[0]}</h1><div class=entry-content>{p(texts(i)[:2])}<p>On crane {i}, the force on its long rope is {katex(f'F=m{i}', f'F = m_{i}')}, and nobody has to worry about it.</p>{answer}{p(texts(i)[2:])}</div></article></main>"

    return Place(front(6) | told_by(6, content), {path(i): Wanted(holds=[*texts(i), texts(i + 20)[0], f"the force on its long rope is F=m{i}, and nobody"], lacks=["F = m"]) for i in range(6)})


def summary_below_the_writer_s_name() -> Report:
    """A German summary below writer and day in the headline's box, and a caption below a picture after it."""
    head = f"<div class=kopf><h1>Der alte Kran verlässt den Hafen</h1><div class=wer>Von {NAME}</div><div class=wann>4. März 2026, 9:10 Uhr</div><p class=einleitung>{GERMAN[0]}</p><figure><img src=1.jpg><figcaption>Der Kran am Mittwoch, gesehen vom Haus der Lotsen, kurz bevor er fuhr.</figcaption></figure></div>"
    return Report(f"<html lang=de><main>{head}<div class=absatz>{p(GERMAN[1:])}</div></main>", GERMAN, ["gesehen vom Haus"], {}, "<title>Der alte Kran verlässt den Hafen</title>")


def what_one_needs_in_chinese() -> Report:
    """Short Chinese items under a sub-heading between steps; a list of topics under another one leads to pages of the site."""
    topics = "".join(f"<li><a href=/t/{i}>{name}</a></li>" for i, name in enumerate(("港口", "起重机", "海洋")))
    return Report(f"<html lang=zh><main><div class=how><h1>老起重机离开港口</h1><p>{CHINESE[0]}</p><h2>需要的东西</h2><ul><li>绳子</li><li>两个灯</li><li>一把椅子</li></ul><h2>步骤</h2>{p(CHINESE[1:4])}<h2>主题</h2><ul>{topics}</ul></div></main>", [*CHINESE[:4], "两个灯", "一把椅子"], ["港口\n起重机"], {}, "<title>老起重机离开港口</title>")


def line_above_the_first_paragraphs() -> Report:
    """A short line that opens the text's box, above its first paragraph, is no title of it."""
    return Report(f"<article>{H1}<div class=part><div class=slot>Words of the harbour</div>{p(A)}</div><div class=part>{p(B)}</div></article>", [*A, *B], ["Words of the harbour"])


def titles_of_boxes_in_spanish() -> Report:
    """Two boxes within a Spanish text, each with a title in boxes of its own above a paragraph."""
    text = [f"La grúa vieja número {i} salió del puerto el miércoles, después de noventa años de trabajo, y más de cien personas fueron al muelle para verla." for i in range(1, 7)]
    def box(title: str, one: str) -> str:
        return f"<div class=caja><div class=cabeza><div class=icono></div><div>{title}</div></div><div class=cuerpo><p>{one}</p></div></div>"

    return Report(f"<html lang=es><main><h1>La grúa vieja deja el puerto</h1><div class=texto>{p(text[:2])}{box('Un consejo', text[2])}{p(text[3:4])}{box('Para saber', text[4])}{p(text[5:])}</div></main>", [*text, "Un consejo", "Para saber"], (), {}, "<title>La grúa vieja deja el puerto</title>")


def programs_with_empty_lines() -> Report:
    """Two programs that begin alike, with empty lines, between paragraphs."""
    first, second = "import crane\n\ncrane.lift(4)", "import crane\n\ncrane.turn(90)\n\ncrane.close()"
    return Report(f"<article>{H1}<div class=post>{p(A)}<pre>{first}</pre>{p(B)}<pre><span>{second}</span></pre>{p(C)}</div></article>", [*A, *B, *C, first, second])


VARIED: Sequence[Callable[[], Report]] = (
    summary_below_the_writer_s_name, what_one_needs_in_chinese, line_above_the_first_paragraphs, titles_of_boxes_in_spanish,
    programs_with_empty_lines,
    formulas_at_both_ends_of_a_sentence, formula_without_a_drawing, program_with_a_box_for_each_line, answers_behind_headings_that_are_buttons,
    menu_behind_a_button, short_sections_before_long_ones, footer_on_the_writer, appeal_in_the_place_of_an_opening,
    captions_in_tables_of_an_old_page, pictures_whose_lines_are_the_story, chinese_words_bare_below_the_headline, lines_that_say_the_same,
)  # fmt: skip
VARIED_PLACES: Sequence[Callable[[], Place]] = (posts_with_formulas_and_folded_answers,)

REPORTS: Sequence[Callable[[], Report]] = (
    two_first_posts_of_a_thread, question_with_its_answers, disclaimers_in_paragraphs_of_a_column, program_with_an_element_for_each_line,
    goods_amid_an_advice_for_pets, paragraphs_with_the_class_of_the_offer, words_that_a_spell_checker_marked, letters_in_elements_of_their_own,
    page_of_a_manual, formulas_written_twice, formula_hidden_behind_a_picture, paragraphs_that_are_mostly_links, bold_paragraphs_in_cells,
    last_section_in_a_footer, first_paragraphs_named_teaser, chapters_as_article_elements, captions_in_tables_of_pictures, charts_as_tables,
    words_of_a_video_player, words_of_an_audio_player, newsletter_in_nested_tables, campaign_of_an_archive, service_whose_first_words_are_bare,
    short_status_above_answers, sentence_set_very_large, japanese_story_between_lists, post_of_a_plain_blog, post_of_a_site_builder_in_tables,
    chapter_with_dialogues, writer_s_card_within_the_text_s_box, check_of_a_claim, news_of_a_journal, act_with_numbered_paragraphs,
    discussion_below_a_newsletter_s_post, headings_with_buttons_to_copy_their_place, commands_as_a_list_within_pre, thai_text_without_spaces,
    hindi_story_with_lines_to_other_stories, two_paragraphs_below_a_gallery,
)  # fmt: skip

PLACES: Sequence[Callable[[], Place]] = (
    channels_to_follow_below_each_story, plea_in_the_midst_of_each_story, letters_and_the_writer_below_each_essay, marked_lines_to_other_stories,
    page_of_a_person_in_the_news, sections_with_addresses_like_stories, posts_of_a_few_sentences_shown_whole,
)  # fmt: skip


@pytest.mark.parametrize("report", [*REPORTS, *VARIED, *LATER], ids=lambda one: one.__name__)
def test_what_was_reported_in_public(report: Callable[[], Report]) -> None:
    check(report())


@pytest.mark.parametrize("place", [*PLACES, *VARIED_PLACES], ids=lambda one: one.__name__)
def test_what_was_reported_of_a_site_in_public(place: Callable[[], Place]) -> None:
    check_place(place())
