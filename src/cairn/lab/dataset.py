"""Decisions by the thousand as Parquet: one row a decision, with the observation, the choices and what came of it.

`decisions.parquet` has the rows, `README.md` says what they are (the data card), and `header.json` holds all that they
follow from: the same header makes the same rows. Needs the extra `cairn-tabletop[dataset]`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import parquet

import cairn
from cairn import bots
from cairn.bots.bot import SEEDS
from cairn.bots.search_bot import SearchBot, search_of
from cairn.core.contract import OptionValue, State, View
from cairn.envs.numbering import Spaces
from cairn.envs.spaces import spaces
from cairn.lab.sources import fingerprint

ROWS_A_GROUP = 4096
FILE = "decisions.parquet"
HEADER = "header.json"

SCHEMA = pa.schema(
    [
        ("game", pa.int32()),
        ("move", pa.int32()),
        ("seat", pa.int8()),
        ("turn", pa.int32()),
        ("kind", pa.string()),
        ("bot", pa.string()),
        ("observation", pa.list_(pa.float32())),
        ("actions", pa.list_(pa.int32())),
        ("choices", pa.list_(pa.string())),
        ("chosen", pa.int32()),
        ("visits", pa.list_(pa.int32())),
        ("share", pa.float32()),
        ("points", pa.int32()),
        ("view", pa.string()),
    ]
)


@dataclass(frozen=True)
class Plan:
    """All that the rows follow from. A bot that watches the clock is refused: its rows could not be made again."""

    slug: str
    specs: tuple[str, ...]
    games: int
    seed: int
    options: dict[str, OptionValue] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for spec in self.specs:
            timed = spec.partition(":")[0] in ("guide", "summit", "search", "plain", "openspiel")
            if timed and "ms=0" not in spec and ("iterations=" not in spec or "ms=" in spec):
                raise cairn.UnknownBot(
                    f"'{spec}' watches the clock: its games cannot be made again; use guide:ms=0 or search:iterations=9"
                )

    @property
    def header(self) -> dict[str, Any]:
        game = cairn.game(self.slug)
        setup = game.prepare(len(self.specs), self.options)
        return {
            "game": self.slug,
            "rules_version": game.rules_version,
            "cairn": cairn.__version__,
            "sources": fingerprint(game),
            "bots": list(self.specs),
            "games": self.games,
            "seed": self.seed,
            "options": setup.options,
        }


def write(plan: Plan, folder: Path) -> int:
    """Play the games and write the three files; how many rows there are. The folder must be new or empty."""
    if folder.exists() and any(folder.iterdir()):
        raise cairn.CairnError(f"{folder} is not empty: name a new folder")
    folder.mkdir(parents=True, exist_ok=True)
    header = plan.header
    space = spaces(cairn.game(plan.slug), len(plan.specs))
    schema = SCHEMA.with_metadata({"cairn": json.dumps(header)})
    count = 0
    with parquet.ParquetWriter(folder / FILE, schema, compression="zstd") as file:
        waiting: list[dict[str, Any]] = []
        for number in range(plan.games):
            waiting += _rows(plan, number, space)
            if len(waiting) >= ROWS_A_GROUP:
                file.write_table(pa.Table.from_pylist(waiting, schema))
                count += len(waiting)
                waiting = []
        file.write_table(pa.Table.from_pylist(waiting, schema))
        count += len(waiting)
    (folder / HEADER).write_text(json.dumps(header, indent=2) + "\n", encoding="utf-8")
    (folder / "README.md").write_text(card(header, count, space), encoding="utf-8")
    return count


def read_plan(folder: Path) -> Plan:
    """The plan that made a data set, to make it again. CairnError if these rules or sources would make other rows."""
    try:
        header = json.loads((folder / HEADER).read_text(encoding="utf-8"))
        plan = Plan(header["game"], tuple(header["bots"]), header["games"], header["seed"], header["options"])
    except (OSError, ValueError, KeyError, TypeError):
        raise cairn.CairnError(f"{folder / HEADER} is not the header of a data set") from None
    for key in ("rules_version", "sources"):
        if header[key] != plan.header[key]:
            raise cairn.CairnError(
                f"the data was made with {key.replace('_', ' ')} {header[key]}, here are {plan.header[key]}: "
                "its rows would come out different"
            )
    return plan


def _rows(plan: Plan, number: int, space: Spaces) -> list[dict[str, Any]]:
    """One game, as a match would play it: its own stream of chance, and another for each seat."""
    game = cairn.game(plan.slug)
    dice = cairn.Dice(plan.seed).fork(number)
    chance = dice.fork(0)
    seeds = [dice.fork(1 + seat) for seat in range(len(plan.specs))]
    seated = [bots.make(spec, game) for spec in plan.specs]
    state = game.start(len(plan.specs), chance, **plan.options)
    rows: list[dict[str, Any]] = []
    while state.seat >= 0:
        luck = seeds[state.seat].fork(len(rows)).pick(SEEDS)
        row = _row(state, number, len(rows), space, seated[state.seat], luck)
        rows.append(row)
        state.choose(state.offered[row["chosen"]], chance)
    shares, totals = state.result(), [score.total for score in state.scores()]
    for row in rows:
        row["share"], row["points"] = shares[row["seat"]], totals[row["seat"]]
    return rows


def _row(state: State, game: int, move: int, space: Spaces, bot: bots.Bot, luck: int) -> dict[str, Any]:
    view = state.view(state.seat)
    choices = [choice["choice"] for choice in view["choices"]]
    chosen, visits = _searched(bot, state, view, luck) if isinstance(bot, SearchBot) else (bot.answer(view, luck), None)
    return {
        "game": game,
        "move": move,
        "seat": state.seat,
        "turn": state.turn_number,
        "kind": view["decision"]["kind"],
        "bot": bot.name,
        "observation": space.encode(view),
        "actions": space.actions(state),
        "choices": choices,
        "chosen": choices.index(chosen),
        "visits": visits,
        "view": json.dumps(view, separators=(",", ":")),
    }


def _searched(bot: SearchBot, state: State, view: View, luck: int) -> tuple[str, list[int] | None]:
    """What the search answers, as `answer` would, and how often it tried each choice."""
    dice = cairn.Dice(luck)
    world = bot.game.imagine(view, dice)
    kept = bot.choices(world)
    if len(kept) == 1:
        return world.notation(kept[0]), None
    search = search_of(bot.evaluator, bot.settings, world)
    search.run(bot.budget, dice)
    best = search.best()
    tried = {action.choice: int(action.visits) for action in search.information_set.actions}
    return world.notation(best.choice), [tried.get(choice, 0) for choice in state.offered]


def card(header: dict[str, Any], rows: int, space: Spaces) -> str:
    """The data card."""
    game = cairn.game(header["game"])
    options = ",".join(f"{name}={str(value).lower()}" for name, value in header["options"].items())
    again = f"cairn dataset {header['game']} --games {header['games']} --bots {','.join(header['bots'])}"
    return f"""# {game.title}: {rows} decisions of {header["games"]} games

Games of {game.title} (rules {header["rules_version"]}) between bots of Cairn {header["cairn"]}, made by

    {again} --seed {header["seed"]} --seats {len(header["bots"])} --options {options} --out DIR

and the same again from the same command and sources (`{header["sources"]}`): `header.json` has it all, and
`cairn dataset --again` this folder reads it.

| column | what |
|---|---|
| `game`, `move`, `seat`, `turn` | where the decision was made |
| `kind`, `bot` | what was asked, and who answered |
| `observation` | {space.size} numbers from 0 to 1; `cairn.envs.spaces.spaces(game, seats).slots` names them |
| `actions`, `choices` | the legal answers: stable ids below {space.action_count}, and in notation, in the same order |
| `chosen` | which of them was chosen, as a place in those lists |
| `visits` | how often a search tried each; null where no tree decided |
| `share`, `points` | what the seat got in the end: its share of the win and its points |
| `view` | the view itself, as JSON |

A view holds what its seat may know and nothing else. Only programs played; no person's data is in here. Apache 2.0.
"""
