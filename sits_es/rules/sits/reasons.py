"""Why orders of SITS can't be given, or come to nothing: each reason with its code, its values and its one wording."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Final

from sits_es.events import Coded
from sits_es.rules.refusals import Reason, Reasons, Refusal
from sits_es.rules.sits.repairs.facts import PARTIES_A_BOX
from sits_es.rules.sits.sums.deck import DRAWS, MIRACLE
from sits_es.rules.sits.sums.plots import in_words, plots
from sits_es.rules.sits.sums.sight import frames
from sits_es.rules.sits.sums.tracks import lost_as
from sits_es.sentences import counted, either, unknown
from sits_es.space.arcs import DEFAULT_COLUMNS, MARKERS
from sits_es.space.attitude import ROLL_STEPS
from sits_es.space.avid import BEARINGS, PLACES, Window

#: The most dots in a window for which the plots that they allow are listed.
MOST_DOTS: Final = 99


def _is_or_are(number: int, word: str) -> str:
    return f"{counted(number, word)} {'is' if number == 1 else 'are'}"


def _lost(ship: str, cause: str) -> str:
    return f"{ship} is out of the game ({lost_as(cause)})."


def _none_of(kind: str) -> Callable[..., str]:
    """There is no such name. known: those that there are; records of earlier releases have none."""

    def said(ship: str, name: str, *known: str) -> str:
        return f"{ship}: {unknown(kind, name, known) if known else f'There is no {kind} {name}.'}"

    return said


def _bearing(ship: str, what: str, target: str, seen: str, on_map: str, mount: str, *arc: str) -> str:
    return (
        f"{ship}: {what} cannot bear on {target}, seen through {frames(on_map, seen)}. "
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
    return _bearing(ship, f"the {mount} launcher", target, seen, on_map, mount, *arc)


def _salvoes(ship: str, salvoes: int, target: str, away: int, most: str, left: int) -> str:
    return _too_many(ship, salvoes, target, f"At range {away} you may launch up to", most, left)


def _salvoes_anywhere(ship: str, salvoes: int, target: str, most: str, left: int) -> str:
    return _too_many(ship, salvoes, target, "No range allows more than", most, left)


def _too_many(ship: str, salvoes: int, target: str, where: str, most: str, left: int) -> str:
    allowed = Fraction(most)
    rate = "a turn" if allowed.denominator == 1 else f"in {allowed.denominator} turns"
    rest = f"{left or 'none'} {'is' if left <= 1 else 'are'} left"
    limit = f"{where} {counted(allowed.numerator, 'salvo')} {rate}; {rest}."
    return f"{ship}: {_is_or_are(salvoes, 'salvo')} ordered at {target}. {limit}"


def _no_plot(ship: str, plot: str, dots: int, window: str) -> str:
    known = window in PLACES and 0 <= dots <= MOST_DOTS
    allowed = f" Plot {in_words(plots(dots, Window(window)))}." if known else ""
    return f"{ship}: {plot} is not a plot for {counted(dots, 'dot')} in {window}.{allowed}"


def _not_in_own_plots(ship: str, plot: str, dots: int, window: str, *allowed: str) -> str:
    there = f"{counted(dots, 'dot')} in {window}"
    return f"{ship}: {plot} is not a plot for {there}. The game's own plots for {there} are {', '.join(allowed)}."


def _no_dots(ship: str, plot: str, window: str, *others: str) -> str:
    where = ", ".join(others) or "no window"
    return f"{ship}: {plot} is plotted in {window}, where there are no dots. Dots are in {where}."


def _too_many_dots(ship: str, plot: str, window: str, dots: int, most: int) -> str:
    allowed = f"Plot for 1 to {counted(most, 'dot')}" if most else "Plot nothing"
    takes = f"{plot} takes {counted(dots, 'dot')} in {window}, but a whole chart gives at most {most}"
    return f"{ship}: {takes}. {allowed}."


#: Orders as such: what only whoever checks them finds.
_ORDERS: Final = {
    "no-such-ship": Reason((str, ...), lambda ship, *known: unknown("ship", ship, known), "ship", lasts=True),
    "out-of-game": Reason((str,), _lost, "ship", lasts=True),  # what took it out of the game, a code of CAUSES
    "of-another-step": Reason(
        (), "{it}: repairs are for the turn break, all other orders for a segment.", "segments", lasts=True
    ),
    "not-ahead": Reason((str,), "{it}: orders in this game are given one segment at a time, and {0} is next."),
    "ordered-twice": Reason((str,), "{it} has two {0} orders for this segment. Keep one."),
    "watches-itself": Reason((), "{it} cannot watch itself. Name another ship.", "target", lasts=True),
}

#: Targets. Values of an arc: a facing if it is the usual one, otherwise each of its windows.
_TARGETS: Final = {
    "aims-at-itself": Reason((), "{it} cannot aim at itself.", "target", lasts=True),
    "own-side": Reason(  # target, its side
        (str, str),
        "{it}: {0} is on the same side, {1}. Name a ship on another side; only a scenario with own_side_targets allows "
        "your own.",
        "target",
        lasts=True,
    ),
    "no-such-target": Reason((str, str, ...), _none_of("ship"), "target", lasts=True),  # target, every ship there is
    "target-out": Reason(  # target, what took it out of the game
        (str, str), lambda ship, target, cause: f"{ship}: {_lost(target, cause)}", "target", lasts=True
    ),
    # weapon, target, its window in the ship's frame and on the map, mount, its arc
    "weapon-off-arc": Reason((str, str, str, str, str, str, ...), _bearing, "weapon"),
    # mount, target, its window in the ship's frame and on the map, the mount's arc
    "launcher-off-arc": Reason((str, str, str, str, str, ...), _launcher_off_arc, "mount"),
    "behind-wedge": Reason(  # target, window of its frame
        (str, str), "{it}: {0} shows its wedge, {1} (ship), and no beam goes through a wedge.", "target"
    ),
    # target, its range, weapon, how far that reaches
    "out-of-reach": Reason((str, int, str, int), "{it}: {0} is at range {1}, but {2} reaches {3}.", "target"),
}

#: Beams and launchers, which most values name first.
_WEAPONS: Final = {
    "no-such-weapon": Reason((str, str, ...), _none_of("beam weapon"), "weapon", lasts=True),  # weapon, all there are
    "weapon-destroyed": Reason((str,), "{it}: {0} is destroyed.", "weapon", lasts=True),
    "weapon-waits": Reason((str, int), "{it}: {0} can fire again in {1:segment}.", "weapon"),
    "fired-twice": Reason((str,), "{it}: {0} is ordered to fire twice. Keep one order.", "weapon"),
    "no-such-launcher": Reason((str, str, ...), _none_of("launcher"), "mount", lasts=True),  # mount, all there are
    "tubes-destroyed": Reason((str,), "{it}: all tubes of its {0} mount are destroyed.", "mount", lasts=True),
    "too-many-tubes": Reason(  # tubes ordered, mount, tubes that work
        (int, str, int),
        lambda ship, tubes, mount, working: (
            f"{ship}: a salvo of {counted(tubes, 'tube')} is ordered, but {mount} has "
            f"{counted(working, 'working tube')}. Order {f'1 to {working}' if working > 1 else 1}."
        ),
        "tubes",
        lasts=True,
    ),
    "launcher-waits": Reason((str, int), "{it}: the {0} tubes can launch again in {1:segment}.", "mount"),
    "launched-twice": Reason((str,), "{it}: {0} is ordered to launch twice. Keep one order.", "mount"),
    "magazine-empty": Reason((str,), "{it}: the magazine of its {0} mount is empty.", "mount", lasts=True),
    "magazine-short": Reason(  # salvoes ordered, mount, missiles that they take, missiles left
        (int, str, int, int),
        "{it}: {0:salvo} from {1} would take {2:missile}, but its magazine holds {3}.",
        "salvoes",
    ),
    "rows-short": Reason(  # salvoes ordered, mount, rows left
        (int, str, int),
        "{it}: {0:salvo} from {1} would take {0:row}, but its magazine holds {2}.",
        "salvoes",
        lasts=True,
    ),
    "fire-control-destroyed": Reason(
        (str,), "{it}: the fire control of its {0} mount is destroyed.", "mount", lasts=True
    ),
    # salvoes ordered, target, the most in a turn at any range, how many of these are left
    "salvoes-at-no-range": Reason((int, str, str, int), _salvoes_anywhere, "salvoes"),
    # salvoes ordered, target, its range, the most in a turn, how many of these are left
    "too-many-salvoes": Reason((int, str, int, str, int), _salvoes, "salvoes"),
}

#: Helm and engines.
_HELM: Final = {
    "no-bridge": Reason(
        (),
        "{it} has no bridge left. The ship takes no thrust, pivot or roll orders until damage control repairs a bridge "
        "box; its weapons fire under local control.",
        lasts=True,
    ),
    "thrust-too-high": Reason(  # thrust ordered, rating
        (int, int),
        lambda ship, thrust, most: (
            f"{ship}: thrust {thrust} is ordered, but its rating is {most}. Order {f'0 to {most}' if most else 0}."
        ),
        "thrust",
        lasts=True,
    ),
    "pivot-destroyed": Reason((), "{it} can no longer pivot: its pivot track is destroyed.", lasts=True),
    "nose-there-already": Reason((str,), "{it}: its nose is already in {0}. Pivot to another window.", "to"),
    "roll-destroyed": Reason((), "{it} can no longer roll: its roll track is destroyed.", lasts=True),
    "roll-too-far": Reason(
        (int,), f"{{it}}: a roll of {{0}} windows is ordered. Roll 1 to {ROLL_STEPS - 1}.", "steps", lasts=True
    ),
    "no-plot": Reason((str, int, str), _no_plot, "plots"),  # vectors, dots, window
    "not-in-own-plots": Reason((str, int, str, str, ...), _not_in_own_plots, "plots"),  # likewise, and each plot there
    "no-dots-there": Reason((str, str, str, ...), _no_dots, "plots"),  # vectors, window, every window that has dots
    "never-a-plot": Reason(  # vectors, window, dots, plots for these
        (str, str, int, str), "{it}: {0} is not a plot in {1}. For {2:dot} plot {3}.", "plots", lasts=True
    ),
    # vectors, window, dots that they take, the most that a chart gives
    "too-many-dots": Reason((str, str, int, int), _too_many_dots, "plots", lasts=True),
}

#: Decoys, repairs and miracles.
_CREW: Final = {
    "too-many-decoys": Reason(  # decoys ordered, left
        (int, int),
        lambda ship, count, left: f"{ship}: {_is_or_are(count, 'decoy')} ordered, but the ship has {left} left.",
        "count",
        lasts=True,
    ),
    "decoys-for-nothing": Reason(
        (int,),
        lambda it, count: (
            f"{it}: {_is_or_are(count, 'decoy')} used up even if nobody launches at the ship. Write: decoy {count} "
            "if launched at."
        ),
        "count",
    ),
    "no-such-track": Reason((str, str, ...), _none_of("track"), "track", lasts=True),  # track, all there are
    "beyond-repair": Reason((str,), "{it}: damage control cannot repair {0}.", "track", lasts=True),
    "undamaged": Reason((str,), "{it}: {0} is undamaged.", "track"),
    "given-up": Reason((str,), "{it}: repair of {0} has failed twice, so its lost boxes stay lost.", "track"),
    "too-many-parties": Reason(  # parties ordered, track
        (int, str),
        f"{{it}}: {{0}} parties are sent to {{1}}. At most {PARTIES_A_BOX} parties may work on a box.",
        "parties",
        lasts=True,
    ),
    "too-few-parties": Reason(  # parties sent in all, parties there are
        (int, int),
        lambda it, sent, crews: (
            f"{it}: {'1 working party is' if sent == 1 else f'{sent} working parties are'} sent, but its damage "
            f"control has {crews or 'none'}."
        ),
        "parties",
    ),
    "commander-draws-none": Reason(
        (str,), f"{{it}}: its commander is {{0}}; only {either(DRAWS)} commanders draw miracle cards.", lasts=True
    ),
    "no-miracle": Reason(  # what the hand counts, 0 without a card
        (int,),
        lambda ship, hand: (
            f"{ship} has no miracle to spend: {f'its hand adds up to {hand}' if hand else 'it holds no card'}. "
            f"A miracle is {either(MIRACLE)}."
        ),
        lasts=True,
    ),
    "miracle-of-break": Reason(
        (), "{it}: the miracle repair again is for the turn break. Write: break miracle repair again.", lasts=True
    ),
    "miracle-of-segment": Reason(
        (str,),
        "{it}: the miracle {0} is for a segment, not for the turn break. In the break, write repair again, or a "
        "ruling in quotes.",
        "miracle",
        lasts=True,
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
