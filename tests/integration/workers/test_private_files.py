"""What a home holds is its owner's; what reaches a log or an address check is not believed."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from indexer.cli.terminal import printable
from indexer.events import _value
from tests.conftest import Ended
from workers.fetch.addresses import is_public
from workers.fetch.cookies import cookies, header
from workers.fetch.fetcher import Response


def test_files_of_a_home_are_their_owner_s_alone(tmp_path: Path, winnow: Callable[..., Ended]) -> None:
    story = "".join(f"<p>The ferry of year {year} has changed much, said its keeper on Monday.</p>" for year in range(2001, 2009))
    (tmp_path / "a.html").write_text(f"<title>Ferry</title><article><h1>Ferry</h1>{story}</article>")
    home, out = tmp_path / "home", tmp_path / "out.jsonl"
    assert winnow("index", tmp_path / "a.html", "--home", home).code == 0
    assert winnow("store", "upgrade", "--home", home).code == 0
    assert winnow("clean", tmp_path / "a.html", "--out", out).code == 0
    made = [home, *home.rglob("*")]
    assert {stat.S_IMODE(path.stat().st_mode) for path in made if path.is_dir()} == {0o700}
    assert {stat.S_IMODE(path.stat().st_mode) & 0o077 for path in made if path.is_file()} == {0}
    plain = tmp_path / "plain"
    plain.touch()
    assert out.stat().st_mode == plain.stat().st_mode, "a file that is named is shared as any other"


@pytest.mark.parametrize("sign", ["\x1b", "\x07", "\x9b", "\r", "\n", "\x00", "\u202e", "\u2066", "\u200f", "\u061c", "\u2028"])
def test_no_sign_steers_a_terminal_or_a_log(sign: str) -> None:
    assert sign not in _value(f"a{sign}b")
    assert sign not in printable(f"a{sign}b")
    assert _value("naïve 水库") == "naïve 水库"


@pytest.mark.parametrize("address", ["::ffff:93.184.216.34", "::ffff:10.0.0.1", "::ffff:0:93.184.216.34", "64:ff9b::7f00:1", "2002:7f00:1::", "fe80::1%eth0"])
def test_embedded_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)


def answered(url: str, *values: str) -> Response:
    return Response(url, 302, "", tuple(("Set-Cookie", value) for value in values), b"", "", (), 0.1)


@pytest.mark.parametrize(
    ("url", "value", "target", "sent"),
    [
        ("https://a.example.org/", "x=1", "https://a.example.org/b", "x=1"),
        ("https://a.example.org/", "x=1", "https://b.example.org/", ""),
        ("https://a.example.org/", "x=1; Domain=example.org", "https://b.example.org/", "x=1"),
        ("https://a.example.org/", "x=1; Domain=example.org", "https://evilexample.org/", ""),
        ("https://a.example.org/", "x=1; Domain=other.test", "https://other.test/", ""),
        ("https://a.example.co.uk/", "x=1; Domain=co.uk", "https://b.co.uk/", ""),
        ("https://anna.github.io/", "x=1; Domain=github.io", "https://otto.github.io/", ""),
        ("https://a.example.org/", "x=1; Secure", "http://a.example.org/", ""),
        ("https://a.example.org/", "x=1; Secure", "https://a.example.org/", "x=1"),
        ("http://a.example.org/", "x=1; Secure", "https://a.example.org/", ""),
        ("https://a.example.org/", "x=1; Path=/login", "https://a.example.org/news", ""),
        ("https://a.example.org/login/in", "x=1; Path=/login", "https://a.example.org/login/b", "x=1"),
        ("https://a.example.org/", "x=1; Max-Age=0", "https://a.example.org/", ""),
        ("https://a.example.org/", "x=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "https://a.example.org/", ""),
        ("http://127.0.0.2:8001/", "x=1", "http://127.0.0.2:8001/b", "x=1"),
        ("http://127.0.0.2:8001/", "x=1", "http://127.0.0.3:8001/b", ""),
        ("http://localhost:8001/", "x=1", "http://localhost:8001/b", "x=1"),
        ("https://a.example.org/", f"x={'1' * 5_000}", "https://a.example.org/", ""),
    ],
)
def test_a_cookie_goes_where_it_belongs(url: str, value: str, target: str, sent: str) -> None:
    assert header(cookies([], answered(url, value)), target) == sent


def test_a_cookie_is_replaced_and_taken_back() -> None:
    kept = cookies([], answered("https://a.example.org/", "x=1", "y=2"))
    kept = cookies(kept, answered("https://a.example.org/", "x=3", "y=; Max-Age=0"))
    assert header(kept, "https://a.example.org/") == "x=3"


def test_a_flood_of_cookies_is_cut() -> None:
    kept = cookies([], answered("https://a.example.org/", *(f"n{number}={'v' * 300}" for number in range(200))))
    assert len(kept) <= 50
    assert len(header(kept, "https://a.example.org/")) <= 8_192
