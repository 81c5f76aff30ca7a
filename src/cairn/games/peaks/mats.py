"""Where things lie on a player mat: offsets into the MAT numbers that each seat has."""

from __future__ import annotations

from typing import Final

ENERGY: Final = 0
STAMINA: Final = 1
SPACE: Final = 2
"""How far the tracker is on the experience track."""
CONTINENT: Final = 3
GEAR: Final = 4
DICE: Final = 10
TILES: Final = 13
CUBES: Final = 16
FLAGS: Final = 19
PLACED: Final = 25
"""All flags on the board."""
COMPANION: Final = 26
USES: Final = 29
MAT: Final = 32
SLOTS: Final = 3

NONE: Final = -1
"""No card in a companion slot or in the display."""
