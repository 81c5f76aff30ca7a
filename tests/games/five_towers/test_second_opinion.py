"""The engine against a second, slow writing of the rules that tries everything."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from cairn import Dice, State, Tape
from cairn.testing import rule
from tests.games.five_towers.referee import Card, Referee, card, fits, name, possible_bids
from tests.games.five_towers.tables import GAME, TYPES, all_cards, answers, position, table, towers_of

pytestmark = pytest.mark.slow

POSITIONS = 1500


def random_position(random: Random, seats: int) -> dict[str, Any]:
    """Legal towers for all and a display that favours few types, so that cards get in each other's way."""
    cards = all_cards(seats)
    random.shuffle(cards)
    towers: list[str] = []
    for _ in range(seats):
        parts = []
        for kind in random.sample(TYPES, random.randint(0, 5)):
            values: list[int] = []
            for _ in range(random.randint(0, 6)):
                fitting = [c for c in cards if card(c)[0] == kind and fits(values[-1] if values else None, card(c)[1])]
                if not fitting:
                    break
                cards.remove(fitting[0])
                values.append(card(fitting[0])[1])
            if values:
                parts.append(" ".join([kind, *map(str, values)]))
        towers.append(", ".join(parts))
    favoured = random.sample(TYPES, random.randint(1, 5))
    pool = [c for c in cards if card(c)[0] in favoured] or cards
    return {"display": " ".join(pool[: random.randint(1, 5)]), "towers": towers, "seats": seats}


@rule("FT-5", "FT-8", "FT-10", "FT-40")
@pytest.mark.parametrize("seats", [2, 4])
def test_the_bids_offered_are_those_found_by_trying_everything(seats: int) -> None:
    random = Random(seats)
    for _ in range(POSITIONS):
        parts = random_position(random, seats)
        display = [card(c) for c in parts["display"].split()]
        bids = possible_bids(towers_of(parts["towers"][0]), display)
        assert bids == list(range(len(bids))), parts
        assert answers(table(**parts)) == [f"bid {bid}" for bid in bids], parts
        standing = random.choice(possible_bids(towers_of(parts["towers"][1]), display)[: len(display)])
        higher = [f"bid {bid}" for bid in bids if bid > standing]
        assert answers(table(**parts, bid=standing)) == [*higher, "pass"], parts


class Match:
    """One game played by the engine and followed by the referee: they must agree at every moment."""

    def __init__(self, state: State, referee: Referee, chance: Tape) -> None:
        self.state = state
        self.referee = referee
        self.chance = chance

    def choose(self, text: str) -> None:
        self.chance.cut()
        self.state.choose(self.state.parse(text), self.chance)
        drawn = iter([card(str(outcome)) for outcome in self.chance.cut()])
        self.referee.answer(text, drawn)
        while self.referee.forced():
            self.referee.answer(self.referee.answers()[0], drawn)
        assert next(drawn, None) is None

    def compare(self) -> None:
        state, referee = self.state, self.referee
        question = state.decision
        assert (question.kind if question else "over", state.seat) == (referee.kind, referee.seat)
        if question:
            assert answers(state) == referee.answers()
        zones = state.dump()["zones"]
        assert Counter(zones["display"]) == Counter(map(name, referee.display))
        assert Counter(zones["hand"]) == Counter(map(name, referee.hand))
        assert Counter(zones["discard"]) == Counter(map(name, referee.discard))
        assert len(zones["deck"]["pool"]) == referee.deck
        assert (zones["start"], zones["deck_number"]) == (referee.start, referee.deck_number)
        if question:
            assert (zones["bid"], zones["bidder"]) == (referee.bid, referee.bidder)
        for player, towers, torn in zip(zones["players"], referee.towers, referee.torn, strict=True):
            assert player == {"towers": towers, "torn": list(map(name, torn))}
        assert [score.total for score in state.scores()] == referee.totals()


@rule("FT-14", "FT-15", "FT-18", "FT-19", "FT-42", "FT-44", "FT-58")
@pytest.mark.parametrize("seats", [2, 4])
def test_a_builder_is_offered_every_plan_that_can_be_completed_and_no_other(seats: int) -> None:
    random = Random(10 + seats)
    for number in range(POSITIONS):
        parts = random_position(random, seats)
        chance = Tape(Dice(number))
        state = GAME.load(position(**parts, bid=0))
        match = Match(state, referee_of(state), chance)
        bids = [answer for answer in answers(state) if answer != "pass"]
        if not bids:
            continue
        match.choose(random.choice(bids))
        match.compare()
        while match.referee.kind in ("take", "teardown", "build"):
            match.choose(random.choice(answers(state)))
            match.compare()


def referee_of(state: State) -> Referee:
    """A referee for a position in the bidding."""
    zones = state.dump()["zones"]
    referee = Referee(state.setup.seats, zones["start"], [card(c) for c in zones["display"]])
    referee.deck = len(zones["deck"]["pool"])
    referee.discard = [card(c) for c in zones["discard"]]
    referee.towers = [{kind: list(tower) for kind, tower in player["towers"].items()} for player in zones["players"]]
    referee.torn = [[card(c) for c in player["torn"]] for player in zones["players"]]
    referee.bid, referee.bidder, referee.asked = zones["bid"], zones["bidder"], zones["asked"]
    referee.seat = state.seat
    return referee


@rule("FT-4", "FT-6", "FT-9", "FT-12", "FT-13", "FT-17", "FT-20", "FT-21", "FT-22", "FT-23", "FT-33")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(6))
def test_whole_games_agree_at_every_step(seats: int, seed: int) -> None:
    random = Random(seed)
    chance = Tape(Dice(seed))
    state = GAME.start(seats, chance, start=seed % seats)
    display: list[Card] = [card(str(outcome)) for outcome in chance.cut()]
    match = Match(state, Referee(seats, seed % seats, display), chance)
    eager = seed % 2 == 0
    match.compare()
    while state.seat >= 0:
        offered = answers(state)
        match.choose(max(offered) if eager and random.random() < 0.5 else random.choice(offered))
        match.compare()
    best = max(match.referee.totals())
    winners = [total == best for total in match.referee.totals()]
    assert state.result() == [win / sum(winners) for win in winners]
