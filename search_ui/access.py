"""Access control: the password, and rate limits by client address."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from http import HTTPStatus

from flask import Request, Response
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from werkzeug.security import check_password_hash

READS = RateLimitItemPerMinute(3_000)
"""Reads per address: thirty people behind one proxy, each opening a page every second, stay below it."""
WRITES = RateLimitItemPerMinute(600)
"""Writes per address: pages to clean, and forms."""
ATTEMPTS = RateLimitItemPerMinute(20)
"""Wrong passwords per address."""


class Access:
    """Checks the password, if one is set, and limits requests by client address.

    Parameters
    ----------
    password_hash : str
        "" disables the password check.
    """

    def __init__(self, password_hash: str) -> None:
        self._hash = password_hash
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._salt = secrets.token_bytes(16)
        self._known = b""

    def refusal(self, request: Request) -> Response | None:
        """Return the response that refuses a request, or None if the request is allowed."""
        address = request.remote_addr or ""
        writes = request.method not in {"GET", "HEAD", "OPTIONS"}
        if not self._limiter.hit(WRITES if writes else READS, address):
            return _too_many()
        if not self._hash or request.endpoint == "site.healthz":
            return None
        return self._password_refusal(request, address)

    def _password_refusal(self, request: Request, address: str) -> Response | None:
        given = request.authorization.password if request.authorization else None
        if given is not None and self._is_right(given, address):
            return None
        if given is not None and not self._limiter.hit(ATTEMPTS, "password", address):
            return _too_many()
        challenge = {"WWW-Authenticate": 'Basic realm="Winnow", charset="UTF-8"'}
        return Response("A password is needed.\n", HTTPStatus.UNAUTHORIZED, challenge, content_type="text/plain")

    def _is_right(self, given: str, address: str) -> bool:
        """Return whether the password is right; every request sends it, so a right one takes the slow hash only once."""
        digest = hashlib.blake2b(given.encode("utf-8", "surrogatepass"), key=self._salt).digest()
        if self._known and hmac.compare_digest(digest, self._known):
            return True
        if not self._limiter.test(ATTEMPTS, "password", address) or not check_password_hash(self._hash, given):
            return False
        self._known = digest
        return True


def _too_many() -> Response:
    return Response("Too many requests: wait a minute.\n", HTTPStatus.TOO_MANY_REQUESTS, {"Retry-After": "60"}, content_type="text/plain")
