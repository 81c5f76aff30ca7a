"""Whatever is wrong in a content file, a position or a record, it is refused by its place and never by a crash.

Valid data is changed in one or two places: values of other types, other numbers and words, entries left out, doubled
or exchanged. Some changes make other valid data, which is fine; nothing but the declared error may come out.
"""

from __future__ import annotations

import copy
import importlib
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cairn
from cairn import BadContent, BadPosition, BadRecord, Dice
from cairn.core.bot_settings import BotSettings
from cairn.core.content import read_toml
from cairn.core.errors import BadData
from cairn.core.fields import content_fields
from tests.repetition import times

SLUGS = cairn.slugs()
EXAMPLES = times(60, soak=2000)
NAMES = ["Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"]
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 70),
    st.sampled_from([-(10**9), 2**31, 2**63, 10**30]),
    st.floats(),
    st.text(max_size=3),
    st.sampled_from([[], {}, [[]], [None], {"a": 1}, [0, 0], ["", "x"], "-1", "1-1", "none"]),
)


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every entry within some data, as the object or list that holds it and its key there."""
    for key in data if isinstance(data, dict) else range(len(data)):
        yield data, key
        if isinstance(data[key], (dict, list)):
            yield from places(data[key])


def spoil(data: Any, draw: st.DataObject) -> None:
    """Change one entry. A deep one is as likely as a shallow one: the way down is drawn step by step."""
    holder: Any = data
    key = draw.draw(st.sampled_from(list(holder)))
    while isinstance(holder[key], (dict, list)) and holder[key] and draw.draw(st.integers(0, 4)):
        holder = holder[key]
        key = draw.draw(st.sampled_from(list(holder) if isinstance(holder, dict) else list(range(len(holder)))))
    match draw.draw(st.sampled_from(["odd", "odd", "other", "delete", "double", "new"])):
        case "odd":
            holder[key] = copy.deepcopy(draw.draw(ODD))
        case "other":
            other, at = draw.draw(st.sampled_from([*places(data)]))
            holder[key] = copy.deepcopy(other[at])
        case "delete":
            del holder[key]
        case "double":
            if isinstance(holder, list):
                holder.insert(key, copy.deepcopy(holder[key]))
        case "new":
            if isinstance(holder, dict):
                holder["surprise"] = 1


def spoiled(data: Any, draw: st.DataObject) -> Any:
    wrong = copy.deepcopy(data)
    for _ in range(draw.draw(st.integers(1, 2))):
        if wrong:
            spoil(wrong, draw)
    return wrong


def assert_named(error: BadData, file: str = "") -> None:
    assert error.place
    assert error.place.startswith(file)
    assert error.problem
    assert str(error) == f"{error.place}: {error.problem}"


def position(slug: str, decisions: int) -> Any:
    game = cairn.game(slug)
    dice = Dice(decisions)
    state = game.start(game.seats[-1], dice)
    for _ in range(decisions):
        if state.seat >= 0:
            state.apply(state.offered[dice.pick(len(state.offered))], dice)
    return state


def saved(slug: str) -> Any:
    game = cairn.game(slug)
    dice = Dice(5)
    record = cairn.Record.new(game, NAMES[: game.seats[-1]], dice)
    while record.state.seat >= 0 and len(record.moves) < 12:
        record.choose(record.state.offered[dice.pick(len(record.state.offered))], dice)
    data = json.loads(record.text())
    for part in [data["start"], *data["moves"]]:
        del part["check"]
    return data


CONTENTS = {slug: read_toml(cairn.game(slug).package, "content.toml") for slug in SLUGS}
POSITIONS = {slug: [position(slug, decisions).dump() for decisions in (0, 9, 40, 150)] for slug in SLUGS}
RECORDS = {slug: saved(slug) for slug in SLUGS}


def assert_refused(data: Any, read: Callable[[Any], object], error: type[BadData], file: str = "") -> None:
    """Spoil one of these again and again. What is still valid is taken, and that is seldom."""
    refused = 0

    @settings(deadline=None, max_examples=EXAMPLES)
    @given(draw=st.data())
    def spoil_and_read(draw: st.DataObject) -> None:
        nonlocal refused
        wrong = spoiled(draw.draw(st.sampled_from(data)), draw)
        try:
            read(wrong)
        except error as told:
            assert_named(told, file)
            refused += 1

    spoil_and_read()
    assert refused > EXAMPLES / 4


@pytest.mark.parametrize("slug", SLUGS)
def test_wrong_content_is_refused_by_file_entry_and_field(slug: str) -> None:
    content = importlib.import_module(f"{cairn.game(slug).package}.content").Content
    assert_refused([CONTENTS[slug]], lambda wrong: content(content_fields(wrong, "mine.toml")), BadContent, "mine.toml")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_wrong_position_is_refused_by_its_field(slug: str) -> None:
    assert_refused(POSITIONS[slug], cairn.game(slug).load, BadPosition)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_wrong_record_is_refused_by_its_place(slug: str) -> None:
    assert_refused([RECORDS[slug]], lambda wrong: cairn.Record.read(json.dumps(wrong)), BadRecord)


def test_wrong_settings_of_bots_are_refused_by_their_place() -> None:
    data = read_toml("cairn.games.the_peak", "bots.toml")
    assert_refused([data], lambda wrong: BotSettings(wrong, "bots.toml"), BadContent, "bots.toml")
