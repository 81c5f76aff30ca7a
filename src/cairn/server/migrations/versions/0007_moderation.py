"""Whom people mute and block, what they report, and who may not write for a while."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("players", sa.Column("silenced_until", sa.BigInteger(), nullable=True))
    op.create_table(
        "avoided",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("other", sa.String(length=32), nullable=False),
        sa.Column("how", sa.String(length=8), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_avoided_player")),
        sa.ForeignKeyConstraint(["other"], ["players.id"], name=op.f("fk_avoided_other")),
        sa.PrimaryKeyConstraint("player", "other", name=op.f("pk_avoided")),
    )
    op.create_index(op.f("ix_avoided_other"), "avoided", ["other"], unique=False)
    op.create_table(
        "reports",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("subject", sa.String(length=32), nullable=False),
        sa.Column("table", sa.String(length=32), nullable=True),
        sa.Column("reason", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("quoted", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("settled", sa.String(length=16), nullable=True),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_reports_player")),
        sa.ForeignKeyConstraint(["subject"], ["players.id"], name=op.f("fk_reports_subject")),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_reports_table")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index(op.f("ix_reports_settled"), "reports", ["settled"], unique=False)
    op.create_index(op.f("ix_reports_subject"), "reports", ["subject"], unique=False)
