"""Design of the German site: nested div elements, only OpenGraph metadata, standfirst in the text column, some unclosed tags."""

# ruff: noqa: E501 - lines of markup stand as they are served

from __future__ import annotations

from demo.markup import body, link, own, sentence_with_link, slot, text, varying
from demo.story import Block
from demo.view import ArticleView, Entry, Frame, ListView, StaticView, Teaser

NAME = "Kranzfelder Bote"
_CONSENT = (
    "Mit Ihrer Zustimmung verwenden wir Cookies, um Reichweiten zu messen und Werbung auszuspielen. Hinweise zum "
    "Widerruf finden Sie in der Datenschutzerklärung. Alternativ lesen Sie werbefrei im Abonnement."
)
_LEGAL = (
    "© {year} Kranzfelder Verlagsanstalt. Alle Rechte vorbehalten. Nachdruck, auch auszugsweise, nur mit Genehmigung. "
    "Wetter, Brotpreise und Pegelstände ohne Gewähr."
)
_OPEN_TAGS_EVERY = 3
"""Every third story is from an old editor that does not close p and li."""


def _menu(entries: tuple[Entry, ...]) -> str:
    return "\n".join(
        f'<div class="nav__punkt">{link(entry.url, text(entry.text))}<div class="nav__unter">'
        + "".join(link(child.url, text(child.text)) + "\n" for child in entry.children)
        + "</div></div>"
        for entry in entries
    )


def _head(frame: Frame, extra: str) -> str:
    canonical = slot(f'<link rel="canonical" href="{text(frame.canonical)}"/>') + "\n" if frame.canonical else ""
    return (
        f'<meta http-equiv="content-type" content="text/html; charset={varying(frame.charset) if frame.charset != "utf-8" else frame.charset}"/>\n'
        f"<title>{text(varying(frame.title))} - {NAME}</title>\n{canonical}"
        + (slot(f'<meta name="robots" content="{frame.robots}"/>') + "\n" if frame.robots else "")
        + f'<meta property="og:site_name" content="{NAME}"/>\n<meta property="og:title" content="{text(varying(frame.title))}"/>\n{extra}'
    )


def _frame(frame: Frame, main: str, extra: str = "") -> str:
    crumbs = " / ".join(_crumb(crumb) for crumb in frame.crumbs)
    read = "".join(
        f'<div class="mg__zeile">{link(varying(t.url), text(varying(f"{t.kicker}: {t.headline}")))}</div>' for t in frame.most_read
    )
    focus = "".join(f"<li>{link(varying(story.url), text(varying(story.text)))}" for story in frame.focus.children)
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html lang="de"><head>
{_head(frame, extra)}</head>
<body>
<div id="seite"><div id="kopf">
<div class="dienste"><a href="/impressum.html">Impressum</a> <a href="/kontakt.html">Kontakt</a> <a href="/abo.html">Abonnement</a> <a href="/e-paper">E-Paper</a></div>
<div class="marke"><a href="/"><img src="/bild/marke.png" alt="{NAME}"/></a> <span>{text(varying(frame.today))}</span></div>
<div id="nav">
{_menu(frame.menu)}
</div></div>
<div class="pfad">Sie sind hier: {crumbs}</div>
<div id="spalten"><div id="mitte">
{main}
</div>
<div id="rechts">
<div class="kasten mg"><div class="kasten__titel">Meistgelesen</div>{read}</div>
<div class="kasten"><div class="kasten__titel">Schwerpunkt {text(varying(frame.focus.text))}</div><ul>{focus}</ul>{link(varying(frame.focus.url), text("Alle Beiträge zum Schwerpunkt"))}</div>
<div class="kasten nl"><div class="kasten__titel">Post am Morgen</div><p>Handball, Hochwasser, Haushalt: das Wichtigste aus der Region kostenlos per E-Mail.</p><a href="/abo.html">Jetzt anmelden</a></div>
</div></div>
<div id="fuss"><a href="/datenschutz.html">Datenschutz</a> <a href="/impressum.html">Impressum</a> <a href="/mediadaten.pdf">Mediadaten</a> <a href="/alt/startseite.html">Alte Startseite</a> <a href="/intern/dienstplan.html">Redaktion</a> <a href="/leer.html">Störungen</a>
<p>{text(_LEGAL.format(year=frame.year))}</p></div>
<div id="zustimmung"><p>{text(_CONSENT)}</p><a href="#ja">Zustimmen</a> <a href="#nein">Ablehnen</a></div>
</div></body></html>
"""


def _crumb(crumb: Entry) -> str:
    home = crumb.url == "/"
    return link(crumb.url if home else varying(crumb.url), text(crumb.text if home else varying(crumb.text)))


def _block(block: Block, view: ArticleView, position: int) -> str:
    close_p, close_li = ("", "") if view.number % _OPEN_TAGS_EVERY == 0 else ("</p>", "</li>")
    if block.kind == "h2":
        return f'<h3 class="zwischentitel">{body(block.texts[0])}</h3>'
    if block.kind == "quote":
        return f'<div class="zitat">{body(block.texts[0])}</div>'
    if block.kind == "ul":
        return "<ul>" + "".join(f"<li>{body(item)}{close_li}" for item in block.texts) + "</ul>"
    if block.kind == "table":
        rows = ("".join(f"<td>{body(cell)}</td>" for cell in row.split("\t")) for row in block.texts)
        return '<table class="zahlen">' + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"
    if block.kind == "also":
        return "".join(f"<p>Lesen Sie auch: {link(t.url, text(t.headline))}{close_p}" for t in view.related[:1])
    linked = position % 4 == 3 and view.tags
    words = sentence_with_link(block.texts[0], view.tags[0].url, words=True) if linked else body(block.texts[0])
    return f"<p>{words}{close_p}"


def _in_box(value: str) -> str:
    return text(varying(value))


def _teaser(teaser: Teaser, kind: str) -> str:
    mark = own if kind == "liste" else _in_box
    return (
        f'<div class="teaser teaser--{kind}"><div class="dach">{mark(teaser.kicker)}</div>{link(varying(teaser.url), f"<b>{mark(teaser.headline)}</b>")}'
        f'<div class="anriss">{mark(teaser.lead)} {link(varying(teaser.url), text("mehr"))}</div></div>\n'
    )


def article(view: ArticleView) -> str:
    """Return a story's page."""
    blocks = "\n".join(slot(_block(block, view, position)) for position, block in enumerate(view.blocks))
    comments = "".join(
        slot(
            f'<div class="k"><div class="k__kopf">{own(who)} schrieb:</div><div class="k__text">{own(what)}</div>'
            '<a href="#antwort">Antworten</a></div>'
        )
        for who, what in view.comments
    )
    image = f"{view.frame.base}/bild/foto{view.number % 7}.jpg"
    extra = (
        f'<meta property="og:type" content="article"/>\n<meta property="og:description" content="{text(varying(view.lead))}"/>\n'
        f'<meta property="og:url" content="{text(varying(view.frame.base + view.frame.url))}"/>\n<meta property="og:image" content="{varying(image)}"/>\n'
        f'<meta property="article:published_time" content="{varying(view.published.isoformat())}+01:00"/>\n'
        f'<meta property="article:section" content="{text(varying(view.kicker))}"/>\n'
    )
    main = f"""<div class="artikel" id="{varying(f"artikel-{view.number}")}"><div class="dachzeile">{own(view.kicker)}</div><h2 class="titel">{own(view.headline)}</h2>
<div class="zeile">{own(view.moment)} &middot; Von {link(varying(view.author.url), own(view.author.text))}</div>
<div class="bild"><img src="{varying(image)}" alt=""/><div class="bu">{own(view.caption)} Foto: {own(view.credit)}</div></div>
<div class="text"><p class="einleitung"><b>{body(view.lead)}</b></p>
{blocks}
<p class="ende">(Kranzfelder Bote)</p></div>
<div class="leiste"><a href="#drucken">Drucken</a> <a href="#merken">Merken</a> <a href="#teilen">Teilen</a> Schriftgröße <a href="#a">A</a> <a href="#b">A+</a></div>
<div class="schlagworte">Schlagworte: {" ".join(link(varying(tag.url), own(tag.text)) for tag in view.tags)}</div></div>
<div class="mehr"><div class="kasten__titel">Mehr zum Thema</div>{"".join(_teaser(t, "klein") for t in view.related)}</div>
<div class="kommentare"><div class="kasten__titel">Leserkommentare</div>{comments}<p>Zum Kommentieren melden Sie sich bitte an. Es gilt die Netiquette.</p></div>"""
    return _frame(view.frame, main, extra)


def listing(view: ListView) -> str:
    """Return a page of teasers."""
    pages = slot(" | ".join(link(page.url, text(page.text)) for page in view.pages))
    entries = "".join(slot(_teaser(teaser, "liste")) for teaser in view.teasers)
    return _frame(view.frame, f'<h1 class="ressort">{own(view.heading)}</h1>\n{entries}<div class="seiten">{pages}</div>')


def static(view: StaticView) -> str:
    """Return a page without a story: imprint, contact, privacy."""
    return _frame(view.frame, f'<div class="seite"><h1>{own(view.heading)}</h1>' + "".join(slot(f"<p>{own(p)}</p>") for p in view.paragraphs) + "</div>")
