"""How Five Peaks plays out between equals, and whether its content keeps the balance it is meant to have.

    .venv/bin/python benchmarks/five_peaks_balance.py [--games 2000] [--seed 1] [--seats 2 3 4 5] [--keep FILE]

For each number of seats so many games are played, in turn. Every line states its target and whether it is met.
`balance.py` says how games are played, kept and interrupted.
"""

from __future__ import annotations

import argparse
import math
import statistics
from functools import cache, partial
from typing import Any

from balance import FAIR, Key, Played, Standing, Watch, arguments, closing, heading, play, play_all

import cairn
from cairn import bots
from cairn.games.five_peaks.actions import TRADE, end_conditions
from cairn.games.five_peaks.content import BIKE, CAMPFIRES, CARD_KINDS, CARDS, PARAGLIDE, SHORTCUT, STARTING, TERRAINS
from cairn.games.five_peaks.state import NOT_CLOSING, HikeState

CONDITIONS = ("rocky peaks", "stones", "panoramas")
LINES = ("badges", "panoramas", "campfires", "stones")
PEAKS_PLACED = 2.0
"""How many of the five peaks of a terrain are placed in a game, at least."""
LEAST_USED = 0.02
"""How often a game every exchange is used, at least."""
STRANDED = 5
"""A pawn is stuck if it begins so many turns in a row on a space that no path leaves, without a card that would."""
LIFT = 0.12
"""How much of the win a campfire card may add at most."""
LUCK_OF_ALL = statistics.NormalDist().inv_cdf(1 - 0.05 / 2 / len(CAMPFIRES))
LEAVING = (SHORTCUT, BIKE, PARAGLIDE)


class HikeWatch(Watch):
    """All that the report counts of a game beside its result."""

    def __init__(self, game: Any, seats: int) -> None:
        self.used = [0] * CARD_KINDS
        self.traded = [0] * len(game.content.exchanges)
        self.most_offered = 0
        self.alone = [0] * seats
        self.stuck = False

    def chosen(self, state: cairn.State, choice: int) -> None:
        assert isinstance(state, HikeState)
        seat = state.seat
        asked = state.stack.top
        assert asked is not None
        self.most_offered = max(self.most_offered, len(state.offered))
        if asked.kind == "play":
            self.alone[seat] = 0 if can_leave(state, seat) else self.alone[seat] + 1
            self.stuck |= self.alone[seat] >= STRANDED
            if choice < CARD_KINDS:
                self.used[choice] += 1
        if asked.kind == "exchange" and 0 < choice < TRADE:
            self.traded[state.board.about[state.pawns[seat]]] += choice

    def over(self, state: cairn.State) -> Played:
        assert isinstance(state, HikeState)
        seats = state.setup.seats
        return {
            "lines": [[score.lines[line] for line in LINES] for score in state.scores()],
            "turns": -(-state.turns_played // seats),
            "closed": state.last_turns != NOT_CLOSING,
            "conditions": end_conditions(state),
            "used": self.used,
            "traded": self.traded,
            "peaks": [
                sum(state.content.peaks[peak].terrain == terrain for peak in state.board.peak_ids)
                for terrain in range(len(TERRAINS))
            ],
            "fires": state.fires,
            "views": [state.content.panorama_names[card] for seat in range(seats) for card in state.panoramas_of(seat)],
            "stuck": self.stuck,
            "most_offered": self.most_offered,
        }


def can_leave(state: HikeState, seat: int) -> bool:
    first = seat * CARD_KINDS
    return bool(state.board.edges[state.pawns[seat]]) or any(
        state.hands[first + card] + state.played[first + card] for card in LEAVING
    )


@cache
def box(content: str | None, bot: str) -> tuple[cairn.Game, bots.Bot]:
    game = cairn.game("five-peaks", content=content)
    return game, bots.make(bot, game)


def play_key(asked: argparse.Namespace, key: Key) -> Played:
    seats, number = key
    game, bot = box(asked.content, asked.bot)
    dice = cairn.Dice(asked.seed).fork(number * 10 + seats)
    return play(game, bot, seats, dice, watch=HikeWatch(game, seats))


class Report:
    """The figures of one number of seats, line by line."""

    def __init__(self, seats: int, played: list[Played], content: Any) -> None:
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
        standing = Standing(self.played)
        low, high = FAIR
        self.line("fair shares won, by seat", standing.shown_shares(), f"each from {low} to {high}", standing.is_fair())
        print(f"  {'points ahead of the table':<34} {standing.shown_ahead()}")
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
        """How much more often owners of a card win than seats with as many campfire cards.

        The best of eighteen cards looks better than it is; the margin is such that all eighteen are within theirs in 95
        of 100 runs.
        """
        seats = [
            (fires, share) for game in self.played for fires, share in zip(game["fires"], game["shares"], strict=True)
        ]
        by_count: dict[int, list[float]] = {}
        for fires, share in seats:
            by_count.setdefault(fires.bit_count(), []).append(share)
        usual = {count: statistics.fmean(shares) for count, shares in by_count.items()}
        lifts = {}
        kept = {}
        luck = {}
        for at, name in enumerate(CAMPFIRES):
            gains = [share - usual[fires.bit_count()] for fires, share in seats if fires >> at & 1]
            kept[name] = len(gains)
            lifts[name] = statistics.fmean(gains) if gains else 0.0
            luck[name] = LUCK_OF_ALL * statistics.pstdev(gains) / math.sqrt(len(gains)) if gains else 1.0
        best = max(lifts, key=lambda name: lifts[name] - luck[name])
        shown = f"{100 * lifts[best]:+.1f} ± {100 * luck[best]:.1f} points ({best}, kept {kept[best]} times)"
        fair = lifts[best] - luck[best] <= LIFT
        self.line("most helpful campfire card", shown, f"at most +{100 * LIFT:.0f} points but for luck", fair)
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
    parser = arguments(__doc__)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4, 5])
    asked = parser.parse_args()
    game: Any = cairn.game("five-peaks", content=asked.content)
    heading(game, asked)
    keys: list[Key] = [(seats, number) for number in range(asked.games) for seats in asked.seats]
    played = play_all(partial(play_key, asked), keys, asked)
    missed = 0
    for seats in asked.seats:
        games = [one for key, one in played.items() if key[0] == seats]
        if games:
            report = Report(seats, games, game.content)
            report.show()
            missed += report.missed
    if played:
        closing(list(played.values()))
        print("all targets met" if missed == 0 else f"{missed} targets missed")


if __name__ == "__main__":
    main()
