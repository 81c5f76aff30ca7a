from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import cairn

ROOT = Path(__file__).parent.parent.parent
SOURCES = Path(cairn.__file__).parents[1]

Run = Callable[..., str]


@pytest.fixture(scope="session")
def others(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with Connect Four and a fresh skeleton, their sources and what pip made of them."""
    folder = tmp_path_factory.mktemp("others") / "packages"
    command = [sys.executable, ROOT / "tools" / "other_games.py", folder]
    subprocess.run(command, check=True, env=environment(), capture_output=True)
    return folder


@pytest.fixture(scope="session")
def python(others: Path) -> Run:
    """Run Python where these games are installed: what it printed. It must succeed."""

    def run(*arguments: object, folder: Path = ROOT, typed: str = "") -> str:
        done = subprocess.run(
            [sys.executable, *map(str, arguments)],
            cwd=folder,
            env=environment(others / "games"),
            input=typed,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout

    return run


def environment(*places: Path) -> dict[str, str]:
    """Ours, with the packages in these places."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, [SOURCES, *places])), "COLUMNS": "100"}
