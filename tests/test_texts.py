"""All texts that people read: complete, used, and typed for the browser side."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import cairn
from cairn.core.errors import BadContent
from cairn.core.message import Message
from cairn.core.texts import Texts
from cairn.testing.texts import compare, problems, stale
from tests.toys.pebbles import Pebbles

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web" / "src"


@pytest.mark.parametrize("slug", cairn.slugs())
def test_no_text_of_a_game_is_missing_stale_or_given_wrong_arguments(slug):
    boards = [path for path in (WEB / "boards" / slug).rglob("*") if path.suffix in (".ts", ".svelte")]
    assert problems(cairn.game(slug), boards) == []


def test_an_option_without_a_text_and_a_text_without_an_option_are_found():
    game = Pebbles()
    game._texts = Texts({**game.texts.sections, "option": {"hands": "how many"}, "option-value": {"hand.2": "two"}})
    found = problems(game)
    assert {"[option] hand is missing", "[option] hands is stale", "[option-value] hand.3 is missing"} <= set(found)
    assert not [problem for problem in found if "hand.2" in problem]


def test_no_text_of_the_frame_is_stale():
    english = tomllib.loads((WEB / "frame" / "en.toml").read_text(encoding="utf-8"))
    sources = [path for path in WEB.rglob("*") if path.suffix in (".ts", ".svelte") and path.parent.name != "texts"]
    assert stale(english, "\n".join(path.read_text(encoding="utf-8") for path in sources), ("bot",)) == []


def test_the_types_of_all_texts_are_up_to_date():
    check = subprocess.run([sys.executable, ROOT / "tools" / "texts.py", "--check"], capture_output=True, text=True)
    assert check.stderr == ""
    assert check.returncode == 0


@pytest.mark.parametrize(
    ("text", "values", "said"),
    [
        ("{seat} passes.", {"seat": "Ann"}, "Ann passes."),
        ("{n, plural, =0 {nothing} one {# card} other {# cards}}", {"n": 0}, "nothing"),
        ("{n, plural, =0 {nothing} one {# card} other {# cards}}", {"n": 1}, "1 card"),
        ("{n, plural, =0 {nothing} one {# card} other {# cards}}", {"n": 12}, "12 cards"),
        ("{who, select, me {you draw} other {{seat} draws}}", {"who": "me", "seat": "Ann"}, "you draw"),
        ("{who, select, me {you draw} other {{seat} draws}}", {"who": "1", "seat": "Ann"}, "Ann draws"),
        ("It's Ann's, '{'as it is'}'", {}, "It's Ann's, {as it is}"),
        ("#{n} of {n, plural, other {'#' #}}", {"n": 3}, "#3 of # 3"),
    ],
)
def test_messages_have_arguments_plurals_and_cases(text, values, said):
    assert Message(text).format(values) == said


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "without the name"),
        ("{seat", "should end with a brace"),
        ("seat}", "without its opening one"),
        ("{n, number}", "neither plural nor select"),
        ("{n, plural, one {# card}}", "needs the case 'other'"),
        ("{n, plural, lots {# cards} other {}}", "no case of a plural"),
        ("{n, plural, other {# cards}", "should have cases"),
    ],
)
def test_a_broken_message_is_refused_with_its_place(text, problem):
    with pytest.raises(BadContent, match=problem):
        Message(text)


def test_a_message_names_the_argument_it_lacks():
    with pytest.raises(BadContent, match=r"\{card\}: there is no such argument; there are: seat"):
        Message("{seat} takes {card}.").format({"seat": "Ann"})


def test_another_language_must_have_the_same_keys_and_no_other_arguments():
    english = {"event": {"bid": "{seat} bids {bid}.", "pass": "{seat} passes."}}
    german = {"event": {"bid": "{seat} bietet {gebot}.", "end": "Ende."}}
    assert compare(english, german, "de.toml") == [
        "de.toml: [event] bid has arguments that the English does not have",
        "de.toml: [event] pass is missing",
        "de.toml: [event] end is stale",
    ]


@pytest.mark.parametrize("slug", cairn.slugs())
def test_a_line_of_the_score_sheet_is_a_title_and_not_a_sentence(slug: str) -> None:
    """The lines stand one below the other in a narrow column, in the browser and in the terminal."""
    lines = cairn.game(slug).texts.sections["score"]
    assert {line: text for line, text in lines.items() if len(text) > 32 or text.endswith(".")} == {}
