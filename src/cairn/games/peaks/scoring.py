"""The end of the game, step by step (PK-90 to PK-96). Steps look at the board as it was before any of them (PK-91)."""

from __future__ import annotations

from cairn.core.contract import Score
from cairn.games.peaks.content import CONTINENTS, DECK_A, FIRST_BONUS, TOP_LEVEL
from cairn.games.peaks.mats import COMPANION, CUBES, DICE, GEAR, NONE, SPACE, STAMINA, TILES, USES
from cairn.games.peaks.state import BONUS_LINE, PeaksState

BOARD_LINE = "board"
LEAD_LINE = "led continents"
PRESENCE_LINE = "all continents"
NEIGHBOUR_LINE = "neighbours"


def score(state: PeaksState, seat: int) -> Score:
    """The flags of a seat if the game ended now."""
    return Score(
        {
            BOARD_LINE: sum(flags_of(state, seat)),
            BONUS_LINE: bonus_flags(state, seat),
            LEAD_LINE: led_continents(state, seat),
            PRESENCE_LINE: state.content.all_continents if min(flags_of(state, seat)) > 0 else 0,
            NEIGHBOUR_LINE: surpassed_neighbours(state, seat),
        }
    )


def flags_of(state: PeaksState, seat: int) -> list[int]:
    return [state.flags_in(seat, continent) for continent in range(CONTINENTS)]


def bonus_flags(state: PeaksState, seat: int) -> int:
    content = state.content
    return sum(content.bonus_flags[card - FIRST_BONUS] for card in state.bonus[seat] if fulfilled(state, seat, card))


def led_continents(state: PeaksState, seat: int) -> int:
    """Alone at the table, a seat leads where it has more than the rival (PK-105, PK-126)."""
    seats = state.setup.seats
    led = 0
    for continent in range(CONTINENTS):
        others = [state.flags_in(other, continent) for other in range(seats) if other != seat]
        if seats == 1:
            others = [state.rival_flags[continent]]
        if state.flags_in(seat, continent) > max(others):
            led += 1
    return led


def surpassed_neighbours(state: PeaksState, seat: int) -> int:
    """With two seats there is one neighbour, alone only a rival who acts (PK-95, PK-126)."""
    seats = state.setup.seats
    own = len(state.climbed_by(seat))
    if seats == 1:
        return 1 if state.rival_acts() and own > len(state.rival_climbed) else 0
    neighbours = {(seat - 1) % seats, (seat + 1) % seats} - {seat}
    return sum(own > len(state.climbed_by(neighbour)) for neighbour in neighbours)


def ladder_title(state: PeaksState) -> str:
    """What a game alone was worth (PK-106)."""
    total = state.scores()[0].total
    return [title for least, title in state.content.ladder if least <= total][-1]


def fulfilled(state: PeaksState, seat: int, card: int) -> bool:
    """Whether what a bonus card asks for at the end holds now (PK-92)."""
    number = card - FIRST_BONUS
    return amount_of(state, seat, number) >= state.content.need_amount[number]


def amount_of(state: PeaksState, seat: int, number: int) -> int:
    """How much a seat has of what a bonus card counts."""
    content = state.content
    of = content.need_of[number]
    need = content.need[number]
    if need.startswith("climbed"):
        return climbed_amount(state, seat, need, of)
    mat = state.mat_of(seat)
    flags = flags_of(state, seat)
    amounts = {
        "flags-in": flags[of],
        "continents": sum(count > 0 for count in flags),
        "flags-in-one": max(flags),
        "dice-max": mat[DICE:TILES].count(TOP_LEVEL),
        "tiles": sum(mat[TILES:CUBES]),
        "stamina": mat[STAMINA],
        "experience": content.experience[mat[SPACE]],
        "gear": sum(mat[GEAR:DICE]),
        "companions": sum(companion != NONE for companion in mat[COMPANION:USES]),
    }
    return amounts[need]


def climbed_amount(state: PeaksState, seat: int, need: str, of: int) -> int:
    content = state.content
    cards = state.climbed_by(seat)
    if need == "climbed-over":
        return sum(content.elevation[card] > of for card in cards)
    if need == "climbed-under":
        return sum(content.elevation[card] < of for card in cards)
    in_deck_a = sum(content.deck[card] == DECK_A for card in cards)
    continents = [content.continent[card] for card in cards]
    amounts = {
        "climbed": len(cards),
        "climbed-a": in_deck_a,
        "climbed-b": len(cards) - in_deck_a,
        "climbed-continents": len(set(continents)),
        "climbed-in-one": max((continents.count(continent) for continent in continents), default=0),
    }
    return amounts[need]
