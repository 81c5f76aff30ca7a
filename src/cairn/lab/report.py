"""What an experiment found, as data: every number with how sure it is.

Shares, means and ratios are [value, low, high] of a 95 % interval. Lifts of components hold together, all of them, 95
times in 100. Games are read a batch at a time, so a million of them need little memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
from pyarrow import compute

import cairn
from cairn.core.metrics import Measure, kinds_of
from cairn.lab.luck import skill_and_luck
from cairn.lab.measures import measures
from cairn.lab.observing import GOT, KEPT, POINTS, USED, USES
from cairn.lab.playing import game_of
from cairn.lab.shares import wilson
from cairn.lab.statistics import Estimate
from cairn.lab.tallies import Fan, Histogram, Mean, Names, Ratios, table_of
from cairn.lab.targets import Target

JSON: Final = "report.json"
HTML: Final = "report.html"
BINS: Final = 20
LEAST_GAMES: Final = 30
"""A component that came up in fewer games says nothing yet."""
QUANTILES: Final = (5, 25, 50, 75, 95)
COLUMNS: Final = {
    "turns": "turns",
    "decisions": "game_decisions",
    "minutes": "minutes",
    "spread": "spread",
    "lead-changes": "lead_changes",
    "behind": "behind",
    "decided": "decided",
    "runaway": "runaway",
}
"""Where the tables have what is counted in a whole game."""
REMEMBERED: Final = 40
"""So many games with a component are remembered, to show a typical one."""


class Tally:
    """All sums of a report, over whole games in batches."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.header = header
        self.seats: int = header["seats"]
        self.games = 0
        self.faults = 0.0
        self.by_seat = np.zeros(self.seats)
        self.by_place = np.zeros(self.seats)
        self.points = [Mean() for _ in range(self.seats)]
        self.means: dict[str, Mean] = {}
        self.bots, self.bot_wins = Names(), Ratios()
        self.words, self.answers = Names(), Ratios()
        self.lines, self.line_parts, self.line_points = Names(), Ratios(), Ratios()
        self.names = {use: Names() for use in USES}
        self.lifts = {use: Ratios() for use in USES}
        self.examples: dict[str, list[int]] = {}
        self.lengths, self.scores, self.fan = Histogram(), Histogram(), Fan(POINTS)
        self.courses: list[Any] = []
        """Of every game what tells a typical one from an odd one."""
        self.exchanged: list[tuple[Any, Any]] = []

    def add(self, rows: pa.Table) -> None:
        """Rows of whole games, in order."""
        count = rows.num_rows // self.seats
        shares = self._by_game(rows, "share")
        at = np.arange(rows.num_rows) // self.seats
        self.games += count
        self.by_seat += shares.sum(axis=0)
        places = self._by_game(rows, "place").astype(np.int64)
        self.by_place += np.take_along_axis(shares, np.argsort(places, axis=1), axis=1).sum(axis=0)
        points = self._by_game(rows, "points")
        for seat, mean in enumerate(self.points):
            mean.add(points[:, seat])
        self.scores.add(points.reshape(-1))
        self._add_games(rows, points)
        self._add_own(rows, at, count)
        self._add_bots(rows, at, count, shares)
        self._add_answers(rows, at, count)
        self._add_lines(rows, at, count, shares)
        self._add_components(rows, at, count, shares)
        traces = compute.list_flatten(rows["trace"]).to_numpy().reshape(-1, POINTS)
        self.fan.add(traces[shares.reshape(-1) == 1.0])

    def _by_game(self, rows: pa.Table, name: str) -> Any:
        """A column as a table of games by seats."""
        return _numbers(rows[name]).reshape(-1, self.seats)

    def _mean(self, name: str) -> Mean:
        return self.means.setdefault(name, Mean())

    def _add_games(self, rows: pa.Table, points: Any) -> None:
        whole = {name: self._by_game(rows, column)[:, 0] for name, column in COLUMNS.items()}
        decisions = np.maximum(1.0, whole["decisions"])
        whole["points"] = points.max(axis=1)
        whole["branching"] = self._by_game(rows, "offered").sum(axis=1) / decisions
        whole["forced"] = self._by_game(rows, "forced").sum(axis=1) / decisions
        windows = self._by_game(rows, "windows").sum(axis=1)
        whole["windows"] = windows
        whole["idle"] = self._by_game(rows, "idle").sum(axis=1) / np.maximum(1.0, windows)
        whole["wait"] = self._by_game(rows, "wait").mean(axis=1)
        for name, numbers in whole.items():
            self._mean(name).add(numbers)
        self.lengths.add(whole["turns"])
        self.faults += float(self._by_game(rows, "faults")[:, 0].sum())
        course = [self._by_game(rows, "game")[:, 0], *(whole[name] for name in ("turns", "spread", "behind", "points"))]
        self.courses.append(np.stack(course, axis=1))

    def _add_own(self, rows: pa.Table, at: Any, count: int) -> None:
        where, keys, items = _entries(rows["own"])
        names = Names()
        codes = names.coded(keys)
        if not len(names):
            return
        sums = table_of(count, at[where], codes, len(names), _numbers(items))
        there = table_of(count, at[where], codes, len(names))
        for name, code in names.numbers.items():
            seen = there[:, code] > 0
            self._mean(name).add(sums[seen, code] / there[seen, code])

    def _add_bots(self, rows: pa.Table, at: Any, count: int, shares: Any) -> None:
        codes = self.bots.coded(rows["bot"])
        width = len(self.bots)
        self.bot_wins.add(table_of(count, at, codes, width, shares.reshape(-1)), table_of(count, at, codes, width))
        if self.header["exchange"]:
            self.exchanged.append((shares, codes.reshape(-1, self.seats)))

    def _add_answers(self, rows: pa.Table, at: Any, count: int) -> None:
        flat = compute.list_flatten(rows["choices"])
        kinds, words, times = (compute.struct_field(flat, name) for name in ("kind", "word", "times"))
        codes = self.words.coded(compute.binary_join_element_wise(kinds, words, "\t"))
        if not len(self.words):
            return
        given = table_of(count, at[_parents(rows["choices"])], codes, len(self.words), _numbers(times))
        of = Names()
        kind_of = np.array([of.number(name.partition("\t")[0]) for name in self.words.numbers])
        asked = np.zeros((count, len(of)))
        for kind in range(len(of)):
            asked[:, kind] = given[:, kind_of == kind].sum(axis=1)
        self.answers.add(given, asked[:, kind_of])

    def _add_lines(self, rows: pa.Table, at: Any, count: int, shares: Any) -> None:
        where, keys, items = _entries(rows["lines"])
        codes = self.lines.coded(keys)
        width = len(self.lines)
        if not width:
            return
        points, won = _numbers(items), shares.reshape(-1)[where]
        parts = table_of(count, at[where], codes, width, points * won)
        self.line_parts.add(parts, np.repeat(parts.sum(axis=1, keepdims=True), width, axis=1))
        scored = table_of(count, at[where], codes, width, points)
        self.line_points.add(scored, np.full_like(scored, self.seats))

    def _add_components(self, rows: pa.Table, at: Any, count: int, shares: Any) -> None:
        above = (shares - 1.0 / self.seats).reshape(-1)
        numbers = rows["game"].to_numpy()
        for use in USES:
            names = self.names[use]
            parents = _parents(rows[use])
            codes = names.coded(compute.list_flatten(rows[use]))
            if not len(names):
                continue
            had = table_of(count, at[parents], codes, len(names))
            self.lifts[use].add(table_of(count, at[parents], codes, len(names), above[parents]), had)
            won = shares.reshape(-1)[parents] > 0
            for name, code in names.numbers.items():
                games = self.examples.setdefault(f"{use}\t{name}", [])
                if len(games) < REMEMBERED:
                    found = numbers[parents[won & (codes == code)]]
                    games += np.unique(found)[: REMEMBERED - len(games)].tolist()

    def data(self) -> dict[str, Any]:
        header = self.header
        content = Path(header["content_file"]) if header.get("content_file") else None
        game = game_of(header["game"], content)
        found = measures(game, self.seats)
        means = {
            **{f"seat-{place + 1}": self._share(won).data() for place, won in enumerate(self.by_place)},
            **{name: self._found(found[name], mean).data() for name, mean in self.means.items() if name in found},
        }
        kinds = kinds_of(game)
        together = self.seats if self.seats > 2 else 1  # of two seats one says it all
        components = self._components(kinds)
        return {
            **{name: value for name, value in header.items() if name != "content_file"},
            "title": game.title,
            "games_played": self.games,
            "seats_won": [self._share(won).data() for won in self.by_seat],
            "places_won": [self._share(won, together).data() for won in self.by_place],
            "points": [mean.estimate().data() for mean in self.points],
            "bots_won": self._bots(),
            "means": {name: means[name] for name in found if name in means},
            "measures": {
                name: {"title": measure.title, "percent": measure.percent, "own": name not in _USUAL}
                for name, measure in found.items()
                if name in means
            },
            "medians": {name: self.means[name].median().data() for name in found if name in self.means},
            "quartiles": {name: self.means[name].quartiles() for name in found if name in self.means},
            "skill": self._skill(),
            "lines": {
                name: {
                    "points": self.line_points.estimate(code).data(),
                    "winners": self.line_parts.estimate(code).data(),
                }
                for name, code in self.lines.numbers.items()
            },
            "choices": self._choices(),
            "components": components,
            "unused": _unused(kinds, components),
            "lengths": self.lengths.data(BINS),
            "scores": self.scores.data(BINS),
            "winner": self.fan.data(QUANTILES),
            "examples": self._examples(components),
            "faults": int(self.faults),
        }

    def _share(self, won: float, comparisons: int = 1, games: int | None = None) -> Estimate:
        played = games or self.games
        found = wilson(won / played, played, comparisons)
        return Estimate(found.value, found.low, found.high)

    def _found(self, measure: Measure, mean: Mean) -> Estimate:
        """What is true of a game or not is a share: if it was never seen, that does not mean that it never is."""
        is_share = measure.percent and mean.is_yes_or_no
        return self._share(mean.sum, games=mean.count) if is_share else mean.estimate()

    def _bots(self) -> dict[str, list[float]]:
        """What each of several bots won of the seats it had."""
        if len(self.bots) < 2:
            return {}
        return {name: self.bot_wins.estimate(code).data() for name, code in sorted(self.bots.numbers.items())}

    def _skill(self) -> dict[str, list[float]] | None:
        if not self.exchanged:
            return None
        shares, bots = (np.concatenate(part) for part in zip(*self.exchanged, strict=True))
        found = skill_and_luck(shares, bots, len(self.header["bots"]))
        return None if found is None else {name: part.data() for name, part in found.items()}

    def _choices(self) -> dict[str, dict[str, Any]]:
        """By kind of decision: how often it is asked in a game, and how often each answer is given."""
        found: dict[str, dict[str, Any]] = {}
        for name, code in sorted(self.words.numbers.items(), key=lambda item: -self.answers.upper(item[1])):
            kind, _, word = name.partition("\t")
            entry = found.setdefault(kind, {"a_game": round(self.answers.total(code) / self.games, 4), "answers": {}})
            entry["answers"][word] = self.answers.estimate(code).data()
        return {kind: found[kind] for kind in sorted(found)}

    def _components(self, kinds: dict[str, str]) -> list[dict[str, Any]]:
        """Every component that was got, used or kept: how often, and how much more those seats won than a fair share.

        A lift is no cause: good seats get more of everything, and a card that wins late is in few hands.
        """
        entries = [(use, name, code) for use in USES for name, code in self.names[use].numbers.items()]
        enough = {
            (use, name): self.lifts[use].seen(code) >= LEAST_GAMES and self.seats > 1 for use, name, code in entries
        }
        compared = max(1, sum(enough.values()))
        found = [
            {
                "component": name,
                "kind": kinds.get(name, ""),
                "use": use,
                "seats": int(self.lifts[use].total(code)),
                "games": self.lifts[use].seen(code),
                "lift": self.lifts[use].lift(code, self.seats, compared).data() if enough[use, name] else None,
            }
            for use, name, code in entries
        ]
        order = {use: number for number, use in enumerate(USES)}
        return sorted(found, key=lambda entry: (order[entry["use"]], -entry["seats"], entry["component"]))

    def _examples(self, components: list[dict[str, Any]]) -> dict[str, Any]:
        """Games worth looking at: a typical one, the odd ones, and a typical one for each component that stands out."""
        courses = np.concatenate(self.courses)
        games = courses[:, 0].astype(np.int64)
        order = np.argsort(games)
        games, numbers = games[order], courses[order, 1:]
        spread = numbers.std(axis=0)
        odd = np.square((numbers - np.median(numbers, axis=0)) / np.where(spread > 0, spread, 1.0)).sum(axis=1)
        turns, behind, points = numbers[:, 0], numbers[:, 2], numbers[:, 3]
        found: dict[str, Any] = {
            "typical": int(games[np.argmin(odd)]),
            "shortest": int(games[np.argmin(turns)]),
            "longest": int(games[np.argmax(turns)]),
            "highest score": int(games[np.argmax(points)]),
        }
        if self.seats > 1:
            found["comeback"] = int(games[np.argmax(behind)])
        outliers = {}
        for entry in strongest(components)[:OUTLIERS]:
            seen = self.examples.get(f"{entry['use']}\t{entry['component']}", [])
            if seen:
                at = np.searchsorted(games, np.array(seen))
                outliers[f"{entry['use']}\t{entry['component']}"] = int(games[at[np.argmin(odd[at])]])
        return {"games": found, "components": outliers}


OUTLIERS: Final = 8
_USUAL: Final = frozenset(
    [*COLUMNS, "points", "branching", "forced", "windows", "idle", "wait", *(f"seat-{n}" for n in range(1, 100))]
)


def clear(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those whose lift is surely not 0, the strongest first."""
    sure = [entry for entry in components if entry["lift"] and not entry["lift"][1] <= 0.0 <= entry["lift"][2]]
    return sorted(sure, key=lambda entry: -abs(entry["lift"][0]))


def strongest(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same with each component once, by the use that tells most."""
    found: dict[str, dict[str, Any]] = {}
    for entry in clear(components):
        found.setdefault(entry["component"], entry)
    return [*found.values()]


def _unused(kinds: dict[str, str], components: list[dict[str, Any]]) -> dict[str, list[str]]:
    """By kind the components that nobody ever used or kept; for those that are only ever got, that nobody got."""
    seen = {use: {entry["component"] for entry in components if entry["use"] == use} for use in USES}
    found: dict[str, list[str]] = {}
    for kind in dict.fromkeys(kinds.values()):
        members = [name for name, of in kinds.items() if of == kind]
        counted = [use for use in (USED, KEPT) if any(name in seen[use] for name in members)] or [GOT]
        found[kind] = sorted(name for name in members if not any(name in seen[use] for use in counted))
    return found


def report(header: dict[str, Any], batches: Iterable[pa.Table], targets: Sequence[Target] = ()) -> dict[str, Any]:
    tally = Tally(header)
    for batch in batches:
        tally.add(batch)
    data = tally.data()
    data["targets"] = [target.held(data) for target in targets]
    return data


def _numbers(column: Any) -> Any:
    column = column.cast("int8") if pa.types.is_boolean(column.type) else column
    return column.to_numpy().astype(float)


def _parents(column: Any) -> Any:
    """For each value in a column of lists the number of its row."""
    return compute.list_parent_indices(column.combine_chunks()).to_numpy()


def _entries(column: Any) -> tuple[Any, Any, Any]:
    """Of a column of maps: for each entry its row, its key and its value."""
    maps = column.combine_chunks()
    maps = maps.chunk(0) if isinstance(maps, pa.ChunkedArray) else maps
    sizes = np.diff(maps.offsets.to_numpy())
    first, last = maps.offsets[0].as_py(), maps.offsets[len(maps)].as_py()
    where = np.repeat(np.arange(len(maps)), sizes)
    return where, maps.keys.slice(first, last - first), maps.items.slice(first, last - first)


def sentences(data: dict[str, Any]) -> list[str]:
    """The things a designer asks first, in words."""
    said = [_fairness(data), _length(data), _suspense(data)]
    return said + [sentence for sentence in (_strong(data), _skill(data), _targets(data)) if sentence]


def _percent(numbers: Sequence[float]) -> str:
    value, low, high = numbers
    return f"{100 * value:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def _number(numbers: Sequence[float]) -> str:
    value, low, high = numbers
    return f"{value:.1f} ({low:.1f} to {high:.1f})"


def _fairness(data: dict[str, Any]) -> str:
    won, fair = data["places_won"], 1 / data["seats"]
    if data["seats"] == 1:
        return f"{data['games_played']:,} games alone."
    unfair = [seat for seat, (_, low, high) in enumerate(won) if not low <= fair <= high]
    if not unfair:
        widest = max((high - low) / 2 for _, low, high in won)
        return (
            f"No seat in the order of play wins more or less than its share of {100 * fair:.1f} %, as far as "
            f"{100 * widest:.1f} points can tell."
        )
    told = ", ".join(f"seat {seat + 1} wins {_percent(won[seat])}" for seat in unfair)
    return f"The order of play matters: a fair share is {100 * fair:.1f} %, and {told}."


def _length(data: dict[str, Any]) -> str:
    turns, decisions, minutes = (_number(data["means"][name]) for name in ("turns", "decisions", "minutes"))
    return f"A game has {turns} turns and {decisions} decisions, {minutes} minutes at 12 seconds a decision."


def _suspense(data: dict[str, Any]) -> str:
    if data["seats"] == 1:
        return f"A decision has {_number(data['means']['branching'])} choices."
    means = data["means"]
    behind, decided, runaway = (_percent(means[name]) for name in ("behind", "decided", "runaway"))
    return (
        f"The lead changes {_number(means['lead-changes'])} times, the winner is behind for {behind} of the game, and "
        f"it is decided after {decided} of it; {runaway} of games are decided before half-time."
    )


def _strong(data: dict[str, Any]) -> str:
    found = strongest(data["components"])
    if not found:
        return ""
    game = cairn.game(data["game"])
    told = ", ".join(
        f"{game.texts.readable(entry['component'])} ({entry['use']}, {100 * entry['lift'][0]:+.1f} points)"
        for entry in found[:3]
    )
    goes = "1 component goes" if len(found) == 1 else f"{len(found)} components go"
    return f"{goes} with more or fewer wins than a fair share, most of all {told}."


def _skill(data: dict[str, Any]) -> str:
    found = data["skill"]
    if not found:
        return ""
    return (
        f"The level of play explains {_percent(found['skill'])} of the result, the deal and the seat "
        f"{_percent(found['deal'])}."
    )


def _targets(data: dict[str, Any]) -> str:
    held = data["targets"]
    if not held:
        return ""
    by = {verdict: [one["target"] for one in held if one["verdict"] == verdict] for verdict in ("missed", "open")}
    told = [f"{len(names)} {verdict} ({', '.join(names)})" for verdict, names in by.items() if names]
    met = sum(one["verdict"] == "met" for one in held)
    return f"Of {len(held)} targets {met} are met" + (f", {', '.join(told)}." if told else ".")
