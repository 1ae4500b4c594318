"""Standing orders: what one's program seals when the time is up, and what others follow where it is on record."""

from __future__ import annotations

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.game.play import read_forms
from sits_es.orders.frame import read_sheet
from sits_es.orders.normal import how_they_stand, standing_forms
from sits_es.post.orders import lines_of
from sits_es.post.protocol.bodies import Note
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.failures import StandingOrders
from sits_es.post.protocol.seals import box_for, crowded, umpire_of
from sits_es.post.receipts import even_length
from sits_es.post.replica import Replica


def set_standing(replica: Replica, source: str, text: str | None, *, openly: bool = False) -> tuple[str, ...]:
    """Keep the lines of an order file that hold in the whole turn; an umpire gets them encrypted. text: None to drift.

    openly: everybody reads them, and where others go on without the player, these are followed.

    Raises OrderFaults for a file that can't be read, NotAllowedError for one without such lines, or of others' units.

    NotNowError where nobody owes orders.
    """
    chain = replica.chain()
    if chain.game.owed is None:
        where = chain.rules.label(chain.game.moment)
        raise NotNowError(f"Nobody owes orders in {chain.called} at {where}, so there are none that could stand.")
    lines: tuple[str, ...] = ()
    if text is not None:
        sheet = read_sheet(text, chain.rules.language, source)
        language = chain.rules.language
        lines = lines_of(chain, standing_forms(sheet, language))
        own = chain.rules.units(chain.game.board, replica.me)
        if strange := sorted({line.unit for line in sheet.lines} - set(own)):
            raise NotAllowedError(f"{', '.join(strange)}: not yours to order. Yours: {', '.join(own)}.")
        if not lines:
            raise NotAllowedError(f"{source} has no orders for the whole turn.{how_they_stand(language)}")
        read_forms(chain.rules, lines, 1)
    if openly:
        _may_be_open(chain)
    if faults := list(crowded(chain, {chain.game.moment: lines})):
        raise NotAllowedError(faults)
    replica.desk.secrets.set_standing(replica.game, replica.me, lines)
    umpire = umpire_of(chain)
    if openly:
        replica.post(StandingOrders(lines=lines))
    if umpire is not None:
        replica.post(Note(words="", to=umpire, box=box_for(chain, umpire, list(lines), even_length(chain))))
    return lines


def still_open(replica: Replica) -> tuple[str, ...]:
    """One's own standing orders that all can read: others follow these, whatever one's own program seals."""
    said = replica.ledger().witness.standing.get(replica.me, ())
    lines: tuple[str, ...] = getattr(said[-1].body, "lines", ()) if said else ()
    return lines


def _may_be_open(chain: Chain) -> None:
    """Raises NotAllowedError where nobody would follow standing orders that all can read."""
    if chain.terms is None or umpire_of(chain) is not None:
        why = "has an umpire, who is told of them" if umpire_of(chain) is not None else "began without terms for that"
        raise NotAllowedError(f"{chain.called} {why}: leave --open out.")
