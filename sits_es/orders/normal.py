"""Orders as text: the normal form of what a sheet orders, one line for a sealed order, and the frame of a new file."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from attrs import define, frozen

from sits_es.events import Event
from sits_es.orders.language import Language, first_words, ship_of
from sits_es.orders.names import written
from sits_es.orders.sheet import OrderSheet
from sits_es.sentences import visible


def write_sheet(sheet: OrderSheet, language: Language, *, secret: bool = False) -> str:
    """Write a sheet in normal form: headers, ships in order of first mention, lines by segment.

    An order that stands in several segments in a row is one line with a range, as far as the order of a segment's
    lines allows. secret: whether the sheet's secret is written as well. ValueError for a name no file can hold.
    """
    head = [f"game {written(sheet.game)}", f"turn {sheet.turn}"]
    if sheet.player is not None:
        head.append(f"player {written(sheet.player)}")
    if secret and sheet.secret is not None:
        head.append(f"secret {sheet.secret}")
    ships = tuple(dict.fromkeys([*sheet.ships, *(line.ship for line in sheet.lines)]))
    blocks = ["\n".join([f"ship {written(ship)}", *_block(sheet, ship, language)]) for ship in ships]
    return "\n\n".join(["\n".join(head), *blocks]) + "\n"


def write_line(form: Event, language: Language) -> str:
    """Write one order as it is sealed, without its segment: `Fearless: fire forward-graser at Sirius`."""
    return f"{written(ship_of(form))}: {language.write(form)}"


def spans(segments: Iterable[int]) -> str:
    """Segments as they are written: `3`, `3-4`, `1,3,5-6`. segments: in order, each once."""
    found: list[list[int]] = []
    for segment in segments:
        if found and segment == found[-1][-1] + 1:
            found[-1].append(segment)
        else:
            found.append([segment])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in found)


@define(eq=False)
class _Run:
    """One order in a row of segments."""

    form: Event
    segments: list[int]


def _block(sheet: OrderSheet, ship: str, language: Language) -> Iterator[str]:
    lines = sheet.of_ship(ship)
    every = range(1, language.last_segment + 1)
    orders = {
        segment: [form for line in lines if segment in line.segments for form in line.forms]
        for segment in (*every, language.break_segment)
    }
    whole = list(every)
    for run in _runs([(segment, orders[segment]) for segment in every]):
        text = language.write(run.form)
        if run.segments == whole and text.split()[0].lower() in first_words(language, "line"):
            yield f"  {text}"
        else:
            yield f"  {spans(run.segments):<5}  {text}"
    for form in orders[language.break_segment]:
        yield f"  break  {language.write(form)}"


def _runs(steps: Sequence[tuple[int, Sequence[Event]]]) -> list[_Run]:
    """Join equal orders of neighbouring segments, keeping the order of every segment.

    The list of runs grows segment by segment. An order that goes on is found among the runs of the segment before,
    behind the last one found; a new one is put in as late as the next that goes on allows.
    """
    runs: list[_Run] = []
    for segment, forms in steps:
        open_at: dict[Event, list[int]] = {}
        for at, run in enumerate(runs):
            if run.segments[-1] == segment - 1:
                open_at.setdefault(run.form, []).append(at)
        woven: list[_Run] = []
        new: list[_Run] = []
        done = 0
        for form in forms:
            places = open_at.get(form, [])
            first = bisect_left(places, done)
            if first == len(places):
                new.append(_Run(form, [segment]))
                continue
            run = runs[places[first]]
            run.segments.append(segment)
            woven += [*runs[done : places[first]], *new, run]
            done, new = places[first] + 1, []
        runs = [*woven, *runs[done:], *new]
    return runs


@frozen(kw_only=True)
class UnitBlock:
    """One unit's part of a new file. notes: its state and what it may do; examples: lines of orders to choose from.

    orders: lines of orders that hold as they stand, such as standing orders.
    """

    name: str
    notes: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()


def write_template(
    game: str, turn: int, units: Iterable[UnitBlock], *, player: str | None = None, notes: Iterable[str] = ()
) -> str:
    """Write a new order file, ready to edit. Notes and examples are comments: unedited it orders `orders` alone.

    turn: 1 up; notes: about the whole file. ValueError for a name that no file can hold.
    """
    head = [f"game {written(game)}", f"turn {turn}"]
    if player is not None:
        head.append(f"player {written(player)}")
    blocks = [[*_comments(notes), *head]]
    for unit in units:
        lines = [f"ship {written(unit.name)}", *(f"  {line}" for line in _comments(unit.notes))]
        blocks.append([*lines, *(f"  {line}" for line in _comments(unit.examples)), *(f"  {o}" for o in unit.orders)])
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _comments(texts: Iterable[str]) -> list[str]:
    """Each line of each text as a comment; nothing in it can become an order."""
    return [f"# {visible(line)}".rstrip() for text in texts for line in text.splitlines() or [""]]
