"""An event redone on paper from what `sits explain` prints of it, and from nothing else: no module of the program.

Every number has to follow from those before it in the text. `redo` gives what was worked out again, and raises
`DoesNotFollowError` where a number is another one, `MissingError` where one that is needed is not in the text.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import re
from collections.abc import Iterator
from fractions import Fraction


class DoesNotFollowError(Exception):
    """A number is not what those before it give."""


class MissingError(Exception):
    """A number that is needed is not in the text."""


def same(what: str, worked_out: object, printed: object) -> str:
    if worked_out != printed:
        message = f"{what}: {worked_out} by hand, {printed} in the text"
        raise DoesNotFollowError(message)
    return f"{what} = {worked_out}"


class Paper:
    """One explanation, printed on a wide page: its sentence, table, steps and rolls."""

    def __init__(self, text: str) -> None:
        lines = text.splitlines()
        self.text, self.sentence = text, lines[1]
        self.steps = [line.split(". ", 1)[1] for line in lines if re.match(r"\d+\. ", line)]
        self.rows: dict[str, tuple[str, str]] = {}
        for line in lines:
            cells = re.split(r" {3,}", line.strip())
            if len(cells) == 3 and cells[0] != "What":
                self.rows[cells[0]] = cells[1], cells[2]

    def find(self, pattern: str) -> re.Match[str]:
        """The first step, or the sentence, that reads so."""
        for line in (*self.steps, self.sentence):
            if found := re.search(pattern, line):
                return found
        message = f"no line reads {pattern}"
        raise MissingError(message)

    def all(self, pattern: str) -> list[re.Match[str]]:
        return [found for line in self.steps if (found := re.search(pattern, line))]

    def number(self, pattern: str) -> int:
        return int(self.find(pattern)[1])

    def value(self, name: str) -> int:
        if name not in self.rows:
            message = f"the table has no {name}"
            raise MissingError(message)
        return int(self.rows[name][0])

    def source(self, name: str) -> str:
        self.value(name)
        return self.rows[name][1]


def throws(paper: Paper) -> Iterator[str]:
    """Every roll from the printed key and messages. Rule: the program's own dice, house."""
    rolls = re.split(r"(?m)^(?=#\d+ roll of )", paper.text)[1:]
    for roll in rolls:
        head = re.search(r": (\d+)d(\d+) = ([\d, ]+)$", roll.splitlines()[0])
        blocks = re.findall(r"block (\d+), message and digest:\n +(.+)\n +([0-9a-f]{64})\n +bytes ([\d, ]+)(.*)", roll)
        key = re.search(r"hexadecimal:\n +([0-9a-f]{64})\n", roll)
        if head is None or key is None or not blocks:
            raise MissingError(roll)
        sides, limit, faces = int(head[2]), 256 - 256 % int(head[2]), []
        for at, (number, message, digest, used, told) in enumerate(blocks):
            same("block", [at, at], [int(number), int(message.rsplit(",", 1)[1].rstrip("]"))])
            same("sides", sides, int(re.findall(r"each modulo (\d+):", told)[0]))
            worked_out = hmac.digest(bytes.fromhex(key[1]), message.encode(), hashlib.sha256)
            same("digest", worked_out.hex(), digest)
            count = len(re.findall(r"\d+", used))
            same("bytes", list(worked_out[:count]), [int(byte) for byte in re.findall(r"\d+", used)])
            here = [byte % sides for byte in worked_out[:count] if byte < limit]
            same("faces", here, [int(face) for face in re.findall(r"\d+", told.rsplit(":", 1)[1])])
            faces += here
        yield same("faces thrown", faces, [int(face) for face in head[3].split(", ")])
        same("number of dice", len(faces), int(head[1]))


def thrown(paper: Paper) -> list[int]:
    """The faces of the roll that decided the event."""
    found = re.search(r"(?m)^#\d+ roll of .+ = ([\d, ]+)$", paper.text)
    if found is None:
        raise MissingError("a roll")
    return [int(face) for face in found[1].split(", ")]


def varied(paper: Paper) -> Iterator[str]:
    """The variance of a roll, in the table and told beside it. Rule: flyer, 3d10v."""
    yield from throws(paper)
    first, second, third = thrown(paper)
    zero = 10 if first == second else 0
    counts = [face or zero for face in (first, second, third)]
    yield same("variance", sum(counts), paper.value("variance"))
    told = re.search(
        r"key pair shows (\d) and (\d): .+ every 0 counts as (\d+); (\d+) \+ (\d+) \+ (\d+) = ",
        paper.source("variance"),
    )
    if told is None:
        raise MissingError("how the dice make the variance")
    yield same("how the dice count", [first, second, zero, *counts], [int(number) for number in told.groups()])


def summed(paper: Paper, names: list[str]) -> Iterator[str]:
    """A sum of the table's numbers, written out in a step, in percent."""
    values = [paper.value(name) for name in names]
    signed = "".join(
        f" {'-' if value < 0 else '+'} {abs(value)} {name}" for name, value in zip(names, values, strict=True)
    )
    written = f"{'-' if values[0] < 0 else ''}{signed[3:]}"
    total = paper.number(rf"^{re.escape(written)} = (-?\d+)%?")
    yield same(" + ".join(names), sum(values), total)


def charted(paper: Paper, percent: int) -> Iterator[str]:
    """The kill chart by its sum. Rule: sits rules 8."""
    held = min(max(percent, 0), 100)
    found = paper.find(r"Kill chart \(flyer; rounding: house\), (\d+) \w+: (.*)\.$")
    if held != percent:
        told = paper.find(r"= (-?\d+)%, limited to (\d+)% \(house\)")
        yield same("held", [percent, held], [int(part) for part in told.groups()])
    count, parts = int(found[1]), []
    split = [part for part in (count // 100 * 100, count // 10 % 10 * 10, count % 10) if part]
    for part, at, exact, kills in re.findall(r"(\d+) at (\d+)% is ([\d.]+), so (\d+)", found[2]):
        product = Fraction(int(part) * held, 100)
        same("percent looked up", held, int(at))
        same("product", product, Fraction(exact))
        parts.append((int(part), same("rounded", math.floor(product + Fraction(1, 2)), int(kills)) and int(kills)))
    yield same("parts of the chart", split, [part for part, _ in parts])
    if len(parts) > 1:
        together = re.search(r"together ([\d +]+) = (\d+)", found[2])
        if together is None:
            raise MissingError("the chart's parts together")
        killed = [kills for _, kills in parts if kills]
        yield same("added", killed or [0], [int(part) for part in together[1].split(" + ")])
        yield same("together", sum(killed), int(together[2]))


def charted_total(paper: Paper) -> int:
    found = paper.find(r"Kill chart \(flyer; rounding: house\), (.*)\.$")[1]
    together = re.search(r"together [\d +]+ = (\d+)", found)
    return int(together[1]) if together else sum(map(int, re.findall(r"so (\d+)", found)))


def in_force(source: str, value: int) -> str:
    """A track's box in force, or the boxes left of one that counts down."""
    if left := re.search(r"of \d+ box(?:es)?, (\d+) left", source):
        return same("boxes left", int(left[1]), value)
    found = re.search(r"((?:\[[^\]]*\])+), box (\d+) in force", source)
    if found is None:
        raise MissingError(f"a track in {source}")
    boxes = re.findall(r"\[([^\]]*)\]", found[1])
    whole = next(at for at, box in enumerate(boxes) if box.strip().lstrip("-").isdigit())
    same("leftmost whole box", whole + 1, int(found[2]))
    return same("box in force", int(boxes[whole]), value)
