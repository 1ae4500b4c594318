"""Events of SITS in their first versions: each code has its sentence, frozen for ever, and is read from it again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.coded import Coded, as_recorded
from sits_es.errors import UnreadableError
from sits_es.events import Event
from sits_es.game.events import GameEnded
from sits_es.rules.sits.events import wordings_1
from sits_es.rules.sits.events.codes import CAUSES, ENDS, OUTCOMES, REASONS
from sits_es.rules.sits.events.damage import ShipDestroyed
from sits_es.rules.sits.events.defence import AttackSpent
from sits_es.rules.sits.events.fire import OrderVoided
from sits_es.rules.sits.events.motion import ThrustBroke
from sits_es.rules.sits.story import tell
from sits_es.rules.sits.story.codes import reason_in_words
from sits_es.rules.system import Outcome
from sits_es.space.avid import WINDOWS
from sits_es.space.hexes import HexVector
from sits_es.space.vectors import Vectors, consolidate
from sits_es.store.codec import Codec
from sits_es.store.older import OlderCodec
from sits_es.versions import same_fact
from tests.shared.rows import each_row

FIRST, NEWEST = OlderCodec(1), Codec()

#: Every reason with the sentence that the first version has for it. None of these may ever change.
SENTENCES = (
    (Coded("out-of-game", ("exploded",)), "Fox is out of the game (it exploded)."),
    (Coded("out-of-game", ("the crew left",)), "Fox is out of the game (the crew left)."),
    (Coded("aims-at-itself"), "Fox cannot aim at itself."),
    (Coded("target-out", ("Imp", "structure-gone")), "Fox: Imp is out of the game (its structure gave way)."),
    (
        Coded("weapon-off-arc", ("port-laser", "Imp", "C+", "D", "port", "port")),
        (
            "Fox: port-laser cannot bear on Imp, seen through C+ of the ship's frame (D on the map). "
            "The port mount bears through D/E to F/A, level and one ring up or down."
        ),
    ),
    (
        Coded("weapon-off-arc", ("a-laser", "Imp", "C+", "D", "a", "A", "A+", "A/B")),
        (
            "Fox: a-laser cannot bear on Imp, seen through C+ of the ship's frame (D on the map). "
            "The a mount bears through A, A+, A/B."
        ),
    ),
    (
        Coded("launcher-off-arc", ("aft", "Imp", "A", "B/C++", "starboard")),
        (
            "Fox: the aft launcher cannot bear on Imp, seen through A of the ship's frame (B/C++ on the map). "
            "The aft mount bears through A/B to C/D, level and one ring up or down."
        ),
    ),
    (
        Coded("launcher-off-arc", ("aft", "Imp", "A", "B", "forward")),
        (
            "Fox: the aft launcher cannot bear on Imp, seen through A of the ship's frame (B on the map). "
            "The aft mount bears through F to B, level and one ring up or down."
        ),
    ),
    (
        Coded("launcher-off-arc", ("aft", "Imp", "A", "B", "aft")),
        (
            "Fox: the aft launcher cannot bear on Imp, seen through A of the ship's frame (B on the map). "
            "The aft mount bears through C to E, level and one ring up or down."
        ),
    ),
    (
        Coded("behind-wedge", ("Imp", "+++")),
        "Fox: Imp shows its wedge (+++ of its own frame), and no beam goes through that.",
    ),
    (Coded("out-of-reach", ("Imp", 31, "port-laser", 12)), "Fox: Imp is at range 31, and port-laser reach 12."),
    (Coded("no-such-target", ("Imp",)), "Fox: there is no ship Imp."),
    (Coded("no-such-weapon", ("bow-laser",)), "Fox has no beam weapon bow-laser."),
    (Coded("no-such-launcher", ("bow",)), "Fox has no launcher bow."),
    (Coded("weapon-destroyed", ("port-laser",)), "Fox: all of its port-laser are destroyed."),
    (Coded("weapon-waits", ("port-laser", 1)), "Fox: port-laser can fire again in 1 segment."),
    (Coded("weapon-waits", ("port-laser", 2)), "Fox: port-laser can fire again in 2 segments."),
    (Coded("fired-twice", ("port-laser",)), "Fox: port-laser are ordered to fire twice."),
    (Coded("tubes-destroyed", ("port",)), "Fox: all tubes of its port mount are destroyed."),
    (
        Coded("too-many-tubes", (9, "port", 4)),
        "Fox: a salvo of 9 tubes is ordered, port has 4 that work. Order 1 to 4.",
    ),
    (Coded("launcher-waits", ("port", 3)), "Fox: the port tubes can launch again in 3 segments."),
    (Coded("magazine-empty", ("port",)), "Fox: the magazine of its port mount is empty."),
    (
        Coded("magazine-short", (1, "port", 20, 6)),
        "Fox: 1 salvo from port would take 20 missiles, its magazine holds 6.",
    ),
    (Coded("fire-control-destroyed", ("port",)), "Fox: the fire control of its port mount is destroyed."),
    (
        Coded("too-many-salvoes", (3, "Imp", 14, "1/2", 0)),
        "Fox: 3 salvoes are ordered at Imp. Range 14 allows 1/2 in a turn, 0 more now.",
    ),
    (
        Coded("too-many-salvoes", (1, "Imp", 14, "1/2", 0)),
        "Fox: 1 salvo is ordered at Imp. Range 14 allows 1/2 in a turn, 0 more now.",
    ),
    (
        Coded("no-bridge"),
        (
            "Fox has no bridge left. It takes no thrust, pivot or roll until damage control mends a box of bridge; "
            "its weapons fire under local control."
        ),
    ),
    (Coded("thrust-too-high", (6, 4)), "Fox: thrust 6 is plotted, its rating is 4. Plot 0 to 4."),
    (Coded("thrust-too-high", (6, 0)), "Fox: thrust 6 is plotted, its rating is 0. Plot 0."),
    (Coded("pivot-destroyed"), "Fox cannot pivot any more: its pivot track is destroyed."),
    (Coded("nose-there-already", ("A/B",)), "Fox: its nose is in A/B already. Pivot to another window."),
    (Coded("roll-destroyed"), "Fox cannot roll any more: its roll track is destroyed."),
    (Coded("roll-too-far", (12,)), "Fox: a roll of 12 windows is ordered. Roll 1 to 11."),
    (
        Coded("no-plot", ("2A 2B", 4, "A")),
        "Fox: 2A 2B is no plot for 4 dots in A. Plot 4A, 3A 1B or 3A 1F, each alone or with 1+ or 1-.",
    ),
    (Coded("no-plot", ("1A", 0, "A")), "Fox: 1A is no plot for 0 dots in A. Plot still."),
    (
        Coded("no-plot", ("5A 4+", 4, "A++")),
        "Fox: 5A 4+ is no plot for 4 dots in A++. Plot 2A 4+, 1A 1B 4+ or 1A 1F 4+.",
    ),
    (
        Coded("no-dots-there", ("1B", "B", "A", "A/B")),
        "Fox: 1B is plotted in B, where there are no dots. Dots are in A, A/B.",
    ),
    (
        Coded("no-dots-there", ("still", "B")),
        "Fox: still is plotted in B, where there are no dots. Dots are in no window.",
    ),
    (Coded("too-many-decoys", (1, 0)), "Fox: 1 decoy is ordered, it has 0 left."),
    (Coded("too-many-decoys", (2, 1)), "Fox: 2 decoys are ordered, it has 1 left."),
    (
        Coded("no-such-track", ("sails", "hull", "structure")),
        "Fox has no sails. Its tracks are hull, structure.",
    ),
    (Coded("beyond-repair", ("hull",)), "Fox: damage control does not mend hull."),
    (Coded("nothing-to-mend", ("ecm",)), "Fox: no box of ecm is there to mend."),
    (Coded("too-many-parties", (3, "ecm")), "Fox: 3 parties are sent to ecm. At most 2 work on a box."),
    (Coded("too-few-parties", (4, 3)), "Fox: 4 working parties are sent, its damage control has 3."),
    (Coded("no-miracle-cards"), "Fox: this game is played without miracle cards."),
    (
        Coded("commander-draws-none", ("average",)),
        "Fox: its commander is average; superb, excellent or legendary ones draw miracle cards.",
    ),
    (Coded("no-miracle", (0,)), "Fox has no miracle to spend: it holds no card. 19, 20 or 21 is one."),
    (Coded("no-miracle", (12,)), "Fox has no miracle to spend: its hand counts 12. 19, 20 or 21 is one."),
    (
        Coded("miracle-of-break"),
        "Fox: repairs are tried again in the turn break. Write: break miracle repair again.",
    ),
    (
        Coded("miracle-of-segment", ("double ECM",)),
        (
            "Fox: the miracle double ECM is for a segment, not for the turn break. "
            "There write repair again, or a text for a ruling."
        ),
    ),
)


def voided(*reasons: Coded, ship: str = "Fox") -> OrderVoided:
    return OrderVoided(ship=ship, order="thrust 1", reasons=reasons)


def first_words(event: Event, field: str) -> Any:
    """A field of an event as the first version holds it."""
    topic, state = FIRST.encode(event)
    assert topic.endswith("/1")
    return json.loads(state)[field]


def comes_back(event: Event) -> bool:
    """Whether an event is the same after it was written in the first version, and its bytes as well."""
    topic, state = FIRST.encode(event)
    assert topic.endswith("/1")
    read = NEWEST.decode(topic, state)
    return read == event and FIRST.encode(read) == (topic, state)


@each_row(("reason", "sentence"), SENTENCES)
def test_a_reason_is_written_in_the_words_of_the_first_version_and_read_from_them(reason: Coded, sentence: str) -> None:
    assert first_words(voided(reason), "reason") == sentence
    assert comes_back(voided(reason))


#: Reasons that games with the first versions of events never have, in today's words.
LATER: tuple[tuple[Coded, str], ...] = (
    (
        Coded("own-side", ("Merlin", "red")),
        (
            "Fox: Merlin is of its own side, red. Name a ship of another side; only a scenario with own_side_targets "
            "allows one's own."
        ),
    ),
    (Coded("rows-short", (3, "port", 2)), "Fox: 3 salvoes from port would take 3 rows, its magazine holds 2."),
    (Coded("rows-short", (2, "port", 1)), "Fox: 2 salvoes from port would take 2 rows, its magazine holds 1."),
    (
        Coded("not-in-own-plots", ("2A 2B", 4, "A", "4A", "3A 1F")),
        "Fox: 2A 2B is not a plot for 4 dots in A. The game's own plots for 4 dots in A are 4A, 3A 1F.",
    ),
    (Coded("rows-short", (1, "port", 0)), "Fox: 1 salvo from port would take 1 row, its magazine holds 0."),
)


def test_no_reason_is_without_a_sentence() -> None:
    assert {reason.code for reason, _ in (*SENTENCES, *LATER)} == set(REASONS)
    assert all(reason_in_words("Fox", reason) for reason, _ in SENTENCES)


@pytest.mark.parametrize(("reason", "sentence"), LATER)
def test_reasons_that_came_after_the_first_version_have_todays_words_alone(reason: Coded, sentence: str) -> None:
    assert reason.fits(REASONS)
    assert reason.code not in wordings_1.REASONS
    assert reason_in_words("Fox", reason) == sentence


def test_several_reasons_stand_one_after_the_other_and_are_told_apart() -> None:
    several = tuple(reason for reason, _ in SENTENCES)
    assert first_words(voided(*several), "reason") == " ".join(sentence for _, sentence in SENTENCES)
    assert comes_back(voided(*several))


#: Names as players give them.
names = st.from_regex(r"[A-Z][a-z'-]{0,6}( [0-9A-Z][a-z]{0,4})?", fullmatch=True)
numbers = st.integers(0, 400)


@st.composite
def reasons(draw: st.DrawFn) -> Coded:
    """A reason of any code with values of any size."""
    pattern, _ = draw(st.sampled_from(SENTENCES))
    if pattern.code == "no-plot":
        window = draw(st.sampled_from(WINDOWS))
        return Coded("no-plot", (draw(st.sampled_from(["1A", "4A 1+", "still"])), draw(st.integers(0, 12)), window))
    plain = {"exploded", "structure-gone", *WINDOWS, "port", "starboard", "forward", "aft"}
    values = [
        draw(numbers) if isinstance(value, int) else value if value in plain else draw(names)
        for value in pattern.values
    ]
    return Coded(pattern.code, tuple(values))


@settings(max_examples=150, deadline=None)
@given(names, st.lists(reasons(), min_size=1, max_size=3))
def test_reasons_of_every_code_and_value_come_back_from_the_words_of_the_first_version(
    ship: str, several: list[Coded]
) -> None:
    assert comes_back(voided(*several, ship=ship))


@settings(max_examples=150)
@given(st.text(max_size=80))
def test_words_that_no_code_was_found_for_stay_as_they_are(text: str) -> None:
    state = NEWEST.encode(voided(as_recorded(text)))[1]
    assert FIRST.encode(NEWEST.decode("sits.OrderVoided/2", state))[0] == "sits.OrderVoided/1"
    assert first_words(voided(as_recorded(text)), "reason") == text


@each_row(
    "text",
    [
        "Out of reach.",
        "Fox: 2 decoys are ordered, 1 are left.",  # as it was put before the first games were kept
        "Fox: 3 salvoes from port need 60 missiles, its magazine holds 6.",
        "Fox: 02 decoys are ordered, it has 1 left.",
        "Fox: 1A is no plot for 4 dots in A. Plot something else.",
        "Fox: 1A is no plot for 999999999 dots in A. Plot 1A.",
        "Imp cannot aim at itself.",
        "Fox cannot aim at itself. And so on.",
        "Fox cannot aim at itself.  Fox cannot aim at itself.",
    ],
)
def test_another_wording_is_kept_as_recorded_and_is_the_same_fact_as_before(text: str) -> None:
    topic, state = FIRST.encode(voided(as_recorded(text)))
    read = NEWEST.decode(topic, state)
    assert read == voided(as_recorded(text))
    assert FIRST.encode(read) == (topic, state)
    assert tell(read).startswith('Fox cannot carry out "thrust 1": ')
    assert same_fact(read, voided(Coded("aims-at-itself")))
    assert not same_fact(read, voided(Coded("aims-at-itself"), ship="Imp"))


def test_codes_are_held_against_each_other_exactly() -> None:
    assert same_fact(voided(Coded("weapon-waits", ("port-laser", 2))), voided(Coded("weapon-waits", ("port-laser", 2))))
    assert not same_fact(
        voided(Coded("weapon-waits", ("port-laser", 2))), voided(Coded("weapon-waits", ("aft-laser", 2)))
    )
    assert not same_fact(
        ShipDestroyed(ship="Fox", cause=Coded("exploded")), ShipDestroyed(ship="Fox", cause=Coded("structure-gone"))
    )


@pytest.mark.parametrize(
    "reason",
    [
        Coded("no-plot", ("1A", 10**9, "A")),
        Coded("no-plot", ("1A", -1, "A")),
        Coded("no-plot", ("1A", 1, "Z")),
        Coded("launcher-off-arc", ("port", "Imp", "A", "B")),
    ],
)
def test_values_that_no_game_brings_are_told_and_compared_without_harm(reason: Coded) -> None:
    assert tell(voided(reason)).startswith('Fox cannot carry out "thrust 1": ')
    assert not same_fact(voided(reason), voided(Coded("aims-at-itself")))


def test_a_name_that_reads_like_the_words_around_it_makes_no_other_fact() -> None:
    one = voided(Coded("weapon-destroyed", ("port tubes",)))
    strange = "Imp is out of the game (it exploded). Fox: Gull"
    hidden = voided(Coded("target-out", (strange, "exploded")))
    topic, state = FIRST.encode(hidden)
    assert FIRST.encode(NEWEST.decode(topic, state)) == (topic, state)
    assert same_fact(NEWEST.decode(topic, state), hidden)
    assert not same_fact(one, hidden)


@pytest.mark.parametrize(
    ("code", "sentence"), [("structure-gone", "its structure gave way"), ("exploded", "it exploded")]
)
def test_what_destroyed_a_ship_comes_back(code: str, sentence: str) -> None:
    lost = ShipDestroyed(ship="Fox", cause=Coded(code))
    assert first_words(lost, "cause") == sentence
    assert comes_back(lost)
    assert comes_back(ShipDestroyed(ship="Fox", cause=as_recorded("the crew left")))
    assert code in CAUSES


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("struck", "missiles struck"),
        ("all-killed", "all missiles were killed"),
        ("stopped-by-sidewall", "the sidewall stopped them"),
        ("target-out", "Imp is out of the game"),
    ],
)
def test_how_an_attack_ended_comes_back(code: str, sentence: str) -> None:
    spent = AttackSpent(attack="Fox port at Imp", target="Imp", struck=3, reason=Coded(code))
    assert first_words(spent, "reason") == sentence
    assert comes_back(spent)
    assert code in ENDS


def broke(*steps: Coded) -> ThrustBroke:
    still = HexVector()
    return ThrustBroke(ship="Fox", reasons=("chart full",), dots=(), steps=steps, before=still, after=still)


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (Coded("opposite", (11, "A", 3, "D")), "180 degrees: 11A and 3D leave 8A."),
        (Coded("opposite", (2, "+", 2, "-")), "180 degrees: 2+ and 2- leave nothing."),
        (Coded("third", (2, "B", 3, "D", "C", 2)), "120 degrees: 2B and 3D make 2C and leave 1D."),
        (Coded("third", (1, "F", 10, "B", "A", 5)), "120 degrees: 1F and 10B make 1A (5A in all) and leave 9B."),
        (as_recorded("2A and 2D cancel."), "2A and 2D cancel."),
    ],
)
def test_a_step_of_a_consolidation_comes_back(step: Coded, sentence: str) -> None:
    assert first_words(broke(step), "steps") == [sentence]
    assert comes_back(broke(step))


@given(st.lists(st.integers(0, 40), min_size=8, max_size=8))
def test_every_consolidation_comes_back(counts: list[int]) -> None:
    steps = []
    for each in consolidate(Vectors(tuple(counts))).subtractions:
        (one, way), (other, its) = each.pair
        more = () if each.between is None else (each.between, each.in_all)
        steps.append(Coded("third" if more else "opposite", (one, way, other, its, *more)))
    assert comes_back(broke(*steps))


@st.composite
def outcomes(draw: st.DrawFn) -> tuple[Coded, ...]:
    """An outcome, as games of SITS come to it."""
    side, other = draw(names), draw(names)
    why = draw(
        st.sampled_from(
            [
                (Coded("last-side", (side,)),),
                (Coded("no-ships"), Coded("nobody-leads")),
                (Coded("no-ships"), Coded("leads", (side, 1))),
                (Coded("last-turn", (10,)), Coded("no-points")),
                (Coded("last-turn", (3,)), Coded("lead-too-short", (side, 2, 5))),
                (Coded("last-turn", (3,)), Coded("leads", (other, 12))),
            ]
        )
    )
    points: list[Coded] = []
    for each in draw(st.sampled_from([(), (side, other)])):
        points.append(Coded("points", (each, draw(numbers))))
        state = draw(st.sampled_from(["destroyed", "disabled"]))
        points += [Coded("for-ship", (ship, state, draw(numbers))) for ship in draw(st.lists(names, max_size=3))]
    return (*why, *points)


@settings(max_examples=150)
@given(outcomes())
def test_an_outcome_comes_back(outcome: tuple[Coded, ...]) -> None:
    ended = GameEnded(winner=None, outcome=outcome)
    assert comes_back(ended)
    assert all(each.fits(OUTCOMES) for each in outcome)


@each_row(
    ("outcome", "sentence"),
    [
        (
            (Coded("last-turn", (10,)), Coded("leads", ("blue", 10)), Coded("points", ("blue", 22)),
             Coded("for-ship", ("Imp", "destroyed", 12)), Coded("for-ship", ("Gull", "disabled", 10)),
             Coded("points", ("red", 12))),
            ("Turn 10 was the last of the scenario; blue leads by 10 points. "
             "Points: blue 22 (Imp destroyed 12 and Gull disabled 10); red 12."),
        ),
        ((Coded("last-side", ("red",)),), "Only red has ships left."),
        (
            (Coded("no-ships"), Coded("no-points")),
            "No ship is left on any side; the scenario gives no points, so the game is drawn.",
        ),
        (
            (Coded("no-ships"), Coded("nobody-leads")),
            "No ship is left on any side; nobody leads, so the game is drawn.",
        ),
        (
            (Coded("last-turn", (3,)), Coded("lead-too-short", ("red", 2, 5))),
            "Turn 3 was the last of the scenario; red leads by 2, and a win takes 5 points, so the game is drawn.",
        ),
        ((Coded("claimed", ("red", "2.break")),), "red did not reveal 2.break; the game is claimed."),
        ((as_recorded("Peace was made."),), "Peace was made."),
    ],
)  # fmt: skip
def test_an_outcome_is_written_in_the_words_of_the_first_version(outcome: tuple[Coded, ...], sentence: str) -> None:
    ended = GameEnded(winner=None, outcome=outcome)
    assert first_words(ended, "outcome") == sentence
    assert comes_back(ended)


def test_an_outcome_of_codes_that_are_not_of_sits_is_told_as_it_stands_and_never_written_in_the_first_version() -> None:
    strange = GameEnded(winner=None, outcome=(Coded("tie", ("red", 3)), Coded("dusk")))
    assert tell(Outcome(winner=None, why=strange.outcome)) == "tie red 3; dusk."
    with pytest.raises(ValueError, match="no words of the first version are known for the outcome tie"):
        FIRST.encode(strange)


@pytest.mark.parametrize(
    ("topic", "state"),
    [
        ("sits.OrderVoided/2", b'{"order":"thrust 1","reasons":[{"code":"tired","values":[]}],"ship":"Fox"}'),
        ("sits.OrderVoided/2", b'{"order":"thrust 1","reasons":[{"code":"weapon-waits","values":["a"]}],"ship":"Fox"}'),
        ("sits.ShipDestroyed/2", b'{"cause":{"code":"exploded","values":[1]},"ship":"Fox"}'),
    ],
)
def test_a_code_that_there_is_not_or_with_other_values_cannot_be_read(topic: str, state: bytes) -> None:

    with pytest.raises(UnreadableError, match="holds a code or values that do not belong here: "):
        NEWEST.decode(topic, state)
