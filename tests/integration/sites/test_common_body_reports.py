"""Texts and page types of common pages (papers, blogs, newsletters) that users of extractors and reader modes reported in public: invented pages with all that stands around a story, alone or within a little site; all were written down before one was tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from indexer.article.clean import clean_page, read_page
from indexer.article.learned import learn
from indexer.page.raw import RawPage
from indexer.site.model import Sampled
from tests.integration.sites.test_extraction_reports import NAME, NOW, p, told
from tests.integration.sites.test_further_body_reports import titles
from tests.integration.sites.test_stranger_body_reports import expected_to_fail
from tests.integration.sites.test_stranger_field_reports import PREFIXES, TEXTS

HOST = "https://bode.example"
TITLE = "Old crane leaves the harbour"
H1 = f"<h1>{TITLE}</h1>"
A, B, C, D = told(13100), told(13200), told(13300), told(13400)
OTHERS = titles(13500, 8)
RUSSIAN = TEXTS["ru"]
DUTCH = TEXTS["nl"]
FRENCH = TEXTS["fr"]
ITALIAN = [
    "La vecchia gru del porto è stata smontata mercoledì dopo novant’anni di lavoro, e più di cento persone sono andate sul molo per vederla partire.",
    "La direttrice del porto ha detto che la macchina non era più sicura, e che ripararla sarebbe costato più che comprarne una nuova.",
    "Molti di quelli che stavano sul molo ci avevano lavorato, e alcuni raccontavano delle notti d’inverno in cui solo la gru era illuminata.",
    "Il mese prossimo il molo sarà aperto a tutti, e dove stava la gru ci sarà un giardino con le panchine da cui si vede l’acqua.",
]
SPANISH = [
    "La vieja grúa del puerto fue desmontada el miércoles después de noventa años de trabajo, y más de cien personas fueron al muelle para verla partir.",
    "La directora del puerto dijo que la máquina ya no era segura, y que repararla habría costado más que comprar una nueva.",
    "Muchos de los que estaban en el muelle habían trabajado en ella, y algunos hablaban de las noches de invierno en que solo la grúa tenía luz.",
    "El mes que viene el muelle se abrirá a todos, y donde estaba la grúa habrá un jardín con bancos desde los que se ve el agua.",
]
PLACES = ("Nordhafen", "Südbahnhof", "Stadtwald", "Rathaus", "Mühlenviertel", "Freibad", "Ostbad", "Kirchplatz")
GERMAN_TITLES = [f"{thing} am {place} {happens}" for thing, place, happens in zip(
    ("Alter Kran", "Neue Brücke", "Kleiner Zoo", "Große Orgel", "Letzte Bäckerei", "Junger Chor", "Zweites Kino", "Langer Zaun"), PLACES,
    ("wird abgebaut", "kommt später", "sucht Paten", "klingt wieder", "hört auf", "singt im Freien", "öffnet im Mai", "ärgert Nachbarn"), strict=True)]  # fmt: skip


def german(i: int) -> list[str]:
    """Four paragraphs on what happened in the i-th place."""
    place, number = PLACES[i], 3 + 7 * i
    return [
        f"Am {place} ist am Mittwoch etwas zu Ende gegangen, worauf viele Menschen {number} Jahre lang stolz waren, und einige von ihnen standen bis zum Abend im Regen, um dabei zu sein.",
        f"Die Leiterin des Amtes am {place} sagte, man habe {number} Angebote geprüft, aber keines davon sei so gut gewesen, dass man es ernsthaft hätte annehmen können.",
        f"Unter den Leuten, die zum {place} gekommen waren, hatten {number + 4} früher selbst dort gearbeitet, und sie erzählten von Wintern, in denen nur dort noch Licht brannte.",
        f"Im nächsten Monat soll am {place} ein Garten mit {number + 9} Bänken entstehen, und bis dahin bleibt der Zaun stehen, der im Frühjahr aufgestellt worden ist.",
    ]


@dataclass(frozen=True, slots=True)
class Told:
    """A page's source and path, types that it may have, texts that its body holds and lacks, and values of its fields."""

    source: str
    path: str = "/2026/03/old-crane"
    types: Sequence[str] = ("article",)
    holds: Sequence[str] = ()
    lacks: Sequence[str] = ()
    fields: Mapping[str, object] = field(default_factory=dict)
    fetched: str = ""


Report = Callable[[], Told | Sequence[Told]]


def paper(main: str, title: str = TITLE, *, language: str = "en", head: str = "", beside: str | None = None, below: str = "") -> str:
    """The source of a paper's page: consent, menus, a column of other stories, a newsletter and a footer stand around its main element."""
    rail = "".join(f"<li><a href=/2026/03/most-{i}>{one}</a></li>" for i, one in enumerate(OTHERS[:5]))
    column = f"<aside class=rail><section><h2>Most read</h2><ol>{rail}</ol></section><section class=signup><h3>Morning letter</h3><p>What happened on the coast, every morning at six.</p><form action=/letter><input type=email name=mail placeholder='Your address'><button>Sign up</button></form></section></aside>"
    menu = "".join(f"<li><a href=/{one.lower()}>{one}</a></li>" for one in ("Harbour", "Politics", "Culture", "Sport", "Opinion"))
    links = "".join(f"<li><a href=/{one.lower().replace(' ', '-')}>{one}</a></li>" for one in ("About us", "Contact", "Advertise", "Privacy", "Terms of use"))
    meta = f"<meta name=viewport content='width=device-width'><title>{title} | The Bode</title><meta property=og:site_name content='The Bode'><meta property=og:type content=article>{head}<link rel=stylesheet href=/a.css><script src=/a.js async></script>"
    consent = "<div id=consent role=dialog aria-label=Privacy><p>We and our 214 partners store information on your device to show advertisements that suit you.</p><button>Accept all</button><button>Settings</button></div>"
    top = f"<a class=skip href=#main>Skip to content</a><header class=site-header><a class=logo href=/><img src=/logo.svg alt='The Bode'></a><form role=search action=/search><input name=q placeholder=Search></form><ul class=account><li><a href=/subscribe>Subscribe</a></li><li><a href=/login>Sign in</a></li></ul><nav aria-label=Sections><ul>{menu}</ul></nav></header>"
    foot = f"<footer class=site-footer><nav aria-label=Footer><ul>{links}</ul></nav><ul class=social><li><a href=https://net.example/bode>Follow us</a></li></ul><p>© 2026 The Bode. All rights reserved.</p></footer>"
    return f"<!doctype html><html lang={language}><head><meta charset=utf-8>{meta}</head><body class=story>{consent}{top}<div class=wrap><main id=main>{main}</main>{column if beside is None else beside}</div>{below}{foot}</body></html>"


def blog(content: str, title: str = TITLE, *, language: str = "en", head: str = "", meta: str | None = None, comments: str = "", name: str = NAME) -> str:
    """The source of a post of a weblog: header, post with its meta line, navigation between posts, comments, widgets, footer."""
    line = f"<div class=entry-meta><span class=posted-on>Posted on <a href=/2026/03/old-crane rel=bookmark><time class='entry-date published' datetime=2026-03-04T09:10:00+01:00>March 4, 2026</time></a></span> <span class=byline>by <span class='author vcard'><a class='url fn n' href=/author/q>{name}</a></span></span></div>"
    recent = "".join(f"<li><a href=/2026/02/post-{i}>{one}</a></li>" for i, one in enumerate(OTHERS[:5]))
    widgets = f"<aside id=secondary class=widget-area><section class='widget widget_search'><form><input name=s placeholder='Search …'></form></section><section class='widget widget_recent_entries'><h2 class=widget-title>Recent Posts</h2><ul>{recent}</ul></section><section class='widget widget_archive'><h2 class=widget-title>Archives</h2><ul><li><a href=/2026/03>March 2026</a></li><li><a href=/2026/02>February 2026</a></li></ul></section></aside>"
    post = f"<article id=post-17 class='post-17 post type-post hentry category-harbour'><header class=entry-header><h1 class=entry-title>{title}</h1>{line if meta is None else meta}</header><div class=entry-content>{content}</div><footer class=entry-footer><span class=cat-links>Posted in <a href=/category/harbour rel='category tag'>Harbour</a></span> <span class=tags-links>Tagged <a href=/tag/cranes rel=tag>cranes</a></span></footer></article>"
    way = f"<nav class='navigation post-navigation'><h2 class=screen-reader-text>Post navigation</h2><div class=nav-previous><a href=/2026/02/post-1 rel=prev>{OTHERS[5]}</a></div><div class=nav-next><a href=/2026/03/post-2 rel=next>{OTHERS[6]}</a></div></nav>"
    reply = "<div id=respond class=comment-respond><h3 id=reply-title>Leave a Reply</h3><form><p class=comment-notes>Your email address will not be published. Required fields are marked *</p><textarea name=comment></textarea><input name=author><input type=submit value='Post Comment'></form></div>"
    body = f"<div id=page class=site><header id=masthead class=site-header><p class=site-title><a href=/ rel=home>Quay Notes</a></p><p class=site-description>Walks along the water</p><nav id=site-navigation><ul id=primary-menu class=menu><li><a href=/>Home</a></li><li><a href=/about>About</a></li><li><a href=/contact>Contact</a></li></ul></nav></header><div id=content class=site-content><div id=primary class=content-area><main id=main class=site-main>{post}{way}<div id=comments class=comments-area>{comments}{reply}</div></main></div>{widgets}</div><footer id=colophon class=site-footer><div class=site-info><a href=https://blog.example/>Proudly powered by a weblog</a></div></footer></div>"
    return f"<!doctype html><html lang={language}><head><meta charset=utf-8><meta name=generator content='Weblog 6.4'><title>{title} – Quay Notes</title><link rel=alternate type=application/rss+xml href=/feed>{head}</head><body class='post-template-default single single-post'>{body}</body></html>"


def check(report: Report) -> None:
    """Compare each page's type, texts and fields; the pages are all that is known of their site."""
    made = report()
    pages = [made] if isinstance(made, Told) else made
    raws = [RawPage(url=HOST + one.path, body=one.source.encode(), content_type="text/html; charset=utf-8", source=one.path, fetched=one.fetched) for one in pages]
    model = learn("bode", [Sampled(read_page(raw), raw.url) for raw in raws])
    for one, raw in zip(pages, raws, strict=True):
        found = clean_page(raw, model, "bode", NOW)
        assert found.page_type in one.types, (one.path, found.page_type)
        assert found.article is not None, one.path
        assert [text for text in one.holds if text not in found.article.article_body] == [], one.path
        assert [text for text in one.lacks if text in found.article.article_body] == [], one.path
        read = {name: getattr(found.article, name) for name in one.fields}
        assert {name: value[: len(str(one.fields[name])) or None] if name in PREFIXES else value for name, value in read.items()} == dict(one.fields), one.path


def german_site(content: Callable[[int], str], lacks: Sequence[str]) -> list[Told]:
    """Six stories of a German paper and its front page."""
    teasers = "".join(f"<article class=teaser><a href=/lokales/meldung-{i}.html><h2>{GERMAN_TITLES[i]}</h2></a><p>{german(i)[0][:90]} …</p></article>" for i in range(6))
    front = Told(paper(f"<h1>Nachrichten</h1>{teasers}", "Nachrichten", language="de"), "/", ("toc",))
    return [front, *(Told(paper(content(i), GERMAN_TITLES[i], language="de"), f"/lokales/meldung-{i}.html", holds=german(i), lacks=lacks) for i in range(6))]


# -- papers ----------------------------------------------------------------------------------------------------------


def columns_with_advertisements_between() -> Told:
    """A story in columns, each beside a companion of its own, with advertisements and a link to skip them between (readability 286)."""
    def column(some: Sequence[str]) -> str:
        return f"<div class='css-53u6y8 StoryBodyCompanionColumn'><div>{p(some, 'class=css-axufdj')}</div><aside class=css-ew4tgv aria-label='companion column'></aside></div>"

    advert = "<div class=css-142l3g4><div id=story-ad-{0}-wrapper class=css-5dhzcw><p>Advertisement</p><a href=#after-story-ad-{0}>SKIP ADVERTISEMENT</a><div id=story-ad-{0} class=ad></div></div></div>"
    body = column(A[:2]) + advert.format(1) + column(A[2:]) + advert.format(2) + column(B) + advert.format(3) + column(C)
    head = f"<header class=css-1vmh0s><p class=css-kicker>Books of The Bode</p>{H1}<div class=css-byline><p>By <span class=css-1baulvz>{NAME}</span></p><time datetime=2026-03-04T09:10:00Z>March 4, 2026</time></div></header>"
    return Told(paper(f"<div><article id=story class=css-1vxca1d>{head}<section name=articleBody class='meteredContent css-1r7ky0e'>{body}</section></article></div>"), holds=[*A, *B, *C], lacks=["SKIP ADVERTISEMENT"])


def box_at_a_glance() -> Told:
    """A box of facts in the midst of the story, after which the reader mode ended (min 323)."""
    facts = "".join(f"<li><strong>{name}</strong> {one}</li>" for name, one in zip(("Winter 1936", "Spring 1961", "Autumn 2019"), B, strict=False))
    box = f"<aside class=component-content><div class=htmlEmbed><h3>At a glance | The crane and its storms</h3><ul class=listicle>{facts}</ul></div></aside>"
    def text(some: Sequence[str]) -> str:
        return f"<div class='articleBodyText section'><div class=article-body-text><div class=component-content>{p(some)}</div></div></div>"

    return Told(paper(f"<article itemscope itemtype=http://schema.org/NewsArticle><header>{H1}<div class=byline><span itemprop=author>{NAME}</span></div></header><div class=articleBody>{text(A)}{box}{text(C)}{text(D)}</div></article>"), holds=[*A, *C, *D])


def advertisements_that_wrap_the_grid() -> Told:
    """Parts of a story in a grid, between them wrappers of advertisements and a stray backslash n as text (wallabag 6940)."""
    def part(some: Sequence[str]) -> str:
        return f"<div class='GridWrapper-cAzTTK grid grid-margins grid-items-2 ArticlePageChunksGrid'><div class='GridItem-beYvjc grid--item body body__container article__body'><div class=body__inner-container>{p(some)}</div></div><div class=GridItem-aside><aside class=PersistentAsideWrapper></aside></div></div>"

    wrapper = "\\n<div class='AdWrapper-dQtivb ad ad--in-content'><div class=ad__slot data-node-id=x></div></div>\\n<div class=RowWrapper-x role=presentation></div>"
    body = wrapper.join(map(part, (A, B, C, D)))
    return Told(paper(f"<article class='article main-content' lang=en><div class=lead-asset></div><div class=content-header>{H1}<div class=content-header__accreditation>By {NAME}</div></div><div class=ArticlePageContent data-attribute-verso-pattern=article-body>{body}</div></article>"), holds=[*A, *B, *C, *D])


def short_story_below_in_the_same_block() -> Told:
    """Below the story, within its block, stands another short one as a whole, with writer and text (wallabag 3040)."""
    below = f"<section class=next-up><article class=story-brief><h2><a href=/2026/03/next>{OTHERS[0]}</a></h2><p class=by>By <a href=/author/ob>Ola Brekke</a></p><time datetime=2026-03-03>03.03.26</time>{p(told(13600, 3))}<a class=more href=/2026/03/next>Read more</a></article></section>"
    return Told(paper(f"<article class=article-body-component><header>{H1}<p class=by>By <a href=/author/q>{NAME}</a></p></header><div class=body>{p([*A, *B])}</div>{below}</article>"), holds=[*A, *B], lacks=told(13600, 3))


def topics_and_suggestions_within_the_body() -> Told:
    """Topics, suggestions and a plea within an Italian story's body (miniflux 1665)."""
    teasers = "".join(f"<article class=taxonomy-item><h3><a href=/2026/03/altro-{i}/>{one}</a></h3></article>" for i, one in enumerate(("Il traghetto che nessuno vuole", "Le capre del villaggio vicino", "Un coro canta nel mulino vuoto")))
    tags = "<div class=art_tag><span>Tag:</span> <a href=/tag/porto/>porto</a> <a href=/tag/gru/>gru</a> <a href=/tag/lavoro/>lavoro</a></div>"
    plea = "<div class=box-abbonati><p>Se leggi questo giornale, puoi sostenerlo con un abbonamento da otto euro al mese.</p><a href=/abbonati>Abbonati</a></div>"
    body = f"<div id=singleBody class=entry-content>{p(ITALIAN)}{plea}{tags}<div class=consigliati><h2>Consigliati</h2>{teasers}</div></div>"
    return Told(paper(f"<article><div class=entry-header><h1>La vecchia gru lascia il porto</h1><h2 class=tit2>Dopo novant’anni, una città perde la sua macchina più amata</h2></div>{body}</article>", "La vecchia gru lascia il porto", language="it"), holds=ITALIAN, lacks=["Abbonati", "Il traghetto che nessuno vuole", "Tag:"])


def teasers_named_fitting_the_article() -> Sequence[Told]:
    """Each story of a German paper ends in a box of fitting stories with a summary each (ftr-site-config 1200)."""
    def content(i: int) -> str:
        cards = "".join(f"<article class=teaser><a class=teaser__link href=/lokales/meldung-{k}.html><span class=teaser__flag>Kommentar</span><h2 class=teaser__title>{GERMAN_TITLES[k]}</h2><div class=teaser__lead>{german(k)[1][:100]}</div></a><div class=metainfo>{NAME} {k + 1}.03.2026 4 min</div></article>" for k in ((i + 1) % 6, (i + 2) % 6))
        return f"<article><section class=container><div class=headline><h1>{GERMAN_TITLES[i]}</h1></div><div class=metainfo>Ada Berg {i + 1}.03.2026, 05.30 Uhr</div></section><section class=container--article>{p(german(i), 'class=articlecomponent')}</section><section class=container--article><h2 class=relatedarticles__title>Passend zum Artikel</h2>{cards}</section></article>"

    return german_site(content, ["Passend zum Artikel", "Kommentar"])


def letter_and_related_story_within_the_text() -> Told:
    """A form for a letter with its thanks, and a related story, between the paragraphs (ftr-site-config 564)."""
    letter = "<div class=newsletterSignup><h3>Sign up for The Tide</h3><p>Your daily dose of what is new in harbours.</p><form><label>Your email<input type=email></label><button>Sign up</button></form><div class=message>Thank you — please check your email to complete your sign up.</div><p class=legal>By signing up, you agree to receive newsletters and accept our <a href=/terms>terms</a>.</p></div>"
    related = f"<div class=relatedStory><h3>Related Story</h3><a href=/2026/03/next><img src=n.jpg alt=''><h4>{OTHERS[1]}</h4></a><p>{told(13610)[0][:80]}</p></div>"
    return Told(paper(f"<article><header>{H1}<p class=dek>What a city loses with a machine.</p></header><div class=contentBody>{p(A)}{letter}{p(B)}{related}{p(C)}</div></article>"), holds=[*A, *B, *C], lacks=["Sign up for", "check your email", "By signing up", OTHERS[1]])


def other_stories_amid_the_paragraphs() -> Sequence[Told]:
    """Links to stories that have nothing to do with it, each with kicker, title and picture, amid each story (ftr-site-config 1426)."""
    def content(i: int) -> str:
        def advert(k: int) -> str:
            return f"<div class=id-StoryElement-interestingArticle><div class=id-Teaser><a class=id-Teaser-link href=/lokales/meldung-{k}.html><span class=id-Teaser-kicker>Lesen Sie auch</span><span class=id-Teaser-headline>{GERMAN_TITLES[k]}</span><span class=id-Teaser-cta>weiterlesen</span></a></div></div>"

        text = german(i)
        return f"<article class=id-Story><header><h1 class=id-StoryElement-headline>{GERMAN_TITLES[i]}</h1><div class=id-Story-authors>Von: <a href=/autor/q>{NAME}</a></div></header><div class=id-Story-content><p class=id-StoryElement-leadText>{text[0]}</p><p class=id-StoryElement-paragraph>{text[1]}</p>{advert((i + 1) % 6)}<p class=id-StoryElement-paragraph>{text[2]}</p>{advert((i + 3) % 6)}<p class=id-StoryElement-paragraph>{text[3]}</p></div></article>"

    return german_site(content, ["Lesen Sie auch", "weiterlesen"])


def list_of_links_to_read_more() -> Told:
    """Boxes "READ MORE" of links in the midst of the story, and sub-headings that are quotations (ftr-site-config 1945)."""
    links = "".join(f"<li><a href=https://bode.example/2026/03/{i}>{one}</a></li>" for i, one in enumerate(OTHERS[:4]))
    more = f"<div class=listinks><p>READ MORE</p><ul>{links}</ul></div>"
    return Told(paper(f"<article><div class=header_right>{H1}<h2>Crew says goodbye, asks for coffee</h2><div class=byline_and_dateline><a class=byline href=/Author/Q>{NAME}</a> <span class=dateline>Wed 4 Mar 2026 // 10:27 UTC</span></div></div><div id=body>{p(A)}<h3 class=crosshead>It was never a good crane, but it was ours</h3>{p(B)}{more}{p(C)}<p class=wptl>®</p></div></article>"), holds=[*A, *B, *C, "It was never a good crane, but it was ours"], lacks=["READ MORE", OTHERS[0]])


def links_to_share_above_and_news_below() -> Told:
    """French: links to share above the text, titles of other news below it (ftr-site-config 678)."""
    share = "<div class=document-simple-share><span>Partager l’article</span><ul><li><a href=https://net.example/s>Facebook</a></li><li><a href=https://bird.example/s>Twitter</a></li><li><a href=mailto:?subject=x>Courriel</a></li></ul></div>"
    news = "".join(f"<li><a href=/nouvelle/{i}><span class=tag>Politique</span><span>{one}</span></a></li>" for i, one in enumerate(("Le traversier demande un quai", "Deux chèvres gagnent la foire du village", "Le train de nuit revient sur la côte")))
    return Told(paper(f"<article class=document-simple><header><h1>La vieille grue quitte le port</h1>{share}<p class=signature>{NAME}</p><time datetime=2026-03-04>Publié le 4 mars 2026</time></header><div class=document-simple-body>{p([*FRENCH, 'La directrice du port a dit que la machine n’était plus sûre, et que la réparer aurait coûté plus cher que d’en acheter une neuve.'])}</div><section class=autres-nouvelles><h2>À la une</h2><ul>{news}</ul></section></article>", "La vieille grue quitte le port", language="fr"), holds=FRENCH, lacks=["Courriel", "Le traversier demande"])


def preferred_source_and_podcast_in_each_story() -> Sequence[Told]:
    """Each story of a German paper asks to be a preferred source of a search engine, and advertises a podcast (ftr-site-config 1959)."""
    source = "<div class=google-box><p>Sie möchten mehr von uns lesen? <a href=https://search.example/preferences?q=bode>Als bevorzugte Quelle hinzufügen</a></p></div>"
    podcast = "<div class=promo-podcast><h3>Der Podcast zum Hafen</h3><p>Jeden Freitag spricht unsere Redaktion mit Menschen, die am Wasser arbeiten. Jetzt überall abonnieren, wo es Podcasts gibt.</p><a href=/podcast>Zum Podcast</a></div>"
    def content(i: int) -> str:
        text = german(i)
        return f"<article><header><h1>{GERMAN_TITLES[i]}</h1><div class=meta>Von <a href=/autor/q>{NAME}</a> · {i + 1}. März 2026</div></header>{source}<div class=article-content>{p(text[:2])}{podcast}{p(text[2:])}</div></article>"

    return german_site(content, ["bevorzugte Quelle", "Der Podcast zum Hafen", "Jeden Freitag"])


def subscription_amid_a_spanish_story() -> Told:
    """Spanish: a box to subscribe stands amid the text, a lead text above it (ftr-site-config 1566)."""
    box = "<div class=caja-suscripcion><h4>Suscríbete</h4><p>Este medio vive de sus lectores. Por cinco euros al mes puedes ayudar a que sigamos contando lo que pasa.</p><a href=/suscripcion>Quiero suscribirme</a></div>"
    return Told(paper(f"<article><header><p class=antetitulo>Trabajo</p><h1>La vieja grúa deja el puerto</h1><p class=entradilla>{SPANISH[0]}</p><p class=firma>{NAME}</p><time datetime=2026-03-04>4/03/2026</time></header><div class=texto>{p(SPANISH[1:3])}{box}{p(SPANISH[3:])}</div></article>", "La vieja grúa deja el puerto", language="es"), holds=SPANISH, lacks=["Quiero suscribirme", "vive de sus lectores"])


def form_with_more_paragraphs_than_the_story() -> Told:
    """A short story above a form to sign up whose rules have more paragraphs than it (Just-Read 67)."""
    rules = ["Registration means that you accept these rules of conduct for the comments on our pages.", "The staff may remove comments that insult others, advertise goods or break the law of the country.", "Users may write in any language, as long as moderators can read it, and no comment may be longer than a thousand signs.", "Accounts that break the rules are closed without notice; whoever thinks that this was wrong may write to the moderators.", "By logging in through a network you give us your name, your picture and your address, and nothing else.", "A lost password can be set again by the letter that we send to your address."]
    form = f"<div id=auth class=modal-auth><div class=tabs><h3>Sign in</h3><h3>Register</h3></div><form><input name=mail><input name=password type=password><button>Sign in</button></form>{p(rules)}</div>"
    return Told(paper(f"<div class=b-article itemscope itemtype=http://schema.org/NewsArticle><div class=b-article__header>{H1}<time itemprop=datePublished datetime=2026-03-04T09:10>09:10 04.03.2026</time></div><div class=b-article__lead itemprop=description><p>{A[0]}</p></div><div class=b-article__text itemprop=articleBody>{p(A[1:3])}</div></div>", below=form), holds=A[:3], lacks=rules)


def column_of_puffs_with_texts() -> Told:
    """A long column of other stories, each with a text of some words, beside spans in paragraphs (Just-Read 244)."""
    puffs = "".join(f"<li><a href=/news/article-{i}/x.html><span class=pufftext><strong>{one}</strong> <span>{told(13700 + i)[0]}</span></span></a></li>" for i, one in enumerate(titles(13710, 24)))
    column = f"<div class=beta><div class='puff femail'><h3>Don’t miss</h3><ul>{puffs}</ul></div></div>"
    text = "".join(f"<p class=mol-para-with-font><span class=mol-style>{one}</span></p><div class='artSplitter mol-img-group'><div class=mol-img><img src=x.jpg alt=''></div></div>" for one in (*A, *B))
    bullets = "<ul class=mol-bullets-with-font><li>The crane had stood on the quay for ninety years</li><li>Two tugs pulled it past the breakwater</li></ul>"
    return Told(paper(f"<div class='alpha article-text'>{H1}{bullets}<p class='author-section byline-plain'>By <a class=author>{NAME}</a></p><p class=byline-section><span>Published:</span> <time datetime=2026-03-04T09:10:00>09:10, 4 March 2026</time></p><div itemprop=articleBody>{text}</div></div>", beside=column), holds=[*A, *B], lacks=[told(13700)[0], titles(13710, 1)[0]])


def letter_and_rich_link_of_a_paper() -> Told:
    """Paragraphs with islands between them: a richer link, a letter, a slot for advertisements (omnivore 1401)."""
    link = f"<figure data-spacefinder-role=richLink class=dcr-x><gu-island name=RichLinkComponent><div><a href=/2026/03/next aria-hidden=true></a><div class=dcr-rich><div>{OTHERS[2]}</div></div><span>Read more</span></div></gu-island></figure>"
    letter = "<figure class=dcr-y><aside aria-label='newsletter promotion'><div><h4>Sign up to <span>Morning Mail</span></h4><p>Our breakfast email breaks down the key stories of the day.</p><form><input type=email><button>Sign up</button></form><span><strong>Privacy Notice: </strong>Newsletters may contain information about charities and online ads.</span></div></aside><p id=EmailSignup-skip-link class=dcr-z>after newsletter promotion</p></figure>"
    slot = "<div class='ad-slot-container ad-slot-container--inline'><div class=ad-slot data-label=Advertisement></div></div>"
    text = "".join(f"<p class=dcr-130mj7b>{one}</p>" for one in A) + link + "".join(f"<p class=dcr-130mj7b>{one}</p>" for one in B) + letter + slot + "".join(f"<p class=dcr-130mj7b>{one}</p>" for one in C)
    return Told(paper(f"<article class=dcr-1><div data-gu-name=headline>{H1}</div><div data-gu-name=standfirst><p>A city says goodbye to its machine.</p></div><div data-gu-name=meta><address aria-label='Contributor info'><a rel=author href=/profile/q>{NAME}</a></address></div><div data-gu-name=body><div id=maincontent class='article-body-commercial-selector article-body-viewer-selector'>{text}</div></div></article>"), holds=[*A, *B, *C], lacks=[OTHERS[2], "Morning Mail", "Privacy Notice"])


def story_within_an_aside() -> Told:
    """The story of a radio station's page stands in an aside; the longest text is on cookies (trafilatura 569)."""
    cookies = ["We use cookies to keep this site working, to count those who listen, and to show advertisements from partners that may interest you.", "Some of these cookies are needed for the player, and you cannot turn them off; the others you may refuse at any time.", "If you refuse them, you will see the same number of advertisements, but they will have less to do with what you like.", "More on what each cookie does, how long it stays, and who may read it stands in our notice on privacy.", "By going on to use this page you agree that we store them on your device for thirteen months."]
    notice = f"<div id=cookie-consent class=modal><h2>Your privacy</h2>{p(cookies)}<button>Accept</button></div>"
    return Told(paper(f"<div class=row><aside class='col-md-8 single-content'><div class=post-header>{H1}<span class=date>Mar 4, 2026 | 9:10 AM</span></div><div class=post-text>{p([*A, *B[:2]])}</div></aside></div>", beside=notice), holds=[*A, *B[:2]], lacks=cookies)


def two_short_paragraphs_beside_a_column() -> Told:
    """Two short paragraphs, a long column of other news with their first sentences beside them (node-unfluff 70)."""
    news = "".join(f"<div class=item><h4><a href=/news/{i}>{one}</a></h4><span class=time>Tue 3 Mar 2026 1{i}:20</span><p>{told(13800 + i)[0]}</p></div>" for i, one in enumerate(titles(13810, 8)))
    short = [A[0], "The market will need something fresh to trade on before the tide turns, the harbour's bank writes in a note."]
    return Told(paper(f"<article class=post>{H1}<div class=info>Wed 4 Mar 2026 09:10 | <a href=/author/q>{NAME}</a></div><div class=body>{p(short)}</div></article>", beside=f"<aside class=sidebar><h3>Latest</h3>{news}</aside>"), holds=short, lacks=[told(13800)[0]])


def next_stories_below_as_a_whole() -> Told:
    """Two more stories as a whole below the first, as a page goes on when it is scrolled (mercury-parser-api 179)."""
    def story(title: str, text: Sequence[str], name: str) -> str:
        return f"<article class='single-post hentry'><header><h1 class=entry-title>{title}</h1><div class=byline>By <a rel=author href=/author/x>{name}</a> on March 4, 2026</div></header><div class=entry-content>{p(text)}</div><div class=share><a href=https://net.example/s>Share</a></div></article>"

    return Told(paper(f"<div class=feed>{story(TITLE, A, NAME)}{story(OTHERS[0], B, 'Ola Brekke')}{story(OTHERS[1], C, 'Ada Berg')}</div>"), holds=A, lacks=[*B, *C])


def wall_of_consent() -> Told:
    """Instead of the story there is only the choice between advertisements and a subscription (nextcloud news 714)."""
    wall = "<div class=consent-wall><h1>bode.example mit Werbung</h1><p>Besuchen Sie bode.example wie gewohnt mit Werbung und Tracking. Details zu Werbe- und Trackingverfahren finden Sie hier.</p><button>Einverstanden</button><h2>bode.example Pur</h2><p>Informationen zu Werbung und Tracking auf bode.example und im Pur-Abo. Nutzen Sie alle Inhalte ohne Werbetracking für 1,20 € pro Woche.</p><a href=/abo>Zum Abo</a><p>Bereits Abonnent? <a href=/login>Hier anmelden</a></p></div>"
    source = f"<!doctype html><html lang=de><head><meta charset=utf-8><title>bode.example mit Werbung oder im Pur-Abo lesen</title><meta name=robots content=noindex></head><body>{wall}<footer><a href=/impressum>Impressum</a> <a href=/datenschutz>Datenschutz</a> <a href=/agb>AGB</a></footer></body></html>"
    return Told(source, types=("other", "toc", "empty", ""))


def bold_first_paragraph_of_a_dutch_story() -> Told:
    """Dutch: the first paragraph is bold and stands in a box of its own above the picture (greader 32)."""
    text = [*DUTCH, "De directeur van de haven zei dat de machine niet meer veilig was, en dat repareren meer zou kosten dan een nieuwe kopen.", "Volgende maand gaat de kade open voor iedereen, en waar de kraan stond komt een tuin met banken vanwaar je het water ziet."]
    body = f"<div class=intro><p><strong>{text[0]}</strong></p></div><figure class=main-image><img src=k.jpg alt=''><figcaption>De kraan op woensdag. Foto: {NAME}</figcaption></figure><div class=body>{p(text[1:])}</div>"
    return Told(paper(f"<article><div class=kop><h1>Oude kraan verlaat de haven</h1><span class=datum>4 maart 2026 09:10</span></div>{body}</article>", "Oude kraan verlaat de haven", language="nl"), holds=text, lacks=["Foto:"])


# -- blogs and newsletters -------------------------------------------------------------------------------------------


def text_and_sidebar_in_a_box_named_for_it() -> Told:
    """The box of the text is named for the sidebar that stands in it, too (readability 564)."""
    side = f"<div id=sidebar><h2>{NAME}</h2><p>I write on harbours and free programs.</p><h3>Posts</h3><ul>{''.join(f'<li><a href=/blog/{i}>{one}</a></li>' for i, one in enumerate(OTHERS))}</ul></div>"
    head = "<div id=header><a href=/>bkq</a><ul><li><a href=/blog>Blog</a></li><li><a href=/bio>Bio</a></li><li><a href=/contact>Contact</a></li></ul></div>"
    source = f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{TITLE} - {NAME}</title></head><body>{head}<div id=contentWithSidebar><div class=post><h2>{TITLE}</h2><p class=date>Wednesday 4 March 2026 by {NAME}</p>{p([*A, *B, *C])}</div>{side}</div><div id=footer><p>Copyright © 2008-2026 {NAME}. This work is licensed freely.</p></div></body></html>"
    return Told(source, holds=[*A, *B, *C], lacks=["I write on harbours and free programs."])


def comment_longer_than_any_paragraph() -> Told:
    """A comment has a longer paragraph than any of the post (Just-Read 119)."""
    long = " ".join(told(13900, 5))
    comments = f"<h2 class=comments-title>2 thoughts on “{TITLE}”</h2><ol class=comment-list><li id=comment-1 class=comment><div class=comment-body><div class=comment-author><b class=fn>Ola</b> says:</div><div class=comment-metadata><time datetime=2026-03-05>March 5, 2026 at 8:15 am</time></div><div class=comment-content><p>{long}</p></div><a class=comment-reply-link href=#respond>Reply</a></div></li><li id=comment-2 class=comment><div class=comment-body><div class=comment-author><b class=fn>Ada</b> says:</div><div class=comment-content><p>Thank you for these words.</p></div></div></li></ol>"
    short = [f"{one.split('. ')[0].rstrip('.')}." for one in (*A, *B)]
    return Told(blog(p(short), comments=comments), holds=short, lacks=[long, "Thank you for these words"])


def hidden_terms_longer_than_the_post() -> Told:
    """The terms of use, hidden until one asks for them, have more words than the post (Just-Read 120)."""
    terms = told(14000, 12)
    box = f"<div id=tos class='modal fade' style='display:none' aria-hidden=true><div class=modal-dialog><h4>Terms of Service</h4>{p(terms)}<button>Close</button></div></div>"
    source = blog(p([*A, *B])).replace("</body>", f"{box}</body>")
    return Told(source, holds=[*A, *B], lacks=terms)


def notes_and_thanks_below_the_paper() -> Told:
    """Footnotes and thanks stand in a box of their own beside that of the text (Just-Read 91)."""
    notes = f"<div class=appendix><hr class=topSection><div class=footnote-list><h2>Footnotes</h2><div class=footnote-list-item id=footnote-a><p><span class=num>1: </span>{C[0]}</p></div><div class=footnote-list-item id=footnote-b><p><span class=num>2: </span>{C[1]}</p></div></div></div>"
    text = f"<p>{A[0]}<a class=footnote href=#footnote-a><sup>1</sup></a></p>{p(A[1:])}<section id=why><h2>Why it left</h2><p>{B[0]}<a class=footnote href=#footnote-b><sup>2</sup></a></p>{p(B[1:])}</section>"
    return Told(paper(f"{H1}<div class=frontMatter><p class=date>04 March 2026</p><p class=author>{NAME}</p></div><div class=paperBody>{text}</div>{notes}", beside=""), holds=[*A[1:], *B[1:], *C[:2]])


def discussion_longer_than_a_russian_post() -> Told:
    """Russian: the readers' discussion in a tree is much longer than the post (omnivore 1793)."""
    def comment(i: int, text: str, inner: str = "") -> str:
        return f"<section class=tm-comment-thread><article class=tm-comment><div class=tm-comment__header><a href=/users/u{i}/ class=tm-user-info__username>user{i}</a> <time datetime=2026-03-05T1{i % 10}:00:00Z>5 мар в 1{i % 10}:00</time></div><div class=tm-comment__body-content><p>{text}</p></div><button>Ответить</button></article>{inner}</section>"

    words = ["Спасибо за статью, я тоже работал на этом кране двадцать лет назад, и мне до сих пор снится вид на море сверху.", "Не согласен с автором: ремонт стоил бы дешевле, если бы город не ждал столько лет и не менял подрядчика каждый год.", "А кто-нибудь знает, куда его увезли? В газете писали, что его купил соседний порт, но там об этом никто не слышал."]
    tree = "".join(comment(i, f"{words[i % 3]} Номер {i}.", comment(i + 20, f"{words[(i + 1) % 3]} Ответ {i}.")) for i in range(9))
    text = [*RUSSIAN, "Начальник порта сказал, что машина больше не была безопасной, а ремонт обошёлся бы дороже покупки новой.", "В следующем месяце набережную откроют для всех, а на месте крана появится сад со скамейками."]
    body = f"<article class=tm-article-presenter__content><div class=tm-article-snippet__meta><a class=tm-user-info__username href=/users/petra/>petra</a> <time datetime=2026-03-04T09:10:00Z>4 мар 2026 в 09:10</time></div><h1 class=tm-title><span>Старый кран покидает порт</span></h1><div class=tm-article-snippet__hubs><a href=/hub/port/>Порты*</a></div><div class=tm-article-body><div id=post-content-body class=article-formatted-body><div>{p(text)}</div></div></div></article>"
    return Told(paper(f"{body}<div class=tm-comments-wrapper><h2>Комментарии 18</h2><div class=tm-comments__tree>{tree}</div></div>", "Старый кран покидает порт", language="ru"), holds=text, lacks=["Спасибо за статью", "Не согласен с автором"])


def sections_of_a_linked_newsletter() -> Told:
    """An issue of a newsletter in tables: sections, in each bold links with a text; the first section was lost (omnivore 2469)."""
    def item(i: int) -> str:
        return f"<tr><td class=container style='padding:15px'><div class=text-block><span><a href=https://site{i}.example/x><strong>{titles(14100 + i, 1)[0]} ({i + 3} minute read)</strong></a><br><br><span>{told(14200 + 10 * i)[0]}</span></span></div></td></tr>"

    def section(name: str, first: int) -> str:
        return f"<tr><td><div style='text-align:center'><h1><strong>{name}</strong></h1></div></td></tr>{''.join(map(item, range(first, first + 3)))}"

    rows = f"<tr><td><h1 style='text-align:center'><strong>Bode Tech 2026-03-04</strong></h1></td></tr>{section('Harbours &amp; Startups', 0)}{section('Science &amp; Cranes', 3)}{section('Quick Links', 6)}"
    foot = "<tr><td><p>If you have any comments, just respond to this email. Thanks for reading,<br>Petra &amp; Ola</p><p>If you don't want to receive future editions, please <a href=/unsubscribe>unsubscribe</a>.</p></td></tr>"
    source = f"<!doctype html><html lang=en><head><meta charset=utf-8><title>Bode Tech 2026-03-04</title></head><body><div style='display:none'>Harbours buy rockets, cranes learn to sing</div><table align=center class=document><tbody><tr><td><table width=600><tbody><tr><td><a href=/signup>Sign Up</a> | <a href=/advertise>Advertise</a> | <a href=/web-version>View Online</a></td></tr>{rows}{foot}</tbody></table></td></tr></tbody></table></body></html>"
    return Told(source, "/web-version?ep=1", holds=[told(14200 + 10 * i)[0] for i in range(9)], lacks=["unsubscribe"])


def sections_beside_graphs() -> Told:
    """Sections of an entry of a glossary beside graphs: only what follows a graph was found (php-readability 78)."""
    def row(title: str, text: Sequence[str], graph: bool) -> str:
        picture = "<div class='vc_column col-6'><div class=wpb_single_image><img src=g.png alt='Graph of lifts a day'></div></div>" if graph else ""
        return f"<div class='vc_row wpb_row row'><div class='vc_column col-6'><div class=wpb_text_column><div class=wpb_wrapper><h2>{title}</h2>{p(text)}</div></div></div>{picture}</div>"

    parts = row("What is a lifting factor?", A, graph=False) + row("How is it measured?", B, graph=True) + row("In the graph", C, graph=False)
    return Told(paper(f"<div class=entry>{H1.replace(TITLE, 'Lifting Factor')}{parts}</div>", "Lifting Factor", beside=""), holds=[*A, *B, *C])


def post_of_a_hosted_blog() -> Told:
    """A hosted weblog: bare text with doubled breaks and a program, labels, comments, gadgets (python-goose 129)."""
    text = "<br /><br />".join(A) + "<br /><pre>from crane import lift\nlift(4)</pre><br />" + "<br /><br />".join(B)
    foot = "<div class=post-footer><div class=post-footer-line><span class=post-author>Posted by <span class=fn>fijal</span></span> <span class=post-timestamp>at <a class=timestamp-link href=/2026/03/old-crane><abbr class=published title=2026-03-04T09:10:00+02:00>9:10 AM</abbr></a></span></div><div><span class=post-labels>Labels: <a href=/search/label/cranes rel=tag>cranes</a>, <a href=/search/label/sea rel=tag>sea</a></span></div></div>"
    comments = f"<div class=comments id=comments><h4>3 comments:</h4><dl><dt class=comment-author>Ola said...</dt><dd class=comment-body><p>{told(14300)[0]}</p></dd><dd class=comment-footer>March 5, 2026 at 7:00 AM</dd><dt class=comment-author>Ada said...</dt><dd class=comment-body><p>{told(14310)[0]}</p></dd></dl><p class=comment-footer><a href=/comment>Post a Comment</a></p></div>"
    pager = "<div class=blog-pager id=blog-pager><a class=blog-pager-newer-link href=/n>Newer Post</a><a class=home-link href=/>Home</a><a class=blog-pager-older-link href=/o>Older Post</a></div>"
    gadgets = f"<div class='sidebar section' id=sidebar><div class='widget Profile'><h2>About Me</h2><a href=/profile>fijal</a><p>View my complete profile</p></div><div class='widget BlogArchive'><h2>Blog Archive</h2><ul><li><a href=/2026/>2026</a> (4)<ul>{''.join(f'<li><a href=/2026/0{i}/x>{one}</a></li>' for i, one in enumerate(OTHERS[:4], 1))}</ul></li></ul></div></div>"
    source = f"<!doctype html><html dir=ltr><head><meta charset=utf-8><meta content=blogger name=generator><title>lost in cranes: {TITLE}</title></head><body><div class=navbar id=navbar></div><div id=outer-wrapper><div id=header-wrapper><h1 class=title><a href=/>lost in cranes</a></h1><p class=description>Notes on machines</p></div><div id=content-wrapper><div id=main-wrapper><div class='main section' id=main><div class='widget Blog'><div class='blog-posts hfeed'><h2 class=date-header>Wednesday, March 4, 2026</h2><div class='post hentry'><h3 class='post-title entry-title'>{TITLE}</h3><div class='post-body entry-content'>{text}<div style='clear: both;'></div></div>{foot}</div>{comments}</div>{pager}</div></div></div>{gadgets}</div></div></body></html>"
    return Told(source, holds=[*A, *B, "from crane import lift"], lacks=["complete profile", told(14300)[0], "Older Post"])


def subheadings_of_the_first_level() -> Told:
    """Sub-headings are of the first level, as the post's title is (web-bugs 1878)."""
    names = titles(14400, 3)
    text = "".join(f"<h1 id=part-{i}>{name}</h1>{p(part)}" for i, (name, part) in enumerate(zip(names, (A, B, C), strict=True)))
    return Told(paper(f"<article class=post><header>{H1}<p class=meta>Mar 4, 2026 • {NAME}, Director</p></header><div class=post-content>{p(D[:1])}{text}</div></article>", beside=""), holds=[*A, *B, *C, D[0], *names])


def post_within_a_span() -> Told:
    """The text of a company's weblog stands as paragraphs in a span (Just-Read 332)."""
    text = f"<span id=hs_cos_wrapper_post_body class='hs_cos_wrapper hs_cos_wrapper_meta_field hs_cos_wrapper_type_rich_text' data-hs-cos-general-type=meta_field>{p(A[:1])}<!--more--><h2>Part one</h2>{p(A[1:])}<h2>Part two</h2>{p(B)}</span>"
    form = "<div class=hs_cos_wrapper_type_form><h3>Subscribe to our blog</h3><form><input type=email><input type=submit value=Subscribe></form></div>"
    return Told(paper(f"<div class=blog-section><div class=blog-post-wrapper><h1 id=hs_cos_wrapper_name>{TITLE}</h1><div id=hubspot-author_data class=hubspot-editable>By <a class=author-link href=/author/q>{NAME}</a> / 04 March 2026</div><div class='section post-body'>{text}</div><p id=hubspot-topic_data>Topics: <a href=/topic/cranes>cranes</a></p></div></div>", beside=f"<div class=sidebar>{form}</div>"), holds=[*A, *B], lacks=["Subscribe to our blog", "Topics:"])


def review_in_sections_with_lists() -> Told:
    """A review with the maker's figures, sections with lists of points, and readers below (postlight parser 299)."""
    figures = "".join(f"<p><strong>{name}:</strong> {value}</p>" for name, value in (("Ship", "2025/2026 Bode Lift 12"), ("Weight per hook", "1840 kilograms and 1852 kilograms"), ("Days tested", "14")))
    points = "".join(f"<li><p>{one}</p></li>" for one in C[:3])
    comments = f"<ol class=comment-list><li class=comment><div class=comment-author>Ola</div><p>{told(14500)[0]}</p></li><li class=comment><div class=comment-author>Ada</div><p>{told(14510)[0]}</p></li></ol>"
    content = f"{figures}<h2>Intro</h2>{p(A)}<h2>On the quay</h2>{p(B)}<h2>Who it is for</h2><ul>{points}</ul><h2>Bottom line</h2>{p(D)}"
    return Told(blog(content, "2025/2026 Bode Lift 12", comments=comments), holds=[*A, *B, *C[:3], *D, "1840 kilograms and 1852 kilograms"], lacks=[told(14500)[0]])

# -- reported of common pages, too, and written down when the first were mended -----------------------------------------


def stories_nested_in_the_story() -> Told:
    """German: teasers that are article elements stand in the story's article element, beside a player and buttons (ftr-site-config 1930)."""
    def teaser(i: int) -> str:
        return f"<article class=teaser-inline><a href=/kultur/{i}><figure><img src={i}.jpg alt=''></figure><div><p class=kicker>Kultur</p><h3>{GERMAN_TITLES[i]}</h3><p class=date>0{i}.03.2026</p></div></a></article>"

    player = "<div id=audio-player><button>Artikel anhören</button><span>4:32 Min</span></div><div id=share-buttons><button>Teilen</button><a href=mailto:?subject=x>E-Mail</a></div>"
    text = german(0)
    body = f"<article><header><p class=kicker>Hafen</p><h1>{GERMAN_TITLES[0]}</h1><p class=lead>{text[0]}</p><div class=author-line><a href=/autoren/q>{NAME}</a></div><time datetime=2026-03-04T09:10:00Z>04.03.2026, 10:10 Uhr</time></header>{player}<div class=article-body>{p(text[1:2])}{teaser(2)}{p(text[2:3])}{teaser(3)}{p(text[3:])}</div></article>"
    return Told(paper(body, GERMAN_TITLES[0], language="de"), holds=text, lacks=[GERMAN_TITLES[2], "Artikel anhören", "Teilen"])


def points_above_a_notice_to_the_press() -> Told:
    """A notice to the press: points in a list and a first paragraph stand above the text, each in a box of its own (readability 845)."""
    points = ["A wallet that is free for all citizens", "Nobody who does not use it may be treated worse", "Its code will be open for everyone to read"]
    head = f"<div class=ep_gridcolumn><div class=ep-a_heading>{H1}</div><div class=erpl_product-header><span>Press Releases</span> <span>ITRE</span> <time>08-03-2026 - 14:31</time></div></div>"
    facts = f"<div class=ep-a_facts><ul class=ep_list>{''.join(f'<li>{one}</li>' for one in points)}</ul></div>"
    lead = f"<div class=ep-a_text><p class=facts_lead>{A[0]}</p></div>"
    text = f"<div class=ep-a_text>{p(A[1:])}<h2>What comes next</h2>{p(B)}</div>"
    contacts = f"<div class=ep-a_contacts><h2>Contacts:</h2><ul><li><h3>{NAME}</h3><p>Press Officer</p><span>(+32) 2 28 41076</span></li></ul></div>"
    return Told(paper(f"<article><div class=ep_gridrow>{head}{facts}{lead}{text}{contacts}</div></article>"), holds=[*points, *A, *B], lacks=["Press Officer"])


def bold_words_before_a_link_in_the_flow() -> Told:
    """German: "Mehr zum Thema" in bold letters, a dash and a link to another story between two paragraphs (trafilatura 80)."""
    text = german(1)
    more = f"<p><strong>Mehr zum Thema</strong> – <a href=/inland/116842/>{GERMAN_TITLES[2]}</a></p>"
    return Told(paper(f"<div class=ViewArticle><h1>{GERMAN_TITLES[1]}</h1><div class=date>2 Mär. 2026 10:15 Uhr</div><div class=Text>{p(text[:2])}{more}{p(text[2:])}</div></div>", GERMAN_TITLES[1], language="de"), holds=text, lacks=["Mehr zum Thema", GERMAN_TITLES[2]])


def readers_words_within_the_article() -> Told:
    """The readers' words stand within the article's element, with orders to sort them by and counts (trafilatura 520)."""
    words = "".join(f"<div class=reader><p class=user-info><a href=/registration/{i}>{name}, Bode</a>, {i + 2} hours ago</p><p class=words>{told(14900 + i)[0]}</p><div class=rate>{i * 7} <a href=#up>up</a> {i} <a href=#down>down</a></div></div>" for i, name in enumerate(("Ola", "Ada", "Sefa")))
    box = f"<div id=reader-comments class=reader-comments><h2>Comments <span>3</span></h2><p>Share what you think</p><ul><li>Newest</li><li>Oldest</li><li>Best rated</li></ul>{words}<p>The views expressed in the contents above are those of our users.</p></div>"
    return Told(paper(f"<article>{H1}<p class=author-section>By <a class=author>{NAME}</a></p><div itemprop=articleBody>{p([*A, *B])}</div>{box}</article>"), holds=[*A, *B], lacks=["Share what you think", told(14900)[0], "The views expressed"])


def news_of_the_town_below_each_story() -> Sequence[Told]:
    """Each story of a German paper ends in a bold line and a list of links to other news of the town (fundus 397)."""
    def content(i: int) -> str:
        links = "".join(f"<li><strong>{PLACES[k]}:</strong> <a href=/lokales/meldung-{k}.html>{GERMAN_TITLES[k]}</a></li>" for k in range(6) if k != i)
        return f"<article class=article><header><span class=kicker>Lokalsport</span><h1>{GERMAN_TITLES[i]}</h1><div class=article__author>Von <a href=/autor/q>{NAME}</a></div><time>{i + 1}.03.2026, 17:41</time></header><div class=article-body><p class=intro><b>{PLACES[i]}.</b> {german(i)[0]}</p>{p(german(i)[1:])}<p><strong>Mehr Nachrichten aus der Stadt:</strong></p><ul>{links}</ul></div></article>"

    return german_site(content, ["Mehr Nachrichten aus der Stadt"])


def points_of_a_polish_story() -> Told:
    """Polish: a lead in bold type, and a list within the text, which was lost (fundus 909)."""
    text = [
        "Stary dźwig portowy został w środę rozebrany po dziewięćdziesięciu latach pracy, a z nabrzeża patrzyło na to ponad sto osób.",
        "Dyrektorka portu powiedziała, że maszyna nie była już bezpieczna, a jej naprawa kosztowałaby więcej niż zakup nowej.",
        "W przyszłym miesiącu nabrzeże zostanie otwarte dla wszystkich, a w miejscu dźwigu powstanie ogród z ławkami.",
    ]
    points = ["miasto zapłaci za rozbiórkę dwa miliony koron", "nowy dźwig stanie przy wschodnim nabrzeżu", "stare koła zębate trafią do muzeum"]
    body = f"<article><h1>Stary dźwig opuszcza port</h1><div class=article--lead><p>{text[0]}</p></div><div class=article--meta><p>Publikacja: 04.03.2026 09:10</p><p class=name>{NAME}</p></div><div class=article--content><p class=articleBodyBlock>{text[1]}</p><p class=articleBodyBlock>Radni zgodzili się na trzy rzeczy:</p><ul>{''.join(f'<li>{one},</li>' for one in points)}</ul><p class=articleBodyBlock>{text[2]}</p></div></article>"
    return Told(paper(body, "Stary dźwig opuszcza port", language="pl"), holds=[*text, *points])


def current_issue_in_each_story() -> Sequence[Told]:
    """Each story of a German magazine has a box on its current issue, with a shop's links, amid the text (ftr-site-config 1302)."""
    issue = "<div class=va-article-issue><div class=title>Die aktuelle Ausgabe</div><img src=heft.jpg alt='Heft 06/2026'><p>Heft 06 / 2026, erschienen am 5. März, 148 Seiten</p><a class=btn href=/shop/abo>Abonnement bestellen</a> <a class=btn href=/shop/heft>Einzelheft bestellen</a></div>"
    def content(i: int) -> str:
        text = german(i)
        return f"<article class=va-article><div class=va-article-meta>{NAME}</div><div class=va-article-date>0{i + 1}.03.2026</div><h1>{GERMAN_TITLES[i]}</h1><section class=text><p>{text[0]}</p><h2>Was bisher geschah am {PLACES[i]}</h2><p>{text[1]}</p>{issue}<h2>Wie es am {PLACES[i]} weitergeht</h2>{p(text[2:])}</section></article>"

    return german_site(content, ["Die aktuelle Ausgabe", "Einzelheft", "148 Seiten"])


def lists_of_a_plugin_within_the_post() -> Told:
    """A weblog's content holds an offer to be notified, the post's subject and a plug-in's list of other posts (trafilatura 283)."""
    push = "<div class=web-push-notification><p>Get notified when we publish something new.</p><button>Allow</button></div>"
    view = "".join(f"<div class='pt-cv-content-item'><div class=pt-cv-ifield><a href=/2026/02/other-{i}><img src={i}.jpg alt=''></a><h4 class=pt-cv-title><a href=/2026/02/other-{i}>{one}</a></h4></div></div>" for i, one in enumerate(OTHERS[:3]))
    content = f"<div class=post-subject><a href=/category/harbour>Harbour</a></div>{p(A)}{push}{p(B)}<div class=pt-cv-wrapper><div class='pt-cv-view pt-cv-grid'>{view}</div></div>"
    return Told(blog(content), holds=[*A, *B], lacks=["Get notified", OTHERS[0]])


LATER: Sequence[Report] = (
    stories_nested_in_the_story, bold_words_before_a_link_in_the_flow, readers_words_within_the_article,
    news_of_the_town_below_each_story, points_of_a_polish_story, current_issue_in_each_story,
)  # fmt: skip


# -- reported of common pages, too, and written down when those above were mended --------------------------------------


def related_stories_at_the_bottom() -> Told:
    """The text stands in one box with advertisements, a list of other stories at its bottom, and topics below (ftr-site-config 937)."""
    items = "".join(f"<li><a href=/story/{i}>{one}</a></li>" for i, one in enumerate(OTHERS[:4]))
    more = f"<div class=callout--has-top-border><hr><h3>More Great Bode Stories</h3><ul><li>📩 The latest on harbours: <a href=/letter>Get our newsletters</a>!</li>{items}</ul></div>"
    topics = "<div class=tags><span>Topics</span> <a href=/tag/cranes>cranes</a> <a href=/tag/sea>sea</a></div>"
    return Told(paper(f"<article><header>{H1}<div class=byline>{NAME}</div></header><div class=body__container><div class=body__inner-container>{p([*A, *B])}<div class=ad></div>{p(C)}{more}</div></div>{topics}</article>"), holds=[*A, *B, *C], lacks=["More Great Bode Stories", OTHERS[0], "Topics"])


def article_of_a_review_beside_its_author() -> Told:
    """The article element holds headline, text, the writer's box and an appeal; others are cards below (ftr-site-config 1095)."""
    cards = "".join(f"<article class=post-list-article><h4><a href=/2026/03/{i}/>{one}</a></h4><div class=post-list-article__meta>Ola Brekke</div></article>" for i, one in enumerate(OTHERS[:4]))
    writer = f"<div class=article-author><img src=q.jpg alt=''><div><a href=/author/q>{NAME}</a> is a senior writer at The Bode. <a href=https://net.example/q>@q</a></div></div>"
    appeal = "<div class=article-ending><h3>Support us</h3><p>Work like this needs readers who pay for it.</p><a class=button href=/donate>Donate</a></div>"
    return Told(paper(f"<article class=article><header>{H1}<div class=article-header__meta>By {NAME}</div></header><div class=article-content>{p([*A, *B])}</div>{writer}{appeal}</article><section class=post-list><h3>Recommended</h3>{cards}</section>"), holds=[*A, *B], lacks=["senior writer at", "readers who pay", OTHERS[0]])


def lead_in_the_header_of_a_german_story() -> Sequence[Told]:
    """German: the header of each story has kicker, lead and a line of figures; the text another box with an inserted comparison (miniflux 208)."""
    def content(i: int) -> str:
        text = german(i)
        return f"<article><header class=article-header><div class=article-header__kicker>Hafen</div><h1>{GERMAN_TITLES[i]}</h1><p class=article-header__lead>{text[0]}</p><div class=publish-info><time datetime=2026-03-0{i + 1}T10:15:00>0{i + 1}.03.2026, 10:15 Uhr</time> <span>Lesezeit: 2 Min.</span> <span class=branding>heimat online</span></div></header><div class=akwa-article__content>{p(text[1:3])}<div class=opt-in><p>Empfohlener redaktioneller Inhalt</p><p>Mit Ihrer Zustimmung wird hier ein externer Inhalt geladen.</p><button>Karten jetzt laden</button></div>{p(text[3:])}<p class=redakteurskuerzel>(<span>pq</span>)</p></div></article>"

    return german_site(content, ["Empfohlener redaktioneller Inhalt", "externer Inhalt"])


def post_between_header_and_next_posts() -> Told:
    """A company's weblog: the title in a large header, the text in sections with pictures, two cards to read next (picoFeed 190)."""
    cards = "".join(f"<div class=card><a href=/update/{i}><h3>{one}</h3><p>{told(15100 + i)[0][:90]}</p></a></div>" for i, one in enumerate(OTHERS[:2]))
    section = "".join(f"<section>{p(part)}<figure><img src={i}.jpg alt=''><figcaption>The quay, seen from ship {i}</figcaption></figure></section>" for i, part in enumerate((A, B, C)))
    return Told(paper(f"<div class=hero>{H1}<p class=meta>March 4, 2026 — {NAME}</p></div><div class=blog-post>{section}</div><div class=next><h2>Read next</h2>{cards}</div>", beside=""), holds=[*A, *B, *C], lacks=["Read next", told(15100)[0][:80], "seen from ship"])


def two_paragraphs_before_the_wall() -> Told:
    """Two paragraphs stand before an offer, the others after it in the same body, with a video's words (omnivore 1393)."""
    offer = "<div class=paywall-inline><h3>Have a confidential tip?</h3><p>Get in touch with our reporters.</p></div>"
    video = "<div class=video-player><div class=title>WATCH: How cranes leave</div><div class=credit>Source: Bode Television</div></div>"
    return Told(paper(f"<article><div class=lede-text-v2>{H1}<div class=byline>By {NAME}</div></div><div class='body-copy-v2 fence-body'>{p(A[:2])}{offer}{p(A[2:])}{video}{p(B)}</div></article>"), holds=[*A, *B], lacks=["confidential tip", "WATCH:"])


def story_in_a_table_beside_pictures() -> Told:
    """A chapter in a table of one row: the text in one cell, pictures in the other; links to the chapters around it (readability 598)."""
    way = "<table class=nav><tr><td><a href=/c/1>&lt; First chapter</a></td><td><a href=/c>Contents</a></td><td><a href=/c/3>Third chapter &gt;</a></td></tr></table>"
    pictures = "".join(f"<div class=thumb><img src={i}.png alt=''></div>" for i in range(4))
    return Told(paper(f"<div id=content>{H1}<div class=mw-parser-output>{way}<table class=story><tbody><tr><td class=text>{p([*A, *B, *C])}</td><td class=pictures>{pictures}</td></tr></tbody></table>{way}</div></div>", beside=""), holds=[*A, *B, *C], lacks=["Third chapter"])


def settings_of_players_in_a_german_story() -> Told:
    """German: elements whose attributes hold a player's settings as a text, between paragraphs of a broadcaster's story (capyreader 206)."""
    text = german(2)
    player = """<div data-v-type="MediaPlayer" data-v='{"mc":{"_title":"Zoo sucht Paten","_duration":91},"pc":{"generic":{"languages":["de"]}}}' class=ts-mediaplayer></div>"""
    teaser = f"<div class=teaser-absatz><a href=/inland/{1}><span class=teaser-absatz__topline>mehr</span><span class=teaser-absatz__headline>{GERMAN_TITLES[5]}</span></a><div class=date>02.03.2026</div></div>"
    return Told(paper(f"<article class='container content-wrapper__group'><div class=seitenkopf><h1><span class=seitenkopf__topline>Stadtwald</span><span class=seitenkopf__headline--text>{GERMAN_TITLES[2]}</span></h1></div><p class=metatextline>Stand: 04.03.2026 09:10 Uhr</p><p class='textabsatz columns'><strong>{text[0]}</strong></p>{player}<div class=authorline>Von {NAME}, BRD</div><p class=textabsatz>{text[1]}</p><h2>Warum jetzt?</h2><p class=textabsatz>{text[2]}</p>{teaser}<p class=textabsatz>{text[3]}</p></article>", f"{GERMAN_TITLES[2]}", language="de"), holds=text, lacks=["_duration", GERMAN_TITLES[5]])


def first_paragraph_apart_from_the_others() -> Told:
    """The first paragraph in a box of its own, the others as elements with data attributes, with quotations and a letter's form (wallabag 6949)."""
    def para(one: str) -> str:
        return f"<p class=css-k3zb61 data-type=paragraph>{one}</p>"

    form = "<div class=inset-newsletter><div><h4>Newsletter Sign-up</h4><p>The 10-Point</p><p>A personal, guided tour to the best scoops every day.</p></div><button>Subscribe</button></div>"
    body = f"<section class=css-1><div class=drop>{para(A[0])}</div>{''.join(map(para, A[1:]))}<div class=ad data-type=ad><p>Advertisement - Scroll to Continue</p></div>{''.join(map(para, B))}{form}{''.join(map(para, C))}<p data-type=tagline><em>Write to {NAME} at q@bode.example</em></p></section>"
    return Told(paper(f"<article><div>{H1}<h2>Old machines are leaving</h2><div class=byline>By <a href=/news/author/q>{NAME}</a></div></div>{body}</article>"), holds=[*A, *B, *C], lacks=["Scroll to Continue", "guided tour"])


LAST: Sequence[Report] = (
    related_stories_at_the_bottom, article_of_a_review_beside_its_author, lead_in_the_header_of_a_german_story, post_between_header_and_next_posts,
    two_paragraphs_before_the_wall, story_in_a_table_beside_pictures, settings_of_players_in_a_german_story, first_paragraph_apart_from_the_others,
)  # fmt: skip


REPORTS: Sequence[Report] = (
    columns_with_advertisements_between, box_at_a_glance, advertisements_that_wrap_the_grid, short_story_below_in_the_same_block, topics_and_suggestions_within_the_body,
    teasers_named_fitting_the_article, letter_and_related_story_within_the_text, other_stories_amid_the_paragraphs, list_of_links_to_read_more,
    links_to_share_above_and_news_below, preferred_source_and_podcast_in_each_story, subscription_amid_a_spanish_story, form_with_more_paragraphs_than_the_story,
    column_of_puffs_with_texts, letter_and_rich_link_of_a_paper, story_within_an_aside, two_short_paragraphs_beside_a_column, next_stories_below_as_a_whole,
    bold_first_paragraph_of_a_dutch_story, text_and_sidebar_in_a_box_named_for_it, comment_longer_than_any_paragraph,
    hidden_terms_longer_than_the_post, notes_and_thanks_below_the_paper, discussion_longer_than_a_russian_post, sections_beside_graphs,
    post_of_a_hosted_blog, subheadings_of_the_first_level, post_within_a_span, review_in_sections_with_lists,
)  # fmt: skip
MISSED: Sequence[tuple[Report, str]] = (
    (wall_of_consent, "a notice of two paragraphs has the shape of a short story; what its noindex refuses is not indexed"),
    (points_above_a_notice_to_the_press, "names and posts of contacts below a notice have the shape of a list of the text"),
    (lists_of_a_plugin_within_the_post, "a sentence above a button is told from one of the text only over a site"),
    (sections_of_a_linked_newsletter, "the words with which letters offer to be left are not known"),
)


@pytest.mark.parametrize("report", [*REPORTS, *LATER, *LAST, *expected_to_fail(MISSED)], ids=lambda one: one.__name__)
def test_what_was_reported_of_common_pages(report: Report) -> None:
    check(report)
