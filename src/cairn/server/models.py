"""The tables of the database. `moves` is the truth about every game; what else describes a game follows from it.

Times are whole milliseconds since 1970. Ids are random texts that cannot be guessed. Tokens are stored as hashes.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

players = Table(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(8), nullable=False),  # guest, named, bot
    Column("name", String(40), nullable=False),
    Column("login", String(40), unique=True),  # the name by which a named player signs in, folded
    Column("passphrase", Text),  # argon2id
    Column("owner", String(32), ForeignKey("players.id")),  # of a bot
    Column("created", BigInteger, nullable=False),
    Column("skeleton", String(160)),  # what a claimed name looks like, so that nobody claims one that looks the same
    Column("away_until", BigInteger),  # the end of their vacation
    Column("silenced_until", BigInteger),  # until when the operator does not let them write
    Index("ix_players_skeleton", "skeleton", unique=True),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("secret", String(64), nullable=False, unique=True),
    Column("player", String(32), ForeignKey("players.id"), nullable=False, index=True),
    Column("device", String(120), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("secret", String(64), nullable=False, unique=True),
    Column("player", String(32), ForeignKey("players.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
)

packs = Table(
    "packs",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("title", String(60), nullable=False),
    Column("text", Text, nullable=False),  # TOML, without a base
    Column("player", String(32), ForeignKey("players.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
)

lab_runs = Table(
    "lab_runs",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("pack", String(32), ForeignKey("packs.id"), nullable=False),
    Column("player", String(32), ForeignKey("players.id"), nullable=False),
    Column("status", String(8), nullable=False),  # running, done, stopped, failed
    Column("data", Text, nullable=False),  # JSON: what was found so far
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("ix_lab_runs_player_status", "player", "status"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules_version", String(20), nullable=False),
    Column("options", JSON, nullable=False),
    Column("host", String(32), ForeignKey("players.id"), nullable=False),
    Column("invite", String(32), nullable=False, unique=True),
    Column("listed", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("patience", Integer),  # seconds for one decision before a bot stands in
    Column("clock", Integer),  # seconds for all decisions of a seat
    Column("increment", Integer, nullable=False),  # seconds added to the clock by each decision
    Column("pace", Integer, nullable=False),  # milliseconds a bot takes at least
    Column("status", String(8), nullable=False),  # waiting, running, over, closed
    Column("position", Integer, nullable=False),  # the number of the last move; -1 before the start
    Column("asked", Integer, nullable=False),  # the seat that must answer; -1 for nobody
    Column(
        "due", BigInteger
    ),  # when the server itself has to act, by the monotonic clock: for a bot, or when time ends
    Column("rematch", String(32)),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("quarantine", String(8)),  # why the table is stopped: damaged, rules, ended
    Column("fault", Text),  # what is wrong with it, for the operator
    Column("quarantined", BigInteger),
    Column("asked_since", BigInteger),  # since when the seat has been asked, by the monotonic clock
    Column("pack", String(32)),  # the content pack it is played with
    Index("ix_tables_status_due", "status", "due"),
    Index("ix_tables_listed_status_changed", "listed", "status", "changed"),
    Index("ix_tables_quarantine", "quarantine"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # open, person, bot
    Column("player", String(32), ForeignKey("players.id"), index=True),
    Column("bot", String(80)),
    Column("stand_in", String(80)),  # the bot that plays for an absent person
    Column("left", Boolean, nullable=False),  # the person has said goodbye, or their clock has run out
    Column("clock", BigInteger),  # milliseconds left
    Column("share", Float),  # of the win, once the game is over
)

moves = Table(
    "moves",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # start, choice, undo, restart
    Column("seat", Integer, nullable=False),
    Column("actor", String(80), nullable=False),  # the player's id, or the bot's spec string
    Column("notation", Text, nullable=False),
    Column("chance", JSON, nullable=False),
    Column("back_to", Integer),  # the position that an undo restores
    Column("turn", JSON),  # number and seat; null in moves from before turns were counted
    Column("events", JSON, nullable=False),  # what happened, secrets included: only `redaction` may show it
    Column("at", BigInteger, nullable=False),
    Column("key", String(40)),  # by which whoever sent the move finds it again when the answer was lost
)

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("state", LargeBinary, nullable=False),  # a dump as compressed JSON
)

chats = Table(
    "chats",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table", String(32), ForeignKey("tables.id"), nullable=False, index=True),
    Column("player", String(32), ForeignKey("players.id"), nullable=False),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("player", String(32), ForeignKey("players.id"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", String(64), nullable=False),
)

notices = Table(
    "notices",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("kind", String(16), nullable=False),  # removed: a person is gone
    Column("subject", String(32), nullable=False),
    Column("heir", String(32)),  # the id that stands in the place of the subject
    Column("at", BigInteger, nullable=False),
)
"""What an operator has done beside running servers, for them to follow."""

clock = Table(
    "clock",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("steady", BigInteger, nullable=False),  # milliseconds of the monotonic clock
    Column("wall", BigInteger, nullable=False),  # the time of day then
)

vacations = Table(
    "vacations",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("player", String(32), ForeignKey("players.id"), nullable=False, index=True),
    Column("begins", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
)

reminder_settings = Table(
    "reminder_settings",
    metadata,
    Column("player", String(32), ForeignKey("players.id"), primary_key=True),
    Column("email", String(254)),
    Column("confirmed", Boolean, nullable=False),  # whoever reads mail at this address has agreed
    Column("mail", String(8), nullable=False),  # off, each, digest
    Column("push", Boolean, nullable=False),
    Column("after", Integer, nullable=False),  # minutes for which a table waits for somebody before they are told
    Column("quiet_from", Integer),  # minutes of the day; null for no quiet hours
    Column("quiet_to", Integer),
    Column("zone", String(60), nullable=False),  # of quiet hours and digests, such as Europe/Paris
)

push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("player", String(32), ForeignKey("players.id"), nullable=False, index=True),
    Column("session", String(32), nullable=False),  # of the device: when it has ended nothing is sent there
    Column("endpoint", String(500), nullable=False, unique=True),
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("device", String(120), nullable=False),
    Column("created", BigInteger, nullable=False),
)

reminders = Table(
    "reminders",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("key", String(160), nullable=False, unique=True),  # what is told to whom by which way: told once
    Column("player", String(32), ForeignKey("players.id"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # confirm, turn, late, digest
    Column("channel", String(8), nullable=False),  # mail, push
    Column("target", String(254), nullable=False),  # the address, or the id of the subscription
    Column("table", String(32), ForeignKey("tables.id")),
    Column("position", Integer),
    Column("state", String(8), nullable=False),  # waiting, sending, sent, dropped, failed, unknown
    Column("due", BigInteger, nullable=False),
    Column("claimed", BigInteger),
    Column("tries", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("ix_reminders_state_due", "state", "due"),
)
"""What people are to be told while they are away; a row goes from waiting to sending before anything is sent."""

reviews = Table(
    "reviews",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("state", String(8), nullable=False),  # waiting, working, done, failed
    Column("working", Integer, unique=True),  # 1 in the one row that some worker is at; null in all others
    Column("claimed", BigInteger),  # when that worker was last heard of
    Column("tries", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("steps", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("data", LargeBinary),  # the review as compressed JSON
    Index("ix_reviews_state_created", "state", "created"),
)
"""Reviews that somebody has asked for; only of games that are over."""

avoided = Table(
    "avoided",
    metadata,
    Column("player", String(32), ForeignKey("players.id"), primary_key=True),
    Column("other", String(32), ForeignKey("players.id"), primary_key=True, index=True),
    Column("how", String(8), nullable=False),  # muted: not read; blocked: not sat with either
    Column("created", BigInteger, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("player", String(32), ForeignKey("players.id"), nullable=False),
    Column("subject", String(32), ForeignKey("players.id"), nullable=False, index=True),
    Column("table", String(32), ForeignKey("tables.id")),
    Column("reason", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("quoted", JSON, nullable=False),  # what the subject had said there, as it stood when it was reported
    Column("created", BigInteger, nullable=False),
    Column("settled", String(16), index=True),  # what the operator did; null while it waits
)
