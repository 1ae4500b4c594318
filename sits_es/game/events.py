"""Facts of a game's life, whatever its rule system.

What means the same in many of them:

player: id of a player, as in orders; players: their ids; name: the player's own; key: an Ed25519 key; by: ids of
the players who signed or confirmed it; turn: 1 up; segment: the step of the turn, 1 up, whatever it is called; words:
the reason, in a player's words.

Rule: house, for games on a record.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

from attrs import Attribute, field, frozen
from attrs.validators import ge

from sits_es.errors import UnreadableError
from sits_es.events import Coded, Event, Shape, event

#: The format of the records that this program writes. A release that no older program can follow raises it.
FORMAT: Final = 1


def _readable(created: "GameCreated", _field: object, number: int) -> None:
    if number < 1:
        raise ValueError(f"format must be 1 or more: {number}")
    if number > FORMAT:
        raise UnreadableError(
            f"The game {created.game} is recorded in format {number}, but this version of SITS-ES only reads formats "
            f"up to {FORMAT}. Install a newer version to open the game."
        )


def hexadecimal(_event: object, attribute: "Attribute[str]", value: str) -> None:
    """32 bytes in hexadecimal, in small letters."""
    if len(value) != 64 or value.strip("0123456789abcdef"):
        raise ValueError(f"'{attribute.name}' must be 64 digits, 0 to 9 and a to f: {value}")


def _drawn(_event: object, attribute: "Attribute[str]", value: str) -> None:
    """16 bytes in hexadecimal, in small letters, or nothing."""
    if value and (len(value) != 32 or value.strip("0123456789abcdef")):
        raise ValueError(f"'{attribute.name}' must be empty or 32 digits, 0 to 9 and a to f: {value}")


@event("game.Created")
@frozen(kw_only=True)
class GameCreated(Event):
    """A game begins; all that its rules need is written here in full, so that no later release changes it.

    game: its name, which also keys its dice and those of its forks; id: 16 bytes in hexadecimal, drawn for this game
    alone, so that no other game's checkpoint fits it; empty in a demonstration, which is the same everywhere; title:
    for people; system: name of the rule system; edition: name of the printed rules; version: of the system's rules, 1
    up; scenario: its name;
    play: "hot seat" when all orders are given at one machine, "peers" when they travel between equals, "umpired" when
    an umpire resolves them (the terms of a game by mail stand in its log);
    options, tables, classes: plain data of the system; format: number of the record's format, which a program older
    than it refuses.
    """

    game: str
    id: str = field(default="", validator=_drawn)
    title: str
    system: str
    edition: str
    version: int
    play: Literal["hot seat", "peers", "umpired"]
    scenario: str
    options: dict[str, Any]
    tables: dict[str, Any]
    classes: dict[str, Any]
    format: int = field(default=FORMAT, validator=_readable)


@event("game.PlayerJoined")
@frozen(kw_only=True)
class PlayerJoined(Event):
    """Somebody joins. player: the id used in orders and seals; side: the player's, null for an umpire or a spectator.

    role: what they may do; key: their public Ed25519 key in hexadecimal, null in a hot-seat game.
    """

    player: str
    name: str
    side: str | None
    role: Literal["player", "umpire", "keeper", "spectator"] = "player"
    key: str | None = None


#: How well a bot plays: the cadet by the usual plan, the captain by the best of many.
BotLevel = Literal["cadet", "captain"]
LEVELS: Final[tuple[BotLevel, ...]] = get_args(BotLevel)


@event("game.BotSeated")
@frozen(kw_only=True)
class BotSeated(Event):
    """The program gives a player's orders in a hot-seat game. level: how well it plays."""

    player: str
    level: BotLevel


@event("game.DiceCommitted")
@frozen(kw_only=True)
class DiceCommitted(Event):
    """A player's part in all dice of a hot-seat game is fixed before its first order, so nobody can throw them again.

    commitment: 32 bytes, in hexadecimal: the SHA-256 of the first nonce that the player opens. The SHA-256 of each
    later one is the nonce that they opened before it. Rule: house, for fair dice.
    """

    player: str
    commitment: str = field(validator=hexadecimal)


@event("game.Started")
@frozen(kw_only=True)
class GameStarted(Event):
    """Set-up is over, and the game begins."""


@frozen(kw_only=True)
class ExchangeFact(Event):
    """Something that belongs to one exchange. turn: 1 up; segment: the step of the turn, 1 up, whatever its name."""

    turn: int
    segment: int

    def __attrs_post_init__(self) -> None:
        # at one go: these are read for every exchange, and a validator for each field takes longer than the reading
        if self.turn < 1 or self.segment < 1:
            name = "turn" if self.turn < 1 else "segment"
            raise ValueError(f"'{name}' must be >= 1: {getattr(self, name)}")


@event("game.OrdersSealed")
@frozen(kw_only=True)
class OrdersSealed(ExchangeFact):
    """A player's commitment to their orders for the exchange. commitment: SHA-256 over them and a nonce."""

    player: str
    commitment: str = field(validator=hexadecimal)


@event("game.OrdersRevealed")
@frozen(kw_only=True)
class OrdersRevealed(ExchangeFact):
    """A player's sealed orders, opened. lines: exactly the texts that were sealed; nonce: 32 bytes, in hexadecimal.

    The orders themselves follow, each as an event of its own.
    """

    player: str
    lines: tuple[str, ...]
    nonce: str = field(validator=hexadecimal)


@event("game.OrdersGiven")
@frozen(kw_only=True)
class OrdersGiven(ExchangeFact):
    """A player who acts alone gives orders in the open, before any nonce but the player's own is opened.

    The orders themselves follow, each as an event of its own. lines: exactly the texts that were signed.
    """

    player: str
    lines: tuple[str, ...]


@event("game.FactsRecorded")
@frozen(kw_only=True)
class FactsRecorded(ExchangeFact):
    """A player enters facts, such as a placement, or damage to a unit of their own.

    The facts follow, each as an event of its own, and then what follows from them by the rules.

    player: who entered them; lines: exactly as they were written; by: who confirmed them.
    """

    player: str
    lines: tuple[str, ...]
    by: tuple[str, ...]


@event("game.ExchangeOpened")
@frozen(kw_only=True)
class ExchangeOpened(ExchangeFact):
    """The game continues at this moment. Written only if the moment is not simply the next one in number."""


@event("game.OrdersDefaulted")
@frozen(kw_only=True)
class OrdersDefaulted(ExchangeFact):
    """A player's seal is missing, and the exchange is played without it and without their part in the dice.

    The orders themselves follow, each as an event of its own.

    lines: their standing orders; if there are none, their units drift. by: who signed that the player is out; nobody
    for a player who is away.
    """

    player: str
    lines: tuple[str, ...] = ()
    by: tuple[str, ...]


@event("game.RulingMade")
@frozen(kw_only=True)
class RulingMade(ExchangeFact):
    """A dispute about an exchange is decided. by: the keeper who rules alone, or all players.

    about_turn, about_segment: the exchange, each 1 up; upheld: whether the record stands; otherwise this branch is the
    game from the exchange on.
    """

    about_turn: int = field(validator=ge(1))
    about_segment: int = field(validator=ge(1))
    upheld: bool
    words: str
    by: tuple[str, ...]


@event("game.SeedMade")
@frozen(kw_only=True)
class SeedMade(ExchangeFact):
    """The seed of the exchange's dice is known. seed: SHA-256 over all commitments and nonces.

    kept: whether the seed is that of a what-if's parent.
    """

    seed: str = field(validator=hexadecimal)
    kept: bool = False


@event("game.SegmentClosed")
@frozen(kw_only=True)
class SegmentClosed(ExchangeFact):
    """The exchange is over: everything that follows from it has happened."""


@event("game.TurnClosed")
@frozen(kw_only=True)
class TurnClosed(Event):
    """The turn is over; the next one begins, unless the game ends."""

    turn: int = field(validator=ge(1))


@event("game.Forked")
@frozen(kw_only=True)
class GameForked(ExchangeFact):
    """This branch leaves its parent after the parent's event `at_version` and restarts at the exchange named.

    branch: its name; parent: the name of the branch it leaves; at_version: number of that event; at_digest: that
    event's digest in hexadecimal; what_if: whether it keeps its parent's seeds, so that only what the changed orders
    touch changes. options: those of the game's options that change, by name. keeper: who keeps the log of a game by
    mail from here on, if a change of keeper is the reason for the branch; reads: whether the keeper reads all orders.
    """

    branch: str
    parent: str
    at_version: int
    at_digest: str
    what_if: bool = True
    options: dict[str, Any] = field(factory=dict)
    keeper: str | None = None
    reads: bool = False


@event("game.Ended")
@frozen(kw_only=True)
class GameEnded(Event):
    """The game is over. winner: a side, or null.

    outcome: codes of the rule system, each with its values; or that the players agreed to end it, with who they are and
    their words; or that too few players are left, with who left last and the moment as players write it.
    """

    winner: str | None
    outcome: tuple[Coded, ...]


#: How a game ends that its players ended: who agreed, and what they said.
AGREEMENT: Final[Mapping[str, Shape]] = {"agreed": (str, str)}

#: How a game ends in which fewer than two are left: who left at last, and the moment as players write it.
RESIGNED: Final[Mapping[str, Shape]] = {"resigned": (str, str)}


# What people decide about a game by mail, between two exchanges. A player who is out owes nothing: where others go on,
# their units drift, exchange by exchange, as facts of their own say. Rule: house, for play by mail.


@event("game.PlayersPutOut")
@frozen(kw_only=True)
class PlayersPutOut(ExchangeFact):
    """Players kept the game waiting and are out of it until all others sign them in. by: who signed it."""

    players: tuple[str, ...]
    by: tuple[str, ...]


@event("game.PlayerResigned")
@frozen(kw_only=True)
class PlayerResigned(ExchangeFact):
    """A player has resigned; from this exchange on they are out."""

    player: str


@event("game.PlayerReadmitted")
@frozen(kw_only=True)
class PlayerReadmitted(ExchangeFact):
    """A player who was out takes part again, from this exchange on. by: who signed it."""

    player: str
    by: tuple[str, ...]


@event("game.SeatTaken")
@frozen(kw_only=True)
class SeatTaken(ExchangeFact):
    """A seat has a new key, and perhaps a new person.

    name: that person's; key: public, in hexadecimal; by: who signed it.
    """

    player: str
    name: str
    key: str = field(validator=hexadecimal)
    by: tuple[str, ...]


#: What people decide between two exchanges; it does not follow from the rules.
DECIDED: Final[tuple[type[Event], ...]] = (
    RulingMade,
    PlayersPutOut,
    PlayerResigned,
    PlayerReadmitted,
    SeatTaken,
    PlayerJoined,
)
