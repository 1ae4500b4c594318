"""Reading a notation: its lines, without comments, become streams and exchanges; every fault is told at once."""

from __future__ import annotations

import re
from typing import Final

from attrs import define, evolve, field

from sits_es.notation.comments import NotClosedError, has_comment, is_comment, is_order, lines_in, numbered, plain
from sits_es.notation.fields import FieldReader
from sits_es.notation.lines import NotReadableError, Statement, read_statement
from sits_es.notation.order_lines import order_faults
from sits_es.notation.score import Digits, GivenFact, GivenLines, OrderText, ResultLine, ScorePart, ScoreSheet, Stream
from sits_es.orders.faults import OrderFault, OrderFaults, TextPlace
from sits_es.sentences import counted, visible

#: The number of the form that this program writes; a later one is refused.
FORM: Final = 1
#: How a file of this kind begins.
FIRST: Final = f"notation {FORM}"
#: Faults that are told at the most: a file of another kind has one in each line.
MOST_FAULTS: Final = 50

_RESULT: Final = re.compile(r"([0-9]{1,12})\s+([^\s:].*)")
_FIRST_FACTS: Final = {"game": "game.Created", "player": "game.PlayerJoined", "variation": "game.Forked"}


def read_score(text: str, source: str) -> ScoreSheet:
    """Read a notation. source: what the file is called. Raises OrderFaults with every fault, in order of place."""
    reading = _Reading()
    lines = lines_in(text)
    try:
        for number, line in numbered(lines):
            try:
                reading.take(number, line)
            except NotReadableError as stumble:
                reading.faults.append(stumble.fault)
                reading.lost = True
    except NotClosedError as begun:
        reading.faults.append(OrderFault(begun.line, begun.column, "The comment is not closed.", "a } after it"))
    reading.finish(lines)
    if faults := [*reading.faults, *order_faults(reading.score)]:
        raise faults_of(faults, source, text)
    return reading.score


def faults_of(faults: list[OrderFault], source: str, text: str) -> OrderFaults:
    """All faults of a file, or as many as are worth reading."""
    told = (evolve(each, message=visible(each.message), expected=visible(each.expected)) for each in faults)
    ordered = sorted(told, key=lambda fault: (fault.line, fault.column))
    if (more := len(ordered) - MOST_FAULTS) > 0:
        last = ordered[MOST_FAULTS]
        ordered[MOST_FAULTS:] = [
            OrderFault(last.line, last.column, f"From here on there are {counted(more, 'fault')}.")
        ]
    return OrderFaults(ordered, source, text)


@define
class _Reading:
    """A file in the middle of being read.

    lost: a line above can't be read; what seems to belong nowhere may belong to that one, and is not blamed.
    """

    score: ScoreSheet = field(factory=ScoreSheet)
    faults: list[OrderFault] = field(factory=list)
    known: bool = False
    lost: bool = False
    part: ScorePart | None = None
    fields: FieldReader | None = None
    lines: GivenLines | None = None

    def take(self, number: int, line: str) -> None:
        """One line. Raises NotReadableError."""
        said = line.strip()
        column = len(line) - len(line.lstrip()) + 1
        place = TextPlace(number, column, len(said))
        if is_comment(said):
            self.score.comments += 1
        elif is_order(said):
            self._close_fields()
            self._order(OrderText(said, place))
        elif result := _RESULT.fullmatch(said):
            self.score.comments += has_comment(said)
            self._close_fields()
            self._result(ResultLine(int(result[1]), plain(said), said, place))
        else:
            self.score.comments += has_comment(said)
            self._statement(read_statement(number, line))

    def _order(self, order: OrderText) -> None:
        if self.lines is not None:
            self.lines.lines.append(order)
        elif not self.lost:
            raise _misplaced(order.place, "This order is nobody's.", "a line with orders, open, default or enter first")

    def _result(self, line: ResultLine) -> None:
        self.lines = None
        if self.part is not None and self.part.end is None:
            self.part.results.append(line)
        elif not self.lost:
            raise _misplaced(line.place, "This result belongs to no exchange.", "a line such as at 1.1 first")

    def _statement(self, line: Statement) -> None:
        if line.kind == "field":
            if self.fields is not None:
                self.fields.take(line)
            elif not self.lost:
                raise _misplaced(line.place, "This field belongs to no fact.", "game, player, variation or fact first")
            return
        self._close_fields()
        if line.kind == "text":
            place = line.places[0] if line.places else line.place
            self._order(OrderText(line.values[0], place))
            return
        self.lines = None
        if line.kind == "notation":
            if line.values[0] != FORM:
                said = f"This is notation of the form {line.values[0]}; this program knows form {FORM}."
                raise _misplaced(line.place, said, "the program that wrote it, or a newer one")
            if self.known:
                raise _misplaced(line.place, "There is a second line of this kind.", "one, at the beginning")
            self.known = True
            return
        if not self.known:
            self.known = True
            self.faults.append(OrderFault.at(line.place, "The file does not begin as notation does.", FIRST))
        getattr(self, f"_{line.kind}")(line)

    def _game(self, line: Statement) -> None:
        self._begin(line)
        if len(self.score.streams) > 1:
            raise _misplaced(line.place, "There is a second game in the file.", "one game; a fork of it is a variation")

    def _variation(self, line: Statement) -> None:
        self._begin(line)
        if len(self.score.streams) == 1:
            raise _misplaced(line.place, "A variation comes before the game that it leaves.", "game first")

    def _begin(self, line: Statement) -> None:
        self._ended(line.place, "The game above does not say where it ends.")
        self.lost, self.part = False, ScorePart(line.place)
        self.score.streams.append(Stream(self._fact_of(line, _FIRST_FACTS[line.kind]), [self.part]))

    def _ended(self, place: TextPlace, said: str) -> None:
        """A fault where the stream above does not say where it ends."""
        if self.score.streams and self.score.streams[-1].head is None and not self.lost:
            expected = "head, with the number of the last event and its digest"
            self.faults.append(OrderFault.at(place, said, expected))

    def _fact_of(self, line: Statement, name: str) -> GivenFact:
        group = line.values[-1] if line.values and isinstance(line.values[-1], dict) else {}
        fact = GivenFact(name, line.place, dict(group))
        self.fields = FieldReader(fact.data)
        return fact

    def _player(self, line: Statement) -> None:
        self._given(line, _FIRST_FACTS["player"])

    def _fact(self, line: Statement) -> None:
        self._given(line, line.values[0])

    def _given(self, line: Statement, name: str) -> None:
        fact, part = self._fact_of(line, name), self._of_part(line)
        if part.end is not None:
            part.decided.append(fact)
        else:
            part.given.append(fact)

    def _of_part(self, line: Statement) -> ScorePart:
        if self.part is None:
            if self.lost:
                return ScorePart(line.place)
            raise _misplaced(line.place, "This belongs to no game.", "a line with game or variation first")
        return self.part

    def _open_part(self, line: Statement) -> ScorePart:
        part = self._of_part(line)
        if part.end is None:
            return part
        if self.lost:
            return ScorePart(line.place)
        raise _misplaced(line.place, "What is above is over.", "a line such as at 1.2 first")

    def _start(self, line: Statement) -> None:
        part = self._open_part(line)
        if part.moment is not None or part.started is not None:
            raise _misplaced(line.place, "The game has started already.")
        part.started = line.place

    def _at(self, line: Statement) -> None:
        above = self._of_part(line)
        self._over(above, line)
        self.lost, self.part = False, ScorePart(line.place, line.values[0])
        if self.score.streams:
            self.score.streams[-1].parts.append(self.part)

    def _over(self, above: ScorePart, line: Statement) -> None:
        """A fault where an exchange does not say that it is over."""
        if above.end is None and not self.lost:
            said = "What is above does not say that it is over."
            self.faults.append(OrderFault.at(line.place, said, "end, with the number of its last event, first"))

    def _seal(self, line: Statement) -> None:
        whose, digits = line.values
        part = self._open_part(line)
        if any(each.whose == whose for each in part.seals):
            raise _misplaced(line.place, f"There is a second seal of {whose}.", "one")
        part.seals.append(Digits(line.places[-1], digits, whose=whose))

    def _seed(self, line: Statement) -> None:
        part = self._open_part(line)
        if part.seed is not None:
            raise _misplaced(line.place, "There is a second seed.", "one")
        part.seed = Digits(line.places[0], line.values[0], kept=len(line.values) > 1)

    def _lines_of(self, line: Statement, given: GivenLines) -> None:
        part = self._open_part(line)
        same = (each for each in part.given if isinstance(each, GivenLines))
        if any((each.kind, each.player) == (given.kind, given.player) for each in same):
            raise _misplaced(line.place, f"There is a second line of this kind for {given.player}.", "one")
        part.given.append(given)
        self.lines = given

    def _orders(self, line: Statement) -> None:
        self._lines_of(line, GivenLines("orders", line.values[0], line.place, nonce=line.values[1]))

    def _open(self, line: Statement) -> None:
        self._lines_of(line, GivenLines("open", line.values[0], line.place))

    def _default(self, line: Statement) -> None:
        self._lines_of(line, GivenLines("default", line.values[0], line.place, by=_names(line)))

    def _enter(self, line: Statement) -> None:
        self._lines_of(line, GivenLines("enter", line.values[0], line.place, by=_names(line)))

    def _end(self, line: Statement) -> None:
        part = self._open_part(line)
        part.end = Digits(line.place, line.values[1] if len(line.values) > 1 else "", number=line.values[0])

    def _position(self, line: Statement) -> None:
        raise _misplaced(line.place, "A position is no part of a game.", "a file of its own")

    def _head(self, line: Statement) -> None:
        self._over(self._of_part(line), line)
        if self.score.streams:
            self.score.streams[-1].head = Digits(line.place, line.values[1], number=line.values[0])
        self.lost, self.part = False, None

    def _close_fields(self) -> None:
        if self.fields is not None:
            self.fields.close()
            self.fields = None

    def finish(self, lines: list[str]) -> None:
        """All lines were read."""
        self._close_fields()
        if not self.score.streams and not self.faults:
            self.faults.append(OrderFault(1, 1, "The file holds no game in notation.", f"{FIRST}, and a game"))
        last = max((number for number, line in enumerate(lines, 1) if line.strip()), default=1)
        place = TextPlace(last, len(lines[last - 1].rstrip()) + 1)
        self._ended(place, "The notation was cut off here: it does not say where the game ends.")


def _names(line: Statement) -> tuple[str, ...]:
    if not all(isinstance(name, str) for name in line.values[1]):
        raise _misplaced(line.places[-1], "Those who signed are players.", "their ids in brackets, such as [blue red]")
    return tuple(line.values[1])


def _misplaced(place: TextPlace, said: str, expected: str = "") -> NotReadableError:
    return NotReadableError(OrderFault.at(place, said, expected))
