"""Write the TypeScript types of every text: `web/src/texts/<name>.ts`, from the English files.

    python tools/texts.py            write them
    python tools/texts.py --check    say which are out of date, and fail if any is

A game's texts are `en.toml` in its folder; those of the frame are `web/src/frame/en.toml`. The compiler of the browser
side then finds a key that is missing and an argument that is wrong; tests/test_texts.py finds keys nobody uses.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from cairn.core.message import Message

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "cairn" / "games"
FRAME = ROOT / "web" / "src" / "frame" / "en.toml"
OUT = ROOT / "web" / "src" / "texts"
UNSHOWN = ("terminal", "drawing", "lesson")
"""Sections of games that no page says: the terminal and drawings do, and lessons come in words."""

HEAD = "// Made by tools/texts.py from {source}: edit that file, then run `make texts`.\n"


def sources() -> dict[str, Path]:
    """The English files by the name of their catalog."""
    found = {path.parent.name.replace("_", "-"): path for path in sorted(GAMES.glob("*/en.toml"))}
    return {**found, "frame": FRAME} if FRAME.exists() else found


def module(name: str, source: Path) -> str:
    """The TypeScript module of a catalog. The frame's English is in it; a game's comes from the server."""
    sections = tomllib.loads(source.read_text(encoding="utf-8"))
    lines = [HEAD.format(source=source.relative_to(ROOT).as_posix())]
    if name == "frame":
        lines.append('import { catalog, keep } from "./catalog";\nimport english from "../frame/en.toml";\n')
    else:
        lines.append('import { catalog } from "./catalog";\n')
    lines.append("export interface Messages {")
    for section, messages in sections.items():
        for key, text in messages.items() if name == "frame" or section not in UNSHOWN else ():
            lines.append(f'  "{section}.{key}": {_arguments(Message(text))};')
    lines.append("}\n")
    if name == "frame":
        lines.append('keep("frame", english);')
    lines.append(f'export const say = catalog<Messages>("{name}");')
    return "\n".join(lines) + "\n"


def _arguments(message: Message) -> str:
    kinds = {"text": "string | number", "number": "number"}
    args = [f"{name}: {kinds.get(kind, 'string')}" for name, kind in sorted(message.arguments.items())]
    return f"{{ {'; '.join(args)} }}" if args else "object"


def main(check: bool) -> int:
    stale = []
    for name, source in sources().items():
        target, text = OUT / f"{name}.ts", module(name, source)
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            stale.append(target.relative_to(ROOT).as_posix())
            if not check:
                target.write_text(text, encoding="utf-8")
    if check and stale:
        print(f"out of date, run `make texts`: {', '.join(stale)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
