"""A process in which bots think: reads one question a line, writes one answer a line. Started by `thinking`.

A question holds the view of the seat that is asked and nothing more, so a bot could not peek if it wanted to.
"""

from __future__ import annotations

import os
import signal
import sys
from functools import lru_cache
from typing import Any

import orjson

import cairn
from cairn import bots

NICENESS = 5
"""Thinking gives way to serving."""


@lru_cache(maxsize=64)
def seated(slug: str, spec: str) -> bots.Bot:
    return bots.make(spec, cairn.game(slug))


def answer(question: dict[str, Any]) -> str:
    return seated(question["game"], question["bot"]).answer(question["view"], cairn.Dice(question["seed"]))


def opinions(question: dict[str, Any]) -> list[dict[str, object]]:
    budget = bots.Budget(0, question["ms"])
    dice = cairn.Dice(question["seed"])
    return [opinion.data() for opinion in bots.analyse(cairn.game(question["game"]), question["view"], budget, dice)]


TASKS = {"answer": answer, "analyse": opinions}


def think(question: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"result": TASKS[question["task"]](question)}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes our input
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(orjson.dumps(think(orjson.loads(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
