"""Observations and actions: every position fits, ids mean what they meant, nothing hidden is in an observation."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

import cairn
from cairn.core.registry import bundled
from cairn.envs import drafting, page
from cairn.envs.numbering import BadSpaces, Spaces
from cairn.envs.spaces import spaces

KEPT = Path(__file__).parent / "action_ids.json"
"""By game and rules version digests of all action ids and of what those in one game meant. None is ever changed."""
EVERY_TABLE = [(slug, seats) for slug in bundled() for seats in cairn.game(slug).seats]


def positions(slug: str, seats: int, games: int = 2):
    game, dice = cairn.game(slug), cairn.Dice(77)
    for _ in range(games):
        state = game.start(seats, dice)
        while state.seat >= 0:
            yield state
            state.apply(state.offered[dice.pick(len(state.offered))], dice)
        yield state


@pytest.mark.parametrize(("slug", "seats"), EVERY_TABLE)
def test_every_choice_has_an_id_of_its_own_that_leads_back_to_it(slug: str, seats: int) -> None:
    space = spaces(cairn.game(slug), seats)
    for state in positions(slug, seats):
        actions = space.actions(state)
        assert len(set(actions)) == len(actions)
        assert [space.choice(state, action) for action in actions] == state.choices()


@pytest.mark.parametrize(("slug", "seats"), EVERY_TABLE)
def test_every_view_fills_all_slots_from_0_to_1(slug: str, seats: int) -> None:
    space = spaces(cairn.game(slug), seats)
    assert len(set(space.slots)) == len(space.slots) == len(space.ranges)
    for at, state in enumerate(positions(slug, seats)):
        if at % 10 == 0:
            view = state.view(at // 10 % seats)
            vector = space.encode(view)
            assert len(vector) == space.size
            assert all(0.0 <= number <= 1.0 for number in vector)
            assert [number for part in space.parts(view).values() for number in part] == vector


@pytest.mark.parametrize(("slug", "seats"), EVERY_TABLE)
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same_to_it(slug: str, seats: int) -> None:
    space, dice = spaces(cairn.game(slug), seats), cairn.Dice(5)
    for at, state in enumerate(positions(slug, seats, games=1)):
        if at % 12 == 0:
            seat = at // 12 % seats
            assert space.encode(state.resample(seat, dice).view(seat)) == space.encode(state.view(seat))


def test_names_outside_the_known_ones_are_rare() -> None:
    """Whatever `other` counts is lost to a learner: in play at random nothing may land there."""
    for slug, seats in EVERY_TABLE:
        space = spaces(cairn.game(slug), seats)
        others = [at for at, slot in enumerate(space.slots) if slot.endswith(("=other", "#other"))]
        for at, state in enumerate(positions(slug, seats, games=1)):
            if at % 10 == 0:
                vector = space.encode(state.view(at % seats))
                assert [space.slots[place] for place in others if vector[place]] == [], slug


def digest(data: object) -> str:
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()[:16]


def met_in_a_game(slug: str) -> list[list[str]]:
    """What every id meant that was offered in one game: kind, id and notation, whatever the order of the choices."""
    game, dice = cairn.game(slug), cairn.Dice(4)
    state, space = game.start(2, dice), spaces(cairn.game(slug), 2)
    met = set()
    while state.seat >= 0:
        kind = state.view(state.seat)["decision"]["kind"]
        meant = sorted((state.notation(choice), space.action(state, choice)) for choice in state.offered)
        met |= {(kind, action, notation) for notation, action in meant}
        state.apply(space.choice(state, meant[dice.pick(len(meant))][1]), dice)
    return sorted(map(list, met))


@pytest.mark.parametrize("slug", bundled())
def test_action_ids_stay_the_same_within_a_rules_version(slug: str) -> None:
    game = cairn.game(slug)
    found = {"ids": digest(spaces(game, game.seats[-1]).table.kinds), "meant": digest(met_in_a_game(slug))}
    kept = json.loads(KEPT.read_text())[slug].get(game.rules_version)
    assert kept == found, f"a new rules version adds {json.dumps({game.rules_version: found})} to {KEPT.name}"


def test_spaces_of_other_rules_are_refused() -> None:
    from cairn.envs.spaces import _spaces

    with pytest.raises(BadSpaces, match="write them anew"):
        _spaces("five-towers", "cairn.games.five_towers", "0.9", 3)


def test_an_action_of_another_question_is_refused_by_name() -> None:
    game = cairn.game("five-towers")
    space, state = spaces(game, 2), game.start(2, cairn.Dice(1))
    with pytest.raises(BadSpaces, match="answers 'build', but 'bid' is asked"):
        space.choice(state, space.table.action("build", 3))
    with pytest.raises(BadSpaces, match="there is no action"):
        space.choice(state, space.action_count)


def test_the_page_is_written_from_the_spaces() -> None:
    assert Path("docs/spaces.md").read_text(encoding="utf-8") == page.written(drafting.FOLDER)


def expanded(pattern: str, lists: dict[str, list[str]]) -> list[str]:
    """The slots that a pattern of the page stands for."""
    found = re.search(r"\[(\+?)(\d+)\.\.\+?(\d+)\]|=(\+)(\d+)\.\.\+(\d+)$|\{([^}]*)\}", pattern)
    if found is None:
        return [pattern]
    head, tail = pattern[: found.start()], pattern[found.end() :]
    if found[7] is not None:
        parts = lists.get(found[7], found[7].split(", "))
    elif found[4]:
        parts = [f"=+{number}" for number in range(int(found[5]), int(found[6]) + 1)]
    else:
        parts = [f"[{found[1]}{number}]" for number in range(int(found[2]), int(found[3]) + 1)]
    return [slot for part in parts for slot in expanded(head + part + tail, lists)]


@pytest.mark.parametrize("slug", bundled())
def test_the_page_names_every_slot_with_its_range(slug: str) -> None:
    game = cairn.game(slug)
    space = spaces(game, game.seats[-1])
    section = (
        Path("docs/spaces.md").read_text(encoding="utf-8").partition(f"\n## {game.title}\n")[2].partition("\n## ")[0]
    )
    lists = {letter: names.split(", ") for letter, names in re.findall(r"^- ([A-Z]+): (.*)$", section, re.MULTILINE)}
    table = re.findall(r"^\| `([^`]+)` \| ([^|]+) \|$", section, re.MULTILINE)
    told = {slot: range_ for pattern, range_ in table for slot in expanded(pattern, lists)}
    assert told == dict(zip(space.slots, space.ranges, strict=True))


def test_names_that_differ_in_numbers_alone_are_told_once() -> None:
    assert page.gathered(["a[0].x", "a[0].y", "a[1].x", "a[1].y", "b", "kind: p 0, q 1"]) == [
        "a[0..1].x",
        "a[0..1].y",
        "b",
        "kind: p 0, q 1",
    ]
    assert page.gathered(["c-1", "c-3", "d-1-1", "d-2-2"]) == ["c-1", "c-3", "d-1-1", "d-2-2"]


def test_a_game_without_written_spaces_gets_a_draft() -> None:
    data = drafting.draft(cairn.game("the-peak"))
    assert Spaces(json.loads(drafting.text(data)), 2).size == Spaces(data, 2).size
