"""The zones of The Peak.

There are two roles, the Mountain and the Mountaineer, and two seats. `mountain` is the seat that is the Mountain:
seat 0, and in the second game of a match seat 1. What belongs to a role is kept by role; who is asked and who looks is
a seat.

Hidden are the goals, the Mountain's hand and the order of the deck. What the Mountaineer learns about them is
remembered: the cards on top of the deck that were looked at, those of them that the Mountain has drawn since, and those
that were shuffled back into the deck.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from cairn.core.bits import BIT
from cairn.core.chance import Chance
from cairn.core.contract import SPECTATOR, Score, Setup, Stack, State
from cairn.core.deck import Deck
from cairn.core.fields import Fields
from cairn.core.pool import Pool
from cairn.core.zones import NONE, Named, Number, Numbers, Shared, Zone, dump_zones
from cairn.games.the_peak.board import ALL, CELLS, NAMES, NEIGHBOURS
from cairn.games.the_peak.content import MOST_GOALS, Content
from cairn.games.the_peak.scoring import FIRST_GAME, HANDICAP, OPEN_LINES, score

MOUNTAIN: Final = 0
MOUNTAINEER: Final = 1
ROLES: Final = ["mountain", "mountaineer"]
EMPTY: Final = -1
SPRING_TURNS: Final = 8
LONGEST_CURSE: Final = 5
MOST_SKIPS: Final = 8
MOST_NEEDED: Final = 40
MOST_ROLLS: Final = 140
MOST_POINTS: Final = 999
NO_DECK: Final = Deck.of([], [])
NO_POOL: Final = Pool()
NO_FACES: Final = vec[i64]()
TOKEN: Final = "mountaineer"

WAYS: Final = [36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0]
"""Of the 36 rolls of two dice, how many come to this much or more."""


class Rules:
    """The options of a game, as the rules ask for them."""

    def __init__(self, setup: Setup, content: Content) -> None:
        options = setup.options
        self.final: bool = options["edition"] == "final"
        self.token_shifts: bool = options["tectonic_token"] == "moves"
        self.curses_add_up: bool = options["hermit_stacking"] is True
        self.bridge: str = str(options["bridge_trigger"])
        self.spring_at_once: bool = options["spring_turns"] == "now"
        self.pictured_liquids: bool = options["liquid_cards"] == "pictured"
        self.two_games: bool = options["match"] == "two"
        self.handicapped: bool = options["handicap"] != "none"
        self.handicap: list[int] = content.handicap(str(options["handicap"]), str(options["edition"]))
        """By role the points that are given for nothing (TP-69)."""


class Curses(Zone):
    """For how many more rolls each curse lasts."""

    def dump(self, value: Any) -> object:
        return [i + 1 for i in range(LONGEST_CURSE) if value >> i & 1]

    def load(self, fields: Fields) -> Any:
        curses = fields.numbers(self.name, 1, LONGEST_CURSE)
        if len(set(curses)) != len(curses):
            raise fields.refuse(self.name, "no two curses end with the same roll")
        return sum(BIT[rolls - 1] for rolls in curses)


class Springs(Zone):
    """How many springs refresh each turn, this one first."""

    def dump(self, value: Any) -> object:
        return [value >> 2 * turn & 3 for turn in range(SPRING_TURNS)]

    def load(self, fields: Fields) -> Any:
        return sum(count * 4**turn for turn, count in enumerate(fields.numbers(self.name, 0, 3, SPRING_TURNS)))


def plain_zones(content: Content, rules: Rules) -> list[Zone]:
    """The zones that are written as they are, and lie open."""
    return [
        Named("kept", content.faces),
        Number("round", 1, content.final_rounds if rules.final else content.rounds),
        Zone("busy"),
        Number("per_die", 0, 1),
        Zone("provisions"),
        Number("next_roll", 0, MOST_NEEDED),
        Curses("curses"),
        Number("cold", 0, 2),
        Number("skip", 0, MOST_SKIPS),
        Springs("spring"),
        Number("rolls", 0, MOST_ROLLS),
        Number("mountain", 0, 1 if rules.two_games else 0),
        Numbers("first_game", 0, MOST_POINTS),
    ]


class PeakState(State):
    cards: i64
    """The cells that hold a card, as a set: see board.py."""
    token: i64
    round: i64
    per_die: i64
    next_roll: i64
    curses: i64
    cold: i64
    skip: i64
    spring: i64
    rolls: i64
    mountain: i64

    def __init__(self, setup: Setup, stack: Stack, content: Content, rules: Rules) -> None:
        super().__init__(setup, stack)
        self.content = content
        self.rules = rules
        self.deck: Deck = NO_DECK
        self.discard: Pool = NO_POOL
        self.hand: Pool = NO_POOL
        """The Mountain's cards in ascending order."""
        self.hand_known: Shared[list[int]] = NONE
        """Those of them that the Mountaineer knows about, from looking at the deck."""
        self.sunk: Shared[list[int]] = NONE
        """Cards that the Mountaineer knows to be in the unordered part of the deck."""
        self.board: vec[i64] = NO_FACES
        """A face for each cell, or EMPTY."""
        self.cards = 0
        self.token = 0
        self.kept: list[int] = NONE
        """The faces that the Mountaineer has crossed and kept, in that order."""
        self.goals: vec[i64] = NO_FACES
        """For each role a set of goals, bit g for goal g."""
        self.dropped: vec[i64] = NO_FACES
        """For each role the goals it has discarded, face down."""
        self.goals_left: Pool = NO_POOL
        self.round = 1
        self.busy: bool = False
        """Whether a card was played or a challenge rolled in this round."""
        self.per_die = 0
        self.provisions: bool = False
        self.next_roll = 0
        self.curses = 0
        """Bit i stands for a curse that lasts i + 1 more rolls: no two are cast by the same roll."""
        self.cold = 0
        self.skip = 0
        self.spring = 0
        """How many springs refresh this turn of the Mountaineer and those after it, two bits each."""
        self.rolls = 0
        """How many challenges the Mountaineer has rolled in this turn."""
        self.mountain = 0
        """The seat that is the Mountain in this game."""
        self.first_game: Shared[list[int]] = NONE
        """By seat the points of the first game of a match; empty before it is over (TP-67)."""

    # Written by `make clones` from __init__: do not edit.
    def clone(self) -> PeakState:
        copy = PeakState(self.setup, self.stack.copy(), self.content, self.rules)
        copy.deck = self.deck.clone()
        copy.discard = self.discard.clone()
        copy.hand = self.hand.clone()
        copy.hand_known = self.hand_known
        copy.sunk = self.sunk
        copy.board = self.board[:]
        copy.cards = self.cards
        copy.token = self.token
        copy.kept = self.kept[:]
        copy.goals = self.goals[:]
        copy.dropped = self.dropped[:]
        copy.goals_left = self.goals_left.clone()
        copy.round = self.round
        copy.busy = self.busy
        copy.per_die = self.per_die
        copy.provisions = self.provisions
        copy.next_roll = self.next_roll
        copy.curses = self.curses
        copy.cold = self.cold
        copy.skip = self.skip
        copy.spring = self.spring
        copy.rolls = self.rolls
        copy.mountain = self.mountain
        copy.first_game = self.first_game
        copy.copy_base(self)
        return copy

    # End of what `make clones` wrote.

    @property
    def climber(self) -> i64:
        """The seat that is the Mountaineer in this game."""
        return 1 - self.mountain

    def role_of(self, viewer: i64) -> i64:
        """The role of a seat in this game; a spectator has none and stays one."""
        return viewer if viewer == SPECTATOR else viewer ^ self.mountain

    def lay_out(self) -> None:
        """Everything as it lies before a game begins."""
        content = self.content
        self.deck = Deck.of(content.names, content.deck[:])
        self.discard = Pool()
        self.hand = Pool()
        self.hand_known = NONE
        self.sunk = NONE
        self.board = vec[i64]([EMPTY] * CELLS)
        self.cards = 0
        self.token = content.start
        self.kept = []
        self.goals = vec[i64]([0, 0])
        self.dropped = vec[i64]([0, 0])
        self.goals_left = Pool.of(list(range(len(content.goals))))
        self.round = 1
        self.busy = False
        self.per_die = 0
        self.provisions = False
        self.next_roll = 0
        self.curses = 0
        self.cold = 0
        self.skip = 0
        self.spring = 0
        self.rolls = 0

    def exchange_sides(self) -> None:
        """Clear the table for the second game of a match (TP-67)."""
        self.first_game = [score.total for score in self.scores()]
        self.mountain = self.climber
        self.lay_out()

    def resample(self, seat: int, chance: Chance) -> PeakState:
        """Deal again what the seat cannot see: the other's goals, the deck, and the hand if it is not its own."""
        copy = self.clone()
        role = self.role_of(seat)
        unseen = copy.deck.lift(seat)
        if role == SPECTATOR:
            copy.hand_known = NONE
        if role != MOUNTAINEER:
            copy.sunk = NONE
        if role != MOUNTAIN:
            seen = copy.hand_known
            hand = self.hand.numbers()
            unseen += without(hand, seen) if seen else hand
            if copy.sunk:
                unseen = without(unseen, copy.sunk)
            copy.fill_hand(seen, len(hand) - len(seen), unseen, chance)
            unseen += copy.sunk
        copy.deck.lay(unseen, chance)
        copy.deal_goals_again(role, chance)
        if seat != self.seat:
            copy.offer()
        return copy

    def fill_hand(self, seen: list[int], missing: int, unseen: list[int], chance: Chance) -> None:
        self.hand = Pool.of(seen)
        for _ in range(missing):
            self.hand.insert(chance.draw(unseen, self.content.names))

    def deal_goals_again(self, role: i64, chance: Chance) -> None:
        pool = self.goals_left
        for owner in (MOUNTAIN, MOUNTAINEER):
            if owner != role:
                pool.add_all(goals_in(self.dropped[owner]))
            if not self.knows_goals(role, owner):
                pool.add_all(goals_in(self.goals[owner]))
        for owner in (MOUNTAIN, MOUNTAINEER):
            if owner != role:
                self.dropped[owner] = self.draw_goals(len(goals_in(self.dropped[owner])), pool, chance)
            if not self.knows_goals(role, owner):
                self.goals[owner] = self.draw_goals(len(goals_in(self.goals[owner])), pool, chance)

    def draw_goals(self, count: int, pool: Pool, chance: Chance) -> i64:
        """So many goals from a pool, as a set."""
        goals: i64 = 0
        for _ in range(count):
            goals |= BIT[chance.draw_from(pool, self.content.goal_names)]
        return goals

    def knows_goals(self, role: i64, owner: i64) -> bool:
        """Goals are secret until the game is over (TP-5)."""
        return role == owner or self.stack.top is None

    # The odds

    def needed(self, cell: i64) -> i64:
        """What two dice must come to for crossing a card, all modifiers included but the cold (TP-22)."""
        content = self.content
        needs: i64 = content.difficulty[self.board[cell]] - self.next_roll - 2 * self.per_die
        if self.curses:
            needs += content.curse * CURSES[self.curses]
        if self.spring & 3:
            needs -= content.spring * (self.spring & 3)
        return needs

    def cold_felt(self, chilled: bool) -> i64:
        """What a Coldsnap adds at this moment to a challenge it has struck (TP-41, TP-48)."""
        return self.content.chill if chilled and not self.sheltered() else 0

    def sheltered(self) -> bool:
        """Whether a Protected Hollow is kept and higher than every other kept card (TP-41)."""
        content = self.content
        hollow = content.hollow
        if hollow not in self.kept:
            return False
        height = content.elevation[hollow]
        found = 0
        for face in self.kept:
            if content.elevation[face] >= height:
                found += 1
        return found == 1

    def odds(self) -> dict[str, object]:
        """For each challenge that is offered: what the dice must come to, and how many of the 36 rolls do."""
        top = self.stack.top
        if top is None:
            return {}
        chilled = self.cold > 0
        cells: list[int] = []
        if top.kind == "challenge":
            cells = [cell for cell in NEIGHBOURS[self.token] if self.board[cell] != EMPTY]
        elif top.kind == "retry":
            asked = top.fields()
            chilled = asked["chilled"] is True
            cells = [NAMES.index(str(asked["cell"]))]
        shown: dict[str, object] = {}
        for cell in cells:
            needs = self.needed(cell) + self.cold_felt(chilled)
            shown[NAMES[cell]] = {"needs": int(needs), "ways": ways(needs)}
        return shown

    def needs(self) -> int | None:
        """What dice that lie on the table and may be rerolled must come to as things stand."""
        top = self.stack.top
        if top is None or top.kind != "reroll":
            return None
        asked = top.fields()
        base = asked["needs"]
        assert isinstance(base, int)
        return base + int(self.cold_felt(asked["chilled"] is True))

    # Counting

    def scores(self) -> list[Score]:
        """The Mountaineer scores the height of the kept cards, the Mountain in the final edition that of the board."""
        board = self.faces() if self.rules.final else []
        return [self._sheet(seat, board if self.role_of(seat) == MOUNTAIN else self.kept) for seat in (0, 1)]

    def _sheet(self, seat: int, heights: list[int]) -> Score:
        role = self.role_of(seat)
        held = goals_in(self.goals[role])
        lines = score(self.content, heights, self.kept, held, self.rules.pictured_liquids)
        if self.rules.handicapped:
            lines[HANDICAP] = self.rules.handicap[role]
        if self.rules.two_games:
            lines[FIRST_GAME] = self.first_game[seat] if self.first_game else 0
        return Score(lines)

    def scores_seen(self, viewer: int) -> list[dict[str, int | None]]:
        """What goals bring is known to those who know the goals; all other points lie open."""
        shown: list[dict[str, int | None]] = []
        for seat, sheet in enumerate(self.scores()):
            known = self.knows_goals(self.role_of(viewer), self.role_of(seat))
            shown.append(
                {line: points if known or line in OPEN_LINES else None for line, points in sheet.lines.items()}
            )
        return shown

    def components(self) -> dict[str, int]:
        names = self.content.names
        counts: dict[str, int] = {}
        for card in self.all_cards():
            counts[names[card]] = counts.get(names[card], 0) + 1
        for goal in self.all_goals():
            name = self.content.goal_names[goal]
            counts[name] = counts.get(name, 0) + 1
        return counts

    def faces(self) -> list[int]:
        """The faces of all cards on the board."""
        return [int(face) for face in self.board if face != EMPTY]

    def all_cards(self) -> list[int]:
        """Every mountain card of every zone, by kind."""
        faces = self.kept + self.faces()
        return (
            self.deck.cards()
            + self.discard.numbers()
            + self.hand.numbers()
            + [self.content.kind_of[face] for face in faces]
        )

    def all_goals(self) -> list[int]:
        goals = self.goals_left.numbers()
        for role in (MOUNTAIN, MOUNTAINEER):
            goals += goals_in(self.goals[role]) + goals_in(self.dropped[role])
        return goals

    # Showing

    def zones(self) -> dict[str, object]:
        return {
            "deck": self.deck.dump(),
            "discard": self.named(self.discard.numbers()),
            "hand": self.named(self.hand.numbers()),
            "hand_known": self.named(self.hand_known),
            "sunk": self.named(self.sunk),
            "goals": {name: self.goals_named(self.goals[role]) for role, name in enumerate(ROLES)},
            "goals_dropped": {name: self.goals_named(self.dropped[role]) for role, name in enumerate(ROLES)},
            "goals_left": [self.content.goal_names[goal] for goal in sorted(self.goals_left.numbers())],
            **self._open_zones(),
        }

    def zones_seen(self, viewer: int) -> dict[str, object]:
        mine = self.role_of(viewer)
        known = [] if mine == SPECTATOR else self.hand_known
        seen = self.hand.numbers() if mine == MOUNTAIN else known
        return {
            "deck": {"count": int(self.deck.count()), "top": self.deck.view(viewer)["top"]},
            "discard": self.named(sorted(self.discard.numbers())),
            "hand": {"count": int(self.hand.count), "cards": self.named(seen), "known": self.named(known)},
            "sunk": self.named(self.sunk) if mine == MOUNTAINEER else [],
            "unseen": self.named(self._unseen(viewer, seen)),
            "goals": {name: self._goals_seen(mine, role) for role, name in enumerate(ROLES)},
            "goals_dropped": {name: self._dropped_seen(mine, role) for role, name in enumerate(ROLES)},
            "goals_unseen": self._goals_unseen(mine),
            **self._open_zones(),
            "odds": self.odds(),
            "needs": self.needs(),
        }

    def _open_zones(self) -> dict[str, object]:
        board: dict[str, str | None] = {}
        for cell in range(CELLS):
            face = self.board[cell]
            board[NAMES[cell]] = TOKEN if cell == self.token else None if face == EMPTY else self.content.faces[face]
        return {
            "board": board,
            **dump_zones(self, plain_zones(self.content, self.rules)),
        }

    def _unseen(self, viewer: int, seen: list[int]) -> list[int]:
        """The cards that are in the deck or in the hand, the viewer cannot tell which."""
        deck = self.deck
        mine = [card for card, who in zip(deck.top, deck.top_known, strict=True) if viewer >= 0 and who >> viewer & 1]
        return sorted(without(deck.cards() + self.hand.numbers(), mine + seen))

    def _goals_seen(self, mine: int, owner: int) -> dict[str, object]:
        held = self.goals[owner]
        shown = self.goals_named(held) if self.knows_goals(mine, owner) else []
        return {"count": len(goals_in(held)), "cards": shown}

    def _dropped_seen(self, mine: int, owner: int) -> dict[str, object]:
        gone = self.dropped[owner]
        return {"count": len(goals_in(gone)), "cards": self.goals_named(gone) if mine == owner else []}

    def _goals_unseen(self, mine: int) -> list[str]:
        seen: i64 = 0
        for owner in (MOUNTAIN, MOUNTAINEER):
            if self.knows_goals(mine, owner):
                seen |= self.goals[owner]
            if mine == owner:
                seen |= self.dropped[owner]
        return [name for goal, name in enumerate(self.content.goal_names) if not seen & BIT[goal]]

    def named(self, cards: list[int]) -> list[str]:
        return [self.content.names[card] for card in cards]

    def goals_named(self, goals: i64) -> list[str]:
        return [self.content.goal_names[goal] for goal in goals_in(goals)]


CURSES: Final = vec[i64]([sum(bits >> i & 1 for i in range(5)) for bits in range(32)])


def ways(needs: int) -> int:
    """How many of the 36 rolls of two dice come to at least this much."""
    return WAYS[0] if needs < 0 else WAYS[-1] if needs >= len(WAYS) else WAYS[needs]


GOAL_SETS: Final = [[goal for goal in range(MOST_GOALS) if goals >> goal & 1] for goals in range(2**MOST_GOALS)]


def goals_in(goals: i64) -> list[int]:
    """The goals of a set in ascending order. Read only."""
    return GOAL_SETS[goals]


def add(cards: list[int], card: int) -> None:
    """Put a card into a hand, which is in ascending order."""
    at = len(cards)
    while at > 0 and cards[at - 1] > card:
        at -= 1
    cards.insert(at, card)


def without(cards: list[int], some: list[int]) -> list[int]:
    """The cards that are left when some of them are taken away."""
    rest = cards[:]
    for card in some:
        rest.remove(card)
    return rest


def cells_free(state: PeakState) -> i64:
    """The cells with neither a card nor the token."""
    return ALL & ~(state.cards | BIT[state.token])
