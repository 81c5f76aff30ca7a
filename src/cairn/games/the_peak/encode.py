"""What a seat sees of The Peak as numbers, for `cairn.batch`: the question, the table, the board, then piles and goals.

Cards are counted by kind and by what the seat can know: a hand is seen by the Mountain, of it the Mountaineer sees what
was looked at; nobody sees goals of the other seat, only how many there are. What is left out is the order in which
cards were kept.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from cairn.core.batching import Encoding, Row
from cairn.core.bits import BIT
from cairn.core.contract import Setup, State
from cairn.core.pool import Pool
from cairn.games.the_peak.board import CELLS, NAMES
from cairn.games.the_peak.content import MOST_GOALS, Content
from cairn.games.the_peak.decisions import Bridge, Reroll, Retry
from cairn.games.the_peak.game import ThePeak
from cairn.games.the_peak.state import LONGEST_CURSE, MOUNTAIN, MOUNTAINEER, SPRING_TURNS, PeakState, goals_in

ASKED: Final = ["play", "bridge", "challenge", "retry", "reroll", "stream", "lookout", "cliff", "drop"]
NUMBERS: Final = [
    "asked: " + ", ".join(f"{kind} {number}" for number, kind in enumerate(ASKED)),
    "asked about: nothing 0, a space from 1 on",
    "first die on the table",
    "second die on the table",
    "what the dice must come to, 64 more",
    "a coldsnap has struck this challenge",
    "cards discarded over the bridge",
    "own role: mountain 0, mountaineer 1",
    "second game of a match",
    "round",
    "busy round",
    "added to each die",
    "provisions",
    "added to the next roll",
    "cold",
    "turns to skip",
    "challenges rolled",
    "own points of the first game",
    "other's points of the first game",
    "cards in the deck",
    "cards in the hand",
    "other's goals",
    "goals the other has discarded",
]
ON_TOP: Final = 4
"""So many cards on top of the deck, the next one first, are shown to who knows them."""
MOST: Final = 255


def slots(content: Content) -> list[str]:
    """The name of every number, in order."""
    named = NUMBERS[:]
    named += [f"curse that lasts {rolls + 1} more rolls" for rolls in range(LONGEST_CURSE)]
    named += [f"springs in {turn} turns" for turn in range(SPRING_TURNS)]
    named += [f"mountaineer.{name}" for name in NAMES]
    named += [f"face + 1.{name}" for name in NAMES]
    named += [f"kind of the next card + 1, unknown 0.{number}" for number in range(ON_TOP)]
    goals = [*content.goal_names, *(f"none {number}" for number in range(len(content.goals), MOST_GOALS))]
    named += [f"{whose}.{goal}" for whose in ("own goals", "goals discarded") for goal in goals]
    named += [f"kept.{face}" for face in content.faces]
    piles = ("hand", "hand known", "sunk", "discarded")
    return named + [f"{pile}.{kind}" for pile in piles for kind in content.names]


class PeakEncoding(Encoding):
    def __init__(self, content: Content) -> None:
        super().__init__(slots(content), 4)
        self.asked: dict[str, int] = {kind: number for number, kind in enumerate(ASKED)}

    def write(self, state: State, seat: i64, row: Row) -> None:
        assert isinstance(state, PeakState)
        role = state.role_of(seat)
        self.write_question(state, row)
        self.write_table(state, seat, role, row)
        at: i64 = len(NUMBERS)
        row.put_plane(0, at, state.curses)
        at += LONGEST_CURSE
        spring = state.spring
        for turn in range(SPRING_TURNS):
            row.put(at + turn, spring >> 2 * turn & 3)
        at += SPRING_TURNS
        row.put_plane(1, at, BIT[state.token])
        at += CELLS
        board = state.board
        for cell in range(CELLS):
            row.put(at + cell, board[cell] + 1)
        at += CELLS
        row.clear(at, ON_TOP)
        deck = state.deck
        known = len(deck.top)
        for number in range(min(ON_TOP, known)):
            if deck.top_known[known - 1 - number] >> seat & 1:
                row.put(at + number, deck.top[known - 1 - number] + 1)
        at += ON_TOP
        row.put_plane(2, at, state.goals[role])
        row.put_plane(3, at + MOST_GOALS, state.dropped[role])
        at += 2 * MOST_GOALS
        content = state.content
        kinds = len(content.names)
        row.clear(at, len(content.faces) + 4 * kinds)
        for face in state.kept:
            row.add(at + face, 1)
        at += len(content.faces)
        if role == MOUNTAIN:
            count_cards(state.hand, row, at)
        count_listed(state.hand_known, row, at + kinds)
        if role == MOUNTAINEER:
            count_listed(state.sunk, row, at + 2 * kinds)
        count_cards(state.discard, row, at + 3 * kinds)

    def write_question(self, state: PeakState, row: Row) -> None:
        row.clear(0, 7)
        asked = state.stack.top
        if asked is None:
            return
        row.put(0, self.asked[asked.kind])
        if isinstance(asked, Retry):
            row.put(1, asked.cell + 1)
            row.put(5, 1 if asked.chilled else 0)
        elif isinstance(asked, Reroll):
            row.put(1, asked.cell + 1)
            row.put(2, asked.first)
            row.put(3, asked.second)
            row.put(4, asked.needs + 64)
            row.put(5, 1 if asked.chilled else 0)
        elif isinstance(asked, Bridge):
            row.put(6, asked.discarded)

    def write_table(self, state: PeakState, seat: i64, role: i64, row: Row) -> None:
        row.put(7, role)
        row.put(8, 1 if state.first_game else 0)
        row.put(9, at_most(state.round))
        row.put(10, 1 if state.busy else 0)
        row.put(11, state.per_die)
        row.put(12, 1 if state.provisions else 0)
        row.put(13, state.next_roll)
        row.put(14, state.cold)
        row.put(15, state.skip)
        row.put(16, at_most(state.rolls))
        row.put(17, at_most(state.first_game[seat]) if state.first_game else 0)
        row.put(18, at_most(state.first_game[1 - seat]) if state.first_game else 0)
        row.put(19, state.deck.count())
        row.put(20, state.hand.count)
        row.put(21, len(goals_in(state.goals[1 - role])))
        row.put(22, len(goals_in(state.dropped[1 - role])))


def at_most(number: i64) -> i64:
    """Points and rounds have no bound of their own."""
    return number if number < MOST else MOST


def count_cards(pile: Pool, row: Row, at: i64) -> None:
    for place in range(pile.count):
        row.add(at + pile.at(place), 1)


def count_listed(pile: list[int], row: Row, at: i64) -> None:
    for card in pile:
        row.add(at + card, 1)


def encoding(setup: Setup) -> Encoding:
    game = setup.game
    assert isinstance(game, ThePeak)
    return PeakEncoding(game.content)
