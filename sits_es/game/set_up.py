"""How a game on record is set up, held against the rules: no exchange is recomputed that brings its first facts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from attrs import fields, has

from sits_es.errors import UnreadableError
from sits_es.events import Event
from sits_es.game.events import GameCreated, GameStarted, PlayerJoined
from sits_es.game.fold import Fold, on_record
from sits_es.game.play import begin, first_opening
from sits_es.game.story import teller
from sits_es.game.verify import Faults, decision_faults, first_difference
from sits_es.orders.names import problem_of
from sits_es.report import report_of
from sits_es.sentences import one_line

#: No number of a game's set-up is as great, and no text in it as long.
MOST: Final = 10**9
MOST_TEXT: Final = 2000


def set_up(created: GameCreated, joined: Sequence[PlayerJoined], placed: Sequence[Event]) -> list[Event]:
    """The facts that begin a game which a stranger offers. Raises UnreadableError, which names all that is wrong."""
    with on_record(created.game, 0):
        facts = begin(created, joined, placed)
    if faults := [f"Its event #{at} {fault}." for at, fault in set_up_faults(created.game, Fold(), facts)]:
        raise UnreadableError(faults)
    return facts


def set_up_faults(stream: str, fold: Fold, facts: Sequence[Event]) -> Faults:
    """What is wrong with the facts of a game up to its first exchange, as they are numbered on record, from 0.

    They are those with which it begins by the rules, hold names that orders can name, and give a board that the rules
    can go on from and that can be shown. stream: the game's name on record; fold: an empty one, which reads them.
    Raises UnsoundError.
    """
    end = next((at for at, fact in enumerate(facts) if isinstance(fact, GameStarted)), len(facts) - 1)
    fold.read(stream, enumerate(facts[: end + 1]))
    created, joined = facts[0], [fact for fact in facts[:end] if isinstance(fact, PlayerJoined)]
    begun: list[Event] = [created, *sorted(joined, key=lambda fact: fact.player)]
    begun += [fact for fact in facts[len(begun) : end] if not isinstance(fact, PlayerJoined)] + [GameStarted()]
    if fold.game.started:
        begun += first_opening(fold.copy())
    fold.read(stream, enumerate(facts[end + 1 :], end + 1))
    if fold.game.root != stream:
        yield 0, f"creates the game {one_line(fold.game.root)}, but this is {stream}"
    odd = [(at, fault) for at, fact in enumerate(facts[:end]) for fault in _value_faults(fact, fold.game.people)]
    yield from odd
    if (difference := first_difference(facts[: len(begun)], begun)) is not None:
        yield min(difference.at, len(facts) - 1), "is not what the set-up gives"
    with on_record(stream, len(facts) - 1):
        yield from () if odd else ((end, fault) for fault in _trial(fold, facts))
    yield from decision_faults(len(begun), facts[len(begun) :])


def _value_faults(fact: Event, people: Collection[str]) -> Iterator[str]:
    values = set(_values(fact))
    if any(abs(each) > MOST for each in values if not isinstance(each, str)):
        yield f"holds a number beyond {MOST}"
    if any(len(each) > MOST_TEXT for each in values if isinstance(each, str)):
        yield f"holds a text of more than {MOST_TEXT} characters"
    if isinstance(fact, PlayerJoined):
        names = [fact.player, fact.name, *([] if fact.side is None else [fact.side])]
    else:
        names = [fact.game] if isinstance(fact, GameCreated) else []
        if (player := getattr(fact, "player", None)) is not None and player not in people:
            yield f"names {one_line(str(player))}, who never joined"
    yield from (f"holds a name that is not allowed: {problem}" for each in names if (problem := problem_of(each)))


def _values(value: object) -> Iterator[str | int]:
    """Every text and number in a value."""
    if isinstance(value, (str, int)):
        yield value
    elif isinstance(value, Mapping):
        yield from chain.from_iterable(map(_values, chain(value, value.values())))
    elif isinstance(value, Iterable):
        yield from chain.from_iterable(map(_values, value))
    elif has(kind := type(value)):
        yield from chain.from_iterable(_values(getattr(value, each.name)) for each in fields(kind))


def _trial(fold: Fold, facts: Sequence[Event]) -> Iterator[str]:
    """Ask of a game that begins what will be asked of it once it is played."""
    game, rules = fold.game, fold.system
    units = {unit for player in game.players for unit in rules.units(game.board, player)}
    if problems := [problem for unit in sorted(units) if (problem := problem_of(unit))]:
        yield f"leads to a unit that no order can name: {' '.join(problems)}"
        return
    report, tell, board = report_of(game.system), teller(rules), rules.freeze(game.board)
    for fact in facts:
        tell(fact)
    for player in game.players:
        rules.template(game.board, player, game.branch)
    rules.unpack(rules.pack(game.board))
    for _ in chain(game.upcoming, report.board(board), report.measures(board), report.standing(board)):
        pass  # the board is drawn, and nobody looks
