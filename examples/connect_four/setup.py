"""Compile the rules with mypyc where it is installed; the same files run as they are where it is not.

CAIRN_PURE=1      no compilation at all
CAIRN_COMPILED=1  a failed compilation is an error instead of a plain build
"""

from __future__ import annotations

import os
import shutil
import sys

from setuptools import Extension, setup

MODULES = ("content", "scoring", "state", "decisions", "game", "evaluator")


def extensions() -> list[Extension]:
    if os.environ.get("CAIRN_PURE") == "1":
        return []
    required = os.environ.get("CAIRN_COMPILED") == "1"
    if shutil.which(os.environ.get("CC", "cc")) is None and not required:
        return []
    try:
        from mypyc.build import mypycify

        sources = [f"src/cairn_connect_four/{name}.py" for name in MODULES]
        modules = mypycify(sources, opt_level="3", debug_level="0", group_name="cairn_connect_four")
    except (ImportError, SystemExit) as failure:
        if required:
            raise
        sys.stderr.write(f"cairn-connect-four: not compiled ({failure})\n")
        return []
    for module in modules:
        module.optional = not required
    return modules


setup(ext_modules=extensions())
