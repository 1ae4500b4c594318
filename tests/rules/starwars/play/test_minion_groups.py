"""Minion groups: starships that fight as one. Rule: base game; rules.md, Minion groups.

Kite is a group of three with a hull threshold of 5 each and armour 2; Hawk's lasers have damage 5.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from sits_es.events import Coded, Event
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.checks.facts import CheckMade
from sits_es.rules.starwars.checks.rules import own_dice
from sits_es.rules.starwars.crews.facts import DamageRepaired
from sits_es.rules.starwars.harm.facts import MinionsLost, StarshipLost, StrainSuffered, TraumaEntered, TraumaSuffered
from sits_es.rules.starwars.harm.rules import enter, entry_problems, minions_left
from sits_es.rules.starwars.orders.forecast import forecast
from sits_es.rules.starwars.orders.template import template
from sits_es.rules.starwars.setting_up.facts import StarshipPlaced
from sits_es.rules.starwars.starship_class import Crew
from sits_es.rules.starwars.sums.narrative_dice import Pool
from sits_es.rules.starwars.views.board import starships, state_of
from sits_es.rules.starwars.views.glance import glance
from sits_es.rules.starwars.views.scenes import map_of
from sits_es.rules.starwars.views.standing import standing
from tests.rules.starwars.crewed import crewed
from tests.rules.starwars.explained import working
from tests.rules.starwars.fleets import LASERS, card, starship, terrain
from tests.rules.starwars.order_refusals import said
from tests.rules.starwars.play.at_play import kinds, of, ordered, played
from tests.shared.view_samples import lines_of

GROUP = evolve(card("Corvette", silhouette=3, hull=5, armour=2), name="Group", group=("piloting", "gunnery"))
FIRE = "Hawk: fire lasers at Kite"
#: One success; one success and three advantage; a miss. Hawk's two ability dice and one proficiency against two.
PLAIN = "ability:s ability:blank proficiency:blank difficulty:blank difficulty:blank"
HIT = "ability:sa ability:aa proficiency:blank difficulty:blank difficulty:blank"


def grouped(number: int = 3, *, ion: bool = False, kite: dict[str, Any] | None = None) -> Board:
    """Hawk's slot; Kite is a group of so many two hexes ahead."""
    on = crewed()
    on.classes["Group"] = evolve(GROUP, weapons=(evolve(LASERS, name="guns", reach="medium"),))
    on.classes["Fighter"] = card("Fighter", hull=40, weapons=(evolve(LASERS, ion=ion),))
    given_ = {"starship_class": "Group", "number": number, "left": number} | (kite or {})
    for name, value in given_.items():
        setattr(on.starships["Kite"], name, value)
    return on


def test_a_group_is_one_starship_on_the_board() -> None:
    on = grouped()
    placed = StarshipPlaced(
        starship="Krait",
        player="Ben",
        side="blue",
        starship_class="Group",
        q=0,
        r=-2,
        facing="D",
        speed=3,
        crew=Crew(),
        initiative=(2, 0, 0),
        number=4,
    )
    placed.apply(on)
    krait = on.starships["Krait"]
    assert (krait.number, krait.left, on.hull_of(krait)) == (4, 4, 20)
    assert state_of(on, krait)[0] == "4 of 4 left"


@given(st.integers(0, 6))
def test_a_group_has_a_rank_for_each_that_is_left_beyond_the_first(left: int) -> None:
    """Agility 3, and of Computers the crew's own rank 1 with intellect 2; one that is lost has none."""
    on = grouped(6, kite={"left": left})
    kite = on.starships["Kite"]
    assert on.trained(kite, "gunnery") == on.trained(kite, "piloting") == (3, max(0, left - 1))
    assert on.trained(kite, "computers") == (2, 1)
    rank = max(0, left - 1)
    dice = Pool(ability=max(3, rank) - min(3, rank), proficiency=min(3, rank))
    assert own_dice(on, kite, "gunnery").pool == dice


def test_it_is_said_why_it_has_its_ranks() -> None:
    on = grouped()
    assert own_dice(on, on.starships["Kite"], "gunnery").why == (
        "Kite's agility 3 and Gunnery 2: 3 dice, 2 of them upgraded (3 in the group, a rank for each beyond the first)"
    )


def test_its_piloting_counts_against_whoever_would_gain_the_advantage() -> None:
    """Two left: agility 3 and Piloting 1."""
    on = grouped(kite={"left": 2})
    on.starships["Kite"].place = on.starships["Hawk"].place
    dice = "ability:blank proficiency:blank proficiency:blank difficulty:blank difficulty:blank challenge:blank"
    (made,) = of(played(on, "Hawk: gain advantage on Kite", dice=dice), CheckMade)
    assert made.pool == (1, 2, 0, 2, 1, 0)


# harm


def hurt(on: Board, change: int) -> list[Event]:
    """What follows from hull trauma that Ben enters of Kite."""
    entered = TraumaEntered(starship="Kite", change=change)
    entered.apply(on)
    return enter(on, "Ben", [entered])


def test_one_is_out_each_time_that_the_hull_trauma_goes_beyond_a_multiple_of_the_threshold() -> None:
    on = grouped()
    told = [[getattr(fact, "left", "lost") for fact in hurt(on, 1)] for _ in range(16)]
    out = {6: [2], 11: [1], 16: [0, "lost"]}
    assert told == [out.get(trauma, []) for trauma in range(1, 17)]


def test_one_hit_may_put_several_out() -> None:
    """5 and 1 success, less armour 2: 4. With 9 so far it is 13: two are out at once of the two that its 9 left."""
    on = grouped(kite={"trauma": 9})
    facts = played(on, FIRE, dice=PLAIN)
    lost = MinionsLost(starship="Kite", why=Coded("threshold"), lost=2, left=1, total=13)
    assert facts[-1] == lost
    assert kinds(facts) == ["AttackAimed", "CheckMade", "TraumaSuffered", "MinionsLost"]
    on = grouped(kite={"trauma": 13, "left": 1})
    assert kinds(played(on, FIRE, dice=PLAIN))[-2:] == ["MinionsLost", "StarshipLost"]


@given(st.integers(1, 6), st.lists(st.integers(1, 9), max_size=12))
def test_however_trauma_comes_as_many_are_left(number: int, points: list[int]) -> None:
    one, other = grouped(number), grouped(number)
    for each in points:
        hurt(one, each)
    if points:
        hurt(other, sum(points))
    kite, at_once = one.starships["Kite"], other.starships["Kite"]
    assert (kite.left, kite.gone) == (at_once.left, at_once.gone)
    assert kite.left == minions_left(kite, 5) == max(0, number - max(0, sum(points) - 1) // 5)
    assert kite.gone == (sum(points) > 5 * number)


def test_a_critical_hit_puts_one_out_and_nothing_is_rolled() -> None:
    """Trauma 4 of 5 each: it becomes 5, as if the one that was hit had borne all."""
    on = grouped()
    played(on, FIRE, dice=HIT)
    assert "spend 3 advantage: critical hit  # one of the group is out\n" in template(on, "Anna", "duel")
    facts = played(on, "Hawk: spend 3 advantage: critical hit")
    assert facts[1:] == [MinionsLost(starship="Kite", why=Coded("critical"), lost=1, left=2, total=5)]
    assert on.starships["Kite"].criticals == ()
    # the next one is out beyond two thresholds
    assert [kinds(hurt(on, change)) for change in (5, 1)] == [[], ["MinionsLost"]]


def test_a_critical_hit_on_the_last_one_is_the_end_of_the_group() -> None:
    on = grouped(kite={"trauma": 11, "left": 1})
    on.starships["Krait"] = starship("Krait", "6A")
    on.classes["Group"] = evolve(on.classes["Group"], armour=5)  # 1 point comes through
    played(on, FIRE, dice=HIT)
    facts = played(on, "Hawk: spend 3 advantage: critical hit")
    assert facts[1:] == [
        MinionsLost(starship="Kite", why=Coded("critical"), lost=1, left=0, total=15),
        StarshipLost(starship="Kite"),
    ]


def test_strain_is_hull_trauma_that_armour_does_not_stop() -> None:
    on = grouped(ion=True)
    facts = played(on, FIRE, dice=PLAIN)
    assert (kinds(facts)[-1], on.starships["Kite"].trauma, on.starships["Kite"].strain) == ("TraumaSuffered", 4, 0)
    played(on, "Kite: fly L", "Kite: fly R")
    assert (on.starships["Kite"].trauma, on.starships["Kite"].strain) == (6, 0)
    assert on.starships["Kite"].left == 2


def test_among_asteroids_both_kinds_of_harm_are_hull_trauma() -> None:
    """One threat: 10 less armour 2, and 1 of strain."""
    on = grouped()
    on.terrain["Belt"] = terrain("Belt", "asteroid-field", "1A", setback=0)
    played(on)
    dice = "ability:blank proficiency:blank proficiency:blank difficulty:t"
    facts = played(on, "Kite: fly F", dice=dice)
    (trauma,) = of(facts, TraumaSuffered)
    assert (trauma.damage, trauma.armour, trauma.trauma) == (11, 2, 9)
    assert working(trauma, facts[: facts.index(trauma)], on).steps[:4] == (
        "1 net threat: 10 hull trauma for each.",
        "Armour 2 counts against each: 10 - 2, at least 0, is 8.",
        "Minions suffer system strain as hull trauma, which armour does not stop: 10 + 1 = 11.",
        "11 damage - 2 stopped by armour = 9 hull trauma.",
    )
    assert not of(played(on), StrainSuffered)


def test_whoever_is_out_stays_out_whatever_is_repaired_or_entered() -> None:
    """Two left with 8 hull trauma: 3 of it can be repaired, and no more is taken off by an entry."""
    on = grouped(kite={"trauma": 8, "left": 2})
    (less,) = ordered("Kite: trauma -4")
    assert [each.message for each in entry_problems(on, "Ben", [less])] == ["Kite has 3 hull trauma. It can't lose 4."]
    (right,) = ordered("Kite: trauma -3")
    assert not [*entry_problems(on, "Ben", [right])]
    played(on)
    dice = "ability:ss ability:ss difficulty:blank difficulty:blank"
    (repaired,) = of(played(on, "Kite: repair hull", dice=dice), DamageRepaired)
    assert (repaired.points, repaired.total) == (3, 5)
    assert on.starships["Kite"].left == 2
    assert hurt(on, 5) == []


def test_a_group_has_no_strain_to_enter_or_repair() -> None:
    on = grouped()
    (entered,) = ordered("Kite: strain +1")
    assert [each.message for each in entry_problems(on, "Ben", [entered])] == [
        "Kite is a minion group, which has no system strain. Enter trauma."
    ]
    played(on)
    assert said(on, "Kite: repair strain") == ["Kite has no system strain to repair."]


# what is seen of it


def test_how_many_are_left_is_seen() -> None:
    on = grouped(kite={"trauma": 6, "left": 2})
    assert state_of(on, on.starships["Kite"])[0] == "2 of 3 left"
    found = standing(on)["starships"]["Kite"]
    assert (found["number"], found["left"], found["hull_trauma"]) == (3, 2, 6)
    (marker,) = [each for each in map_of(on).markers if each.name == "Kite"]
    assert marker.facts[0] == "2 of 3"
    (kite,) = [each for each in glance((), on, str).units if each.name == "Kite"]
    told = ["".join(phrase.text for phrase in each.long) if hasattr(each, "long") else each.text for each in kite.told]
    assert {"left 2/3", "hull trauma 6/15"} <= set(told)
    assert not any("strain" in text for text in told)


def test_a_group_has_no_strain_to_be_told() -> None:
    on = grouped()
    played(on)
    file = template(on, "Ben", "duel")
    assert "hull trauma 0 of 15, armour 2; shields" in file
    lines = str(lines_of([starships(on)]))
    assert "0/15  none" in lines


def test_the_forecast_says_that_a_second_manoeuvre_is_hull_trauma() -> None:
    on = grouped()
    played(on)
    lines = forecast(on, "Ben", {1: ordered("Kite: fly L", "Kite: fly R")})
    assert [line for line in lines if "second" in line] == ["Kite suffers 2 hull trauma for a second manoeuvre"]


def flown_by(number: int, threat: str) -> Board:
    """Kite is so many, and flies four hexes in a belt: a difficulty die with this face, a challenge die of despair."""
    on = grouped(number)
    on.terrain["Belt"] = terrain("Belt", "asteroid-field", "1A", setback=0)
    on.starships["Kite"].speed = 4
    played(on)
    pool = " ".join([f"{'proficiency' if each < number - 1 else 'ability'}:blank" for each in range(3)][::-1])
    played(on, "Kite: fly F F R F F", dice=f"{pool} difficulty:{threat} challenge:despair")
    return on


def test_a_critical_hit_puts_out_one_more_than_hull_trauma_has() -> None:
    """Without threat one is out; one threat is 10 less armour 2, and 1: 9, beyond one threshold of 5, and one more."""
    kite = flown_by(4, "blank").starships["Kite"]
    assert (kite.left, kite.trauma) == (3, 5)
    kite = flown_by(4, "t").starships["Kite"]
    assert (kite.left, kite.trauma) == (2, 10)


def test_where_the_last_one_is_out_a_critical_hit_does_no_more() -> None:
    """Two threat are 18 of 20: three are out by them, and the last by the despair."""
    on = flown_by(4, "tt")
    kite = on.starships["Kite"]
    assert (kite.left, kite.trauma, kite.gone) == (0, 20, True)
    # one alone is lost by a single threat, and the despair does nothing more
    kite = flown_by(1, "t").starships["Kite"]
    assert (kite.left, kite.trauma, kite.gone) == (0, 9, True)
