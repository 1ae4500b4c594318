"""Each reason why orders are refused or come to nothing has one wording, before it is given and after."""

from __future__ import annotations

from sits_es.events import Coded
from sits_es.rules.sfb.ending.facts import OrderVoided
from sits_es.rules.sfb.orders.check import problems
from sits_es.rules.sfb.reasons import REASONS, refused
from sits_es.rules.sfb.telling import tell
from tests.rules.sfb.order_refusals import REFUSED, meeting, orders_of
from tests.shared.rows import each_row

#: Reasons that `REFUSED` has no order for, as whoever checks orders is told them, and the word that each is about.
TOLD: tuple[tuple[Coded, str, str | None], ...] = (
    (
        Coded("just-released"),
        "Kestrel is released in this impulse. It takes orders from the next impulse (A3.4).",
        "unit",
    ),
    (
        Coded("is-bound", ("Hawk", "Heron")),
        "Kestrel is bound to Hawk and Heron. Order speed or thrust to part them (C14.20).",
        None,
    ),
    (
        Coded("orbit-in-middle", ("Haven",)),
        "Kestrel: Haven's middle is exactly where the ship is. An orbit goes round the middle (P8.41).",
        "planet",
    ),
    (Coded("no-mate", ("Hwk", "Hawk")), "Kestrel: There is no unit Hwk. Did you mean Hawk? Units: Hawk.", "first"),
    (
        Coded("bound-already", ("Hawk", "Heron", "Swan")),
        "Kestrel: Hawk is bound to Heron and Swan. Order speed or thrust to part them (C14.20).",
        None,
    ),
    (
        Coded("far-apart", ("Hawk", "Heron", 5000, 5000)),
        "Kestrel: Hawk and Heron are 0.5 hexes apart. To be bound, ships must be less than 0.5 hexes apart (C14.20).",
        None,
    ),
    (
        Coded("shields-wrong", ("Hawk", "Heron", "Swan")),
        "Kestrel: Hawk must have one of Heron and Swan off its shield #3 and the other off #5 (C14.20).",
        None,
    ),
    (
        Coded("all-fired", ("phaser",)),
        (
            "Kestrel: all weapons of group phaser that bear have fired in this impulse. A weapon fires at most once in "
            "an impulse (house)."
        ),
        "weapon",
    ),
    (
        Coded("does-not-bear", ("phasers", 1100000, 52600)),
        (
            "Kestrel: no weapon of group phasers bears on the target, seen at yaw 110 pitch 5.26. The target must lie "
            "within the yaw arc and the pitch arc of a mount (D2.1)."
        ),
        "weapon",
    ),
    (
        Coded("planet-between", ("Haven",)),
        "Kestrel: Haven is in the way. The line to the target must stay clear of bodies (P2.1).",
        "target",
    ),
    (
        Coded("web-between", ("web-1",)),
        (
            "Kestrel: web-1 is in the way. The line to the target must stay more than 1 hex away from any web in "
            "between (G10.61)."
        ),
        "target",
    ),
    (
        Coded("outside-fa", ("drone-rack", 800000, 0)),
        (
            "Kestrel: as drone-rack places it, the weapon sees its target at yaw 80 pitch 0. A seeking weapon must "
            "be placed with its target within yaw -70 to 70 and pitch -60 to 60 (F1.24)."
        ),
        "launcher",
    ),
    (
        Coded("link-too-short", ("Hawk", 30001, 30000)),
        "Kestrel: Hawk is 3.0001 hexes away. A tractor link of 3 hexes is too short (house).",
        "target",
    ),
    (
        Coded("web-blocks", ("web-1",)),
        (
            "Kestrel: web-1 is in the way. Tractors and transporters must pass more than 1 hex away from any web in "
            "between (G10.71)."
        ),
        "target",
    ),
    (
        Coded("shield-up", ("Hawk", "1", "6")),
        (
            "Kestrel: Hawk has shields #1 and #6, entered as up, towards the other unit. Enter them as down, or turn "
            "another shield that way (house)."
        ),
        "target",
    ),
    (
        Coded("not-linked"),
        "Kestrel is in no tractor link; only a held unit's place and inertia can be entered (house).",
        None,
    ),
    (
        Coded("beyond-link", ("Hawk", 30001, 30000)),
        "Kestrel: Hawk would be 3.0001 hexes away. The tractor link is 3 hexes long (house).",
        "place",
    ),
    (
        Coded("is-linked", ("Hawk",)),
        "Kestrel already holds Hawk with a tractor link. Order `end tractor` first (house).",
        "target",
    ),
    (Coded("not-your-web", ("web-1",)), "Kestrel: web-1 is another player's web (G10.0).", "web"),
    (
        Coded("web-has-power", ("web-1",)),
        "Kestrel: web-1 has power. Lay and join points before a web has power (G10.12).",
        "web",
    ),
    (
        Coded("too-far", ("3", 20000, 20000)),
        "Kestrel: point 3 is 2 hexes away. It must be less than 2 hexes away (G10.12, G10.211).",
        None,
    ),
    (
        Coded("power-short", (66000, 60000)),
        "Kestrel: it takes 6.6 points of power, but 6 is given. Give at least 6.6 (G10.211).",
        "power",
    ),
    (
        Coded("has-not-moved"),
        "Kestrel: the last point is at the ship's own place. Move before you lay the next point (G10.12).",
        None,
    ),
    (
        Coded("strand-is-laid", ("web-1",)),
        "Kestrel: that strand of web-1 already exists and can't be lengthened now. Lay another one (G10.211).",
        None,
    ),
    (
        Coded("not-nearer-middle", ("web-1", "3")),
        "Kestrel is not nearer to the middle of web-1 than point 3 is. A point can only move inward (G10.12).",
        None,
    ),
)


@each_row(("why", "said", "field"), TOLD)
def test_a_reason_is_told_with_its_limit_and_its_rule(why: Coded, said: str, field: str | None) -> None:
    found = refused("Kestrel", why.code, *why.values)
    assert (found.message, found.field, found.why) == (said, field, why)


def test_the_story_has_the_same_words() -> None:
    """Of every reason there is: the unit's name is `it` there, as it stands before the sentence."""
    coded = {why.code: ("Kestrel", why, said) for why, said, _ in TOLD}
    for lines, said, _ in REFUSED:
        given = orders_of(*lines)
        for found in problems(meeting(), given[-1].impulse, given[-1], given):
            if found.why is not None:
                coded.setdefault(found.why.code, (given[-1].unit, found.why, said))
    assert set(coded) == set(REASONS)
    for unit, why, said in coded.values():
        sentence = said.removeprefix(f"{unit}: ")
        sentence = f"it{sentence.removeprefix(unit)}" if sentence.startswith(f"{unit} ") else sentence
        void = OrderVoided(unit=unit, order="speed 3", why=why)
        assert tell(void) == f'{unit}: "speed 3" failed: {sentence}'
