"""Imports never go in a cycle, also those for types alone and those inside functions."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYTHON = ROOT / "src"
WEB = ROOT / "web" / "src"
LATE: dict[tuple[str, str], str] = {
    (
        "cairn.core.contract",
        "cairn.core.faces",
    ): "a state is shown by the terminal or as a picture, where those are installed",
}
"""Imports inside functions that do point back, with the reason."""

Graph = dict[str, set[str]]


def python_graph(root: Path) -> Graph:
    names = {module_name(path, root): path for path in sorted(root.rglob("*.py"))}
    return {name: imported(path, name, set(names)) - {name} for name, path in names.items()}


def module_name(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(path: Path, name: str, known: set[str]) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & known
            if inner - known:
                found.add(node.module)
    return {target for target in found & known if (name, target) not in LATE}


def web_graph(root: Path) -> Graph:
    """Imports by file. A component may draw itself within itself."""
    files = [path for path in sorted(root.rglob("*")) if path.suffix in (".ts", ".svelte")]
    return {str(path.relative_to(root)): web_imports(path, root) - {str(path.relative_to(root))} for path in files}


def web_imports(path: Path, root: Path) -> set[str]:
    found = set()
    for text in re.findall(r"""(?:from|import)\s*\(?["'](\.[^"']*)["']""", path.read_text(encoding="utf-8")):
        target = (path.parent / text).resolve()
        tries = [target, *(Path(f"{target}{end}") for end in (".ts", ".svelte.ts", "/index.ts"))]
        found |= {str(file.relative_to(root)) for file in tries if file.is_file() and file.suffix in (".ts", ".svelte")}
    return found


def cycle(graph: Graph) -> list[str]:
    """The modules of one cycle, in order; none if there is none."""
    done: set[str] = set()

    def walk(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        for target in sorted(graph.get(name, ())):
            if found := walk(target, [*way, name]):
                return found
        done.add(name)
        return []

    for name in sorted(graph):
        if found := walk(name, []):
            return found
    return []


def test_no_python_module_imports_itself_by_way_of_others() -> None:
    graph = python_graph(PYTHON)
    assert len(graph) > 150
    assert cycle(graph) == []


def test_no_browser_module_imports_itself_by_way_of_others() -> None:
    graph = web_graph(WEB)
    assert sum(map(len, graph.values())) > 200
    assert cycle(graph) == []


def test_a_cycle_is_found_and_named() -> None:
    assert cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert cycle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
