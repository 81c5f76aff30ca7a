"""What the mountain cards do: one small class per effect, named as content.toml names it."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from cairn.core.bits import BIT
from cairn.core.chance import Chance
from cairn.core.errors import BadContent
from cairn.core.event import Event
from cairn.games.the_peak.board import CELLS, DIRECTIONS, NAMES, cells_of, moved, target
from cairn.games.the_peak.content import Clause, Content, Effect
from cairn.games.the_peak.decisions import CLIFF, FIRST_BRIDGE, LOOKOUT, STREAM, discard_from, draw_cards
from cairn.games.the_peak.state import EMPTY, PeakState, cells_free, without


class Chase(Effect):
    """Bear Cave, failed: the token flees to a free space at random (TP-31)."""

    def happen(self, state: PeakState, cell: int, chance: Chance) -> None:
        free = cells_of(cells_free(state))
        if free:
            state.token = free[chance.one_of([NAMES[to] for to in free])]
        if state.log is not None:
            state.log.append(Event("fled" if free else "cornered", state.climber, {"cell": NAMES[state.token]}))


class Steady(Effect):
    """Bear Cave, crossed: every die counts more for the rest of the game (TP-32)."""

    def happen(self, state: PeakState, cell: int, chance: Chance) -> None:
        state.per_die += self.amount


class Shift(Effect):
    """Tectonic Shift, failed: the board moves, and what falls off the edge is discarded (TP-33)."""

    def happen(self, state: PeakState, cell: int, chance: Chance) -> None:
        direction = chance.one_of(DIRECTIONS)
        if state.rules.token_shifts:
            state.token = target(state.token, direction)
        fallen = []
        board = vec[i64]([EMPTY] * CELLS)
        for place in range(CELLS):
            face = int(state.board[place])
            if face == EMPTY:
                continue
            to = target(place, direction)
            if to == place or to == state.token:
                state.discard.add(state.content.kind_of[face])
                fallen.append(face)
            else:
                board[to] = face
        state.board = board
        state.cards = moved(state.cards, direction) & ~BIT[state.token]
        if state.log is not None:
            gone = [state.content.faces[face] for face in fallen]
            way: dict[str, object] = {"direction": DIRECTIONS[direction]}
            state.log.append(Event("shifted", state.climber, way))
            if gone:
                state.log.append(Event("fallen", state.climber, {"cards": gone}))


class Trade(Effect):
    """Stream, crossed: its card may go for a better next roll (TP-34)."""

    def happen(self, state: PeakState, cell: int, chance: Chance) -> None:
        state.stack.push(STREAM[state.climber])


class Encourage(Effect):
    """Porta Potty, crossed: a better next roll (TP-45)."""

    def happen(self, state: PeakState, cell: int, chance: Chance) -> None:
        state.next_roll += self.amount


class Storm(Effect):
    """Rainstorm: cards on the board are discarded at random (TP-35)."""

    def telling(self, state: PeakState, cell: int) -> str:
        return "storm" if state.cards else "storm-idle"

    def happen(self, state: PeakState, cell: int, chance: Chance) -> None:
        for _ in range(self.amount):
            hit = cells_of(state.cards)
            if hit:
                discard_from(state, hit[chance.one_of([NAMES[place] for place in hit])])


class Look(Effect):
    """Lookout, crossed: look at the top of the deck, then perhaps shuffle (TP-36)."""

    def telling(self, state: PeakState, cell: int) -> str:
        return "look" if state.deck.count() > 0 else "look-idle"

    def happen(self, state: PeakState, cell: int, chance: Chance) -> None:
        seen = state.deck.look(self.amount, state.climber, chance)
        for card in seen:
            if card in state.sunk:
                state.sunk = without(state.sunk, [card])
        if state.log is not None and seen:
            secret: dict[str, object] = {"cards": state.named(seen)}
            state.log.append(Event("looked", state.climber, {"count": len(seen)}, secret, BIT[state.climber]))
        if state.deck.count() > 1:
            state.stack.push(LOOKOUT[state.climber])


class Skip(Effect):
    """Waterfall and Porta Potty, failed: turns are lost (TP-37, TP-45)."""

    def happen(self, state: PeakState, cell: int, chance: Chance) -> None:
        state.skip += self.amount


class Leave(Effect):
    """Gondola, crossed: all other kept cards are left behind (TP-38)."""

    def telling(self, state: PeakState, cell: int) -> str:
        return "leave" if len(state.kept) > 1 else "leave-idle"

    def happen(self, state: PeakState, cell: int, chance: Chance) -> None:
        gondola = state.kept.pop()
        state.discard.add_all([state.content.kind_of[face] for face in state.kept])
        state.kept = [gondola]


class Refresh(Effect):
    """Natural Spring, crossed: a turn is lost, then come turns with better rolls (TP-39)."""

    def telling(self, state: PeakState, cell: int) -> str:
        return "refresh-sheltered" if state.sheltered() else "refresh"

    def happen(self, state: PeakState, cell: int, chance: Chance) -> None:
        if not state.sheltered():
            state.skip += self.skips
        first = 0 if state.rules.spring_at_once else state.skip + 1
        for turn in range(first, first + self.times):
            state.spring += 4**turn


class Draw(Effect):
    """Stone Steps, played: the Mountain draws (TP-40)."""

    def telling(self, state: PeakState, cell: int) -> str:
        return "draw" if state.deck.count() > 0 else "draw-idle"

    def happen(self, state: PeakState, cell: int, chance: Chance) -> None:
        draw_cards(state, self.amount, chance)


class Erode(Effect):
    """Eroded Slope, failed: it loses Elevation and may be tried again (TP-42)."""

    def __init__(self, clause: Clause) -> None:
        super().__init__(clause)
        self.again = True

    def telling(self, state: PeakState, cell: int) -> str:
        face = state.board[cell]
        return "erode" if state.content.worn[face] != face else "worn-out"

    def happen(self, state: PeakState, cell: int, chance: Chance) -> None:
        state.board[cell] = state.content.worn[state.board[cell]]


class Exchange(Effect):
    """Wooden Bridge: the Mountain may discard cards and draw as many, when the option says so (TP-44)."""

    def is_due(self, state: PeakState) -> bool:
        return state.rules.bridge == self.on

    def happen(self, state: PeakState, cell: int, chance: Chance) -> None:
        state.stack.push(FIRST_BRIDGE[state.mountain])


class Curse(Effect):
    """Hermit Hut, failed: worse rolls for a while (TP-46)."""

    def telling(self, state: PeakState, cell: int) -> str:
        return "curse-renewed" if state.curses and not state.rules.curses_add_up else "curse"

    def happen(self, state: PeakState, cell: int, chance: Chance) -> None:
        cast = BIT[self.times - 1]
        state.curses = state.curses | cast if state.rules.curses_add_up else cast


class Provision(Effect):
    """Food Cache, crossed: kept cards can pay for rerolls from now on (TP-47)."""

    def telling(self, state: PeakState, cell: int) -> str:
        return "provision-idle" if state.provisions else "provision"

    def happen(self, state: PeakState, cell: int, chance: Chance) -> None:
        state.provisions = True


class Freeze(Effect):
    """Coldsnap: the next cards challenged are more difficult (TP-48)."""

    def happen(self, state: PeakState, cell: int, chance: Chance) -> None:
        state.cold += self.times


class Rethink(Effect):
    """Sandstone Cliff, crossed: both may exchange a goal, the Mountaineer first (TP-49)."""

    def happen(self, state: PeakState, cell: int, chance: Chance) -> None:
        state.stack.push(CLIFF[state.mountain])
        state.stack.push(CLIFF[state.climber])


BY_NAME: dict[str, type[Effect]] = {
    "chase": Chase,
    "steady": Steady,
    "shift": Shift,
    "trade": Trade,
    "encourage": Encourage,
    "storm": Storm,
    "look": Look,
    "skip": Skip,
    "leave": Leave,
    "refresh": Refresh,
    "draw": Draw,
    "erode": Erode,
    "exchange": Exchange,
    "curse": Curse,
    "provision": Provision,
    "freeze": Freeze,
    "rethink": Rethink,
}


def install(content: Content) -> None:
    """Fill the tables of a content with the effects its clauses describe."""
    tables = {"play": content.on_play, "cross": content.on_cross, "fail": content.on_fail}
    for clause in content.clauses:
        if clause.on not in tables:
            continue
        if clause.does not in BY_NAME:
            place = f"content.toml: cards[{content.names[clause.kind]}].effects"
            raise BadContent(place, f"there is no effect '{clause.does}'")
        tables[clause.on][clause.kind] = BY_NAME[clause.does](clause)
