"""Play some games into a fresh database and keep it, so that later versions show that they open it.

    PYTHONPATH=src:. python tools/keep_database.py        # writes tests/server/databases/VERSION.db

Run it once for every version that was given to people, before the next migration is written.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from tests.server.process import Server, opened
from tests.server.test_admin import KEPT, some_games, sqlite_url

import cairn
from cairn.server.storage import Storage


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        server = Server(Path(place)).start()
        asyncio.run(some_games(server))
        server.stop()
        file = Path(place) / "cairn.db"
        kept = KEPT / f"{cairn.__version__}-{asyncio.run(Storage(sqlite_url(file)).version())}.db"
        kept.parent.mkdir(exist_ok=True)
        kept.unlink(missing_ok=True)
        with opened(file) as database:
            database.execute("VACUUM INTO ?", [str(kept)])
    print(f"{kept}: {kept.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
