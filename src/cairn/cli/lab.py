"""The lab on the command line: run, report, replay, compare, tune, pack."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

import cairn
from cairn.cli import arguments
from cairn.cli.options import INTERRUPTED, AsJson, ContentFile, Jobs, OptionsText, Timeout
from cairn.cli.progress import play_with_bar
from cairn.cli.screen import err, out, print_json
from cairn.core.content import content_data, pack_header
from cairn.core.packs import Change, Header, differences
from cairn.lab.pool import TIMEOUT

BOT = "climber:worlds=1,deep=1"
WIDEST = 60

lab = typer.Typer(help="For designers: play thousands of games and see what they show.", no_args_is_help=True)

Games = Annotated[
    int | None, typer.Option("--games", min=1, help="How many games; with --precision, the most to play.")
]
Bots = Annotated[
    str | None, typer.Option("--bots", metavar="a,b,...", help="One bot for all seats, or one for each seat.")
]
Seats = Annotated[int | None, typer.Option(help="How many seats; by default 4, or as many as the game allows.")]
MaybeSeed = Annotated[
    int | None, typer.Option("--seed", min=0, help="The same seed plays the same games, with any --jobs.")
]


def _needs() -> None:
    try:
        import numpy  # noqa: F401
        import pyarrow  # noqa: F401
    except ImportError:
        raise typer.BadParameter(
            "the lab needs pyarrow and numpy; install them with: pip install 'cairn-tabletop[lab]'"
        ) from None


@lab.command()
def run(
    file: Annotated[
        Path | None, typer.Argument(metavar="[EXPERIMENT.toml]", help="What to play; or use the options below.")
    ] = None,
    folder: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="A new folder for the results.")] = None,
    game: Annotated[str | None, typer.Option("--game", help="A game by its slug; see `cairn games`.")] = None,
    seats: Seats = None,
    bot_specs: Bots = None,
    games: Games = None,
    precision: Annotated[
        float | None,
        typer.Option(
            min=0.01,
            metavar="POINTS",
            help="Play until every seat's win share is known this well, in percentage points.",
        ),
    ] = None,
    seed: MaybeSeed = None,
    options: OptionsText = "",
    content: ContentFile = None,
    jobs: Jobs = 1,
    exchange: Annotated[
        bool,
        typer.Option("--exchange", help="Play every deal once for each bot, with seats exchanged: skill and luck."),
    ] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Continue a run that was stopped.")] = False,
    ray: Annotated[
        str | None,
        typer.Option("--ray", metavar="ADDRESS", help="Play on this Ray cluster instead of processes here."),
    ] = None,
    timeout: Timeout = TIMEOUT,
    as_json: AsJson = False,
) -> int:
    """Play an experiment; write its report, games and events to a folder."""
    _needs()
    from cairn.lab.experiment import Experiment
    from cairn.lab.report import sentences
    from cairn.lab.running import Run

    if file is not None:
        flags: dict[str, object] = {
            "--game": game,
            "--seats": seats,
            "--bots": bot_specs,
            "--games": games,
            "--seed": seed,
        }
        flags |= {"--precision": precision, "--options": options or None, "--content": content}
        flags["--exchange"] = exchange or None
        given = [name for name, value in flags.items() if value is not None]
        if given:
            raise typer.BadParameter(f"the experiment is in {file}: leave out {', '.join(given)}")
        experiment = Experiment.read(file)
    elif game is None:
        raise typer.BadParameter("name an experiment file, or a game with --game")
    else:
        usual = 1000 if precision is None else 1_000_000
        experiment = _experiment(game, seats, bot_specs, games or usual, precision, seed, options, content, exchange)
    place = folder or Path(f"lab-{experiment.game}")
    with closing(Run(experiment, place, resume)) as running:
        whole = play_with_bar("games", experiment.games, lambda show: running.play(jobs, timeout, show, ray))
        data = running.finish() if running.played else {}
    if as_json:
        print_json(data)
    else:
        for sentence in sentences(data) if data else ["No game was finished."]:
            out.print(Text(sentence), soft_wrap=True)
        out.print(Text(f"The report: {place / 'report.html'}"), soft_wrap=True)
    if not whole:
        err.print(
            Text(f"cairn: interrupted; continue with the same command and --resume --out {place}"), soft_wrap=True
        )
        return INTERRUPTED
    return 0


def _experiment(
    slug: str,
    seats: int | None,
    bot_specs: str | None,
    games: int,
    precision: float | None,
    seed: int | None,
    options: str,
    content: Path | None,
    exchange: bool = False,
) -> Any:
    from cairn.lab.experiment import Experiment

    found = cairn.game(slug, content)
    count = seats or arguments.usual_seats(found)
    specs = tuple(arguments.listed(bot_specs or BOT))
    chosen = arguments.options(found, options)
    number = 1 if seed is None else seed
    return Experiment(slug, count, specs, games, number, precision, chosen, content, exchange).checked()


def _source(text: str) -> tuple[str, Path | None]:
    """A game by its slug, or a pack with the game that it changes."""
    path = Path(text)
    if path.suffix != ".toml":
        return cairn.game(text).slug, None
    return _header(path).game, path


def _header(path: Path) -> Header:
    """What a pack says of itself; BadContent if it is none, or of a game that is not there."""
    header = pack_header(path)
    if header is None:
        raise cairn.BadContent(str(path), "is not a pack: it has no table [pack] that names its game")
    try:
        cairn.game(header.game)
    except cairn.UnknownGame as error:
        raise cairn.BadContent(f"{path}: pack.game", str(error)) from None
    return header


@lab.command()
def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a run.")],
    as_json: AsJson = False,
) -> None:
    """Write the report of a run again, from its tables."""
    _needs()
    from cairn.lab.report import sentences
    from cairn.lab.running import write_report

    data = write_report(folder)
    if as_json:
        print_json(data)
        return
    for sentence in sentences(data):
        out.print(Text(sentence), soft_wrap=True)


@lab.command()
def compare(
    base: Annotated[str, typer.Argument(metavar="BASE", help="A game as it is, by its slug, or a pack of it.")],
    pack: Annotated[Path, typer.Argument(metavar="PACK", help="The pack or content file to try.")],
    metric: Annotated[str, typer.Option("--metric", help="What to compare: seat-1, turns, points, ...")] = "seat-1",
    seats: Seats = None,
    bot_specs: Bots = None,
    games: Games = None,
    seed: MaybeSeed = None,
    options: OptionsText = "",
    jobs: Jobs = 1,
    timeout: Timeout = TIMEOUT,
    folder: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Save the report here.")] = None,
    as_json: AsJson = False,
) -> int:
    """Play a game with and without a change on the same deals, until the answer is clear."""
    from cairn.lab.compare_page import page
    from cairn.lab.comparing import Comparison
    from cairn.lab.journal import write_whole

    most = games or 2000
    game, content = _source(base)
    first = _experiment(game, seats, bot_specs, most, None, seed, options, content)
    second = _experiment(game, seats, bot_specs, most, None, seed, options, pack)
    comparison = Comparison(first, second, metric)
    whole = play_with_bar("pairs", most, lambda show: comparison.play(jobs, timeout, show))
    data = comparison.data()
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / "comparison.json", json.dumps(data, indent=2, ensure_ascii=False) + "\n")
        write_whole(folder / "report.html", page(data, comparison.sentences()))
    if as_json:
        print_json(data)
    else:
        for sentence in comparison.sentences():
            out.print(Text(sentence), soft_wrap=True)
        out.print(_changes_table(comparison.changes()))
        out.print(_metrics_table(data))
    return 0 if whole else INTERRUPTED


def _metrics_table(data: dict[str, Any]) -> Table:
    table = Table(title_justify="left")
    for heading in ("", "before", "after", "change", "95 %", ""):
        table.add_column(heading, justify="left" if not heading else "right")
    for row in data["metrics"].values():
        change, low, high = row["change"]
        numbers = [f"{row['before']:.3f}", f"{row['after']:.3f}", f"{change:+.3f}", f"{low:+.3f} to {high:+.3f}"]
        table.add_row(row["title"], *numbers, "" if row["verdict"] == "open" else row["verdict"])
    return table


def _changes_table(changes: list[Change]) -> Table:
    table = Table(title="What is different", title_justify="left")
    for heading in ("entry", "before", "after"):
        table.add_column(heading, overflow="fold")
    for change in changes:
        table.add_row(*map(Text, (change.place, _short(change.before), _short(change.after))))
    return table


def _short(value: object) -> str:
    text = "" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= WIDEST else text[: WIDEST - 3] + "..."


@lab.command()
def tune(
    base: Annotated[
        str, typer.Argument(metavar="PACK", help="The pack to start from, or a game as it is, by its slug.")
    ],
    entries: Annotated[
        list[str],
        typer.Option(
            "--entry", metavar="PLACE[=LOW..HIGH]", help="A number to change, such as values.highest=8..12; up to 3."
        ),
    ] = [],  # noqa: B006
    goal: Annotated[
        str, typer.Option("--goal", metavar="GOAL", help="'seat share', or a metric and its value: turns=40.")
    ] = "seat share",
    trials: Annotated[int, typer.Option(min=1, help="How many points to try; points may be tried again.")] = 24,
    seats: Seats = None,
    bot_specs: Bots = None,
    games: Annotated[int, typer.Option("--games", min=2, help="How many games each time a point is tried.")] = 100,
    seed: MaybeSeed = None,
    options: OptionsText = "",
    jobs: Jobs = 1,
    timeout: Timeout = TIMEOUT,
    folder: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="A folder for report and packs.")] = None,
    as_json: AsJson = False,
) -> int:
    """Search for the numbers that make a game fair, or as long as it should be."""
    try:
        import optuna  # noqa: F401
    except ImportError:
        raise typer.BadParameter("tuning needs optuna; install it with: pip install 'cairn-tabletop[lab]'") from None
    from cairn.lab.journal import write_whole
    from cairn.lab.tune_page import page, sentences
    from cairn.lab.tuning import Search

    game, content = _source(base)
    experiment = _experiment(game, seats, bot_specs, games, None, seed, options, content)
    place = folder or Path(f"lab-tune-{game}")
    if place.exists():
        raise cairn.CairnError(f"{place} exists already; name another folder with --out")
    search = Search(experiment, entries, goal, place, experiment.seed)

    def play(show: Callable[[int], None]) -> None:
        search.play(trials, jobs, timeout, show)
        search.check(jobs, timeout)

    whole = play_with_bar("points", trials, play)
    data = search.data_of()
    place.mkdir(parents=True, exist_ok=True)
    write_whole(place / "tune.json", json.dumps(data, indent=2, ensure_ascii=False) + "\n")
    write_whole(place / "report.html", page(data))
    if as_json:
        print_json(data)
    else:
        for sentence in sentences(data):
            out.print(Text(sentence), soft_wrap=True)
        if search.best is not None:
            out.print(
                Text(f"The pack: {search.pack(search.best)}. The report: {place / 'report.html'}"), soft_wrap=True
            )
    return 0 if whole else INTERRUPTED


@lab.command()
def replay(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a run.")],
    number: Annotated[int, typer.Argument(min=0, metavar="GAME", help="The number of a game in it.")],
    file: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The record; by default game-NUMBER.json.")
    ] = None,
) -> None:
    """Save a game of a run as a record, to step through with `cairn replay`."""
    from cairn.lab.experiment import NAME, Experiment
    from cairn.lab.journal import write_whole
    from cairn.lab.pool import play_all

    experiment = Experiment.read(folder / NAME)
    if number >= experiment.games:
        raise typer.BadParameter(f"there is no game {number}; the run has games 0 to {experiment.games - 1}")
    [played] = play_all([experiment.task(number, keep_record=True)], 1)
    path = file or Path(f"game-{number}.json")
    write_whole(path, played.record)
    out.print(Text(f"Saved as {path}; replay it with: cairn replay {path}"), soft_wrap=True)


@lab.command()
def pack(
    file: Annotated[Path, typer.Argument(metavar="PACK", help="The pack to check.")],
    as_json: AsJson = False,
) -> None:
    """Check a content pack and show what it changes."""
    header = _header(file)
    game = cairn.game(header.game, file)
    changes = differences(content_data(game.package), content_data(game.package, file))
    if as_json:
        print_json([{"place": c.place, "before": c.before, "after": c.after} for c in changes])
        return
    title = f"{header.title}: " if header.title else ""
    count = "nothing is" if not changes else "1 entry is" if len(changes) == 1 else f"{len(changes)} entries are"
    out.print(Text(f"{title}a pack for {game.title}; {count} different."), soft_wrap=True)
    if changes:
        out.print(_changes_table(changes))


def add_to(app: typer.Typer) -> None:
    app.add_typer(lab, name="lab")
