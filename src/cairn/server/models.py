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
    Column("due", BigInteger),  # when the server itself has to act: for a bot, or when patience or clock ends
    Column("rematch", String(32)),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("quarantine", String(8)),  # why the table is stopped: damaged, rules, ended
    Column("fault", Text),  # what is wrong with it, for the operator
    Column("quarantined", BigInteger),
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
