"""Every block of code on every page is run: here, or by the test that `ELSEWHERE` names.

Commands run with fewer games than the page says, in a folder of their own. What waits for a person, a server or a
night is read by the parser of the command line instead, so that no page names an option that does not exist.
"""

from __future__ import annotations

import doctest
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest
import typer

from cairn.cli.app import app, run

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]

ELSEWHERE = {
    ("docs/research.md", "python"): "tests/envs/test_research_page.py",
    ("docs/api.md", "python"): "tests/server/test_api_page.py",
    ("docs/api.md", "sh"): "tests/server/test_api_page.py",
    ("docs/api.md", "text"): "tests/server/test_api_page.py",
    ("docs/lab.md", "sql"): "tests/envs/test_lab.py",
    ("docs/testing.md", "python"): "tests/test_games_kit.py",
}
"""Blocks that need more than this test has, and the test that runs them."""

SHOWN = {"text", "pycon", "js"}
"""Kinds that are no commands; JavaScript is read by Node, sessions by doctest."""

WAITS = {
    "play",
    "serve",
    "demo",
    "seat",
    "mcp",
    "ladder",
    "bench",
    "arena",
    "dataset",
    "lab",
    "review",
    "check-bot",
    "doctor",
}
"""Commands that wait for somebody, need packages that are not here, or take long; they have tests of their own."""

SMALLER = [
    (r"--games \d+", "--games 2"),
    (r"--jobs \d+", "--jobs 1"),
    (r"climber", "random"),
    (r"summit|guide|search:ms=\d+", "hiker"),
]


@dataclass(frozen=True)
class Block:
    page: str
    number: int
    kind: str
    code: str

    def __str__(self) -> str:
        return f"{self.page}-{self.number}-{self.kind or 'plain'}"


def blocks() -> Iterator[Block]:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        name = page.relative_to(ROOT).as_posix()
        for number, (kind, code) in enumerate(re.findall(r"^```(\w*)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)):
            yield Block(name, number, kind, code)
        rest = re.sub(r"^```(\w*)\n(.*?)^```", "", text, flags=re.MULTILINE | re.DOTALL)
        for number, code in enumerate(re.findall(r"\n\n((?: {4}\S.*\n)+)", rest), 100):
            yield Block(name, number, "indented", "".join(line[4:] + "\n" for line in code.splitlines()))


ALL = list(blocks())


def commands(kind: str = "") -> list[tuple[str, str]]:
    """Every line that is a command, with its page."""
    found = []
    for block in ALL:
        if block.kind in ("", "sh", "indented") and (block.page, block.kind) not in ELSEWHERE:
            lines = re.sub(r"\\\n *", " ", block.code).splitlines()
            found += [(block.page, line.strip()) for line in lines if line.strip().startswith(kind)]
    return sorted(set(found))


def words(line: str) -> list[str]:
    """The arguments of a command line of ours, without what the page says about it."""
    line = re.sub(r"\s{2,}.*$|\s+#.*$|\s+>.*$", "", line.removeprefix("cairn ").strip())
    return shlex.split(line)


@pytest.mark.parametrize("block", [block for block in ALL if block.kind == "python"], ids=str)
def test_python_runs(block: Block, tmp_path: Path) -> None:
    named = ELSEWHERE.get((block.page, block.kind))
    if named is not None:
        assert (ROOT / named).exists()
        return
    done = subprocess.run([sys.executable, "-c", block.code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("block", [block for block in ALL if block.kind == "pycon"], ids=str)
def test_sessions_say_what_they_say(block: Block) -> None:
    import cairn

    known = {"cairn": cairn, "game": cairn.game("five-towers")}
    tried = doctest.DocTestParser().get_doctest(block.code, known, block.page, None, None)
    assert doctest.DocTestRunner().run(tried).failed == 0


@pytest.mark.parametrize("block", [block for block in ALL if block.kind in ("toml", "json")], ids=str)
def test_data_is_well_formed(block: Block) -> None:
    assert (tomllib if block.kind == "toml" else json).loads(block.code)


@pytest.mark.parametrize("block", [block for block in ALL if block.kind == "js"], ids=str)
def test_javascript_is_well_formed(block: Block, tmp_path: Path) -> None:
    file = tmp_path / "block.mjs"
    file.write_text(block.code, encoding="utf-8")
    subprocess.run(["node", "--check", file], check=True)


def test_every_block_is_of_a_kind_that_is_run() -> None:
    known = {"python", "toml", "json", "sh", "sql", "indented", "", *SHOWN}
    assert {str(block) for block in ALL if block.kind not in known} == set()
    assert {block.page for block in ALL if block.kind == "sql"} <= {page for page, kind in ELSEWHERE if kind == "sql"}
    for (page, _), test in ELSEWHERE.items():
        assert (ROOT / page).exists()
        assert Path(page).name in (ROOT / test).read_text(encoding="utf-8") or test.endswith("test_games_kit.py")


@pytest.mark.parametrize(("page", "line"), commands("cairn "))
def test_our_commands_run(page: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = words(line)
    parse(arguments)
    if arguments[0] in WAITS or "cmd:" in line or line.startswith("cairn admin"):
        return
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "src" / "cairn" / "cli" / "evening" / "five-towers.json", tmp_path / "FILE")
    for wide, small in SMALLER:
        line = re.sub(wide, small, line)
    assert run([word.removesuffix("...") for word in words(line) if word != "--step"]) == 0


def parse(arguments: list[str]) -> None:
    """Let the command line read the arguments, and do nothing with them."""
    command = typer.main.get_command(app)
    context = command.make_context("cairn", [], resilient_parsing=True)
    rest = list(arguments)
    while hasattr(command, "get_command"):
        found = command.get_command(context, rest[0])
        assert found is not None, f"there is no command cairn {' '.join(arguments)}"
        command, rest = found, rest[1:]
    command.make_context(command.name, rest)


@pytest.mark.parametrize(("page", "line"), commands("python "))
def test_our_scripts_are_there_and_take_the_options_named(page: str, line: str) -> None:
    arguments = re.sub(r"\s+#.*$", "", line).split()[1:]
    if arguments[0] == "-m":
        assert find_spec(arguments[1]) is not None
        return
    script = ROOT / arguments[0]
    text = script.read_text(encoding="utf-8")
    for module in re.findall(r"^(?:from|import) ([\w.]+)", text, re.MULTILINE):  # where they share their options
        shared = script.parent / f"{module.rpartition('.')[2]}.py"
        text += shared.read_text(encoding="utf-8") if shared.exists() else ""
    for option in re.findall(r"--[a-z-]+", " ".join(arguments[1:])):
        assert option in text, f"{script.name} knows no {option}"


@pytest.mark.parametrize(("page", "line"), commands("make "))
def test_our_make_targets_exist(page: str, line: str) -> None:
    assert re.search(rf"^{line.split()[1]}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize(
    "line", ["cairn play --sets me", "cairn brew tea", "cairn simulate", "cairn serve --colour red"]
)
def test_a_command_that_does_not_exist_is_noticed(line: str) -> None:
    with pytest.raises((AssertionError, typer.TyperException)):
        parse(words(line))
