"""Why orders of SITS can't be given, or come to nothing: each reason with its code, its values and its one wording."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Final

from sits_es.events import Coded
from sits_es.rules.refusals import Reason, Reasons, Refusal
from sits_es.sentences import counted, either, unknown
from sits_es.space.arcs import DEFAULT_COLUMNS, MARKERS
from sits_es.space.attitude import ROLL_STEPS
from sits_es.space.avid import BEARINGS, PLACES, Window

#: The most dots in a window for which the plots that they allow are listed.
MOST_DOTS: Final = 99


def _is_or_are(number: int, word: str) -> str:
    return f"{counted(number, word)} {'is' if number == 1 else 'are'}"


def _lost(ship: str, cause: str) -> str:
    from sits_es.rules.sits.sums.tracks import lost_as

    return f"{ship} is out of the game ({lost_as(cause)})."


def _none_of(kind: str, kinds: str = "") -> Callable[..., str]:
    """There is no such name. known: those that there are; records of earlier releases have none."""

    def said(ship: str, name: str, *known: str) -> str:
        return f"{ship}: {unknown(kind, name, known, kinds) if known else f'There is no {kind} {name}.'}"

    return said


# targets


def _own_side(ship: str, target: str, side: str) -> str:
    allowed = "Name a ship of another side; only a scenario with own_side_targets allows one's own"
    return f"{ship}: {target} is of its own side, {side}. {allowed}."


def _bearing(ship: str, what: str, target: str, seen: str, on_map: str, mount: str, arc: Sequence[str]) -> str:
    return (
        f"{ship}: {what} cannot bear on {target}, seen through {seen} of the ship's frame ({on_map} on the map). "
        f"The {mount} mount bears through {_arc(arc)}."
    )


def _arc(arc: Sequence[str]) -> str:
    """A mount's arc: the usual five columns by three rows of a facing, or window by window."""
    middle = {str(facing): window for facing, window in MARKERS.items()}.get(arc[0]) if len(arc) == 1 else None
    if middle is None:
        return ", ".join(arc)
    at = BEARINGS.index(middle)
    around = [BEARINGS[(at + step) % len(BEARINGS)] for step in range(-DEFAULT_COLUMNS, DEFAULT_COLUMNS + 1)]
    return f"{around[0]} to {around[-1]}, level and one ring up or down"


def _launcher_off_arc(ship: str, mount: str, target: str, seen: str, on_map: str, *arc: str) -> str:
    return _bearing(ship, f"the {mount} launcher", target, seen, on_map, mount, arc)


def _weapon_off_arc(ship: str, weapon: str, target: str, seen: str, on_map: str, mount: str, *arc: str) -> str:
    return _bearing(ship, weapon, target, seen, on_map, mount, arc)


#: Values of an arc: a facing if it is the usual one, otherwise each of its windows.
_TARGETS: Final = {
    "aims-at-itself": Reason((), lambda ship: f"{ship} cannot aim at itself.", "target", lasts=True),
    "own-side": Reason((str, str), _own_side, "target", lasts=True),  # target, its side
    "no-such-target": Reason((str, str, ...), _none_of("ship"), "target", lasts=True),  # target, every ship there is
    "target-out": Reason(  # target, what took it out of the game
        (str, str), lambda ship, target, cause: f"{ship}: {_lost(target, cause)}", "target", lasts=True
    ),
    # weapon, target, its window in the ship's frame and on the map, mount, its arc
    "weapon-off-arc": Reason((str, str, str, str, str, str, ...), _weapon_off_arc, "weapon"),
    # mount, target, its window in the ship's frame and on the map, the mount's arc
    "launcher-off-arc": Reason((str, str, str, str, str, ...), _launcher_off_arc, "mount"),
    "behind-wedge": Reason(  # target, window of its frame
        (str, str),
        lambda ship, target, window: (
            f"{ship}: {target} shows its wedge ({window} of its own frame), and no beam goes through that."
        ),
        "target",
    ),
    "out-of-reach": Reason(  # target, its range, weapon, how far that reaches
        (str, int, str, int),
        lambda ship, target, away, weapon, reach: f"{ship}: {target} is at range {away}, and {weapon} reaches {reach}.",
        "target",
    ),
    "watches-itself": Reason((), lambda ship: f"{ship} cannot watch itself. Name another ship.", "target", lasts=True),
}

# beams and launchers


def _tubes(ship: str, ordered: int, mount: str, working: int) -> str:
    wanted = f"a salvo of {counted(ordered, 'tube')} is ordered"
    return f"{ship}: {wanted}, but {mount} has {working} that work. Order 1 to {working}."


def _magazine(ship: str, salvoes: int, mount: str, missiles: int, held: int) -> str:
    asked = f"{counted(salvoes, 'salvo')} from {mount} would take {counted(missiles, 'missile')}"
    return f"{ship}: {asked}, but its magazine holds {held}."


def _rows(ship: str, salvoes: int, mount: str, held: int) -> str:
    asked = f"{counted(salvoes, 'salvo')} from {mount} would take {counted(salvoes, 'row')}"
    return f"{ship}: {asked}, but its magazine holds {held}."


def _salvoes(ship: str, salvoes: int, target: str, away: int, most: str, left: int) -> str:
    allowed = Fraction(most)
    rate = "a turn" if allowed.denominator == 1 else f"in {allowed.denominator} turns"
    rest = f"{left or 'none'} {'is' if left <= 1 else 'are'} left"
    limit = f"At range {away} you may launch {counted(allowed.numerator, 'salvo')} {rate}; {rest}."
    return f"{ship}: {_is_or_are(salvoes, 'salvo')} ordered at {target}. {limit}"


_WEAPONS: Final = {
    "no-such-weapon": Reason((str, str, ...), _none_of("beam weapon"), "weapon", lasts=True),  # weapon, all there are
    "weapon-destroyed": Reason((str,), lambda ship, weapon: f"{ship}: {weapon} is destroyed.", "weapon", lasts=True),
    "weapon-waits": Reason(  # weapon, segments
        (str, int),
        lambda ship, weapon, left: f"{ship}: {weapon} can fire again in {counted(left, 'segment')}.",
        "weapon",
    ),
    "fired-twice": Reason(
        (str,), lambda ship, weapon: f"{ship}: {weapon} is ordered to fire twice. Leave one order.", "weapon"
    ),
    "no-such-launcher": Reason((str, str, ...), _none_of("launcher"), "mount", lasts=True),  # mount, all there are
    "tubes-destroyed": Reason(
        (str,), lambda ship, mount: f"{ship}: all tubes of its {mount} mount are destroyed.", "mount", lasts=True
    ),
    "too-many-tubes": Reason((int, str, int), _tubes, "tubes", lasts=True),  # tubes ordered, mount, tubes that work
    "launcher-waits": Reason(  # mount, segments
        (str, int),
        lambda ship, mount, left: f"{ship}: the {mount} tubes can launch again in {counted(left, 'segment')}.",
        "mount",
    ),
    "launched-twice": Reason(
        (str,), lambda ship, mount: f"{ship}: {mount} is ordered to launch twice. Leave one order.", "mount"
    ),
    "magazine-empty": Reason(
        (str,), lambda ship, mount: f"{ship}: the magazine of its {mount} mount is empty.", "mount", lasts=True
    ),
    # salvoes ordered, mount, missiles that they take, missiles left
    "magazine-short": Reason((int, str, int, int), _magazine, "salvoes"),
    "rows-short": Reason((int, str, int), _rows, "salvoes", lasts=True),  # salvoes ordered, mount, rows left
    "fire-control-destroyed": Reason(
        (str,),
        lambda ship, mount: f"{ship}: the fire control of its {mount} mount is destroyed.",
        "mount",
        lasts=True,
    ),
    # salvoes ordered, target, its range, the most in a turn, how many of these are left
    "too-many-salvoes": Reason((int, str, int, str, int), _salvoes, "salvoes"),
}

# helm and engines


def _no_bridge(ship: str) -> str:
    steers = "It takes no thrust, pivot or roll until damage control mends a box of bridge"
    return f"{ship} has no bridge left. {steers}; its weapons fire under local control."


def _thrust(ship: str, thrust: int, most: int) -> str:
    return f"{ship}: thrust {thrust} is ordered, but its rating is {most}. Order {f'0 to {most}' if most else 0}."


def _no_plot(ship: str, plot: str, dots: int, window: str) -> str:
    from sits_es.rules.sits.sums.plots import in_words, plots

    known = window in PLACES and 0 <= dots <= MOST_DOTS
    allowed = f" Plot {in_words(plots(dots, Window(window)))}." if known else ""
    return f"{ship}: {plot} is not a plot for {counted(dots, 'dot')} in {window}.{allowed}"


def _not_in_own_plots(ship: str, plot: str, dots: int, window: str, *allowed: str) -> str:
    listed_there = f"The game's own plots for {counted(dots, 'dot')} in {window} are {', '.join(allowed)}."
    return f"{ship}: {plot} is not a plot for {counted(dots, 'dot')} in {window}. {listed_there}"


def _no_dots(ship: str, plot: str, window: str, *others: str) -> str:
    where = ", ".join(others) or "no window"
    return f"{ship}: {plot} is plotted in {window}, where there are no dots. Dots are in {where}."


def _never_a_plot(ship: str, plot: str, window: str, dots: int, allowed: str) -> str:
    return f"{ship}: {plot} is not a plot in {window}. For {counted(dots, 'dot')} plot {allowed}."


def _too_many_dots(ship: str, plot: str, window: str, dots: int, most: int) -> str:
    allowed = f"Plot for 1 to {counted(most, 'dot')}" if most else "Plot nothing"
    return f"{ship}: {plot} takes {counted(dots, 'dot')} in {window}, and a whole chart gives it {most}. {allowed}."


_HELM: Final = {
    "no-bridge": Reason((), _no_bridge, lasts=True),
    "thrust-too-high": Reason((int, int), _thrust, "thrust", lasts=True),  # thrust ordered, rating
    "pivot-destroyed": Reason(
        (), lambda ship: f"{ship} cannot pivot any more: its pivot track is destroyed.", lasts=True
    ),
    "nose-there-already": Reason(
        (str,), lambda ship, window: f"{ship}: its nose is in {window} already. Pivot to another window.", "to"
    ),
    "roll-destroyed": Reason((), lambda ship: f"{ship} cannot roll any more: its roll track is destroyed.", lasts=True),
    "roll-too-far": Reason(
        (int,),
        lambda ship, steps: f"{ship}: a roll of {steps} windows is ordered. Roll 1 to {ROLL_STEPS - 1}.",
        "steps",
        lasts=True,
    ),
    "no-plot": Reason((str, int, str), _no_plot, "plots"),  # vectors, dots, window
    "not-in-own-plots": Reason((str, int, str, str, ...), _not_in_own_plots, "plots"),  # likewise, and each plot there
    "no-dots-there": Reason((str, str, str, ...), _no_dots, "plots"),  # vectors, window, every window that has dots
    "never-a-plot": Reason((str, str, int, str), _never_a_plot, "plots", lasts=True),  # vectors, window, dots, plots
    # vectors, window, dots that they take, the most that a chart gives
    "too-many-dots": Reason((str, str, int, int), _too_many_dots, "plots", lasts=True),
}

# decoys, repairs and miracles


def _draws_none(ship: str, grade: str) -> str:
    from sits_es.rules.sits.sums.deck import DRAWS

    return f"{ship}: its commander is {grade}; {either(DRAWS)} ones draw miracle cards."


def _no_miracle(ship: str, count: int) -> str:
    from sits_es.rules.sits.sums.deck import MIRACLE

    held = f"its hand counts {count}" if count else "it holds no card"
    return f"{ship} has no miracle to spend: {held}. {either(MIRACLE)} is one."


def _of_segment(ship: str, miracle: str) -> str:
    said = f"the miracle {miracle} is for a segment, not for the turn break"
    return f"{ship}: {said}. There write repair again, or a text for a ruling."


def _parties(ship: str, parties: int, track: str) -> str:
    from sits_es.rules.sits.repairs.facts import PARTIES_A_BOX

    return f"{ship}: {parties} parties are sent to {track}. At most {PARTIES_A_BOX} work on a box."


_CREW: Final = {
    "too-many-decoys": Reason(  # decoys ordered, left
        (int, int),
        lambda ship, count, left: f"{ship}: {_is_or_are(count, 'decoy')} ordered, but it has {left} left.",
        "count",
        lasts=True,
    ),
    "no-such-track": Reason((str, str, ...), _none_of("track"), "track", lasts=True),  # track, all there are
    "beyond-repair": Reason(
        (str,), lambda ship, track: f"{ship}: damage control does not mend {track}.", "track", lasts=True
    ),
    "nothing-to-mend": Reason((str,), lambda ship, track: f"{ship}: no box of {track} can be mended.", "track"),
    "too-many-parties": Reason((int, str), _parties, "parties", lasts=True),  # parties ordered, track
    "too-few-parties": Reason(  # parties sent in all, parties there are
        (int, int),
        lambda ship, sent, crews: f"{ship}: {sent} working parties are sent, but its damage control has {crews}.",
        "parties",
    ),
    "commander-draws-none": Reason((str,), _draws_none, lasts=True),  # grade
    "no-miracle": Reason((int,), _no_miracle, lasts=True),  # what the hand counts, 0 without a card
    "miracle-of-break": Reason(
        (),
        lambda ship: f"{ship}: repairs are tried again in the turn break. Write: break miracle repair again.",
        lasts=True,
    ),
    "miracle-of-segment": Reason((str,), _of_segment, "miracle", lasts=True),  # miracle
}

# orders as such: what only whoever checks them finds

_ORDERS: Final = {
    "no-such-ship": Reason((str, ...), lambda ship, *known: unknown("ship", ship, known), "ship", lasts=True),
    "out-of-game": Reason((str,), _lost, "ship", lasts=True),  # what took the ship out of the game, a code of CAUSES
    "of-another-step": Reason(
        (), lambda ship: f"{ship}: repairs are for the turn break, all other orders for a segment.", "segments"
    ),
    "not-ahead": Reason(  # the segment that is next
        (str,), lambda ship, step: f"{ship}: this game is ordered one segment at a time, and {step} is next."
    ),
    "ordered-twice": Reason(  # the kind of order
        (str,), lambda ship, kind: f"{ship} has two {kind} orders for this segment. Leave one."
    ),
}

#: Every reason of SITS.
REASONS: Final = Reasons(_ORDERS, _TARGETS, _WEAPONS, _HELM, _CREW)


def no(ship: str, code: str, *values: str | int) -> Refusal:
    """A reason why an order of a ship can't be given, as whoever checks orders shows it."""
    return REASONS.refusal(ship, Coded(code, values))


def told(ship: str, reasons: Iterable[Coded]) -> str:
    """Why an order of a ship came to nothing, in words, one reason after the other."""
    return " ".join(REASONS.told(ship, each) for each in reasons)
