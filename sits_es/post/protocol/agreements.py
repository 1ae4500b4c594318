"""What players have agreed on for an exchange, once everybody who must sign has signed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from sits_es.events import Coded, Event
from sits_es.game.events import (
    AbsenceGranted,
    DeadlineSet,
    ExchangeVoided,
    GameClaimed,
    GameEnded,
    GameForked,
    OrdersDefaulted,
    PlayerResigned,
    RulingMade,
)
from sits_es.game.state import Game
from sits_es.post.protocol.bodies import Clock, Default, Ruling
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.cut import Cut
from sits_es.post.protocol.decided import agreed_on
from sits_es.post.protocol.errands import ChangeBranch, Errand, OpenBranch
from sits_es.post.protocol.holding_back import waits_for_a_list
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.rulings import leaves, opens_branch
from sits_es.post.protocol.without import gone_from, resigned
from sits_es.post.protocol.witness import Said
from sits_es.rules.moments import Moment
from sits_es.sentences import listed

#: The first facts of a branch after an event, so many of them; None where there is no branch of that name.
Held = Callable[[str, int, int], Sequence[Event] | None]


def deciders(game: Game, but: str | None = None) -> tuple[str, ...]:
    """Who must sign, by id: the umpire, or all players who are still in. but: the one it is signed against."""
    umpires = tuple(player for player, who in sorted(game.people.items()) if who.role == "umpire")
    return umpires or tuple(player for player in game.still_in if player != but)


def agreed(
    chain: Chain, ledger: Ledger, moment: Moment, standing: dict[str, tuple[str, ...]], cut: Cut | None = None
) -> list[Event]:
    """Facts that everybody signed for an exchange, in an order that is the same everywhere; defaults last.

    standing: standing orders by player, as far as they are known; cut: what counts among peers, in games whose terms
    say what happens when people fail.
    """
    found = list(_clocks_and_rulings(chain, ledger, moment, cut))
    out = cut.out if cut is not None else _left_out(chain, ledger, moment)
    turn, segment, owed = moment.turn, moment.segment, chain.game.owed
    for player, by in out.items():
        if by == (player,) and player not in chain.game.out:
            found.append(PlayerResigned(turn=turn, segment=segment, player=player))
    for player, by in out.items():
        if owed is None or player in chain.game.sealers_of(owed):
            lines = standing.get(player, ())
            found.append(OrdersDefaulted(turn=turn, segment=segment, player=player, lines=lines, by=by))
    return found


def _left_out(chain: Chain, ledger: Ledger, moment: Moment) -> dict[str, tuple[str, ...]]:
    """Who takes no part where no cut says it, each with who is said to have signed it."""
    left = gone_from(chain, ledger, moment) if chain.terms is not None else {}
    return {p: left.get(p) or deciders(chain.game, p) for p in defaulted(chain, ledger, moment)}


def may_enter(chain: Chain, signed: Iterable[Moment], at: Moment) -> list[Moment]:
    """Exchanges for which agreements were signed that may go on record with the exchange `at`, in order.

    In games with an escrow also earlier ones, of its turn or the one before: what was signed after the seals comes
    late. Otherwise none but itself. signed: exchanges for which anything was signed.
    """
    terms = chain.terms
    if terms is None or not terms.escrow or chain.game.play != "peers":
        return [at]
    return sorted({at, *(each for each in signed if each < at and each.turn >= at.turn - 1)})


def void_since(chain: Chain, about: Moment) -> int:
    """The first event that a signature for an exchange may name: the last one that made seals void before it."""
    if about == chain.game.moment:
        return chain.void_before(chain.head.version)
    before = max((version for version, owed in chain.owed.items() if owed <= about), default=-1)
    return chain.void_before(before)


def is_on_record(chain: Chain, fact: Event, about: Moment, at: Moment, found: Sequence[Event]) -> bool:
    """Whether what was signed for the exchange `about` has gone on record since, or does so at `at`, among `found`."""
    agreed = agreed_on(fact)
    before = chain.agreed.get(agreed) if agreed is not None and about != at else None
    return (before is not None and before >= about) or agreed in map(agreed_on, found)


def _clocks_and_rulings(chain: Chain, ledger: Ledger, moment: Moment, cut: Cut | None) -> Iterator[Event]:
    needed = {player for player in deciders(chain.game) if cut is None or player not in cut.out}
    upto, found = cut.agreed if cut is not None else None, list[Event]()
    for about in may_enter(chain, ledger.signatures, moment):
        for body, by in ledger.signed(about, chain, upto, void_since(chain, about)):
            fact = _fact_of(body, by, about, moment) if needed <= set(by) else None
            if fact is not None and not is_on_record(chain, fact, about, moment, found):
                found.append(fact)
    yield from found


def _fact_of(body: Body, by: tuple[str, ...], about: Moment, at: Moment) -> Event | None:
    """What was signed for the exchange `about` as a fact of the exchange `at`; None where it brings none there."""
    turn, segment = at.turn, at.segment
    if isinstance(body, Clock) and body.player is not None:
        since = body.since or body.until
        return AbsenceGranted(turn=turn, segment=segment, player=body.player, since=since, until=body.until, by=by)
    if isinstance(body, Clock) and about.turn == at.turn:  # a deadline is one for its turn
        return DeadlineSet(turn=turn, segment=segment, until=body.until, grace=body.grace, by=by)
    return ruling_fact(body, by, at) if isinstance(body, Ruling) and body.upheld else None


def ruling_fact(body: Ruling, by: tuple[str, ...], at: Moment) -> RulingMade:
    """A ruling as a fact of the exchange `at`."""
    return RulingMade(
        turn=at.turn,
        segment=at.segment,
        about_turn=body.about_turn,
        about_segment=body.about_segment,
        upheld=body.upheld,
        words=body.words,
        by=by,
    )


def defaulted(chain: Chain, ledger: Ledger, moment: Moment) -> tuple[str, ...]:
    """Players without whose seal an exchange goes on, by id, as all others signed it or the umpire did.

    In games whose terms say what happens when people fail, also those who are out or have resigned; where the umpire's
    word is checked, a seal that comes before the umpire has told anything else still counts.
    """
    found = {body.player for body, _ in _signed_acts(chain, ledger, moment, "drift")}
    if chain.terms is not None:
        if chain.game.play == "umpired":
            found = {player for player in found if not _came(chain, ledger, moment, player)}
        found |= set(gone_from(chain, ledger, moment))
    return tuple(sorted(found))


def _came(chain: Chain, ledger: Ledger, moment: Moment, player: str) -> bool:
    """Whether what a player owes for an exchange is here after all."""
    owed = chain.game.owed
    acts = owed is not None and owed.moment == moment and not owed.sealed and player in owed.orders_by
    return (ledger.act if acts else ledger.seal)(player, moment, chain) is not None


def withheld(chain: Chain, ledger: Ledger, moment: Moment) -> list[Event]:
    """What was decided about a reveal that is withheld: a void, or a claim with the game's end, or nothing.

    Whom it is signed against must have signed it too, and then may not reveal: otherwise a reveal that is on its
    way would meet an exchange that is over here and played there.
    """
    for body, signers in _given_up(chain, ledger, moment, "claim"):
        by = tuple(player for player in signers if player != body.player)
        sides = {chain.game.people[player].side for player in by}
        winner = sides.pop() if len(sides) == 1 else None
        why = Coded("claimed", (body.player, chain.rules.label(moment)))
        claimed = GameClaimed(turn=moment.turn, segment=moment.segment, player=body.player, by=by)
        return [claimed, GameEnded(winner=winner, outcome=(why,))]
    for body, by in _given_up(chain, ledger, moment, "void"):
        return [ExchangeVoided(turn=moment.turn, segment=moment.segment, player=body.player, by=by)]
    return []


def resigned_all(chain: Chain, ledger: Ledger, moment: Moment) -> list[Event]:
    """The end of a game in which fewer than two players are left, as others have resigned; nothing before that.

    Among peers who is left must have said something since: two who resign at once would otherwise end it differently.
    """
    left = resigned(chain, ledger, moment, chain.head.version)
    still = tuple(player for player in chain.game.still_in if player not in left)
    if not left or len(still) > 1:
        return []
    if chain.game.play == "peers":
        words = ledger.witness.last if still else ledger.witness.resigned
        knew = [player for player in still or left if _knew_all(words.get(player), ledger, left, player)]
        if still and not knew:
            return []
        still, left = tuple(knew), tuple(player for player in left if player not in knew)
    turn, segment = moment.turn, moment.segment
    winner = chain.game.people[still[0]].side if still else None
    gone_for_good: list[Event] = [PlayerResigned(turn=turn, segment=segment, player=player) for player in left]
    why = Coded("resigned", (listed(left), chain.rules.label(moment)))
    return [*gone_for_good, GameEnded(winner=winner, outcome=(why,))]


def _knew_all(said: Said | None, ledger: Ledger, left: Sequence[str], player: str) -> bool:
    """Whether somebody had taken every resignation but their own when they said something."""
    others = [ledger.witness.resigned[each] for each in left if each != player]
    return said is not None and all(said.had(each.player) >= each.number for each in others)


def _signed_acts(chain: Chain, ledger: Ledger, moment: Moment, act: str) -> Iterator[tuple[Default, tuple[str, ...]]]:
    for body, by in ledger.signed(moment, chain):
        if isinstance(body, Default) and body.act == act and set(deciders(chain.game, body.player)) <= set(by):
            yield body, by


def _given_up(chain: Chain, ledger: Ledger, moment: Moment, act: str) -> Iterator[tuple[Default, tuple[str, ...]]]:
    """Voids or claims that everybody signed. One who was defaulted has no reveal to withhold."""
    out = defaulted(chain, ledger, moment)
    for body, by in _signed_acts(chain, ledger, moment, act):
        if body.player in by and body.player not in out:
            yield body, by


def accusations(chain: Chain, ledger: Ledger) -> Iterator[tuple[Default, tuple[str, ...]]]:
    """Voids and claims that were signed for the exchange owed and hold only if the rest sign as well, with who did."""
    if chain.game.ended is not None:
        return
    moment = chain.game.moment
    for body, by in ledger.signed(moment, chain):
        if isinstance(body, Default) and body.act != "drift" and not ledger.shown(body.player, moment, chain):
            yield body, by


def accused(chain: Chain, body: Default, by: Sequence[str]) -> str:
    """A void or a claim that was signed, in words."""
    where = chain.rules.label(body.moment)
    act = f"{where} is void" if body.act == "void" else "the game is claimed"
    left = missing(deciders(chain.game), by)
    holds = f"it holds only if {' and '.join(left)} {'sign' if len(left) > 1 else 'signs'} it too"
    said = f"{' and '.join(by)} signed that {act}, as {body.player} withholds the reveal of {where}"
    return f"{said}; {holds}, and not at all if the reveal comes first."


def holds_back(chain: Chain, ledger: Ledger, moment: Moment, me: str) -> bool:
    """Whether one's own signature under a default still forbids accepting that player's seal.

    It does until another player, who did not sign, has revealed: then it can never be signed by all.
    """
    if chain.terms is not None:
        return chain.game.play == "peers" and waits_for_a_list(chain, ledger, me)
    settled = defaulted(chain, ledger, moment)
    for body, by in ledger.signed(moment, chain):
        if isinstance(body, Default) and body.act == "drift" and me in by and body.player not in settled:
            others = [player for player in deciders(chain.game, body.player) if player not in by]
            if not any(ledger.shown(player, moment, chain) for player in others):
                return True
    return False


def forks(chain: Chain, ledger: Ledger) -> Iterator[tuple[Ruling, tuple[str, ...]]]:
    """Rulings that open a branch, signed by all who must."""
    needed = set(deciders(chain.game))
    for moment in sorted(ledger.signatures):
        for body, by in ledger.signed(moment, chain):
            if isinstance(body, Ruling) and opens_branch(body) and needed <= set(by):
                yield body, by


def ruled_branch(
    chain: Chain, ledger: Ledger, held: Held, at: Callable[[str, int], str | None] = lambda _name, _version: None
) -> list[Errand]:
    """The branch of a ruling that all signed becomes the game; nothing while there is none.

    It leaves the record before the exchange that was disputed, and is sealed and seeded again from there on: nobody
    shops for rolls. held: what branches that are here hold; at: the digest of a branch's record at an event, if any.
    """
    for ruling, by in forks(chain, ledger):
        about, left = Moment(ruling.about_turn, ruling.about_segment), leaves(chain, ruling)
        name, opened = left.name, left.after.version
        if left.parent != chain.name and at(left.parent, opened) != left.after.digest:
            continue  # what all others go back to is not here
        forked = GameForked(
            turn=about.turn,
            segment=about.segment,
            branch=name,
            parent=left.parent,
            at_version=opened,
            at_digest=left.after.digest,
            what_if=False,
        )
        facts = (forked, ruling_fact(ruling, by, about))
        own = held(name, opened, len(facts))
        if own is None:
            return [OpenBranch(name=name, parent=left.parent, after=opened, facts=facts), ChangeBranch(name)]
        if tuple(own) == facts:
            return [ChangeBranch(name)]  # opened before, and the program stopped before it could go over
    return []


def missing(needed: Sequence[str], by: Sequence[str]) -> tuple[str, ...]:
    """Who still has to sign."""
    return tuple(player for player in needed if player not in by)
