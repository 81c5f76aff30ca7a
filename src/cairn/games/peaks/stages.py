"""Where a game stands: what happens next once nothing is asked any more. Steps of actions are stages of their name."""

from __future__ import annotations

from typing import Final

HOME: Final = 0
CHOOSE_BOOST: Final = 1
APPLY_BOOST: Final = 2
TURN: Final = 3
ANSWERS: Final = 4
WINDOW: Final = 5
NEXT_STEP: Final = 6
TRAVEL: Final = 7
REST_FLAG: Final = 8
REST_FLAG_PAID: Final = 9
REST_BONUS: Final = 10
REST_ENERGY: Final = 11
GAIN_MOUNTAIN: Final = 12
REFILL: Final = 13
GEAR_PAIR: Final = 14
DRAW_THREE: Final = 15
KEEP_ONE: Final = 16
GEAR_DIE: Final = 17
ANNOUNCE: Final = 18
TAG_ALONG: Final = 19
PAYING: Final = 20
BRINGING: Final = 21
SHARED_FLAG: Final = 22
SHARED_FLAG_PAID: Final = 23
HIGH_SUMMIT: Final = 24
REWARDS: Final = 25
END_TURN: Final = 26
GEAR_MORE: Final = 27
OVER: Final = 28
STAGES: Final = [
    "home",
    "boosts",
    "apply-boosts",
    "turn",
    "answers",
    "window",
    "next-step",
    "travel",
    "rest-flag",
    "rest-flag-paid",
    "rest-bonus",
    "rest-energy",
    "gain-mountain",
    "refill",
    "gear-pair",
    "draw-three",
    "keep-one",
    "gear-die",
    "announce",
    "tag-along",
    "paying",
    "bringing",
    "shared-flag",
    "shared-flag-paid",
    "high-summit",
    "rewards",
    "end-turn",
    "gear-more",
    "over",
]
