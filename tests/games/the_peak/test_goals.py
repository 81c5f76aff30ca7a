"""What the goals are worth, and the score sheet of both sides."""

from __future__ import annotations

import pytest

from cairn.testing import rule
from tests.games.the_peak.tables import GOALS, MOUNTAIN, MOUNTAINEER, happens, points, table

PRIME = {
    "hiking-trail": True,
    "bear-cave": True,
    "tectonic-shift": True,
    "stream": True,
    "lookout": True,
    "waterfall": True,
    "gondola": True,
    "natural-spring": True,
    "stone-steps": True,
    "protected-hollow": True,
    "eroded-slope": False,
    "wooden-bridge": True,
    "porta-potty": False,
    "hermit-hut": False,
    "food-cache": True,
    "sandstone-cliff": False,
}


def worth(goal: str, kept: str, **options: str) -> int:
    """The points of a goal in the Mountaineer's hand; it must be worth the same to the Mountain."""
    other = "biology" if goal != "biology" else "english"
    held = table("", hand="", kept=kept, goals=(f"{other} {spare(goal)}", goal), options=options)
    faced = table("", hand="", kept=kept, goals=(f"{goal} {other}", spare(goal)), options=options)
    assert held.scores()[MOUNTAINEER].lines[goal] == faced.scores()[MOUNTAIN].lines[goal]
    return held.scores()[MOUNTAINEER].lines[goal]


def spare(goal: str) -> str:
    return "physics" if goal != "physics" else "mathematics"


@rule("TP-50")
def test_a_goal_looks_at_kept_cards_whoever_holds_it() -> None:
    assert worth("environmental-science", "hiking-trail hiking-trail") == 10
    assert worth("environmental-science", "") == 0


@rule("TP-50")
def test_cards_that_were_lost_again_do_not_count() -> None:
    state = table(
        "d3 gondola, d4 stream", kept="hiking-trail lookout", goals=("biology english", "environmental-science")
    )
    assert points(state, MOUNTAINEER) == {"elevation": 6, "environmental-science": 5}
    happens(state, "challenge d3", 1, 1)
    assert points(state, MOUNTAINEER) == {"elevation": 15}


@rule("TP-51")
def test_biology_counts_different_names() -> None:
    assert worth("biology", "stream lookout stream eroded-slope eroded-slope-3") == 6


@rule("TP-52")
def test_chemistry_counts_liquids_by_name() -> None:
    assert worth("chemistry", "stream stream waterfall natural-spring hiking-trail lookout") == 12


@rule("TP-52")
def test_by_option_chemistry_counts_what_the_pictures_show() -> None:
    kept = "stream tectonic-shift lookout eroded-slope hermit-hut sandstone-cliff gondola food-cache"
    assert worth("chemistry", kept) == 3
    assert worth("chemistry", kept, liquid_cards="pictured") == 18


@rule("TP-53")
def test_earth_science_counts_high_cards() -> None:
    assert worth("earth-science", "stone-steps waterfall gondola eroded-slope hermit-hut stream") == 8


@rule("TP-54")
def test_engineering_counts_separate_pairs_of_a_name() -> None:
    assert worth("engineering", "stream stream stream lookout lookout eroded-slope eroded-slope-1 gondola") == 15
    assert worth("engineering", "stream stream stream stream") == 10


@rule("TP-55")
def test_english_counts_words() -> None:
    assert worth("english", "stream hiking-trail gondola porta-potty") == 6


@rule("TP-56")
def test_environmental_science_counts_hiking_trails() -> None:
    assert worth("environmental-science", "hiking-trail hiking-trail hiking-trail stream") == 15


@rule("TP-57", "TP-53")
def test_health_science_counts_pairs_of_the_same_elevation_as_it_is_now() -> None:
    assert worth("health-science", "hiking-trail bear-cave lookout stream wooden-bridge gondola") == 6
    assert worth("health-science", "eroded-slope-5 protected-hollow") == 3
    assert worth("health-science", "eroded-slope protected-hollow") == 0


@rule("TP-58")
@pytest.mark.parametrize(("card", "prime"), PRIME.items())
def test_mathematics_counts_cards_with_a_prime_number(card: str, prime: bool) -> None:
    assert worth("mathematics", card) == 2 * prime


@rule("TP-58")
def test_mathematics_goes_by_the_printed_numbers() -> None:
    assert worth("mathematics", "eroded-slope-5 eroded-slope-3") == 0


@rule("TP-59", "TP-53")
def test_physics_counts_cards_as_high_as_they_are_hard() -> None:
    kept = "hiking-trail protected-hollow porta-potty sandstone-cliff eroded-slope gondola stream"
    assert worth("physics", kept) == 20
    assert worth("physics", "eroded-slope-5") == 0


@rule("TP-64")
def test_the_mountaineer_scores_elevation_and_goals() -> None:
    state = table("d3 stream", kept="gondola eroded-slope-2 lookout", goals=("biology english", "physics"))
    assert points(state, MOUNTAINEER) == {"elevation": 20}


@rule("TP-65")
def test_the_mountain_scores_both_goals_and_in_the_final_edition_the_board() -> None:
    board = "d3 stream, e3 eroded-slope-2, a1 gondola"
    kept = "hiking-trail lookout"
    assert points(table(board, kept=kept), MOUNTAIN) == {"elevation": 0, "biology": 4}
    final = table(board, kept=kept, options={"edition": "final"})
    assert points(final, MOUNTAIN) == {"elevation": 21, "biology": 4}
    assert points(final, MOUNTAINEER) == {"elevation": 6, "english": 3, "physics": 4}


@rule("TP-5")
def test_points_that_rest_on_secret_goals_are_not_shown() -> None:
    state = table("d3 stream", kept="hiking-trail lookout")
    mountain, climber = state.view(MOUNTAINEER)["scores"]
    assert (mountain["elevation"], mountain["biology"], mountain["engineering"]) == (0, None, None)
    assert (climber["elevation"], climber["physics"], climber["biology"]) == (6, 4, 0)
    assert list(mountain) == list(climber) == ["elevation", *GOALS]
