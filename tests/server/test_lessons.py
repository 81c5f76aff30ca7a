"""Lessons are scripted games: each is played through here, and what it says is short and free of rule numbers."""

from __future__ import annotations

import json
import re
from importlib import resources

import pytest

import cairn
from cairn.core.errors import BadContent
from cairn.server import lessons

TAUGHT = cairn.slugs()
MOST_WORDS = 40
"""In a step."""
WORDS_PER_MINUTE = 150
"""Read by somebody who also looks at the board."""
SECONDS_PER_CHOICE = 6


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_lesson_can_be_played_through_to_a_counted_end(slug):
    steps = lessons.frames(cairn.game(slug))["steps"]
    shown = [frame["view"] for step in steps for frame in step["frames"]]
    assert shown[-1]["result"] is not None
    assert [step["choice"] for step in steps[-2:]] == [None, None], "the end is counted together, then play is free"


@pytest.mark.parametrize("slug", TAUGHT)
def test_every_choice_is_open_to_the_learner_at_its_step(slug):
    lesson = lessons.frames(cairn.game(slug))
    view = None
    for step in lesson["steps"]:
        view = step["start"] or view
        assert view is not None
        if step["choice"] is not None:
            assert view["seat"] == lesson["seat"]
            assert step["choice"] in [choice["choice"] for choice in view["choices"]]
            view = view if step["mistake"] else step["frames"][-1]["view"]


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_lesson_is_short_shows_a_mistake_and_quotes_no_rule(slug):
    steps = lessons.frames(cairn.game(slug))["steps"]
    said = [text for step in steps for text in (step["say"], step["after"]) if text]
    assert max(len(text.split()) for text in said) <= MOST_WORDS
    assert not [text for text in said if re.search(r"\b[A-Z]{2}-[0-9]", text)]
    assert any(step["mistake"] and step["after"] for step in steps)
    words, choices = sum(len(text.split()) for text in said), sum(step["choice"] is not None for step in steps)
    assert 5 <= words / WORDS_PER_MINUTE + choices * SECONDS_PER_CHOICE / 60 <= 8


class Taught:
    """A game with a lesson of one's own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, step: dict[str, object], **top: object) -> None:
        scene = {"seed": 10, "options": {"start": 0}, "steps": [{"say": "goal", **step}]}
        lesson = {"seats": 2, "seat": 0, "names": ["You", "Mia"], "scenes": [scene], **top}
        monkeypatch.setattr(lessons, "read_toml", lambda package, name: lesson)

    def refusal(self) -> str:
        with pytest.raises(BadContent) as refused:
            lessons.frames(cairn.game("five-towers"))
        return str(refused.value)


def test_a_choice_that_cannot_be_made_is_named_with_its_place(monkeypatch):
    refusal = Taught(monkeypatch, {"choice": "bid 6"}).refusal()
    assert refusal.startswith("lesson.toml: scenes[0].steps[0]: 'bid 6' cannot be played")


def test_a_reply_needs_a_choice_to_follow(monkeypatch):
    assert "can only follow a choice" in Taught(monkeypatch, {"replies": ["pass"]}).refusal()


def test_misspelt_fields_and_wrong_seats_are_refused(monkeypatch):
    assert "sayy" in Taught(monkeypatch, {"sayy": "goal"}).refusal()
    assert "names" in Taught(monkeypatch, {}, names=["You"]).refusal()


def test_a_mistake_changes_nothing_that_follows(monkeypatch):
    game = cairn.game("five-towers")
    steps = [{"say": "goal", "choice": "bid 4", "replies": ["pass"]}]
    scene = {"seed": 10, "options": {"start": 0}, "steps": steps}
    lesson = {"seats": 2, "seat": 0, "names": ["You", "Mia"], "scenes": [scene]}
    monkeypatch.setattr(lessons, "read_toml", lambda package, name: lesson)
    straight = lessons.frames(game)["steps"][-1]["frames"]
    steps.insert(0, {"say": "goal", "mistake": "bid 5", "after": "greed-after"})
    assert lessons.frames(game)["steps"][-1]["frames"] == straight


@pytest.mark.parametrize("slug", TAUGHT)
def test_two_who_learn_together_come_to_the_same_end_by_their_own_choices(slug):
    game = cairn.game(slug)
    alone, together = lessons.frames(game), lessons.frames(game, together=True)
    learner, view, asked = together["seat"], None, set()
    for step in together["steps"]:
        view = step["start"] or view
        if step["choice"] is not None:
            assert view["seat"] == step["seat"] == view["viewer"]
            assert step["choice"] in [choice["choice"] for choice in view["choices"]]
            assert step["say"]
            asked.add(step["seat"])
            view = view if step["mistake"] else step["frames"][-1]["view"]
    assert asked == {learner, 1 - learner}
    shown = [[frame["view"] for step in way["steps"] for frame in step["frames"]] for way in (alone, together)]
    assert shown[0][-1]["scores"] == shown[1][-1]["scores"]
    assert [step["after"] for step in alone["steps"] if step["after"]] == [
        step["after"] for step in together["steps"] if step["after"]
    ]


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_game_fits_on_a_page_that_says_goal_turn_points_and_end_and_quotes_no_rule(slug):
    page = lessons.summary(cairn.game(slug))
    assert 5 <= len(page["marks"]) <= 8
    said = [page["goal"], *[mark["say"] for mark in page["marks"]], *page["turn"], *page["points"], *page["end"]]
    assert all(page[part] for part in ("turn", "points", "end"))
    goals = page["goal"], lessons.frames(cairn.game(slug))["steps"][0]["say"]
    assert all(len(re.findall(r"[.!?](?= |$)", goal)) == 1 for goal in goals), "the goal is one sentence"
    assert max(len(text.split()) for text in said) <= MOST_WORDS
    assert not [text for text in said if re.search(r"\b[A-Z]{2}-[0-9]|Mia", text)]
    assert page["view"]["viewer"] == page["seat"]


@pytest.mark.parametrize("slug", TAUGHT)
def test_the_rules_have_drawn_examples_under_their_own_headings(slug):
    game = cairn.game(slug)
    shown = lessons.examples(game)["examples"]
    assert len(shown) >= 3
    headings = re.findall(r"^## (.*)$", game.ledger.text, re.MULTILINE)
    assert {example["section"] for example in shown} <= set(headings)


@pytest.mark.parametrize("slug", TAUGHT)
def test_the_rules_begin_with_the_goal_and_keep_our_own_tables_out(slug):
    text = cairn.game(slug).ledger.text
    assert re.search(r"^## (.*)$", text, re.MULTILINE).group(1) == "The goal"
    assert "|---" not in text


def test_lessons_use_the_options_for_beginners():
    for slug in TAUGHT:
        game = cairn.game(slug)
        view = lessons.frames(game)["steps"][0]["start"]
        assert {name: view["options"][name] for name in game.first_game.options} == game.first_game.options
    assert cairn.game("peaks").first_game.options == {"first_game": True}


class Positioned:
    """A lesson of PEAKS that begins at a position of one's own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder, **scene: object) -> None:
        self.game = cairn.game("peaks")
        lesson = {
            "seats": 2,
            "seat": 0,
            "names": ["You", "Mia"],
            "scenes": [{"seed": 1, "position": "here.json", "steps": [{"say": "goal"}], **scene}],
        }
        self.file = folder / "here.json"
        kept = resources.files(self.game.package) / "lesson-start.json"
        self.data = json.loads(kept.read_text(encoding="utf-8"))
        monkeypatch.setattr(lessons, "read_toml", lambda package, name: lesson)
        monkeypatch.setattr(lessons.resources, "files", lambda package: folder)

    def refusal(self) -> str:
        with pytest.raises(BadContent) as refused:
            lessons.frames(self.game)
        return str(refused.value)


def test_a_position_of_any_version_of_the_rules_is_where_a_scene_begins(monkeypatch, tmp_path):
    lesson = Positioned(monkeypatch, tmp_path)
    lesson.file.write_text(json.dumps(lesson.data))
    assert lessons.frames(lesson.game)["steps"][0]["start"]["zones"]["players"][0]["energy"] == 12


def test_a_position_that_cannot_be_is_refused_with_its_file_and_field(monkeypatch, tmp_path):
    lesson = Positioned(monkeypatch, tmp_path)
    assert lesson.refusal() == "here.json: is not there"
    lesson.file.write_text("{")
    assert lesson.refusal().startswith("here.json: line 1")
    lesson.file.write_text("[]")
    assert lesson.refusal().startswith("here.json: position: should be an object")
    lesson.data["zones"]["players"][0]["energy"] = 99
    lesson.file.write_text(json.dumps(lesson.data))
    assert lesson.refusal().startswith("here.json: zones.players[0].energy")


def test_a_position_of_another_number_of_seats_is_refused(monkeypatch, tmp_path):
    lesson = Positioned(monkeypatch, tmp_path)
    dump = lesson.game.start(3, cairn.Dice(1)).dump()
    lesson.file.write_text(json.dumps({name: dump[name] for name in lesson.data}))
    assert lesson.refusal() == "here.json: is a position of 3 seats, not 2"


def test_a_position_brings_its_own_options(monkeypatch, tmp_path):
    assert "are those of the position" in Positioned(monkeypatch, tmp_path, options={"start": 0}).refusal()


def test_examples_and_summaries_of_steps_that_are_not_there_are_refused(monkeypatch):
    page = {"goal": "goal", "step": "nowhere", "marks": [], "turn": [], "points": [], "end": []}
    Taught(monkeypatch, {}, examples=[{"section": "Bidding", "step": "nowhere"}], summary=page)
    game = cairn.game("five-towers")
    for show, field in ((lessons.examples, "examples"), (lessons.summary, "summary.step")):
        with pytest.raises(BadContent) as refused:
            show(game)
        assert str(refused.value) == f"lesson.toml: {field}: there is no step 'nowhere'"
