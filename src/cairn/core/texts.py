"""The texts that come with a game: all its English in `en.toml`, the rules in `RULES.md`.

`en.toml` has messages by section and key (see `cairn.core.message` for their form); another language is another file
of the same keys. `RULES.md` is the ledger: a rule is a list item that begins with its id in bold, `- **FT-12** ...`,
under the heading of its section. Tests cite the ids, refused choices cite them, and the rules page is made from it.
"""

from __future__ import annotations

import re
from importlib import resources

from cairn.core.content import read_toml
from cairn.core.errors import BadContent
from cairn.core.fields import content_fields
from cairn.core.message import Message, Value

RULE_START = re.compile(r"^- \*\*([A-Z]{2}-[0-9]+[a-z]?)\*\* (.*)$")

ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)+")

LANGUAGE = "en"

SECTIONS: dict[str, str] = {
    "about": "what is on the box: tagline, minutes and the like",
    "prompt": "the question to the seat that is asked, by decision",
    "waiting": "what the others read meanwhile, by decision",
    "event": "what happened, for the log",
    "event-unseen": "the same for those who do not know an event's secret",
    "refusal": "why a choice is not possible",
    "choice": "what a button or a line of a list says for a choice",
    "name": "components and other things by id",
    "amount": "things that are counted: {n} of them",
    "effect": "what a component does, in a few words or a sentence",
    "option": "options: what each switches",
    "option-value": "options: what each value means, by option.value",
    "score": "lines of the score sheet",
    "lesson": "what is said in lesson.toml",
    "board": "everything else that a drawn board says",
    "terminal": "everything else that the board in the terminal says",
    "drawing": "everything else that drawings say",
}
"""The sections of `en.toml`."""


class Texts:
    """Messages by section and key: `say("event", "bid", {"seat": "Ann", "bid": 3})`.

    Arguments are ids of components as a rule. A sentence has their names instead: those of [name], among which are the
    titles of content.toml unless the language has its own, and words for hyphens where there is none. A list is joined
    by commas; a table of counts is said by [amount], such as "2 mushrooms, 1 herb".
    """

    def __init__(self, sections: dict[str, dict[str, str]], titles: dict[str, str] | None = None) -> None:
        self.titles: dict[str, str] = {**(titles or {}), **sections.get("name", {})}
        self.sections = {**sections, "name": self.titles} if self.titles else sections
        self._messages: dict[str, Message] = {}

    def say(self, section: str, key: str, args: dict[str, object]) -> str:
        values: dict[str, Value] = {}
        for name, value in args.items():
            values[name] = str(value) if name == "seat" else self.readable(value)
        try:
            return self.message(section, key).format(values)
        except BadContent as error:
            raise BadContent(f"{LANGUAGE}.toml: {section}.{key}: {error.place}", error.problem) from None

    def message(self, section: str, key: str) -> Message:
        """A message, parsed when it is first needed."""
        place = f"{section}.{key}"
        if place not in self._messages:
            source = self.sections.get(section, {}).get(key)
            if source is None:
                raise BadContent(f"{LANGUAGE}.toml: {section}.{key}", "is missing")
            self._messages[place] = Message(source)
        return self._messages[place]

    def has(self, section: str, key: str) -> bool:
        return key in self.sections.get(section, {})

    def readable(self, value: object) -> Value:
        """An argument as a sentence has it."""
        if isinstance(value, list):
            return ", ".join([str(self.readable(item)) for item in value])
        if isinstance(value, dict):
            return ", ".join([self.say("amount", str(name), {"n": count}) for name, count in value.items()])
        if isinstance(value, int):
            return value
        text = str(value)
        if text in self.titles:
            return self.titles[text]
        return text.replace("-", " ") if ID.fullmatch(text) else text


def titles_of(content: object) -> dict[str, str]:
    """The title of every component of a content file: an entry has `name` and `title`, or `id` and `name`.

    A title without an id stands for itself.
    """
    found: dict[str, str] = {}
    if isinstance(content, dict):
        if isinstance(content.get("title"), str) and "name" not in content:
            found[content["title"]] = content["title"]
        for key, title in (("name", "title"), ("id", "name")):
            if isinstance(content.get(key), str) and isinstance(content.get(title), str):
                found[content[key]] = content[title]
    if isinstance(content, (dict, list)):
        for part in content.values() if isinstance(content, dict) else content:
            found.update(titles_of(part))
    return found


class Rule:
    """One entry of RULES.md."""

    def __init__(self, id: str, section: str, text: str) -> None:  # noqa: A002
        self.id = id
        self.section = section
        self.text = text


class Ledger:
    """RULES.md: the whole text, and its rules by id in the order of the file."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.rules: dict[str, Rule] = {}
        section = ""
        current: Rule | None = None
        for line in text.splitlines():
            start = RULE_START.match(line)
            if start is not None:
                current = Rule(start.group(1), section, start.group(2).strip())
                if current.id in self.rules:
                    raise BadContent("RULES.md", f"has the id {current.id} twice")
                self.rules[current.id] = current
            elif current is not None and line.startswith("  ") and line.strip():
                current.text += " " + line.strip()
            else:
                current = None
                if line.startswith("#"):
                    section = line.lstrip("#").strip()


def load_texts(package: str, language: str = LANGUAGE) -> Texts:
    """All texts of a game's package. BadContent where its file is not sections of texts."""
    file = f"{language}.toml"
    top = content_fields(read_toml(package, file), file)
    sections: dict[str, dict[str, str]] = {}
    for name in top.names():
        section = top.part(name)
        sections[name] = {key: section.text(key) for key in section.names()}
    return Texts(sections, titles_of(read_toml(package, "content.toml")))


def load_ledger(package: str) -> Ledger:
    return Ledger((resources.files(package) / "RULES.md").read_text(encoding="utf-8"))
