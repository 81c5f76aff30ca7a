"""The zones of Solstis, and who knows what.

Nobody has seen the draw pile nor the tiles below the display: together they are one unordered pool, and a tile is
drawn from it when it is turned up. A hand is known to its seat only; the two spirits drawn in an encounter are known
to the seat that chooses between them. Everything else lies open.

Players learn two things about a hand without seeing it: that it could not capture when its seat was skipped in the
end phase, and that it can when its seat is asked to play then (SO-51). Likewise, who is asked to choose between two
spirits has not drawn the evil one. `resample` and `imagine` keep to all of this, and so to every fact that follows
from the rules; what a seat's free choices may suggest about its hand is left to the judgement of bots.
"""

from __future__ import annotations

from math import comb
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from cairn.core.bits import count_of, members_of, place_of, set_of, wide_bit
from cairn.core.chance import Chance
from cairn.core.contract import OptionValue, Score, Setup, Stack, State
from cairn.core.fields import Fields
from cairn.core.pool import Pool
from cairn.core.zones import MaybeNamed, MaybeNumber, Named, Number, Shared, Zone, dump_zones
from cairn.games.solstis.content import NO_SPIRIT, Content
from cairn.games.solstis.packing import (
    CORNER,
    COVERS,
    NO_SPIRITS,
    TILE,
    packed_spirits,
    spirits_in,
    with_spirit,
)
from cairn.games.solstis.scoring import lit_fires, score

NOBODY: Final = -1
NO_TILE: Final = -1
DEALS: Final = 10_000

ANYWHERE: Final = "anywhere"
HELD: Final = "held"
ANY_TILE: Final = "any"
LAND_TILE: Final = "land"
COMPULSORY: Final = "compulsory"
OPTIONAL: Final = "optional"
MOST_LAND: Final = "most-land"
LOWEST: Final = "lowest"


class Rulings:
    """The options of one game as flags, for the hot path."""

    def __init__(self, options: dict[str, OptionValue]) -> None:
        self.hold_first: bool = options["first_rainbow"] == HELD
        self.beside_land: bool = options["rainbow_beside"] == LAND_TILE
        self.may_decline: bool = options["encounter"] == OPTIONAL
        self.evil_first: bool = options["evil_before_squirrel"] is True
        self.most_land: bool = options["tie_biggest"] == MOST_LAND


class TileSet(Zone):
    """A set of positions, by name in positions and as bits in the state: see panorama.py."""

    def __init__(self, name: str, content: Content) -> None:
        super().__init__(name)
        self.names = content.names

    def dump(self, value: Any) -> object:
        return [self.names[tile] for tile in members_of(value)]

    def load(self, fields: Fields) -> Any:
        return set_of(tiles_in(fields, self.name, self.names))


class MaybeTile(MaybeNamed):
    def load(self, fields: Fields) -> Any:
        return self.nothing if fields.value(self.name) is None else tile_in(fields, self.name, self.names)


class PlacedSpirits(Zone):
    """Spirits with the lower left positions of their squares."""

    def __init__(self, name: str, content: Content) -> None:
        super().__init__(name)
        self.names = content.names
        self.spirits = content.spirits

    def dump(self, value: Any) -> object:
        placed: list[int] = list(value)
        return [{"spirit": self.spirits[at // CORNER], "square": self.names[at % CORNER]} for at in placed]

    def load(self, fields: Fields) -> Any:
        placed: list[int] = []
        for part in fields.parts(self.name):
            placed.append(part.one_named("spirit", self.spirits) * CORNER + tile_in(part, "square", self.names))
            part.end()
        return vec[i64](placed)


class PackedSpirits(Named):
    """Spirits by name in positions, packed in the state."""

    def dump(self, value: Any) -> object:
        return super().dump(spirits_in(value))

    def load(self, fields: Fields) -> Any:
        return packed_spirits(super().load(fields))


def tiles_in(fields: Fields, name: str, names: list[str]) -> list[int]:
    """The tiles that a field names, none of them twice."""
    tiles = fields.named(name, names)
    if len(set(tiles)) != len(tiles):
        raise fields.refuse(name, "names something twice")
    for tile in tiles:
        if not names[tile]:
            raise fields.refuse(name, "has an entry without a name")
    return tiles


def tile_in(fields: Fields, name: str, names: list[str]) -> int:
    tile = fields.one_named(name, names)
    if not names[tile]:
        raise fields.refuse(name, "has no name")
    return tile


def player_zones(content: Content) -> list[Zone]:
    """The zones of a seat that are written as they are, and lie open."""
    return [
        Number("hand_size", content.hand, content.hand + 1),
        TileSet("land", content),
        TileSet("rainbows", content),
        Number("rainbows_held", 0, content.rainbows),
        PlacedSpirits("spirits", content),
        TileSet("cannot_hold", content),
    ]


def plain_zones(content: Content) -> list[Zone]:
    """The zones of the table that are written as they are, and lie open."""
    return [
        MaybeTile("played", content.names, NO_TILE),
        TileSet("newly", content),
        TileSet("removed", content),
        Number("rainbow_supply", 0, content.rainbows),
        PackedSpirits("spirit_row", content.spirits),
        MaybeNumber("evil", 0, 1, NOBODY),
        MaybeNamed("covered", content.spirits, NO_SPIRIT),
        Zone("again"),
    ]


@mypyc_attr(acyclic=True)
class Player:
    """What one seat has. Sets of positions are i64: see panorama.py."""

    hand: i64
    land: i64
    rainbows: i64
    blocked: i64
    cannot_hold: i64
    hand_size: i64
    rainbows_held: i64

    def __init__(self) -> None:
        self.hand = 0
        self.hand_size = 0
        self.land = 0
        self.rainbows = 0
        self.rainbows_held = 0
        """Rainbows kept aside until the first capture (SO-18)."""
        self.blocked = 0
        """The positions under a spirit."""
        self.spirits: Shared[vec[i64]] = NO_PLACED
        """The placed spirits, in that order: see packing.py."""
        self.cannot_hold = 0
        """Tiles that everybody knows this hand does not hold, because its seat was skipped (SO-51)."""

    # Written by `make clones` from __init__: do not edit.
    def clone(self) -> Player:
        copy = Player()
        copy.hand = self.hand
        copy.hand_size = self.hand_size
        copy.land = self.land
        copy.rainbows = self.rainbows
        copy.rainbows_held = self.rainbows_held
        copy.blocked = self.blocked
        copy.spirits = self.spirits
        copy.cannot_hold = self.cannot_hold
        return copy

    # End of what `make clones` wrote.

    def place(self, spirit: i64, corner: i64) -> None:
        """Another spirit lies on a square. Clones share the vector, so this is a new one."""
        self.spirits = append(self.spirits[:], spirit * CORNER + corner)


NO_PLACED: Final = vec[i64]()
NO_PLAYER: Final = Player()
NO_POOL: Final = Pool()


def take_out(tiles: Pool, some: i64) -> None:
    """Take the tiles of a set out of a pool; the order of the others stays."""
    kept: i64 = 0
    for at in range(tiles.count):
        tile = tiles.at(at)
        if not some >> tile & 1:
            tiles.replace(kept, tile)
            kept += 1
    tiles.count = kept


def add_tiles(tiles: Pool, some: i64) -> None:
    """Add the tiles of a set to a pool, in ascending order."""
    while some:
        low = some & -some
        tiles.add(place_of(low))
        some ^= low


class SolstisState(State):
    removed: i64
    newly: i64
    shown: i64
    pile: i64
    played: i64
    rainbow_supply: i64
    spirit_row: i64
    met: i64
    evil: i64
    covered: i64

    def __init__(self, setup: Setup, stack: Stack, content: Content, rulings: Rulings) -> None:
        super().__init__(setup, stack)
        self.content = content
        self.rulings = rulings
        self.first: Player = NO_PLAYER
        self.second: Player = NO_PLAYER
        """What seats 0 and 1 have."""
        self.pool: Pool = NO_POOL
        """The tiles nobody has seen: the draw pile and those below the display."""
        self.pile = 0
        """How many of the pool are the draw pile."""
        self.display: Pool = NO_POOL
        """One number for each pile, in a row: its face-up tile, plus COVERS if there is a hidden one below."""
        self.shown = 0
        """The set of the face-up tiles."""
        self.played = NO_TILE
        self.newly = 0
        """Positions of the active panorama that received a tile this turn (SO-23)."""
        self.removed = 0
        self.rainbow_supply = 0
        self.spirit_pool: Pool = NO_POOL
        self.spirit_row = NO_SPIRITS
        """The face-up spirits, packed."""
        self.met = NO_SPIRITS
        """The spirits of the present encounter: two while one is being chosen, then the one to be placed."""
        self.evil = NOBODY
        self.covered = NO_SPIRIT
        self.again: bool = False

    # Written by `make clones` from __init__: do not edit.
    def clone(self) -> SolstisState:
        copy = SolstisState(self.setup, self.stack.copy(), self.content, self.rulings)
        copy.first = self.first.clone()
        copy.second = self.second.clone()
        copy.pool = self.pool.clone()
        copy.pile = self.pile
        copy.display = self.display.clone()
        copy.shown = self.shown
        copy.played = self.played
        copy.newly = self.newly
        copy.removed = self.removed
        copy.rainbow_supply = self.rainbow_supply
        copy.spirit_pool = self.spirit_pool.clone()
        copy.spirit_row = self.spirit_row
        copy.met = self.met
        copy.evil = self.evil
        copy.covered = self.covered
        copy.again = self.again
        copy.copy_base(self)
        return copy

    # End of what `make clones` wrote.

    def player(self, seat: i64) -> Player:
        return self.first if seat == 0 else self.second

    @property
    def players(self) -> list[Player]:
        return [self.first, self.second]

    def lay_out_display(self, piles: list[int]) -> None:
        self.display = Pool.of(piles)
        self.shown = set_of([pile & TILE for pile in piles])

    def join_display(self, tile: i64) -> None:
        """A new pile of one tile."""
        self.display.add(tile)
        self.shown |= wide_bit(tile)

    def piles(self) -> list[int]:
        return self.display.numbers()

    # Knowing

    def resample(self, seat: int, chance: Chance) -> SolstisState:
        world = self.clone()
        unseen = world.pool
        if seat != 0:
            add_tiles(unseen, world.first.hand)
        if seat != 1:
            add_tiles(unseen, world.second.hand)
        world.deal_hands(seat, unseen, chance)
        if world.seat == seat:
            return world
        if world.met >> 8 == NO_SPIRITS:
            world.spirit_pool.add_all(spirits_in(world.met))
            world.meet_two(chance)
        world.offer()
        return world

    def deal_hands(self, viewer: i64, unseen: Pool, chance: Chance) -> bool:
        """Give the hands that a viewer does not see other tiles, out of `unseen`, which keeps the rest.

        Every deal that fits what is known (SO-51) is equally likely. False if none was found: then there is none.
        """
        if viewer >= 0:
            return self._deal_hand(1 - viewer, unseen, chance)
        size = int(count_of(self.second.hand))
        most = self._ways(1, size, unseen)
        for _ in range(DEALS):
            rest = unseen.clone()
            if not self._deal_hand(0, rest, chance):
                return False
            # The first hand is kept as often as there are second hands to go with it.
            if chance.pick(most) < self._ways(1, size, rest) and self._deal_hand(1, rest, chance):
                unseen.count = 0
                unseen.take_all(rest)
                return True
        return False

    def _deal_hand(self, seat: i64, unseen: Pool, chance: Chance) -> bool:
        """Give a seat as many tiles as it had: draw from those it may hold until the hand fits."""
        player = self.player(seat)
        names = self.content.names
        size = count_of(player.hand)
        barred = player.cannot_hold
        needed = self.needed_in_hand(seat)
        for _ in range(DEALS):
            possible = unseen.clone()
            if barred:
                take_out(possible, barred)
            if possible.count < size:
                return False
            hand: i64 = 0
            drawn: i64 = 0
            while drawn < size:
                hand |= wide_bit(chance.draw_from(possible, names))
                drawn += 1
            if needed == 0 or hand & needed:
                player.hand = hand
                take_out(unseen, hand)
                return True
        return False

    def _ways(self, seat: i64, size: int, unseen: Pool) -> int:
        """How many hands of so many tiles a seat could have out of these; at least 1, for `pick`."""
        player = self.player(seat)
        needed = self.needed_in_hand(seat)
        possible = [tile for tile in unseen.numbers() if not player.cannot_hold >> tile & 1]
        ways = comb(len(possible), size)
        if needed:
            ways -= comb(sum(1 for tile in possible if not needed >> tile & 1), size)
        return max(ways, 1)

    def needed_in_hand(self, seat: i64) -> i64:
        """Tiles of which a hand must hold one, because its seat is asked to play in the end phase; 0 if it need not."""
        if self.pile > 0:
            return 0
        top = self.stack.top
        return self.capturing() if top is not None and top.seat == seat and top.kind == "play" else 0

    def capturing(self) -> i64:
        """The tiles that could capture something from the display."""
        capturing: i64 = 0
        matches = self.content.matches
        shown = self.shown
        while shown:
            low = shown & -shown
            capturing |= matches[place_of(low)]
            shown ^= low
        return capturing

    def meet_two(self, chance: Chance) -> None:
        """Draw two spirits other than the evil one, as if for a choice that is still open (SO-33)."""
        evil = self.content.evil
        spirits = self.spirit_pool.numbers()
        harmless = Pool.of([spirit for spirit in spirits if spirit != evil])
        first = chance.draw_from(harmless, self.content.spirits)
        self.met = with_spirit(with_spirit(NO_SPIRITS, first), chance.draw_from(harmless, self.content.spirits))
        if harmless.count + 2 < len(spirits):
            harmless.add(evil)
        self.spirit_pool = harmless

    # Counting

    def scores(self) -> list[Score]:
        return [self._score(seat) for seat in range(2)]

    def scores_seen(self, viewer: int) -> list[dict[str, int | None]]:
        """Everything that counts lies open (SO-6)."""
        return [dict(score.lines) for score in self.scores()]

    def _score(self, seat: int) -> Score:
        player = self.player(seat)
        spirits = [int(placed // CORNER) for placed in player.spirits]
        return score(self.content, self.rulings.most_land, player.land, player.rainbows, spirits, self.covered)

    def components(self) -> dict[str, int]:
        """Land tiles and spirits by name, rainbows as one kind."""
        counts: dict[str, int] = {name: 0 for name in self.content.names if name}
        for tile in self.all_tiles():
            counts[self.content.names[tile]] += 1
        spirits = self.spirit_pool.numbers() + spirits_in(self.spirit_row) + spirits_in(self.met)
        for player in self.players:
            spirits = spirits + [int(placed // CORNER) for placed in player.spirits]
        if self.evil != NOBODY:
            spirits = [*spirits, self.content.evil]
        for spirit in spirits:
            counts[self.content.spirits[spirit]] = counts.get(self.content.spirits[spirit], 0) + 1
        waiting = sum(1 for decision in self.stack.pending() if decision.kind == "rainbow")
        laid = sum(int(count_of(player.rainbows) + player.rainbows_held) for player in self.players)
        counts["rainbow"] = int(self.rainbow_supply) + waiting + laid
        return counts

    def all_tiles(self) -> list[int]:
        tiles = self.pool.numbers() + [top & TILE for top in self.piles()] + members_of(self.removed)
        if self.played != NO_TILE:
            tiles.append(self.played)
        for player in self.players:
            tiles += members_of(player.hand) + members_of(player.land)
        return tiles

    # Telling

    def zones(self) -> dict[str, object]:
        return {
            "pool": self.named(sorted(self.pool.numbers())),
            **self._open_zones(),
            "players": [{"hand": self.named_set(player.hand), **self._open_player(player)} for player in self.players],
            "spirit_pool": self._spirits(sorted(self.spirit_pool.numbers())),
            "met": self._spirits(spirits_in(self.met)),
        }

    def zones_seen(self, viewer: int) -> dict[str, object]:
        """What lies open and what the viewer holds, as `views.Zones` says."""
        unseen = self.pool.numbers()
        for seat, player in enumerate(self.players):
            if seat != viewer:
                unseen += members_of(player.hand)
        spirits = self.spirit_pool.numbers()
        met: list[str] | None = self._spirits(spirits_in(self.met))
        if self.met >> 8 == NO_SPIRITS and self.seat != viewer:
            spirits += spirits_in(self.met)
            met = None
        return {
            "unseen": self.named(sorted(unseen)),
            **self._open_zones(),
            "players": [self._player_seen(seat, viewer) for seat in range(2)],
            "spirits_unseen": self._spirits(sorted(spirits)),
            "spirit_pile": int(self.spirit_pool.count),
            "met": met,
        }

    def _player_seen(self, seat: int, viewer: int) -> dict[str, object]:
        player = self.player(seat)
        return {
            "hand": self.named_set(player.hand) if seat == viewer else None,
            "hand_count": int(count_of(player.hand)),
            **self._open_player(player),
            "lit_fires": lit_fires(self.content, player.land, player.land | player.rainbows),
        }

    def _open_zones(self) -> dict[str, object]:
        return {
            "pile": int(self.pile),
            "display": self.named([top & TILE for top in self.piles()]),
            "hidden_below": self.named([top & TILE for top in self.piles() if top >= COVERS]),
            **dump_zones(self, plain_zones(self.content)),
        }

    def _open_player(self, player: Player) -> dict[str, object]:
        return dump_zones(player, player_zones(self.content))

    def named(self, tiles: list[int]) -> list[str]:
        return [self.content.names[tile] for tile in tiles]

    def named_set(self, tiles: i64) -> list[str]:
        return self.named(members_of(tiles))

    def _spirits(self, spirits: list[int]) -> list[str]:
        return [self.content.spirits[spirit] for spirit in spirits]
