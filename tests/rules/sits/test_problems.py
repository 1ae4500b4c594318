from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from msgspec.structs import replace

from sits_es.orders.frame import read_line
from sits_es.rules.refusals import Refusal
from sits_es.rules.sits.board import Board, Launch
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.missiles.facts import LaunchOrdered
from sits_es.rules.sits.orders.language import LANGUAGE
from sits_es.rules.sits.orders.problems import future_problems, problems
from sits_es.rules.sits.procedure import BREAK
from sits_es.rules.sits.scenario.terms import Options
from sits_es.rules.sits.sums.thrust_chart import ThrustChart
from sits_es.rules.sits.tables.values import ThrustRow
from sits_es.space.avid import Window
from sits_es.space.hexes import HexVector
from tests.shared.rows import each_row
from tests.shared.sits_boards import CRUISER, board_of, cruiser, placed, play, with_ship, without

WEAPONS = "forward-grav-lance, forward-energy-torpedo, forward-graser, port-laser, starboard-laser"
KNOWN = f"Beam weapons: {WEAPONS}."
TRACKS = ", ".join(CRUISER.tracks)


def duel(at: str = "6,-3", nose: str = "A", roll: int = 0, segment: int = 1, turn: int = 1) -> Board:
    return board_of(placed("Fearless", "0,0"), placed("Sirius", at, nose, roll), segment=segment, turn=turn)


def judged(board: Board, *lines: str, segment: int | None = None) -> list[Refusal]:
    """What is found of the last of these orders, in every case and as things are forecast."""
    at = board.segment if segment is None else segment
    given: list[Order] = []
    for line in lines:
        order = read_line(f"Fearless: {line}" if ":" not in line.split()[0] else line, LANGUAGE, at)
        assert isinstance(order, Order)
        given.append(order)
    own = {step: given if step == at else [] for step in range(board.segment, at + 1)}
    foreseen = [found for _, order, found in future_problems(board, own) if order is given[-1]]
    return [*problems(board, at, given[-1], given), *foreseen]


def faults(board: Board, *lines: str, segment: int | None = None) -> list[tuple[str, str | None]]:
    """What is wrong with the last of these orders, with the word that it is about."""
    return [(found.message, found.field) for found in judged(board, *lines, segment=segment) if not found.warns]


def said(board: Board, *lines: str, segment: int | None = None) -> list[str]:
    return [message for message, _ in faults(board, *lines, segment=segment)]


def test_decoys_without_a_condition_are_warned_of_and_with_one_not() -> None:
    (found,) = judged(duel(), "decoy 2")
    assert (found.message, found.warns) == (
        "Fearless: 2 decoys are used up even if nobody launches at the ship. Write: decoy 2 if launched at.",
        True,
    )
    assert judged(duel(), "decoy 2 if launched at") == []


@each_row(
    "line",
    [
        "fire starboard-laser at Sirius",
        "launch starboard 5 salvoes of 4 tubes at Sirius with nukes",
        "thrust 6",
        "pivot to B",
        "roll port 1",
        "decoy 4 if launched at",
        "slide forward",
        "present aft",
        "plot A: 3A 1B",
        "stop if Sirius bears",
        "stop if range to Sirius at most 3",
    ],
)
def test_there_is_nothing_wrong_with_an_order_that_can_be_carried_out(line: str) -> None:
    assert said(duel("2,-1"), line) == []


@each_row(
    ("line", "message", "field"),
    [
        (
            "Fearles: thrust 1",
            "There is no ship Fearles. Did you mean Fearless? Ships: Fearless, Sirius.",
            "ship",
        ),
        (
            "Nike: thrust 1",
            "There is no ship Nike. Ships: Fearless, Sirius.",
            "ship",
        ),
        (
            "fire starboard-laser at Sirus",
            "Fearless: There is no ship Sirus. Did you mean Sirius? Ships: Sirius.",
            "target",
        ),
        (
            "launch starboard 1 salvo at Serious",
            "Fearless: There is no ship Serious. Did you mean Sirius? Ships: Sirius.",
            "target",
        ),
        (
            "stop if Nike bears",
            "Fearless: There is no ship Nike. Ships: Sirius.",
            "target",
        ),
        (
            "fire starboard-lasers at Sirius",
            f"Fearless: There is no beam weapon starboard-lasers. Did you mean starboard-laser? {KNOWN}",
            "weapon",
        ),
        (
            "launch starbord 1 salvo at Sirius",
            "Fearless: There is no launcher starbord. Did you mean starboard? Launchers: port, starboard.",
            "mount",
        ),
        (
            "launch forward 1 salvo at Sirius",
            "Fearless: There is no launcher forward. Launchers: port, starboard.",
            "mount",
        ),
    ],
)
@each_row("segment", [1, 5])
def test_a_name_that_is_none_is_answered_with_the_nearest(line: str, message: str, field: str, segment: int) -> None:
    assert faults(duel(), line, segment=segment) == [(message, field)]


def test_every_unknown_name_of_an_order_is_told_at_once() -> None:
    assert said(duel(), "fire lasers at Nike") == [
        f"Fearless: There is no beam weapon lasers. Did you mean port-laser? Beam weapons: {WEAPONS}.",
        "Fearless: There is no ship Nike. Ships: Sirius.",
    ]
    assert said(without(duel(), "Fearless", "port-tubes"), "launch port 1 salvo at Nike") == [
        "Fearless: all tubes of its port mount are destroyed.",
        "Fearless: There is no ship Nike. Ships: Sirius.",
    ]


def test_a_ship_that_is_lost_has_no_orders() -> None:
    board = with_ship(duel(), "Fearless", destroyed="it exploded")
    assert faults(board, "thrust 9") == [("Fearless is out of the game (it exploded).", "ship")]


@each_row(
    ("board_segment", "segment", "line"),
    [(1, BREAK, "repair ecm"), (BREAK, BREAK, "repair ecm"), (1, 1, "thrust 1"), (1, 8, "thrust 1")],
)
def test_repairs_are_for_the_break_and_the_rest_for_segments(board_segment: int, segment: int, line: str) -> None:
    board = without(duel(segment=board_segment), "Fearless", "ecm", 1)
    assert said(board, line, segment=segment) == []


def test_an_order_in_the_wrong_place_is_refused_and_nothing_more_is_said_about_it() -> None:
    refusal = ("Fearless: repairs are for the turn break, all other orders for a segment.", "segments")
    repair = read_line("Fearless: repair hull", LANGUAGE, BREAK)
    thrust = read_line("Fearless: thrust 99", LANGUAGE, 1)
    assert isinstance(repair, Order)
    assert isinstance(thrust, Order)
    assert [(p.message, p.field) for p in problems(duel(), 1, repair, [repair])] == [refusal]
    assert [(p.message, p.field) for p in problems(duel(segment=BREAK), BREAK, thrust, [thrust])] == [refusal]


@each_row(
    ("first", "second", "messages"),
    [
        ("thrust 1", "thrust 2", ["Fearless has two thrust orders for this segment. Keep one."]),
        ("thrust 1", "thrust 1", ["Fearless has two thrust orders for this segment. Keep one."]),
        ("plot A: 1A", "plot B: 1B", ["Fearless has two plot orders for this segment. Keep one."]),
        ("pivot to B", "pivot to C", ["Fearless has two pivot orders for this segment. Keep one."]),
        ("roll port 1", "roll starboard 1", ["Fearless has two roll orders for this segment. Keep one."]),
        ("decoy 1", "decoy 1 if launched at", ["Fearless has two decoy orders for this segment. Keep one."]),
        ("slide port", "slide aft", ["Fearless has two slide orders for this segment. Keep one."]),
        ("present port", "present aft", ["Fearless has two present orders for this segment. Keep one."]),
        (
            "fire starboard-laser at Sirius",
            "fire starboard-laser at Sirius",
            ["Fearless: starboard-laser is ordered to fire twice. Keep one order."],
        ),
        (
            "launch starboard 1 salvo of 1 tube at Sirius",
            "launch starboard 1 salvo of 1 tube at Sirius",
            ["Fearless: starboard is ordered to launch twice. Keep one order."],
        ),
        ("thrust 1", "pivot to B", []),
        ("Sirius: thrust 1", "thrust 1", []),  # another ship's
        ("Sirius: fire port-laser at Fearless", "fire starboard-laser at Sirius", []),
        ("slide port", "present port", []),
        ("stop if launched at", "stop if fired at", []),
        ("stop if launched at", "stop if launched at", []),
    ],
)
def test_what_a_ship_has_one_of_can_be_ordered_once(first: str, second: str, messages: list[str]) -> None:
    assert said(duel("2,-1"), first, second) == messages
    assert said(duel("2,-1"), first) == []  # the first of them is none too many


@each_row("segment", [1, 2])
@each_row(
    ("line", "message", "field"),
    [
        ("thrust 7", "Fearless: thrust 7 is ordered, but its rating is 6. Order 0 to 6.", "thrust"),
        ("decoy 5", "Fearless: 5 decoys are ordered, but the ship has 4 left.", "count"),
        (
            "plot A: 2A 2B",
            "Fearless: 2A 2B is not a plot in A. For 4 dots plot 4A, 3A 1B or 3A 1F, each alone or with 1+ or 1-.",
            "plots",
        ),
        ("plot A: 1D", "Fearless: 1D is not a plot in A. For 1 dot plot 1A.", "plots"),
        ("plot A++: 1A", "Fearless: 1A is not a plot in A++. For 1 dot plot 1+.", "plots"),
        ("stop if Fearless bears", "Fearless cannot watch itself. Name another ship.", "target"),
        ("stop if range to Fearless at most 3", "Fearless cannot watch itself. Name another ship.", "target"),
    ],
)
def test_what_the_ship_cannot_do_today_is_refused_for_every_segment(
    line: str, message: str, field: str, segment: int
) -> None:
    assert faults(duel(), line, segment=segment) == [(message, field)]


def worn(at: str = "6,-3", turn: int = 1, **fields: Any) -> Board:
    return with_ship(duel(at, turn=turn), "Fearless", **fields)


FIRE, LAUNCH = "fire starboard-laser at Sirius", "launch starboard 1 salvo at Sirius"


@each_row(
    ("board", "line", "code", "later"),
    [
        # where ships are: for a later segment it is foreseen
        (duel(), FIRE, "out-of-reach", "warned of"),
        (duel("2,-1", roll=3), FIRE, "behind-wedge", "warned of"),
        (duel("2,-1"), "fire port-laser at Sirius", "weapon-off-arc", "warned of"),
        (duel(), "launch port 1 salvo at Sirius", "launcher-off-arc", "warned of"),
        (duel(), "pivot to A", "nose-there-already", "warned of"),
        # fewer tubes may work then, or the range may be another
        (worn(spent={"starboard": 180}), "launch starboard 2 salvoes at Sirius", "magazine-short", "warned of"),
        (worn("80,-40", 2, launches={"Sirius": (Launch(turn=1, salvoes=1),)}), LAUNCH, "too-many-salvoes", "warned of"),
        # time that has run out by then
        (worn(counters={"starboard": 1}), LAUNCH, "launcher-waits", ""),
        # what cannot be otherwise until then
        (worn("2,-1", counters={"starboard-laser": 3}), FIRE, "weapon-waits", "refused"),
        (without(duel("2,-1"), "Fearless", "starboard-laser"), FIRE, "weapon-destroyed", "refused"),
        (duel(), "launch starboard 1 salvo of 23 tubes at Sirius", "too-many-tubes", "refused"),
        (worn(spent={"starboard": 220}), LAUNCH, "magazine-empty", "refused"),
        (worn(spent={"starboard": 210}), "launch starboard 1 salvo at Sirius", "magazine-short", "refused"),
        (duel(), "launch starboard 6 salvoes of 1 tube at Sirius", "too-many-salvoes", "refused"),
        (without(duel(), "Fearless", "starboard-fire-control"), LAUNCH, "fire-control-destroyed", "refused"),
        (without(duel(), "Fearless", "starboard-tubes"), LAUNCH, "tubes-destroyed", "refused"),
        (without(duel(), "Fearless", "pivot"), "pivot to B", "pivot-destroyed", "refused"),
        (without(duel(), "Fearless", "roll"), "roll port 1", "roll-destroyed", "refused"),
        (without(duel(), "Fearless", "bridge"), "thrust 1", "no-bridge", "refused"),
    ],
)
def test_what_fails_now_is_refused_and_later_as_far_as_it_cannot_be_otherwise(
    board: Board, line: str, code: str, later: str
) -> None:
    def verdicts(segment: int) -> list[tuple[str, str]]:
        found = judged(board, line, segment=segment)
        return [(each.why.code, "warned of" if each.warns else "refused") for each in found if each.why is not None]

    assert verdicts(1) == [(code, "refused")]
    at_any_range = code == "too-many-salvoes" and later == "refused"
    assert verdicts(2) == ([("salvoes-at-no-range" if at_any_range else code, later)] if later else [])


def test_a_wait_is_told_as_it_will_be_then() -> None:
    waits = worn("2,-1", counters={"starboard-laser": 3})
    assert said(waits, FIRE) == ["Fearless: starboard-laser can fire again in 3 segments."]
    assert said(waits, FIRE, segment=3) == ["Fearless: starboard-laser can fire again in 1 segment."]
    assert judged(waits, FIRE, segment=4) == []


OWN_SIDE = "Name a ship on another side; only a scenario with own_side_targets allows your own."


def fleet(*, own_side_targets: bool = False) -> Board:
    """Two ships of red, each of another player, with an enemy to starboard of both."""
    merlin = evolve(placed("Merlin", "2,-1", side="red"), player="scarlet")
    board = board_of(placed("Fearless", "0,0", side="red"), merlin, placed("Sirius", "2,-1"))
    return evolve(board, options=Options(own_side_targets=own_side_targets))


@each_row(
    ("board", "line", "message"),
    [
        (duel(), "fire starboard-laser at Fearless", "Fearless cannot aim at itself."),
        (
            with_ship(duel(), "Sirius", destroyed="it exploded"),
            "launch starboard 1 salvo at Sirius",
            "Fearless: Sirius is out of the game (it exploded).",
        ),
        (fleet(), "fire starboard-laser at Merlin", f"Fearless: Merlin is on the same side, red. {OWN_SIDE}"),
        (fleet(), "launch starboard 1 salvo at Merlin", f"Fearless: Merlin is on the same side, red. {OWN_SIDE}"),
    ],
)
def test_a_target_that_could_never_be_one_is_refused_in_every_segment(board: Board, line: str, message: str) -> None:
    assert faults(board, line) == faults(board, line, segment=2) == [(message, "target")]


def test_nobody_waits_for_a_ship_of_their_own_side_to_bear_but_may_for_it_to_come_near() -> None:
    stop = "stop if Merlin bears"
    assert faults(fleet(), stop) == [(f"Fearless: Merlin is on the same side, red. {OWN_SIDE}", "target")]
    assert faults(fleet(), "stop if Sirius bears") == []
    assert faults(fleet(), "stop if range to Merlin at most 3") == []


@each_row("line", ["fire starboard-laser at Merlin", "launch starboard 1 salvo at Merlin", "stop if Merlin bears"])
def test_a_scenario_may_allow_targets_of_ones_own_side(line: str) -> None:
    assert faults(fleet(own_side_targets=True), line) == []
    assert faults(fleet(own_side_targets=True), line, segment=4) == []
    itself = faults(fleet(own_side_targets=True), "fire starboard-laser at Fearless")
    assert itself == [("Fearless cannot aim at itself.", "target")]


@each_row("waits", ["", " by 8 or more", " by 8 or more within 14", " within 14"])
def test_decoys_may_wait_for_so_many_missiles_from_so_near(waits: str) -> None:
    assert faults(duel(), f"decoy 2 if launched at{waits}") == []


def passing(board: Board, *lines: str) -> list[bool]:
    """Of each problem of the last of these orders, whether a line for later segments too could be given."""
    return [found.passing for found in judged(board, *lines)]


@each_row(
    ("line", "passes"),
    [
        ("fire port-laser at Sirius", [True]),  # does not bear
        ("launch port 1 salvo at Sirius", [True]),
        ("pivot to A", [True]),
        ("fire lasers at Sirius", [False]),
        ("fire port-laser at Sirus", [False]),
        ("fire starboard-laser at Fearless", [False]),
        ("thrust 44", [False]),
    ],
)
def test_what_is_wrong_in_the_segment_at_hand_alone_passes(line: str, passes: list[bool]) -> None:
    assert passing(duel("2,-1"), line) == passes


@each_row(
    ("first", "then", "left"),
    [
        ((2, 3), (2, 3), "2 are left"),  # of two mounts in one segment
        ((2, 3), (4, 3), "2 are left"),  # in two segments of the turn
        ((2, 4), (3, 2), "1 is left"),
        ((2, 5), (3, 1), "none is left"),
        ((2, 3), (2, 2), ""),
        ((2, 3), (3, 2), ""),
    ],
)
def test_launches_of_a_turn_that_no_range_allows_together_are_warned_of(
    first: tuple[int, int], then: tuple[int, int], left: str
) -> None:
    # the forecast finds Sirius out of arc of the first; in play she may be in it
    board = duel("6,-3")
    orders: dict[int, list[Order]] = {segment: [] for segment in range(1, max(first[0], then[0]) + 1)}
    for (segment, salvoes), mount in ((first, "port"), (then, "starboard")):
        orders[segment].append(LaunchOrdered(ship="Fearless", mount=mount, target="Sirius", salvoes=salvoes, tubes=1))
    found = [(at, why) for at, _, why in future_problems(board, orders) if why.why and "salvoes" in why.why.code]
    ordered = f"{then[1]} salvoes are" if then[1] > 1 else "1 salvo is"
    limit = f"No range allows more than 5 salvoes a turn; {left}."
    said = f"Fearless: {ordered} ordered at Sirius. {limit}"
    assert [(at, why.message, why.warns, why.assumes) for at, why in found] == (
        [(then[0], said, True, "if the launches before it are carried out")] if left else []
    )


def test_what_the_forecast_tells_for_its_range_is_not_told_again_for_any() -> None:
    launches = [
        LaunchOrdered(ship="Fearless", mount="starboard", target="Sirius", salvoes=3, tubes=1) for _ in range(2)
    ]
    found = future_problems(duel("6,-3"), {1: [], 2: launches[:1], 3: [], 4: launches[1:]})
    assert [why.why.code for _, _, why in found if why.why and "salvoes" in why.why.code] == ["too-many-salvoes"]


def test_a_launch_that_is_refused_counts_for_none_after_it() -> None:
    launches = [
        LaunchOrdered(ship="Fearless", mount=mount, target="Sirius", salvoes=salvoes, tubes=1)
        for mount, salvoes in (("port", 6), ("starboard", 5))
    ]
    found = future_problems(duel("6,-3"), {1: [], 2: launches[:1], 3: launches[1:]})
    assert [why.why.code for _, _, why in found if why.why and "salvoes" in why.why.code] == []


def test_salvoes_that_no_range_allows_are_refused_for_a_later_segment() -> None:
    line = "launch starboard 6 salvoes of 1 tube at Sirius"
    said = "Fearless: 6 salvoes are ordered at Sirius. No range allows more than 5 salvoes a turn; 5 are left."
    assert faults(duel("6,-3"), line, segment=3) == [(said, "salvoes")]
    assert faults(duel("6,-3"), "launch starboard 5 salvoes of 1 tube at Sirius", segment=3) == []


def test_salvoes_of_several_mounts_at_one_target_are_counted_together() -> None:
    board = without(duel("0,0"), "Sirius", "forward-energy-torpedo")
    for weapon in ("forward-grav-lance", "forward-graser", "port-laser", "starboard-laser"):
        board = without(board, "Sirius", weapon)
    first, second = "launch port 3 salvoes of 1 tube at Sirius", "launch starboard 3 salvoes of 1 tube at Sirius"
    assert said(board, first, second) == [
        "Fearless: 3 salvoes are ordered at Sirius. At range 0 you may launch up to 5 salvoes a turn; 2 are left."
    ]
    assert said(board, second, first) != []
    assert said(board, first, "launch starboard 2 salvoes of 1 tube at Sirius") == []
    assert said(board, "Sirius: launch port 3 salvoes of 1 tube at Fearless", second) == []
    # a beam may destroy the first launcher, and the second may launch then
    assert said(duel("0,0"), first, second) == []
    assert [(found.message, found.assumes) for found in judged(duel("0,0"), first, second)] == [
        (
            "Fearless: 3 salvoes are ordered at Sirius. At range 0 you may launch up to 5 salvoes a turn; 2 are left.",
            "if no beam hits the ship first",
        )
    ]


def at_break() -> Board:
    board = without(without(duel(segment=BREAK), "Fearless", "ecm", 2), "Fearless", "pivot", 1)
    return without(without(board, "Fearless", "hull", 1), "Fearless", "roll", mark="#")


@each_row(
    ("lines", "message", "field"),
    [
        (["repair hull"], "Fearless: damage control cannot repair hull.", "track"),
        (["repair bridge"], "Fearless: bridge is undamaged.", "track"),
        (
            ["repair roll"],
            "Fearless: repair of roll has failed twice, so its lost boxes stay lost.",
            "track",
        ),  # lost for the game
        (
            ["repair ecn"],
            f"Fearless: There is no track ecn. Did you mean ecm? Tracks: {TRACKS}.",
            "track",
        ),
        (
            ["repair ecm with 2", "repair pivot with 2"],
            "Fearless: 4 working parties are sent, but its damage control has 3.",
            "parties",
        ),
    ],
)
def test_repairs_are_judged_in_the_turn_break(lines: list[str], message: str, field: str) -> None:
    assert faults(at_break(), *lines) == [(message, field)]


def test_parties_of_other_ships_and_of_later_orders_do_not_count() -> None:
    board = without(at_break(), "Sirius", "ecm", 2)
    assert said(board, "Sirius: repair ecm with 2", "repair ecm with 2") == []
    lines = ["Fearless: repair ecm with 2", "Fearless: repair pivot with 2"]
    assert [said(board, *lines), said(board, *reversed(lines))] == [
        ["Fearless: 4 working parties are sent, but its damage control has 3."]
    ] * 2


def test_a_repair_plotted_ahead_is_not_judged_before_the_break() -> None:
    assert said(duel(), "repair bridge", segment=BREAK) == []


def breaking(board: Board, ship: str, nose: str = "A") -> Board:
    """A ship whose chart ends with this segment: four dots."""
    return with_ship(board, ship, thrust=4, chart=ThrustChart((4,) * 7, (Window(nose),) * 7))


@each_row(
    ("lines", "messages"),
    [
        (["plot A: 3A 1B"], []),
        (
            ["plot A: 3A"],
            ["Fearless: 3A is not a plot for 4 dots in A. Plot 4A, 3A 1B or 3A 1F, each alone or with 1+ or 1-."],
        ),
        (["plot B: 4B"], ["Fearless: 4B is plotted in B, where there are no dots. Dots are in A."]),
        # the cut leaves three: 7 pulses of 4 are 28 points
        (["thrust 0", "plot A: 3A"], []),
        (
            ["thrust 0", "plot A: 4A"],
            ["Fearless: 4A is not a plot for 3 dots in A. Plot 3A."],
        ),
    ],
)
def test_plots_of_a_break_in_this_very_segment_are_judged_by_its_dots(lines: list[str], messages: list[str]) -> None:
    assert said(breaking(duel(), "Fearless"), *lines) == messages


def test_a_plot_without_a_break_in_this_segment_can_wait() -> None:
    assert said(with_ship(duel(), "Fearless", thrust=4), "plot A: 3A") == []
    assert said(duel(), "plot B: 4B") == []


@each_row(
    ("line", "messages"),
    [
        ("plot A: 6A", []),
        ("plot A: 7A", ["Fearless: 7A takes 7 dots in A, but a whole chart gives at most 6. Plot for 1 to 6 dots."]),
        (
            "plot +++: 7+",
            ["Fearless: 7+ takes 7 dots in +++, but a whole chart gives at most 6. Plot for 1 to 6 dots."],
        ),
        (
            "plot B: 2B; A: 40A",
            ["Fearless: 40A takes 40 dots in A, but a whole chart gives at most 6. Plot for 1 to 6 dots."],
        ),
    ],
)
def test_a_plot_for_more_dots_than_any_chart_gives_is_refused(line: str, messages: list[str]) -> None:
    assert said(duel(), line) == said(duel(), line, segment=5) == messages
    # tracks may be mended, so what they have lost does not count
    assert said(without(duel(), "Fearless", "thrust", 3), line) == messages
    own = replace(duel().tables, thrust_rows=(ThrustRow(thrust=1, dots=(8,) * 8, hexes=(0,) * 8),))
    assert said(evolve(duel(), tables=own), line) == []


def test_a_ship_that_never_had_an_engine_plots_nothing() -> None:
    station = cruiser({"thrust": ()})
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "6,-3"), classes=(station,))
    assert said(board, "plot A: 1A") == [
        "Fearless: 1A takes 1 dot in A, but a whole chart gives at most 0. Plot nothing."
    ]


def test_what_another_ship_once_plotted_is_not_a_fault_of_this_order() -> None:
    board = with_ship(breaking(breaking(duel(), "Fearless"), "Sirius"), "Sirius", plots={Window("B"): HexVector(4, 4)})
    assert said(board, "plot A: 4A") == []


def test_what_is_free_of_problems_is_carried_out() -> None:
    lines = ["thrust 3", "pivot to B", "decoy 1 if launched at", "slide aft", "present aft", "stop if launched at"]
    assert [said(duel(), line) for line in lines] == [[]] * len(lines)
    played = play(duel(), *(f"Fearless: {line}" for line in lines))
    assert not [fact for fact in played.facts if type(fact).__name__ == "OrderVoided"]


@pytest.mark.parametrize(("now", "step"), [(1, "segment 1"), (8, "segment 8")])
def test_a_game_without_plotting_ahead_is_ordered_one_segment_at_a_time(now: int, step: str) -> None:
    board = evolve(duel(segment=now), options=Options(plot_ahead="off"))
    words = f"Fearless: orders in this game are given one segment at a time, and {step} is next."
    assert said(board, "thrust 1") == []
    assert said(board, "repair ecm", segment=BREAK) == [words]
    assert said(board, "stop if launched at", segment=8) == []


def test_orders_two_segments_ahead_are_refused_then() -> None:
    assert said(evolve(duel(segment=4), options=Options(plot_ahead="off")), "thrust 1", segment=6) == [
        "Fearless: orders in this game are given one segment at a time, and segment 4 is next."
    ]
