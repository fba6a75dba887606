"""An index of Winnow's made by plain HTTP: for servers that the installed client library does not speak to, and clients that know nothing of us."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import urllib3

from indexer.article.cleaned import Cleaned
from indexer.index.arm import Arm
from indexer.index.bulk_lines import bulk_lines
from indexer.index.elasticsearch.aliases import Names
from indexer.index.elasticsearch.mapping import (
    DELIMITED_TERMS,
    REPEATED,
    WEIGHTED_TERMS,
    Encoding,
    component_templates,
    custom_template,
    index_template,
)


@dataclass(frozen=True, slots=True)
class PlainIndex:
    """The four arms on one server, under a prefix of their own."""

    url: str
    prefix: str

    @property
    def opensearch(self) -> bool:
        """Whether the server is OpenSearch; Elasticsearch as the tests have it does not say what it is."""
        return urllib3.request("GET", self.url, retries=False).status == 200

    @property
    def encoding(self) -> Encoding:
        """That of the server's analyzers."""
        if self._analyzes({"analyzer": "weighted_terms_query", "text": "a"}):
            return WEIGHTED_TERMS
        return DELIMITED_TERMS if self.opensearch else REPEATED

    def alias(self, arm: Arm) -> str:
        """Where an arm is searched."""
        return Names(self.prefix).read(arm)

    def send(self, method: str, path: str, body: Any = None, expect: int = 200) -> Any:
        """As curl does it."""
        kind = "application/x-ndjson" if isinstance(body, str) else "application/json"
        text = body if isinstance(body, str) or body is None else json.dumps(body)
        answer = urllib3.request(method, f"{self.url}/{path}", body=text, headers={"content-type": kind}, timeout=60, retries=False)
        assert answer.status == expect, answer.data
        return answer.json()

    def fill(self, pages: Iterable[Cleaned]) -> None:
        """Make the templates and the four arms, and put the pages."""
        names, encoding = Names(self.prefix), self.encoding
        for template in (*component_templates(self.prefix, encoding), custom_template(self.prefix)):
            self.send("PUT", f"_component_template/{template.name}", _body(template.body))
        whole = {name: value for name, value in index_template(self.prefix).body.items() if name != "allow_auto_create"}
        self.send("PUT", f"_index_template/{self.prefix}", _body(whole))
        for arm in Arm:
            meta = {"_meta": {"winnow": dict(encoding.stamp)}}
            self.send("PUT", names.index(arm, 1), {"aliases": {names.read(arm): {}, names.write(arm): {}}, "mappings": meta})
        lines = [line for page in pages for line in bulk_lines(page, names, tuple(Arm), encoding)]
        answer = self.send("POST", "_bulk?refresh=true", "\n".join([*lines, ""]))
        assert not answer["errors"], answer

    def remove(self) -> None:
        """Remove all of it."""
        for arm in Arm:
            urllib3.request("DELETE", f"{self.url}/{Names(self.prefix).index(arm, 1)}")
        for path in (f"_index_template/{self.prefix}", f"_component_template/{self.prefix}-*"):
            urllib3.request("DELETE", f"{self.url}/{path}")

    def _analyzes(self, body: Mapping[str, Any]) -> bool:
        return urllib3.request("POST", f"{self.url}/_analyze", json=body).status == 200


def _body(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """A client library's arguments as the API has them."""
    return {"_meta" if name == "meta" else name: value for name, value in arguments.items()}
