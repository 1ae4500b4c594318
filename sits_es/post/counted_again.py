"""One's own packets that don't count here, as others of one's own came back first, and count again.

An older folder takes up what it meets of its own, before it can know what others do with the packets that it sent
since, or with those of a third copy, which come back later still. Where their reveals answer those, everybody goes on
from them, and so does this folder. So it does where later packets of one's own follow those, and nobody has answered
what counts here: a lost folder had gone on from them. Where it had gone on from both, those count that others have
answered, or else had, or else that lead to the later word. And so it does where others have taken those, and what came
back in their place waits for a packet that may be lost for good.
Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from sits_es.mail.packet import Signed
from sits_es.post.built_on import commitments_of, is_built_on, named_by
from sits_es.post.keeper import Keeper
from sits_es.post.protocol.doubles import followed, last_word_of
from sits_es.post.protocol.kinds import body_of, said, taken_by


def count_again(keeper: Keeper) -> bool:
    """Let own packets count that others have answered, or that later ones of one's own follow, and not those here.

    Whether there were any. Not where others have answered those here too, or the record follows from them.
    """
    journal, game, me = keeper.desk.journal, keeper.game, keeper.me
    aside = [each for each in journal.not_counting(game, me) if keeper.is_theirs(each)]
    if not aside:
        return False
    named = named_by(keeper, keeper.chain().game.moment.turn, lambda player: player != me)
    answered = [each for each in aside if _is_answered(each, named)]
    reasons = (
        (answered, "Others have answered other packets of yours than those that counted", "answered"),
        (_gone_on_from(keeper, aside), "Later packets of yours follow other ones than those that counted", "follow"),
        (
            _taken_meanwhile(keeper, aside),
            "Others have taken other packets of yours than those that wait",
            "have taken",
        ),
    )
    for leads_to, why, they in reasons:
        first = _first(keeper, aside, leads_to)
        if first is not None and _counts_more(keeper, first, aside, named) and _go_over(keeper, first, aside):
            number = first.packet.number
            also = f"What they {they} counts again, and what was sent from here since does not."
            keeper.tell("restored", f"{why} here from packet {number} on. {also}")
            return True
    return False


def _go_over(keeper: Keeper, first: Signed, aside: Sequence[Signed]) -> bool:
    """Let one's own packets count from the first of some on; not where the record follows from those that count."""
    journal, game, me, number = keeper.desk.journal, keeper.game, keeper.me, first.packet.number
    again, here = followed(first, aside), journal.accepted(game, sender=me, after=number - 1)
    judged = keeper.to_judge_again(here)
    if _have_gone_on_from(keeper, followed(first, [*aside, *journal.parked(game, me)]), here):
        here = [each for each in here if not _is_said_in(each, again)]
    if here and is_built_on(keeper, here, lambda player: player != me):
        return False
    journal.go_over(first, again, f"your other packets count from number {number} on", judged)
    return True


def _have_gone_on_from(keeper: Keeper, again: Iterable[Signed], here: Iterable[Signed]) -> bool:
    """Whether others' last packets tell that they had taken some of the first, and none that they had the others."""
    had = had_by_others(keeper)
    return bool(had & {each.digest for each in again}) and not had & {each.digest for each in here}


def had_by_others(keeper: Keeper) -> set[str]:
    """The packets of one's own that others' last ones say they had taken, be it that these wait here."""
    journal, game, people = keeper.desk.journal, keeper.game, keeper.chain().game.people
    last = filter(None, (journal.last(game, player) for player in people))
    here = [*last, *(each for each in journal.parked(game) if keeper.is_theirs(each))]
    newest = {each.packet.sender: each.packet.number for each in sorted(here, key=lambda each: each.packet.number)}
    lasts = (each for each in here if each.packet.number == newest[each.packet.sender])
    return {named[1] for each in lasts if (named := taken_by(each, keeper.me)) is not None}


def _is_said_in(signed: Signed, others: Iterable[Signed]) -> bool:
    """Whether others of one's own say the very same: what follows from a packet follows from them too."""
    body, packet = body_of(signed), signed.packet
    alike = [body_of(each) for each in others if (each.packet.kind, each.packet.head) == (packet.kind, packet.head)]
    return body is not None and any(other is not None and said(body) == said(other) for other in alike)


def _is_answered(signed: Signed, named: AbstractSet[str]) -> bool:
    """Whether others have answered a packet, or what it seals. named: all that they have answered."""
    return signed.digest in named or not named.isdisjoint(commitments_of([signed]))


def _gone_on_from(keeper: Keeper, aside: Sequence[Signed]) -> list[Signed]:
    """Those that one's own waiting packets follow, if these have come further than what counts here."""
    journal, game, me = keeper.desk.journal, keeper.game, keeper.me
    waiting, last = journal.parked(game, me), journal.last_number(game, me)
    if max((each.packet.number for each in waiting), default=0) <= last:
        return []
    followed_ones = {str(each.packet.body.get("previous")) for each in waiting}
    return [each for each in aside if each.digest in followed_ones]


def _taken_meanwhile(keeper: Keeper, aside: Sequence[Signed]) -> list[Signed]:
    """Those that others say they had taken, where what came back in their place waits for what may be lost for good."""
    journal, game, me = keeper.desk.journal, keeper.game, keeper.me
    last, had = journal.last_number(game, me), had_by_others(keeper)
    return [each for each in aside if each.packet.number > last and each.digest in had]


def _counts_more(keeper: Keeper, first: Signed, aside: Sequence[Signed], named: AbstractSet[str]) -> bool:
    """Whether others have answered packets that don't count, or gone on from them, or they lead to one's later word.

    More than it is with those in their place, which count or wait to do so; each with all that follow it here. So a
    folder that was restored twice, and had gone on from both copies, does not go to and fro between them.
    """
    journal, game, me, number = keeper.desk.journal, keeper.game, keeper.me, first.packet.number
    waiting, had = journal.parked(game, me), had_by_others(keeper)
    kept = [*aside, *journal.accepted(game, sender=me, after=number - 1, void=True), *waiting]

    def weight(way: Sequence[Signed]) -> tuple[bool, bool, str, int, str]:
        by_others = any(_is_answered(each, named) for each in way), any(each.digest in had for each in way)
        return (*by_others, *last_word_of(way))

    place = number, first.packet.body.get("previous")
    others = [each for each in waiting if (each.packet.number, each.packet.body.get("previous")) == place]
    rivals = [here] if (here := journal.at(game, me, number)) is not None else others
    return all(weight(followed(first, kept)) > weight(followed(each, kept)) for each in rivals)


def _first(keeper: Keeper, aside: Iterable[Signed], leads_to: Iterable[Signed]) -> Signed | None:
    """The first of those that lead to one of some, and follow a packet that counts here."""
    known = {each.digest: each for each in aside}
    for last in leads_to:
        first = last
        while (before := known.get(str(first.packet.body.get("previous")))) is not None:
            first = before
        here = keeper.desk.journal.at(keeper.game, keeper.me, first.packet.number - 1)
        if here is not None and here.digest == first.packet.body.get("previous"):
            return first
    return None
