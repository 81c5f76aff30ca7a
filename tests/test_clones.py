"""`clone` of every state is written from what the state declares."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from cairn.core.zones import NONE

ROOT = Path(__file__).parent.parent


def test_every_clone_is_up_to_date():
    check = subprocess.run([sys.executable, ROOT / "tools" / "clones.py", "--check"], capture_output=True, text=True)
    assert check.stderr == ""
    assert check.returncode == 0


def test_nobody_has_put_anything_into_the_shared_empty_list():
    assert NONE == []
