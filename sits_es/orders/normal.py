"""Orders as text: the normal form of what a sheet orders, one line for a sealed order, and the frame of a new file."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Final

from attrs import evolve
from msgspec import Struct

from sits_es.events import Event
from sits_es.orders.frame import read_line
from sits_es.orders.language import Language, first_words
from sits_es.orders.names import written
from sits_es.orders.sheet import OrderLine, OrderSheet
from sits_es.sentences import visible


def write_sheet(sheet: OrderSheet, language: Language) -> str:
    """Write a sheet in normal form: headers, units in order of first mention, lines by step.

    An order that is given for several steps in a row is one line with a range, as far as the order of a step's
    lines allows. A secret is not written. ValueError for a name no file can hold.
    """
    head = [f"game {written(sheet.game)}", f"turn {sheet.turn}"]
    if sheet.player is not None:
        head.append(f"player {written(sheet.player)}")
    units = tuple(dict.fromkeys([*sheet.units, *(line.unit for line in sheet.lines)]))
    blocks = ["\n".join([f"{language.unit} {written(unit)}", *_block(sheet, unit, language)]) for unit in units]
    return "\n\n".join(["\n".join(head), *blocks]) + "\n"


def write_line(form: Event, language: Language) -> str:
    """Write one order as it is sealed: `Fearless: fire forward-graser at Sirius`.

    Only in a numbered language does it begin with its step: `impulse 5 Kestrel: turn yaw 8.2`.
    """
    step = language.step_of(form)
    numbered = f"{language.step} {step} " if step is not None else ""
    return f"{numbered}{written(language.unit_of(form))}: {language.write(form)}"


def spans(steps: Iterable[int]) -> str:
    """Steps as they are written: `3`, `3-4`, `1,3,5-6`. steps: in order, each once."""
    found: list[list[int]] = []
    for step in steps:
        if found and step == found[-1][-1] + 1:
            found[-1].append(step)
        else:
            found.append([step])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in found)


class _Run(Struct, eq=False):
    """One order in a row of steps."""

    form: Event
    steps: list[int]


def _block(sheet: OrderSheet, unit: str, language: Language) -> Iterator[str]:
    lines = sheet.of_unit(unit)
    for once, some in groupby(lines, key=lambda line: line.each_exchange):
        if once:
            yield from (f"  {language.write(form)}" for line in some for form in line.forms)
        else:
            yield from _by_step(list(some), language)
    for form in (form for line in lines if language.break_step in line.steps for form in line.forms):
        yield f"  break  {language.write(form)}"


def _by_step(lines: Sequence[OrderLine], language: Language) -> Iterator[str]:
    """Lines of orders that hold in each of their steps, the turn break left out."""
    every = range(1, language.last_step + 1)
    orders = [(step, [form for line in lines if step in line.steps for form in line.forms]) for step in every]
    whole, word = list(every), f"{language.step} " if language.numbered else ""
    for run in _runs(orders):
        text = language.write(run.form)
        # where orders name their step, a line without one counts otherwise
        if language.stepless or (
            run.steps == whole and not language.numbered and text.split()[0].lower() in first_words(language, "line")
        ):
            yield f"  {text}"
        else:
            yield f"  {word}{spans(run.steps):<5}  {text}"


def _runs(steps: Sequence[tuple[int, Sequence[Event]]]) -> list[_Run]:
    """Join equal orders of neighbouring steps, keeping the order of every step.

    The list of runs grows step by step. An order that goes on is found among the runs of the step before,
    after the last one found; a new one is put in as late as the next that goes on allows.
    """
    runs: list[_Run] = []
    for step, forms in steps:
        open_at: dict[Event, list[int]] = {}
        for at, run in enumerate(runs):
            if run.steps[-1] == step - 1:
                open_at.setdefault(run.form, []).append(at)
        woven: list[_Run] = []
        new: list[_Run] = []
        done = 0
        for form in forms:
            places = open_at.get(form, [])
            first = bisect_left(places, done)
            if first == len(places):
                new.append(_Run(form, [step]))
                continue
            run = runs[places[first]]
            run.steps.append(step)
            woven += [*runs[done : places[first]], *new, run]
            done, new = places[first] + 1, []
        runs = [*woven, *runs[done:], *new]
    return runs


class UnitBlock(Struct, frozen=True, kw_only=True):
    """One unit's part of a new file. notes: its state and what it may do; examples: lines of orders to choose from.

    orders: lines of orders that hold as they are, such as standing orders.
    """

    name: str
    notes: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()


def write_template(
    game: str,
    turn: int,
    units: Iterable[UnitBlock],
    language: Language,
    *,
    player: str | None = None,
    notes: Iterable[str] = (),
) -> str:
    """Write a new order file, ready to edit. Notes and examples are comments: unedited it orders only `orders`.

    turn: 1 up; notes: about the whole file. ValueError for a name that no file can hold.
    """
    head = [f"game {written(game)}", f"turn {turn}"]
    if player is not None:
        head.append(f"player {written(player)}")
    blocks = [[*comments(notes), *head]]
    for unit in units:
        said = [line for text in (*unit.notes, *unit.examples) for line in comments([text], "  ")]
        blocks.append([f"{language.unit} {written(unit.name)}", *said, *(f"  {order}" for order in unit.orders)])
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


#: Columns of a template, which a mail reader shows without breaking its lines.
COLUMNS: Final = 78


def comments(texts: Iterable[str], indent: str = "") -> list[str]:
    """Each line of each text as comments that fit a mail; nothing in them can become an order.

    A line that begins with a blank is an order to be copied: it is never broken, what is said of it goes on below.
    """
    return [
        f"{indent}# {piece}".rstrip()
        for text in texts
        for line in text.splitlines() or [""]
        for piece in _pieces(visible(line), COLUMNS - len(indent) - len("# "))
    ]


def _pieces(line: str, width: int) -> list[str]:
    """A line, or what it is broken into where it has more than `width` columns."""
    if len(line) <= width:
        return [line]
    hang = " " * (len(line) - len(line.lstrip()) + 4)
    order, sign, said = line.partition("  # ") if line.startswith(" ") else ("", "", line)
    told = wrap(said, width - len(hang) - len("# "), break_long_words=False, break_on_hyphens=False)
    if order:
        return [order, *(f"{hang}# {each}" for each in told)] if sign else [line]
    return wrap(line, width, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False)


#: A comment that goes on with the one above, or with what is said there of an order.
_GOES_ON: Final = re.compile(r"\s*# {5,}(?P<remark># )?(?P<said>\S.*)")


def unbroken(lines: Iterable[str]) -> list[str]:
    """A template's lines as they were before `comments` broke them, for whoever shows them elsewhere."""
    found: list[str] = []
    for line in lines:
        more = _GOES_ON.fullmatch(line)
        if more is None or not found:
            found.append(line)
        elif more["remark"] and "  # " not in found[-1].lstrip()[2:]:
            found[-1] += f"  # {more['said']}"
        else:
            found[-1] += f" {more['said']}"
    return found


def standing_forms(sheet: OrderSheet, language: Language) -> tuple[Event, ...]:
    """Orders of a sheet that can stand: of lines without a step, and, where orders don't name theirs, with several."""
    stands = [line for line in sheet.lines if line.whole_turn or (len(line.steps) > 1 and not language.numbered)]
    return tuple(form for line in stands for form in line.forms)


def how_they_stand(language: Language) -> str:
    """What to write so that orders stand, as a sentence after a space; empty if any will do."""
    if language.stepless:
        return ""
    if not language.numbered:
        return f" Give lines for several {language.step}s, such as 1-{language.last_step}."
    if language.has_anytime:
        return f" Give lines that name no {language.step}."
    return f" Every order names its {language.step}, so no order can be a standing order."


def standing_lines(lines: Sequence[str], language: Language, step: int) -> tuple[str, ...]:
    """Standing orders, kept as lines, as they are sealed for the exchange that begins with a step.

    Where orders name their step, it is this one. Raises OrderFaults for lines that can't be read.
    """
    if not language.numbered or step == language.break_step:
        return tuple(lines)
    forms = (read_line(line, language) for line in lines)
    return tuple(write_line(evolve(form, **{language.step: step}), language) for form in forms)
