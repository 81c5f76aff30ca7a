"""The board of a game that has no drawing of its own: its zones as an outline."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

import cairn
from cairn.core.contract import View
from cairn.core.sheet import Lines, shown, total


def draw(game: cairn.Game, view: View, names: list[str], scores: list[Lines], width: int) -> RenderableType:
    tree = Tree("table", hide_root=True)
    for name, zone in view["zones"].items():
        _grow(tree, name, zone)
    points = tree.add("scores")
    for name, lines in zip(names, scores, strict=True):
        points.add(Text(f"{name}: {shown(total(lines))}"))
    return tree


def _grow(tree: Tree, name: str, zone: object) -> None:
    if isinstance(zone, dict):
        branch = tree.add(Text(name, style="bold"))
        for key, value in zone.items():
            _grow(branch, str(key), value)
    elif isinstance(zone, list) and any(isinstance(item, dict | list) for item in zone):
        branch = tree.add(Text(name, style="bold"))
        for number, item in enumerate(zone):
            _grow(branch, str(number), item)
    else:
        value = ", ".join(map(str, zone)) or "-" if isinstance(zone, list) else str(zone)
        tree.add(Text.assemble((name, "bold"), f": {value}"))
