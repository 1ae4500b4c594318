"""What leaves a folder before a set is fixed has the same shape, whatever was ordered: a property over bytes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.post.log import boxes
from sits_es.post.log.packets import Seal, Terms, write_part
from tests.post.log.table import Letter, Program, Table, identity, opening, seal

TERMS = (Terms(box=512), Terms(box=512, escrow=True), Terms(box=512, reads=True))
ORDERS = st.lists(st.text(st.characters(codec="utf-8"), max_size=30), max_size=8)


def shape(part: Any) -> Any:
    """Plain JSON with each text replaced by its length; which of two seals is logged first is chance."""
    if isinstance(part, dict):
        return {key: shape(value) for key, value in part.items() if key != "n"}
    if isinstance(part, list):
        return [shape(each) for each in part]
    return len(part) if isinstance(part, str) else part


def letters_before_the_set_is_fixed(terms: Terms, orders: dict[str, tuple[str, ...]]) -> list[Letter]:
    """All that is written at a table where one player has not yet ordered anything."""
    table = Table(players=("ann", "bob", "cyd", "dee"), umpire="uma" if terms.reads else None, terms=terms)
    state = table.state()
    programs = {each: Program(each, state, {}) for each in table.programs}
    written: list[Letter] = []
    if terms.reads:
        first = programs["uma"].wake(state.at)
        for letter in first:
            programs[letter.to].read(letter, state.at)
        written += first
    for each in ("ann", "bob", "cyd"):
        programs[each].plots[each, state.course.moment] = orders[each]
        written += programs[each].wake(state.at)
    for letter in list(written):
        programs[letter.to].read(letter, state.at)
    for program in programs.values():
        written += program.wake(state.at)
    assert all(program.state.at_hand.set is None for program in programs.values())
    return written


def shapes(letters: list[Letter]) -> list[Any]:
    return [
        (each.by, each.to, sorted(repr(shape(json.loads(part))) for part in (*each.entries, *each.packets)))
        for each in letters
    ]


@pytest.mark.parametrize("terms", TERMS, ids=["plain", "escrow", "umpired"])
@given(ann=ORDERS, bob=ORDERS)
def test_letters_before_the_set_is_fixed_have_one_shape_whatever_was_ordered(
    terms: Terms, ann: list[str], bob: list[str]
) -> None:
    one = {"ann": tuple(ann), "bob": tuple(bob), "cyd": ("run",)}
    other = {"ann": ("turn left",), "bob": (), "cyd": ()}
    letters = letters_before_the_set_is_fixed(terms, one)
    assert shapes(letters) == shapes(letters_before_the_set_is_fixed(terms, other))


@given(lines=ORDERS)
def test_a_seal_has_one_length_and_none_of_the_orders_in_it(lines: list[str]) -> None:
    state = Table(players=("ann", "bob", "cyd"), terms=Terms(box=512, escrow=True)).state()
    content = write_part(seal(state, "ann", opening(lines, "n")))
    assert len(content) == len(write_part(seal(state, "ann", opening([], "m"))))


def test_a_bound_seal_looks_as_any_other() -> None:
    state = Table().state()
    bound, free = (write_part(seal(state, "ann", opening(["run"], "n", nonce))) for nonce in ("old", None))
    assert len(bound) == len(free)


def test_orders_that_no_box_holds_are_refused_before_they_are_sealed() -> None:
    state = Table(terms=Terms(box=512)).state()
    lines = [identity(f"{n}").key for n in range(40)]
    assert boxes.size_of(lines) > 512
    with pytest.raises(ValueError, match=f"^orders of {boxes.size_of(lines)} bytes do not fit into a box of 512"):
        seal(state, "ann", opening(lines, "n"))


def test_own_boxes_open_for_their_owner_alone_and_in_their_place_alone() -> None:
    state = Table().state()
    made: Seal = seal(state, "ann", opening(["run"], "n"))
    ann, bob = identity("ann"), identity("bob")
    where = boxes.place(state.game, "toy", state.course.moment, state.cast, "ann", made.commitment)
    bobs = boxes.place(state.game, "toy", state.course.moment, state.cast, "bob", made.commitment)
    another = boxes.place(state.game, "toy", state.course.moment, state.cast, "ann", ann.key)
    assert boxes.unbox(made.box, ann.secret_with(ann.key, where)) == opening(["run"], "n")
    for who, key, place in (
        (ann, ann.key, bobs),
        (bob, bob.key, where),
        (bob, ann.key, where),
        (ann, ann.key, another),
    ):
        with pytest.raises(UnreadableError):
            boxes.unbox(made.box, who.secret_with(key, place))


def test_of_a_seal_two_know_the_same_and_of_another_seal_something_else() -> None:
    ann, bob, cyd = identity("ann"), identity("bob"), identity("cyd")
    assert ann.secret_with(bob.key, b"one") == bob.secret_with(ann.key, b"one")
    pairs = ((ann, bob), (ann, cyd), (ann, ann))
    every = {one.secret_with(other.key, what) for one, other in pairs for what in (b"one", b"two")}
    assert len(every) == 6
    with pytest.raises(UnreadableError, match=r"^Nothing can be encrypted to \"0+\": it is not a public key\.$"):
        ann.secret_with("00" * 32, b"one")
