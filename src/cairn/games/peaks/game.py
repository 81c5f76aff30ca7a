"""PEAKS on the box: seats, options, set-up, and reading positions back."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64

from cairn.core.bits import BIT, bit
from cairn.core.chance import Chance
from cairn.core.contract import Decision, FirstGame, Game, Option, Score, Setup, Stack, State
from cairn.core.errors import BadOption, BadPosition
from cairn.core.event import Event
from cairn.core.fields import Fields
from cairn.core.zones import load_zones
from cairn.games.peaks.agreements import ANSWER, SETTLES, TERMS, Consider, countered
from cairn.games.peaks.bonuses import WINDOWS
from cairn.games.peaks.climbing import (
    ANNOUNCE,
    DANGER,
    FINISH,
    OUTFIT,
    REWARD,
    SET_OUT,
    SHARED_FLAG,
    SUMMIT,
    TAG,
    PayClimb,
)
from cairn.games.peaks.content import (
    ACTIONS,
    CLIMB,
    CONTINENTS,
    FIRST_BONUS,
    FIRST_BOOST,
    FIRST_COMPANION,
    GAINS,
    MOUNTAINS,
    REST_TILES,
    RIVALS,
    TILE_LEVELS,
    TOP_LEVEL,
    UNIT,
    Content,
    load_content,
)
from cairn.games.peaks.decisions import (
    APPLY_BOOST,
    BEGIN_TURN,
    BOOST,
    DEAL_BOOSTS,
    END_TURN,
    FIRST_GAME,
    HOME,
    MOST_STEPS,
    SET_UP,
    STEPS,
    TURN,
    ask_in_set_up,
    next_step,
    start_first_game,
)
from cairn.games.peaks.gains import (
    ALL_TYPES,
    DIE_UPGRADES,
    LAST_FLAGS,
    PLACE_FLAG,
    SLOT,
    TILE_UPGRADES,
    ChooseGear,
    Gain,
    GainAll,
    next_deck,
)
from cairn.games.peaks.mats import (
    COMPANION,
    CONTINENT,
    CUBES,
    DICE,
    ENERGY,
    FLAGS,
    GEAR,
    NONE,
    PLACED,
    SLOTS,
    SPACE,
    STAMINA,
    TILES,
    USES,
)
from cairn.games.peaks.paying import TRIM, Pay, Toss
from cairn.games.peaks.preparing import KEEP, fill_display
from cairn.games.peaks.questions import MOST_SEATS, PeaksDecision, Step
from cairn.games.peaks.resting import NEW_PLANS_FOR, RETHINKS
from cairn.games.peaks.rival import FREE, check_rival, meet_rival, scenario_of, start_scenario
from cairn.games.peaks.scoring import score
from cairn.games.peaks.state import (
    BONUS_DECK,
    CLIMBED_BY,
    GROUPS,
    HIDDEN,
    MOST,
    PILES,
    Climb,
    PeaksState,
    climb_zones,
    new_mat,
    pile_of,
    rival_zones,
    table_zones,
    turn_zones,
)
from cairn.games.peaks.zones import Mountains, Places, SeatSet, is_there

RANDOM = "random"
CHOOSE = "choose"


class Peaks(Game):
    slug: ClassVar[str] = "peaks"
    title: ClassVar[str] = "PEAKS"
    rules_version: ClassVar[str] = "2.3"
    package: ClassVar[str] = "cairn.games.peaks"

    def __init__(self, content: str | Path | None = None) -> None:
        """With the content that comes with the game, or with that of a file (PK-111)."""
        self.content: Content = load_content(content)
        home = self.content.continents[self.content.home]
        super().__init__(
            range(1, 7),
            {
                "start": Option(RANDOM, (RANDOM, 0)),
                "home": Option(home, (home, CHOOSE)),
                "first_game": Option(False, (False, True, CHOOSE)),
                "even_start": Option(True, (True, False)),
                "rival": Option("usual", tuple(RIVALS)),
                "scenario": Option(FREE, (FREE, *[scenario.name for scenario in self.content.scenarios])),
            },
        )
        self.first_game = FirstGame(options={"first_game": True})

    def check(self, setup: Setup) -> None:
        """Scenarios are for one seat, and say themselves how it starts (PK-125)."""
        if setup.options["scenario"] == FREE:
            return
        if setup.seats > 1:
            raise BadOption(f"{self.title} has scenarios for one seat, not for {setup.seats}")
        for name in ("first_game", "home"):
            if setup.options[name] != self.options[name].default:
                raise BadOption(f"a scenario of {self.title} says how it starts: leave out {name}")

    def deal(self, setup: Setup, chance: Chance) -> PeaksState:
        """The display first, then each seat's mountains, then the rest tiles (PK-4 to PK-6)."""
        content = self.content
        seats = setup.seats
        start = setup.options["start"]
        first = start if isinstance(start, int) else chance.pick(seats)
        state = self._bare(setup, Stack([]))
        state.start = first
        state.player = first
        state.pools = self._full_decks()
        if seats == 1:
            meet_rival(state)
        fill_display(state, chance)
        for place in range(seats):
            for _ in range(content.start_mountains):
                state.mountains[state.nth(place)].append(chance.draw(state.pools[next_deck(state)], content.names))
        left = list(range(CONTINENTS))
        state.tiles = [chance.draw(left, REST_TILES) for _ in range(CONTINENTS)]
        return state

    def _bare(self, setup: Setup, stack: Stack) -> PeaksState:
        """Empty mats and piles, each zone a list of its own."""
        content = self.content
        state = PeaksState(setup, stack, content)
        state.pools = [[] for _ in PILES]
        state.discards = [[] for _ in PILES]
        state.display = [NONE] * content.slots
        mats = new_mat(content) * setup.seats
        state.mat = vec[i64](mats)
        state.mountains = [[] for _ in range(setup.seats)]
        state.bonus = [[] for _ in range(setup.seats)]
        state.climbed = []
        return state

    def _full_decks(self) -> list[list[int]]:
        pools: list[list[int]] = [[], [], [], []]
        for card in range(FIRST_BOOST):
            pools[pile_of(self.content, card)].append(card)
        return pools

    def begin(self, state: State, chance: Chance) -> None:
        """Homes, then who plays a first game, then boosts; then the start player's turn (PK-3, PK-7 to PK-10)."""
        assert isinstance(state, PeaksState)
        options = state.setup.options
        seats = state.setup.seats
        if state.log is not None:
            names = self.content.names
            state.log.append(Event("start", state.start, {"display": [names[card] for card in state.display]}))
            for seat in range(seats):
                cards = [names[card] for card in state.mountains[seat]]
                state.log.append(Event("dealt", seat, {"mountains": cards}))
        state.stack.push(BEGIN_TURN[state.start])
        scenario = scenario_of(state)
        if scenario is not None:
            start_scenario(state, scenario)
        elif options["first_game"] is True:
            for seat in range(seats):
                start_first_game(state, seat)
        else:
            state.stack.push(DEAL_BOOSTS[state.start])
        for place in range(seats - 1, -1, -1):
            if options["first_game"] == CHOOSE:
                ask_in_set_up(state, FIRST_GAME[state.nth(place)])
        for place in range(seats - 1, -1, -1):
            if options["home"] == CHOOSE:
                ask_in_set_up(state, HOME[state.nth(place)])

    def scores(self, state: PeaksState) -> list[Score]:
        return [score(state, seat) for seat in range(state.setup.seats)]

    def longest(self, seats: int) -> int:
        """A turn has its questions, those of every climber, one for each card used or discarded, and its proposals."""
        turns = self.content.rounds * seats + seats if seats > 1 else self.content.solo_turns + 1
        return turns * (160 + 120 * seats)

    # Reading positions

    def pending(self, setup: Setup, fields: Fields) -> Decision[Any]:
        kind = fields.text("kind")
        seat = fields.number("seat", 0, setup.seats - 1)
        decision: Decision[Any]
        if kind in PLAIN:
            decision = PLAIN[kind][seat]
        elif kind == "next-step":
            action = fields.one_named("action", ACTIONS)
            decision = next_step(seat, action, fields.number("at", 0, MOST_STEPS))
        else:
            decision = self._with_numbers(setup, fields, kind, seat)
        fields.end()
        return decision

    def _with_numbers(self, setup: Setup, fields: Fields, kind: str, seat: int) -> Decision[Any]:
        """A decision that was asked with numbers of its own."""
        if kind == Gain.kind:
            return Gain(seat, self._gains(fields), fields.flag("of_climb"))
        if kind == GainAll.kind:
            return GainAll(seat, self._gains(fields), fields.flag("of_climb"))
        if kind == ChooseGear.kind:
            types = fields.number("types", 1, ALL_TYPES)
            return ChooseGear(seat, types, fields.number("more", 0, 12), fields.flag("needed"))
        if kind == Pay.kind:
            return Pay(seat, fields.number("due", 0, self.content.last_energy), fields.number("kept", 0, 5))
        if kind == PayClimb.kind:
            return PayClimb(seat, fields.number("due", 1, self.content.last_energy))
        if kind == Toss.kind:
            return Toss(seat, fields.number("count", 1, 5))
        if kind == Consider.kind:
            return Consider(seat, fields.number("by", 0, setup.seats - 1), fields.number("change", 2, FIRST_BOOST - 1))
        raise fields.refuse("kind", f"there is no decision '{kind}' in {self.title}")

    def _gains(self, fields: Fields) -> int:
        gains = self._packed(fields.part("gains"))
        if gains == 0:
            raise fields.refuse("gains", "should hold something to gain")
        return gains

    def restore(self, setup: Setup, zones: Fields, stack: Stack) -> PeaksState:
        content = self.content
        state = self._lay_out(setup, zones, stack, 1)
        state.pools = self._piles(zones.part("pools"))
        hands = zones.items("hands", setup.seats)
        state.bonus = [self._cards(zones, f"hands[{seat}]", hand, BONUS_DECK) for seat, hand in enumerate(hands)]
        remembered: list[int] = []
        for age, cards in enumerate(zones.items("remembered")):
            held = self._cards(zones, f"remembered[{age}]", cards, BONUS_DECK)
            if sorted(set(held)) != held or not held:
                raise zones.refuse(f"remembered[{age}]", "should be bonus cards in their order, each once")
            remembered.append(sum(BIT[card - FIRST_BONUS] for card in held))
        state.remembered = remembered
        zones.end()
        counts = state.components()
        for name in content.names:
            if counts.get(name, 0) != 1:
                raise BadPosition("zones", f"{name} is there {counts.get(name, 0)} times in all, not once")
        in_hands = sum(BIT[card - FIRST_BONUS] for hand in state.bonus for card in hand)
        for age, held_then in enumerate(remembered):
            if held_then & ~in_hands:
                raise BadPosition(f"zones.remembered[{age}]", "should be cards that are in hands")
        self._check_moment(state)
        return state

    def state_from_view(
        self, setup: Setup, viewer: int, zones: Fields, pending: list[Fields], chance: Chance
    ) -> PeaksState:
        """What is nowhere to be seen is in the decks; hidden hands and boosts are then drawn anew."""
        stack = Stack([self.pending(setup, part) for part in pending])
        state = self._lay_out(setup, zones, stack, HIDDEN)
        ages: list[list[int]] = []
        bonus: list[list[int]] = []
        for hand in zones.parts("hands", setup.seats):
            count = hand.number("count", 0, MOST)
            ages.append(hand.numbers("ages", 0, MOST, count))
            bonus.append([] if hand.value("cards") is None else hand.named("cards", self.content.names))
            hand.end()
        state.bonus = bonus
        known = [
            self._cards(zones, f"remembered[{age}]", cards, BONUS_DECK)
            for age, cards in enumerate(zones.items("remembered"))
        ]
        zones.value("decks")
        zones.end()
        seen = {*state.all_cards(), *(card for cards in known for card in cards)}
        for card in range(FIRST_BOOST):
            if card not in seen:
                state.pools[pile_of(self.content, card)].append(card)
        state.remembered = self._fill_hands(zones, bonus, ages, known, state.pools[BONUS_DECK])
        state.chosen = [0 if choice == HIDDEN else choice for choice in state.chosen]
        if stack.top is not None:
            state.redraw(viewer, chance)
        return state

    def _fill_hands(
        self, zones: Fields, bonus: list[list[int]], ages: list[list[int]], known: list[list[int]], unseen: list[int]
    ) -> list[int]:
        """Give hidden hands any cards that they could have; returns what was in hands at each shuffle."""
        sources = [unseen, *[cards[:] for cards in known]]
        remembered = [0] * len(known)
        for seat, hand in enumerate(bonus):
            for at, age in enumerate(ages[seat]):
                if at >= len(hand):
                    if age >= len(sources) or not sources[age]:
                        raise zones.refuse(f"hands[{seat}]", "has more cards than there can be")
                    hand.append(sources[age].pop())
                for shuffle in range(len(known) - min(age, len(known)), len(known)):
                    remembered[shuffle] |= BIT[hand[at] - FIRST_BONUS]
        return remembered

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

    def _lay_out(self, setup: Setup, zones: Fields, stack: Stack, most_chosen: int) -> PeaksState:
        """Everything that lies open; decks and hands are for the caller to add."""
        content = self.content
        seats = setup.seats
        state = self._bare(setup, stack)
        load_zones(state, [*table_zones(content), *turn_zones(content, seats), *climb_zones(content, seats)], zones)
        load_zones(state, rival_zones(content), zones)
        state.discards = self._piles(zones.part("discards"))
        mats: list[int] = []
        for seat, player in enumerate(zones.parts("players", seats)):
            mats += self._mat(player)
            state.mountains[seat] = Mountains("mountains", content.names).load(player)
            climbed = Mountains("climbed", content.names).load(player)
            state.climbed += [seat * CLIMBED_BY + card for card in climbed]
            player.end()
        state.mat = vec[i64](mats)
        state.chosen = zones.numbers("chosen", NONE, most_chosen, seats if state.dealt else 0)
        state.climb = self._climb(state, zones.part("climb")) if is_there(zones, "climb") else None
        check_rival(state)
        return state

    def _mat(self, fields: Fields) -> list[int]:
        content = self.content
        mat = new_mat(content)
        mat[ENERGY] = fields.number("energy", 0, content.last_energy)
        mat[STAMINA] = fields.number("stamina", 0, content.last_energy)
        mat[SPACE] = fields.number("experience", 0, content.last_space)
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
        companions = Places("companions", content.names, FIRST_COMPANION, FIRST_BOOST, [SLOTS]).load(fields)
        uses = fields.numbers("uses", 0, MOST, SLOTS)
        for slot, card in enumerate(companions):
            if uses[slot] > (0 if card == NONE else content.uses[card - FIRST_COMPANION]):
                raise fields.refuse(f"uses[{slot}]", f"is more than a companion has there: {uses[slot]}")
            mat[COMPANION + slot] = card
            mat[USES + slot] = uses[slot]
        return mat

    def _climb(self, state: PeaksState, fields: Fields) -> Climb:
        seats = state.setup.seats
        mountain = fields.one_named("mountain", self.content.names[:MOUNTAINS])
        group = fields.one_named("group", GROUPS)
        climbers = SeatSet("climbers", seats).load(fields)
        extras = [self._packed(part) for part in fields.parts("extras", seats)]
        climb = Climb(mountain, group, climbers, extras)
        climb.setting_out = fields.flag("setting_out")
        for seat, came in enumerate(fields.items("companions", seats)):
            if not isinstance(came, list):
                raise fields.refuse(f"companions[{seat}]", f"should be a list, not {came!r:.40}")
            for at, name in enumerate(came):
                place = f"companions[{seat}][{at}]"
                card = self.content.numbers.get(name, NONE) if isinstance(name, str) else NONE
                slot = state.slot_of(seat, card) if card != NONE else NONE
                if slot == NONE or (at > 0 and climb.came_of(seat) >= 2**slot):
                    raise fields.refuse(place, f"should be companions of the seat, in their order, not {name!r:.40}")
                climb.came |= BIT[seat * SLOTS + slot]
        climb.experience = fields.number("experience", 0, MOST)
        climb.sure = SeatSet("sure", seats).load(fields)
        climb.danger = fields.flag("danger")
        fields.end()
        return climb

    def _packed(self, fields: Fields) -> int:
        gains = 0
        for kind, name in enumerate(GAINS):
            gains += UNIT[kind] * fields.number(name, 0, 63)
        fields.end()
        return gains

    # Whether a position can be

    def _check_moment(self, state: PeaksState) -> None:
        """The zones must fit the decisions that are pending."""
        pending = state.stack.pending()
        kinds = [decision.kind for decision in pending]
        if not pending:
            if state.action != NONE or state.climb is not None or state.proposal is not None or state.drawn:
                raise BadPosition("pending", "should not be empty in the middle of a turn")
            return
        top = f"pending[{len(pending) - 1}]"
        if isinstance(pending[-1], (Step, GainAll)):
            raise BadPosition(f"{top}.kind", f"'{kinds[-1]}' is no question to rest at")
        setting_up = kinds[0] == "begin-turn"
        if setting_up != (state.turn == 0):
            raise BadPosition("zones.turn", "should be 0 until the first turn begins, and more then")
        if not setting_up and (kinds[0] != "end-turn" or pending[0].seat != state.player):
            raise BadPosition("pending[0]", "should be the end of the current player's turn, or the first turn")
        if kinds.count("begin-turn") + kinds.count("end-turn") != 1:
            raise BadPosition("pending", "should have one turn that begins or ends")
        self._check_boosts(state, kinds)
        self._check_turn(state, pending, kinds)
        self._check_climb(state, pending, kinds)
        self._check_question(state, pending[-1], top)

    def _check_boosts(self, state: PeaksState, kinds: list[str]) -> None:
        if ("boost" in kinds or "apply-boost" in kinds) and not state.dealt:
            raise BadPosition("zones.dealt", "should be there until all boosts have taken effect")
        if state.dealt and kinds[0] != "begin-turn":
            raise BadPosition("zones.dealt", "should be empty once the first turn has begun")
        for decision in state.stack.pending():
            if decision.kind in ("boost", "apply-boost"):
                chosen = state.chosen[decision.seat]
                first = decision.seat * 2
                if NONE in state.dealt[first : first + 2]:
                    raise BadPosition("zones.dealt", f"seat {decision.seat} should have two boosts")
                if decision.kind == "boost" and chosen != NONE:
                    raise BadPosition("zones.chosen", f"seat {decision.seat} is still to choose")
                if decision.kind == "apply-boost" and chosen == NONE and "boost" not in kinds:
                    raise BadPosition("zones.chosen", f"seat {decision.seat} should have chosen")

    def _check_turn(self, state: PeaksState, pending: list[Decision[Any]], kinds: list[str]) -> None:
        before = "turn" in kinds or kinds[0] == "begin-turn"
        if before and state.action != NONE:
            raise BadPosition("zones.action", "should not be there before an action is chosen")
        if kinds[-1] != "trim" and not before and state.action == NONE:
            raise BadPosition("zones.action", "should be there while an action is carried out")
        for decision in pending:
            if decision.kind in OF_THE_PLAYER and decision.seat != state.player:
                raise BadPosition("zones.player", f"should be the seat of '{decision.kind}', {decision.seat}")
        bargaining = [kind for kind in kinds if kind in BARGAINING]
        if bargaining and state.proposal is None:
            raise BadPosition("zones.proposal", "should be there while it is discussed")
        if state.bound and state.proposal is None:
            raise BadPosition("zones.bound", "should be empty without an agreement")
        if state.proposal is not None:
            owner = state.climb is None
            if owner and state.proposal.mountain not in state.mountains[state.player]:
                raise BadPosition("zones.proposal.mountain", "should be a mountain of the current player")
            if not bargaining and not state.bound:
                raise BadPosition("zones.bound", "should be the seats that have agreed")

    def _check_climb(self, state: PeaksState, pending: list[Decision[Any]], kinds: list[str]) -> None:
        climb = state.climb
        needed = any(kind in ON_CLIMB for kind in kinds)
        if climb is None:
            if needed:
                raise BadPosition("zones.climb", "should be there during a climb")
            return
        if state.action != CLIMB or "next-step" not in kinds:
            raise BadPosition("zones.climb", "should be there during a climb only")
        if not climb.climbers & bit(state.player):
            raise BadPosition("zones.climb.climbers", "should have the current player among them")
        if climb.setting_out != ("set-out" in kinds):
            raise BadPosition("zones.climb.setting_out", "should be true until everybody has said who comes")
        if not climb.setting_out and not needed and not any(kind == "next-step" for kind in kinds):
            raise BadPosition("zones.climb", "should be over")

    def _check_question(self, state: PeaksState, asked: Decision[Any], top: str) -> None:
        kind = asked.kind
        if (kind in ("slot", "keep")) != bool(state.drawn):
            raise BadPosition("zones.drawn", "should be the cards that are decided about, and only then")
        if kind == "slot" and (len(state.drawn) != 1 or state.drawn[0] < FIRST_COMPANION):
            raise BadPosition("zones.drawn", "should be the companion that needs a slot")
        if kind == "slot" and NONE in [state.companion(asked.seat, slot) for slot in range(SLOTS)]:
            raise BadPosition(top, "there is a free slot")
        if kind == "keep" and any(card >= MOUNTAINS for card in state.drawn):
            raise BadPosition("zones.drawn", "should be mountains")
        if isinstance(asked, Consider) and state.proposal is not None:
            countered(state.proposal, asked.change)
            if asked.by == state.player or 2 < asked.change < FIRST_COMPANION:
                raise BadPosition(top, "should be another seat's change of the offer")


OF_THE_PLAYER: Final = [
    "turn",
    "end-turn",
    "next-step",
    "window",
    "travel",
    "take",
    "announce",
    "terms",
    "settle",
    "consider",
    "rest-flag",
    "new-plans",
    "rethink",
    "gear-pair",
    "draw",
    "keep",
    "trim",
    "set-out",
    "danger",
    "finish-climb",
]
BARGAINING: Final = ["terms", "answer", "consider", "settle"]
ON_CLIMB: Final = ["tag", "set-out", "pay-climb", "outfit", "danger", "shared-flag", "summit", "reward", "finish-climb"]
EVERY_QUESTION: Final[list[list[PeaksDecision]]] = [
    list(ANNOUNCE),
    *[STEPS[first : first + MOST_SEATS] for first in range(0, len(STEPS), MOST_SEATS)],
    list(SET_UP),
    list(HOME),
    list(FIRST_GAME),
    list(DEAL_BOOSTS),
    list(BOOST),
    list(APPLY_BOOST),
    list(BEGIN_TURN),
    list(TURN),
    list(END_TURN),
    list(WINDOWS),
    list(TERMS),
    list(ANSWER),
    list(SETTLES),
    list(TAG),
    list(SET_OUT),
    list(OUTFIT),
    list(DANGER),
    list(SHARED_FLAG),
    list(SUMMIT),
    list(REWARD),
    list(FINISH),
    list(LAST_FLAGS),
    list(PLACE_FLAG),
    list(DIE_UPGRADES),
    list(TILE_UPGRADES),
    list(SLOT),
    list(TRIM),
    list(KEEP),
    list(NEW_PLANS_FOR),
    list(RETHINKS),
]
PLAIN: Final[dict[str, list[PeaksDecision]]] = {questions[0].kind: questions for questions in EVERY_QUESTION}
"""The decisions that need no numbers of their own, by kind and seat."""


def game() -> Peaks:
    return Peaks()


def game_with(content: str | Path) -> Peaks:
    return Peaks(content)
