"""Tables that cannot be played on are stopped, with the reason."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("quarantine", sa.String(length=8), nullable=True))
    op.add_column("tables", sa.Column("fault", sa.Text(), nullable=True))
    op.add_column("tables", sa.Column("quarantined", sa.BigInteger(), nullable=True))
    op.create_index("ix_tables_quarantine", "tables", ["quarantine"], unique=False)
