"""A game in progress as environments need it: actions by id, masks, rewards, renders. Needs numpy."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from cairn.envs import extra_missing

try:
    import numpy as np
except ImportError as missing:
    raise extra_missing("envs", missing) from None

import cairn
from cairn import bots
from cairn.bots.bot import Bot
from cairn.core import faces
from cairn.core.contract import Game, OptionValue, State
from cairn.envs.numbering import Spaces
from cairn.envs.spaces import spaces

Rewards = Literal["win", "share", "margin"]
REWARDS = ("win", "share", "margin")


class BadArgument(cairn.CairnError):
    """An environment was asked for with an argument that there is not."""


def checked(name: str, value: Any, known: tuple[Any, ...]) -> Any:
    if value not in known:
        raise BadArgument(f"{name} is one of {', '.join(map(repr, known))}, not {value!r}")
    return value


def bots_of(opponents: Sequence[str], game: Game) -> list[Bot]:
    """The bots of the other seats."""
    if isinstance(opponents, str):
        raise BadArgument(f"opponents is a list with a bot for each other seat, such as ['{opponents}']")
    return [bots.make(spec, game) for spec in opponents]


def rewards_of(state: State, kind: Rewards) -> list[float]:
    """What each seat gets when a game is over.

    "win": the share of the win, 1, 1/2, ... or 0, less what everybody gets on average, so that they add up to 0.
    "share": the share of the win itself.
    "margin": the lead over the best other seat in points.
    """
    shares = state.result()
    if kind == "win":
        return [share - 1 / len(shares) for share in shares]
    if kind == "share":
        return shares
    totals = [float(score.total) for score in state.scores()]
    if len(totals) == 1:
        return totals
    return [mine - max(totals[:seat] + totals[seat + 1 :]) for seat, mine in enumerate(totals)]


class Play:
    """One game: the state and its chance. A copy goes its own way from here."""

    def __init__(self, slug: str, seats: int, options: Mapping[str, OptionValue], rewards: Rewards) -> None:
        self.game = cairn.game(slug)
        self.setup = self.game.prepare(seats, options)
        self.space: Spaces = spaces(self.game, seats)
        self.rewards_kind = checked("rewards", rewards, REWARDS)
        self.dice = cairn.Dice(0)
        self.state: State

    def start(self, seed: int) -> None:
        self.dice = cairn.Dice(seed)
        self.state = self.game.set_up(self.setup, self.dice, None)

    def save(self) -> tuple[State, cairn.Dice]:
        """All that the game depends on; `restore` goes on from it, with the same luck."""
        return self.state.clone(), self.dice.clone()

    def restore(self, saved: tuple[State, cairn.Dice]) -> None:
        state, dice = saved
        self.state = state.clone()
        self.dice = dice.clone()

    @property
    def over(self) -> bool:
        return self.state.seat < 0

    def act(self, action: int) -> None:
        """Choose by id. IllegalChoice or BadSpaces says why not."""
        self.state.choose(self.space.choice(self.state, int(action)), self.dice)

    def mask(self, seat: int) -> np.ndarray[Any, np.dtype[np.int8]]:
        """1 for every legal action of a seat; all 0 for a seat that is not asked."""
        mask = np.zeros(self.space.action_count, dtype=np.int8)
        if seat == self.state.seat:
            mask[self.space.actions(self.state)] = 1
        return mask

    def vector(self, seat: int) -> np.ndarray[Any, np.dtype[np.float32]]:
        return np.array(self.space.encode(self.state.view(seat)), dtype=np.float32)

    def parts(self, seat: int) -> dict[str, np.ndarray[Any, np.dtype[np.float32]]]:
        found = self.space.parts(self.state.view(seat))
        return {name: np.array(part, dtype=np.float32) for name, part in found.items()}

    def rewards(self) -> list[float]:
        """What each seat gets when the game is over."""
        return rewards_of(self.state, self.rewards_kind)

    def ansi(self) -> str:
        """The board for a terminal, as the seat that is asked may see it; at the end, as a spectator may."""
        from rich.console import Console

        text = io.StringIO()
        console = Console(file=text, highlight=False, width=110, color_system=None)
        board: Any = faces.module_of(self.game, "terminal")
        view = faces.seen(self.state, None)
        if board is None:
            console.print(view["zones"], markup=False)
        else:
            names = [f"Seat {seat}" for seat in range(self.setup.seats)]
            console.print(board.draw(self.game, view, names, view["scores"], 110))
        return text.getvalue()

    def svg(self) -> str:
        drawn = faces.svg(self.state, None)
        if drawn is None:
            raise BadArgument(f"{self.game.slug} brings no drawings; render_mode='ansi' shows it")
        return drawn

    def render(self, mode: str | None) -> str | None:
        if mode == "ansi":
            return self.ansi()
        if mode == "svg":
            return self.svg()
        if mode == "human":
            print(self.ansi())
        return None
