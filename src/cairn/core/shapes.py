"""What the shapes that a game declares in `views.py` mean: JSON Schema, TypeScript, and whether a value fits.

A shape is made of TypedDicts, lists, tuples (lists of a fixed length), dictionaries by text, unions, literals, numbers,
texts, flags and None. A field that is not always there is NotRequired.
"""

from __future__ import annotations

import types
from functools import cache
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

JSON = {int: "integer", float: "number", str: "string", bool: "boolean", type(None): "null"}
TYPESCRIPT = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}


def parts_of(shape: Any) -> list[Any]:
    """Every TypedDict that a shape is made of, the outermost last."""
    found: list[Any] = []
    _collect(shape, found)
    return found


def json_schema(shape: Any) -> dict[str, Any]:
    """A shape as JSON Schema, its parts under `$defs`."""
    parts = {part.__name__: _object(part) for part in parts_of(shape)}
    return {**_schema(shape), "$defs": parts}


def typescript(shape: Any) -> str:
    """A shape as TypeScript interfaces, one for each of its parts."""
    lines = []
    for part in parts_of(shape):
        lines.append(f"export interface {part.__name__} {{")
        lines += [f"  {name}{'' if name in needed(part) else '?'}: {_ts(kind)};" for name, kind in fields(part).items()]
        lines.append("}\n")
    return "\n".join(lines)


@cache
def fields(part: Any) -> dict[str, Any]:
    """The fields of a TypedDict with their shapes."""
    return get_type_hints(part)


@cache
def needed(part: Any) -> list[str]:
    """The fields that are always there. What a TypedDict says of itself is wrong where annotations are texts."""
    kinds = get_type_hints(part, include_extras=True)
    return [name for name, kind in kinds.items() if get_origin(kind) is not NotRequired]


def misfit(value: object, shape: Any, path: str = "") -> str:
    """Where and how a value differs from a shape; empty if it fits."""
    if is_typeddict(shape):
        return _misfit_of_part(value, shape, path)
    origin, args = get_origin(shape), get_args(shape)
    if origin is Union or isinstance(shape, types.UnionType):
        tried = [misfit(value, arg, path) for arg in args]
        return "" if "" in tried else min(tried, key=len)
    if origin is Literal:
        return "" if value in args else f"{path}: {value!r} is none of {args}"
    if origin is list:
        return _misfit_of_list(value, args[0], path)
    if origin is tuple:
        return _misfit_of_tuple(value, args, path)
    if origin is dict:
        if not isinstance(value, dict):
            return f"{path}: should be an object, not {value!r:.60}"
        return _first([misfit(inner, args[1], f"{path}.{key}") for key, inner in value.items()])
    if shape is Any or shape is object:
        return ""
    fits = type(value) is shape or (shape is float and type(value) is int)
    return "" if fits else f"{path}: should be {TYPESCRIPT.get(shape, shape)}, not {value!r:.60}"


def _misfit_of_part(value: object, part: Any, path: str) -> str:
    if not isinstance(value, dict):
        return f"{path}: should be an object, not {value!r:.60}"
    kinds = fields(part)
    more, less = sorted(set(value) - set(kinds)), sorted(set(needed(part)) - set(value))
    if more or less:
        return f"{path}: has {more} too much and lacks {less}"
    return _first([misfit(value[name], kind, f"{path}.{name}") for name, kind in kinds.items() if name in value])


def _misfit_of_list(value: object, kind: Any, path: str) -> str:
    if not isinstance(value, list):
        return f"{path}: should be a list, not {value!r:.60}"
    return _first([misfit(item, kind, f"{path}[{at}]") for at, item in enumerate(value)])


def _misfit_of_tuple(value: object, kinds: tuple[Any, ...], path: str) -> str:
    if not isinstance(value, list) or len(value) != len(kinds):
        return f"{path}: should be a list of {len(kinds)}, not {value!r:.60}"
    return _first([misfit(value[at], kind, f"{path}[{at}]") for at, kind in enumerate(kinds)])


def _first(problems: list[str]) -> str:
    return next((problem for problem in problems if problem), "")


def _collect(shape: Any, found: list[Any]) -> None:
    inner = list(fields(shape).values()) if is_typeddict(shape) else list(get_args(shape))
    for part in inner:
        _collect(part, found)
    if is_typeddict(shape) and shape not in found:
        found.append(shape)


def _object(part: Any) -> dict[str, Any]:
    properties = {name: _schema(kind) for name, kind in fields(part).items()}
    return {"type": "object", "properties": properties, "required": needed(part), "additionalProperties": False}


def _schema(shape: Any) -> dict[str, Any]:
    if is_typeddict(shape):
        return {"$ref": f"#/$defs/{shape.__name__}"}
    origin, args = get_origin(shape), get_args(shape)
    if origin is Union or isinstance(shape, types.UnionType):
        return {"anyOf": [_schema(arg) for arg in args]}
    if origin is Literal:
        return {"enum": list(args)}
    if origin is list:
        return {"type": "array", "items": _schema(args[0])}
    if origin is tuple:
        return {"type": "array", "prefixItems": [_schema(arg) for arg in args], "items": False, "minItems": len(args)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(args[1])}
    return {"type": JSON[shape]} if shape in JSON else {}


def _ts(shape: Any) -> str:
    if is_typeddict(shape):
        return str(shape.__name__)
    origin, args = get_origin(shape), get_args(shape)
    if origin is Union or isinstance(shape, types.UnionType):
        return " | ".join(_ts(arg) for arg in args)
    if origin is Literal:
        return " | ".join(f'"{arg}"' if isinstance(arg, str) else str(arg).lower() for arg in args)
    if origin is list:
        inner = _ts(args[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(_ts(arg) for arg in args)}]"
    if origin is dict:
        key = _ts(args[0])
        return f"Record<{key}, {_ts(args[1])}>"
    return TYPESCRIPT.get(shape, "unknown")
