"""A file of dials or of facts, ready to edit: each ship's display, and what can be written, as comments."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.orders.names import written
from sits_es.orders.normal import UnitBlock, write_template
from sits_es.rules.xwing.board import Board, Ship
from sits_es.rules.xwing.dials.facts import DialOrdered
from sits_es.rules.xwing.entry_rules import ENTRIES, EntryRules, why_not
from sits_es.rules.xwing.fact import OfShip
from sits_es.rules.xwing.orders.language import LANGUAGE
from sits_es.sentences import counted, listed


def template(board: Board, player: str, game: str) -> str:
    """A file for the player's ships; unedited it enters nothing."""
    facts = f"{player}'s facts for round {board.turn}, entry {board.entry}. Text after # is a comment."
    notes = (
        _dial_notes(board, player)
        if board.dials_owed
        else [
            facts,
            "Place every ship first; then the dials of the round are sealed. Below a ship, note: TEXT keeps a note.",
        ]
        if board.still_to_place
        else [
            facts,
            "Lines are carried out in the order written. Text after a colon runs to the end of the line.",
            (
                "Write by ruling: TEXT after an attack that you agreed on but these rules can't prove: with a huge "
                "ship's turret, at a ship of your own side, or where the printed page says nothing. TEXT is the ruling."
            ),
            'A ship moves by template: 2 bank left. For any other move: move "barrel roll" to X,Y facing DEGREES.',
            "Below any of your ships, note: TEXT keeps a note, and end round ends the round.",
            *_spoken_of(board, player),
        ]
    )
    blocks = [_block(board, ship) for _, ship in sorted(board.ships.items()) if ship.player == player]
    return write_template(game, board.turn, blocks, LANGUAGE, player=player, notes=notes)


def _dial_notes(board: Board, player: str) -> list[str]:
    return [
        f"{player}'s dials for round {board.turn}: one for each ship. Text after # is a comment.",
        "Each line says where the template leads if nobody else moves. All dials are revealed together.",
    ]


def _spoken_of(board: Board, player: str) -> Iterator[str]:
    """What may be said of attacks: each that waits for a ruling, and others' of this round and the last one."""
    for attack in board.attacks:
        told = f"{attack.ship} at {attack.target} with {attack.weapon}"
        if attack.ruled is not None:
            continue
        if attack.disputed is not None:
            stands, falls = f"ruling {attack.number} stands: TEXT", f"ruling {attack.number} does not stand: TEXT"
            yield f"You may also write {stands} or {falls} ({told})."
        elif board.ships[attack.ship].player != player and attack.moment[0] >= board.turn - 1:
            yield f"You may also write dispute {attack.number}: TEXT ({told})."


def _block(board: Board, ship: Ship) -> UnitBlock:
    return UnitBlock(name=ship.name, notes=tuple(_notes(ship)), examples=tuple(_examples(board, ship)))


def _notes(ship: Ship) -> Iterator[str]:
    if ship.gone is not None:
        yield "out of the game"
        return
    where = "not placed yet" if ship.stand is None else f"at {ship.stand}"
    turret = f", turret {', '.join(ship.points)}" if ship.points else ""
    yield f"{where}{turret}, {counted(ship.shields, 'shield')}, {ship.hull} hull"
    yield f"weapons: {listed(f'{written(each.name)} ({each.where})' for each in ship.weapons)}"


def _examples(board: Board, ship: Ship) -> Iterator[str]:
    """What can be entered of it as everybody stands."""
    kinds: tuple[type[OfShip], ...] = (DialOrdered, *ENTRIES)
    for kind in kinds:
        for entry, said in EntryRules.row(kind).suggested(board, ship):
            if not list(why_not(board, ship.player, entry)):
                yield f"{LANGUAGE.write(entry)}{f'  # {said}' if said else ''}"
