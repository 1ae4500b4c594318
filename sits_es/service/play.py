"""Playing at one machine: exchanges with everybody's checked orders, and facts that people enter, all or none."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from attrs import evolve
from msgspec import Struct

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.events import Event
from sits_es.game.fold import Fold
from sits_es.game.play import Given, enter_facts, must_go_on, play_exchange
from sits_es.game.seals import before, nonce_from
from sits_es.orders.names import same
from sits_es.orders.normal import write_line
from sits_es.orders.sheet import OrderSheet
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed
from sits_es.sentences import shell, unknown
from sits_es.service.fair_dice import Ask, chains, not_asked
from sits_es.service.forks import Inheritance
from sits_es.service.orders import OrderFile, read_entry, told_of_entry
from sits_es.service.replay import PlayedExchange
from sits_es.service.session import OpenGame


class Recording(Struct, frozen=True, kw_only=True):
    """An entry as recorded. facts: the entry, each fact and what follows from it; told: in sentences."""

    moment: Moment
    facts: tuple[Event, ...]
    told: tuple[str, ...]


def record(opened: OpenGame, source: str, text: str, player: str | None = None) -> Recording:
    """Enter a file's facts in a hot-seat game or a what-if, all or none. source: the file's name in faults.

    Raises UnreadableError with every fault of the file, NotNowError when the game is over or has not begun,
    NotAllowedError if the rules have nothing to enter, or in a game by mail, where the others must confirm it.
    """
    head, fold = opened.head.version, opened.fold()
    game, rules = fold.game, fold.system
    must_go_on(game)
    if game.play != "hot seat" and not game.what_if:
        raise NotAllowedError(
            f"{opened.name} is played by mail. Propose your facts: sits record {shell(opened.name)} FILE"
        )
    opened.require_played("sits record GAME FILE")
    who, entered = read_entry(fold, source, text, player)
    brought = enter_facts(game, who, [write_line(fact, rules.language) for fact in entered], [who])
    opened.append(brought.facts, after=head, fold=brought.fold)
    return Recording(moment=game.moment, facts=tuple(brought.facts), told=told_of_entry(rules, brought.facts))


def play(
    opened: OpenGame,
    files: Sequence[OrderFile],
    upto: Moment | None = None,
    drift: Sequence[str] = (),
    ask: Ask = not_asked,
    bots: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[PlayedExchange]:
    """Play exchange after exchange, from where the game stands to `upto` or the last one that any file orders.

    drift: players who have no file and order nothing; bots: players whose orders the program gives at each
    exchange, by level, beside the game's own bots. ask: gives a player's secret
    where dice are fair and their file does not. Without `upto`, exchanges for which nobody owes orders are played
    as they come. Any other player without a file plays, in a what-if fork, what they ordered in the parent. Play
    ends early when the game does or a `stop if` is met.
    Raises NotAllowedError, with nothing played, when a player's orders or secret are missing or somebody can't drift;
    NotNowError when the game is over or somebody else played on meanwhile: what was played before that is kept.
    """
    head, fold = opened.head.version, opened.fold()
    if fold.game.ended is not None:
        raise NotNowError(f"{opened.name} is over: {fold.game.ended}")
    if fold.game.play != "hot seat" and not fold.game.what_if:
        raise NotAllowedError(f"{opened.name} is played by mail. Seal your orders: sits orders seal FILE")
    opened.require_played("sits play GAME FILE...")
    players = fold.game.players
    drift = [same(each, players) or each for each in drift]
    _may_drift(fold, files, drift)
    rules, inherited = fold.system, Inheritance(opened)
    asked = {same(each, players) or each: level for each, level in bots.items()}
    levels = _bots(fold, asked, [*(each.player for each in files), *drift])
    drift = [*drift, *levels]
    files = [*(each for each in files if each.sheet.turn == fold.game.moment.turn), *_empty(fold, drift)]
    last = upto or _last_ordered(fold, files)
    if last < fold.game.moment:
        stands = rules.label(fold.game.moment)
        raise NotNowError(f"{opened.name} is at {stands}, past {rules.label(last)}: there is nothing to play.")
    if fold.game.owed is None:
        raise NotNowError(f"{opened.name} needs no orders at {rules.label(fold.game.moment)}. {_entering(fold)}")
    # a file was checked for the exchanges that could be foreseen, and orders nothing else
    foreseen = {owed.moment for owed in fold.game.upcoming if owed.orders_by}
    given = _all_given(fold, files, inherited, last)
    _have_turns(fold, files, inherited, last, drift)
    secrets = {each.player: each.sheet.secret for each in files if each.sheet.secret is not None}
    fixed = chains(fold.game, lambda player: secrets.get(player) or ask(player))
    while (owed := fold.game.owed) is not None and (
        owed.moment <= last or (upto is None and levels.keys() >= {*owed.orders_by})
    ):
        # what could not be foreseen is put together as it comes
        if owed.moment not in given:
            given |= _all_given(fold, _empty(fold, drift), inherited, owed.moment)
        given_now = [_fixed(_drafted(each, fold, levels, owed), fold, fixed) for each in given[owed.moment]]
        resolved = play_exchange(fold.game, given_now, inherited.seed(owed.moment))
        # no command id: anybody else who plays this exchange, even with the same orders, is told that it was played
        head = opened.append(resolved.facts, after=head, fold=resolved.fold).version
        before, fold = rules.freeze(fold.game.board), resolved.fold
        yield PlayedExchange(
            moment=owed.moment, before=before, facts=tuple(resolved.facts), after=rules.freeze(resolved.fold.game.board)
        )
        if any(rules.stops(fact) for fact in resolved.facts):
            return
        following = fold.game.owed
        known = files if following is not None and following.moment in foreseen else _empty(fold, drift)
        sure = following and _go_on(following, known, inherited)
        if upto is None and not sure:
            return


def _bots(fold: Fold, asked: Mapping[str, str], ordering: Sequence[str]) -> dict[str, str]:
    """Players whose orders the program gives, with its level. NotAllowedError for who is none, or gives orders too."""
    players = fold.game.players
    # in a what-if they do as they did in the parent
    own = {} if fold.game.what_if else fold.game.bots
    problems = [unknown("player", each, players) for each in asked if each not in players]
    problems += [
        f"{each}: in this game the {own[each]} gives {each}'s orders. Leave yours out."
        for each in ordering
        if each in own
    ]
    problems += [
        f"{each} has given orders too. Leave out the file or --bot {shell(each)}." for each in asked if each in ordering
    ]
    if problems:
        raise NotAllowedError(problems)
    return {each: level for each, level in {**own, **asked}.items() if each not in ordering}


def _drafted(given: Given, fold: Fold, levels: Mapping[str, str], owed: Owed) -> Given:
    """What a player gives; of a bot, what it drafts as things stand now. Nobody can know its seed beforehand."""
    if given.player not in levels or given.player not in owed.orders_by:
        return given
    from sits_es.service.bot import bot_orders

    drafted = bot_orders(fold, fold.game.called, given.player, levels[given.player], os.urandom(16).hex())
    return _given(fold, drafted.file, given.player, owed)


def _fixed(given: Given, fold: Fold, chains: Mapping[str, bytes]) -> Given:
    """What a player gives, with the nonce that is theirs by their secret where dice are fair."""
    if given.player not in chains:
        return given
    nonce = before(chains[given.player], fold.game.links[given.player])
    if nonce is None:
        raise NotNowError(f"{fold.game.called} has used up {given.player}'s secret.")
    return evolve(given, nonce=nonce)


def _may_drift(fold: Fold, files: Sequence[OrderFile], drift: Sequence[str]) -> None:
    """Raise NotAllowedError for players who are told to drift and can't."""
    name, owed = fold.game.called, fold.game.owed
    problems = []
    for player in dict.fromkeys(drift):
        if player not in fold.game.players:
            problems.append(unknown("player", player, tuple(fold.game.players)))
        elif (file := next((each for each in files if each.player == player), None)) is not None:
            problems.append(f"{player} has given orders in {file.source}. Leave out the file or --drift {player}.")
        elif owed is not None and not owed.sealed and player in owed.orders_by:
            told = f"{name}: {player} acts in the open at {owed.label}. To pass without orders"
            problems.append(f"{told}: sits play {shell(name)} --pass")
    if problems:
        raise NotAllowedError(problems)


def _empty(fold: Fold, players: Sequence[str]) -> list[OrderFile]:
    """A file without orders for each of these players, for the turn at hand."""
    empty = (OrderSheet(game=fold.game.called, turn=fold.game.moment.turn, player=player) for player in players)
    return [OrderFile(source="", sheet=each, player=str(each.player)) for each in empty]


def _entering(fold: Fold) -> str:
    """What to do in a game that waits for facts."""
    return f"Enter facts: sits record {shell(fold.game.called)} FILE"


def _last_ordered(fold: Fold, files: Sequence[OrderFile]) -> Moment:
    """The last moment for which a file orders something; lines for the whole turn do not count."""
    at, owed = fold.game.moment, fold.game.owed
    steps = [step for each in files for line in each.sheet.lines if not line.whole_turn for step in line.steps]
    first = owed.steps if owed is not None else ()
    return Moment(at.turn, max([at.segment, *(step for step in steps if step not in first)]))


def _go_on(owed: Owed, files: Sequence[OrderFile], inherited: Inheritance) -> bool:
    """Whether everybody who owes orders for an exchange has a file, or orders in the parent."""
    known = {each.player for each in files}
    if not known.issuperset(owed.orders_by):
        known |= _inherited(owed, inherited).keys()
    return known.issuperset(owed.orders_by)


def _inherited(owed: Owed, inherited: Inheritance) -> dict[str, Given]:
    """What each player gave in the parent for an exchange, cut to what they owe here: orders, or a nonce alone."""
    found = {}
    for player, given in inherited.orders(owed.moment).items():
        if player not in owed.orders_by:
            found[player] = evolve(given, forms=(), lines=(), in_the_open=False)
        elif given.in_the_open != owed.sealed:
            found[player] = given
    return found


def _all_given(
    fold: Fold, files: Sequence[OrderFile], inherited: Inheritance, last: Moment
) -> dict[Moment, list[Given]]:
    """Everybody's orders for each exchange up to `last`. Raises NotAllowedError for the first that are missing."""
    found: dict[Moment, list[Given]] = {}
    own = {each.player: each for each in files}
    for owed in fold.game.upcoming:
        # whether anybody orders a later one without orders is known once it is open
        if owed.moment > last or (not owed.orders_by and owed.moment != fold.game.moment):
            break
        sealers = fold.game.sealers_of(owed)
        old = _inherited(owed, inherited) if any(player not in own for player in sealers) else {}
        for player in owed.orders_by:
            if player not in own and player not in old:
                raise _missing(fold, player, owed.label, owed.orders_by, sealed=owed.sealed)
        found[owed.moment] = [
            _given(fold, own.get(player), player, owed) if player in own or player not in old else old[player]
            for player in sealers
        ]
    return found


def _have_turns(
    fold: Fold, files: Sequence[OrderFile], inherited: Inheritance, last: Moment, drift: Sequence[str]
) -> None:
    """Raise NotAllowedError if play would reach a turn for which somebody has no orders at all."""
    game = fold.game
    for turn in range(game.moment.turn + 1, last.turn + 1):
        begins = Moment(turn, 1)
        given = {each.player for each in files if each.sheet.turn == turn} | inherited.orders(begins).keys()
        given |= {*drift}
        for player in game.players:
            if player not in given:
                raise _missing(fold, player, fold.system.label(begins), tuple(game.players))


def _missing(fold: Fold, player: str, where: str, players: Sequence[str], *, sealed: bool = True) -> NotAllowedError:
    name = fold.game.called
    said = f"{name}: {player}'s orders for {where} are missing."
    if sealed:
        people = ", ".join(each for each in players if fold.game.what_if or each not in fold.game.bots)
        or_bot = f", or --bot {shell(player)} to have the program play them" if player in fold.game.bots else ""
        each = f"Give a file for each player ({people})"
        return NotAllowedError(f"{said} {each}, or --drift {shell(player)} to let {player}'s units drift{or_bot}.")
    write = f"sits orders new {shell(name)} --as {shell(player)}"
    return NotAllowedError(f"{said} Write them: {write}; or pass: sits play {shell(name)} --pass")


def with_passes(fold: Fold, files: Sequence[OrderFile]) -> list[OrderFile]:
    """The files, and an empty one for each who acts in the open without orders. NotAllowedError if nobody does."""
    game, owed = fold.game, fold.game.owed
    if owed is None or owed.sealed or not owed.orders_by:
        raise NotAllowedError(f"{game.called}: {game.waits}. Nobody acts alone there, so nobody can pass.")
    given = {each.player for each in files}
    return [*files, *_empty(fold, [player for player in owed.orders_by if player not in given])]


def _given(fold: Fold, own: OrderFile | None, player: str, owed: Owed) -> Given:
    """A player's orders for an exchange from their file; without a file, their part in the dice alone."""
    forms = own.sheet.at(*owed.steps) if own is not None and player in owed.orders_by else ()
    secret = own.sheet.secret if own is not None else None
    lines = tuple(write_line(form, fold.system.language) for form in forms)
    nonce = nonce_from(bytes.fromhex(secret), player, owed.moment) if secret else os.urandom(32)
    in_the_open = not owed.sealed and player in owed.orders_by
    return Given(player=player, forms=forms, lines=lines, nonce=nonce, in_the_open=in_the_open)
