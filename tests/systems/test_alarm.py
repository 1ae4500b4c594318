"""The bundled alarm of Star Wars hex combat, which `sits demo --rules starwars` plays: it has everything in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, Final, TypeVar, get_args

import pytest

from commands.home import open_session
from sits_es.events import Event
from sits_es.game.events import FactsRecorded, OrdersGiven
from sits_es.orders.frame import read_line
from sits_es.rules import system
from sits_es.rules.starwars.advantage.facts import AdvantageGained, AdvantageOrdered
from sits_es.rules.starwars.attacks.facts import AttackAimed, FireOrdered
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.checks.facts import GUIDED, TRACTOR, CheckMade, CheckOrdered
from sits_es.rules.starwars.crews.facts import (
    AngleOrdered,
    DamageRepaired,
    EffectBegan,
    EffectKind,
    ManoeuvreWon,
    Mended,
    RepairOrdered,
    ShieldsAngled,
    Stance,
    StanceOrdered,
    StancesBroken,
    StarshipSlowed,
)
from sits_es.rules.starwars.fact import OfMember
from sits_es.rules.starwars.flying.facts import FlyOrdered, SpeedChanged, SpeedOrdered, StarshipFlew
from sits_es.rules.starwars.harm.facts import (
    CriticalSuffered,
    MinionsLost,
    NoteAgreed,
    StarshipLost,
    StrainSuffered,
    TraumaSuffered,
)
from sits_es.rules.starwars.qualities.facts import StarshipCaught, StarshipFreed, StarshipHeld, WeaponGuided
from sits_es.rules.starwars.slots.facts import InitiativeSet, OrderVoided, SlotTaken
from sits_es.rules.starwars.spending.facts import AnswerOrdered, NoteOpened, ResultSpent, SpendOrdered
from sits_es.rules.starwars.spending.uses import USES, use_of
from sits_es.rules.starwars.starship_class import StarshipClass, StarshipWeapon
from sits_es.rules.starwars.words import SKILLS
from tests.shared.commands_told import run

E = TypeVar("E", bound=Event)

RULES = system("starwars")
FILES = RULES.bundled()["alarm"].orders

#: What the players order or enter, each at least once.
ORDERS: Final = (
    FlyOrdered,
    SpeedOrdered,
    StanceOrdered,
    AngleOrdered,
    FireOrdered,
    AdvantageOrdered,
    CheckOrdered,
    RepairOrdered,
    SpendOrdered,
    AnswerOrdered,
    NoteAgreed,
)

#: What happens, each at least once.
FACTS: Final = (
    InitiativeSet,
    SlotTaken,
    StarshipFlew,
    SpeedChanged,
    ShieldsAngled,
    AdvantageGained,
    TraumaSuffered,
    StrainSuffered,
    CriticalSuffered,
    MinionsLost,
    StarshipLost,
    StarshipCaught,
    StarshipHeld,
    StarshipFreed,
    WeaponGuided,
    NoteOpened,
    ManoeuvreWon,
    StancesBroken,
    StarshipSlowed,
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[list[Event], Board, str]]:
    """Everything on record of the alarm as it is demonstrated, its last board, and how it ended."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITS_HOME", str(tmp_path_factory.mktemp("alarm")))
        told = run("demo", "--rules", "starwars")
        assert (told.code, told.out.partition(":")[0]) == (0, "alarm"), told
        with open_session() as session:
            opened = session.open_game("alarm")
            game = opened.fold().game
            yield opened.facts(), game.board, str(game.ended)


@pytest.fixture(scope="module")
def facts(played: tuple[list[Event], Board, str]) -> list[Event]:
    return played[0]


@pytest.fixture(scope="module")
def board(played: tuple[list[Event], Board, str]) -> Board:
    return played[1]


def of(facts: list[Event], kind: type[E]) -> list[E]:
    return [fact for fact in facts if isinstance(fact, kind)]


def ordered(facts: list[Event]) -> list[Event]:
    """Every line that was ordered or entered, as it was meant."""
    given = (fact for fact in facts if isinstance(fact, OrdersGiven | FactsRecorded))
    return [read_line(line, RULES.language) for fact in given for line in fact.lines]


def armed(board: Board) -> Mapping[tuple[str, str], StarshipWeapon]:
    """Every weapon of the game, by its starship and name."""
    classes: dict[str, StarshipClass] = {each.name: board.class_of(each) for each in board.starships.values()}
    return {(name, weapon.name): weapon for name, card in classes.items() for weapon in card.weapons}


def hits(facts: list[Event]) -> list[TraumaSuffered | StrainSuffered]:
    """Attacks of which something came through the armour."""
    harmed: list[TraumaSuffered | StrainSuffered] = [*of(facts, TraumaSuffered), *of(facts, StrainSuffered)]
    return [each for each in harmed if each.why.code == "weapon" and each.damage > each.armour]


def weapon_of(board: Board, hit: TraumaSuffered | StrainSuffered) -> StarshipWeapon:
    name, weapon = hit.why.values
    return armed(board)[str(name), str(weapon)]


def test_every_kind_of_order_is_given(facts: list[Event]) -> None:
    assert {*ORDERS} - {type(order) for order in ordered(facts)} == set()


def test_every_kind_of_fact_happens(facts: list[Event]) -> None:
    assert {*FACTS} - {type(fact) for fact in facts} == set()


def test_whatever_a_roll_leaves_is_bought_by_either_side(facts: list[Event]) -> None:
    """Rules, Spending: every line of the table."""
    bought = [use_of(spent.text, spent.what) for spent in of(facts, ResultSpent)]
    by = {(found[0].by, found[0].words) for found in bought if found is not None}
    assert {(use.by, use.words) for use in USES} - by == set()


def test_advantage_triumph_threat_and_despair_are_all_spent(facts: list[Event]) -> None:
    assert {spent.what for spent in of(facts, ResultSpent)} == {"advantage", "triumph", "threat", "despair"}


def test_everything_that_can_hold_for_a_starship_does(facts: list[Event]) -> None:
    assert {effect.effect for effect in of(facts, EffectBegan)} == {*get_args(EffectKind)}
    taken = {order.effect for order in ordered(facts) if isinstance(order, StanceOrdered)}
    assert taken == {*get_args(Stance)}


def test_a_note_is_agreed_to_by_the_other_side(facts: list[Event], board: Board) -> None:
    (opened,), (agreed,) = of(facts, NoteOpened), of(facts, NoteAgreed)
    assert opened.number == agreed.number == 1
    assert board.starships[opened.starship].side != board.starships[agreed.starship].side


def test_every_skill_is_checked(facts: list[Event]) -> None:
    assert {check.skill for check in of(facts, CheckMade)} == {*SKILLS}


def test_everybody_aboard_acts(facts: list[Event], board: Board) -> None:
    acted = {(order.starship, order.member) for order in ordered(facts) if isinstance(order, OfMember)}
    crews = {(each.name, member.name) for each in board.starships.values() for member in board.class_of(each).members}
    assert crews - acted == set()


def test_a_second_manoeuvre_costs_strain_and_a_minion_group_hull_trauma(facts: list[Event]) -> None:
    assert "manoeuvre" in {strain.why.code for strain in of(facts, StrainSuffered)}
    assert "manoeuvre" in {trauma.why.code for trauma in of(facts, TraumaSuffered)}


def test_damage_control_mends_hull_strain_and_a_critical_hit(facts: list[Event]) -> None:
    mended = {each.what for each in of(facts, DamageRepaired) if each.points or each.critical}
    assert mended == {*get_args(Mended)}


def test_ion_breach_and_pierce_come_through(facts: list[Event], board: Board) -> None:
    weapons = [weapon_of(board, hit) for hit in hits(facts)]
    assert any(weapon.ion for weapon in weapons)
    assert any(weapon.breach for weapon in weapons)
    assert any(weapon.pierce for weapon in weapons)


def test_a_linked_weapon_hits_once_more_and_a_guided_one_comes_again(facts: list[Event]) -> None:
    assert GUIDED in {check.source for check in of(facts, CheckMade)}
    assert "another hit" in {spent.text for spent in of(facts, ResultSpent)}


def test_a_weapon_runs_out_of_ammunition(facts: list[Event], board: Board) -> None:
    shots = Counter((aimed.starship, aimed.weapon) for aimed in of(facts, AttackAimed))
    assert any(shots[each] == weapon.ammunition for each, weapon in armed(board).items() if weapon.ammunition)


def test_a_slow_weapon_waits_for_a_round_between_two_attacks(facts: list[Event], board: Board) -> None:
    slow = {each for each, weapon in armed(board).items() if weapon.slow_firing}
    rounds = [fact.turn for fact in of(facts, OrdersGiven) for line in fact.lines if _fires(line) in slow]
    assert len(rounds) > 1
    assert all(later - earlier == 2 for earlier, later in pairwise(rounds))


def _fires(line: str) -> tuple[str, str] | None:
    order: Any = read_line(line, RULES.language)
    return (order.starship, order.weapon) if isinstance(order, FireOrdered) else None


def test_a_tractor_beam_holds_and_is_broken(facts: list[Event]) -> None:
    tried = [check.succeeds for check in of(facts, CheckMade) if check.source == TRACTOR]
    assert {*tried} == {True, False}
    assert len(of(facts, StarshipHeld)) == tried.count(False)
    assert len(of(facts, StarshipFreed)) == tried.count(True)


def test_critical_hits_do_what_the_table_says(facts: list[Event], board: Board) -> None:
    assert board.critical_table is not None
    for critical in of(facts, CriticalSuffered):
        assert critical.text == str(board.critical_table.row_of(critical.result))


def test_the_fighters_are_lost_one_after_another(facts: list[Event]) -> None:
    left = [each.left for each in of(facts, MinionsLost)]
    assert len(left) >= 3
    assert left == sorted(left, reverse=True)


def test_slots_are_of_sides_and_not_of_starships(facts: list[Event]) -> None:
    """Blue has two slots, and does not act in each with the starship that rolled it."""
    (rolled,) = (each.order for each in of(facts, InitiativeSet))
    taken = [each.starship for each in of(facts, SlotTaken)]
    assert {*taken[: len(rolled)]} == {*rolled}
    assert (tuple(taken[: len(rolled)]), tuple(taken[len(rolled) : 2 * len(rolled)])) != (rolled, rolled)


def test_every_order_is_carried_out(facts: list[Event]) -> None:
    assert of(facts, OrderVoided) == []


def test_it_ends(played: tuple[list[Event], Board, str]) -> None:
    assert played[2] == "Round 5 was the last of the scenario."


def test_the_order_files_fit_into_80_columns_and_are_numbered_in_order() -> None:
    assert max(len(line) for text in FILES.values() for line in text.splitlines()) <= 80
    assert [name.partition("-")[0] for name in sorted(FILES)] == [f"{at:02}" for at in range(1, len(FILES) + 1)]
    assert all("#" in text for text in FILES.values()), "each says what is tried"
