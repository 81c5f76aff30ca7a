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

    def __repr__(self) -> str:
        told = "".join(f", {name}={value!r}" for name, value in self.args.items())
        secret = "" if self.secret is None else f", secret={self.secret!r}"
        return f"Event({self.kind!r}, seat={self.seat}{told}{secret})"

    def is_known_to(self, viewer: int | None) -> bool:
        """Whether a seat (None: a spectator) may know the secret."""
        return viewer is not None and bool(self.known >> viewer & 1)

    def args_for(self, viewer: int | None) -> dict[str, object]:
        """The arguments as a seat (None: a spectator) may know them."""
        if self.secret is None or not self.is_known_to(viewer):
            return self.args
        return {**self.args, **self.secret}

    def seen_by(self, viewer: int | None) -> dict[str, object]:
        """The event as a seat (None: a spectator) may know it."""
        return {"kind": self.kind, "seat": self.seat, "args": self.args_for(viewer)}
