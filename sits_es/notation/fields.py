"""Facts written over several lines: fields with a dot before them, and what is inside of those with more dots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from attrs import Factory, define

from sits_es.notation.lines import NotReadableError, Statement
from sits_es.notation.literals import written, written_name
from sits_es.orders.faults import OrderFault
from sits_es.sentences import quoted

#: Characters that a line has at most where it can be written as several.
WIDTH: Final = 100


def written_fields(values: dict[str, Any]) -> Iterator[str]:
    """A fact's fields, each in a line or, where that is too long, in several: these last, each kind by name."""
    blocks = [list(_written(1, written_name(name), values[name])) for name in sorted(values)]
    for block in sorted(blocks, key=lambda block: len(block) > 1):
        yield from block


def _written(depth: int, name: str, value: Any) -> Iterator[str]:
    head = f"{'.' * depth}{name}"
    line = f"{head} {written(value)}"
    if len(line) <= WIDTH or not isinstance(value, dict | list) or not value:
        yield line
        return
    yield head
    if isinstance(value, list):
        yield from _parts(depth + 1, value)
    else:
        for inner in sorted(value):
            yield from _written(depth + 1, written_name(inner), value[inner])


def _parts(depth: int, parts: list[Any]) -> Iterator[str]:
    """Parts of a list, as many in a line as there is room for."""
    head = f"{'.' * depth}+"
    line = head
    for part in parts:
        said = written(part)
        if len(head) + 1 + len(said) > WIDTH and isinstance(part, dict | list):
            yield from [] if line == head else [line]
            line = head
            yield from _written(depth, "+", part)
        elif len(line) + 1 + len(said) > WIDTH and line != head:
            yield line
            line = f"{head} {said}"
        else:
            line += f" {said}"
    if line != head:
        yield line


@define
class _Heading:
    """A field whose value stands in the lines below it."""

    parts: list[tuple[str | None, Any]] = Factory(list)


class FieldReader:
    """Puts the fields of one fact together, line by line."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields
        self._top = _Heading([*fields.items()])
        self._open = [self._top]

    def take(self, line: Statement) -> None:
        """One field, or the next part of a list. Raises NotReadableError for one that belongs nowhere."""
        depth, name = line.values[:2]
        if depth > len(self._open):
            said = f"There are {depth} dots, and nothing with {depth - 1} above that it could be a part of."
            raise NotReadableError(OrderFault(line.place.line, line.place.column, said, "", depth))
        del self._open[depth:]
        into = self._open[-1].parts
        place = line.places[0] if line.places else line.place
        if into and (into[0][0] is None) != (name is None):
            said = "Parts of a list have a + after their dots, and fields have a name; here is one among others."
            raise NotReadableError(OrderFault.at(place, said))
        if depth == 1 and name is None:
            raise NotReadableError(OrderFault.at(place, "A fact has fields with names.", "a name in place of the +"))
        if name is not None and any(name == known for known, _ in into):
            said = f"The field {quoted(name)} is there twice."
            raise NotReadableError(OrderFault.at(place, said, "each field once"))
        if values := line.values[2:]:
            into += [(name, value) for value in values]
        else:
            into.append((name, heading := _Heading()))
            self._open.append(heading)

    def close(self) -> None:
        """All fields are there."""
        self._fields.update({str(name): _value(value) for name, value in self._top.parts})


def _value(value: Any) -> Any:
    if not isinstance(value, _Heading):
        return value
    if value.parts and value.parts[0][0] is None:
        return [_value(part) for _, part in value.parts]
    return {str(name): _value(part) for name, part in value.parts}
