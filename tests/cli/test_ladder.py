"""`cairn ladder`: which matches it plays, what it writes down, and that it goes on where it stood."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import cairn
from cairn.core.registry import bundled
from cairn.lab import ladder
from cairn.lab.journal import BadRun
from cairn.lab.ladder import ANCHOR, RUNGS, Rung, climbs
from tests.cli.conftest import Cli, start
from tests.cli.test_match import lines
from tests.cli.test_process import interrupt
from tests.lab.toy_bots import seated
from tests.processes import wait_for


@pytest.fixture
def toy_rungs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    rungs = (
        Rung("high-low", ("high", "low"), 0.5),
        Rung("low-high", ("low", "high"), 0.5),
        Rung("high-3-lows", ("high", "low", "low", "low"), 0.4),
        Rung("yeti-low", ("yeti", "low"), 0.9),
    )
    monkeypatch.setattr(ladder, "RUNGS", rungs)
    with seated():
        yield


def test_every_level_has_a_rung_over_the_one_below() -> None:
    assert [(rung.bots[:2], rung.target) for rung in RUNGS] == [
        (("climber", "hiker"), 0.90),
        (("climber", "random"), 0.90),
        (("guide:ms=0", "climber"), 0.65),
        (("search:ms=30", "plain:ms=30"), 0.75),
        (("summit:ms=0", "guide:ms=0"), 0.60),
        (("summit:ms=0", "climber"), 0.45),
        (("hiker", ANCHOR), 0.50),
        (("climber", ANCHOR), 0.50),
        (("guide:ms=30", ANCHOR), 0.50),
        (("summit:ms=30", ANCHOR), 0.50),
    ]


def test_the_anchor_from_outside_is_held_against_every_level_where_it_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def anchored(slug: str) -> list[str]:
        return [rung.name for rung in RUNGS if ANCHOR in rung.bots and rung.fits(cairn.game(slug))]

    monkeypatch.setattr(ladder, "has_outside", lambda: True)
    for slug in bundled():
        assert anchored(slug) == [f"{level}-openspiel" for level in ("hiker", "climber", "guide", "summit")]
    monkeypatch.setattr(ladder, "has_outside", lambda: False)
    assert anchored("solstis") == []
    with pytest.raises(BadRun, match="'guide-openspiel' needs OpenSpiel; install it with"):
        climbs(["solstis"], 1, 0, ["guide-openspiel"])


def test_long_games_are_played_less_often_but_never_less_than_a_hundred_times() -> None:
    games = {climb.title: climb.match.games for climb in climbs(["solstis", "peaks"], None, 0)}
    assert (games["solstis guide-climber"], games["peaks guide-climber"]) == (400, 200)
    assert min(games.values()) == 100


def test_one_among_three_is_played_where_four_can_sit() -> None:
    seats = {slug: max(climb.match.seats for climb in climbs([slug], 1, 0)) for slug in cairn.slugs()}
    assert seats == {slug: min(4, cairn.game(slug).seats[-1]) for slug in cairn.slugs()}


def test_the_page_says_what_was_reached_and_how_it_was_made(cli: Cli, toy_rungs: None, tmp_path: Path) -> None:
    page = tmp_path / "docs" / "strength.md"
    code, text, _ = cli("ladder", "toy-hands", "--games", "40", "--out", page, "--runs", tmp_path / "runs")
    rows = [line.split(" | ") for line in page.read_text().splitlines() if line.startswith("| ")]
    assert code == 0
    assert [(row[0], row[1], row[4], row[5]) for row in rows[1:]] == [
        ("| high - low", "40", "50%", "yes"),
        ("| low - high", "40", "50%", "no"),
    ]
    for part in (
        "`cairn ladder toy-hands --games 40 --seed 0 --jobs 1`",
        f"cairn {cairn.__version__} (",
        "calibration ",
    ):
        assert part in page.read_text()
    assert "high - low" in text


def test_single_rungs_can_be_asked_for(cli: Cli, toy_rungs: None, tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    asked = ("ladder", "toy-hands", "--games", "2", "--rung", "low-high", "--out", page, "--runs", tmp_path)
    assert cli(*asked)[0] == 0
    assert [path.name for path in (tmp_path / "toy-hands").iterdir()] == ["low-high"]
    assert "`cairn ladder toy-hands --games 2 --rung low-high --seed 0 --jobs 1`" in page.read_text()
    code, _, complaint = cli("ladder", "toy-hands", "--rung", "low-low", "--out", page, "--runs", tmp_path)
    assert code == 2
    assert "no match 'low-low'" in complaint
    assert "low-high" in complaint


def test_a_section_is_replaced_and_the_rest_of_the_page_kept(cli: Cli, toy_rungs: None, tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    page.write_text("# Ours\n\n<!-- ladder toy-hands -->\nold\n<!-- end of ladder toy-hands -->\n\n## After\n")
    for seed in ("0", "1"):
        cli("ladder", "toy-hands", "--games", "2", "--seed", seed, "--out", page, "--runs", tmp_path / seed)
    text = page.read_text()
    assert text.startswith("# Ours\n\n<!-- ladder toy-hands -->\n## Toy Hands\n")
    assert text.endswith("<!-- end of ladder toy-hands -->\n\n## After\n")
    assert text.count("## Toy Hands") == 1
    assert "--seed 1" in text
    assert "old" not in text


def test_games_are_added_to_a_page_one_by_one(cli: Cli, toy_rungs: None, tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    cli("ladder", "toy-hands", "--games", "2", "--out", page, "--runs", tmp_path)
    first = page.read_text()
    assert first.startswith("# Strength\n")
    page.write_text(first.replace("toy-hands", "toy-feet"))
    cli("ladder", "toy-hands", "--games", "2", "--out", page, "--runs", tmp_path)
    assert page.read_text().index("<!-- end of ladder toy-feet -->") < page.read_text().index(
        "<!-- ladder toy-hands -->"
    )


def test_a_match_of_other_bots_or_arguments_is_not_gone_on_with(cli: Cli, toy_rungs: None, tmp_path: Path) -> None:
    cli("ladder", "toy-hands", "--games", "2", "--out", tmp_path / "page.md", "--runs", tmp_path)
    code, _, complaint = cli("ladder", "toy-hands", "--games", "4", "--out", tmp_path / "page.md", "--runs", tmp_path)
    assert code == 2
    assert "was started with games 2, not 4" in complaint


def test_a_report_writes_down_what_was_played_so_far_and_plays_nothing(
    cli: Cli, toy_rungs: None, tmp_path: Path
) -> None:
    asked = ("ladder", "toy-hands", "--games", "4", "--out", tmp_path / "page.md", "--runs", tmp_path)
    code, _, complaint = cli(*asked, "--report")
    assert code == 2
    assert "has no games of these matches" in complaint
    cli(*asked, "--rung", "high-low")
    journal = tmp_path / "toy-hands" / "high-low" / "games.jsonl"
    begun = journal.read_text().splitlines(keepends=True)[:3]
    journal.write_text("".join(begun))
    code, _, _ = cli(*asked, "--report")
    rows = [line.split(" | ") for line in (tmp_path / "page.md").read_text().splitlines() if line.startswith("| ")]
    assert code == 0
    assert [(row[0], row[1], row[5]) for row in rows[1:]] == [("| high - low", "2 of 4", "-")]
    assert journal.read_text() == "".join(begun)


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    run = tmp_path / "five-towers" / "climber-hiker"
    command = ("ladder", "five-towers", "--games", 100_000, "--out", tmp_path / "page.md", "--runs", tmp_path)
    for games in (3, 6):
        process = start(*command)
        wait_for(lambda games=games: lines(run) > games)
        _, complaint = interrupt(process)
        assert complaint == "cairn: interrupted after 0 of 6 matches; run the same command to continue\n"
    assert not (tmp_path / "page.md").exists()
