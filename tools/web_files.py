"""Writes what the browser table is built and tested with: the API's schema, and views of played games.

python tools/web_files.py schema                 web/schema/openapi.json, from which its types are generated
python tools/web_files.py fixtures [GAME...]     web/fixtures/GAME/*.json, which its story page and its tests show
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cairn
from cairn import bots
from cairn.core.content import read_toml
from cairn.core.contract import OptionValue, State
from cairn.core.event import Event
from cairn.server import app, redaction
from cairn.server.settings import Settings

WEB = Path(__file__).parent.parent / "web"
NAMES = ["Ana", "Bela", "Chidi", "Dora", "Emil", "Farid"]
MOMENTS = {"start": 0.0, "early": 0.2, "middle": 0.5, "late": 0.85}
SEED = 11


def schema() -> str:
    """The API's description as it is kept in the repository."""
    return json.dumps(app.create(Settings(web=None)).openapi(), indent=1, sort_keys=True) + "\n"


def fixtures(slugs: list[str]) -> None:
    for slug in slugs:
        game = cairn.game(slug)
        folder = WEB / "fixtures" / slug
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        content = read_toml(game.package, "content.toml")
        _write(folder / "content.json", content)
        kinds: dict[str, Any] = {}
        for seats in game.seats:
            history = _play(game, seats)
            for name, fixture in _moments(game, history):
                _write(folder / f"{seats}-{name}.json", fixture)
            if game.among_people:
                for name, fixture in _moments(game, _play(game, seats, game.among_people)):
                    _write(folder / f"{seats}-people-{name}.json", fixture)
            for at, (state, _) in enumerate(history):
                if state.decision is not None and state.decision.kind not in kinds:
                    kinds[state.decision.kind] = _fixture(game, history, at, state.seat)
        for kind, fixture in kinds.items():
            _write(folder / f"ask-{kind}.json", fixture)


def _play(
    game: cairn.Game, seats: int, options: Mapping[str, OptionValue] | None = None
) -> list[tuple[State, list[Event]]]:
    """Every state of a game, each with the events that led to it. A climber plays hikers, or climbers with options."""
    dice = cairn.Dice(SEED)
    players = [bots.make("hiker" if seat and not options else "climber", game) for seat in range(seats)]
    log: list[Event] = []
    state = game.set_up(game.prepare(seats, options or {}), dice, log)
    history = [(state.clone(), log)]
    while state.seat >= 0:
        choice = players[state.seat].decide(state.resample(state.seat, dice), dice)
        state = state.clone()
        events = state.listen()
        state.apply(choice, dice)
        history.append((state.clone(), list(events)))
    return history


def _moments(game: cairn.Game, history: list[tuple[State, list[Event]]]) -> list[tuple[str, dict[str, Any]]]:
    """Positions of a game through the eyes of seat 0: when it is asked, when it is not, and at the end."""
    last = len(history) - 1
    found = []
    for name, share in MOMENTS.items():
        begin = int(last * share)
        own = next((at for at in range(begin, last) if history[at][0].seat == 0), None)
        other = next((at for at in range(begin, last) if history[at][0].seat > 0), None)
        if own is not None:
            found.append((f"{name}-own", _fixture(game, history, own, 0)))
        if other is not None and name != "start":
            found.append((f"{name}-other", _fixture(game, history, other, 0)))
    found.append(("late-watching", _fixture(game, history, int(last * 0.8), None)))
    found.append(("over", _fixture(game, history, last, 0)))
    return found


def _fixture(game: cairn.Game, history: list[tuple[State, list[Event]]], at: int, viewer: int | None) -> dict[str, Any]:
    state, events = history[at]
    names = NAMES[: state.setup.seats]
    shown = [{**event.seen_by(viewer), "text": game.sentence(event, viewer, names)} for event in events]
    return {"names": names, "position": at, "view": redaction.view(state, viewer, names), "events": shown}


def _write(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def main() -> None:
    match sys.argv[1:]:
        case ["schema"]:
            path = WEB / "schema" / "openapi.json"
            path.parent.mkdir(exist_ok=True)
            path.write_text(schema(), encoding="utf-8")
        case ["fixtures", *slugs]:
            fixtures(slugs or cairn.slugs())
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
