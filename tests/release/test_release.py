"""A release: one version, notes from the changelog, checksums, and files for the people who come."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import cairn
from tests.release.conftest import ROOT, run
from tests.release.test_packages import VERSIONS

FORGE = ROOT / ".github"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The files that know the version, in a repository of their own."""
    folder = tmp_path / "tree"
    for name in (
        "tools/release.py",
        "src/cairn/__init__.py",
        "CHANGELOG.md",
        "CITATION.cff",
        "web/schema/openapi.json",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    (folder / "CHANGELOG.md").write_text(
        "# Changelog\n\n## Unreleased\n\n- A sixth game.\n\n## 0.1.0 (2026-11-01)\n\n- Five.\n"
    )
    run("git", "init", "--quiet", folder)
    commit(folder)
    return folder


def commit(folder: Path) -> None:
    run("git", "-C", folder, "add", ".")
    run("git", "-C", folder, "-c", "user.name=Ana", "-c", "user.email=ana@example.org", "commit", "--quiet", "-m", "x")


def release(tree: Path, *arguments: str) -> str:
    return run(
        sys.executable,
        tree / "tools" / "release.py",
        *arguments,
        folder=tree,
        GIT_COMMITTER_NAME="Ana",
        GIT_COMMITTER_EMAIL="ana@example.org",
    )


def test_every_place_that_names_the_version_names_the_same() -> None:
    assert run(sys.executable, ROOT / "tools" / "release.py", "check") == ""
    assert release(ROOT, "version").strip() == cairn.__version__


def test_a_release_from_its_version_to_its_tag(tree: Path) -> None:
    release(tree, "prepare", "0.2.0", "2026-12-24")
    assert release(tree, "check") == ""
    assert release(tree, "version") == "0.2.0\n"
    assert release(tree, "notes") == "- A sixth game.\n"
    assert release(tree, "notes", "0.1.0") == "- Five.\n"
    cited = yaml.safe_load((tree / "CITATION.cff").read_text())
    assert (cited["version"], str(cited["date-released"])) == ("0.2.0", "2026-12-24")
    commit(tree)
    release(tree, "tag")
    assert "- A sixth game." in run("git", "-C", tree, "tag", "--list", "-n9", "v0.2.0")
    (tree / "dist").mkdir()
    (tree / "dist" / "a.whl").write_bytes(b"wheel")
    release(tree, "sums")
    digest = hashlib.sha256(b"wheel").hexdigest()
    assert (tree / "dist" / "SHA256SUMS").read_text() == f"{digest}  a.whl\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["prepare", "soon"], "'soon' is no version; versions are like 0.2.0 or 0.2.0rc1"),
        (["prepare", "0.1.0"], "CHANGELOG.md has 0.1.0 already"),
        (["notes", "9.9.9"], "CHANGELOG.md has no section '## 9.9.9'"),
        (["tag"], "the tree has changes; commit them first"),
    ],
)
def test_what_cannot_be_released_is_refused(tree: Path, arguments: list[str], sentence: str) -> None:
    (tree / "left.txt").write_text("left over")
    done = subprocess.run(
        [sys.executable, tree / "tools" / "release.py", *arguments],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert sentence in done.stderr


def test_a_place_with_another_version_is_noticed(tree: Path) -> None:
    schema = tree / "web" / "schema" / "openapi.json"
    schema.write_text(json.dumps({"info": {"version": "7"}}))
    done = subprocess.run(
        [sys.executable, tree / "tools" / "release.py", "check"], cwd=tree, capture_output=True, text=True, check=False
    )
    assert "web/schema/openapi.json says ['7']" in done.stderr


def test_the_workflow_runs_make_test_on_every_version() -> None:
    job = yaml.safe_load((FORGE / "workflows" / "test.yml").read_text())["jobs"]["test"]
    assert job["strategy"]["matrix"]["python"] == VERSIONS
    assert [step["run"] for step in job["steps"] if "run" in step][-1] == "make test"


def test_the_release_workflow_calls_what_there_is() -> None:
    jobs = yaml.safe_load((FORGE / "workflows" / "release.yml").read_text())["jobs"]
    commands = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    makefile = (ROOT / "Makefile").read_text()
    for command in commands:
        if command.startswith("make "):
            assert f"\n{command.split()[1]}:" in makefile
        if command.startswith("python tools/"):
            assert (ROOT / command.split()[1]).exists()
    assert jobs["publish"]["needs"] == ["sources", "wheels"]
    for job in jobs.values():
        assert all("@" in step["uses"] for step in job["steps"] if "uses" in step)


def test_templates_are_forms_that_a_forge_takes() -> None:
    for file in sorted((FORGE / "ISSUE_TEMPLATE").glob("*.yml")):
        form = yaml.safe_load(file.read_text())
        if file.name == "config.yml":
            assert form == {"blank_issues_enabled": False}
            continue
        assert {"name", "description", "body"} <= set(form), file.name
        ids = [part["id"] for part in form["body"]]
        assert len(ids) == len(set(ids))
        assert all(part["type"] in ("input", "textarea") and part["attributes"]["label"] for part in form["body"])


def test_the_citation_has_what_the_format_asks_for() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors", "version", "license"} <= set(cited)
    assert cited["license"] == "Apache-2.0"
    assert all("name" in author or "family-names" in author for author in cited["authors"])
