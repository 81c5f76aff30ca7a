"""Messages with arguments, plurals and cases: the part of ICU MessageFormat that translators use every day.

    {seat} takes {count, plural, =0 {no cards} one {# card} other {# cards}}.
    {side, select, mountain {The Mountain} other {The Mountaineer}} begins.

`#` inside a plural is its number. An apostrophe is itself unless it stands before a brace: '{' is a brace to be shown.
The browser reads the same texts with a library for the full format, so nothing here may differ from it.
"""

from __future__ import annotations

from cairn.core.errors import BadContent

Value = str | int


class Part:
    """A piece of a message. This one is plain text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def format(self, values: dict[str, Value], number: int) -> str:
        return self.text

    def collect(self, arguments: dict[str, str]) -> None:
        """Add the arguments used here, each with its kind: "text", "number" or the keys of a select."""


class Argument(Part):
    def format(self, values: dict[str, Value], number: int) -> str:
        return str(_value(values, self.text))

    def collect(self, arguments: dict[str, str]) -> None:
        arguments.setdefault(self.text, "text")


class Count(Part):
    """The `#` of a plural."""

    def format(self, values: dict[str, Value], number: int) -> str:
        return str(number)


class Cases(Part):
    """A plural or a select: which of several messages counts depends on an argument."""

    def __init__(self, name: str, is_plural: bool, cases: dict[str, list[Part]]) -> None:
        super().__init__(name)
        self.is_plural = is_plural
        self.cases = cases

    def format(self, values: dict[str, Value], number: int) -> str:
        value = _value(values, self.text)
        if not self.is_plural:
            return _joined(self.cases.get(str(value), self.cases["other"]), values, number)
        if not isinstance(value, int):
            raise BadContent(f"{{{self.text}}}", f"a plural needs a number, not {value!r}")
        chosen = self.cases.get(f"={value}")
        if chosen is None:
            chosen = self.cases.get("one" if value == 1 else "other", self.cases["other"])
        return _joined(chosen, values, value)

    def collect(self, arguments: dict[str, str]) -> None:
        arguments[self.text] = "number" if self.is_plural else " ".join(self.cases)
        for parts in self.cases.values():
            for part in parts:
                part.collect(arguments)


class Message:
    """A parsed message. `format` fills it in; `arguments` are those it needs, by name, with their kinds."""

    def __init__(self, source: str) -> None:
        self.source = source
        reader = Reader(source)
        self.parts = reader.parts(False)
        if reader.at < len(source):
            raise reader.wrong("a closing brace without its opening one")
        self.arguments: dict[str, str] = {}
        for part in self.parts:
            part.collect(self.arguments)

    def format(self, values: dict[str, Value]) -> str:
        return _joined(self.parts, values, 0)


class Reader:
    """Goes through the source of a message once, from left to right."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0

    def parts(self, in_plural: bool) -> list[Part]:
        """Everything up to the closing brace of the case, or to the end."""
        found: list[Part] = []
        text = ""
        source = self.source
        while self.at < len(source) and source[self.at] != "}":
            here = source[self.at]
            if here == "'":
                text += self._quoted(in_plural)
            elif here == "{" or (here == "#" and in_plural):
                if text:
                    found.append(Part(text))
                    text = ""
                self.at += 1
                found.append(self._argument(in_plural) if here == "{" else Count(""))
            else:
                text += here
                self.at += 1
        if text:
            found.append(Part(text))
        return found

    def _quoted(self, in_plural: bool) -> str:
        """An apostrophe: doubled or alone it is itself, before a brace it quotes up to the next one."""
        source = self.source
        self.at += 1
        after = source[self.at : self.at + 1]
        if after == "'":
            self.at += 1
            return "'"
        if not after or after not in ("{}#" if in_plural else "{}"):
            return "'"
        end = source.find("'", self.at)
        if end < 0:
            raise self.wrong("a quotation that does not end")
        text = source[self.at : end]
        self.at = end + 1
        return text

    def _argument(self, in_plural: bool) -> Part:
        name = self._word()
        if not name:
            raise self.wrong("a brace without the name of an argument")
        if self._take("}"):
            return Argument(name)
        if not self._take(","):
            raise self.wrong(f"the argument '{name}' should end with a brace or go on with a comma")
        kind = self._word()
        if kind not in ("plural", "select"):
            raise self.wrong(f"the argument '{name}' is of the kind '{kind}', which is neither plural nor select")
        if not self._take(","):
            raise self.wrong(f"the {kind} of '{name}' has no cases")
        return Cases(name, kind == "plural", self._cases(name, kind, in_plural))

    def _cases(self, name: str, kind: str, in_plural: bool) -> dict[str, list[Part]]:
        cases: dict[str, list[Part]] = {}
        while not self._take("}"):
            key = self._word()
            if not key or not self._take("{"):
                raise self.wrong(f"the {kind} of '{name}' should have cases such as: other {{...}}")
            if kind == "plural" and key not in ("zero", "one", "two", "few", "many", "other") and key[0] != "=":
                raise self.wrong(f"'{key}' is no case of a plural")
            cases[key] = self.parts(in_plural or kind == "plural")
            if not self._take("}"):
                raise self.wrong(f"the case '{key}' of '{name}' does not end")
        if "other" not in cases:
            raise self.wrong(f"the {kind} of '{name}' needs the case 'other'")
        return cases

    def _word(self) -> str:
        self._skip_space()
        start = self.at
        while self.at < len(self.source) and (self.source[self.at].isalnum() or self.source[self.at] in "_-="):
            self.at += 1
        return self.source[start : self.at]

    def _take(self, mark: str) -> bool:
        self._skip_space()
        if self.source[self.at : self.at + 1] != mark:
            return False
        self.at += 1
        return True

    def _skip_space(self) -> None:
        while self.at < len(self.source) and self.source[self.at].isspace():
            self.at += 1

    def wrong(self, problem: str) -> BadContent:
        return BadContent(f"character {self.at + 1} of '{self.source}'", problem)


def counted(count: int, one: str, other: str = "") -> str:
    """So many of something, such as "1 game" or "2 games"; `other` where that is not the word with an s."""
    return f"{count} {one if count == 1 else other or one + 's'}"


def _value(values: dict[str, Value], name: str) -> Value:
    if name not in values:
        raise BadContent(f"{{{name}}}", f"there is no such argument; there are: {', '.join(sorted(values)) or 'none'}")
    return values[name]


def _joined(parts: list[Part], values: dict[str, Value], number: int) -> str:
    return "".join([part.format(values, number) for part in parts])
