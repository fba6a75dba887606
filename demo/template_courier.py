"""Design of the English site: HTML5 with JSON-LD, many boxes, comments below the story."""

# ruff: noqa: E501 - lines of markup stand as they are served

from __future__ import annotations

import json

from demo.markup import body, link, own, sentence_with_link, slot, text, varying
from demo.story import Block
from demo.view import ArticleView, Entry, Frame, ListView, StaticView, Teaser

NAME = "The Wickhaven Courier"
_COOKIES = (
    "We and our 214 partners store and read information on your device, such as cookies, to show advertising that "
    "suits you, to measure what is read, and to improve our weather maps. You can object at any time."
)
_LETTER = "The morning briefing: football, housing, floods and the rest of the day in five minutes."
_LEGAL = (
    "© {year} Wickhaven Newspapers. All rights reserved. Registered office: 4 Mill Pond, Wickhaven. The Courier is not "
    "responsible for the content of external sites. Opera and cup tickets are sold by third parties."
)


def _menu(entries: tuple[Entry, ...]) -> str:
    items = []
    for entry in entries:
        below = "".join(f'<li class="sub">{link(child.url, text(child.text))}</li>' for child in entry.children)
        items.append(f'<li class="item">{link(entry.url, text(entry.text))}<ul class="submenu">{below}</ul></li>')
    return "\n".join(items)


def _head(frame: Frame, extra: str) -> str:
    canonical = slot(f'<link rel="canonical" href="{text(frame.canonical)}">') + "\n" if frame.canonical else ""
    robots = slot(f'<meta name="robots" content="{frame.robots}">') + "\n" if frame.robots else ""
    return (
        f'<meta charset="utf-8">\n<title>{text(varying(frame.title))} | {NAME}</title>\n'
        f'<meta name="description" content="{text(varying(frame.description))}">\n{canonical}{robots}'
        f'<link rel="stylesheet" href="/static/site.css">\n{extra}'
        "<script>window.dataLayer=window.dataLayer||[];dataLayer.push({page:'courier'});</script>"
    )


def _frame(frame: Frame, main: str, extra: str = "") -> str:
    crumbs = " › ".join(_crumb(crumb) for crumb in frame.crumbs)
    focus = "".join(f"<li>{link(varying(story.url), text(varying(story.text)))}</li>" for story in frame.focus.children)
    read = "".join(
        f'<li><span class="rank">{rank}</span> {link(varying(t.url), text(varying(t.headline)))}</li>'
        for rank, t in enumerate(frame.most_read, 1)
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
{_head(frame, extra)}
</head>
<body class="theme-2">
<div id="consent" class="cmp-banner"><p>{text(_COOKIES)}</p><button>Accept all</button><button>Manage choices</button></div>
<header class="site-header">
<a class="logo" href="/"><img src="/static/logo.svg" alt="{NAME}"></a>
<ul class="utility"><li><a href="/about/">About us</a></li><li><a href="/contact/">Contact</a></li><li><a href="/today">Today's paper</a></li>
<li><a href="/account/login">Sign in</a></li></ul>
<form action="/search" role="search"><input name="q" placeholder="Search"><button>Search</button></form>
<nav class="main-nav"><ul>
{_menu(frame.menu)}
</ul></nav>
<p class="edition">{text(varying(frame.today))}</p>
</header>
<div class="focus-bar"><strong>In focus:</strong> {link(varying(frame.focus.url), text(varying(frame.focus.text)))}<ul>{focus}</ul></div>
<div class="crumbs">{crumbs}</div>
<div class="layout">
{main}
<aside class="rail">
<section class="most-read"><h3>Most read</h3><ol>{read}</ol></section>
<section class="newsletter"><h3>Newsletter</h3><p>{text(_LETTER)}</p><input type="email"><button>Subscribe</button></section>
<section class="weather"><h3>Weather</h3><p>Wickhaven 9°C, showers, wind from the harbour.</p></section>
</aside>
</div>
<footer class="site-footer">
<ul><li><a href="/privacy/">Privacy</a></li><li><a href="/terms/">Terms of use</a></li><li><a href="/media/rates.pdf">Advertising rates (PDF)</a></li>
<li><a href="/partner/garden-sheds/">Partner content</a></li><li><a href="/jobs/">Jobs</a></li><li><a href="/status/">Status</a></li></ul>
<p>{text(_LEGAL.format(year=frame.year))}</p>
</footer>
</body>
</html>
"""


def _crumb(crumb: Entry) -> str:
    home = crumb.url == "/"
    return link(crumb.url if home else varying(crumb.url), text(crumb.text if home else varying(crumb.text)))


def _block(block: Block, view: ArticleView, position: int) -> str:
    inner = "".join
    if block.kind == "h2":
        return f"<h2>{body(block.texts[0])}</h2>"
    if block.kind == "quote":
        return f"<blockquote><p>{body(block.texts[0])}</p></blockquote>"
    if block.kind == "ul":
        return f"<ul>{inner(f'<li>{body(item)}</li>' for item in block.texts)}</ul>"
    if block.kind == "table":
        rows = (inner(f"<td>{body(cell)}</td>" for cell in row.split("\t")) for row in block.texts)
        return f"<div class='table-wrap'><table>{inner(f'<tr>{row}</tr>' for row in rows)}</table></div>"
    if block.kind == "also":
        return f'<p class="inline-link"><strong>Read also:</strong> {_pointer(view, block)}</p>'
    words = sentence_with_link(block.texts[0], view.tags[0].url, words=True) if position % 3 == 2 else body(block.texts[0])
    return f"<p>{words}</p>"


def _pointer(view: ArticleView, block: Block) -> str:
    if not view.related:
        return link(view.tags[0].url, text(view.tags[0].text))
    teaser = view.related[int(block.texts[0]) % len(view.related)]
    return link(teaser.url, text(teaser.headline))


def _json_ld(view: ArticleView) -> str:
    data = {
        "@context": "https://schema.org", "@type": "NewsArticle", "headline": view.headline,
        "description": view.lead, "datePublished": view.published.isoformat() + "+00:00",
        "author": [{"@type": "Person", "name": view.author.text}], "articleSection": view.kicker,
        "keywords": [tag.text for tag in view.tags], "publisher": {"@type": "Organization", "name": NAME},
        "mainEntityOfPage": view.frame.canonical or view.frame.base + view.frame.url, "inLanguage": "en",
        "image": f"{view.frame.base}/static/photo-{view.number % 9}.jpg", "isAccessibleForFree": True,
    }
    return f'<script type="application/ld+json">{varying(json.dumps(data, ensure_ascii=False))}</script>\n'


def article(view: ArticleView) -> str:
    """Return a story's page."""
    blocks = "\n".join(slot(_block(block, view, position)) for position, block in enumerate(view.blocks))
    related = "".join(_teaser(teaser, "card") for teaser in view.related)
    tags = "".join(f"<li>{link(varying(tag.url), own(tag.text))}</li>" for tag in view.tags)
    comments = "".join(
        slot(
            f'<li class="comment" id="comment-{view.number}-{n}"><span class="who">{own(who)}</span> <p>{own(what)}</p>'
            '<a href="#reply">Reply</a> <a href="#report">Report</a></li>'
        )
        for n, (who, what) in enumerate(view.comments)
    )
    share = "".join(f'<a class="share-{name.lower()}" href="#share">{name}</a> ' for name in ("Share", "Post", "Mail", "Print"))
    main = f"""<main><article class="{varying(f"story story-{view.number}")}">
<header class="story-head"><p class="kicker">{own(view.kicker)}</p><h1>{own(view.headline)}</h1>
<p class="standfirst">{own(view.lead)}</p>
<p class="byline">By {link(varying(view.author.url), own(view.author.text))} <time datetime="{varying(view.published.isoformat())}">{own(view.moment)}</time></p>
<div class="share-bar">{share}</div></header>
<figure><img src="{varying(f"/static/photo-{view.number % 9}.jpg")}" alt=""><figcaption>{own(view.caption)} <span class="credit">Photograph: {own(view.credit)}</span></figcaption></figure>
<div class="story-body">
{blocks}
</div>
<ul class="tags">{tags}</ul>
<div class="author-box"><h4>About the author</h4><p>{link(varying(view.author.url), text(varying(view.author.text)))} writes for the Courier about {text(varying(view.kicker.lower()))} and the weather.</p></div>
</article>
<section class="related"><h3>More on this story</h3>{related}</section>
<section class="comments"><h3>Comments</h3><p>Please be civil. Comments close after seven days.</p><ol>{comments}</ol></section>
</main>"""
    return _frame(view.frame, main, _json_ld(view))


def _in_box(value: str) -> str:
    return text(varying(value))


def _teaser(teaser: Teaser, kind: str) -> str:
    mark = own if kind == "entry" else _in_box
    return (
        f'<div class="teaser {kind}"><span class="kicker">{mark(teaser.kicker)}</span><h3>{link(varying(teaser.url), mark(teaser.headline))}</h3>'
        f'<p>{mark(teaser.lead)}</p><span class="when">{mark(teaser.moment)}</span></div>\n'
    )


def listing(view: ListView) -> str:
    """Return a page of teasers."""
    pages = slot(" ".join(link(page.url, text(page.text)) for page in view.pages))
    entries = "".join(slot(_teaser(teaser, "entry")) for teaser in view.teasers)
    kind = "front" if view.front else "section-front"
    return _frame(view.frame, f'<main class="{varying(kind)}"><h1>{own(view.heading)}</h1>\n{entries}<nav class="pager">{pages}</nav></main>')


def static(view: StaticView) -> str:
    """Return a page without a story: about, contact, legal text."""
    paragraphs = "".join(slot(f"<p>{own(paragraph)}</p>") + "\n" for paragraph in view.paragraphs)
    return _frame(view.frame, f'<main class="static"><h1>{own(view.heading)}</h1>\n{paragraphs}</main>')
