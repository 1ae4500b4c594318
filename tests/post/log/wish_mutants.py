"""Faults in what people decide, in reading keepers and in restored folders, each with the table that finds it."""

from __future__ import annotations

from typing import Final

from tests.post.log.mutants import _LOG, Mutant
from tests.post.log.wish_tables import FORKS, TALK, UMPIRE
from tests.post.log.world import Setting

#: Letters take their time, and the keeper shows two logs.
COPY: Final = Setting(cheat="A", restores="B", lean=True, without=False, epochs=0)
#: B has opened on one log, and C on another.
FORKED: Final = (
    "A logs for B: B's seal*; C's seal*; A's seal*",
    "A logs for C: B's seal*; C's seal*; A's seal* knowing B",
    "B's folder is an old copy",
)

MUTANTS: Final = (
    Mutant(
        name="a resignation takes effect while a set is fixed",
        law="S2p",
        setting=Setting(cheat="C", decisions=("resign B",), **TALK),
        depth=4,
        long=False,
        edits=(
            (f"{_LOG}decisions", " or state.course.over or state.at_hand.set is not None:", " or state.course.over:"),
        ),
    ),
    Mutant(
        name="facts that are entered take effect while a set is fixed",
        law="S2p",
        setting=Setting(cheat="C", decisions=("enter B",), **TALK),
        depth=6,
        edits=(
            (
                f"{_LOG}decisions",
                "isinstance(decision, Enter | Readmit)",
                "isinstance(decision, Readmit)",
            ),
        ),
    ),
    Mutant(
        name="a player is in again while a set is fixed",
        law="S2p",
        setting=Setting(cheat="C", decisions=("resign B", "readmit B"), **TALK),
        depth=6,
        long=False,
        edits=(
            (
                f"{_LOG}decisions",
                "isinstance(decision, Enter | Readmit)",
                "isinstance(decision, Enter)",
            ),
        ),
    ),
    Mutant(
        name="facts that are entered leave seals as they are",
        law="V",
        setting=Setting(cheat="C", decisions=("enter B",), **TALK),
        depth=5,
        edits=(
            (
                f"{_LOG}decisions",
                "    return exchanges.void(state, vote.body.digest)\n\n\ndef _is_player_out",
                "    return state\n\n\ndef _is_player_out",
            ),
        ),
    ),
    Mutant(
        name="a player is in again and seals stay as they are",
        law="6",
        setting=Setting(cheat="C", exchanges=2, ahead=1, decisions=("resign B", "readmit B"), **TALK),
        depth=4,
        long=False,
        script=("B: B's resign*", "C gives for A: C's seal for 2*", "A: A's decide*", "C gives for A: C's decide*"),
        edits=(
            (
                f"{_LOG}decisions",
                "    return exchanges.void(state.with_seat(seat), vote.body.digest)\n\n\ndef _is_seat",
                "    return state.with_seat(seat)\n\n\ndef _is_seat",
            ),
        ),
    ),
    Mutant(
        name="a recovered key voids a fixed set",
        law="S2p",
        setting=Setting(cheat="C", decisions=("recover C",), **TALK),
        depth=4,
        long=False,
        edits=((f"{_LOG}decisions", "vote.body.digest, fixed_too=given)", "vote.body.digest)"),),
    ),
    Mutant(
        name="a new key binds nobody",
        law="S2p",
        setting=Setting(cheat="C", crash=True, decisions=("reseat B",), **TALK),
        depth=4,
        long=False,
        script=("B crashes", "C gives for A: C's seal*", "A: A's decide*", "C gives for A: C's decide*"),
        edits=(
            (
                f"{_LOG}decisions",
                "(exchanges.bind(state, decision.player) if given else state).with_seat(seat)",
                "state.with_seat(seat)",
            ),
        ),
    ),
    Mutant(
        name="whoever gets a new key after others opened orders what they like",
        law="S2p",
        setting=Setting(cheat="C", decisions=("reseat C",), **TALK),
        depth=5,
        edits=(
            (
                f"{_LOG}exchanges",
                "        bound[owed.moment, lost] = Bond()\n",
                "        del bound[owed.moment, lost]\n",
            ),
        ),
    ),
    Mutant(
        name="a rewind keeps bonds",
        law="4",
        setting=Setting(
            players="ABCD", cheat="D", crash=True, decisions=("rewind",), goes_on=True, **{**TALK, "without": True}
        ),
        depth=1,
        long=False,
        script=(
            "C: C's decide*",
            "D gives for A: D's seal*",
            "C: C signs without D's open",
            "C crashes",
            "A: A signs without D's open",
            "B: B signs without D's open",
            "A: A's decide*",
        ),
        edits=((f"{_LOG}decisions", "seats=seats, bound={}, since=state.at", "seats=seats, since=state.at"),),
    ),
    Mutant(
        name="an act may be another after somebody is put out",
        law="S2p",
        setting=Setting(players="ABC", cheat="C", alone="C", crash=True, **{**TALK, "without": True}),
        depth=4,
        long=False,
        script=("B crashes", "C gives for A: C's seal*", "C gives for A: C's act*", "A: A signs without B's open"),
        edits=((f"{_LOG}exchanges", "        bonds[alone] = Bond(lines=fixed.act)\n", "        del alone\n"),),
    ),
    Mutant(
        name="orders in force do not stand as a missing act",
        law="4",
        setting=Setting(cheat="C", alone="C", goes_on=True, **{**TALK, "without": True}),
        depth=3,
        long=False,
        edits=(
            (f"{_LOG}decisions", "        return exchanges.act_in_force(state, player)\n", "        return state\n"),
        ),
    ),
    Mutant(
        name="an umpire opens a bound seat's other orders",
        law="S2p",
        setting=Setting(players="AB", cheat="B", later="N", decisions=("reader N",), **{**TALK, "epochs": 1}),
        depth=6,
        long=False,
        edits=(
            (
                f"{_LOG}exchanges",
                "        and keeps_bond(state, moment, player, opening)\n",
                "        and (len(openings) > 1 or keeps_bond(state, moment, player, opening))\n",
            ),
        ),
    ),
    Mutant(
        name="another umpire begins opened orders anew",
        law="S2p",
        setting=Setting(players="AB", cheat="B", later="N", decisions=("reader N",), **{**TALK, "epochs": 1}),
        depth=6,
        long=False,
        edits=((f"{_LOG}apply", "exchanges.bind(state) if fixed_too else state", "state"),),
    ),
    Mutant(
        name="a fixed set outlives its umpire",
        law="4",
        setting=Setting(players="AB", cheat="N", goes_on=True, **{**UMPIRE, "epochs": 1}),
        depth=3,
        long=False,
        edits=((f"{_LOG}apply", "fixed_too = before.reads or state.reads", "fixed_too = state.reads"),),
    ),
    Mutant(
        name="a seal names no seal of the umpire",
        law="S2",
        setting=Setting(players="AB", cheat="N", **{**UMPIRE, "prompt": False}),
        depth=4,
        long=False,
        edits=(
            (
                f"{_LOG}exchanges",
                "first is not None and seal.keeper_seal == first.commitment and seal.keeper_key is not None",
                "first is not None",
            ),
        ),
    ),
    Mutant(
        name="a seal is missing before the umpire has sealed",
        law="6",
        setting=Setting(players="AB", cheat="N", **UMPIRE),
        depth=4,
        long=False,
        edits=((f"{_LOG}exchanges", "waited and (not state.reads or state.keeper in exchange.seals)", "waited"),),
    ),
    Mutant(
        name="an opening is missing before the umpire has opened",
        law="6",
        setting=Setting(players="ABC", cheat="N", **UMPIRE),
        depth=5,
        edits=((f"{_LOG}exchanges", "waited and (not state.reads or exchange.told)", "waited"),),
    ),
    Mutant(
        name="an umpire seals for nobody",
        law="6",
        setting=Setting(players="ABM", mailbox="M", cheat="B", **UMPIRE),
        depth=5,
        long=False,
        edits=(
            (
                f"{_LOG}due",
                "if serves and state.seats[each].mailbox)",
                "if serves and False)",
            ),
        ),
    ),
    Mutant(
        name="an old copy opens at once",
        law="S2",
        setting=COPY,
        depth=4,
        long=False,
        script=FORKED,
        edits=(
            (f"{_LOG}due", "return self.answers is not None or self.promised", "return self.promised"),
            (
                f"{_LOG}due",
                "held.state.seats[held.me].out or held.answers is not None:",
                "held.state.seats[held.me].out:",
            ),
        ),
    ),
    Mutant(
        name="an old copy trusts the keeper alone",
        law="S2",
        setting=COPY,
        depth=5,
        long=False,
        script=FORKED,
        edits=((f"{_LOG}due", "bool(answers - {keeper}) or others <= {keeper}", "bool(answers)"),),
    ),
    Mutant(
        name="an old copy does not know its openings again",
        law="S2",
        setting=COPY,
        depth=6,
        long=False,
        script=(*FORKED, "C's letter reaches B"),
        edits=(
            (
                f"{_LOG}due",
                "        and each.by == me\n        and each.body.set != fixed.digest\n",
                "        and False\n",
            ),
        ),
    ),
    Mutant(
        name="an old copy forgets which keeper it has asked for",
        law="F",
        setting=Setting(cheat="A", keepers="A", restores="B", **{**TALK, "epochs": 1}),
        depth=5,
        script=("B asks for epoch 1", "B's folder is an old copy"),
        edits=(
            (
                f"{_LOG}due",
                "promised=max(held.promised, *asked, 0))",
                "promised=max(held.promised, 0 * len([*asked])))",
            ),
        ),
    ),
    Mutant(
        name="entries that were left count by the keys of another log",
        law="4",
        setting=Setting(cheat="A", decisions=("recover A",), goes_on=True, **{**TALK, "without": True, "epochs": 1}),
        depth=2,
        script=("B: B signs without A's seal",),
        edits=(
            (
                f"{_LOG}keepers",
                "        if (order.n, order.prev) != (n, prev):\n",
                (
                    "        key = base.seats[base.keeper_of(order.epoch)].key\n"
                    "        if (order.n, order.prev, entry.key) != (n, prev, key):\n"
                ),
            ),
        ),
    ),
    Mutant(
        name="a two-faced keeper counts among those in",
        law="4",
        setting=Setting(players="AB", goes_on=True, **FORKS),
        depth=3,
        long=False,
        edits=((f"{_LOG}keepers", "if each in heads]), len(count))", "if each in heads]), len(base.programs))"),),
    ),
    Mutant(
        name="a new keeper counts in the epoch at hand",
        law="S3",
        setting=Setting(later="N", decisions=("keeper N",), **TALK),
        depth=3,
        long=False,
        script=("B: B's decide*", "C: C's decide*", "A logs for B: B's decide*", "A logs for B: C's decide*"),
        edits=((f"{_LOG}decisions", "Keepers(since=state.link.epoch + 1,", "Keepers(since=state.link.epoch,"),),
    ),
    Mutant(
        name="an old copy does not tell that others know its orders",
        law="S2p",
        setting=Setting(keepers="A", restores="B", **{**TALK, "epochs": 1}),
        depth=3,
        long=False,
        script=("C asks for epoch 1", "A logs for B: B's seal*; C's seal*; A's seal*", "B's folder is an old copy"),
        edits=(
            (
                f"{_LOG}due",
                "    return any(each.moment == moment for each in left_sets(held)) or any(\n",
                "    return any(each.moment == moment for each in left_sets(held)) or False and any(\n",
            ),
        ),
    ),
)
