from __future__ import annotations

import pytest

from sits_es.errors import UnreadableError
from sits_es.store import Checkpoint
from tests.shared.store_samples import a_store, numbers

ROOT = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="


def test_a_checkpoint_is_a_name_a_size_and_a_root() -> None:
    with a_store() as store:
        assert store.checkpoint("duel") == f"duel\n0\n{ROOT}\n"
        store.append("duel", numbers(3), after=-1)
        earlier = store.checkpoint("duel")
        store.append("duel", numbers(3), after=2)
        assert earlier.splitlines()[:2] == ["duel", "3"]
        assert store.checkpoint("duel", size=3) == earlier
        assert store.checkpoint("duel") != earlier


@pytest.mark.parametrize(
    "text",
    [
        f"duel\n7\n{ROOT}\n",
        f"duel\r\n7\r\n{ROOT}\r\n",
        f"\n\nduel  \n7 \n{ROOT} ",
        f"duel\n7\n{ROOT}\n\n\u2014 red Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5\n",
    ],
)
def test_a_checkpoint_is_read_as_it_comes_back_from_a_mailbox(text: str) -> None:
    read = Checkpoint.parse(text)
    assert (read.origin, read.size) == ("duel", 7)
    assert str(read) == f"duel\n7\n{ROOT}\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "A checkpoint has three lines, a game's name, a size and a root; this is not one."),
        ("duel\n7", "A checkpoint has three lines, a game's name, a size and a root; this is not one."),
        (f"duel\n07\n{ROOT}", 'A checkpoint\'s second line is a number of events; "07" is not one.'),
        (f"duel\n-7\n{ROOT}", 'A checkpoint\'s second line is a number of events; "-7" is not one.'),
        (f"duel\nseven\n{ROOT}", 'A checkpoint\'s second line is a number of events; "seven" is not one.'),
        ("duel\n7\nabc", 'A checkpoint\'s third line is a root of 32 bytes in base64; "abc" is not one.'),
        ("duel\n7\nAAAA", 'A checkpoint\'s third line is a root of 32 bytes in base64; "AAAA" is not one.'),
    ],
)
def test_what_is_no_checkpoint_is_refused(text: str, words: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        Checkpoint.parse(text)
    assert str(refused.value) == words
