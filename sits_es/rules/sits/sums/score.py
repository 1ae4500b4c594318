"""Points so far and the end of a game of SITS, by the scenario's terms. Rule: house."""

from __future__ import annotations

from msgspec import Struct

from sits_es.events import Coded
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.sums.tracks import disabled
from sits_es.rules.sits.tables.values import SEGMENTS
from sits_es.rules.supplied import Ending
from sits_es.rules.system import Outcome
from sits_es.sentences import counted, listed


class Gain(Struct, frozen=True, kw_only=True):
    """Points for one ship of another side. state: destroyed, or disabled at the moment."""

    ship: str
    state: str
    points: int


class Score(Struct, frozen=True, kw_only=True):
    """Points of one side, and the ships they are for."""

    side: str
    points: int
    gains: tuple[Gain, ...]


def score(board: Board) -> tuple[Score, ...]:
    """What every side has at the moment, in order of the sides' names; a ship counts for all other sides."""
    sides = sorted({ship.side for ship in board.ships.values()})
    return tuple(_score(board, side) for side in sides)


def _score(board: Board, side: str) -> Score:
    gains = []
    for name in sorted(board.ships):
        ship = board.ships[name]
        worth = board.victory.points.get(ship.ship_class)
        if ship.side == side or worth is None:
            continue
        if ship.destroyed is not None:
            gains.append(Gain(ship=name, state="destroyed", points=worth.destroyed))
        elif disabled(ship):
            gains.append(Gain(ship=name, state="disabled", points=worth.disabled))
    return Score(side=side, points=sum(gain.points for gain in gains), gains=tuple(gains))


def score_lines(board: Board) -> tuple[str, ...]:
    """The score in words, a line for each side; nothing if the scenario gives no points."""
    if not board.victory.points:
        return ()
    lines = []
    for each in score(board):
        earned = listed(f"{gain.ship} {gain.state} {gain.points}" for gain in each.gains)
        lines.append(f"{each.side} {each.points}" + (f" ({earned})" if each.gains else ""))
    return tuple(lines)


def outcome(board: Board) -> Outcome | None:
    """How the game ended, with every side's points where ships have any, or None while it goes on.

    It is over when at most one side has ships left, who then has won whatever the points; and when the exchange at
    hand was the break of the last turn: then the points decide, and a lead short of the margin is a draw.
    """
    sides = sorted({ship.side for ship in board.ships.values()})
    left = sorted({ship.side for ship in board.standing()})
    if len(sides) > 1 and len(left) == 1:
        return _ended(board, left[0], Coded("last-side", (left[0],)))
    if len(sides) > 1 and not left:
        return _ended(board, *_leader(board, Coded("no-ships")))
    if board.victory.turns is not None and board.segment > SEGMENTS and board.turn >= board.victory.turns:
        return _ended(board, *_leader(board, Coded("last-turn", (board.turn,))))
    return None


def ending(board: Board) -> Ending:
    """How long a game lasts and who wins it, by the scenario's terms."""
    terms = ["The last side with ships left wins, whatever the points."]
    if board.victory.turns is not None:
        terms.append(f"After the break of turn {board.victory.turns} the game is over.")
    if board.victory.points:
        worth = sorted(board.victory.points.items())
        terms += [
            f"{name}: {counted(each.destroyed, 'point')} if destroyed, {each.disabled} if disabled."
            for name, each in worth
        ]
        margin = board.victory.margin
        drawn = f"a lead of less than {counted(margin, 'point')}" if margin > 1 else "an equal score"
        then = "then" if board.victory.turns is not None else "if no side has ships left"
        terms.append(f"The side with the most points wins {then}; {drawn} is a draw.")
    turns = board.victory.turns
    return Ending(length=counted(turns, "turn") if turns is not None else "no last turn", terms=tuple(terms))


def _leader(board: Board, why: Coded) -> tuple[str | None, Coded, Coded]:
    """The side that leads by the margin, why the game is over, and how far the side leads."""
    if not board.victory.points:
        return None, why, Coded("no-points")
    best, *others = sorted(score(board), key=lambda each: (-each.points, each.side))
    lead = best.points - max((other.points for other in others), default=0)
    if not lead:
        return None, why, Coded("nobody-leads")
    if lead < board.victory.margin:
        return None, why, Coded("lead-too-short", (best.side, lead, board.victory.margin))
    return best.side, why, Coded("leads", (best.side, lead))


def _ended(board: Board, winner: str | None, *why: Coded) -> Outcome:
    """An outcome, with the points of every side and the ships that they are for."""
    points: list[Coded] = []
    for each in score(board) if board.victory.points else ():
        points.append(Coded("points", (each.side, each.points)))
        points += [Coded("for-ship", (gain.ship, gain.state, gain.points)) for gain in each.gains]
    return Outcome(winner=winner, why=(*why, *points))
