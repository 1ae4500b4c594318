"""A file of facts ready to edit: each ship's display, and what can be entered, as comments."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.orders.names import written
from sits_es.orders.normal import UnitBlock, write_template
from sits_es.rules.xwing.orders.language import LANGUAGE, amounts
from sits_es.rules.xwing.state import Board, Ship
from sits_es.rules.xwing.sums.areas import STANDARD, in_order
from sits_es.rules.xwing.weapons import TURRET
from sits_es.sentences import counted, listed


def template(board: Board, player: str, game: str) -> str:
    """A file for the player's ships; unedited it enters nothing."""
    notes = [
        f"What {player} enters in round {board.turn}, entry {board.entry}. What follows a # is a comment.",
        "Lines count in the order written. A text after a colon goes on to the end of its line.",
        "by ruling: TEXT after an attack enters what these rules can't prove, as the players agreed: with a huge",
        "ship's turret, at a ship of one's own side, or where the printed page says nothing. TEXT is the ruling.",
        "note: TEXT and end round may stand under any ship of yours.",
        *_spoken_of(board, player),
    ]
    blocks = [_block(board, ship) for _, ship in sorted(board.ships.items()) if ship.player == player]
    return write_template(game, board.turn, blocks, LANGUAGE, player=player, notes=notes)


def _spoken_of(board: Board, player: str) -> Iterator[str]:
    """What may be said of attacks: each that waits for a ruling, and others' of this round and the last one."""
    for attack in board.attacks:
        told = f"{attack.ship} at {attack.target} with {attack.weapon}"
        if attack.ruled is not None:
            continue
        if attack.disputed is not None:
            yield f"So may ruling {attack.number} stands: TEXT or ruling {attack.number} does not stand: TEXT ({told})."
        elif board.ships[attack.ship].player != player and attack.moment[0] >= board.turn - 1:
            yield f"So may dispute {attack.number}: TEXT ({told})."


def _block(board: Board, ship: Ship) -> UnitBlock:
    return UnitBlock(name=ship.name, notes=tuple(_notes(ship)), examples=tuple(_examples(board, ship)))


def _notes(ship: Ship) -> Iterator[str]:
    if ship.gone is not None:
        yield "out of the game"
        return
    where = "not placed yet" if ship.stand is None else f"at {ship.stand}"
    turret = f", turret {', '.join(ship.points)}" if ship.points else ""
    yield f"{where}{turret}, {counted(ship.shields, 'shield')}, {ship.hull} hull"
    yield f"weapons: {listed(f'{each.name} ({each.arc})' for each in ship.weapons)}"


def _examples(board: Board, ship: Ship) -> Iterator[str]:
    if ship.gone is not None:
        return
    if ship.stand is None:
        yield "place at -40,12.5 facing 30"
        return
    yield 'move "2 bank left" to 10,80.5 facing 75'
    if ship.turret is not None:
        yield f"rotate {','.join(_elsewhere(ship))}{' by ruling: TEXT' if ship.huge else ''}"
    yield from _attacks(board, ship)
    yield f"lose {amounts(min(ship.shields, 1), 1)}"
    yield "critical: TEXT"
    yield "remove"


def _attacks(board: Board, ship: Ship) -> Iterator[str]:
    """Every attack that can be made as everybody stands, with its arc and its range after it as a comment.

    A huge ship's turret attacks whoever is within range 3, by a ruling.
    """
    from sits_es.rules.xwing.play.proofs import proof

    for target in board.placed():
        for weapon in ship.weapons if target.side != ship.side else ():
            line = f"attack {written(target.name)} with {written(weapon.name)}"
            found = proof(board, board.next_attack(ship.name, target.name, weapon.name, ""))
            if ship.huge and weapon.arc == TURRET:
                if found.sight.range is not None:
                    yield f"{line} by ruling: TEXT"
            elif found.hold is not None:
                yield f"{line}  # {found.hold.arc}, range {found.hold.range}"


def _elsewhere(ship: Ship) -> tuple[str, ...]:
    """Where its turret does not point now: the next arc clockwise of each that it points toward."""
    return in_order(STANDARD[(STANDARD.index(arc) + 1) % len(STANDARD)] for arc in ship.points)
