"""Policies: what C2SP's tlog-policy allows, and every fault of what it doesn't."""

from __future__ import annotations

import pytest

from sits_es.errors import UnreadableError
from sits_es.keys.identity import Identity
from sits_es.service.policies import Policy
from sits_es.service.signed_notes import VKey
from tests.shared.rows import each_row

ORIGIN = "sits-es/00112233445566778899aabbccddeeff/duel"
KEYS = {
    name: Identity.from_secret(name, bytes([at]) * 32).key
    for at, name in enumerate(("red", "blue", "una", "vic"), start=1)
}
LOGS = {name: VKey.of_log(ORIGIN, key) for name, key in KEYS.items()}
SEEN = {name: VKey.of_cosigner(key) for name, key in KEYS.items()}
LINES = [f"log {LOGS['red']}", *(f"witness {name} {key}" for name, key in SEEN.items())]
FORMS = "a line is `log VKEY`, `witness NAME VKEY`, `group NAME all|any|NUMBER NAME...` or `quorum NAME`"
MISSING = "a line such as `quorum all` is missing"
KIND = "the key is of kind"
NO_VKEY = '"red" is not a vkey of an Ed25519 key, as `sits keys show` prints it'


def policy(*more: str) -> Policy:
    return Policy.parse("\n".join([*LINES, *more, ""]))


def accepted(read: Policy, *names: str) -> bool:
    return read.accepts({SEEN[name] for name in names})


def test_a_policy_that_is_made_here_is_read_back_and_asks_for_all() -> None:
    made = Policy.of_all(ORIGIN, {"red": KEYS["red"], "Big Blue": KEYS["blue"], "all": KEYS["una"]})
    assert Policy.parse(str(made)) == made
    # a name with a space, or the group's own, gives way to the key's words
    assert list(made.witnesses) == ["red", SEEN["blue"].name, SEEN["una"].name]
    assert str(made).endswith(f"group all all red {SEEN['blue'].name} {SEEN['una'].name}\nquorum all\n")
    assert accepted(made, "red", "blue", "una", "vic")
    assert not accepted(made, "red", "blue")
    assert made.signs({LOGS["una"]})
    assert not made.signs({SEEN["una"]})


def test_groups_ask_for_all_any_or_a_number_of_witnesses_and_of_groups() -> None:
    text = ("# two of three, or a pair\n", "group some 2 red blue una", "\tgroup either any some vic ", "quorum either")
    read = policy(*text)
    assert accepted(read, "red", "una")
    assert accepted(read, "vic")
    assert not accepted(read, "blue")
    assert (read.asks(), read.in_words()) == (["red", "blue", "una", "vic"], "1 of some and vic")
    assert Policy.parse(str(read)) == read
    assert accepted(policy("quorum vic"), "vic")
    assert policy("quorum vic").in_words() == "vic"
    assert accepted(policy("quorum none"))
    assert policy("quorum none").in_words() == "nobody"


@each_row(
    ("lines", "said"),
    [
        (("quorum",), f"line 6: {FORMS}; {MISSING}"),
        (("quorum vic", "quorum red"), "line 7: there is a second quorum"),
        (("quorum nobody",), f'line 6: "nobody" is not defined above; {MISSING}'),
        (("group two 3 red blue", "quorum two"), 'line 6: "3" is not all, any or a number from 1 to 2'),
        (("group two 0 red blue", "quorum two"), 'line 6: "0" is not all, any or a number from 1 to 2'),
        (("group red all red blue", "quorum red"), 'line 6: the name "red" is taken'),
        (("group none all red blue", "quorum red"), 'line 6: the name "none" is taken'),
        (("group a all red blue", "group b any blue vic", "quorum a"), 'line 7: "blue" is already a member'),
        (("group a all red red", "quorum a"), 'line 6: "red" is already a member'),
        (("group a all b", "group b any blue", "quorum a"), 'line 6: "b" is not defined above'),
        ((f"witness bob {LOGS['red']}", "quorum red"), f"line 6: {KIND} 01, but a witness's must be of kind 04"),
        ((f"log {SEEN['red']}", "quorum red"), f"line 6: {KIND} 04, but a log's must be of kind 01"),
        ((f"witness bob {SEEN['red']}", "quorum red"), "line 6: the same key is given above"),
        ((f"log {LOGS['red']} https://example.org", "quorum red"), "line 6: the same key is given above"),
        (("log red", "quorum red"), f"line 6: {NO_VKEY}"),
    ],
)
def test_every_fault_of_a_policy_is_told_with_its_line(lines: tuple[str, ...], said: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        policy(*lines)
    assert str(refused.value) == f"This policy can't be used: {said}."


def test_a_policy_says_whose_record_it_is_about() -> None:
    with pytest.raises(UnreadableError) as refused:
        Policy.parse("quorum none\n")
    assert str(refused.value) == ("This policy can't be used: the line `log VKEY`, which names the record, is missing.")


@pytest.mark.parametrize("text", ["rubbish\n", '{\n  "rubbish": [1, 2]\n}\n' * 9, "no\n\nquorum\nat all\n"])
def test_of_a_file_that_is_no_policy_one_fault_is_told(text: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        Policy.parse(text)
    assert str(refused.value) == f"This is not a policy. In a policy, {FORMS}."
