"""The rules of a game for the terminal: the whole ledger, or one rule by its id."""

from __future__ import annotations

from difflib import get_close_matches

import cairn


class UnknownRule(cairn.CairnError):
    """There is no rule of that id in the game's RULES.md."""


def rule_text(game: cairn.Game, rule: str) -> str:
    """One rule under the heading of its section, as Markdown. UnknownRule names ids that look alike."""
    rules = game.ledger.rules
    found = rules.get(rule.upper())
    if found is None:
        near = get_close_matches(rule.upper(), rules, n=4, cutoff=0.0)
        raise UnknownRule(f"{game.title} has no rule '{rule}'; similar rules: {', '.join(near) or 'none'}")
    return f"*{found.section}*\n\n**{found.id}** {found.text}"
