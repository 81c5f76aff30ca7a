"""Games for reviews: played once, by bots that are quick."""

from __future__ import annotations

from functools import lru_cache

import cairn
from cairn import bots


@lru_cache(maxsize=64)
def played(slug: str, specs: tuple[str, ...], seed: int = 5) -> cairn.Record:
    """A whole game between these bots."""
    game = cairn.game(slug)
    seated = [bots.make(spec, game) for spec in specs]
    dice = cairn.Dice(seed)
    record = cairn.Record.new(game, list(specs), dice)
    while record.state.seat >= 0:
        state = record.state
        record.choose(seated[state.seat].decide(state.resample(state.seat, dice), dice), dice)
    return record
