"""Faults put into the log's code one at a time, each with the table at which the checker finds a broken law.

A fault replaces words that stand exactly once in the source. The mutated package is imported afresh beside the real
one, which nobody changes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any, Final
from unittest.mock import patch

from attrs import asdict, frozen

import sits_es.post.log
from tests.post.log.tables import COPY, FORKS, LOSS, LOSS_ON, TALK, TALK_ON, UMPIRE, UMPIRE_ON
from tests.post.log.world import Setting

#: What is imported afresh.
_FRESH: Final = ("sits_es.post.log", *(f"tests.post.log.{each}" for each in ("toy", "table", "world", "checker")))
#: Where the words may stand.
_PLACES: Final = (*Path(sits_es.post.log.__path__[0]).glob("*.py"), Path(__file__).with_name("checker.py"))


@frozen
class Mutant:
    """A fault. at: the law that breaks, after how many moves, and at which table.

    edits: words of the source, and what stands in their place; script: moves with which the search begins.
    """

    at: tuple[str, int, Setting]
    edits: Mapping[str, str]
    script: tuple[str, ...] = ()


def _is_fresh(name: str) -> bool:
    return any(name == each or name.startswith(f"{each}.") for each in _FRESH)


@contextmanager
def mutated(mutant: Mutant) -> Iterator[Any]:
    """The checker over the log's code with a fault in it. Raises LookupError where the words don't stand there once."""
    sources = [each.read_text() for each in _PLACES]
    for old in mutant.edits:
        if (count := sum(source.count(old) for source in sources)) != 1:
            raise LookupError(f"the log's code holds these words {count} times, not once: {old}")
    real = {name: sys.modules.pop(name) for name in list(sys.modules) if _is_fresh(name)}
    usual = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, fullname: str) -> CodeType | None:
        if not _is_fresh(fullname):
            return usual(loader, fullname)
        source = loader.get_source(fullname) or ""
        for old, new in mutant.edits.items():
            source = source.replace(old, new)
        return compile(source, loader.path, "exec")

    try:
        with patch.object(SourceFileLoader, "get_code", get_code):
            yield import_module("tests.post.log.checker")
    finally:
        for name in [name for name in sys.modules if _is_fresh(name)]:
            del sys.modules[name]
        sys.modules.update(real)
        for name, module in real.items():
            above, _, own = name.rpartition(".")
            setattr(sys.modules[above], own, module)


def search(mutant: Mutant, seconds: float = 60) -> Any:
    """What the checker finds with a fault in the code, at its table."""
    with mutated(mutant) as checker:
        _, depth, setting = mutant.at
        setting = checker.Setting(**asdict(setting))
        return checker.explore(setting, range(1, depth + 1), script=mutant.script, seconds=seconds)


def _at(law: str, depth: int, **table: Any) -> tuple[str, int, Setting]:
    return law, depth, Setting(**table)


#: A quiet table: nobody forks and nobody asks for another keeper, so that a search comes deep.
_CALM: Final[dict[str, Any]] = {"forks": False, "epochs": 0, "lean": True}
_STILL: Final[dict[str, Any]] = {**_CALM, "without": False}
#: Nobody goes on without anybody, and the cheat does not fork.
_PATIENT: Final[dict[str, Any]] = {"lean": True, "without": False, "forks": False}
#: B has opened on one log, and C on another.
_FORKED: Final = (
    "A logs for B: B's seal*; C's seal*; A's seal*",
    "A logs for C: B's seal*; C's seal*; A's seal* knowing B",
    "B's folder is an old copy",
)
_NO_SET: Final = {
    "    moment = state.find(packet.set)\n": (
        "    moment = next((it for it in state.exchanges if _opened(state, it, {signed.by: packet.opening})), None)\n"
    )
}
_NOT_FIXED: Final = "    if exchange.set is None or fixed is None or seen.course.moment != moment:\n"
_ENTERED: Final[dict[str, Any]] = {"cheat": "C", "decisions": ("enter B",), **TALK}
_READMITTED: Final[dict[str, Any]] = {"cheat": "C", "decisions": ("resign B", "readmit B"), **TALK}
_UMPIRE_TO_COME: Final[dict[str, Any]] = {
    "players": "AB",
    "cheat": "B",
    "later": "N",
    "decisions": ("reader N",),
    **TALK_ON,
}

#: Faults that are found in a second or so.
QUICK: Final = {
    "an opening names no set": Mutant(_at("S2", 3, **_STILL), _NO_SET),
    "an opening names no act": Mutant(
        _at("S2", 5, alone="A", **_STILL), {"None if act is None else list(act)]": "None]"}
    ),
    "half is enough to go on without somebody": Mutant(
        _at("6", 1, players="AB", cheat="A"),
        {"return more_than_half(len(signers), len(count))": "return 2 * len(signers) >= len(count)"},
    ),
    "people sign while their program holds what is missing": Mutant(
        _at("6", 3, **_CALM),
        {"foresee(held.state, held.pool.values())": "held.state", "not any(_makes_up(": "True or not any(_makes_up("},
    ),
    "a program leaves its log for a longer one": Mutant(
        _at("F", 4, lean=True, without=False, epochs=0),
        {"there.epoch > here.epoch)": "(there.epoch, there.n) > (here.epoch, here.n))"},
    ),
    "half is enough for another keeper": Mutant(
        _at("F", 3, players="AB", cheat="B"),
        {"best == base.link.has and more_than_half(": ("best == base.link.has and (lambda some, of: 2 * some >= of)(")},
    ),
    "a two-faced keeper counts among those in": Mutant(
        _at("4", 3, players="AB", goes_on=True, **FORKS),
        {"if each in heads]), len(count))": "if each in heads]), len(base.programs))"},
    ),
    "shares are released before the set is fixed": Mutant(
        _at("S2", 5, escrow=True, **_STILL),
        {
            _NOT_FIXED: f"{_NOT_FIXED}        for player, seal in exchange.seals.items():\n"
            "            yield ToShare(set='', of=player, seal=seal)\n"
        },
    ),
    "two standing orders take turns": Mutant(
        _at("4", 2, cheat="C", standing=True, **_CALM),
        {"or standing.number <= before:": "or standing.number == before:"},
    ),
    "whoever asked for another keeper does not learn that the game is over": Mutant(
        _at("4", 1, players="AB", cheat="N", neutral="N", decisions=("resign B",), goes_on=True, **TALK_ON),
        {"0 if done else held.promised)": "held.promised)"},
        ("A asks for epoch 1", "B: B's resign*", "N logs for B: B's resign*"),
    ),
    "a resignation takes effect while a set is fixed": Mutant(
        _at("S2p", 4, cheat="C", decisions=("resign B",), **TALK),
        {" or state.course.over or state.at_hand.set is not None:": " or state.course.over:"},
    ),
    "a player is in again while a set is fixed": Mutant(
        _at("S2p", 6, **_READMITTED), {"decision, Enter | packets.Readmit)": "decision, Enter)"}
    ),
    "a player is in again and seals stay as they are": Mutant(
        _at("6", 3, exchanges=2, ahead=1, **_READMITTED),
        {"exchanges.void(_back(": "(lambda after, _: after)(_back("},
        ("B: B's resign*", "C gives for A: C's seal for 2*", "A: A's decide*", "C gives for A: C's decide*"),
    ),
    "a recovered key voids a fixed set": Mutant(
        _at("S2p", 4, cheat="C", decisions=("recover C",), **TALK),
        {"vote.body.digest, fixed_too=given)": "vote.body.digest)"},
    ),
    "a new key binds nobody": Mutant(
        _at("S2p", 3, cheat="C", crash=True, decisions=("reseat B",), **TALK),
        {"exchanges.bind(state, player) if given else state": "state"},
        ("B crashes", "C gives for A: C's seal*", "A: A's decide*", "C gives for A: C's decide*"),
    ),
    "a rewind keeps bonds": Mutant(
        _at("4", 1, players="ABCD", cheat="D", crash=True, decisions=("rewind",), goes_on=True, **LOSS),
        {"bound={}, since=state.at": "since=state.at"},
        (
            "C: C's decide*",
            "D gives for A: D's seal*",
            "C: C signs without D's open",
            "C crashes",
            "A: A signs without D's open",
            "B: B signs without D's open",
            "A: A's decide*",
        ),
    ),
    "an act may be another after somebody is put out": Mutant(
        _at("S2p", 4, cheat="C", alone="C", crash=True, **LOSS),
        {"bonds[alone] = Bond(lines=fixed.act)": "del alone"},
        ("B crashes", "C gives for A: C's seal*", "C gives for A: C's act*", "A: A signs without B's open"),
    ),
    "orders in force do not stand as a missing act": Mutant(
        _at("4", 1, cheat="C", alone="C", goes_on=True, **LOSS),
        {"return exchanges.with_act(state, exchanges.in_force(state, player))": "return state"},
    ),
    "an umpire opens a bound seat's other orders": Mutant(
        _at("S2p", 5, **_UMPIRE_TO_COME), {"and keeps_bond(": "and (len(openings) > 1) | keeps_bond("}
    ),
    "another umpire begins opened orders anew": Mutant(
        _at("S2p", 5, **_UMPIRE_TO_COME), {"exchanges.bind(state) if fixed_too else state": "state"}
    ),
    "a fixed set outlives its umpire": Mutant(
        _at("4", 2, players="AB", cheat="N", goes_on=True, **UMPIRE_ON),
        {"fixed_too = before.reads or state.reads": "fixed_too = state.reads"},
    ),
    "a seal names no seal of the umpire": Mutant(
        _at("S2", 4, players="AB", cheat="N", **{**UMPIRE, "prompt": False}),
        {"return first is not None and seal.keeper_seal == first.commitment and": "return first is not None or"},
    ),
    "a seal is missing before the umpire has sealed": Mutant(
        _at("6", 3, players="AB", cheat="N", **UMPIRE),
        {"waited and (not state.reads or state.keeper in exchange.seals)": "waited"},
    ),
    "an umpire seals for nobody": Mutant(
        _at("6", 2, players="ABM", mailbox="M", cheat="B", **UMPIRE),
        {"if serves and state.seats[each].mailbox)": "if serves and False)"},
    ),
    "an old copy opens at once": Mutant(
        _at("S2", 2, **COPY),
        {"self.answers is not None or self.promised": "self.promised", ".out or held.answers is not None:": ".out:"},
        _FORKED,
    ),
    "an old copy trusts the keeper alone": Mutant(
        _at("S2", 3, **COPY), {"bool(answers - {keeper})": "bool(answers)"}, _FORKED
    ),
    "an old copy does not know its openings again": Mutant(
        _at("S2", 3, **{**COPY, "keepers": "AC", "epochs": 1}),
        {"return bared | held.opened_to(held.me, moment, sealed)": "return bared"},
        (*_FORKED, "B's letter reaches C", "A gives for C: A asks for epoch 1 on log 0.0*", "C's letter reaches B"),
    ),
    "an old copy does not tell that others know its orders": Mutant(
        _at("S2p", 3, keepers="A", restores="B", **TALK_ON),
        {" or any(held.state.find(each) is None for each in sets)": ""},
        ("C asks for epoch 1", "A logs for B: B's seal*; C's seal*; A's seal*", "B's folder is an old copy"),
    ),
    "a new keeper counts in the epoch at hand": Mutant(
        _at("S3", 3, later="N", decisions=("keeper N",), **TALK),
        {"Keepers(since=state.link.epoch + 1,": "Keepers(since=state.link.epoch,"},
        ("B: B's decide*", "C: C's decide*", "A logs for B: B's decide*", "A logs for B: C's decide*"),
    ),
}
#: Faults that take longer.
LONG: Final = {
    "a program opens twice for one cast": Mutant(
        _at("S2", 5, without=False, lean=True),
        {"if not _bared(held, moment, there.cast, fixed.seals[me]) - {fixed.digest}:": "if True:"},
    ),
    "a program opens to sets that are not in its log": Mutant(
        _at("6", 7, keepers="CAB", forks=False, epochs=0),
        {
            "isinstance(each.body, Open))": "isinstance(each.body, Open | Seal))",
            "state.exchanges.get(moment)": "exchange",
        },
    ),
    "standing orders are read at the end": Mutant(
        _at("S2", 8, cheat="C", standing=True, **_CALM),
        {"in_force=fixed.in_force,": "in_force={each: in_force(state, each) for each in fixed.in_force},"},
    ),
    "a seat is bound to what it opened": Mutant(
        _at("S2p", 6, cheat="C", crash=True, **_CALM),
        {"sealed in fixed.seals.items()}": "sealed in fixed.seals.items() if each in exchange.opened}"},
    ),
    "away seats are not bound when somebody is put out": Mutant(
        _at("S2p", 9, cheat="C", crash=True, **_CALM),
        {"bonds = {each: Bond(lines=lines) for each, lines in fixed.in_force.items()}": "bonds = dict[str, Bond]()"},
    ),
    "a bound seat may be away": Mutant(
        _at("S2p", 6, players="ABCD", cheat="D", crash=True, standing=True, **_CALM),
        {'"seal" and (state.course.moment, player) not in state.bound:': '"seal":'},
        (
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
    ),
    "people sign by the log's time": Mutant(
        _at("6", 4, **_CALM), {"            if quiet or not setting.in_time:\n": "            if True:\n"}
    ),
    "people sign against who has asked for another keeper": Mutant(
        _at("6", 3, lean=True, forks=False),
        {"return state.link.epoch < body.epoch < far(state)": "return False"},
        (
            "B asks for epoch 1",
            "A logs for C: B's seal*; C's seal*; A's seal*",
            "C's letter reaches B",
            "B's letter reaches C",
        ),
    ),
    "asking for another keeper promises nothing": Mutant(
        _at("F", 6, **_PATIENT),
        {"self.promised > epoch or epoch in keepers": "epoch in keepers", "there.epoch >= promised and (mine": "(mine"},
    ),
    "an epoch begins on the shortest log": Mutant(
        _at("F", 6, **_PATIENT), {"return has.epoch, has.n,": "return -has.epoch, -has.n,"}
    ),
    "a longer log goes before a later epoch": Mutant(
        _at("F", 3, lean=True, without=False, epochs=2, keepers="AB", in_time=False),
        {"return has.epoch, has.n,": "return has.n, has.epoch,"},
        (
            "A shows C junk on log 0.0*",
            "B asks for epoch 1",
            "A gives for B: A asks for epoch 1 on log 0.0*",
            "B's letter reaches C",
            "C's letter reaches B",
            "A gives for B: A's seal*",
            "B's letter reaches C",
            "C's letter reaches B",
        ),
    ),
    "what a two-faced keeper asks for counts": Mutant(
        _at("F", 5, lean=True, without=False), {"for epoch in _signed_twice(base, left))": "for epoch in ())"}
    ),
    "an epoch makes fixed sets void": Mutant(
        _at("F", 7, **_PATIENT), {"entry.digest, fixed_too=fixed_too)": "entry.digest, fixed_too=True)"}
    ),
    "shares are released before the act": Mutant(
        _at("S2", 5, escrow=True, alone="A", **_STILL),
        {"held.state.at_hand.fixed": "held.state.at_hand.set and held.state.at_hand.set.bare"},
    ),
    "a fixed set may change": Mutant(
        _at("S2", 3, **_STILL),
        {
            **_NO_SET,
            "exchange.set is not None or who in exchange.seals:": "exchange.opened or exchange.seals.get(who) == seal:",
            "state.with_exchange(seal.exchange, seals": "state.with_exchange(seal.exchange, set=None, seals",
        },
    ),
    "the cast stays when somebody is put out": Mutant(
        _at("4", 16, cheat="", crash=True, forks=False),
        {", out=True), why)": ", out=True), why) and evolve(state.with_seat(player, out=True), exchanges={})"},
    ),
    "the order of keepers is shortened": Mutant(
        _at("S3", 3, cheat="C", lean=True, in_time=False, forks=False),
        {
            "return keepers.order[(epoch - keepers.since) % len(keepers.order)]": "order = [e for e in keepers.order "
            "if not self.seats[e].out] or keepers.order; return order[(epoch - keepers.since) % len(order)]"
        },
        (
            "C gives for A: C's seal*",
            "B asks for epoch 1",
            "C gives for B: C asks for epoch 1 on log 0.0*",
            "A: A signs without B's open",
        ),
    ),
    "facts that are entered take effect while a set is fixed": Mutant(
        _at("S2p", 6, **_ENTERED), {"decision, Enter | packets.Readmit)": "decision, packets.Readmit)"}
    ),
    "facts that are entered leave seals as they are": Mutant(
        _at("V", 5, **_ENTERED),
        {"lambda state, _, vote: exchanges.void(state, vote.body.digest)": "lambda state, _, vote: state"},
    ),
    "whoever gets a new key after others opened orders what they like": Mutant(
        _at("S2p", 5, cheat="C", decisions=("reseat C",), **TALK),
        {"bound[owed.moment, lost] = Bond()": "del bound[owed.moment, lost]"},
    ),
    "an opening is missing before the umpire has opened": Mutant(
        _at("6", 5, cheat="N", **UMPIRE), {" and (not state.reads or exchange.told)": ""}
    ),
    "an old copy forgets which keeper it has asked for": Mutant(
        _at("F", 3, keepers="A", restores="B", **TALK_ON),
        {"max(held.promised, *asked, 0)": "held.promised"},
        ("B asks for epoch 1", "B's folder is an old copy"),
    ),
    "entries that were left count by the keys of another log": Mutant(
        _at("4", 2, decisions=("recover A",), goes_on=True, **LOSS_ON),
        {
            "(each.order.n, each.order.prev) != place for": "(each.order.n, each.order.prev) != place or each.key != "
            "base.seats[base.keeper_of(each.order.epoch)].key for"
        },
        ("B: B signs without A's seal",),
    ),
}
MUTANTS: Final = {**QUICK, **LONG}
