"""How many lines of play every game has from fixed positions, kept as a text for each game.

    python -m cairn.testing.counts [GAME ...]     write tests/perft/<game>.txt again
    python -m cairn.testing.counts --check        compare instead, and show the difference

Each number of seats is counted from the start and from the middle of a random game. Without a name it is about the
games that come with Cairn; a game of another package is named, in that package's folder.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cairn.core.chance import Dice
from cairn.core.contract import Game, State
from cairn.core.playout import playout
from cairn.core.registry import game as find_game
from cairn.testing.kept import keep
from cairn.testing.perft import perft

FOLDER: Final = Path("tests/perft")
DEPTH: Final = 4
SEED: Final = 7
LATEST: Final = 60
"""The middle of a long game is this early: there is enough to count, and not too much."""


def position(game: Game, seats: int, steps: int) -> State:
    """Where a random game stands after so many choices."""
    dice = Dice(SEED)
    state = game.start(seats, Dice(SEED))
    for _ in range(steps):
        state.apply(state.offered[dice.pick(len(state.offered))], dice)
    return state


def middle(game: Game, seats: int) -> int:
    """After how many choices that random game is half over."""
    return min(playout(game.start(seats, Dice(SEED)), Dice(SEED)) // 2, LATEST)


def count_files(names: list[str], folder: Path) -> Iterator[tuple[Path, str]]:
    """Each file of counts of some games with the text it must have."""
    for name in names:
        game = find_game(name)
        lines = [f"{name} {game.rules_version}: lines of play of 1 to {DEPTH} choices"]
        for seats in game.seats:
            for steps in (0, middle(game, seats)):
                counts = perft(position(game, seats, steps), DEPTH)
                lines.append(f"seats {seats}, after {steps} choices: {' '.join(str(count) for count in counts)}")
        yield folder / f"{name}.txt", "\n".join(lines) + "\n"


def main(arguments: list[str] | None = None) -> int:
    return keep(count_files, FOLDER, "python -m cairn.testing.counts", "Write or check counts of positions.", arguments)


if __name__ == "__main__":
    sys.exit(main())
