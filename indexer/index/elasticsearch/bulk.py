"""Bulk requests: send a batch of operations until each is done or refused, or until the retries time out.

Every operation has its document's id and version and is therefore idempotent. A dead node, a restarting cluster, an overloaded queue
(429) and a disk above its flood-stage watermark (also 429) are retried. Any other error refuses only its own document: the rest of the
batch is written, and a request refused as a whole is sent again one document at a time.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from indexer.errors import EngineAwayError
from indexer.index.elasticsearch.client_library import BUSY
from indexer.index.elasticsearch.connection import Connection
from indexer.index.elasticsearch.patience import Asker, Patience, Waits, given_up

Action = Mapping[str, Any]

CHUNK_DOCUMENTS = 500
CHUNK_BYTES = 8 << 20
"""Limits of one request; larger ones do not index faster, and a small node accepts a tenth of its heap."""

_CREATED = {"created": 1, "deleted": -1}
_CONFLICT = 409
_NOT_FOUND = 404


class Refused(NamedTuple):
    """An operation that the engine refuses, with the reason and the type of its exception, if any."""

    action: Action
    reason: str
    exception: str = ""


class Attempt(NamedTuple):
    """One attempt: the operations to retry, the reason in brief, whether there was no response, whether to retry one by one."""

    left: Sequence[Refused]
    brief: str = ""
    silent: bool = False
    alone: bool = False


@dataclass(slots=True)
class Sent:
    """The result of a batch.

    Parameters
    ----------
    indexes : set of str
        The indexes behind the aliases written to.
    created : int
        Number of new documents minus deleted ones.
    late : list of Action
        Documents not written because the index has a later version.
    refused : list of Refused
    retried : Counter
        Number of retried operations, by the response in brief.
    """

    indexes: set[str] = field(default_factory=set)
    refused: list[Refused] = field(default_factory=list)
    created: int = 0
    late: list[Action] = field(default_factory=list)
    retried: Counter[str] = field(default_factory=Counter)


class Sender:
    """Sends batches; after a timeout, further batches are tried only once each until one is answered.

    Parameters
    ----------
    connection : Connection
    patience : Patience
    require_alias : bool
        Whether the target must be an alias, so that a missing alias does not become an index.
    sleep : callable
        Sleeps for some seconds.
    """

    def __init__(
        self,
        connection: Connection,
        patience: Patience | None = None,
        *,
        require_alias: bool = True,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._connection = connection
        self._waits = Waits(patience, sleep)
        self._require_alias = require_alias
        self.asker = Asker(connection, Waits(patience, sleep))

    def send(self, actions: Sequence[Action]) -> Sent:
        """Execute operations on distinct documents.

        Raises
        ------
        EngineAwayError
            If the engine cannot be reached in time; operations without a response are not written.
        """
        sent = Sent()
        left, chunk = list(actions), CHUNK_DOCUMENTS
        again = self._waits.begin()
        while left:
            attempt = self._attempt(left, chunk, sent)
            left = [each.action for each in attempt.left]
            if attempt.alone:
                chunk = 1
                continue
            if not left:
                break
            if not again():
                return self._give_up(attempt, sent)
            sent.retried[attempt.brief] += len(left)
        self._waits.answered()
        return sent

    def _attempt(self, actions: Sequence[Action], chunk: int, sent: Sent) -> Attempt:
        """Send once."""
        waiting = {_key(action): action for action in actions}
        busy: list[Refused] = []
        brief, silent, alone = "", False, False
        limits = {"documents": chunk, "most_bytes": CHUNK_BYTES}
        try:
            with self._connection.ask() as client:
                sending = (dict(action) for action in actions)
                for operation, item in self._connection.library.bulk(client, sending, **limits, require_alias=self._require_alias):
                    action = waiting.pop((operation, str(item["_id"])))
                    if item.get("status") in BUSY:
                        busy.append(Refused(action, f"{item.get('status')} {_reason(item)}"))
                        brief, silent = f"{item['status']} {_exception(item)}".rstrip(), False
                    elif "exception" in item and chunk > 1:  # the request was refused as a whole
                        busy.append(Refused(action, _reason(item)))
                        alone = True
                    else:
                        _end(action, item, sent)
        except EngineAwayError as error:
            brief, silent = error.brief, error.silent
        return Attempt([*busy, *(Refused(action, brief) for action in waiting.values())], brief, silent, alone)

    def _give_up(self, attempt: Attempt, sent: Sent) -> Sent:
        if attempt.silent:
            self.asker.give_up()
            raise EngineAwayError(given_up(f"{self._connection.settings}: {attempt.brief}", self._waits.patience), attempt.brief)
        sent.refused += attempt.left
        return sent


def _key(action: Action) -> tuple[str, str]:
    return str(action["_op_type"]), str(action["_id"])


def _end(action: Action, item: Mapping[str, Any], sent: Sent) -> None:
    """Record a final response; a newer existing document, or nothing to delete, counts as done."""
    status = int(item.get("status", 500))
    done = status < 300 or status == _CONFLICT or (status == _NOT_FOUND and action["_op_type"] == "delete" and "error" not in item)
    if "_index" in item and done:
        sent.indexes.add(str(item["_index"]))
    if status == _CONFLICT and action["_op_type"] == "index":
        sent.late.append(action)
    sent.created += _CREATED.get(str(item.get("result")), 0)
    if not done:
        sent.refused.append(Refused(action, _reason(item), _exception(item)))


def _exception(item: Mapping[str, Any]) -> str:
    error = item.get("error")
    return str(error.get("type") or "") if isinstance(error, Mapping) else ""


def _reason(item: Mapping[str, Any]) -> str:
    """Return the reason in one line."""
    error = item.get("error", "no reason given")
    text = f"{error.get('type')}: {error.get('reason')}" if isinstance(error, Mapping) else str(error)
    return " ".join(text.split())[:300]
