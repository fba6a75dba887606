"""URL identity: equality of spellings, resolution of links, and the site of a page.

Normalisation follows RFC 3986, sections 6.2.2 and 6.2.3 (case, percent-encoding, dot segments, scheme), and the
URL standard's treatment of sloppy input (white space trimmed, line ends dropped, `\\` read as `/`, hosts in punycode).
Fragments, credentials, tracking parameters and session identifiers never distinguish pages.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address
from urllib.parse import SplitResult, unquote, urljoin, urlsplit

_SPACE = "".join(map(chr, range(0x21)))
"""C0 controls and the space, which the URL standard trims from both ends."""
_BREAKS = str.maketrans("", "", "\t\n\r")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_LONGEST = 8_192
"""Maximum length in characters of a link; servers refuse longer ones, and caches should not keep them."""
_PLAIN = re.compile(
    r"https?://(?![^/]{254})((?:(?!xn--)[a-z0-9-]{1,63}\.)+(?!xn--)[a-z][a-z0-9-]{0,62})"
    r"((?:/(?:[A-Za-z0-9_~-]|%[89A-F][0-9A-F])(?:[A-Za-z0-9_~.-]|%[89A-F][0-9A-F])*)*/?)"
)
"""Matches the usual link (host, path), which is already normalised except for a missing final slash after the host; a label has at
most 63 characters, a host 253 (RFC 1035)."""
_FOLDER = re.compile(r"https?://[^/?#\\]+/(?:[^?#]*/)?", re.IGNORECASE)
_ORIGIN = re.compile(r"https?://[^/?#\\]+", re.IGNORECASE)
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~:/?\[\]@!$&'()*+,;=]")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_DEFAULT_PORT = {"http": 80, "https": 443}
_TRACKING = re.compile(
    r"utm_\w+|(?:fb|g|dc|ms|y|tw|tt|li_fat_)cl(?:k)?id|gclsrc|gbraid|wbraid|igsh(?:id)?|mc_[ce]id|_ga|_gl|mkt_tok|vero_id"
    r"|wt_z?mc|_hs(?:enc|mi)|__hs\w+|xtor|at_(?:medium|campaign|custom\d+)|cmpid|s_cid|ns_(?:campaign|mchannel|source)"
    r"|phpsessid|jsessionid|aspsessionid\w*",
    re.IGNORECASE,
)
_SESSION_PATH = re.compile(r";jsessionid=[^/;]*", re.IGNORECASE)
_SESSION_VALUE = re.compile(r"(?:sid|s)=[0-9a-f]{32}", re.IGNORECASE)
_USER = re.compile(r"^(https?://)[^/?#]*@", re.IGNORECASE)
_IGNORED = str.maketrans("", "", "\u00ad\u200b\u2060\ufeff")
"""Characters that are ignored in a host (UTS #46): soft hyphen, zero-width space, word joiner, byte order mark."""
_NUMBER = re.compile(r"0x[0-9a-f]*|\d+", re.IGNORECASE)
_FRONT = re.compile(r"/(?:(?:index|default|home)\.\w{3,5}|[a-z]{2}(?:[-_][A-Za-z]{2})?/?)?")
"""The path of a front page: `/`, `/index.html`, `/en/`."""
_IPV4 = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")


def normalise(url: str) -> str:
    """Return the normalised form of a page's URL, equal for all its spellings; normalising it again changes nothing.

    A URL that is invalid, or has another scheme than http and https, is returned trimmed and without its fragment.

    >>> normalise("HTTP://Www.Example.COM:80/a/./b/../%7euser/?utm_source=x&id=1#top")
    'http://www.example.com/a/~user/?id=1'
    >>> normalise("https://bücher.example/straße?q=ä b")
    'https://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%A4%20b'
    """
    if plain := _PLAIN.fullmatch(url):
        return url if plain[2] else url + "/"
    url = url.strip(_SPACE).translate(_BREAKS).partition("#")[0]
    return _page(url) or url


def resolve(base: str, href: str) -> str | None:
    """Return the normalised target of a link, or None if it leads to no page.

    Parameters
    ----------
    base : str
        The document's base URL (see `document_base`).
    href : str
        The attribute as written.

    Returns
    -------
    str or None
        None for an empty link, a fragment of the same page, another scheme (`mailto:`, `javascript:` …) and anything
        that no browser could follow. A `file:` URL requires a `file:` base.

    >>> resolve("https://heron.example/forum/7/", " ../8.html#reply ")
    'https://heron.example/forum/8.html'
    >>> resolve("https://heron.example/", "javascript:void(0)") is None
    True
    """
    href = href.strip(_SPACE)
    if not href or href[0] == "#" or len(href) > _LONGEST:
        return None
    if plain := _PLAIN.fullmatch(href):
        return href if plain[2] else href + "/"
    href = href.translate(_BREAKS)
    scheme = _SCHEME.match(href)
    if scheme and scheme[1].lower() not in ("http", "https", "file"):
        return None
    names_file = scheme[1].lower() == "file" if scheme else base.startswith("file:")
    if not names_file:
        href = _with_authority(base, href, "" if scheme is None else scheme[0])
        scheme = _SCHEME.match(href)
    return _checked(_join(base, href, None if scheme is None else scheme.end()), base)


def _with_authority(base: str, href: str, scheme: str) -> str:
    """Return the link in RFC 3986 form: the URL standard ignores slashes beyond two, and needs none after a scheme unlike the base's."""
    rest = href[len(scheme) :]
    name = rest.lstrip("/\\")
    alike = not scheme or base[: len(scheme)].lower() == scheme.lower()
    if len(rest) - len(name) >= 2 or not alike:
        return f"{scheme or base.partition(':')[0] + ':'}//{name}"
    return rest if not scheme or rest[:1] in "/\\?#" else "./" + rest


def query_in(href: str, encoding: str) -> str:
    """Return a link with its query encoded in its document's encoding (URL standard, 4.4: query state; paths are always UTF-8).

    Parameters
    ----------
    href : str
        As written.
    encoding : str
        A Python codec; UTF-8 replaces UTF-16, as in browsers. An unencodable character becomes a number, as in a form.

    >>> query_in("/straße?ort=Köln#ß", "iso-8859-1"), query_in("?ort=Köln", "utf-8")
    ('/straße?ort=K%F6ln#ß', '?ort=Köln')
    """
    if href.isascii() or encoding.replace("_", "-").lower().startswith("utf"):
        return href
    rest, hash_mark, fragment = href.partition("#")
    path, mark, query = rest.partition("?")
    if query.isascii():
        return href
    octets = b"".join(_octets(char, encoding) for char in query)
    written = "".join(chr(octet) if octet < 0x80 else f"%{octet:02X}" for octet in octets)
    return f"{path}{mark}{written}{hash_mark}{fragment}"


def _octets(char: str, encoding: str) -> bytes:
    try:
        return char.encode(encoding)
    except UnicodeEncodeError:
        return b"%%26%%23%d%%3B" % ord(char)


def location_of(field: str) -> str:
    """Return the URL of a Location header with non-ASCII octets: decoded if they are UTF-8, else percent-encoded.

    Parameters
    ----------
    field : str
        The header as returned by HTTP libraries: one character per octet (ISO-8859-1).

    >>> location_of("/f\xc3\xa4hre"), location_of("/f\xe4hre"), location_of("/a")
    ('/fähre', '/f%E4hre', '/a')
    """
    if field.isascii():
        return field
    try:
        return field.encode("latin-1").decode("utf-8")
    except UnicodeEncodeError:
        return field  # it is decoded already
    except UnicodeDecodeError:
        return "".join(char if char.isascii() else f"%{ord(char):02X}" for char in field)


def document_base(page_url: str, first_base_href: str | None) -> str:
    """Return the URL against which a document's links are resolved (HTML standard, 4.2.3: the first base with href).

    >>> document_base("https://heron.example/press/list.html", "  /en/ ")
    'https://heron.example/en/'
    >>> document_base("https://heron.example/a/c.html", "javascript:void(0)")
    'https://heron.example/a/c.html'
    """
    if first_base_href is None:
        return page_url
    return resolve(page_url, first_base_href) or page_url


def host(url: str) -> str:
    """Return the host in lower case, with its port unless it is the scheme's default; "" without a host.

    >>> host("https://News.Example.org:443/a"), host("http://127.0.0.2:8001/")
    ('news.example.org', '127.0.0.2:8001')
    """
    if plain := _PLAIN.fullmatch(url):
        return plain[1]
    parts = _split(url.strip(_SPACE).translate(_BREAKS))
    return parts.netloc if parts else ""


def origin(url: str) -> str:
    """Return scheme and host, the scope of a robots.txt; "" without a host.

    >>> origin("HTTPS://News.Example.org:443/a")
    'https://news.example.org'
    """
    parts = _split(url.strip(_SPACE).translate(_BREAKS))
    return f"{parts.scheme}://{parts.netloc}" if parts else ""


def site_key(url: str) -> str:
    """Return the site of a page: its registered domain.

    Public suffixes under which anyone may publish (`github.io`, `blogspot.com`) count as suffixes. An IP address,
    `localhost` and a name without a dot keep their port, because each port may have another owner.

    >>> site_key("https://www.news.example.co.uk/a"), site_key("https://anna.github.io/"), site_key("http://127.0.0.2:8001/")
    ('example.co.uk', 'anna.github.io', '127.0.0.2:8001')
    """
    return _registered(host(url))


def same_site(a: str, b: str) -> bool:
    """Return whether two URLs belong to one site.

    >>> same_site("https://www.example.org/a", "http://m.example.org/b")
    True
    """
    return site_key(a) == site_key(b)


def has_authority_over(page_url: str, url: str) -> bool:
    """Return whether the page at one URL has authority over another URL: may write, replace or withdraw it.

    The authority is the registered domain, below public suffixes of shared hosts; a file has authority only over itself.

    >>> has_authority_over("https://m.example.org/a", "https://example.org/a"), has_authority_over("https://anna.github.io/a", "https://otto.github.io/a")
    (True, False)
    >>> has_authority_over("file:///srv/a.html", "https://example.org/a")
    False
    """
    return page_url == url or (bool(site_key(page_url)) and same_site(page_url, url))


def is_front_page(url: str) -> bool:
    """Return whether the URL is a site's front page, in any language.

    >>> is_front_page("https://example.org/index.html"), is_front_page("https://example.org/en/"), is_front_page("https://example.org/a")
    (True, True, False)
    """
    if plain := _PLAIN.fullmatch(url):
        return _FRONT.fullmatch(plain[2] or "/") is not None
    parts = _split(url)
    return parts is not None and not parts.query and _FRONT.fullmatch(parts.path or "/") is not None


def canonical_url(page_url: str, declared: Sequence[str], og_url: str = "") -> str:
    """Return the canonical URL of a page, from its declarations, if they are credible.

    A declared canonical is dropped if it names the front page and the page is another, or if it leaves the site:
    no page has authority over another site's URLs (`has_authority_over`). The others must agree; otherwise `og:url` decides between
    them, or replaces missing ones. In all other cases the page's own URL is used.

    Parameters
    ----------
    page_url : str
        Where the page was fetched, or its `file:` URI; a file's declaration is trusted, which suffices for reading its links and for
        display, but not for a document's identity.
    declared : sequence of str
        Every `rel=canonical`, as written, in the page's order.
    og_url : str
        The page's `og:url`, as written, or "".

    >>> canonical_url("https://example.org/a?utm_medium=rss", ["/a"])
    'https://example.org/a'
    >>> canonical_url("https://example.org/a", ["https://example.org/"])
    'https://example.org/a'
    >>> canonical_url("https://example.org/a", ["/b", "/c"])
    'https://example.org/a'
    >>> canonical_url("https://example.org/a?b", ["example.org/a"])
    'https://example.org/a'
    """
    own = normalise(page_url)
    absolute = (_with_scheme(page_url, written) for written in declared)
    candidates = list(dict.fromkeys(c for c in (resolve(page_url, one) for one in absolute) if c and _believable(own, c)))
    if len(candidates) == 1:
        return candidates[0]
    graph = resolve(page_url, _with_scheme(page_url, og_url)) if og_url else None
    if graph and _believable(own, graph) and own not in candidates and (not candidates or graph in candidates):
        return graph
    return own


def _with_scheme(page_url: str, written: str) -> str:
    """Return a declared address as an absolute one if it begins with a host of the page's site: it lacks only its scheme."""
    first = written.partition("/")[0]
    return f"//{written}" if "." in first and same_site(page_url, f"//{first}") else written


def _believable(own: str, candidate: str) -> bool:
    """Return whether `candidate` may be the canonical URL of the page at `own` (both normalised)."""
    if not candidate.startswith("http") or candidate.count("://") > max(own.count("://"), 1):  # two addresses in one
        return False
    if is_front_page(candidate) and not is_front_page(own):
        return own.startswith("file:") and _FRONT.fullmatch("/" + own.rpartition("/")[2]) is not None
    return own.startswith("file:") or same_site(own, candidate)


def _join(base: str, href: str, scheme_end: int | None) -> str:
    """Return the absolute form of a link; `urljoin` handles only the rare forms, because it would take most of the time."""
    if scheme_end is not None and href[scheme_end : scheme_end + 2] == "//":
        return href
    if scheme_end is None and href and (href[0] not in "/\\?#" or (href[0] == "/" and href[1:2] not in ("/", "\\"))):
        start = (_ORIGIN if href[0] == "/" else _FOLDER).match(base)
        if start:
            return start[0] + href
    path, mark, query = href.partition("?")
    try:
        return urljoin(base, path.replace("\\", "/") + mark + query)
    except ValueError:
        return ""


def _checked(url: str, base: str) -> str | None:
    """Return `url` normalised, or None if it is no page's."""
    if url.startswith("file:"):
        return url.partition("#")[0] if base.startswith("file:") else None
    return _page(url)


def _page(url: str) -> str | None:
    """Return `url` normalised, or None if it is no http(s) URL; cached, because menus recur on each page."""
    if plain := _PLAIN.fullmatch(url):
        return url if plain[2] else url + "/"
    return _page_cached(url) if len(url) <= _LONGEST else _page_cached.__wrapped__(url)


@lru_cache(maxsize=4096)
def _page_cached(url: str) -> str | None:
    parts = _split(url.partition("#")[0])
    if parts is None or parts.scheme not in _DEFAULT_PORT:
        return None
    path = _remove_dot_segments(_escape(_SESSION_PATH.sub("", parts.path) if ";" in parts.path else parts.path))
    query = "&".join(pair for pair in parts.query.split("&") if pair and not _is_tracking(pair)) if parts.query else ""
    query = _escape(query).replace("'", "%27")  # URL standard, 1.3: the special-query percent-encode set
    return f"{parts.scheme}://{parts.netloc}{path}{'?' + query if query else ''}"


def _split(url: str) -> SplitResult | None:
    """Return the parts with scheme and host normalised, without credentials; None if the URL is invalid."""
    return _split_cached(url) if len(url) <= _LONGEST else _split_cached.__wrapped__(url)


@lru_cache(maxsize=4096)
def _split_cached(url: str) -> SplitResult | None:
    if url[:5].lower() in ("http:", "https"):
        head, mark, query = url.partition("?")
        url = head.replace("\\", "/") + mark + query
    try:
        parts = urlsplit(_USER.sub(r"\1", url))
        name, port = parts.hostname or "", parts.port
    except ValueError:
        return None
    ascii_name = _ascii_host(name)
    if (parts.netloc and not ascii_name) or (parts.scheme in _DEFAULT_PORT and not parts.netloc):
        return None
    netloc = ascii_name if port in (None, _DEFAULT_PORT.get(parts.scheme)) else f"{ascii_name}:{port}"
    return parts._replace(netloc=netloc)


def _ascii_host(name: str) -> str:
    """Return the host in lower-case ASCII (URL standard, 3.5: octets, RFC 3492 per label after NFKC, addresses); "" if it is invalid."""
    if ":" in name:
        return _ipv6(name)
    if "%" in name:
        name = unquote(name, errors="replace").lower()
    if not name.isascii():
        name = unicodedata.normalize("NFKC", name.translate(_IGNORED).lower()).replace("\u3002", ".")
        if any(char == "\ufffd" or unicodedata.category(char) in ("Cn", "Co", "Cs") for char in name):
            return ""
        name = ".".join(p if p.isascii() else "xn--" + p.encode("punycode").decode("ascii") for p in name.split("."))
    name = name.rstrip(".")
    if len(name) > 253 or re.search(r"[^a-z0-9._~-]|\.\.|^\.", name) or not all(map(_is_label, name.split("."))):
        return ""
    return _ipv4(name) if _NUMBER.fullmatch(name.rpartition(".")[2]) else name


def _is_label(label: str) -> bool:
    """Return whether a label is valid punycode if it has the punycode prefix."""
    if not label.startswith("xn--"):
        return True
    try:
        return bool(label[4:].encode("ascii").decode("punycode"))
    except (UnicodeError, ValueError, OverflowError):
        return False


def _ipv6(name: str) -> str:
    try:
        return "" if "%" in name else f"[{IPv6Address(name)}]"
    except ValueError:
        return ""


def _ipv4(name: str) -> str:
    """Return an IPv4 address of up to four numbers, also in octal and hexadecimal (URL standard, 3.5: IPv4 parser), or "".

    >>> _ipv4("0x7f.1"), _ipv4("192.168.257"), _ipv4("1.2.3.256")
    ('127.0.0.1', '192.168.1.1', '')
    """
    labels = name.split(".")
    if len(labels) > 4 or not all(map(_NUMBER.fullmatch, labels)):
        return ""
    try:
        *first, last = (int(label[2:] or "0", 16) if label[:2] == "0x" else int(label, 8 if label[0] == "0" else 10) for label in labels)
    except ValueError:
        return ""
    if any(number > 255 for number in first) or last >= 256 ** (5 - len(labels)):
        return ""
    return str(IPv4Address(sum(number << 8 * (3 - place) for place, number in enumerate(first)) + last))


def _escape(text: str) -> str:
    """Return the text percent-encoded as in RFC 3986: unreserved characters decoded, hex digits in upper case, nothing encoded twice."""
    if _ESCAPE.search(text) is None:
        return text

    def one(match: re.Match[str]) -> str:
        if match[1]:
            char = chr(int(match[1], 16))
            return char if char in _UNRESERVED else match[0].upper()
        return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace"))

    return _ESCAPE.sub(one, text)


def _remove_dot_segments(path: str) -> str:
    """Remove dot segments (RFC 3986, 5.2.4) from a path that begins at the root."""
    if "/." not in path:
        return path or "/"
    out: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del out[-1:]
        elif segment != ".":
            out.append(segment)
    if segments[-1] in (".", ".."):
        out.append("")
    return "/" + "/".join(out)


def _is_tracking(pair: str) -> bool:
    return _TRACKING.fullmatch(pair.partition("=")[0]) is not None or _SESSION_VALUE.fullmatch(pair) is not None


@lru_cache(maxsize=8192)
def _registered(netloc: str) -> str:
    """Return the registered domain of a normalised host, or the host with its port if it has none."""
    name, _, _ = netloc.partition(":")
    if netloc.startswith("[") or "." not in name or _IPV4.fullmatch(name):
        return netloc
    if name.count(".") == 1:
        return name  # nothing could be removed, regardless of the list
    from tld import get_fld

    labels = [_unicode_label(label) for label in name.split(".")]
    found = get_fld(f"http://{'.'.join(labels)}/", fail_silently=True, search_private=True)
    depth = len(found.split(".")) if found else 2
    return ".".join(name.split(".")[-depth:])


def _unicode_label(label: str) -> str:
    """Return a punycode label in Unicode, the form of the public suffix list."""
    if not label.startswith("xn--"):
        return label
    try:
        return label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return label
