"""The program's regular expressions: all that its modules hold and all that its code compiles, and how each is used."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import regex

import indexer
import search_ui
import workers
from harness.paths import ROOT

METHODS = frozenset({"search", "sub", "subn", "split", "findall", "finditer", "match", "fullmatch"})
MATCHED = frozenset({"match", "fullmatch"})
"""Methods that begin at one place; the others try every place of a text."""


@dataclass
class Used:
    """A pattern, the modules' names for it, and the methods that are called on these; none where it goes by another name."""

    pattern: Any
    names: list[str] = field(default_factory=list)
    methods: set[str] = field(default_factory=set)


@cache
def held() -> tuple[Used, ...]:
    """The patterns that modules hold, alone or in a tuple or a mapping, of `re` and of `regex`."""
    found: dict[tuple[object, int], Used] = {}
    calls = _calls()
    for package in (indexer, workers, search_ui):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if ".migrations." in module.name or module.name.endswith("__main__"):
                continue
            for name, value in vars(importlib.import_module(module.name)).items():
                for pattern in _patterns(value):
                    used = found.setdefault((pattern.pattern, pattern.flags), Used(pattern))
                    used.names.append(f"{module.name}.{name}")
                    used.methods |= calls.get((module.name, name), set())
    return tuple(found.values())


def _patterns(value: Any) -> Iterator[Any]:
    values = value.values() if isinstance(value, dict) else value if isinstance(value, tuple | list) else (value,)
    return (each for each in values if isinstance(each, re.Pattern | regex.Pattern))


def _trees() -> Iterator[tuple[str, ast.Module]]:
    for package in ("indexer", "workers", "search_ui"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path.relative_to(ROOT).with_suffix("").as_posix().replace("/", "."), ast.parse(path.read_text("utf-8"))


def _calls() -> dict[tuple[str, str], set[str]]:
    """Module and name → methods called; matching from a place on is one of the tokenisers' methods, and counts as searching."""
    found: dict[tuple[str, str], set[str]] = {}
    for module, tree in _trees():
        for node in ast.walk(tree):
            name = _method_of(node.func if isinstance(node, ast.Call) else node)
            if name:
                found.setdefault((module, name[0]), set()).add("search" if isinstance(node, ast.Call) and len(node.args) > 1 else name[1])
    return found


def _method_of(node: ast.AST) -> tuple[str, str] | None:
    """Name and method of `NAME.search` and the like."""
    if isinstance(node, ast.Attribute) and node.attr in METHODS and isinstance(node.value, ast.Name):
        return node.value.id, node.attr
    return None


def written_in_functions() -> Iterator[tuple[str, str | None, str]]:
    """Patterns that are compiled or used where no module holds them: place, text (None where it is put together there), method."""
    for module, tree in _trees():
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef | ast.Lambda):
                continue
            for node in ast.walk(function):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Attribute)
                    and isinstance(node.func.value, ast.Name)
                    and node.func.value.id in ("re", "regex")
                    and node.func.attr in METHODS | {"compile"}
                ):
                    text = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
                    place = f"{module}.{getattr(function, 'name', 'lambda')}"
                    yield place, text if isinstance(text, str) else None, node.func.attr
