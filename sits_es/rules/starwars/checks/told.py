"""Checks: the pool with its reasons, every die's face, cancelling, what is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeVar

from sits_es.report.blocks import Block, Phrase, ReportLine
from sits_es.report.scenes import Volley
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.starwars.advantage.facts import AdvantageOrdered
from sits_es.rules.starwars.attacks.facts import AttackAimed, FireOrdered
from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.checks.facts import FLIGHT, GUIDED, TRACTOR, CheckMade, CheckOrdered
from sits_es.rules.starwars.crews.facts import RepairOrdered
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.flying.facts import StarshipFlew
from sits_es.rules.starwars.flying.told import start_of
from sits_es.rules.starwars.sums.chances import chances_in_words
from sits_es.rules.starwars.sums.dice_in_words import (
    cancelling,
    faces_in_kinds,
    pool_in_symbols,
    pool_of_check,
    result_of_check,
)
from sits_es.rules.starwars.sums.narrative_dice import KINDS, Pool
from sits_es.rules.starwars.sums.pools import PoolPart
from sits_es.rules.starwars.telling import ToldOrder
from sits_es.rules.starwars.views.dice import drawn_faces, drawn_pool, labelled, shown_dice
from sits_es.rules.starwars.words import SKILLS, counted_symbol, dice, times, who_of
from sits_es.rules.told import Told
from sits_es.sentences import listed, without_full_stop
from sits_es.space.hexes import Position

F = TypeVar("F", bound=OfStarship)

#: Columns that a pool in symbols takes at the most before its reasons, so that they still have room.
WIDEST: Final = 24

#: Upgrades that players may have agreed on, as far as they are looked for.
MOST_UPGRADES: Final = 200


class _Ordered(ToldOrder[CheckOrdered]):
    rule = "base game: skill checks"


class _Check(Told[CheckMade]):
    heading = None

    def sentence(self) -> str:
        fact = self.fact
        end = "it succeeds" if fact.succeeds else "it fails"
        what = f"{self._name()} with {dice(fact.pool, KINDS)}"
        return f"{self._who()}'s {what} comes to {result_of_check(fact)}: {end}."

    def in_brief(self) -> str:
        end = "succeeds" if self.fact.succeeds else "fails"
        return f"{self._who()}'s {self._name()} {end}: {self._left()}."

    def _left(self) -> str:
        """What is left of the roll, to be told after whether it succeeds."""
        fact = self.fact
        some = any((fact.success, fact.advantage, fact.triumph, fact.despair))
        return result_of_check(fact) if some else "nothing left over"

    def fire(self, at: Context) -> Volley | None:
        del at
        fact = self.fact
        if fact.skill != "gunnery" or fact.against is None:
            return None
        key, number = f"{fact.starship} {fact.against}", "hits" if fact.succeeds else "misses"
        return Volley(key=key, unit=fact.starship, target=fact.against, number=number)

    def _who(self) -> str:
        return who_of(self.fact.starship, self.fact.member)

    def _name(self) -> str:
        """What is checked, against whom or what about: `Gunnery check against Raider`, `Computers check`."""
        fact, about = self.fact, without_full_stop(self.fact.about)
        if fact.source == FLIGHT:
            return f"{SKILLS[fact.skill]} check for the flight through {about}"
        if fact.source == TRACTOR:
            return f"{SKILLS[fact.skill]} check against {about}"
        if fact.source == GUIDED:
            return f"second attack by {about} on {fact.against}"
        if fact.against is not None:
            return f"{SKILLS[fact.skill]} check against {fact.against}"
        return f"{SKILLS[fact.skill]} check" + (f" ({about})" if about else "")

    def in_full(self, at: Context) -> Iterator[Block]:
        fact, pool, parts = self.fact, pool_of_check(self.fact), self._parts(at)
        yield ReportLine(f"{self._who()}'s {self._name()}:", 2)
        widest = max(len(pool_in_symbols(each)) for each in (pool, *(part.pool for part in parts)))
        width = min(widest, WIDEST) + 2
        yield labelled("Pool", drawn_pool(pool, width), str(pool))
        for part in parts:
            yield labelled("", drawn_pool(part.pool, width), part.why, hang=width)
        if shown := shown_dice(at.thrown):
            yield labelled("Dice", drawn_faces(shown))
            yield labelled("", faces_in_kinds(shown))
            yield labelled("Net", cancelling(shown))
        tone = Phrase("It succeeds", "good") if fact.succeeds else Phrase("It fails", "bad")
        yield labelled("Result", tone, Phrase(f": {self._left()}."))
        against = [(max(0, -fact.advantage), "threat"), (fact.despair, "despair")]
        board: Board | None = at.board
        if (
            fact.source not in (FLIGHT, GUIDED)
            and not (board is not None and board.crews)
            and (said := [counted_symbol(*each) for each in against if each[0]])
        ):
            yield labelled("", f"The players agree on what {listed(said)} means and enter the result.")

    def came_to(self) -> str:
        end = "it succeeds" if self.fact.succeeds else "it fails"
        return f"needs 1 success: {end}, {self._left()}"

    def working(self, at: Context) -> Working:
        fact, pool, shown = self.fact, pool_of_check(self.fact), shown_dice(at.thrown)
        steps = [f"The pool: {pool}."]
        steps += [f"The dice show {faces_in_kinds(shown)}.", cancelling(shown)] if shown else []
        steps.append(f"It {'succeeds' if fact.succeeds else 'fails'}: {self._left()}.")
        return Working(
            rule="base game: a check succeeds with at least one success left",
            modifiers=tuple(Modifier(name=part.why, value=str(part.pool), rule=part.rule) for part in self._parts(at)),
            steps=tuple(steps),
            expected=chances_in_words(pool),
            values={
                "pool": pool.by_kind(),
                "success": fact.success,
                "advantage": fact.advantage,
                "triumph": fact.triumph,
                "despair": fact.despair,
                "succeeds": fact.succeeds,
            },
        )

    def _parts(self, at: Context) -> list[PoolPart]:
        """The parts of its pool, in order; the last has the pool as it was thrown, with what the players agreed on."""
        board: Board | None = at.board
        if board is None:
            return []
        starship, thrown = board.starships.get(self.fact.starship), pool_of_check(self.fact)
        parts = [] if starship is None else self._known(board, starship, at)
        reckoned = parts[-1].pool if parts else Pool()
        return parts if reckoned == thrown else [*parts, PoolPart(_agreed(reckoned, thrown), thrown, _AGREED)]

    def _known(self, board: Board, starship: Starship, at: Context) -> list[PoolPart]:
        """What the board and the orders give."""
        from sits_es.rules.starwars.checks import rules
        from sits_es.rules.starwars.qualities.rules import held_parts

        fact, mine = self.fact, [each for each in at.earlier if getattr(each, "starship", "") == starship.name]
        if fact.source == FLIGHT:
            parts = self._of_flight(board, starship, mine)
        elif fact.source == TRACTOR:
            parts = held_parts(board, starship)
        elif fact.source == GUIDED:
            parts = self._of_guided(board, starship)
        elif aimed := _last((each for each in mine if getattr(each, "member", "") == fact.member), AttackAimed):
            parts = self._of_attack(board, starship, aimed)
        else:
            parts = self._of_action(board, starship, mine)
        return parts or [rules.own_dice(board, starship, fact.skill, fact.member)]

    def _of_attack(self, board: Board, starship: Starship, aimed: AttackAimed) -> list[PoolPart]:
        """The same of an attack."""
        from sits_es.rules.starwars.checks import rules

        if (target := board.starships.get(aimed.target)) is None:
            return []
        return rules.attack_parts(board, starship, target, aimed.zone, aimed.shields, aimed.member)

    def _of_flight(self, board: Board, starship: Starship, mine: Sequence[object]) -> list[PoolPart]:
        """The same of a flight through an asteroid field."""
        from sits_es.rules.starwars.checks import rules

        if (flew := _last(mine, StarshipFlew)) is None:
            return []
        return rules.asteroid_parts(board, starship, (start_of(flew)[0], *(Position(*each) for each in flew.path)))

    def _of_guided(self, board: Board, starship: Starship) -> list[PoolPart]:
        """The same of a guided weapon's own attack."""
        from sits_es.rules.starwars.checks import rules

        fact, weapon = self.fact, board.class_of(starship).weapon(self.fact.about)
        target, key = board.starships.get(fact.against or ""), (starship.name, fact.about)
        waiting = next((each for each in board.guided if (each.starship, each.weapon) == key), None)
        if weapon is None or target is None or waiting is None:
            return []
        return rules.guided_parts(board, starship, target, weapon, waiting.zone)

    def _of_action(self, board: Board, starship: Starship, mine: Sequence[object]) -> list[PoolPart]:
        """The same of an action that is no attack; of the actions of each of the crew the first is tried."""
        from sits_es.rules.starwars.checks import rules
        from sits_es.rules.starwars.crews.rules import Repair

        kinds = FireOrdered | AdvantageOrdered | CheckOrdered | RepairOrdered
        actions = (each for each in mine if isinstance(each, kinds))
        action = next((each for each in actions if getattr(each, "member", "") == self.fact.member), None)
        if isinstance(action, CheckOrdered):
            return rules.skill_parts(board, starship, action)
        if isinstance(action, RepairOrdered):
            return Repair(action).parts(board, starship)
        if isinstance(action, AdvantageOrdered) and (target := board.starships.get(action.target)) is not None:
            return rules.advantage_parts(board, starship, target)
        return []


#: Where what players add to a pool stands.
_AGREED: Final = "the players' own agreement"


def _last(facts: Iterable[object], cls: type[F]) -> F | None:
    found = [fact for fact in facts if isinstance(fact, cls)]
    return found[-1] if found else None


def _agreed(reckoned: Pool, thrown: Pool) -> str:
    """What the players added to a pool: dice, then upgrades. Where nothing adds up to it, that it is on record so."""
    boost, setback = thrown.boost - reckoned.boost, thrown.setback - reckoned.setback
    upgrades = _upgrades((reckoned.ability, reckoned.proficiency), (thrown.ability, thrown.proficiency))
    harder = _upgrades((reckoned.difficulty, reckoned.challenge), (thrown.difficulty, thrown.challenge))
    if boost < 0 or setback < 0 or upgrades is None or harder is None:
        return "the rest comes from the record"
    said = [dice((number,), (kind,)) for number, kind in ((boost, "boost"), (setback, "setback")) if number]
    said += [f"its own dice upgraded {times(upgrades)}"] if upgrades else []
    said += [f"the difficulty upgraded {times(harder)}"] if harder else []
    return f"agreed on with the order: {', '.join(said)}"


def _upgrades(plain: tuple[int, int], thrown: tuple[int, int]) -> int | None:
    """How many upgrades lead from the one to the other; None if none do. A better die is worth two plain ones."""
    number = thrown[0] + 2 * thrown[1] - plain[0] - 2 * plain[1]
    if not 0 <= number <= MOST_UPGRADES:
        return None
    after = Pool(ability=plain[0], proficiency=plain[1]).upgraded(number)
    return number if (after.ability, after.proficiency) == thrown else None
