"""What a bot is: something that answers for a seat, knowing that seat's view and nothing else."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from cairn.core.bot_settings import Budget
from cairn.core.chance import Dice
from cairn.core.contract import Game, State, View

SEEDS: Final = 0x7FFFFFFF
"""How many seeds there are for whoever draws one for each decision."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Made for one game, may sit on any seat and at many tables at once. It remembers nothing of what it was asked."""

    def __init__(self, name: str, game: Game) -> None:
        self.name = name
        """The spec string that makes this bot again."""
        self.game = game

    def answer(self, view: View, seed: int, budget: Budget | None = None) -> str:
        """The notation of one of the view's choices, for the seat that is asked.

        A function of its arguments, unless the bot watches the clock. A bot that thinks by a budget uses its own one
        if none is given; the others ignore it.
        """
        dice = Dice(seed)
        world = self.game.imagine(view, dice)
        return world.notation(self.decide(world, dice, budget))

    def decide(self, world: State, dice: Dice, budget: Budget | None = None) -> int:
        """A choice for the seat that is asked, given a world that this seat cannot tell from the true state.

        Whoever has the state at hand may ask `decide(state.resample(state.seat, dice), dice)` and save the way through
        a view. The world is left as it is.
        """
        raise NotImplementedError

    def session(self) -> Session:
        """This bot at one seat of one game, with a memory of its own if the bot can use one."""
        return Session(self)


@mypyc_attr(allow_interpreted_subclasses=True)
class Session:
    """A bot at one seat of one game. What is remembered from one decision to the next is in here and nowhere else.

    The one of a bot that has no use for a memory just asks the bot.
    """

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def answer(self, view: View, seed: int, budget: Budget | None = None) -> str:
        """As `Bot.answer`, but it may depend on what this session was asked since the last reset."""
        return self.bot.answer(view, seed, budget)

    def decide(self, world: State, dice: Dice, budget: Budget | None = None) -> int:
        """What the bot decides, with what it remembers of the game; see `Bot.decide`."""
        return self.bot.decide(world, dice, budget)

    def reset(self) -> None:
        """Forget everything: from here on it answers as a new session."""
