"""Values as the notation writes them: words, numbers, texts, lists, fields; and what is not known."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from sits_es.sentences import escaped

#: What stands for a value that is not known, or that there is none of.
UNKNOWN: Final = "?"
#: What stands in a result line for a value that is too long for it.
LEFT_OUT: Final = ".."
#: A text that needs no quotes, unless it is one of the notation's own words.
WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9_'+/-]*")
#: Words that are values themselves.
TRUTHS: Final = frozenset({"yes", "no"})
#: Words that mean something where a value or a name can stand.
OWN: Final = TRUTHS | {"by", "kept"}
#: Parts that a list has at most in a result line, and fields that a group has.
MOST_PARTS: Final = 8
MOST_FIELDS: Final = 3


def written_text(text: str) -> str:
    """A text: as it stands where it is one plain word, otherwise in quotes, as JSON writes it."""
    if WORD.fullmatch(text) and text not in OWN:
        return text
    return escaped(json.dumps(text, ensure_ascii=False))


def written_name(name: str) -> str:
    """The name of a field: in quotes where it is not one plain word."""
    return name if WORD.fullmatch(name) and name not in TRUTHS else written_text(name)


def written(value: Any) -> str:
    """A value in one line. ValueError for one that no event holds."""
    match value:
        case None:
            return UNKNOWN
        case bool():
            return "yes" if value else "no"
        case int():
            return str(value)
        case str():
            return written_text(value)
        case list() | tuple():
            return f"[{' '.join(map(written, value))}]"
        case dict():
            return f"({fields(sorted(value.items()))})"
    raise ValueError(f"the notation has no way to write {type(value).__name__}")


def in_order(value: Any) -> str:
    """The same, with fields in the order in which they are: where that says something."""
    if isinstance(value, Mapping):
        return f"({fields(value.items(), in_order)})"
    return f"[{' '.join(map(in_order, value))}]" if isinstance(value, list) else written(value)


def shortened(value: Any) -> str:
    """A value as a result line has it: a code with its values as a list; more than a few plain values are left out."""
    if isinstance(value, dict):
        if value.keys() == {"code", "values"}:
            return shortened([value["code"], *value["values"]] if value["values"] else value["code"])
        long = len(value) > MOST_FIELDS or any(isinstance(part, dict | list) for part in value.values())
    else:
        long = isinstance(value, list) and (
            len(value) > MOST_PARTS or any(isinstance(part, dict | list) for part in value)
        )
    return LEFT_OUT if long else written(value)


def fields(values: Iterable[tuple[str, Any]], write: Callable[[Any], str] = written) -> str:
    """Fields one after the other: `count=1 ship=Sirius`."""
    return " ".join(f"{written_name(name)}={write(value)}" for name, value in values)
