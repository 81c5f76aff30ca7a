"""RULES.md has a place for every ruling, and sections in the order of play."""

from __future__ import annotations

import re

from tests.games.five_towers.tables import GAME
from tests.games.rulings import rulings_of

ID = re.compile(r"FT-\d+")


def test_every_ruling_has_its_place_among_the_rules() -> None:
    rows = re.findall(r"^\| ruling B(\d+): [^|]+ \| ([^|]+) \|$", rulings_of(GAME.title), re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 36))
    assert set(ID.findall(" ".join(rules for _, rules in rows))) <= set(GAME.ledger.rules)


def test_rules_stand_in_sections_that_a_newcomer_can_follow() -> None:
    sections = list(dict.fromkeys(rule.section for rule in GAME.ledger.rules.values()))
    assert sections == [
        "The cards",
        "Set-up",
        "The round",
        "Bidding",
        "Building",
        "Clean-up",
        "The end",
        "Scoring",
        "Rulings",
    ]
