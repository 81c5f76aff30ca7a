"""The zones of The Peak.

There are two roles, the Mountain and the Mountaineer, and two seats. `mountain` is the seat that is the Mountain:
seat 0, and in the second game of a match seat 1. What belongs to a role is kept by role; who is asked and who looks is
a seat.

Hidden are the goals, the Mountain's hand and the order of the deck. What the Mountaineer learns about them is
remembered: the cards on top of the deck that were looked at, those of them that the Mountain has drawn since, and those
that were shuffled back into the deck.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from cairn.core.chance import Chance
from cairn.core.contract import SPECTATOR, Score, Setup, Stack, State
from cairn.core.deck import Deck
from cairn.games.the_peak.board import ALL, BIT, CELLS, NAMES, NEIGHBOURS
from cairn.games.the_peak.content import MOST_GOALS, Content
from cairn.games.the_peak.scoring import FIRST_GAME, HANDICAP, OPEN_LINES, score

MOUNTAIN: Final = 0
MOUNTAINEER: Final = 1
ROLES: Final = ["mountain", "mountaineer"]
EMPTY: Final = -1
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


class PeakState(State):
    cards: i64
    """The cells that hold a card, as a set: see board.py."""

    def __init__(
        self,
        setup: Setup,
        stack: Stack,
        content: Content,
        rules: Rules,
        deck: Deck,
        discard: list[int],
        hand: list[int],
        hand_known: list[int],
        sunk: list[int],
        board: list[int],
        cards: i64,
        token: int,
        kept: list[int],
        goals: list[int],
        dropped: list[int],
        goals_left: list[int],
        round: int,  # noqa: A002
        busy: bool,
        per_die: int,
        provisions: bool,
        next_roll: int,
        curses: int,
        cold: int,
        skip: int,
        spring: int,
        rolls: int,
        mountain: int,
        before: list[int],
    ) -> None:
        super().__init__(setup, stack)
        self.content = content
        self.rules = rules
        self.deck = deck
        self.discard = discard
        self.hand = hand
        """The Mountain's cards in ascending order."""
        self.hand_known = hand_known
        """Those of them that the Mountaineer knows about, from looking at the deck."""
        self.sunk = sunk
        """Cards that the Mountaineer knows to be in the unordered part of the deck."""
        self.board = board
        """A face for each cell, or EMPTY."""
        self.cards = cards
        self.token = token
        self.kept = kept
        """The faces that the Mountaineer has crossed and kept, in that order."""
        self.goals = goals
        """For each role a set of goals, bit g for goal g."""
        self.dropped = dropped
        """For each role the goals it has discarded, face down."""
        self.goals_left = goals_left
        self.round = round
        self.busy = busy
        """Whether a card was played or a challenge rolled in this round."""
        self.per_die = per_die
        self.provisions = provisions
        self.next_roll = next_roll
        self.curses = curses
        """Bit i stands for a curse that lasts i + 1 more rolls: no two are cast by the same roll."""
        self.cold = cold
        self.skip = skip
        self.spring = spring
        """How many springs refresh this turn of the Mountaineer and those after it, two bits each."""
        self.rolls = rolls
        """How many challenges the Mountaineer has rolled in this turn."""
        self.mountain = mountain
        """The seat that is the Mountain in this game."""
        self.before = before
        """By seat the points of the first game of a match; empty before it is over (TP-67)."""

    @property
    def climber(self) -> int:
        """The seat that is the Mountaineer in this game."""
        return 1 - self.mountain

    def role_of(self, viewer: int) -> int:
        """The role of a seat in this game; a spectator has none and stays one."""
        return viewer if viewer == SPECTATOR else viewer ^ self.mountain

    def exchange_sides(self) -> None:
        """Clear the table for the second game of a match (TP-67)."""
        content = self.content
        self.before = [score.total for score in self.scores()]
        self.mountain = self.climber
        self.deck = Deck.of(content.names, content.deck[:])
        self.discard = []
        self.hand = []
        self.hand_known = []
        self.sunk = []
        self.board = [EMPTY] * CELLS
        self.cards = 0
        self.token = content.start
        self.kept = []
        self.goals = [0, 0]
        self.dropped = [0, 0]
        self.goals_left = list(range(len(content.goals)))
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

    def clone(self) -> PeakState:
        copy = PeakState(
            self.setup,
            self.stack.copy(),
            self.content,
            self.rules,
            self.deck.clone(),
            self.discard[:],
            self.hand[:],
            self.hand_known[:],
            self.sunk[:],
            self.board[:],
            self.cards,
            self.token,
            self.kept[:],
            self.goals[:],
            self.dropped[:],
            self.goals_left[:],
            self.round,
            self.busy,
            self.per_die,
            self.provisions,
            self.next_roll,
            self.curses,
            self.cold,
            self.skip,
            self.spring,
            self.rolls,
            self.mountain,
            self.before,
        )
        copy.copy_base(self)
        return copy

    def resample(self, seat: int, chance: Chance) -> PeakState:
        """Deal again what the seat cannot see: the other's goals, the deck, and the hand if it is not its own."""
        copy = self.clone()
        role = self.role_of(seat)
        unseen = copy.deck.lift(seat)
        if role == SPECTATOR:
            copy.hand_known = []
        if role != MOUNTAINEER:
            copy.sunk = []
        if role != MOUNTAIN:
            seen = copy.hand_known[:]
            unseen = without(unseen + without(self.hand, seen), copy.sunk)
            copy.fill_hand(seen, len(self.hand) - len(seen), unseen, chance)
            unseen += copy.sunk
        copy.deck.lay(unseen, chance)
        copy.deal_goals_again(role, chance)
        if seat != self.seat:
            copy.offer()
        return copy

    def fill_hand(self, seen: list[int], missing: int, unseen: list[int], chance: Chance) -> None:
        self.hand = seen
        for _ in range(missing):
            add(self.hand, chance.draw(unseen, self.content.names))

    def deal_goals_again(self, role: int, chance: Chance) -> None:
        pool = self.goals_left
        for owner in (MOUNTAIN, MOUNTAINEER):
            if owner != role:
                pool += goals_in(self.dropped[owner])
            if not self.knows_goals(role, owner):
                pool += goals_in(self.goals[owner])
        for owner in (MOUNTAIN, MOUNTAINEER):
            if owner != role:
                self.dropped[owner] = self.draw_goals(len(goals_in(self.dropped[owner])), pool, chance)
            if not self.knows_goals(role, owner):
                self.goals[owner] = self.draw_goals(len(goals_in(self.goals[owner])), pool, chance)

    def draw_goals(self, count: int, pool: list[int], chance: Chance) -> int:
        """So many goals from a pool, as a set."""
        goals = 0
        for _ in range(count):
            goals |= BIT[chance.draw(pool, self.content.goal_names)]
        return goals

    def knows_goals(self, role: int, owner: int) -> bool:
        """Goals are secret until the game is over (TP-5)."""
        return role == owner or self.stack.top is None

    # The odds

    def needed(self, cell: int) -> int:
        """What two dice must come to for crossing a card, all modifiers included but the cold (TP-22)."""
        content = self.content
        needs = content.difficulty[self.board[cell]] - self.next_roll - 2 * self.per_die
        if self.curses:
            needs += content.curse * CURSES[self.curses]
        if self.spring & 3:
            needs -= content.spring * (self.spring & 3)
        return needs

    def cold_felt(self, chilled: bool) -> int:
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
            shown[NAMES[cell]] = {"needs": needs, "ways": ways(needs)}
        return shown

    def needs(self) -> int | None:
        """What dice that lie on the table and may be rerolled must come to as things stand."""
        top = self.stack.top
        if top is None or top.kind != "reroll":
            return None
        asked = top.fields()
        base = asked["needs"]
        assert isinstance(base, int)
        return base + self.cold_felt(asked["chilled"] is True)

    # Counting

    def scores(self) -> list[Score]:
        """The Mountaineer scores the height of the kept cards, the Mountain in the final edition that of the board."""
        board = [face for face in self.board if face != EMPTY] if self.rules.final else []
        return [self._sheet(seat, board if self.role_of(seat) == MOUNTAIN else self.kept) for seat in (0, 1)]

    def _sheet(self, seat: int, heights: list[int]) -> Score:
        role = self.role_of(seat)
        held = goals_in(self.goals[role])
        lines = score(self.content, heights, self.kept, held, self.rules.pictured_liquids)
        if self.rules.handicapped:
            lines[HANDICAP] = self.rules.handicap[role]
        if self.rules.two_games:
            lines[FIRST_GAME] = self.before[seat] if self.before else 0
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

    def all_cards(self) -> list[int]:
        """Every mountain card of every zone, by kind."""
        faces = self.kept + [face for face in self.board if face != EMPTY]
        return self.deck.cards() + self.discard + self.hand + [self.content.kind_of[face] for face in faces]

    def all_goals(self) -> list[int]:
        goals = self.goals_left[:]
        for held in self.goals + self.dropped:
            goals += goals_in(held)
        return goals

    # Showing

    def zones(self) -> dict[str, object]:
        return {
            "deck": self.deck.dump(),
            "discard": self.named(self.discard),
            "hand": self.named(self.hand),
            "hand_known": self.named(self.hand_known),
            "sunk": self.named(self.sunk),
            "goals": {name: self.goals_named(self.goals[role]) for role, name in enumerate(ROLES)},
            "goals_dropped": {name: self.goals_named(self.dropped[role]) for role, name in enumerate(ROLES)},
            "goals_left": [self.content.goal_names[goal] for goal in sorted(self.goals_left)],
            **self._open_zones(),
        }

    def zones_seen(self, viewer: int) -> dict[str, object]:
        mine = self.role_of(viewer)
        known = [] if mine == SPECTATOR else self.hand_known
        seen = self.hand if mine == MOUNTAIN else known
        return {
            "deck": {"count": self.deck.count(), "top": self.deck.view(viewer)["top"]},
            "discard": self.named(sorted(self.discard)),
            "hand": {"count": len(self.hand), "cards": self.named(seen), "known": self.named(known)},
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
            "kept": [self.content.faces[face] for face in self.kept],
            "round": self.round,
            "busy": self.busy,
            "per_die": self.per_die,
            "provisions": self.provisions,
            "next_roll": self.next_roll,
            "curses": [i + 1 for i in range(5) if self.curses >> i & 1],
            "cold": self.cold,
            "skip": self.skip,
            "spring": [self.spring >> 2 * turn & 3 for turn in range(SPRING_TURNS)],
            "rolls": self.rolls,
            "mountain": self.mountain,
            "first_game": self.before,
        }

    def _unseen(self, viewer: int, seen: list[int]) -> list[int]:
        """The cards that are in the deck or in the hand, the viewer cannot tell which."""
        deck = self.deck
        mine = [card for card, who in zip(deck.top, deck.top_known, strict=True) if viewer >= 0 and who >> viewer & 1]
        return sorted(without(deck.cards() + self.hand, mine + seen))

    def _goals_seen(self, mine: int, owner: int) -> dict[str, object]:
        held = self.goals[owner]
        shown = self.goals_named(held) if self.knows_goals(mine, owner) else []
        return {"count": len(goals_in(held)), "cards": shown}

    def _dropped_seen(self, mine: int, owner: int) -> dict[str, object]:
        gone = self.dropped[owner]
        return {"count": len(goals_in(gone)), "cards": self.goals_named(gone) if mine == owner else []}

    def _goals_unseen(self, mine: int) -> list[str]:
        seen = 0
        for owner in (MOUNTAIN, MOUNTAINEER):
            if self.knows_goals(mine, owner):
                seen |= self.goals[owner]
            if mine == owner:
                seen |= self.dropped[owner]
        return [name for goal, name in enumerate(self.content.goal_names) if not seen & BIT[goal]]

    def named(self, cards: list[int]) -> list[str]:
        return [self.content.names[card] for card in cards]

    def goals_named(self, goals: int) -> list[str]:
        return [self.content.goal_names[goal] for goal in goals_in(goals)]


SPRING_TURNS: Final = 8
CURSES: Final = [sum(bits >> i & 1 for i in range(5)) for bits in range(32)]


def ways(needs: int) -> int:
    """How many of the 36 rolls of two dice come to at least this much."""
    return WAYS[0] if needs < 0 else WAYS[-1] if needs >= len(WAYS) else WAYS[needs]


GOAL_SETS: Final = [[goal for goal in range(MOST_GOALS) if goals >> goal & 1] for goals in range(2**MOST_GOALS)]


def goals_in(goals: int) -> list[int]:
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
    token: i64 = BIT[state.token]
    return ALL & ~(state.cards | token)
