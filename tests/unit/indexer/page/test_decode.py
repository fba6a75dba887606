"""Decoding and sniffing: declared, misdeclared and undeclared encodings; what is no HTML."""

from __future__ import annotations

import gzip
import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.paths import SHARED
from indexer.page.codec_names import codec_of
from indexer.page.decode import decode
from indexer.page.sniff import sniff

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not beside the checkout")
SENTENCES = {
    ("cp1251", "ru"): "Совет города утвердил новый бюджет на следующий год, сообщил глава администрации.",
    ("koi8_r", "ru"): "Мост через реку закрыт до весны: инженеры нашли трещины в двух опорах.",
    ("iso8859-2", "pl"): "Rada miasta przyjęła budżet na następny rok, poinformował rzecznik prezydenta.",
    ("cp1250", "cs"): "Město schválilo rozpočet na příští rok, řekl včera mluvčí radnice. Žáci šli domů.",
    ("cp932", "ja"): "市議会は火曜日、来年度の予算案を可決したと発表した。",
    ("euc_jp", "ja"): "図書館は来月から夜間も開くことになり、学生たちが喜んでいる。",
    ("cp949", "ko"): "시의회는 화요일 내년도 예산안을 통과시켰다고 발표했다.",
    ("big5hkscs", "zh-TW"): "市議會週二通過明年度預算案，市長表示感謝各位議員的支持。",
    ("gb18030", "zh-CN"): "市议会周二通过了明年的预算案，市长对各位议员的支持表示感谢。",
    ("cp1253", "el"): "Το δημοτικό συμβούλιο ενέκρινε τον προϋπολογισμό για το επόμενο έτος.",
    ("cp1254", "tr"): "Belediye meclisi önümüzdeki yılın bütçesini onayladı, başkan açıkladı. Şehir için iyi",
    ("cp874", "th"): "สภาเมืองอนุมัติงบประมาณสำหรับปีหน้าเมื่อวันอังคาร",
    ("cp1252", "fr"): "Le conseil a adopté le budget de l’année prochaine, où l’été était « très » chaud.",
    ("cp1256", "ar"): "وافق مجلس المدينة على ميزانية العام المقبل يوم الثلاثاء",
    ("cp1255", "he"): "מועצת העיר אישרה את תקציב השנה הבאה ביום שלישי",
}


@pytest.mark.parametrize(("codec", "language"), SENTENCES)
@pytest.mark.parametrize("told", [False, True])
def test_undeclared_legacy_encodings(codec: str, language: str, told: bool) -> None:
    text = SENTENCES[codec, language]
    head = f'<html lang="{language}">' if told else "<html>"
    script = "<script>var ß = 'ÄÖÜ ÄÖÜ ÄÖÜ';</script>".encode("cp1252")
    page = head.encode() + script + f"<p>{text}</p>".encode(codec)
    assert text in decode(page).text


@pytest.mark.parametrize(("codec", "language"), SENTENCES)
def test_declared_legacy_encodings(codec: str, language: str) -> None:
    text = SENTENCES[codec, language]
    label = {"gb18030": "gb2312", "cp949": "euc-kr", "cp932": "Shift_JIS", "big5hkscs": "Big5"}.get(codec, codec)
    late = b"<!--" + b" " * 9000 + b"-->"
    for meta in (f"<meta charset={label}>", f'<meta http-equiv=x content="text/html; charset={label}">'):
        assert text in decode(late + meta.encode() + text.encode(codec)).text
    assert text in decode(text.encode(codec), f'text/html; Charset="{label}"').text


def test_order_of_declarations() -> None:
    body = "<meta charset=koi8-r><p>Grün".encode("cp1252")
    assert decode(body, "text/html; charset=windows-1252").how == "http"
    assert decode(b"\xef\xbb\xbf<meta charset=iso-8859-1>\xc3\xbc", "text/html; charset=cp1251").text.endswith("ü")
    assert decode("<p>ü".encode("utf-16")).text == "<p>ü"
    assert decode("<p>ü".encode("utf-16-le")).text == "<p>ü"
    assert decode('<?xml version="1.0" encoding="iso-8859-1"?><p>ü'.encode("latin-1")).how == "xml"
    assert decode("<!-- <meta charset=koi8-r> --><meta charset=cp1252><p>ü".encode("cp1252")).encoding == "cp1252"
    assert decode("<meta charset=utf-16><p>ü".encode()).text.endswith("ü")


def test_valid_utf8_outvotes_a_wrong_declaration() -> None:
    text = "<p>Grüße aus Łódź und Žilina"
    for label in ("iso-8859-1", "windows-1251", "us-ascii"):
        assert decode(text.encode(), f"text/html; charset={label}").text == text
    assert decode("<p>© 2026".encode("cp1252"), "text/html; charset=utf-8").text == "<p>\ufffd 2026"
    assert decode("<p>été".encode("gb18030"), "text/html; charset=gb2312").text == "<p>été"


def test_a_few_broken_bytes_do_not_change_the_encoding() -> None:
    text = "<meta charset=utf-8><p>" + "Fußgänger über die Brücke. " * 20
    broken = text.encode().replace("ü".encode(), b"\xfc", 1)
    assert decode(broken).text.count("\ufffd") == 1
    assert decode(broken).text.count("ß") == 20


def test_declared_utf8_that_is_windows_1252_throughout() -> None:
    page = "<meta charset=utf-8><p>" + "Fußgänger über die Brücke „jetzt“. " * 20
    assert decode(page.encode("cp1252")).text == page


def test_c1_controls_mean_windows_1252() -> None:
    assert decode("<p>It\u0092s \u0093so\u0094".encode()).text == "<p>It’s “so”"


def test_nul_characters_vanish() -> None:
    assert decode(b"<p>a\0b").text == "<p>ab"


def test_iso_2022_jp() -> None:
    text = "<p>市議会は予算案を可決した"
    assert decode(text.encode("iso2022_jp")).text == text
    assert decode(b"<meta charset=iso-2022-jp>" + text.encode("iso2022_jp")).text.endswith(text)


def test_labels_are_browsers_labels_only() -> None:
    for label in ("rot13", "base64", "hex", "zlib", "idna", "unicode_escape", "punycode", "x" * 99):
        assert codec_of(label) == ""


CONTENT_TYPES = ["", "text/html; charset=", "text/html; charset=gb2312", "x/y; charset=hz"]


@given(st.binary(max_size=300), st.sampled_from(CONTENT_TYPES))
def test_never_raises(body: bytes, content_type: str) -> None:
    assert "\0" not in decode(body, content_type).text
    sniff(body, content_type)


@given(st.text(alphabet=st.characters(exclude_categories=("Cs", "Cc")), max_size=200))
def test_utf8_round_trip(text: str) -> None:
    page = "<meta charset=utf-8>" + text
    assert decode(page.encode()).text == page


JUNK = [b"<script ", b"<", b"<!--", b"<meta ", b"\xff", b"<?xml ", b"<!doctype [", b"\xa4\xa4"]


@pytest.mark.slow
@pytest.mark.parametrize("junk", JUNK)
def test_linear_time_on_hostile_bytes(junk: bytes) -> None:
    body = junk * (4_000_000 // len(junk)) + b"\xe4"
    start = time.perf_counter()
    sniff(body)
    decode(body)
    assert time.perf_counter() - start < 3


@needs_shared
@pytest.mark.shared
@pytest.mark.parametrize("folder", ["charset", "xhtml-as-xml"])
def test_cases(folder: str) -> None:
    cases = SHARED / "cases" / folder
    for name, page in json.loads((cases / "expected.json").read_text())["pages"].items():
        text = "".join(decode((cases / name).read_bytes()).text.split())
        for wanted in page["must"]:
            if "\xe4" not in wanted or folder == "charset":
                assert "".join(wanted.split()).split('"')[0] in text.replace("&quot;", '"'), name


NOT_HTML = [
    (b"%PDF-1.7\n", "text/html", "a PDF document"),
    (b"\n\n  %PDF-1.4", "", "a PDF document"),
    (b"\x89PNG\r\n\x1a\n....", "text/html", "a PNG image"),
    (b"\xff\xd8\xff\xe0", "text/html", "a JPEG image"),
    (b"PK\x03\x04....", "text/html", "a ZIP archive or office document"),
    (gzip.compress(b"<html>", mtime=0), "text/html", "gzip-compressed data"),
    (b"\0\0\0\x18ftypmp42", "text/html", "an MPEG-4 file"),
    (b"RIFF\0\0\0\0WEBPVP8 ", "text/html", "a WebP image"),
    (b'{"text": "<p>high water</p>", "cm": [12]}', "text/html", "JSON"),
    (b'[{"a": 1}]', "", "JSON"),
    (b'<?xml version="1.0"?>\n<rss version="2.0"><channel>', "text/html", "an RSS feed"),
    (b'<?xml version="1.0"?><!-- x --><feed xmlns="http://www.w3.org/2005/Atom">', "text/html", "an Atom feed"),
    (b"<urlset xmlns='x'><url>", "text/xml", "a sitemap"),
    (b'<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x" "y"><svg>', "text/html", "an SVG image"),
    (b"<?xml version='1.0'?><invoice><sum>1</sum></invoice>", "text/html", "XML (invoice)"),
    (b"Just words, 1 < 2.", "", "plain text"),
    (b"Use <p> for a paragraph.", "text/plain; charset=utf-8", "plain text"),
    (bytes(range(256)) * 20, "text/html", "binary data"),
    (b"WARC/1.1\r\n", "text/html", "a WARC file"),
]


@pytest.mark.parametrize(("body", "content_type", "what"), NOT_HTML)
def test_no_html(body: bytes, content_type: str, what: str) -> None:
    assert sniff(body, content_type) == what


@pytest.mark.parametrize(
    "body",
    [
        b"<!DOCTYPE html><p>x",
        b"\xef\xbb\xbf\n<!-- generated --><html>",
        b'<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html xmlns="y">',
        b"<p>x",
        b"Hello <b>you</b>",
        b"<ht\0ml><bo\0dy>NULs",
        "<html>ü".encode("utf-16"),
        b"<h1>PDF</h1> %PDF-1.4 is a format",
        b"",
        b" \n ",
        b"{% if x %}<p>template</p>",
    ],
)
def test_html(body: bytes) -> None:
    assert sniff(body, "application/octet-stream" if body.startswith(b"<") else "text/html") is None


@needs_shared
@pytest.mark.shared
def test_content_types_that_lie() -> None:
    folder = SHARED / "cases" / "content-type-lies"
    rules = json.loads((folder / "server.json").read_text())["rules"]
    for rule in rules:
        body = (folder / rule["file"]).read_bytes() if "file" in rule else rule["body"].encode()
        page = rule["match"].strip("^$")
        articles = json.loads((folder / "expected.json").read_text())["site"]["articles"]
        assert (sniff(body, rule["headers"]["Content-Type"]) is None) is (page in articles), page
