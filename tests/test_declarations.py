"""What is written from declarations is up to date: `clone` of every state, and the types of views."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cairn.core.zones import NONE

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("tool", ["clones.py", "views.py"])
def test_what_is_written_from_declarations_is_up_to_date(tool):
    check = subprocess.run([sys.executable, ROOT / "tools" / tool, "--check"], capture_output=True, text=True)
    assert check.stderr == ""
    assert check.returncode == 0


def test_nobody_has_put_anything_into_the_shared_empty_list():
    assert NONE == []
