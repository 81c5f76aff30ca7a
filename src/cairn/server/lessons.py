"""Lessons: a first game played with a teacher, from `lesson.toml` in a game's folder.

A lesson is a few scenes. A scene has its own seed, so chance falls alike for everybody, and may begin in the middle of
a game: its `opening` has been played when the curtain rises, from the deal or from a `position`, which is a file beside
the lesson with what `State.dump` gives, apart from game and version. Its steps say one thing each and point at it. A step may
ask for a choice, play the `replies` that follow, and say afterwards what it was good for; a choice that is a `mistake`
is taken back with its replies. All its English is in [lesson] of the game's en.toml.

    seats = 2
    seat = 0
    names = ["You", "Mia"]
    [[scenes]]
    seed = 11
    opening = []
    [[scenes.steps]]
    say = "goal"
    point = ["deck"]
    [[scenes.steps]]
    say = "bid"
    choice = "bid 2"
    after = "bid-won"
    replies = ["pass"]
"""

from __future__ import annotations

from importlib import resources
from typing import Any, NamedTuple

from cairn.core.chance import Dice
from cairn.core.contract import Game, State
from cairn.core.errors import BadContent, BadPosition, CairnError
from cairn.core.fields import Fields, content_fields, parsed_json, read_toml
from cairn.core.history import History, begin
from cairn.server import redaction

FILE = "lesson.toml"
MOST_SEED = 2**62


class Step(NamedTuple):
    """One thing that is said; then, unless `choice` is empty, one thing that is done."""

    say: str
    point: list[str]
    choice: str
    mistake: bool
    after: str
    replies: list[str]


class Scene(NamedTuple):
    seed: int
    options: dict[str, Any]
    position: str
    opening: list[str]
    steps: list[Step]


class Lesson(NamedTuple):
    seats: int
    seat: int
    names: list[str]
    scenes: list[Scene]


def has_lesson(game: Game) -> bool:
    return bool(read_toml(game.package, FILE))


def read_lesson(game: Game) -> Lesson:
    """The lesson of a game. BadContent if there is none, or names what cannot be."""
    top = content_fields(read_toml(game.package, FILE), FILE)
    seats = top.number("seats", min(game.seats), max(game.seats))
    lesson = Lesson(
        seats,
        top.number("seat", 0, seats - 1),
        top.texts("names", seats),
        [_scene(part) for part in top.parts("scenes")],
    )
    top.end()
    return lesson


def _scene(part: Fields) -> Scene:
    scene = Scene(
        part.number("seed", 0, MOST_SEED),
        part.table("options") if part.has("options") else {},
        part.text("position") if part.has("position") else "",
        part.texts("opening") if part.has("opening") else [],
        [_step(step) for step in part.parts("steps")],
    )
    if scene.position and scene.options:
        raise part.refuse("options", "are those of the position")
    part.end()
    return scene


def _step(part: Fields) -> Step:
    wrong = part.text("mistake") if part.has("mistake") else ""
    step = Step(
        part.text("say"),
        part.texts("point") if part.has("point") else [],
        wrong or (part.text("choice") if part.has("choice") else ""),
        bool(wrong),
        part.text("after") if part.has("after") else "",
        part.texts("replies") if part.has("replies") else [],
    )
    if not step.choice and (step.after or step.replies):
        raise part.refuse("after" if step.after else "replies", "can only follow a choice")
    part.end()
    return step


def frames(game: Game) -> dict[str, Any]:
    """The whole lesson as a browser shows it: every text, and every view that the learner comes to see.

    Nothing is at stake in a lesson, and its future is written already, so it is handed over at once.
    """
    lesson = read_lesson(game)
    steps = []
    for number, scene in enumerate(lesson.scenes):
        place = f"{FILE}: scenes[{number}]"
        stage = _Stage(game, scene, lesson)
        for notation in scene.opening:
            stage.play(notation, f"{place}.opening")
        for at, step in enumerate(scene.steps):
            start = stage.view() if at == 0 else None
            steps.append({**_played(stage, step, f"{place}.steps[{at}]"), "start": start})
    return {"seat": lesson.seat, "names": lesson.names, "steps": steps}


def _played(stage: _Stage, step: Step, place: str) -> dict[str, Any]:
    texts = stage.game.texts
    shown: list[dict[str, Any]] = []
    before = stage.history, stage.dice
    if step.mistake:
        stage.dice = Dice(stage.seed)  # what falls in a mistake must not change what falls after it is taken back
    if step.choice:
        shown.append(stage.play(step.choice, place))
        shown += [stage.play(reply, f"{place}.replies") for reply in step.replies]
    if step.mistake:
        stage.history, stage.dice = before
    return {
        "say": texts.say("lesson", step.say, {}),
        "point": step.point,
        "choice": step.choice or None,
        "mistake": step.mistake,
        "after": texts.say("lesson", step.after, {}) if step.after else None,
        "frames": shown,
    }


class _Stage:
    """A scene as it is played."""

    def __init__(self, game: Game, scene: Scene, lesson: Lesson) -> None:
        self.seed = scene.seed
        self.dice = Dice(scene.seed)
        self.game = game
        self.lesson = lesson
        if scene.position:
            self.history = History(_position(game, scene.position, lesson.seats), 0, listens=True)
        else:
            self.history, _ = begin(game.prepare(lesson.seats, scene.options), self.dice, listens=True)

    def play(self, notation: str, place: str) -> dict[str, Any]:
        history = self.history
        try:
            step = history.propose(history.state.parse(notation), self.dice)
        except CairnError as error:
            raise BadContent(place, f"'{notation}' cannot be played: {error}") from None
        self.history = History(step.state, step.move.number, listens=True)
        return redaction.frame(step.state, step.move, self.lesson.seat, self.lesson.names)

    def view(self) -> dict[str, Any]:
        """What the learner sees now."""
        return redaction.view(self.history.state, self.lesson.seat, self.lesson.names)


def _position(game: Game, file: str, seats: int) -> State:
    """The position of a file of the game. BadContent if it is no position of this lesson."""
    found = resources.files(game.package) / file
    if not found.is_file():
        raise BadContent(file, "is not there")
    try:
        data = parsed_json(found.read_text(encoding="utf-8"), BadPosition)
        known = {"game": game.slug, "rules_version": game.rules_version}
        state = game.load({**known, **data} if isinstance(data, dict) else data)
    except BadPosition as error:
        raise BadContent(f"{file}: {error.place}", error.problem) from None
    if state.setup.seats != seats:
        raise BadContent(file, f"is a position of {state.setup.seats} seats, not {seats}")
    return state
