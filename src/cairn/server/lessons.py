"""Lessons: a first game played with a teacher, from `lesson.toml` in a game's folder.

A lesson is a few scenes. A scene has its own seed, so chance falls alike for everybody, and may begin in the middle of
a game: its `opening` has been played when the curtain rises, from the deal or from a `position`, which is a file beside
the lesson with what `State.dump` gives, apart from game and version. Its steps say one thing each and point at it. A
step may ask for a choice, play the `replies` that follow, and say afterwards what it was good for; a choice that is a
`mistake` is taken back with its replies. Where two people take the lesson together, the second makes the replies.

The same file tells what the rules show: `examples` put a step under a heading of RULES.md, and the `summary` is one
page to print, the view of a step with numbered marks and what a player must know. All English is in [lesson] of the
game's en.toml.

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
    [[examples]]
    section = "Bidding"
    step = "bid"
    [summary]
    goal = "goal-of-game"
    step = "bid"
    marks = [{ at = "deck", say = "mark-deck" }]
    turn = ["turn-bid"]
    points = ["points-card"]
    end = ["end-deck"]
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from typing import Any, NamedTuple

from cairn.core.chance import Dice
from cairn.core.content import read_toml
from cairn.core.contract import Game, State, View
from cairn.core.errors import BadContent, BadPosition, CairnError
from cairn.core.fields import Fields, content_fields, parsed_json
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


class Example(NamedTuple):
    """What is seen after a step, for a section of the rules."""

    section: str
    step: str


class Mark(NamedTuple):
    """A number in the picture of the summary, and what is said beside it."""

    at: str
    say: str


class Summary(NamedTuple):
    """A page to print: what is seen when a step begins, and lists of what to know."""

    goal: str
    step: str
    marks: list[Mark]
    turn: list[str]
    points: list[str]
    end: list[str]


class Lesson(NamedTuple):
    seats: int
    seat: int
    names: list[str]
    scenes: list[Scene]
    examples: list[Example]
    summary: Summary | None


def has_lesson(game: Game) -> bool:
    return bool(read_toml(game.package, FILE))


def has_summary(game: Game) -> bool:
    return "summary" in read_toml(game.package, FILE)


def read_lesson(game: Game) -> Lesson:
    """The lesson of a game. BadContent if there is none, or names what cannot be."""
    top = content_fields(read_toml(game.package, FILE), FILE)
    seats = top.number("seats", min(game.seats), max(game.seats))
    lesson = Lesson(
        seats,
        top.number("seat", 0, seats - 1),
        top.texts("names", seats),
        [_scene(part) for part in top.parts("scenes")],
        [_example(part) for part in top.parts("examples")] if top.has("examples") else [],
        _summary(top.part("summary")) if top.has("summary") else None,
    )
    top.end()
    return lesson


def _example(part: Fields) -> Example:
    example = Example(part.text("section"), part.text("step"))
    part.end()
    return example


def _summary(part: Fields) -> Summary:
    marks = [Mark(mark.text("at"), mark.text("say")) for mark in part.parts("marks")]
    summary = Summary(
        part.text("goal"), part.text("step"), marks, part.texts("turn"), part.texts("points"), part.texts("end")
    )
    part.end()
    return summary


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


def frames(game: Game, together: bool = False) -> dict[str, Any]:
    """The whole lesson as a browser shows it: every text, and every view that the learner comes to see.

    Nothing is at stake in a lesson, and its future is written already, so it is handed over at once. For two together
    each reply is a step of the other seat, seen with its eyes.
    """
    lesson = read_lesson(game)
    steps: list[dict[str, Any]] = []
    for number, scene in enumerate(lesson.scenes):
        place = f"{FILE}: scenes[{number}]"
        stage = _Stage(game, scene, lesson)
        for notation in scene.opening:
            stage.play(notation, f"{place}.opening", lesson.seat)
        eyes = None
        for at, step in enumerate(scene.steps):
            for part in _played(stage, step, f"{place}.steps[{at}]", together):
                steps.append({**part, "start": part["start"] if part["seat"] != eyes else None})
                eyes = part["seat"]
    return {"seat": lesson.seat, "names": lesson.names, "steps": steps}


def examples(game: Game) -> dict[str, Any]:
    """What the rules show beside their sections: a step of the lesson as it ends, and what is said of it."""
    lesson = read_lesson(game)
    wanted = {example.step: example for example in lesson.examples}
    found = [
        {"section": wanted[name].section, "say": step["after"] or step["say"], "view": view}
        for name, step, view in _steps_by_name(game, lesson, after=True)
        if name in wanted
    ]
    _must_be_there(lesson, [example.step for example in lesson.examples], "examples")
    return {"seat": lesson.seat, "names": lesson.names, "examples": found}


def summary(game: Game) -> dict[str, Any]:
    """One page about a game: a picture with numbers in it, what they are, and what a turn, points and the end are."""
    lesson = read_lesson(game)
    page = lesson.summary
    assert page is not None
    _must_be_there(lesson, [page.step], "summary.step")
    view = next(view for name, _, view in _steps_by_name(game, lesson, after=False) if name == page.step)

    def said(key: str) -> str:
        return game.texts.say("lesson", key, {})

    return {
        "seat": lesson.seat,
        "names": lesson.names,
        "goal": said(page.goal),
        "view": view,
        "marks": [{"at": mark.at, "say": said(mark.say)} for mark in page.marks],
        "turn": [said(key) for key in page.turn],
        "points": [said(key) for key in page.points],
        "end": [said(key) for key in page.end],
    }


def _must_be_there(lesson: Lesson, names: list[str], field: str) -> None:
    known = {step.say for scene in lesson.scenes for step in scene.steps}
    for name in names:
        if name not in known:
            raise BadContent(f"{FILE}: {field}", f"there is no step '{name}'")


def _steps_by_name(game: Game, lesson: Lesson, after: bool) -> Iterator[tuple[str, dict[str, Any], View]]:
    """Every step with its name and the view with which it begins or, `after`, with which it ends."""
    view: View = {}
    names = [step.say for scene in lesson.scenes for step in scene.steps]
    for name, step in zip(names, frames(game)["steps"], strict=True):
        view = step["start"] or view
        end = step["frames"][-1]["view"] if step["frames"] else view
        yield name, step, end if after else view
        view = view if step["mistake"] else end


def _played(stage: _Stage, step: Step, place: str, together: bool) -> list[dict[str, Any]]:
    texts = stage.game.texts
    before = stage.history, stage.dice
    if step.mistake:
        stage.dice = Dice(stage.seed)  # what falls in a mistake must not change what falls after it is taken back
    learner = stage.lesson.seat
    first: dict[str, Any] = {
        "seat": learner,
        "say": texts.say("lesson", step.say, {}),
        "point": step.point,
        "choice": step.choice or None,
        "mistake": step.mistake,
        "after": None,
        "start": stage.seen_from(learner),
        "frames": [],
    }
    parts = [first]
    for notation in [step.choice, *step.replies] if step.choice else []:
        where = place if not first["frames"] else f"{place}.replies"
        if together and not step.mistake and first["frames"] and stage.seat != learner:
            parts.append(_of_friend(stage, notation))
        parts[-1]["frames"].append(stage.play(notation, where, parts[-1]["seat"]))
    if step.mistake:
        stage.history, stage.dice = before
    parts[-1]["after"] = texts.say("lesson", step.after, {}) if step.after else None
    return parts


def _of_friend(stage: _Stage, notation: str) -> dict[str, Any]:
    """A reply as a step of its own: what is to be done is said by the choice itself."""
    view = stage.seen_from(stage.seat)
    said = [choice["caption"] for choice in view["choices"] if choice["choice"] == notation]
    return {
        "seat": stage.seat,
        "say": "".join(said),
        "point": [],
        "choice": notation,
        "mistake": False,
        "after": None,
        "start": view,
        "frames": [],
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

    @property
    def seat(self) -> int:
        """Who is asked."""
        return self.history.state.seat

    def play(self, notation: str, place: str, viewer: int) -> dict[str, Any]:
        history = self.history
        try:
            step = history.propose(history.state.parse(notation), self.dice)
        except CairnError as error:
            raise BadContent(place, f"'{notation}' cannot be played: {error}") from None
        self.history = History(step.state, step.move.number, listens=True)
        return redaction.frame(step.state, step.move, viewer, self.lesson.names)

    def seen_from(self, viewer: int) -> View:
        """What a seat sees now."""
        return redaction.view(self.history.state, viewer, self.lesson.names)


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
