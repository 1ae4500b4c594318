"""Faults put into the log's code one at a time, each with the table at which the checker finds a broken law.

A fault replaces words of the source that stand there exactly once. The mutated package is imported afresh beside the
real one, which nobody changes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any, Final

from attrs import asdict, frozen

from tests.post.log.world import Setting

#: What is imported afresh.
_FRESH: Final = (
    "sits_es.post.log",
    "tests.post.log.toy",
    "tests.post.log.world",
    "tests.post.log.wishes",
    "tests.post.log.checker",
)
_LOG: Final = "sits_es.post.log."


@frozen(kw_only=True)
class Mutant:
    """A fault. law: the one that breaks; setting: of the table; depth: moves until it breaks; long: takes seconds.

    edits: module, words of its source, and what stands in their place; script: moves with which the search begins.
    """

    name: str
    law: str
    setting: Setting
    depth: int
    edits: tuple[tuple[str, str, str], ...]
    script: tuple[str, ...] = ()
    long: bool = True


class _Source(SourceFileLoader):
    """Loads a module with some words replaced."""

    def __init__(self, name: str, path: str, edits: list[tuple[str, str]]) -> None:
        super().__init__(name, path)
        self.edits = edits

    def get_code(self, fullname: str) -> CodeType:
        source = self.get_source(fullname) or ""
        for old, new in self.edits:
            if source.count(old) != 1:
                raise LookupError(f"{fullname} holds these words {source.count(old)} times, not once: {old}")
            source = source.replace(old, new)
        return compile(source, self.path, "exec")


class _Finder(MetaPathFinder):
    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        edits = [(old, new) for module, old, new in self.mutant.edits if module == fullname]
        spec = PathFinder.find_spec(fullname, path, target) if edits else None
        if spec is not None and spec.origin is not None:
            spec.loader = _Source(fullname, spec.origin, edits)
        return spec


def _is_fresh(name: str) -> bool:
    return any(name == each or name.startswith(f"{each}.") for each in _FRESH)


@contextmanager
def mutated(mutant: Mutant) -> Iterator[Any]:
    """The checker over the log's code with a fault in it. Raises LookupError where the words don't stand there once."""
    real = {name: sys.modules.pop(name) for name in list(sys.modules) if _is_fresh(name)}
    finder = _Finder(mutant)
    sys.meta_path.insert(0, finder)
    try:
        yield import_module("tests.post.log.checker")
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if _is_fresh(name)]:
            del sys.modules[name]
        sys.modules.update(real)
        for name, module in real.items():
            above, _, own = name.rpartition(".")
            setattr(sys.modules[above], own, module)


def search(mutant: Mutant, seconds: float = 60) -> Any:
    """What the checker finds with a fault in the code, at its table."""
    with mutated(mutant) as checker:
        setting = checker.Setting(**asdict(mutant.setting))
        return checker.explore(setting, range(1, mutant.depth + 1), script=mutant.script, seconds=seconds)


#: A quiet table: nobody forks and nobody asks for another keeper, so that a search comes deep.
_CALM: Final[dict[str, Any]] = {"forks": False, "epochs": 0, "lean": True}

MUTANTS: Final = (
    Mutant(
        name="an opening names no set",
        law="S2",
        setting=Setting(without=False, lean=True, forks=False, epochs=0),
        depth=3,
        long=False,
        edits=(
            (
                f"{_LOG}exchanges",
                ("    found = state.find(packet.set)\n    return None if found is None else _opened("),
                (
                    "    each = {signed.by: packet.opening}\n"
                    "    found = next((it for it in state.exchanges.items() if _opened(state, *it, each) is not "
                    "None), None)\n"
                    "    return None if found is None else _opened("
                ),
            ),
        ),
    ),
    Mutant(
        name="a program opens twice for one cast",
        law="S2",
        setting=Setting(without=False, lean=True),
        depth=5,
        edits=(
            (
                f"{_LOG}due",
                ("        if _bared_another(held, moment, there):\n            continue\n"),
                "",
            ),
        ),
    ),
    Mutant(
        name="a program opens to sets that are not in its log",
        law="6",
        setting=Setting(keepers="CAB", forks=False, epochs=0),
        depth=7,
        edits=(
            (
                f"{_LOG}due",
                (
                    "openings = sorted((each for each in pool if isinstance(each.body, Open)), key=lambda each: "
                    "each.digest)"
                ),
                (
                    "openings = sorted((each for each in pool if isinstance(each.body, Open | Seal)), key=lambda "
                    "each: each.digest)"
                ),
            ),
            (
                f"{_LOG}due",
                "        there = state.exchanges.get(moment)\n",
                "        there = exchange\n",
            ),
        ),
    ),
    Mutant(
        name="an opening names no act",
        law="S2",
        setting=Setting(alone="A", without=False, lean=True, forks=False, epochs=0),
        depth=5,
        long=False,
        edits=(
            (
                f"{_LOG}exchanges",
                "None if act is None else list(act)]",
                "None]",
            ),
        ),
    ),
    Mutant(
        name="standing orders are read at the end",
        law="S2",
        setting=Setting(cheat="C", standing=True, **_CALM),
        depth=8,
        edits=(
            (
                f"{_LOG}exchanges",
                ("        in_force=fixed.in_force,\n        act={}"),
                ("        in_force={each: in_force(state, each) for each in fixed.in_force},\n        act={}"),
            ),
        ),
    ),
    Mutant(
        name="a seat is bound to what it opened",
        law="S2p",
        setting=Setting(cheat="C", crash=True, **_CALM),
        depth=6,
        edits=(
            (
                f"{_LOG}exchanges",
                ("for each, sealed in fixed.seals.items()}\n    elif"),
                ("for each, sealed in fixed.seals.items() if each in exchange.opened}\n    elif"),
            ),
        ),
    ),
    Mutant(
        name="away seats are not bound when somebody is put out",
        law="S2p",
        setting=Setting(cheat="C", crash=True, **_CALM),
        depth=9,
        edits=(
            (
                f"{_LOG}exchanges",
                "bonds = {each: Bond(lines=lines) for each, lines in fixed.in_force.items()}",
                "bonds = dict[str, Bond]()",
            ),
        ),
    ),
    Mutant(
        name="a bound seat may be away",
        law="S2p",
        setting=Setting(players="ABCD", cheat="D", crash=True, standing=True, **_CALM),
        depth=6,
        script=(
            "D gives for A: D's seal*",
            "A's letter reaches B",
            "C crashes",
            "B's letter reaches A",
            "A's letter reaches B",
            "A: A signs without C's open",
            "A's letter reaches B",
            "B: B signs without C's open",
            "B's letter reaches A",
            "D gives for A: D signs without C's open",
            "D gives for A: D's standing*",
            "A's letter reaches B",
            "B's letter reaches A",
            "A's letter reaches B",
        ),
        edits=(
            (
                f"{_LOG}decisions",
                'if decision.missing == "seal" and (state.course.moment, player) not in state.bound:',
                'if decision.missing == "seal":',
            ),
        ),
    ),
    Mutant(
        name="half is enough to go on without somebody",
        law="6",
        setting=Setting(players="AB", cheat="A"),
        depth=1,
        long=False,
        edits=(
            (
                f"{_LOG}decisions",
                "    return more_than_half(len(signers), len(count))",
                "    return 2 * len(signers) >= len(count)",
            ),
        ),
    ),
    Mutant(
        name="people sign by the log's time",
        law="6",
        setting=Setting(**_CALM),
        depth=4,
        edits=(
            (
                "tests.post.log.checker",
                "            if quiet or not setting.in_time:\n",
                "            if True:\n",
            ),
        ),
    ),
    Mutant(
        name="people sign while their program holds what is missing",
        law="6",
        setting=Setting(**_CALM),
        depth=3,
        long=False,
        edits=(
            (
                f"{_LOG}due",
                ("    seen = foresee(held.state, held.pool.values())\n    hand = held.state.hand\n"),
                ("    seen = held.state\n    hand = held.state.hand\n"),
            ),
            (
                f"{_LOG}due",
                "    return not any(_makes_up(each, without, held.state)",
                "    return True or not any(_makes_up(each, without, held.state)",
            ),
        ),
    ),
    Mutant(
        name="people sign against who has asked for another keeper",
        law="6",
        setting=Setting(lean=True, forks=False),
        depth=3,
        script=(
            "B asks for epoch 1",
            "A logs for C: B's seal*; C's seal*; A's seal*",
            "C's letter reaches B",
            "B's letter reaches C",
        ),
        edits=(
            (
                f"{_LOG}due",
                "        return state.link.epoch < packet.body.epoch < _far(state)\n",
                "        return False\n",
            ),
        ),
    ),
    Mutant(
        name="asking for another keeper promises nothing",
        law="F",
        setting=Setting(lean=True, forks=False, without=False),
        depth=6,
        edits=(
            (
                f"{_LOG}due",
                "self.promised > epoch or epoch in keepers",
                "epoch in keepers",
            ),
            (
                f"{_LOG}keepers",
                "return theirs is not None and there.epoch >= promised and",
                "return theirs is not None and",
            ),
        ),
    ),
    Mutant(
        name="a program leaves its log for a longer one",
        law="F",
        setting=Setting(lean=True, without=False, epochs=0),
        depth=4,
        long=False,
        edits=(
            (
                f"{_LOG}keepers",
                "(mine is None or there.epoch > here.epoch)",
                "(mine is None or (there.epoch, there.n) > (here.epoch, here.n))",
            ),
        ),
    ),
    Mutant(
        name="an epoch begins on the shortest log",
        law="F",
        setting=Setting(lean=True, forks=False, without=False),
        depth=6,
        edits=(
            (
                f"{_LOG}keepers",
                "    return has.epoch, has.n, -int(has.digest, 16)",
                "    return -has.epoch, -has.n, -int(has.digest, 16)",
            ),
        ),
    ),
    Mutant(
        name="a longer log goes before a later epoch",
        law="F",
        setting=Setting(lean=True, without=False, epochs=2, keepers="AB", in_time=False),
        depth=3,
        script=(
            "A shows C junk on log 0.0*",
            "B asks for epoch 1",
            "A gives for B: A asks for epoch 1 on log 0.0*",
            "B's letter reaches C",
            "C's letter reaches B",
            "A gives for B: A's seal*",
            "B's letter reaches C",
            "C's letter reaches B",
        ),
        edits=(
            (
                f"{_LOG}keepers",
                "    return has.epoch, has.n, -int(has.digest, 16)",
                "    return has.n, has.epoch, -int(has.digest, 16)",
            ),
        ),
    ),
    Mutant(
        name="half is enough for another keeper",
        law="F",
        setting=Setting(players="AB", cheat="B"),
        depth=3,
        long=False,
        edits=(
            (
                f"{_LOG}keepers",
                "more_than_half(len([each for each in count if each in heads]), len(count))",
                "2 * len([each for each in count if each in heads]) >= len(count)",
            ),
        ),
    ),
    Mutant(
        name="what a two-faced keeper asks for counts",
        law="F",
        setting=Setting(lean=True, without=False),
        depth=5,
        edits=(
            (
                f"{_LOG}keepers",
                "link.epoch == each.epoch]",
                "False]",
            ),
        ),
    ),
    Mutant(
        name="an epoch makes fixed sets void",
        law="F",
        setting=Setting(lean=True, without=False, forks=False),
        depth=7,
        edits=(
            (
                f"{_LOG}apply",
                "entry.digest, fixed_too=fixed_too)",
                "entry.digest, fixed_too=True)",
            ),
        ),
    ),
    Mutant(
        name="shares are released before the set is fixed",
        law="S2",
        setting=Setting(escrow=True, without=False, **_CALM),
        depth=5,
        long=False,
        edits=(
            (
                f"{_LOG}due",
                (
                    "    if exchange.set is None or exchange.set.digest is None or seen.course.moment != "
                    "state.course.moment:\n"
                    "        return\n"
                ),
                (
                    "    if exchange.set is None or exchange.set.digest is None or seen.course.moment != "
                    "state.course.moment:\n"
                    "        for player, seal in exchange.seals.items():\n"
                    "            yield ToShare(moment=state.course.moment, set='', of=player, seal=seal)\n"
                    "        return\n"
                ),
            ),
        ),
    ),
    Mutant(
        name="shares are released before the act",
        law="S2",
        setting=Setting(escrow=True, alone="A", without=False, **_CALM),
        depth=5,
        edits=(
            (
                f"{_LOG}due",
                (
                    "    if exchange.set is None or exchange.set.digest is None or seen.course.moment != "
                    "state.course.moment:\n"
                    "        return\n"
                ),
                ("    if exchange.set is None:\n        return\n"),
            ),
            (
                f"{_LOG}due",
                "yield ToShare(moment=state.course.moment, set=exchange.set.digest,",
                "yield ToShare(moment=state.course.moment, set=exchange.set.bare,",
            ),
        ),
    ),
    Mutant(
        name="a fixed set may change",
        law="S2",
        setting=Setting(without=False, **_CALM),
        depth=3,
        edits=(
            (
                f"{_LOG}exchanges",
                "if seal.cast != state.cast or exchange.set is not None or who in exchange.seals:",
                "if seal.cast != state.cast or exchange.opened or exchange.seals.get(who) == seal:",
            ),
            (
                f"{_LOG}exchanges",
                "state.with_exchange(seal.exchange, evolve(exchange, seals={**exchange.seals, who: seal}))",
                ("state.with_exchange(seal.exchange, evolve(exchange, set=None, seals={**exchange.seals, who: seal}))"),
            ),
            (
                f"{_LOG}exchanges",
                ("    found = state.find(packet.set)\n    return None if found is None else _opened("),
                (
                    "    each = {signed.by: packet.opening}\n"
                    "    found = next((it for it in state.exchanges.items() if _opened(state, *it, each) is not "
                    "None), None)\n"
                    "    return None if found is None else _opened("
                ),
            ),
        ),
    ),
    Mutant(
        name="the cast stays when somebody is put out",
        law="4",
        setting=Setting(cheat="", crash=True, forks=False),
        depth=16,
        edits=(
            (
                f"{_LOG}decisions",
                (
                    "    return exchanges.void(\n"
                    "        evolve(state.with_seat(evolve(seat, out=True)), course=course, leaving=leaving), "
                    "vote.body.digest\n"
                    "    )\n"
                ),
                (
                    "    after = exchanges.void(\n"
                    "        evolve(state.with_seat(evolve(seat, out=True)), course=course, leaving=leaving), "
                    "vote.body.digest\n"
                    "    )\n"
                    "    return evolve(after, cast=state.cast)\n"
                ),
            ),
        ),
    ),
    Mutant(
        name="the order of keepers is shortened",
        law="S3",
        setting=Setting(cheat="C", lean=True, in_time=False, forks=False),
        depth=3,
        script=(
            "C gives for A: C's seal*",
            "B asks for epoch 1",
            "C gives for B: C asks for epoch 1 on log 0.0*",
            "A: A signs without B's open",
        ),
        edits=(
            (
                f"{_LOG}state",
                "        return keepers.order[(epoch - keepers.since) % len(keepers.order)]",
                (
                    "        order = [each for each in keepers.order if not self.seats[each].out] or "
                    "keepers.order\n"
                    "        return order[(epoch - keepers.since) % len(order)]"
                ),
            ),
        ),
    ),
    Mutant(
        name="two standing orders take turns",
        law="4",
        setting=Setting(cheat="C", standing=True, **_CALM),
        depth=2,
        long=False,
        edits=(
            (
                f"{_LOG}apply",
                "if signed.by not in state.playing or standing.number <= before:",
                "if signed.by not in state.playing or standing.number == before:",
            ),
        ),
    ),
)
