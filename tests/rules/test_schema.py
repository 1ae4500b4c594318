"""Files of values by a schema: what is written is read back the same, and no fault hides another."""

from __future__ import annotations

from typing import Any, Self

import pytest
from attrs import field, frozen
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.rules import schema
from sits_es.rules.game_sheet import GameSheet
from sits_es.rules.schema import (
    choice,
    data_of,
    each,
    has_none,
    key,
    meant,
    named_tables,
    only,
    read_whole,
    some_of,
    switch,
    table,
    tables,
    text,
    whole,
    wholes,
)
from sits_es.toml import KeyPath
from tests.shared.rows import each_row

ARCS = ("forward", "aft")
NO_WORD = "small letters, digits and -, starting with a letter. Write one such as laser."


def _number(written: str) -> int:
    if not written.isdecimal():
        raise UnreadableError(f"{written} is no roman number.")
    return int(written)


@frozen(kw_only=True)
class Gun:
    name: str = key("a gun's", "laser")
    damage: int = whole(0, 99)
    arcs: tuple[str, ...] = some_of(ARCS, "arc")


@frozen(kw_only=True)
class Crew:
    skill: int = whole(0, 5, 2)


@frozen(kw_only=True)
class Card:
    """A card with one of everything, and a law between two of its fields."""

    name: str = schema.name("Kestrel")
    kind: str = choice(("ship", "mine"), decides=has_none)
    note: str = text("Fast", "")
    hull: int = whole(1, 9)
    web: bool = only(("ship",), switch(), False)
    zone: int = only(("mine",), whole(1, 9), 0)
    mark: int = meant(_number, "4", 0)
    shields: tuple[int, ...] = each(ARCS, 0, 9, 0)
    breakdown: tuple[int, ...] = wholes(1, 6, "[6]", 3, "Write 3 at most.")
    crew: Crew = table(Crew)
    guns: tuple[Gun, ...] = named_tables(Gun)
    boats: tuple[Crew, ...] = tables(Crew, "boat")
    kept: int = field(default=7)

    def checked(self, sheet: GameSheet, path: KeyPath) -> Self:
        if self.web and self.hull < 2:
            sheet.fault((*path, "web"), "a hull of 1 lays none.")
        return self


guns = st.builds(
    Gun,
    name=st.sampled_from(("laser", "gun-2")),
    damage=st.integers(0, 99),
    arcs=st.sampled_from((("forward",), ("aft",), ARCS)),
)
crews = st.builds(Crew, skill=st.integers(0, 5))


@st.composite
def cards(draw: st.DrawFn) -> Card:
    is_ship = draw(st.booleans())
    named = {gun.name: gun for gun in draw(st.lists(guns, max_size=2))}
    return Card(
        name=draw(st.sampled_from(("Kestrel", "Iron Gate"))),
        kind="ship" if is_ship else "mine",
        note=draw(st.text(max_size=5)),
        hull=draw(st.integers(2, 9)),
        web=is_ship and draw(st.booleans()),
        zone=0 if is_ship else draw(st.integers(1, 9)),
        mark=draw(st.integers(0, 99)),
        shields=draw(st.tuples(st.integers(0, 9), st.integers(0, 9))),
        breakdown=tuple(draw(st.lists(st.integers(1, 6), max_size=3))),
        crew=draw(crews),
        guns=tuple(named[name] for name in sorted(named)),
        boats=tuple(draw(st.lists(crews, max_size=2))),
    )


SHIP = Card(
    name="Kestrel",
    kind="ship",
    hull=5,
    mark=4,
    shields=(1, 2),
    crew=Crew(),
    guns=(Gun(name="laser", damage=3, arcs=ARCS),),
)

#: What is wrong: the place, what stands there (None: nothing), what is said.
FAULTS: list[tuple[tuple[str, ...], Any, str]] = [
    (("name",), "", "name: The name is empty. Write at most 60 letters, digits, spaces, - and '."),
    (("note",), 1, 'note: 1 is not a text. Write a text in quotes, such as "Fast".'),
    (("hull",), 0, "hull: 0 is out of range. Write a whole number from 1 to 9."),
    (("hull",), None, "hull: it is missing. Write a whole number from 1 to 9."),
    (("web",), "yes", 'web: "yes" is neither true nor false. Write one of them, without quotes.'),
    (("zone",), 3, "zone: a ship has none. Leave it out, or write it for a mine."),
    (("mark",), "x", "mark: x is no roman number."),
    (("shields", "aft"), 10, "shields.aft: 10 is out of range. Write a whole number from 0 to 9."),
    (("shields", "port"), 1, "shields.port: There is no key port. Keys: forward, aft."),
    (("breakdown",), [1, 2, 3, 4], "breakdown: it has 4 numbers. Write 3 at most."),
    (("breakdown",), [7], "breakdown[1]: 7 is out of range. Write a whole number from 1 to 6."),
    (("crew", "skill"), 6, "crew.skill: 6 is out of range. Write a whole number from 0 to 5."),
    (
        ("guns", "laser", "damage"),
        "3",
        'guns.laser.damage: "3" is not a whole number. Write a whole number from 0 to 99.',
    ),
    (("guns", "laser", "arcs"), [], "guns.laser.arcs: it names none. Write at least one of forward, aft."),
    (("guns", "laser", "arcs"), ["aft", "aft"], "guns.laser.arcs[2]: aft is listed twice. Write it once."),
    (("guns", "laser", "arcs"), ["up"], "guns.laser.arcs[1]: There is no arc up. Arcs: forward, aft."),
    (("guns", "1"), {"damage": 1, "arcs": ["aft"]}, f"guns.1: a gun's name must be {NO_WORD}"),
    (("boats",), [1], "boats[1]: this is not a boat. Write each boat as a table of its own under [[boats]]."),
]


def told(data: dict[str, Any]) -> tuple[str, ...]:
    try:
        read_whole(Card, GameSheet("A card", data))
    except UnreadableError as refusal:
        return refusal.problems
    return ()


def broken(*faults: tuple[tuple[str, ...], Any, str]) -> dict[str, Any]:
    data = data_of(SHIP)
    for path, found, _ in faults:
        *above, last = path
        here = data
        for step in above:
            here = here[step]
        if found is None:
            del here[last]
        else:
            here[last] = found
    return data


@given(card=cards())
def test_what_is_written_is_read_back_the_same(card: Card) -> None:
    assert read_whole(Card, GameSheet("A card", data_of(card))) == card


@each_row("fault", FAULTS)
def test_each_fault_is_told_with_its_place(fault: tuple[tuple[str, ...], Any, str]) -> None:
    assert told(broken(fault)) == (f"A card: {fault[-1]}",)


def test_a_key_that_is_not_known_is_told_with_those_that_are() -> None:
    (said,) = told(data_of(SHIP) | {"weight": 1})
    assert said.startswith("A card: weight: There is no key weight. ")
    assert said.endswith("Keys: name, kind, note, hull, web, zone, mark, shields, breakdown, crew, guns, boats.")


def test_what_a_class_checks_between_its_fields_is_told_too() -> None:
    assert told(data_of(SHIP) | {"web": True, "hull": 1}) == ("A card: web: a hull of 1 lays none.",)


@given(chosen=st.sets(st.sampled_from(range(len(FAULTS))), min_size=2))
def test_no_fault_hides_another(chosen: set[int]) -> None:
    by_place = {FAULTS[place][0]: FAULTS[place] for place in sorted(chosen)}
    assert set(told(broken(*by_place.values()))) == {f"A card: {said}" for _, _, said in by_place.values()}


@pytest.mark.parametrize("kind", [None, "boat"])
def test_where_the_kind_is_not_known_no_key_is_out_of_place(kind: str | None) -> None:
    data = broken((("kind",), kind, ""), (("zone",), 3, ""), (("web",), True, ""))
    (said,) = told(data)
    assert said.startswith("A card: kind: ")
