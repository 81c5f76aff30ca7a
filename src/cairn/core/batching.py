"""Many games at once inside compiled code, written into flat buffers that NumPy reads in place: see cairn/batch.py.

Each place of a batch plays one game after the other with chance of its own, `Dice(seed).fork(place)`: the very games
that a loop over `Game.set_up` and `State.choose` plays with that chance and the same choices.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from cairn.core.bits import place_of
from cairn.core.chance import Dice
from cairn.core.contract import Setup, State
from cairn.core.errors import IllegalChoice

NO_WORDS: Final = vec[i64]()


class Row:
    """What is seen at one place of a batch: `size` numbers from 0 to 255 in a buffer shared by all places.

    A plane is a set of up to 60 members, one number for each. Of a plane only what has changed since it was written
    last is written again.
    """

    start: i64
    game: i64

    def __init__(self, numbers: vec[u8], start: i64, planes: i64) -> None:
        self.numbers = numbers
        self.start = start
        self.game = 0
        """The number of the game at this place."""
        self.planes: vec[i64] = vec[i64]([0] * planes)

    def put(self, at: i64, number: i64) -> None:
        self.numbers[self.start + at] = u8(number)

    def add(self, at: i64, number: i64) -> None:
        self.numbers[self.start + at] = u8(i64(self.numbers[self.start + at]) + number)

    def clear(self, at: i64, count: i64) -> None:
        """So many numbers become 0."""
        numbers = self.numbers
        place = self.start + at
        end = place + count
        while place < end:
            numbers[place] = 0
            place += 1

    def put_plane(self, plane: i64, at: i64, members: i64) -> None:
        """Write a set: the number at `at` + k is 1 if k is a member, else 0."""
        changed = members ^ self.planes[plane]
        if changed == 0:
            return
        self.planes[plane] = members
        numbers = self.numbers
        place = self.start + at
        while changed:
            low = changed & -changed
            numbers[place + place_of(low)] = 1 if members & low else 0
            changed ^= low


def turned(seat: i64, viewer: i64, seats: i64) -> i64:
    """A seat counted from the viewer."""
    return seat - viewer if seat >= viewer else seat - viewer + seats


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoding:
    """What a seat sees as numbers: a game brings one in the module `encode` of its folder, made by `encoding(setup)`.

    `slots` names every number. `write` must not look at anything that the seat cannot know: a test compares what it
    writes for states that the seat cannot tell apart.
    """

    def __init__(self, slots: list[str], planes: int) -> None:
        self.slots = slots
        self.planes = planes

    def write(self, state: State, seat: i64, row: Row) -> None:
        """A game writes this: all numbers of the row, as the seat sees the state. Hot."""
        raise NotImplementedError


class Block:
    """The action ids of one kind of decision: `choice + shift` for the choices of each range."""

    def __init__(self, ranges: list[tuple[int, int, int]]) -> None:
        self.lows: vec[i64] = vec[i64]([low for low, _, _ in ranges])
        self.highs: vec[i64] = vec[i64]([high for _, high, _ in ranges])
        self.shifts: vec[i64] = vec[i64]([shift for _, _, shift in ranges])

    def action(self, choice: i64) -> i64:
        for part in range(len(self.lows)):
            if self.lows[part] <= choice <= self.highs[part]:
                return choice + self.shifts[part]
        return -1

    def choice(self, action: i64) -> i64:
        for part in range(len(self.lows)):
            choice = action - self.shifts[part]
            if self.lows[part] <= choice <= self.highs[part]:
                return choice
        return -1


class Seated:
    """One place of a batch: its state, its chance, and which of its actions are on in the mask."""

    marked: i64

    def __init__(self, dice: Dice, state: State, row: Row) -> None:
        self.dice = dice
        self.state = state
        self.row = row
        self.actions: vec[i64] = NO_WORDS
        self.marked = 0


class Games:
    """The games of a batch, and the buffers that say how they stand."""

    actions: i64
    decisions: i64

    def __init__(
        self, setup: Setup, games: int, seed: int, encoding: Encoding | None, kinds: dict[str, Block], actions: int
    ) -> None:
        self.setup = setup
        self.encoding = encoding
        self.kinds = kinds
        self.actions = actions
        size = 0 if encoding is None else len(encoding.slots)
        planes = 0 if encoding is None else encoding.planes
        self.observations: vec[u8] = vec[u8]([0] * (games * size))
        self.masks: vec[u8] = vec[u8]([0] * (games * actions))
        self.seats: vec[i64] = vec[i64]([0] * games)
        self.rewards: vec[float] = vec[float]([0.0] * (games * setup.seats))
        self.done: vec[u8] = vec[u8]([0] * games)
        self.decisions = 0
        """How many decisions have been made in all."""
        self.places: list[Seated] = []
        chance = Dice(seed)
        for place in range(games):
            dice = chance.fork(place)
            state = setup.game.set_up(setup, dice, None)
            self.places.append(Seated(dice, state, Row(self.observations, place * size, planes)))
            self.show(place)

    def step(self, actions: list[int]) -> None:
        """Choose at every place; a game that ends gives its rewards and is followed by the next one at once.

        IllegalChoice names the first place whose action is not legal; nothing has changed then.
        """
        places = self.places
        if len(actions) != len(places):
            raise IllegalChoice("", f"there are {len(places)} games, but {len(actions)} actions")
        for place, action in enumerate(actions):
            if not 0 <= action < self.actions or self.masks[place * self.actions + action] == 0:
                raise IllegalChoice("", f"action {action} is not legal in game {place}")
        for place, action in enumerate(actions):
            seated = places[place]
            state = seated.state
            top = state.stack.top
            assert top is not None
            state.apply(self.kinds[top.kind].choice(action), seated.dice)
            if state.seat < 0:
                self.finish(place, seated)
            elif self.done[place] != 0:
                self.clear(place)
            self.show(place)
        self.decisions += len(places)

    def pick(self, dice: Dice) -> list[int]:
        """A legal action for every place, each equally likely."""
        picked: list[int] = []
        for seated in self.places:
            picked.append(seated.actions[dice.pick(seated.marked)])  # noqa: PERF401 - faster compiled
        return picked

    def finish(self, place: i64, seated: Seated) -> None:
        """Note what the game brought, and set up the next one."""
        seats = self.setup.seats
        shares = seated.state.result()
        for seat in range(seats):
            self.rewards[place * seats + seat] = shares[seat] - 1.0 / seats
        self.done[place] = 1
        seated.row.game += 1
        seated.state = self.setup.game.set_up(self.setup, seated.dice, None)

    def clear(self, place: i64) -> None:
        """The game that ended here was the one before."""
        self.done[place] = 0
        seats = self.setup.seats
        for seat in range(seats):
            self.rewards[place * seats + seat] = 0.0

    def show(self, place: i64) -> None:
        """Write down who is asked at a place, what may be answered, and what that seat sees."""
        seated = self.places[place]
        state = seated.state
        masks = self.masks
        start = place * self.actions
        marked = seated.actions
        for each in range(seated.marked):
            masks[start + marked[each]] = 0
        count = state.answer_count
        if len(marked) < count:
            marked = vec[i64]([0] * (2 * count))
            seated.actions = marked
        top = state.stack.top
        assert top is not None
        block = self.kinds[top.kind]
        for number in range(count):
            action = block.action(state.answer(number))
            marked[number] = action
            masks[start + action] = 1
        seated.marked = count
        self.seats[place] = state.seat
        encoding = self.encoding
        if encoding is not None:
            encoding.write(state, state.seat, seated.row)
