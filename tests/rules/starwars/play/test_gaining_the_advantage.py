"""Gain the Advantage, and all checks that are no attacks. Rule: rules.md, Gain the Advantage, Terrain."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.dice import KeyedDice
from sits_es.rules.starwars.advantage.facts import AdvantageGained
from sits_es.rules.starwars.attacks.facts import AttackAimed
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.checks.facts import CheckMade
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.slots import course
from sits_es.rules.starwars.slots.rules import carry_out
from sits_es.rules.starwars.starship_class import Crew
from tests.rules.starwars.fleets import board, by_player, starship, terrain
from tests.rules.starwars.play.at_play import kinds, of, ordered, play, played, voided
from tests.shared.rows import each_row

GAIN = "Hawk: gain advantage on Kite"
#: Agility 3 and piloting 2 on both sides, at the same speed.
EVEN = "ability:blank proficiency:s proficiency:blank difficulty:blank challenge:blank challenge:blank"
LOST = EVEN.replace("proficiency:s", "proficiency:blank")


def duel(at: str = "1A", **more: Any) -> Board:
    """Hawk at speed 3 in the middle; Kite elsewhere."""
    return board(starship("Hawk"), starship("Kite", at, **more))


def test_it_is_an_opposed_piloting_check_and_a_success_gains_the_advantage() -> None:
    on = duel()
    facts = played(on, GAIN, dice=EVEN)
    assert facts == [
        CheckMade(
            starship="Hawk",
            source="action",
            skill="piloting",
            against="Kite",
            about="",
            pool=(1, 2, 0, 1, 2, 0),
            success=1,
            advantage=0,
            triumph=0,
            despair=0,
        ),
        AdvantageGained(starship="Hawk", over="Kite"),
    ]
    assert on.starships["Hawk"].advantage == ("Kite",)


def test_without_a_success_nothing_is_gained() -> None:
    on = duel()
    assert kinds(played(on, GAIN, dice=LOST)) == ["CheckMade"]
    assert on.starships["Hawk"].advantage == ()


@each_row(
    ("speed", "theirs", "pool"),
    [
        (3, 3, (1, 2, 0, 1, 2, 0)),
        (4, 3, (0, 3, 0, 1, 2, 0)),
        (5, 3, (1, 3, 0, 1, 2, 0)),
        (3, 4, (1, 2, 0, 0, 3, 0)),
        (3, 5, (1, 2, 0, 1, 3, 0)),
    ],
)
def test_each_point_of_speed_upgrades_the_dice_of_the_faster_side(
    speed: int, theirs: int, pool: tuple[int, ...]
) -> None:
    on = duel(speed=theirs)
    on.starships["Hawk"].speed = speed
    kinds_of_dice = ("ability", "proficiency", "boost", "difficulty", "challenge", "setback")
    dice = " ".join(f"{kind}:blank" for kind, number in zip(kinds_of_dice, pool, strict=True) for _ in range(number))
    assert of(play(on, GAIN, dice=dice), CheckMade)[0].pool == pool


@each_row(
    ("at", "code"),
    [("", None), ("1C", None), ("2A", ("not-close", "Kite", "2")), ("1A 1B", ("not-close", "Kite", "2"))],
)
def test_it_needs_an_enemy_at_close_range(at: str, code: tuple[str, ...] | None) -> None:
    """Close: in the same hex or adjacent."""
    facts = play(duel(at), GAIN, dice="" if code else LOST)
    assert voided(facts) == ([] if code is None else [("gain advantage on Kite", *code)])


@pytest.mark.parametrize("card", ["Corvette", "Station"])
def test_only_the_acting_starship_has_to_be_of_silhouette_4_or_less(card: str) -> None:
    on = board(starship("Hawk", card=card), starship("Kite", "1A"))
    assert voided(play(on, GAIN)) == [
        ("gain advantage on Kite", "silhouette-too-large", str(on.classes[card].silhouette))
    ]
    on = board(starship("Hawk", speed=0), starship("Kite", "1A", card=card, speed=0))
    assert kinds(play(on, GAIN, dice=LOST)) == ["CheckMade"]


@each_row(
    ("target", "code"),
    [
        ("Nobody", ("no-target", "Nobody", "Kite")),
        ("Krait", ("target-gone", "Krait")),
        ("Heron", ("not-an-enemy", "Heron", "red")),
        ("Hawk", ("target-itself",)),
    ],
)
def test_over_whom_it_can_be_gained(target: str, code: tuple[str, ...]) -> None:
    on = board(starship("Hawk"), starship("Krait", gone=True), starship("Heron"), starship("Kite"))
    assert voided(play(on, f"Hawk: gain advantage on {target}")) == [(f"gain advantage on {target}", *code)]


def test_terrain_in_the_acting_starships_hex_puts_setback_dice_on_it() -> None:
    on = duel()
    on.terrain |= {
        "Belt": terrain("Belt", "asteroid-field", "", setback=1),
        "Haze": terrain("Haze", "gas-cloud", "", setback=1),
        "Maw": terrain("Maw", "gravity-well", "1A", setback=5),
    }
    assert kinds(play(on, GAIN, dice=f"{EVEN} setback:blank setback:blank")) == ["CheckMade", "AdvantageGained"]


def test_it_ends_only_when_the_opponent_succeeds() -> None:
    """It survives leaving the hex, and a try that fails."""
    on = duel()
    played(on, GAIN, dice=EVEN)
    played(on, "Kite: gain advantage on Hawk", dice=LOST)
    played(on, "Hawk: fly L F F")
    played(on, "Kite: fly F F F")
    assert on.starships["Hawk"].advantage == ("Kite",)
    on.starships["Kite"].place = on.starships["Hawk"].place
    played(on)
    played(on, "Kite: gain advantage on Hawk", dice=EVEN)
    assert [on.starships[name].advantage for name in ("Hawk", "Kite")] == [(), ("Hawk",)]


def test_it_is_held_over_one_starship_and_says_nothing_of_others() -> None:
    on = board(starship("Hawk", advantage=("Kite",)), starship("Kite"), starship("Krait"))
    on.starships["Krait"].advantage = ("Hawk",)
    fire = "ability:blank ability:blank proficiency:blank difficulty:blank difficulty:blank setback:blank"
    facts = play(on, "Hawk: fire forward-lasers at Kite toward A", dice=fire)
    assert of(facts, AttackAimed)[0].toward == "A"
    on = board(starship("Hawk", advantage=("Kite",)), starship("Kite"), starship("Krait", advantage=("Hawk",)))
    assert kinds(play(on, "Hawk: fire forward-lasers at Krait")) == ["AttackDeclared"]


@given(data=st.data())
def test_at_most_one_of_two_holds_it(data: st.DataObject) -> None:
    on = board(starship("Hawk"), starship("Heron"), starship("Kite"), starship("Krait"))
    foes = {"Hawk": ("Kite", "Krait"), "Heron": ("Kite", "Krait"), "Kite": ("Hawk", "Heron"), "Krait": ("Hawk",)}
    for turn in range(data.draw(st.integers(1, 3))):
        for name, others in foes.items():
            orders: list[OfStarship] = ordered(f"{name}: gain advantage on {data.draw(st.sampled_from(others))}")
            on.slot, on.stage = on.order.index(name), "act"
            seed = data.draw(st.binary(min_size=32, max_size=32))
            carry_out(on, by_player(on, *orders), KeyedDice(seed, "game", turn + 1, 1))
            for one in on.starships.values():
                for over in one.advantage:
                    assert one.name not in on.starships[over].advantage


@each_row(
    ("skill", "own"),
    [
        ("piloting", "ability:blank proficiency:blank proficiency:s"),  # agility 3, piloting 2
        ("gunnery", "ability:blank ability:blank proficiency:s"),  # agility 3, gunnery 1
        ("computers", "ability:blank proficiency:s"),  # intellect 2, computers 1
        ("perception", "ability:blank ability:s"),  # cunning 2, perception 0
    ],
)
def test_the_larger_of_characteristic_and_skill_is_the_number_of_dice_and_the_smaller_upgrades(
    skill: str, own: str
) -> None:
    facts = played(
        duel(), f"Hawk: check {skill} difficulty 2: find the beacon", dice=f"{own} difficulty:f difficulty:t"
    )
    (made,) = of(facts, CheckMade)
    assert (made.skill, made.source, made.about) == (skill, "action", "find the beacon")
    assert (made.success, made.advantage) == (0, -1)


def test_a_skill_above_its_characteristic_is_the_number_of_dice() -> None:
    on = duel()
    on.starships["Hawk"].crew = Crew(agility=1, intellect=1, cunning=1, computers=3)
    play(on, "Hawk: check computers difficulty 0", dice="ability:blank ability:blank proficiency:blank")


@each_row("kind", ["asteroid-field", "gas-cloud", "gravity-well"])
@each_row("skill", ["piloting", "computers", "gunnery", "perception"])
def test_terrain_puts_setback_dice_on_piloting_and_a_gas_cloud_upgrades_the_other_checks(kind: str, skill: str) -> None:
    on = duel()
    on.terrain["Veil"] = terrain("Veil", kind, "", setback=2)  # type: ignore[arg-type]  # by row
    on.starships["Hawk"].crew = Crew(agility=1, intellect=1, cunning=1)
    harder = "challenge" if kind == "gas-cloud" and skill != "piloting" else "difficulty"
    setback = 2 * " setback:blank" if skill == "piloting" else ""
    line = f"Hawk: check {skill} difficulty 1"
    assert kinds(play(on, line, dice=f"ability:blank {harder}:blank{setback}")) == ["CheckMade"]


def test_a_slot_is_through_with_its_check() -> None:
    on = duel()
    played(on, "Hawk: check computers difficulty 0: listen", "Hawk: fly F", dice="ability:s proficiency:s")
    assert course.label(course.moment(on)) == "1.2"
