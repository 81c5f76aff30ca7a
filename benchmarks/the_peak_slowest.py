"""The slowest question of The Peak: how long answers take to find when the duty was not worked out before.

    .venv/bin/python benchmarks/the_peak_slowest.py [GAMES]

Every decision of so many random games is measured three times with an empty memory, and the best counts, because other
programs use the machine too.
"""

from __future__ import annotations

import sys
import time

import cairn
from cairn.games.the_peak.board import MEMORY


def seconds_to_offer(state: cairn.State) -> float:
    asked = state.stack.top
    assert asked is not None
    best = 1.0
    for _ in range(3):
        MEMORY[:] = [0] * len(MEMORY)
        begun = time.perf_counter()
        asked.choices(state)
        best = min(best, time.perf_counter() - begun)
    return best


def slowest(edition: str, games: int) -> tuple[float, int]:
    game = cairn.game("the-peak")
    worst = 0.0
    decisions = 0
    for seed in range(games):
        dice = cairn.Dice(seed)
        state = game.start(2, dice, edition=edition)
        while state.seat >= 0:
            worst = max(worst, seconds_to_offer(state))
            state.apply(state.offered[dice.pick(len(state.offered))], dice)
            decisions += 1
    return worst, decisions


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"cairn {cairn.__version__}, {cairn.build()} build, {games} games per edition")
    for edition in ("first", "final"):
        worst, decisions = slowest(edition, games)
        print(f"{edition:>6}: {decisions} decisions, slowest choices() {worst * 1e6:.1f} microseconds")


if __name__ == "__main__":
    main()
