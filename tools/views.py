"""Write the TypeScript types of every game's views and components: `web/src/api/views/<slug>.ts`, from `views.py`.

python tools/views.py            write them
python tools/views.py --check    say which are out of date, and fail if any is
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path

import cairn
from cairn.core.shapes import parts_of, typescript

ROOT = Path(__file__).parent.parent
OUT = ROOT / "web" / "src" / "api" / "views"
HEAD = "// Made by tools/views.py from {source}: edit that file, then run `make views`.\n"


def module(package: str) -> str:
    shapes = importlib.import_module(f"{package}.views")
    seen = [part.__name__ for part in parts_of(shapes.Zones)]
    both = [part.__name__ for part in parts_of(shapes.Content) if part.__name__ in seen]
    if both:
        raise SystemExit(f"{package}.views: {both} are parts of both Zones and Content; name them apart")
    source = f"src/{package.replace('.', '/')}/views.py"
    return "\n".join([HEAD.format(source=source), typescript(shapes.Zones), typescript(shapes.Content)]).rstrip() + "\n"


def main(check: bool) -> int:
    OUT.mkdir(exist_ok=True)
    stale = []
    for slug in cairn.slugs():
        package = cairn.game(slug).package
        if not package.startswith("cairn.games.") or importlib.util.find_spec(f"{package}.views") is None:
            continue
        target, text = OUT / f"{slug}.ts", module(package)
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            stale.append(target.relative_to(ROOT).as_posix())
            if not check:
                target.write_text(text, encoding="utf-8")
    if check and stale:
        print(f"out of date, run `make views`: {', '.join(stale)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
