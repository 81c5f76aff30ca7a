"""The rival of a game alone, and the short games of the campaign (PK-105 to PK-126).

The rival has flags, a pile of mountains it was quicker to, and a small deck. Its next card lies open during your turn
and is carried out when the turn is over. A rival that nobody plays has flags only.
"""

from __future__ import annotations

from typing import Final

from cairn.core.chance import Chance
from cairn.core.errors import BadPosition
from cairn.core.event import Event
from cairn.games.peaks.content import (
    CLAIMS,
    CLIMBED_GOAL,
    CONTINENTS,
    CONTINENTS_GOAL,
    DECK_B,
    FIRST_IN_LINE,
    FLAGS_GOAL,
    FOLLOWS,
    GEAR_TYPES,
    GOALS,
    HEIGHT_GOAL,
    LAST_IN_LINE,
    LED_GOAL,
    MARGIN_GOAL,
    MEDALS,
    NO_RIVAL,
    PLANTS,
    RIVALS,
    WEAKEST,
    Scenario,
)
from cairn.games.peaks.mats import CONTINENT, ENERGY, GEAR, NONE, SPACE, STAMINA
from cairn.games.peaks.preparing import fill_display
from cairn.games.peaks.scoring import flags_of, led_continents, score
from cairn.games.peaks.state import CLIMBED_BY, NO_CARDS, PeaksState

FREE: Final = "free"
YOU: Final = 0
"""The seat of who plays alone."""


def scenario_of(state: PeaksState) -> Scenario | None:
    """The short game that is played, if any."""
    name = state.setup.options["scenario"]
    if name == FREE:
        return None
    for scenario in state.content.scenarios:
        if scenario.name == name:
            return scenario
    raise AssertionError(name)


def strength(state: PeaksState) -> int:
    """How strong the rival is; NO_RIVAL where nobody plays it, or with company."""
    if len(state.mountains) > 1:
        return NO_RIVAL
    scenario = scenario_of(state)
    return RIVALS.index(str(state.setup.options["rival"])) if scenario is None else scenario.rival


def last_turn(state: PeaksState) -> int:
    """After how many turns a game alone ends (PK-107, PK-125)."""
    scenario = scenario_of(state)
    return state.content.solo_turns if scenario is None else scenario.turns


# Set-up


def meet_rival(state: PeaksState) -> None:
    """The rival's flags and deck as a game alone begins (PK-105, PK-120)."""
    level = strength(state)
    scenario = scenario_of(state)
    content = state.content
    if level == NO_RIVAL and scenario is None:
        state.rival_flags = [content.solo_ghost] * CONTINENTS
        return
    state.rival_flags = [0 if scenario is None else scenario.rival_flags] * CONTINENTS
    state.rival_deck = content.rival_decks[level][:]
    state.swapped = scenario is not None and scenario.deck == DECK_B


def start_scenario(state: PeaksState, scenario: Scenario) -> None:
    """The trackers are placed, so no bonus of a track is gained; there are no boosts (PK-125)."""
    state.put(YOU, ENERGY, scenario.energy)
    state.put(YOU, STAMINA, scenario.stamina)
    state.put(YOU, SPACE, scenario.experience)
    state.put(YOU, CONTINENT, scenario.home)
    for kind in range(GEAR_TYPES):
        state.put(YOU, GEAR + kind, scenario.gear)
    if state.log is not None:
        bronze, silver, gold = scenario.medals
        args: dict[str, object] = {"scenario": scenario.name, "turns": scenario.turns, "goal": GOALS[scenario.goal]}
        state.log.append(Event("scenario", YOU, {**args, "bronze": bronze, "silver": silver, "gold": gold}))


def check_rival(state: PeaksState) -> None:
    """Refuse a position in which the rival could not be (PK-120, PK-121)."""
    content = state.content
    alone = len(state.mountains) == 1
    if len(state.rival_flags) != (CONTINENTS if alone else 0):
        wanted = f"a number for each of {CONTINENTS} continents" if alone else "empty with company"
        raise BadPosition("zones.rival_flags", f"should be {wanted}, not {state.rival_flags}")
    level = strength(state)
    acts = level != NO_RIVAL and state.turn > 0
    planned = [] if state.rival_plan == NONE else [state.rival_plan]
    if acts != bool(planned):
        wanted = "should lie open from your first turn on" if acts else "should be null where no rival acts yet"
        raise BadPosition("zones.rival_plan", wanted)
    if sorted([*state.rival_deck, *state.rival_done, *planned]) != content.rival_decks[level]:
        raise BadPosition(
            "zones.rival_deck", f"should be, with what was played, the deck of a rival that is {RIVALS[level]}"
        )
    if state.rival_deck != sorted(state.rival_deck):
        raise BadPosition("zones.rival_deck", "has no order that anybody knows: it should be that of the content file")
    if state.rival_climbed and level == NO_RIVAL:
        raise BadPosition("zones.rival_climbed", "should be empty where no rival acts")
    if state.summit != NONE and state.summit not in [entry % CLIMBED_BY for entry in state.climbed]:
        raise BadPosition("zones.summit", "should be a mountain that was climbed")


# What the rival does


def show_plan(state: PeaksState, chance: Chance) -> None:
    """The next card of the rival is turned up as your turn begins; a deck that has run out is shuffled (PK-121)."""
    state.summit = NONE
    if strength(state) == NO_RIVAL:
        return
    deck = state.rival_deck[:]
    if not deck:
        deck = state.rival_done[:]
        state.rival_done = NO_CARDS
    deck.sort()
    state.rival_plan = chance.draw(deck, state.content.rival_cards)
    deck.sort()
    state.rival_deck = deck
    if state.log is not None:
        state.log.append(Event("rival-plan", NONE, {"card": state.content.rival_cards[state.rival_plan]}))


def carry_out_plan(state: PeaksState, chance: Chance) -> None:
    """The card is carried out when your turn is over, unless the game is (PK-122 to PK-124)."""
    card = state.rival_plan
    if card == NONE:
        return
    content = state.content
    state.rival_plan = NONE
    state.rival_done = [*state.rival_done, card]
    act = content.rival_act[card]
    where = content.rival_where[card]
    flags = content.rival_flags[card]
    if act == CLAIMS:
        claim(state, where, flags, chance)
    elif act == PLANTS:
        plant(state, weakest(state) if where == WEAKEST else yours(state), flags)
    elif act == FOLLOWS and state.summit != NONE:
        if state.log is not None:
            state.log.append(Event("rival-follows", NONE, {"mountain": content.names[state.summit]}))
        plant(state, content.continent[state.summit], flags)
    elif state.log is not None:
        state.log.append(Event("rival-rests", NONE, {}))


def claim(state: PeaksState, where: int, flags: int, chance: Chance) -> None:
    """The rival climbs a mountain of the display, which is filled again (PK-122)."""
    content = state.content
    slots = [slot for slot in range(content.slots) if state.display[slot] != NONE]
    if not slots:
        if state.log is not None:
            state.log.append(Event("rival-rests", NONE, {}))
        return
    slot = slots[0]
    if where == LAST_IN_LINE:
        slot = slots[-1]
    elif where != FIRST_IN_LINE:
        for other in slots:
            if content.elevation[state.display[other]] > content.elevation[state.display[slot]]:
                slot = other
    mountain = state.display[slot]
    state.display[slot] = NONE
    state.rival_climbed = [*state.rival_climbed, mountain]
    if state.log is not None:
        state.log.append(Event("rival-claims", NONE, {"mountain": content.names[mountain]}))
    plant(state, content.continent[mountain], flags)
    fill_display(state, chance)


def plant(state: PeaksState, continent: int, flags: int) -> None:
    planted = state.rival_flags[:]
    planted[continent] += flags
    state.rival_flags = planted
    if state.log is not None:
        name = state.content.continents[continent]
        state.log.append(Event("rival-flags", NONE, {"continent": name, "count": flags}))


def weakest(state: PeaksState) -> int:
    """The first of the continents where the rival has fewest flags (PK-123)."""
    return state.rival_flags.index(min(state.rival_flags))


def yours(state: PeaksState) -> int:
    """The first of the continents where you have most flags (PK-123)."""
    own = flags_of(state, YOU)
    return own.index(max(own))


# The end


def rival_total(state: PeaksState) -> int:
    """The flags of the rival, counted as yours are, but without bonus cards (PK-126)."""
    flags = state.rival_flags
    own = flags_of(state, YOU)
    led = sum(flags[continent] > own[continent] for continent in range(CONTINENTS))
    everywhere = state.content.all_continents if min(flags) > 0 else 0
    ahead = len(state.rival_climbed) > len(state.climbed)
    return sum(flags) + led + everywhere + ahead


def is_beaten(state: PeaksState) -> bool:
    """Whether you have more than the rival; a tie goes to the higher mountain (PK-126)."""
    yours_now = score(state, YOU).total
    rivals = rival_total(state)
    if yours_now != rivals:
        return yours_now > rivals
    summits = [state.content.elevation[card] for card in state.rival_climbed]
    return state.highest(YOU) > max(summits, default=0)


def goal_amount(state: PeaksState, goal: int) -> int:
    """How much there is of what a scenario counts (PK-125)."""
    if goal == FLAGS_GOAL:
        return state.placed(YOU)
    if goal == CONTINENTS_GOAL:
        return sum(flags > 0 for flags in flags_of(state, YOU))
    if goal == CLIMBED_GOAL:
        return len(state.climbed)
    if goal == HEIGHT_GOAL:
        return state.highest(YOU)
    if goal == LED_GOAL:
        return led_continents(state, YOU)
    total = score(state, YOU).total
    return total - rival_total(state) if goal == MARGIN_GOAL else total


def medal(state: PeaksState, scenario: Scenario) -> int:
    """The best medal whose target is reached, as a number into MEDALS; NONE without any (PK-125)."""
    amount = goal_amount(state, scenario.goal)
    reached = sum(amount >= target for target in scenario.medals)
    return reached - 1 if reached else NONE


def tell_the_end(state: PeaksState) -> None:
    """How the game against the rival, and the scenario, came out (PK-125, PK-126)."""
    if state.log is None:
        return
    if strength(state) != NO_RIVAL:
        args: dict[str, object] = {"total": score(state, YOU).total, "rival": rival_total(state)}
        state.log.append(Event("rival-beaten" if is_beaten(state) else "rival-ahead", YOU, args))
    scenario = scenario_of(state)
    if scenario is not None:
        found = medal(state, scenario)
        amount = goal_amount(state, scenario.goal)
        goal: dict[str, object] = {"goal": GOALS[scenario.goal], "amount": amount}
        if found == NONE:
            state.log.append(Event("no-medal", YOU, {**goal, "bronze": scenario.medals[0]}))
        else:
            state.log.append(Event("medal", YOU, {**goal, "medal": MEDALS[found]}))
