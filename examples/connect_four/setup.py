"""Install the plain files, or with CAIRN_COMPILED=1 the rules compiled by mypyc."""

from __future__ import annotations

import os

from setuptools import Extension, setup

MODULES = ("content", "scoring", "state", "decisions", "game", "evaluator")


def extensions() -> list[Extension]:
    if os.environ.get("CAIRN_COMPILED") != "1":
        return []
    from mypyc.build import mypycify

    sources = [f"src/cairn_connect_four/{name}.py" for name in MODULES]
    return list(mypycify(sources, opt_level="3", debug_level="0", group_name="cairn_connect_four"))


setup(ext_modules=extensions())
