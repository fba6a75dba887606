"""Index templates from `mappings/`, and the stamp in each index's mapping."""

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
"""Version of the fields, incremented when their meaning changes."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """Encoding of W in the field `w`.

    Parameters
    ----------
    name : str
        `w_repeated`, `w_weighted_terms` or `w_delimited_terms`: the name of its template.
    scale : int
        S: the term frequency in the engine is round(S · W), and the field's k1 is 1.2 · S.
    delimited : bool
        Whether the field has `term|frequency`, which the server's analyzer reads, instead of repeated terms.
    """

    name: str
    scale: int
    delimited: bool

    @property
    def mean_scale(self) -> float:
        """Ratio of the server's mean length to that of the documents."""
        return self.scale * (MEAN_SCALE if self.delimited else 1.0)

    @property
    def stamp(self) -> Mapping[str, Any]:
        """Properties that all documents of an index must share."""
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
"""Analyzer of the plugin, used if the server has it."""
TERM_FREQUENCIES = "delimited_term_freq"
"""Built-in filter of OpenSearch (since 2.10), used in a custom analyzer if the server has it."""

FOLDING = ("icu_folding", "asciifolding")
"""Token filters that fold accents, best first; either can be missing."""

_ENCODINGS = {encoding.name: encoding for encoding in (REPEATED, WEIGHTED_TERMS, DELIMITED_TERMS)}


def encoding_of(mappings: Mapping[str, Any], index: str) -> Encoding:
    """Return the encoding of an index from its mapping.

    Raises
    ------
    EngineError
        If another analyser or other weights made its documents.
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
    """A template: its name, and the arguments of the client's call."""

    name: str
    body: Mapping[str, Any]


def component_templates(prefix: str, encoding: Encoding, folding: str = "", *, native: bool = True) -> tuple[Template, ...]:
    """Return the templates of settings, fields, the native text fields (searchable by any client if `native`), and the field `w`.

    `folding` is the name of a token filter of the server, or "".
    """
    files = {"settings": "settings", "fields": "fields", "native": "native" if native else "native_off", "w": encoding.name}
    templates = {name: _arguments(file, prefix) for name, file in files.items()}
    if native and folding:
        templates["native"]["template"]["settings"]["index"]["analysis"]["analyzer"]["news_text"]["filter"].append(folding)
    return tuple(Template(f"{prefix}-{name}", body) for name, body in templates.items())


def custom_template(prefix: str) -> Template:
    """Return the user's own template, which is created if missing and never overwritten."""
    return Template(f"{prefix}-custom", _arguments("custom", prefix))


def index_template(prefix: str) -> Template:
    """Return the index template of all arms; its `meta` has a hash of its components."""
    return Template(prefix, _arguments("index", prefix))


def unsourced() -> frozenset[str]:
    """Return the fields excluded from `_source` because the others suffice to rebuild them."""
    return frozenset(json.loads(_text("fields"))["template"]["mappings"]["_source"]["excludes"])


def native_fields() -> frozenset[str]:
    """Return the native text fields, which a setting turns on and off."""
    return frozenset(json.loads(_text("native"))["template"]["mappings"]["properties"])


def digest(templates: tuple[Template, ...]) -> str:
    """Return a hash of the templates."""
    text = json.dumps([[each.name, each.body] for each in templates], sort_keys=True)
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _arguments(file: str, prefix: str) -> dict[str, Any]:
    """Return a template's body as the client's arguments, whose names have no leading underscores."""
    body = json.loads(_text(file).replace("PREFIX", prefix))
    return {name.lstrip("_"): value for name, value in body.items()}


@cache
def _text(file: str) -> str:
    return files("mappings").joinpath(f"{file}.json").read_text("utf-8")
