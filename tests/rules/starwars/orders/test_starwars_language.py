from __future__ import annotations

import contextlib
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.orders.faults import OrderFaults
from sits_es.orders.frame import read_line, read_sheet
from sits_es.orders.names import problem_of
from sits_es.orders.normal import write_line, write_sheet
from sits_es.rules.starwars.advantage.facts import AdvantageOrdered
from sits_es.rules.starwars.attacks.facts import FireOrdered, SideOrdered
from sits_es.rules.starwars.checks.facts import CheckOrdered
from sits_es.rules.starwars.crews.facts import AngleOrdered, RepairOrdered, StanceOrdered
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.flying.facts import FlyOrdered, SpeedOrdered
from sits_es.rules.starwars.harm.facts import (
    CriticalEntered,
    CriticalMended,
    NoteAgreed,
    NoteEntered,
    ShieldsEntered,
    StrainEntered,
    TraumaEntered,
)
from sits_es.rules.starwars.orders.language import LANGUAGE
from sits_es.rules.starwars.orders.reader import HARDEST, MOST_ADDED, MOST_HARM, MOST_SHIELDS, MOST_TEXT
from sits_es.rules.starwars.spending.facts import AnswerOrdered, SpendOrdered
from sits_es.rules.starwars.starship_class import ARCS, CHARACTERISTIC
from sits_es.rules.starwars.sums.flying import MOST_STEPS
from sits_es.space.hexes import DIRECTIONS
from tests.shared.rows import each_row
from tests.shared.starwars_order_lines import LINES, OTHERWISE

HEAD = "game duel\nturn 1\nstarship Hawk\n"


@each_row(("text", "form"), LINES)
def test_each_order_is_read_and_written(text: str, form: OfStarship) -> None:
    assert read_line(f"Hawk: {text}", LANGUAGE) == form
    assert LANGUAGE.write(form) == text


@each_row(("text", "normal"), OTHERWISE)
def test_there_are_other_ways_to_write_the_same_order(text: str, normal: str) -> None:
    assert LANGUAGE.write(read_line(f"Hawk: {text}", LANGUAGE)) == normal


def test_a_file_names_no_slot_and_keeps_the_order_of_its_lines() -> None:
    text = (
        "game duel\nturn 2\nplayer Anna\n\nstarship Hawk\n"
        "  fire forward-lasers at Kite\n  fly F F L\n\nstarship Heron\n  note: watches\n"
    )
    sheet = read_sheet(text, LANGUAGE)
    assert sheet.at(1) == (
        FireOrdered(starship="Hawk", weapon="forward-lasers", target="Kite"),
        FlyOrdered(starship="Hawk", steps=("F", "F", "L")),
        NoteEntered(starship="Heron", text="watches"),
    )
    assert write_sheet(sheet, LANGUAGE) == text


@pytest.mark.parametrize(
    ("text", "column", "length", "said", "expected"),
    [
        ("fly", 10, 1, "The line is incomplete.", "a step (F, L or R)"),
        ("fly with 1 boost", 11, 4, '"with" does not belong here.', "a step (F, L or R)"),
        (
            "fly F X",
            13,
            1,
            '"X" (step 2) is not a step. Write F for a hex ahead, and L or R for a turn of 60 degrees.',
            "",
        ),
        ("fly FFL", 11, 3, '"FFL" (step 1) is several steps in one word. Put spaces between them: F F L.', ""),
        ("fly 3F", 11, 2, '"3F" (step 1) has a number. Write each step by itself: F F F.', ""),
        (f"fly{' F' * 100}", 11, 1, "100 steps are too many. Write 99 or fewer.", ""),
        ("fly F, F", 12, 1, '"," does not belong here.', "with, a step (F, L or R) or the end of the line"),
        ("fly F with", 17, 1, "The line is incomplete.", "a number"),
        ("fly F with 0 boost", 18, 1, '"0" is too low.', "a number from 1 to 9"),
        ("fly F with 10 boost", 18, 2, '"10" is too high.', "a number from 1 to 9"),
        ("fly F with 1 luck", 20, 4, '"luck" does not belong here.', "boost, harder, setback or upgrades"),
        ("fly F with 1 boost 2 BOOST", 28, 5, "Boost is given twice.", "each at most once"),
        ("fire turret", 18, 1, "The line is incomplete.", "at"),
        ("fire turret at Kite zone left", 32, 4, '"left" does not belong here.', "aft, forward, port or starboard"),
        ("fire turret at Kite toward G", 34, 1, '"G" does not belong here.', "a side from A to F"),
        (
            "fire turret at Kite zone aft zone aft",
            36,
            4,
            '"zone" does not belong here.',
            "by, toward, with or the end of the line",
        ),
        (
            "fire turret at Kite toward D toward D",
            36,
            6,
            '"toward" does not belong here.',
            "by, with, zone or the end of the line",
        ),
        (
            "fire turret at Kite toward D zone aft toward D",
            45,
            6,
            '"toward" does not belong here.',
            "by, with or the end of the line",
        ),
        (
            "fire turret at Kite with 1 boost zone aft",
            40,
            4,
            '"zone" does not belong here.',
            "a number or the end of the line",
        ),
        ("gain advantage over Kite", 22, 4, '"over" does not belong here.', "on"),
        (
            "check slicing difficulty 1",
            13,
            7,
            '"slicing" does not belong here.',
            (
                "astrogation, computers, cool, discipline, gunnery, leadership, mechanics, perception, piloting or "
                "vigilance"
            ),
        ),
        ("check pilotng difficulty 1", 13, 7, '"pilotng" does not belong here. Did you mean piloting?', None),
        ("check piloting difficulty 6", 33, 1, '"6" is too high.', "a number from 0 to 5"),
        ("check piloting", 21, 1, "The line is incomplete.", "difficulty"),
        ("check piloting difficulty 1:", 35, 1, "The line is incomplete.", "a text"),
        (
            "check computers difficulty 2: the beacon with 1 boost",
            37,
            23,
            '"with 1 boost" after the colon has no effect.',
            "it before the colon, or use other words",
        ),
        ("side", 11, 1, "The line is incomplete.", "a side from A to F"),
        ("spend 1 luck: x", 15, 4, '"luck" does not belong here.', "advantage, despair, threat or triumph"),
        ("repair wings", 14, 5, '"wings" does not belong here.', "critical, hull or strain"),
        ("angle shields from aft", 29, 1, "The line is incomplete.", "to"),
        (
            "spend 1 triumpf: x",
            15,
            7,
            '"triumpf" does not belong here. Did you mean triumph?',
            "advantage, despair, threat or triumph",
        ),
        ("spend 0 triumph: x", 13, 1, '"0" is too low.', "a number from 1 to 9999"),
        ("spend 1 triumph", 22, 1, "The line is incomplete.", "on or a colon"),
        ("trauma 3", 14, 1, '"3" does not belong here.', "a change such as +3 or -1"),
        ("trauma +0", 14, 2, '"+0" changes nothing.', "+1 to +999, or -1 to -999"),
        ("strain -1000", 14, 5, '"-1000" is too much.', "+1 to +999, or -1 to -999"),
        ("shields aft 100", 19, 3, '"100" is too high.', "a number from 0 to 99"),
        ("critical 0 mended", 16, 1, '"0" is too low.', "a number from 1 to 9999"),
        ("critical 1", 17, 1, "The line is incomplete.", "mended or a colon"),
        ("note: # nothing", 12, 1, "The line is incomplete.", "a text"),
        (f"note: {'x' * 201}", 13, 201, "The text has 201 characters.", "up to 200"),
        (
            "note: a\tb",
            13,
            3,
            "The text holds an invisible character.",
            "visible characters, and spaces",
        ),
    ],
)
def test_a_line_that_cannot_be_read_says_where_and_what_could_stand_there(
    text: str, column: int, length: int, said: str, expected: str | None
) -> None:
    with pytest.raises(OrderFaults) as refusal:
        read_line(f"Hawk: {text}", LANGUAGE)
    (fault,) = refusal.value.faults
    assert (fault.column, fault.length, fault.message) == (column, length, said)
    assert expected is None or fault.expected == expected


def test_every_wrong_step_of_a_flight_is_told_at_its_place() -> None:
    with pytest.raises(OrderFaults) as refusal:
        read_sheet(f"{HEAD}  fly F X F 2L\n", LANGUAGE, "anna.txt")
    assert "\n".join(refusal.value.problems) == (
        'anna.txt:4:9: "X" (step 2) is not a step. Write F for a hex ahead, and L or R for a turn of 60 degrees.\n'
        "      fly F X F 2L\n"
        "            ^\n"
        'anna.txt:4:13: "2L" (step 4) has a number. Write each step by itself: L L.\n'
        "      fly F X F 2L\n"
        "                ^^"
    )


def test_a_flight_has_at_most_99_steps_and_a_text_200_characters() -> None:
    longest = read_line(f"Hawk: fly{' F' * MOST_STEPS}", LANGUAGE)
    assert isinstance(longest, FlyOrdered)
    assert len(longest.steps) == 99
    text = "x" * MOST_TEXT
    assert read_line(f"Hawk: note: {text}", LANGUAGE) == NoteEntered(starship="Hawk", text=text)


#: Words of the language are names too.
words = st.sampled_from(
    ("with", "zone", "at", "toward", "on", "F", "1", "-1", "with 1 boost", "a:b", "a#b", "starship")
)
named = words | st.text(min_size=1, max_size=12).filter(lambda name: problem_of(name) is None)
texts: st.SearchStrategy[str] = (
    st.text(min_size=1, max_size=20)
    .map(lambda text: normalize("NFC", text.strip()))
    .filter(lambda text: text != "" and text.isprintable() and "#" not in text)
)
added = st.integers(0, MOST_ADDED)
of_check = {"boost": added, "setback": added, "upgrades": added, "harder": added}
members = st.just("") | named.filter(lambda name: name.lower() != "pilot")
sources = st.sampled_from(["action", "flight"]) | named.filter(
    lambda name: name.lower() not in {"pilot", "action", "flight"}
)
harm = st.integers(1, MOST_HARM) | st.integers(-MOST_HARM, -1)
arcs, sides = st.sampled_from(ARCS), st.sampled_from(DIRECTIONS)

FORMS: dict[type[OfStarship], dict[str, st.SearchStrategy[object]]] = {
    FlyOrdered: {"steps": st.lists(st.sampled_from("FLR"), min_size=1, max_size=12).map(tuple), **of_check},
    SpeedOrdered: {"change": st.sampled_from([1, -1])},
    FireOrdered: {
        "weapon": named,
        "target": named,
        "zone": st.none() | arcs,
        "toward": st.none() | sides,
        "member": members,
        **of_check,
    },
    StanceOrdered: {"effect": st.sampled_from(["evade", "stay on target"])},
    AngleOrdered: {"taken": arcs, "zone": arcs, "member": members},
    RepairOrdered: {"what": st.sampled_from(["hull", "strain"]), "member": members, **of_check},
    AdvantageOrdered: {"target": named, **of_check},
    CheckOrdered: {
        "skill": st.sampled_from(sorted(CHARACTERISTIC)),
        "difficulty": st.integers(0, HARDEST),
        "why": st.just("") | texts,
        "member": members,
        **of_check,
    },
    SideOrdered: {"side": sides},
    SpendOrdered: {
        "number": st.integers(1, 9999),
        "what": st.sampled_from(["advantage", "triumph"]),
        "source": sources,
        "text": texts,
    },
    AnswerOrdered: {
        "number": st.integers(1, 9999),
        "what": st.sampled_from(["threat", "despair"]),
        "source": sources,
        "text": texts,
    },
    TraumaEntered: {"change": harm},
    StrainEntered: {"change": harm},
    ShieldsEntered: {"zone": arcs, "shields": st.integers(0, MOST_SHIELDS)},
    CriticalEntered: {"critical": st.integers(1, 9999), "text": texts},
    CriticalMended: {"critical": st.integers(1, 9999)},
    NoteEntered: {"text": texts},
    NoteAgreed: {"number": st.integers(1, 9999)},
}
orders = st.one_of(*[st.builds(form, starship=named, **fields) for form, fields in FORMS.items()])


def test_by_chance_every_form_comes_up() -> None:
    assert {*FORMS} == {*LANGUAGE.forms}


@given(order=orders)
def test_an_order_written_is_read_as_the_same_and_written_the_same_again(order: OfStarship) -> None:
    line = write_line(order, LANGUAGE)
    assert read_line(line, LANGUAGE) == order
    assert write_line(read_line(line, LANGUAGE), LANGUAGE) == line


@given(text=st.text(alphabet='flyFLRwithboostfireatzonetowardABCgainadvantagespendnote: ,.+-01239"#\t', max_size=40))
def test_any_text_is_an_order_of_a_starship_or_has_faults(text: str) -> None:
    with contextlib.suppress(OrderFaults):
        assert isinstance(read_line(f"Hawk: {text}", LANGUAGE), OfStarship)
