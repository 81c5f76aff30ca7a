"""Solstis on the box: seats, options, set-up, and reading positions back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from mypy_extensions import i64

from cairn.core.bits import count_of, set_of, wide_bit
from cairn.core.chance import Chance
from cairn.core.contract import Decision, FirstGame, Game, Option, Setup, Stack, State
from cairn.core.errors import BadPosition
from cairn.core.fields import Fields
from cairn.core.pool import Pool
from cairn.core.zones import load_zones
from cairn.games.solstis.content import EFFECTS, EVIL, NO_SPIRIT, Content, load_content
from cairn.games.solstis.decisions import (
    ADD_FROM_DISPLAY,
    ADD_FROM_HAND,
    CAPTURE,
    COVER,
    EMPTY_HAND,
    ENCOUNTER,
    ENCOUNTER_ALONE,
    ENCOUNTER_SIZE,
    END_TURN,
    KEEP,
    PLACE,
    PLAY,
    RAINBOW,
    start_game,
)
from cairn.games.solstis.packing import CORNER, COVERS, packed_spirits, spirits_in
from cairn.games.solstis.panorama import square_at
from cairn.games.solstis.state import (
    ANY_TILE,
    ANYWHERE,
    COMPULSORY,
    HELD,
    LAND_TILE,
    LOWEST,
    MOST_LAND,
    NO_TILE,
    NOBODY,
    OPTIONAL,
    Player,
    Rulings,
    SolstisState,
    plain_zones,
    player_zones,
    tiles_in,
)

RANDOM: Final = "random"
SEATS: Final = 2


class Solstis(Game):
    slug: ClassVar[str] = "solstis"
    title: ClassVar[str] = "Solstis"
    rules_version: ClassVar[str] = "1.0"
    package: ClassVar[str] = "cairn.games.solstis"

    def __init__(self, content: str | Path | None = None) -> None:
        super().__init__(
            range(SEATS, SEATS + 1),
            {
                "start": Option(RANDOM, (RANDOM, 0, 1)),
                "evil": Option(True, (True, False)),
                "first_rainbow": Option(ANYWHERE, (ANYWHERE, HELD)),
                "rainbow_beside": Option(ANY_TILE, (ANY_TILE, LAND_TILE)),
                "encounter": Option(COMPULSORY, (COMPULSORY, OPTIONAL)),
                "evil_before_squirrel": Option(True, (True, False)),
                "tie_biggest": Option(MOST_LAND, (MOST_LAND, LOWEST)),
            },
        )
        self.first_game = FirstGame(options={"evil": False})
        self.content: Content = load_content(content)

    def deal(self, setup: Setup, chance: Chance) -> SolstisState:
        content = self.content
        names = content.names
        state = SolstisState(setup, Stack([]), content, Rulings(setup.options))
        state.pool = Pool(content.tile_pool[:])
        state.display = Pool()
        for _ in range(content.piles):
            tile = chance.draw_from(state.pool, names)
            state.display.add(tile + COVERS)
            state.shown |= wide_bit(tile)
        seat_players(state)
        for player in state.players:
            for _ in range(content.hand):
                player.hand |= wide_bit(chance.draw_from(state.pool, names))
        state.pile = state.pool.count - content.piles
        state.rainbow_supply = content.rainbows
        state.spirit_pool = Pool.of(content.spirits_in(setup.options["evil"] is True))
        return state

    def begin(self, state: State, chance: Chance) -> None:
        assert isinstance(state, SolstisState)
        start = state.setup.options["start"]
        start_game(state, start if isinstance(start, int) else chance.pick(SEATS))

    def longest(self, seats: int) -> int:
        """Every turn takes a tile from the pile or, once that is empty, from a hand.

        A turn has at most seven questions (play, capture, encounter twice, keep, place, effect) and three rainbows that
        make room; besides, held rainbows are placed once, and at the end hands may make rainbows move and evil covers.
        """
        content = self.content
        hands = SEATS * (content.hand + 1)
        turns = len(content.tiles) - 2 * content.piles - SEATS * content.hand + hands
        return turns * 10 + content.rainbows + hands + 1

    def pending(self, setup: Setup, fields: Fields) -> Decision[Any]:
        kind = fields.text("kind")
        table: dict[str, Sequence[Decision[Any]]] = {
            "play": PLAY,
            "capture": CAPTURE,
            "rainbow": RAINBOW,
            "encounter": ENCOUNTER,
            "keep": KEEP,
            "place": PLACE,
            "add-from-hand": ADD_FROM_HAND,
            "add-from-display": ADD_FROM_DISPLAY,
            "cover": COVER,
            "end-turn": END_TURN,
            "empty-hand": EMPTY_HAND,
        }
        if kind not in table:
            raise fields.refuse("kind", f"there is no decision '{kind}' in {self.title}")
        decisions = table[kind]
        if kind == "encounter" and fields.flag("alone"):
            decisions = ENCOUNTER_ALONE
        decision = decisions[fields.number("seat", 0, setup.seats - 1)]
        fields.end()
        return decision

    def restore(self, setup: Setup, zones: Fields, stack: Stack) -> SolstisState:
        content = self.content
        state = self._lay_out(setup, zones, stack)
        state.pool = Pool.of(self._tiles(zones, "pool"))
        state.spirit_pool = Pool.of(zones.named("spirit_pool", content.spirits))
        state.met = self._met(zones)
        for player, fields in zip(state.players, zones.parts("players"), strict=True):
            player.hand = self._set(fields, "hand")
            self._open_player(player, fields)
        zones.end()
        self._check_pool(state)
        self._check_components(state)
        self._check_moment(state)
        return state

    def state_from_view(
        self, setup: Setup, viewer: int, zones: Fields, pending: list[Fields], chance: Chance
    ) -> SolstisState:
        content = self.content
        state = self._lay_out(setup, zones, Stack([self.pending(setup, part) for part in pending]))
        unseen = self._tiles(zones, "unseen")
        for seat, fields in enumerate(zones.parts("players")):
            player = state.player(seat)
            count = fields.number("hand_count", 0, content.hand + 1)
            if (fields.value("hand") is None) != (seat != viewer):
                raise fields.refuse("hand", "is known to the viewer's own seat, and to no other")
            # An unseen hand holds the right number of tiles for now; which ones is drawn below.
            player.hand = self._set(fields, "hand") if seat == viewer else set_of(content.tiles[:count])
            if count_of(player.hand) != count:
                raise fields.refuse("hand_count", f"is {count}, but {count_of(player.hand)} tiles are known")
            fields.numbers("lit_fires", 0, len(content.fires) - 1)
            self._open_player(player, fields)
        state.pool = Pool.of(unseen)
        if not state.deal_hands(viewer, state.pool, chance):
            raise zones.refuse("unseen", "has no tiles for the unseen hands that fit what is known about them")
        self._picture_spirits(state, zones, chance)
        zones.end()
        self._check_pool(state)
        self._check_components(state)
        self._check_moment(state)
        return state

    def _picture_spirits(self, state: SolstisState, zones: Fields, chance: Chance) -> None:
        names = self.content.spirits
        unseen = zones.named("spirits_unseen", names)
        state.spirit_pool = Pool.of(unseen)
        count = zones.number("spirit_pile", 0, len(names))
        if zones.value("met") is None:
            if len([spirit for spirit in unseen if spirit != self.content.evil]) < 2:
                raise zones.refuse("spirits_unseen", "has no two spirits to choose between")
            state.meet_two(chance)
        else:
            state.met = self._met(zones)
        if state.spirit_pool.count != count:
            raise zones.refuse("spirit_pile", f"is {count}, but {state.spirit_pool.count} spirits are unseen in it")

    def _met(self, zones: Fields) -> i64:
        met = zones.named("met", self.content.spirits)
        if len(met) > ENCOUNTER_SIZE:
            raise zones.refuse("met", f"should be {ENCOUNTER_SIZE} spirits at the most, not {len(met)}")
        return packed_spirits(met)

    def _lay_out(self, setup: Setup, zones: Fields, stack: Stack) -> SolstisState:
        """The open zones of a dump or a view; hands, pools and drawn spirits are filled in by the caller."""
        content = self.content
        players = zones.parts("players")
        if len(players) != SEATS:
            raise zones.refuse("players", f"should have {SEATS} entries, not {len(players)}")
        tops = self._tiles(zones, "display")
        covering = self._tiles(zones, "hidden_below")
        display = [top + COVERS if top in covering else top for top in tops]
        if covering != [top for top in tops if top in covering]:
            raise zones.refuse("hidden_below", "names tiles of the display, in its order")
        state = SolstisState(setup, stack, content, Rulings(setup.options))
        load_zones(state, plain_zones(content), zones)
        state.pile = zones.number("pile", 0, len(content.tiles))
        state.lay_out_display(display)
        seat_players(state)
        return state

    def _open_player(self, player: Player, fields: Fields) -> None:
        content = self.content
        load_zones(player, player_zones(content), fields)
        if player.land & player.rainbows:
            raise fields.refuse("rainbows", "lie on positions that hold land tiles")
        filled = player.land | player.rainbows
        corners: list[int] = []
        for number, part in enumerate(fields.parts("spirits")):
            placed = int(player.spirits[number])
            corner = placed % CORNER
            square = square_at(corner)
            if content.kind[placed // CORNER] == EVIL:
                raise part.refuse("spirit", "the evil spirit lies on no square")
            if not content.mountain.squares >> corner & 1 or filled & square != square:
                raise part.refuse("square", f"there is no complete square at {content.names[corner]}")
            if corner in corners:
                raise part.refuse("square", f"holds two spirits at {content.names[corner]}")
            corners.append(corner)
            player.blocked |= square
        self._check_hand(player, fields)
        fields.end()

    def _check_hand(self, player: Player, fields: Fields) -> None:
        """A hand is as big as the spirits met make it, or smaller, and holds nothing it is known not to hold."""
        bigger = EFFECTS.index("bigger-hand")
        size = self.content.hand + sum(
            self.content.effect[placed // CORNER] == bigger for placed in list(player.spirits)
        )
        if player.hand_size != size:
            raise fields.refuse("hand_size", f"should be {size} with these spirits, not {player.hand_size}")
        if count_of(player.hand) > size:
            raise fields.refuse("hand", f"holds more than {size} tiles")
        if player.hand & player.cannot_hold and fields.value("hand") is not None:
            raise fields.refuse("cannot_hold", "names a tile of the hand")

    def _set(self, fields: Fields, name: str) -> i64:
        return set_of(self._tiles(fields, name))

    def _tiles(self, fields: Fields, name: str) -> list[int]:
        return tiles_in(fields, name, self.content.names)

    def _check_pool(self, state: SolstisState) -> None:
        hidden = sum(1 for top in state.piles() if top >= COVERS)
        unseen = int(state.pool.count)
        if unseen != state.pile + hidden:
            raise BadPosition(
                "zones.pile", f"is {state.pile}, but of {unseen} unseen tiles {hidden} are below the display"
            )

    def _check_components(self, state: SolstisState) -> None:
        content = self.content
        counts = state.components()
        right: dict[str, int] = {content.names[tile]: 1 for tile in content.tiles}
        for spirit in content.spirits_in(state.setup.options["evil"] is True):
            right[content.spirits[spirit]] = 1
        right["rainbow"] = content.rainbows
        for name in [*right, *counts]:
            if counts.get(name, 0) != right.get(name, 0):
                raise BadPosition(
                    "zones", f"{name} is there {counts.get(name, 0)} times in all, not {right.get(name, 0)}"
                )

    def _check_moment(self, state: SolstisState) -> None:
        """The zones must fit the decisions that are pending."""
        pending = state.stack.pending()
        kinds = [decision.kind for decision in pending]
        top = kinds[-1] if kinds else ""
        if top in UNASKED:
            raise BadPosition(f"pending[{len(kinds) - 1}].kind", f"'{top}' is no question to rest at")
        if kinds and (kinds[0] not in LOWEST_PENDING or "end-turn" in kinds[1:] or "play" in kinds[1:]):
            raise BadPosition("pending", "a turn is asked to play alone, and has its end below all other questions")
        if kinds and kinds[0] == "end-turn" and any(decision.seat != pending[0].seat for decision in pending):
            raise BadPosition("pending", "all decisions of a turn are of one seat")
        if (state.played != NO_TILE) != (top == "capture"):
            raise BadPosition("zones.played", "there is a tile in the middle while a capture is chosen, and only then")
        met = spirits_in(state.met)
        if len(met) != SPIRITS_MET.get(top, 0):
            raise BadPosition("zones.met", f"should be {SPIRITS_MET.get(top, 0)} spirits now, not {len(met)}")
        for zone, spirits in (("met", met), ("spirit_row", spirits_in(state.spirit_row))):
            if state.content.evil in spirits:
                raise BadPosition(f"zones.{zone}", "the evil spirit is never offered")
        self._check_turn(state, pending)
        if state.covered != NO_SPIRIT and not (
            state.evil != NOBODY
            and any(placed // CORNER == state.covered for placed in list(state.player(state.evil).spirits))
        ):
            raise BadPosition("zones.covered", "is a spirit of the seat that holds the evil one")
        if top == "cover" and pending[-1].seat != 1 - state.evil:
            raise BadPosition("zones.evil", "the opponent of the seat asked must hold the evil spirit")

    def _check_turn(self, state: SolstisState, pending: list[Decision[Any]]) -> None:
        """What holds only during a turn, and only in the end phase."""
        if pending and pending[0].kind == "end-turn":
            player = state.player(pending[0].seat)
            if state.newly & ~(player.land | player.rainbows):
                raise BadPosition("zones.newly", f"are positions of the panorama of seat {pending[0].seat}")
        elif state.again:
            raise BadPosition("zones.again", "an extra turn follows a turn that is not over yet")
        elif state.newly and pending and pending[0].kind == "play":
            raise BadPosition("zones.newly", "must be empty when a turn begins")
        if state.pile > 0:
            for seat, player in enumerate(state.players):
                if player.cannot_hold:
                    raise BadPosition(
                        f"zones.players[{seat}].cannot_hold", "nobody is skipped before the pile is empty"
                    )


LOWEST_PENDING: Final = ["play", "end-turn", "empty-hand", "cover", "rainbow"]
UNASKED: Final = ["end-turn", "empty-hand"]
SPIRITS_MET: Final = {"keep": 2, "place": 1}


def seat_players(state: SolstisState) -> None:
    state.first = Player()
    state.second = Player()
    state.first.hand_size = state.content.hand
    state.second.hand_size = state.content.hand


def game() -> Solstis:
    return Solstis()


def game_with(content: str | Path) -> Solstis:
    return Solstis(content)
