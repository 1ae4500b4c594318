"""Points so far and the end of the game, by the scenario's terms. Rule: house, for scenarios."""

from __future__ import annotations

from attrs import frozen

from sits_es.rules.sits.ship.tracks import disabled
from sits_es.rules.sits.state import Board
from sits_es.rules.sits.tables.values import SEGMENTS
from sits_es.sentences import counted, listed


@frozen(kw_only=True)
class Gain:
    """Points for one ship of another side. state: destroyed, or disabled at the moment."""

    ship: str
    state: str
    points: int


@frozen(kw_only=True)
class Score:
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
    """The score in words, a line for each side; nothing where the scenario gives no points."""
    if not board.victory.points:
        return ()
    lines = []
    for each in score(board):
        earned = listed(f"{gain.ship} {gain.state} {gain.points}" for gain in each.gains)
        lines.append(f"{each.side} {each.points}" + (f" ({earned})" if each.gains else ""))
    return tuple(lines)


def outcome(board: Board) -> tuple[str | None, str] | None:
    """Winner's side and the outcome in words once the game is over, otherwise None.

    It is over when at most one side has ships left, who then has won whatever the points; and when the exchange at
    hand was the break of the last turn: then the points decide, and a lead short of the margin is a draw.
    """
    sides = sorted({ship.side for ship in board.ships.values()})
    left = sorted({ship.side for ship in board.standing()})
    if len(sides) > 1 and len(left) == 1:
        return left[0], _sentence(f"Only {left[0]} has ships left", board)
    if len(sides) > 1 and not left:
        winner, why = _leader(board)
        return winner, _sentence(f"No ship is left on any side; {why}", board)
    if board.victory.turns is not None and board.segment > SEGMENTS and board.turn >= board.victory.turns:
        winner, why = _leader(board)
        return winner, _sentence(f"Turn {board.turn} was the last of the scenario; {why}", board)
    return None


def _leader(board: Board) -> tuple[str | None, str]:
    """The side that leads by the margin, and how far, in words."""
    if not board.victory.points:
        return None, "the scenario gives no points, so the game is drawn"
    best, *others = sorted(score(board), key=lambda each: (-each.points, each.side))
    lead = best.points - max((other.points for other in others), default=0)
    if not lead:
        return None, "nobody leads, so the game is drawn"
    if lead < board.victory.margin:
        needed = counted(board.victory.margin, "point")
        return None, f"{best.side} leads by {lead}, and a win takes {needed}, so the game is drawn"
    return best.side, f"{best.side} leads by {counted(lead, 'point')}"


def _sentence(reason: str, board: Board) -> str:
    lines = score_lines(board)
    return f"{reason}. Points: {'; '.join(lines)}." if lines else f"{reason}."
