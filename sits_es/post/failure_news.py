"""What packets say in words when people fail: without, resigning, seats that change hands, and the rest."""

from __future__ import annotations

from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.failures import (
    Forfeit,
    Readmission,
    Reseat,
    Resignation,
    StandingOrders,
    Succession,
    Without,
)
from sits_es.sentences import counted, listed, one_line, without_full_stop


def failure_news(chain: Chain, sender: str, body: Body) -> str | None:
    """What a player wants to know of such a packet, in one sentence or two; None for any other packet."""
    if isinstance(body, Without | Forfeit | Readmission | Succession | Reseat):
        where = chain.rules.label(body.moment)
        if isinstance(body, Without):
            return _without(sender, where, body)
        return f"{sender} {_signed(where, body)}"
    if isinstance(body, Resignation):
        return f"{sender} resigns{_why(body.words)}."
    if isinstance(body, StandingOrders):
        if not body.lines:
            return f"{sender}'s units drift whenever the game goes on without their seal."
        lines = "; ".join(map(one_line, body.lines))
        return f"{sender} puts {counted(len(body.lines), 'standing order')} on record: {lines}."
    return None


def _without(sender: str, where: str, body: Without) -> str:
    if body.what == "seal":
        return f"{sender} signs that {where} goes on without a seal of {listed(body.players)}."
    if body.what == "record":
        said = f"{sender} signs that {where} is played without {listed(body.players)}"
        return f"{said}, who did not answer to the facts that were entered there."
    which = "reveals are" if len(body.players) > 1 else "reveal is"
    return f"{sender} signs that {where} is played again without {listed(body.players)}, whose {which} missing."


def _signed(where: str, body: Forfeit | Readmission | Succession | Reseat) -> str:
    if isinstance(body, Forfeit):
        what = {"orders": "orders", "record": "an answer"}.get(body.what, f"a {body.what}")
        said = f"offers the end of the game at {where}, as {what} of {body.player} did not come in time"
        return f"{said}{_why(body.words)}. That is one player's word."
    if isinstance(body, Readmission):
        return f"signs that {body.player} takes part again after {where}."
    if isinstance(body, Succession):
        goes_on = "as peers" if body.new is None else f"with {body.new} as umpire"
        return f"signs that the game goes on from {where} {goes_on}, without {body.umpire}."
    return f"signs that {one_line(body.seat.name)} plays {body.player} from {where} on, with a key of their own."


def _why(words: str) -> str:
    return f": {without_full_stop(words)}" if words else ""
