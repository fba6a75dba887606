"""ForeignIndex: an index of the cluster that Winnow did not create, searched by `multi_match` with its own analyzers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from indexer.errors import UsageError
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.engine import Engine
from indexer.index.query_options import Match


@dataclass(frozen=True, slots=True)
class ForeignIndex:
    """An index and the roles of its fields.

    Parameters
    ----------
    name : str
        Name in reports.
    index : str
        Index, alias or pattern; it can be an arm of Winnow, whose native fields have the server's analyzers.
    fields : tuple of str
        Searched fields with boosts in `multi_match` syntax: `headline^5`.
    url : str
        Field with the document's URL, as a dotted path.
    """

    name: str
    index: str
    fields: tuple[str, ...]
    url: str

    def search(self, engine: Engine, text: str, match: Match, limit: int) -> tuple[str, ...]:
        """Return the URLs of the best documents; the scores of the fields add up.

        Raises
        ------
        UsageError
            If the engine is not a cluster.
        EngineError
        """
        if not isinstance(engine, ElasticsearchEngine):
            raise UsageError(f"{self.name} is an index of a cluster: name it with --engine URL")
        operator = "and" if match is Match.ALL else "or"
        query = {"multi_match": {"query": text, "fields": list(self.fields), "type": "most_fields", "operator": operator}}
        with engine.connection.ask() as client:
            hits = client.search(index=self.index, query=query, size=limit, source_includes=[self.url])["hits"]["hits"]
        urls = (_value(hit.get("_source", {}), self.url) for hit in hits)
        return tuple(dict.fromkeys(filter(None, urls)))


def _value(source: Mapping[str, Any], path: str) -> str:
    """Return the first value of a field.

    >>> _value({"page": {"url": ["https://e.org/"]}}, "page.url"), _value({}, "url")
    ('https://e.org/', '')
    """
    found: Any = reduce(lambda value, key: value.get(key, {}) if isinstance(value, Mapping) else {}, path.split("."), source)
    first = found[0] if isinstance(found, list) and found else found
    return first if isinstance(first, str) else ""
