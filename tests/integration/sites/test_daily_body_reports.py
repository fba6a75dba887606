"""Texts and page types of the day's papers, blogs and letters that users and maintainers of extractors and readers reported in public: invented pages with all that stands around a story, alone or within a little site; all were written down before one was tried."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.integration.sites.test_common_body_reports import (
    GERMAN_TITLES,
    H1,
    ITALIAN,
    OTHERS,
    TITLE,
    A,
    B,
    C,
    D,
    Report,
    Told,
    blog,
    check,
    german,
    german_site,
    paper,
)
from tests.integration.sites.test_daily_field_reports import POLISH
from tests.integration.sites.test_extraction_reports import NAME, p, told
from tests.integration.sites.test_stranger_body_reports import expected_to_fail


def cards(count: int, start: int = 0, level: str = "h3") -> str:
    """Cards of other stories, each with a linked title and a summary."""
    return "".join(f"<article class=card><a href=/2026/02/other-{i}><img src=o{i}.jpg alt=''><{level}>{OTHERS[i]}</{level}></a><p>{told(17900 + i, 1)[0][:110]} …</p></article>" for i in range(start, start + count))


def stories(content: object, count: int = 6) -> list[Told]:
    """Pages of a little paper without a front page; `content` is a function of the story's number."""
    assert callable(content)
    return [Told(paper(content(i), OTHERS[i]), f"/2026/03/story-{i}", holds=told(17000 + 10 * i)) for i in range(count)]


# -- papers ----------------------------------------------------------------------------------------------------------


def message_about_scripts_and_related_stories() -> Told:
    """A message about scripts above, the story's topics as points below the title, a list of related stories at the end (calibre 1596)."""
    topics = "".join(f"<li><a href=/tag/{one}>{one}</a></li>" for one in ("cranes", "tugs", "harbours"))
    related = "".join(f"<li><a href=/2026/02/other-{i}>{OTHERS[i]}</a></li>" for i in range(4))
    main = f"<div class=js-message><p>Your browser does not run scripts. Please turn them on to read all of this site.</p></div><article>{H1}<ul class=article-topics>{topics}</ul><div class=article-body>{p([*A, *B])}<div class=related-box><h4>Related</h4><ul>{related}</ul></div></div></article>"
    return Told(paper(main), holds=[*A, *B], lacks=["turn them on", OTHERS[0], OTHERS[3]])


def boilerplate_below_each_story() -> Sequence[Told]:
    """Each story ends in a note on the printed edition, a plea and a portrait of the writer (calibre 2539)."""
    def content(i: int) -> str:
        note = f"<p class=print-note><em>This article was first published in the print edition of The Bode on March {i + 2}, 2026 as \"{OTHERS[i]}\".</em></p>"
        plea = "<div class=plea><p>For almost a decade, The Bode has published reports that nobody else would print. We have done so without fear. By subscribing, you can help us to go on.</p><a href=/subscribe>Subscribe</a></div>"
        bio = f"<div class=author-bio><img src=q.jpg alt=''><p><a href=/author/q>{NAME}</a> is The Bode’s writer on harbours.</p></div>"
        return f"<article><h1>{OTHERS[i]}</h1><div class=article-content>{p(told(17000 + 10 * i))}{note}{plea}{bio}</div></article>"

    return [Told(one.source, one.path, holds=one.holds, lacks=["without fear", "By subscribing", "writer on harbours"]) for one in stories(content)]


def advertisements_and_cards_amid_the_story() -> Told:
    """Advertisements, cards "Read more" and a promotion of a letter stand between the paragraphs of a magazine (calibre 3219)."""
    advert = "<div class='article__advert advert'><p>Advertisement</p></div>"
    more = f"<div class=article__read-more><span>Read more</span><a href=/2026/02/other-1><h4>{OTHERS[1]}</h4><img src=o.jpg alt=''></a></div>"
    letter = "<div class=newsletter-promo><h4>Sign up to The Tide</h4><p>What happened on the water, explained every Friday.</p><a href=/letter class=button>Sign up to letter</a></div>"
    main = f"<article class=article><header class=article__header>{H1}<p>By {NAME}</p></header><div class=article__content>{p(A)}{advert}{p(B)}{more}{p(C)}{letter}{p(D)}</div></article>"
    return Told(paper(main), holds=[*A, *B, *C, *D], lacks=[OTHERS[1], "Sign up to", "explained every Friday", "Advertisement"])


def box_for_each_part_of_a_review() -> Told:
    """Each few paragraphs of a story stand in a box of its own with generated classes, figures between (calibre 1124)."""
    def part(some: Sequence[str], i: int) -> str:
        return f"<div class='gutenbergContent__content--109b0 storyContent--{i}a'><div class=html_{i}>{p(some)}</div></div>"

    figure = "<div class=image-wrap--x><figure><img src=/f.jpg alt=''><figcaption>The crane on Monday.</figcaption></figure></div>"
    main = f"<div class=contentwell--3fa>{H1}<div class=contentBody__wrapper--a>{part(A, 1)}{figure}{part(B[:1], 2)}{part(B[1:], 3)}{figure}{part(C, 4)}</div></div>"
    return Told(paper(main), holds=[*A, *B, *C])


def longer_story_below_a_quick_post() -> Told:
    """A quick post of two paragraphs; below it, in the stream, stand longer posts of others with their texts (NetNewsWire 3688)."""
    stream = "".join(f"<div class=stream-item><div class=post-meta>Ola Brekke, {i + 1} hours ago</div><h2><a href=/2026/03/quick-{i}>{OTHERS[i]}</a></h2>{p(told(17400 + 10 * i))}</div>" for i in range(2))
    main = f"<article class=quick-post><h1>{TITLE}</h1><div class=post-meta>{NAME}, Mar 4</div><div class=entry>{p(A[:2])}</div></article><div class=stream><h2>More in this stream</h2>{stream}</div>"
    return Told(paper(main), holds=A[:2], lacks=[told(17400)[0], told(17410)[1]])


def excerpts_of_other_posts_below_a_short_one() -> Told:
    """A short post of a magazine of wonders, and below it excerpts of other posts, each as long as half of it (NetNewsWire 2614)."""
    excerpts = "".join(f"<article class='post teaser'><h2 class=entry-title><a href=/2026/03/x-{i}>{OTHERS[i]}</a></h2><p class=byline>Ola Brekke</p><p>{told(17500 + i, 1)[0]} <a href=/2026/03/x-{i}>Read the rest</a></p></article>" for i in range(4))
    main = f"<article class='post single'><header><h1 class=entry-title>{TITLE}</h1><p class=byline>{NAME} 9:10 am Wed Mar 4, 2026</p></header><section class=entry-content>{p(A[:3])}</section></article><section class=more-posts>{excerpts}</section>"
    return Told(paper(main), holds=A[:3], lacks=[told(17500, 1)[0], OTHERS[2], "Read the rest"])


def related_list_and_comments_of_a_site_on_computers() -> Told:
    """Below the paragraphs a box of related articles within the text, navigation between stories and comments of readers (NetNewsWire 3932)."""
    related = "".join(f"<p><a href=/news/{i}/>{OTHERS[i]}</a></p>" for i in range(4))
    comments = "".join(f"<li class=comment><div class=cm_name>reader{i}</div><div class=cm_text>{told(17600 + i, 1)[0]}</div></li>" for i in range(4))
    body = f"<div class=articleBody><p><img src=h.jpg alt=Crane></p>{p([*A, *B])}<div class=ia_ad><h2>Passkeys for Harbours</h2><p>See how forty ports keep their gates safe. Get the guide that our partner made.</p><a href=/ad>Get the guide</a></div><h3>Related Articles:</h3>{related}</div>"
    main = f"<article>{H1}{body}<div class=cz-related-article-wrapp><h3>You may also like:</h3></div></article><div id=comments><h2>Comments</h2><ul>{comments}</ul></div>"
    return Told(paper(main), holds=[*A, *B], lacks=[OTHERS[0], told(17600, 1)[0], "Get the guide"])


def mark_up_of_pictures_in_an_attribute() -> Told:
    """German: players and pictures stand as encoded mark-up within attributes between the paragraphs (NetNewsWire 4516)."""
    player = "<div class=v-instance data-v-type=MediaPlayer data-v='{&quot;html&quot;:&quot;&lt;picture&gt;&lt;source srcset=a.webp&gt;&lt;p&gt;Kein Ton&lt;/p&gt;&lt;/picture&gt;&quot;}'><p class=ts-player>Video: Abschied am Hafen</p></div>"
    text = german(0)
    main = f"<article class=container><div class=seitenkopf><h1><span class=seitenkopf__topline>Nordhafen</span> <span class=seitenkopf__headline>{GERMAN_TITLES[0]}</span></h1><p class=metatextline>Stand: 04.03.2026 09:10 Uhr</p></div><p class=textabsatz><strong>{text[0]}</strong></p>{player}{p(text[1:3], 'class=textabsatz')}<h2 class=meldung__subhead>Ein Garten am Wasser</h2>{p(text[3:], 'class=textabsatz')}</article>"
    return Told(paper(main, GERMAN_TITLES[0], language="de"), holds=[*text, "Ein Garten am Wasser"], lacks=["srcset", "Kein Ton"])


def first_paragraph_beside_a_long_quotation() -> Told:
    """A note on games: a paragraph, then a quotation thrice as long, then a paragraph, each in a box of its own (capyreader 1473)."""
    quotation = "".join(f"<p>{text}</p>" for text in [*B, *C])
    main = f"<article>{H1}<div class=info><a href=/authors/q>{NAME}</a> <time datetime=2026-03-04>04 Mar 2026</time></div><div class=contents><div class=block-text><p>{A[0]}</p></div><div class=block-quote><blockquote>{quotation}<cite>[<a href=https://net.example/a>Harbour Weekly</a>]</cite></blockquote></div><div class=block-text><p>{A[1]}</p></div></div></article>"
    return Told(paper(main), holds=[*A[:2], *B, *C])


def next_story_whole_below_this_one() -> Sequence[Told]:
    """Below each story the next one stands as a whole, under a rule and the label of its section (Just-Read 431)."""
    def whole(i: int, tag: str) -> str:
        return f"<div class=content-wrap><{tag} class=content-title>{OTHERS[i]}</{tag}><div class=content-subhed>By {NAME}</div><div class=content-body>{p(told(17000 + 10 * i))}</div></div>"

    def content(i: int) -> str:
        return f"<div class=contents>{whole(i, 'h1')}<div class=next-up><span>NEXT STORY:</span>{whole((i + 1) % 6, 'h1')}</div></div>"

    return [Told(one.source, one.path, holds=one.holds, lacks=told(17000 + 10 * ((i + 1) % 6))) for i, one in enumerate(stories(content))]


def byline_as_the_first_paragraph() -> Told:
    """The story's first paragraph is "By" and a name, the second begins with a place in capitals and an agency (newspaper4k 149)."""
    text = [f"BERGEN (CRN) — {A[0]}", *A[1:], *B]
    return Told(paper(f"<article class=post>{H1}<p class=meta>Posted 9:10 am, March 4, 2026</p><div class=entry-content><p>By {NAME}</p>{p(text)}</div></article>"), holds=text, lacks=[f"By {NAME}"])


def other_opinion_below_with_its_own_headline() -> Told:
    """The second opinion piece on the page, with headline, writer and picture, is longer than the first (readability 321)."""
    second = f"<article class='node second'><header><h1 class=title><a href=/world/other>{OTHERS[2]}</a></h1><p class=standfirst>What comes after the harbour.</p><span class=field-author>By Ola Brekke</span></header><div class=article-body>{p([*C, *D, *told(17700)])}</div></article>"
    first = f"<article class='node first'><header><h1 class=title>{TITLE}</h1><span class=field-author>By <a href=/writers/q>{NAME}</a></span></header><div class=article-body>{p([*A, *B])}</div></article>"
    return Told(paper(first + second), holds=[*A, *B], lacks=[C[0], D[1]])


def blocks_of_a_broadcaster() -> Told:
    """Each paragraph in two boxes of generated classes; pictures, a video and a related link between them (readability 1005)."""
    def block(text: str) -> str:
        return f"<div data-component=text-block class='ssrcss-uf6wea-RichTextComponentWrapper ep2nwvo0'><div class='ssrcss-7uxr49-RichTextContainer e5tfeyi1'><p class='ssrcss-1q0x1qg-Paragraph e1jhz7w10'>{text}</p></div></div>"

    image = "<div data-component=image-block class=ssrcss-ab5fd8><figure><img src=i.jpg alt=''><figcaption><p>The crane on its last day</p></figcaption></figure></div>"
    link = f"<div data-component=links-block class=ssrcss-links><ul><li><a href=/news/1>{OTHERS[1]}</a></li><li><a href=/news/2>{OTHERS[2]}</a></li></ul></div>"
    main = f"<article class=ssrcss-pv1rh6><header data-component=headline-block>{H1}</header><div data-component=byline-block><p>{NAME}</p></div>{''.join(map(block, A))}{image}{''.join(map(block, B[:2]))}{link}{''.join(map(block, B[2:]))}{image}{''.join(map(block, C))}</article>"
    return Told(paper(main), holds=[*A, *B, *C], lacks=[OTHERS[1]])


def first_paragraphs_before_a_companion() -> Told:
    """The first three paragraphs stand in a part of their own, a box of a book's data and an advertisement before the rest (readability 333)."""
    book = "<aside class='media book-info'><h4>The Crane Years</h4><ul><li>By Ola Brekke</li><li>240 pages. Quay Press.</li><li>$28.</li></ul></aside>"
    main = f"<article class=story><header>{H1}<p class=byline>By {NAME}</p></header><div class='story-body-supplemental'><div class='story-body story-body-1'>{p(A[:3], 'class=story-body-text')}</div><div class=supplemental>{book}<div class=ad>Advertisement</div></div></div><div class='story-body-supplemental'><div class='story-body story-body-2'>{p([A[3], *B, *C], 'class=story-body-text')}</div></div></article>"
    return Told(paper(main), holds=[*A, *B, *C], lacks=["Advertisement"])


COOKIES = [
    "Strictly necessary cookies are essential for this website to function as it should. They may also be used to prevent fraud and to keep the site safe.",
    "You can set your browser to block these cookies or to tell you about them, but some parts of the site will not work then. They do not store any data that identify you.",
    "Targeting cookies may be set through our site by our partners. They may be used by those companies to build a profile of what you like and to show you fitting advertisements.",
    "Performance cookies allow us to count visits, so that we can measure how well our pages do. They help us to know which pages are read most and how readers move around.",
]


def centre_of_privacy_longer_than_the_story() -> Told:
    """A centre of privacy with a paragraph on each kind of cookies stands below a short story (readability 806)."""
    kinds = "".join(f"<li class=ot-cat-item><div class=ot-acc-hdr><h4>Cookies {i}</h4></div><div class=ot-acc-txt><p class=ot-category-desc>{text}</p></div></li>" for i, text in enumerate(COOKIES))
    centre = f"<div id=onetrust-consent-sdk><div id=onetrust-pc-sdk role=alertdialog aria-label='Privacy Center'><div id=ot-pc-content><h2>Privacy Center</h2><div id=ot-pc-desc>{COOKIES[0]}</div><ul>{kinds}</ul></div></div></div>"
    return Told(paper(f"<article>{H1}<div class=single__content>{p(A[:3])}</div></article>", below=centre), holds=A[:3], lacks=[text[:40] for text in COOKIES])


def notice_on_the_sale_of_data() -> Told:
    """A notice on the sale of personal data, without roles or classes that tell, stands at the page's end (readability 805)."""
    notice = f"<div class=modal--2x><div><h2>Do Not Sell Or Share My Personal Information</h2><p>You have chosen to opt out of the sale or sharing of your information from this site and any of its affiliates. To opt back in please click the link below.</p><p>{COOKIES[1]}</p><p>For more information please visit this site’s <a href=/privacy>Privacy Policy</a>.</p></div></div>"
    return Told(paper(f"<article class=article--2gu>{H1}<div class=byline--3h>Wednesday March 4, 2026 9:10 am PST by <a rel=author href=/author/q>{NAME}</a></div><div class=content--2u>{p(A)}</div></article>", below=notice), holds=A, lacks=["opt out of the sale", COOKIES[1][:40]])


def policy_in_a_window_before_the_story() -> Told:
    """A window with the policy on cookies stands before the story in the source (readability 514)."""
    window = f"<div class='modal-dialog gdpr-window'><div class=modal-content><h3>Please accept our privacy terms</h3>{p(COOKIES)}<button>Accept and continue to site</button></div></div>"
    source = paper(f"<article>{H1}<div class=article_content>{p([*A, *B])}</div></article>").replace("<div class=wrap>", f"{window}<div class=wrap>")
    return Told(source, holds=[*A, *B], lacks=[text[:40] for text in COOKIES])


def links_in_capitals_between_paragraphs() -> Told:
    """A station's page: a player, then paragraphs with links "SEE ALSO" and "RELATED:" in capitals between them (clean_reader 14)."""
    also = "<p><strong><a href=/video/1>SEE ALSO: {}</a></strong></p>"
    related = "<p><strong>RELATED: <a href=/post/2>{}</a></strong></p>"
    main = f"<section class=article>{H1}<div class=byline>By <a href=/about/q>{NAME}</a></div><div class=dateline>Wednesday, March 4, 2026</div><div class=video-player><video src=v.mp4></video><div class=video-title>The crane’s last day</div></div><div class=body-text>{p(A)}{also.format(OTHERS[0])}{p(B)}{related.format(OTHERS[1])}{p(C)}<p><i>Copyright © 2026 Bode Television. All Rights Reserved.</i></p></div></section>"
    return Told(paper(main), holds=[*A, *B, *C], lacks=[OTHERS[0], OTHERS[1]])


def heading_in_a_box_of_its_own() -> Told:
    """The title in a box of its own above the content, sub-headings of the same level as it within (ruby-readability 64)."""
    main = f"<article><div class=article-title><h1>{TITLE}</h1></div><div class=article-content>{p(A)}<h1>What stays behind</h1>{p(B)}<h1>What comes next</h1>{p(C)}</div></article>"
    return Told(paper(main), holds=[*A, *B, *C, "What stays behind", "What comes next"])


def writer_s_profile_in_the_right_column() -> Told:
    """A weblog whose posts are lines with breaks; in the column stands a profile longer than some posts (newspaper 47)."""
    profile = f"<div class='widget Profile'><h2>About</h2><dl class=profile-datablock><dt class=profile-data>{NAME}</dt><dd class=profile-textblock>A self-taught reader of tides from Bergen, fond of ciphers, mills and old engines. This is a blog about walks along the water, and about what was found there. Works in a port; apart from cranes likes singing and the sea in winter.</dd></dl></div>"
    text = "<br><br>".join(A)
    source = f"<!doctype html><html><head><meta charset=utf-8><title>Quay: {TITLE}</title></head><body><div class=content-outer><div class=main><div class=date-outer><h2 class=date-header><span>4 March 2026</span></h2><div class='post hentry'><h3 class='post-title entry-title'>{TITLE}</h3><div class='post-body entry-content'>{text}</div><div class=post-footer>Posted by {NAME} at 09:10 <a href=#c>12 comments</a></div></div></div></div><div class=column-right-outer>{profile}<div class='widget BlogArchive'><h2>Archive</h2><ul><li><a href=/2026/02/>February (3)</a></li></ul></div></div></div></body></html>"
    return Told(source, "/2026/03/old-crane.html", holds=A, lacks=["fond of ciphers", "Posted by"])


def captions_in_boxes_with_many_names() -> Told:
    """Captions stand in paragraphs, spans and boxes with names of many systems, below their pictures (newspaper 271)."""
    def picture(name: str, i: int, tag: str = "div") -> str:
        return f"<div class=media-{i}><img src={i}.jpg alt=''><{tag} class={name}>The crane on picture {i} of the port, as the city saw it in winter.</{tag}></div>"

    main = f"<article>{H1}<div class=story>{picture('wp-caption-text', 1, 'p')}{p(A)}{picture('image-caption', 2)}{p(B)}{picture('photo__caption', 3, 'span')}{p(C)}</div></article>"
    return Told(paper(main), holds=[*A, *B, *C], lacks=["on picture 1", "on picture 2", "on picture 3"])


def post_of_a_forum_for_essays() -> Told:
    """An essay on a forum with many comments that are longer than it, each with votes and an answer (wallabag 3767)."""
    comments = "".join(f"<div class=comments-node><div class=CommentsItem-meta><a href=/users/{i}>reader{i}</a> <span>{i + 2}y</span> <span class=votes>{i + 3}</span></div><div class='CommentBody-root'>{p(told(17800 + 4 * i))}</div></div>" for i in range(5))
    main = f"<div class=PostsPage-centralColumn><h1 class=PostsPage-title><a href=/posts/x/old-crane>{TITLE}</a></h1><div class=PostsPage-meta>by <a href=/users/q>quill</a> 4th Mar 2026 7 min read 27 comments</div><div class=PostsPage-postContent>{p([*A, *B])}</div></div><div class=PostsPage-commentsSection><h3>27 comments, sorted by top scoring</h3>{comments}</div>"
    return Told(paper(main), "/posts/x/old-crane", holds=[*A, *B], lacks=[told(17800)[0], "sorted by"])


def breaks_and_advertisements_without_paragraphs() -> Told:
    """An Indian paper's story is text with two breaks between, boxes of advertisements and a poll in the midst (Just-Read 69)."""
    text = "<br><br>".join(A)
    rest = "<br><br>".join(B)
    poll = "<div class=poll><h4>Should cranes be kept?</h4><label><input type=radio>Yes</label><label><input type=radio>No</label></div>"
    main = f"<div class=contentwrapper><h1 class=HNMDR><span>{TITLE}</span></h1><div class=byline>TNN / Mar 4, 2026, 09:10 IST</div><div class=ga-headlines>{text}<div class=mid-ad data-ad=1></div>{poll}<br><br>{rest}</div></div>"
    return Told(paper(main), "/city/bergen/old-crane/articleshow/58316660.cms", holds=[*A, *B], lacks=["Should cranes be kept"])


def letter_of_short_sections() -> Told:
    """A daily letter on the web: sections with an emblem and a heading, each with linked headlines and a sentence or two (mercury-parser 49)."""
    def section(name: str, i: int) -> str:
        items = "".join(f"<article class=mt-3><a href=https://net.example/{i}{k}><h3>{one} ({k + 2} minute read)</h3></a><div class=newsletter-html>{told(18000 + 10 * i + k, 1)[0]}</div></article>" for k, one in enumerate(OTHERS[i : i + 2]))
        return f"<section><header><h3>{name}</h3></header>{items}</section>"

    body = "".join(section(name, i) for i, name in enumerate(("Big Ships &amp; Ports", "Science &amp; Tides", "Cranes &amp; Engines")))
    source = paper(f"<div class=content-center><h1>The Tide 2026-03-04</h1><h2>Cranes leave, tugs stay, a mill sings</h2>{body}<p>Love The Tide? Tell your friends and get rewards.</p></div>", "The Tide 2026-03-04")
    return Told(source, "/tide/2026-03-04", types=("article", "toc"), holds=[told(18000, 1)[0], told(18010, 1)[0], told(18021, 1)[0]])


def audio_and_share_bars_of_a_magazine() -> Sequence[Told]:
    """German: a bar to listen and to share above, a box on subscribing and further stories at the end of each story (mercury-parser 38)."""
    def content(i: int) -> str:
        more = "".join(f"<article aria-label='{GERMAN_TITLES[k]}'><a href=/lokales/meldung-{k}.html><h3>{GERMAN_TITLES[k]}</h3></a></article>" for k in range(6) if k != i)
        bar = "<div class=toolbar><button>Artikel anhören</button><span>3 Min</span><ul><li><a href=https://net.example/share>Teilen</a></li><li><a href=mailto:?>E-Mail</a></li></ul></div>"
        return f"<article><header><h2>{GERMAN_TITLES[i]}</h2>{bar}</header><div data-area=body><section data-area=top_element><figure><img src={i}.jpg alt=''><figcaption>Foto: Stadtarchiv</figcaption></figure></section><section class=RichText>{p(german(i)[:2])}</section><section data-area=related_articles><h3>Mehr zum Thema</h3>{more}</section><section class=RichText>{p(german(i)[2:])}</section></div></article>"

    return german_site(content, ["Mehr zum Thema", "Artikel anhören", "Teilen"])


def sub_headings_and_a_note_on_the_writer_s_letters() -> Told:
    """German: sub-headings of the third level, a box of an advertised offer between, the writer's address at the end (mercury-parser 48)."""
    text = german(4)
    offer = "<a-collapse class=preisvergleich><h3 class=a-box__title>Mehr zum Thema Zäune</h3><ul><li><a href=/preise/1>Zaun 2000 ab 99 €</a></li><li><a href=/preise/2>Zaun 3000 ab 149 €</a></li></ul></a-collapse>"
    main = f"<article class=a-article><header><h1>{GERMAN_TITLES[4]}</h1></header><div class=article-layout__content><p>{text[0]}</p><h3 class=subheading>Was geprüft wurde</h3><p>{text[1]}</p>{offer}<h3 class=subheading>Wer gekommen ist</h3><p>{text[2]}</p><p>{text[3]}</p><p>(<span class=redakteurskuerzel><a href=mailto:pqu@bode.example title='{NAME}'>pqu</a></span>)</p></div></article>"
    return Told(paper(main, GERMAN_TITLES[4], language="de"), holds=[*text, "Was geprüft wurde", "Wer gekommen ist"], lacks=["Zaun 2000"])


def related_elements_of_a_polish_paper() -> Told:
    """Polish: the writer's portrait, buttons of networks, related stories and a player within the article (mercury-parser 52)."""
    related = "<div class=related_articles__elements><a href=/1><span>Kozy wygrały wiejski jarmark</span></a><a href=/2><span>Chór śpiewa w pustym młynie</span></a></div>"
    main = f"<article><h1>Stary dźwig opuszcza port</h1><div class=article_authors_with_thumbnail><span class=article_author>{NAME}</span></div><div id=timezone>2026-03-04 10:30</div><div class=lead><p>{POLISH[0]}</p></div><div class='gl_plugin socials'><a href=https://net.example/1>Udostępnij</a></div><h2>Koniec pewnej epoki</h2><p>{POLISH[1]}</p>{related}<div class='gl_plugin player'><p>Obejrzyj film: ostatni dzień dźwigu</p></div><p>{POLISH[2]}</p></article>"
    return Told(paper(main, "Stary dźwig opuszcza port", language="pl"), holds=[*POLISH, "Koniec pewnej epoki"], lacks=["Kozy wygrały", "Udostępnij"])


def source_below_a_broadcaster_s_text() -> Told:
    """German: the lead in bold type, a topic's links and a video between, the source as the last line (fundus 132)."""
    text = german(6)
    topics = "<div class=article__tags><h3>Themen</h3><ul><li><a href=/thema/bad>Freibäder</a></li><li><a href=/thema/stadt>Stadtplanung</a></li></ul></div>"
    main = f"<article class=article><div class=article__header><h1>{GERMAN_TITLES[6]}</h1></div><div class=article__text><p><strong>{text[0]}</strong></p>{p(text[1:3])}<div class=vplayer><h3>Das neue Bad im Film</h3></div><p>{text[3]}</p><p class=article__source>Quelle: bode.example, pqu/dpa</p>{topics}</div></article>"
    return Told(paper(main, GERMAN_TITLES[6], language="de"), holds=text, lacks=["Freibäder", "Stadtplanung"])


def topics_and_a_plea_of_an_archive() -> Told:
    """A Polish magazine's plea in a coloured box after each second paragraph, in the same element as the text; here in Italian (NetNewsWire 3673)."""
    plea = "<div class='wp-block-group has-background'><p><strong>Abbiamo bisogno di te.</strong> Senza i lettori questo giornale non esiste, e ogni mese contiamo sul vostro aiuto.</p><div class=wp-block-button><a href=/sostieni>Sostieni il giornale</a></div></div>"
    body = p(ITALIAN[:2]) + plea + p(ITALIAN[2:]) + plea
    return Told(blog(body, "La vecchia gru lascia il porto", language="it"), "/la-vecchia-gru/", holds=ITALIAN, lacks=["Abbiamo bisogno di te", "Sostieni il giornale"])


REPORTS: Sequence[Report] = (
    message_about_scripts_and_related_stories, boilerplate_below_each_story, advertisements_and_cards_amid_the_story, box_for_each_part_of_a_review,
    longer_story_below_a_quick_post, excerpts_of_other_posts_below_a_short_one,
    mark_up_of_pictures_in_an_attribute, first_paragraph_beside_a_long_quotation, next_story_whole_below_this_one, byline_as_the_first_paragraph,
    other_opinion_below_with_its_own_headline, blocks_of_a_broadcaster, first_paragraphs_before_a_companion, centre_of_privacy_longer_than_the_story,
    notice_on_the_sale_of_data, policy_in_a_window_before_the_story, links_in_capitals_between_paragraphs, heading_in_a_box_of_its_own,
    writer_s_profile_in_the_right_column, captions_in_boxes_with_many_names, post_of_a_forum_for_essays,
    letter_of_short_sections, audio_and_share_bars_of_a_magazine, sub_headings_and_a_note_on_the_writer_s_letters, related_elements_of_a_polish_paper,
    source_below_a_broadcaster_s_text, topics_and_a_plea_of_an_archive,
)  # fmt: skip
MISSED: Sequence[tuple[Report, str]] = (
    (related_list_and_comments_of_a_site_on_computers, "a heading and a sentence above a button are told from a part of the story only over a site"),
    (breaks_and_advertisements_without_paragraphs, "the fields of a poll without a form are not seen, so that its question looks like a sub-heading"),
)


@pytest.mark.parametrize("report", [*REPORTS, *expected_to_fail(MISSED)], ids=lambda one: one.__name__)
def test_what_was_reported_of_daily_pages(report: Report) -> None:
    check(report)
