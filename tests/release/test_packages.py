"""A stranger gets everything from the built files: pages in both, a command by every installer, a server that plays."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import cairn
from cairn.server.settings import built_site
from tests.release.conftest import ROOT, run, tool

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSIONS = ["3.11", "3.12", "3.13", "3.14"]


def test_the_source_distribution_has_the_pages_and_what_a_build_needs(packed: Path) -> None:
    (archive,) = packed.glob("*.tar.gz")
    with tarfile.open(archive) as sources:
        names = {name.partition("/")[2] for name in sources.getnames()}
    assert "src/cairn/server/pages/index.html" in names
    assert any(re.fullmatch(r"src/cairn/server/pages/assets/.*\.js", name) for name in names)
    assert {"setup.py", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "tools/try_package.py"} <= names
    assert not [name for name in names if name.startswith(("tests/", "web/")) or name.endswith((".so", ".pyc"))]


def test_the_plain_wheel_runs_on_any_python_and_has_all_files(wheel: Path) -> None:
    assert wheel.name == f"cairn_tabletop-{cairn.__version__}-py3-none-any.whl"
    names = zipfile.ZipFile(wheel).namelist()
    assert "cairn/server/pages/index.html" in names
    kinds = {".py", ".toml", ".md", ".svg", ".js", ".json", ".tmpl", ".html", ".typed"}
    here = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "cairn").rglob("*")
        if path.suffix in kinds
        and "__pycache__" not in path.parts
        and not path.is_relative_to(ROOT / "src/cairn/server/site")
    } | {"cairn/py.typed"}
    assert sorted(here - set(names)) == []
    assert ("cairn/server/site/index.html" in names) == (built_site() is not None)


def test_from_an_empty_environment_to_a_running_table(wheel: Path, tmp_path: Path) -> None:
    run(tool("uv"), "venv", "--quiet", "--python", sys.executable, tmp_path / "env")
    python = tmp_path / "env" / "bin" / "python"
    run(tool("uv"), "pip", "install", "--quiet", "--python", python, f"{wheel}[server]")
    told = run(python, ROOT / "tools" / "try_package.py", "plain", folder=tmp_path)
    assert told.strip().endswith("plays, serves its pages and a table")


def test_uv_and_pipx_install_the_command(wheel: Path, tmp_path: Path) -> None:
    places = {"UV_TOOL_DIR": tmp_path / "tools", "UV_TOOL_BIN_DIR": tmp_path / "uv"}
    run(tool("uv"), "tool", "install", "--quiet", f"{wheel}[cli]", **{name: str(at) for name, at in places.items()})
    places = {"PIPX_HOME": tmp_path / "home", "PIPX_BIN_DIR": tmp_path / "pipx", "PIPX_MAN_DIR": tmp_path / "man"}
    run(tool("pipx"), "install", f"{wheel}[cli]", **{name: str(at) for name, at in places.items()})
    for command in (tmp_path / "uv" / "cairn", tmp_path / "pipx" / "cairn"):
        assert run(command, "--version", folder=tmp_path).startswith(f"cairn {cairn.__version__}, plain build, Python")


def test_without_node_and_without_pages_a_build_is_refused_in_one_sentence(packed: Path, tmp_path: Path) -> None:
    (sources,) = (packed / "sources").iterdir()
    shutil.copytree(sources, tmp_path / "sources", ignore=shutil.ignore_patterns("build", "*.egg-info"))
    shutil.rmtree(tmp_path / "sources" / "src" / "cairn" / "server" / "pages")
    build = [sys.executable, "setup.py", "-q", "bdist_wheel"]
    path = {"PATH": "/bin", "CAIRN_PURE": "1"}
    if shutil.which("npm", path="/bin"):  # /bin is /usr/bin on many systems
        (tmp_path / "bin").mkdir()
        path["PATH"] = str(tmp_path / "bin")
    done = subprocess.run(
        build, cwd=tmp_path / "sources", env={**os.environ, **path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("cairn: the pages of the browser table are missing")
    run(*build, folder=tmp_path / "sources", CAIRN_PURE="1", CAIRN_PAGES="0")
    (made,) = (tmp_path / "sources" / "dist").glob("*.whl")
    assert not [name for name in zipfile.ZipFile(made).namelist() if "/pages/" in name]


def test_pages_older_than_their_sources_are_built_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """By a stand-in for npm that notes what it is asked."""
    (packed := tmp_path / "tree" / "src" / "cairn" / "server" / "pages").mkdir(parents=True)
    (web := tmp_path / "tree" / "web").mkdir()
    (tmp_path / "bin").mkdir()
    npm = tmp_path / "bin" / "npm"
    npm.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path / "asked"}\n')
    npm.chmod(0o755)
    (web / "package.json").write_text("{}")
    (packed / "index.html").write_text("old")
    os.utime(packed / "index.html", (1, 1))
    hook = (
        "import runpy, setuptools; setuptools.setup = lambda **_: None; "
        f"runpy.run_path({str(ROOT / 'setup.py')!r})['pages']()"
    )

    def build() -> list[str]:
        path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
        run(sys.executable, "-c", hook, folder=tmp_path / "tree", CAIRN_PURE="1", PATH=path)
        return (tmp_path / "asked").read_text().splitlines()

    assert build() == ["ci --no-audit --no-fund", "run build"]
    os.utime(packed / "index.html")
    assert len(build()) == 2


def test_cibuildwheel_would_build_for_every_version_we_name() -> None:
    named = [line.rpartition(" ")[2] for line in PROJECT["project"]["classifiers"] if ":: 3." in line]
    assert named == VERSIONS
    wanted = run(tool("cibuildwheel"), "--print-build-identifiers", "--platform", "linux", "--archs", "x86_64").split()
    assert wanted == [f"cp{version.replace('.', '')}-manylinux_x86_64" for version in VERSIONS]
    settings = PROJECT["tool"]["cibuildwheel"]
    assert settings["environment"] == {"CAIRN_COMPILED": "1"}
    assert (ROOT / settings["test-command"].split()[1].removeprefix("{project}/")).exists()
    assert set(settings["test-extras"]) <= set(PROJECT["project"]["optional-dependencies"])
    for platform in ("macos", "windows"):
        found = run(tool("cibuildwheel"), "--print-build-identifiers", "--platform", platform, "--archs", "all")
        assert {f"cp{version.replace('.', '')}" for version in VERSIONS} == {
            line.partition("-")[0] for line in found.split()
        }
