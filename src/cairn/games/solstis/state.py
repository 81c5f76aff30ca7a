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
from typing import Final

from mypy_extensions import i64

from cairn.core.chance import Chance
from cairn.core.contract import OptionValue, Score, Setup, Stack, State
from cairn.games.solstis.content import NO_SPIRIT, Content
from cairn.games.solstis.panorama import bit, count_of, positions_of
from cairn.games.solstis.scoring import score

NOBODY: Final = -1
NO_TILE: Final = -1
COVERS: Final = 64
"""Added to a display tile that still has a hidden one below it."""

TILE: Final = 63
CORNER: Final = 64
"""A placed spirit is a number: spirit * CORNER + the lower left position of its square."""

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


class Player:
    """What one seat has. Sets of positions are i64: see panorama.py."""

    hand: i64
    land: i64
    rainbows: i64
    blocked: i64
    barred: i64

    def __init__(
        self,
        hand: i64,
        hand_size: int,
        land: i64,
        rainbows: i64,
        held: int,
        blocked: i64,
        spirits: list[int],
        barred: i64,
    ) -> None:
        self.hand = hand
        self.hand_size = hand_size
        self.land = land
        self.rainbows = rainbows
        self.held = held
        """Rainbows kept aside until the first capture (SO-18)."""
        self.blocked = blocked
        """The positions under a spirit."""
        self.spirits = spirits
        self.barred = barred
        """Tiles that everybody knows this hand does not hold, because its seat was skipped (SO-51)."""

    def clone(self) -> Player:
        return Player(
            self.hand,
            self.hand_size,
            self.land,
            self.rainbows,
            self.held,
            self.blocked,
            self.spirits[:],
            self.barred,
        )


def take_out(tiles: list[int], some: i64) -> None:
    """Take the tiles of a set out of a list."""
    kept = 0
    for tile in tiles:
        if not some >> tile & 1:
            tiles[kept] = tile
            kept += 1
    while len(tiles) > kept:
        tiles.pop()


class SolstisState(State):
    removed: i64
    newly: i64

    def __init__(
        self,
        setup: Setup,
        stack: Stack,
        content: Content,
        rulings: Rulings,
        players: list[Player],
        pool: list[int],
        pile: int,
        display: list[int],
        played: int,
        newly: i64,
        removed: i64,
        supply: int,
        spirit_pool: list[int],
        row: list[int],
        met: list[int],
        evil: int,
        covered: int,
        again: bool,
    ) -> None:
        super().__init__(setup, stack)
        self.content = content
        self.rulings = rulings
        self.players = players
        self.pool = pool
        """The tiles nobody has seen: the draw pile and those below the display."""
        self.pile = pile
        """How many of the pool are the draw pile."""
        self.display = display
        """One number for each pile: its face-up tile, plus COVERS if there is a hidden one below."""
        self.played = played
        self.newly = newly
        """Positions of the active panorama that received a tile this turn (SO-23)."""
        self.removed = removed
        self.supply = supply
        self.spirit_pool = spirit_pool
        self.row = row
        """The face-up spirits."""
        self.met = met
        """The spirits of the present encounter: two while one is being chosen, then the one to be placed."""
        self.evil = evil
        self.covered = covered
        self.again = again

    def clone(self) -> SolstisState:
        players = self.players
        copy = SolstisState(
            self.setup,
            self.stack.copy(),
            self.content,
            self.rulings,
            [players[0].clone(), players[1].clone()],
            self.pool[:],
            self.pile,
            self.display[:],
            self.played,
            self.newly,
            self.removed,
            self.supply,
            self.spirit_pool[:],
            self.row[:],
            self.met[:],
            self.evil,
            self.covered,
            self.again,
        )
        copy.copy_base(self)
        return copy

    # Knowing

    def resample(self, seat: int, chance: Chance) -> SolstisState:
        world = self.clone()
        unseen = world.pool
        for other, player in enumerate(world.players):
            if other != seat:
                unseen += positions_of(player.hand)
        world.deal_hands(seat, unseen, chance)
        if world.seat == seat:
            return world
        if len(world.met) == 2:
            world.spirit_pool += world.met
            world.meet_two(chance)
        world.offer()
        return world

    def deal_hands(self, viewer: int, unseen: list[int], chance: Chance) -> bool:
        """Give the hands that a viewer does not see other tiles, out of `unseen`, which keeps the rest.

        Every deal that fits what is known (SO-51) is equally likely. False if none was found: then there is none.
        """
        if viewer >= 0:
            return self._deal_hand(1 - viewer, unseen, chance)
        size = int(count_of(self.players[1].hand))
        most = self._ways(1, size, unseen)
        for _ in range(DEALS):
            rest = unseen[:]
            if not self._deal_hand(0, rest, chance):
                return False
            # The first hand is kept as often as there are second hands to go with it.
            if chance.pick(most) < self._ways(1, size, rest) and self._deal_hand(1, rest, chance):
                unseen[:] = rest
                return True
        return False

    def _deal_hand(self, seat: int, unseen: list[int], chance: Chance) -> bool:
        """Give a seat as many tiles as it had: draw from those it may hold until the hand fits."""
        player = self.players[seat]
        names = self.content.names
        size = count_of(player.hand)
        barred = player.barred
        needed = self.needed_in_hand(seat)
        for _ in range(DEALS):
            possible = unseen[:]
            if barred:
                possible = [tile for tile in unseen if not barred >> tile & 1]
            if len(possible) < size:
                return False
            hand: i64 = 0
            for _ in range(size):
                hand |= bit(chance.draw(possible, names))
            if needed == 0 or hand & needed:
                player.hand = hand
                take_out(unseen, hand)
                return True
        return False

    def _ways(self, seat: int, size: int, unseen: list[int]) -> int:
        """How many hands of so many tiles a seat could have out of these; at least 1, for `pick`."""
        player = self.players[seat]
        needed = self.needed_in_hand(seat)
        possible = [tile for tile in unseen if not player.barred >> tile & 1]
        ways = comb(len(possible), size)
        if needed:
            ways -= comb(sum(1 for tile in possible if not needed >> tile & 1), size)
        return max(ways, 1)

    def needed_in_hand(self, seat: int) -> i64:
        """Tiles of which a hand must hold one, because its seat is asked to play in the end phase; 0 if it need not."""
        if self.pile > 0:
            return 0
        top = self.stack.top
        return self.capturing() if top is not None and top.seat == seat and top.kind == "play" else 0

    def capturing(self) -> i64:
        """The tiles that could capture something from the display."""
        capturing: i64 = 0
        for top in self.display:
            capturing |= self.content.matches[top & TILE]
        return capturing

    def meet_two(self, chance: Chance) -> None:
        """Draw two spirits other than the evil one, as if for a choice that is still open (SO-33)."""
        pool = self.spirit_pool
        evil = self.content.evil
        harmless = [spirit for spirit in pool if spirit != evil]
        first = chance.draw(harmless, self.content.spirits)
        self.met = [first, chance.draw(harmless, self.content.spirits)]
        if len(harmless) + 2 < len(pool):
            harmless.append(evil)
        self.spirit_pool = harmless

    # Counting

    def scores(self) -> list[Score]:
        return [self._score(seat) for seat in range(2)]

    def scores_seen(self, viewer: int) -> list[dict[str, int | None]]:
        """Everything that counts lies open (SO-6)."""
        return [dict(score.lines) for score in self.scores()]

    def _score(self, seat: int) -> Score:
        player = self.players[seat]
        spirits = [placed // CORNER for placed in player.spirits]
        return score(self.content, self.rulings.most_land, player.land, player.rainbows, spirits, self.covered)

    def components(self) -> dict[str, int]:
        """Land tiles and spirits by name, rainbows as one kind."""
        counts: dict[str, int] = {name: 0 for name in self.content.names if name}
        for tile in self.all_tiles():
            counts[self.content.names[tile]] += 1
        spirits = self.spirit_pool + self.row + self.met
        for player in self.players:
            spirits = spirits + [placed // CORNER for placed in player.spirits]
        if self.evil != NOBODY:
            spirits = [*spirits, self.content.evil]
        for spirit in spirits:
            counts[self.content.spirits[spirit]] = counts.get(self.content.spirits[spirit], 0) + 1
        waiting = sum(1 for decision in self.stack.pending() if decision.kind == "rainbow")
        laid = sum(int(count_of(player.rainbows)) + player.held for player in self.players)
        counts["rainbow"] = self.supply + waiting + laid
        return counts

    def all_tiles(self) -> list[int]:
        tiles = self.pool + [top & TILE for top in self.display] + positions_of(self.removed)
        if self.played != NO_TILE:
            tiles.append(self.played)
        for player in self.players:
            tiles += positions_of(player.hand) + positions_of(player.land)
        return tiles

    # Telling

    def zones(self) -> dict[str, object]:
        return {
            "pool": self.named(sorted(self.pool)),
            **self._open_zones(),
            "players": [{"hand": self.named_set(player.hand), **self._open_player(player)} for player in self.players],
            "spirit_pool": self._spirits(sorted(self.spirit_pool)),
            "met": self._spirits(self.met),
        }

    def zones_seen(self, viewer: int) -> dict[str, object]:
        unseen = self.pool[:]
        for seat, player in enumerate(self.players):
            if seat != viewer:
                unseen += positions_of(player.hand)
        spirits = self.spirit_pool[:]
        met: list[str] | None = self._spirits(self.met)
        if len(self.met) == 2 and self.seat != viewer:
            spirits += self.met
            met = None
        return {
            "unseen": self.named(sorted(unseen)),
            **self._open_zones(),
            "players": [self._player_seen(seat, viewer) for seat in range(2)],
            "spirits_unseen": self._spirits(sorted(spirits)),
            "spirit_pile": len(self.spirit_pool),
            "met": met,
        }

    def _player_seen(self, seat: int, viewer: int) -> dict[str, object]:
        player = self.players[seat]
        return {
            "hand": self.named_set(player.hand) if seat == viewer else None,
            "hand_count": int(count_of(player.hand)),
            **self._open_player(player),
        }

    def _open_zones(self) -> dict[str, object]:
        return {
            "pile": self.pile,
            "display": self.named([top & TILE for top in self.display]),
            "hidden_below": self.named([top & TILE for top in self.display if top >= COVERS]),
            "played": None if self.played == NO_TILE else self.content.names[self.played],
            "newly": self.named_set(self.newly),
            "removed": self.named_set(self.removed),
            "rainbow_supply": self.supply,
            "spirit_row": self._spirits(self.row),
            "evil": None if self.evil == NOBODY else self.evil,
            "covered": None if self.covered == NO_SPIRIT else self.content.spirits[self.covered],
            "again": self.again,
        }

    def _open_player(self, player: Player) -> dict[str, object]:
        content = self.content
        return {
            "hand_size": player.hand_size,
            "land": self.named_set(player.land),
            "rainbows": self.named_set(player.rainbows),
            "rainbows_held": player.held,
            "spirits": [
                {"spirit": content.spirits[placed // CORNER], "square": content.names[placed % CORNER]}
                for placed in player.spirits
            ],
            "cannot_hold": self.named_set(player.barred),
        }

    def named(self, tiles: list[int]) -> list[str]:
        return [self.content.names[tile] for tile in tiles]

    def named_set(self, tiles: i64) -> list[str]:
        return self.named(positions_of(tiles))

    def _spirits(self, spirits: list[int]) -> list[str]:
        return [self.content.spirits[spirit] for spirit in spirits]
