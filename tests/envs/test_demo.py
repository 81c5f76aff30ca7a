"""Where the packages of the lab are installed, the evening of `cairn demo` has its report."""

from __future__ import annotations

import os
import sys

from tests.processes import spawn
from tests.server.process import free_port


def test_the_evening_has_a_report_of_the_lab() -> None:
    command = [sys.executable, "-m", "cairn", "demo", "--check", "--port", free_port()]
    held = spawn(command, stdout=-1, stderr=-1, text=True, env={**os.environ, "COLUMNS": "200"})
    said, complaints = held.communicate(timeout=200)
    assert held.returncode == 0, complaints
    assert "/files/lab/report.html is served" in said
