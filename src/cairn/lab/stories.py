"""A game of an experiment told in sentences, turn by turn, from the events that were kept of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cairn
from cairn.core.event import Event
from cairn.lab import tables
from cairn.lab.observing import EVENT

Story = list[tuple[int, list[str]]]
"""Turns by number, each with its sentences."""


def stories(folder: Path, data: dict[str, Any]) -> dict[int, Story]:
    """The games that a report shows, by number."""
    game = cairn.game(data["game"])
    examples = data["examples"]
    shown = {*examples["games"].values(), *examples["components"].values()}
    return {number: story(game, tables.read_events(folder, number), data["seats"]) for number in sorted(shown)}


def story(game: cairn.Game, rows: list[dict[str, Any]], seats: int) -> Story:
    """Everything that happened, with nothing hidden."""
    names = [f"Seat {seat + 1}" for seat in range(seats)]
    told: Story = []
    for row in rows:
        if row["what"] != EVENT:
            continue
        sentence = game.sentence(Event(row["kind"], row["seat"], row["args"]), None, names)
        if not told or told[-1][0] != row["turn"]:
            told.append((row["turn"], []))
        told[-1][1].append(sentence)
    return told
