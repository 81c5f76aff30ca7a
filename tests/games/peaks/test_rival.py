"""The rival of a game alone, and the campaign."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cairn
from cairn import Dice, Script
from cairn.games.peaks.content import MEDALS, RIVALS, load_content
from cairn.games.peaks.game import Peaks
from cairn.games.peaks.rival import is_beaten, rival_total
from cairn.testing import rule
from tests.games.peaks.tables import CONTENT, GAME, heard, lay, mat, play, position, take, zones

FIXED = Path(__file__).with_name("fixed.toml").read_text(encoding="utf-8")
REST = ("rest", "travel europe")
DISPLAY = ["mam-tor", "vinicunca", "mount-takao", "mount-royal"]
NEXT = "bad-weather"
"""The plan for the turn after the one that is looked at."""


def against(plan, rival="usual", **changes):
    """A turn with this plan of the rival on the table; it has played nothing yet."""
    data = position(1, DISPLAY)
    data["options"]["rival"] = rival
    place = data["zones"]
    deck = [CONTENT.rival_cards[card] for card in CONTENT.rival_decks[RIVALS.index(rival)]]
    place |= {"rival_flags": [0] * 6, "rival_plan": plan, "rival_deck": [card for card in deck if card != plan]}
    lay(place, 0, changes.pop("p0", {}))
    place |= changes
    return GAME.load(data)


def rival_flags(state):
    return {name: count for name, count in zip(CONTENT.continents, zones(state)["rival_flags"], strict=True) if count}


def told(log):
    return [GAME.sentence(event, None, ["Ann"]) for event in log]


@rule("PK-120")
def test_a_stronger_rival_has_another_deck_and_starts_without_flags():
    pace = []
    for strength in RIVALS[1:]:
        state = GAME.start(1, Dice(1), first_game=True, rival=strength)
        cards = CONTENT.rival_decks[RIVALS.index(strength)]
        assert rival_flags(state) == {}
        assert len(zones(state)["rival_deck"]) == len(cards) - 1
        pace.append(sum(CONTENT.rival_flags[card] for card in cards) / len(cards))
    assert pace == sorted(pace)
    assert GAME.options["rival"].default == "usual"


@rule("PK-120")
def test_with_company_there_is_no_rival():
    state = GAME.start(2, Dice(1), first_game=True, rival="hard")
    assert zones(state)["rival_flags"] == zones(state)["rival_deck"] == []
    assert zones(state)["rival_plan"] is None


@rule("PK-121")
def test_the_plan_is_turned_up_when_the_turn_begins_and_played_when_it_is_over():
    state = against("sore-feet")
    log = heard(state, *REST, chance=[NEXT])
    assert zones(state)["rival_done"] == ["sore-feet"]
    assert zones(state)["rival_plan"] == NEXT
    assert told(log)[-3:] == [
        "The rival rests.",
        "Turn 2: Ann.",
        "The rival's plan for the end of this turn: Bad weather.",
    ]


@rule("PK-121")
def test_a_deck_that_has_run_out_is_shuffled_from_what_was_played():
    deck = [CONTENT.rival_cards[card] for card in CONTENT.rival_decks[RIVALS.index("usual")] if card]
    state = against("sore-feet", rival_deck=[], rival_done=deck)
    play(state, *REST, chance=["sore-feet"])
    assert zones(state)["rival_deck"] == deck
    assert zones(state)["rival_done"] == []


@rule("PK-122")
@pytest.mark.parametrize(
    ("plan", "rival", "mountain", "count"),
    [
        ("early-bird", "usual", "mam-tor", 1),
        ("last-minute", "usual", "mount-royal", 1),
        ("tall-order", "usual", "vinicunca", 1),
        ("record-hunter", "hard", "vinicunca", 2),
    ],
)
def test_the_rival_claims_a_mountain_of_the_display(plan, rival, mountain, count):
    state = against(plan, rival)
    play(state, *REST, chance=["lions-head", NEXT])
    assert zones(state)["rival_climbed"] == [mountain]
    assert zones(state)["display"] == [*[card for card in DISPLAY if card != mountain], "lions-head"]
    assert rival_flags(state) == {CONTENT.continents[CONTENT.continent[CONTENT.numbers[mountain]]]: count}


@rule("PK-123")
def test_the_rival_plants_where_it_has_fewest_or_where_you_have_most():
    state = against("postcards-home", rival_flags=[1, 1, 0, 2, 0, 1])
    play(state, *REST, chance=[NEXT])
    assert zones(state)["rival_flags"] == [1, 1, 1, 2, 0, 1]
    state = against("your-ground", p0={"flags": {"asia": 1, "oceania": 3}})
    play(state, *REST, chance=[NEXT])
    assert rival_flags(state) == {"oceania": 1}


@rule("PK-124")
def test_the_rival_follows_a_climb_and_rests_without_one():
    state = against("at-your-heels", p0={"mountains": ["lions-head"]})
    log = heard(state, "climb", "climb lions-head x", "gain all", chance=[NEXT])
    assert rival_flags(state) == {"africa": 1}
    assert "The rival follows to Lion's Head." in told(log)
    state = against("at-your-heels", p0={"mountains": ["lions-head"]})
    play(state, *REST, chance=[NEXT])
    assert rival_flags(state) == {}


@rule("PK-107")
def test_with_the_sixteenth_flag_the_game_ends_before_the_rival_acts_again():
    state = against("early-bird", p0={"cubes": {"climb": 3}, "flags": {"asia": 15}})
    log = heard(state, "cubes flag", *REST)
    assert state.seat == -1
    assert rival_flags(state) == {}
    assert "Ann has placed all 16 flags: the game ends with this turn." in told(log)


@rule("PK-126")
def test_the_rival_counts_as_you_do_and_is_your_neighbour():
    state = against("sore-feet", p0={"flags": {"asia": 2}}, rival_flags=[1, 1, 1, 1, 1, 1])
    assert rival_total(state) == 6 + 5 + 2
    assert state.scores()[0].lines["led continents"] == 1
    data = state.dump()
    lay(data["zones"], 0, {"climbed": ["k2"]})
    assert GAME.load(data).scores()[0].lines["neighbours"] == 1
    data["zones"]["players"][0]["climbed"] = []
    data["zones"]["rival_climbed"] = ["k2"]
    assert rival_total(GAME.load(data)) == 6 + 5 + 2 + 1


@rule("PK-126")
def test_a_tie_goes_to_the_higher_mountain():
    state = against("sore-feet", turn=CONTENT.solo_turns, p0={"flags": {"asia": 2}}, rival_flags=[2, 0, 0, 0, 0, 0])
    assert not is_beaten(state), "nobody has climbed"
    data = state.dump()
    data["zones"]["rival_climbed"] = [take(data["zones"], "ben-nevis")]
    lay(data["zones"], 0, {"climbed": ["yr-wyddfa"]})
    assert not is_beaten(GAME.load(data))
    log = heard(GAME.load(data), *REST)
    assert told(log)[-1] == "The rival stays ahead with 3 flags; Ann has 3."


@rule("PK-126")
def test_who_beats_the_rival_is_told():
    state = against("sore-feet", turn=CONTENT.solo_turns, p0={"flags": {"asia": 9}})
    assert told(heard(state, *REST))[-1] == "Ann beats the rival by 10 flags to 0."


@rule("PK-125")
@pytest.mark.parametrize("scenario", CONTENT.scenarios, ids=[scenario.name for scenario in CONTENT.scenarios])
def test_a_scenario_starts_as_it_says(scenario):
    state = GAME.start(1, Dice(2), scenario=scenario.name)
    player = mat(state)
    assert (player["energy"], player["stamina"], player["experience"]) == (
        scenario.energy,
        scenario.stamina,
        scenario.experience,
    )
    assert set(player["gear"].values()) == {scenario.gear}
    assert player["continent"] == CONTENT.continents[scenario.home]
    assert zones(state)["rival_flags"] == [scenario.rival_flags] * 6
    assert {CONTENT.deck[CONTENT.numbers[card]] for card in zones(state)["display"]} == {scenario.deck}
    assert zones(state)["dealt"] == []


@rule("PK-125")
def test_a_scenario_ends_with_its_last_turn_and_a_medal():
    scenario = CONTENT.scenarios[0]
    sentences = []
    for count in (0, *scenario.medals):
        data = GAME.start(1, Dice(2), scenario=scenario.name).dump()
        data["zones"]["turn"] = scenario.turns
        lay(data["zones"], 0, {"flags": {"asia": count}})
        state = GAME.load(data)
        sentences.append(told(heard(state, *REST))[-1])
        assert state.seat == -1
    assert sentences[0] == "Flags on the board: 0. Ann wins no medal; bronze was from 3."
    assert [sentence.split()[-2] for sentence in sentences[1:]] == MEDALS


@rule("PK-125")
def test_scenarios_are_for_one_seat_and_say_themselves_how_they_start():
    with pytest.raises(cairn.BadOption, match="scenarios for one seat, not for 2"):
        GAME.start(2, Dice(1), scenario="first-steps")
    with pytest.raises(cairn.BadOption, match="leave out first_game"):
        GAME.start(1, Dice(1), scenario="first-steps", first_game=True)


@rule("PK-112")
def test_an_even_start_gives_energy_by_the_order_of_play(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(FIXED.replace("seats-3 = [0, 0, 0]", "seats-3 = [0, 1, 2]"))
    game = Peaks(path)
    chance = [1, *DISPLAY, "lions-head", "lantau-peak", "kunanyi", "monserrate", "ben-nevis", "hallasan"]
    tiles = ["camp", "low-gear", "high-gear", "new-plans", "lesson", "rethink"]
    state = game.start(3, Script([*chance, *tiles]), first_game=True)
    assert [mat(state, seat)["energy"] for seat in range(3)] == [14, 12, 13]
    state = game.start(3, Dice(1), first_game=True, even_start=False)
    assert [mat(state, seat)["energy"] for seat in range(3)] == [12, 12, 12]


BAD = [
    (r'act = "claim"', 'act = "steal"', "rival.cards[early-bird].act"),
    (r'where = "first"', 'where = "middle"', "rival.cards[early-bird].where"),
    (r'decks = \["easy", "usual"\]', 'decks = ["cruel"]', "rival.cards[sore-feet].decks"),
    (r'id = "bad-weather"', 'id = "sore-feet"', "rival.cards[sore-feet].id"),
    (r'"hard"\]', '"easy"]', "rival.cards"),
    (r"turns = 10", "turns = 99", "solo.scenarios[first-steps].turns"),
    (r'goal = "flags"', 'goal = "fame"', "solo.scenarios[first-steps].goal"),
    (r"bronze = 3, silver = 4", "bronze = 3, silver = 3", "solo.scenarios[first-steps].silver"),
    (r'id = "six-postcards"', 'id = "first-steps"', "solo.scenarios[first-steps].id"),
    (r'home = "asia"', 'home = "atlantis"', "solo.scenarios[roof-of-the-world].home"),
    (r'home = "asia", deck = "b"', 'home = "asia", deck = "a"', "solo.scenarios[roof-of-the-world].experience"),
    (r"seats-4 = \[0, 0, 0, 0\]", "seats-4 = [0, 0]", "even_start.seats-4"),
]


@rule("PK-111", "PK-125")
@pytest.mark.parametrize(("pattern", "edit", "place"), BAD)
def test_bad_cards_of_the_rival_and_bad_scenarios_are_refused(tmp_path, pattern, edit, place):
    edited, count = re.subn(pattern, edit, FIXED, count=0 if place == "rival.cards" else 1)
    assert count
    path = tmp_path / "mine.toml"
    path.write_text(edited)
    with pytest.raises(cairn.BadContent) as refused:
        load_content(path)
    assert place in str(refused.value)


@rule("PK-120", "PK-121")
@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"rival_plan": None}, "rival_plan"),
        ({"rival_deck": []}, "rival_deck"),
        ({"rival_flags": []}, "rival_flags"),
        ({"summit": "k2"}, "summit"),
    ],
)
def test_a_position_in_which_the_rival_could_not_be_is_refused(change, place):
    data = against("sore-feet").dump()
    data["zones"] |= change
    with pytest.raises(cairn.BadPosition, match=place):
        GAME.load(data)
