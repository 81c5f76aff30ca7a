"""These tests run in the environment of `make test-envs`, which has the packages of the outside projects."""

from __future__ import annotations

import importlib.util

NEEDS = {
    "test_pettingzoo.py": "pettingzoo",
    "test_gymnasium.py": "gymnasium",
    "test_open_spiel.py": "pyspiel",
    "test_examples.py": "gymnasium",
    "test_mcp.py": "mcp",
    "test_dataset.py": "pyarrow",
    "test_lab.py": "polars",
    "test_lab_cluster.py": "ray",
    "test_demo.py": "polars",
    "test_batch.py": "gymnasium",
    "test_research_page.py": "pettingzoo",
}
collect_ignore = [file for file, package in NEEDS.items() if importlib.util.find_spec(package) is None]
