"""PEAKS on the box: seats, options, set-up, and reading positions back."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from cairn.core.chance import Chance
from cairn.core.contract import Decision, Game, Option, Setup, Stack, State
from cairn.core.deck import bit
from cairn.core.errors import BadPosition
from cairn.core.event import Event
from cairn.core.fields import Fields
from cairn.games.peaks.content import (
    ACTIONS,
    BOOSTS,
    CLIMB,
    CONTINENTS,
    FIRST_BOOST,
    FIRST_COMPANION,
    GAINS,
    MOUNTAINS,
    REST_TILES,
    TILE_LEVELS,
    TOP_LEVEL,
    UNIT,
    Content,
    load_content,
)
from cairn.games.peaks.decisions import QUESTIONS
from cairn.games.peaks.mats import (
    COMPANION,
    CONTINENT,
    CUBES,
    DICE,
    ENERGY,
    EXPERIENCE,
    FLAGS,
    GEAR,
    MAT,
    NONE,
    PLACED,
    SLOTS,
    STAMINA,
    TILES,
    USES,
)
from cairn.games.peaks.stages import APPLY_BOOST, CHOOSE_BOOST, HOME, OVER, STAGES
from cairn.games.peaks.state import (
    BONUS_DECK,
    HIDDEN,
    NO_EXTRAS,
    PILES,
    RUNNING,
    WANT_SLOT,
    WANTS,
    PeaksState,
    new_mat,
    pile_of,
)
from cairn.games.peaks.turn import PROCEED, fill_display, next_question

RANDOM = "random"
CHOOSE = "choose"
MOST = 9999


class Peaks(Game):
    slug: ClassVar[str] = "peaks"
    title: ClassVar[str] = "PEAKS"
    rules_version: ClassVar[str] = "1.0"
    package: ClassVar[str] = "cairn.games.peaks"

    def __init__(self, content: str | Path | None = None) -> None:
        """With the content that comes with the game, or with that of a file (PK-111)."""
        self.content: Content = load_content(content)
        home = self.content.continents[self.content.home]
        super().__init__(
            range(1, 7),
            {
                "start": Option(RANDOM, (RANDOM, 0), "the seat that takes the first turn (PK-10)"),
                "home": Option(home, (home, CHOOSE), "where everybody starts, or each chooses (PK-3)"),
                "first_game": Option(False, (False, True), "the same start for all instead of boosts (PK-9)"),
            },
        )

    def deal(self, setup: Setup, chance: Chance) -> PeaksState:
        """The display first, then each seat's mountains, its boosts, and the rest tiles (PK-4 to PK-7)."""
        content = self.content
        seats = setup.seats
        start = setup.options["start"]
        first = start if isinstance(start, int) else chance.pick(seats)
        pools = self._full_decks()
        mat: list[int] = []
        for _ in range(seats):
            mat += new_mat(content)
        state = PeaksState(
            setup,
            Stack([]),
            content,
            pools,
            [[], [], [], []],
            [NONE] * content.slots,
            [],
            mat,
            [[] for _ in range(seats)],
            [[] for _ in range(seats)],
            [],
            [],
            [],
            first,
        )
        fill_display(state, chance)
        for place in range(seats):
            seat = (first + place) % seats
            for _ in range(content.start_mountains):
                state.mountains[seat].append(chance.draw(pools[0], content.names))
        left = list(range(CONTINENTS))
        state.tiles = [chance.draw(left, REST_TILES) for _ in range(CONTINENTS)]
        if setup.options["first_game"]:
            self._first_game(state)
        else:
            box = list(range(FIRST_BOOST, FIRST_BOOST + BOOSTS))
            state.dealt = [chance.draw(box, content.names) for _ in range(2 * seats)]
            state.chosen = [NONE] * seats
        return state

    def _full_decks(self) -> list[list[int]]:
        pools: list[list[int]] = [[], [], [], []]
        for card in range(FIRST_BOOST):
            pools[pile_of(self.content, card)].append(card)
        return pools

    def _first_game(self, state: PeaksState) -> None:
        """The trackers are placed, so no bonus of a track is gained (PK-9)."""
        for seat in range(state.setup.seats):
            state.mat[seat * MAT + ENERGY] = self.content.first_energy
            state.mat[seat * MAT + STAMINA] = self.content.first_stamina
            state.mat[seat * MAT + EXPERIENCE] = self.content.first_experience

    def begin(self, state: State, chance: Chance) -> None:
        assert isinstance(state, PeaksState)
        if state.log is not None:
            names = self.content.names
            state.log.append(Event("start", state.start, {"display": [names[card] for card in state.display]}))
            for seat in range(state.setup.seats):
                cards = [names[card] for card in state.mountains[seat]]
                state.log.append(Event("dealt", seat, {"mountains": cards}))
        state.stage = HOME
        if state.setup.options["home"] != CHOOSE:
            state.asked = state.setup.seats
        state.stack.push(PROCEED)

    def longest(self, seats: int) -> int:
        """A turn has its questions, those of every climber, and one for each card that is used or discarded."""
        turns = self.content.rounds * seats + seats if seats > 1 else self.content.solo_turns + 1
        return turns * (60 + 60 * seats)

    # Reading positions

    def pending(self, setup: Setup, fields: Fields) -> Decision[Any]:
        kind = fields.text("kind")
        if kind == PROCEED.kind:
            fields.number("seat", 0, 0)
            fields.end()
            return PROCEED
        if kind not in QUESTIONS:
            raise fields.refuse("kind", f"there is no decision '{kind}' in {self.title}")
        decision = QUESTIONS[kind][fields.number("seat", 0, setup.seats - 1)]
        fields.end()
        return decision

    def restore(self, setup: Setup, zones: Fields, stack: Stack) -> PeaksState:
        content = self.content
        pools = self._piles(zones.part("pools"))
        discards = self._piles(zones.part("discards"))
        hands = zones.items("hands")
        if len(hands) != setup.seats:
            raise zones.refuse("hands", f"should have {setup.seats} entries, not {len(hands)}")
        bonus = [self._cards(zones, f"hands[{seat}]", hand, BONUS_DECK) for seat, hand in enumerate(hands)]
        state = self._lay_out(setup, zones, stack, pools, discards, bonus, 1)
        counts = state.components()
        for name in content.names:
            if counts.get(name, 0) != 1:
                raise BadPosition("zones", f"{name} is there {counts.get(name, 0)} times in all, not once")
        self._check_moment(state)
        return state

    def state_from_view(
        self, setup: Setup, viewer: int, zones: Fields, pending: list[Fields], chance: Chance
    ) -> PeaksState:
        """What is nowhere to be seen is in the decks; hidden hands and boosts are then drawn anew."""
        discards = self._piles(zones.part("discards"))
        stack = Stack([self.pending(setup, part) for part in pending])
        counts: list[int] = []
        bonus: list[list[int]] = []
        for hand in zones.parts("hands"):
            counts.append(hand.number("count", 0, MOST))
            bonus.append([] if hand.value("cards") is None else hand.named("cards", self.content.names))
            hand.end()
        zones.value("decks")
        pools: list[list[int]] = [[], [], [], []]
        state = self._lay_out(setup, zones, stack, pools, discards, bonus, HIDDEN)
        seen = set(state.all_cards())
        for card in range(FIRST_BOOST):
            if card not in seen:
                pools[pile_of(self.content, card)].append(card)
        for seat, count in enumerate(counts):
            while len(bonus[seat]) < count:
                bonus[seat].append(pools[BONUS_DECK].pop())
        for seat, choice in enumerate(state.chosen):
            if choice == HIDDEN:
                state.chosen[seat] = 0
        if state.stage != OVER:
            state.redraw(viewer, chance)
        return state

    def _piles(self, fields: Fields) -> list[list[int]]:
        piles = [self._cards(fields, name, fields.value(name), pile) for pile, name in enumerate(PILES)]
        fields.end()
        return piles

    def _cards(self, fields: Fields, name: str, value: object, pile: int) -> list[int]:
        """A list of cards that all belong to one pile."""
        if not isinstance(value, list):
            raise fields.refuse(name, f"should be a list, not {value!r:.40}")
        cards: list[int] = []
        for i, item in enumerate(value):
            card = self.content.numbers.get(item, NONE) if isinstance(item, str) else NONE
            if card == NONE or card >= FIRST_BOOST or pile_of(self.content, card) != pile:
                raise fields.refuse(f"{name}[{i}]", f"there is no such card in this pile: {item!r:.40}")
            cards.append(card)
        return cards

    def _lay_out(
        self,
        setup: Setup,
        zones: Fields,
        stack: Stack,
        pools: list[list[int]],
        discards: list[list[int]],
        bonus: list[list[int]],
        most_chosen: int,
    ) -> PeaksState:
        content = self.content
        seats = setup.seats
        display = zones.items("display")
        if len(display) != content.slots:
            raise zones.refuse("display", f"should have {content.slots} entries, not {len(display)}")
        tiles = zones.named("tiles", REST_TILES)
        if sorted(tiles) != list(range(CONTINENTS)):
            raise zones.refuse("tiles", "should be all rest tiles, each once")
        players = zones.parts("players")
        if len(players) != seats:
            raise zones.refuse("players", f"should have {seats} entries, not {len(players)}")
        mat: list[int] = []
        mountains: list[list[int]] = []
        climbed: list[int] = []
        for seat, player in enumerate(players):
            mat += self._mat(player)
            mountains.append(self._mountains(player, "mountains"))
            climbed += [seat * 128 + card for card in self._mountains(player, "climbed")]
            player.end()
        dealt = zones.named("dealt", content.names)
        if any(card < FIRST_BOOST for card in dealt) or len(dealt) not in (0, 2 * seats):
            raise zones.refuse("dealt", f"should be two boosts for each seat or none, not {len(dealt)} cards")
        state = PeaksState(
            setup,
            stack,
            content,
            pools,
            discards,
            [self._slot(zones, number, card) for number, card in enumerate(display)],
            tiles,
            mat,
            mountains,
            bonus,
            climbed,
            dealt,
            zones.numbers("chosen", NONE, most_chosen, seats if dealt else 0),
            zones.number("start", 0, seats - 1),
        )
        self._course(state, zones)
        zones.end()
        return state

    def _slot(self, zones: Fields, number: int, card: object) -> int:
        if card is None:
            return NONE
        if not isinstance(card, str) or card not in self.content.names[:MOUNTAINS]:
            raise zones.refuse(f"display[{number}]", f"there is no mountain {card!r:.40}")
        return self.content.names.index(card)

    def _mountains(self, fields: Fields, name: str) -> list[int]:
        cards = fields.named(name, self.content.names)
        for i, card in enumerate(cards):
            if card >= MOUNTAINS:
                raise fields.refuse(f"{name}[{i}]", f"{self.content.names[card]} is no mountain")
        return cards

    def _mat(self, fields: Fields) -> list[int]:
        content = self.content
        mat = new_mat(content)
        mat[ENERGY] = fields.number("energy", 0, content.last_energy)
        mat[STAMINA] = fields.number("stamina", 0, content.last_energy)
        mat[EXPERIENCE] = fields.number("experience", 0, content.last_space)
        mat[CONTINENT] = fields.one_named("continent", content.continents)
        for first, name, names, most in (
            (GEAR, "gear", content.gear, content.most_gear),
            (DICE, "dice", ACTIONS, TOP_LEVEL),
            (TILES, "upgrades", ACTIONS, TILE_LEVELS),
            (CUBES, "cubes", ACTIONS, MOST),
            (FLAGS, "flags", content.continents, MOST),
        ):
            part = fields.part(name)
            for number, key in enumerate(names):
                mat[first + number] = part.number(key, 0, most)
            part.end()
        mat[PLACED] = sum(mat[FLAGS : FLAGS + CONTINENTS])
        companions = fields.items("companions")
        if len(companions) != SLOTS:
            raise fields.refuse("companions", f"should have {SLOTS} entries, not {len(companions)}")
        uses = fields.numbers("uses", 0, MOST, SLOTS)
        for slot, companion in enumerate(companions):
            card = content.numbers.get(companion, NONE) if isinstance(companion, str) else NONE
            if companion is not None and not FIRST_COMPANION <= card < FIRST_BOOST:
                raise fields.refuse(f"companions[{slot}]", f"there is no companion {companion!r:.40}")
            if uses[slot] > (0 if card == NONE else content.uses[card - FIRST_COMPANION]):
                raise fields.refuse(f"uses[{slot}]", f"is more than a companion has there: {uses[slot]}")
            mat[COMPANION + slot] = card
            mat[USES + slot] = uses[slot]
        return mat

    def _course(self, state: PeaksState, zones: Fields) -> None:
        """Where the turn stands."""
        content = self.content
        seats = state.setup.seats
        state.player = zones.number("player", 0, seats - 1)
        state.turn = zones.number("turn", 0, MOST)
        state.last_turns = zones.number("last_turns", RUNNING, seats)
        state.swapped = zones.flag("swapped")
        state.stage = zones.one_named("stage", STAGES)
        state.step = zones.number("step", 0, 5)
        state.action = NONE if zones.value("action") is None else zones.one_named("action", ACTIONS)
        state.asked = zones.number("asked", 0, seats)
        state.target = zones.number("target", NONE, 6)
        mountain = zones.value("mountain")
        state.mountain = NONE if mountain is None else zones.one_named("mountain", content.names[:MOUNTAINS])
        state.group = zones.one_named("group", ["x", "y"])
        state.climbers = self._seat_set(zones, "climbers", seats)
        state.bound = self._seat_set(zones, "bound", seats)
        state.brought = zones.number("brought", 0, MOST)
        state.sure = self._seat_set(zones, "sure", seats)
        state.danger = zones.flag("danger")
        extras = [self._packed(part) for part in zones.parts("extras")]
        if len(extras) not in (0, seats):
            raise zones.refuse("extras", f"should have {seats} entries or none, not {len(extras)}")
        state.extras = extras if extras else NO_EXTRAS
        state.due = zones.number("due", 0, content.last_energy)
        state.count = zones.number("count", 0, 12)
        state.gains = self._packed(zones.part("gains"))
        state.gainer = zones.number("gainer", 0, seats - 1)
        state.gain_all = zones.flag("gain_all")
        state.want = zones.one_named("want", WANTS)
        types = zones.named("types", content.gear)
        if sorted(set(types)) != types or not types:
            raise zones.refuse("types", "should be gear types in their order, each once")
        state.types = sum(bit(number) for number in types)
        state.drawn = zones.named("drawn", content.names)
        state.closed = zones.flag("closed")
        offers = zones.items("proposed")
        for number, offer in enumerate(offers):
            words = offer.split() if isinstance(offer, str) else []
            if len(words) != 2 or words[0] not in content.names[:MOUNTAINS] or words[1] not in ("x", "y"):
                raise zones.refuse(f"proposed[{number}]", f"should be a mountain with x or y, not {offer!r:.40}")
            state.proposed.append(content.names.index(words[0]) * 2 + (words[1] == "y"))

    def _seat_set(self, zones: Fields, name: str, seats: int) -> int:
        members = zones.numbers(name, 0, seats - 1)
        if sorted(set(members)) != members:
            raise zones.refuse(name, "should be seats in their order, each once")
        return sum(bit(seat) for seat in members)

    def _packed(self, fields: Fields) -> int:
        gains = 0
        for kind, name in enumerate(GAINS):
            gains += UNIT[kind] * fields.number(name, 0, 63)
        fields.end()
        return gains

    def _check_moment(self, state: PeaksState) -> None:
        """The question that is pending must be the one that the zones lead to."""
        pending = state.stack.pending()
        if not pending:
            if state.stage != OVER:
                raise BadPosition("zones.stage", "should be 'over' when nothing is pending")
            return
        if state.stage == OVER:
            raise BadPosition("zones.stage", "should not be 'over' while something is pending")
        if len(pending) != 2 or pending[0] is not PROCEED or pending[1] is PROCEED:
            raise BadPosition("pending", "should be one question, with 'proceed' before it")
        self._check_course(state)
        if pending[1].kind == "gain" and state.gains == 0:
            raise BadPosition("zones.gains", "should hold what is left to gain while that is asked")
        expected = asked_by(state)
        if expected is not pending[1]:
            raise BadPosition("pending[1]", f"the zones do not lead to the question '{pending[1].kind}' for that seat")

    def _check_course(self, state: PeaksState) -> None:
        """What the stages rely on: no index may point to nothing."""
        setting_up = state.stage in (HOME, CHOOSE_BOOST, APPLY_BOOST)
        if setting_up != bool(state.dealt) and not (state.stage == HOME and state.setup.options["first_game"]):
            raise BadPosition("zones.dealt", "should be there until the boosts are applied, and not after")
        climbing = state.action == CLIMB and state.climbers != 0
        if (state.mountain != NONE) != (climbing or state.stage == STAGES.index("answers")):
            raise BadPosition(
                "zones.mountain", "should be there while a mountain is proposed or climbed, and only then"
            )
        if climbing and (len(state.extras) != state.setup.seats or not state.climbers >> state.player & 1):
            raise BadPosition("zones.climbers", "should have the current player among them, and extras for every seat")
        if state.stage in IN_ACTION and state.action == NONE:
            raise BadPosition("zones.action", "should be there while an action is carried out")
        if state.stage in ON_CLIMB and not climbing:
            raise BadPosition("zones.climbers", "should be there during a climb")
        if state.want == WANT_SLOT and not state.drawn:
            raise BadPosition("zones.drawn", "should hold the companion that needs a slot")
        if state.stage == APPLY_BOOST and NONE in state.chosen:
            raise BadPosition("zones.chosen", "should be there for every seat once boosts are applied")


def asked_by(state: PeaksState) -> Decision[Any] | None:
    """The question that the zones lead to, if they lead to one without any chance or change."""
    trial = state.clone()
    return next_question(trial, Unfit())


class Unfit(Chance):
    """Chance that must not fall: a position at rest leads straight to its question."""

    def pick(self, n: int) -> int:
        raise BadPosition("zones.stage", "does not lead to a question")


IN_ACTION = range(STAGES.index("window"), STAGES.index("gear-more") + 1)
ON_CLIMB = range(STAGES.index("announce"), STAGES.index("rewards"))


def game() -> Peaks:
    return Peaks()


def game_with(content: str | Path) -> Peaks:
    return Peaks(content)
