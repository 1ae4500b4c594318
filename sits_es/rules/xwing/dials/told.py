"""Dials as they are told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sits_es.report.working import Context, Working
from sits_es.rules.told import USUAL, Ordered, Told
from sits_es.rules.xwing.dials.facts import DialOrdered, DialsRevealed
from sits_es.rules.xwing.words import DIALS
from sits_es.sentences import listed

if TYPE_CHECKING:
    from sits_es.report.blocks import Block


class _Set(Ordered[DialOrdered]):
    """What is revealed tells of it."""

    def in_full(self, at: Context) -> Iterator[Block]:
        del at
        yield from ()

    def working(self, at: Context) -> Working:
        del at
        return Working(rule=DIALS)


class _Revealed(Told[DialsRevealed]):
    weight = USUAL

    def sentence(self) -> str:
        shown = [f"{ship} {template}" for ship, template in self.fact.dials]
        unset = self.fact.unset
        none = f"{listed(unset)} {'has' if len(unset) == 1 else 'have'} none" if unset else ""
        return f"Dials are revealed: {'; '.join(filter(None, (*shown, none)))}."

    def working(self, at: Context) -> Working:
        del at
        return Working(rule=DIALS)
