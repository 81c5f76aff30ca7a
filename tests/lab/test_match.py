"""Matches: exact counts, the same whoever counts them, and runs that go on where they stood."""

from __future__ import annotations

import json
from contextlib import closing
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import cairn
from cairn.lab.journal import BadRun
from cairn.lab.match import Match, Row, Run, report


def hands(seed: int, deal: int, seats: int) -> list[int]:
    chance = cairn.Dice(seed).fork(deal).fork(0)
    return [chance.roll(9) for _ in range(seats)]


def match(*specs: str, seats: int = 2, games: int = 10, seed: int = 1) -> Match:
    return Match("toy-hands", list(specs), seats, games, seed, {})


def played(planned: Match, jobs: int = 1) -> dict[str, Any]:
    with closing(Run(planned)) as run:
        run.play(jobs)
        return run.report()


def test_a_match_counts_what_the_deals_decide() -> None:
    """High scores three times its hand, low once, so the deals alone say who wins from where."""
    shares = []
    for deal in range(10):
        for own, other in (hands(1, deal, 2), hands(1, deal, 2)[::-1]):
            shares.append(1.0 if 3 * own > other else 0.5 if 3 * own == other else 0.0)
    data = played(match("high", "low", games=20))
    high, low = data["pairings"][0]["results"]
    assert data["games_played"] == data["games_asked"] == 20
    assert high["win_share"] == round(sum(shares) / 20, 6)
    assert high["win_share_by_seat"] == [round(sum(shares[seat::2]) / 10, 6) for seat in (0, 1)]
    assert high["win_share"] + low["win_share"] == 1
    assert high["score"] == round(sum(3 * sum(hands(1, deal, 2)) for deal in range(10)) / 20, 6)
    assert high["margin"] == -low["margin"] == 2 * low["score"]
    assert high["low"] < high["win_share"] < high["high"]


def test_games_are_rounded_up_to_whole_deals_for_each_pairing() -> None:
    planned = match("high", "low", "climber", seats=3, games=7)
    assert (len(planned.orders[0]), planned.deals(0), planned.total) == (6, 2, 12)
    assert match("high", "low", "climber", games=3).total == 3 * 4


def test_pairings_and_seat_orders_share_their_deals() -> None:
    tasks = list(match("high", "low", "climber", games=4).tasks(set(), False))
    assert [task.deal for task in tasks] == [0] * 6 + [1] * 6
    assert [task.specs for task in tasks[:2]] == [("high", "low"), ("low", "high")]


def test_a_bot_on_several_seats_is_counted_for_each() -> None:
    data = played(match("high", "low", "low", seats=3, games=6))
    high, low = data["pairings"][0]["results"]
    assert (high["seats_taken"], low["seats_taken"]) == (6, 12)
    assert high["win_share"] + 2 * low["win_share"] == pytest.approx(1, abs=1e-5)


def test_the_report_is_the_same_in_however_many_processes() -> None:
    alone, together = (played(match("slow", "hiker", "high", games=6), jobs) for jobs in (1, 3))
    alone.pop("timing")
    together.pop("timing")
    assert alone == together


def test_the_better_bot_is_rated_higher() -> None:
    ratings = {result["bot"]: result["rating"] for result in played(match("low", "high", games=30))["standings"]}
    assert ratings["high"]["ordinal"] > ratings["low"]["mu"]


def test_without_openskill_there_are_no_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn.lab.rating.is_available", lambda: False)
    assert [result["rating"] for result in played(match("low", "high", games=2))["standings"]] == [None, None]


def test_times_and_decisions_are_told_per_bot() -> None:
    data = played(match("slow", "low", games=4))
    slow, low = (data["timing"]["bots"][spec] for spec in ("slow", "low"))
    assert data["decisions_per_game"] == 4
    assert 0.01 < slow["seconds_per_decision"] == pytest.approx(slow["seconds_per_game"] / 2, abs=1e-5)
    assert low["seconds_per_decision"] < 0.005


def test_faults_are_counted_for_whoever_sat_there() -> None:
    crash, climber = played(match("crash", "climber", games=2))["standings"]
    assert (crash["faults"], climber["faults"]) == (4, 0)


def test_a_report_of_no_games_is_empty_rather_than_wrong() -> None:
    data = report(match("low", "high"), [])
    assert data["games_played"] == 0
    assert data["standings"][0]["win_share"] is None


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """The folder of a run of 10 games that was cut off in the middle of writing the seventh."""
    with closing(Run(match("high", "low"), tmp_path)) as run:
        run.play()
    journal = tmp_path / "games.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:7]) + lines[7][:40])
    return tmp_path


def test_a_run_goes_on_where_it_stood(begun: Path) -> None:
    with closing(Run(match("high", "low"), begun, resume=True)) as run:
        assert len(run.rows) == 6
        run.play()
        data = run.report()
    whole = played(match("high", "low"))
    assert {**data, "timing": None} == {**whole, "timing": None}
    rows = [json.loads(line) for line in (begun / "games.jsonl").read_text().splitlines()[1:]]
    assert len({(row["deal"], row["pairing"], row["order"]) for row in rows}) == len(rows) == 10


def test_a_run_keeps_a_record_of_every_game(begun: Path) -> None:
    records = [cairn.Record.load(path) for path in sorted((begun / "records").iterdir())]
    assert [record.names for record in records[:2]] == [["high", "low"], ["low", "high"]]
    assert len(records) == 10


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        ({"games": 12}, "games 10, not 12"),
        ({"seed": 2}, "seed 1, not 2"),
    ],
)
def test_a_run_with_other_arguments_is_refused_by_what_differs(
    begun: Path, other: dict[str, int], difference: str
) -> None:
    before = (begun / "games.jsonl").read_bytes()
    with pytest.raises(BadRun, match=f"was started with {difference}"):
        Run(match("high", "low", **other), begun, resume=True)
    assert (begun / "games.jsonl").read_bytes() == before


def test_a_folder_with_a_run_is_not_begun_anew(begun: Path) -> None:
    with pytest.raises(BadRun, match="already has a run: continue it with --resume"):
        Run(match("high", "low"), begun)


def test_two_processes_do_not_write_one_run(begun: Path) -> None:
    with (
        closing(Run(match("high", "low"), begun, resume=True)),
        pytest.raises(BadRun, match="is being written by another process"),
    ):
        Run(match("high", "low"), begun, resume=True)


def test_a_journal_that_was_tampered_with_is_refused_by_line(begun: Path) -> None:
    journal = begun / "games.jsonl"
    journal.write_text(journal.read_text().replace('{"deal": 1', "deal 1", 1))
    with pytest.raises(BadRun, match="line 4: is not a line of a run"):
        Run(match("high", "low"), begun, resume=True)


def test_a_line_that_is_no_game_is_refused_by_line(begun: Path) -> None:
    journal = begun / "games.jsonl"
    journal.write_text(journal.read_text().replace('"deal"', '"meal"', 1))
    with pytest.raises(BadRun, match="line 2: is not a finished game"):
        Run(match("high", "low"), begun, resume=True)


def test_resuming_an_empty_folder_begins(tmp_path: Path) -> None:
    with closing(Run(match("high", "low", games=2), tmp_path / "new", resume=True)) as run:
        run.play()
    assert [type(row) for row in run.rows] == [Row, Row]


def test_content_of_ones_own_is_part_of_a_run(tmp_path: Path) -> None:
    text = (resources.files("cairn.games.peaks") / "content.toml").read_text(encoding="utf-8")
    content = tmp_path / "few-flags.toml"
    content.write_text(text.replace("supply = 16", "supply = 9"), encoding="utf-8")
    planned = Match("peaks", ["random"], 2, 1, 1, {}, content)
    with closing(Run(planned, tmp_path / "run")) as run:
        run.play()
    (record,) = (tmp_path / "run" / "records").iterdir()
    assert len(cairn.Record.load(record, cairn.game("peaks", content)).names) == 2
    with pytest.raises(BadRun, match="was started with content"):
        Run(Match("peaks", ["random"], 2, 1, 1, {}), tmp_path / "run", resume=True)
