"""Reads the orders of Star Wars hex combat: each line of the grammar becomes an order or an entry."""

from __future__ import annotations

import re
from typing import Any, Final, cast

from sits_es.errors import UnreadableError
from sits_es.orders.language import FormReader
from sits_es.orders.tables import Token
from sits_es.rules.starwars.advantage.facts import AdvantageOrdered
from sits_es.rules.starwars.attacks.facts import FireOrdered, SideOrdered
from sits_es.rules.starwars.checks.facts import ACTION, FLIGHT, TRACTOR, CheckOrdered, Source
from sits_es.rules.starwars.crews.facts import AngleOrdered, Mended, RepairOrdered, StanceOrdered
from sits_es.rules.starwars.flying.facts import FlyOrdered, SpeedOrdered
from sits_es.rules.starwars.harm.facts import (
    CriticalEntered,
    CriticalMended,
    NoteAgreed,
    NoteEntered,
    ShieldsEntered,
    StrainEntered,
    TraumaEntered,
)
from sits_es.rules.starwars.spending.facts import OWING, AnswerOrdered, Spendable, SpendOrdered
from sits_es.rules.starwars.starship_class import Arc, HexSide, Skill
from sits_es.rules.starwars.sums.flying import STEPS, read_steps
from sits_es.sentences import quoted

#: The most dice or upgrades of a kind that an order may add to a pool. Rule: house.
MOST_ADDED: Final = 9
#: The most difficulty dice of a check that people agree on. Rule: base game.
HARDEST: Final = 5
#: The most hull trauma or strain that is entered at once, and the most shields of a zone.
MOST_HARM: Final = 999
MOST_SHIELDS: Final = 99
#: The longest text, in characters.
MOST_TEXT: Final = 200

#: What is added to a pool, as it is written, and its field in an order.
_ADDED: Final = {"boost": "boost", "setback": "setback", "upgrade": "upgrades", "harder": "harder"}
#: What somebody wrote behind the colon who meant to add dice: there it is text.
_ADDED_LATE: Final = re.compile(r"\bwith\s+[0-9]+\s+(?:boost|setback|upgrade|harder)s?\b", re.IGNORECASE)


class OrderReader(FormReader):
    """Makes orders of Star Wars hex combat. Places of words are kept under the orders' field names.

    Steps of a flight are also kept one by one: `step 1`, `step 2` and so on.
    """

    def fly(self, *parts: Token | dict[str, int] | None) -> FlyOrdered:
        """`fly F F R F L with 1 boost`."""
        steps, more = cast("tuple[Token, ...]", parts[:-1]), cast("dict[str, int] | None", parts[-1])
        self.note("steps", steps[0], steps[-1])
        for number, step in enumerate(steps, 1):
            self.note(f"step {number}", step)
        try:
            taken = read_steps(" ".join(steps))
        except UnreadableError as refusal:
            taken = ()
            wrong = [step for step in steps if step.upper() not in STEPS]
            for at, problem in enumerate(refusal.problems):
                self.fault(wrong[at] if at < len(wrong) else steps[0], problem)
        return FlyOrdered(starship=self.unit, steps=taken, **(more or {}))

    def accelerate(self) -> SpeedOrdered:
        """`accelerate`."""
        return SpeedOrdered(starship=self.unit, change=1)

    def decelerate(self) -> SpeedOrdered:
        """`decelerate`."""
        return SpeedOrdered(starship=self.unit, change=-1)

    def evade(self) -> StanceOrdered:
        """`evade`."""
        return StanceOrdered(starship=self.unit, effect="evade")

    def stay(self) -> StanceOrdered:
        """`stay on target`."""
        return StanceOrdered(starship=self.unit, effect="stay on target")

    def aiming(self, member: Token | None) -> StanceOrdered:
        """`aim by gunner`."""
        return StanceOrdered(starship=self.unit, effect="aim", member=self._member(member))

    def angle(self, taken: Token, zone: Token, member: Token | None) -> AngleOrdered:
        """`angle shields from aft to forward by engineer`."""
        return AngleOrdered(
            starship=self.unit,
            taken=cast("Arc", self.text("taken", taken).lower()),
            zone=self._arc(zone),
            member=self._member(member),
        )

    def by(self, member: Token) -> Token:
        """`by gunner`."""
        return member

    def fire(
        self,
        weapon: Token,
        target: Token,
        aim: dict[str, str] | None,
        member: Token | None,
        more: dict[str, int] | None,
    ) -> FireOrdered:
        """`fire forward-lasers at Corvette zone aft toward C with 1 boost`."""
        return FireOrdered(
            starship=self.unit,
            weapon=self.text("weapon", weapon),
            target=self.text("target", target),
            zone=cast("Arc | None", (aim or {}).get("zone")),
            toward=cast("HexSide | None", (aim or {}).get("toward")),
            member=self._member(member),
            **(more or {}),
        )

    def aim(self, *parts: tuple[str, str]) -> dict[str, str]:
        """`zone aft toward C`, in either order."""
        return dict(parts)

    def zone(self, arc: Token) -> tuple[str, str]:
        """`zone aft`."""
        return "zone", self._arc(arc)

    def toward(self, side: Token) -> tuple[str, str]:
        """`toward C`."""
        return "toward", self._side("toward", side)

    def gain(self, target: Token, more: dict[str, int] | None) -> AdvantageOrdered:
        """`gain advantage on Raider`."""
        return AdvantageOrdered(starship=self.unit, target=self.text("target", target), **(more or {}))

    def repair(
        self, what: tuple[Mended, int, int | None], member: Token | None, more: dict[str, int] | None
    ) -> RepairOrdered:
        """`repair hull by engineer with 1 boost`."""
        mended, critical, difficulty = what
        return RepairOrdered(
            starship=self.unit,
            what=mended,
            critical=critical,
            difficulty=difficulty,
            member=self._member(member),
            **(more or {}),
        )

    def mended_hull(self) -> tuple[Mended, int, None]:
        """`hull`."""
        return "hull", 0, None

    def mended_strain(self) -> tuple[Mended, int, None]:
        """`strain`."""
        return "strain", 0, None

    def mended_critical(self, critical: Token, difficulty: Token | None) -> tuple[Mended, int, int | None]:
        """`critical 2 difficulty 3`, or without the difficulty."""
        hard = None if difficulty is None else self.number("difficulty", difficulty, 0, HARDEST)
        return "critical", self.number("critical", critical), hard

    def check(
        self,
        skill: Token,
        difficulty: Token,
        member: Token | None,
        more: dict[str, int] | None,
        why: Token | None,
    ) -> CheckOrdered:
        """`check computers difficulty 2 with 1 harder: slice the beacon`."""
        if why is not None and (late := _ADDED_LATE.search(why)):
            self.fault(
                why, f"{quoted(late[0])} after the colon has no effect.", "it before the colon, or use other words"
            )
        return CheckOrdered(
            starship=self.unit,
            skill=cast("Skill", self.text("skill", skill).lower()),
            difficulty=self.number("difficulty", difficulty, 0, HARDEST),
            why="" if why is None else self._said("why", why),
            member=self._member(member),
            **(more or {}),
        )

    def additions(self, *each: tuple[Token, str, int]) -> dict[str, int]:
        """`with 1 boost 2 setback`."""
        found: dict[str, int] = {}
        for word, field, number in each:
            if field in found:
                self.fault(word, f"{word.lower().capitalize()} is given twice.", "each at most once")
            found.setdefault(field, number)
        return found

    def addition(self, number: Token, word: Token) -> tuple[Token, str, int]:
        """`1 boost`."""
        field = _ADDED[word.lower().removesuffix("s")]
        return word, field, self.number(field, number, 1, MOST_ADDED)

    def side(self, side: Token) -> SideOrdered:
        """`side C`."""
        return SideOrdered(starship=self.unit, side=self._side("side", side))

    def spend(self, number: Token, what: Token, source: Token | None, text: Token) -> SpendOrdered | AnswerOrdered:
        """`spend 2 advantage: boost for Hawk`, `spend 1 triumph on gunner: critical hit`, `spend 1 threat: strain`."""
        spent = self.text("what", what).lower().removesuffix("s")
        read = {
            "starship": self.unit,
            "number": self.number("number", number),
            "source": self._source(source),
            "text": self._said("text", text),
        }
        if spent in OWING:
            return AnswerOrdered(what=spent, **cast("Any", read))
        return SpendOrdered(what=cast("Spendable", spent), **cast("Any", read))

    def _source(self, source: Token | None) -> Source:
        if source is None:
            return ACTION
        said = self.text("source", source)
        return {FLIGHT: FLIGHT, TRACTOR: TRACTOR, ACTION: ACTION, "pilot": ACTION}.get(said.lower(), said)

    def _member(self, member: Token | None) -> str:
        """Who of the crew, empty for the pilot."""
        said = "" if member is None else self.text("member", member)
        return "" if said.lower() == "pilot" else said

    def trauma(self, change: Token) -> TraumaEntered:
        """`trauma +3`."""
        return TraumaEntered(starship=self.unit, change=self._change(change))

    def strain(self, change: Token) -> StrainEntered:
        """`strain -1`."""
        return StrainEntered(starship=self.unit, change=self._change(change))

    def shields(self, zone: Token, shields: Token) -> ShieldsEntered:
        """`shields aft 2`."""
        points = self.number("shields", shields, 0, MOST_SHIELDS)
        return ShieldsEntered(starship=self.unit, zone=self._arc(zone), shields=points)

    def critical(self, critical: Token, text: Token) -> CriticalEntered:
        """`critical 3: engines out`."""
        number = self.number("critical", critical)
        return CriticalEntered(starship=self.unit, critical=number, text=self._said("text", text))

    def mended(self, critical: Token) -> CriticalMended:
        """`critical 3 mended`."""
        return CriticalMended(starship=self.unit, critical=self.number("critical", critical))

    def noted(self, text: Token) -> NoteEntered:
        """`note: spends its threat on Hawk's aim`."""
        return NoteEntered(starship=self.unit, text=self._said("text", text))

    def agreed(self, number: Token) -> NoteAgreed:
        """`agree 2`."""
        return NoteAgreed(starship=self.unit, number=self.number("number", number))

    def arc(self, word: Token) -> Token:
        """`aft`."""
        return word

    #: `piloting`, `upgrades`, `triumph`, `flight`.
    skill = added = what = source = arc

    def _arc(self, word: Token) -> Arc:
        return cast("Arc", self.text("zone", word).lower())

    def _side(self, field: str, side: Token) -> HexSide:
        return cast("HexSide", self.text(field, side).upper())

    def _change(self, change: Token) -> int:
        """A number with its sign, at least one up or down."""
        self.note("change", change)
        digits = change[1:].lstrip("0")
        if not digits or len(digits) > len(str(MOST_HARM)):
            wrong = "changes nothing" if not digits else "is too much"
            self.fault(change, f"{quoted(change)} {wrong}.", f"+1 to +{MOST_HARM}, or -1 to -{MOST_HARM}")
            return 1
        return int(change)

    def _said(self, field: str, token: Token) -> str:
        """A player's own words, on one line."""
        self.note(field, token)
        if len(token) > MOST_TEXT:
            self.fault(token, f"The text has {len(token)} characters.", f"up to {MOST_TEXT}")
        elif not token.isprintable():
            self.fault(token, "The text holds an invisible character.", "visible characters, and spaces")
        return str(token)
