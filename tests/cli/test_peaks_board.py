"""The board of PEAKS from a seat's view."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

import cairn
from cairn.cli import boards
from tests.games.peaks.tables import GAME, play, table

NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay"]
HAND = {
    "mountains": ["k2", "mam-tor"],
    "bonus": ["globetrotter", "savanna-album"],
    "companions": ["finn", "olga", "kira"],
    "gear": {"tent": 2},
    "flags": {"asia": 3},
}


def drawn(state: cairn.State, viewer: int | None, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width)
    console.print(boards.draw(state.view(viewer), NAMES[: state.setup.seats], width, state.setup.game))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def line_with(text: str, words: str) -> str:
    return next(line for line in text.splitlines() if words in line)


@pytest.mark.parametrize("width", [80, 100, 140])
@pytest.mark.parametrize("seats", [1, 2, 6])
def test_no_line_is_wider_than_the_screen(seats: int, width: int) -> None:
    hands: dict[str, Any] = {"p0": HAND}
    text = drawn(table(seats, **hands), 0, width)
    assert max(len(line) for line in text.splitlines()) <= width


def test_flags_stand_in_their_continents_and_the_own_place_is_in_brackets() -> None:
    cells = line_with(drawn(table(p0=HAND), 0), "of 16").split()
    assert cells == [">", "Ada", ".", "3", "[.]", ".", ".", ".", "3", "of", "16"]


def test_a_mountain_shows_what_it_asks_for_and_what_it_gives() -> None:
    words = line_with(drawn(table(p0=HAND), 0), " k2 ").split()
    assert words[1:] == ["k2", "asia", "8611", "16/10", "19", "thao@+", "F!F!F!E", "F!SBB", "\u2503"]


def test_own_bonus_cards_are_told_in_words_and_those_of_others_counted() -> None:
    state = table(p0=HAND, p1={"bonus": ["big-lungs"]})
    assert "globetrotter: flags in 5 continents for 2 flags, or an advancement now" in drawn(state, 0)
    assert "savanna-album: 3 flags in Africa" in drawn(state, 0)
    assert "big-lungs" not in drawn(state, 0)
    assert "1 bonus card" in drawn(state, 0)
    assert "2 bonus cards" in drawn(state, None)


def test_companions_tell_what_they_do_and_how_often() -> None:
    text = " ".join(drawn(table(p0=HAND), 0, 140).replace("\u2503", " ").split())
    for words in ("finn exp 4, 2 left", "olga exp 2, keeps marked rewards, 2 left", "kira exp 2, an ice axe, 2 left"):
        assert words in text


def test_a_climb_under_way_is_named() -> None:
    state = play(table(3, p0={"mountains": ["mam-tor"]}), "climb", "climb mam-tor x", "tag", "stay")
    assert "Ada climbs mam-tor for x with Ben" in drawn(state, None)


def test_the_tag_along_question_shows_the_mountain_and_what_it_would_give() -> None:
    state = play(table(3, p0={"mountains": ["lions-head"], "experience": 0}), "climb", "climb lions-head x")
    text = drawn(state, 1)
    assert "others pay 3 and gain y: DE, experience 1" in text
    assert "2 danger rolls as things stand" in text
    assert "proposal" in drawn(play(table(p0={"mountains": ["lions-head"]}), "propose lions-head x"), 1)


def test_tracks_and_dice_tell_what_they_give() -> None:
    text = " ".join(drawn(table(p0=HAND), 0, 140).replace("\u2503", " ").split())
    assert "next stamina 10: bonus card, space 6: tile" in text
    assert "Rest - die 2 tile 0 Prepare - die 0 tile 0 Climb - die 1/1 tile 0" in text


def test_boosts_lie_open_until_all_have_chosen() -> None:
    state = cairn.game("peaks").start(2, cairn.Dice(4))
    text = drawn(state, None)
    for name in state.view(None)["zones"]["dealt"]:
        assert name in text


def test_content_of_ones_own_is_what_is_drawn(tmp_path: Any) -> None:
    from importlib import resources

    text = (resources.files("cairn.games.peaks") / "content.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace("supply = 16", "supply = 12"), encoding="utf-8")
    game = cairn.game("peaks", path)
    console = Console(file=io.StringIO(), width=80)
    console.print(boards.draw(game.start(1, cairn.Dice(1)).view(0), ["Ada"], 80, game))
    assert "0 of 12" in console.file.getvalue()  # type: ignore[attr-defined]


def test_alone_the_board_shows_the_plan_of_the_rival_and_the_medals() -> None:
    text = drawn(GAME.start(1, cairn.Dice(3), scenario="first-steps"), 0)
    assert "At the end of your turn: " in text
    assert "bronze from 3" in text
    assert "At the end of your turn" not in drawn(table(1), 0), "a rival that nobody plays has no plan"
