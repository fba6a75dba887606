"""Send a batch of operations until each has an end: done, refused, or the engine's silence outlasts our patience.

Every operation names its document's id and version, so that sending one twice does what sending it once does. A node that dies,
a cluster that restarts, an overloaded queue (429) and a disk over its flood stage (429, too) are waited for; anything else that is wrong
with a document is that document's own end, and the others of its batch are written: a request refused as a whole is sent again one
document at a time.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from indexer.errors import EngineError
from indexer.index.elasticsearch_client import Connection

if TYPE_CHECKING:
    from elasticsearch import Elasticsearch

Action = Mapping[str, Any]

CHUNK_DOCUMENTS = 500
CHUNK_BYTES = 8 << 20
"""Of one request; more does not index faster, and a small node has room for a tenth of its heap."""

_BUSY = frozenset({429, 502, 503, 504})
"""What a server answers that may take the same request later."""
_ONE_BY_ONE = "one by one"
_CREATED = {"created": 1, "deleted": -1}
_CONFLICT = 409
_NOT_FOUND = 404


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a batch is tried: waits double from `first` to `longest` seconds until `total` seconds have gone by.

    Twenty seconds are a restart of a small cluster; a queue is emptied in less.
    """

    first: float = 0.5
    longest: float = 15.0
    total: float = 180.0

    def __post_init__(self) -> None:
        if not 0 < self.first <= self.longest <= self.total:
            raise ValueError("waits grow from the first, above 0, over the longest to all together")

    def wait(self, attempt: int) -> float:
        """Seconds before the attempt with this number, from 1, without chance.

        >>> [Patience().wait(attempt) for attempt in (1, 2, 3, 9)]
        [0.5, 1.0, 2.0, 15.0]
        """
        return float(min(self.longest, self.first * 2 ** min(attempt - 1, 30)))


class Refused(NamedTuple):
    """An operation that the engine will not carry out, and why."""

    action: Action
    reason: str


@dataclass(slots=True)
class Sent:
    """What became of a batch.

    Parameters
    ----------
    indexes : set of str
        The indexes behind the aliases that were written to.
    created : int
        Documents that were not there before, less those deleted.
    refused : list of Refused
    retried : Counter
        Operations sent again, by what was answered.
    """

    indexes: set[str] = field(default_factory=set)
    refused: list[Refused] = field(default_factory=list)
    created: int = 0
    retried: Counter[str] = field(default_factory=Counter)


class Sender:
    """Sends batches; after one that found no end in time, the next are tried once each until one is answered.

    Parameters
    ----------
    connection : Connection
    patience : Patience
    require_alias : bool
        Whether what is written to has to be an alias: a name that leads nowhere must not become an index.
    sleep : callable
        Given seconds.
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
        self._patience = patience or Patience()
        self._require_alias = require_alias
        self._sleep = sleep
        self._spent = False
        self._jitter = random.Random()  # noqa: S311 - spreads workers that were turned away together

    def send(self, actions: Sequence[Action]) -> Sent:
        """Carry out operations, each on another document.

        Raises
        ------
        EngineError
            Where nothing could be reached in time: what had no answer yet is not written.
        """
        sent = Sent()
        left, chunk = list(actions), CHUNK_DOCUMENTS
        deadline = time.monotonic() + (0 if self._spent else self._patience.total)
        attempt = 0
        while left:
            left, reason = self._attempt(left, chunk, sent)
            if reason == _ONE_BY_ONE:
                chunk = 1
                continue
            if not left:
                break
            attempt += 1
            if time.monotonic() >= deadline:
                return self._give_up(left, reason, sent)
            sent.retried[reason] += len(left)
            self._sleep(self._patience.wait(attempt) * self._jitter.uniform(0.75, 1.25))
        self._spent = False
        return sent

    def _attempt(self, actions: Sequence[Action], chunk: int, sent: Sent) -> tuple[list[Action], str]:
        """Send once; what is to be sent again, and why."""
        import elasticsearch

        waiting = {_key(action): action for action in actions}
        busy: dict[tuple[str, str], Action] = {}
        reason = ""
        with self._connection.ask() as client:
            try:
                for operation, item in _bulk(client, actions, chunk, require_alias=self._require_alias):
                    action = waiting.pop((operation, str(item["_id"])))
                    again = _again(item, chunk)
                    if again:
                        busy[_key(action)] = action
                        reason = again
                    else:
                        _end(action, item, sent)
            except (elasticsearch.ConnectionError, elasticsearch.ConnectionTimeout) as error:
                reason = f"no answer ({type(error).__name__})"
        return [*busy.values(), *waiting.values()], reason

    def _give_up(self, left: Sequence[Action], reason: str, sent: Sent) -> Sent:
        if reason.startswith("no answer"):
            msg = (
                f"{self._connection.address}: {reason} for {self._patience.total:.0f} s; what was not committed is not written:"
                " run the same command again when the engine is back"
            )
            raise EngineError(msg)
        self._spent = True
        sent.refused += [Refused(action, reason) for action in left]
        return sent


def _bulk(
    client: Elasticsearch, actions: Iterable[Action], chunk: int, *, require_alias: bool
) -> Iterable[tuple[str, dict[str, Any]]]:
    """Operation and answer of each action, as chunks are answered; a whole request turned away answers for each of its own."""
    from elasticsearch.helpers import streaming_bulk

    answers = streaming_bulk(
        client.options(max_retries=0),
        (dict(action) for action in actions),
        chunk_size=chunk,
        max_chunk_bytes=CHUNK_BYTES,
        raise_on_error=False,
        raise_on_exception=False,
        require_alias=require_alias,
    )
    for _, answer in answers:
        yield next(iter(answer.items()))


def _key(action: Action) -> tuple[str, str]:
    return str(action["_op_type"]), str(action["_id"])


def _again(item: Mapping[str, Any], chunk: int) -> str:
    """Why an operation is to be sent again; "" where its answer is final."""
    if item.get("status") in _BUSY:
        return f"{item['status']} {_reason(item)}"
    return _ONE_BY_ONE if "exception" in item and chunk > 1 else ""


def _end(action: Action, item: Mapping[str, Any], sent: Sent) -> None:
    """Note an answer that is final; a newer document that is there already, or nothing to delete, is as good as done."""
    status = int(item.get("status", 500))
    done = status < 300 or status == _CONFLICT or (status == _NOT_FOUND and action["_op_type"] == "delete" and "error" not in item)
    if "_index" in item and done:
        sent.indexes.add(str(item["_index"]))
    sent.created += _CREATED.get(str(item.get("result")), 0)
    if not done:
        sent.refused.append(Refused(action, _reason(item)))


def _reason(item: Mapping[str, Any]) -> str:
    """One line."""
    error = item.get("error", "no reason given")
    text = f"{error.get('type')}: {error.get('reason')}" if isinstance(error, Mapping) else str(error)
    return " ".join(text.split())[:300]
