"""What the rules find wrong with a file's orders, as faults at the words concerned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from attrs import evolve
from msgspec import Struct

from sits_es.events import Coded, Event
from sits_es.orders.faults import OrderFault, TextPlace, in_order
from sits_es.orders.language import Language
from sits_es.orders.names import same
from sits_es.orders.normal import spans
from sits_es.orders.sheet import OrderLine, OrderSheet
from sits_es.sentences import nearest, unknown


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

    @property
    def why(self) -> Coded | None:
        """Its code, where it has one."""
        ...

    @property
    def assumes(self) -> str:
        """What it goes by where it is foreseen, such as "if everybody else drifts"; otherwise empty."""
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
    only some of a line's steps have names them; one that passes is a warning where the line has later steps; what is
    only foreseen says by what.
    units: those whose orders are looked at, by default all. exchanges: the steps of each coming exchange, as far as
    known; a line that counts once an exchange is checked in each.
    """
    known = tuple(units) if units is not None else sheet.units
    checked: dict[TextPlace, _Line] = {}
    for step, line, form in _in_order(sheet, exchanges):
        if line.unit in known:
            whole = _place(line, None)
            checked.setdefault(whole, _Line()).note(step, line, find_problems(step, form))
    return in_order(dict.fromkeys(fault for each in checked.values() for fault in each.faults(language.step)))


class _Found(Struct):
    """A problem at its place. steps: those that have it, in order."""

    problem: RuleProblem
    place: TextPlace
    steps: dict[int, None] = {}


class _Line(Struct):
    """What is found of one line. steps: in which it was looked at; certain, foreseen: problems with their steps.

    A foreseen problem of one code is told once, as in its first step: its values may differ from step to step.
    """

    steps: dict[int, None] = {}
    certain: dict[tuple[object, ...], _Found] = {}
    foreseen: dict[tuple[object, ...], _Found] = {}

    def note(self, step: int, line: OrderLine, problems: Iterable[RuleProblem]) -> None:
        """Keep what is found in a step."""
        self.steps[step] = None
        for problem in problems:
            place = _place(line, problem.field)
            if problem.assumes:
                found = self.foreseen.setdefault(_about(place, problem), _Found(problem, place))
            else:
                key = (place, problem.message, problem.warns, problem.passing)
                found = self.certain.setdefault(key, _Found(problem, place))
            found.steps[step] = None

    def faults(self, word: str) -> Iterator[OrderFault]:
        """Every fault and warning; one that passes is told together with what is foreseen of it in later steps."""
        fails = {step for each in self.foreseen.values() for step in each.steps}
        for each in self.certain.values():
            problem, some = each.problem, each.steps
            later = [step for step in self.steps if step > max(some)] if problem.passing else []
            where = f"In {word} {spans(some)}" if some.keys() != self.steps.keys() else ""
            if later:
                where = f"Void in {word} {spans(some)}"
                if (too := self.foreseen.pop(_about(each.place, problem), None)) is not None:
                    where += f"; in {spans(too.steps)} too, {too.problem.assumes}"
                if stands := [step for step in later if step not in fails]:
                    where += f"; in {spans(stands)} it is valid"
            yield OrderFault.at(each.place, problem.message + _aside(where), warns=problem.warns or bool(later))
        for each in self.foreseen.values():
            where = f"In {word} {spans(each.steps)}, " if each.steps.keys() != self.steps.keys() else ""
            said = each.problem.message + _aside(where + each.problem.assumes)
            yield OrderFault.at(each.place, said, warns=True)


def _about(place: TextPlace, problem: RuleProblem) -> tuple[object, ...]:
    """Its place and code: a problem that is foreseen may be of other values in another step."""
    return place, problem.why.code if problem.why is not None else problem.message


def _aside(text: str) -> str:
    """A text in brackets, behind a message; nothing for none."""
    return f" ({text[0].upper()}{text[1:]}.)" if text else ""


def unknown_units(sheet: OrderSheet, language: Language, units: Iterable[str]) -> tuple[OrderFault, ...]:
    """A fault for each unit that there is not, at its first line. units: every one that the player may order."""
    known, word = tuple(units), language.unit
    return tuple(
        OrderFault.at(sheet.places.get(f"{word} {unit}", TextPlace(1, 1)), unknown(word, unit, known))
        for unit in sheet.units
        if unit not in known
    )


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
    alike: Iterable[str] = (),
) -> OrderSheet:
    """The sheet with each name in its known spelling where only upper and lower case differ.

    units: every unit there is; known: the names that another field (such as `target`) of an order may hold, asked with
    the order's unit spelt right already; nothing for fields that hold no names. alike: units of which the one most like
    it is taken for a unit that there is not, so that its orders can be looked at; the sheet is no longer to be played.
    """
    every, meant, word = tuple(units), tuple(alike), language.unit
    spelt = {unit: same(unit, every) or nearest(unit, meant) or unit for unit in sheet.units}
    lines = []
    for line in sheet.lines:
        unit = spelt.get(line.unit, line.unit)
        forms = []
        for written in line.forms:
            form = written if getattr(written, word, unit) == unit else evolve(written, **{word: unit})
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
