"""Requests of every shape that the OpenAPI description allows or forbids: none of them is a mistake of ours."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from cairn.client import Client
from tests.repetition import times
from tests.server.process import Server
from tests.server.test_tables import two_at_a_table

EXAMPLES = times(10, soak=100)
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@dataclass
class Somebody:
    """A host with a table, whose ids are tried in place of every other made-up one."""

    url: str
    cookie: str = ""
    ids: dict[str, Any] = field(default_factory=dict)
    turns: Iterator[int] = field(default_factory=itertools.count)

    def sign_in(self) -> None:
        async def story() -> None:
            async with Client(self.url) as host, Client(self.url) as friend:
                me = await host.guest("Somebody")
                await friend.guest("A friend")
                running = await two_at_a_table(host, friend, "solstis")
                waiting = await host.create("five-towers", ["me", "link"], listed=True)
                self.cookie = str(host.cookie)
                self.ids = {
                    "id": running,
                    "invite": waiting["invite"],
                    "slug": "solstis",
                    "seat": 1,
                    "player": me["id"],
                }

        asyncio.run(story())

    def headers(self, path: str) -> dict[str, str]:
        if not self.cookie:
            self.sign_in()
        cookie = self.cookie
        if path == "/api/session":  # ends it
            self.cookie = ""
        return {"Cookie": f"cairn={cookie}"}

    def place(self, case: Any) -> None:
        if next(self.turns) % 2:
            known = {**self.ids, "id": self.ids["player"]} if "players" in case.path else self.ids
            case.path_parameters |= {name: known[name] for name in case.path_parameters if name in known}

    def ask_all(self, cases: Any, tried: Counter[GenerationMode], mode: GenerationMode) -> None:
        @USUAL
        @given(cases)
        def ask(case: Any) -> None:
            headers = self.headers(case.path)
            self.place(case)
            case.validate_response(case.call(headers=headers), checks=CHECKS)
            tried[mode] += 1

        ask()


USUAL = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def test_no_request_is_a_server_error(spoilt_server: Server) -> None:
    somebody = Somebody(spoilt_server.url)
    described = schemathesis.openapi.from_url(f"{spoilt_server.url}/api/openapi.json")
    tried: Counter[GenerationMode] = Counter()
    for found in described.get_all_operations():
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            with contextlib.suppress(Unsatisfiable):  # an address that takes nothing cannot be asked wrongly
                somebody.ask_all(found.ok().as_strategy(mode), tried, mode)
    assert min(tried.values()) > 10 * EXAMPLES
