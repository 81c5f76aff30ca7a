"""How Five Peaks plays out between equals, and whether its content keeps the balance it is meant to have.

    .venv/bin/python benchmarks/five_peaks_balance.py [--games 2000] [--seed 1] [--jobs 1] [--seats 2 3 4 5]

The same bot sits on every seat. For each number of seats so many games are played, in turn and each with dice of its
own, so that the same command gives the same figures in however many processes. Every line states its target and whether
it is met; an interruption reports what has been played. A small beam in one world is many times faster than the
standard climber, so it is the default here.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import statistics
import sys
from collections.abc import Iterator
from functools import cache
from time import process_time
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import cairn
from cairn import bots
from cairn.cli.bench import calibrate
from cairn.games.five_peaks.actions import TRADE, end_conditions
from cairn.games.five_peaks.content import BIKE, CAMPFIRES, CARD_KINDS, CARDS, PARAGLIDE, SHORTCUT, STARTING, TERRAINS
from cairn.games.five_peaks.state import NOT_CLOSING, HikeState

BOT = "climber:worlds=1,beam=4"
CONDITIONS = ("rocky peaks", "stones", "panoramas")
LINES = ("badges", "panoramas", "campfires", "stones")
FAIR = (0.9, 1.1)
"""How many fair shares of the wins a seat may have."""
PEAKS_PLACED = 2.0
"""How many of the five peaks of a terrain are placed in a game, at least."""
LEAST_USED = 0.02
"""How often a game every exchange is used, at least."""
STRANDED = 5
"""A pawn is stuck if it begins so many turns in a row on a space that no path leaves, without a card that would."""
LEAVING = (SHORTCUT, BIKE, PARAGLIDE)


class Job:
    """What to play; goes to the worker processes as plain data."""

    def __init__(self, bot: str, seed: int, content: str | None) -> None:
        self.bot = bot
        self.seed = seed
        self.content = content


@cache
def box(content: str | None) -> cairn.Game:
    return cairn.game("five-peaks", content=content)


def play(job: Job, seats: int, number: int) -> dict[str, Any]:
    """One game, and all that the report counts of it."""
    game = box(job.content)
    bot = bots.make(job.bot, game)
    dice = cairn.Dice(job.seed).fork(number * 10 + seats)
    minds = [dice.fork(1 + seat) for seat in range(seats)]
    chance = dice.fork(0)
    begun = process_time()
    state = game.start(seats, chance)
    assert isinstance(state, HikeState)
    used = [0] * CARD_KINDS
    traded = [0] * len(state.content.exchanges)
    decisions = 0
    most_offered = 0
    alone = [0] * seats
    stuck = False
    while state.seat >= 0:
        seat = state.seat
        asked = state.stack.top
        assert asked is not None
        most_offered = max(most_offered, len(state.offered))
        choice = bot.decide(state.resample(seat, minds[seat]), minds[seat])
        if asked.kind == "play":
            alone[seat] = 0 if can_leave(state, seat) else alone[seat] + 1
            stuck |= alone[seat] >= STRANDED
            if choice < CARD_KINDS:
                used[choice] += 1
        if asked.kind == "exchange" and 0 < choice < TRADE:
            traded[state.board.about[state.pawns[seat]]] += choice
        state.apply(choice, chance)
        decisions += 1
    return {
        "seats": seats,
        "shares": state.result(),
        "totals": [score.total for score in state.scores()],
        "lines": [[score.lines[line] for line in LINES] for score in state.scores()],
        "turns": -(-state.turns_played // seats),
        "closed": state.last_turns != NOT_CLOSING,
        "conditions": end_conditions(state),
        "used": used,
        "traded": traded,
        "peaks": [
            sum(state.content.peaks[peak].terrain == terrain for peak in state.board.peak_ids)
            for terrain in range(len(TERRAINS))
        ],
        "fires": state.fires,
        "views": [state.content.panorama_names[card] for seat in range(seats) for card in state.panoramas_of(seat)],
        "stuck": stuck,
        "decisions": decisions,
        "most_offered": most_offered,
        "seconds": process_time() - begun,
    }


def can_leave(state: HikeState, seat: int) -> bool:
    first = seat * CARD_KINDS
    return bool(state.board.edges[state.pawns[seat]]) or any(
        state.hands[first + card] + state.played[first + card] for card in LEAVING
    )


JOB: list[Job] = []


def _begin(job: Job) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    JOB.append(job)


def _play_one(game: tuple[int, int]) -> dict[str, Any]:
    return play(JOB[0], *game)


def games_of(job: Job, wanted: list[tuple[int, int]], jobs: int) -> Iterator[dict[str, Any]]:
    """Games by seats and number, played in this order."""
    if jobs == 1:
        for seats, number in wanted:
            yield play(job, seats, number)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, _begin, (job,)) as pool:
        yield from pool.imap(_play_one, wanted, chunksize=4)


class Report:
    """The figures of one number of seats, line by line."""

    def __init__(self, seats: int, played: list[dict[str, Any]], content: Any) -> None:
        self.seats = seats
        self.played = played
        self.content = content
        self.missed = 0

    def line(self, what: str, measured: str, target: str, met: bool) -> None:
        self.missed += not met
        print(f"  {what:<34} {measured:<44} target {target:<32} {'met' if met else 'MISSED'}")

    def show(self) -> None:
        games = len(self.played)
        seconds = sum(game["seconds"] for game in self.played)
        decisions = sum(game["decisions"] for game in self.played)
        print(
            f"\n{self.seats} seats: {games} games, {decisions / games:.0f} decisions and {seconds / games:.2f} s a game"
        )
        self.show_seats()
        self.show_ends()
        self.show_sources()
        self.show_use()
        self.show_campfires()
        stuck = sum(game["stuck"] for game in self.played)
        self.line("games with a stuck pawn", str(stuck), "0", stuck == 0)
        most = max(game["most_offered"] for game in self.played)
        self.line("most choices at a decision", str(most), "below 200", most < 200)

    def show_seats(self) -> None:
        wins = [statistics.fmean(game["shares"][seat] for game in self.played) for seat in range(self.seats)]
        shares = [win * self.seats for win in wins]
        shown = " ".join(f"{share:.2f}" for share in shares)
        low, high = FAIR
        fair = low <= min(shares) and max(shares) <= high
        self.line("fair shares won, by seat", shown, f"each from {low} to {high}", fair)
        totals = [max(game["totals"]) for game in self.played]
        print(
            f"  {'points of the winner':<34} {statistics.fmean(totals):.1f} on average, {min(totals)} to {max(totals)}"
        )

    def show_ends(self) -> None:
        games = len(self.played)
        closed = [game for game in self.played if game["closed"]]
        share = len(closed) / games
        self.line("ends by its own conditions", f"{share:.2%}", "above 99 %", share > 0.99)
        turns = [game["turns"] for game in self.played]
        middle = statistics.median(turns)
        spread = f"{middle:g} (least {min(turns)}, most {max(turns)})"
        self.line("median turns of a seat", spread, "25 to 60", 25 <= middle <= 60)
        for at, name in enumerate(CONDITIONS):
            part = sum(game["conditions"][at] for game in closed) / max(len(closed), 1)
            self.line(f"endings with all {name}", f"{part:.1%}", "at least 15 %", part >= 0.15)

    def show_sources(self) -> None:
        """What part of the winners' points comes from where."""
        parts = [0.0] * len(LINES)
        for game in self.played:
            for share, total, lines in zip(game["shares"], game["totals"], game["lines"], strict=True):
                for at in range(len(LINES)):
                    parts[at] += share * lines[at] / max(total, 1)
        for at, line in enumerate(LINES):
            part = parts[at] / len(self.played)
            self.line(f"winners' points from {line}", f"{part:.1%}", "above 5 %, at most 55 %", 0.05 < part <= 0.55)

    def show_use(self) -> None:
        games = len(self.played)
        plays = {CARDS[at]: sum(game["used"][at] for game in self.played) for at in range(len(STARTING), CARD_KINDS)}
        kept = {
            name: sum(fires >> at & 1 for game in self.played for fires in game["fires"])
            for at, name in enumerate(CAMPFIRES)
        }
        views = {card.name: 0 for card in self.content.panoramas if card.from_seats <= self.seats}
        for game in self.played:
            for name in game["views"]:
                views[name] += 1
        for what, counts in (("hiking card played", plays), ("campfire card kept", kept), ("panorama bought", views)):
            name = min(counts, key=lambda name: counts[name])
            most = max(counts, key=lambda name: counts[name])
            shown = f"{counts[name] / games:.2f} a game ({name}; most {counts[most] / games:.2f}, {most})"
            self.line(f"least often {what}", shown, "every one in use", counts[name] > 0)

        for terrain, name in enumerate(TERRAINS):
            placed = statistics.fmean(game["peaks"][terrain] for game in self.played)
            self.line(
                f"{name} peaks placed", f"{placed:.2f} of 5 a game", f"at least {PEAKS_PLACED}", placed >= PEAKS_PLACED
            )
        texts = exchange_texts(self.content)
        trades = {text: sum(game["traded"][at] for game in self.played) / games for at, text in enumerate(texts)}
        least = min(trades, key=lambda text: trades[text])
        met = trades[least] >= LEAST_USED
        self.line("least used exchange", f"{trades[least]:.2f} a game ({least})", f"at least {LEAST_USED}", met)
        ranked = sorted(trades, key=lambda text: -trades[text])
        print("    " + "; ".join(f"{text} {trades[text]:.2f}" for text in ranked))
        ranked = sorted(views, key=lambda name: list(views).index(name))
        print("    " + ", ".join(f"{name} {views[name] / games:.2f}" for name in ranked))

    def show_campfires(self) -> None:
        """How much more often owners of a card win than seats with as many campfire cards."""
        seats = [
            (fires, share) for game in self.played for fires, share in zip(game["fires"], game["shares"], strict=True)
        ]
        by_count: dict[int, list[float]] = {}
        for fires, share in seats:
            by_count.setdefault(fires.bit_count(), []).append(share)
        usual = {count: statistics.fmean(shares) for count, shares in by_count.items()}
        lifts = {}
        kept = {}
        for at, name in enumerate(CAMPFIRES):
            gains = [share - usual[fires.bit_count()] for fires, share in seats if fires >> at & 1]
            kept[name] = len(gains)
            lifts[name] = statistics.fmean(gains) if gains else 0.0
        best = max(lifts, key=lambda name: lifts[name])
        shown = f"{100 * lifts[best]:+.1f} points ({best}, kept {kept[best]} times)"
        self.line("most helpful campfire card", shown, "at most +12 points", lifts[best] <= 0.12)
        ranked = sorted(lifts, key=lambda name: -lifts[name])
        print("    " + ", ".join(f"{name} {100 * lifts[name]:+.1f} ({kept[name]})" for name in ranked))
        counted = ", ".join(f"{count}: {usual[count]:.2f} ({len(by_count[count])})" for count in sorted(usual))
        print(f"    share of the win by number of campfire cards (seats): {counted}")


def exchange_texts(content: Any) -> list[str]:
    """Every exchange by its tile and what it says, in the order of their numbers."""
    texts = [""] * len(content.exchanges)
    for tile in content.tiles:
        for place, number in enumerate(tile.traded[0]):
            if number >= 0:
                texts[number] = f"{tile.name}: {tile.texts[0][place].removeprefix('exchange: ')}"
    return texts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="for each number of seats")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4, 5])
    parser.add_argument("--bot", default=BOT)
    parser.add_argument("--content", help="another content file")
    args = parser.parse_args()
    calibration = calibrate()
    print(
        f"cairn {cairn.__version__}, {cairn.build()} build, Five Peaks rules {cairn.game('five-peaks').rules_version}"
    )
    print(f"{args.bot} on every seat, {args.games} games for each number of seats, seed {args.seed}")
    content: Any = cairn.game("five-peaks", content=args.content)
    played: dict[int, list[dict[str, Any]]] = {}
    wanted = [(seats, number) for number in range(args.games) for seats in args.seats]
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        disable=not sys.stderr.isatty(),
        transient=True,
    )
    try:
        with bar:
            task = bar.add_task("games", total=len(wanted))
            for game in games_of(Job(args.bot, args.seed, args.content), wanted, args.jobs):
                played.setdefault(game["seats"], []).append(game)
                bar.advance(task)
    except KeyboardInterrupt:
        print("interrupted; so far:")
    missed = 0
    for seats, games in played.items():
        report = Report(seats, games, content.content)
        report.show()
        missed += report.missed
    seconds = sum(game["seconds"] for games in played.values() for game in games)
    decisions = sum(game["decisions"] for games in played.values() for game in games)
    if decisions:
        speed = decisions / seconds
        ratio = 1000 * speed / calibration
        print(f"\n{speed:.0f} decisions a second of processor time; calibration {calibration:.0f}, ratio {ratio:.4f}")
        print("all targets met" if missed == 0 else f"{missed} targets missed")


if __name__ == "__main__":
    main()
