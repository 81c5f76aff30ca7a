"""Another language is one file for each game and one for the frame: shown with a language of English in brackets.

Whatever a person reads of a game must then stand in brackets. What does not was written somewhere else.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

import cairn
from cairn.cli import drawings
from cairn.core.contract import NOT_NOW
from cairn.core.registry import bundled
from cairn.core.texts import Texts
from cairn.testing.texts import compare

FRAME = Path(__file__).parent.parent / "web" / "src" / "frame" / "en.toml"
NAMES = ["Ana", "Ben", "Carrie", "Dora", "Emil", "Fred"]
STEPS = 150

Sections = dict[str, dict[str, str]]


def bracketed(sections: Sections) -> Sections:
    return {section: {key: f"⟦{text}⟧" for key, text in messages.items()} for section, messages in sections.items()}


def english_in(text: str) -> list[str]:
    """Words outside of brackets; names of seats, ids of places and single letters are no English."""
    while (inner := re.sub(r"⟦[^⟦⟧]*⟧", "", text)) != text:
        text = inner
    return [word for word in re.findall(r"[A-Za-z]{3,}", text) if word not in NAMES]


def in_brackets(slug: str) -> cairn.Game:
    game = type(cairn.game(slug))()
    game._texts = Texts(bracketed(game.texts.sections))
    return game


def test_words_outside_of_brackets_are_found() -> None:
    assert english_in("⟦Ana plays ⟦Bear Cave⟧ on c4.⟧") == []
    assert english_in("Ana: ⟦two⟧ cards") == ["cards"]


@pytest.mark.parametrize("slug", bundled())
def test_all_that_a_game_says_comes_from_its_one_file(slug: str) -> None:
    game, chance = in_brackets(slug), cairn.Dice(3)
    count = game.seats[-1]
    said = [game.option_help(name) for name in game.options]
    said += [game.option_label(name, value) for name, option in game.options.items() for value in option.choices]
    state = game.start(count, chance)
    state.log = []
    for step in range(STEPS):
        if state.seat < 0:
            break
        for viewer in (None, *range(count)):
            decision = state.view(viewer)["decision"]
            said += [decision["prompt"]] if decision else []
        choices = state.choices()
        said += [state.caption(choice) for choice in choices]
        with pytest.raises(cairn.IllegalChoice) as refused:
            state.choose(10_000_000 + step, chance)
        said.append(refused.value.reason)
        state.choose(choices[chance.pick(len(choices))], chance)
    for event in state.log:
        said += [game.sentence(event, viewer, NAMES) for viewer in (None, *range(count))]
    found = {sentence for sentence in said if english_in(sentence)}
    assert found - {NOT_NOW} == set()
    assert len(said) > STEPS


@pytest.mark.parametrize("slug", bundled())
def test_all_words_of_a_drawing_come_from_that_file_too(slug: str) -> None:
    game = in_brackets(slug)
    drawn = [drawings.sheet(game), drawings.table(game, game.start(game.seats[-1], cairn.Dice(1)).view(0))]
    for text in drawn:
        words = " ".join(ElementTree.fromstring(text).itertext())
        assert words.count("⟦") > 5
        assert english_in(words) == []


@pytest.mark.parametrize("slug", bundled())
def test_such_a_file_has_what_the_check_asks_for(slug: str) -> None:
    english = cairn.game(slug).texts.sections
    assert compare(english, bracketed(english), "xx.toml") == []


def test_so_has_that_of_the_frame() -> None:
    english = tomllib.loads(FRAME.read_text(encoding="utf-8"))
    assert compare(english, bracketed(english), "xx.toml") == []
