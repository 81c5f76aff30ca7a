"""Intervals, against values from elsewhere and by trying them out."""

from __future__ import annotations

from random import Random

import pytest

from cairn.lab.shares import Share, design_effect, wilson, win_share


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_agrees_with_published_intervals(won: int, games: int, low: float, high: float) -> None:
    interval = wilson(won / games, games)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_a_bot_that_never_lost_is_not_taken_to_be_invincible() -> None:
    share = win_share([(2.0, 2)] * 10)
    assert (share.value, share.high) == (1.0, 1.0)
    assert share.low == pytest.approx(20 / (20 + 1.959964**2))


def test_a_shared_win_counts_half() -> None:
    assert win_share([(0.5, 1), (0.5, 1)]).value == 0.5


def test_deals_that_decide_the_winner_whoever_sits_where_count_once() -> None:
    """Both games of every deal end alike: a thousand games say little more than their five hundred deals."""
    deals = [(2.0, 2), (0.0, 2)] * 250
    assert design_effect(deals, 0.5, 1000) == pytest.approx(2, rel=0.03)
    assert _width(win_share(deals)) == pytest.approx(_width(wilson(0.5, 500)), rel=0.03)


def test_seats_that_decide_the_winner_cancel_out() -> None:
    assert _width(win_share([(1.0, 2)] * 100)) < 0.5 * _width(wilson(0.5, 200))


def test_a_handful_of_deals_is_treated_as_independent_games() -> None:
    assert design_effect([(1.0, 2)], 0.5, 2) == 1
    assert _width(win_share([(1.0, 2)] * 3)) == pytest.approx(_width(wilson(0.5, 6)), rel=0.1)


@pytest.mark.parametrize(("sway", "luck"), [(0.0, 0.0), (0.35, 0.0), (0.0, 0.35), (0.2, 0.2)])
@pytest.mark.parametrize("deals", [20, 100])
def test_the_interval_holds_the_truth_about_95_times_in_100(sway: float, luck: float, deals: int) -> None:
    """`sway`: how much the seat decides. `luck`: how much a deal favours one bot on either seat."""
    random = Random(5)
    truth = 0.6
    held = 0
    for _ in range(1000):
        played = []
        for _ in range(deals):
            favour = random.choice((luck, -luck))
            wins = sum(random.random() < truth + favour + side for side in (sway, -sway))
            played.append((float(wins), 2))
        share = win_share(played)
        held += share.low <= truth <= share.high
    assert 925 <= held <= 985


def _width(share: Share) -> float:
    return share.high - share.low
