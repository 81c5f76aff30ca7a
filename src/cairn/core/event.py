"""What happened, as data: it feeds the log, the animation, the screen reader and statistics."""

from __future__ import annotations


class Event:
    """One thing that happened. Rules append it to `state.log`, and only if somebody listens.

    `args` may be known by everybody; `secret` only by the seats of `known` (bit s for seat s). `kind` is a key of the
    game's messages, so that a log line is a sentence in any language.
    """

    def __init__(
        self,
        kind: str,
        seat: int,
        args: dict[str, object],
        secret: dict[str, object] | None = None,
        known: int = 0,
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.args = args
        self.secret = secret
        self.known = known

    def seen_by(self, viewer: int | None) -> dict[str, object]:
        """The event as one seat (None: a spectator) may know it."""
        args = self.args
        if self.secret is not None and viewer is not None and self.known >> viewer & 1:
            args = {**args, **self.secret}
        return {"kind": self.kind, "seat": self.seat, "args": args}
