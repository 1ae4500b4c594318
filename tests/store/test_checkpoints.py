"""Trees of RFC 6962 against a second definition and the vectors of transparency logs; checkpoints; proofs of events."""

from __future__ import annotations

import json
from base64 import b64decode
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.store.chain import chained
from sits_es.store.checkpoints import (
    Checkpoint,
    EventProof,
    Peaks,
    includes,
    includes_hash,
    inclusion_proof,
    leaf_hash,
    node_hash,
    read_proof,
    root_of,
)
from tests.shared.rows import each_row
from tests.shared.store_samples import a_store, numbers

#: Eight leaves and the roots of the first 0 to 8 of them.
LEAVES = [
    bytes.fromhex(text)
    for text in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]

leaf_lists = st.lists(st.binary(max_size=4), max_size=40)


@each_row("size", range(9))
def test_the_roots_of_known_leaves_are_the_known_roots(size: int) -> None:
    assert root_of(LEAVES[:size]).hex() == ROOTS[size]


def plainly(leaves: list[bytes]) -> bytes:
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaf_hash(leaves[0])
    left = 1
    while left * 2 < len(leaves):
        left *= 2
    return node_hash(plainly(leaves[:left]), plainly(leaves[left:]))


@given(leaf_lists)
def test_the_root_is_that_of_the_definition(leaves: list[bytes]) -> None:
    assert root_of(leaves) == plainly(leaves)


@given(leaf_lists.filter(bool), st.data())
def test_a_proof_shows_its_leaf_in_its_place_and_no_other(leaves: list[bytes], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(leaves) - 1))
    root, proof = root_of(leaves), inclusion_proof(leaves, index)
    assert includes(root, len(leaves), index, leaves[index], proof)
    assert not includes(root, len(leaves), index, leaves[index] + b"!", proof)
    assert not includes(leaf_hash(root), len(leaves), index, leaves[index], proof)
    assert not includes(root, len(leaves), len(leaves), leaves[index], proof)
    assert not includes(root, len(leaves), index, leaves[index], [*proof, root])
    if proof:
        assert not includes(root, len(leaves), index, leaves[index], proof[:-1])


@pytest.mark.parametrize("index", [-1, 3])
def test_there_is_no_proof_of_what_is_not_there(index: int) -> None:
    with pytest.raises(IndexError, match=f"no leaf {index} among 3"):
        inclusion_proof(LEAVES[:3], index)


@given(leaf_lists, st.lists(st.integers(0, 40)))
def test_a_tree_that_grows_has_the_root_of_all_its_leaves_at_every_size(leaves: list[bytes], cuts: list[int]) -> None:
    peaks, done = Peaks(), 0
    for cut in [*sorted(min(cut, len(leaves)) for cut in cuts), len(leaves)]:
        before = peaks.copy()
        peaks.add_all(leaves[done:cut])
        assert peaks.root == root_of(leaves[:cut])
        # who goes on from a copy leaves it as it was
        assert before.root == root_of(leaves[:done])
        done = cut


VECTORS: Final = Path(__file__).parent / "vectors"


def rows(kind: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (VECTORS / f"{kind}.jsonl").read_text("utf-8").splitlines()]


def hashes_of(row: dict[str, Any]) -> list[bytes]:
    return [b64decode(each) for each in row["proof"]]


def test_known_proofs_of_a_leaf_are_accepted_or_refused() -> None:
    inclusion = rows("inclusion")
    assert len({row["at"] for row in inclusion}) == len(inclusion) == 98
    assert sum(not row["wantErr"] for row in inclusion) == 6
    for row in inclusion:
        root, leaf = b64decode(row["root"]), b64decode(row["leafHash"])
        found = includes_hash(root, row["treeSize"], row["leafIdx"], leaf, hashes_of(row))
        assert found is not row["wantErr"], row["at"]


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


@each_row(
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


@each_row("part", ["stream", "topic", "state", "previous", "version"])
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


@each_row(
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
