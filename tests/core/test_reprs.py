"""What the things of the library say of themselves."""

from __future__ import annotations

import ast
import doctest
import importlib
import sys
from pathlib import Path

import pytest

import cairn
from cairn.core import contract
from cairn.core.registry import bundled
from tests.toys.pebbles import Pebbles

CORE = Path(contract.__file__).parent
SHOWN = [path for path in sorted(CORE.glob("*.py")) if ">>> " in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.stem)
def test_examples_in_the_core_run_as_written(path: Path) -> None:
    """Read from the source: a compiled function is none to the finder of doctests."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(node)):
            example = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
            assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example).failed == 0


def test_the_contract_is_among_them() -> None:
    assert "contract" in [path.stem for path in SHOWN]


def test_a_question_tells_who_is_asked_what() -> None:
    state = cairn.game("solstis").start(2, cairn.Dice(1), start=0)
    asked = repr(state.decision)
    assert asked.startswith("Question('play' to seat 0: '")
    assert asked.endswith("rules SO-8, SO-9, SO-13)")


def test_a_state_shows_its_first_answers() -> None:
    state = cairn.game("the-peak").start(2, cairn.Dice(1))
    told = repr(state)
    assert told.startswith("<State of the-peak, 2 seats: seat 0 is asked 'play': 'play ")
    assert told.endswith(f"... {len(state.choices())} in all>")


def test_chance_tells_where_it_comes_from() -> None:
    dice = cairn.Dice(seed=7)
    assert repr(dice) == "Dice(seed=7)"
    dice.roll(6)
    assert repr(dice.clone()) == "Dice(seed=7, rolled)"
    assert repr(cairn.Script(["sand-7", 4])) == "Script(['sand-7', 4])"
    assert repr(cairn.Tape(cairn.Dice(2))) == "Tape(Dice(seed=2), 0 outcomes)"


def test_scores_options_events_and_records_tell_what_is_in_them() -> None:
    game = cairn.game("five-towers")
    record = cairn.Record.new(game, ["Ada", "Bo"], cairn.Dice(7), start=1)
    assert repr(record) == "<Record of five-towers: Ada, Bo; 0 moves, Bo is asked>"
    assert repr(record.play("bid 1", cairn.Dice(1))) == "Move(1, seat 1: 'bid 1')"
    assert repr(record.state.scores()[0]).startswith("Score(0: candy 0, scary 0, ")
    assert repr(game.options["start"]) == "Option('random', 0, 1, 2, 3, 4; default 'random')"
    assert repr(cairn.Event("bid", 1, {"cards": 3})) == "Event('bid', seat=1, cards=3)"
    assert repr(record.state.setup) == "Setup(five-towers, 2 seats, start=1)"
    assert repr(record.state.stack) == "Stack([Bid(seat=0)])"


@pytest.mark.parametrize("slug", cairn.slugs())
def test_a_state_shows_its_board(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    state = cairn.game(slug).start(2, cairn.Dice(1))
    state.show()
    assert "Seat 1" in capsys.readouterr().out


def test_a_game_without_a_board_shows_its_zones(capsys: pytest.CaptureFixture[str]) -> None:
    state = Pebbles().start(2, cairn.Dice(1))
    state.show()
    assert state._repr_svg_() is None
    assert capsys.readouterr().out.startswith("{")


def test_without_rich_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)
    with pytest.raises(ImportError, match=r"pip install 'cairn-tabletop\[cli\]'"):
        cairn.game("solstis").start(2, cairn.Dice(1)).show()


@pytest.mark.parametrize("slug", bundled())
def test_a_notebook_draws_what_the_seat_that_is_asked_may_see(slug: str) -> None:
    game = cairn.game(slug)
    state = game.start(2, cairn.Dice(1))
    drawing = importlib.import_module(f"{game.package}.drawing")
    assert state._repr_svg_() == drawing.table(game, state.view(state.seat))
