"""Reading an order file: headers, units and, line by line, the orders of a rule system, with every fault at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from attrs import evolve
from msgspec import Struct

from sits_es.events import Event
from sits_es.orders.faults import OrderFault, OrderFaults, TextPlace, in_order, lines_of, no_order_file
from sits_es.orders.language import FormReader, Language, first_words
from sits_es.orders.names import straighten
from sits_es.orders.parsing import HEADERS_BY_GAME, Parsed, Stumble, explain, parse
from sits_es.orders.sheet import OrderLine, OrderSheet
from sits_es.orders.tables import Token, Tree
from sits_es.sentences import article, nearest

#: More than any player writes; what is larger is not an order file. Lines, and characters of one line.
MOST_LINES: Final = 5000
MOST_LETTERS: Final = 2000
_SEVERAL: Final = 3  # fewer lines may be an order file's, all of them misspelt

#: What is said of a file without its first header.
NO_GAME: Final = "The file does not say which game it is for."
#: Header lines -> what to say where a file has none; the others may be left out.
HEADERS: Final = {
    "game": (NO_GAME, "a line such as: game duel"),
    "turn": ("The file does not say which turn it is for.", "a line such as: turn 1"),
    "player": None,
    "secret": None,
}


class Scanned(Struct, frozen=True):
    """An order file as far as it could be read.

    sheet: its lines without faults, None if game or turn is not known; faults: every other line's, and what is
    missing, in order of place.
    """

    sheet: OrderSheet | None
    faults: tuple[OrderFault, ...]


def read_sheet(text: str, language: Language, source: str = "orders") -> OrderSheet:
    """Read a whole order file. source: the file's name for people. OrderFaults with every fault, in order of place."""
    scanned = scan_sheet(text, language)
    if scanned.faults or scanned.sheet is None:
        raise OrderFaults(scanned.faults, source, text)
    return scanned.sheet


def scan_sheet(text: str, language: Language) -> Scanned:
    """Read what can be read of an order file, so that the rules can check it although other lines have faults."""
    reading = _Reading(language)
    lines = lines_of(text)
    for number, line in enumerate(lines[:MOST_LINES], 1):
        reading.take(number, line)
    if len(lines) > MOST_LINES:
        reading.faults.append(
            OrderFault(MOST_LINES + 1, 1, f"The file has {len(lines)} lines.", f"at most {MOST_LINES}")
        )
    if reading.knows_nothing():
        return Scanned(None, (no_order_file(reading.faults[0].line),))
    reading.look_for_headers()
    known = reading.headers.get("game") and int(reading.headers.get("turn", 0)) > 0
    return Scanned(reading.sheet() if known else None, in_order(reading.faults))


def read_line(text: str, language: Language, step: int = 1) -> Event:
    """Read one order as it is sealed: `Fearless: fire forward-graser at Sirius`, no comment.

    A numbered language's order begins with its step: `impulse 5 Kestrel: turn yaw 8.2`. step: of the turn, that it is
    for; the language's break_step for an order of the turn break. OrderFaults.
    """
    lines = lines_of(text)
    if len(lines) > 1:
        second = OrderFault(2, 1, "The order runs on into a second line.", "one order per line")
        raise OrderFaults([second], "order", text)
    line = lines[0]
    if too_long := _too_long(1, line):
        raise OrderFaults([too_long], "order", text)
    of_break = language.has_break and step == language.break_step
    parsed = parse(language, line, "sealed_break" if of_break else "sealed")
    if isinstance(parsed, Stumble):
        raise OrderFaults([explain(language, 1, parsed)], "order", text)
    reader = language.reader("", 1)
    numbers = [part for part in parsed.tree.children if isinstance(part, str)]
    reader.unit = str(reader.read(_part(parsed.tree, len(numbers))))
    forms = _forms(reader, _part(parsed.tree, -1))
    for token in numbers:
        if not 1 <= int(token[:9]) <= language.last_step:
            reader.fault(token, f"There is no {language.step} {token[:10]}.", f"1 to {language.last_step}")
        forms = tuple(evolve(form, **{language.step: int(token[:9])}) for form in forms)
    if not reader.faults and len(forms) > 1:
        reader.fault(parsed.tokens[0], "The line holds several orders.", "one order per line")
    if reader.faults:
        raise OrderFaults(reader.faults, "order", text)
    return forms[0]


def _forms(reader: FormReader, tree: Tree) -> tuple[Event, ...]:
    found = reader.read(tree)
    return found if isinstance(found, tuple) else (found,)


def _part(tree: Tree, at: int) -> Tree:
    part = tree.children[at]
    if not isinstance(part, Tree):
        raise TypeError(f"{tree.data}: {part} should be a rule")
    return part


def _too_long(number: int, line: str) -> OrderFault | None:
    if len(line) <= MOST_LETTERS:
        return None
    return OrderFault(number, MOST_LETTERS + 1, f"The line has {len(line)} characters.", f"at most {MOST_LETTERS}")


class _Reading(Struct):
    """A file in the middle of being read. unit: None before the first; "" for one whose line can't be read.

    tried: headers whose line is there but wrong, so that they are not missed as well.
    """

    language: Language
    faults: list[OrderFault] = []
    headers: dict[str, str] = {}
    places: dict[str, TextPlace] = {}
    tried: set[str] = set()
    unit: str | None = None
    units: dict[str, TextPlace] = {}
    lines: list[OrderLine] = []

    def take(self, number: int, line: str) -> None:
        """Read one line. number: 1 up."""
        if not line.strip() or line.lstrip().startswith("#"):
            return
        line = straighten(line)
        if too_long := _too_long(number, line):
            self.faults.append(too_long)
            self._try(line)
            return
        parsed = parse(self.language, line, "line")
        if isinstance(parsed, Stumble):
            self.faults.append(explain(self.language, number, parsed))
            self._try(line)
        elif (kind := str(parsed.tree.data).removeprefix("header_")) in HEADERS:
            self._take_header(kind, number, parsed)
        elif kind == "unit":
            self._take_unit(number, parsed)
        else:
            self._take_order(kind, number, parsed)

    def _try(self, line: str) -> None:
        """Note what a line that can't be read was meant to be, so that nothing else is blamed for it."""
        word = re.match(r"\s*(\S+)", line)
        first = word[1].lower() if word else ""
        meant = HEADERS_BY_GAME.get(first) or nearest(first, sorted(first_words(self.language, "line")))
        if meant == self.language.unit:
            self.unit = ""
        elif meant:
            self.tried.add(meant)

    def _take_header(self, kind: str, number: int, parsed: Parsed) -> None:
        reader = self.language.reader("", number)
        token = parsed.tokens[-1]
        if kind in self.places:
            expected = f"one {kind} line; the first is line {self.places[kind].line}"
            reader.fault(parsed.tokens[0], f"There is a second {kind} line.", expected)
        elif kind == "turn":
            self.headers[kind] = str(reader.number(kind, token))
        elif kind == "secret":
            if re.fullmatch("[0-9a-f]{64}", token.lower()):
                self.headers[kind] = token.lower()
            else:
                said = f"The secret is not 64 hex digits; it has {len(token)} characters."
                reader.fault(token, said, "64 digits, 0 to 9 and a to f")
        else:
            self.headers[kind] = str(reader.read(_part(parsed.tree, 0)))
        if reader.faults and kind not in self.places:
            self.headers.pop(kind, None)
        self.places.setdefault(kind, reader.place(token))
        self.faults += reader.faults

    def _take_unit(self, number: int, parsed: Parsed) -> None:
        reader = self.language.reader("", number)
        self.unit = str(reader.read(_part(parsed.tree, 0)))
        self.units.setdefault(self.unit, reader.place(parsed.tokens[-1]))
        self.faults += reader.faults

    def _take_order(self, kind: str, number: int, parsed: Parsed) -> None:
        reader = self.language.reader(self.unit or "", number)
        if kind == "in_steps":
            steps = tuple(sorted(self._steps_of(reader, _part(parsed.tree, 0))))
        else:
            every = range(1, self.language.last_step + 1)
            steps = (self.language.break_step,) if kind == "in_break" else tuple(every)
        forms = _forms(reader, _part(parsed.tree, -1))
        first, last, word = parsed.tokens[0], parsed.tokens[-1], self.language.unit
        if self.unit is None:
            reader.faults.append(
                OrderFault.at(
                    reader.place(first, last),
                    f"No {word} is named above this order.",
                    f"{article(word)} line first: {word} NAME",
                )
            )
            self.unit = ""
        if reader.faults or not self.unit:
            self.faults += reader.faults
            return
        places = {
            **reader.places,
            word: self.units.get(self.unit, TextPlace(number, 1)),
            "in_steps": reader.place(first),
        }
        if kind == "in_steps":
            places["in_steps"] = self._span(reader, _part(parsed.tree, 0))
        self.lines.append(
            OrderLine(
                unit=self.unit,
                steps=steps,
                forms=forms,
                numbered_by=self.language.step if self.language.numbered and kind != "in_break" else "",
                line=number,
                column=reader.column(first),
                end=last.end_pos + 1,
                places=places,
                whole_turn=kind == "anytime",
                each_exchange=kind == "anytime" and self.language.numbered,
            )
        )

    def _steps_of(self, reader: FormReader, tree: Tree) -> Iterator[int]:
        """The steps of a line, each once; faults for any that the turn does not have."""
        seen: set[int] = set()
        for first, last in _spans(tree):
            bounds = [token for token in (first, last) if not 1 <= int(token) <= self.language.last_step]
            for token in dict.fromkeys(bounds):
                reader.fault(token, f"There is no {self.language.step} {token[:10]}.", self._steps())
            if bounds:
                continue
            if int(first) > int(last):
                said = f"The range {first}-{last} runs backwards."
                reader.faults.append(OrderFault.at(reader.place(first, last), said, f"{last}-{first}"))
            for step in range(int(first), int(last) + 1):
                if step in seen:
                    said = f"{self.language.step.capitalize()} {step} is named twice in this line."
                    reader.faults.append(
                        OrderFault.at(reader.place(first, last), said, f"each {self.language.step} once")
                    )
                else:
                    seen.add(step)
                    yield step

    def _span(self, reader: FormReader, tree: Tree) -> TextPlace:
        spans = _spans(tree)
        return reader.place(spans[0][0], spans[-1][1])

    def _steps(self) -> str:
        return f"1 to {self.language.last_step}" + (", or break" if self.language.has_break else "")

    def knows_nothing(self) -> bool:
        """Whether it is another kind of file: of several lines not one could be read."""
        return len(self.faults) >= _SEVERAL and not (self.places or self.units or self.lines)

    def look_for_headers(self) -> None:
        """A fault for each header that has to be there and is not."""
        for kind, missing in HEADERS.items():
            if missing and kind not in self.places and kind not in self.tried:
                self.faults.append(OrderFault(1, 1, *missing))

    def sheet(self) -> OrderSheet:
        """The sheet of all that was read."""
        units = {f"{self.language.unit} {name}": place for name, place in self.units.items()}
        return OrderSheet(
            game=self.headers["game"],
            turn=int(self.headers["turn"]),
            player=self.headers.get("player"),
            secret=self.headers.get("secret"),
            units=tuple(self.units),
            lines=tuple(self.lines),
            places={**self.places, **units},
        )


def _spans(tree: Tree) -> list[tuple[Token, Token]]:
    """First and last token of each span of a list of steps; the same token twice for a single step."""
    found = []
    for span in tree.children:
        tokens = [token for token in getattr(span, "children", ()) if token is not None]
        found.append((tokens[0], tokens[-1]))
    return found
