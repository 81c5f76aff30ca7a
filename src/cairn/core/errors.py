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


class BadContent(CairnError):
    """A content file that does not describe a playable set of components."""


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


class GameOver(CairnError):
    """Something was asked that makes sense only while the game runs."""


class GameRunning(CairnError):
    """Something was asked that makes sense only when the game is over."""


class BadPosition(CairnError):
    """A dump or a view that does not describe a possible position. `field` names the part that is wrong."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem


class WrongOutcome(CairnError):
    """A scripted outcome that cannot happen here: a card that is not in the pool, a face the die does not have."""


class BadRecord(CairnError):
    """A record that cannot be read or does not replay. `place` says where: a line, a field or a move."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}")
        self.place = place
        self.problem = problem


class CannotUndo(CairnError):
    """Nothing was taken back. `reason` is a key of `UNDO_REASONS`, whose sentence is the message.

    Neither says what fell or what was shown: whoever is refused might not have seen it.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(UNDO_REASONS[reason])
        self.reason = reason


UNDO_REASONS: Final[dict[str, str]] = {
    "nothing": "there is nothing to take back",
    "over": "the game is over",
    "other-seat": "another seat has acted since",
    "bot": "somebody else made the last choice of this seat",
    "chance": "chance has fallen since, and that cannot be unseen",
    "revealed": "it has shown something that was hidden, and that cannot be unseen",
}
