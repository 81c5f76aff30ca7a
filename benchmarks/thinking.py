"""How fast the search is, and how long the levels think.

    .venv/bin/python benchmarks/thinking.py [--positions N] [GAME ...]

First the speed of `plain` from the first bid of 5 Towers at four seats, in simulations per second and per 1,000
iterations of the calibration loop. Then, at positions sampled from games of hikers with the most seats, how long
`guide`, `summit` and a search of 100 ms take: the promise is 300 ms, 2,000 ms, and 100 ms with 20 ms to spare.
"""

from __future__ import annotations

import argparse
import sys
from time import perf_counter

import cairn
from cairn import bots
from cairn.bots.search_bot import search_of
from cairn.cli.bench import calibrate
from cairn.core.bot_settings import Budget, bot_settings

PROMISES = {"guide": 300.0, "summit": 2000.0, "search:ms=100": 120.0}
MOST_STEPS = 400


def plain_speed() -> float:
    """Simulations per second, the best of five rounds."""
    game = cairn.game("five-towers")
    world = game.start(4, cairn.Dice(1))
    best = 0.0
    for seed in range(5):
        search = search_of(None, bot_settings(game).search, world)
        begun = perf_counter()
        search.run(Budget(3000, 0), cairn.Dice(seed))
        best = max(best, search.iterations / (perf_counter() - begun))
    return best


def sampled(game: cairn.Game, positions: int) -> list[cairn.State]:
    """Positions from all phases of games between hikers."""
    hiker = bots.make("hiker", game)
    found: list[cairn.State] = []
    seed = 0
    while len(found) < positions:
        seed += 1
        dice = cairn.Dice(seed)
        state = game.start(game.seats[-1], dice)
        wanted = dice.pick(MOST_STEPS)
        for _ in range(wanted):
            before = state.clone()
            state.apply(hiker.decide(state.resample(state.seat, dice), dice), dice)
            if state.seat < 0:
                state = before
                break
        found.append(state)
    return found


def milliseconds(spec: str, game: cairn.Game, states: list[cairn.State]) -> list[float]:
    times: list[float] = []
    bot = bots.make(spec, game)
    for number, state in enumerate(states):
        view = state.view(state.seat)
        begun = perf_counter()
        bot.answer(view, number)
        times.append(1000.0 * (perf_counter() - begun))
        print(f"\r{game.slug} {spec} {number + 1}/{len(states)}  ", end="", file=sys.stderr)
    print("\r\033[K", end="", file=sys.stderr)
    return sorted(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=cairn.slugs())
    parser.add_argument("--positions", type=int, default=40)
    asked = parser.parse_args()
    calibration = calibrate()
    speed = plain_speed()
    print(f"{cairn.build()} build, calibration {calibration / 1e6:.1f} million/s")
    print(f"plain, 5 Towers, four seats: {speed:,.0f} simulations/s, {speed / calibration * 1000:.2f} per 1,000")
    print(f"{'ms to answer':32}{'median':>8}{'95 %':>8}{'most':>8}{'promise':>9}")
    for slug in asked.games:
        game = cairn.game(slug)
        states = sampled(game, asked.positions)
        for spec, promise in PROMISES.items():
            times = milliseconds(spec, game, states)
            late = times[int(len(times) * 0.95)]
            kept = "kept" if times[-1] <= promise else "broken"
            print(f"{slug:16}{spec:16}{times[len(times) // 2]:8.0f}{late:8.0f}{times[-1]:8.0f}{promise:9.0f} {kept}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
