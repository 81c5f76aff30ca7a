"""Taking back, on the game in memory and over the wire."""

from __future__ import annotations

import json
import random

import pytest

import cairn
from cairn.core.contract import Decision, Setup, Stack, State
from cairn.core.errors import CannotUndo, WrongOutcome
from cairn.server import redaction
from cairn.server.play import Move, Play, Step, Taken
from tests.server.process import Server
from tests.server.test_tables import Client, first, refused, tell, two_at_a_table, until


def begun(slug: str, seats: int = 2) -> tuple[Play, list[Move]]:
    play, start = Play.begin(cairn.game(slug).prepare(seats, {}), 0)
    return play, [start]


def answer(play: Play, choice: int) -> Step:
    return play.answer(play.state.notation(choice), f"player {play.asked}", 0)


def wander(play: Play, moves: list[Move], dice: random.Random, undo: float) -> None:
    """Play at random to the end, stepping back wherever it is allowed and the dice say so."""
    while play.asked >= 0:
        last = moves[-1]
        step = None
        if last.kind == "choice" and dice.random() < undo:
            try:
                step = play.step_back(last.seat, last.actor, 0, dice.random() < 0.5)
            except CannotUndo:
                step = None
        step = step or answer(play, dice.choice(play.state.choices()))
        play.take(step)
        moves.append(step.move)


@pytest.mark.parametrize("slug", cairn.slugs())
def test_the_moves_with_all_steps_back_lead_to_the_same_place_again(slug: str) -> None:
    play, moves = begun(slug)
    wander(play, moves, random.Random(1), undo=0.4)
    again = Play.restore(play.state.setup, moves[0])
    for move in moves[1:]:
        again.repeat(move)
    assert again.state.dump() == play.state.dump()
    assert any(move.back_to is not None for move in moves)


@pytest.mark.parametrize("slug", cairn.slugs())
def test_from_any_checkpoint_the_rest_of_the_moves_leads_to_the_same_place(slug: str) -> None:
    play, moves = begun(slug)
    bases = [play.base]
    dice = random.Random(2)
    while play.asked >= 0 and len(moves) < 150:
        last = moves[-1]
        try:
            step = play.step_back(last.seat, last.actor, 0, False) if dice.random() < 0.4 else None
        except CannotUndo:
            step = None
        play.take(step or answer(play, dice.choice(play.state.choices())))
        moves.append(play._last)  # type: ignore[arg-type]
        bases.append(play.base)
    for number, state in bases[:: len(bases) // 5]:
        again = Play(play.game, play.game.load(state.dump()), number)
        for move in moves[number + 1 :]:
            again.repeat(move)
        assert again.state.dump() == play.state.dump()


def test_a_choice_is_taken_back_and_can_be_made_differently() -> None:
    play, _ = begun("peaks")
    before = play.state.dump()
    step = next(s for s in (answer(play, c) for c in play.state.choices()) if not s.move.chance)
    play.take(step)
    back = play.step_back(step.move.seat, step.move.actor, 0, False)
    play.take(back)
    assert play.state.dump() == before
    assert (back.move.kind, back.move.back_to, play.position) == ("undo", 0, 2)


def test_chance_that_fell_cannot_be_taken_back() -> None:
    play, moves = begun("solstis")
    while not moves[-1].chance or moves[-1].kind == "start":
        step = answer(play, play.state.choices()[0])
        play.take(step)
        moves.append(step.move)
    with pytest.raises(CannotUndo, match="chance has fallen"):
        play.step_back(moves[-1].seat, moves[-1].actor, 0, False)


def test_the_refusal_does_not_say_what_fell() -> None:
    """The Mountaineer ends the turn and the Mountain draws; the refused undo must not name the cards."""
    play, _ = begun("the-peak")
    while True:
        step = answer(play, play.state.choices()[0])
        play.take(step)
        if step.move.seat == 1 and step.move.chance and play.asked == 0:
            break
    with pytest.raises(CannotUndo) as refusal:
        play.step_back(1, "player 1", 0, False)
    told = json.dumps(redaction.refused(refusal.value).data())
    assert refusal.value.reason == "chance"
    assert not [card for card in step.move.chance if str(card) in told + str(refusal.value)]


def test_a_fault_of_the_engine_is_told_without_its_sentence() -> None:
    """A replay that does not fit names the pool: it must not reach a player."""
    told = redaction.refused(WrongOutcome("outcome 1 is 'cave', but a draw from a pool of 2 (cave, cliff) is needed"))
    assert told.kind == "broken"
    assert "cave" not in json.dumps(told.data())


def test_what_another_seat_has_answered_stands() -> None:
    play, moves = begun("five-towers")
    while len({move.seat for move in moves[-2:]}) < 2 or moves[-1].chance or len(moves) < 3:
        step = answer(play, play.state.choices()[0])
        play.take(step)
        moves.append(step.move)
    with pytest.raises(CannotUndo, match="another seat has acted"):
        play.step_back(moves[-2].seat, moves[-2].actor, 0, False)


def test_restart_goes_to_the_start_of_the_turn() -> None:
    play, _ = begun("five-peaks")
    run: list[Taken] = []
    while len(run) < 3:
        steps = [answer(play, choice) for choice in play.state.choices()]
        step = next((step for step in steps if not step.move.chance and step.state.seat == play.asked), steps[0])
        run = step.tail
        play.take(step)
    play.take(play.step_back(run[-1].seat, run[-1].actor, 0, True))
    assert play.state.dump() == run[0].state.dump()


class PeekState(State):
    """Each seat holds a coin that only it sees."""

    def __init__(self, setup: Setup, stack: Stack, coins: list[int], shown: bool) -> None:
        super().__init__(setup, stack)
        self.coins = coins
        self.shown = shown

    def clone(self) -> State:
        copy = PeekState(self.setup, self.stack.copy(), self.coins[:], self.shown)
        copy.copy_base(self)
        return copy

    def resample(self, seat: int, chance: cairn.Chance) -> State:
        world = self.clone()
        assert isinstance(world, PeekState)
        if not self.shown:
            world.coins[1 - seat] = chance.pick(2)
        return world

    def zones_seen(self, viewer: int) -> dict[str, object]:
        return {"coins": [coin if self.shown or seat == viewer else None for seat, coin in enumerate(self.coins)]}

    def scores(self) -> list[cairn.Score]:
        return [cairn.Score({"coin": coin}) for coin in self.coins]


class Peek(Decision[PeekState]):
    """Look at the other's coin, or do not."""

    kind = "play"

    def choices(self, state: PeekState) -> list[int]:
        return [0, 1]

    def notation(self, state: PeekState, choice: int) -> str:
        return ("wait", "look")[choice]

    def apply(self, state: PeekState, choice: int, chance: cairn.Chance) -> None:
        state.shown = state.shown or choice == 1
        state.stack.push(Peek(self.seat))


class PeekGame(cairn.Game):
    slug = "peek"
    package = "tests.toys.pebbles"

    def __init__(self) -> None:
        super().__init__(range(2, 3), {})

    def deal(self, setup: Setup, chance: cairn.Chance) -> State:
        return PeekState(setup, Stack([Peek(0)]), [0, chance.pick(2)], False)


def test_a_choice_that_showed_something_hidden_stands_though_no_chance_fell() -> None:
    play, _ = Play.begin(PeekGame().prepare(2, {}), 0)
    play.take(play.answer("wait", "player 0", 0))
    play.take(play.step_back(0, "player 0", 0, False))
    play.take(play.answer("look", "player 0", 0))
    with pytest.raises(CannotUndo, match="shown something that was hidden"):
        play.step_back(0, "player 0", 0, False)


def test_a_preview_does_not_show_what_the_choice_would_show() -> None:
    play, _ = Play.begin(PeekGame().prepare(2, {}), 0)
    assert play.preview("wait")[1]
    looks = [play.preview("look") for _ in range(40)]
    assert not all(certain for _, certain in looks)
    assert {str(state.view(0)["zones"]) for state, _ in looks} == {
        str({"coins": [0, 0]}),
        str({"coins": [0, 1]}),
    }


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
