"""Content packs: what they change, and what they are told when they cannot."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cairn
from cairn.core.content import content_data
from cairn.core.errors import BadContent
from cairn.core.packs import differences, merged

BASE = {
    "display": {"slots": 4},
    "cards": {"mountains": [{"id": "triglav", "energy": 5}, {"id": "rysy", "energy": 4, "gear": ["tent"]}]},
    "colours": ["red", "blue"],
}


def write(folder: Path, text: str, name: str = "mine.toml") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def test_a_pack_changes_adds_and_removes_single_entries() -> None:
    pack = {
        "pack": {"game": "peaks"},
        "display": {"slots": 3},
        "cards": {
            "mountains": {"triglav": {"energy": 7}, "rysy": {"remove": True}, "eiger": {"add": True, "energy": 9}}
        },
        "colours": ["green"],
    }
    assert merged(BASE, pack, "mine.toml") == {
        "display": {"slots": 3},
        "cards": {"mountains": [{"id": "triglav", "energy": 7}, {"id": "eiger", "energy": 9}]},
        "colours": ["green"],
    }


def test_the_base_stays_as_it_was() -> None:
    before = repr(BASE)
    merged(BASE, {"pack": {}, "cards": {"mountains": {"triglav": {"energy": 7, "gear": []}}}}, "mine.toml")
    assert repr(BASE) == before


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"displai": {}}, "mine.toml: displai: is nothing that the content has; did you mean 'display'?"),
        ({"display": {"slot": 3}}, "mine.toml: display.slot: is nothing that the content has; did you mean 'slots'?"),
        (
            {"cards": {"mountains": {"triglaw": {"energy": 7}}}},
            "mine.toml: cards.mountains[triglaw]: is no entry; did you mean 'triglav'?; a new one needs `add = true`",
        ),
        ({"cards": {"mountains": {"eiger": {"remove": True}}}}, "mine.toml: cards.mountains[eiger]: is no entry"),
        (
            {"cards": {"mountains": {"rysy": {"remove": True, "energy": 3}}}},
            "mine.toml: cards.mountains[rysy]: is removed: nothing else can be said of it",
        ),
        (
            {"cards": {"mountains": {"rysy": {"add": True}}}},
            "mine.toml: cards.mountains[rysy]: is there already: leave `add` out to change it",
        ),
        ({"cards": {"mountains": {"rysy": 4}}}, "mine.toml: cards.mountains[rysy]: should be an object with fields"),
        ({"cards": {"mountains": {"rysy": {"add": 1}}}}, "mine.toml: cards.mountains[rysy].add: should be true or"),
        ({"colours": {"red": "green"}}, "mine.toml: colours: has no entries with an id or name"),
    ],
)
def test_a_change_that_has_nothing_to_change_is_refused_by_its_place(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadContent) as refused:
        merged(BASE, {"pack": {"game": "peaks"}, **changes}, "mine.toml")
    assert str(refused.value).startswith(sentence)


@given(st.integers(0, 9), st.integers(0, 9))
def test_the_differences_are_the_changes(slots: int, energy: int) -> None:
    pack = {"display": {"slots": slots}, "cards": {"mountains": {"rysy": {"energy": energy}}}}
    found = {change.place: change.after for change in differences(BASE, merged(BASE, pack, "mine.toml"))}
    expected = {"display.slots": slots, "cards.mountains[rysy].energy": energy}
    assert found == {place: value for place, value in expected.items() if value != 4}


def test_a_game_is_played_with_a_pack(tmp_path: Path) -> None:
    pack = write(tmp_path, '[pack]\ngame = "peaks"\n[cards.mountains.licancabur]\nenergy = 8\n[display]\nslots = 3\n')
    game = cairn.game("peaks", pack)
    assert len(game.start(2, cairn.Dice(1)).view(0)["zones"]["display"]) == 3
    assert game.content_mark
    assert game.content_mark != cairn.game("peaks").content_mark


def test_a_pack_may_stand_on_another_and_its_mark_follows_the_base(tmp_path: Path) -> None:
    write(tmp_path, '[pack]\ngame = "peaks"\n[display]\nslots = 3\n', "base.toml")
    pack = write(tmp_path, '[pack]\ngame = "peaks"\nbase = "base.toml"\n[flags]\nsupply = 12\n')
    data = content_data("cairn.games.peaks", pack)
    assert (data["display"]["slots"], data["flags"]["supply"]) == (3, 12)
    mark = cairn.game("peaks", pack).content_mark
    write(tmp_path, '[pack]\ngame = "peaks"\n[display]\nslots = 2\n', "base.toml")
    assert cairn.game("peaks", pack).content_mark != mark


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[pack]\n", "pack.game: is missing"),
        ('[pack]\ngame = "solstis"\n', "pack.game: says that it changes 'solstis', and this is 'peaks'"),
        ('[pack]\ngame = "peaks"\nbase = "mine.toml"\n', "pack.base: leads back to this pack"),
        ('[pack]\ngame = "peaks"\nbase = "away.toml"\n', "mine.toml: pack.base: there is no file 'away.toml'"),
        ('[pack]\ngame = "peaks"\nbsae = "x"\n', "pack.bsae: is not a field here; known are: base, game, title"),
        ("pack = 1\n", "pack: should be an object with fields, not 1"),
        (
            '[pack]\ngame = "peaks"\n[display]\nslots = 9\n',
            "display.slots: should be a whole number from 1 to 4, not 9",
        ),
    ],
)
def test_a_bad_pack_is_refused_with_file_entry_and_field(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(BadContent, match=r"\.toml") as refused:
        cairn.game("peaks", write(tmp_path, text))
    assert sentence in str(refused.value)
