"""Bots for Toy Hands, good and bad. `seated()` makes them known for as long as it lasts."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import cairn
from cairn.bots.bot import Bot
from cairn.bots.table import KINDS, Kind
from cairn.core import registry
from cairn.core.bot_settings import Budget
from cairn.core.contract import Game, View


class High(Bot):
    def answer(self, view: View, seed: int, budget: Budget | None = None) -> str:
        return "say high"


class Low(Bot):
    def answer(self, view: View, seed: int, budget: Budget | None = None) -> str:
        return "say low"


class Slow(Bot):
    """Takes a moment, so that a run can be caught in the middle."""

    def answer(self, view: View, seed: int, budget: Budget | None = None) -> str:
        time.sleep(0.01)
        return f"say {('low', 'high')[cairn.Dice(seed).pick(2)]}"


class Crash(Bot):
    def answer(self, view: View, seed: int, budget: Budget | None = None) -> str:
        raise ValueError("boom")


class Leave(Bot):
    """Raises what no `except Exception` catches."""

    def answer(self, view: View, seed: int, budget: Budget | None = None) -> str:
        sys.exit(4)


class Die(Bot):
    """Takes its process with it."""

    def answer(self, view: View, seed: int, budget: Budget | None = None) -> str:
        os._exit(3)


class Hang(Bot):
    def answer(self, view: View, seed: int, budget: Budget | None = None) -> str:
        time.sleep(600)
        return "say high"


class Chatter(High):
    """Prints what looks like an answer."""

    def answer(self, view: View, seed: int, budget: Budget | None = None) -> str:
        print('{"answer": "say low"}', flush=True)
        return super().answer(view, seed)


class Babble(Bot):
    def answer(self, view: View, seed: int, budget: Budget | None = None) -> str:
        return "sing loud"


class Mute(Bot):
    def answer(self, view: View, seed: int, budget: Budget | None = None) -> str:
        return None  # type: ignore[return-value]


TOYS: dict[str, type[Bot]] = {
    "high": High,
    "low": Low,
    "slow": Slow,
    "crash": Crash,
    "leave": Leave,
    "die": Die,
    "hang": Hang,
    "chatter": Chatter,
    "babble": Babble,
    "mute": Mute,
}


def register() -> None:
    cairn.register("toy-hands", "tests.cli.toy_hands")
    for name in TOYS:
        KINDS[name] = Kind(_make)


def _make(spec: str, game: Game, settings: dict[str, int]) -> Bot:
    return TOYS[spec](spec, game)


@contextmanager
def seated() -> Iterator[None]:
    register()
    try:
        yield
    finally:
        registry._modules.pop("toy-hands")
        registry._games.pop("toy-hands", None)
        for name in TOYS:
            KINDS.pop(name)
