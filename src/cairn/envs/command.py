"""Bots in any language: programs that read and write lines of JSON, as in `cmd:node examples/bots/greedy.mjs`.

    -> {"type": "hello", "protocol": 1, "game": "five-towers", "seats": 3, "time": 60}
    <- {"type": "hello", "name": "greedy"}
    -> {"type": "position", "id": 1, "view": {...}, "choices": ["pass", "bid 2"], "seed": 7}
    <- {"type": "answer", "id": 1, "choice": "bid 2"}

docs/bot-protocol.md is the whole of it, with a schema (`bot-protocol.schema.json`). A program is started when it is
first asked and serves one game after the other; one that fails is ended and started anew for the next question. What is
wrong with an answer is raised as BadCommand: a match or a table then gives the decision to a stand-in and says why.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import shlex
import signal
import subprocess
from contextlib import suppress
from time import monotonic
from typing import Any

import cairn
from cairn.bots.bot import Bot
from cairn.core import compact
from cairn.core.bot_settings import Budget
from cairn.core.contract import Game, State, View

PROTOCOL = 1
TIME = 60.0
"""Seconds for one answer, unless whoever asks ends it sooner."""
HELLO_TIME = 20.0
LAST_TIME = 0.5
"""Seconds to exit in when the input ends."""
LONGEST_LINE = 1 << 20


class BadCommand(cairn.CairnError):
    """A program could not be started, died, was too slow, or said something that is not in the protocol."""


class Program:
    """A running program and the lines that go back and forth."""

    def __init__(self, command: list[str], game: str, seats: int, seconds: float) -> None:
        self.command = command
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, bufsize=0
            )
        except OSError as error:
            raise BadCommand(f"'{shlex.join(command)}' cannot be started: {error.strerror}") from None
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        self._rest = b""
        self._asked = 0
        try:
            end = monotonic() + HELLO_TIME
            self.tell({"type": "hello", "protocol": PROTOCOL, "game": game, "seats": seats, "time": seconds}, end)
            hello = self._greeted(end)
        except BadCommand:
            self.end()
            raise
        self.name = str(hello.get("name", ""))
        self.reads_text = hello.get("text") is True

    def _greeted(self, end: float) -> dict[str, Any]:
        hello = self.hear(end)
        if hello.get("type") != "hello":
            raise BadCommand(f"it should say hello first, not {_short(hello)}")
        return hello

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def answer(self, view: View, seed: int, seconds: float) -> str:
        """What it chooses. Lines that answer an earlier question are passed over."""
        self._asked += 1
        choices = [choice["choice"] for choice in view["choices"]]
        position = {"type": "position", "id": self._asked, "seed": seed, "choices": choices, "view": view}
        if self.reads_text:
            position["text"] = compact.text(view)
        end = monotonic() + seconds
        self.tell(position, end)
        while True:
            message = self.hear(end)
            if message.get("type") != "answer":
                raise BadCommand(f"an answer is expected, not {_short(message)}")
            if message.get("id") != self._asked:
                continue
            choice = message.get("choice")
            if not isinstance(choice, str):
                raise BadCommand(f"'choice' of an answer is a text, not {_short(choice)}")
            return choice

    def tell(self, message: dict[str, Any], end: float) -> None:
        assert self._process.stdin is not None
        pipe = self._process.stdin.fileno()
        left = json.dumps(message).encode() + b"\n"
        while left:
            if not select.select([], [pipe], [], max(0.0, end - monotonic()))[1]:
                raise BadCommand("it does not read what it is told")
            try:
                left = left[os.write(pipe, left) :]
            except BlockingIOError:  # less room than one write takes as a whole
                continue
            except OSError:
                raise BadCommand(f"it has ended{self._code()}") from None

    def hear(self, end: float) -> dict[str, Any]:
        """The next line."""
        assert self._process.stdout is not None
        while b"\n" not in self._rest:
            if not select.select([self._process.stdout], [], [], max(0.0, end - monotonic()))[0]:
                raise BadCommand("it did not answer in time")
            part = os.read(self._process.stdout.fileno(), 1 << 16)
            if not part:
                raise BadCommand(f"it has ended{self._code()}")
            self._rest += part
            if len(self._rest) > LONGEST_LINE:
                raise BadCommand(f"it said a line of more than {LONGEST_LINE} bytes")
        line, _, self._rest = self._rest.partition(b"\n")
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            raise BadCommand(f"this line is not JSON: {line[:80]!r}") from None
        if not isinstance(message, dict):
            raise BadCommand(f"a line is an object with a 'type', not {_short(message)}")
        return message

    def _code(self) -> str:
        try:
            return f" with exit code {self._process.wait(1)}"
        except subprocess.TimeoutExpired:
            return ""

    def end(self) -> bool:
        """Close its input, which ends a well-behaved program; end it and all that it started if it goes on."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(LAST_TIME)
            went = True
        except subprocess.TimeoutExpired:
            went = False
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        return went


def _short(value: object) -> str:
    return json.dumps(value)[:80]


class CommandBot(Bot):
    """The program behind a spec `cmd:PROGRAM ARGUMENTS`."""

    def __init__(self, name: str, game: Game, command: list[str]) -> None:
        super().__init__(name, game)
        self.command = command
        self.seconds = TIME
        self._program: Program | None = None
        self._process = 0

    def answer(self, view: View, seed: int, budget: Budget | None = None) -> str:
        try:
            return self.program(view["seats"]).answer(view, seed, self.seconds)
        except BadCommand:
            self.end()
            raise

    def decide(self, world: State, dice: cairn.Dice, budget: Budget | None = None) -> int:
        return world.parse(self.answer(world.view(world.seat), dice.pick(1 << 30), budget))

    def program(self, seats: int) -> Program:
        """The running program, started if need be; each process that asks has one of its own."""
        if self._program is None or self._process != os.getpid() or not self._program.is_running:
            self._program = Program(self.command, self.game.slug, seats, self.seconds)
            self._process = os.getpid()
            atexit.register(self.end)
        return self._program

    def end(self) -> bool:
        """Let the program go; whether it went by itself."""
        program, self._program = self._program, None
        return program is None or self._process != os.getpid() or program.end()


def extra_time(spec: str) -> float:
    """Seconds beyond its limit in which an answer is surely over: a program may start, and is ended, in them."""
    return HELLO_TIME + 4 * LAST_TIME if spec.startswith("cmd:") else 0.0


def make(spec: str, game: Game) -> Bot:
    """The bot of a specification such as `cmd:node greedy.mjs`."""
    try:
        command = shlex.split(spec.partition(":")[2])
    except ValueError as error:
        raise cairn.UnknownBot(f"'{spec}' cannot be read: {str(error).lower()}") from None
    if not command:
        raise cairn.UnknownBot("the bot 'cmd' needs a program to run: cmd:node greedy.mjs")
    return CommandBot(spec, game, command)


def check(spec: str, slugs: list[str], games: int, seconds: float) -> list[str]:
    """Play with a program on every seat; what it did wrong, nothing if it keeps to the protocol."""
    problems: list[str] = []
    for slug in slugs:
        game = cairn.game(slug)
        for number in range(games):
            seats = game.seats[number % len(game.seats)]
            dice = cairn.Dice(number)
            state = game.start(seats, dice)
            bot = make(spec, game)
            assert isinstance(bot, CommandBot)
            bot.seconds = seconds
            try:
                while state.seat >= 0:
                    state.choose(state.parse(bot.answer(state.view(state.seat), seed=number)), dice)
                if not bot.end():
                    raise BadCommand("it goes on when its input has ended; it should exit")
            except cairn.CairnError as error:
                problems.append(f"{slug}, {seats} seats, turn {state.turn_number}: {error}")
            finally:
                bot.end()
    return problems
