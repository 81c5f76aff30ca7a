"""What a view of PEAKS holds, and what its components are: the shapes that browsers and other clients rely on."""

from __future__ import annotations

from typing import Literal, TypedDict

Action = Literal["rest", "prepare", "climb"]
Continent = Literal["africa", "asia", "europe", "north-america", "oceania", "south-america"]
Gear = Literal["tent", "crampons", "climbing-shoes", "harness", "ice-axe", "oxygen"]
RestTile = Literal["camp", "low-gear", "high-gear", "new-plans", "lesson", "rethink"]
Group = Literal["x", "y"]
Deck = Literal["a", "b", "bonus", "companions"]
Gain = Literal["flag", "stamina", "bonus", "companion", "die", "experience", "gear", "mountain"]
Need = Literal[
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
Step = Literal[
    "travel",
    "rest-flag",
    "rest-bonus",
    "rest-energy",
    "gain-mountain",
    "refill",
    "gear-pair",
    "draw-three",
    "gear-die",
    "announce",
    "tag-along",
    "shared-flag",
    "high-summit",
    "rewards",
]


class Player(TypedDict):
    """What lies on a mat, and the mountains beside it."""

    energy: int
    stamina: int
    experience: int
    """The space of the experience track; the content file has the number that stands on it."""
    continent: Continent
    gear: dict[Gear, int]
    dice: dict[Action, int]
    upgrades: dict[Action, int]
    """How often each action tile was moved."""
    cubes: dict[Action, int]
    flags: dict[Continent, int]
    companions: list[str | None]
    uses: list[int]
    mountains: list[str]
    climbed: list[str]


class Climb(TypedDict):
    mountain: str
    group: Group
    climbers: list[int]
    setting_out: bool
    """Until everybody has said whether they come."""
    companions: list[list[str]]
    """By seat those who come along."""
    experience: int
    """That of all companions who come along."""
    sure: list[int]
    """The climbers who keep marked rewards whatever is rolled."""
    danger: bool
    extras: list[dict[Gain, int]]
    """What companions add to each seat's rewards."""


class Proposal(TypedDict):
    mountain: str
    group: Group
    companions: list[str]
    countered: bool


class Hand(TypedDict):
    """Bonus cards; `ages` are at how many shuffles each was in a hand (PK-103)."""

    count: int
    cards: list[str] | None
    ages: list[int]


class Zones(TypedDict):
    display: list[str | None]
    tiles: list[RestTile]
    """The rest tile of each continent."""
    players: list[Player]
    dealt: list[str | None]
    """Two boosts for each seat, until the first turn."""
    start: int
    beginners: list[int]
    """The seats that started without boosts (PK-9)."""
    player: int
    turn: int
    last_turns: int
    """How many seats the last round still comes to; -1 before it."""
    swapped: bool
    action: Action | None
    news: Literal["nothing", "something", "new"]
    closed: bool
    only_new: list[int]
    climb: Climb | None
    proposal: Proposal | None
    bound: list[int]
    """The seats that have agreed to the proposal."""
    proposed: list[str]
    drawn: list[str]
    decks: dict[Deck, int]
    discards: dict[Deck, list[str]]
    hands: list[Hand]
    remembered: list[list[str]]
    """By age the cards that are known to be in other hands (PK-103)."""
    rival_flags: list[int]
    """What the rival of a game alone has in each continent; empty with company."""
    rival_deck: list[str]
    """The cards that the rival may still draw, in no order."""
    rival_done: list[str]
    rival_plan: str | None
    """The card that it carries out when the turn is over."""
    rival_climbed: list[str]
    summit: str | None
    """The mountain that was climbed this turn in a game alone."""
    chosen: list[int]
    """Which boost each seat has chosen: -1 none yet, 2 one that is not shown."""


class Board(TypedDict):
    provenance: str
    continents: list[Continent]
    home: Continent


class Display(TypedDict):
    provenance: str
    slots: int
    hand_limit: int
    start_mountains: int
    drawn: int
    high: int


class Flags(TypedDict):
    provenance: str
    supply: int
    price: int
    price_cards: int
    all_continents: int


class FirstGame(TypedDict):
    provenance: str
    energy: int
    stamina: int
    experience: int


class GearTypes(TypedDict):
    provenance: str
    names: list[Gear]


class Limits(TypedDict):
    provenance: str
    gear: int
    companions: int
    rounds: int
    solo_turns: int
    solo_ghost: int


class Danger(TypedDict):
    provenance: str
    faces: list[Literal["blank", "danger"]]


class EnergySpace(TypedDict):
    space: int
    gives: Literal["flag", "bonus"]


class EnergyTrack(TypedDict):
    provenance: str
    last: int
    bonuses: list[EnergySpace]


class ExperienceSpace(TypedDict):
    space: int
    gives: Literal["tile", "gear", "stamina", "flag"]


class ExperienceTrack(TypedDict):
    provenance: str
    numbers: list[int]
    swap: int
    bonuses: list[ExperienceSpace]


class Dice(TypedDict):
    provenance: str
    rest: list[int]
    prepare: list[int]
    climb: list[int]
    climb_others: list[int]


class ActionStep(TypedDict):
    step: Step
    tile: int
    """How often the action tile must have been moved for it."""


class Steps(TypedDict):
    provenance: str
    rest: list[ActionStep]
    prepare: list[ActionStep]
    climb: list[ActionStep]


class RestTiles(TypedDict):
    provenance: str
    names: list[RestTile]


class Rung(TypedDict):
    title: str
    total: int


class Scenario(TypedDict):
    id: str
    name: str
    rival: Literal["none", "easy", "usual", "hard"]
    turns: int
    goal: Literal["flags", "continents", "climbed", "height", "led", "total", "margin"]
    bronze: int
    silver: int
    gold: int
    energy: int
    stamina: int
    experience: int
    gear: int
    home: Continent
    deck: Literal["a", "b"]
    rival_flags: int


class Solo(TypedDict):
    provenance: str
    ladder: list[Rung]
    scenarios: list[Scenario]


class RivalCard(TypedDict):
    id: str
    name: str
    act: Literal["rest", "claim", "plant", "follow"]
    where: Literal["nowhere", "first", "last", "highest", "weakest", "yours"]
    flags: int
    decks: list[Literal["easy", "usual", "hard"]]


class Rival(TypedDict):
    provenance: str
    cards: list[RivalCard]


class Mountain(TypedDict):
    id: str
    name: str
    provenance: str
    deck: Literal["a", "b"]
    continent: Continent
    elevation: int
    energy: int
    shared_energy: int
    acclimatization: bool
    gear: list[Gear]
    experience: int
    extra_danger: bool
    x: list[str]
    """Rewards; danger takes those with an exclamation mark."""
    y: list[str]


class Needed(TypedDict):
    kind: Need
    amount: int


class NeededOf(TypedDict):
    kind: Need
    amount: int
    of: Continent | int


class Gained(TypedDict):
    kind: Gain | Literal["energy"]
    amount: int


class Bonus(TypedDict):
    id: str
    name: str
    provenance: str
    flags: int
    needs: Needed | NeededOf
    discard: Gained


class Companion(TypedDict):
    id: str
    name: str
    provenance: str
    experience: int
    uses: int


class Ability(TypedDict):
    kind: Gain | Gear | Literal["energy", "sure-footed"]
    amount: int


class AbleCompanion(TypedDict):
    id: str
    name: str
    provenance: str
    experience: int
    uses: int
    ability: Ability


class Boost(TypedDict):
    id: str
    name: str
    provenance: str
    energy: int
    stamina: int
    rewards: dict[str, int]


class Cards(TypedDict):
    mountains: list[Mountain]
    bonus: list[Bonus]
    companions: list[Companion | AbleCompanion]
    boosts: list[Boost]


class Content(TypedDict):
    board: Board
    display: Display
    flags: Flags
    first_game: FirstGame
    even_start: dict[str, list[int] | str]
    gear: GearTypes
    limits: Limits
    danger: Danger
    energy_track: EnergyTrack
    experience_track: ExperienceTrack
    dice: Dice
    steps: Steps
    rest_tiles: RestTiles
    solo: Solo
    rival: Rival
    cards: Cards
