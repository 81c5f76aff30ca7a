"""How the two sides of The Peak stand between equals, and how many points would make them even.

    .venv/bin/python benchmarks/the_peak_balance.py [--games 2000] [--seed 1] [--editions first final] [--keep FILE]

The same bot is the Mountain and the Mountaineer. For each edition so many games are played as the options usually are,
and as many with the handicap `even` of content.toml. The points that would have made the first ones even are printed:
with them the side that lags wins half of the games, draws counted as half. With the handicap each side is to win 45 to
55 % of the games, the whole interval of 95 % in there. `balance.py` says how games are played, kept and interrupted.
"""

from __future__ import annotations

import argparse
import statistics
from functools import cache, partial

from balance import Key, Played, Watch, arguments, closing, heading, play, play_all

import cairn
from cairn import bots
from cairn.lab.shares import win_share

MOUNTAIN, MOUNTAINEER = 0, 1
EVEN = (0.45, 0.55)
BOT = "climber:worlds=1"
"""About twice as fast as the usual climber."""


class Rounds(Watch):
    def over(self, state: cairn.State) -> Played:
        return {"rounds": state.dump()["zones"]["round"]}


@cache
def box(content: str | None, bot: str) -> tuple[cairn.Game, bots.Bot]:
    game = cairn.game("the-peak", content=content)
    return game, bots.make(bot, game)


def play_key(asked: argparse.Namespace, key: Key) -> Played:
    edition, handicap, number = key
    game, bot = box(asked.content, asked.bot)
    options = {"edition": edition, "handicap": handicap}
    return play(game, bot, 2, cairn.Dice(asked.seed).fork(number), options, Rounds())


def even(lead: list[int]) -> int:
    """The points for the Mountain, or if negative for the Mountaineer, with which both win as often as possible."""
    return min(range(min(lead), max(lead) + 1), key=lambda points: abs(share_with(lead, points) - 0.5))


def share_with(lead: list[int], points: int) -> float:
    """The Mountain's share of the wins if it had been given so many points."""
    return statistics.fmean(0.5 if ahead == points else float(ahead < points) for ahead in lead)


def report(edition: str, handicap: str, played: list[Played]) -> None:
    games = len(played)
    share = win_share([(game["shares"][MOUNTAIN], 1) for game in played])
    lead = [game["totals"][MOUNTAINEER] - game["totals"][MOUNTAIN] for game in played]
    means = [statistics.fmean(game["totals"][seat] for game in played) for seat in (MOUNTAIN, MOUNTAINEER)]
    rounds = [game["rounds"] for game in played]
    decisions = statistics.fmean(game["decisions"] for game in played)
    seconds = statistics.fmean(game["seconds"] for game in played)
    print(f"\n{edition} edition, handicap {handicap}: {games} games, ", end="")
    print(f"{decisions:.0f} decisions and {seconds:.2f} s a game")
    print(f"  the Mountain wins      {share.value:.1%} ({share.low:.1%} to {share.high:.1%}), draws as halves", end="")
    if handicap == "even":
        low, high = EVEN
        print(f": {low:.0%} to {high:.0%} {'met' if low <= share.low and share.high <= high else 'MISSED'}", end="")
    print(f"\n  points                 {means[MOUNTAIN]:.1f} Mountain, {means[MOUNTAINEER]:.1f} Mountaineer")
    print(f"  the Mountaineer's lead {statistics.fmean(lead):.1f} on average, spread {statistics.pstdev(lead):.1f}")
    print(f"  rounds                 {statistics.fmean(rounds):.1f} on average, {max(rounds)} at most")
    points = even(lead)
    side = "Mountain" if points > 0 else "Mountaineer"
    more = "" if handicap == "none" else "more "
    print(f"  even with              {abs(points)} points {more}for the {side}: {share_with(lead, points):.1%}")


def main() -> None:
    parser = arguments(__doc__, BOT)
    parser.add_argument("--editions", nargs="+", default=["first", "final"], choices=["first", "final"])
    parser.add_argument("--handicaps", nargs="+", default=["none", "even"], choices=["none", "even"])
    asked = parser.parse_args()
    heading(box(asked.content, asked.bot)[0], asked)
    tables = [(edition, handicap) for edition in asked.editions for handicap in asked.handicaps]
    keys: list[Key] = [(*table, number) for number in range(asked.games) for table in tables]
    played = play_all(partial(play_key, asked), keys, asked)
    for table in tables:
        games = [game for key, game in played.items() if key[:2] == table]
        if games:
            report(*table, games)
    if played:
        closing(list(played.values()))


if __name__ == "__main__":
    main()
