"""Terms and roles of a game by mail, as whoever invites types them."""

import pytest

from commands.terms import roles_in, terms_in
from sits_es.errors import GameError
from tests.shared.rows import each_row


def test_every_term_is_read_as_the_game_has_it() -> None:
    typed = ("deadline=36 hours", "grace=24", "escrow=no", "reveal=turn", "rulings=keeper", "confirm=yes", "delay=3")
    assert terms_in([*typed, "box=2048"]) == {
        "hours": 36,
        "grace": 24,
        "escrow": False,
        "reveal": "run",
        "rules": "keeper",
        "confirm": True,
        "spectators": 3,
        "box": 2048,
    }


def test_seats_have_roles_and_several_can_look_on() -> None:
    typed = ("gil=umpire", "blue=mailbox", "eve=spectator", "sue=spectator")
    assert roles_in(typed) == {"gil": "umpire", "blue": "mailbox", "eve": "spectator", "sue": "spectator"}


@each_row(
    ("typed", "said"),
    [
        (
            ("grase=24", "escrow=maybe", "grace=1000"),
            (
                "There is no term grase. Did you mean grace? Terms: deadline, grace, escrow, reveal, rulings, confirm, "
                'delay, box.\n--term escrow: "maybe" is not allowed. Write yes or no.\n'
                '--term grace: "1000" is not a number from 0 to 999.'
            ),
        ),
        (
            ("box=511", "box=65537"),
            (
                '--term box: "511" is not a number from 512 to 65536.\n'
                '--term box: "65537" is not a number from 512 to 65536.'
            ),
        ),
        (
            ("deadline=soon",),
            (
                '--term deadline: "soon" is not a time for an exchange. Write days or hours, such as "7 days" or '
                '"36 hours", up to 9999 hours.'
            ),
        ),
        (
            ("grace=24", "box=2048", "grace=48", "box=4096", "escrow=yes"),
            "grace is given twice. Give it once.\nbox is given twice. Give it once.",
        ),
    ],
)
def test_every_fault_of_terms_is_named(typed: tuple[str, ...], said: str) -> None:
    with pytest.raises(GameError) as refused:
        terms_in(typed)
    assert str(refused.value) == said


@each_row(
    ("typed", "said"),
    [
        (
            ("gil=umpier",),
            (
                '"gil=umpier": write SEAT=ROLE. There is no role umpier. Did you mean umpire? Roles: keeper, umpire, '
                "mailbox, spectator."
            ),
        ),
        (("gil=keeper", "gil=umpire"), "gil is given twice. Give it once."),
    ],
)
def test_roles_that_are_not_there_are_refused(typed: tuple[str, ...], said: str) -> None:
    with pytest.raises(GameError) as refused:
        roles_in(typed)
    assert str(refused.value) == said
