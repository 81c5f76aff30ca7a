"""The commands. Each reads its arguments and leaves the work to the module of its name."""

from __future__ import annotations

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
from cairn.cli import arguments, lab, research, review
from cairn.cli.options import (
    INTERRUPTED,
    AsJson,
    ContentFile,
    GameName,
    GameNames,
    Jobs,
    OptionsText,
    Seed,
    Timeout,
)
from cairn.cli.screen import err, out, print_json
from cairn.core.message import counted
from cairn.lab.pool import TIMEOUT

USER_MISTAKE = 2

app = typer.Typer(
    help="Five board games of mountains and towers: play, simulate, replay, measure.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


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
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Show the version, the build and Python's version."
        ),
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
        values = ", ".join(
            str(choice) + (" (default)" if choice == option.default else "") for choice in option.choices
        )
        text.append("\n" if text else "").append(name, style="bold").append(f": {values}. {game.option_help(name)}")
    return text


@app.command()
def rules(
    game: GameName,
    rule: Annotated[str, typer.Argument(metavar="[ID]", help="One rule, such as FT-10; all of them by default.")] = "",
) -> None:
    """Show the rules of a game, or one rule by its id."""
    from cairn.cli.rulebook import rule_text

    found = cairn.game(game)
    out.print(Markdown(rule_text(found, rule) if rule else found.ledger.text))


@app.command()
def play(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="A game by its slug; without it, you are asked.")] = "",
    seats: Annotated[str, typer.Option(metavar="me,hiker,...", help="Who plays, by seat: me, me=NAME, or a bot.")] = "",
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed deals the same cards.")] = None,
    options: OptionsText = "",
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Continue a saved game.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save here after every choice.")] = None,
    content: ContentFile = None,
) -> int:
    """Play a game in the terminal."""
    from cairn.cli.play import OPENING_DICE, TerminalGame, choose_game, dice_for, new_seed

    seed = new_seed() if seed is None else seed
    if save is not None and save.exists() and save != load:
        raise typer.BadParameter(f"{save} exists already; continue it with --load {save}, or name another file")
    if load is not None:
        if seats or options:
            raise typer.BadParameter("a saved game keeps its seats and options: leave out --seats and --options")
        record = arguments.loaded(load, content)
        if game not in ("", record.game.slug):
            raise typer.BadParameter(f"{load} is a game of {record.game.slug}, not of {game}")
        terminal = TerminalGame(record, seed, save, out)
        terminal.saved_to = save or load
        return terminal.run()
    if content is not None and not game:
        raise typer.BadParameter("--content is for one game: name the game")
    try:
        found, names = (cairn.game(game, content), []) if game else choose_game(out)
    except EOFError:
        out.print()
        return 0
    if seats or not names:
        usual = arguments.usual_seats(found, 3)
        names = arguments.people_and_bots(found, seats) if seats else arguments.one_person(found, usual)
    usual_options = {} if any(map(arguments.is_bot, names)) else found.among_people
    chosen = usual_options | arguments.options(found, options)
    record = cairn.Record.new(found, names, dice_for(seed, 0, OPENING_DICE), **chosen)
    out.print(Text.assemble((found.title, "bold"), (f"  seed {seed}; type help for a list of commands", "dim")))
    return TerminalGame(record, seed, save, out).run()


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    seats: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    bot_specs: Annotated[
        str,
        typer.Option(
            "--bots", metavar="a,b,...", help="One bot for all seats, or one for each seat; bots keep their seats."
        ),
    ] = "random",
    seed: Seed = 0,
    as_json: AsJson = False,
    jobs: Jobs = 1,
    options: OptionsText = "",
    folder: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Save a record of every game here.")
    ] = None,
    content: ContentFile = None,
) -> int:
    """Play many games between bots and report the results."""
    from cairn.cli.simulate import Job, play_job, report, report_table

    found = cairn.game(game, content)
    specs = arguments.listed(bot_specs)
    if seats is None:
        seats = len(specs) if len(specs) > 1 else arguments.usual_seats(found)
    if len(specs) == 1:
        specs = specs * seats
    if len(specs) != seats:
        raise typer.BadParameter(
            f"--bots names {counted(len(specs), 'bot')} for {counted(seats, 'seat')}: "
            "name one for all, or one for each seat"
        )
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
        sys.stderr.write(f"cairn: interrupted after {tally.games} of {counted(games, 'game')}\n")
        return INTERRUPTED
    return 0


@app.command()
def match(
    game: GameName,
    bot_specs: Annotated[
        str, typer.Option("--bots", metavar="a,b,...", help="Who plays, such as climber,search:ms=200.")
    ],
    games: Annotated[
        int, typer.Option("--games", min=1, help="Games for each pairing, rounded up to whole deals.")
    ] = 100,
    seats: Annotated[
        int | None, typer.Option(help="How many seats; by default 2, or as few as the game allows.")
    ] = None,
    seed: Seed = 0,
    jobs: Jobs = 1,
    as_json: AsJson = False,
    folder: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Save the run and a record of every game here.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the run in --out.")] = False,
    options: OptionsText = "",
    timeout: Timeout = TIMEOUT,
    content: ContentFile = None,
) -> int:
    """Play bots against each other: every pairing, in every seat order, on the same deals."""
    from cairn.cli.match import match_tables
    from cairn.cli.progress import play_with_bar
    from cairn.lab.match import Match, Run
    from cairn.lab.rating import is_available

    if resume and folder is None:
        raise typer.BadParameter("--resume needs the folder of the run: add --out DIR")
    found = cairn.game(game, content)
    seats = arguments.usual_seats(found, 2) if seats is None else seats
    chosen = arguments.options(found, options)
    planned = Match(game, arguments.listed(bot_specs), seats, games, seed, chosen, content)
    with closing(Run(planned, folder, resume)) as run:
        whole = play_with_bar("games", planned.total, lambda show: run.play(jobs, timeout, show))
        data = run.report()
    if as_json:
        print_json(data)
    elif run.rows:
        for table in match_tables(data):
            out.print(table)
    if not is_available():
        sys.stderr.write("cairn: ratings need openskill; install it with: pip install 'cairn-tabletop[lab]'\n")
    if not whole:
        again = f"; continue with --resume --out {folder}" if folder else ""
        sys.stderr.write(f"cairn: interrupted after {len(run.rows)} of {counted(planned.total, 'game')}{again}\n")
        return INTERRUPTED
    return 0


@app.command()
def ladder(
    game: GameNames = None,
    games: Annotated[
        int | None,
        typer.Option("--games", min=1, help="Games for each match; by default 100 to 400, fewer for long games."),
    ] = None,
    rung: Annotated[
        list[str] | None, typer.Option(help="Play only this match, such as guide-climber; can be repeated.")
    ] = None,
    jobs: Jobs = 1,
    seed: Seed = 0,
    page: Annotated[Path, typer.Option("--out", metavar="FILE", help="The page to write the results to.")] = Path(
        "docs/strength.md"
    ),
    runs: Annotated[
        Path, typer.Option(metavar="DIR", help="Where matches are saved; run the same command again to continue them.")
    ] = Path("ladder"),
    report: Annotated[bool, typer.Option("--report", help="Play nothing; report what has been played so far.")] = False,
) -> int:
    """Play the bot levels against each other and report how strong they are."""
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
            raise BadRun(f"{runs} has no games of these matches; run the same command without --report to play them")
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
        matches = counted(len(ahead), "match", "matches")
        sys.stderr.write(f"cairn: interrupted after {len(climbed)} of {matches}; run the same command to continue\n")
        return INTERRUPTED
    finally:
        if climbed:
            out.print(ladder_table(climbed))
    return 0


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    step: Annotated[bool, typer.Option("--step", help="Step through the choices with n, p and q.")] = False,
    content: ContentFile = None,
) -> int:
    """Replay a saved game as a spectator would have seen it."""
    from cairn.cli.replay import show_log, step_through

    record = arguments.loaded(file, content)
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
        record = arguments.loaded(file, content)
    except cairn.CairnError as error:
        return {"file": str(file), "ok": False, "problem": str(error)}
    except OSError as error:
        return {"file": str(file), "ok": False, "problem": error.strerror}
    over = record.state.seat < 0
    return {"file": str(file), "ok": True, "game": record.game.slug, "moves": len(record.moves), "over": over}


@app.command()
def draw(
    game: GameName,
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="A saved game; without one, the parts of the game are drawn."),
    ] = None,
    to: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The SVG file to write; standard output by default.")
    ] = None,
) -> None:
    """Draw the parts of a game as SVG, or the table of a saved game as a spectator sees it."""
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
    game: GameNames = None,
    as_json: AsJson = False,
    seats: Annotated[
        int | None, typer.Option(help="How many seats; by default 4, or as many as the game allows.")
    ] = None,
    options: OptionsText = "",
    content: ContentFile = None,
) -> None:
    """Measure the engine's speed, in itself and relative to this machine."""
    from cairn.cli.bench import bench_table, measure

    if content is not None and len(game or []) != 1:
        raise typer.BadParameter("--content is for one game: name the game")
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
    into: Annotated[Path | None, typer.Option(metavar="DIR", help="The folder to create; ./NAME by default.")] = None,
) -> None:
    """Create a package with a small complete game, as a start for your own."""
    from cairn.cli.new_game import write

    folder = into or Path(name)
    for file in write(name, folder):
        out.print(Text(str(file)), soft_wrap=True)
    steps = f"cd {folder} && pip install --editable '.[test]' && pytest && cairn play {name}"
    out.print(Text(f"\nNext: {steps}"), soft_wrap=True)
    out.print(Text(f"{folder / 'README.md'} explains the next steps."), soft_wrap=True)


research.add_to(app)
review.add_to(app)
lab.add_to(app)

SettingsFile = Annotated[
    Path | None, typer.Option("--settings", metavar="FILE", help="A settings file in TOML; see docs/operations.md.")
]
Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="postgresql+asyncpg://...; a SQLite file in your data folder by default."),
]
SERVER_MISSING = "this needs the server packages; install them with: pip install 'cairn-tabletop[server]'"


@app.command()
def serve(
    settings: SettingsFile = None,
    host: Annotated[str | None, typer.Option(help="The address to listen on; 127.0.0.1 by default.")] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on; 8000 by default.")] = None,
    workers: Annotated[
        int | None, typer.Option(help="Number of server processes; more than one needs --redis.")
    ] = None,
    database: Database = None,
    redis: Annotated[
        str | None, typer.Option(metavar="URL", help="redis://...; connects the server processes.")
    ] = None,
    web: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The built web pages; those of the package by default.")
    ] = None,
    log: Annotated[str | None, typer.Option(metavar="json|text", help="The format of log lines.")] = None,
    browse: Annotated[bool, typer.Option("--open", help="Open the table in your browser.")] = False,
) -> None:
    """Run a server for browsers and other clients."""
    try:
        from cairn.cli.serve import serve as run_server
    except ImportError:
        raise typer.BadParameter(SERVER_MISSING) from None
    given = {"host": host, "port": port, "workers": workers, "database": database, "redis": redis, "web": web}
    run_server(settings, {**given, "log": log}, browse)


@app.command()
def demo(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.")] = 8000,
    browse: Annotated[bool, typer.Option("--open", help="Open the demo in your browser.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Check that everything works, report it, and exit.")] = False,
) -> int:
    """Run a demo: bots at every game, finished games to review, a report of the lab."""
    try:
        from cairn.cli.demo import demo as hold
    except ImportError:
        raise typer.BadParameter(SERVER_MISSING) from None
    return hold(host, port, browse, check)


@app.command()
def doctor(as_json: AsJson = False) -> int:
    """Check what is installed, compiled, reachable and how fast, and suggest fixes."""
    from cairn.cli.doctor import diagnose, table_of

    findings = diagnose()
    if as_json:
        print_json([finding.data() for finding in findings])
    else:
        out.print(table_of(findings))
    return 1 if any(finding.state == "broken" for finding in findings) else 0


admin = typer.Typer(help="Maintain a server's database.", no_args_is_help=True, rich_markup_mode=None)
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
    """Migrate the database to the newest schema."""
    _looking_after(settings, database).migrate()


@admin.command()
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist yet.")],
    settings: SettingsFile = None,
    database: Database = None,
) -> None:
    """Write the whole database to a file, as a backup or to move it to another database."""
    _looking_after(settings, database).export(file)


@admin.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `export` wrote.")],
    settings: SettingsFile = None,
    database: Database = None,
) -> None:
    """Read a file made by `export` into an empty database."""
    _looking_after(settings, database).restore(file)


@admin.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist yet.")],
    settings: SettingsFile = None,
    database: Database = None,
) -> int:
    """Write everything to a file while the server runs, then check the copy; exit code 1 if it is bad."""
    return int(_looking_after(settings, database).backup(file))


@admin.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `backup` or `export` wrote.")],
    settings: SettingsFile = None,
    database: Database = None,
) -> int:
    """Read a backup into an empty database and check every game; exit code 1 if something is wrong."""
    return int(_looking_after(settings, database).recover(file))


@admin.command("verify")
def verify_database(settings: SettingsFile = None, database: Database = None) -> int:
    """Replay every game in the database and compare; exit code 1 if something is wrong."""
    return int(_looking_after(settings, database).verify())


ANY_ID = {"ignore_unknown_options": True}
"""Some ids begin with a hyphen."""
PlayerId = Annotated[str, typer.Argument(metavar="PLAYER", help="A player's id, or the name they sign in with.")]


@admin.command(context_settings=ANY_ID)
def remove(
    player: PlayerId,
    settings: SettingsFile = None,
    database: Database = None,
) -> None:
    """Delete a player: name, passphrase, sessions, bots, ratings, chat. Their games stay, without a name."""
    _looking_after(settings, database).remove(player)


@admin.command(context_settings=ANY_ID)
def person(
    player: PlayerId,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist yet.")],
    settings: SettingsFile = None,
    database: Database = None,
) -> None:
    """Write everything the server keeps about a player to a JSON file, for them."""
    _looking_after(settings, database).person(player, file)


TableId = Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table in quarantine.")]
Sure = Annotated[bool, typer.Option("--yes", help="Do it. Without this, only show what would change.")]


@admin.command()
def tidy(yes: Sure = False, settings: SettingsFile = None, database: Database = None) -> None:
    """Delete what is older than the `keep_...` settings allow; a running server does this every hour."""
    _looking_after(settings, database).tidy(yes)


@admin.command()
def quarantined(settings: SettingsFile = None, database: Database = None) -> None:
    """List the tables in quarantine, each with the reason."""
    _looking_after(settings, database).quarantined()


@admin.command(context_settings=ANY_ID)
def repair(table: TableId, yes: Sure = False, settings: SettingsFile = None, database: Database = None) -> None:
    """Continue a damaged table from the last position its moves lead to."""
    _looking_after(settings, database).repair(table, yes)


@admin.command(context_settings=ANY_ID)
def end(table: TableId, yes: Sure = False, settings: SettingsFile = None, database: Database = None) -> None:
    """End a table in quarantine without a result."""
    _looking_after(settings, database).end(table, yes)
