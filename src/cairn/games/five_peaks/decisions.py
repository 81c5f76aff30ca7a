"""The rules of Five Peaks: a turn is one card, and what follows from it.

Each class is one question. `Play` opens a turn and leaves `EndTurn` at the bottom of the stack; what a card does is
pushed above it, and what a space does above that. A question with one answer is answered by the engine, so that some
classes (`Lay`, mostly `EndTurn`) are seldom seen.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from cairn.core.chance import Chance
from cairn.core.contract import Decision
from cairn.core.deck import BITS
from cairn.core.event import Event
from cairn.games.five_peaks.actions import (
    JUMPING,
    POWER,
    SPACE,
    TRADE,
    bonus,
    can_discover,
    can_gain,
    can_pay,
    can_place_peak,
    carried,
    check_end,
    draw_campfires,
    draw_peak,
    draw_tile,
    gain,
    has_fire,
    has_stone_on,
    in_market,
    jumps,
    lay,
    lying_at,
    marked,
    pay,
    put,
    refill,
    reveal,
    room,
    sellable,
    shown_purse,
    smallest_stone,
    steps_from,
    take_card,
    trade,
    trades,
    walk_length,
)
from cairn.games.five_peaks.board import NONE, can_walk, find_route, find_walks
from cairn.games.five_peaks.content import (
    BASICS,
    BIKE,
    BIT,
    CAMP,
    CAMPFIRE,
    CAMPFIRES,
    CARD,
    CARD_KINDS,
    CARDS,
    CONTAINERS,
    DISCOVERY,
    ENDORPHIN,
    ENDORPHIN_TRADE,
    EXCHANGE,
    GATHERING,
    HERB_POUCH,
    KINDS,
    LARGE_HARVEST,
    MARCH,
    MARCH_STOPS,
    MORE_PEAKS,
    MOST_SEATS,
    MUSHROOM_BASKET,
    NO_SPACE,
    NUMERALS,
    PARAGLIDE,
    PEAK,
    RANKS,
    RESOURCES,
    REWARDS,
    RUN,
    SHORTCUT,
    SIGHTSEE,
    STARTING,
    STONES,
    SUMMIT,
    TERRAINS,
    TRAINING,
    TRAINING_WALK,
    WALK,
    WALK_TWICE,
    Reward,
    amount_text,
)
from cairn.games.five_peaks.content import Exchange as ExchangeRule
from cairn.games.five_peaks.geometry import (
    CORNERS,
    FIRST_CORNER,
    PLACE_X,
    PLACE_Y,
    SIDES,
    TURNS,
    corner_slot,
    key,
    key_x,
    key_y,
    side_slot,
)
from cairn.games.five_peaks.state import NO_CARD, NOWHERE, HikeState, lying

NO: Final = 0
YES: Final = 1
STAY: Final = 0
PLACE: Final = 3
DONE: Final = 3
SELL: Final = 16
ALL_CONTAINERS: Final = 15


class Play(Decision[HikeState]):
    """Which card do you play? (FP-10)"""

    kind: ClassVar[str] = "play"
    rules: ClassVar[tuple[str, ...]] = ("FP-10",)

    def choices(self, state: HikeState) -> list[int]:
        seat = self.seat
        base = seat * CARD_KINDS
        hands = state.hands
        marks = marked(state, seat)
        offered = [card for card in range(CARD_KINDS) if hands[base + card] and playable(state, seat, card, marks)]
        offered += trades(state, seat)
        return offered

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        seat = self.seat
        if choice >= TRADE:
            state.stack.push(PLAY[seat])
            trade(state, seat, choice)
            settle_pack(state, seat)
            return
        state.hands[seat * CARD_KINDS + choice] -= 1
        state.played[seat * CARD_KINDS + choice] += 1
        if state.log is not None:
            state.log.append(Event("play", seat, {"card": CARDS[choice]}))
        state.stack.push(END_TURN[seat])
        state.stack.push(BY_CARD[choice][seat])

    def notation(self, state: HikeState, choice: int) -> str:
        return trade_text(choice) if choice >= TRADE else f"play {CARDS[choice]}"

    def parse(self, state: HikeState, text: str) -> int:
        words = text.split()
        if len(words) == 2 and words[0] == "play" and words[1] in CARDS:
            return CARDS.index(words[1])
        return parse_trade(text) if parse_trade(text) >= 0 else super().parse(state, text)

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        if choice >= TRADE:
            return why_no_trade(state, self.seat)
        if not 0 <= choice < CARD_KINDS or not state.hands[self.seat * CARD_KINDS + choice]:
            return "FP-10", "That card is not in your hand."
        return WHY_UNPLAYABLE[choice]

    def elements(self, state: HikeState, choice: int) -> list[str]:
        return [] if choice >= TRADE else [f"hand:{self.seat}:{CARDS[choice]}"]


def playable(state: HikeState, seat: int, card: int, marks: list[int]) -> bool:
    """Whether a card would do something (FP-10)."""
    edges = state.board.edges
    at = state.pawns[seat]
    if card == CAMP:
        return True
    if card in (WALK, SIGHTSEE):
        return can_walk(edges, marks, at, 1)
    if card == MARCH:
        return can_walk(edges, marks, at, 2) or (has_fire(state, seat, MARCH_STOPS) and can_walk(edges, marks, at, 1))
    if card == DISCOVERY:
        return can_discover(state, seat) or basics(state, seat) > 0
    if card == TRAINING:
        if in_market(state, state.endorphins[seat]) or sellable(state, seat, len(STARTING)):
            return True
        return has_fire(state, seat, TRAINING_WALK) and can_walk(edges, marks, at, 1)
    if card == RUN:
        return can_walk(edges, marks, at, 4)
    if card <= PARAGLIDE:
        return len(jumps(state, seat, card)) > 0
    if card <= LARGE_HARVEST:
        return state.bank[0] + state.bank[1] + state.bank[2] > 0
    if card <= HERB_POUCH:
        kind = card - MUSHROOM_BASKET
        return state.packs[seat * KINDS + kind] >= 2 and state.bank[BASICS + kind] > 0
    return len(state.market) > 0


def basics(state: HikeState, seat: int) -> int:
    first = seat * KINDS
    return state.packs[first] + state.packs[first + 1] + state.packs[first + 2]


class Move(Decision[HikeState]):
    """Where do you go? A space as (number + 1) * 64, with the pawns passed and a flag where another step may follow."""

    kind: ClassVar[str] = "move"
    rules: ClassVar[tuple[str, ...]] = ("FP-11", "FP-12", "FP-14")

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card = card

    def choices(self, state: HikeState) -> list[int]:
        seat = self.seat
        card = self.card
        if card in JUMPING:
            return [(space + 1) * SPACE for space in jumps(state, seat, card)]
        if card == WALK and has_fire(state, seat, WALK_TWICE):
            return steps_from(state, seat)
        offered = walks_from(state, seat, card)
        if card == MARCH and has_fire(state, seat, MARCH_STOPS):
            offered += steps_from(state, seat)
        return offered

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        go(state, self.seat, choice, CARDS[self.card], walk_length(self.card))

    def notation(self, state: HikeState, choice: int) -> str:
        verb = "step" if choice & 1 and self.card != WALK else CARDS[self.card]
        return move_text(state, self.seat, choice, verb, state.offered)

    def parse(self, state: HikeState, text: str) -> int:
        return parse_move(self, state, text, CARDS[self.card])

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        return why_not_to(state, self.seat, choice, WHY_NOT_THERE[self.card])

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        return "move", {"card": CARDS[self.card]}

    def elements(self, state: HikeState, choice: int) -> list[str]:
        return [f"space:{state.board.name(space)}" for space in route(state, self.seat, choice, self.card)]

    def fields(self) -> dict[str, object]:
        return {"card": CARDS[self.card]}


class SecondStep(Decision[HikeState]):
    """Do you go one space farther? (FP-58)"""

    kind: ClassVar[str] = "second-step"
    rules: ClassVar[tuple[str, ...]] = ("FP-58", "FP-14")

    def choices(self, state: HikeState) -> list[int]:
        ends = [0] * len(state.board.kinds)
        find_walks(state.board.edges, marked(state, self.seat), state.pawns[self.seat], 1, ends)
        return [STAY] + [(space + 1) * SPACE for space in range(len(ends)) if ends[space]]

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice != STAY:
            go(state, self.seat, choice, "step", 1)

    def notation(self, state: HikeState, choice: int) -> str:
        return "stay" if choice == STAY else f"step {state.board.name(choice // SPACE - 1)}"

    def parse(self, state: HikeState, text: str) -> int:
        return STAY if text == "stay" else parse_move(self, state, text, "step")

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        return why_not_to(state, self.seat, choice, NOT_A_STEP)

    def elements(self, state: HikeState, choice: int) -> list[str]:
        return [] if choice == STAY else [f"space:{state.board.name(choice // SPACE - 1)}"]


def walks_from(state: HikeState, seat: int, card: int) -> list[int]:
    """Where walks of the card's length end; Sightsee has two lengths (FP-11, FP-30, FP-31)."""
    edges = state.board.edges
    marks = marked(state, seat)
    at = state.pawns[seat]
    ends = [0] * len(marks)
    find_walks(edges, marks, at, walk_length(card), ends)
    if card == SIGHTSEE:
        find_walks(edges, marks, at, 1, ends)
    return [(space + 1) * SPACE for space in range(len(ends)) if ends[space]]


def go(state: HikeState, seat: int, choice: int, verb: str, steps: int) -> None:
    """Move the pawn and let it arrive; remember where it was if a second step may follow."""
    space = choice // SPACE - 1
    start = state.pawns[seat]
    if choice & 1:
        state.trail.append(start)
        for other in range(len(state.pawns)):
            if choice >> 1 & BITS[other] and state.pawns[other] not in state.trail:
                state.trail.append(state.pawns[other])
        state.stack.push(SECOND_STEP[seat])
    state.pawns[seat] = space
    if state.log is not None:
        args: dict[str, object] = {"start": state.board.name(start), "space": state.board.name(space)}
        state.log.append(Event("move", seat, args))
    arrive(state, seat)


def route(state: HikeState, seat: int, choice: int, card: int) -> list[int]:
    """The spaces of one way to a destination, the destination last."""
    space = choice // SPACE - 1
    lengths = [1] if choice & 1 else [1, 2] if card == SIGHTSEE else [walk_length(card)]
    for steps in lengths:
        if steps:
            found = find_route(state.board.edges, marked(state, seat), state.pawns[seat], steps, space)
            if found:
                return found
    return [space]


def move_text(state: HikeState, seat: int, choice: int, verb: str, offered: list[int]) -> str:
    """`walk 3,1`; with the pawns that are passed where there are several ways to one space."""
    space = choice // SPACE - 1
    text = f"{verb} {state.board.name(space)}"
    same = [other for other in offered if other // SPACE == choice // SPACE and other & 1 == choice & 1]
    if len(same) < 2:
        return text
    passed = [str(other) for other in range(len(state.pawns)) if choice >> 1 & BITS[other]]
    return f"{text} past {' '.join(passed)}" if passed else text


def parse_move(decision: Decision[HikeState], state: HikeState, text: str, verb: str) -> int:
    """A legal move, or the code of another space that a refusal can speak of."""
    for choice in state.offered:
        if decision.notation(state, choice) == text:
            return choice
    words = text.split()
    if len(words) == 2 and words[0] == verb and is_cell(words[1]):
        space = state.board.space_named(words[1])
        return OFF_THE_MAP if space == NONE else (space + 1) * SPACE
    return Decision.parse(decision, state, text)


def is_cell(text: str) -> bool:
    """Whether a text looks like the name of a space: "3,-1"."""
    parts = text.split(",")
    return len(parts) == 2 and all(part.removeprefix("-").isdecimal() for part in parts)


def why_not_to(state: HikeState, seat: int, choice: int, otherwise: tuple[str, str]) -> tuple[str, str]:
    """Why a pawn cannot move to a space; `otherwise` if nothing is wrong with the space itself."""
    space = choice // SPACE - 1
    if not 0 <= space < len(state.board.kinds):
        return "FP-11", "There is no such space."
    if space == state.pawns[seat] or space in state.trail:
        return "FP-14", "Your pawn has been there this turn."
    if space in state.pawns:
        return "FP-12", "A pawn stands there, and you must end on an empty space."
    return otherwise


def arrive(state: HikeState, seat: int) -> None:
    """The pawn has stopped: first what lies there, then the space itself (FP-16, FP-46)."""
    space = state.pawns[seat]
    kind = state.board.kinds[space]
    if kind == GATHERING:
        state.stack.push(GATHER[seat])
    elif kind == EXCHANGE:
        state.stack.push(TRADE_HERE[seat * 2])
    elif kind == CONTAINERS:
        state.stack.push(SWAP[seat * 16 + ALL_CONTAINERS])
    elif kind == SUMMIT:
        state.stack.push(STONE[seat])
    if lying_at(state, space) != NONE:
        state.stack.push(PICK_UP[seat])


class PickUp(Decision[HikeState]):
    """Do you take all that lies here? (FP-46)"""

    kind: ClassVar[str] = "pick-up"
    rules: ClassVar[tuple[str, ...]] = ("FP-46",)

    def choices(self, state: HikeState) -> list[int]:
        return YES_OR_NO

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice == NO:
            return
        seat = self.seat
        at = lying_at(state, state.pawns[seat])
        found = lying(state.left[at])
        if state.log is not None:
            what = shown_purse(state.left[at] & PURSE_MASK)
            state.log.append(Event("pick-up", seat, {"what": what}))
        state.left[at] = state.left[-1]
        state.left.pop()
        for kind in range(KINDS):
            state.packs[seat * KINDS + kind] += found[kind] + bonus(state, seat, kind, found[kind])
        settle_pack(state, seat)

    def notation(self, state: HikeState, choice: int) -> str:
        return "pick up" if choice == YES else "leave"

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        at = lying_at(state, state.pawns[self.seat])
        return "pick-up", {"what": shown_purse(state.left[at] & PURSE_MASK)}


class Gather(Decision[HikeState]):
    """Do you take what the space gives? (FP-16)"""

    kind: ClassVar[str] = "gather"
    rules: ClassVar[tuple[str, ...]] = ("FP-16", "FP-45")

    def choices(self, state: HikeState) -> list[int]:
        return YES_OR_NO if can_gain(state, state.board.gains[state.pawns[self.seat]]) else ONLY_NO

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice == YES:
            gain(state, self.seat, state.board.gains[state.pawns[self.seat]])
            settle_pack(state, self.seat)

    def notation(self, state: HikeState, choice: int) -> str:
        return "take" if choice == YES else "skip"

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        return "gather", {"what": shown_purse(state.board.gains[state.pawns[self.seat]])}


class Exchange(Decision[HikeState]):
    """How often do you exchange? Asked again until you stop. (FP-40)"""

    kind: ClassVar[str] = "exchange"
    rules: ClassVar[tuple[str, ...]] = ("FP-40",)

    def __init__(self, seat: int, placed: bool) -> None:
        super().__init__(seat)
        self.placed = placed
        """Whether a peak has been placed by this space already."""

    def choices(self, state: HikeState) -> list[int]:
        times = most_exchanges(state, self.seat)
        offered = list(range(times + 1))
        offered += trades(state, self.seat)
        return offered

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        seat = self.seat
        if choice == NO:
            if self.placed and has_fire(state, seat, MORE_PEAKS) and can_place_peak(state, seat):
                state.stack.push(BONUS_PEAK[seat])
            return
        if choice >= TRADE:
            state.stack.push(self)
            trade(state, seat, choice)
            settle_pack(state, seat)
            return
        exchange = exchange_here(state, seat)
        product = exchange.product
        pay(state, seat, exchange.cost, choice)
        if state.log is not None:
            args: dict[str, object] = {"times": choice, "what": product.text()}
            state.log.append(Event("exchange", seat, args))
        state.stack.push(TRADE_HERE[seat * 2 + 1] if product.kind == PEAK else self)
        if product.kind < KINDS:
            put(state, seat, product.kind, product.count * choice)
            settle_pack(state, seat)
        elif product.kind == ENDORPHIN:
            state.endorphins[seat] += product.count * choice
        else:
            give(state, seat, product, chance)

    def notation(self, state: HikeState, choice: int) -> str:
        if choice >= TRADE:
            return trade_text(choice)
        return "stop" if choice == NO else f"exchange {choice}"

    def parse(self, state: HikeState, text: str) -> int:
        words = text.split()
        if text == "stop":
            return NO
        if len(words) == 2 and words[0] == "exchange" and words[1] in FEW:
            return int(words[1])
        return parse_trade(text) if parse_trade(text) >= 0 else super().parse(state, text)

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        if choice >= TRADE:
            return why_no_trade(state, self.seat)
        exchange = exchange_here(state, self.seat)
        if not can_pay(state, self.seat, exchange.cost):
            return "FP-40", f"This costs {amount_text(exchange.cost)}, and you do not have it."
        most = most_exchanges(state, self.seat)
        if most == 0:
            return "FP-40", f"There is no {REWARDS[exchange.product.kind]} to be had here now."
        if exchange.product.kind >= CARD:
            return "FP-40", "Rewards are taken one by one: exchange once, then again."
        return "FP-40", f"You can exchange {most} times at the most, by what you have and what is left to get."

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        board = state.board
        space = state.pawns[self.seat]
        home = board.homes[space]
        tile = state.content.tiles[board.tile_ids[home]]
        where = tile.traded[board.tile_turns[home]].index(board.about[space])
        return "exchange", {"what": tile.texts[board.tile_turns[home]][where].removeprefix("exchange: ")}

    def fields(self) -> dict[str, object]:
        return {"placed": self.placed}


def exchange_here(state: HikeState, seat: int) -> ExchangeRule:
    return state.content.exchanges[state.board.about[state.pawns[seat]]]


def most_exchanges(state: HikeState, seat: int) -> int:
    """How often a seat can pay for the exchange of its space and get something for it (FP-40); rewards one by one."""
    exchange = exchange_here(state, seat)
    if not can_pay(state, seat, exchange.cost):
        return 0
    kind = exchange.product.kind
    if kind == CARD:
        return 1 if state.market else 0
    if kind == CAMPFIRE:
        return 1 if state.campfire.count() > 0 else 0
    if kind == PEAK:
        return 1 if can_place_peak(state, seat) else 0
    most = MOST_TIMES
    for part in range(KINDS):
        cost = exchange.cost[part]
        if cost:
            most = min(most, state.packs[seat * KINDS + part] // cost)
    if exchange.cost[ENDORPHIN]:
        most = min(most, state.endorphins[seat] // exchange.cost[ENDORPHIN])
    return min(most, state.bank[kind] // exchange.product.count) if kind < KINDS else most


class Swap(Decision[HikeState]):
    """Which container do you exchange for which? As often as you had containers when you stopped. (FP-42)"""

    kind: ClassVar[str] = "swap"
    rules: ClassVar[tuple[str, ...]] = ("FP-42",)

    def __init__(self, seat: int, times: int) -> None:
        super().__init__(seat)
        self.times = times
        """How many swaps are left; ALL_CONTAINERS before the first."""

    def choices(self, state: HikeState) -> list[int]:
        first = self.seat * KINDS
        offered = [NO]
        for own in range(BASICS, KINDS):
            if state.packs[first + own]:
                offered += [own * KINDS + other for other in range(BASICS, KINDS) if other != own and state.bank[other]]
        offered += trades(state, self.seat)
        return offered

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice == NO:
            return
        seat = self.seat
        first = seat * KINDS
        if choice >= TRADE:
            state.stack.push(self)
            trade(state, seat, choice)
            settle_pack(state, seat)
            return
        own = choice // KINDS
        other = choice % KINDS
        times = self.times
        if times == ALL_CONTAINERS:
            times = state.packs[first + 3] + state.packs[first + 4] + state.packs[first + 5]
        state.packs[first + own] -= 1
        state.bank[own] += 1
        put(state, seat, other, 1)
        if state.log is not None:
            state.log.append(Event("swap", seat, {"own": RESOURCES[own], "other": RESOURCES[other]}))
        if times > 1:
            state.stack.push(SWAP[seat * 16 + times - 1])

    def notation(self, state: HikeState, choice: int) -> str:
        if choice >= TRADE:
            return trade_text(choice)
        return "stop" if choice == NO else f"swap {RESOURCES[choice // KINDS]} {RESOURCES[choice % KINDS]}"

    def parse(self, state: HikeState, text: str) -> int:
        words = text.split()
        if len(words) == 3 and words[0] == "swap" and words[1] in RESOURCES and words[2] in RESOURCES:
            return RESOURCES.index(words[1]) * KINDS + RESOURCES.index(words[2]) or MUSHROOM_FOR_ITSELF
        return parse_trade(text) if parse_trade(text) >= 0 else super().parse(state, text)

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        if choice >= TRADE:
            return why_no_trade(state, self.seat)
        own, other = choice // KINDS, choice % KINDS
        if not BASICS <= own < KINDS or not other >= BASICS or own == other:
            return "FP-42", "A container is exchanged for one of another kind."
        if state.packs[self.seat * KINDS + own] == 0:
            return "FP-42", f"You have no {RESOURCES[own]}."
        return "FP-45", f"The bank has no {RESOURCES[other]} left."

    def fields(self) -> dict[str, object]:
        return {"times": None if self.times == ALL_CONTAINERS else self.times}


class Stone(Decision[HikeState]):
    """Do you place a stone on this peak, and which? (FP-51, FP-52)"""

    kind: ClassVar[str] = "stone"
    rules: ClassVar[tuple[str, ...]] = ("FP-51", "FP-52")

    def choices(self, state: HikeState) -> list[int]:
        seat = self.seat
        place = state.board.about[state.pawns[seat]]
        offered = [NO]
        if has_stone_on(state, seat, place):
            return offered
        first = smallest_stone(state, place) + 1
        offered += [stone + 1 for stone in range(first, STONES) if state.stones[seat * STONES + stone] == NOWHERE]
        return offered

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice == NO:
            return
        seat = self.seat
        place = state.board.about[state.pawns[seat]]
        peak = state.board.peak_ids[place]
        state.stones[seat * STONES + choice - 1] = place
        if state.log is not None:
            args: dict[str, object] = {
                "stone": state.content.stone_names[choice - 1],
                "peak": state.content.peak_names[peak],
            }
            state.log.append(Event("stone", seat, args))
        check_end(state, seat)
        give(state, seat, state.content.peaks[peak].reward, chance)

    def notation(self, state: HikeState, choice: int) -> str:
        return "skip" if choice == NO else f"stone {state.content.stone_names[choice - 1]}"

    def parse(self, state: HikeState, text: str) -> int:
        words = text.split()
        if len(words) == 2 and words[0] == "stone" and words[1] in state.content.stone_names:
            return state.content.stone_names.index(words[1]) + 1
        return super().parse(state, text)

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        place = state.board.about[state.pawns[self.seat]]
        if has_stone_on(state, self.seat, place):
            return "FP-51", "You have a stone on this peak already."
        if 1 <= choice <= STONES and state.stones[self.seat * STONES + choice - 1] != NOWHERE:
            return "FP-51", "You have placed that stone already."
        return "FP-52", "A stone must be smaller than the one it goes on."

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        peak = state.content.peaks[state.board.peak_ids[state.board.about[state.pawns[self.seat]]]]
        reward = f", and {peak.reward.text()} at once" if peak.reward.count else ""
        return "stone", {"points": peak.points, "reward": reward}


def give(state: HikeState, seat: int, reward: Reward, chance: Chance) -> None:
    """A reward, as far as it can be had (FP-53 to FP-55)."""
    if reward.kind == ENDORPHIN:
        state.endorphins[seat] += reward.count
        if state.log is not None:
            state.log.append(Event("gain", seat, {"what": reward.text()}))
    elif reward.kind == CARD:
        if state.market:
            state.stack.push(FREE_CARD[seat])
    elif reward.kind == CAMPFIRE:
        if draw_campfires(state, seat, chance):
            state.stack.push(KEEP_FIRE[seat])
    elif reward.kind == PEAK:
        draw_peak(state, seat, chance)
        state.stack.push(PLACE_PEAK[seat])


class FreeCard(Decision[HikeState]):
    """Which card of the market do you take for free? (FP-54)"""

    kind: ClassVar[str] = "free-card"
    rules: ClassVar[tuple[str, ...]] = ("FP-54",)

    def choices(self, state: HikeState) -> list[int]:
        return in_market(state, UNLIMITED)

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        take_card(state, self.seat, choice, 0, chance)

    def notation(self, state: HikeState, choice: int) -> str:
        return f"card {CARDS[choice]}"

    def parse(self, state: HikeState, text: str) -> int:
        named = named_after(text, "card", CARDS)
        return named if named >= 0 else super().parse(state, text)

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        return "FP-54", "That card is not in the market."


class KeepFire(Decision[HikeState]):
    """Which of the campfire cards you drew do you keep? (FP-55)"""

    kind: ClassVar[str] = "campfire"
    rules: ClassVar[tuple[str, ...]] = ("FP-55",)

    def choices(self, state: HikeState) -> list[int]:
        return state.looked[:]

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        state.fires[self.seat] |= POWER[choice]
        for at in range(len(state.looked)):
            if state.looked[at] != choice:
                state.campfire.put_under(state.looked[at], state.looked_known[at])
        state.looked.clear()
        state.looked_known.clear()
        if state.log is not None:
            state.log.append(Event("campfire", self.seat, {"card": CAMPFIRES[choice]}))

    def notation(self, state: HikeState, choice: int) -> str:
        return f"keep {CAMPFIRES[choice]}"

    def parse(self, state: HikeState, text: str) -> int:
        named = named_after(text, "keep", CAMPFIRES)
        return named if named >= 0 else super().parse(state, text)

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        return "FP-55", "That card is not among those you drew."


class PlacePeak(Decision[HikeState]):
    """On which side of your tile does the peak go, and how is it turned? (FP-41, FP-50)"""

    kind: ClassVar[str] = "peak"
    rules: ClassVar[tuple[str, ...]] = ("FP-41", "FP-50")

    def choices(self, state: HikeState) -> list[int]:
        board = state.board
        sides = board.open_sides[board.homes[state.pawns[self.seat]]]
        turns = state.content.peaks[state.drawn_peak].turns
        return [side * TURNS + turn for side in range(TURNS) if sides & BIT[side] for turn in turns]

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        seat = self.seat
        board = state.board
        slot = board.tile_keys[board.homes[state.pawns[seat]]]
        at = side_slot(key_x(slot), key_y(slot), choice // TURNS)
        peak = state.drawn_peak
        terrain = state.content.peaks[peak].terrain
        state.drawn_peak = NO_CARD
        state.board = board.with_peak(peak, choice % TURNS, at[0], at[1])
        state.badges[seat * 3 + terrain] += 1
        if state.log is not None:
            args: dict[str, object] = {"peak": state.content.peak_names[peak], "terrain": TERRAINS[terrain]}
            state.log.append(Event("peak", seat, args))
        check_end(state, seat)

    def notation(self, state: HikeState, choice: int) -> str:
        return f"peak {SIDES[choice // TURNS]} r{choice % TURNS}"

    def parse(self, state: HikeState, text: str) -> int:
        """A turn that makes no difference stands for the least one that lies the same."""
        words = text.split()
        if len(words) == 3 and words[0] == "peak" and words[1] in SIDES and words[2] in TURN_NAMES:
            sides = state.content.peaks[state.drawn_peak].sides
            return SIDES.index(words[1]) * TURNS + sides.index(sides[TURN_NAMES.index(words[2])])
        return super().parse(state, text)

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        board = state.board
        home = board.homes[state.pawns[self.seat]]
        side = choice // TURNS
        if not 0 <= side < TURNS:
            return "FP-41", "A peak goes to the north, east, south or west of your tile."
        if not state.content.tiles[board.tile_ids[home]].exits_turned[board.tile_turns[home]] & BIT[side]:
            return "FP-41", "No path leaves your tile on that side."
        return "FP-41", "There is no empty hole on that side."

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        return "peak", {"peak": state.content.peak_names[state.drawn_peak]}


class BonusPeak(Decision[HikeState]):
    """Do you place one more peak for free? (FP-57)"""

    kind: ClassVar[str] = "bonus-peak"
    rules: ClassVar[tuple[str, ...]] = ("FP-57",)

    def choices(self, state: HikeState) -> list[int]:
        return YES_OR_NO

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice == YES:
            draw_peak(state, self.seat, chance)
            state.stack.push(PLACE_PEAK[self.seat])

    def notation(self, state: HikeState, choice: int) -> str:
        return "bonus" if choice == YES else "skip"


class Discover(Decision[HikeState]):
    """Do you place a new tile, or discard resources for endorphins? (FP-20, FP-25)"""

    kind: ClassVar[str] = "discovery"
    rules: ClassVar[tuple[str, ...]] = ("FP-20", "FP-25")

    def choices(self, state: HikeState) -> list[int]:
        offered = [kind for kind in range(BASICS) if state.packs[self.seat * KINDS + kind]]
        if can_discover(state, self.seat):
            offered.append(PLACE)
        return offered

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice == PLACE:
            draw_tile(state, chance)
            if state.log is not None:
                state.log.append(Event("draw-tile", self.seat, {"tile": state.content.tile_names[state.drawn_tile]}))
            state.stack.push(PLACE_TILE[self.seat])
        else:
            discard_basic(state, self.seat, choice)

    def notation(self, state: HikeState, choice: int) -> str:
        return "discover" if choice == PLACE else f"discard {RESOURCES[choice]}"

    def parse(self, state: HikeState, text: str) -> int:
        words = text.split()
        if text == "discover":
            return PLACE
        if len(words) == 2 and words[0] == "discard" and words[1] in RESOURCES[:BASICS]:
            return RESOURCES.index(words[1])
        return super().parse(state, text)

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        if choice != PLACE:
            return "FP-25", "You have none of that to discard."
        if state.board.homes[state.pawns[self.seat]] == NONE:
            return "FP-23", "Your pawn is on a peak, and no tile can be placed beside a peak."
        if not state.terrain:
            return "FP-26", "No terrain tile is left."
        return "FP-20", "No tile fits beside the one your pawn is on."


class Discard(Decision[HikeState]):
    """Do you discard more? From the same kind on, so that no order is asked twice. (FP-25)"""

    kind: ClassVar[str] = "discard"
    rules: ClassVar[tuple[str, ...]] = ("FP-25",)

    def __init__(self, seat: int, first: int) -> None:
        super().__init__(seat)
        self.first = first

    def choices(self, state: HikeState) -> list[int]:
        packs = state.packs
        return [DONE] + [kind for kind in range(self.first, BASICS) if packs[self.seat * KINDS + kind]]

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice != DONE:
            discard_basic(state, self.seat, choice)

    def notation(self, state: HikeState, choice: int) -> str:
        return "done" if choice == DONE else f"discard {RESOURCES[choice]}"

    def parse(self, state: HikeState, text: str) -> int:
        named = named_after(text, "discard", RESOURCES[:BASICS])
        return named if named >= 0 else super().parse(state, text)

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        if choice < self.first:
            return "FP-25", f"Discard kind by kind: after {RESOURCES[self.first]} nothing that comes before it."
        return "FP-25", "You have none of that to discard."

    def fields(self) -> dict[str, object]:
        return {"first": RESOURCES[self.first]}


def discard_basic(state: HikeState, seat: int, kind: int) -> None:
    state.packs[seat * KINDS + kind] -= 1
    state.bank[kind] += 1
    state.endorphins[seat] += state.content.discarded_basic_endorphins
    if state.log is not None:
        state.log.append(Event("discard", seat, {"what": RESOURCES[kind]}))
    state.stack.push(DISCARD[seat * BASICS + kind])


class PlaceTile(Decision[HikeState]):
    """At which corner does the new tile go, and how is it turned? (FP-20 to FP-23)"""

    kind: ClassVar[str] = "tile"
    rules: ClassVar[tuple[str, ...]] = ("FP-20", "FP-21", "FP-23")

    def choices(self, state: HikeState) -> list[int]:
        board = state.board
        space = state.pawns[self.seat]
        offered: list[int] = []
        for which in range(2):
            home = board.second_homes[space] if which else board.homes[space]
            if home == NONE:
                continue
            corners = board.open_corners[home]
            for corner in range(TURNS):
                if corners & BIT[corner]:
                    first = which * 16 + corner * TURNS
                    offered += [first, first + 1, first + 2, first + 3]
        return offered

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        board = state.board
        slot = board.tile_keys[self.home(state, choice)]
        i = key_x(slot)
        j = key_y(slot)
        corner = choice // TURNS % TURNS
        at = corner_slot(i, j, corner)
        tile = state.drawn_tile
        state.drawn_tile = NO_CARD
        state.board = board.with_terrain(tile, choice % TURNS, at[0], at[1])
        if state.log is not None:
            args: dict[str, object] = {"tile": state.content.tile_names[tile], "corner": CORNERS[corner]}
            state.log.append(Event("tile", self.seat, args))
        square = key(2 * i + PLACE_X[FIRST_CORNER + corner], 2 * j + PLACE_Y[FIRST_CORNER + corner])
        gain(state, self.seat, state.board.gains[state.board.cells[square]])
        settle_pack(state, self.seat)

    def home(self, state: HikeState, choice: int) -> int:
        """The tile beside which the new one goes: one of two if the pawn is on a square space."""
        space = state.pawns[self.seat]
        return state.board.second_homes[space] if choice // 16 else state.board.homes[space]

    def notation(self, state: HikeState, choice: int) -> str:
        text = f"discover {CORNERS[choice // TURNS % TURNS]} r{choice % TURNS}"
        if state.board.second_homes[state.pawns[self.seat]] == NONE:
            return text
        slot = state.board.tile_keys[self.home(state, choice)]
        return f"{text} of {key_x(slot)},{key_y(slot)}"

    def parse(self, state: HikeState, text: str) -> int:
        board = state.board
        space = state.pawns[self.seat]
        words = text.split()
        if len(words) < 3 or words[0] != "discover" or words[1] not in CORNERS or words[2] not in TURN_NAMES:
            return super().parse(state, text)
        placed = CORNERS.index(words[1]) * TURNS + TURN_NAMES.index(words[2])
        if len(words) == 3 and board.second_homes[space] == NONE:
            return placed
        if len(words) == 5 and words[3] == "of" and is_cell(words[4]):
            for which, home in enumerate((board.homes[space], board.second_homes[space])):
                slot = board.tile_keys[home]
                if home != NONE and words[4] == f"{key_x(slot)},{key_y(slot)}":
                    return which * TURNS * TURNS + placed
            return BESIDE_ANOTHER
        return super().parse(state, text)

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        board = state.board
        if not 0 <= choice < BESIDE_ANOTHER or self.home(state, choice) == NONE:
            return "FP-23", "Your pawn is not on that tile."
        home = self.home(state, choice)
        corner = choice // TURNS % TURNS
        slot = corner_slot(key_x(board.tile_keys[home]), key_y(board.tile_keys[home]), corner)
        if key(slot[0], slot[1]) in board.slots:
            return "FP-20", "A tile lies at that corner already."
        tile = state.content.tiles[board.tile_ids[home]]
        if tile.kinds[board.tile_turns[home]][FIRST_CORNER + corner] == NO_SPACE:
            return "FP-20", "Your tile has no triangle at that corner."
        return "FP-20", "There the tile would cover a part of the starting tile."

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        return "tile", {"tile": state.content.tile_names[state.drawn_tile]}


class Train(Decision[HikeState]):
    """Which card do you buy, or which do you sell first? (FP-27, FP-28)"""

    kind: ClassVar[str] = "training"
    rules: ClassVar[tuple[str, ...]] = ("FP-27", "FP-28")

    def choices(self, state: HikeState) -> list[int]:
        seat = self.seat
        offered = in_market(state, state.endorphins[seat])
        offered += [SELL + kind for kind in sellable(state, seat, len(STARTING))]
        if has_fire(state, seat, TRAINING_WALK):
            offered += steps_from(state, seat)
        return offered

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice >= SPACE:
            go(state, self.seat, choice, "step", 1)
        elif choice >= SELL:
            sell(state, self.seat, choice - SELL)
        else:
            take_card(state, self.seat, choice, state.content.costs[choice], chance)

    def notation(self, state: HikeState, choice: int) -> str:
        if choice >= SPACE:
            return move_text(state, self.seat, choice, "step", state.offered)
        return f"sell {CARDS[choice - SELL]}" if choice >= SELL else f"buy {CARDS[choice]}"

    def parse(self, state: HikeState, text: str) -> int:
        words = text.split()
        if len(words) == 2 and words[0] in ("buy", "sell") and words[1] in CARDS:
            return CARDS.index(words[1]) + (SELL if words[0] == "sell" else 0)
        return parse_move(self, state, text, "step")

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        if SELL <= choice < SELL + len(STARTING):
            return "FP-28", "Starting cards cannot be sold."
        if SELL <= choice < SPACE:
            return "FP-28", "That card is not in your hand."
        if choice >= SPACE and not has_fire(state, self.seat, TRAINING_WALK):
            return "FP-58", "You have no campfire card that lets you walk while you train."
        if choice >= SPACE:
            return why_not_to(state, self.seat, choice, NOT_A_STEP)
        return why_not_bought(state, self.seat, choice)


class Sell(Decision[HikeState]):
    """Do you sell more? From the same kind on. (FP-28)"""

    kind: ClassVar[str] = "sell"
    rules: ClassVar[tuple[str, ...]] = ("FP-28",)

    def __init__(self, seat: int, first: int) -> None:
        super().__init__(seat)
        self.first = first

    def choices(self, state: HikeState) -> list[int]:
        return [NO] + [SELL + kind for kind in sellable(state, self.seat, self.first)]

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice != NO:
            sell(state, self.seat, choice - SELL)

    def notation(self, state: HikeState, choice: int) -> str:
        return "done" if choice == NO else f"sell {CARDS[choice - SELL]}"

    def parse(self, state: HikeState, text: str) -> int:
        named = named_after(text, "sell", CARDS)
        return SELL + named if named >= 0 else super().parse(state, text)

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        card = choice - SELL
        if 0 <= card < len(STARTING):
            return "FP-28", "Starting cards cannot be sold."
        if len(STARTING) <= card < self.first and state.hands[self.seat * CARD_KINDS + card]:
            return "FP-28", f"Sell kind by kind: after {CARDS[self.first]} nothing that comes before it."
        return "FP-28", "That card is not in your hand."

    def fields(self) -> dict[str, object]:
        return {"first": CARDS[self.first]}


def sell(state: HikeState, seat: int, kind: int) -> None:
    """A card goes back to the box for good (FP-28)."""
    state.hands[seat * CARD_KINDS + kind] -= 1
    state.box.append(kind)
    state.endorphins[seat] += state.content.sold_card_endorphins
    if state.log is not None:
        state.log.append(Event("sell", seat, {"card": CARDS[kind]}))
    state.stack.push(SELL_MORE[seat * CARD_KINDS + kind])


class Camp(Decision[HikeState]):
    """Do you buy a panorama, or rest for endorphins? (FP-29, FP-61)"""

    kind: ClassVar[str] = "camp"
    rules: ClassVar[tuple[str, ...]] = ("FP-29", "FP-61")

    def choices(self, state: HikeState) -> list[int]:
        wanted = next_rank(state, self.seat)
        panoramas = state.content.panoramas
        offered = [NO]
        for pile in range(len(state.piles)):
            card = state.piles[pile]
            if card != NO_CARD and panoramas[card].rank == wanted and can_pay(state, self.seat, panoramas[card].cost):
                offered.append(pile + 1)
        return offered

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        seat = self.seat
        base = seat * CARD_KINDS
        for kind in range(base, base + CARD_KINDS):
            state.hands[kind] += state.played[kind]
            state.played[kind] = 0
        if choice == NO:
            state.endorphins[seat] += state.content.camp_endorphins
            if state.log is not None:
                state.log.append(Event("rest", seat, {"endorphins": state.content.camp_endorphins}))
        else:
            buy_panorama(state, seat, choice - 1, chance)

    def notation(self, state: HikeState, choice: int) -> str:
        if choice == NO:
            return "camp rest"
        return f"camp panorama {state.content.panorama_names[state.piles[choice - 1]]}"

    def parse(self, state: HikeState, text: str) -> int:
        card = named_after(text, "camp panorama", state.content.panorama_names)
        if card < 0:
            return super().parse(state, text)
        return state.piles.index(card) + 1 if card in state.piles else NOT_OPEN + card

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        panoramas = state.content.panoramas
        if 1 <= choice <= len(state.piles) and state.piles[choice - 1] != NO_CARD:
            card = state.piles[choice - 1]
        elif NOT_OPEN <= choice < NOT_OPEN + len(panoramas):
            card = choice - NOT_OPEN
        else:
            return "FP-61", "There is no such panorama."
        wanted = next_rank(state, self.seat)
        if wanted == RANKS:
            return "FP-61", "You have a panorama of every rank."
        if panoramas[card].rank != wanted:
            return (
                "FP-61",
                f"Panoramas are bought in the order of their ranks: yours is {NUMERALS[wanted].upper()} now.",
            )
        if choice >= NOT_OPEN:
            return "FP-8", "That panorama does not lie open on a pile."
        return "FP-62", f"This panorama costs {amount_text(panoramas[card].cost)}, and you do not have it."

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        return "camp", {"endorphins": state.content.camp_endorphins}


def next_rank(state: HikeState, seat: int) -> int:
    """The rank a seat must buy next, counted from 0."""
    for rank in range(RANKS):
        if state.owned[seat * RANKS + rank] == NO_CARD:
            return rank
    return RANKS


def buy_panorama(state: HikeState, seat: int, pile: int, chance: Chance) -> None:
    """Pay, take the card, turn up the next one and have the reward (FP-62, FP-63)."""
    card = state.piles[pile]
    panorama = state.content.panoramas[card]
    rank = panorama.rank
    pay(state, seat, panorama.cost, 1)
    state.owned[seat * RANKS + rank] = card
    if state.log is not None:
        state.log.append(Event("panorama", seat, {"card": panorama.name, "points": panorama.points}))
    reveal(state, pile, rank, chance)
    if all(state.owned[other * RANKS + rank] != NO_CARD for other in range(state.setup.seats)):
        for other in range(len(state.piles)):
            old = state.piles[other]
            if old != NO_CARD and state.content.panoramas[old].rank == rank:
                state.dropped.append(old)
                reveal(state, other, rank, chance)
    check_end(state, seat)
    give(state, seat, panorama.reward, chance)


class Harvest(Decision[HikeState]):
    """What do you harvest? One for the backpack, one for the space. (FP-36)"""

    kind: ClassVar[str] = "harvest"
    rules: ClassVar[tuple[str, ...]] = ("FP-36",)

    def __init__(self, seat: int, times: int) -> None:
        super().__init__(seat)
        self.times = times

    def choices(self, state: HikeState) -> list[int]:
        offered = [kind for kind in range(BASICS) if state.bank[kind]]
        return offered if offered else ONLY_DONE

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice == DONE:
            return
        seat = self.seat
        if self.times > 1:
            state.stack.push(HARVEST[seat * 2 + self.times - 2])
        state.stack.push(LAY[seat * BASICS + choice])
        put(state, seat, choice, 1)
        if state.log is not None:
            state.log.append(Event("harvest", seat, {"what": RESOURCES[choice]}))
        settle_pack(state, seat)

    def notation(self, state: HikeState, choice: int) -> str:
        return "done" if choice == DONE else f"harvest {RESOURCES[choice]}"

    def parse(self, state: HikeState, text: str) -> int:
        named = named_after(text, "harvest", RESOURCES)
        if named >= BASICS:
            return CONTAINER_HARVEST
        return named if named >= 0 else super().parse(state, text)

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        if 0 <= choice < BASICS:
            return "FP-45", f"The bank has no {RESOURCES[choice]} left."
        return "FP-36", "Mushrooms, berries and herbs are harvested, nothing else."

    def fields(self) -> dict[str, object]:
        return {"times": self.times}


class Lay(Decision[HikeState]):
    """Not a question: the second piece of a harvest goes on the space once the backpack is in order. (FP-36)"""

    kind: ClassVar[str] = "lay"
    rules: ClassVar[tuple[str, ...]] = ("FP-36",)

    def __init__(self, seat: int, resource: int) -> None:
        super().__init__(seat)
        self.resource = resource

    def choices(self, state: HikeState) -> list[int]:
        return ONLY_NO

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        lay(state, self.seat, self.resource)

    def notation(self, state: HikeState, choice: int) -> str:
        return f"lay {RESOURCES[self.resource]}"

    def fields(self) -> dict[str, object]:
        return {"resource": RESOURCES[self.resource]}


class Fill(Decision[HikeState]):
    """How many containers do you fill, two basics each? (FP-37)"""

    kind: ClassVar[str] = "fill"
    rules: ClassVar[tuple[str, ...]] = ("FP-37",)

    def __init__(self, seat: int, resource: int) -> None:
        super().__init__(seat)
        self.resource = resource

    def choices(self, state: HikeState) -> list[int]:
        return list(range(1, self.most(state) + 1))

    def most(self, state: HikeState) -> int:
        """Each time one container goes to the backpack and, while there is one more, one to the space."""
        return min(state.packs[self.seat * KINDS + self.resource] // 2, (state.bank[BASICS + self.resource] + 1) // 2)

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        seat = self.seat
        container = BASICS + self.resource
        for _ in range(choice):
            state.packs[seat * KINDS + self.resource] -= 2
            state.bank[self.resource] += 2
            put(state, seat, container, 1)
            lay(state, seat, container)
        if state.log is not None:
            state.log.append(Event("fill", seat, {"times": choice, "what": RESOURCES[container]}))

    def notation(self, state: HikeState, choice: int) -> str:
        return f"fill {choice}"

    def parse(self, state: HikeState, text: str) -> int:
        named = named_after(text, "fill", FEW)
        return named + 1 if named >= 0 else super().parse(state, text)

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        return "FP-37", f"Each takes two and a container from the bank: {self.most(state)} at the most, and at least 1."

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        return "fill", {"what": RESOURCES[BASICS + self.resource]}

    def fields(self) -> dict[str, object]:
        return {"resource": RESOURCES[self.resource]}


class Observe(Decision[HikeState]):
    """Do you put the market under the deck for a new one? (FP-38)"""

    kind: ClassVar[str] = "observe"
    rules: ClassVar[tuple[str, ...]] = ("FP-38",)

    def choices(self, state: HikeState) -> list[int]:
        return YES_OR_NO if state.hiking.count() > 0 else ONLY_NO

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice == YES:
            everybody = BITS[state.setup.seats] - 1
            for card in state.market:
                state.hiking.put_under(card, everybody)
            state.market.clear()
            refill(state, chance)
            if state.log is not None:
                state.log.append(Event("refresh", self.seat, {"cards": [CARDS[card] for card in state.market]}))
        state.stack.push(OBSERVE_BUY[self.seat])

    def notation(self, state: HikeState, choice: int) -> str:
        return "refresh" if choice == YES else "keep"


class ObserveBuy(Decision[HikeState]):
    """Do you buy a card? (FP-38)"""

    kind: ClassVar[str] = "observe-buy"
    rules: ClassVar[tuple[str, ...]] = ("FP-38", "FP-27")

    def choices(self, state: HikeState) -> list[int]:
        return [NO, *in_market(state, state.endorphins[self.seat])]

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice != NO:
            take_card(state, self.seat, choice, state.content.costs[choice], chance)

    def notation(self, state: HikeState, choice: int) -> str:
        return "done" if choice == NO else f"buy {CARDS[choice]}"

    def parse(self, state: HikeState, text: str) -> int:
        named = named_after(text, "buy", CARDS[len(STARTING) :])
        return len(STARTING) + named if named >= 0 else super().parse(state, text)

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        return why_not_bought(state, self.seat, choice)


class Overflow(Decision[HikeState]):
    """Which resource goes back to the bank? (FP-44)"""

    kind: ClassVar[str] = "overflow"
    rules: ClassVar[tuple[str, ...]] = ("FP-44",)

    def choices(self, state: HikeState) -> list[int]:
        return [kind for kind in range(KINDS) if state.packs[self.seat * KINDS + kind]]

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        state.packs[self.seat * KINDS + choice] -= 1
        state.bank[choice] += 1
        if state.log is not None:
            state.log.append(Event("return", self.seat, {"what": RESOURCES[choice]}))
        settle_pack(state, self.seat)

    def notation(self, state: HikeState, choice: int) -> str:
        return f"return {RESOURCES[choice]}"

    def parse(self, state: HikeState, text: str) -> int:
        named = named_after(text, "return", RESOURCES)
        return named if named >= 0 else super().parse(state, text)

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        return "FP-44", "You have none of that to return."

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        return "overflow", {"count": carried(state, self.seat) - room(state, self.seat)}


def settle_pack(state: HikeState, seat: int) -> None:
    """After a whole gain: what does not fit goes back (FP-44)."""
    if carried(state, seat) > room(state, seat):
        state.stack.push(OVERFLOW[seat])


class EndTurn(Decision[HikeState]):
    """Is there anything more? Asked only of a seat that can still trade endorphins. (FP-10, FP-60)"""

    kind: ClassVar[str] = "end-turn"
    rules: ClassVar[tuple[str, ...]] = ("FP-10", "FP-60")

    def choices(self, state: HikeState) -> list[int]:
        more = trades(state, self.seat)
        return [NO, *more] if more else ONLY_NO

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice == NO:
            end_turn(state, self.seat)
            return
        state.stack.push(self)
        trade(state, self.seat, choice)
        settle_pack(state, self.seat)

    def notation(self, state: HikeState, choice: int) -> str:
        return "done" if choice == NO else trade_text(choice)

    def parse(self, state: HikeState, text: str) -> int:
        return parse_trade(text) if parse_trade(text) >= 0 else super().parse(state, text)

    def why_not(self, state: HikeState, choice: int) -> tuple[str, str]:
        return why_no_trade(state, self.seat)


def end_turn(state: HikeState, seat: int) -> None:
    """On to the next seat, unless the last turn has been played (FP-76, FP-77)."""
    state.trail.clear()
    state.turn += 1
    seats = state.setup.seats
    if state.last_turns == 0 or state.turn >= state.content.rounds * seats:
        if state.log is not None:
            state.log.append(Event("end", seat, {}))
        return
    if state.last_turns > 0:
        state.last_turns -= 1
    start_turn(state, (seat + 1) % seats)


def start_turn(state: HikeState, seat: int) -> None:
    state.begin_turn(seat)
    state.stack.push(PLAY[seat])


def trade_text(choice: int) -> str:
    return f"trade {RESOURCES[choice - TRADE]}"


def parse_trade(text: str) -> int:
    words = text.split()
    if len(words) == 2 and words[0] == "trade" and words[1] in RESOURCES[BASICS:]:
        return TRADE + RESOURCES.index(words[1])
    return -1


def named_after(text: str, verb: str, names: list[str]) -> int:
    """The number of the name that follows a verb, or -1."""
    name = text.removeprefix(f"{verb} ")
    return names.index(name) if name != text and name in names else -1


def why_not_bought(state: HikeState, seat: int, card: int) -> tuple[str, str]:
    if card not in state.market:
        return "FP-27", "That card is not in the market."
    return "FP-27", f"That card costs {state.content.costs[card]} endorphins, and you have {state.endorphins[seat]}."


def why_no_trade(state: HikeState, seat: int) -> tuple[str, str]:
    if not has_fire(state, seat, ENDORPHIN_TRADE):
        return "FP-60", "You have no campfire card that sells containers."
    return "FP-60", "You have too few endorphins, or the bank has no such container."


UNLIMITED: Final = 1000
OFF_THE_MAP: Final = 10_000 * SPACE
BESIDE_ANOTHER: Final = 2 * TURNS * TURNS
NOT_OPEN: Final = 100
CONTAINER_HARVEST: Final = 10
MUSHROOM_FOR_ITSELF: Final = 1
"""Codes of answers that are well-formed and never legal."""
TURN_NAMES: Final = ["r0", "r1", "r2", "r3"]
MOST_TIMES: Final = 30
FEW: Final = [str(times) for times in range(1, MOST_TIMES + 1)]
PURSE_MASK: Final = 34359738367
ONLY_NO: Final = [NO]
ONLY_DONE: Final = [DONE]
YES_OR_NO: Final = [NO, YES]

SEATS: Final = range(MOST_SEATS)
PLAY: Final = [Play(seat, True) for seat in SEATS]
SECOND_STEP: Final = [SecondStep(seat) for seat in SEATS]
PICK_UP: Final = [PickUp(seat) for seat in SEATS]
GATHER: Final = [Gather(seat) for seat in SEATS]
TRADE_HERE: Final = [Exchange(seat, placed) for seat in SEATS for placed in (False, True)]
SWAP: Final = [Swap(seat, times) for seat in SEATS for times in range(16)]
STONE: Final = [Stone(seat) for seat in SEATS]
FREE_CARD: Final = [FreeCard(seat) for seat in SEATS]
KEEP_FIRE: Final = [KeepFire(seat) for seat in SEATS]
PLACE_PEAK: Final = [PlacePeak(seat) for seat in SEATS]
BONUS_PEAK: Final = [BonusPeak(seat) for seat in SEATS]
DISCOVER: Final = [Discover(seat) for seat in SEATS]
DISCARD: Final = [Discard(seat, kind) for seat in SEATS for kind in range(BASICS)]
PLACE_TILE: Final = [PlaceTile(seat) for seat in SEATS]
TRAIN: Final = [Train(seat) for seat in SEATS]
SELL_MORE: Final = [Sell(seat, kind) for seat in SEATS for kind in range(CARD_KINDS)]
CAMPING: Final = [Camp(seat) for seat in SEATS]
HARVEST: Final = [Harvest(seat, times) for seat in SEATS for times in (1, 2)]
LAY: Final = [Lay(seat, kind) for seat in SEATS for kind in range(BASICS)]
FILL: Final = [Fill(seat, kind) for seat in SEATS for kind in range(BASICS)]
OBSERVING: Final = [Observe(seat) for seat in SEATS]
OBSERVE_BUY: Final = [ObserveBuy(seat) for seat in SEATS]
OVERFLOW: Final = [Overflow(seat) for seat in SEATS]
END_TURN: Final = [EndTurn(seat) for seat in SEATS]
MOVE: Final = [[Move(seat, card) for seat in SEATS] for card in range(CARD_KINDS)]

BY_CARD: Final[list[list[Decision[Any]]]] = [
    [*MOVE[WALK]],
    [*MOVE[MARCH]],
    [*DISCOVER],
    [*TRAIN],
    [*CAMPING],
    [*MOVE[SIGHTSEE]],
    [*MOVE[RUN]],
    [*MOVE[SHORTCUT]],
    [*MOVE[BIKE]],
    [*MOVE[PARAGLIDE]],
    [*HARVEST[0::2]],
    [*HARVEST[1::2]],
    [*FILL[0::3]],
    [*FILL[1::3]],
    [*FILL[2::3]],
    [*OBSERVING],
]
"""What each card asks first, by card and seat."""

NO_WAY: Final = ("FP-11", "No walk of exactly that length ends on an empty space.")
NOT_A_STEP: Final = ("FP-58", "That is not one space away along a path.")
WHY_NOT_THERE: Final[dict[int, tuple[str, str]]] = {
    WALK: ("FP-11", "No walk of exactly one space ends there."),
    MARCH: ("FP-11", "No walk of exactly two spaces ends there."),
    SIGHTSEE: ("FP-30", "No walk of one or two spaces ends there."),
    RUN: ("FP-31", "No walk of exactly four spaces ends there."),
    SHORTCUT: ("FP-32", "That space is not directly north, east, south or west of your pawn."),
    BIKE: ("FP-33", "There is no bike on that space."),
    PARAGLIDE: ("FP-34", "You glide to lower terrain, to a space that gives an endorphin."),
}
NO_HARVEST: Final = ("FP-36", "The bank has nothing left to harvest.")
NO_FILLING: Final = ("FP-37", "You need two of that kind, and a container must be left in the bank.")
WHY_UNPLAYABLE: Final[list[tuple[str, str]]] = [
    NO_WAY,
    NO_WAY,
    ("FP-25", "No tile can be placed here, and you have nothing to discard."),
    ("FP-27", "You can neither buy nor sell a card."),
    ("FP-29", "You can always camp."),
    NO_WAY,
    ("FP-31", "No walk of exactly four spaces ends on an empty space."),
    ("FP-32", "No empty space is directly beside your pawn."),
    ("FP-33", "No other space with a bike is empty."),
    ("FP-34", "There is no space to glide to from here."),
    NO_HARVEST,
    NO_HARVEST,
    NO_FILLING,
    NO_FILLING,
    NO_FILLING,
    ("FP-38", "The market is empty."),
]
