"""Loads content.toml, or another file of the same form, into flat tables; refuses it by file, entry and field.

Cards share one numbering: mountains from 0, then bonus cards, companions and boosts. Rewards are packed into an int
with six bits for each kind of gain.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from pathlib import Path
from typing import Final

from cairn.core.errors import BadContent

MOUNTAINS: Final = 100
BONUS_CARDS: Final = 28
COMPANIONS: Final = 34
BOOSTS: Final = 22
FIRST_BONUS: Final = 100
FIRST_COMPANION: Final = 128
FIRST_BOOST: Final = 162
CONTINENTS: Final = 6
GEAR_TYPES: Final = 6

DECK_A: Final = 0
DECK_B: Final = 1
DECKS: Final = ["a", "b"]

ACTIONS: Final = ["rest", "prepare", "climb"]
REST: Final = 0
PREPARE: Final = 1
CLIMB: Final = 2
TOP_LEVEL: Final = 3
TILE_LEVELS: Final = 2
CUBES_NEEDED: Final = 3
"""How many cubes on an action allow its bonus."""

GAINS: Final = ["flag", "stamina", "bonus", "companion", "die", "experience", "gear", "mountain"]
FLAG: Final = 0
STAMINA_STEP: Final = 1
BONUS: Final = 2
COMPANION_CARD: Final = 3
DIE: Final = 4
ADVANCE: Final = 5
ANY_GEAR: Final = 6
MOUNTAIN: Final = 7
ENERGY_GAIN: Final = 8
SURE_FOOTED: Final = 9
NOTHING: Final = 10
TILE: Final = 11
NAMED_GEAR: Final = 16
"""From here on: one gear of a type, NAMED_GEAR + type."""
UNIT: Final[list[int]] = [64**kind for kind in range(len(GAINS))]
"""One gain of each kind, packed."""

REST_TILES: Final = ["camp", "low-gear", "high-gear", "new-plans", "lesson", "rethink"]
CAMP: Final = 0
LOW_GEAR: Final = 1
HIGH_GEAR: Final = 2
NEW_PLANS: Final = 3
LESSON: Final = 4
RETHINK: Final = 5

STEPS: Final = {
    "rest": ["travel", "rest-flag", "rest-bonus", "rest-energy"],
    "prepare": ["gain-mountain", "refill", "gear-pair", "draw-three", "gear-die"],
    "climb": ["announce", "tag-along", "shared-flag", "high-summit", "rewards"],
}
STEP_NAMES: Final[list[str]] = [step for action in ACTIONS for step in STEPS[action]]

NEEDS: Final = [
    "flags-in",
    "continents",
    "flags-in-one",
    "climbed",
    "climbed-a",
    "climbed-b",
    "climbed-over",
    "climbed-under",
    "climbed-continents",
    "climbed-in-one",
    "dice-max",
    "tiles",
    "stamina",
    "experience",
    "gear",
    "companions",
]
REWARDS: Final = ["flag", "stamina", "bonus", "companion", "die", "experience"]
DISCARDS: Final = ["energy", "experience", "stamina", "gear", "mountain", "companion", "die"]
BOOST_REWARDS: Final = ["experience", "gear", "bonus", "companion", "die", "stamina"]
PROVENANCE: Final = ("printed", "ruling", "ours")


class Entry:
    """One table of the file: reads its fields and refuses, by file, entry and field, what cannot be."""

    def __init__(self, file: str, name: str, data: object) -> None:
        self.file = file
        self.name = name
        if not isinstance(data, dict):
            raise BadContent(f"{file}: {name}: should be a table, not {data!r}")
        self._data: dict[str, object] = data
        self._read: set[str] = set()

    def wrong(self, field: str, problem: str) -> BadContent:
        return BadContent(f"{self.file}: {self.name}: {field}: {problem}")

    def has(self, field: str) -> bool:
        return field in self._data

    def value(self, field: str) -> object:
        if field not in self._data:
            raise self.wrong(field, "is missing")
        self._read.add(field)
        return self._data[field]

    def number(self, field: str, low: int, high: int) -> int:
        value = self.value(field)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.wrong(field, f"should be a whole number from {low} to {high}, not {value!r}")
        return value

    def numbers(self, field: str, low: int, high: int, count: int) -> list[int]:
        found: list[int] = []
        for value in self.items(field):
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise self.wrong(field, f"should be whole numbers from {low} to {high}, not {value!r}")
            found.append(value)
        if count >= 0 and len(found) != count:
            raise self.wrong(field, f"should have {count} numbers, not {len(found)}")
        return found

    def flag(self, field: str) -> bool:
        value = self.value(field)
        if not isinstance(value, bool):
            raise self.wrong(field, f"should be true or false, not {value!r}")
        return value

    def text(self, field: str) -> str:
        value = self.value(field)
        if not isinstance(value, str) or not value:
            raise self.wrong(field, f"should be a text, not {value!r}")
        return value

    def one_of(self, field: str, known: list[str]) -> int:
        value = self.value(field)
        if not isinstance(value, str) or value not in known:
            raise self.wrong(field, f"should be one of {', '.join(known)}, not {value!r}")
        return known.index(value)

    def items(self, field: str) -> list[object]:
        value = self.value(field)
        if not isinstance(value, list):
            raise self.wrong(field, f"should be a list, not {value!r}")
        return value

    def texts(self, field: str) -> list[str]:
        found: list[str] = []
        for value in self.items(field):
            if not isinstance(value, str) or not value:
                raise self.wrong(field, f"should be a list of texts, not {value!r}")
            found.append(value)
        return found

    def part(self, field: str) -> Entry:
        return Entry(self.file, f"{self.name}.{field}" if self.name else field, self.value(field))

    def parts(self, field: str, count: int = -1) -> list[Entry]:
        items = self.items(field)
        if count >= 0 and len(items) != count:
            raise self.wrong(field, f"should have {count} entries, not {len(items)}")
        found: list[Entry] = []
        for number, item in enumerate(items):
            name = item.get("id") if isinstance(item, dict) else None
            place = name if isinstance(name, str) else str(number + 1)
            found.append(Entry(self.file, f"{self.name}.{field}.{place}" if self.name else f"{field}.{place}", item))
        return found

    def provenance(self) -> str:
        return PROVENANCE[self.one_of("provenance", list(PROVENANCE))]

    def end(self) -> None:
        for field in self._data:
            if field not in self._read:
                raise self.wrong(field, f"is not a field here; known are {', '.join(sorted(self._read))}")


class Content:
    """The tables. Lists by card are indexed by the card's number within its kind."""

    def __init__(self, file: str, data: object) -> None:
        top = Entry(file, "", data)
        self.file = file
        self.names: list[str] = []
        self.titles: list[str] = []
        self.provenances: list[str] = []
        self._board(top)
        self._tracks(top)
        self._actions(top)
        self._solo(top.part("solo"))
        cards = top.part("cards")
        self._mountains(cards.parts("mountains", MOUNTAINS))
        self._bonus(cards.parts("bonus", BONUS_CARDS))
        self._companions(cards.parts("companions", COMPANIONS))
        self._boosts(cards.parts("boosts", BOOSTS))
        cards.end()
        top.end()
        self.numbers: dict[str, int] = {name: number for number, name in enumerate(self.names)}

    def _board(self, top: Entry) -> None:
        board = top.part("board")
        board.provenance()
        self.continents = board.texts("continents")
        if len(set(self.continents)) != CONTINENTS or len(self.continents) != CONTINENTS:
            raise board.wrong("continents", f"should be {CONTINENTS} different names, not {self.continents}")
        self.home = board.one_of("home", self.continents)
        board.end()
        display = top.part("display")
        display.provenance()
        self.slots = display.number("slots", 1, 4)
        self.hand_limit = display.number("hand_limit", 1, 6)
        self.start_mountains = display.number("start_mountains", 0, 4)
        self.drawn = display.number("drawn", 1, 3)
        self.high = display.number("high", 0, 8849)
        display.end()
        flags = top.part("flags")
        flags.provenance()
        self.supply = flags.number("supply", 1, 30)
        self.price = flags.number("price", 0, 10)
        self.price_cards = flags.number("price_cards", 0, 5)
        self.all_continents = flags.number("all_continents", 0, 9)
        flags.end()
        gear = top.part("gear")
        gear.provenance()
        self.gear = gear.texts("names")
        if len(set(self.gear)) != GEAR_TYPES or len(self.gear) != GEAR_TYPES:
            raise gear.wrong("names", f"should be {GEAR_TYPES} different names, not {self.gear}")
        gear.end()
        limits = top.part("limits")
        limits.provenance()
        self.most_gear = limits.number("gear", 2, 9)
        self.most_companions = limits.number("companions", 3, 3)
        self.rounds = limits.number("rounds", 1, 100)
        self.solo_turns = limits.number("solo_turns", 1, 100)
        self.solo_ghost = limits.number("solo_ghost", 0, 9)
        limits.end()
        danger = top.part("danger")
        danger.provenance()
        faces = danger.texts("faces")
        if set(faces) != {"blank", "danger"} or len(faces) > 20:
            raise danger.wrong("faces", f"should be up to 20 of blank and danger, with both among them, not {faces}")
        self.danger = [face == "danger" for face in faces]
        danger.end()
        tiles = top.part("rest_tiles")
        tiles.provenance()
        if sorted(tiles.texts("names")) != sorted(REST_TILES):
            raise tiles.wrong("names", f"should be {', '.join(REST_TILES)}, each once")
        tiles.end()

    def _tracks(self, top: Entry) -> None:
        energy = top.part("energy_track")
        energy.provenance()
        self.last_energy = energy.number("last", 12, 60)
        self.stamina_gives = self._bonuses(energy, self.last_energy, ["flag", "bonus"], {"flag": FLAG, "bonus": BONUS})
        energy.end()
        track = top.part("experience_track")
        track.provenance()
        self.experience = track.numbers("numbers", 0, 99, -1)
        self.last_space = len(self.experience) - 1
        if self.experience[:5] != [0, 1, 1, 1, 2]:
            raise track.wrong("numbers", f"should begin with 0, 1, 1, 1, 2, not {self.experience[:5]}")
        for space in range(self.last_space):
            if not 0 <= self.experience[space + 1] - self.experience[space] <= 1:
                raise track.wrong("numbers", f"should stay or rise by one, but do not after space {space}")
        self.swap = track.number("swap", 1, 99)
        if self.swap not in self.experience:
            raise track.wrong("swap", f"should be a number of the track, not {self.swap}")
        gives = {"tile": TILE, "gear": ANY_GEAR, "stamina": STAMINA_STEP, "flag": FLAG}
        self.experience_gives = self._bonuses(track, self.last_space, list(gives), gives)
        if any(what != NOTHING for what in self.experience_gives[:5]):
            raise track.wrong("bonuses", "should leave the spaces up to 4 empty")
        if self.experience_gives.count(TILE) > len(ACTIONS) * TILE_LEVELS:
            raise track.wrong("bonuses", f"should give {len(ACTIONS) * TILE_LEVELS} tiles at the most")
        track.end()
        first = top.part("first_game")
        first.provenance()
        self.first_energy = first.number("energy", 0, self.last_energy)
        self.first_stamina = first.number("stamina", 0, self.last_energy)
        self.first_experience = first.number("experience", 0, self.last_space)
        first.end()

    def _bonuses(self, entry: Entry, last: int, known: list[str], codes: dict[str, int]) -> list[int]:
        gives = [NOTHING] * (last + 1)
        for bonus in entry.parts("bonuses"):
            space = bonus.number("space", 1, last)
            if gives[space] != NOTHING:
                raise bonus.wrong("space", f"{space} has a bonus already")
            gives[space] = codes[known[bonus.one_of("gives", known)]]
            bonus.end()
        return gives

    def _actions(self, top: Entry) -> None:
        dice = top.part("dice")
        dice.provenance()
        self.rest_die = self._die(dice, "rest", 2)
        self.prepare_die = self._die(dice, "prepare", 0)
        self.climb_die = self._die(dice, "climb", 1)
        self.others_die = self._die(dice, "climb_others", 1)
        if self.prepare_die[1] != 1:
            raise dice.wrong("prepare", f"should read 1 after one upgrade, not {self.prepare_die[1]}")
        for name, tops, bottoms in (
            ("rest", self.rest_die, self.rest_die),
            ("prepare", self.prepare_die, self.prepare_die),
            ("climb", self.climb_die, self.others_die),
        ):
            for level in range(TOP_LEVEL):
                if tops[level] == tops[level + 1] and bottoms[level] == bottoms[level + 1]:
                    raise dice.wrong(name, f"should be better at level {level + 1} than before")
        dice.end()
        steps = top.part("steps")
        steps.provenance()
        self.steps: list[list[int]] = []
        """The steps of each action in their order, as numbers into STEP_NAMES."""
        self.step_tiles: list[list[int]] = []
        for action in ACTIONS:
            known = STEPS[action]
            order: list[str] = []
            tiles: list[int] = []
            for part in steps.parts(action):
                order.append(known[part.one_of("step", known)])
                tiles.append(part.number("tile", 0, TILE_LEVELS))
                part.end()
            self._check_steps(steps, action, order, tiles)
            self.steps.append([STEP_NAMES.index(step) for step in order])
            self.step_tiles.append(tiles)
        steps.end()

    def _die(self, dice: Entry, name: str, first: int) -> list[int]:
        faces = dice.numbers(name, 0, 12, TOP_LEVEL + 1)
        if faces[0] != first:
            raise dice.wrong(name, f"should begin with {first}, not {faces[0]}")
        if sorted(faces) != faces:
            raise dice.wrong(name, f"should never fall, but is {faces}")
        return faces

    def _check_steps(self, steps: Entry, action: str, order: list[str], tiles: list[int]) -> None:
        known = STEPS[action]
        if sorted(order) != sorted(known):
            raise steps.wrong(action, f"should have the steps {', '.join(known)}, each once")
        always = [step for step, tile in zip(order, tiles, strict=True) if tile == 0]
        basic = [known[0], known[-1]] if action == "rest" else [known[0], known[1], known[-1]]
        if always != basic or order[0] != basic[0] or order[-1] != basic[-1]:
            raise steps.wrong(action, f"should always have {', '.join(basic)}, in this order, the others in between")
        if action == "climb" and order[1] != basic[1]:
            raise steps.wrong(action, "should pay for the climb before anything is gained")
        if sorted(tile for tile in tiles if tile) != [1, 2]:
            raise steps.wrong(action, "should reveal one step at tile 1 and one at tile 2")

    def _solo(self, solo: Entry) -> None:
        solo.provenance()
        self.ladder: list[tuple[int, str]] = []
        for rung in solo.parts("ladder"):
            total = rung.number("total", 0, 200)
            if self.ladder and total <= self.ladder[-1][0]:
                raise rung.wrong("total", f"should be more than {self.ladder[-1][0]}, the rung before")
            self.ladder.append((total, rung.text("title")))
            rung.end()
        if not self.ladder or self.ladder[0][0] != 0:
            raise solo.wrong("ladder", "should begin with a rung at 0")
        solo.end()

    def _name(self, entry: Entry) -> None:
        name = entry.text("id")
        if name in self.names:
            raise entry.wrong("id", f"{name} is the id of another card")
        if not name.replace("-", "").isalnum() or name != name.lower() or not name.isascii() or name in RESERVED:
            raise entry.wrong("id", f"should be lower-case letters, digits and dashes, not {name!r}")
        self.names.append(name)
        self.titles.append(entry.text("name"))
        self.provenances.append(entry.provenance())

    def _mountains(self, entries: list[Entry]) -> None:
        self.deck: list[int] = []
        self.continent: list[int] = []
        self.elevation: list[int] = []
        self.energy: list[int] = []
        self.shared_energy: list[int] = []
        self.acclimatization: list[bool] = []
        self.needs_gear: list[list[int]] = []
        self.needs_experience: list[int] = []
        self.extra_danger: list[bool] = []
        self.rewards: list[int] = []
        """What a group gives, packed, at mountain * 2 + group."""
        self.safe_rewards: list[int] = []
        """The same without what is marked with danger."""
        for entry in entries:
            self._name(entry)
            self.deck.append(entry.one_of("deck", DECKS))
            self.continent.append(entry.one_of("continent", self.continents))
            self.elevation.append(entry.number("elevation", 1, 8849))
            energy = entry.number("energy", 2, self.last_energy)
            self.energy.append(energy)
            self.shared_energy.append(entry.number("shared_energy", 1, energy - 1))
            self.acclimatization.append(entry.flag("acclimatization"))
            gear = entry.texts("gear")
            for name in gear:
                if name not in self.gear or gear.count(name) > 1:
                    raise entry.wrong("gear", f"should be different types of {', '.join(self.gear)}, not {name!r}")
            self.needs_gear.append(sorted(self.gear.index(name) for name in gear))
            self.needs_experience.append(entry.number("experience", 0, 2 * self.experience[-1]))
            self.extra_danger.append(entry.flag("extra_danger"))
            for group in ("x", "y"):
                self._group(entry, group)
            if self.rewards[-1] == self.rewards[-2]:
                raise entry.wrong("y", "should differ from x")
            entry.end()
        for deck, letter in enumerate(DECKS):
            for continent, name in enumerate(self.continents):
                if not any(d == deck and c == continent for d, c in zip(self.deck, self.continent, strict=True)):
                    raise BadContent(f"{self.file}: cards.mountains: deck: no mountain of {name} is in deck {letter}")
        free = [m for m in range(MOUNTAINS) if self.deck[m] == DECK_A and not self.needs_gear[m]]
        if 5 * len(free) < 4 * self.deck.count(DECK_A):
            raise BadContent(f"{self.file}: cards.mountains: gear: of deck a four in five should need none")

    def _group(self, entry: Entry, field: str) -> None:
        rewards = entry.texts(field)
        if not 1 <= len(rewards) <= 6:
            raise entry.wrong(field, f"should be one to six rewards, not {len(rewards)}")
        total = 0
        safe = 0
        for reward in rewards:
            name = reward.removesuffix("!")
            if name not in REWARDS:
                raise entry.wrong(field, f"should be of {', '.join(REWARDS)}, with ! if marked, not {reward!r}")
            total += UNIT[GAINS.index(name)]
            if name == reward:
                safe += UNIT[GAINS.index(name)]
        self.rewards.append(total)
        self.safe_rewards.append(safe)

    def _bonus(self, entries: list[Entry]) -> None:
        self.bonus_flags: list[int] = []
        self.need: list[str] = []
        self.need_amount: list[int] = []
        self.need_of: list[int] = []
        self.discard_gain: list[int] = []
        self.discard_amount: list[int] = []
        self.most_energy = 1
        """The most energy that a bonus card can give."""
        for entry in entries:
            self._name(entry)
            self.bonus_flags.append(entry.number("flags", 1, 3))
            needs = entry.part("needs")
            kind = NEEDS[needs.one_of("kind", NEEDS)]
            self.need.append(kind)
            self.need_amount.append(needs.number("amount", 1, self._reachable(kind)))
            self.need_of.append(self._need_of(needs, kind))
            needs.end()
            discard = entry.part("discard")
            gain = DISCARDS[discard.one_of("kind", DISCARDS)]
            self.discard_gain.append(ENERGY_GAIN if gain == "energy" else GAINS.index(gain))
            amount = discard.number("amount", 1, 6 if gain == "energy" else 1)
            self.discard_amount.append(amount)
            if gain == "energy" and amount > self.most_energy:
                self.most_energy = amount
            discard.end()
            entry.end()

    def _reachable(self, kind: str) -> int:
        """The highest amount a need can ask for: beyond it the need could never hold."""
        return {
            "continents": CONTINENTS,
            "climbed-continents": CONTINENTS,
            "dice-max": len(ACTIONS),
            "tiles": len(ACTIONS) * TILE_LEVELS,
            "stamina": self.last_energy,
            "experience": self.experience[-1],
            "gear": GEAR_TYPES * self.most_gear,
            "companions": self.most_companions,
            "flags-in": self.supply,
            "flags-in-one": self.supply,
        }.get(kind, 20)

    def _need_of(self, needs: Entry, kind: str) -> int:
        if kind == "flags-in":
            return needs.one_of("of", self.continents)
        if kind in ("climbed-over", "climbed-under"):
            height = needs.number("of", 1, 8848)
            if not any(metres > height if kind == "climbed-over" else metres < height for metres in self.elevation):
                raise needs.wrong("of", f"no mountain is that, so {height} can never hold")
            return height
        return 0

    def _companions(self, entries: list[Entry]) -> None:
        self.companion_experience: list[int] = []
        self.uses: list[int] = []
        self.ability: list[int] = []
        self.ability_amount: list[int] = []
        known = ["energy", "sure-footed", "experience", "stamina", "bonus", "mountain", "gear", *self.gear]
        for entry in entries:
            self._name(entry)
            self.companion_experience.append(entry.number("experience", 0, 6))
            self.uses.append(entry.number("uses", 1, 4))
            ability = NOTHING
            amount = 0
            if entry.has("ability"):
                part = entry.part("ability")
                name = known[part.one_of("kind", known)]
                amount = part.number("amount", 1, 1 if name in self.gear or name == "sure-footed" else 3)
                if name in self.gear:
                    ability = NAMED_GEAR + self.gear.index(name)
                else:
                    ability = {"energy": ENERGY_GAIN, "sure-footed": SURE_FOOTED}.get(name, -1)
                    ability = GAINS.index(name) if ability < 0 else ability
                part.end()
            self.ability.append(ability)
            self.ability_amount.append(amount)
            entry.end()

    def _boosts(self, entries: list[Entry]) -> None:
        self.boost_energy: list[int] = []
        self.boost_stamina: list[int] = []
        self.boost_gains: list[int] = []
        for entry in entries:
            self._name(entry)
            self.boost_energy.append(entry.number("energy", 0, self.last_energy))
            stamina = entry.number("stamina", 1, self.last_energy)
            if any(what != NOTHING for what in self.stamina_gives[: stamina + 1]):
                raise entry.wrong("stamina", f"should be below the first bonus of the track, not {stamina}")
            self.boost_stamina.append(stamina)
            rewards = entry.part("rewards")
            gains = 0
            for kind in BOOST_REWARDS:
                if rewards.has(kind):
                    gains += UNIT[GAINS.index(kind)] * rewards.number(kind, 1, 6)
            rewards.end()
            self.boost_gains.append(gains)
            entry.end()


RESERVED: Final = ("none", "x", "y", "a", "b", "all")


def load_content(path: str | Path | None = None) -> Content:
    """The content that comes with the game, or that of a file. BadContent says what is wrong with it, and where."""
    if path is None:
        text = (resources.files("cairn.games.peaks") / "content.toml").read_text(encoding="utf-8")
        return Content("content.toml", tomllib.loads(text))
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as failure:
        raise BadContent(f"{path}: cannot be read: {failure}") from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as mistake:
        raise BadContent(f"{path}: is not TOML: {mistake}") from None
    return Content(str(path), data)
