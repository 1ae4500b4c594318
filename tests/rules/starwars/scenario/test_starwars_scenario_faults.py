"""What is wrong with a scenario file of Star Wars: every fault by key and line, and files that chance has spoilt."""

import pytest

from sits_es.rules.starwars.cards.sample_cards import SAMPLES, starships_of
from tests.shared.starwars_patrol import PATROL, faults

#: The classes that the program brings.
KNOWN = ", ".join(sorted(starships_of(SAMPLES.classes())))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('rules = "starwars"', 'rules = "sfb"', [
            '1: rules: "sfb" is not one of them. Write one of starwars, in quotes.',
        ]),
        ('title = "A patrol"', 'titel = "A patrol"', [
            '1: title: it is missing. Write a text in quotes, such as "A patrol".',
            (
                "2: titel: There is no key titel. Did you mean title? Keys: rules, title, text, map, players, "
                "rounds, initiative, criticals, options, starships, terrain."
            ),
        ]),
        ("rounds = 3", "rounds = 1000", [
            "3: rounds: 1000 is out of range. Write a whole number from 0 to 999.",
        ]),
        ('"rolled"', '"roled"', [
            '4: initiative: "roled" is not an order. Write "rolled", or every name: ["Courier", "Raider"].',
        ]),
        ('"rolled"\n', '["Raider", "Courier", "Raider", "Jackl", 3]\n', [
            "4: initiative[3]: Raider is listed twice. Write it once.",
            "4: initiative[4]: There is no starship Jackl. Did you mean Jackal? Starships: Courier, Raider, Jackal.",
            '4: initiative[5]: 3 is not a text. Write a text in quotes, such as "Courier".',
            "4: initiative: Jackal is left out. Name every starship once.",
            (
                '16: starships[1].initiative: the order is given above. Leave this out, or write initiative = '
                '"rolled" above.'
            ),
        ]),
        ('"rolled"\n', "3\n", [
            '4: initiative: 3 is not an order. Write "rolled", or every name: ["Courier", "Raider"].',
        ]),
        ('[players.red]\nname = "Anna"\n', "", [
            "5: players: a game needs at least two players. Write [players.red] and [players.blue].",
            "10: starships[1].player: There is no player red. Players: blue.",
        ]),
        ('"Anna"', '""', [
            "6: players.red.name: The name is empty.",
        ]),
        ('"Raider"', '"COURIER"', [
            "18: starships[2].name: there is already a starship Courier. Give each thing its own name.",
        ]),
        ('"Belt"', '"raider"', [
            "33: terrain[1].name: there is already a starship Raider. Give each thing its own name.",
        ]),
        ('"Raider"', '"R\\"der"', [
            (
                "18: starships[2].name: The name \"R\"der\" can't be written in an order. Write at most 60 letters, "
                "digits, spaces, - and '."
            ),
        ]),
        ('"Sample corvette"', '"Sample corvete"', [
            (
                '11: starships[1].class: There is no class "Sample corvete". Did you mean Sample corvette? '
                f"Classes: {KNOWN}. Your own cards are in var/cards, unless you name another folder."
            ),
        ]),
        ('player = "red"', 'player = "reb"', [
            '5: players.red: red has no starship. Give one a line player = "red".',
            "12: starships[1].player: There is no player reb. Did you mean red? Players: red, blue.",
        ]),
        ('"3A 2C"', '"3A 2"', [
            (
                '13: starships[1].at: "2" (column 4) has no direction. Write one of A B C D E F after the '
                'number, such as 2A.'
            ),
        ]),
        ('"3A 2C"', '"3A 2+"', [
            (
                '13: starships[1].at: "2+" (column 4) leads up or down, but the map is flat. Write a number and one of '
                "A B C D E F, such as 4A."
            ),
        ]),
        ('"3A 2C"', '"100A"', [
            '13: starships[1].at: "100A" is 100 hexes from the middle. Choose a hex at most 99 away.',
        ]),
        ('at = "3A 2C"\n', "", [
            '9: starships[1].at: it is missing. Write a text in quotes, such as "3A 2C".',
        ]),
        ('"3A 2C"', '"1A 1D"', [
            (
                "21: starships[2].at: Raider (silhouette 3) begins in the same hex as Courier (silhouette 5). Only "
                "silhouettes up to 4 can share a hex: place one of them elsewhere."
            ),
            (
                "29: starships[3].at: Jackal (silhouette 4) begins in the same hex as Courier (silhouette 5) and "
                "Raider (silhouette 3). Only silhouettes up to 4 can share a hex: place one of them elsewhere."
            ),
        ]),
        ('facing = "D"', 'facing = "G"', [
            '14: starships[1].facing: "G" is not one of them. Write one of A, B, C, D, E, F, in quotes.',
        ]),
        ('facing = "D"\n', "", [
            "9: starships[1].facing: it is missing. Write one of A, B, C, D, E, F, in quotes.",
        ]),
        ("speed = 2", "speed = 2\nnumber = 3", [
            (
                "16: starships[1].number: Sample corvette is not a minion group. Leave it out, or name a class whose "
                "card has a group."
            ),
        ]),
        ('"Sample interceptor"', '"Sample fighter group"\nnumber = 7', [
            "20: starships[2].number: 7 is out of range. Write a whole number from 1 to 6.",
            "24: starships[2].speed: 6 is out of range. Write a whole number from 0 to 5.",
        ]),
        ("speed = 2", "speed = 4", [
            "15: starships[1].speed: 4 is out of range. Write a whole number from 0 to 3.",
        ]),
        ("speed = 6", "speed = -1", [
            "23: starships[2].speed: -1 is out of range. Write a whole number from 0 to 6.",
        ]),
        ('"2 ability 1 boost"', '"2 ability 1 bost"', [
            (
                "16: starships[1].initiative: There is no kind of dice bost. Did you mean boost? Kinds of dice: "
                "ability, proficiency, boost."
            ),
        ]),
        ('"2 ability 1 boost"', '"2 abilities"', [
            (
                "16: starships[1].initiative: There is no kind of dice abilities. Did you mean ability? Kinds of dice: "
                "ability, proficiency, boost."
            ),
        ]),
        ('"2 ability 1 boost"', '"1 setback 10 boost"', [
            (
                "16: starships[1].initiative: Initiative has no setback dice. Write ability, proficiency and boost "
                "dice only."
            ),
            "16: starships[1].initiative: 10 boost dice are too many. Write 9 or fewer.",
        ]),
        ('"2 ability 1 boost"', '"1 boost"', [
            (
                "16: starships[1].initiative: Initiative needs at least one ability or proficiency die. Write it like "
                "this: 2 ability 1 boost."
            ),
        ]),
        ("agility = 5", "agility = 7", [
            "24: starships[2].crew.agility: 7 is out of range. Write a whole number from 1 to 6.",
        ]),
        ("agility = 5", "agilty = 5", [
            (
                "24: starships[2].crew.agilty: There is no key agilty. Did you mean agility? Keys: agility, "
                "intellect, cunning, presence, willpower, piloting, gunnery, computers, perception, mechanics, "
                    "astrogation, leadership, cool, vigilance, discipline."
            ),
        ]),
        ('kind = "asteroid-field"', 'kind = "asteroids"', [
            (
                '34: terrain[1].kind: "asteroids" is not one of them. Write one of asteroid-field, gas-cloud, '
                'gravity-well, in quotes.'
            ),
        ]),
        ("setback = 1", "setback = 10", [
            "35: terrain[1].setback: 10 is out of range. Write a whole number from 0 to 9.",
        ]),
        ("setback = 1\n", "", [
            "32: terrain[1].setback: it is missing. Write a whole number from 0 to 9.",
        ]),
        ('["2A", "2A 1B", "1F"]', '["2A", "1A 1A", "1x"]', [
            "36: terrain[1].hexes[2]: 2A is listed twice. Write each hex once.",
            (
                '36: terrain[1].hexes[3]: "1x" (column 1) names no direction. Write one of A B C D E F after '
                'the number, such as 1A.'
            ),
        ]),
        ('["2A", "2A 1B", "1F"]', "[]", [
            "36: terrain[1].hexes: it has 0 hexes. Write 1 to 999, or centre and radius.",
        ]),
        ('hexes = ["2A", "2A 1B", "1F"]\n', "", [
            '32: terrain[1].hexes: it is missing. Write a list, such as ["2A", "2A 1B"], or centre and radius.',
        ]),
        ("radius = 1", "radius = 21", [
            "42: terrain[2].radius: 21 is out of range. Write a whole number from 0 to 20.",
        ]),
        ("radius = 1\n", "", [
            "37: terrain[2].radius: it is missing. Write a whole number from 0 to 20.",
        ]),
        ("radius = 1", 'hexes = ["1A"]', [
            "41: terrain[2].centre: its hexes are already listed. Leave one of the two out.",
        ]),
        ("[players.red]", '[options]\ninitiative = "players"\n[players.red]', [
            '6: options.initiative: "players" is not one of them. Write one of sides, starships, in quotes.',
        ]),
        ("rounds = 3", 'criticals = "Ours"', [
            (
                "3: criticals: There is no table of critical hits Ours. Tables: Sample critical hits. Your own tables "
                "are in var/cards, unless you name another folder."
            ),
        ]),
        ("rounds = 3", 'criticals = "Sample corvette"', [
            (
                '3: criticals: There is no table of critical hits "Sample corvette". Did you mean Sample critical '
                "hits? Tables: Sample critical hits. Your own tables are in var/cards, unless you name another folder."
            ),
        ]),
        ('"Sample interceptor"', '"Sample critical hits"', [
            (
                '19: starships[2].class: There is no class "Sample critical hits". Did you mean Sample frigate? '
                f"Classes: {KNOWN}. Your own cards are in var/cards, unless you name another folder."
            ),
        ]),
        ('[[starships]]\nname = "Raider"', '[starship]\nname = "Raider"', [
            (
                "17: starship: There is no key starship. Did you mean starships? Keys: rules, title, text, map, "
                "players, rounds, initiative, criticals, options, starships, terrain."
            ),
        ]),
    ],
)  # fmt: skip
def test_every_fault_is_named_by_key_and_line(old: str, new: str, said: list[str]) -> None:
    """Stacking, in the row of "1A 1D": rules.md, Stacking, holds at the start too."""
    assert PATROL.count(old) == 1
    assert list(faults(PATROL.replace(old, new))) == [f"patrol.toml:{problem}" for problem in said]


def test_a_file_without_anything_names_what_it_needs() -> None:
    assert faults("") == (
        "patrol.toml:1: players: a game needs at least two players. Write [players.red] and [players.blue].",
        'patrol.toml:1: title: it is missing. Write a text in quotes, such as "A patrol".',
        "patrol.toml:1: starships: it is missing. Write each starship as a table of its own under [[starships]].",
    )


def test_a_scenario_has_99_starships_at_most() -> None:
    """Each has a slot of its own in the round."""
    ship = '\n[[starships]]\nname = "K{at}"\nclass = "Sample interceptor"\nplayer = "red"\n'
    more = "".join(f'{ship.format(at=at)}at = "5B"\nfacing = "A"\nspeed = 0\n' for at in range(97))
    assert faults(PATROL + more) == ("patrol.toml:9: starships: there are 100 tables. Write at most 99.",)
