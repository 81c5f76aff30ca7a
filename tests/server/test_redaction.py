"""Nothing that leaves the server depends on what its receiver may not know.

Full games of every title are played. At every step each receiver's messages are made again in worlds that the receiver
cannot tell from the real one: what is hidden is redrawn, other seats choose otherwise, other cards fall. Wherever the
receiver sees the same before and after, the messages must be the same to the letter. So must be what the receiver is
answered: refusals of every kind, reasons, previews, and what a hint is thought out from.
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
from cairn.core.errors import CannotUndo
from cairn.core.history import History
from cairn.server import logs, redaction
from cairn.server.fanout import Fanout
from cairn.server.identity import Player, Visitor
from cairn.server.limits import Limits
from cairn.server.monotonic import MonotonicClock
from cairn.server.overload import Overload
from cairn.server.placement import Placement
from cairn.server.play import Move, Play, Step
from cairn.server.problems import Problem
from cairn.server.roster import PERSON, RUNNING, Seat, Terms
from cairn.server.shared import Tasks
from cairn.server.sockets import Connection
from cairn.server.table import Table

WORLDS = 2
OTHER_CHOICES = 6
QUESTIONS = 4
"""Notations that each receiver asks about at a step where it asks."""
ASKS = 10
"""A receiver asks at about one step in so many."""
ROLLED_OPENLY = {"roll"}

SERVER = Path(redaction.__file__).parent


class Listener:
    """A receiver that keeps what it is sent."""

    def __init__(self, player: str | None, known: redaction.Known | None = None) -> None:
        self.visitor = None if player is None else Visitor(Player(player, "guest", player), "session")
        self.known = known
        self.unwanted: set[str] = set()
        self.heard: list[str] = []

    def post(self, text: str) -> None:
        self.heard.append(text)

    def hang_up(self, code: int, reason: str) -> None:
        raise AssertionError


class Socket:
    client = None


async def commit_nothing(step: Step, short: bool = False, key: str | None = None) -> None:
    """A step that was allowed is accepted, and the game stays where it is."""


class Stage:
    """A table without a server: players of a game and a spectator, listening."""

    def __init__(self, slug: str) -> None:
        self.game = cairn.game(slug)
        count = min(3, self.game.seats[-1])
        self.viewers: list[int | None] = [*range(count), None]
        seats = [Seat(n, PERSON, f"p{n}", f"P{n}", None, None, False, None, None) for n in range(count)]
        setup = self.game.prepare(count, {})
        row = {"id": "id", "host": "p0", "invite": "link", "status": RUNNING, "due": None, "rematch": None}
        terms = Terms(setup=setup, hints=True, created=0, changed=0, **row)
        self.table = Table(NoTables(), terms, seats, print, print)  # type: ignore[arg-type]
        self.session = self.table.session
        self.session.commit = commit_nothing  # type: ignore[method-assign]
        self.play, self.start = Play.begin(setup, 0)
        self.dice = cairn.Dice(11)
        self.asking = cairn.Dice(12)
        self.notations: set[str] = set()
        """Every choice that was offered so far, to be tried where it may not be legal."""

    def told(self, viewer: int | None, play: Play, move: Move) -> str:
        """What a receiver is told about a move that led to where `play` stands: with the view, or its changes."""
        player = None if viewer is None else f"p{viewer}"
        listeners = [Listener(player), Listener(player, {})]
        self.session.terms.status = RUNNING
        self.session.play, self.session.presence.receivers = play, set(listeners)
        self.session.moved(move)
        return "\n".join(text for listener in listeners for text in listener.heard)

    async def answered(self, viewer: int | None, play: Play, *messages: dict[str, Any]) -> list[str]:
        """What a receiver is answered over its WebSocket, at the table as it stands in `play`."""
        self.session.terms.status = RUNNING
        self.session.play, self.session.presence.receivers = play, set()
        visitor = Listener(None if viewer is None else f"p{viewer}").visitor
        connection = Connection(Socket(), self.table, visitor, Limits(active=False))  # type: ignore[arg-type]
        for message in messages:
            await connection._answer(json.dumps(message))
        answers = [connection._outbox.get_nowait() for _ in messages]
        assert not any("/problems/broken" in answer for answer in answers)
        return answers

    def hint(self, viewer: int | None, play: Play) -> str:
        """What the search that thinks of a hint is given, or why there is none."""
        self.session.terms.status = RUNNING
        self.session.play = play
        try:
            visitor = Listener(f"p{viewer}").visitor
            assert visitor is not None
            return json.dumps(redaction.for_bot(self.table.for_hint(visitor, play.position).state))
        except Problem as problem:
            return json.dumps(problem.data())

    def world(self, state: State, viewer: int | None) -> State:
        return state.resample(SPECTATOR if viewer is None else viewer, self.dice)


class NoTime(MonotonicClock):
    def wall(self, moment: int) -> int:
        return 0


class NoTables:
    fanout = Fanout()
    monotonic = NoTime()
    placement = Placement()
    overload = Overload()

    def __init__(self) -> None:
        self.tasks = Tasks()


def after(play: Play, step: Step) -> Play:
    moved = Play(play.state, play.position, 0)
    moved.take(step)
    return moved


def seen(message: str) -> tuple[dict[str, Any], set[str]]:
    """A message, with the words of its events apart.

    Cards may be laid open one by one and come to lie the same in another order: then the same words are told, and only
    they can be compared. A card that the receiver may not know is a word that differs.
    """
    data: dict[str, Any] = json.loads(message.splitlines()[0])
    words = set(re.findall(r"[\w-]+", json.dumps(data["entry"].pop("events"))))
    return data, words


def happened(message: str) -> list[Any]:
    """What everybody at the table sees happen, whatever it is about; of dice all of it, for they leave no trace."""
    events = json.loads(message.splitlines()[0])["entry"]["events"]
    return [event if event["kind"] in ROLLED_OPENLY else event["kind"] for event in events]


def other_steps(stage: Stage, world: State, viewer: int | None, step: Step) -> list[Step]:
    """Ways in which this might have happened in another world: the viewer's own choice stays."""
    play = Play(world, stage.play.position, 0)
    choices = [world.parse(step.move.choice)] if viewer == world.seat else world.choices()[:OTHER_CHOICES]
    return [play.answer(world.notation(choice), step.move.actor, 0) for choice in choices if choice in world.offered]


def questions(stage: Stage, play: Play) -> list[dict[str, Any]]:
    """All that a receiver may ask about a position, and every way to be refused: nothing here is a legal choice."""
    legal = {play.state.notation(choice) for choice in play.state.choices()}
    known = sorted(stage.notations)
    tried = [known[stage.asking.pick(len(known))] for _ in range(QUESTIONS)] + ["xyzzy", "play", "bid 99"]
    here, gone = play.position, max(0, play.position - 1)
    asked: list[dict[str, Any]] = [{"type": "choose", "position": gone, "choice": "pass"}, {"type": "fly"}]
    for text in tried:
        asked.append({"type": "why", "choice": text})
        if text not in legal:
            asked += [{"type": kind, "position": here, "choice": text} for kind in ("choose", "preview")]
    if legal:
        asked.append({"type": "preview", "position": here, "choice": sorted(legal)[stage.asking.pick(len(legal))]})
    return asked


def steps_back(position: int) -> list[dict[str, Any]]:
    return [{"type": kind, "position": position} for kind in ("undo", "restart")]


async def walk(slug: str) -> Counter[str]:
    """Play a game and compare everything that is told; how often things could be compared."""
    stage, count = Stage(slug), Counter[str]()
    hiker = bots.make("hiker", stage.game)
    while stage.play.asked >= 0:
        state = stage.play.state
        stage.notations |= {state.notation(choice) for choice in state.choices()}
        choice = hiker.decide(stage.world(state, state.seat), stage.dice)
        step = stage.play.answer(state.notation(choice), f"p{state.seat}", 0)
        for viewer in stage.viewers:
            await compare(stage, viewer, step, count)
        stage.play.take(step)
    return count


async def compare(stage: Stage, viewer: int | None, step: Step, count: Counter[str]) -> None:
    truly = after(stage.play, step)
    message = stage.told(viewer, truly, step.move)
    asks = stage.asking.pick(ASKS) == 0
    asked = questions(stage, truly) if asks else []
    answers, hint = await stage.answered(viewer, truly, *asked), stage.hint(viewer, truly)
    back = steps_back(truly.position) if asks else []
    undone = await stage.answered(viewer, truly, *back)
    for _ in range(WORLDS):
        world = after(stage.play, Step(step.move, stage.world(step.state, viewer), step.tail))
        assert stage.told(viewer, world, step.move) == message
        assert await stage.answered(viewer, world, *asked) == answers
        assert stage.hint(viewer, world) == hint
        count["position"] += 1
        count["answer"] += len(answers)
        for other in other_steps(stage, stage.world(stage.play.state, viewer), viewer, step):
            if other.state.view(viewer) != step.state.view(viewer):
                continue
            elsewhere = after(stage.play, other)
            told = stage.told(viewer, elsewhere, other.move)
            if happened(told) == happened(message):
                assert seen(told) == seen(message)
                count["other choice" if other.move.choice != step.move.choice else "other chance"] += 1
                if viewer is None or viewer != step.move.seat or other.move.choice == step.move.choice:
                    assert await stage.answered(viewer, elsewhere, *back) == undone
                    count["undo"] += len(back)


@pytest.mark.parametrize("slug", cairn.slugs())
def test_no_message_of_a_full_game_depends_on_what_its_receiver_may_not_know(slug: str) -> None:
    count = asyncio.run(walk(slug))
    assert min(count.values()) > 0
    assert {"answer", "undo"} <= set(count)


def test_a_redaction_that_shows_secrets_of_events_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    right = redaction.entry

    def everybody_knows(game: cairn.Game, move: Move, *rest: Any) -> redaction.Message:
        for event in move.events:
            event.known = 0xFF
        return right(game, move, *rest)

    monkeypatch.setattr(redaction, "entry", everybody_knows)
    for slug in ("solstis", "the-peak"):
        with pytest.raises(AssertionError):
            asyncio.run(walk(slug))


def test_a_redaction_that_shows_the_view_of_the_asked_seat_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = redaction.view
    monkeypatch.setattr(redaction, "view", lambda state, viewer, names: right(state, max(state.seat, 0), names))
    with pytest.raises(AssertionError):
        asyncio.run(walk("the-peak"))


def test_a_redaction_that_tells_everybody_the_choice_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    right = redaction.entry

    def leaky(game: cairn.Game, move: Move, viewer: int | None, names: list[str], bot: bool) -> redaction.Message:
        return {**right(game, move, viewer, names, bot), "choice": move.choice}

    monkeypatch.setattr(redaction, "entry", leaky)
    with pytest.raises(AssertionError):
        asyncio.run(walk("the-peak"))


def test_a_refused_undo_that_tells_what_fell_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    right = redaction.refused

    def undo(play: Play, seat: int, actor: str = "", at: int = 0) -> Step:
        try:
            return History.undo(play, seat, actor, at)
        except CannotUndo as error:
            error.add_note(str(play._last.chance if play._last else ""))
            raise

    def leaky(error: cairn.CairnError) -> Problem:
        return Problem("cannot-undo", right(error).detail + str(getattr(error, "__notes__", "")))

    monkeypatch.setattr(Play, "undo", undo)
    monkeypatch.setattr(redaction, "refused", leaky)
    with pytest.raises(AssertionError):
        asyncio.run(walk("the-peak"))


def test_a_preview_of_the_real_world_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    right = redaction.preview

    def real(play: Play, choice: str, names: list[str]) -> redaction.Message:
        right(play, choice, names)
        state = play.state.clone()
        state.apply(state.parse(choice), cairn.Dice(0))
        return {"certain": True, "view": redaction.view(state, play.asked, names)}

    monkeypatch.setattr(redaction, "preview", real)
    with pytest.raises(AssertionError):
        asyncio.run(walk("solstis"))


def test_no_other_module_makes_views_or_shows_events() -> None:
    secrets = re.compile(r"(?<!redaction)\.(view|zones_seen|seen_by|args_for|sentence|dump|zones)\(")
    # journal keeps dumps in the database; admin and repair are for whoever owns the database
    allowed = {"redaction.py", "journal.py", "admin.py", "repair.py"}
    found = {path.name for path in SERVER.rglob("*.py") if secrets.search(path.read_text())}
    assert found <= allowed


def test_what_the_engine_refuses_by_our_fault_is_logged_by_its_place_and_told_without_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def draw_what_is_gone() -> None:
        raise cairn.WrongOutcome("'sand-7' is not in the pool: candy-1, sand-3")

    with pytest.raises(cairn.WrongOutcome) as fault:
        draw_what_is_gone()
    problem = redaction.refused(fault.value)
    assert problem.data()["detail"] == "Something went wrong on our side. Nothing was changed."
    logged = "\n".join(f"{vars(line)} {logs.JsonLines().format(line)}" for line in caplog.records)
    assert "WrongOutcome at test_redaction.py" in logged
    assert "sand-7" not in logged
    assert "candy-1" not in logged
