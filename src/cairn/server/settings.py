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

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cairn.core.errors import CairnError

PREFIX = "CAIRN_"


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


class Settings(BaseModel):
    """Everything a server needs to know before it starts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str = "127.0.0.1"
    port: int = Field(8000, ge=0, le=65535)
    workers: int = Field(1, ge=1, le=64)
    database: str = Field(default_factory=default_database)
    redis: str | None = None
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use this server, such as "https://cairn.example"; its own is always allowed."""
    proxies: str = "127.0.0.1"
    """Addresses whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    thinkers: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1, le=256)
    """Processes in which bots think."""
    web: Path | None = Field(default_factory=built_pages)
    """The built browser table; without it only the API is served."""
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
            values[name] = tuple(filter(None, text.split(","))) if name == "origins" else text
    return values
