"""A game as its notation says it: streams with their exchanges, what was given in each, and what it says came of it."""

from __future__ import annotations

from typing import Any, Literal

from attrs import Factory, define, frozen

from sits_es.orders.faults import TextPlace


@define
class GivenFact:
    """A fact that follows from nothing: taken as it is written. name: as it is stored; data: its fields."""

    name: str
    place: TextPlace
    data: dict[str, Any] = Factory(dict)


@frozen
class OrderText:
    """One line that a player gave, exactly. place: of its first character, or of its quote."""

    text: str
    place: TextPlace


@define
class GivenLines:
    """Lines that a player gave in an exchange.

    kind: sealed orders, orders in the open, those that stood for a player who was silent, or facts that were entered;
    nonce: hexadecimal, of sealed orders; by: who signed it.
    """

    kind: Literal["orders", "open", "default", "enter"]
    player: str
    place: TextPlace
    nonce: str = ""
    by: tuple[str, ...] = ()
    lines: list[OrderText] = Factory(list)


@frozen
class Digits:
    """A seal, a seed or a digest, in hexadecimal. whose: of a seal; number: of the event; kept: of a seed."""

    place: TextPlace
    digits: str = ""
    whose: str = ""
    number: int = -1
    kept: bool = False


@frozen
class ResultLine:
    """A result as it is written. number: the event's; text: the whole line, without comments and needless spaces.

    raw: the line as it stands, from its first character on.
    """

    number: int
    text: str
    raw: str
    place: TextPlace

    def differs_at(self, other: str) -> TextPlace:
        """The first word that is another one than in a line that should stand there."""
        same = next((at for at, (one, two) in enumerate(zip(self.text, other, strict=False)) if one != two), None)
        same = min(len(self.text), len(other)) if same is None else same
        start = self.text.rfind(" ", 0, same) + 1
        if not self.raw.startswith(self.text[:start]):
            return self.place
        word = self.raw[start:].split(" ", 1)[0]
        return TextPlace(self.place.line, self.place.column + start, max(len(word), 1))


@define
class ScorePart:
    """The beginning of a stream, or one exchange or entry of it. moment: as it is written; None for the beginning.

    given: facts, and lines of players, in the order written; decided: facts after its end.
    """

    place: TextPlace
    moment: str | None = None
    given: list[GivenFact | GivenLines] = Factory(list)
    started: TextPlace | None = None
    seals: list[Digits] = Factory(list)
    seed: Digits | None = None
    results: list[ResultLine] = Factory(list)
    end: Digits | None = None
    decided: list[GivenFact] = Factory(list)


@define
class Stream:
    """A game, or a fork of one: its first fact, its beginning, its exchanges, and where it ends."""

    first: GivenFact
    parts: list[ScorePart] = Factory(list)
    head: Digits | None = None

    @property
    def name(self) -> str:
        """What it is called; empty where its first fact does not say."""
        name = self.first.data.get("game" if self.first.name == "game.Created" else "branch")
        return name if isinstance(name, str) else ""


@define
class ScoreSheet:
    """A whole file. comments: lines that hold some, or begin one."""

    streams: list[Stream] = Factory(list)
    comments: int = 0
