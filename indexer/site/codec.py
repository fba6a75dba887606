"""Conversion between a SiteModel and JSON values. Paths are stored as text, so that the file is readable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, fields
from typing import Any, get_type_hints

from indexer.errors import ModelError
from indexer.page.signature import path_hash
from indexer.site.body import BodyModel
from indexer.site.json_types import boolean, integer, integers, number, rows, table, texts
from indexer.site.model import SiteModel
from indexer.site.params import SiteParams
from indexer.site.rules import Rules
from indexer.site.statistics_codec import decode_agreement, decode_drift, decode_since, encode_since
from indexer.site.types.other_page import OtherPages
from indexer.site.types.page_type import TypeModel
from indexer.site.types.params import TypeParams
from indexer.site.types.site_links import SiteLinks

VERSION = 6


def encode(model: SiteModel) -> dict[str, Any]:
    """Return JSON values; equal models give equal text."""
    body, rules, types = model.body, model.body.rules, model.types

    def written(paths: Iterable[int]) -> list[str]:
        return sorted(body.names[path] for path in paths)

    return {
        "version": VERSION,
        "pages": model.pages,
        "stories": body.stories,
        "articleStories": body.article_stories,
        "voted": body.voted,
        "containers": [body.names[path] for path in rules.containers],
        "dropped": written(rules.dropped),
        "ownTextDropped": written(rules.own),
        "droppedTexts": sorted(rules.texts),
        "leadIns": sorted(rules.lead_ins),
        "fields": sorted(rules.fields),
        "weights": {body.names[path]: body.weight[path] for path in sorted(body.weight, key=lambda p: body.names[p])},
        "repeated": dict(sorted(body.repeated.items())),
        "known": written(rules.known),
        "template": sorted(body.template),
        "types": {
            "trained": types.trained,
            "thin": types.thin,
            "listsOnly": types.lists_only,
            "intercept": types.intercept,
            "groups": [[list(names), weight] for names, weight in types.groups],
            "boilerplateLinks": sorted(types.links.boilerplate),
            "commonTexts": sorted(types.links.common),
            "quotedTexts": [[prefix, *pages] for prefix, pages in sorted(types.links.quoted.items())],
            "menuPages": sorted(types.others.menu),
            "departments": sorted(types.others.departments),
            "otherTemplate": sorted(types.others.template),
        },
        "agreement": asdict(model.agreement),
        "expected": asdict(model.expected),
        "since": encode_since(model.since),
        "params": asdict(model.params),
        "typeParams": asdict(model.type_params),
    }


def decode(value: object) -> SiteModel:
    """Return the model that `encode` wrote.

    Raises
    ------
    ModelError
        For another version, or if a value is missing or has another type: the model must be fitted again.
    """
    version = value.get("version") if isinstance(value, dict) else None
    if version != VERSION:
        raise ModelError(f"a model of version {version!r}, not {VERSION}: learn the site again")
    try:
        return _decode(table(value))
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(f"the model is incomplete ({error!r}): learn the site again") from error


def _decode(value: Mapping[str, Any]) -> SiteModel:
    names: dict[int, str] = {}

    def hashed(written: Iterable[str]) -> tuple[int, ...]:
        paths = []
        for name in written:
            path = path_hash(name)
            names[path] = name
            paths.append(path)
        return tuple(paths)

    rules = Rules(
        containers=hashed(texts(value["containers"])),
        known=frozenset(hashed(texts(value["known"]))),
        dropped=frozenset(hashed(texts(value["dropped"]))),
        own=frozenset(hashed(texts(value["ownTextDropped"]))),
        texts=frozenset(texts(value["droppedTexts"])),
        lead_ins=frozenset(texts(value["leadIns"])),
        fields=frozenset(texts(value["fields"])),
    )
    weights = table(value["weights"])
    return SiteModel(
        pages=integer(value["pages"]),
        body=BodyModel(
            rules=rules,
            template=frozenset(texts(value["template"])),
            weight=dict(zip(hashed(weights), map(_weight, weights.values()), strict=True)),
            names=names,
            stories=integer(value["stories"]),
            article_stories=integer(value["articleStories"]),
            voted=boolean(value["voted"]),
            repeated={name: _weight(weight) for name, weight in table(value["repeated"]).items()},
        ),
        types=_types(table(value["types"])),
        agreement=decode_agreement(value["agreement"]),
        expected=decode_drift(value["expected"]),
        since=decode_since(value["since"]),
        params=_params(SiteParams, table(value["params"])),
        type_params=_params(TypeParams, table(value["typeParams"])),
    )


def _weight(value: object) -> float:
    weight = number(value)
    if not 0 < weight <= 1:
        raise ValueError(f"a weight of {weight} is not in (0, 1]")
    return weight


def _types(value: Mapping[str, Any]) -> TypeModel:
    links = SiteLinks(
        boilerplate=frozenset(integers(value["boilerplateLinks"])),
        common=frozenset(integers(value["commonTexts"])),
        quoted={row[0]: row[1:] for row in map(integers, rows(value["quotedTexts"])) if row},
    )
    groups = tuple((texts(found), number(weight)) for found, weight in map(rows, rows(value["groups"])))
    others = OtherPages(
        menu=frozenset(integers(value["menuPages"])),
        departments=frozenset(texts(value["departments"])),
        template=frozenset(texts(value["otherTemplate"])),
    )
    trained, thin, lists_only = boolean(value["trained"]), boolean(value["thin"]), boolean(value["listsOnly"])
    return TypeModel(links, groups, number(value["intercept"]), trained=trained, thin=thin, others=others, lists_only=lists_only)


_SCALARS: Mapping[type[Any], Callable[[object], Any]] = {bool: boolean, int: integer, float: number}


def _params(kind: type[Any], value: Mapping[str, Any]) -> Any:
    """Return a params class from the result of its `asdict`; missing parameters get their defaults."""
    hints = get_type_hints(kind)
    unknown = sorted(set(value) - {f.name for f in fields(kind)})
    if unknown:
        raise ValueError(f"unknown parameters {unknown}")

    def read(hint: type[Any], v: object) -> Any:
        return _SCALARS[hint](v) if hint in _SCALARS else _params(hint, table(v))

    return kind(**{name: read(hints[name], v) for name, v in value.items()})
