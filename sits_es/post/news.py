"""What other players' packets say that a person wants to read: proposals, signatures, disputes, notes."""

from __future__ import annotations

from msgspec import UNSET

from sits_es.post.desk.desk import Desk
from sits_es.post.desk.journal import Seat
from sits_es.post.failure_news import failure_news
from sits_es.post.protocol.agreements import deciders
from sits_es.post.protocol.bodies import Ack, Clock, Default, Dispute, ForkOffer, Note, Record, Ruling
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.failures import Forfeit, Readmission, Reseat, Succession
from sits_es.post.protocol.kinds import body_of, kind_of, says_the_same
from sits_es.post.receipts import read_receipt
from sits_es.rules.moments import Moment
from sits_es.sentences import one_line, shell, utc, without_full_stop
from sits_es.service.audit import verify_exchanges

_ACTS = {
    "drift": "{where} goes on without a seal of {player}",
    "void": "{where} is void, as {player} withholds the reveal; it holds only if {player} signs it too",
    "claim": "the game is claimed, as {player} withholds the reveal of {where}; it holds only if {player} signs it too",
}
#: The same as it is signed by the one whom it is against.
_OWN_ACTS = {
    "drift": "{where} goes on without their seal",
    "void": "{where} is void, and gives up revealing it",
    "claim": "the game may be claimed, and gives up revealing {where}",
}


def announce(desk: Desk, seat: Seat, chain: Chain, sender: str, body: Body) -> tuple[str, str] | None:
    """What to write into the journal about a packet: a kind of line, and words; None for what needs none."""
    if isinstance(body, Note):
        return ("note", f"{sender} writes: {one_line(body.words)}") if body.words else None
    if isinstance(body, Ack):
        words = read_receipt(desk, seat, sender, body)
        return ("receipt", words) if words is not None else None
    if isinstance(body, ForkOffer):
        return "offer", offered(chain, sender, body, desk.session.display_name(body.parent))
    if isinstance(body, Dispute):
        where = chain.rules.label(body.moment)
        if isinstance(body.record, str):
            return "dispute", f"{sender} refuses the record of {where}: {without_full_stop(body.words)}."
        return (
            "dispute",
            f"{sender} disputes {where}: {without_full_stop(body.words)}. {checked(desk, chain, body.moment)}",
        )
    return _signature(desk, seat, chain, sender, body)


def _entered(desk: Desk, seat: Seat, chain: Chain, sender: str, body: Record) -> tuple[str, str]:
    """A record that somebody proposes or confirms, with its lines, and how to answer it."""
    where, lines = chain.rules.label(body.moment), "; ".join(one_line(line) for line in body.lines)
    what = "enters" if sender == body.player else f"signs what {body.player} enters"
    said = f"{sender} {what} at {where}: {lines}."
    own = desk.journal.accepted(seat.game, turn=body.turn, kinds=("record",), sender=seat.player)
    if seat.player not in deciders(chain.game) or any(says_the_same(each.packet, body) for each in own):
        return "record", said
    game = shell(chain.called)
    return "record", f"{said} To confirm it: sits agree {game}. To refuse it: sits agree {game} --refuse WHY"


def offered(chain: Chain, sender: str, body: ForkOffer, parent: str) -> str:
    """An offer of a what-if in words, with how to open the branch. parent: what people call the branch it leaves."""
    where = chain.rules.label(body.moment)
    options = ", ".join(f"{name}={value}" for name, value in sorted(body.options.items()))
    what = f"{sender} offers a what-if of {parent} from {where} on, called {body.name}"
    how = f"sits agree {shell(chain.game.root)} --fork {shell(body.name)}"
    return f"{what}{', with ' + options if options else ''}. To open the very same branch here: {how}"


def _signature(desk: Desk, seat: Seat, chain: Chain, sender: str, body: Body) -> tuple[str, str] | None:
    rules = chain.rules
    if (words := failure_news(chain, sender, body)) is not None:
        return "failure", f"{words}{_how_to_answer(desk, seat, chain, body)}"
    if isinstance(body, Record):
        return _entered(desk, seat, chain, sender, body)
    if isinstance(body, Clock | Ruling):
        return _signed(desk, seat, chain, sender, body, what_is_signed(desk, chain, body))
    if isinstance(body, Default):
        act = (_OWN_ACTS if sender == body.player else _ACTS)[body.act].format(
            player=body.player, where=rules.label(body.moment)
        )
        return "signature", f"{sender} signs that {act}."
    return None


def what_is_signed(desk: Desk, chain: Chain, body: Clock | Ruling) -> str:
    """What holds once all who must have signed it, to go after "signs"."""
    rules = chain.rules
    if isinstance(body, Ruling):
        where = rules.label(Moment(body.about_turn, body.about_segment))
        which = "the record of {} stands" if body.upheld else f"{_played_on(desk, body)} from {{}} on"
        return f"that {which.format(where)}: {without_full_stop(body.words)}"
    if body.player is not None:
        return f"that {body.player} is away from {utc(body.since or '')} to {utc(body.until)}"
    where = rules.label(body.moment)
    return f"that orders from {where} on are owed by {utc(body.until)}, with {body.grace} hours of grace"


def _how_to_answer(desk: Desk, seat: Seat, chain: Chain, body: Body) -> str:
    """What one can type to sign the same, where that is for oneself to sign and not done."""
    game, me = shell(chain.called), seat.player
    if isinstance(body, Forfeit):
        return f" To agree that the game ends so: sits agree {game} --forfeit" if body.player == me else ""
    theirs = {*deciders(chain.game), body.player} if isinstance(body, Reseat) else {*chain.game.still_in}
    if not isinstance(body, Readmission | Reseat | Succession) or me not in theirs:
        return ""
    own = desk.journal.accepted(seat.game, kinds=(kind_of(body),), sender=me)
    if isinstance(body, Succession):  # after the later of two that cross the earlier can't be signed: see `handover`
        signed = [each for signed in own if signed.packet.branch == chain.name if (each := body_of(signed)) is not None]
        ranks = [(each.moment, each.new or "") for each in signed if isinstance(each, Succession)]
        if any(rank > (body.moment, body.new or "") for rank in ranks):
            return ""
    return "" if any(says_the_same(each.packet, body) for each in own) else f" To sign it as well: sits agree {game}"


def _played_on(desk: Desk, body: Ruling) -> str:
    """What is to be played by a ruling that opens a branch."""
    if body.branch is None:
        return "the game is played again"
    branch = desk.session.display_name(body.branch)
    return f"{branch} is played" if body.point is UNSET else f"all go back to {branch}, which is played"


def _signed(desk: Desk, seat: Seat, chain: Chain, sender: str, body: Clock | Ruling, what: str) -> tuple[str, str]:
    """What one signs: an umpire decides by it, a peer proposes it to the others."""
    kind = "ruling" if isinstance(body, Ruling) else "proposal"
    if chain.game.play == "umpired":
        return kind, f"{sender} decides {what}."
    if seat.player not in deciders(chain.game):
        return kind, f"{sender} signs {what}."
    own = desk.journal.accepted(seat.game, turn=body.turn, kinds=(kind_of(body),), sender=seat.player)
    if any(says_the_same(each.packet, body) for each in own):
        return kind, f"{sender} signs {what}, as you have."
    return kind, f"{sender} signs {what}. To sign it as well: sits agree {shell(chain.called)}"


def checked(desk: Desk, chain: Chain, moment: Moment) -> str:
    """An exchange computed again by the rules, in words."""
    opened = desk.session.open_game(chain.name)
    run = list(opened.history.played(moment, moment))
    if not run:
        return "It has not been played here."
    faults = verify_exchanges(opened, run)
    return "By the rules: " + (" ".join(faults) or "every event is just as it is on our record.")
