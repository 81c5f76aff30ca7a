"""Matches: every pairing of some bots, in every seat order, on the same deals.

A deal is a stream of chance. All pairings, and all seat orders of each, are played on deal 0, then on deal 1, and so
on: what luck gives one seat order it gives the others too, and a match cut short is about as far with each pairing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import Any

import cairn
from cairn import bots
from cairn.core.contract import OptionValue
from cairn.lab import rating
from cairn.lab.journal import BadRun, Journal, write_whole
from cairn.lab.pairings import Seating, pairings, seat_orders
from cairn.lab.playing import Played, Task, game_of
from cairn.lab.pool import TIMEOUT, play_all
from cairn.lab.shares import win_share
from cairn.lab.signals import uninterrupted
from cairn.lab.sources import fingerprint


@dataclass(frozen=True)
class Row:
    """One finished game of a match, as its journal keeps it."""

    deal: int
    pairing: int
    order: int
    bots: Seating
    win: list[float]
    score: list[int]
    standing: list[int]
    decisions: list[int]
    seconds: list[float]
    faults: list[dict[str, Any]]
    """Seat, bot and problem of every decision that a stand-in made."""

    @property
    def key(self) -> tuple[int, int, int]:
        return self.deal, self.pairing, self.order


class Match:
    """What is to be played. Everything that decides the results is in here; processes and folders are not."""

    def __init__(
        self,
        slug: str,
        specs: list[str],
        seats: int,
        games: int,
        seed: int,
        options: dict[str, OptionValue],
        content: Path | None = None,
    ) -> None:
        """`games` is for each pairing, and rounded up to whole deals. CairnError if it cannot be played so."""
        if games < 1:
            raise cairn.CairnError(f"a match needs at least one game, not {games}")
        game = game_of(slug, content)
        self.slug = slug
        self.rules_version = game.rules_version
        self.content = content
        self.content_mark = game.content_mark
        self.sources = fingerprint(game)
        self.specs = [bots.make(spec, game).name for spec in specs]
        self.seats = seats
        self.options = game.prepare(seats, options).options
        self.seed = seed
        self.games = games
        self.pairings = pairings(self.specs, seats)
        self.orders = [seat_orders(pairing) for pairing in self.pairings]

    @property
    def header(self) -> dict[str, Any]:
        """The first line of the journal: a match can go on only with the same."""
        return {
            "game": self.slug,
            "rules_version": self.rules_version,
            **({"content": self.content_mark} if self.content_mark else {}),
            "cairn": cairn.__version__,
            "build": cairn.build(),
            "sources": self.sources,
            "options": self.options,
            "bots": self.specs,
            "seats": self.seats,
            "games": self.games,
            "seed": self.seed,
        }

    def deals(self, pairing: int) -> int:
        """How many deals a pairing plays, so that every seat order gets each of them."""
        return -(-self.games // len(self.orders[pairing]))

    @cached_property
    def total(self) -> int:
        """How many games that makes in all."""
        return sum(self.deals(pairing) * len(orders) for pairing, orders in enumerate(self.orders))

    def tasks(self, done: set[tuple[int, int, int]], keep_records: bool) -> Iterator[Task]:
        """The games that are left to play."""
        for deal in range(max(self.deals(pairing) for pairing in range(len(self.pairings)))):
            for pairing, orders in enumerate(self.orders):
                if deal >= self.deals(pairing):
                    continue
                for order, seating in enumerate(orders):
                    key = (deal, pairing, order)
                    if key not in done:
                        yield Task(key, self.slug, seating, self.seed, deal, self.options, keep_records, self.content)

    def row(self, played: Played) -> Row:
        """A game that was played as a row of the run."""
        deal, pairing, order = played.key
        return Row(
            deal,
            pairing,
            order,
            self.orders[pairing][order],
            played.shares,
            played.totals,
            played.standing,
            played.decisions,
            [round(seconds, 6) for seconds in played.seconds],
            [{"seat": f.seat, "bot": f.bot, "problem": f.problem} for f in played.faults],
        )


class Run:
    """A match being played, in memory or with its journal in a folder. `rows` are the games finished so far."""

    def __init__(self, match: Match, folder: Path | None = None, resume: bool = False, records: bool = True) -> None:
        self.match = match
        self.rows: list[Row] = []
        self._journal = Journal(folder, match.header, resume) if folder else None
        self._records = folder / "records" if folder and records else None
        try:
            if self._journal is not None:
                self.rows = [_row(self._journal.path, number, row) for number, row in enumerate(self._journal.rows, 2)]
            if self._records is not None:
                self._records.mkdir(exist_ok=True)
                for cut_off in self._records.glob("*.part"):
                    cut_off.unlink()
        except BaseException:
            self.close()
            raise

    def play(
        self,
        jobs: int = 1,
        timeout: float = TIMEOUT,
        told: Callable[[int], None] = lambda finished: None,
    ) -> None:
        """Play what is left; `told` hears now and then how many games are finished. May be interrupted."""
        done = {row.key for row in self.rows}
        tasks = self.match.tasks(done, self._records is not None)
        told(len(self.rows))
        with closing(play_all(tasks, jobs, timeout, lambda: told(len(self.rows)))) as results:
            for played in results:
                with uninterrupted():
                    self._keep(played)
                told(len(self.rows))

    def _keep(self, played: Played) -> None:
        row = self.match.row(played)
        if self._records is not None:
            write_whole(self._records / f"deal-{row.deal:05}-{row.pairing}-{row.order}.json", played.record)
        if self._journal is not None:
            self._journal.append(asdict(row))
        self.rows.append(row)

    def close(self) -> None:
        """Close the file of the run."""
        if self._journal is not None:
            self._journal.close()

    def report(self) -> dict[str, Any]:
        """What has come out so far, as data."""
        return report(self.match, self.rows)


def _row(path: Path, number: int, data: dict[str, Any]) -> Row:
    try:
        row = Row(**data)
        return replace(row, bots=tuple(row.bots))
    except TypeError:
        raise BadRun(f"{path}, line {number}: is not a finished game") from None


def report(match: Match, rows: Iterable[Row]) -> dict[str, Any]:
    """What came out, as data. Nothing in it but `timing` depends on the machine or the number of processes."""
    ordered = sorted(rows, key=lambda row: row.key)
    specs = list(dict.fromkeys(match.specs))
    ratings = rating.rate(((row.bots, row.standing) for row in ordered), specs) if rating.is_available() else {}
    by_pairing = [[row for row in ordered if row.pairing == number] for number in range(len(match.pairings))]
    return {
        **match.header,
        "games_asked": match.total,
        "games_played": len(ordered),
        "decisions_per_game": _mean([sum(row.decisions) for row in ordered]),
        "standings": [{**_result(spec, ordered, match.seats), "rating": _rating(ratings.get(spec))} for spec in specs],
        "pairings": [
            {
                "bots": list(pairing),
                "games": len(games),
                "deals": len({row.deal for row in games}),
                "seat_orders": len(match.orders[number]),
                "results": [_result(spec, games, match.seats) for spec in dict.fromkeys(pairing)],
                "seats": [_mean([row.win[seat] for row in games]) for seat in range(match.seats)],
            }
            for number, (pairing, games) in enumerate(zip(match.pairings, by_pairing, strict=True))
        ],
        "timing": _timing(specs, ordered),
    }


def _result(spec: str, rows: list[Row], seats: int) -> dict[str, Any]:
    """How one bot did in these games. A game counts once for each seat it had in it."""
    taken = [(row, seat) for row in rows for seat in range(seats) if row.bots[seat] == spec]
    by_deal: dict[int, tuple[float, int]] = {}
    for row, seat in taken:
        wins, games = by_deal.get(row.deal, (0.0, 0))
        by_deal[row.deal] = (wins + row.win[seat], games + 1)
    share = win_share(list(by_deal.values())) if taken else None
    return {
        "bot": spec,
        "seats_taken": len(taken),
        "win_share": round(share.value, 6) if share else None,
        "low": round(share.low, 6) if share else None,
        "high": round(share.high, 6) if share else None,
        "score": _mean([row.score[seat] for row, seat in taken]),
        "margin": _mean([_margin(row.score, seat) for row, seat in taken]),
        "decisions": _mean([row.decisions[seat] for row, seat in taken]),
        "win_share_by_seat": [_mean([row.win[at] for row, at in taken if at == seat]) for seat in range(seats)],
        "faults": sum(row.bots[fault["seat"]] == spec for row in rows for fault in row.faults),
    }


def _margin(scores: list[int], seat: int) -> int:
    """Points ahead of the best other seat."""
    others = [score for other, score in enumerate(scores) if other != seat]
    return scores[seat] - max(others) if others else scores[seat]


def _mean(numbers: list[float] | list[int]) -> float | None:
    return round(fmean(numbers), 6) if numbers else None


def _rating(found: rating.Rating | None) -> dict[str, float] | None:
    if found is None:
        return None
    return {"mu": round(found.mu, 3), "sigma": round(found.sigma, 3), "ordinal": round(found.ordinal, 3)}


def _timing(specs: list[str], rows: list[Row]) -> dict[str, Any]:
    """Seconds spent thinking, by the clock on the wall."""
    timing: dict[str, Any] = {"seconds_per_game": _mean([sum(row.seconds) for row in rows]), "bots": {}}
    for spec in specs:
        taken = [(row, seat) for row in rows for seat, bot in enumerate(row.bots) if bot == spec]
        decisions = sum(row.decisions[seat] for row, seat in taken)
        seconds = sum(row.seconds[seat] for row, seat in taken)
        timing["bots"][spec] = {
            "seconds_per_game": _mean([row.seconds[seat] for row, seat in taken]),
            "seconds_per_decision": round(seconds / decisions, 6) if decisions else None,
        }
    return timing
