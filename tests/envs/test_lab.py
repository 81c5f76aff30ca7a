"""The lab: experiments that can be repeated, tables that can be read, intervals that hold."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import numpy as np
import polars
import pytest
from pyarrow import parquet

import cairn
from cairn.cli.app import run
from cairn.core import faces
from cairn.core.metrics import kinds_of, measures_of
from cairn.core.registry import bundled
from cairn.lab.comparing import Comparison
from cairn.lab.experiment import BadExperiment, Experiment
from cairn.lab.journal import Journal
from cairn.lab.luck import skill_and_luck
from cairn.lab.observing import EVENT, USES, component_events, course, idle_answers, packed, spread
from cairn.lab.packing import content_text
from cairn.lab.pool import play_all
from cairn.lab.report import LEAST_GAMES, strongest
from cairn.lab.running import Run, write_report
from cairn.lab.shares import wilson
from cairn.lab.statistics import Sums, lift
from cairn.lab.tables import EventsFile, read_events
from cairn.lab.tallies import Mean, Ratios

FILES = ("games.parquet", "events.parquet", "report.json", "report.html", "experiment.toml")


def experiment(slug: str = "solstis", games: int = 4, **more: object) -> Experiment:
    seats = cairn.game(slug).seats[0]
    return Experiment(slug, seats, ("hiker",), games, **more).checked()  # type: ignore[arg-type]


def whole_run(plan: Experiment, folder: Path, jobs: int = 1) -> dict[str, object]:
    run = Run(plan, folder)
    run.play(jobs)
    data = run.finish()
    run.close()
    return data


@pytest.mark.parametrize("slug", bundled())
def test_every_game_can_be_run_and_reported(slug: str, tmp_path: Path) -> None:
    data = whole_run(experiment(slug, 3), tmp_path / "run")
    assert {file.name for file in (tmp_path / "run").iterdir()} == set(FILES)
    games = parquet.read_table(tmp_path / "run" / "games.parquet").to_pylist()
    events = parquet.read_table(tmp_path / "run" / "events.parquet").to_pylist()
    seats = cairn.game(slug).seats[0]
    assert [(row["game"], row["seat"]) for row in games] == [(n, s) for n in range(3) for s in range(seats)]
    for number in range(3):
        rows = [row for row in games if row["game"] == number]
        assert sum(row["share"] for row in rows) == pytest.approx(1)
        assert all(sum(dict(row["lines"]).values()) == row["points"] for row in rows)
        choices = [row for row in events if row["game"] == number and row["what"] == "choice"]
        assert len(choices) == rows[0]["game_decisions"] == sum(row["decisions"] for row in rows)
        assert [row["number"] for row in events if row["game"] == number] == list(
            range(len(choices) + _heard(events, number))
        )
    assert data["games_played"] == 3
    assert {entry["use"] for entry in data["components"]} == set(USES)  # type: ignore[attr-defined]


def _heard(events: list[dict[str, object]], number: int) -> int:
    return sum(row["game"] == number and row["what"] == "event" for row in events)


@pytest.mark.parametrize("slug", bundled())
def test_the_events_that_name_components_are_events_of_the_game(slug: str) -> None:
    game = cairn.game(slug)
    assert set(component_events(game.package)) <= set(game.texts.sections["event"])


def test_a_run_is_the_same_to_the_byte_in_however_many_processes_and_from_its_own_file(tmp_path: Path) -> None:
    whole_run(experiment(games=7), tmp_path / "one")
    whole_run(experiment(games=7), tmp_path / "two", jobs=2)
    whole_run(Experiment.read(tmp_path / "one" / "experiment.toml"), tmp_path / "again")
    for name in FILES:
        first = (tmp_path / "one" / name).read_bytes()
        assert (tmp_path / "two" / name).read_bytes() == first, name
        assert (tmp_path / "again" / name).read_bytes() == first, name


def test_a_run_that_was_stopped_goes_on_and_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole_run(experiment(games=6), tmp_path / "whole")
    part = Run(experiment(games=6), tmp_path / "parts")
    tasks = list(part.experiment.tasks(set()))[:2]
    for played in play_all(tasks, 1):
        part._keep(played)
    assert part.finish()["games_played"] == 2
    part.close()
    more = Run(experiment(games=6), tmp_path / "parts", resume=True)
    more.play()
    more.finish()
    more.close()
    for name in FILES:
        assert (tmp_path / "parts" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes(), name


def test_whoever_plays_packs_the_events_and_nobody_else_holds_them(tmp_path: Path) -> None:
    """The process that asks for games is the serial part of a run: all that it does for one is to write it down."""
    plan = experiment(games=2)
    [first, *_] = play_all(plan.tasks(set()), 1)
    assert first.events
    assert "stream" not in first.observed  # type: ignore[operator]
    [compared] = play_all([plan.task(0)], 1)
    assert not compared.events, "a comparison or a search does not read them"
    run = Run(plan, tmp_path / "run")
    run._keep(first)
    run.close()
    journal = Journal(tmp_path / "run", plan.header, resume=True, fields=("number", "shares"))
    assert [[*row] for row in journal.rows] == [["number", "shares"]]
    journal.close()


def test_an_event_may_say_anything(tmp_path: Path) -> None:
    said = ["", "null", "NA", '"quoted"', "a\tb\nc\r", "Ünïcode \u2028", "\\", True, 1, 1.5, None, ["x", 2]]
    file = EventsFile(tmp_path, {})
    stream = [(turn, -1, EVENT, "said", {"what": what}) for turn, what in enumerate(said)]
    for game in (3, 4):
        file.add({"events": packed(game, stream)})
    file.flush()
    file.writer.close()
    file.part.replace(file.path)
    for game in (3, 4):
        assert [row["args"]["what"] for row in read_events(tmp_path, game)] == said


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cairn", "lab", "run", "--game", "solstis", "--bots", "hiker"]
    command += ["--games", "100000", "--out", str(tmp_path / "run")]

    def default() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)

    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=default, start_new_session=True)
    try:
        journal = tmp_path / "run" / "games.jsonl"
        while not journal.exists() or journal.read_bytes().count(b"\n") < 5:
            assert process.poll() is None
        os.kill(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "--resume" in told
    assert json.loads((tmp_path / "run" / "report.json").read_text())["games_played"] >= 4


def test_games_are_played_until_the_shares_are_known_well_enough(tmp_path: Path) -> None:
    data = whole_run(experiment(games=2000, precision=7.0), tmp_path / "run")
    won = data["seats_won"]
    assert all(100 * (high - low) / 2 <= 7.0 for _, low, high in won)  # type: ignore[attr-defined]
    assert int(data["games_played"]) < 300  # type: ignore[call-overload]


def test_bots_change_seats_from_game_to_game(tmp_path: Path) -> None:
    plan = Experiment("solstis", 2, ("hiker", "random"), 4).checked()
    data = whole_run(plan, tmp_path / "run")
    assert [plan.seating(number) for number in range(3)] == [
        ("hiker", "random"),
        ("random", "hiker"),
        ("hiker", "random"),
    ]
    assert set(data["bots_won"]) == {"hiker", "random"}  # type: ignore[call-overload]


def test_the_tables_answer_questions_of_others(tmp_path: Path) -> None:
    whole_run(experiment(games=5), tmp_path / "run")
    games = polars.read_parquet(tmp_path / "run" / "games.parquet")
    by_seat = games.group_by("seat").agg(polars.col("share").mean()).sort("seat")
    assert by_seat["share"].sum() == pytest.approx(1)


def test_the_questions_of_the_page_are_answered(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
    questions = re.findall(r"```sql\n(.*?)\n```", page, re.DOTALL)
    assert len(questions) == 5
    whole_run(experiment(games=5), tmp_path / "run")
    tables = {name: polars.read_parquet(tmp_path / "run" / f"{name}.parquet") for name in ("games", "events")}
    with polars.SQLContext(tables) as context:
        for question in questions:
            assert len(context.execute(question, eager=True)) > 0, question


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('game = "solstis"\nseats = 2\nbots = ["hiker"]\ngames = 0\n', "games: should be a whole number from 1"),
        ('game = "solstis"\nseats = 2\nbots = ["hiker"]\ngames = 5\nsede = 1\n', "sede: is not a field here"),
        ('game = "five-towers"\nseats = 3\nbots = ["hiker", "hiker"]\ngames = 5\n', "bots: should be one bot"),
        ('game = "solstis"\nseats = 2\nbots = ["hiker"]\ngames = 5\nexchange = true\n', "exchange: needs several"),
        ('game = "solstis"\nseats = 2\nbots = ["hiker"]\ngames = 5\n[targets]\nfun = [1, 2]\n', "fun: is not counted"),
        (
            'game = "solstis"\nseats = 2\nbots = ["hiker"]\ngames = 5\n[targets]\nturns = [2, 1]\n',
            "the least and the most",
        ),
        ('game = "solstis"\nseats = 3\nbots = ["hiker"]\ngames = 5\n', "is for 2 seats, not 3"),
        ('game = "chess"\nseats = 2\nbots = ["hiker"]\ngames = 5\n', "there is no game 'chess'"),
        ('game = "solstis"\nseats = 2\nbots = ["hicker"]\ngames = 5\n', "there is no bot 'hicker'"),
        ("game = ", "is not TOML"),
    ],
)
def test_a_bad_experiment_is_told_in_a_sentence_and_changes_nothing(
    tmp_path: Path, text: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "experiment.toml"
    file.write_text(text)
    assert run(["lab", "run", str(file), "--out", str(tmp_path / "run")]) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_another_experiment_is_not_mixed_into_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole_run(experiment(games=2), tmp_path / "run")
    assert run(["lab", "run", "--game", "solstis", "--games", "2", "--out", str(tmp_path / "run")]) == 2
    assert "holds a finished run" in capsys.readouterr().err


def test_what_happened_in_a_game_is_told_from_its_trace() -> None:
    trace = [[0.5, 0.5], [0.6, 0.4], [0.3, 0.7], [0.05, 0.95], [0.0, 1.0]]
    assert course(trace, [0.0, 1.0]) == {"lead_changes": 1, "behind": 0.25, "decided": 0.75, "runaway": False}
    assert course([[0.5, 0.5], [0.95, 0.05], [0.97, 0.03], [1.0, 0.0]], [1.0, 0.0])["runaway"]
    assert spread([[0.0], [1.0], [2.0]], 5) == [[0.0], [0.0], [1.0], [2.0], [2.0]]


@pytest.mark.parametrize("slug", bundled())
def test_idle_windows_are_counted(slug: str, tmp_path: Path) -> None:
    """What may be declined, and how often it is, follows from the same choices as everything else."""
    data = whole_run(experiment(slug, 4), tmp_path / "run")
    idle = idle_answers(cairn.game(slug).package)
    games = parquet.read_table(tmp_path / "run" / "games.parquet").to_pylist()
    taken = [choice for row in games for choice in row["choices"] if choice["kind"] in idle]
    assert sum(row["windows"] for row in games) == sum(choice["times"] for choice in taken) > 0
    assert sum(row["idle"] for row in games) == sum(
        choice["times"] for choice in taken if choice["word"] in idle[choice["kind"]]
    )
    assert 0.0 <= data["means"]["idle"][0] <= 1.0  # type: ignore[call-overload]


def test_a_component_is_named_once_by_the_use_that_tells_most() -> None:
    def entry(name: str, use: str, lift: float) -> dict[str, object]:
        return {"component": name, "use": use, "lift": [lift, lift - 0.01, lift + 0.01]}

    found = strongest([entry("a", "got", 0.1), entry("a", "kept", 0.2), entry("b", "got", -0.15), entry("c", "got", 0)])
    assert [(one["component"], one["use"]) for one in found] == [("a", "kept"), ("b", "got")]


def test_a_table_that_is_not_whole_is_told_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole_run(experiment(games=2), tmp_path / "run")
    table = tmp_path / "run" / "games.parquet"
    older = parquet.read_table(table).drop_columns(["idle"])
    parquet.write_table(older, tmp_path / "older.parquet")
    table.write_bytes(table.read_bytes()[:-20])
    before = (tmp_path / "run" / "report.html").read_bytes()
    assert run(["lab", "report", str(tmp_path / "run")]) == 2
    assert "games.parquet is not a whole table of the lab" in capsys.readouterr().err
    assert (tmp_path / "run" / "report.html").read_bytes() == before
    (tmp_path / "older.parquet").replace(table)
    assert run(["lab", "report", str(tmp_path / "run")]) == 2
    assert "games.parquet is a table of another version of Cairn" in capsys.readouterr().err


# Are the numbers as sure as they say? Made-up games with a known truth, by the thousand.


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    dice = random.Random(1)
    hits = 0
    for _ in range(1000):
        found = Sums([dice.expovariate(1.0) for _ in range(200)]).interval()
        hits += found.low <= 1.0 <= found.high
    assert 930 <= hits <= 970


def test_medians_cover_the_truth_as_often_as_they_say() -> None:
    dice = np.random.default_rng(9)
    hits = 0
    for _ in range(1000):
        numbers = Mean()
        numbers.add(dice.exponential(1.0, 201))
        found = numbers.median()
        hits += found.low <= np.log(2.0) <= found.high
    assert 930 <= hits <= 970


@pytest.mark.parametrize(
    ("games", "seats", "components", "part"),
    [(300, 3, 40, 0.3), (60, 2, 100, 0.25), (200, 4, 100, 0.05), (600, 4, 60, 0.03)],
    ids=["usual", "few games", "rare", "very rare"],
)
def test_idle_components_raise_no_false_alarm(games: int, seats: int, components: int, part: float) -> None:
    """In at most 5 % of experiments one of many components that do nothing is called anything else."""
    dice = np.random.default_rng(2)
    alarms = covered = 0
    for _ in range(1000):
        above = np.full((games, seats), -1 / seats)
        above[np.arange(games), dice.integers(0, seats, games)] += 1.0
        had = dice.random((games, components, seats), dtype=np.float32) < part
        sums = Ratios()
        sums.add(np.einsum("gcs,gs->gc", had, above), had.sum(axis=2).astype(float))
        found = [sums.lift(at, seats, components) for at in range(components) if sums.seen(at) >= LEAST_GAMES]
        alarms += any(one.is_clear for one in found)
        single = sums.lift(0, seats, 1)
        covered += single.low <= 0.0 <= single.high
    assert alarms <= 50
    assert 930 <= covered <= 970


def test_lifts_cover_the_truth_in_a_thousand_experiments() -> None:
    dice = np.random.default_rng(8)
    covered = helped = 0
    for _ in range(1000):
        had = dice.random((300, 2)) < 0.3
        for truth in (0.0, 0.2):
            first = dice.random(300) < 0.5 + truth / 2 * (had[:, 0].astype(float) - had[:, 1])
            above = np.stack([first, ~first], axis=1) - 0.5
            found = lift((above * had).sum(axis=1).tolist(), had.sum(axis=1).tolist(), 2, 1)
            # Who has it meets another who has it too in three games of ten, and is then no better off.
            hit = found.low <= truth / 2 * 0.7 <= found.high
            covered += hit and truth == 0.0
            helped += hit and truth != 0.0
    assert 930 <= covered <= 970
    assert 930 <= helped <= 970


def test_a_component_that_helps_is_found() -> None:
    dice = np.random.default_rng(3)
    had = dice.random((2000, 2)) < 0.3
    chance = 0.5 + 0.1 * (had[:, 0].astype(float) - had[:, 1])
    first = (dice.random(2000) < chance).astype(float)
    above = np.stack([first, 1 - first], axis=1) - 0.5
    found = lift((above * had).sum(axis=1).tolist(), had.sum(axis=1).tolist(), 2, 40)
    assert found.low > 0.0
    assert found.low <= 0.07 <= found.high, "10 points against the other, who has it in three of ten games"


def test_looking_on_the_way_keeps_the_error_and_finds_what_is_there() -> None:
    dice = random.Random(4)
    false, found, needed = 0, 0, []
    for number in range(400):
        truth = 0.0 if number % 2 else 0.3
        sums = Sums()
        for _ in range(1500):
            sums.add(dice.gauss(truth, 1.0))
            if sums.count >= 60 and sums.count % 20 == 0 and sums.sequence().is_clear:
                false += truth == 0.0
                found += truth != 0.0
                if truth:
                    needed.append(sums.count)
                break
    assert false <= 14, "5 % of 200, and what chance adds to that"
    assert found == 200
    assert fmean(needed) < 350, "it stops early where the answer is clear"


# Packs against the game as it is


def test_a_change_that_does_nothing_is_found_to_do_nothing(tmp_path: Path) -> None:
    pack = tmp_path / "same.toml"
    pack.write_text('[pack]\ngame = "solstis"\n')
    base = experiment(games=70)
    comparison = Comparison(base, experiment(games=70, content=pack), "turns")
    comparison.play()
    assert (comparison.pairs, comparison.verdict("turns")) == (60, "same")
    assert comparison.changes() == []
    assert "stay as they are" in comparison.sentences()[0]


def test_a_change_that_shows_in_few_games_is_not_called_none(tmp_path: Path) -> None:
    """Three games in a hundred are won by another seat: 3 points, and in one run of six none of the first 60 pairs."""
    pack = tmp_path / "pack.toml"
    pack.write_text('[pack]\ngame = "solstis"\n[rainbows]\ncount = 9\n')
    comparison = Comparison(experiment(games=400), experiment(games=400, content=pack), "seat-1")
    dice = random.Random(10)
    said = {"more": 0, "same": 0, "open": 0}
    for _ in range(300):
        comparison.pairs = 0
        for sums in (comparison.before, comparison.after, comparison.change):
            sums["seat-1"] = Sums()
        for _ in range(400):
            before = float(dice.random() < 0.5)
            after = 1.0 if dice.random() < 0.06 else before
            comparison.pairs += 1
            comparison.before["seat-1"].add(before)
            comparison.after["seat-1"].add(after)
            comparison.change["seat-1"].add(after - before)
            if comparison.pairs % 20 == 0 and comparison.is_decided():
                break
        said[comparison.verdict("seat-1")] += 1
    assert said["same"] <= 15, "5 % of 300"
    assert said["more"] > 200


def test_a_change_that_matters_is_found_and_the_same_pairs_decide_in_two_processes(tmp_path: Path) -> None:
    pack = tmp_path / "short.toml"
    pack.write_text('[pack]\ngame = "five-towers"\n[values]\nhighest = 10\nextra = []\n')
    data = []
    for jobs in (1, 2):
        comparison = Comparison(experiment("five-towers", 200), experiment("five-towers", 200, content=pack), "turns")
        comparison.play(jobs)
        data.append(comparison.data())
    assert data[0] == data[1]
    assert data[0]["verdict"] == "less"
    assert data[0]["pairs"] == 60
    assert [change["place"] for change in data[0]["changes"]] == ["values.highest", "values.extra"]


def test_the_commands_tell_what_a_pack_changes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack = tmp_path / "mine.toml"
    pack.write_text('[pack]\ngame = "peaks"\ntitle = "Mine"\n[cards.mountains.triglav]\nelevation = 2865\n')
    assert run(["lab", "pack", str(pack), "--json"]) == 0
    [change] = json.loads(capsys.readouterr().out)
    assert change["place"] == "cards.mountains[triglav].elevation"
    assert run(["lab", "pack", str(pack)]) == 0
    assert "cards.mountains[triglav].elevation" in capsys.readouterr().out, "brackets are no markup here"
    (tmp_path / "away.toml").write_text('[pack]\ngame = "peakz"\n')
    for command in (["pack"], ["tune"]):
        assert (
            run(["lab", *command, str(tmp_path / "away.toml"), *(["--entry", "a.b"] if "tune" in command else [])]) == 2
        )
        assert "away.toml: pack.game: there is no game 'peakz'" in capsys.readouterr().err
    assert run(["lab", "compare", "solstis", str(pack)]) == 2
    assert "changes 'peaks', and this is 'solstis'" in capsys.readouterr().err
    assert run(["lab", "compare", "peaks", str(pack), "--metric", "beauty"]) == 2
    assert "there is no metric 'beauty' here; there are: seat-1" in capsys.readouterr().err


def test_an_experiment_refuses_what_cannot_be() -> None:
    with pytest.raises(BadExperiment, match="bots"):
        Experiment("five-towers", 4, ("hiker",) * 3, 5).checked()


# What a game adds, and what a designer wants


@pytest.mark.parametrize("slug", bundled())
def test_every_game_counts_what_it_declares_and_sorts_its_components(slug: str, tmp_path: Path) -> None:
    data = whole_run(experiment(slug, 2), tmp_path / "run")
    game = cairn.game(slug)
    own = {measure.name for measure in measures_of(game)}
    assert own
    told = {name for name, measure in data["measures"].items() if measure["own"]}  # type: ignore[attr-defined]
    assert told == own & set(data["means"])  # type: ignore[call-overload]
    assert len(told) >= len(own) / 3, "what a game counts comes up in some game"
    kinds = kinds_of(game)
    strange = {entry["component"] for entry in data["components"] if entry["component"] not in kinds}  # type: ignore[attr-defined]
    assert not strange - {"rainbow"}, "every component that is got, used or kept has a kind"
    drawing = faces.module_of(game, "drawing")
    assert any(drawing.part(game, name).startswith("<svg") for name in kinds)  # type: ignore[union-attr]
    assert drawing.part(game, "no-such-thing") == ""  # type: ignore[union-attr]


EXPERIMENTS = sorted((Path(__file__).parents[2] / "experiments").glob("*.toml"))


@pytest.mark.parametrize("file", EXPERIMENTS, ids=lambda file: file.stem)
def test_every_experiment_of_the_repository_can_be_run(file: Path) -> None:
    plan = Experiment.read(file)
    assert plan.targets
    assert Experiment.read(file).text(None) == plan.text(None)


def test_targets_are_held_against_what_came_out(tmp_path: Path) -> None:
    [file] = [file for file in EXPERIMENTS if file.stem == "peaks-2"]
    plan = replace(Experiment.read(file), bots=("random",), games=2)
    data = whole_run(plan, tmp_path / "run")
    verdicts = {held["target"]: held["verdict"] for held in data["targets"]}  # type: ignore[attr-defined]
    assert verdicts["unused mountain"] == "missed", "two games do not use every mountain"
    assert verdicts["seats"] == "open"
    assert "median leader-turns" in verdicts
    assert data["means"]["unfinished"][2] > 0.5, "what two games do not show may still be"  # type: ignore[call-overload]
    assert data["quartiles"]["turns"][1] == data["medians"]["turns"][0]  # type: ignore[call-overload]
    page = (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert "unused: mountain" in page
    again = (tmp_path / "run" / "experiment.toml").read_text(encoding="utf-8")
    (tmp_path / "run" / "experiment.toml").write_text(
        again.replace('"unused mountain" = [0, 0]', '"unused mountain" = [0, 200]')
    )
    assert {held["target"]: held["verdict"] for held in write_report(tmp_path / "run")["targets"]}[
        "unused mountain"
    ] == "met"


def test_a_report_is_one_file_that_loads_nothing(tmp_path: Path) -> None:
    whole_run(experiment(games=40), tmp_path / "run")
    page = (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert not re.search(r"<script|<link|src=|url\(|https?://(?!www\.w3\.org)", page)
    assert "prefers-color-scheme: dark" in page
    data = json.loads((tmp_path / "run" / "report.json").read_text())
    assert {entry["component"] for entry in strongest(data["components"])[:8]} <= {
        key.partition("\t")[2] for key in data["examples"]["components"]
    }, "an outlier leads to a game, however it was used"
    links = set(re.findall(r'href="#(game-\d+)"', page))
    assert links <= set(re.findall(r'id="(game-\d+)"', page))
    assert "Seat 1" in page, "a game is told in sentences"


def test_a_game_of_a_run_becomes_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole_run(experiment(games=3), tmp_path / "run")
    assert run(["lab", "replay", str(tmp_path / "run"), "2", "--out", str(tmp_path / "game.json")]) == 0
    record = cairn.Record.load(tmp_path / "game.json")
    events = parquet.read_table(tmp_path / "run" / "events.parquet").to_pylist()
    kept = [json.loads(row["args"])["choice"] for row in events if row["game"] == 2 and row["what"] == "choice"]
    assert [move.choice for move in record.moves] == kept
    assert run(["lab", "replay", str(tmp_path / "run"), "3"]) == 2
    assert "there is no game 3; the run has games 0 to 2" in capsys.readouterr().err


def test_a_pack_with_a_base_is_kept_whole(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text('[pack]\ngame = "peaks"\n[cards.mountains.triglav]\nenergy = 12\n')
    pack = tmp_path / "pack.toml"
    pack.write_text('[pack]\ngame = "peaks"\nbase = "base.toml"\n[cards.mountains.eiger]\nenergy = 9\n')
    text = content_text("cairn.games.peaks", pack)
    (tmp_path / "alone").mkdir()
    alone = tmp_path / "alone" / "pack.toml"
    alone.write_text(text)
    assert cairn.game("peaks", alone).content_mark == cairn.game("peaks", pack).content_mark


# Searching


def test_a_search_finds_the_number_that_was_asked_for_and_checks_it_on_fresh_deals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [
        "lab",
        "tune",
        "five-towers",
        "--entry",
        "values.highest=9..15",
        "--goal",
        "turns=40",
        "--bots",
        "random",
    ]
    command += ["--seats", "2", "--games", "10", "--trials", "12", "--out", str(tmp_path / "tune"), "--json"]
    assert run(command) == 0
    data = json.loads(capsys.readouterr().out)
    tried = {point["values"][0]: point["found"]["turns"][0] for point in data["points"]}
    assert data["best"] == [min(tried, key=lambda value: (abs(tried[value] - 40), value))]
    assert data["checked"]["games"] == next(p["games"] for p in data["points"] if p["values"] == data["best"])
    assert (tmp_path / "tune" / "report.html").read_text(encoding="utf-8").count("<circle") == len(tried)
    pack = tmp_path / "tune" / f"point-{data['best'][0]}.toml"
    assert cairn.game("five-towers", pack).content_mark


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["--entry", "values.hihgest"], "nothing that is called 'hihgest'"),
        (["--entry", "types.names"], "should lead to a whole number"),
        (["--entry", "values.highest=9"], "bounds should be two whole numbers"),
        (["--entry", "values.highest", "--goal", "fun=3"], "should be 'seat share' or a metric"),
        (["--entry", "values.highest", "--goal", "turns=many"], "'many' should be a number"),
        ([], "one to 3 numbers can be searched at once, not 0"),
    ],
)
def test_a_search_for_nothing_is_refused_and_changes_nothing(
    tmp_path: Path, given: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["lab", "tune", "five-towers", *given, "--out", str(tmp_path / "tune")]) == 2
    assert sentence in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "tune").exists()


# Skill and luck, and more made-up games with a known truth


def made_up_deals(dice: np.random.Generator, skill: float, luck: float, deals: int) -> tuple[np.ndarray, np.ndarray]:
    """Two bots exchange two seats on each deal; the first level and the first seat of a deal win more often."""
    seat = dice.normal(0.0, luck, deals)
    shares, bots = np.zeros((deals * 2, 2)), np.zeros((deals * 2, 2), dtype=int)
    for game in range(2):
        level = 1.0 if game == 0 else -1.0
        first = dice.random(deals) < np.clip(0.5 + skill * level + seat, 0.0, 1.0)
        shares[game::2, 0], shares[game::2, 1] = first, ~first
        bots[game::2] = [0, 1] if game == 0 else [1, 0]
    return shares, bots


def test_skill_and_luck_are_told_apart_and_their_intervals_cover_the_truth() -> None:
    dice = np.random.default_rng(5)
    covered = {"skill": 0, "deal": 0}
    for _ in range(1000):
        found = skill_and_luck(*made_up_deals(dice, 0.15, 0.15, 400), 2)
        assert found is not None
        # The win of a seat is a coin of its own beside them, with a spread of one half.
        for name, truth in (("skill", 0.15**2 / 0.25), ("deal", 0.15**2 / 0.25)):
            covered[name] += found[name].low <= truth <= found[name].high
    assert all(930 <= count <= 970 for count in covered.values()), covered


def test_the_ladder_of_levels_and_the_deal_are_in_the_report(tmp_path: Path) -> None:
    plan = Experiment("solstis", 2, ("climber:worlds=1,deep=1", "random"), 60, exchange=True).checked()
    assert [plan.deal(number) for number in range(4)] == [0, 0, 1, 1]
    data = whole_run(plan, tmp_path / "run")
    skill = data["skill"]
    assert skill["skill"][1] > 0, "a climber beats chance"  # type: ignore[call-overload]
    assert "Skill and luck" in (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    three = Experiment("solstis", 2, ("climber:worlds=1,deep=1", "hiker", "random"), 3, exchange=True).checked()
    assert [three.seating(number) for number in range(3)][1] == ("hiker", "random")


def test_shares_ratios_and_batches_cover_the_truth() -> None:
    """Win shares by Wilson, and ratios over games of different length, each in 1,000 experiments."""
    dice = np.random.default_rng(6)
    wins = ratios = 0
    for _ in range(1000):
        share = float((dice.random(150) < 0.3).mean())
        found = wilson(share, 150)
        wins += found.low <= 0.3 <= found.high
        length = dice.integers(20, 60, 200)
        forced = dice.binomial(length, 0.25)
        sums = Ratios()
        for part in range(4):
            at = slice(part * 50, part * 50 + 50)
            sums.add(forced[at, None].astype(float), length[at, None].astype(float))
        ratio = sums.estimate(0)
        ratios += ratio.low <= 0.25 <= ratio.high
    assert 930 <= wins <= 970
    assert 930 <= ratios <= 970


def test_a_paired_comparison_covers_a_known_change_and_keeps_its_error_at_every_look() -> None:
    """Pairs share their luck. 1,000 comparisons with a change of 0.3, and 1,000 with none."""
    dice = np.random.default_rng(7)
    looks = range(60, 801, 20)
    missed = alarms = 0
    for number in range(2000):
        truth = 0.3 if number % 2 else 0.0
        luck = dice.normal(0.0, 2.0, 800)
        change = (luck + truth + dice.normal(0, 1, 800)) - (luck + dice.normal(0, 1, 800))
        means = np.cumsum(change) / np.arange(1, 801)
        squares = np.cumsum(np.square(change))
        for at in looks:
            mean = float(means[at - 1])
            found = Sums.of(at, mean, float((squares[at - 1] - at * mean**2) / (at - 1))).sequence()
            if not found.low <= truth <= found.high:
                missed += truth != 0.0
                alarms += truth == 0.0
                break
    assert missed <= 65
    assert alarms <= 65
