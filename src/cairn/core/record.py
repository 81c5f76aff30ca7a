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

from cairn.core.chance import Chance, Outcome, Script, Tape
from cairn.core.contract import Game, OptionValue, State
from cairn.core.errors import BadRecord, CairnError, CannotUndo, UnknownGame, WrongOutcome
from cairn.core.registry import game as find_game

FORMAT = 1
SEALED = ("game", "rules_version", "content", "options", "seats", "start")


class Move:
    """One choice of a record: who, what in notation, and the chance outcomes that fell until the next decision."""

    def __init__(self, seat: int, choice: str, chance: list[Outcome]) -> None:
        self.seat = seat
        self.choice = choice
        self.chance = chance


class Record:
    """A game that remembers itself. Make one with `new` or `load`; `play` moves it on; `state` is where it stands."""

    def __init__(
        self,
        game: Game,
        options: dict[str, OptionValue],
        names: list[str],
        opening: list[Outcome],
        state: State,
    ) -> None:
        self.game = game
        self.options = options
        self.names = names
        self.opening = opening
        """The chance outcomes of the set-up."""
        self.moves: list[Move] = []
        self.state = state

    @staticmethod
    def new(game: Game, names: list[str], chance: Chance, **options: OptionValue) -> Record:
        """Start a game with one name per seat."""
        tape = Tape(chance)
        state = game.start(len(names), tape, **options)
        return Record(game, dict(state.setup.options), list(names), tape.cut(), state)

    def play(self, notation: str, chance: Chance) -> Move:
        """Make the choice that a text stands for. An error (see `State.choose`) leaves the record as it was."""
        return self.choose(self.state.parse(notation), chance)

    def choose(self, choice: int, chance: Chance) -> Move:
        """Make a choice of the present decision."""
        state = self.state
        if choice not in state.offered:
            raise state.refusal(choice)
        tape = Tape(chance)
        move = Move(state.seat, state.notation(choice), [])
        state.choose(choice, tape)
        move.chance = tape.cut()
        self.moves.append(move)
        return move

    def undo(self, seat: int) -> Move:
        """Take back the last choice: it must be the seat's own and have let no chance fall. CannotUndo says why not."""
        if not self.moves:
            raise CannotUndo("nothing")
        last = self.moves[-1]
        if last.seat != seat:
            raise CannotUndo("other-seat")
        if last.chance:
            raise CannotUndo("chance")
        log = self.state.log
        states = list(self.replay())
        self.moves.pop()
        self.state = states[-2]
        self.state.log = log
        return last

    def replay(self) -> Iterator[State]:
        """The state at the start and after each choice, each a state of its own. BadRecord where it does not fit."""
        script = Script(self.opening)
        try:
            state = self.game.start(len(self.names), script, **self.options)
        # One name for each kind of error: compiled code gives a variable the type of its first use.
        except WrongOutcome as outcome_error:
            raise BadRecord("start", str(outcome_error)) from None
        except CairnError as error:
            raise BadRecord("options", str(error)) from None
        _used_up(script, "start")
        yield state
        for number, move in enumerate(self.moves, 1):
            state = state.clone()
            place = f"move {number}"
            if state.seat != move.seat:
                asked = "nobody: the game is over" if state.seat < 0 else f"seat {state.seat}"
                raise BadRecord(place, f"seat {move.seat} chooses '{move.choice}', but asked is {asked}")
            script = Script(move.chance)
            try:
                state.choose(state.parse(move.choice), script)
            except CairnError as error:
                raise BadRecord(place, f"'{move.choice}': {error}") from None
            _used_up(script, place)
            yield state

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
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            place = f"line {error.lineno}, column {error.colno}"
            raise BadRecord(place, f"the file is truncated or not JSON ({error.msg})") from None
        if not isinstance(data, dict):
            raise BadRecord("file", "should be an object with fields")
        record = _unpack(data, game)
        for state in record.replay():
            record.state = state
        end = _end(record.state)
        if data["end"] != end:
            raise BadRecord("end", f"is {json.dumps(data['end'])}, but the moves lead to {json.dumps(end)}")
        return record


def _end(state: State) -> dict[str, object] | None:
    if state.seat >= 0:
        return None
    return {"scores": [score.data() for score in state.scores()], "result": state.result()}


def _used_up(script: Script, place: str) -> None:
    if script.rest:
        raise BadRecord(place, f"has outcomes that never fell: {script.rest}")


def _unpack(data: dict[str, Any], given: Game | None) -> Record:
    """The record of a file's data, its shape checked but not yet replayed."""
    if _field(data, "cairn_record", int, "file") != FORMAT:
        raise BadRecord("cairn_record", f"this build reads format {FORMAT}, not {data['cairn_record']}")
    game = _game(_field(data, "game", str, "file"), given)
    version = _field(data, "rules_version", str, "file")
    if version != game.rules_version:
        raise BadRecord(
            "rules_version",
            f"the game was played by version {version} of the rules, this build replays {game.rules_version}",
        )
    _check_content(data.get("content", ""), game)
    options = _field(data, "options", dict, "file")
    names = _field(data, "seats", list, "file")
    if not all(isinstance(name, str) for name in names):
        raise BadRecord("seats", "should be a list of names")
    start = _field(data, "start", dict, "file")
    opening = _outcomes(start, "start")
    moves = [_move(item, number) for number, item in enumerate(_field(data, "moves", list, "file"), 1)]
    if "end" not in data:
        raise BadRecord("end", "is missing")
    _check_seal(data)
    try:
        setup = game.prepare(len(names), options)
    except CairnError as error:
        raise BadRecord("options", str(error)) from None
    try:
        state = game.set_up(setup, Script(opening), None)
    except CairnError as error:
        raise BadRecord("start", str(error)) from None
    record = Record(game, setup.options, names, opening, state)
    record.moves = moves
    return record


def _game(slug: str, given: Game | None) -> Game:
    if given is None:
        try:
            return find_game(slug)
        except UnknownGame as error:
            raise BadRecord("game", str(error)) from None
    if slug != given.slug:
        raise BadRecord("game", f"this is a record of '{slug}', not of '{given.slug}'")
    return given


def _check_content(mark: object, game: Game) -> None:
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
    if not isinstance(item, dict):
        raise BadRecord(place, "should be an object with fields")
    if _field(item, "n", int, place) != number:
        raise BadRecord(place, f"is numbered {item['n']}: a move is missing or out of order")
    return Move(_field(item, "seat", int, place), _field(item, "choice", str, place), _outcomes(item, place))


def _outcomes(item: dict[str, Any], place: str) -> list[Outcome]:
    outcomes = _field(item, "chance", list, place)
    for outcome in outcomes:
        if isinstance(outcome, bool) or not isinstance(outcome, int | str):
            raise BadRecord(place, f"has an outcome that is neither a name nor a number: {outcome!r}")
    return list(outcomes)


def _field(data: dict[str, Any], name: str, kind: type, place: str) -> Any:
    if name not in data:
        raise BadRecord(place, f"the field '{name}' is missing")
    value = data[name]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadRecord(place, f"the field '{name}' should be of type {kind.__name__}, not {value!r:.60}")
    return value


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
