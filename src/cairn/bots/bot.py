"""What a bot is: something that answers for a seat, knowing that seat's view and nothing else."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from cairn.core.chance import Chance
from cairn.core.contract import Game, View


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Made for one game, may sit on any seat and at many tables at once: it remembers nothing between answers."""

    def __init__(self, name: str, game: Game) -> None:
        self.name = name
        """The spec string that makes this bot again."""
        self.game = game

    def answer(self, view: View, chance: Chance) -> str:
        """The notation of one of the view's choices, for the seat that is asked.

        The same for the same view and the same outcomes of `chance`.
        """
        raise NotImplementedError
