"""What a seal tells before its set is fixed: nothing. Whole letters are looked at in `tests.endurance.in_the_open`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.post.log import boxes
from sits_es.post.log.packets import Seal, Terms, write_part
from tests.post.log.table import Table, identity, opening, seal

ORDERS = st.lists(st.text(st.characters(codec="utf-8"), max_size=30), max_size=8)


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
