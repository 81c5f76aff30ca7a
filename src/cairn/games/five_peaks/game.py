"""Five Peaks on the box: seats, set-up, and reading positions back."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, Final

from cairn.core.bits import BIT
from cairn.core.chance import Chance, Dice
from cairn.core.contract import Decision, Game, Option, Score, Setup, Stack, State
from cairn.core.deck import HOLE, Deck
from cairn.core.errors import BadOption, BadPosition
from cairn.core.event import Event
from cairn.core.fields import Fields
from cairn.core.pool import Pool
from cairn.core.zones import load_zones
from cairn.games.five_peaks.actions import (
    carried,
    end_conditions,
    lying_at,
    refill,
    room,
    starting_hands,
    turn_up,
    without,
)
from cairn.games.five_peaks.board import NONE, Board, first_board
from cairn.games.five_peaks.campfires import CampfireDeck
from cairn.games.five_peaks.content import (
    BASICS,
    CAMP,
    CAMPFIRES,
    CARD_KINDS,
    CARDS,
    CONTAINERS,
    ENDORPHIN,
    EXCHANGE,
    GATHERING,
    KINDS,
    MOST_SEATS,
    PARKING,
    RANKS,
    RESOURCES,
    STARTING,
    STONES,
    SUMMIT,
    TERRAINS,
    Content,
    load_content,
)
from cairn.games.five_peaks.decisions import (
    ALL_CONTAINERS,
    BONUS_PEAK,
    CAMPING,
    DISCARD,
    DISCOVER,
    END_TURN,
    FILL,
    FREE_CARD,
    GATHER,
    HARVEST,
    KEEP_FIRE,
    LAY,
    MOVE,
    OBSERVE_BUY,
    OBSERVING,
    OBSERVING_ON,
    OVERFLOW,
    PICK_UP,
    PLACE_PEAK,
    PLACE_TILE,
    PLAY,
    SECOND_STEP,
    SELL_MORE,
    STONE,
    SWAP,
    TRADE_HERE,
    TRAIN,
    WHY_NOT_THERE,
    start_turn,
)
from cairn.games.five_peaks.geometry import TURNS, key
from cairn.games.five_peaks.scoring import score
from cairn.games.five_peaks.state import NO_CARD, NOT_CLOSING, NOWHERE, HikeState, plain_zones

FARTHEST: Final = 14
MANY: Final = 10_000
DECISIONS_A_TURN: Final = 100


class FivePeaks(Game):
    slug: ClassVar[str] = "five-peaks"
    title: ClassVar[str] = "Five Peaks"
    rules_version: ClassVar[str] = "2.2"
    package: ClassVar[str] = "cairn.games.five_peaks"

    def __init__(self, content: str | Path | None = None) -> None:
        """With the content of the box, or with that of a file."""
        options = {
            "starting_seat": Option(0, tuple(range(MOST_SEATS))),
            "even_start": Option(True, (True, False)),
            "open_hands": Option(False, (False, True)),
        }
        super().__init__(range(2, MOST_SEATS + 1), options)
        self.content: Content = load_content(content)

    def check(self, setup: Setup) -> None:
        first = setup.options["starting_seat"]
        assert isinstance(first, int)
        if first >= setup.seats:
            raise BadOption(f"option 'starting_seat' is a seat of the table, 0 to {setup.seats - 1}, not {first}")

    def deal(self, setup: Setup, chance: Chance) -> HikeState:
        content = self.content
        seats = setup.seats
        board = first_board(content)
        state = HikeState(setup, Stack([]), content, board)
        state.pawns = [board.parking()] * seats
        state.left = []
        state.bank = content.stock[:]
        state.packs = [0] * (KINDS * seats)
        state.endorphins = [0] * seats
        state.hands = starting_hands(content, seats)
        state.played = [0] * (CARD_KINDS * seats)
        state.fires = [0] * seats
        state.badges = [0] * (len(TERRAINS) * seats)
        state.stones = [NOWHERE] * (STONES * seats)
        state.owned = [NO_CARD] * (RANKS * seats)
        state.market = []
        state.hiking = Deck.of(CARDS, content.card_pool[:])
        state.box = []
        state.campfire = CampfireDeck.of(seats)
        state.terrain = list(range(1, len(content.tiles)))
        state.peaks = list(range(len(content.peaks)))
        state.scenes = [card for card, panorama in enumerate(content.panoramas) if panorama.from_seats <= seats]
        state.piles = [NO_CARD] * content.piles[seats]
        state.dropped = []
        state.trail = []
        self._equip(state)
        return state

    def _equip(self, state: HikeState) -> None:
        """Everybody's endorphins and goods, by the order of play (FP-3)."""
        seats = state.setup.seats
        for place in range(seats):
            seat = (state.first_seat() + place) % seats
            state.endorphins[seat] = self.content.start_endorphins[place]
            if state.setup.options["even_start"] is True:
                goods = self.content.start_goods[seats][place]
                state.endorphins[seat] += goods[ENDORPHIN]
                for kind in range(KINDS):
                    state.packs[seat * KINDS + kind] = goods[kind]
                    state.bank[kind] -= goods[kind]

    def begin(self, state: State, chance: Chance) -> None:
        """Lay out the market and the panoramas of rank I (FP-6, FP-8)."""
        assert isinstance(state, HikeState)
        refill(state, chance)
        first = [card for card in state.scenes if self.content.panoramas[card].rank == 0]
        for pile in range(len(state.piles)):
            card = chance.draw(first, self.content.panorama_names)
            state.scenes = without(state.scenes, card)
            turn_up(state, pile, card)
        if state.log is not None:
            state.log.append(Event("market", 0, {"cards": [CARDS[card] for card in state.market]}))
        start_turn(state, state.first_seat())

    def scores(self, state: HikeState) -> list[Score]:
        return [score(state, seat) for seat in range(state.setup.seats)]

    def longest(self, seats: int) -> int:
        """The rounds are counted (FP-77), and a turn has far fewer decisions than this."""
        return self.content.rounds * seats * DECISIONS_A_TURN

    def pending(self, setup: Setup, fields: Fields) -> Decision[Any]:
        kind = fields.text("kind")
        seat = fields.number("seat", 0, setup.seats - 1)
        if kind in PLAIN:
            decision = PLAIN[kind][seat]
        elif kind == "move":
            card = fields.one_named("card", CARDS)
            if card not in WHY_NOT_THERE:
                raise fields.refuse("card", f"'{CARDS[card]}' moves no pawn")
            decision = MOVE[card][seat]
        elif kind == "exchange":
            decision = TRADE_HERE[seat * 2 + fields.flag("placed")]
        elif kind == "swap":
            times = ALL_CONTAINERS if fields.value("times") is None else fields.number("times", 1, ALL_CONTAINERS - 1)
            decision = SWAP[seat * 16 + times]
        elif kind == "observe":
            decision = (OBSERVING_ON if fields.flag("begun") else OBSERVING)[seat]
        elif kind == "harvest":
            decision = HARVEST[seat * 2 + fields.number("times", 1, 2) - 1]
        elif kind in ("lay", "fill"):
            resource = fields.one_named("resource", RESOURCES[:BASICS])
            decision = (LAY if kind == "lay" else FILL)[seat * BASICS + resource]
        else:
            raise fields.refuse("kind", f"there is no decision '{kind}' in {self.title}")
        fields.end()
        return decision

    def restore(self, setup: Setup, zones: Fields, stack: Stack) -> HikeState:
        state = self._lay_out(setup, zones, stack, False)
        state.hiking = Deck.load(zones.part("hiking"), CARDS, setup.seats)
        state.campfire = CampfireDeck.load(zones.part("campfire"), setup.seats)
        zones.end()
        if state.hiking.top:
            raise BadPosition("zones.hiking.top", "must be empty")
        self._check_components(state)
        check_position(state)
        return state

    def state_from_view(
        self, setup: Setup, viewer: int, zones: Fields, pending: list[Fields], chance: Chance
    ) -> HikeState:
        state = self._lay_out(setup, zones, Stack([self.pending(setup, part) for part in pending]), True)
        hiking = self.content.card_pool[:]
        for kind in state.market + state.box:
            hiking.remove(kind)
        for at, number in enumerate(state.hands):
            for _ in range(number + state.played[at] if at % CARD_KINDS >= len(STARTING) else 0):
                hiking.remove(at % CARD_KINDS)
        state.hiking = self._deck_seen(zones.part("hiking"), CARDS, hiking, setup)
        kept = [fire for seat in range(setup.seats) for fire in state.campfires_of(seat)]
        fires = [fire for fire in range(len(CAMPFIRES)) if fire not in kept]
        state.hiking.lay(hiking, chance)
        state.campfire = CampfireDeck.from_view(zones.part("campfire"), setup.seats, viewer, fires, chance)
        return state

    def _deck_seen(self, fields: Fields, names: list[str], rest: list[int], setup: Setup) -> Deck:
        """A deck with holes where the viewer does not know its bottom; what is known leaves the rest."""
        bottom = known_or_holes(fields, "bottom", names, rest)
        known = fields.numbers("bottom_known", 0, BIT[setup.seats] - 1, len(bottom))
        return Deck(names, Pool(), [], [], bottom, known)

    def _lay_out(self, setup: Setup, zones: Fields, stack: Stack, viewed: bool) -> HikeState:
        """Everything that lies open, and what nobody has seen; the decks are for the caller to add."""
        content = self.content
        seats = setup.seats
        state = self.deal(setup, Dice(0))
        state.stack = stack
        state.board = self._board(zones)
        state.pawns = self._spaces(state.board, zones, "pawns")
        if len(state.pawns) != seats:
            raise zones.refuse("pawns", f"should have {seats} entries, not {len(state.pawns)}")
        state.left = self._left(state.board, zones)
        state.bank = counts_of(zones.part("bank"))
        for seat, player in enumerate(zones.parts("players", seats)):
            self._player(state, seat, player, viewed)
        load_zones(state, plain_zones(content, seats), zones)
        state.piles = [
            NO_CARD if card is None else known_name(zones, f"piles[{pile}]", card, content.panorama_names)
            for pile, card in enumerate(zones.items("piles", content.piles[seats]))
        ]
        state.trail = self._spaces(state.board, zones, "trail")
        if len(state.trail) > seats:
            raise zones.refuse(
                "trail", f"holds {seats} spaces at the most: where the pawn was, and those of pawns it passed"
            )
        state.turns_played = zones.number("turn", 0, content.rounds * seats)
        state.peaks = zones.named("unplaced_peaks", content.peak_names)
        return state

    def _board(self, zones: Fields) -> Board:
        """The map, tile by tile as it was placed; each must have had a place to go (FP-20, FP-41)."""
        content = self.content
        parts = zones.parts("map")
        board = first_board(content)
        if not parts:
            raise zones.refuse("map", "must begin with the starting tile")
        for number, part in enumerate(parts):
            name = part.text("name")
            slot = part.numbers("slot", -FARTHEST, FARTHEST, 2)
            turns = part.number("turns", 0, TURNS - 1)
            part.end()
            if number == 0:
                if name != content.tile_names[0] or slot != [0, 0] or turns != 0:
                    raise part.refuse("name", "the starting tile comes first, at slot 0, 0")
            elif name in content.tile_names:
                if not board.takes_terrain(slot[0], slot[1]):
                    raise part.refuse("slot", "no terrain tile can have been placed there")
                board = board.with_terrain(content.tile_names.index(name), turns, slot[0], slot[1])
            elif name in content.peak_names:
                if not board.takes_peak(slot[0], slot[1]):
                    raise part.refuse("slot", "no peak can have been placed there")
                board = board.with_peak(content.peak_names.index(name), turns, slot[0], slot[1])
            else:
                raise part.refuse("name", f"there is no tile or peak '{name}'")
        return board

    def _spaces(self, board: Board, zones: Fields, name: str) -> list[int]:
        spaces: list[int] = []
        for number, item in enumerate(zones.items(name)):
            spaces.append(space_at(board, zones, f"{name}[{number}]", item))
        return spaces

    def _left(self, board: Board, zones: Fields) -> list[int]:
        entries: list[int] = []
        for part in zones.parts("left"):
            space = space_at(board, part, "space", part.value("space"))
            entry = space << 35
            counts = counts_of(part.part("resources"))
            part.end()
            for kind in range(KINDS):
                entry += counts[kind] << 5 * kind
            if max(counts) == 0 or max(counts) > 31:
                raise part.refuse("resources", "something lies there, and 31 of a kind at the most")
            if any(other >> 35 == space for other in entries):
                raise part.refuse("space", "is there twice")
            entries.append(entry)
        return entries

    def _player(self, state: HikeState, seat: int, player: Fields, viewed: bool) -> None:
        """A player's things; of a view the hand may have to be worked out from what is noted (FP-71)."""
        content = self.content
        state.endorphins[seat] = player.number("endorphins", 0, MANY)
        state.packs[seat * KINDS : (seat + 1) * KINDS] = counts_of(player.part("backpack"))
        played = counted_cards(player, "played")
        if viewed:
            hand = counted_cards(player, "notes")
            for card in range(CARD_KINDS):
                hand[card] += (1 if card < len(STARTING) else 0) - played[card]
            if min(hand) < 0 or sum(hand) != player.number("hand_count", 0, MANY):
                raise player.refuse("notes", "does not fit the cards that were played and how many are in hand")
            shown = player.value("hand")
            if shown is not None and counted_cards(player, "hand") != hand:
                raise player.refuse("hand", "does not fit the notes")
        else:
            hand = counted_cards(player, "hand")
        state.hands[seat * CARD_KINDS : (seat + 1) * CARD_KINDS] = hand
        state.played[seat * CARD_KINDS : (seat + 1) * CARD_KINDS] = played
        for kind in range(len(STARTING)):
            at = seat * CARD_KINDS + kind
            if state.hands[at] + state.played[at] != 1:
                raise player.refuse("hand", f"each seat has one '{CARDS[kind]}', in hand or played")
        for fire in player.named("campfires", CAMPFIRES):
            state.fires[seat] |= BIT[fire]
        for rank, card in enumerate(player.named("panoramas", content.panorama_names)):
            if rank >= RANKS or content.panoramas[card].rank != rank:
                raise player.refuse(f"panoramas[{rank}]", "panoramas are bought in the order of their ranks")
            state.owned[seat * RANKS + rank] = card
        badges = player.part("badges")
        for terrain, name in enumerate(TERRAINS):
            state.badges[seat * len(TERRAINS) + terrain] = badges.number(name, 0, len(content.peaks))
        badges.end()
        stones = player.part("stones")
        for stone, name in enumerate(content.stone_names):
            peak = maybe_named(stones, name, content.peak_names)
            if peak != NO_CARD:
                if peak not in state.board.peak_ids:
                    raise stones.refuse(name, "that peak is not on the map")
                state.stones[seat * STONES + stone] = state.board.peak_ids.index(peak)
        stones.end()
        player.end()

    def _check_components(self, state: HikeState) -> None:
        right = self.deal(state.setup, Dice(0)).components()
        found = state.components()
        for name in {**right, **found}:
            if found.get(name, 0) != right.get(name, 0):
                raise BadPosition("zones", f"{name} is there {found.get(name, 0)} times, not {right.get(name, 0)}")


def counted_cards(fields: Fields, name: str) -> list[int]:
    counts = [0] * CARD_KINDS
    for card in fields.named(name, CARDS):
        counts[card] += 1
    return counts


def counts_of(fields: Fields) -> list[int]:
    counts = [fields.number(kind, 0, 96) for kind in RESOURCES]
    fields.end()
    return counts


def known_name(fields: Fields, where: str, item: object, names: list[str]) -> int:
    if not isinstance(item, str) or item not in names:
        raise fields.refuse(where, f"there is no component {item!r} in this game")
    return names.index(item)


def maybe_named(fields: Fields, name: str, names: list[str]) -> int:
    value = fields.value(name)
    return NO_CARD if value is None else known_name(fields, name, value, names)


def known_or_holes(fields: Fields, name: str, names: list[str], rest: list[int]) -> list[int]:
    """Cards of a view, with holes for those the viewer does not know; the known ones leave the rest."""
    cards: list[int] = []
    for number, item in enumerate(fields.items(name)):
        if item is None:
            cards.append(HOLE)
            continue
        card = known_name(fields, f"{name}[{number}]", item, names)
        if card not in rest:
            raise fields.refuse(f"{name}[{number}]", "is somewhere else as well")
        rest.remove(card)
        cards.append(card)
    return cards


def space_at(board: Board, fields: Fields, where: str, item: object) -> int:
    if not isinstance(item, list) or len(item) != 2 or not all(type(part) is int for part in item):
        raise fields.refuse(where, "should be a cell such as [0, -1]")
    x, y = item
    space = board.cells.get(key(x, y), NONE) if abs(x) <= 2 * FARTHEST + 1 and abs(y) <= 2 * FARTHEST + 1 else NONE
    if space == NONE:
        raise fields.refuse(where, f"there is no space at {x},{y}")
    return space


def check_position(state: HikeState) -> None:
    """Refuse what no game leads to, by the field that is most likely wrong."""
    check_pawns(state)
    check_piles(state)
    check_tiles(state)
    check_stones(state)
    closing = sum(end_conditions(state)) >= 2
    if closing != (state.last_turns != NOT_CLOSING):
        raise BadPosition("zones.last_turns", "is a number from the moment two end conditions are met, and null before")
    check_pending(state)


def check_pawns(state: HikeState) -> None:
    for seat, space in enumerate(state.pawns):
        if state.pawns.index(space) != seat and state.board.kinds[space] != PARKING:
            raise BadPosition(f"zones.pawns[{seat}]", "another pawn stands there, and only the parking holds several")


def check_piles(state: HikeState) -> None:
    """Under an open card of a rank lies one of each higher rank."""
    panoramas = state.content.panoramas
    open_ranks = [RANKS if card == NO_CARD else panoramas[card].rank for card in state.piles]
    for rank in range(RANKS):
        below = sum(1 for card in state.scenes if panoramas[card].rank == rank)
        if below != sum(1 for shown in open_ranks if shown < rank):
            raise BadPosition("zones.scenes", f"there are {below} cards of rank {rank + 1} under the piles")


def check_tiles(state: HikeState) -> None:
    """Forest comes before alpine, alpine before rocky terrain (FP-4)."""
    tiles = state.content.tiles
    out = state.board.tile_ids + ([] if state.drawn_tile == NO_CARD else [state.drawn_tile])
    highest = max(tiles[tile].terrain for tile in out)
    if any(tiles[tile].terrain < highest for tile in state.terrain):
        raise BadPosition("zones.terrain", f"a lower tile is left although {TERRAINS[highest]} has been reached")


def check_stones(state: HikeState) -> None:
    """One stone for each seat on a peak, no two of a size (FP-51, FP-52)."""
    for place in range(len(state.board.peak_ids)):
        lying = [at for at, where in enumerate(state.stones) if where == place]
        for parts in ([at // STONES for at in lying], [at % STONES for at in lying]):
            if len(set(parts)) < len(parts):
                seat = lying[-1] // STONES
                raise BadPosition(f"zones.players[{seat}].stones", "one stone a seat on a peak, no two of one size")


def check_pending(state: HikeState) -> None:
    """The zones must fit the decisions that wait: all of one seat, whose turn it is."""
    pending = state.stack.pending()
    seats = state.setup.seats
    if not pending:
        if state.last_turns != 0 and state.turns_played < state.content.rounds * seats:
            raise BadPosition("pending", "must not be empty before the last turn has been played")
    elif state.turns_played >= state.content.rounds * seats:
        raise BadPosition("zones.turn", "the rounds are over")
    kinds = [decision.kind for decision in pending]
    turn_of = (state.first_seat() + state.turns_played) % seats
    for number, decision in enumerate(pending):
        where = f"pending[{number}]"
        if decision.seat != turn_of:
            raise BadPosition(f"{where}.seat", f"it is the turn of seat {turn_of}")
        if (decision.kind in ("play", "end-turn")) != (number == 0):
            raise BadPosition(f"{where}.kind", "a turn is 'play' or 'end-turn', and what came up above it")
        if not fits(state, decision):
            raise BadPosition(f"{where}.kind", f"'{decision.kind}' cannot be asked in this position")
    for name, kind, there in (
        ("drawn_tile", "tile", state.drawn_tile != NO_CARD),
        ("drawn_peak", "peak", state.drawn_peak != NO_CARD),
        ("campfire.looked", "campfire", len(state.campfire.looked) > 0),
    ):
        asked_last = kinds[-2:-1] if kinds[-1:] == ["overflow"] else kinds[-1:]
        if there != (kinds.count(kind) == 1) or (there and asked_last != [kind]):
            raise BadPosition(f"zones.{name}", f"goes with a decision '{kind}' that waits for an answer")
    if kinds[:1] == ["play"] and state.trail:
        raise BadPosition("zones.trail", "must be empty before a card is played")
    for seat in range(seats):
        full = carried(state, seat) > room(state, seat)
        if full != (kinds[-1:] == ["overflow"] and pending[-1].seat == seat):
            raise BadPosition(f"zones.players[{seat}].backpack", f"holds {room(state, seat)} resources at the most")
        if state.played[seat * CARD_KINDS + CAMP] and not ("camp" in kinds and pending[-1].seat == seat):
            raise BadPosition(f"zones.players[{seat}].played", "the Camp card comes back to hand when it is played")


def fits(state: HikeState, decision: Decision[Any]) -> bool:
    """Whether a question can come up where the pawn of its seat stands."""
    board = state.board
    space = state.pawns[decision.seat]
    home = board.homes[space]
    if decision.kind in SPACE_KINDS:
        return board.kinds[space] == SPACE_KINDS[decision.kind]
    if decision.kind == "pick-up":
        return lying_at(state, space) != NONE
    if decision.kind in ("peak", "bonus-peak"):
        if board.kinds[space] != EXCHANGE or board.open_sides[home] == 0:
            return False
        terrain = board.terrain_of(home)
        pool = state.peaks if decision.kind == "bonus-peak" else [state.drawn_peak]
        return any(peak != NO_CARD and state.content.peaks[peak].terrain == terrain for peak in pool)
    if decision.kind == "tile":
        return home != NONE and state.drawn_tile != NO_CARD
    if decision.kind == "campfire":
        return state.campfire.holder == decision.seat
    if decision.kind == "free-card":
        return len(state.market) > 0
    return True


SPACE_KINDS: Final = {"gather": GATHERING, "exchange": EXCHANGE, "swap": CONTAINERS, "stone": SUMMIT}
PLAIN: Final[dict[str, list[Decision[Any]]]] = {
    "play": [*PLAY],
    "second-step": [*SECOND_STEP],
    "pick-up": [*PICK_UP],
    "gather": [*GATHER],
    "stone": [*STONE],
    "free-card": [*FREE_CARD],
    "campfire": [*KEEP_FIRE],
    "peak": [*PLACE_PEAK],
    "bonus-peak": [*BONUS_PEAK],
    "discovery": [*DISCOVER],
    "tile": [*PLACE_TILE],
    "training": [*TRAIN],
    "camp": [*CAMPING],
    "discard": [*DISCARD],
    "sell": [*SELL_MORE],
    "observe-buy": [*OBSERVE_BUY],
    "overflow": [*OVERFLOW],
    "end-turn": [*END_TURN],
}


def game() -> FivePeaks:
    return FivePeaks()


def game_with(content: str | Path) -> FivePeaks:
    return FivePeaks(content)
