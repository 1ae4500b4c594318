"""What the rules find wrong with a file's orders, as faults at the words concerned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from attrs import evolve

from sits_es.events import Event
from sits_es.orders.faults import OrderFault, TextPlace, in_order
from sits_es.orders.language import Language
from sits_es.orders.names import same
from sits_es.orders.normal import spans
from sits_es.orders.sheet import OrderLine, OrderSheet
from sits_es.sentences import unknown


class RuleProblem(Protocol):
    """Why an order can't be given, or what is worth a warning about it."""

    @property
    def message(self) -> str:
        """Who, what is wrong, what is allowed."""
        ...

    @property
    def field(self) -> str | None:
        """The field of the order that it is about, None for the whole order."""
        ...

    @property
    def warns(self) -> bool:
        """Whether the order can be given all the same."""
        ...

    @property
    def passing(self) -> bool:
        """Whether a line that also covers later steps may still be given."""
        ...


def check_sheet(
    sheet: OrderSheet,
    language: Language,
    find_problems: Callable[[int, Event], Iterable[RuleProblem]],
    units: Iterable[str] | None = None,
    exchanges: Iterable[Sequence[int]] = (),
) -> tuple[OrderFault, ...]:
    """Every problem and warning of a sheet that was read from a file, each once for a line, in order of place.

    find_problems: called for each step (1 up, the turn break last) and order, steps in order. A problem that
    only some of a line's steps have names them; one that passes is a warning where the line has later steps.
    units: the units that the player may order; orders for any other are one fault, at its first line, and are not
    looked at. exchanges: the steps of each coming exchange, as far as known; a line that counts once an exchange is
    checked in each.
    """
    known, word = tuple(units) if units is not None else sheet.units, language.unit
    faults = {
        OrderFault.at(sheet.places.get(f"{word} {unit}", TextPlace(1, 1)), unknown(word, unit, known)): None
        for unit in sheet.units
        if unit not in known
    }
    found: dict[tuple[TextPlace, TextPlace, str, bool, bool], list[int]] = {}
    looked_at: dict[TextPlace, list[int]] = {}
    for step, line, form in _in_order(sheet, exchanges):
        if line.unit in known:
            whole = _place(line, None)
            looked_at.setdefault(whole, []).append(step)
            for problem in find_problems(step, form):
                about = (_place(line, problem.field), problem.message, problem.warns, problem.passing)
                found.setdefault((whole, *about), []).append(step)
    for (whole, place, message, warns, passing), steps in found.items():
        every, some = (tuple(dict.fromkeys(each)) for each in (looked_at[whole], steps))
        later = [step for step in every if step > some[-1]]
        passes, where = passing and bool(later), ""
        if passes:
            where = f" (Void in {language.step} {spans(some)}; for {spans(later)} it stands.)"
        elif some != every:
            where = f" (In {language.step} {spans(some)}.)"
        faults[OrderFault.at(place, message + where, warns=warns or passes)] = None
    return in_order(faults)


def _in_order(sheet: OrderSheet, exchanges: Iterable[Sequence[int]]) -> Iterator[tuple[int, OrderLine, Event]]:
    """Every order with its step and line, steps in order; those of no exchange by themselves."""
    among = [tuple(steps) for steps in exchanges if steps]
    told = {step for steps in among for step in steps}
    for steps in sorted([*among, *((step,) for step in sheet.steps if step not in told)]):
        for step, line, form in sheet.with_lines(*steps):
            if not (among and line.each_exchange) or step in told:
                yield step, line, form


def _place(line: OrderLine, field: str | None) -> TextPlace:
    """The words of a field, or the whole line."""
    whole = TextPlace(line.line, line.column, max(line.end - line.column, 1))
    return line.places.get(field, whole) if field else whole


def respell(
    sheet: OrderSheet,
    language: Language,
    units: Iterable[str],
    known: Callable[[Event, str], Iterable[str]] = lambda *_: (),
) -> OrderSheet:
    """The sheet with each name in its known spelling where only upper and lower case differ.

    units: every unit there is; known: the names that another field (such as `target`) of an order may hold, asked with
    the order's unit spelt right already; nothing for fields that hold no names.
    """
    every, word = tuple(units), language.unit
    spelt = {unit: same(unit, every) or unit for unit in sheet.units}
    lines = []
    for line in sheet.lines:
        unit = spelt.get(line.unit, line.unit)
        forms = []
        for written in line.forms:
            form = _respelt(written, word, [unit])
            for name in sorted(line.places.keys() - {word}):
                form = _respelt(form, name, known(form, name))
            forms.append(form)
        lines.append(evolve(line, unit=unit, forms=tuple(forms)))
    first = {f"{word} {spelt[unit]}": sheet.places.get(f"{word} {unit}") for unit in reversed(sheet.units)}
    places = {**sheet.places, **{name: place for name, place in first.items() if place is not None}}
    return evolve(sheet, units=tuple(dict.fromkeys(spelt.values())), lines=tuple(lines), places=places)


def _respelt(form: Event, field: str, known: Iterable[str]) -> Event:
    value = getattr(form, field, None)
    right = same(value, known) if isinstance(value, str) else None
    return evolve(form, **{field: right}) if right is not None and right != value else form
