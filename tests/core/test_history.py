"""Moves, steps back, and the same again: what may be undone is decided here and nowhere else."""

from __future__ import annotations

import random

import pytest

import cairn
from cairn import Dice, Script
from cairn.core.errors import BadRecord, CannotUndo
from cairn.core.history import CHOICE, RESTART, UNDO, History, Move, begin, restore, standing, turns_of
from cairn.core.registry import bundled
from tests.games.the_peak.tables import table as peak
from tests.toys.peek import PeekGame

ANA, BEN = "Ana", "Ben"


def peek() -> History:
    return begin(PeekGame().prepare(2, {}), Dice(1))[0]


def make(history: History, *choices: str, actor: str = "", chance: cairn.Chance | None = None) -> History:
    for text in choices:
        history.take(history.propose(history.state.parse(text), chance or Script([]), actor))
    return history


def refused(history: History, seat: int, actor: str = "") -> str:
    """The reason why a seat cannot take back its last choice; nothing may have changed."""
    before = history.position, history.state
    with pytest.raises(CannotUndo) as refusal:
        history.undo(seat, actor)
    assert (history.position, history.state) == before
    return refusal.value.reason


def test_a_step_changes_nothing_until_it_is_taken():
    history = peek()
    state = history.state
    step = history.propose(state.parse("pass"), Script([]))
    assert (history.position, history.state.seat, state.seat) == (0, 0, 0)
    history.take(step)
    assert (history.position, history.state.seat, state.seat) == (1, 1, 0)


def test_a_choice_is_taken_back_and_numbers_go_on():
    history = make(peek(), "wait")
    before = history.state
    make(history, "wait")
    step = history.undo(0)
    history.take(step)
    assert history.state is before
    assert (step.move.kind, step.move.back_to, step.move.number) == (UNDO, 1, 3)
    make(history, "pass")
    assert history.position == 4


def test_one_choice_after_the_other_is_taken_back_down_to_the_start():
    history = make(peek(), "wait", "wait")
    history.take(history.undo(0))
    history.take(history.undo(0))
    assert refused(history, 0) == "nothing"


def test_nothing_is_taken_back_before_the_first_choice():
    assert refused(peek(), 0) == "nothing"


def test_a_choice_is_for_its_own_seat_to_take_back():
    history = make(peek(), "pass")
    assert refused(history, 1) == "other-seat"
    make(history, "wait")
    assert refused(history, 0) == "other-seat"
    assert history.undo(1)


def test_a_choice_is_for_the_same_actor_to_take_back():
    history = make(peek(), "wait", actor=ANA)
    assert refused(history, 0, BEN) == "bot"
    make(history, "wait", actor=BEN)
    assert refused(history, 0, ANA) == "bot"


def test_chance_that_fell_cannot_be_taken_back_and_is_not_told():
    game = cairn.game("five-towers")
    history, _ = begin(game.prepare(2, {"start": 0}), Script(["sand-7", "sand-3", "tree-1", "scrap-2", "candy-5"]))
    make(history, "bid 1", "pass")
    make(history, "take tree-1", chance=Script(["sand-1", "sand-2", "sand-4", "sand-5", "sand-6"]))
    with pytest.raises(CannotUndo, match=r"^something was rolled or drawn since$") as refusal:
        history.undo(0)
    assert refusal.value.reason == "chance"


def test_a_game_that_is_over_is_over():
    game = cairn.game("five-towers")
    history, dice = begin(game.prepare(2, {}), Dice(3))[0], Dice(4)
    while history.state.seat >= 0:
        last = history.state.seat
        history.take(history.propose(history.state.offered[0], dice))
    assert refused(history, last) == "over"


def test_what_the_mover_was_shown_cannot_be_unseen():
    assert refused(make(peek(), "look"), 0) == "revealed"


def test_what_another_seat_was_shown_cannot_be_unseen():
    assert refused(make(peek(), "show"), 0) == "revealed"


def test_what_everybody_knew_before_is_not_shown():
    history = make(peek(), "look", "show", "wait")
    history.take(history.undo(0))
    assert refused(history, 0) == "revealed"
    assert make(peek(), "look", "look").undo(0)


def test_a_turn_is_restarted_from_its_first_choice():
    history = make(peek(), "pass", "pass", "wait", "wait")
    step = history.restart(0)
    assert (step.move.kind, step.move.back_to, step.move.turn) == (RESTART, 2, (3, 0))


def test_a_turn_in_which_something_was_shown_is_not_restarted():
    history = make(peek(), "look", "wait", "wait")
    with pytest.raises(CannotUndo, match="showed something"):
        history.restart(0)
    assert history.undo(0)


def test_the_mountain_cannot_take_back_a_draw_of_cards_that_only_the_mountaineer_knew():
    state = peak("d3 stream, d4 stream", "play", hand="stone-steps gondola", top="waterfall coldsnap")
    history = make(History(state), "play stone-steps c4")
    assert "coldsnap" in history.state.view(0)["zones"]["hand"]["cards"]
    assert refused(history, 0) == "revealed"


def test_the_mountaineer_cannot_take_back_the_end_of_a_turn_after_which_the_mountain_drew_known_cards():
    state = peak("d3 stream, d4 stream", hand="stream gondola lookout", top="waterfall coldsnap")
    history = make(History(state), "end")
    assert history.state.seat == 0
    assert refused(history, 1) == "revealed"


def test_a_card_played_from_the_own_hand_goes_back_to_it():
    history = make(History(peak("d3 stream, d4 stream", "play", hand="stream gondola lookout")), "play stream c4")
    assert history.undo(0).state.dump()["zones"]["hand"] == ["stream", "lookout", "gondola"]


def test_the_last_boost_of_peaks_shows_those_of_the_others():
    game = cairn.game("peaks")
    history, dice = begin(game.prepare(2, {}), Dice(1))[0], Dice(2)
    while history.state.stack.top.kind != "boost":
        history.take(history.propose(history.state.offered[0], dice))
    make(history, history.state.notation(history.state.offered[0]))
    assert history.state.stack.top.kind == "boost"
    seat = history.state.seat
    step = history.propose(history.state.offered[0], Script([]))
    assert step.move.chance == []
    history.take(step)
    assert refused(history, seat) == "revealed"


def test_the_answer_is_the_same_whenever_it_is_asked():
    history = make(peek(), "show")
    assert {refused(history, 0) for _ in range(5)} == {"revealed"}


def test_a_move_that_does_not_fit_is_refused_with_its_place():
    history = peek()
    bad = {
        "does not follow position 0": Move(2, CHOICE, 0, "wait"),
        "asked is seat 0": Move(1, CHOICE, 1, "wait"),
        "'sing'": Move(1, CHOICE, 0, "sing"),
        "never fell": Move(1, CHOICE, 0, "wait", [3]),
        "goes back to position 0": Move(1, UNDO, 0, back_to=0),
    }
    for problem, move in bad.items():
        with pytest.raises(BadRecord, match=f"^move {move.number}: .*{problem}"):
            history.replay(move)
    assert history.position == 0


def test_a_start_that_does_not_fit_is_refused():
    setup = PeekGame().prepare(2, {})
    for opening in ([], [7], [0, 1]):
        with pytest.raises(BadRecord, match=r"^start: "):
            restore(setup, opening)


def wander(history: History, dice: random.Random, chance: cairn.Dice) -> Move:
    """One move at random: a choice, or a step back where it is allowed and the dice say so."""
    last = history._last
    if last is not None and last.kind == CHOICE and dice.random() < 0.4:
        try:
            step = (history.restart if dice.random() < 0.5 else history.undo)(last.seat, last.actor)
        except CannotUndo:
            pass
        else:
            history.take(step)
            return step.move
    step = history.propose(dice.choice(history.state.offered), chance, f"player {history.state.seat}")
    history.take(step)
    return step.move


@pytest.mark.parametrize("slug", bundled())
def test_from_the_start_and_from_any_base_the_moves_lead_to_the_same_place(slug):
    game = cairn.game(slug)
    setup = game.prepare(2, {})
    history, start = begin(setup, Dice(1))
    dice, chance, moves, bases = random.Random(1), Dice(2), [], [history.base]
    while history.state.seat >= 0 and len(moves) < 120:
        moves.append(wander(history, dice, chance))
        bases.append(history.base)
    assert any(move.back_to is not None for move in moves)
    for number, state in [(0, restore(setup, start.chance)[0].state), *bases[:: len(bases) // 5]]:
        again = History(game.load(state.dump()), number)
        for move in moves[number:]:
            again.replay(move)
        assert (again.position, again.state.dump()) == (history.position, history.state.dump())
    line, _ = restore(setup, start.chance)
    for number, move in enumerate(standing(moves), 1):
        line.replay(Move(number, CHOICE, move.seat, move.choice, move.chance))
    assert line.state.dump() == history.state.dump()


def test_turns_are_counted_by_their_number():
    history, moves = peek(), []
    for text in ("wait", "pass", "pass", "wait", "wait"):
        step = history.propose(history.state.parse(text), Script([]))
        history.take(step)
        moves.append(step.move)
    assert [move.turn for move in moves] == [(1, 0), (1, 0), (2, 1), (3, 0), (3, 0)]
    assert turns_of(moves) == 3
