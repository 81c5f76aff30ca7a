"""Connect Four holds what every game must hold, says all it should, and plays as it always did."""

from __future__ import annotations

from pathlib import Path

import cairn
from cairn.testing import check_game, cited_rules, ledger_problems
from cairn.testing.counts import count_files
from cairn.testing.golden import golden_files
from cairn.testing.kept import compare
from cairn.testing.shapes import misfits
from cairn.testing.texts import problems

HERE = Path(__file__).parent
GAME = cairn.game("connect-four")


def test_the_game_holds_what_every_game_must_hold():
    check_game(GAME)


def test_every_rule_is_shown_by_a_test_and_every_cited_rule_exists():
    assert ledger_problems([GAME.ledger], cited_rules(HERE)) == []


def test_views_and_content_have_the_declared_shapes():
    assert misfits(GAME) == []


def test_no_text_is_missing_stale_or_given_wrong_arguments():
    assert problems(GAME) == []


def test_the_game_plays_as_its_golden_record_says():
    for path, text in golden_files(["connect-four"], HERE / "golden"):
        assert compare(path, text) == [], "if this is meant: python -m cairn.testing.golden connect-four"


def test_there_are_as_many_lines_of_play_as_ever():
    for path, text in count_files(["connect-four"], HERE / "perft"):
        assert compare(path, text) == [], "if this is meant: python -m cairn.testing.counts connect-four"
