"""Tells people who are away that a game waits for them: by mail, by push, one by one or once a day.

What is to be told is a row of the queue, with a key that there can be once: whichever worker finds out first writes it.
Whoever sends it claims it first, in a transaction of its own, then sends, then writes down what became of it. So two
workers never send the same, and after a crash between sending and writing it down nobody sends it again: it stays
claimed and is counted as `unknown` later. What was certainly not taken is tried again. A reminder may get lost that
way; none comes twice.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlalchemy import BigInteger, delete, func, insert, literal, or_, select, update

import cairn
from cairn.core.message import counted
from cairn.server import logs, mail, metrics, roster
from cairn.server.delivery import Outcome
from cairn.server.mail import Item, Mailer
from cairn.server.models import players, push_subscriptions, reminder_settings, reminders, seats, sessions, tables
from cairn.server.monotonic import MonotonicClock
from cairn.server.roster import PERSON, RUNNING, SLOW_SECONDS
from cairn.server.settings import Settings
from cairn.server.storage import Storage, new_id, now
from cairn.server.tables import Tables
from cairn.server.webpush import Pusher

log = logging.getLogger(__name__)

MINUTE: Final = 60_000
CONFIRM: Final = "confirm"
TURN: Final = "turn"
LATE: Final = "late"
DIGEST: Final = "digest"
MAIL: Final = "mail"
PUSH: Final = "push"

WAITING: Final = "waiting"
SENDING: Final = "sending"
DROPPED: Final = "dropped"

DIGEST_AT: Final = 8 * 60
"""Minutes of the day, by the person's own clock."""
HERE: Final = 10 * MINUTE
"""Whoever is at the table sees that it waits for them; they are reminded so much later if they have left."""
AT_ONCE: Final = 20
TRIES: Final = 8
PAUSE: Final = MINUTE // 2
LONGEST_PAUSE: Final = 60 * MINUTE
ABANDONED: Final = 10 * MINUTE
"""A row that has been claimed for so long belongs to a worker that died: sending takes a minute at most."""
LAST_SECONDS: Final = 8.0


def after_quiet(moment: int, quiet: tuple[int, int] | None, zone: str) -> int:
    """The same moment, or the end of the quiet hours that it falls into."""
    if quiet is None:
        return moment
    begins, ends = quiet
    minute = _minute(moment, zone)
    is_quiet = begins <= minute < ends if begins < ends else minute >= begins or minute < ends
    return moment - moment % MINUTE + (ends - minute) % 1440 * MINUTE if is_quiet else moment


def _local(moment: int, zone: str) -> datetime:
    return datetime.fromtimestamp(moment / 1000, UTC).astimezone(ZoneInfo(zone))


def _minute(moment: int, zone: str) -> int:
    local = _local(moment, zone)
    return local.hour * 60 + local.minute


class Tokens:
    """Links in mails say by themselves what they allow, for one person and one address."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def make(self, purpose: str, player: str, email: str) -> str:
        signed = hmac.new(self._secret, f"{purpose}:{player}:{email}".encode(), hashlib.sha256)
        return f"{player}.{signed.hexdigest()[:32]}"

    def is_right(self, token: str, purpose: str, player: str, email: str) -> bool:
        return hmac.compare_digest(token.encode(), self.make(purpose, player, email).encode())


class Reminders:
    def __init__(
        self,
        storage: Storage,
        tables: Tables,
        monotonic: MonotonicClock,
        settings: Settings,
        secret: bytes,
        mailer: Mailer | None,
        pusher: Pusher | None,
    ) -> None:
        self._storage = storage
        self._tables = tables
        self._monotonic = monotonic
        self._address = (settings.address or "").rstrip("/")
        self._every = settings.reminders_every
        self.tokens = Tokens(secret)
        self.mailer = mailer
        self.pusher = pusher
        self._delivering: asyncio.Task[None] | None = None

    # What a worker does all the time

    async def run_forever(self) -> None:
        if self.mailer is None and self.pusher is None:
            return
        while True:
            try:
                await self.plan()
                await self.deliver()
            except Exception as error:
                logs.failed(log, "reminders cannot be sent", error)
            await asyncio.sleep(self._every)

    async def close(self) -> None:
        """What is being sent is sent to its end, so that it is known what became of it."""
        if self._delivering is not None and not self._delivering.done():
            await asyncio.wait({self._delivering}, timeout=LAST_SECONDS)

    # Finding out what is to be told

    async def plan(self) -> None:
        """Write down whatever is to be told and is not written down yet; and what nobody will ever finish."""
        moment = now()
        async with self._storage.read() as connection:
            wanted = [*await self._turns(connection, moment), *await self._digests(connection, moment)]
            keys = [row["key"] for row in wanted]
            known = {
                row.key for row in await connection.execute(select(reminders.c.key).where(reminders.c.key.in_(keys)))
            }
            abandoned = (reminders.c.state == SENDING) & (reminders.c.claimed < moment - ABANDONED)
            lost = int(await connection.scalar(select(func.count()).select_from(reminders).where(abandoned)) or 0)
        new = [row for row in wanted if row["key"] not in known]
        if not new and not lost:
            return
        async with self._storage.write() as connection:
            if new:
                await connection.execute(self._storage.insert(reminders).on_conflict_do_nothing(), new)
            if lost:
                values = {"state": Outcome.UNKNOWN.value}
                done = await connection.execute(update(reminders).where(abandoned).values(values))
                metrics.REMINDERS.labels("any", Outcome.UNKNOWN.value).inc(done.rowcount)
                log.warning("reminders were claimed and never finished", extra={"count": done.rowcount})

    async def _turns(self, connection: Any, moment: int) -> list[dict[str, Any]]:
        wishes = reminder_settings
        steady = self._monotonic.now()
        wanted = (
            select(tables.c.id, tables.c.position, tables.c.due, tables.c.patience, tables.c.clock, wishes)
            .join(seats, (seats.c.table == tables.c.id) & (seats.c.seat == tables.c.asked))
            .join(players, players.c.id == seats.c.player)
            .join(wishes, wishes.c.player == seats.c.player)
            .where(
                tables.c.status == RUNNING,
                tables.c.quarantine.is_(None),
                seats.c.kind == PERSON,
                seats.c.stand_in.is_(None),
                seats.c.left.is_(False),
                tables.c.asked_since + wishes.c.after * MINUTE <= literal(steady, BigInteger),
                or_(players.c.away_until.is_(None), players.c.away_until <= moment),
            )
        )
        rows = (await connection.execute(wanted)).all()
        devices = await self._devices(connection, {row.player for row in rows if row.push})
        made = []
        for row in rows:
            kinds = [TURN]
            slow = row.clock is None and (row.patience or 0) >= SLOW_SECONDS
            if slow and row.due is not None and row.due - steady <= row.patience * 250:
                kinds.append(LATE)
            ways = [(PUSH, device) for device in devices.get(row.player, ()) if row.push]
            if self.mailer is not None and row.confirmed and row.mail == "each":
                ways.append((MAIL, row.email))
            for kind in kinds:
                for channel, target in ways:
                    who = target if channel == PUSH else row.player
                    key = f"{kind}:{row.id}:{row.position}:{channel}:{who}"
                    made.append(_row(key, row.player, kind, channel, target, moment, row.id, row.position))
        return made

    async def _devices(self, connection: Any, people: Iterable[str]) -> dict[str, list[str]]:
        """The subscriptions of each whose session has not ended."""
        if self.pusher is None:
            return {}
        wanted = select(push_subscriptions.c.player, push_subscriptions.c.id)
        lasting = wanted.join(sessions, sessions.c.id == push_subscriptions.c.session)
        found: dict[str, list[str]] = {}
        for row in await connection.execute(lasting.where(push_subscriptions.c.player.in_(list(people)))):
            found.setdefault(row.player, []).append(row.id)
        return found

    async def _digests(self, connection: Any, moment: int) -> list[dict[str, Any]]:
        if self.mailer is None:
            return []
        wishes = reminder_settings
        wanted = select(wishes).where(wishes.c.mail == DIGEST, wishes.c.confirmed)
        made = []
        for row in await connection.execute(wanted):
            if _minute(moment, row.zone) >= DIGEST_AT:
                key = f"{DIGEST}:{_local(moment, row.zone):%Y-%m-%d}:{row.player}"
                made.append(_row(key, row.player, DIGEST, MAIL, row.email, moment))
        return made

    async def ask_to_confirm(self, player: str, email: str) -> None:
        """Ask whoever reads mail at an address whether it is theirs."""
        row = _row(f"{CONFIRM}:{new_id()}", player, CONFIRM, MAIL, email, now())
        async with self._storage.write() as connection:
            await connection.execute(insert(reminders).values(row))

    # Sending it

    async def deliver(self) -> None:
        """Send what is due, one after the other."""
        wanted = select(reminders).where(reminders.c.state == WAITING, reminders.c.due <= now())
        async with self._storage.read() as connection:
            rows = (await connection.execute(wanted.order_by(reminders.c.due).limit(AT_ONCE))).all()
        for row in rows:
            self._delivering = asyncio.create_task(self._deliver(row))
            await asyncio.shield(self._delivering)

    async def _deliver(self, row: Any) -> None:
        later = await self._later(row)
        if later is not None:
            await self._change(row, WAITING, state=WAITING, due=later)
            return
        if not await self._change(row, WAITING, state=SENDING, claimed=now()):
            return  # another worker was faster
        outcome = await self._send(row)
        values: dict[str, Any] = {"state": DROPPED if outcome in (None, Outcome.GONE) else outcome.value}
        if outcome is Outcome.AGAIN:
            tries = row.tries + 1
            pause = min(PAUSE * 2**tries, LONGEST_PAUSE)
            again = {"state": WAITING, "due": now() + pause, "claimed": None}
            values = {"tries": tries, **(again if tries < TRIES else {"state": Outcome.NEVER.value})}
        await self._change(row, SENDING, **values)
        if outcome is Outcome.GONE:
            async with self._storage.write() as connection:
                await connection.execute(delete(push_subscriptions).where(push_subscriptions.c.id == row.target))
        metrics.REMINDERS.labels(row.channel, DROPPED if outcome is None else outcome.value).inc()

    async def _change(self, row: Any, was: str, **values: Any) -> bool:
        mine = (reminders.c.id == row.id) & (reminders.c.state == was)
        async with self._storage.write() as connection:
            return bool((await connection.execute(update(reminders).where(mine).values(values))).rowcount)

    async def _later(self, row: Any) -> int | None:
        """When somebody would rather be told; None for now."""
        moment = now()
        if row.kind == CONFIRM:
            return None
        wishes = await self._wishes(row.player)
        quiet = None if wishes is None or wishes.quiet_from is None else (wishes.quiet_from, wishes.quiet_to)
        allowed = moment if wishes is None else after_quiet(moment, quiet, wishes.zone)
        if allowed > moment:
            return allowed
        here = row.table is not None and self._tables.is_here(row.table, row.player)
        return moment + HERE if here and row.kind == TURN else None

    async def _wishes(self, player: str) -> Any:
        async with self._storage.read() as connection:
            wanted = select(reminder_settings).where(reminder_settings.c.player == player)
            return (await connection.execute(wanted)).first()

    async def _send(self, row: Any) -> Outcome | None:
        """Hand it over; None if there is no longer anything to tell."""
        wishes = await self._wishes(row.player)
        if wishes is None:
            return None
        async with self._storage.read() as connection:
            name = str(await connection.scalar(select(players.c.name).where(players.c.id == row.player)))
            waiting = await self._waiting(connection, row)
            device = await self._device(connection, row)
        if row.channel == PUSH:
            if self.pusher is None or device is None or not wishes.push or not waiting:
                return None
            payload = self._payload(row.kind, waiting[0])
            return await asyncio.to_thread(self.pusher.send, device.endpoint, device.p256dh, device.auth, payload)
        if self.mailer is None or row.target != wishes.email:
            return None
        if row.kind == CONFIRM:
            token = self.tokens.make(CONFIRM, row.player, row.target)
            link = f"{self._address}/api/reminders/confirm/{token}"
            message = mail.compose(CONFIRM, self.mailer.sender, row.target, {"name": name}, link)
        else:
            if (
                not waiting
                or not wishes.confirmed
                or (wishes.mail == DIGEST) != (row.kind == DIGEST)
                or wishes.mail == "off"
            ):
                return None
            message = self._mail(row, name, waiting)
        message["Message-ID"] = f"<{row.id}@{self._address.rpartition('/')[2].partition(':')[0]}>"
        return await asyncio.to_thread(self.mailer.send, message, row.target)

    def _mail(self, row: Any, name: str, waiting: list[dict[str, str]]) -> Any:
        assert self.mailer is not None
        off = f"{self._address}/api/reminders/off/{self.tokens.make('off', row.player, row.target)}"
        values = {**waiting[0], "name": name, "count": _games(len(waiting))}
        items = [Item(f"{one['game']} ({one['players']})", self._address + one["path"]) for one in waiting]
        if row.kind == DIGEST:
            return mail.compose(DIGEST, self.mailer.sender, row.target, values, f"{self._address}/", items, off)
        link = self._address + waiting[0]["path"]
        return mail.compose(row.kind, self.mailer.sender, row.target, values, link, (), off)

    def _payload(self, kind: str, waiting: dict[str, str]) -> dict[str, str]:
        said = mail.texts()[kind]
        return {
            "title": said["subject"].format_map(waiting),
            "body": said["push"].format_map(waiting),
            "url": waiting["path"],
            "tag": waiting["path"],
        }

    async def _waiting(self, connection: Any, row: Any) -> list[dict[str, str]]:
        """The tables that wait for the person and that this is about; none if they have answered meanwhile."""
        mine = (seats.c.table == tables.c.id) & (seats.c.seat == tables.c.asked) & (seats.c.player == row.player)
        wanted = (
            select(tables.c.id, tables.c.game, tables.c.due)
            .join(seats, mine)
            .where(
                tables.c.status == RUNNING,
                tables.c.quarantine.is_(None),
                seats.c.stand_in.is_(None),
                seats.c.left.is_(False),
            )
        )
        if row.table is not None:
            wanted = wanted.where(tables.c.id == row.table, tables.c.position == row.position)
        found = (await connection.execute(wanted.order_by(tables.c.due, tables.c.id))).all()
        seated = await roster.seats_of(connection, [one.id for one in found])
        return [
            {
                "game": cairn.game(one.game).title if one.game in cairn.slugs() else one.game,
                "players": ", ".join(roster.shown_names(seated[one.id])),
                "left": "" if one.due is None else _duration(one.due - self._monotonic.now()),
                "path": f"/table/{one.id}",
            }
            for one in found
        ]

    async def _device(self, connection: Any, row: Any) -> Any:
        lasting = select(push_subscriptions).join(sessions, sessions.c.id == push_subscriptions.c.session)
        wanted = lasting.where(push_subscriptions.c.id == row.target, push_subscriptions.c.player == row.player)
        return (await connection.execute(wanted)).first()


def _games(count: int) -> str:
    return f"{counted(count, 'game')} {'is' if count == 1 else 'are'}"


def _duration(milliseconds: int) -> str:
    minutes = max(1, milliseconds // MINUTE)
    if minutes >= 2880:
        return counted(minutes // 1440, "day")
    return counted(minutes // 60, "hour") if minutes >= 120 else counted(minutes, "minute")


def _row(
    key: str,
    player: str,
    kind: str,
    channel: str,
    target: str,
    due: int,
    table: str | None = None,
    position: int | None = None,
) -> dict[str, Any]:
    return {
        "id": new_id(),
        "key": key,
        "player": player,
        "kind": kind,
        "channel": channel,
        "target": target,
        "table": table,
        "position": position,
        "state": WAITING,
        "due": due,
        "claimed": None,
        "tries": 0,
        "created": due,
    }
