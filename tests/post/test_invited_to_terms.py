"""Whoever invites to a game by mail chooses its terms, and everybody reads what each choice costs."""

import re
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.post.protocol.opening import invite_faults
from sits_es.post.protocol.terms import BOX, Terms, prices
from sits_es.post.wished_terms import WishedTerms, hours_in
from sits_es.rules import system
from tests.post.example_games import said
from tests.post.protocol.test_opening import invitation, packet
from tests.shared.programs import Table
from tests.shared.protocol_values import created, read, write
from tests.shared.rows import each_row

SITS = system("sits")
TWO, THREE = ("blue", "red"), ("blue", "green", "red")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, monkeypatch)


@each_row(("text", "hours"), [("7 days", 168), ("1 day", 24), ("36 hours", 36), ("36h", 36), ("2d", 48)])
def test_a_time_for_an_exchange_is_typed_as_people_say_it(text: str, hours: int) -> None:
    assert hours_in(text) == hours


def test_what_is_not_a_time_for_an_exchange_is_refused() -> None:
    with pytest.raises(UnreadableError) as refusal:
        hours_in("soon")
    assert str(refusal.value) == '"soon" is not a time for an exchange. Write it such as "7 days" or "36 hours".'


def test_where_a_host_says_nothing_an_exchange_has_a_week_and_two_days_of_grace() -> None:
    assert WishedTerms().for_game(SITS, TWO, umpired=False) == Terms(
        hours=168, grace=48, escrow=False, trustee=None, reveal="segment", box=BOX
    )


@each_row(
    ("wished", "players", "umpired", "escrow"),
    [
        (WishedTerms(), TWO, False, False),
        (WishedTerms(), THREE, False, True),
        (WishedTerms(escrow=False), THREE, False, False),
        (WishedTerms(trustee="tom"), TWO, False, True),
        (WishedTerms(), THREE, True, False),  # nobody reveals
    ],
)
def test_reveals_are_in_escrow_wherever_more_than_one_other_can_hold_a_share(
    wished: WishedTerms, players: tuple[str, ...], umpired: bool, escrow: bool
) -> None:
    assert wished.for_game(SITS, players, umpired=umpired).escrow is escrow


def test_orders_of_a_system_with_long_ones_have_larger_boxes() -> None:
    assert WishedTerms().for_game(system("sfb_n3d"), TWO, umpired=False).box == 4096
    assert WishedTerms(box=600).for_game(system("sfb_n3d"), TWO, umpired=False).box == 600


RUN = "Whole runs are revealed only in escrow, as who reveals last knows the run's dice."


@each_row(
    ("wished", "players", "umpired", "words"),
    [
        (WishedTerms(hours=0), TWO, False, "--deadline is 0 hours; it can be 1 to 9999."),
        (WishedTerms(grace=1000), TWO, False, "--grace is 1000 hours; it can be 0 to 999."),
        (WishedTerms(box=100), TWO, False, "--box is 100 bytes; it can be 512 to 65536."),
        (
            WishedTerms(escrow=True), TWO, False,
            "Between two, escrow needs a third person who looks on and holds a share: --trustee ID=ADDRESS",
        ),
        (
            WishedTerms(trustee="tom"), THREE, False,
            "A trustee holds the other share between two; with 3 players leave --trustee out.",
        ),
        (
            WishedTerms(trustee="tom", escrow=False), TWO, False,
            "A trustee only holds shares of an escrow. Leave out --trustee or --no-escrow.",
        ),
        (WishedTerms(run=True), TWO, False, f"{RUN} Name a third person: --trustee ID=ADDRESS"),
        (WishedTerms(run=True, escrow=False), THREE, False, f"{RUN} Leave out --no-escrow."),
        (WishedTerms(run=True), THREE, True, "With an umpire nobody reveals, so leave --reveal-run out."),
        (
            WishedTerms(escrow=True), THREE, True,
            "With an umpire nobody reveals: leave --escrow and --trustee out.",
        ),
    ],
)  # fmt: skip
def test_terms_that_could_not_be_kept_are_refused(
    wished: WishedTerms, players: tuple[str, ...], umpired: bool, words: str
) -> None:
    with pytest.raises(NotAllowedError) as refusal:
        wished.for_game(SITS, players, umpired=umpired)
    assert str(refusal.value) == words


def test_every_fault_of_the_terms_is_named_at_once() -> None:
    words = said(lambda: WishedTerms(hours=0, grace=1000).for_game(SITS, TWO, umpired=False))
    assert "--deadline" in words
    assert "--grace" in words


USUAL = Terms(hours=168, grace=48, escrow=False, trustee=None, reveal="segment", box=512).data()


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"hours": 0}, "The terms of the invitation cannot be kept: hours of the terms is 0; it is 1 to 9999."),
        ({"box": True}, "The terms of the invitation cannot be kept: box of the terms is True; it is 512 to 65536."),
        ({"escrow": True}, "The terms name an escrow between two players, and no trustee who holds the other share."),
        (
            {"escrow": True, "trustee": "red"},
            "red is no trustee: only with an escrow between two players, somebody who looks on can be.",
        ),
    ],
)
def test_an_invitation_to_terms_that_could_not_be_kept_is_refused(changed: dict[str, Any], words: str) -> None:
    body = invitation(created=write(created(**{**USUAL, **changed})), tickets={"blue": "0" * 64})
    assert list(invite_faults(packet("red", 1, body), body, read)) == [words]


SEALS = [
    "Every seal holds its sender's own copy, under their key: a lost folder loses no game.",
    "Price: whoever gets your key reads your old seals. Keep a copy of the key elsewhere.",
    "The orders of an exchange may take 1024 bytes, packed, and all seals are equally long.",
    "Price: longer orders are refused, and a larger box makes every letter longer.",
]
ONE_BY_ONE = "Exchanges are revealed one by one: about six rounds of mails a turn."
WEEK = "Each exchange has 7 days, and 48 hours of grace. No clock runs while mail is down."
WITHOUT = "After time and grace all others can go on without a seal or a reveal, if they are more than half."
STOP = "Price: at a stop the others have seen the rest of each plan, and who reveals last knows the run's dice."
OF_TWO = "Of two, nobody can go on without the other: after the time you may offer the game's end (sits forfeit)."
UMPIRE = "The umpire seals first, then the players; all programs check what the umpire tells against signed seals."
RULED = [
    "All players together rule, rewind and set deadlines, and nobody alone.",
    "Price: who does not agree keeps everything as it was.",
]
ESCROW = [
    "Each seal is in escrow: after the time the others together open what somebody does not reveal.",
    "Price: all of them in league could look early.",
]


@pytest.mark.parametrize(
    ("wished", "players", "umpired", "words"),
    [
        pytest.param(WishedTerms(), THREE, False, [WEEK, ONE_BY_ONE, *SEALS, *ESCROW, WITHOUT, *RULED], id="three"),
        pytest.param(
            WishedTerms(escrow=False), THREE, False,
            [
                WEEK, ONE_BY_ONE, *SEALS, WITHOUT,
                "Price: who withholds a reveal swaps a known roll for an unknown one, and loses the command.",
                "Price: a dishonest last signer can do the same to somebody who is honestly late.",
                *RULED,
            ],
            id="three without escrow",
        ),
        pytest.param(
            WishedTerms(run=True, hours=36), THREE, False,
            [
                "Each exchange has 36 hours, and 48 hours of grace. No clock runs while mail is down.",
                "Whole runs are revealed at once: about two rounds of mails a turn.",
                STOP, *SEALS, *ESCROW, WITHOUT, *RULED,
            ],
            id="three by run",
        ),
        pytest.param(
            WishedTerms(grace=0), TWO, False,
            [
                WEEK.replace("48", "0"), ONE_BY_ONE, *SEALS,
                OF_TWO,
                *RULED,
            ],
            id="two",
        ),
        pytest.param(
            WishedTerms(), TWO, True,
            [
                WEEK,
                UMPIRE,
                "The umpire sees all orders, and may go on without a seal that is missing after time and grace.",
                "A deadline that the umpire sets gives more time, never less.",
                "Who is granted an absence is not waited for until it ends, or until a seal of theirs comes.",
                "Price: each default doubles the seeds for the dice that the umpire could choose among.",
                "All players together can go on without a silent umpire, from what they were told last (sits umpire).",
                "The umpire alone rules, rewinds and sets deadlines.",
                "Price: only all players together can get past the umpire.",
                "A turn takes about one round of mails.",
                *SEALS,
            ],
            id="with an umpire",
        ),
    ],
)  # fmt: skip
def test_the_terms_name_each_choice_with_its_price(
    wished: WishedTerms, players: tuple[str, ...], umpired: bool, words: list[str]
) -> None:
    terms = wished.for_game(SITS, players, umpired=umpired)
    assert list(prices(terms, len(players), umpired=umpired)) == words


def test_everybody_reads_the_terms_and_their_prices_before_they_answer(table: Table) -> None:
    for who in ("anna", "ben"):
        table.sits(who, "id", "new", who)
    words = ("--deadline", "3 days", "--grace", "24", "--trustee", "tom=tom@example.org", "--reveal-run")
    invited = table.sits("anna", "invite", "duel", "--name", "duel", "--as", "red", "blue=ben@example.org", *words)
    told = [
        "Each exchange has 3 days, and 24 hours of grace. No clock runs while mail is down.",
        "Whole runs are revealed at once: about two rounds of mails a turn.",
        "Price: at a stop the others have seen the rest of each plan, and who reveals last knows the run's dice.",
        "Every seal holds its sender's own copy, under their key: a lost folder loses no game.",
        "Price: whoever gets your key reads your old seals. Keep a copy of the key elsewhere.",
        "The orders of an exchange may take 1024 bytes, packed, and all seals are equally long.",
        "Price: longer orders are refused, and a larger box makes every letter longer.",
        "Each seal is in escrow: after the time the opponent and tom together open what somebody does not reveal.",
        "Price: all of them in league could look early.",
        "Of two, nobody can go on without the other: after the time you may offer the game's end (sits forfeit).",
        "All players together rule, rewind and set deadlines, and nobody alone.",
        "Price: who does not agree keeps everything as it was.",
    ]
    assert invited.startswith("duel: the invitation is ready for blue, tom.\n")
    assert invited.endswith("Terms, which everybody signs by joining:\n" + "".join(f"  {line}\n" for line in told))
    table.sits("anna", "mail", "out")
    letters = [message_from_bytes(sent) for sent in table.sent()]
    assert sorted(letter["To"] for letter in letters) == ["ben@example.org", "tom@example.org"]
    for letter in letters:
        text = re.sub(r"\n {4}", " ", re.sub(r"=\r?\n", "", str(letter)))  # letters are as wide as they are read
        assert "By joining you sign these terms:\n" + "".join(f"  {line}\n" for line in told) in text
    assert "".join(f"  {line}\n" for line in told) in table.sits("ben", "mail", "in")
    assert "".join(f"  {line}\n" for line in told) in table.sits("ben", "join", "duel")
