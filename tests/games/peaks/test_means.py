"""What a seat can pay for, against a second writing that tries everything."""

from __future__ import annotations

from itertools import product

import pytest

from cairn import Dice, Script, State
from cairn.games.peaks.content import ANY_GEAR, ENERGY_GAIN, FIRST_COMPANION, NAMED_GEAR
from cairn.testing import rule
from tests.games.peaks.tables import CONTENT, answers, asked, play, table

BRINGERS = ["greta", "hana", "ines", "jonas", "kira", "leo"]
"""Who brings a gear of one type, by type."""
GEARED = [name for number, name in enumerate(CONTENT.names[:100]) if CONTENT.needs_gear[number]]


def can_pay(mountain: str, energy: int, gear: set[int], companions: list[str], cards: int) -> bool:
    """Each companion comes or is discarded; that is all there is to decide."""
    number = CONTENT.numbers[mountain]
    missing = set(CONTENT.needs_gear[number]) - gear
    for comes in product((False, True), repeat=len(companions)):
        means, lacking, any_type = energy + cards, set(missing), 0
        for name, along in zip(companions, comes, strict=True):
            ability = CONTENT.ability[CONTENT.numbers[name] - FIRST_COMPANION]
            amount = CONTENT.ability_amount[CONTENT.numbers[name] - FIRST_COMPANION]
            if not along:
                means += 1
            elif ability == ENERGY_GAIN:
                means += amount
            elif ability == ANY_GEAR:
                any_type += amount
            elif ability >= NAMED_GEAR:
                lacking.discard(ability - NAMED_GEAR)
        if means >= CONTENT.energy[number] and len(lacking) <= any_type:
            return True
    return False


def is_paid(state: State, mountain: str, dice: Dice) -> bool:
    """Whether the climb goes on to its rewards, whatever is answered while it is paid for."""
    state.apply(state.parse(f"climb {mountain} x"), Script([1] * 30))
    while asked(state)[0] in ("pay-climb", "gear"):
        offered = state.choices()
        if not offered:
            return False
        state.apply(offered[dice.pick(len(offered))], Script([1] * 30))
    return True


@rule("PK-50", "PK-51", "PK-61", "PK-63", "PK-77", "PK-78")
@pytest.mark.parametrize("seed", range(150))
def test_a_climb_is_offered_if_and_only_if_it_can_be_paid_for(seed: int) -> None:
    dice = Dice(seed)
    mountain = GEARED[dice.pick(len(GEARED))]
    number = CONTENT.numbers[mountain]
    owned = {kind for kind in CONTENT.needs_gear[number] if dice.pick(3) == 0}
    helpers = ["farid", "mara", "nils", "finn", *(BRINGERS[kind] for kind in CONTENT.needs_gear[number])]
    companions = [helpers.pop(dice.pick(len(helpers))) for _ in range(2 + dice.pick(2))]
    energy = CONTENT.energy[number] - dice.pick(5)
    cards = dice.pick(2)
    mine = {
        "mountains": [mountain],
        "bonus": ["steady-legs"][:cards],
        "continent": CONTENT.continents[CONTENT.continent[number]],
        "energy": energy,
        "gear": {CONTENT.gear[kind]: 1 for kind in owned},
        "companions": companions,
    }
    state = table(p0=mine, p1={"energy": 0})
    possible = can_pay(mountain, energy, owned, companions, cards)
    assert ("climb" in answers(state)) == possible
    if possible:
        play(state, "climb")
        for _ in range(5):
            assert is_paid(state.clone(), mountain, dice)
