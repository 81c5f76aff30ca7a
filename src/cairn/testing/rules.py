"""Ties tests to the rule ledger: `@rule("FT-12")` says that a test shows rule FT-12 of a game's RULES.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Test = TypeVar("Test", bound=Callable[..., Any])


def rule(*ids: str) -> Callable[[Test], Test]:
    """Mark a test with the ids of the rules it shows."""
    import pytest

    return pytest.mark.rule(*ids)
