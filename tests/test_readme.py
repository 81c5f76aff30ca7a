"""The README's example runs as printed."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import cairn

ROOT = Path(__file__).parent.parent


def test_the_library_example_runs(capsys):
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    prompt, result = capsys.readouterr().out.strip().splitlines()
    assert "bid" in prompt
    assert result.endswith("]")


def test_what_the_library_says_is_what_the_page_shows():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (session,) = re.findall(r"```pycon\n(.*?)```", text, re.DOTALL)
    known = {"cairn": cairn, "game": cairn.game("five-towers")}
    tried = doctest.DocTestParser().get_doctest(session, known, "README.md", None, None)
    assert doctest.DocTestRunner().run(tried).failed == 0


def test_the_library_example_is_ten_lines_at_the_most():
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len([line for line in example.splitlines() if line]) <= 10


def test_every_linked_file_exists():
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            if "://" not in link:
                assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_what_the_design_page_says_to_search_for_is_found_there():
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    table = text.split("## Where is ...?")[1].split("\n## ")[0]
    rows = re.findall(r"^\| .* \| (?:its id, )?`(.*?)` \| (.*) \|$", table, re.MULTILINE)
    assert len(rows) > 10
    for wanted, places in rows:
        first = re.findall(r"`(.*?)`", places)[0]
        files = [ROOT / "src" / "cairn" / first] if "/" in first else (ROOT / "src/cairn/games").glob(f"*/{first}")
        assert any(wanted in file.read_text(encoding="utf-8") for file in files), f"{wanted} is not in {first}"
