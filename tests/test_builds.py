"""The compiled and the plain build write the same records, to the byte, for every game, seat count and option."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import cairn

PROGRAM = """
import hashlib
import sys

import cairn
from cairn.testing import option_sets

game = cairn.game(sys.argv[1])
for seats in game.seats:
    for options in option_sets(game, seats):
        digest = hashlib.sha256()
        for seed in range(int(sys.argv[2])):
            chance = cairn.Dice(seed)
            record = cairn.Record.new(game, [f"Seat {seat}" for seat in range(seats)], chance, **options)
            while record.state.seat >= 0:
                offered = record.state.choices()
                record.choose(offered[chance.pick(len(offered))], chance)
            digest.update(record.text().encode())
        print(seats, options, digest.hexdigest())
print(cairn.build(), file=sys.stderr)
"""

GAMES_EACH = 3


def records_of(slug: str, **build: str) -> tuple[str, list[str]]:
    """Which build ran, and a checksum over its records for each seat count and set of options."""
    environment = {name: value for name, value in os.environ.items() if name != "CAIRN_PURE"}
    environment["PYTHONPATH"] = os.pathsep.join([str(Path(cairn.__file__).parents[1]), *sys.path])
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, slug, str(GAMES_EACH)],
        env={**environment, **build},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stderr.strip(), run.stdout.splitlines()


@pytest.mark.parametrize("slug", cairn.slugs())
def test_compiled_and_plain_records_are_the_same_to_the_byte(slug: str) -> None:
    normal, digests = records_of(slug)
    if normal == "plain":
        pytest.skip("there is no compiled build here to compare the plain one with")
    plain, plain_digests = records_of(slug, CAIRN_PURE="1")
    assert plain == "plain"
    assert digests
    assert plain_digests == digests
