"""What a long run has done so far, on disk: one line of JSON per finished game, only ever appended to.

A run may be killed at any moment. A line that was being written then is cut off at the next start, and its game played
again. The first line says what is being run; a run with other arguments is refused.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
from collections.abc import Collection
from pathlib import Path
from time import monotonic
from typing import Any

import cairn

NAME = "games.jsonl"


class BadRun(cairn.CairnError):
    """A folder that holds another run than the one asked for, or one that is being played right now."""


class Journal:
    """The file of one run, open for appending. `rows` are the games it held already."""

    def __init__(
        self, folder: Path, header: dict[str, Any], resume: bool, fields: Collection[str] | None = None
    ) -> None:
        """Of each game only these `fields` come to memory, if they are given."""
        self.path = folder / NAME
        self._fields = fields
        if self.path.exists() and not resume:
            raise BadRun(f"{folder} already has a run: continue it with --resume, or name another folder")
        folder.mkdir(parents=True, exist_ok=True)
        self._file = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        self._safe = 0.0
        try:
            self._lock()
            self.rows = self._read(header)
        except BaseException:
            self.close()
            raise

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadRun(f"{self.path} is being written by another process") from None

    def _read(self, header: dict[str, Any]) -> list[dict[str, Any]]:
        rows = []
        whole = 0
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break
                row = self._parsed(number, line)
                if number == 1:
                    self._compare(row, header)
                else:
                    rows.append(row if self._fields is None else {name: row[name] for name in self._fields})
                whole += len(line)
        os.ftruncate(self._file, whole)
        if not whole:
            self.append(header)
        return rows

    def _parsed(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise BadRun(f"{self.path}, line {number}: is not a line of a run")
        return row

    def _compare(self, begun: dict[str, Any], header: dict[str, Any]) -> None:
        for name in {**header, **begun}:
            if begun.get(name) != header.get(name):
                was, wanted = (json.dumps(data.get(name), ensure_ascii=False) for data in (begun, header))
                raise BadRun(
                    f"{self.path} was started with {name} {was}, not {wanted}, and cannot be continued like that"
                )

    def append(self, row: dict[str, Any]) -> None:
        """One line in one piece: it outlives this process at once, and the machine within a second or with `close`."""
        line = json.dumps(row, ensure_ascii=False).encode() + b"\n"
        if os.write(self._file, line) < len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
        if monotonic() - self._safe > 1:
            self._make_safe()

    def _make_safe(self) -> None:
        os.fsync(self._file)
        self._safe = monotonic()

    def close(self) -> None:
        self._make_safe()
        os.close(self._file)


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there in full or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
