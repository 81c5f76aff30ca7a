"""The rules of Five Peaks: a turn is one card, and what follows from it.

Each class is one question. `Play` opens a turn and leaves `EndTurn` at the bottom of the stack; what a card does is
pushed above it, and what a space does above that. A question with one answer is answered by the engine, so that some
classes (`Lay`, mostly `EndTurn`) are seldom seen.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from cairn.core.bits import BIT
from cairn.core.chance import Chance
from cairn.core.contract import Decision, Refusal, refuse
from cairn.core.event import Event
from cairn.games.five_peaks.actions import (
    SPACE,
    TRADE,
    WALK_LENGTH,
    add,
    bonus,
    can_buy,
    can_discover,
    can_gain,
    can_go,
    can_jump,
    can_pay,
    can_place_peak,
    can_sell,
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
    pay,
    put,
    refill,
    reveal,
    room,
    smallest_stone,
    steps_from,
    take_card,
    trade,
    trades,
    walks,
    without,
)
from cairn.games.five_peaks.board import NONE, Board, find_route
from cairn.games.five_peaks.campfires import UNKNOWN
from cairn.games.five_peaks.content import (
    BASICS,
    BIKE,
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
    PARKING,
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
    Content,
    Reward,
    amounts,
    unpacked,
)
from cairn.games.five_peaks.content import Exchange as ExchangeRule
from cairn.games.five_peaks.geometry import (
    CORNERS,
    FIRST_CORNER,
    PLACE_X,
    PLACE_Y,
    PLACES,
    SIDES,
    TURNS,
    corner_slot,
    key,
    key_x,
    key_y,
    side_slot,
)
from cairn.games.five_peaks.packing import packed_spaces
from cairn.games.five_peaks.state import NO_CARD, NO_TRAIL, NOWHERE, HikeState, lying

NO: Final = 0
YES: Final = 1
STAY: Final = 0
PLACE: Final = 3
DONE: Final = 3
SELL: Final = 16
UNDER: Final = 32
KEEP_NONE: Final = 63
ALL_CONTAINERS: Final = 15


class TurnDecision(Decision[HikeState]):
    """A question of one's own turn. A game's six-endorphin trade is among the answers of each of them (FP-60)."""

    enables: ClassVar[bool] = False
    """Whether a trade may make more answers possible: then it is offered even if there is nothing else to choose."""

    def choices(self, state: HikeState) -> list[int]:
        offered = self.answers(state)
        if has_fire(state, self.seat, ENDORPHIN_TRADE) and (len(offered) > 1 or self.enables):
            return offered + trades(state, self.seat)
        return offered

    def apply(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice < TRADE:
            self.carry_out(state, choice, chance)
            return
        trade(state, self.seat, choice)
        # Whoever trades away what the question was about, such as the price of every card, has answered it.
        if self.answers(state):
            state.stack.push(self)
        settle_pack(state, self.seat)

    def notation(self, state: HikeState, choice: int) -> str:
        return self.written(state, choice) if choice < TRADE else f"trade {RESOURCES[choice - TRADE]}"

    def parse(self, state: HikeState, text: str) -> int:
        container = named_after(text, "trade", RESOURCES[BASICS:])
        return TRADE + BASICS + container if container >= 0 else self.read(state, text)

    def why_not(self, state: HikeState, choice: int) -> Refusal:
        return self.why_refused(state, choice) if choice < TRADE else why_no_trade(state, self.seat, choice)

    def caption(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        if choice < TRADE:
            return self.said(state, choice)
        return "trade", {"what": RESOURCES[choice - TRADE], "n": state.content.campfire_values[ENDORPHIN_TRADE]}

    def answers(self, state: HikeState) -> list[int]:
        """The answers without the trade."""
        raise NotImplementedError

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        raise NotImplementedError

    def written(self, state: HikeState, choice: int) -> str:
        raise NotImplementedError

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        raise NotImplementedError

    def read(self, state: HikeState, text: str) -> int:
        return super().parse(state, text)

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        return Refusal(self.rules[0], "", {})


class Play(TurnDecision):
    """Which card do you play? (FP-10)"""

    kind: ClassVar[str] = "play"
    rules: ClassVar[tuple[str, ...]] = ("FP-10",)
    enables: ClassVar[bool] = True

    def answers(self, state: HikeState) -> list[int]:
        seat = self.seat
        base = seat * CARD_KINDS
        hands = state.hands
        return [card for card in range(CARD_KINDS) if hands[base + card] > 0 and playable(state, seat, card)]

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        seat = self.seat
        add(state.hands, seat * CARD_KINDS + choice, -1)
        add(state.played, seat * CARD_KINDS + choice, 1)
        if state.log is not None:
            state.log.append(Event("play", seat, {"card": CARDS[choice]}))
        state.stack.push(END_TURN[seat])
        state.stack.push(BY_CARD[choice][seat])

    def written(self, state: HikeState, choice: int) -> str:
        return f"play {CARDS[choice]}"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        return "play", {"card": CARDS[choice]}

    def read(self, state: HikeState, text: str) -> int:
        words = text.split()
        if len(words) == 2 and words[0] == "play" and words[1] in CARDS:
            return CARDS.index(words[1])
        return super().read(state, text)

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        if not 0 <= choice < CARD_KINDS or not state.hands[self.seat * CARD_KINDS + choice]:
            return refuse("FP-10", "not-in-hand")
        return WHY_UNPLAYABLE[choice]

    def elements(self, state: HikeState, choice: int) -> list[str]:
        return [f"hand:{self.seat}:{CARDS[choice]}"] if choice < TRADE else []


def playable(state: HikeState, seat: int, card: int) -> bool:
    """Whether a card would do something (FP-10)."""
    if card == CAMP:
        return True
    if card in (WALK, SIGHTSEE):
        return can_go(state, seat, 1)
    if card == MARCH:
        return can_go(state, seat, 2) or (has_fire(state, seat, MARCH_STOPS) and can_go(state, seat, 1))
    if card == DISCOVERY:
        return can_discover(state, seat) or basics_held(state, seat) > 0
    if card == TRAINING:
        if can_buy(state, seat) or can_sell(state, seat):
            return True
        return has_fire(state, seat, TRAINING_WALK) and can_go(state, seat, 1)
    if card == RUN:
        return can_go(state, seat, 4)
    if card <= PARAGLIDE:
        return can_jump(state, seat, card)
    if card <= LARGE_HARVEST:
        return state.bank[0] + state.bank[1] + state.bank[2] > 0
    if card <= HERB_POUCH:
        kind = card - MUSHROOM_BASKET
        return state.packs[seat * KINDS + kind] >= 2 and state.bank[BASICS + kind] > 0
    return len(state.market) > 0


def basics_held(state: HikeState, seat: int) -> int:
    """The set of basics in a backpack."""
    return kinds_among(state.packs, seat * KINDS, BASICS)


def kinds_among(counts: list[int], first: int, kinds: int) -> int:
    """The set of the first so many kinds of which there are any."""
    found = 0
    for kind in range(kinds):
        if counts[first + kind] > 0:
            found |= BIT[kind]
    return found


class Move(TurnDecision):
    """Where do you go? A space as (number + 1) * 64, with the pawns passed and a flag where another step may follow."""

    kind: ClassVar[str] = "move"
    rules: ClassVar[tuple[str, ...]] = ("FP-11", "FP-12", "FP-14")

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card = card

    def answers(self, state: HikeState) -> list[int]:
        seat = self.seat
        card = self.card
        if SHORTCUT <= card <= PARAGLIDE:
            return to_spaces(jumps(state, seat, card))
        if card == WALK and has_fire(state, seat, WALK_TWICE):
            return steps_from(state, seat)
        offered = walks_from(state, seat, card)
        if card == MARCH and has_fire(state, seat, MARCH_STOPS):
            offered += steps_from(state, seat)
        return offered

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        go(state, self.seat, choice)

    def written(self, state: HikeState, choice: int) -> str:
        verb = "step" if choice & 1 and self.card != WALK else CARDS[self.card]
        return move_text(state, self.seat, choice, verb, state.offered)

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        return going(state, choice, self.card != WALK or has_fire(state, self.seat, WALK_TWICE))

    def read(self, state: HikeState, text: str) -> int:
        return parse_move(self, state, text, CARDS[self.card])

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        return why_not_to(state, self.seat, choice, WHY_NOT_THERE[self.card])

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        return "move", {"card": CARDS[self.card]}

    def elements(self, state: HikeState, choice: int) -> list[str]:
        if choice >= TRADE:
            return []
        return [f"space:{state.board.cell_name(space)}" for space in route(state, self.seat, choice, self.card)]

    def fields(self) -> dict[str, object]:
        return {"card": CARDS[self.card]}


class SecondStep(TurnDecision):
    """Do you go one space farther? (FP-58)"""

    kind: ClassVar[str] = "second-step"
    rules: ClassVar[tuple[str, ...]] = ("FP-58", "FP-14")

    def answers(self, state: HikeState) -> list[int]:
        ends: list[int] = []
        walks(state, self.seat, 1, ends)
        return [STAY, *to_spaces(ends)]

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice != STAY:
            go(state, self.seat, choice)

    def written(self, state: HikeState, choice: int) -> str:
        return "stay" if choice == STAY else f"step {state.board.name(choice // SPACE - 1)}"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        return ("stay", {}) if choice == STAY else going(state, choice, False)

    def read(self, state: HikeState, text: str) -> int:
        return STAY if text == "stay" else parse_move(self, state, text, "step")

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        return why_not_to(state, self.seat, choice, NOT_A_STEP)

    def elements(self, state: HikeState, choice: int) -> list[str]:
        return [f"space:{state.board.cell_name(choice // SPACE - 1)}"] if STAY < choice < TRADE else []


def walks_from(state: HikeState, seat: int, card: int) -> list[int]:
    """Where walks of the card's length end; Sightsee has two lengths (FP-11, FP-30, FP-31)."""
    ends: list[int] = []
    walks(state, seat, WALK_LENGTH[card], ends)
    if card == SIGHTSEE:
        walks(state, seat, 1, ends)
    return to_spaces(ends)


def to_spaces(spaces: list[int]) -> list[int]:
    """The codes of moves to these spaces."""
    return [(space + 1) * SPACE for space in spaces]


def go(state: HikeState, seat: int, choice: int) -> None:
    """Move the pawn and let it arrive; remember where it was if a second step may follow."""
    space = choice // SPACE - 1
    start = state.pawns[seat]
    if choice & 1:
        trail = [*state.trail, start]
        for other in range(len(state.pawns)):
            if choice >> 1 & BIT[other] and state.pawns[other] not in trail:
                trail.append(state.pawns[other])
        state.trail = trail
        state.stack.push(SECOND_STEP[seat])
    state.pawns[seat] = space
    if state.log is not None:
        board = state.board
        state.log.append(
            Event(
                "move",
                seat,
                {
                    "start": board.name(start),
                    "space": board.name(space),
                    "spot": spot(board, space),
                    "what": shown_there(board, space),
                    "tile": tile_of(board, space),
                    "side": side_of(board, space),
                    "other": second_tile_of(board, space),
                },
            )
        )
    arrive(state, seat)


def route(state: HikeState, seat: int, choice: int, card: int) -> list[int]:
    """The spaces of one way to a destination, the destination last."""
    space = choice // SPACE - 1
    at = state.pawns[seat]
    pawns = packed_spaces(state.pawns)
    been = packed_spaces(state.trail)
    lengths = [1] if choice & 1 else [1, 2] if card == SIGHTSEE else [WALK_LENGTH[card]]
    for steps in lengths:
        if steps:
            found = find_route(state.board.edges, pawns, at, been, at, steps, space)
            if found:
                return found
    return [space]


def move_text(state: HikeState, seat: int, choice: int, verb: str, offered: list[int]) -> str:
    """`walk birch ne`; with the pawns that are passed where there are several ways to one space."""
    space = choice // SPACE - 1
    text = f"{verb} {state.board.name(space)}"
    same = [other for other in offered if other // SPACE == choice // SPACE and other & 1 == choice & 1]
    if len(same) < 2:
        return text
    passed = [str(other) for other in range(len(state.pawns)) if choice >> 1 & BIT[other]]
    return f"{text} past {' '.join(passed)}" if passed else text


def parse_move(decision: TurnDecision, state: HikeState, text: str, verb: str) -> int:
    """A legal move, or the code of another space that a refusal can speak of."""
    for choice in state.offered:
        if decision.notation(state, choice) == text:
            return choice
    place = text.removeprefix(f"{verb} ")
    if place != text and is_place(state.content, place):
        space = state.board.space_named(place)
        if space == NONE:
            return OFF_THE_MAP
        for choice in state.offered:
            if choice // SPACE == space + 1 and decision.notation(state, choice) == f"{verb} {state.board.name(space)}":
                return choice
        return (space + 1) * SPACE
    return Decision.parse(decision, state, text)


def why_not_to(state: HikeState, seat: int, choice: int, otherwise: Refusal) -> Refusal:
    """Why a pawn cannot move to a space; `otherwise` if nothing is wrong with the space itself."""
    space = choice // SPACE - 1
    if not 0 <= space < len(state.board.kinds):
        return refuse("FP-11", "no-such-space")
    if space == state.pawns[seat] or space in state.trail:
        return refuse("FP-14", "been-there")
    if space in state.pawns:
        return refuse("FP-12", "pawn-there")
    return otherwise


# What a place is called: the texts say "the bike stop on Birch" from these.


def going(state: HikeState, choice: int, may_stop: bool) -> tuple[str, dict[str, object]]:
    """The caption of a move."""
    board = state.board
    space = choice // SPACE - 1
    passed = [str(seat) for seat in range(len(state.pawns)) if choice >> 1 & BIT[seat]] if choice & 1 else []
    args: dict[str, object] = {
        "space": board.name(space),
        "spot": spot(board, space),
        "what": shown_there(board, space),
        "tile": tile_of(board, space),
        "side": side_of(board, space),
        "other": second_tile_of(board, space),
        "past": " ".join(passed) or "none",
        "stop": "yes" if choice & 1 and may_stop else "no",
    }
    return "move", args


def spot(board: Board, space: int) -> str:
    """What kind of place a space is, for people."""
    kind = board.kinds[space]
    if kind == GATHERING:
        if board.second_homes[space] != NONE:
            return "crossing"
        if space in board.bikes:
            return "ride"
        return "corner" if len(side_of(board, space)) == 2 else "gives"
    return SPOTS[kind]


def shown_there(board: Board, space: int) -> dict[str, int]:
    """What a space gives, by name; of an exchange what one gets there."""
    if board.kinds[space] != EXCHANGE:
        return amounts(unpacked(board.gains[space]))
    product = board.content.exchanges[board.about[space]].product
    return {REWARDS[product.kind]: product.count}


def tile_of(board: Board, space: int) -> str:
    home = board.homes[space]
    return board.name(space) if home == NONE else board.tile_name(home)


def side_of(board: Board, space: int) -> str:
    home = board.homes[space]
    return "" if home == NONE else board.place_on(home, space)


def second_tile_of(board: Board, space: int) -> str:
    second = board.second_homes[space]
    return "" if second == NONE else board.tile_name(second)


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


class PickUp(TurnDecision):
    """Do you take all that lies here? (FP-46)"""

    kind: ClassVar[str] = "pick-up"
    rules: ClassVar[tuple[str, ...]] = ("FP-46",)

    def answers(self, state: HikeState) -> list[int]:
        return YES_OR_NO

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice == NO:
            return
        seat = self.seat
        at = lying_at(state, state.pawns[seat])
        left = state.left[:]
        found = lying(left[at])
        if state.log is not None:
            what = amounts(unpacked(state.left[at] & PURSE_MASK))
            state.log.append(Event("pick-up", seat, {"what": what}))
        left[at] = left[-1]
        left.pop()
        state.left = left
        for kind in range(KINDS):
            add(state.packs, seat * KINDS + kind, found[kind] + bonus(state, seat, kind, found[kind]))
        settle_pack(state, seat)

    def written(self, state: HikeState, choice: int) -> str:
        return "pick up" if choice == YES else "leave"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        at = lying_at(state, state.pawns[self.seat])
        return ("pick-up", {"what": amounts(unpacked(state.left[at] & PURSE_MASK))}) if choice == YES else ("leave", {})

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        at = lying_at(state, state.pawns[self.seat])
        return "pick-up", {"what": amounts(unpacked(state.left[at] & PURSE_MASK))}


class Gather(TurnDecision):
    """Do you take what the space gives? (FP-16)"""

    kind: ClassVar[str] = "gather"
    rules: ClassVar[tuple[str, ...]] = ("FP-16", "FP-45")

    def answers(self, state: HikeState) -> list[int]:
        return YES_OR_NO if can_gain(state, state.board.gains[state.pawns[self.seat]]) else ONLY_NO

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice == YES:
            gain(state, self.seat, state.board.gains[state.pawns[self.seat]])
            settle_pack(state, self.seat)

    def written(self, state: HikeState, choice: int) -> str:
        return "take" if choice == YES else "skip"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        return ("take", {"what": shown_there(state.board, state.pawns[self.seat])}) if choice == YES else ("leave", {})

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        return "gather", {"what": shown_there(state.board, state.pawns[self.seat])}


class Exchange(TurnDecision):
    """How often do you exchange? Asked again until you stop. (FP-40)"""

    kind: ClassVar[str] = "exchange"
    rules: ClassVar[tuple[str, ...]] = ("FP-40",)
    enables: ClassVar[bool] = True

    def __init__(self, seat: int, placed: bool) -> None:
        super().__init__(seat)
        self.placed = placed
        """Whether a peak has been placed by this space already."""

    def answers(self, state: HikeState) -> list[int]:
        return UP_TO[most_exchanges(state, self.seat)]

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        seat = self.seat
        if choice == NO:
            if self.placed and has_fire(state, seat, MORE_PEAKS) and can_place_peak(state, seat):
                state.stack.push(BONUS_PEAK[seat])
            return
        exchange = exchange_here(state, seat)
        product = exchange.product
        pay(state, seat, exchange.cost, choice)
        if state.log is not None:
            cost = {name: count * choice for name, count in amounts(exchange.cost).items()}
            what = {REWARDS[product.kind]: product.count * choice}
            state.log.append(Event("exchange", seat, {"cost": cost, "what": what}))
        state.stack.push(TRADE_HERE[seat * 2 + 1] if product.kind == PEAK else self)
        if product.kind < KINDS:
            put(state, seat, product.kind, product.count * choice)
            settle_pack(state, seat)
        elif product.kind == ENDORPHIN:
            add(state.endorphins, seat, product.count * choice)
        else:
            give(state, seat, product, chance)

    def written(self, state: HikeState, choice: int) -> str:
        return "stop" if choice == NO else f"exchange {choice}"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == NO:
            return "stop", {}
        cost = {name: count * choice for name, count in amounts(exchange_here(state, self.seat).cost).items()}
        what = {name: count * choice for name, count in shown_there(state.board, state.pawns[self.seat]).items()}
        return "exchange", {"cost": cost, "what": what}

    def read(self, state: HikeState, text: str) -> int:
        words = text.split()
        if text == "stop":
            return NO
        if len(words) == 2 and words[0] == "exchange" and words[1] in FEW:
            return int(words[1])
        return super().read(state, text)

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        exchange = exchange_here(state, self.seat)
        if not can_pay(state, self.seat, exchange.cost):
            return refuse("FP-40", "exchange-costs", cost=amounts(exchange.cost))
        most = most_exchanges(state, self.seat)
        if most == 0:
            return refuse("FP-40", "not-to-be-had", what=REWARDS[exchange.product.kind])
        if exchange.product.kind >= CARD:
            return refuse("FP-40", "one-by-one")
        return refuse("FP-40", "exchange-too-often", n=most)

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        exchange = exchange_here(state, self.seat)
        return "exchange", {"cost": amounts(exchange.cost), "what": shown_there(state.board, state.pawns[self.seat])}

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


class Swap(TurnDecision):
    """Which container do you exchange for which? As often as you had containers when you stopped. (FP-42)"""

    kind: ClassVar[str] = "swap"
    rules: ClassVar[tuple[str, ...]] = ("FP-42",)
    enables: ClassVar[bool] = True

    def __init__(self, seat: int, times: int) -> None:
        super().__init__(seat)
        self.times = times
        """How many swaps are left; ALL_CONTAINERS before the first."""

    def answers(self, state: HikeState) -> list[int]:
        first = self.seat * KINDS
        offered = [NO]
        for own in range(BASICS, KINDS):
            if state.packs[first + own]:
                offered += [own * KINDS + other for other in range(BASICS, KINDS) if other != own and state.bank[other]]
        return offered

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice == NO:
            return
        seat = self.seat
        first = seat * KINDS
        own = choice // KINDS
        other = choice % KINDS
        times = self.times
        if times == ALL_CONTAINERS:
            times = state.packs[first + 3] + state.packs[first + 4] + state.packs[first + 5]
        add(state.packs, first + own, -1)
        add(state.bank, own, 1)
        put(state, seat, other, 1)
        if state.log is not None:
            state.log.append(Event("swap", seat, {"own": RESOURCES[own], "other": RESOURCES[other]}))
        if times > 1:
            state.stack.push(SWAP[seat * 16 + times - 1])

    def written(self, state: HikeState, choice: int) -> str:
        return "stop" if choice == NO else f"swap {RESOURCES[choice // KINDS]} {RESOURCES[choice % KINDS]}"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == NO:
            return "stop", {}
        return "swap", {"own": RESOURCES[choice // KINDS], "other": RESOURCES[choice % KINDS]}

    def read(self, state: HikeState, text: str) -> int:
        words = text.split()
        if len(words) == 3 and words[0] == "swap" and words[1] in RESOURCES and words[2] in RESOURCES:
            return RESOURCES.index(words[1]) * KINDS + RESOURCES.index(words[2]) or MUSHROOM_FOR_ITSELF
        return super().read(state, text)

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        own, other = choice // KINDS, choice % KINDS
        if not BASICS <= own < KINDS or not other >= BASICS or own == other:
            return refuse("FP-42", "another-container")
        if state.packs[self.seat * KINDS + own] == 0:
            return refuse("FP-42", "none-of-that", what=RESOURCES[own])
        return refuse("FP-45", "bank-has-none", what=RESOURCES[other])

    def fields(self) -> dict[str, object]:
        return {"times": None if self.times == ALL_CONTAINERS else self.times}


class Stone(TurnDecision):
    """Do you place a stone on this peak, and which? (FP-51, FP-52)"""

    kind: ClassVar[str] = "stone"
    rules: ClassVar[tuple[str, ...]] = ("FP-51", "FP-52")

    def answers(self, state: HikeState) -> list[int]:
        seat = self.seat
        place = state.board.about[state.pawns[seat]]
        offered = [NO]
        if has_stone_on(state, seat, place):
            return offered
        first = smallest_stone(state, place) + 1
        offered += [stone + 1 for stone in range(first, STONES) if state.stones[seat * STONES + stone] == NOWHERE]
        return offered

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice == NO:
            return
        seat = self.seat
        place = state.board.about[state.pawns[seat]]
        peak = state.board.peak_ids[place]
        state.stones = state.stones[:]
        state.stones[seat * STONES + choice - 1] = place
        if state.log is not None:
            stone = state.content.stone_names[choice - 1]
            state.log.append(Event("stone", seat, {"stone": stone, "peak": state.content.peak_names[peak]}))
        check_end(state, seat)
        give(state, seat, state.content.peaks[peak].reward, chance)

    def written(self, state: HikeState, choice: int) -> str:
        return "skip" if choice == NO else f"stone {state.content.stone_names[choice - 1]}"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == NO:
            return "no-stone", {}
        peak = state.content.peaks[state.board.peak_ids[state.board.about[state.pawns[self.seat]]]]
        points = peak.points * state.content.multipliers[choice - 1]
        return "stone", {"stone": state.content.stone_names[choice - 1], "n": points}

    def read(self, state: HikeState, text: str) -> int:
        words = text.split()
        if len(words) == 2 and words[0] == "stone" and words[1] in state.content.stone_names:
            return state.content.stone_names.index(words[1]) + 1
        return super().read(state, text)

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        place = state.board.about[state.pawns[self.seat]]
        if has_stone_on(state, self.seat, place):
            return refuse("FP-51", "stone-there")
        if 1 <= choice <= STONES and state.stones[self.seat * STONES + choice - 1] != NOWHERE:
            return refuse("FP-51", "stone-placed")
        return refuse("FP-52", "stone-too-large")

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        peak = state.content.peaks[state.board.peak_ids[state.board.about[state.pawns[self.seat]]]]
        reward: object = "none" if peak.reward.count == 0 else {REWARDS[peak.reward.kind]: peak.reward.count}
        return "stone", {"peak": peak.name, "points": peak.points, "reward": reward}


def give(state: HikeState, seat: int, reward: Reward, chance: Chance) -> None:
    """A reward, as far as it can be had (FP-53 to FP-55)."""
    if reward.kind == ENDORPHIN:
        add(state.endorphins, seat, reward.count)
        if state.log is not None:
            state.log.append(Event("gain", seat, {"what": {REWARDS[reward.kind]: reward.count}}))
    elif reward.kind == CARD:
        if state.market:
            state.stack.push(FREE_CARD[seat])
    elif reward.kind == CAMPFIRE:
        if draw_campfires(state, seat, chance):
            state.stack.push(KEEP_FIRE[seat])
    elif reward.kind == PEAK:
        draw_peak(state, seat, chance)
        state.stack.push(PLACE_PEAK[seat])


class FreeCard(TurnDecision):
    """Which card of the market do you take for free, if any? (FP-54)"""

    kind: ClassVar[str] = "free-card"
    rules: ClassVar[tuple[str, ...]] = ("FP-54",)

    def answers(self, state: HikeState) -> list[int]:
        return [*in_market(state, UNLIMITED), NO]

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice != NO:
            take_card(state, self.seat, choice, 0, chance)
        elif state.log is not None:
            state.log.append(Event("no-card", self.seat, {}))

    def written(self, state: HikeState, choice: int) -> str:
        return "skip" if choice == NO else f"card {CARDS[choice]}"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        return ("no-card", {}) if choice == NO else ("free-card", {"card": CARDS[choice]})

    def read(self, state: HikeState, text: str) -> int:
        named = named_after(text, "card", CARDS)
        return named if named >= 0 else super().read(state, text)

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        return refuse("FP-54", "not-in-market")


class KeepFire(TurnDecision):
    """Which of the campfire cards you drew do you keep, if any? The others go under in the order you say. (FP-55)"""

    kind: ClassVar[str] = "campfire"
    rules: ClassVar[tuple[str, ...]] = ("FP-55",)

    def answers(self, state: HikeState) -> list[int]:
        """Keep one; or first name those that go under, as long as their order can matter; or keep none."""
        looked = state.campfire.looked
        offered = looked[:]
        if len(looked) > 1:
            offered += [UNDER + card for card in looked]
        offered.append(KEEP_NONE)
        return offered

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        state.campfire = state.campfire.clone()
        if UNDER <= choice < KEEP_NONE:
            state.campfire.sink(choice - UNDER)
            state.stack.push(self)
            return
        if choice == KEEP_NONE:
            state.campfire.keep(UNKNOWN)
        else:
            state.fires = state.fires[:]
            state.fires[self.seat] |= BIT[choice]
            state.campfire.keep(choice)
        if state.log is None:
            return
        if choice == KEEP_NONE:
            state.log.append(Event("no-campfire", self.seat, {}))
        else:
            state.log.append(Event("campfire", self.seat, {"card": CAMPFIRES[choice]}))

    def written(self, state: HikeState, choice: int) -> str:
        if choice == KEEP_NONE:
            return "skip"
        return f"under {CAMPFIRES[choice - UNDER]}" if choice >= UNDER else f"keep {CAMPFIRES[choice]}"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == KEEP_NONE:
            return "no-campfire", {}
        return (
            ("under", {"card": CAMPFIRES[choice - UNDER]}) if choice >= UNDER else ("keep", {"card": CAMPFIRES[choice]})
        )

    def read(self, state: HikeState, text: str) -> int:
        kept = named_after(text, "keep", CAMPFIRES)
        under = named_after(text, "under", CAMPFIRES)
        if kept < 0 and under < 0:
            return super().read(state, text)
        return kept if kept >= 0 else UNDER + under

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        if choice >= UNDER and choice - UNDER in state.campfire.looked:
            return refuse("FP-55", "last-campfire")
        return refuse("FP-55", "campfire-not-drawn")


class PlacePeak(TurnDecision):
    """On which side of your tile does the peak go, and how is it turned? (FP-41, FP-50)"""

    kind: ClassVar[str] = "peak"
    rules: ClassVar[tuple[str, ...]] = ("FP-41", "FP-50")

    def answers(self, state: HikeState) -> list[int]:
        board = state.board
        sides = board.open_sides[board.homes[state.pawns[self.seat]]]
        turns = state.content.peaks[state.drawn_peak].turns
        return [side * TURNS + turn for side in range(TURNS) if sides & BIT[side] for turn in turns]

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        seat = self.seat
        board = state.board
        slot = board.tile_keys[board.homes[state.pawns[seat]]]
        at = side_slot(key_x(slot), key_y(slot), choice // TURNS)
        peak = state.drawn_peak
        terrain = state.content.peaks[peak].terrain
        state.drawn_peak = NO_CARD
        state.board = board.with_peak(peak, choice % TURNS, at[0], at[1])
        state.badges = state.badges[:]
        add(state.badges, seat * 3 + terrain, 1)
        if state.log is not None:
            home = board.tile_name(board.homes[state.pawns[seat]])
            name = state.content.peak_names[peak]
            side = SIDES[choice // TURNS]
            state.log.append(
                Event("peak", seat, {"peak": name, "terrain": TERRAINS[terrain], "home": home, "side": side})
            )
        check_end(state, seat)

    def written(self, state: HikeState, choice: int) -> str:
        board = state.board
        home = board.tile_name(board.homes[state.pawns[self.seat]])
        return f"place {home} {SIDES[choice // TURNS]} {TURN_NAMES[choice % TURNS]}"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        home = state.board.tile_name(state.board.homes[state.pawns[self.seat]])
        return "place", {"tile": home, "side": SIDES[choice // TURNS], "turn": TURN_NAMES[choice % TURNS]}

    def read(self, state: HikeState, text: str) -> int:
        """A turn that makes no difference stands for the least one that lies the same."""
        board = state.board
        place = parse_placing(state.content, text)
        if place is None:
            return super().read(state, text)
        tile, direction, turns = place
        if tile != board.tile_ids[board.homes[state.pawns[self.seat]]] or direction not in SIDES:
            return BESIDE_ANOTHER
        sides = state.content.peaks[state.drawn_peak].sides
        return SIDES.index(direction) * TURNS + sides.index(sides[turns])

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        board = state.board
        home = board.homes[state.pawns[self.seat]]
        side = choice // TURNS
        if not 0 <= side < TURNS:
            return refuse("FP-41", "peak-beside-own-tile")
        if not state.content.tiles[board.tile_ids[home]].exits_turned[board.tile_turns[home]] & BIT[side]:
            return refuse("FP-41", "no-path-out")
        return refuse("FP-41", "no-hole")

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        return "peak", {"peak": state.content.peak_names[state.drawn_peak]}


class BonusPeak(TurnDecision):
    """Do you place one more peak for free? (FP-57)"""

    kind: ClassVar[str] = "bonus-peak"
    rules: ClassVar[tuple[str, ...]] = ("FP-57",)

    def answers(self, state: HikeState) -> list[int]:
        return YES_OR_NO

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice == YES:
            draw_peak(state, self.seat, chance)
            state.stack.push(PLACE_PEAK[self.seat])

    def written(self, state: HikeState, choice: int) -> str:
        return "bonus" if choice == YES else "skip"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        return ("bonus-peak", {}) if choice == YES else ("no-bonus-peak", {})


class Discover(TurnDecision):
    """Do you place a new tile, or discard resources for endorphins? (FP-20, FP-25)"""

    kind: ClassVar[str] = "discovery"
    rules: ClassVar[tuple[str, ...]] = ("FP-20", "FP-25")

    def answers(self, state: HikeState) -> list[int]:
        offered = basics_held(state, self.seat)
        if can_discover(state, self.seat):
            offered |= BIT[PLACE]
        return MEMBERS[offered]

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice == PLACE:
            draw_tile(state, chance)
            if state.log is not None:
                state.log.append(Event("draw-tile", self.seat, {"tile": state.content.tile_names[state.drawn_tile]}))
            state.stack.push(PLACE_TILE[self.seat])
        else:
            discard_basic(state, self.seat, choice)

    def written(self, state: HikeState, choice: int) -> str:
        return "discover" if choice == PLACE else f"discard {RESOURCES[choice]}"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == PLACE:
            return "discover", {}
        return "discard", {"what": RESOURCES[choice], "n": state.content.discarded_basic_endorphins}

    def read(self, state: HikeState, text: str) -> int:
        words = text.split()
        if text == "discover":
            return PLACE
        if len(words) == 2 and words[0] == "discard" and words[1] in RESOURCES[:BASICS]:
            return RESOURCES.index(words[1])
        return super().read(state, text)

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        if choice != PLACE:
            return refuse("FP-25", "nothing-to-discard")
        if state.board.homes[state.pawns[self.seat]] == NONE:
            return refuse("FP-23", "pawn-on-peak")
        if not state.terrain:
            return refuse("FP-26", "no-tile-left")
        return refuse("FP-20", "no-tile-fits")


class Discard(TurnDecision):
    """Do you discard more? In any order, until you are done. (FP-25)"""

    kind: ClassVar[str] = "discard"
    rules: ClassVar[tuple[str, ...]] = ("FP-25",)

    def answers(self, state: HikeState) -> list[int]:
        return DONE_OR[basics_held(state, self.seat)]

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice != DONE:
            discard_basic(state, self.seat, choice)

    def written(self, state: HikeState, choice: int) -> str:
        return "done" if choice == DONE else f"discard {RESOURCES[choice]}"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == DONE:
            return "done", {}
        return "discard", {"what": RESOURCES[choice], "n": state.content.discarded_basic_endorphins}

    def read(self, state: HikeState, text: str) -> int:
        named = named_after(text, "discard", RESOURCES[:BASICS])
        return named if named >= 0 else super().read(state, text)

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        return refuse("FP-25", "nothing-to-discard")


def discard_basic(state: HikeState, seat: int, kind: int) -> None:
    add(state.packs, seat * KINDS + kind, -1)
    add(state.bank, kind, 1)
    add(state.endorphins, seat, state.content.discarded_basic_endorphins)
    if state.log is not None:
        n = state.content.discarded_basic_endorphins
        state.log.append(Event("discard", seat, {"what": RESOURCES[kind], "n": n}))
    state.stack.push(DISCARD[seat])


class PlaceTile(TurnDecision):
    """At which corner does the new tile go, and how is it turned? (FP-20 to FP-23)"""

    kind: ClassVar[str] = "tile"
    rules: ClassVar[tuple[str, ...]] = ("FP-20", "FP-21", "FP-23")

    def answers(self, state: HikeState) -> list[int]:
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

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
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
            name = state.content.tile_names[tile]
            home = board.tile_name(board.slots[slot])
            state.log.append(Event("tile", self.seat, {"tile": name, "home": home, "side": CORNERS[corner]}))
        square = key(2 * i + PLACE_X[FIRST_CORNER + corner], 2 * j + PLACE_Y[FIRST_CORNER + corner])
        gain(state, self.seat, state.board.gains[state.board.cells[square]])
        settle_pack(state, self.seat)

    def home(self, state: HikeState, choice: int) -> int:
        """The tile beside which the new one goes: one of two if the pawn is on a square space."""
        space = state.pawns[self.seat]
        return state.board.second_homes[space] if choice // 16 else state.board.homes[space]

    def written(self, state: HikeState, choice: int) -> str:
        home = state.board.tile_name(self.home(state, choice))
        return f"place {home} {CORNERS[choice // TURNS % TURNS]} {TURN_NAMES[choice % TURNS]}"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        home = state.board.tile_name(self.home(state, choice))
        side = CORNERS[choice // TURNS % TURNS]
        return "place", {"tile": home, "side": side, "turn": TURN_NAMES[choice % TURNS]}

    def read(self, state: HikeState, text: str) -> int:
        board = state.board
        space = state.pawns[self.seat]
        place = parse_placing(state.content, text)
        if place is None:
            return super().read(state, text)
        tile, direction, turns = place
        for which, home in enumerate((board.homes[space], board.second_homes[space])):
            if home != NONE and board.tile_ids[home] == tile and direction in CORNERS:
                return which * TURNS * TURNS + CORNERS.index(direction) * TURNS + turns
        return BESIDE_ANOTHER

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        board = state.board
        if not 0 <= choice < BESIDE_ANOTHER or self.home(state, choice) == NONE:
            return refuse("FP-23", "tile-beside-own-tile")
        home = self.home(state, choice)
        corner = choice // TURNS % TURNS
        slot = corner_slot(key_x(board.tile_keys[home]), key_y(board.tile_keys[home]), corner)
        if key(slot[0], slot[1]) in board.slots:
            return refuse("FP-20", "tile-there")
        tile = state.content.tiles[board.tile_ids[home]]
        if tile.kinds[board.tile_turns[home]][FIRST_CORNER + corner] == NO_SPACE:
            return refuse("FP-20", "no-triangle")
        return refuse("FP-20", "covers-start")

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        return "tile", {"tile": state.content.tile_names[state.drawn_tile]}


class Train(TurnDecision):
    """Which card do you buy, or which do you sell first? (FP-27, FP-28)"""

    kind: ClassVar[str] = "training"
    rules: ClassVar[tuple[str, ...]] = ("FP-27", "FP-28")

    def answers(self, state: HikeState) -> list[int]:
        seat = self.seat
        offered = in_market(state, state.endorphins[seat])
        offered += sellable(state, seat)
        if has_fire(state, seat, TRAINING_WALK):
            offered += steps_from(state, seat)
        return offered

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice >= SPACE:
            go(state, self.seat, choice)
        elif choice >= SELL:
            sell(state, self.seat, choice - SELL)
        else:
            take_card(state, self.seat, choice, state.content.costs[choice], chance)

    def written(self, state: HikeState, choice: int) -> str:
        if choice >= SPACE:
            return move_text(state, self.seat, choice, "step", state.offered)
        return f"sell {CARDS[choice - SELL]}" if choice >= SELL else f"buy {CARDS[choice]}"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        if choice >= SPACE:
            return going(state, choice, True)
        if choice >= SELL:
            return "sell", {"card": CARDS[choice - SELL], "n": state.content.sold_card_endorphins}
        return "buy", {"card": CARDS[choice], "n": state.content.costs[choice]}

    def read(self, state: HikeState, text: str) -> int:
        words = text.split()
        if len(words) == 2 and words[0] in ("buy", "sell") and words[1] in CARDS:
            return CARDS.index(words[1]) + (SELL if words[0] == "sell" else 0)
        return parse_move(self, state, text, "step")

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        if SELL <= choice < SELL + len(STARTING):
            return refuse("FP-28", "starting-card")
        if SELL <= choice < SPACE:
            return refuse("FP-28", "not-in-hand")
        if choice >= SPACE and not has_fire(state, self.seat, TRAINING_WALK):
            return refuse("FP-58", "no-training-walk")
        if choice >= SPACE:
            return why_not_to(state, self.seat, choice, NOT_A_STEP)
        return why_not_bought(state, self.seat, choice)


def sellable(state: HikeState, seat: int) -> list[int]:
    """Codes of the kinds of card in hand that can be sold (FP-28)."""
    hands = state.hands
    base = seat * CARD_KINDS
    return [SELL + kind for kind in range(len(STARTING), CARD_KINDS) if hands[base + kind] > 0]


class Sell(TurnDecision):
    """Do you sell more? In any order, until you are done. (FP-28)"""

    kind: ClassVar[str] = "sell"
    rules: ClassVar[tuple[str, ...]] = ("FP-28",)

    def answers(self, state: HikeState) -> list[int]:
        return [NO, *sellable(state, self.seat)]

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice != NO:
            sell(state, self.seat, choice - SELL)

    def written(self, state: HikeState, choice: int) -> str:
        return "done" if choice == NO else f"sell {CARDS[choice - SELL]}"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == NO:
            return "done", {}
        return "sell", {"card": CARDS[choice - SELL], "n": state.content.sold_card_endorphins}

    def read(self, state: HikeState, text: str) -> int:
        named = named_after(text, "sell", CARDS)
        return SELL + named if named >= 0 else super().read(state, text)

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        card = choice - SELL
        if 0 <= card < len(STARTING):
            return refuse("FP-28", "starting-card")
        return refuse("FP-28", "not-in-hand")


def sell(state: HikeState, seat: int, kind: int) -> None:
    """A card goes back to the box for good (FP-28)."""
    add(state.hands, seat * CARD_KINDS + kind, -1)
    state.box = [*state.box, kind]
    add(state.endorphins, seat, state.content.sold_card_endorphins)
    if state.log is not None:
        state.log.append(Event("sell", seat, {"card": CARDS[kind], "n": state.content.sold_card_endorphins}))
    state.stack.push(SELL_MORE[seat])


class Camp(TurnDecision):
    """Do you buy a panorama, or rest for endorphins? (FP-29, FP-61)"""

    kind: ClassVar[str] = "camp"
    rules: ClassVar[tuple[str, ...]] = ("FP-29", "FP-61")
    enables: ClassVar[bool] = True

    def answers(self, state: HikeState) -> list[int]:
        wanted = next_rank(state, self.seat)
        panoramas = state.content.panoramas
        offered = [NO]
        for pile in range(len(state.piles)):
            card = state.piles[pile]
            if card != NO_CARD and panoramas[card].rank == wanted and can_pay(state, self.seat, panoramas[card].cost):
                offered.append(pile + 1)
        return offered

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        seat = self.seat
        base = seat * CARD_KINDS
        for at in range(base, base + CARD_KINDS):
            if state.played[at] > 0:
                add(state.hands, at, state.played[at])
                state.played[at] = 0
        if choice == NO:
            add(state.endorphins, seat, state.content.camp_endorphins)
            if state.log is not None:
                state.log.append(Event("rest", seat, {"n": state.content.camp_endorphins}))
        else:
            buy_panorama(state, seat, choice - 1, chance)

    def written(self, state: HikeState, choice: int) -> str:
        if choice == NO:
            return "camp rest"
        return f"camp panorama {state.content.panorama_names[state.piles[choice - 1]]}"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == NO:
            return "rest", {"n": state.content.camp_endorphins}
        card = state.content.panoramas[state.piles[choice - 1]]
        reward = {REWARDS[card.reward.kind]: card.reward.count}
        rank = NUMERALS[card.rank].upper()
        return "panorama", {"rank": rank, "n": card.points, "cost": amounts(card.cost), "reward": reward}

    def read(self, state: HikeState, text: str) -> int:
        card = named_after(text, "camp panorama", state.content.panorama_names)
        if card < 0:
            return super().read(state, text)
        return state.piles.index(card) + 1 if card in state.piles else NOT_OPEN + card

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        panoramas = state.content.panoramas
        if 1 <= choice <= len(state.piles) and state.piles[choice - 1] != NO_CARD:
            card = state.piles[choice - 1]
        elif NOT_OPEN <= choice < NOT_OPEN + len(panoramas):
            card = choice - NOT_OPEN
        else:
            return refuse("FP-61", "no-such-panorama")
        wanted = next_rank(state, self.seat)
        if wanted == RANKS:
            return refuse("FP-61", "all-panoramas")
        if panoramas[card].rank != wanted:
            return refuse("FP-61", "panorama-rank", rank=NUMERALS[wanted].upper())
        if choice >= NOT_OPEN:
            return refuse("FP-8", "panorama-not-open")
        return refuse("FP-62", "panorama-costs", cost=amounts(panoramas[card].cost))

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        return "camp", {"n": state.content.camp_endorphins}


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
    state.owned = state.owned[:]
    state.owned[seat * RANKS + rank] = card
    if state.log is not None:
        state.log.append(
            Event(
                "panorama",
                seat,
                {
                    "card": panorama.name,
                    "rank": NUMERALS[rank].upper(),
                    "cost": amounts(panorama.cost),
                    "n": panorama.points,
                },
            )
        )
    reveal(state, pile, rank, chance)
    if all(state.owned[other * RANKS + rank] != NO_CARD for other in range(state.setup.seats)):
        for other in range(len(state.piles)):
            old = state.piles[other]
            if old != NO_CARD and state.content.panoramas[old].rank == rank:
                state.dropped = [*state.dropped, old]
                reveal(state, other, rank, chance)
    check_end(state, seat)
    give(state, seat, panorama.reward, chance)


class Harvest(TurnDecision):
    """What do you harvest? One for the backpack, one for the space. (FP-36)"""

    kind: ClassVar[str] = "harvest"
    rules: ClassVar[tuple[str, ...]] = ("FP-36",)

    def __init__(self, seat: int, times: int) -> None:
        super().__init__(seat)
        self.times = times

    def answers(self, state: HikeState) -> list[int]:
        offered = kinds_among(state.bank, 0, BASICS)
        return MEMBERS[offered] if offered else ONLY_DONE

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
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

    def written(self, state: HikeState, choice: int) -> str:
        return "done" if choice == DONE else f"harvest {RESOURCES[choice]}"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        return ("done", {}) if choice == DONE else ("harvest", {"what": RESOURCES[choice]})

    def read(self, state: HikeState, text: str) -> int:
        named = named_after(text, "harvest", RESOURCES)
        if named >= BASICS:
            return CONTAINER_HARVEST
        return named if named >= 0 else super().read(state, text)

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        if 0 <= choice < BASICS:
            return refuse("FP-45", "bank-has-none", what=RESOURCES[choice])
        return refuse("FP-36", "only-basics")

    def fields(self) -> dict[str, object]:
        return {"times": self.times}


class Lay(TurnDecision):
    """Not a question: the second piece of a harvest goes on the space once the backpack is in order. (FP-36)"""

    kind: ClassVar[str] = "lay"
    rules: ClassVar[tuple[str, ...]] = ("FP-36",)

    def __init__(self, seat: int, resource: int) -> None:
        super().__init__(seat)
        self.resource = resource

    def answers(self, state: HikeState) -> list[int]:
        return ONLY_NO

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        lay(state, self.seat, self.resource)

    def written(self, state: HikeState, choice: int) -> str:
        return f"lay {RESOURCES[self.resource]}"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        return "lay", {"what": RESOURCES[self.resource]}

    def fields(self) -> dict[str, object]:
        return {"resource": RESOURCES[self.resource]}


class Fill(TurnDecision):
    """How many containers do you fill, two basics each? (FP-37)"""

    kind: ClassVar[str] = "fill"
    rules: ClassVar[tuple[str, ...]] = ("FP-37",)

    def __init__(self, seat: int, resource: int) -> None:
        super().__init__(seat)
        self.resource = resource

    def answers(self, state: HikeState) -> list[int]:
        return list(range(1, self.most(state) + 1))

    def most(self, state: HikeState) -> int:
        """Each time one container goes to the backpack and, while there is one more, one to the space."""
        return min(state.packs[self.seat * KINDS + self.resource] // 2, (state.bank[BASICS + self.resource] + 1) // 2)

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        seat = self.seat
        container = BASICS + self.resource
        for _ in range(choice):
            add(state.packs, seat * KINDS + self.resource, -2)
            add(state.bank, self.resource, 2)
            put(state, seat, container, 1)
            lay(state, seat, container)
        if state.log is not None:
            state.log.append(Event("fill", seat, {"what": {RESOURCES[container]: choice}}))

    def written(self, state: HikeState, choice: int) -> str:
        return f"fill {choice}"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        return "fill", {"what": {RESOURCES[BASICS + self.resource]: choice}}

    def read(self, state: HikeState, text: str) -> int:
        named = named_after(text, "fill", FEW)
        return named + 1 if named >= 0 else super().read(state, text)

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        return refuse("FP-37", "fill-too-often", n=self.most(state))

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        return "fill", {"what": RESOURCES[BASICS + self.resource]}

    def fields(self) -> dict[str, object]:
        return {"resource": RESOURCES[self.resource]}


class Observe(TurnDecision):
    """Do you put the market under the deck for a new one, and in which order? (FP-38)"""

    kind: ClassVar[str] = "observe"
    rules: ClassVar[tuple[str, ...]] = ("FP-38",)

    def __init__(self, seat: int, begun: bool) -> None:
        super().__init__(seat)
        self.begun = begun
        """Whether cards of the market have gone under already."""

    def answers(self, state: HikeState) -> list[int]:
        """Leave the market, or put all of it under as it lies; or name the cards one by one."""
        if state.hiking.count() == 0:
            return ONLY_NO
        offered = [YES] if self.begun else [NO, YES]
        kinds = in_market(state, UNLIMITED)
        if len(kinds) > 1:
            offered += [UNDER + kind for kind in kinds]
        return offered

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        everybody = BIT[state.setup.seats] - 1
        if choice >= UNDER:
            state.market = without(state.market, choice - UNDER)
            state.hiking = state.hiking.clone()
            state.hiking.put_under(choice - UNDER, everybody)
            state.stack.push(OBSERVING_ON[self.seat])
            return
        state.stack.push(OBSERVE_BUY[self.seat])
        if choice == YES:
            state.hiking = state.hiking.clone()
            for card in state.market:
                state.hiking.put_under(card, everybody)
            state.market = []
            refill(state, chance)
            if state.log is not None:
                state.log.append(Event("refresh", self.seat, {"cards": [CARDS[card] for card in state.market]}))

    def written(self, state: HikeState, choice: int) -> str:
        if choice >= UNDER:
            return f"under {CARDS[choice - UNDER]}"
        return "refresh" if choice == YES else "keep"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        if choice >= UNDER:
            return "under", {"card": CARDS[choice - UNDER]}
        return ("refresh", {}) if choice == YES else ("keep-market", {})

    def read(self, state: HikeState, text: str) -> int:
        named = named_after(text, "under", CARDS)
        return UNDER + named if named >= 0 else super().read(state, text)

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        if choice >= UNDER and choice - UNDER not in state.market:
            return refuse("FP-38", "not-in-market")
        return refuse("FP-38", "no-order-left")

    def fields(self) -> dict[str, object]:
        return {"begun": self.begun}


class ObserveBuy(TurnDecision):
    """Do you buy a card? (FP-38)"""

    kind: ClassVar[str] = "observe-buy"
    rules: ClassVar[tuple[str, ...]] = ("FP-38", "FP-27")

    def answers(self, state: HikeState) -> list[int]:
        return [NO, *in_market(state, state.endorphins[self.seat])]

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        if choice != NO:
            take_card(state, self.seat, choice, state.content.costs[choice], chance)

    def written(self, state: HikeState, choice: int) -> str:
        return "done" if choice == NO else f"buy {CARDS[choice]}"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        return (
            ("buy-nothing", {}) if choice == NO else ("buy", {"card": CARDS[choice], "n": state.content.costs[choice]})
        )

    def read(self, state: HikeState, text: str) -> int:
        named = named_after(text, "buy", CARDS[len(STARTING) :])
        return len(STARTING) + named if named >= 0 else super().read(state, text)

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        return why_not_bought(state, self.seat, choice)


class Overflow(TurnDecision):
    """Which resource goes back to the bank? (FP-44)"""

    kind: ClassVar[str] = "overflow"
    rules: ClassVar[tuple[str, ...]] = ("FP-44",)

    def answers(self, state: HikeState) -> list[int]:
        return MEMBERS[kinds_among(state.packs, self.seat * KINDS, KINDS)]

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        add(state.packs, self.seat * KINDS + choice, -1)
        add(state.bank, choice, 1)
        if state.log is not None:
            state.log.append(Event("return", self.seat, {"what": RESOURCES[choice]}))
        settle_pack(state, self.seat)
        # Whoever returns what a waiting question was about, such as the basics to discard, has answered it.
        waiting = state.stack.top
        if isinstance(waiting, TurnDecision) and not waiting.answers(state):
            state.stack.pop()

    def written(self, state: HikeState, choice: int) -> str:
        return f"return {RESOURCES[choice]}"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        return "return", {"what": RESOURCES[choice]}

    def read(self, state: HikeState, text: str) -> int:
        named = named_after(text, "return", RESOURCES)
        return named if named >= 0 else super().read(state, text)

    def why_refused(self, state: HikeState, choice: int) -> Refusal:
        return refuse("FP-44", "nothing-to-return")

    def ask(self, state: HikeState) -> tuple[str, dict[str, object]]:
        return "overflow", {"n": carried(state, self.seat) - room(state, self.seat)}


def settle_pack(state: HikeState, seat: int) -> None:
    """After a whole gain: what does not fit goes back (FP-44)."""
    if carried(state, seat) > room(state, seat) and state.stack.top is not OVERFLOW[seat]:
        state.stack.push(OVERFLOW[seat])


class EndTurn(TurnDecision):
    """Is there anything more? Asked only of a seat that can still trade endorphins. (FP-10, FP-60)"""

    kind: ClassVar[str] = "end-turn"
    rules: ClassVar[tuple[str, ...]] = ("FP-10", "FP-60")
    enables: ClassVar[bool] = True

    def answers(self, state: HikeState) -> list[int]:
        return ONLY_NO

    def carry_out(self, state: HikeState, choice: int, chance: Chance) -> None:
        end_turn(state, self.seat)

    def written(self, state: HikeState, choice: int) -> str:
        return "done"

    def said(self, state: HikeState, choice: int) -> tuple[str, dict[str, object]]:
        return "end-turn", {}


def end_turn(state: HikeState, seat: int) -> None:
    """On to the next seat, unless the last turn has been played (FP-76, FP-77)."""
    state.trail = NO_TRAIL
    state.turns_played += 1
    seats = state.setup.seats
    if state.last_turns == 0 or state.turns_played >= state.content.rounds * seats:
        if state.log is not None:
            state.log.append(Event("end", seat, {}))
        return
    if state.last_turns > 0:
        state.last_turns -= 1
    start_turn(state, (seat + 1) % seats)


def start_turn(state: HikeState, seat: int) -> None:
    state.begin_turn(seat)
    state.stack.push(PLAY[seat])


def is_place(content: Content, text: str) -> bool:
    """Whether a text is the name of a space, on the map or not: "birch ne", "fox"."""
    tile, _, place = text.partition(" ")
    return text in content.peak_names or (tile in content.tile_names and place in PLACES)


def parse_placing(content: Content, text: str) -> tuple[int, str, int] | None:
    """Tile, direction and turns of "place birch ne right"; None for another text."""
    words = text.split()
    if len(words) != 4 or words[0] != "place" or words[3] not in TURN_NAMES:
        return None
    if words[1] not in content.tile_names or words[2] not in PLACES:
        return None
    return content.tile_names.index(words[1]), words[2], TURN_NAMES.index(words[3])


def named_after(text: str, verb: str, names: list[str]) -> int:
    """The number of the name that follows a verb, or -1."""
    name = text.removeprefix(f"{verb} ")
    return names.index(name) if name != text and name in names else -1


def why_not_bought(state: HikeState, seat: int, card: int) -> Refusal:
    if card not in state.market:
        return refuse("FP-27", "not-in-market")
    return refuse("FP-27", "card-costs", n=state.content.costs[card], have=state.endorphins[seat])


def why_no_trade(state: HikeState, seat: int, choice: int) -> Refusal:
    if not has_fire(state, seat, ENDORPHIN_TRADE):
        return refuse("FP-60", "no-endorphin-trade")
    if state.bank[choice - TRADE] == 0:
        return refuse("FP-45", "bank-has-none", what=RESOURCES[choice - TRADE])
    return refuse("FP-60", "trade-costs", n=state.content.campfire_values[ENDORPHIN_TRADE])


SPOTS: Final = {EXCHANGE: "exchange", CONTAINERS: "containers", SUMMIT: "summit", PARKING: "parking"}
UNLIMITED: Final = 1000
OFF_THE_MAP: Final = 10_000 * SPACE
BESIDE_ANOTHER: Final = 2 * TURNS * TURNS
NOT_OPEN: Final = 100
CONTAINER_HARVEST: Final = 10
MUSHROOM_FOR_ITSELF: Final = 1
"""Codes of answers that are well-formed and never legal."""
TURN_NAMES: Final = ["straight", "right", "over", "left"]
MOST_TIMES: Final = 30
FEW: Final = [str(times) for times in range(1, MOST_TIMES + 1)]
PURSE_MASK: Final = 34359738367
ONLY_NO: Final = [NO]
ONLY_DONE: Final = [DONE]
YES_OR_NO: Final = [NO, YES]
UP_TO: Final[list[list[int]]] = [list(range(most + 1)) for most in range(MOST_TIMES + 1)]
MEMBERS: Final[list[list[int]]] = [[kind for kind in range(KINDS) if kinds >> kind & 1] for kinds in range(BIT[KINDS])]
"""By set of kinds those in it. Answers are taken from tables where there are few: nobody changes them."""
DONE_OR: Final[list[list[int]]] = [[DONE, *MEMBERS[kinds]] for kinds in range(BIT[BASICS])]

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
DISCARD: Final = [Discard(seat) for seat in SEATS]
PLACE_TILE: Final = [PlaceTile(seat) for seat in SEATS]
TRAIN: Final = [Train(seat) for seat in SEATS]
SELL_MORE: Final = [Sell(seat) for seat in SEATS]
CAMPING: Final = [Camp(seat) for seat in SEATS]
HARVEST: Final = [Harvest(seat, times) for seat in SEATS for times in (1, 2)]
LAY: Final = [Lay(seat, kind) for seat in SEATS for kind in range(BASICS)]
FILL: Final = [Fill(seat, kind) for seat in SEATS for kind in range(BASICS)]
OBSERVING: Final = [Observe(seat, False) for seat in SEATS]
OBSERVING_ON: Final = [Observe(seat, True) for seat in SEATS]
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

NO_WAY: Final = refuse("FP-11", "no-walk")
NOT_A_STEP: Final = refuse("FP-58", "not-a-step")
WHY_NOT_THERE: Final[dict[int, Refusal]] = {
    WALK: refuse("FP-11", "not-one-space"),
    MARCH: refuse("FP-11", "not-two-spaces"),
    SIGHTSEE: refuse("FP-30", "not-one-or-two-spaces"),
    RUN: refuse("FP-31", "not-four-spaces"),
    SHORTCUT: refuse("FP-32", "not-beside"),
    BIKE: refuse("FP-33", "no-bike"),
    PARAGLIDE: refuse("FP-34", "no-glide"),
}
NO_HARVEST: Final = refuse("FP-36", "nothing-to-harvest")
NO_FILLING: Final = refuse("FP-37", "nothing-to-fill")
WHY_UNPLAYABLE: Final[list[Refusal]] = [
    NO_WAY,
    NO_WAY,
    refuse("FP-25", "discovery-idle"),
    refuse("FP-27", "training-idle"),
    refuse("FP-29", "camp-idle"),
    NO_WAY,
    refuse("FP-31", "run-idle"),
    refuse("FP-32", "shortcut-idle"),
    refuse("FP-33", "bike-idle"),
    refuse("FP-34", "paraglide-idle"),
    NO_HARVEST,
    NO_HARVEST,
    NO_FILLING,
    NO_FILLING,
    NO_FILLING,
    refuse("FP-38", "observe-idle"),
]
