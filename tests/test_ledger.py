"""The rule ledger: every rule of a game's RULES.md is shown by a test, and every cited rule is there."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

import cairn
from cairn.core.registry import bundled
from cairn.core.texts import Ledger
from cairn.testing import Witness, citations, cited_rules, ledger_of, ledger_problems, unshown
from tests.toys.pebbles import Pebbles

LEDGER = Ledger("# Toy\n\n- **TY-1** Draw a card.\n- **TY-2** Play a card,\n  or pass.\n")

TESTS = """
@rule("TY-1")
def test_drawing(): ...

@pytest.mark.parametrize("card", [pytest.param(1, marks=rule("TY-2"))])
def test_playing(card): ...

@pytest.mark.rule("TY-1", "TY-3")
def test_passing(): ...

breaking.rule("TY-9")
"""


def test_every_rule_is_shown_by_a_test_and_every_cited_rule_exists():
    ledgers = {slug: ledger_of(cairn.game(slug)) for slug in bundled()}
    missing = [slug for slug, ledger in ledgers.items() if ledger is None]
    assert not missing, f"games without RULES.md: {', '.join(missing)}"
    problems = ledger_problems(ledgers.values(), cited_rules(Path(__file__).parent))
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("slug", cairn.slugs())
def test_the_engine_cites_rules_that_exist(slug):
    game = cairn.game(slug)
    prefix = next(iter(game.ledger.rules)).partition("-")[0]
    sources = [file.read_text("utf-8") for file in resources.files(game.package).iterdir() if file.name.endswith(".py")]
    cited = set(re.findall(rf"\b{prefix}-\d+[a-z]?\b", "".join(sources)))
    assert cited
    assert cited <= set(game.ledger.rules)


def test_citations_are_found_in_marks_of_every_form():
    assert sorted(citations(TESTS)) == [("TY-1", 2), ("TY-1", 8), ("TY-2", 5), ("TY-3", 8)]


def test_ids_that_cannot_be_read_off_the_source_are_refused():
    with pytest.raises(SyntaxError, match=r"test_toy\.py:2"):
        citations("\nrule(*IDS)", "test_toy.py")


def test_citations_of_a_folder_say_where(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "test_toy.py").write_text(TESTS)
    assert cited_rules(tmp_path)["TY-2"] == [f"{tmp_path}/deep/test_toy.py:5"]


def test_a_ledger_whose_rules_are_all_cited_has_no_problems():
    assert ledger_problems([LEDGER], {"TY-1": ["a:1"], "TY-2": ["a:2"]}) == []


def test_a_rule_without_a_test_is_named():
    assert ledger_problems([LEDGER], {"TY-1": ["a:1"]}) == ["TY-2 is cited by no test"]


def test_a_cited_id_that_is_no_rule_is_named_with_its_place():
    cited = {"TY-1": ["a:1"], "TY-2": ["a:2"], "TY-3": ["a:3", "b:4"]}
    assert ledger_problems([LEDGER], cited) == ["TY-3 is in no RULES.md but cited at a:3, b:4"]


plain_only = pytest.mark.skipif(cairn.build() != "plain", reason="nobody can look into compiled decisions")


@plain_only
def test_a_test_that_never_meets_the_decision_of_its_rule_is_noticed():
    witness = Witness()
    witness.attend()
    Pebbles().start(2, cairn.Dice(1))
    assert witness.missed("PB-2") == []
    assert "Bury" in witness.missed("PB-5")
    witness.attend()
    assert "Play" in witness.missed("PB-2")


@plain_only
def test_a_rule_that_belongs_to_no_decision_is_shown_by_any_test():
    assert Witness().missed("PB-6") == []


@plain_only
def test_a_refusal_meets_a_decision():
    state = Pebbles().start(2, cairn.Dice(1))
    witness = Witness()
    witness.attend()
    with pytest.raises(cairn.IllegalChoice):
        state.choose(10_000, cairn.Dice(1))
    assert witness.missed("PB-3") == []


def test_a_rule_is_shown_if_one_of_its_tests_meets_the_decision():
    assert unshown([("TY-1", "test_a", ["Draw"]), ("TY-1", "test_b", [])]) == []
    assert unshown([("TY-1", "test_a", ["Draw"]), ("TY-2", "test_a", [])]) == [
        "TY-1 is a rule of Draw, never asked, answered or refused in test_a"
    ]
