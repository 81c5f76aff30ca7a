"""The content: what the rulebook states of it, what our design promises, and how bad files are refused."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from pathlib import Path

import pytest

import cairn
from cairn.games.peaks.content import (
    ANY_GEAR,
    DECK_A,
    DECK_B,
    FIRST_BOOST,
    FIRST_COMPANION,
    GAINS,
    NAMED_GEAR,
    NOTHING,
    TILE,
    UNIT,
    load_content,
)
from cairn.games.peaks.game import Peaks
from cairn.testing import rule

CONTENT = load_content()
FIXED = Path(__file__).with_name("fixed.toml").read_text(encoding="utf-8")
TEXT = (resources.files("cairn.games.peaks") / "content.toml").read_text(encoding="utf-8")
A_CARDS = [card for card in range(100) if CONTENT.deck[card] == DECK_A]
B_CARDS = [card for card in range(100) if CONTENT.deck[card] == DECK_B]
WORTH = {"flag": 3.0, "stamina": 1.5, "bonus": 1.5, "companion": 1.5, "die": 2.0, "experience": 1.0}


def worth(rewards: int) -> float:
    return sum(WORTH[name] * (rewards // UNIT[kind] % 64) for kind, name in enumerate(GAINS[:6]))


def test_every_entry_says_where_it_comes_from():
    data = tomllib.loads(TEXT)
    cards = [card for kind in data.pop("cards").values() for card in kind]
    assert {entry["provenance"] for entry in [*data.values(), *cards]} == {"printed", "ruling", "ours"}


def test_as_many_cards_as_the_rulebook_counts():
    cards = tomllib.loads(TEXT)["cards"]
    assert {kind: len(cards[kind]) for kind in cards} == {"mountains": 100, "bonus": 28, "companions": 34, "boosts": 22}


@rule("PK-110")
def test_what_is_printed_about_single_mountains():
    number = CONTENT.numbers["licancabur"]
    assert CONTENT.continents[CONTENT.continent[number]] == "south-america"
    assert CONTENT.acclimatization[number]
    assert CONTENT.shared_energy[number] == 6
    assert CONTENT.needs_gear[number] == []
    assert CONTENT.needs_experience[number] > 0
    assert not CONTENT.extra_danger[number]
    flag, stamina, die, experience = UNIT[0], UNIT[1], UNIT[4], UNIT[5]
    assert CONTENT.rewards[number * 2 : number * 2 + 2] == [flag + die + experience, die + stamina]
    assert CONTENT.safe_rewards[number * 2 : number * 2 + 2] == [die + experience, die + stamina]
    assert {"vinicunca", "mount-vesuvius"} <= {CONTENT.names[card] for card in A_CARDS}


def test_both_decks_have_fifty_cards_and_seven_to_ten_of_each_continent():
    for deck in (A_CARDS, B_CARDS):
        assert len(deck) == 50
        for continent in range(6):
            assert 7 <= sum(CONTENT.continent[card] == continent for card in deck) <= 10


def test_deck_a_is_for_beginners_and_deck_b_is_not():
    assert 30 <= sum(not CONTENT.needs_gear[card] for card in A_CARDS) <= 40
    assert all(len(CONTENT.needs_gear[card]) <= 1 for card in A_CARDS)
    assert all(3 <= CONTENT.energy[card] <= 9 and CONTENT.needs_experience[card] <= 6 for card in A_CARDS)
    assert all(8 <= CONTENT.energy[card] <= 16 and 4 <= CONTENT.needs_experience[card] <= 21 for card in B_CARDS)
    assert not any(CONTENT.extra_danger[card] for card in A_CARDS)


def test_deck_a_is_as_varied_as_deck_b():
    def variety(deck: list[int]) -> tuple[int, int]:
        prices = {(CONTENT.energy[card], CONTENT.shared_energy[card]) for card in deck}
        pairs = {tuple(CONTENT.rewards[card * 2 : card * 2 + 2]) for card in deck}
        return len(prices), len(pairs)

    assert variety(A_CARDS) >= variety(B_CARDS)
    without_a_flag = [card for card in A_CARDS if not any(CONTENT.rewards[card * 2 + group] % 64 for group in range(2))]
    assert len(without_a_flag) <= 20


def test_every_gear_is_asked_for_by_eight_mountains_or_more():
    for kind, name in enumerate(CONTENT.gear):
        assert sum(kind in needed for needed in CONTENT.needs_gear) >= 8, name


def test_trikora_is_as_high_as_it_is():
    assert CONTENT.elevation[CONTENT.numbers["puncak-trikora"]] == 4730


def companion_strength(number: int) -> dict[str, int]:
    """What a companion offers by kind; gear of any type serves for every type."""
    ability, amount = CONTENT.ability[number], CONTENT.ability_amount[number]
    kinds = {str(ability)} if ability != NOTHING else set()
    if ability == ANY_GEAR:
        kinds |= {str(NAMED_GEAR + kind) for kind in range(len(CONTENT.gear))}
    strength = {"experience": CONTENT.companion_experience[number], "uses": CONTENT.uses[number]}
    return strength | dict.fromkeys(kinds, amount)


def boost_strength(number: int) -> dict[str, int]:
    gains = {name: CONTENT.boost_gains[number] // UNIT[kind] % 64 for kind, name in enumerate(GAINS)}
    return {"energy": CONTENT.boost_energy[number], "stamina track": CONTENT.boost_stamina[number]} | gains


def no_worse(one: dict[str, int], other: dict[str, int]) -> bool:
    return all(one.get(what, 0) >= amount for what, amount in other.items())


@pytest.mark.parametrize(
    ("strengths", "first"),
    [
        ([companion_strength(number) for number in range(34)], FIRST_COMPANION),
        ([boost_strength(number) for number in range(22)], FIRST_BOOST),
    ],
    ids=["companions", "boosts"],
)
def test_no_companion_or_boost_is_as_good_as_another_in_everything(strengths, first):
    names = CONTENT.names[first : first + len(strengths)]
    beaten = [
        (names[worse], names[better])
        for better, one in enumerate(strengths)
        for worse, other in enumerate(strengths)
        if better != worse and no_worse(one, other)
    ]
    assert beaten == []


def test_company_always_saves_about_a_third():
    for card in range(100):
        assert 0.5 <= CONTENT.shared_energy[card] / CONTENT.energy[card] <= 0.7


def test_acclimatization_is_for_high_mountains():
    assert all(CONTENT.elevation[card] > 4500 for card in range(100) if CONTENT.acclimatization[card])


def test_both_groups_of_a_mountain_are_worth_about_the_same():
    for card in range(100):
        x, y = (worth(CONTENT.rewards[card * 2 + group]) for group in range(2))
        assert abs(x - y) <= 3.5, CONTENT.names[card]


def test_about_a_flag_in_the_better_group_and_more_danger_in_b():
    def flags(card: int) -> int:
        return max(CONTENT.rewards[card * 2 + group] % 64 for group in range(2))

    def marked(deck: list[int]) -> int:
        return sum(CONTENT.rewards[c * 2 + g] != CONTENT.safe_rewards[c * 2 + g] for c in deck for g in range(2))

    assert 1.0 <= sum(flags(card) for card in range(100)) / 100 <= 2.0
    assert marked(B_CARDS) > marked(A_CARDS)


def test_the_tracks_are_what_the_rulebook_says_of_them():
    track = CONTENT.experience
    assert track[:6] == [0, 1, 1, 1, 2, 2]
    assert CONTENT.experience_gives[:5] == [NOTHING] * 5
    assert CONTENT.experience_gives.count(TILE) == 6
    assert 0.4 <= track.index(8) / (len(track) - 1) <= 0.65
    assert max(CONTENT.needs_experience) <= 2 * track[-1]
    assert CONTENT.last_energy >= 12
    assert all(what == NOTHING for what in CONTENT.stamina_gives[: max(CONTENT.boost_stamina) + 1])


def test_dice_begin_as_printed_and_one_face_in_six_is_a_danger():
    assert (CONTENT.rest_die[0], CONTENT.prepare_die[:2], CONTENT.climb_die[0]) == (2, [0, 1], 1)
    assert CONTENT.danger.count(True) == 1
    assert len(CONTENT.danger) == 6


def test_strong_companions_come_less_often():
    assert all(
        experience + uses <= 6 for experience, uses in zip(CONTENT.companion_experience, CONTENT.uses, strict=True)
    )
    assert all(1 <= experience <= 4 for experience in CONTENT.companion_experience)


def test_boosts_are_about_as_good_as_the_first_game():
    def value(energy: int, stamina: int, gains: int) -> float:
        gear = 1.2 * (gains // UNIT[6] % 64)
        return 0.5 * energy + 1.5 * stamina + worth(gains) + gear

    first = value(CONTENT.first_energy, CONTENT.first_stamina, 4 * UNIT[5])
    for number in range(22):
        boost = value(CONTENT.boost_energy[number], CONTENT.boost_stamina[number], CONTENT.boost_gains[number])
        assert abs(boost - first) <= 2.0, CONTENT.names[162 + number]


@rule("PK-112")
@pytest.mark.parametrize("seats", range(2, 7))
def test_an_even_start_is_little_energy_for_some_and_none_of_it_is_lost(seats):
    extra = CONTENT.even_start[seats]
    assert (len(extra), min(extra)) == (seats, 0), "only differences matter, so somebody begins without any"
    assert max(extra) <= 4, "a third of what the first game begins with is the most"
    assert max(CONTENT.boost_energy) + max(extra) <= CONTENT.last_energy
    state = Peaks().start(seats, cairn.Dice(1), first_game=True, start=0)
    players = state.dump()["zones"]["players"]
    assert [player["energy"] - CONTENT.first_energy for player in players] == extra


BAD = [
    (r"energy = 5, shared_energy = 3", "energy = 5, shared_energy = 5", "cards.mountains[lions-head].shared_energy"),
    (r'id = "lions-head"', 'id = "Lions Head"', "cards.mountains[Lions Head].id"),
    (r'id = "table-mountain"', 'id = "lions-head"', "cards.mountains[lions-head].id"),
    (r'continent = "africa"', 'continent = "mars"', "cards.mountains[lions-head].continent"),
    (r'x = \["flag"\]', 'x = ["gold"]', "cards.mountains[lions-head].x"),
    (r'x = \["flag"\], y = \["die", "experience"\]', 'x = ["die"], y = ["die"]', "cards.mountains[lions-head].y"),
    (r"energy = 5,", "energy = 99,", "cards.mountains[lions-head].energy"),
    (r"elevation = 669, ", "", "cards.mountains[lions-head].elevation: is missing"),
    (r"elevation = 669", "elevation = 669, colour = 1", "cards.mountains[lions-head].colour"),
    (r'gear = \["climbing-shoes"\]', 'gear = ["rope"]', "].gear"),
    (r'kind = "flags-in", amount = 3, of = "africa"', 'kind = "luck", amount = 3', "[savanna-album].needs.kind"),
    (r'kind = "continents", amount = 5', 'kind = "continents", amount = 7', "[globetrotter].needs.amount"),
    (r"amount = 3, of = 4200", "amount = 3, of = 8849", "[thin-air].needs.of"),
    (r"experience = 1, uses = 3", "experience = 1, uses = 9", "cards.companions[ada].uses"),
    (r'ability = \{ kind = "energy"', 'ability = { kind = "magic"', "cards.companions[ada].ability.kind"),
    (r"energy = 12, stamina = 7, rewards", "energy = 12, stamina = 17, rewards", "cards.boosts[early-start].stamina"),
    (r"numbers = \[0, 1, 1, 1, 2", "numbers = [0, 1, 1, 1, 3", "experience_track.numbers"),
    (r"16\]\nswap = 8", "16]\nswap = 50", "experience_track.swap"),
    (r'space = 6, gives = "tile"', 'space = 4, gives = "tile"', "experience_track.bonuses"),
    (r"rest = \[2, 4, 6, 8\]", "rest = [2, 4, 4, 8]", "dice.rest"),
    (r"prepare = \[0, 1, 2, 3\]", "prepare = [0, 2, 3, 3]", "dice.prepare"),
    (r'step = "rest-flag", tile = 2', 'step = "rest-flag", tile = 1', "steps.rest"),
    (r'step = "tag-along", tile = 0', 'step = "rewards", tile = 0', "steps.climb"),
    (r'faces = \["blank"', 'faces = ["dragon"', "danger.faces"),
    (r'provenance = "ruling"\ncontinents', 'provenance = "hearsay"\ncontinents', "board.provenance"),
    (r'total = 14', 'total = 0', "ladder[1].total"),
]  # fmt: skip


@rule("PK-111")
@pytest.mark.parametrize(("pattern", "edit", "place"), BAD)
def test_a_bad_file_is_refused_with_file_entry_and_field(tmp_path, pattern, edit, place):
    edited, count = re.subn(pattern, edit.replace("\\", ""), FIXED, count=1)
    assert count == 1
    path = tmp_path / "mine.toml"
    path.write_text(edited)
    with pytest.raises(cairn.BadContent) as refused:
        load_content(path)
    assert str(refused.value).startswith(f"{path}: ")
    assert place in str(refused.value)


@rule("PK-111")
def test_a_missing_card_a_broken_file_and_a_missing_file_are_refused(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("\n".join(line for line in FIXED.splitlines() if '"lions-head"' not in line))
    with pytest.raises(cairn.BadContent, match="should have 100 entries, not 99"):
        load_content(path)
    path.write_text("[board")
    with pytest.raises(cairn.BadContent, match="is not TOML"):
        load_content(path)
    with pytest.raises(cairn.BadContent, match="cannot be read"):
        load_content(tmp_path / "nothing.toml")


@rule("PK-111", "PK-12")
def test_another_content_is_played_with_its_own_numbers_and_order(tmp_path):
    path = tmp_path / "mine.toml"
    swapped = FIXED.replace('step = "rest-flag", tile = 2', 'step = "rest-flag", tile = 1')
    swapped = swapped.replace('step = "rest-bonus", tile = 1', 'step = "rest-bonus", tile = 2')
    path.write_text(swapped.replace("energy = 12\nstamina = 7", "energy = 3\nstamina = 9"))
    game = Peaks(path)
    state = game.start(2, cairn.Dice(1), first_game=True, start=0)
    assert state.dump()["zones"]["players"][0]["energy"] == 3
    assert game.content.step_tiles[0] == [0, 1, 2, 0]
