"""Language detection for articles, as BCP 47 primary subtags: by script first, then by a trained detector."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain

from indexer.article.locale_words import is_language
from indexer.page.metadata import Metadata

SAMPLE = 600
"""Number of characters examined, about 0.6 ms of the detector's time. On 1,500 pages of 14 collections 500 characters
gave the same languages as 4,000, except for patch notes that begin in German and continue in English."""
FEWEST_LETTERS = 40
"""With fewer letters the detector guesses, and the declared language is better evidence."""
TRUSTED_SHARE = 0.9
"""Minimum share of a site's pages whose declaration agrees with the detection, before declarations are trusted."""
USUAL_SHARE = 0.95
"""Minimum share of a site's pages in its usual language; detection errs on about one page in fifty."""
FEWEST_PAGES = 5
MANY_PAGES = 20
"""Minimum number of pages before a site has a usual language."""

# First code point of each range and its script; ranges end where the next begins (Unicode 15, Scripts.txt, coarse).
_RANGES = (
    (0x0000, ""), (0x0041, "Latin"), (0x005B, ""), (0x0061, "Latin"), (0x007B, ""), (0x00C0, "Latin"), (0x02B0, ""),
    (0x0370, "Greek"), (0x0400, "Cyrillic"), (0x0530, "Armenian"), (0x0590, "Hebrew"), (0x0600, "Arabic"), (0x0700, ""),
    (0x0750, "Arabic"), (0x0780, ""), (0x08A0, "Arabic"), (0x0900, "Devanagari"), (0x0980, "Bengali"),
    (0x0A00, "Gurmukhi"), (0x0A80, "Gujarati"), (0x0B00, "Oriya"), (0x0B80, "Tamil"), (0x0C00, "Telugu"),
    (0x0C80, "Kannada"), (0x0D00, "Malayalam"), (0x0D80, "Sinhala"), (0x0E00, "Thai"), (0x0E80, "Lao"), (0x0F00, ""),
    (0x1000, "Myanmar"), (0x10A0, "Georgian"), (0x1100, "Hangul"), (0x1200, "Ethiopic"), (0x13A0, ""),
    (0x1780, "Khmer"), (0x1800, ""), (0x1E00, "Latin"), (0x1F00, "Greek"), (0x2000, ""), (0x3040, "Kana"),
    (0x3100, ""), (0x3400, "Han"), (0xA000, ""), (0xAC00, "Hangul"), (0xD7B0, ""), (0xF900, "Han"), (0xFB00, "Latin"),
    (0xFB1D, "Hebrew"), (0xFB50, "Arabic"), (0xFE00, ""), (0xFE70, "Arabic"), (0xFEFF, ""), (0x20000, "Han"),
    (0x30000, ""),
)  # fmt: skip
_STARTS = tuple(start for start, _ in _RANGES)

_ONE_LANGUAGE = {
    "Greek": "el", "Armenian": "hy", "Hebrew": "he", "Gurmukhi": "pa", "Gujarati": "gu", "Oriya": "or", "Tamil": "ta",
    "Telugu": "te", "Kannada": "kn", "Malayalam": "ml", "Sinhala": "si", "Thai": "th", "Lao": "lo", "Myanmar": "my",
    "Georgian": "ka", "Hangul": "ko", "Ethiopic": "am", "Khmer": "km", "Kana": "ja", "Han": "zh",
}  # fmt: skip
"""Scripts whose news is nearly all written in one language."""
_ALSO = {"Hebrew": "yi", "Ethiopic": "ti", "Han": "yue", "Kana": "ain", "Georgian": "xmf"}
"""Languages that share such a script; they count if declared."""
_SEVERAL = {
    "Arabic": ("ar", "fa", "ur", "ps", "ug", "sd", "ckb", "ku"),
    "Cyrillic": ("ru", "uk", "bg", "sr", "mk", "be", "kk", "ky", "mn", "tg", "tt", "ba", "uz"),
    "Devanagari": ("hi", "mr", "ne", "sa"),
    "Bengali": ("bn", "as"),
}
"""Scripts of several languages, with the candidates for the detector."""
_HARDLY_TOLD_APART = (
    frozenset({"bs", "hr", "sr", "sh"}), frozenset({"no", "nb", "nn", "da"}), frozenset({"id", "ms"}),
    frozenset({"cs", "sk"}), frozenset({"xh", "zu", "ss", "nr"}), frozenset({"rw", "rn"}), frozenset({"gl", "pt"}),
)  # fmt: skip
"""Groups of languages that detectors confuse; the declared one of a group wins."""
_SAME = {"iw": "he", "in": "id", "ji": "yi", "jp": "ja", "cn": "zh", "tw": "zh", "kr": "ko", "gr": "el", "cz": "cs"}
"""Old codes (IANA registry), and the country codes that sites write instead of languages."""
_TAG = re.compile(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9_-]*)?")


def detect(text: str, declared: str = "") -> str:
    """Return the language of a text; the declared one if the text is inconclusive; "" without either.

    Parameters
    ----------
    text : str
        The article's body, or a part of it.
    declared : str
        The page's declaration (`lang`, JSON-LD, Content-Language): a BCP 47 tag, or any text.

    Examples
    --------
    >>> detect("民進黨國際部舉辦座談", "en"), detect("夜の連絡船が出航した"), detect("OK", "pt-BR")
    ('zh', 'ja', 'pt')
    """
    stated = primary(declared)
    sample = text[:SAMPLE]
    letters = _scripts(sample)
    script = _main_script(letters)
    if not script:
        return stated
    if script in _ONE_LANGUAGE:
        return stated if stated and stated == _ALSO.get(script) else _ONE_LANGUAGE[script]
    if letters[script] < FEWEST_LETTERS and stated:
        return stated
    import py3langid

    ranked = [language for language, _ in py3langid.rank(sample)]
    return _choose(ranked, _SEVERAL.get(script, ()), stated)


def load() -> None:
    """Load the model of languages now, half a second once per process, so that forks of this process do not."""
    import py3langid

    py3langid.rank("")


def choose(metadata: Metadata, text: Callable[[], str], *, trusted: bool = False, usual: str = "") -> str:
    """Return the article's language, by the cheapest evidence that suffices for its site.

    Parameters
    ----------
    metadata : Metadata
    text : callable
        Returns the article's body; called only if needed.
    trusted : bool
        True if the site's declarations are known to be right (`trust`).
    usual : str
        The language of all of the site's pages so far (`usual`), or "".

    Examples
    --------
    >>> choose(Metadata(html_lang="de-AT"), str, trusted=True), choose(Metadata(), lambda: "Ein Text", usual="de")
    ('de', 'de')
    >>> choose(Metadata(html_lang="en"), lambda: "民進黨國際部", usual="de")
    'zh'
    """
    stated = declared(metadata)
    if trusted and stated:
        return stated
    body = text()
    if usual and _main_script(_scripts(body[:SAMPLE])) == _script_of(usual):
        return usual
    return detect(body, stated)


def declared(metadata: Metadata) -> str:
    """Return the page's first declaration: JSON-LD, then its root element, Content-Language, Open Graph.

    >>> declared(Metadata(html_lang="de-CH"))
    'de'
    """
    item = metadata.linked.item
    stated = (
        item.in_language if item else "",
        metadata.html_lang,
        metadata.first("content-language", "language", "dc.language", "dcterms.language", "inlanguage"),
        metadata.first("og:locale"),
    )
    return next((code for one in stated if (code := primary(one))), "")


def primary(tag: str) -> str:
    """Return the primary subtag of a language tag in lower case; "" if it is no language tag.

    >>> primary("zh-Hant-TW"), primary("pt_BR"), primary("English"), primary("iw"), primary("utf-8")
    ('zh', 'pt', '', 'he', '')
    """
    match = _TAG.fullmatch(tag.strip())
    if match is None:
        return ""
    code = match.group(1).lower()
    code = _SAME.get(code, code)
    return code if is_language(code) else ""


def trust(pairs: Iterable[tuple[str, str]]) -> bool:
    """Return whether a site's declarations need no detection: 90 % of at least five pages agree.

    Parameters
    ----------
    pairs : iterable of (declared, detected)
        One per page of the sample; pages without a declaration count as disagreement.

    Examples
    --------
    >>> trust([("de", "de")] * 9 + [("en", "de")]), trust([("en", "zh")] * 9), trust([("de", "de")])
    (True, False, False)
    """
    agreed = [primary(stated) == found for stated, found in pairs if found]
    return len(agreed) >= FEWEST_PAGES and sum(agreed) >= TRUSTED_SHARE * len(agreed)


def usual(detected: Iterable[str]) -> str:
    """Return the language of nearly all of at least twenty pages, or "".

    >>> usual(["pt"] * 20), usual(["pt"] * 18 + ["en"] * 2)
    ('pt', '')
    """
    found = sorted(one for one in detected if one)
    main = max(found, key=found.count, default="")
    return main if len(found) >= MANY_PAGES and found.count(main) >= USUAL_SHARE * len(found) else ""


def _script_of(language: str) -> str:
    """Return the script of a language in the tables above; Latin for other languages."""
    several = (script for script, languages in _SEVERAL.items() if language in languages)
    one = (script for script, only in _ONE_LANGUAGE.items() if only == language)
    return next(chain(one, several), "Latin")


def _scripts(text: str) -> Counter[str]:
    """Return the number of letters by script; digits, signs and spaces have no script."""
    found: Counter[str] = Counter()
    for character, count in Counter(text).items():
        found[_RANGES[bisect_right(_STARTS, ord(character)) - 1][1]] += count
    del found[""]
    return found


_KANA_SHARE = 0.05
"""Japanese text has a third of kana and more; Chinese text quotes almost none."""
_HANGUL_SHARE = 0.1
_IDEOGRAM = 3
"""One Han character carries about as much text as three letters of an alphabet."""


def _main_script(letters: Counter[str]) -> str:
    """Return the script of most of the text; kana among Han means Japanese, Hangul among Han Korean."""
    east = letters["Han"] + letters["Kana"] + letters["Hangul"]
    others = {script: n for script, n in sorted(letters.items()) if script not in ("Han", "Kana", "Hangul")}
    alphabet = max(others, key=lambda script: others[script], default="")
    if not east and not alphabet:
        return ""
    if alphabet and others[alphabet] > _IDEOGRAM * east:
        return alphabet
    if letters["Hangul"] > _HANGUL_SHARE * east:
        return "Hangul"
    return "Kana" if letters["Kana"] > _KANA_SHARE * east else "Han"


def _choose(ranked: list[str], possible: tuple[str, ...], stated: str) -> str:
    """Return the best of the possible languages, or the declared one if the detector cannot contradict it."""
    best = next((one for one in ranked if not possible or one in possible), stated)
    if not stated or stated == best:
        return best
    unknown = stated not in ranked and (not possible or stated in possible)
    alike = any(stated in group and best in group for group in _HARDLY_TOLD_APART)
    return stated if unknown or alike else best
