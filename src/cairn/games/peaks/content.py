"""Loads content.toml, or another file of the same form, into flat tables; refuses it by file, entry and field.

Cards share one numbering: mountains from 0, then bonus cards, companions and boosts. Rewards are packed into an int
with six bits for each kind of gain.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, get_args

from mypy_extensions import i64

from cairn.core.content import read_content
from cairn.core.fields import Fields
from cairn.games.peaks.views import Need

MOUNTAINS: Final = 100
BONUS_CARDS: Final = 28
COMPANIONS: Final = 34
BOOSTS: Final = 22
FIRST_BONUS: Final = 100
FIRST_COMPANION: Final = 128
FIRST_BOOST: Final = 162
CONTINENTS: Final = 6
MOST_SEATS: Final = 6
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

NEEDS: Final[list[str]] = list(get_args(Need))
REWARDS: Final = ["flag", "stamina", "bonus", "companion", "die", "experience"]
DISCARDS: Final = ["energy", "experience", "stamina", "gear", "mountain", "companion", "die"]
BOOST_REWARDS: Final = ["experience", "gear", "bonus", "companion", "die", "stamina"]
RIVALS: Final = ["none", "easy", "usual", "hard"]
NO_RIVAL: Final = 0
ACTS: Final = ["rest", "claim", "plant", "follow"]
RESTS: Final = 0
CLAIMS: Final = 1
PLANTS: Final = 2
FOLLOWS: Final = 3
PLACES: Final[list[list[str]]] = [["nowhere"], ["first", "last", "highest"], ["weakest", "yours"], ["nowhere"]]
"""Where an act takes place: which mountain of the display, which continent."""
FIRST_IN_LINE: Final = 0
LAST_IN_LINE: Final = 1
WEAKEST: Final = 0
SCENARIOS: Final = 10
GOALS: Final = ["flags", "continents", "climbed", "height", "led", "total", "margin"]
FLAGS_GOAL: Final = 0
CONTINENTS_GOAL: Final = 1
CLIMBED_GOAL: Final = 2
HEIGHT_GOAL: Final = 3
LED_GOAL: Final = 4
TOTAL_GOAL: Final = 5
MARGIN_GOAL: Final = 6
GOAL_RANGES: Final = [(1, 30), (1, 6), (1, 20), (1, 8849), (1, 6), (1, 60), (-30, 30)]
"""What each goal can ask for at the least and at the most."""
MEDALS: Final = ["bronze", "silver", "gold"]
ANYWHERE: Final = -1


class Asks:
    """What a mountain asks for, once more: the rules ask at every turn who could climb what."""

    def __init__(self, energy: i64, shared: i64, gear: i64, camp: i64) -> None:
        self.energy = energy
        self.shared = shared
        self.gear = gear
        """A set of types, bit t for type t."""
        self.camp = camp
        """The continent where one must be already, or ANYWHERE."""


class Content:
    """The tables. Lists by card are indexed by the card's number within its kind."""

    def __init__(self, top: Fields) -> None:
        self.names: list[str] = []
        self.titles: list[str] = []
        self.provenances: list[str] = []
        self._board(top)
        self._tracks(top)
        self._actions(top)
        self._rival(top.part("rival"))
        self._solo(top.part("solo"))
        cards = top.part("cards")
        self._mountains(cards, cards.parts("mountains", MOUNTAINS, label="id"))
        self._bonus(cards.parts("bonus", BONUS_CARDS, label="id"))
        self._companions(cards.parts("companions", COMPANIONS, label="id"))
        self._boosts(cards.parts("boosts", BOOSTS, label="id"))
        cards.end()
        top.end()
        self.numbers: dict[str, int] = {name: number for number, name in enumerate(self.names)}

    def _board(self, top: Fields) -> None:
        board = top.part("board")
        board.provenance()
        self.continents = board.texts("continents")
        if len(set(self.continents)) != CONTINENTS or len(self.continents) != CONTINENTS:
            raise board.refuse("continents", f"should be {CONTINENTS} different names, not {self.continents}")
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
            raise gear.refuse("names", f"should be {GEAR_TYPES} different names, not {self.gear}")
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
            raise danger.refuse("faces", f"should be up to 20 of blank and danger, with both among them, not {faces}")
        self.danger = [face == "danger" for face in faces]
        danger.end()
        tiles = top.part("rest_tiles")
        tiles.provenance()
        if sorted(tiles.texts("names")) != sorted(REST_TILES):
            raise tiles.refuse("names", f"should be {', '.join(REST_TILES)}, each once")
        tiles.end()

    def _tracks(self, top: Fields) -> None:
        energy = top.part("energy_track")
        energy.provenance()
        self.last_energy = energy.number("last", 12, 60)
        self.stamina_gives = self._bonuses(energy, self.last_energy, ["flag", "bonus"], {"flag": FLAG, "bonus": BONUS})
        energy.end()
        track = top.part("experience_track")
        track.provenance()
        self.experience = track.numbers("numbers", 0, 99)
        self.last_space = len(self.experience) - 1
        if self.experience[:5] != [0, 1, 1, 1, 2]:
            raise track.refuse("numbers", f"should begin with 0, 1, 1, 1, 2, not {self.experience[:5]}")
        for space in range(self.last_space):
            if not 0 <= self.experience[space + 1] - self.experience[space] <= 1:
                raise track.refuse("numbers", f"should stay or rise by one, but do not after space {space}")
        self.swap = track.number("swap", 1, 99)
        if self.swap not in self.experience:
            raise track.refuse("swap", f"should be a number of the track, not {self.swap}")
        gives = {"tile": TILE, "gear": ANY_GEAR, "stamina": STAMINA_STEP, "flag": FLAG}
        self.experience_gives = self._bonuses(track, self.last_space, list(gives), gives)
        if any(what != NOTHING for what in self.experience_gives[:5]):
            raise track.refuse("bonuses", "should leave the spaces up to 4 empty")
        if self.experience_gives.count(TILE) > len(ACTIONS) * TILE_LEVELS:
            raise track.refuse("bonuses", f"should give {len(ACTIONS) * TILE_LEVELS} tiles at the most")
        track.end()
        first = top.part("first_game")
        first.provenance()
        self.first_energy = first.number("energy", 0, self.last_energy)
        self.first_stamina = first.number("stamina", 0, self.last_energy)
        self.first_experience = first.number("experience", 0, self.last_space)
        first.end()
        even = top.part("even_start")
        even.provenance()
        self.even_start: list[list[int]] = [[], [0]]
        """By number of seats and order of play the energy that a seat begins with beside its boost (PK-112)."""
        for seats in range(2, MOST_SEATS + 1):
            self.even_start.append(even.numbers(f"seats-{seats}", 0, 9, seats))
        even.end()

    def _bonuses(self, entry: Fields, last: int, known: list[str], codes: dict[str, int]) -> list[int]:
        gives = [NOTHING] * (last + 1)
        for bonus in entry.parts("bonuses"):
            space = bonus.number("space", 1, last)
            if gives[space] != NOTHING:
                raise bonus.refuse("space", f"{space} has a bonus already")
            gives[space] = codes[known[bonus.one_of("gives", known)]]
            bonus.end()
        return gives

    def _actions(self, top: Fields) -> None:
        dice = top.part("dice")
        dice.provenance()
        self.rest_die = self._die(dice, "rest", 2)
        self.prepare_die = self._die(dice, "prepare", 0)
        self.climb_die = self._die(dice, "climb", 1)
        self.others_die = self._die(dice, "climb_others", 1)
        if self.prepare_die[1] != 1:
            raise dice.refuse("prepare", f"should read 1 after one upgrade, not {self.prepare_die[1]}")
        for name, tops, bottoms in (
            ("rest", self.rest_die, self.rest_die),
            ("prepare", self.prepare_die, self.prepare_die),
            ("climb", self.climb_die, self.others_die),
        ):
            for level in range(TOP_LEVEL):
                if tops[level] == tops[level + 1] and bottoms[level] == bottoms[level + 1]:
                    raise dice.refuse(name, f"should be better at level {level + 1} than before")
        dice.end()
        steps = top.part("steps")
        steps.provenance()
        self.steps: list[list[int]] = []
        """The steps of each action in their order, as numbers into STEP_NAMES."""
        self.step_tiles: list[list[int]] = []
        self.course: list[list[int]] = []
        """By action and how far its tile was moved: for each place in its order where the next revealed step is."""
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
            for moved in range(TILE_LEVELS + 1):
                self.course.append(_course(tiles, moved))
        steps.end()

    def _die(self, dice: Fields, name: str, first: int) -> list[int]:
        faces = dice.numbers(name, 0, 12, TOP_LEVEL + 1)
        if faces[0] != first:
            raise dice.refuse(name, f"should begin with {first}, not {faces[0]}")
        if sorted(faces) != faces:
            raise dice.refuse(name, f"should never fall, but is {faces}")
        return faces

    def _check_steps(self, steps: Fields, action: str, order: list[str], tiles: list[int]) -> None:
        known = STEPS[action]
        if sorted(order) != sorted(known):
            raise steps.refuse(action, f"should have the steps {', '.join(known)}, each once")
        always = [step for step, tile in zip(order, tiles, strict=True) if tile == 0]
        basic = [known[0], known[-1]] if action == "rest" else [known[0], known[1], known[-1]]
        if always != basic or order[0] != basic[0] or order[-1] != basic[-1]:
            raise steps.refuse(action, f"should always have {', '.join(basic)}, in this order, the others in between")
        if action == "climb" and order[1] != basic[1]:
            raise steps.refuse(action, "should pay for the climb before anything is gained")
        if sorted(tile for tile in tiles if tile) != [1, 2]:
            raise steps.refuse(action, "should reveal one step at tile 1 and one at tile 2")

    def _solo(self, solo: Fields) -> None:
        solo.provenance()
        self.ladder: list[tuple[int, str]] = []
        for rung in solo.parts("ladder"):
            total = rung.number("total", 0, 200)
            if self.ladder and total <= self.ladder[-1][0]:
                raise rung.refuse("total", f"should be more than {self.ladder[-1][0]}, the rung before")
            self.ladder.append((total, rung.text("title")))
            rung.end()
        if not self.ladder or self.ladder[0][0] != 0:
            raise solo.refuse("ladder", "should begin with a rung at 0")
        self.scenarios: list[Scenario] = []
        for entry in solo.parts("scenarios", SCENARIOS, label="id"):
            scenario = Scenario(self, entry)
            if any(scenario.name == other.name for other in self.scenarios):
                raise entry.refuse("id", f"{scenario.name} is the id of another scenario")
            self.scenarios.append(scenario)
        solo.end()

    def _rival(self, rival: Fields) -> None:
        rival.provenance()
        self.rival_cards: list[str] = []
        self.rival_act: list[int] = []
        self.rival_where: list[int] = []
        """Where a card acts, among the places that its act knows."""
        self.rival_flags: list[int] = []
        self.rival_decks: list[list[int]] = [[] for _ in RIVALS]
        """The cards of the rival by its strength."""
        for number, card in enumerate(rival.parts("cards", label="id")):
            name = card.text("id")
            card.text("name")
            if name in self.rival_cards or not is_id(name):
                raise card.refuse("id", f"should be lower-case letters, digits and dashes, each once, not {name!r}")
            self.rival_cards.append(name)
            act = card.one_of("act", ACTS)
            self.rival_act.append(act)
            self.rival_where.append(card.one_of("where", PLACES[act]))
            self.rival_flags.append(card.number("flags", 0, 0) if act == RESTS else card.number("flags", 1, 3))
            for deck in card.texts("decks"):
                if deck not in RIVALS[1:]:
                    raise card.refuse("decks", f"should be some of {', '.join(RIVALS[1:])}, not {deck!r}")
                self.rival_decks[RIVALS.index(deck)].append(number)
            card.end()
        for strength in range(1, len(RIVALS)):
            if not self.rival_decks[strength]:
                raise rival.refuse("cards", f"should have a card for the rival that is {RIVALS[strength]}")
        rival.end()

    def _name(self, entry: Fields) -> None:
        name = entry.text("id")
        if name in self.names:
            raise entry.refuse("id", f"{name} is the id of another card")
        if not is_id(name):
            raise entry.refuse("id", f"should be lower-case letters, digits and dashes, not {name!r}")
        self.names.append(name)
        self.titles.append(entry.text("name"))
        self.provenances.append(entry.provenance())

    def _mountains(self, cards: Fields, entries: list[Fields]) -> None:
        self.deck: list[int] = []
        self.continent: list[int] = []
        self.elevation: list[int] = []
        self.energy: list[int] = []
        self.shared_energy: list[int] = []
        self.acclimatization: list[bool] = []
        self.needs_gear: list[list[int]] = []
        self.needs_experience: list[int] = []
        self.extra_danger: list[bool] = []
        self.asks: list[Asks] = []
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
                    raise entry.refuse("gear", f"should be different types of {', '.join(self.gear)}, not {name!r}")
            self.needs_gear.append(sorted(self.gear.index(name) for name in gear))
            self.needs_experience.append(entry.number("experience", 0, 2 * self.experience[-1]))
            self.extra_danger.append(entry.flag("extra_danger"))
            camp = self.continent[-1] if self.acclimatization[-1] else ANYWHERE
            self.asks.append(Asks(energy, self.shared_energy[-1], sum(2**kind for kind in self.needs_gear[-1]), camp))
            for group in ("x", "y"):
                self._group(entry, group)
            if self.rewards[-1] == self.rewards[-2]:
                raise entry.refuse("y", "should differ from x")
            entry.end()
        for deck, letter in enumerate(DECKS):
            for continent, name in enumerate(self.continents):
                if not any(d == deck and c == continent for d, c in zip(self.deck, self.continent, strict=True)):
                    raise cards.refuse("mountains", f"no mountain of {name} is in deck {letter}")
        free = [m for m in range(MOUNTAINS) if self.deck[m] == DECK_A and not self.needs_gear[m]]
        if 5 * len(free) < 3 * self.deck.count(DECK_A):
            raise cards.refuse("mountains", "of deck a three in five should need no gear")

    def _group(self, entry: Fields, field: str) -> None:
        rewards = entry.texts(field)
        if not 1 <= len(rewards) <= 6:
            raise entry.refuse(field, f"should be one to six rewards, not {len(rewards)}")
        total = 0
        safe = 0
        for reward in rewards:
            name = reward.removesuffix("!")
            if name not in REWARDS:
                raise entry.refuse(field, f"should be of {', '.join(REWARDS)}, with ! if marked, not {reward!r}")
            total += UNIT[GAINS.index(name)]
            if name == reward:
                safe += UNIT[GAINS.index(name)]
        self.rewards.append(total)
        self.safe_rewards.append(safe)

    def _bonus(self, entries: list[Fields]) -> None:
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

    def _need_of(self, needs: Fields, kind: str) -> int:
        if kind == "flags-in":
            return needs.one_of("of", self.continents)
        if kind in ("climbed-over", "climbed-under"):
            height = needs.number("of", 1, 8848)
            if not any(metres > height if kind == "climbed-over" else metres < height for metres in self.elevation):
                raise needs.refuse("of", f"no mountain is that, so {height} can never hold")
            return height
        return 0

    def _companions(self, entries: list[Fields]) -> None:
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

    def _boosts(self, entries: list[Fields]) -> None:
        self.boost_energy: list[int] = []
        self.boost_stamina: list[int] = []
        self.boost_gains: list[int] = []
        for entry in entries:
            self._name(entry)
            self.boost_energy.append(entry.number("energy", 0, self.last_energy))
            stamina = entry.number("stamina", 1, self.last_energy)
            if any(what != NOTHING for what in self.stamina_gives[: stamina + 1]):
                raise entry.refuse("stamina", f"should be below the first bonus of the track, not {stamina}")
            self.boost_stamina.append(stamina)
            rewards = entry.part("rewards")
            gains = 0
            for kind in BOOST_REWARDS:
                if rewards.has(kind):
                    gains += UNIT[GAINS.index(kind)] * rewards.number(kind, 1, 6)
            rewards.end()
            self.boost_gains.append(gains)
            entry.end()


def _course(tiles: list[int], moved: int) -> list[int]:
    """For each place the first from there on whose step is revealed, or the place behind the last."""
    revealed = [place for place, tile in enumerate(tiles) if tile <= moved] + [len(tiles)]
    return [next(place for place in revealed if place >= at) for at in range(len(tiles) + 1)]


class Scenario:
    """A short game alone (PK-125): how it begins, how long it lasts, and what counts for its medals."""

    def __init__(self, content: Content, entry: Fields) -> None:
        self.name = entry.text("id")
        entry.text("name")
        if not is_id(self.name):
            raise entry.refuse("id", f"should be lower-case letters, digits and dashes, not {self.name!r}")
        self.rival = entry.one_of("rival", RIVALS)
        self.turns = entry.number("turns", 1, content.solo_turns)
        self.goal = entry.one_of("goal", GOALS)
        low, high = GOAL_RANGES[self.goal]
        self.medals: list[int] = []
        for medal in MEDALS:
            target = entry.number(medal, low, high)
            if self.medals and target <= self.medals[-1]:
                raise entry.refuse(medal, f"should be more than {self.medals[-1]}, the medal before")
            self.medals.append(target)
        self.energy = entry.number("energy", 0, content.last_energy)
        self.stamina = entry.number("stamina", 1, content.last_energy)
        self.experience = entry.number("experience", 0, content.last_space)
        self.gear = entry.number("gear", 0, content.most_gear)
        self.home = entry.one_of("home", content.continents)
        self.deck = entry.one_of("deck", DECKS)
        self.rival_flags = entry.number("rival_flags", 0, 9)
        if self.deck == DECK_A and content.experience[self.experience] >= content.swap:
            raise entry.refuse("experience", f"should be below {content.swap}, which swaps the decks, or deck be b")
        entry.end()


def is_id(name: str) -> bool:
    return name.replace("-", "").isalnum() and name == name.lower() and name.isascii() and name not in RESERVED


RESERVED: Final = ("none", "x", "y", "a", "b", "all")


def load_content(path: str | Path | None = None) -> Content:
    """The content that comes with the game, or that of a file. BadContent says what is wrong with it, and where."""
    return Content(read_content("cairn.games.peaks", path))
