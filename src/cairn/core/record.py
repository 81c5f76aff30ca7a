"""A finished or running game on disk: JSON, one file per game, one line per choice, to be read by people too.

A record holds the game, its rules version and options, the mark of its content if that is one's own, who sat where,
every choice in notation and every chance outcome in the game's words. It holds no seed and no state: replaying the
choices with the outcomes beside them gives every position again. `check` on each line is a running checksum, so that
an edited file is refused at the first line that was changed.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cairn.core.chance import Chance, Outcome
from cairn.core.contract import Game, OptionValue, Setup, State
from cairn.core.errors import BadContent, BadOption, BadRecord, BadSeats, UnknownGame
from cairn.core.fields import Fields, parsed_json
from cairn.core.history import CHOICE, History, Move, Step, begin, restore, standing
from cairn.core.message import counted
from cairn.core.registry import game as find_game
from cairn.core.registry import game_from_pack

FORMAT = 1
MOST_SEATS = 99
MOST_MOVES = 1_000_000
SEALED = ("game", "rules_version", "content", "options", "seats", "start")


class Record:
    """A game that remembers itself. Make one with `new` or `load`; `play` moves it on; `state` is where it stands."""

    def __init__(self, names: list[str], history: History, opening: list[Outcome]) -> None:
        """A game at its start, and the chance that fell in the set-up."""
        setup = history.state.setup
        self.game = setup.game
        self.options = setup.options
        self.names = names
        self.opening = opening
        self.moves: list[Move] = []
        """The choices that stand, in order."""
        self.history = history

    @property
    def state(self) -> State:
        """Where the game stands. Never changed in place: a choice leads to another state."""
        return self.history.state

    def __repr__(self) -> str:
        asked = self.state.seat
        stands = "over" if asked < 0 else f"{self.names[asked]} is asked"
        return f"<Record of {self.game.slug}: {', '.join(self.names)}; {counted(len(self.moves), 'move')}, {stands}>"

    @staticmethod
    def new(game: Game, names: list[str], chance: Chance, **options: OptionValue) -> Record:
        """Start a game with one name per seat."""
        history, start = begin(game.prepare(len(names), options), chance)
        return Record(list(names), history, start.chance)

    @staticmethod
    def of(setup: Setup, names: list[str], opening: list[Outcome], moves: list[Move]) -> Record:
        """The record of a game that was played elsewhere, replayed. BadRecord where it does not fit."""
        record = Record(names, restore(setup, opening)[0], opening)
        for move in moves:
            record.moves.append(_again(record.history, move))
        return record

    def play(self, notation: str, chance: Chance) -> Move:
        """Make the choice that a text stands for. An error (see `State.choose`) leaves the record as it was."""
        return self.choose(self.state.parse(notation), chance)

    def choose(self, choice: int, chance: Chance) -> Move:
        """Make a choice of the present decision."""
        step = self.history.propose(choice, chance)
        self.history.take(step)
        self.moves.append(step.move)
        return step.move

    def undo(self, seat: int) -> list[Move]:
        """Take back the seat's last choice; what was taken back. CannotUndo says why not: see `core/history`."""
        return self._take_back(self.history.undo(seat))

    def restart(self, seat: int) -> list[Move]:
        """Take back all that the seat has chosen in its turn; what was taken back. CannotUndo says why not."""
        return self._take_back(self.history.restart(seat))

    def _take_back(self, step: Step) -> list[Move]:
        self.history.take(step)
        kept = standing([*self.moves, step.move])
        gone = self.moves[len(kept) :]
        self.moves = kept
        return gone

    def replay(self) -> Iterator[State]:
        """The state at the start and after each choice. BadRecord where it does not fit."""
        history, _ = restore(self.state.setup, self.opening)
        yield history.state
        for move in self.moves:
            _again(history, move)
            yield history.state

    def retell(self) -> Iterator[tuple[Move, State]]:
        """The start and each choice once more, with what happened in `events`, and the state it led to."""
        history, start = restore(self.state.setup, self.opening, listens=True)
        yield start, history.state
        for move in self.moves:
            yield _again(history, move), history.state

    def data(self) -> dict[str, Any]:
        """The record as JSON-able data, as `save` writes it."""
        moves: list[dict[str, Any]] = []
        for number, move in enumerate(self.moves, 1):
            moves.append({"n": number, "seat": move.seat, "choice": move.choice, "chance": move.chance})
        data: dict[str, Any] = {
            "cairn_record": FORMAT,
            "game": self.game.slug,
            "rules_version": self.game.rules_version,
            **({"content": self.game.content_mark} if self.game.content_mark else {}),
            **({"pack": self.game.pack_text} if self.game.pack_text else {}),
            "options": self.options,
            "seats": self.names,
            "start": {"chance": self.opening},
            "moves": moves,
            "end": _end(self.state),
        }
        _seal(data)
        return data

    def text(self) -> str:
        """The file's text: one line per move."""
        data = self.data()
        lines = []
        for key, value in data.items():
            if key == "moves" and value:
                body = ",\n".join("    " + json.dumps(move, ensure_ascii=False) for move in value)
                lines.append(f'  "moves": [\n{body}\n  ]')
            else:
                lines.append(f'  "{key}": {json.dumps(value, ensure_ascii=False)}')
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file whole or not at all: an interrupted save leaves what was there before."""
        target = Path(path)
        part = target.with_name(target.name + ".part")
        try:
            part.write_text(self.text(), encoding="utf-8")
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)

    @staticmethod
    def load(path: str | os.PathLike[str], game: Game | None = None) -> Record:
        """Read a file and replay it to where it stands. BadRecord says where it is truncated, edited or unplayable."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise BadRecord(f"byte {error.start}", "is not UTF-8 text") from None
        return Record.read(text, game)

    @staticmethod
    def read(text: str, game: Game | None = None) -> Record:
        """The record of a file's text. A game that is not registered, or has other content, is handed in."""
        data = parsed_json(text, BadRecord)
        fields = Fields(data, "", BadRecord)
        record = _unpack(fields, data, game)
        end = _end(record.state)
        said = fields.value("end")
        if said != end:
            raise BadRecord("end", f"is {json.dumps(said)}, but the moves lead to {json.dumps(end)}")
        return record


def _again(history: History, move: Move) -> Move:
    """Replay a choice that stands; its number may have been another among those that were taken back."""
    return history.replay(Move(history.position + 1, CHOICE, move.seat, move.choice, move.chance)).move


def _end(state: State) -> dict[str, object] | None:
    if state.seat >= 0:
        return None
    return {"scores": [score.data() for score in state.scores()], "result": state.result()}


def _unpack(fields: Fields, data: Any, given: Game | None) -> Record:
    """The record of a file's data, its shape checked and then replayed."""
    form = fields.number("cairn_record", 0, 9999)
    if form != FORMAT:
        raise BadRecord("cairn_record", f"this build reads format {FORMAT}, not {form}")
    game = _game(fields.text("game"), given, fields.text("pack") if fields.has("pack") else "")
    version = fields.value("rules_version")
    if version != game.rules_version:
        raise BadRecord(
            "rules_version",
            f"the game was played by version {version} of the rules, this build replays {game.rules_version}",
        )
    _check_content(fields.text("content") if fields.has("content") else "", game)
    options = fields.table("options")
    names = fields.items("seats")
    if not all(isinstance(name, str) for name in names):
        raise BadRecord("seats", "should be a list of names")
    opening = _outcomes(fields.part("start"))
    moves = [_move(item, number) for number, item in enumerate(fields.items("moves"), 1)]
    fields.value("end")
    _check_seal(data)
    try:
        setup = game.prepare(len(names), options)
    except (BadSeats, BadOption) as error:
        raise BadRecord("options", str(error)) from None
    return Record.of(setup, names, opening, moves)


def _game(slug: str, given: Game | None, pack: str) -> Game:
    if given is None:
        try:
            return game_from_pack(slug, pack) if pack else find_game(slug)
        except BadContent as unfit:
            raise BadRecord("pack", str(unfit)) from None
        except UnknownGame as error:
            raise BadRecord("game", str(error)) from None
    if slug != given.slug:
        raise BadRecord("game", f"this is a record of '{slug}', not of '{given.slug}'")
    return given


def _check_content(mark: str, game: Game) -> None:
    """A game replays with the very content it was played with, or not at all."""
    if mark == game.content_mark:
        return
    if not mark:
        raise BadRecord("content", "the game was played with the content that comes with it, not with the one given")
    if game.content_mark:
        raise BadRecord("content", f"the game was played with content {mark}, the one given is {game.content_mark}")
    raise BadRecord("content", f"the game was played with content of its own ({mark}): give that file as its content")


def _move(item: object, number: int) -> Move:
    place = f"move {number}"
    fields = Fields(item, f"{place}: ", BadRecord)
    if fields.number("n", 0, MOST_MOVES) != number:
        raise BadRecord(place, f"is numbered {fields.value('n')}: a move is missing or out of order")
    return Move(number, CHOICE, fields.number("seat", 0, MOST_SEATS), fields.text("choice"), _outcomes(fields))


def _outcomes(fields: Fields) -> list[Outcome]:
    outcomes = fields.items("chance")
    for i, outcome in enumerate(outcomes):
        if isinstance(outcome, bool) or not isinstance(outcome, int | str):
            raise fields.refuse(f"chance[{i}]", f"should be a name or a whole number, not {outcome!r:.40}")
    return outcomes[:]


def _seal(data: dict[str, Any]) -> None:
    """Give the set-up and each move its running checksum."""
    running = _checksum(0, {key: data[key] for key in SEALED if key in data})
    data["start"]["check"] = f"{running:08x}"
    for move in data["moves"]:
        running = _checksum(running, move)
        move["check"] = f"{running:08x}"


def _check_seal(data: dict[str, Any]) -> None:
    """Find the first line whose checksum does not fit. A record written by hand has none at all."""
    parts = [data["start"], *data["moves"]]
    if not any("check" in part for part in parts):
        return
    bare = {**data, "start": _bare(data["start"]), "moves": [_bare(move) for move in data["moves"]]}
    _seal(bare)
    for number, (part, right) in enumerate(zip(parts, [bare["start"], *bare["moves"]], strict=True)):
        if part.get("check") != right["check"]:
            place = "start" if number == 0 else f"move {number}"
            raise BadRecord(place, "was changed after it was written (the checksum does not fit)")


def _bare(part: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in part.items() if key != "check"}


def _checksum(running: int, part: dict[str, Any]) -> int:
    return zlib.crc32(json.dumps(part, sort_keys=True).encode(), running)
