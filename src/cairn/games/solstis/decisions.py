"""The rules of Solstis: a turn is play and capture, an encounter, and drawing new tiles.

Each class is one question, or one step that waits its turn on the stack. A turn begins with `Play`, which puts
`EndTurn` on the stack; whatever follows (a `Capture`, a `Rainbow` to put somewhere, an `Encounter`, a spirit's
effect) goes on top of that and is over before the turn ends.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from cairn.core.bits import bit, count_of, members_of, wide_bit
from cairn.core.chance import Chance
from cairn.core.contract import BufferedDecision, Refusal, refuse
from cairn.core.event import Event
from cairn.games.solstis.content import EVIL, NO_SPIRIT
from cairn.games.solstis.packing import (
    CORNER,
    COVERS,
    NO_SPIRITS,
    TILE,
    spirits_in,
    with_spirit,
    without_spirit,
)
from cairn.games.solstis.panorama import square_at
from cairn.games.solstis.state import NO_TILE, NOBODY, SolstisState

NOWHERE: Final = 63
PILE: Final = 16
NONE: Final = 17
GO_ON: Final = 0
ENCOUNTER_SIZE: Final = 2


class TileQuestion(BufferedDecision[SolstisState]):
    """A question whose answers are tiles, or positions, which have the same names."""

    def verb(self, state: SolstisState) -> str:
        """The words before the tile's name."""
        return self.kind

    def notation(self, state: SolstisState, choice: int) -> str:
        return f"{self.verb(state)} {state.content.names[choice]}"

    def parse(self, state: SolstisState, text: str) -> int:
        tile = named_tile(state, text, self.verb(state))
        return super().parse(state, text) if tile == NO_TILE else tile

    def why_not(self, state: SolstisState, choice: int) -> Refusal:
        if choice not in state.content.tiles:
            return refuse(self.rules[0], "no-such-tile")
        return self.reason(state, choice, state.content.names[choice])

    def reason(self, state: SolstisState, tile: int, name: str) -> Refusal:
        """Why a tile is not legal."""
        raise NotImplementedError

    def caption(self, state: SolstisState, choice: int) -> tuple[str, dict[str, object]]:
        return self.kind, {"tile": state.content.names[choice]}


class SpiritQuestion(BufferedDecision[SolstisState]):
    """A question whose answers are spirits."""

    def notation(self, state: SolstisState, choice: int) -> str:
        return f"{self.kind} {state.content.spirits[choice]}"

    def parse(self, state: SolstisState, text: str) -> int:
        spirit = named_spirit(state, text, self.kind)
        return super().parse(state, text) if spirit == NO_SPIRIT else spirit

    def why_not(self, state: SolstisState, choice: int) -> Refusal:
        if not 0 <= choice < len(state.content.spirits):
            return refuse(self.rules[0], "no-such-spirit")
        return self.reason(called(state, choice))

    def reason(self, spirit: str) -> Refusal:
        """Why a spirit is not legal."""
        raise NotImplementedError

    def caption(self, state: SolstisState, choice: int) -> tuple[str, dict[str, object]]:
        return self.kind, {"spirit": called(state, choice)}

    def elements(self, state: SolstisState, choice: int) -> list[str]:
        return [f"spirit:{state.content.spirits[choice]}"]


class Play(TileQuestion):
    """Which tile of your hand do you play? (SO-8, SO-48)

    Asked even if one answer is left: that there is only one is nobody else's business.
    """

    kind: ClassVar[str] = "play"
    rules: ClassVar[tuple[str, ...]] = ("SO-8", "SO-9", "SO-13")

    def offer(self, state: SolstisState) -> None:
        hand = state.player(self.seat).hand
        if state.pile == 0:
            hand &= state.capturing()
        state.add_answers(hand)

    def apply(self, state: SolstisState, choice: int, chance: Chance) -> None:
        state.stack.push(END_TURN[self.seat])
        state.player(self.seat).hand ^= wide_bit(choice)
        tell(state, "play", self.seat, choice)
        if not try_capture(state, self.seat, choice):
            join_display(state, self.seat, choice)
            second_chance(state, self.seat, chance)

    def reason(self, state: SolstisState, tile: int, name: str) -> Refusal:
        if not holds(state.player(self.seat).hand, tile):
            return refuse("SO-8", "not-in-hand", tile=name)
        return refuse("SO-48", "captures-nothing", tile=name)

    def ask(self, state: SolstisState) -> tuple[str, dict[str, object]]:
        return ("play" if state.pile > 0 else "play-last"), {}

    def elements(self, state: SolstisState, choice: int) -> list[str]:
        return [f"hand:{state.content.names[choice]}"]


class Capture(TileQuestion):
    """Which tile of the display do you capture with the tile played? (SO-9)"""

    kind: ClassVar[str] = "capture"
    rules: ClassVar[tuple[str, ...]] = ("SO-9", "SO-10")

    def offer(self, state: SolstisState) -> None:
        matches = state.content.matches[state.played]
        display = state.display
        at: i64 = 0
        while at < display.count:
            tile = display.at(at) & TILE
            if matches >> tile & 1:
                state.add_answer(tile)
            at += 1

    def apply(self, state: SolstisState, choice: int, chance: Chance) -> None:
        played = state.played
        state.played = NO_TILE
        tell(state, "capture", self.seat, choice)
        take_from_display(state, self.seat, choice, chance)
        state.stack.push(ENCOUNTER[self.seat])
        lay(state, self.seat, choice)
        lay(state, self.seat, played)
        player = state.player(self.seat)
        while player.rainbows_held > 0:
            player.rainbows_held -= 1
            state.stack.push(RAINBOW[self.seat])

    def reason(self, state: SolstisState, tile: int, name: str) -> Refusal:
        if not is_face_up(state, tile):
            return refuse("SO-9", "not-face-up", tile=name)
        return refuse("SO-9", "no-match", tile=name, played=state.content.names[state.played])

    def ask(self, state: SolstisState) -> tuple[str, dict[str, object]]:
        return "capture", {"tile": state.content.names[state.played]}

    def elements(self, state: SolstisState, choice: int) -> list[str]:
        return [f"display:{state.content.names[choice]}"]


class Rainbow(TileQuestion):
    """Where do you put this rainbow? (SO-16 to SO-19)"""

    kind: ClassVar[str] = "rainbow"
    rules: ClassVar[tuple[str, ...]] = ("SO-16", "SO-18", "SO-21")

    def offer(self, state: SolstisState) -> None:
        targets = rainbow_targets(state, self.seat)
        if targets:
            state.add_answers(targets)
        else:
            state.add_answer(NOWHERE)

    def apply(self, state: SolstisState, choice: int, chance: Chance) -> None:
        if choice == NOWHERE:
            state.rainbow_supply += 1
            if state.log is not None:
                state.log.append(Event("no-room", self.seat, {}))
            return
        place = wide_bit(choice)
        state.player(self.seat).rainbows |= place
        state.newly |= place
        if state.log is not None:
            state.log.append(Event("rainbow", self.seat, {"position": state.content.names[choice]}))

    def notation(self, state: SolstisState, choice: int) -> str:
        return "rainbow nowhere" if choice == NOWHERE else super().notation(state, choice)

    def parse(self, state: SolstisState, text: str) -> int:
        return NOWHERE if text == "rainbow nowhere" else super().parse(state, text)

    def why_not(self, state: SolstisState, choice: int) -> Refusal:
        if choice == NOWHERE:
            return refuse("SO-15", "must-place-rainbow")
        return super().why_not(state, choice)

    def caption(self, state: SolstisState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == NOWHERE:
            return "rainbow-back", {}
        return "rainbow", {"tile": state.content.names[choice]}

    def reason(self, state: SolstisState, tile: int, name: str) -> Refusal:
        player = state.player(self.seat)
        if holds(player.land | player.rainbows, tile):
            return refuse("SO-16", "not-empty", tile=name)
        return refuse("SO-16", "touches-no-land" if state.rulings.beside_land else "touches-nothing", tile=name)

    def elements(self, state: SolstisState, choice: int) -> list[str]:
        return [] if choice == NOWHERE else [f"position:{self.seat}:{state.content.names[choice]}"]


class Encounter(SpiritQuestion):
    """Where does the spirit come from: the pile, or the face-up row? (SO-23 to SO-29)

    `alone` is set when the evil spirit was the last of the pile and nothing came with it: then the row is left (SO-35).
    """

    kind: ClassVar[str] = "encounter"
    rules: ClassVar[tuple[str, ...]] = ("SO-28", "SO-26")

    def __init__(self, seat: int, alone: bool) -> None:
        super().__init__(seat)
        self.alone = alone

    def offer(self, state: SolstisState) -> None:
        if not state.newly or not squares_formed(state, self.seat):
            state.add_answer(NONE)
            return
        if state.spirit_pool.count > 0:
            state.add_answer(PILE)
        offer_spirits(state, state.spirit_row)
        if state.answer_count == 0 or (state.rulings.may_decline and not self.alone):
            state.add_answer(NONE)

    def apply(self, state: SolstisState, choice: int, chance: Chance) -> None:
        if choice == NONE:
            if state.log is not None and state.newly and squares_formed(state, self.seat):
                if state.spirit_pool.count > 0 or state.spirit_row > NO_SPIRITS:
                    state.log.append(Event("decline", self.seat, {}))
                else:
                    state.log.append(Event("no-spirit", self.seat, {}))
            return
        if state.evil == self.seat and not self.alone:
            pass_evil(state, self.seat)
        if choice == PILE:
            draw_spirits(state, self.seat, chance)
            return
        state.spirit_row = without_spirit(state.spirit_row, choice)
        if state.log is not None:
            state.log.append(Event("encounter", self.seat, {"spirit": called(state, choice)}))
        place_spirit(state, self.seat, choice)

    def notation(self, state: SolstisState, choice: int) -> str:
        if choice == PILE:
            return "encounter pile"
        return "encounter none" if choice == NONE else super().notation(state, choice)

    def parse(self, state: SolstisState, text: str) -> int:
        if text == "encounter pile":
            return PILE
        return NONE if text == "encounter none" else super().parse(state, text)

    def why_not(self, state: SolstisState, choice: int) -> Refusal:
        if choice == NONE:
            return refuse("SO-26", "compulsory")
        if choice == PILE:
            return refuse("SO-29", "spirit-pile-empty")
        return super().why_not(state, choice)

    def reason(self, spirit: str) -> Refusal:
        return refuse("SO-28", "spirit-not-face-up", spirit=spirit)

    def caption(self, state: SolstisState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == PILE:
            return "encounter-pile", {"count": min(ENCOUNTER_SIZE, int(state.spirit_pool.count))}
        return ("encounter-none", {}) if choice == NONE else super().caption(state, choice)

    def ask(self, state: SolstisState) -> tuple[str, dict[str, object]]:
        return ("encounter-alone" if self.alone else "encounter"), {}

    def elements(self, state: SolstisState, choice: int) -> list[str]:
        if choice == NONE:
            return []
        return ["spirits:pile"] if choice == PILE else super().elements(state, choice)

    def fields(self) -> dict[str, object]:
        return {"alone": self.alone}


class Keep(SpiritQuestion):
    """Which of the two spirits do you keep? The other one is laid out face up. (SO-28, SO-31)"""

    kind: ClassVar[str] = "keep"
    rules: ClassVar[tuple[str, ...]] = ("SO-28", "SO-31")

    def offer(self, state: SolstisState) -> None:
        offer_spirits(state, state.met)

    def apply(self, state: SolstisState, choice: int, chance: Chance) -> None:
        passed = without_spirit(state.met, choice) & 15
        state.spirit_row = with_spirit(state.spirit_row, passed)
        if state.log is not None:
            names = {"spirit": called(state, choice), "other": called(state, passed)}
            state.log.append(Event("keep", self.seat, {**names}))
        place_spirit(state, self.seat, choice)

    def reason(self, spirit: str) -> Refusal:
        return refuse("SO-28", "spirit-not-drawn", spirit=spirit)

    def ask(self, state: SolstisState) -> tuple[str, dict[str, object]]:
        first, second = spirits_in(state.met)
        return "keep", {"first": called(state, first), "second": called(state, second)}


class Place(TileQuestion):
    """On which square formed this turn do you place the spirit? (SO-30)"""

    kind: ClassVar[str] = "place"
    rules: ClassVar[tuple[str, ...]] = ("SO-30", "SO-23")

    def offer(self, state: SolstisState) -> None:
        state.add_answers(squares_formed(state, self.seat))

    def apply(self, state: SolstisState, choice: int, chance: Chance) -> None:
        spirit = state.met & 15
        state.met = NO_SPIRITS
        player = state.player(self.seat)
        player.place(spirit, choice)
        player.blocked |= square_at(choice)
        if state.log is not None:
            args: dict[str, object] = {"spirit": called(state, spirit), "square": state.content.names[choice]}
            state.log.append(Event("place", self.seat, args))
        EFFECT[state.content.effect[spirit]].happen(state, self.seat, chance)

    def verb(self, state: SolstisState) -> str:
        return f"place {state.content.spirits[state.met & 15]}"

    def reason(self, state: SolstisState, tile: int, name: str) -> Refusal:
        player = state.player(self.seat)
        if not holds(state.content.mountain.squares, tile):
            return refuse("SO-30", "no-square-there", tile=name)
        square = square_at(tile)
        if (player.land | player.rainbows) & square != square:
            return refuse("SO-30", "square-incomplete", tile=name)
        return refuse("SO-23", "square-not-new", tile=name)

    def caption(self, state: SolstisState, choice: int) -> tuple[str, dict[str, object]]:
        return "place", {"spirit": called(state, state.met & 15), "tile": state.content.names[choice]}

    def ask(self, state: SolstisState) -> tuple[str, dict[str, object]]:
        return "place", {"spirit": called(state, state.met & 15)}

    def elements(self, state: SolstisState, choice: int) -> list[str]:
        return [f"square:{self.seat}:{state.content.names[choice]}"]


class AddFromHand(TileQuestion):
    """Which tile of your hand do you add to your panorama? (SO-40)"""

    kind: ClassVar[str] = "add-from-hand"
    rules: ClassVar[tuple[str, ...]] = ("SO-40",)

    def verb(self, state: SolstisState) -> str:
        return "add"

    def offer(self, state: SolstisState) -> None:
        state.add_answers(state.player(self.seat).hand)

    def apply(self, state: SolstisState, choice: int, chance: Chance) -> None:
        state.player(self.seat).hand ^= wide_bit(choice)
        tell(state, "add-from-hand", self.seat, choice)
        lay(state, self.seat, choice)

    def reason(self, state: SolstisState, tile: int, name: str) -> Refusal:
        return refuse("SO-40", "not-in-hand", tile=name)

    def elements(self, state: SolstisState, choice: int) -> list[str]:
        return [f"hand:{state.content.names[choice]}"]


class AddFromDisplay(TileQuestion):
    """Which face-up tile of the display do you add to your panorama? (SO-44)"""

    kind: ClassVar[str] = "add-from-display"
    rules: ClassVar[tuple[str, ...]] = ("SO-44",)

    def verb(self, state: SolstisState) -> str:
        return "add"

    def offer(self, state: SolstisState) -> None:
        display = state.display
        at: i64 = 0
        while at < display.count:
            state.add_answer(display.at(at) & TILE)
            at += 1

    def apply(self, state: SolstisState, choice: int, chance: Chance) -> None:
        tell(state, "add-from-display", self.seat, choice)
        take_from_display(state, self.seat, choice, chance)
        lay(state, self.seat, choice)

    def reason(self, state: SolstisState, tile: int, name: str) -> Refusal:
        return refuse("SO-44", "not-face-up", tile=name)

    def elements(self, state: SolstisState, choice: int) -> list[str]:
        return [f"display:{state.content.names[choice]}"]


class Cover(SpiritQuestion):
    """Which spirit of your opponent does the evil spirit cover? (SO-36)"""

    kind: ClassVar[str] = "cover"
    rules: ClassVar[tuple[str, ...]] = ("SO-36", "SO-38")

    def offer(self, state: SolstisState) -> None:
        for placed in state.player(1 - self.seat).spirits:
            state.add_answer(placed // CORNER)

    def apply(self, state: SolstisState, choice: int, chance: Chance) -> None:
        state.covered = choice
        if state.log is not None:
            state.log.append(Event("cover", self.seat, {"spirit": called(state, choice)}))

    def reason(self, spirit: str) -> Refusal:
        return refuse("SO-36", "spirit-not-met", spirit=spirit)


class Step(BufferedDecision[SolstisState]):
    """Something that happens by itself when what was put on the stack above it is done."""

    def offer(self, state: SolstisState) -> None:
        state.add_answer(GO_ON)

    def notation(self, state: SolstisState, choice: int) -> str:
        return self.kind


class EndTurn(Step):
    """Fill up the hand; then it is the other seat's turn, or the same seat's once more. (SO-45, SO-46)"""

    kind: ClassVar[str] = "end-turn"
    rules: ClassVar[tuple[str, ...]] = ("SO-46",)

    def apply(self, state: SolstisState, choice: int, chance: Chance) -> None:
        player = state.player(self.seat)
        missing = player.hand_size - count_of(player.hand)
        while missing > 0 and state.pile > 0:
            draw_to_hand(state, self.seat, chance)
            missing -= 1
        if state.again:
            state.again = False
            start_turn(state, self.seat)
        else:
            start_turn(state, 1 - self.seat)


class EmptyHand(Step):
    """A seat with the squirrel, uncovered, adds its hand to its panorama. (SO-60)"""

    kind: ClassVar[str] = "empty-hand"
    rules: ClassVar[tuple[str, ...]] = ("SO-60",)

    def apply(self, state: SolstisState, choice: int, chance: Chance) -> None:
        player = state.player(self.seat)
        for placed in player.spirits:
            spirit = int(placed // CORNER)
            if not state.content.last[spirit]:
                continue
            if state.covered == spirit:
                if state.log is not None:
                    state.log.append(Event("squirrel-covered", self.seat, {"spirit": called(state, spirit)}))
                continue
            tiles = members_of(player.hand)
            if state.log is not None and not tiles:
                state.log.append(Event("squirrel-idle", self.seat, {"spirit": called(state, spirit)}))
            player.hand = 0
            for tile in tiles:
                tell(state, "add-last", self.seat, tile)
                lay(state, self.seat, tile)


class Effect:
    """What a spirit does when it is placed; this one, the blue spirits', does nothing before the end."""

    def happen(self, state: SolstisState, seat: i64, chance: Chance) -> None:
        return


class PlaceRainbow(Effect):
    """Take a rainbow and place it (SO-39)."""

    def happen(self, state: SolstisState, seat: i64, chance: Chance) -> None:
        take_rainbow(state, seat)


class AddHandTile(Effect):
    """Add a tile of the hand (SO-40)."""

    def happen(self, state: SolstisState, seat: i64, chance: Chance) -> None:
        if state.player(seat).hand:
            state.stack.push(ADD_FROM_HAND[seat])
        elif state.log is not None:
            state.log.append(Event("deer-idle", seat, {}))


class AddPileTile(Effect):
    """Add the next tile of the draw pile (SO-41)."""

    def happen(self, state: SolstisState, seat: i64, chance: Chance) -> None:
        if state.pile > 0:
            tile = draw_tile(state, chance)
            tell(state, "add-from-pile", seat, tile)
            lay(state, seat, tile)
        elif state.log is not None:
            state.log.append(Event("eagle-idle", seat, {}))


class BiggerHand(Effect):
    """Draw a tile and hold one more from now on (SO-42)."""

    def happen(self, state: SolstisState, seat: i64, chance: Chance) -> None:
        state.player(seat).hand_size += 1
        if state.log is not None:
            state.log.append(Event("bigger-hand", seat, {"size": int(state.player(seat).hand_size)}))
        if state.pile > 0:
            draw_to_hand(state, seat, chance)
        elif state.log is not None:
            state.log.append(Event("bear-idle", seat, {}))


class AddOpponentTile(Effect):
    """Add a random tile of the opponent's hand, who draws another (SO-43)."""

    def happen(self, state: SolstisState, seat: i64, chance: Chance) -> None:
        victim = state.player(1 - seat)
        if not victim.hand:
            if state.log is not None:
                state.log.append(Event("dragonfly-idle", seat, {}))
            return
        tile = chance.draw(members_of(victim.hand), state.content.names)
        victim.hand ^= wide_bit(tile)
        tell(state, "add-from-opponent", seat, tile)
        lay(state, seat, tile)
        if state.pile > 0:
            draw_to_hand(state, 1 - seat, chance)


class AddDisplayTile(Effect):
    """Add a face-up tile of the display (SO-44)."""

    def happen(self, state: SolstisState, seat: i64, chance: Chance) -> None:
        if state.display.count > 0:
            state.stack.push(ADD_FROM_DISPLAY[seat])
        elif state.log is not None:
            state.log.append(Event("beetle-idle", seat, {}))


class ExtraTurn(Effect):
    """Have another turn after this one (SO-45)."""

    def happen(self, state: SolstisState, seat: i64, chance: Chance) -> None:
        state.again = True
        if state.log is not None:
            state.log.append(Event("again", seat, {}))


def try_capture(state: SolstisState, seat: i64, tile: i64) -> bool:
    """If this tile can capture anything, it lies in the middle and the seat must choose what (SO-9)."""
    if state.content.matches[tile] & state.shown:
        state.played = tile
        state.stack.push(CAPTURE[seat])
        return True
    return False


def join_display(state: SolstisState, seat: i64, tile: i64) -> None:
    """A tile that captured nothing becomes a pile of its own (SO-14)."""
    state.join_display(tile)
    tell(state, "join", seat, tile)


def second_chance(state: SolstisState, seat: i64, chance: Chance) -> None:
    """Turn up a tile of the draw pile; if it fails too, there is a rainbow for it (SO-13, SO-15)."""
    tile = draw_tile(state, chance)
    tell(state, "second-chance", seat, tile)
    if try_capture(state, seat, tile):
        return
    join_display(state, seat, tile)
    state.stack.push(ENCOUNTER[seat])
    take_rainbow(state, seat)


def take_rainbow(state: SolstisState, seat: i64) -> None:
    """Take a rainbow from the supply, if there is one, to put it somewhere or hold it (SO-15, SO-18, SO-19)."""
    if state.rainbow_supply == 0:
        if state.log is not None:
            state.log.append(Event("no-rainbow", seat, {}))
        return
    state.rainbow_supply -= 1
    player = state.player(seat)
    if player.land or not state.rulings.hold_first:
        state.stack.push(RAINBOW[seat])
        return
    player.rainbows_held += 1
    if state.log is not None:
        state.log.append(Event("hold", seat, {}))


def rainbow_targets(state: SolstisState, seat: i64) -> i64:
    """The positions a rainbow may be put on (SO-16 to SO-18); none only if the mountain is full (SO-19)."""
    player = state.player(seat)
    mountain = state.content.mountain
    filled = player.land | player.rainbows
    empty = mountain.everywhere & ~filled
    if not filled:
        return empty
    if state.rulings.beside_land:
        targets = mountain.beside(player.land) & empty
        if targets:
            return targets
    return mountain.beside(filled) & empty


def lay(state: SolstisState, seat: i64, tile: i64) -> None:
    """Put a land tile on its position: a free rainbow makes room, a blocked one keeps the tile out (SO-20, SO-21)."""
    player = state.player(seat)
    place = wide_bit(tile)
    if player.rainbows & place:
        if player.blocked & place:
            state.removed |= place
            tell(state, "remove", seat, tile)
            return
        player.rainbows ^= place
        state.stack.push(RAINBOW[seat])
        tell(state, "displace", seat, tile)
    player.land |= place
    state.newly |= place


def take_from_display(state: SolstisState, seat: i64, tile: i64, chance: Chance) -> None:
    """Take a face-up tile; the one below it is turned up at once (SO-12)."""
    display = state.display
    at: i64 = 0
    while display.at(at) & TILE != tile:
        at += 1
    state.shown ^= wide_bit(tile)
    if display.at(at) < COVERS:
        display.remove(at)
        return
    below = chance.draw_from(state.pool, state.content.names)
    display.replace(at, below)
    state.shown |= wide_bit(below)
    tell(state, "turn-up", seat, below)


def draw_tile(state: SolstisState, chance: Chance) -> i64:
    """The next tile of the draw pile, which must not be empty."""
    state.pile -= 1
    return chance.draw_from(state.pool, state.content.names)


def draw_to_hand(state: SolstisState, seat: i64, chance: Chance) -> None:
    tile = draw_tile(state, chance)
    state.player(seat).hand |= wide_bit(tile)
    if state.log is not None:
        secret: dict[str, object] = {"tile": state.content.names[tile]}
        state.log.append(Event("draw", seat, {"left": int(state.pile)}, secret, bit(seat)))


def squares_formed(state: SolstisState, seat: i64) -> i64:
    """The complete squares that received a tile this turn, by lower left position (SO-23, SO-24)."""
    player = state.player(seat)
    return state.content.mountain.squares_with(player.land | player.rainbows, state.newly)


def draw_spirits(state: SolstisState, seat: i64, chance: Chance) -> None:
    """Draw two spirits, or the last one. The evil one stays, and what came with it must be taken (SO-33, SO-35)."""
    content = state.content
    pool = state.spirit_pool
    drawn: i64 = NO_SPIRITS
    count: i64 = 0
    evil = False
    while count < ENCOUNTER_SIZE and pool.count > 0:
        spirit = chance.draw_from(pool, content.spirits)
        drawn = with_spirit(drawn, spirit)
        evil = evil or spirit == content.evil
        count += 1
    if state.log is not None:
        secret: dict[str, object] = {"spirits": [called(state, spirit) for spirit in spirits_in(drawn)]}
        state.log.append(Event("draw-spirits", seat, {"count": int(count)}, secret, bit(seat)))
    if evil:
        drawn = without_spirit(drawn, content.evil)
        count -= 1
        state.evil = seat
        if state.log is not None:
            state.log.append(Event("evil", seat, {}))
    if count == ENCOUNTER_SIZE:
        state.met = drawn
        state.stack.push(KEEP[seat])
    elif count > 0:
        place_spirit(state, seat, drawn & 15)
    else:
        state.stack.push(ENCOUNTER_ALONE[seat])


def place_spirit(state: SolstisState, seat: i64, spirit: i64) -> None:
    state.met = with_spirit(NO_SPIRITS, spirit)
    state.stack.push(PLACE[seat])


def pass_evil(state: SolstisState, seat: i64) -> None:
    """Whoever holds the evil spirit and meets another hands it over (SO-34)."""
    state.evil = 1 - seat
    if state.log is not None:
        state.log.append(Event("pass-evil", seat, {}))


def start_game(state: SolstisState, first: int) -> None:
    """Tell what lies on the table, and begin with a seat's turn (SO-2, SO-5)."""
    if state.log is not None:
        for seat, player in enumerate(state.players):
            secret: dict[str, object] = {"tiles": state.named_set(player.hand)}
            state.log.append(Event("hand", seat, {"count": int(player.hand_size)}, secret, bit(seat)))
        display = state.named([top & TILE for top in state.piles()])
        state.log.append(Event("deal", first, {"tiles": [*display]}))
    start_turn(state, first)


def start_turn(state: SolstisState, seat: i64) -> None:
    """Begin a turn (SO-47 to SO-50).

    With an empty draw pile a seat that cannot capture is skipped, and the game ends when neither can.
    """
    state.newly = 0
    if state.pile == 0:
        capturing = state.capturing()
        if not state.player(seat).hand & capturing:
            skip(state, seat, capturing)
            seat = 1 - seat
            if not state.player(seat).hand & capturing:
                skip(state, seat, capturing)
                end_game(state)
                return
    state.begin_turn(seat)
    state.stack.push(PLAY[seat])


def skip(state: SolstisState, seat: i64, capturing: i64) -> None:
    """Everybody learns that this hand holds no tile that could capture (SO-51)."""
    state.player(seat).cannot_hold |= capturing
    if state.log is not None:
        state.log.append(Event("skip", seat, {}))


def end_game(state: SolstisState) -> None:
    """The evil spirit covers, the squirrel's tiles are added, in the order the options say (SO-36, SO-37, SO-60)."""
    if state.log is not None:
        state.log.append(Event("end", NOBODY, {}))
    cover = state.evil != NOBODY and len(state.player(state.evil).spirits) > 0
    if cover and not state.rulings.evil_first:
        state.stack.push(COVER[1 - state.evil])
    state.stack.push(EMPTY_HAND[1])
    state.stack.push(EMPTY_HAND[0])
    if cover and state.rulings.evil_first:
        state.stack.push(COVER[1 - state.evil])


def named_tile(state: SolstisState, text: str, verb: str) -> int:
    """The tile or position of a text such as "play 3-5", or NO_TILE."""
    start, _, name = text.rpartition(" ")
    if start == verb and name in state.content.names:
        return state.content.names.index(name)
    return NO_TILE


def named_spirit(state: SolstisState, text: str, verb: str) -> int:
    """The spirit of a text such as "keep deer", or NO_SPIRIT. Nobody answers with the evil one."""
    start, _, name = text.rpartition(" ")
    if start == verb and name in state.content.spirits:
        spirit = state.content.spirits.index(name)
        return NO_SPIRIT if state.content.kind[spirit] == EVIL else spirit
    return NO_SPIRIT


def holds(places: i64, position: i64) -> bool:
    return places >> position & 1 == 1


def is_face_up(state: SolstisState, tile: int) -> bool:
    return holds(state.shown, tile)


def offer_spirits(state: SolstisState, spirits: i64) -> None:
    """Packed spirits as answers, in the order they came."""
    shift: i64 = 0
    while spirits >> shift > NO_SPIRITS:
        shift += 4
    while shift > 0:
        shift -= 4
        state.add_answer(spirits >> shift & 15)


def called(state: SolstisState, spirit: i64) -> str:
    return state.content.spirits[spirit]


def tell(state: SolstisState, kind: str, seat: i64, tile: i64) -> None:
    """Log something that happened to one tile in the open, if anybody listens."""
    if state.log is not None:
        state.log.append(Event(kind, seat, {"tile": state.content.names[tile]}))


PLAY: Final = [Play(seat, shown_when_forced=True) for seat in range(2)]
CAPTURE: Final = [Capture(seat) for seat in range(2)]
RAINBOW: Final = [Rainbow(seat) for seat in range(2)]
ENCOUNTER: Final = [Encounter(seat, False) for seat in range(2)]
ENCOUNTER_ALONE: Final = [Encounter(seat, True) for seat in range(2)]
KEEP: Final = [Keep(seat) for seat in range(2)]
PLACE: Final = [Place(seat) for seat in range(2)]
ADD_FROM_HAND: Final = [AddFromHand(seat) for seat in range(2)]
ADD_FROM_DISPLAY: Final = [AddFromDisplay(seat) for seat in range(2)]
COVER: Final = [Cover(seat) for seat in range(2)]
END_TURN: Final = [EndTurn(seat) for seat in range(2)]
EMPTY_HAND: Final = [EmptyHand(seat) for seat in range(2)]
EFFECT: Final = [
    Effect(),
    PlaceRainbow(),
    AddHandTile(),
    AddPileTile(),
    BiggerHand(),
    AddOpponentTile(),
    AddDisplayTile(),
    ExtraTurn(),
]
"""In the order of `content.EFFECTS`."""
