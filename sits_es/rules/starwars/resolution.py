"""What an exchange is worked out with: the board, the orders, the dice, and the facts as they come."""

from __future__ import annotations

from attrs import define

from sits_es.dice import RollKey
from sits_es.errors import UnreadableError
from sits_es.events import Coded
from sits_es.rules.bench import Bench
from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.checks.facts import ACTION, FLIGHT, GUIDED, TRACTOR, CheckMade, Source
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.slots.facts import OrderVoided
from sits_es.rules.starwars.starship_class import Skill
from sits_es.rules.starwars.sums.narrative_dice import DIE_SIDES, MOST_OF_A_KIND, Pool, Result, result_of


@define
class Resolution(Bench[Board, OfStarship]):
    """One exchange at work."""

    def roll(self, actor: str, purpose: str, about: str, nth: int, sides: int) -> int:
        """Roll one die, its face 0 up; nth: 0 up, which it is of those of one purpose in an exchange."""
        return self.throw(RollKey(actor, purpose, about, nth), 1, sides)[0]

    def throw_pool(self, actor: str, purpose: str, about: str, pool: Pool) -> Result:
        """Throw a pool, each die an event of its own, known by its kind and its number: `gunnery: ability`.

        Raises UnreadableError for more dice than any scenario gives: a strange record may ask for billions.
        """
        if max(pool.counts) > MOST_OF_A_KIND:
            raise UnreadableError(
                f"{actor} throws {max(pool.counts)} dice of one kind; at most {MOST_OF_A_KIND} are allowed."
            )
        return result_of(
            (kind, self.roll(actor, f"{purpose}: {kind}", about, nth, DIE_SIDES[kind]))
            for kind, number in pool.by_kind().items()
            for nth in range(number)
        )

    def check(
        self,
        starship: Starship,
        skill: Skill,
        pool: Pool,
        *,
        source: Source = "action",
        against: str = "",
        about: str = "",
    ) -> CheckMade:
        """Roll a pool for a skill and record what it comes to. against: a starship; about: anything else.

        The dice of a flight are named after it, for the action's check may be of the same skill, about the same name.
        """
        result = self.throw_pool(starship.name, self._purpose(source, skill, about), against or about, pool)
        made = CheckMade(
            starship=starship.name,
            source=source,
            skill=skill,
            against=against or None,
            about=about,
            pool=pool.counts,
            success=result.success,
            advantage=result.advantage,
            triumph=result.triumph,
            despair=result.despair,
        )
        self.record(made)
        return made

    def _purpose(self, source: Source, skill: Skill, about: str) -> str:
        """What the dice of a check are called: no two checks of a slot are called alike."""
        if source == GUIDED:
            return f"guided {about}"
        if source in (FLIGHT, TRACTOR):
            before = any(check.source == source for check in self.board.checks)
            return f"second {source}" if before else source
        return skill if source == ACTION else f"{source}'s {skill}"

    def void(self, order: OfStarship, why: Coded) -> None:
        """Record that an order came to nothing, and why."""
        from sits_es.rules.starwars.orders.language import LANGUAGE

        self.record(OrderVoided(starship=order.starship, order=LANGUAGE.write(order), why=why))

    def all_orders(self) -> list[OfStarship]:
        """Every order of the exchange, in order of player and as written."""
        return [order for player in sorted(self.orders) for order in self.orders[player]]
