"""What a page needs so that a player can point orders together: units, forms, what can stand in a slot, and why not.

All of it is worked out here, by the system's own choices and checks: the page knows no rule. It holds what the player's
order file and `sits orders help` say, and nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice, takewhile
from typing import Any, Final

from msgspec import Struct

from sits_es.events import Event
from sits_es.orders.choices import Choices, Offer, Sample, as_data, name_of, needed, samples, slot_of
from sits_es.orders.frame import scan_sheet
from sits_es.orders.names import written
from sits_es.orders.normal import unbroken
from sits_es.orders.parsing import Parsed, parse
from sits_es.orders.sheet import OrderLine
from sits_es.orders.syntax import OneOf, Open, Wording
from sits_es.rules.order_guide import OrderHelp, guide_of
from sits_es.rules.refusals import Refusal
from sits_es.sentences import article, shell
from sits_es.service.names import order_file
from sits_es.service.orders import new_orders, unit_blocks
from sits_es.service.session import OpenGame

#: Kinds of lines that order something, by the frame's rules.
_ORDERS: Final = ("in_steps", "in_break", "anytime")
#: What can be chosen freely, what something speaks against now, what can't be given.
_FINE, _NOT_NOW, _REFUSED = range(3)


class Verdict(Struct, frozen=True):
    """What the rules say of a line. said: empty if nothing speaks against it; refused: it can't be given."""

    said: str = ""
    refused: bool = False

    @property
    def rank(self) -> int:
        """How good it is, the best being 0."""
        return _REFUSED if self.refused else _NOT_NOW if self.said else _FINE


class _Group(Struct, frozen=True, kw_only=True):
    """Orders that are written alike. start: as of `Syntax`; before: what stands before the step, or in place of it.

    steps: that are open to it, in order; none where its lines name no step. closed: why none of it can be ordered now.
    """

    title: str
    start: str = "order"
    before: str = ""
    steps: tuple[int, ...] = ()
    entered: bool = False
    closed: str = ""

    def line(self, text: str, *step: int) -> str:
        """An order as a line of a file, for a step where its lines name one."""
        return " ".join([*self.before.split(), *map(str, step), text])

    def takes(self, order: OrderHelp) -> bool:
        """Whether an order belongs to it."""
        return order.entered == self.entered and self.start in order.starts


def order_panel(opened: OpenGame, player: str) -> dict[str, Any]:
    """What the page of a player is given, ready to be written as JSON. Raises as `require_player`."""
    return _Panel(opened, player).data()


class _Panel:
    """A panel in the making. exchanges: the steps of each that is open to the player, the one at hand first."""

    def __init__(self, opened: OpenGame, player: str) -> None:
        fold = opened.fold()
        self.called, self.player = opened.called, player
        self.template = unbroken(new_orders(opened, player).split("\n"))
        self.game, self.rules, self.language = fold.game, fold.system, fold.system.language
        turn = self.game.moment.turn
        own = (owed for owed in self.game.upcoming if owed.moment.turn == turn and player in owed.orders_by)
        self.exchanges = [owed.steps for owed in own]
        self.groups = [*self._groups()]

    def data(self) -> dict[str, Any]:
        """All of it."""
        forms = [
            (number, order, text, way)
            for number, group in enumerate(self.groups)
            for order in guide_of(self.rules.name).orders
            if group.takes(order)
            for text, way in order.ways.items()
        ]
        blocks = {each.unit: each.lines for each in unit_blocks("\n".join(self.template), self.language)}
        ways = [
            self._way(unit, self.groups[number], order.rule, way)
            for unit in self.rules.units(self.game.board, self.player)
            for number, order, _, way in forms
        ]
        self._judge(ways)
        told = iter(ways)
        return {
            "unit": self.language.unit,
            "step": self.language.step,
            "anytime": f"once in every {self.language.exchange}",
            "files": [*self._files()],
            "notes": [*self._about()],
            "file": int(self.game.owed is None),
            "groups": [
                {"title": each.title, "file": int(each.entered), "before": each.before, "steps": each.steps}
                for each in self.groups
            ],
            "forms": [
                {
                    "group": number,
                    "text": text,
                    "does": order.first,
                    "words": dict(order.slots),
                    "anytime": "anytime_order" in order.starts and bool(self.groups[number].steps),
                }
                for number, order, text, _ in forms
            ],
            "units": [
                {
                    "name": unit,
                    "written": written(unit),
                    **self._told(blocks.get(unit, ())),
                    "ways": [next(told).data() for _ in forms],
                }
                for unit in self.rules.units(self.game.board, self.player)
            ],
        }

    def _files(self) -> Iterator[dict[str, str]]:
        """The files that are written: orders, and what people enter where the system has that."""
        text = "\n".join(line for line in self.template if not line.lstrip().startswith("#")).strip("\n") + "\n"
        orders, facts = (order_file(self.called, self.player, each) for each in ("orders", "facts"))
        yield {"name": orders, "text": text, "then": f"sits orders check {shell(orders)}"}
        if self.rules.entry_types:
            yield {"name": facts, "text": text, "then": f"sits record {shell(self.called)} {shell(facts)}"}

    def _about(self) -> Iterator[str]:
        """What the file says above its first line, but for its title, and for how it is written by hand."""
        above = takewhile(lambda line: line.startswith("#"), self.template)
        yield from (line.removeprefix("#").strip() for line in islice(above, 2, None))

    def _told(self, lines: Sequence[str]) -> dict[str, Any]:
        """What the file says of a unit, and the orders that it offers there: line, remark, number of the file."""
        notes: list[str] = []
        now: list[list[str | int]] = []
        for line in filter(None, (line.strip().removeprefix("#").strip() for line in lines)):
            found = parse(self.language, line, "line")
            if isinstance(found, Parsed) and str(found.tree.data) in _ORDERS:
                if notes and notes[-1].endswith(":"):
                    notes.pop()  # what stands above the orders
                text, _, said = line.partition("#")
                (read,) = self._read([("X", text)])
                entered = isinstance(read, OrderLine) and isinstance(read.forms[0], self.rules.entry_types)
                now.append([" ".join(text.split()), said.strip(), int(entered)])
            else:
                notes.append(line)
        return {"notes": notes, "now": now}

    def _groups(self) -> Iterator[_Group]:
        """The kinds of orders, as their help has them."""
        language, word = self.language, self.language.step
        if language.stepless:
            yield _Group(title="Orders")
        else:
            opened = sorted({step for steps in self.exchanges for step in steps} - {language.break_step})
            yield _Group(
                title=f"Orders for {article(word)}",
                before=f"{word} " if language.numbered else "",
                steps=tuple(opened) or tuple(range(1, language.last_step + 1)),
                closed="" if opened else f"No {word} is left for these orders.",
            )
        if language.has_break:
            yield _Group(title="Orders for the turn break", start="break_order", before="break ")
        if self.rules.entry_types:
            yield _Group(title="Entered after it has happened", entered=True)

    def _way(self, unit: str, group: _Group, rule: str, wording: Wording) -> _Way:
        def choices(slot: Open) -> Sequence[Offer] | None:
            found = self.rules.choices(self.game.board, unit, rule, name_of(slot))
            return None if found is None else [*found]

        return _Way(unit, group, wording, choices, samples(wording, choices))

    def _judge(self, ways: Sequence[_Way]) -> None:
        """Have every line judged in the first step that is open to it; of those refused there, in the last one."""
        asked = [(way, sample, way.group.steps[:1]) for way in ways for sample in way.samples]
        again = []
        for (way, sample, steps), verdict in zip(asked, self._verdicts(asked), strict=True):
            if verdict is not None:
                way.judged[sample] = verdict
                if verdict.refused and steps != way.group.steps[-1:]:
                    again.append((way, sample, way.group.steps[-1:]))
        for (way, sample, _), later in zip(again, self._verdicts(again), strict=True):
            if later is not None and not later.refused:
                now = f"In {self.language.step} {way.group.steps[0]}: {way.judged[sample].said}"
                way.judged[sample] = Verdict(now)

    def _verdicts(self, asked: Sequence[tuple[_Way, Sample, tuple[int, ...]]]) -> list[Verdict | None]:
        """What the rules say of lines; None for one in which words stand for what only the player knows."""
        board, segment = self.game.board, self.game.moment.segment
        read = self._read([(way.unit, way.group.line(sample.text, *steps)) for way, sample, steps in asked])
        orders = [
            (line.steps[0], form)
            for (way, _, _), line in zip(asked, read, strict=True)
            if isinstance(line, OrderLine) and not way.group.entered
            for form in line.at(line.steps[0])
        ]
        alone = iter([*self.rules.alone(board, orders)])
        found: list[Verdict | None] = []
        for (way, sample, _), line in zip(asked, read, strict=True):
            if not isinstance(line, OrderLine):
                found.append(None if sample.guessed else Verdict(line, refused=True))
            elif way.group.entered:
                found.append(_verdict([*self.rules.entry_problems(board, self.player, line.at(segment))]))
            else:
                forms = line.at(line.steps[0])
                problems = [problem for _ in forms for problem in next(alone)]
                found.append(_verdict([*problems, *self._foreseen(line.steps[0], forms, problems)]))
        return found

    def _foreseen(self, step: int, forms: Sequence[Event], problems: Sequence[Refusal]) -> Iterator[Refusal]:
        """What speaks against orders of the exchange at hand as it is forecast, where nothing does otherwise."""
        if step in next(iter(self.exchanges), ()) and all(each.warns for each in problems):
            own = dict.fromkeys(self.exchanges[0], ()) | {step: forms}
            foreseen = (each for _, _, each in self.rules.future_problems(self.game.board, own))
            yield from (each for each in foreseen if each.assumes or not each.warns)

    def _read(self, lines: Sequence[tuple[str, str]]) -> list[OrderLine | str]:
        """Lines of units as they are read, or what is wrong with them."""
        found: list[OrderLine | str] = []
        for unit, same in groupby(lines, key=lambda each: each[0]):
            texts = [text for _, text in same]
            head = ["game X", "turn 1", f"{self.language.unit} {written(unit)}"]
            scanned = scan_sheet("\n".join([*head, *texts]), self.language)
            wrong = {fault.line: f"{fault.message} Expected: {fault.expected}." for fault in scanned.faults}
            lines_read = {line.line: line for line in (scanned.sheet.lines if scanned.sheet is not None else ())}
            numbers = range(len(head) + 1, len(head) + len(texts) + 1)
            found += [lines_read.get(number) or wrong.get(number, "") for number in numbers]
        return found


def _verdict(problems: Sequence[Refusal]) -> Verdict:
    refused = next((each for each in problems if not each.warns), None)
    said = refused or next(iter(problems), None)
    return Verdict(said.message if said is not None else "", refused is not None)


class _Way:
    """One way to write an order of a unit. judged: what is said of each sample that can be read."""

    def __init__(self, unit: str, group: _Group, wording: Wording, choices: Choices, samples: Sequence[Sample]) -> None:
        self.unit, self.group, self.samples = unit, group, samples
        self._wording, self._choices = wording, choices
        self.judged: dict[Sample, Verdict] = {}

    def data(self) -> dict[str, Any]:
        """Its parts with their choices, and what speaks against lines of it."""
        best = min(self.judged, key=lambda sample: self.judged[sample].rank, default=None)
        told: dict[str, Any] = {"parts": as_data(self._wording, _Slots(self._choices, self.judged, best).told)}
        why, often = next(iter(Counter(verdict.said for verdict in self.judged.values()).most_common(1)), ("", 0))
        if self.group.closed:
            told["why"] = self.group.closed
        elif best is not None and self.judged[best].refused and (best.whole or often == len(self.judged)):
            told["why"] = why
        elif lacking := next((each for each in needed(self._wording) if self._is_empty(each)), None):
            told["why"] = f"There is nothing to choose for {name_of(lacking)} now."
        said = {
            sample.text: each.said for sample, each in self.judged.items() if each.said not in ("", told.get("why"))
        }
        return told | ({"said": said} if said else {})

    def _is_empty(self, slot: Open) -> bool:
        return not slot.words and self._choices(slot) == []


class _Slots:
    """Tells the slots of one way, in their order. best: the sample that is chosen at first."""

    def __init__(self, choices: Choices, judged: Mapping[Sample, Verdict], best: Sample | None) -> None:
        self._choices, self._best, self._number = choices, best, -1
        #: How good the best line is that has a text in a slot, by both.
        self._ranks: dict[tuple[int, str | None], int] = {}
        for sample, verdict in judged.items():
            for key in enumerate(sample.chosen):
                worst = _REFUSED if sample.whole else _NOT_NOW
                self._ranks[key] = min(verdict.rank, self._ranks.get(key, worst))

    def told(self, part: Open | OneOf) -> dict[str, Any]:
        """The next slot: its choices with remarks, without those that no line may have; 1 behind those not good now."""
        self._number += 1
        slot = slot_of(part, self._choices)
        ranks = [self._ranks.get((self._number, each.text), _FINE) for each in slot.samples]
        first = self._best.chosen[self._number] if self._best is not None else None
        offered = zip(slot.choices or (), ranks, strict=slot.choices is not None)
        told = [[each.text, each.said, rank] for each, rank in offered if rank < _REFUSED or min(ranks) == _REFUSED]
        at = next((at for at, each in enumerate(told) if f"{slot.before}{each[0]}{slot.after}" == first), 0)
        found = {"slot": slot.name, "choices": told, "first": at, "own": slot.own}
        return found | ({"before": slot.before, "after": slot.after} if slot.before else {})
