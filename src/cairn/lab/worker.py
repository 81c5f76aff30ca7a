"""A worker process: it does one job at a time, each a line of JSON, until nobody is there to ask for more.

`cairn.lab.pool` forks workers for matches, or starts fresh ones for a server: `python -m cairn.lab.worker LINE NOTES
[MODULE...]` with two file descriptors and modules to import, which may bring games and bots of their own.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import asdict
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from cairn import bots
from cairn.lab.playing import NOBODY, Alarm, BadAnswer, Fault, Notes, Panel, Table, Task, game_of, problem_of

NICENESS = 5
"""Thinking gives way to serving."""

Job = dict[str, Any]


class Worker:
    """The life of a worker. It leaves Ctrl-C to its parent and does not outlive it."""

    def __init__(self, line: Connection, notes: Notes) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        os.dup2(2, 1)  # what a bot prints is not for the readers of our output
        self.line = line
        self.alarm = Alarm(notes, os.getppid())
        self.jobs: dict[str, Callable[[Job], Any]] = {
            "game": self.game,
            "answer": self.answer,
            "analyse": self.analyse,
        }

    def serve(self) -> None:
        try:
            self.say({"ready": True})
            while True:
                job = json.loads(self.line.recv_bytes())
                self.say(self.outcome(job))
        except (EOFError, ConnectionError):
            return

    def outcome(self, job: Job) -> dict[str, Any]:
        try:
            return {"result": self.jobs[job["kind"]](job)}
        except ConnectionError:
            raise
        except Exception:
            return {"error": traceback.format_exc()}

    def say(self, reply: dict[str, Any]) -> None:
        self.line.send_bytes(json.dumps(reply).encode())

    def tell(self, at: int, fault: Fault) -> None:
        self.say({"fault": asdict(fault), "at": at})

    def game(self, job: Job) -> dict[str, Any]:
        task = Task.of(job["task"])
        table = Table(task, job["stand_ins"], job["timeout"], self.alarm, self.tell)
        # All of it is plain data already; `asdict` would copy every event.
        return vars(table.play(job["failed"]))

    def answer(self, job: Job) -> str:
        view = job["view"]
        choices = [choice["choice"] for choice in view["choices"]]

        def read(answer: object) -> str:
            if not isinstance(answer, str):
                raise BadAnswer(f"it answered {answer!r}, which is no notation")
            notation = " ".join(answer.lower().split())
            if notation not in choices:
                raise BadAnswer(f"it answered '{notation}', which is none of its choices")
            return notation

        panel = Panel(
            job["specs"], view["game"], _path(job), job["timeout"], self.alarm, lambda fault: self.tell(0, fault)
        )
        return panel.answer(view, job["seed"], job["failed"], read)

    def analyse(self, job: Job) -> dict[str, Any]:
        """The opinions, or the problem: nobody stands in for an analysis."""
        view = job["view"]
        try:
            with self.alarm.after(job["timeout"], NOBODY):
                budget = bots.Budget(0, job["ms"])
                opinions = bots.analyse(game_of(view["game"], _path(job)), view, budget, job["seed"])
        except (Exception, SystemExit) as error:
            return {"problem": problem_of(error)}
        return {"opinions": [opinion.data() for opinion in opinions]}


def _path(job: Job) -> Path | None:
    return None if job["content"] is None else Path(job["content"])


def main(line: str, notes: str, *modules: str) -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    worker = Worker(Connection(int(line)), Notes(int(notes)))
    for module in modules:
        importlib.import_module(module)
    worker.serve()


if __name__ == "__main__":
    main(*sys.argv[1:])
