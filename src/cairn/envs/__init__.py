"""The interfaces that researchers know: PettingZoo, Gymnasium, OpenSpiel. Each is an extra and imported on its own.

`cairn.envs.spaces` says what an observation and an action are; it needs no third-party package.
"""

from __future__ import annotations


def extra_missing(extra: str, error: ImportError) -> ImportError:
    """What to tell who imports a module without the packages it needs."""
    advice = f"this needs '{error.name}'; install it with: pip install 'cairn-tabletop[{extra}]'"
    return ImportError(advice, name=error.name)
