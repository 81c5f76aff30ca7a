"""Pebbles: a tiny game with hidden hands and a deck about which seats know different things."""

from tests.toys.pebbles.game import Pebbles

__all__ = ["Pebbles"]
