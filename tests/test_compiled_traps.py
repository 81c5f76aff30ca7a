"""What the compiler accepts and then runs differently from plain Python."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import cairn

COMPILED = [
    path
    for layer in ("core", "games", "bots")
    for path in sorted((Path(cairn.__file__).parent / layer).rglob("*.py"))
    if path.name != "__init__.py"
]


def clashes(source: str) -> Iterator[str]:
    """Functions that bind one name to different errors: compiled, a name has the type of its first one, and the second
    raises TypeError."""
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        caught: dict[str, set[str]] = {}
        for handler in ast.walk(function):
            if isinstance(handler, ast.ExceptHandler) and handler.name and handler.type:
                caught.setdefault(handler.name, set()).add(ast.unparse(handler.type))
        yield from (f"{function.name}: {name}" for name, errors in caught.items() if len(errors) > 1)


@pytest.mark.parametrize("path", COMPILED, ids=lambda path: "/".join(path.parts[-2:]))
def test_no_name_is_bound_to_different_errors(path):
    assert list(clashes(path.read_text(encoding="utf-8"))) == []


def test_a_clash_is_found():
    handlers = "def f():\n try: g()\n except KeyError as e: h(e)\n except TypeError as e: h(e)\n"
    assert list(clashes(handlers)) == ["f: e"]
