"""Checks whether the broker is available; its messages state what to do."""

from __future__ import annotations

from urllib.parse import urlsplit

from redis import Redis
from redis.exceptions import AuthenticationError, RedisError, ResponseError
from redis.exceptions import ConnectionError as RedisConnectionError

from indexer.errors import UsageError

_SECONDS = 3.0


def broker_error(broker: str) -> str:
    """Return the reason why the broker is unavailable now; "" if it is available.

    Parameters
    ----------
    broker : str
        The value of WINNOW_BROKER.

    Raises
    ------
    UsageError
        If waiting cannot help, because the password or the database number is wrong.
    """
    shown = without_password(broker)
    try:
        with Redis.from_url(broker, socket_connect_timeout=_SECONDS, socket_timeout=_SECONDS) as redis:
            redis.ping()
    except AuthenticationError as error:
        raise UsageError(f"{shown} requires a password, or a different one: set WINNOW_BROKER=redis://:PASSWORD@host:6379/0") from error
    except (ResponseError, ValueError) as error:
        raise UsageError(f"{shown} cannot be used: {error}") from error
    except RedisConnectionError as error:
        if isinstance(error.__cause__, ResponseError):  # a database number that is too high is reported as a failed connection
            raise UsageError(f"{shown} cannot be used: {error}") from error
        return str(error)
    except RedisError as error:
        return str(error)
    return ""


def without_password(broker: str) -> str:
    """Return the broker's URL without its password.

    >>> without_password("redis://:secret@localhost:6379/0")
    'redis://localhost:6379/0'
    """
    parts = urlsplit(broker)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
