"""The rules a second time, slowly: what may be answered and what is scored, read off a dump in sets of (row, column).

Nothing here comes from the engine; where both agree over many games, both are probably right.
"""

from __future__ import annotations

from typing import Any

from tests.games.solstis.tables import BLUE, COLUMNS, PLAIN

Place = tuple[int, int]
Zones = dict[str, Any]
PLACES: list[Place] = [(row, column) for row, (first, last) in COLUMNS.items() for column in range(first, last + 1)]
FIRES = [{(4, 2)}, {(5, 3)}, {(6, 4)}, {(6, 5)}, {(6, 5), (6, 6)}, {(6, 6)}, {(6, 7)}, {(5, 8)}, {(4, 9)}]


def read(name: str) -> Place:
    row, _, column = name.partition("-")
    return int(row), int(column)


def places(names: list[str]) -> set[Place]:
    return {read(name) for name in names}


def written(some: set[Place]) -> list[str]:
    return [f"{row}-{column}" for row, column in sorted(some)]


def beside(place: Place) -> set[Place]:
    row, column = place
    return {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & set(PLACES)


def square(corner: Place) -> set[Place]:
    row, column = corner
    return {corner, (row, column + 1), (row + 1, column), (row + 1, column + 1)}


def squares(filled: set[Place], newly: set[Place]) -> set[Place]:
    return {corner for corner in PLACES if square(corner) <= filled and square(corner) & newly}


def sections(filled: set[Place]) -> list[set[Place]]:
    found = []
    left = set(filled)
    while left:
        section: set[Place] = set()
        edge = {left.pop()}
        while edge:
            section |= edge
            edge = {other for place in edge for other in beside(place)} & left - section
        left -= section
        found.append(section)
    return found


def match(one: str, other: str) -> bool:
    return read(one)[0] == read(other)[0] or read(one)[1] == read(other)[1]


def answers(data: dict[str, Any]) -> list[str]:
    """The legal answers to the decision of a dump, in order."""
    zones = data["zones"]
    asked = data["pending"][-1]
    own = zones["players"][asked["seat"]]
    return LEGAL[asked["kind"]](zones, own, {**data["options"], **asked})


def play(zones: Zones, own: Zones, options: Zones) -> list[str]:
    free = zones["pile"] > 0
    return [f"play {tile}" for tile in own["hand"] if free or any(match(tile, top) for top in zones["display"])]


def capture(zones: Zones, own: Zones, options: Zones) -> list[str]:
    return [f"capture {tile}" for tile in zones["display"] if match(tile, zones["played"])]


def rainbow(zones: Zones, own: Zones, options: Zones) -> list[str]:
    land, rainbows = places(own["land"]), places(own["rainbows"])
    filled = land | rainbows
    to_touch = [land, filled] if options["rainbow_beside"] == "land" else [filled]
    for touched in to_touch:
        if found := {place for tile in touched for place in beside(tile)} - filled:
            return [f"rainbow {place}" for place in written(found)]
    return [f"rainbow {place}" for place in written(set(PLACES) - filled)]


def encounter(zones: Zones, own: Zones, options: Zones) -> list[str]:
    assert squares(places(own["land"]) | places(own["rainbows"]), places(zones["newly"]))
    sources = ["pile"] * (len(zones["spirit_pool"]) > 0) + zones["spirit_row"]
    if options["encounter"] == "optional" and not options["alone"]:
        sources = [*sources, "none"]
    return [f"encounter {source}" for source in sources]


def keep(zones: Zones, own: Zones, options: Zones) -> list[str]:
    return [f"keep {spirit}" for spirit in zones["met"]]


def place(zones: Zones, own: Zones, options: Zones) -> list[str]:
    found = squares(places(own["land"]) | places(own["rainbows"]), places(zones["newly"]))
    return [f"place {zones['met'][0]} {corner}" for corner in written(found)]


def add_from_hand(zones: Zones, own: Zones, options: Zones) -> list[str]:
    return [f"add {tile}" for tile in own["hand"]]


def add_from_display(zones: Zones, own: Zones, options: Zones) -> list[str]:
    return [f"add {tile}" for tile in zones["display"]]


def cover(zones: Zones, own: Zones, options: Zones) -> list[str]:
    return [f"cover {spirit['spirit']}" for spirit in zones["players"][zones["evil"]]["spirits"]]


LEGAL = {
    "play": play,
    "capture": capture,
    "rainbow": rainbow,
    "encounter": encounter,
    "keep": keep,
    "place": place,
    "add-from-hand": add_from_hand,
    "add-from-display": add_from_display,
    "cover": cover,
}


def stars(data: dict[str, Any], seat: int) -> dict[str, int]:
    """The lines of a score that are not zero."""
    zones = data["zones"]
    own = zones["players"][seat]
    land, rainbows = places(own["land"]), places(own["rainbows"])
    found = sections(land | rainbows)
    size = max(map(len, found), default=0)
    biggest = [section for section in found if len(section) == size]
    if data["options"]["tie_biggest"] == "lowest":
        biggest = sorted(biggest, key=min)[:1]
    linked = {place for section in found if any(row == 1 for row, _ in section) for place in section}
    lit = sum(fire <= land and fire <= linked for fire in FIRES)
    unlit = sum(fire <= land and not fire <= linked for fire in FIRES)
    met = [
        spirit["spirit"] for spirit in own["spirits"] if zones["evil"] != seat or spirit["spirit"] != zones["covered"]
    ]
    bonus = {
        "bee": sum(spirit in PLAIN for spirit in met),
        "ladybug": unlit,
        "wolf": len(found),
        "bird": sum(spirit in BLUE for spirit in met) - 1,
        "lizard": len(rainbows),
        "butterfly": lit,
    }
    lines = {"biggest panorama": max((len(section & land) for section in biggest), default=0), "fires": lit}
    lines |= {spirit: 1 + bonus.get(spirit, 0) for spirit in met}
    return {name: count for name, count in lines.items() if count}
