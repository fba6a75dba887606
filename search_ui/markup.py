"""Markup: validation of strings from crawled pages before they become attributes."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_WEB = frozenset({"http", "https"})
_UNSAFE = re.compile(r"[\x00-\x20\x7f\\]")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}")


def web_link(url: str) -> str:
    """Return the URL if it is safe as a link target, else "".

    >>> web_link("https://example.org/a?b=1"), web_link("javascript:alert(1)"), web_link("java\\tscript:x"), web_link("file:///etc/passwd")
    ('https://example.org/a?b=1', '', '', '')
    >>> web_link("//example.org/"), web_link("https:///path"), web_link("http://[")
    ('', '', '')
    """
    if _UNSAFE.search(url):
        return ""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return url if parts.scheme in _WEB and parts.hostname else ""


def language_tag(tag: str) -> str:
    """Return a language tag for a `lang` attribute (simplified BCP 47), or "" if it is invalid.

    >>> language_tag("zh-Hant-TW"), language_tag("en_GB"), language_tag('x" onload="')
    ('zh-Hant-TW', 'en-GB', '')
    """
    tag = tag.strip().replace("_", "-")
    return tag if _LANGUAGE.fullmatch(tag) else ""
