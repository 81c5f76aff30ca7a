"""The balance of PEAKS, measured: bots of equal strength play, and every target is held against what came out.

    .venv/bin/python benchmarks/peaks_balance.py [--games N] [--seats 2 3 4 5 6] [--seed S] [--keep FILE]
    .venv/bin/python benchmarks/peaks_balance.py --campaign [--games N] [--seed S] [--bot BOT] [--keep FILE]

The second plays alone, against each rival and each scenario of the campaign, and counts wins and medals. Everything is
counted from the events of each game and the positions it went through; no number is estimated. Shares come with half
the width of a 95 % interval. With `--every-window` no bot makes it a habit to be asked for new chances only (PK-19) or
has enough (PK-14), so that every window there is gets counted. `balance.py` says how games are played, kept and
interrupted.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections import Counter
from functools import cache, partial

from balance import FAIR, Key, Played, Watch, arguments, closing, heading, play, play_all

import cairn
from cairn import bots
from cairn.games.peaks.bonuses import ENOUGH, GO_ON, ONLY_NEW, is_bonus
from cairn.games.peaks.content import (
    ACTIONS,
    FIRST_BONUS,
    FIRST_BOOST,
    FIRST_COMPANION,
    FLAG,
    GOALS,
    MEDALS,
    NEEDS,
    RIVALS,
    TOP_LEVEL,
)
from cairn.games.peaks.game import Peaks
from cairn.games.peaks.questions import YES
from cairn.games.peaks.rival import goal_amount, is_beaten, medal, rival_total
from cairn.games.peaks.scoring import BOARD_LINE, fulfilled
from cairn.games.peaks.state import PeaksState

BOT = "climber:worlds=1,beam=1,deep=1"

TURNS = {2: (18, 32), 3: (18, 32), 4: (18, 25), 5: (14, 20), 6: (14, 16)}
"""Own turns of the leader by number of seats. The more seats, the more climbs of others to tag along on between two own
turns; from four seats on the upper bound keeps the whole table at 100 turns or less."""
SWAP = (0.35, 0.65)
SHARED = 0.15
SHARED_FLAGS = 0.08
TAKEN = 0.25
BEATEN = {"easy": (0.7, 1.0), "usual": (0.35, 0.75), "hard": (0.05, 0.45)}
GOLDEN = 0.4
LIFT = 12.0
DOUBT = 0.05
"""The chance that any card at all is called too strong and is not. It is shared out evenly among all cards that are
compared (Bonferroni): of fifty cards that are just strong enough, some would look too strong by luck alone."""
NORMAL = statistics.NormalDist()
WIDE = NORMAL.inv_cdf(0.975)
"""Standard errors to either side in an interval of 95 %."""
HALF = 0.5
RARE = 3
"""How many of the things least used are named."""

MOUNTAINS, STAMINA, EXPERIENCE, DICE, CUBES = "mountains", "stamina track", "experience track", "dice", "action bonus"
AT_REST, TOGETHER, TAGGING = "bought at rest", "bought together", "tagging along"
SHARED_SOURCES = (TAGGING, TOGETHER)
"""Flags that a seat has only because a climb was shared: the rewards of who tags along (PK-64), and flags that climbers
buy together (PK-67). What the current player is rewarded with counts as the mountain's, for it comes alone as well."""


class Counts:
    """What is counted over games of one number of seats; sums and lists only, so that counts of games add up."""

    def __init__(self) -> None:
        self.games = 0
        self.won_from: Counter[str] = Counter()
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
        self.tiles: Counter[str] = Counter()
        """Seats that have moved a tile that far, like "climb 2", and below the wins of them."""
        self.tile_won: Counter[str] = Counter()
        self.owned: Counter[str] = Counter()
        self.owner_won: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        """Turns, decisions in the own turn, windows, those with nothing to use in them, those in which nothing was."""

    def add(self, counted: Played) -> None:
        """The counts of a game, or of many."""
        for name, value in counted.items():
            if isinstance(value, dict):
                getattr(self, name).update(value)
            else:
                setattr(self, name, getattr(self, name) + value)


class ClimbWatch(Watch):
    """Follows one game by its events."""

    def __init__(self) -> None:
        self.counts = Counts()
        self.events: list[cairn.Event] | None = None

    def begin(self, state: PeaksState) -> None:
        self.state = state
        self.events = state.listen()
        self.owed: dict[int, str] = {}
        """A flag that a seat is about to place, by where it comes from."""
        self.cards: list[set[str]] = [set() for _ in range(state.setup.seats)]
        """Boosts and bonus cards that each seat has had."""
        self.own_turns = [0] * state.setup.seats
        self.own_turns[state.start] += not state.dealt
        self.swap = 0
        self.company = False

    def hear_all(self) -> None:
        assert self.events is not None
        for event in self.events:
            self.heard(event)
        self.events.clear()

    def chosen(self, state: cairn.State, choice: int) -> None:
        assert isinstance(state, PeaksState)
        if self.events is None:
            self.begin(state)
        self.hear_all()
        seat = state.seat
        assert state.stack.top is not None
        kind = state.stack.top.kind
        self.counts.asked["decisions"] += seat == state.player and state.turn > 0
        if kind == "window":
            self.counts.asked["windows"] += 1
            self.counts.asked["empty"] += not any(map(is_bonus, state.offered))
            self.counts.asked["idle"] += not is_bonus(choice)
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
            climb = MOUNTAINS if seat == self.state.player else TAGGING
            self.counts.flags[self.owed.pop(seat, AT_REST if resting else climb)] += 1
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
            self.swap = self.state.turn
        elif event.kind in ("last-round", "all-flags"):
            supply = content.supply
            leaders = [s for s in range(len(self.own_turns)) if self.state.placed(s) >= supply]
            self.counts.turns.append(min(self.own_turns[leader] for leader in leaders))

    def over(self, state: cairn.State) -> Played:
        assert isinstance(state, PeaksState)
        self.hear_all()
        counts = self.counts
        seats = state.setup.seats
        counts.games += 1
        counts.asked["turns"] += state.turn
        counts.unfinished += state.last_turns < 0
        if self.swap:
            counts.swaps.append(self.swap / state.turn)
        for seat, (share, score) in enumerate(zip(state.result(), state.scores(), strict=True)):
            won = round(60 * share)
            counts.won_from[str((seat - state.start) % seats)] += won
            counts.totals.append(score.total)
            for line, flags in score.lines.items():
                if line != BOARD_LINE:
                    counts.flags[line] += flags
            for action, name in enumerate(ACTIONS):
                for level in range(1, state.tile(seat, action) + 1):
                    counts.tiles[f"{name} {level}"] += 1
                    counts.tile_won[f"{name} {level}"] += won
            for card in self.cards[seat]:
                counts.owned[card] += 1
                counts.owner_won[card] += won
            for plan in state.bonus[seat]:
                if fulfilled(state, seat, plan):
                    counts.used[state.content.need[plan - FIRST_BONUS]] += 1
        return {"counts": vars(counts)}


class Attentive(bots.Bot):
    """A bot that wants to be asked in every window."""

    def __init__(self, bot: bots.Bot) -> None:
        super().__init__(bot.name, bot.game)
        self.bot = bot

    def decide(self, world: cairn.State, dice: cairn.Dice, budget: bots.Budget | None = None) -> int:
        choice = self.bot.decide(world, dice, budget)
        assert isinstance(world, PeaksState)
        assert world.stack.top is not None
        return GO_ON if world.stack.top.kind == "window" and choice in (ENOUGH, ONLY_NEW) else choice


class AloneWatch(Watch):
    """How a game alone ended."""

    def over(self, state: cairn.State) -> Played:
        assert isinstance(state, PeaksState)
        ended: Played = {"beaten": is_beaten(state), "rival": rival_total(state)}
        for scenario in state.content.scenarios:
            if scenario.name == state.setup.options["scenario"]:
                ended |= {"medal": medal(state, scenario), "amount": goal_amount(state, scenario.goal)}
        return ended


def _number(event: cairn.Event, name: str) -> int:
    value = event.args[name]
    assert isinstance(value, int)
    return value


@cache
def box(content: str | None, bot: str) -> tuple[Peaks, bots.Bot]:
    game = cairn.game("peaks", content=content)
    assert isinstance(game, Peaks)
    return game, bots.make(bot, game)


def play_key(asked: argparse.Namespace, key: Key) -> Played:
    seats, number = key
    dice = cairn.Dice(asked.seed).fork(seats).fork(number)
    game, bot = box(asked.content, asked.bot)
    return play(game, Attentive(bot) if asked.every_window else bot, seats, dice, watch=ClimbWatch())


def play_alone(asked: argparse.Namespace, key: Key) -> Played:
    option, value, number = key
    dice = cairn.Dice(asked.seed).fork(1).fork(number)
    return play(*box(asked.content, asked.bot), 1, dice, {option: value}, AloneWatch())


def report(game: Peaks, seats: int, counts: Counts) -> bool:
    """Print a line for each target; whether all are met."""
    print(f"\n{seats} seat{'s' * (seats != 1)}, {counts.games} games, {counts.unfinished} without a last flag")
    if counts.games == 0:
        return False
    if seats == 1:
        return _solo_lines(game, counts)
    spread = statistics.quantiles(counts.totals, n=4)
    print(f"  {'flags of a seat at the end':<34} quartiles {', '.join(f'{total:g}' for total in spread)}")
    _windows_line(counts.asked)
    met = [
        _seats_line(seats, counts),
        _median_line("own turns of the leader", counts.turns, *TURNS[seats]),
        _median_line("deck swap, part of the game", counts.swaps, *SWAP),
        _shared_line(counts),
        _shared_flags_line(counts),
        _tiles_line(seats, counts),
        _use_line(game, counts),
        _source_line(counts),
    ]
    return all(met)


def report_cards(game: Peaks, found: dict[int, Counts]) -> bool:
    """The cards over all numbers of seats, so that there are enough hands with each of them."""
    tables = {seats: counts for seats, counts in found.items() if seats > 1 and counts.games}
    if not tables:
        return True
    names = game.content.names
    kinds = {"bonus card": names[FIRST_BONUS:FIRST_COMPANION], "boost": names[FIRST_BOOST:]}
    compared = sum(len(cards) for cards in kinds.values())
    print(f"\nall tables of {', '.join(map(str, tables))} seats together")
    met = [_lift_line(kind, cards, compared, tables) for kind, cards in kinds.items()]
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


def campaign(game: Peaks, asked: argparse.Namespace) -> bool:
    """How often each rival is beaten, and each medal won: gold by some, never by most."""
    met = []
    tables = [*(("rival", name) for name in RIVALS[1:]), *(("scenario", one.name) for one in game.content.scenarios)]
    played = play_all(
        partial(play_alone, asked), [(*table, number) for number in range(asked.games) for table in tables], asked
    )
    ends = {table: [end for key, end in played.items() if key[:2] == table] for table in tables}
    print(f"\nalone, at least {min(map(len, ends.values()))} games each")
    for strength in RIVALS[1:]:
        games = ends["rival", strength]
        totals = statistics.fmean(end["totals"][0] for end in games)
        rivals = statistics.fmean(end["rival"] for end in games)
        beaten = statistics.fmean(end["beaten"] for end in games)
        said = f"beaten {beaten:.0%}, flags {totals:.1f} to {rivals:.1f}"
        least, most = BEATEN[strength]
        met.append(_line(f"rival {strength}", f"{said} ({least:.0%} to {most:.0%})", least <= beaten <= most))
    for scenario in game.content.scenarios:
        games = ends["scenario", scenario.name]
        won = Counter(end["medal"] for end in games)
        amounts = sorted(end["amount"] for end in games)
        counts = ", ".join(f"{name} {won[number] / len(games):.0%}" for number, name in enumerate(MEDALS))
        targets = "/".join(str(target) for target in scenario.medals)
        said = f"{counts}, none {won[-1] / len(games):.0%}; {GOALS[scenario.goal]} {targets}, "
        said += f"median {amounts[len(games) // 2]}, most {amounts[-1]}"
        golden = won[len(MEDALS) - 1] / len(games)
        met.append(_line(scenario.name, said, 0 < golden <= GOLDEN and won[-1] < HALF * len(games)))
    closing(list(played.values()))
    return all(met)


def _line(what: str, said: str, met: bool) -> bool:
    print(f"  {what:<34} {said}: {'met' if met else 'NOT MET'}")
    return met


def _seats_line(seats: int, counts: Counts) -> bool:
    shares = [seats * counts.won_from[str(place)] / 60 / counts.games for place in range(seats)]
    said = "  ".join(f"{share:.3f}" for share in shares)
    half = WIDE * seats * _deviation(seats) / math.sqrt(counts.games)
    least, most = FAIR
    fair = least <= min(shares) and max(shares) <= most
    said = f"{said}  each ±{half:.3f}, of a fair share ({least} to {most})"
    return _line("wins by place from the start", said, fair)


def _windows_line(asked: Counter[str]) -> None:
    turns, windows = asked["turns"], max(1, asked["windows"])
    said = f"{asked['decisions'] / turns:.2f} own decisions, {asked['windows'] / turns:.3f} windows, "
    said += f"of which {asked['idle'] / windows:.0%} without a use, {asked['empty'] / windows:.0%} with nothing to use"
    print(f"  {'in a turn':<34} {said}")


def _deviation(seats: int) -> float:
    """The standard deviation of one seat's win in a fair game."""
    return math.sqrt((1 / seats) * (1 - 1 / seats))


def _shared_line(counts: Counts) -> bool:
    part = counts.shared / counts.climbs
    return _line("shared climbs", f"{part:.1%} of {counts.climbs} (at least {SHARED:.0%})", part >= SHARED)


def _shared_flags_line(counts: Counts) -> bool:
    parts = [counts.flags[source] / counts.flags.total() for source in SHARED_SOURCES]
    each = " and ".join(f"{part:.1%} {source}" for part, source in zip(parts, SHARED_SOURCES, strict=True))
    said = f"{sum(parts):.1%} of all, {each} (at least {SHARED_FLAGS:.0%})"
    return _line("flags from shared climbs", said, sum(parts) >= SHARED_FLAGS)


def _tiles_line(seats: int, counts: Counts) -> bool:
    """How many seats moved each tile how far, and how much more often they won; CLIMB's second step must be wanted."""
    everybody = seats * counts.games
    parts = {}
    for name in (f"{action} {level}" for action in ACTIONS for level in (1, 2)):
        taken = counts.tiles[name]
        lift = 100 * (counts.tile_won[name] / 60 / taken - 1 / seats) if taken else 0.0
        parts[name] = (taken / everybody, f"{name} by {taken / everybody:.0%} ({lift:+.1f})")
    said = ", ".join(text for _, text in parts.values())
    said += f" (climb 2 by at least {TAKEN:.0%})"
    return _line("tiles moved, and points of winning", said, parts["climb 2"][0] >= TAKEN)


def _median_line(what: str, numbers: list[int] | list[float], least: float, most: float) -> bool:
    if len(numbers) < 2:
        return _line(what, "never", False)
    first, middle, third = statistics.quantiles(numbers, n=4)
    said = f"median {middle:.3g}, quartiles {first:.3g} and {third:.3g} (median {least:g} to {most:g})"
    return _line(what, said, least <= middle <= most)


def _use_line(game: Peaks, counts: Counts) -> bool:
    names = [name for number, name in enumerate(game.content.names) if not FIRST_BONUS <= number < FIRST_COMPANION]
    used = [*names, *NEEDS]
    unused = [name for name in used if not counts.used[name]]
    rare = ", ".join(f"{name} {counts.used[name]}" for name in sorted(used, key=counts.used.__getitem__)[:RARE])
    said = f"never used: {', '.join(unused) or 'none'}; least used: {rare}"
    return _line("mountains, companions, boosts, kinds", said, not unused)


class Lift:
    """How much more often seats won that had a card than seats do in a fair game, in points, over all tables."""

    def __init__(self, card: str, tables: dict[int, Counts]) -> None:
        self.card = card
        self.hands = sum(counts.owned[card] for counts in tables.values())
        won = sum(counts.owner_won[card] / 60 - counts.owned[card] / seats for seats, counts in tables.items())
        variance = sum(counts.owned[card] * _deviation(seats) ** 2 for seats, counts in tables.items())
        self.points = 100 * won / self.hands if self.hands else 0.0
        self.error = 100 * math.sqrt(variance) / self.hands if self.hands else math.inf

    def __str__(self) -> str:
        return f"{self.points:+.1f} ±{WIDE * self.error:.1f} by {self.card} in {self.hands} hands"


def _lift_line(what: str, cards: list[str], compared: int, tables: dict[int, Counts]) -> bool:
    """A card is too strong if its lift is surely above the bound, all cards that are compared taken together."""
    lifts = sorted((Lift(card, tables) for card in cards), key=lambda lift: lift.points)
    sure = NORMAL.inv_cdf(1 - DOUBT / compared)
    strong = [lift for lift in lifts if lift.points - sure * lift.error > LIFT]
    above = [str(lift) for lift in lifts if lift.points > LIFT]
    fewest = min(lifts, key=lambda lift: lift.hands)
    said = f"{lifts[-1]}, {lifts[0]}; fewest hands: {fewest.card} {fewest.hands}"
    said += f"; above +{LIFT:g}: {', '.join(above) or 'none'} (none surely above, {sure:.2f} standard errors)"
    return _line(f"win rate with a {what}", said, not strong)


def _source_line(counts: Counts) -> bool:
    total = counts.flags.total()
    parts = [f"{source} {flags / total:.1%}" for source, flags in counts.flags.most_common()]
    met = counts.flags.most_common(1)[0][1] <= HALF * total
    met = _line("largest source of flags", f"{parts[0]} (at most {HALF:.0%})", met)
    print(f"  {'':<34} {', '.join(parts[1:])}")
    return met


def main() -> None:
    parser = arguments(__doc__, BOT)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4, 5, 6], help="1: the ladder of the game alone")
    parser.add_argument("--every-window", action="store_true", help="no bot makes it a habit to be asked less")
    parser.add_argument("--campaign", action="store_true", help="play alone against each rival and each scenario")
    asked = parser.parse_args()
    game, _ = box(asked.content, asked.bot)
    heading(game, asked)
    if asked.campaign:
        met = [campaign(game, asked)]
    else:
        keys: list[Key] = [(seats, number) for number in range(asked.games) for seats in asked.seats]
        played = play_all(partial(play_key, asked), keys, asked)
        found = {seats: Counts() for seats in asked.seats}
        for (seats, _), one in played.items():
            found[seats].add(one["counts"])
        met = [report(game, seats, counts) for seats, counts in found.items()]
        met.append(report_cards(game, found))
        closing(list(played.values()))
    print(f"\n{'All targets are met.' if all(met) else 'Not all targets are met.'}")


if __name__ == "__main__":
    main()
