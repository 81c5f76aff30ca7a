"""Which games there are: the folders of `cairn.games`, and what other packages bring by entry point.

A game's module is imported when the game is asked for and has a function `game()`. One that can be played with other
content has a function `game_with(content)` beside it. A package of its own declares its game so:

    [project.entry-points."cairn.games"]
    connect-four = "cairn_connect_four.game"
"""

from __future__ import annotations

import hashlib
import importlib
import json
import pkgutil
import tempfile
from importlib import metadata
from pathlib import Path
from typing import Any

from cairn.core.content import content_data, pack_header
from cairn.core.contract import Game
from cairn.core.errors import BadContent, UnknownGame

GROUP = "cairn.games"

_modules: dict[str, str] = {}
_games: dict[str, Game] = {}
_found: list[bool] = []


def register(slug: str, module: str) -> None:
    """Make a game known by the name of the module that makes it, for as long as this process runs."""
    _find()
    _modules[slug] = module
    _games.pop(slug, None)


def slugs() -> list[str]:
    """The slugs of all games that can be found, in order."""
    _find()
    return sorted(_modules)


def bundled() -> list[str]:
    """The games that come with Cairn, whatever else is installed."""
    _find()
    return sorted(slug for slug, module in _modules.items() if module.startswith(f"{GROUP}."))


def game(slug: str, content: str | Path | None = None) -> Game:
    """The game of a slug, made once; with a content file of one's own, made anew from it.

    UnknownGame lists the slugs there are. BadContent says what is wrong with the file, or that the game takes none.
    """
    if content is not None:
        make: Any = getattr(_module(slug), "game_with", None)
        if make is None:
            raise BadContent(str(content), f"the game '{slug}' has no content that could be replaced")
        pack = pack_header(content)
        if pack is not None and pack.game != slug:
            raise BadContent(f"{content}: pack.game", f"says that it changes '{pack.game}', and this is '{slug}'")
        made = _checked(slug, make(content))
        made.content_mark = _mark(made, Path(content), pack is not None)
        if pack is not None and not pack.base:
            made.pack_text = Path(content).read_text(encoding="utf-8")
        return made
    if slug not in _games:
        _games[slug] = _checked(slug, _module(slug).game())
    return _games[slug]


def game_from_pack(slug: str, text: str) -> Game:
    """The game with the content pack of a record. BadContent if it does not go with the content here."""
    with tempfile.TemporaryDirectory(prefix="cairn-pack-") as folder:
        file = Path(folder) / "pack.toml"
        file.write_text(text, encoding="utf-8")
        pack = pack_header(file)
        if pack is None or pack.base:
            raise BadContent("pack", "should be a content pack without a base")
        return game(slug, file)


def _mark(game: Game, content: Path, is_pack: bool) -> str:
    """What tells the content from any other; that of a pack changes with its base."""
    whole = json.dumps(content_data(game.package, content)).encode() if is_pack else content.read_bytes()
    return hashlib.sha256(whole).hexdigest()[:16]


def _find() -> None:
    """Look once: our own folders first, so that no package can take the place of one of them."""
    if _found:
        return
    _found.append(True)
    for entry in metadata.entry_points(group=GROUP):
        _modules[entry.name] = entry.value
    folder: Any = importlib.import_module(GROUP)
    for module in pkgutil.iter_modules(folder.__path__):
        _modules[module.name.replace("_", "-")] = f"{GROUP}.{module.name}.game"


def _module(slug: str) -> Any:
    _find()
    if slug not in _modules:
        raise UnknownGame(f"there is no game '{slug}'; there are: {', '.join(slugs())}")
    return importlib.import_module(_modules[slug])


def _checked(slug: str, made: object) -> Game:
    if not isinstance(made, Game):
        raise UnknownGame(f"{_modules[slug]}.game() did not make a Game")
    return made
