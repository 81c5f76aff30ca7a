"""What the lab keeps of its games as Parquet, for DuckDB, Polars and whoever else reads tables.

`games.parquet` has a row for each game and seat, `events.parquet` one for each choice and event, both in the order of
the games: the files are the same to the byte however many processes played. docs/lab.md names every column.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
from pyarrow import compute, csv, parquet

from cairn.lab.journal import BadRun
from cairn.lab.measures import minutes
from cairn.lab.observing import USES, unpacked

GAMES: Final = "games.parquet"
EVENTS: Final = "events.parquet"
GAMES_A_GROUP: Final = {GAMES: 2000, EVENTS: 100}
"""Games whose rows are written together: a report reads many games at a time, a replay the events of one."""

COUNTS: Final = pa.map_(pa.string(), pa.int32())
GAME_SCHEMA: Final = pa.schema(
    [
        ("game", pa.int64()),
        ("seat", pa.int8()),
        ("place", pa.int8()),
        ("bot", pa.string()),
        ("share", pa.float64()),
        ("points", pa.int32()),
        ("lines", COUNTS),
        ("decisions", pa.int32()),
        ("choices", pa.list_(pa.struct([("kind", pa.string()), ("word", pa.string()), ("times", pa.int32())]))),
        ("offered", pa.int64()),
        ("forced", pa.int32()),
        ("windows", pa.int32()),
        ("idle", pa.int32()),
        ("wait", pa.int32()),
        *((use, pa.list_(pa.string())) for use in USES),
        ("own", pa.map_(pa.string(), pa.float64())),
        ("trace", pa.list_(pa.float32())),
        ("turns", pa.int32()),
        ("game_decisions", pa.int32()),
        ("minutes", pa.float64()),
        ("spread", pa.int32()),
        ("lead_changes", pa.int32()),
        ("behind", pa.float32()),
        ("decided", pa.float32()),
        ("runaway", pa.bool_()),
        ("faults", pa.int32()),
    ]
)
EVENT_SCHEMA: Final = pa.schema(
    [
        ("game", pa.int64()),
        ("number", pa.int32()),
        ("turn", pa.int32()),
        ("seat", pa.int8()),
        ("what", pa.string()),
        ("kind", pa.string()),
        ("args", pa.string()),
    ]
)


def game_rows(row: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """A finished game of the journal as rows of games.parquet, one for each seat."""
    for values in _by_seat(row):
        yield tuple(values[name] for name in GAME_SCHEMA.names)


def _by_seat(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    seen = row["observed"]
    points = [sum(lines.values()) for lines in row["scores"]]
    whole = {
        "game": row["number"],
        "turns": row["turns"],
        "game_decisions": sum(row["decisions"]),
        "minutes": minutes(sum(row["decisions"]), sum(seen["forced"])),
        "spread": max(points) - min(points),
        "faults": row["faults"],
        **{name: seen[name] for name in ("lead_changes", "behind", "decided", "runaway")},
    }
    for seat, bot in enumerate(row["bots"]):
        asked = seen["asked"][seat]
        yield {
            **whole,
            "seat": seat,
            "place": seen["places"][seat],
            "bot": bot,
            "share": row["shares"][seat],
            "points": points[seat],
            "lines": list(row["scores"][seat].items()),
            "decisions": row["decisions"][seat],
            "choices": [
                {"kind": kind, "word": word, "times": times}
                for kind, words in sorted(asked.items())
                for word, times in sorted(words.items())
            ],
            "offered": seen["offered"][seat],
            "forced": seen["forced"][seat],
            "windows": seen["windows"][seat],
            "idle": seen["idle"][seat],
            "wait": seen["wait"][seat],
            **seen["components"][seat],
            "own": [(name, numbers[seat]) for name, numbers in seen["own"].items() if numbers[seat] is not None],
            "trace": [shares[seat] for shares in seen["trace"]],
        }


def write(folder: Path, header: dict[str, Any], rows: Iterable[dict[str, Any]]) -> None:
    """Both files, whole or not at all, from finished games in their order."""
    mark = {"cairn": json.dumps(header)}
    files = [GamesFile(folder, mark), EventsFile(folder, mark)]
    try:
        for row in rows:
            for file in files:
                file.add(row)
        for file in files:
            file.flush()
    finally:
        for file in files:
            file.writer.close()
    for file in files:
        file.part.replace(file.path)


class _File(ABC):
    """A table being written, some games at a time."""

    def __init__(self, path: Path, schema: Any) -> None:
        self.path = path
        self.part = path.with_name(path.name + ".part")
        self.writer = parquet.ParquetWriter(self.part, schema, compression="zstd")
        self._schema = schema
        self._waiting: list[Any] = []
        self._games = 0

    def add(self, game: dict[str, Any]) -> None:
        self._waiting += self.rows(game)
        self._games += 1
        if self._games % GAMES_A_GROUP[self.path.name] == 0:
            self.flush()

    def flush(self) -> None:
        if self._waiting:
            self.writer.write_table(self.table(self._waiting))
            self._waiting = []

    @abstractmethod
    def rows(self, game: dict[str, Any]) -> Iterable[Any]:
        """What waits of a game until it is written."""

    @abstractmethod
    def table(self, waiting: list[Any]) -> pa.Table: ...


class GamesFile(_File):
    def __init__(self, folder: Path, mark: dict[str, str]) -> None:
        super().__init__(folder / GAMES, GAME_SCHEMA.with_metadata(mark))

    def rows(self, game: dict[str, Any]) -> Iterable[tuple[Any, ...]]:
        return game_rows(game)

    def table(self, waiting: list[Any]) -> pa.Table:
        columns = [
            pa.array(column, field.type) for column, field in zip(zip(*waiting, strict=True), self._schema, strict=True)
        ]
        return pa.Table.from_arrays(columns, schema=self._schema)


class EventsFile(_File):
    """The lines of events that workers have made are parsed many games at a time, which Arrow does fast."""

    def __init__(self, folder: Path, mark: dict[str, str]) -> None:
        super().__init__(folder / EVENTS, EVENT_SCHEMA.with_metadata(mark))

    def rows(self, game: dict[str, Any]) -> Iterable[bytes]:
        return [unpacked(game["events"])]

    def table(self, waiting: list[Any]) -> pa.Table:
        lines = b"".join(waiting)
        found = csv.read_csv(
            pa.BufferReader(lines),
            csv.ReadOptions(use_threads=False, block_size=len(lines) + 1, column_names=self._schema.names),
            csv.ParseOptions(delimiter="\t", quote_char=False),
            csv.ConvertOptions(column_types=self._schema, null_values=[], strings_can_be_null=False),
        )
        return found.cast(self._schema)


def read_header(folder: Path) -> dict[str, Any]:
    try:
        schema = parquet.read_schema(folder / GAMES)
        header: dict[str, Any] = json.loads(schema.metadata[b"cairn"])
    except (pa.ArrowException, KeyError, TypeError, ValueError):
        raise BadRun(f"{folder / GAMES} is not a whole table of the lab") from None
    if schema.names != GAME_SCHEMA.names:
        raise BadRun(f"{folder / GAMES} is a table of another version of Cairn ({header.get('cairn')})")
    return header


def read_games(folder: Path, columns: list[str] | None = None) -> Iterator[pa.Table]:
    """The rows of all games, whole games at a time. The tables may be larger than the memory."""
    file = parquet.ParquetFile(folder / GAMES)
    for group in range(file.num_row_groups):
        yield file.read_row_group(group, columns=columns)


def read_events(folder: Path, game: int) -> list[dict[str, Any]]:
    """Everything that was chosen and that happened in one game."""
    file = parquet.ParquetFile(folder / EVENTS)
    for group in range(file.num_row_groups):
        within = file.metadata.row_group(group).column(0).statistics
        if within is None or within.min <= game <= within.max:
            table = file.read_row_group(group)
            rows: list[dict[str, Any]] = table.filter(compute.equal(table["game"], game)).to_pylist()
            if rows:
                return [{**row, "args": json.loads(row["args"])} for row in rows]
    return []
