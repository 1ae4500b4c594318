"""One's own packets that don't count here, as an older one came back, and count again: others have answered them.

An older folder takes up what it meets of its own, before it can know what others do with the packets that it sent
since, or with those of a third copy, which come back later still. Where their reveals answer those, everybody goes on
from them, and so does this folder.
Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Sequence

from sits_es.mail.packet import Signed
from sits_es.post.built_on import commitments_of, is_built_on, named_by
from sits_es.post.keeper import Keeper
from sits_es.post.protocol.doubles import followed


def count_again(keeper: Keeper) -> bool:
    """Let own packets count that others have answered, and not those here in their place. Whether there were any.

    Not where others have answered those here too, or the record follows from them.
    """
    journal, game, me = keeper.desk.journal, keeper.game, keeper.me
    aside = [each for each in journal.not_counting(game, me) if keeper.is_theirs(each)]
    first = _first(keeper, aside) if aside else None
    if first is None:
        return False
    number = first.packet.number
    here = journal.accepted(game, sender=me, after=number - 1)
    if here and is_built_on(keeper, here, lambda player: player != me):
        return False
    why = f"others have answered your other packets from number {number} on"
    journal.go_over(first, followed(first, aside), why)
    keeper.tell(
        "restored",
        f"Others have answered other packets of yours than those that counted here from packet {number} on. What they "
        "answered counts again, and what was sent from here since does not.",
    )
    return True


def _first(keeper: Keeper, aside: Sequence[Signed]) -> Signed | None:
    """The first of those that lead to one which others have answered, and follow a packet that counts here."""
    turn, known = keeper.chain().game.moment.turn, {each.digest: each for each in aside}
    named = named_by(keeper, turn, lambda player: player != keeper.me)
    for found in aside:
        if found.digest not in named and not named & set(commitments_of([found])):
            continue
        first = found
        while (before := known.get(str(first.packet.body.get("previous")))) is not None:
            first = before
        here = keeper.desk.journal.at(keeper.game, keeper.me, first.packet.number - 1)
        if here is not None and here.digest == first.packet.body.get("previous"):
            return first
    return None
