"""Events: one line per event on standard error, for log collectors (WINNOW_LOG=json) or for people (text).

Events use Python's `logging` (loggers `winnow` and below), so a program that uses Winnow's functions may collect the same
events its own way: each is a record of level INFO whose message is the event's name and whose `fields` are its fields. Importing
configures nothing.

Lines contain URLs, counts and reasons, never a page's text; the part before an `@` in a URL is removed.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from indexer.errors import UsageError

EVENTS: Mapping[str, tuple[str, tuple[str, ...]]] = MappingProxyType({
    "request": ("a request was answered, or failed (`error`)", ("url", "status", "bytes", "seconds", "truncated", "address", "error")),
    "fetch": ("a visit ended", ("url", "host", "outcome", "cause", "reason", "status", "changed", "links", "tries")),
    "deferred": ("a host is left alone until then", ("host", "url", "until", "reason")),
    "closed": ("all that waited on a host ended unasked", ("host", "urls", "outcome", "cause", "reason")),
    "site-moved": ("a site was found to have moved to another registered domain", ("site", "to")),
    "fit": ("a site was learned", ("site", "pages", "version")),
    "clean": ("pages of a site were cleaned and indexed", ("site", "pages", "outcomes")),
    "doubt": (
        "articles of a site took a fuller answer than its model's (`doubts`: how many, and why)",
        ("site", "articles", "doubted", "doubts"),
    ),
    "refused": ("an engine did not take documents", ("documents",)),
    "drift": ("a site's pages no longer fit its model", ("site", "reason")),
    "message": ("anything else, in words", ("logger", "message")),
})
"""Event to its meaning and its fields; empty fields are omitted. Each line also has `time`, `level` and `event`."""

_LOG = logging.getLogger("winnow")
_USERINFO = re.compile(r"(?<=://)[^/?#\s]*@")
_LONGEST = 500
"""Maximum number of characters of one value."""
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
"""Control characters, and those that change the writing direction or are invisible: a log shows them as escapes."""


def event(name: str, **fields: object) -> None:
    """Log an event; without a listener this costs one comparison.

    Parameters
    ----------
    name : str
        One of `EVENTS`.
    **fields
        Fields from `EVENTS`; None and "" are omitted.
    """
    if _LOG.isEnabledFor(logging.INFO):
        _LOG.info(name, extra={"fields": {key: _value(value) for key, value in fields.items() if value is not None and value != ""}})


def start(form: str) -> None:
    """Write events to standard error from now on, as `json` or `text`; "" changes nothing. A second call changes the form.

    Raises
    ------
    UsageError
        If the form is neither `json` nor `text`.
    """
    if not form:
        return
    formatter = formatter_of(form)
    handler = logging.StreamHandler(sys.__stderr__)  # Celery replaces sys.stderr
    handler.setFormatter(formatter())
    _LOG.handlers[:] = [handler]
    _LOG.setLevel(logging.INFO)
    _LOG.propagate = False


def formatter_of(form: str) -> type[logging.Formatter]:
    """Return the formatter of a form of events.

    Raises
    ------
    UsageError
        If the form is neither `json` nor `text`.
    """
    formatters: Mapping[str, type[logging.Formatter]] = {"json": JsonLines, "text": TextLines}
    if form not in formatters:
        raise UsageError(f"WINNOW_LOG={form}: json or text")
    return formatters[form]


class JsonLines(logging.Formatter):
    """Formats each record as a JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(_record(record), ensure_ascii=False, default=str)


class TextLines(logging.Formatter):
    """Formats each record as words, `name=value`; values with spaces or quotes as in JSON."""

    def format(self, record: logging.LogRecord) -> str:
        values = _record(record)
        head = [str(values.pop("time")), str(values.pop("level")), str(values.pop("event"))]
        return " ".join([*head, *(f"{name}={_word(value)}" for name, value in values.items())])


def _record(record: logging.LogRecord) -> dict[str, Any]:
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    fields: Mapping[str, Any] | None = getattr(record, "fields", None)
    head = {"time": at, "level": record.levelname.lower()}
    if fields is None:
        return {**head, "event": "message", "logger": record.name, "message": _value(record.getMessage())}
    return {**head, "event": record.msg, **fields}


def _value(value: object) -> Any:
    """Return a value in a form that is safe in a log.

    >>> _value("no answer from https://user:secret@example.org/a@b"), _value(0.12345)
    ('no answer from https://example.org/a@b', 0.123)
    >>> _value("a\\x1b[31m\\u202eb")
    'a\\\\x1b[31m\\\\u202eb'
    """
    if isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, Mapping):
        return {str(key): _value(inner) for key, inner in value.items()}
    return _UNPRINTABLE.sub(_escaped, _USERINFO.sub("", str(value))[:_LONGEST])


def _escaped(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode("ascii")


def _word(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    return json.dumps(text, ensure_ascii=False) if re.search(r"[\s\"=]|^$", text) else text
