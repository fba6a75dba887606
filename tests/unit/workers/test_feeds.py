"""Feeds and sitemaps that are broken, hostile, huge or odd; the common dialects are in test_recrawl_parts."""

from __future__ import annotations

import gzip
import time
import tracemalloc
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.outcome import Kind
from indexer.page.parse import parse_any as page_of
from workers.fetch.fetcher import FetchLimits, Response
from workers.fetch.robots import Robots
from workers.reading.feed_entry import time_of
from workers.reading.feed_repair import escape_references
from workers.reading.feeds import Feed, newest, read_feed
from workers.reading.link_extractor import extract_links
from workers.reading.parsed_response import parse_response

URL = "https://example.org/news/feed.xml"
MIB = 1 << 20


def addresses(body: bytes | str, url: str = URL) -> list[str]:
    feed = read_feed(body.encode() if isinstance(body, str) else body, url)
    assert feed is not None
    return [entry.url.removeprefix("https://example.org") for entry in feed.entries]


LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
HOSTILE = {
    "billion laughs": f'<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a0 "lol">{LAUGHS}]><rss><item><title>&a11;</title><link>/a</link></item></rss>',
    "laughs in an attribute": f'<!DOCTYPE feed [<!ENTITY a0 "lol">{LAUGHS}]><feed><entry><link href="&a11;"/></entry></feed>',
    "one long entity, often": f'<!DOCTYPE rss [<!ENTITY a "{"x" * 100_000}">]><rss><item><title>{"&a;" * 100_000}</title><link>/a</link></item></rss>',
    "a file": '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><item><title>&x;</title><link>/a?&x;</link></item></rss>',
    "a server": '<!DOCTYPE rss SYSTEM "http://127.0.0.1:1/a.dtd" [<!ENTITY % p SYSTEM "http://127.0.0.1:1/p"> %p;]><rss><item><link>/a</link></item></rss>',
    "an include": '<rss xmlns:x="http://www.w3.org/2001/XInclude"><item><x:include href="file:///etc/passwd" parse="text"/><link>/a</link></item></rss>',
    "depth": "<rss>" + "<a>" * 1_000_000,
    "one text": "<rss><item><title>" + "x" * 20_000_000,
    "many fields": "<rss><item>" + "<a>x</a>" * 100_000,
    "nothing but elements": "<rss>" + "<a/>" * 200_000,
    "attributes": "<rss><item " + " ".join(f"a{n}='1'" for n in range(200_000)) + ">",
    "json depth": '{"version": "https://jsonfeed.org/version/1.1", "items": ' + "[" * 1_000_000,
    "a long number": '{"version": "https://jsonfeed.org/version/1.1", "items": [' + "1" * 1_000_000 + "]}",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_document_costs_little_and_brings_nothing_foreign(name: str) -> None:
    body = HOSTILE[name].encode()
    tracemalloc.start()
    begun = time.monotonic()
    feed = read_feed(body, URL)
    taken, (_, peak) = time.monotonic() - begun, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken < 20
    assert peak < 5 * len(body) + 10 * MIB
    for entry in feed.entries if feed else ():
        assert len(entry.title) <= 300
        assert "root:" not in entry.url + entry.title
        assert "lol" not in entry.url


@pytest.mark.slow
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_huge_sitemap_is_read_up_to_the_limit(pack: type[bytes]) -> None:
    many = b"<urlset>" + b"".join(b"<url><loc>/%d</loc></url>" % n for n in range(60_000)) + b"</urlset>"
    assert addresses(pack(many)) == [f"/{n}" for n in range(50_000)]
    lines = b"\n".join(b"https://example.org/%d" % n for n in range(60_000))
    assert len(addresses(pack(lines))) == 50_000


@pytest.mark.slow
def test_a_gzip_bomb_is_read_up_to_the_limit() -> None:
    bomb = gzip.compress(b"<rss><item><link>/a</link></item>" + b" " * (150 * MIB), 9)
    tracemalloc.start()
    assert addresses(bomb) == ["/a"]
    assert tracemalloc.get_traced_memory()[1] < 200 * MIB
    tracemalloc.stop()


def test_what_is_cut_or_broken_keeps_what_came_before() -> None:
    whole = "<urlset><url><loc>/a</loc></url><url><loc>/b</loc><lastmod>2026-03-02</lastmod></url></urlset>"
    assert addresses(whole[:-9]) == addresses(whole) == ["/a", "/b"]
    assert addresses("<urlset><url><loc>/a</loc></url><url><loc>/b & c</loc></url><url><loc>/d</loc></wrong></urlset>")[0] == "/a"
    assert addresses(gzip.compress(whole.encode() * 400)[:-30])[:1] == ["/a"]
    assert read_feed(b"\x1f\x8b" + b"nonsense" * 9, URL) is None


def test_encodings_of_a_document() -> None:
    text = '<?xml version="1.0" encoding="{}"?><rss><item><title>Zürich</title><link>/a</link></item></rss>'
    for name, codec in (("utf-8", "utf-8-sig"), ("utf-16", "utf-16"), ("iso-8859-1", "latin-1"), ("windows-1252", "cp1252")):
        feed = read_feed(b"\n"[: codec == "latin-1"] + text.format(name).encode(codec), URL)
        assert feed is not None
        assert [entry.title for entry in feed.entries] == ["Zürich"], name
    assert addresses(text.format("klingon").encode()) in ([], ["/a"])


def test_relative_addresses_and_bases() -> None:
    assert addresses("<rss><item><link>story.html</link></item></rss>") == ["/news/story.html"]
    assert addresses('<feed xml:base="/deep/"><entry xml:base="down/"><link href="a"/></entry><entry><link href="b"/></entry></feed>') == ["/deep/down/a", "/deep/b"]
    assert addresses("<urlset><url><loc>  //example.org/a  </loc></url></urlset>") == ["/a"]


def test_which_link_is_the_entrys_page() -> None:
    atom = '<feed><entry><link rel="self" href="/self"/><link hreflang="fr" href="/fr"/><link rel="alternate" href="/a"/><link href="/late"/></entry></feed>'
    assert addresses(atom) == ["/a"]
    assert addresses("<rss><item><guid>https://example.org/g</guid></item><item><guid isPermaLink='false'>/no</guid></item></rss>") == ["/g"]
    assert addresses("<rss><channel><image><url>/logo.png</url><link>/</link></image><item><guid>/g</guid><link>/a</link></item></channel></rss>") == ["/a"]
    hreflang = '<urlset xmlns:x="http://www.w3.org/1999/xhtml"><url><x:link rel="alternate" hreflang="fr" href="/fr"/><loc>/en</loc></url></urlset>'
    assert addresses(hreflang) == ["/en"]
    image = '<urlset xmlns:i="urn:i"><url><i:image><i:loc>/p.jpg</i:loc><i:title>P</i:title></i:image><loc>/a</loc></url></urlset>'
    assert addresses(image) == ["/a"]
    assert addresses("<urlset><url><loc>javascript:alert(1)</loc></url><url><loc>file:///etc/passwd</loc></url><url/></urlset>") == []


def test_a_news_sitemap_and_an_index() -> None:
    news = """<urlset xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"><url><loc>/a</loc><n:news><n:publication><n:name>Paper</n:name>
      </n:publication><n:publication_date>2026-03-02T06:00:00Z</n:publication_date><n:title>Tram</n:title></n:news></url></urlset>"""
    feed = read_feed(news.encode(), URL)
    assert feed is not None
    assert [(entry.title, entry.published) for entry in feed.entries] == [("Tram", 1772431200.0)]
    index = read_feed(b"<sitemapindex><sitemap><loc>/1.xml.gz</loc><lastmod>2026-03-02</lastmod></sitemap></sitemapindex>", URL)
    assert index is not None
    assert [(part.url, part.updated) for part in index.parts] == [("https://example.org/1.xml.gz", 1772409600.0)]
    assert (index.sitemap, index.entries) == (True, ())
    bare = read_feed(b"<sitemapindex><sitemap> https://example.org/2.xml?a=1&amp;b=2 </sitemap><sitemap>none</sitemap></sitemapindex>", URL)
    assert bare is not None
    assert [part.url for part in bare.parts] == ["https://example.org/2.xml?a=1&b=2"], "some write the URL without a loc around it"


def test_text_sitemaps_hold_addresses_alone() -> None:
    assert addresses("\ufeffhttps://example.org/a\r\nhttps://example.org/b\n") == ["/a", "/b"]
    assert read_feed(b"https://example.org/a is a page", URL) is None
    assert read_feed(b"http is a protocol", URL) is None


def test_json_feeds_with_strange_values() -> None:
    body = '{"version": "https://jsonfeed.org/version/1", "items": [{"url": ["/a"]}, {"id": 7}, {"url": "/b", "title": {}, "date_published": 5}, []]}'
    assert addresses(body) == ["/b"]


@pytest.mark.parametrize("date", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "Mon, 99 Foo 2026", "2026-02-30", "9" * 99, "-", "²"])
def test_dates_that_are_none(date: str) -> None:
    assert isinstance(time_of(date), float)


@given(st.binary(max_size=300), st.sampled_from([b"", b"<rss>", b"<urlset><url>", b"{", b"http://", b"\x1f\x8b\x08", b"\xff\xfe<\0"]))
def test_any_bytes(tail: bytes, head: bytes) -> None:
    feed = read_feed(head + tail, URL)
    assert feed is None or isinstance(feed, Feed)


def test_the_newest_come_first() -> None:
    feed = read_feed(b"<urlset>" + b"".join(b"<url><loc>/%d</loc><lastmod>2026-03-%02d</lastmod></url>" % (n, n) for n in range(1, 31)) + b"</urlset>", URL)
    assert feed is not None
    assert [entry.url[-2:] for entry in newest(feed.entries, 3)] == ["30", "29", "28"]


def test_where_feeds_and_sitemaps_are_named() -> None:
    robots = Robots.parse(b"Sitemap: https://example.org/1.xml\nsitemap: map.xml\nSitemap: ftp://example.org/x\nSitemap: /map.xml\n" + b"Sitemap: /x\n" * 99, "winnow")
    assert robots.sitemap_urls("https://example.org/a/b") == ("https://example.org/1.xml", "https://example.org/map.xml", "https://example.org/x")
    page = """<base href="/en/"><link rel="alternate" type="application/rss+xml; charset=utf-8" href="rss"><link rel=alternate hreflang=fr href=/fr>
      <link rel="ALTERNATE" type="Application/Atom+XML" href="https://feeds.example.net/x">""" + '<link rel=alternate type=application/feed+json href="/j">' * 50
    assert extract_links(page_of(page, "https://example.org/")).feeds == ("https://example.org/en/rss", "https://feeds.example.net/x", "https://example.org/j")


@pytest.mark.slow
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_sitemap_over_the_limit_of_pages_is_read_as_far_as_it_goes(pack: type[bytes]) -> None:
    many = pack(b"<urlset>" + b"".join(b"<url><loc>/%032d</loc></url>" % n for n in range(9_000)) + b"</urlset>")
    limits = FetchLimits(page_bytes=50_000)
    headers = (("Content-Type", "text/xml"), *((("Content-Encoding", "gzip"),) if pack is not bytes else ()))
    truncated = "length" if len(many) > limits.page_bytes else ""
    reading = parse_response(Response(URL, 200, "OK", headers, many[: limits.page_bytes + 1], truncated, (), 0.1), limits, datetime(2026, 3, 2, tzinfo=UTC))
    assert reading.ending.kind is Kind.FETCHED
    assert reading.feed is not None
    assert len(reading.feed.entries) > 500
    page = b"<html><body>" + b"<p>one</p>" * 9_000
    large = parse_response(Response(URL, 200, "OK", (), page[: limits.page_bytes + 1], "length", (), 0.1), limits, datetime(2026, 3, 2, tzinfo=UTC))
    assert (large.ending.kind, large.feed) == (Kind.TOO_LARGE, None)


@pytest.mark.parametrize(
    ("feed", "expected"),
    [
        ("<rss><item><link>https://example.org/?a=1&b=2</link></item></rss>", "/?a=1&b=2"),
        ("<rss><item><link>/caf&eacute;</link></item></rss>", "/caf%C3%A9"),
        ("<rss><item><link><![CDATA[/?a=1&b=2]]></link></item></rss>", "/?a=1&b=2"),
        ('<feed xmlns="http://www.w3.org/2005/Atom"><entry><link rel="alternate" hreflang="en" href="/1"/></entry></feed>', "/1"),
        ('<feed><entry><link hreflang="fr" href="/fr"/><link href="/1"/></entry></feed>', "/1"),
        ("<feed><entry><id>https://example.org/1</id></entry></feed>", "/1"),
        ("<feed><entry><id>urn:1</id><link>/1</link></entry></feed>", "/1"),
        ("<rdf:RDF><rss:item rdf:about='https://example.org/1'><rss:title>x</rss:title></rss:item></rdf:RDF>", "/1"),
        ('<rss><item><atom:link rel="self" href="/feed"/><link>/1</link></item></rss>', "/1"),
        ("<rss><item><media:link>/m</media:link><link>/1</link></item></rss>", "/1"),
        ('<rss xmlns:fb="http://rssnamespace.org/feedburner/ext/1.0"><item><link>/~r/1</link><fb:origLink>/1</fb:origLink></item></rss>', "/1"),
        ('<CHANNEL><ITEM HREF="/1"><TITLE>x</TITLE></ITEM></CHANNEL>', "/1"),
    ],
)
def test_links_of_all_dialects(feed: str, expected: str) -> None:
    assert addresses(feed) == [expected]


@pytest.mark.parametrize(
    "date",
    ["Mon, 02 Mar 2026 08:00:00 +02:00", "Mon, 02 Mar 2026 08:00:00 CEST", "2 March, 2026 07:00 BST", "2026-03-02T06:00:00.5Z", "20260302T060000Z"],
)
def test_dates_as_feeds_write_them(date: str) -> None:
    assert int(time_of(date)) == 1_772_431_200


def test_other_vocabularies_do_not_speak_for_an_entry() -> None:
    feed = read_feed(
        b"<rss><item><media:title>Photo</media:title><title>Mill</title><link>/1</link><dc:date>2026-03-02</dc:date></item></rss>", URL
    )
    assert feed is not None
    assert [(entry.title, entry.published) for entry in feed.entries] == [("Mill", 1_772_409_600.0)]


def test_a_feed_is_known_by_its_content() -> None:
    body = b"<?xml version='1.0'?><!-- fresh --><rdf:RDF><item><link>/1</link></item></rdf:RDF>"
    answer = Response(URL, 200, "OK", (("Content-Type", "text/html"),), body, "", (), 0.1)
    parsed = parse_response(answer, FetchLimits(), datetime(2026, 3, 2, tzinfo=UTC))
    assert parsed.feed is not None


@given(st.text(alphabet="a&;<>![]CDATAeacut#x1 ", max_size=200))
def test_references_are_all_of_xml_after_the_repair(text: str) -> None:
    once = escape_references(text.encode())
    assert escape_references(once) == once
    assert b"&" in once or b"&" not in text.encode()


@pytest.mark.parametrize("kind", ["text/xml", "application/json", "application/feed+json", "application/x-rss+xml", "application/rss"])
def test_feeds_that_a_page_names(kind: str) -> None:
    page = f'<link rel="alternate" type="{kind}" href="/a"><link rel="feed" href="/b"><link rel="alternate" type="text/html" href="/c">'
    assert extract_links(page_of(page, URL)).feeds == ("https://example.org/a", "https://example.org/b")
