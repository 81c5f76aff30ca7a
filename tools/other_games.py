"""Install games that are packages of their own, as a user would, for tests: the example and a fresh skeleton.

    python tools/other_games.py FOLDER     then put FOLDER/games on PYTHONPATH

The sources lie in FOLDER too, with the tests that come with them: `connect_four` and `stone-soup`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SKELETON = "stone-soup"
PIP = ("pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")


def install(folder: Path) -> Path:
    """Both games in a new folder; the place to put on PYTHONPATH."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    games = folder / "games"
    leave_out = shutil.ignore_patterns("build", "*.egg-info", "__pycache__", "*.so")
    example = Path(shutil.copytree(ROOT / "examples" / "connect_four", folder / "connect_four", ignore=leave_out))
    skeleton = folder / SKELETON
    _run("cairn", "new-game", SKELETON, "--into", str(skeleton))
    for source in (example, skeleton):
        _run(*PIP, "--target", str(games), str(source))
    return games


def _run(module: str, *arguments: str) -> None:
    """A command of this Python, on the plain build: to compile a game takes longer than to test it."""
    command = [sys.executable, "-m", module, *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "CAIRN_PURE": "1"})


if __name__ == "__main__":
    print(install(Path(sys.argv[1])))
