"""Who somebody is: guests, names with a passphrase, and bots with a token; and the sessions that say so.

A cookie holds a random secret and our signature, the database only a hash of the secret. Whoever reads the database
can sign in as nobody, and a cookie that we did not make costs no query.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from base64 import b64encode
from dataclasses import dataclass
from typing import Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from cairn.server.models import players, sessions, tokens
from cairn.server.names import skeleton
from cairn.server.problems import Problem
from cairn.server.storage import Storage, new_id, now

COOKIE: Final = "cairn"
COOKIE_AGE: Final = 400 * 24 * 3600
SEEN_EVERY: Final = 3_600_000
HASHES_AT_ONCE: Final = 2
LOGIN_LENGTH: Final = 40
TOKEN_PREFIX: Final = "cairn_bot_"


@dataclass(frozen=True)
class Player:
    id: str
    kind: str
    name: str
    owner: str | None = None


@dataclass(frozen=True)
class Visitor:
    """A player, and the session or token by which they came."""

    player: Player
    session: str

    @property
    def id(self) -> str:
        return self.player.id


class Identity:
    def __init__(self, storage: Storage, key: bytes) -> None:
        self._storage = storage
        self._key = key
        self._hasher = PasswordHasher()  # argon2id with the parameters of RFC 9106
        self._hashing = asyncio.Semaphore(HASHES_AT_ONCE)
        self._decoy = _decoy(self._hasher)

    # Who is it?

    async def by_cookie(self, cookie: str | None) -> Visitor | None:
        secret = self._signed(cookie)
        if secret is None:
            return None
        async with self._storage.read() as connection:
            row = (await connection.execute(_visitor(sessions).where(sessions.c.secret == _digest(secret)))).first()
        if row is None:
            return None
        if row.seen < now() - SEEN_EVERY:
            async with self._storage.write() as connection:
                await connection.execute(update(sessions).where(sessions.c.id == row.session).values(seen=now()))
        return Visitor(_player(row), row.session)

    async def by_token(self, token: str) -> Visitor | None:
        async with self._storage.read() as connection:
            row = (await connection.execute(_visitor(tokens).where(tokens.c.secret == _digest(token)))).first()
        return None if row is None else Visitor(_player(row), row.session)

    async def player(self, id: str) -> Player:  # noqa: A002
        async with self._storage.read() as connection:
            row = (await connection.execute(select(players).where(players.c.id == id))).first()
        if row is None:
            raise Problem("not-found", "There is no such player.")
        return _player(row)

    async def names(self, ids: set[str]) -> dict[str, str]:
        async with self._storage.read() as connection:
            found = await connection.execute(select(players.c.id, players.c.name).where(players.c.id.in_(ids)))
            return {row.id: row.name for row in found}

    # Becoming somebody

    async def guest(self, name: str, device: str) -> tuple[Visitor, str]:
        """A new guest, and the cookie to recognise them by."""
        player = Player(new_id(), "guest", name)
        async with self._storage.write() as connection:
            await _check_free(connection, name)
            await connection.execute(insert(players).values(id=player.id, kind="guest", name=name, created=now()))
            return await self._open(connection, player, device)

    async def claim(
        self, visitor: Visitor, name: str, passphrase: str, old: str | None, device: str
    ) -> tuple[Visitor, str, list[str]]:
        """Bind the visitor to a name and a passphrase; or change those they have, if they know the old passphrase.

        Whatever sessions they had are worth nothing afterwards: the new visitor and cookie, and the ids of those that
        have ended. So a cookie that somebody else may have from before opens nothing that the passphrase guards.
        """
        if visitor.player.kind == "bot":
            raise Problem("not-allowed", "A bot signs in with its token, not with a passphrase.")
        if len(folded(name)) > LOGIN_LENGTH:
            raise Problem("bad-request", "name: is too long.", field="name")
        shape = skeleton(name)
        if not shape:
            raise Problem("bad-request", "name: has no visible characters.", field="name")
        await self._check_old(visitor, old)
        hashed = await self._hash(passphrase)
        change = {"kind": "named", "name": name, "login": folded(name), "passphrase": hashed, "skeleton": shape}
        player = Player(visitor.id, "named", name)
        try:
            async with self._storage.write() as connection:
                await connection.execute(update(players).where(players.c.id == visitor.id).values(change))
                mine = sessions.c.player == visitor.id
                ended = [row.id for row in await connection.execute(select(sessions.c.id).where(mine))]
                await connection.execute(delete(sessions).where(mine))
                renewed, cookie = await self._open(connection, player, device)
        except IntegrityError:
            raise Problem("name-taken", f"The name '{name}' is taken, or looks like one that is.") from None
        return renewed, cookie, ended

    async def _check_old(self, visitor: Visitor, old: str | None) -> None:
        async with self._storage.read() as connection:
            wanted = select(players.c.passphrase).where(players.c.id == visitor.id)
            hashed = await connection.scalar(wanted)
        if hashed is not None and not await self._verify(hashed, old or ""):
            detail = "Give the old passphrase too." if old is None else "The old passphrase is wrong."
            raise Problem("wrong-passphrase", detail, field="old")

    async def sign_in(self, name: str, passphrase: str, device: str) -> tuple[Visitor, str]:
        async with self._storage.read() as connection:
            row = (await connection.execute(select(players).where(players.c.login == folded(name)))).first()
        # An unknown name takes as long as a wrong passphrase, so that names cannot be probed.
        right = await self._verify(self._decoy if row is None else row.passphrase, passphrase)
        if row is None or not right:
            raise Problem("wrong-passphrase", "The name or the passphrase is wrong.")
        async with self._storage.write() as connection:
            return await self._open(connection, _player(row), device)

    async def rename(self, visitor: Visitor, name: str) -> Player:
        if visitor.player.kind == "named":
            raise Problem(
                "not-allowed", "You sign in with this name. To change it, claim the new name with a passphrase."
            )
        async with self._storage.write() as connection:
            await _check_free(connection, name)
            await connection.execute(update(players).where(players.c.id == visitor.id).values(name=name))
        return Player(visitor.id, visitor.player.kind, name, visitor.player.owner)

    # Sessions

    async def sessions(self, visitor: Visitor) -> list[dict[str, Any]]:
        columns = (sessions.c.id, sessions.c.device, sessions.c.created, sessions.c.seen)
        async with self._storage.read() as connection:
            found = await connection.execute(
                select(*columns).where(sessions.c.player == visitor.id).order_by(sessions.c.seen.desc())
            )
            return [{**row._asdict(), "current": row.id == visitor.session} for row in found]

    async def revoke(self, visitor: Visitor, session: str) -> None:
        await self._drop(sessions, sessions.c.id == session, sessions.c.player == visitor.id)

    # Bots of one's own

    async def new_bot(self, visitor: Visitor, name: str) -> tuple[Player, str]:
        """A player for a remote bot, and its token, which is shown this once."""
        if visitor.player.kind != "named":
            raise Problem("not-allowed", "Guests cannot have bots. Choose a name and a passphrase first.")
        bot = Player(new_id(), "bot", name, visitor.id)
        token = TOKEN_PREFIX + secrets.token_urlsafe(32)
        async with self._storage.write() as connection:
            await _check_free(connection, name)
            row = {"id": bot.id, "kind": "bot", "name": name, "owner": visitor.id, "created": now()}
            await connection.execute(insert(players).values(row))
            row = {"id": new_id(), "secret": _digest(token), "player": bot.id, "created": now()}
            await connection.execute(insert(tokens).values(row))
        return bot, token

    async def bots(self, visitor: Visitor) -> list[dict[str, Any]]:
        wanted = select(tokens.c.id, players.c.id.label("player"), players.c.name, tokens.c.created)
        async with self._storage.read() as connection:
            found = await connection.execute(
                wanted.join(players, players.c.id == tokens.c.player).where(players.c.owner == visitor.id)
            )
            return [row._asdict() for row in found]

    async def revoke_token(self, visitor: Visitor, token: str) -> None:
        mine = select(players.c.id).where(players.c.owner == visitor.id)
        await self._drop(tokens, tokens.c.id == token, tokens.c.player.in_(mine))

    async def _drop(self, table: Any, *where: Any) -> None:
        async with self._storage.write() as connection:
            gone = await connection.execute(delete(table).where(*where))
        if gone.rowcount == 0:
            raise Problem("not-found", "You have nothing with this id.")

    async def _open(self, connection: Any, player: Player, device: str) -> tuple[Visitor, str]:
        secret, moment = secrets.token_urlsafe(24), now()
        visitor = Visitor(player, new_id())
        row = {"id": visitor.session, "secret": _digest(secret), "player": player.id, "device": device[:120]}
        await connection.execute(insert(sessions).values(**row, created=moment, seen=moment))
        return visitor, f"{secret}.{self._signature(secret)}"

    def _signature(self, secret: str) -> str:
        return hmac.new(self._key, secret.encode(), hashlib.sha256).hexdigest()[:32]

    def _signed(self, cookie: str | None) -> str | None:
        """The secret of a cookie that we signed."""
        secret, _, signature = (cookie or "").partition(".")
        right = hmac.compare_digest(signature.encode(), self._signature(secret).encode())
        return secret if secret and right else None

    async def _hash(self, passphrase: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, passphrase)

    async def _verify(self, hashed: str, passphrase: str) -> bool:
        async with self._hashing:
            try:
                return await asyncio.to_thread(self._hasher.verify, hashed, passphrase)
            except VerificationError:
                return False


def _decoy(hasher: PasswordHasher) -> str:
    """A hash that no passphrase has, and that takes as long to check as any; to compute one would hold up the start."""
    salt, hashed = (b64encode(secrets.token_bytes(size)).decode().rstrip("=") for size in (16, 32))
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v=19${costs}${salt}${hashed}"


def folded(name: str) -> str:
    """The form in which names are told apart: no two players are 'Ana' and 'ana'."""
    return " ".join(name.casefold().split())


async def _check_free(connection: Any, name: str) -> None:
    """Nobody calls themselves what somebody else signs in with, or what looks like it."""
    shape = skeleton(name)
    if shape and await connection.scalar(select(players.c.id).where(players.c.skeleton == shape)) is not None:
        raise Problem(
            "name-taken", f"The name '{name}', or one that looks like it, is taken. Sign in, or choose another."
        )


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _visitor(by: Any) -> Any:
    seen = by.c.seen if "seen" in by.c else by.c.created
    wanted = select(players, by.c.id.label("session"), seen.label("seen"))
    return wanted.join(by, by.c.player == players.c.id)


def _player(row: Any) -> Player:
    return Player(row.id, row.kind, row.name, row.owner)
