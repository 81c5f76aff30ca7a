"""The texts that come with a game: messages.toml for sentences shown to players, RULES.md for the rules.

`RULES.md` is the ledger: a rule is a list item that begins with its id in bold, `- **FT-12** ...`, under the heading
of its section. Tests cite the ids, refused choices cite them, and the rules page is made from the file.
"""

from __future__ import annotations

import re
import tomllib
from importlib import resources

from cairn.core.errors import BadContent

RULE_START = re.compile(r"^- \*\*([A-Z]{2}-[0-9]+[a-z]?)\*\* (.*)$")


ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)+")


class Messages:
    """Templates by section and key: `say("event", "bid", {"bid": 3})`.

    Arguments are ids of components as a rule. A sentence has their titles instead: those of [name] in messages.toml,
    then those of content.toml, and words for hyphens where neither has one.
    """

    def __init__(self, sections: dict[str, dict[str, str]], titles: dict[str, str] | None = None) -> None:
        self.sections = sections
        self.titles: dict[str, str] = {**(titles or {}), **sections.get("name", {})}

    def say(self, section: str, key: str, args: dict[str, object]) -> str:
        template = self.sections.get(section, {}).get(key)
        if template is None:
            raise BadContent(f"messages.toml has no text '{key}' in [{section}]")
        return template.format(
            **{name: value if name == "seat" else self.readable(value) for name, value in args.items()}
        )

    def has(self, section: str, key: str) -> bool:
        return key in self.sections.get(section, {})

    def readable(self, value: object) -> object:
        """An argument as a sentence has it."""
        if isinstance(value, list):
            return ", ".join(str(self.readable(item)) for item in value)
        if not isinstance(value, str):
            return value
        if value in self.titles:
            return self.titles[value]
        return value.replace("-", " ") if ID.fullmatch(value) else value


def titles_of(content: object) -> dict[str, str]:
    """The title of every component of a content file: an entry has `name` and `title`, or `id` and `name`."""
    found: dict[str, str] = {}
    if isinstance(content, dict):
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
                    raise BadContent(f"RULES.md has the id {current.id} twice")
                self.rules[current.id] = current
            elif current is not None and line.startswith("  ") and line.strip():
                current.text += " " + line.strip()
            else:
                current = None
                if line.startswith("#"):
                    section = line.lstrip("#").strip()


def load_messages(package: str) -> Messages:
    folder = resources.files(package)
    sections = tomllib.loads((folder / "messages.toml").read_text(encoding="utf-8"))
    content = folder / "content.toml"
    if not content.is_file():
        return Messages(sections)
    return Messages(sections, titles_of(tomllib.loads(content.read_text(encoding="utf-8"))))


def load_ledger(package: str) -> Ledger:
    return Ledger((resources.files(package) / "RULES.md").read_text(encoding="utf-8"))
