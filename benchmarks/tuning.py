"""What a setting of the search is worth: a search with settings of one's own against a bot, over the same deals.

    .venv/bin/python benchmarks/tuning.py solstis --set rollout=4 --iterations 400 [--against climber] [--games 160]

Settings not named are those that ship (`cairn/bots/levels.py`); `Tuning` in `cairn/bots/search.py` says what each does.
Both bots sit on both seats of every deal, and the same command plays the same games. An interruption reports what has
been played.
"""

from __future__ import annotations

import argparse
from time import process_time

import cairn
from cairn import bots
from cairn.bots.bot import Bot
from cairn.bots.levels import tuning
from cairn.bots.search import Budget, SearchBot, Tuning
from cairn.cli.bench import calibrate
from cairn.cli.progress import bar
from cairn.lab.ladder import FAIREST
from cairn.lab.shares import win_share

NUMBERS = {
    "prior_weight": float,
    "exploration": float,
    "temperature": float,
    "rollout": int,
    "sample": int,
    "width": int,
    "worlds": int,
    "beam": int,
    "style": float,
    "horizon": int,
    "breadth": int,
}


def tuned(game: cairn.Game, settings: list[str]) -> Tuning:
    """What ships for a game, with some settings replaced."""
    made = Tuning()
    for name in NUMBERS:
        setattr(made, name, getattr(tuning(game.slug), name))
    for setting in settings:
        name, _, value = setting.partition("=")
        if name not in NUMBERS:
            raise SystemExit(f"the search has no setting '{name}'; its settings are: {', '.join(NUMBERS)}")
        try:
            setattr(made, name, NUMBERS[name](value))
        except ValueError:
            raise SystemExit(f"'{name}' is {NUMBERS[name].__name__}, not '{value}'") from None
    return made


def played(game: cairn.Game, sitting: list[Bot], deal: int, spent: list[float]) -> list[float]:
    """One game between bots at seats: the shares of the win; the seconds of thought are added by bot."""
    chance = cairn.Dice(1_000_003 * deal + 17)
    thoughts = [cairn.Dice(7919 * deal + seat) for seat in range(len(sitting))]
    state = game.start(len(sitting), chance, **FAIREST.get(game.slug, {}))
    while state.seat >= 0:
        seat = state.seat
        begun = process_time()
        choice = sitting[seat].decide(state.resample(seat, thoughts[seat]), thoughts[seat])
        spent[seat] += process_time() - begun
        state.apply(choice, chance)
    return state.result()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=cairn.slugs())
    parser.add_argument("--set", dest="settings", nargs="*", default=[], metavar="NAME=NUMBER")
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument("--against", default="climber", metavar="BOT")
    parser.add_argument("--games", type=int, default=160)
    asked = parser.parse_args()

    game = cairn.game(asked.game)
    search = SearchBot("search", game, Budget(asked.iterations, 0), tuned(game, asked.settings), True)
    other = bots.make(asked.against, game)
    by_seat = [0.0, 0.0]
    deals: list[tuple[float, int]] = []
    thought = 0.0
    try:
        with bar(f"{asked.game} against {asked.against}", asked.games // 2) as progress:
            for deal in range(asked.games // 2):
                wins = 0.0
                for seat, sitting in enumerate(([search, other], [other, search])):
                    spent = [0.0, 0.0]
                    share = played(game, sitting, deal, spent)[seat]
                    thought += spent[seat]
                    by_seat[seat] += share
                    wins += share
                deals.append((wins, 2))
                progress.show(len(deals))
    except KeyboardInterrupt:
        print("interrupted; so far:")
    if deals:
        won = win_share(deals)
        seats = " / ".join(f"{share / len(deals):.1%}" for share in by_seat)
        print(f"{2 * len(deals)} games: {won.value:.1%} ({won.low:.1%}-{won.high:.1%}), by seat {seats},", end=" ")
        print(f"{thought / (2 * len(deals)):.2f} s of thought a game, calibration {calibrate() / 1e6:.1f} million/s")


if __name__ == "__main__":
    main()
