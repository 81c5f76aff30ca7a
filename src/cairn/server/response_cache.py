"""Responses that are the same for everybody: made once, compressed once, and not sent to whoever has them already."""

from __future__ import annotations

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response

LEAST: Final = 500
"""Bytes below which compressing gains nothing."""
COMPRESSED: Final = ("text/", "application/json", "application/manifest+json", "image/svg+xml", "text/javascript")
FOREVER: Final = "public, max-age=31536000, immutable"
"""For files whose name changes with what is in them."""
ASK_AGAIN: Final = "no-cache"
MOST: Final = 2_000
MOST_BYTES: Final = 32_000_000


@dataclass(frozen=True)
class CachedResponse:
    body: bytes
    gzipped: bytes | None
    tag: str
    media_type: str

    @staticmethod
    def of(body: bytes, media_type: str) -> CachedResponse:
        worth = len(body) >= LEAST and media_type.startswith(COMPRESSED)
        gzipped = gzip.compress(body, 6, mtime=0) if worth else None
        return CachedResponse(body, gzipped, f'"{hashlib.sha256(body).hexdigest()[:24]}"', media_type)

    def answer(self, asked: Headers, control: str = ASK_AGAIN) -> Response:
        """The whole, or 304 for somebody who has it, compressed for whoever takes that."""
        headers = {"ETag": self.tag, "Cache-Control": control}
        if self.gzipped is not None:
            headers["Vary"] = "Accept-Encoding"
        if self.tag in (tag.strip().removeprefix("W/") for tag in asked.get("if-none-match", "").split(",")):
            return Response(status_code=304, headers=headers)
        if self.gzipped is not None and _takes_gzip(asked):
            headers["Content-Encoding"] = "gzip"
            return Response(self.gzipped, headers=headers, media_type=self.media_type)
        return Response(self.body, headers=headers, media_type=self.media_type)


def _takes_gzip(asked: Headers) -> bool:
    for coding in asked.get("accept-encoding", "").split(","):
        name, _, quality = coding.strip().partition(";")
        if name.strip() == "gzip":
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


class ResponseCache:
    """The responses asked for lately; the least recently used is dropped first."""

    def __init__(self, most: int = MOST, most_bytes: int = MOST_BYTES) -> None:
        self._most = most
        self._most_bytes = most_bytes
        self._entries: OrderedDict[object, CachedResponse] = OrderedDict()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._entries)

    async def get(self, key: object, make: Callable[[], Awaitable[CachedResponse]]) -> CachedResponse:
        found = self._entries.get(key)
        if found is None:
            found = await make()
            if key not in self._entries:
                self._entries[key] = found
                self._bytes += _size(found)
            while len(self._entries) > self._most or (self._bytes > self._most_bytes and len(self._entries) > 1):
                self._bytes -= _size(self._entries.popitem(last=False)[1])
        if key in self._entries:
            self._entries.move_to_end(key)
        return found


def _size(response: CachedResponse) -> int:
    return len(response.body) + len(response.gzipped or b"")
