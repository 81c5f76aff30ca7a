"""Traces go where OpenTelemetry's variable says, and tell nothing that logs would not."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.server.process import Server
from tests.server.test_tables import first


@contextmanager
def collector() -> Iterator[tuple[str, list[Any]]]:
    """A collector of OTLP: its address, and what it has been sent."""
    got: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.path == "/v1/traces"
            got.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", got
    finally:
        server.shutdown()
        server.server_close()


def test_requests_messages_commits_and_thoughts_are_traced_without_what_is_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private: list[str] = ["Ana"]

    async def story(server: Server) -> None:
        async with server.client() as ana:
            private.append((await ana.guest("Ana"))["id"])
            table = await ana.create("five-towers", ["me", "random"], pace=0)
            private.extend((table["id"], table["invite"], str(ana.cookie)))
            await ana.ask("GET", f"/api/invites/{table['invite']}")
            async with ana.sit(table["id"]) as seat:
                await seat.say("good luck")
                while (seat.view or {})["seat"] != seat.seat:
                    await seat.receive()
                await seat.choose(first(seat.view or {}))
                while (seat.view or {})["seat"] != seat.seat:
                    await seat.receive()

    with collector() as (address, got):
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", address)
        server = Server(tmp_path, thinkers=1).start()
        asyncio.run(asyncio.wait_for(story(server), 60))
        server.stop()
    text = json.dumps(got)
    spans = [span for batch in got for span in batch["resourceSpans"][0]["scopeSpans"][0]["spans"]]
    names = {span["name"] for span in spans}
    wanted = {
        "POST /api/tables",
        "GET /api/invites/{invite}",
        "message choose",
        "message say",
        "commit",
        "think",
        "wait",
    }
    assert wanted <= names
    assert not [secret for secret in (*private, "good luck") if secret in text]
    by_id = {span["spanId"]: span for span in spans}
    [wait, *_] = [span for span in spans if span["name"] == "wait"]
    assert by_id[wait["parentSpanId"]]["name"] == "think"
