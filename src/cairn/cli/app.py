"""The commands. Each reads its arguments and leaves the work to the module of its name."""

from __future__ import annotations

import json
import os
import platform
import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

import cairn
from cairn import bots
from cairn.cli import arguments
from cairn.cli.screen import err, out, print_json
from cairn.lab.pool import TIMEOUT

USER_MISTAKE = 2
INTERRUPTED = 130

app = typer.Typer(
    help="Five mountain-and-tower board games: play, simulate, replay, measure.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game by its slug; see `cairn games`.")]
OptionsText = Annotated[str, typer.Option("--options", metavar="A=B,...", help="Options of the game.")]
ContentFile = Annotated[
    Path | None, typer.Option("--content", metavar="FILE", help="Content of your own instead of the game's.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


def run(args: list[str]) -> int:
    """Run a command line; the exit code. A person's mistake is one sentence on standard error, never a traceback."""
    try:
        code = app(args, prog_name="cairn", standalone_mode=False)
        out.file.flush()
    except typer.TyperException as error:
        return _mistake(error.format_message())
    except cairn.CairnError as error:
        return _mistake(str(error))
    except BrokenPipeError:
        # Whoever read our output has gone; keep Python from complaining when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _mistake(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except typer.Abort:
        return INTERRUPTED
    return int(code or 0)


def _mistake(sentence: str) -> int:
    sys.stderr.write(f"cairn: {' '.join(sentence.split())}\n")
    return USER_MISTAKE


def _version(wanted: bool) -> None:
    if wanted:
        out.print(f"cairn {cairn.__version__}, {cairn.build()} build, Python {platform.python_version()}")
        raise typer.Exit


@app.callback()
def cairn_command(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Version, build and Python.")
    ] = False,
) -> None:
    pass


@app.command()
def games() -> None:
    """List the games with their options."""
    table = Table()
    for heading in ("game", "title", "seats", "options", "rules"):
        table.add_column(heading, overflow="fold")
    for slug in cairn.slugs():
        game = cairn.game(slug)
        table.add_row(
            slug, game.title, arguments.seats_text(game), _options_text(game), game.rules_version, end_section=True
        )
    out.print(table)


def _options_text(game: cairn.Game) -> Text:
    text = Text()
    for name, option in game.options.items():
        values = ", ".join(str(choice) + (" (usual)" if choice == option.default else "") for choice in option.choices)
        text.append("\n" if text else "").append(name, style="bold").append(f": {option.help}; {values}")
    return text


@app.command()
def rules(
    game: GameName, rule: Annotated[str, typer.Argument(metavar="[ID]", help="One rule, such as FT-10.")] = ""
) -> None:
    """Show the rules of a game, or one rule by its id."""
    from cairn.cli.rulebook import rule_text

    found = cairn.game(game)
    out.print(Markdown(rule_text(found, rule) if rule else found.ledger.text))


@app.command()
def play(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="A game by its slug; asked for if missing.")] = "",
    seats: Annotated[str, typer.Option(metavar="me,hiker,...", help="Who sits where: me, me=NAME, or a bot.")] = "",
    seed: Annotated[int | None, typer.Option(min=0, help="Play the same cards again.")] = None,
    options: OptionsText = "",
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save after every choice.")] = None,
    content: ContentFile = None,
) -> int:
    """Play a game in the terminal."""
    from cairn.cli.play import OPENING_DICE, TerminalGame, choose_game, dice_for, new_seed

    seed = new_seed() if seed is None else seed
    if save is not None and save.exists() and save != load:
        raise typer.BadParameter(f"{save} exists already; go on with it by --load {save}, or name another file")
    if load is not None:
        if seats or options:
            raise typer.BadParameter("a saved game keeps its seats and options: leave out --seats and --options")
        record = _loaded(load, content)
        if game not in ("", record.game.slug):
            raise typer.BadParameter(f"{load} is a game of {record.game.slug}, not of {game}")
        terminal = TerminalGame(record, seed, save, out)
        terminal.saved_to = save or load
        return terminal.run()
    if content is not None and not game:
        raise typer.BadParameter("--content needs to know the game: name it")
    try:
        found, names = (cairn.game(game, content), []) if game else choose_game(out)
    except EOFError:
        out.print()
        return 0
    if seats or not names:
        usual = arguments.usual_seats(found, 3)
        names = arguments.people_and_bots(found, seats) if seats else arguments.one_person(found, usual)
    chosen = arguments.options(found, options)
    record = cairn.Record.new(found, names, dice_for(seed, 0, OPENING_DICE), **chosen)
    out.print(Text.assemble((found.title, "bold"), (f"  seed {seed}; help shows what you can type", "dim")))
    return TerminalGame(record, seed, save, out).run()


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    seats: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    bot_specs: Annotated[
        str, typer.Option("--bots", metavar="a,b,...", help="One bot for all seats, or one per seat; seats stay fixed.")
    ] = "random",
    seed: Annotated[int, typer.Option(min=0, help="Of all dice; game by game the same whatever --jobs is.")] = 0,
    as_json: AsJson = False,
    jobs: Annotated[int, typer.Option(min=1, help="Processes to play in.")] = 1,
    options: OptionsText = "",
    folder: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Save a record of every game here.")
    ] = None,
    content: ContentFile = None,
) -> int:
    """Play many games between bots and report what came out."""
    from cairn.cli.simulate import Job, play_job, report, report_table

    found = cairn.game(game, content)
    specs = arguments.listed(bot_specs)
    if seats is None:
        seats = len(specs) if len(specs) > 1 else arguments.usual_seats(found)
    if len(specs) == 1:
        specs = specs * seats
    if len(specs) != seats:
        raise typer.BadParameter(f"--bots names {len(specs)} bots for {seats} seats: name one for all, or one per seat")
    specs = [bots.make(spec, found).name for spec in specs]
    setup = found.prepare(seats, arguments.options(found, options))
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    job = Job(game, specs, seed, setup.options, folder is not None, content)
    tally, interrupted = play_job(job, games, jobs, folder)
    data = report(job, tally, games, setup.options)
    if as_json:
        print_json(data)
    elif tally.games:
        out.print(report_table(data))
    if interrupted:
        sys.stderr.write(f"cairn: interrupted after {tally.games} of {games} games\n")
        return INTERRUPTED
    return 0


@app.command()
def match(
    game: GameName,
    bot_specs: Annotated[
        str, typer.Option("--bots", metavar="a,b,...", help="Who plays, such as climber,search:ms=200.")
    ],
    games: Annotated[int, typer.Option("--games", min=1, help="For each pairing; rounded up to whole deals.")] = 100,
    seats: Annotated[int | None, typer.Option(help="How many seats; 2, or the fewest the game allows.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of all dice; game by game the same whatever --jobs is.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Processes to play in.")] = 1,
    as_json: AsJson = False,
    folder: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Keep the run and a record of every game here.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in --out.")] = False,
    options: OptionsText = "",
    timeout: Annotated[
        float, typer.Option(min=0.1, metavar="SECONDS", help="For one decision; then climber answers instead.")
    ] = TIMEOUT,
    content: ContentFile = None,
) -> int:
    """Play bots against each other: every pairing, in every seat order, on the same deals."""
    from cairn.cli.match import match_tables
    from cairn.cli.progress import bar, complaints
    from cairn.lab.match import Match, Run
    from cairn.lab.rating import is_available

    if resume and folder is None:
        raise typer.BadParameter("--resume needs the folder of the run: name it with --out")
    found = cairn.game(game, content)
    seats = arguments.usual_seats(found, 2) if seats is None else seats
    chosen = arguments.options(found, options)
    planned = Match(game, arguments.listed(bot_specs), seats, games, seed, chosen, content)
    interrupted = False
    with closing(Run(planned, folder, resume)) as run:
        try:
            with bar("games", planned.total) as progress, complaints():
                run.play(jobs, timeout, progress.show)
        except KeyboardInterrupt:
            interrupted = True
        data = run.report()
    if as_json:
        print_json(data)
    elif run.rows:
        for table in match_tables(data):
            out.print(table)
    if not is_available():
        sys.stderr.write("cairn: ratings need openskill; install it with: pip install 'cairn-tabletop[lab]'\n")
    if interrupted:
        again = f"; go on with --resume --out {folder}" if folder else ""
        sys.stderr.write(f"cairn: interrupted after {len(run.rows)} of {planned.total} games{again}\n")
        return INTERRUPTED
    return 0


@app.command()
def ladder(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME...]", help="All of them if none is named.")] = None,
    games: Annotated[
        int | None, typer.Option("--games", min=1, help="For each match; else 100 to 400, fewer of long ones.")
    ] = None,
    rung: Annotated[
        list[str] | None, typer.Option(help="Only this match, like guide-climber; may be repeated.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes to play in.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="Of all dice.")] = 0,
    page: Annotated[Path, typer.Option("--out", metavar="FILE", help="The page to put the results in.")] = Path(
        "docs/strength.md"
    ),
    runs: Annotated[
        Path, typer.Option(metavar="DIR", help="Where the matches are kept; the same command goes on with them.")
    ] = Path("ladder"),
    report: Annotated[
        bool, typer.Option("--report", help="Play nothing: write down what has been played so far.")
    ] = False,
) -> int:
    """Play the levels of bots against each other and write down how strong they are."""
    from cairn.cli.bench import calibrate
    from cairn.cli.ladder import Climbed, ladder_table, write_page
    from cairn.cli.progress import bar, complaints
    from cairn.lab.journal import BadRun
    from cairn.lab.ladder import climbs

    slugs = game or cairn.slugs()
    ahead = climbs(slugs, games, seed, rung)
    asked = [] if games is None else [f"--games {games}"]
    asked += [f"--rung {name}" for name in rung or []]
    command = " ".join(["cairn ladder", *(game or []), *asked, f"--seed {seed} --jobs {jobs}"])
    climbed: Climbed = []
    if report:
        climbed = [(climb, data) for climb in ahead if (data := climb.played(runs)) is not None]
        if not climbed:
            raise BadRun(f"{runs} holds no games of these matches; the same command without --report plays them")
        write_page(page, climbed, command, calibrate())
        out.print(ladder_table(climbed))
        return 0
    try:
        with complaints():
            for number, climb in enumerate(ahead, 1):
                with bar(f"{number}/{len(ahead)} {climb.title}", climb.match.total) as progress:
                    climbed.append((climb, climb.play(runs, jobs, progress.show)))
                write_page(page, climbed, command, calibrate())
    except KeyboardInterrupt:
        sys.stderr.write(f"cairn: interrupted after {len(climbed)} of {len(ahead)} matches; the same command goes on\n")
        return INTERRUPTED
    finally:
        if climbed:
            out.print(ladder_table(climbed))
    return 0


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    step: Annotated[bool, typer.Option("--step", help="One choice at a time; n, p and q move.")] = False,
    content: ContentFile = None,
) -> int:
    """Show a saved game again, as a spectator would have seen it."""
    from cairn.cli.replay import show_log, step_through

    record = _loaded(file, content)
    try:
        (step_through if step else show_log)(record, out)
    except EOFError:
        out.print()
    return 0


@app.command()
def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Saved games.")],
    as_json: AsJson = False,
    content: ContentFile = None,
) -> int:
    """Check that saved games replay exactly; exit code 1 if one does not."""
    verdicts = [_verdict(file, content) for file in files]
    if as_json:
        print_json(verdicts)
    else:
        for verdict in verdicts:
            out.print(Text(f"{verdict['file']}: {'OK' if verdict['ok'] else verdict['problem']}"), soft_wrap=True)
    return 0 if all(verdict["ok"] for verdict in verdicts) else 1


def _verdict(file: Path, content: Path | None) -> dict[str, Any]:
    try:
        record = _loaded(file, content)
    except cairn.CairnError as error:
        return {"file": str(file), "ok": False, "problem": str(error)}
    except OSError as error:
        return {"file": str(file), "ok": False, "problem": error.strerror}
    over = record.state.seat < 0
    return {"file": str(file), "ok": True, "game": record.game.slug, "moves": len(record.moves), "over": over}


def _loaded(file: Path, content: Path | None) -> cairn.Record:
    """A saved game, with the content of one's own that it was played with, if any."""
    return cairn.Record.load(file, None if content is None else cairn.game(_game_of(file), content))


def _game_of(file: Path) -> str:
    """The game a saved game is of. The slug of a file that says none is left to `Record.load` to refuse."""
    try:
        return str(json.loads(file.read_text(encoding="utf-8"))["game"])
    except (ValueError, KeyError, TypeError):
        return cairn.Record.load(file).game.slug


@app.command()
def draw(
    game: GameName,
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="A saved game; without it, the parts.")] = None,
    to: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where the SVG goes; the screen if missing.")
    ] = None,
) -> None:
    """Draw the parts of a game, or the table of a saved one as a spectator sees it, as SVG."""
    from cairn.cli import drawings

    found = cairn.game(game)
    if file is None:
        svg = drawings.sheet(found)
    else:
        record = cairn.Record.load(file)
        if record.game.slug != game:
            raise typer.BadParameter(f"{file} is a game of {record.game.slug}, not of {game}")
        svg = drawings.table(found, record.state.view(None))
    if to is None:
        sys.stdout.write(svg)
    else:
        to.write_text(svg, encoding="utf-8")


@app.command()
def bench(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME...]", help="All of them if none is named.")] = None,
    as_json: AsJson = False,
    seats: Annotated[int | None, typer.Option(help="How many seats; 4, or what the game allows.")] = None,
    options: OptionsText = "",
    content: ContentFile = None,
) -> None:
    """Measure the engine's speed, also relative to this machine."""
    from cairn.cli.bench import bench_table, measure

    if content is not None and len(game or []) != 1:
        raise typer.BadParameter("--content is for one game: name it")
    games = [cairn.game(slug, content) for slug in game or cairn.slugs()]
    setups = [
        found.prepare(seats or arguments.usual_seats(found), arguments.options(found, options)) for found in games
    ]
    with err.status("measuring ..."):
        data = measure(setups)
    if as_json:
        print_json(data)
    else:
        out.print(bench_table(data))


@app.command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The slug of the new game, such as stone-soup.")],
    into: Annotated[Path | None, typer.Option(metavar="DIR", help="A folder to make; ./NAME if missing.")] = None,
) -> None:
    """Write a package with a small complete game in it, to turn into a game of your own."""
    from cairn.cli.new_game import write

    folder = into or Path(name)
    for file in write(name, folder):
        out.print(Text(str(file)), soft_wrap=True)
    out.print(Text(f"\nNext: cd {folder} && pip install --editable . && pytest && cairn play {name}"), soft_wrap=True)
    out.print(Text(f"{folder / 'README.md'} says how to go on."), soft_wrap=True)


SettingsFile = Annotated[
    Path | None, typer.Option("--settings", metavar="FILE", help="Settings as TOML; see docs/operations.md.")
]
Database = Annotated[
    str | None, typer.Option(metavar="URL", help="postgresql+asyncpg://...; a file of yours if missing.")
]
SERVER_MISSING = "this needs the packages of the server; install them with: pip install 'cairn-tabletop[server]'"


@app.command()
def serve(
    settings: SettingsFile = None,
    host: Annotated[str | None, typer.Option(help="The address to listen on; 127.0.0.1 if missing.")] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on; 8000 if missing.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes that serve; several need --redis.")] = None,
    database: Database = None,
    redis: Annotated[str | None, typer.Option(metavar="URL", help="redis://...; how workers hear each other.")] = None,
    web: Annotated[Path | None, typer.Option(metavar="DIR", help="The built browser table.")] = None,
    log: Annotated[str | None, typer.Option(metavar="json|text", help="How logs are written.")] = None,
    browse: Annotated[bool, typer.Option("--open", help="Open the table in your browser.")] = False,
) -> None:
    """Serve tables to browsers and other clients."""
    try:
        from cairn.cli.serve import serve as run_server
    except ImportError:
        raise typer.BadParameter(SERVER_MISSING) from None
    given = {"host": host, "port": port, "workers": workers, "database": database, "redis": redis, "web": web}
    run_server(settings, {**given, "log": log}, browse)


admin = typer.Typer(help="Look after a server's database.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(admin, name="admin")


def _looking_after(settings: Path | None, database: str | None) -> Any:
    try:
        from cairn.cli.admin import Caretaker
        from cairn.server.settings import load
    except ImportError:
        raise typer.BadParameter(SERVER_MISSING) from None
    return Caretaker(load(settings, given={"database": database}))


@admin.command()
def migrate(settings: SettingsFile = None, database: Database = None) -> None:
    """Bring the database to the newest version of its tables."""
    _looking_after(settings, database).migrate()


@admin.command()
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist yet.")],
    settings: SettingsFile = None,
    database: Database = None,
) -> None:
    """Write everything in the database to a file, to keep it or to take it to another database."""
    _looking_after(settings, database).export(file)


@admin.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `export` wrote.")],
    settings: SettingsFile = None,
    database: Database = None,
) -> None:
    """Read such a file into an empty database."""
    _looking_after(settings, database).restore(file)


@admin.command("verify")
def verify_database(settings: SettingsFile = None, database: Database = None) -> int:
    """Play every game in the database again and compare; 1 if something is wrong."""
    return int(_looking_after(settings, database).verify())


@admin.command()
def remove(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="A player's id, or the name they sign in with.")],
    settings: SettingsFile = None,
    database: Database = None,
) -> None:
    """Forget a player: name, passphrase, sessions, bots, ratings, chat. Games stay, without saying who it was."""
    _looking_after(settings, database).remove(player)


TableId = Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table in quarantine.")]
ANY_ID = {"ignore_unknown_options": True}
"""Some ids begin with a hyphen."""
Sure = Annotated[bool, typer.Option("--yes", help="Do it. Without this, only say what would be done.")]


@admin.command()
def quarantined(settings: SettingsFile = None, database: Database = None) -> None:
    """List the tables that were stopped because they cannot be played on, with the reason."""
    _looking_after(settings, database).quarantined()


@admin.command(context_settings=ANY_ID)
def repair(table: TableId, yes: Sure = False, settings: SettingsFile = None, database: Database = None) -> None:
    """Put a damaged table in play again, from the last position that its moves lead to."""
    _looking_after(settings, database).repair(table, yes)


@admin.command(context_settings=ANY_ID)
def end(table: TableId, yes: Sure = False, settings: SettingsFile = None, database: Database = None) -> None:
    """Give up a table in quarantine, without a result."""
    _looking_after(settings, database).end(table, yes)
