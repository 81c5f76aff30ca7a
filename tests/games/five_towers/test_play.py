"""What is true of every game, however it is played."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cairn
from cairn import Dice, Event, State
from cairn.testing import rule
from tests.games.five_towers.tables import GAME, all_cards, answers, play, position, table

SEEDS = st.integers(0, 2**64 - 1)
SEATS = st.sampled_from(GAME.seats)


def random_step(state: State, chance: Dice) -> None:
    offered = state.choices()
    state.choose(offered[chance.pick(len(offered))], chance)


def rounds_of(seats: int, seed: int) -> list[list[Event]]:
    """The events of a random game, round by round; the first display was shown before anybody could listen."""
    chance = Dice(seed)
    state = GAME.start(seats, chance)
    events = state.listen()
    while state.seat >= 0:
        random_step(state, chance)
    rounds: list[list[Event]] = [[]]
    for event in events:
        if event.kind == "reveal":
            rounds.append([])
        rounds[-1].append(event)
    return rounds


@rule("FT-17")
@settings(max_examples=20, deadline=None)
@given(SEATS, SEEDS)
def test_every_card_is_somewhere_once_after_every_step(seats: int, seed: int) -> None:
    chance = Dice(seed)
    state = GAME.start(seats, chance)
    cards = Counter(all_cards(seats))
    while state.seat >= 0:
        assert state.components() == cards
        random_step(state, chance)
    assert state.components() == cards


@rule("FT-5", "FT-6", "FT-16")
@settings(max_examples=20, deadline=None)
@given(SEATS, SEEDS)
def test_every_tower_falls_from_the_ground_up_but_for_8_and_9(seats: int, seed: int) -> None:
    chance = Dice(seed)
    state = GAME.start(seats, chance)
    while state.seat >= 0:
        random_step(state, chance)
        for player in state.dump()["zones"]["players"]:
            for tower in player["towers"].values():
                assert all(above < below or above == 9 or below == 8 for below, above in pairwise(tower))
                assert 0 not in tower[:-1]


@rule("FT-22")
@settings(max_examples=40, deadline=None)
@given(SEATS, SEEDS)
def test_no_game_has_more_rounds_than_two_decks_of_fives(seats: int, seed: int) -> None:
    assert len(rounds_of(seats, seed)) <= (32 if seats <= 3 else 44)


@rule("FT-22")
@pytest.mark.parametrize(("seats", "rounds"), [(2, 32), (3, 32), (4, 44), (5, 44)])
def test_if_nobody_ever_bids_both_decks_are_shown_whole(seats: int, rounds: int) -> None:
    chance = Dice(seats)
    state = GAME.start(seats, chance)
    events = state.listen()
    while state.seat >= 0:
        play(state, answers(state)[0] if "pass" not in answers(state) else "pass", chance=chance)
    assert [event.kind for event in events].count("void") == rounds
    assert state.result() == [1 / seats] * seats


@rule("FT-8", "FT-9", "FT-12", "FT-13", "FT-14", "FT-15", "FT-19")
@settings(max_examples=40, deadline=None)
@given(SEATS, SEEDS)
def test_a_round_is_void_or_has_one_builder_who_builds_exactly_the_bid(seats: int, seed: int) -> None:
    for events in rounds_of(seats, seed):
        kinds = Counter(event.kind for event in events)
        bids = [event for event in events if event.kind == "bid"]
        assert kinds["bid"] + kinds["pass"] <= seats
        assert all(earlier.args["bid"] < later.args["bid"] for earlier, later in pairwise(bids))  # type: ignore[operator]
        bid = bids[-1].args["bid"]
        assert kinds["take"] == kinds["build"] == bid
        assert kinds["tear"] <= (0 if kinds["void"] else 1)
        assert (kinds["void"] == 1) == (bid == 0)
        assert {event.seat for event in events if event.kind in ("take", "tear", "build")} <= {bids[-1].seat}


@rule("FT-20", "FT-13")
@settings(max_examples=40, deadline=None)
@given(SEATS, SEEDS)
def test_the_next_round_is_opened_left_of_the_builder_or_by_the_same_seat(seats: int, seed: int) -> None:
    for events, following in pairwise(rounds_of(seats, seed)):
        bids = [event for event in events if event.kind == "bid"]
        opener = next(event.seat for event in following if event.kind == "bid")
        assert opener == (bids[0].seat if bids[-1].args["bid"] == 0 else (bids[-1].seat + 1) % seats)


@settings(max_examples=20, deadline=None)
@given(SEATS, SEEDS)
def test_notation_and_parse_invert_each_other(seats: int, seed: int) -> None:
    chance = Dice(seed)
    state = GAME.start(seats, chance)
    while state.seat >= 0:
        texts = [state.notation(choice) for choice in state.choices()]
        assert [state.parse(text) for text in texts] == state.choices()
        assert len(set(texts)) == len(texts)
        random_step(state, chance)


@settings(max_examples=15, deadline=None)
@given(SEATS, SEEDS)
def test_a_position_can_be_put_away_and_taken_up_again_at_any_moment(seats: int, seed: int) -> None:
    chance = Dice(seed)
    state = GAME.start(seats, chance)
    while state.seat >= 0:
        again = GAME.load(state.dump())
        assert again.dump() == state.dump()
        assert again.choices() == state.choices()
        random_step(state, chance)
    assert GAME.load(state.dump()).result() == state.result()


ASKED = {
    "bid": position("sand-7 tree-3"),
    "take": position("sand-7 tree-3 candy-1", kind="take", bid=2),
    "teardown": position(hand="sand-3", kind="teardown", towers=["sand 7"]),
    "build": position(hand="sand-8 sand-9", kind="build"),
}
WORDS = st.sampled_from(
    ["bid", "pass", "take", "tear", "keep", "build", "sand", "sand-7", "sand-16", "-1", "0", "5", "6", "٣", "sand-07"]
)
TEXTS = st.one_of(st.text(max_size=30), st.lists(WORDS, max_size=4).map(" ".join))


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(ASKED)), TEXTS)
def test_any_text_is_an_answer_or_bad_notation(kind: str, text: str) -> None:
    state = GAME.load(ASKED[kind])
    try:
        choice = state.parse(text)
    except cairn.BadNotation:
        return
    assert state.notation(choice) == " ".join(text.lower().split())
    if choice not in state.choices():
        assert state.refusal(choice).rule in GAME.ledger.rules


@pytest.mark.parametrize("kind", sorted(ASKED))
@pytest.mark.parametrize(
    "text", ["", "bid", "bid -1", "bid 05", "take sand-16", "tear", "tear sand-7", "build x", "keep it"]
)
def test_bad_notation_says_what_answers_look_like(kind: str, text: str) -> None:
    with pytest.raises(cairn.BadNotation, match=r"answers look like: (bid|take|keep|build)"):
        GAME.load(ASKED[kind]).parse(text)


@pytest.mark.parametrize(
    ("kind", "text", "tidy"), [("bid", "  BID\t1 ", "bid 1"), ("take", "Take  Sand-7", "take sand-7")]
)
def test_case_and_spaces_do_not_matter(kind: str, text: str, tidy: str) -> None:
    state = GAME.load(ASKED[kind])
    assert state.notation(state.parse(text)) == tidy


def test_a_game_that_is_over_understands_nothing() -> None:
    state = play(table("sand-7", deck="", deck_number=2), "bid 1")
    with pytest.raises(cairn.BadNotation, match="over"):
        state.parse("bid 1")
