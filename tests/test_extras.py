"""What needs another project's packages is imported on its own, and says what to install."""

from __future__ import annotations

import subprocess
import sys

MODULES = {
    "cairn.batch": "batch",
    "cairn.envs.play": "envs",
    "cairn.envs.gymnasium": "envs",
    "cairn.envs.vector": "envs",
    "cairn.envs.batch_env": "envs",
    "cairn.envs.pettingzoo": "envs",
    "cairn.envs.open_spiel": "open-spiel",
}
WITHOUT = f"""
import importlib, sys
packages = ("numpy", "gymnasium", "pettingzoo", "pyspiel")
sys.modules.update(dict.fromkeys(packages))
import cairn.envs.command, cairn.envs.spaces
for module in {list(MODULES)!r}:
    try:
        importlib.import_module(module)
    except ImportError as error:
        print(module, error)
"""


def test_an_interface_without_its_extra_says_what_to_install() -> None:
    """Bots by command and the spaces need no extra at all."""
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, timeout=120, check=True)
    told = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    assert list(told) == list(MODULES)
    for module, extra in MODULES.items():
        assert told[module].startswith("this needs '")
        assert told[module].endswith(f"; install it with: pip install 'cairn-tabletop[{extra}]'")
