"""What can be set about a server: by a file, by the environment (CAIRN_PORT=8001), or on the command line.

The later wins. A name or value that is not known is refused with the place it came from.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from cairn.core.errors import CairnError

PREFIX = "CAIRN_"
LOOPBACK = ("127.0.0.1", "localhost", "::1")
LISTS = ("origins", "push_services")
"""Settings of several values; in the environment by comma."""


class BadSettings(CairnError):
    """A setting that does not exist or a value it does not take."""


def data_folder() -> Path:
    """Where this user's data belongs on this system."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "cairn"


def default_database() -> str:
    return f"sqlite+aiosqlite:///{data_folder() / 'cairn.db'}"


def built_pages() -> Path | None:
    """The browser table as it was built into this package, if it was."""
    pages = Path(__file__).parent / "pages"
    return pages if (pages / "index.html").is_file() else None


def built_site() -> Path | None:
    """The documentation as it was built into this package, if it was."""
    site = Path(__file__).parent / "site"
    return site if (site / "index.html").is_file() else None


class Settings(BaseModel):
    """Everything a server needs to know before it starts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str = "127.0.0.1"
    port: int = Field(8000, ge=0, le=65535)
    workers: int = Field(1, ge=1, le=64)
    database: str = Field(default_factory=default_database)
    redis: str | None = None
    channel: Literal["none", "redis", "postgresql"] | None = None
    """How workers hear each other. Without it: Redis if there is one, PostgreSQL if there are several workers."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use this server, such as "https://cairn.example"; its own is always allowed."""
    proxies: str = "127.0.0.1"
    """Addresses whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    thinkers: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1, le=256)
    """Processes in which bots think."""
    web: Path | None = Field(default_factory=built_pages)
    """The built browser table; without it only the API is served."""
    files: Path | None = None
    """A folder of one's own, served under /files: house rules, an imprint, reports of the lab."""
    log: Literal["json", "text"] = "json"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    limits: bool = True
    """Whether requests are counted against rate limits; load tests from one address switch it off."""

    bot_tables: int = Field(20, ge=0)
    """Tables with bots that one person may have going, counted while they have moved within the hour."""
    bot_tables_per_address: int = Field(60, ge=0)
    bots_alone: int = Field(3, ge=0)
    """Tables among them where only bots sit."""
    bots_alone_per_address: int = Field(10, ge=0)
    bots_alone_pace: int = Field(400, ge=0, le=10_000)
    """Milliseconds that a bot takes at least where no person plays."""

    lab: Literal["off", "named", "everybody"] | None = None
    """Who may compare content packs here and play with them. Without it everybody may on a server that only this
    machine reaches, and nobody on any other."""
    lab_pairs: int = Field(400, ge=20, le=100_000)
    """Pairs of games that one comparison plays at most."""
    lab_runs: int = Field(2, ge=1)
    """Comparisons that one person may have going."""
    lab_runs_in_all: int = Field(4, ge=1)

    address: str | None = None
    """Where people find this server, such as "https://cairn.example": for links in mails."""
    smtp: str | None = None
    """The mail server for reminders: smtps://user:password@host, or smtp://host; needs `mail_from` and `address`."""
    mail_from: str | None = None
    push_contact: str | None = None
    """How push services reach the operator, as mailto: or https:; with it, reminders go to browsers too."""
    push_services: tuple[str, ...] = (
        "fcm.googleapis.com",
        "push.services.mozilla.com",
        "notify.windows.com",
        "push.apple.com",
    )
    """Hosts that browsers may name as their push service, with all below them."""
    reminders_every: float = Field(15.0, gt=0, le=3600)
    """Seconds between two looks for reminders to send."""

    review_iterations: int = Field(0, ge=0, le=100_000)
    """How long reviews search each decision; 0 for standard depth."""

    admin_secret: str | None = Field(None, min_length=16)
    """With it, the operator's page is at /admin; whoever knows it may use that page."""

    vacation_days: int = Field(30, ge=0, le=365)
    """Days within a year on which somebody's games over days can stand still."""

    keep_sessions: int = Field(400, ge=1)
    """Days after which a session that was not used ends; so long a cookie lasts."""
    keep_guests: int = Field(0, ge=0)
    """Days after which a guest without sessions, tables and bots is forgotten; 0 for never."""
    keep_chat: int = Field(0, ge=0)
    """Days for which chat is kept; 0 for ever."""
    keep_reports: int = Field(180, ge=0)
    """Days for which reports are kept that the operator has settled; 0 for ever."""
    keep_unstarted: int = Field(30, ge=0)
    """Days after which a table that never started is closed; 0 for never."""

    @property
    def channel_used(self) -> Literal["none", "redis", "postgresql"]:
        """Redis if there is one; several workers without it hear each other through PostgreSQL."""
        if self.channel is not None:
            return self.channel
        if self.redis is not None:
            return "redis"
        return "postgresql" if self.workers > 1 else "none"

    @property
    def lab_for(self) -> Literal["off", "named", "everybody"]:
        """Who may use the lab."""
        if self.lab is not None:
            return self.lab
        return "everybody" if self.host in LOOPBACK and self.address is None else "off"

    @model_validator(mode="after")
    def _channel_is_there(self) -> Settings:
        if self.channel == "redis" and self.redis is None:
            raise ValueError("channel 'redis' needs the setting 'redis'")
        if self.channel == "postgresql" and self.is_sqlite:
            raise ValueError("channel 'postgresql' needs a database of PostgreSQL")
        return self

    @model_validator(mode="after")
    def _mail_is_whole(self) -> Settings:
        if self.address is not None and not self.address.startswith(("http://", "https://")):
            raise ValueError("'address' begins with https:// or http://")
        if self.smtp is not None:
            if not self.smtp.startswith(("smtp://", "smtps://")) or not urlsplit(self.smtp).hostname:
                raise ValueError("'smtp' is smtps://HOST or smtp://HOST, with user:password@ before the host if needed")
            if self.mail_from is None or self.address is None:
                raise ValueError("'smtp' needs 'mail_from' and 'address' too")
        if self.push_contact is not None and not self.push_contact.startswith(("mailto:", "https://")):
            raise ValueError("'push_contact' begins with mailto: or https://")
        return self

    @property
    def is_sqlite(self) -> bool:
        return self.database.startswith("sqlite")


def load(
    file: Path | None = None, environ: Mapping[str, str] | None = None, given: Mapping[str, Any] | None = None
) -> Settings:
    """The settings of a file, then of the environment, then those given; None among the given means not given."""
    environ = os.environ if environ is None else environ
    values = _from_file(file) if file is not None else {}
    values |= _from_environment(environ)
    values |= {name: value for name, value in (given or {}).items() if value is not None}
    try:
        return Settings(**values)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"]) or "settings"
        known = ", ".join(sorted(Settings.model_fields))
        what = f"is not a setting; there are: {known}" if first["type"] == "extra_forbidden" else first["msg"]
        raise BadSettings(f"setting '{name}': {what}") from None


def as_environment(settings: Settings) -> dict[str, str]:
    """The settings as environment variables, for worker processes."""
    values: dict[str, str] = {}
    for name, value in settings.model_dump().items():
        if value is not None:
            values[PREFIX + name.upper()] = ",".join(value) if isinstance(value, tuple) else str(value)
    return values


def _from_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(f"{file}: is not TOML ({error})") from None


def _from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, text in environ.items():
        name = key.removeprefix(PREFIX).lower()
        if key.startswith(PREFIX) and name in Settings.model_fields:
            values[name] = tuple(filter(None, text.split(","))) if name in LISTS else text
    return values
