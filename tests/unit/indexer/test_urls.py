"""URL identity: normal forms, links as a browser follows them, sites, canonical URLs."""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.paths import SHARED
from indexer.urls import (
    canonical_url,
    document_base,
    host,
    is_front_page,
    location_of,
    normalise,
    origin,
    query_in,
    resolve,
    same_site,
    site_key,
)

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not beside the checkout")


@pytest.mark.parametrize(
    ("url", "normal"),
    [
        ("https://example.org", "https://example.org/"),
        ("HTTPS://EXAMPLE.org:443/A?B=C#d", "https://example.org/A?B=C"),
        ("http://example.org:8080/", "http://example.org:8080/"),
        ("http://user:secret@example.org/", "http://example.org/"),
        ("https://example.org/a//b/../c/./d/..", "https://example.org/a//c/"),
        ("https://example.org/%7ea%2fb%c3%bc", "https://example.org/~a%2Fb%C3%BC"),
        ("https://example.org/a b?c d", "https://example.org/a%20b?c%20d"),
        ("https://example.org/100%", "https://example.org/100%25"),
        ("https://example.org/?utm_source=a&gclid=b&id=1&fbclid=c", "https://example.org/?id=1"),
        ("https://example.org/?utm_source=a", "https://example.org/"),
        ("https://example.org/a;jsessionid=1F2E?x=1&PHPSESSID=77", "https://example.org/a?x=1"),
        ("https://example.org/?sid=0123456789abcdef0123456789abcdef", "https://example.org/"),
        ("https://example.org/?sid=12", "https://example.org/?sid=12"),
        ("https://Köln.example./x", "https://xn--kln-sna.example/x"),
        ("https://straße.example/", "https://xn--strae-oqa.example/"),
        ("http:\\\\example.org\\a", "http://example.org/a"),
        (" https://example.org/a\n\tb ", "https://example.org/ab"),
        ("http://[2001:DB8::1]:80/", "http://[2001:db8::1]/"),
        ("file:///srv/a.html#x", "file:///srv/a.html"),
    ],
)
def test_normal_form(url: str, normal: str) -> None:
    assert normalise(url) == normal


@given(st.text(max_size=60), st.sampled_from(["", "http://example.org/", "https://a.example/b?", "//", "http://"]))
def test_normalise_is_stable_and_resolve_never_raises(tail: str, head: str) -> None:
    url = head + tail
    once = normalise(url)
    assert normalise(once) == once
    resolved = resolve("https://heron.example/a/b.html", url)
    assert resolved is None or (resolved.startswith("http") and normalise(resolved) == resolved and "#" not in resolved)


path_part = st.text(alphabet="abcXYZ019._~-/?&=", max_size=20)


whole_path = st.lists(path_part, min_size=1, max_size=3).map("/".join).filter(lambda path: "//" not in "/" + path)


@pytest.mark.slow
@given(whole_path, whole_path)
def test_fast_paths_agree_with_urljoin(path: str, base_path: str) -> None:
    """But for empty segments, which urljoin drops where a link is relative and browsers keep."""
    base = "https://heron.example/" + base_path
    for href in (path, "/" + path, "https://other.example/" + path, "?" + path):
        if href:
            assert resolve(base, href) == normalise(urljoin(base, href))


@pytest.mark.parametrize(
    "href",
    ["", "  ", "#top", "javascript:void(0)", "java\nscript:x", "mailto:a@example.org", "tel:1", "data:text/html,x",
     "http://", "http://[::1", "http://example.org:99999/", "http://a b/", "C:\\x", "file:///etc/passwd", "ftp://a.example/"],
)  # fmt: skip
def test_leads_to_no_page(href: str) -> None:
    assert resolve("https://heron.example/a/b.html", href) is None


@pytest.mark.parametrize(
    ("href", "target"),
    [
        ("http:///heron.example/b", "http://heron.example/b"),
        ("https:////heron.example/b", "https://heron.example/b"),
        ("///heron.example/b", "https://heron.example/b"),
        ("\\\\heron.example/b", "https://heron.example/b"),
        ("/\\heron.example\\b?c\\d", "https://heron.example/b?c%5Cd"),
        ("https:/b", "https://egret.example/b"),
        ("https:b", "https://egret.example/a/b"),
        ("https:mailto:b", "https://egret.example/a/mailto:b"),
        ("http:/heron.example/b", "http://heron.example/b"),
        ("http:heron.example", "http://heron.example/"),
        ("https:", "https://egret.example/a/c"),
        ("https:#top", "https://egret.example/a/c"),
        ("http:?b", None),
        ("//", None),
        ("https://", None),
    ],
)
def test_slashes_and_schemes_as_the_url_standard_reads_them(href: str, target: str | None) -> None:
    """URL standard, 4.4: special authority slashes, ignored slashes, and references with the base's own scheme."""
    assert resolve("https://egret.example/a/c", href) == target


def test_files_link_to_files_only() -> None:
    assert resolve("file:///srv/site/a.html", "b.html#x") == "file:///srv/site/b.html"
    assert resolve("file:///srv/site/a.html", "https://example.org/") == "https://example.org/"


@needs_shared
@pytest.mark.shared
def test_base_href_cases() -> None:
    folder = SHARED / "cases" / "base-href"
    for name, page in json.loads((folder / "expected.json").read_text())["pages"].items():
        text = (folder / name).read_text()
        bases = [m[1] for m in re.finditer(r'<base[^>]*href="([^"]*)"', text)]
        base = document_base(page["url"], bases[0] if bases else None)
        for href, target in page["links"].items():
            assert resolve(base, unescape(href)) == target, (name, href)


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.bbc.co.uk/news", "bbc.co.uk"),
        ("https://a.b.example.com/", "example.com"),
        ("https://one.blogspot.com/", "one.blogspot.com"),
        ("https://www.one.github.io/", "one.github.io"),
        ("https://github.io/", "github.io"),
        ("https://news.courier.example/", "courier.example"),
        ("http://127.0.0.2:8001/a", "127.0.0.2:8001"),
        ("http://[::1]:8001/a", "[::1]:8001"),
        ("http://localhost/", "localhost"),
        ("http://intranet:81/", "intranet:81"),
        ("https://новости.пример.рф/", "xn--e1afmkfd.xn--p1ai"),
    ],
)
def test_site(url: str, site: str) -> None:
    assert site_key(url) == site


def test_sites_on_one_suffix_are_apart() -> None:
    assert same_site("https://m.example.org/a", "http://www.example.org/")
    assert not same_site("https://a.blogspot.com/", "https://b.blogspot.com/")
    assert not same_site("http://127.0.0.1:1/", "http://127.0.0.1:2/")
    assert host("https://A.example:444/x") == "a.example:444"
    assert origin("http://a.example:80/x") == "http://a.example"


@pytest.mark.parametrize(
    ("page", "declared", "og_url", "canonical"),
    [
        ("https://c.example/a?utm_source=x", [], "", "https://c.example/a"),
        ("https://c.example/amp/a", ["https://c.example/a", "/a#x"], "", "https://c.example/a"),
        ("https://c.example/print/a", ["/a", "/b"], "", "https://c.example/print/a"),
        ("https://c.example/print/a", ["/a", "/b"], "/b", "https://c.example/b"),
        ("https://c.example/print/a", ["/a", "https://c.example/"], "", "https://c.example/a"),
        ("https://c.example/m/a", ["https://c.example/"], "", "https://c.example/m/a"),
        ("https://c.example/m/a", ["https://c.example/en/"], "/a", "https://c.example/a"),
        ("https://c.example/index.html", ["/"], "", "https://c.example/"),
        ("http://www.c.example/a", ["https://c.example/a"], "", "https://c.example/a"),
        ("http://127.0.0.1:8000/a", ["https://c.example/a"], "", "http://127.0.0.1:8000/a"),
        ("https://anna.github.io/a", ["https://otto.github.io/a"], "https://otto.github.io/a", "https://anna.github.io/a"),
        ("https://evil.test/a", ["https://c.example/a"], "", "https://evil.test/a"),
        ("http://127.0.0.1:8000/a", ["https://c.example/b"], "", "http://127.0.0.1:8000/a"),
        ("https://c.example/a", ["javascript:x", "", "http://["], "", "https://c.example/a"),
        ("file:///srv/a.html", ["https://c.example/a"], "", "https://c.example/a"),
        ("file:///srv/a.html", ["https://c.example/"], "", "file:///srv/a.html"),
        ("file:///srv/index.html", ["https://c.example/"], "", "https://c.example/"),
    ],
)
def test_canonical(page: str, declared: list[str], og_url: str, canonical: str) -> None:
    assert canonical_url(page, declared, og_url) == canonical


@needs_shared
@pytest.mark.shared
def test_canonical_cases_name_one_story() -> None:
    folder = SHARED / "cases" / "canonical-duplicates"
    pages = json.loads((folder / "expected.json").read_text())["site"]["urls"]
    found = {}
    for name, url in pages.items():
        text = (folder / name).read_text()
        found[name] = canonical_url(url, re.findall(r'="canonical" (?:href|content)="([^"]*)"', text))
    story = "https://courier.example/local/bridge.html"
    others = {"canonical-to-front-page.html", "slug-variant-1.html", "slug-variant-2.html"}
    told = {name for name, url in found.items() if url.replace("http://www.", "https://") == story}
    assert told == set(pages) - others


def test_front_page() -> None:
    assert is_front_page("https://example.org/en-GB/")
    assert not is_front_page("https://example.org/?p=12")
    assert not is_front_page("https://example.org/news")


@pytest.mark.parametrize(
    ("href", "encoding", "expected"),
    [
        ("/artikel?ort=Köln", "iso-8859-1", "/artikel?ort=K%F6ln"),
        ("/straße/skates", "iso-8859-1", "/straße/skates"),
        ("/?q=中文#中", "gb2312", "/?q=%D6%D0%CE%C4#中"),
        ("/?q=中", "iso-8859-1", "/?q=%26%2320013%3B"),
        ("/?q=ä", "utf-16-le", "/?q=ä"),
    ],
)
def test_queries_are_in_their_documents_encoding_and_paths_in_utf_8(href: str, encoding: str, expected: str) -> None:
    assert query_in(href, encoding) == expected


@given(st.text(max_size=30))
def test_a_location_in_utf_8_is_read_as_it(text: str) -> None:
    sent = text.encode("utf-8", "replace").decode("latin-1")
    assert location_of(sent) == text.encode("utf-8", "replace").decode("utf-8")
