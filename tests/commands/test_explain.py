"""sits explain: any event redone on paper, its dice from the seed."""

from __future__ import annotations

import hashlib
import hmac
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from commands.home import open_session
from sits_es.dice import DiceRolled
from sits_es.events import REGISTRY, Event
from sits_es.game.story import tell
from sits_es.report import report_of
from sits_es.report.working import Context
from sits_es.rules import system
from sits_es.rules.sits.beams.facts import BeamFired
from sits_es.rules.sits.damage.facts import BoxDestroyed, ExplosionChecked, HitScored, ShipDestroyed
from sits_es.rules.sits.miracles.facts import CardDrawn
from sits_es.rules.sits.missiles.facts import LayerFought, SalvoLaunched
from sits_es.rules.sits.motion.facts import HalvesKept, ThrustBroke, ThrustChanged
from sits_es.rules.sits.repairs.facts import RepairTried
from sits_es.rules.sits.sums.chart import kills
from sits_es.rules.sits.turns.facts import TurnSpent
from sits_es.rules.sits.walls.facts import WallMet
from sits_es.service.explanation import SeededRoll
from tests.shared.commands_told import Sits
from tests.shared.played_demos import played_folder


@pytest.fixture
def squadron(sits: Sits, home: Path) -> Sits:
    """Commands, with the stored action of ten turns among the games."""
    shutil.copy(played_folder("squadron") / "sits.db", home / "sits.db")
    return sits


def events() -> list[Event]:
    with open_session() as table:
        return [recorded.event for recorded in table.open_game("squadron").events()]


def first(record: list[Event], kind: type[Event], **fields: Any) -> int:
    """Number of the first event of a class whose fields have these values."""
    return next(
        at
        for at, event in enumerate(record)
        if isinstance(event, kind) and all(getattr(event, name) == value for name, value in fields.items())
    )


@pytest.mark.long
def test_every_event_of_a_game_of_ten_turns_can_be_explained(squadron: Sits) -> None:
    record = events()
    seen: set[str] = set()
    for number, event in enumerate(record):
        name = REGISTRY.stored_name(type(event)).name
        if name not in seen:
            seen.add(name)
            told = squadron("explain", "squadron", str(number), "--json")
            assert (told.code, told.json["event"], told.json["type"]) == (0, number, name)
            assert told.json["text"]
            assert told.json["rule"]
    assert len(seen) > 50


def test_a_layer_is_a_sum_with_the_source_of_every_number(squadron: Sits) -> None:
    record = events()
    number = first(record, LayerFought, layer="point defence")
    fought = record[number]
    assert isinstance(fought, LayerFought)
    told = squadron("explain", "squadron", f"#{number}", "--json").json
    assert [(each["name"], int(each["value"])) for each in told["modifiers"]] == [
        (term.name, term.value) for term in fought.terms
    ]
    assert all(each["rule"] for each in told["modifiers"])
    total = sum(term.value for term in fought.terms)
    assert any(step.endswith(f" = {total}%.") for step in told["steps"])
    assert told["values"]["kills"] == fought.kills
    every = [term.value for term in fought.terms if term.name != "variance"]
    worst, best = (min(kills(fought.against, sum(every) + varied).total, fought.incoming) for varied in (0, 30))
    assert worst <= float(told["values"]["expected"]) <= best


def test_a_roll_is_worked_out_again_from_seed_and_name(squadron: Sits) -> None:
    record = events()
    number = first(record, WallMet)
    (roll,) = squadron("explain", "squadron", str(number), "--json").json["rolls"]
    dice = record[roll["event"]]
    assert isinstance(dice, DiceRolled)
    (block,) = roll["hmac"]
    digest = hmac.digest(bytes.fromhex(block["key"]), block["message"].encode(), hashlib.sha256)
    assert block["digest"] == digest.hex()
    assert [byte % 10 for byte in digest if byte < 250][:3] == roll["faces"] == list(dice.faces) == block["faces"]
    assert list(digest[: len(block["bytes"])]) == block["bytes"]
    assert (roll["recomputed"], roll["passed_over_from"]) == (True, 250)
    assert '"sidewall variance"' in block["message"]


@pytest.mark.parametrize(("index", "which"), [(0, ""), (1, ", die 2"), (2, ", die 3")])
def test_dice_of_one_name_are_counted_from_1_as_in_the_story(index: int, which: str) -> None:
    fact = DiceRolled(
        actor="Kestrel", purpose="gunnery: proficiency", object="Raider", index=index, sides=12, faces=(4,)
    )
    rules = system("starwars")
    roll = SeededRoll(
        event=12,
        fact=fact,
        which=rules.roll_in_words(fact),
        seed="",
        blocks=(),
        limit=252,
        shown=(),
    )
    assert next(roll.lines()) == (f"#12 roll of Kestrel, gunnery: proficiency, Raider{which}: 1d12 = 4", 0)
    assert tell(fact, rules).startswith(f"Kestrel rolls 1d12 for gunnery: proficiency (Raider){which}: ")
    (step,) = report_of("starwars").explain(Context(event=fact, board=None, earlier=(), later=())).steps
    assert step.startswith(f"Proficiency die {index + 1} of this pool shows ")


def test_the_roll_itself_says_what_it_decides(squadron: Sits) -> None:
    record = events()
    number = first(record, DiceRolled, purpose="ECM variance")
    told = squadron("explain", "squadron", str(number))
    assert f"It decides #{number + 1} " in told.flat
    assert "The key pair shows" in told.flat
    assert 'Rule: flyer, "3d10v"' in told.flat


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (BeamFired, ("damage, block of size", "Rate of closure:", "Expected: no dice")),
        (SalvoLaunched, ("Missile range table, row", "the missile quality level", "Range: the square root of")),
        (HitScored, ("One box from each system".lower(), "comes up in")),
        (BoxDestroyed, ("is the leftmost that is not destroyed",)),
        (ExplosionChecked, ("1d10 reads", "explosions, give or take")),
        (RepairTried, ("or less repairs it", "boxes mended, give or take")),
        (ThrustBroke, ("Vectors so far", "Vectors now", "the order of the pairs: sits rules 1 (house)")),
        (LayerFought, ("Kill chart (flyer; rounding: house)", "one roll a layer: sits rules 8.6 (house)")),
        (CardDrawn, ("An excellent commander draws", "cards are left", "would have made a miracle")),
    ],
)
def test_what_a_person_does_on_paper_is_told_step_by_step(
    squadron: Sits, kind: type[Event], said: tuple[str, ...]
) -> None:
    number = first(events(), kind)
    told = squadron("explain", "squadron", str(number))
    assert (told.code, told.err) == (0, "")
    for words in said:
        assert words in told.flat, told.out


def test_number_and_number_sign_are_the_same_event(squadron: Sits) -> None:
    assert squadron("explain", "squadron", "120").out == squadron("explain", "squadron", "#120").out


def test_set_up_is_explained_without_dice(squadron: Sits) -> None:
    told = squadron("explain", "squadron", "0", "--json").json
    assert (told["at"], told["type"], told["rolls"]) == ("set-up", "game.Created", [])


@pytest.mark.parametrize("which", ["4484", "#4484", "abc", "-1", "#", "1.3", "99999999999999999999"])
def test_an_event_that_is_not_there_is_refused_with_those_that_are(squadron: Sits, which: str) -> None:
    told = squadron("explain", "squadron", "--", which)
    assert told.code == 1
    assert told.err == (
        f"squadron has no event {which}. Its events are #0 to #4483; list them: sits audit list squadron\n"
    )


def test_an_unknown_game_is_refused(sits: Sits) -> None:
    told = sits("explain", "friday", "1")
    assert (told.code, told.err) == (
        1,
        (
            "There is no game friday in games. There are no games here yet; try: sits demo\n"
            "Games are kept in games, which SITS_HOME names.\n"
        ),
    )


def test_a_what_ifs_dice_are_explained_by_the_seed_it_kept(squadron: Sits) -> None:
    assert (
        squadron(
            "fork",
            "squadron",
            "--at",
            "3.4",
            "--name",
            "stops",
            "--option",
            "sidewall=stops",
            "--option",
            "mixed_walls=true",
        ).code
        == 0
    )
    assert squadron("play", "stops", "--to", "3.4").code == 0
    with open_session() as table:
        record = [recorded.event for recorded in table.open_game("stops").events()]
    number = first(record, WallMet, reading="stops")
    told = squadron("explain", "stops", str(number), "--json").json
    assert (told["at"], [roll["recomputed"] for roll in told["rolls"]]) == ("3.4", [True])
    assert told["rolls"][0]["hmac"][0]["message"].startswith('["squadron",3,4,')
    assert "The number is stopped (the game's option; sits rules 8.5)" in " ".join(told["steps"])


def test_the_loss_of_a_ship_names_its_own_structure_boxes_and_no_other_ships(squadron: Sits) -> None:
    record = events()
    lost = [at for at, event in enumerate(record) if isinstance(event, ShipDestroyed)]
    told = {at: squadron("explain", "squadron", str(at), "--json").json["steps"][0] for at in lost}
    for at, step in told.items():
        named = [int(word) for word in re.findall(r"structure box (\d+)", step)]
        assert named
        assert len(set(named)) == len(named), (at, step)


def test_a_half_hex_at_the_end_of_a_chart_is_explained(squadron: Sits) -> None:
    record = events()
    number = first(record, HalvesKept, halves=("C",))
    told = squadron("explain", "squadron", str(number)).flat
    # thrust 5 for eight pulses: 5 x 64 = 320 in 128ths of a hex, two hexes and a half
    assert "30 + 35, 35 + 40; together 320, / 128, rounded down: 2 hexes, 64 over" in told
    assert "the 64 points left over are at least half of 128, so they count as half a hex (house)." in told
    assert "The nose is in C, and C held none, so this half is kept there until the end of another chart." in told
    assert "sits rules 6" in told


def test_thrust_and_segments_of_a_turn_are_told_with_their_limits(squadron: Sits) -> None:
    record = events()
    changed = squadron("explain", "squadron", str(first(record, ThrustChanged, ship="Heron"))).flat
    assert "Ordered: 5 of at most 5." in changed
    spent = squadron("explain", "squadron", str(first(record, TurnSpent, of=8))).flat
    assert "0 + 1 = 1 spent: the next window is done at 2." in spent
