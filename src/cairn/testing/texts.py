"""Whether a game's texts and its sources speak of the same things: nothing missing, nothing stale, arguments right.

The sources are read, not run: a call such as `Event("bid", seat, {"bid": 3})` names a text and its arguments. A key
that stands nowhere in the sources of the game or of its boards is stale.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from pathlib import Path

from cairn.core.contract import Game
from cairn.core.message import Message
from cairn.core.texts import LANGUAGE, SECTIONS

KEYED_BY_DATA = ("about", "name", "amount", "effect", "option", "option-value", "score")
"""Sections whose keys are ids of components, options or score lines, found in content and not in code."""

SPEAKING = {"refuse": "refusal", "said": "terminal", "drawn": "drawing"}
"""Functions whose second argument is a key, and the section it is of."""


def problems(game: Game, boards: Iterable[Path] = ()) -> list[str]:
    """What is wrong with the texts of a game, a line each. `boards` are further sources that may use its keys."""
    folder = Path(str(resources.files(game.package)))
    sections = game.texts.sections
    found = [
        f"[{section}] is no section; there are: {', '.join(SECTIONS)}"
        for section in sections
        if section not in SECTIONS
    ]
    brought = [*sorted(folder.glob("*.py")), *sorted(folder.glob("*.js"))]
    sources = [path.read_text(encoding="utf-8") for path in [*brought, *boards]]
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py"))]
    for said in [said for tree in trees for said in _said(tree)]:
        found += _check(sections, said)
    lesson = folder / "lesson.toml"
    if lesson.is_file():
        sources.append(lesson.read_text(encoding="utf-8"))
    whole = "\n".join(sources)
    found += stale(sections, whole, KEYED_BY_DATA)
    found += _options(game)
    for other in sorted(folder.glob("*.toml")):
        if len(other.stem) == 2 and other.stem != LANGUAGE:
            found += compare(sections, tomllib.loads(other.read_text(encoding="utf-8")), other.name)
    return found


def stale(sections: dict[str, dict[str, str]], sources: str, keyed_by_data: Sequence[str]) -> list[str]:
    """Texts that no source says."""
    return [
        f"[{section}] {key}: nobody says this"
        for section, messages in sections.items()
        if section not in keyed_by_data
        for key in messages
        if not _occurs(key, sources)
    ]


def _options(game: Game) -> list[str]:
    """Options and values without a text, and texts of those that are gone."""
    wanted = {
        "option": set(game.options),
        "option-value": {
            f"{name}.{str(value).lower()}" for name, option in game.options.items() for value in option.choices
        },
    }
    found = []
    for section, keys in wanted.items():
        there = set(game.texts.sections.get(section, {}))
        found += [f"[{section}] {key} is missing" for key in sorted(keys - there)]
        found += [f"[{section}] {key} is stale" for key in sorted(there - keys)]
    return found


def compare(english: dict[str, dict[str, str]], other: dict[str, dict[str, str]], name: str) -> list[str]:
    """What another language lacks, has too much, or says with other arguments."""
    found = []
    for section, messages in english.items():
        theirs = other.get(section, {})
        for key, text in messages.items():
            if key not in theirs:
                found.append(f"{name}: [{section}] {key} is missing")
            elif not set(Message(theirs[key]).arguments) <= set(Message(text).arguments):
                found.append(f"{name}: [{section}] {key} has arguments that the English does not have")
    for section, messages in other.items():
        found += [f"{name}: [{section}] {key} is stale" for key in messages if key not in english.get(section, {})]
    return found


class Said:
    """A place in the sources that says a text: the sections that may hold it, its key, and its arguments if plain."""

    def __init__(self, sections: tuple[str, ...], key: str, arguments: set[str] | None, secret: set[str]) -> None:
        self.sections = sections
        self.key = key
        self.arguments = arguments
        self.secret = secret


def _said(tree: ast.Module) -> Iterator[Said]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "Event" and len(node.args) >= 3:
                yield from _event(node)
            elif node.func.id in SPEAKING and len(node.args) == 2 and isinstance(node.args[1], ast.Constant):
                given = {keyword.arg for keyword in node.keywords if keyword.arg}
                plain = len(given) == len(node.keywords)  # no `**more`
                yield Said((SPEAKING[node.func.id],), str(node.args[1].value), given if plain else None, set())
        elif isinstance(node, ast.FunctionDef) and node.name in ("ask", "caption"):
            section = "prompt" if node.name == "ask" else "choice"
            for part in ast.walk(node):
                if isinstance(part, ast.Tuple) and len(part.elts) == 2 and isinstance(part.elts[0], ast.Constant):
                    names = _keys(part.elts[1])
                    if isinstance(part.elts[0].value, str) and isinstance(part.elts[1], ast.Dict):
                        yield Said((section,), part.elts[0].value, names, set())


def _event(node: ast.Call) -> Iterator[Said]:
    kind = node.args[0]
    if not isinstance(kind, ast.Constant):
        return
    args = _keys(node.args[2])
    secret = _keys(node.args[3]) if len(node.args) > 3 else set()
    public = None if args is None else args | {"seat"}
    hidden = None if public is None or secret is None else public | secret
    yield Said(("event",), str(kind.value), hidden, set())
    if len(node.args) > 3:
        yield Said(("event-unseen",), str(kind.value), public, set())


def _keys(node: ast.expr) -> set[str] | None:
    """The keys of a dictionary written out; None if they cannot be read off."""
    if not isinstance(node, ast.Dict) or not all(isinstance(key, ast.Constant) for key in node.keys):
        return None
    return {str(key.value) for key in node.keys if isinstance(key, ast.Constant)}


def _check(sections: dict[str, dict[str, str]], said: Said) -> list[str]:
    section = said.sections[0]
    text = sections.get(section, {}).get(said.key)
    if text is None:
        return [f"[{section}] {said.key} is missing"]
    needed = set(Message(text).arguments)
    if said.arguments is not None and not needed <= said.arguments:
        return [f"[{section}] {said.key} needs {sorted(needed - said.arguments)}, which it is not given"]
    return []


def _occurs(key: str, sources: str) -> bool:
    """Whether a key stands in the sources: whole, or as the part after a section, or begun by a template."""
    if f'"{key}"' in sources or f'.{key}"' in sources or f".{key}`" in sources:
        return True
    starts = [key[: at + 1] for at, letter in enumerate(key) if letter == "-"]
    return any(f".{start}${{" in sources or f'f"{start}{{' in sources for start in starts)
