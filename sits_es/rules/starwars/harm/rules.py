"""Hull trauma, system strain and critical hits, and who is lost, shut down or restored by them. Rule: base game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from sits_es.events import Coded, Event
from sits_es.rules.refusals import Refusal
from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.checks.facts import CheckMade
from sits_es.rules.starwars.crews.facts import StarshipSlowed
from sits_es.rules.starwars.fact import Fact, OfStarship
from sits_es.rules.starwars.harm.facts import (
    ENTRIES,
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
from sits_es.rules.starwars.order_rules import OrderRules
from sits_es.rules.starwars.qualities.facts import StarshipCaught
from sits_es.rules.starwars.resolution import Resolution
from sits_es.rules.starwars.starship_class import StarshipWeapon
from sits_es.rules.starwars.sums.harm import Harm, asteroid_harm, weapon_harm
from sits_es.rules.starwars.words import no_critical
from sits_es.sentences import listed, unknown

#: What each critical hit that a starship has adds to the roll for its next one. Rule: base game.
EARLIER: Final = 10
#: Sides of the die for a critical hit, 1 to 100.
HUNDRED: Final = 100


def hit(work: Resolution, attacker: Starship, weapon: StarshipWeapon, target: Starship, successes: int) -> None:
    """An attack succeeded by so many; a tractor beam holds, and does no damage."""
    if weapon.tractor:
        work.record(
            StarshipCaught(starship=target.name, by=attacker.name, weapon=weapon.name, difficulty=weapon.tractor)
        )
        return
    harm = weapon_harm(weapon, successes, work.board.armour_of(target))
    _suffer(work, target, Coded("weapon", (attacker.name, weapon.name)), harm)


def battered(work: Resolution, starship: Starship, field: str, made: CheckMade) -> None:
    """What a check in an asteroid field does, whether it succeeds or not. field: its name."""
    harm = asteroid_harm(max(0, -made.advantage), made.despair, work.board.armour_of(starship))
    _suffer(work, starship, Coded("asteroids", (field,)), harm)


def _suffer(work: Resolution, starship: Starship, why: Coded, harm: Harm) -> None:
    if work.board.class_of(starship).group:
        harm = as_minions(harm)
    if harm.damage and not harm.ion:
        work.record(
            TraumaSuffered(
                starship=starship.name,
                why=why,
                damage=harm.damage,
                armour=harm.armour,
                trauma=harm.trauma,
                total=starship.trauma + harm.trauma,
            )
        )
    if harm.ion or harm.strain:
        damage, armour = (harm.damage, harm.armour) if harm.ion else (0, 0)
        strain = harm.strain + damage - armour
        work.record(
            StrainSuffered(
                starship=starship.name,
                why=why,
                strain=strain,
                total=starship.strain + strain,
                damage=damage,
                armour=armour,
            )
        )
    for nth in range(harm.criticals):
        if not starship.gone:
            critical_hit(work, starship.name, starship, why, str(why.values[0]), nth)
    _settle(work, starship)


def as_minions(harm: Harm) -> Harm:
    """What a minion group suffers: system strain is hull trauma, which armour does not stop. Rule: base game."""
    return replace(harm, damage=harm.damage + harm.strain, strain=0, ion=False)


def strained(work: Resolution, starship: Starship, why: Coded, points: int) -> None:
    """System strain and nothing else, 1 point up."""
    _suffer(work, starship, why, Harm(strain=points))


def critical_hit(work: Resolution, actor: str, starship: Starship, why: Coded, about: str, nth: int) -> None:
    """Roll a critical hit: 1 to 100, and 10 for each that the starship has. nth: of those of the exchange, 0 up.

    Where the game has a table, what its row does at once happens now. Of a minion group it puts one out, and nothing is
    rolled. Rule: base game.
    """
    board, number = work.board, work.board.criticals + 1
    if board.class_of(starship).group:
        _put_out(work, starship)
        return
    rolled = work.roll(actor, "critical hit", about, nth, HUNDRED) + 1
    added = EARLIER * len(starship.criticals)
    row = None if board.critical_table is None else board.critical_table.row_of(rolled + added)
    work.record(
        CriticalSuffered(
            starship=starship.name,
            why=why,
            critical=number,
            rolled=rolled,
            added=added,
            result=rolled + added,
            text="" if row is None else str(row),
        )
    )
    if row is None:
        return
    _suffer(work, starship, Coded("critical", (number,)), Harm(damage=row.trauma, strain=row.strain))
    if not starship.gone and starship.speed > (left := board.speed_of(starship)):
        work.record(StarshipSlowed(starship=starship.name, speed=left, by=actor, critical=number))


def foreseen_critical(board: Board, starship: Starship) -> str:
    """How the next critical hit on a starship is rolled, or that it puts one of a group out, in a few words."""
    if board.class_of(starship).group:
        return "one of the group is out"
    added = f", plus {EARLIER * len(starship.criticals)} for earlier critical hits" if starship.criticals else ""
    table = "looked up in your own table" if board.critical_table is None else f"by {board.critical_table.name}"
    return f"1 to {HUNDRED}{added}, {table}"


def _put_out(work: Resolution, starship: Starship) -> None:
    """A critical hit on a minion group: one more is out than by hull trauma, with all that it could bear."""
    _settle(work, starship)
    if not starship.left:
        return
    total, left = work.board.lost_to_all(starship) + work.board.class_of(starship).hull, starship.left - 1
    work.record(MinionsLost(starship=starship.name, why=Coded("critical"), lost=1, left=left, total=total))
    _settle(work, starship)


def _settle(work: Resolution, starship: Starship) -> None:
    """Record what a starship's condition leads to."""
    for fact in _condition(work.board, starship):
        work.record(fact)


def _condition(board: Board, starship: Starship) -> Iterator[Fact]:
    """What hull trauma and strain lead to: lost beyond the one threshold, shut down beyond the other. Rule: base game.

    A critical hit can lead to either as well. A starship that is lost stays so.
    """
    card = board.class_of(starship)
    if starship.gone:
        return
    if card.group and (left := minions_left(starship, card.hull)) < starship.left:
        lost = starship.left - left
        yield MinionsLost(starship=starship.name, why=Coded("threshold"), lost=lost, left=left, total=starship.trauma)
    fatal, stopped = starship.hit_that("lost"), starship.hit_that("shut_down")
    strained = starship.strain > card.strain
    if starship.trauma > board.hull_of(starship) or not starship.left:
        yield StarshipLost(starship=starship.name)
    elif fatal:
        yield StarshipLost(starship=starship.name, critical=fatal)
    elif (strained or stopped) and not starship.shut_down:
        yield StarshipShutDown(starship=starship.name, critical=None if strained else stopped)
    elif starship.shut_down and not (strained or stopped):
        yield StarshipRestored(starship=starship.name)


def minions_left(starship: Starship, hull: int) -> int:
    """How many of a group its hull trauma leaves: one is out each time that it goes beyond their threshold."""
    return max(0, starship.number - max(0, starship.trauma - 1) // hull)


def enter(board: Board, player: str, entered: Sequence[OfStarship]) -> list[Event]:
    """What follows from what a player enters, which has changed the board already; so has it when this returns."""
    del player
    facts: list[Event] = []
    for name in dict.fromkeys(entry.starship for entry in entered):
        for fact in _condition(board, board.starships[name]):
            fact.apply(board)
            facts.append(fact)
    return facts


# what players may enter of their own starships. Rule: house


class _Entered(
    OrderRules[
        TraumaEntered | StrainEntered | ShieldsEntered | CriticalEntered | CriticalMended | NoteEntered | NoteAgreed
    ]
):
    """What is entered when it has happened, and never ordered."""

    stage = None


def entry_problems(board: Board, player: str, entered: Sequence[OfStarship]) -> Iterator[Refusal]:
    """Every reason why a player can't enter these facts; once a game has begun something can always be entered.

    Each is judged as if those before it were entered. A starship that is lost takes entries too: its last critical hit
    may still be looked up.
    """
    work = board.copy()
    for at, fact in enumerate(entered):
        found = list(_of(work, player, fact))
        yield from (replace(each, at=at) for each in found)
        if not found:
            fact.apply(work)


def _of(board: Board, player: str, fact: OfStarship) -> Iterator[Refusal]:
    starship = board.starships.get(fact.starship)
    if starship is None:
        own = [name for name, each in sorted(board.starships.items()) if each.player == player]
        yield Refusal(unknown("starship", fact.starship, own), "starship")
        return
    if not isinstance(fact, ENTRIES):
        yield Refusal(f"{starship.name}: this is an order. Put it into an order file; it is not entered.")
        return
    if starship.player != player:
        yield Refusal(f"{starship.name} is not {player}'s. Enter what happened to your own starships.", "starship")
    match fact:
        case TraumaEntered():
            yield from _less(starship, fact.change, starship.trauma - board.lost_to_all(starship), "hull trauma")
        case StrainEntered() if board.class_of(starship).group:
            yield Refusal(f"{starship.name} is a minion group, which has no system strain. Enter trauma.", "change")
        case StrainEntered():
            yield from _less(starship, fact.change, starship.strain, "system strain")
        case CriticalEntered() | CriticalMended():
            yield from _critical(starship, fact.critical)
        case NoteAgreed():
            yield from _agreed(board, starship, fact.number)


def _agreed(board: Board, starship: Starship, number: int) -> Iterator[Refusal]:
    others = (each for each in board.starships.values() if each.side != starship.side)
    open_ = sorted(note.number for each in others for note in each.open_notes)
    if number not in open_:
        are = f"Open notes: {listed(map(str, open_))}." if open_ else "None is open."
        yield Refusal(f"{starship.name}: no other side has an open note {number}. {are}", "number")


def _less(starship: Starship, change: int, total: int, what: str) -> Iterator[Refusal]:
    if total + change < 0:
        yield Refusal(f"{starship.name} has {total} {what}. It can't lose {-change}.", "change")


def _critical(starship: Starship, number: int) -> Iterator[Refusal]:
    known = [str(each.number) for each in starship.criticals]
    if str(number) not in known:
        yield Refusal(no_critical(starship.name, number, known), "critical")
