"""The worked example of docs/api.md does what the page says."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import websockets

import cairn
from cairn.server.problems import KINDS
from cairn.server.sockets import NOT_TEXT, REFUSED, TOO_SLOW
from tests.server.process import Server

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
HERE = "http://127.0.0.1:8000"


def block(kind: str) -> str:
    """The first block of code of a kind."""
    [code, *_] = re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return str(code)


def test_the_python_of_the_page_plays_a_game(server: Server) -> None:
    code = block("python").replace(HERE, server.url).replace('"climber"]', '"climber"], pace=0')
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    scores, record = done.stdout.split("\n", 1)
    assert "main tower" in scores
    assert cairn.Record.read(record).state.seat < 0


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_the_curl_of_the_page_opens_a_table_and_takes_its_seats(server: Server, tmp_path: Path) -> None:
    code = block("sh").replace(HERE, server.url)
    done = subprocess.run(
        ["sh", "-eu"], input=code, capture_output=True, text=True, cwd=tmp_path, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    answers = list(documents(done.stdout))
    assert [answer["name"] for answer in answers[:2]] == ["Ana", "Ben"]
    assert (answers[2]["status"], [seat["name"] for seat in answers[2]["seats"]]) == ("running", ["Ana", "Ben"])
    assert answers[3] == [] or answers[3][0]["id"] == answers[2]["id"]
    assert answers[4]["type"] == "/problems/wrong-moment"


def documents(text: str) -> Any:
    """JSON documents one after the other."""
    decoder = json.JSONDecoder()
    while text.strip():
        found, end = decoder.raw_decode(text.strip())
        yield found
        text = text.strip()[end:]


def test_the_messages_of_the_page_are_what_goes_over_the_wire(server: Server) -> None:
    lines = [line for line in block("text").splitlines() if line[:2] in ("->", "<-")]
    sent = [json.loads(line[3:]) for line in lines if line.startswith("->")]
    told = [json.loads(without_gaps(line[3:])) for line in lines if line.startswith("<-")]
    assert len(sent) >= 2

    async def story() -> list[dict[str, Any]]:
        async with server.client() as ana:
            await ana.guest("Ana")
            while True:
                table = await ana.create("five-towers", ["me", "climber"], pace=2000)
                if table["asked"] == 0:
                    break
            url = f"{server.url.replace('http', 'ws')}/api/tables/{table['id']}/socket"
            heard = []
            async with websockets.connect(url, additional_headers={"Cookie": f"cairn={ana.cookie}"}) as socket:
                for message in sent:
                    await socket.send(json.dumps(message))
                while not heard or heard[-1].get("id") != sent[-1]["id"]:
                    heard.append(json.loads(await socket.recv()))
        return [message for message in heard if message["type"] != "seats"]

    heard = asyncio.run(asyncio.wait_for(story(), 60))
    assert [message["type"] for message in heard] == [message["type"] for message in told]
    for real, shown in zip(heard, told, strict=True):
        assert_like(real, shown)


def without_gaps(text: str) -> str:
    """The line as JSON: what the page leaves out by dots is left out."""
    return text.replace(",...", "").replace("{...}", "{}").replace("[...]", "[]")


def assert_like(real: Any, shown: Any) -> None:
    """Everything that is shown is there and of its kind; words, numbers and truth are the same unless left out."""
    if isinstance(shown, dict):
        for name, value in shown.items():
            assert name in real
            assert_like(real[name], value)
    elif isinstance(shown, list):
        for one, other in zip(real, shown, strict=False):
            assert_like(one, other)
    elif shown != "...":
        assert real == shown


def test_the_page_names_every_problem_and_every_code() -> None:
    refusals = PAGE[PAGE.index("## Refusals") :]
    assert set(KINDS) == set(re.findall(r"`([a-z-]+)`(?=[^|]*\| \d)", refusals)), "the table of problems is not whole"
    for code in (NOT_TEXT, TOO_SLOW, *REFUSED.values(), 1009, 1012):
        assert f"{code} " in PAGE
