"""Playing at one machine: checked orders of all players, exchange by exchange, each in one transaction."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.game.fold import Fold
from sits_es.game.moments import Moment
from sits_es.game.play import Given, play_exchange
from sits_es.game.seals import nonce_from
from sits_es.orders.normal import write_line
from sits_es.service.inheritance import Inheritance
from sits_es.service.order_files import OrderFile
from sits_es.service.replay import Played
from sits_es.service.session import Session


def play(session: Session, name: str, files: Sequence[OrderFile], upto: Moment | None = None) -> Iterator[Played]:
    """Play exchange after exchange, from where the game stands to `upto` or the last one that any file orders.

    A player without a file plays, in a what-if fork, what they ordered in the parent. Play ends early when the game
    does or a `stop if` is met. Raises NotAllowedError, with nothing played, when a player's orders are missing;
    NotNowError when the game is over or somebody else played on meanwhile: what was played before that is kept.
    """
    head, fold = session.head(name).version, session.fold(name)
    if fold.game.ended is not None:
        raise NotNowError(f"{name} is over: {fold.game.ended}")
    if fold.game.play != "hot seat" and not fold.game.what_if:
        raise NotAllowedError(f"{name} is played by mail. Seal your orders: sits orders seal FILE")
    rules, inherited = fold.system, Inheritance(session, name)
    last = upto or _last_ordered(fold, files)
    if last < fold.game.moment:
        stands = fold.game.moment.written(rules.steps)
        raise NotNowError(f"{name} stands at {stands}, past {last.written(rules.steps)}: there is nothing to play.")
    given = _all_given(fold, files, inherited, last)
    for moment in given:
        brought = play_exchange(fold.game, given[moment], inherited.seed(moment))
        # no command id: anybody else who plays this exchange, even with the same orders, is told that it was played
        head = session.append(name, brought.facts, after=head, fold=brought.fold).version
        before, fold = rules.freeze(fold.game.board), brought.fold
        yield Played(
            moment=moment, before=before, facts=tuple(brought.facts), after=rules.freeze(brought.fold.game.board)
        )
        if fold.game.ended is not None or any(rules.stops(fact) for fact in brought.facts):
            return


def _last_ordered(fold: Fold, files: Sequence[OrderFile]) -> Moment:
    """The last exchange for which a file orders something; lines for the whole turn do not count."""
    segments = [
        segment for each in files for line in each.sheet.lines if not line.whole_turn for segment in line.segments
    ]
    at = fold.game.moment
    return Moment(at.turn, max(segments, default=at.segment))


def _all_given(
    fold: Fold, files: Sequence[OrderFile], inherited: Inheritance, last: Moment
) -> dict[Moment, list[Given]]:
    """Everybody's orders for each exchange up to `last`. Raises NotAllowedError for the first that somebody lacks."""
    moment, steps = fold.game.moment, fold.system.steps
    found: dict[Moment, list[Given]] = {}
    while moment <= last:
        own = {each.player: each for each in files if each.sheet.turn == moment.turn}
        old = inherited.orders(moment) if any(player not in own for player in fold.game.sealers) else {}
        for player in fold.game.players:
            if player not in own and player not in old:
                raise NotAllowedError(
                    f"{fold.game.branch}: orders of {player} for {moment.written(steps)} are missing. Give a file for "
                    f"each player ({', '.join(fold.game.players)}); one without orders lets the units go on as they do."
                )
        found[moment] = [
            _given(fold, own[player], moment) if player in own else old[player] for player in fold.game.sealers
        ]
        moment = moment.next(len(steps))
    return found


def _given(fold: Fold, own: OrderFile, moment: Moment) -> Given:
    """A player's orders for an exchange, from their file: it orders one turn and says nothing of the next."""
    forms, secret = own.sheet.at(moment.segment), own.sheet.secret
    lines = tuple(write_line(form, fold.system.language) for form in forms)
    nonce = nonce_from(bytes.fromhex(secret), own.player, moment) if secret else os.urandom(32)
    return Given(player=own.player, forms=forms, lines=lines, nonce=nonce)
