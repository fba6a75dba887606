"""Texts, page types and repeating pages that users of other extractors reported in public: invented pages of the same shapes, alone or within a little site."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from harness.strategies import prose
from tests.integration.sites.test_extraction_reports import H1, NAME, Report, check, p, told
from tests.integration.sites.test_further_body_reports import titles
from tests.integration.sites.test_themes import Site, cleaned, front, linked, path, texts, told_by

A, B, C, D = told(7100), told(7200), told(7300), told(7400)
TITLE = "<title>Old crane leaves the harbour</title>"
CHINESE = [prose(7500 + i, chinese=True).paragraph() for i in range(6)]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Types that a page may have, texts that its article's body holds, and texts that it does not."""

    types: Sequence[str] = ("article",)
    holds: Sequence[str] = ()
    lacks: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A site's pages by path, and what is wanted of some of them."""

    pages: Mapping[str, tuple[str, str]]
    wanted: Mapping[str, Wanted]
    language: str = "en"
    menu: str = field(default="<ul><li><a href=/>Start</a></li><li><a href=/news>News</a></li><li><a href=/sport>Sport</a></li></ul>")


# -- pages alone -----------------------------------------------------------------------------------------------------


def headings_beside_edit_links() -> Report:
    """A heading in a box together with links to edit the section (readability 986)."""
    def heading(i: int, title: str) -> str:
        edit = f'<span class=mw-editsection><span class=mw-editsection-bracket>[</span><a href="/w/index.php?title=Crane&action=edit&section={i}" title="Edit section: {title}"><span>edit</span></a><span class=mw-editsection-bracket>]</span></span>'
        return f"<div class='mw-heading mw-heading2'><h2 id=s{i}>{title}</h2>{edit}</div>"

    parts = "".join(heading(i, title) + p(part) for i, (title, part) in enumerate(zip(titles(7600, 3), (B, C, D), strict=True)))
    return Report(f"<main id=content>{H1}<div class=mw-parser-output>{p(A)}{parts}</div></main>", [*A, *B, *C, *D, *titles(7600, 3)], ["[edit]", "edit\n", "[ edit ]"])


def sections_with_two_edit_links() -> Report:
    """Sections whose heading stands in a box with two links in German (jp 913)."""
    links = "<span class=editsection>[<a href='/w?action=edit&section={0}'>Bearbeiten</a> | <a href='/w?action=source&section={0}'>Quelltext bearbeiten</a>]</span>"
    parts = "".join(f"<section data-mw-section-id={i}><div class=mw-heading><h2>{title}</h2>{links.format(i)}</div>{p(part)}</section>" for i, (title, part) in enumerate(zip(titles(7610, 3), (B, C, D), strict=True), 1))
    return Report(f"<html lang=de><main>{H1}<div class=output><section data-mw-section-id=0>{p(A)}</section>{parts}</div></main>", [*A, *B, *C, *D, *titles(7610, 3)], ["Bearbeiten", "Quelltext"])


def endnotes_with_roles() -> Report:
    """Endnotes in a list with roles, each with an arrow back (readability 654)."""
    marked = f'<p>{A[0]}<sup id="fnref:1" role=doc-noteref><a href="#fn:1" class=footnote>1</a></sup></p>'
    notes = "".join(f'<li id="fn:{i}" role=doc-endnote><p>{text} <a href="#fnref:{i}" class=reversefootnote role=doc-backlink>↩</a></p></li>' for i, text in enumerate(C[:2], 1))
    return Report(f"<article>{H1}<div class=post-content>{marked}{p(A[1:])}<div class=footnotes role=doc-endnotes><ol>{notes}</ol></div></div></article>", [*A[1:], *C[:2]])


def notes_below_a_rule() -> Report:
    """Notes below a rule in a page without any container, a word back at each end (readability 735)."""
    marked = f'<p>{A[0]}<sup class=footnote-ref id="fnref:W"><a rel=footnote href="#fn:W">1</a></sup></p>'
    notes = "".join(f'<li id="fn:{i}">{text} <a class=footnote-return href="#fnref:{i}"><sup>[return]</sup></a></li>' for i, text in enumerate(C))
    return Report(f"<strong>Old crane leaves the harbour</strong> | <a href=/>{NAME}</a><hr>{marked}{p(A[1:] + B)}<div class=footnotes><hr><ol>{notes}</ol></div>", [*A[1:], *B, *C])


def notes_in_a_box_named_footnote() -> Report:
    """Notes as a list without paragraphs in a box named for one note (readability 945)."""
    notes = "".join(f'<li id="fn-{i}"><p>{text}<a href="#fnref-{i}" class=footnote-backref>↩</a></p></li>' for i, text in enumerate(C[:3], 1))
    marked = "".join(f'<p>{text}<sup class=footnote-ref id="fnref-{i}"><a href="#fn-{i}">{i}</a></sup></p>' for i, text in enumerate(A[:3], 1))
    return Report(f"<main>{H1}<div class=byline>Published on <time datetime=2026-03-04>March 4, 2026</time></div><div class=post-body>{marked}{p(B)}<section class=footnotes><ol>{notes}</ol></section></div></main>", [*B, *C[:3]])


def numbers_of_notes_in_a_sentence() -> Report:
    """A number of a note in the midst of a sentence, with an empty span before it (omnivore 615)."""
    number = '<a href="#footnote-3" class="footnote bottom-mode"><span id="footnote-3-ref" class=footnote-anchor></span>\n 3\n</a>'
    marked = f"<p>The crane was sold for a krone,{number} and nobody on the quay asked who had bought it.</p>"
    return Report(f"<article>{H1}<div class=body-copy>{p(A)}{marked}{p(B)}<ol><li id='footnote-3'>{C[0]}</li></ol></div></article>", [*A, *B, C[0], "The crane was sold for a krone,", "and nobody on the quay asked who had bought it."], ["krone,\n"])


def commands_of_a_shell() -> Report:
    """Programs in boxes whose class names the language, one of them a shell's (readability 740)."""
    shell = '<div class="highlight sh"><pre><span></span><code><span class=gp>$ </span>python -m harbour lift --tonnes <span class=m>40</span></code></pre></div>'
    python = '<div class="highlight python"><pre><span></span><code><span class=kn>from</span> <span class=nn>harbour</span> <span class=kn>import</span> <span class=n>crane</span></code></pre></div>'
    return Report(f"<article>{H1}<div class=article-body>{p(A[:2])}{shell}{p(B[:2])}{python}{p(C)}</div></article>", [*A[:2], *B[:2], *C, "python -m harbour lift --tonnes 40", "from harbour import crane"])


def words_of_a_program_in_a_sentence() -> Report:
    """Words of a program in the midst of a sentence do not end its line (trafilatura 390)."""
    sentence = "The simplest way to lift with any crane that subclasses <code>GenericCrane</code> is to override the <code>.get_load()</code> method."
    return Report(f"<div id=main-content>{H1}{p(A)}<p>{sentence}</p>{p(B)}</div>", [*A, *B, "that subclasses GenericCrane is to override the .get_load() method."])


def program_in_a_table_with_line_numbers() -> Report:
    """A program as a highlighter writes it: a table of numbers and of lines (Winds 305)."""
    code = ["const crane = harbour.open(4);", "crane.lift(40);", "crane.turn(-90);", "harbour.close();"]
    gutter = "".join(f"<div class='line number{i}'>{i}</div>" for i in range(1, 5))
    lines = "".join(f"<div class='line number{i}'><code class='js plain'>{one}</code></div>" for i, one in enumerate(code, 1))
    table = f"<div class='syntaxhighlighter js'><table><tbody><tr><td class=gutter>{gutter}</td><td class=code><div class=container>{lines}</div></td></tr></tbody></table></div>"
    return Report(f"<article>{H1}<div class=post-body>{p(A)}{table}{p(B)}</div></article>", [*A, *B, "\n".join(code)], ["1\n2\n3\n4", "1 2 3 4"])


def indented_program() -> Report:
    """A program's lines keep their indent (trafilatura 553)."""
    return Report(f"<article>{H1}{p(A)}<pre><code>def lift(wind):\n    if wind > 6:\n        return stop()\n</code></pre>{p(B)}</article>", [*A, *B, "def lift(wind):\n    if wind > 6:\n        return stop()"])


def sentence_in_fonts() -> Report:
    """A sentence of which font elements hold parts, pairs of br between the paragraphs (readability 665)."""
    text = f"<font face=Arial size=2>{A[0]}<br><br></font><font size=2>Many of these pictures were shown in </font><font size=2><a href=/london>London</a> at the old fish hall in March (</font><a href=/v><font size=2>view installation</font></a><font size=2>) and later that year at the pilots’ hotel in Bode.<br><br>{A[1]}<br><br>{B[0]}</font>"
    return Report(f"<center><table width=600><tr><td>{H1}{text}</td></tr></table></center>", [A[0], A[1], B[0], "Many of these pictures were shown in London at the old fish hall in March (view installation) and later that year at the pilots’ hotel in Bode."])


def letters_marked_within_a_word() -> Report:
    """Underlined, struck and isolated letters within words (readability 997)."""
    return Report(f"<div class=text>{H1}{p(A)}<p>Lord of the har<u>bou</u>r, they sang at <bdi>Bode</bdi>, and the cr<s>an</s>e stood still.</p>{p(B)}</div>", [*A, *B, "Lord of the harbour, they sang at Bode, and the crane stood still."])


def words_that_do_not_break() -> Report:
    """Words in nobr elements (trafilatura 825)."""
    return Report(f"<article>{H1}<p>The sixth <nobr>HB fund</nobr> owns <nobr>4 percent</nobr> of the quay, says <nobr>Ada Berg</nobr>.</p>{p(A + B)}</article>", [*A, *B, "The sixth HB fund owns 4 percent of the quay, says Ada Berg."])


def bare_text_behind_paragraphs() -> Report:
    """Text directly behind paragraphs, before the heading of the next box (trafilatura 661)."""
    section = f"<section><p>First of all it rained.</p>{A[0]}<div><h4>There is a space here</h4><p>{B[0]}</p>{B[1]}</div><div><h4>Here is another space</h4><p>{C[0]}</p></div></section>"
    return Report(f"<main>{H1}{section}</main>", [f"\n{A[0]}\n", f"\n{B[1]}\n", B[0], C[0], "There is a space here\n", "Here is another space\n"])


def hours_in_a_table_of_lists() -> Report:
    """Opening hours as lists in the cells of a table below a text (trafilatura 531)."""
    rows = "".join(f"<tr><th>{day}</th><td><ul><li>{hours}</li></ul></td></tr>" for day, hours in zip(("Mon", "Tue", "Wed", "Thu", "Fri"), ("10:00 AM - 8:00 PM", "Closed", "11:00 AM - 7:00 PM", "9:00 AM - 8:30 PM", "8:00 AM - 4:00 PM"), strict=True))
    return Report(f"<main><section><div class=biz>{H1}{p(A)}<h2>When the crane museum opens</h2><table class=hours><tbody>{rows}</tbody></table>{p(B)}</div></section></main>", [*A, *B, "Mon", "11:00 AM - 7:00 PM", "8:00 AM - 4:00 PM"])


def cells_with_breaks() -> Report:
    """A table with br, wbr and a list in its cells, as an encyclopedia has it (trafilatura 599)."""
    table = "<table class=infobox><tbody><tr><th colspan=2>Portal cranes<br>Range: 1931–2026 and later</th></tr><tr><td>Kingdom:</td><td>Mach<wbr>inery</td></tr><tr><td>Kinds</td><td><ul><li>Level luffing</li><li>Hammerhead</li></ul></td></tr></tbody></table>"
    return Report(f"<main>{H1}<div class=out>{p(A[:2])}{table}{p(B)}</div></main>", [*A[:2], *B], ["cranesRange", "Mach inery", "luffingHammerhead"])


def appendix_of_linked_rows() -> Report:
    """Two tables at the end of the text, in the second of which links stand (trafilatura 76)."""
    def table(seed: int, cell: str) -> str:
        rows = "".join(f"<tr><td>T10{i}</td><td>{title}</td><td>{cell.format(i)}</td></tr>" for i, title in enumerate(titles(seed, 6)))
        return f"<figure><table><thead><tr><th>Technique</th><th>Name</th><th>Value</th></tr></thead><tbody>{rows}</tbody></table></figure>"

    second = table(7640, "<a href=https://bode.example/report/{0}>see the record {0}</a>")
    return Report(f"<div class=blog-body>{H1}{p(A + B)}<h3>Appendix A</h3>{table(7630, 'found {0} times')}<h3>Appendix B</h3>{second}</div>", [*A, *B, "Appendix A", "Appendix B", titles(7630, 6)[4], titles(7640, 6)[4], "found 4 times"])


def points_in_cells() -> Report:
    """Purposes with points in the first cell, their ground in the second (trafilatura 335)."""
    rows = "".join(f"<tr><td><p>{title} in order to:</p><ul><li>{text}</li><li>answer letter {i} of the pilots</li></ul></td><td>For the harbour’s own interest {i}</td></tr>" for i, (title, text) in enumerate(zip(titles(7650, 3), B, strict=False)))
    return Report(f"<div id=mainbar-full>{H1}{p(A)}<table class=s-table><thead><tr><th>What for</th><th>On which ground</th></tr></thead><tbody>{rows}</tbody></table>{p(C)}</div>", [*A, *C, *B[:3], "answer letter 2 of the pilots", "For the harbour’s own interest 1"])


def steps_in_nested_boxes() -> Report:
    """Numbered steps, each a box, in outer boxes without meaning; the first of each has a link (readability 704)."""
    steps = [f"{i}. {text.split('. ')[0]}." for i, text in enumerate((*A, *B, *C), 1)]
    def boxes(some: Sequence[str]) -> str:
        return f"<div><div><a href=/get>Get the crane</a> {some[0]}</div>{''.join(f'<div>{one}</div>' for one in some[1:])}</div>"

    return Report(f"<div id=rn_AnswerText>{H1}<p>{D[0]}</p><h3>Steps</h3>{boxes(steps[:8])}{boxes(steps[8:])}</div>", [D[0], *steps])


def list_of_sources() -> Report:
    """An entry of an encyclopedia with sources as a list, related entries after it (readability 718)."""
    sources = "".join(f"<li>Quill, P., {1990 + i}, “{title}”, <em>Harbour Review</em>, {i}: 14–{i + 30}.</li>" for i, title in enumerate(titles(7660, 14)))
    related = " | ".join(f"<a href=../{i}/>{title}</a>" for i, title in enumerate(titles(7680, 6)))
    body = f"<div id=main-text><h2>1. Life</h2>{p(A)}<h2>2. Works</h2>{p(B)}</div><div id=bibliography><h2>Bibliography</h2><ul class=hanging>{sources}</ul></div><div id=related-entries><h2>Related Entries</h2><p>{related}</p></div>"
    return Report(f"<div id=article><div id=aueditable>{H1}<div id=preamble>{p(C)}</div>{body}</div></div>", [*A, *B, *C, "Bibliography", titles(7660, 14)[7]], [titles(7680, 6)[2]])


def notice_on_cookies_longer_than_the_story() -> Report:
    """A panel on cookies behind the page, far longer than the story (readability 722)."""
    kinds = "".join(f"<div class=category><h4>{name}</h4><p>These cookies {what}, and without them parts of the site do not work as you expect. They are set by us or by partners whose services we have added to our pages. You may tell your browser to block them.</p></div>" for name, what in (("Necessary", "let you move around the site"), ("Performance", "count visits so that we learn which pages are read"), ("Functional", "remember your language and your place"), ("Targeting", "build a profile of your interests"), ("Social", "let you share what you read")))
    panel = f"<div id=cookie-sdk><div class=panel><h2>Your Privacy</h2><p>When you visit any website, it may store or read information on your browser, mostly in the form of cookies.</p>{kinds}<button>Confirm My Choices</button></div></div>"
    return Report(f"<div id=root><main>{H1}<div class=ArticleBody>{p(A[:3])}</div></main></div>{panel}", A[:3], ["store or read information", "count visits", "Confirm My"])


def notice_on_cookies_above_bare_text() -> Report:
    """A Portuguese notice on cookies as the page's first paragraph, the text bare in spans (postlight parser 221)."""
    text = ["A grua velha saiu do porto na quarta-feira, depois de noventa anos de trabalho, e mais de cem pessoas foram ao cais para a ver partir.", "O diretor do porto disse que a máquina já não era segura e que a reparação custaria mais do que uma nova.", "Muitos dos que ali estavam tinham trabalhado com ela, e alguns contaram histórias de noites de inverno em que só a grua tinha luz.", "No mês que vem, o cais será aberto a todos, e onde estava a grua haverá um jardim com bancos virados para a água."]
    notice = "<p class=cookie-contenedor id=cookie><span>Este site utiliza cookies próprios e de terceiros para analisar a sua navegação e oferecer um serviço mais personalizado. Se continuar a navegar, consideramos que aceita o seu uso.</span> <a href=/cookies>Mais informações</a></p>"
    body = f"<html lang=pt>{notice}<form id=aspnetForm><div id=wrap><div id=meditacion><span class=titulo>A grua velha deixa o porto</span><br><br>{'<br><br>'.join(f'<span class=txt>{one}</span>' for one in text)}</div></div></form>"
    return Report(body, text, ["utiliza cookies", "Mais informações"], {}, "<title>A grua velha deixa o porto</title>")


def rest_behind_a_button() -> Report:
    """A Chinese story, the rest of which is folded in a box of another kind (dom-distiller 8)."""
    shown = "".join(f"<p class=para>{one}</p>" for one in CHINESE[:2])
    rest = "".join(f"<p class=para>{one}</p>" for one in CHINESE[2:])
    return Report(f"<html lang=zh><article class=article-wrap><h1>老起重机离开港口</h1>{shown}<div id=rest_content class=hidden-content style='display:none'>{rest}</div><div class=expend-wp><a href='javascript:;'>展开剩余</a></div></article>", CHINESE, ["展开剩余"], {}, "<title>老起重机离开港口</title>")


def readings_above_words() -> Report:
    """Readings of Japanese words, within links that open a dictionary (readability 575)."""
    def word(text: str, reading: str, i: int) -> str:
        return f'<a href="javascript:void(0)" class=dicWin id=id-{i:04}><span class=under><ruby>{text}<rt>{reading}</rt></ruby></span></a>'

    sentence = f"{word('港', 'みなと', 1)}の{word('古', 'ふる', 2)}いクレーンが、{word('九十年', 'きゅうじゅうねん', 3)}の{word('仕事', 'しごと', 4)}を{word('終', 'お', 5)}えて、{word('水曜日', 'すいようび', 6)}に{word('港', 'みなと', 7)}を{word('出', 'で', 8)}ました。"
    more = [f"クレーンを見るために、{n}人の人が集まって、雨の中で船を待っていました。この人たちは、昔ここで働いていたと話していました。" for n in ("百", "二百", "三百", "四百")]
    return Report(f"<html lang=ja><main><article><h1>古いクレーンが港を出る</h1><div class=article-main__body id=js-article-body><p>{sentence}</p>{p(more)}</div></article></main>", ["港の古いクレーンが、九十年の仕事を終えて、水曜日に港を出ました。", *more], ["みなと", "しごと"], {}, "<title>古いクレーンが港を出る</title>")


def readings_in_brackets() -> Report:
    """Readings of words with brackets for browsers that show none, base texts in elements of their own (Handy-News-Reader 655)."""
    sentence = "この<ruby><rb>言葉</rb><rp>（</rp><rt>ことば</rt><rp>）</rp></ruby>が<ruby><rb>表</rb><rt>ひょう</rt><rb>示</rb><rt>じ</rt></ruby>された<ruby><rb>瞬間</rb><rp>（</rp><rt>しゅんかん</rt><rp>）</rp></ruby>、港の時計が止まりました。"
    more = [f"その日は{n}隻の船が港にいて、どの船も灯りを消していました。理由を知っている人は、町には一人もいませんでした。" for n in ("三", "五", "七")]
    return Report(f"<html lang=ja><div class=entry><h1>港の時計</h1>{p([sentence, *more])}</div>", ["この言葉が表示された瞬間、港の時計が止まりました。", *more], ["ことば", "（）"], {}, "<title>港の時計</title>")


def agreement_longer_than_the_story() -> Report:
    """A Chinese story, and the agreement for those who register, longer and folded (readability 210)."""
    terms = [prose(7700 + i, chinese=True).paragraph() for i in range(14)]
    body = f"<html lang=zh><div class=newscontent><h1>老起重机离开港口</h1><p class=about_news>记者 李明</p><div class=news_part>{'<br><br>'.join(CHINESE[:3])}</div></div><div id=userAgreement class='tc_box hide' style='display:none'><h2>用户协议</h2>{p(terms)}<a href='javascript:;'>同意</a></div>"
    return Report(body, CHINESE[:3], [terms[3], "用户协议"], {}, "<title>老起重机离开港口</title>")


def comments_of_a_clinic() -> Report:
    """A Russian text in bare paragraphs above comments that are longer (python-readability 23)."""
    text = [f"Старый кран в порту номер {i} простоял девяносто лет, и каждый, кто приезжал в город по воде, видел его раньше маяка. Теперь его разобрали, и набережная кажется пустой." for i in range(1, 5)]
    said = [f"Я работал на этом кране {i} лет и до сих пор помню, как он скрипел зимой. Жалко, что никто не спросил нас, прежде чем его убрать. Спасибо за статью, очень хорошо написано." for i in range(1, 12)]
    comments = "".join(f"<li class='comment even' id=comment-{i}><div class=comment-author><b>Читатель {i}</b> <a href=#comment-{i}>12.03.2026 в 1{i % 10}:20</a></div><p>{one}</p></li>" for i, one in enumerate(said))
    body = f"<html lang=ru><div id=content><div class=post><h1>Старый кран покинул порт</h1>{p(text)}</div><h3 id=comments>11 комментариев</h3><ol class=commentlist>{comments}</ol></div>"
    return Report(body, text, said[:3], {}, "<title>Старый кран покинул порт</title>")


def french_portrait_in_a_grid() -> Report:
    """A French portrait: category, writer and day above, paragraphs in a grid with pictures between (python-readability 112)."""
    text = ["La vieille grue a quitté le port mercredi, après quatre-vingt-dix ans de service, et plus de cent personnes sont venues sur le quai.", "Le directeur du port a expliqué que la machine n’était plus sûre et que sa réparation aurait coûté plus cher qu’une neuve.", "Beaucoup de ceux qui étaient là avaient travaillé avec elle, et quelques-uns racontaient les nuits d’hiver où elle seule était éclairée.", "Le mois prochain, le quai sera ouvert à tous, et un jardin prendra la place de la grue, avec des bancs tournés vers l’eau."]
    head = "<span class=cat>Délices du port</span><h1 class='page-title nobg'>La vieille grue quitte le port</h1><p class=meta><span class=author>Par Camille Rive</span> | <time datetime=2026-01-22T13:12>22/01/2026 à 14:30,</time> mis à jour le 22/01/2026</p>"
    figure = "<div class='picture first'><figure><img src=/g.jpg><figcaption><p class=legend>La grue en 1931, le jour de son arrivée.</p></figcaption></figure></div>"
    body = f"<html lang=fr><div id=outer-main><p class='ads tag1'></p><article><div id=content><div id=news><div class=grid><div class=contain><div class=row><div class='col full'>{head}{figure}<div class=content><div class=intro><p>{text[0]}</p></div><div class=paragraph><p>{text[1]}</p></div><div class=paragraph><h2>Une lumière dans la nuit</h2><p>{text[2]}</p><p>{text[3]}</p></div></div></div></div></div></div></div></div></article></div>"
    return Report(body, [*text, "Une lumière dans la nuit"], ["mis à jour"], {"author": ("Camille Rive",)}, "<title>La vieille grue quitte le port</title>")


def paragraphs_with_a_word_to_read_on() -> Report:
    """Each paragraph in boxes of its own, points under bold titles, and a word to read on amid them (newspaper 399)."""
    def par(text: str) -> str:
        return f"<div class=zn-body__paragraph>{text}</div>"

    points = "".join(f"<ul class='cnnix el'><li><strong>{title}</strong>: {text}</li></ul>" for title, text in zip(titles(7720, 3), C, strict=False))
    body = f"<section class=zn-body><div class=l-container>{par(A[0])}<div class=zn-body__read-more><div>Read More</div></div><div class=zn-body__read-all>{''.join(map(par, A[1:]))}<h3>What the order says</h3>{points}{''.join(map(par, B))}</div></div></section>"
    return Report(f"<article>{H1}{body}</article>", [*A, *B, *C[:3], *titles(7720, 3), "What the order says"], ["Read More"])


def paper_in_sections() -> Report:
    """A paper whose abstract and parts are sections beside each other, with references (newspaper 123)."""
    part = "<section class=Section1 id=Sec{0}><h2 class=Heading>{1}</h2><div class=content>{2}</div></section>"
    parts = "".join(part.format(i, title, "".join(f"<p class=Para id=Par{i}{k}>{text} <span class=CitationRef><a href=#CR{k}>[{k}]</a></span></p>" for k, text in enumerate(some))) for i, (title, some) in enumerate(zip(titles(7730, 3), (B, C, D), strict=True)))
    refs = "".join(f"<li class=Citation id=CR{i}>Quill P (20{i:02}) {title}. Rock Mech 4:1–{i}. <a href=https://doi.example/{i}>CrossRef</a></li>" for i, title in enumerate(titles(7740, 9)))
    return Report(f"<div id=content>{H1}<section class=Abstract id=Abs1><h2>Abstract</h2><p class=Para>{A[0]}</p></section><div class=FulltextWrapper>{parts}</div><section id=Bib1><h2>References</h2><ol>{refs}</ol></section></div>", [A[0], "Abstract", *titles(7730, 3), B[1][:60], C[1][:60], D[3][:60]])


def strapline_of_a_newsletter_form() -> Report:
    """A form for a newsletter within the text whose line stands in a paragraph like the others (fundus 925)."""
    line = "Sign up to the Harbour Pro newsletter to get all the top news, opinion, features and guidance that your company needs to succeed!"
    form = f"<div class=newsletter-form__wrapper><div class=newsletter-form__container><section class=newsletter-form__top-bar></section><section class=newsletter-form__main-section><p class=newsletter-form__strapline>{line}</p><form class=newsletter-form__form method=POST><input name=MAIL type=email placeholder='Your Email Address'><input type=checkbox> Contact me with news and offers<button>Sign me up</button></form></section></div></div>"
    return Report(f"<article><header>{H1}<p class=strapline>{D[0]}</p></header><div id=article-body class=text-copy>{p(A)}{form}{p(B)}</div></article>", [*A, *B], ["Sign up to", "Contact me", "Sign me up"])


def story_with_its_signature_within_another() -> Report:
    """Boxes that name another story and who wrote it, within a Spanish text (fundus 768)."""
    text = ["La vieja grúa salió del puerto el miércoles, después de noventa años de trabajo, y más de cien personas fueron al muelle para verla.", "El director del puerto dijo que la máquina ya no era segura y que repararla habría costado más que comprar una nueva.", "Muchos de los que estaban allí habían trabajado con ella, y algunos contaron las noches de invierno en que solo la grúa tenía luz.", "El mes que viene, el muelle se abrirá a todos, y donde estaba la grúa habrá un jardín con bancos que miran al agua."]
    def other(i: int) -> str:
        return f"<div class='my-6 border-t'><article class=flex><div><h3><a href=/economia/otra-{i}.html>El banco del puerto bajará los tipos en la reunión {i}</a></h3><p class=text-xs>Agencias</p></div></article></div>"

    body = f"<html lang=es><main><article><header><h1>La vieja grúa deja el puerto</h1></header><div class='body-modules w-full'>{p(text[:2])}{other(1)}<p>{text[2]}</p>{other(2)}<p>{text[3]}</p></div></article></main>"
    return Report(body, text, ["Agencias", "bajará los tipos"], {}, "<title>La vieja grúa deja el puerto</title>")


def topics_after_the_last_paragraph() -> Report:
    """Linked topics in paragraphs of the text's own box, after its end (fundus 699)."""
    topics = ", ".join(f"<a href=/topics/{i}>{name}</a>" for i, name in enumerate(("Harbours", "Records", "Weather", "Algarve")))
    return Report(f"<div class=article-body>{H1}<div class='fs-4 font-semibold mb-3'>{D[0]}</div>{p(A + B)}<p><b>Related Topics</b></p><p>{topics}</p></div>", [*A, *B], ["Related Topics", "Algarve"])


def end_tag_without_a_start() -> Report:
    """A style and an end tag without its start directly before the text, which so leaves its box (wallabag 3665)."""
    lines = "".join(f"<span style='font-size:large'>{text}</span><br /><br />" for text in (*A, *B))
    archive = "".join(f"<li><a href=/2025/{i}/>{title}</a></li>" for i, title in enumerate(titles(7750, 12)))
    body = f"<div class=main-outer><div class=post><h3 class=post-title>Old crane leaves the harbour</h3><div class=post-body itemprop=articleBody><style>p{{margin:0}}</style></div></div>{lines}<div class=post-footer>Posted by <span class=fn>{NAME}</span></div></div><div class=sidebar><h2>Blog Archive</h2><ul>{archive}</ul></div>"
    return Report(body, [*A, *B], [titles(7750, 12)[3], "Blog Archive"])


def wiki_with_a_box_beside_it() -> Report:
    """A page of a wiki beside its list of pages and a box with rules that a user wrote (wallabag 8340)."""
    pages = "".join(f"<li class=Box-row><details><summary><a href=/wiki/{i}>{title}</a></summary></details></li>" for i, title in enumerate(titles(7770, 12)))
    side = f"<div class=Layout-sidebar><div class='wiki-rightbar'><nav><h3>Pages 12</h3><ul>{pages}</ul></nav><div class='wiki-custom-sidebar markdown-body'><h3>House rules</h3>{p(C[:2])}<ul><li><a href=/chat>Our chat</a></li></ul></div></div></div>"
    return Report(f"<div class=Layout><div class=Layout-main>{H1}<div>{NAME} edited this page on Mar 4, 2026 · 12 revisions</div><div id=wiki-content><div id=wiki-body><div class=markdown-body>{p(A[:2])}<h2>How to begin</h2>{p(B)}</div></div></div></div>{side}</div>", [*A[:2], *B, "How to begin"], [C[0], C[1], titles(7770, 12)[4]])


def previews_below_the_post() -> Report:
    """A post above previews in the same markup: heading, two lines and a day each (wallabag 3601)."""
    previews = "".join(f"<li class=post-preview><div class=post-preview-content><div class=post-img-wrap><a href=/blog/{i}><img class=post-img src=/{i}.png></a></div><h4 class=post-title><a href=/blog/{i}>{title}</a></h4><p class=post-excerpt>{text[:150]}...</p><p>on 2{i}.02.2026</p></div></li>" for i, (title, text) in enumerate(zip(titles(7790, 3), C, strict=False)))
    near = "<ul class='post-previews post-previews-2'><li class=post-preview><h3 class=subtle-section><a href=/blog/9><i>Previous post</i></a></h3></li></ul>"
    return Report(f"<div class=content><h2 class=post-title>Old crane leaves the harbour</h2><div class=post-content>{p(A)}</div><ul class=post-previews>{previews}</ul>{near}</div>", A, [C[0][:80], titles(7790, 3)[1], "Previous post"])


def text_that_begins_with_a_link() -> Report:
    """The first words of the text, and of later paragraphs, are a link (obsidian-clipper 526)."""
    first = f"<p><em><a href=/tag/fullmetal>The Night Ferry: Brotherhood</a></em> {A[0]}</p>"
    second = f"<p><a href=/tag/crane>Cranes</a> {A[1]}</p>"
    return Report(f"<article>{H1}<section id=article-body class=article-body>{first}{second}{p(A[2:] + B)}</section></article>", [f"The Night Ferry: Brotherhood {A[0]}", f"Cranes {A[1]}", *A[2:], *B])


def text_goes_on_behind_a_picture() -> Report:
    """Paragraphs, a picture, then the rest as spans in boxes with a style each (obsidian-clipper 367)."""
    rest = "".join(f"<div style='text-align: left;'><span style='font-weight: 400;'>{text}</span></div><div><br></div>" for text in (*B, *C))
    leave = "<div class=comment-form><h2>Leave a comment</h2><p>Please note, comments must be approved before they are published</p><form action=/c><textarea></textarea></form></div>"
    return Report(f"<main><div class=article-template>{H1}<div class='article-template__content rte'>{p(A[:3])}<div style='text-align: center;'><img src=/roast.jpg></div>{rest}</div>{leave}</div></main>", [*A[:3], *B, *C], ["must be approved"])


def bold_headings_and_traits() -> Report:
    """Headings as bold paragraphs, and traits as items that begin with a bold word (goose3 17)."""
    traits = "".join(f"<li><strong>{name}.</strong> {text}</li>" for name, text in zip(("Patience", "Balance", "Reach"), C, strict=False))
    return Report(f"<div class=entry-content>{H1}{p(A)}<p><strong>What is a crane?</strong></p>{p(B)}<p><strong>What makes a good one?</strong></p><ol>{traits}</ol></div>", [*A, *B, *C[:3], "What is a crane?", "What makes a good one?", "Patience."])


def items_with_paragraphs_once() -> Report:
    """Items that hold paragraphs and further lists are there once (newspaper4k 135)."""
    inner = f"<ul><li>{C[0]}</li><li><p>{C[1]}</p></li></ul>"
    items = f"<li><p>{B[0]}</p></li><li>{B[1]}{inner}</li><li><p>{B[2]}</p><p>{B[3]}</p></li>"
    return Report(f"<article>{H1}{p(A)}<ul>{items}</ul></article>", [*A, *B, C[0], C[1], f"{B[1]}\n{C[0]}\n{C[1]}"], [f"{B[0]}\n{B[0]}", f"{C[1]}\n{C[1]}", f"{C[0]} {C[1]}"])


def poem_by_breaks() -> Report:
    """Stanzas as paragraphs of lines between br, one of them half in italics (standard-reader 139)."""
    stanzas = [[f"{title.split(' ')[0]} and {title.split(' ')[1]} by the quay," for title in titles(7810 + 10 * i, 4)] for i in range(4)]
    marked = "".join(f"<p><em>{lines[0]}<br>{lines[1]}</em><br />{lines[2]}<br/>\n{lines[3]}</p>" for lines in stanzas)
    return Report(f"<article>{H1}<div class=poem>{marked}</div></article>", ["\n".join(lines) for lines in stanzas])


def lyrics_as_they_are() -> Report:
    """Lyrics whose lines end in the source as on the screen (Lyrics 362)."""
    lines = "\n".join(f"{title}," for title in titles(7850, 8))
    verses = f"{lines}\n\n{lines.replace('harbour', 'river').upper()}"
    return Report(f"<main><h1>Old crane leaves the harbour</h1><p>by {NAME}</p><pre id=lyrics>{verses}</pre></main>", [f"{titles(7850, 8)[2]},\n{titles(7850, 8)[3]},\n{titles(7850, 8)[4]},"])


def refrain_sung_four_times() -> Report:
    """A song whose refrain comes back word by word between its verses (donsetch 292)."""
    def verse(seed: int) -> str:
        return "<br>".join(f"{title}, oh my {title.split(' ')[-2]}" for title in titles(seed, 4))

    refrain = "You lift sixteen tons, and what do you get?<br>Another day older, and rust in the net.<br>Harbour, don’t call me, for I cannot go,<br>I owe my old bones to the crane and the tow."
    verses = [verse(7860 + 10 * i) for i in range(4)]
    sung = "".join(f"<div class=paragraph>{one}</div><div class=emptyline>&nbsp;</div><div class=paragraph>{refrain}</div><div class=emptyline>&nbsp;</div>" for one in verses)
    whole = refrain.replace("<br>", "\n")
    return Report(f"<div id=song-body>{H1}<div class=ltf>{sung}</div></div>", [f"{one.replace('<br>', chr(10))}\n{whole}" for one in verses])


def headings_of_the_first_level_in_a_newsletter() -> Report:
    """A newsletter's post with a subtitle and h1 headings, buttons to subscribe and to share within (readability 855)."""
    button = "<p class=button-wrapper><a class='button primary' href=https://bode.example/subscribe><span>Subscribe now</span></a></p>"
    widget = "<div class=subscription-widget-wrap><div class=subscription-widget><div class=preamble><p class=cta-caption>Harbour Notes is a reader-supported publication. To receive new posts and support my work, consider becoming a free or paid subscriber.</p></div><form action=/api><input type=email placeholder='Type your email…'><input type=submit value=Subscribe></form></div></div>"
    body = f"<div class='available-content'><div class='body markup'><h1 class=header-anchor-post>I. The debate</h1>{p(A)}{button}<h1 class=header-anchor-post>II. The judges</h1>{p(B)}{widget}<h1 class=header-anchor-post>III. What I think</h1>{p(C)}</div></div>"
    return Report(f"<article class=newsletter-post><div class=post-header><h1 class=post-title>Old crane leaves the harbour</h1><h3 class=subtitle>What three pilots said on the last day</h3><div>Mar 04, 2026</div></div>{body}<div class=post-footer><a>137</a> <a>Share</a></div></article>", [*A, *B, *C, "I. The debate", "II. The judges", "III. What I think"], ["Subscribe now", "reader-supported", "137"])


def subtitle_in_the_header() -> Report:
    """A sentence below the headline, in its header (readability 160)."""
    line = "The port loses the one thing that every ship could see from the open sea, and here is the story of how it came to that."
    return Report(f"<div id=rbContent><article><header>{H1}<p class=theme-dek itemprop=description>{line}</p><div class=shortcode>by <a rel=author href=/q>{NAME}</a></div></header><div id=article-body itemprop=articleBody>{p(A + B)}</div></article></div>", [*A, *B], (), {"standfirst": line})


def headings_between_components() -> Report:
    """Sub-headings as components of their own between paragraphs (readability 594)."""
    parts = "".join(f"<h2 class=clay-subheader data-editable=text>{title}.</h2>{p(some, 'class=clay-paragraph data-word-count=60')}" for title, some in zip(titles(7900, 3), (B, C, D), strict=True))
    box = "<aside class='newsletter-flex-text inline'><div>Sign up here for the daily letter.</div></aside>"
    return Report(f"<article><h1>Old crane leaves the harbour</h1><div class=article-content>{p(A, 'class=clay-paragraph')}{box}{parts}</div></article>", [*A, *B, *C, *D, *(f"{title}." for title in titles(7900, 3))], ["daily letter"])


def quotations_in_an_aside() -> Report:
    """A post that answers quotations, each in an aside with its writer above it (reader-view 191)."""
    def quoted(i: int) -> str:
        return f"<aside class='quote no-group' data-username=reader{i} data-post={i}><div class=title>reader{i}:</div><blockquote><p>{B[i]}</p></blockquote></aside>"

    return Report(f"<div class=topic-body itemscope><div class=post itemprop=text>{H1}{p(A[:1])}{quoted(0)}<p>{A[1]}</p>{quoted(1)}{p(A[2:])}</div></div>", [*A, B[0], B[1]])


def notes_in_asides() -> Report:
    """Explanations in asides within the text (readability 487)."""
    return Report(f"<article>{H1}<p>{A[0]}</p><aside><h5>Note</h5><p>{B[0]}</p></aside>{p(A[1:])}<aside class=note><p>{B[1]}</p></aside>{p(C)}</article>", [*A, *C, B[0], B[1]])


def panels_of_terms() -> Report:
    """A specification; behind it a panel for each term with links to where it is used (bikeshed 656)."""
    def panel(i: int) -> str:
        return f"<aside class=dfn-panel data-for=t{i}><b><a href=#t{i}>#t{i}</a></b><b>Referenced in:</b><ul>{''.join(f'<li><a href=#r{i}{k}>{i}.{k}. The part {k} of term {i}</a> <a href=#r{i}{k}2>(2)</a></li>' for k in range(4))}</ul></aside>"

    parts = "".join(f"<h2 class=heading id=s{i}><span class=secno>{i}. </span><span class=content>{title}</span><a class=self-link href=#s{i}></a></h2>{p(some)}" for i, (title, some) in enumerate(zip(titles(7910, 3), (A, B, C), strict=True), 1))
    return Report(f"{H1}<main>{parts}</main>{''.join(map(panel, range(8)))}", [*A, *B, *C, titles(7910, 3)[1]], ["Referenced in", "The part 2"])


def words_for_screen_readers() -> Report:
    """Words that only programs read aloud, in the midst of the text (brave 19184)."""
    hidden = "<h2 class='heading lrv-a-screen-reader-only' style='position:absolute;clip:rect(1px,1px,1px,1px);width:1px;height:1px;overflow:hidden'>Optional Screen Reader</h2>"
    return Report(f"<article>{H1}<div class=content>{p(A[:2])}<div class=injected>{hidden}</div>{p(A[2:])}</div></article>", A, ["Optional Screen Reader"])


def products_with_their_data() -> Report:
    """A test of products: contents, then name, data as a list and a few sentences for each (capyreader 959)."""
    names = ("Bode Lifter 4", "Harbourmate Pro", "Quayside 32")
    contents = "".join(f"<li><a href='#p{i}'>{name}</a></li>" for i, name in enumerate(names))
    cards = "".join(f"<div class=product><div class=caas-da><span>Harbour Store</span></div><h3 id=p{i}>{name}</h3><div><p><strong>Reach:</strong> {i + 20} m <strong>| Load:</strong> {i + 30} t</p></div><p>{text}</p><div class=pros><h4>Pros</h4><ul><li>Calm in the wind {i}</li><li>Easy to oil {i}</li></ul></div><a href=https://store.example/{i} rel='sponsored nofollow'>$4{i},000 at Harbour Store</a></div>" for i, (name, text) in enumerate(zip(names, B, strict=False)))
    return Report(f"<article>{H1}<div class=caas-body>{p(A)}<h2>Contents</h2><ul>{contents}</ul><h2>The cranes</h2>{cards}<h2>How we tested</h2>{p(C)}</div></article>", [*A, *B[:3], *C, "\nHarbourmate Pro\n", "Calm in the wind 1", "How we tested"])


def empty_box_that_declares_the_text() -> Report:
    """A declared box for the text that is empty, the text in elements beside it (ftr-site-config 1961)."""
    elements = "".join(f"<div id=c{i} class='frame frame-default frame-type-{kind}'>{head}<div class=ce-bodytext>{p(some)}</div></div>" for i, (kind, head, some) in enumerate((("text", "", A), ("textpic", "<header><h2>What stays</h2></header>", B), ("text", "", C))))
    related = "".join(f"<div class=article-related><a href=/n/{i}><span itemprop=headline>{title}</span><div class=teaser-text><p>{text[:110]} …</p></div></a></div>" for i, (title, text) in enumerate(zip(titles(7930, 3), D, strict=False)))
    return Report(f"<div class=news-single><div class=article itemscope itemtype=http://schema.org/Article><h1 itemprop=headline>Old crane leaves the harbour</h1><div class=news-text-wrap itemprop=articleBody></div>{elements}</div><div class=news-related>{related}</div></div>", [*A, *B, *C, "What stays"], [titles(7930, 3)[0], D[1][:60]])


def overlay_that_asks_for_donations() -> Report:
    """An overlay with an appeal and a notice, written behind the page by a plug-in (ftr-site-config 1961)."""
    pop = f"<div id=pum-4711 class='pum pum-overlay pum-theme-1 popmake-overlay auto_open' data-popmake='{{}}' role=dialog aria-hidden=true><div id=popmake-4711 class='pum-container popmake theme-1'><div class='pum-content popmake-content' tabindex=0><h3>Keep us going</h3>{p(D)}<p><a href=/donate>Donate now</a></p></div><button class=pum-close>×</button></div></div>"
    cookie = "<div class='cli-modal' id=cliSettingsPopup tabindex=-1 role=dialog><div class=cli-tab-content><h4>Privacy Overview</h4><div class=cli-privacy-content-text>This website uses cookies to improve your experience while you navigate through the website. Out of these, the cookies that are categorized as necessary are stored on your browser.</div></div></div>"
    return Report(f"<article class=post>{H1}<div class=entry>{p(A[:3])}</div></article>{cookie}{pop}", A[:3], [D[0], "Keep us going", "Privacy Overview"])


def letter_in_short_lines() -> Report:
    """A letter of short paragraphs whose lines end in br, an advertiser's box before it (feedzy 892)."""
    lines = "<p class=paragraph>Log on<br>Read the tide<br>Hit the horn<br>Thoughtful answer</p><p class=paragraph>Repeat <br>Repeat <br>Brain dead</p>"
    text = "".join(f"<p class=paragraph>{one}</p>" for one in A)
    share = "<div class='beehiiv__share'><a href=/share>Share on the harbour board</a></div>"
    return Report(f"<div class=beehiiv><div class=beehiiv__header>{H1}<p>Try this...</p></div><div class=beehiiv__body><p class=paragraph>A quay can feel like a hamster wheel, I get it:</p>{lines}{text}</div>{share}</div>", ["A quay can feel like a hamster wheel, I get it:", "Log on\nRead the tide\nHit the horn\nThoughtful answer", "Repeat\nRepeat\nBrain dead", *A], ["harbour board"])


def programmes_at_the_end() -> Report:
    """Programmes to listen to as items at the end of the text's box, the latest news beside it (metadata-lib 86)."""
    heard = "".join(f"<li>{title}</li>" for title in titles(7940, 4))
    latest = "".join(f"<div><h3><a href=/l/{i}>{title}</a></h3><span>1{i}:04 BST</span></div>" for i, title in enumerate(titles(7950, 6)))
    tail = f"<div class=on-sounds><h3>More on the harbour</h3><ul>{heard.replace('<li>', '<li><a href=/sounds/1>').replace('</li>', '</a></li>')}</ul></div>"
    return Report(f"<main><article>{H1}<div class=body>{p(A + B)}{tail}</div></article><section><h2>Latest News</h2>{latest}</section></main>", [*A, *B], [titles(7940, 4)[1], titles(7950, 6)[2], "Latest News"])


def page_of_short_lines() -> Report:
    """A bare page with headings and very short paragraphs (trafilatura 308)."""
    parts = "".join(f"<h2>{title}</h2><p>And it is enough {i}.</p><p>{text}</p>" for i, (title, text) in enumerate(zip(titles(7960, 4), B, strict=True)))
    return Report(f"<header><h1>This is a harbour website.</h1><aside>And it is perfect.</aside></header><p>{A[0]}</p>{parts}<hr><p>It is the end of it.</p>", ["And it is perfect.", A[0], *B, *titles(7960, 4), "And it is enough 2."], (), {}, "<title>This is a harbour website.</title>")


def sample_of_a_quotation_and_a_table() -> Report:
    """A sample with headings of all levels, a quotation, a list and a table (trafilatura 63)."""
    rows = "".join(f"<tr><td>Row {i} of the quays</td><td>Depth {i} metres</td></tr>" for i in range(3))
    body = f"<h1>The first heading of it</h1><p>{A[0]}</p><h2>The second heading of it</h2><ul><li>Bulleted crane one</li><li>Bulleted crane two</li></ul><blockquote>This is a quoted word of the pilot</blockquote><h3>The third heading of it</h3><p><b>This is bold text of the pilot.</b></p><p>This is a paragraph with <b>bold text</b> in the middle.</p><table><tr><th>Head of quays</th><th>Head of depths</th></tr>{rows}</table>"
    return Report(body, [A[0], "The second heading of it", "Bulleted crane two", "This is a quoted word of the pilot", "The third heading of it", "This is bold text of the pilot.", "with bold text in the middle.", "Row 2 of the quays"], ["pilotThe"], {}, "<title>The first heading of it</title>")


def chinese_bars_of_links() -> Report:
    """Bars of links above and below a Chinese story, in spans and separated by bars (trafilatura 185)."""
    words = ("首页", "新闻", "国内", "国际", "财经", "体育", "娱乐", "科技", "教育", "健康", "旅游", "汽车")
    bar = " | ".join(f"<span><a href=/{i}>{word}</a></span>" for i, word in enumerate(words))
    place = "<div>当前位置：<a href=/>首页</a> &gt; <a href=/xw>新闻中心</a> &gt; 正文</div>"
    return Report(f"<html lang=zh><div>{bar}</div>{place}<div><h2>老起重机离开港口</h2><div>2026年3月4日 来源：港口网</div>{p(CHINESE)}<div>上一篇：<a href=/1>桥梁今天封闭</a></div><div>下一篇：<a href=/2>图书馆重新开放</a></div></div><div>{bar}</div>", CHINESE, ["国际", "当前位置", "上一篇", "图书馆重新开放"], {}, "<title>老起重机离开港口</title>")


def russian_text_with_breaks() -> Report:
    """A Russian story as bare text between br in a box, day and readers above it (goose3 106)."""
    text = [f"Старый портовый кран номер {i} в среду утром увезли с причала, где он простоял девяносто лет. Проводить его пришло больше ста человек, и многие из них когда-то на нём работали." for i in range(1, 6)]
    body = f"<html lang=ru><table><tr><td class=left><a href=/>Главная</a><br><a href=/news>Новости</a></td><td><div class=n_date>4 марта 2026, 10:15 | Просмотров: 412</div><h1 class=n_cap>Старый кран покинул порт</h1><div class=n_text><img src=/k.jpg>{'<br /><br />'.join(text)}</div><div class=n_share>Поделиться: <a href=/vk>ВК</a></div></td></tr></table>"
    return Report(body, text, ["Просмотров", "Поделиться"], {}, "<title>Старый кран покинул порт</title>")


def chinese_text_with_wide_spaces() -> Report:
    """Chinese paragraphs that begin with wide spaces, the editor and the agency's link at their end (GravityLabs goose 26)."""
    text = "".join(f"<p>　　{one}</p>" for one in CHINESE)
    body = f"<html lang=zh><div class=blkContainer><h1 id=artibodyTitle>老起重机离开港口</h1><div class=artInfo><span id=pub_date>2026年03月04日08:12</span> <span id=media_name>港口日报</span></div><div class=blkContainerSblkCon id=artibody>{text}<p class=article-editor>(责任编辑：王小明)</p></div><div class=page-tools>分享到：<a href=/wb>微博</a></div></div>"
    return Report(body, CHINESE, ["分享到"], {}, "<title>老起重机离开港口_港口新闻</title>")


def korean_story_in_sections() -> Report:
    """A Korean story: paragraphs with ids in a section, a caption, the agency's line and a notice (php-goose 45)."""
    text = [f"{n} 년 동안 항구를 지킨 낡은 크레인이 수요일 아침에 부두를 떠났다. 이를 보려고 백 명이 넘는 시민이 빗속에서 세 시간을 기다렸고, 그중 많은 사람이 이곳에서 일한 적이 있었다." for n in ("구십", "팔십", "칠십", "육십")]
    body = f"<html lang=ko><div class=head_view><h3 class=tit_view>낡은 크레인, 항구를 떠나다</h3><span class=info_view><span class=txt_info>김지훈 기자</span> <span class=txt_info>입력 2026.03.04. 10:15</span></span></div><div class=news_view><div class=article_view><section dmcf-sid=s1>{''.join(f'<p dmcf-pid=p{i} dmcf-ptype=general>{one}</p>' for i, one in enumerate(text))}<p dmcf-pid=p9>jihoon@bode.example</p></section></div></div><div class=txt_copyright>Copyright © 보데일보. 무단전재 및 재배포 금지.</div>"
    return Report(body, text, ["무단전재"], {"headline": "낡은 크레인, 항구를 떠나다"}, "<title>낡은 크레인, 항구를 떠나다</title>")


def chapters_in_bodies_of_sections() -> Report:
    """A document whose sections hold a heading and a body, each paragraph in a box (rfd-site 278)."""
    def sect(i: int, title: str, some: Sequence[str]) -> str:
        return f"<div class=sect1 data-sectnum={i}><h2 id=_{i}>{i} <a class=anchor href=#_{i}></a>{title}</h2><div class=sectionbody>{''.join(f'<div class=paragraph><p>{text}</p></div>' for text in some)}</div></div>"

    parts = "".join(sect(i, title, some) for i, (title, some) in enumerate(zip(titles(7980, 6), (A[:1], B, C[:1], D, A[1:], C[1:]), strict=True), 1))
    toc = "".join(f"<li><a href=#_{i}>{title}</a></li>" for i, title in enumerate(titles(7980, 6), 1))
    return Report(f"<div class=layout><header>{H1}<dl><dt>State</dt><dd>published</dd></dl></header><div class=asciidoc-body id=content>{parts}</div><div class=toc><h4>Outline</h4><ul>{toc}</ul></div></div>", [*A, *B, *C, *D, *titles(7980, 6)], ["Outline"])


def tables_in_their_places() -> Report:
    """Small tables of forms between the bold lines that head them keep their places (trafilatura 90)."""
    def table(*rows: str) -> str:
        return "<table>" + "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row.split('|'))}</tr>" for row in rows) + "</table>"

    body = f"{p(A)}<p><strong>Present Tense</strong></p>{table('I lift it|you lift it|he lifts it', 'we lift it|you all lift it|they lift it')}<p><strong>Simple Past Tense</strong></p>{table('I lifted it|you lifted it', 'we lifted it|they lifted it')}{p(B)}"
    return Report(f"<div class=blog-content>{H1}{body}</div>", [*A, *B, "Present Tense\nI lift it", "Simple Past Tense\nI lifted it"])


def blurb_above_the_text() -> Report:
    """A first paragraph above the picture, outside of the text's own box (srid/readability 1)."""
    return Report(f"<div class=mod-content>{H1}<div class=mod-blurb><p>{A[0]}</p></div><div class=mod-inline><img src=/1.jpg><div class=mod-text>{p(A[1:] + B)}</div></div></div>", [*A, *B])


# -- pages of a little site ------------------------------------------------------------------------------------------


def story_on_pages_and_on_one() -> Place:
    """A German story on three pages by path and once more on one (news-please 8)."""
    parts = (texts(0), texts(20), texts(21))
    def content(some: Sequence[str], i: int) -> str:
        pager = "".join(f"<li><a href={path(0)}{'' if k == 1 else f'/seite-{k}'}>{k}</a></li>" for k in (1, 2, 3))
        nav = f"<div class=article-pagination><ul>{pager}</ul><a href={path(0)}/komplettansicht>Auf einer Seite lesen</a></div>" if i else ""
        return f"<main><article><h1>Der alte Kran verlässt den Hafen</h1><div class=article-page>{p(some)}</div>{nav}</article></main>"

    pages = {path(0) + ("" if i == 1 else f"/seite-{i}"): ("Der alte Kran", content(some, i)) for i, some in enumerate(parts, 1)}
    whole = {f"{path(0)}/komplettansicht": ("Der alte Kran", content([one for some in parts for one in some], 0))}
    others = {path(i): (f"Text {i}", f"<main><article><h1>Text {i}</h1><div class=article-page>{p(texts(i))}</div></article></main>") for i in (1, 2)}
    wanted = {page: Wanted(holds=some, lacks=["Auf einer Seite"]) for page, some in zip(pages, parts, strict=True)}
    return Place(pages | whole | others, {**wanted, f"{path(0)}/komplettansicht": Wanted(holds=[one for some in parts for one in some])}, "de")


def parts_by_query() -> Place:
    """A story in three parts that differ in the query alone, with a bar of numbers below each (graby 81)."""
    parts = (texts(0), texts(20), texts(21))
    def content(i: int) -> str:
        numbers = "".join(f"<li class=pager-item><a href='{path(0)}?page=0,{k}'>{k + 1}</a></li>" for k in range(3))
        return f"<div class=node><h1 class=title>{TITLE_ZERO}</h1><div class=field-name-body>{p(parts[i])}</div><ul class=pager>{numbers}<li class=pager-next><a href='{path(0)}?page=0,{i + 1}'>next ›</a></li><li class=pager-last><a href='{path(0)}?page=0,2'>last »</a></li></ul></div>"

    pages = {path(0) + ("" if i == 0 else f"?page=0,{i}"): (TITLE_ZERO, content(i)) for i in range(3)}
    others = told_by(3, lambda i: f"<div class=node><h1 class=title>Other {i}</h1><div class=field-name-body>{p(texts(i))}</div></div>")
    return Place(front(3) | others | pages, {page: Wanted(holds=some, lacks=["next ›", "last »"]) for page, some in zip(pages, parts, strict=True)})


TITLE_ZERO = "Papa has a brand new crane"


def parts_by_number() -> Place:
    """A story in parts by number in the path, whose second begins in the midst of things (readability 897)."""
    parts = (texts(0), texts(20), texts(21))
    def content(i: int) -> str:
        bar = "<nav class=page-numbers>Page: " + " ".join(f"<span>{k + 1}</span>" if k == i else f"<a href=/2026/old-0/{k + 1}/>{k + 1}</a>" for k in range(3)) + " <a href=/2026/old-0/2/>Next →</a></nav>"
        head = "<header><h2>Feature story —</h2><h1>How dark cranes help the private quays</h1></header>" if i == 0 else "<header><h1>How dark cranes help the private quays</h1></header>"
        return f"<article class=article-single>{head}<section class=article-guts><div class=article-content>{p(parts[i])}</div>{bar}</section></article><section class=article-author><p>{NAME} is a senior reporter.</p></section>"

    pages = {"/2026/old-0/" + ("" if i == 0 else f"{i + 1}/"): ("How dark cranes help", content(i)) for i in range(3)}
    return Place(front(2) | told_by(2, lambda i: f"<article class=article-single><header><h1>Story {i}</h1></header><section class=article-guts><div class=article-content>{p(texts(i + 4))}</div></section></article>") | pages, {page: Wanted(holds=some, lacks=["Next →", "Page:"]) for page, some in zip(pages, parts, strict=True)})


def wall_instead_of_two_stories() -> Place:
    """Two of six addresses give a page that asks for consent (omnivore 4200)."""
    wall = "<div class=consent><h1>Bode with advertising</h1><p>Visit the Bode as usual with advertising and tracking. Details on the ways of advertising and tracking are found in our centre for privacy.</p><button>Agree and go on</button><p>Or read without tracking and nearly without advertising for 1.20 a week. For subscribers it is cheaper still.</p><a href=/pur>Learn more on the subscription</a><p>With your consent, we and our 141 partners process personal data and store information on your device.</p></div>"
    pages = told_by(4, lambda i: f"<main><article><h1>{titles(8000 + i, 1)[0]}</h1><div class=article-body>{p(texts(i))}</div></article></main>")
    return Place(front(6) | pages | {path(i): ("Bode with advertising", wall) for i in (4, 5)}, {**{path(i): Wanted(holds=texts(i)) for i in range(4)}, path(4): Wanted(("other", "toc")), path(5): Wanted(("other", "toc"))})


def front_page_of_articles() -> Place:
    """A front page of article elements with a long teaser each (readability 887)."""
    cards = "".join(f"<article class=feature><h2>{linked(i)}</h2><p class=dek>{texts(i)[0]}</p><span>by {NAME}</span></article>" for i in range(5))
    return Place({"/": ("The Bode", f"<main>{cards}</main>")} | told_by(5, lambda i: f"<main><article><h1>{linked(i)}</h1>{p(texts(i))}</article></main>"), {"/": Wanted(("toc",)), path(2): Wanted(holds=texts(2))})


def portal_of_boxes() -> Place:
    """A portal's front page: weather, shares, sport and a news list with pictures (readability 173)."""
    items = "".join(f"<li><a href={path(i % 5)}?from=box{i}><img src=/{i}.jpg></a><h3><a href={path(i % 5)}>{titles(8010, 12)[i]}</a></h3><p>{told(8030 + i, 1)[0][:140]}…</p></li>" for i in range(12))
    body = f"<div id=weather><h2>Weather</h2><p>Bode 14°, rain later in the day, wind from the west</p></div><div id=stream><h2>All stories</h2><ul>{items}</ul></div><div id=shares><h2>Shares</h2><table><tr><td>HLC</td><td>41.20</td><td>+0.4 %</td></tr><tr><td>BQX</td><td>8.05</td><td>−1.1 %</td></tr></table></div>"
    return Place({"/": ("Bode Portal", body)} | told_by(5, lambda i: f"<div id=main><h1>{titles(8010, 12)[i]}</h1>{p(texts(i))}</div>"), {"/": Wanted(("toc",)), path(1): Wanted(holds=texts(1))})


def index_of_news_alone() -> Place:
    """An index of news, the only page of its site that is known (readability 701)."""
    items = "".join(f"<div class=assetBody><a href=/news/{title.split(' ')[0].lower()}-{i}/><h6>{title}</h6><p>{text[:110]}</p></a><span class=assetAuthor>{NAME}</span> <span>{i + 1} hours ago</span></div>" for i, (title, text) in enumerate(zip(titles(8050, 18), told(8070, 18), strict=True)))
    return Place({"/news/": ("News: latest stories", f"<div id=page><h1>News</h1>{items}<a href=/news/2/>Show more</a></div>")}, {"/news/": Wanted(("toc",))})


def essay_at_the_root() -> Place:
    """A site that is one essay at its root, with links within its sentences (readability 506)."""
    parts = "".join(f"<h2>{title}</h2><p>{text} See <a href=https://else.example/{i}>what others found on the {title.split(' ')[0].lower()}</a>.</p>{p(some)}" for i, (title, text, some) in enumerate(zip(titles(8090, 3), A, (B, C, D), strict=False)))
    return Place({"/": ("How shops in the harbour price their fish", f"<main><h1>How shops in the harbour price their fish</h1>{parts}</main>")}, {"/": Wanted(holds=[*B, *C, *D, titles(8090, 3)[1]])}, menu="<a href=/>Home</a>")


def front_page_of_a_shop() -> Place:
    """A Vietnamese shop's front page: goods with prices, a vision, company data in the footer (trafilatura 617)."""
    goods = "".join(f"<div class=product><a href=/sp/{i}><img src=/{i}.jpg><h3>Xe đẩy trẻ em Bode ALB{i} - màu {mau}</h3></a><span class=price>{i + 2}.390.000₫</span></div>" for i, mau in enumerate(("hồng phấn", "xanh mint", "ghi xám", "đỏ đô", "vàng", "tím")))
    foot = "<div class=footer><h4>Công ty TNHH Bode</h4><p>Số 32 Yên Cảng, Trúc Bến, Hà Nội. Ngày cấp: 27/11/2018, Sở KHĐT</p><ul><li><a href=/bh>Bảo hành / Đổi trả hàng</a></li><li><a href=/faq>Câu hỏi thường gặp</a></li></ul><p>Bản quyền thuộc về Bode co., ltd</p></div>"
    return Place({"/": ("Bode - xe đẩy trẻ em", f"<div class=slider><a href=/km><img src=/s.jpg></a></div><div class=why><h2>Tại sao chọn Bode</h2><p>An toàn cho bé, yên tâm cho mẹ.</p></div><div class=grid>{goods}</div>{foot}")}, {"/": Wanted(("toc", "other"))}, "vi")


def choice_of_countries() -> Place:
    """A page on which one chooses a country (readability 240)."""
    lands = "".join(f"<li><a href=/{code}/>{name}</a></li>" for code, name in (("ar", "Argentina"), ("at", "Österreich"), ("br", "Brasil"), ("ca", "Canada"), ("dk", "Danmark"), ("fr", "France"), ("de", "Deutschland"), ("in", "India"), ("jp", "日本"), ("kr", "대한민국"), ("no", "Norge"), ("se", "Sverige")))
    return Place({"/country": ("Select your country", f"<div id=wrap><h1>Select your country</h1><p>Choose the country or region where you live, and we will show you what is offered there.</p><ul>{lands}</ul></div>")}, {"/country": Wanted(("toc", "other"))})


def list_of_times() -> Place:
    """A page that is a list of times and places among stories is no live blog (horseman-article-parser 133)."""
    times = "".join(f"<li><time datetime=2026-03-04T{h:02}:15>{h:02}:15</time> Quay {h % 5}</li>" for h in range(6, 22))
    pages = told_by(5, lambda i: f"<main><article><h1>{titles(8100 + i, 1)[0]}</h1><div class=live-updates>{p(texts(i))}</div></article></main>")
    return Place(front(5) | pages | {"/departures": ("Departures today", f"<main><h1>Departures today</h1><ul class=live-updates>{times}</ul></main>")}, {"/departures": Wanted(("other", "toc")), path(3): Wanted(holds=texts(3))})


def wiki_of_four_pages() -> Place:
    """A wiki's pages: in each heading a link to edit the section follows the words (Readplace 977)."""
    def content(i: int) -> str:
        parts = "".join(f"<h2><span class=mw-headline id=s{k}>{title}</span><span class=mw-editsection><span class=mw-editsection-bracket>[</span><a href='/w/index.php?title=P{i}&amp;action=edit&amp;section={k}' title='Edit section: {title}'>edit</a><span class=mw-editsection-bracket>]</span></span></h2><p>{text}</p>" for k, (title, text) in enumerate(zip(titles(8110 + 10 * i, 4), texts(i + 10), strict=True)))
        return f"<div id=content><h1 id=firstHeading>{titles(8105 + 10 * i, 1)[0]}</h1><div id=bodyContent><div class=mw-parser-output>{p(texts(i))}{parts}</div></div></div>"

    return Place({f"/wiki/P{i}": (titles(8105 + 10 * i, 1)[0], content(i)) for i in range(4)}, {f"/wiki/P{i}": Wanted(holds=[*texts(i), *texts(i + 10), *titles(8110 + 10 * i, 4)], lacks=["edit"]) for i in range(4)})


def stories_with_a_print_version() -> Place:
    """Each story has a version to print under a query of its own, with the links as a list (obsidian-clipper 952)."""
    def content(i: int) -> str:
        return f"<main><article><h1>{titles(8150 + i, 1)[0]}</h1><div class=article-content>{p(texts(i))}</div></article></main>"

    def printed(i: int) -> str:
        links = "".join(f"<li>[{k}] https://else.example/{i}/{k}</li>" for k in range(4))
        return f"<article class=printversion><h1>{titles(8150 + i, 1)[0]}</h1>{p(texts(i))}<p>URL of this article:<br>https://bode.example{path(i)}</p><p><strong>Links in this article:</strong></p><ol>{links}</ol></article>"

    pages = told_by(3, content) | {f"{path(i)}?view=print": (titles(8150 + i, 1)[0], printed(i)) for i in range(3)}
    return Place(pages, {page: Wanted(holds=texts(i % 3)) for i, page in enumerate(pages)})


def consent_on_every_story() -> Place:
    """Stories of two paragraphs, each behind the same settings for consent of eight (wallabag 7303)."""
    consent = "<div class=brlbs-box><h3>Datenschutzeinstellungen</h3>" + "".join(f"<div class=brlbs-item><h4>{name}</h4><p>{name} {was} Einige davon sind nötig, andere helfen uns, diese Website und Ihre Erfahrung zu verbessern.</p></div>" for name, was in (("Essenziell", "ermöglichen grundlegende Funktionen und sind für die Seite erforderlich."), ("Statistiken", "erfassen Daten anonym und zeigen, wie unsere Besucher die Seite nutzen."), ("Marketing", "werden von Dritten genutzt, um persönliche Werbung zu zeigen."), ("Externe Medien", "von Videoplattformen und sozialen Diensten sind zunächst blockiert."))) + "<a href=/datenschutz>Datenschutzerklärung</a> <a href=/impressum>Impressum</a></div>"
    return Place(front(4) | told_by(4, lambda i: f"<div id=BorlabsCookieBox><div class=box-wrap>{consent}</div></div><main><article><h1>{titles(8160 + i, 1)[0]}</h1><div class=entry-content>{p(texts(i, 2))}</div></article></main>"), {path(i): Wanted(holds=texts(i, 2), lacks=["Statistiken", "Datenschutzeinstellungen"]) for i in range(4)}, "de")


def stories_by_a_page_builder() -> Place:
    """Stories by a page builder whose widgets all look alike, with newest posts below each (miniflux 1343)."""
    def widget(kind: str, inner: str) -> str:
        return f"<div class='elementor-element elementor-widget elementor-widget-{kind}' data-widget_type={kind}.default><div class=elementor-widget-container>{inner}</div></div>"

    def content(i: int) -> str:
        posts = "".join(f"<article class=elementor-post><h3 class=elementor-post__title>{linked(k)}</h3><div class=elementor-post__excerpt><p>{texts(k)[0][:120]}[…]</p></div></article>" for k in range(4) if k != i)
        return f"<div class=elementor-location-single><section>{widget('theme-post-title', f'<h1>{titles(8170 + i, 1)[0]}</h1>')}</section><section>{widget('theme-post-content', p(texts(i)))}</section><section>{widget('heading', '<h2>Newest posts</h2>')}{widget('posts', posts)}</section></div>"

    return Place(front(4) | told_by(4, content), {path(i): Wanted(holds=texts(i), lacks=["Newest posts", "[…]"]) for i in range(4)})


def workshop_in_some_stories() -> Place:
    """Six stories, in three of which a box offers the same workshop (fundus 426)."""
    box = "<div class=a-box><div class=a-box__inner><p><strong>Workshop on cranes:</strong> In two days our teachers show how a portal crane is run, oiled and kept for ninety years more. Places are few, so book early. <a href=https://shop.example/w>To the workshop</a></p></div></div>"
    return Place(front(6) | told_by(6, lambda i: f"<main><article><header><h1>{titles(8180 + i, 1)[0]}</h1><p class=a-article-header__lead>{texts(i + 30, 1)[0]}</p></header><div class=article-content>{p(texts(i)[:2])}{box if i < 3 else ''}{p(texts(i)[2:])}</div></article></main>"), {path(i): Wanted(holds=texts(i), lacks=["Workshop on", "Places are few"]) for i in range(6)})


# -- the same kinds in other shapes ------------------------------------------------------------------------------------


def signs_behind_headings() -> Report:
    """Headings that end with a sign which leads to themselves."""
    parts = "".join(f"<div class=section id=s{i}><h2>{title}<a class=headerlink href=#s{i} title='Permalink to this'>¶</a></h2>{p(some)}</div>" for i, (title, some) in enumerate(zip(titles(8300, 3), (A, B, C), strict=True)))
    return Report(f"<main>{H1}{parts}</main>", [*A, *B, *C, *(f"{title}\n" for title in titles(8300, 3))], ["¶"])


def signs_before_headings() -> Report:
    """Headings that begin with a sign which leads to themselves."""
    parts = "".join(f"<h2 id=s{i}><a href=#s{i}>#</a> {title}</h2>{p(some)}" for i, (title, some) in enumerate(zip(titles(8310, 3), (A, B, C), strict=True)))
    return Report(f"<article>{H1}{parts}</article>", [*A, *B, *C, *(f"\n{title}\n" for title in titles(8310, 3)[1:])], ["#"])


def chinese_words_behind_headings() -> Report:
    """Chinese headings with links to edit their section."""
    parts = "".join(f"<h2><span id=s{i}>{name}</span><span>[<a href='/index.php?title=Q&action=edit&section={i}'>编辑</a>]</span></h2>{p(CHINESE[i * 2 : i * 2 + 2])}" for i, name in enumerate(("早年生活", "离开港口", "后来的事情")))
    return Report(f"<html lang=zh><div id=content><h1>老起重机</h1><div class=out>{parts}</div></div>", [*CHINESE, "\n离开港口\n", "\n后来的事情\n"], ["编辑"], {}, "<title>老起重机</title>")


def names_behind_headings() -> Report:
    """Headings that end with a person's name as a link to the same address stay whole."""
    parts = "".join(f"<h2>{title}, by <a href=/q>{NAME}</a></h2>{p(some)}" for title, some in zip(titles(8320, 3), (A, B, C), strict=True))
    return Report(f"<article>{H1}<p>{D[0]}</p>{parts}</article>", [*A, *B, *C, *(f"{title}, by {NAME}" for title in titles(8320, 3))])


def wiki_with_boxes_around_headings() -> Place:
    """A wiki of four pages whose headings stand in a box beside the links to edit the section."""
    def content(i: int) -> str:
        parts = "".join(f"<div class=mw-heading><h2 id=s{k}>{title}</h2><span class=mw-editsection>[<a href='/w?title=P{i}&amp;section={k}'>rediger</a> | <a href='/w?title=P{i}&amp;source={k}'>rediger kilde</a>]</span></div><p>{text}</p>" for k, (title, text) in enumerate(zip(titles(8330 + 10 * i, 4), texts(i + 10), strict=True)))
        return f"<div id=content><h1>{titles(8325 + 10 * i, 1)[0]}</h1><div class=mw-parser-output>{p(texts(i))}{parts}</div></div>"

    return Place({f"/wiki/P{i}": (titles(8325 + 10 * i, 1)[0], content(i)) for i in range(4)}, {f"/wiki/P{i}": Wanted(holds=[*texts(i), *texts(i + 10), *titles(8330 + 10 * i, 4)], lacks=["rediger"]) for i in range(4)}, "da")


def notes_as_paragraphs() -> Report:
    """Notes as paragraphs that begin with their mark, below a rule, as an office program writes them."""
    marked = "".join(f"<p>{text}<a href=#_ftn{i} name=_ftnref{i}>[{i}]</a></p>" for i, text in enumerate(A, 1))
    notes = "".join(f"<div id=ftn{i}><p><a href=#_ftnref{i} name=_ftn{i}>[{i}]</a> {text}</p></div>" for i, text in enumerate(C, 1))
    return Report(f"{H1}{marked}{p(B)}<div><br clear=all><hr align=left size=1 width=33%>{notes}</div>", [*B, *C])


def notes_below_three_essays() -> Place:
    """Notes in a list below the text of three essays, one of them without any."""
    def content(i: int) -> str:
        marked = "".join(f"<p>{text}<sup><a id=r{k} href=#n{k}>{k}</a></sup></p>" for k, text in enumerate(texts(i), 1)) if i else p(texts(i))
        notes = "".join(f"<li id=n{k}>{text} <a href=#r{k}>↑</a></li>" for k, text in enumerate(texts(i + 10), 1))
        return f"<main><h1>{titles(8370 + i, 1)[0]}</h1><div class=essay>{marked}</div>{f'<div class=notes><h2>Anmerkungen</h2><ol>{notes}</ol></div>' if i else ''}</main>"

    return Place(front(3) | told_by(3, content), {path(1): Wanted(holds=[text[:80] for text in (*texts(1), *texts(11))]), path(2): Wanted(holds=[text[:80] for text in (*texts(2), *texts(12))])}, "de")


def lists_in_the_cells_of_a_site() -> Place:
    """Stories of four pages, each with a table in whose cells lists stand."""
    def content(i: int) -> str:
        rows = "".join(f"<tr><td>{title}</td><td><ol><li>{title.upper()} lifts {k} tonnes</li><li>nothing else</li></ol></td></tr>" for k, title in enumerate(titles(8380 + 10 * i, 3)))
        return f"<article><h1>{titles(8420 + i, 1)[0]}</h1><div class=text>{p(texts(i)[:2])}<table><thead><tr><th>Crane</th><th>What it does</th></tr></thead><tbody>{rows}</tbody></table>{p(texts(i)[2:])}</div></article>"

    return Place(front(4) | told_by(4, content), {path(i): Wanted(holds=[*texts(i), *(f"{title.upper()} lifts {k} tonnes\nnothing else" for k, title in enumerate(titles(8380 + 10 * i, 3)))]) for i in range(4)})


def label_above_links_after_the_text() -> Report:
    """A German sub-heading above linked lines, both in the text's own box, after its end."""
    links = "".join(f"<p><a href=/t/{i}>{title}</a></p>" for i, title in enumerate(titles(8430, 4)))
    return Report(f"<html lang=de><article>{H1}<div class=text>{p(A)}<h3>Was noch offen ist</h3>{p(B)}<h3>Mehr zum Thema</h3>{links}</div></article>", [*A, *B, "Was noch offen ist"], ["Mehr zum Thema", titles(8430, 4)[2]])


def chinese_label_above_links() -> Report:
    """A Chinese label above a list of links in the text's own box."""
    links = "".join(f"<li><a href=/{i}>{prose(8440 + i, chinese=True).headline()}</a></li>" for i in range(5))
    return Report(f"<html lang=zh><div class=content><h1>老起重机离开港口</h1>{p(CHINESE)}<p><strong>相关阅读</strong></p><ul>{links}</ul></div>", CHINESE, ["相关阅读"], {}, "<title>老起重机离开港口</title>")


def first_chapter_in_a_header() -> Report:
    """Chapters whose heading stands in a header; the first is directly below the headline."""
    parts = "".join(f"<section class=chapter><header><h3>{title}</h3></header><div class=chapter-text>{p(some)}</div></section>" for title, some in zip(titles(8450, 4), (A, B, C, D), strict=True))
    return Report(f"<main>{H1}{parts}</main>", [*A, *B, *C, *D, *titles(8450, 4)])


def short_points_in_order() -> Report:
    """Short points in order between paragraphs, in Spanish and without a heading."""
    points = ("Abrir la válvula", "Bajar el brazo", "Cerrar la cabina")
    text = [f"La vieja grúa número {i} salió del puerto el miércoles, después de noventa años de trabajo, y más de cien personas fueron al muelle para verla." for i in range(1, 5)]
    return Report(f"<html lang=es><div class=post><h1>La vieja grúa deja el puerto</h1>{p(text[:2])}<ol>{''.join(f'<li>{one}</li>' for one in points)}</ol>{p(text[2:])}</div>", [*text, "\n".join(points)], (), {}, "<title>La vieja grúa deja el puerto</title>")


def aside_that_asks_for_money() -> Report:
    """One aside without links between the paragraphs, and a form in another."""
    ask = "<aside><h4>Keep us going</h4><p>We are read by thirty thousand people, and only one in a hundred of them pays for it.</p></aside>"
    form = "<aside class=box><p>Write to us, and we will write to you each day at seven, before the sun is up.</p><form><input type=email></form></aside>"
    return Report(f"<article>{H1}{p(A[:2])}{ask}{p(A[2:])}{form}{p(B)}</article>", [*A, *B], ["Keep us going", "each day at seven"])


VARIED: Sequence[Callable[[], Report]] = (
    signs_behind_headings, signs_before_headings, chinese_words_behind_headings, names_behind_headings, notes_as_paragraphs, label_above_links_after_the_text,
    chinese_label_above_links, first_chapter_in_a_header, short_points_in_order, aside_that_asks_for_money,
)  # fmt: skip
VARIED_PLACES: Sequence[Callable[[], Place]] = (wiki_with_boxes_around_headings, notes_below_three_essays, lists_in_the_cells_of_a_site)

REPORTS: Sequence[Callable[[], Report]] = (
    headings_beside_edit_links, sections_with_two_edit_links, endnotes_with_roles, notes_below_a_rule, notes_in_a_box_named_footnote, numbers_of_notes_in_a_sentence,
    commands_of_a_shell, words_of_a_program_in_a_sentence, program_in_a_table_with_line_numbers, indented_program, sentence_in_fonts, letters_marked_within_a_word,
    words_that_do_not_break, bare_text_behind_paragraphs, hours_in_a_table_of_lists, cells_with_breaks, appendix_of_linked_rows, points_in_cells, steps_in_nested_boxes,
    list_of_sources, notice_on_cookies_longer_than_the_story, notice_on_cookies_above_bare_text, rest_behind_a_button, readings_above_words, readings_in_brackets,
    agreement_longer_than_the_story, comments_of_a_clinic, french_portrait_in_a_grid, paper_in_sections, strapline_of_a_newsletter_form,
    story_with_its_signature_within_another, topics_after_the_last_paragraph, end_tag_without_a_start, wiki_with_a_box_beside_it, previews_below_the_post,
    text_that_begins_with_a_link, text_goes_on_behind_a_picture, bold_headings_and_traits, items_with_paragraphs_once, poem_by_breaks, lyrics_as_they_are,
    refrain_sung_four_times, headings_of_the_first_level_in_a_newsletter, subtitle_in_the_header, headings_between_components, quotations_in_an_aside, notes_in_asides,
    panels_of_terms, words_for_screen_readers, products_with_their_data, empty_box_that_declares_the_text, overlay_that_asks_for_donations, letter_in_short_lines,
    programmes_at_the_end, sample_of_a_quotation_and_a_table, chinese_bars_of_links, russian_text_with_breaks, chinese_text_with_wide_spaces,
    korean_story_in_sections, chapters_in_bodies_of_sections, tables_in_their_places, blurb_above_the_text,
)  # fmt: skip

PLACES: Sequence[Callable[[], Place]] = (
    story_on_pages_and_on_one, parts_by_query, parts_by_number, front_page_of_articles, portal_of_boxes, index_of_news_alone, essay_at_the_root,
    front_page_of_a_shop, list_of_times, wiki_of_four_pages, stories_with_a_print_version, consent_on_every_story, stories_by_a_page_builder,
    workshop_in_some_stories,
)  # fmt: skip


MISSED: Sequence[tuple[Callable[[], Report], str]] = (
    (paragraphs_with_a_word_to_read_on, "a short line in a box of its own heads a part of other stories; nothing but its words tells it from such a heading"),
    (page_of_short_lines, "a short line in the header is mostly a slogan or a date; here it is the story's second sentence"),
)
MISSED_PLACES: Sequence[tuple[Callable[[], Place], str]] = (
    (wall_instead_of_two_stories, "the same text under two addresses is a story at both; nothing but its words tells that it asks for consent"),
    (choice_of_countries, "a sentence above short links is a notice above the site's menu as well, where no other page shows the menu"),
)


def expected_to_fail(missed: Sequence[tuple[Callable[[], object], str]]) -> list[object]:
    return [pytest.param(one, marks=pytest.mark.xfail(strict=True, reason=why)) for one, why in missed]


def check_place(place: Place) -> None:
    found = cleaned(Site(place.pages, {}, place.language, place.menu))
    for page, wanted in place.wanted.items():
        assert found[page].page_type in wanted.types, page
        body = found[page].article.article_body if found[page].article is not None else ""
        assert [text for text in wanted.holds if text not in body] == [], page
        assert [text for text in wanted.lacks if text in body] == [], page


@pytest.mark.parametrize("report", [*REPORTS, *VARIED, *expected_to_fail(MISSED)], ids=lambda one: one.__name__)
def test_what_was_reported_elsewhere(report: Callable[[], Report]) -> None:
    check(report())


@pytest.mark.parametrize("place", [*PLACES, *VARIED_PLACES, *expected_to_fail(MISSED_PLACES)], ids=lambda one: one.__name__)
def test_what_was_reported_of_a_site_elsewhere(place: Callable[[], Place]) -> None:
    check_place(place())
