"""Words of all chapters: where the numbers of a sum come from, what dice made and give on average, who saw what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import TYPE_CHECKING, Final, Literal, TypeVar

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.blocks import Phrase, ReportLine, Tone
from sits_es.report.working import Context, Modifier
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.cards.ship_class import ShipClass
from sits_es.rules.sits.sums.paper import NamedNumber, decimal
from sits_es.rules.sits.sums.tracks import DISABLED, HIT, LOST, TRIED, WHOLE, box_in_force
from sits_es.rules.sits.sums.variance import DICE, variance_steps
from sits_es.rules.sits.tables.section import source
from sits_es.rules.sits.tables.values import SEGMENTS, Tables
from sits_es.sentences import counted
from sits_es.space.avid import Window

if TYPE_CHECKING:
    from sits_es.report.luck import Throw


def of_table(tables: Tables, where: str, *key: str | int) -> str:
    """A place of a table in words, and whose it is. key: as `sources.source` has it."""
    return f"{where}: {source(tables, *key)}"


def of_card(board: Board, ship: str, what: str) -> str:
    """A number that a ship's card prints under a name of its own."""
    return f"{board.ships[ship].ship_class}'s card: {what}"


def of_track(board: Board, ship: str, track: str) -> str:
    """Where a rating comes from: the ship's card, the track with its boxes and the box in force."""
    return f"{of_card(board, ship, track)} {boxes(board, ship, track)}"


def boxes(board: Board, ship: str, track: str) -> str:
    """A track's boxes as its card has them now, and which is in force; of one that counts down how many are left."""
    marks, card = board.ships[ship].boxes.get(track, ""), board.class_of(board.ships[ship])
    if not marks:
        return "is not there"
    box = box_in_force(board.ships[ship], track)
    if counts_down(card, track):
        return f"of {counted(len(marks), 'box')}, {0 if box is None else len(marks) - box} left"
    return f"{cells(card, track, marks)}, {'no box' if box is None else f'box {box + 1}'} in force"


def cells(card: ShipClass, track: str, marks: str | None = None) -> str:
    """The boxes of a track in a row, `[16][14][11]`. marks: of its boxes; None for those of a whole ship."""
    return "".join(
        f"[{held.text}]" for held in row(card, track, WHOLE * len(card.tracks[track]) if marks is None else marks)
    )


def counts_down(card: ShipClass, track: str) -> bool:
    """Whether a track has as many boxes as it counts, so that its rating is the number of those left."""
    values = card.tracks[track]
    return track != "structure" and values == tuple(range(len(values), 0, -1))


def through(window: Window | None) -> str:
    """Where something is seen or comes in; None is the same hex at the same altitude."""
    return "from the same place" if window is None else f"through {window}"


def modifiers(terms: Iterable[NamedNumber], source: Callable[[str], str]) -> tuple[Modifier, ...]:
    """The numbers of a sum with where they come from. source: that of one, by its name."""
    return tuple(Modifier(name=name, value=f"{value:+}", rule=source(name)) for name, value in terms)


def variance_words(at: Context) -> str:
    """How the dice right before a fact make its variance. Rule: flyer, "3d10v"; sits rules 8.2."""
    if not at.thrown or len(at.thrown[-1].faces) != DICE:
        return "3d10v: flyer"
    pair, total = (step.removesuffix(".") for step in variance_steps(at.thrown[-1].faces))
    return f"3d10v: {pair[0].lower()}{pair[1:]}; {total} (flyer; sits rules 8.2)"


def thrown(
    ship: str, kind: str, observed: int, moments: tuple[Fraction, Fraction], *, better: Literal[1, -1] = 1
) -> Throw:
    """What the dice of a ship came to, for whose player it counts. moments: mean and square of every roll there is."""
    from sits_es.report.luck import Throw

    mean, square = moments
    return Throw(player=ship, kind=kind, observed=observed, mean=mean, square=square, better=better)


def on_average(found: Throw | None, what: str) -> tuple[str, dict[str, str]]:
    """What dice give on average, in words and for programs. what: it is called so, such as "killed"."""
    if found is None:
        return "no dice.", {}
    mean, spread = decimal(found.mean), decimal(Fraction(isqrt(int(found.square * 10_000)), 100))
    return f"{mean} {what}, give or take {spread}; here {found.observed}.", {"expected": mean, "spread": spread}


#: Ends of tracks in short.
_SHORT: Final = {"ecm": "ECM", "energy-torpedo": "torpedoes", "countermissiles": "CM", "point-defence": "PD"}


def track_in_short(track: str) -> str:
    """A track in few words: `port tubes`, `ECM`, `forward CM`."""
    for whole, short in _SHORT.items():
        if track.endswith(whole):
            return f"{track.removesuffix(whole)}{short}".replace("-", " ")
    return track.replace("-", " ")


def shown(steps: Iterable[str], dice: Sequence[DiceRolled], about: str, indent: int = 4) -> Iterator[ReportLine]:
    """Steps of a sum in a report, without their full stops, the dice after the first. about: told above them."""
    thrown = f"; {dice_text(dice, about)}" if dice else ""
    for step in steps:
        yield ReportLine(f"{step.removesuffix('.')}{thrown}", indent)
        thrown = ""


#: What stands before a box's value, by its mark, and what it means, in the order of the legend.
SHAPES: Final = {
    WHOLE: ("", "whole"),
    HIT: ("x", "destroyed"),
    TRIED: ("t", "a repair failed"),
    LOST: ("#", "lost"),
    DISABLED: ("~", "down"),
}


#: How boxes are meant, by their mark: what its sign says, said again in colour.
TONES: Final[dict[str, Tone]] = {WHOLE: "plain", HIT: "bad", TRIED: "bad", LOST: "bad", DISABLED: "warning"}


def box(mark: str, value: str) -> str:
    """What stands in one box, such as `4` in a whole one or `x4` in one that is destroyed."""
    sign, _ = SHAPES[mark]
    return f"{sign}{value.strip()}" if sign else value


def row(ship_class: ShipClass, track: str, marks: str) -> tuple[Phrase, ...]:
    """What stands in the boxes of a track, from left to right, as the marks have them."""
    return _row(track == "structure", ship_class.tracks[track], marks)


@lru_cache(maxsize=1024)
def _row(structure: bool, values: tuple[int, ...], marks: str) -> tuple[Phrase, ...]:
    shown = _printed(structure, values)
    return tuple(Phrase(box(mark, value), TONES[mark]) for mark, value in zip(marks, shown, strict=True))


def _printed(structure: bool, values: tuple[int, ...]) -> Iterator[str]:
    """Values as the card shows them. A structure box is plain, numbered, or the last, marked `!`.

    Rule: sits rules 9.
    """
    if not structure:
        yield from map(str, values)
        return
    for value in values[:-1]:
        yield str(value) if value else " "
    yield from ["!"] * bool(values)


E = TypeVar("E", bound=Event)

#: What numbers several rolls for one purpose, and the index of the first of them.
COUNTED: Final = {
    "hit row": ("hit", 1),
    "repair": ("attempt", 0),
    "explosion": ("structure box", 0),
    "miracle card": ("card", 0),
}


def of(events: Iterable[Event], cls: type[E]) -> tuple[E, ...]:
    """The facts of one class, in order."""
    return tuple(event for event in events if isinstance(event, cls))


def dice_text(rolls: Iterable[DiceRolled], about: str = "") -> str:
    """Rolls as a player checks them: faces as thrown, then who rolled what for what, and which of several.

    Of three dice the key pair stands before the bar. about: what the page is about anyway, not said again.
    Rule: flyer, "3d10v"; sits rules 8.2.
    """
    return "; ".join(_roll_text(roll, about) for roll in rolls)


def faces_of(roll: DiceRolled) -> str:
    """Faces as thrown; of three the key pair stands before the bar."""
    return ",".join(map(str, roll.faces[:2])) + "".join(f"|{face}" for face in roll.faces[2:])


def roll_in_words(rolled: DiceRolled) -> str:
    """Which it is of several rolls for one purpose: by hit, attempt, structure box or card; empty where it is alone."""
    name, first = COUNTED.get(rolled.purpose, ("roll", 0))
    return f"{name} {rolled.index + 1 - first}" if rolled.index else ""


def _roll_text(roll: DiceRolled, about: str) -> str:
    shown = faces_of(roll)
    key = [roll.actor, roll.purpose]
    key += [roll.object] if roll.object not in ("", about) else []
    key += [which] if (which := roll_in_words(roll)) else []
    return f"dice {shown} ({', '.join(key)})"


def joined(parts: Iterable[str], separator: str = ", ") -> str:
    """The parts that are not empty, with a separator between them."""
    return separator.join(part for part in parts if part)


def name_of(board: Board) -> str:
    """The exchange that a board stands at: "Turn 2, segment 5", "Turn 2, turn break"."""
    where = f"segment {board.segment}" if board.segment <= SEGMENTS else "turn break"
    return f"Turn {board.turn}, {where}"


def stands_at(board: Board) -> str:
    """Where a board stands: before which exchange, or `After turn 10, the last` of a game of ten turns."""
    last = board.victory.turns
    return name_of(board) if last is None or board.turn <= last else f"After turn {last}, the last"
