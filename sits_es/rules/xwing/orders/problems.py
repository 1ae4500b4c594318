"""Every reason why something can't be entered: of whose ship, in which state, and what the rules say of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from sits_es.errors import NotAllowedError
from sits_es.rules.refusals import Refusal
from sits_es.rules.xwing.events import entered
from sits_es.rules.xwing.events.entered import ENTRIES, OfShip
from sits_es.rules.xwing.events.followed import ShipLost
from sits_es.rules.xwing.fold import HANDLERS
from sits_es.rules.xwing.state import Board, Ship, copied
from sits_es.rules.xwing.weapons import TURRET
from sits_es.sentences import counted, listed, unknown

#: Why a ship is out of the game, in words.
FATES: Final = {"lost": "it has no hull left", "removed": "it was removed"}


def entry_problems(board: Board, player: str, given: Sequence[OfShip]) -> Iterator[Refusal]:
    """Every reason why a player can't enter these facts, each seen on the board that those before it have made."""
    board = copied(board)
    for at, fact in enumerate(given):
        found = list(_of(board, player, fact))
        yield from (Refusal(each.message, each.field, at) for each in found)
        if not found:
            take(board, fact)


def file_problems(board: Board, fact: OfShip, given: Sequence[OfShip]) -> Iterator[Refusal]:
    """The same for one of the facts of a file that is only checked. given: all of them, in order."""
    before = given[: given.index(fact)] if fact in given else ()
    board = copied(board)
    for each in before:
        if each.ship in board.ships and not list(_of(board, board.ships[each.ship].player, each)):
            take(board, each)
    yield from _of(board, board.ships[fact.ship].player if fact.ship in board.ships else "", fact)


def take(board: Board, fact: OfShip) -> None:
    """Let a fact change the board, and lose a ship that has no hull left by it."""
    HANDLERS[type(fact)](board, fact)
    ship = board.ships[fact.ship]
    if ship.hull == 0 and ship.gone is None:
        HANDLERS[ShipLost](board, ShipLost(ship=ship.name))


def _of(board: Board, player: str, fact: OfShip) -> Iterator[Refusal]:
    own = [name for name, each in sorted(board.ships.items()) if each.player == player]
    ship = board.ships.get(fact.ship)
    if ship is None:
        yield Refusal(unknown("ship", fact.ship, own or sorted(board.ships)), "ship")
        return
    if ship.player != player:
        yield Refusal(f"{ship.name} is {ship.player}'s. {player} enters facts of {listed(own)}.", "ship")
        return
    if not isinstance(fact, _ALWAYS):
        if ship.gone is not None and not (isinstance(fact, entered.DamageRegained) and _wrongly_lost(board, ship)):
            yield Refusal(f"{ship.name} is out of the game: {FATES[ship.gone]}.")
            return
        if ship.stand is None and isinstance(fact, _ON_TABLE):
            yield Refusal(f"{ship.name} is not placed yet. Enter place at X,Y facing DEGREES first.")
            return
    yield from _CHECKS[type(fact)](board, ship, fact)


def _wrongly_lost(board: Board, ship: Ship) -> bool:
    """Whether a ship has lost its hull, and an attack on it does not stand: what it lost by that may be regained."""
    overturned = any(each.target == ship.name and each.ruled and not each.ruled[0] for each in board.attacks)
    return ship.gone == "lost" and overturned


def _placing(board: Board, ship: Ship, fact: entered.ShipPlaced) -> Iterator[Refusal]:
    if ship.stand is not None:
        yield Refusal(f"{ship.name} is placed already, at {ship.stand}. Enter where it goes as a move.")
    yield from _on_table(board, ship, fact)


def _on_table(board: Board, ship: Ship, fact: entered.ShipPlaced | entered.ShipMoved) -> Iterator[Refusal]:
    """Where a table is laid, the middle of a ship is on it. Rule: house."""
    if board.table is not None and not board.table.holds(fact.x, fact.y):
        yield Refusal(
            f"{ship.name}: {fact.x},{fact.y} is off the table, which reaches {board.table.reach}. "
            "A ship that leaves it is entered with remove."
        )


def _rotating(board: Board, ship: Ship, fact: entered.TurretRotated) -> Iterator[Refusal]:
    from sits_es.rules.xwing.sums.turrets import rotate

    del board
    if ship.turret is None:
        yield Refusal(f"{ship.name} has no turret arc indicator. Leave rotate out.")
    elif ship.huge and not fact.ruling:
        yield Refusal(f"{_huge(ship)} Write rotate {','.join(fact.points)} by ruling: TEXT.")
    elif not fact.ruling or fact.points != ship.points:
        try:
            rotate(ship.points, fact.points)
        except NotAllowedError as refusal:
            yield from (Refusal(f"{ship.name}: {said}", "points") for said in refusal.problems)


def _huge(ship: Ship) -> str:
    return f"{ship.name} is huge, and the rules of huge ships' turrets are not known here."


def _attacking(board: Board, ship: Ship, fact: entered.AttackEntered) -> Iterator[Refusal]:
    target, weapon = board.ships.get(fact.target), ship.weapon(fact.weapon)
    found = list(_targeted(board, ship, fact))
    if weapon is None:
        known = [each.name for each in ship.weapons]
        found.append(Refusal(f"{ship.name}: {unknown('weapon', fact.weapon, known)}", "weapon"))
    elif ship.huge and weapon.arc == TURRET and not fact.ruling:
        found.append(Refusal(f"{_huge(ship)} Write by ruling: TEXT after {weapon.name}.", "weapon"))
    yield from found
    if found or fact.ruling or target is None:
        return
    from sits_es.rules.xwing.play.proofs import proof, why_not

    attack = board.next_attack(fact.ship, fact.target, fact.weapon, fact.ruling)
    if (said_no := why_not(attack, proof(board, attack))) is not None:
        yield Refusal(said_no)


def _targeted(board: Board, ship: Ship, fact: entered.AttackEntered) -> Iterator[Refusal]:
    """Why nobody can attack this target now, by a ruling or not."""
    target = board.ships.get(fact.target)
    if target is None or target is ship:
        others = [each.name for each in board.placed() if each.side != ship.side]
        said = unknown("target", fact.target, others) if target is None else f"{ship.name} can't attack itself."
        yield Refusal(said if target is not None else f"{ship.name}: {said}", "target")
    elif target.gone is not None:
        yield Refusal(f"{ship.name}: {target.name} is out of the game: {FATES[target.gone]}.", "target")
    elif target.stand is None:
        yield Refusal(f"{ship.name}: {target.name} is not placed yet.", "target")
    elif target.side == ship.side and not fact.ruling:
        yield Refusal(f"{ship.name}: {target.name} is on the same side, {ship.side}.", "target")


def _losing(board: Board, ship: Ship, fact: entered.DamageEntered) -> Iterator[Refusal]:
    del board
    for what, lost, left in (("shield", fact.shields, ship.shields), ("hull", fact.hull, ship.hull)):
        if lost > left:
            has = f"{left} hull" if what == "hull" else counted(left, what)
            yield Refusal(f"{ship.name} has {has} left, and can't lose {lost}.")


def _gaining(board: Board, ship: Ship, fact: entered.DamageRegained) -> Iterator[Refusal]:
    del board
    for what, more, left, most in (
        ("shield", fact.shields, ship.shields, ship.most_shields),
        ("hull", fact.hull, ship.hull, ship.most_hull),
    ):
        if left + more > most:
            has = f"{left} of {most} hull" if what == "hull" else f"{left} of {counted(most, what)}"
            yield Refusal(f"{ship.name} has {has}, and can't regain {more}.")


def _disputing(board: Board, ship: Ship, fact: entered.DisputeEntered) -> Iterator[Refusal]:
    attack = board.attack(fact.attack)
    if attack is None or attack.ruled is not None:
        yield Refusal(f"{ship.name}: {_closed(board, fact.attack)}", "attack")
    elif attack.disputed is not None:
        yield Refusal(f"{ship.name}: attack {attack.number} is disputed already, by {attack.disputed[0]}.", "attack")


def _ruling(board: Board, ship: Ship, fact: entered.RulingEntered) -> Iterator[Refusal]:
    attack = board.attack(fact.attack)
    if attack is None or attack.ruled is not None:
        yield Refusal(f"{ship.name}: {_closed(board, fact.attack)}", "attack")
    elif attack.disputed is None:
        yield Refusal(
            f"{ship.name}: nobody disputes attack {attack.number}. Enter dispute {attack.number}: TEXT first."
        )


def _closed(board: Board, number: int) -> str:
    """Why nothing more is said of an attack: it is ruled on, or there is none of that number."""
    attack, many = board.attack(number), len(board.attacks)
    if attack is not None and attack.ruled is not None:
        return f"attack {number} is ruled on already: it {'stands' if attack.ruled[0] else 'does not stand'}."
    there = "none was declared yet" if not many else "there is only 1" if many == 1 else f"they are 1 to {many}"
    return f"there is no attack {number}: {there}."


def _ending(board: Board, ship: Ship, fact: entered.RoundEndEntered) -> Iterator[Refusal]:
    del fact
    if board.ending:
        yield Refusal(f"{ship.name}: the round ends with this entry already. Leave one end round.")


def _nothing(board: Board, ship: Ship, fact: OfShip) -> Iterator[Refusal]:
    """Words can always be entered."""
    del board, ship, fact
    yield from ()


#: What may be entered of a ship that is out of the game too: what was said, and what becomes of attacks.
_ALWAYS: Final = (entered.NoteEntered, entered.DisputeEntered, entered.RulingEntered, entered.RoundEndEntered)
#: What needs a ship on the table.
_ON_TABLE: Final = (entered.ShipMoved, entered.AttackEntered)

_CHECKS: Final[dict[type[OfShip], Callable[[Board, Ship, Any], Iterator[Refusal]]]] = {
    **dict.fromkeys(ENTRIES, _nothing),
    entered.ShipPlaced: _placing,
    entered.ShipMoved: _on_table,
    entered.TurretRotated: _rotating,
    entered.AttackEntered: _attacking,
    entered.DamageEntered: _losing,
    entered.DamageRegained: _gaining,
    entered.DisputeEntered: _disputing,
    entered.RulingEntered: _ruling,
    entered.RoundEndEntered: _ending,
}
