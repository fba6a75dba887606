"""A SiteModel as JSON values and back. Paths are written out, so that a human can read what the model does and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields, is_dataclass
from typing import Any, get_type_hints

from indexer.errors import ModelError
from indexer.page.signature import path_hash
from indexer.site.body import BodyModel
from indexer.site.model import SiteModel
from indexer.site.page_type import TypeModel
from indexer.site.params import SiteParams
from indexer.site.rules import Rules
from indexer.site.type_evidence import SiteLinks, TypeParams

VERSION = 1


def encode(model: SiteModel) -> dict[str, Any]:
    """JSON values; equal models give equal text."""
    body, rules, types = model.body, model.body.rules, model.types

    def written(paths: Iterable[int]) -> list[str]:
        return sorted(body.names[path] for path in paths)

    return {
        "version": VERSION,
        "pages": model.pages,
        "stories": body.stories,
        "articleStories": body.article_stories,
        "containers": [body.names[path] for path in rules.containers],
        "dropped": written(rules.dropped),
        "ownTextDropped": written(rules.own),
        "droppedTexts": sorted(rules.texts),
        "leadIns": sorted(rules.lead_ins),
        "headKeys": sorted(rules.head_keys),
        "tailKeys": sorted(rules.tail_keys),
        "slotKeys": sorted(rules.slot_keys),
        "weights": {body.names[path]: body.weight[path] for path in sorted(body.weight, key=lambda p: body.names[p])},
        "known": written(rules.known),
        "template": sorted(body.template),
        "types": {
            "trained": types.trained,
            "thin": types.thin,
            "intercept": types.intercept,
            "groups": [[list(names), weight] for names, weight in types.groups],
            "boilerplateLinks": sorted(types.links.boilerplate),
            "commonTexts": sorted(types.links.common),
            "quotedTexts": [[prefix, *pages] for prefix, pages in sorted(types.links.quoted.items())],
        },
        "params": asdict(model.params),
        "typeParams": asdict(model.type_params),
    }


def decode(value: Mapping[str, Any]) -> SiteModel:
    """The model that `encode` wrote.

    Raises
    ------
    ModelError
        For another version, or where something is missing: the model has to be fitted again.
    """
    if value.get("version") != VERSION:
        raise ModelError(f"a model of version {value.get('version')!r}, not {VERSION}: learn the site again")
    try:
        return _decode(value)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
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
        containers=hashed(value["containers"]),
        known=frozenset(hashed(value["known"])),
        dropped=frozenset(hashed(value["dropped"])),
        own=frozenset(hashed(value["ownTextDropped"])),
        texts=frozenset(value["droppedTexts"]),
        lead_ins=frozenset(value["leadIns"]),
        head_keys=frozenset(value["headKeys"]),
        tail_keys=frozenset(value["tailKeys"]),
        slot_keys=frozenset(value["slotKeys"]),
    )
    weights = dict(zip(hashed(value["weights"]), value["weights"].values(), strict=True))
    body = BodyModel(rules, frozenset(value["template"]), weights, names, value["stories"], value["articleStories"])
    types = value["types"]
    links = SiteLinks(
        boilerplate=frozenset(types["boilerplateLinks"]),
        common=frozenset(types["commonTexts"]),
        quoted={row[0]: tuple(row[1:]) for row in types["quotedTexts"]},
    )
    groups = tuple((tuple(found), float(weight)) for found, weight in types["groups"])
    return SiteModel(
        pages=value["pages"],
        body=body,
        types=TypeModel(links, groups, types["intercept"], trained=types["trained"], thin=types["thin"]),
        params=_params(SiteParams, value["params"]),
        type_params=_params(TypeParams, value["typeParams"]),
    )


def _params(kind: type[Any], value: Mapping[str, Any]) -> Any:
    """A params class from what `asdict` made of it; parameters that the file lacks keep their defaults."""
    hints = get_type_hints(kind)
    known = {f.name for f in fields(kind)}
    unknown = sorted(set(value) - known)
    if unknown:
        raise ValueError(f"unknown parameters {unknown}")
    return kind(**{name: _params(hints[name], v) if is_dataclass(hints[name]) else v for name, v in value.items()})
