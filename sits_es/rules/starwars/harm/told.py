"""Hull trauma, system strain, critical hits, what they lead to, and what players entered of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeVar

from sits_es.events import Coded
from sits_es.report.scenes import Volley
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.checks.facts import CheckMade
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.harm.facts import (
    CriticalEntered,
    CriticalMended,
    CriticalSuffered,
    MinionsLost,
    NoteAgreed,
    NoteEntered,
    ShieldsEntered,
    StarshipLost,
    StarshipRestored,
    StarshipShutDown,
    StrainEntered,
    StrainSuffered,
    TraumaEntered,
    TraumaSuffered,
)
from sits_es.rules.starwars.starship_class import ARCS
from sits_es.rules.starwars.sums.harm import Harm, asteroid_harm, weapon_harm
from sits_es.rules.starwars.telling import known, last_check
from sits_es.rules.starwars.words import ASTEROID_HARM, CRITICALS, printed
from sits_es.rules.told import VITAL, Told
from sits_es.sentences import counted, without_full_stop

F = TypeVar("F", bound=OfStarship)
C = TypeVar("C", bound=TraumaEntered | StrainEntered)


def cause_in_words(why: Coded) -> str:
    """What harm comes of, to stand after it: `from Kestrel's lasers`, `among the asteroids of Shoals`."""
    return _CAUSES[why.code](*why.values)


_CAUSES: Final[Mapping[str, Callable[..., str]]] = {
    "weapon": lambda who, weapon: f"from {who}'s {weapon}",
    "asteroids": lambda field: f"among the asteroids of {field}",
    "manoeuvre": lambda: "for a second manoeuvre",
    "threat": lambda who: f"from threat or despair spent by {who}",
    "critical": lambda number: f"from critical hit {number}",
    "entered": lambda: "as entered by its player",
}


def _suffers(fact: TraumaSuffered | StrainSuffered, points: int, what: str) -> str:
    """What came through the armour, as a sentence. points, what: of it."""
    cause = cause_in_words(fact.why)
    if not points:
        return f"{fact.starship}'s armour stops all {fact.damage} damage {cause}; {what} stays at {fact.total}."
    less = f" ({fact.damage} damage less {fact.armour} for armour)" if fact.armour else ""
    return f"{fact.starship} suffers {points} {what} {cause}{less}; its total is {fact.total}."


def _shot(fact: TraumaSuffered | StrainSuffered, number: str) -> Volley | None:
    """The attack that the harm comes of; None if it is no attack."""
    if fact.why.code != "weapon":
        return None
    shooter = str(fact.why.values[0])
    return Volley(key=f"{shooter} {fact.starship}", unit=shooter, target=fact.starship, number=number)


class _Trauma(Told[TraumaSuffered]):
    note, points = "trauma", "trauma"
    weight, heading, loss = VITAL, None, True

    def sentence(self) -> str:
        return _suffers(self.fact, self.fact.trauma, "hull trauma")

    def fire(self, at: Context) -> Volley | None:
        del at
        return _shot(self.fact, f"{self.fact.trauma} hull trauma")

    def short(self) -> str:
        return f"{self.fact.starship} suffers {self.fact.trauma} hull trauma, {self.fact.total} in all"

    def working(self, at: Context) -> Working:
        fact = self.fact
        harm = Harm(damage=fact.damage, armour=fact.armour, reckoned=self._reckoned(at))
        return Working(
            rule=_RULES[fact.why.code],
            modifiers=(
                Modifier(name="damage", value=f"+{fact.damage}", rule="before armour"),
                Modifier(name="armour", value=f"-{fact.armour}", rule="the target's card; never below 0"),
            ),
            steps=(*harm.steps, f"Hull trauma so far: {fact.total - fact.trauma} + {fact.trauma} = {fact.total}."),
            values={"damage": fact.damage, "armour": fact.armour, "trauma": fact.trauma, "total": fact.total},
        )

    def _reckoned(self, at: Context) -> tuple[str, ...]:
        """What led to the damage, where it is known."""
        made, found, why = last_check(at), known(at, self.fact.starship), self.fact.why
        if found is None:
            return ()
        board, starship = found
        if why.code == "weapon":
            return hit_of(board, starship, why, made)
        group, so_much = board.class_of(starship).group, ""
        reckoned: tuple[str, ...] = ()
        if made is not None and why.code == "asteroids":
            harm = asteroid_harm(max(0, -made.advantage), made.despair, board.armour_of(starship))
            reckoned, so_much = harm.reckoned, f": {harm.damage} + {harm.strain} = {harm.damage + harm.strain}"
        minions = f"Minions suffer system strain as hull trauma, which armour does not stop{so_much}."
        return (*reckoned, minions) if group else reckoned


def hit_of(board: Board, target: Starship, why: Coded, made: CheckMade | None) -> tuple[str, ...]:
    """What led to the damage of a hit, where it is known. made: the last check; a linked hit goes by an earlier one."""
    attacker = board.starships.get(str(why.values[0]))
    weapon = None if attacker is None else board.class_of(attacker).weapon(str(why.values[1]))
    if weapon is None:
        return ()
    check = made if made is not None and made.skill == "gunnery" else board.check_with(weapon.name)
    return () if check is None else weapon_harm(weapon, check.success, board.armour_of(target)).reckoned


#: Where hull trauma stands, by what it comes of.
_RULES: Final = {
    "weapon": "base game: the weapon's damage and each net success, less armour",
    "asteroids": ASTEROID_HARM,
    "critical": CRITICALS,
    "manoeuvre": "base game: a second manoeuvre costs 2 system strain, which minions suffer as wounds",
    "threat": "base game: spending in starship combat; minions suffer strain as wounds",
    "entered": "the players' own table",
}


class _Strain(Told[StrainSuffered]):
    note, points = "strain", "strain"
    heading, loss = None, True

    def sentence(self) -> str:
        return _suffers(self.fact, self.fact.strain, "system strain")

    def fire(self, at: Context) -> Volley | None:
        del at
        return _shot(self.fact, f"{self.fact.strain} system strain")

    def working(self, at: Context) -> Working:
        fact, steps = self.fact, list[str]()
        if fact.why.code == "asteroids":
            steps.append(f"1 for each net threat: {fact.strain}.")
        elif fact.why.code == "weapon":
            found = known(at, fact.starship)
            reckoned = () if found is None else hit_of(*found, fact.why, last_check(at))
            steps += Harm(damage=fact.damage, armour=fact.armour, ion=True, reckoned=reckoned).steps
        steps.append(f"System strain so far: {fact.total - fact.strain} + {fact.strain} = {fact.total}.")
        values = {"strain": fact.strain, "total": fact.total, "damage": fact.damage, "armour": fact.armour}
        return Working(rule=_STRAIN_RULES[fact.why.code], steps=tuple(steps), values=values)


#: Where system strain stands, by what it comes of.
_STRAIN_RULES: Final = {
    "weapon": "base game: an ion weapon does system strain in place of hull trauma",
    "asteroids": printed("Asteroid Field"),
    "manoeuvre": "base game: a second manoeuvre costs 2 system strain",
    "threat": "base game: spending in starship combat",
    "critical": CRITICALS,
    "entered": "the players' own table",
}


#: What is besides the base game's in a critical hit, by what it comes of.
_CRITICAL_RULES: Final = {
    "asteroids": f"; {printed('Asteroid Field')}: one for each despair",
    "threat": "; house: a despair can be a critical hit on the roller",
}


class _Critical(Told[CriticalSuffered]):
    note = "critical"
    weight, heading, loss = VITAL, None, True

    def sentence(self) -> str:
        fact = self.fact
        means = f", {fact.text}" if fact.text else "; look it up in your own table"
        hit = f"critical hit {fact.critical} {cause_in_words(fact.why)}"
        return f"{fact.starship} suffers {hit}: {self._rolled()}{means}."

    def _rolled(self) -> str:
        fact = self.fact
        return f"{fact.rolled} + {fact.added} = {fact.result}" if fact.added else f"{fact.result}"

    def short(self) -> str:
        fact = self.fact
        means = f": {fact.text}" if fact.text else f": look up {fact.result} in your own table"
        return f"{fact.starship} suffers critical hit {fact.critical}{means}"

    def came_to(self) -> str:
        return f"{self._rolled()}, {self.fact.text or 'to be looked up'}"

    def working(self, at: Context) -> Working:
        fact = self.fact
        steps = [f"The percentile die shows {fact.rolled}."]
        if (found := known(at, fact.starship)) is not None:
            steps.append(f"The starship already had {counted(len(found[1].criticals), 'critical hit')}; each adds 10.")
        steps += self._looked_up(at.board)
        table = "; house: the table that the game has on record" if fact.text else ""
        return Working(
            rule=f"base game: critical hits{table}{_CRITICAL_RULES.get(fact.why.code, '')}",
            modifiers=(
                Modifier(name="die", value=str(fact.rolled), rule="1 to 100"),
                Modifier(name="earlier critical hits", value=f"+{fact.added}", rule="10 for each (base game)"),
            ),
            steps=tuple(steps),
            expected="50.5 on the die.",
            values={"rolled": fact.rolled, "added": fact.added, "result": fact.result, "text": fact.text},
        )

    def _looked_up(self, board: Board | None) -> Iterator[str]:
        """What the table says, or that the players look it up."""
        fact = self.fact
        rolled = f"{fact.rolled} + {fact.added} = {fact.result}"
        if not fact.text:
            yield f"{rolled}: the players look it up in their own table."
            yield f"Enter what the table says: critical {fact.critical}: TEXT."
        elif board is None or board.critical_table is None:
            yield f"{rolled}: {fact.text}."
        else:
            row = board.critical_table.row_of(fact.result)
            yield f"{rolled}, row {row.results} of {board.critical_table.name}: {fact.text}."
            if row.weapon and (left := board.weapons_of(board.starships[fact.starship])):
                yield f"{left[0].name} is out: it was the first working weapon."
            if row.shut_down:
                yield "The starship is shut down for as long as it has this critical hit."
            yield f"Damage control to repair this critical hit has difficulty {row.difficulty}."


class _Condition(Told[F]):
    """What hull trauma or strain led to. rule: where it stands; comes: what it means for the starship.

    what, field: what is counted, and the field that holds it.
    """

    rule: str
    comes: str
    what, field = "System strain", "strain"
    weight, heading = VITAL, None

    def most(self, board: Board, starship: Starship) -> int:
        """The threshold."""
        return board.class_of(starship).strain

    def working(self, at: Context) -> Working:
        steps = []
        if number := getattr(self.fact, "critical", None):
            return Working(rule=CRITICALS, steps=(f"Critical hit {number} causes this.", self.comes))
        if (found := known(at, self.fact.starship)) is not None:
            board, starship = found
            most = self.most(board, starship)
            total = getattr(starship, self.field)
            beyond = "beyond it" if total > most else "within it"
            steps.append(f"{self.what} {total}, threshold {most}: {beyond}.")
        return Working(rule=self.rule, steps=(*steps, self.comes))


class _Lost(_Condition[StarshipLost]):
    note = "lost"
    loss = True
    what, field = "Hull trauma", "trauma"
    rule = "base game: hull trauma beyond the threshold; house: it is off the map"
    comes = "The starship is out of the fight and off the map."

    def sentence(self) -> str:
        if self.fact.critical:
            return f"{self.fact.starship} is lost to critical hit {self.fact.critical}."
        return f"{self.fact.starship} is lost: its hull trauma is beyond its threshold."

    def most(self, board: Board, starship: Starship) -> int:
        return board.hull_of(starship)

    def working(self, at: Context) -> Working:
        found = known(at, self.fact.starship)
        if found is None or found[1].left:
            return super().working(at)
        none = f"None of the group's {counted(found[1].number, 'starship')} is left."
        return Working(rule=_MINIONS, steps=(none, self.comes))


class _Minions(Told[MinionsLost]):
    note, points = "minions", "lost"
    weight, heading, loss = VITAL, None, True

    def sentence(self) -> str:
        fact = self.fact
        by = " to a critical hit" if fact.why.code == "critical" else ""
        left = "none are left" if not fact.left else f"{fact.left} {'is' if fact.left == 1 else 'are'} left"
        total = f"; its hull trauma is {fact.total}" if by else ""
        return f"{fact.starship} loses {fact.lost} of its group{by}; {left}{total}."

    def working(self, at: Context) -> Working:
        fact, found = self.fact, known(at, self.fact.starship)
        if fact.why.code == "critical":
            steps = ["A critical hit takes out one minion; nothing is rolled."]
            least = "at least one threshold for each starship that is out"
            steps.append(f"The group's hull trauma is then {least}: {fact.total}.")
        else:
            steps = ["One minion is out each time the group's hull trauma passes a multiple of the threshold."]
            if found is not None:
                hull = found[0].class_of(found[1]).hull
                out = (fact.total - 1) // hull
                beyond = f"Hull trauma {fact.total} is beyond {out} x {hull} = {out * hull}, "
                steps.append(f"{beyond}so {out} of {found[1].number} {'is' if out == 1 else 'are'} out.")
        values = {"lost": fact.lost, "left": fact.left, "total": fact.total}
        return Working(rule=_MINIONS, steps=tuple(steps), values=values)


#: Where minion groups stand.
_MINIONS: Final = "base game: minion groups; house: how a critical hit counts for the others"


class _ShutDown(_Condition[StarshipShutDown]):
    note = "shut-down"
    loss = True
    rule = "base game: system strain beyond the threshold; house: it has no slot"
    comes = "The starship has speed 0 and no slot until its player enters lower strain or a repaired critical hit."

    def sentence(self) -> str:
        number = self.fact.critical
        why = f" because of critical hit {number}" if number else ": its system strain is beyond its threshold"
        return f"{self.fact.starship} shuts down{why}; its speed is 0 and it has no slot."


class _Restored(_Condition[StarshipRestored]):
    note = "restored"
    rule = "base game: system strain beyond the threshold; house: it has no slot"
    comes = "The starship has its slot again, at speed 0."

    def sentence(self) -> str:
        return f"{self.fact.starship} is back: its system strain is within its threshold, and it has its slot again."


class _Entered(Told[F]):
    """What a player entered of a starship of his own."""

    rule = "the players' own table: they enter what they agree on"
    heading = "Entered by players"


class _Changed(_Entered[C]):
    """A number that went up or down. what, field: what is counted, and the field that holds it."""

    what: str
    field: str

    def sentence(self) -> str:
        change, what = self.fact.change, self.what.lower()
        moved = f"{what} goes {'up' if change > 0 else 'down'} by {abs(change)}" if change else f"{what} stays as it is"
        return f"{self.fact.starship}'s {moved}, as entered by its player."

    def working(self, at: Context) -> Working:
        change, what = self.fact.change, self.what
        steps = [f"{what} is never less than 0."]
        if (found := known(at, self.fact.starship)) is not None:
            before = getattr(found[1], self.field)
            steps.insert(0, f"{what} so far: {before}{change:+} = {max(0, before + change)}.")
        return Working(
            rule=self.rule,
            modifiers=(Modifier(name=what.lower(), value=f"{change:+}", rule="as its player entered it"),),
            steps=tuple(steps),
            values={"change": change},
        )


class _TraumaEntered(_Changed[TraumaEntered]):
    note, points = "trauma", "change"
    what, field = "Hull trauma", "trauma"


class _StrainEntered(_Changed[StrainEntered]):
    note, points = "strain", "change"
    what, field = "System strain", "strain"


class _Shields(_Entered[ShieldsEntered]):
    note, points = "shields", "shields"

    def sentence(self) -> str:
        fact = self.fact
        return f"{fact.starship}'s {fact.zone} shields are now {fact.shields}, as entered by its player."

    def working(self, at: Context) -> Working:
        fact, found = self.fact, known(at, self.fact.starship)
        toll, before = (0, "") if found is None else (found[1].toll("shields"), f" instead of {self._before(found[1])}")
        has = f"The {fact.zone} zone has {counted(fact.shields, 'shield')}{before}"
        steps = [f"{has}."]
        if toll:
            left = max(0, fact.shields - toll)
            steps.append(f"Critical hits leave {left} of them: {fact.shields} - {toll}, at least 0.")
        return Working(rule=self.rule, steps=tuple(steps), values={"zone": fact.zone, "shields": fact.shields})

    def _before(self, starship: Starship) -> int:
        return starship.shields[ARCS.index(self.fact.zone)]


class _CriticalEntered(_Entered[CriticalEntered]):
    note = "critical"

    def sentence(self) -> str:
        return f"{self.fact.starship}'s critical hit {self.fact.critical} means: {without_full_stop(self.fact.text)}."

    def working(self, at: Context) -> Working:
        found = known(at, self.fact.starship)
        hits = () if found is None else [hit for hit in found[1].criticals if hit.number == self.fact.critical]
        steps = [
            f"Critical hit {hit.number} had the result {hit.result}; the starship's player looked it up."
            for hit in hits
        ]
        return Working(rule=self.rule, steps=tuple(steps) or ("The starship's player looked up the critical hit.",))


class _Mended(_Entered[CriticalMended]):
    note = "mended"

    def sentence(self) -> str:
        return f"{self.fact.starship}'s critical hit {self.fact.critical} is repaired."

    def working(self, at: Context) -> Working:
        steps = ["The critical hit no longer adds to the next one."]
        found = known(at, self.fact.starship)
        steps += () if found is None else what_ends(found[1], self.fact.critical)
        return Working(rule=f"{self.rule}; base game: each critical hit adds 10 to the next", steps=tuple(steps))


def what_ends(starship: Starship, critical: int) -> Iterator[str]:
    """What a critical hit did that counts no more once it is mended, by its number; nothing if no table says it."""
    for hit in starship.criticals:
        if hit.number == critical and hit.row is not None:
            yield f"{hit.row}: its lasting effect ends."


class _Agreed(_Entered[NoteAgreed]):
    note = "note"

    def sentence(self) -> str:
        return f"{self.fact.starship}'s side agrees to note {self.fact.number}."

    def working(self, at: Context) -> Working:
        del at
        return Working(rule=self.rule, steps=("The note is in a player's own words; both sides settle what it does.",))


class _Note(_Entered[NoteEntered]):
    note = "note"

    def sentence(self) -> str:
        return f"A note on {self.fact.starship}: {without_full_stop(self.fact.text)}."

    def working(self, at: Context) -> Working:
        del at
        return Working(rule=self.rule, steps=("The note is shown on the board and has no other effect.",))
