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


class Messages:
    """Templates by section and key: `say("event", "bid", {"bid": 3})`."""

    def __init__(self, sections: dict[str, dict[str, str]]) -> None:
        self.sections = sections

    def say(self, section: str, key: str, args: dict[str, object]) -> str:
        template = self.sections.get(section, {}).get(key)
        if template is None:
            raise BadContent(f"messages.toml has no text '{key}' in [{section}]")
        return template.format(**{name: _readable(value) for name, value in args.items()})

    def has(self, section: str, key: str) -> bool:
        return key in self.sections.get(section, {})


def _readable(value: object) -> object:
    return ", ".join(str(item) for item in value) if isinstance(value, list) else value


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
    path = resources.files(package) / "messages.toml"
    return Messages(tomllib.loads(path.read_text(encoding="utf-8")))


def load_ledger(package: str) -> Ledger:
    return Ledger((resources.files(package) / "RULES.md").read_text(encoding="utf-8"))
