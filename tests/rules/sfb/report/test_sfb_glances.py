"""Runs of SFB 'n3D at a glance: in short numbers, with how far up every unit is."""

from attrs import evolve
from msgspec.structs import replace

from sits_es.rules.sfb.board import BREAK
from sits_es.rules.sfb.ending.facts import RunEnded
from sits_es.rules.sfb.exchanges import advance
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


def test_a_distance_is_never_rounded_to_a_whole_number_of_hexes() -> None:
    run = stage()
    facts = [UnitTrapped(unit="Hawk", web="web-1", exact=exact) for exact in (9_634, 9_999, 10_000, 10_460, 19_999)]
    told = [each.text for each in glance([replace(run, facts=facts)], run.before).happened]
    assert [each.removeprefix("Hawk is in web-1, ").removesuffix(" from its line") for each in told] == [
        "0.96 hexes",
        "0.9999 hexes",
        "1 hex",
        "1.05 hexes",
        "1.9999 hexes",
    ]


def test_runs_are_called_by_their_first_impulse_and_their_last() -> None:
    def title(*runs: tuple[int, int]) -> str:
        stages = []
        for first, last in runs:
            before = evolve(board(), impulse=first, turns=4)
            ended = (RunEnded(impulse=last),) if last else ()
            stages.append(replace(stage(), before=before, after=before, facts=ended))
        return glance(stages, evolve(board(), turns=4)).title

    assert title((1, 8)) == "turn 2, impulses 1 to 8"
    assert title((1, 8), (9, 11)) == "turn 2, impulses 1 to 11"
    assert title((16, 32), (BREAK, 0)) == "turn 2, impulse 16 to the break"
    assert title((BREAK, 0)) == "turn 2, turn break"
    assert title((1, 32), (BREAK, 0)) == "turn 2 of 4"


def test_what_is_to_be_settled_is_counted() -> None:
    run = stage()
    assert glance([run], run.after).to_settle == "3 things to settle on your displays"
    assert glance([], run.before).to_settle == ""


def test_what_an_emergency_deceleration_stops_is_told_with_its_end_and_no_longer() -> None:
    now = evolve(board(), turn=1, impulse=25, passed=32)
    now.units["Hawk"].waits = 34

    def told() -> list[str]:
        hawk = next(unit for unit in glance([], now).units if unit.name == "Hawk")
        return [each.text for each in hawk.told if "impulse energy" in each.text]

    assert told() == ["no impulse energy up to 2.2, after its emergency deceleration"]
    advance(now)
    advance(now)
    assert (now.turn, now.impulse, len(told())) == (2, 1, 1)
    now.passed = 1
    advance(now)
    assert (now.impulse, len(told())) == (2, 1)
    now.passed = 2
    advance(now)
    assert (now.impulse, told(), now.units["Hawk"].waits) == (3, [], 0)
