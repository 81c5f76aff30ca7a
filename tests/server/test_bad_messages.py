"""Messages of every kind that a table's WebSocket might get: each is refused with a reason and changes nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
import websockets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cairn.client import Seat
from cairn.server.limits import MESSAGE_BYTES
from cairn.server.problems import KINDS
from tests.repetition import times
from tests.server.process import Server
from tests.server.test_tables import first, two_at_a_table

EXAMPLES = times(60, soak=600)
NOT_TEXT, TOO_BIG, NOT_UTF8 = 1003, 1009, 1007


class Stage:
    """Ana and Ben in the middle of a game, and somebody who watches, on a loop that stays between examples."""

    def __init__(self, server: Server) -> None:
        self.loop = asyncio.new_event_loop()
        self.clients = [server.client() for _ in range(3)]
        self.seats: list[Seat] = []
        self.run(self._open())

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, 30))

    async def _open(self) -> None:
        ana, ben, eve = self.clients
        for client, name in zip(self.clients, ("Ana", "Ben", "Eve"), strict=True):
            await client.guest(name)
        self.table = await two_at_a_table(ana, ben, "five-towers")
        self.seats = [await client.sit(self.table).__aenter__() for client in (ana, ben, eve)]
        for _ in range(5):
            asked = self.asked
            position = await asked.choose(first(asked.view or {}))
            for seat in self.seats:
                while seat.position < position:
                    await seat.receive()

    @property
    def asked(self) -> Seat:
        return self.seats[(self.seats[0].view or {})["seat"]]

    @property
    def waiting(self) -> Seat:
        return self.seats[1 - (self.seats[0].view or {})["seat"]]

    async def stands(self) -> list[Any]:
        """The table as each of the three would find it now."""
        found = []
        for client in self.clients:
            async with client.sit(self.table) as seat:
                found.append((seat.view, seat.position, seat.hello["log"], seat.hello["chat"]))
        return found

    async def send(self, seat: Seat, text: str) -> dict[str, Any]:
        """The reply to any text; replies without a tag come among the messages about the table."""
        socket = await websockets.connect(seat._url, additional_headers=seat._headers)
        async with socket:
            assert json.loads(await socket.recv())["type"] == "hello"
            await socket.send(text)
            while True:
                message: dict[str, Any] = json.loads(await socket.recv())
                if message["type"] not in ("seats", "hello"):
                    break
            await socket.send(json.dumps({"type": "ping", "id": "still here"}))
            while json.loads(await socket.recv()).get("id") != "still here":
                pass
        return message

    def close(self) -> None:
        for seat in self.seats:
            self.run(seat.__aexit__(None, None, None))
        for client in self.clients:
            self.run(client.__aexit__())
        self.loop.close()


@pytest.fixture(scope="module")
def stage(spoilt_server: Server) -> Iterator[Stage]:
    made = Stage(spoilt_server)
    yield made
    made.close()


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=50)
anything = st.recursive(
    scalars,
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=10), part, max_size=4),
    max_leaves=8,
)
kinds = st.sampled_from(["choose", "undo", "restart", "why", "preview", "come-back", "chat", "ping", "hello", "moved"])
garbage = st.text(max_size=200) | anything.map(json.dumps)
shaped = st.fixed_dictionaries(
    {"type": kinds | anything},
    optional={"id": anything, "position": anything, "choice": anything, "text": anything, "more": anything},
).map(json.dumps)
"""Almost messages: the right names with anything in them."""


def refused(reply: dict[str, Any]) -> str:
    """The kind of a refusal, which has a reason and is never a mistake of ours."""
    assert reply["type"] == "refused", reply
    problem = reply["problem"]
    kind = str(problem["type"]).removeprefix("/problems/")
    assert kind in KINDS
    assert kind != "broken"
    assert problem["detail"]
    assert problem["title"]
    return kind


def tried(*strategies: Any) -> Any:
    def wrap(test: Any) -> Any:
        usual = settings(
            max_examples=EXAMPLES,
            derandomize=True,
            deadline=None,
            database=None,
            suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
        )
        return usual(given(*strategies)(test))

    return wrap


def is_harmless(text: str) -> bool:
    """Chat, pings and questions are carried out: the fuzzer may hit on a good one."""
    try:
        data = json.loads(text)
    except ValueError:
        return False
    return isinstance(data, dict) and data.get("type") in ("ping", "why", "preview", "come-back", "chat")


def test_garbage_and_almost_messages_are_refused_with_a_reason_and_change_nothing(stage: Stage) -> None:
    before = stage.run(stage.stands())

    @tried(garbage | shaped, st.integers(0, 2))
    def send(text: str, who: int) -> None:
        if len(text.encode("utf-8", "replace")) > MESSAGE_BYTES or not text:
            return
        reply = stage.run(stage.send(stage.seats[who], text))
        if not (is_harmless(text) and reply["type"] in ("accepted", "pong", "why", "preview", "chat")):
            refused(reply)

    send()
    after = stage.run(stage.stands())
    assert [line[:3] for line in after] == [line[:3] for line in before]


def test_stale_and_future_positions_and_other_seats_choices_are_refused(stage: Stage) -> None:
    before = stage.run(stage.stands())
    position, choice = stage.asked.position, first(stage.asked.view or {})
    allowed = {"stale-position", "not-your-turn", "not-allowed", "bad-notation", "illegal-choice", "bad-request"}

    @tried(
        st.integers(-3, 2**40),
        st.sampled_from(["choose", "undo", "restart"]),
        st.sampled_from([choice, "bid 99", "", "bid", "x" * 300]) | st.text(max_size=60),
        st.integers(0, 2),
    )
    def send(number: int, kind: str, said: str, who: int) -> None:
        seat = (stage.asked, stage.waiting, stage.seats[2])[who]
        if seat is stage.asked and number == position:
            return
        message: dict[str, Any] = {"type": kind, "position": number}
        if kind == "choose":
            message["choice"] = said
        assert refused(stage.run(stage.send(seat, json.dumps(message)))) in allowed | {"cannot-undo"}

    send()
    reply = stage.run(stage.send(stage.waiting, json.dumps({"type": "choose", "position": position, "choice": choice})))
    assert refused(reply) == "not-your-turn"
    reply = stage.run(
        stage.send(stage.seats[2], json.dumps({"type": "choose", "position": position, "choice": choice}))
    )
    assert refused(reply) == "not-allowed"
    assert stage.run(stage.stands()) == before


@pytest.mark.parametrize("text", ["\x00", "\ud800", "   "])
def test_chat_that_cannot_be_stored_or_seen_is_refused(stage: Stage, text: str) -> None:
    before = stage.run(stage.stands())
    message = json.dumps({"type": "chat", "text": text})
    assert refused(stage.run(stage.send(stage.seats[0], message))) == "bad-request"
    assert stage.run(stage.stands()) == before


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (b"\x00\x01binary", NOT_TEXT),
        (b'{"type": "ping"}', NOT_TEXT),
        ("x" * (MESSAGE_BYTES + 1), TOO_BIG),
        (json.dumps({"type": "chat", "text": "x" * 200_000}), TOO_BIG),
    ],
)
def test_what_is_no_message_at_all_ends_the_connection_with_the_documented_code(
    stage: Stage, frame: str | bytes, code: int
) -> None:
    before = stage.run(stage.stands())

    async def closed_with() -> int:
        seat = stage.asked
        async with websockets.connect(seat._url, additional_headers=seat._headers) as socket:
            await socket.send(frame)
            with pytest.raises(websockets.ConnectionClosed) as closed:
                while True:
                    await socket.recv()
        assert closed.value.rcvd is not None
        return int(closed.value.rcvd.code)

    assert stage.run(closed_with()) == code
    assert stage.run(stage.stands()) == before


def test_the_table_goes_on_after_all_that(stage: Stage) -> None:
    position = stage.asked.position
    assert stage.run(stage.asked.choose(first(stage.asked.view or {}))) == position + 1
