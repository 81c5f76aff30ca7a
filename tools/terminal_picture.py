"""Draws docs/images/five-towers-terminal.svg, the picture of a terminal game, from a real seeded game.

    python tools/terminal_picture.py [FILE]

The picture stands on its own: it names no font file and no address.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

import cairn
from cairn import bots
from cairn.cli.play import OPENING_DICE, TerminalGame, dice_for

PICTURE = Path(__file__).parents[1] / "docs" / "images" / "five-towers-terminal.svg"
SEED = 5
WIDTH = 96
MOVES = 60

BACKGROUND = (24, 27, 33)
FOREGROUND = (222, 226, 230)
RED, GREEN, YELLOW = (235, 120, 120), (127, 201, 127), (242, 207, 91)
BLUE, PURPLE, CYAN = (130, 170, 255), (183, 154, 240), (110, 205, 220)
THEME = TerminalTheme(BACKGROUND, FOREGROUND, [BACKGROUND, RED, GREEN, YELLOW, BLUE, PURPLE, CYAN, FOREGROUND])

FRAME = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" role="img">
  <title>5 Towers in a terminal</title>
  <style>
    .{unique_id}-matrix {{
      font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
      font-size: {char_height}px;
      line-height: {line_height}px;
    }}
    .{unique_id}-title {{ font-family: system-ui, sans-serif; font-size: 18px; font-weight: bold; }}
    {styles}
  </style>
  <defs>
    <clipPath id="{unique_id}-clip-terminal">
      <rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
    </clipPath>
    {lines}
  </defs>
  {chrome}
  <g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
    {backgrounds}
    <g class="{unique_id}-matrix" xml:space="preserve">
    {matrix}
    </g>
  </g>
</svg>
"""


def main(path: Path) -> None:
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    game = cairn.game("five-towers")
    record = cairn.Record.new(game, ["Ada", "hiker", "hiker", "hiker"], dice_for(SEED, 0, OPENING_DICE))
    table = TerminalGame(record, SEED, None, console)
    guest = bots.make("hiker", game)
    while len(record.moves) < MOVES or record.state.seat != 0:
        if record.state.seat == 0:
            table.told[0] = len(table.story)
        table.let(guest)
    console.print(Text("$ cairn play five-towers --seats me=Ada,hiker,hiker,hiker", style="bold"))
    table.tell(0)
    table.show(0)
    console.print(Text("> ", style="bold"))
    svg = console.export_svg(title="5 Towers", theme=THEME, code_format=FRAME, unique_id="cairn")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE)
