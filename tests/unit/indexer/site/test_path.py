"""Where links lead within a site: every spelling against the whole resolution of URLs."""

from __future__ import annotations

from html import escape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from indexer.page.page import Page
from indexer.page.parse import parse
from indexer.page.score import ScoreParams, gather
from indexer.site.site_path import host_path, in_site, internal_links, site_path
from indexer.urls import document_base, host, normalise, resolve, site_key

PAGES = (
    "https://example.org/", "https://www.example.org/news/today/page.html", "http://sport.example.org/a/?p=1", "https://example.org",
    "https://xn--bcher-kva.example/a/b", "https://anna.github.io/x/", "http://127.0.0.2:8001/a/b.html", "https://example.org:8443/a",
    "file:///site/a/b.html",
)  # fmt: skip
PIECES = (
    "http:", "https:", "HTTPS:", "ftp:", "//", "/", "///", "\\", "..", ".", "%2e", "%2E%2e", "%41", "%7E", "%", "%zz", "a", "b.html",
    "index.html", "myindex.html", "?", "?p=2", "&utm_source=x", "#top", "example.org", "www.example.org", "sport.example.org",
    "Example.ORG", ":443", ":80", "bücher.example", "новости", "北京", " ", "\t", "\n", ";jsessionid=1", "mailto:a@example.org",
    "javascript:void(0)", "@", "[", "-", "127.0.0.2:8001", "anna.github.io",
)  # fmt: skip
HREFS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join)
BASES = ("", "/en/", "https://cdn.example/x/", "//sport.example.org/", "../", "javascript:void(0)")


def page_of(url: str, *hrefs: str, base: str = "") -> Page:
    head = f'<base href="{escape(base)}">' if base else ""
    links = "".join(f'<p><a href="{escape(href)}">Anchor</a>' for href in hrefs)
    return parse(f"<html><head>{head}</head><body>{links}</body></html>", url)


def targets(page: Page) -> list[str]:
    """Where its links lead, without those that lead nowhere else in the site."""
    return [link.target for link in internal_links(gather(page, ScoreParams()), page.url)]


@pytest.mark.slow
@given(st.sampled_from(PAGES), HREFS, st.sampled_from(BASES))
@example("https://example.org/a", "http:///example.org/b", "")
@example("https://example.org/a", "https:/b", "")
@example("https://example.org/a", "http:b", "")
@example("https://example.org/a", "https://a..example.org/", "")
@example("https://example.org/a", "/b?utm_source=x", "")
@example("https://example.org", "b", "")
def test_every_link_leads_where_its_whole_resolution_leads(url: str, href: str, base: str) -> None:
    page = page_of(url, href, base=base)
    wanted = []
    for link in page.links:
        target = resolve(document_base(normalise(url), base or None), link.href)
        if target is not None and in_site(host(target), site_key(url)) and site_path(target) != site_path(url):
            wanted.append(site_path(target))
    assert targets(page) == wanted


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://example.org/news/index.html", "http://www.example.org/news"),
        ("https://example.org/index.html?p=2", "https://example.org/?p=2"),
        ("https://example.org/a?utm_medium=rss", "https://example.org/a#b"),
        ("https://example.org", "https://example.org:443/index.html"),
        ("https://example.org/%D0%BA", "https://example.org/\u043a"),
        ("http://sport.example.org/index.html", "https://sport.example.org"),
    ],
)
def test_spellings_of_one_page(one: str, other: str) -> None:
    assert site_path(one) == site_path(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://example.org/myindex.html", "https://example.org/my"),
        ("https://example.org/news/newsindex.html", "https://example.org/news/news"),
        ("https://example.org/", "https://sport.example.org/"),
        ("https://politics.example.org/2024/", "https://sport.example.org/2024/"),
        ("https://example.org/a", "https://example.org:8443/a"),
        ("https://example.org/?q=a/b", "https://example.org/b"),
    ],
)
def test_pages_that_are_two(one: str, other: str) -> None:
    assert site_path(one) != site_path(other)


def test_an_address_within_a_host_has_none() -> None:
    assert host_path("https://sport.example.org/a/index.html") == host_path("http://example.org/a") == "/a"


def test_sections_on_hosts_of_their_own_are_pages_of_their_own() -> None:
    menu = ("https://www.example.org/", "https://sport.example.org/", "//film.example.org", "/", "/latest")
    assert targets(page_of("https://sport.example.org/a.html", *menu)) == [
        "/", "//sport.example.org/", "//film.example.org/", "//sport.example.org/", "//sport.example.org/latest",
    ]  # fmt: skip


def test_links_of_a_page_whose_base_is_another_site_leave_it() -> None:
    assert targets(page_of("https://example.org/a", "b", "/c", "?d", "https://example.org/e", base="https://cdn.example/")) == ["/e"]


def test_ten_thousand_links_and_a_link_to_itself() -> None:
    many = [f"/{i}" for i in range(10_000)]
    assert targets(page_of("https://example.org/7", *many, "#top", "", "?")) == [link for link in many if link != "/7"]
