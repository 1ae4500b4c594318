"""What is spent of a roll: by whoever made it, and by the other side. Rule: base game; rules.md, Spending."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

from sits_es.events import Coded
from sits_es.rules.refusals import Refusal
from sits_es.rules.starwars.attacks.facts import Attack
from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.checks.facts import CheckMade, Source
from sits_es.rules.starwars.crews.facts import (
    STANCES,
    EffectBegan,
    EffectKind,
    ManoeuvreWon,
    StancesBroken,
    StarshipSlowed,
)
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.harm.facts import CriticalSuffered
from sits_es.rules.starwars.harm.rules import critical_hit, foreseen_critical, hit, strained
from sits_es.rules.starwars.order_rules import MOST_MANOEUVRES, OrderRules, refuse
from sits_es.rules.starwars.qualities.facts import WeaponGuided
from sits_es.rules.starwars.resolution import Resolution
from sits_es.rules.starwars.slots.course import is_last_of_round
from sits_es.rules.starwars.spending.facts import (
    OWING,
    SPENDABLE,
    AnswerOrdered,
    NoteOpened,
    ResultSpent,
    SpendOrdered,
    Spent,
)
from sits_es.rules.starwars.spending.uses import USES, Use, meant, named_by, price_of, use_of
from sits_es.rules.starwars.starship_class import StarshipWeapon
from sits_es.rules.starwars.words import counted_symbol, of_check

F = TypeVar("F", SpendOrdered, AnswerOrdered)

#: The one use that is carried out without crews too.
CRITICAL_HIT: Final = "critical hit"

#: The uses that take an attack of the slot: why one has no such use, and whether it has. Rule: base game.
_OF_AN_ATTACK: Final[dict[str, tuple[str, Callable[[Board, Attack, StarshipWeapon], bool]]]] = {
    CRITICAL_HIT: ("no-critical", lambda _, attack, __: attack.hurt),
    "another hit": ("not-linked", lambda _, attack, weapon: 1 <= attack.hits <= weapon.linked),
    "guide": (
        "not-guided",
        lambda board, attack, weapon: (
            weapon.guided > 0 and not attack.hits and not any(each.weapon == weapon.name for each in board.guided)
        ),
    ),
}


class _Spending(OrderRules[F]):
    """Spend what a roll of this slot came to, in the order written, as far as it goes."""

    def why_not(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[Refusal]:
        """How much of it is left once the lines above have spent what they say, and what its use takes."""
        order, left, roller = self.fact, self._left(board, above), board.acting() or starship
        if left is None:
            made = ", ".join(dict.fromkeys(check.source for check in board.checks))
            yield refuse(starship, "no-such-check", of_check(order.source), made, roller.name)
            return
        if not 1 <= order.number <= left:
            whose = "its" if roller is starship else f"{roller.name}'s"
            check = f"{whose} check {of_check(order.source)}"
            yield refuse(starship, "not-so-much", max(left, 0), order.what, check, order.number)
        if (found := self._use(board)) is not None:
            yield from self._no_use(board, starship, roller, *found)

    def _use(self, board: Board) -> tuple[Use, str] | None:
        """The use that it asks for, where the game knows it, and the name in it."""
        found = use_of(self.fact.text, self.fact.what)
        return found if board.crews or (found is not None and found[0].words == CRITICAL_HIT) else None

    def _no_use(self, board: Board, starship: Starship, roller: Starship, use: Use, name: str) -> Iterator[Refusal]:
        """Why a use can't be had: whom it names, and its price."""
        order, known = self.fact, named_by(board, starship, roller, use)
        named = meant(name, known)
        if use.names and named is None:
            yield self._misnamed(board, starship, use, name, ", ".join(known))
            return
        price = price_of(use, order.what, itself=named == starship.name)
        if price is None or (price and order.number != price and use.words != "strain"):
            prices = _prices(use, board.attacked_with(order.source), itself=named == starship.name)
            yield refuse(starship, "use-costs", f"{use.words} {named or ''}".strip(), prices)
        elif use.words == "manoeuvre" and board.won:
            yield refuse(starship, "manoeuvre-won")
        elif use.words == "manoeuvre" and board.manoeuvres >= MOST_MANOEUVRES:
            yield refuse(starship, "manoeuvred-twice")
        elif use.words == "break off" and named is not None and not stances_lost(board, board.starships[named], use):
            yield refuse(starship, "holds-nothing", named)
        elif use.by == "roller" and use.words in _OF_AN_ATTACK:
            yield from self._no_more(board, starship, use)

    def _misnamed(self, board: Board, starship: Starship, use: Use, name: str, known: str) -> Refusal:
        """That a use is not for whoever is named: nobody, somebody lost, a foe or one of its own side."""
        there = meant(name, [*board.starships])
        if there is None:
            return refuse(starship, "use-names", use.words, name, known)
        if board.on_map(there) is None:
            return refuse(starship, "target-is-lost", there)
        foe = board.starships[there].side != starship.side
        return refuse(starship, "use-names-foe" if foe else "use-names-own", use.words, there, known)

    def _no_more(self, board: Board, starship: Starship, use: Use) -> Iterator[Refusal]:
        """Why a weapon does no more: what its attack came to, its qualities, its target, its price. Rule: base game."""
        order, attack = self.fact, board.attacks.get(self.fact.source)
        weapon = None if attack is None else board.class_of(starship).weapon(attack.weapon)
        code, can = _OF_AN_ATTACK[use.words]
        if attack is None or weapon is None or not can(board, attack, weapon):
            card = board.class_of(starship)
            others = (
                source
                for source, each in board.attacks.items()
                if (by := card.weapon(each.weapon)) is not None and can(board, each, by)
            )
            source = next(others, None)
            yield refuse(starship, code) if source is None else refuse(starship, "of-another-check", use.words, source)
        elif board.on_map(attack.target) is None:
            yield refuse(starship, "target-is-lost", attack.target)
        elif use.words == CRITICAL_HIT and order.what == "advantage" and order.number < weapon.critical:
            yield refuse(starship, "critical-costs-more", weapon.name, weapon.critical, order.number)

    def _left(self, board: Board, above: Sequence[OfStarship]) -> int | None:
        """What is left of the check, None if it was not made. Below 0 where the lines above spend too much."""
        order = self.fact
        check = board.check_of(order.source)
        return None if check is None else _of_check(board, check)[order.what] - _spent(above, order.source, order.what)

    def carry_out(self, work: Resolution, starship: Starship) -> None:
        """Spend it, and do what its use does."""
        order, board = self.fact, work.board
        roller = board.acting() or starship
        work.record(
            ResultSpent(
                starship=starship.name, number=order.number, what=order.what, source=order.source, text=order.text
            )
        )
        if (found := self._use(board)) is None:
            if board.crews:
                work.record(NoteOpened(starship=starship.name, number=board.opened + 1, text=order.text))
            return
        use, name = found
        named = meant(name, named_by(board, starship, roller, use))
        if use.effect is not None and named is not None:
            work.record(EffectBegan(starship=named, effect=use.effect, by=starship.name))
        elif use.words == CRITICAL_HIT:
            self._score(work, starship, roller)
        elif use.words == "manoeuvre":
            work.record(ManoeuvreWon(starship=starship.name))
        elif use.words in _OF_AN_ATTACK:
            self._once_more(work, starship, use)
        elif use.words == "strain":
            strained(work, roller, Coded("threat", (starship.name,)), order.number)
        elif use.words == "slower" and roller.speed:
            work.record(StarshipSlowed(starship=roller.name, speed=roller.speed - 1, by=starship.name))
        elif named is not None:
            lost = tuple(dict.fromkeys(stances_lost(board, board.starships[named], use)))
            work.record(StancesBroken(starship=named, lost=lost, by=starship.name))

    def _once_more(self, work: Resolution, starship: Starship, use: Use) -> None:
        """A linked weapon hits once more, or a guided one keeps on its way."""
        board, attack = work.board, work.board.attacks[self.fact.source]
        weapon, made = board.class_of(starship).weapon(attack.weapon), board.check_of(self.fact.source)
        if weapon is None or made is None:
            return
        if use.words == "guide":
            work.record(
                WeaponGuided(starship=starship.name, weapon=weapon.name, target=attack.target, zone=attack.zone)
            )
        else:
            hit(work, starship, weapon, board.starships[attack.target], made.success)

    def _score(self, work: Resolution, starship: Starship, roller: Starship) -> None:
        """A critical hit, on the target of the attack or, of despair, on whoever rolled it."""
        board, nth = work.board, sum(isinstance(fact, CriticalSuffered) for fact in work.facts)
        if roller is not starship:
            critical_hit(work, roller.name, roller, Coded("threat", (starship.name,)), starship.name, nth)
        elif (attack := board.attacks.get(self.fact.source)) is not None:
            why = Coded("weapon", (starship.name, attack.weapon))
            critical_hit(work, starship.name, board.starships[attack.target], why, attack.target, nth)

    def foreseen(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[str]:
        """What is left of a check with this line and those above it."""
        order, left = self.fact, self._left(board, above) or 0
        whose = "its" if board.acting() is starship else f"{(board.acting() or starship).name}'s"
        what = f"{order.number} {order.what} from {whose} check {of_check(order.source)}"
        found, note = self._use(board), ""
        if found is not None and found[0].words == CRITICAL_HIT:
            note = f"; {self.outlook(board, starship)}"
        elif found is None and board.crews:
            note = "; a note, open until the other side agrees"
        yield f"{starship.name} spends {what}: {order.text}; {left - order.number} left{note}"

    def outlook(self, board: Board, starship: Starship) -> str:
        """What its use does."""
        found, roller = self._use(board), board.acting() or starship
        if found is None or found[0].words != CRITICAL_HIT:
            return "" if found is None else found[0].does
        attack = board.attacks.get(self.fact.source)
        target = roller if roller is not starship or attack is None else board.starships[attack.target]
        return foreseen_critical(board, target)


def _of_check(board: Board, check: CheckMade) -> dict[Spent, int]:
    """What is left of a check, for either side."""
    return dict((*board.left_of(check).items(), *board.threat_of(check).items()))


def _spent(orders: Sequence[OfStarship], source: Source, what: Spent) -> int:
    """How much of something orders spend of a check."""
    spending = (each for each in orders if isinstance(each, SpendOrdered | AnswerOrdered))
    return sum(each.number for each in spending if (each.source, each.what) == (source, what))


class Spend(_Spending[SpendOrdered]):
    """Advantage and triumph, by whoever rolled them."""

    stage = "spend"

    def expect(self, board: Board, starship: Starship) -> None:
        """A manoeuvre that it wins can be ordered below; a weapon hits once more, or is on its way."""
        found, attack = self._use(board), board.attacks.get(self.fact.source)
        words = "" if found is None else found[0].words
        board.won = board.won or words == "manoeuvre"
        if attack is not None and words == "another hit":
            board.count_hit(attack.weapon, hurt=False)
        elif attack is not None and words == "guide":
            WeaponGuided(starship=starship.name, weapon=attack.weapon, target=attack.target, zone=attack.zone).apply(
                board
            )

    @classmethod
    def suggested(cls, board: Board, starship: Starship) -> Iterator[OfStarship]:
        """Of each of the slot's checks one of everything, and a critical hit where one can be scored."""
        name, some = starship.name, "what it is spent on"
        for source in (check.source for check in board.checks):
            weapon = board.attacked_with(source)
            dear = 1 if weapon is None else weapon.critical
            yield SpendOrdered(starship=name, number=1, what="advantage", source=source, text=some)
            yield SpendOrdered(starship=name, number=dear, what="advantage", source=source, text=CRITICAL_HIT)
            yield SpendOrdered(starship=name, number=1, what="triumph", source=source, text=some)
            yield SpendOrdered(starship=name, number=1, what="triumph", source=source, text=CRITICAL_HIT)
            for what in SPENDABLE if board.crews else ():
                for text, number in offers(board, starship, starship, what):
                    yield SpendOrdered(starship=name, number=number, what=what, source=source, text=text)


class Reply(_Spending[AnswerOrdered]):
    """Threat and despair, by the other side of whoever rolled them."""

    stage = "threat"

    @classmethod
    def suggested(cls, board: Board, starship: Starship) -> Iterator[OfStarship]:
        """Of each of the slot's checks whatever threat and despair buy."""
        roller = board.acting() or starship
        for source in (check.source for check in board.checks):
            for what in OWING:
                for text, number in offers(board, starship, roller, what):
                    yield AnswerOrdered(starship=starship.name, number=number, what=what, source=source, text=text)


def offers(board: Board, spender: Starship, roller: Starship, what: Spent) -> Iterator[tuple[str, int]]:
    """Every use that something buys, with its price, for whomever it can name; critical hits of weapons aside."""
    for use in USES:
        if (use.by == "roller") != (spender is roller) or (spender is roller and use.words == CRITICAL_HIT):
            continue
        if use.words == "shields down for" and is_last_of_round(board):
            continue  # they would count again before anybody attacks
        for name in named_by(board, spender, roller, use) or [""]:
            if use.effect == "shields down" and not any(board.starships[name].shields_left):
                continue
            price = price_of(use, what, itself=name == spender.name)
            if price:
                yield f"{use.words} {name}".strip(), price


def stances_lost(board: Board, starship: Starship, use: Use) -> list[EffectKind]:
    """What a starship would lose: a foe what makes its attacks better, whoever rolled all stances. Rule: base game."""
    lost: tuple[EffectKind, ...] = ("aim", "stay on target") if use.by == "roller" else STANCES
    return [
        each.kind
        for each in starship.effects
        if each.kind in lost and board.number_of(starship, each.kind, each.member)
    ]


def _prices(use: Use, weapon: StarshipWeapon | None, *, itself: bool) -> str:
    """What a use takes, in words: `2 advantage or 1 triumph`. weapon: what the check attacked with, if anything."""
    dear = 0 if weapon is None else weapon.critical
    each = [(price_of(use, what, itself=itself) or dear, what) for what in use.prices]
    return " or ".join(counted_symbol(number, what) for number, what in each if number)
