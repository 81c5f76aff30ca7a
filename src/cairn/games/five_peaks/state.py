"""The zones of Five Peaks.

Hidden are the order of the decks and piles and, while somebody chooses one, the campfire cards they have drawn (FP-70).
Hands are held unseen; what is in them was taken in the open, and everybody has notes of it (FP-71).
"""

from __future__ import annotations

from typing import Any, Final

from cairn.core.bits import BIT
from cairn.core.chance import Chance
from cairn.core.contract import Setup, Stack, State
from cairn.core.deck import Deck
from cairn.core.zones import NONE, MaybeNamed, MaybeNumber, Named, Shared, Zone, dump_zones
from cairn.games.five_peaks.board import Board
from cairn.games.five_peaks.campfires import CampfireDeck
from cairn.games.five_peaks.content import (
    CAMPFIRES,
    CARD_KINDS,
    CARDS,
    KINDS,
    RANKS,
    RESOURCES,
    ROCKY,
    STARTING,
    STONES,
    TERRAINS,
    Content,
)
from cairn.games.five_peaks.geometry import key_x, key_y

NOBODY: Final = -1
NOWHERE: Final = -1
NO_CARD: Final = -1
NOT_CLOSING: Final = -1
NO_TRAIL: Final[list[int]] = []

NO_DECK: Final = Deck.of([], [])
NO_CAMPFIRES: Final = CampfireDeck.of(0)


class Heap(Named):
    """Components whose order means nothing: written sorted, so that it tells nothing."""

    def dump(self, value: Any) -> object:
        return super().dump(sorted(value))


def plain_zones(content: Content, seats: int) -> list[Zone]:
    """The zones that are written as they are; nobody is kept from seeing them."""
    return [
        Named("market", CARDS),
        Heap("box", CARDS),
        Heap("dropped", content.panorama_names),
        MaybeNamed("drawn_tile", content.tile_names, NO_CARD),
        MaybeNamed("drawn_peak", content.peak_names, NO_CARD),
        MaybeNumber("last_turns", 0, seats, NOT_CLOSING),
        Heap("terrain", content.tile_names),
        Heap("scenes", content.panorama_names),
    ]


class HikeState(State):
    """Lists for all seats are flat: `packs` has six entries for each seat, `hands` one for each kind of card.

    What changes in most turns is copied with a state; the rest is shared until it changes, and then made anew.
    """

    def __init__(self, setup: Setup, stack: Stack, content: Content, board: Board) -> None:
        super().__init__(setup, stack)
        self.content = content
        self.board = board
        self.pawns: list[int] = NONE
        """The space of each seat's pawn."""
        self.left: Shared[list[int]] = NONE
        """Resources lying on spaces, each entry a space and a packed purse: space << 35 | purse."""
        self.bank: list[int] = NONE
        self.packs: list[int] = NONE
        self.endorphins: list[int] = NONE
        self.hands: list[int] = NONE
        self.played: list[int] = NONE
        self.fires: Shared[list[int]] = NONE
        """By seat the set of its campfire cards."""
        self.badges: Shared[list[int]] = NONE
        self.stones: Shared[list[int]] = NONE
        """By seat and stone the peak it lies on, or NOWHERE."""
        self.owned: Shared[list[int]] = NONE
        """By seat and rank the panorama, or NO_CARD."""
        self.market: Shared[list[int]] = NONE
        self.hiking: Shared[Deck] = NO_DECK
        self.box: Shared[list[int]] = NONE
        """Cards that were sold."""
        self.campfire: Shared[CampfireDeck] = NO_CAMPFIRES
        self.terrain: Shared[list[int]] = NONE
        """Tiles, peaks and panoramas that nobody has seen yet."""
        self.peaks: Shared[list[int]] = NONE
        self.scenes: Shared[list[int]] = NONE
        self.piles: Shared[list[int]] = NONE
        """The open panorama of each pile, or NO_CARD."""
        self.dropped: Shared[list[int]] = NONE
        """Panoramas that were discarded (FP-63)."""
        self.trail: Shared[list[int]] = NO_TRAIL
        """Spaces that the pawn has been on this turn and that a second step may not enter."""
        self.drawn_tile: int = NO_CARD
        self.drawn_peak: int = NO_CARD
        self.turns_played: int = 0
        """How many turns have been finished."""
        self.last_turns: int = NOT_CLOSING
        """How many turns are left after this one, or NOT_CLOSING."""

    # Written by `make clones` from __init__: do not edit.
    def clone(self) -> HikeState:
        copy = HikeState(self.setup, self.stack.copy(), self.content, self.board)
        copy.pawns = self.pawns[:]
        copy.left = self.left
        copy.bank = self.bank[:]
        copy.packs = self.packs[:]
        copy.endorphins = self.endorphins[:]
        copy.hands = self.hands[:]
        copy.played = self.played[:]
        copy.fires = self.fires
        copy.badges = self.badges
        copy.stones = self.stones
        copy.owned = self.owned
        copy.market = self.market
        copy.hiking = self.hiking
        copy.box = self.box
        copy.campfire = self.campfire
        copy.terrain = self.terrain
        copy.peaks = self.peaks
        copy.scenes = self.scenes
        copy.piles = self.piles
        copy.dropped = self.dropped
        copy.trail = self.trail
        copy.drawn_tile = self.drawn_tile
        copy.drawn_peak = self.drawn_peak
        copy.turns_played = self.turns_played
        copy.last_turns = self.last_turns
        copy.copy_base(self)
        return copy

    # End of what `make clones` wrote.

    def resample(self, seat: int, chance: Chance) -> HikeState:
        """Tiles, peaks and panoramas have no order to redraw; cards that somebody has put under a deck do."""
        copy = self.clone()
        if not knows_bottom(self.hiking, seat):
            copy.hiking = self.hiking.clone()
            copy.hiking.lay(copy.hiking.lift(seat), chance)
        if self.campfire.has_secrets():
            copy.campfire = self.campfire.clone()
            copy.campfire.redraw(seat, chance)
            copy.offer()
        return copy

    def first_seat(self) -> int:
        """Who begins (FP-3)."""
        first = self.setup.options["starting_seat"]
        assert isinstance(first, int)
        return first

    def shows_hand(self, seat: int, viewer: int) -> bool:
        """Whether a viewer is shown a hand card by card (FP-71)."""
        return seat == viewer or self.setup.options["open_hands"] is True

    def campfires_of(self, seat: int) -> list[int]:
        return [fire for fire in range(len(CAMPFIRES)) if self.fires[seat] >> fire & 1]

    def panoramas_of(self, seat: int) -> list[int]:
        return [card for card in self.owned[seat * RANKS : (seat + 1) * RANKS] if card != NO_CARD]

    def stone_value(self, seat: int, stone: int) -> int:
        """The points of the peak that a stone lies on; 0 if it has not been placed."""
        place = self.stones[seat * STONES + stone]
        return 0 if place == NOWHERE else self.content.peaks[self.board.peak_ids[place]].points

    def rocky_peaks_left(self) -> int:
        placed = sum(1 for peak in self.board.peak_ids if self.content.peaks[peak].terrain == ROCKY)
        return self.content.rocky_peaks - placed

    def scores_seen(self, viewer: int) -> list[dict[str, int | None]]:
        """Everything that scores lies open (FP-84)."""
        return [dict(score.lines) for score in self.scores()]

    def zones(self) -> dict[str, object]:
        return {
            **self._open_zones(),
            "players": [self._player(seat) for seat in range(self.setup.seats)],
            "hiking": self.hiking.dump(),
            "campfire": self.campfire.dump(),
        }

    def zones_seen(self, viewer: int) -> dict[str, object]:
        """Hands and decks as the viewer knows them; see `views.Zones`."""
        return {
            **self._open_zones(),
            "players": [self._player_seen(seat, viewer) for seat in range(self.setup.seats)],
            "hiking": _deck_seen(self.hiking, viewer),
            "campfire": self.campfire.view(viewer),
        }

    def _open_zones(self) -> dict[str, object]:
        content = self.content
        board = self.board
        return {
            "map": [self._placed(entry) for entry in board.order],
            "pawns": [_place(board.space_keys[space]) for space in self.pawns],
            "left": [
                {"space": _place(board.space_keys[entry >> 35]), "resources": _counted(lying(entry))}
                for entry in sorted(self.left)
            ],
            "bank": _counted(self.bank),
            **dump_zones(self, plain_zones(content, self.setup.seats)),
            "piles": [None if card == NO_CARD else content.panorama_names[card] for card in self.piles],
            "trail": [_place(board.space_keys[space]) for space in self.trail],
            "turn": self.turns_played,
            "unplaced_peaks": _named(sorted(self.peaks), content.peak_names),
        }

    def _placed(self, entry: int) -> dict[str, object]:
        board = self.board
        at = entry // 2
        if entry % 2:
            name = self.content.peak_names[board.peak_ids[at]]
            return {"name": name, "slot": _place(board.peak_keys[at]), "turns": board.peak_turns[at]}
        name = self.content.tile_names[board.tile_ids[at]]
        return {"name": name, "slot": _place(board.tile_keys[at]), "turns": board.tile_turns[at]}

    def _player(self, seat: int) -> dict[str, object]:
        content = self.content
        return {
            "endorphins": self.endorphins[seat],
            "backpack": _counted(self.packs[seat * KINDS : (seat + 1) * KINDS]),
            "hand": _cards(self.hands, seat),
            "played": _cards(self.played, seat),
            "campfires": _named(self.campfires_of(seat), CAMPFIRES),
            "panoramas": _named(self.panoramas_of(seat), content.panorama_names),
            "badges": {terrain: self.badges[seat * 3 + t] for t, terrain in enumerate(TERRAINS)},
            "stones": {name: self._stone_seen(seat, stone) for stone, name in enumerate(content.stone_names)},
        }

    def _player_seen(self, seat: int, viewer: int) -> dict[str, object]:
        """A player's things as a viewer sees them; `notes` are the hiking cards they took and did not sell (FP-71)."""
        seen = self._player(seat)
        first = seat * CARD_KINDS
        hand = self.hands[first : first + CARD_KINDS]
        if not self.shows_hand(seat, viewer):
            seen["hand"] = None
        seen["hand_count"] = sum(hand)
        seen["notes"] = [
            CARDS[kind]
            for kind in range(len(STARTING), CARD_KINDS)
            for _ in range(hand[kind] + self.played[first + kind])
        ]
        return seen

    def _stone_seen(self, seat: int, stone: int) -> str | None:
        place = self.stones[seat * STONES + stone]
        return None if place == NOWHERE else self.content.peak_names[self.board.peak_ids[place]]

    def components(self) -> dict[str, int]:
        content = self.content
        counts: dict[str, int] = {}
        kept = [fire for seat in range(self.setup.seats) for fire in self.campfires_of(seat)]
        for fire in self.campfire.cards() + kept:
            _count(counts, CAMPFIRES[fire], 1)
        for kind in self.hiking.cards() + self.market + self.box:
            _count(counts, CARDS[kind], 1)
        for at, number in enumerate(self.hands):
            _count(counts, CARDS[at % CARD_KINDS], number + self.played[at])
        for kind, number in enumerate(self.bank):
            _count(counts, RESOURCES[kind], number)
        for at, number in enumerate(self.packs):
            _count(counts, RESOURCES[at % KINDS], number)
        for entry in self.left:
            for kind, number in enumerate(lying(entry)):
                _count(counts, RESOURCES[kind], number)
        for tile in self.board.tile_ids + self.terrain + _drawn(self.drawn_tile):
            _count(counts, content.tile_names[tile], 1)
        for peak in self.board.peak_ids + self.peaks + _drawn(self.drawn_peak):
            _count(counts, content.peak_names[peak], 1)
        for card in self.scenes + self.dropped + self.piles + self.owned:
            if card != NO_CARD:
                _count(counts, content.panorama_names[card], 1)
        for at, terrain in enumerate(TERRAINS):
            given = sum(self.badges[at::3])
            left = sum(1 for peak in self.peaks + _drawn(self.drawn_peak) if content.peaks[peak].terrain == at)
            _count(counts, f"{terrain} badge", given + left)
        return counts


def lying(entry: int) -> list[int]:
    """The six counts of an entry of `left`."""
    return [entry >> 5 * kind & 31 for kind in range(KINDS)]


def knows_bottom(deck: Deck, seat: int) -> bool:
    """Whether a seat (-1: a spectator) knows each card that was put under a deck."""
    mine = BIT[seat]
    return all(known & mine for known in deck.bottom_known)


def _deck_seen(deck: Deck, viewer: int) -> dict[str, object]:
    """Everybody saw the market that was put under the deck (FP-38)."""
    seen = deck.view(viewer)
    return {"count": seen["count"], "bottom": seen["bottom"], "bottom_known": deck.bottom_known[:]}


def _named(numbers: list[int], names: list[str]) -> list[str]:
    return [names[number] for number in numbers]


def _place(packed: int) -> list[int]:
    return [key_x(packed), key_y(packed)]


def _counted(counts: list[int]) -> dict[str, int]:
    return {name: counts[kind] for kind, name in enumerate(RESOURCES)}


def _cards(table: list[int], seat: int) -> list[str]:
    return [CARDS[kind] for kind in range(CARD_KINDS) for _ in range(table[seat * CARD_KINDS + kind])]


def _drawn(number: int) -> list[int]:
    return [] if number == NO_CARD else [number]


def _count(counts: dict[str, int], name: str, number: int) -> None:
    counts[name] = counts.get(name, 0) + number
