"""The zones of Five Peaks.

Hidden are the order of the decks and piles and, while somebody chooses one, the campfire cards they have drawn (FP-70).
Hands are open to whoever remembers what was taken, so everybody sees them.
"""

from __future__ import annotations

from typing import Final

from cairn.core.chance import Chance
from cairn.core.contract import Score, Setup, Stack, State
from cairn.core.deck import Deck, bit
from cairn.games.five_peaks.board import Board
from cairn.games.five_peaks.content import (
    CAMPFIRES,
    CARD_KINDS,
    CARDS,
    KINDS,
    RANKS,
    RESOURCES,
    ROCKY,
    STONES,
    TERRAINS,
    Content,
)
from cairn.games.five_peaks.geometry import key_x, key_y
from cairn.games.five_peaks.scoring import score

NOBODY: Final = -1
NOWHERE: Final = -1
NO_CARD: Final = -1
NOT_CLOSING: Final = -1


class HikeState(State):
    """Lists for all seats are flat: `packs` has six entries for each seat, `hands` one for each kind of card."""

    def __init__(
        self,
        setup: Setup,
        stack: Stack,
        content: Content,
        board: Board,
        pawns: list[int],
        left: list[int],
        bank: list[int],
        packs: list[int],
        endorphins: list[int],
        hands: list[int],
        played: list[int],
        fires: list[int],
        badges: list[int],
        stones: list[int],
        owned: list[int],
        market: list[int],
        hiking: Deck,
        box: list[int],
        campfire: Deck,
        looked: list[int],
        looked_known: list[int],
        terrain: list[int],
        peaks: list[int],
        scenes: list[int],
        piles: list[int],
        dropped: list[int],
        trail: list[int],
        drawn_tile: int,
        drawn_peak: int,
        turn: int,
        last_turns: int,
    ) -> None:
        super().__init__(setup, stack)
        self.content = content
        self.board = board
        self.pawns = pawns
        """The space of each seat's pawn."""
        self.left = left
        """Resources lying on spaces, each entry a space and a packed purse: space << 35 | purse."""
        self.bank = bank
        self.packs = packs
        self.endorphins = endorphins
        self.hands = hands
        self.played = played
        self.fires = fires
        """By seat the set of its campfire cards."""
        self.badges = badges
        self.stones = stones
        """By seat and stone the peak it lies on, or NOWHERE."""
        self.owned = owned
        """By seat and rank the panorama, or NO_CARD."""
        self.market = market
        self.hiking = hiking
        self.box = box
        """Cards that were sold."""
        self.campfire = campfire
        self.looked = looked
        """The campfire cards of which one will be kept, and by card the seats that know it."""
        self.looked_known = looked_known
        self.terrain = terrain
        """Tiles, peaks and panoramas that nobody has seen yet."""
        self.peaks = peaks
        self.scenes = scenes
        self.piles = piles
        """The open panorama of each pile, or NO_CARD."""
        self.dropped = dropped
        """Panoramas that were discarded (FP-63)."""
        self.trail = trail
        """Spaces that the pawn has been on this turn and that a second step may not enter."""
        self.drawn_tile = drawn_tile
        self.drawn_peak = drawn_peak
        self.turn = turn
        """How many turns have been finished."""
        self.last_turns = last_turns
        """How many turns are left after this one, or NOT_CLOSING."""

    def clone(self) -> HikeState:
        copy = HikeState(
            self.setup,
            self.stack.copy(),
            self.content,
            self.board,
            self.pawns[:],
            self.left[:],
            self.bank[:],
            self.packs[:],
            self.endorphins[:],
            self.hands[:],
            self.played[:],
            self.fires[:],
            self.badges[:],
            self.stones[:],
            self.owned[:],
            self.market[:],
            self.hiking.clone(),
            self.box[:],
            self.campfire.clone(),
            self.looked[:],
            self.looked_known[:],
            self.terrain[:],
            self.peaks[:],
            self.scenes[:],
            self.piles[:],
            self.dropped[:],
            self.trail[:],
            self.drawn_tile,
            self.drawn_peak,
            self.turn,
            self.last_turns,
        )
        copy.copy_base(self)
        return copy

    def resample(self, seat: int, chance: Chance) -> HikeState:
        """Tiles, peaks and panoramas have no order to redraw; cards that somebody has put under a deck do."""
        copy = self.clone()
        redraw(copy.hiking, NO_LOOK, NO_LOOK, seat, chance)
        if redraw(copy.campfire, copy.looked, copy.looked_known, seat, chance):
            copy.offer()
        return copy

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

    def scores(self) -> list[Score]:
        return [score(self, seat) for seat in range(self.setup.seats)]

    def scores_seen(self, viewer: int) -> list[dict[str, int | None]]:
        """Everything that scores lies open (FP-84)."""
        return [dict(score.lines) for score in self.scores()]

    def zones(self) -> dict[str, object]:
        return {
            **self._open_zones(),
            "hiking": self.hiking.dump(),
            "campfire": self.campfire.dump(),
            "looked": {"cards": _named(self.looked, CAMPFIRES), "known": self.looked_known[:]},
            "terrain": _named(sorted(self.terrain), self.content.tile_names),
            "unplaced_peaks": _named(sorted(self.peaks), self.content.peak_names),
            "scenes": _named(sorted(self.scenes), self.content.panorama_names),
        }

    def zones_seen(self, viewer: int) -> dict[str, object]:
        mine = bit(viewer) if viewer >= 0 else 0
        looked = [
            CAMPFIRES[card] if known & mine else None
            for card, known in zip(self.looked, self.looked_known, strict=True)
        ]
        return {
            **self._open_zones(),
            "hiking": _deck_seen(self.hiking, viewer),
            "campfire": _deck_seen(self.campfire, viewer),
            "looked": {"cards": looked, "known": self.looked_known[:]},
            "terrain": _named(sorted(self.terrain), self.content.tile_names),
            "unplaced_peaks": _named(sorted(self.peaks), self.content.peak_names),
            "scenes": _named(sorted(self.scenes), self.content.panorama_names),
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
            "players": [self._player(seat) for seat in range(self.setup.seats)],
            "market": _named(self.market, CARDS),
            "box": _named(sorted(self.box), CARDS),
            "piles": [None if card == NO_CARD else content.panorama_names[card] for card in self.piles],
            "dropped": _named(sorted(self.dropped), content.panorama_names),
            "trail": [_place(board.space_keys[space]) for space in self.trail],
            "drawn_tile": None if self.drawn_tile == NO_CARD else content.tile_names[self.drawn_tile],
            "drawn_peak": None if self.drawn_peak == NO_CARD else content.peak_names[self.drawn_peak],
            "turn": self.turn,
            "last_turns": None if self.last_turns == NOT_CLOSING else self.last_turns,
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

    def _stone_seen(self, seat: int, stone: int) -> str | None:
        place = self.stones[seat * STONES + stone]
        return None if place == NOWHERE else self.content.peak_names[self.board.peak_ids[place]]

    def components(self) -> dict[str, int]:
        content = self.content
        counts: dict[str, int] = {}
        kept = [fire for seat in range(self.setup.seats) for fire in self.campfires_of(seat)]
        for fire in self.campfire.cards() + self.looked + kept:
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


NO_LOOK: Final[list[int]] = []


def redraw(deck: Deck, looked: list[int], known: list[int], seat: int, chance: Chance) -> bool:
    """Deal again what a seat cannot tell, in a deck and among cards drawn from it; whether anything was dealt."""
    if not deck.bottom and not looked:
        return False
    unseen = deck.lift(seat)
    mine = bit(seat) if seat >= 0 else 0
    hidden: list[int] = []
    for at in range(len(looked)):
        if not known[at] & mine:
            unseen.append(looked[at])
            hidden.append(at)
    for at in hidden:
        looked[at] = chance.draw(unseen, deck.names)
    deck.lay(unseen, chance)
    return True


def lying(entry: int) -> list[int]:
    """The six counts of an entry of `left`."""
    return [entry >> 5 * kind & 31 for kind in range(KINDS)]


def _deck_seen(deck: Deck, viewer: int) -> dict[str, object]:
    """Who put cards under a deck is seen by all, which cards by those only."""
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
