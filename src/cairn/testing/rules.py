"""Ties tests to the rule ledger: `@rule("FT-12")` says that a test shows rule FT-12 of a game's RULES.md."""

from __future__ import annotations

import ast
import functools
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from cairn.core.contract import Decision
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


class Witness:
    """Sees which decisions are asked, answered or refused while a test runs.

    It works on plain classes only: a compiled class calls its own methods whatever is put in their place.
    """

    def __init__(self) -> None:
        self._met: set[type] = set()
        self._watched: set[type] = set()
        self._ids: dict[type, set[str]] = {}

    def attend(self) -> None:
        """Forget what was seen, and watch every decision there is by now."""
        for decision in _decisions(Decision):
            if decision not in self._watched:
                self._watched.add(decision)
                for name in ("choices", "apply", "why_not"):
                    if name in vars(decision):
                        setattr(decision, name, self._noting(vars(decision)[name]))
        self._met.clear()

    def _noting(self, method: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(method)
        def noting(decision: object, *args: object) -> Any:
            self._met.add(type(decision))
            return method(decision, *args)

        return noting

    def missed(self, id_: str) -> list[str]:
        """The decisions that a rule belongs to, if none of them was met; a rule that belongs to none is not missed."""
        for decision in _decisions(Decision):
            if decision not in self._ids:
                self._ids[decision] = _ids_of(decision)
        citing = [decision for decision, ids in self._ids.items() if id_ in ids]
        met = any(issubclass(one, decision) for one in self._met for decision in citing)
        return [] if met else [decision.__name__ for decision in citing]


def _decisions(base: type[Decision[Any]]) -> Iterator[type[Decision[Any]]]:
    for decision in base.__subclasses__():
        yield decision
        yield from _decisions(decision)


def _ids_of(decision: type[Decision[Any]]) -> set[str]:
    """The rules a decision belongs to: those it names as its own, and those its code and comments cite."""
    try:
        source = inspect.getsource(decision)
    except (OSError, TypeError):
        source = ""
    return set(vars(decision).get("rules", ())) | set(re.findall(r"\b[A-Z]{2}-\d+[a-z]?\b", source))


def unshown(missed: Iterable[tuple[str, str, list[str]]]) -> list[str]:
    """One sentence for each rule that no test shows, from what each test missed: (rule, test, decisions)."""
    tests: dict[str, list[str]] = {}
    wanted: dict[str, list[str]] = {}
    shown: set[str] = set()
    for id_, test, decisions in missed:
        tests.setdefault(id_, []).append(test)
        wanted[id_] = decisions
        if not decisions:
            shown.add(id_)
    return [
        f"{id_} is a rule of {' and '.join(wanted[id_])}, never asked, answered or refused in {', '.join(names)}"
        for id_, names in tests.items()
        if id_ not in shown
    ]
