"""A mail server and a push service on loopback: they take what a server sends, and can be told to misbehave."""

from __future__ import annotations

import contextlib
import email
import email.policy
import socketserver
import threading
from collections.abc import Iterator
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Mailbox(socketserver.ThreadingTCPServer):
    """`mails` has what was taken. `answers` are said in place of 250 to mails that come, one after the other; None
    takes the mail and hangs up without a word."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Smtp)
        self.mails: list[EmailMessage] = []
        self.answers: list[str | None] = []
        self.url = f"smtp://127.0.0.1:{self.server_address[1]}"
        self.taken = threading.Event()


class _Smtp(socketserver.StreamRequestHandler):
    server: Mailbox

    def _say(self, line: str) -> None:
        self.wfile.write(line.encode() + b"\r\n")

    def handle(self) -> None:
        self._say("220 mailbox")
        with contextlib.suppress(OSError):
            for line in self.rfile:
                word = line[:4].upper().strip()
                if word == b"DATA":
                    self._say("354 go on")
                    if not self._take():
                        return
                elif word == b"QUIT":
                    self._say("221 bye")
                    return
                else:
                    self._say("250 well")

    def _take(self) -> bool:
        data = b""
        for line in self.rfile:
            if line == b".\r\n":
                break
            data += line.removeprefix(b".") if line.startswith(b"..") else line
        answer = self.server.answers.pop(0) if self.server.answers else "250 taken"
        if answer is None or answer.startswith("250"):
            message: Any = email.message_from_bytes(data, policy=email.policy.default)
            self.server.mails.append(message)
            self.server.taken.set()
        if answer is None:
            return False
        self._say(answer)
        return True


class PushService(ThreadingHTTPServer):
    """`messages` are the bodies and headers that were posted; `status` is what it answers."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Push)
        self.messages: list[tuple[dict[str, str], bytes]] = []
        self.status = 201
        self.url = f"http://127.0.0.1:{self.server_address[1]}/device"


class _Push(BaseHTTPRequestHandler):
    server: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.messages.append((dict(self.headers), body))
        self.send_response(self.server.status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def serving(made: Any) -> Iterator[Any]:
    thread = threading.Thread(target=made.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield made
    finally:
        made.shutdown()
        made.server_close()
