"""What the documentation site has besides docs/: mkdocs.yml names this file as its hook.

- a page about each game and one with its rules, from the game itself and its RULES.md
- the commands, from the command line; the HTTP API, from its OpenAPI description
- pages of the repository's root, and a page with the source of every file that a page links to

Links to files outside docs/ lead to these pages. With `--strict`, a public name without a docstring fails the build.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import griffe
import typer
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

import cairn
from cairn.core.registry import bundled

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
GAMES = ROOT / "src" / "cairn" / "games"
log = get_plugin_logger("cairn")

AT_ROOT = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "README.md": "index.md",
    "web/README.md": "web/README.md",
    "examples/connect_four/README.md": "examples/connect_four/README.md",
}
"""Pages of the repository by their place on the site."""

FOR_READERS = {"src/cairn/__init__.py": "reference/cairn.md"} | {
    f"src/cairn/games/{slug.replace('-', '_')}": f"play/{slug}.md" for slug in bundled()
}
"""Where the site has something better to show than the source that a page links to."""

REFERENCE: dict[str, dict[str, list[str]]] = {
    "cairn": {"cairn": []},
    "bots": {"cairn.bots": []},
    "client": {"cairn.client": []},
    "envs": {
        "cairn.envs.gymnasium": [],
        "cairn.envs.pettingzoo": [],
        "cairn.envs.open_spiel": ["CairnGame", "CairnState", "name_of"],
        "cairn.envs.command": ["CommandBot", "make", "check"],
    },
    "lab": {"cairn.lab.experiment": [], "cairn.lab.match": ["Match", "Run", "report"], "cairn.lab.pool": ["BotPool"]},
    "testing": {"cairn.testing": []},
}
"""The public modules by their page. Without names, `__all__` says what is public, or the absence of an underscore."""

LANGUAGES = {
    ".py": "python",
    ".toml": "toml",
    ".json": "json",
    ".js": "js",
    ".mjs": "js",
    ".yaml": "yaml",
    ".yml": "yaml",
}
LINK = re.compile(r"(?<!!)(\[[^\]]*\]\()([^)\s]+)(\))")


# Pages


def game_page(slug: str) -> str:
    game = cairn.game(slug)
    seats = f"{min(game.seats)} to {max(game.seats)}" if len(game.seats) > 1 else str(game.seats[0])
    lines = [f"# {game.title}", "", f"*{_about(game, 'tagline')}*", "", f"![{game.title}](../pictures/{slug}.jpg)", ""]
    lines += [f"- **Seats:** {seats}", f"- **Time:** about {_about(game, 'minutes')} minutes"]
    lines += [f"- **Rules:** [all of them, by id](../rules/{slug}.md), version {game.rules_version}", ""]
    lines += [_introduction(slug), "", "## Learn it by playing", ""]
    lines += [
        f"A running server has a lesson for this game at `/learn/{slug}`: the game in pictures, then a first game",
        "against a gentle bot, in which every new thing is explained when it first happens. `cairn demo` or",
        "`make play` starts one.",
        "",
        "In the terminal, a first game against a bot:",
        "",
        "```sh",
        f"cairn play {slug} --seats me,{','.join(['hiker'] * (max(2, min(game.seats)) - 1))}",
        "```",
        "",
    ]
    if game.options:
        lines += ["## Options", "", "| option | values | meaning |", "|---|---|---|"]
        for name, option in game.options.items():
            values = ", ".join(f"**{value}**" if value == option.default else str(value) for value in option.choices)
            lines.append(f"| `{name}` | {values} | {game.option_help(name)} |")
        lines += ["", "Bold is what you get if you say nothing."]
    return "\n".join(lines)


def _about(game: cairn.Game, key: str) -> str:
    folder = GAMES / game.slug.replace("-", "_")
    return str(tomllib.loads((folder / "en.toml").read_text(encoding="utf-8"))["about"][key])


def _introduction(slug: str) -> str:
    """The paragraph that the rules begin with."""
    text = (GAMES / slug.replace("-", "_") / "RULES.md").read_text(encoding="utf-8")
    return next(part for part in text.split("\n\n") if not part.startswith("#"))


def games_page() -> str:
    lines = ["# Play", "", "Five games, with friends in a browser, with bots, or in a terminal.", ""]
    for slug in bundled():
        game = cairn.game(slug)
        lines += [f"## [{game.title}]({slug}.md)", "", f"[![{game.title}](../pictures/{slug}.jpg)]({slug}.md)", ""]
        lines += [_about(game, "tagline"), ""]
    return "\n".join(lines)


def rules_page(slug: str) -> str:
    """RULES.md with an anchor at every rule, so that a rule has an address."""
    text = (GAMES / slug.replace("-", "_") / "RULES.md").read_text(encoding="utf-8")
    return re.sub(r"^- \*\*([A-Z]{2}-\d+)\*\*", r'- <span id="\1"></span>**\1**', text, flags=re.MULTILINE)


def commands_page() -> str:
    from cairn.cli.app import app

    lines = ["# Commands", "", "What `cairn --help` says, for every command.", ""]
    root = typer.main.get_command(app)
    lines += list(_commands(root, ["cairn"]))
    return "\n".join(lines)


def _commands(command: Any, path: list[str]) -> Iterator[str]:
    context = command.make_context(path[-1], [], resilient_parsing=True)
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        whole = [*path, name]
        if hasattr(found, "list_commands"):
            yield from _commands(found, whole)
            continue
        inside = found.make_context(name, [], resilient_parsing=True)
        yield from [f"## {' '.join(whole)}", "", (found.help or "").replace("\n", " "), ""]
        arguments = [part for part in found.get_params(inside) if part.param_type_name == "argument"]
        options = [
            part for part in found.get_params(inside) if part.param_type_name == "option" and part.name != "help"
        ]
        usage = " ".join([*whole, *(_metavar(part) for part in arguments), *(["[OPTIONS]"] if options else [])])
        yield from ["```text", usage, "```", ""]
        told = [(f"`{_metavar(part)}`", part) for part in arguments]
        told += [(", ".join(f"`{name}`" for name in part.opts), part) for part in options]
        if told:
            yield from ["| argument | meaning |", "|---|---|"]
            yield from (
                f"| {name} | {(getattr(part, 'help', '') or '').replace('|', chr(92) + '|')} |" for name, part in told
            )
            yield ""


def _metavar(argument: Any) -> str:
    return str(argument.metavar or argument.name.upper())


def openapi_page() -> str:
    """The OpenAPI description as a page: every route by its part, then every shape."""
    described = json.loads((ROOT / "web" / "schema" / "openapi.json").read_text(encoding="utf-8"))
    lines = [
        "# OpenAPI",
        "",
        f"The HTTP API of version {described['info']['version']}. A running server describes itself at",
    ]
    lines += ["`/api/openapi.json`; [the API page](api.md) has a worked example and the WebSocket.", ""]
    parts: dict[str, list[str]] = {}
    for address, operations in described["paths"].items():
        for method, operation in operations.items():
            part = operation.get("tags", ["other"])[0]
            parts.setdefault(part, []).extend(_operation(method.upper(), address, operation))
    for part, inside in parts.items():
        lines += [f"## {part.capitalize()}", "", *inside]
    lines += ["## Shapes", ""]
    for name, schema in sorted(described["components"]["schemas"].items()):
        lines += _shape(name, schema)
    return "\n".join(lines)


def _operation(method: str, address: str, operation: dict[str, Any]) -> list[str]:
    lines = [
        f"### {method} {address}".replace("{", "&#123;").replace("}", "&#125;"),
        "",
        operation.get("description", ""),
        "",
    ]
    rows = [
        (f"`{part['name']}`", part["in"], _type(part["schema"]), part.get("description", ""))
        for part in operation.get("parameters", [])
    ]
    body = operation.get("requestBody", {}).get("content", {})
    rows += [("body", kind, _type(content["schema"]), "") for kind, content in body.items()]
    if rows:
        lines += [
            "| name | in | type | meaning |",
            "|---|---|---|---|",
            *(f"| {' | '.join(row)} |" for row in rows),
            "",
        ]
    answers = []
    for status, answer in operation["responses"].items():
        shapes = [_type(content["schema"]) for content in answer.get("content", {}).values() if content.get("schema")]
        answers.append(f"**{status}** {', '.join(dict.fromkeys(shapes)) or answer.get('description', '')}")
    return [*lines, "Answers: " + "; ".join(answers) + ".", ""]


def _shape(name: str, schema: dict[str, Any]) -> list[str]:
    lines = [f"### {name}", "", " ".join(schema.get("description", "").split()), ""]
    if "properties" in schema:
        needed = schema.get("required", [])
        lines += ["| field | type | meaning |", "|---|---|---|"]
        for field, part in schema["properties"].items():
            mark = "" if field in needed else " (optional)"
            lines.append(f"| `{field}`{mark} | {_type(part)} | {' '.join(part.get('description', '').split())} |")
        lines.append("")
    elif "oneOf" in schema or "anyOf" in schema:
        lines += [_type(schema), ""]
    return lines


def _type(schema: dict[str, Any]) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return " or ".join(dict.fromkeys(_type(part) for part in schema[several]))
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"map to {_type(schema['additionalProperties'])}"
    return str(kind)


def reference_page(name: str) -> str:
    modules = REFERENCE[name]
    lines = [f"# {next(iter(modules)) if len(modules) == 1 else 'cairn.' + name}", ""]
    for module, names in modules.items():
        public = names or _public(module)
        lines += [f"::: {module}", "    options:", f"      members: {json.dumps(public)}", ""]
    return "\n".join(lines)


# What is public, and whether it is explained

_package: list[griffe.Module] = []


def package() -> griffe.Module:
    if not _package:
        loaded = griffe.load("cairn", search_paths=[str(ROOT / "src")], resolve_aliases=True, allow_inspection=False)
        assert isinstance(loaded, griffe.Module)
        _package.append(loaded)
    return _package[0]


def _public(module: str) -> list[str]:
    """The public names of a module in the order of its file."""
    found = package()[module.removeprefix("cairn.")] if module != "cairn" else package()
    if found.exports is not None:
        return [str(name) for name in found.exports]
    return [
        name
        for name, member in found.members.items()
        if not name.startswith("_") and not member.is_alias and (member.is_class or member.is_function)
    ]


def undocumented() -> list[str]:
    """Public functions, classes and methods without a docstring of their own or of what they override."""
    missing = []
    for module, names in (pair for modules in REFERENCE.values() for pair in modules.items()):
        found = package()[module.removeprefix("cairn.")] if module != "cairn" else package()
        for name in names or _public(module):
            missing += _missing(found[name])
    return sorted(set(missing))


def _missing(thing: Any) -> Iterator[str]:
    if thing.is_alias:
        thing = thing.final_target
    if thing.is_class:
        if not thing.has_docstring:
            yield thing.path
        for name, member in thing.members.items():
            if not name.startswith("_") and member.is_function and not _is_explained(thing, name):
                yield f"{thing.path}.{name}"
    elif thing.is_function and not thing.has_docstring:
        yield thing.path


def _is_explained(owner: Any, name: str) -> bool:
    if owner.members[name].has_docstring:
        return True
    for base in owner.mro():
        if name in base.members and base.members[name].has_docstring:
            return True
    # What overrides a method of a package outside is explained there.
    return any(not str(getattr(base, "canonical_path", base)).startswith("cairn.") for base in owner.bases)


# The hooks


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Leave out what is not there, and let what is not listed come last."""
    made = set(_generated())
    assert config.nav is not None
    listed: set[str] = set()

    def kept(entries: list[Any]) -> list[Any]:
        result = []
        for entry in entries:
            name, target = next(iter(entry.items())) if isinstance(entry, dict) else (None, entry)
            if isinstance(target, list):
                inside = kept(target)
                result += [{name: inside}] if inside else []
            elif target in made or (DOCS / target).exists():
                listed.add(target)
                result.append(entry)
        return result

    nav = kept(config.nav)
    loose = [page.name for page in sorted(DOCS.glob("*.md")) if page.name not in listed]
    nav[-1]["Build"] += [*loose, {"Rules": [{cairn.game(slug).title: f"rules/{slug}.md"} for slug in bundled()]}]
    config.nav = nav
    return config


def _generated() -> dict[str, Any]:
    """Every page that is made, with what makes it."""
    pages: dict[str, Any] = {"play/index.md": games_page, "commands.md": commands_page, "openapi.md": openapi_page}
    for slug in bundled():
        pages[f"play/{slug}.md"] = lambda slug=slug: game_page(slug)
        pages[f"rules/{slug}.md"] = lambda slug=slug: rules_page(slug)
    for name in REFERENCE:
        pages[f"reference/{name}.md"] = lambda name=name: reference_page(name)
    for source, target in AT_ROOT.items():
        if target != "index.md":
            pages[target] = (ROOT / source).read_text(encoding="utf-8").__str__
    return pages


_sources: dict[str, str] = {}
"""Pages with sources: their place on the site, by the path in the repository."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for name, make in _generated().items():
        files.append(File.generated(config, name, content=make()))
    texts = {
        DOCS / file.src_uri: file.content_string
        for file in files.documentation_pages()
        if file.src_uri not in _generated()
    }
    texts |= {ROOT / source: (ROOT / source).read_text(encoding="utf-8") for source in AT_ROOT}
    for page, text in texts.items():
        for _, link, _ in LINK.findall(text):
            path = _outside(page.parent, link)
            if path is not None and path.as_posix() not in _sources:
                # A folder called contract.py would be taken for a module when the site is packed.
                _sources[path.as_posix()] = f"source/{path.as_posix().replace('.', '-')}.md"
                file = File.generated(config, _sources[path.as_posix()], content=source_page(path))
                file.inclusion = InclusionLevel.NOT_IN_NAV
                files.append(file)
    for name in undocumented():
        log.warning("%s is public and has no docstring", name)
    return files


def source_page(path: Path) -> str:
    whole = ROOT / path
    if whole.is_dir():
        inside = sorted(
            file.relative_to(whole).as_posix()
            for file in whole.rglob("*")
            if file.is_file() and "__pycache__" not in file.parts
        )
        return "\n".join([f"# {path.as_posix()}", "", *(f"- `{name}`" for name in inside if ".egg-info" not in name)])
    text = whole.read_text(encoding="utf-8")
    return f"# {path.as_posix()}\n\n````{LANGUAGES.get(path.suffix, 'text')}\n{text}\n````\n"


def _outside(folder: Path, link: str) -> Path | None:
    """The path in the repository of a link to a file that is no page of the site; None for all others."""
    target = link.partition("#")[0]
    if not target or "://" in target or target.startswith(("/", "mailto:")):
        return None
    whole = Path(os.path.normpath(folder / target))
    if not whole.exists() or not whole.is_relative_to(ROOT) or whole.is_relative_to(DOCS):
        return None
    path = whole.relative_to(ROOT)
    if (
        path.as_posix() in AT_ROOT
        or path.as_posix() in FOR_READERS
        or path.name == "RULES.md"
        or f"{path.as_posix()}/README.md" in AT_ROOT
    ):
        return None
    return path


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links that are right in the repository be right on the site."""
    here = page.file.src_uri
    origin = next((source for source, target in AT_ROOT.items() if target == here and target != "index.md"), None)
    folder = (ROOT / origin).parent if origin else DOCS / posixpath.dirname(here)
    if here in _generated() and origin is None:
        return markdown

    def moved(found: re.Match[str]) -> str:
        before, link, after = found.groups()
        target, hash_, anchor = link.partition("#")
        if not target or "://" in target or target.startswith(("/", "mailto:")):
            return found[0]
        whole = Path(os.path.normpath(folder / target))
        if not whole.is_relative_to(ROOT):
            return found[0]
        path = whole.relative_to(ROOT).as_posix()
        if whole.name == "RULES.md":
            place = f"rules/{whole.parent.name.replace('_', '-')}.md"
        elif whole.is_relative_to(DOCS):
            place = whole.relative_to(DOCS).as_posix()
        else:
            place = (
                FOR_READERS.get(path) or AT_ROOT.get(path) or AT_ROOT.get(f"{path}/README.md") or _sources.get(path, "")
            )
        if not place:
            return found[0]
        return f"{before}{posixpath.relpath(place, posixpath.dirname(here) or '.')}{hash_}{anchor}{after}"

    return LINK.sub(moved, markdown)


def on_post_build(config: MkDocsConfig) -> None:
    """Leave out what only those need who work on the theme: the site goes into every package."""
    for file in Path(config.site_dir).rglob("*.map"):
        file.unlink()
