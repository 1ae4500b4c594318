"""Proofs as texts: each holds for what it is about and for nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.store.chain import chained
from sits_es.store.proofs import Checkpoint, EventProof, inclusion_proof, read_proof, root_of

ROWS = chained(bytes(32), "duel", -1, [("noted", f'{{"n":{at}}}'.encode()) for at in range(21)])
DIGESTS = [row[5] for row in ROWS]


def note(size: int) -> str:
    return str(Checkpoint("duel", size, root_of(DIGESTS[:size])))


def event(version: int, size: int) -> EventProof:
    stream, _, topic, state, previous, *_ = ROWS[version]
    path = inclusion_proof(DIGESTS[:size], version)
    return EventProof(
        stream=stream, version=version, topic=topic, state=state, previous=previous, path=path, note=note(size)
    )


@given(size=st.integers(1, 21), data=st.data())
def test_every_event_is_proved_and_read_back(size: int, data: st.DataObject) -> None:
    proof = event(data.draw(st.integers(0, size - 1)), size)
    read = read_proof(str(proof))
    assert read == proof
    assert read.holds()


def changed(proof: object, **parts: Any) -> str:
    return json.dumps(json.loads(str(proof)) | parts)


@pytest.mark.parametrize("part", ["stream", "topic", "state", "previous", "version"])
def test_an_event_that_was_changed_is_refused(part: str) -> None:
    parts = {"stream": "dual", "topic": "rated", "state": '{"n":8}', "previous": "0" * 64, "version": 8}
    with pytest.raises(UnreadableError) as refused:
        read_proof(changed(event(7, 21), **{part: parts[part]}))
    number = 8 if part == "version" else 7
    assert str(refused.value) == (
        f"Event {number} was changed: its content does not give the digest that the proof is about."
    )


def test_an_event_under_another_checkpoint_does_not_hold() -> None:
    parts: dict[str, Any]
    for parts in ({"checkpoint": note(20)}, {"path": []}, {"path": json.loads(str(event(8, 21)))["path"]}):
        assert not read_proof(changed(event(7, 21), **parts)).holds()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "7",
        "[" * 100_000,
        changed(event(7, 21), form="sits-es proof 2"),
        changed(event(7, 21), version=-1),
        changed(event(7, 21), version=True),
        changed(event(7, 21), version=2**70),
        changed(event(7, 21), state=None),
        changed(event(7, 21), state="\ud800"),
        changed(event(7, 21), previous="00"),
        changed(event(7, 21), path=["AAAA"]),
        changed(event(7, 21), path="AAAA"),
        changed(event(7, 21), path=[7]),
        changed(event(7, 21), checkpoint=7),
    ],
)
def test_what_is_not_a_proof_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_proof(text)
    assert str(refused.value) == (
        "This is not a proof as `sits audit GAME --prove EVENT` prints it. Save it as it was sent."
    )


def test_a_fault_in_the_checkpoint_of_a_proof_is_named() -> None:
    with pytest.raises(UnreadableError, match="second line is a number of events"):
        read_proof(changed(event(7, 21), checkpoint="duel\nmany\nAAAA\n"))
