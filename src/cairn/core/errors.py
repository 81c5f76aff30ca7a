"""What can be wrong with input from outside. Each says what was wrong, where, and what would be right.

An error leaves everything as it was: a state, a record or a file is never half changed by a refused call.
"""

from __future__ import annotations

from typing import Final


class CairnError(Exception):
    """The base of all errors that a caller can cause and mend."""


class UnknownGame(CairnError):
    """There is no game of that slug."""


class UnknownBot(CairnError):
    """There is no bot of that name, or its spec string has a setting it does not know."""


class BadOption(CairnError):
    """An option that the game does not have, or a value that the option does not take."""


class BadSeats(CairnError):
    """A number of seats that the game cannot be played with."""


class BadData(CairnError):
    """Something that was read and cannot be. `place` names the part that is wrong, `problem` says what is."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}")
        self.place = place
        self.problem = problem


class BadContent(BadData):
    """A file of a game, its content above all, that cannot be used: file, entry and field."""


class BadPosition(BadData):
    """A dump or a view that does not describe a possible position."""

    @property
    def field(self) -> str:
        """The part that is wrong, such as `zones.hands[1]`."""
        return self.place


class BadRecord(BadData):
    """A record that cannot be read or does not replay: the line, field or move."""


class BadNotation(CairnError):
    """A text that is not of any form the present decision understands."""


class IllegalChoice(CairnError):
    """A choice that the rules do not allow now. The state is unchanged.

    `rule` is the id in the game's RULES.md, `reason` one sentence for the player.
    """

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{reason} [{rule}]" if rule else reason)
        self.rule = rule
        self.reason = reason


class GameRunning(CairnError):
    """Something was asked that makes sense only when the game is over."""


class WrongOutcome(CairnError):
    """A scripted outcome that cannot happen here: a card that is not in the pool, a face the die does not have."""


class CannotUndo(CairnError):
    """Nothing was undone. `reason` is a key of `UNDO_REASONS`, whose sentence is the message.

    Neither says what fell or what was shown: whoever is refused might not have seen it. A server says "shown" for both
    "chance" and "revealed".
    """

    def __init__(self, reason: str) -> None:
        super().__init__(UNDO_REASONS[reason])
        self.reason = reason


UNDO_REASONS: Final[dict[str, str]] = {
    "nothing": "there is nothing to undo",
    "over": "the game is over",
    "other-seat": "another player has moved since",
    "bot": "someone else made your last choice",
    "chance": "something was rolled or drawn since",
    "revealed": "it showed something hidden",
    "shown": "something was rolled, drawn or shown since",
}
