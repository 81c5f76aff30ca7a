"""Notices to running servers, a steady clock, keys of moves, and what names look like."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from cairn.server.names import skeleton

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("subject", sa.String(length=32), nullable=False),
        sa.Column("heir", sa.String(length=32), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
    )
    op.create_table(
        "clock",
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("steady", sa.BigInteger(), nullable=False),
        sa.Column("wall", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_clock")),
    )
    op.add_column("tables", sa.Column("asked_since", sa.BigInteger(), nullable=True))
    op.add_column("moves", sa.Column("key", sa.String(length=40), nullable=True))
    op.add_column("players", sa.Column("skeleton", sa.String(length=160), nullable=True))
    _fill_skeletons()
    op.create_index("ix_players_skeleton", "players", ["skeleton"], unique=True)


def _fill_skeletons() -> None:
    """Of names that look alike the oldest keeps its claim; the others keep their names too, but guard nothing."""
    players = sa.table(
        "players", sa.column("id"), sa.column("name"), sa.column("login"), sa.column("created"), sa.column("skeleton")
    )
    connection = op.get_bind()
    named = sa.select(players.c.id, players.c.name).where(players.c.login.is_not(None))
    taken: set[str] = set()
    for row in connection.execute(named.order_by(players.c.created, players.c.id)).all():
        shape = skeleton(row.name)
        if shape not in taken:
            taken.add(shape)
            connection.execute(players.update().where(players.c.id == row.id).values(skeleton=shape))
