"""The bundled ambush of Star Wars hex combat, as its players would tell it, and its order files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from commands.home import open_session
from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.game.events import SegmentClosed
from sits_es.orders.frame import read_sheet
from sits_es.rules import system
from sits_es.rules.starwars.advantage.facts import AdvantageGained
from sits_es.rules.starwars.attacks.facts import AttackAimed, AttackDeclared, SideOrdered
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.checks.facts import CheckMade
from sits_es.rules.starwars.flying.facts import SpeedChanged, StarshipFlew
from sits_es.rules.starwars.harm.facts import (
    CriticalEntered,
    CriticalSuffered,
    ShieldsEntered,
    StarshipLost,
    StrainEntered,
    TraumaSuffered,
)
from sits_es.rules.starwars.slots.facts import InitiativeSet, OrderVoided, TimeRanOut
from sits_es.rules.starwars.spending.facts import ResultSpent
from tests.shared.commands_told import Told, run

E = TypeVar("E", bound=Event)

RULES = system("starwars")
FILES = RULES.bundled()["ambush"].orders


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Event]]:
    """Everything on record of the ambush, demonstrated in a folder of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITS_HOME", str(tmp_path_factory.mktemp("ambush")))
        assert run("demo", "ambush").code == 0
        with open_session() as session:
            yield session.open_game("ambush").facts()


def in_slot(facts: list[Event], label: str, kind: type[E]) -> list[E]:
    """Facts of a kind that happened in the exchange that players call so."""
    moment = RULES.read_moment(label)
    closed = [at for at, fact in enumerate(facts) if isinstance(fact, SegmentClosed)]
    ends = next(at for at in closed if _moment(facts[at]) == (moment.turn, moment.segment))
    begins = max((at for at in closed if at < ends), default=0)
    return [fact for fact in facts[begins:ends] if isinstance(fact, kind)]


def _moment(fact: Any) -> tuple[int, int]:
    return fact.turn, fact.segment


def check(facts: list[Event], label: str, source: str = "action") -> CheckMade:
    """The roll of a slot."""
    (found,) = [each for each in in_slot(facts, label, CheckMade) if each.source == source]
    return found


def attack(facts: list[Event], label: str) -> AttackAimed:
    """The attack of a slot."""
    (found,) = in_slot(facts, label, AttackAimed)
    return found


def test_initiative_is_rolled_and_raider_comes_first(facts: list[Event]) -> None:
    (given_order,) = in_slot(facts, "1.initiative", InitiativeSet)
    assert given_order.order == ("Raider", "Kestrel", "Courier", "Jackal")
    # as many successes, but Kestrel has more advantage
    assert given_order.rolled == ((4, 2), (2, 4), (2, 2), (1, 0))


def test_raider_comes_through_the_rocks_unharmed_and_misses(facts: list[Event]) -> None:
    """Seed, Asteroid Field: difficulty half of four hexes, one of two dice upgraded for silhouette 3."""
    (flown,) = in_slot(facts, "1.1", StarshipFlew)
    assert (flown.path, flown.facing) == (((-1, -2), (-1, -1), (-1, 0), (-1, 1)), "D")
    flight = check(facts, "1.1", "flight")
    assert (flight.about, flight.pool) == ("Inner belt", (2, 2, 0, 1, 1, 1))
    assert (flight.advantage, flight.despair) == (2, 0)
    assert (attack(facts, "1.1").band, check(facts, "1.1").success) == ("short", -1)
    assert not in_slot(facts, "1.1", TraumaSuffered)


def test_kestrel_flies_into_raiders_hex_and_says_how_the_two_lie(facts: list[Event]) -> None:
    """Seed, "the attacker chooses the relative positions", and the zone where several are open."""
    aimed = attack(facts, "1.2")
    assert (aimed.hexes, aimed.toward, aimed.arcs) == (0, "B", ("forward", "starboard"))
    assert (aimed.zones, aimed.zone, aimed.shields) == (("forward", "starboard"), "starboard", 0)
    (trauma,) = in_slot(facts, "1.2", TraumaSuffered)
    assert (trauma.starship, trauma.trauma) == ("Raider", 5)
    (critical,) = in_slot(facts, "1.2-spend", CriticalSuffered)
    assert (critical.starship, critical.result) == ("Raider", 97)


def test_courier_climbs_out_of_the_moons_pull_and_hits_jackal_whose_shields_dont_count(facts: list[Event]) -> None:
    """Seed, Gravity Well: 2 movement for 1 hex; Gas Cloud: no shields."""
    (flown,) = in_slot(facts, "1.3", StarshipFlew)
    assert (len(flown.path), flown.movement) == (2, 3)
    aimed = attack(facts, "1.3")
    assert (aimed.hexes, aimed.band, aimed.zone, aimed.shields) == (4, "medium", "forward", 0)
    (trauma,) = in_slot(facts, "1.3", TraumaSuffered)
    assert (trauma.starship, trauma.trauma) == ("Jackal", 7)


def test_jackal_fires_out_of_the_gas_cloud_with_an_upgraded_difficulty(facts: list[Event]) -> None:
    """Seed, Gas Cloud; the hex holds rocks too, and each kind of terrain has its setback die."""
    assert check(facts, "1.4", "flight").pool[-1] == 2
    assert check(facts, "1.4").pool == (0, 3, 0, 1, 1, 0)
    assert check(facts, "1.4").success <= 0


def test_raider_speeds_up_and_gains_the_advantage(facts: list[Event]) -> None:
    """Seed, Gain the Advantage: two points faster upgrades two dice."""
    assert [fact.speed for fact in in_slot(facts, "2.1", SpeedChanged)] == [5]
    assert check(facts, "2.1").pool == (0, 4, 1, 1, 2, 0)
    (gained,) = in_slot(facts, "2.1", AdvantageGained)
    assert (gained.starship, gained.over) == ("Raider", "Kestrel")


def test_ben_names_the_side_and_kestrels_lasers_dont_bear(facts: list[Event]) -> None:
    """Seed, Gain the Advantage: a skilled pilot stays out of a fighter's firing arc."""
    (declared,) = in_slot(facts, "2.2", AttackDeclared)
    assert (declared.starship, declared.by) == ("Kestrel", "Raider")
    assert [fact.side for fact in in_slot(facts, "2.2-side", SideOrdered)] == ["D"]
    (voided,) = in_slot(facts, "2.2-side", OrderVoided)
    assert (voided.starship, voided.why.code) == ("Kestrel", "does-not-bear")
    assert not in_slot(facts, "2.2-side", CheckMade)


def test_despair_in_the_belt_costs_courier_a_critical_hit(facts: list[Event]) -> None:
    """Seed, Asteroid Field: a critical hit for each despair, though the check succeeds."""
    flight = check(facts, "2.3", "flight")
    assert (flight.success, flight.despair) == (3, 1)
    (critical,) = in_slot(facts, "2.3", CriticalSuffered)
    assert (critical.starship, critical.why.code) == ("Courier", "asteroids")
    assert (attack(facts, "2.3").band, attack(facts, "2.3").arcs) == ("close", ("forward", "starboard"))


def test_players_enter_what_their_own_tables_say(facts: list[Event]) -> None:
    meant = {fact.starship: fact.text for fact in facts if isinstance(fact, CriticalEntered)}
    assert list(meant) == ["Raider", "Jackal", "Courier"]
    shields = [(fact.starship, fact.zone) for fact in facts if isinstance(fact, ShieldsEntered)]
    assert shields == [("Jackal", "aft"), ("Courier", "port")]
    assert [fact.change for fact in facts if isinstance(fact, StrainEntered)] == [2]


def test_raider_turns_about_and_hits_kestrels_unshielded_flank(facts: list[Event]) -> None:
    """Seed, "change their facing up 180-degrees (3 faces)" for silhouette 4 or lower; Gain the Advantage."""
    (flown,) = in_slot(facts, "3.1", StarshipFlew)
    assert (flown.steps, flown.path, flown.facing) == (("R", "R", "R"), (), "A")
    aimed = attack(facts, "3.1")
    assert (aimed.toward, aimed.zones, aimed.zone, aimed.shields) == ("B", ("aft", "port"), "port", 0)
    (trauma,) = in_slot(facts, "3.1", TraumaSuffered)
    assert (trauma.starship, trauma.trauma) == ("Kestrel", 8)
    assert [fact.starship for fact in in_slot(facts, "3.1-spend", CriticalSuffered)] == ["Kestrel"]


def test_kestrel_does_not_shake_raider_off(facts: list[Event]) -> None:
    """Seed, Gain the Advantage: it is held until the opponent succeeds, and Kestrel does not."""
    assert check(facts, "3.2").success <= 0
    assert not in_slot(facts, "3.2", AdvantageGained)


def test_courier_leaves_the_belt_and_jackal_is_lost_astern(facts: list[Event]) -> None:
    aimed = attack(facts, "3.3")
    assert (aimed.weapon, aimed.arcs, aimed.band) == ("aft-cannon", ("aft",), "short")
    assert [fact.starship for fact in in_slot(facts, "3.3", StarshipLost)] == ["Jackal"]
    # Jackal would have had the last slot; so the round ends with Courier's
    assert in_slot(facts, "3.3-spend", TimeRanOut)


def test_attacks_are_made_in_several_arcs_zones_and_range_bands(facts: list[Event]) -> None:
    attacks = [fact for fact in facts if isinstance(fact, AttackAimed)]
    assert {fact.band for fact in attacks} == {"close", "short", "medium"}
    assert {arc for fact in attacks for arc in fact.arcs} >= {"forward", "aft", "starboard"}
    assert {fact.zone for fact in attacks} >= {"forward", "port", "starboard"}


def test_all_dice_are_there_and_whatever_is_spent_was_rolled(facts: list[Event]) -> None:
    """Every die an event: as many as the pools hold, those of initiative, and one for each critical hit."""
    checks = [fact for fact in facts if isinstance(fact, CheckMade)]
    critical = [fact for fact in facts if isinstance(fact, CriticalSuffered)]
    initiative = in_slot(facts, "1.initiative", DiceRolled)
    rolled = [fact for fact in facts if isinstance(fact, DiceRolled)]
    assert len(rolled) == sum(sum(each.pool) for each in checks) + len(initiative) + len(critical)
    assert len([fact for fact in facts if isinstance(fact, ResultSpent)]) == sum(
        line.strip().startswith("spend ") for text in FILES.values() for line in text.splitlines()
    )


def test_the_record_is_sound_and_nobody_has_won(facts: list[Event]) -> None:
    assert facts
    assert run("audit", "verify", "ambush", "--json").json["ok"] is True
    assert run("audit", "verify", "ambush", "--json").json["ok"] is True
    (game,) = run("games", "--json").json
    assert game["outcome"] == "Round 3 was the last of the scenario."


def test_run_again_it_is_read_from_the_record(facts: list[Event]) -> None:
    assert "The demo was played here before" in run("demo", "ambush").flat
    with open_session() as session:
        assert session.open_game("ambush").facts() == facts


def test_the_order_files_fit_into_80_columns_and_are_numbered_in_order() -> None:
    assert max(len(line) for text in FILES.values() for line in text.splitlines()) <= 80
    assert [name.partition("-")[0] for name in sorted(FILES)] == [f"{at:02}" for at in range(1, len(FILES) + 1)]


def test_every_order_passes_the_check_when_its_slot_comes(
    facts: list[Event], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Played by hand with `sits orders check`, `play` and `record`, the ambush is the same."""
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "games"))
    sheets = {name: read_sheet(text, RULES.language, name) for name, text in sorted(FILES.items())}
    secrets = {str(each.player): each.secret for each in reversed(sheets.values()) if each.secret}
    alone = {player: f"game ambush\nturn 1\nplayer {player}\nsecret {secret}\n" for player, secret in secrets.items()}
    done(run("new", "ambush", "--name", "ambush"))
    done(run("play", "ambush", *(written(tmp_path / f"{who}.orders", text) for who, text in alone.items())))
    for name, sheet in sheets.items():
        who, text = str(sheet.player), FILES[name]
        if f"secret {secrets[who]}" not in text:
            text = text.replace(f"player {who}", f"player {who}\nsecret {secrets[who]}", 1)
        file = written(tmp_path / name, text)
        if all(isinstance(form, RULES.entry_types) for form in sheet.at(*sheet.steps)):
            done(run("record", "ambush", file))
            continue
        done(run("orders", "check", file))
        (other,) = {*alone} - {who}
        silent = written(tmp_path / "silent.orders", alone[other].replace("turn 1", f"turn {sheet.turn}"))
        done(run("play", "ambush", file, silent))
    with open_session() as session:
        board: Board = session.open_game("ambush").fold().game.board
        assert session.open_game("ambush").fold().game.ended is not None
        played = session.open_game("ambush").facts()
    assert {each.name: each.trauma for each in board.starships.values()} == {
        "Courier": 5,
        "Jackal": 23,
        "Kestrel": 8,
        "Raider": 5,
    }
    assert [each for each in played if isinstance(each, DiceRolled)] == [
        each for each in facts if isinstance(each, DiceRolled)
    ]


def done(told: Told) -> None:
    assert told.code == 0, told


def written(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)
