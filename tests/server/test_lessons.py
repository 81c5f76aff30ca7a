"""Lessons are scripted games: each is played through here, and what it says is short and free of rule numbers."""

from __future__ import annotations

import re

import pytest

import cairn
from cairn.core.errors import BadContent
from cairn.server import lessons

TAUGHT = [slug for slug in cairn.slugs() if lessons.has_lesson(cairn.game(slug))]
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
