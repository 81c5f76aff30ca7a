"""Compile core, games and bots with mypyc; install the plain build where that is impossible.

CAIRN_PURE=1      no compilation at all
CAIRN_COMPILED=1  a failed compilation is an error instead of a plain build
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup

COMPILED = ("core", "games", "bots")
FOR_PEOPLE = ("__init__.py", "terminal.py", "drawing.py", "views.py")
"""What is never in a hot path, or imports what the engine does without."""


def compiled_modules() -> list[str]:
    root = Path("src/cairn")
    return [
        str(path) for layer in COMPILED for path in sorted((root / layer).rglob("*.py")) if path.name not in FOR_PEOPLE
    ]


def extensions() -> list[Extension]:
    if os.environ.get("CAIRN_PURE") == "1":
        return []
    required = os.environ.get("CAIRN_COMPILED") == "1"
    if shutil.which(os.environ.get("CC", "cc")) is None and not required:
        sys.stderr.write("cairn: no C compiler found; installing the plain build\n")
        return []
    try:
        from mypyc.build import mypycify

        modules = mypycify(
            compiled_modules(),
            opt_level="3",
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


setup(ext_modules=extensions())
