"""Cairn's games for OpenSpiel: `cairn_five_towers` and the others. Needs the extra `cairn-tabletop[open-spiel]`.

    import pyspiel
    import cairn.envs.open_spiel

    game = pyspiel.load_game("cairn_five_towers", {"players": 3})
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes())
            state.apply_action(np.random.choice(outcomes, p=probabilities))
        else:
            state.apply_action(state.legal_actions()[0])
    print(state.returns())

Every draw, die and pick is a chance node of its own with its true probabilities: equal components of a pool are one
outcome with a larger one. A choice is tried with the outcomes known so far; where the rules ask for one more, the
state becomes a chance node. A pick among more than MOST_OUTCOMES is two nodes or more, which narrow it down.

The information state of a player is its view and its own choices so far. A view holds what the seat remembers by the
rules of the game, not every position it has been in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

from cairn.envs import extra_missing

try:
    import numpy as np
    import pyspiel
except ImportError as missing:
    raise extra_missing("open-spiel", missing) from None

import cairn
from cairn.core.chance import Chance
from cairn.core.contract import Game, OptionValue, State
from cairn.core.registry import bundled
from cairn.envs.numbering import Spaces
from cairn.envs.spaces import spaces

MOST_OUTCOMES = 256
MOST_POINTS = 1000.0
SAMPLER_SEEDS = 1 << 31


class Open(Exception):
    """Chance is asked for an outcome that has not been given yet: its arguments are the names and their weights."""


class Given(Chance):
    """Answers with outcomes given by number; asks for the next one by raising Open."""

    def __init__(self, outcomes: Sequence[int]) -> None:
        self.outcomes = outcomes
        self.at = 0

    def _next(self, names: Callable[[], tuple[list[str], list[int]]]) -> int:
        if self.at == len(self.outcomes):
            raise Open(*names())
        self.at += 1
        return self.outcomes[self.at - 1]

    def pick(self, n: int) -> int:
        low, high = 0, n
        while high - low > MOST_OUTCOMES:
            size = -(-(high - low) // MOST_OUTCOMES)
            starts = range(low, high, size)
            ends = [min(high, start + size) for start in starts]
            parts = list(zip(starts, ends, strict=True))
            low, high = parts[self._next(partial(_parts, parts))]
        return low + self._next(lambda: ([str(number) for number in range(low, high)], [1] * (high - low)))

    def roll(self, sides: int) -> int:
        return 1 + self._next(lambda: ([str(face) for face in range(1, sides + 1)], [1] * sides))

    def one_of(self, names: list[str]) -> int:
        return self._next(lambda: (names, [1] * len(names)))

    def draw(self, pool: list[int], names: list[str]) -> int:
        kinds = sorted({names[component] for component in pool})
        held = [names[component] for component in pool]
        outcome = self._next(lambda: (kinds, [held.count(kind) for kind in kinds]))
        at = held.index(kinds[outcome])
        component = pool[at]
        pool[at] = pool[-1]
        pool.pop()
        return component


def _parts(parts: list[tuple[int, int]]) -> tuple[list[str], list[int]]:
    return [f"{low}-{high - 1}" for low, high in parts], [high - low for low, high in parts]


class Position:
    """Where a game stands: the last position at rest, and what has been done and has fallen since."""

    def __init__(self, rest: State | None, choice: int, outcomes: tuple[int, ...]) -> None:
        self.rest = rest
        self.choice = choice
        self.outcomes = outcomes
        self.open: tuple[list[str], list[int]] | None = None
        """The outcomes that may fall now, by name and weight."""
        self.own: tuple[tuple[int, str], ...] = ()
        """Seat and notation of every choice so far."""

    def __deepcopy__(self, memo: Any) -> Position:
        copy = Position(self.rest, self.choice, self.outcomes)  # neither is ever changed in place
        copy.open = self.open
        copy.own = self.own
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        """Serialised as plain data: OpenSpiel pickles what a state holds."""
        rest = None if self.rest is None else self.rest.dump()
        return _position, (rest, self.choice, self.outcomes, self.open, self.own)

    def go_on(self, begin: Callable[[Chance], State]) -> None:
        """Try what is under way with the outcomes there are: to the next rest, or to the next open outcome."""
        chance = Given(self.outcomes)
        try:
            if self.rest is None:
                following = begin(chance)
            else:
                following = self.rest.clone()
                following.apply(self.choice, chance)
        except Open as asked:
            self.open = asked.args[0], asked.args[1]
            return
        self.rest, self.choice, self.outcomes, self.open = following, -1, (), None

    def choose(self, choice: int, begin: Callable[[Chance], State]) -> None:
        assert self.rest is not None
        self.own = (*self.own, (self.rest.seat, self.rest.notation(choice)))
        self.choice = choice
        self.go_on(begin)

    def fall(self, outcome: int, begin: Callable[[Chance], State]) -> None:
        self.outcomes = (*self.outcomes, outcome)
        self.go_on(begin)


def _position(rest: dict[str, Any] | None, choice: int, outcomes: Any, asked: Any, own: Any) -> Position:
    position = Position(None if rest is None else cairn.game(rest["game"]).load(rest), choice, outcomes)
    position.open, position.own = asked, own
    return position


class CairnState(pyspiel.State):
    """A state of any of the games. `position` is plain data that OpenSpiel may copy."""

    def __init__(self, game: CairnGame) -> None:
        super().__init__(game)
        self.position = game.first.__deepcopy__(None)

    @property
    def _game(self) -> CairnGame:
        return self.get_game()

    @property
    def rest(self) -> State:
        """The last position in which somebody was asked, or the game was over."""
        assert self.position.rest is not None
        return self.position.rest

    def current_player(self) -> int:
        if self.position.open is not None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.rest.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat < 0 else seat

    def is_terminal(self) -> bool:
        return self.position.open is None and self.rest.seat < 0

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.rest.seat:
            return []
        return sorted(self._game.space.actions(self.rest))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        asked = self.position.open
        assert asked is not None
        weights = asked[1]
        total = sum(weights)
        return [(outcome, weight / total) for outcome, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        game = self._game
        if self.position.open is not None:
            self.position.fall(int(action), game.begin)
        else:
            self.position.choose(game.space.choice(self.rest, int(action)), game.begin)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            asked = self.position.open
            return f"chance {action}" if asked is None or action >= len(asked[0]) else asked[0][action]
        try:
            return self.rest.notation(self._game.space.choice(self.rest, action))
        except cairn.CairnError:
            kind, choice = self._game.space.table.meaning(action)
            return f"{kind} {choice}"

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self._game.seats
        return self._game.returns_of(self.rest)

    def seen(self, player: int) -> dict[str, Any]:
        """The view of a player; before the first decision there is none."""
        if self.position.rest is None:
            return {"viewer": player}
        return self.rest.view(player)

    def observation_string(self, player: int | None = None) -> str:
        return json.dumps(self.seen(self._asked(player)), sort_keys=True, separators=(",", ":"))

    def information_state_string(self, player: int | None = None) -> str:
        seat = self._asked(player)
        own = [notation for who, notation in self.position.own if who == seat]
        return f"{self.observation_string(seat)} {'; '.join(own)}"

    def _asked(self, player: int | None) -> int:
        return self.current_player() if player is None else player

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> CairnState:
        """A state that this player cannot tell from this one; what is hidden is drawn anew, by `sampler`'s luck.

        Its history stays that of the original, so `history()` of it means nothing.
        """
        copy = self.clone()
        dice = cairn.Dice(int(sampler() * SAMPLER_SEEDS))
        copy.position.rest = self.rest.resample(player, dice)
        return copy

    def __str__(self) -> str:
        if self.position.rest is None:
            return f"set-up, {len(self.position.outcomes)} outcomes"
        done = "; ".join(f"{seat}: {notation}" for seat, notation in self.position.own)
        fallen = f" ({len(self.position.outcomes)} fallen)" if self.position.open is not None else ""
        return f"{self.rest!r}{fallen} {done}"


class CairnGame(pyspiel.Game):
    """One of the games with so many players. `options` are those of the game, as `name=value,...`.

    With `decisions_left` it is an endgame: it begins so many decisions before the end of a game played at random from
    `seed`.
    """

    slug = ""
    game_type: Any = None

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.game: Game = cairn.game(self.slug)
        self.seats = int(given.get("players", default_seats(self.game)))
        self.setup = self.game.prepare(self.seats, options_of(self.game, str(given.get("options", ""))))
        self.space: Spaces = spaces(self.game, self.seats)
        solo = self.seats == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.space.action_count,
            max_chance_outcomes=max(MOST_OUTCOMES, len(self.game.start(self.seats, cairn.Dice(0)).components())),
            num_players=self.seats,
            min_utility=-MOST_POINTS if solo else -1.0 / self.seats,
            max_utility=MOST_POINTS if solo else 1.0 - 1.0 / self.seats,
            utility_sum=None if 1 in self.game.seats else 0.0,
            max_game_length=self.game.longest(self.seats),
        )
        super().__init__(self.game_type, info, given)
        left = int(given.get("decisions_left", 0))
        self.first = Position(None, -1, ())
        if left:
            options = tuple(self.setup.options.items())
            self.first.rest = late_position(self.slug, self.seats, options, left, int(given.get("seed", 0)))
        else:
            self.first.go_on(self.begin)

    def begin(self, chance: Chance) -> State:
        return self.game.set_up(self.setup, chance, None)

    def returns_of(self, state: State) -> list[float]:
        """Shares of the win, less the average; alone, the points."""
        if self.seats == 1:
            return [float(state.scores()[0].total)]
        return [share - 1.0 / self.seats for share in state.result()]

    def new_initial_state(self) -> CairnState:
        return CairnState(self)

    def state_at(self, rest: State, own: tuple[tuple[int, str], ...] = ()) -> CairnState:
        """A state that stands where `rest` does, without a history."""
        state = CairnState(self)
        state.position = Position(rest, -1, ())
        state.position.own = own
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CairnObserver:
        return CairnObserver(self.space, params)


class CairnObserver:
    """The observation of `cairn.envs.spaces` as OpenSpiel's observers give it."""

    def __init__(self, space: Spaces, params: Any) -> None:
        if params:
            raise ValueError(f"observers of Cairn's games take no parameters, not {params}")
        self.space = space
        self.tensor = np.zeros(space.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: CairnState, player: int) -> None:
        if state.position.rest is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self.space.encode(state.seen(player))

    def string_from(self, state: CairnState, player: int) -> str:
        return state.observation_string(player)


@lru_cache(maxsize=64)
def late_position(slug: str, seats: int, options: tuple[tuple[str, OptionValue], ...], left: int, seed: int) -> State:
    """Kept: OpenSpiel makes a game anew for every state that it reads back. Nobody changes it in place."""
    dice = cairn.Dice(seed)
    state = cairn.game(slug).start(seats, dice, **dict(options))
    passed = [state.clone()]
    while state.seat >= 0:
        state.apply(state.offered[dice.pick(len(state.offered))], dice)
        passed.append(state.clone())
    return passed[max(0, len(passed) - 1 - left)]


def default_seats(game: Game) -> int:
    return max(2, game.seats[0])


def options_of(game: Game, text: str) -> dict[str, OptionValue]:
    """Options written as `name=value,name=value`."""
    found: dict[str, OptionValue] = {}
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        known = game.options[name].choices if name in game.options else ()
        found[name] = next((choice for choice in known if str(choice).lower() == value.lower()), value)
    return found


def name_of(slug: str) -> str:
    """What OpenSpiel calls a game."""
    return f"cairn_{slug.replace('-', '_')}"


def _register(slug: str) -> None:
    game = cairn.game(slug)
    kind = pyspiel.GameType(
        short_name=name_of(slug),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if 1 in game.seats else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": default_seats(game), "options": "", "decisions_left": 0, "seed": 0},
    )
    made = type(f"{slug.title().replace('-', '')}Game", (CairnGame,), {"slug": slug, "game_type": kind})
    pyspiel.register_game(kind, made)


for _slug in bundled():
    if name_of(_slug) not in pyspiel.registered_names():
        _register(_slug)
