"""Commands for other people's players and for data: check-bot, seat, arena, mcp, dataset."""

from __future__ import annotations

import asyncio
import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

import cairn
from cairn.cli import arguments
from cairn.cli.options import AsJson, GameNames, Jobs, OptionsText, Seed, Timeout
from cairn.cli.screen import out, print_json
from cairn.core.message import counted
from cairn.lab.pool import TIMEOUT

FAILED = 1

Token = Annotated[
    str | None, typer.Option(metavar="TOKEN", help="The token of a bot of yours; without one, it plays as a guest.")
]


def check_bot(
    spec: Annotated[str, typer.Argument(metavar="cmd:PROGRAM", help="The program, written as in --bots.")],
    game: GameNames = None,
    games: Annotated[
        int, typer.Option("--games", min=1, help="How many games of each title, at all numbers of seats.")
    ] = 6,
    timeout: Annotated[float, typer.Option(min=0.1, metavar="SECONDS", help="Time limit for one answer.")] = 10.0,
) -> int:
    """Play whole games with a program on every seat and report what it did wrong."""
    from cairn.envs.command import check

    if not spec.startswith("cmd:"):
        raise typer.BadParameter("check-bot is for programs: cmd:PROGRAM")
    problems = check(spec, game or cairn.slugs(), games, timeout)
    for problem in problems:
        out.print(Text(problem), soft_wrap=True)
    if not problems:
        played = games * len(game or cairn.slugs())
        out.print(f"{counted(played, 'game')}, nothing wrong.")
    return FAILED if problems else 0


def seat(
    link: Annotated[str, typer.Argument(metavar="LINK", help="The invitation link of a table.")],
    bot: Annotated[str, typer.Option(metavar="SPEC", help="Who answers: climber, cmd:PROGRAM, ...")],
    name: Annotated[str, typer.Option(help="The name at the table.")] = "Bot",
    token: Token = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed for the bot's random choices.")] = 0,
    timeout: Annotated[
        float, typer.Option(min=0.1, metavar="SECONDS", help="Time limit of a program for one answer.")
    ] = TIMEOUT,
) -> None:
    """Join a table on a server and let a bot play there until the game is over."""
    try:
        from cairn.cli.seat import play_at
    except ImportError:
        raise typer.BadParameter(
            "this needs the client packages; install them with: pip install 'cairn-tabletop[client]'"
        ) from None
    end = asyncio.run(play_at(link, bot, name, token, seed, timeout))
    shares = ", ".join(f"seat {number} {share:g}" for number, share in enumerate(end.get("result") or []))
    out.print(f"The game is over. Shares of the win: {shares}")


def arena(
    bot_specs: Annotated[str, typer.Option("--bots", metavar="a,b,...", help="Who plays: bots of any kind.")],
    game: GameNames = None,
    games: Annotated[int, typer.Option("--games", min=1, help="Games for each pairing in each title.")] = 10,
    seed: Seed = 0,
    jobs: Jobs = 1,
    timeout: Timeout = TIMEOUT,
    as_json: AsJson = False,
) -> None:
    """Play bots of any kind against each other in pairs, in every game, and report their win shares."""
    from cairn.cli.progress import complaints
    from cairn.lab.match import Match, Run

    specs = arguments.listed(bot_specs)
    if len(specs) < 2:
        raise typer.BadParameter("an arena needs two players or more, as in --bots hiker,climber")
    reports = {}
    for slug in game or cairn.slugs():
        with closing(Run(Match(slug, specs, 2, games, seed, {}), None, False)) as run, complaints():
            run.play(jobs, timeout, lambda _: None)
            reports[slug] = run.report()
    if as_json:
        print_json(reports)
        return
    table = Table(title=f"Win shares, {counted(games, 'game')} per pairing, seed {seed}", title_justify="left")
    table.add_column("player", overflow="fold")
    for slug in reports:
        table.add_column(slug, justify="right")
    table.add_column("all", justify="right")
    table.add_column("faults", justify="right")
    for number, spec in enumerate(specs):
        rows = [data["standings"][number] for data in reports.values()]
        shares = [row["win_share"] for row in rows]
        faults = sum(row["faults"] for row in rows)
        mean = sum(shares) / len(shares)
        table.add_row(spec, *(f"{share:.0%}" for share in shares), f"{mean:.0%}", str(faults))
    out.print(table)


def mcp(
    server: Annotated[str, typer.Option(metavar="URL", help="The server to play on.")] = "http://127.0.0.1:8000",
    name: Annotated[str, typer.Option(help="The name at the table.")] = "Model",
    token: Token = None,
    http: Annotated[int | None, typer.Option(metavar="PORT", help="Speak HTTP on this port instead of stdio.")] = None,
) -> None:
    """Give a language model a seat: tools over the Model Context Protocol."""
    try:
        from cairn.cli.mcp import serve
    except ImportError:
        raise typer.BadParameter(
            "this needs the MCP packages; install them with: pip install 'cairn-tabletop[mcp]'"
        ) from None
    serve(server, name, token, http)


def dataset(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The game, such as five-towers; with --again that of the data.")
    ] = None,
    *,
    folder: Annotated[Path, typer.Option("--out", metavar="DIR", help="A new folder for the data.")],
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    bot_specs: Annotated[
        str, typer.Option("--bots", metavar="a,b,...", help="One bot for all seats, or one for each seat.")
    ] = ("climber"),
    seats: Annotated[
        int | None, typer.Option(help="How many seats; by default 2, or as few as the game allows.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed makes the same data.")] = 0,
    options: OptionsText = "",
    again: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Recreate the data of this folder from its header alone.")
    ] = None,
) -> None:
    """Play games between bots and save every decision as a row of a Parquet file."""
    try:
        from cairn.lab.dataset import Plan, read_plan, write
    except ImportError:
        raise typer.BadParameter("this needs pyarrow; install it with: pip install 'cairn-tabletop[dataset]'") from None
    if again is not None:
        plan = read_plan(again)
    elif game is None:
        raise typer.BadParameter("name a game, or with --again the folder of data to recreate")
    else:
        found = cairn.game(game)
        specs = arguments.listed(bot_specs)
        count = seats or (len(specs) if len(specs) > 1 else arguments.usual_seats(found, 2))
        every = tuple(specs * count if len(specs) == 1 else specs)
        plan = Plan(game, every, games, seed, arguments.options(found, options))
    rows = write(plan, folder)
    sys.stderr.write(f"{counted(rows, 'decision')} of {counted(plan.games, 'game')} in {folder}\n")


def add_to(app: typer.Typer) -> None:
    app.command("check-bot")(check_bot)
    app.command()(seat)
    app.command()(arena)
    app.command()(mcp)
    app.command()(dataset)
