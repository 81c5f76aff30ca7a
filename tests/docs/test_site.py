"""The documentation site, as `make docs` has built it: whole, without a dead link, and with nothing from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest

import cairn
from cairn.core.registry import bundled
from cairn.server.settings import built_site

ROOT = Path(__file__).parents[2]


class Links(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids |= {value for name, value in attrs if name in ("id", "name") and value}
        if tag == "a" and values.get("href"):
            self.links.append(str(values["href"]))
        if tag in ("script", "img", "iframe") and values.get("src"):
            self.loaded.append(str(values["src"]))
        if tag == "link" and values.get("rel") == "stylesheet":
            self.loaded.append(str(values["href"]))


@pytest.fixture(scope="module")
def site() -> Path:
    found = built_site()
    assert found is not None, "there is no site: run `make docs`"
    return found


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Links]:
    return {file: Links(file.read_text(encoding="utf-8")) for file in site.rglob("*.html") if file.name != "404.html"}


def test_no_link_is_dead(site: Path, pages: dict[Path, Links]) -> None:
    dead = []
    for file, page in pages.items():
        for link in [*page.links, *page.loaded]:
            target, anchor = urldefrag(link)
            if urlsplit(target).scheme or target.startswith("//"):
                continue
            whole = (file.parent / unquote(target)).resolve() if target else file
            whole = whole / "index.html" if whole.is_dir() else whole
            if not whole.exists() or (anchor and whole in pages and unquote(anchor) not in pages[whole].ids):
                dead.append(f"{file.relative_to(site)}: {link}")
    assert dead == []


def test_pages_load_nothing_from_elsewhere(site: Path, pages: dict[Path, Links]) -> None:
    assert [link for page in pages.values() for link in page.loaded if urlsplit(link).netloc] == []


@pytest.mark.parametrize("slug", bundled())
def test_every_game_has_its_page_and_all_its_rules(site: Path, pages: dict[Path, Links], slug: str) -> None:
    page = (site / "play" / slug / "index.html").read_text(encoding="utf-8")
    assert f"/learn/{slug}" in page
    assert f"pictures/{slug}.jpg" in page
    assert set(cairn.game(slug).ledger.rules) <= pages[site / "rules" / slug / "index.html"].ids


def test_the_reference_has_every_public_name(site: Path, pages: dict[Path, Links]) -> None:
    ids = pages[site / "reference" / "cairn" / "index.html"].ids
    documented = {name for name in cairn.__all__ if name[0].isupper()}
    assert {name for name in documented if not any(found.endswith(f".{name}") for found in ids)} == set()


def test_every_route_of_the_api_is_there(site: Path) -> None:
    import json

    page = (site / "openapi" / "index.html").read_text(encoding="utf-8")
    described = json.loads((ROOT / "web" / "schema" / "openapi.json").read_text(encoding="utf-8"))
    for address in described["paths"]:
        assert address.replace("{", "&#123;").replace("}", "&#125;") in page or address in page


def test_a_public_name_without_a_word_about_it_fails_the_build(tmp_path: Path) -> None:
    program = (
        "import sys; sys.path.insert(0, 'tools'); import docs\n"
        "assert docs.undocumented() == [], docs.undocumented()\n"
        "docs.package()['Record'].final_target.members['choose'].docstring = None\n"
        "print(docs.undocumented())"
    )
    environment = {**os.environ, "PYTHONPATH": "src", "CAIRN_PURE": "1"}
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == "['cairn.core.record.Record.choose']", done.stderr


@pytest.mark.parametrize("part", ["One choice", "One iteration", "One new rule"])
def test_the_tour_leads_past_what_is_there(part: str) -> None:
    text = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
    section = text.split(f"## {part}")[1].split("\n## ")[0]
    stops = re.findall(r"^\| `(.*?)` \| `(.*?)` \|", section, re.MULTILINE)
    assert len(stops) >= 8
    for file, wanted in stops:
        assert wanted in (ROOT / file).read_text(encoding="utf-8"), f"{wanted} is not in {file}"
