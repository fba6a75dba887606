"""ConnectionSettings: URLs, names and credentials of a cluster."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from indexer.errors import UsageError
from indexer.settings import Settings


@dataclass(frozen=True, slots=True)
class ConnectionSettings:
    """URLs of a cluster and parameters of its connection.

    Parameters
    ----------
    urls : tuple of str
        URLs of one or more nodes; if one does not respond, the others are tried.
    prefix : str
        Prefix of the names of aliases, indexes and templates.
    api_key, ca, fingerprint, native
        As in `indexer.settings.Settings`.

    Raises
    ------
    UsageError
        If a URL has no host or is neither http nor https, or the prefix is invalid in index names.
    """

    urls: tuple[str, ...]
    prefix: str = "news"
    api_key: str = field(default="", repr=False)
    ca: str = ""
    fingerprint: str = ""
    native: bool = True

    def __post_init__(self) -> None:
        for url in self.urls:
            if not _is_url(url):
                msg = f"{url.rpartition('@')[2]} is not the URL of an engine such as http://localhost:9200"
                raise UsageError(msg)
        name = self.prefix.replace("-", "").replace("_", "")
        if not (name.isascii() and name.isalnum() and name == name.lower() and self.prefix[0].isalnum()):
            msg = f"{self.prefix!r} cannot begin the name of an index: use small letters, digits, - and _"
            raise UsageError(msg)

    @classmethod
    def of(cls, settings: Settings) -> ConnectionSettings:
        """Return the connection settings of the configured engine.

        >>> ConnectionSettings.of(Settings(engine="http://a:9200, http://b:9200")).urls
        ('http://a:9200', 'http://b:9200')
        """
        urls = tuple(url.strip() for url in settings.engine.split(",") if url.strip())
        key, ca, fingerprint = settings.engine_api_key, settings.engine_ca, settings.engine_fingerprint
        return cls(urls, settings.engine_prefix, key, ca, fingerprint, settings.engine_native)

    @property
    def nodes(self) -> tuple[str, ...]:
        """The URLs with explicit ports."""
        return tuple(map(_with_port, self.urls))

    @property
    def remote(self) -> bool:
        """Whether the cluster is on another machine; only then is compression of requests worth a fifth of a writer's time.

        >>> ConnectionSettings(("http://127.0.0.1:9200",)).remote, ConnectionSettings(("https://search.example.org",)).remote
        (False, True)
        """
        return not {urlsplit(url).hostname for url in self.urls} <= _THIS_MACHINE

    def __str__(self) -> str:
        """Format the URLs for messages, without passwords."""
        return ", ".join(map(_shown, self.urls))


_THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})


def _is_url(url: str) -> bool:
    """Return whether a URL is complete.

    >>> [_is_url(url) for url in ("http://[::1]:9200", "http://[", "http://a:port", "ftp://a")]
    [True, False, False, False]
    """
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _with_port(url: str) -> str:
    """Add the default port, because clients require one.

    >>> _with_port("https://search.example.org"), _with_port("http://[::1]:9200/es")
    ('https://search.example.org:443', 'http://[::1]:9200/es')
    """
    parts = urlsplit(url)
    if parts.port is not None:
        return url
    port = 443 if parts.scheme == "https" else 80
    return parts._replace(netloc=f"{parts.netloc}:{port}").geturl()


def _shown(url: str) -> str:
    """Remove user name and password.

    >>> _shown("https://me:secret@search.example.org:9200")
    'https://search.example.org:9200'
    """
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
