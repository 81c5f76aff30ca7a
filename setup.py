"""Compile core, games and bots with mypyc, and put the pages of the browser table into every package.

Where compiling is impossible the plain build is installed; a package without pages is refused.

CAIRN_PURE=1      no compilation at all
CAIRN_COMPILED=1  a failed compilation is an error instead of a plain build
CAIRN_JOBS=N      so many C files at a time; all cores unless told
CAIRN_PAGES=0     a package for the engine alone: pages are neither built nor wanted
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

COMPILED = ("core", "games", "bots")
FOR_PEOPLE = ("__init__.py", "terminal.py", "drawing.py", "metrics.py", "svg.py", "views.py")
"""What is never in a hot path, or imports what the engine does without."""
COLD = ("content", "errors", "fields", "game", "levels", "packs", "record", "registry", "texts")
"""Compiled modules that run once in a game: half the optimisation compiles in half the time and costs no speed."""

WITHOUT_ENGINE = {"egg_info", "dist_info", "sdist", "clean", "--version", "--name"}
"""Commands that build nothing."""

WEB = Path("web")
PAGES = Path("src/cairn/server/pages/index.html")
NOT_PAGES = {"node_modules", "e2e", "tests", "test-results", "screenshots"}
"""Folders of the browser table that its pages are not made from."""

OBJECTS = Path("build/objects")
KEPT_SECONDS = 14 * 24 * 3600


def cores() -> int:
    told = os.environ.get("CAIRN_JOBS")
    if told:
        return max(1, int(told))
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Objects:
    """Stands in for a compiler's `compile`: many files at a time, and none whose object is known already.

    mypyc writes all C files anew; an object is kept by the content of what it is made from, so that after a small
    change, on a branch visited before or in another kind of install little is left to compile.
    """

    def __init__(self, compiler: Any, jobs: int) -> None:
        self.compiler = compiler
        self.pool = ThreadPoolExecutor(jobs)
        version = subprocess.run([*compiler.compiler, "--version"], capture_output=True, check=False).stdout
        self.base = [sys.version.encode(), version]
        self.lock = threading.Lock()
        self.headers: list[bytes] | None = None

    def compile(
        self,
        sources: list[str],
        output_dir: str | None = None,
        macros: Any = None,
        include_dirs: Any = None,
        debug: bool = False,
        extra_preargs: Any = None,
        extra_postargs: Any = None,
        depends: Any = None,
    ) -> list[str]:
        compiler = self.compiler
        _, objects, postargs, pp_opts, build = compiler._setup_compile(
            output_dir, macros, include_dirs, sources, depends, extra_postargs
        )
        cc_args = compiler._get_cc_args(pp_opts, debug, extra_preargs)

        def one(target: str) -> None:
            source, kind = build[target]
            args = [*postargs, "-O1"] if source.removesuffix(".c").rpartition("___")[2] in COLD else postargs
            kept = OBJECTS / f"{self.mark(source, [*compiler.compiler_so, *cc_args, *args])}.o"
            if kept.exists():
                os.utime(kept)
            else:
                compiler._compile(target, source, kind, cc_args, args, pp_opts)
                half = kept.with_suffix(f".{os.getpid()}")
                shutil.copyfile(target, half)
                half.replace(kept)
            shutil.copyfile(kept, target)

        # The largest first, or the last one keeps everybody waiting.
        by_size = sorted(build, key=lambda target: -Path(build[target][0]).stat().st_size)
        for done in [self.pool.submit(one, target) for target in by_size]:
            done.result()
        return objects

    def mark(self, source: str, command: list[str]) -> str:
        """All that an object is made from, as one name."""
        with self.lock:
            if self.headers is None:
                self.headers = [header.read_bytes() for header in sorted(Path("build").glob("*.h"))]
        digest = hashlib.sha256()
        for part in [*self.base, *self.headers, "\0".join(command).encode(), Path(source).read_bytes()]:
            digest.update(len(part).to_bytes(8, "big") + part)
        return digest.hexdigest()

    def tidy(self) -> None:
        self.pool.shutdown(cancel_futures=True)
        for kept in OBJECTS.iterdir():
            if time.time() - kept.stat().st_mtime > KEPT_SECONDS:
                kept.unlink()


class BuildEngine(build_ext):
    """setuptools compiles the files of an extension one after the other, and ours are nearly all in one extension."""

    def build_extensions(self) -> None:
        if self.compiler.compiler_type != "unix":
            super().build_extensions()
            return
        OBJECTS.mkdir(parents=True, exist_ok=True)
        self.parallel = cores()
        objects = Objects(self.compiler, self.parallel)
        self.compiler.compile = objects.compile
        try:
            super().build_extensions()
        finally:
            objects.tidy()


def pages() -> None:
    """Build the pages of the browser table if they are missing or older than what they are made from.

    A source distribution has the pages and not their sources, so it needs no Node.
    """
    if os.environ.get("CAIRN_PAGES") == "0" or not _outdated(PAGES):
        return
    npm = shutil.which("npm")
    if npm is None or not (WEB / "package.json").exists():
        if PAGES.exists():
            sys.stderr.write("cairn: there is no Node to build the pages anew; packing those that are there\n")
            return
        raise SystemExit(
            "cairn: the pages of the browser table are missing and cannot be built here: install Node 20 or newer "
            "with npm, install a released package, or set CAIRN_PAGES=0 to go without them"
        )
    quiet = {**os.environ, "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD": "1"}
    if not (WEB / "node_modules" / ".packages").exists():
        subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=WEB, env=quiet, check=True)
    subprocess.run([npm, "run", "build"], cwd=WEB, env=quiet, check=True)


def _outdated(built: Path) -> bool:
    if not built.exists():
        return True
    time_built = built.stat().st_mtime
    for folder, inside, names in os.walk(WEB):
        inside[:] = [name for name in inside if name not in NOT_PAGES]
        if any((Path(folder) / name).stat().st_mtime > time_built for name in names):
            return True
    return False


class BuildWithPages(build_py):
    def run(self) -> None:
        if not self.editable_mode:
            pages()
            self.__dict__.pop("data_files", None)  # looked for before there were pages
        super().run()


class SourcesWithPages(sdist):
    def run(self) -> None:
        pages()
        super().run()


def compiled_modules() -> list[str]:
    root = Path("src/cairn")
    return [
        str(path) for layer in COMPILED for path in sorted((root / layer).rglob("*.py")) if path.name not in FOR_PEOPLE
    ]


def extensions() -> list[Extension]:
    # Neither metadata nor sources tell of what is compiled, and mypyc takes half a minute each time it is asked.
    if os.environ.get("CAIRN_PURE") == "1" or WITHOUT_ENGINE & set(sys.argv):
        return []
    required = os.environ.get("CAIRN_COMPILED") == "1"
    if shutil.which(os.environ.get("CC", "cc")) is None and not required:
        sys.stderr.write("cairn: no C compiler found; installing the plain build\n")
        return []
    try:
        from mypyc.build import mypycify

        modules = mypycify(
            compiled_modules(),
            opt_level="2",  # runs as fast as 3 and compiles sooner
            debug_level="0",
            group_name="cairn",
            multi_file=True,  # one huge C file takes twice as long to compile and runs no faster
        )
    except (ImportError, SystemExit) as failure:
        if required:
            raise
        sys.stderr.write(f"cairn: mypyc gave up ({failure}); installing the plain build\n")
        return []
    for module in modules:
        module.optional = not required
        if sys.platform == "linux":
            # Calls inside the one extension need not go through the dynamic linker, and small ones are inlined.
            module.extra_compile_args += ["-fno-semantic-interposition", "-fvisibility=hidden"]
    return modules


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildEngine, "build_py": BuildWithPages, "sdist": SourcesWithPages},
)
