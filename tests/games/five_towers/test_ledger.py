"""RULES.md, the tests and the engine speak of the same rules."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

from tests.games.five_towers.tables import GAME

ID = re.compile(r"FT-\d+")
CITATION = re.compile(r"@rule\(([^)]*)\)")


def cited_by_tests() -> set[str]:
    text = "".join(file.read_text() for file in Path(__file__).parent.glob("test_*.py"))
    return set(ID.findall(" ".join(CITATION.findall(text))))


def test_every_rule_is_shown_by_a_test_and_every_test_cites_a_rule_that_exists() -> None:
    assert cited_by_tests() == set(GAME.ledger.rules)


def test_the_engine_cites_rules_that_exist() -> None:
    folder = resources.files(GAME.package)
    cited = set(ID.findall("".join((folder / name).read_text() for name in ("decisions.py", "game.py", "scoring.py"))))
    assert cited
    assert cited <= set(GAME.ledger.rules)


def test_every_ruling_has_its_place_among_the_rules() -> None:
    rows = re.findall(r"^\| ruling B(\d+): [^|]+ \| ([^|]+) \|$", GAME.ledger.text, re.MULTILINE)
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
