"""RULES.md, the tests and the engine speak of the same rules."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

from tests.games.rulings import rulings_of
from tests.games.the_peak.tables import GAME

ID = re.compile(r"TP-\d+")
CITATION = re.compile(r"@rule\(([^)]*)\)")
SOURCES = ("board.py", "content.py", "content.toml", "decisions.py", "effects.py", "game.py", "scoring.py", "state.py")
SKIPPED = {19, 27, 28, 29}
"""Numbers that no ruling has."""


def cited_by_tests() -> set[str]:
    text = "".join(file.read_text() for file in Path(__file__).parent.glob("test_*.py"))
    return set(ID.findall(" ".join(CITATION.findall(text))))


def test_every_rule_is_shown_by_a_test_and_every_test_cites_a_rule_that_exists() -> None:
    assert cited_by_tests() == set(GAME.ledger.rules)


def test_the_engine_cites_rules_that_exist() -> None:
    folder = resources.files(GAME.package)
    cited = set(ID.findall("".join((folder / name).read_text() for name in SOURCES)))
    assert cited
    assert cited <= set(GAME.ledger.rules)


def test_every_ruling_has_its_place_among_the_rules() -> None:
    rows = re.findall(r"^\| ruling A(\d+): [^|]+ \| ([^|]+) \|$", rulings_of(GAME.title), re.MULTILINE)
    assert [int(number) for number, _ in rows] == [number for number in range(1, 54) if number not in SKIPPED]
    assert set(ID.findall(" ".join(rules for _, rules in rows))) <= set(GAME.ledger.rules)


def test_every_option_is_explained_by_a_rule() -> None:
    rules = " ".join(rule.text for rule in GAME.ledger.rules.values())
    for name, option in GAME.options.items():
        assert f"`{name}`" in rules
        assert set(ID.findall(GAME.option_help(name))) <= set(GAME.ledger.rules)
        assert ID.search(GAME.option_help(name))
        for value in option.choices:
            assert GAME.texts.has("option-value", f"{name}.{str(value).lower()}")
