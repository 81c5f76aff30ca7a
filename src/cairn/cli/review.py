"""Commands about what win chances are worth: calibrate makes them true, review uses them on a finished game."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

import cairn
from cairn.cli.arguments import loaded
from cairn.cli.options import INTERRUPTED, AsJson, ContentFile, GameName, Jobs, Seed, Timeout
from cairn.cli.progress import bar, complaints
from cairn.cli.screen import err, out, print_json
from cairn.lab.pool import TIMEOUT

GUIDE = "guide:ms=0"


def calibrate(
    game: GameName,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games with each number of seats.")] = 400,
    seats: Annotated[
        str, typer.Option("--seats", metavar="2,3,...", help="Numbers of seats; all of two or more by default.")
    ] = "",
    bot: Annotated[str, typer.Option("--bot", metavar="SPEC", help="Who plays, on all seats.")] = GUIDE,
    seed: Seed = 1,
    jobs: Jobs = 1,
    timeout: Timeout = TIMEOUT,
    runs: Annotated[
        Path,
        typer.Option("--runs", metavar="DIR", help="Where games are kept, to be continued."),
    ] = Path("runs/calibration"),
    fit: Annotated[bool, typer.Option("--fit", help="Play nothing; fit to the games already played.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Fit nothing; test the present table.")] = False,
    table: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The table; by default in the folder of the game.")
    ] = None,
    page: Annotated[
        Path | None, typer.Option("--page", metavar="FILE", help="The report; by default beside the games.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Play games, and fit the evaluator's win chances to their results."""
    from cairn import bots
    from cairn.lab.calibrating import Calibration
    from cairn.lab.calibration_report import figures, table_text
    from cairn.lab.calibration_report import page as report
    from cairn.lab.fitting import checked, fit_of
    from cairn.lab.journal import write_whole
    from cairn.lab.sources import fingerprint

    found = cairn.game(game)
    bots.make(bot, found)
    counts = _counts(found, seats)
    folder = runs / f"{game}-{''.join(sign if sign.isalnum() else '-' for sign in bot)}"
    with closing(Calibration(game, bot, seed, folder)) as run:
        if not fit:
            total = sum(max(games, run.played(count)) for count in counts)
            try:
                with bar("games", total) as progress, complaints():
                    run.play(counts, games, jobs, timeout, progress.show)
            except KeyboardInterrupt:
                err.print(Text("cairn: interrupted; the same command continues, --fit uses what there is"))
                return INTERRUPTED
        judge = checked(found) if check else fit_of
        fits = [judge(count, run.samples(count), len(found.roles)) for count in counts if run.played(count)]
        played = max((one.games for one in fits), default=0)
    if not fits:
        raise cairn.CairnError(f"{folder} has no games with these numbers of seats: leave out --fit to play them")
    command = f"cairn calibrate {game} --bot {bot} --seed {seed} --games {played}"
    made: dict[str, Any] = {
        "game": game,
        "date": str(date.today()),
        "command": command + (f" --seats {seats}" if seats else ""),
        "bot": bot,
        "cairn": cairn.__version__,
        "rules_version": found.rules_version,
        "sources": fingerprint(found),
    }
    if not check:
        home = Path(next(iter(import_module(found.package).__path__))) if found.package else folder
        write_whole(table or home / "calibration.toml", table_text(made, fits))
    place = page or folder / "report.html"
    place.parent.mkdir(parents=True, exist_ok=True)
    write_whole(place, report(made, fits))
    if as_json:
        print_json({**made, "seats": {str(one.seats): figures(one) for one in fits}})
    else:
        out.print(_calibration_table(found, fits))
        out.print(Text(f"The report: {place}"), soft_wrap=True)
    return 0


def _counts(game: cairn.Game, text: str) -> list[int]:
    """Numbers of seats: those named, or all with which there is a win to share."""
    counts = [count for count in game.seats if count > 1]
    if not text:
        return counts
    parts = [part.strip() for part in text.split(",")]
    wrong = [part for part in parts if not part.isdecimal() or int(part) not in counts]
    if wrong:
        raise typer.BadParameter(f"--seats takes numbers from {counts[0]} to {counts[-1]}, not '{wrong[0]}'")
    return sorted({int(part) for part in parts})


def _calibration_table(game: cairn.Game, fits: list[Any]) -> Table:
    table = Table(title=f"{game.title}: Brier score, and the worst tenth in points", title_justify="left")
    for heading in ("seats", "games", "positions", "constant", "before", "after", "worst before", "worst after"):
        table.add_column(heading, justify="right")
    for fit in fits:
        table.add_row(
            str(fit.seats),
            f"{fit.games:,}",
            f"{fit.positions:,}",
            f"{fit.constant:.4f}",
            f"{fit.before.brier:.4f}",
            f"{fit.after.brier:.4f}",
            f"{100 * fit.before.worst:.1f}",
            f"{100 * fit.after.worst:.1f}",
        )
    return table


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game that is over.")],
    iterations: Annotated[
        int | None,
        typer.Option("--iterations", min=2, help="How long to search each decision."),
    ] = None,
    as_json: AsJson = False,
    as_html: Annotated[bool, typer.Option("--html", help="Write one HTML page and nothing else.")] = False,
    to: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The file to write; standard output by default.")
    ] = None,
    content: ContentFile = None,
) -> None:
    """Review a finished game: win chances, luck apart from choices, mistakes."""
    from cairn.cli.review_table import show_review
    from cairn.cli.story import seat_names
    from cairn.lab.journal import write_whole
    from cairn.review import review as reviewed
    from cairn.review.page import page

    if as_json and as_html:
        raise typer.BadParameter("use either --json or --html, not both")
    record = loaded(file, content)
    with bar("steps", len(record.moves)) as progress:
        found = reviewed(record, iterations, progress.show)
    names = seat_names(record.names)
    if not as_json and not as_html:
        if to is not None:
            raise typer.BadParameter("--out is for --json and --html")
        show_review(found, names)
        return
    text = page(found, names) if as_html else json.dumps(found.data(), indent=2, ensure_ascii=False) + "\n"
    if to is None:
        out.file.write(text)
    else:
        write_whole(to, text)


def add_to(app: typer.Typer) -> None:
    for command in (calibrate, review):
        app.command()(command)
