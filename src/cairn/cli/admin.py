"""The commands that look after a server's database. Needs the packages of the extra `server`."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeVar

import orjson

from cairn.cli.screen import out
from cairn.core.message import counted
from cairn.server import admin, quarantine, repair, retention
from cairn.server.settings import Settings
from cairn.server.storage import Storage

T = TypeVar("T")

NOT_YET: Final = "Nothing was changed. Add --yes to do this."


class Caretaker:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._database = settings.database

    def migrate(self) -> None:
        version = self._with(Storage.version)
        out.print(f"The database is at version {version}.")

    def export(self, file: Path) -> None:
        if file.exists():
            raise admin.AdminError(f"{file} exists already; name another file")
        rows = self._with(lambda storage: admin.export(storage, file))
        out.print(
            f"{counted(rows, 'row')} written to {file}. Keep it as safe as the database: it contains everything.",
            soft_wrap=True,
        )

    def restore(self, file: Path) -> None:
        rows = self._with(lambda storage: admin.restore(storage, file))
        out.print(f"{counted(rows, 'row')} read from {file}.")

    def backup(self, file: Path) -> int:
        """1 if the copy is bad, 0 if it is good."""
        begun = time.perf_counter()
        self.export(file)
        written = time.perf_counter()
        count, faults = asyncio.run(admin.check_copy(file))
        for fault in faults:
            out.print(f"{fault.table}: {fault.what}", markup=False, soft_wrap=True)
        bad = sum(not fault.is_other_rules for fault in faults)
        seconds = f"{written - begun:.1f} s to write, {time.perf_counter() - written:.1f} s to check"
        out.print(f"Restored and replayed as a check: {counted(count, 'table')}, {counted(bad, 'fault')}; {seconds}.")
        return 1 if bad else 0

    def recover(self, file: Path) -> int:
        """1 if anything of what was restored is wrong, 0 if nothing is."""
        begun = time.perf_counter()
        self.restore(file)
        code = self.verify()
        out.print(f"Restored and checked in {time.perf_counter() - begun:.1f} s.")
        return code

    def person(self, who: str, file: Path) -> None:
        if file.exists():
            raise admin.AdminError(f"{file} exists already; name another file")
        data = self._with(lambda storage: admin.person(storage, who))
        with os.fdopen(os.open(file, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "wb") as written:
            written.write(orjson.dumps(data, option=orjson.OPT_INDENT_2))
        out.print(f"Everything kept about {data['player']['name']} is in {file}.", markup=False, soft_wrap=True)

    def tidy(self, sure: bool) -> None:
        counts = self._with(lambda storage: retention.tidy(storage, self._settings, sure))
        for what, count in counts.items():
            out.print(f"{what}: {count}")
        out.print("Done." if sure else NOT_YET)

    def verify(self) -> int:
        """1 if anything is wrong, 0 if nothing is."""

        async def verified(storage: Storage) -> tuple[int, list[admin.Fault]]:
            count, faults = 0, [admin.Fault("the file", what) for what in await storage.broken_pages()]
            if faults:
                return 0, faults  # what is read from such a file means nothing
            async for _, wrong in admin.verify(storage):
                count += 1
                faults += wrong
            return count, faults

        count, faults = self._with(verified)
        for fault in faults:
            out.print(f"{fault.table}: {fault.what}", markup=False, soft_wrap=True)
        others = sum(fault.is_other_rules for fault in faults)
        told = f"{counted(count, 'table')}, {counted(len(faults) - others, 'fault')}"
        out.print(f"{told}; {others} not checked because the rules have changed." if others else f"{told}.")
        return 1 if len(faults) > others else 0

    def remove(self, player: str) -> None:
        left = self._with(lambda storage: admin.remove(storage, player))
        out.print(f"Deleted. Their games now belong to the anonymous player {left}.", markup=False)

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
        out.print("Done. The game can continue." if sure else NOT_YET)

    def end(self, table: str, sure: bool) -> None:
        if sure:
            self._with(lambda storage: repair.end(storage, table))
            out.print("Ended. The game has no result and ratings have not changed.")
        else:
            self._with(lambda storage: repair.check(storage, table))
            out.print("The game would end without a result. Its moves would stay in the database.")
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
