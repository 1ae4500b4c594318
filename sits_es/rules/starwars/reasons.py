"""Why orders are refused or come to nothing: every reason once, with what is wrong and what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sits_es.rules.refusals import Reason, Reasons
from sits_es.rules.starwars.sums.flying import flight_fault
from sits_es.rules.starwars.sums.relative import BANDS, away
from sits_es.rules.starwars.words import named, no_critical, of_check
from sits_es.sentences import counted, either, listed, unknown

#: The largest silhouette that may try to Gain the Advantage; the opponent's doesn't matter. Rule: seed.
LARGEST: Final = 4


def _known(unit: str, kind: str, name: str, known: str) -> str:
    return f"{unit}: {unknown(kind, name, known.split(', ') if known else ())}"


def _no_check(asked: str, made: Sequence[str], roller: str) -> str:
    """made: the sources of the checks that there are; one that is empty if there is none."""
    if not any(made):
        return f"{roller} made no check {asked}: it made none at all."
    named = either(f"on {source}" for source in made if source != "action")
    how = f" Write {named} before the colon." if named and "action" not in made else ' Leave out the word "on".'
    return f"{roller} made no check {asked}. It made one {listed(map(of_check, made))}.{how if len(made) == 1 else ''}"


def _takes(unit: str, use: str, said: str, known: str) -> str:
    return f"{unit}: {said}. After {use}, name {either(known.split(', ')) or 'nobody'}."


def _open(unit: str, open_: str, target: str) -> str:
    """Arcs and zones stand in values as `forward, port`."""
    return f"{unit} can hit only {target}'s {named(open_.split(', '), 'zone')}."


#: By code. Whoever refuses an order, and whoever tells what came of it, reads the same row.
REASONS: Final = Reasons(
    {
        # who can still act; who acts
        "has-acted": Reason(
            (str,),
            lambda it, ready: f"{it} has already acted in this round. This slot is for {either(ready.split(', '))}.",
            "starship",
        ),
        "one-a-slot": Reason(
            (str,),
            "{it} can't act in this slot: {0} does. Give {it}'s orders in a later slot of its side.",
            "starship",
        ),
        # whose slot it is, and what is ordered in its stage
        "initiative-first": Reason(
            (), "{it} can't take orders now. Initiative is settled first, and nobody gives orders for it."
        ),
        # the starship whose slot it is, and its player
        "not-its-slot": Reason(
            (str, str),
            lambda it, ready, player: (
                f"{it} can't take orders now. This slot is for {either(ready.split(', '))}, and {player} gives the "
                "orders."
            ),
        ),
        "starship-gone": Reason((), "{it} is lost. Leave out its orders.", "starship"),
        # strain, and its threshold
        "shut-down": Reason(
            (int, int),
            "{it} is shut down: strain {0}, threshold {1}. It acts again once its strain is entered as {1} or less.",
            "starship",
        ),
        # the number of a critical hit
        "shut-down-by-critical": Reason(
            (int,),
            "{it} is shut down by critical hit {0}. It acts again once the hit is entered as repaired.",
            "starship",
        ),
        "only-entered": Reason((), "{it}: this is not an order. Use sits record to enter what has happened."),
        "nothing-declared": Reason((), "{it}: no attack is waiting for a side. Order a manoeuvre and an action."),
        "nothing-rolled": Reason((), "{it}: nothing has been rolled in this slot. Spend results after the roll."),
        # who names it
        "side-first": Reason(
            (str,),
            "{it} can't do that now. An attack in one hex waits for {0} to name a side. Write side, then a letter from "
            "A to F.",
        ),
        "rolled-already": Reason(
            (), "{it} has had its manoeuvre and its action. {it} can now spend only what is left of its roll."
        ),
        # a second one
        "manoeuvred-already": Reason((), "{it} has only one manoeuvre in a slot. Keep one."),
        "acted-already": Reason((), "{it} has only one action in a slot. Keep one."),
        "side-named-already": Reason((), "{it} names only one side. Keep one."),
        # manoeuvres: the step of a flight, 1 up; the rule it breaks, what was found, all steps, and what limits them
        "flight-unlawful": Reason((int, str, int, str, int), lambda it, *fault: f"{it}: {flight_fault(*fault)}."),
        # the speed, and the most that the card allows
        "speed-beyond": Reason((int, int), "{it} flies at speed {0}; its card allows 0 to {1}."),
        # the speed, and the most that critical hits leave
        "speed-left": Reason((int, int), "{it} flies at speed {0}; its critical hits allow 0 to {1}."),
        # who or what is named, and what is there
        "no-weapon": Reason((str, str), lambda it, name, known: _known(it, "weapon", name, known), "weapon"),
        "weapon-out": Reason(
            (str,),
            "{it}: a critical hit has put {0} out of action. Fire another weapon, or have the hit repaired.",
            "weapon",
        ),
        "no-target": Reason((str, str), lambda it, name, foes: _known(it, "target", name, foes), "target"),
        "target-itself": Reason((), "{it} can't name itself. Name an enemy.", "target"),
        "target-gone": Reason((str,), "{it}: {0} is lost. Name another enemy.", "target"),
        # the target, and its side
        "not-an-enemy": Reason((str, str), "{it}: {0} is on the same side, {1}. Name an enemy.", "target"),
        # attacks: the target, hexes to it, the weapon, and the range that it reaches
        "out-of-range": Reason(
            (str, int, str, str),
            lambda it, target, hexes, weapon, reach: (
                f"{it}: {target} is {away(hexes)}. The reach of {weapon} is {reach} range, up to "
                f"{counted(BANDS.get(reach, 0), 'hex')}."
            ),
            "target",
        ),
        # the weapon, and the arcs that the target lies in
        "does-not-bear": Reason(
            (str, str),
            lambda it, weapon, arcs: (
                f"{it}: the target lies in its {named(arcs.split(', '), 'arc')}, outside the arcs of {weapon}. Fire a "
                "weapon that bears."
            ),
            "weapon",
        ),
        # the zone, those that are open, and the target
        "zone-not-open": Reason(
            (str, str, str),
            lambda it, zone, open_, target: f"{_open(it, open_, target)} The {zone} zone is not open to {it}.",
            "zone",
        ),
        "zone-not-named": Reason(
            (str, str),
            lambda it, open_, target: f"{_open(it, open_, target)} Choose: zone {either(open_.split(', '))}.",
            "target",
        ),
        "side-not-named": Reason(
            (str,),
            "{it}: {0} is in the same hex. Name the side on which {0} lies: write toward, then a letter from A to F.",
            "target",
        ),
        "side-not-yours": Reason(
            (str,), "{it}: {0} holds the advantage, so {0} names the side. Leave out toward.", "toward"
        ),
        # the target, and hexes to it
        "side-not-in-one-hex": Reason(
            (str, int),
            lambda it, target, hexes: (
                f"{it}: {target} is {away(hexes)}. A side is named only when the target is in the same hex. Leave out "
                "toward."
            ),
            "toward",
        ),
        # Gain the Advantage
        "silhouette-too-large": Reason(
            (int,), f"{{it}} has silhouette {{0}}. Gain the Advantage needs silhouette {LARGEST} or less."
        ),
        "not-close": Reason(
            (str, int),
            lambda it, target, hexes: (
                f"{it}: {target} is {away(hexes)}. Gain the Advantage needs close range, at most {BANDS['close']} hex."
            ),
            "target",
        ),
        # who is named in the text of a check
        "behind-colon": Reason(
            (str,),
            '{it}: "by {0}" after the colon has no effect. Write it before the colon, or use other words.',
            "why",
        ),
        # crews
        "no-crews": Reason((), "{it}: this game has no crews, because options.crews is off."),
        # who is named, and who there is
        "no-member": Reason((str, str), lambda it, name, known: _known(it, "crew member", name, known), "member"),
        # who it is
        "member-acted": Reason((str,), "{it}: its {0} has only one action in a slot. Keep one."),
        "fired-already": Reason((str,), "{it}: {0} can fire only once in a slot.", "weapon"),
        "manoeuvre-won": Reason((), "{it} has won an extra manoeuvre and must make it before winning another.", "text"),
        # the weapon, and its attacks in a game, or the round in which it is ready
        "no-shots": Reason((str, int), "{it}: {0} has none of its {1} shots left. Fire another weapon.", "weapon"),
        "fires-slowly": Reason((str, int), "{it}: slow-firing {0} can't fire again before round {1}.", "weapon"),
        "manoeuvred-twice": Reason((), "{it} has at most two manoeuvres in a slot, and this is a third. Keep two."),
        # strain, and its threshold
        "too-strained": Reason(
            (int, int),
            "{it} has {0} strain and a threshold of {1}. A second manoeuvre costs 2, and strain must not go beyond the "
            "threshold.",
        ),
        # silhouette and speed
        "too-large-or-slow": Reason(
            (int, int),
            "{it} has silhouette {0} and speed {1}. Evading and staying on target need silhouette 4 or less and speed "
            "3 or more.",
        ),
        "holds-already": Reason((str,), "{it}: {0} is already in force."),
        "same-zone": Reason((str,), "{it}: the {0} zone is named twice. Name two zones.", "zone"),
        "no-shields": Reason((str,), "{it}: the {0} zone has no shields to give.", "taken"),
        # the zone, and its shields
        "shields-full": Reason(
            (str, int), "{it}: the {0} zone has {1:shield}; angling can bring it to at most 4.", "zone"
        ),
        # hull or strain
        "nothing-to-repair": Reason(
            (str,), lambda it, what: f"{it} has no {'hull trauma' if what == 'hull' else 'system strain'} to repair."
        ),
        "hull-tried": Reason(
            (), "{it} has already tried damage control on the hull, which is allowed only once a game."
        ),
        # the number that is named, and those that there are
        "no-such-critical": Reason(
            (int, str),
            lambda it, number, known: no_critical(it, number, known.split(", ") if known else ()),
            "critical",
        ),
        # the number of the critical hit
        "no-difficulty": Reason(
            (int,),
            "{it}: the difficulty of critical hit {0} is in your own table. Write: repair critical {0} "
            "difficulty N, with N from 0 to 5.",
            "critical",
        ),
        # the same, what is ordered, and what the game's table has
        "other-difficulty": Reason(
            (int, int, int),
            "{it}: critical hit {0} has difficulty {2} in this game's table, not {1}. Leave the difficulty out.",
            "difficulty",
        ),
        "threat-at-hand": Reason((), "{it}: you can now spend only the other side's threat and despair."),
        # spending: the check that there is none of, the sources of those that there are, and whose
        "no-such-check": Reason(
            (str, str, str), lambda _, asked, made, roller: _no_check(asked, made.split(", "), roller), "source"
        ),
        # what is left, of which check, and how many are to be spent
        "not-so-much": Reason((int, str, str, int), "{it} can spend {0} {1} from {2}, not {3}.", "number"),
        # the use, who is named, and who can be
        "use-names": Reason(
            (str, str, str),
            lambda it, use, name, known: f"{_known(it, 'starship', name, known)} After {use}, name one of them.",
            "text",
        ),
        # the use, whom it names though it can't, and whom it can
        "use-names-foe": Reason(
            (str, str, str), lambda it, use, name, known: _takes(it, use, f"{name} is a foe", known), "text"
        ),
        "use-names-own": Reason(
            (str, str, str), lambda it, use, name, known: _takes(it, use, f"{name} is on the same side", known), "text"
        ),
        # the use, and the source of the check that it can be had of
        "of-another-check": Reason(
            (str, str),
            lambda it, use, source: (
                f"{it}: {use} is bought with its check {of_check(source)}. "
                + ('Leave out the word "on".' if source == "action" else f"Write on {source} before the colon.")
            ),
            "text",
        ),
        # the use, and its price
        "use-costs": Reason((str, str), "{it}: {0} costs {1}.", "number"),
        "no-critical": Reason(
            (), "{it}: a critical hit needs an attack in this slot that penetrated the armour.", "text"
        ),
        "target-is-lost": Reason((str,), "{it}: {0} is lost; nothing more can be done to it.", "text"),
        "not-linked": Reason(
            (),
            "{it}: another hit needs a linked weapon that hit in this slot. The weapon's linked number is the most "
            "you can buy.",
            "text",
        ),
        "not-guided": Reason((), "{it}: only a guided weapon that missed in this slot can attack again.", "text"),
        # the use, and who is named
        "holds-nothing": Reason((str,), "{it}: {0} has nothing to break off.", "text"),
        # the weapon, what it costs in advantage, and what is to be spent
        "critical-costs-more": Reason(
            (str, int, int),
            "{it}: a critical hit with {0} costs {1} advantage or 1 triumph, not {2} advantage.",
            "number",
        ),
    }
)
