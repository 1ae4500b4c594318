"""What a roll leaves is spent by whoever made it and, of its threat, by the other side.

Rule: base game; rules.md, Spending, which has the same table.
"""

from __future__ import annotations

import re

import pytest
from attrs import evolve

from sits_es.events import Coded, Event
from sits_es.report import Stage
from sits_es.rules.rulebook import rulebook_of
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.checks.facts import CheckMade
from sits_es.rules.starwars.crews.facts import (
    STANCES,
    EffectBegan,
    EffectKind,
    ManoeuvreWon,
    StancesBroken,
    StarshipSlowed,
)
from sits_es.rules.starwars.harm.facts import CriticalSuffered, StrainSuffered
from sits_es.rules.starwars.harm.rules import entry_problems
from sits_es.rules.starwars.orders.forecast import forecast
from sits_es.rules.starwars.orders.template import template
from sits_es.rules.starwars.slots import course
from sits_es.rules.starwars.spending.facts import NoteOpened
from sits_es.rules.starwars.spending.uses import USES, Use
from sits_es.rules.starwars.views.board import awaited, name_of, state_of
from sits_es.rules.starwars.views.glance import glance
from sits_es.rules.starwars.views.standing import standing
from tests.rules.starwars.crewed import GUNNER_MISSES, PILOT_MISSES, crewed, effect
from tests.rules.starwars.fleets import starship, terrain
from tests.rules.starwars.order_refusals import faults, said
from tests.rules.starwars.play.at_play import kinds, of, ordered, played, voided
from tests.shared.rows import each_row

#: Three advantage and no success; two threat and a success; a triumph; a despair.
ADVANTAGE = "ability:aa ability:a proficiency:blank difficulty:blank difficulty:blank"
THREAT = "ability:s ability:blank proficiency:blank difficulty:tt difficulty:t"
TRIUMPH = "ability:blank ability:blank proficiency:triumph difficulty:blank difficulty:blank"
FIRE = "Hawk: fire forward-lasers at Kite"


def after(dice: str, **more: object) -> Board:
    """Hawk has fired at Kite with these dice, and both hold every stance now; Heron flies beside it, far away."""
    on = crewed(starship("Heron", "6D"), order=("Hawk", "Kite", "Heron"))
    for name, value in more.items():
        setattr(on, name, value)
    played(on, FIRE, dice=dice)
    return all_stances(on)


def all_stances(on: Board) -> Board:
    """Hawk and Kite hold every stance now."""
    for name in ("Hawk", "Kite"):
        on.starships[name].effects = tuple(map(effect, STANCES))
    return on


def despairing() -> Board:
    """Hawk's attack has brought a despair: its difficulty was upgraded, for Kite evades."""
    on = crewed(starship("Heron", "6D"), kite={"effects": (effect("evade"),)})
    played(on, FIRE, dice="ability:blank ability:blank proficiency:blank difficulty:blank challenge:despair")
    return all_stances(on)


def spent(on: Board, line: str, dice: str = "") -> list[Event]:
    """What comes of a line, after the fact that it is spent."""
    facts = played(on, line, dice=dice)
    assert kinds(facts)[0] == "ResultSpent"
    return facts[1:]


# advantage and triumph, by whoever rolled them


@each_row(
    ("line", "fact"),
    [
        ("1 advantage: boost for Heron", EffectBegan(starship="Heron", effect="boost", by="Hawk")),
        ("2 advantage: Boost for hawk", EffectBegan(starship="Hawk", effect="boost", by="Hawk")),
        ("2 advantage: setback for Kite", EffectBegan(starship="Kite", effect="setback", by="Hawk")),
        ("2 advantage: manoeuvre", ManoeuvreWon(starship="Hawk")),
        ("3 advantage: break off Kite", StancesBroken(starship="Kite", lost=("stay on target", "aim"), by="Hawk")),
        ("3 advantage: shields down for Kite", EffectBegan(starship="Kite", effect="shields down", by="Hawk")),
    ],
)
def test_each_use_of_advantage_is_a_fact(line: str, fact: Event) -> None:
    assert spent(after(ADVANTAGE), f"Hawk: spend {line}") == [fact]


@each_row(
    ("use", "fact"),
    [
        ("boost for Heron", EffectBegan(starship="Heron", effect="boost", by="Hawk")),
        ("setback for Kite", EffectBegan(starship="Kite", effect="setback", by="Hawk")),
        ("manoeuvre", ManoeuvreWon(starship="Hawk")),
        ("break off Kite", StancesBroken(starship="Kite", lost=("stay on target", "aim"), by="Hawk")),
        ("shields down for Kite", EffectBegan(starship="Kite", effect="shields down", by="Hawk")),
        ("upgrade for Heron", EffectBegan(starship="Heron", effect="upgrade", by="Hawk")),
        ("harder for Kite", EffectBegan(starship="Kite", effect="harder", by="Hawk")),
    ],
)
def test_each_use_of_a_triumph_is_a_fact(use: str, fact: Event) -> None:
    assert spent(after(TRIUMPH), f"Hawk: spend 1 triumph: {use}") == [fact]


@each_row(
    ("line", "message", "field"),
    [
        ("2 advantage: boost for Heron", "Hawk: boost for Heron costs 1 advantage or 1 triumph.", "number"),
        ("1 advantage: boost for Hawk", "Hawk: boost for Hawk costs 2 advantage or 1 triumph.", "number"),
        ("3 advantage: setback for Kite", "Hawk: setback for Kite costs 2 advantage or 1 triumph.", "number"),
        ("1 advantage: upgrade for Heron", "Hawk: upgrade for Heron costs 1 triumph.", "number"),
        (
            "2 advantage: setback for Heron",
            "Hawk: Heron is on the same side. After setback for, name Kite.",
            "text",
        ),
        (
            "1 advantage: boost for Kite",
            "Hawk: Kite is a foe. After boost for, name Hawk or Heron.",
            "text",
        ),
        (
            "1 threat: strain",
            "Hawk has had its manoeuvre and its action. Hawk can now spend only what is left of its roll.",
            None,
        ),
    ],
)  # fmt: skip
def test_a_use_takes_its_price_and_names_whom_it_can(line: str, message: str, field: str | None) -> None:
    assert faults(after(ADVANTAGE), f"Hawk: spend {line}") == [(message, field)]


def test_any_other_words_are_a_note_to_which_the_other_side_agrees() -> None:
    on = after(ADVANTAGE)
    on.starships["Hawk"].effects = ()
    assert spent(on, "Hawk: spend 1 advantage: boosts morale") == [
        NoteOpened(starship="Hawk", number=1, text="boosts morale")
    ]
    hawk = on.starships["Hawk"]
    assert state_of(on, hawk) == ["open note 1: boosts morale"]
    assert standing(on)["starships"]["Hawk"]["open_notes"] == [{"number": 1, "text": "boosts morale"}]
    (agreed,) = ordered("Kite: agree 1")
    assert not [*entry_problems(on, "Ben", [agreed])]
    agreed.apply(on)
    assert state_of(on, hawk) == ["boosts morale"]


@each_row(
    ("line", "message"),
    [
        ("Kite: agree 2", "Kite: no other side has an open note 2. Open notes: 1."),
        ("Heron: agree 1", "Heron: no other side has an open note 1. None is open."),
    ],
)
def test_a_side_agrees_to_what_another_spent(line: str, message: str) -> None:
    on = after(ADVANTAGE)
    played(on, "Hawk: spend 1 advantage: boosts morale")
    (agreed,) = ordered(line)
    player = on.starships[agreed.starship].player
    assert [each.message for each in entry_problems(on, player, [agreed])] == [message]


def test_notes_are_numbered_through_the_game() -> None:
    on = after(ADVANTAGE)
    played(on, "Hawk: spend 1 advantage: one", "Hawk: spend 1 advantage: two")
    assert [each.number for each in on.starships["Hawk"].open_notes] == [1, 2]
    on.agree(1)
    assert (on.starships["Hawk"].notes, [each.number for each in on.starships["Hawk"].open_notes]) == (("one",), [2])


def test_without_crews_all_words_but_a_critical_hit_are_the_players_own() -> None:
    on = after(ADVANTAGE, crews=False)
    assert spent(on, "Hawk: spend 3 advantage: boost for Nobody") == []


@each_row(
    ("on", "line", "pool"),
    [
        # agility 3, Gunnery 1, against an equal silhouette: 2 ability, 1 proficiency, 2 difficulty
        ("boost", FIRE, (2, 1, 1, 2, 0, 0)),
        ("setback", FIRE, (2, 1, 0, 2, 0, 1)),
        ("upgrade", FIRE, (1, 2, 0, 2, 0, 0)),
        ("harder", FIRE, (2, 1, 0, 1, 1, 0)),
        ("boost", "Hawk: check computers difficulty 1", (1, 1, 1, 1, 0, 0)),
        ("upgrade", "Hawk: check mechanics difficulty 1", (1, 1, 0, 1, 0, 0)),
        ("boost", "Hawk: check perception difficulty 1", (2, 0, 0, 1, 0, 0)),
        ("setback", "Hawk: check computers difficulty 1", (1, 1, 0, 1, 0, 0)),
        ("harder", "Hawk: check piloting difficulty 1", (1, 2, 0, 0, 1, 0)),
        ("boost", "Hawk: gain advantage on Kite", (1, 2, 1, 1, 2, 0)),
    ],
)
def test_what_was_spent_on_a_next_check_counts_for_the_first_of_its_skills(
    on: EffectKind, line: str, pool: tuple[int, ...]
) -> None:
    kinds_of = ("ability", "proficiency", "boost", "difficulty", "challenge", "setback")
    board = crewed(hawk={"effects": (effect(on),)})
    if "gain" in line:
        board.starships["Kite"].place = board.starships["Hawk"].place
    thrown = " ".join(f"{kind}:blank" for kind, number in zip(kinds_of, pool, strict=True) for _ in range(number))
    (made,) = of(played(board, line, dice=thrown), CheckMade)
    assert made.pool == pool
    counts = made.skill in {"piloting", "gunnery"} or (on in {"boost", "upgrade"} and made.skill != "perception")
    assert bool(board.starships["Hawk"].effects) == (not counts)


def test_shields_that_are_down_do_not_count_until_the_end_of_the_round() -> None:
    on = crewed(kite={"shields": (2, 0, 0, 0), "effects": (effect("shields down"),)})
    played(on, FIRE, dice=PILOT_MISSES)
    played(on)
    shielded = f"{PILOT_MISSES} setback:blank setback:blank"
    (made,) = of(played(on, FIRE, dice=shielded), CheckMade)
    assert made.pool == (2, 1, 0, 2, 0, 2)


def test_a_manoeuvre_that_was_won_is_ordered_at_once_and_costs_no_strain() -> None:
    on = after(ADVANTAGE)
    lines = ("Hawk: spend 2 advantage: manoeuvre", "Hawk: fly F")
    assert said(on, *lines) == []
    assert forecast(on, "Anna", {1: ordered(*lines)})[-1] == "Hawk flies F: to 0,-1 facing A, 1 of 3 movement"
    assert kinds(played(on, *lines)) == ["ResultSpent", "ManoeuvreWon", "StarshipFlew"]
    assert on.starships["Hawk"].strain == 0


def test_one_that_is_won_after_another_costs_no_strain_either_and_is_one() -> None:
    on = crewed()
    played(on, "Hawk: fly L", "Hawk: check computers difficulty 0", dice="ability:aa proficiency:blank")
    facts = played(on, "Hawk: spend 2 advantage: manoeuvre", "Hawk: fly R")
    assert kinds(facts) == ["ResultSpent", "ManoeuvreWon", "StarshipFlew"]
    on = after(ADVANTAGE)
    facts = played(on, "Hawk: spend 2 advantage: manoeuvre", "Hawk: fly L", "Hawk: fly R")
    assert voided(facts) == [("fly R", "rolled-already")]


def test_one_that_was_not_won_is_not_ordered_and_two_in_a_slot_are_the_most() -> None:
    on = after(ADVANTAGE)
    assert voided(played(on, "Hawk: fly F")) == [("fly F", "rolled-already")]
    on = crewed()
    played(on, "Hawk: aim", "Hawk: fly L", "Hawk: check computers difficulty 0", dice="ability:aa proficiency:blank")
    lines = ("Hawk: spend 2 advantage: manoeuvre", "Hawk: fly R")
    assert said(on, lines[0]) == ["Hawk has at most two manoeuvres in a slot, and this is a third. Keep two."]
    assert "manoeuvre" not in "".join(offers(on))
    facts = played(on, *lines)
    assert voided(facts) == [("spend 2 advantage: manoeuvre", "manoeuvred-twice"), ("fly R", "rolled-already")]


def test_a_second_manoeuvre_is_not_bought_twice() -> None:
    on = after(ADVANTAGE.replace("ability:a ", "ability:aa "))
    line = "Hawk: spend 2 advantage: manoeuvre"
    assert said(on, line, line) == ["Hawk has won an extra manoeuvre and must make it before winning another."]


def test_what_else_is_bought_leaves_the_manoeuvre_that_was_won() -> None:
    on = after(ADVANTAGE)
    lines = ("Hawk: spend 2 advantage: manoeuvre", "Hawk: spend 1 advantage: boost for Heron", "Hawk: fly F")
    assert said(on, *lines) == []
    assert kinds(played(on, *lines))[-1] == "StarshipFlew"


def offers(on: Board) -> list[str]:
    """What the template offers Anna to spend advantage on."""
    return re.findall("  #   (spend [0-9] advantage: [^#]*)", template(on, "Anna", "duel"))


def test_who_holds_no_stance_has_none_to_lose_and_shields_are_not_downed_where_nobody_attacks_after_it() -> None:
    on = after(ADVANTAGE)
    kite = on.starships["Kite"]
    kite.effects = ()
    assert said(on, "Hawk: spend 3 advantage: break off Kite") == ["Hawk: Kite has nothing to break off."]
    assert not [line for line in offers(on) if "shields down" in line]
    kite.shields = (1, 0, 0, 0)
    assert "spend 3 advantage: shields down for Kite  " in offers(on)
    assert not [line for line in offers(on) if "break off" in line]
    on.order, on.slot = ("Kite", "Heron", "Hawk"), 2
    assert not [line for line in offers(on) if "shields down" in line]


def test_a_gunners_roll_is_spent_by_name_and_scores_a_critical_hit_with_its_own_weapon() -> None:
    on = crewed()
    hits = "proficiency:ss proficiency:aa difficulty:blank difficulty:blank"
    played(on, "Hawk: fire turret at Kite by gunner", dice=hits)
    assert said(on, "Hawk: spend 1 advantage: cover") == [
        "Hawk made no check for its action. It made one of its gunner. Write on gunner before the colon."
    ]
    line = "Hawk: spend 2 advantage on gunner: critical hit"
    assert said(on, line) == ["Hawk: a critical hit with turret costs 3 advantage or 1 triumph, not 2 advantage."]
    triumph = crewed()
    played(triumph, "Hawk: fire turret at Kite by gunner", dice=hits.replace("proficiency:aa", "proficiency:triumph"))
    facts = spent(triumph, "Hawk: spend 1 triumph on gunner: critical hit", dice="d100:42")
    (hit,) = of(facts, CriticalSuffered)
    assert (hit.starship, hit.why, hit.result) == ("Kite", Coded("weapon", ("Hawk", "turret")), 42)


def test_a_critical_hit_is_scored_by_the_attack_that_did_hull_trauma_and_no_other() -> None:
    on = crewed()
    hits = "ability:s ability:blank proficiency:blank difficulty:blank difficulty:blank"
    misses = "proficiency:aa proficiency:aa difficulty:blank difficulty:blank"
    played(on, "Hawk: fire turret at Kite by gunner", FIRE, dice=f"{misses} {hits}")
    assert said(on, "Hawk: spend 3 advantage on gunner: critical hit") == [
        'Hawk: critical hit is bought with its check for its action. Leave out the word "on".'
    ]
    gunner = crewed()
    struck = "proficiency:ss proficiency:triumph difficulty:blank difficulty:blank"
    missed = "ability:aa ability:a proficiency:blank difficulty:blank difficulty:blank"
    played(gunner, "Hawk: fire turret at Kite by gunner", FIRE, dice=f"{struck} {missed}")
    assert said(gunner, "Hawk: spend 3 advantage: critical hit") == [
        "Hawk: critical hit is bought with its check of its gunner. Write on gunner before the colon."
    ]


# threat and despair, by the other side


def test_the_other_side_spends_threat_in_an_exchange_of_its_own() -> None:
    on = after(THREAT)
    assert course.owed(on, ("Anna", "Ben")).label == "1.1-side"
    assert course.owed(on, ("Anna", "Ben")).orders_by == ("Ben",)
    assert name_of(on) == "Round 1, slot 1: Hawk (red), what the other side spends"
    assert awaited(on) == "Ben, for Kite, can spend what Hawk's rolls left: 3 threat from the Gunnery check."
    assert standing(on)["now"]["to_answer"] == {"action": {"threat": 3, "despair": 0}}
    played(on)
    assert course.owed(on, ("Anna", "Ben")).label == "1.2"


def test_whoever_answers_spends_the_threat_of_every_check_of_the_slot() -> None:
    """The pilot fired at Kite and the gunner at Krait: Kite spends what either left, however many checks it uses up."""
    on = after(THREAT)
    krait = starship("Krait", "5A")
    on.starships["Krait"] = krait
    on.checks = (*on.checks, evolve(on.checks[0], source="gunner", against="Krait"))
    facts = played(on, "Kite: spend 3 threat: slower", "Kite: spend 3 threat on gunner: strain")
    assert kinds(facts)[:4] == ["ResultSpent", "StarshipSlowed", "ResultSpent", "StrainSuffered"]


@each_row(
    ("line", "facts"),
    [
        (
            "3 threat: strain",
            [StrainSuffered(starship="Hawk", why=Coded("threat", ("Kite",)), strain=3, total=3)],
        ),
        (
            "1 threat: break off Hawk",
            [StancesBroken(starship="Hawk", lost=("evade", "stay on target", "aim"), by="Kite")],
        ),
        ("2 threat: boost for Kite", [EffectBegan(starship="Kite", effect="boost", by="Kite")]),
        ("2 threat: setback for Heron", [EffectBegan(starship="Heron", effect="setback", by="Kite")]),
        ("3 threat: slower", [StarshipSlowed(starship="Hawk", speed=2, by="Kite")]),
    ],
)
def test_each_use_of_threat_is_a_fact(line: str, facts: list[Event]) -> None:
    assert spent(after(THREAT), f"Kite: spend {line}") == facts


@each_row(
    ("use", "fact"),
    [
        ("strain", StrainSuffered(starship="Hawk", why=Coded("threat", ("Kite",)), strain=1, total=1)),
        ("break off Hawk", StancesBroken(starship="Hawk", lost=("evade", "stay on target", "aim"), by="Kite")),
        ("boost for Kite", EffectBegan(starship="Kite", effect="boost", by="Kite")),
        ("setback for Hawk", EffectBegan(starship="Hawk", effect="setback", by="Kite")),
        ("slower", StarshipSlowed(starship="Hawk", speed=2, by="Kite")),
        ("harder for Hawk", EffectBegan(starship="Hawk", effect="harder", by="Kite")),
    ],
)
def test_each_use_of_a_despair_is_a_fact(use: str, fact: Event) -> None:
    assert spent(despairing(), f"Kite: spend 1 despair: {use}") == [fact]


def test_a_despair_may_be_a_critical_hit_on_whoever_rolled_it() -> None:
    (hit,) = of(spent(despairing(), "Kite: spend 1 despair: critical hit", dice="d100:7"), CriticalSuffered)
    assert (hit.starship, hit.why, hit.result) == ("Hawk", Coded("threat", ("Kite",)), 7)


@each_row(
    ("line", "message", "field"),
    [
        ("Kite: spend 4 threat: strain", "Kite can spend 3 threat from Hawk's check for its action, not 4.", "number"),
        (
            "Kite: spend 1 despair: strain",
            "Kite can spend 0 despair from Hawk's check for its action, not 1.",
            "number",
        ),
        (
            "Kite: spend 1 threat: break off Heron",
            "Kite: Heron is a foe. After break off, name Hawk.",
            "text",
        ),
        ("Kite: spend 2 threat: slower", "Kite: slower costs 3 threat or 1 despair.", "number"),
        (
            "Kite: spend 1 threat on flight: strain",
            'Hawk made no check in flight. It made one for its action. Leave out the word "on".',
            "source",
        ),
        ("Kite: spend 1 advantage: luck", "Kite: you can now spend only the other side's threat and despair.", None),
        ("Hawk: spend 1 threat: strain", "Hawk can't take orders now. This slot is for Kite, and Ben gives the orders.",
         None),
        ("Kite: spend 2 threat: setback for Kite",
         "Kite: Kite is on the same side. After setback for, name Hawk or Heron.", "text"),
    ],
)  # fmt: skip
def test_threat_that_cannot_be_spent_so(line: str, message: str, field: str | None) -> None:
    assert faults(after(THREAT), line) == [(message, field)]


def test_who_is_slowed_keeps_at_least_speed_0() -> None:
    on = after(THREAT)
    on.starships["Hawk"].speed = 0
    assert spent(on, "Kite: spend 3 threat: slower") == []


def test_strain_beyond_the_threshold_shuts_the_starship_down() -> None:
    on = after(THREAT)
    on.starships["Hawk"].strain = 5
    assert kinds(spent(on, "Kite: spend 2 threat: strain")) == ["StrainSuffered", "StarshipShutDown"]


def test_threat_comes_first_and_then_the_advantage_of_another_roll() -> None:
    """Of the pilot three advantage, of the gunner two threat."""
    on = crewed()
    threat = GUNNER_MISSES.replace("difficulty:blank", "difficulty:tt", 1)
    played(on, FIRE, "Hawk: fire turret at Kite by gunner", dice=f"{ADVANTAGE} {threat}")
    assert (course.label(course.moment(on)), awaited(on)) == (
        "1.1-side",
        "Ben, for Kite, can spend what Hawk's rolls left: 2 threat from the Gunnery check by its gunner.",
    )
    assert kinds(played(on, "Kite: spend 2 threat on gunner: boost for Kite")) == ["ResultSpent", "EffectBegan"]
    assert (course.label(course.moment(on)), on.stage) == ("1.1-spend", "spend")
    played(on)
    assert course.label(course.moment(on)) == "1.2"


def in_one_hex(dice: str) -> Board:
    """Kite has named the side of Hawk's attack on it in one hex."""
    on = crewed(kite={"advantage": ("Hawk",)})
    on.starships["Kite"].place = on.starships["Hawk"].place
    played(on, FIRE)
    played(on, "Kite: side A", dice=dice)
    return on


def test_threat_of_a_flight_among_asteroids_is_not_spent_again() -> None:
    on = crewed(terrain("Belt", "asteroid-field", "1A", setback=0))
    dice = "ability:blank proficiency:blank proficiency:blank difficulty:t"
    facts = played(on, "Hawk: fly F", dice=dice)
    assert kinds(facts) == ["StarshipFlew", "CheckMade", "TraumaSuffered", "StrainSuffered"]
    assert course.label(course.moment(on)) == "1.2"


def test_in_the_slot_after_a_side_was_named_threat_has_its_usual_place() -> None:
    on = in_one_hex(PILOT_MISSES)
    played(on, "Kite: check computers difficulty 1", dice="ability:blank proficiency:blank difficulty:t")
    assert (course.label(course.moment(on)), on.stage) == ("1.2-side", "threat")


def test_a_foe_who_has_named_a_side_spends_threat_unless_there_is_advantage_to_spend() -> None:
    """Rule: house."""
    on = in_one_hex(THREAT)
    assert (course.label(course.moment(on)), on.stage) == ("1.1-spend", "threat")
    played(on)
    assert course.label(course.moment(on)) == "1.2"
    on = in_one_hex(TRIUMPH.replace("difficulty:blank", "difficulty:t", 1))
    assert (course.label(course.moment(on)), on.stage) == ("1.1-spend", "spend")
    played(on)
    assert course.label(course.moment(on)) == "1.2"


def test_the_target_of_the_roll_spends_its_threat_or_the_first_foe_by_name() -> None:
    on = crewed(starship("Kea", "9A"))
    played(on, FIRE, dice=THREAT)
    assert [each.name for each in course.due(on)] == ["Kite"]
    on = crewed(starship("Kea", "9A"))
    played(on, "Hawk: check computers difficulty 1", dice="ability:blank proficiency:blank difficulty:t")
    assert [each.name for each in course.due(on)] == ["Kea"]


def test_the_template_offers_what_threat_buys() -> None:
    file = template(after(THREAT), "Ben", "duel")
    assert "# You may spend what is left of the other side's threat and despair.\n" in file
    for line in (
        "spend 1 threat: strain  # the roller suffers 1 system strain for each threat spent",
        "spend 1 threat: break off Hawk  #",
        "spend 2 threat: boost for Kite  # a boost die",
        "spend 3 threat: slower  #",
    ):
        assert f"  #   {line}" in file, line
    assert "spend 1 despair" not in file


def test_a_triumph_is_offered_each_use_once() -> None:
    on = after(TRIUMPH)
    on.starships["Kite"].shields = (1, 0, 0, 0)
    lines = re.findall("  #   (spend 1 triumph: [^#]*)", template(on, "Anna", "duel"))
    assert len(lines) == len(set(lines)) == 10


def test_what_holds_is_seen_at_a_glance() -> None:
    on = crewed(hawk={"effects": (effect("evade"), effect("aim", member="gunner"))})
    (hawk,) = [each for each in glance((), on, str).units if each.name == "Hawk"]
    assert "evading; gunner has aimed" in [each.text for each in hawk.told]


@pytest.mark.parametrize(("now", "told"), [((1, 1, 0, 0), "shields 1/1/0/0"), ((1, 0, 0, 0), "shields 1/0/0/0 down")])
def test_only_shields_that_are_lost_are_down_and_not_those_that_were_angled(now: tuple[int, ...], told: str) -> None:
    """Hawk had 2 forward: a point of it was angled aft, or it is gone."""
    before, after = crewed(hawk={"shields": (2, 0, 0, 0)}), crewed(hawk={"shields": now})
    seen = glance([Stage(label="1.1", before=before, facts=(), after=after)], after, str)
    (hawk,) = [each for each in seen.units if each.name == "Hawk"]
    assert told in [each.text for each in hawk.told]


def test_what_holds_is_told_of_each_starship() -> None:
    on = crewed(hawk={"effects": (effect("boost"), effect("boost"), effect("shields down"), effect("evade"))})
    assert state_of(on, on.starships["Hawk"]) == [
        "a boost die for its next check, twice",
        "shields down in this round",
        "evading",
    ]


# the table


@each_row("use", USES)
def test_every_use_stands_in_the_rules_with_its_mark(use: Use) -> None:
    (section,) = rulebook_of("starwars").find("Spending")
    name = " NAME" if use.names else ""
    texts = [passage.text.replace('"', "") for passage in section.passages]
    told = [text for text in texts if text.startswith(f"{use.words}{name}, ")]
    (line,) = [text for text in told if next(iter(use.prices)) in text]
    assert use.rule in line
