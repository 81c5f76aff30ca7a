"""Programs as bots: what they say, and what becomes of those that say it wrong."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from time import monotonic

import jsonschema_rs
import pytest

import cairn
from cairn import bots
from cairn.cli.app import run
from cairn.core.registry import bundled
from cairn.envs import command
from cairn.lab.playing import Task
from cairn.lab.pool import play_all
from tests.processes import wait_for

SEEDED = f"cmd:{sys.executable} examples/bots/seeded.py"
GREEDY = "cmd:node examples/bots/greedy.mjs"
SCHEMA = json.loads(Path("src/cairn/envs/bot-protocol.schema.json").read_text())


def program(folder: Path, body: str) -> str:
    """A spec of a bot whose answer to each message is what `body` prints."""
    file = folder / "bot.py"
    file.write_text(
        "import json, sys, time\nfor line in sys.stdin:\n    m = json.loads(line)\n"
        "    if m['type'] == 'hello':\n        print('{\"type\": \"hello\"}', flush=True)\n        continue\n"
        f"    {body}\n    sys.stdout.flush()\n"
    )
    return f"cmd:{sys.executable} {file}"


def opening(slug: str = "five-towers") -> cairn.State:
    return cairn.game(slug).start(2, cairn.Dice(1))


@pytest.mark.parametrize("spec", [SEEDED, GREEDY])
def test_the_examples_play_every_game(spec: str) -> None:
    assert spec is SEEDED or shutil.which("node"), "the example in JavaScript needs Node"
    assert command.check(spec, bundled(), games=1, seconds=20) == []


def test_the_same_seed_gets_the_same_answer() -> None:
    state = opening()
    bot = bots.make(SEEDED, state.setup.game)
    view = state.view(state.seat)
    assert bot.answer(view, 5) == bot.answer(view, 5)
    bot.end()


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("print('hm')", "this line is not JSON: b'hm'"),
        ("print('[]')", "a line is an object with a 'type'"),
        ("print(json.dumps({'type': 'answer', 'id': m['id']}))", "'choice' of an answer is a text"),
        ('print(\'{"type": "bye"}\')', "an answer is expected"),
        ("print('[' * 100000)", "this line is not JSON"),
        ("print('x' * (1 << 21))", "it said a line of more than 1048576 bytes"),
        ("sys.exit(3)", "it has ended with exit code 3"),
        ("time.sleep(9)", "it did not answer in time"),
    ],
)
def test_what_is_wrong_with_an_answer_is_said(tmp_path: Path, body: str, problem: str) -> None:
    state = opening()
    bot = bots.make(program(tmp_path, body), state.setup.game)
    assert isinstance(bot, command.CommandBot)
    bot.seconds = 1.0
    with pytest.raises(command.BadCommand, match=problem.replace("[", r"\[")):
        bot.answer(state.view(state.seat), 1)


def test_a_program_that_cannot_be_started_is_named() -> None:
    state = opening()
    with pytest.raises(command.BadCommand, match="'no-such-program' cannot be started: No such file"):
        bots.make("cmd:no-such-program", state.setup.game).answer(state.view(state.seat), 1)
    with pytest.raises(cairn.UnknownBot, match="needs a program to run"):
        bots.make("cmd:", state.setup.game)


def test_an_answer_to_an_earlier_question_is_passed_over(tmp_path: Path) -> None:
    late = "[print(json.dumps({'type': 'answer', 'id': i, 'choice': m['choices'][0]})) for i in (0, m['id'])]"
    state = opening()
    bot = bots.make(program(tmp_path, late), state.setup.game)
    assert bot.answer(state.view(state.seat), 1) == state.notation(state.offered[0])
    bot.end()


def test_a_program_that_dies_loses_its_decisions_and_the_game_goes_on(tmp_path: Path) -> None:
    spec = program(tmp_path, "sys.exit(3)")
    (played,) = play_all([Task((0,), "five-towers", (spec, "random"), 1, 0, {})], jobs=1, timeout=20)
    assert sum(played.shares) == 1
    assert played.faults
    assert all(fault.seat == 0 and "exit code 3" in fault.problem for fault in played.faults)


def test_a_program_that_hangs_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    file = tmp_path / "hangs.py"
    file.write_text(
        "import json, subprocess, time\nchild = subprocess.Popen(['sleep', '999'])\n"
        "print(json.dumps({'type': 'hello', 'name': str(child.pid)}), flush=True)\ntime.sleep(999)\n"
    )
    bot = bots.make(f"cmd:{sys.executable} {file}", cairn.game("solstis"))
    assert isinstance(bot, command.CommandBot)
    bot.seconds = 0.1
    child = bot.program(2).name
    state = opening("solstis")
    with pytest.raises(command.BadCommand, match="it did not answer in time"):
        bot.answer(state.view(state.seat), 1)
    stat = Path(f"/proc/{child}/stat")
    wait_for(lambda: not stat.exists() or stat.read_text().split()[2] == "Z")


def test_a_program_that_does_not_read_is_not_waited_for_forever(tmp_path: Path) -> None:
    file = tmp_path / "deaf.py"
    file.write_text('import time\nprint(\'{"type": "hello"}\', flush=True)\ntime.sleep(999)\n')
    deaf = command.Program([sys.executable, str(file)], "solstis", 2, 1.0)
    with pytest.raises(command.BadCommand, match="it does not read what it is told"):
        deaf.tell({"much": "x" * (1 << 20)}, monotonic() + 0.2)
    assert not deaf.end()


def test_a_program_may_have_the_position_as_text(tmp_path: Path) -> None:
    file = tmp_path / "reader.py"
    file.write_text(
        'import json, sys\nprint(\'{"type": "hello", "text": true}\', flush=True)\nsys.stdin.readline()\n'
        "for line in sys.stdin:\n    m = json.loads(line)\n"
        "    print(json.dumps({'type': 'answer', 'id': m['id'], 'choice': m['text']}), flush=True)\n"
    )
    state = opening()
    bot = bots.make(f"cmd:{sys.executable} {file}", state.setup.game)
    assert bot.answer(state.view(state.seat), 1) == state.text()
    bot.end()


def test_check_bot_reports(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["check-bot", SEEDED, "solstis", "--games", "1"]) == 0
    assert "1 game, nothing wrong." in capfd.readouterr().out
    illegal = program(tmp_path, "print(json.dumps({'type': 'answer', 'id': m['id'], 'choice': 'bid 99'}))")
    assert run(["check-bot", illegal, "five-towers", "--games", "1"]) == 1
    assert "five-towers, 2 seats, turn 1:" in capfd.readouterr().out
    stays = tmp_path / "stays.py"
    stays.write_text(Path("examples/bots/seeded.py").read_text() + "\nimport time; time.sleep(999)\n")
    assert run(["check-bot", f"cmd:{sys.executable} {stays}", "solstis", "--games", "1"]) == 1
    assert "it goes on when its input has ended" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["check-bot", 'cmd:"node', "solstis"], "cannot be read: no closing quotation"),
        (["check-bot", "climber"], "check-bot is for programs"),
        (["seat", "http://127.0.0.1:1/join/abcdefgh", "--bot", "hiker"], "http://127.0.0.1:1 does not answer"),
        (["seat", "nonsense", "--bot", "hiker"], "a link to a table looks like"),
        (["arena", "solstis", "--bots", "hiker"], "an arena needs two players or more"),
    ],
)
def test_what_cannot_be_is_refused_in_words(arguments: list[str], told: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) != 0
    assert told in capfd.readouterr().err


def test_messages_follow_the_schema() -> None:
    valid = jsonschema_rs.validator_for(SCHEMA)
    state = opening()
    view = state.view(state.seat)
    choices = [choice["choice"] for choice in view["choices"]]
    for message in (
        {"type": "hello", "protocol": 1, "game": "solstis", "seats": 2, "time": 60.0},
        {"type": "hello", "name": "greedy", "text": True},
        {"type": "position", "id": 1, "seed": 7, "choices": choices, "view": view},
        {"type": "answer", "id": 1, "choice": "pass"},
    ):
        assert valid.is_valid(message), message
    assert not valid.is_valid({"type": "answer", "choice": "pass"})
    assert not valid.is_valid({"type": "position", "id": 1, "seed": 7, "choices": [], "view": view})
