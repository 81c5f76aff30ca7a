"""How the two sides of The Peak stand between equals, and how many points would make them even.

    .venv/bin/python benchmarks/the_peak_balance.py [--games 2000] [--seed 1] [--bot climber] [--editions first final]

The same bot is the Mountain and the Mountaineer. For each edition so many games are played as the options usually are,
and as many with the handicap `even` of content.toml. The points that would have made the first ones even are printed:
with them the side that lags wins half of the games, draws counted as half. An interruption reports what was played.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from time import process_time

import cairn
from cairn import bots
from cairn.cli.bench import calibrate
from cairn.lab.shares import win_share

MOUNTAIN, MOUNTAINEER = 0, 1


class Tally:
    """The games of one edition with one handicap."""

    def __init__(self) -> None:
        self.points: tuple[list[int], list[int]] = ([], [])
        self.shares: list[float] = []
        self.rounds: list[int] = []
        self.decisions = 0
        self.seconds = 0.0

    def lead(self) -> list[int]:
        """By how much the Mountaineer was ahead in each game."""
        return [climber - mountain for mountain, climber in zip(*self.points, strict=True)]


def play(bot: bots.Bot, edition: str, handicap: str, dice: cairn.Dice, tally: Tally) -> None:
    chance = dice.fork(0)
    minds = [dice.fork(1), dice.fork(2)]
    begun = process_time()
    state = bot.game.start(2, chance, edition=edition, handicap=handicap)
    while state.seat >= 0:
        seat = state.seat
        state.apply(bot.decide(state.resample(seat, minds[seat]), minds[seat]), chance)
        tally.decisions += 1
    for seat, score in enumerate(state.scores()):
        tally.points[seat].append(score.total)
    tally.shares.append(state.result()[MOUNTAIN])
    tally.rounds.append(state.dump()["zones"]["round"])
    tally.seconds += process_time() - begun


def even(lead: list[int]) -> int:
    """The points for the Mountain, or if negative for the Mountaineer, with which both win as often as possible."""
    return min(range(min(lead), max(lead) + 1), key=lambda points: abs(share_with(lead, points) - 0.5))


def share_with(lead: list[int], points: int) -> float:
    """The Mountain's share of the wins if it had been given so many points."""
    return statistics.fmean(0.5 if ahead == points else float(ahead < points) for ahead in lead)


def report(edition: str, handicap: str, tally: Tally) -> None:
    games = len(tally.shares)
    share = win_share([(won, 1) for won in tally.shares])
    lead = tally.lead()
    means = [statistics.fmean(points) for points in tally.points]
    print(f"\n{edition} edition, handicap {handicap}: {games} games, ", end="")
    print(f"{tally.decisions / games:.0f} decisions and {tally.seconds / games:.2f} s a game")
    print(f"  the Mountain wins      {share.value:.1%} ({share.low:.1%} to {share.high:.1%}), draws as halves")
    print(f"  points                 {means[MOUNTAIN]:.1f} Mountain, {means[MOUNTAINEER]:.1f} Mountaineer")
    print(f"  the Mountaineer's lead {statistics.fmean(lead):.1f} on average, spread {statistics.pstdev(lead):.1f}")
    print(f"  rounds                 {statistics.fmean(tally.rounds):.1f} on average, {max(tally.rounds)} at most")
    if handicap == "none":
        points = even(lead)
        side = "Mountain" if points > 0 else "Mountaineer"
        print(
            f"  even with              {abs(points)} points for the {side} ({points}): {share_with(lead, points):.1%}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="How the two sides of The Peak stand between equals.")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", default="climber")
    parser.add_argument("--editions", nargs="+", default=["first", "final"], choices=["first", "final"])
    parser.add_argument("--handicaps", nargs="+", default=["none", "even"], choices=["none", "even"])
    asked = parser.parse_args()
    game = cairn.game("the-peak")
    bot = bots.make(asked.bot, game)
    print(f"cairn {cairn.__version__}, {cairn.build()} build, {game.title} rules {game.rules_version}")
    print(f"{asked.bot} on both sides, {asked.games} games for each line, seed {asked.seed}")
    print(f"calibration {calibrate() / 1e6:.1f} million turns per second")
    seed = cairn.Dice(asked.seed)
    for edition in asked.editions:
        for handicap in asked.handicaps:
            tally = Tally()
            try:
                for number in range(asked.games):
                    play(bot, edition, handicap, seed.fork(number), tally)
            except KeyboardInterrupt:
                if tally.shares:
                    report(edition, handicap, tally)
                sys.exit(130)
            report(edition, handicap, tally)
            sys.stdout.flush()


if __name__ == "__main__":
    main()
