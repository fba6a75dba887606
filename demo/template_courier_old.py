"""Design of the English site before its redesign: layout tables, font elements, unquoted attributes, unclosed cells."""

# ruff: noqa: E501 - lines of markup stand as they are served

from __future__ import annotations

from demo.markup import body, link, own, slot, text, varying
from demo.story import Block
from demo.view import ArticleView, Frame, ListView, Teaser

_NOTICE = (
    "The Wickhaven Courier online. Published daily except on Sundays and when the river floods. Reproduction of texts and "
    "football results only with written permission. Best viewed at 1024 x 768."
)


def _frame(frame: Frame, main: str) -> str:
    menu = "\n".join(
        f"<TR><TD class=nav1>{link(entry.url, text(entry.text))}"
        + "".join(f"<TR><TD class=nav2>&nbsp;&raquo; {link(child.url, text(child.text))}" for child in entry.children)
        for entry in frame.menu
    )
    read = "<br>\n".join(link(varying(t.url), text(varying(t.headline))) for t in frame.most_read)
    canonical = slot(f'<link rel="canonical" href="{text(frame.canonical)}">') if frame.canonical else ""
    return f"""<HTML><HEAD><META http-equiv="Content-Type" content="text/html; charset=utf-8">
<TITLE>The Wickhaven Courier - {text(varying(frame.title))}</TITLE>{canonical}
</HEAD>
<BODY bgcolor=#ffffff>
<TABLE width=980 border=0 cellspacing=0><TR><TD colspan=3 id=masthead><a href="/"><IMG src="/static/logo.gif" alt="The Wickhaven Courier"></a>
<font size=1>{text(varying(frame.today))} | <a href="/about/">About us</a> | <a href="/contact/">Contact</a> | <a href="/terms/">Terms of use</a></font></TD></TR>
<TR><TD width=160 valign=top id=leftcol><TABLE>
{menu}
</TABLE></TD>
<TD width=600 valign=top id=content>
{main}
</TD><TD width=220 valign=top id=rightcol>
<b>Top stories this week</b><br>
{read}
<p><b>Courier dossier</b><br>{link(varying(frame.focus.url), text(varying(frame.focus.text)))}<br>
<p><img src="/static/ad.gif" alt="Advertisement"><br><font size=1>Garden sheds from 99 crowns!</font>
</TD></TR>
<TR><TD colspan=3 id=bottom align=center><font size=1>{text(_NOTICE)}</font></TABLE>
</BODY></HTML>
"""


def _block(block: Block, view: ArticleView) -> str:
    if block.kind == "h2":
        return f"<p><b>{body(block.texts[0])}</b>"
    if block.kind == "ul":
        return "<UL>" + "".join(f"<LI>{body(item)}" for item in block.texts) + "</UL>"
    if block.kind == "table":
        rows = ("".join(f"<TD>{body(cell)}" for cell in row.split("\t")) for row in block.texts)
        return "<TABLE border=1>" + "".join(f"<TR>{row}" for row in rows) + "</TABLE>"
    if block.kind == "also":
        target = view.related[0] if view.related else None
        return f"<p><i>See also: {link(target.url, text(target.headline))}</i>" if target else ""
    return f"<p>{body(block.texts[0])}"


def article(view: ArticleView) -> str:
    """Return a story's page."""
    blocks = "\n".join(slot(_block(block, view)) for block in view.blocks)
    related = "".join(f"<LI>{link(varying(teaser.url), text(varying(teaser.headline)))}" for teaser in view.related)
    tags = ", ".join(link(varying(tag.url), own(tag.text)) for tag in view.tags)
    comments = "".join(slot(f"<TR><TD class=cmt><b>{own(who)}</b> wrote:<br>{own(what)}") for who, what in view.comments)
    main = f"""<font size=1 color=#990000>{own(view.kicker.upper())}</font>
<h1>{own(view.headline)}</h1>
<font size=2><i>{own(view.lead)}</i></font><br>
<font size=1>{own(view.author.text)}, {own(view.moment)}</font>
<TABLE align=right width=220><TR><TD><IMG src="{varying(f"/static/photo-{view.number % 9}.jpg")}"><br><font size=1>{own(view.caption)}</font></TABLE>
<DIV class=txt>
{blocks}
</DIV>
<p><font size=1>[<a href="#print">Print this page</a>] [<a href="#mail">Mail to a friend</a>] [<a href="#top">Back to top</a>]</font>
<p><font size=1>Keywords: {tags}</font>
<p><b>Earlier stories</b><UL>{related}</UL>
<DIV id=comments><TABLE width=100%><TR><TD><b>Readers' letters</b>{comments}</TABLE></DIV>"""
    return _frame(view.frame, main)


def listing(view: ListView) -> str:
    """Return a page of headlines."""
    def line(teaser: Teaser) -> str:
        return slot(f"<p><font size=1>{own(teaser.moment)}</font><br>{link(teaser.url, own(teaser.headline))}<br>{own(teaser.lead)}")

    pages = slot(" ".join(link(page.url, text(page.text)) for page in view.pages))
    return _frame(view.frame, f"<h1>{own(view.heading)}</h1>" + "\n".join(map(line, view.teasers)) + f"<p>{pages}")
