"""Solstis on the box: seats, options, set-up, and reading positions back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from mypy_extensions import i64

from cairn.core.chance import Chance
from cairn.core.contract import Decision, FirstGame, Game, Option, Setup, Stack, State
from cairn.core.errors import BadPosition
from cairn.core.fields import Fields
from cairn.games.solstis.content import EFFECTS, EVIL, NO_SPIRIT, Content, load_content
from cairn.games.solstis.decisions import (
    ADD_FROM_DISPLAY,
    ADD_FROM_HAND,
    CAPTURE,
    COVER,
    EMPTY_HAND,
    ENCOUNTER,
    ENCOUNTER_ALONE,
    END_TURN,
    KEEP,
    PLACE,
    PLAY,
    RAINBOW,
    start_game,
)
from cairn.games.solstis.panorama import bit, count_of, set_of, square_at
from cairn.games.solstis.state import (
    ANY_TILE,
    ANYWHERE,
    COMPULSORY,
    CORNER,
    COVERS,
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
)

RANDOM: Final = "random"
SEATS: Final = 2


class Solstis(Game):
    slug: ClassVar[str] = "solstis"
    title: ClassVar[str] = "Solstis"
    rules_version: ClassVar[str] = "1.0"
    package: ClassVar[str] = "cairn.games.solstis"

    def __init__(self) -> None:
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
        self.content: Content = load_content()

    def deal(self, setup: Setup, chance: Chance) -> SolstisState:
        content = self.content
        names = content.names
        pool = content.tiles[:]
        display = [chance.draw(pool, names) + COVERS for _ in range(content.piles)]
        players: list[Player] = []
        for _ in range(SEATS):
            hand: i64 = 0
            for _ in range(content.hand):
                hand |= bit(chance.draw(pool, names))
            players.append(Player(hand, content.hand, 0, 0, 0, 0, [], 0))
        return SolstisState(
            setup,
            Stack([]),
            content,
            Rulings(setup.options),
            players,
            pool,
            len(pool) - content.piles,
            display,
            NO_TILE,
            0,
            0,
            content.rainbows,
            content.spirits_in(setup.options["evil"] is True),
            [],
            [],
            NOBODY,
            NO_SPIRIT,
            False,
        )

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
        state.pool = self._tiles(zones, "pool")
        state.spirit_pool = zones.named("spirit_pool", content.spirits)
        state.met = zones.named("met", content.spirits)
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
            player = state.players[seat]
            count = fields.number("hand_count", 0, content.hand + 1)
            if (fields.value("hand") is None) != (seat != viewer):
                raise fields.refuse("hand", "is known to the viewer's own seat, and to no other")
            # An unseen hand holds the right number of tiles for now; which ones is drawn below.
            player.hand = self._set(fields, "hand") if seat == viewer else set_of(content.tiles[:count])
            if count_of(player.hand) != count:
                raise fields.refuse("hand_count", f"is {count}, but {count_of(player.hand)} tiles are known")
            self._open_player(player, fields)
        state.pool = unseen
        if not state.deal_hands(viewer, unseen, chance):
            raise zones.refuse("unseen", "has no tiles for the unseen hands that fit what is known about them")
        self._picture_spirits(state, zones, chance)
        zones.end()
        self._check_pool(state)
        self._check_components(state)
        self._check_moment(state)
        return state

    def _picture_spirits(self, state: SolstisState, zones: Fields, chance: Chance) -> None:
        names = self.content.spirits
        state.spirit_pool = zones.named("spirits_unseen", names)
        count = zones.number("spirit_pile", 0, len(names))
        if zones.value("met") is None:
            if len([spirit for spirit in state.spirit_pool if spirit != self.content.evil]) < 2:
                raise zones.refuse("spirits_unseen", "has no two spirits to choose between")
            state.meet_two(chance)
        else:
            state.met = zones.named("met", names)
        if len(state.spirit_pool) != count:
            raise zones.refuse("spirit_pile", f"is {count}, but {len(state.spirit_pool)} spirits are unseen in it")

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
        return SolstisState(
            setup,
            stack,
            content,
            Rulings(setup.options),
            [Player(0, content.hand, 0, 0, 0, 0, [], 0) for _ in players],
            [],
            zones.number("pile", 0, len(content.tiles)),
            display,
            NO_TILE if zones.value("played") is None else self._tile(zones, "played"),
            self._set(zones, "newly"),
            self._set(zones, "removed"),
            zones.number("rainbow_supply", 0, content.rainbows),
            [],
            zones.named("spirit_row", content.spirits),
            [],
            NOBODY if zones.value("evil") is None else zones.number("evil", 0, SEATS - 1),
            NO_SPIRIT if zones.value("covered") is None else zones.one_named("covered", content.spirits),
            zones.flag("again"),
        )

    def _open_player(self, player: Player, fields: Fields) -> None:
        content = self.content
        player.hand_size = fields.number("hand_size", content.hand, content.hand + 1)
        player.land = self._set(fields, "land")
        player.rainbows = self._set(fields, "rainbows")
        if player.land & player.rainbows:
            raise fields.refuse("rainbows", "lie on positions that hold land tiles")
        player.held = fields.number("rainbows_held", 0, content.rainbows)
        player.barred = self._set(fields, "cannot_hold")
        filled = player.land | player.rainbows
        for part in fields.parts("spirits"):
            spirit = part.one_named("spirit", content.spirits)
            corner = self._tile(part, "square")
            square = square_at(corner)
            part.end()
            if content.kind[spirit] == EVIL:
                raise part.refuse("spirit", "the evil spirit lies on no square")
            if not content.mountain.squares >> corner & 1 or filled & square != square:
                raise part.refuse("square", f"there is no complete square at {content.names[corner]}")
            if any(placed % CORNER == corner for placed in player.spirits):
                raise part.refuse("square", f"holds two spirits at {content.names[corner]}")
            player.spirits.append(spirit * CORNER + corner)
            player.blocked |= square
        self._check_hand(player, fields)
        fields.end()

    def _check_hand(self, player: Player, fields: Fields) -> None:
        """A hand is as big as the spirits met make it, or smaller, and holds nothing it is known not to hold."""
        bigger = EFFECTS.index("bigger-hand")
        size = self.content.hand + sum(self.content.effect[placed // CORNER] == bigger for placed in player.spirits)
        if player.hand_size != size:
            raise fields.refuse("hand_size", f"should be {size} with these spirits, not {player.hand_size}")
        if count_of(player.hand) > size:
            raise fields.refuse("hand", f"holds more than {size} tiles")
        if player.hand & player.barred and fields.value("hand") is not None:
            raise fields.refuse("cannot_hold", "names a tile of the hand")

    def _set(self, fields: Fields, name: str) -> i64:
        return set_of(self._tiles(fields, name))

    def _tiles(self, fields: Fields, name: str) -> list[int]:
        tiles = fields.named(name, self.content.names)
        if len(set(tiles)) != len(tiles):
            raise fields.refuse(name, "names something twice")
        for tile in tiles:
            if not self.content.names[tile]:
                raise fields.refuse(name, "has an entry without a name")
        return tiles

    def _tile(self, fields: Fields, name: str) -> int:
        tile = fields.one_named(name, self.content.names)
        if not self.content.names[tile]:
            raise fields.refuse(name, "has no name")
        return tile

    def _check_pool(self, state: SolstisState) -> None:
        hidden = sum(1 for top in state.display if top >= COVERS)
        if len(state.pool) != state.pile + hidden:
            raise BadPosition(
                "zones.pile", f"is {state.pile}, but of {len(state.pool)} unseen tiles {hidden} are below the display"
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
        if len(state.met) != SPIRITS_MET.get(top, 0):
            raise BadPosition("zones.met", f"should be {SPIRITS_MET.get(top, 0)} spirits now, not {len(state.met)}")
        for zone, spirits in (("met", state.met), ("spirit_row", state.row)):
            if state.content.evil in spirits:
                raise BadPosition(f"zones.{zone}", "the evil spirit is never offered")
        self._check_turn(state, pending)
        if state.covered != NO_SPIRIT and not (
            state.evil != NOBODY
            and any(placed // CORNER == state.covered for placed in state.players[state.evil].spirits)
        ):
            raise BadPosition("zones.covered", "is a spirit of the seat that holds the evil one")
        if top == "cover" and pending[-1].seat != 1 - state.evil:
            raise BadPosition("zones.evil", "the opponent of the seat asked must hold the evil spirit")

    def _check_turn(self, state: SolstisState, pending: list[Decision[Any]]) -> None:
        """What holds only during a turn, and only in the end phase."""
        if pending and pending[0].kind == "end-turn":
            player = state.players[pending[0].seat]
            if state.newly & ~(player.land | player.rainbows):
                raise BadPosition("zones.newly", f"are positions of the panorama of seat {pending[0].seat}")
        elif state.again:
            raise BadPosition("zones.again", "an extra turn follows a turn that is not over yet")
        elif state.newly and pending and pending[0].kind == "play":
            raise BadPosition("zones.newly", "must be empty when a turn begins")
        if state.pile > 0:
            for seat, player in enumerate(state.players):
                if player.barred:
                    raise BadPosition(
                        f"zones.players[{seat}].cannot_hold", "nobody is skipped before the pile is empty"
                    )


LOWEST_PENDING: Final = ["play", "end-turn", "empty-hand", "cover", "rainbow"]
UNASKED: Final = ["end-turn", "empty-hand"]
SPIRITS_MET: Final = {"keep": 2, "place": 1}


def game() -> Solstis:
    return Solstis()
