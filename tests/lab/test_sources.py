"""The fingerprint of what decides how bots play a game."""

from __future__ import annotations

import cairn
from cairn.lab.sources import _files, fingerprint


def test_it_covers_the_rules_and_the_evaluator_of_this_game_and_of_no_other() -> None:
    names = {"/".join(path.parts[-2:]) for path in _files(cairn.game("the-peak"))}
    assert {
        "core/chance.py",
        "bots/climber.py",
        "the_peak/evaluator.py",
        "the_peak/content.toml",
        "the_peak/bots.toml",
    } <= names
    assert not any("solstis" in name for name in names)


def test_games_differ_and_each_is_the_same_every_time() -> None:
    games = cairn.slugs()
    marks, again = ([fingerprint(cairn.game(slug)) for slug in games] for _ in range(2))
    assert marks == again
    assert len(set(marks)) == len(games)
