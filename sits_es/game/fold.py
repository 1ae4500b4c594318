"""What each fact does to a game; facts that are not the game's own are the rule system's, and say it themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Literal

from attrs import fields
from msgspec.structs import replace

from sits_es.dice import DiceRolled
from sits_es.errors import NO_CREATION, GameError, NoRulesError, UnreadableError, UnsoundError
from sits_es.events import REGISTRY, Event
from sits_es.game import events as facts
from sits_es.game.state import Game, Player
from sits_es.game.story import outcome_in_words
from sits_es.rules import system
from sits_es.rules.system import System
from sits_es.sentences import one_line

Handler = Callable[[Game, Any], None]

#: What the rules can raise when they meet facts that they would never have given.
STUMBLES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class on_record:  # noqa: N801 - a word in a with statement; a class, because every stored fact is folded inside one
    """Within it, whatever the rules raise over a stored fact becomes an UnsoundError that names its event.

    stream, version: of the event; fact: what it says, None if it is the board after it that they stumble over.
    """

    __slots__ = ("_event",)

    def __init__(self, stream: str, version: int, fact: Event | None = None) -> None:
        self._event = stream, version, fact

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, _: TracebackType | None) -> None:
        if isinstance(fault, (GameError, *STUMBLES)) and not isinstance(fault, UnsoundError):
            stream, version, fact = self._event
            raise UnsoundError(stream, version, *_why(fact, fault)) from fault


def _why(fact: Event | None, fault: BaseException) -> tuple[str, str]:
    """What is wrong with a fact over which the rules stumbled, worded to follow its number, and more of it."""
    if isinstance(fault, NoRulesError):
        return "uses rules that are not installed here", fault.problems[0]
    if isinstance(fault, GameError):
        return "does not fit the game", fault.problems[0]
    if fact is None:
        return "leads to an impossible board", ""
    name = fault.args[0] if isinstance(fault, KeyError) and fault.args else None
    for at, each in enumerate(fields(type(fact))):
        if name is not None and getattr(fact, each.name) == name:
            # a fact names first whom it is about
            placed = "who was never placed" if not at or each.name == "target" else "which is unknown"
            return f"names {one_line(str(name))}, {'who never joined' if each.name == 'player' else placed}", ""
    return f"({REGISTRY.stored_name(type(fact))}) does not fit the game", ""


class Fold:
    """A game in the making: facts go in one by one, in order, and `game` is what they add up to.

    The game and its board are changed in place. A game's first fact is its creation.
    """

    def __init__(self, game: Game | None = None) -> None:
        self._game = game
        self._system: System | None = system(game.system) if game else None
        self._facts: Mapping[type[Event], Callable[[Any, Any], None]] = self._system.facts if self._system else {}

    @property
    def game(self) -> Game:
        """The game so far. Raises UnreadableError before its first fact."""
        if self._game is None:
            raise UnreadableError(NO_CREATION[1])
        return self._game

    @property
    def system(self) -> System:
        """The rule system of the game."""
        return system(self.game.system)

    def add(self, fact: Event) -> None:
        """Let one fact change the game. Raises UnreadableError for one that neither the game nor its system knows."""
        kind = type(fact)
        if kind in _HANDLERS:
            _HANDLERS[kind](self.game, fact)
        elif isinstance(fact, facts.GameCreated):
            self._create(fact)
        else:
            board = self.game.board
            try:
                apply = self._facts[kind]
            except KeyError:
                raise UnreadableError(f"{REGISTRY.stored_name(kind)} is not a fact of {self.game.system}.") from None
            apply(fact, board)
        game = self.game
        game.walk = game.walk.past(fact)

    def add_all(self, many: Iterable[Event]) -> Fold:
        """Let facts change the game, in order."""
        for fact in many:
            self.add(fact)
        return self

    def read(self, stream: str, stored: Iterable[tuple[int, Event]]) -> Fold:
        """Let stored facts change the game, in order. stored: with their versions; stream: whose they are.

        Raises UnsoundError, which names the first that does not follow from those before it.
        """
        for version, fact in stored:
            try:  # which costs nothing, where `on_record` takes half as long as a fact
                self.add(fact)
            except (GameError, *STUMBLES) as fault:
                raise UnsoundError(stream, version, *_why(fact, fault)) from fault
        return self

    def copy(self) -> Fold:
        """A fold of its own to go on with; this one stays as it is."""
        game = self.game
        return Fold(
            replace(
                game,
                people=dict(game.people),
                sealed=dict(game.sealed),
                revealed=dict(game.revealed),
                out=dict(game.out),
                links=dict(game.links),
                board=self.system.thaw(game.board),
            )
        )

    def _create(self, fact: facts.GameCreated) -> None:
        if self._game is not None:
            raise UnreadableError("The game is created twice.")
        self._system = system(fact.system, fact.version)
        self._facts = self._system.facts
        self._game = Game(
            root=fact.game,
            id=fact.id,
            branch=fact.game,
            sealed_as=fact.game,
            title=fact.title,
            scenario=fact.scenario,
            system=fact.system,
            play=fact.play,
            board=self._system.new_board(fact.options, fact.tables, fact.classes),
        )


def _joined(game: Game, fact: facts.PlayerJoined) -> None:
    if fact.player in game.people:
        raise UnreadableError(f"{fact.player} joins twice.")
    game.people[fact.player] = Player(name=fact.name, side=fact.side, role=fact.role, key=fact.key)


def _committed(game: Game, fact: facts.DiceCommitted) -> None:
    fits = game.links.get(fact.player) == "" if game.started else fact.player not in game.links
    if game.play != "hot seat" or not fits:
        said = "Player {} of {} commits to dice a second time, after the start, or in a game by mail."
        raise UnreadableError(said.format(fact.player, game.branch))
    game.links[fact.player] = fact.commitment


def _seated(game: Game, fact: facts.BotSeated) -> None:
    game.bots = {**game.bots, fact.player: fact.level}


def _started(game: Game, _fact: facts.GameStarted) -> None:
    if game.started:
        raise UnreadableError("The game begins twice.")
    game.started = True


def _sealed(game: Game, fact: facts.OrdersSealed) -> None:
    if not game.started:
        raise UnreadableError("Orders are sealed here although the game has not begun.")
    game.sealed[fact.player] = fact.commitment


def _revealed(game: Game, fact: facts.OrdersRevealed) -> None:
    game.revealed[fact.player] = fact.nonce
    if fact.player in game.links:
        game.links[fact.player] = fact.nonce


def _seeded(game: Game, fact: facts.SeedMade) -> None:
    game.seed = fact.seed


def _closed(game: Game, _fact: facts.SegmentClosed) -> None:
    game.sealed, game.revealed, game.seed = {}, {}, None
    try:
        system(game.system).advance(game.board)
    except NotImplementedError as fault:
        raise UnreadableError(f"An exchange of {game.branch} closes, but {game.system} has no exchanges.") from fault


def _forked(game: Game, fact: facts.GameForked) -> None:
    game.earlier = () if fact.keeper is None else (*game.earlier, game.branch)
    game.leaves = tuple(dict.fromkeys((*game.leaves, game.branch, fact.parent)))
    game.branch, game.parent, game.what_if = fact.branch, fact.parent, fact.what_if
    game.at_version = fact.at_version
    # a what-if's dice are the parent's, and what it throws itself decides nothing; any other is committed to new ones
    game.links = {} if fact.what_if else dict.fromkeys(game.links, "")
    if fact.keeper is None:
        game.sealed_as = fact.branch
    else:
        _keeps(game, fact.keeper, reads=fact.reads)
    if fact.options:
        system(game.system).change_options(game.board, fact.options)


def _keeps(game: Game, keeper: str, *, reads: bool) -> None:
    for each, who in game.people.items():
        if who.role != "player":
            role: Literal["umpire", "keeper", "spectator"] = "umpire" if reads else "keeper"
            game.people[each] = replace(who, role=role if each == keeper else "spectator")
    game.play = "umpired" if reads else "peers"


def _ended(game: Game, fact: facts.GameEnded) -> None:
    game.ended = outcome_in_words(fact, system(game.system))


def _put_out(game: Game, fact: facts.PlayersPutOut) -> None:
    game.out |= dict.fromkeys(fact.players, fact.by)


def _resigned(game: Game, fact: facts.PlayerResigned) -> None:
    game.out[fact.player] = (fact.player,)


def _readmitted(game: Game, fact: facts.PlayerReadmitted) -> None:
    game.out.pop(fact.player, None)


def _seat_taken(game: Game, fact: facts.SeatTaken) -> None:
    game.people[fact.player] = replace(game.people[fact.player], name=fact.name, key=fact.key)


def _told(_game: Game, _fact: Event) -> None:
    """A fact that is kept and changes nothing."""


_HANDLERS: dict[type[Event], Handler] = {
    facts.PlayerJoined: _joined,
    facts.DiceCommitted: _committed,
    facts.BotSeated: _seated,
    facts.GameStarted: _started,
    facts.OrdersSealed: _sealed,
    facts.OrdersRevealed: _revealed,
    facts.SeedMade: _seeded,
    facts.OrdersDefaulted: _told,
    facts.OrdersGiven: _told,
    facts.FactsRecorded: _told,
    facts.ExchangeOpened: _told,
    facts.RulingMade: _told,
    facts.SegmentClosed: _closed,
    facts.TurnClosed: _told,
    facts.GameForked: _forked,
    facts.GameEnded: _ended,
    facts.PlayersPutOut: _put_out,
    facts.PlayerResigned: _resigned,
    facts.PlayerReadmitted: _readmitted,
    facts.SeatTaken: _seat_taken,
    DiceRolled: _told,
}
