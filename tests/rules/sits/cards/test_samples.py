from sits_es.rules.sits.cards.reader import read_ship
from sits_es.rules.sits.cards.samples import sample_classes, sample_files, template
from sits_es.rules.sits.sums.missiles import missile_row
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.space.arcs import FACINGS
from tests.shared.rows import each_row

NAMES = [
    "Sample Battlecruiser",
    "Sample Destroyer",
    "Sample Dreadnought",
    "Sample Freighter",
    "Sample Heavy Cruiser",
    "Sample Light Cruiser",
]


def test_there_are_six_sample_classes_plainly_named() -> None:
    assert list(sample_classes()) == NAMES


def test_a_samples_file_reads_as_the_sample() -> None:
    assert {name: read_ship(text, name) for name, text in sample_files().items()} == sample_classes()


def test_the_template_reads_as_it_stands() -> None:
    assert read_ship(template(), "template.toml", card_tables()).name == "My Cruiser"


@each_row("name", NAMES)
def test_a_sample_can_be_played_by_the_bundled_tables(name: str) -> None:
    assert read_ship(sample_files()[name], name, card_tables()) == sample_classes()[name]


def test_samples_show_every_type_of_missile_and_torpedo_there_is() -> None:
    mounts = [mount for card in sample_classes().values() for mount in card.mounts]
    assert {mount.missile_size for mount in mounts} == {row.size for row in card_tables().missile_damage}
    assert {mount.torpedo_type for mount in mounts} - {""} == {row.type for row in card_tables().energy_torpedo}


def test_the_battlecruiser_can_fire_the_flyers_five_rows_of_22() -> None:
    card = sample_classes()["Sample Battlecruiser"]
    assert missile_row(card_tables(), 7).max_salvoes == "5"
    for side in ("port", "starboard"):
        assert card.tracks[f"{side}-tubes"][0] == 22
        assert card.tracks[f"{side}-magazine"][0] >= 5 * 22


@each_row("name", NAMES)
def test_a_samples_sidewalls_are_made_for_the_reading_that_strikes(name: str) -> None:
    card = sample_classes()[name]
    walls = [card.tracks[track] for track in card.tracks if track.endswith("-sidewall")]
    assert all(list(wall) == sorted(wall) for wall in walls)
    assert card.rolled_ship_bonus < 0 or not walls


@each_row("name", NAMES)
def test_every_system_of_a_sample_can_be_hit(name: str) -> None:
    card = sample_classes()[name]
    named = {track for side in FACINGS for row in card.hits[side] for track in row}
    assert set(card.tracks) - named == {"structure"}
