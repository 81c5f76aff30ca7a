"""Plays the games that `cairn demo` shows and the pictures are taken of: src/cairn/cli/evening/*.json.

    python tools/evening.py [GAME...]

Bots play them from fixed seeds, so that the same rules give the same games. Run it again when the rules of a game
change, then `make pictures`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cairn
from cairn import bots
from cairn.core.registry import bundled

FOLDER = Path(__file__).parents[1] / "src" / "cairn" / "cli" / "evening"
NAMES = ["Ana", "Ben", "Chidi"]
SEED = 12
BOT = "climber:worlds=1,deep=1"  # plays well enough to look at, and quickly on the plain build too


def played(slug: str) -> cairn.Record:
    """A game between bots, with three seats where there can be three."""
    game = cairn.game(slug)
    seats = 3 if 3 in game.seats else max(seats for seats in game.seats if seats <= 3)
    dice = cairn.Dice(SEED)
    record = cairn.Record.new(game, NAMES[:seats], dice)
    bot = bots.make(BOT, game)
    while record.state.seat >= 0:
        seen = record.state.resample(record.state.seat, dice)
        record.choose(bot.decide(seen, dice), dice)
    return record


def main(slugs: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for slug in slugs or bundled():
        record = played(slug)
        (FOLDER / f"{slug}.json").write_text(record.text(), encoding="utf-8")
        print(f"{slug}: {len(record.moves)} choices, {[score.total for score in record.state.scores()]}")


if __name__ == "__main__":
    main(sys.argv[1:])
