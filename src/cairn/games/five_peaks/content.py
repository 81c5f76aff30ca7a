"""Loads content.toml into tables and refuses whatever cannot be played, by file, entry and field.

A purse is a list of seven numbers: how many of each resource, then endorphins. A hiking card is the number of its kind,
the starting cards first; tiles, peaks, campfires and panoramas are numbered as they stand in the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cairn.core.bits import BIT
from cairn.core.content import read_content
from cairn.core.fields import Fields
from cairn.games.five_peaks.geometry import (
    FIRST_CORNER,
    FIRST_SIDE,
    PLACES,
    REACH,
    SIDES,
    TURNS,
    WHOLE,
    Cell,
    Footprint,
    all_linked,
    at_slot,
    key,
    linked_pairs,
    linked_places,
    octagon,
    overlap,
    place_cell,
    turned,
    turned_sides,
    with_full_cells,
)

MUSHROOM: Final = 0
BASICS: Final = 3
KINDS: Final = 6
ENDORPHIN: Final = 6
PURSE: Final = 7
RESOURCES: Final = ["mushroom", "berry", "herb", "basket", "jar", "pouch"]
MONEY: Final = [*RESOURCES, "endorphin"]

CARD: Final = 7
CAMPFIRE: Final = 8
PEAK: Final = 9
NO_REWARD: Final = -1
REWARDS: Final = [*MONEY, "card", "campfire", "peak"]

FOREST: Final = 0
ALPINE: Final = 1
ROCKY: Final = 2
TERRAINS: Final = ["forest", "alpine", "rocky"]

NO_SPACE: Final = -1
GATHERING: Final = 0
EXCHANGE: Final = 1
CONTAINERS: Final = 2
SUMMIT: Final = 3
PARKING: Final = 4

STARTING: Final = ["walk", "march", "discovery", "training", "camp"]
HIKING: Final = [
    "sightsee",
    "run",
    "shortcut",
    "bike",
    "paraglide",
    "small-harvest",
    "large-harvest",
    "mushroom-basket",
    "berry-jar",
    "herb-pouch",
    "observe",
]
CARDS: Final = [*STARTING, *HIKING]
WALK: Final = 0
MARCH: Final = 1
DISCOVERY: Final = 2
TRAINING: Final = 3
CAMP: Final = 4
SIGHTSEE: Final = 5
RUN: Final = 6
SHORTCUT: Final = 7
BIKE: Final = 8
PARAGLIDE: Final = 9
SMALL_HARVEST: Final = 10
LARGE_HARVEST: Final = 11
MUSHROOM_BASKET: Final = 12
HERB_POUCH: Final = 14
OBSERVE: Final = 15
CARD_KINDS: Final = 16

CAMPFIRES: Final = [
    "more-mushrooms",
    "more-berries",
    "more-herbs",
    "more-peaks",
    "walk-twice",
    "march-stops",
    "training-walk",
    "big-backpack",
    "endorphin-trade",
    "score-stone",
    "score-campfires",
    "score-baskets",
    "score-panoramas",
    "score-jars",
    "score-cards",
    "score-pouches",
    "score-badges",
    "score-endorphins",
]
MORE_PEAKS: Final = 3
WALK_TWICE: Final = 4
MARCH_STOPS: Final = 5
TRAINING_WALK: Final = 6
BIG_BACKPACK: Final = 7
ENDORPHIN_TRADE: Final = 8
SCORE_STONE: Final = 9
SCORE_CAMPFIRES: Final = 10
SCORE_BASKETS: Final = 11
SCORE_PANORAMAS: Final = 12
SCORE_JARS: Final = 13
SCORE_CARDS: Final = 14
SCORE_POUCHES: Final = 15
SCORE_BADGES: Final = 16
SCORE_ENDORPHINS: Final = 17
FIRST_WITH_VALUE: Final = BIG_BACKPACK

STONES: Final = 5
RANKS: Final = 6
NUMERALS: Final = ["i", "ii", "iii", "iv", "v", "vi"]
MOST_SEATS: Final = 5
MOST_OF_A_KIND: Final = 20
COUNTS: Final[list[str]] = [str(count) for count in range(1, MOST_OF_A_KIND + 1)]


class Reward:
    """What is gained: `kind` is a resource, ENDORPHIN, CARD, CAMPFIRE or PEAK; `count` how many."""

    def __init__(self, kind: int, count: int) -> None:
        self.kind = kind
        self.count = count

    def text(self) -> str:
        name = REWARDS[self.kind]
        return f"{self.count} {name}" if self.count > 1 else name


NOTHING: Final = Reward(NO_REWARD, 0)


class Exchange:
    """What an exchange space takes and what it gives for it."""

    def __init__(self, cost: list[int], product: Reward) -> None:
        self.cost = cost
        self.product = product


class Tile:
    """A terrain tile, with tables for each number of turns by the place where something comes to lie."""

    def __init__(self, entry: Fields, exchanges: list[Exchange], regular: bool) -> None:
        self.name = entry.text("name")
        self.terrain = entry.one_of("terrain", TERRAINS)
        self.full: list[Cell] = [] if regular else _cells(entry)
        self.footprint: Footprint = with_full_cells(octagon(), self.full)
        kinds = [NO_SPACE] * len(PLACES)
        gains = [0] * len(PLACES)
        bikes = [False] * len(PLACES)
        traded = [-1] * len(PLACES)
        texts = [""] * len(PLACES)
        corners = [
            FIRST_CORNER + c for c in range(TURNS) if self.footprint[place_cell(0, 0, FIRST_CORNER + c)] != WHOLE
        ]
        triangles = entry.part("triangles")
        for place in corners:
            text = RESOURCES[triangles.one_of(PLACES[place], RESOURCES[:BASICS])]
            kinds[place] = GATHERING
            gains[place] = packed(_purse(triangles, PLACES[place], text))
            texts[place] = text
        triangles.end()
        spaces_read = entry.part("spaces")
        for name in spaces_read.names():
            if name not in PLACES[:FIRST_CORNER]:
                raise spaces_read.refuse(name, "a space lies at c, n, e, s or w")
            place = PLACES.index(name)
            text = spaces_read.text(name)
            word, colon, rest = text.partition(": ")
            texts[place] = text
            if text in ("containers", "parking"):
                kinds[place] = CONTAINERS if text == "containers" else PARKING
            elif word == "exchange" and colon:
                kinds[place] = EXCHANGE
                traded[place] = len(exchanges)
                exchanges.append(_exchange(spaces_read, name, rest))
            else:
                kinds[place] = GATHERING
                bikes[place] = word == "bike" and bool(colon)
                gains[place] = packed(_purse(spaces_read, name, rest if bikes[place] else text))
        self.exits = _sides(entry, "exits")
        for side in range(TURNS):
            if self.exits & BIT[side] and kinds[FIRST_SIDE + side] == NO_SPACE:
                raise entry.refuse("exits", f"there is no space at {SIDES[side]} for the exit to lead to")
        self.paths = _paths(entry, kinds)
        spaces = [place for place in range(len(PLACES)) if kinds[place] != NO_SPACE]
        if not all_linked(spaces, self.paths):
            raise entry.refuse("paths", "every space must be reached from every triangle of the tile")
        if (PARKING in kinds) == regular:
            raise entry.refuse("spaces", "the starting tile has one parking space, and no other tile has one")
        entry.end()
        lies = [[turned(place, (TURNS - turns) % TURNS) for place in range(len(PLACES))] for turns in range(TURNS)]
        self.kinds = [[kinds[place] for place in printed] for printed in lies]
        self.gains = [[gains[place] for place in printed] for printed in lies]
        self.bikes = [[bikes[place] for place in printed] for printed in lies]
        self.traded = [[traded[place] for place in printed] for printed in lies]
        self.texts = [[texts[place] for place in printed] for printed in lies]
        self.exits_turned = [turned_sides(self.exits, turns) for turns in range(TURNS)]
        pairs = linked_pairs(self.paths)
        self.links = [linked_places(pairs, turns) for turns in range(TURNS)]
        """By place the places to which paths lead from there."""


class Peak:
    """A peak tile: one space with its points and reward, and paths on some sides."""

    def __init__(self, entry: Fields) -> None:
        self.name = entry.text("name")
        self.terrain = entry.one_of("terrain", TERRAINS)
        self.points = entry.number("points", 0, 99)
        self.reward = _reward(entry, "reward", entry.text("reward")) if entry.has("reward") else NOTHING
        if self.reward.kind != NO_REWARD and self.reward.kind not in (ENDORPHIN, CARD, CAMPFIRE):
            raise entry.refuse("reward", "a peak gives endorphins, a card or a campfire")
        sides = _sides(entry, "paths")
        if sides == 0:
            raise entry.refuse("paths", "a peak has a path on one side at least")
        entry.end()
        self.sides = [turned_sides(sides, turns) for turns in range(TURNS)]
        self.turns = [turns for turns in range(TURNS) if self.sides[turns] not in self.sides[:turns]]
        """The numbers of turns that make a difference."""


class Panorama:
    def __init__(self, entry: Fields) -> None:
        self.name = entry.text("name")
        self.rank = entry.number("rank", 1, RANKS) - 1
        self.from_seats = entry.number("from_seats", 2, MOST_SEATS)
        self.cost = _purse(entry, "cost", entry.text("cost"))
        if self.cost[ENDORPHIN] or sum(self.cost) > 10:
            raise entry.refuse("cost", "at most 10 resources and no endorphins")
        self.reward = _reward(entry, "reward", entry.text("reward"))
        if self.reward.kind not in (ENDORPHIN, CARD, CAMPFIRE):
            raise entry.refuse("reward", "a panorama gives endorphins, a card or a campfire")
        self.points = entry.number("points", 0, 99)
        entry.end()


class Content:
    def __init__(self, top: Fields) -> None:
        table = _entry(top, "table")
        self.start_endorphins = table.numbers("start_endorphins", 0, 50, MOST_SEATS)
        self.market = table.number("market", 1, 8)
        self.backpack = table.number("backpack", 4, 20)
        self.campfires_drawn = table.number("campfires_drawn", 1, 8)
        self.camp_endorphins = table.number("camp_endorphins", 1, 20)
        self.sold_card_endorphins = table.number("sold_card_endorphins", 0, 20)
        self.discarded_basic_endorphins = table.number("discarded_basic_endorphins", 0, 20)
        table.end()
        rounds = _entry(top, "rounds")
        self.rounds = rounds.number("most", 1, 1000)
        rounds.end()
        stock = _entry(top, "resources")
        self.stock: list[int] = [stock.number(kind, 1, 90) for kind in RESOURCES]
        if sum(self.stock) != 96:
            raise stock.refuse("pouch", f"there are 96 resources in all, not {sum(self.stock)}")
        stock.end()
        badges = _entry(top, "badges")
        self.badges: list[int] = [badges.number(terrain, 0, 99) for terrain in TERRAINS]
        badges.end()
        piles = _entry(top, "piles")
        self.piles: list[int] = [0, 0, *[piles.number(f"seats-{seats}", 1, 5) for seats in range(2, MOST_SEATS + 1)]]
        piles.end()
        goods = _entry(top, "start_goods")
        self.start_goods: list[list[list[int]]] = [[], []]
        """By number of seats and order of play the purse that a seat begins with if the start is evened out (FP-3)."""
        for seats in range(2, MOST_SEATS + 1):
            self.start_goods.append(_goods(goods, f"seats-{seats}", seats))
        goods.end()
        self._read_stones(top, _entries(top, "stone", STONES))
        self._read_hiking(top, _entries(top, "hiking", len(HIKING)))
        self._read_campfires(_entries(top, "campfire", len(CAMPFIRES)))
        self.exchanges: list[Exchange] = []
        self.tiles = [Tile(_entry(top, "start"), self.exchanges, False)]
        self.tiles += [Tile(entry, self.exchanges, True) for entry in _entries(top, "terrain", 13)]
        self.tile_names: list[str] = _different(top, "terrain", [tile.name for tile in self.tiles])
        self.peaks = [Peak(entry) for entry in _entries(top, "peak", 15)]
        self.peak_names: list[str] = _different(top, "peak", [peak.name for peak in self.peaks])
        self.panoramas = [Panorama(entry) for entry in _entries(top, "panorama", 30)]
        self.panorama_names: list[str] = _different(top, "panorama", [card.name for card in self.panoramas])
        _different(top, "peak", self.tile_names + self.peak_names)
        self._check_terrain(top)
        self._check_panoramas(top)
        top.end()
        self.blocked: list[Cell] = self._blocked(True)
        """Terrain slots that the starting tile covers in part (FP-20)."""
        self.blocked_peaks: list[Cell] = self._blocked(False)
        self.blocked_keys: list[int] = [key(i, j) for i, j in self.blocked]
        self.blocked_peak_keys: list[int] = [key(i, j) for i, j in self.blocked_peaks]
        self.rocky_peaks = sum(1 for peak in self.peaks if peak.terrain == ROCKY)

    def _read_stones(self, top: Fields, entries: list[Fields]) -> None:
        """Stones from the largest to the smallest, all of different sizes (FP-52)."""
        self.stone_names: list[str] = []
        self.multipliers: list[int] = []
        size = 100
        for entry in entries:
            self.stone_names.append(entry.text("name"))
            self.multipliers.append(entry.number("multiplier", 1, 9))
            if entry.number("size", 1, 99) >= size:
                raise entry.refuse("size", "stones are listed from the largest to the smallest, no two of one size")
            size = entry.number("size", 1, 99)
            entry.end()
        _different(top, "stone", self.stone_names)

    def _read_hiking(self, top: Fields, entries: list[Fields]) -> None:
        self.costs: list[int] = [0] * CARD_KINDS
        self.copies: list[int] = [1] * len(STARTING) + [0] * len(HIKING)
        for entry in entries:
            kind = len(STARTING) + entry.one_of("name", HIKING)
            if self.copies[kind]:
                raise entry.refuse("name", f"'{CARDS[kind]}' is there twice")
            self.copies[kind] = entry.number("copies", 1, 20)
            self.costs[kind] = entry.number("cost", self.sold_card_endorphins + 1, 50)
            entry.end()
        if sum(self.copies[len(STARTING) :]) != 39:
            raise top.refuse("hiking", f"there are 39 cards in all, not {sum(self.copies[len(STARTING) :])}")
        self.card_pool: list[int] = [
            kind for kind in range(len(STARTING), CARD_KINDS) for _ in range(self.copies[kind])
        ]

    def _read_campfires(self, entries: list[Fields]) -> None:
        self.campfire_values: list[int] = [-1] * len(CAMPFIRES)
        for entry in entries:
            fire = entry.one_of("name", CAMPFIRES)
            if self.campfire_values[fire] >= 0:
                raise entry.refuse("name", f"'{CAMPFIRES[fire]}' is there twice")
            self.campfire_values[fire] = entry.number("value", 1, 50) if fire >= FIRST_WITH_VALUE else 0
            entry.end()

    def _check_terrain(self, top: Fields) -> None:
        """What the printed examples and descriptions need (FP-90)."""
        counts = [sum(1 for tile in self.tiles[1:] if tile.terrain == terrain) for terrain in range(3)]
        if counts != [6, 4, 3]:
            raise top.refuse("terrain", f"6 forest, 4 alpine and 3 rocky tiles, not {counts}")
        peaks = [sum(1 for peak in self.peaks if peak.terrain == terrain) for terrain in range(3)]
        if peaks[ROCKY] != 5 or 0 in peaks:
            raise top.refuse("peak", f"5 rocky ones and some of each other terrain, not {peaks}")
        for terrain in range(3):
            if not any(self._offers_peak(tile) for tile in self.tiles[1:] if tile.terrain == terrain):
                raise top.refuse("terrain", f"no {TERRAINS[terrain]} tile has an exchange for a peak")
        if self._offers_peak(self.tiles[0]):
            raise top.refuse("start.spaces", "the starting tile has no exchange for a peak")
        spaces = [kind for tile in self.tiles for kind in tile.kinds[0]]
        if CONTAINERS not in spaces:
            raise top.refuse("terrain", "no tile exchanges containers")
        if sum(bike for tile in self.tiles for bike in tile.bikes[0]) < 2:
            raise top.refuse("terrain", "there are two bike spaces at least")
        for exchange in self.exchanges:
            if sum(exchange.cost[:KINDS]) > self.backpack:
                raise top.refuse("terrain", f"no backpack holds the {sum(exchange.cost)} an exchange costs")

    def _offers_peak(self, tile: Tile) -> bool:
        return any(at >= 0 and self.exchanges[at].product.kind == PEAK for at in tile.traded[0])

    def _check_panoramas(self, top: Fields) -> None:
        """Piles come out even: as many cards of each rank as there are piles (FP-8)."""
        for seats in range(2, MOST_SEATS + 1):
            for rank in range(RANKS):
                cards = [p for p in self.panoramas if p.rank == rank and p.from_seats <= seats]
                if len(cards) != self.piles[seats]:
                    right = f"{self.piles[seats]} of rank {NUMERALS[rank]} with {seats} seats"
                    raise top.refuse("panorama", f"{right}, not {len(cards)}")

    def _blocked(self, terrain: bool) -> list[Cell]:
        start = self.tiles[0].footprint
        shape = octagon() if terrain else {(0, 0): WHOLE}
        reach = range(-REACH // 4, REACH // 4 + 1)
        slots = [(i, j) for i in reach for j in reach if ((i + j) % 2 == 0) == terrain]
        return [slot for slot in slots if overlap(at_slot(shape, slot[0], slot[1]), start)]


def _entry(top: Fields, name: str) -> Fields:
    entry = top.part(name)
    entry.provenance()
    return entry


def _entries(top: Fields, name: str, count: int) -> list[Fields]:
    entries = top.parts(name, count, label="name")
    for entry in entries:
        entry.provenance()
    return entries


def _different(top: Fields, name: str, names: list[str]) -> list[str]:
    for found in names:
        if names.count(found) > 1 or found != found.lower() or len(found.split()) != 1:
            raise top.refuse(name, f"'{found}' is there twice, or not a single word in lower case")
    return names


def _sides(entry: Fields, field: str) -> int:
    """A set of sides, written "n e s"."""
    sides = 0
    for word in entry.text(field).split():
        if word not in SIDES:
            raise entry.refuse(field, f"sides are n, e, s and w, not '{word}'")
        sides |= BIT[SIDES.index(word)]
    return sides


def _purse(entry: Fields, field: str, text: str) -> list[int]:
    """An amount such as "2 herb + endorphin"."""
    purse = [0] * PURSE
    for part in text.split("+"):
        words = part.split()
        name = words[-1] if words else ""
        count = words[0] if len(words) == 2 else "1"
        if len(words) not in (1, 2) or name not in MONEY or count not in COUNTS:
            raise entry.refuse(field, f"an amount is written like '2 herb + endorphin', not '{text}'")
        purse[MONEY.index(name)] += int(count)
    if max(purse) > MOST_OF_A_KIND:
        raise entry.refuse(field, f"an amount has up to {MOST_OF_A_KIND} of a kind, not '{text}'")
    return purse


def _reward(entry: Fields, field: str, text: str) -> Reward:
    """A product or reward: "card", "campfire", "peak", or an amount of one kind."""
    if text in REWARDS[CARD:]:
        return Reward(REWARDS.index(text), 1)
    purse = _purse(entry, field, text)
    kinds = [kind for kind in range(PURSE) if purse[kind]]
    if len(kinds) != 1:
        raise entry.refuse(field, f"a reward is of one kind, not '{text}'")
    return Reward(kinds[0], purse[kinds[0]])


def _cells(entry: Fields) -> list[Cell]:
    cells: list[Cell] = []
    for item in entry.items("full"):
        if (
            not isinstance(item, list)
            or len(item) != 2
            or not all(type(n) is int and -REACH <= n <= REACH for n in item)
        ):
            raise entry.refuse("full", f"should be a list of cells such as [-1, -1], not {item!r}")
        cells.append((item[0], item[1]))
    return cells


def _exchange(entry: Fields, field: str, text: str) -> Exchange:
    cost, arrow, product = text.partition(" -> ")
    if not arrow:
        raise entry.refuse(field, f"an exchange is written 'exchange: COST -> PRODUCT', not '{text}'")
    return Exchange(_purse(entry, field, cost), _reward(entry, field, product))


def _paths(entry: Fields, kinds: list[int]) -> list[list[int]]:
    paths: list[list[int]] = []
    for number, text in enumerate(entry.items("paths")):
        field = f"paths[{number}]"
        words = text.split() if isinstance(text, str) else []
        if len(words) < 2 or len(set(words)) != len(words):
            raise entry.refuse(field, f"a path joins two places or more, as 'c n', not {text!r}")
        for word in words:
            if word not in PLACES or kinds[PLACES.index(word)] == NO_SPACE:
                raise entry.refuse(field, f"there is no space at '{word}'")
        paths.append([PLACES.index(word) for word in words])
    return paths


def _goods(entry: Fields, field: str, seats: int) -> list[list[int]]:
    """By order of play what each seat begins with; "" is nothing."""
    texts = entry.items(field, seats)
    if not all(isinstance(text, str) for text in texts):
        raise entry.refuse(field, f"should be amounts, one for each seat in the order of play, not {texts}")
    return [_purse(entry, field, text) if text else [0] * PURSE for text in texts]


def packed(purse: list[int]) -> int:
    """A purse as one number, five bits for each kind."""
    number = 0
    for kind in range(PURSE - 1, -1, -1):
        number = number << 5 | purse[kind]
    return number


def unpacked(number: int) -> list[int]:
    return [number >> 5 * kind & 31 for kind in range(PURSE)]


def amounts(purse: list[int]) -> dict[str, int]:
    """A purse by name, for texts."""
    return {name: count for name, count in zip(MONEY, purse, strict=True) if count}


def load_content(path: str | Path | None = None) -> Content:
    """The content of the box, or that of a file. BadContent says what is wrong in it, and where."""
    return Content(read_content("cairn.games.five_peaks", path))
