"""The rules of The Peak: a round is a turn of the Mountain and a turn of the Mountaineer.

Each class is one question. The Mountain is asked to `Play` until it ends its turn; the Mountaineer to `Challenge`
until it fails or stops. What the cards do is in effects.py; some of them ask something more.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from cairn.core.bits import BIT, count_of, place_of
from cairn.core.chance import Chance
from cairn.core.contract import BufferedDecision, Decision, Refusal, refuse
from cairn.core.event import Event
from cairn.core.zones import NONE
from cairn.games.the_peak.board import (
    ALL,
    CELLS,
    MAY_END,
    NAMES,
    NEAR,
    UNREACHABLE,
    near_two,
    placements,
    reachable,
)
from cairn.games.the_peak.content import MOST_KINDS, NO_EFFECT, Effect
from cairn.games.the_peak.state import EMPTY, MOUNTAIN, MOUNTAINEER, PeakState, add, cells_free, goals_in, ways, without

NO_CELL: Final = 31
PLACES: Final = 32
END_TURN: Final = MOST_KINDS * PLACES
STOP: Final = CELLS
KEEP: Final = 0
DISCARD: Final = 1
LEAVE: Final = 0
SHUFFLE: Final = 1
DRAW: Final = 1
DONE: Final = MOST_KINDS
DIE: Final = 64
"""A reroll is die * 64 + the face that pays for it; die 0 with face 0 cannot be, so that KEEP is 0."""


class Play(BufferedDecision[PeakState]):
    """Which card do you play, and where? Only what keeps the duty within reach is offered. (TP-12 to TP-18)

    Asked even if there is nothing left but to end the turn: which cards cannot be played is nobody else's business.
    """

    kind: ClassVar[str] = "play"
    rules: ClassVar[tuple[str, ...]] = ("TP-12", "TP-15", "TP-18")

    def offer(self, state: PeakState) -> None:
        hand = state.hand
        laid: i64 = state.content.laid
        cells = placements(state.cards | BIT[state.token], state.token, board_cards(state))
        answers = state.room(1 + hand.count * (1 + count_of(cells & ALL)))
        count: i64 = 0
        if hand.count == 0 or cells & MAY_END:
            answers[0] = END_TURN
            count = 1
        cells &= ALL
        first: i64 = 0
        spaces: i64 = 0
        pattern: i64 = 0
        last: i64 = -1
        at: i64 = 0
        while at < hand.count:
            kind = hand.at(at)
            at += 1
            if kind == last:
                continue
            last = kind
            if kind >= laid:
                answers[count] = kind * PLACES + NO_CELL
                count += 1
            elif spaces == 0:
                first = count
                pattern = kind
                while cells:
                    low = cells & -cells
                    answers[count] = kind * PLACES + place_of(low)
                    cells ^= low
                    count += 1
                spaces = count - first
            else:
                # The same spaces as for the first kind.
                more = (kind - pattern) * PLACES
                same = first
                end = first + spaces
                while same < end:
                    answers[count] = answers[same] + more
                    same += 1
                    count += 1
        state.answer_count = count

    def apply(self, state: PeakState, choice: int, chance: Chance) -> None:
        if choice == END_TURN:
            end_building(state, chance)
            return
        content = state.content
        kind = choice >> 5
        cell = choice & 31
        lose(state, kind)
        state.busy = True
        if cell == NO_CELL:
            state.discard.add(kind)
            if state.log is not None:
                state.log.append(Event("play", state.mountain, {"card": content.names[kind]}))
        else:
            state.board[cell] = kind
            state.cards |= BIT[cell]
            if state.log is not None:
                state.log.append(Event("place", state.mountain, {"card": content.names[kind], "cell": NAMES[cell]}))
        state.stack.push(self)
        strike(state, content.on_play[kind], cell, chance)
        if state.hand.count == 0 and state.stack.top is self:
            state.stack.top = None
            end_building(state, chance)

    def notation(self, state: PeakState, choice: int) -> str:
        if choice == END_TURN:
            return "end"
        name = state.content.names[choice >> 5]
        return f"play {name}" if choice & 31 == NO_CELL else f"play {name} {NAMES[choice & 31]}"

    def parse(self, state: PeakState, text: str) -> int:
        if text == "end":
            return END_TURN
        words = text.split()
        names = state.content.names
        if len(words) in (2, 3) and words[0] == "play" and words[1] in names:
            kind = names.index(words[1])
            if len(words) == 2 and kind >= state.content.laid:
                return kind * PLACES + NO_CELL
            if len(words) == 3 and kind < state.content.laid and words[2] in NAMES:
                return kind * PLACES + NAMES.index(words[2])
        return super().parse(state, text)

    def why_not(self, state: PeakState, choice: int) -> Refusal:
        if choice == END_TURN:
            return self._why_not_end(state)
        cell = choice & 31
        if state.hand.place_of(choice >> 5) < 0:
            return refuse("TP-12", "not-in-hand")
        name = state.content.names[choice >> 5]
        if choice >> 5 >= state.content.laid:
            return refuse("TP-13", "played-aside", card=name)
        if cell == NO_CELL:
            return refuse("TP-13", "needs-space", card=name)
        if cell >= CELLS:
            return refuse("TP-12", "no-such-space")
        if not cells_free(state) & BIT[cell]:
            return refuse("TP-12", "occupied", cell=NAMES[cell])
        return refuse("TP-18", "breaks-duty", cell=NAMES[cell])

    def _why_not_end(self, state: PeakState) -> Refusal:
        occupied = state.cards | BIT[state.token]
        poor = occupied & ~near_two(occupied)
        if reachable(occupied, ALL & ~occupied, poor, board_cards(state)) == UNREACHABLE:
            return refuse("TP-16", "token-first", cell=NAMES[state.token])
        lonely = [NAMES[cell] for cell in range(CELLS) if poor & BIT[cell]]
        return refuse("TP-15", "duty", cells=lonely)

    def ask(self, state: PeakState) -> tuple[str, dict[str, object]]:
        hand = state.named(state.hand.numbers())
        if not hand:
            return "play-empty", {}
        if END_TURN not in state.offered:
            return "play-on", {"hand": hand}
        return ("play", {"hand": hand}) if len(state.offered) > 1 else ("play-none", {"hand": hand})

    def caption(self, state: PeakState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == END_TURN:
            return "end", {}
        card = state.content.names[choice >> 5]
        if choice & 31 == NO_CELL:
            return "play-aside", {"card": card}
        return "play", {"card": card, "cell": NAMES[choice & 31]}

    def elements(self, state: PeakState, choice: int) -> list[str]:
        if choice == END_TURN:
            return ["end"]
        card = f"card:{state.content.names[choice >> 5]}"
        return [card] if choice & 31 == NO_CELL else [card, f"cell:{NAMES[choice & 31]}"]


class Bridge(BufferedDecision[PeakState]):
    """Which card do you discard for a new one? All are drawn when you are done. (TP-44)"""

    kind: ClassVar[str] = "bridge"
    rules: ClassVar[tuple[str, ...]] = ("TP-44",)

    def __init__(self, seat: int, discarded: int) -> None:
        super().__init__(seat)
        self.discarded = discarded

    def offer(self, state: PeakState) -> None:
        state.add_answer(DONE)
        if self.discarded < state.deck.count():
            last: i64 = -1
            for at in range(state.hand.count):
                kind = state.hand.at(at)
                if kind != last:
                    state.add_answer(kind)
                last = kind

    def apply(self, state: PeakState, choice: int, chance: Chance) -> None:
        if choice == DONE:
            draw_cards(state, self.discarded, chance)
            return
        lose(state, choice)
        state.discard.add(choice)
        if state.log is not None:
            state.log.append(Event("exchange-card", state.mountain, {"card": state.content.names[choice]}))
        state.stack.push(Bridge(self.seat, self.discarded + 1))

    def notation(self, state: PeakState, choice: int) -> str:
        return "done" if choice == DONE else f"discard {state.content.names[choice]}"

    def parse(self, state: PeakState, text: str) -> int:
        if text == "done":
            return DONE
        words = text.split()
        if len(words) == 2 and words[0] == "discard" and words[1] in state.content.names:
            return state.content.names.index(words[1])
        return super().parse(state, text)

    def why_not(self, state: PeakState, choice: int) -> Refusal:
        if state.hand.place_of(choice) < 0:
            return refuse("TP-44", "not-in-hand")
        return refuse("TP-44", "deck-too-small", count=int(state.deck.count()))

    def ask(self, state: PeakState) -> tuple[str, dict[str, object]]:
        return "bridge", {"discarded": self.discarded}

    def caption(self, state: PeakState, choice: int) -> tuple[str, dict[str, object]]:
        return ("done", {}) if choice == DONE else ("exchange", {"card": state.content.names[choice]})

    def elements(self, state: PeakState, choice: int) -> list[str]:
        return ["done"] if choice == DONE else [f"card:{state.content.names[choice]}"]

    def fields(self) -> dict[str, object]:
        return {"discarded": self.discarded}


class Challenge(BufferedDecision[PeakState]):
    """Which card beside you do you challenge, or do you stop? (TP-20 to TP-24)"""

    kind: ClassVar[str] = "challenge"
    rules: ClassVar[tuple[str, ...]] = ("TP-20", "TP-22")

    def offer(self, state: PeakState) -> None:
        state.add_answer(STOP)
        state.add_answers(NEAR[state.token] & state.cards)

    def apply(self, state: PeakState, choice: int, chance: Chance) -> None:
        if choice == STOP:
            if state.log is not None:
                state.log.append(Event("end-turn", state.climber, {}))
            end_round(state, chance)
            return
        chilled = state.cold > 0
        if chilled:
            state.cold -= 1
        roll(state, choice, chilled, chance)

    def notation(self, state: PeakState, choice: int) -> str:
        return "end" if choice == STOP else f"challenge {NAMES[choice]}"

    def parse(self, state: PeakState, text: str) -> int:
        cell = challenged(text)
        return super().parse(state, text) if cell < 0 else cell

    def why_not(self, state: PeakState, choice: int) -> Refusal:
        if not 0 <= choice < CELLS:
            return refuse("TP-20", "no-such-space")
        if state.board[choice] == EMPTY:
            return refuse("TP-20", "no-card-there", cell=NAMES[choice])
        return refuse("TP-20", "not-beside-you", cell=NAMES[choice], token=NAMES[state.token])

    def caption(self, state: PeakState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == STOP:
            return "end", {}
        card = state.content.faces[state.board[choice]]
        return "challenge", {"card": card, "cell": NAMES[choice], "percent": percent(state, choice, state.cold > 0)}

    def elements(self, state: PeakState, choice: int) -> list[str]:
        return ["end"] if choice == STOP else [f"cell:{NAMES[choice]}"]


class Retry(BufferedDecision[PeakState]):
    """Do you try the Eroded Slope again? (TP-42)"""

    kind: ClassVar[str] = "retry"
    rules: ClassVar[tuple[str, ...]] = ("TP-42", "TP-43")

    def __init__(self, seat: int, cell: int, chilled: bool) -> None:
        super().__init__(seat)
        self.cell = cell
        self.chilled = chilled

    def offer(self, state: PeakState) -> None:
        state.add_answer(STOP)
        state.add_answer(self.cell)

    def apply(self, state: PeakState, choice: int, chance: Chance) -> None:
        if choice == STOP:
            if state.log is not None:
                state.log.append(Event("end-turn", state.climber, {}))
            end_round(state, chance)
        else:
            roll(state, self.cell, self.chilled, chance)

    def notation(self, state: PeakState, choice: int) -> str:
        return "end" if choice == STOP else f"challenge {NAMES[choice]}"

    def parse(self, state: PeakState, text: str) -> int:
        cell = challenged(text)
        return super().parse(state, text) if cell < 0 else cell

    def why_not(self, state: PeakState, choice: int) -> Refusal:
        return refuse("TP-42", "same-card-only", cell=NAMES[self.cell])

    def ask(self, state: PeakState) -> tuple[str, dict[str, object]]:
        return "retry", {"cell": NAMES[self.cell]}

    def caption(self, state: PeakState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == STOP:
            return "end", {}
        card = state.content.faces[state.board[choice]]
        return "challenge", {"card": card, "cell": NAMES[choice], "percent": percent(state, choice, self.chilled)}

    def elements(self, state: PeakState, choice: int) -> list[str]:
        return ["end"] if choice == STOP else [f"cell:{NAMES[choice]}"]

    def fields(self) -> dict[str, object]:
        return {"cell": NAMES[self.cell], "chilled": self.chilled}


class Reroll(Decision[PeakState]):
    """Do you discard a kept card to reroll a die? (TP-47)"""

    kind: ClassVar[str] = "reroll"
    rules: ClassVar[tuple[str, ...]] = ("TP-47",)

    def __init__(self, seat: int, cell: int, first: int, second: int, needs: int, chilled: bool) -> None:
        super().__init__(seat)
        self.cell = cell
        self.first = first
        self.second = second
        self.needs = needs
        """What the dice must come to where no cold is felt."""
        self.chilled = chilled

    def choices(self, state: PeakState) -> list[int]:
        offered = [KEEP]
        faces: list[int] = []
        for face in state.kept:
            if face not in faces:
                add(faces, face)
        offered += [DIE + face for face in faces]
        offered += [2 * DIE + face for face in faces]
        return offered

    def apply(self, state: PeakState, choice: int, chance: Chance) -> None:
        if choice == KEEP:
            compare(state, self.cell, self.first + self.second, self.needs, self.chilled, chance)
            return
        face = choice & (DIE - 1)
        state.kept.remove(face)
        state.discard.add(state.content.kind_of[face])
        first: i64 = self.first
        second: i64 = self.second
        if choice < 2 * DIE:
            first = chance.roll(state.content.sides)
        else:
            second = chance.roll(state.content.sides)
        if state.log is not None:
            name = state.content.faces[face]
            state.log.append(Event("reroll", state.climber, {"card": name, "dice": [int(first), int(second)]}))
        rolled(state, self.cell, first, second, self.needs, self.chilled, chance)

    def notation(self, state: PeakState, choice: int) -> str:
        return "keep" if choice == KEEP else f"reroll {choice // DIE} {state.content.faces[choice % DIE]}"

    def parse(self, state: PeakState, text: str) -> int:
        if text == "keep":
            return KEEP
        words = text.split()
        if len(words) == 3 and words[0] == "reroll" and words[1] in ("1", "2") and words[2] in state.content.faces:
            return int(words[1]) * DIE + state.content.faces.index(words[2])
        return super().parse(state, text)

    def why_not(self, state: PeakState, choice: int) -> Refusal:
        return refuse("TP-47", "not-kept")

    def ask(self, state: PeakState) -> tuple[str, dict[str, object]]:
        return "reroll", {"first": self.first, "second": self.second, "needs": state.needs()}

    def caption(self, state: PeakState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == KEEP:
            return "keep-roll", {}
        die = choice // DIE
        pips = self.first if die == 1 else self.second
        return "reroll", {"die": die, "pips": pips, "card": state.content.faces[choice % DIE]}

    def elements(self, state: PeakState, choice: int) -> list[str]:
        return ["keep"] if choice == KEEP else [f"die:{choice // DIE}", f"kept:{state.content.faces[choice % DIE]}"]

    def fields(self) -> dict[str, object]:
        return {
            "cell": NAMES[self.cell],
            "first": self.first,
            "second": self.second,
            "needs": self.needs,
            "chilled": self.chilled,
        }


class Stream(Decision[PeakState]):
    """Do you keep the Stream you have just crossed, or discard it for a better next roll? (TP-34)"""

    kind: ClassVar[str] = "stream"
    rules: ClassVar[tuple[str, ...]] = ("TP-34",)

    def choices(self, state: PeakState) -> list[int]:
        return KEEP_OR_DISCARD

    def apply(self, state: PeakState, choice: int, chance: Chance) -> None:
        if choice == DISCARD:
            kind = state.kept.pop()
            state.discard.add(kind)
            state.next_roll += state.content.on_cross[kind].amount
            if state.log is not None:
                state.log.append(Event("traded", state.climber, {"card": state.content.names[kind]}))

    def notation(self, state: PeakState, choice: int) -> str:
        return "discard" if choice == DISCARD else "keep"

    def ask(self, state: PeakState) -> tuple[str, dict[str, object]]:
        return "stream", {"amount": state.content.on_cross[state.kept[-1]].amount}

    def caption(self, state: PeakState, choice: int) -> tuple[str, dict[str, object]]:
        return ("trade-stream", {}) if choice == DISCARD else ("keep-stream", {})

    def elements(self, state: PeakState, choice: int) -> list[str]:
        return ["discard"] if choice == DISCARD else ["keep"]


class Lookout(Decision[PeakState]):
    """You have looked at the top of the deck: do you shuffle it? (TP-36)"""

    kind: ClassVar[str] = "lookout"
    rules: ClassVar[tuple[str, ...]] = ("TP-36",)

    def choices(self, state: PeakState) -> list[int]:
        return LEAVE_OR_SHUFFLE

    def apply(self, state: PeakState, choice: int, chance: Chance) -> None:
        if choice == SHUFFLE:
            sunk = state.sunk[:]
            for card in state.deck.top:
                add(sunk, card)
            state.sunk = sunk
            state.deck.shuffle_in([])
            if state.log is not None:
                state.log.append(Event("shuffled", state.climber, {}))

    def notation(self, state: PeakState, choice: int) -> str:
        return "shuffle" if choice == SHUFFLE else "leave"

    def caption(self, state: PeakState, choice: int) -> tuple[str, dict[str, object]]:
        return ("shuffle", {}) if choice == SHUFFLE else ("leave", {})

    def ask(self, state: PeakState) -> tuple[str, dict[str, object]]:
        return "lookout", {"cards": state.named(state.deck.top[::-1])}

    def elements(self, state: PeakState, choice: int) -> list[str]:
        return ["deck"] if choice == SHUFFLE else ["leave"]


class Cliff(Decision[PeakState]):
    """Do you draw a new goal? You will have to discard one then. (TP-49)"""

    kind: ClassVar[str] = "cliff"
    rules: ClassVar[tuple[str, ...]] = ("TP-49",)

    def choices(self, state: PeakState) -> list[int]:
        return KEEP_OR_DRAW if state.goals_left.count > 0 else ONLY_KEEP

    def apply(self, state: PeakState, choice: int, chance: Chance) -> None:
        if choice == KEEP:
            if state.log is not None:
                state.log.append(Event("kept-goals", self.seat, {}))
            return
        goal = chance.draw_from(state.goals_left, state.content.goal_names)
        state.goals[state.role_of(self.seat)] |= BIT[goal]
        if state.log is not None:
            secret: dict[str, object] = {"goal": state.content.goal_names[goal]}
            state.log.append(Event("new-goal", self.seat, {}, secret, BIT[self.seat]))
        state.stack.push(DROP[self.seat])

    def notation(self, state: PeakState, choice: int) -> str:
        return "draw" if choice == DRAW else "keep"

    def caption(self, state: PeakState, choice: int) -> tuple[str, dict[str, object]]:
        return ("draw", {}) if choice == DRAW else ("keep-goals", {})

    def elements(self, state: PeakState, choice: int) -> list[str]:
        return ["goals"] if choice == DRAW else ["keep"]


class Drop(Decision[PeakState]):
    """Which of your goals do you discard? (TP-49)"""

    kind: ClassVar[str] = "drop"
    rules: ClassVar[tuple[str, ...]] = ("TP-49",)

    def choices(self, state: PeakState) -> list[int]:
        return goals_in(state.goals[state.role_of(self.seat)])

    def apply(self, state: PeakState, choice: int, chance: Chance) -> None:
        role = state.role_of(self.seat)
        state.goals[role] ^= BIT[choice]
        state.dropped[role] |= BIT[choice]
        if state.log is not None:
            secret: dict[str, object] = {"goal": state.content.goal_names[choice]}
            state.log.append(Event("drop-goal", self.seat, {}, secret, BIT[self.seat]))

    def notation(self, state: PeakState, choice: int) -> str:
        return f"drop {state.content.goal_names[choice]}"

    def parse(self, state: PeakState, text: str) -> int:
        words = text.split()
        if len(words) == 2 and words[0] == "drop" and words[1] in state.content.goal_names:
            return state.content.goal_names.index(words[1])
        return super().parse(state, text)

    def why_not(self, state: PeakState, choice: int) -> Refusal:
        return refuse("TP-49", "not-your-goal")

    def caption(self, state: PeakState, choice: int) -> tuple[str, dict[str, object]]:
        return "drop", {"goal": state.content.goal_names[choice]}

    def elements(self, state: PeakState, choice: int) -> list[str]:
        return [f"goal:{state.content.goal_names[choice]}"]


def percent(state: PeakState, cell: i64, chilled: bool) -> int:
    """How likely a challenge is to be crossed, in per cent."""
    return round(ways(state.needed(cell) + state.cold_felt(chilled)) * 100 / 36)


def challenged(text: str) -> int:
    """The cell of a text such as "challenge d3", STOP for "end", or -1."""
    if text == "end":
        return STOP
    words = text.split()
    if len(words) == 2 and words[0] == "challenge" and words[1] in NAMES:
        return NAMES.index(words[1])
    return -1


def board_cards(state: PeakState) -> i64:
    """How many cards of the hand can be laid on the board."""
    laid: i64 = state.content.laid
    hand = state.hand
    count = hand.count
    while count > 0 and hand.at(count - 1) >= laid:
        count -= 1
    return count


def lose(state: PeakState, kind: i64) -> None:
    """A card leaves the hand in the open; perhaps it was the one the Mountaineer knew about."""
    state.hand.remove(state.hand.place_of(kind))
    if state.hand_known and kind in state.hand_known:
        state.hand_known = without(state.hand_known, [kind])


def draw_cards(state: PeakState, count: i64, chance: Chance) -> None:
    """The Mountain draws, as far as the deck goes (TP-11). Only the Mountaineer ever knows the top of the deck."""
    deck = state.deck
    drawn: list[int] = []
    if deck.count() < count:
        count = deck.count()
    while count > 0:
        count -= 1
        seen = len(deck.top) > 0
        card = deck.draw(chance)
        state.hand.insert(card)
        if seen:
            known = state.hand_known[:]
            add(known, card)
            state.hand_known = known
        elif state.sunk:
            state.sunk = NONE
        if state.log is not None:
            drawn.append(card)
    if state.log is not None and drawn:
        secret: dict[str, object] = {"cards": state.named(drawn)}
        state.log.append(Event("drew", state.mountain, {"count": len(drawn)}, secret, BIT[state.mountain]))


def discard_from(state: PeakState, cell: i64) -> None:
    """The card on a cell goes to the discard pile."""
    kind = state.content.kind_of[state.board[cell]]
    state.board[cell] = EMPTY
    state.cards ^= BIT[cell]
    state.discard.add(kind)
    if state.log is not None:
        state.log.append(Event("washed", state.mountain, {"card": state.content.names[kind], "cell": NAMES[cell]}))


def strike(state: PeakState, effect: Effect, cell: i64, chance: Chance) -> None:
    """An effect happens, unless it is bad and a Protected Hollow wards it off (TP-41)."""
    if effect is NO_EFFECT or not effect.is_due(state):
        return
    if effect.bad and state.sheltered():
        if state.log is not None:
            state.log.append(Event("sheltered", state.climber, {}))
        return
    if state.log is not None:
        numbers: dict[str, object] = {"amount": effect.amount, "times": effect.times, "skips": effect.skips}
        seat = state.mountain if effect.on == "play" else state.climber
        state.log.append(Event(effect.telling(state, cell), seat, numbers))
    effect.happen(state, cell, chance)


def start_round(state: PeakState, chance: Chance) -> None:
    """The Mountain fills its hand and plays (TP-10)."""
    state.begin_turn(state.mountain)
    state.busy = False
    if state.log is not None:
        state.log.append(Event("round", state.mountain, {"round": int(state.round)}))
    missing = state.content.refill - state.hand.count
    if missing > 0:
        draw_cards(state, missing, chance)
    if state.hand.count == 0:
        end_building(state, chance)
        return
    state.stack.push(PLAY[state.mountain])
    if state.rules.bridge == "board" and state.content.bridge in list(state.board):
        state.stack.push(FIRST_BRIDGE[state.mountain])


def end_building(state: PeakState, chance: Chance) -> None:
    """The Mountain's turn is over."""
    if state.log is not None:
        state.log.append(Event("end-turn", state.mountain, {}))
    start_climb(state, chance)


def start_climb(state: PeakState, chance: Chance) -> None:
    """The Mountaineer's turn, unless it is skipped (TP-20, TP-25)."""
    if state.skip > 0:
        state.skip -= 1
        if state.log is not None:
            state.log.append(Event("skipped", state.climber, {"left": int(state.skip)}))
        end_round(state, chance)
    else:
        state.begin_turn(state.climber)
        state.stack.push(CHALLENGE[state.climber])


def roll(state: PeakState, cell: i64, chilled: bool, chance: Chance) -> None:
    """Two dice against a card; whatever waited for this roll is used up (TP-22)."""
    needs = state.needed(cell)
    state.busy = True
    state.rolls += 1
    state.next_roll = 0
    state.curses >>= 1
    sides = state.content.sides
    first = chance.roll(sides)
    second = chance.roll(sides)
    if state.log is not None:
        name = state.content.faces[state.board[cell]]
        shown = int(needs + state.cold_felt(chilled))
        dice = [int(first), int(second)]
        rolled_event: dict[str, object] = {"card": name, "cell": NAMES[cell], "dice": dice, "needs": shown}
        state.log.append(Event("roll", state.climber, rolled_event))
    rolled(state, cell, first, second, needs, chilled, chance)


def rolled(state: PeakState, cell: i64, first: i64, second: i64, needs: i64, chilled: bool, chance: Chance) -> None:
    """With provisions a kept card can still change a die (TP-47)."""
    if state.provisions and state.kept:
        state.stack.push(Reroll(state.climber, cell, first, second, needs, chilled))
    else:
        compare(state, cell, first + second, needs, chilled, chance)


def compare(state: PeakState, cell: i64, total: i64, needs: i64, chilled: bool, chance: Chance) -> None:
    """Only now it shows whether the cold is felt: what paid for the dice may have been the Hollow (TP-48)."""
    if chilled:
        felt = state.cold_felt(True)
        if felt == 0 and state.log is not None:
            state.log.append(Event("warmed", state.climber, {}))
        needs += felt
    if total >= needs:
        cross(state, cell, chance)
    else:
        fail(state, cell, chilled, chance)


def cross(state: PeakState, cell: i64, chance: Chance) -> None:
    """Take the card, step into its space, let it work, go on (TP-23)."""
    face = state.board[cell]
    state.board[cell] = EMPTY
    state.cards ^= BIT[cell]
    state.token = cell
    state.kept.append(face)
    if state.log is not None:
        state.log.append(Event("cross", state.climber, {"card": state.content.faces[face], "cell": NAMES[cell]}))
    state.stack.push(CHALLENGE[state.climber])
    strike(state, state.content.on_cross[state.content.kind_of[face]], cell, chance)


def fail(state: PeakState, cell: i64, chilled: bool, chance: Chance) -> None:
    """Card and token stay, the card works, the turn is over (TP-24), but for an Eroded Slope (TP-42, TP-43)."""
    content = state.content
    effect = content.on_fail[content.kind_of[state.board[cell]]]
    if state.log is not None:
        name = content.faces[state.board[cell]]
        state.log.append(Event("fail", state.climber, {"card": name, "cell": NAMES[cell]}))
    strike(state, effect, cell, chance)
    if effect.again and state.rolls < content.rolls:
        state.stack.push(Retry(state.climber, cell, chilled))
    else:
        end_round(state, chance)


def end_round(state: PeakState, chance: Chance) -> None:
    """The Mountaineer's turn is over: the game ends here or a new round begins (TP-60 to TP-63)."""
    state.spring >>= 2
    state.rolls = 0
    reason = ending(state)
    if reason is None:
        state.round += 1
        start_round(state, chance)
        return
    if state.log is not None:
        state.log.append(Event(reason, state.climber, {"round": int(state.round)}))
    if state.rules.two_games and not state.first_game:
        second_game(state, chance)


def start_game(state: PeakState, chance: Chance) -> None:
    """The Mountain's goals and cards, then the Mountaineer's goals, then the first round (TP-7)."""
    content = state.content
    edition = content.editions[str(state.setup.options["edition"])]
    state.goals[MOUNTAIN] = state.draw_goals(edition["mountain_goals"], state.goals_left, chance)
    draw_cards(state, content.refill, chance)
    state.goals[MOUNTAINEER] = state.draw_goals(edition["mountaineer_goals"], state.goals_left, chance)
    start_round(state, chance)


def second_game(state: PeakState, chance: Chance) -> None:
    """The first game is counted, the sides are exchanged, and everything begins anew (TP-67)."""
    if state.log is not None:
        for role, seat in ((MOUNTAIN, state.mountain), (MOUNTAINEER, state.climber)):
            goals = state.goals_named(state.goals[role])
            state.log.append(Event("revealed", seat, {"count": len(goals), "goals": goals}))
        points = [score.total for score in state.scores()]
        counted: dict[str, object] = {"mountain": points[state.mountain], "mountaineer": points[state.climber]}
        state.log.append(Event("first-game", state.mountain, counted))
    state.exchange_sides()
    if state.log is not None:
        state.log.append(Event("sides", state.mountain, {}))
    start_game(state, chance)


def ending(state: PeakState) -> str | None:
    """Why the game is over after this round, or None."""
    content = state.content
    if state.rules.final:
        return "end-turns" if state.round >= content.final_rounds else None
    if state.hand.count == 0 and state.deck.count() == 0:
        return "end-deck"
    if not state.busy:
        return "end-stall"
    return "end-bound" if state.round >= content.rounds else None


KEEP_OR_DISCARD: Final = [KEEP, DISCARD]
LEAVE_OR_SHUFFLE: Final = [LEAVE, SHUFFLE]
KEEP_OR_DRAW: Final = [KEEP, DRAW]
ONLY_KEEP: Final = [KEEP]
PLAY: Final = [Play(0, shown_when_forced=True), Play(1, shown_when_forced=True)]
FIRST_BRIDGE: Final = [Bridge(0, 0), Bridge(1, 0)]
CHALLENGE: Final = [Challenge(0), Challenge(1)]
STREAM: Final = [Stream(0), Stream(1)]
LOOKOUT: Final = [Lookout(0), Lookout(1)]
CLIFF: Final = [Cliff(0), Cliff(1)]
DROP: Final = [Drop(0), Drop(1)]
"""The questions that hold nothing but who is asked, by seat."""
