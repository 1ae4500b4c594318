"""What is spent of a roll."""

from __future__ import annotations

from sits_es.report.working import Context, Working
from sits_es.rules.starwars.spending.facts import OWING, AnswerOrdered, NoteOpened, ResultSpent, SpendOrdered
from sits_es.rules.starwars.spending.uses import use_of
from sits_es.rules.starwars.telling import ToldOrder
from sits_es.rules.starwars.words import counted_symbol
from sits_es.rules.told import Told
from sits_es.sentences import without_full_stop


class _Ordered(ToldOrder[SpendOrdered | AnswerOrdered]):
    rule = "base game: spending what a roll leaves"


class _Opened(Told[NoteOpened]):
    heading = "What is spent"

    def sentence(self) -> str:
        return f"{self.fact.starship}'s note {self.fact.number} is open: {without_full_stop(self.fact.text)}."

    def working(self, at: Context) -> Working:
        del at
        steps = (
            "The program can't carry out the note, so both sides settle what it does.",
            f"To agree, the other side enters: agree {self.fact.number}.",
        )
        return Working(rule="house: what both sides agree on is a note", steps=steps)


class _Spent(Told[ResultSpent]):
    heading = "What is spent"

    def sentence(self) -> str:
        fact, of = (
            self.fact,
            {"action": "its action", "flight": "its flight", "tractor": "its check against the tractor beam"}.get(
                self.fact.source, f"its {self.fact.source}"
            ),
        )
        if fact.what in OWING:
            of = f"the other side's {fact.source}"
        spent = f"{counted_symbol(fact.number, fact.what)} from {of}"
        return f"{fact.starship} spends {spent}: {without_full_stop(fact.text)}."

    def working(self, at: Context) -> Working:
        fact, steps = self.fact, list[str]()
        if at.board is not None and (check := at.board.check_of(fact.source)) is not None:
            left = {**at.board.left_of(check), **at.board.threat_of(check)}[fact.what]
            steps.append(f"Spent: {fact.number} of {left} {fact.what}.")
        found = use_of(fact.text, fact.what)
        if found is not None and at.board is not None and (at.board.crews or found[0].words == "critical hit"):
            steps.append(f"{found[0].words}: {found[0].does}.")
            return Working(rule=f"{_Ordered.rule}; {found[0].rule}", steps=tuple(steps), values={"number": fact.number})
        steps.append("The text is in the player's own words: the players settle what it does and enter the result.")
        return Working(rule=_Ordered.rule, steps=tuple(steps), values={"number": fact.number})
