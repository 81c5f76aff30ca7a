"""Taking back at a table: what is told of it, and to whom."""

from __future__ import annotations

import json

import pytest

import cairn
from cairn import Script
from cairn.core.errors import CannotUndo, WrongOutcome
from cairn.server import redaction
from cairn.server.play import Play
from tests.server.process import Server
from tests.server.test_tables import Client, first, refused, tell, two_at_a_table, until
from tests.toys.peek import PeekGame


def test_the_refusal_does_not_say_what_fell() -> None:
    """The Mountaineer ends the turn and the Mountain draws; the refused undo must not name the cards."""
    play, _ = Play.begin(cairn.game("the-peak").prepare(2, {}), 0)
    while True:
        step = play.answer(play.state.notation(play.state.choices()[0]), f"player {play.asked}", 0)
        play.take(step)
        if step.move.seat == 1 and step.move.chance and play.asked == 0:
            break
    with pytest.raises(CannotUndo) as refusal:
        play.undo(1, "player 1")
    told = json.dumps(redaction.refused(refusal.value).data())
    assert refusal.value.reason == "chance"
    assert not [card for card in step.move.chance if str(card) in told + str(refusal.value)]


def test_whether_chance_fell_or_something_known_was_shown_is_not_told() -> None:
    """Whether the deck's top is known is a secret itself."""
    assert redaction.refused(CannotUndo("chance")).data() == redaction.refused(CannotUndo("revealed")).data()


def test_a_fault_of_the_engine_is_told_without_its_sentence() -> None:
    """A replay that does not fit names the pool: it must not reach a player."""
    told = redaction.refused(WrongOutcome("outcome 1 is 'cave', but a draw from a pool of 2 (cave, cliff) is needed"))
    assert told.kind == "broken"
    assert "cave" not in json.dumps(told.data())


def test_a_preview_does_not_show_what_the_choice_would_show() -> None:
    names, setup = ["Ana", "Ben"], PeekGame().prepare(2, {})
    plays = [Play(PeekGame().set_up(setup, Script([coin]), None), 3, 0) for coin in (0, 1)]
    assert redaction.preview(plays[0], "wait", names)["certain"]
    head, tail = (redaction.preview(play, "look", names) for play in plays)
    assert head == tail
    assert not head["certain"]


def test_undo_is_recorded_and_told_to_everybody(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben, "peaks")  # noqa: A001
        async with ana.sit(id) as a, ben.sit(id) as b:
            asked, other = (a, b) if a.view["seat"] == a.seat else (b, a)  # type: ignore[index]
            assert (await refused(asked.undo()))["kind"] == "cannot-undo"
            moved = {"undo": False}
            while not moved["undo"]:
                asked, other = (a, b) if a.view["seat"] == a.seat else (b, a)  # type: ignore[index]
                before, at = asked.view, asked.position
                position = await asked.choose(first(asked.view or {}))
                moved = await until(asked, "moved", position=position)
                await until(other, "moved", position=position)
            position = await asked.undo()
            told = await until(other, "moved", position=position)
            assert (told["entry"]["kind"], told["entry"]["back_to"]) == ("undo", at)
            assert asked.view == before
            assert (await refused(other.undo(position=position)))["kind"] == "cannot-undo"
            assert (await refused(asked.undo(position=at)))["kind"] == "stale-position"

    tell(server, story)
