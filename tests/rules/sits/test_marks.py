"""What stands in neither source is marked house or 2e, on the page of the rules and wherever a sum says so."""

from __future__ import annotations

import re

from sits_es.rules.rulebook import rulebook_of
from sits_es.rules.sits.tables.section import source
from sits_es.rules.sits.tables.tables import card_tables
from tests.shared.printed_words import stands_in
from tests.shared.rows import each_row

MARK = re.compile(r"\[(?:house|2e)\b[^\]]*\]")


def statement(section: str, words: str) -> str:
    """The statement of a section in which some words stand: it goes on to the next mark, or to its own end."""
    (found,) = rulebook_of("sits").find(section)
    (told,) = (passage.text for passage in found.passages if words in passage.text)
    _, _, rest = told.partition(words)
    return rest


@each_row(
    ("section", "words"),
    [
        ("1", "repeat both steps until neither applies"),
        ("4", "five columns by three rows"),
        ("4", "The wedge, the rows that it closes and the slide are"),
        ("4", "Port and starboard have sidewalls"),
        ("4", "The rolled-ship bonus is added when"),
        ("6", "T x k x k / 128 hexes"),
        ("6", "Other fractions are lost at the break"),
        ("7", "is hit without a roll"),
        ("7", "The relative velocity is the target's vectors minus the shooter's"),
        ("7", "a wall that one of them takes down is down for the other beams"),
        ("7", "Damage is resolved in the order"),
        ("7", "a weapon destroyed earlier in the step doesn't fire"),
        ("7", "the strength is the number mirrored in its own track"),
        ("7", "the reach is 3 hexes below size 60"),
        ("7", "Laser and graser damage meets the sidewall"),
        ("7", "Energy torpedoes have no effect through a standing sidewall"),
        ("8", "the maximum number of salvoes that one ship may launch at one target in a turn"),
        ("8", "A laser that fired in this segment doesn't defend in it"),
        ("8", "is rounded half up, then the results are added"),
        ("8", "The missile quality level is class quality + range modifier"),
        ("8", "There is one variance roll for each layer of each attack"),
        ("10", "weapons count down their recycle and reload times"),
    ],
)
def test_a_statement_that_stands_in_neither_source_carries_its_mark(section: str, words: str) -> None:
    found = MARK.search(statement(section, words))
    assert found is not None
    # no other statement ends before it
    assert ". " not in re.sub(r"\([^)]*\)", "", statement(section, words)[: found.start()])


def test_a_decoys_time_is_marked_where_the_sequence_of_play_tells_it() -> None:
    (found,) = rulebook_of("sits").find("5")
    told = " ".join(passage.text for passage in found.passages)
    assert "A decoy lasts through the missile resolution of its segment [house]" in told


@each_row(
    ("key", "whose"),
    [
        (("laser_damage", 20, 0, 0), "house: size x range x closure factor"),
        (("thrust_chart", "dots", 5), "house: thrust x pulses / 8"),
        (("thrust_chart", "hexes", 5), "house: thrust x pulses x pulses / 128"),
        (("graser_damage", 20, 0, 0), "card"),
        (("graser_damage", 20, 0, 3), "derived: size x range x closure factor"),
    ],
)
def test_a_number_is_told_as_what_it_is(key: tuple[str | int, ...], whose: str) -> None:
    assert source(card_tables(), *key) == whose


def test_both_readings_of_the_sidewall_have_their_reasons_on_the_page() -> None:
    (found,) = rulebook_of("sits").find("8.5")
    (told,) = (passage.text for passage in found.passages)
    assert 'One sentence points to strikes: the number is "the amount that strikes the hull of the ship".' in told
    assert '"reduce the total damage pool"' in told
    assert stands_in("flyer", "reduce the total damage pool")
    assert "a high number means a strong wall" in told
