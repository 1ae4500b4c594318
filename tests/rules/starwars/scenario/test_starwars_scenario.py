"""Scenario files of Star Wars hex combat as they are read."""

from hypothesis import given
from hypothesis import strategies as st

from sits_es.rules import system
from sits_es.rules.starwars.cards.sample_cards import SAMPLES, cards_of, starships_of
from sits_es.rules.starwars.setting_up.facts import StarshipPlaced, TerrainPlaced
from sits_es.rules.starwars.setting_up.map_hexes import disc, hex_in_words, read_hex
from sits_es.rules.starwars.setting_up.scenario import read_scenario, setup
from sits_es.rules.starwars.slots.facts import InitiativeSet
from sits_es.rules.starwars.starship_class import Crew
from sits_es.rules.system import Setup
from sits_es.space.hexes import HexVector, Position
from tests.shared.bundled_files import bundled_of, template_of
from tests.shared.rows import each_row
from tests.shared.starwars_patrol import PATROL

RULES = system("starwars")
STARSHIPS = starships_of(SAMPLES.classes())


def read(text: str) -> Setup:
    return read_scenario(text, "patrol.toml", SAMPLES.classes())


def starships(text: str) -> list[StarshipPlaced]:
    return [each for each in read(text).opening if isinstance(each, StarshipPlaced)]


def starship(text: str, name: str) -> StarshipPlaced:
    return next(each for each in starships(text) if each.starship == name)


def terrain(text: str) -> tuple[TerrainPlaced, ...]:
    return tuple(each for each in read(text).opening if isinstance(each, TerrainPlaced))


def test_a_scenario_is_read_as_it_is_written() -> None:
    patrol = read(PATROL)
    assert (patrol.title, patrol.options) == ("A patrol", {"crews": "on", "initiative": "sides", "rounds": 3})
    assert patrol.players == {"red": ("Anna", "red"), "blue": ("blue", "Blues")}
    assert list(patrol.classes) == ["Sample corvette", "Sample interceptor", "Sample patrol boat"]
    assert starship(PATROL, "Courier") == StarshipPlaced(
        starship="Courier",
        player="red",
        side="red",
        starship_class="Sample corvette",
        q=2,
        r=-3,
        facing="D",
        speed=2,
        crew=STARSHIPS["Sample corvette"].crew,
        initiative=(2, 0, 1),
    )


def test_a_starship_may_have_another_crew_than_its_card() -> None:
    """What the file does not say of the crew is as on the card."""
    usual = STARSHIPS["Sample interceptor"].crew
    assert usual == Crew(agility=4, intellect=2, cunning=2, piloting=2, gunnery=2)
    assert starship(PATROL, "Raider").crew == Crew(agility=5, intellect=2, cunning=2, piloting=2, gunnery=2)


def test_a_minion_group_has_as_many_as_the_file_says_and_one_where_it_does_not() -> None:
    grouped = PATROL.replace('"Sample interceptor"', '"Sample fighter group"').replace("speed = 6", "speed = 5")
    assert starship(grouped, "Raider").number == 1
    assert starship(grouped.replace("speed = 5", "speed = 5\nnumber = 6"), "Raider").number == 6


def test_initiative_is_rolled_with_two_ability_dice_where_the_file_does_not_say() -> None:
    assert starship(PATROL, "Raider").initiative == (2, 0, 0)
    assert starship(PATROL.replace('initiative = "rolled"\n', ""), "Raider").initiative == (2, 0, 0)


def test_the_order_of_initiative_can_be_given() -> None:
    order = '["Raider", "Courier", "Jackal"]'
    given_order = PATROL.replace('"rolled"', order).replace('initiative = "2 ability 1 boost"\n', "")
    assert read(given_order).opening[-1] == InitiativeSet(order=("Raider", "Courier", "Jackal"), rolled=())
    assert starship(given_order, "Raider").initiative == (0, 0, 0)


def test_slots_are_of_sides_unless_the_file_says_that_starships_have_their_own() -> None:
    own = PATROL.replace("[players.red]", '[options]\ninitiative = "starships"\n[players.red]')
    assert [RULES.new_board(read(text).options, {}, {}).by_side for text in (PATROL, own)] == [True, False]


def test_crews_are_played_with_unless_the_file_says_that_they_are_off() -> None:
    alone = PATROL.replace("[players.red]", '[options]\ncrews = "off"\n[players.red]')
    assert [RULES.new_board(read(text).options, {}, {}).crews for text in (PATROL, alone)] == [True, False]


def test_critical_hits_go_by_the_table_that_the_file_names_and_by_none_where_it_names_none() -> None:
    """It is on record with the game, so that no file is read later."""
    named = PATROL.replace("[players.red]", 'criticals = "Sample critical hits"\n[players.red]', 1)
    boards = [RULES.new_board(found.options, found.tables, found.classes) for found in map(read, (PATROL, named))]
    assert [board.critical_table for board in boards] == [None, SAMPLES.classes()["Sample critical hits"]]
    assert [[*RULES.particulars(board)] for board in boards] == [
        [],
        ["Critical hits use the table Sample critical hits, which is stored with the game."],
    ]
    assert "Sample critical hits" in cards_of(boards[1])
    assert [*cards_of(boards[0])] == [*boards[0].classes]
    assert RULES.unpack(RULES.pack(boards[1])) == boards[1]


def test_a_players_own_table_lies_among_their_cards() -> None:
    own = 'name = "Ours"\n[[rows]]\nleast = 1\nwords = "A scratch"\ndifficulty = 1\n'
    named = PATROL.replace("[players.red]", 'criticals = "Ours"\n[players.red]', 1)
    found = setup(named, "patrol", {"ours.toml": own})
    table = RULES.new_board(found.options, found.tables, found.classes).critical_table
    assert [(row.least, row.words) for row in table.rows] == [(1, "A scratch")]


def test_silhouettes_up_to_4_may_begin_in_one_hex() -> None:
    """rules.md, Stacking: any number of silhouette 4 or less may share a hex."""
    places = {each.starship: (each.q, each.r) for each in starships(PATROL)}
    assert places == {"Courier": (2, -3), "Jackal": (0, 0), "Raider": (0, 0)}


def test_terrain_lies_in_the_hexes_that_are_listed_or_around_a_centre() -> None:
    belt, veil = terrain(PATROL)
    assert belt == TerrainPlaced(name="Belt", kind="asteroid-field", hexes=((0, -2), (1, -3), (-1, 0)), setback=1)
    around = ((0, 3), (1, 3), (-1, 4), (0, 4), (1, 4), (-1, 5), (0, 5))
    assert veil == TerrainPlaced(name="Veil", kind="gas-cloud", hexes=around, setback=2)


@each_row(
    ("text", "place"),
    [
        ("", Position()),
        ("0A", Position()),
        ("still", Position()),
        ("3A 2C", Position(2, -3)),
        ("2c 3a", Position(2, -3)),
        ("1A 1C", Position(1, -1)),  # the same as 1B
        ("99D", Position(0, 99)),
    ],
)
def test_a_hex_is_written_as_the_way_from_the_middle(text: str, place: Position) -> None:
    assert read_hex(text) == place


@given(st.builds(HexVector, a=st.integers(-40, 40), c=st.integers(-40, 40)))
def test_a_hex_comes_back_from_its_words(way: HexVector) -> None:
    place = Position() + way
    assert read_hex(hex_in_words(place)) == place


@given(st.integers(0, 12))
def test_a_disc_has_every_hex_within_its_radius_once(radius: int) -> None:
    hexes = disc(Position(2, -1), radius)
    assert len(set(hexes)) == len(hexes) == 1 + 3 * radius * (radius + 1)
    assert max((place - Position(2, -1)).hexes for place in hexes) == radius


@each_row("text", [PATROL, template_of("starwars"), *(each.text for each in bundled_of("starwars").values())])
def test_a_game_begins_with_what_the_file_says(text: str) -> None:
    ready = setup(text, "patrol", {})
    board = RULES.new_board(ready.options, ready.tables, ready.classes)
    for fact in ready.opening:
        RULES.facts[type(fact)](fact, board)
    assert set(board.starships) == {fact.starship for fact in ready.opening if isinstance(fact, StarshipPlaced)}
    assert all(each.shields == board.class_of(each).shields for each in board.starships.values())
    assert all(each.kind for each in board.terrain.values())
    assert RULES.unpack(RULES.pack(board)) == board


def test_terrain_and_starships_are_placed_in_order_of_name() -> None:
    opening = (*terrain(PATROL), *starships(PATROL))
    assert read(PATROL).opening == opening
    assert [piece.name for piece in terrain(PATROL)] == ["Belt", "Veil"]
    assert [each.starship for each in starships(PATROL)] == ["Courier", "Jackal", "Raider"]


def test_every_bundled_scenario_says_its_rules_and_that_its_starships_are_samples() -> None:
    for name, bundle in bundled_of("starwars").items():
        assert 'rules = "starwars"' in bundle.text
        assert "samples with values of our own" in bundle.text
        assert all(each.startswith("Sample ") for each in setup(bundle.text, name, {}).classes)
