"""The bundled pursuit of SFB 'n3D, all of its two turns: demonstrated, replayed, forked, tampered with, and by mail."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import evolve

from commands.home import open_session
from sits_es import open_games
from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.game.events import SeedMade
from sits_es.game.fold import Fold
from sits_es.rules import system
from sits_es.rules.sfb.ending.facts import OrderVoided
from sits_es.rules.sfb.launching.facts import SeekerLaunched, SeekerStruck
from sits_es.rules.sfb.sfb import SYSTEM
from sits_es.rules.sfb.spheres.facts import ExplosionFelt
from sits_es.rules.sfb.turns.facts import HighEnergyTurned
from sits_es.rules.sfb.webs.facts import StrandLaid, UnitTrapped
from tests.shared.commands_told import run
from tests.shared.store_samples import behind_its_back
from tests.shared.tampering import flipped
from tests.systems.office import GAME as MAILED
from tests.systems.office import Office
from tests.systems.plans import Plan, body

pytestmark = pytest.mark.long

GAME: Final = "pursuit"
#: Two turns of four runs of eight impulses and a break.
MOMENTS: Final = tuple(f"{turn}.{step}" for turn in (1, 2) for step in ("1", "9", "17", "25", "break"))

#: What Hawk does in a fork once it has come about.
SLOWER: Final = "unit Hawk\n  impulse 9 speed 8\n  impulse 12 fire torpedoes at Kestrel\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of games in which the pursuit was demonstrated; tests add branches and change nothing."""
    folder = tmp_path_factory.mktemp("pursuit")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITS_HOME", str(folder / "games"))
        patch.chdir(folder)
        assert run("demo", "--rules", "sfb").code == 0
        yield folder


def facts(name: str = GAME) -> list[Event]:
    with open_session() as session:
        return session.open_game(name).facts()


def kind(found: list[Event], sort: type[Event]) -> list[Any]:
    return [fact for fact in found if isinstance(fact, sort)]


@pytest.mark.usefixtures("folder")
def test_it_holds_a_chase_a_high_energy_turn_an_explosion_a_web_and_a_planet_in_the_way() -> None:
    found = facts()
    struck = {fact.unit for fact in kind(found, SeekerStruck)}
    assert len(struck & {fact.seeker for fact in kind(found, SeekerLaunched)}) >= 2
    assert kind(found, HighEnergyTurned)
    assert any("breakdown" in roll.purpose for roll in kind(found, DiceRolled))
    assert len({fact.unit for fact in kind(found, ExplosionFelt)}) >= 4
    assert kind(found, StrandLaid)
    assert {fact.unit for fact in kind(found, UnitTrapped)} >= {"Kestrel", "Heron"}
    assert "planet-between" in {fact.why.code for fact in kind(found, OrderVoided)}


@pytest.mark.usefixtures("folder")
def test_it_is_played_to_its_end_and_recomputed() -> None:
    told = run("replay", GAME, "--json").json
    assert tuple(each["at"] for each in told["exchanges"]) == MOMENTS
    assert run("games", "--json").json[0]["outcome"] == "Turn 2 was the last of the scenario."
    assert run("audit", "verify", GAME, "--json").json["ok"] is True
    assert run("stats", GAME, "luck").code == 0


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("at", MOMENTS)
def test_it_is_shown_as_it_stood_at_every_moment(at: str) -> None:
    assert run("show", GAME, "--at", at, "--json").json["at"] == at
    told = run("show", GAME, "--at", at, "-v")
    assert (told.code, told.err) == (0, "")
    assert {"Kestrel", "Hawk", "Haven"} <= set(told.out.split())


@pytest.mark.usefixtures("folder")
def test_dice_are_told_as_they_lie_on_a_table_and_with_their_impulse() -> None:
    found = facts()
    number = next(at for at, fact in enumerate(found) if isinstance(fact, DiceRolled))
    faces = ", ".join(str(face + 1) for face in kind(found, DiceRolled)[0].faces)
    assert f"Kestrel rolls 4d6 for fire phasers (Hawk), impulse 12: {faces}." in run("explain", GAME, str(number)).flat
    fired = run("explain", GAME, str(number + 1)).flat
    assert f"Dice: {faces}." in fired
    assert f"which show {faces}" in fired
    (fired, *_) = kind(found, DiceRolled)
    assert SYSTEM.roll_in_words(evolve(fired, index=12_001)) == "impulse 12, roll 2"
    # of a field that is laid before the first impulse
    assert SYSTEM.roll_in_words(evolve(fired, index=2)) == "roll 3"


@pytest.mark.usefixtures("folder")
def test_every_kind_of_event_of_it_is_explained() -> None:
    firsts = {type(fact): number for number, fact in reversed([*enumerate(facts())])}
    for number in firsts.values():
        told = run("explain", GAME, str(number), "--json")
        assert (told.code, told.err) == (0, ""), number
        assert told.json["rule"], told.json
        assert all(roll["recomputed"] for roll in told.json["rolls"])


def test_a_fork_in_the_second_turn_has_the_same_dice_and_another_end(folder: Path) -> None:
    assert run("fork", GAME, "--at", "2.9", "--name", "straight on").code == 0
    file = folder / "changed.orders"
    file.write_text(f'game "straight on"\nturn 2\nplayer blue\n{SLOWER}', "utf-8")
    told = run("play", "straight on", str(file), "--to", "2.9")
    assert (told.code, told.err) == (0, "")
    assert run("play", "straight on").code == 0
    assert run("audit", "verify", "straight on", "--json").json["ok"] is True
    apart = run("diff", GAME, "straight on", "--json").json
    assert {"Hawk", "Kestrel-drone-1"} <= apart["units"].keys()
    here, there = facts(), facts("straight on")
    assert all(made.kept for made in kind(there, SeedMade)[len(kind(here, SeedMade)) - 2 :])

    def rolls(found: list[Event]) -> dict[Any, tuple[int, ...]]:
        return {roll.key: roll.faces for roll in kind(found, DiceRolled)}

    same = rolls(here).keys() & rolls(there).keys()
    assert len(same) > 3
    assert all(rolls(here)[key] == rolls(there)[key] for key in same)


def test_one_changed_byte_is_found_and_its_event_named(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "games"
    shutil.copytree(folder / "games", home)
    monkeypatch.setenv("SITS_HOME", str(home))
    chance = random.Random(8)  # noqa: S311 - a sample, the same each time
    with behind_its_back(home / "sits.db") as db, open_session() as session:
        found = db.execute(
            "SELECT rowid, originator_version, state FROM stored_events WHERE originator_id = ?", (GAME,)
        ).fetchall()
        for row, version, state in chance.sample(found, 100):
            db.execute("UPDATE stored_events SET state = ? WHERE rowid = ?", (flipped(state, chance), row))
            bad = session.store.audit(GAME).bad
            assert bad is not None
            assert (bad.stream, bad.version) == (GAME, version)
            db.execute("UPDATE stored_events SET state = ? WHERE rowid = ?", (state, row))


def test_a_program_that_calls_the_package_reads_the_same_game(folder: Path) -> None:
    with open_games(folder / "games") as games:
        replayed = games.replay(GAME)
        assert replayed[-1].after == games.show(GAME).board
        assert len(replayed) == len(MOMENTS)


def _bundled(fold: Fold, player: str) -> str:
    return body(system("sfb").bundled()[GAME].orders[f"{fold.game.moment.turn}-{player}.orders"])


def test_it_is_played_by_mail_to_the_same_end_everywhere_and_got_back_when_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pursuit = system("sfb").bundled()[GAME].text
    plan = Plan(scenario=pursuit, orders=_bundled, acts=10, fork_at="", otherwise=("", ""), searched="")
    office = Office(tmp_path, monkeypatch, plan, "sfb", umpired=False)
    office.begin()
    assert tuple(office.act() for _ in MOMENTS) == MOMENTS
    heads = office.heads()
    assert len(set(heads.values())) == 1
    for who in office.people:
        assert office.json(who, "audit", "verify", MAILED)["ok"] is True
        assert office.json(who, "mail", "log", MAILED, "--check")["ok"] is True
        assert office.fold(who).game.ended == "Turn 2 was the last of the scenario."
    office.lose("blue")
    office.sits(office.people[0], "mail", "out", "--again", MAILED)
    office.carry()
    assert office.heads() == heads
