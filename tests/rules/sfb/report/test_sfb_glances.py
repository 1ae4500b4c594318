"""Runs of SFB 'n3D at a glance: in short numbers, with how far up every unit is."""

from attrs import evolve
from msgspec.structs import replace

from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.sfb.views.board import name_of, stands_at
from sits_es.rules.sfb.views.glance import glance
from sits_es.rules.sfb.webs.facts import UnitTrapped
from tests.shared.sfb_runs import stage
from tests.shared.sfb_samples import board


def told_of(place: Place) -> tuple[str, str]:
    """Where a unit is, as it is told where there is room and where there is little."""
    now = board()
    now.units["Hawk"].place = place
    unit = next(unit for unit in glance([], now).units if unit.name == "Hawk")
    (told,) = (told for told in unit.told if told.short)
    return told.text, "".join(phrase.text for phrase in told.short)


def test_a_place_has_one_decimal_and_in_short_only_its_height() -> None:
    assert told_of(Place(158_375, -7_350, 31_250)) == ("15.8,-0.7,3.1", "down 0.7")
    assert told_of(Place(240_000, 25_000, -9_999)) == ("24,2.5,-1", "up 2.5")
    assert told_of(Place(-1_250, 0, 312)) == ("-0.1,0,0.03", "up 0")


def test_without_a_run_it_says_before_which_one_the_board_stands() -> None:
    assert glance([], board()).title.startswith("before turn 2, impulses ")


def test_a_board_of_a_game_whose_turns_are_played_stands_after_the_last() -> None:
    assert stands_at(evolve(board(), turns=2, turn=2)) == name_of(evolve(board(), turn=2))
    assert stands_at(evolve(board(), turns=2, turn=3)) == "After turn 2, the last"
    assert stands_at(evolve(board(), turns=0, turn=3)) == name_of(evolve(board(), turn=3))


def test_who_is_caught_on_the_line_of_a_web_is_on_it_and_distances_are_short() -> None:
    run = stage()
    near, far = (UnitTrapped(unit=name, web="web-1", exact=exact) for name, exact in (("Hawk", 0), ("Kestrel", 16_542)))
    told = [each.text for each in glance([replace(run, facts=(near, far))], run.before).happened]
    assert told == ["Hawk is in web-1, on its line", "Kestrel is in web-1, 1.7 hexes from its line"]
