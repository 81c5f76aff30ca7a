"""The commands that look after a server's database. Needs the packages of the extra `server`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeVar

from cairn.cli.screen import out
from cairn.server import admin, quarantine, repair
from cairn.server.settings import Settings
from cairn.server.storage import Storage

T = TypeVar("T")

NOT_YET: Final = "Nothing has been changed. Run it with --yes to do this."


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
        others = sum(fault.is_other_rules for fault in faults)
        told = f"{count} tables, {len(faults) - others} faults"
        out.print(f"{told}; {others} of other rules, not checked." if others else f"{told}.")
        return 1 if len(faults) > others else 0

    def remove(self, player: str) -> None:
        left = self._with(lambda storage: admin.remove(storage, player))
        out.print(f"Forgotten. What is left of their games is played by {left}.", markup=False)

    def quarantined(self) -> None:
        async def found(storage: Storage) -> list[Any]:
            async with storage.read() as connection:
                return await quarantine.found(connection)

        rows = self._with(found)
        for row in rows:
            since = datetime.fromtimestamp(row.quarantined / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
            out.print(
                f"{row.id}  {row.game}  {row.quarantine} since {since}: {row.fault}", markup=False, soft_wrap=True
            )
        count = "no table is" if not rows else "1 table is" if len(rows) == 1 else f"{len(rows)} tables are"
        out.print(f"{count[0].upper()}{count[1:]} in quarantine.")

    def repair(self, table: str, sure: bool) -> None:
        plan = self._with(lambda storage: (repair.repair if sure else repair.plan)(storage, table))
        for sentence in plan.sentences():
            out.print(sentence, markup=False, soft_wrap=True)
        out.print("Done: the table is in play again." if sure else NOT_YET)

    def end(self, table: str, sure: bool) -> None:
        if sure:
            self._with(lambda storage: repair.end(storage, table))
            out.print("Ended. The table has no result, and its ratings are as they were.")
        else:
            self._with(lambda storage: repair.check(storage, table))
            out.print("The game ends here without a result; its moves stay in the database.")
            out.print(NOT_YET)

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
