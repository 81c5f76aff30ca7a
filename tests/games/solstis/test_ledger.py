"""RULES.md, the engine and its messages speak of the same things."""

from __future__ import annotations

import re
from importlib import resources

from tests.games.rulings import rulings_of
from tests.games.solstis.tables import GAME

ID = re.compile(r"SO-\d+")


def test_the_engine_cites_rules_that_exist() -> None:
    folder = resources.files(GAME.package)
    files = ("decisions.py", "game.py", "scoring.py", "state.py", "content.py")
    cited = set(ID.findall("".join((folder / name).read_text() for name in files)))
    assert cited
    assert cited <= set(GAME.ledger.rules)


def test_every_ruling_has_its_place_among_the_rules() -> None:
    cells = re.findall(r"\| (R\d+) \| ([^|]+) ", rulings_of(GAME.title))
    assert sorted(int(ruling[1:]) for ruling, _ in cells) == list(range(1, 39))
    assert set(ID.findall(" ".join(rules for _, rules in cells))) <= set(GAME.ledger.rules)


def test_every_event_and_question_has_its_words() -> None:
    source = (resources.files(GAME.package) / "decisions.py").read_text()
    told = set(re.findall(r'(?:Event\(|tell\(state, )"([a-z-]+)"', source))
    assert told == set(GAME.texts.sections["event"])
    secret = set(re.findall(r'Event\("([a-z-]+)", seat, .*, secret, ', source))
    assert secret == set(GAME.texts.sections["event-unseen"])
    asked = set(re.findall(r'kind: ClassVar\[str\] = "([a-z-]+)"', source)) - {"end-turn", "empty-hand"}
    assert asked == set(GAME.texts.sections["waiting"])
    assert asked <= set(GAME.texts.sections["prompt"])
