"""Letters: a sentence that fits is printed as one that has to be broken, and sooner."""

from __future__ import annotations

import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from commands.render.letters import LetterPrinter
from commands.render.reports import text
from sits_es.report.blocks import ReportLine

sentences = st.text(st.sampled_from(" aZ7.,'É─\t\N{ZERO WIDTH SPACE}"), max_size=80)


@given(told=st.lists(sentences, max_size=4))
def test_sentences_are_printed_alike_whether_they_fit_or_not(told: list[str]) -> None:
    assert LetterPrinter().lines(told) == text(map(ReportLine, told))


def test_a_sentence_that_does_not_fit_goes_on_further_in() -> None:
    assert (
        LetterPrinter().lines(["Short.", "word " * 20])
        == "Short.\n" + "word " * 14 + "word\n  word word word word word"
    )


def test_a_day_on_which_nothing_comes_loads_nothing_that_takes_mails_apart_or_draws() -> None:
    program = (
        "import sys, sits_es.post.day\n"
        "from commands.render.letters import LetterPrinter\n"
        "LetterPrinter().lines(['You owe orders.'])\n"
        "print(*sorted({'email', 'rich', 'html'} & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
