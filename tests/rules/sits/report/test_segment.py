from collections.abc import Iterable

import pytest
from attrs import evolve
from msgspec.structs import replace

from sits_es.events import Coded
from sits_es.report import Stage
from sits_es.report.blocks import Block
from sits_es.rules.sits.beams.facts import FireOrdered
from sits_es.rules.sits.board import Board, fold
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.fact import Fact
from sits_es.rules.sits.repairs.facts import RepairTried
from sits_es.rules.sits.scenario.terms import Victory
from sits_es.rules.sits.sits import SYSTEM
from sits_es.rules.sits.views.segment import segment_report
from sits_es.rules.sits.words import name_of, stands_at
from tests.shared.view_samples import Change, Facts, Page


def _titles(lines: list[str]) -> list[str]:
    return [line for line in lines if line and not line.startswith(" ")]


def _report(before: Board, events: Facts) -> Iterable[Block]:
    return segment_report(Stage(label="2.5", before=before, facts=events, after=_after(before, events)), SYSTEM.tell)


def _after(before: Board, events: Facts) -> Board:
    return fold(before, (event for event in events if isinstance(event, Fact)))


def test_a_report_has_every_section_that_is_needed(page: Page, duel: Board, broadside: Facts, salvo: Facts) -> None:
    order = FireOrdered(ship="Fearless", weapon="forward-graser", target="Sirius")
    void = OrderVoided(ship="Sirius", order="thrust 9", reasons=(Coded("thrust-too-high", (9, 6)),))
    events = (order, *broadside, *salvo, void)
    lines = page(_report(duel, events))
    assert _titles(lines) == [
        "Turn 2, segment 5 ──────────────────────────────────────────────────────────────",
        "Orders",
        "Orders that failed",
        "Beams",
        "Launches",
        "Movement",
        "Missile defence",
        "Damage",
        "Tracks before and after",
        "Dice",
        "Where the numbers come from",
    ]
    assert lines[-2:] == [
        "  Ships' numbers: their cards; range table: card; rate of closure: card; kill",
        "    chart: flyer; rounding: house; movement grids: the parent game's play aid.",
    ]


def test_tables_of_ones_own_are_named_below_the_report(page: Page, duel: Board, broadside: Facts) -> None:
    own = ("kill_chart.25", "rate_of_closure")
    before = evolve(duel, tables=replace(duel.tables, own=own))
    assert page(_report(before, broadside))[-2:] == [
        "  Ships' numbers: their cards; range table: card; rate of closure: own table;",
        "    kill chart: flyer; rounding: house, own table in parts.",
    ]


def test_a_quiet_segment_has_orders_and_movement_only(page: Page, duel: Board) -> None:
    assert _titles(page(_report(duel, ())))[1:] == ["Orders", "Movement"]


def test_a_turn_break_has_no_movement_but_damage_control(page: Page, duel: Board, with_ship: Change) -> None:
    ecm = {**duel.ships["Sirius"].boxes, "ecm": "xx."}
    before = evolve(with_ship(duel, "Sirius", boxes=ecm), segment=9)
    tried = RepairTried(
        ship="Sirius", track="ecm", box=1, roll=9, quality=6, repaired=False, lost=False, before=10, after=10
    )
    lines = page(_report(before, (tried,)))
    assert _titles(lines) == [
        "Turn 2, turn break ─────────────────────────────────────────────────────────────",
        "Orders",
        "Damage control",
        "Tracks before and after",
    ]
    assert lines[-4:] == [
        "  Sirius",
        "    ecm                     before [x25][x20][10]",
        "                            after  [x25][t20][10]",
        "  Boxes: [4] whole, [x4] destroyed, [t4] a repair failed, [#4] lost, [~4] down",
    ]


@pytest.mark.parametrize(
    ("segment", "name"), [(1, "Turn 2, segment 1"), (8, "Turn 2, segment 8"), (9, "Turn 2, turn break")]
)
def test_an_exchange_has_its_name(duel: Board, segment: int, name: str) -> None:
    assert name_of(evolve(duel, segment=segment)) == name


def test_a_board_of_a_game_whose_turns_are_played_stands_after_the_last(duel: Board) -> None:
    turns = duel.turn
    assert stands_at(evolve(duel, segment=1, victory=Victory(turns=turns))) == f"Turn {turns}, segment 1"
    assert stands_at(evolve(duel, segment=1, victory=Victory(turns=turns - 1))) == f"After turn {turns - 1}, the last"


def test_a_report_can_do_with_seven_bit_characters(page: Page, duel: Board, broadside: Facts, salvo: Facts) -> None:
    events = (*broadside, *salvo)
    assert "\n".join(page(_report(duel, events), ascii_only=True)).isascii()
