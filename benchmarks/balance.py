"""Equal bots on every seat of any game: who wins from where, how long games are, what they score.

    .venv/bin/python benchmarks/balance.py GAME [--games 2000] [--seed 1] [--seats 2 3] [--option start=0] [--keep FILE]

A seat's share is how many fair shares of the wins it has: 1 if it wins as often as any other. Where the start player is
drawn, say who begins (`--option start=0`), or seats tell nothing about the order of play.

What the balance scripts of single games share is here too: playing a game, and playing many. Each game has dice of its
own, so that the same command gives the same figures in however many processes. With `--keep` every game is written to a
file, and the next run with the same arguments goes on where the last one stopped. Ctrl-C reports what has been played.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import multiprocessing
import signal
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from time import process_time
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import cairn
from cairn import bots
from cairn.cli.bench import calibrate
from cairn.core.content import content_data
from cairn.core.contract import OptionValue

BOT = "climber:worlds=1,beam=4"
"""A small beam in one world is many times faster than the usual climber."""
FAIR = (0.9, 1.1)
"""How many fair shares of the wins a seat may have."""
LUCK = 1.959964
"""Standard errors on either side of a figure within which the truth lies in 95 of 100 cases."""

BY_KEY = ("games", "jobs", "keep", "seats", "editions", "handicaps")
"""Arguments that say which games are played and not how."""

Key = tuple[Any, ...]
"""Which game it is: the arguments that a script plays it by, all plain data."""
Played = dict[str, Any]
"""What is counted of a game, all plain data."""


class Watch:
    """Follows one game for a script that counts more than how it ended."""

    def chosen(self, state: cairn.State, choice: int) -> None:
        """Before a choice takes effect."""

    def over(self, state: cairn.State) -> Played:
        """At the end: what was counted."""
        return {}


def play(
    game: cairn.Game,
    bot: bots.Bot,
    seats: int,
    dice: cairn.Dice,
    options: Mapping[str, OptionValue] | None = None,
    watch: Watch | None = None,
) -> Played:
    """One game, in which each seat knows what it may know."""
    chance = dice.fork(0)
    bot_dice = [dice.fork(1 + seat) for seat in range(seats)]
    begun = process_time()
    state = game.start(seats, chance, **(options or {}))
    decisions = 0
    while state.seat >= 0:
        seat = state.seat
        choice = bot.decide(state.resample(seat, bot_dice[seat]), bot_dice[seat])
        if watch is not None:
            watch.chosen(state, choice)
        state.apply(choice, chance)
        decisions += 1
    return {
        "shares": state.result(),
        "totals": [score.total for score in state.scores()],
        "turns": state.turn_number,
        "decisions": decisions,
        "seconds": process_time() - begun,
        **({} if watch is None else watch.over(state)),
    }


def arguments(description: str | None, bot: str = BOT) -> argparse.ArgumentParser:
    """What every balance script can be told."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="for each table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--bot", default=bot, help="the bot on every seat")
    parser.add_argument("--content", help="another content file")
    parser.add_argument("--keep", type=Path, help="a file to keep the games in and to go on from")
    return parser


def play_all(playing: Callable[[Key], Played], keys: list[Key], asked: argparse.Namespace) -> dict[Key, Played]:
    """The games of all keys; fewer if interrupted. `playing` must be a function, or part of one, of a module."""
    kept = Kept(asked) if asked.keep else None
    played = {} if kept is None else {key: kept.games[key] for key in keys if key in kept.games}
    waiting = [key for key in keys if key not in played]
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        disable=not sys.stderr.isatty(),
        transient=True,
    )
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with bar:
            task = bar.add_task("games", total=len(keys), completed=len(played))
            for key, game in zip(waiting, _games(playing, waiting, asked.jobs), strict=True):
                played[key] = game
                bar.advance(task)
                if kept is not None:
                    kept.add(key, game)
    except KeyboardInterrupt:
        print("interrupted; so far:")
    return played


def _games(playing: Callable[[Key], Played], keys: list[Key], jobs: int) -> Iterator[Played]:
    if jobs == 1:
        yield from map(playing, keys)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, _deaf) as pool:
        yield from pool.imap(playing, keys, chunksize=4)


def _deaf() -> None:
    """Ctrl-C is for the process that reports."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Kept:
    """A file of games: what they were played with, then a line for each. Other arguments are refused."""

    def __init__(self, asked: argparse.Namespace) -> None:
        told = {name: value for name, value in vars(asked).items() if name not in BY_KEY}
        heading = json.dumps({"cairn": cairn.__version__, **told}, default=str)
        self.path = asked.keep
        self.games: dict[Key, Played] = {}
        if not self.path.exists():
            self.path.write_text(heading + "\n")
            return
        first, *lines = self.path.read_text().splitlines()
        if first != heading:
            raise SystemExit(f"{self.path} keeps other games: {first[:200]}, not {heading[:200]}")
        self.games = {tuple(key): game for key, game in map(json.loads, lines)}

    def add(self, key: Key, game: Played) -> None:
        with self.path.open("a") as file:
            file.write(json.dumps([key, game]) + "\n")


def heading(game: cairn.Game, asked: argparse.Namespace) -> None:
    """Say what is played, and mark kept games with their rules and content: games of other ones are no part of them."""
    data = content_data(type(game).__module__.rpartition(".")[0], asked.content)
    asked.rules = game.rules_version
    asked.parts = hashlib.sha256(json.dumps(data, sort_keys=True, default=str).encode()).hexdigest()[:12]
    print(f"cairn {cairn.__version__}, {cairn.build()} build, {game.title} rules {game.rules_version}")
    print(f"{asked.bot} on every seat, {asked.games} games for each table, seed {asked.seed}")


def closing(played: list[Played]) -> None:
    """How fast it was, as a ratio that can be compared between machines."""
    calibration = calibrate()
    speed = sum(game["decisions"] for game in played) / sum(game["seconds"] for game in played)
    print(f"\n{speed:.0f} decisions a second of processor time; ", end="")
    print(f"calibration {calibration:.0f}, ratio {1000 * speed / calibration:.4f}")


class Standing:
    """How every seat fared: its fair shares of the wins and its points, with what luck may have done to them."""

    def __init__(self, played: list[Played]) -> None:
        self.games = len(played)
        self.seats = len(played[0]["shares"])
        columns = range(self.seats)
        self.shares = [self.seats * statistics.fmean(game["shares"][seat] for game in played) for seat in columns]
        self.points = [statistics.fmean(game["totals"][seat] for game in played) for seat in columns]
        ahead = [[game["totals"][seat] - statistics.fmean(game["totals"]) for game in played] for seat in columns]
        self.luck = [
            LUCK * self.seats * statistics.pstdev(game["shares"][seat] for game in played) / math.sqrt(self.games)
            for seat in columns
        ]
        self.ahead = [statistics.fmean(gains) for gains in ahead]
        """By how many points a seat is above the mean of its table."""
        self.ahead_luck = [LUCK * statistics.pstdev(gains) / math.sqrt(self.games) for gains in ahead]
        self.shared = statistics.fmean(max(game["shares"]) < 1.0 for game in played)
        """The part of games that more than one seat has won."""

    def is_fair(self) -> bool:
        low, high = FAIR
        return low <= min(self.shares) and max(self.shares) <= high

    def shown_shares(self) -> str:
        return "  ".join(f"{share:.3f} ± {luck:.3f}" for share, luck in zip(self.shares, self.luck, strict=True))

    def shown_ahead(self) -> str:
        return "  ".join(f"{gain:+.2f} ± {luck:.2f}" for gain, luck in zip(self.ahead, self.ahead_luck, strict=True))


def report(seats: int, played: list[Played]) -> None:
    standing = Standing(played)
    winners = [max(game["totals"]) for game in played]
    turns = [game["turns"] / seats for game in played]
    decisions = statistics.fmean(game["decisions"] for game in played)
    seconds = statistics.fmean(game["seconds"] for game in played)
    print(f"\n{seats} seats: {len(played)} games, {decisions:.0f} decisions and {seconds:.3f} s a game")
    print(f"  fair shares won, by seat   {standing.shown_shares()}")
    print(f"  points, by seat            {'  '.join(f'{points:.1f}' for points in standing.points)}")
    print(f"  ahead of the table         {standing.shown_ahead()}")
    print(f"  points of the winner       {statistics.fmean(winners):.1f} on average, {min(winners)} to {max(winners)}")
    print(f"  games that seats share     {standing.shared:.1%}")
    print(f"  turns of a seat            median {statistics.median(turns):.0f}, {min(turns):.0f} to {max(turns):.0f}")


@cache
def _table(slug: str, content: str | None, bot: str) -> tuple[cairn.Game, bots.Bot]:
    game = cairn.game(slug, content=content)
    return game, bots.make(bot, game)


def _play_key(asked: argparse.Namespace, key: Key) -> Played:
    seats, number = key
    game, bot = _table(asked.game, asked.content, asked.bot)
    return play(game, bot, seats, cairn.Dice(asked.seed).fork(number * 10 + seats), dict(asked.option))


def _option(text: str) -> tuple[str, OptionValue]:
    """`start=0` or `edition=final`; numbers and truths as JSON has them."""
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, nargs="+", help="numbers of seats; all of two and more unless told")
    parser.add_argument("--option", type=_option, action="append", default=[], metavar="NAME=VALUE")
    asked = parser.parse_args()
    game = cairn.game(asked.game, content=asked.content)
    tables = asked.seats or [seats for seats in game.seats if seats > 1]
    heading(game, asked)
    if asked.option:
        print(", ".join(f"{name}={value}" for name, value in asked.option))
    keys: list[Key] = [(seats, number) for number in range(asked.games) for seats in tables]
    played = play_all(partial(_play_key, asked), keys, asked)
    for seats in tables:
        games = [game for key, game in played.items() if key[0] == seats]
        if games:
            report(seats, games)
    if played:
        closing(list(played.values()))


if __name__ == "__main__":
    main()
