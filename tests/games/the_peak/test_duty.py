"""The Mountain's turn: drawing, playing, and the duty to leave no space lonely."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn import Dice
from cairn.games.the_peak import board
from cairn.testing import rule
from tests.games.the_peak.tables import GAME, answers, asked, happens, play, refused, table, token, zone

pytestmark = pytest.mark.slow

CELLS = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
TRAILS = "hiking-trail hiking-trail hiking-trail hiking-trail"


def beside(cell: str) -> list[str]:
    column, row = "abcde".index(cell[0]), int(cell[1])
    around = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
    return ["abcde"[c] + str(r) for c, r in around if 0 <= c < 5 and 1 <= r <= 5]


def met(occupied: set[str]) -> bool:
    return all(sum(cell in occupied for cell in beside(space)) >= 2 for space in occupied)


def within_reach(occupied: set[str], stands: str, cards: int) -> int:
    """The best that so many cards can do, tried out: 3 for the whole duty, else cards beside the token, up to 2."""
    free = [cell for cell in CELLS if cell not in occupied]
    for count in range(min(cards, len(free)) + 1):
        if any(met(occupied | set(more)) for more in combinations(free, count)):
            return 3
    return min(2, sum(cell in occupied for cell in beside(stands)) + cards)


def allowed(occupied: set[str], stands: str, cards: int) -> set[str]:
    """Where a card may go, and "end" if the turn may end, by trying out everything."""
    best = within_reach(occupied, stands, cards)
    free = [cell for cell in CELLS if cell not in occupied]
    places = {cell for cell in free if cards and within_reach(occupied | {cell}, stands, cards - 1) >= best}
    return places | {"end"} if within_reach(occupied, stands, 0) >= best else places


def offered(occupied: set[str], stands: str, cards: int) -> set[str]:
    """The same from the engine."""
    bits = sum(board.BIT[CELLS.index(cell)] for cell in occupied)
    found = board.placements(bits, CELLS.index(stands), cards)
    return {CELLS[cell] for cell in board.cells_of(found)} | ({"end"} if found & board.MAY_END else set())


def places(state_answers: list[str]) -> set[str]:
    return {text.split()[-1] for text in state_answers}


@rule("TP-6")
def test_spaces_that_share_a_side_are_next_to_each_other() -> None:
    for number, cell in enumerate(CELLS):
        assert [CELLS[n] for n in board.NEIGHBOURS[number]] == sorted(beside(cell), key=CELLS.index)
    assert answers(table("d4 stream, d3 gondola")) == ["challenge d3", "end"]


@rule("TP-10")
def test_the_first_turn_draws_nothing_after_the_deal() -> None:
    assert len(zone(GAME.start(2, Dice(1)), "hand")) == 5


@rule("TP-10")
def test_a_turn_begins_by_drawing_up_to_five() -> None:
    state = happens(table("d3 stream", hand="gondola lookout"), "end", "waterfall", "stream", "coldsnap")
    assert zone(state, "hand") == ["stream", "lookout", "waterfall", "gondola", "coldsnap"]


@rule("TP-10")
def test_a_hand_of_more_than_five_draws_none_and_keeps_all() -> None:
    state = happens(table("d3 stream", hand=TRAILS + " gondola lookout waterfall"), "end")
    assert len(zone(state, "hand")) == 7


@rule("TP-11")
def test_draws_take_what_is_left_and_discards_stay_discarded() -> None:
    state = happens(table("d3 stream", hand="gondola", deck="waterfall"), "end", "waterfall")
    assert zone(state, "hand") == ["waterfall", "gondola"]
    assert len(zone(state, "discard")) == 32


@rule("TP-12")
def test_any_number_of_cards_may_be_played_even_none() -> None:
    block = "d3 stream, c4 stream, d4 stream"
    state = table(block, "play")
    assert asked(play(state, "end")) == ("challenge", 1)


@rule("TP-12")
def test_with_four_cards_in_hand_and_the_duty_met_any_free_space_will_do() -> None:
    state = table("d3 stream, c4 stream, d4 stream", "play", hand=TRAILS)
    assert places(answers(state)) == {cell for cell in CELLS if cell not in ("c3", "d3", "c4", "d4")} | {"end"}


@rule("TP-12")
def test_a_space_the_token_has_left_can_be_filled() -> None:
    state = table("d3 stream, d4 stream, c4 stream", "challenge", hand=TRAILS + " gondola")
    state = play(happens(state, "challenge d3", 5, 5), "keep", "end")
    assert token(state) == "d3"
    assert "play gondola c3" in answers(state)


@rule("TP-12")
def test_cards_that_are_not_in_hand_and_spaces_that_are_taken_are_refused() -> None:
    state = table("d3 stream, c4 stream, d4 stream", "play", hand="gondola hiking-trail")
    assert refused(state, "play lookout a1") == "TP-12"
    assert refused(state, "play gondola d3") == "TP-12"
    assert refused(state, "play gondola c3") == "TP-12"


@rule("TP-12")
def test_the_mountain_is_asked_as_long_as_it_holds_a_card() -> None:
    """No space is left where the duty would stay met: that shows nobody which cards are held."""
    block = "d3 stream, d4 stream, c4 stream"
    assert answers(table(block, "play", hand="gondola")) == ["end"]
    assert "play coldsnap" in answers(table(block, "play", hand="coldsnap"))


@rule("TP-12")
def test_an_empty_hand_is_said_to_be_empty() -> None:
    state = table("d3 stream, d4 stream, c4 stream", "play", hand="")
    assert state.decision is not None
    assert (state.decision.prompt, answers(state)) == ("Your hand is empty: end your turn.", ["end"])


@rule("TP-13")
def test_a_card_with_an_effect_only_is_discarded_and_does_not_help_with_the_duty() -> None:
    state = play(table("", "play", hand="coldsnap hiking-trail hiking-trail"), "play coldsnap")
    assert zone(state, "discard") == ["coldsnap"]
    assert zone(state, "board") == {"c3": "mountaineer"}
    assert "end" not in answers(state)


FULL = ", ".join(
    f"{cell} {card}"
    for cell, card in zip(
        [cell for cell in CELLS if cell != "c3"],
        [
            *TRAILS.split(),
            *["stream"] * 4,
            *["wooden-bridge"] * 4,
            *["lookout", "waterfall", "stone-steps", "food-cache", "tectonic-shift", "natural-spring"] * 2,
        ],
        strict=True,
    )
)


@rule("TP-13", "TP-14")
def test_on_a_full_board_only_effects_can_be_played() -> None:
    state = table(FULL, "play", hand="gondola coldsnap hermit-hut")
    assert answers(state) == ["end", "play coldsnap"]


@rule("TP-14")
def test_with_nothing_to_play_on_a_full_board_only_the_end_is_left() -> None:
    state = play(table(FULL, "play", hand="gondola coldsnap hermit-hut"), "play coldsnap")
    assert answers(state) == ["end"]


@rule("TP-15")
def test_the_turn_cannot_end_before_every_space_is_beside_two_others() -> None:
    state = table("", "play", hand=TRAILS)
    assert refused(state, "end") == "TP-15"
    assert refused(play(state, "play hiking-trail d3"), "end") == "TP-15"
    play(state, "play hiking-trail d4")
    assert refused(state, "end") == "TP-15"
    assert asked(play(state, "play hiking-trail c4", "end")) == ("challenge", 1)
    assert set(zone(state, "board")) == {"c3", "d3", "d4", "c4"}


@rule("TP-15")
def test_gaps_the_mountaineer_left_have_to_be_mended() -> None:
    state = table("d4 stream, c4 stream", "play", hand=TRAILS)
    assert "end" not in answers(state)
    assert "end" in answers(play(state, "play hiking-trail d3"))


@rule("TP-15")
def test_two_separate_squares_are_fine() -> None:
    state = table("d3 stream, c4 stream, d4 stream, a1 gondola, a2 lookout, b1 waterfall", "play", hand="hiking-trail")
    assert places(answers(state)) == {"b2"}
    assert asked(play(state, "play hiking-trail b2")) == ("challenge", 1)


@rule("TP-16")
def test_if_the_duty_is_out_of_reach_two_cards_go_beside_the_token() -> None:
    state = table("a1 stream, e5 stream", "play", hand="hiking-trail gondola")
    assert places(answers(state)) == {"c2", "b3", "d3", "c4"}
    assert refused(state, "play gondola b2") == "TP-18"
    play(state, "play gondola c2")
    assert refused(state, "end") == "TP-16"
    assert asked(play(state, "play hiking-trail b3")) == ("challenge", 1)


@rule("TP-16")
def test_with_two_cards_beside_the_token_the_rest_may_lie_anyhow() -> None:
    state = table("a1 stream, e5 stream, c4 lookout, d3 lookout", "play", hand="hiking-trail")
    assert "end" in answers(state)
    assert "play hiking-trail a5" in answers(state)


@rule("TP-17")
def test_if_that_is_out_of_reach_too_as_many_as_possible_go_beside_it() -> None:
    state = table("a1 stream, e5 stream", "play", hand="hiking-trail")
    assert places(answers(state)) == {"c2", "b3", "d3", "c4"}


@rule("TP-17")
def test_without_board_cards_the_turn_may_always_end() -> None:
    assert answers(table("a1 stream", "play", hand="coldsnap")) == ["end", "play coldsnap"]


@rule("TP-18")
def test_a_placement_that_puts_the_duty_out_of_reach_is_refused() -> None:
    state = table("", "play", hand="hiking-trail hiking-trail hiking-trail")
    assert places(answers(state)) == {"b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"}
    assert refused(state, "play hiking-trail a1") == "TP-18"


@rule("TP-18")
def test_what_is_possible_is_worked_out_anew_after_a_draw() -> None:
    state = table("a1 gondola, e5 lookout, d3 stream, c4 stream, d4 stream", "play", hand="stone-steps")
    assert "end" in answers(state)
    happens(state, "play stone-steps a2", "hiking-trail", "waterfall")
    assert "end" in answers(state)
    state = table("a1 gondola, b2 lookout, d3 stream, c4 stream, d4 stream", "play", hand="stone-steps")
    happens(state, "play stone-steps a2", "hiking-trail", "waterfall")
    assert places(answers(state)) == {"b1", "b3", "c2"}


@rule("TP-19")
def test_the_opening_sets_by_number_of_cards() -> None:
    assert [closed_sets(count) for count in range(1, 8)] == [0, 0, 4, 0, 12, 14, 68]
    assert [sets_by_trying(count) for count in range(1, 8)] == [0, 0, 4, 0, 12, 14, 68]


def sets_by_trying(count: int) -> int:
    """How many sets of so many cards leave every space, the token's in the centre too, beside two occupied ones."""
    beside = [
        sum(1 << y * 5 + x for x, y in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)) if 0 <= x < 5 and 0 <= y < 5)
        for j in range(5)
        for i in range(5)
    ]
    centre = 12
    others = [cell for cell in range(25) if cell != centre]
    met = 0
    for cards in combinations(others, count):
        occupied = sum(1 << cell for cell in cards) | 1 << centre
        met += all((beside[cell] & occupied).bit_count() >= 2 for cell in (centre, *cards))
    return met


def closed_sets(count: int) -> int:
    """How many sets of so many cards the engine lets lie at the end of the first turn, found by playing them."""
    found: set[frozenset[str]] = set()

    def lay(occupied: frozenset[str], left: int) -> None:
        spaces = offered(set(occupied), "c3", left)
        if left == 0:
            if offered(set(occupied), "c3", 1) & {"end"} and met(set(occupied)):
                found.add(occupied)
            return
        for space in spaces - {"end"}:
            if (more := occupied | {space}) not in seen:
                seen.add(more)
                lay(more, left - 1)

    seen: set[frozenset[str]] = set()
    lay(frozenset({"c3"}), count)
    return len(found)


@rule("TP-19")
@pytest.mark.parametrize(("cards", "spaces"), [(1, 4), (2, 4), (3, 8), (4, 8), (5, 20), (6, 24), (7, 24)])
def test_the_first_placements_by_number_of_cards(cards: int, spaces: int) -> None:
    assert len(offered({"c3"}, "c3", cards)) == spaces
    if cards <= 4:
        assert offered({"c3"}, "c3", cards) == allowed({"c3"}, "c3", cards)


@rule("TP-15", "TP-16", "TP-17", "TP-18")
@settings(max_examples=150, deadline=None)
@given(st.sets(st.sampled_from(CELLS), min_size=1, max_size=25), st.integers(0, 3), st.data())
def test_the_engine_offers_what_trying_out_everything_allows(
    occupied: set[str], cards: int, data: st.DataObject
) -> None:
    stands = data.draw(st.sampled_from(sorted(occupied)))
    if len(occupied) == 25:
        cards = 0
    assert offered(occupied, stands, cards) == allowed(occupied, stands, cards)


@rule("TP-18")
def test_asking_twice_gives_the_same_answer() -> None:
    assert offered({"c3", "a1"}, "c3", 6) == offered({"c3", "a1"}, "c3", 6)
    assert offered({"c3"}, "c3", 5) == offered({"c3"}, "c3", 5) != offered({"c3"}, "c3", 4)
