"""The order language of SITS: from what a player writes to order forms, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from sits_es.events import Event
from sits_es.orders.language import FormReader, language_in
from sits_es.orders.names import written
from sits_es.orders.tables import Token
from sits_es.rules.sits.beams.facts import FireOrdered
from sits_es.rules.sits.ending.facts import Condition, StopOrdered
from sits_es.rules.sits.fact import Side
from sits_es.rules.sits.miracles.facts import MOST_TEXT, MiracleOrdered
from sits_es.rules.sits.missiles.facts import DecoyOrdered, LaunchOrdered, Warhead
from sits_es.rules.sits.motion.facts import PlotChoice, PlotOrdered, ThrustOrdered
from sits_es.rules.sits.repairs.facts import RepairOrdered
from sits_es.rules.sits.sums.deck import Miracle
from sits_es.rules.sits.turns.facts import PivotOrdered, RollOrdered
from sits_es.rules.sits.walls.facts import PresentOrdered, SlideOrdered
from sits_es.sentences import counted
from sits_es.space.arcs import Facing
from sits_es.space.avid import WINDOWS, Window, read_window
from sits_es.space.hexes import STILL
from sits_es.space.vectors import read_vectors, vectors_in_words


class SitsReader(FormReader):
    """Makes SITS order forms. Places are kept under the forms' field names, a plot also under `plots A/B+`."""

    def fire(self, weapon: Token, target: Token) -> FireOrdered:
        """`fire forward-grasers at Sirius`."""
        return FireOrdered(ship=self.unit, weapon=self.text("weapon", weapon), target=self.text("target", target))

    def launch(
        self, mount: Token, salvoes: Token, tubes: Token | None, target: Token, warhead: Warhead | None
    ) -> LaunchOrdered:
        """`launch starboard 3 salvoes of 6 tubes at Sirius with nukes`."""
        return LaunchOrdered(
            ship=self.unit,
            mount=self.text("mount", mount),
            target=self.text("target", target),
            salvoes=self.number("salvoes", salvoes),
            tubes=None if tubes is None else self.number("tubes", tubes),
            warhead=warhead or "laser-head",
        )

    def warhead(self, kind: Token) -> Warhead:
        """`with nukes`."""
        self.note("warhead", kind)
        return "nuke" if kind.lower().startswith("nuke") else "laser-head"

    def thrust(
        self, thrust: Token, plot: PlotOrdered | None
    ) -> tuple[ThrustOrdered] | tuple[ThrustOrdered, PlotOrdered]:
        """`thrust 4`, and `thrust 0 plot A: 3A 1B`, which is two orders."""
        form = ThrustOrdered(ship=self.unit, thrust=self.number("thrust", thrust, 0))
        return (form,) if plot is None else (form, plot)

    def plot(self, *choices: tuple[Token, PlotChoice, Token]) -> PlotOrdered:
        """`plot A: 3A 1B; A+: 3A 3+`: each window once."""
        plots: dict[Window, PlotChoice] = {}
        for name, choice, _ in choices:
            if choice.window in plots and choice.window in WINDOWS:
                self.fault(name, f"Window {choice.window} is plotted twice.", "each window once")
            plots.setdefault(choice.window, choice)
        self.note("plots", choices[0][0], choices[-1][2])
        return PlotOrdered(ship=self.unit, plots=tuple(plots.values()))

    def choice(self, window: Token, vectors: Token) -> tuple[Token, PlotChoice, Token]:
        """`A/B: 1B`."""
        name = self.elsewhere("plots", window, read_window, Window(str(window)))
        self.note(f"plots {name}", window, vectors)
        vector = self.elsewhere("plots", vectors, lambda text: read_vectors(text).net(), STILL)
        return window, PlotChoice(window=name, vector=vector), vectors

    def pivot(self, to: Token) -> PivotOrdered:
        """`pivot to B+`."""
        return PivotOrdered(ship=self.unit, to=self.elsewhere("to", to, read_window, Window("A")))

    def roll(self, side: Side, steps: Token) -> RollOrdered:
        """`roll starboard 1`."""
        return RollOrdered(ship=self.unit, side=side, steps=self.number("steps", steps, 1, 11))

    def side(self, side: Token) -> Side:
        """`port`."""
        return cast("Side", self.text("side", side).lower())

    def facing(self, facing: Token) -> Facing:
        """`forward`."""
        return cast("Facing", self.text("facing", facing).lower())

    def decoy(self, count: Token, launched_at: Token | None, missiles: int | None, within: int | None) -> DecoyOrdered:
        """`decoy 2 if launched at by 8 or more within 14`; without a condition the decoys go out in any case."""
        return DecoyOrdered(
            ship=self.unit,
            count=self.number("count", count),
            if_launched_at=launched_at is not None,
            missiles=missiles,
            within=within,
        )

    def launched_at(self, first: Token, _: Token, last: Token) -> Token:
        """`if launched at`."""
        self.note("if_launched_at", first, last)
        return first

    def missiles(self, by: Token, least: Token, more: Token) -> int:
        """`by 8 or more`."""
        number = self.number("missiles", least)
        self.note("missiles", by, more)
        return number

    def within(self, word: Token, hexes: Token) -> int:
        """`within 14`."""
        number = self.number("within", hexes, 0)
        self.note("within", word, hexes)
        return number

    def slide(self, facing: Facing) -> SlideOrdered:
        """`slide port`."""
        return SlideOrdered(ship=self.unit, facing=facing)

    def present(self, facing: Facing) -> PresentOrdered:
        """`present port`."""
        return PresentOrdered(ship=self.unit, facing=facing)

    def repair(self, track: Token, parties: Token | None) -> RepairOrdered:
        """`repair port-tubes with 2`; without a number one party goes."""
        number = 1 if parties is None else self.number("parties", parties, 1, 2)
        return RepairOrdered(ship=self.unit, track=self.text("track", track), parties=number)

    def miracle(self, spent: MiracleOrdered) -> MiracleOrdered:
        """`miracle no explosion`, `miracle "the wedge holds"`."""
        return spent

    def wonder(self, first: Token, last: Token) -> MiracleOrdered:
        """`double ECM`."""
        self.note("miracle", first, last)
        miracle = f"{first} {last}".lower().replace("ecm", "ECM")
        return MiracleOrdered(ship=self.unit, miracle=cast("Miracle", miracle))

    def ruling(self, token: Token) -> MiracleOrdered:
        """`"the wedge holds"`: what an umpire decides."""
        self.note("text", token)
        text = token[1:-1].strip()
        if not text or len(text) > MOST_TEXT or not text.isprintable():
            wanted = f"a text of 1 to {MOST_TEXT} visible characters"
            self.fault(token, "The text of a miracle says what an umpire should decide.", wanted)
            text = "?"
        return MiracleOrdered(ship=self.unit, miracle="ruling", text=text)

    def stop(self, condition: StopOrdered) -> StopOrdered:
        """`stop if launched at`."""
        return condition

    def happens(self, first: Token, last: Token) -> StopOrdered:
        """`damage taken`."""
        self.note("condition", first, last)
        condition = cast("Condition", f"{first} {last}".lower())
        return StopOrdered(ship=self.unit, condition=condition)

    def in_range(self, word: Token, target: Token, most: Token) -> StopOrdered:
        """`range to Sirius at most 12`."""
        self.note("condition", word, most)
        name, hexes = self.text("target", target), self.number("range", most, 0)
        return StopOrdered(ship=self.unit, condition="range at most", target=name, range=hexes)

    def bears(self, target: Token, word: Token) -> StopOrdered:
        """`Sirius bears`."""
        self.note("condition", target, word)
        return StopOrdered(ship=self.unit, condition="target bears", target=self.text("target", target))


def _launch(form: LaunchOrdered) -> str:
    tubes = "" if form.tubes is None else f" of {counted(form.tubes, 'tube')}"
    nukes = " with nukes" if form.warhead == "nuke" else ""
    return f"launch {written(form.mount)} {counted(form.salvoes, 'salvo')}{tubes} at {written(form.target)}{nukes}"


def _plot(form: PlotOrdered) -> str:
    return "plot " + "; ".join(f"{plot.window}: {vectors_in_words(plot.vector)}" for plot in form.plots)


def _decoy(form: DecoyOrdered) -> str:
    waits = " if launched at" if form.if_launched_at else ""
    many = "" if form.missiles is None else f" by {form.missiles} or more"
    return f"decoy {form.count}{waits}{many}" + ("" if form.within is None else f" within {form.within}")


def _stop(form: StopOrdered) -> str:
    if form.target is None:
        return f"stop if {form.condition}"
    if form.range is not None:
        return f"stop if range to {written(form.target)} at most {form.range}"
    # quotes keep a ship of this name apart from the condition that begins with the same word
    name = f'"{form.target}"' if form.target.lower() in _CONDITION_WORDS else written(form.target)
    return f"stop if {name} bears"


#: Words after `stop if` that begin a condition.
_CONDITION_WORDS: Final = frozenset({"launched", "fired", "damage", "ship", "range"})

#: Each order form as text, without its ship and segment.
_WRITERS: Final[dict[type[Event], Callable[[Any], str]]] = {
    FireOrdered: lambda form: f"fire {written(form.weapon)} at {written(form.target)}",
    LaunchOrdered: _launch,
    ThrustOrdered: lambda form: f"thrust {form.thrust}",
    PlotOrdered: _plot,
    PivotOrdered: lambda form: f"pivot to {form.to}",
    RollOrdered: lambda form: f"roll {form.side} {form.steps}",
    DecoyOrdered: _decoy,
    SlideOrdered: lambda form: f"slide {form.facing}",
    PresentOrdered: lambda form: f"present {form.facing}",
    StopOrdered: _stop,
    MiracleOrdered: lambda form: "miracle " + (f'"{form.text}"' if form.text else form.miracle),
    RepairOrdered: lambda form: f"repair {written(form.track)}" + (f" with {form.parties}" if form.parties > 1 else ""),
}


#: What the grammar's own terminals are called in messages to players.
_TERMS: Final = {
    "WINDOW": "an AVID window such as B/C+",
    "VECTORS": "vectors such as 3A 1B",
    "_SALVOES": "salvoes",
    "_TUBES": "tubes",
}

#: The language, by segments 1 to 8 and the turn break.
LANGUAGE: Final = language_in(
    "sits_es.rules.sits", SitsReader, _WRITERS, unit="ship", step="segment", last_step=8, terms=_TERMS
)

#: An order as text, without its unit and step. KeyError for what is none.
write_order = LANGUAGE.write
