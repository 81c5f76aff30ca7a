"""Every example runs, on little of everything."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

import cairn


def ran(*arguments: object) -> str:
    env = {**os.environ, "PYTHONPATH": "src", "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-W", "ignore", *map(str, arguments)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_pettingzoo_random() -> None:
    printed = ran("examples/pettingzoo_random.py", "solstis", 2)
    assert "seat_0" in printed
    assert "decisions" in printed


def test_maskable_ppo() -> None:
    printed = ran("examples/maskable_ppo.py", "--steps", 64, "--games", 2)
    assert "against random in 2 games" in printed


def test_mccfr() -> None:
    printed = ran("examples/mccfr.py", "--decisions", 2, "--iterations", 3, "--games", 5)
    assert printed.count("with the average policy") == 2


def test_load_dataset(tmp_path: Path) -> None:
    ran("-m", "cairn", "dataset", "five-towers", "--games", 2, "--bots", "hiker", "--out", tmp_path / "data")
    printed = ran("examples/load_dataset.py", tmp_path / "data")
    assert "win_share" in printed
    assert "(64, 1348)" in printed


@pytest.mark.parametrize("name", ["greedy.mjs", "seeded.py"])
def test_bots(name: str) -> None:
    program = "node" if name.endswith("mjs") else "python3"
    printed = ran("-m", "cairn", "check-bot", f"cmd:{program} examples/bots/{name}", "solstis", "--games", 1)
    assert "nothing wrong" in printed


class Model(BaseHTTPRequestHandler):
    """A server of language models whose model always says the same."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert "choices: " in asked["messages"][1]["content"]
        said = {"choices": [{"message": {"role": "assistant", "content": "I take 1."}}]}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(said).encode())

    def log_message(self, *_: object) -> None:
        pass


def test_a_language_model_as_a_bot_in_the_arena() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Model) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        model = f"cmd:{sys.executable} examples/bots/model.py http://127.0.0.1:{server.server_port}/v1 scripted"
        printed = ran("-m", "cairn", "arena", "solstis", "--bots", f"random,{model}", "--games", 1, "--json")
        server.shutdown()
    standings = json.loads(printed)["solstis"]["standings"]
    assert [(row["bot"], row["faults"]) for row in standings] == [("random", 0), (model, 0)]


def test_the_arena_mixes_players() -> None:
    mixed = f"random,hiker,cmd:{sys.executable} examples/bots/seeded.py"
    printed = ran("-m", "cairn", "arena", "solstis", "--bots", mixed, "--games", 2)
    assert "hiker" in printed
    assert "solstis" in printed


def test_a_match_with_the_search_of_open_spiel() -> None:
    players = "hiker,openspiel:ismcts,simulations=2"
    printed = ran("-m", "cairn", "match", "solstis", "--bots", players, "--games", 2, "--json")
    assert '"faults": 0' in printed
    assert cairn.game("solstis").rules_version in printed
