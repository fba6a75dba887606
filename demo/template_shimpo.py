"""Design of the Japanese site: hardly any metadata, no charset from the server, no ruby annotations."""

# ruff: noqa: E501 - lines of markup stand as they are served

from __future__ import annotations

from demo.markup import body, link, own, sentence_with_link, slot, text, varying
from demo.story import Block
from demo.view import ArticleView, Entry, Frame, ListView, StaticView, Teaser

NAME = "汐見新報"
_COOKIE = "当サイトでは、利便性の向上と閲覧状況の分析のためにクッキーを使用しています。閲覧を続けることで同意したものとみなします。"
_LEGAL = "当サイトに掲載の記事・写真・図表の無断転載を禁じます。高校野球や駅伝の速報は公式記録ではありません。 © {year} 汐見新報社"
_BREAKS_EVERY = 5
"""Every fifth story separates its paragraphs with br elements, as the former editor did."""


def _frame(frame: Frame, main: str) -> str:
    menu = "\n".join(
        f'<li>{link(entry.url, text(entry.text))}<ul>' + "".join(f"<li>{link(c.url, text(c.text))}</li>" for c in entry.children) + "</ul></li>"
        for entry in frame.menu
    )
    read = "".join(f"<li>{link(varying(t.url), text(varying(t.headline)))}</li>" for t in frame.most_read)
    focus = "".join(f"<li>{link(varying(story.url), text(varying(story.text)))}</li>" for story in frame.focus.children)
    crumbs = " ＞ ".join(_crumb(crumb) for crumb in frame.crumbs)
    canonical = slot(f'<link rel="canonical" href="{text(frame.canonical)}">') if frame.canonical else ""
    robots = slot(f'<meta name="robots" content="{frame.robots}">') if frame.robots else ""
    charset = frame.charset if frame.charset == "utf-8" else varying(frame.charset)
    return f"""<!doctype html>
<html><head><meta charset="{charset}"><title>{text(varying(frame.title))}｜{NAME}</title>{canonical}{robots}</head>
<body>
<div id="header"><h1 class="site"><a href="/">{NAME}</a></h1><p class="date">{text(varying(frame.today))}</p>
<ul class="util"><li><a href="/company.html">会社案内</a></li><li><a href="/inquiry.html">お問い合わせ</a></li><li><a href="/subscribe.html">購読のご案内</a></li></ul></div>
<ul id="gnav">
{menu}
</ul>
<p class="pan">{crumbs}</p>
<div id="wrap"><div id="main">
{main}
</div>
<div id="side"><h3>アクセスランキング</h3><ol>{read}</ol>
<h3>特集：{text(varying(frame.focus.text))}</h3><ul>{focus}</ul><p>{link(varying(frame.focus.url), text("特集一覧へ"))}</p>
<h3>お知らせ</h3><p>メールマガジン「朝の五分」では、クマ出没情報や駅伝の結果を毎朝お届けします。</p></div></div>
<div id="footer"><ul><li><a href="/privacy.html">個人情報の取り扱い</a></li><li><a href="/company.html">会社案内</a></li><li><a href="/files/ad.pdf">広告料金表</a></li><li><a href="/old/top">旧サイト</a></li><li><a href="/members/mypage.html">会員ページ</a></li><li><a href="/rss.html">RSS</a></li><li><a href="/maintenance.html">稼働状況</a></li></ul>
<p>{text(_LEGAL.format(year=frame.year))}</p><p class="cookie">{text(_COOKIE)}</p></div>
</body></html>
"""


def _crumb(crumb: Entry) -> str:
    home = crumb.url == "/"
    return link(crumb.url if home else varying(crumb.url), text(crumb.text if home else varying(crumb.text)))


def _block(block: Block, view: ArticleView, position: int) -> str:
    breaks = view.number % _BREAKS_EVERY == 0
    if block.kind == "h2":
        return f'<p class="koMidashi"><b>{body(block.texts[0])}</b></p>' if not breaks else f"<b>{body('■' + block.texts[0])}</b><br><br>"
    if block.kind == "ul":
        return "<ul>" + "".join(f"<li>{body(item)}</li>" for item in block.texts) + "</ul>"
    if block.kind == "table":
        rows = ("".join(f"<td>{body(cell)}</td>" for cell in row.split("\t")) for row in block.texts)
        return "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"
    if block.kind == "also":
        pointers = "".join(f"【関連記事】{link(t.url, text(t.headline))}" for t in view.related[:1])
        return f"<p>{pointers}</p>" if pointers and not breaks else pointers + "<br><br>" * bool(pointers)
    value = f"「{block.texts[0]}」" if block.kind == "quote" else "　" + block.texts[0]
    words = sentence_with_link(value, view.tags[0].url, words=False) if position % 4 == 1 else body(value)
    return f"{words}<br><br>" if breaks else f"<p>{words}</p>"


def article(view: ArticleView) -> str:
    """Return a story's page."""
    blocks = "\n".join(slot(_block(block, view, position)) for position, block in enumerate(view.blocks))
    related = "".join(f"<li>{link(varying(t.url), text(varying(t.headline)))}{text(varying(f'（{t.moment}）'))}</li>" for t in view.related)
    comments = "".join(slot(f"<dt>{own(who)}さん</dt><dd>{own(what)}</dd>") for who, what in view.comments)
    main = f"""<p class="cat">{own(view.kicker)}</p>
<h2>{own(view.headline)}</h2>
<p class="day">{own(view.moment)} 配信</p>
<div class="photo"><img src="{varying(f"/img/p{view.number % 8}.jpg")}"><p>{own(view.caption)}</p></div>
<div class="honbun">
{blocks}
</div>
<p class="kisha">（{own(view.author.text)}）</p>
<p class="sns"><a href="#t">つぶやく</a> <a href="#s">シェアする</a> <a href="#p">印刷する</a></p>
<div class="kanren"><h3>関連記事</h3><ul>{related}</ul></div>
<div id="comment" class="koe"><h3>読者の声</h3><dl>{comments}</dl><p>投稿には会員登録が必要です。誹謗中傷は削除します。</p></div>"""
    return _frame(view.frame, main)


def listing(view: ListView) -> str:
    """Return a page of headlines, or of teasers on the front page."""
    def line(teaser: Teaser) -> str:
        lead = f"<p>{own(teaser.lead)}</p>" if view.front else ""
        return slot(f'<li><span class="day">{own(teaser.moment)}</span> {link(teaser.url, own(teaser.headline))}{lead}</li>')

    pages = slot(" ".join(link(page.url, text(page.text)) for page in view.pages))
    return _frame(view.frame, f'<h2>{own(view.heading)}</h2><ul class="ichiran">' + "\n".join(map(line, view.teasers)) + f'</ul><p class="pager">{pages}</p>')


def static(view: StaticView) -> str:
    """Return a page without a story: company, enquiries, privacy."""
    return _frame(view.frame, f"<h2>{own(view.heading)}</h2>" + "".join(slot(f"<p>{own(p)}</p>") for p in view.paragraphs))
