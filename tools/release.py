"""Makes a release. The version is `__version__` in src/cairn/__init__.py; everything else follows it.

python tools/release.py version                 what it is
python tools/release.py prepare VERSION [DATE]  writes it, and gives "Unreleased" in CHANGELOG.md its name and date
python tools/release.py notes [VERSION]         what CHANGELOG.md says about it
python tools/release.py build [PYTHON...]       dist/: sources, plain wheel, wheels for these Pythons, each tried
python tools/release.py sums                    dist/SHA256SUMS of what is there
python tools/release.py check                   whether all places agree on the version
python tools/release.py tag                     an annotated tag with the notes; the tree must be clean

`build` needs the tools of requirements-tools.lock (`make packages` has them) and Node.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "cairn" / "__init__.py"
CHANGELOG = ROOT / "CHANGELOG.md"
CITATION = ROOT / "CITATION.cff"
SCHEMA = ROOT / "web" / "schema" / "openapi.json"
DIST = ROOT / "dist"
BIN = Path(sys.executable).parent

LINE = re.compile(r'^__version__ = "(.*)"$', re.MULTILINE)
VERSION = re.compile(r"\d+\.\d+\.\d+((a|b|rc)\d+)?")
UNRELEASED = "## Unreleased"


def version() -> str:
    found = LINE.search(SOURCE.read_text(encoding="utf-8"))
    assert found is not None, f"{SOURCE} has no __version__"
    return found[1]


def prepare(new: str, date: str) -> None:
    """Write the version wherever it is written, and name what is unreleased by it."""
    if not VERSION.fullmatch(new):
        sys.exit(f"release: '{new}' is no version; versions are like 0.2.0 or 0.2.0rc1")
    log = CHANGELOG.read_text(encoding="utf-8")
    if f"\n## {new} " in log:
        sys.exit(f"release: CHANGELOG.md has {new} already")
    if not notes("Unreleased").strip():
        sys.exit("release: CHANGELOG.md says nothing under Unreleased")
    CHANGELOG.write_text(log.replace(UNRELEASED, f"{UNRELEASED}\n\n## {new} ({date})", 1), encoding="utf-8")
    SOURCE.write_text(LINE.sub(f'__version__ = "{new}"', SOURCE.read_text(encoding="utf-8")), encoding="utf-8")
    cited = re.sub(r"^(version|date-released):.*\n", "", CITATION.read_text(encoding="utf-8"), flags=re.MULTILINE)
    CITATION.write_text(f"{cited}version: {new}\ndate-released: {date}\n", encoding="utf-8")
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    schema["info"]["version"] = new
    SCHEMA.write_text(json.dumps(schema, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def notes(wanted: str) -> str:
    """The section of the changelog about a version."""
    parts = re.split(r"^## (\S+).*$", CHANGELOG.read_text(encoding="utf-8"), flags=re.MULTILINE)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    if wanted not in sections:
        sys.exit(f"release: CHANGELOG.md has no section '## {wanted}'; it has: {', '.join(sections)}")
    return sections[wanted].strip() + "\n"


def disagreements() -> list[str]:
    """Places that name another version than the one place does."""
    now = version()
    named = {
        "CITATION.cff": re.findall(r"^version: (.*)$", CITATION.read_text(encoding="utf-8"), re.MULTILINE),
        "web/schema/openapi.json": [json.loads(SCHEMA.read_text(encoding="utf-8"))["info"]["version"]],
    }
    return [f"{place} says {said}, the version is {now}" for place, said in named.items() if said != [now]]


def run(*command: object, folder: Path = ROOT, **more: str) -> None:
    print("$", *command, flush=True)
    inherited = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "CAIRN_PURE")}
    subprocess.run([str(part) for part in command], cwd=folder, env={**inherited, **more}, check=True)


def build(pythons: list[str]) -> None:
    """All files of a release. Wheels are built from the unpacked source distribution, as others will build them."""
    moment = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True)
    shared = {"SOURCE_DATE_EPOCH": moment.stdout.strip()}
    shutil.rmtree(DIST, ignore_errors=True)
    make = [sys.executable, "-m", "build", "--installer", "uv", "--outdir", DIST]
    run(*make, "--sdist", CAIRN_PURE="1", **shared)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (archive,) = DIST.glob("*.tar.gz")
        with tarfile.open(archive) as sources:
            sources.extractall(home, filter="data")
        unpacked = home / archive.name.removesuffix(".tar.gz")
        run(*make, "--wheel", unpacked, CAIRN_PURE="1", **shared)
        (plain,) = DIST.glob("*-none-any.whl")
        tried(plain, sys.executable, "plain", home)
        bills(home / f"{plain.name}-{Path(sys.executable).name}")
        for python in filter(None, map(found, pythons)):
            before = set(DIST.glob("*.whl"))
            shutil.rmtree(unpacked / "build" / "lib", ignore_errors=True)
            uv = [BIN / "uv", "build", "--quiet", "--wheel", "--python", python, "--out-dir", DIST]
            run(*uv, unpacked, CAIRN_COMPILED="1", **shared)
            (made,) = set(DIST.glob("*.whl")) - before
            tried(made, python, "compiled", home)
    sums()


def found(python: str) -> str | None:
    """A Python by its version or path; one that is not here is left to others, and said."""
    done = subprocess.run(
        [BIN / "uv", "python", "find", "--no-python-downloads", python], capture_output=True, text=True, check=False
    )
    if done.returncode:
        print(f"release: there is no Python {python} here; its wheel is left to cibuildwheel", flush=True)
        return None
    return done.stdout.strip()


def tried(wheel: Path, python: str, kind: str, home: Path) -> None:
    """Install the wheel into an empty environment and play there."""
    place = home / f"{wheel.name}-{Path(python).name}"
    run(BIN / "uv", "venv", "--quiet", "--python", python, place)
    run(BIN / "uv", "pip", "install", "--quiet", "--python", place / "bin" / "python", f"{wheel}[server]")
    run(place / "bin" / "python", ROOT / "tools" / "try_package.py", kind, folder=home)


def bills(environment: Path) -> None:
    """Bills of materials in CycloneDX: what a server runs with, and what its pages are made from."""
    stem = f"cairn-tabletop-{version()}"
    run(
        BIN / "cyclonedx-py", "environment", "--output-reproducible", "--pyproject", ROOT / "pyproject.toml",
        "--of", "JSON", "-o", DIST / f"{stem}-server.cdx.json", environment / "bin" / "python",
    )  # fmt: skip
    command = ["npm", "sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]
    done = subprocess.run(command, cwd=ROOT / "web", capture_output=True, text=True, check=True)
    (DIST / f"{stem}-pages.cdx.json").write_text(done.stdout, encoding="utf-8")


def sums() -> None:
    """The checksums that `sha256sum --check` reads."""
    files = sorted(file for file in DIST.iterdir() if file.is_file() and file.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (DIST / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")
    print("".join(lines), end="")


def tag() -> None:
    git = ["git", "-C", str(ROOT)]
    changed = subprocess.run([*git, "status", "--porcelain"], capture_output=True, text=True, check=True).stdout
    if changed:
        sys.exit("release: the tree has changes; commit them first")
    text = notes(version())  # refuses a version that is not in the changelog
    # Lines that begin with # are headings here, not comments.
    command = [*git, "tag", "--annotate", "--cleanup=verbatim", f"v{version()}", "--file=-"]
    subprocess.run(command, input=f"Cairn {version()}\n\n{text}", text=True, check=True)
    print(f"tagged v{version()}")


def main() -> None:
    match sys.argv[1:]:
        case ["version"]:
            print(version())
        case ["prepare", new, *date]:
            prepare(new, date[0] if date else datetime.datetime.now(datetime.UTC).date().isoformat())
        case ["notes", *wanted]:
            print(notes(wanted[0] if wanted else version()), end="")
        case ["build", *pythons]:
            build(pythons)
        case ["sums"]:
            sums()
        case ["check"]:
            wrong = disagreements()
            sys.exit("; ".join(wrong) if wrong else 0)
        case ["tag"]:
            tag()
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
