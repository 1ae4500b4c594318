"""Starship cards as they are read, and every refusal word for word."""

import json

import pytest

from sits_es.errors import UnreadableError
from sits_es.rules.schema import data_of
from sits_es.rules.starwars.cards.sample_cards import SAMPLES, read_card, starships_of
from sits_es.rules.starwars.starship_class import ARCS, Crew, StarshipClass, StarshipWeapon, classes_of
from tests.shared.rows import each_row

STARSHIPS = starships_of(SAMPLES.classes())

PATROL_BOAT = """\
name = "My patrol boat"
silhouette = 4
speed = 3
armour = 2
hull = 20
strain = 15
shields = { forward = 2, aft = 1 }
[crew]
agility = 3
piloting = 2
[weapons.turret]
arcs = ["aft", "forward"]
reach = "short"
damage = 6
critical = 3
"""


def starship(text: str) -> StarshipClass:
    """A card as it is read."""
    (card,) = starships_of({"": read_card(text, "card.toml")}).values()
    return card


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(UnreadableError) as refusal:
        read_card(text, "card.toml")
    return refusal.value.problems


def test_a_card_is_read_as_it_is_written() -> None:
    assert read_card(PATROL_BOAT, "card.toml") == StarshipClass(
        name="My patrol boat",
        silhouette=4,
        speed=3,
        armour=2,
        hull=20,
        strain=15,
        shields=(2, 1, 0, 0),
        crew=Crew(agility=3, intellect=2, cunning=2, piloting=2),
        weapons=(StarshipWeapon(name="turret", arcs=("forward", "aft"), reach="short", damage=6, critical=3),),
    )


def test_zones_crew_and_weapons_may_be_left_out() -> None:
    """Zones have no shields then, characteristics are 2, and nobody is trained."""
    plain = 'name = "Hulk"\nsilhouette = 10\nspeed = 0\narmour = 0\nhull = 1\nstrain = 1\n'
    hulk = starship(plain)
    assert (hulk.shields, hulk.weapons) == ((0, 0, 0, 0), ())
    assert hulk.crew == Crew(agility=2, intellect=2, cunning=2)


def test_weapons_are_known_by_their_names() -> None:
    patrol_boat = starship(PATROL_BOAT)
    assert patrol_boat.weapon("turret") == patrol_boat.weapons[0]
    assert patrol_boat.weapon("torpedoes") is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "My', 'nam = "My', [
            (
                "1: nam: There is no key nam. Did you mean name? Keys: name, silhouette, speed, armour, hull, "
                "strain, shields, crew, members, group, weapons."
            ),
            '1: name: it is missing. Write a text in quotes, such as "Sample light fighter".',
        ]),
        ('"My patrol boat"', '""', [
            "1: name: The name is empty. Write at most 60 letters, digits, spaces, - and '.",
        ]),
        ("silhouette = 4", "silhouette = 11", [
            "2: silhouette: 11 is out of range. Write a whole number from 0 to 10.",
        ]),
        ("silhouette = 4", "silhouette = -1", [
            "2: silhouette: -1 is out of range. Write a whole number from 0 to 10.",
        ]),
        ("speed = 3", "speed = 21", [
            "3: speed: 21 is out of range. Write a whole number from 0 to 20.",
        ]),
        ("armour = 2", "armour = 2.5", [
            "4: armour: 2.5 is not a whole number. Write a whole number from 0 to 99.",
        ]),
        ("armour = 2\n", "", [
            "1: armour: it is missing. Write a whole number from 0 to 99.",
        ]),
        ("hull = 20", "hull = 0", [
            "5: hull: 0 is out of range. Write a whole number from 1 to 999.",
        ]),
        ("strain = 15", 'strain = "15"', [
            '6: strain: "15" is not a whole number. Write a whole number from 1 to 999.',
        ]),
        ("forward = 2", "forward = 10", [
            "7: shields.forward: 10 is out of range. Write a whole number from 0 to 9.",
        ]),
        ("aft = 1", "stern = 1", [
            "7: shields.stern: There is no key stern. Keys: forward, aft, port, starboard.",
        ]),
        ("{ forward = 2, aft = 1 }", "[2, 1, 0, 0]", [
            "7: shields: a list is not a table. Write keys and their values under [shields].",
        ]),
        ("agility = 3", "agility = 0", [
            "9: crew.agility: 0 is out of range. Write a whole number from 1 to 6.",
        ]),
        ("agility = 3", "agility = 7", [
            "9: crew.agility: 7 is out of range. Write a whole number from 1 to 6.",
        ]),
        ("piloting = 2", "piloting = 6", [
            "10: crew.piloting: 6 is out of range. Write a whole number from 0 to 5.",
        ]),
        ("piloting = 2", "pilotin = 2", [
            (
                "10: crew.pilotin: There is no key pilotin. Did you mean piloting? Keys: agility, intellect, "
                "cunning, presence, willpower, piloting, gunnery, computers, perception, mechanics, astrogation, "
                "leadership, cool, vigilance, discipline."
            ),
        ]),
        ("[weapons.turret]", "[members.action]\n[weapons.turret]", [
            (
                "11: members.action: action means something else in orders; the pilot is under [crew]. Choose another "
                "name."
            ),
        ]),
        ("weapons.turret", "weapons.Turret", [
            (
                "11: weapons.Turret: a weapon's name must be small letters, digits and -, starting with a letter. "
                "Write one such as forward-lasers."
            ),
        ]),
        ("weapons.turret", f"weapons.{'t' * 61}", [
            f"11: weapons.{'t' * 61}: a weapon's name has 61 characters; it may have at most 60.",
        ]),
        ('["aft", "forward"]', '["aft", "stern", "aft", 3]', [
            "12: weapons.turret.arcs[2]: There is no arc stern. Arcs: forward, aft, port, starboard.",
            "12: weapons.turret.arcs[3]: aft is listed twice. Write it once.",
            '12: weapons.turret.arcs[4]: 3 is not a text. Write a text in quotes, such as "forward".',
        ]),
        ("silhouette = 4", 'group = ["piloting"]\nmembers.gunner = {}\nsilhouette = 4', [
            "3: members: a minion group has only pilots. Leave out members or group.",
        ]),
        ("silhouette = 4", 'group = ["piloting", "flying"]\nsilhouette = 4', [
            (
                "2: group[2]: There is no skill flying. Skills: piloting, gunnery, computers, perception, mechanics, "
                "astrogation, leadership, cool, vigilance, discipline."
            ),
        ]),
        ("critical = 3", "critical = 3\ntractor = 2", [
            "14: weapons.turret.damage: a tractor beam does no damage. Write damage = 0, or leave tractor out.",
        ]),
        ("critical = 3", "critical = 3\ntractor = 6\nion = 1", [
            "16: weapons.turret.tractor: 6 is out of range. Write a whole number from 0 to 5.",
            "17: weapons.turret.ion: 1 is neither true nor false. Write one of them, without quotes.",
        ]),
        ('["aft", "forward"]', "[]", [
            "12: weapons.turret.arcs: it names none. Write at least one of forward, aft, port, starboard.",
        ]),
        ('["aft", "forward"]', '"aft"', [
            '12: weapons.turret.arcs: "aft" is not a list. Write one, such as ["forward"].',
        ]),
        ('"short"', '"shrt"', [
            (
                '13: weapons.turret.reach: "shrt" is not one of them. Write one of close, short, medium, long, '
                'extreme, in quotes.'
            ),
        ]),
        ("damage = 6", "damage = 100", [
            "14: weapons.turret.damage: 100 is out of range. Write a whole number from 0 to 99.",
        ]),
        ("critical = 3", "critical = 0", [
            "15: weapons.turret.critical: 0 is out of range. Write a whole number from 1 to 9.",
        ]),
    ],
)  # fmt: skip
def test_every_fault_is_named_by_key_and_line(old: str, new: str, said: list[str]) -> None:
    assert PATROL_BOAT.count(old) == 1
    assert list(faults(PATROL_BOAT.replace(old, new))) == [f"card.toml:{problem}" for problem in said]


def test_all_faults_of_a_card_are_named_at_once() -> None:
    assert len(faults('name = 3\nspeed = "x"\nweapons = 3\nshields = { aft = -1 }\n')) == 8


@each_row("name", list(STARSHIPS))
def test_a_class_comes_back_from_its_data(name: str) -> None:
    card = STARSHIPS[name]
    assert classes_of(json.loads(json.dumps({name: data_of(card)}))) == {name: card}


def test_data_that_are_no_class_are_refused_by_key() -> None:
    with pytest.raises(UnreadableError) as refusal:
        classes_of({"Sample corvette": data_of(STARSHIPS["Sample corvette"]) | {"hull": 0}})
    assert str(refusal.value) == ("Class Sample corvette: hull: 0 is out of range. Write a whole number from 1 to 999.")


def test_samples_are_of_every_size_and_say_that_their_values_are_our_own() -> None:
    """Silhouettes up to 4, 5 to 7 and from 8 up, each turned and stacked by other rules."""
    assert {card.silhouette for card in STARSHIPS.values()} == {3, 4, 5, 6, 7, 8}
    for name, text in SAMPLES.files().items():
        assert name.startswith("Sample ")
        assert "a sample, with values of our own" in text.lower()
    assert {arc for card in STARSHIPS.values() for each in card.weapons for arc in each.arcs} == set(ARCS)


def test_the_template_can_be_used_as_it_is() -> None:
    assert read_card(SAMPLES.template(), "template.toml").name == "My patrol boat"


def test_a_players_own_card_takes_the_place_of_a_sample() -> None:
    own = PATROL_BOAT.replace("My patrol boat", "Sample patrol boat")
    known = SAMPLES.known({"boat.toml": own})
    assert starships_of(known)["Sample patrol boat"].armour == 2
    assert list(known) == list(SAMPLES.classes())


def test_two_cards_of_one_name_are_refused() -> None:
    with pytest.raises(UnreadableError) as refusal:
        SAMPLES.known({"a.toml": PATROL_BOAT, "b.toml": PATROL_BOAT})
    assert str(refusal.value) == "b.toml: a.toml holds a class My patrol boat too. Rename one of the two classes."
