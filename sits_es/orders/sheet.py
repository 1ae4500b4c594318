"""An order file once it has been read: whose it is, and what it orders in which segment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import field, frozen
from attrs.validators import ge, matches_re, optional

from sits_es.events import Event
from sits_es.orders.faults import TextPlace
from sits_es.orders.language import ship_of


@frozen(kw_only=True)
class OrderLine:
    """One line of orders: the same orders for a ship in each of its segments. Two lines that order the same are equal.

    segments: in order, each once; forms: what is ordered, in the order written.
    line, column, end: where the line stands (1 up; `end` is the column behind its last word), 0 when in no file.
    places: field of an order -> its words' place; "ship" is the ship's own line, "segments" the line's segments.
    whole_turn: written without a segment, so that it holds in every one.
    """

    ship: str
    segments: tuple[int, ...]
    forms: tuple[Event, ...]
    line: int = field(default=0, eq=False)
    column: int = field(default=0, eq=False)
    end: int = field(default=0, eq=False)
    places: Mapping[str, TextPlace] = field(factory=dict, eq=False, repr=False)
    whole_turn: bool = field(default=False, eq=False)


@frozen(kw_only=True)
class OrderSheet:
    """The orders of one player for one turn of one game.

    turn: 1 up; player: whose file it is, if it says so; secret: 64 hex digits from which nonces are made, or None.
    ships: every ship named, in order of first mention, with orders or without.
    places: "game", "turn", "player" and "secret" -> what stands behind that word; "ship X" -> the first line of X.
    """

    game: str
    turn: int = field(validator=ge(1))
    player: str | None = None
    secret: str | None = field(default=None, repr=False, validator=optional(matches_re("[0-9a-f]{64}")))
    ships: tuple[str, ...] = ()
    lines: tuple[OrderLine, ...] = ()
    places: Mapping[str, TextPlace] = field(factory=dict, eq=False, repr=False)

    @classmethod
    def of(
        cls,
        game: str,
        turn: int,
        orders: Mapping[int, Iterable[Event]],
        *,
        player: str | None = None,
        secret: str | None = None,
    ) -> OrderSheet:
        """The sheet that orders this: segment -> its orders (any ships', in order)."""
        lines = tuple(
            OrderLine(ship=ship_of(form), segments=(segment,), forms=(form,))
            for segment in sorted(orders)
            for form in orders[segment]
        )
        ships = tuple(dict.fromkeys(line.ship for line in lines))
        return cls(game=game, turn=turn, player=player, secret=secret, ships=ships, lines=lines)

    @property
    def segments(self) -> tuple[int, ...]:
        """Segments in which anything is ordered, in order."""
        return tuple(sorted({segment for line in self.lines for segment in line.segments}))

    def of_ship(self, ship: str) -> tuple[OrderLine, ...]:
        """The lines of one ship, in the order of the file."""
        return tuple(line for line in self.lines if line.ship == ship)

    def with_lines(self, segment: int) -> Iterator[tuple[OrderLine, Event]]:
        """Orders of a segment with their lines: ship by ship in order of first mention, then as written."""
        found = [line for line in self.lines if segment in line.segments]
        rank = {ship: at for at, ship in enumerate(self.ships)}
        for line in sorted(found, key=lambda line: rank.get(line.ship, len(rank))):
            for form in line.forms:
                yield line, form

    def at(self, segment: int) -> tuple[Event, ...]:
        """Orders of a segment: ship by ship in order of first mention, each ship's as written."""
        return tuple(form for _, form in self.with_lines(segment))
