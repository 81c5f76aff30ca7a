"""E-mail: made from the texts of `mails.toml`, in plain text and HTML, and handed to a mail server by SMTP."""

from __future__ import annotations

import smtplib
import ssl
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from cairn.server.delivery import Outcome

SECONDS: Final = 20.0
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
TEXTS: Final = Path(__file__).with_name("mails.toml")

PAGE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<body style="font: 16px/1.5 sans-serif; color: #222; max-width: 34em; margin: 2em auto; padding: 0 1em">
{body}
</body></html>
"""
BUTTON: Final = (
    '<p><a href="{link}" style="display: inline-block; padding: 0.6em 1.2em; background: #28536b; color: #fff; '
    'text-decoration: none; border-radius: 6px">{label}</a></p>'
)


@dataclass(frozen=True)
class Item:
    """A line of a list, with where it leads."""

    text: str
    link: str


@cache
def texts() -> dict[str, dict[str, Any]]:
    return tomllib.loads(TEXTS.read_text(encoding="utf-8"))


def compose(
    kind: str,
    sender: str,
    to: str,
    values: Mapping[str, str],
    link: str,
    items: Sequence[Item] = (),
    off: str | None = None,
) -> EmailMessage:
    """A mail of a kind; `off` is the address that stops them all with one request."""
    said = texts()[kind]
    lines = [line.format_map(values) for line in said["lines"]]
    small = said.get("small") or texts()["every"]["small"]
    message = EmailMessage()
    message["Subject"] = said["subject"].format_map(values)
    message["From"] = sender
    message["To"] = to
    message["Date"] = formatdate(usegmt=True)
    message["Auto-Submitted"] = "auto-generated"
    if off is not None:
        message["List-Unsubscribe"] = f"<{off}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058
    listed = [f"- {item.text}: {item.link}" for item in items]
    plain = [*lines, *(["\n".join(listed)] if listed else []), f"{said['button']}: {link}", small]
    message.set_content("\n\n".join(plain) + ("" if off is None else f"\n{off}") + "\n")
    body = [f"<p>{escape(line)}</p>" for line in lines]
    if items:
        linked = (f'<li><a href="{escape(item.link)}">{escape(item.text)}</a></li>' for item in items)
        body.append(f"<ul>{''.join(linked)}</ul>")
    body.append(BUTTON.format(link=escape(link), label=escape(said["button"])))
    stop = "" if off is None else f' <a href="{escape(off)}">{escape(off)}</a>'
    body.append(f'<p style="color: #666; font-size: 13px">{escape(small)}{stop}</p>')
    message.add_alternative(PAGE.format(title=escape(message["Subject"]), body="\n".join(body)), subtype="html")
    return message


class Mailer:
    """A mail server by its URL: smtps://user:password@host, or smtp:// with STARTTLS where it is offered."""

    def __init__(self, url: str, sender: str) -> None:
        parts = urlsplit(url)
        self._implicit = parts.scheme == "smtps"
        self._host = parts.hostname or ""
        self._port = parts.port or (465 if self._implicit else 587)
        self._user = None if parts.username is None else unquote(parts.username)
        self._password = unquote(parts.password or "")
        self.sender = sender

    def send(self, message: EmailMessage, to: str) -> Outcome:
        """Hand a mail over; for a thread, since it waits for the other side."""
        try:
            smtp = self._connect()
        except (OSError, smtplib.SMTPException):
            return Outcome.AGAIN
        handed = False
        try:
            for code, _ in (smtp.mail(_address(self.sender)), smtp.rcpt(to)):
                if code not in (250, 251):
                    return _refused(code)
            handed = True
            code, _ = smtp.data(message.as_bytes())
            return Outcome.SENT if code == 250 else _refused(code)
        except smtplib.SMTPDataError as error:  # it did not want to hear it at all
            return _refused(error.smtp_code)
        except (OSError, smtplib.SMTPException):
            return Outcome.UNKNOWN if handed else Outcome.AGAIN
        finally:
            smtp.close()

    def _connect(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self._implicit:
            smtp: smtplib.SMTP = smtplib.SMTP_SSL(self._host, self._port, timeout=SECONDS, context=context)
        else:
            smtp = smtplib.SMTP(self._host, self._port, timeout=SECONDS)
        try:
            smtp.ehlo_or_helo_if_needed()
            encrypted = self._implicit
            if not encrypted and smtp.has_extn("starttls"):
                smtp.starttls(context=context)
                smtp.ehlo()
                encrypted = True
            if self._user is not None:
                _check_private(encrypted, self._host)
                smtp.login(self._user, self._password)
        except BaseException:
            smtp.close()
            raise
        return smtp


def _check_private(encrypted: bool, host: str) -> None:
    if not encrypted and host not in LOOPBACK:
        raise smtplib.SMTPException("the mail server offers no encryption, and a password is not sent without")


def _refused(code: int) -> Outcome:
    return Outcome.AGAIN if 400 <= code < 500 else Outcome.NEVER


def _address(sender: str) -> str:
    """The address in "Cairn <cairn@example.org>"."""
    return sender.rpartition("<")[2].rstrip("> ")
