"""What is spent of a roll."""

from __future__ import annotations

from sits_es.report.working import Context, Working
from sits_es.rules.star_wars.spending.facts import ResultSpent, SpendOrdered
from sits_es.rules.star_wars.telling import ToldOrder
from sits_es.rules.star_wars.words import counted_symbol
from sits_es.rules.told import Told
from sits_es.sentences import without_full_stop


class _Ordered(ToldOrder[SpendOrdered]):
    rule = "base game: spending advantage and triumph"


class _Spent(Told[ResultSpent]):
    heading = "What is spent"

    def sentence(self) -> str:
        fact, of = self.fact, "its action" if self.fact.source == "action" else "its flight"
        spent = f"{counted_symbol(fact.number, fact.what)} of {of}"
        return f"{fact.starship} spends {spent}: {without_full_stop(fact.text)}."

    def working(self, at: Context) -> Working:
        fact, steps = self.fact, list[str]()
        if at.board is not None and (check := at.board.check_of(fact.source)) is not None:
            left = at.board.left_of(check)[fact.what]
            steps.append(f"{left} {fact.what} was left; {fact.number} of it is spent.")
        steps.append("A critical hit is carried out; all else the players settle, and enter what comes of it.")
        return Working(rule=_Ordered.rule, steps=tuple(steps), values={"number": fact.number})
