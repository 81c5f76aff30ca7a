"""The balance of PEAKS, measured: bots of equal strength play, and every target is held against what came out.

    .venv/bin/python benchmarks/peaks_balance.py [--games N] [--seats 2,3,4] [--seed S] [--jobs J] [--content FILE]

Bots play from worlds that their seat cannot tell from the true one. Everything is counted from the events of each game
and the positions it went through; no number is estimated. Ctrl-C reports what was played until then. The same seed
gives the same counts, in however many processes.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

import cairn
from cairn import bots
from cairn.cli.bench import calibrate
from cairn.games.peaks.content import FIRST_BONUS, FIRST_BOOST, FIRST_COMPANION, FLAG, NEEDS, TOP_LEVEL
from cairn.games.peaks.game import Peaks
from cairn.games.peaks.questions import YES
from cairn.games.peaks.scoring import BOARD_LINE, fulfilled
from cairn.games.peaks.state import PeaksState

BOT = "climber:worlds=1,beam=1,deep=1"
BATCH = 10

FAIR = 1.15
TURNS = (18, 32)
SWAP = (0.35, 0.65)
SHARED = 0.15
LIFT = 12.0
HALF = 0.5

MOUNTAINS, STAMINA, EXPERIENCE, DICE, CUBES = "mountains", "stamina track", "experience track", "dice", "action bonus"
AT_REST, TOGETHER = "bought at rest", "bought together"


class Counts:
    """What is counted over games of one number of seats; sums and lists only, so that counts of batches add up."""

    def __init__(self) -> None:
        self.games = 0
        self.won_from: Counter[int] = Counter()
        """Games won by how many places after the start player the winner sat, in sixtieths for shared wins."""
        self.turns: list[int] = []
        """Own turns of the leader at the last flag of the supply."""
        self.swaps: list[float] = []
        """How much of a game was over when the decks were swapped."""
        self.totals: list[int] = []
        self.unfinished = 0
        self.climbs = 0
        self.shared = 0
        self.flags: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        """Mountains climbed, companions brought, boosts kept, and kinds of bonus cards fulfilled."""
        self.owned: Counter[str] = Counter()
        self.owner_won: Counter[str] = Counter()

    def add(self, other: Counts) -> None:
        for name, value in vars(other).items():
            if isinstance(value, Counter):
                getattr(self, name).update(value)
            else:
                setattr(self, name, getattr(self, name) + value)


class Watch:
    """Follows one game by its events."""

    def __init__(self, state: PeaksState, counts: Counts) -> None:
        self.state = state
        self.counts = counts
        self.owed: dict[int, str] = {}
        """A flag that a seat is about to place, by where it comes from."""
        self.cards: list[set[str]] = [set() for _ in range(state.setup.seats)]
        """Boosts and bonus cards that each seat has had."""
        self.own_turns = [0] * state.setup.seats
        self.swap = 0
        self.company = False

    def decided(self, kind: str, seat: int, choice: int) -> None:
        """Before a choice takes effect."""
        if kind == "shared-flag" and choice == YES:
            self.owed[seat] = TOGETHER
        elif kind == "flag" and choice != YES:
            self.owed.pop(seat)

    def heard(self, event: cairn.Event) -> None:
        content = self.state.content
        seat = event.seat
        if event.kind == "turn":
            self.own_turns[seat] += 1
        elif event.kind == "stamina" and content.stamina_gives[_number(event, "stamina")] == FLAG:
            self.owed[seat] = STAMINA
        elif event.kind == "advance" and content.experience_gives[_number(event, "space")] == FLAG:
            self.owed[seat] = EXPERIENCE
        elif event.kind == "die" and event.args["level"] == TOP_LEVEL:
            self.owed[seat] = DICE
        elif event.kind == "action-bonus" and event.args["bonus"] == "flag":
            self.owed[seat] = CUBES
        elif event.kind == "flag":
            resting = self.state.action == 0
            self.counts.flags[self.owed.pop(seat, AT_REST if resting else MOUNTAINS)] += 1
        elif event.kind == "climb":
            self.company = False
        elif event.kind == "tag":
            self.company = True
        elif event.kind == "climbed":
            self.counts.climbs += 1
            self.counts.shared += self.company
            self.counts.used[str(event.args["mountain"])] += 1
        elif event.kind == "bring":
            self.counts.used[str(event.args["card"])] += 1
        elif event.kind == "boost":
            self.counts.used[str(event.args["card"])] += 1
            self.cards[seat].add(str(event.args["card"]))
        elif event.kind == "bonus" and event.secret is not None:
            self.cards[seat].add(str(event.secret["card"]))
        elif event.kind == "swap":
            self.swap = self.state.turns
        elif event.kind in ("last-round", "all-flags"):
            supply = content.supply
            leaders = [s for s in range(len(self.own_turns)) if self.state.placed(s) >= supply]
            self.counts.turns.append(min(self.own_turns[leader] for leader in leaders))

    def over(self) -> None:
        state, counts = self.state, self.counts
        seats = state.setup.seats
        counts.games += 1
        counts.unfinished += state.last_turns < 0
        if self.swap:
            counts.swaps.append(self.swap / state.turns)
        for seat, (share, score) in enumerate(zip(state.result(), state.scores(), strict=True)):
            won = round(60 * share)
            counts.won_from[(seat - state.start) % seats] += won
            counts.totals.append(score.total)
            for line, flags in score.lines.items():
                if line != BOARD_LINE:
                    counts.flags[line] += flags
            for card in self.cards[seat]:
                counts.owned[card] += 1
                counts.owner_won[card] += won
            for plan in state.bonus[seat]:
                if fulfilled(state, seat, plan):
                    counts.used[state.content.need[plan - FIRST_BONUS]] += 1


def _number(event: cairn.Event, name: str) -> int:
    value = event.args[name]
    assert isinstance(value, int)
    return value


class Job:
    """What is played; goes to the worker processes as it is."""

    def __init__(self, bot: str, seed: int, content: Path | None) -> None:
        self.bot = bot
        self.seed = seed
        self.content = content

    def game(self) -> Peaks:
        game = cairn.game("peaks", self.content)
        assert isinstance(game, Peaks)
        return game

    def play(self, seats: int, numbers: range) -> Counts:
        game = self.game()
        bot = bots.make(self.bot, game)
        counts = Counts()
        for number in numbers:
            play_one(game, bot, seats, cairn.Dice(self.seed).fork(seats).fork(number), counts)
        return counts


def play_one(game: Peaks, bot: bots.Bot, seats: int, dice: cairn.Dice, counts: Counts) -> None:
    chance, mind = dice.fork(0), dice.fork(1)
    state = game.start(seats, chance)
    assert isinstance(state, PeaksState)
    events = state.listen()
    watch = Watch(state, counts)
    watch.own_turns[state.start] += not state.dealt
    while state.seat >= 0:
        asked = state.stack.top
        assert asked is not None
        choice = bot.decide(state.resample(state.seat, mind), mind)
        watch.decided(asked.kind, state.seat, choice)
        state.apply(choice, chance)
        for event in events:
            watch.heard(event)
        events.clear()
    watch.over()


def play_all(job: Job, games: int, tables: list[int], jobs: int, found: dict[int, Counts]) -> None:
    """Fills `found` batch by batch, so that an interruption leaves what was counted."""
    tasks = [(seats, range(first, min(first + BATCH, games))) for first in range(0, games, BATCH) for seats in tables]
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("games", total=games * len(tables))
        with _results(job, tasks, jobs) as results:
            for seats, counts in results:
                found[seats].add(counts)
                progress.advance(bar, counts.games)


_job: list[Job] = []


def _work(task: tuple[int, range]) -> tuple[int, Counts]:
    return task[0], _job[-1].play(*task)


@contextmanager
def _results(job: Job, tasks: list[tuple[int, range]], jobs: int) -> Iterator[Iterator[tuple[int, Counts]]]:
    if jobs == 1:
        yield ((seats, job.play(seats, numbers)) for seats, numbers in tasks)
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        pool = multiprocessing.Pool(jobs, initializer=_job.append, initargs=(job,))
    finally:
        signal.signal(signal.SIGINT, before)
    with pool:
        yield pool.imap_unordered(_work, tasks)


def report(game: Peaks, seats: int, counts: Counts) -> bool:
    """Print a line for each target; whether all are met."""
    print(f"\n{seats} seat{'s' * (seats != 1)}, {counts.games} games, {counts.unfinished} without a last flag")
    if counts.games == 0:
        return False
    if seats == 1:
        return _solo_lines(game, counts)
    spread = statistics.quantiles(counts.totals, n=4)
    print(f"  {'flags of a seat at the end':<34} quartiles {', '.join(f'{total:g}' for total in spread)}")
    met = [
        _seats_line(seats, counts),
        _median_line("own turns of the leader", counts.turns, *TURNS),
        _median_line("deck swap, part of the game", counts.swaps, *SWAP),
    ]
    if seats > 2:
        part = counts.shared / counts.climbs
        said = f"{part:.1%} of {counts.climbs} (at least {SHARED:.0%})"
        met.append(_line("shared climbs", said, part >= SHARED))
    met.append(_use_line(game, counts))
    content = game.content
    met.append(_lift_line("bonus card", content.names[FIRST_BONUS:FIRST_COMPANION], seats, counts))
    met.append(_lift_line("boost", content.names[FIRST_BOOST:], seats, counts))
    met.append(_source_line(counts))
    return all(met)


def _solo_lines(game: Peaks, counts: Counts) -> bool:
    """How often each rung of the ladder was reached: every one, the first and the last seldom."""
    rungs = [least for least, _ in game.content.ladder]
    parts = []
    for number, (least, title) in enumerate(game.content.ladder):
        below = rungs[number + 1] if number + 1 < len(rungs) else 1000
        parts.append(sum(least <= total < below for total in counts.totals) / counts.games)
        print(f"  {f'from {least}: {title}':<34} {parts[-1]:.1%}")
    deciles = statistics.quantiles(counts.totals, n=10)
    print(f"  {'totals':<34} deciles {', '.join(f'{total:g}' for total in deciles)}")
    said = f"{counts.games - counts.unfinished} of {counts.games} games ended with the last flag"
    return _line("the middle rungs", f"{said}, most on a rung {max(parts):.1%} (at most 50%)", max(parts) <= HALF)


def _line(what: str, said: str, met: bool) -> bool:
    print(f"  {what:<34} {said}: {'met' if met else 'NOT MET'}")
    return met


def _seats_line(seats: int, counts: Counts) -> bool:
    shares = [seats * counts.won_from[place] / 60 / counts.games for place in range(seats)]
    said = "  ".join(f"{share:.3f}" for share in shares)
    return _line("wins by place from the start", f"{said} of a fair share (at most {FAIR})", max(shares) <= FAIR)


def _median_line(what: str, numbers: list[int] | list[float], least: float, most: float) -> bool:
    if len(numbers) < 2:
        return _line(what, "never", False)
    first, middle, third = statistics.quantiles(numbers, n=4)
    said = f"median {middle:.3g}, quartiles {first:.3g} and {third:.3g} (median {least:g} to {most:g})"
    return _line(what, said, least <= middle <= most)


def _use_line(game: Peaks, counts: Counts) -> bool:
    names = [name for number, name in enumerate(game.content.names) if not FIRST_BONUS <= number < FIRST_COMPANION]
    unused = [name for name in [*names, *NEEDS] if not counts.used[name]]
    return _line("mountains, companions, boosts, kinds", f"never used: {', '.join(unused) or 'none'}", not unused)


def _lift_line(what: str, names: list[str], seats: int, counts: Counts) -> bool:
    """The win share of all seats that had a card, against a fair one."""
    lifts = sorted(
        (100 * (counts.owner_won[name] / 60 / counts.owned[name] - 1 / seats), name)
        for name in names
        if counts.owned[name]
    )
    (least, worst), (most, best) = lifts[0], lifts[-1]
    said = (
        f"{most:+.1f} points by {best} in {counts.owned[best]} hands, {least:+.1f} by {worst} in {counts.owned[worst]}"
    )
    said += f" (at most +{LIFT:g})"
    return _line(f"win rate with a {what}", said, lifts[-1][0] <= LIFT)


def _source_line(counts: Counts) -> bool:
    total = counts.flags.total()
    parts = [f"{source} {flags / total:.1%}" for source, flags in counts.flags.most_common()]
    met = counts.flags.most_common(1)[0][1] <= HALF * total
    met = _line("largest source of flags", f"{parts[0]} (at most {HALF:.0%})", met)
    print(f"  {'':<34} {', '.join(parts[1:])}")
    return met


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the balance of PEAKS.")
    parser.add_argument("--games", type=int, default=2000, help="games for each number of seats")
    parser.add_argument(
        "--seats", default="2,3,4", help="numbers of seats, apart by commas; 1 for the ladder of the game alone"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes to play in")
    parser.add_argument("--bot", default=BOT, help="the bot on all seats")
    parser.add_argument("--content", type=Path, help="content of one's own")
    asked = parser.parse_args()
    tables = [int(seats) for seats in asked.seats.split(",")]
    job = Job(asked.bot, asked.seed, asked.content)
    game = job.game()
    found = {seats: Counts() for seats in tables}
    begun = time.process_time()
    interrupted = False
    try:
        play_all(job, asked.games, tables, asked.jobs, found)
    except KeyboardInterrupt:
        interrupted = True
    spent = time.process_time() - begun
    played = sum(counts.games for counts in found.values())
    print(f"PEAKS {game.rules_version}, cairn {cairn.__version__}, {cairn.build()} build; {asked.bot} on all seats")
    print(f"seed {asked.seed}, {asked.games} games asked for each number of seats{', interrupted' * interrupted}")
    if asked.jobs == 1 and played:
        speed = calibrate()
        print(
            f"{spent / played:.3f} s a game, as long as {spent / played * speed:,.0f} iterations of a plain loop "
            f"({speed:,.0f} a second here)"
        )
    met = [report(game, seats, found[seats]) for seats in tables]
    print(f"\n{'All targets are met.' if all(met) else 'Not all targets are met.'}")


if __name__ == "__main__":
    main()
