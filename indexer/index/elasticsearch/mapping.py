"""The templates of `mappings/`, and what an index says of how its documents were made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Any

from indexer.errors import EngineError
from indexer.index.elasticsearch.length_norm import MEAN_SCALE
from indexer.index.weights import ALTERNATIVE_HEADLINE_WEIGHT, HEADLINE_WEIGHT, LABEL_WEIGHT
from indexer.text import ANALYSER_VERSION

SCHEMA = 3
"""Raised whenever fields change their meaning."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """How W goes into the field `w`.

    Parameters
    ----------
    name : str
        `w_repeated`, `w_weighted_terms` or `w_delimited_terms`: the template that goes with it.
    scale : int
        S: the engine's term frequency is round(S · W), and k1 of the field 1.2 · S.
    delimited : bool
        `term|frequency`, which the server's analyzer reads, rather than the term as often.
    """

    name: str
    scale: int
    delimited: bool

    @property
    def mean_scale(self) -> float:
        """The mean length that the server knows, in terms of that of the documents."""
        return self.scale * (MEAN_SCALE if self.delimited else 1.0)

    @property
    def stamp(self) -> Mapping[str, Any]:
        """What has to be equal for documents to share an index."""
        return {
            "schema": SCHEMA,
            "analyser": ANALYSER_VERSION,
            "weights": [HEADLINE_WEIGHT, ALTERNATIVE_HEADLINE_WEIGHT, LABEL_WEIGHT],
            "encoding": self.name,
        }


REPEATED = Encoding("w_repeated", 8, delimited=False)
WEIGHTED_TERMS = Encoding("w_weighted_terms", 100, delimited=True)
DELIMITED_TERMS = Encoding("w_delimited_terms", 100, delimited=True)
ANALYZER = "weighted_terms_query"
"""Of the plugin; where the server has it, indexes are made for it."""
TERM_FREQUENCIES = "delimited_term_freq"
"""OpenSearch's own filter (since 2.10); where the server has it, indexes are made with an analyzer of theirs."""

FOLDING = ("icu_folding", "asciifolding")
"""Token filters that fold accents, the better one first; a server has them or not."""

_ENCODINGS = {encoding.name: encoding for encoding in (REPEATED, WEIGHTED_TERMS, DELIMITED_TERMS)}


def encoding_of(mappings: Mapping[str, Any], index: str) -> Encoding:
    """The encoding of an index, from its mapping.

    Raises
    ------
    EngineError
        Where its documents were made by another analyser or with other weights.
    """
    stamp = mappings.get("_meta", {}).get("winnow", {})
    encoding = _ENCODINGS.get(stamp.get("encoding"))
    if encoding is None or dict(encoding.stamp) != stamp:
        msg = (
            f"the index {index} was made with another analyser or other weights and would miss words: build it anew with"
            " `winnow index INPUT --rebuild`, or name another WINNOW_ENGINE_PREFIX"
        )
        raise EngineError(msg)
    return encoding


@dataclass(frozen=True, slots=True)
class Template:
    """One template to put: its name, and the arguments of the client's call."""

    name: str
    body: Mapping[str, Any]


def component_templates(prefix: str, encoding: Encoding, folding: str = "", *, native: bool = True) -> tuple[Template, ...]:
    """Settings, fields, the document's own text (searchable by any client where `native`), and the field `w`.

    `folding` is the name of a token filter of the server's, or "".
    """
    files = {"settings": "settings", "fields": "fields", "native": "native" if native else "native_off", "w": encoding.name}
    templates = {name: _arguments(file, prefix) for name, file in files.items()}
    if native and folding:
        templates["native"]["template"]["settings"]["index"]["analysis"]["analyzer"]["news_text"]["filter"].append(folding)
    return tuple(Template(f"{prefix}-{name}", body) for name, body in templates.items())


def custom_template(prefix: str) -> Template:
    """What the user may change: made where it is missing, never overwritten."""
    return Template(f"{prefix}-custom", _arguments("custom", prefix))


def index_template(prefix: str) -> Template:
    """What every index of an arm is made of; its `meta` holds a hash of all that it is composed of."""
    return Template(prefix, _arguments("index", prefix))


def unsourced() -> frozenset[str]:
    """Fields that `_source` leaves out, as they can be made again from what it holds."""
    return frozenset(json.loads(_text("fields"))["template"]["mappings"]["_source"]["excludes"])


def native_fields() -> frozenset[str]:
    """Fields of the document's own text, which the switch for native fields turns on and off."""
    return frozenset(json.loads(_text("native"))["template"]["mappings"]["properties"])


def digest(templates: tuple[Template, ...]) -> str:
    """Changes with every change of a template."""
    text = json.dumps([[each.name, each.body] for each in templates], sort_keys=True)
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _arguments(file: str, prefix: str) -> dict[str, Any]:
    """A template's body as the client's arguments, which have no underscores in front."""
    body = json.loads(_text(file).replace("PREFIX", prefix))
    return {name.lstrip("_"): value for name, value in body.items()}


@cache
def _text(file: str) -> str:
    return files("mappings").joinpath(f"{file}.json").read_text("utf-8")
