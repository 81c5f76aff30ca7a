"""Which build runs. With CAIRN_PURE=1 the plain sources run although compiled modules lie beside them."""

from __future__ import annotations

import os
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from pathlib import Path

HERE = str(Path(__file__).parent)


def prefer_plain_if_asked() -> None:
    """Let modules of this package be found as sources only. Must run before any of them is imported."""
    if os.environ.get("CAIRN_PURE") != "1":
        return

    def sources_only(path: str) -> FileFinder:
        if path != HERE and not path.startswith(HERE + os.sep):
            raise ImportError
        return FileFinder(path, (SourceFileLoader, SOURCE_SUFFIXES))

    sys.path_hooks.insert(0, sources_only)
    for path in list(sys.path_importer_cache):
        if path.startswith(HERE):
            del sys.path_importer_cache[path]


def name() -> str:
    import cairn.core.contract

    path = cairn.core.contract.__file__ or ""
    return "plain" if path.endswith(".py") else "compiled"
