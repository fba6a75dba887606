"""More of what users of other extractors reported in public, as `test_extraction_reports` has it; each page is cleaned alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import pytest

from harness.strategies import prose
from tests.integration.sites.test_extraction_reports import H1, NAME, Report, check, p, told

A, B, C = told(2100), told(2200), told(2300)
PLAIN = "<title>Old crane leaves the harbour</title>"


def terms_and_descriptions() -> Report:
    """A list of terms and what they mean between paragraphs (trafilatura 229)."""
    terms = "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in zip(["Jib", "Slew ring", "Ballast", "Hoist"], B, strict=True))
    return Report(f"<article>{H1}{p(A)}<dl>{terms}</dl>{p(C)}</article>", [*A, "Slew ring", *B, *C])


def boxes_before_main() -> Report:
    """Boxes of text before a main element that holds the story (trafilatura 588)."""
    boxes = "".join(f"<div class=intro><div class=cell>{one}</div></div>" for one in told(2400, 2))
    return Report(f"<div class=wrap><div class=hero><div>Our harbour works for everyone.</div></div></div><main><div>{H1}{p(A)}<h2>What comes next</h2>{p(B + C)}</div></main><div class=after>{boxes}</div>", [*A, *B, *C])


def related_stories_after_the_text() -> Report:
    """Stories with a headline and a first sentence each after the story (trafilatura 584)."""
    others = [prose(2500 + i) for i in range(4)]
    cards = "".join(f"<div class=c><h3><a href=/news/{i}>{one.headline()}</a></h3><p>{one.paragraph()[:110]}…</p></div>" for i, one in enumerate(others))
    lacks = [prose(2500 + i).headline() for i in range(4)]
    return Report(f"<main><article>{H1}{p(A + B)}</article><section><h2>More from the harbour</h2>{cards}</section></main>", [*A, *B], lacks)


def consent_longer_than_the_story() -> Report:
    """A short notice beside a longer text about cookies (readability.rs 3)."""
    consent = ["We use cookies to give you the best experience. Some are needed to run this website, others are optional.",
               "Necessary cookies help with the functions of this site, such as pages, forms and security. The website cannot work as it should without them.",
               "Analytics cookies help us to see how our website is used, by collecting and reporting how visitors use it. They identify nobody.",
               "For more about the cookies that we use, and how to change your settings, please see our cookie notice."]  # fmt: skip
    box = f'<aside class=cookie-banner><div><h2>Our use of cookies</h2>{p(consent)}<button>Accept</button></div></aside>'
    return Report(f"{box}<main><article>{H1}<p>{A[0]}</p><p>{A[1]}</p></article></main>", A[:2], consent)


def navigation_at_the_end() -> Report:
    """Related, explore, powered by and a jump to comments below a post (defuddle 210)."""
    links = "".join(f"<li><a href=/blog/{i}>{prose(2600 + i).headline()}</a></li>" for i in range(5))
    end = f"<h3>Related</h3><ul>{links}</ul><h3>Explore The Bode</h3><ul><li><a href=/a>Cranes</a></li><li><a href=/b>Ships</a></li></ul><p>Powered by <a href=/p>Sheaf</a></p><p><a href='#comments'>Jump to comments</a></p>"
    return Report(f"<article>{H1}<div class=entry>{p(A + B)}</div>{end}</article>", [*A, *B], ["Explore The Bode", "Powered by", "Jump to comments", prose(2602).headline()])


def short_sentences_in_boxes() -> Report:
    """A chapter whose every line is a span in two boxes (readability 861)."""
    short = ["Alma stared at it.", "“Let me think.”", "“Gone.”", "It was late."]
    lines = [one for pair in zip(A + B, [*short, *short], strict=True) for one in pair]
    boxes = "".join(f'<div style="margin:1em 0"><div style="direction:ltr"><span style="font-family:arial">{one}</span></div></div>' for one in lines)
    return Report(f"{H1}<div class=chapter-inner>{boxes}</div>", [*A, *B, *short])


def text_cut_by_a_pull_quote() -> Report:
    """A large quotation and a button between boxes of the text (readability 751)."""
    quote = "<div class=row><div class=col><blockquote class=large>The harbour was ours before it was a place for photographs.</blockquote></div></div>"
    button = "<div class=row><a class=btn href=/guide>Read the guide</a></div>"
    rows = [f"<div class=row><div class='col rich'>{p(texts)}</div></div>" for texts in (A, B, C)]
    return Report(f"<main>{H1}{rows[0]}{quote}{rows[1]}{button}{rows[2]}</main>", [*A, *B, *C, "The harbour was ours"], ["Read the guide"])


def author_in_two_names() -> Report:
    """An author of JSON-LD by given and family name alone (trafilatura 362)."""
    item = {"@context": "https://schema.org", "@type": "NewsArticle", "headline": "Old crane leaves the harbour", "author": {"@type": "Person", "givenName": "Petra", "familyName": "Quill"}}
    return Report(f"<article>{H1}{p(A)}</article>", A, [], {"author": (NAME,)}, f"{PLAIN}<script type='application/ld+json'>{json.dumps(item)}</script>")


def received_and_accepted() -> Report:
    """The day of publication beside those of receipt and acceptance (newspaper4k 575)."""
    line = "<ul class=history><li>Received: 4 August 2025</li><li>Accepted: 16 December 2025</li><li>Published: 2 January 2026</li></ul>"
    return Report(f"<article>{H1}{p(A)}<section><h2>About this article</h2>{line}</section></article>", A, [], {"date_published": "2026-01-02"}, f"{PLAIN}<meta name=dc.date content=2026-01-02>")


def issue_day_in_a_link() -> Report:
    """The weekly's issue in the canonical address, the day of publication in a time (newspaper4k 209)."""
    head = f"{PLAIN}<link rel=canonical href=https://bode.example/2026/05/22/old-crane-912343.html>"
    return Report(f"<article>{H1}<p>By {NAME} <time datetime=2026-05-17T09:53:00-04:00>On 5/17/26 at 9:53 AM EDT</time></p>{p(A)}</article>", A, [], {"date_published": "2026-05-17T09:53:00-04:00"}, head)


def deeply_nested_sections() -> Report:
    """Each part of the text in a dozen boxes (trafilatura 430)."""
    def deep(inner: str) -> str:
        for name in ("widget", "span12", "row", "wrapper", "column", "module", "block", "inner", "fluid", "cell", "grid"):
            inner = f'<div class="{name}"><div>{inner}</div></div>'
        return inner

    parts = "".join(deep(f"<h2>{prose(2700 + i).headline()}</h2>{p(texts)}") for i, texts in enumerate((A, B, C)))
    return Report(f"<div class=body-container>{H1}{parts}</div>", [*A, *B, *C, prose(2701).headline()])


def blog_by_its_header() -> Report:
    """A company's blog: author and day in the post's header, no JSON-LD (trafilatura 27)."""
    header = f"<header><div class=avatar><img src=/p.png alt=''><a href=/author/pquill rel=author>{NAME}</a></div><time class=entry-date>March 29, 2026</time>{H1}</header>"
    return Report(f"<article>{header}{p(A + B)}</article>", [*A, *B], ["March 29"], {"author": (NAME,), "date_published": "2026-03-29"}, PLAIN)


def preamble_before_the_contents() -> Report:
    """An entry: a long preamble, a table of contents, then sections (web-bugs 63044)."""
    contents = "".join(f"<li><a href='#s{i}'>{i}. {prose(2800 + i).headline()}</a></li>" for i in range(1, 4))
    sections = "".join(f"<h2><a id=s{i}>{i}. {prose(2800 + i).headline()}</a></h2>{p(texts)}" for i, texts in enumerate((B, C, told(2900)), 1))
    head = "<div id=pubinfo><em>First published Sun Dec 3, 2006; substantive revision Mon Sep 30, 2019</em></div>"
    body = f"<div id=aueditable>{H1}{head}<div id=preamble>{p(A)}</div><div id=toc><ul>{contents}</ul><hr></div><div id=main-text>{sections}</div></div>"
    return Report(body, [*A, *B, *C], [], {"date_published": "2006-12-03"}, PLAIN)


def findings_in_bands() -> Report:
    """Findings in coloured bands between introduction and recommendations (foundation.mozilla.org 7196)."""
    bands = "".join(f"<section class='band b{i}'><div class=container><h3>{prose(3000 + i).headline()}</h3><div class=txt>{p(texts)}</div></div></section>" for i, texts in enumerate((B, C)))
    return Report(f"<main><section class=intro>{H1}{p(A[:2])}</section>{bands}<section class=end><h3>Recommendations</h3>{p(A[2:])}</section></main>", [*A, *B, *C])


def quotations_scattered() -> Report:
    """Quotations between paragraphs; each paragraph is a line of its own (just-read 73)."""
    quotes = "".join(f"<p>{a}</p><blockquote><p>{b}</p></blockquote>" for a, b in zip(A, B, strict=True))
    return Report(f"<article>{H1}<div class=c-entry>{quotes}{p(C)}</div></article>", [f"{A[0]}\n{B[0]}\n{A[1]}", "\n".join(C)])


def word_advertisement() -> Report:
    """The word above each place of an advertisement (article-extractor 1)."""
    ad = "<div class=slot><p>Advertisement</p><div id=gpt-1></div></div>"
    return Report(f"<article>{H1}<div class=body>{p(A)}{ad}{p(B)}{ad}{p(C)}</div></article>", [*A, *B, *C], ["Advertisement"])


def skip_links_and_disclosure() -> Report:
    """Skip links, a slab on cookies and prices in a ticker before the story (crawl4ai 421)."""
    slab = "<div aria-label='Cookie Consent' role=region><p>We use cookies to understand how you use our site. By going on you accept our policy.</p><button>I accept</button></div>"
    ticker = "<ul class=ticker><li>BODE 41.20 +0.3%</li><li>CRN 7.11 −1.2%</li><li>HRB 19.95 0.0%</li></ul>"
    return Report(f"<div class=skipnav><a href=#m>Skip to main content</a></div>{slab}{ticker}<div id=m>{H1}{p(A + B)}</div>", [*A, *B], ["Skip to main", "We use cookies", "CRN 7.11"])


def headings_of_all_levels() -> Report:
    """Headings from the second to the fifth level stay with their text (trafilatura 354)."""
    parts = "".join(f"<h{i}>{prose(3100 + i).headline()}</h{i}>{p(told(3200 + 10 * i, 2))}" for i in (2, 3, 4, 5))
    return Report(f"<div class=post>{H1}{p(A)}{parts}</div>", [*A, *(f"{prose(3100 + i).headline()}\n{told(3200 + 10 * i, 2)[0]}" for i in (2, 3, 4, 5))])


def caption_named_share() -> Report:
    """A figure whose class names sharing, and a paragraph within a box so named (readability 534)."""
    figure = "<figure class='element fig--has-shares'><img src=/c.jpg alt=''><figcaption>The crane at its last work.</figcaption></figure>"
    return Report(f"<article>{H1}{p(A[:2])}{figure}<div class='content has-share-buttons'>{p(A[2:] + B)}</div></article>", [*A, *B], [], {"captions": ("The crane at its last work.",)})


REPORTS: Sequence[Callable[[], Report]] = (
    terms_and_descriptions, boxes_before_main, related_stories_after_the_text, consent_longer_than_the_story, navigation_at_the_end, short_sentences_in_boxes,
    text_cut_by_a_pull_quote, author_in_two_names, received_and_accepted, issue_day_in_a_link, deeply_nested_sections, blog_by_its_header,
    preamble_before_the_contents, findings_in_bands, quotations_scattered, word_advertisement, skip_links_and_disclosure, headings_of_all_levels, caption_named_share,
)  # fmt: skip


@pytest.mark.parametrize("report", REPORTS, ids=lambda one: one.__name__)
def test_what_was_reported_elsewhere(report: Callable[[], Report]) -> None:
    check(report())
