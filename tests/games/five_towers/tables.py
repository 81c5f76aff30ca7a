"""Positions of 5 Towers in one line, and short words for what tests do with them.

Cards are written as in the game ("sand-7 candy-12"), the towers of a seat from the ground up ("sand 6 4, tree 12").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import cairn
from cairn import Chance, Dice, Event, IllegalChoice, State

GAME = cairn.game("five-towers")
TYPES = ("candy", "scary", "tree", "scrap", "sand")
EXTRA = (0, 2, 5, 7, 10, 12)


def all_cards(seats: int) -> list[str]:
    """The cards in play, written down from the rules and not taken from the engine."""
    values = [*range(16), *(EXTRA if seats >= 4 else ())]
    return [f"{kind}-{value}" for kind in TYPES for value in values]


def falling_deck(seats: int) -> list[str]:
    """The whole deck so that each display is one value in all five types, from 15 down: it can be built by anybody."""
    values = sorted([*range(16), *(EXTRA if seats >= 4 else ())], reverse=True)
    return [f"{kind}-{value}" for value in values for kind in TYPES]


def towers_of(text: str) -> dict[str, list[int]]:
    """The five towers of a seat: "sand 6 4, tree 12"."""
    towers: dict[str, list[int]] = {kind: [] for kind in TYPES}
    for part in filter(None, (part.strip() for part in text.split(","))):
        kind, *values = part.split()
        towers[kind] = [int(value) for value in values]
    return towers


def position(
    display: str = "",
    *,
    seats: int = 2,
    towers: Sequence[str] = (),
    torn: Sequence[str] = (),
    hand: str = "",
    kind: str = "bid",
    seat: int = 0,
    start: int | None = None,
    bid: int | None = None,
    bidder: int | None = None,
    deck: str | None = None,
    deck_number: int = 1,
) -> dict[str, Any]:
    """A dump. Cards named nowhere are in the deck or, if the deck is given, in the discard pile.

    Seat `seat` is asked `kind`. If that is a bid and a bid stands, the seat is the last to be asked unless `start` says
    otherwise, and the standing bid is the start player's unless `bidder` says otherwise.
    """
    bidding = kind == "bid"
    if start is None:
        start = (seat + 1) % seats if bidding and bid is not None else seat
    if bid is None and not bidding:
        bid = len(hand.split())
    if bidder is None and bid is not None:
        bidder = start if bidding else seat
    players: list[dict[str, Any]] = [
        {"towers": towers_of(towers[i] if i < len(towers) else ""), "torn": torn[i].split() if i < len(torn) else []}
        for i in range(seats)
    ]
    rest = all_cards(seats)
    named = [*display.split(), *hand.split(), *(deck or "").split()]
    for player in players:
        named += player["torn"]
        named += [f"{kind}-{value}" for kind, values in player["towers"].items() for value in values]
    for card in named:
        rest.remove(card)
    return {
        "game": "five-towers",
        "rules_version": GAME.rules_version,
        "seats": seats,
        "options": {"start": "random"},
        "turn": {"number": 1, "seat": 0},
        "zones": {
            "deck": {
                "pool": rest if deck is None else deck.split(),
                "top": [],
                "top_known": [],
                "bottom": [],
                "bottom_known": [],
            },
            "deck_number": deck_number,
            "display": display.split(),
            "hand": hand.split(),
            "start": start,
            "bid": bid,
            "bidder": bidder,
            "asked": (seat - start) % seats if bidding else seats,
            "players": players,
            "discard": [] if deck is None else rest,
        },
        "pending": [{"kind": kind, "seat": seat}],
    }


def table(display: str = "", **parts: Any) -> State:
    """The state of a `position`."""
    return GAME.load(position(display, **parts))


def answers(state: State) -> list[str]:
    """The legal answers in notation, in alphabetical order."""
    return sorted(state.notation(choice) for choice in state.choices())


def play(state: State, *texts: str, chance: Chance | None = None) -> State:
    """Answer one decision after the other."""
    chance = chance or Dice(0)
    for text in texts:
        state.choose(state.parse(text), chance)
    return state


def heard(state: State, *texts: str, chance: Chance | None = None) -> list[str]:
    """What is told while the answers are played, as sentences; cards in a list are in alphabetical order."""
    events = state.listen()
    play(state, *texts, chance=chance)
    return [sentence(event) for event in events]


def sentence(event: Event) -> str:
    args = {name: sorted(value) if isinstance(value, list) else value for name, value in event.args.items()}
    return GAME.texts.say("event", event.kind, {"seat": f"Seat {event.seat}", **args})


def refused(state: State, text: str) -> str:
    """The id of the rule by which an answer is refused; the state must be as before and the rule in the ledger."""
    before = state.dump()
    with pytest.raises(IllegalChoice) as refusal:
        play(state, text)
    assert state.dump() == before
    assert refusal.value.rule in GAME.ledger.rules
    assert refusal.value.reason.endswith(".")
    return refusal.value.rule


def zones(state: State) -> dict[str, Any]:
    zones: dict[str, Any] = state.dump()["zones"]
    return zones


def tower(state: State, kind: str, seat: int = 0) -> list[int]:
    values: list[int] = zones(state)["players"][seat]["towers"][kind]
    return values


def asked(state: State) -> tuple[str, int]:
    """The kind of the decision and the seat that must answer."""
    question = state.decision
    assert question is not None
    return question.kind, question.seat
