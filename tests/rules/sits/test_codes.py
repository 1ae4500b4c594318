"""Codes of SITS in words: why orders come to nothing, what ends ships and attacks, consolidations, outcomes."""

from __future__ import annotations

import pytest

from sits_es.errors import UnreadableError
from sits_es.events import Coded
from sits_es.rules.sits import reasons
from sits_es.rules.sits.damage.facts import CAUSES
from sits_es.rules.sits.ending.facts import OUTCOMES
from sits_es.rules.sits.ending.told import outcome_in_words
from sits_es.rules.sits.missiles.facts import ENDS, AttackSpent
from sits_es.rules.sits.missiles.told import ended_as
from sits_es.rules.sits.motion.facts import STEPS
from sits_es.rules.sits.motion.told import step_in_words
from sits_es.rules.sits.reasons import REASONS
from sits_es.rules.sits.sums.tracks import lost_as
from sits_es.store.codec import Codec

#: Every reason with its sentence.
SENTENCES = (
    (Coded("out-of-game", ("exploded",)), "Fox is out of the game (it exploded)."),
    (Coded("aims-at-itself"), "Fox cannot aim at itself."),
    (Coded("target-out", ("Imp", "structure-gone")), "Fox: Imp is out of the game (its structure gave way)."),
    (
        Coded("weapon-off-arc", ("port-laser", "Imp", "C+", "D", "port", "port")),
        (
            "Fox: port-laser cannot bear on Imp, seen through D (map), C+ (ship). The port mount "
            "bears through D/E to F/A, level and one ring up or down."
        ),
    ),
    (
        Coded("weapon-off-arc", ("a-laser", "Imp", "C+", "D", "a", "A", "A+", "A/B")),
        ("Fox: a-laser cannot bear on Imp, seen through D (map), C+ (ship). The a mount bears through A, A+, A/B."),
    ),
    (
        Coded("launcher-off-arc", ("aft", "Imp", "A", "B/C++", "starboard")),
        (
            "Fox: the aft launcher cannot bear on Imp, seen through B/C++ (map), A (ship). The aft "
            "mount bears through A/B to C/D, level and one ring up or down."
        ),
    ),
    (
        Coded("launcher-off-arc", ("aft", "Imp", "A", "B", "forward")),
        (
            "Fox: the aft launcher cannot bear on Imp, seen through B (map), A (ship). The aft "
            "mount bears through F to B, level and one ring up or down."
        ),
    ),
    (
        Coded("launcher-off-arc", ("aft", "Imp", "A", "B", "aft")),
        (
            "Fox: the aft launcher cannot bear on Imp, seen through B (map), A (ship). The aft "
            "mount bears through C to E, level and one ring up or down."
        ),
    ),
    (
        Coded("behind-wedge", ("Imp", "+++")),
        "Fox: Imp shows its wedge, +++ (ship), and no beam goes through a wedge.",
    ),
    (Coded("out-of-reach", ("Imp", 31, "port-laser", 12)), "Fox: Imp is at range 31, but port-laser reaches 12."),
    (Coded("no-such-target", ("Imp",)), "Fox: There is no ship Imp."),
    (Coded("no-such-weapon", ("bow-laser",)), "Fox: There is no beam weapon bow-laser."),
    (Coded("no-such-launcher", ("bow",)), "Fox: There is no launcher bow."),
    (Coded("weapon-destroyed", ("port-laser",)), "Fox: port-laser is destroyed."),
    (Coded("weapon-waits", ("port-laser", 1)), "Fox: port-laser can fire again in 1 segment."),
    (Coded("weapon-waits", ("port-laser", 2)), "Fox: port-laser can fire again in 2 segments."),
    (Coded("fired-twice", ("port-laser",)), "Fox: port-laser is ordered to fire twice. Keep one order."),
    (Coded("tubes-destroyed", ("port",)), "Fox: all tubes of its port mount are destroyed."),
    (
        Coded("too-many-tubes", (9, "port", 4)),
        "Fox: a salvo of 9 tubes is ordered, but port has 4 working tubes. Order 1 to 4.",
    ),
    (Coded("launcher-waits", ("port", 3)), "Fox: the port tubes can launch again in 3 segments."),
    (Coded("magazine-empty", ("port",)), "Fox: the magazine of its port mount is empty."),
    (
        Coded("magazine-short", (1, "port", 20, 6)),
        "Fox: 1 salvo from port would take 20 missiles, but its magazine holds 6.",
    ),
    (
        Coded("salvoes-at-no-range", (7, "Imp", "5", 5)),
        "Fox: 7 salvoes are ordered at Imp. No range allows more than 5 salvoes a turn; 5 are left.",
    ),
    (
        Coded("salvoes-at-no-range", (1, "Imp", "1/2", 0)),
        "Fox: 1 salvo is ordered at Imp. No range allows more than 1 salvo in 2 turns; none is left.",
    ),
    (Coded("fire-control-destroyed", ("port",)), "Fox: the fire control of its port mount is destroyed."),
    (
        Coded("too-many-salvoes", (3, "Imp", 14, "1/2", 0)),
        "Fox: 3 salvoes are ordered at Imp. At range 14 you may launch up to 1 salvo in 2 turns; none is left.",
    ),
    (
        Coded("too-many-salvoes", (1, "Imp", 14, "1/2", 0)),
        "Fox: 1 salvo is ordered at Imp. At range 14 you may launch up to 1 salvo in 2 turns; none is left.",
    ),
    (
        Coded("no-bridge"),
        (
            "Fox has no bridge left. The ship takes no thrust, pivot or roll orders until damage control repairs a "
            "bridge box; its weapons fire under local control."
        ),
    ),
    (Coded("thrust-too-high", (6, 4)), "Fox: thrust 6 is ordered, but its rating is 4. Order 0 to 4."),
    (Coded("thrust-too-high", (6, 0)), "Fox: thrust 6 is ordered, but its rating is 0. Order 0."),
    (Coded("pivot-destroyed"), "Fox can no longer pivot: its pivot track is destroyed."),
    (Coded("nose-there-already", ("A/B",)), "Fox: its nose is already in A/B. Pivot to another window."),
    (Coded("roll-destroyed"), "Fox can no longer roll: its roll track is destroyed."),
    (Coded("roll-too-far", (12,)), "Fox: a roll of 12 windows is ordered. Roll 1 to 11."),
    (
        Coded("no-plot", ("2A 2B", 4, "A")),
        "Fox: 2A 2B is not a plot for 4 dots in A. Plot 4A, 3A 1B or 3A 1F, each alone or with 1+ or 1-.",
    ),
    (Coded("no-plot", ("1A", 0, "A")), "Fox: 1A is not a plot for 0 dots in A. Plot still."),
    (
        Coded("no-plot", ("5A 4+", 4, "A++")),
        "Fox: 5A 4+ is not a plot for 4 dots in A++. Plot 2A 4+, 1A 1B 4+ or 1A 1F 4+.",
    ),
    (
        Coded("no-dots-there", ("1B", "B", "A", "A/B")),
        "Fox: 1B is plotted in B, where there are no dots. Dots are in A, A/B.",
    ),
    (
        Coded("no-dots-there", ("still", "B")),
        "Fox: still is plotted in B, where there are no dots. Dots are in no window.",
    ),
    (Coded("too-many-decoys", (1, 0)), "Fox: 1 decoy is ordered, but the ship has 0 left."),
    (Coded("too-many-decoys", (2, 1)), "Fox: 2 decoys are ordered, but the ship has 1 left."),
    (Coded("no-such-track", ("sails", "hull", "structure")), "Fox: There is no track sails. Tracks: hull, structure."),
    (Coded("no-such-target", ("Im", "Imp")), "Fox: There is no ship Im. Did you mean Imp? Ships: Imp."),
    (Coded("no-such-ship", ("Imp",)), "There is no ship Fox. Ships: Imp."),
    (Coded("watches-itself"), "Fox cannot watch itself. Name another ship."),
    (Coded("launched-twice", ("port",)), "Fox: port is ordered to launch twice. Keep one order."),
    (Coded("ordered-twice", ("thrust",)), "Fox has two thrust orders for this segment. Keep one."),
    (Coded("of-another-step"), "Fox: repairs are for the turn break, all other orders for a segment."),
    (
        Coded("not-ahead", ("segment 4",)),
        "Fox: orders in this game are given one segment at a time, and segment 4 is next.",
    ),
    (Coded("never-a-plot", ("1D", "A", 1, "1A")), "Fox: 1D is not a plot in A. For 1 dot plot 1A."),
    (
        Coded("too-many-dots", ("7A", "A", 7, 6)),
        "Fox: 7A takes 7 dots in A, but a whole chart gives at most 6. Plot for 1 to 6 dots.",
    ),
    (
        Coded("too-many-dots", ("1A", "A", 1, 0)),
        "Fox: 1A takes 1 dot in A, but a whole chart gives at most 0. Plot nothing.",
    ),
    (Coded("beyond-repair", ("hull",)), "Fox: damage control cannot repair hull."),
    (
        Coded("decoys-for-nothing", (2,)),
        "Fox: 2 decoys are used up even if nobody launches at the ship. Write: decoy 2 if launched at.",
    ),
    (Coded("undamaged", ("ecm",)), "Fox: ecm is undamaged."),
    (Coded("given-up", ("ecm",)), "Fox: repair of ecm has failed twice, so its lost boxes stay lost."),
    (Coded("too-many-parties", (3, "ecm")), "Fox: 3 parties are sent to ecm. At most 2 parties may work on a box."),
    (Coded("too-few-parties", (4, 3)), "Fox: 4 working parties are sent, but its damage control has 3."),
    (Coded("too-few-parties", (1, 0)), "Fox: 1 working party is sent, but its damage control has none."),
    (
        Coded("commander-draws-none", ("average",)),
        "Fox: its commander is average; only superb, excellent or legendary commanders draw miracle cards.",
    ),
    (Coded("no-miracle", (0,)), "Fox has no miracle to spend: it holds no card. A miracle is 19, 20 or 21."),
    (Coded("no-miracle", (12,)), "Fox has no miracle to spend: its hand adds up to 12. A miracle is 19, 20 or 21."),
    (
        Coded("miracle-of-break"),
        "Fox: the miracle repair again is for the turn break. Write: break miracle repair again.",
    ),
    (
        Coded("miracle-of-segment", ("double ECM",)),
        (
            "Fox: the miracle double ECM is for a segment, not for the turn break. In the break, write repair again, "
            "or a ruling in quotes."
        ),
    ),
    (
        Coded("own-side", ("Merlin", "red")),
        (
            "Fox: Merlin is on the same side, red. Name a ship on another side; only a scenario with own_side_targets "
            "allows your own."
        ),
    ),
    (Coded("rows-short", (3, "port", 2)), "Fox: 3 salvoes from port would take 3 rows, but its magazine holds 2."),
    (Coded("rows-short", (2, "port", 1)), "Fox: 2 salvoes from port would take 2 rows, but its magazine holds 1."),
    (
        Coded("not-in-own-plots", ("2A 2B", 4, "A", "4A", "3A 1F")),
        "Fox: 2A 2B is not a plot for 4 dots in A. The game's own plots for 4 dots in A are 4A, 3A 1F.",
    ),
    (Coded("rows-short", (1, "port", 0)), "Fox: 1 salvo from port would take 1 row, but its magazine holds 0."),
)


@pytest.mark.parametrize(("reason", "sentence"), SENTENCES)
def test_a_reason_is_told_in_a_sentence(reason: Coded, sentence: str) -> None:
    assert reason.fits(REASONS)
    assert reasons.REASONS.told("Fox", reason) == sentence


def test_no_reason_is_without_a_sentence() -> None:
    assert {reason.code for reason, _ in SENTENCES} == set(REASONS)


@pytest.mark.parametrize(
    "reason",
    [
        Coded("no-plot", ("1A", 10**9, "A")),
        Coded("no-plot", ("1A", -1, "A")),
        Coded("no-plot", ("1A", 1, "Z")),
        Coded("launcher-off-arc", ("port", "Imp", "A", "B")),
    ],
)
def test_values_that_no_game_brings_are_told_without_harm(reason: Coded) -> None:
    assert reasons.REASONS.told("Fox", reason).startswith("Fox: ")


def test_everything_that_destroys_a_ship_has_words() -> None:
    assert {code: lost_as(code) for code in CAUSES} == {
        "structure-gone": "its structure gave way",
        "exploded": "it exploded",
    }


def test_every_end_of_an_attack_has_words() -> None:
    ended = {code: AttackSpent(attack="Fox port at Imp", target="Imp", struck=3, reason=Coded(code)) for code in ENDS}
    assert {code: ended_as(spent) for code, spent in ended.items()} == {
        "struck": "missiles struck",
        "all-killed": "all missiles were killed",
        "stopped-by-sidewall": "the sidewall stopped them",
        "target-out": "Imp is out of the game",
    }


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (Coded("opposite", (11, "A", 3, "D")), "180 degrees: 11A and 3D leave 8A."),
        (Coded("opposite", (2, "+", 2, "-")), "180 degrees: 2+ and 2- leave nothing."),
        (Coded("third", (2, "B", 3, "D", "C", 2)), "120 degrees: 2B and 3D make 2C and leave 1D."),
        (Coded("third", (1, "F", 10, "B", "A", 5)), "120 degrees: 1F and 10B make 1A (5A in all) and leave 9B."),
    ],
)
def test_a_step_of_a_consolidation_is_told_in_a_sentence(step: Coded, sentence: str) -> None:
    assert step.fits(STEPS)
    assert step_in_words(step) == sentence


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (
            (
                Coded("last-turn", (10,)),
                Coded("leads", ("blue", 10)),
                Coded("points", ("blue", 22)),
                Coded("for-ship", ("Imp", "destroyed", 12)),
                Coded("for-ship", ("Gull", "disabled", 10)),
                Coded("points", ("red", 12)),
            ),
            (
                "Turn 10 was the last of the scenario; blue leads by 10 points. Points: blue 22 (Imp destroyed 12 and "
                "Gull disabled 10); red 12."
            ),
        ),
        ((Coded("last-side", ("red",)),), ("Only red has ships left.")),
        (
            (
                Coded("no-ships"),
                Coded("no-points"),
            ),
            ("No ship is left on any side; the scenario gives no points, so the game is drawn."),
        ),
        (
            (
                Coded("no-ships"),
                Coded("nobody-leads"),
            ),
            ("No ship is left on any side; nobody leads, so the game is drawn."),
        ),
        (
            (
                Coded("last-turn", (3,)),
                Coded("lead-too-short", ("red", 2, 5)),
            ),
            ("Turn 3 was the last of the scenario; red leads by 2, but a win takes 5 points, so the game is drawn."),
        ),
        (
            (
                Coded("tie", ("red", 3)),
                Coded("dusk"),
            ),
            ("tie red 3; dusk."),
        ),
    ],
)
def test_an_outcome_is_told_in_words_and_codes_of_no_meaning_as_they_stand(
    outcome: tuple[Coded, ...], sentence: str
) -> None:
    assert outcome_in_words(outcome) == sentence


def test_every_part_of_an_outcome_is_among_them() -> None:
    told = {"last-turn", "leads", "points", "for-ship", "last-side", "no-ships", "no-points", "nobody-leads"}
    assert {*told, "lead-too-short"} == set(OUTCOMES)


@pytest.mark.parametrize(
    ("topic", "state"),
    [
        ("sits.OrderVoided/1", b'{"order":"thrust 1","reasons":[{"code":"tired","values":[]}],"ship":"Fox"}'),
        ("sits.OrderVoided/1", b'{"order":"thrust 1","reasons":[{"code":"weapon-waits","values":["a"]}],"ship":"Fox"}'),
        ("sits.ShipDestroyed/1", b'{"cause":{"code":"exploded","values":[1]},"ship":"Fox"}'),
    ],
)
def test_a_code_that_there_is_not_or_with_other_values_cannot_be_read(topic: str, state: bytes) -> None:
    with pytest.raises(UnreadableError, match="holds a code or values that do not belong here: "):
        Codec().decode(topic, state)
