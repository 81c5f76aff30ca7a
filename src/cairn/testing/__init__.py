"""The test kit: what every game must hold, as checks that any game can be put through. See docs/testing.md.

    from cairn.testing import check_game

    def test_my_game():
        check_game(MyGame())

Only `rule` needs pytest. The golden records are a module and a command of their own, `cairn.testing.golden`.
"""

from __future__ import annotations

from cairn.testing.case import Bot, Case, Check, KitFailure
from cairn.testing.checks import (
    CHECKS,
    check_choices,
    check_clone,
    check_components,
    check_dump,
    check_ends,
    check_events,
    check_imagine,
    check_leak,
    check_notation,
    check_positions,
    check_reasons,
    check_record,
    check_refusals,
    check_resample,
    check_result,
    check_scores,
    check_turns,
    check_view,
    ledger_of,
)
from cairn.testing.kit import cases, check_game, failures, option_sets
from cairn.testing.knowledge import check_memory, check_windows
from cairn.testing.perft import perft
from cairn.testing.rules import Witness, citations, cited_rules, ledger_problems, rule, unshown

__all__ = [
    "CHECKS",
    "Bot",
    "Case",
    "Check",
    "KitFailure",
    "Witness",
    "cases",
    "check_choices",
    "check_clone",
    "check_components",
    "check_dump",
    "check_ends",
    "check_events",
    "check_game",
    "check_imagine",
    "check_leak",
    "check_memory",
    "check_notation",
    "check_positions",
    "check_reasons",
    "check_record",
    "check_refusals",
    "check_resample",
    "check_result",
    "check_scores",
    "check_turns",
    "check_view",
    "check_windows",
    "citations",
    "cited_rules",
    "failures",
    "ledger_of",
    "ledger_problems",
    "option_sets",
    "perft",
    "rule",
    "unshown",
]
