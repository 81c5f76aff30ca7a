"""The browser table as the server serves it, and what it is made from."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import httpx
import pytest

from cairn.server import app
from cairn.server.settings import Settings

ROOT = Path(__file__).parent.parent.parent
SCHEMA = ROOT / "web" / "schema" / "openapi.json"


class Browser:
    """Asks the application for pages, without a network."""

    def __init__(self, folder: Path) -> None:
        self.app = app.create(Settings(web=folder))

    def get(self, path: str) -> httpx.Response:
        async def ask() -> httpx.Response:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url="http://test") as client:
                return await client.get(path)

        return asyncio.run(ask())


@pytest.fixture
def browser(tmp_path: Path) -> Browser:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>first page</title>")
    (tmp_path / "assets" / "app.js").write_text("1")
    (tmp_path / "cairn.svg").write_text("<svg/>")
    return Browser(tmp_path)


@pytest.mark.parametrize(
    "path", ["/", "/table/x1", "/learn/solstis", "/../secret", "/%00", f"/{'x' * 5000}", "/a%00b/c"]
)
def test_every_address_of_the_browser_table_gives_its_first_page(browser: Browser, path: str) -> None:
    answer = browser.get(path)
    assert "first page" in answer.text
    assert answer.headers["cache-control"] == "no-cache"


def test_files_are_served_as_they_are(browser: Browser) -> None:
    assert browser.get("/assets/app.js").text == "1"
    assert browser.get("/cairn.svg").text == "<svg/>"


def test_an_unknown_address_of_the_api_is_no_page(browser: Browser) -> None:
    answer = browser.get("/api/nothing")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_pages_may_run_no_script_but_their_own_files(browser: Browser) -> None:
    policy = browser.get("/").headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "script-src" not in policy


def test_the_schema_that_the_browser_table_is_typed_by_is_the_servers() -> None:
    kept = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert kept == json.loads(json.dumps(app.create(Settings(web=None)).openapi())), (
        "write it anew: python tools/web_files.py schema, then npm run schema in web/"
    )
