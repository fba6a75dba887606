"""Aliases: readers and writers use `news-ARM` and `news-ARM-write`, independent of the index behind them.

Each arm has numbered indexes `news-ARM-NNNNNN`. A rebuild fills the next number, and meanwhile the alias `news-ARM-build` points to it:
every writer checks that alias after each batch and writes to both indexes. One atomic call moves the aliases of all four arms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from indexer.errors import EngineError
from indexer.index.arm import Arm
from indexer.index.elasticsearch.client_library import Client
from indexer.index.elasticsearch.mapping import (
    ANALYZER,
    DELIMITED_TERMS,
    FOLDING,
    REPEATED,
    TERM_FREQUENCIES,
    WEIGHTED_TERMS,
    Encoding,
    component_templates,
    custom_template,
    digest,
    index_template,
)

_NUMBER = re.compile(r"-(\d{6,})\Z")


@dataclass(frozen=True, slots=True)
class Names:
    """Names of aliases and indexes with one prefix.

    >>> names = Names("news")
    >>> names.read(Arm.BODY), names.write(Arm.BODY), names.build(Arm.BODY), names.index(Arm.BODY, 7)
    ('news-body', 'news-body-write', 'news-body-build', 'news-body-000007')
    """

    prefix: str

    def read(self, arm: Arm) -> str:
        """Return the search alias."""
        return f"{self.prefix}-{arm.value}"

    def write(self, arm: Arm) -> str:
        """Return the write alias."""
        return f"{self.read(arm)}-write"

    def build(self, arm: Arm) -> str:
        """Return the alias of an index being built."""
        return f"{self.read(arm)}-build"

    def index(self, arm: Arm, number: int) -> str:
        """Return the name of a numbered index."""
        return f"{self.read(arm)}-{number:06}"


@dataclass(frozen=True, slots=True)
class ArmIndexes:
    """The indexes behind one arm's aliases; "" for a missing alias.

    Parameters
    ----------
    read, write, build : str
        Names of indexes.
    indexes : tuple of str
        All indexes of the arm, oldest first.
    """

    read: str = ""
    write: str = ""
    build: str = ""
    indexes: tuple[str, ...] = ()


def number_of(index: str) -> int:
    """Return the number at the end of an index's name, or 0.

    >>> number_of("news-body-000007"), number_of("news-body-mine")
    (7, 0)
    """
    found = _NUMBER.search(index)
    return int(found[1]) if found else 0


def state(client: Client, names: Names) -> dict[Arm, ArmIndexes]:
    """Return the existing indexes by arm."""
    pattern = [f"{names.read(arm)}-*" for arm in Arm]
    found = client.indices.get_alias(index=pattern, expand_wildcards="open").body
    return {arm: _arm_state(found, names, arm) for arm in Arm}


def ensure(client: Client, names: Names, *, native: bool = True) -> None:
    """Install missing or outdated templates, and create missing indexes with both aliases."""
    _put_templates(client, names, encoding := available_encoding(client), native=native)
    current = state(client, names)
    for arm in Arm:
        if not current[arm].write:
            aliases = {names.read(arm): {}, names.write(arm): {"is_write_index": True}}
            _create(client, names, arm, _next_number(current), encoding, aliases)


def start_build(client: Client, names: Names, *, native: bool = True) -> dict[Arm, str]:
    """Create an empty index for each arm, which all writers fill from now on; remove that of a killed build."""
    _put_templates(client, names, encoding := available_encoding(client), native=native)
    current = state(client, names)
    abandon_build(client, current)
    number = _next_number(current)
    for arm in Arm:
        _create(client, names, arm, number, encoding, {names.build(arm): {"is_write_index": True}}, refresh="-1")
    return {arm: names.index(arm, number) for arm in Arm}


def abandon_build(client: Client, current: Mapping[Arm, ArmIndexes]) -> None:
    """Remove the indexes being built."""
    unfinished = [indexes.build for indexes in current.values() if indexes.build]
    if unfinished:
        client.options(ignore_status=404).indices.delete(index=unfinished)


def switch(client: Client, names: Names, to: Mapping[Arm, str]) -> None:
    """Point all aliases to these indexes atomically, and end their build."""
    current = state(client, names)
    actions: list[dict[str, Any]] = []
    for arm, index in to.items():
        for alias, old in ((names.read(arm), current[arm].read), (names.write(arm), current[arm].write)):
            if old and old != index:
                actions.append({"remove": {"index": old, "alias": alias}})
        actions.append({"add": {"index": index, "alias": names.read(arm)}})
        actions.append({"add": {"index": index, "alias": names.write(arm), "is_write_index": True}})
        if current[arm].build == index:
            actions.append({"remove": {"index": index, "alias": names.build(arm)}})
    client.indices.update_aliases(actions=actions)


def previous(current: Mapping[Arm, ArmIndexes]) -> dict[Arm, str]:
    """Return the predecessor of each arm's searched index.

    Raises
    ------
    EngineError
        If an arm has none.
    """
    found = {}
    for arm, indexes in current.items():
        older = [index for index in indexes.indexes if number_of(index) < number_of(indexes.read)]
        if not older:
            msg = f"there is no index of the arm {arm.value} before {indexes.read or 'the first'}: nothing was changed"
            raise EngineError(msg)
        found[arm] = older[-1]
    return found


def prune(client: Client, current: Mapping[Arm, ArmIndexes], keep: int) -> list[str]:
    """Delete indexes without an alias, except the last `keep` before the searched one; return the deleted names."""
    gone = [name for indexes in current.values() for name in _superfluous(indexes, keep)]
    if gone:
        client.options(ignore_status=404).indices.delete(index=gone)
    return gone


def available_encoding(client: Client) -> Encoding:
    """Return the best encoding of weights that the server supports, by the plugin or by OpenSearch's built-in filter."""
    careful = client.options(ignore_status=400)
    if "tokens" in careful.indices.analyze(analyzer=ANALYZER, text="a"):
        return WEIGHTED_TERMS
    if "tokens" in careful.indices.analyze(tokenizer="whitespace", filter=[TERM_FREQUENCIES], text="a|2"):
        return DELIMITED_TERMS
    return REPEATED


def _superfluous(indexes: ArmIndexes, keep: int) -> Iterator[str]:
    used = {indexes.read, indexes.write, indexes.build}
    older = [name for name in indexes.indexes if name not in used and number_of(name) < number_of(indexes.read)]
    yield from older[: max(0, len(older) - keep)]


def _arm_state(found: Mapping[str, Any], names: Names, arm: Arm) -> ArmIndexes:
    own = sorted((name for name in found if name == names.index(arm, number_of(name))), key=number_of)
    leads = {alias: name for name in own for alias in found[name]["aliases"]}
    read, write, build = (leads.get(alias, "") for alias in (names.read(arm), names.write(arm), names.build(arm)))
    return ArmIndexes(read, write, build, tuple(own))


def _next_number(current: Mapping[Arm, ArmIndexes]) -> int:
    return 1 + max((number_of(name) for indexes in current.values() for name in indexes.indexes), default=0)


def _create(
    client: Client,
    names: Names,
    arm: Arm,
    number: int,
    encoding: Encoding,
    aliases: Mapping[str, Any],
    refresh: str = "1s",
) -> None:
    """Create an index unless another process has just created it."""
    answer = client.options(ignore_status=400).indices.create(
        index=names.index(arm, number),
        aliases=aliases,
        mappings={"_meta": {"winnow": dict(encoding.stamp)}},
        settings={"index": {"refresh_interval": refresh}},
    )
    error = answer.get("error")
    if error and error["type"] != "resource_already_exists_exception":
        raise EngineError(f"the index {names.index(arm, number)} could not be made: {error['reason']}")


def _put_templates(client: Client, names: Names, encoding: Encoding, *, native: bool) -> None:
    """Install all templates unless they are up to date; never overwrite the user's own template."""
    _put_custom_template(client, names)
    components, composed = component_templates(names.prefix, encoding, _folding(client), native=native), index_template(names.prefix)
    meta = {**composed.body["meta"], "digest": digest((*components, composed))}
    known = client.options(ignore_status=404).indices.get_index_template(name=composed.name).body
    for each in known.get("index_templates", ()):
        if each["index_template"].get("_meta", {}).get("digest") == meta["digest"]:
            return
    for component in components:
        client.cluster.put_component_template(name=component.name, **component.body)
    client.indices.put_index_template(name=composed.name, **{**composed.body, "meta": meta})


def _put_custom_template(client: Client, names: Names) -> None:
    custom = custom_template(names.prefix)
    known = client.options(ignore_status=404).cluster.get_component_template(name=custom.name)
    if not known.body.get("component_templates"):
        client.cluster.put_component_template(name=custom.name, **custom.body)


def _folding(client: Client) -> str:
    """Return the server's best token filter for accents, or ""."""
    careful = client.options(ignore_status=400).indices
    there = (name for name in FOLDING if "tokens" in careful.analyze(tokenizer="standard", filter=[name], text="a"))
    return next(there, "")
