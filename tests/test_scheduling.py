"""Which tests share a process: seen by running some, for the hooks are xdist's and may change."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from tests.scheduling import SPREAD, scope_of

ROOT = Path(__file__).parent.parent
TEST = """
import os
from pathlib import Path

import pytest

@pytest.mark.parametrize("number", range(6))
def test_where(number):
    with (Path(__file__).parent / "seen").open("a") as seen:
        seen.write(f"{Path(__file__).name} {os.environ['PYTEST_XDIST_WORKER']}\\n")
"""


def test_a_file_stays_in_one_process(tmp_path: Path) -> None:
    for name in ("test_one.py", "test_two.py", "test_three.py"):
        (tmp_path / name).write_text(TEST)
    (tmp_path / "conftest.py").write_text("from tests.scheduling import pytest_xdist_make_scheduler\n")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    where = defaultdict(set)
    for line in (tmp_path / "seen").read_text().splitlines():
        file, worker = line.split()
        where[file].add(worker)
    assert {file: len(workers) for file, workers in where.items()} == dict.fromkeys(where, 1)
    assert len(set.union(*where.values())) == 2


def test_tables_of_the_kit_go_to_whichever_process_is_free() -> None:
    tables = [f"tests/{SPREAD}::test_the_game[{slug}]" for slug in ("peaks-6", "solstis-2")]
    assert scope_of(tables[0]) != scope_of(tables[1])
