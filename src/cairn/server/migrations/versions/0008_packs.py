"""Content packs, tables that play them, and comparisons of the lab."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "packs",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("title", sa.String(length=60), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_packs_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_packs")),
    )
    op.create_index(op.f("ix_packs_player"), "packs", ["player"], unique=False)
    op.create_table(
        "lab_runs",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("pack", sa.String(length=32), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["pack"], ["packs.id"], name=op.f("fk_lab_runs_pack")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_lab_runs_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lab_runs")),
    )
    op.create_index(op.f("ix_lab_runs_player_status"), "lab_runs", ["player", "status"], unique=False)
    op.add_column("tables", sa.Column("pack", sa.String(length=32), nullable=True))
