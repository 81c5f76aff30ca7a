"""Reviews of finished games: who could expect what at every step, and what was luck, one's own doing and others'."""

from cairn.review.accounting import Review, Step, review

__all__ = ["Review", "Step", "review"]
