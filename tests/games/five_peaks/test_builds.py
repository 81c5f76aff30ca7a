"""The compiled and the plain build write the same records, to the byte."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import cairn

PROGRAM = """
import hashlib
import cairn

game = cairn.game("five-peaks")
digest = hashlib.sha256()
for seats in game.seats:
    for seed in range(4):
        chance = cairn.Dice(seed)
        record = cairn.Record.new(game, [f"Seat {seat}" for seat in range(seats)], chance)
        while record.state.seat >= 0:
            offered = record.state.choices()
            record.choose(offered[chance.pick(len(offered))], chance)
        digest.update(record.text().encode())
print(cairn.build(), digest.hexdigest())
"""


def records_of(**build: str) -> tuple[str, str]:
    """Which build ran, and the checksum over its records."""
    environment = {name: value for name, value in os.environ.items() if name != "CAIRN_PURE"}
    environment["PYTHONPATH"] = str(Path(cairn.__file__).parents[1])
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM], env={**environment, **build}, capture_output=True, text=True, check=True
    )
    name, digest = run.stdout.split()
    return name, digest


def test_compiled_and_plain_records_are_the_same_to_the_byte() -> None:
    normal, digest = records_of()
    if normal == "plain":
        pytest.skip("there is no compiled build here to compare the plain one with")
    assert records_of(CAIRN_PURE="1") == ("plain", digest)
