from __future__ import annotations

import json
import os

import pytest

import cairn
from cairn import BadRecord, CannotUndo, Dice, IllegalChoice, Record, Script, WrongOutcome


@pytest.fixture
def record():
    """A whole game between two seats."""
    dice = Dice(4)
    record = Record.new(cairn.game("five-towers"), ["Ana", "Ben"], dice)
    while record.state.seat >= 0:
        offered = record.state.choices()
        record.choose(offered[dice.pick(len(offered))], dice)
    return record


def test_a_saved_record_loads_to_the_same_position(record, tmp_path):
    record.save(tmp_path / "game.json")
    loaded = Record.load(tmp_path / "game.json")
    assert loaded.state.dump() == record.state.dump()
    assert loaded.text() == record.text()


def test_a_running_record_goes_on_after_loading(record, tmp_path):
    running = Record.new(record.game, record.names, Script(record.opening))
    for move in record.moves[:20]:
        running.play(move.choice, Script(move.chance))
    running.save(tmp_path / "game.json")
    loaded = Record.load(tmp_path / "game.json")
    for move in record.moves[20:]:
        loaded.play(move.choice, Script(move.chance))
    assert loaded.text() == record.text()


def test_a_replay_gives_every_position(record):
    states = list(record.replay())
    assert len(states) == len(record.moves) + 1
    assert states[-1].dump() == record.state.dump()
    assert len({id(state) for state in states}) == len(states)


def test_the_file_has_a_line_for_each_move_and_no_seed(record):
    lines = record.text().splitlines()
    assert sum('"choice"' in line for line in lines) == len(record.moves)
    assert "seed" not in record.text()


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file_is_refused_with_the_place(record, share):
    text = record.text()
    with pytest.raises(BadRecord, match="truncated") as refused:
        Record.read(text[: int(len(text) * share)])
    assert refused.value.place.startswith("line ")


def edited(record, change):
    data = json.loads(record.text())
    change(data)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("move 3", lambda data: data["moves"][2].update(choice="pass")),
        ("move 5", lambda data: data["moves"][4].update(seat=1 - data["moves"][4]["seat"])),
        ("move 2", lambda data: data["moves"].pop(1)),
        ("start", lambda data: data["start"]["chance"].__setitem__(1, "sand-15")),
        ("start", lambda data: data["seats"].__setitem__(0, "Eve")),
        ("end", lambda data: data["end"]["result"].__setitem__(0, 0.25)),
        ("end", lambda data: data["moves"].pop()),
        ("move 4: choice", lambda data: data["moves"][3].pop("choice")),
        ("move 4: chance[0]", lambda data: data["moves"][3].update(chance=[1.5])),
        ("rules_version", lambda data: data.update(rules_version="0.9")),
        ("game", lambda data: data.update(game="chess")),
        ("cairn_record", lambda data: data.update(cairn_record=99)),
        ("moves", lambda data: data.pop("moves")),
        ("seats", lambda data: data.update(seats=[1, 2])),
    ],
)
def test_an_edited_file_is_refused_with_the_place(record, place, change):
    with pytest.raises(BadRecord) as refused:
        Record.read(edited(record, change))
    assert refused.value.place == place


def without_checks(data):
    for part in [data["start"], *data["moves"]]:
        del part["check"]


def test_a_record_written_by_hand_needs_no_checksums_but_must_replay(record):
    assert Record.read(edited(record, without_checks)).state.dump() == record.state.dump()

    def forged(data):
        without_checks(data)
        data["moves"][0]["choice"] = "build sand-1"

    with pytest.raises(BadRecord, match="move 1"):
        Record.read(edited(record, forged))


def test_rules_of_another_version_are_refused_with_that_reason(record):
    with pytest.raises(BadRecord, match=r"version 0\.9 of the rules, this build replays 1\.0"):
        Record.read(edited(record, lambda data: data.update(rules_version="0.9")))


def test_refused_choices_leave_the_record_as_it_was(record):
    running = Record.new(cairn.game("five-towers"), ["Ana", "Ben"], Dice(1), start=0)
    before = running.text()
    for text, error in [("pass", IllegalChoice), ("bid 9", IllegalChoice), ("bid high", cairn.BadNotation)]:
        with pytest.raises(error):
            running.play(text, Dice(1))
    with pytest.raises(WrongOutcome):
        running.play("bid 0", Dice(1))
        running.play("pass", Script(["no-such-card"]))
    assert before.splitlines()[:7] == running.text().splitlines()[:7]
    assert len(running.moves) <= 1


def test_undo_takes_back_an_own_choice_until_chance_falls_or_another_seat_acts():
    record = Record.new(
        cairn.game("five-towers"), ["Ana", "Ben"], Script(["sand-7", "sand-3", "tree-1", "scrap-2", "candy-5"]), start=0
    )
    with pytest.raises(CannotUndo, match="nothing"):
        record.undo(0)
    start = record.state.dump()
    record.play("bid 2", Script([]))
    assert [move.choice for move in record.undo(0)] == ["bid 2"]
    assert record.state.dump() == start
    record.play("bid 1", Script([]))
    with pytest.raises(CannotUndo, match="another player has moved"):
        record.undo(1)
    record.play("pass", Script([]))
    with pytest.raises(CannotUndo, match="another player has moved"):
        record.undo(0)
    record.play("take tree-1", Script(["sand-1", "sand-2", "sand-4", "sand-5", "sand-6"]))
    with pytest.raises(CannotUndo, match="rolled or drawn since"):
        record.undo(0)


def test_an_interrupted_save_leaves_the_old_file(record, tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    path.write_text("old")
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        record.save(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
