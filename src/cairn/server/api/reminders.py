"""Being away: vacations, and how somebody wants to be told that a game waits for them."""

from __future__ import annotations

from html import escape
from typing import Annotated, Any, Literal
from zoneinfo import available_timezones

from fastapi import APIRouter, Path, Request, Response
from pydantic import AfterValidator, Field
from sqlalchemy import delete, select, update

from cairn.server import webpush
from cairn.server.api.common import Body, Id, Json, Shown, Somebody, Use, address_of, device_of
from cairn.server.mail import PAGE
from cairn.server.models import push_subscriptions, reminder_settings
from cairn.server.problems import Problem
from cairn.server.services import Services
from cairn.server.storage import new_id, now

router = APIRouter(prefix="/api", tags=["reminders"])

EMAIL = r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+$"
MOST_DEVICES = 20


def _zone(name: str) -> str:
    if name not in available_timezones():
        raise ValueError("is not a time zone, such as Europe/Paris")
    return name


Minute = Annotated[int, Field(ge=0, le=1439, description="Minute of the day.")]


class Quiet(Body):
    """Hours in which nothing is sent; they may go over midnight."""

    begins: Minute
    ends: Minute


class ReminderWish(Body):
    email: Annotated[str | None, Field(max_length=254, pattern=EMAIL)] = None
    mail: Literal["off", "each", "digest"] = "off"
    """A mail for each game that waits, one a day for all, or none."""
    push: bool = False
    after: Annotated[int, Field(ge=0, le=7 * 1440)] = 10
    """Minutes for which a game waits for you before you are told."""
    quiet: Quiet | None = None
    zone: Annotated[str, Field(max_length=60), AfterValidator(_zone)] = "UTC"


class Device(Shown):
    id: str
    device: str
    created: int
    current: bool


class RemindersShown(Shown):
    email: str | None
    confirmed: bool = Field(description="Whether the link in the mail to this address was followed.")
    mail: Literal["off", "each", "digest"]
    push: bool
    after: int
    quiet: Quiet | None
    zone: str
    can_mail: bool = Field(description="Whether this server sends mail.")
    push_key: str | None = Field(description="The key to subscribe with; null if this server sends no push messages.")
    devices: list[Device]


class Subscription(Body):
    """What a browser's `PushSubscription` says."""

    endpoint: Annotated[str, Field(min_length=12, max_length=500, pattern=r"^https?://[!-~]+$")]
    p256dh: Annotated[str, Field(min_length=20, max_length=120, pattern=r"^[A-Za-z0-9_-]+$")]
    auth: Annotated[str, Field(min_length=16, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


class SubscriptionShown(Shown):
    id: str


class VacationWish(Body):
    days: Annotated[int, Field(ge=1, le=365)]


class VacationShown(Shown):
    until: int | None = Field(description="The end of the vacation you are on.")
    used: int = Field(description="Days of the last year, those ahead included.")
    left: int


Token = Annotated[str, Path(min_length=20, max_length=80, pattern=r"^[A-Za-z0-9_-]+\.[0-9a-f]+$")]


@router.get("/me/vacation", response_model=VacationShown)
async def my_vacation(visitor: Somebody, use: Use) -> Json:
    """Whether you are on vacation, and how many days you have left within a year."""
    return await use.vacations.shown(visitor.id)


@router.put("/me/vacation", response_model=VacationShown)
async def begin_vacation(wish: VacationWish, visitor: Somebody, use: Use) -> Json:
    """Be away from now on: games in which you have 12 hours or more for a choice wait for you."""
    await use.vacations.begin(visitor.id, wish.days)
    return await use.vacations.shown(visitor.id)


@router.delete("/me/vacation", response_model=VacationShown)
async def end_vacation(visitor: Somebody, use: Use) -> Json:
    """Be back."""
    await use.vacations.end(visitor.id)
    return await use.vacations.shown(visitor.id)


@router.get("/me/reminders", response_model=RemindersShown)
async def my_reminders(visitor: Somebody, use: Use) -> Json:
    """How you want to be told that a game waits for you."""
    return await _shown(use, visitor.id, visitor.session)


@router.put("/me/reminders", response_model=RemindersShown)
async def change_reminders(wish: ReminderWish, visitor: Somebody, use: Use, request: Request) -> Json:
    """Change it. A new e-mail address is asked first whether it is yours."""
    if visitor.player.kind == "bot":
        raise Problem("not-allowed", "A bot needs no reminders.")
    if wish.mail != "off" and wish.email is None:
        raise Problem("bad-request", "email: is needed for reminders by mail.", field="email")
    if wish.email is not None and use.reminders.mailer is None:
        raise Problem("not-allowed", "This server does not send mail.")
    row = await _row(use, visitor.id)
    is_new = wish.email is not None and (row is None or row.email != wish.email)
    if is_new:
        await use.limits.spend("mail", visitor.id, address_of(request), wish.email)
    values = {
        "email": wish.email,
        "confirmed": bool(row is not None and row.confirmed and row.email == wish.email),
        "mail": wish.mail,
        "push": wish.push,
        "after": wish.after,
        "quiet_from": None if wish.quiet is None else wish.quiet.begins,
        "quiet_to": None if wish.quiet is None else wish.quiet.ends,
        "zone": wish.zone,
    }
    async with use.storage.write() as connection:
        fresh = use.storage.insert(reminder_settings).values(player=visitor.id, **values)
        await connection.execute(fresh.on_conflict_do_update(index_elements=["player"], set_=values))
    if is_new and wish.email is not None:
        await use.reminders.ask_to_confirm(visitor.id, wish.email)
    return await _shown(use, visitor.id, visitor.session)


@router.post("/me/push", status_code=201, response_model=SubscriptionShown)
async def subscribe(wish: Subscription, visitor: Somebody, use: Use, request: Request) -> Json:
    """Have push messages sent to this browser. Ends with the session; send it again after signing in."""
    if use.reminders.pusher is None:
        raise Problem("not-allowed", "This server does not send push messages.")
    if not webpush.is_allowed(wish.endpoint, use.settings.push_services):
        raise Problem("bad-request", "endpoint: is not a push service that this server sends to.", field="endpoint")
    if not webpush.is_key(wish.p256dh, wish.auth):
        raise Problem("bad-request", "p256dh: is not the key of a browser.", field="p256dh")
    values = {"player": visitor.id, "session": visitor.session, "p256dh": wish.p256dh, "auth": wish.auth}
    row = {"id": new_id(), "endpoint": wish.endpoint, "device": device_of(request), "created": now(), **values}
    async with use.storage.write() as connection:
        mine = select(push_subscriptions.c.id).where(push_subscriptions.c.player == visitor.id)
        if len((await connection.execute(mine)).all()) >= MOST_DEVICES:
            raise Problem("not-allowed", f"You have {MOST_DEVICES} devices with push messages. Remove one first.")
        fresh = use.storage.insert(push_subscriptions).values(row)
        await connection.execute(fresh.on_conflict_do_update(index_elements=["endpoint"], set_=values))
        id = await connection.scalar(  # noqa: A001
            select(push_subscriptions.c.id).where(push_subscriptions.c.endpoint == wish.endpoint)
        )
    return {"id": id}


@router.delete("/me/push/{id}", status_code=204)
async def unsubscribe(id: Id, visitor: Somebody, use: Use) -> None:  # noqa: A002
    """Send no more push messages to a device."""
    mine = (push_subscriptions.c.id == id) & (push_subscriptions.c.player == visitor.id)
    async with use.storage.write() as connection:
        gone = await connection.execute(delete(push_subscriptions).where(mine))
    if gone.rowcount == 0:
        raise Problem("not-found", "You have nothing with this id.")


# Where links in mails lead. Programs that look at mails follow links too, so that a page asks first; a mail program's
# own button posts (RFC 8058).


@router.get("/reminders/confirm/{token}", include_in_schema=False)
async def ask_confirm(token: Token, use: Use) -> Response:
    await _addressee(use, token, "confirm")
    return _page("Do you want reminders from Cairn at this address?", "Yes, confirm")


@router.post("/reminders/confirm/{token}", include_in_schema=False)
async def confirm(token: Token, use: Use) -> Response:
    row = await _addressee(use, token, "confirm")
    await _set(use, row, confirmed=True)
    return _page("Thank you. This address is confirmed.")


@router.get("/reminders/off/{token}", include_in_schema=False)
async def ask_off(token: Token, use: Use) -> Response:
    await _addressee(use, token, "off")
    return _page("Stop all mail from Cairn?", "Stop all mail")


@router.post("/reminders/off/{token}", include_in_schema=False)
async def switch_off(token: Token, use: Use) -> Response:
    row = await _addressee(use, token, "off")
    await _set(use, row, mail="off")
    return _page("Done. You will get no more mail.")


def _page(sentence: str, button: str | None = None) -> Response:
    form = "" if button is None else f'<form method="post"><button>{escape(button)}</button></form>'
    body = f"<h1>Cairn</h1><p>{escape(sentence)}</p>{form}"
    return Response(PAGE.format(title="Cairn", body=body), media_type="text/html")


async def _addressee(use: Services, token: str, purpose: str) -> Any:
    """The settings that a link is about; Problem if it is not ours, or of an address that was changed since."""
    row = await _row(use, token.partition(".")[0])
    if row is None or row.email is None or not use.reminders.tokens.is_right(token, purpose, row.player, row.email):
        raise Problem("not-found", "This link is no longer valid.")
    return row


async def _set(use: Services, row: Any, **values: Any) -> None:
    mine = (reminder_settings.c.player == row.player) & (reminder_settings.c.email == row.email)
    async with use.storage.write() as connection:
        await connection.execute(update(reminder_settings).where(mine).values(values))


async def _row(use: Services, player: str) -> Any:
    async with use.storage.read() as connection:
        wanted = select(reminder_settings).where(reminder_settings.c.player == player)
        return (await connection.execute(wanted)).first()


async def _shown(use: Services, player: str, session: str) -> Json:
    row = await _row(use, player)
    async with use.storage.read() as connection:
        found = (
            await connection.execute(select(push_subscriptions).where(push_subscriptions.c.player == player))
        ).all()
    wishes: Json = ReminderWish().model_dump() | {"confirmed": False}
    if row is not None:
        quiet = None if row.quiet_from is None else {"begins": row.quiet_from, "ends": row.quiet_to}
        wishes = {**row._asdict(), "quiet": quiet}
    return {
        **wishes,
        "can_mail": use.reminders.mailer is not None,
        "push_key": None if use.reminders.pusher is None else use.reminders.pusher.public,
        "devices": [
            {"id": one.id, "device": one.device, "created": one.created, "current": one.session == session}
            for one in found
        ],
    }
