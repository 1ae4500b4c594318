"""One's own packets that only an umpire had who is gone for good: what is lost, and how one goes on without them.

What the umpire told of them stands, as the bundles carry them. Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Sequence

from sits_es.errors import NotNowError
from sits_es.mail.packet import Signed
from sits_es.post.desk.given_up import ONLY_THE_UMPIRE, give_up, given_up_with, signature
from sits_es.post.desk.places import is_here, is_lost
from sits_es.post.keeper import Keeper
from sits_es.post.protocol.kinds import taken_by
from sits_es.post.protocol.seals import umpire_of
from sits_es.sentences import shell


def lacks_named(keeper: Keeper, signed: Signed) -> bool:
    """Whether a packet says that its sender had taken one of one's own that is not here."""
    named = taken_by(signed, keeper.me)
    return named is not None and not is_here(keeper.desk, keeper.chain(), keeper.game, keeper.me, *named)


def is_told_of_lost(keeper: Keeper, bundle: Signed) -> bool:
    """Whether an umpire had taken packets of one's own, before a bundle, that are lost, and do not count here.

    What it tells of them is held against those that it carries, as anybody else's program does.
    """
    if (named := taken_by(bundle, keeper.me)) is None:
        return False
    number, digest = named
    here = keeper.desk.journal.at(keeper.game, keeper.me, number)
    counts = here is not None and here.digest == digest
    return not counts and is_lost(keeper.desk, keeper.chain(), keeper.game, keeper.me, bundle.packet.sender)


def had_left(keeper: Keeper) -> bool:
    """Whether what came back of one's own follows a signature to go on without the umpire, which this folder lacks."""
    chain = keeper.chain()
    own = keeper.desk.journal.parked(keeper.game, keeper.me) if umpire_of(chain) is not None else ()
    return any(each.packet.kind == "succession" or each.packet.branch != chain.name for each in own)


def give_up_lost(keeper: Keeper, umpire: str) -> None:
    """Give up one's own packets that are missing here and that an umpire has had, whom one is about to leave.

    Raises NotNowError where one has left that umpire already, in what came back: the other players have all of it.
    """
    journal = keeper.desk.journal
    own = journal.parked(keeper.game, keeper.me)
    if had_left(keeper):
        raise NotNowError(_signed_before(keeper.game, keeper.me, umpire))
    waiting = (each for each in journal.parked(keeper.game, umpire) if lacks_named(keeper, each))
    named = [number for number, _ in filter(None, (taken_by(each, keeper.me) for each in waiting))]
    if own or named:
        give_up(keeper.desk, keeper.game, umpire)
        last = max([*named, *(each.packet.number for each in own)])
        keeper.tell("restored", _gone(umpire, last))
    if given_up_with(keeper.desk, keeper.game) == umpire:
        for each in own:
            journal.settle(each, "withdrawn", ONLY_THE_UMPIRE)


def wait_for_ever(keeper: Keeper) -> bool:
    """Whether all of one's own packets that wait here follow some that do not count, and that were given up as lost."""
    if given_up_with(keeper.desk, keeper.game) is None:
        return False
    waiting = keeper.desk.journal.parked(keeper.game, keeper.me)
    aside = {each.digest for each in keeper.desk.journal.not_counting(keeper.game, keeper.me)}
    for each in sorted(waiting, key=lambda signed: signed.packet.number):
        if each.packet.body.get("previous") not in aside:
            return False
        aside.add(each.digest)
    return True


def before_signing(keeper: Keeper) -> str | None:
    """Why nothing is sent before one has signed to go on without the umpire, in words; None where that is not so."""
    if not keeper.started or keeper.chain().terms is None:
        return None
    umpire = umpire_of(keeper.chain())
    if umpire is None or given_up_with(keeper.desk, keeper.game) != umpire or keeper.seat.player is None:
        return None
    last = keeper.desk.journal.last(keeper.game, umpire)
    named = taken_by(last, keeper.me) if last is not None and lacks_named(keeper, last) else None
    if named is None or signature(keeper.desk, keeper.game, keeper.me, umpire) is not None:
        return None
    return _in_words(keeper.game, umpire, keeper.me, named[0])


def if_silent(keeper: Keeper, who: str) -> str:
    """What a player does besides if an umpire, who had taken what is missing here, is silent for good; or nothing."""
    if umpire_of(keeper.chain()) != who:
        return ""
    return f". If {who} is silent for good: sits umpire {shell(keeper.game)} --none"


def lost_in_copy(game: str, me: str, umpire: str, packets: Sequence[Signed]) -> str | None:
    """What a copy of a game, of another player, can't bring back, and what is to be done; None for nothing.

    packets: those in it.
    """
    own = [each.packet for each in packets if each.packet.sender == me]
    if any(each.kind == "succession" for each in own):
        return None  # one had signed already
    had = (taken_by(each, me) for each in packets if each.packet.sender == umpire)
    number = max((number for number, _ in filter(None, had)), default=0)
    here = max((each.number for each in own), default=0)
    return _in_words(game, umpire, me, number) if number > here else None


def _signed_before(game: str, me: str, umpire: str) -> str:
    copy = f"sits mail out --bundle {shell(game)} --for {shell(me)}"
    return (
        f"Packets of your own came back that you sent after you had signed to go on without {umpire}: this folder is "
        "an older copy, and another signature would be a second one. The other players have all that is missing here. "
        f"Wait for their letters, or let one of them type: {copy}"
    )


def _gone(umpire: str, number: int) -> str:
    return (
        f"Only {umpire} had what you have sent and is missing in this folder, up to packet {number}. It is lost, but "
        f"for what {umpire} has told of it: that stands."
    )


def _in_words(game: str, umpire: str, me: str, number: int) -> str:
    """What is lost, and what is to be done. number: of one's last packet that the umpire had taken."""
    return (
        f"Only {umpire} had what you have sent, up to packet {number}. It is lost, but for what {umpire} has told of "
        f"it: that stands. Your program sends nothing in {game} before you sign that all go on without {umpire}: "
        f"sits agree {shell(game)}, or: sits umpire {shell(game)} --none. If {umpire} still answers, sign nothing; "
        f"{umpire} types: sits mail out --bundle {shell(game)} --for {shell(me)}"
    )
