"""What a bot is: something that answers for a seat, knowing that seat's view and nothing else."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from cairn.core.chance import Chance, Dice
from cairn.core.contract import Game, State, View

SEEDS: Final = 0x7FFFFFFF


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Made for one game, may sit on any seat and at many tables at once."""

    def __init__(self, name: str, game: Game) -> None:
        self.name = name
        """The spec string that makes this bot again."""
        self.game = game

    def answer(self, view: View, chance: Chance) -> str:
        """The notation of one of the view's choices, for the seat that is asked.

        The same for the same view and the same outcomes of `chance`, unless the bot watches the clock.
        """
        dice = Dice(chance.pick(SEEDS))
        world = self.game.imagine(view, dice)
        return world.notation(self.decide(world, dice))

    def decide(self, world: State, dice: Dice) -> int:
        """A choice for the seat that is asked, given a world that this seat cannot tell from the true state.

        Whoever has the state at hand may ask `decide(state.resample(state.seat, dice), dice)` and save the way through
        a view. The world is left as it is.
        """
        raise NotImplementedError
