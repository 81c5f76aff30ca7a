"""A process in which bots think, one question at a time: `python -m cairn.lab.mind [MODULE...]`.

It imports the modules named (they may bring games and bots of their own), says that it is ready and answers questions,
a line of JSON each, until its input ends. `cairn.lab.minds` starts, watches and replaces such processes.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
from functools import lru_cache
from typing import Any

import cairn
from cairn import bots
from cairn.lab.playing import raised

NICENESS = 5
"""Thinking gives way to serving."""
GRACE = 5.0
"""Seconds beyond its patience after which a bot is ended even if nobody is left to do it."""


@lru_cache(maxsize=64)
def seated(spec: str, slug: str, content: str | None) -> bots.Bot:
    """Bots are the same whatever they were asked before, so they are made once."""
    return bots.make(spec, cairn.game(slug, content))


def think(question: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"answer": TASKS[question["task"]](question)}
    except (Exception, SystemExit) as error:  # whatever a bot raises is its own fault alone
        return {"problem": error.args[0] if isinstance(error, NoNotation) else raised(error)}


class NoNotation(Exception):
    """A bot answered with something that is not even a text."""


def answer(question: dict[str, Any]) -> str:
    view = question["view"]
    bot = seated(question["spec"], view["game"], question["content"])
    notation: object = bot.answer(view, question["seed"])
    if not isinstance(notation, str):
        raise NoNotation(f"it answered {notation!r}, which is no notation")
    return notation


def opinions(question: dict[str, Any]) -> list[dict[str, object]]:
    view = question["view"]
    game = cairn.game(view["game"], question["content"])
    found = bots.analyse(game, view, bots.Budget(0, question["ms"]), question["seed"])
    return [opinion.data() for opinion in found]


TASKS = {"answer": answer, "analyse": opinions}


def main(modules: list[str]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a bot prints is no reply
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    for module in modules:
        importlib.import_module(module)
    _say(replies, {"ready": "yes"})
    for line in sys.stdin:
        question = json.loads(line)
        signal.setitimer(signal.ITIMER_REAL, question["patience"] + GRACE)
        reply = think(question)
        signal.setitimer(signal.ITIMER_REAL, 0)
        _say(replies, reply)


def _say(replies: Any, reply: dict[str, Any]) -> None:
    replies.write(json.dumps(reply) + "\n")
    replies.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
