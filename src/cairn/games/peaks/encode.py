"""What a seat sees of PEAKS as numbers, for `cairn.batch`: the question, the table, the mats, then where each card is.

Seats are counted from the viewer on. A card in the open has a place; one that is in a deck, in the box or, for all the
viewer can know, in another hand has none. What is left out is what waits below the question, and what a question such
as a gain is about: the mask of legal actions tells it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from cairn.core.batching import Encoding, Row, turned
from cairn.core.contract import Setup, State
from cairn.games.peaks.content import ACTIONS, BOOSTS, CONTINENTS, FIRST_BOOST, GAINS, UNIT, Content
from cairn.games.peaks.game import Peaks
from cairn.games.peaks.mats import COMPANION, MAT, NONE, SLOTS, USES
from cairn.games.peaks.state import CLIMBED_BY, PILES, PeaksState

ASKED: Final = [
    "announce",
    "answer",
    "boost",
    "consider",
    "die",
    "draw",
    "first-game",
    "flag",
    "gain",
    "gear",
    "gear-die",
    "gear-pair",
    "home",
    "keep",
    "name-climb",
    "new-plans",
    "outfit",
    "pay",
    "pay-climb",
    "place-flag",
    "rest-bonus",
    "rest-energy",
    "rest-flag",
    "rethink",
    "reward",
    "set-out",
    "shared-flag",
    "slot",
    "summit",
    "tag",
    "take",
    "terms",
    "tile",
    "toss",
    "travel",
    "trim",
    "turn",
    "window",
]
NUMBERS: Final = [
    "asked: " + ", ".join(f"{kind} {number}" for number, kind in enumerate(ASKED, 1)) + ", anything else 0",
    "seat asked",
    "current player",
    "start player",
    "turn",
    "last turns to come, 1 more; 0 before the last round",
    "swapped",
    "action: " + ", ".join(f"{action} {number}" for number, action in enumerate(ACTIONS, 1)) + ", none 0",
    "news: nothing 0, something 1, new 2",
    "windows closed",
    "climb under way: mountain, 1 more than its number",
    "climb: group",
    "climb: setting out",
    "climb: experience of companions",
    "climb: danger",
    "offer: mountain, 1 more than its number",
    "offer: group",
    "offer: countered",
    "rival's card that lies open, 1 more than its number",
    "rival's cards to come",
    "rival's cards played",
    "mountain climbed this turn, 1 more than its number",
]
SEAT_SETS: Final = ["beginners", "windows for new only", "bound by the offer", "climbers", "sure of their rewards"]
DISCARDED: Final = 1
DISPLAYED: Final = 2
DRAWN: Final = 3
PROPOSED: Final = 4
RIVALS: Final = 5
SOMEBODYS: Final = 6
HELD: Final = 16
CLIMBED: Final = 32
OFFERED: Final = 64
PLACES: Final = (
    f"nowhere in sight 0, discarded {DISCARDED}, display {DISPLAYED}, drawn {DRAWN}, proposed {PROPOSED}, "
    f"climbed by the rival {RIVALS}, in another hand {SOMEBODYS} and its age more, with a seat {HELD}, "
    f"climbed by a seat {CLIMBED} and the seat more; {OFFERED} more if the offer names it"
)
MOST: Final = 255
HIDDEN: Final = 3


def slots(content: Content, seats: int) -> list[str]:
    """The name of every number, in order."""
    named = NUMBERS[:]
    named += [f"cards left.{pile}" for pile in PILES]
    named += [f"rival's flags.{continent}" for continent in content.continents]
    named += [f"rest tile.{continent}" for continent in content.continents]
    named += [f"display.{number}: nothing 0, else 1 more than the card" for number in range(content.slots)]
    numbered = mat_names(content)
    for seat in range(seats):
        named += [f"seat {seat}.{number}" for number in numbered]
        named += [f"seat {seat}.{what}" for what in SEAT_SETS]
        named += [f"seat {seat}.bonus cards", f"seat {seat}.boost: none 0, first 1, second 2, not known {HIDDEN}"]
        named += [f"seat {seat}.companion {slot} comes along" for slot in range(SLOTS)]
        named += [f"seat {seat}.added to rewards.{gain}" for gain in GAINS]
    return named + [f"place ({PLACES}).{content.names[card]}" for card in range(FIRST_BOOST + BOOSTS)]


def mat_names(content: Content) -> list[str]:
    """What lies on a mat, in the order of mats.py."""
    named = ["energy", "stamina", "experience", "continent", *(f"gear {gear}" for gear in content.gear)]
    for what in ("die", "upgrades", "cubes"):
        named += [f"{what} {action}" for action in ACTIONS]
    named += [f"flags {continent}" for continent in content.continents]
    named += ["flags in all"]
    named += [f"companion {slot}, 1 more than its card" for slot in range(SLOTS)]
    return named + [f"uses of companion {slot}" for slot in range(SLOTS)]


class PeaksEncoding(Encoding):
    def __init__(self, content: Content, seats: int) -> None:
        super().__init__(slots(content, seats), 0)
        self.asked: dict[str, int] = {kind: number for number, kind in enumerate(ASKED, 1)}

    def write(self, state: State, seat: i64, row: Row) -> None:
        assert isinstance(state, PeaksState)
        seats: i64 = state.setup.seats
        self.write_table(state, seat, seats, row)
        at: i64 = len(NUMBERS)
        for pool in state.pools:
            row.put(at, len(pool))
            at += 1
        row.clear(at, CONTINENTS)
        for number in range(len(state.rival_flags)):
            row.put(at + number, state.rival_flags[number])
        at += CONTINENTS
        for number in range(CONTINENTS):
            row.put(at + number, state.tiles[number])
        at += CONTINENTS
        for card in state.display:
            row.put(at, card + 1)
            at += 1
        for number in range(seats):
            at = self.write_seat(state, (seat + number) % seats, seat, row, at)
        self.write_cards(state, seat, seats, row, at)

    def write_table(self, state: PeaksState, seat: i64, seats: i64, row: Row) -> None:
        asked = state.stack.top
        row.put(0, 0 if asked is None else self.asked.get(asked.kind, 0))
        row.put(1, 0 if asked is None else turned(asked.seat, seat, seats))
        row.put(2, turned(state.player, seat, seats))
        row.put(3, turned(state.start, seat, seats))
        row.put(4, min(MOST, state.turn))
        row.put(5, state.last_turns + 1)
        row.put(6, 1 if state.swapped else 0)
        row.put(7, state.action + 1)
        row.put(8, state.news)
        row.put(9, 1 if state.closed else 0)
        row.clear(10, 8)
        climb = state.climb
        if climb is not None:
            row.put(10, climb.mountain + 1)
            row.put(11, climb.group)
            row.put(12, 1 if climb.setting_out else 0)
            row.put(13, min(MOST, climb.experience))
            row.put(14, 1 if climb.danger else 0)
        proposal = state.proposal
        if proposal is not None:
            row.put(15, proposal.mountain + 1)
            row.put(16, proposal.group)
            row.put(17, 1 if proposal.countered else 0)
        row.put(18, state.rival_plan + 1)
        row.put(19, len(state.rival_deck))
        row.put(20, len(state.rival_done))
        row.put(21, state.summit + 1)

    def write_seat(self, state: PeaksState, seat: i64, viewer: i64, row: Row, at: i64) -> i64:
        """What lies open of a seat; returns where the next one's begins."""
        mat = state.mat
        first = seat * MAT
        for number in range(MAT):
            row.put(at + number, mat[first + number] + (1 if COMPANION <= number < USES else 0))
        at += MAT
        climb = state.climb
        row.put(at, state.beginners >> seat & 1)
        row.put(at + 1, state.only_new >> seat & 1)
        row.put(at + 2, state.bound >> seat & 1)
        row.put(at + 3, 0 if climb is None else climb.climbers >> seat & 1)
        row.put(at + 4, 0 if climb is None else climb.sure >> seat & 1)
        row.put(at + 5, len(state.bonus[seat]))
        boost: i64 = 0
        if state.chosen and state.chosen[seat] != NONE:
            boost = HIDDEN if seat != viewer and state.choosing_boosts() else state.chosen[seat] + 1
        row.put(at + 6, boost)
        at += 7
        row.clear(at, SLOTS + len(GAINS))
        if climb is not None:
            came = climb.came_of(seat)
            for slot in range(SLOTS):
                row.put(at + slot, came >> slot & 1)
            extras = climb.extras[seat]
            for gain in range(len(GAINS)):
                row.put(at + SLOTS + gain, extras // UNIT[gain] & 63)
        return at + SLOTS + len(GAINS)

    def write_cards(self, state: PeaksState, viewer: i64, seats: i64, row: Row, at: i64) -> None:
        row.clear(at, FIRST_BOOST + BOOSTS)
        for pile in state.discards:
            put_all(pile, DISCARDED, row, at)
        for card in state.display:
            if card != NONE:
                row.put(at + card, DISPLAYED)
        put_all(state.drawn, DRAWN, row, at)
        put_all(state.rival_climbed, RIVALS, row, at)
        for climbed in state.climbed:
            row.put(at + climbed % CLIMBED_BY, CLIMBED + turned(climbed // CLIMBED_BY, viewer, seats))
        for seat in range(seats):
            place = HELD + turned(seat, viewer, seats)
            put_all(state.mountains[seat], place, row, at)
            put_all(state.companions_of(seat), place, row, at)
            if seat == viewer:
                put_all(state.bonus[seat], place, row, at)
            elif state.remembered:
                for card in state.bonus[seat]:
                    age = state.age_of(card)
                    if age > 0:
                        row.put(at + card, SOMEBODYS + min(age, 9))
            if state.dealt:
                for number in range(2):
                    card = state.dealt[seat * 2 + number]
                    if card != NONE:
                        row.put(at + card, place)
        put_all(state.proposed, PROPOSED, row, at)
        if state.proposal is not None:
            for card in state.proposal.companions:
                row.add(at + card, OFFERED)


def put_all(cards: list[int], place: i64, row: Row, at: i64) -> None:
    for card in cards:
        row.put(at + card, place)


def encoding(setup: Setup) -> Encoding:
    game = setup.game
    assert isinstance(game, Peaks)
    return PeaksEncoding(game.content, setup.seats)
