from __future__ import annotations

import os
import subprocess
import sys

import pytest

import cairn


def ask(pure: str, program: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "CAIRN_PURE": pure},
        capture_output=True,
        check=True,
        text=True,
    )
    return run.stdout.strip()


def test_cairn_pure_runs_the_plain_sources_of_every_layer():
    program = (
        "import sys, cairn, cairn.games.five_towers.game\n"
        "cairn.game('five-towers')\n"
        "files = [m.__file__ for n, m in sys.modules.items() if n.startswith('cairn')]\n"
        "print(cairn.build(), all(f.endswith('.py') for f in files))"
    )
    assert ask("1", program) == "plain True"


def test_an_unknown_game_is_refused_with_the_slugs_there_are():
    with pytest.raises(cairn.UnknownGame, match=r"'chess'.*five-towers"):
        cairn.game("chess")


def test_a_game_is_made_once():
    assert cairn.game("five-towers") is cairn.game("five-towers")


def test_events_are_heard_from_the_first_one_on():
    heard: list[cairn.Event] = []
    game = cairn.game("five-towers")
    game.set_up(game.prepare(2, {}), cairn.Dice(1), heard)
    assert [event.kind for event in heard] == ["reveal"]


def test_an_event_keeps_its_secret_from_other_seats():
    event = cairn.Event("draw", 1, {"count": 1}, secret={"card": "ace"}, known=0b10)
    assert event.seen_by(1) == {"kind": "draw", "seat": 1, "args": {"count": 1, "card": "ace"}}
    for other in (0, 2, None):
        assert event.seen_by(other) == {"kind": "draw", "seat": 1, "args": {"count": 1}}
