"""The Peak on the box: seats, options, set-up, and reading positions back."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64

from cairn.core.bits import BIT, bit
from cairn.core.chance import Chance
from cairn.core.contract import Decision, FirstGame, Game, Option, OptionValue, Setup, Stack, State
from cairn.core.deck import Deck
from cairn.core.errors import BadPosition
from cairn.core.fields import Fields
from cairn.core.pool import Pool
from cairn.core.zones import load_zones
from cairn.games.the_peak.board import CELLS, NAMES, NEIGHBOURS
from cairn.games.the_peak.content import Content, load_content
from cairn.games.the_peak.decisions import (
    CHALLENGE,
    CLIFF,
    DROP,
    LOOKOUT,
    PLAY,
    STREAM,
    Bridge,
    Reroll,
    Retry,
    start_game,
)
from cairn.games.the_peak.effects import install
from cairn.games.the_peak.state import (
    EMPTY,
    MOST_NEEDED,
    MOUNTAIN,
    MOUNTAINEER,
    ROLES,
    TOKEN,
    PeakState,
    Rules,
    add,
    plain_zones,
    without,
)

HANDICAPS: Final[tuple[OptionValue, ...]] = (
    "none",
    "even",
    *[f"{side}-{points}" for side in ("mountain", "mountaineer") for points in (10, 20, 30, 50)],
)


class ThePeak(Game):
    slug: ClassVar[str] = "the-peak"
    title: ClassVar[str] = "The Peak"
    rules_version: ClassVar[str] = "2.1"
    package: ClassVar[str] = "cairn.games.the_peak"

    def __init__(self, content: str | Path | None = None) -> None:
        super().__init__(
            range(2, 3),
            {
                "edition": Option("first", ("first", "final")),
                "tectonic_token": Option("moves", ("moves", "stays")),
                "hermit_stacking": Option(True, (True, False)),
                "bridge_trigger": Option("play", ("play", "cross", "board")),
                "spring_turns": Option("after", ("after", "now")),
                "liquid_cards": Option("named", ("named", "pictured")),
                "match": Option("one", ("one", "two")),
                "handicap": Option("none", HANDICAPS),
            },
        )
        self.roles = (ROLES[MOUNTAIN], ROLES[MOUNTAINEER])
        self.first_game = FirstGame(MOUNTAINEER, {"edition": "final"})
        self.among_people = {"match": "two"}
        self.content: Content = load_content(content)
        install(self.content)

    def deal(self, setup: Setup, chance: Chance) -> PeakState:
        state = PeakState(setup, Stack([]), self.content, Rules(setup, self.content))
        state.lay_out()
        return state

    def begin(self, state: State, chance: Chance) -> None:
        assert isinstance(state, PeakState)
        start_game(state, chance)

    def longest(self, seats: int) -> int:
        """Of a match, in each of its two games: every card is played, crossed, and discarded for another or for a die
        once at the most. Each round has two ends and an exchange. A turn has so many rolls before a failure ends it in
        any case (TP-43), then one for each card crossed and the last one; each can be followed by the question for a
        reroll."""
        content = self.content
        rolls = content.rounds * (content.rolls + 1) + len(content.deck)
        return 2 * (2 * rolls + 4 * len(content.deck) + 3 * content.rounds)

    def pending(self, setup: Setup, fields: Fields) -> Decision[Any]:
        kind = fields.text("kind")
        seat = fields.number("seat", 0, setup.seats - 1)
        decision = self._decision(kind, seat, fields)
        fields.end()
        return decision

    def _decision(self, kind: str, seat: int, fields: Fields) -> Decision[Any]:
        standing: dict[str, Decision[Any]] = {
            "play": PLAY[seat],
            "challenge": CHALLENGE[seat],
            "stream": STREAM[seat],
            "lookout": LOOKOUT[seat],
            "cliff": CLIFF[seat],
            "drop": DROP[seat],
        }
        if kind in standing:
            return standing[kind]
        if kind == "bridge":
            return Bridge(seat, fields.number("discarded", 0, len(self.content.deck)))
        if kind == "retry":
            return Retry(seat, fields.one_named("cell", NAMES), fields.flag("chilled"))
        if kind == "reroll":
            sides = self.content.sides
            return Reroll(
                seat,
                fields.one_named("cell", NAMES),
                fields.number("first", 1, sides),
                fields.number("second", 1, sides),
                fields.number("needs", -MOST_NEEDED, MOST_NEEDED),
                fields.flag("chilled"),
            )
        raise fields.refuse("kind", f"there is no decision '{kind}' in {self.title}")

    def restore(self, setup: Setup, zones: Fields, stack: Stack) -> PeakState:
        names = self.content.names
        part = zones.part("deck")
        deck = Deck.load(part, names, setup.seats)
        if deck.bottom:
            raise part.refuse("bottom", "no card is ever put under the deck")
        mountain = self._mountain(setup, zones)
        for i, who in enumerate(deck.top_known):
            if who != bit(1 - mountain):
                raise part.refuse(f"top_known[{i}]", "only the Mountaineer looks at the deck")
        hand = sorted(zones.named("hand", names))
        known = sorted(zones.named("hand_known", names))
        for card in known:
            if known.count(card) > hand.count(card):
                raise zones.refuse("hand_known", f"{names[card]} is not that often in the hand")
        sunk = sorted(zones.named("sunk", names))
        for card in sunk:
            if sunk.count(card) > deck.pool.numbers().count(card):
                raise zones.refuse("sunk", f"{names[card]} is not that often in the deck")
        goals = self._goal_sets(zones.part("goals"))
        dropped = self._goal_sets(zones.part("goals_dropped"))
        left = zones.named("goals_left", self.content.goal_names)
        return self._lay_out(
            setup, zones, stack, deck, zones.named("discard", names), hand, known, sunk, goals, dropped, left
        )

    def _mountain(self, setup: Setup, zones: Fields) -> int:
        """The seat that is the Mountain: seat 0, and seat 1 in the second game of a match."""
        return zones.number("mountain", 0, 1 if setup.options["match"] == "two" else 0)

    def _goal_sets(self, fields: Fields) -> list[int]:
        sets: list[int] = []
        for role in ROLES:
            goals = fields.named(role, self.content.goal_names)
            if len(set(goals)) != len(goals):
                raise fields.refuse(role, "has the same goal twice")
            sets.append(sum(BIT[goal] for goal in goals))
        fields.end()
        return sets

    def state_from_view(
        self, setup: Setup, viewer: int, zones: Fields, pending: list[Fields], chance: Chance
    ) -> PeakState:
        """What the viewer has not seen is dealt to the hand first, then to the deck; the same for the goals."""
        content = self.content
        names = content.names
        stack = Stack([self.pending(setup, part) for part in pending])
        mountain = self._mountain(setup, zones)
        zones.value("odds")
        zones.value("needs")
        unseen = zones.named("unseen", names)
        seen_hand = zones.part("hand")
        hand = sorted(seen_hand.named("cards", names))
        known = sorted(seen_hand.named("known", names))
        missing = seen_hand.number("count", len(hand), len(content.deck)) - len(hand)
        sunk = sorted(zones.named("sunk", names))
        for card in sunk:
            if sunk.count(card) > unseen.count(card):
                raise zones.refuse("sunk", f"{names[card]} is not that often among the unseen cards")
        unseen = without(unseen, sunk)
        if missing > len(unseen):
            raise seen_hand.refuse("count", f"there are only {len(unseen)} unseen cards")
        for _ in range(missing):
            add(hand, chance.draw(unseen, names))
        unseen += sunk
        seen_deck = zones.part("deck")
        deck = self._deck_from_view(seen_deck, unseen, mountain, chance)
        if deck.count() != seen_deck.number("count", 0, len(content.deck)):
            raise seen_deck.refuse("count", f"{deck.count()} cards are left for the deck")
        pool = zones.named("goals_unseen", content.goal_names)
        if len(set(pool)) != len(pool):
            raise zones.refuse("goals_unseen", "has the same goal twice")
        goals = self._goals_from_view(zones.part("goals"), pool, chance)
        dropped = self._goals_from_view(zones.part("goals_dropped"), pool, chance)
        discard = zones.named("discard", names)
        return self._lay_out(setup, zones, stack, deck, discard, hand, known, sunk, goals, dropped, pool)

    def _deck_from_view(self, fields: Fields, unseen: list[int], mountain: int, chance: Chance) -> Deck:
        names = self.content.names
        top: list[int] = []
        for i, name in enumerate(fields.items("top")):
            if name is None and unseen:
                top.append(chance.draw(unseen, names))
            elif isinstance(name, str) and name in names:
                top.append(names.index(name))
            else:
                raise fields.refuse(f"top[{i}]", f"there is no component {name!r} to be there")
        return Deck(names, Pool.of(unseen), top, [bit(1 - mountain)] * len(top), [], [])

    def _goals_from_view(self, fields: Fields, pool: list[int], chance: Chance) -> list[int]:
        names = self.content.goal_names
        sets: list[int] = []
        for role in ROLES:
            part = fields.part(role)
            goals = part.named("cards", names)
            if len(set(goals)) != len(goals):
                raise part.refuse("cards", "has the same goal twice")
            missing = part.number("count", len(goals), len(names)) - len(goals)
            if missing > len(pool):
                raise part.refuse("count", f"there are only {len(pool)} unseen goals")
            goals += [chance.draw(pool, names) for _ in range(missing)]
            sets.append(sum(BIT[goal] for goal in goals))
        return sets

    def _lay_out(
        self,
        setup: Setup,
        zones: Fields,
        stack: Stack,
        deck: Deck,
        discard: list[int],
        hand: list[int],
        hand_known: list[int],
        sunk: list[int],
        goals: list[int],
        dropped: list[int],
        goals_left: list[int],
    ) -> PeakState:
        board, token = self._board(zones.part("board"))
        state = PeakState(setup, stack, self.content, Rules(setup, self.content))
        load_zones(state, plain_zones(self.content, state.rules), zones)
        if len(state.first_game) != (2 if state.mountain else 0):
            raise zones.refuse("first_game", "has the points of both seats in the second game, and none before")
        state.deck = deck
        state.discard = Pool.of(discard)
        state.hand = Pool.of(hand)
        state.hand_known = hand_known
        state.sunk = sunk
        state.board = vec[i64](board)
        state.cards = 0
        for cell in range(CELLS):
            if board[cell] != EMPTY:
                state.cards |= BIT[cell]
        state.token = token
        state.goals = vec[i64](goals)
        state.dropped = vec[i64](dropped)
        state.goals_left = Pool.of(goals_left)
        zones.end()
        self._check_components(state)
        self._check_goals(state)
        self._check_moment(state)
        return state

    def _board(self, fields: Fields) -> tuple[list[int], int]:
        """The faces by cell, and where the one token stands."""
        content = self.content
        board = [EMPTY] * CELLS
        tokens: list[str] = []
        for cell, name in enumerate(NAMES):
            what = fields.value(name)
            if what == TOKEN:
                tokens.append(name)
            if what is None or what == TOKEN:
                continue
            face = fields.one_named(name, content.faces)
            if content.kind_of[face] >= content.laid:
                raise fields.refuse(name, f"a {content.faces[face]} never lies on the board")
            board[cell] = face
        fields.end()
        if len(tokens) != 1:
            found = f"stands on {' and '.join(tokens)}" if tokens else "is missing"
            raise BadPosition("zones.board", f"there is one {TOKEN}, but it {found}")
        return board, NAMES.index(tokens[0])

    def _check_components(self, state: PeakState) -> None:
        content = self.content
        counts = state.components()
        right = {**dict(zip(content.names, content.copies, strict=True)), **dict.fromkeys(content.goal_names, 1)}
        for name, wanted in right.items():
            if counts.get(name, 0) != wanted:
                raise BadPosition("zones", f"{name} is there {counts.get(name, 0)} times in all, not {wanted}")

    def _check_goals(self, state: PeakState) -> None:
        """Everybody holds the goals of the edition, one more while a goal has to be dropped."""
        edition = self.content.editions[str(state.setup.options["edition"])]
        for role, name in enumerate(ROLES):
            dropping = [d for d in state.stack.pending() if d.kind == "drop" and state.role_of(d.seat) == role]
            wanted = edition[f"{name}_goals"] + len(dropping)
            held = len(state.goals_named(state.goals[role]))
            if held != wanted:
                raise BadPosition(f"zones.goals.{name}", f"should be {wanted} goals at this moment, not {held}")

    def _check_moment(self, state: PeakState) -> None:
        """The decisions that wait must be able to wait together, and must fit the zones."""
        stack = state.stack.pending()
        if not stack:
            if state.rules.two_games and not state.first_game:
                raise BadPosition("pending", "should ask something: the second game of the match is still to come")
            return
        for at, decision in enumerate(stack):
            asked = state.mountain if decision.kind in ("play", "bridge") else state.climber
            if decision.kind not in ("cliff", "drop") and decision.seat != asked:
                raise BadPosition(f"pending[{at}].seat", f"the question '{decision.kind}' is for seat {asked}")
        questions = " ".join(f"{decision.kind}:{state.role_of(decision.seat)}" for decision in stack)
        if questions not in MOMENTS:
            raise BadPosition("pending", f"the questions {questions} never wait in this order")
        top = stack[-1]
        if isinstance(top, Retry | Reroll):
            if top.cell not in NEIGHBOURS[state.token] or state.board[top.cell] == EMPTY:
                raise BadPosition(f"pending[{len(stack) - 1}].cell", "must be a card next to the token")
            if isinstance(top, Retry) and not self._may_retry(state, top.cell):
                raise BadPosition(f"pending[{len(stack) - 1}].cell", "must be a card that can be tried again")
        if isinstance(top, Reroll) and not (state.provisions and state.kept):
            raise BadPosition("zones.provisions", "there must be some, and kept cards, for a die to be rerolled")
        if top.kind == "stream" and not (state.kept and self._may_trade(state.kept[-1])):
            raise BadPosition("zones.kept", "must end with the stream that was crossed")

    def _may_trade(self, face: int) -> bool:
        return self.content.on_cross[self.content.kind_of[face]].does == "trade"

    def _may_retry(self, state: PeakState, cell: int) -> bool:
        content = self.content
        return content.on_fail[content.kind_of[state.board[cell]]].again


MOMENTS = frozenset(
    {
        "play:0",
        "play:0 bridge:0",
        "challenge:1",
        "retry:1",
        "reroll:1",
        "challenge:1 stream:1",
        "challenge:1 lookout:1",
        "challenge:1 bridge:0",
        "challenge:1 cliff:0 cliff:1",
        "challenge:1 cliff:0 drop:1",
        "challenge:1 cliff:0",
        "challenge:1 drop:0",
    }
)
"""The questions that can wait at one time, each with its role, the one asked now last."""


def game() -> ThePeak:
    return ThePeak()


def game_with(content: str | Path) -> ThePeak:
    return ThePeak(content)
