"""Ties tests to the rule ledger: `@rule("FT-12")` says that a test shows rule FT-12 of a game's RULES.md."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from cairn.core.texts import Ledger

Test = TypeVar("Test", bound=Callable[..., Any])


def rule(*ids: str) -> Callable[[Test], Test]:
    """Mark a test with the ids of the rules it shows."""
    import pytest

    return pytest.mark.rule(*ids)


def cited_rules(folder: Path) -> dict[str, list[str]]:
    """Every id in a `rule(...)` mark of the Python files under a folder, with the places as `file:line`.

    The files are read, not run: what is cited does not depend on which tests are selected. SyntaxError at a mark whose
    ids are not written out.
    """
    cited: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for id_, line in citations(path.read_text(encoding="utf-8"), str(path)):
            cited.setdefault(id_, []).append(f"{path}:{line}")
    return cited


def citations(source: str, filename: str = "test.py") -> list[tuple[str, int]]:
    """The ids cited by one file's source, each with its line."""
    found: list[tuple[str, int]] = []
    for node in ast.walk(ast.parse(source, filename)):
        if isinstance(node, ast.Call) and _is_mark(node.func):
            ids = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
            if len(ids) < len(node.args):
                raise SyntaxError(f"{filename}:{node.lineno}: rule ids must be written out, to be found by reading")
            found += [(str(id_), node.lineno) for id_ in ids]
    return found


def _is_mark(function: ast.expr) -> bool:
    """`rule(...)`, or `pytest.mark.rule(...)`."""
    if isinstance(function, ast.Name):
        return function.id == "rule"
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "rule"
        and isinstance(function.value, ast.Attribute)
        and function.value.attr == "mark"
    )


def ledger_problems(ledgers: Iterable[Ledger], cited: Mapping[str, list[str]]) -> list[str]:
    """One sentence for each rule that no test cites and each cited id that is no rule."""
    known = [id_ for ledger in ledgers for id_ in ledger.rules]
    problems = [f"{id_} is cited by no test" for id_ in known if id_ not in cited]
    for id_, places in cited.items():
        if id_ not in known:
            problems.append(f"{id_} is in no RULES.md but cited at {', '.join(places)}")
    return problems
