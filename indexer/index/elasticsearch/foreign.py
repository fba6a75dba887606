"""An index of the cluster that Winnow did not make, asked as its owner's front end asks it: by `multi_match`, with its own analyzers."""

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
    """An index and which of its fields mean what.

    Parameters
    ----------
    name : str
        In reports.
    index : str
        Index, alias or pattern; an arm of Winnow's, too, whose native fields have the server's own analyzers.
    fields : tuple of str
        What is searched, boosts as `multi_match` has them: `headline^5`.
    url : str
        The field with a document's URL, parts of objects by dots.
    """

    name: str
    index: str
    fields: tuple[str, ...]
    url: str

    def search(self, engine: Engine, text: str, match: Match, limit: int) -> tuple[str, ...]:
        """URLs of the best documents; scores of fields add up.

        Raises
        ------
        UsageError
            Where the engine is no cluster.
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
    """The first value of a field.

    >>> _value({"page": {"url": ["https://e.org/"]}}, "page.url"), _value({}, "url")
    ('https://e.org/', '')
    """
    found: Any = reduce(lambda value, key: value.get(key, {}) if isinstance(value, Mapping) else {}, path.split("."), source)
    first = found[0] if isinstance(found, list) and found else found
    return first if isinstance(first, str) else ""
