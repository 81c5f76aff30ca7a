"""Nothing that leaves the server depends on what its receiver may not know.

Full games of every title are played. At every step each receiver's messages are made again in worlds that the receiver
cannot tell from the real one: what is hidden is redrawn, other seats choose otherwise, other cards fall. Wherever the
receiver sees the same before and after, the messages must be the same to the letter.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import cairn
from cairn import bots
from cairn.core.contract import SPECTATOR, State
from cairn.core.event import Event
from cairn.server import redaction
from cairn.server.fanout import Fanout
from cairn.server.identity import Player, Visitor
from cairn.server.play import Move, Play, Step
from cairn.server.roster import PERSON, RUNNING, Seat, Terms
from cairn.server.table import Table

WORLDS = 2
OTHER_CHOICES = 6
ROLLED_OPENLY = {"roll"}

SERVER = Path(redaction.__file__).parent


class Listener:
    """A receiver that keeps what it is sent."""

    def __init__(self, player: str | None) -> None:
        self.visitor = None if player is None else Visitor(Player(player, "guest", player), "session")
        self.heard: list[str] = []

    def post(self, text: str) -> None:
        self.heard.append(text)

    def hang_up(self, code: int, reason: str) -> None:
        raise AssertionError


class Stage:
    """A table without a server: players of a game and a spectator, listening."""

    def __init__(self, slug: str) -> None:
        self.game = cairn.game(slug)
        count = min(3, self.game.seats[-1])
        self.viewers: list[int | None] = [*range(count), None]
        seats = [Seat(n, PERSON, f"p{n}", f"P{n}", None, None, False, None, None) for n in range(count)]
        setup = self.game.prepare(count, {})
        terms = Terms("id", setup, "p0", "link", False, True, None, None, 0, 0, RUNNING, None, None, 0, 0)
        self.table = Table(NoTables(), terms, seats)  # type: ignore[arg-type]
        self.play, self.start = Play.begin(setup, 0)
        self.dice = cairn.Dice(11)

    def told(self, viewer: int | None, play: Play, move: Move) -> str:
        """What a receiver is told about a move that led to where `play` stands."""
        listener = Listener(None if viewer is None else f"p{viewer}")
        self.table.terms.status = RUNNING
        self.table.play, self.table.receivers = play, {listener}
        self.table._moved(move)
        [text] = listener.heard
        return text

    def world(self, state: State, viewer: int | None) -> State:
        return state.resample(SPECTATOR if viewer is None else viewer, self.dice)


class NoTables:
    fanout = Fanout()


def after(play: Play, step: Step) -> Play:
    moved = Play(play.game, play.state, play.position)
    moved._tail = play._tail
    moved.take(step)
    return moved


def seen(message: str) -> tuple[dict[str, Any], set[str]]:
    """A message, with the words of its events apart.

    Cards may be laid open one by one and come to lie the same in another order: then the same words are told, and only
    they can be compared. A card that the receiver may not know is a word that differs.
    """
    data: dict[str, Any] = json.loads(message)
    words = set(re.findall(r"[\w-]+", json.dumps(data["entry"].pop("events"))))
    return data, words


def happened(message: str) -> list[Any]:
    """What everybody at the table sees happen, whatever it is about; of dice all of it, for they leave no trace."""
    events = json.loads(message)["entry"]["events"]
    return [event if event["kind"] in ROLLED_OPENLY else event["kind"] for event in events]


def other_steps(stage: Stage, world: State, viewer: int | None, step: Step) -> list[Step]:
    """Ways in which this might have happened in another world: the viewer's own choice stays."""
    play = Play(stage.game, world, stage.play.position)
    choices = [world.parse(step.move.notation)] if viewer == world.seat else world.choices()[:OTHER_CHOICES]
    return [play.answer(world.notation(choice), step.move.actor, 0) for choice in choices if choice in world.offered]


def walk(slug: str) -> Counter[str]:
    """Play a game and compare everything that is told; how often things could be compared."""
    stage, count = Stage(slug), Counter[str]()
    hiker = bots.make("hiker", stage.game)
    while stage.play.asked >= 0:
        state = stage.play.state
        choice = hiker.decide(stage.world(state, state.seat), stage.dice)
        step = stage.play.answer(state.notation(choice), f"p{state.seat}", 0)
        for viewer in stage.viewers:
            compare(stage, viewer, step, count)
        stage.play.take(step)
    return count


def compare(stage: Stage, viewer: int | None, step: Step, count: Counter[str]) -> None:
    truly = after(stage.play, step)
    message = stage.told(viewer, truly, step.move)
    for _ in range(WORLDS):
        same_move = Step(step.move, stage.world(step.state, viewer), step.tail)
        assert stage.told(viewer, after(stage.play, same_move), step.move) == message
        count["position"] += 1
        for other in other_steps(stage, stage.world(stage.play.state, viewer), viewer, step):
            if other.state.view(viewer) != step.state.view(viewer):
                continue
            told = stage.told(viewer, after(stage.play, other), other.move)
            if happened(told) == happened(message):
                assert seen(told) == seen(message)
                count["other choice" if other.move.notation != step.move.notation else "other chance"] += 1


@pytest.mark.parametrize("slug", cairn.slugs())
def test_no_message_of_a_full_game_depends_on_what_its_receiver_may_not_know(slug: str) -> None:
    async def story() -> Counter[str]:
        return walk(slug)

    count = asyncio.run(story())
    assert min(count.values()) > 0


def test_a_door_that_shows_secrets_of_events_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def everybody_knows(data: dict[str, Any]) -> Event:
        return Event(data["kind"], data["seat"], data["args"], data.get("secret"), 0xFF)

    monkeypatch.setattr(redaction, "_event", everybody_knows)
    for slug in ("solstis", "the-peak"):
        with pytest.raises(AssertionError):
            asyncio.run(_walked(slug))


def test_a_door_that_shows_the_view_of_the_seat_that_is_asked_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    right = redaction.view
    monkeypatch.setattr(redaction, "view", lambda state, viewer, names: right(state, max(state.seat, 0), names))
    with pytest.raises(AssertionError):
        asyncio.run(_walked("the-peak"))


def test_a_door_that_tells_everybody_the_choice_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    right = redaction.entry

    def leaky(game: cairn.Game, move: Move, viewer: int | None, names: list[str], bot: bool) -> redaction.Message:
        return {**right(game, move, viewer, names, bot), "choice": move.notation}

    monkeypatch.setattr(redaction, "entry", leaky)
    with pytest.raises(AssertionError):
        asyncio.run(_walked("the-peak"))


async def _walked(slug: str) -> None:
    walk(slug)


def test_no_other_module_makes_views_or_shows_events() -> None:
    secrets = re.compile(r"\.(view|zones_seen|seen_by|args_for|sentence|dump|zones)\(")
    # play looks for itself; journal keeps dumps in the database; admin is for whoever owns the database
    allowed = {"redaction.py", "play.py", "journal.py", "admin.py"}
    found = {path.name for path in SERVER.rglob("*.py") if secrets.search(path.read_text())}
    assert found <= allowed
