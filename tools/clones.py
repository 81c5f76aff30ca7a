"""Write `clone` of every state from what its `__init__` declares, so that a zone is named once.

    python tools/clones.py            write them
    python tools/clones.py --check    say which are out of date, and fail if any is

A class takes part if it has the line MARK in it; what stands between that line and END is written here. Lists are
copied, whatever has a `clone` of its own is cloned, and numbers are handed over, as is whatever is `Shared`
(core/zones.py). Parameters of `__init__` that are kept as they are (the setup, the content) are handed on.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "cairn" / "games"
MARK = "    # Written by `make clones` from __init__: do not edit."
END = "    # End of what `make clones` wrote."
PLAIN = {"int", "i64", "bool", "float", "str"}


def clone_of(node: ast.ClassDef) -> str:
    """The source of `clone` for one class."""
    init = next(part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init__")
    handed = [arg.arg for arg in init.args.args[1:]]
    declared = {
        part.target.id: ast.unparse(part.annotation)
        for part in node.body
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
    }
    given = ", ".join("self.stack.copy()" if name == "stack" else f"self.{name}" for name in handed)
    lines = [f"    def clone(self) -> {node.name}:", f"        copy = {node.name}({given})"]
    for name, kind in _zones(init, declared):
        if name not in handed:
            lines.append(f"        copy.{name} = {_copied(f'self.{name}', kind)}")
    if "stack" in handed:
        lines.append("        copy.copy_base(self)")
    return "\n".join([*lines, "        return copy", ""])


def _zones(init: ast.FunctionDef, declared: dict[str, str]) -> list[tuple[str, str]]:
    """The attributes that `__init__` sets, with their types."""
    found = []
    for part in init.body:
        target = part.target if isinstance(part, ast.AnnAssign) else None
        if isinstance(part, ast.Assign):
            target = part.targets[0]
        if not isinstance(target, ast.Attribute):
            continue
        name = target.attr
        if isinstance(part, ast.AnnAssign):
            kind = ast.unparse(part.annotation)
        else:
            kind = declared.get(name, "")
        if not kind and name not in [arg.arg for arg in init.args.args]:
            raise SystemExit(f"{init.name}, line {part.lineno}: give self.{name} a type")
        found.append((name, kind))
    return found


def _copied(value: str, kind: str) -> str:
    """The expression that copies a value of some type."""
    if kind in PLAIN or kind.startswith("Shared["):
        return value
    if kind.startswith(("list[", "vec[")):
        inner = kind[kind.index("[") + 1 : -1]
        return f"{value}[:]" if inner in PLAIN else f"[{_copied('part', inner)} for part in {value}]"
    if kind.endswith(" | None"):
        return f"None if {value} is None else {_copied(value, kind.removesuffix(' | None'))}"
    return f"{value}.clone()"


def written(source: str) -> str:
    """A module with every marked `clone` as it should be."""
    if MARK not in source:
        return source
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    for node in reversed(classes):
        lines = source.split("\n")
        last = node.end_lineno or 0
        begin = next((at for at in range(node.lineno, last) if lines[at] == MARK), None)
        if begin is None:
            continue
        end = lines.index(END, begin)
        lines[begin + 1 : end] = clone_of(node).split("\n")
        source = "\n".join(lines)
    return source


def main(check: bool) -> int:
    stale = []
    for path in sorted(GAMES.glob("*/*.py")):
        source = path.read_text(encoding="utf-8")
        right = written(source)
        if source != right:
            stale.append(path.relative_to(ROOT).as_posix())
            if not check:
                path.write_text(right, encoding="utf-8")
    if check and stale:
        print(f"out of date, run `make clones`: {', '.join(stale)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
