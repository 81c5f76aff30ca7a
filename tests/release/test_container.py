"""The steps of the container, without an engine for containers: each stage is a folder, and its commands run there.

Only what needs the image itself is left out: Debian's packages and the system's user. With CAIRN_SOAK the engine is
compiled as in the container; otherwise the plain build is made, which takes seconds.
"""

from __future__ import annotations

import fnmatch
import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.release.conftest import ROOT, run, tool

DOCKERFILE = ROOT / "deploy" / "Dockerfile"
OF_THE_IMAGE = ("apt-get", "useradd")
IGNORED = [
    line for line in (ROOT / ".dockerignore").read_text().splitlines() if line.strip() and not line.startswith("#")
]


@dataclass
class Stage:
    image: str
    root: Path
    folder: str = "/"
    ran: list[str] = field(default_factory=list)

    def at(self, path: str) -> Path:
        """A path of the container, relative to its working folder, as a path here."""
        return self.root / (path if path.startswith("/") else f"{self.folder}/{path}").lstrip("/")


def steps() -> list[tuple[str, str]]:
    text = DOCKERFILE.read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def is_ignored(path: Path) -> bool:
    name = path.as_posix()
    for pattern in IGNORED:
        tail = pattern.removeprefix("**/")
        if fnmatch.fnmatch(name, tail) or (tail != pattern and fnmatch.fnmatch(path.name, tail)):
            return True
    return False


def copy(source: Path, target: Path, context: Path) -> None:
    if source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)
        return

    def ignored(folder: str, names: list[str]) -> list[str]:
        inside = Path(folder).relative_to(context)
        return [name for name in names if context == ROOT and is_ignored(inside / name)]

    shutil.copytree(source, target, dirs_exist_ok=True, symlinks=True, ignore=ignored)


def execute(stage: Stage, command: str) -> None:
    """The command with the folders of the container found in the stage's root."""
    here = re.sub(r"(?<![\w./])(/(?:src|opt/cairn|tools|wheels))\b", lambda found: f"{stage.root}{found[1]}", command)
    build = {} if os.environ.get("CAIRN_SOAK") else {"CAIRN_PURE": "1"}
    inherited = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "CAIRN_PURE")}
    done = subprocess.run(
        ["sh", "-euc", here], cwd=stage.at("."), env={**inherited, **build}, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-3000:]}"
    stage.ran.append(command)


@pytest.fixture(scope="module")
def container(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Stage]:
    """All stages by name; the last one is called "last"."""
    folder = tmp_path_factory.mktemp("container")
    stages: dict[str, Stage] = {}
    stage = Stage("", folder)
    for word, rest in steps():
        if word == "FROM":
            image, _, name = rest.partition(" AS ")
            stage = stages[name or "last"] = Stage(image, folder / (name or "last"))
            stage.root.mkdir()
        elif word == "WORKDIR":
            stage.folder = rest
            stage.at(".").mkdir(parents=True, exist_ok=True)
        elif word == "COPY":
            origin = re.match(r"--from=(\S+) ", rest)
            *sources, target = rest.split()[1 if origin else 0 :]
            for source in sources:
                whole = stages[origin[1]].at(source) if origin else ROOT / source
                into = stage.at(target) / whole.name if target == "./" and whole.is_file() else stage.at(target)
                copy(whole, into, stages[origin[1]].root if origin else ROOT)
        elif word == "RUN" and not rest.startswith(OF_THE_IMAGE):
            execute(stage, rest)
    return stages


def test_the_image_has_the_command_the_pages_and_pinned_packages(container: dict[str, Stage]) -> None:
    last, build = container["last"], container["build"]
    assert len(build.ran) == 3
    assert len(container["pages"].ran) == 2
    pages = list(last.root.glob("opt/cairn/lib/python3*/site-packages/cairn/server/pages/index.html"))
    assert len(pages) == 1
    assert "/assets/" in pages[0].read_text()
    # The environment runs where it was made; that is what the last stage copies.
    python = build.at("/opt/cairn/bin/python")
    told = run(
        python,
        ROOT / "tools" / "try_package.py",
        "compiled" if os.environ.get("CAIRN_SOAK") else "plain",
        folder=build.root,
    )
    assert "plays, serves its pages and a table" in told
    pinned = dict(line.split("==") for line in (ROOT / "requirements-dev.lock").read_text().lower().splitlines())
    installed = dict(
        line.split("==") for line in run(python, "-m", "pip", "freeze").lower().splitlines() if "==" in line
    )
    assert len(installed) > 20
    assert {name: version for name, version in installed.items() if pinned.get(name) != version} == {}


def test_nothing_built_outside_goes_into_the_image() -> None:
    assert is_ignored(Path("src/cairn/server/pages"))
    assert is_ignored(Path("src/cairn/core/deck.cpython-311-x86_64-linux-gnu.so"))
    assert is_ignored(Path("web/node_modules"))
    assert not is_ignored(Path("src/cairn/server/app.py"))


def test_hadolint_has_nothing_to_say(tmp_path: Path) -> None:
    assert run(tool("hadolint"), DOCKERFILE) == ""
    worse = tmp_path / "Dockerfile"
    worse.write_text(DOCKERFILE.read_text().replace("node:22-slim", "node:latest"))
    done = subprocess.run([tool("hadolint"), worse], capture_output=True, text=True, check=False)
    assert (done.returncode, "DL3007" in done.stdout) == (1, True)
