"""The connection to an Elasticsearch cluster: one client a process, and every way it can fail as one clear line."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from indexer.errors import EngineError, UsageError
from indexer.settings import Settings

if TYPE_CHECKING:
    from elasticsearch import ApiError, Elasticsearch, TransportError

REQUEST_SECONDS = 60.0
"""How long one request may take; a bulk of 8 MiB takes one or two."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a cluster is, and how it is spoken to.

    Parameters
    ----------
    urls : tuple of str
        Of one node or several; the others are asked where one does not answer.
    prefix : str
        What the names of aliases, indexes and templates begin with.
    api_key, ca, fingerprint : str
        As in `indexer.settings.Settings`.

    Raises
    ------
    UsageError
        Where a URL has no host or is neither http nor https, or the prefix is none that an index may have.
    """

    urls: tuple[str, ...]
    prefix: str = "news"
    api_key: str = field(default="", repr=False)
    ca: str = ""
    fingerprint: str = ""

    def __post_init__(self) -> None:
        for url in self.urls:
            parts = urlsplit(url)
            if parts.scheme not in {"http", "https"} or not parts.hostname:
                msg = f"{_shown(url)} is no engine's URL, as http://localhost:9200 is"
                raise UsageError(msg)
        name = self.prefix.replace("-", "").replace("_", "")
        if not (name.isascii() and name.isalnum() and name == name.lower() and self.prefix[0].isalnum()):
            msg = f"{self.prefix!r} cannot begin the name of an index: use small letters, digits, - and _"
            raise UsageError(msg)

    @classmethod
    def of(cls, settings: Settings) -> Address:
        """The engine that the settings name.

        >>> Address.of(Settings(engine="http://a:9200, http://b:9200")).urls
        ('http://a:9200', 'http://b:9200')
        """
        urls = tuple(url.strip() for url in settings.engine.split(",") if url.strip())
        key, ca, fingerprint = settings.engine_api_key, settings.engine_ca, settings.engine_fingerprint
        return cls(urls, settings.engine_prefix, key, ca, fingerprint)

    def __str__(self) -> str:
        """For messages: without passwords."""
        return ", ".join(map(_shown, self.urls))


class Connection:
    """Hands out a client made in the process that asks: connections do not survive a fork.

    Parameters
    ----------
    address : Address
    """

    def __init__(self, address: Address) -> None:
        self.address = address
        self._client: Elasticsearch | None = None
        self._process = 0

    @contextmanager
    def ask(self) -> Iterator[Elasticsearch]:
        """A client; what goes wrong with it inside the block becomes an EngineError."""
        try:
            import elasticsearch
        except ImportError as error:
            msg = "the Elasticsearch client is not installed: pip install 'winnow-news[elasticsearch]'"
            raise EngineError(msg) from error
        try:
            yield self._opened(elasticsearch.Elasticsearch)
        except elasticsearch.UnsupportedProductError as error:
            msg = f"{self.address} answers, but is not Elasticsearch (OpenSearch, or something between): name an Elasticsearch"
            raise EngineError(msg) from error
        except elasticsearch.ApiError as error:
            raise EngineError(f"{self.address}: {_answer(error)}") from error
        except elasticsearch.TransportError as error:
            raise EngineError(f"{self.address}: {_silence(error)}") from error

    def close(self) -> None:
        """Let go of the connections."""
        if self._client is not None and self._process == os.getpid():
            self._client.close()
        self._client = None

    def _opened(self, client: type[Elasticsearch]) -> Elasticsearch:
        if self._client is None or self._process != os.getpid():
            made = self._made(client)
            made.indices.get_alias(name=f"{self.address.prefix}-*")  # a good answer tells which product it is; an error does not
            self._client, self._process = made, os.getpid()
        return self._client

    def _made(self, client: type[Elasticsearch]) -> Elasticsearch:
        address = self.address
        secured: dict[str, str] = {}
        if address.ca:
            secured["ca_certs"] = address.ca
        if address.fingerprint:
            secured["ssl_assert_fingerprint"] = address.fingerprint
        try:
            return client(
                [_with_port(url) for url in address.urls],
                api_key=address.api_key or None,
                http_compress=True,
                request_timeout=REQUEST_SECONDS,
                **secured,  # type: ignore[arg-type]  # two names of one type, which mypy takes for any
            )
        except (ValueError, OSError) as error:
            msg = f"{address}: {error}: check WINNOW_ENGINE, WINNOW_ENGINE_CA and WINNOW_ENGINE_FINGERPRINT"
            raise EngineError(msg) from error


_STATUSES = {
    401: "it wants to know who asks: set WINNOW_ENGINE_API_KEY",
    403: "the API key may not do this: it needs `manage` and `write` on PREFIX-*, `manage_index_templates` and `monitor`",
    413: "the request is larger than it takes: raise http.max_content_length there to its default, 100mb",
}


def _answer(error: ApiError) -> str:
    """What an error of the server's means here."""
    text = str(error)
    if "media_type_header_exception" in text or error.meta.status == 406:
        import elasticsearch

        version = ".".join(map(str, elasticsearch.__version__))
        return (
            f"the server does not understand the client library elasticsearch {version}, which is of a later major version:"
            " install 'elasticsearch>=8.19,<9' for a server of version 8"
        )
    advice = _STATUSES.get(error.meta.status)
    return f"{advice} ({text[:300]})" if advice else text[:500]


def _silence(error: TransportError) -> str:
    from elastic_transport import ConnectionTimeout, TlsError

    if isinstance(error, TlsError):
        return f"its certificate is not trusted ({error.message}): name its authority in WINNOW_ENGINE_CA or WINNOW_ENGINE_FINGERPRINT"
    if isinstance(error, ConnectionTimeout):
        return f"no answer within {REQUEST_SECONDS:.0f} s: is it overloaded?"
    return f"no answer ({error.message[:200]}): is it running, and is this its address?"


def _with_port(url: str) -> str:
    """The client wants the port named.

    >>> _with_port("https://search.example.org"), _with_port("http://[::1]:9200/es")
    ('https://search.example.org:443', 'http://[::1]:9200/es')
    """
    parts = urlsplit(url)
    if parts.port is not None:
        return url
    port = 443 if parts.scheme == "https" else 80
    return parts._replace(netloc=f"{parts.netloc}:{port}").geturl()


def _shown(url: str) -> str:
    """Without a name and password.

    >>> _shown("https://me:secret@search.example.org:9200")
    'https://search.example.org:9200'
    """
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
