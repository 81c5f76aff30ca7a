"""The messages of a table's WebSocket, as schemas: they check what a client sends and describe what it gets.

They are part of the OpenAPI description, so that clients can be generated from it.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import orjson
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from cairn.server.limits import CHAT_LENGTH
from cairn.server.problems import Problem, ProblemDetails

TAG_LENGTH: Final = 40

Position = Annotated[int, Field(ge=0, le=2**31 - 1, strict=True)]
Notation = Annotated[str, Field(min_length=1, max_length=200, strict=True)]
Tag = Annotated[
    str | None, Field(max_length=TAG_LENGTH, description="Comes back with the reply, to tell replies apart.")
]


Key = Annotated[
    str | None,
    Field(
        min_length=8,
        max_length=40,
        strict=True,
        pattern=r"^[A-Za-z0-9_-]+$",
        description="Sent again with the same key, a move that was committed is accepted again and made once.",
    ),
]


def sayable(text: str) -> str:
    """A text without what cannot be shown."""
    shown = "".join(sign for sign in text if sign.isprintable() or sign == "\n").strip()
    if not shown:
        raise ValueError("there is nothing in it that could be shown")
    return shown


class FromClient(BaseModel):
    model_config = ConfigDict(extra="forbid")
    id: Tag = None


class Choose(FromClient):
    """Answer the decision of a position."""

    type: Literal["choose"]
    position: Position
    choice: Notation
    key: Key = None


class Undo(FromClient):
    """Take back the last choice; the position is the present one."""

    type: Literal["undo"]
    position: Position
    key: Key = None


class Restart(FromClient):
    """Take back the whole turn so far."""

    type: Literal["restart"]
    position: Position
    key: Key = None


class Why(FromClient):
    """Ask why a choice is not possible; nothing is played."""

    type: Literal["why"]
    choice: Notation


class Preview(FromClient):
    """Ask where a choice would lead; nothing is played."""

    type: Literal["preview"]
    position: Position
    choice: Notation


class ComeBack(FromClient):
    """Take the seat back from the bot that stood in."""

    type: Literal["come-back"]


class Say(FromClient):
    """Say something to the table."""

    type: Literal["chat"]
    text: Annotated[str, Field(min_length=1, max_length=CHAT_LENGTH, strict=True), AfterValidator(sayable)]


class Ping(FromClient):
    type: Literal["ping"]


ClientMessage = Annotated[
    Choose | Undo | Restart | Why | Preview | ComeBack | Say | Ping, Field(discriminator="type", title="ClientMessage")
]


def parse(text: str) -> Any:
    """What a client sent, if it is JSON at all."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        raise Problem("bad-request", "message: is not JSON.", field="message") from None


def tag_of(data: Any) -> str | None:
    """The tag of a message, good or bad, so that a refusal finds its way back."""
    tag = data.get("id") if isinstance(data, dict) else None
    return tag if isinstance(tag, str) and len(tag) <= TAG_LENGTH else None


def read(data: Any) -> FromClient:
    """A client's message, or Problem with the field that is wrong."""
    try:
        message: FromClient = CLIENT_SCHEMA.validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "message"
        raise Problem("bad-request", f"{field}: {first['msg']}", field=field) from None
    return message


class Clock(BaseModel):
    seconds: int
    increment: int


class SeatShown(BaseModel):
    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    player: str | None
    bot: str | None
    stand_in: str | None = Field(description="The bot that plays for an absent person.")
    left: bool
    clock: int | None = Field(description="Milliseconds left when the seat was last asked.")
    share: float | None = Field(description="Of the win, once the game is over.")
    present: bool
    away_until: int | None = Field(description="The end of the person's vacation; games over days wait until then.")


class PackNamed(BaseModel):
    """A content pack that a table is played with."""

    id: str
    title: str


class TableShown(BaseModel):
    """A table: what is agreed, and who sits there."""

    id: str
    game: str
    title: str
    pack: PackNamed | None = Field(description="The changes to the game's content that are played here.")
    options: dict[str, str | int | bool]
    status: Literal["waiting", "running", "over", "closed"]
    host: str
    listed: bool
    hints: bool
    patience: int | None
    clock: Clock | None
    pace: int
    position: int
    asked: int
    seats: list[SeatShown]
    created: int
    changed: int
    rematch: str | None
    invite: str | None = Field(description="The secret part of the link, for those at the table.")


class EventShown(BaseModel):
    kind: str
    seat: int
    args: dict[str, Any]
    text: str = Field(description="The event as a sentence for this receiver.")


class Turn(BaseModel):
    """A turn of the game: it lasts while the number stays, whoever is asked in it."""

    number: int = Field(description="Turns are counted from 1.")
    seat: int = Field(description="Whose turn it is.")


class LogEntry(BaseModel):
    """What one move led to, as the receiver may know it."""

    position: int
    kind: Literal["start", "choice", "undo", "restart"]
    seat: int
    bot: bool
    at: int
    choice: str | None = Field(description="The notation, for the seat that chose.")
    back_to: int | None = Field(description="The position that an undo or restart restored.")
    turn: Turn | None = Field(description="The turn it belongs to; null for moves stored before turns were counted.")
    events: list[EventShown]


class Decision(BaseModel):
    kind: str
    seat: int
    prompt: str
    rules: list[str]


class Choice(BaseModel):
    choice: str
    elements: list[str]
    caption: str
    """The choice in words, for people."""


class View(BaseModel):
    """All that the receiver may know. `zones` and `pending` are of the game's own shape."""

    game: str
    rules_version: str
    seats: int
    options: dict[str, str | int | bool]
    viewer: int | None
    seat: int
    turn: Turn
    decision: Decision | None
    choices: list[Choice]
    zones: dict[str, Any]
    scores: list[dict[str, int | None]]
    pending: list[dict[str, Any]]
    result: list[float] | None


class PositionShown(BaseModel):
    position: int
    asked: int
    asked_at: int
    undo: bool = Field(description="Whether it makes sense to offer the receiver undo.")
    view: View


class ChatLine(BaseModel):
    seat: int | None
    player: str
    name: str
    text: str
    at: int


class You(BaseModel):
    id: str
    name: str
    seat: int | None


class Hello(BaseModel):
    """The first message, and again when the game starts: everything a client needs to draw the table."""

    type: Literal["hello"]
    you: You | None
    now: int
    table: TableShown
    spectators: int
    position: PositionShown | None
    log: list[LogEntry]
    chat: list[ChatLine]


class Change(BaseModel):
    op: Literal["add", "remove"]
    path: str = Field(description="A JSON pointer (RFC 6901) into the view.")
    value: Any = None


class Changed(BaseModel):
    """As `moved`, for whoever connected with `views=changes`."""

    type: Literal["changed"]
    position: int
    asked: int
    asked_at: int
    undo: bool
    changes: list[Change] = Field(description="A JSON Patch (RFC 6902) from the view before to the view now.")
    entry: LogEntry
    clocks: list[int | None]
    short: bool


class Moved(PositionShown):
    """Somebody answered or took back; where the game stands now."""

    type: Literal["moved"]
    entry: LogEntry
    clocks: list[int | None]
    short: bool = Field(description="Whether a bot answered in less time than usual, because many were thinking.")


class Seats(BaseModel):
    """Somebody came, went, sat down or was replaced."""

    type: Literal["seats"]
    status: str
    seats: list[SeatShown]
    spectators: int
    rematch: str | None


class Said(BaseModel):
    type: Literal["chat"]
    line: ChatLine


class Accepted(BaseModel):
    """The answer to a message that was carried out; `position` is the one it led to."""

    type: Literal["accepted"]
    id: str | None
    position: int | None


class Refused(BaseModel):
    """The answer to a message that changed nothing."""

    type: Literal["refused"]
    id: str | None
    problem: ProblemDetails


class WhyNot(BaseModel):
    type: Literal["why"]
    id: str | None
    possible: bool
    problem: ProblemDetails | None


class Previewed(BaseModel):
    """Where a choice would lead; `certain` if nothing in it depends on chance or on what is hidden."""

    type: Literal["preview"]
    id: str | None
    certain: bool
    view: View


class Pong(BaseModel):
    type: Literal["pong"]
    id: str | None
    now: int


ServerMessage = Annotated[
    Hello | Moved | Changed | Seats | Said | Accepted | Refused | WhyNot | Previewed | Pong,
    Field(discriminator="type", title="ServerMessage"),
]
CLIENT_SCHEMA: Final[TypeAdapter[Any]] = TypeAdapter(ClientMessage)
SERVER_SCHEMA: Final[TypeAdapter[Any]] = TypeAdapter(ServerMessage)
