"""Drawings as SVG."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import cairn
from cairn.cli import drawings
from cairn.core.registry import bundled
from cairn.games.peaks.content import MOUNTAINS
from cairn.games.peaks.drawing import LETTERS, Drawing
from tests.cli.conftest import Cli


def test_the_parts_of_a_game_are_drawn(cli: Cli) -> None:
    code, text, _ = cli("draw", "five-peaks")
    assert code == 0
    root = ElementTree.fromstring(text)
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Start", "Birch", "Slate", "Goat Alp"} <= set(words)
    assert text.count("http") == 1


def test_the_table_of_a_saved_game_is_drawn_to_a_file(cli: Cli, tmp_path: Path) -> None:
    dice = cairn.Dice(3)
    record = cairn.Record.new(cairn.game("five-peaks"), ["Ada", "Bo", "Cy"], dice)
    for _ in range(150):
        choices = record.state.choices()
        record.choose(choices[dice.pick(len(choices))], dice)
    record.save(tmp_path / "hike.json")
    code, _, _ = cli("draw", "five-peaks", tmp_path / "hike.json", "--out", tmp_path / "hike.svg")
    assert code == 0
    root = ElementTree.parse(tmp_path / "hike.svg").getroot()
    tiles = len(record.state.dump()["zones"]["map"])
    assert len(root.findall("{http://www.w3.org/2000/svg}polygon")) >= tiles > 1


@pytest.mark.parametrize("slug", bundled())
def test_every_game_is_drawn_at_every_step(slug: str) -> None:
    game = cairn.game(slug)
    drawn = [drawings.sheet(game)]
    for seats in sorted({game.seats[0], game.seats[-1]}):
        dice = cairn.Dice(5)
        state = game.start(seats, dice)
        for step in range(400):
            if step % 40 == 0 or state.seat < 0:
                drawn += [drawings.table(game, state.view(viewer)) for viewer in (None, *range(seats))]
            if state.seat < 0:
                break
            state.choose(state.choices()[dice.pick(len(state.choices()))], dice)
    for text in drawn:
        picture = ElementTree.fromstring(text)
        assert picture.get("role") == "img"
        assert game.title in str(picture.get("aria-label"))


def test_nothing_on_a_card_of_peaks_is_too_long_for_its_line() -> None:
    drawing = Drawing(cairn.game("peaks"))
    for card, title in enumerate(drawing.content.titles):
        assert len(title) <= 38, title
        if card < MOUNTAINS:
            assert all(len(drawing.rewards(card * 2 + group)) <= LETTERS - 4 for group in range(2)), title
        else:
            assert all(len(words) <= LETTERS for words in drawing.effect(card)), title


def test_a_long_gear_list_on_a_mat_is_drawn_whole() -> None:
    game = cairn.game("peaks")
    view = game.start(2, cairn.Dice(1)).view(0)
    player = view["zones"]["players"][0]
    player["gear"] = dict.fromkeys(player["gear"], 2)
    words = " ".join(" ".join(ElementTree.fromstring(drawings.table(game, view)).itertext()).split())
    assert "..." not in words
    assert all(f"{game.texts.sections['name'][gear]} 2" in words for gear in player["gear"])


def test_a_drawing_shows_a_viewer_only_what_it_may_see() -> None:
    game = cairn.game("solstis")
    state = game.start(2, cairn.Dice(1))
    for seat in range(2):
        for _ in range(5):
            other = state.resample(seat, cairn.Dice(seat))
            assert drawings.table(game, other.view(seat)) == drawings.table(game, state.view(seat))


def test_a_game_without_a_drawing_says_so(cli: Cli, toy_hands: cairn.Game) -> None:
    code, _, complaint = cli("draw", toy_hands.slug)
    assert code == 2
    assert f"{toy_hands.title} has no drawing" in complaint


def test_a_record_of_another_game_is_refused(cli: Cli, tmp_path: Path) -> None:
    cairn.Record.new(cairn.game("five-towers"), ["Ada", "Bo"], cairn.Dice(1)).save(tmp_path / "towers.json")
    code, _, complaint = cli("draw", "five-peaks", tmp_path / "towers.json")
    assert code == 2
    assert "is a game of five-towers, not of five-peaks" in complaint
