"""The browser table as the server serves it, and what it is made from."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
from pathlib import Path

import httpx
import pytest

from cairn.server import app
from cairn.server.response_cache import CachedResponse, ResponseCache
from cairn.server.settings import Settings

ROOT = Path(__file__).parent.parent.parent
SCHEMA = ROOT / "web" / "schema" / "openapi.json"


class Browser:
    """Asks the application for pages, without a network."""

    def __init__(self, folder: Path, files: Path | None = None) -> None:
        self.app = app.create(Settings(web=folder, files=files))

    def get(self, path: str, headers: dict[str, str] | None = None) -> httpx.Response:
        async def ask() -> httpx.Response:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url="http://test") as client:
                return await client.get(path, headers=headers)

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


@pytest.fixture
def documented(browser: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Browser:
    site = tmp_path / "site"
    (site / "play").mkdir(parents=True)
    (site / "index.html").write_text("<script>begin()</script><script src='a.js'></script><p>The documentation</p>")
    (site / "play" / "index.html").write_text("<p>How to play</p>")
    (site / "a.js").write_text("1")
    monkeypatch.setattr(app, "built_site", lambda: site)
    return Browser(tmp_path, files=site)


def test_the_documentation_is_served_when_it_was_built(browser: Browser, documented: Browser) -> None:
    assert "The documentation" in documented.get("/docs/").text
    assert "How to play" in documented.get("/docs/play/").text
    assert documented.get("/docs/a.js").text == "1"
    assert documented.get("/docs").headers["location"] == "/docs/"
    assert documented.get("/docs/play").headers["location"] == "/docs/play/"
    for nothing in ("/docs/nothing", "/docs/../index.html/", "/docs/%00"):
        assert documented.get(nothing).status_code == 404 or "first page" in documented.get(nothing).text


def test_a_page_of_the_documentation_runs_the_scripts_written_in_it_and_no_others(documented: Browser) -> None:
    policy = documented.get("/docs/").headers["content-security-policy"]
    mark = base64.b64encode(hashlib.sha256(b"begin()").digest()).decode()
    assert policy.endswith(f"script-src 'self' 'sha256-{mark}'")
    assert documented.get("/docs/play/").headers["content-security-policy"].endswith("script-src 'self'")
    assert "unsafe-inline" not in policy.rpartition("script-src")[2]


def test_an_operators_own_files_are_served(documented: Browser, browser: Browser) -> None:
    assert "How to play" in documented.get("/files/play/").text
    assert (
        "first page" in browser.get("/files/play/").text
    )  # nobody has named a folder: an address of the browser table


def test_the_schema_that_the_browser_table_is_typed_by_is_the_servers() -> None:
    kept = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert kept == json.loads(json.dumps(app.create(Settings(web=None)).openapi())), (
        "write it anew: python tools/web_files.py schema, then npm run schema in web/"
    )


def test_files_of_the_browser_table_are_compressed_and_kept_for_good(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>first page</title>")
    (tmp_path / "assets" / "app-1a2b.js").write_text("const stone = 1;" * 200)
    browser = Browser(tmp_path)
    answer = browser.get("/assets/app-1a2b.js")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert int(answer.headers["content-length"]) < 200 < len(answer.text)
    plain = browser.get("/assets/app-1a2b.js", {"accept-encoding": "gzip;q=0, identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == answer.text
    assert browser.get("/assets/gone.js").status_code == 404


@pytest.mark.parametrize("path", ["/api/games", "/api/games/peaks/content", "/api/games/peaks/texts", "/"])
def test_who_has_the_content_already_is_not_sent_it_again(browser: Browser, path: str) -> None:
    first = browser.get(path)
    assert first.headers["cache-control"] == "no-cache"
    again = browser.get(path, {"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert browser.get(path, {"if-none-match": '"other"'}).text == first.text


def test_a_shelf_keeps_what_was_used_last_within_its_room() -> None:
    async def story() -> int:
        made: list[int] = []
        cache = ResponseCache(most=3)

        async def get(number: int) -> bytes:
            async def make() -> CachedResponse:
                made.append(number)
                return CachedResponse.of(b"%d" % number, "text/plain")

            return (await cache.get(number, make)).body

        for number in (1, 2, 3, 1, 4, 1):
            assert await get(number) == b"%d" % number
        assert made == [1, 2, 3, 4]
        await get(2)
        assert made[-1] == 2
        return len(cache)

    assert asyncio.run(story()) == 3
