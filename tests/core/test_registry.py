"""Games by slug, and with content of one's own."""

from __future__ import annotations

from importlib import resources

import pytest

import cairn
from cairn.core.registry import bundled


def test_a_game_is_made_once():
    assert cairn.game("peaks") is cairn.game("peaks")


def test_a_game_with_another_content_is_made_from_it(tmp_path):
    text = (resources.files("cairn.games.peaks") / "content.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace("supply = 16", "supply = 9"))
    assert cairn.game("peaks", content=path).content.supply == 9
    assert cairn.game("peaks").content.supply == 16


def test_a_game_without_content_to_replace_says_so(tmp_path, monkeypatch):
    from cairn.games.solstis import game

    monkeypatch.delattr(game, "game_with")
    with pytest.raises(cairn.BadContent, match="the game 'solstis' has no content that could be replaced"):
        cairn.game("solstis", content=tmp_path / "mine.toml")


@pytest.mark.parametrize("slug", bundled())
def test_every_game_takes_its_own_content_file(slug):
    file = resources.files(cairn.game(slug).package) / "content.toml"
    assert cairn.game(slug, content=str(file)).content_mark


def test_an_unknown_game_is_refused_with_content_too(tmp_path):
    with pytest.raises(cairn.UnknownGame, match="peaks"):
        cairn.game("chess", content=tmp_path / "mine.toml")


def test_content_of_ones_own_has_a_mark_and_equal_files_have_the_same(tmp_path):
    text = (resources.files("cairn.games.peaks") / "content.toml").read_text(encoding="utf-8")
    marks = []
    for name, supply in (("a", 9), ("b", 9), ("c", 10)):
        path = tmp_path / name
        path.write_text(text.replace("supply = 16", f"supply = {supply}"), encoding="utf-8")
        marks.append(cairn.game("peaks", content=path).content_mark)
    assert marks[0] == marks[1] != marks[2]
    assert cairn.game("peaks").content_mark == ""
