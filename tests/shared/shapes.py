"""The shapes of what `--json` prints, as the documentation has them, and how a value is held against one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tests.readme import ROOT

PAGE = ROOT / "sits_es" / "docs" / "json.md"

_SHAPE = re.compile(r"^<!-- json: ([\w -]+) -->\n```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)

#: Words for values: what each takes. True is no number.
KINDS = {"text": str, "number": int, "truth": bool, "decimal": float}


def shapes() -> dict[str, Any]:
    """Every shape by its verb and options."""
    return {name: json.loads(text) for name, text in _SHAPE.findall(PAGE.read_text(encoding="utf-8"))}


def unlike(shape: Any, value: Any, where: str = "") -> Iterator[str]:
    """Everything in which a value is not of a shape."""
    match shape:
        case str():
            yield from _unlike_word(shape, value, where)
        case [every]:
            if not isinstance(value, list):
                yield f"{where} is not a list"
                return
            for at, each in enumerate(value):
                yield from unlike(every, each, f"{where}[{at}]")
        case dict():
            if not isinstance(value, dict):
                yield f"{where} is not an object"
                return
            yield from _unlike_keys(shape, value, where)


def _unlike_word(word: str, value: Any, where: str) -> Iterator[str]:
    if word == "any" or (word.endswith("?") and value is None):
        return
    if type(value) is not KINDS[word.removesuffix("?")]:
        yield f"{where} is {value!r}, which is not {word}"


def _unlike_keys(shape: dict[str, Any], value: dict[str, Any], where: str) -> Iterator[str]:
    names = next((key for key in shape if key.isupper()), None)
    if names is not None:
        for key, each in value.items():
            yield from unlike(shape[names], each, f"{where}.{key}")
        return
    keys = {key.removesuffix("?"): each for key, each in shape.items()}
    yield from (f"{where}.{key} is not told of" for key in sorted(value.keys() - keys.keys()))
    needed = {key for key in shape if not key.endswith("?")}
    yield from (f"{where}.{key} is missing" for key in sorted(needed - value.keys()))
    for key in sorted(value.keys() & keys.keys()):
        yield from unlike(keys[key], value[key], f"{where}.{key}")


def seen(shape: Any, value: Any, where: str = "") -> Iterator[str]:
    """The parts of a shape that a value has: values of every kind, entries of lists, names that keys stand for."""
    match shape:
        case str():
            yield f"{where}={shape.removesuffix('?') if value is not None else 'null'}"
        case [every]:
            for each in value:
                yield from seen(every, each, f"{where}[]")
        case dict():
            for key, part in shape.items():
                for name in value if key.isupper() else [key.removesuffix("?")]:
                    if name in value:
                        yield from seen(part, value[name], f"{where}.{key}")


def parts(shape: Any, where: str = "") -> Iterator[str]:
    """Every part of a shape, as `seen` names it."""
    match shape:
        case str():
            yield f"{where}={shape.removesuffix('?')}"
            if shape.endswith("?"):
                yield f"{where}=null"
        case [every]:
            yield from parts(every, f"{where}[]")
        case dict():
            for key, part in shape.items():
                yield from parts(part, f"{where}.{key}")


def hidden_json(value: Any, where: str = "") -> Iterator[str]:
    """Texts that are lists or objects written as JSON."""
    match value:
        case str() if value[:1] in ("[", "{"):
            try:
                json.loads(value)
            except ValueError:
                return
            yield where
        case list():
            for at, each in enumerate(value):
                yield from hidden_json(each, f"{where}[{at}]")
        case dict():
            for key, each in value.items():
                yield from hidden_json(each, f"{where}.{key}")
