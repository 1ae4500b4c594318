"""What does not fit in a notation is answered with line and column, every fault at once, and nothing is taken."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.shared.commands_told import Told, run

GOLDEN = Path(__file__).parent / "golden"
BEACON = (GOLDEN / "beacon.sits.txt").read_text(encoding="utf-8")
DUEL = (GOLDEN / "duel.sits.txt").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SITS_HOME", "games")


def imported(text: str) -> Told:
    Path("x.sits.txt").write_text(text, encoding="utf-8", newline="")
    return run("import", "x.sits.txt")


def line_of(text: str, beginning: str) -> int:
    """The number of the first line that begins so, 1 up."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if line.startswith(beginning))


def refused(text: str, *faults: str) -> None:
    """Nothing is taken, and all that is wrong is said in these words."""
    told = imported(text)
    assert (told.code, told.out) == (1, "")
    assert told.err == "\n".join([*faults, "Nothing of it was taken."]) + "\n"
    assert run("games").out.startswith("There are no games here yet.")


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def test_a_result_that_does_not_follow_is_named_beside_the_one_that_does() -> None:
    number = line_of(DUEL, "  22 Sirius")
    refused(
        changed(DUEL, "22 Sirius ThrustChanged after=4", "22 Sirius ThrustChanged after=5"),
        f"x.sits.txt:{number}:27: This result does not follow from the orders, nonces and seeds.\n"
        "      22 Sirius ThrustChanged after=5 before=0 cause=order\n"
        "                              ^^^^^^^\n"
        "    expected: 22 Sirius ThrustChanged after=4 before=0 cause=order",
    )


def test_every_result_that_does_not_follow_is_told_at_once_wherever_it_is() -> None:
    text = changed(DUEL, "22 Sirius ThrustChanged after=4", "22 Sirius ThrustChanged after=5")
    told = imported(changed(text, "59 Fearless PulseCrossed nose=B", "59 Fearless PulseCrossed nose=C"))
    places = re.findall(r"^x\.sits\.txt:(\d+):(\d+): (.*)$", told.err, re.MULTILINE)
    differs = "This result does not follow from the orders, nonces and seeds."
    assert places == [
        (str(line_of(DUEL, "  22 Sirius")), "27", differs),
        (str(line_of(DUEL, "  59 Fearless")), "28", differs),
    ]


def test_a_result_too_many_and_one_too_few() -> None:
    number = line_of(BEACON, "  16 ExchangeOpened")
    refused(
        changed(
            BEACON, "  16 ExchangeOpened segment=2 turn=1\n", "  16 ExchangeOpened segment=2 turn=1\n  17 Rolled\n"
        ),
        f"x.sits.txt:{number + 1}:3: Nothing more follows here from the orders, nonces and seeds.\n"
        "      17 Rolled\n"
        "      ^^^^^^^^^\n"
        "    expected: end",
    )
    refused(
        changed(BEACON, "  16 ExchangeOpened segment=2 turn=1\n", ""),
        f"x.sits.txt:{number}:1: A result is missing before this line.\n"
        "    end 16 e8f48811ad03c41a\n"
        "    ^^^^^^^^^^^^^^^^^^^^^^^\n"
        "    expected: 16 ExchangeOpened segment=2 turn=1",
    )


def test_orders_that_were_not_sealed_are_known_by_the_seal() -> None:
    number = line_of(DUEL, "seal blue 01f9")
    told = imported(changed(DUEL, "  Sirius: thrust 4\n", "  Sirius: thrust 5\n"))
    assert told.err == (
        f"x.sits.txt:{number}:11: The seal of blue, 01f9f74e2901..., is not that of the orders and the nonce below.\n"
        f"    seal blue {'*' * 64}\n"
        f"              {'^' * 64}\n"
        "    expected: 42563f2d8d0fa5e799944097487ad6763a6799825e521d4c97ef27ac65717adf, or what was sealed\n"
        "Nothing of it was taken.\n"
    )


def test_a_seed_that_comes_from_other_seals_and_nonces() -> None:
    number = line_of(DUEL, "seed cd40")
    refused(
        changed(DUEL, "seed cd40", "seed dd40"),
        f"x.sits.txt:{number}:6: The seed dd4043ca2688... does not come from the seals and nonces.\n"
        f"    seed {'*' * 64}\n"
        f"         {'^' * 64}\n"
        "    expected: cd4043ca2688b69ed93ee2e101bec93d5dca341f5f3a7cba37cadcee7527b9da",
    )


def test_a_seed_that_is_said_to_be_kept_and_is_nobodys() -> None:
    number = line_of(DUEL, "seed cd40")
    refused(
        changed(DUEL, "adcee7527b9da\n", "adcee7527b9da kept\n"),
        f"x.sits.txt:{number}:6: This seed is said to be kept, and the game that was left has another one here, "
        "or none.\n"
        f"    seed {'*' * 64} kept\n"
        f"         {'^' * 64}\n"
        "    expected: without kept",
    )


def test_all_lines_that_cannot_be_read_are_told_at_once() -> None:
    text = changed(DUEL, "  Sirius: thrust 4\n", "  Sirius: thrst 4\n")
    text = changed(text, "seed cd40", "sed cd40")
    text = changed(text, ".title ", ".title of ")
    title, thrust, seed = (line_of(text, each) for each in (".title", "  Sirius: thrst", "sed"))
    refused(
        text,
        f'x.sits.txt:{title}:11: ""A" does not belong here.\n'
        '    .title of "A duel of cruisers"\n'
        "              ^^\n"
        "    expected: the end of the line",
        f'x.sits.txt:{thrust}:11: "thrst" does not belong here. Did you mean thrust?\n'
        "      Sirius: thrst 4\n"
        "              ^^^^^\n"
        "    expected: decoy, fire, launch, miracle, pivot, plot, present, roll, slide, stop or thrust",
        f'x.sits.txt:{seed}:1: No line begins with "sed". Did you mean seed?\n    sed {"*" * 64}\n    ^^^',
    )


def test_a_file_that_was_cut_off_says_where() -> None:
    lines = BEACON.split("\n")
    text = "\n".join(lines[:-3]) + "\n"
    refused(
        text,
        f"x.sits.txt:{len(lines) - 3}:24: The notation was cut off here: it does not say where the game ends.\n"
        "    end 49 caab5b810cd19d61\n"
        "                           ^\n"
        "    expected: head, with the number of the last event and its digest",
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "notation 1\n",
            "notation 2\n",
            (
                "1:1: This is notation of the form 2; this program knows form 1.\n"
                "    notation 2\n    ^^^^^^^^^^\n    expected: the program that wrote it, or a newer one"
            ),
        ),
        (
            "notation 1\n",
            "",
            "2:1: The file does not begin as notation does.\n    game\n    ^^^^\n    expected: notation 1",
        ),
        (
            "end 16 e8f48811ad03c41a",
            "end 16 f8f48811ad03c41a",
            (
                "{end}:1: The digest is another one: the events differ.\n    end 16 f8f48811ad03c41a\n"
                "    ^^^^^^^^^^^^^^^^^^^^^^^\n    expected: 16 e8f48811ad03c41a"
            ),
        ),
        (
            "end 16 e8f48811ad03c41a",
            "end 17 e8f48811ad03c41a",
            (
                "{end}:1: The number of the last event is another one.\n    end 17 e8f48811ad03c41a\n"
                "    ^^^^^^^^^^^^^^^^^^^^^^^\n    expected: 16 e8f48811ad03c41a"
            ),
        ),
        (
            "end 16 e8f48811ad03c41a",
            "end 16 e8f48811ad03c41",
            (
                '{end}:8: "e8f48811ad03c41" does not belong here.\n    end 16 e8f48811ad03c41\n'
                "           ^^^^^^^^^^^^^^^\n"
                "    expected: hex digits in small letters or the end of the line"
            ),
        ),
        (
            "end 16 e8f48811ad03c41a\n",
            "",
            (
                "{end_of_next}:1: What is above does not say that it is over.\n    at 1.2\n    ^^^^^^\n"
                "    expected: end, with the number of its last event, first"
            ),
        ),
        (
            "at 1.2\n",
            "at 1.3\n",
            "{at}:1: The game stands at 1.2, and not at 1.3.\n    at 1.3\n    ^^^^^^\n    expected: at 1.2",
        ),
        (
            "at 1.2\nenter blue by [blue]\n",
            "at 1.2\n",
            (
                "{gull}:3: This order is nobody's.\n      Gull: place at -140,150 facing 170\n"
                "      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
                "    expected: a line with orders, open, default or enter first"
            ),
        ),
        (
            "start\n",
            "",
            "{results_of_none}",
        ),
        (
            "enter blue by [blue]\n",
            "enter red by [red]\n",
            (
                "{at}:1: This cannot be played: Gull is blue's. red enters facts of Kestrel, Kite and Swift. "
                "Hawk is blue's. red enters facts of Kestrel, Kite and Swift. "
                "Heron is blue's. red enters facts of Kestrel, Kite and Swift.\n"
                "    at 1.2\n    ^^^^^^"
            ),
        ),
        (
            "fact xwing.TableLaid",
            "fact xwing.TableLayed",
            (
                "{table}:1: This program knows no fact named xwing.TableLayed. Read it with the program that wrote it, "
                "or a newer one.\n    fact xwing.TableLayed"
            ),
        ),
        (
            "fact xwing.TableLaid",
            "fact game.SegmentClosed",
            "{table}:1: These are not the fields of game.SegmentClosed: ",
        ),
    ],
)
def test_each_fault_in_its_words(old: str, new: str, said: str) -> None:
    text = changed(BEACON, old, new)
    places = {
        "end": line_of(BEACON, "end 16"),
        "end_of_next": line_of(BEACON, "end 16") + 1,
        "at": line_of(BEACON, "at 1.2"),
        "gull": line_of(BEACON, "  Gull: place") - 1,
        "table": line_of(BEACON, "fact xwing.TableLaid"),
        "results_of_none": f"{line_of(BEACON, 'game')}:1: The game does not start.",
    }
    told = imported(text)
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith(f"x.sits.txt:{said.format(**places)}")
    assert told.err.endswith("Nothing of it was taken.\n")
