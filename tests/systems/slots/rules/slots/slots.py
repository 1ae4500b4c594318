"""The rules of Slots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

import msgspec
from attrs import Factory, define

from sits_es.dice import Dice, DiceRolled, RollKey
from sits_es.errors import UnreadableError
from sits_es.events import Coded, Data, Event
from sits_es.orders.language import Language
from sits_es.orders.normal import UnitBlock, write_template
from sits_es.rules.moments import Moment
from sits_es.rules.refusals import Refusal
from sits_es.rules.supplied import BundledScenario
from sits_es.rules.system import Outcome, Owed, Setup, System
from sits_es.sentences import listed, unknown
from sits_es.toml.sheet import Sheet

from . import bundled, events
from .language import LANGUAGE

#: What a die of an attack and one for initiative shows, of eight faces.
FACES = ("blank", "blank", "blank", "success", "success", "success", "threat", "triumph")
INITIATIVE_FACES = ("late", "late", "late", "early", "early", "early", "late", "first")

#: How it is found who acts first: rolled as planned in secret, rolled without planning, or entered by people.
INITIATIVES = ("rolled", "unplanned", "entered")

NARROWS = """title = "The Narrows"
initiative = "rolled"

[players.red]
name = "Anna"
side = "red"

[players.blue]
name = "Ben"
side = "blue"

[[starships]]
name = "Kestrel"
player = "red"
zone = 2
guns = 4
hull = 9

[[starships]]
name = "Hawk"
player = "blue"
zone = 3
guns = 3
hull = 9
"""


@define
class Starship:
    """A starship as it stands. initiative: entered for this turn, None before."""

    player: str
    side: str
    zone: int
    guns: int
    hull: int
    initiative: int | None = None
    haste: int = 0


@define
class Board:
    """queue: who still acts in this turn, None before the initiative is known; rolled: an attack to choose about.

    entered: people enter the initiative; planned: they order how many dice they roll for it.
    """

    entered: bool = False
    planned: bool = True
    turn: int = 1
    slot: int = 1
    queue: list[str] | None = None
    rolled: events.AttackRolled | None = None
    starships: dict[str, Starship] = Factory(dict)

    def standing(self) -> list[str]:
        """Names of the starships that have hull left."""
        return sorted(name for name, starship in self.starships.items() if starship.hull > 0)


def _placed(board: Board, fact: events.StarshipPlaced) -> None:
    board.starships[fact.starship] = Starship(fact.player, fact.side, fact.zone, fact.guns, fact.hull)


def _hastened(board: Board, fact: events.HasteOrdered) -> None:
    board.starships[fact.starship].haste = fact.haste


def _given(board: Board, fact: events.InitiativeGiven) -> None:
    board.starships[fact.starship].initiative = fact.initiative


def _set(board: Board, fact: events.InitiativeSet) -> None:
    board.queue = list(fact.order)
    board.slot += board.entered
    for starship in board.starships.values():
        starship.initiative, starship.haste = None, 0


def _flew(board: Board, fact: events.StarshipFlew) -> None:
    board.starships[fact.starship].zone = fact.zone


def _rolled(board: Board, fact: events.AttackRolled) -> None:
    board.rolled = fact


def _settled(board: Board, fact: events.AttackSettled) -> None:
    board.rolled = None
    board.starships[fact.target].hull -= fact.hits
    board.starships[fact.starship].hull -= fact.strain


def _lost(board: Board, fact: events.StarshipLost) -> None:
    board.queue = [name for name in board.queue or () if name != fact.starship]


def _spent(board: Board, fact: events.SlotSpent) -> None:
    board.queue = [name for name in board.queue or () if name != fact.starship]


def _told(_board: Board, _fact: Event) -> None:
    """An order moves nothing by itself."""


HANDLERS: dict[type[Event], Callable[[Any, Any], None]] = {
    events.StarshipPlaced: _placed,
    events.HasteOrdered: _hastened,
    events.FlightOrdered: _told,
    events.AttackOrdered: _told,
    events.RerollOrdered: _told,
    events.InitiativeGiven: _given,
    events.InitiativeSet: _set,
    events.StarshipFlew: _flew,
    events.AttackRolled: _rolled,
    events.AttackSettled: _settled,
    events.StarshipLost: _lost,
    events.OrderVoided: _told,
    events.SlotSpent: _spent,
}

#: How a game ends, by code.
ENDINGS = {"last-side": "The others have no starship left.", "no-side": "No starship is left."}

_TOLD: dict[type[Event], Callable[[Any], str]] = {
    events.StarshipPlaced: lambda e: f"{e.starship} of {e.player} stands in zone {e.zone}, hull {e.hull}.",
    events.HasteOrdered: lambda e: f"{e.starship} is ordered: haste {e.haste}.",
    events.FlightOrdered: lambda e: f"{e.starship} is ordered: fly to {e.zone}.",
    events.AttackOrdered: lambda e: f"{e.starship} is ordered: attack {e.target}.",
    events.RerollOrdered: lambda e: f"{e.starship} is ordered: reroll {e.kind}.",
    events.InitiativeGiven: lambda e: f"{e.starship} has initiative {e.initiative}.",
    events.InitiativeSet: lambda e: f"They act in this order: {listed(e.order)}.",
    events.StarshipFlew: lambda e: f"{e.starship} flies to zone {e.zone}.",
    events.AttackRolled: lambda e: (
        f"{e.starship} attacks {e.target}: {e.successes} successes, {e.threats} threats, {e.blanks} blanks."
    ),
    events.AttackSettled: lambda e: f"{e.starship} hits {e.target} for {e.hits} and strains for {e.strain}.",
    events.StarshipLost: lambda e: f"{e.starship} is lost.",
    events.OrderVoided: lambda e: f"An order of {e.starship} comes to nothing: {e.reason.replace('-', ' ')}.",
    events.SlotSpent: lambda e: f"{e.starship} has had its slot.",
    Outcome: lambda e: ENDINGS[e.why[0].code],
}


class Slots(System):
    """Initiative planned in secret, rolled at once or entered by people; then each starship acts alone, in the open."""

    name = "slots"
    forecast_heading = "Where this leads:"
    title = "Slots"
    edition = "for tests"

    @property
    def handlers(self) -> Mapping[type[Event], Callable[[Any, Any], None]]:
        """What each fact does to a board."""
        return HANDLERS

    def new_board(self, options: Data, tables: Data, classes: Data) -> Board:  # noqa: ARG002
        """An empty board."""
        if options.get("initiative") not in INITIATIVES:
            raise UnreadableError(f"Option initiative is one of {', '.join(INITIATIVES)}.")
        return Board(entered=options["initiative"] == "entered", planned=options["initiative"] == "rolled")

    def change_options(self, board: Board, changes: Data) -> None:
        """How initiative is found can't change in a game that has begun."""
        del board
        if changes:
            raise UnreadableError("In Slots options hold for the whole game. Fork without --option.")

    def freeze(self, board: Board) -> Board:
        """A value of the board."""
        return deepcopy(board)

    thaw = freeze

    def pack(self, board: Board) -> bytes:
        """A board as JSON."""
        return msgspec.json.encode(board, order="sorted")

    def unpack(self, packed: bytes) -> Board:
        """A board from its bytes."""
        return msgspec.json.decode(packed, type=Board)

    def tell(self, fact: Event) -> str:
        """A fact as a sentence."""
        return _TOLD[type(fact)](fact)

    def faces_in_words(self, rolled: DiceRolled) -> tuple[str, ...]:
        """What the dice show: both kinds have eight sides, and the roll's name says which they are."""
        shown = INITIATIVE_FACES if rolled.purpose == "initiative" else FACES
        return tuple(shown[face] for face in rolled.faces)

    # orders

    @property
    def language(self) -> Language:
        """The order language."""
        return LANGUAGE

    @property
    def order_types(self) -> tuple[type[Event], ...]:
        """Orders, and what people enter."""
        return (
            events.HasteOrdered,
            events.FlightOrdered,
            events.AttackOrdered,
            events.RerollOrdered,
            events.InitiativeGiven,
        )

    def units(self, board: Board, player: str) -> tuple[str, ...]:
        """The player's starships."""
        return tuple(name for name in sorted(board.starships) if board.starships[name].player == player)

    def owner(self, board: Board, unit: str) -> str | None:
        """Whose starship it is."""
        starship = board.starships.get(unit)
        return None if starship is None else starship.player

    def names(self, board: Board, order: Event, field: str) -> Iterable[str]:  # noqa: ARG002
        """Targets."""
        return board.starships if field == "target" else ()

    def problems(self, board: Board, step: int, order: Any, given: Sequence[Event]) -> Iterator[Refusal]:  # noqa: ARG002
        """Every reason why an order can't be at the slot at hand."""
        who = order.starship
        if isinstance(order, events.InitiativeGiven):
            yield Refusal("Initiative is entered, not ordered: sits record GAME FILE.", "initiative")
        elif board.queue is None and not board.planned:
            yield Refusal(f"{who}: initiative is rolled first, without orders: sits play GAME.")
        elif board.queue is None:
            if not isinstance(order, events.HasteOrdered):
                yield Refusal(f"{who}: initiative comes first. Order haste 0 to 2, or nothing.")
        elif board.queue[:1] != [who]:
            yield Refusal(f"{who}: this slot is {board.queue[0]}'s.")
        elif board.rolled is not None:
            if not isinstance(order, events.RerollOrdered):
                yield Refusal(f"{who} has rolled. Order reroll blanks or reroll threats, or nothing to keep the roll.")
        else:
            yield from self._action_problems(board, order)

    def _action_problems(self, board: Board, order: Any) -> Iterator[Refusal]:
        match order:
            case events.FlightOrdered():
                if abs(board.starships[order.starship].zone - order.zone) > 2:
                    yield Refusal(f"{order.starship} flies 2 zones at most.", "zone")
            case events.AttackOrdered():
                if order.target not in board.standing() or order.target == order.starship:
                    others = [name for name in board.standing() if name != order.starship]
                    yield Refusal(unknown("target", order.target, others), "target")
            case _:
                yield Refusal(f"{order.starship}: nothing is rolled yet. Order a flight or an attack.")

    def template(self, board: Board, player: str, game: str) -> str:
        """An order file, ready to edit."""
        blocks = [
            UnitBlock(name=name, notes=(f"zone {starship.zone}, hull {starship.hull}",), examples=_EXAMPLES)
            for name, starship in sorted(board.starships.items())
            if starship.player == player and starship.hull > 0
        ]
        return write_template(game, board.turn, blocks, LANGUAGE, player=player, notes=["Orders for the slot at hand."])

    def entry_problems(self, board: Board, player: str, entered: Sequence[Event]) -> Iterator[Refusal]:
        """Initiative alone is entered, once for each starship of one's own."""
        if not board.entered:
            yield Refusal("In this game nobody enters facts: initiative is rolled by the program.")
        elif board.queue is not None:
            yield Refusal("The initiative of this turn is known. Give orders for the slot at hand.")
        for at, fact in enumerate(entered):
            if not isinstance(fact, events.InitiativeGiven):
                yield Refusal("That is an order. Enter initiative and nothing else.", at=at)
            elif self.owner(board, fact.starship) != player:
                yield Refusal(f"{fact.starship} is not a starship of {player}.", LANGUAGE.unit, at=at)
            elif board.starships[fact.starship].initiative is not None:
                yield Refusal(f"The initiative of {fact.starship} is entered already.", at=at)

    def enter(self, board: Board, player: str, entered: Sequence[Event]) -> list[Event]:  # noqa: ARG002
        """Once everybody's initiative is there, the order in which they act."""
        numbers = {name: board.starships[name].initiative for name in board.standing()}
        if None in numbers.values():
            return []
        return [_done(board, events.InitiativeSet(order=tuple(sorted(numbers, key=lambda n: (-(numbers[n] or 0), n)))))]

    # exchanges

    def moment(self, board: Board) -> Moment:
        """The slot at hand."""
        return Moment(board.turn, board.slot)

    def owed(self, board: Board, players: Sequence[str]) -> Owed | None:
        """Planning for all, then one starship after the other; nothing while initiative is to be entered."""
        moment = self.moment(board)
        if board.queue:
            actor = board.starships[board.queue[0]].player
            others = tuple(player for player in players if player != actor)
            return Owed(
                moment=moment,
                label=self.label(moment),
                orders_by=(actor,),
                nonces_by=others,
                sealed=False,
                steps=(1,),
            )
        if board.entered:
            return None
        if not board.planned:
            return Owed(moment=moment, label=self.label(moment), orders_by=(), nonces_by=tuple(players))
        return Owed(moment=moment, label=self.label(moment), orders_by=tuple(players), steps=(1,))

    def upcoming(self, board: Board, players: Sequence[str]) -> Sequence[Owed]:
        """The slot at hand, and so many after it as may come in this turn, whoever acts in them."""
        owed = self.owed(board, players)
        most = board.slot + 2 * len(board.starships)
        ahead = [Moment(board.turn, slot) for slot in range(board.slot + 1, most + 1)]
        later = [Owed(moment=at, label=self.label(at), orders_by=(), nonces_by=tuple(players)) for at in ahead]
        return [*([owed] if owed is not None else []), *later]

    def advance(self, board: Board) -> None:
        """On to the next slot, or to the next turn."""
        if board.queue == []:
            board.turn, board.slot, board.queue = board.turn + 1, 1, None
        else:
            board.slot += 1

    def resolve(self, board: Board, orders: Mapping[str, Sequence[Event]], dice: Dice) -> list[Event]:
        """Initiative after planning; otherwise what the starship does whose slot it is."""
        if not board.queue:
            return list(_initiative(board, dice))
        actor, before = board.queue[0], board.standing()
        mine = [form for forms in orders.values() for form in forms if LANGUAGE.unit_of(form) == actor]
        facts = list(_choice(board, mine, dice) if board.rolled else _action(board, mine, dice))
        lost = [name for name in before if name not in board.standing()]
        return facts + [_done(board, events.StarshipLost(starship=name)) for name in lost]

    def outcome(self, board: Board) -> Outcome | None:
        """The last side with a starship wins."""
        sides = sorted({board.starships[name].side for name in board.standing()})
        if len(sides) > 1:
            return None
        return Outcome(winner=sides[0] if sides else None, why=(Coded("last-side" if sides else "no-side"),))

    # scenarios

    def setup(self, text: str, source: str, unit_files: Mapping[str, str]) -> Setup:  # noqa: ARG002
        """Make a scenario ready."""
        sheet = Sheet.read(text, source)
        sheet.table((), ("title", "initiative", "players", "starships"))
        players = {
            player: (sheet.text(("players", player, "name"), "Anna"), sheet.text(("players", player, "side"), "red"))
            for player in sheet.table(("players",))
        }
        placed = [
            events.StarshipPlaced(
                starship=sheet.text(("starships", at, "name"), "Kestrel"),
                player=(owner := sheet.choice(("starships", at, "player"), players)),
                side=players[owner][1],
                zone=sheet.whole(("starships", at, "zone"), 0, 9),
                guns=sheet.whole(("starships", at, "guns"), 1, 9),
                hull=sheet.whole(("starships", at, "hull"), 1, 99),
            )
            for at in range(len(sheet.many(("starships",), "[[starships]]")))
        ]
        title = sheet.text(("title",), "The Narrows")
        initiative = sheet.choice(("initiative",), INITIATIVES, "rolled")
        sheet.refuse()
        return Setup(
            title=title,
            scenario=source,
            options={"initiative": initiative},
            tables={},
            classes={},
            players=players,
            opening=placed,
        )

    def bundled(self) -> Mapping[str, BundledScenario]:
        """The Narrows, with initiative rolled, the same with initiative entered, and with initiative unplanned."""
        entered, unplanned = (NARROWS.replace('"rolled"', f'"{each}"') for each in ("entered", "unplanned"))
        return {
            "narrows": BundledScenario(text=NARROWS, orders={}),
            "narrows-by-hand": BundledScenario(text=entered, orders=bundled.BY_HAND),
            "narrows-at-once": BundledScenario(text=unplanned, orders=bundled.AT_ONCE),
        }


_EXAMPLES = ("haste 1", "fly to 2", "attack NAME", "reroll blanks")


def _done(board: Board, fact: Event) -> Event:
    HANDLERS[type(fact)](board, fact)
    return fact


def _thrown(dice: Dice, key: RollKey, number: int) -> tuple[DiceRolled, tuple[int, int, int]]:
    """A roll, and how many successes, threats and blanks it shows; a triumph is two successes."""
    faces = dice.throw(key, number, 8)
    shown = [FACES[face] for face in faces]
    rolled = DiceRolled(actor=key.actor, purpose=key.purpose, object=key.object, index=0, sides=8, faces=faces)
    return rolled, (shown.count("success") + 2 * shown.count("triumph"), shown.count("threat"), shown.count("blank"))


def _initiative(board: Board, dice: Dice) -> Iterator[Event]:
    came_to = {}
    for name in board.standing():
        rolled, (came_to[name], _, _) = _thrown(dice, RollKey(name, "initiative"), 2 + board.starships[name].haste)
        yield rolled
    yield _done(board, events.InitiativeSet(order=tuple(sorted(came_to, key=lambda name: (-came_to[name], name)))))


def _action(board: Board, mine: Sequence[Any], dice: Dice) -> Iterator[Event]:
    actor = (board.queue or [""])[0]
    order = next(iter(mine), None)
    starship = board.starships[actor]
    match order:
        case events.FlightOrdered() if abs(starship.zone - order.zone) <= 2:
            yield _done(board, events.StarshipFlew(starship=actor, zone=order.zone))
        case events.FlightOrdered():
            yield _done(board, events.OrderVoided(starship=actor, reason="too-far"))
        case events.AttackOrdered() if order.target in board.standing():
            rolled, (successes, threats, blanks) = _thrown(dice, RollKey(actor, "attack", order.target), starship.guns)
            yield rolled
            yield _done(
                board,
                events.AttackRolled(
                    starship=actor, target=order.target, successes=successes, threats=threats, blanks=blanks
                ),
            )
            return
        case events.AttackOrdered():
            yield _done(board, events.OrderVoided(starship=actor, reason="no-such-target"))
        case None:
            pass
        case _:
            yield _done(board, events.OrderVoided(starship=actor, reason="nothing-rolled"))
    yield _done(board, events.SlotSpent(starship=actor))


def _choice(board: Board, mine: Sequence[Any], dice: Dice) -> Iterator[Event]:
    if (rolled := board.rolled) is None:
        return
    successes, threats = rolled.successes, rolled.threats
    order = next((form for form in mine if isinstance(form, events.RerollOrdered)), None)
    if order is not None:
        again = rolled.blanks if order.kind == "blanks" else rolled.threats
        thrown, (more, worse, _) = _thrown(dice, RollKey(rolled.starship, "attack again", rolled.target), again)
        yield thrown
        successes, threats = successes + more, worse + (threats if order.kind == "blanks" else 0)
    apart = abs(board.starships[rolled.starship].zone - board.starships[rolled.target].zone)
    hits, strain = max(0, successes - apart), threats // 2
    yield _done(board, events.AttackSettled(starship=rolled.starship, target=rolled.target, hits=hits, strain=strain))
    yield _done(board, events.SlotSpent(starship=rolled.starship))


#: The system, as `sits_es.rules.system` finds it.
SYSTEM = Slots()
