"""`cairn simulate`: what it counts, and that the same command always gives the same report."""

from __future__ import annotations

import json
from pathlib import Path

import cairn
from tests.cli.conftest import Cli

COMMAND = ("simulate", "five-towers", "--games", "12", "--seats", "3", "--seed", "1")


def test_the_report_counts_what_the_records_hold(cli: Cli, tmp_path: Path) -> None:
    _, text, _ = cli(*COMMAND, "--bots", "hiker,random,random", "--json", "--out", tmp_path)
    report = json.loads(text)
    records = [cairn.Record.load(path) for path in sorted(tmp_path.iterdir())]
    assert len(records) == report["games"] == report["games_asked"] == 12
    moves = [len(record.moves) for record in records]
    assert (report["decisions"]["min"], report["decisions"]["max"]) == (min(moves), max(moves))
    turns = [len({move.turn for move in record.moves}) for record in records]
    assert report["turns"] == {"mean": round(sum(turns) / 12, 6), "min": min(turns), "max": max(turns)}
    for number, seat in enumerate(report["seats"]):
        totals = [record.state.scores()[number].total for record in records]
        assert seat["score"] == {"mean": round(sum(totals) / 12, 6), "min": min(totals), "max": max(totals)}
        assert seat["win_share"] == round(sum(record.state.result()[number] for record in records) / 12, 6)
        assert abs(sum(seat["lines"].values()) - seat["score"]["mean"]) < 1e-4
    assert [seat["bot"] for seat in report["seats"]] == ["hiker", "random", "random"]


def test_the_report_does_not_depend_on_the_number_of_processes(cli: Cli) -> None:
    assert cli(*COMMAND, "--json") == cli(*COMMAND, "--json", "--jobs", "3")


def test_another_seed_gives_other_games(cli: Cli) -> None:
    assert cli(*COMMAND, "--json") != cli(*COMMAND, "--json", "--seed", "2")


def test_options_reach_the_games(cli: Cli, tmp_path: Path) -> None:
    cli(*COMMAND, "--options", "start=2", "--json", "--out", tmp_path)
    assert all(cairn.Record.load(path).moves[0].seat == 2 for path in tmp_path.iterdir())


def test_the_table_for_people_shows_every_seat(cli: Cli) -> None:
    _, text, _ = cli(*COMMAND, "--bots", "hiker,random,random")
    for part in (
        "5 Towers: 12 games, seed 1",
        "0 Hiker",
        "1 Random 1",
        "2 Random 2",
        "win share",
        "decisions per game",
    ):
        assert part in text


def test_seats_follow_from_the_bots(cli: Cli) -> None:
    _, text, _ = cli("simulate", "five-towers", "--games", "1", "--bots", "random,hiker", "--json")
    assert len(json.loads(text)["seats"]) == 2


def test_hiker_plays_a_game_it_knows_nothing_about(cli: Cli, toy_hands: cairn.Game) -> None:
    code, text, _ = cli("simulate", "toy-hands", "--games", "5", "--bots", "hiker", "--options", "loud=yes", "--json")
    assert code == 0
    assert json.loads(text)["options"] == {"loud": True}
