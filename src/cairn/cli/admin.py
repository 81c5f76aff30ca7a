"""The commands that look after a server's database. Needs the packages of the extra `server`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from cairn.cli.screen import out
from cairn.server import admin
from cairn.server.settings import Settings
from cairn.server.storage import Storage

T = TypeVar("T")


class Caretaker:
    def __init__(self, settings: Settings) -> None:
        self._database = settings.database

    def migrate(self) -> None:
        version = self._with(Storage.version)
        out.print(f"The tables of the database are of version {version}.")

    def export(self, file: Path) -> None:
        if file.exists():
            raise admin.AdminError(f"{file} exists already; name another file")
        rows = self._with(lambda storage: admin.export(storage, file))
        out.print(
            f"{rows} rows written to {file}. Keep it as safe as the database: it holds all there is.", soft_wrap=True
        )

    def restore(self, file: Path) -> None:
        rows = self._with(lambda storage: admin.restore(storage, file))
        out.print(f"{rows} rows read from {file}.")

    def verify(self) -> int:
        """1 if anything is wrong, 0 if nothing is."""

        async def verified(storage: Storage) -> tuple[int, list[admin.Fault]]:
            count, faults = 0, []
            async for _, wrong in admin.verify(storage):
                count += 1
                faults += wrong
            return count, faults

        count, faults = self._with(verified)
        for fault in faults:
            out.print(f"{fault.table}: {fault.what}", markup=False, soft_wrap=True)
        out.print(f"{count} tables, {len(faults)} faults.")
        return 1 if faults else 0

    def remove(self, player: str) -> None:
        left = self._with(lambda storage: admin.remove(storage, player))
        out.print(f"Forgotten. What is left of their games is played by {left}.", markup=False)

    def _with(self, work: Callable[[Storage], Awaitable[T]]) -> T:
        """Work on the database, its tables being of the newest version."""

        async def worked() -> T:
            storage = Storage(self._database)
            try:
                await storage.migrate()
                return await work(storage)
            finally:
                await storage.close()

        return asyncio.run(worked())
