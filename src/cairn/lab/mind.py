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

GRACE = 5.0
"""Seconds beyond its patience after which a bot is ended even if nobody is left to do it."""


@lru_cache(maxsize=64)
def seated(spec: str, slug: str, content: str | None) -> bots.Bot:
    """Bots are the same whatever they were asked before, so they are made once."""
    return bots.make(spec, cairn.game(slug, content))


def answer(question: dict[str, Any]) -> dict[str, str]:
    view = question["view"]
    try:
        bot = seated(question["spec"], view["game"], question["content"])
        notation: object = bot.answer(view, cairn.Dice(question["seed"]))
    except (Exception, SystemExit) as error:  # whatever a bot raises is its own fault alone
        return {"problem": raised(error)}
    if not isinstance(notation, str):
        return {"problem": f"it answered {notation!r}, which is no notation"}
    return {"answer": notation}


def main(modules: list[str]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a bot prints is no reply
    for module in modules:
        importlib.import_module(module)
    _say(replies, {"ready": "yes"})
    for line in sys.stdin:
        question = json.loads(line)
        signal.setitimer(signal.ITIMER_REAL, question["patience"] + GRACE)
        reply = answer(question)
        signal.setitimer(signal.ITIMER_REAL, 0)
        _say(replies, reply)


def _say(replies: Any, reply: dict[str, str]) -> None:
    replies.write(json.dumps(reply) + "\n")
    replies.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
