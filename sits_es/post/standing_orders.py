"""Standing orders: what a player's own program seals for him when he has not ordered in time."""

from __future__ import annotations

from sits_es.errors import NotAllowedError
from sits_es.game.lines import read_forms
from sits_es.orders.frame import read_sheet
from sits_es.post.orders import lines_of
from sits_es.post.protocol.bodies import Note
from sits_es.post.protocol.seals import box_for, umpire_of
from sits_es.post.replica import Replica


def set_standing(replica: Replica, source: str, text: str | None) -> tuple[str, ...]:
    """Keep the lines of an order file that hold in the whole turn; an umpire gets them encrypted. text: None to drift.

    Raises OrderFaults for a file that can't be read, NotAllowedError for one without such lines, or of others' ships.
    """
    chain = replica.chain()
    lines: tuple[str, ...] = ()
    if text is not None:
        sheet = read_sheet(text, chain.rules.language, source)
        forms = [form for line in sheet.lines if line.whole_turn or len(line.segments) > 1 for form in line.forms]
        lines = lines_of(chain, forms)
        own = chain.rules.units(chain.game.board, replica.me)
        if strange := sorted({line.ship for line in sheet.lines} - set(own)):
            raise NotAllowedError(f"{', '.join(strange)}: not yours to order. Yours: {', '.join(own)}.")
        if not lines:
            like = "Standing orders are lines such as: 1-8 decoy 1 if launched at"
            raise NotAllowedError(f"{source} has no orders for the whole turn. {like}")
        read_forms(chain.rules, lines, 1)
    replica.desk.secrets.set_standing(replica.game, replica.me, lines)
    umpire = umpire_of(chain)
    if umpire is not None:
        replica.post(Note(words="", to=umpire, box=box_for(chain, umpire, list(lines))))
    return lines
