"""Clean-up, the two deck ends and the end of the game."""

from __future__ import annotations

import pytest

import cairn
from cairn import Dice, Script, State
from cairn.testing import rule
from tests.games.five_towers.tables import GAME, TYPES, answers, asked, falling_deck, heard, play, table, tower, zones

MIXED = "sand-7 candy-12 scary-5 tree-9 scrap-3"


def play_first_deck(seats: int, left_over: int, then: list[str]) -> State:
    """A whole first deck, everything built except some cards of the first display. `then` is drawn from the second."""
    chance = Script([*falling_deck(seats), *then])
    state = GAME.start(seats, chance, start=0)
    if left_over:
        play(state, f"bid {5 - left_over}", *["pass"] * (seats - 1), chance=chance)
        for kind in TYPES[: 5 - left_over]:
            if asked(state)[0] == "take":
                play(state, f"take {kind}-15", chance=chance)
    while state.seat >= 0 and zones(state)["deck_number"] == 1:
        kind, _ = asked(state)
        play(state, "keep" if kind == "teardown" else "bid 5", chance=chance)
    assert chance.rest == []
    return state


@rule("FT-20")
def test_left_over_cards_are_discarded_and_the_seat_left_of_the_builder_starts() -> None:
    state = play(table(MIXED, seats=4, bid=0, seat=3, start=0), "bid 1", "take tree-9")
    assert sorted(zones(state)["discard"]) == ["candy-12", "sand-7", "scary-5", "scrap-3"]
    assert zones(state)["hand"] == []
    assert asked(state) == ("bid", 0)
    assert zones(state)["bid"] is None
    assert zones(state)["bidder"] is None


@rule("FT-20", "FT-13")
def test_the_start_player_moves_on_from_the_builder_not_from_the_last_start_player() -> None:
    built = play(table(MIXED, seats=5, seat=1), "bid 0", "pass", "bid 1", "pass", "pass", "take tree-9")
    assert zones(built)["start"] == 4
    void = play(table(MIXED, seats=5, seat=1), "bid 0", "pass", "pass", "pass", "pass")
    assert zones(void)["start"] == 1


@rule("FT-4")
def test_a_round_reveals_five_cards() -> None:
    shown = ["sand-1", "sand-2", "sand-3", "sand-4", "sand-5"]
    state = play(table("tree-9", bid=0), "bid 1", chance=Script(shown))
    assert sorted(zones(state)["display"]) == shown


@rule("FT-4", "FT-21")
@pytest.mark.parametrize(("seats", "rounds"), [(2, 16), (3, 16), (4, 22), (5, 22)])
def test_the_first_deck_is_as_many_full_displays_as_it_has_fives(seats: int, rounds: int) -> None:
    chance = Dice(seats)
    state = GAME.start(seats, chance, start=0)
    events = state.listen()
    while not any(event.kind == "reshuffle" for event in events):
        play(state, "pass" if zones(state)["asked"] else "bid 0", chance=chance)
    reveals = [
        event for event in events[: [event.kind for event in events].index("reshuffle")] if event.kind == "reveal"
    ]
    assert 1 + len(reveals) == rounds
    assert all(len(event.args["cards"]) == 5 for event in reveals)  # type: ignore[arg-type]


@rule("FT-21", "FT-49")
def test_the_discards_become_the_second_deck_after_the_last_round_of_the_first() -> None:
    state = table(MIXED, deck="", towers=["tree 12", "tree 14"])
    told = heard(state, "bid 1", "pass", "take sand-7", "keep")
    assert told[4:6] == [
        "Discarded: candy 12, scary 5, scrap 3, tree 9.",
        "The deck has run out: the discard pile becomes a new deck of 77 cards.",
    ]
    after = zones(state)
    assert (after["deck_number"], len(after["deck"]["pool"]), len(after["display"])) == (2, 72, 5)
    assert after["discard"] == []
    assert asked(state) == ("bid", 1)


@rule("FT-21")
def test_the_last_round_of_the_first_deck_is_played_before_the_reshuffle() -> None:
    state = play(table(MIXED, deck=""), "bid 1")
    assert zones(state)["deck_number"] == 1
    assert zones(state)["deck"]["pool"] == []


@rule("FT-49", "FT-13")
def test_a_void_last_round_of_the_first_deck_comes_back_with_the_second() -> None:
    state = play(table(MIXED, deck="", towers=["tree 12", "tree 14"]), "bid 0", "pass")
    after = zones(state)
    assert set(MIXED.split()) <= {*after["deck"]["pool"], *after["display"]}
    assert len(after["deck"]["pool"]) + len(after["display"]) == 78
    assert asked(state) == ("bid", 0)


@rule("FT-50")
@pytest.mark.parametrize("choice", ["keep", "tear tree"])
def test_teardowns_do_not_change_the_size_of_the_second_deck(choice: str) -> None:
    state = play(table(MIXED, deck="", towers=["tree 12, candy 9"]), "bid 1", "pass", "take sand-7", choice)
    assert len(zones(state)["deck"]["pool"]) + len(zones(state)["display"]) == 77


@rule("FT-50")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(4))
def test_the_second_deck_is_the_first_without_the_cards_taken(seats: int, seed: int) -> None:
    chance = Dice(seed)
    state = GAME.start(seats, chance)
    events = state.listen()
    while not any(event.kind == "reshuffle" for event in events):
        offered = state.choices()
        state.choose(offered[chance.pick(len(offered))], chance)
    kinds = [event.kind for event in events]
    taken = kinds[: kinds.index("reshuffle")].count("take")
    cards = 80 if seats <= 3 else 110
    assert events[kinds.index("reshuffle")].args["count"] == cards - taken


@rule("FT-22", "FT-51")
def test_a_second_deck_that_divides_by_five_ends_with_a_full_display() -> None:
    state = table(MIXED, deck="", deck_number=2)
    told = heard(state, "bid 5")
    assert told[-1] == "No cards are left to reveal: the game is over."
    assert state.seat == -1
    assert state.decision is None


@rule("FT-22")
def test_the_last_round_is_played_to_its_end() -> None:
    state = play(table(MIXED, deck="", deck_number=2), "bid 2", "pass")
    assert asked(state) == ("take", 0)
    assert state.seat == 0


@rule("FT-22", "FT-20")
def test_the_discards_of_the_second_deck_do_not_come_back() -> None:
    state = play(table(MIXED, deck="", deck_number=2), "bid 1", "pass", "take sand-7")
    assert state.seat == -1
    assert len(zones(state)["discard"]) == 79


@rule("FT-22", "FT-13")
def test_a_void_last_round_ends_the_game() -> None:
    state = table(MIXED, deck="", deck_number=2)
    told = heard(state, "bid 0", "pass")
    assert told[-2:] == [
        "Discarded: candy 12, sand 7, scary 5, scrap 3, tree 9.",
        "No cards are left to reveal: the game is over.",
    ]
    assert state.seat == -1


@rule("FT-23", "FT-4")
@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_what_is_left_of_the_second_deck_is_a_short_display(left: int) -> None:
    cards = ["sand-1", "tree-1", "candy-1", "scary-1"][:left]
    state = table(MIXED, deck=" ".join(cards), deck_number=2)
    play(state, "bid 5", chance=Script(cards))
    assert sorted(zones(state)["display"]) == sorted(cards)
    assert zones(state)["deck"]["pool"] == []
    assert answers(state)[-1] == f"bid {left}"


@rule("FT-23", "FT-22")
def test_a_short_display_is_the_last_round() -> None:
    state = play(table("sand-1 tree-1", deck="", deck_number=2), "bid 1", "pass", "take tree-1")
    assert state.seat == -1
    assert tower(state, "tree") == [1]


@rule("FT-24", "FT-52")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_if_nothing_was_discarded_the_game_ends_with_the_first_deck(seats: int) -> None:
    state = play_first_deck(seats, left_over=0, then=[])
    assert state.seat == -1
    assert zones(state)["discard"] == []
    assert sum(state.result()) == pytest.approx(1.0)


@rule("FT-51", "FT-23")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_a_second_deck_of_one_to_four_cards_is_one_short_round(seats: int, size: int) -> None:
    cards = [f"{kind}-15" for kind in TYPES[5 - size :]]
    state = play_first_deck(seats, left_over=size, then=cards)
    while state.seat >= 0:
        assert zones(state)["deck_number"] == 2
        assert sorted(zones(state)["display"]) == sorted(cards)
        play(state, "pass" if zones(state)["asked"] else "bid 0")
    assert zones(state)["deck_number"] == 2


@rule("FT-22")
def test_a_result_before_the_end_is_refused() -> None:
    with pytest.raises(cairn.GameRunning):
        table(MIXED).result()
