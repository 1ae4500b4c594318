"""Playing at one machine: checked orders of all players, exchange by exchange, each in one transaction."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from commands.exchanges import events_of
from commands.order_files import OrderFile
from commands.table import Table
from sits_es.errors import NotAllowedError, NotNowError
from sits_es.events import Event
from sits_es.game.events import OrdersRevealed
from sits_es.game.exchange import Given, play_exchange
from sits_es.game.fold import Fold
from sits_es.game.moments import Moment
from sits_es.game.seals import nonce_from
from sits_es.game.verify import orders_by_player
from sits_es.orders.normal import write_line
from sits_es.rules.system import System


@frozen(kw_only=True)
class Played:
    """One exchange as it was played. before, after: boards, safe to keep; facts: what it brought, from the seals on."""

    moment: Moment
    before: object
    facts: tuple[Event, ...]
    after: object


def play(table: Table, name: str, files: Sequence[OrderFile], upto: Moment | None = None) -> Iterator[Played]:
    """Play exchange after exchange, from where the game stands to `upto` or the last one that any file orders.

    A player without a file plays, in a what-if fork, what he ordered in the parent. Play ends early when the game does
    or a `stop if` is met. Raises NotAllowedError, with nothing played, when a player's orders are missing; NotNowError
    when the game is over or somebody else played on meanwhile: what was played before that stands.
    """
    head = table.store.head(table.must_know(name)).version
    fold = table.fold(name, head)
    if fold.game.ended is not None:
        raise NotNowError(f"{name} is over: {fold.game.ended}")
    if fold.game.play != "hot seat" and not fold.game.what_if:
        raise NotAllowedError(f"{name} is played by mail. Seal your orders: sits orders seal FILE")
    rules, seeds = fold.system, table.kept_seeds(fold.game)
    inherited = _parents_orders(table, fold)
    last = upto or _last_ordered(fold, files)
    if last < fold.game.moment:
        stands = fold.game.moment.written(rules.steps)
        raise NotNowError(f"{name} stands at {stands}, past {last.written(rules.steps)}: there is nothing to play.")
    _must_be_ordered(fold, files, inherited, last)
    while fold.game.ended is None and fold.game.moment <= last:
        moment = fold.game.moment
        given = [_given(fold, player, files, inherited, moment) for player in fold.game.sealers]
        before = rules.freeze(fold.game.board)
        facts = play_exchange(fold.game, given, seeds.get(moment))
        # no command id: whoever else plays this exchange, even with the same orders, is to be told who was first
        head = table.append(name, facts, after=head, fold=fold).version
        yield Played(moment=moment, before=before, facts=tuple(facts), after=rules.freeze(fold.game.board))
        if any(rules.stops(fact) for fact in facts):
            return


def _last_ordered(fold: Fold, files: Sequence[OrderFile]) -> Moment:
    """The last exchange for which a file orders something; lines for the whole turn do not count."""
    segments = [
        segment for each in files for line in each.sheet.lines if not line.whole_turn for segment in line.segments
    ]
    at = fold.game.moment
    return Moment(at.turn, max(segments, default=at.segment))


def _own_file(files: Sequence[OrderFile], player: str, moment: Moment) -> OrderFile | None:
    """The file with a player's orders for an exchange: it orders one turn and says nothing of the next."""
    return next((each for each in files if each.player == player and each.sheet.turn == moment.turn), None)


def _must_be_ordered(
    fold: Fold, files: Sequence[OrderFile], inherited: Mapping[Moment, Mapping[str, Given]], last: Moment
) -> None:
    """Raise NotAllowedError for the first exchange up to `last` for which a player has neither file nor old orders."""
    moment, steps = fold.game.moment, fold.system.steps
    while moment <= last:
        for player in fold.game.players:
            if _own_file(files, player, moment) is None and player not in inherited.get(moment, {}):
                raise NotAllowedError(
                    f"{fold.game.branch}: orders of {player} for {moment.written(steps)} are missing. Give a file for "
                    f"each player ({', '.join(fold.game.players)}); one without orders lets his units go on as they do."
                )
        moment = moment.next(steps)


def _given(
    fold: Fold,
    player: str,
    files: Sequence[OrderFile],
    inherited: Mapping[Moment, Mapping[str, Given]],
    moment: Moment,
) -> Given:
    """A player's orders for an exchange: from his file, or as he gave them in the parent."""
    own = _own_file(files, player, moment)
    if own is None:
        return inherited[moment][player]
    forms = own.sheet.at(moment.segment)
    secret = own.sheet.secret
    nonce = nonce_from(bytes.fromhex(secret), player, moment) if secret else os.urandom(32)
    return Given(player=player, forms=forms, lines=_lines(fold.system, forms), nonce=nonce)


def _lines(rules: System, forms: Sequence[Event]) -> tuple[str, ...]:
    return tuple(write_line(form, rules.language) for form in forms)


def _parents_orders(table: Table, fold: Fold) -> dict[Moment, dict[str, Given]]:
    """What each player ordered in the parent of a what-if fork, exchange by exchange.

    Beyond what the parent has played, a what-if itself, it would take its own parent's.
    """
    game = fold.game
    if not game.what_if or game.parent is None:
        return {}
    found = _parents_orders(table, table.fold(game.parent))
    record = table.record(game.parent)
    for exchange in (each for each in table.exchanges(game.parent) if each.played):
        facts = events_of(record, exchange)
        orders = orders_by_player(facts, fold.system.order_types)
        found[exchange.moment] = {
            fact.player: Given(
                player=fact.player,
                forms=tuple(orders[fact.player]),
                lines=fact.lines,
                nonce=bytes.fromhex(fact.nonce),
            )
            for fact in facts
            if isinstance(fact, OrdersRevealed)
        }
    return found
