"""All settings of the program: their names, defaults and effects, and the sources of their values.

An option of a command takes precedence over an environment variable, that over `winnow.toml`, and that over the default. The file is the
one named by WINNOW_CONFIG, else `winnow.toml` in the working directory. Its keys are the variables' names in lower case without `WINNOW_`:

    home = "/srv/news"
    engine = "https://node:9200"
    engine_api_key_file = "/run/secrets/elasticsearch"
    delay = 2.5

A secret may be in a file of its own: WINNOW_X_FILE, or `x_file`, names it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from indexer.errors import UsageError

_PREFIX, _FILE = "WINNOW_", "_FILE"
FILE_VARIABLE = "WINNOW_CONFIG"
FILE_NAME = "winnow.toml"


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting.

    Parameters
    ----------
    variable : str
        Name of the environment variable.
    effect : str
        Its effect in one phrase.
    default : str
        The value if nothing is set.
    unit : str
        Unit or form of the value.
    secret : bool
        True if the value is never printed, and may be in a file of its own.
    path : bool
        True if the value may be a path; in `winnow.toml` it is relative to the file's folder.
    """

    variable: str
    effect: str
    default: str = ""
    unit: str = ""
    secret: bool = False
    path: bool = False

    @property
    def key(self) -> str:
        """The name in `winnow.toml`."""
        return self.variable.removeprefix(_PREFIX).lower()


_ALL = (
    Setting("WINNOW_HOME", "directory of all state", "winnow-home", "path", path=True),
    Setting("WINNOW_DATABASE", "database in place of HOME/winnow.sqlite3", unit="postgresql://user@host/name", secret=True),
    Setting("WINNOW_ARCHIVE", "folder of WARC files in place of HOME/archive", unit="path, or s3://bucket/folder", path=True),
    Setting("WINNOW_ENGINE", "Elasticsearch or OpenSearch in place of the embedded engine", unit="URLs of nodes, separated by commas"),
    Setting("WINNOW_ENGINE_PREFIX", "prefix of the names of aliases, indexes and templates", "news"),
    Setting("WINNOW_ENGINE_API_KEY", "API key of Elasticsearch", unit="Base64", secret=True),
    Setting("WINNOW_ENGINE_CA", "CA certificates of the engine; the system's if unset", unit="path of a PEM file", path=True),
    Setting("WINNOW_ENGINE_FINGERPRINT", "fingerprint of the engine's CA, in place of its certificates", unit="SHA-256 in hex"),
    Setting("WINNOW_ENGINE_NATIVE", "fields that other clients can search, in new indexes", "on", "on, off"),
    Setting("WINNOW_CONTACT", "contact for site owners; required beyond loopback addresses", unit="URL or mail address"),
    Setting("WINNOW_DELAY", "pause of workers between two requests to a host", "1", "s"),
    Setting("WINNOW_ALLOW_PRIVATE", "permission for workers to fetch from private addresses", "off", "on, off"),
    Setting("WINNOW_ALLOW", "crawls request only URLs that match one of these", unit="regular expressions, separated by spaces"),
    Setting("WINNOW_DENY", "crawls request no URL that matches one of these", unit="regular expressions, separated by spaces"),
    Setting("WINNOW_BROKER", "Redis server that distributes tasks to workers", unit="redis://:password@host:port/0", secret=True),
    Setting("WINNOW_BUDGET", "limits of the requests of recrawls", "2.16/article", "N/article, N/day, N/all"),
    Setting("WINNOW_LEASE", "time after which another worker takes the page of a killed one", "300", "s"),
    Setting("WINNOW_ENOUGH_PAGES", "pages of a site before workers learn it", "30", "pages"),
    Setting("WINNOW_PATIENCE", "time after which workers learn a site from fewer pages", "300", "s"),
    Setting("WINNOW_UI_PASSWORD", "hash of the website's password, as `winnow ui --hash-password` prints it", unit="hash", secret=True),
    Setting("WINNOW_LOG", "events on standard error, one per line", unit="json, text"),
    Setting("WINNOW_NOW", "clock of one command, for tests and simulations", unit="ISO 8601"),
)  # fmt: skip
SETTINGS: Mapping[str, Setting] = MappingProxyType({setting.variable: setting for setting in _ALL})
"""Settings by variable."""


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a setting in use.

    Parameters
    ----------
    text : str
        As an environment variable would contain it.
    origin : str
        The variable or file that sets it; "" for the default.
    """

    text: str
    origin: str


def configuration(environment: Mapping[str, str] | None = None) -> dict[str, Value]:
    """Return the value of every setting, by variable.

    Parameters
    ----------
    environment : Mapping
        Environment variables; None for the process's. An empty variable counts as unset.

    Raises
    ------
    UsageError
        If the file named by WINNOW_CONFIG is missing, or a file cannot be read, is no TOML or contains an unknown key.
    """
    source = os.environ if environment is None else environment
    values = {setting.variable: Value(setting.default, "") for setting in SETTINGS.values()}
    values.update(_of_file(source))
    values.update(_resolved({variable: Value(text, variable) for variable, text in source.items() if text and _is_known(variable)}))
    return values


def values_of(environment: Mapping[str, str]) -> Mapping[str, str]:
    """Return the text of every setting, by variable, for an environment without a file.

    >>> values_of({"WINNOW_ENGINE_PREFIX": "daily"})["WINNOW_ENGINE_PREFIX"], values_of({})["WINNOW_DELAY"]
    ('daily', '1')
    """
    return {setting.variable: environment.get(setting.variable) or setting.default for setting in SETTINGS.values()}


def apply_configuration() -> dict[str, Value]:
    """Set the process's environment variables from the file and the files of secrets; child processes inherit them.

    Returns
    -------
    dict
        As for `configuration`, including exceptions.
    """
    values = configuration()
    for variable, value in values.items():
        if value.origin not in ("", variable):
            os.environ[variable] = value.text
    for setting in SETTINGS:
        os.environ.pop(setting + _FILE, None)  # already read; in the environment of a child the secret would count as given twice
    return values


def unknown_variables(environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield unknown variables with Winnow's prefix, each with the nearest known one or "".

    >>> list(unknown_variables({"WINNOW_ENIGNE": "http://localhost:9200", "WINNOW_HOME": "h"}))
    [('WINNOW_ENIGNE', 'WINNOW_ENGINE')]
    """
    for variable in sorted(environment):
        if variable.startswith(_PREFIX) and variable != FILE_VARIABLE and not _is_known(variable):
            yield variable, _nearest(variable, SETTINGS)


def number(values: Mapping[str, str], variable: str, least: float, most: float) -> float:
    """Return a numeric setting from `least` to `most`.

    Raises
    ------
    UsageError
        If it is no such number.
    """
    text = values[variable]
    try:
        found = float(text)
    except ValueError as error:
        raise UsageError(f"{variable}={text} is no number") from error
    if not least <= found <= most:  # nan is neither
        raise UsageError(f"{variable}={text}: a number from {least:,.0f} to {most:,.0f} is needed")
    return found


def switch(values: Mapping[str, str], variable: str) -> bool:
    """Return a setting that is on or off.

    Raises
    ------
    UsageError
        If it is neither.
    """
    text = values[variable].strip().lower()
    if text not in (*_ON, *_OFF):
        raise UsageError(f"{variable}={values[variable]} is neither on nor off")
    return text in _ON


_ON, _OFF = ("on", "1", "true", "yes"), ("off", "0", "false", "no")


def _is_known(variable: str) -> bool:
    setting = SETTINGS.get(variable.removesuffix(_FILE))
    return setting is not None and (setting.secret or not variable.endswith(_FILE))


def _of_file(source: Mapping[str, str]) -> dict[str, Value]:
    named = source.get(FILE_VARIABLE, "")
    path = Path(named or FILE_NAME)
    if not named and not path.is_file():
        return {}
    import tomllib  # imported here because most runs have no such file

    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: no TOML: {error}") from error
    return _resolved({f"{_PREFIX}{key.upper()}": Value(_text(path, key, value), str(path)) for key, value in table.items()}, path)


def _text(path: Path, key: str, value: Any) -> str:
    """Return a value of the file as an environment variable would contain it.

    Raises
    ------
    UsageError
        If no setting has this key, or the value is a table or list.
    """
    variable = f"{_PREFIX}{key.upper()}"
    if key != key.lower() or not _is_known(variable):
        nearest = _nearest(variable, SETTINGS).removeprefix(_PREFIX).lower()
        raise UsageError(f"{path}: there is no setting {key!r}" + (f"; is it {nearest!r}?" if nearest else ""))
    if isinstance(value, dict | list):
        raise UsageError(f"{path}: {key} is a string, a number, true or false")
    text = {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
    setting = SETTINGS.get(variable)
    is_path = setting is None or (setting.path and "://" not in text)  # a key without a setting of its own names a file
    return str(path.parent / text) if text and is_path else text


def _resolved(values: Mapping[str, Value], file: Path | None = None) -> dict[str, Value]:
    """Return the values, with the contents of files of secrets.

    Raises
    ------
    UsageError
        If such a file cannot be read, or one source gives a secret twice.
    """
    found = dict(values)
    for variable in values.keys() - SETTINGS.keys():
        value, setting = found.pop(variable), variable.removesuffix(_FILE)
        if setting in values:
            raise UsageError(f"{file or 'the environment'}: {setting} is given twice, by itself and by {variable}")
        try:
            text = Path(value.text).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{variable}={value.text}: {getattr(error, 'strerror', None) or error}") from error
        found[setting] = Value(text, value.origin)
    return found


def _nearest(variable: str, known: Mapping[str, Setting]) -> str:
    from difflib import get_close_matches  # imported here because only a wrong name needs it

    return next(iter(get_close_matches(variable, known, 1)), "")
