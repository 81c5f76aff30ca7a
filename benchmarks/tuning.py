"""What a setting of the search is worth: a search with settings of one's own against a bot, over the same deals.

    .venv/bin/python benchmarks/tuning.py solstis --set rollout_turns=4 --iterations 400 [--against BOT]

Settings not named are those that ship (`bots.toml` of the game); `SearchSettings` in `cairn/core/bot_settings.py` says
what each does. With `--session` the search keeps its tree or plan from one decision to the next. Both bots sit on both
seats of every deal, and the same command plays the same games. An interruption reports what has been played.
"""

from __future__ import annotations

import argparse
from time import process_time

import cairn
from cairn import bots
from cairn.bots.bot import Session
from cairn.bots.search_bot import SearchBot
from cairn.cli.bench import calibrate
from cairn.cli.progress import bar
from cairn.core.bot_settings import NUMBERS, WHOLE_NUMBERS, Budget, SearchSettings, bot_settings
from cairn.lab.shares import win_share


def changed(game: cairn.Game, wishes: list[str]) -> SearchSettings:
    """What ships for a game, with some settings replaced."""
    shipped = bot_settings(game).search
    known = (*NUMBERS, *WHOLE_NUMBERS)
    values = {name: getattr(shipped, name) for name in known}
    for wish in wishes:
        name, _, value = wish.partition("=")
        if name not in known:
            raise SystemExit(f"the search has no setting '{name}'; its settings are: {', '.join(known)}")
        try:
            values[name] = float(value) if name in NUMBERS else int(value)
        except ValueError:
            kind = "a number" if name in NUMBERS else "a whole number"
            raise SystemExit(f"'{name}' is {kind}, not '{value}'") from None
    return SearchSettings(**values)


def played(game: cairn.Game, sitting: list[Session | bots.Bot], deal: int, spent: list[float]) -> list[float]:
    """One game between those on the seats: the shares of the win; the seconds of thought are added by seat."""
    chance = cairn.Dice(1_000_003 * deal + 17)
    thoughts = [cairn.Dice(7919 * deal + seat) for seat in range(len(sitting))]
    state = game.start(len(sitting), chance, **bot_settings(game).ladder_options)
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
    parser.add_argument("--session", action="store_true")
    asked = parser.parse_args()

    game = cairn.game(asked.game)
    search = SearchBot("search", game, Budget(asked.iterations, 0), changed(game, asked.settings), plain=False)
    other = bots.make(asked.against, game)
    by_seat = [0.0, 0.0]
    deals: list[tuple[float, int]] = []
    thought = 0.0
    try:
        with bar(f"{asked.game} against {asked.against}", asked.games // 2) as progress:
            for deal in range(asked.games // 2):
                wins = 0.0
                for seat in range(2):
                    player = search.session() if asked.session else search
                    sitting = [player, other] if seat == 0 else [other, player]
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
