"""The examples of docs/research.md run as printed, and none is longer than a dozen lines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path("docs/research.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs_and_prints(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(EXAMPLES[number], "docs/research.md", "exec"), {})
    assert capsys.readouterr().out.strip()


def test_examples_are_short() -> None:
    assert len(EXAMPLES) == 4
    assert all(len(example.strip().splitlines()) <= 12 for example in EXAMPLES)
