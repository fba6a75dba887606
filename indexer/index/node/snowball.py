"""Snowball's stemmers in Java, translated from the package snowballstemmer, the Python version of PyStemmer's.

Lucene's stemmers are those of Snowball 2, which lacks Czech, Persian and Polish and stems other languages differently. The generated
Python is a small subset of the language: assignments, conditions, endless loops, calls, tables, and a block that is left by raising its
label. Each has one form in Java.

References
----------
Snowball, snowballstem.org; snowballstemmer is distributed under the 3-clause BSD licence.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from indexer.errors import UsageError

PACKAGE = "winnow.snowball"
_ROWS_AT_ONCE = 200
"""Rows of a table per string, below Java's limit of 65,535 bytes."""
_TYPES = {"I": "int", "B": "boolean", "S": "String", "v": "int", "c": "int", "among": "int"}
"""Prefix of a variable's name to its type."""
_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.And: "&&", ast.Or: "||", ast.Not: "!", ast.USub: "-",
}  # fmt: skip


def sources() -> Path:
    """Return the folder of the package snowballstemmer.

    Raises
    ------
    UsageError
        If it is not installed.
    """
    spec = find_spec("snowballstemmer")
    if spec is None or spec.origin is None:
        msg = "the plugin's stemmers are made from the package snowballstemmer: pip install 'winnow-news[plugin]'"
        raise UsageError(msg)
    return Path(spec.origin).parent


def java_class(algorithm: str, source: str) -> str:
    """Translate a stemmer to a Java class.

    Parameters
    ----------
    algorithm : str
        `persian`; the class is `PersianStemmer`.
    source : str
        The generated Python.

    Raises
    ------
    NotImplementedError
        If the source has an unknown kind of statement or expression.
    """
    name = f"{algorithm.capitalize()}Stemmer"
    (body,) = (node.body for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name == name)
    members = [line for node in body for line in _member(node, name)]
    return "\n".join([
        f"package {PACKAGE};", "", f"/** Generated from {algorithm}.sbl by Snowball. */", f"final class {name} extends Snowball {{",
        *members, "}", "",
    ])  # fmt: skip


def _member(node: ast.stmt, name: str) -> Iterator[str]:
    """Translate a table, a variable or a routine of the class."""
    if isinstance(node, ast.FunctionDef):
        yield from _routine(node)
    elif isinstance(node, ast.Assign) and isinstance(target := node.targets[0], ast.Name):
        yield f"    {_field(target.id, node.value, name)};"
    elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):  # the docstring
        raise _unknown(node)


def _field(name: str, value: ast.expr, owner: str) -> str:
    if isinstance(value, ast.List):
        return f"private static final Among[] {name} = Among.table({_table(value.elts, owner)})"
    if name.startswith("g_"):  # a set of letters, or a string of them
        letters = "".join(sorted(ast.literal_eval(value)))
        return f"private static final java.util.BitSet {name} = group({_quoted(letters)})"
    if isinstance(value, ast.Tuple):
        return f"private static final String[] {name} = {{{', '.join(map(_expression, value.elts))}}}"
    return f"private {_type(name)} {name} = {_expression(value)}"


def _table(rows: Sequence[ast.expr], owner: str) -> str:
    """Return the arguments of `Among.table`: the routines named in the rows, and the rows as lines of text."""
    routines: list[str] = []
    lines = []
    for row in rows:
        assert isinstance(row, ast.Call)
        text, *rest = row.args
        numbers = [str(ast.literal_eval(each)) for each in rest[:2]]
        called = [f"s -> (({owner}) s).{_plain(ast.unparse(each))}()" for each in rest[2:]]
        routines += [each for each in called if each not in routines]
        lines.append("\t".join([_text(text), *numbers, *(str(routines.index(each)) for each in called)]))
    chunks = ("\n".join(lines[start : start + _ROWS_AT_ONCE]) for start in range(0, len(lines), _ROWS_AT_ONCE))
    return ", ".join([f"new Among.Routine[] {{{', '.join(routines)}}}", *map(_quoted, chunks)])


def _routine(node: ast.FunctionDef) -> Iterator[str]:
    """Translate a routine, with its variables first, because Python's have function scope."""
    returns = any(isinstance(each, ast.Return) for each in ast.walk(node))
    start = "@Override\n    boolean stem" if node.name == "_stem" else f"private {'boolean' if returns else 'void'} {_plain(node.name)}"
    yield f"    {start}() {{"
    stored = (each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store))
    for name in sorted(set(stored) - {"_"}):
        yield f"        {_type(name)} {name} = {_NOTHING[_type(name)]};"
    for line in _block(node.body, ""):
        yield f"        {line}"
    yield "    }"


_NOTHING = {"int": "0", "boolean": "false", "String": '""'}


def _block(statements: Iterable[ast.stmt], indent: str = "    ") -> Iterator[str]:
    for statement in statements:
        for line in _statement(statement):
            yield indent + line


def _statement(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.If):
        yield from _condition(node)
    elif isinstance(node, ast.While | ast.For):
        yield "while (true) {" if isinstance(node, ast.While) else f"for (int n{node.lineno} = 0; n{node.lineno} < 2; n{node.lineno}++) {{"
        yield from _block(node.body)
        yield "}"
    elif isinstance(node, ast.Try):
        (handler,) = node.handlers
        assert isinstance(handler.type, ast.Name)
        yield f"{handler.type.id}: {{"
        yield from _block(node.body)
        yield "}"
    elif not isinstance(node, ast.Pass):
        yield f"{_simple(node)};"


def _condition(node: ast.If) -> Iterator[str]:
    yield f"if ({_expression(node.test)}) {{"
    yield from _block(node.body)
    if node.orelse:
        yield "} else {"
        yield from _block(node.orelse)
    yield "}"


def _simple(node: ast.stmt) -> str:
    """Translate a one-line statement."""
    if isinstance(node, ast.Assign):
        return f"{_expression(node.targets[0])} = {_expression(node.value)}"
    if isinstance(node, ast.AugAssign):
        return f"{_expression(node.target)} {_OPERATORS[type(node.op)]}= {_expression(node.value)}"
    if isinstance(node, ast.Return):
        assert node.value is not None
        return f"return {_expression(node.value)}"
    if isinstance(node, ast.Raise):
        assert isinstance(node.exc, ast.Call)
        return f"break {_expression(node.exc.func)}"
    if isinstance(node, ast.Break | ast.Continue):
        return type(node).__name__.lower()
    if isinstance(node, ast.Expr):
        return _expression(node.value)
    raise _unknown(node)


def _expression(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return _quoted(node.value) if isinstance(node.value, str) else str(node.value).lower()
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return _plain(node.attr)
    if isinstance(node, ast.Call):
        arguments = ", ".join(map(_expression, node.args))
        return "current.length()" if isinstance(node.func, ast.Name) else f"{_expression(node.func)}({arguments})"
    if isinstance(node, ast.Subscript):
        value, place = _expression(node.value), _expression(node.slice)
        return f"current.charAt({place})" if value == "current" else f"{value}[{place}]"
    return _operation(node)


def _operation(node: ast.expr) -> str:
    if isinstance(node, ast.UnaryOp):
        return f"{_OPERATORS[type(node.op)]}({_expression(node.operand)})"
    if isinstance(node, ast.BinOp):
        return f"({_expression(node.left)} {_OPERATORS[type(node.op)]} {_expression(node.right)})"
    if isinstance(node, ast.BoolOp):
        return f"({f' {_OPERATORS[type(node.op)]} '.join(map(_expression, node.values))})"
    if isinstance(node, ast.Compare):
        left, right = _expression(node.left), _expression(node.comparators[0])
        right = f"{right}.charAt(0)" if left.startswith("current.charAt") else right
        return f"({left} {_OPERATORS[type(node.ops[0])]} {right})"
    raise _unknown(node)


def _text(node: ast.expr) -> str:
    return str(ast.literal_eval(node))


def _quoted(text: str) -> str:
    """Return a Java string literal, which has the escapes of JSON."""
    return json.dumps(text)


def _plain(name: str) -> str:
    """Return a routine's name without the underscores of Python's private names."""
    return name.lstrip("_")


def _type(name: str) -> str:
    return _TYPES[name.partition("_")[0]]


def _unknown(node: ast.AST) -> NotImplementedError:
    return NotImplementedError(f"no Java for {ast.unparse(node)}")
