"""How true a game's win chances are, and what makes them truer: the file `calibration.toml` of its folder.

`cairn calibrate GAME` plays games, fits this table and writes it. For each number of seats it holds slopes at some
score spreads, that is phases of a game: how much the evaluator's leads really are worth there. With a slope of 1 they
are worth what the evaluator says, below it less, above it more. Between two spreads the slope is on the straight line,
beyond the last one it stays. A larger lead is worth more with any of them. In a game with roles there are leads too:
what each role has ahead of what the evaluator says, in units of the calibrated spread. A game without the file, and a
number of seats without an entry, have a slope of 1.
"""

from __future__ import annotations

from typing import Final

from cairn.core.content import read_toml
from cairn.core.contract import Game
from cairn.core.fields import Fields, content_fields

FILE: Final = "calibration.toml"
LEAST_SLOPE: Final = 0.05
MOST_SLOPE: Final = 20.0
WIDEST: Final = 1e6


class Slopes:
    """The entry of one number of seats."""

    def __init__(self, spreads: list[float], slopes: list[float], leads: list[float] | None = None) -> None:
        self.spreads = spreads
        self.slopes = slopes
        self.leads: list[float] = [] if leads is None else leads
        """By role; empty where seats are alike."""

    def at(self, spread: float) -> float:
        spreads = self.spreads
        if spread <= spreads[0]:
            return self.slopes[0]
        for at in range(1, len(spreads)):
            if spread <= spreads[at]:
                part = (spread - spreads[at - 1]) / (spreads[at] - spreads[at - 1])
                return self.slopes[at - 1] + part * (self.slopes[at] - self.slopes[at - 1])
        return self.slopes[-1]


class Calibration:
    """The slopes of one game, by number of seats."""

    def __init__(self, data: object, where: str) -> None:
        top = content_fields(data, where)
        self.by_seats: dict[int, Slopes] = {}
        if top.has("made"):
            top.table("made")
        parts = top.part_if_there("seats")
        for name in parts.names():
            if not name.isdecimal():
                raise parts.refuse(name, "should be a number of seats")
            self.by_seats[int(name)] = _slopes(parts.part(name))
        parts.end()
        top.end()

    def slope(self, seats: int, spread: float) -> float:
        """How much leads are worth, at a score spread."""
        found = self.by_seats.get(seats)
        return 1.0 if found is None else found.at(spread)

    def lead(self, seats: int, role: int) -> float:
        """What a role has ahead, in units of the calibrated spread."""
        found = self.by_seats.get(seats)
        return 0.0 if found is None or role >= len(found.leads) else found.leads[role]


def _slopes(part: Fields) -> Slopes:
    spreads = part.decimals("spreads", 0.0, WIDEST)
    slopes = part.decimals("slopes", LEAST_SLOPE, MOST_SLOPE)
    if not spreads or len(spreads) != len(slopes):
        raise part.refuse("slopes", f"should be as many as there are spreads, at least one, not {len(slopes)}")
    for at in range(1, len(spreads)):
        if spreads[at] <= spreads[at - 1]:
            raise part.refuse("spreads", "should rise")
    leads = part.decimals("leads", -MOST_SLOPE, MOST_SLOPE) if part.has("leads") else None
    if part.has("figures"):
        part.table("figures")
    part.end()
    return Slopes(spreads, slopes, leads)


_read: dict[str, Calibration] = {}


def calibration(game: Game) -> Calibration:
    """What a game knows about its win chances; read once. BadContent says what is wrong with the file."""
    package = game.package
    if package not in _read:
        data = read_toml(package, FILE) if package else {}
        _read[package] = Calibration(data, f"{package}/{FILE}")
    return _read[package]
