"""What the tests of packages share: the tools of requirements-tools.lock, and a package built once."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent

Run = Callable[..., str]


def run(*command: object, folder: Path = ROOT, **more: str) -> str:
    """What the command printed. It must succeed."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "CAIRN_PURE")}
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, env={**inherited, **more}, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def tool(name: str) -> Path:
    """A program of requirements-tools.lock, which `make test` installs."""
    program = BIN / name
    assert program.exists(), f"{name} is not installed: run `make tools`"
    return program


@pytest.fixture(scope="session")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution, and with the plain wheel that was built from it and nothing else."""
    folder = tmp_path_factory.mktemp("packed")
    python = [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder]
    run(*python, "--sdist", CAIRN_PURE="1")
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as sources:
        sources.extractall(folder / "sources", filter="data")
    # The wheel is made without Node: the sources carry their pages.
    (unpacked,) = (folder / "sources").iterdir()
    run(*python, "--wheel", unpacked, CAIRN_PURE="1", PATH=f"{BIN}:/bin")
    return folder


@pytest.fixture(scope="session")
def wheel(packed: Path) -> Path:
    (found,) = packed.glob("*.whl")
    return found
