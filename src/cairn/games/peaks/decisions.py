"""The course of a game of PEAKS: set-up, a turn with its action, the end.

Each class is one question, or one step that waits its turn on the stack. A turn is `BeginTurn`, which puts `EndTurn`
on the stack and asks `Turn`; the action chosen there is a `NextStep`, which puts another on the stack for the step
after the one that it starts. The steps of the actions are in `resting`, `preparing` and `climbing`, what is gained in
`gains`, what is paid in `paying`, bonuses in `bonuses`, bargaining in `agreements`.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from cairn.core.bits import bit
from cairn.core.chance import Chance
from cairn.core.contract import Refusal, refuse
from cairn.core.event import Event
from cairn.games.peaks.agreements import MOST_PROPOSALS, may_propose, propose, why_no_proposal
from cairn.games.peaks.bonuses import OwnQuestion, cube_bonuses, is_bonus, open_window, place_cube
from cairn.games.peaks.climbing import (
    HIGH_SUMMIT,
    NAME_CLIMB,
    REWARDS,
    SHARED_FLAGS,
    TAG_ALONG,
    is_risky,
    offer_words,
    why_no_climb,
)
from cairn.games.peaks.content import (
    ACTIONS,
    BOOSTS,
    CLIMB,
    FIRST_BOOST,
    MOUNTAINS,
    PREPARE,
    REST,
    TILE_LEVELS,
)
from cairn.games.peaks.gains import ACTION_NAMES, Gain, gain_energy, left
from cairn.games.peaks.mats import CONTINENT, ENERGY, NONE, SPACE, STAMINA
from cairn.games.peaks.paying import TRIM
from cairn.games.peaks.preparing import DRAW_THREE, GEAR_DIE, GEAR_PAIR, REFILL, TAKE
from cairn.games.peaks.questions import MOST_SEATS, NO, YES, YES_OR_NO, PeaksDecision, Step
from cairn.games.peaks.requirements import can_climb_together, can_set_out
from cairn.games.peaks.resting import ALL_CONTINENTS, REST_BONUS, REST_ENERGY, REST_FLAG, TRAVEL
from cairn.games.peaks.rival import carry_out_plan, last_turn, scenario_of, show_plan, tell_the_end
from cairn.games.peaks.scoring import ladder_title
from cairn.games.peaks.state import GROUPS, NO_CARDS, NOTHING_NEW, RUNNING, PeaksState

FIRST_PROPOSAL: Final = 64
"""From here on: a mountain and a group, FIRST_PROPOSAL + mountain * 2 + group. Before it the actions, and bonuses."""


# Set-up


class SetUpTurn(Step):
    """A seat's answer in the set-up is a turn of its own."""

    kind: ClassVar[str] = "set-up"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        state.begin_turn(self.seat)


def ask_in_set_up(state: PeaksState, question: PeaksDecision) -> None:
    state.stack.push(question)
    state.stack.push(SET_UP[question.seat])


class Home(PeaksDecision):
    """In which continent do you start? (PK-3)"""

    kind: ClassVar[str] = "home"
    rules: ClassVar[tuple[str, ...]] = ("PK-3",)

    def choices(self, state: PeaksState) -> list[int]:
        return ALL_CONTINENTS

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        state.put(self.seat, CONTINENT, choice)
        if state.log is not None:
            state.log.append(Event("home", self.seat, {"continent": state.content.continents[choice]}))

    def notation(self, state: PeaksState, choice: int) -> str:
        return f"start {state.content.continents[choice]}"

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        return refuse("PK-3", "no-such-continent")

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        return "start-in", {"continent": state.content.continents[choice]}

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [f"continent:{state.content.continents[choice]}"]


class FirstGame(PeaksDecision):
    """Is this your first game? Then you start without boosts. (PK-9)"""

    kind: ClassVar[str] = "first-game"
    rules: ClassVar[tuple[str, ...]] = ("PK-9",)

    def choices(self, state: PeaksState) -> list[int]:
        return YES_OR_NO

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == YES:
            start_first_game(state, self.seat)
            if state.log is not None:
                state.log.append(Event("first-game", self.seat, {}))

    def notation(self, state: PeaksState, choice: int) -> str:
        return "first game" if choice == YES else "boosts"

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        return refuse("PK-9", "first-game-or-boosts")

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        content = state.content
        return "first-game", {"energy": content.first_energy, "stamina": content.first_stamina}

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        return ("first-game", {}) if choice == YES else ("boosts", {})


class DealBoosts(Step):
    """Two for each seat that does not play its first game; then all choose, and they take effect. (PK-7 to PK-9)"""

    kind: ClassVar[str] = "deal-boosts"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        seats = len(state.mountains)
        box = list(range(FIRST_BOOST, FIRST_BOOST + BOOSTS))
        dealt: list[int] = []
        for seat in range(seats):
            for _ in range(2):
                beginner = state.beginners & bit(seat)
                dealt.append(NONE if beginner else chance.draw(box, state.content.names))
        if dealt.count(NONE) == len(dealt):
            return
        state.dealt = dealt
        state.chosen = [NONE] * seats
        for place in range(seats - 1, -1, -1):
            if dealt[state.nth(place) * 2] != NONE:
                state.stack.push(APPLY_BOOST[state.nth(place)])
        for place in range(seats - 1, -1, -1):
            if dealt[state.nth(place) * 2] != NONE:
                ask_in_set_up(state, BOOST[state.nth(place)])


class Boost(PeaksDecision):
    """Which of your two boosts do you keep? All choose at the same time. (PK-7)"""

    kind: ClassVar[str] = "boost"
    rules: ClassVar[tuple[str, ...]] = ("PK-7", "PK-8")

    def choices(self, state: PeaksState) -> list[int]:
        return YES_OR_NO

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        chosen = state.chosen[:]
        chosen[self.seat] = choice
        state.chosen = chosen

    def boost(self, state: PeaksState, choice: int) -> int:
        return state.dealt[self.seat * 2 + choice]

    def notation(self, state: PeaksState, choice: int) -> str:
        return f"boost {state.content.names[self.boost(state, choice)]}"

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        return refuse("PK-7", "one-of-two-boosts")

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        content = state.content
        number = self.boost(state, choice) - FIRST_BOOST
        return "boost", {
            "card": content.names[self.boost(state, choice)],
            "energy": content.boost_energy[number],
            "stamina": content.boost_stamina[number],
            "gains": left(content.boost_gains[number]),
        }

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [f"card:{state.content.names[self.boost(state, choice)]}"]


class ApplyBoost(Step):
    """The trackers are placed, which is not entering a space; the rest is a reward like any other. (PK-8)"""

    kind: ClassVar[str] = "apply-boost"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        state.begin_turn(self.seat)
        content = state.content
        card = state.dealt[self.seat * 2 + state.chosen[self.seat]]
        number = card - FIRST_BOOST
        state.put(self.seat, ENERGY, content.boost_energy[number])
        state.put(self.seat, STAMINA, content.boost_stamina[number])
        if state.log is not None:
            state.log.append(Event("boost", self.seat, {"card": content.names[card]}))
        even_out(state, self.seat)
        if content.boost_gains[number]:
            state.stack.push(Gain(self.seat, content.boost_gains[number], False))


def start_first_game(state: PeaksState, seat: int) -> None:
    """The trackers are placed, so no bonus of a track is gained (PK-9)."""
    state.beginners |= bit(seat)
    state.put(seat, ENERGY, state.content.first_energy)
    state.put(seat, STAMINA, state.content.first_stamina)
    state.put(seat, SPACE, state.content.first_experience)
    even_out(state, seat)


def even_out(state: PeaksState, seat: int) -> None:
    """The energy that makes up for a seat's place in the order of play (PK-112)."""
    seats = len(state.mountains)
    place = seat - state.start if seat >= state.start else seat - state.start + seats
    energy = state.content.even_start[seats][place]
    if energy > 0 and state.setup.options["even_start"] is True:
        gain_energy(state, seat, energy)


# A turn


class BeginTurn(Step):
    kind: ClassVar[str] = "begin-turn"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        state.begin_turn(self.seat)
        state.player = self.seat
        state.turn += 1
        state.action = NONE
        state.news = NOTHING_NEW
        state.closed = False
        state.dealt = NO_CARDS
        state.chosen = NO_CARDS
        state.proposed = NO_CARDS
        state.stack.push(END_TURN[self.seat])
        state.stack.push(TURN[self.seat])
        if state.log is not None:
            state.log.append(Event("turn", self.seat, {"turn": state.turn}))
        if len(state.mountains) == 1:
            show_plan(state, chance)


class Turn(OwnQuestion):
    """Rest, prepare or climb? Or propose a climb first. (PK-11, PK-70)

    After an agreement the action is CLIMB (PK-71).
    """

    kind: ClassVar[str] = "turn"
    rules: ClassVar[tuple[str, ...]] = ("PK-11", "PK-13", "PK-70")

    def choices(self, state: PeaksState) -> list[int]:
        # After an agreement cards can as well be used once CLIMB is chosen; that a seat is asked must not tell them.
        if state.proposal is not None and cube_bonuses(state, self.seat) == 0:
            return self.details(state)
        return super().choices(state)

    def details(self, state: PeaksState) -> list[int]:
        if state.proposal is not None:
            return ONLY_CLIMB
        own = state.mountains[self.seat]
        actions = ALL_ACTIONS if own and can_set_out(state, self.seat) else NO_CLIMB
        if len(state.mountains) == 1 or len(state.proposed) >= MOST_PROPOSALS:
            return actions
        offered = actions
        for mountain in own:
            if may_propose(state, self.seat, mountain):
                if offered is actions:
                    offered = actions[:]
                offered.append(FIRST_PROPOSAL + mountain * 2)
                offered.append(FIRST_PROPOSAL + mountain * 2 + 1)
        return offered

    def decide(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice >= FIRST_PROPOSAL:
            state.stack.push(self)
            propose(state, self.seat, (choice - FIRST_PROPOSAL) >> 1, (choice - FIRST_PROPOSAL) & 1)
            return
        state.action = choice
        if state.log is not None:
            state.log.append(Event("action", self.seat, {"action": ACTION_NAMES[choice]}))
        place_cube(state, self.seat, choice)
        next_step(self.seat, choice, 0).apply(state, NO, chance)

    def may_spend_card(self, state: PeaksState) -> bool:
        offer = state.proposal
        return offer is None or can_climb_together(state, self.seat, offer.mountain, 1)

    def words(self, state: PeaksState, choice: int) -> str:
        if choice < len(ACTIONS):
            return ACTIONS[choice]
        offer = choice - FIRST_PROPOSAL
        return f"propose {state.content.names[offer >> 1]} {GROUPS[offer & 1]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        known = [*range(len(ACTIONS)), *range(FIRST_PROPOSAL, FIRST_PROPOSAL + 2 * MOUNTAINS)]
        return {self.words(state, choice): choice for choice in known} | self.bonus_answers(state)

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        if is_bonus(choice):
            return self.why_no_bonus(state, choice)
        if state.proposal is not None:
            return refuse("PK-71", "agreed-otherwise", mountain=state.content.names[state.proposal.mountain])
        if choice == CLIMB:
            own = state.mountains[self.seat]
            return why_no_climb(state, self.seat, own[0]) if len(own) == 1 else refuse("PK-50", "nothing-to-climb")
        if FIRST_PROPOSAL <= choice < FIRST_PROPOSAL + 2 * MOUNTAINS:
            return why_no_proposal(state, self.seat, (choice - FIRST_PROPOSAL) >> 1)
        return refuse("PK-11", "no-such-action")

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        continent = state.content.continents[state.continent(self.seat)]
        return "turn", {"energy": state.energy(self.seat), "continent": continent}

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        if is_bonus(choice):
            return self.bonus_caption(state, choice)
        if choice < len(ACTIONS):
            return ACTION_CAPTIONS[choice], {}
        offer = choice - FIRST_PROPOSAL
        return "propose-risky" if is_risky(state, offer) else "propose", offer_words(state, offer)

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        if is_bonus(choice):
            return self.bonus_elements(state, choice)
        if choice < len(ACTIONS):
            return [f"action:{self.seat}:{ACTIONS[choice]}"]
        offer = choice - FIRST_PROPOSAL
        return [f"card:{state.content.names[offer >> 1]}", f"group:{GROUPS[offer & 1]}"]


class NextStep(Step):
    """The next step of the action that is revealed by now, with a window before it if there is reason. (PK-12, PK-13)

    `at` is the step's place in the order of the content file.
    """

    kind: ClassVar[str] = "next-step"

    def __init__(self, seat: int, action: int, at: int) -> None:
        super().__init__(seat)
        self.action = action
        self.at = at

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        """Goes on with step after step as long as nothing is asked in between."""
        seat, action = self.seat, self.action
        stack = state.stack
        steps = state.content.steps[action]
        course = state.content.course[action * (TILE_LEVELS + 1) + state.tile(seat, action)]
        line = NEXT_STEPS[action * MOST_SEATS + seat]
        then = self
        while True:
            at: i64 = then.at
            if at > 0:
                if state.news != NOTHING_NEW and open_window(state, seat, then):
                    return
                if action == CLIMB and state.climb is None:
                    # The climb is over, or the seat has turned back (PK-50).
                    return
            at = course[at]
            if at == len(steps):
                return
            then = line[at + 1]
            stack.push(then)
            number = steps[at]
            step = STEPS[number * MOST_SEATS + seat]
            if IS_QUESTION[number]:
                stack.push(step)
                return
            step.apply(state, NO, chance)
            if stack.top is not then:
                return
            stack.pop()

    def fields(self) -> dict[str, object]:
        return {"action": ACTIONS[self.action], "at": self.at}


class EndTurn(Step):
    """Too many mountains are discarded; then the next turn begins, or the game is over. (PK-35, PK-90)"""

    kind: ClassVar[str] = "end-turn"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if len(state.mountains[self.seat]) > state.content.hand_limit:
            state.stack.push(self)
            state.stack.push(TRIM[self.seat])
            return
        state.action = NONE
        if state.last_turns == RUNNING and is_last_round(state):
            return
        seat = next_seat(state)
        if seat == NONE:
            end_game(state)
        else:
            carry_out_plan(state, chance)
            BEGIN_TURN[seat].apply(state, NO, chance)


# The end


def is_last_round(state: PeaksState) -> bool:
    """Whether the game is over; a supply that is used up makes the next round the last (PK-90, PK-97, PK-107)."""
    content = state.content
    seats: i64 = len(state.mountains)
    supply: i64 = content.supply
    for seat in range(seats):
        if state.placed(seat) >= supply:
            state.last_turns = seats
            if state.log is not None:
                if seats == 1:
                    state.log.append(Event("all-flags", seat, {"flags": content.supply}))
                else:
                    state.log.append(Event("last-round", seat, {"flags": content.supply}))
            return False
    if state.turn < (last_turn(state) if seats == 1 else content.rounds * seats):
        return False
    if state.log is not None:
        if seats == 1:
            state.log.append(Event("turn-limit", 0, {"turns": last_turn(state)}))
        else:
            state.log.append(Event("round-limit", NONE, {"rounds": content.rounds}))
    end_game(state)
    return True


def next_seat(state: PeaksState) -> int:
    """Who has the next turn, NONE after the last round, which passes over seats without flags (PK-90)."""
    if state.last_turns == RUNNING:
        return state.nth(1)
    for place in range(1, state.last_turns + 1):
        state.last_turns -= 1
        seat = state.nth(place)
        if state.placed(seat) < state.content.supply:
            return seat
        if state.log is not None and len(state.mountains) > 1:
            state.log.append(Event("no-flags-left", seat, {}))
    return NONE


def end_game(state: PeaksState) -> None:
    state.news = NOTHING_NEW
    state.closed = False
    state.proposed = NO_CARDS
    if state.log is not None:
        state.log.append(Event("end", NONE, {}))
        if len(state.mountains) == 1:
            if scenario_of(state) is None:
                state.log.append(Event("ladder", 0, {"title": ladder_title(state)}))
            tell_the_end(state)


NO_CLIMB: Final = [REST, PREPARE]
ALL_ACTIONS: Final = [REST, PREPARE, CLIMB]
ONLY_CLIMB: Final = [CLIMB]
ACTION_CAPTIONS: Final = ["rest-action", "prepare-action", "climb-action"]
SET_UP: Final = [SetUpTurn(seat) for seat in range(MOST_SEATS)]
HOME: Final = [Home(seat) for seat in range(MOST_SEATS)]
FIRST_GAME: Final = [FirstGame(seat) for seat in range(MOST_SEATS)]
DEAL_BOOSTS: Final = [DealBoosts(seat) for seat in range(MOST_SEATS)]
BOOST: Final = [Boost(seat) for seat in range(MOST_SEATS)]
APPLY_BOOST: Final = [ApplyBoost(seat) for seat in range(MOST_SEATS)]
BEGIN_TURN: Final = [BeginTurn(seat) for seat in range(MOST_SEATS)]
TURN: Final = [Turn(seat) for seat in range(MOST_SEATS)]
END_TURN: Final = [EndTurn(seat) for seat in range(MOST_SEATS)]
MOST_STEPS: Final = 5
NEXT_STEPS: Final = [
    [NextStep(seat, action, at) for at in range(MOST_STEPS + 1)]
    for action in range(len(ACTIONS))
    for seat in range(MOST_SEATS)
]


def next_step(seat: int, action: int, at: int) -> NextStep:
    return NEXT_STEPS[action * MOST_SEATS + seat][at]


STEPS: Final[list[PeaksDecision]] = [
    *TRAVEL,
    *REST_FLAG,
    *REST_BONUS,
    *REST_ENERGY,
    *TAKE,
    *REFILL,
    *GEAR_PAIR,
    *DRAW_THREE,
    *GEAR_DIE,
    *NAME_CLIMB,
    *TAG_ALONG,
    *SHARED_FLAGS,
    *HIGH_SUMMIT,
    *REWARDS,
]
"""In the order of `content.STEP_NAMES`, each for every seat."""
IS_QUESTION: Final = [not isinstance(step, Step) for step in STEPS[::MOST_SEATS]]
