"""What hiker never does in PEAKS."""

from __future__ import annotations

from cairn.bots.evaluate.peaks import sensible
from tests.games.peaks.tables import play, table


def kept(state):
    return [state.notation(choice) for choice in sensible(state)]


def test_nobody_prepares_for_nothing_or_rests_with_a_full_track():
    answers = kept(table(p0={"energy": 20}))
    assert "prepare nothing" not in answers
    assert not [answer for answer in answers if answer.startswith("rest")]


def test_a_fulfilled_bonus_card_is_not_used_up():
    hand = {"bonus": ["big-lungs", "globetrotter"], "stamina": 13}
    answers = kept(table(p0=hand))
    assert "use globetrotter" in answers
    assert "use big-lungs" not in answers


def test_rewards_are_not_refused():
    state = play(table(p0={"mountains": ["table-mountain"]}, p1={"energy": 0}), "climb table-mountain x")
    assert kept(state) == ["gain flag", "gain experience", "gain all"]


def test_energy_is_paid_with_energy():
    state = table(p0={"mountains": ["table-mountain", "mam-tor"]}, p1={"energy": 0})
    assert kept(play(state, "climb table-mountain x")) == ["pay 5"]


def test_companions_who_add_nothing_stay_at_home():
    state = table(p0={"mountains": ["table-mountain"], "companions": ["finn", "sami"]}, p1={"energy": 0})
    assert kept(play(state, "climb table-mountain x", "pay 5")) == ["bring nobody", "bring sami"]
