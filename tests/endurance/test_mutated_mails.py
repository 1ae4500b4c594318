"""A part of the mails of `python -m tests.endurance mutated_mails`."""

from random import Random

import pytest

from sits_es.keys.identity import Identity
from tests.endurance.memory import in_memory
from tests.endurance.mutated_mails import feed, played
from tests.endurance.spoiling import ODD, Spoiler

pytestmark = pytest.mark.long

#: Kilobytes that a program may grow by while it reads them.
MEMORY = 200 * 1024


def test_hundreds_of_spoilt_mails_bring_no_traceback_and_change_no_game() -> None:
    with in_memory() as folder:
        found = feed(played(), folder, 77, 400)
    assert found.faults == []
    assert found.mails == 400
    assert found.memory < MEMORY


def test_what_is_changed_in_one_packet_stays_out_of_the_next() -> None:
    own, other = (Identity.from_secret(name, name.encode().ljust(32, b"\0")) for name in ("red", "stranger"))
    spoiler, before = Spoiler(Random(1), own, other), repr(ODD)  # noqa: S311 -- to be the same, not secret
    for _ in range(100):
        data: dict[str, object] = {"a": [1], "b": {"c": 2}}
        for _ in range(5):
            spoiler.change(data)
    assert repr(ODD) == before
