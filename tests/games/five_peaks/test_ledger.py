"""RULES.md has a place for every ruling."""

from __future__ import annotations

import re

from tests.games.five_peaks.tables import GAME
from tests.games.rulings import rulings_of


def test_every_ruling_has_its_place_among_the_rules() -> None:
    rows = re.findall(r"^\| ruling (\d+): [^|]+ \| ([^|]+) \|$", rulings_of(GAME.title), re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 45))
    assert set(re.findall(r"FP-\d+", " ".join(rules for _, rules in rows))) <= set(GAME.ledger.rules)
